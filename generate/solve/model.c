/* Reads models; see model.h. */
#include "generate/solve/model.h"

#include <string.h>

#include "generate/contract/input.h"
#include "prune/state/layout.h"

enum { MOST_PARTS = 16 };

/* A step from a whole to a part of it: a member, or an element. */
typedef struct {
    const AnnotDecl *member;
    guint64 index;
} Part;

/* A place in the input: a variable, or what is at an address, and the way to a part of it. */
typedef struct {
    const AnnotDecl *object;
    guint64 address;
    guint n;
    Part parts[MOST_PARTS];
} Position;

/* An object of the input. */
typedef struct {
    const GenerateShape *shape;
    guint64 address; /* in the model; 0: it says nothing of it */
    guint64 count;   /* elements; of a text with its end */
} Made;

typedef struct {
    const GenerateContract *contract;
    PruneLogic *logic;
    Z3_model model;
    const PruneUnrolled *unrolled;
    GByteArray *out;
    guint8 *given;   /* GenerateGiven, of each input */
    gboolean failed; /* something cannot be as it is in the model */
    GArray *made;    /* Made: objects so far */
    guint64 wanted;  /* the array that is built next has so many elements at least */
} Builder;

/* ---- what the model says ---- */

static gboolean is_pointer(const PruneInput *input)
{
    return input->place->type->kind == ANNOT_TYPE_POINTER;
}

static PruneTerm address_of(PruneLogic *logic, guint number)
{
    return prune_number(logic, PRUNE_FIRST_ADDRESS + number * PRUNE_ADDRESS_STEP, 64);
}

PruneTerm generate_model_leads(PruneLogic *logic, PruneTerm pointer)
{
    PruneTerm high = prune_operate(logic, Z3_mk_bvlshr, pointer, prune_number(logic, 32, 64));
    return prune_not(logic, prune_equal(logic, high, prune_number(logic, 0, 64)));
}

/* The name of what the pointer leads to, const or not. */
static const char *target_name(const PruneInput *input)
{
    static const char qualifier[] = "const ";
    const char *name = input->place->type->target->name ? input->place->type->target->name : "";
    return g_str_has_prefix(name, qualifier) ? name + strlen(qualifier) : name;
}

gboolean generate_model_may_alias(const PruneInput *one, const PruneInput *other)
{
    return is_pointer(one) && is_pointer(other) && strcmp(target_name(one), target_name(other)) == 0;
}

/* Makes the truth that the pointer leads to the object of an input before it. */
static PruneTerm leads_to_other(PruneLogic *logic, const GArray *inputs, guint index)
{
    const PruneInput *input = &g_array_index(inputs, PruneInput, index);
    PruneTerm any = logic->no;
    for (guint i = 0; i < index; i++) {
        const PruneInput *other = &g_array_index(inputs, PruneInput, i);
        PruneTerm there = address_of(logic, other->place->number);
        if (generate_model_may_alias(input, other))
            any = prune_or(
                logic, any,
                prune_and(logic, prune_equal(logic, input->value, there), prune_equal(logic, other->value, there)));
    }
    return any;
}

PruneTerm generate_model_layout(PruneLogic *logic, const GArray *inputs, gboolean aliases)
{
    PruneTerm layout = logic->yes, null = prune_number(logic, 0, 64);
    for (guint i = 0; i < inputs->len; i++) {
        const PruneInput *input = &g_array_index(inputs, PruneInput, i);
        if (!is_pointer(input) || prune_width(logic, input->value) != 64)
            continue;
        PruneTerm own = prune_or(logic, prune_equal(logic, input->value, null),
                                 prune_equal(logic, input->value, address_of(logic, input->place->number)));
        layout = prune_and(logic, layout, aliases ? prune_or(logic, own, leads_to_other(logic, inputs, i)) : own);
    }
    return layout;
}

PruneTerm generate_model_small(PruneLogic *logic, const GArray *inputs, guint most)
{
    PruneTerm all = logic->yes;
    for (guint i = 0; i < inputs->len; i++) {
        const PruneInput *input = &g_array_index(inputs, PruneInput, i);
        guint width = prune_width(logic, input->value);
        AnnotTypeKind kind = input->place->type->kind;
        if (kind == ANNOT_TYPE_POINTER || kind == ANNOT_TYPE_FLOAT || width > 64 || width <= 8)
            continue;
        PruneTerm from_least = prune_operate(logic, Z3_mk_bvadd, input->value, prune_number(logic, most, width));
        all =
            prune_and(logic, all, prune_operate(logic, Z3_mk_bvule, from_least, prune_number(logic, 2 * most, width)));
    }
    return all;
}

/* Whether the place, which holds a pointer to characters, is read as a text: of a parameter, its contract says so. */
static gboolean is_text(const GenerateContract *contract, const PrunePlace *place)
{
    for (guint i = 0; i < contract->n_items && !place->whole; i++)
        if (contract->items[i].decl == place->object)
            return contract->items[i].shape->kind == HLCOV_TEXT;
    return TRUE;
}

/* The number of the place whose pointer leads to the object that the character lies in; G_MAXUINT64: it is no character
 * behind a pointer. Sets *address to where it lies. */
static guint64 text_of(PruneLogic *logic, const PrunePlace *place, guint64 *address)
{
    if (place->whole || !place->pointer || place->type->size != 1 || !prune_is_number(logic, place->pointer) ||
        !Z3_get_numeral_uint64(logic->z3, place->pointer, address) || *address < PRUNE_FIRST_ADDRESS)
        return G_MAXUINT64;
    return (*address - PRUNE_FIRST_ADDRESS) / PRUNE_ADDRESS_STEP;
}

static gboolean leads_to_text(const GenerateContract *contract, const GArray *inputs, guint64 number)
{
    for (guint i = 0; i < inputs->len; i++) {
        const PrunePlace *place = g_array_index(inputs, PruneInput, i).place;
        if (place->number == number)
            return is_text(contract, place);
    }
    return FALSE;
}

PruneTerm generate_model_texts(PruneLogic *logic, const GenerateContract *contract, const GArray *inputs)
{
    PruneTerm all = logic->yes;
    for (guint i = 0; i < inputs->len; i++) {
        const PruneInput *input = &g_array_index(inputs, PruneInput, i);
        guint64 at, other, number = text_of(logic, input->place, &at);
        gboolean is_last = number == G_MAXUINT64 || !leads_to_text(contract, inputs, number);
        for (guint k = 0; k < inputs->len && !is_last; k++)
            if (text_of(logic, g_array_index(inputs, PruneInput, k).place, &other) == number && other > at) {
                PruneTerm zero = prune_number(logic, 0, prune_width(logic, input->value));
                all = prune_and(logic, all, prune_not(logic, prune_equal(logic, input->value, zero)));
                break;
            }
    }
    return all;
}

static gboolean is_pointed(const PruneInput *input)
{
    return !input->place->whole && input->place->pointer;
}

/* Whether both are places that are read through pointers, `one` at an address that hangs on the input, `other` at a
 * known one, which may be the same. */
static gboolean may_be_same(const PruneLogic *logic, const PruneInput *one, const PruneInput *other)
{
    return is_pointed(one) && is_pointed(other) && !prune_is_number(logic, one->place->pointer) &&
           prune_is_number(logic, other->place->pointer) && one->place->type == other->place->type;
}

PruneTerm generate_model_same(PruneLogic *logic, const GArray *inputs)
{
    PruneTerm all = logic->yes;
    for (guint i = 0; i < inputs->len; i++)
        for (guint k = 0; k < inputs->len; k++) {
            const PruneInput *one = &g_array_index(inputs, PruneInput, i),
                             *other = &g_array_index(inputs, PruneInput, k);
            if (!may_be_same(logic, one, other))
                continue;
            all = prune_and(logic, all,
                            prune_implies(logic, prune_equal(logic, one->place->pointer, other->place->pointer),
                                          prune_equal(logic, one->value, other->value)));
        }
    return all;
}

PruneTerm generate_model_defined(PruneLogic *logic, const GArray *accesses)
{
    PruneTerm all = logic->yes;
    for (guint i = 0; i < accesses->len; i++) {
        const PruneAccess *access = &g_array_index(accesses, PruneAccess, i);
        if (access->defined)
            all = prune_and(logic, all, prune_implies(logic, access->guard, access->defined));
        else if (access->pointer)
            all = prune_and(logic, all,
                            prune_implies(logic, access->guard, generate_model_leads(logic, access->pointer)));
    }
    return all;
}

PruneTerm generate_model_accesses(PruneLogic *logic, Z3_model model, const PruneUnrolled *unrolled)
{
    PruneTerm all = logic->yes;
    for (guint i = 0; i < unrolled->accesses->len; i++) {
        const PruneAccess *access = &g_array_index(unrolled->accesses, PruneAccess, i);
        PruneTerm same = access->defined;
        if (access->pointer)
            same = prune_equal(logic, access->pointer,
                               prune_number(logic, prune_value(logic, model, access->pointer), 64));
        all = prune_and(logic, all, prune_implies(logic, access->guard, same ? same : logic->no));
    }
    return all;
}

/* The parts of the place below its root, from the root on; more than MOST_PARTS: none match. */
static guint parts_of(const Builder *builder, const PrunePlace *place, Part parts[MOST_PARTS])
{
    guint n = 0;
    for (const PrunePlace *part = place; part->whole; part = part->whole)
        n++;
    for (guint at = n; place->whole && n <= MOST_PARTS; place = place->whole)
        parts[--at] =
            (Part){place->member, place->member ? 0 : prune_value(builder->logic, builder->model, place->index)};
    return n;
}

static gboolean is_at(const Builder *builder, const PrunePlace *place, const Position *position)
{
    const PrunePlace *root = prune_place_root(place);
    Part parts[MOST_PARTS];
    if (root->object != position->object || parts_of(builder, place, parts) != position->n)
        return FALSE;
    if (!root->object && prune_value(builder->logic, builder->model, root->pointer) != position->address)
        return FALSE;
    for (guint i = 0; i < position->n; i++)
        if (parts[i].member != position->parts[i].member || parts[i].index != position->parts[i].index)
            return FALSE;
    return TRUE;
}

/* Sets *value to what is at the position, which is `given` so; FALSE: nothing is known of it. */
static gboolean value_as(Builder *builder, const Position *position, GenerateGiven given, guint64 *value)
{
    for (guint i = 0; i < builder->unrolled->inputs->len; i++) {
        const PruneInput *input = &g_array_index(builder->unrolled->inputs, PruneInput, i);
        if (is_at(builder, input->place, position)) {
            *value = prune_value(builder->logic, builder->model, input->value);
            builder->given[i] = (guint8)given;
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean value_at(Builder *builder, const Position *position, guint64 *value)
{
    return value_as(builder, position, GENERATE_GIVEN, value);
}

/* Whether something is there: 1, if nothing is known of it. */
static guint presence_at(Builder *builder, const Position *position)
{
    guint64 value = 1;
    value_as(builder, position, GENERATE_NULL_OR_NOT, &value);
    return value != 0;
}

static gboolean is_touched(const Builder *builder, const PruneAccess *access)
{
    return prune_holds(builder->logic, builder->model, access->guard);
}

/* How many elements of `size` bytes of the object at the address are accessed, at most `most`. */
static guint count_accessed(const Builder *builder, guint64 address, guint64 size, guint most)
{
    const GArray *accesses = builder->unrolled->accesses;
    guint64 end = address;
    for (guint i = 0; i < accesses->len && size > 0; i++) {
        const PruneAccess *access = &g_array_index(accesses, PruneAccess, i);
        if (!access->pointer || !is_touched(builder, access))
            continue;
        guint64 at = prune_value(builder->logic, builder->model, access->pointer);
        if (at >= address && at - address < most * size)
            end = MAX(end, at + MAX(access->size, 1));
    }
    return size > 0 ? (guint)MIN((end - address + size - 1) / size, most) : 0;
}

/* ---- building ---- */

static void append(Builder *builder, guint64 number, guint size)
{
    guint8 bytes[16];
    generate_put(bytes, number, MIN(size, 16));
    g_byte_array_append(builder->out, bytes, MIN(size, 16));
}

static void build(Builder *builder, const GenerateShape *shape, const Position *position, guint depth);

static void build_part(Builder *builder, const GenerateShape *shape, const Position *position, Part part, guint depth)
{
    Position below = *position;
    if (below.n < MOST_PARTS)
        below.parts[below.n++] = part;
    build(builder, shape, &below, depth);
}

static int made_at(const Builder *builder, const GenerateShape *shape, guint64 address)
{
    int number = 0;
    for (guint i = 0; i < builder->made->len; i++) {
        const Made *made = &g_array_index(builder->made, Made, i);
        if (made->shape->family != shape->family)
            continue;
        if (made->address == address)
            return number;
        number++;
    }
    return -1;
}

static void build_text(Builder *builder, guint64 address, guint number)
{
    guint length = address ? count_accessed(builder, address, 1, HLCOV_MOST_TEXT) : 0, n = 0;
    guint8 text[HLCOV_MOST_TEXT];
    for (; n < length; n++) {
        Position at = {.address = address + n};
        guint64 value = 'a';
        value_at(builder, &at, &value);
        text[n] = (guint8)value;
        if (text[n] == 0)
            break;
    }
    g_array_index(builder->made, Made, number).count = n + 1;
    append(builder, n, 2);
    g_byte_array_append(builder->out, text, n);
}

static void build_array(Builder *builder, const GenerateShape *target, guint64 address, guint number, guint depth)
{
    guint most = target->kind == HLCOV_NUMBER ? HLCOV_MOST_NUMBERS : HLCOV_MOST_ELEMENTS;
    guint count = address ? count_accessed(builder, address, target->type->size, most) : 1;
    count = MAX(count, (guint)MIN(builder->wanted, most));
    builder->wanted = 0;
    count = CLAMP(count, 1, most);
    g_array_index(builder->made, Made, number).count = count;
    append(builder, count, 2);
    for (guint i = 0; i < count; i++) {
        Position at = {.address = address ? address + i * target->type->size : 0};
        build(builder, target, &at, depth + 1);
    }
}

/* A pointer of which nothing is known leads to something small at the top, and is NULL below. */
static void build_pointer(Builder *builder, const GenerateShape *shape, const Position *position, guint depth)
{
    guint64 address = 0;
    if (depth > HLCOV_MOST_DEPTH)
        return;
    gboolean known = value_at(builder, position, &address);
    if (known ? address == 0 : depth > 0) {
        append(builder, 0, 1);
        return;
    }
    int made = known ? made_at(builder, shape, address) : -1;
    if (made >= 0) {
        append(builder, (guint)made + 2, 1);
        return;
    }
    append(builder, 1, 1);
    builder->failed |= builder->made->len >= HLCOV_MOST_OBJECTS || (known && address < PRUNE_FIRST_ADDRESS);
    if (builder->made->len >= HLCOV_MOST_OBJECTS)
        return;
    guint number = builder->made->len;
    const Made object = {shape, address, 0};
    g_array_append_val(builder->made, object);
    if (shape->kind == HLCOV_TEXT)
        build_text(builder, address, number);
    else
        build_array(builder, shape->target, address, number, depth);
}

static void build_number(Builder *builder, const GenerateShape *shape, const Position *position)
{
    guint64 value = 0;
    value_at(builder, position, &value);
    append(builder, shape->type->kind == ANNOT_TYPE_BOOL ? value & 1 : value, (guint)shape->type->size);
}

static void build(Builder *builder, const GenerateShape *shape, const Position *position, guint depth)
{
    guint64 value = 0;
    switch (shape->kind) {
    case HLCOV_NUMBER: build_number(builder, shape, position); break;
    case HLCOV_FIELD:
        value_at(builder, position, &value);
        append(builder, value, 8);
        break;
    case HLCOV_POINTER:
    case HLCOV_TEXT: build_pointer(builder, shape, position, depth); break;
    case HLCOV_RECORD:
        for (guint i = 0; i < shape->n_members; i++)
            build_part(builder, shape->members[i].shape, position, (Part){shape->members[i].decl, 0}, depth);
        break;
    case HLCOV_UNION:
        if (shape->n_members > 0) {
            append(builder, 0, 1);
            build_part(builder, shape->members[0].shape, position, (Part){shape->members[0].decl, 0}, depth);
        }
        break;
    case HLCOV_ARRAY:
        for (guint64 i = 0; i < shape->count; i++)
            build_part(builder, shape->target, position, (Part){NULL, i}, depth);
        break;
    case HLCOV_FUNCTION:
        value_as(builder, position, GENERATE_NULL_OR_NOT, &value);
        builder->failed |= value && shape->n_functions == 0;
        append(builder, value && shape->n_functions > 0, 1);
        break;
    case HLCOV_TOKEN: append(builder, presence_at(builder, position), 1); break;
    case HLCOV_STREAM:
        append(builder, presence_at(builder, position), 1);
        if (builder->out->data[builder->out->len - 1])
            append(builder, 0, 2);
        break;
    case HLCOV_NOTHING: break;
    }
}

/* ---- items ---- */

/* The number of elements that a length which the item points to has in the model. */
static guint64 wanted_elements(Builder *builder, guint item)
{
    for (guint i = 0; i < builder->contract->n_items; i++) {
        const GenerateItem *length = &builder->contract->items[i];
        Position at = {.object = length->decl};
        guint64 value = 0;
        if (length->role == HLCOV_LENGTH && length->of == item && value_at(builder, &at, &value))
            return value <= HLCOV_MOST_NUMBERS ? value : 0;
    }
    return 0;
}

static gboolean is_read(const Builder *builder, const AnnotDecl *variable)
{
    for (guint i = 0; i < builder->unrolled->inputs->len; i++)
        if (prune_place_root(g_array_index(builder->unrolled->inputs, PruneInput, i).place)->object == variable)
            return TRUE;
    return FALSE;
}

/* A length is no more than what is there: see inside.h. It comes behind the pointer, whose object is the first at its
 * address. */
static void check_length(Builder *builder, const GenerateItem *item)
{
    Position pointer = {.object = builder->contract->items[item->of].decl}, length = {.object = item->decl};
    guint64 address = 0, value = 0, count = 0;
    if (!value_at(builder, &length, &value))
        return;
    gboolean known = value_at(builder, &pointer, &address);
    for (guint i = 0; i < builder->made->len && count == 0; i++) {
        const Made *made = &g_array_index(builder->made, Made, i);
        if (made->shape->family == builder->contract->items[item->of].shape->family &&
            (!known || made->address == address))
            count = made->count - (made->shape->kind == HLCOV_TEXT);
    }
    gboolean negative = item->shape->type->is_signed && value >> (8 * item->shape->type->size - 1) & 1;
    builder->failed |= value > count && !negative;
}

/* What calls of the stub return in the model. */
static void build_results(Builder *builder, const GenerateItem *item)
{
    const GArray *results = builder->unrolled->results;
    guint8 values[HLCOV_MOST_RESULTS * 8];
    guint n = 0, size = (guint)item->shape->type->size;
    for (guint i = 0; results && i < results->len; i++) {
        const PruneResult *result = &g_array_index(results, PruneResult, i);
        if (strcmp(result->function->name, item->name) != 0 ||
            !prune_holds(builder->logic, builder->model, result->guard))
            continue;
        builder->failed |= n == HLCOV_MOST_RESULTS || item->shape->kind != HLCOV_NUMBER || size > 8;
        if (!builder->failed)
            generate_put(values + n++ * size, prune_value(builder->logic, builder->model, result->value), size);
    }
    append(builder, n, 1);
    g_byte_array_append(builder->out, values, n * size);
}

static void build_item(Builder *builder, guint index)
{
    const GenerateItem *item = &builder->contract->items[index];
    Position at = {.object = item->decl};
    builder->wanted = 0;
    switch (item->role) {
    case HLCOV_PARAMETER:
        builder->wanted = wanted_elements(builder, index);
        build(builder, item->shape, &at, 0);
        break;
    case HLCOV_LENGTH:
        check_length(builder, item);
        build(builder, item->shape, &at, 0);
        break;
    case HLCOV_GLOBAL:
        append(builder, is_read(builder, item->decl), 1);
        if (is_read(builder, item->decl))
            build(builder, item->shape, &at, 0);
        break;
    case HLCOV_STUB: build_results(builder, item); break;
    }
}

/* ---- what is touched ---- */

static gboolean is_in_object(const Builder *builder, guint64 at, guint64 size)
{
    for (guint i = 0; i < builder->made->len; i++) {
        const Made *made = &g_array_index(builder->made, Made, i);
        guint64 bytes = made->count * (made->shape->kind == HLCOV_TEXT ? 1 : made->shape->target->type->size);
        if (made->address && at >= made->address && at - made->address < bytes && bytes - (at - made->address) >= size)
            return TRUE;
    }
    return FALSE;
}

static gboolean lie_in_objects(const Builder *builder)
{
    const GArray *accesses = builder->unrolled->accesses;
    for (guint i = 0; i < accesses->len; i++) {
        const PruneAccess *access = &g_array_index(accesses, PruneAccess, i);
        if (!access->defined && is_touched(builder, access) &&
            (!access->pointer ||
             !is_in_object(builder, prune_value(builder->logic, builder->model, access->pointer), access->size)))
            return FALSE;
    }
    return TRUE;
}

gboolean generate_model_input(const GenerateContract *contract, PruneLogic *logic, Z3_model model,
                              const PruneUnrolled *unrolled, GByteArray *out, guint8 *given)
{
    Builder builder = {.contract = contract,
                       .logic = logic,
                       .model = model,
                       .unrolled = unrolled,
                       .out = out,
                       .given = given,
                       .made = g_array_new(FALSE, FALSE, sizeof(Made))};
    Z3_model_inc_ref(logic->z3, model);
    for (guint i = 0; i < contract->n_items; i++)
        build_item(&builder, i);
    gboolean sound = !builder.failed && lie_in_objects(&builder);
    Z3_model_dec_ref(logic->z3, model);
    g_array_unref(builder.made);
    return sound;
}

/* ---- what an input decides ---- */

static gboolean is_undecided(const PruneLogic *logic, PruneTerm part, gpointer decided)
{
    return prune_is_variable(logic, part) && !g_hash_table_contains(decided, part);
}

/* Adds what lies at the same address as a place that is decided, or that place, if its address is decided. */
static void decide_same(PruneLogic *logic, Z3_model model, const GArray *inputs, const PruneInput *one,
                        GHashTable *decided)
{
    if (!is_pointed(one) || prune_find_part(logic, one->place->pointer, is_undecided, decided))
        return;
    guint64 address = prune_value(logic, model, one->place->pointer);
    for (guint i = 0; i < inputs->len; i++) {
        const PruneInput *other = &g_array_index(inputs, PruneInput, i);
        gboolean is_either = g_hash_table_contains(decided, one->value) || g_hash_table_contains(decided, other->value);
        if (is_either && may_be_same(logic, one, other) &&
            prune_value(logic, model, other->place->pointer) == address) {
            g_hash_table_add(decided, one->value);
            g_hash_table_add(decided, other->value);
        }
    }
}

static void decide_value(const PruneLogic *logic, PruneTerm value, GHashTable *decided)
{
    if (prune_width(logic, value) <= 64)
        g_hash_table_add(decided, value);
}

gboolean generate_model_decides(PruneLogic *logic, Z3_model model, const PruneUnrolled *unrolled, const guint8 *given,
                                PruneTerm term)
{
    const GArray *inputs = unrolled->inputs, *results = unrolled->results;
    g_autoptr(GHashTable) decided = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < inputs->len; i++)
        if (given[i] == GENERATE_GIVEN)
            decide_value(logic, g_array_index(inputs, PruneInput, i).value, decided);
    for (guint i = 0; results && i < results->len; i++)
        decide_value(logic, g_array_index(results, PruneResult, i).value, decided);
    for (guint i = 0; i < inputs->len; i++)
        decide_same(logic, model, inputs, &g_array_index(inputs, PruneInput, i), decided);
    return prune_find_part(logic, term, is_undecided, decided) == NULL;
}
