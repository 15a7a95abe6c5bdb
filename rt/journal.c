/* Many tests of one process, under `hlcov run`, share one data file: when the next begins, what the last one recorded
 * is appended to a journal beside the file, and the section is clear again. That takes a fraction of the time that a
 * file for each test takes, and of the room. Whoever seals the file reads both.
 *
 * The program may be killed at any time, and nothing is lost: first the record is written, then the section cleared,
 * then the file is said to be the next test's. Where somebody else may write to the file, because the process has
 * forked, it is left as it is, and tests have files of their own again; and in the forked process, too. */
#include "rt/rt.h"

#include "rt/os.h"

/* Lies in memory that the kernel clears in forked processes. */
typedef struct {
    int works;
    long waited_for;    /* os_waited_for, when it began */
    unsigned long size; /* of the journal, in bytes */
    RtWord *named_by;   /* RECORD of the file's header, mapped */
    char path[4096];    /* of the journal */
    RtWord record[];    /* room for the largest one */
} Journal;

static Journal *journal;

static unsigned long padded(unsigned long size)
{
    return (size + HTOL_PAGE - 1) / HTOL_PAGE * HTOL_PAGE;
}

/* Rows of words are largest where every other word is to be kept: then each has a word before it. */
static unsigned long journal_size(void)
{
    return padded(sizeof(Journal) + HTOL_AT_JOURNAL_END + HTOL_LEN_DATA_TEST + rt_size());
}

static int keep_path(const char *path)
{
    RtText text = rt_text(journal->path, sizeof journal->path);

    if (!path)
        return 0;
    rt_add_string(&text, path);
    rt_add(&text, "", 1);
    return text.at != (void *)0;
}

static int map_header(long fd)
{
    long header = os_map_file(fd, HTOL_PAGE);

    if (os_failed(header))
        return 0;
    journal->named_by = (RtWord *)(header + HTOL_AT_DATA_RECORD);
    return 1;
}

void rt_journal_begin(long fd)
{
    long place = os_map_zeros(journal_size());

    if (os_failed(place))
        return;
    journal = (Journal *)place;
    journal->waited_for = os_waited_for();
    journal->works = os_clear_on_fork(journal, journal_size()) && !os_has_child() && map_header(fd) &&
                     keep_path(rt_file_make_journal());
}

int rt_journal_has_begun(void)
{
    return journal != (void *)0;
}

/* ---- a record ---- */

static RtWord *put_name(RtWord *to, const char *test)
{
    unsigned char *byte = (unsigned char *)(to + HTOL_AT_JOURNAL_END / sizeof *to);
    unsigned long length = 0;

    for (; test && test[length]; length++)
        byte[length] = (unsigned char)test[length];
    to[HTOL_AT_JOURNAL_NAME / sizeof *to] = length;
    for (; length % sizeof *to; length++)
        byte[length] = 0;
    return (RtWord *)(byte + length);
}

/* Puts the rows of words from index `at` of the section to `end`. */
static RtWord *put_rows(RtWord *to, unsigned long at, unsigned long end)
{
    const RtWord *section = (const RtWord *)__start_hlcov_bits;

    while (at < end) {
        RtWord *row = to;

        if (!section[at++])
            continue;
        for (at--, to++; at < end && section[at]; at++)
            *to++ = section[at];
        *row = (at - (unsigned long)(to - row - 1)) | (unsigned long)(to - row - 1) << 32;
    }
    return to;
}

/* Returns the size of a piece up to the end of what it has: the words of a set are given away one after the other. */
static unsigned long used_size(const unsigned char *piece)
{
    unsigned long size = rt_piece_size(piece), words = *(const RtWord *)(piece + HTOL_AT_SET_USED), used;

    if (!rt_is_set(piece) || words > size)
        return size;
    used = HTOL_AT_SET_END + rt_half(piece, HTOL_AT_SET_INDEX) * sizeof(RtHalf) + words * sizeof(RtWord);
    return used < size ? used : size;
}

static RtWord *put_section(RtWord *to)
{
    for (unsigned long at = 0; at < rt_size(); at += rt_piece_size(__start_hlcov_bits + at)) {
        const unsigned char *piece = __start_hlcov_bits + at;

        to = put_rows(to, (at + rt_constant_size(piece)) / sizeof *to, (at + used_size(piece)) / sizeof *to);
    }
    return to;
}

static unsigned long sum_of(const RtWord *at, const RtWord *end)
{
    unsigned long sum = HTOL_FNV_BASIS;

    while (at < end)
        sum = (sum ^ *at++) * HTOL_FNV_PRIME;
    return sum;
}

/* Makes the record; returns its size in bytes. Sets *rows to where its rows begin. */
static unsigned long make_record(const char *test, const RtWord **rows)
{
    RtWord *record = journal->record, *end;
    RtText magic = rt_text(record, HTOL_LEN_JOURNAL_MAGIC);

    *rows = put_name(record, test);
    end = put_section((RtWord *)*rows);
    rt_add(&magic, HTOL_JOURNAL_MAGIC_BYTES, HTOL_LEN_JOURNAL_MAGIC);
    record[HTOL_AT_JOURNAL_SIZE / sizeof *record] = (unsigned long)(end - record) * sizeof *record;
    record[HTOL_AT_JOURNAL_CHECKSUM / sizeof *record] = sum_of(record + HTOL_AT_JOURNAL_NAME / sizeof *record, end);
    return (unsigned long)(end - record) * sizeof *record;
}

/* ---- the turn ---- */

/* A part of a record that was written is no harm at the end of the journal: so nothing may come behind it. */
static int append(unsigned long size)
{
    long fd, written;

    if (journal->size + size > HTOL_MOST_JOURNAL || journal->size + size > os_largest_file())
        return 0;
    fd = os_open_to_append(journal->path);
    if (os_failed(fd))
        return 0;
    written = os_write(fd, journal->record, size);
    os_close(fd);
    return written == (long)size;
}

/* Clears the words of the section that the rows have. */
static void clear_words(const RtWord *row, const RtWord *end)
{
    RtWord *section = (RtWord *)__start_hlcov_bits;

    while (row < end) {
        unsigned long first = *row & 0xffffffff, count = *row >> 32;

        for (unsigned long i = 0; i < count; i++)
            section[first + i] = 0;
        row += 1 + count;
    }
}

/* A process that has exited may have forked another one. */
static int is_shared(void)
{
    return os_has_child() || os_waited_for() != journal->waited_for;
}

static int turn(const char *test)
{
    const RtWord *rows;
    unsigned long size;

    if (is_shared())
        return 0;
    size = make_record(test, &rows);
    if (!append(size))
        return 0;
    clear_words(rows, journal->record + size / sizeof *rows);
    __atomic_store_n(journal->named_by, 1 + journal->size, __ATOMIC_RELEASE);
    journal->size += size;
    return 1;
}

/* Once it does not work, it does not later: another file is mapped then. Handlers of signals may run measured code. */
int rt_journal_turn(const char *test)
{
    unsigned long signals;

    if (!journal || !journal->works)
        return 0;
    os_hold_signals(&signals);
    journal->works = turn(test);
    os_let_signals(&signals);
    return journal->works;
}
