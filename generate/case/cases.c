/* Reads cases and chooses columns; see cases.h. */
#include "generate/case/cases.h"

#include <string.h>

#include "generate/case/effects.h"
#include "generate/case/habits.h"

/* ---- cases ---- */

static void clear_case(gpointer data)
{
    GenerateCase *one = data;
    generate_input_free(one->input);
    if (one->left)
        generate_left_free(one->left);
    g_ptr_array_unref(one->others);
    g_strfreev(one->names);
}

static GenerateLeft *read_left(const GenerateInput *input, GBytes *bytes)
{
    gsize size;
    const guint8 *data = g_bytes_get_data(bytes, &size);
    return generate_left_read(input, data, size);
}

static GenerateInput *read_input(const GenerateContract *contract, GBytes *bytes)
{
    gsize size;
    const guint8 *data = g_bytes_get_data(bytes, &size);
    return generate_input_read(contract, data, size);
}

static void add_case(GenerateCases *cases, GBytes *bytes, GenerateFound *found, const GenerateBad *bad)
{
    GenerateInput *input = read_input(cases->contract, bytes);
    GenerateCase one = {.why = found ? found->why : NULL,
                        .found = found,
                        .bad = bad,
                        .input = input,
                        .others = g_ptr_array_new_with_free_func((GDestroyNotify)generate_left_free),
                        .names = g_new0(char *, input->nodes->len + 1)};
    g_array_append_val(cases->cases, one);
}

/* If what it left behind in one of its runs cannot be read, it counts as if that of none could. */
static void add_found(GenerateCases *cases, GenerateFound *found)
{
    add_case(cases, found->bytes, found, NULL);
    GenerateCase *one = GENERATE_CASE(cases, cases->cases->len - 1);
    one->left = read_left(one->input, found->left);
    for (guint i = 0; one->left && i < found->others->len; i++) {
        GenerateLeft *other = read_left(one->input, found->others->pdata[i]);
        if (other)
            g_ptr_array_add(one->others, other);
        else
            g_clear_pointer(&one->left, generate_left_free);
    }
}

/* What asks for what is forbidden to a test is no fault of the function. */
static void add_bad(GenerateCases *cases, const GenerateBad *bad)
{
    if (bad->end != HLCOV_EXITED || bad->status != HLCOV_FORBIDDEN)
        add_case(cases, bad->bytes, NULL, bad);
}

/* ---- names of columns ---- */

static gboolean is_taken(const GenerateCases *cases, const char *name)
{
    for (guint i = 0; i < cases->columns->len; i++) {
        const GenerateColumn *column = GENERATE_COLUMN(cases, i);
        if (strcmp(column->name, name) == 0 || g_strcmp0(column->count, name) == 0)
            return TRUE;
    }
    return strcmp(name, "confirmed") == 0;
}

static char *free_name(const GenerateCases *cases, const char *name, const char *suffix)
{
    GString *free = g_string_new(name);
    g_string_append(free, suffix);
    while (is_taken(cases, free->str))
        g_string_append_c(free, '_');
    return g_string_free(free, FALSE);
}

static guint maker_of_item(const GenerateCase *one, guint item)
{
    return generate_maker(one->input, GENERATE_NODE(one->input, one->input->roots[item]));
}

/* Whether the parameter always points to one record, if to anything. */
static gboolean is_record(const GenerateCases *cases, guint item)
{
    const GenerateShape *shape = cases->contract->items[item].shape;
    gboolean is_one = shape->kind == HLCOV_POINTER && shape->target->kind == HLCOV_RECORD;
    for (guint i = 0; i < cases->cases->len && is_one; i++) {
        const GenerateCase *one = GENERATE_CASE(cases, i);
        guint maker = maker_of_item(one, item);
        is_one = maker == G_MAXUINT || GENERATE_NODE(one->input, maker)->count == 1;
    }
    return is_one;
}

/* Whether a text that the parameter points to has lost its end in some case. */
static gboolean is_unterminated(const GenerateCases *cases, guint item)
{
    for (guint i = 0; i < cases->cases->len; i++) {
        const GenerateCase *one = GENERATE_CASE(cases, i);
        guint maker = maker_of_item(one, item);
        if (maker != G_MAXUINT && !generate_is_terminated(one->left, maker))
            return TRUE;
    }
    return FALSE;
}

/* Whether what the parameter points to is compared element by element. */
static gboolean is_array(const GenerateCases *cases, guint item)
{
    gboolean is_text = cases->contract->items[item].shape->kind == HLCOV_TEXT;
    return is_text ? is_unterminated(cases, item) : !is_record(cases, item);
}

/* Whether pointers of the column lead to objects that can be looked at. What may be freed cannot. */
static gboolean is_followed(const GenerateCases *cases, GenerateColumnKind kind, guint item, const GenerateShape *shape)
{
    if (kind < GENERATE_OBJECT || cases->is_blind)
        return FALSE;
    gboolean followed = kind == GENERATE_OBJECT || shape->kind != HLCOV_POINTER;
    for (guint i = 0; i < cases->cases->len && !followed; i++) {
        const GenerateCase *one = GENERATE_CASE(cases, i);
        guint index = kind == GENERATE_RESULT ? one->left->result : one->left->globals[item];
        followed = generate_left_maker(one->input, one->left, index) != G_MAXUINT;
    }
    return followed;
}

static void add_column(GenerateCases *cases, GenerateColumnKind kind, guint item, const GenerateShape *shape)
{
    gboolean is_after = kind == GENERATE_OBJECT || kind == GENERATE_CHANGED;
    const char *name = kind == GENERATE_RESULT ? "result" : cases->contract->items[item].name;
    GenerateColumn column = {kind,  item,
                             shape, free_name(cases, name, is_after ? "_after" : ""),
                             NULL,  is_followed(cases, kind, item, shape)};
    g_array_append_val(cases->columns, column);
    if (kind == GENERATE_ANSWERS || (kind == GENERATE_OBJECT && is_array(cases, item)))
        GENERATE_COLUMN(cases, cases->columns->len - 1)->count = free_name(cases, name, "_count");
}

/* ---- what is the same in each run ---- */

static gboolean is_stable_value(const GenerateCase *one, guint index)
{
    return generate_is_stable(one->input, one->left, one->others, index, GENERATE_MOST_STEPS);
}

static gboolean is_stable_column(const GenerateCase *one, GenerateColumnKind kind, guint item)
{
    if (!one->left)
        return FALSE;
    if (kind == GENERATE_RESULT)
        return is_stable_value(one, one->left->result);
    if (kind == GENERATE_CHANGED)
        return is_stable_value(one, one->left->globals[item]);
    guint maker = maker_of_item(one, item);
    return maker == G_MAXUINT ||
           generate_is_stable_object(one->input, one->left, one->others, maker, GENERATE_MOST_STEPS - 1);
}

/* Whether the function returns other numbers in other runs of the case, or was not always done in time. What pointers
 * lead to may differ without a fault. */
static gboolean is_varying(const GenerateCases *cases, const GenerateCase *one)
{
    const GenerateShape *result = cases->contract->result;
    gboolean is_number = result && result->kind == HLCOV_NUMBER;
    return !one->left || (is_number && !is_stable_value(one, one->left->result));
}

/* Drops the cases that vary, if those are few: there the function does what C leaves undefined where no sanitizer
 * looks, or is late. Where they are many, it is the function's way. */
static void drop_varying(GenerateCases *cases)
{
    enum { FEW = 4 };
    guint all = cases->cases->len, varying = 0;
    for (guint i = 0; i < all; i++)
        varying += is_varying(cases, GENERATE_CASE(cases, i));
    for (guint i = all; i > 0 && varying <= all / FEW; i--) {
        GenerateCase *one = GENERATE_CASE(cases, i - 1);
        if (!is_varying(cases, one))
            continue;
        one->found->needed = FALSE;
        one->found->varies = TRUE;
        g_array_remove_index(cases->cases, i - 1);
    }
}

/* Adds a column of what is after the call, if it is the same in each run of all cases. */
static void add_observed(GenerateCases *cases, GenerateColumnKind kind, guint item, const GenerateShape *shape)
{
    const char *comma = cases->unstable->len > 0 ? ", " : "";
    gboolean stable = !(cases->habits & GENERATE_TELLS_TIME);
    for (guint i = 0; i < cases->cases->len; i++)
        stable &= is_stable_column(GENERATE_CASE(cases, i), kind, item);
    if (stable)
        add_column(cases, kind, item, shape);
    else if (kind == GENERATE_RESULT)
        g_string_append_printf(cases->unstable, "%sthe result", comma);
    else
        g_string_append_printf(cases->unstable, "%s%s%s", comma, kind == GENERATE_OBJECT ? "*" : "",
                               cases->contract->items[item].name);
}

/* ---- which columns there are ---- */

static gboolean is_given(const GenerateCases *cases, guint item)
{
    for (guint i = 0; i < cases->cases->len; i++) {
        const GenerateInput *input = GENERATE_CASE(cases, i)->input;
        if (GENERATE_NODE(input, input->roots[item])->count > 0)
            return TRUE;
    }
    return FALSE;
}

/* Whether an object was changed that is made for the item, at most one step behind the first. */
static gboolean has_changed_object(const GenerateCase *one, guint item)
{
    guint end = one->input->roots[item + 1];
    for (guint i = one->input->roots[item]; one->left && i < end; i++) {
        const GenerateNode *node = GENERATE_NODE(one->input, i);
        if (node->is_new && node->depth < GENERATE_MOST_STEPS && generate_was_changed(one->input, one->left, i))
            return TRUE;
    }
    return !one->left;
}

static gboolean has_changed_variable(const GenerateCases *cases, const GenerateCase *one, guint item)
{
    guint root = one->input->roots[item];
    if (!one->left || GENERATE_NODE(one->input, root)->count == 0)
        return generate_may_change(cases->contract, cases->contract->items[item].decl);
    return generate_differs(one->input, root + 1, one->left, one->left->globals[item]) || has_changed_object(one, item);
}

static gboolean is_any_changed(const GenerateCases *cases, guint item)
{
    gboolean is_variable = cases->contract->items[item].role == HLCOV_GLOBAL;
    for (guint i = 0; i < cases->cases->len; i++) {
        const GenerateCase *one = GENERATE_CASE(cases, i);
        if (is_variable ? has_changed_variable(cases, one, item) : has_changed_object(one, item))
            return TRUE;
    }
    return FALSE;
}

static void add_inputs(GenerateCases *cases)
{
    const GenerateContract *contract = cases->contract;
    for (guint i = 0; i < contract->n_parameters; i++)
        add_column(cases, GENERATE_PARAMETER, contract->parameters[i], contract->items[contract->parameters[i]].shape);
    for (guint i = 0; i < contract->n_items; i++) {
        enum hlcov_role role = contract->items[i].role;
        if ((role == HLCOV_GLOBAL || role == HLCOV_STUB) && is_given(cases, i))
            add_column(cases, role == HLCOV_STUB ? GENERATE_ANSWERS : GENERATE_VARIABLE, i, contract->items[i].shape);
    }
}

static gboolean is_changeable(const GenerateShape *shape)
{
    gboolean is_pointer = shape->kind == HLCOV_TEXT || shape->kind == HLCOV_POINTER;
    return is_pointer && !shape->is_const && generate_is_comparable(shape->target);
}

/* What may have been freed is not looked at. What the function
 * assigns is, even if it has the same value then in all cases. */
static void add_outputs(GenerateCases *cases)
{
    const GenerateContract *contract = cases->contract;
    for (guint i = 0; i < contract->n_items && !cases->is_blind; i++) {
        const GenerateItem *item = &contract->items[i];
        if (item->role == HLCOV_PARAMETER && is_changeable(item->shape) &&
            (!contract->returns_value || generate_writes_through(contract, item->decl) || is_any_changed(cases, i)))
            add_observed(cases, GENERATE_OBJECT, i, item->shape);
    }
    for (guint i = 0; i < contract->n_items; i++) {
        const GenerateItem *item = &contract->items[i];
        if (item->role == HLCOV_GLOBAL && generate_is_comparable(item->shape) && is_any_changed(cases, i))
            add_observed(cases, GENERATE_CHANGED, i, item->shape);
    }
    if (contract->result && generate_is_comparable(contract->result))
        add_observed(cases, GENERATE_RESULT, 0, contract->result);
}

const GenerateColumn *generate_column(const GenerateCases *cases, GenerateColumnKind kind, guint item)
{
    for (guint i = 0; i < cases->columns->len; i++) {
        const GenerateColumn *column = GENERATE_COLUMN(cases, i);
        if (column->kind == kind && column->item == item)
            return column;
    }
    return NULL;
}

/* ---- variables that are put back ---- */

/* Functions that come as values change variables of the unit, too. */
static gboolean takes_functions(const GenerateCases *cases)
{
    for (guint i = 0; i < cases->cases->len; i++) {
        const GenerateInput *input = GENERATE_CASE(cases, i)->input;
        for (guint k = 0; k < input->nodes->len; k++) {
            const GenerateNode *node = GENERATE_NODE(input, k);
            if (node->shape && node->shape->kind == HLCOV_FUNCTION && node->bits > 0)
                return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_set(const GenerateCases *cases, const AnnotDecl *variable)
{
    for (guint i = 0; i < cases->columns->len; i++) {
        const GenerateColumn *column = GENERATE_COLUMN(cases, i);
        if (column->kind == GENERATE_VARIABLE && cases->contract->items[column->item].decl == variable)
            return TRUE;
    }
    return FALSE;
}

static void add_saved(const GenerateUnit *unit, GenerateCases *cases)
{
    gboolean all = takes_functions(cases);
    for (guint i = 0; i < unit->contracts->globals->len; i++) {
        const AnnotDecl *variable = unit->contracts->globals->pdata[i];
        if (all || is_set(cases, variable) || generate_may_change(cases->contract, variable))
            g_ptr_array_add(cases->saved, (gpointer)variable);
    }
}

/* ---- tables ---- */

static void clear_column(gpointer data)
{
    GenerateColumn *column = data;
    g_free(column->name);
    g_free(column->count);
}

static void free_cases(gpointer data)
{
    GenerateCases *cases = data;
    g_array_unref(cases->cases);
    g_array_unref(cases->columns);
    g_ptr_array_unref(cases->saved);
    g_string_free(cases->unstable, TRUE);
    g_free(cases);
}

static GenerateCases *new_cases(const GenerateUnit *unit, const GenerateContract *contract)
{
    GenerateCases *cases = g_new0(GenerateCases, 1);
    *cases = (GenerateCases){.contract = contract,
                             .habits = generate_habits(contract),
                             .cases = g_array_new(FALSE, FALSE, sizeof(GenerateCase)),
                             .columns = g_array_new(FALSE, FALSE, sizeof(GenerateColumn)),
                             .saved = g_ptr_array_new(),
                             .unstable = g_string_new(NULL)};
    cases->is_blind = cases->habits & GENERATE_FREES && !unit->search->checks;
    g_array_set_clear_func(cases->cases, clear_case);
    g_array_set_clear_func(cases->columns, clear_column);
    return cases;
}

typedef GenerateCases *MakeCases(const GenerateUnit *unit, const GenerateContract *contract);

static GPtrArray *each_function(const GenerateUnit *unit, MakeCases *make)
{
    GPtrArray *tables = g_ptr_array_new_with_free_func(free_cases);
    for (guint i = 0; i < unit->contracts->contracts->len; i++) {
        GenerateCases *cases = make(unit, unit->contracts->contracts->pdata[i]);
        if (cases->cases->len > 0)
            g_ptr_array_add(tables, cases);
        else
            free_cases(cases);
    }
    return tables;
}

static GenerateCases *needed_of(const GenerateUnit *unit, const GenerateContract *contract)
{
    GenerateCases *cases = new_cases(unit, contract);
    for (guint i = 0; i < unit->search->found->len; i++) {
        GenerateFound *found = unit->search->found->pdata[i];
        if (found->needed && found->function == contract->index)
            add_found(cases, found);
    }
    if (cases->cases->len == 0)
        return cases;
    if (!(cases->habits & GENERATE_TELLS_TIME))
        drop_varying(cases);
    add_inputs(cases);
    add_outputs(cases);
    add_saved(unit, cases);
    return cases;
}

static GenerateCases *bad_of(const GenerateUnit *unit, const GenerateContract *contract)
{
    GenerateCases *cases = new_cases(unit, contract);
    for (guint i = 0; i < unit->search->bad->len; i++) {
        const GenerateBad *bad = unit->search->bad->pdata[i];
        if (bad->function == contract->index)
            add_bad(cases, bad);
    }
    if (cases->cases->len > 0)
        add_inputs(cases);
    return cases;
}

GPtrArray *generate_cases(const GenerateUnit *unit)
{
    return each_function(unit, needed_of);
}

GPtrArray *generate_bad_cases(const GenerateUnit *unit)
{
    return each_function(unit, bad_of);
}
