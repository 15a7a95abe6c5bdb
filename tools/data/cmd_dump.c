/* hlcov dump: prints one of our binary files as text. It neither merges nor judges: that is hlcov report. */
#include <stdio.h>
#include <string.h>

#include "htol/base/layout.h"
#include "htol/files/data.h"
#include "htol/graph/dot.h"
#include "htol/shards/shard.h"
#include "htol/words/listing.h"
#include "report/elf/elf.h"
#include "report/read/recorded.h"
#include "tools/shared/commands.h"

typedef enum { AS_ROWS, AS_HTOL, AS_GRAPHS } Form;

/* Tables stand one behind the other, each padded with zero bytes to a multiple of 8. */
static gboolean read_tables(HtolArena *arena, GPtrArray *tables, const guint8 *bytes, gsize size, GError **error)
{
    gsize used;
    for (gsize at = 0; at < size; at += (used + 7) / 8 * 8) {
        HtolTable *table = htol_table_read(arena, bytes + at, size - at, &used, error);
        if (!table)
            return FALSE;
        g_ptr_array_add(tables, table);
    }
    return TRUE;
}

static void print_objectives(const GPtrArray *tables, GString *out)
{
    HtolSelection selection;
    gboolean known = htol_selection_parse("all", &selection, NULL);
    g_assert(known);
    htol_listing_print((const HtolTable *const *)tables->pdata, tables->len, &selection, out);
}

static gboolean dump_tables(const guint8 *bytes, gsize size, Form form, GString *out, GError **error)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GPtrArray) tables = g_ptr_array_new();
    if (!read_tables(arena, tables, bytes, size, error))
        return FALSE;
    if (form == AS_HTOL)
        print_objectives(tables, out);
    for (guint i = 0; form == AS_ROWS && i < tables->len; i++)
        htol_table_dump(tables->pdata[i], out);
    for (guint i = 0; form == AS_GRAPHS && i < tables->len; i++)
        htol_dot_print(tables->pdata[i], out);
    return TRUE;
}

/* A data file, and what its journal adds. */
typedef struct {
    GString *out;
    GError **error;
} Dump;

static void dump_test(void *user, const HtolData *data)
{
    const Dump *dumped = user;
    htol_data_dump(data, dumped->out);
}

static void note_damage(void *user, const char *message)
{
    const Dump *dumped = user;
    if (!*dumped->error)
        g_set_error(dumped->error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s", message);
}

static gboolean dump_data(const char *path, GString *out, GError **error)
{
    Dump dumped = {out, error};
    const ReportRecordedVisitor visitor = {.user = &dumped, .data = dump_test, .damage = note_damage};
    return report_recorded_read(path, &visitor, error) && !*error;
}

static gboolean dump_elf(const char *path, Form form, GString *out, GError **error)
{
    ReportElf elf;
    if (!report_elf_read(path, &elf, error))
        return FALSE;
    const char *comment = form == AS_ROWS ? "" : "// ";
    g_string_append_printf(out, "%sbuild-id %s\n", comment, *elf.build_id ? elf.build_id : "(none)");
    gboolean good = dump_tables(elf.tables->data, elf.tables->len, form, out, error);
    if (elf.tables->len == 0)
        g_string_append_printf(out, "%sno tables: it was not built with hlcov cc, or was stripped of them\n", comment);
    report_elf_clear(&elf);
    return good;
}

static gboolean begins_with(const char *bytes, gsize size, const char *magic)
{
    return size >= strlen(magic) && memcmp(bytes, magic, strlen(magic)) == 0;
}

/* What a file is, its first bytes say; the libraries check the rest. */
static gboolean dump(const char *path, Form form, GString *out, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize size;
    if (!g_file_get_contents(path, &bytes, &size, error))
        return FALSE;
    if (begins_with(bytes, size, "\177ELF"))
        return dump_elf(path, form, out, error);
    if (begins_with(bytes, size, "\x89HLT"))
        return dump_tables((const guint8 *)bytes, size, form, out, error);
    if (begins_with(bytes, size, HTOL_DATA_MAGIC_BYTES) && form == AS_ROWS)
        return dump_data(path, out, error);
    if (begins_with(bytes, size, HTOL_SHARD_MAGIC_BYTES) && form == AS_ROWS)
        return htol_shard_dump((const guint8 *)bytes, size, out, error);
    const char *wanted = form == AS_ROWS
                             ? "a table (.hlt), a data file (.hlb), a shard (.hls) or a program, library or object"
                             : "a table (.hlt) or a program, library or object";
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "is not %s", wanted);
    return FALSE;
}

int cmd_dump(int argc, char **argv)
{
    gboolean as_htol = FALSE, as_graphs = FALSE;
    GOptionEntry entries[] = {
        {"htol", 0, 0, G_OPTION_ARG_NONE, &as_htol, "Print the objectives of all criteria as hyperlabels", NULL},
        {"graph", 0, 0, G_OPTION_ARG_NONE, &as_graphs, "Print the control-flow graphs of functions for Graphviz", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    CommandStatus status = command_parse(command_options("dump", entries, NULL), &argc, &argv);
    if (status != COMMAND_GO_ON)
        return status;
    if (argc != 2) {
        command_error("name one file; see 'hlcov dump --help'");
        return COMMAND_FAILED;
    }
    if (as_htol && as_graphs) {
        command_error("--htol and --graph exclude each other");
        return COMMAND_FAILED;
    }
    Form form = as_htol ? AS_HTOL : as_graphs ? AS_GRAPHS : AS_ROWS;
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    if (!dump(argv[1], form, out, &error)) {
        command_error("%s: %s", argv[1], error->message);
        return COMMAND_FAILED;
    }
    fputs(out->str, stdout);
    return COMMAND_DONE;
}
