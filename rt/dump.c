/* hlcov_dump of include/hlcov/record.h: the data file as bytes for a callback. It opens nothing and asks the kernel
 * nothing, so it also works where the start could not do its work, or never ran. */
#include "rt/rt.h"

int hlcov_dump(int (*write)(void *context, const void *bytes, unsigned long size), void *context)
    __attribute__((weak, visibility("hidden")));

/* Whoever copies from lower to higher addresses gets an entry of a set's index before the words that it leads to, which
 * are complete then. */
int hlcov_dump(int (*write)(void *context, const void *bytes, unsigned long size), void *context)
{
    int result = rt_section_is_sound() ? write(context, rt_file_header(), HTOL_PAGE) : -1;

    for (unsigned long at = 0; !result && at < rt_size(); at += rt_piece_size(__start_hlcov_bits + at))
        result = write(context, __start_hlcov_bits + at, rt_piece_size(__start_hlcov_bits + at));
    return result;
}
