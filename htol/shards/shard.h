/* Shards: what tests recorded, sealed: packed, and with checksums by which any flipped bit is found. Writes and reads
 * their bytes; which files there are, and how they are merged, is report/'s. FORMATS.md has the format.
 *
 * A shard is a row of blocks. A block of tests holds some tests, in the order of their names; of what they recorded,
 * 64 neighbouring slots are a *word*, and a word's bits are written once, for all tests of the block that have the
 * same there. So bytes, and the time to read them, grow with what differs between one test and the next. */
#ifndef HTOL_SHARD_H
#define HTOL_SHARD_H

#include "htol/base/stream.h"
#include "htol/files/crash.h"
#include "htol/files/table.h"
#include "htol/files/tuple.h"

/* How a test ended. */
typedef struct {
    gint64 started;  /* microseconds since 1970; 0: nothing is known of the ending */
    gint64 duration; /* microseconds */
    guint32 status;  /* its exit status, or HTOL_ENDED_BY_SIGNAL + a signal's number, or HTOL_END_UNKNOWN */
} HtolEnding;

/* Values of `status` beside the exit statuses 0 to 255. */
enum { HTOL_ENDED_BY_SIGNAL = 256, HTOL_END_UNKNOWN = 512 };

/* Compares two endings, as strcmp does: the later one is greater, an unknown one least. */
gint htol_ending_compare(const HtolEnding *one, const HtolEnding *other);

/* A program or library that a test ran. */
typedef struct {
    const char *build_id; /* lower-case hexadecimal digits; "" if it has none */
    const char *path;     /* "" if not known */
    HtolCrashes crashes;  /* how its processes ended by signals in that test; in order */
} HtolProgram;

/* Compares two HtolPrograms: by build-id, then path; crashes do not matter. */
gint htol_program_compare(gconstpointer one, gconstpointer other);

/* What a test recorded of a unit. */
typedef struct {
    guint8 id[HTOL_ID_SIZE]; /* of the unit's table */
    guint32 n_slots;
    guint64 lost;         /* number of tuples that could not be kept, in the run that lost most */
    const guint64 *words; /* HTOL_WORDS(n_slots): bit i of word w is slot 64 w + i; bits behind the last slot are 0 */
    guint32 n_tuples;
    const HtolTuple *tuples; /* in the order of htol_tuple_compare, each once */
} HtolFacts;

#define HTOL_WORDS(n_slots) (((gsize)(n_slots) + 63) / 64)

/* Compares two HtolFacts of a test: by id, then n_slots. */
gint htol_facts_compare(gconstpointer one, gconstpointer other);

/* What one test recorded: its ending, the programs that it ran, and the facts of their units. */
typedef struct {
    const char *name; /* "": what was recorded outside of all tests */
    HtolEnding ending;
    guint32 n_programs;
    const HtolProgram *programs; /* in order, each once */
    guint32 n_units;
    const HtolFacts *units; /* in order, each once */
} HtolTest;

/* What a block of a shard holds. */
typedef enum {
    HTOL_SHARD_TESTS,
    HTOL_SHARD_TABLE,
    HTOL_SHARD_STRONG, /* the table of a unit of a strong build */
    HTOL_SHARD_TRIALS, /* lines as trials.h has them */
    HTOL_SHARD_PROOFS, /* what was proved of a unit: a text as proof.h has it */
    HTOL_SHARD_PARTS,  /* lines as parts.h has them */
    HTOL_SHARD_JUDGED, /* sums of judged files, as judged.h has them */
    HTOL_SHARD_KINDS
} HtolShardKind;

/* ---- writing: the bytes depend on nothing but the tables and tests that were added ---- */

typedef struct HtolShardWriter HtolShardWriter;

/* Makes a writer without tests; htol_shard_writer_free frees it. */
HtolShardWriter *htol_shard_writer_new(void);
void htol_shard_writer_free(HtolShardWriter *writer);

/* Adds a block of that kind, which is not TESTS: `bytes` as their file has them, or lines, each ended by a newline. Add
 * them before any test, by their kinds. */
void htol_shard_writer_plain(HtolShardWriter *writer, HtolShardKind kind, gconstpointer bytes, gsize size);

/* Adds a test, whose name must be greater (strcmp) than that of the test before. A test with very many units is split
 * over several blocks, in each under its name. */
void htol_shard_writer_test(HtolShardWriter *writer, const HtolTest *test);

/* Writes the rest of the shard, after the last test. */
void htol_shard_writer_end(HtolShardWriter *writer);

/* Returns the bytes that are ready. They belong to the writer; the caller may remove them once it has written them:
 * g_byte_array_set_size(..., 0). */
GByteArray *htol_shard_writer_ready(HtolShardWriter *writer);

/* The most slots that the units of a block may have together; so a unit may have no more. */
enum { HTOL_MOST_SHARD_SLOTS = 1 << 26 };

/* ---- reading ---- */

/* A block whose checksum is right. */
typedef struct {
    HtolShardKind kind;
    const guint8 *body;
    gsize size;
    guint64 unpacked; /* bytes of the body when it is unpacked; for TESTS only */
} HtolShardBlock;

/* The state of reading blocks from a file with one shard, or several one behind the other. */
typedef struct {
    const guint8 *bytes;
    gsize size, at;
    guint32 next;  /* number that the next block must have */
    gboolean last; /* the block before was the last of its shard */
} HtolShardFile;

#define HTOL_SHARD_FILE(bytes, size) ((HtolShardFile){(bytes), (size), 0, 0, TRUE})

/* What comes next in a shard: a block, one that is damaged, or nothing. */
typedef enum { HTOL_SHARD_BLOCK, HTOL_SHARD_DAMAGED, HTOL_SHARD_END } HtolShardNext;

/* Sets *block to the next block. DAMAGED: sets *error; call again for the blocks behind the damage. */
HtolShardNext htol_shard_next(HtolShardFile *file, HtolShardBlock *block, GError **error);

/* Numbers of tests: from first to end - 1. */
typedef struct {
    guint32 first, end;
} HtolRange;

/* A value of a word, and which tests of a block have it. */
typedef struct {
    guint64 bits;
    guint32 n_ranges;
    HtolRange *ranges; /* of the tests' numbers in the block: ascending, and apart */
    guint32 room;      /* for the reader only */
} HtolContent;

/* All values but 0 that tests of a block have for one word: in no order, each once. */
typedef struct {
    guint32 n_contents;
    HtolContent *contents;
    guint32 room, current; /* for the reader only */
} HtolColumn;

/* The facts that the tests of a block have of one unit, column by column: each is a word for every test. */
typedef struct {
    guint8 id[HTOL_ID_SIZE];
    guint32 n_slots;
    GArray *slots;                  /* HtolColumn: whether the unit ran (1), what was lost, then the words of slots */
    GArray *tuples;                 /* HtolColumn: bit i of word w is tuple 64 w + i of `list` */
    GArray *list;                   /* HtolTuple: in no order, each once */
    GArray *slots_now, *tuples_now; /* guint64: value of each column in the current test; for the reader only */
} HtolShardUnit;

/* Indices of columns of `slots`: the words of slots begin at HTOL_COLUMN_WORDS. */
enum { HTOL_COLUMN_RAN, HTOL_COLUMN_LOST, HTOL_COLUMN_WORDS };

/* A block of tests while it is stepped through, test after test. */
typedef struct {
    HtolArena *arena;
    guint32 n_tests;
    HtolTest *tests; /* without units */
    guint32 n_units;
    HtolShardUnit *units; /* columns and tuples hold the tests stepped over so far */
    guint32 turn;         /* number of tests stepped over */
    HtolStream changes;   /* of the other tests; for the reader only, as `values` */
    HtolStream values;
} HtolShardReader;

/* Unpacks a block of tests and checks it, except for what the tests recorded: htol_shard_step checks that. NULL and
 * *error on damage. */
HtolShardReader *htol_shard_reader_new(const HtolShardBlock *block, GError **error);
void htol_shard_reader_free(HtolShardReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtolShardReader, htol_shard_reader_free)

/* Goes on to the next test, which is tests[turn - 1] then. FALSE behind the last one, or with *error on damage. */
gboolean htol_shard_step(HtolShardReader *reader, GError **error);

/* Sets *facts to what the current test recorded of that unit, FALSE if nothing. Valid until the next step; tuples are
 * in the arena. */
gboolean htol_shard_facts(const HtolShardReader *reader, guint32 unit, HtolArena *arena, HtolFacts *facts);

/* Prints what each test recorded as text. FALSE with *error on the first damage: what stands before it is printed. */
gboolean htol_shard_dump(const guint8 *bytes, gsize size, GString *out, GError **error);

#endif
