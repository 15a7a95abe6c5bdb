/* Reads build-id, tables, functions and origins of code out of ELF files. The only file that sees elfutils. */
#include "report/elf/elf.h"

#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <string.h>
#include <unistd.h>

#include "htol/base/layout.h"
#include "report/inputs/inputs.h"

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

/* Symbols ------------------------------------------------------------------------------------------------ */

typedef struct {
    guint64 offset;
    guint rank; /* global, weak, local; then those that begin with _; then all that only old programs are
                   linked with */
    const char *name;
} Symbol;

struct ReportSymbols {
    GStringChunk *names;
    GArray *all; /* Symbol, by offset, rank, name */
};

/* Where addresses of the file count from: where its header is loaded. */
static gboolean find_base(Elf *elf, guint64 *base)
{
    size_t count;
    if (elf_getphdrnum(elf, &count) != 0)
        return FALSE;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf, (int)i, &header) || header.p_type != PT_LOAD)
            continue;
        *base = header.p_vaddr - header.p_offset;
        return TRUE;
    }
    return FALSE;
}

/* One that is defined elsewhere but has an address: a program uses the place from where it calls it. */
static gboolean is_function(const GElf_Sym *symbol)
{
    guint type = GELF_ST_TYPE(symbol->st_info);
    return (type == STT_FUNC || type == STT_GNU_IFUNC) && symbol->st_value != 0;
}

enum { RANKS = 3 };

typedef struct {
    guint64 base; /* of the file */
    guint age;    /* added to the rank */
} Origin;

static void add_symbol(ReportSymbols *symbols, const GElf_Sym *symbol, const char *name, Origin origin)
{
    static const guint ranks[] = {[STB_LOCAL] = 2, [STB_GLOBAL] = 0, [STB_WEAK] = 1};
    guint bind = GELF_ST_BIND(symbol->st_info);
    gsize length = strcspn(name, ".@");
    Symbol made = {.offset = symbol->st_value - origin.base, .rank = origin.age};
    if (length == 0)
        return;
    made.rank += bind < G_N_ELEMENTS(ranks) ? ranks[bind] : 0;
    made.rank += *name == '_' ? RANKS : 0;
    made.name = g_string_chunk_insert_len(symbols->names, name, (gssize)length);
    g_array_append_val(symbols->all, made);
}

static Elf_Scn *section_of_type(Elf *elf, guint32 type)
{
    for (Elf_Scn *section = elf_nextscn(elf, NULL); section; section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == type)
            return section;
    }
    return NULL;
}

/* The versions of the symbols of .dynsym; NULL if they have none. */
static Elf_Data *versions_of(Elf *elf, const GElf_Shdr *symbols)
{
    Elf_Scn *section = symbols->sh_type == SHT_DYNSYM ? section_of_type(elf, SHT_GNU_versym) : NULL;
    return section ? elf_getdata(section, NULL) : NULL;
}

static gboolean is_old(Elf_Data *versions, int symbol)
{
    enum { HIDDEN = 0x8000 };
    GElf_Versym version;
    return versions && gelf_getversym(versions, symbol, &version) && version & HIDDEN;
}

static void read_symbols(Elf *elf, Elf_Scn *section, guint64 base, ReportSymbols *symbols)
{
    GElf_Shdr header;
    Elf_Data *data = elf_getdata(section, NULL);
    if (!data || !gelf_getshdr(section, &header))
        return;
    GElf_Sym symbol;
    Elf_Data *versions = versions_of(elf, &header);
    for (int i = 0; gelf_getsym(data, i, &symbol); i++) {
        const char *name = is_function(&symbol) ? elf_strptr(elf, header.sh_link, symbol.st_name) : NULL;
        guint age = is_old(versions, i) ? 2 * RANKS : 0;
        if (name)
            add_symbol(symbols, &symbol, name, (Origin){base, age});
    }
}

static int compare_symbols(gconstpointer left, gconstpointer right)
{
    const Symbol *one = left, *other = right;
    if (one->offset != other->offset)
        return one->offset < other->offset ? -1 : 1;
    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    return strcmp(one->name, other->name);
}

static ReportSymbols *symbols_of(Elf *elf, const char *build_id)
{
    guint64 base;
    g_autofree char *found = elf_kind(elf) == ELF_K_ELF && !is_cut(elf) ? read_build_id(elf) : NULL;
    if (!found || strcmp(found, build_id) != 0 || !find_base(elf, &base))
        return NULL;
    ReportSymbols *symbols = g_new0(ReportSymbols, 1);
    symbols->names = g_string_chunk_new(4096);
    symbols->all = g_array_new(FALSE, FALSE, sizeof(Symbol));
    Elf_Scn *section = section_of_type(elf, SHT_SYMTAB);
    section = section ? section : section_of_type(elf, SHT_DYNSYM);
    if (section)
        read_symbols(elf, section, base, symbols);
    g_array_sort(symbols->all, compare_symbols);
    return symbols;
}

ReportSymbols *report_symbols_read(const char *path, const char *build_id)
{
    elf_version(EV_CURRENT);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP_PRIVATE, NULL);
    ReportSymbols *symbols = elf ? symbols_of(elf, build_id) : NULL;
    elf_end(elf);
    close(fd);
    return symbols;
}

void report_symbols_free(ReportSymbols *symbols)
{
    g_string_chunk_free(symbols->names);
    g_array_unref(symbols->all);
    g_free(symbols);
}

static guint first_symbol(const ReportSymbols *symbols, guint64 offset)
{
    guint low = 0, high = symbols->all->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(symbols->all, Symbol, middle).offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const char *report_symbols_find(const ReportSymbols *symbols, guint64 offset,
                                gboolean (*prefers)(const char *name, gconstpointer data), gconstpointer data)
{
    const char *first = NULL;
    for (guint i = first_symbol(symbols, offset); i < symbols->all->len; i++) {
        const Symbol *symbol = &g_array_index(symbols->all, Symbol, i);
        if (symbol->offset != offset)
            break;
        if (prefers(symbol->name, data))
            return symbol->name;
        first = first ? first : symbol->name;
    }
    return first;
}

/* Libraries ---------------------------------------------------------------------------------------------- */

static void add_needed(Elf *elf, Elf_Scn *section, GPtrArray *names)
{
    GElf_Shdr header;
    GElf_Dyn entry;
    Elf_Data *data = elf_getdata(section, NULL);
    if (!data || !gelf_getshdr(section, &header))
        return;
    for (int i = 0; gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
        const char *name = entry.d_tag == DT_NEEDED ? elf_strptr(elf, header.sh_link, entry.d_un.d_val) : NULL;
        if (name)
            g_ptr_array_add(names, g_strdup(name));
    }
}

GPtrArray *report_elf_needed(const char *path)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    elf_version(EV_CURRENT);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return names;
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP_PRIVATE, NULL);
    Elf_Scn *section = elf_kind(elf) == ELF_K_ELF && !is_cut(elf) ? section_of_type(elf, SHT_DYNAMIC) : NULL;
    if (section)
        add_needed(elf, section, names);
    elf_end(elf);
    close(fd);
    return names;
}

/* Origins ------------------------------------------------------------------------------------------------ */

static gboolean has_build_id(Dwfl_Module *module, const char *build_id)
{
    const unsigned char *bytes;
    GElf_Addr address;
    int size = dwfl_module_build_id(module, &bytes, &address);
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < size; i++)
        g_string_append_printf(text, "%02x", bytes[i]);
    return strcmp(text->str, build_id) == 0;
}

struct ReportOrigins {
    Dwfl *dwfl;
    Dwfl_Module *module;
    GStringChunk *names;
};

/* Debugging information is looked for on this machine only: no server is asked. */
ReportOrigins *report_origins_open(const char *path, const char *build_id)
{
    static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                             .find_debuginfo = dwfl_standard_find_debuginfo,
                                             .section_address = dwfl_offline_section_address};
    Dwfl *dwfl = dwfl_begin(&callbacks);
    Dwfl_Module *module = dwfl ? dwfl_report_offline(dwfl, "", path, -1) : NULL;
    if (dwfl)
        dwfl_report_end(dwfl, NULL, NULL);
    if (!module || !has_build_id(module, build_id)) {
        dwfl_end(dwfl);
        return NULL;
    }
    ReportOrigins *origins = g_new(ReportOrigins, 1);
    *origins = (ReportOrigins){dwfl, module, g_string_chunk_new(4096)};
    return origins;
}

void report_origins_free(ReportOrigins *origins)
{
    dwfl_end(origins->dwfl);
    g_string_chunk_free(origins->names);
    g_free(origins);
}

/* By asking each unit: not all compilers write a list of which addresses are whose. */
static Dwarf_Line *line_of(Dwfl_Module *module, Dwarf_Addr address)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL;
    while ((unit = dwfl_module_nextcu(module, unit, &bias)))
        if (dwarf_haspc(unit, address - bias) > 0)
            return dwarf_getsrc_die(unit, address - bias);
    return NULL;
}

/* As it is in the source: without what compilers add behind it, and what we put before it. */
static const char *function_name(const ReportOrigins *origins, const char *symbol)
{
    if (!symbol)
        return NULL;
    if (g_str_has_prefix(symbol, HTOL_TWIN_PREFIX))
        symbol += strlen(HTOL_TWIN_PREFIX);
    return g_string_chunk_insert_len(origins->names, symbol, (gssize)strcspn(symbol, ".@"));
}

ReportOrigin report_origins_find(const ReportOrigins *origins, guint64 offset)
{
    Dwarf_Addr start;
    GElf_Off rest;
    GElf_Sym symbol;
    int number = 0;
    dwfl_module_info(origins->module, NULL, &start, NULL, NULL, NULL, NULL, NULL);
    const char *name = dwfl_module_addrinfo(origins->module, start + offset, &rest, &symbol, NULL, NULL, NULL);
    Dwarf_Line *line = line_of(origins->module, start + offset);
    if (line)
        dwarf_lineno(line, &number);
    return (ReportOrigin){
        .function = function_name(origins, name),
        .file = line ? dwarf_linesrc(line, NULL, NULL) : NULL,
        .line = (guint)MAX(number, 0),
    };
}

/* Runtime ------------------------------------------------------------------------------------------------ */

static void take_bits(Elf_Scn *section, const GElf_Shdr *header, ReportElfRuntime *runtime)
{
    Elf_Data *data = header->sh_type == SHT_NOBITS ? NULL : elf_getdata(section, NULL);
    runtime->bits_address = header->sh_addr;
    runtime->bits_size = header->sh_size;
    if (data && data->d_buf && data->d_size < G_MAXUINT32)
        g_byte_array_append(runtime->bits, data->d_buf, data->d_size);
}

/* The runtime reads this name from the environment: the whole string stands in it, with its end. */
static gboolean names_directory(Elf_Scn *section)
{
    static const char name[] = "HLCOV_DIR";
    Elf_Data *data = elf_getdata(section, NULL);
    return data && data->d_buf && memmem(data->d_buf, data->d_size, name, sizeof name);
}

static void visit_section(Elf_Scn *section, const GElf_Shdr *header, const char *name, ReportElfRuntime *runtime)
{
    if (strcmp(name, "hlcov_bits") == 0)
        take_bits(section, header, runtime);
    else if (header->sh_type == SHT_PROGBITS && header->sh_flags & SHF_ALLOC)
        runtime->has_runtime |= names_directory(section);
}

static void visit_sections(Elf *elf, ReportElfRuntime *runtime)
{
    size_t names;
    GElf_Shdr header;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return;
    for (Elf_Scn *section = elf_nextscn(elf, NULL); section; section = elf_nextscn(elf, section)) {
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (name)
            visit_section(section, &header, name, runtime);
    }
}

/* The string at an address of the file. */
static char *string_at(Elf *elf, const GElf_Sym *symbol)
{
    GElf_Shdr header;
    Elf_Scn *section = elf_getscn(elf, symbol->st_shndx);
    Elf_Data *data = section && gelf_getshdr(section, &header) ? elf_getdata(section, NULL) : NULL;
    if (!data || !data->d_buf || symbol->st_value < header.sh_addr || symbol->st_value - header.sh_addr >= data->d_size)
        return NULL;
    gsize offset = symbol->st_value - header.sh_addr;
    return g_strndup((const char *)data->d_buf + offset, data->d_size - offset);
}

/* All that begins a program of C, or a library, calls constructors. */
static gboolean is_start(const char *name)
{
    return strcmp(name, "_init") == 0 || strcmp(name, "__libc_start_main") == 0;
}

static void visit_symbols(Elf *elf, guint32 type, ReportElfRuntime *runtime)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    Elf_Scn *section = section_of_type(elf, type);
    Elf_Data *data = section && gelf_getshdr(section, &header) ? elf_getdata(section, NULL) : NULL;
    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
        if (name && !runtime->baked && strcmp(name, "hlcov_baked_dir") == 0)
            runtime->baked = string_at(elf, &symbol);
        runtime->has_start |= name && is_start(name);
    }
}

/* Without a table of symbols a static program tells nothing of its start. */
static void visit_elf(Elf *elf, ReportElfRuntime *runtime)
{
    GElf_Ehdr header;
    if (elf_kind(elf) != ELF_K_ELF || is_cut(elf) || !gelf_getehdr(elf, &header))
        return;
    runtime->is_foreign =
        header.e_ident[EI_CLASS] != ELFCLASS64 || (header.e_machine != EM_X86_64 && header.e_machine != EM_AARCH64);
    if (runtime->is_foreign)
        return;
    runtime->is_static = header.e_type != ET_REL && !section_of_type(elf, SHT_DYNSYM);
    runtime->has_start = header.e_type == ET_REL || !section_of_type(elf, SHT_SYMTAB);
    visit_sections(elf, runtime);
    visit_symbols(elf, SHT_SYMTAB, runtime);
    visit_symbols(elf, SHT_DYNSYM, runtime);
}

void report_elf_runtime(const char *path, ReportElfRuntime *runtime)
{
    *runtime = (ReportElfRuntime){.bits = g_byte_array_new()};
    elf_version(EV_CURRENT);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP_PRIVATE, NULL) : NULL;
    if (elf)
        visit_elf(elf, runtime);
    elf_end(elf);
    if (fd >= 0)
        close(fd);
}

void report_elf_runtime_clear(ReportElfRuntime *runtime)
{
    g_byte_array_unref(runtime->bits);
    g_free(runtime->baked);
}
