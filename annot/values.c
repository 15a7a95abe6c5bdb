/* Declares what probes that record values need; see values.h. */
#include "annot/values.h"

static const char types[] =
    "typedef struct{unsigned long k,b;}" ANNOT_VALUE ";"
    "typedef struct{unsigned long*state,steps,values;_Bool*slot,*overflow;unsigned char*set;"
    "unsigned long source;}hlcov_sequence;";

/* As in rt/values.h. */
static const char functions[] =
    "__attribute__((__visibility__(\"hidden\")))void hlcov_add(unsigned char*,unsigned long,unsigned long,"
    "const hlcov_value*);"
    "__attribute__((__visibility__(\"hidden\")))int hlcov_sequence_open(const hlcov_sequence*);"
    "__attribute__((__visibility__(\"hidden\")))void hlcov_sequence_step(const hlcov_sequence*,unsigned long,"
    "unsigned long,const hlcov_value*);"
    "__attribute__((__visibility__(\"hidden\")))unsigned long*hlcov_sequence_next(const hlcov_sequence*,"
    "unsigned long,unsigned long*);"
    "__attribute__((__visibility__(\"hidden\")))void hlcov_sequence_kill(unsigned long*);"
    "__attribute__((__visibility__(\"hidden\")))void hlcov_sequence_close(const hlcov_sequence*);";

void annot_values_add(guint32 source, guint32 n_values, const char *values, GString *out)
{
    g_string_append_printf(out, "hlcov_add(hlcov_t.h,%u,%u,%s)", source, n_values, values);
}

static void append_bytes(GString *out, guint64 number, guint size)
{
    for (guint i = 0; i < size; i++)
        g_string_append_printf(out, "%u,", (guint)(number >> (8 * i)) & 0xff);
}

/* See AT(SET, ...) in format.def. An eighth of the room is the index. */
static void append_set(const HtolTable *table, guint tuples, GString *out)
{
    static const char magic[] = HTOL_SET_MAGIC_BYTES;
    guint32 size = (tuples * 1024 + HTOL_PAGE - 1) / HTOL_PAGE * HTOL_PAGE, index = 1;
    while (index * 2 <= size / 32)
        index *= 2;
    guint32 words = (size - HTOL_AT_SET_END - 4 * index) / 8;
    g_string_append_printf(out,
                           "static struct{unsigned char h[%u];unsigned i[%u];unsigned long w[%u];}"
                           "__attribute__((__aligned__(%u)))hlcov_t "
                           "__attribute__((__used__,__section__(\"hlcov_bits\")))={{",
                           (guint)HTOL_AT_SET_END, index, words, (guint)HTOL_PAGE);
    for (guint i = 0; i < HTOL_LEN_SET_MAGIC; i++)
        append_bytes(out, (guint8)magic[i], 1);
    for (guint i = 0; i < HTOL_ID_SIZE; i++)
        append_bytes(out, table->id[i], 1);
    append_bytes(out, size, HTOL_LEN_SET_SIZE);
    append_bytes(out, index, HTOL_LEN_SET_INDEX);
    append_bytes(out, words, HTOL_LEN_SET_WORDS);
    g_string_append(out, "0}};");
}

void annot_values_declare(const HtolTable *table, guint tuples, GString *out)
{
    g_string_append(out, types);
    g_string_append(out, functions);
    if (table->row.sources > 0)
        append_set(table, tuples, out);
}
