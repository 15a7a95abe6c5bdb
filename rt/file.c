/* The data file: its name, its header, how it comes to be complete under that name. It is never truncated,
 * never overwritten and never sparse: a mapped page that the disk has no room for would kill the program. */
#include "rt/rt.h"

#include "rt/os.h"

/* Static, because the stack of a thread that loads a library may be small. */
static unsigned char header[HTOL_PAGE];
static char path[4096];
static char temporary[4096 + 64];

/* The directory as it was at the start. */
static char directory[4096];

/* What no other process has, even on another machine or in another container. */
typedef struct {
    long process;
    OsTime now;
} Unique;

/* The name of the directory of a test's file, or of a file for many tests. */
static char live[2 * sizeof(Unique) + 1];

static unsigned long hash(unsigned long state, const unsigned char *bytes, unsigned long size)
{
    for (unsigned long i = 0; i < size; i++)
        state = (state ^ bytes[i]) * HTOL_FNV_PRIME;
    return state;
}

static void set_half(unsigned int place, unsigned int value)
{
    *(RtHalf *)(header + place) = value;
}

/* The fields that tell whether a file is ours: all before the path, and the test. */
static void make_identity(const char *test)
{
    RtText magic = rt_text(header, HTOL_LEN_DATA_MAGIC);
    RtText name = rt_text(header + HTOL_AT_DATA_TEST, HTOL_LEN_DATA_TEST - 1);

    for (unsigned int i = 0; i < HTOL_LEN_DATA_TEST; i++)
        header[HTOL_AT_DATA_TEST + i] = 0;
    rt_add_string(&name, test ? test : "");
    rt_add(&magic, HTOL_DATA_MAGIC_BYTES, HTOL_LEN_DATA_MAGIC);
    set_half(HTOL_AT_DATA_VERSION, HTOL_DATA_LAYOUT_VERSION);
    set_half(HTOL_AT_DATA_HEADER, HTOL_PAGE);
    *(RtWord *)(header + HTOL_AT_DATA_BITS) = rt_size();
    set_half(HTOL_AT_DATA_BUILD_ID_SIZE, rt_build_id(header + HTOL_AT_DATA_BUILD_ID));
}

static void make_checksums(void)
{
    RtText field = rt_text(header + HTOL_AT_DATA_CHECKSUM, HTOL_LEN_DATA_CHECKSUM);
    RtText last = rt_text(header + HTOL_AT_DATA_TEST_CHECKSUM, HTOL_LEN_DATA_TEST_CHECKSUM);
    unsigned long sum = hash(HTOL_FNV_BASIS, header, HTOL_AT_DATA_CHECKSUM);

    rt_add(&field, &sum, sizeof sum);
    sum = hash(HTOL_FNV_BASIS, header, HTOL_AT_DATA_TEST_CHECKSUM);
    rt_add(&last, &sum, sizeof sum);
}

/* The rest of the header. Where the program lies is asked once: a program that runs many tests makes many files. */
static void make_description(void)
{
    if (!header[HTOL_AT_DATA_PROGRAM])
        rt_program((char *)header + HTOL_AT_DATA_PROGRAM, HTOL_LEN_DATA_PROGRAM);
    make_checksums();
}

const unsigned char *rt_file_header(void)
{
    make_identity(rt_test());
    make_checksums();
    return header;
}

/* Without a build-id the units that were linked tell who we are. */
static void hash_units(unsigned long sums[2])
{
    sums[0] = HTOL_FNV_BASIS;
    sums[1] = 0;
    for (unsigned long at = 0; at < rt_size(); at += rt_piece_size(__start_hlcov_bits + at)) {
        const unsigned char *piece = __start_hlcov_bits + at;

        sums[0] = hash(sums[0], piece, rt_constant_size(piece));
        sums[1] = hash(sums[1] ^ sums[0], piece, rt_constant_size(piece));
    }
}

static void add_name(RtText *name)
{
    unsigned long sums[2];
    unsigned long size = rt_half(header, HTOL_AT_DATA_BUILD_ID_SIZE);

    if (size > 0) {
        rt_add_hex(name, header + HTOL_AT_DATA_BUILD_ID, size);
        return;
    }
    hash_units(sums);
    rt_add_string(name, "u-");
    rt_add_hex(name, (const unsigned char *)sums, sizeof sums);
}

/* Names the directory after the hash of the test's name, most significant digits first. */
static void name_after(const char *test)
{
    RtText name = rt_text(live, sizeof live);
    unsigned long length = 0;
    unsigned long sum;

    while (test[length])
        length++;
    sum = __builtin_bswap64(hash(HTOL_FNV_BASIS, (const unsigned char *)test, length));
    rt_add_hex(&name, (const unsigned char *)&sum, sizeof sum);
    rt_add(&name, "", 1);
}

static void add_unique(RtText *name)
{
    Unique unique;

    unique.process = os_process();
    unique.now = os_clock();
    rt_add_hex(name, (const unsigned char *)&unique, sizeof unique);
}

/* Names the directory as no other is. */
static void name_uniquely(void)
{
    RtText name = rt_text(live, sizeof live);

    add_unique(&name);
    rt_add(&name, "", 1);
}

static int find_directory(void)
{
    RtText text = rt_text(directory, sizeof directory - 1);
    const char *found = rt_directory();

    if (directory[0])
        return 1;
    if (!found)
        return 0;
    rt_add_string(&text, found);
    return text.at != (void *)0;
}

static void add_directory(RtText *text, int is_live)
{
    rt_add_string(text, directory);
    if (!is_live)
        return;
    rt_add_string(text, "/" HTOL_LIVE_DIRECTORY "/");
    rt_add_string(text, live);
}

static int make_path(int is_live)
{
    RtText text = rt_text(path, sizeof path);

    if (!find_directory())
        return 0;
    add_directory(&text, is_live);
    rt_add_string(&text, "/");
    add_name(&text);
    rt_add(&text, ".hlb", sizeof ".hlb");
    return text.at != (void *)0;
}

/* Makes a name that no other process has, beside the file, so that it can be linked. */
static int make_temporary_path(void)
{
    RtText text = rt_text(temporary, sizeof temporary);

    rt_add_string(&text, path);
    rt_add_string(&text, ".");
    add_unique(&text);
    rt_add(&text, ".tmp", sizeof ".tmp");
    return text.at != (void *)0;
}

/* Makes the directory whose name ends there in the path. */
static long make_directory(char *end)
{
    long made;

    *end = 0;
    made = os_make_directory(path);
    *end = '/';
    return made;
}

/* Makes the directories of the path. Each test has one of its own; the others usually exist. */
static void make_directories(void)
{
    char *last = path;

    for (char *at = path; *at; at++)
        if (*at == '/')
            last = at;
    if (make_directory(last) != OS_MISSING)
        return;
    for (char *at = path + 1; *at; at++)
        if (*at == '/')
            make_directory(at);
}

static int write_all(long fd, const unsigned char *bytes, unsigned long size)
{
    while (size > 0) {
        long done = os_write(fd, bytes, size);

        //! justify logic FT: a file takes some bytes or fails
        if (os_failed(done) || done == 0)
            return 0;
        bytes += done;
        size -= (unsigned long)done;
    }
    return 1;
}

static long open_temporary(int mode)
{
    long fd = os_create(temporary, mode);

    if (fd != OS_MISSING)
        return fd;
    make_directories();
    return os_create(temporary, mode);
}

/* Writes the section as it was linked, so that nothing of the test before is in the file. */
static int write_fresh(long fd)
{
    long place = os_map_zeros(rt_size());
    int good;

    if (os_failed(place))
        return 0;
    for (unsigned long at = 0; at < rt_size(); at += rt_piece_size(__start_hlcov_bits + at)) {
        RtText piece = rt_text((unsigned char *)place + at, HTOL_PAGE);

        rt_add(&piece, __start_hlcov_bits + at, rt_constant_size(__start_hlcov_bits + at));
    }
    good = write_all(fd, (const unsigned char *)place, rt_size());
    os_unmap((void *)place, rt_size());
    return good;
}

static int write_section(long fd, int is_start)
{
    return is_start ? write_all(fd, __start_hlcov_bits, rt_size()) : write_fresh(fd);
}

/* Gives the new file its name, if all was written. Closes it if that fails or another file has the name. */
static long finish_file(long fd, int is_written)
{
    int is_there = is_written && os_publish(temporary, path);

    os_remove(temporary);
    if (is_there)
        return fd;
    os_close(fd);
    return OS_EXISTS;
}

static long create(int is_start)
{
    long fd;

    if (os_largest_file() < HTOL_PAGE + rt_size() || !make_temporary_path())
        return OS_EXISTS;
    fd = open_temporary(0666);
    if (os_failed(fd))
        return fd;
    make_description();
    return finish_file(fd, write_all(fd, header, sizeof header) && write_section(fd, is_start));
}

static long open_or_create(int is_start)
{
    long fd = os_open(path);

    if (fd != OS_MISSING)
        return fd;
    fd = create(is_start);
    return os_failed(fd) ? os_open(path) : fd;
}

/* Whoever seals a test's file takes it away under a lock, which he gets only if nobody else has one: the mapping keeps
 * ours when the descriptor is closed. Where there are no locks, nothing is taken away. */
static int is_taken_away(long fd)
{
    return !os_lock_shared(fd) || os_is_removed(fd);
}

/* Whether the path up to `end` is a symbolic link. */
static int is_link(char *end)
{
    int found;

    *end = 0;
    found = os_is_link(path);
    *end = '/';
    return found;
}

/* Whether the directory of tests, or this test's, is a link: somebody may have put it there to get files elsewhere. */
static int leads_elsewhere(void)
{
    char *end = path;

    while (*end)
        end++;
    for (int slashes = 0; slashes < 2;) {
        end--;
        if (*end == '/') {
            slashes++;
            if (is_link(end))
                return 1;
        }
    }
    return 0;
}

/* A test's file may vanish, and its directory, at any time until it is locked. */
static long open_locked(int is_start)
{
    long fd = OS_MISSING;

    if (leads_elsewhere())
        return OS_UNFIT;
    for (int tries = 0; tries < 4 && fd == OS_MISSING; tries++) {
        fd = open_or_create(is_start);
        if (!os_failed(fd) && is_taken_away(fd)) {
            os_close(fd);
            fd = OS_MISSING;
        }
    }
    return fd;
}

/* Returns the descriptor of a file of our size; else closes it. */
static long fitting(long fd)
{
    if (os_failed(fd) || os_size(fd) == (long)(HTOL_PAGE + rt_size()))
        return fd;
    os_close(fd);
    return OS_UNFIT;
}

long rt_file_open(const char *test, int is_start)
{
    make_identity(test);
    if (test)
        name_after(test);
    if (!make_path(test != (void *)0))
        return OS_UNFIT;
    return fitting(test ? open_locked(is_start) : open_or_create(is_start));
}

long rt_file_open_own(const char *test)
{
    make_identity(test);
    name_uniquely();
    return make_path(1) ? fitting(open_locked(0)) : OS_UNFIT;
}

const char *rt_file_make_journal(void)
{
    RtText text = rt_text(path, sizeof path);
    long fd;

    add_directory(&text, 1);
    rt_add(&text, "/" HTOL_JOURNAL_NAME, sizeof "/" HTOL_JOURNAL_NAME);
    if (!text.at)
        return (void *)0;
    fd = os_create(path, 0666);
    if (os_failed(fd))
        return (void *)0;
    os_close(fd);
    return path;
}

#ifdef RT_WITH_CRASH

/* ---- saved stacks ---- */

enum { STACKS_SIZE = HTOL_STACKS * HTOL_AT_STACK_END };

static int make_stacks_path(unsigned int user)
{
    RtText text = rt_text(path, sizeof path);
    unsigned int digits = __builtin_bswap32(user);

    rt_add_string(&text, directory);
    rt_add_string(&text, "/");
    rt_add_hex(&text, (const unsigned char *)&digits, sizeof digits);
    rt_add(&text, HTOL_STACK_SUFFIX, sizeof HTOL_STACK_SUFFIX);
    return text.at != (void *)0;
}

static int write_zeros(long fd)
{
    long place = os_map_zeros(STACKS_SIZE);
    int good;

    if (os_failed(place))
        return 0;
    good = write_all(fd, (const unsigned char *)place, STACKS_SIZE);
    os_unmap((void *)place, STACKS_SIZE);
    return good;
}

static long create_stacks(void)
{
    long fd;

    if (os_largest_file() < STACKS_SIZE || !make_temporary_path())
        return OS_EXISTS;
    fd = open_temporary(0600);
    return os_failed(fd) ? fd : finish_file(fd, write_zeros(fd));
}

/* Stacks may hold secrets: nobody else may read the file. */
long rt_file_open_stacks(void)
{
    unsigned int user = os_user();
    long fd;

    if (!make_stacks_path(user))
        return OS_UNFIT;
    fd = os_open(path);
    if (fd == OS_MISSING)
        fd = create_stacks();
    if (fd == OS_EXISTS)
        fd = os_open(path);
    if (os_failed(fd) || os_is_private(fd, user, STACKS_SIZE))
        return fd;
    os_close(fd);
    return OS_UNFIT;
}

#endif

int rt_file_is_ours(const unsigned char *file)
{
    const unsigned char *bits = file + HTOL_PAGE;

    if (!rt_equal(file, header, HTOL_AT_DATA_PROGRAM) ||
        !rt_equal(file + HTOL_AT_DATA_TEST, header + HTOL_AT_DATA_TEST, HTOL_LEN_DATA_TEST))
        return 0;
    for (unsigned long at = 0; at < rt_size(); at += rt_piece_size(__start_hlcov_bits + at)) {
        const unsigned char *piece = __start_hlcov_bits + at;

        if (!rt_equal(piece, bits + at, rt_constant_size(piece)))
            return 0;
    }
    return 1;
}

static unsigned long number(unsigned long sum)
{
    //! justify logic F: one hash of 2^56 has these bits
    return sum >> 8 ? sum >> 8 : 1;
}

unsigned long rt_file_number_of(const void *file)
{
    unsigned char id[HTOL_LEN_DATA_BUILD_ID];
    unsigned int size = rt_build_id_of(file, id);

    return size > 0 ? number(hash(HTOL_FNV_BASIS, id, size)) : 0;
}

unsigned long rt_file_number(void)
{
    unsigned long sums[2];
    unsigned long size = rt_half(header, HTOL_AT_DATA_BUILD_ID_SIZE);

    if (size > 0)
        sums[0] = hash(HTOL_FNV_BASIS, header + HTOL_AT_DATA_BUILD_ID, size);
    else
        hash_units(sums);
    return number(sums[0]);
}
