/* Writes safe code and conditions from the typed tree; see safe.h. What must hold for the operands comes
 * before what must hold for the operator, so that a condition can be evaluated from left to right. */
#include "annot/users/safe.h"

#include "annot/facts/object.h"
#include "annot/facts/range.h"
#include "annot/tree/known.h"
#include "annot/text/dialect.h"

#include <stdarg.h>
#include <string.h>

/* A pointer that moves by at most so many bytes does not wrap around: no object is so near to either end of the address
 * space. */
enum { NEAR = 4096 };

typedef struct {
    const AnnotText *text;
    gboolean overlong;
} Writer;

static void write_conditions(Writer *w, const AnnotExpr *expr, GString *out);

/* ---- code ---- */

/* Returns the name of the signed type of that size in which arithmetic is done. */
static const char *signed_name(const AnnotType *type)
{
    return type->size > 8 ? "__int128" : type->size > 4 ? "long long" : "int";
}

static gboolean is_signed_integer(const AnnotType *type)
{
    return type->kind == ANNOT_TYPE_INTEGER && type->is_signed;
}

static gboolean may_overflow(const AnnotExpr *expr)
{
    AnnotRange type = annot_range_of_type(expr->type);
    return is_signed_integer(expr->type) &&
           !(type.known && annot_range_within(annot_range_unbounded(expr), type.low, type.high));
}

static gboolean is_rewritten(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_BINARY && expr->op == ANNOT_OP_SHL && may_overflow(expr);
}

/* Writes the text of the expression; left shifts in it that may overflow are rewritten. */
static void write_code(const Writer *w, const AnnotExpr *expr, GString *out)
{
    guint32 at = expr->at.begin;
    gboolean rewritten = is_rewritten(expr);
    if (rewritten)
        g_string_append_printf(out, "(%s)((unsigned %s)(", signed_name(expr->type), signed_name(expr->type));
    for (guint i = 0; i < expr->n_operands; i++) {
        const AnnotExpr *operand = expr->operands[i];
        if (!operand->placed || operand->at.begin < at || operand->at.end > expr->at.end)
            continue; /* made up by the front end */
        g_string_append_len(out, w->text->bytes + at, operand->at.begin - at);
        write_code(w, operand, out);
        if (rewritten && i == 0)
            g_string_append_c(out, ')');
        at = operand->at.end;
    }
    g_string_append_len(out, w->text->bytes + at, expr->at.end - at);
    if (rewritten)
        g_string_append_c(out, ')');
}

static char *code_of(const Writer *w, const AnnotExpr *expr)
{
    GString *out = g_string_new(NULL);
    write_code(w, expr, out);
    return g_string_free(out, FALSE);
}

/* ---- conditions ---- */

static void require_condition(Writer *w, GString *out, const char *format, ...) G_GNUC_PRINTF(3, 4);

static void require_condition(Writer *w, GString *out, const char *format, ...)
{
    va_list args;
    if (out->len > 0)
        g_string_append(out, "&&");
    va_start(args, format);
    g_string_append_vprintf(out, format, args);
    va_end(args);
    w->overlong |= out->len > ANNOT_SAFE_MOST;
}

static void write_operands(Writer *w, const AnnotExpr *expr, GString *out)
{
    for (guint i = 0; i < expr->n_operands; i++)
        write_conditions(w, expr->operands[i], out);
}

/* Writes what must hold for `yes` if the condition holds, and for `no` if not; either may be NULL. */
static void write_branches(Writer *w, const AnnotExpr *condition, const AnnotExpr *yes, const AnnotExpr *no,
                           GString *out)
{
    g_autoptr(GString) if_true = g_string_new(NULL);
    g_autoptr(GString) if_false = g_string_new(NULL);
    g_autofree char *code = code_of(w, condition);
    if (yes)
        write_conditions(w, yes, if_true);
    if (no)
        write_conditions(w, no, if_false);
    if (if_true->len > 0 && if_false->len > 0)
        require_condition(w, out, "((%s)?(%s):(%s))", code, if_true->str, if_false->str);
    else if (if_true->len > 0)
        require_condition(w, out, "(!(%s)||(%s))", code, if_true->str);
    else if (if_false->len > 0)
        require_condition(w, out, "((%s)||(%s))", code, if_false->str);
}

static void write_choice(Writer *w, const AnnotExpr *expr, GString *out)
{
    const AnnotExpr *first = expr->operands[0], *second = expr->operands[1];
    write_conditions(w, first, out);
    if (expr->kind == ANNOT_EXPR_CONDITIONAL)
        write_branches(w, first, second, expr->operands[2], out);
    else if (expr->op == ANNOT_OP_AND)
        write_branches(w, first, second, NULL, out);
    else
        write_branches(w, first, NULL, second, out);
}

/* ---- arithmetic ---- */

static gboolean may_be(AnnotRange range, __int128 value)
{
    return !range.known || (range.low <= value && range.high >= value);
}

static void require_no_overflow(Writer *w, const AnnotExpr *expr, const char *operation, GString *out)
{
    if (!may_overflow(expr))
        return;
    const char *type = signed_name(expr->type);
    g_autofree char *left = code_of(w, expr->operands[0]), *right = code_of(w, expr->operands[1]);
    require_condition(w, out, "!__builtin_%s_overflow((%s)(%s),(%s)(%s),&(%s){0})", operation, type, left, type, right,
                      type);
}

/* Requires that the value is not the least of its type, which has no negation. `unless` goes before the condition. */
static void require_opposite(Writer *w, const AnnotExpr *value, const char *unless, GString *out)
{
    const char *type = signed_name(value->type);
    AnnotRange limits = annot_range_of_type(value->type);
    if (!is_signed_integer(value->type) || (limits.known && !may_be(annot_range(value), limits.low)))
        return;
    g_autofree char *code = code_of(w, value);
    require_condition(w, out, "(%s!__builtin_sub_overflow((%s)0,(%s)(%s),&(%s){0}))", unless, type, type, code, type);
}

static void require_divisor(Writer *w, const AnnotExpr *expr, GString *out)
{
    const AnnotExpr *divisor = expr->operands[1];
    if (expr->type->kind != ANNOT_TYPE_INTEGER)
        return;
    g_autofree char *code = code_of(w, divisor);
    g_autofree char *unless = g_strdup_printf("(%s)!=-1||", code);
    AnnotRange range = annot_range(divisor);
    if (may_be(range, 0))
        require_condition(w, out, "(%s)!=0", code);
    if (may_be(range, -1))
        require_opposite(w, expr->operands[0], unless, out);
}

static void require_count(Writer *w, const AnnotExpr *expr, GString *out)
{
    const AnnotExpr *count = expr->operands[1];
    guint64 width = 8 * expr->type->size;
    if (expr->type->kind != ANNOT_TYPE_INTEGER || annot_range_within(annot_range(count), 0, width - 1))
        return;
    g_autofree char *code = code_of(w, count);
    require_condition(w, out, "(unsigned %s)(%s)<%" G_GUINT64_FORMAT, count->type->size > 8 ? "__int128" : "long long",
                      code, width);
}

/* ---- pointers ---- */

/* Returns the array that the pointer comes from; NULL: it comes from none. */
static const AnnotExpr *array_of(const AnnotExpr *pointer)
{
    const AnnotExpr *bare = annot_expr_bare(pointer);
    return bare->type->kind == ANNOT_TYPE_ARRAY ? bare : NULL;
}

static gboolean is_address(const AnnotExpr *pointer)
{
    const AnnotExpr *bare = annot_expr_bare(pointer);
    return bare->type->kind == ANNOT_TYPE_ARRAY || bare->type->kind == ANNOT_TYPE_FUNCTION ||
           (bare->kind == ANNOT_EXPR_UNARY && bare->op == ANNOT_OP_ADDRESS);
}

static void require_not_null(Writer *w, const AnnotExpr *pointer, GString *out)
{
    if (is_address(pointer))
        return;
    g_autofree char *code = code_of(w, pointer);
    require_condition(w, out, "(%s)!=0", code);
}

/* Requires that an object that may be weak is there: the address of a missing one is null. */
static void require_present(Writer *w, const AnnotExpr *name, GString *out)
{
    if (!name->decl || !name->decl->is_maybe_weak)
        return;
    g_autofree char *code = code_of(w, name);
    require_condition(w, out, "&%s!=0", code);
}

/* A step from a pointer to an element: p + i, p - i or p[i]. */
typedef struct {
    const AnnotExpr *pointer, *index;
    gboolean back; /* p - i */
    gboolean used; /* the element there, which then must not be the one behind the last */
} Step;

static gboolean moves_pointer(const AnnotExpr *expr)
{
    return expr->kind == ANNOT_EXPR_BINARY && expr->type->kind == ANNOT_TYPE_POINTER;
}

static Step step_of(const AnnotExpr *expr, gboolean used)
{
    guint pointer = expr->operands[0]->type->kind == ANNOT_TYPE_POINTER ? 0 : 1;
    return (Step){expr->operands[pointer], expr->operands[1 - pointer], expr->op == ANNOT_OP_SUB, used};
}

/* Requires that the step does not lead before the array's first element. */
static void require_forward(Writer *w, const Step *step, GString *out)
{
    AnnotRange range = annot_range(step->index);
    if (range.known && (step->back ? range.high <= 0 : range.low >= 0))
        return;
    g_autofree char *index = code_of(w, step->index);
    require_condition(w, out, "(%s)%s0", index, step->back ? "<=" : ">=");
}

static void require_within(Writer *w, const Step *step, const AnnotExpr *array, GString *out)
{
    guint64 length = annot_array_length(array);
    __int128 most = (__int128)length - step->used;
    AnnotRange range = annot_range(step->index);
    if (length > 0 && annot_range_within(range, step->back ? -most : 0, step->back ? 0 : most))
        return;
    if (length == 0 && !array->type->is_vla) {
        require_forward(w, step, out);
        return;
    }
    g_autofree char *index = code_of(w, step->index), *name = code_of(w, array);
    require_condition(w, out, "%s(unsigned long long)(%s)%s", step->back ? "0ULL-" : "", index,
                      step->used ? "<" : "<=");
    if (length > 0)
        g_string_append_printf(out, "%" G_GUINT64_FORMAT "ULL", length);
    else
        g_string_append_printf(out, "sizeof(%s)/sizeof(*(%s))", name, name);
}

/* Requires that the element's address, computed in more bits than addresses have, is an address. */
static void require_address(Writer *w, const Step *step, GString *out)
{
    gboolean wide = step->pointer->type->size > 4;
    guint64 size = step->pointer->type->target->size;
    __int128 near = size > 0 ? NEAR / size : 0;
    if (annot_range_within(annot_range(step->index), -near, near))
        return;
    g_autofree char *pointer = code_of(w, step->pointer), *index = code_of(w, step->index);
    const char *type = wide ? "__int128" : "long long";
    require_condition(w, out,
                      ANNOT_EXTENSION "({%s hlcov_a=(%s)(unsigned "
                                      "long)(%s)%c(%s)(%s)*(%s)sizeof(*(%s));hlcov_a>0&&!(hlcov_a>>%d);})",
                      type, type, pointer, step->back ? '-' : '+', type, index, type, pointer, wide ? 64 : 32);
}

static void require_step(Writer *w, Step step, GString *out)
{
    const AnnotExpr *array = array_of(step.pointer);
    g_autofree char *index = code_of(w, step.index);
    if (step.index->type->size > 8)
        require_condition(w, out, "(long long)(%s)==(%s)", index, index);
    if (array) {
        require_within(w, &step, array, out);
        return;
    }
    require_not_null(w, step.pointer, out);
    require_address(w, &step, out);
}

/* Writes what must hold for what the pointer points to to be there. */
static void write_target(Writer *w, const AnnotExpr *pointer, GString *out)
{
    const AnnotExpr *bare = annot_expr_bare(pointer);
    if (moves_pointer(bare)) {
        write_operands(w, bare, out);
        require_step(w, step_of(bare, TRUE), out);
        return;
    }
    write_conditions(w, pointer, out);
    require_not_null(w, pointer, out);
}

/* Writes what must hold for &operand, which reads nothing, and evaluates neither a * nor a [] behind it. */
static void write_address(Writer *w, const AnnotExpr *operand, GString *out)
{
    const AnnotExpr *bare = annot_expr_bare(operand);
    if (bare->kind == ANNOT_EXPR_NAME)
        return;
    if (bare->kind == ANNOT_EXPR_UNARY && bare->op == ANNOT_OP_DEREF) {
        write_conditions(w, bare->operands[0], out);
    } else if (bare->kind == ANNOT_EXPR_INDEX) {
        write_operands(w, bare, out);
        require_step(w, step_of(bare, FALSE), out);
    } else {
        write_conditions(w, operand, out);
    }
}

/* ---- conversions and calls ---- */

/* Returns the code of a real number; to be freed. A conversion without text may have dropped an imaginary part. */
static char *real_code_of(const Writer *w, const AnnotExpr *expr)
{
    g_autofree char *code = code_of(w, expr);
    gboolean complex = annot_expr_bare(expr)->type->kind == ANNOT_TYPE_COMPLEX;
    return complex ? g_strdup_printf("__real__(%s)", code) : g_steal_pointer(&code);
}

/* Requires that the type can hold the number's integral part. With 64 bits the least number is compared by >=, for the
 * double below it is far away. */
static void require_integral(Writer *w, const AnnotExpr *expr, GString *out)
{
    static const struct {
        guint64 size;
        const char *below, *above, *above_unsigned; /* what a signed, an unsigned type of that size cannot hold */
    } limits[] = {{1, ">-129", "128", "256"},
                  {2, ">-32769", "32768", "65536"},
                  {4, ">-2147483649.0", "2147483648.0", "4294967296.0"},
                  {8, ">=-9223372036854775808.0", "9223372036854775808.0", "18446744073709551616.0"},
                  {16, ">=-170141183460469231731687303715884105728.0", "170141183460469231731687303715884105728.0",
                   "340282366920938463463374607431768211456.0"}};
    const AnnotType *to = expr->type, *from = expr->operands[0]->type;
    gboolean integer = to->kind == ANNOT_TYPE_INTEGER || to->kind == ANNOT_TYPE_ENUM;
    if (!integer || from->kind != ANNOT_TYPE_FLOAT)
        return;
    g_autofree char *code = real_code_of(w, expr->operands[0]);
    for (guint i = 0; i < G_N_ELEMENTS(limits); i++)
        if (limits[i].size == to->size)
            require_condition(w, out, "(%s)%s&&(%s)<%s", code, to->is_signed ? limits[i].below : ">-1", code,
                              to->is_signed ? limits[i].above : limits[i].above_unsigned);
}

static void require_known(Writer *w, AnnotPure pure, const AnnotExpr *argument, GString *out)
{
    g_autofree char *code = code_of(w, argument);
    AnnotRange range = annot_range(argument);
    if (pure == ANNOT_PURE_OF_NEGATABLE)
        require_opposite(w, argument, "", out);
    if (pure == ANNOT_PURE_OF_NONZERO && may_be(range, 0))
        require_condition(w, out, "(unsigned %s)(%s)!=0", signed_name(argument->type), code);
    if (pure == ANNOT_PURE_OF_CHARACTER && !annot_range_within(range, -1, 255))
        require_condition(w, out, "(int)(%s)>=-1&&(int)(%s)<=255", code, code);
}

/* Requires that the pointer through which a function is called is not null. */
static void require_callee(Writer *w, const AnnotExpr *call, GString *out)
{
    const AnnotExpr *bare = annot_expr_bare(call->operands[0]);
    if (call->decl && call->decl->kind == ANNOT_DECL_FUNCTION)
        return;
    while (bare->kind == ANNOT_EXPR_UNARY && bare->op == ANNOT_OP_DEREF)
        bare = annot_expr_bare(bare->operands[0]);
    require_not_null(w, bare, out);
}

static void require_arguments(Writer *w, const AnnotExpr *call, GString *out)
{
    AnnotPure pure = call->decl ? annot_known_pure(call->decl->name) : ANNOT_EFFECTS_UNKNOWN;
    guint64 nonnull = pure == ANNOT_PURE_OF_OBJECTS ? G_MAXUINT64 : call->decl ? call->decl->nonnull : 0;
    for (guint i = 1; i < call->n_operands; i++)
        if (i <= 64 && (nonnull >> (i - 1) & 1) && call->operands[i]->type->kind == ANNOT_TYPE_POINTER)
            require_not_null(w, call->operands[i], out);
    if (call->n_operands > 1)
        require_known(w, pure, call->operands[1], out);
}

static void require_call(Writer *w, const AnnotExpr *call, GString *out)
{
    require_callee(w, call, out);
    require_arguments(w, call, out);
}

/* ---- by kind ---- */

static void require_binary(Writer *w, const AnnotExpr *expr, GString *out)
{
    if (moves_pointer(expr)) {
        require_step(w, step_of(expr, FALSE), out);
        return;
    }
    if (expr->operands[0]->type->kind == ANNOT_TYPE_POINTER)
        return; /* a difference or comparison of pointers */
    switch (expr->op) {
    case ANNOT_OP_ADD: require_no_overflow(w, expr, "add", out); break;
    case ANNOT_OP_SUB: require_no_overflow(w, expr, "sub", out); break;
    case ANNOT_OP_MUL: require_no_overflow(w, expr, "mul", out); break;
    case ANNOT_OP_DIV:
    case ANNOT_OP_REM: require_divisor(w, expr, out); break;
    case ANNOT_OP_SHL:
    case ANNOT_OP_SHR: require_count(w, expr, out); break;
    default: break;
    }
}

static void write_unary(Writer *w, const AnnotExpr *expr, GString *out)
{
    const AnnotExpr *operand = expr->operands[0];
    if (expr->op == ANNOT_OP_ADDRESS) {
        write_address(w, operand, out);
    } else if (expr->op == ANNOT_OP_DEREF && expr->type->kind != ANNOT_TYPE_FUNCTION) {
        write_target(w, operand, out);
    } else {
        write_conditions(w, operand, out);
        if (expr->op == ANNOT_OP_MINUS)
            require_opposite(w, operand, "", out);
    }
}

static void write_conditions(Writer *w, const AnnotExpr *expr, GString *out)
{
    if (w->overlong)
        return;
    switch (expr->kind) {
    case ANNOT_EXPR_LOGICAL:
    case ANNOT_EXPR_CONDITIONAL:
    case ANNOT_EXPR_ELVIS: write_choice(w, expr, out); return;
    case ANNOT_EXPR_UNARY: write_unary(w, expr, out); return;
    case ANNOT_EXPR_MEMBER:
        if (expr->op == ANNOT_OP_ARROW) {
            write_target(w, expr->operands[0], out);
            return;
        }
        break;
    default: break;
    }
    write_operands(w, expr, out);
    switch (expr->kind) {
    case ANNOT_EXPR_NAME: require_present(w, expr, out); break;
    case ANNOT_EXPR_BINARY: require_binary(w, expr, out); break;
    case ANNOT_EXPR_INDEX: require_step(w, step_of(expr, TRUE), out); break;
    case ANNOT_EXPR_CALL: require_call(w, expr, out); break;
    case ANNOT_EXPR_CAST:
    case ANNOT_EXPR_IMPLICIT: require_integral(w, expr, out); break;
    default: break;
    }
}

gboolean annot_safe(HtolArena *arena, const AnnotText *text, const AnnotExpr *expr, AnnotSafe *safe)
{
    Writer w = {text, FALSE};
    g_autoptr(GString) condition = g_string_new(NULL);
    g_autofree char *code = code_of(&w, expr);
    write_conditions(&w, expr, condition);
    safe->code = htol_arena_strndup(arena, code, strlen(code));
    safe->condition = condition->len > 0 ? htol_arena_strndup(arena, condition->str, condition->len) : NULL;
    return !w.overlong;
}
