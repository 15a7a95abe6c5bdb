/* Fuzz target: any text that is said to be a preprocessed unit is annotated or given back without a fault, with a table
 * that its reader takes. Compiles nothing; in `hlcov cc` all this happens in a process of its own. */
#include <string.h>

#include "annot/annotate.h"
#include "annot/probes/values.h"
#include "htol/files/table.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

enum { MOST = 200 }; /* of what may be very many */

static const char *const no_flags[] = {NULL};

/* The size chooses among the options. */
static AnnotInput input_of(const char *text, gsize size)
{
    static const AnnotTarget target = {.x86_64 = TRUE};
    return (AnnotInput){
        .target = &target,
        .text = text,
        .size = size,
        .path = "a.c",
        .directory = "/nowhere",
        .root = "/nowhere",
        .data_dir = "/nowhere/data",
        .compiler = "gcc",
        .clang_args = no_flags,
        .options = {.complete = size % 2,
                    .branching = size / 2 % 2,
                    .plain = size / 4 % 2,
                    .kills = size / 8 % 2,
                    .trace = size / 16 % 8 == 0,
                    .records = G_MAXUINT32,
                    .paths = MOST,
                    .repeats = 1,
                    .flows = MOST,
                    .mutants = MOST,
                    .tuples = ANNOT_TUPLES},
    };
}

static void check(const AnnotOutput *output)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    gsize used = 0;
    if (!output->text)
        return;
    const HtolTable *table = htol_table_read(arena, output->table->data, output->table->len, &used, NULL);
    g_assert(table && used == output->table->len);
    g_assert(table->n_functions >= output->skipped);
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    AnnotInput input = input_of(text, strlen(text));
    AnnotOutput output = {0};
    if (!annot_unit(&input, &output, NULL))
        return 0;
    check(&output);
    annot_output_clear(&output);
    return 0;
}
