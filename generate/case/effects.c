/* Judges what calls changed; see effects.h. */
#include "generate/case/effects.h"

#include <float.h>
#include <string.h>

/* `bits` of a pointer to an object of the input begin here. */
enum { FIRST_OBJECT = 2 };

/* ---- kinds of values ---- */

gboolean generate_is_comparable(const GenerateShape *shape)
{
    switch (shape->kind) {
    case HLCOV_ARRAY: return generate_is_comparable(shape->target);
    case HLCOV_RECORD:
        for (guint i = 0; i < shape->n_members; i++)
            if (generate_is_comparable(shape->members[i].shape))
                return TRUE;
        return FALSE;
    case HLCOV_UNION:
    case HLCOV_NOTHING: return FALSE;
    default: return TRUE;
    }
}

static gboolean is_hidden_shape(const GenerateShape *shape)
{
    switch (shape->kind) {
    case HLCOV_ARRAY: return is_hidden_shape(shape->target);
    case HLCOV_RECORD:
        for (guint i = 0; i < shape->n_members; i++)
            if (is_hidden_shape(shape->members[i].shape))
                return TRUE;
        return FALSE;
    case HLCOV_UNION:
    case HLCOV_NOTHING: return TRUE;
    default: return FALSE;
    }
}

gboolean generate_is_hidden(const GenerateInput *input, guint maker)
{
    const GenerateShape *shape = GENERATE_NODE(input, maker)->shape;
    return shape->kind == HLCOV_POINTER && is_hidden_shape(shape->target);
}

/* Bytes of a number that have its value: those behind it in a long double of x86 are anything. */
static gsize value_size(const GenerateShape *shape)
{
    gsize size = shape->kind == HLCOV_NUMBER ? (gsize)shape->type->size : sizeof(guint64);
    gboolean is_long_double = shape->kind == HLCOV_NUMBER && shape->type->kind == ANNOT_TYPE_FLOAT && size > 8;
    return is_long_double && LDBL_MANT_DIG == 64 ? 10 : size;
}

/* ---- before and after ---- */

static gboolean are_bytes_equal(const GenerateInput *input, gsize before, const GenerateLeft *left, gsize after,
                                gsize size)
{
    for (gsize i = 0; i < size; i++) {
        guint8 byte = before + i < input->size ? input->bytes[before + i] : 0;
        if (after + i >= left->size || left->bytes[after + i] != byte)
            return FALSE;
    }
    return TRUE;
}

static gboolean differs_in_parts(const GenerateInput *input, guint before, const GenerateLeft *left, guint after)
{
    guint a = before + 1, b = after + 1;
    while (a < GENERATE_NODE(input, before)->next && b < GENERATE_NODE(left, after)->next) {
        if (generate_differs(input, a, left, b))
            return TRUE;
        a = GENERATE_NODE(input, a)->next;
        b = GENERATE_NODE(left, b)->next;
    }
    return FALSE;
}

gboolean generate_differs(const GenerateInput *input, guint before, const GenerateLeft *left, guint after)
{
    const GenerateNode *old = GENERATE_NODE(input, before), *new = GENERATE_NODE(left, after);
    switch (old->shape->kind) {
    case HLCOV_NUMBER: return !are_bytes_equal(input, old->at, left, new->at, value_size(old->shape));
    case HLCOV_FIELD: {
        guint shift = 64 - CLAMP(old->member->bits, 1, 64);
        return old->bits << shift != new->bits << shift;
    }
    case HLCOV_POINTER:
    case HLCOV_TEXT: return new->bits != (old->object < 0 ? 0 : (guint64)(old->object + FIRST_OBJECT));
    case HLCOV_FUNCTION: return old->bits != new->bits;
    case HLCOV_TOKEN:
    case HLCOV_STREAM: return (old->bits != 0) != (new->bits != 0);
    case HLCOV_RECORD:
    case HLCOV_ARRAY: return differs_in_parts(input, before, left, after);
    case HLCOV_UNION:
    case HLCOV_NOTHING: break;
    }
    return FALSE;
}

gboolean generate_was_changed(const GenerateInput *input, const GenerateLeft *left, guint maker)
{
    const GenerateNode *node = GENERATE_NODE(input, maker);
    guint before = maker + 1, after = left->objects[maker];
    if (node->shape->kind == HLCOV_TEXT) {
        gsize at = GENERATE_NODE(left, after)->at;
        return !are_bytes_equal(input, (gsize)node->at + 3, left, at, node->count) || left->bytes[at + node->count];
    }
    for (guint i = 0; i < node->count; i++) {
        if (generate_differs(input, before, left, after))
            return TRUE;
        before = GENERATE_NODE(input, before)->next;
        after = GENERATE_NODE(left, after)->next;
    }
    return FALSE;
}

/* ---- run and run ---- */

guint generate_left_maker(const GenerateInput *input, const GenerateLeft *left, guint index)
{
    const GenerateNode *node = GENERATE_NODE(left, index);
    if (node->bits < FIRST_OBJECT || node->bits >= HLCOV_NOWHERE)
        return G_MAXUINT;
    GenerateNode pointer = {.shape = node->shape, .object = (int)node->bits - FIRST_OBJECT};
    return generate_maker(input, &pointer);
}

gboolean generate_is_terminated(const GenerateLeft *left, guint maker)
{
    const GenerateNode *node = GENERATE_NODE(left, left->objects[maker]);
    return memchr(left->bytes + node->at, 0, node->count) != NULL;
}

gboolean generate_is_endless(const GenerateInput *input, const GenerateLeft *left, guint index)
{
    guint maker = generate_left_maker(input, left, index);
    return maker != G_MAXUINT && !generate_is_terminated(left, maker);
}

static gboolean has_same_bytes(const GenerateLeft *one, const GenerateLeft *other, guint index, gsize size)
{
    return memcmp(one->bytes + GENERATE_NODE(one, index)->at, other->bytes + GENERATE_NODE(other, index)->at, size) ==
           0;
}

/* A text that was cut is longer than anybody knows. One that lost its end is only compared with NULL. */
static gboolean is_same_text(const GenerateInput *input, const GenerateLeft *one, const GenerateLeft *other,
                             guint index)
{
    const GenerateNode *node = GENERATE_NODE(one, index), *same = GENERATE_NODE(other, index);
    gboolean is_endless = generate_is_endless(input, one, index);
    if (node->bits == HLCOV_NOWHERE || same->bits == HLCOV_NOWHERE || (node->bits != 0) != (same->bits != 0) ||
        is_endless != generate_is_endless(input, other, index))
        return FALSE;
    return is_endless || (node->count < HLCOV_MOST_TEXT && node->count == same->count &&
                          has_same_bytes(one, other, index, node->count));
}

static gboolean is_same_value(const GenerateInput *input, const GenerateLeft *one, const GenerateLeft *other,
                              guint index, guint steps);
static gboolean is_same_object(const GenerateInput *input, const GenerateLeft *one, const GenerateLeft *other,
                               guint maker, guint steps);

/* Of a text that differs from run to run nothing is compared but whether it is there. */
static gboolean is_same_part(const GenerateInput *input, const GenerateLeft *one, const GenerateLeft *other,
                             guint index, guint steps)
{
    const GenerateNode *node = GENERATE_NODE(one, index), *same = GENERATE_NODE(other, index);
    if (node->shape->kind == HLCOV_TEXT)
        return (node->bits != 0) == (same->bits != 0);
    return is_same_value(input, one, other, index, steps);
}

static gboolean are_parts_same(const GenerateInput *input, const GenerateLeft *one, const GenerateLeft *other,
                               guint index, guint steps)
{
    const GenerateNode *node = GENERATE_NODE(one, index);
    for (guint i = index + 1; i < node->next; i = GENERATE_NODE(one, i)->next)
        if (!is_same_part(input, one, other, i, steps))
            return FALSE;
    return TRUE;
}

static gboolean is_same_value(const GenerateInput *input, const GenerateLeft *one, const GenerateLeft *other,
                              guint index, guint steps)
{
    const GenerateNode *node = GENERATE_NODE(one, index), *same = GENERATE_NODE(other, index);
    guint maker;
    switch (node->shape->kind) {
    case HLCOV_NUMBER:
    case HLCOV_FIELD: return has_same_bytes(one, other, index, value_size(node->shape));
    case HLCOV_TEXT: return is_same_text(input, one, other, index);
    case HLCOV_POINTER:
        maker = generate_left_maker(input, one, index);
        return node->bits == same->bits &&
               (steps == 0 || maker == G_MAXUINT || is_same_object(input, one, other, maker, steps - 1));
    case HLCOV_RECORD:
    case HLCOV_ARRAY: return are_parts_same(input, one, other, index, steps);
    case HLCOV_FUNCTION: return node->bits == same->bits && node->bits != HLCOV_ELSEWHERE;
    default: return node->bits == same->bits;
    }
}

static gboolean is_same_object(const GenerateInput *input, const GenerateLeft *one, const GenerateLeft *other,
                               guint maker, guint steps)
{
    const GenerateNode *node = GENERATE_NODE(input, maker);
    guint index = one->objects[maker];
    if (node->shape->kind == HLCOV_TEXT)
        return has_same_bytes(one, other, index, GENERATE_NODE(one, index)->count);
    for (guint i = 0; i < node->count; i++) {
        if (!is_same_value(input, one, other, index, steps))
            return FALSE;
        index = GENERATE_NODE(one, index)->next;
    }
    return TRUE;
}

gboolean generate_is_stable(const GenerateInput *input, const GenerateLeft *left, const GPtrArray *others, guint index,
                            guint steps)
{
    gboolean same = is_same_value(input, left, left, index, steps);
    for (guint i = 0; i < others->len && same; i++)
        same = is_same_value(input, left, others->pdata[i], index, steps);
    return same;
}

gboolean generate_is_stable_object(const GenerateInput *input, const GenerateLeft *left, const GPtrArray *others,
                                   guint maker, guint steps)
{
    gboolean same = is_same_object(input, left, left, maker, steps);
    for (guint i = 0; i < others->len && same; i++)
        same = is_same_object(input, left, others->pdata[i], maker, steps);
    return same;
}
