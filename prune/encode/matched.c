/* Pairs calls by where they stand in the texts of the regions, which differ in one place; see matched.h. */
#include "prune/encode/matched.h"

#include <string.h>

#include "annot/tree/known.h"
#include "prune/facts/returns.h"
#include "prune/state/operate.h"

/* What stands at the same place of both texts: as far from their beginnings, from their ends, or in neither part that
 * they share; or outside of both, in a function that is run through. */
typedef enum { FROM_BEGIN, FROM_END, IN_CHANGE, ELSEWHERE } Part;
typedef struct {
    Part part;
    guint32 at;
} Spot;

typedef struct {
    const AnnotExpr *expr;
    Spot spot;
    PruneTerm *arguments; /* n_operands of `expr`; a named function itself is none */
    PruneState *before;   /* when it is made */
    guint n_written;      /* places that were written by then */
    PruneTerm returned;   /* that it returns; NULL: it surely does */
    PruneTerm result;     /* NULL: it has no bits */
    guint epoch;          /* of what it may have changed; 0: nothing */
    gboolean is_common;   /* the region with the mutant makes it, too */
    gboolean is_disorder; /* it is none: other calls are made before `expr` is evaluated, or are not */
} Call;

/* A call of a function whose value follows from its arguments alone. */
typedef struct {
    const AnnotExpr *expr;
    PruneTerm *arguments;
    PruneTerm result;
} Pure;

struct PruneMatching {
    PruneEncoder *e;
    AnnotExtent regions[2];
    guint32 begins, ends;  /* bytes that both texts have in common at their beginnings and ends */
    guint side;            /* the region that is run */
    GArray *calls;         /* Call, of the program's region */
    GArray *common;        /* guint: by call of the other region, 1 + the call that it is; 0: the program makes none */
    guint next;            /* calls of the program's region before this one were passed */
    guint first_written;   /* places written before the region with the mutant began */
    GArray *pure;          /* Pure, of both */
    PruneTerm differs;     /* so far */
    GHashTable *twins;     /* const AnnotDecl: const AnnotDecl */
    GHashTable *addresses; /* text of a literal, or name of a function behind a space: PruneTerm */
};

/* ---- places in both texts ---- */

static const char *text_at(const PruneMatching *m, guint side)
{
    return m->e->encoding->text->bytes + m->regions[side].begin;
}

static guint32 length_of(const PruneMatching *m, guint side)
{
    return m->regions[side].end - m->regions[side].begin;
}

static void find_common_text(PruneMatching *m)
{
    const char *one = text_at(m, 0), *other = text_at(m, 1);
    guint32 n = length_of(m, 0), k = length_of(m, 1), least = MIN(n, k);
    while (m->begins < least && one[m->begins] == other[m->begins])
        m->begins++;
    while (m->ends < least - m->begins && one[n - 1 - m->ends] == other[k - 1 - m->ends])
        m->ends++;
}

static Spot spot_of(const PruneMatching *m, guint side, AnnotExtent at)
{
    const AnnotExtent region = m->regions[side];
    if (at.begin < region.begin || at.end > region.end)
        return (Spot){ELSEWHERE, at.begin};
    if (at.end - region.begin <= m->begins)
        return (Spot){FROM_BEGIN, at.begin - region.begin};
    if (region.end - at.begin <= m->ends)
        return (Spot){FROM_END, region.end - at.begin};
    return (Spot){IN_CHANGE, 0};
}

static gboolean is_same_spot(Spot one, Spot other)
{
    return one.part == other.part && one.at == other.at;
}

/* ---- variables ---- */

/* Whether values of the types are the same things in the same bytes: each region has types of its own. */
static gboolean is_same_type(const AnnotType *one, const AnnotType *other)
{
    if (!one || !other || one == other)
        return one == other;
    if (one->kind != other->kind || one->size != other->size || one->is_signed != other->is_signed ||
        one->is_volatile != other->is_volatile || one->n_fields != other->n_fields || one->is_vla || other->is_vla)
        return FALSE;
    if (one->kind == ANNOT_TYPE_RECORD)
        return one->n_fields > 0 && one->fields[0] == other->fields[0];
    if (one->kind == ANNOT_TYPE_FUNCTION || one->kind == ANNOT_TYPE_OTHER)
        return FALSE;
    return is_same_type(one->target, other->target);
}

typedef struct {
    PruneMatching *m;
    guint side;
    GPtrArray *own; /* const AnnotDecl, of the program's region */
} Declared;

static gboolean is_private(const PruneMatching *m, const AnnotDecl *variable)
{
    return g_hash_table_contains(m->e->private, variable);
}

static gboolean is_twin(const PruneMatching *m, const AnnotDecl *one, const AnnotDecl *other)
{
    const AnnotExtent at[2] = {{one->at, one->at + 1}, {other->at, other->at + 1}};
    Spot spot = spot_of(m, 0, at[0]);
    return spot.part <= FROM_END && is_same_spot(spot, spot_of(m, 1, at[1])) && strcmp(one->name, other->name) == 0 &&
           is_private(m, one) == is_private(m, other) && one->is_static == other->is_static &&
           is_same_type(one->type, other->type);
}

/* An AnnotTreeVisit.stmt. */
static void note_declared(const AnnotStmt *stmt, gpointer data)
{
    Declared *declared = data;
    for (guint i = 0; i < stmt->n_variables; i++) {
        const AnnotDecl *variable = stmt->variables[i].decl;
        if (declared->side == 0)
            g_ptr_array_add(declared->own, (gpointer)variable);
        for (guint k = 0; declared->side > 0 && k < declared->own->len; k++)
            if (is_twin(declared->m, declared->own->pdata[k], variable))
                g_hash_table_insert(declared->m->twins, (gpointer)variable, declared->own->pdata[k]);
    }
}

static void find_twins(PruneMatching *m, const AnnotStmt *program, const AnnotStmt *mutant)
{
    g_autoptr(GPtrArray) own = g_ptr_array_new();
    for (guint side = 0; side < 2; side++) {
        Declared declared = {m, side, own};
        annot_tree_visit_stmt(side == 0 ? program : mutant, &(AnnotTreeVisit){note_declared, NULL, &declared});
    }
}

const AnnotDecl *prune_matching_twin(const PruneMatching *m, const AnnotDecl *variable)
{
    const AnnotDecl *twin = m && m->side > 0 ? g_hash_table_lookup(m->twins, variable) : NULL;
    return twin ? twin : variable;
}

/* ---- addresses ---- */

static PruneTerm address_named(PruneMatching *m, char *name)
{
    PruneTerm address = g_hash_table_lookup(m->addresses, name);
    if (address) {
        g_free(name);
        return address;
    }
    address = prune_free_bits(m->e->logic, 64);
    g_hash_table_insert(m->addresses, name, address);
    return address;
}

PruneTerm prune_matched_address(PruneEncoder *e, const AnnotExpr *expr)
{
    gboolean converts = expr->kind == ANNOT_EXPR_IMPLICIT || expr->kind == ANNOT_EXPR_CAST ||
                        (expr->kind == ANNOT_EXPR_UNARY && expr->op == ANNOT_OP_ADDRESS);
    if (!converts || !expr->type || expr->type->kind != ANNOT_TYPE_POINTER)
        return NULL;
    const AnnotExpr *function = annot_function_named(expr);
    if (function && function->decl && function->decl->kind == ANNOT_DECL_FUNCTION)
        return address_named(e->matching, g_strconcat(" ", function->decl->name, NULL));
    if (expr->kind != ANNOT_EXPR_IMPLICIT)
        return NULL;
    for (expr = expr->operands[0]; expr->kind == ANNOT_EXPR_PAREN;)
        expr = expr->operands[0];
    if (expr->kind != ANNOT_EXPR_LITERAL || !expr->type || expr->type->kind != ANNOT_TYPE_ARRAY || !expr->placed)
        return NULL;
    const char *text = e->encoding->text->bytes;
    return address_named(e->matching, g_strndup(text + expr->at.begin, expr->at.end - expr->at.begin));
}

PruneTerm prune_part_address(PruneEncoder *e, const PrunePlace *place, PruneTerm whole)
{
    if (!whole || prune_width(e->logic, whole) != 64 || (place->member && place->member->bit_at < 0))
        return NULL;
    PruneTerm size = prune_number(e->logic, place->member ? (guint64)place->member->bit_at / 8 : place->type->size, 64);
    PruneTerm offset = place->member ? size : prune_operate(e->logic, Z3_mk_bvmul, place->index, size);
    return prune_operate(e->logic, Z3_mk_bvadd, whole, offset);
}

/* ---- begin and end ---- */

static void clear_call(gpointer call)
{
    prune_state_free(((Call *)call)->before);
}

PruneMatching *prune_matching_new(PruneEncoder *e, const AnnotStmt *program, const AnnotStmt *mutant)
{
    PruneMatching *m = g_new0(PruneMatching, 1);
    *m = (PruneMatching){.e = e,
                         .regions = {program->at, mutant->at},
                         .calls = g_array_new(FALSE, FALSE, sizeof(Call)),
                         .common = g_array_new(FALSE, FALSE, sizeof(guint)),
                         .pure = g_array_new(FALSE, FALSE, sizeof(Pure)),
                         .differs = e->logic->no,
                         .twins = g_hash_table_new(NULL, NULL),
                         .addresses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    g_array_set_clear_func(m->calls, clear_call);
    find_common_text(m);
    find_twins(m, program, mutant);
    return m;
}

void prune_matching_free(PruneMatching *m)
{
    g_array_unref(m->calls);
    g_array_unref(m->common);
    g_array_unref(m->pure);
    g_hash_table_unref(m->twins);
    g_hash_table_unref(m->addresses);
    g_free(m);
}

void prune_matching_begin(PruneMatching *m, guint side)
{
    m->side = side;
    m->first_written = m->e->states.written->len;
}

guint prune_matching_position(const PruneMatching *m)
{
    return m->side == 0 ? m->calls->len : m->common->len;
}

guint prune_matching_common(const PruneMatching *m, guint side, guint position)
{
    guint n = 0;
    for (guint i = 0; i < position; i++)
        n += side == 0 ? (guint)g_array_index(m->calls, Call, i).is_common : g_array_index(m->common, guint, i) > 0;
    return n;
}

PruneTerm prune_matching_differs(PruneMatching *m)
{
    PruneTerm any = m->differs;
    for (guint i = 0; i < m->calls->len; i++) {
        const Call *call = &g_array_index(m->calls, Call, i);
        if (!call->is_common && !call->is_disorder)
            any = prune_or(m->e->logic, any, call->before->path);
    }
    return any;
}

/* ---- which calls are the same ---- */

/* Returns the function that the call names; NULL: it calls through a pointer, or `expr` is no call. */
static const AnnotDecl *function_of(const AnnotExpr *expr)
{
    gboolean is_named = expr->kind == ANNOT_EXPR_CALL && expr->decl && expr->decl->kind == ANNOT_DECL_FUNCTION;
    return is_named ? expr->decl : NULL;
}

static gboolean calls_same(const AnnotExpr *one, const AnnotExpr *other)
{
    return function_of(one) == function_of(other) && one->n_operands == other->n_operands &&
           (function_of(one) || is_same_type(one->type, other->type));
}

/* Returns the next call of the program's region that stands where this one does; NULL: there is none. In the change
 * itself any call of the function does, for its arguments are compared; what is no call does not. */
static Call *find_call(PruneMatching *m, const AnnotExpr *expr, gboolean is_disorder)
{
    Spot spot = spot_of(m, 1, expr->at);
    if (is_disorder && spot.part == IN_CHANGE)
        return NULL;
    for (guint i = m->next; i < m->calls->len; i++) {
        Call *call = &g_array_index(m->calls, Call, i);
        if (call->is_disorder == is_disorder && calls_same(call->expr, expr) && is_same_spot(call->spot, spot)) {
            m->next = i + 1;
            return call;
        }
    }
    return NULL;
}

static PruneTerm is_different(PruneLogic *logic, PruneTerm one, PruneTerm other)
{
    return one == other ? logic->no : prune_not(logic, prune_equal(logic, one, other));
}

/* Makes the truth that arguments differ, or are not known; the function that is called is one, if it is not named. */
static PruneTerm arguments_differ(PruneLogic *logic, const AnnotExpr *call, const PruneTerm *one,
                                  const PruneTerm *other)
{
    PruneTerm any = logic->no;
    for (guint i = function_of(call) ? 1 : 0; i < call->n_operands; i++) {
        gboolean fits = one[i] && other[i] && prune_width(logic, one[i]) == prune_width(logic, other[i]);
        any = prune_or(logic, any, fits ? is_different(logic, one[i], other[i]) : logic->yes);
    }
    return any;
}

/* Makes the truth that the place, which something called may read, holds other values, or nobody knows which. */
static PruneTerm place_differs(PruneMatching *m, const PrunePlace *place, PruneState *one, PruneState *other)
{
    PruneLogic *logic = m->e->logic;
    if (prune_place_root(place)->is_private)
        return logic->no;
    PruneTerm left = prune_state_read(one, place), right = prune_state_read(other, place);
    return left && right ? is_different(logic, left, right) : logic->yes;
}

static PruneTerm memory_differs(PruneMatching *m, const Call *call)
{
    const GPtrArray *written = m->e->states.written;
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    PruneTerm any = m->e->logic->no;
    for (guint i = 0; i < written->len && any != m->e->logic->yes; i++) {
        if ((i < m->first_written && i >= call->n_written) || !g_hash_table_add(known, written->pdata[i]))
            continue;
        any = prune_or(m->e->logic, any, place_differs(m, written->pdata[i], call->before, m->e->state));
    }
    return any;
}

/* Notes that the call is made at the encoder's point, where the program's region makes `call`. */
static void compare_call(PruneMatching *m, Call *call, const PruneTerm *bits)
{
    PruneLogic *logic = m->e->logic;
    PruneTerm here = m->e->state->path, there = call->before->path, both = prune_and(logic, here, there);
    m->differs = prune_or(logic, m->differs, is_different(logic, here, there));
    if (both == logic->no)
        return;
    PruneTerm differs = memory_differs(m, call);
    if (!call->is_disorder)
        differs = prune_or(logic, differs, arguments_differ(logic, call->expr, call->arguments, bits));
    m->differs = prune_or(logic, m->differs, prune_and(logic, both, differs));
}

/* ---- what a call does ---- */

static gboolean has_result(const PruneEncoder *e, const AnnotExpr *expr)
{
    const AnnotDecl *function = function_of(expr);
    return prune_has_bits(e->logic, expr->type) && !(function && function->is_implicit);
}

/* Makes what is known behind the call, the same for both regions. */
static void open_call(PruneMatching *m, Call *call)
{
    PruneEncoder *e = m->e;
    const AnnotDecl *function = function_of(call->expr);
    if (!function || (!function->returns && !prune_surely_returns(e->encoding->tree, function)))
        call->returned = prune_free_truth(e->logic);
    if (has_result(e, call->expr))
        call->result = prune_free_bits(e->logic, prune_bits_of(call->expr->type));
    if (!function || !function->is_pure)
        call->epoch = prune_state_new_epoch(e->state);
}

static PruneOutcome come_back(PruneEncoder *e, const Call *call)
{
    if (call->epoch > 0)
        prune_state_enter_epoch(e->state, call->epoch);
    if (call->returned)
        prune_state_assume(e->state, call->returned);
    const AnnotDecl *function = function_of(call->expr);
    if (function && function->no_return)
        prune_state_stop(e->state);
    return (PruneOutcome){.bits = call->result};
}

/* Makes what the second copy is compared with, of the first one. */
static Call first_of(const PruneMatching *m, const AnnotExpr *expr)
{
    return (Call){.expr = expr,
                  .spot = spot_of(m, 0, expr->at),
                  .before = prune_state_copy(m->e->state),
                  .n_written = m->e->states.written->len};
}

static PruneOutcome call_first(PruneMatching *m, const AnnotExpr *expr, const PruneTerm *bits)
{
    Call call = first_of(m, expr);
    call.arguments = (PruneTerm *)bits;
    open_call(m, &call);
    g_array_append_val(m->calls, call);
    return come_back(m->e, &call);
}

static PruneOutcome call_again(PruneMatching *m, const AnnotExpr *expr, const PruneTerm *bits)
{
    Call *call = find_call(m, expr, FALSE), alone = {.expr = expr};
    guint number = call ? m->next : 0;
    if (call) {
        call->is_common = TRUE;
        compare_call(m, call, bits);
    } else {
        m->differs = prune_or(m->e->logic, m->differs, m->e->state->path);
        open_call(m, &alone);
    }
    g_array_append_val(m->common, number);
    return come_back(m->e, call ? call : &alone);
}

/* Makes the value of a function that does nothing, always returns, and reads no memory. */
static PruneOutcome call_pure(PruneMatching *m, const AnnotExpr *expr, const PruneTerm *bits)
{
    PruneEncoder *e = m->e;
    if (!has_result(e, expr))
        return (PruneOutcome){0};
    Pure own = {expr, (PruneTerm *)bits, prune_free_bits(e->logic, prune_bits_of(expr->type))};
    PruneTerm value = own.result;
    for (guint i = 0; i < m->pure->len; i++) {
        const Pure *other = &g_array_index(m->pure, Pure, i);
        if (!calls_same(other->expr, expr))
            continue;
        PruneTerm differs = arguments_differ(e->logic, expr, other->arguments, bits);
        value = prune_choose(e->logic, differs, value, other->result);
    }
    own.result = value;
    g_array_append_val(m->pure, own);
    return (PruneOutcome){.bits = value};
}

static gboolean is_pure(const PruneEncoder *e, const AnnotExpr *expr)
{
    const AnnotDecl *function = function_of(expr);
    if (!function || prune_defined_function(e->encoding->tree, function))
        return FALSE;
    AnnotPure pure = annot_known_pure(function->name);
    return pure == ANNOT_PURE || pure == ANNOT_PURE_OF_NEGATABLE;
}

PruneOutcome prune_match_call(PruneEncoder *e, const AnnotExpr *call, const PruneTerm *bits)
{
    if (is_pure(e, call))
        return call_pure(e->matching, call, bits);
    return e->matching->side == 0 ? call_first(e->matching, call, bits) : call_again(e->matching, call, bits);
}

/* ---- operands in any order ---- */

static guint disorder_first(PruneMatching *m, const AnnotExpr *operand)
{
    guint epoch = prune_state_new_epoch(m->e->state);
    Call call = first_of(m, operand);
    call.epoch = epoch;
    call.is_disorder = TRUE;
    g_array_append_val(m->calls, call);
    return epoch;
}

static guint disorder_again(PruneMatching *m, const AnnotExpr *operand)
{
    Call *known = find_call(m, operand, TRUE);
    guint epoch = known ? known->epoch : prune_state_new_epoch(m->e->state);
    guint number = known ? m->next : 0;
    if (known) {
        known->is_common = TRUE;
        compare_call(m, known, NULL);
    }
    g_array_append_val(m->common, number);
    return epoch;
}

void prune_match_disorder(PruneEncoder *e, const AnnotExpr *operand)
{
    PruneMatching *m = e->matching;
    guint epoch = m->side == 0 ? disorder_first(m, operand) : disorder_again(m, operand);
    prune_state_enter_epoch(e->state, epoch);
}

typedef struct {
    const PruneEncoder *e;
    gboolean stores;
} Storing;

/* An AnnotTreeVisit.expr. */
static void look_for_stores(const AnnotExpr *expr, gpointer data)
{
    Storing *storing = data;
    if (annot_expr_assigns(expr)) {
        const AnnotDecl *root = prune_root_variable(expr->operands[0]);
        storing->stores |= !root || !g_hash_table_contains(storing->e->private, root);
    }
    storing->stores |=
        expr->kind == ANNOT_EXPR_CALL && expr->decl && prune_static_function(storing->e->encoding->tree, expr->decl);
}

/* Of statements in an expression, those that mutants are written with do nothing else. An AnnotTreeVisit.stmt. */
static void look_for_others(const AnnotStmt *stmt, gpointer data)
{
    Storing *storing = data;
    for (guint i = 0; i < stmt->n_variables; i++)
        storing->stores |= !g_hash_table_contains(storing->e->private, stmt->variables[i].decl);
    storing->stores |=
        stmt->kind != ANNOT_STMT_COMPOUND && stmt->kind != ANNOT_STMT_DECL && stmt->kind != ANNOT_STMT_EXPR;
}

gboolean prune_only_calls(const PruneEncoder *e, const AnnotExpr *operand)
{
    Storing storing = {e, FALSE};
    annot_tree_visit_expr(operand, &(AnnotTreeVisit){look_for_others, look_for_stores, &storing});
    return !storing.stores;
}

/* ---- what is run through ---- */

/* An AnnotTreeVisit.stmt. */
static void look_for_turns(const AnnotStmt *stmt, gpointer data)
{
    gboolean *found = data;
    *found |= annot_stmt_is_loop(stmt) || stmt->kind == ANNOT_STMT_ASM || stmt->kind == ANNOT_STMT_GOTO ||
              stmt->kind == ANNOT_STMT_OTHER || stmt->kind == ANNOT_STMT_GOTO_ANY || stmt->is_vla;
}

gboolean prune_is_straight(const AnnotFunction *callee)
{
    gboolean turns = FALSE;
    annot_tree_visit_stmt(callee->body, &(AnnotTreeVisit){look_for_turns, NULL, &turns});
    return !turns;
}
