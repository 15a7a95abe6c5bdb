/* Prints versions and limits; see versions.h. */
#include "tools/versions.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

#include "annot/flow/flow.h"
#include "annot/graph/decision.h"
#include "annot/mutants/operations.h"
#include "annot/paths/tour.h"
#include "annot/probes/values.h"
#include "htol/base/layout.h"
#include "tools/shared/commands.h"

/* ---- libraries ---- */

/* A library as pkg-config names it, and how the file begins that is loaded. */
typedef struct {
    const char *name, *version, *file;
    char *path; /* of that file; NULL: it is not loaded */
} Library;

static int find_library(struct dl_phdr_info *info, size_t size, void *data)
{
    Library *library = data;
    g_autofree char *base = g_path_get_basename(info->dlpi_name);
    (void)size;
    if (!g_str_has_prefix(base, library->file))
        return 0;
    library->path = g_strdup(info->dlpi_name);
    return 1;
}

static void print_library(Library library)
{
    dl_iterate_phdr(find_library, &library);
    printf("  %-10s %-10s %s\n", library.name, library.version,
           library.path ? library.path : "loaded when it is needed");
    g_free(library.path);
}

/* Versions are those of the headers it was built with. */
static int print_libraries(void)
{
    static const Library libraries[] = {
        {"GLib", GLIB_VERSION, "libglib-2.0.so", NULL},
        {"zstd", ZSTD_VERSION, "libzstd.so", NULL},
        {"jansson", JANSSON_VERSION, "libjansson.so", NULL},
        {"cmark", CMARK_VERSION, "libcmark.so", NULL},
        {"libxml2", XML_VERSION, "libxml2.so", NULL},
        {"SQLite", SQLITE_VERSION, "libsqlite3.so", NULL},
        {"elfutils", ELF_VERSION, "libdw", NULL},
        {"Z3", Z3_VERSION, "libz3.so", NULL},
        {"libunwind", UNWIND_VERSION, "libunwind", NULL},
    };
    g_autoptr(GError) error = NULL;
    g_autofree char *front_end = annot_front_end(&error);
    puts("libraries: what it was built with, and what is loaded");
    for (gsize i = 0; i < G_N_ELEMENTS(libraries); i++)
        print_library(libraries[i]);
    if (front_end)
        printf("parses C by %s\n", front_end);
    else
        command_error("%s", error->message);
    return front_end ? COMMAND_DONE : COMMAND_FAILED;
}

/* ---- limits ---- */

static void print_limit(const char *text, int number, const char *option)
{
    printf("  %-52s %7d%s%s\n", text, number, *option ? "  " : "", option);
}

static void print_limits(void)
{
    puts("limits, and the options of hlcov cc that change them");
    print_limit("paths of a kind in a function", ANNOT_PATHS, "--paths");
    print_limit("pairs of definition and use of a variable", ANNOT_MOST_FLOWS, "--flows");
    print_limit("mutants of an operator in a function", ANNOT_MUTANTS, "--mutants");
    print_limit("room for recorded values in a unit, KiB", ANNOT_TUPLES, "--tuples");
    print_limit("ways of a decision before it is recorded as vectors", ANNOT_MAX_WAYS, "");
    printf("formats: tables %d, data files %d, shards %d\n", HTOL_TABLE_VERSION, HTOL_DATA_LAYOUT_VERSION,
           HTOL_SHARD_LAYOUT_VERSION);
}

int versions_print(void)
{
    int status = print_libraries();
    print_limits();
    return status;
}
