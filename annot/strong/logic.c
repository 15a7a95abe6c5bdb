/* Finds and writes mutants of decisions; see logic.h.
 *
 * A && B becomes ({int a=0;if(the left is needed)a=!!(A);a=what follows from a;a>1?(a&1)!=!!(B):a;}): which operands
 * are evaluated is as the mutant has it in the user's text. A condition C becomes ((NUMBER==7)!=!!(C)). */
#include "annot/strong/logic.h"

#include "annot/mutants/mutant.h"
#include "annot/strong/chosen.h"

/* ---- which ---- */

typedef struct {
    const AnnotStrongInput *input;
    const AnnotDecision *decision;
    GArray *changes;
} Finding;

/* What may stand for && and ||, in the words of C; the operator itself is left out. */
static const struct {
    AnnotConnector connector;
    AnnotStrongOperator by;
    const char *infix; /* between the operands; NULL: one of them, or a constant */
} connectors[] = {{ANNOT_CONNECTOR_AND, ANNOT_STRONG_COR, "&&"},   {ANNOT_CONNECTOR_OR, ANNOT_STRONG_COR, "||"},
                  {ANNOT_CONNECTOR_XOR, ANNOT_STRONG_COR, "!="},   {ANNOT_CONNECTOR_LEFT, ANNOT_STRONG_LCR, NULL},
                  {ANNOT_CONNECTOR_RIGHT, ANNOT_STRONG_LCR, NULL}, {ANNOT_CONNECTOR_TRUE, ANNOT_STRONG_LCR, NULL},
                  {ANNOT_CONNECTOR_FALSE, ANNOT_STRONG_LCR, NULL}};

static AnnotConnector own_connector(const AnnotExpr *expr)
{
    return expr->op == ANNOT_OP_AND ? ANNOT_CONNECTOR_AND : ANNOT_CONNECTOR_OR;
}

/* Returns the offset of the && or ||; 0 if it is not where it should be. */
static guint32 connector_at(const AnnotText *text, const AnnotExpr *expr)
{
    if (!expr->operands[0]->placed || !expr->operands[1]->placed)
        return 0;
    guint32 at = annot_text_skip(text, expr->operands[0]->at.end);
    char c = expr->op == ANNOT_OP_AND ? '&' : '|';
    return at + 1 < expr->operands[1]->at.begin && text->bytes[at] == c && text->bytes[at + 1] == c ? at : 0;
}

static char *connected_text(const AnnotText *text, const AnnotExpr *expr, guint i)
{
    g_autofree char *l = annot_mutant_operand(text, expr->operands[0]),
                    *r = annot_mutant_operand(text, expr->operands[1]);
    switch (connectors[i].connector) {
    case ANNOT_CONNECTOR_XOR: return g_strdup_printf("!(%s) != !(%s)", l, r);
    case ANNOT_CONNECTOR_LEFT: return g_steal_pointer(&l);
    case ANNOT_CONNECTOR_RIGHT: return g_steal_pointer(&r);
    case ANNOT_CONNECTOR_TRUE: return g_strdup("1");
    case ANNOT_CONNECTOR_FALSE: return g_strdup("0");
    default: return g_strdup_printf("%s %s %s", l, connectors[i].infix, r);
    }
}

/* Whether an operand is constant: then compilers leave out what the other one, or the whole, decides, and it may name
 * functions that are nowhere defined. */
static gboolean has_constant(const AnnotExpr *expr)
{
    return expr->operands[0]->constant != ANNOT_NOT_CONSTANT || expr->operands[1]->constant != ANNOT_NOT_CONSTANT;
}

static void add_connectors(const Finding *finding, const AnnotExpr *expr)
{
    const AnnotText *text = finding->input->text;
    if (has_constant(expr))
        return;
    gboolean stays = connector_at(text, expr) == 0 || annot_needs_its_place(expr) || !expr->placed;
    for (guint i = 0; i < G_N_ELEMENTS(connectors); i++)
        if (connectors[i].connector != own_connector(expr))
            annot_changes_add(finding->changes, finding->input->operators,
                              (AnnotChange){.kind = ANNOT_CHANGE_LOGIC,
                                            .by = connectors[i].by,
                                            .at = expr->at,
                                            .expr = expr,
                                            .connector = connectors[i].connector,
                                            .after = connected_text(text, expr, i),
                                            .unwritten = stays ? 1 + HTOL_UNRECORDED_PLACE : 0});
}

static gint condition_of(const AnnotDecision *decision, const AnnotExpr *expr)
{
    for (guint i = 0; i < decision->row.conditions; i++)
        if (decision->conditions[i].expr == expr)
            return (gint)i;
    return -1;
}

static void add_negation(const Finding *finding, guint condition)
{
    const AnnotExpr *expr = finding->decision->conditions[condition].expr;
    if (finding->decision->rows[condition].state != HTOL_CONDITION_LIVE || finding->decision->keeps_value)
        return;
    g_autofree char *operand = annot_mutant_operand(finding->input->text, expr);
    annot_changes_add(finding->changes, finding->input->operators,
                      (AnnotChange){.kind = ANNOT_CHANGE_NOT,
                                    .by = ANNOT_STRONG_COR,
                                    .at = expr->at,
                                    .expr = expr,
                                    .after = g_strdup_printf("!%s", operand),
                                    .unwritten = expr->placed ? 0 : 1 + HTOL_UNRECORDED_PLACE});
}

/* Whether the operand is a part of the decision that `expr` is a part of: what stands before ?: and the left of a comma
 * are none, though they may hold decisions. */
static gboolean is_part(const AnnotExpr *expr, guint operand)
{
    return expr->kind != ANNOT_EXPR_CONDITIONAL && expr->kind != ANNOT_EXPR_ELVIS &&
           annot_expr_passes_truth(expr, operand, TRUE);
}

static void find_in(const Finding *finding, const AnnotExpr *expr)
{
    gint condition = condition_of(finding->decision, expr);
    if (condition >= 0) {
        add_negation(finding, (guint)condition);
        return;
    }
    if (expr->kind == ANNOT_EXPR_LOGICAL)
        add_connectors(finding, expr);
    for (guint i = 0; i < expr->n_operands; i++)
        if (is_part(expr, i))
            find_in(finding, expr->operands[i]);
}

void annot_strong_find_logic(const AnnotStrongInput *input, GArray *changes)
{
    for (guint i = 0; i < input->cfg->decisions->len; i++) {
        Finding finding = {input, g_ptr_array_index(input->cfg->decisions, i), changes};
        if (!finding.decision->opaque && !annot_decision_is_constant(finding.decision) &&
            !finding.decision->expr->asks_constant)
            find_in(&finding, finding.decision->expr);
    }
}

/* ---- text ---- */

/* What a connector makes of `a`, the value of the left operand, in C: 0 and 1 are the value of the whole; for others
 * the right operand is evaluated: 2 is its value, 3 the negated one. */
static const char *const from_left[] = {
    [ANNOT_CONNECTOR_AND] = "a?2:0", [ANNOT_CONNECTOR_OR] = "a?1:2", [ANNOT_CONNECTOR_XOR] = "a?3:2",
    [ANNOT_CONNECTOR_LEFT] = "a",    [ANNOT_CONNECTOR_RIGHT] = "2",  [ANNOT_CONNECTOR_TRUE] = "1",
    [ANNOT_CONNECTOR_FALSE] = "0",
};

/* Returns the body of a function of a that is from_left for the connector that stands there, if mutant hlcov_b is the
 * first of them. */
static char *connector_body(const AnnotChange *changes, guint n)
{
    GString *out = annot_chooser_begin(n);
    for (guint i = 0; i < n; i++)
        annot_chooser_add(out, i, from_left[changes[i].connector]);
    return annot_chooser_end(out, from_left[own_connector(changes->expr)]);
}

/* Returns what stands before the left operand: the last mutants, of numbers in a row, do not evaluate it. */
static char *before_left(const AnnotChange *changes, guint n)
{
    guint skipping = 0;
    while (skipping < n && changes[n - 1 - skipping].connector > ANNOT_CONNECTOR_LEFT)
        skipping++;
    if (skipping == 0)
        return g_strdup(ANNOT_EXTENSION "({register int hlcov_a=!!(");
    return g_strdup_printf(ANNOT_EXTENSION "({register int hlcov_a=0;if(" ANNOT_CHOSEN "-" ANNOT_CHOSEN_AS
                                           ">=%uu)hlcov_a=!!(",
                           changes[n - skipping].number, skipping);
}

void annot_strong_write_logic(const AnnotStrongWriter *writer, const AnnotChange *changes, guint n)
{
    const AnnotExpr *expr = changes->expr;
    guint32 at = connector_at(writer->text, expr);
    const char *name =
        annot_choosers_name(writer->choosers, "int", "(int a,unsigned hlcov_b)", connector_body(changes, n));
    annot_edits_wrap(writer->edits, expr->at, before_left(changes, n), g_strdup("):hlcov_a;})"));
    annot_edits_replace(writer->edits, (AnnotExtent){at, at + 2},
                        g_strdup_printf(");hlcov_a=%s(hlcov_a,%uu);hlcov_a>1?(hlcov_a&1)!=!!(", name, changes->number));
}

void annot_strong_write_not(const AnnotStrongWriter *writer, const AnnotChange *change)
{
    annot_edits_wrap(writer->edits, change->at,
                     g_strdup_printf("((" ANNOT_CHOSEN "==" ANNOT_CHOSEN_AS ")!=!!(", change->number), g_strdup("))"));
}
