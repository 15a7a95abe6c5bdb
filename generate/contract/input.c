/* Reads inputs; see input.h. */
#include "generate/contract/input.h"

#include <string.h>

typedef struct {
    GenerateInput *input;
    gsize at;
    guint item;
    GArray *made; /* const GenerateShape *: of each object so far */
} Reader;

static guint64 take(Reader *reader, guint size)
{
    guint64 number = 0;
    for (guint i = 0; i < size; i++, reader->at++)
        if (reader->at < reader->input->size && i < sizeof number)
            number |= (guint64)reader->input->bytes[reader->at] << 8 * i;
    return number;
}

static guint begin(Reader *reader, const GenerateShape *shape, guint depth, const AnnotDecl *member)
{
    GenerateNode node = {.shape = shape,
                         .item = reader->item,
                         .at = (guint32)reader->at,
                         .depth = depth,
                         .member = member,
                         .object = -1};
    g_array_append_val(reader->input->nodes, node);
    return reader->input->nodes->len - 1;
}

static GenerateNode *finish(Reader *reader, guint index)
{
    GenerateNode *node = GENERATE_NODE(reader->input, index);
    node->end = (guint32)reader->at;
    node->next = reader->input->nodes->len;
    return node;
}

static guint objects_of(const Reader *reader, const GenerateShape *shape)
{
    guint n = 0;
    for (guint i = 0; i < reader->made->len; i++)
        n += g_array_index(reader->made, const GenerateShape *, i)->family == shape->family;
    return n;
}

static void read_value(Reader *reader, const GenerateShape *shape, guint depth, const AnnotDecl *member);

static void read_new(Reader *reader, guint index, const GenerateShape *shape, guint depth)
{
    gboolean is_text = shape->kind == HLCOV_TEXT;
    guint most = is_text ? HLCOV_MOST_TEXT : generate_most_elements(shape);
    guint count = (guint)take(reader, 2) % (most + 1);
    GENERATE_NODE(reader->input, index)->count = count;
    GENERATE_NODE(reader->input, index)->is_new = TRUE;
    GENERATE_NODE(reader->input, index)->object = (int)objects_of(reader, shape);
    g_array_append_val(reader->made, shape);
    if (is_text)
        reader->at += count;
    for (guint i = 0; !is_text && i < count; i++)
        read_value(reader, shape->target, depth + 1, NULL);
}

static void read_pointer(Reader *reader, guint index, const GenerateShape *shape, guint depth)
{
    guint choice = depth > HLCOV_MOST_DEPTH ? 0 : (guint)take(reader, 1);
    GENERATE_NODE(reader->input, index)->bits = choice;
    if (choice > 1 && choice - 2 < objects_of(reader, shape))
        GENERATE_NODE(reader->input, index)->object = (int)choice - 2;
    if (choice == 1 && reader->made->len < HLCOV_MOST_OBJECTS)
        read_new(reader, index, shape, depth);
}

static void read_stream(Reader *reader, guint index)
{
    GenerateNode *node = GENERATE_NODE(reader->input, index);
    node->bits = take(reader, 1);
    if (node->bits == 0)
        return;
    node->count = (guint)take(reader, 2) % (HLCOV_MOST_TEXT + 1);
    reader->at += node->count;
}

static void read_value(Reader *reader, const GenerateShape *shape, guint depth, const AnnotDecl *member)
{
    guint index = begin(reader, shape, depth, member);
    switch (shape->kind) {
    case HLCOV_NUMBER: GENERATE_NODE(reader->input, index)->bits = take(reader, (guint)shape->type->size); break;
    case HLCOV_FIELD: GENERATE_NODE(reader->input, index)->bits = take(reader, 8); break;
    case HLCOV_POINTER:
    case HLCOV_TEXT: read_pointer(reader, index, shape, depth); break;
    case HLCOV_RECORD:
        for (guint i = 0; i < shape->n_members; i++)
            read_value(reader, shape->members[i].shape, depth, shape->members[i].decl);
        break;
    case HLCOV_UNION:
        if (shape->n_members > 0) {
            guint choice = (guint)take(reader, 1) % shape->n_members;
            GENERATE_NODE(reader->input, index)->bits = choice;
            read_value(reader, shape->members[choice].shape, depth, shape->members[choice].decl);
        }
        break;
    case HLCOV_ARRAY:
        for (guint64 i = 0; i < shape->count; i++)
            read_value(reader, shape->target, depth, NULL);
        break;
    case HLCOV_FUNCTION: GENERATE_NODE(reader->input, index)->bits = take(reader, 1) % (shape->n_functions + 1); break;
    case HLCOV_TOKEN: GENERATE_NODE(reader->input, index)->bits = take(reader, 1) != 0; break;
    case HLCOV_STREAM: read_stream(reader, index); break;
    case HLCOV_NOTHING: break;
    }
    finish(reader, index);
}

static void read_item(Reader *reader, const GenerateItem *item)
{
    if (item->role == HLCOV_PARAMETER || item->role == HLCOV_LENGTH) {
        read_value(reader, item->shape, 0, NULL);
        return;
    }
    guint index = begin(reader, NULL, 0, NULL), byte = (guint)take(reader, 1);
    guint count = item->role == HLCOV_STUB ? byte % (HLCOV_MOST_RESULTS + 1) : byte != 0;
    GENERATE_NODE(reader->input, index)->bits = byte;
    GENERATE_NODE(reader->input, index)->count = count;
    for (guint i = 0; i < count; i++)
        read_value(reader, item->shape, 0, NULL);
    finish(reader, index);
}

GenerateInput *generate_input_read(const GenerateContract *contract, const guint8 *bytes, gsize size)
{
    GenerateInput *input = g_new0(GenerateInput, 1);
    *input = (GenerateInput){contract, bytes, size, g_array_new(FALSE, FALSE, sizeof(GenerateNode)),
                             g_new0(guint, contract->n_items + 1)};
    Reader reader = {.input = input, .made = g_array_new(FALSE, FALSE, sizeof(const GenerateShape *))};
    for (reader.item = 0; reader.item < contract->n_items; reader.item++) {
        input->roots[reader.item] = input->nodes->len;
        read_item(&reader, &contract->items[reader.item]);
    }
    input->roots[contract->n_items] = input->nodes->len;
    g_array_unref(reader.made);
    return input;
}

void generate_input_free(GenerateInput *input)
{
    g_array_unref(input->nodes);
    g_free(input->roots);
    g_free(input);
}

guint generate_maker(const GenerateInput *input, const GenerateNode *node)
{
    for (guint i = 0; i < input->nodes->len && node->object >= 0; i++) {
        const GenerateNode *other = GENERATE_NODE(input, i);
        if (other->is_new && other->shape->family == node->shape->family && other->object == node->object)
            return i;
    }
    return G_MAXUINT;
}

guint64 generate_length(const GenerateInput *input, const GenerateNode *node)
{
    const GenerateItem *item = &input->contract->items[node->item];
    const GenerateNode *pointer = GENERATE_NODE(input, input->roots[item->of]);
    guint maker = generate_maker(input, pointer);
    guint64 most = maker == G_MAXUINT ? 0 : GENERATE_NODE(input, maker)->count;
    guint64 sign = (guint64)1 << (8 * item->shape->type->size - 1);
    if (node->bits <= most || (item->shape->type->is_signed && node->bits & sign))
        return node->bits;
    return most;
}

void generate_put(guint8 *at, guint64 number, guint size)
{
    for (guint i = 0; i < size; i++)
        at[i] = i < sizeof number ? (guint8)(number >> 8 * i) : 0;
}

void generate_zero(const GenerateShape *shape, guint depth, GByteArray *out)
{
    static const guint8 zeros[16];
    switch (shape->kind) {
    case HLCOV_NUMBER: g_byte_array_append(out, zeros, (guint)MIN(shape->type->size, sizeof zeros)); break;
    case HLCOV_FIELD: g_byte_array_append(out, zeros, 8); break;
    case HLCOV_RECORD:
        for (guint i = 0; i < shape->n_members; i++)
            generate_zero(shape->members[i].shape, depth, out);
        break;
    case HLCOV_ARRAY:
        for (guint64 i = 0; i < shape->count; i++)
            generate_zero(shape->target, depth, out);
        break;
    case HLCOV_UNION:
        if (shape->n_members == 0)
            break;
        g_byte_array_append(out, zeros, 1);
        generate_zero(shape->members[0].shape, depth, out);
        break;
    case HLCOV_POINTER:
    case HLCOV_TEXT:
        if (depth <= HLCOV_MOST_DEPTH)
            g_byte_array_append(out, zeros, 1);
        break;
    case HLCOV_FUNCTION:
    case HLCOV_TOKEN:
    case HLCOV_STREAM: g_byte_array_append(out, zeros, 1); break;
    case HLCOV_NOTHING: break;
    }
}
