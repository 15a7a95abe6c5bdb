/* The start of the runtime: puts the shared data file in the place of the program's slots. What the file
 * is named and how it is made is not here. */
#include "rt/rt.h"

#include "rt/os.h"

/* Whether index and words fit in the set, and words are aligned. */
static int set_is_sound(const unsigned char *set)
{
    unsigned long index = rt_half(set, HTOL_AT_SET_INDEX);
    unsigned long words = rt_half(set, HTOL_AT_SET_WORDS);

    if (index < 2 || index & (index - 1))
        return 0;
    return HTOL_AT_SET_END + index * sizeof(RtHalf) + words * sizeof(RtWord) <= rt_piece_size(set);
}

static int piece_is_sound(const unsigned char *piece)
{
    unsigned long size = rt_piece_size(piece);

    if (size % HTOL_PAGE || size == 0 || size > (unsigned long)(__stop_hlcov_bits - piece))
        return 0;
    if (rt_is_set(piece))
        return set_is_sound(piece);
    return rt_equal(piece, HTOL_UNIT_MAGIC_BYTES, HTOL_LEN_UNIT_MAGIC);
}

/* A page that is not wholly ours must not be mapped: every piece fills whole pages and one follows the
 * other. */
int rt_section_is_sound(void)
{
    const unsigned char *piece = __start_hlcov_bits;

    if (rt_size() == 0 || ((unsigned long)__start_hlcov_bits | rt_size()) % HTOL_PAGE)
        return 0;
    for (; piece < __stop_hlcov_bits; piece += rt_piece_size(piece))
        if (!piece_is_sound(piece))
            return 0;
    return 1;
}

/* Others write the file meanwhile, so bytes are set one by one; headers are equal on both sides. */
static void keep_slots(const unsigned char *unit, unsigned char *file)
{
    for (unsigned long i = 0; i < rt_piece_size(unit); i += sizeof(RtWord)) {
        if (*(const RtWord *)(unit + i) == 0)
            continue;
        for (unsigned long k = i; k < i + sizeof(RtWord); k++)
            if (unit[k] && !file[k])
                __atomic_store_n(&file[k], 1, __ATOMIC_RELAXED);
    }
}

/* Copies the section's slots to the file: constructors, or other threads of a library's user, may set some before we
 * run. Sets are still as they were linked: until hlcov_rt_values_start, tuples wait elsewhere. */
static void keep_recorded(unsigned char *file)
{
    for (unsigned long at = 0; at < rt_size(); at += rt_piece_size(__start_hlcov_bits + at))
        if (!rt_is_set(__start_hlcov_bits + at))
            keep_slots(__start_hlcov_bits + at, file + at);
}

/* A number for the data file that is mapped over the slots, another one for each file; 0 before the first. Units that
 * remember what they recorded last also remember in which file. Multiples of an odd number are all different, and far
 * apart. */
unsigned long hlcov_rt_files __attribute__((weak, visibility("hidden")));
#define FILE_STEP 0x9e3779b97f4a7c15ul

/* Moves the file's pages behind its header over the section: there is no moment without memory at either
 * place, and what is set is never lost: it stays in the file before, or `keeps` says that there is none. 0 if the
 * section stays as it was. */
static int map_over(unsigned char *file, int keeps)
{
    unsigned long size = rt_size();
    long moved;

    if (keeps)
        keep_recorded(file + HTOL_PAGE);
    moved = os_map_over(file + HTOL_PAGE, size, __start_hlcov_bits);
    if (os_failed(moved) || !RT_CRASH_KEEP(file))
        os_unmap(file, os_failed(moved) ? HTOL_PAGE + size : HTOL_PAGE);
    if (os_failed(moved))
        return 0;
    __atomic_fetch_add(&hlcov_rt_files, FILE_STEP, __ATOMIC_RELAXED);
    return 1;
}

static int attach(long fd, int keeps)
{
    unsigned long size = HTOL_PAGE + rt_size();
    long mapped = os_map_file(fd, size);

    if (os_failed(mapped))
        return 0;
    if (rt_file_is_ours((unsigned char *)mapped))
        return map_over((unsigned char *)mapped, keeps);
    os_unmap((void *)mapped, size);
    return 0;
}

/* Maps the test's file. At the start it gets what was set already; later that belongs to the file before. */
static int record_test(const char *test, int is_start)
{
    long fd = rt_file_open(test, is_start);
    int attached;

    if (os_failed(fd))
        return 0;
    attached = attach(fd, is_start);
    os_close(fd);
    return attached;
}

/* Maps a file for this test and those that follow. */
static int record_many(const char *test)
{
    long fd = rt_file_open_own(test);
    int attached;

    if (os_failed(fd))
        return 0;
    attached = attach(fd, 0);
    if (attached)
        rt_journal_begin(fd);
    os_close(fd);
    return attached;
}

/* As record; if that fails, records for no test and returns 0. */
static int record_somewhere(const char *test, int is_start)
{
    if (test && record_test(test, is_start))
        return 1;
    return record_test((void *)0, is_start) && !test;
}

/* Whether the section has a set. Call it before a file is mapped: others may damage a file at any time. */
static int has_set(void)
{
    for (unsigned long at = 0; at < rt_size(); at += rt_piece_size(__start_hlcov_bits + at))
        if (rt_is_set(__start_hlcov_bits + at))
            return 1;
    return 0;
}

/* A link-time optimizer may keep every object's copy of the runtime: the first that runs does the work for
 * all. Copies share no names but those that begin like this. */
unsigned char hlcov_rt_started __attribute__((weak, visibility("hidden")));

/* What probes ask before they branch on a value that the program may not branch on. */
unsigned char hlcov_rt_untold __attribute__((weak, visibility("hidden")));

/* What was recorded before may be cleared from now on: nothing of it is remembered. */
static void begin_fuzzing(void)
{
    hlcov_rt_started = HTOL_PROCESS_FUZZES;
    __atomic_fetch_add(&hlcov_rt_files, FILE_STEP, __ATOMIC_RELAXED);
}

/* Whether `hlcov run` has started us: it seals what tests leave. */
static int is_run;

/* Before the user's constructors, which have 102 and above or none. */
__attribute__((constructor(101), used)) static void start(void)
{
    int values;

    if (hlcov_rt_started || !rt_section_is_sound())
        return;
    hlcov_rt_started = HTOL_PROCESS_RECORDS;
    hlcov_rt_untold = rt_is_checked();
    is_run = rt_test() != (void *)0;
    //! justify logic F-: the part without values alone; measured programs have both
    values = hlcov_rt_values_start && has_set();
    if (rt_fuzz_start())
        begin_fuzzing();
    else
        record_somewhere(rt_test(), 1);
    rt_code_start();
    if (values) /* whether or not there is a file: the section stays where it is now */
        hlcov_rt_values_start(rt_code_of);
}

/* Records for the test in the file that is mapped, if that serves many tests. */
static int take_turn(const char *test)
{
    if (!rt_journal_turn(test))
        return 0;
    __atomic_fetch_add(&hlcov_rt_files, FILE_STEP, __ATOMIC_RELAXED);
    return 1;
}

int hlcov_test(const char *name) __attribute__((weak, visibility("hidden")));

/* If the file cannot be made or mapped, the section stays as it is: records go on into the file before. */
int hlcov_test(const char *name)
{
    const char *test;

    if (hlcov_rt_started != HTOL_PROCESS_RECORDS || !rt_name_test(name))
        return -1;
    test = rt_test();
    if (take_turn(test) || (test && is_run && !rt_journal_has_begun() && record_many(test)))
        return 0;
    return record_somewhere(test, 0) ? 0 : -1;
}
