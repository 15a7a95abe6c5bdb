/* Finds the program or library whose code an address is, as numbers and offsets that mean the same in every process.
 * Makes no system call and takes no lock, so that it may be called anywhere. */
#include "rt/rt.h"

/* Of glibc 2.35 and later, documented to be safe anywhere, and lock-free: fills words, among them where the object that
 * holds the address begins and ends; 0 if it found one. */
extern int _dl_find_object(void *address, unsigned long *words) __attribute__((weak));

static RtImage image;

void rt_code_start(void)
{
    image = rt_image();
    image.number = rt_file_number();
}

int rt_code_of(unsigned long address, RtCode *code)
{
    enum { WORDS = 32, BEGIN = 1, END = 2 }; /* of struct dl_find_object, which has fewer */
    unsigned long words[WORDS];

    if (address - image.at < image.size) {
        *code = (RtCode){image.number, address - image.at};
        return 1;
    }
    //! justify logic F-: libc before 2.35 and none at all lack it; Debian 12 has 2.36
    if (!_dl_find_object || _dl_find_object((void *)address, words) != 0)
        return 0;
    //! justify logic T: libc has found the object by this address
    if (address - words[BEGIN] >= words[END] - words[BEGIN])
        return 0;
    *code = (RtCode){rt_file_number_of((void *)words[BEGIN]), address - words[BEGIN]};
    return code->number != 0;
}
