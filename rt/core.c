/* The start of the runtime: puts the shared data file in the place of the program's slots. What the file
 * is named and how it is made is not here. */
#include "rt/rt.h"

#include <linux/mman.h>

#include "rt/sys.h"

/* A page that is not wholly ours must not be mapped: every unit fills whole pages and one follows the
 * other. */
static int section_is_sound(void)
{
    const unsigned char *unit = __start_hlcov_bits;

    if (rt_size() == 0 || ((unsigned long)__start_hlcov_bits | rt_size()) % HTOL_PAGE)
        return 0;
    while (unit < __stop_hlcov_bits) {
        unsigned long size = rt_unit_size(unit);

        if (!rt_equal(unit, HTOL_UNIT_MAGIC_BYTES, HTOL_LEN_UNIT_MAGIC) || size % HTOL_PAGE || size == 0)
            return 0;
        if (size > (unsigned long)(__stop_hlcov_bits - unit))
            return 0;
        unit += size;
    }
    return 1;
}

/* Slots may be set before we run: by constructors, by other threads of a library's user. Others write the
 * file meanwhile, so bytes are set one by one; headers are equal on both sides. */
static void keep_slots(unsigned char *file)
{
    for (unsigned long i = 0; i < rt_size(); i += sizeof(RtWord)) {
        if (*(const RtWord *)(__start_hlcov_bits + i) == 0)
            continue;
        for (unsigned long k = i; k < i + sizeof(RtWord); k++)
            if (__start_hlcov_bits[k] && !file[k])
                __atomic_store_n(&file[k], 1, __ATOMIC_RELAXED);
    }
}

/* Moves the file's pages behind its header over the section: there is no moment without memory at either
 * place, and what is set is never lost. */
static void map_over(unsigned char *file)
{
    long size = (long)rt_size();
    long place = (long)(file + HTOL_PAGE);
    long moved;

    keep_slots(file + HTOL_PAGE);
    moved = sys_call(SYS_mremap, place, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, (long)__start_hlcov_bits);
    sys_call(SYS_munmap, (long)file, sys_failed(moved) ? HTOL_PAGE + size : HTOL_PAGE, 0, 0, 0);
}

static void attach(int fd)
{
    unsigned long size = HTOL_PAGE + rt_size();
    long mapped = sys_mmap(size, PROT_READ | PROT_WRITE, MAP_SHARED, fd);

    if (sys_failed(mapped))
        return;
    if (rt_file_is_ours((unsigned char *)mapped))
        map_over((unsigned char *)mapped);
    else
        sys_call(SYS_munmap, mapped, (long)size, 0, 0, 0);
}

/* A link-time optimizer may keep every object's copy of the runtime: the first that runs does the work for
 * all. This is the only name that copies share. */
unsigned char hlcov_rt_started __attribute__((weak, visibility("hidden")));

/* Before the user's constructors, which have 102 and above or none. */
__attribute__((constructor(101), used)) static void start(void)
{
    long fd;

    if (hlcov_rt_started || !section_is_sound())
        return;
    hlcov_rt_started = 1;
    fd = rt_file_open();
    if (sys_failed(fd))
        return;
    attach((int)fd);
    sys_call(SYS_close, fd, 0, 0, 0, 0);
}
