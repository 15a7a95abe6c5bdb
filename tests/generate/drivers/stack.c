/* Calls functions of the stack with stacks of all heights, and too high ones. */
#include "driver.h"

struct value {
    int unit, amount;
};
struct stack {
    unsigned height;
    struct value values[4];
};
int push(struct stack *stack, struct value value);
int pop(struct stack *stack, struct value *value);
long sum_of_unit(const struct stack *stack, int unit);

static void call(void)
{
    struct stack stack = {(unsigned)draw_range(0, 5), {{0, 0}}};
    struct value value = {draw_range(0, 3), draw_int()};
    for (int i = 0; i < 4; i++)
        stack.values[i] = (struct value){draw_range(0, 3), draw_int()};
    if (draw_range(0, 7) == 0)
        stack.height = (unsigned)draw_int();
    switch (draw_range(0, 2)) {
    case 0: push(draw_range(0, 31) ? &stack : NULL, value); break;
    case 1: pop(draw_range(0, 31) ? &stack : NULL, draw_range(0, 3) ? &value : NULL); break;
    default: sum_of_unit(&stack, value.unit);
    }
}
