/* Reads what functions left behind; see left.h. */
#include "generate/left.h"

#include <string.h>

typedef struct {
    GenerateLeft *left;
    gsize at;
} Reader;

static guint64 take(Reader *reader, gsize size)
{
    guint64 number = 0;
    for (gsize i = 0; i < size; i++, reader->at++)
        if (i < sizeof number && reader->at < reader->left->size)
            number |= (guint64)reader->left->bytes[reader->at] << 8 * i;
    return number;
}

static void read_value(Reader *reader, const GenerateShape *shape, const AnnotDecl *member);

static void read_pointer(Reader *reader, GenerateNode *node)
{
    node->bits = take(reader, 1);
    if (node->bits == 0 || node->shape->kind != HLCOV_TEXT)
        return;
    node->count = (guint)take(reader, 2);
    node->at = (guint32)reader->at;
    reader->at += node->count;
}

static void read_scalar(Reader *reader, GenerateNode *node)
{
    switch (node->shape->kind) {
    case HLCOV_NUMBER: node->bits = take(reader, (gsize)node->shape->type->size); break;
    case HLCOV_FIELD: node->bits = take(reader, 8); break;
    case HLCOV_POINTER:
    case HLCOV_TEXT: read_pointer(reader, node); break;
    case HLCOV_TOKEN:
    case HLCOV_STREAM:
    case HLCOV_FUNCTION: node->bits = take(reader, 1); break;
    default: break;
    }
}

static void read_value(Reader *reader, const GenerateShape *shape, const AnnotDecl *member)
{
    GenerateNode node = {.shape = shape, .at = (guint32)reader->at, .member = member, .object = -1};
    guint index = reader->left->nodes->len;
    read_scalar(reader, &node);
    g_array_append_val(reader->left->nodes, node);
    for (guint i = 0; shape->kind == HLCOV_RECORD && i < shape->n_members; i++)
        read_value(reader, shape->members[i].shape, shape->members[i].decl);
    for (guint64 i = 0; shape->kind == HLCOV_ARRAY && i < shape->count; i++)
        read_value(reader, shape->target, NULL);
    GENERATE_NODE(reader->left, index)->next = reader->left->nodes->len;
    GENERATE_NODE(reader->left, index)->end = (guint32)reader->at;
}

static void read_object(Reader *reader, const GenerateNode *maker)
{
    if (maker->shape->kind != HLCOV_TEXT) {
        for (guint i = 0; i < maker->count; i++)
            read_value(reader, maker->shape->target, NULL);
        return;
    }
    GenerateNode node = {.at = (guint32)reader->at, .count = maker->count + 1, .next = reader->left->nodes->len + 1};
    reader->at += node.count;
    g_array_append_val(reader->left->nodes, node);
}

static void read_all(Reader *reader, const GenerateInput *input)
{
    const GenerateContract *contract = input->contract;
    GenerateLeft *left = reader->left;
    if (contract->result) {
        left->result = 0;
        read_value(reader, contract->result, NULL);
    }
    for (guint i = 0; i < contract->n_items; i++) {
        left->globals[i] = contract->items[i].role == HLCOV_GLOBAL ? left->nodes->len : GENERATE_NONE;
        if (contract->items[i].role == HLCOV_GLOBAL)
            read_value(reader, contract->items[i].shape, NULL);
    }
    for (guint i = 0; i < input->nodes->len; i++) {
        const GenerateNode *node = GENERATE_NODE(input, i);
        left->objects[i] = node->is_new ? left->nodes->len : GENERATE_NONE;
        if (node->is_new)
            read_object(reader, node);
    }
}

GenerateLeft *generate_left_read(const GenerateInput *input, const guint8 *bytes, gsize size)
{
    GenerateLeft *left = g_new0(GenerateLeft, 1);
    *left = (GenerateLeft){bytes,
                           size,
                           g_array_new(FALSE, FALSE, sizeof(GenerateNode)),
                           GENERATE_NONE,
                           g_new0(guint, input->contract->n_items + 1),
                           g_new0(guint, input->nodes->len + 1)};
    Reader reader = {left, 0};
    read_all(&reader, input);
    if (reader.at == size)
        return left;
    generate_left_free(left);
    return NULL;
}

void generate_left_free(GenerateLeft *left)
{
    g_array_unref(left->nodes);
    g_free(left->globals);
    g_free(left->objects);
    g_free(left);
}
