/* Plans what happens at locations of users' labels; see step.h. */
#include "annot/users/step.h"

#include "htol/lang/print.h"
#include "htol/lang/wellformed.h"

#include <string.h>

typedef struct {
    const AnnotLocator *locator;
    const char *const *clang_args;
    const AnnotExpander *expander;
    AnnotSteps *steps;
    GPtrArray *labels; /* AnnotLabel: all of the unit */
    GPtrArray *kills;  /* AnnotKill: all of the unit */
} Plan;

static void fault(const Plan *plan, const AnnotScript *script, HtolWhere where, const char *name, const char *message)
{
    annot_scripts_fault(plan->locator->scripts, script, where, name, message);
}

static gboolean is_faulty(const Plan *plan, const AnnotScript *script, const HtolLabelDecl *label)
{
    return label->wrong || annot_scripts_has_fault(plan->locator->scripts, script, label->name);
}

/* ---- sequences ---- */

gboolean annot_sequence_has_step(const AnnotSequence *sequence, guint32 step, const HtolLabelDecl *label)
{
    return sequence->hyper->steps[step - 1].occurrence.label == label;
}

gboolean annot_sequence_has_kill(const AnnotSequence *sequence, guint32 step, const HtolLabelDecl *label)
{
    const HtolStep *to = &sequence->hyper->steps[step - 1];
    for (guint32 i = 0; i < to->n_kills; i++)
        if (to->kills[i].label == label)
            return TRUE;
    return FALSE;
}

/* Returns a name for what units share that have this text in common. */
static const char *shared_name(HtolArena *arena, char kind, const GString *text)
{
    g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text->str, (gssize)text->len);
    return htol_arena_printf(arena, "hlcov_%c_%.16s", kind, sum);
}

/* Returns the name of the sequence's state, made of all that its size depends on: units with one name share a state. */
static const char *state_name(HtolArena *arena, const AnnotSequence *sequence)
{
    g_autoptr(GString) text = g_string_new(sequence->script->path);
    g_string_append_printf(text, "\n%s\n", sequence->name);
    for (guint32 i = 0; i < sequence->hyper->n_steps; i++) {
        const HtolLabelDecl *label = sequence->hyper->steps[i].occurrence.label;
        for (guint32 b = 0; b < label->n_bindings; b++)
            g_string_append_printf(text, "%u %s\n", i, label->bindings[b].name);
    }
    return shared_name(arena, 's', text);
}

static guint32 values_before(const HtolHyper *sequence, guint32 step)
{
    guint32 values = 0;
    for (guint32 i = 0; i + 1 < step; i++)
        values += sequence->steps[i].occurrence.label->n_bindings;
    return values;
}

static gboolean has_sequence(const Plan *plan, const AnnotScript *script, const char *name)
{
    for (guint i = 0; i < plan->steps->sequences->len; i++) {
        const AnnotSequence *sequence = g_ptr_array_index(plan->steps->sequences, i);
        if (sequence->script == script && strcmp(sequence->name, name) == 0)
            return TRUE;
    }
    return FALSE;
}

static void add_sequence(Plan *plan, const AnnotScript *script, const HtolHyperDecl *decl, const HtolHyper *hyper)
{
    g_autoptr(GString) name = g_string_new(NULL);
    htol_relation_name(hyper, name);
    guint32 values = values_before(hyper, hyper->n_steps + 1);
    if (has_sequence(plan, script, name->str))
        return;
    if (values > HTOL_MOST_TUPLE_VALUES) {
        fault(plan, script, decl->where, decl->name, "the steps of a sequence bind more than 64 metavariables");
        G_STATIC_ASSERT(HTOL_MOST_TUPLE_VALUES == 64);
        return;
    }
    HtolArena *arena = plan->locator->arena;
    AnnotSequence *sequence = htol_arena_new0(arena, AnnotSequence, 1);
    *sequence = (AnnotSequence){script, hyper, htol_arena_strndup(arena, name->str, name->len), NULL, values};
    sequence->state = state_name(arena, sequence);
    g_ptr_array_add(plan->steps->sequences, sequence);
}

static void add_sequences(Plan *plan, const AnnotScript *script, const HtolHyperDecl *decl, const HtolHyper *hyper)
{
    if (!hyper)
        return;
    if (hyper->kind == HTOL_HYPER_SEQUENCE)
        add_sequence(plan, script, decl, hyper);
    add_sequences(plan, script, decl, hyper->left);
    add_sequences(plan, script, decl, hyper->right);
}

/* ---- killing labels ---- */

/* A metavariable that a killing label's predicate uses. */
typedef struct {
    const HtolLabelDecl *binder;
    guint32 binding, column;
} Use;

static gboolean is_in(const GPtrArray *names, const char *name)
{
    for (guint i = 0; i < names->len; i++)
        if (strcmp(names->pdata[i], name) == 0)
            return TRUE;
    return FALSE;
}

/* Returns the metavariables bound before `step` (Use, to be freed) that the predicate of `label`, which kills on the
 * way there, uses. */
static GArray *uses_of(const AnnotSequence *sequence, guint32 step, const HtolLabelDecl *label)
{
    GArray *uses = g_array_new(FALSE, FALSE, sizeof(Use));
    g_autoptr(GPtrArray) names = htol_c_variables(label->predicate.text);
    Use use = {0};
    for (guint32 i = 0; i + 1 < step; i++) {
        use.binder = sequence->hyper->steps[i].occurrence.label;
        for (use.binding = 0; use.binding < use.binder->n_bindings; use.binding++, use.column++)
            if (is_in(names, use.binder->bindings[use.binding].name))
                g_array_append_val(uses, use);
    }
    return uses;
}

static void add_kill(Plan *plan, AnnotStep *step, const AnnotLabel *label, const AnnotSequence *sequence, guint32 to)
{
    AnnotKill *kill = htol_arena_new0(plan->locator->arena, AnnotKill, 1);
    *kill = (AnnotKill){.label = label, .sequence = sequence, .step = to};
    g_ptr_array_add(step->kills, kill);
    g_ptr_array_add(plan->kills, kill);
}

/* Adds the kills whose predicate uses metavariables; returns whether the label kills without them, or is a step. */
static gboolean add_kills(Plan *plan, AnnotStep *step, const AnnotLabel *label)
{
    gboolean other = FALSE;
    for (guint i = 0; i < plan->steps->sequences->len; i++) {
        const AnnotSequence *sequence = g_ptr_array_index(plan->steps->sequences, i);
        for (guint32 to = 1; to <= sequence->hyper->n_steps; to++) {
            other |= annot_sequence_has_step(sequence, to, label->decl);
            if (!annot_sequence_has_kill(sequence, to, label->decl))
                continue;
            g_autoptr(GArray) uses = uses_of(sequence, to, label->decl);
            if (uses->len > 0)
                add_kill(plan, step, label, sequence, to);
            else
                other = TRUE;
        }
    }
    return other;
}

static gboolean occurs(const HtolHyper *hyper, const HtolLabelDecl *label)
{
    if (!hyper)
        return FALSE;
    return (hyper->kind == HTOL_HYPER_OCCURRENCE && hyper->steps[0].occurrence.label == label) ||
           occurs(hyper->left, label) || occurs(hyper->right, label);
}

static gboolean occurs_in(const HtolScript *script, const HtolLabelDecl *label)
{
    for (const HtolHyperDecl *decl = script->hypers; decl; decl = decl->next)
        if (occurs(decl->hyper, label))
            return TRUE;
    return FALSE;
}

/* ---- labels at locations ---- */

static AnnotStep *step_at(Plan *plan, const AnnotLocation *location)
{
    GPtrArray *steps = plan->steps->functions[location->function].steps;
    for (guint i = 0; i < steps->len; i++) {
        AnnotStep *step = g_ptr_array_index(steps, i);
        if (annot_location_same(&step->location, location))
            return step;
    }
    AnnotStep *step = htol_arena_new0(plan->locator->arena, AnnotStep, 1);
    *step = (AnnotStep){*location, g_ptr_array_new(), g_ptr_array_new()};
    g_ptr_array_add(steps, step);
    return step;
}

/* Whether braces must go around text that is put before the statement, and the statement. */
static gboolean stands_alone(const AnnotLocation *location)
{
    if (location->kind != ANNOT_AT_STATEMENT || location->stmt->kind == ANNOT_STMT_DECL)
        return location->kind == ANNOT_AT_RETURN;
    return location->stmt->sub || location->behind;
}

static AnnotFragment fragment_at(const Plan *plan, const AnnotLocation *location, const AnnotLabel *label,
                                 const HtolCText *text)
{
    const char *source = label->mark ? NULL : annot_scripts_source(plan->locator->scripts, label->script, text->where);
    return (AnnotFragment){.at = location->at,
                           .end = stands_alone(location) ? location->stmt->at.end : 0,
                           .text = text->text,
                           .source = source,
                           .where = text->where,
                           .is_predicate = text == &label->decl->predicate,
                           .is_expanded = label->mark != NULL,
                           .result = location->kind == ANNOT_AT_RETURN ? location->stmt->expr : NULL};
}

static void add_fragments(Plan *plan, const AnnotLocation *location, AnnotLabel *label)
{
    HtolArena *arena = plan->locator->arena;
    label->predicate = htol_arena_new0(arena, AnnotFragment, 1);
    *label->predicate = fragment_at(plan, location, label, &label->decl->predicate);
    label->values = htol_arena_new0(arena, AnnotFragment, label->decl->n_bindings);
    for (guint32 i = 0; i < label->decl->n_bindings; i++)
        label->values[i] = fragment_at(plan, location, label, &label->decl->bindings[i].value);
}

static void add_label(Plan *plan, const AnnotScript *script, const HtolLabelDecl *decl, const AnnotLocation *location)
{
    AnnotStep *step = step_at(plan, location);
    AnnotLabel *label = htol_arena_new0(plan->locator->arena, AnnotLabel, 1);
    label->script = script;
    label->decl = decl;
    guint kills = step->kills->len;
    gboolean other = add_kills(plan, step, label);
    if (step->kills->len == kills || other || occurs_in(&script->declared, decl))
        add_fragments(plan, location, label);
    g_ptr_array_add(step->labels, label);
    g_ptr_array_add(plan->labels, label);
}

static const char too_many_bindings[] = "a label has more than 64 bindings";
G_STATIC_ASSERT(HTOL_MOST_TUPLE_VALUES == 64);

static void add_labels(Plan *plan, const AnnotScript *script)
{
    for (const HtolLabelDecl *decl = script->declared.labels; decl; decl = decl->next) {
        if (decl->wrong)
            continue;
        if (decl->n_bindings > HTOL_MOST_TUPLE_VALUES)
            fault(plan, script, decl->where, decl->name, too_many_bindings);
        g_autoptr(GArray) locations = annot_locations_of(plan->locator, script, decl);
        for (guint i = 0; i < locations->len; i++)
            add_label(plan, script, decl, &g_array_index(locations, AnnotLocation, i));
    }
}

/* ---- labels of LTest ---- */

gboolean annot_label_only_kills(const AnnotLabel *label)
{
    return label->mark && label->mark->kind == ANNOT_MARK_KILL;
}

/* Names what a sequence of LTest needs in the program: its state, the epoch in which each step but the last was
 * covered; and the present epoch, which killing labels advance. */
static void name_states(const Plan *plan, AnnotLabel *label)
{
    const AnnotMark *mark = label->mark;
    if (mark->kind == ANNOT_MARK_LABEL)
        return;
    g_autoptr(GString) text = g_string_new(label->script->path);
    g_string_append_printf(text, "\n%s", mark->variable);
    label->epoch = shared_name(plan->locator->arena, 'k', text);
    if (mark->kind == ANNOT_MARK_KILL)
        return;
    g_string_append_printf(text, "\n%s %u", mark->name, mark->steps);
    label->state = shared_name(plan->locator->arena, 's', text);
}

static void add_marked(Plan *plan, const AnnotScript *script, const AnnotMarked *marked)
{
    g_autoptr(GArray) locations = annot_locations_of_mark(plan->locator, script, marked);
    if (locations->len == 0)
        return;
    const AnnotLocation *location = &g_array_index(locations, AnnotLocation, 0);
    AnnotLabel *label = htol_arena_new0(plan->locator->arena, AnnotLabel, 1);
    *label = (AnnotLabel){.script = script, .decl = marked->decl, .mark = marked->mark};
    name_states(plan, label);
    add_fragments(plan, location, label);
    g_ptr_array_add(step_at(plan, location)->labels, label);
    g_ptr_array_add(plan->labels, label);
}

static void add_marks(Plan *plan, const AnnotScript *script)
{
    for (guint i = 0; i < script->marked->len; i++) {
        const AnnotMarked *marked = &g_array_index(script->marked, AnnotMarked, i);
        if (marked->decl->n_bindings > HTOL_MOST_TUPLE_VALUES)
            fault(plan, script, marked->decl->where, marked->decl->name, too_many_bindings);
        add_marked(plan, script, marked);
    }
}

/* ---- checking the C of labels ---- */

/* Expands and checks the fragments, which the checker takes in one array. */
static void check_fragments(const Plan *plan, const GPtrArray *fragments)
{
    const AnnotLocator *locator = plan->locator;
    if (fragments->len == 0)
        return;
    annot_expand(locator->arena, plan->expander, (AnnotFragment **)fragments->pdata, fragments->len);
    AnnotFragment *all = htol_arena_new0(locator->arena, AnnotFragment, fragments->len);
    for (guint i = 0; i < fragments->len; i++)
        all[i] = *(AnnotFragment *)fragments->pdata[i];
    annot_fragments_check(locator->arena, locator->text, plan->clang_args, annot_scripts_pure(locator->scripts), all,
                          fragments->len);
    for (guint i = 0; i < fragments->len; i++)
        *(AnnotFragment *)fragments->pdata[i] = all[i];
}

static void tell_fault(const Plan *plan, const AnnotLabel *label, const AnnotFragment *fragment)
{
    if (fragment->fault)
        fault(plan, label->script, fragment->where, label->decl->name, fragment->fault);
}

static void check_labels(const Plan *plan)
{
    g_autoptr(GPtrArray) fragments = g_ptr_array_new();
    for (guint i = 0; i < plan->labels->len; i++) {
        AnnotLabel *label = g_ptr_array_index(plan->labels, i);
        if (label->predicate)
            g_ptr_array_add(fragments, label->predicate);
        for (guint32 b = 0; label->values && b < label->decl->n_bindings; b++)
            g_ptr_array_add(fragments, &label->values[b]);
    }
    check_fragments(plan, fragments);
    for (guint i = 0; i < plan->labels->len; i++) {
        const AnnotLabel *label = g_ptr_array_index(plan->labels, i);
        if (label->predicate)
            tell_fault(plan, label, label->predicate);
        for (guint32 b = 0; label->values && b < label->decl->n_bindings; b++)
            tell_fault(plan, label, &label->values[b]);
    }
}

/* Sets the kind that the binding has at all its locations; FALSE and a fault if that is not known. */
static gboolean find_kind(const Plan *plan, const AnnotKill *kill, const Use *use, enum HtolTupleKind *kind)
{
    const HtolLabelDecl *decl = kill->label->decl;
    const char *name = use->binder->bindings[use->binding].name, *wrong = "stands in another unit";
    for (guint i = 0; i < plan->labels->len; i++) {
        const AnnotLabel *label = g_ptr_array_index(plan->labels, i);
        if (label->decl != use->binder)
            continue;
        if (!wrong && *kind != label->values[use->binding].kind) {
            wrong = "binds values of several types";
            break;
        }
        *kind = label->values[use->binding].kind;
        wrong = NULL;
    }
    if (wrong)
        fault(plan, kill->label->script, decl->predicate.where, decl->name,
              htol_arena_printf(plan->locator->arena, "the type of metavariable `%s` is not known: %s %s", name,
                                use->binder->name, wrong));
    return !wrong;
}

/* Sets the metavariables and the predicate of the kill; FALSE after a fault. */
static gboolean prepare_kill(const Plan *plan, AnnotKill *kill, const AnnotLocation *location)
{
    HtolArena *arena = plan->locator->arena;
    g_autoptr(GArray) uses = uses_of(kill->sequence, kill->step, kill->label->decl);
    AnnotMeta *metas = htol_arena_new0(arena, AnnotMeta, uses->len);
    kill->columns = htol_arena_new0(arena, guint32, uses->len);
    for (guint i = 0; i < uses->len; i++) {
        const Use *use = &g_array_index(uses, Use, i);
        metas[i].name = use->binder->bindings[use->binding].name;
        kill->columns[i] = use->column;
        if (!find_kind(plan, kill, use, &metas[i].kind))
            return FALSE;
    }
    kill->predicate = htol_arena_new0(arena, AnnotFragment, 1);
    *kill->predicate = fragment_at(plan, location, kill->label, &kill->label->decl->predicate);
    kill->predicate->n_metas = uses->len;
    kill->predicate->metas = metas;
    return TRUE;
}

/* ---- leaving out what has faults ---- */

static gboolean is_sound(const Plan *plan, const AnnotSequence *sequence)
{
    for (guint32 i = 0; i < sequence->hyper->n_steps; i++) {
        const HtolStep *step = &sequence->hyper->steps[i];
        if (is_faulty(plan, sequence->script, step->occurrence.label))
            return FALSE;
        for (guint32 k = 0; k < step->n_kills; k++)
            if (is_faulty(plan, sequence->script, step->kills[k].label))
                return FALSE;
    }
    return TRUE;
}

/* Calls `action` for every step of the unit. */
static void for_steps(Plan *plan, void (*action)(Plan *plan, AnnotStep *step, GPtrArray *data), GPtrArray *data)
{
    for (guint f = 0; f < plan->steps->n_functions; f++)
        for (guint i = 0; i < plan->steps->functions[f].steps->len; i++)
            action(plan, g_ptr_array_index(plan->steps->functions[f].steps, i), data);
}

static void prepare_kills(Plan *plan, AnnotStep *step, GPtrArray *fragments)
{
    for (guint i = 0; i < step->kills->len; i++) {
        AnnotKill *kill = g_ptr_array_index(step->kills, i);
        if (is_sound(plan, kill->sequence) && prepare_kill(plan, kill, &step->location))
            g_ptr_array_add(fragments, kill->predicate);
    }
}

static void check_kills(Plan *plan)
{
    g_autoptr(GPtrArray) fragments = g_ptr_array_new();
    for_steps(plan, prepare_kills, fragments);
    check_fragments(plan, fragments);
    for (guint i = 0; i < plan->kills->len; i++) {
        const AnnotKill *kill = g_ptr_array_index(plan->kills, i);
        if (kill->predicate)
            tell_fault(plan, kill->label, kill->predicate);
    }
}

static void leave_out(Plan *plan, AnnotStep *step, GPtrArray *unused)
{
    (void)unused;
    for (guint i = step->labels->len; i-- > 0;) {
        const AnnotLabel *label = g_ptr_array_index(step->labels, i);
        if (!annot_label_only_kills(label) && is_faulty(plan, label->script, label->decl))
            g_ptr_array_remove_index(step->labels, i);
    }
    for (guint i = step->kills->len; i-- > 0;) {
        const AnnotKill *kill = g_ptr_array_index(step->kills, i);
        if (!is_sound(plan, kill->sequence))
            g_ptr_array_remove_index(step->kills, i);
    }
}

static void leave_out_sequences(Plan *plan)
{
    GPtrArray *sequences = plan->steps->sequences;
    for (guint i = sequences->len; i-- > 0;)
        if (!is_sound(plan, g_ptr_array_index(sequences, i)))
            g_ptr_array_remove_index(sequences, i);
}

/* ---- functions ---- */

static gint compare_steps(gconstpointer one, gconstpointer other)
{
    const AnnotLocation *x = &(*(const AnnotStep *const *)one)->location;
    const AnnotLocation *y = &(*(const AnnotStep *const *)other)->location;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->kind < y->kind ? -1 : x->kind > y->kind;
}

static gboolean has_ending(const AnnotFunctionSteps *function, const AnnotSequence *sequence)
{
    for (guint i = 0; i < function->endings->len; i++)
        if (g_array_index(function->endings, AnnotEnding, i).sequence == sequence)
            return TRUE;
    return FALSE;
}

static void add_endings(const AnnotSteps *steps, AnnotFunctionSteps *function, const HtolLabelDecl *label)
{
    for (guint i = 0; i < steps->sequences->len; i++) {
        AnnotEnding ending = {.sequence = g_ptr_array_index(steps->sequences, i)};
        if (annot_sequence_has_step(ending.sequence, ending.sequence->hyper->n_steps, label) &&
            !has_ending(function, ending.sequence))
            g_array_append_val(function->endings, ending);
    }
}

static void order_function(const AnnotSteps *steps, AnnotFunctionSteps *function)
{
    for (guint i = function->steps->len; i-- > 0;)
        if (((AnnotStep *)g_ptr_array_index(function->steps, i))->labels->len == 0)
            g_ptr_array_remove_index(function->steps, i);
    g_ptr_array_sort(function->steps, compare_steps);
    for (guint i = 0; i < function->steps->len; i++) {
        const AnnotStep *step = g_ptr_array_index(function->steps, i);
        for (guint k = 0; k < step->labels->len; k++)
            add_endings(steps, function, ((AnnotLabel *)g_ptr_array_index(step->labels, k))->decl);
    }
}

static void free_step(gpointer data)
{
    AnnotStep *step = data;
    g_ptr_array_unref(step->labels);
    g_ptr_array_unref(step->kills);
}

static AnnotSteps *steps_new(const AnnotLocator *locator)
{
    AnnotSteps *steps = htol_arena_new0(locator->arena, AnnotSteps, 1);
    steps->n_functions = locator->tree->n_functions;
    steps->functions = htol_arena_new0(locator->arena, AnnotFunctionSteps, steps->n_functions);
    steps->sequences = g_ptr_array_new();
    for (guint i = 0; i < steps->n_functions; i++) {
        steps->functions[i].steps = g_ptr_array_new_with_free_func(free_step);
        steps->functions[i].endings = g_array_new(FALSE, FALSE, sizeof(AnnotEnding));
    }
    return steps;
}

static void add_script(Plan *plan, const AnnotScript *script)
{
    for (const HtolHyperDecl *decl = script->declared.hypers; decl; decl = decl->next)
        if (!decl->wrong)
            add_sequences(plan, script, decl, decl->hyper);
    add_labels(plan, script);
}

AnnotSteps *annot_steps_new(const AnnotLocator *locator, const char *const *clang_args, const AnnotExpander *expander)
{
    g_autoptr(GPtrArray) labels = g_ptr_array_new();
    g_autoptr(GPtrArray) kills = g_ptr_array_new();
    Plan plan = {locator, clang_args, expander, steps_new(locator), labels, kills};
    for (guint i = 0; i < annot_scripts_count(locator->scripts); i++) {
        add_script(&plan, annot_scripts_nth(locator->scripts, i));
        add_marks(&plan, annot_scripts_nth(locator->scripts, i));
    }
    check_labels(&plan);
    check_kills(&plan);
    for_steps(&plan, leave_out, NULL);
    leave_out_sequences(&plan);
    for (guint i = 0; i < plan.steps->n_functions; i++)
        order_function(plan.steps, &plan.steps->functions[i]);
    return plan.steps;
}

void annot_steps_free(AnnotSteps *steps)
{
    for (guint i = 0; i < steps->n_functions; i++) {
        g_ptr_array_unref(steps->functions[i].steps);
        g_array_unref(steps->functions[i].endings);
    }
    g_ptr_array_unref(steps->sequences);
}

/* ---- slots and sources ---- */

static gboolean may_be_unsafe(const AnnotStep *step, const AnnotLabel *label)
{
    for (guint32 i = 0; label->values && i < label->decl->n_bindings; i++)
        if (label->values[i].safe)
            return TRUE;
    for (guint i = 0; i < step->kills->len; i++) {
        const AnnotKill *kill = g_ptr_array_index(step->kills, i);
        if (kill->label == label && kill->predicate->safe)
            return TRUE;
    }
    return label->predicate && label->predicate->safe;
}

static void place_label(const AnnotStep *step, AnnotLabel *label, guint32 *slots, guint32 *sources)
{
    if (annot_label_only_kills(label))
        return;
    label->slot = (*slots)++;
    if (may_be_unsafe(step, label))
        label->unsafe = 1 + (*slots)++;
    if (label->values && label->decl->n_bindings > 0)
        label->source = ++*sources;
}

void annot_steps_place(AnnotFunctionSteps *function, guint32 *slots, guint32 *sources)
{
    for (guint i = 0; i < function->steps->len; i++) {
        const AnnotStep *step = g_ptr_array_index(function->steps, i);
        for (guint k = 0; k < step->labels->len; k++)
            place_label(step, g_ptr_array_index(step->labels, k), slots, sources);
    }
    for (guint i = 0; i < function->endings->len; i++) {
        AnnotEnding *ending = &g_array_index(function->endings, AnnotEnding, i);
        ending->slot = (*slots)++;
        ending->overflow = (*slots)++;
        if (ending->sequence->values > 0)
            ending->source = ++*sources;
    }
}
