/* Makes smaller inputs of one; see smaller.h. */
#include "generate/smaller.h"

#include <string.h>

/* Bytes of candidates that are smaller than an input, best first. */
typedef struct {
    const GenerateInput *input;
    GPtrArray *smaller; /* GBytes */
} Smaller;

static void add_replaced(Smaller *smaller, gsize begin, gsize end, const guint8 *bytes, gsize size)
{
    const GenerateInput *input = smaller->input;
    GByteArray *made = g_byte_array_new();
    gsize there = MIN(begin, input->size);
    g_byte_array_append(made, input->bytes, (guint)there);
    for (gsize i = there; i < begin; i++)
        g_byte_array_append(made, (const guint8 *)"", 1);
    g_byte_array_append(made, bytes, (guint)size);
    if (end < input->size)
        g_byte_array_append(made, input->bytes + end, (guint)(input->size - end));
    GBytes *all = g_byte_array_free_to_bytes(made);
    if (g_bytes_get_size(all) == input->size && memcmp(g_bytes_get_data(all, NULL), input->bytes, input->size) == 0)
        g_bytes_unref(all); /* no change, as -INT_MIN is INT_MIN */
    else
        g_ptr_array_add(smaller->smaller, all);
}

static void add_number(Smaller *smaller, const GenerateNode *node, guint64 number)
{
    guint8 bytes[16];
    generate_put(bytes, number, MIN(node->end - node->at, 16));
    add_replaced(smaller, node->at, node->end, bytes, MIN(node->end - node->at, 16));
}

static guint64 magnitude(gint64 value)
{
    return value < 0 ? 0 - (guint64)value : (guint64)value;
}

/* A bit-field has no type here. */
static gint64 value_of(const GenerateNode *node)
{
    return node->shape->type ? annot_type_value(node->shape->type, node->bits) : (gint64)node->bits;
}

/* Towards 0, then by halves: a number is smaller if it is nearer to 0, or positive instead of negative. */
static void shrink_number(Smaller *smaller, const GenerateNode *node)
{
    gint64 value = value_of(node);
    if (value == 0)
        return;
    add_number(smaller, node, 0);
    if (magnitude(value) > 1)
        add_number(smaller, node, 1);
    if (value < 0)
        add_number(smaller, node, magnitude(value));
    for (guint64 step = magnitude(value) / 2; step > 0; step /= 2)
        add_number(smaller, node, value < 0 ? (guint64)(value + (gint64)step) : (guint64)value - step);
}

static void add_real(Smaller *smaller, const GenerateNode *node, double real)
{
    float small = (float)real;
    guint8 bytes[8];
    if (node->shape->type->size == sizeof small)
        memcpy(bytes, &small, sizeof small);
    else
        memcpy(bytes, &real, sizeof real);
    add_replaced(smaller, node->at, node->end, bytes, (gsize)node->shape->type->size);
}

static void shrink_real(Smaller *smaller, const GenerateNode *node)
{
    double real = 0;
    float small = 0;
    if (node->bits == 0 || node->shape->type->size > sizeof real)
        return;
    memcpy(&real, &node->bits, sizeof real);
    memcpy(&small, &node->bits, sizeof small);
    if (node->shape->type->size == sizeof small)
        real = (double)small;
    if (real == 0.0 || real == 1.0)
        return;
    add_real(smaller, node, 0.0);
    add_real(smaller, node, 1.0);
    if (real != real)
        return;
    if (real < -1e15 || real > 1e15) { /* also what is infinite, which stays as it is whatever is done with it */
        add_real(smaller, node, real < 0 ? -1e9 : 1e9);
        return;
    }
    gint64 half = (gint64)real / 2;
    if ((double)(gint64)real != real)
        add_real(smaller, node, (double)(gint64)real);
    else if (real > 2.0 || real < -2.0)
        add_real(smaller, node, (double)half);
}

static void shrink_text(Smaller *smaller, const GenerateNode *node)
{
    const guint8 *bytes = smaller->input->bytes;
    gsize begin = node->at + 1, end = MIN((gsize)node->end, smaller->input->size);
    for (guint piece = node->count; piece > 0; piece /= 2)
        for (guint at = 0; at + piece <= node->count; at += piece) {
            g_autoptr(GByteArray) left = g_byte_array_new();
            guint8 length[2];
            generate_put(length, node->count - piece, 2);
            g_byte_array_append(left, length, 2);
            for (guint i = 0; i < node->count && begin + 2 + i < end; i++)
                if (i < at || i >= at + piece)
                    g_byte_array_append(left, bytes + begin + 2 + i, 1);
            add_replaced(smaller, begin, node->end, left->data, left->len);
        }
    for (guint i = 0; i < node->count && begin + 2 + i < end; i++)
        if (bytes[begin + 2 + i] != 'a')
            add_replaced(smaller, begin + 2 + i, begin + 3 + i, (const guint8 *)"a", 1);
}

/* Its first elements only: half of them, a quarter less, and so on down to one less. */
static void shrink_array(Smaller *smaller, guint index)
{
    const GenerateNode *node = GENERATE_NODE(smaller->input, index);
    gsize size = smaller->input->size, begin = MIN((gsize)node->at + 3, size);
    for (guint less = node->count / 2; less > 0; less /= 2) {
        guint part = index + 1;
        for (guint i = 0; i < node->count - less; i++)
            part = GENERATE_NODE(smaller->input, part)->next;
        g_autoptr(GByteArray) left = g_byte_array_new();
        guint8 count[2];
        generate_put(count, node->count - less, 2);
        g_byte_array_append(left, count, 2);
        g_byte_array_append(left, smaller->input->bytes + begin,
                            (guint)(MIN((gsize)GENERATE_NODE(smaller->input, part)->at, size) - begin));
        add_replaced(smaller, node->at + 1, node->end, left->data, left->len);
    }
}

/* What a pointer leads to, replaced by what a pointer of the same type in it leads to: a list without its head. */
static void shrink_chain(Smaller *smaller, guint index)
{
    const GenerateNode *node = GENERATE_NODE(smaller->input, index);
    for (guint i = index + 1; i < node->next; i++) {
        const GenerateNode *inner = GENERATE_NODE(smaller->input, i);
        if (inner->shape == node->shape && inner->is_new && inner->end <= smaller->input->size) {
            add_replaced(smaller, node->at, node->end, smaller->input->bytes + inner->at, inner->end - inner->at);
            return;
        }
    }
}

gboolean generate_is_zero(const GenerateInput *input, guint index)
{
    const GenerateNode *node = GENERATE_NODE(input, index);
    for (gsize i = node->at; i < node->end && i < input->size; i++)
        if (input->bytes[i] != 0)
            return FALSE;
    return TRUE;
}

/* All of it becomes 0. */
static void shrink_whole(Smaller *smaller, const GenerateNode *node)
{
    g_autoptr(GByteArray) zero = g_byte_array_new();
    generate_zero(node->shape, node->depth, zero);
    add_replaced(smaller, node->at, node->end, zero->data, zero->len);
}

/* Halves of the elements become 0, then quarters, eighths and so on: most of a long array does not matter. */
static void shrink_parts(Smaller *smaller, guint index)
{
    enum { PARTS = 16 };
    const GenerateNode *node = GENERATE_NODE(smaller->input, index);
    g_autofree guint *elements = g_new(guint, node->shape->count + 1);
    guint count = 0;
    for (guint i = index + 1; i < node->next; i = GENERATE_NODE(smaller->input, i)->next)
        elements[count++] = i;
    for (guint piece = count / 2; piece > MAX(1, count / PARTS); piece /= 2)
        for (guint at = 0; at + piece <= count; at += piece) {
            g_autoptr(GByteArray) zeros = g_byte_array_new();
            for (guint i = 0; i < piece; i++)
                generate_zero(node->shape->target, node->depth, zeros);
            add_replaced(smaller, GENERATE_NODE(smaller->input, elements[at])->at,
                         GENERATE_NODE(smaller->input, elements[at + piece - 1])->end, zeros->data, zeros->len);
        }
}

static void shrink_node(Smaller *smaller, guint index)
{
    const GenerateNode *node = GENERATE_NODE(smaller->input, index);
    if (generate_is_zero(smaller->input, index))
        return;
    if (!node->shape) {
        if (node->count > 0)
            add_replaced(smaller, node->at, node->end, (const guint8 *)"", 1);
        return;
    }
    switch (node->shape->kind) {
    case HLCOV_NUMBER:
        if (node->shape->type->kind == ANNOT_TYPE_FLOAT)
            shrink_real(smaller, node);
        else
            shrink_number(smaller, node);
        break;
    case HLCOV_FIELD: shrink_number(smaller, node); break;
    case HLCOV_RECORD:
    case HLCOV_UNION: shrink_whole(smaller, node); break;
    case HLCOV_ARRAY:
        shrink_whole(smaller, node);
        shrink_parts(smaller, index);
        break;
    case HLCOV_POINTER:
    case HLCOV_TEXT:
    case HLCOV_STREAM:
        if (node->bits == 0)
            break;
        add_replaced(smaller, node->at, node->end, (const guint8 *)"", 1);
        if (node->is_new && node->shape->kind == HLCOV_TEXT)
            shrink_text(smaller, node);
        else if (node->is_new) {
            shrink_chain(smaller, index);
            shrink_array(smaller, index);
        } else if (node->shape->kind == HLCOV_STREAM)
            shrink_text(smaller, node);
        break;
    case HLCOV_FUNCTION:
    case HLCOV_TOKEN:
        if (node->bits != 0)
            add_number(smaller, node, 0);
        break;
    default: break;
    }
}

static GPtrArray *new_candidates(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
}

GPtrArray *generate_smaller(const GenerateInput *input, guint index)
{
    Smaller smaller = {input, new_candidates()};
    shrink_node(&smaller, index);
    return smaller.smaller;
}

GPtrArray *generate_smaller_wholes(const GenerateInput *input, const GPtrArray *nodes, guint first, guint n)
{
    Smaller smaller = {input, new_candidates()};
    for (guint i = first; i < nodes->len && i < first + n; i++)
        shrink_whole(&smaller, nodes->pdata[i]);
    return smaller.smaller;
}

/* ---- several numbers at a time ---- */

/* Numbers that are moved together: at most, and those of which all pairs are. */
enum { MOST_NUMBERS = 16, MOST_PAIRED = 6 };

/* Integers of an input that are not 0. */
typedef struct {
    guint n;
    const GenerateNode *nodes[MOST_NUMBERS];
    gint64 values[MOST_NUMBERS];
} Numbers;

static gboolean is_integer(const GenerateNode *node)
{
    if (!node->shape || (node->shape->kind != HLCOV_NUMBER && node->shape->kind != HLCOV_FIELD))
        return FALSE;
    return !node->shape->type || node->shape->type->kind != ANNOT_TYPE_FLOAT;
}

static Numbers numbers_of(const GenerateInput *input)
{
    Numbers numbers = {.n = 0};
    for (guint i = 0; i < input->nodes->len && numbers.n < MOST_NUMBERS; i++) {
        const GenerateNode *node = GENERATE_NODE(input, i);
        if (!is_integer(node) || node->end > input->size || value_of(node) == 0)
            continue;
        numbers.values[numbers.n] = value_of(node);
        numbers.nodes[numbers.n++] = node;
    }
    return numbers;
}

/* Adds the input with other values of its numbers. */
static void add_values(Smaller *smaller, const Numbers *numbers, const gint64 *values)
{
    g_autofree guint8 *bytes = g_memdup2(smaller->input->bytes, MAX(smaller->input->size, 1));
    for (guint i = 0; i < numbers->n; i++)
        generate_put(bytes + numbers->nodes[i]->at, (guint64)values[i],
                     MIN(numbers->nodes[i]->end - numbers->nodes[i]->at, 16));
    g_ptr_array_add(smaller->smaller, g_bytes_new(bytes, smaller->input->size));
}

static guint64 largest(const Numbers *numbers)
{
    guint64 most = 0;
    for (guint i = 0; i < numbers->n; i++)
        most = MAX(most, magnitude(numbers->values[i]));
    return most;
}

/* All are divided by the same power of 2, the largest one first: what is compared with each other keeps its order. */
static void divide_all(Smaller *smaller, const Numbers *numbers)
{
    gint64 values[MOST_NUMBERS];
    for (guint64 by = largest(numbers) / 2; by > 1; by /= 2) {
        for (guint i = 0; i < numbers->n; i++)
            values[i] = numbers->values[i] / (gint64)MIN(by, G_MAXINT64);
        add_values(smaller, numbers, values);
    }
}

/* How many steps each number moves at a time. */
typedef struct {
    guint8 steps[MOST_NUMBERS];
} Move;

static gint64 nearer_to_0(gint64 value, guint64 by)
{
    return value < 0 ? value + (gint64)by : value - (gint64)by;
}

static void add_moved(Smaller *smaller, const Numbers *numbers, const Move *move, guint64 step)
{
    gint64 values[MOST_NUMBERS];
    for (guint i = 0; i < numbers->n; i++)
        values[i] = nearer_to_0(numbers->values[i], step * move->steps[i]);
    add_values(smaller, numbers, values);
}

/* Numbers come nearer to 0, the largest step first that takes none of them across it: how they differ stays as it is.
 */
static void move_some(Smaller *smaller, const Numbers *numbers, const Move *move)
{
    guint64 most = G_MAXINT64;
    for (guint i = 0; i < numbers->n; i++)
        most = move->steps[i] > 0 ? MIN(most, magnitude(numbers->values[i]) / move->steps[i]) : most;
    for (guint64 step = most; step > 0; step /= 2) {
        add_moved(smaller, numbers, move, step);
        if (step == most && step > 1)
            add_moved(smaller, numbers, move, step - 1); /* 1 is more usual than 0 */
    }
}

/* All move alike, or one of them twice as far, which keeps sums of two. */
static void move_all(Smaller *smaller, const Numbers *numbers)
{
    Move move;
    memset(move.steps, 1, sizeof move.steps);
    move_some(smaller, numbers, &move);
    for (guint i = 0; i < MIN(numbers->n, MOST_PAIRED); i++) {
        move.steps[i] = 2;
        move_some(smaller, numbers, &move);
        move.steps[i] = 1;
    }
}

static void move_pairs(Smaller *smaller, const Numbers *numbers)
{
    for (guint i = 0; i < MIN(numbers->n, MOST_PAIRED); i++)
        for (guint k = i + 1; k < MIN(numbers->n, MOST_PAIRED); k++) {
            Move move = {{0}};
            move.steps[i] = move.steps[k] = 1;
            move_some(smaller, numbers, &move);
        }
}

GPtrArray *generate_smaller_together(const GenerateInput *input)
{
    Smaller smaller = {input, new_candidates()};
    const Numbers numbers = numbers_of(input);
    if (numbers.n < 2)
        return smaller.smaller;
    divide_all(&smaller, &numbers);
    move_all(&smaller, &numbers);
    move_pairs(&smaller, &numbers);
    return smaller.smaller;
}
