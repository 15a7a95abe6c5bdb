/* Finds and records variables in whose place others could stand; see replacement.h.
 *
 * The others are read where a judge is called, which is where the variable was read or assigned to. An operation has at
 * most as many of them as a judge has parameters, so one expression may be several operations. */
#include "annot/mutants/replacement.h"

#include "annot/facts/readable.h"
#include "annot/mutants/deletion.h"
#include "annot/mutants/mutant.h"
#include "annot/mutants/reading.h"

/* The names of a judge's parameters, one for each other variable. */
static const char letters[] = "abcefghijklpqtuw";

enum { AT_ONCE = G_N_ELEMENTS(letters) - 1 };

static gboolean is_variable(const AnnotExpr *name)
{
    return name->kind == ANNOT_EXPR_NAME && name->decl &&
           (name->decl->kind == ANNOT_DECL_VARIABLE || name->decl->kind == ANNOT_DECL_PARAMETER);
}

/* Adds operations with a mutant for each of `others`, whose text is its name and `behind`. */
static void add_replacement(const AnnotMet *met, AnnotComputed computed, const GPtrArray *others, HtolMutation mutation,
                            const char *behind, GArray *operations)
{
    for (guint first = 0; first < others->len; first += AT_ONCE) {
        computed.mutants = annot_mutants_new();
        for (guint i = first; i < MIN(first + AT_ONCE, others->len); i++) {
            const AnnotDecl *other = g_ptr_array_index(others, i);
            annot_mutants_add(computed.mutants, mutation, HTOL_OPERATOR_NONE, g_strconcat(other->name, behind, NULL));
            g_array_index(computed.mutants, AnnotMutant, i - first).variable = other;
        }
        annot_mutant_add(met, computed, operations);
    }
}

/* Returns the arguments of the judge, the values of the other variables; to be freed. */
static char *values_of(const AnnotOperation *operation)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < operation->mutants->len; i++)
        g_string_append_printf(out, "%s(%s)%s", i > 0 ? "," : "", annot_number_name(operation->type),
                               g_array_index(operation->mutants, AnnotMutant, i).variable->name);
    return g_string_free(out, FALSE);
}

/* ---- where they are read ---- */

void annot_replacement_find(const AnnotText *text, const AnnotMet *met, GArray *operations)
{
    (void)text;
    const AnnotExpr *expr = met->expr, *name = annot_expr_bare(expr);
    if (met->use == ANNOT_VALUE_DROPPED || !annot_expr_is_read(expr) || !is_variable(name) ||
        !annot_reading_is_number(expr->type))
        return;
    g_autoptr(GPtrArray) others = annot_readables_at(met->readables, name, met->whole);
    AnnotComputed computed = {.type = annot_mutant_promoted(expr), .alone = annot_reading_is_alone(met)};
    add_replacement(met, computed, others, HTOL_MUTATION_VRP, "", operations);
}

void annot_replacement_probe(const AnnotProbe *probe, const AnnotOperation *operation)
{
    AnnotJudged judged[AT_ONCE];
    char values[AT_ONCE][2];
    guint n = operation->mutants->len;
    for (guint i = 0; i < n; i++) {
        values[i][0] = letters[i];
        values[i][1] = '\0';
        judged[i] = (AnnotJudged){NULL, values[i]};
    }
    g_autofree char *name = g_strdup_printf("variable%u", n), *others = values_of(operation),
                    *parameters = g_strdup_printf("v%.*s", (int)n, letters);
    AnnotJudge judge = {.name = name, .parameters = parameters, .mutants = judged, .n_mutants = n};
    annot_mutant_around(probe, operation, operation->expr, judge, others);
}

/* ---- where they are assigned to ---- */

void annot_replacement_find_target(const AnnotText *text, const AnnotMet *met, GArray *operations)
{
    (void)text;
    const AnnotExpr *expr = met->expr, *target = expr->n_operands == 2 ? annot_expr_bare(expr->operands[0]) : NULL;
    AnnotMet stored;
    AnnotComputed computed;
    if (!target || expr->op != ANNOT_OP_ASSIGN || !is_variable(target) || !annot_reading_is_number(target->type) ||
        !annot_deletion_is_judged(met, &stored, &computed))
        return;
    g_autoptr(GPtrArray) others = annot_readables_at(met->readables, target, met->whole);
    for (guint i = others->len; i > 0; i--)
        if (((const AnnotDecl *)g_ptr_array_index(others, i - 1))->is_const)
            g_ptr_array_remove_index(others, i - 1);
    add_replacement(&stored, computed, others, HTOL_MUTATION_LVR, " = ...", operations);
}

/* A mutant assigns to another variable: it differs if this one should have changed, or if the other one does. */
void annot_replacement_probe_target(const AnnotProbe *probe, const AnnotOperation *operation)
{
    AnnotJudged judged[AT_ONCE];
    char *values[AT_ONCE];
    guint n = operation->mutants->len;
    const char *kept = operation->type.is_float ? "o!=v&&(o==o||v==v)" : "o!=v";
    for (guint i = 0; i < n; i++) {
        values[i] = g_strdup_printf("%s?o:%c", kept, letters[i]);
        judged[i] = (AnnotJudged){NULL, values[i]};
    }
    g_autofree char *name = g_strdup_printf("target%u", n), *others = values_of(operation),
                    *parameters = g_strdup_printf("ov%.*s", (int)n, letters);
    AnnotJudge judge = {.name = name, .parameters = parameters, .mutants = judged, .n_mutants = n};
    annot_deletion_around(probe, operation, judge, others);
    for (guint i = 0; i < n; i++)
        g_free(values[i]);
}
