/* Asks about users' objectives of what some tests recorded; see user.h. Which tests, says the caller. */
#include <string.h>

#include "htol/lang/print.h"
#include "htol/users/user.h"

static HtolRelation *kept_rows(HtolArena *arena, const HtolRelation *relation, HtolKeeps keeps, gpointer data)
{
    gsize columns = relation->columns;
    HtolRelation *kept = htol_arena_new0(arena, HtolRelation, 1);
    HtolValue *values = htol_arena_new0(arena, HtolValue, relation->rows * columns);
    *kept = (HtolRelation){.columns = relation->columns, .values = values};
    for (gsize i = 0; i < relation->rows; i++) {
        if (!keeps(relation->tests[i], data))
            continue;
        if (columns > 0)
            memcpy(values + kept->rows * columns, relation->values + i * columns, columns * sizeof *values);
        kept->rows++;
    }
    return kept;
}

gboolean htol_user_covered_where(const HtolUserObjective *objective, HtolKeeps keeps, gpointer data)
{
    HtolVerdict verdict;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GHashTable) relations = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < objective->n_relations; i++) {
        const HtolUserRelation *relation = objective->relations[i];
        g_hash_table_insert(relations, (gpointer)relation->name, kept_rows(arena, &relation->relation, keeps, data));
    }
    gboolean small = htol_decide(arena, objective->hyper, relations, &verdict, NULL);
    g_assert(small); /* it was decided before */
    return verdict.covered;
}

static const HtolUserRelation *relation_of(const HtolUserObjective *objective, const HtolHyper *member)
{
    g_autoptr(GString) name = g_string_new(NULL);
    htol_relation_name(member, name);
    for (guint i = 0; i < objective->n_relations; i++)
        if (strcmp(objective->relations[i]->name, name->str) == 0)
            return objective->relations[i];
    return NULL;
}

static void list_tests(const HtolUserObjective *objective, const HtolHyper *hyper, GArray *sets)
{
    const HtolUserRelation *relation = hyper->n_steps > 0 ? relation_of(objective, hyper) : NULL;
    if (relation && relation->relation.rows > 0)
        g_array_append_vals(sets, relation->relation.tests, relation->relation.rows);
    if (hyper->left)
        list_tests(objective, hyper->left, sets);
    if (hyper->right)
        list_tests(objective, hyper->right, sets);
}

void htol_user_tests(const HtolUserObjective *objective, GArray *sets)
{
    list_tests(objective, objective->hyper, sets);
}
