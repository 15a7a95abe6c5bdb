/* The C text that shows what criteria ask for; see specimen.h. It holds nothing that a criterion needs none
 * of. */
#include "tools/compile/specimen.h"

#include <string.h>

#include "annot/annotate.h"
#include "annot/flow/flow.h"
#include "annot/mutants/operations.h"
#include "annot/paths/tour.h"
#include "annot/strong/change.h"
#include "htol/criteria/criteria.h"

/* A decision of several conditions; a branch that is cut into two decisions; a loop that is entered in two
 * ways, with two ways through its body; two calls of one function; definitions with several uses, of
 * variables and of elements of an array; and a function without loops, with operators of each kind. */
static const char text[] = "# 1 \"specimen.c\"\n"
                           "int first(int x);\n"
                           "int second(int x);\n"
                           "int looping(int a, int b, int c)\n"
                           "{\n"
                           "    int sum = 0, cells[8] = {0};\n"
                           "    if (a && (b = second(c)) > 0)\n"
                           "        sum += cells[b & 7];\n"
                           "    while (sum < a && (b < c || a < c)) {\n"
                           "        if (b)\n"
                           "            sum += first(a);\n"
                           "        else\n"
                           "            cells[c & 7] = first(c);\n"
                           "        sum += cells[a & 7];\n"
                           "    }\n"
                           "    c = a;\n"
                           "    return sum;\n"
                           "}\n"
                           "int straight(int a)\n"
                           "{\n"
                           "    switch (a) {\n"
                           "    case 1: return second(a);\n"
                           "    }\n"
                           "    return a - (a | a << 1);\n"
                           "}\n";

/* A path that a user names. */
static const AnnotObjectives named = {"specimen.htol", "label Named at straight@path 0 1 : true;\n"};

static guint32 all_records(void)
{
    guint32 records = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        records |= htol_criterion_records(i);
    return records;
}

static void annotated(gboolean strong, AnnotOutput *output, GError **error)
{
    static const char *const clang_args[] = {"-std=gnu11", NULL};
    const AnnotTarget target = {.x86_64 = TRUE};
    const AnnotInput input = {.text = text,
                              .size = sizeof text - 1,
                              .path = "specimen.c",
                              .directory = "/",
                              .root = "/",
                              .data_dir = "/",
                              .compiler = "cc",
                              .target = &target,
                              .clang_args = clang_args,
                              .options = {.branching = TRUE,
                                          .objectives = &named,
                                          .n_objectives = 1,
                                          .paths = ANNOT_PATHS,
                                          .flows = ANNOT_MOST_FLOWS,
                                          .mutants = ANNOT_MUTANTS,
                                          .records = all_records(),
                                          .strong = strong ? ANNOT_STRONG_ALL : 0}};
    annot_unit(&input, output, error);
}

const HtolTable *specimen_table(HtolArena *arena, gboolean strong, GError **error)
{
    AnnotOutput output = {0};
    const HtolTable *table = NULL;
    annotated(strong, &output, error);
    if (output.table)
        table = htol_table_read(arena, output.table->data, output.table->len, NULL, error);
    annot_output_clear(&output);
    return table;
}
