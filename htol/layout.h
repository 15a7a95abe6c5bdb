/* Places and marks of the records that are mapped, not parsed: the AT rows of format.def as constants.
 * Plain C without GLib, because the runtime includes it; it reads nothing itself. */
#ifndef HTOL_LAYOUT_H
#define HTOL_LAYOUT_H

#define AT(PREFIX, FIELD, offset, size, doc)                                                                 \
    HTOL_AT_##PREFIX##_##FIELD = (offset), HTOL_LEN_##PREFIX##_##FIELD = (size),
enum {
#include "htol/format.def"
    HTOL_AT_NOTHING
};
#undef AT

/* The section of an object that holds its tables, one after the other. */
#define HTOL_TABLE_SECTION ".hlcov_tab"

#define HTOL_UNIT_MAGIC_BYTES "\x89HLU\r\n\x1a\n"
#define HTOL_DATA_MAGIC_BYTES "\x89HLB\r\n\x1a\n"

/* The page that units and the header of a data file are padded to. Where the machine's page is larger,
 * programs run but record nothing. */
enum { HTOL_PAGE = 4096 };

enum { HTOL_DATA_LAYOUT_VERSION = 1 };

/* FNV-1a with 64 bits: begins with the offset basis, is continued byte by byte. */
#define HTOL_FNV_BASIS 0xcbf29ce484222325u
#define HTOL_FNV_PRIME 0x100000001b3u

#endif
