/* A stack of structures, of limited height: pushes, pops, and sums up what has a unit. */
enum { MOST = 4 };
enum unit { NONE, METRES, FEET };
struct value {
    enum unit unit;
    int amount;
};
struct stack {
    unsigned height;
    struct value values[MOST];
};
int push(struct stack *stack, struct value value);
int pop(struct stack *stack, struct value *value);
long sum_of_unit(const struct stack *stack, enum unit unit);

int push(struct stack *stack, struct value value)
{
    if (!stack || stack->height >= MOST)
        return 0;
    if (value.unit == NONE && value.amount != 0)
        return 0;
    stack->values[stack->height++] = value;
    return 1;
}

int pop(struct stack *stack, struct value *value)
{
    if (!stack || stack->height == 0 || stack->height > MOST)
        return 0;
    stack->height--;
    if (value)
        *value = stack->values[stack->height];
    return 1;
}

long sum_of_unit(const struct stack *stack, enum unit unit)
{
    long sum = 0;
    for (unsigned i = 0; i < stack->height && i < MOST; i++)
        if (stack->values[i].unit == unit)
            sum += stack->values[i].amount;
    return sum;
}
