/* Checks scripts; see wellformed.h. It asks neither whether C texts are C nor what was covered. */
#include "htol/lang/wellformed.h"

#include <string.h>

#include "htol/lang/lex.h"

typedef struct {
    HtolFaults *faults;
    GHashTable *labels;      /* name to HtolLabelDecl */
    GHashTable *hypers;      /* name to HtolHyperDecl */
    const char *file;        /* of the hyperlabel being checked */
    GHashTable *occurrences; /* of it, with primes: a set of names */
} Check;

static HtolWhere where_of(const Check *check, const HtolOccurrence *occurrence)
{
    return (HtolWhere){check->file, occurrence->line, occurrence->column};
}

static char *with_primes(const char *name, guint32 primes)
{
    g_autofree char *text = g_strnfill(primes, '\'');
    return g_strconcat(name, text, NULL);
}

/* `L' at 3:14`, in the file of the fault. */
static char *occurrence_place(const HtolOccurrence *occurrence)
{
    g_autofree char *name = with_primes(occurrence->name, occurrence->primes);
    return g_strdup_printf("%s at %u:%u", name, occurrence->line, occurrence->column);
}

/* Declarations
 * -----------------------------------------------------------------------------------------------------------
 */

static void check_bindings(Check *check, const HtolLabelDecl *label)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint32 i = 0; i < label->n_bindings; i++) {
        const HtolBinding *binding = &label->bindings[i], *before = g_hash_table_lookup(names, binding->name);
        if (before)
            htol_fault(check->faults, binding->where, "metavariable `%s` is bound twice by label %s: first at %u:%u",
                       binding->name, label->name, before->where.line, before->where.column);
        else
            g_hash_table_insert(names, (gpointer)binding->name, (gpointer)binding);
    }
}

static void twice(Check *check, const char *what, const char *name, HtolWhere where, HtolWhere before)
{
    htol_fault(check->faults, where, "%s %s is declared twice: first at %s:%u:%u", what, name, before.file, before.line,
               before.column);
}

static void collect_label(Check *check, HtolLabelDecl *label)
{
    const HtolLabelDecl *before = g_hash_table_lookup(check->labels, label->name);
    guint faults = check->faults->count;
    check->faults->name = label->name;
    if (before)
        twice(check, "label", label->name, label->where, before->where);
    else
        g_hash_table_insert(check->labels, (gpointer)label->name, label);
    check_bindings(check, label);
    label->wrong = check->faults->count > faults;
}

static void collect_hyper(Check *check, HtolHyperDecl *decl)
{
    const HtolHyperDecl *before = g_hash_table_lookup(check->hypers, decl->name);
    check->faults->name = decl->name;
    if (before)
        twice(check, "hyperlabel", decl->name, decl->where, before->where);
    else
        g_hash_table_insert(check->hypers, (gpointer)decl->name, decl);
    decl->wrong = before != NULL;
}

static void collect_names(Check *check, const HtolScript *script)
{
    for (HtolLabelDecl *label = script->labels; label; label = label->next)
        collect_label(check, label);
    for (HtolHyperDecl *decl = script->hypers; decl; decl = decl->next)
        collect_hyper(check, decl);
}

/* Occurrences
 * -----------------------------------------------------------------------------------------------------------
 */

static gboolean resolve_occurrence(Check *check, HtolOccurrence *occurrence)
{
    occurrence->label = g_hash_table_lookup(check->labels, occurrence->name);
    if (occurrence->label)
        return TRUE;
    if (g_hash_table_contains(check->hypers, occurrence->name))
        htol_fault(check->faults, where_of(check, occurrence),
                   "%s is a hyperlabel: only labels can be used in hyperlabels", occurrence->name);
    else
        htol_fault(check->faults, where_of(check, occurrence), "there is no label %s", occurrence->name);
    return FALSE;
}

/* What is recorded at sites has no order. */
static gboolean resolve_in_sequence(Check *check, HtolOccurrence *occurrence)
{
    if (!resolve_occurrence(check, occurrence))
        return FALSE;
    if (occurrence->label->place.kind == HTOL_PLACE_SITE)
        htol_fault(check->faults, where_of(check, occurrence),
                   "%s is at a site, of which no order is recorded: it cannot be part of a sequence", occurrence->name);
    return TRUE;
}

static gboolean resolve_step(Check *check, HtolStep *step, gboolean (*resolve_it)(Check *, HtolOccurrence *))
{
    gboolean found = resolve_it(check, &step->occurrence);
    g_hash_table_add(check->occurrences, with_primes(step->occurrence.name, step->occurrence.primes));
    for (guint32 i = 0; i < step->n_kills; i++)
        found &= resolve_it(check, &step->kills[i]);
    return found;
}

/* Goes on after a fault, to find all names that are unknown. */
static gboolean resolve_all(Check *check, const HtolHyper *hyper)
{
    gboolean found = TRUE;
    for (guint32 i = 0; i < hyper->n_steps; i++)
        found &= resolve_step(check, &hyper->steps[i], hyper->n_steps > 1 ? resolve_in_sequence : resolve_occurrence);
    if (hyper->left)
        found &= resolve_all(check, hyper->left);
    if (hyper->right)
        found &= resolve_all(check, hyper->right);
    return found;
}

static void check_primes(Check *check, const HtolOccurrence *occurrence)
{
    if (occurrence->primes == 0)
        return;
    g_autofree char *used = with_primes(occurrence->name, occurrence->primes);
    g_autofree char *needed = with_primes(occurrence->name, occurrence->primes - 1);
    if (!g_hash_table_contains(check->occurrences, needed))
        htol_fault(check->faults, where_of(check, occurrence),
                   "%s has a prime too many: there is no %s in this hyperlabel to tell it from", used, needed);
}

/* Sequences
 * -----------------------------------------------------------------------------------------------------------
 */

/* The step from `from` on that binds the metavariable (its name has no primes in C), or NULL. */
static const HtolOccurrence *step_binding(const HtolHyper *sequence, guint32 from, guint32 to, const char *name)
{
    for (guint32 i = from; i < to; i++) {
        const HtolLabelDecl *label = sequence->steps[i].occurrence.label;
        for (guint32 b = 0; b < label->n_bindings; b++)
            if (strcmp(label->bindings[b].name, name) == 0)
                return &sequence->steps[i].occurrence;
    }
    return NULL;
}

static void check_kill_name(Check *check, const HtolHyper *sequence, guint32 step, const HtolOccurrence *kill,
                            const char *name)
{
    const HtolOccurrence *later = step_binding(sequence, step, sequence->n_steps, name);
    if (!later || step_binding(sequence, 0, step, name))
        return;
    g_autofree char *place = occurrence_place(later);
    htol_fault(check->faults, where_of(check, kill),
               "the predicate of killing label %s uses `%s`, which is bound only later, by %s; "
               "if a variable of the program is meant, give the metavariable another name",
               kill->name, name, place);
}

/* The C text with blanks for its literals: what stands in those names nothing. To be freed. */
static char *without_literals(const char *c)
{
    char *text = g_strdup(c), quote = 0;
    for (char *at = text; *at; at++) {
        gboolean escape = quote && *at == '\\' && at[1];
        char this = *at;
        if (quote || this == '"' || this == '\'')
            *at = ' ';
        if (escape)
            *++at = ' ';
        else if (this == quote)
            quote = 0;
        else if (!quote && (this == '"' || this == '\''))
            quote = this;
    }
    return text;
}

GPtrArray *htol_c_variables(const char *c)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *text = without_literals(c);
    HtolCursor cursor = {.at = text, .end = text + strlen(text)};
    gboolean member = FALSE;
    for (HtolToken token = htol_lex(&cursor); token.kind != HTOL_TOKEN_END; token = htol_lex(&cursor)) {
        if (token.kind == HTOL_TOKEN_NAME && !member)
            g_ptr_array_add(names, g_strndup(token.start.at, token.length - token.primes));
        member = htol_token_is(&token, ".") || htol_token_is(&token, "->");
    }
    return names;
}

static void check_kill(Check *check, const HtolHyper *sequence, guint32 step, const HtolOccurrence *kill)
{
    g_autoptr(GPtrArray) names = htol_c_variables(kill->label->predicate.text);
    for (guint i = 0; i < names->len; i++)
        check_kill_name(check, sequence, step, kill, names->pdata[i]);
}

static void check_steps(Check *check, const HtolHyper *hyper)
{
    for (guint32 i = 0; i < hyper->n_steps; i++) {
        check_primes(check, &hyper->steps[i].occurrence);
        for (guint32 k = 0; k < hyper->steps[i].n_kills; k++)
            check_kill(check, hyper, i, &hyper->steps[i].kills[k]);
    }
    if (hyper->left)
        check_steps(check, hyper->left);
    if (hyper->right)
        check_steps(check, hyper->right);
}

/* Metavariables
 * -----------------------------------------------------------------------------------------------------------
 */

/* Names with primes, each with an HtolOccurrence that binds it: in some branch, in every branch. */
typedef struct {
    GHashTable *some, *every;
} Bound;

static void bound_clear(Bound *bound)
{
    g_hash_table_unref(bound->some);
    g_hash_table_unref(bound->every);
}

static Bound new_bound(void)
{
    return (Bound){g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                   g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
}

static void clash(Check *check, const char *name, const HtolOccurrence *one, const HtolOccurrence *other,
                  const char *how)
{
    g_autofree char *first = occurrence_place(one);
    g_autofree char *second = occurrence_place(other);
    gboolean same = strcmp(one->name, other->name) == 0 && one->primes == other->primes;
    htol_fault(check->faults, where_of(check, other), "metavariable `%s` is bound %s: by %s and by %s%s", name, how,
               first, second, same ? "; a prime would make the second an occurrence of its own" : "");
}

static Bound bound_by_steps(Check *check, const HtolHyper *hyper)
{
    Bound bound = new_bound();
    for (guint32 i = 0; i < hyper->n_steps; i++) {
        const HtolOccurrence *occurrence = &hyper->steps[i].occurrence;
        for (guint32 b = 0; b < occurrence->label->n_bindings; b++) {
            char *name = with_primes(occurrence->label->bindings[b].name, occurrence->primes);
            const HtolOccurrence *before = g_hash_table_lookup(bound.some, name);
            if (before && before != occurrence)
                clash(check, name, before, occurrence, "twice in a sequence");
            g_hash_table_insert(bound.every, g_strdup(name), (gpointer)occurrence);
            g_hash_table_insert(bound.some, name, (gpointer)occurrence);
        }
    }
    return bound;
}

static void check_sides(Check *check, GHashTable *left, GHashTable *right)
{
    gpointer name, occurrence;
    GHashTableIter iter;
    gboolean swapped = g_hash_table_size(left) < g_hash_table_size(right);
    g_hash_table_iter_init(&iter, swapped ? left : right);
    while (g_hash_table_iter_next(&iter, &name, &occurrence)) {
        const HtolOccurrence *other = g_hash_table_lookup(swapped ? right : left, name);
        if (other)
            clash(check, name, swapped ? occurrence : other, swapped ? other : occurrence, "on both sides of `.`");
    }
}

/* Frees both, moving the smaller set into the larger one. */
static GHashTable *united(GHashTable *left, GHashTable *right)
{
    gpointer name, occurrence;
    GHashTableIter iter;
    if (g_hash_table_size(left) < g_hash_table_size(right))
        return united(right, left);
    g_hash_table_iter_init(&iter, right);
    while (g_hash_table_iter_next(&iter, &name, &occurrence)) {
        g_hash_table_iter_steal(&iter);
        g_hash_table_replace(left, name, occurrence);
    }
    g_hash_table_unref(right);
    return left;
}

static GHashTable *common(GHashTable *left, GHashTable *right)
{
    gpointer name;
    GHashTableIter iter;
    if (g_hash_table_size(left) > g_hash_table_size(right))
        return common(right, left);
    g_hash_table_iter_init(&iter, left);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        if (!g_hash_table_contains(right, name))
            g_hash_table_iter_remove(&iter);
    g_hash_table_unref(right);
    return left;
}

/* Guards
 * -----------------------------------------------------------------------------------------------------------
 */

static gboolean binds(const HtolOccurrence *occurrence, const char *metavariable)
{
    gsize length = strcspn(metavariable, "'");
    if (occurrence->primes != strlen(metavariable + length))
        return FALSE;
    for (guint32 b = 0; b < occurrence->label->n_bindings; b++) {
        const char *name = occurrence->label->bindings[b].name;
        if (strlen(name) == length && memcmp(name, metavariable, length) == 0)
            return TRUE;
    }
    return FALSE;
}

/* What is found out about a metavariable that not every branch binds. */
typedef struct {
    const char *name;
    const HtolOccurrence *binder; /* some occurrence that binds it, or NULL */
    const HtolHyper *lacking;     /* a side of `+` that does not, while the other does somewhere, or NULL */
} Search;

static gboolean search_steps(Search *search, const HtolHyper *hyper)
{
    for (guint32 i = 0; i < hyper->n_steps; i++) {
        if (!binds(&hyper->steps[i].occurrence, search->name))
            continue;
        search->binder = &hyper->steps[i].occurrence;
        return TRUE;
    }
    return FALSE;
}

/* Whether some branch binds it. */
static gboolean search_hyper(Search *search, const HtolHyper *hyper)
{
    if (hyper->n_steps > 0)
        return search_steps(search, hyper);
    gboolean left = search_hyper(search, hyper->left);
    gboolean right = hyper->right && search_hyper(search, hyper->right);
    if (hyper->kind == HTOL_HYPER_OR && left != right)
        search->lacking = left ? hyper->right : hyper->left;
    return left || right;
}

static const HtolOccurrence *first_of(const HtolHyper *hyper)
{
    while (hyper->left)
        hyper = hyper->left;
    return &hyper->steps[0].occurrence;
}

static void unbound(Check *check, const HtolHyper *hyper, const HtolExpr *variable)
{
    HtolWhere where = {check->file, variable->line, variable->column};
    Search search = {.name = variable->name};
    if (!search_hyper(&search, hyper->left)) {
        htol_fault(check->faults, where, "the guard uses `%s`, which no label before its `|` binds", variable->name);
        return;
    }
    g_autofree char *binder = occurrence_place(search.binder);
    g_autofree char *other = occurrence_place(first_of(search.lacking));
    htol_fault(check->faults, where,
               "the guard uses `%s`, which %s binds, but not the branch of `+` with %s: every branch must",
               variable->name, binder, other);
}

static void check_guard(Check *check, const HtolHyper *hyper, const HtolExpr *guard, GHashTable *bound)
{
    if (guard->kind == HTOL_EXPR_VARIABLE && !g_hash_table_contains(bound, guard->name))
        unbound(check, hyper, guard);
    if (guard->left)
        check_guard(check, hyper, guard->left, bound);
    if (guard->right)
        check_guard(check, hyper, guard->right, bound);
}

/* Checks the hyperlabel; what it binds. */
static Bound check_metavariables(Check *check, const HtolHyper *hyper)
{
    if (hyper->n_steps > 0)
        return bound_by_steps(check, hyper);
    Bound left = check_metavariables(check, hyper->left);
    if (hyper->kind == HTOL_HYPER_GUARD) {
        check_guard(check, hyper, hyper->guard, left.every);
        return left;
    }
    Bound right = check_metavariables(check, hyper->right);
    if (hyper->kind == HTOL_HYPER_OR)
        return (Bound){united(left.some, right.some), common(left.every, right.every)};
    check_sides(check, left.some, right.some);
    return (Bound){united(left.some, right.some), united(left.every, right.every)};
}

/* Scripts
 * -----------------------------------------------------------------------------------------------------------
 */

static void check_hyper(Check *check, const HtolHyperDecl *decl)
{
    check->file = decl->where.file;
    check->faults->name = decl->name;
    g_hash_table_remove_all(check->occurrences);
    if (!resolve_all(check, decl->hyper))
        return;
    check_steps(check, decl->hyper);
    Bound bound = check_metavariables(check, decl->hyper);
    bound_clear(&bound);
}

gboolean htol_wellformed(const HtolScript *script, HtolFaults *faults)
{
    g_autoptr(GHashTable) labels = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) hypers = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) occurrences = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Check check = {.faults = faults, .labels = labels, .hypers = hypers, .occurrences = occurrences};
    guint before = faults->count;
    collect_names(&check, script);
    for (HtolHyperDecl *decl = script->hypers; decl; decl = decl->next) {
        guint faults_before = faults->count;
        check_hyper(&check, decl);
        decl->wrong |= faults->count > faults_before;
    }
    return faults->count == before;
}
