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

/* Edges of its older compilers lie anywhere in so many bytes. */
enum { AFL_EDGES = 1 << 16 };

typedef struct {
    unsigned char *map; /* AFL's, mapped once more, for its pages to be moved */
    unsigned long size; /* of all of it, in bytes */
    unsigned long end;  /* of the pages that were moved */
} AflPages;

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

/* Moves pages of the map over those of the units. What does not fit stays private: it guides nobody. */
static void map_units(AflPages *pages)
{
    unsigned char *piece = __start_hlcov_bits;

    for (unsigned long size; piece < __stop_hlcov_bits; piece += size) {
        size = rt_piece_size(piece);
        if (rt_is_set(piece) || !has_goal(piece) || pages->end + size > pages->size)
            continue;
        if (!os_failed(os_map_over(pages->map + pages->end, size, piece)))
            pages->end += size;
    }
}

static unsigned long whole_pages(unsigned long size)
{
    return (size + HTOL_PAGE - 1) / HTOL_PAGE * HTOL_PAGE;
}

/* Asks the runtime of AFL's compiler for room behind the edges, as for the edges of one more object: it numbers them.
 * Returns the first of the bytes that are ours, at a page of the map. */
static unsigned long room_behind_edges(void)
{
    unsigned long count = AFL_EDGES + HTOL_PAGE + size_of_units();
    long guards = os_map_zeros(whole_pages(count * sizeof(unsigned int)));
    unsigned long first;

    if (os_failed(guards))
        return AFL_LARGEST_MAP;
    __sanitizer_cov_trace_pc_guard_init((unsigned int *)guards, (unsigned int *)guards + count);
    first = *(unsigned int *)guards;
    os_unmap((void *)guards, whole_pages(count * sizeof(unsigned int)));
    return whole_pages(first > AFL_EDGES ? first : AFL_EDGES);
}

/* ---- AFL: the fork server ---- */

static int tell_word(unsigned int word)
{
    return os_write(AFL_READS, &word, sizeof word) == sizeof word;
}

/* The section as it was before the map's pages came over it: the map holds no headers. */
static const unsigned char *original;

static int keep_original(void)
{
    long copy = os_map_zeros(rt_size());

    if (os_failed(copy))
        return 0;
    for (unsigned long i = 0; i < rt_size(); i += sizeof(RtWord))
        *(RtWord *)(copy + (long)i) = *(const RtWord *)(__start_hlcov_bits + i);
    original = (const unsigned char *)copy;
    return 1;
}

/* Restores the unit's header, and sets slots that are not wanted, and what lies between units, which are never new
 * then. */
static void prepare_unit(unsigned long at, unsigned long size)
{
    static const RtWord ones = 0x0101010101010101ul;
    unsigned char *unit = __start_hlcov_bits + at;

    for (unsigned long i = 0; i < HTOL_AT_UNIT_END; i += sizeof ones)
        *(RtWord *)(unit + i) = *(const RtWord *)(original + at + i);
    for (unsigned long i = HTOL_AT_UNIT_END; wanted && i < size; i += sizeof ones)
        *(RtWord *)(unit + i) |= *(const RtWord *)(wanted + at + i) ^ ones;
}

/* Called in the process that runs the program, when the engine has cleared the map. */
static void prepare_units(void)
{
    unsigned long size;

    for (unsigned long at = 0; at < rt_size(); at += size) {
        size = rt_piece_size(original + at);
        if (!rt_is_set(original + at))
            prepare_unit(at, size);
    }
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

/* Of several programs and libraries with slots that are loaded, each has its pages behind those of the one before, and
 * the first serves. */
static void share_map(long id)
{
    int edges = &__afl_area_ptr && __sanitizer_cov_trace_pc_guard_init;
    unsigned long taken = rt_fuzz_taken();
    AflPages pages;
    long map;

    pages.end = edges ? room_behind_edges() : taken;
    map = keep_original() ? os_attach(id) : OS_UNFIT;
    if (os_failed(map))
        return;
    pages.map = (unsigned char *)map;
    pages.size = os_segment_size(id);
    if (pages.size > AFL_LARGEST_MAP)
        pages.size = AFL_LARGEST_MAP;
    map_units(&pages);
    rt_fuzz_take(pages.end);
    if (!edges && taken == 0 && pages.end > 0)
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
