/* Brings hyperlabels and recorded environments together; see decide.h. The join itself is join.c's. */
#include "htol/judge/decide.h"

#include "htol/lang/print.h"
#include "htol/lang/script.h"

guint htol_member_columns(const HtolHyper *member)
{
    guint columns = member->n_bindings;
    for (guint32 i = 0; i < member->n_steps; i++)
        columns += member->steps[i].occurrence.label->n_bindings;
    return columns;
}

static const HtolRelation *relation_of(const HtolHyper *member, GHashTable *relations)
{
    g_autoptr(GString) name = g_string_new(NULL);
    htol_relation_name(member, name);
    const HtolRelation *relation = g_hash_table_lookup(relations, name->str);
    if (!relation || relation->rows == 0)
        return NULL;
    g_assert(relation->columns == htol_member_columns(member));
    return relation;
}

/* The relations of all members, or NULL if one of them was not covered. */
static const HtolRelation **relations_of(HtolArena *arena, const HtolConjunct *conjunct, GHashTable *relations)
{
    const HtolRelation **members = htol_arena_new0(arena, const HtolRelation *, conjunct->n_members);
    for (guint i = 0; i < conjunct->n_members; i++) {
        members[i] = relation_of(conjunct->members[i], relations);
        if (!members[i])
            return NULL;
    }
    return members;
}

/* Metavariables with their primes to columns, all members' put side by side; counted from 1. */
static guint add_columns(GHashTable *columns, const HtolOccurrence *occurrence, guint first)
{
    const HtolLabelDecl *label = occurrence->label;
    for (guint32 i = 0; i < label->n_bindings; i++) {
        g_autofree char *primes = g_strnfill(occurrence->primes, '\'');
        char *name = g_strconcat(label->bindings[i].name, primes, NULL);
        g_hash_table_insert(columns, name, GUINT_TO_POINTER(first + i + 1));
    }
    return first + label->n_bindings;
}

static guint add_label_columns(GHashTable *columns, const HtolHyper *label, guint first)
{
    for (guint32 i = 0; i < label->n_bindings; i++)
        g_hash_table_insert(columns, g_strdup(label->bindings[i].name), GUINT_TO_POINTER(first + i + 1));
    return first + label->n_bindings;
}

static GHashTable *columns_of(const HtolConjunct *conjunct)
{
    GHashTable *columns = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    guint first = 0;
    for (guint i = 0; i < conjunct->n_members; i++) {
        first = add_label_columns(columns, conjunct->members[i], first);
        for (guint32 s = 0; s < conjunct->members[i]->n_steps; s++)
            first = add_columns(columns, &conjunct->members[i]->steps[s].occurrence, first);
    }
    return columns;
}

/* A copy whose variables are columns. */
static const HtolExpr *bind_columns(HtolArena *arena, const HtolExpr *guard, GHashTable *columns)
{
    HtolExpr *copy = htol_arena_memdup(arena, guard, sizeof *guard);
    if (guard->kind == HTOL_EXPR_VARIABLE) {
        guint column = GPOINTER_TO_UINT(g_hash_table_lookup(columns, guard->name));
        g_assert(column > 0);
        copy->variable = column - 1;
    }
    copy->left = guard->left ? bind_columns(arena, guard->left, columns) : NULL;
    copy->right = guard->right ? bind_columns(arena, guard->right, columns) : NULL;
    return copy;
}

const gsize *htol_decide_conjunct(HtolArena *arena, const HtolConjunct *conjunct, const HtolRelation *const *members,
                                  gboolean *divided)
{
    gboolean met = FALSE;
    g_autoptr(GHashTable) columns = columns_of(conjunct);
    HtolJoin join = {.n_members = conjunct->n_members, .members = members};
    join.guard = conjunct->guard ? bind_columns(arena, conjunct->guard, columns) : NULL;
    gsize *witness = htol_arena_new0(arena, gsize, conjunct->n_members);
    gboolean covered = htol_join(&join, witness, &met);
    *divided = *divided || met;
    return covered ? witness : NULL;
}

gboolean htol_decide(HtolArena *arena, const HtolHyper *hyper, GHashTable *relations, HtolVerdict *verdict,
                     GError **error)
{
    HtolDnf dnf;
    *verdict = (HtolVerdict){0};
    if (!htol_dnf(arena, hyper, &dnf, error))
        return FALSE;
    for (guint i = 0; i < dnf.n_conjuncts && !verdict->covered; i++) {
        const HtolRelation **members = relations_of(arena, &dnf.conjuncts[i], relations);
        verdict->rows = members ? htol_decide_conjunct(arena, &dnf.conjuncts[i], members, &verdict->divided) : NULL;
        verdict->covered = verdict->rows != NULL;
        verdict->relations = verdict->covered ? members : NULL;
        verdict->conjunct = dnf.conjuncts[i];
    }
    return TRUE;
}

static void print_metavariable(const HtolOccurrence *occurrence, guint32 binding, gboolean primes, GString *out)
{
    g_string_append(out, occurrence->label->bindings[binding].name);
    for (guint32 i = 0; primes && i < occurrence->primes; i++)
        g_string_append_c(out, '\'');
}

/* An occurrence alone is named with its primes, which need not be said again. */
void htol_column_print(const HtolHyper *member, guint column, GString *out)
{
    guint32 step = 0;
    if (member->n_steps == 0) {
        g_string_append(out, member->bindings[column].name);
        return;
    }
    while (column >= member->steps[step].occurrence.label->n_bindings)
        column -= member->steps[step++].occurrence.label->n_bindings;
    print_metavariable(&member->steps[step].occurrence, column, member->n_steps > 1, out);
}

void htol_environment_print(const HtolHyper *member, const HtolValue *values, GString *out)
{
    guint columns = htol_member_columns(member);
    for (guint i = 0; i < columns; i++) {
        g_string_append_c(out, ' ');
        htol_column_print(member, i, out);
        g_string_append_c(out, '=');
        htol_value_print(values[i], out);
    }
}

void htol_witness_print(const HtolVerdict *verdict, GString *out)
{
    for (guint i = 0; i < verdict->conjunct.n_members; i++) {
        const HtolHyper *member = verdict->conjunct.members[i];
        const HtolRelation *relation = verdict->relations[i];
        g_string_append(out, i == 0 ? "" : " . ");
        htol_hyper_print(member, out);
        htol_environment_print(member, relation->values + verdict->rows[i] * relation->columns, out);
    }
}
