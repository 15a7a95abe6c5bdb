/* Fuzz target: the reader of programs and objects takes any bytes without a fault. Says nothing of what it reads. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/elf/elf.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    ReportElf elf;
    int file = memfd_create("elf", 0);
    g_assert(write(file, data, size) == (ssize_t)size);
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", file);
    if (report_elf_read(path, &elf, NULL))
        report_elf_clear(&elf);
    close(file);
    return 0;
}
