/* Fuzz target: the walk of saved stacks takes any bytes without a fault, and comes to an end. Says nothing of where it
 * leads. */
#include <string.h>

#include "report/elf/unwind.h"

#include "htol/base/layout.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

/* What is behind the input is zero, as in a stack that is shorter than there is room for. */
int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    enum { MOST = 26 };
    HtolCodePlace places[MOST];
    g_autofree guint8 *stack = g_malloc0(HTOL_AT_STACK_END);
    memcpy(stack, data, MIN(size, HTOL_AT_STACK_END));
    g_assert(report_unwind_stack(stack, "/proc/self/exe", places, MOST) <= MOST);
    return 0;
}
