/* System calls without libc: the runtime also starts in programs that have none. Not a libc of its own:
 * only the calls that the runtime makes. Each returns the kernel's result, a negative error number on
 * failure, and leaves errno alone. */
#ifndef RT_SYS_H
#define RT_SYS_H

#include <sys/syscall.h>

#if defined __x86_64__ && defined __LP64__

/* Makes the system call with that number and up to five arguments; those that it does not have are ignored. */
static inline long sys_call(long number, long a, long b, long c, long d, long e)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
                     : "rcx", "r11", "memory");
    return result;
}

/* Makes the system call mmap. It alone has a sixth argument, an offset: always 0 here. */
static inline long sys_mmap(unsigned long size, int protection, int flags, int fd)
{
    register long r10 __asm__("r10") = flags;
    register long r8 __asm__("r8") = fd;
    register long r9 __asm__("r9") = 0;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "0"((long)SYS_mmap), "D"(0L), "S"(size), "d"((long)protection), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

#elif defined __aarch64__ && defined __LP64__

/* Makes the system call with that number and up to five arguments; those that it does not have are ignored. */
static inline long sys_call(long number, long a, long b, long c, long d, long e)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;

    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
    return x0;
}

/* Makes the system call mmap, with offset 0. */
static inline long sys_mmap(unsigned long size, int protection, int flags, int fd)
{
    register long x8 __asm__("x8") = SYS_mmap;
    register long x0 __asm__("x0") = 0;
    register long x1 __asm__("x1") = (long)size;
    register long x2 __asm__("x2") = protection;
    register long x3 __asm__("x3") = flags;
    register long x4 __asm__("x4") = fd;
    register long x5 __asm__("x5") = 0;

    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
}

#else
#error "the runtime knows the system calls of x86-64 and aarch64 only"
#endif

/* Results from -4095 to -1 are error numbers. */
static inline int sys_failed(long result)
{
    return (unsigned long)result > -4096ul;
}

#endif
