/* What a report takes from an ELF file: its build-id, its tables, as bytes, its functions, and where code is from. It
 * decodes no tables. */
#ifndef REPORT_ELF_H
#define REPORT_ELF_H

#include <glib.h>

/* What was taken from a file. To be cleared by report_elf_clear. */
typedef struct {
    char *build_id;     /* lower-case hexadecimal digits; "" if the file has none */
    GByteArray *tables; /* section .hlcov_tab, decompressed; of size 0 if the file has none */
} ReportElf;

/* Reads a program, a library or an object. On damage returns FALSE, sets *error and leaves `elf` alone. */
gboolean report_elf_read(const char *path, ReportElf *elf, GError **error);
void report_elf_clear(ReportElf *elf);

/* What a file has of the runtime, whether or not its tables were stripped. */
typedef struct {
    gboolean is_foreign; /* of another kind of machine than programs are measured on: nothing else is known then */
    gboolean is_static;  /* a program that needs no dynamic linker */
    gboolean has_runtime, has_start; /* the code that records; constructors, which begin it */
    guint64 bits_address, bits_size; /* of section hlcov_bits; of size 0 if there is none */
    GByteArray *bits; /* what the section holds when the program starts; of size 0 if that cannot be read */
    char *baked;      /* the data directory that it was compiled for; NULL if its symbols are gone */
} ReportElfRuntime;

/* What cannot be read is as if it were not there. */
void report_elf_runtime(const char *path, ReportElfRuntime *runtime);
void report_elf_runtime_clear(ReportElfRuntime *runtime);

/* The functions of a program or library, by their symbols: of .symtab, or where it was stripped, of .dynsym. */
typedef struct ReportSymbols ReportSymbols;

/* NULL if the file cannot be read, is damaged, or has another build-id. To be freed. */
ReportSymbols *report_symbols_read(const char *path, const char *build_id);
void report_symbols_free(ReportSymbols *symbols);

/* The name of the function that begins at the offset from where the file is loaded: the one for which `prefers` is true
 * if it has several, else the first of: what programs are linked with now, before old versions; names without _ before
 * the others; global, weak, local; by strcmp. What compilers and linkers put behind the name (.lto_priv.0, @VERSION) is
 * no part of it. NULL if none begins there. Lives as long as the symbols. */
const char *report_symbols_find(const ReportSymbols *symbols, guint64 offset,
                                gboolean (*prefers)(const char *name, gconstpointer data), gconstpointer data);

/* Where the code at an offset from where the file is loaded is from. */
typedef struct {
    const char *function; /* that holds it; NULL: not known */
    const char *file;     /* path of the source; NULL: the program has no debugging information */
    guint line;
} ReportOrigin;

/* What tells it: a program or library, or a file of debugging information that belongs to it. NULL if it cannot be read
 * or has another build-id. To be freed. */
typedef struct ReportOrigins ReportOrigins;
ReportOrigins *report_origins_open(const char *path, const char *build_id);
void report_origins_free(ReportOrigins *origins);

/* Lives as long as the origins. */
ReportOrigin report_origins_find(const ReportOrigins *origins, guint64 offset);

/* The names of the libraries that a program or library was linked with: char *, to be unreferenced. Empty if it cannot
 * be read. */
GPtrArray *report_elf_needed(const char *path);

#endif
