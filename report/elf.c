/* Reads build-id and tables out of ELF files. The only file that sees elfutils. */
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <string.h>
#include <unistd.h>

#include "report/elf.h"
#include "report/inputs.h"

#define SECTION ".hlcov_tab"

static gboolean fail(GError **error)
{
    g_set_error(error, REPORT_ERROR, 0, "damaged ELF file: %s", elf_errmsg(-1));
    return FALSE;
}

static gboolean is_table_section(Elf *elf, gsize names, const GElf_Shdr *header)
{
    const char *name = elf_strptr(elf, names, header->sh_name);
    return name && strcmp(name, SECTION) == 0 && header->sh_type != SHT_NOBITS;
}

/* A program may be linked with --compress-debug-sections, and then some linkers compress this section as
 * well. */
static gboolean append_section(Elf_Scn *section, const GElf_Shdr *header, GByteArray *tables, GError **error)
{
    if (header->sh_flags & SHF_COMPRESSED && elf_compress(section, 0, 0) < 0)
        return fail(error);
    Elf_Data *data = elf_getdata(section, NULL);
    if (!data)
        return fail(error);
    if (data->d_size > G_MAXUINT32 - tables->len) {
        g_set_error(error, REPORT_ERROR, 0, "section " SECTION " is too large");
        return FALSE;
    }
    if (data->d_buf)
        g_byte_array_append(tables, data->d_buf, data->d_size);
    return TRUE;
}

/* libelf sees no sections where their headers lie behind the end of the file. */
static gboolean is_cut(Elf *elf)
{
    GElf_Ehdr header;
    size_t size;
    return !elf_rawfile(elf, &size) || !gelf_getehdr(elf, &header) || header.e_shoff >= size;
}

static gboolean read_tables(Elf *elf, GByteArray *tables, GError **error)
{
    size_t names;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return fail(error);
    for (Elf_Scn *section = elf_nextscn(elf, NULL); section; section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header))
            return fail(error);
        if (is_table_section(elf, names, &header) && !append_section(section, &header, tables, error))
            return FALSE;
    }
    return TRUE;
}

static char *read_build_id(Elf *elf)
{
    const void *bytes;
    ssize_t size = dwelf_elf_gnu_build_id(elf, &bytes);
    GString *text = g_string_new(NULL);
    for (ssize_t i = 0; i < size; i++)
        g_string_append_printf(text, "%02x", ((const guint8 *)bytes)[i]);
    return g_string_free(text, FALSE);
}

static gboolean read_elf(Elf *elf, ReportElf *result, GError **error)
{
    if (elf_kind(elf) != ELF_K_ELF || is_cut(elf)) {
        g_set_error(error, REPORT_ERROR, 0, "damaged ELF file: it is cut short");
        return FALSE;
    }
    GByteArray *tables = g_byte_array_new();
    if (!read_tables(elf, tables, error)) {
        g_byte_array_unref(tables);
        return FALSE;
    }
    *result = (ReportElf){read_build_id(elf), tables};
    return TRUE;
}

gboolean report_elf_read(const char *path, ReportElf *result, GError **error)
{
    elf_version(EV_CURRENT);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        g_set_error(error, REPORT_ERROR, 0, "cannot be read: %s", g_strerror(errno));
        return FALSE;
    }
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP_PRIVATE, NULL);
    gboolean good = elf ? read_elf(elf, result, error) : fail(error);
    elf_end(elf);
    close(fd);
    return good;
}

void report_elf_clear(ReportElf *elf)
{
    g_free(elf->build_id);
    g_byte_array_unref(elf->tables);
}
