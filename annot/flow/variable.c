/* Chooses the variables of a data flow from the objects that the function names; see variable.h. An object whose
 * address is taken is one variable, and an object that is made of others is none. */
#include "annot/flow/variable.h"

#include <string.h>

static gboolean is_within(const AnnotObject *outer, const AnnotObject *inner)
{
    return outer->decl == inner->decl && outer->n_members <= inner->n_members &&
           memcmp(outer->members, inner->members, outer->n_members * sizeof *outer->members) == 0;
}

static gboolean is_same(const AnnotObject *one, const AnnotObject *other)
{
    return one->n_members == other->n_members && is_within(one, other);
}

static gboolean is_plain(const AnnotAccess *access)
{
    return access->kind == ANNOT_ACCESS_READ || access->kind == ANNOT_ACCESS_WRITE || access->kind == ANNOT_ACCESS_STEP;
}

/* ---- by variable in C: its objects, and those of them whose address is taken ---- */

typedef struct {
    GPtrArray *named, *taken; /* const AnnotObject */
} Named;

static void free_named(gpointer data)
{
    Named *named = data;
    g_ptr_array_unref(named->named);
    g_ptr_array_unref(named->taken);
    g_free(named);
}

static Named *named_of(GHashTable *all, const AnnotDecl *decl)
{
    Named *named = g_hash_table_lookup(all, decl);
    if (!named) {
        named = g_new(Named, 1);
        *named = (Named){g_ptr_array_new(), g_ptr_array_new()};
        g_hash_table_insert(all, (gpointer)decl, named);
    }
    return named;
}

/* Returns the outermost object around `object` whose address is taken, as its parts are one variable; else `object`. */
static AnnotObject cut_object(const Named *named, const AnnotObject *object)
{
    AnnotObject result = *object;
    for (guint i = 0; i < named->taken->len; i++) {
        const AnnotObject *taken = g_ptr_array_index(named->taken, i);
        if (taken->n_members < result.n_members && is_within(taken, &result))
            result.n_members = taken->n_members;
    }
    return result;
}

static gboolean is_known(const Named *named, const AnnotObject *object)
{
    for (guint i = 0; i < named->named->len; i++)
        if (is_same(g_ptr_array_index(named->named, i), object))
            return TRUE;
    return FALSE;
}

static GHashTable *find_taken(const AnnotDefUse *defuse)
{
    GHashTable *all = g_hash_table_new_full(NULL, NULL, NULL, free_named);
    for (guint i = 0; i < defuse->accesses->len; i++) {
        const AnnotAccess *access = &g_array_index(defuse->accesses, AnnotAccess, i);
        if (access->kind == ANNOT_ACCESS_ADDRESS)
            g_ptr_array_add(named_of(all, access->object.decl)->taken, (gpointer)&access->object);
    }
    return all;
}

/* Whether the object is made of others that are variables. */
static gboolean is_sum(const Named *named, const AnnotObject *object)
{
    for (guint i = 0; i < named->named->len; i++) {
        const AnnotObject *other = g_ptr_array_index(named->named, i);
        if (other->n_members > object->n_members && is_within(object, other))
            return TRUE;
    }
    return FALSE;
}

/* ---- what a variable is ---- */

static HtolVariableKind variable_kind(const AnnotDecl *decl)
{
    if (decl->kind == ANNOT_DECL_PARAMETER)
        return HTOL_VARIABLE_PARAMETER;
    if (!decl->is_static)
        return HTOL_VARIABLE_LOCAL;
    return decl->is_global ? HTOL_VARIABLE_GLOBAL : HTOL_VARIABLE_STATIC;
}

static const AnnotType *type_of(const AnnotObject *object)
{
    return object->n_members > 0 ? object->members[object->n_members - 1]->type : object->decl->type;
}

static const char *object_name(HtolArena *arena, const AnnotObject *object, gboolean is_array)
{
    g_autoptr(GString) name = g_string_new(object->decl->name);
    for (guint i = 0; i < object->n_members; i++)
        if (*object->members[i]->name)
            g_string_append_printf(name, ".%s", object->members[i]->name);
    if (is_array)
        g_string_append(name, "[]");
    return htol_arena_strndup(arena, name->str, name->len);
}

static gboolean has_pointer(const Named *named, const AnnotObject *object)
{
    for (guint i = 0; i < named->taken->len; i++) {
        const AnnotObject *taken = g_ptr_array_index(named->taken, i);
        if (is_within(taken, object) || is_within(object, taken))
            return TRUE;
    }
    return FALSE;
}

const AnnotType *annot_variable_type(const AnnotFlowVariable *variable)
{
    return type_of(&variable->object);
}

static void add_variable(HtolArena *arena, GArray *out, const Named *named, const AnnotObject *object)
{
    gboolean is_pointer = object->decl->kind == ANNOT_DECL_PARAMETER && object->n_members == 0;
    gboolean is_array = !is_pointer && type_of(object)->kind == ANNOT_TYPE_ARRAY;
    AnnotFlowVariable variable = {.object = *object, .kind = variable_kind(object->decl)};
    variable.shape = is_array ? HTOL_SHAPE_ARRAY : object->n_members > 0 ? HTOL_SHAPE_MEMBER : HTOL_SHAPE_SCALAR;
    variable.name = object_name(arena, object, is_array);
    variable.aliased = object->decl->is_static || has_pointer(named, object);
    g_array_append_val(out, variable);
    variable.shape = HTOL_SHAPE_CELLS;
    if (is_array && annot_cells_fit(type_of(object)))
        g_array_append_val(out, variable);
}

/* ---- how accesses touch it ---- */

static AnnotTouch touch_of(const AnnotFlowVariable *variable, const AnnotAccess *access)
{
    if (access->kind == ANNOT_ACCESS_ADDRESS)
        return ANNOT_TOUCHES_NOT;
    if (access->kind == ANNOT_ACCESS_UNKNOWN)
        return variable->aliased ? ANNOT_TOUCHES_WHOLE : ANNOT_TOUCHES_NOT;
    const AnnotObject *own = &variable->object, *other = &access->object;
    if (own->decl != other->decl)
        return ANNOT_TOUCHES_NOT;
    if (is_same(own, other))
        return other->part ? ANNOT_TOUCHES_PART : ANNOT_TOUCHES_WHOLE;
    if (is_within(own, other))
        return ANNOT_TOUCHES_PART;
    return is_within(other, own) ? ANNOT_TOUCHES_WHOLE : ANNOT_TOUCHES_NOT;
}

/* A read of a whole array does not say which cell it reads. */
AnnotTouch annot_variable_touch(const AnnotFlowVariable *variable, const AnnotAccess *access)
{
    AnnotTouch found = touch_of(variable, access);
    gboolean all = variable->shape == HTOL_SHAPE_CELLS && found == ANNOT_TOUCHES_WHOLE;
    return all && access->kind == ANNOT_ACCESS_READ ? ANNOT_TOUCHES_NOT : found;
}

gboolean annot_variable_cell(const AnnotAccess *access, AnnotCell *cell)
{
    gboolean read = access->kind == ANNOT_ACCESS_READ;
    gboolean write = access->kind == ANNOT_ACCESS_WRITE || access->kind == ANNOT_ACCESS_STEP;
    if (access->beside != ANNOT_BESIDE_EXPR || access->around != access->expr || (!read && !write))
        return FALSE;
    AnnotObject array;
    return annot_cell_of(read ? access->expr : access->expr->operands[0], cell) &&
           annot_object_of(cell->array, &array) && !array.part;
}

static gboolean is_lost(const AnnotFlowVariable *variable, const AnnotAccess *access, AnnotTouch touch)
{
    AnnotCell cell;
    gboolean element = variable->shape == HTOL_SHAPE_CELLS && touch == ANNOT_TOUCHES_PART;
    return access->beside == ANNOT_BESIDE_NONE || (element && !annot_variable_cell(access, &cell));
}

static void judge_access(AnnotFlowVariable *variable, const AnnotAccess *access, gboolean unknown)
{
    AnnotTouch touch = annot_variable_touch(variable, access);
    gboolean is_unknown = access->kind == ANNOT_ACCESS_UNKNOWN;
    if (touch == ANNOT_TOUCHES_NOT || (is_unknown && !unknown))
        return;
    if (access->kind != ANNOT_ACCESS_READ && touch == ANNOT_TOUCHES_PART)
        variable->piled = variable->shape != HTOL_SHAPE_CELLS;
    if (access->object.is_fixed)
        variable->unmeasured = HTOL_UNFLOWED_VOLATILE;
    else if (is_lost(variable, access, touch) && variable->unmeasured == HTOL_FLOWED)
        variable->unmeasured = HTOL_UNFLOWED_PLACE;
    else if (unknown && !is_unknown && access->tangled && variable->aliased && variable->unmeasured == HTOL_FLOWED)
        variable->unmeasured = HTOL_UNFLOWED_ORDER;
}

static void judge_all(GArray *variables, const AnnotDefUse *defuse, gboolean unknown)
{
    for (guint v = 0; v < variables->len; v++) {
        AnnotFlowVariable *variable = &g_array_index(variables, AnnotFlowVariable, v);
        variable->unmeasured = defuse->fragile ? HTOL_UNFLOWED_PLACE : HTOL_FLOWED;
        for (guint i = 0; i < defuse->accesses->len; i++)
            judge_access(variable, &g_array_index(defuse->accesses, AnnotAccess, i), unknown);
    }
}

GArray *annot_variables_find(HtolArena *arena, const AnnotDefUse *defuse, gboolean unknown)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(AnnotFlowVariable));
    g_autoptr(GHashTable) all = find_taken(defuse);
    g_autoptr(GPtrArray) objects = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < defuse->accesses->len; i++) {
        const AnnotAccess *access = &g_array_index(defuse->accesses, AnnotAccess, i);
        if (!is_plain(access))
            continue;
        Named *named = named_of(all, access->object.decl);
        AnnotObject object = cut_object(named, &access->object);
        if (is_known(named, &object))
            continue;
        g_ptr_array_add(objects, g_memdup2(&object, sizeof object));
        g_ptr_array_add(named->named, g_ptr_array_index(objects, objects->len - 1));
    }
    for (guint i = 0; i < objects->len; i++) {
        const AnnotObject *object = g_ptr_array_index(objects, i);
        const Named *named = named_of(all, object->decl);
        if (!is_sum(named, object))
            add_variable(arena, out, named, object);
    }
    judge_all(out, defuse, unknown);
    return out;
}
