/* Notes what is accessed; see access.h. */
#include "prune/encode/access.h"

#include "prune/encode/matched.h"
#include "prune/state/operate.h"

/* In regions that are compared, what is before an access does not trap. What a mutant may do is undefined as often as
 * not, and tests notice that. */
static void note(PruneEncoder *e, PruneAccess access)
{
    gboolean is_mutants = e->side && e->stubbed;
    if (e->encoding->unrolled && !(is_mutants && access.defined))
        g_array_append_val(e->encoding->unrolled->accesses, access);
    access.guard = e->state->path;
    access.calls = e->matching ? prune_matching_position(e->matching) : 0;
    if (e->side)
        g_array_append_val(e->side, access);
}

void prune_note_access(PruneEncoder *e, PruneTerm pointer, const AnnotType *type)
{
    gboolean is_known = pointer && prune_width(e->logic, pointer) == 64;
    note(e, (PruneAccess){e->state->guard, is_known ? pointer : NULL, type ? type->size : 0, NULL, PRUNE_HARMS, 0});
}

/* Whether somebody asks what is accessed, and what is not defined. */
static gboolean is_noting(const PruneEncoder *e)
{
    return e->encoding->unrolled || e->side;
}

/* What is not so when the guard holds is undefined. */
static void require(PruneEncoder *e, PruneTerm defined, PruneOtherwise otherwise)
{
    note(e, (PruneAccess){e->state->guard, NULL, 0, defined, otherwise, 0});
}

PruneTerm prune_in_bounds(PruneEncoder *e, PruneTerm index, const AnnotType *array)
{
    guint64 count = array->target && array->target->size > 0 ? array->size / array->target->size : 0;
    if (count == 0)
        return NULL;
    return prune_operate(e->logic, Z3_mk_bvult, index, prune_number(e->logic, count, prune_width(e->logic, index)));
}

void prune_note_index(PruneEncoder *e, PruneTerm index, const AnnotType *array)
{
    PruneTerm inside = is_noting(e) ? prune_in_bounds(e, index, array) : NULL;
    if (inside)
        require(e, inside, PRUNE_HARMS);
}

static PruneOtherwise otherwise_of(AnnotOp op)
{
    if (op == ANNOT_OP_DIV || op == ANNOT_OP_REM)
        return PRUNE_TRAPS;
    return op == ANNOT_OP_SHL || op == ANNOT_OP_SHR ? PRUNE_HARMS : PRUNE_WRAPS;
}

PruneTerm prune_compute_noted(PruneEncoder *e, AnnotOp op, const AnnotType *type, PruneTerm left, PruneTerm right)
{
    PruneTerm defined = is_noting(e) ? prune_is_defined(e->logic, op, type, left, right) : NULL;
    if (defined)
        require(e, defined, PRUNE_WRAPS);
    if (e->side && left && right && otherwise_of(op) != PRUNE_WRAPS)
        require(e, prune_has_value(e->logic, op, type, left, right), otherwise_of(op));
    return prune_compute(e->logic, op, type, left, right);
}
