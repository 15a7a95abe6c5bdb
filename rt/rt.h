/* What the files of the runtime know of each other: the section, its data file, who we are. The user's
 * program sees none of it: rt/carry.sh makes every name local.
 *
 * No libc function is called and nothing is printed. Whatever fails, the program goes on with its private
 * memory. */
#ifndef RT_RT_H
#define RT_RT_H

#include "htol/layout.h"

#pragma GCC visibility push(hidden)

typedef unsigned long __attribute__((may_alias)) RtWord;
typedef unsigned int __attribute__((may_alias)) RtHalf;

/* The section that the units' slots lie in; the linker defines both ends, at the same place if it is
 * empty. */
extern unsigned char __start_hlcov_bits[] __attribute__((weak));
extern unsigned char __stop_hlcov_bits[] __attribute__((weak));

/* Text or bytes that are put together in a buffer; too long if `at` is NULL. */
typedef struct {
    unsigned char *at;
    unsigned char *end;
} RtText;

/* An empty one in a buffer of `size` bytes. */
static inline RtText rt_text(void *buffer, unsigned long size)
{
    RtText text;

    text.at = buffer;
    text.end = text.at + size;
    return text;
}

void rt_add(RtText *text, const void *bytes, unsigned long size);
void rt_add_string(RtText *text, const char *string);
void rt_add_hex(RtText *text, const unsigned char *bytes, unsigned long size);

int rt_equal(const void *a, const void *b, unsigned long size);

/* The section's size, and that of the unit that lies at `unit`, in bytes. */
static inline unsigned long rt_size(void)
{
    return (unsigned long)(__stop_hlcov_bits - __start_hlcov_bits);
}

static inline unsigned long rt_unit_size(const unsigned char *unit)
{
    return *(const RtHalf *)(unit + HTOL_AT_UNIT_SIZE);
}

/* self.c: the directory for data files, NULL if none; the size of the build-id, which is copied to
 * HTOL_LEN_DATA_BUILD_ID bytes, 0 if there is none. */
const char *rt_directory(void);
unsigned int rt_build_id(unsigned char *to);

/* maps.c: the path of the program or library, "" if not known. */
void rt_program(char *to, unsigned long size);

/* file.c: opens the data file, which it creates if it is missing: a file descriptor, or negative. Whether
 * the file mapped at `file` was written for this very section. */
long rt_file_open(void);
int rt_file_is_ours(const unsigned char *file);


#pragma GCC visibility pop

#endif
