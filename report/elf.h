/* What a report takes from an ELF file: its build-id and its tables, as bytes. It decodes neither tables nor
 * DWARF. */
#ifndef REPORT_ELF_H
#define REPORT_ELF_H

#include <glib.h>

typedef struct {
    char *build_id;     /* lower-case hexadecimal digits; "" if the file has none */
    GByteArray *tables; /* section .hlcov_tab, decompressed; of size 0 if the file has none */
} ReportElf;

/* Reads a program, a library or an object. On damage returns FALSE, sets *error and leaves `elf` alone. */
gboolean report_elf_read(const char *path, ReportElf *elf, GError **error);
void report_elf_clear(ReportElf *elf);

#endif
