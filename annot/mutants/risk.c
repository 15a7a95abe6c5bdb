/* Finds operators that may go wrong, and puts checks before them; see risk.h.
 *
 * If the value of an operand B tells, it becomes ({__auto_type y=+(B);...;y;}). If the left operand is needed too,
 * A + B becomes ({__auto_type l=+(A);__auto_type r=+(B);l + r;}) around that. The object of a compound assignment is
 * read once more when the right operand is known, if that cannot be noticed. */
#include "annot/mutants/risk.h"

#include "annot/facts/object.h"
#include "annot/facts/order.h"
#include "annot/mutants/risk_check.h"
#include "annot/users/safe.h"

#include <string.h>

enum { LONGEST_OBJECT = 400 };

typedef struct {
    const AnnotText *text;
    const AnnotMet *met;
    GArray *operations;
} Finder;

static const char *const symbols[] = {[ANNOT_OP_ADD] = "+", [ANNOT_OP_SUB] = "-", [ANNOT_OP_MUL] = "*",
                                      [ANNOT_OP_DIV] = "/", [ANNOT_OP_REM] = "%", [ANNOT_OP_SHL] = "<<"};

/* ---- what may be inserted ---- */

static gboolean is_integer(const AnnotType *type)
{
    return type && (type->kind == ANNOT_TYPE_INTEGER || type->kind == ANNOT_TYPE_ENUM);
}

/* Whether it is a bit-field wider than int, which has a type of its own in some compilers. */
static gboolean is_odd_field(const AnnotExpr *expr)
{
    const AnnotDecl *decl = annot_expr_bare(expr)->decl;
    return decl && decl->is_bit_field && decl->bits > 32;
}

static gboolean is_fixed(const AnnotExpr *operand)
{
    const AnnotType *type = annot_expr_bare(operand)->type;
    gboolean decays = type && (type->kind == ANNOT_TYPE_ARRAY || type->kind == ANNOT_TYPE_FUNCTION);
    return !operand->placed || !type || !(annot_kind_is_scalar(type->kind) || decays) ||
           annot_needs_its_place(operand) || annot_type_is_guessed(operand) || is_odd_field(operand);
}

/* Whether the object, or anything that is read to find it, is volatile or atomic. */
static gboolean is_watched(const AnnotExpr *object)
{
    if (!object->type || object->type->is_volatile || object->type->is_atomic)
        return TRUE;
    for (guint i = 0; i < object->n_operands; i++)
        if (is_watched(object->operands[i]))
            return TRUE;
    return FALSE;
}

/* Whether the object must not be read once more, or its text not copied: one on several lines may hold lines of the
 * preprocessor. */
static gboolean is_read_once(const AnnotText *text, const AnnotExpr *object)
{
    if (is_fixed(object) || object->has_effects)
        return TRUE;
    guint32 length = object->at.end - object->at.begin;
    return length > LONGEST_OBJECT || memchr(text->bytes + object->at.begin, '\n', length) || is_watched(object);
}

static gboolean needs_frame(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_BINARY;
}

/* Whether nothing may be inserted for a check that needs the left operand, or the object of an assignment. */
static gboolean is_pair_alone(const Finder *f)
{
    const AnnotExpr *expr = f->met->expr, *left = expr->operands[0];
    if (expr->n_operands > 1 && is_fixed(expr->operands[1]))
        return TRUE;
    if (!needs_frame(expr))
        return is_read_once(f->text, left);
    return is_fixed(left) || annot_infix_at(f->text, expr) == 0 || annot_order_is_open(left, expr->operands[1]);
}

static void add_risk(const Finder *f, HtolRisk risk, HtolOperator op, gboolean alone)
{
    gboolean wide = annot_risk_type(f->met->expr)->size > 8 && risk == HTOL_RISK_OVERFLOW;
    AnnotOperation operation = {
        .kind = HTOL_OPERATION_RISK,
        .risk = risk,
        .op = op,
        .expr = f->met->expr,
        .classes = f->met->blocked || alone ? 0 : HTOL_RISK_CLASSES,
        .impossible = risk == HTOL_RISK_NULL || wide ? 1u << HTOL_RISK_BOUNDARY : 0,
    };
    g_array_append_val(f->operations, operation);
}

/* ---- arithmetic ---- */

static gboolean may_be(AnnotRange range, __int128 value)
{
    return !range.known || (range.low <= value && range.high >= value);
}

static HtolOperator operator_of(AnnotOp op)
{
    switch (op) {
    case ANNOT_OP_ADD:
    case ANNOT_OP_PRE_INC:
    case ANNOT_OP_POST_INC: return HTOL_OPERATOR_ADD;
    case ANNOT_OP_SUB:
    case ANNOT_OP_PRE_DEC:
    case ANNOT_OP_POST_DEC: return HTOL_OPERATOR_SUB;
    case ANNOT_OP_MUL: return HTOL_OPERATOR_MUL;
    case ANNOT_OP_DIV: return HTOL_OPERATOR_DIV;
    case ANNOT_OP_REM: return HTOL_OPERATOR_REM;
    case ANNOT_OP_SHL: return HTOL_OPERATOR_SHL;
    default: return HTOL_OPERATOR_SHR;
    }
}

/* Returns the range of the operator's result in arithmetic without bounds. */
static AnnotRange result_of(const Finder *f)
{
    const AnnotExpr *expr = f->met->expr;
    return annot_range_of(expr->op, annot_range(expr->operands[0]), annot_range(expr->operands[1]));
}

static gboolean may_leave(const Finder *f, const AnnotType *type)
{
    guint width = annot_risk_width(type);
    __int128 values = (__int128)1 << MIN(width, 64);
    return type->is_signed && !annot_range_within(result_of(f), -values / 2, values / 2 - 1);
}

static void find_division(const Finder *f, const AnnotType *type)
{
    const AnnotExpr *expr = f->met->expr, *divisor = expr->operands[1];
    AnnotRange left = annot_range(expr->operands[0]), right = annot_range(divisor);
    gboolean least = type->size > 8 || may_be(left, annot_risk_width(type) > 32 ? G_MININT64 : G_MININT32);
    if (may_be(right, 0))
        add_risk(f, HTOL_RISK_DIVISOR, operator_of(expr->op), is_fixed(divisor));
    if (type->is_signed && type->size <= 8 && may_be(right, -1) && least)
        add_risk(f, HTOL_RISK_OVERFLOW, operator_of(expr->op), is_pair_alone(f));
}

/* Adds the risks of a shift: none of a count that is in bounds, nor of a value that surely has room. */
static void find_shift(const Finder *f, const AnnotType *type)
{
    const AnnotExpr *expr = f->met->expr, *count = expr->operands[1];
    guint width = annot_risk_width(type);
    if (!annot_range_within(annot_range(count), 0, width - 1))
        add_risk(f, HTOL_RISK_SHIFT_COUNT, operator_of(expr->op), is_fixed(count));
    if (expr->op == ANNOT_OP_SHL && type->is_signed && may_leave(f, type))
        add_risk(f, HTOL_RISK_SHIFT_VALUE, HTOL_OPERATOR_SHL, is_pair_alone(f));
}

static void find_arithmetic(const Finder *f)
{
    const AnnotExpr *expr = f->met->expr;
    const AnnotType *type = annot_risk_type(expr);
    if (!is_integer(type) || !is_integer(expr->operands[0]->type))
        return;
    switch (expr->op) {
    case ANNOT_OP_ADD:
    case ANNOT_OP_SUB:
    case ANNOT_OP_MUL:
        if (may_leave(f, type))
            add_risk(f, HTOL_RISK_OVERFLOW, operator_of(expr->op), is_pair_alone(f));
        break;
    case ANNOT_OP_DIV:
    case ANNOT_OP_REM: find_division(f, type); break;
    case ANNOT_OP_SHL:
    case ANNOT_OP_SHR: find_shift(f, type); break;
    default: break;
    }
}

/* ---- conversions ---- */

/* Adds the risk of a compound assignment whose object cannot hold all that is computed. */
static void find_stored(const Finder *f)
{
    const AnnotExpr *expr = f->met->expr;
    const AnnotType *type = annot_risk_type(expr);
    AnnotOperation operation = {.expr = expr};
    AnnotRange kept = annot_risk_kept(&operation), all = annot_risk_range(type), result = result_of(f);
    gboolean is_known = result.known && all.known && annot_range_within(result, all.low, all.high);
    if (expr->op == ANNOT_OP_ASSIGN || !is_integer(expr->type) || !kept.known)
        return;
    gboolean whole = is_integer(type) && type->size <= 8;
    if (type->kind == ANNOT_TYPE_FLOAT || (whole && !annot_range_within(is_known ? result : all, kept.low, kept.high)))
        add_risk(f, HTOL_RISK_CONVERSION, HTOL_OPERATOR_CONVERSION, is_pair_alone(f));
}

static void find_conversion(const Finder *f)
{
    const AnnotExpr *expr = f->met->expr, *operand = expr->operands[0];
    AnnotRange kept = is_integer(expr->type) ? annot_range_of_type(expr->type) : (AnnotRange){0};
    if (!kept.known || !operand->type)
        return;
    gboolean narrows = expr->kind == ANNOT_EXPR_IMPLICIT && is_integer(operand->type) &&
                       !annot_range_within(annot_range(operand), kept.low, kept.high);
    if (narrows || operand->type->kind == ANNOT_TYPE_FLOAT)
        add_risk(f, HTOL_RISK_CONVERSION, HTOL_OPERATOR_CONVERSION, is_fixed(operand));
}

/* ---- steps ---- */

static void find_step(const Finder *f)
{
    const AnnotExpr *expr = f->met->expr;
    const AnnotDecl *field = annot_expr_bare(expr->operands[0])->decl;
    gboolean narrow = expr->type->size < 4 || (field && field->is_bit_field && field->bits < 32);
    if (!is_integer(expr->type) || expr->type->size > 8)
        return;
    if (narrow)
        add_risk(f, HTOL_RISK_CONVERSION, HTOL_OPERATOR_CONVERSION, is_pair_alone(f));
    else if (expr->type->is_signed)
        add_risk(f, HTOL_RISK_OVERFLOW, operator_of(expr->op), is_pair_alone(f));
}

/* ---- pointers and arrays ---- */

static gboolean is_address(const AnnotExpr *pointer)
{
    const AnnotExpr *bare = annot_expr_bare(pointer);
    return annot_is_decay(pointer) || !bare->type || bare->type->kind == ANNOT_TYPE_FUNCTION ||
           (bare->kind == ANNOT_EXPR_UNARY && bare->op == ANNOT_OP_ADDRESS);
}

static void find_pointer(const Finder *f, const AnnotExpr *pointer, HtolOperator op)
{
    if (is_address(pointer))
        return;
    add_risk(f, HTOL_RISK_NULL, op, is_fixed(pointer));
    g_array_index(f->operations, AnnotOperation, f->operations->len - 1).reached = f->met->reached;
}

static guint pointer_of(const AnnotExpr *index)
{
    const AnnotType *first = index->operands[0]->type;
    return first && (first->kind == ANNOT_TYPE_POINTER || first->kind == ANNOT_TYPE_ARRAY) ? 0 : 1;
}

/* Returns the array that is indexed; NULL if a pointer is. */
static const AnnotExpr *array_of(const AnnotExpr *index)
{
    const AnnotExpr *pointer = annot_object_bare(index->operands[pointer_of(index)]);
    return annot_is_decay(pointer) ? annot_object_bare(pointer->operands[0]) : NULL;
}

static void add_index(const Finder *f, guint64 length, gboolean alone)
{
    add_risk(f, HTOL_RISK_INDEX, HTOL_OPERATOR_INDEX, alone);
    g_array_index(f->operations, AnnotOperation, f->operations->len - 1).length = length;
}

static void find_index(const Finder *f)
{
    const AnnotExpr *expr = f->met->expr, *array = array_of(expr), *index = expr->operands[1 - pointer_of(expr)];
    gboolean addressed = f->met->use == ANNOT_VALUE_ADDRESS;
    guint64 length = array ? annot_array_length(array) + addressed : 0;
    if (!array && !addressed)
        find_pointer(f, expr->operands[pointer_of(expr)], HTOL_OPERATOR_INDEX);
    if (!array || length == (guint64)addressed || !is_integer(index->type) || index->closed)
        return;
    if (!annot_range_within(annot_range(index), 0, (__int128)length - 1))
        add_index(f, length, is_fixed(index) || index->type->size > 8);
}

static void find_unary(const Finder *f)
{
    const AnnotExpr *expr = f->met->expr, *operand = expr->operands[0];
    if (annot_expr_is_step(expr) && expr->type)
        find_step(f);
    if (expr->op == ANNOT_OP_DEREF && expr->type->kind != ANNOT_TYPE_FUNCTION && f->met->use != ANNOT_VALUE_ADDRESS)
        find_pointer(f, operand, HTOL_OPERATOR_DEREFERENCE);
    if (expr->op != ANNOT_OP_MINUS || !is_integer(expr->type) || !expr->type->is_signed || expr->type->size > 8)
        return;
    if (may_be(annot_range(operand), expr->type->size > 4 ? G_MININT64 : G_MININT32))
        add_risk(f, HTOL_RISK_OVERFLOW, HTOL_OPERATOR_NEGATE, is_fixed(operand));
}

void annot_risk_find(const AnnotText *text, const AnnotMet *met, GArray *operations)
{
    Finder f = {text, met, operations};
    switch (met->expr->kind) {
    case ANNOT_EXPR_BINARY: find_arithmetic(&f); break;
    case ANNOT_EXPR_ASSIGN:
        find_arithmetic(&f);
        find_stored(&f);
        break;
    case ANNOT_EXPR_UNARY: find_unary(&f); break;
    case ANNOT_EXPR_INDEX: find_index(&f); break;
    case ANNOT_EXPR_MEMBER:
        if (met->expr->op == ANNOT_OP_ARROW)
            find_pointer(&f, met->expr->operands[0], HTOL_OPERATOR_DEREFERENCE);
        break;
    case ANNOT_EXPR_IMPLICIT:
    case ANNOT_EXPR_CAST: find_conversion(&f); break;
    default: break;
    }
}

/* ---- probes ---- */

/* Returns the operand whose value tells; NULL for ++ and --, which read their object. */
static const AnnotExpr *operand_of(const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr;
    switch (expr->kind) {
    case ANNOT_EXPR_INDEX: {
        guint pointer = pointer_of(expr);
        return expr->operands[operation->risk == HTOL_RISK_NULL ? pointer : 1 - pointer];
    }
    case ANNOT_EXPR_BINARY:
    case ANNOT_EXPR_ASSIGN: return expr->operands[1];
    case ANNOT_EXPR_UNARY: return expr->op == ANNOT_OP_MINUS || expr->op == ANNOT_OP_DEREF ? expr->operands[0] : NULL;
    default: return expr->operands[0];
    }
}

/* Returns an output operand of an asm that may change the operand's local hlcov_y, if that fits a register; else NULL.
 */
static const char *changed_operand(const AnnotExpr *operand)
{
    gboolean fits = operand->type->size <= 8 && annot_expr_bare(operand)->type->kind != ANNOT_TYPE_FLOAT;
    return fits ? "\"+r\"(hlcov_y)" : NULL;
}

static void wrap_operand(const AnnotProbe *probe, const AnnotExpr *operand, const char *check)
{
    gboolean pointer = operand->type->kind == ANNOT_TYPE_POINTER || operand->type->kind == ANNOT_TYPE_ARRAY;
    annot_edits_wrap(probe->edits, operand->at,
                     g_strdup_printf(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_y=%s(", pointer ? "" : "+"),
                     g_strdup_printf(");%shlcov_y;})", check));
}

static void probe_frame(const AnnotProbe *probe, const AnnotExpr *expr)
{
    const char *symbol = symbols[expr->op];
    guint32 at = annot_infix_at(probe->text, expr);
    annot_edits_wrap(probe->edits, expr->at, g_strdup(ANNOT_EXTENSION "({" ANNOT_LOCAL "hlcov_l=+("),
                     g_strdup_printf(");hlcov_l%shlcov_r;})", symbol));
    annot_edits_replace(probe->edits, (AnnotExtent){at, at + (guint32)strlen(symbol)},
                        g_strdup(");" ANNOT_LOCAL "hlcov_r=+("));
}

/* Returns the check, which reads `object` once more, made conditional so that it cannot trap; "" if that cannot be
 * said. Takes `check`; to be freed. */
static char *guarded(const AnnotProbe *probe, const AnnotExpr *object, char *check)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *owned = check;
    AnnotSafe safe;
    if (!annot_safe(arena, probe->text, object, &safe))
        return g_strdup("");
    if (!safe.condition)
        return g_steal_pointer(&owned);
    return g_strdup_printf("if(%s){%s}", safe.condition, check);
}

static char *object_text(const AnnotProbe *probe, const AnnotExpr *object)
{
    gint length = (gint)(object->at.end - object->at.begin);
    return g_strdup_printf("(%.*s)", length, probe->text->bytes + object->at.begin);
}

static void probe_step(const AnnotProbe *probe, const AnnotOperation *operation)
{
    const AnnotExpr *object = operation->expr->operands[0];
    g_autofree char *text = object_text(probe, object);
    char *check = annot_risk_check(probe, operation, (AnnotRiskValues){text, NULL}, NULL);
    g_autofree char *whole = guarded(probe, object, check);
    annot_edits_wrap(probe->edits, operation->expr->at, g_strdup_printf("(" ANNOT_EXTENSION "({%s}),", whole),
                     g_strdup(")"));
}

static void probe_stored(const AnnotProbe *probe, const AnnotOperation *operation)
{
    const AnnotExpr *object = operation->expr->operands[0], *operand = operation->expr->operands[1];
    g_autofree char *text = object_text(probe, object);
    AnnotRiskValues values = {text, "hlcov_y"};
    g_autofree char *check =
        guarded(probe, object, annot_risk_check(probe, operation, values, changed_operand(operand)));
    wrap_operand(probe, operand, check);
}

void annot_risk_probe(const AnnotProbe *probe, const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr, *operand = operand_of(operation);
    gboolean pair = annot_risk_needs_left(operation);
    if (!operand) {
        probe_step(probe, operation);
        return;
    }
    if (pair && expr->kind == ANNOT_EXPR_ASSIGN) {
        probe_stored(probe, operation);
        return;
    }
    AnnotRiskValues values = {"hlcov_l", "hlcov_y"};
    g_autofree char *check = annot_risk_check(probe, operation, values, changed_operand(operand));
    if (pair && !operation->framed)
        probe_frame(probe, expr);
    wrap_operand(probe, operand, check);
}
