/* Random choices; see chooser.h. */
#include "generate/chooser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the values of an input have in common. In large structures a single odd number, or a NULL, ends most runs: some
 * inputs have few of them. Source: Groce et al., "Swarm Testing", ISSTA 2012. */
typedef struct {
    guint odd;     /* one number in so many is any, others are small; 0: all are small */
    guint small;   /* small numbers are below that */
    gboolean full; /* few pointers are NULL, and arrays are long */
} Mood;

static const Mood any_mood = {1, 16, FALSE};

struct GenerateChooser {
    const GenerateContracts *contracts;
    guint64 state;
    GArray *numbers;  /* guint64 */
    GArray *reals;    /* double */
    GPtrArray *texts; /* GBytes */
    Mood mood;
    GArray *made; /* guint, of each family of pointers: objects of a new input so far */
};

static const guint64 usual[] = {0,           1,         2,     3,          4,
                                5,           7,         8,     10,         16,
                                31,          32,        64,    100,        127,
                                128,         255,       256,   1000,       32767,
                                32768,       65535,     65536, G_MAXINT32, (guint64)G_MAXINT32 + 1,
                                G_MAXUINT32, G_MAXINT64};
static const double usual_reals[] = {0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 100.0, 1e-9, 1e9, -0.0, 1e300, -1e300};

/* ---- chance ---- */

/* Source: Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8, 2003. */
static guint64 next_number(GenerateChooser *chooser)
{
    chooser->state ^= chooser->state << 13;
    chooser->state ^= chooser->state >> 7;
    chooser->state ^= chooser->state << 17;
    return chooser->state;
}

guint generate_choose(GenerateChooser *chooser, guint limit)
{
    return (guint)((next_number(chooser) >> 16) % limit);
}

static gboolean one_in(GenerateChooser *chooser, guint n)
{
    return generate_choose(chooser, n) == 0;
}

static void choose_mood(GenerateChooser *chooser)
{
    static const guint odd[] = {0, 8, 64}, small[] = {1, 2, 4, 16};
    chooser->mood = any_mood;
    if (one_in(chooser, 2))
        chooser->mood = (Mood){odd[generate_choose(chooser, G_N_ELEMENTS(odd))],
                               small[generate_choose(chooser, G_N_ELEMENTS(small))], !one_in(chooser, 4)};
}

/* ---- constants ---- */

GenerateChooser *generate_chooser_new(const GenerateContracts *contracts, guint64 seed)
{
    GenerateChooser *chooser = g_new0(GenerateChooser, 1);
    *chooser = (GenerateChooser){contracts,
                                 seed * 0x9e3779b97f4a7c15u | 1,
                                 g_array_new(FALSE, FALSE, sizeof(guint64)),
                                 g_array_new(FALSE, FALSE, sizeof(double)),
                                 g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref),
                                 any_mood,
                                 g_array_new(FALSE, TRUE, sizeof(guint))};
    return chooser;
}

void generate_chooser_free(GenerateChooser *chooser)
{
    g_array_unref(chooser->numbers);
    g_array_unref(chooser->reals);
    g_array_unref(chooser->made);
    g_ptr_array_unref(chooser->texts);
    g_free(chooser);
}

static void add_number(GenerateChooser *chooser, guint64 number)
{
    for (guint i = 0; i < chooser->numbers->len; i++)
        if (g_array_index(chooser->numbers, guint64, i) == number)
            return;
    g_array_append_val(chooser->numbers, number);
}

/* A string literal of the text, pieces of it joined. */
static void add_text(GenerateChooser *chooser, const char *text, gsize length)
{
    g_autofree char *literal = g_strndup(text, length);
    char *begin = strchr(literal, '"'), *end = strrchr(literal, '"');
    if (!begin || end <= begin)
        return;
    *end = '\0';
    g_autofree char *plain = g_strcompress(begin + 1);
    gsize size = MIN(strlen(plain), 64);
    if (size > 0)
        g_ptr_array_add(chooser->texts, g_bytes_new(plain, size));
}

static void visit_expr(const AnnotExpr *expr, gpointer data)
{
    GenerateChooser *chooser = data;
    const char *text = chooser->contracts->text->bytes + expr->at.begin;
    gsize length = expr->at.end - expr->at.begin;
    if (expr->has_value)
        add_number(chooser, (guint64)expr->value);
    if (expr->kind != ANNOT_EXPR_LITERAL || !expr->placed)
        return;
    if (expr->type->kind == ANNOT_TYPE_FLOAT) {
        g_autofree char *literal = g_strndup(text, length);
        double real = g_ascii_strtod(literal, NULL);
        g_array_append_val(chooser->reals, real);
    } else if (expr->type->kind == ANNOT_TYPE_ARRAY) {
        add_text(chooser, text, length);
    }
}

static void visit_stmt(const AnnotStmt *stmt, gpointer data)
{
    if (stmt->kind == ANNOT_STMT_CASE && stmt->has_values)
        add_number(data, (guint64)stmt->low);
}

void generate_chooser_enter(GenerateChooser *chooser, const GenerateContract *contract)
{
    const AnnotTreeVisit visit = {visit_stmt, visit_expr, chooser};
    g_array_set_size(chooser->numbers, 0);
    g_array_set_size(chooser->reals, 0);
    g_ptr_array_set_size(chooser->texts, 0);
    for (guint i = 0; i < contract->called->len; i++)
        annot_tree_visit_stmt(((const AnnotFunction *)contract->called->pdata[i])->body, &visit);
}

/* ---- numbers ---- */

static guint64 constant(GenerateChooser *chooser)
{
    GArray *numbers = chooser->numbers;
    if (numbers->len > 0 && !one_in(chooser, 3))
        return g_array_index(numbers, guint64, generate_choose(chooser, numbers->len));
    return usual[generate_choose(chooser, G_N_ELEMENTS(usual))];
}

static guint64 enumerator(GenerateChooser *chooser, const AnnotType *type)
{
    return (guint64)type->enumerators[generate_choose(chooser, type->n_enumerators)]->value;
}

static guint64 bits_of_real(double real, guint64 size)
{
    float small = (float)real;
    guint32 bits = 0;
    guint64 all = 0;
    if (size == sizeof small) {
        memcpy(&bits, &small, sizeof bits);
        return bits;
    }
    memcpy(&all, &real, sizeof all);
    return all;
}

static double some_real(GenerateChooser *chooser)
{
    if (chooser->reals->len > 0 && !one_in(chooser, 3))
        return g_array_index(chooser->reals, double, generate_choose(chooser, chooser->reals->len));
    if (one_in(chooser, 2))
        return usual_reals[generate_choose(chooser, G_N_ELEMENTS(usual_reals))];
    if (one_in(chooser, 16))
        return one_in(chooser, 2) ? (double)NAN : (double)INFINITY;
    return (double)(gint64)(next_number(chooser) % 2001) - 1000.0 + (one_in(chooser, 2) ? 0.25 : 0.0);
}

static double near_real(GenerateChooser *chooser)
{
    static const double steps[] = {0.0, 0.0, 1.0, -1.0, 0.001, -0.001};
    return some_real(chooser) + steps[generate_choose(chooser, G_N_ELEMENTS(steps))];
}

static guint64 some_number(GenerateChooser *chooser, const AnnotType *type)
{
    if (type->kind == ANNOT_TYPE_BOOL)
        return generate_choose(chooser, 2);
    if (type->kind == ANNOT_TYPE_FLOAT)
        return bits_of_real(near_real(chooser), type->size);
    if (type->kind == ANNOT_TYPE_ENUM && type->n_enumerators > 0 && !one_in(chooser, 12))
        return enumerator(chooser, type);
    if (chooser->mood.odd == 0 || !one_in(chooser, chooser->mood.odd))
        return generate_choose(chooser, chooser->mood.small);
    switch (generate_choose(chooser, 6)) {
    case 0: return next_number(chooser);
    case 1: return generate_choose(chooser, 16);
    case 2: return (guint64)(-(gint64)generate_choose(chooser, 16));
    case 3: return constant(chooser) + generate_choose(chooser, 3) - 1;
    case 4: return (guint64)(-(gint64)constant(chooser));
    default: return constant(chooser);
    }
}

static guint64 near_number(GenerateChooser *chooser, guint64 number)
{
    switch (generate_choose(chooser, 6)) {
    case 0: return number + 1;
    case 1: return number - 1;
    case 2: return number + generate_choose(chooser, 64) - 32;
    case 3: return number ^ (guint64)1 << generate_choose(chooser, 64);
    case 4: return 0 - number;
    default: return number * 2;
    }
}

static void append_number(GByteArray *out, guint64 number, guint size)
{
    guint8 bytes[16];
    generate_put(bytes, number, MIN(size, 16));
    g_byte_array_append(out, bytes, MIN(size, 16));
}

/* A truth is 0 or 1 whatever the bytes: others have no meaning in C. */
static void append_scalar(GByteArray *out, guint64 number, const AnnotType *type)
{
    if (type->kind == ANNOT_TYPE_FLOAT && type->size == sizeof(long double)) {
        double real;
        memcpy(&real, &number, sizeof real);
        long double wide = (long double)real;
        guint8 bytes[sizeof wide] = {0};
        memcpy(bytes, &wide, 10);
        g_byte_array_append(out, bytes, sizeof bytes);
        return;
    }
    append_number(out, type->kind == ANNOT_TYPE_BOOL ? number & 1 : number, (guint)type->size);
}

/* ---- texts ---- */

static guint8 some_character(GenerateChooser *chooser)
{
    static const char usual_characters[] = " \t\n0123456789abcxyzABCXYZ+-*/%=<>!&|^~()[]{}.,;:'\"\\#_@?$";
    if (chooser->texts->len > 0 && one_in(chooser, 4)) {
        gsize size;
        const guint8 *text =
            g_bytes_get_data(chooser->texts->pdata[generate_choose(chooser, chooser->texts->len)], &size);
        return text[generate_choose(chooser, (guint)size)];
    }
    if (chooser->numbers->len > 0 && one_in(chooser, 3))
        return (guint8)constant(chooser);
    if (one_in(chooser, 8))
        return (guint8)next_number(chooser);
    return (guint8)usual_characters[generate_choose(chooser, sizeof usual_characters - 1)];
}

static void append_piece(GenerateChooser *chooser, GByteArray *text)
{
    if (chooser->texts->len > 0 && one_in(chooser, 3)) {
        gsize size;
        const guint8 *piece =
            g_bytes_get_data(chooser->texts->pdata[generate_choose(chooser, chooser->texts->len)], &size);
        g_byte_array_append(text, piece, (guint)size);
        return;
    }
    guint8 character = some_character(chooser);
    g_byte_array_append(text, &character, 1);
}

/* Texts end at the first NUL, so they have none. */
static void append_text(GByteArray *out, const GByteArray *text)
{
    guint length = MIN(text->len, HLCOV_MOST_TEXT);
    append_number(out, length, 2);
    for (guint i = 0; i < length; i++)
        append_number(out, text->data[i] ? text->data[i] : ' ', 1);
}

static void append_some_text(GenerateChooser *chooser, GByteArray *out)
{
    g_autoptr(GByteArray) text = g_byte_array_new();
    guint pieces = one_in(chooser, 8) ? 0 : 1 + generate_choose(chooser, one_in(chooser, 4) ? 16 : 4);
    for (guint i = 0; i < pieces; i++)
        append_piece(chooser, text);
    append_text(out, text);
}

static void change_text(GenerateChooser *chooser, GByteArray *text)
{
    guint at = generate_choose(chooser, text->len + 1);
    g_autoptr(GByteArray) tail = g_byte_array_new();
    switch (generate_choose(chooser, 4)) {
    case 0: /* put something in between */
        g_byte_array_append(tail, text->data + at, text->len - at);
        g_byte_array_set_size(text, at);
        append_piece(chooser, text);
        g_byte_array_append(text, tail->data, tail->len);
        break;
    case 1:
        if (at < text->len)
            g_byte_array_remove_index(text, at);
        break;
    case 2:
        if (at < text->len)
            text->data[at] = some_character(chooser);
        break;
    default:
        if (one_in(chooser, 2))
            g_byte_array_set_size(text, at);
        else
            append_piece(chooser, text);
    }
}

/* ---- new values ---- */

static guint some_count(GenerateChooser *chooser, const GenerateShape *shape, gboolean has_length)
{
    static const guint counts[] = {1, 1, 2, 4, 8, 16, 32}, full_counts[] = {16, 64, 300, 1100};
    if (has_length && shape->target->kind == HLCOV_NUMBER && one_in(chooser, 64))
        return (guint)((constant(chooser) + generate_choose(chooser, 3)) % (HLCOV_MOST_NUMBERS + 1));
    if (chooser->mood.full && !has_length && shape->target->kind == HLCOV_NUMBER)
        return full_counts[generate_choose(chooser, G_N_ELEMENTS(full_counts))];
    if (has_length)
        return generate_choose(chooser, one_in(chooser, 4) ? 33 : 6);
    if (shape->target->kind == HLCOV_RECORD || shape->target->kind == HLCOV_UNION)
        return 1;
    return counts[generate_choose(chooser, G_N_ELEMENTS(counts))];
}

static void append_value(GenerateChooser *chooser, const GenerateShape *shape, guint depth, gboolean has_length,
                         GByteArray *out);

/* Structures lead to structures: what is deep is not always there, nor what makes an input large. */
static gboolean is_null(GenerateChooser *chooser, guint depth, const GByteArray *out)
{
    enum { LARGE = 1 << 14 };
    if (!chooser->mood.full)
        return one_in(chooser, depth == 0 ? 12 : 3);
    return out->len > LARGE || (depth == 1 && one_in(chooser, 24)) ||
           (depth >= 2 && one_in(chooser, depth == 2 ? 4 : 2));
}

static guint *made_of(GenerateChooser *chooser, const GenerateShape *shape)
{
    if (chooser->made->len <= shape->family)
        g_array_set_size(chooser->made, shape->family + 1);
    return &g_array_index(chooser->made, guint, shape->family);
}

/* In full inputs most pointers lead to few objects, as in programs; in all some lead to one before. */
static gboolean append_old(GenerateChooser *chooser, const GenerateShape *shape, guint depth, GByteArray *out)
{
    guint made = *made_of(chooser, shape);
    if (chooser->mood.full && depth > 0 && made > 0 && one_in(chooser, 2)) {
        append_number(out, 2 + generate_choose(chooser, MIN(made, 8)), 1);
        return TRUE;
    }
    if (one_in(chooser, 48)) {
        append_number(out, 2 + generate_choose(chooser, 2), 1);
        return TRUE;
    }
    return FALSE;
}

static void append_pointer(GenerateChooser *chooser, const GenerateShape *shape, guint depth, gboolean has_length,
                           GByteArray *out)
{
    if (depth > HLCOV_MOST_DEPTH)
        return;
    if (is_null(chooser, depth, out)) {
        append_number(out, 0, 1);
        return;
    }
    if (append_old(chooser, shape, depth, out))
        return;
    append_number(out, 1, 1);
    (*made_of(chooser, shape))++;
    if (shape->kind == HLCOV_TEXT) {
        append_some_text(chooser, out);
        return;
    }
    guint count = some_count(chooser, shape, has_length);
    append_number(out, count, 2);
    for (guint i = 0; i < count; i++)
        append_value(chooser, shape->target, depth + 1, FALSE, out);
}

/* Long arrays are mostly left empty, but for their first elements. */
static void append_elements(GenerateChooser *chooser, const GenerateShape *shape, guint depth, GByteArray *out)
{
    enum { LONG = 16 };
    guint64 full = shape->count > LONG && !one_in(chooser, 6) ? generate_choose(chooser, LONG) : shape->count;
    for (guint64 i = 0; i < shape->count; i++)
        if (i < full)
            append_value(chooser, shape->target, depth, FALSE, out);
        else
            generate_zero(shape->target, depth, out);
}

static void append_choice(GenerateChooser *chooser, guint n, GByteArray *out)
{
    append_number(out, n > 0 ? generate_choose(chooser, n) : 0, 1);
}

static void append_value(GenerateChooser *chooser, const GenerateShape *shape, guint depth, gboolean has_length,
                         GByteArray *out)
{
    guint choice;
    switch (shape->kind) {
    case HLCOV_NUMBER: append_scalar(out, some_number(chooser, shape->type), shape->type); break;
    case HLCOV_FIELD: append_number(out, constant(chooser), 8); break;
    case HLCOV_POINTER:
    case HLCOV_TEXT: append_pointer(chooser, shape, depth, has_length, out); break;
    case HLCOV_RECORD:
        for (guint i = 0; i < shape->n_members; i++)
            append_value(chooser, shape->members[i].shape, depth, FALSE, out);
        break;
    case HLCOV_UNION:
        choice = shape->n_members > 0 ? generate_choose(chooser, shape->n_members) : 0;
        if (shape->n_members > 0) {
            append_number(out, choice, 1);
            append_value(chooser, shape->members[choice].shape, depth, FALSE, out);
        }
        break;
    case HLCOV_ARRAY: append_elements(chooser, shape, depth, out); break;
    case HLCOV_FUNCTION: append_choice(chooser, shape->n_functions + 1, out); break;
    case HLCOV_TOKEN: append_choice(chooser, 2, out); break;
    case HLCOV_STREAM:
        append_number(out, 1, 1);
        append_some_text(chooser, out);
        break;
    case HLCOV_NOTHING: break;
    }
}

static gboolean has_length(const GenerateContract *contract, guint item)
{
    for (guint i = 0; i < contract->n_items; i++)
        if (contract->items[i].role == HLCOV_LENGTH && contract->items[i].of == item)
            return TRUE;
    return FALSE;
}

static void append_item(GenerateChooser *chooser, const GenerateContract *contract, guint index, GByteArray *out)
{
    const GenerateItem *item = &contract->items[index];
    guint count = 1;
    if (item->role == HLCOV_GLOBAL)
        append_number(out, count = generate_choose(chooser, 2), 1);
    if (item->role == HLCOV_STUB)
        append_number(out, count = generate_choose(chooser, HLCOV_MOST_RESULTS + 1), 1);
    if (item->role == HLCOV_LENGTH && !one_in(chooser, 3)) { /* all of it */
        append_scalar(out, G_MAXINT16, item->shape->type);
        return;
    }
    for (guint i = 0; i < count; i++)
        append_value(chooser, item->shape, 0, has_length(contract, index), out);
}

void generate_choose_new(GenerateChooser *chooser, const GenerateContract *contract, GByteArray *out)
{
    choose_mood(chooser);
    g_array_set_size(chooser->made, 0);
    for (guint i = 0; i < contract->n_items; i++)
        append_item(chooser, contract, i, out);
}

/* ---- changes ---- */

static void copy_bytes(const GenerateInput *from, gsize begin, gsize end, GByteArray *out)
{
    gsize there = MIN(MAX(end, begin), from->size);
    if (begin < there)
        g_byte_array_append(out, from->bytes + begin, (guint)(there - begin));
    for (gsize i = MAX(begin, there); i < end; i++)
        append_number(out, 0, 1);
}

/* Another number of the same size in the input: functions compare what they take. */
static guint64 other_number(GenerateChooser *chooser, const GenerateInput *from, const GenerateNode *node)
{
    for (guint tries = 0; tries < 8; tries++) {
        const GenerateNode *other = GENERATE_NODE(from, generate_choose(chooser, from->nodes->len));
        if (other != node && other->shape && other->shape->kind == node->shape->kind && other->bits != node->bits)
            return other->bits;
    }
    return node->bits;
}

static void append_changed_number(GenerateChooser *chooser, const GenerateInput *from, const GenerateNode *node,
                                  GByteArray *out)
{
    const AnnotType *type = node->shape->type;
    guint choice = generate_choose(chooser, 4);
    if (node->shape->kind == HLCOV_FIELD)
        append_number(out, one_in(chooser, 2) ? constant(chooser) : near_number(chooser, node->bits), 8);
    else if (type->kind == ANNOT_TYPE_FLOAT && choice == 0 && type->size <= 8)
        append_scalar(out, other_number(chooser, from, node), type);
    else if (type->kind == ANNOT_TYPE_FLOAT || choice >= 2)
        append_scalar(out, some_number(chooser, type), type);
    else
        append_scalar(out, choice == 0 ? other_number(chooser, from, node) : near_number(chooser, node->bits), type);
}

static void append_changed_text(GenerateChooser *chooser, const GenerateInput *from, const GenerateNode *node,
                                GByteArray *out)
{
    g_autoptr(GByteArray) text = g_byte_array_new();
    append_number(out, 1, 1);
    if (one_in(chooser, 8)) {
        append_some_text(chooser, out);
        return;
    }
    copy_bytes(from, node->at + 3, node->at + 3 + node->count, text);
    for (guint i = generate_choose(chooser, 3); i < 3; i++)
        change_text(chooser, text);
    append_text(out, text);
}

/* An array with an element less, or a new one more, or another one at its place. */
static void append_changed_array(GenerateChooser *chooser, const GenerateInput *from, const GenerateNode *node,
                                 GByteArray *out)
{
    guint index = (guint)(node - GENERATE_NODE(from, 0)) + 1, at = generate_choose(chooser, node->count + 1);
    gboolean grows = node->count < generate_most_elements(node->shape) && one_in(chooser, 2);
    append_number(out, 1, 1);
    append_number(out, node->count + (grows ? 1 : at < node->count && node->count > 1 ? -1u : 0), 2);
    for (guint i = 0; i <= node->count; i++) {
        const GenerateNode *element = i < node->count ? GENERATE_NODE(from, index) : NULL;
        if (i == at && grows)
            append_value(chooser, node->shape->target, node->depth + 1, FALSE, out);
        if (element && (i != at || grows || node->count == 1))
            copy_bytes(from, element->at, element->end, out);
        index = element ? element->next : index;
    }
}

static void append_changed(GenerateChooser *chooser, const GenerateInput *from, const GenerateNode *node,
                           GByteArray *out)
{
    const GenerateContract *contract = from->contract;
    if (!node->shape) {
        append_item(chooser, contract, node->item, out);
        return;
    }
    enum hlcov_kind kind = node->shape->kind;
    gboolean is_root = node == GENERATE_NODE(from, from->roots[node->item]);
    if (kind == HLCOV_NUMBER || kind == HLCOV_FIELD)
        append_changed_number(chooser, from, node, out);
    else if (kind == HLCOV_TEXT && node->is_new && !one_in(chooser, 12))
        append_changed_text(chooser, from, node, out);
    else if (kind == HLCOV_POINTER && node->is_new && !one_in(chooser, 6))
        append_changed_array(chooser, from, node, out);
    else
        append_value(chooser, node->shape, node->depth, is_root && has_length(contract, node->item), out);
}

static gboolean can_change(const GenerateNode *node)
{
    return !node->shape || (node->shape->kind != HLCOV_RECORD && node->shape->kind != HLCOV_ARRAY &&
                            node->shape->kind != HLCOV_NOTHING);
}

enum { MOST_CHANGES = 4 };

static gint compare_nodes(gconstpointer left, gconstpointer right)
{
    const GenerateNode *one = *(const GenerateNode *const *)left, *other = *(const GenerateNode *const *)right;
    return one->at != other->at ? (one->at > other->at ? 1 : -1) : (one > other) - (one < other);
}

/* Chooses `n` nodes at most, in their order. */
static guint some_nodes(GenerateChooser *chooser, const GenerateInput *from, guint n, const GenerateNode **nodes)
{
    guint found = 0;
    for (guint tries = 0; tries < 8 * n && found < n && from->nodes->len > 0; tries++) {
        const GenerateNode *node = GENERATE_NODE(from, generate_choose(chooser, from->nodes->len));
        if (can_change(node) && node->depth <= HLCOV_MOST_DEPTH)
            nodes[found++] = node;
    }
    if (found > 1)
        qsort(nodes, found, sizeof *nodes, compare_nodes);
    return found;
}

/* What lies in a node that is changed already is left out. */
static void change(GenerateChooser *chooser, const GenerateInput *from, guint n, GByteArray *out)
{
    const GenerateNode *nodes[MOST_CHANGES];
    const GenerateNode *last = from->nodes->len > 0 ? GENERATE_NODE(from, from->nodes->len - 1) : NULL;
    gsize at = 0, end = MAX(from->size, last ? last->end : 0);
    guint found = some_nodes(chooser, from, n, nodes);
    for (guint i = 0; i < found; i++) {
        if (nodes[i]->at < at || (i > 0 && nodes[i] == nodes[i - 1]))
            continue;
        copy_bytes(from, at, nodes[i]->at, out);
        append_changed(chooser, from, nodes[i], out);
        at = nodes[i]->end;
    }
    copy_bytes(from, at, end, out);
}

static void cross(GenerateChooser *chooser, const GenerateInput *from, const GenerateInput *other, GByteArray *out)
{
    for (guint i = 0; i < from->contract->n_items; i++) {
        const GenerateInput *taken = one_in(chooser, 2) ? from : other;
        const GenerateNode *node = GENERATE_NODE(taken, taken->roots[i]);
        copy_bytes(taken, node->at, node->end, out);
    }
}

void generate_choose_near(GenerateChooser *chooser, const GenerateInput *from, const GenerateInput *other,
                          GByteArray *out)
{
    chooser->mood = (Mood){1, 16, one_in(chooser, 2)};
    g_array_set_size(chooser->made, 0);
    if (other && one_in(chooser, 6)) {
        cross(chooser, from, other, out);
        return;
    }
    change(chooser, from, one_in(chooser, 2) ? 1 : 1 + generate_choose(chooser, MOST_CHANGES), out);
}
