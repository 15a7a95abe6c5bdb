/* Reads code and tables of frames out of ELF files; see elf_frames.h. */
#include "report/elf/elf_frames.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "htol/base/bytes.h"
#include "htol/base/layout.h"

typedef struct {
    gint32 begin, description;
} Entry;

/* A part of the file that is loaded, by offset from where the file is. */
typedef struct {
    guint64 begin, size;
    const guint8 *bytes;
} Segment;

struct ReportFrames {
    int fd;
    Elf *elf;
    guint64 base;     /* the file's address of what offsets count from */
    guint64 size;     /* of what is loaded, a multiple of 8 */
    GArray *segments; /* Segment */
    GByteArray *made; /* what we have made; it seems to lie behind all else */
    ReportFrameTable table;
};

/* The file ----------------------------------------------------------------------------------------------- */

static guint64 number_of(Elf *elf)
{
    const void *bytes;
    ssize_t size = dwelf_elf_gnu_build_id(elf, &bytes);
    if (size <= 0)
        return 0;
    guint64 hash = htol_sum(HTOL_FNV_BASIS, bytes, (gsize)size);
    return hash >> 8 ? hash >> 8 : 1;
}

static void add_segment(ReportFrames *frames, const GElf_Phdr *header, const guint8 *bytes, gsize size)
{
    Segment segment = {header->p_vaddr - frames->base, header->p_filesz, bytes + header->p_offset};
    guint64 end = segment.begin + header->p_memsz;
    if (header->p_offset > size || header->p_filesz > size - header->p_offset || end < segment.begin)
        return;
    frames->size = MAX(frames->size, end);
    if (!(header->p_flags & PF_W))
        g_array_append_val(frames->segments, segment);
}

/* FALSE if nothing is loaded. */
static gboolean read_segments(ReportFrames *frames)
{
    size_t count, size;
    gboolean first = TRUE;
    const guint8 *bytes = (const guint8 *)elf_rawfile(frames->elf, &size);
    if (!bytes || elf_getphdrnum(frames->elf, &count) != 0)
        return FALSE;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(frames->elf, (int)i, &header) || header.p_type != PT_LOAD)
            continue;
        if (first)
            frames->base = header.p_vaddr - header.p_offset;
        first = FALSE;
        add_segment(frames, &header, bytes, size);
    }
    frames->size = (frames->size + 7) & ~(guint64)7;
    return frames->size > 0;
}

/* Behind the end of a part there is nothing but zeros, to the end of its page. */
static gboolean read_from(const Segment *segment, guint64 offset, void *to, gsize size)
{
    guint64 at = offset - segment->begin, left = segment->size - at;
    if (offset < segment->begin || at >= segment->size)
        return FALSE;
    memset(to, 0, size);
    memcpy(to, segment->bytes + at, MIN(size, left));
    return TRUE;
}

gboolean report_frames_read(const ReportFrames *frames, guint64 offset, void *to, gsize size)
{
    const Segment made = {frames->size, frames->made->len, frames->made->data};
    gboolean good = read_from(&made, offset, to, size);
    for (guint i = 0; i < frames->segments->len && !good; i++)
        good = read_from(&g_array_index(frames->segments, Segment, i), offset, to, size);
    return good;
}

/* The table that linkers make ---------------------------------------------------------------------------- */

static gboolean take_table(ReportFrames *frames, guint64 base)
{
    /* Version, then how numbers are written: as all linkers do. */
    static const guint8 known[] = {1, DW_EH_PE_pcrel | DW_EH_PE_sdata4, DW_EH_PE_udata4,
                                   DW_EH_PE_datarel | DW_EH_PE_sdata4};
    enum { COUNT = 8, TABLE = 12 };
    guint8 header[TABLE];
    if (!report_frames_read(frames, base, header, sizeof header) || memcmp(header, known, sizeof known) != 0)
        return FALSE;
    frames->table = (ReportFrameTable){base, base + TABLE, htol_number_at(header + COUNT)};
    return frames->table.n_entries > 0;
}

static gboolean find_table(ReportFrames *frames)
{
    size_t count;
    GElf_Phdr header;
    for (size_t i = 0; elf_getphdrnum(frames->elf, &count) == 0 && i < count; i++)
        if (gelf_getphdr(frames->elf, (int)i, &header) && header.p_type == PT_GNU_EH_FRAME)
            return take_table(frames, header.p_vaddr - frames->base);
    return FALSE;
}

/* A table of our own ------------------------------------------------------------------------------------- */

/* Section .eh_frame, of which static programs have no table; or .debug_frame. */
typedef struct {
    Elf_Data *data;
    guint64 address;
    const unsigned char *ident;
} Section;

static gboolean find_section(Elf *elf, const char *wanted, Section *found)
{
    size_t names;
    GElf_Shdr header;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return FALSE;
    for (Elf_Scn *section = elf_nextscn(elf, NULL); section; section = elf_nextscn(elf, section)) {
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (!name || strcmp(name, wanted) != 0)
            continue;
        if (header.sh_flags & SHF_COMPRESSED && elf_compress(section, 0, 0) < 0)
            return FALSE;
        *found = (Section){elf_getdata(section, NULL), header.sh_addr, (const unsigned char *)elf_getident(elf, NULL)};
        return found->data && found->data->d_buf && found->ident;
    }
    return FALSE;
}

static gsize size_of_encoded(guint8 encoding)
{
    switch (encoding & 0x07) {
    case DW_EH_PE_absptr:
    case DW_EH_PE_udata8: return 8;
    case DW_EH_PE_udata4: return 4;
    case DW_EH_PE_udata2: return 2;
    default: return 0;
    }
}

/* How the functions' addresses are written in what belongs to that description; DW_EH_PE_omit: not known. */
static guint8 encoding_of(const Dwarf_CIE *common)
{
    const guint8 *at = common->augmentation_data, *end = at + common->augmentation_data_size;
    if (common->augmentation[0] != 'z')
        return common->augmentation[0] ? DW_EH_PE_omit : DW_EH_PE_absptr;
    for (const char *c = common->augmentation + 1; *c; c++) {
        if (*c == 'S' || *c == 'B')
            continue;
        if (at >= end || !strchr("RLP", *c))
            return DW_EH_PE_omit;
        if (*c == 'R')
            return *at;
        at += *c == 'P' ? 1 + size_of_encoded(*at) : 1;
    }
    return DW_EH_PE_absptr;
}

static guint8 encoding_at(const Section *section, Dwarf_Off offset)
{
    Dwarf_Off next;
    Dwarf_CFI_Entry common;
    if (dwarf_next_cfi(section->ident, section->data, true, offset, &next, &common) != 0 || !dwarf_cfi_cie_p(&common))
        return DW_EH_PE_omit;
    return encoding_of(&common.cie);
}

/* FALSE if the function's address cannot be told. */
static gboolean read_begin(const Section *section, const Dwarf_FDE *description, guint64 *begin)
{
    guint8 encoding = encoding_at(section, description->CIE_pointer);
    gsize size = encoding == DW_EH_PE_omit ? 0 : size_of_encoded(encoding);
    guint64 place = section->address + (guint64)(description->start - (const guint8 *)section->data->d_buf);
    if (size < 4 || (gsize)(description->end - description->start) < size)
        return FALSE;
    guint64 value = size == 8 ? htol_long_number_at(description->start) : htol_number_at(description->start);
    if (size == 4 && encoding & DW_EH_PE_signed)
        value = (guint64)(gint64)(gint32)value;
    *begin = value + ((encoding & 0x70) == DW_EH_PE_pcrel ? place : 0);
    return (encoding & 0x70) == DW_EH_PE_pcrel || (encoding & 0x70) == 0;
}

static gint compare_entries(gconstpointer left, gconstpointer right)
{
    const Entry *one = left, *other = right;
    return one->begin < other->begin ? -1 : one->begin > other->begin;
}

/* The table goes behind what was made before. */
static void take_entries(ReportFrames *frames, GArray *entries)
{
    static const guint8 zeros[8];
    g_byte_array_append(frames->made, zeros, -frames->made->len % sizeof zeros);
    g_array_sort(entries, compare_entries);
    frames->table = (ReportFrameTable){0, frames->size + frames->made->len, entries->len};
    g_byte_array_append(frames->made, (const guint8 *)entries->data, entries->len * (guint)sizeof(Entry));
}

static void list_descriptions(const ReportFrames *frames, const Section *section, GArray *entries)
{
    Dwarf_Off offset = 0, next;
    Dwarf_CFI_Entry entry;
    for (; dwarf_next_cfi(section->ident, section->data, true, offset, &next, &entry) == 0; offset = next) {
        guint64 begin;
        if (dwarf_cfi_cie_p(&entry) || !read_begin(section, &entry.fde, &begin))
            continue;
        Entry made = {(gint32)(begin - frames->base), (gint32)(section->address - frames->base + offset)};
        g_array_append_val(entries, made);
    }
}

/* Section .debug_frame is not loaded, and is written otherwise: it is made into what .eh_frame would be. */

static void put_number(GByteArray *out, guint64 number)
{
    guint32 low = GUINT32_TO_LE((guint32)number);
    g_byte_array_append(out, (const guint8 *)&low, sizeof low);
}

static void put_byte(GByteArray *out, guint8 byte)
{
    g_byte_array_append(out, &byte, 1);
}

static void put_leb(GByteArray *out, gint64 number, gboolean is_signed)
{
    enum { LOW = 0x7f, MORE = 0x80, SIGN = 0x40 };
    for (;;) {
        guint8 low = number & LOW;
        number = is_signed ? number >> 7 : (gint64)((guint64)number >> 7);
        if (number == 0 && !(is_signed && low & SIGN))
            return put_byte(out, low);
        if (number == -1 && is_signed && low & SIGN)
            return put_byte(out, low);
        put_byte(out, low | MORE);
    }
}

/* Of a record that began there, whose first field is its length. */
static void end_record(GByteArray *out, guint begin, const guint8 *program, const guint8 *end)
{
    g_byte_array_append(out, program, (guint)(end - program));
    guint32 length = GUINT32_TO_LE(out->len - begin - (guint32)sizeof length);
    memcpy(out->data + begin, &length, sizeof length);
}

static void put_common(GByteArray *out, const Dwarf_CIE *common)
{
    static const guint8 start[] = {1, 'z', 'R', 0};
    guint begin = out->len;
    put_number(out, 0);
    put_number(out, 0);
    g_byte_array_append(out, start, sizeof start);
    put_leb(out, (gint64)common->code_alignment_factor, FALSE);
    put_leb(out, common->data_alignment_factor, TRUE);
    put_byte(out, (guint8)common->return_address_register);
    put_byte(out, 1);
    put_byte(out, DW_EH_PE_pcrel | DW_EH_PE_sdata4);
    end_record(out, begin, common->initial_instructions, common->initial_instructions_end);
}

/* FALSE if what it belongs to is of a kind that is not known. */
static gboolean put_description(ReportFrames *frames, const Section *section, const Dwarf_FDE *description,
                                Entry *entry)
{
    enum { ADDRESS = 8 };
    GByteArray *out = frames->made;
    Dwarf_Off next;
    Dwarf_CFI_Entry common;
    guint begin = out->len;
    if (dwarf_next_cfi(section->ident, section->data, false, description->CIE_pointer, &next, &common) != 0 ||
        !dwarf_cfi_cie_p(&common) || common.cie.augmentation[0] || description->end - description->start < 2 * ADDRESS)
        return FALSE;
    put_common(out, &common.cie);
    guint place = out->len;
    guint64 address = htol_long_number_at(description->start) - frames->base;
    put_number(out, 0);
    put_number(out, out->len - begin);
    put_number(out, address - frames->size - out->len);
    put_number(out, htol_long_number_at(description->start + ADDRESS));
    put_byte(out, 0);
    end_record(out, place, description->start + (gsize)2 * ADDRESS, description->end);
    *entry = (Entry){(gint32)address, (gint32)(frames->size + place)};
    return TRUE;
}

static void make_descriptions(ReportFrames *frames, const Section *section, GArray *entries)
{
    enum { MOST_BYTES = 1 << 26 };
    Dwarf_Off offset = 0, next;
    Dwarf_CFI_Entry entry;
    for (; dwarf_next_cfi(section->ident, section->data, false, offset, &next, &entry) == 0; offset = next) {
        Entry made;
        if (!dwarf_cfi_cie_p(&entry) && frames->made->len < MOST_BYTES &&
            put_description(frames, section, &entry.fde, &made))
            g_array_append_val(entries, made);
    }
}

/* What some units have in the one they may lack in the other. */
static gboolean has_debug_frames(Elf *elf)
{
    Section section;
    return find_section(elf, ".debug_frame", &section);
}

static void make_table(ReportFrames *frames)
{
    Section section;
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(Entry));
    if (find_section(frames->elf, ".eh_frame", &section))
        list_descriptions(frames, &section, entries);
    if (find_section(frames->elf, ".debug_frame", &section))
        make_descriptions(frames, &section, entries);
    take_entries(frames, entries);
}

/* All ---------------------------------------------------------------------------------------------------- */

static gboolean is_known(Elf *elf, guint64 number)
{
    return elf_kind(elf) == ELF_K_ELF && gelf_getclass(elf) == ELFCLASS64 && (!number || number_of(elf) == number);
}

/* A FIFO or a device might never end. */
static int open_regular(const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0 && (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(fd);
        return -1;
    }
    return fd;
}

ReportFrames *report_frames_open(const char *path, guint64 number)
{
    elf_version(EV_CURRENT);
    int fd = open_regular(path);
    if (fd < 0)
        return NULL;
    ReportFrames *frames = g_new0(ReportFrames, 1);
    frames->fd = fd;
    frames->elf = elf_begin(fd, ELF_C_READ_MMAP_PRIVATE, NULL);
    frames->segments = g_array_new(FALSE, FALSE, sizeof(Segment));
    frames->made = g_byte_array_new();
    if (!frames->elf || !is_known(frames->elf, number) || !read_segments(frames)) {
        report_frames_free(frames);
        return NULL;
    }
    if (has_debug_frames(frames->elf) || !find_table(frames))
        make_table(frames);
    return frames;
}

void report_frames_free(ReportFrames *frames)
{
    elf_end(frames->elf);
    close(frames->fd);
    g_array_unref(frames->segments);
    g_byte_array_unref(frames->made);
    g_free(frames);
}

guint64 report_frames_size(const ReportFrames *frames)
{
    return frames->size + frames->made->len;
}

const ReportFrameTable *report_frames_table(const ReportFrames *frames)
{
    return &frames->table;
}
