/* Fuzzing: where the environment asks for it, engines are told of the slots, as places that a new input may set, and no
 * data file is opened. It runs no engine and chooses no input.
 *
 * Two languages are spoken. That of SanitizerCoverage: each range of slots is an array of 8-bit counters in the
 * program's memory, with a table of as many places; libFuzzer and others in the process read and clear it. That of
 * AFL: pages of its shared memory take the place of the pages of slots, and a fork server starts a process for each
 * input. If the program has the runtime of AFL's compiler, that has a fork server; its map gets the slots behind the
 * edges. Sets of tuples guide nobody, and stay as they are.
 *
 * Source: the interfaces of clang's SanitizerCoverage and of the fork server of AFL++ 4. */
#include "rt/rt.h"

#include "rt/os.h"

/* Engines that are linked in, or another library of the process has; a sanitizer may have the first two as well. */
extern void __sanitizer_cov_8bit_counters_init(char *begin, char *end) __attribute__((weak));
extern void __sanitizer_cov_pcs_init(const unsigned long *begin, const unsigned long *end) __attribute__((weak));
extern void __sanitizer_cov_trace_pc_guard_init(unsigned int *begin, unsigned int *end) __attribute__((weak));
extern unsigned char *__afl_area_ptr __attribute__((weak));

/* Of libc, behind pthread_atfork, which not all programs have; and what tells it of which program or library. */
extern int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *image)
    __attribute__((weak));
extern void *__dso_handle __attribute__((weak, visibility("hidden")));

/* A byte for each of the section, 1 where a slot is wanted, up to a whole word; NULL: all are. */
static const unsigned char *wanted;

/* ---- which slots ---- */

/* The goals of our program or library among those in the file, which is mapped. */
static const unsigned char *find_goals(const unsigned char *at, const unsigned char *end)
{
    unsigned char id[HTOL_LEN_DATA_BUILD_ID];
    unsigned int size = rt_build_id(id);

    while (end - at >= HTOL_AT_GOALS_END && rt_equal(at, HTOL_GOALS_MAGIC_BYTES, HTOL_LEN_GOALS_MAGIC)) {
        unsigned long bytes = *(const RtWord *)(at + HTOL_AT_GOALS_SIZE);

        if (bytes > (unsigned long)(end - at - HTOL_AT_GOALS_END))
            break;
        if (size > 0 && rt_half(at, HTOL_AT_GOALS_BUILD_ID_SIZE) == size &&
            rt_equal(at + HTOL_AT_GOALS_BUILD_ID, id, size) && bytes == rt_size())
            return at + HTOL_AT_GOALS_END;
        at += HTOL_AT_GOALS_END + bytes;
    }
    return (void *)0;
}

/* `path` may name no file: then all slots are wanted. */
static void read_goals(const char *path)
{
    long fd = os_open(path);
    long size = os_failed(fd) ? 0 : os_size(fd);
    long mapped = size > 0 ? os_map_file(fd, (unsigned long)size) : OS_UNFIT;

    if (!os_failed(fd))
        os_close(fd);
    if (!os_failed(mapped))
        wanted = find_goals((unsigned char *)mapped, (unsigned char *)mapped + size);
}

static int is_wanted(const unsigned char *slot)
{
    return !wanted || wanted[slot - __start_hlcov_bits];
}

/* ---- SanitizerCoverage ---- */

/* libFuzzer takes 4,096 ranges of all that is loaded. */
enum { MOST_RANGES = 1024 };

/* Ranges of wanted slots; slots with at most `gap` bytes between them are in one. */
typedef struct {
    unsigned long gap, count;
    unsigned char *begin, *end; /* of the range that grows; NULL: there is none */
    int tells;
} Ranges;

static void end_range(Ranges *ranges)
{
    unsigned long size = (unsigned long)(ranges->end - ranges->begin);
    long places;

    if (!ranges->begin)
        return;
    ranges->count++;
    places = ranges->tells ? os_map_zeros(16 * size) : OS_UNFIT;
    if (!os_failed(places)) {
        for (unsigned long i = 0; i < size; i++)
            ((unsigned long *)places)[2 * i] = (unsigned long)ranges->begin + i;
        __sanitizer_cov_8bit_counters_init((char *)ranges->begin, (char *)ranges->end);
        if (__sanitizer_cov_pcs_init)
            __sanitizer_cov_pcs_init((unsigned long *)places, (unsigned long *)places + 2 * size);
    }
    ranges->begin = (void *)0;
}

static void add_slot(Ranges *ranges, unsigned char *slot)
{
    if (ranges->begin && (unsigned long)(slot - ranges->end) > ranges->gap)
        end_range(ranges);
    if (!ranges->begin)
        ranges->begin = slot;
    ranges->end = slot + 1;
}

static void add_unit(Ranges *ranges, unsigned char *unit)
{
    unsigned char *slot = unit + HTOL_AT_UNIT_END;

    for (unsigned long n = rt_half(unit, HTOL_AT_UNIT_SLOTS); n > 0; n--, slot++)
        if (is_wanted(slot))
            add_slot(ranges, slot);
}

/* Makes the ranges; a set of tuples is never part of one. Returns how many there are. */
static unsigned long make_ranges(unsigned long gap, int tells)
{
    Ranges ranges = {gap, 0, (void *)0, (void *)0, tells};
    unsigned char *piece = __start_hlcov_bits;

    for (unsigned long size; piece < __stop_hlcov_bits; piece += size) {
        size = rt_piece_size(piece);
        if (rt_is_set(piece))
            end_range(&ranges);
        else
            add_unit(&ranges, piece);
    }
    end_range(&ranges);
    return ranges.count;
}

static void tell_counters(void)
{
    unsigned long gap = 0;

    while (gap < rt_size() && make_ranges(gap, 0) > MOST_RANGES)
        gap = 2 * gap + 1;
    make_ranges(gap, 1);
}

/* ---- AFL: the map ---- */

/* Descriptors of its fork server, and words that it understands: see its documentation. */
enum { AFL_READS = 199, AFL_WRITES = 198, AFL_LARGEST_MAP = 1 << 23 };
#define AFL_OPTIONS 0x80000001u
#define AFL_MAP_SIZE 0x40000000u

/* Compilers that number edges begin with a few that nobody has; edges of others lie anywhere in so many bytes. */
enum { AFL_FIRST_EDGES = 64, AFL_EDGES = 1 << 16 };

typedef struct {
    unsigned char *map; /* AFL's, mapped once more, for its pages to be moved */
    unsigned long size; /* of all of it, in bytes */
    unsigned long end;  /* of the pages that were moved */
} AflPages;

/* A unit whose pages are AFL's, and its header, which the engine clears with the map. */
typedef struct {
    unsigned char *at;
    unsigned long size;
    RtWord header[HTOL_AT_UNIT_END / sizeof(RtWord)];
} MovedUnit;

static MovedUnit *moved;
static unsigned long n_moved;

/* Whether the unit has a wanted slot. Pages without one are left out of the map. */
static int has_goal(const unsigned char *unit)
{
    const unsigned char *end = unit + HTOL_AT_UNIT_END + rt_half(unit, HTOL_AT_UNIT_SLOTS);

    for (const unsigned char *slot = unit + HTOL_AT_UNIT_END; slot < end; slot++)
        if (is_wanted(slot))
            return 1;
    return 0;
}

static unsigned long size_of_units(void)
{
    unsigned long size = 0;

    for (const unsigned char *piece = __start_hlcov_bits; piece < __stop_hlcov_bits; piece += rt_piece_size(piece))
        if (!rt_is_set(piece) && has_goal(piece))
            size += rt_piece_size(piece);
    return size;
}

static unsigned long whole_pages(unsigned long size)
{
    return (size + HTOL_PAGE - 1) / HTOL_PAGE * HTOL_PAGE;
}

/* Makes room for a note of each unit. Returns 0 if there is none. */
static int make_notes(void)
{
    unsigned long units = 0;
    long notes;

    for (const unsigned char *piece = __start_hlcov_bits; piece < __stop_hlcov_bits; piece += rt_piece_size(piece))
        units += !rt_is_set(piece);
    notes = os_map_zeros(whole_pages(units * sizeof *moved));
    if (os_failed(notes))
        return 0;
    moved = (MovedUnit *)notes;
    return 1;
}

static void move_unit(AflPages *pages, unsigned char *unit, unsigned long size)
{
    MovedUnit *note = moved + n_moved;

    note->at = unit;
    note->size = size;
    for (unsigned long i = 0; i < HTOL_AT_UNIT_END / sizeof(RtWord); i++)
        note->header[i] = ((const RtWord *)unit)[i];
    if (os_failed(os_map_over(pages->map + pages->end, size, unit)))
        return;
    pages->end += size;
    n_moved++;
}

/* Moves pages of the map over those of the units, and lets go of what is before and behind them: each mapping costs
 * each fork. What does not fit stays private: it guides nobody. */
static void map_units(AflPages *pages)
{
    unsigned char *piece = __start_hlcov_bits;
    unsigned long begin = pages->end;

    for (unsigned long size; piece < __stop_hlcov_bits; piece += size) {
        size = rt_piece_size(piece);
        if (!rt_is_set(piece) && has_goal(piece) && pages->end + size <= pages->size)
            move_unit(pages, piece, size);
    }
    os_unmap(pages->map, begin < pages->size ? begin : pages->size);
    if (pages->end < pages->size)
        os_unmap(pages->map + pages->end, pages->size - pages->end);
}

/* Asks the runtime of AFL's compiler for numbers of so many edges, as if there were one more object. Returns the first
 * of them; 0: there is no memory to ask. */
static unsigned long number_edges(unsigned long count)
{
    unsigned long size = whole_pages(count * sizeof(unsigned int));
    long guards = os_map_zeros(size);
    unsigned long first;

    if (os_failed(guards))
        return 0;
    __sanitizer_cov_trace_pc_guard_init((unsigned int *)guards, (unsigned int *)guards + count);
    first = *(unsigned int *)guards;
    os_unmap((void *)guards, size);
    return first;
}

/* Has room made behind the edges. Returns the first of the bytes that are ours, at a page of the map. */
static unsigned long room_behind_edges(void)
{
    unsigned long least = number_edges(1) < AFL_FIRST_EDGES ? AFL_EDGES : 0;
    unsigned long first = number_edges(least + HTOL_PAGE + size_of_units());

    if (first == 0)
        return AFL_LARGEST_MAP;
    return whole_pages(first > least ? first : least);
}

/* ---- AFL: the fork server ---- */

static int tell_word(unsigned int word)
{
    return os_write(AFL_READS, &word, sizeof word) == sizeof word;
}

/* Has the kernel bring the pages of all moved units at once: to fault them in one by one takes longer than the rest of
 * a short run. */
static void bring_pages(void)
{
    unsigned char *begin = (void *)0, *end = (void *)0;

    for (unsigned long i = 0; i < n_moved; i++) {
        if (moved[i].at != end) {
            os_populate(begin, (unsigned long)(end - begin));
            begin = moved[i].at;
        }
        end = moved[i].at + moved[i].size;
    }
    os_populate(begin, (unsigned long)(end - begin));
}

/* Restores the unit's header, and sets slots that are not wanted, and what lies between units, which are never new
 * then. */
static void prepare_unit(const MovedUnit *unit)
{
    static const RtWord ones = 0x0101010101010101ul;
    const RtWord *goals = (const RtWord *)(wanted ? wanted + (unit->at - __start_hlcov_bits) : (void *)0);
    RtWord *words = (RtWord *)unit->at;

    for (unsigned long i = 0; i < HTOL_AT_UNIT_END / sizeof ones; i++)
        words[i] = unit->header[i];
    for (unsigned long i = HTOL_AT_UNIT_END / sizeof ones; goals && i < unit->size / sizeof ones; i++)
        words[i] |= goals[i] ^ ones;
}

/* Called in the process that runs the program, when the engine has cleared the map. */
static void prepare_units(void)
{
    bring_pages();
    for (unsigned long i = 0; i < n_moved; i++)
        prepare_unit(moved + i);
}

static int serve_input(void)
{
    unsigned int word;
    long child;
    int status = 0;

    if (os_read(AFL_WRITES, &word, sizeof word) != sizeof word)
        os_end();
    child = os_fork();
    if (child == 0)
        return 0;
    if (child < 0 || !tell_word((unsigned int)child) || !os_wait(child, &status) || !tell_word((unsigned int)status))
        os_end();
    return 1;
}

/* Returns in each child; also if nobody listens: then the map is filled by this process. */
static void serve(unsigned long size)
{
    if (!tell_word(AFL_OPTIONS | AFL_MAP_SIZE | (unsigned int)(size - 1) << 1))
        return;
    while (serve_input())
        continue;
    os_close(AFL_WRITES);
    os_close(AFL_READS);
}

/* Has libc call prepare_units in each process that the server of AFL's runtime forks. */
static void prepare_forked(void)
{
    if (__register_atfork)
        __register_atfork((void *)0, (void *)0, prepare_units, &__dso_handle);
}

/* Of several programs and libraries with slots that are loaded, each has its pages behind those of the one before, and
 * the first serves. */
static void share_map(long id)
{
    int edges = &__afl_area_ptr && __sanitizer_cov_trace_pc_guard_init;
    unsigned long taken = rt_fuzz_taken();
    AflPages pages;
    long map;

    pages.end = edges ? room_behind_edges() : taken;
    map = make_notes() ? os_attach(id) : OS_UNFIT;
    if (os_failed(map))
        return;
    pages.map = (unsigned char *)map;
    pages.size = os_segment_size(id);
    if (pages.size > AFL_LARGEST_MAP)
        pages.size = AFL_LARGEST_MAP;
    map_units(&pages);
    rt_fuzz_take(pages.end);
    if (edges)
        prepare_forked();
    else if (taken == 0 && pages.end > 0)
        serve(pages.end);
    prepare_units();
}

int rt_fuzz_start(void)
{
    const char *goals = rt_fuzz_goals();
    long map;

    if (!goals)
        return 0;
    map = rt_fuzz_map();
    read_goals(goals);
    if (map >= 0)
        share_map(map);
    else if (__sanitizer_cov_8bit_counters_init)
        tell_counters();
    return 1;
}
