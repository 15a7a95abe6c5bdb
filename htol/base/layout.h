/* Places and marks of the records that are mapped, not parsed: the AT rows of format.def as constants.
 * Plain C without GLib, because the runtime includes it; it reads nothing itself. */
#ifndef HTOL_LAYOUT_H
#define HTOL_LAYOUT_H

#define AT(PREFIX, FIELD, offset, size, doc)                                                                           \
    HTOL_AT_##PREFIX##_##FIELD = (offset), HTOL_LEN_##PREFIX##_##FIELD = (size),
/* For each AT row two constants: HTOL_AT_<PREFIX>_<FIELD>, the offset of the field in bytes, and HTOL_LEN_..., its
 * size. */
enum {
#include "htol/base/format.def"
    HTOL_AT_NOTHING
};
#undef AT

/* The section of an object that holds its tables, one after the other. */
#define HTOL_TABLE_SECTION ".hlcov_tab"

#define HTOL_UNIT_MAGIC_BYTES "\x89HLU\r\n\x1a\n"
#define HTOL_SET_MAGIC_BYTES "\x89HLS\r\n\x1a\n"
#define HTOL_DATA_MAGIC_BYTES "\x89HLB\r\n\x1a\n"
#define HTOL_SHARD_MAGIC_BYTES "\x89HLP\r\n\x1a\n"
#define HTOL_JOURNAL_MAGIC_BYTES "\x89HLR\r\n\x1a\n"
#define HTOL_GOALS_MAGIC_BYTES "\x89HLG\r\n\x1a\n"

/* Before the name of a function: that of its second text, which has no probes. */
#define HTOL_TWIN_PREFIX "hlcov_clean_"

/* Where in the data directory the files of tests lie while they run, and when they are sealed. */
#define HTOL_LIVE_DIRECTORY "live"
#define HTOL_SHARDS_DIRECTORY "shards"
#define HTOL_UNMEASURED_DIRECTORY "unmeasured"

/* The journal of a process that runs many tests, beside its data file; the most bytes that it may have, for it is read
 * whole. */
#define HTOL_JOURNAL_NAME "journal.hlr"
#define HTOL_MOST_JOURNAL (1ul << 28)

/* The page that units and the header of a data file are padded to. Where the machine's page is larger,
 * programs run but record nothing. */
enum { HTOL_PAGE = 4096 };

/* Versions of the layouts of data files and of shards; readers refuse all others. */
enum { HTOL_DATA_LAYOUT_VERSION = 1 };
enum { HTOL_SHARD_LAYOUT_VERSION = 1 };

/* The lowest bits of a note's state. */
enum HtolCrashState { HTOL_CRASH_FREE, HTOL_CRASH_TAKEN, HTOL_CRASH_COMPLETE };
enum { HTOL_CRASH_STATE_BITS = 2 };

/* Saved stacks of crashed processes. The file's name is the user's number, eight hexadecimal digits, and this. */
#define HTOL_STACK_SUFFIX ".hlk"
enum { HTOL_STACK_LAYOUT_VERSION = 1, HTOL_STACKS = 32 };
enum HtolStackState { HTOL_STACK_FREE, HTOL_STACK_TAKEN, HTOL_STACK_COMPLETE };

/* What the bits of a tuple's value are. */
enum HtolTupleKind {
    HTOL_TUPLE_SIGNED,   /* a signed integer of 64 bits */
    HTOL_TUPLE_UNSIGNED, /* an unsigned integer of 64 bits */
    HTOL_TUPLE_FLOAT,    /* a double */
    HTOL_TUPLE_POINTER,  /* an address in the process of that number; of the null pointer 0 */
    HTOL_TUPLE_CODE,     /* an address of a function; where it is known which program or library has it: an offset in
                            that, and its number instead of the process's */
    HTOL_TUPLE_VECTOR,   /* values of conditions, two bits each from the lowest: 0 false, 1 true, 2 not evaluated */
    HTOL_TUPLE_KINDS
};

/* The conditions that a value of kind VECTOR stands for. A decision's vector has a value for its first so many
 * conditions, constant ones included, one for the next, and so on; what is left of the last is 0. */
enum { HTOL_VECTOR_CONDITIONS = 32 };

/* What a process does with its slots, once its runtime has begun (hlcov_rt_started): records, or tells engines of
 * fuzzing, which clear them. */
enum { HTOL_PROCESS_RECORDS = 1, HTOL_PROCESS_FUZZES = 2 };

/* The most values that a tuple may have. */
enum { HTOL_MOST_TUPLE_VALUES = 64 };

/* The state of a sequence in one thread, in words of 8 bytes: see rt/values.h. `values`: bound by all steps but the
 * last. */
enum { HTOL_SEQUENCE_ROOM = 256, HTOL_SEQUENCE_HEAD = 4 };
#define HTOL_SEQUENCE_WORDS(values) (HTOL_SEQUENCE_HEAD + HTOL_SEQUENCE_ROOM * (2 + 2 * (values)))

/* FNV-1a with 64 bits: begins with the offset basis, is continued byte by byte. */
#define HTOL_FNV_BASIS 0xcbf29ce484222325u
#define HTOL_FNV_PRIME 0x100000001b3u

#endif
