/* The data file: its name, its header, how it comes to be complete under that name. It is never truncated,
 * never overwritten and never sparse: a mapped page that the disk has no room for would kill the program. */
#include "rt/rt.h"

#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/fs.h>
#include <linux/mman.h>
#include <linux/resource.h>
#include <linux/stat.h>
#include <linux/time.h>
#include <linux/time_types.h>

#include "rt/sys.h"

/* Static, because the stack of a thread that loads a library may be small. */
static unsigned char header[HTOL_PAGE];
static char path[4096];
static char temporary[4096 + 64];

/* The directory as it was at the start. */
static char directory[4096];

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

/* The hash as one reads a number: its first digits first. */
static void add_test(RtText *name, const char *test)
{
    unsigned long length = 0;
    unsigned char digits[sizeof(unsigned long)];

    while (test[length])
        length++;
    for (unsigned int i = 0; i < sizeof digits; i++)
        digits[i] = (unsigned char)(hash(HTOL_FNV_BASIS, (const unsigned char *)test, length) >> (56 - 8 * i));
    rt_add_string(name, "/" HTOL_LIVE_DIRECTORY "/");
    rt_add_hex(name, digits, sizeof digits);
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

static int make_path(const char *test)
{
    RtText text = rt_text(path, sizeof path);

    if (!find_directory())
        return 0;
    rt_add_string(&text, directory);
    if (test)
        add_test(&text, test);
    rt_add_string(&text, "/");
    add_name(&text);
    rt_add(&text, ".hlb", sizeof ".hlb");
    return text.at != (void *)0;
}

/* Beside the file, so that it can be linked; unlike any other process's, also one of another machine or
 * container. */
static int make_temporary_path(void)
{
    RtText text = rt_text(temporary, sizeof temporary);
    struct {
        long process;
        struct __kernel_timespec now;
    } unique;

    unique.now.tv_sec = unique.now.tv_nsec = 0;
    unique.process = sys_call(SYS_getpid, 0, 0, 0, 0, 0);
    sys_call(SYS_clock_gettime, CLOCK_REALTIME, (long)&unique.now, 0, 0, 0);
    rt_add_string(&text, path);
    rt_add_string(&text, ".");
    rt_add_hex(&text, (const unsigned char *)&unique, sizeof unique);
    rt_add(&text, ".tmp", sizeof ".tmp");
    return text.at != (void *)0;
}

/* Makes the directory whose name ends there in the path. */
static long make_directory(char *end)
{
    long made;

    *end = 0;
    made = sys_call(SYS_mkdirat, AT_FDCWD, (long)path, 0777, 0, 0);
    *end = '/';
    return made;
}

/* Each test has a directory: as a rule, the others are there. */
static void make_directories(void)
{
    char *last = path;

    for (char *at = path; *at; at++)
        if (*at == '/')
            last = at;
    if (make_directory(last) != -ENOENT)
        return;
    for (char *at = path + 1; *at; at++)
        if (*at == '/')
            make_directory(at);
}

static int write_all(int fd, const unsigned char *bytes, unsigned long size)
{
    while (size > 0) {
        long done = sys_call(SYS_write, fd, (long)bytes, (long)size, 0, 0);

        //! justify logic FT: a file takes some bytes or fails
        if (sys_failed(done) || done == 0)
            return 0;
        bytes += done;
        size -= (unsigned long)done;
    }
    return 1;
}

/* A file larger than the limit would not only fail, it would bring SIGXFSZ to the program. */
static int size_is_allowed(unsigned long size)
{
    struct rlimit64 limit;

    if (sys_failed(sys_call(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, (long)&limit, 0)))
        return 0;
    return limit.rlim_cur >= size;
}

static long open_file(const char *name, int flags, int mode)
{
    return sys_call(SYS_openat, AT_FDCWD, (long)name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, mode, 0);
}

/* Gives the complete file its name, unless there is one of that name: then 0. Some file systems have no links. */
static int publish(void)
{
    long linked = sys_call(SYS_linkat, AT_FDCWD, (long)temporary, AT_FDCWD, (long)path, 0);

    if (sys_failed(linked) && linked != -EEXIST)
        linked = sys_call(SYS_renameat2, AT_FDCWD, (long)temporary, AT_FDCWD, (long)path, RENAME_NOREPLACE);
    return !sys_failed(linked);
}

static long open_temporary(int mode)
{
    long fd = open_file(temporary, O_CREAT | O_EXCL, mode);

    if (fd != -ENOENT)
        return fd;
    make_directories();
    return open_file(temporary, O_CREAT | O_EXCL, mode);
}

/* As the section was linked, so that nothing of the test before is in it. */
static int write_fresh(int fd)
{
    long place = sys_mmap(rt_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    int good;

    if (sys_failed(place))
        return 0;
    for (unsigned long at = 0; at < rt_size(); at += rt_piece_size(__start_hlcov_bits + at)) {
        RtText piece = rt_text((unsigned char *)place + at, HTOL_PAGE);

        rt_add(&piece, __start_hlcov_bits + at, rt_constant_size(__start_hlcov_bits + at));
    }
    good = write_all(fd, (const unsigned char *)place, rt_size());
    sys_call(SYS_munmap, place, (long)rt_size(), 0, 0, 0);
    return good;
}

static int write_section(int fd, int is_start)
{
    return is_start ? write_all(fd, __start_hlcov_bits, rt_size()) : write_fresh(fd);
}

/* Gives the new file its name, if all was written. Closes it if it has not got it: that failed or another has it. */
static long finish(long fd, int is_written)
{
    int is_there = is_written && publish();

    sys_call(SYS_unlinkat, AT_FDCWD, (long)temporary, 0, 0, 0);
    if (is_there)
        return fd;
    sys_call(SYS_close, fd, 0, 0, 0, 0);
    return -EEXIST;
}

static long create(int is_start)
{
    long fd;

    if (!size_is_allowed(HTOL_PAGE + rt_size()) || !make_temporary_path())
        return -EEXIST;
    fd = open_temporary(0666);
    if (sys_failed(fd))
        return fd;
    make_description();
    return finish(fd, write_all((int)fd, header, sizeof header) && write_section((int)fd, is_start));
}

static long open_or_create(int is_start)
{
    long fd = open_file(path, 0, 0);

    if (fd != -ENOENT)
        return fd;
    fd = create(is_start);
    return sys_failed(fd) ? open_file(path, 0, 0) : fd;
}

/* Whoever seals a test's file takes it away under a lock, which he gets only if nobody else has one: the mapping keeps
 * ours when the descriptor is closed. Where there are no locks, nothing is taken away. */
static int is_taken_away(long fd)
{
    struct statx status;

    status.stx_nlink = 1;
    if (sys_call(SYS_flock, fd, LOCK_SH | LOCK_NB, 0, 0, 0) == -EWOULDBLOCK)
        return 1;
    sys_call(SYS_statx, fd, (long)"", AT_EMPTY_PATH, STATX_NLINK, (long)&status);
    return status.stx_nlink == 0;
}

/* Whether the path as far as that is a symbolic link. */
static int is_link(char *end)
{
    char target[1];
    long found;

    *end = 0;
    found = sys_call(SYS_readlinkat, AT_FDCWD, (long)path, (long)target, sizeof target, 0);
    *end = '/';
    return !sys_failed(found);
}

/* Whether the directory of tests, or that of this one, is a link: who put it there may want files elsewhere. */
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
    long fd = -ENOENT;

    if (leads_elsewhere())
        return -ELOOP;
    for (int tries = 0; tries < 4 && fd == -ENOENT; tries++) {
        fd = open_or_create(is_start);
        if (!sys_failed(fd) && is_taken_away(fd)) {
            sys_call(SYS_close, fd, 0, 0, 0, 0);
            fd = -ENOENT;
        }
    }
    return fd;
}

long rt_file_open(const char *test, int is_start)
{
    long fd;

    make_identity(test);
    if (!make_path(test))
        return -ENAMETOOLONG;
    fd = test ? open_locked(is_start) : open_or_create(is_start);
    if (sys_failed(fd))
        return fd;
    if (sys_call(SYS_lseek, fd, 0, SEEK_END, 0, 0) == (long)(HTOL_PAGE + rt_size()))
        return fd;
    sys_call(SYS_close, fd, 0, 0, 0, 0);
    return -EINVAL;
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

static int write_zeros(int fd)
{
    long place = sys_mmap(STACKS_SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    int good;

    if (sys_failed(place))
        return 0;
    good = write_all(fd, (const unsigned char *)place, STACKS_SIZE);
    sys_call(SYS_munmap, place, STACKS_SIZE, 0, 0, 0);
    return good;
}

static long create_stacks(void)
{
    long fd;

    if (!size_is_allowed(STACKS_SIZE) || !make_temporary_path())
        return -EEXIST;
    fd = open_temporary(0600);
    return sys_failed(fd) ? fd : finish(fd, write_zeros((int)fd));
}

/* Stacks hold what others may not know. */
static int is_private(long fd, unsigned int user)
{
    struct statx status;

    return !sys_failed(sys_call(SYS_statx, fd, (long)"", AT_EMPTY_PATH, STATX_BASIC_STATS, (long)&status)) &&
           (status.stx_mode & S_IFMT) == S_IFREG && !(status.stx_mode & 077) && status.stx_uid == user &&
           status.stx_size == STACKS_SIZE;
}

long rt_file_open_stacks(void)
{
    unsigned int user = (unsigned int)sys_call(SYS_geteuid, 0, 0, 0, 0, 0);
    long fd;

    if (!make_stacks_path(user))
        return -ENAMETOOLONG;
    fd = open_file(path, O_NONBLOCK, 0);
    if (fd == -ENOENT)
        fd = create_stacks();
    if (fd == -EEXIST)
        fd = open_file(path, O_NONBLOCK, 0);
    if (sys_failed(fd) || is_private(fd, user))
        return fd;
    sys_call(SYS_close, fd, 0, 0, 0, 0);
    return -EACCES;
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
