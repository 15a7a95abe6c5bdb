/* Writes checks of risks in C; see risk_check.h. */
#include "annot/mutants/risk_check.h"

#include <string.h>

/* The local that holds what the operator computes. */
#define RESULT "hlcov_t"

typedef struct {
    const AnnotProbe *probe;
    const AnnotOperation *operation;
    AnnotRiskValues values;
    const char *changed;
    GString *out;
} Writer;

/* ---- types ---- */

guint annot_risk_width(const AnnotType *type)
{
    return 8 * (guint)MAX(type->size, 4);
}

static const AnnotType promoted = {.kind = ANNOT_TYPE_INTEGER, .size = 4, .is_signed = TRUE};

AnnotRange annot_risk_range(const AnnotType *type)
{
    return annot_range_of_type(type->size < 4 ? &promoted : type);
}

static const AnnotType *promoted_type(const AnnotExpr *object)
{
    const AnnotDecl *decl = annot_expr_bare(object)->decl;
    gboolean narrow = object->type->size < 4 || (decl && decl->is_bit_field && decl->bits < 32);
    return narrow && object->type->kind == ANNOT_TYPE_INTEGER ? &promoted : object->type;
}

const AnnotType *annot_risk_type(const AnnotExpr *expr)
{
    if (expr->kind == ANNOT_EXPR_ASSIGN && expr->op != ANNOT_OP_SHL && expr->op != ANNOT_OP_SHR)
        return expr->operands[1]->type;
    return annot_expr_assigns(expr) ? promoted_type(expr->operands[0]) : expr->type;
}

static AnnotRange limits_of(const AnnotOperation *operation)
{
    const AnnotType *type = annot_risk_type(operation->expr);
    __int128 values = (__int128)1 << MIN(annot_risk_width(type), 64);
    return (AnnotRange){TRUE, -values / 2, values / 2 - 1};
}

AnnotRange annot_risk_kept(const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr;
    const AnnotExpr *object = annot_expr_assigns(expr) ? expr->operands[0] : NULL;
    const AnnotDecl *field = object ? annot_expr_bare(object)->decl : NULL;
    AnnotRange range = annot_range_of_type(expr->type);
    if (!field || !field->is_bit_field || field->bits == 0 || field->bits >= 64)
        return range;
    __int128 values = (__int128)1 << field->bits;
    return expr->type->is_signed ? (AnnotRange){TRUE, -values / 2, values / 2 - 1} : (AnnotRange){TRUE, 0, values - 1};
}

/* Returns the name of the integer type in C. */
static const char *type_name(const AnnotType *type)
{
    switch (type->size) {
    case 1: return type->is_signed ? "signed char" : "unsigned char";
    case 2: return type->is_signed ? "short" : "unsigned short";
    case 4: return type->is_signed ? "int" : "unsigned";
    case 8: return type->is_signed ? "long long" : "unsigned long long";
    default: return type->is_signed ? "__int128" : "unsigned __int128";
    }
}

/* ---- classes ---- */

/* Appends the statement that sets the slot of class 2 if `broken` holds, else that of class 1 if `boundary` does (NULL:
 * there is none). Class 0, that there was room, is not recorded, for it nearly always is so. */
static void append_classes(const Writer *w, const char *broken, const char *boundary)
{
    g_autofree char *happened = annot_operation_store(w->probe, w->operation, "2"),
                    *next_to = annot_operation_store(w->probe, w->operation, "1");
    g_string_append_printf(w->out, "if(" ANNOT_EXPECT "(!!(%s),0)){%s;", broken, happened);
    if (w->changed)
        g_string_append_printf(w->out, ANNOT_ASM " __volatile__(\"\":%s::\"memory\");", w->changed);
    g_string_append_c(w->out, '}');
    if (boundary)
        g_string_append_printf(w->out, "else if(" ANNOT_EXPECT "(!!(%s),0))%s;", boundary, next_to);
}

/* Returns the C expression that `value` is equal to one of two numbers; to be freed. */
static char *either_text(const char *value, __int128 one, __int128 other)
{
    g_autofree char *first = annot_range_literal(one), *second = annot_range_literal(other);
    return g_strdup_printf("%s==%s||%s==%s", value, first, value, second);
}

/* ---- overflow ---- */

static const char *builtin_of(AnnotOp op)
{
    return op == ANNOT_OP_ADD ? "add" : op == ANNOT_OP_SUB ? "sub" : "mul";
}

static void append_sum(const Writer *w)
{
    AnnotRange limits = limits_of(w->operation);
    const AnnotType *type = annot_risk_type(w->operation->expr);
    g_autofree char *broken = g_strdup_printf("__builtin_%s_overflow(%s,%s,&" RESULT ")",
                                              builtin_of(w->operation->expr->op), w->values.left, w->values.right);
    g_autofree char *boundary = type->size > 8 ? NULL : either_text(RESULT, limits.low, limits.high);
    g_string_append_printf(w->out, "{%s " RESULT ";", type_name(type));
    append_classes(w, broken, boundary);
    g_string_append_c(w->out, '}');
}

/* Appends the check of a division: the quotient would be one more than the greatest number (least / -1), or is that
 * one.
 */
static void append_quotient(const Writer *w)
{
    const char *l = w->values.left, *r = w->values.right;
    AnnotRange limits = limits_of(w->operation);
    g_autofree char *low = annot_range_literal(limits.low), *high = annot_range_literal(limits.high);
    g_autofree char *broken = g_strdup_printf("%s==-1LL&&%s==%s", r, l, low);
    g_autofree char *boundary = g_strdup_printf("(%s==-1LL&&%s==-%s)||(%s==1&&%s==%s)", r, l, high, r, l, high);
    append_classes(w, broken, boundary);
}

static void append_limit(const Writer *w, const char *value, __int128 broken, __int128 boundary)
{
    g_autofree char *beyond = annot_range_literal(broken), *last = annot_range_literal(boundary);
    g_autofree char *is_beyond = g_strdup_printf("%s==%s", value, beyond);
    g_autofree char *is_last = g_strdup_printf("%s==%s", value, last);
    append_classes(w, is_beyond, is_last);
}

static void append_overflow(const Writer *w)
{
    AnnotRange limits = limits_of(w->operation);
    switch (w->operation->expr->op) {
    case ANNOT_OP_MINUS: append_limit(w, w->values.right, limits.low, -limits.high); break;
    case ANNOT_OP_PRE_INC:
    case ANNOT_OP_POST_INC: append_limit(w, w->values.left, limits.high, limits.high - 1); break;
    case ANNOT_OP_PRE_DEC:
    case ANNOT_OP_POST_DEC: append_limit(w, w->values.left, limits.low, limits.low + 1); break;
    case ANNOT_OP_DIV:
    case ANNOT_OP_REM: append_quotient(w); break;
    default: append_sum(w);
    }
}

/* ---- shifts ---- */

static void append_count(const Writer *w)
{
    guint width = annot_risk_width(annot_risk_type(w->operation->expr));
    g_autofree char *broken = g_strdup_printf("%s<0||%s>=%u", w->values.right, w->values.right, width);
    g_autofree char *boundary = g_strdup_printf("%s==%u", w->values.right, width - 1);
    append_classes(w, broken, boundary);
}

/* Appends the check of the value of a left shift; it says nothing if the count is out of bounds. */
static void append_shifted(const Writer *w)
{
    const char *l = w->values.left, *r = w->values.right;
    guint width = annot_risk_width(annot_risk_type(w->operation->expr));
    g_autofree char *broken = g_strdup_printf("%s<0||%s>>(%u-%s)!=0", l, l, width - 1, r);
    g_autofree char *boundary = g_strdup_printf("%s<%u&&%s>>(%u-%s)!=0", r, width - 1, l, width - 2, r);
    g_string_append_printf(w->out, "if(%s>=0&&%s<%u){", r, r, width);
    append_classes(w, broken, boundary);
    g_string_append_c(w->out, '}');
}

/* ---- conversions ---- */

/* Returns the C expression that the integral part of `value`, a floating-point number, fits `type`; to be freed. With
 * 64 bits the least number is compared by >=, for the double below it is far away. */
static char *integral(const AnnotType *type, const char *value)
{
    g_autoptr(GString) low = g_string_new(NULL);
    guint bits = 8 * (guint)type->size;
    if (!type->is_signed)
        g_string_append(low, ">-1");
    else if (bits < 64)
        g_string_append_printf(low, ">%" G_GINT64_FORMAT ".0", -((gint64)1 << (bits - 1)) - 1);
    else
        g_string_append(low, ">=-9223372036854775808.0");
    return g_strdup_printf("%s%s&&%s<0x1p%u", value, low->str, value, bits - type->is_signed);
}

static void append_float(const Writer *w, const char *value)
{
    const AnnotType *type = w->operation->expr->type;
    AnnotRange kept = annot_range_of_type(type);
    g_autofree char *fits = integral(type, value), *converted = g_strdup_printf("(%s)%s", type_name(type), value);
    g_autofree char *broken = g_strdup_printf("!(%s)", fits), *boundary = either_text(converted, kept.low, kept.high);
    append_classes(w, broken, boundary);
}

static void append_pair(GString *out, const char *value, const char *op, __int128 number)
{
    g_autofree char *literal = annot_range_literal(number);
    g_string_append_printf(out, "%s%s%s%s", out->len > 0 ? "||" : "", value, op, literal);
}

/* Appends the check of a conversion of `value`, an integer of type `from`. */
static void append_integer(const Writer *w, const AnnotType *from, const char *value)
{
    AnnotRange kept = annot_risk_kept(w->operation), range = annot_range_of_type(from);
    g_autoptr(GString) broken = g_string_new(NULL);
    g_autoptr(GString) boundary = g_string_new(NULL);
    if (range.known ? range.low < kept.low : from->is_signed) {
        append_pair(broken, value, "<", kept.low);
        append_pair(boundary, value, "==", kept.low);
    }
    if (!range.known || range.high > kept.high) {
        append_pair(broken, value, ">", kept.high);
        append_pair(boundary, value, "==", kept.high);
    }
    append_classes(w, broken->str, boundary->str);
}

/* Appends the check of a conversion of `value`, which has been promoted or converted to the type `from`. */
static void append_value(const Writer *w, const AnnotType *from, const char *value)
{
    const AnnotType *type = from->size < 4 ? &promoted : from;
    g_autofree char *typed = g_strdup_printf("((%s)%s)", type_name(type), value);
    if (from->kind == ANNOT_TYPE_FLOAT)
        append_float(w, value);
    else
        append_integer(w, type, typed);
}

/* Returns the C expression that puts what a compound assignment computes of hlcov_a and hlcov_b into RESULT; it is
 * false if there is no such value. To be freed. */
static char *result(const AnnotOperation *operation, const AnnotType *type)
{
    static const char *const symbols[] = {
        [ANNOT_OP_ADD] = "+",  [ANNOT_OP_SUB] = "-",  [ANNOT_OP_MUL] = "*", [ANNOT_OP_DIV] = "/", [ANNOT_OP_REM] = "%",
        [ANNOT_OP_SHR] = ">>", [ANNOT_OP_BAND] = "&", [ANNOT_OP_BOR] = "|", [ANNOT_OP_XOR] = "^"};
    AnnotOp op = operation->expr->op;
    g_autofree char *value = g_strdup_printf("(" RESULT "=hlcov_a%shlcov_b,1)", symbols[op] ? symbols[op] : "");
    g_autofree char *low = annot_range_literal(limits_of(operation).low);
    guint width = annot_risk_width(type);
    if (type->kind == ANNOT_TYPE_FLOAT)
        return g_steal_pointer(&value);
    switch (op) {
    case ANNOT_OP_ADD:
    case ANNOT_OP_SUB:
    case ANNOT_OP_MUL:
        return g_strdup_printf("!__builtin_%s_overflow(hlcov_a,hlcov_b,&" RESULT ")||%d", builtin_of(op),
                               !type->is_signed);
    case ANNOT_OP_DIV:
    case ANNOT_OP_REM:
        return g_strdup_printf("hlcov_b!=0&&(%d||hlcov_b!=-1||hlcov_a!=%s)&&%s", !type->is_signed, low, value);
    case ANNOT_OP_SHR: return g_strdup_printf("hlcov_b>=0&&hlcov_b<%u&&%s", width, value);
    case ANNOT_OP_SHL:
        return g_strdup_printf("hlcov_b>=0&&hlcov_b<%u&&(" RESULT "=(" ANNOT_TYPE_OF "(" RESULT
                               "))((unsigned long long)hlcov_a<<hlcov_b),1)",
                               width);
    default: return g_steal_pointer(&value);
    }
}

static void append_compound(const Writer *w)
{
    const AnnotExpr *expr = w->operation->expr;
    const AnnotType *type = annot_risk_type(expr);
    gboolean shifts = expr->op == ANNOT_OP_SHL || expr->op == ANNOT_OP_SHR;
    g_autofree char *computed = result(w->operation, type);
    const char *l = w->values.left, *r = w->values.right;
    g_string_append_printf(w->out, "{" ANNOT_TYPE_OF "(%s+%s) hlcov_a=%s," RESULT ";", l, shifts ? "0" : r, l);
    g_string_append_printf(w->out, ANNOT_TYPE_OF "(%s+%s) hlcov_b=%s;if(%s){", r, shifts ? "0" : l, r, computed);
    append_value(w, type, RESULT);
    g_string_append(w->out, "}}");
}

static void append_conversion(const Writer *w)
{
    const AnnotExpr *expr = w->operation->expr;
    gboolean down = expr->op == ANNOT_OP_PRE_DEC || expr->op == ANNOT_OP_POST_DEC;
    AnnotRange kept = annot_risk_kept(w->operation);
    if (expr->kind == ANNOT_EXPR_ASSIGN)
        append_compound(w);
    else if (annot_expr_is_step(expr))
        append_limit(w, w->values.left, down ? kept.low : kept.high, down ? kept.low + 1 : kept.high - 1);
    else
        append_value(w, expr->operands[0]->type, w->values.right);
}

/* ---- by risk ---- */

static void append_divisor(const Writer *w)
{
    const char *r = w->values.right;
    g_autofree char *broken = g_strdup_printf("%s==0", r),
                    *boundary = g_strdup_printf("%s==1||(%s<0&&%s==-1)", r, r, r);
    append_classes(w, broken, boundary);
}

static void append_index(const Writer *w)
{
    guint64 length = w->operation->length;
    const char *r = w->values.right;
    g_autofree char *broken = g_strdup_printf("(unsigned long long)%s>=%" G_GUINT64_FORMAT "ULL", r, length);
    g_autofree char *boundary = g_strdup_printf("(unsigned long long)%s==%" G_GUINT64_FORMAT "ULL", r, length - 1);
    append_classes(w, broken, boundary);
}

static void append_null(const Writer *w)
{
    g_autofree char *broken = g_strdup_printf("%s==0", w->values.right);
    append_classes(w, broken, NULL);
}

/* Appends the condition under which values may be branched on. A pointer that is followed always may, though it were
 * undefined: memcheck complains of it anyway. */
static void append_opening(const Writer *w)
{
    g_string_append(w->out, "if(");
    if (w->operation->reached)
        g_string_append_printf(w->out, ANNOT_EXPECT "(%s==0,0)&&", w->values.right);
    g_string_append(w->out, ANNOT_TOLD "){");
}

char *annot_risk_check(const AnnotProbe *probe, const AnnotOperation *operation, AnnotRiskValues values,
                       const char *changed)
{
    Writer w = {probe, operation, values, changed, g_string_new(NULL)};
    append_opening(&w);
    switch ((HtolRisk)operation->risk) {
    case HTOL_RISK_DIVISOR: append_divisor(&w); break;
    case HTOL_RISK_OVERFLOW: append_overflow(&w); break;
    case HTOL_RISK_SHIFT_COUNT: append_count(&w); break;
    case HTOL_RISK_SHIFT_VALUE: append_shifted(&w); break;
    case HTOL_RISK_INDEX: append_index(&w); break;
    case HTOL_RISK_NULL: append_null(&w); break;
    case HTOL_RISK_CONVERSION: append_conversion(&w); break;
    case HTOL_RISK_NONE:
    case HTOL_RISKS: g_assert_not_reached();
    }
    g_string_append_c(w.out, '}');
    return g_string_free(w.out, FALSE);
}

gboolean annot_risk_needs_left(const AnnotOperation *operation)
{
    const AnnotExpr *expr = operation->expr;
    if (operation->risk == HTOL_RISK_OVERFLOW || operation->risk == HTOL_RISK_SHIFT_VALUE)
        return expr->op != ANNOT_OP_MINUS;
    return operation->risk == HTOL_RISK_CONVERSION && annot_expr_assigns(expr);
}
