/* Looks for checkers that follow undefined values: valgrind's memcheck and MemorySanitizer. It does not talk to them
 * but to ask memcheck one question.
 *
 * valgrind sees its clients' requests in a sequence of instructions that does nothing: rotations of a register by 128
 * bits in all, and an exchange of another with itself. What a tool does not know leaves the result as it was. */
#include "rt/rt.h"

enum { IS_DEFINED = 'M' << 24 | 'C' << 16 | 5 }; /* whether an area of memory is: 0 if it is, says memcheck */

/* A function of the run-time library that -fsanitize=memory links. */
extern void __msan_init(void) __attribute__((weak));

static unsigned long request(const unsigned long question[6], unsigned long result)
{
#ifdef __x86_64__
    __asm__ volatile("rolq $3,%%rdi\n\trolq $13,%%rdi\n\trolq $61,%%rdi\n\trolq $51,%%rdi\n\txchgq %%rbx,%%rbx"
                     : "+d"(result)
                     : "a"(question)
                     : "cc", "memory");
    return result;
#else
    register const unsigned long *asked __asm__("x4") = question;
    register unsigned long answer __asm__("x3") = result;

    __asm__ volatile("ror x12,x12,#3\n\tror x12,x12,#13\n\tror x12,x12,#51\n\tror x12,x12,#61\n\torr x10,x10,x10"
                     : "+r"(answer)
                     : "r"(asked)
                     : "cc", "memory");
    return answer;
#endif
}

int rt_is_checked(void)
{
    unsigned long answer = 1;
    const unsigned long question[6] = {IS_DEFINED, (unsigned long)&answer, sizeof answer};

    return __msan_init || request(question, answer) == 0;
}
