/* The join: decides a guarded conjunction over relations; see relation.h. It plans and searches; clauses are split by
 * join_clause.c, rows found by join_index.c.
 *
 * Each clause of the guard is decided by itself. Atoms over one member filter its rows; of the rows that are left,
 * those alike in all columns that other atoms use count once. A member that is bound to one other only, and by links
 * that an index answers, is then taken away: rows of the other that it has no row for go. What is left, each component
 * by itself, is searched in depth, members with few rows first, by indexes. All memory is linear in the rows. */
#include "htol/judge/relation.h"

#include <string.h>

#include "htol/judge/join_clause.h"
#include "htol/judge/join_index.h"

typedef struct {
    const HtolExpr *expr;
    gboolean live; /* still to be looked at */
    guint n_members;
    guint8 *members; /* a flag each */
} Atom;

/* A member that was taken away, to be chosen again when there is a witness. */
typedef struct {
    guint member, other;
    HtolAccess *access;
} Removal;

typedef struct {
    HtolArena *arena;
    guint n_members, n_atoms, n_removals;
    HtolMember *members;
    Atom *atoms;
    Removal *removals;
    guint8 *placed; /* flags: taken away, or chosen in the search */
    guint *owner;   /* of each variable, the member */
    HtolScratch scratch;
    gsize *chosen; /* of each member, a row of HtolMember */
} Clause;

typedef struct {
    const HtolJoin *join;
    gsize *witness;
    gboolean divided;
} Problem;

typedef struct {
    guint member;
    HtolAccess *access;
    gboolean any; /* no later member asks which row it was */
} Level;

/* ---- atoms ---- */

static void flag_members(const Clause *clause, const HtolExpr *expr, Atom *atom)
{
    if (expr->kind == HTOL_EXPR_VARIABLE) {
        guint member = clause->owner[expr->variable];
        atom->n_members += !atom->members[member];
        atom->members[member] = TRUE;
    }
    if (expr->left)
        flag_members(clause, expr->left, atom);
    if (expr->right)
        flag_members(clause, expr->right, atom);
}

static void add_atoms(Clause *clause, const GPtrArray *atoms)
{
    clause->n_atoms = atoms->len;
    clause->atoms = htol_arena_new0(clause->arena, Atom, atoms->len);
    for (guint i = 0; i < atoms->len; i++) {
        Atom *atom = &clause->atoms[i];
        *atom = (Atom){.expr = atoms->pdata[i], .live = TRUE};
        atom->members = htol_arena_new0(clause->arena, guint8, clause->n_members);
        flag_members(clause, atom->expr, atom);
    }
}

static void flag_columns(const Clause *clause, const HtolExpr *expr, guint member, guint8 *columns)
{
    if (expr->kind == HTOL_EXPR_VARIABLE && clause->owner[expr->variable] == member)
        columns[expr->variable - clause->members[member].first] = TRUE;
    if (expr->left)
        flag_columns(clause, expr->left, member, columns);
    if (expr->right)
        flag_columns(clause, expr->right, member, columns);
}

/* Sets which columns of the member matter to live atoms. */
static void find_used(Clause *clause, guint index)
{
    HtolMember *member = &clause->members[index];
    guint columns = member->relation->columns;
    guint8 *flags = htol_arena_new0(clause->arena, guint8, columns);
    for (guint i = 0; i < clause->n_atoms; i++)
        if (clause->atoms[i].live)
            flag_columns(clause, clause->atoms[i].expr, index, flags);
    member->used = htol_arena_new0(clause->arena, guint, columns);
    member->n_used = 0;
    for (guint i = 0; i < columns; i++)
        if (flags[i])
            member->used[member->n_used++] = i;
}

/* ---- rows ---- */

/* Of the rows that are alike in all columns that matter, leaves the first. */
static void project(Clause *clause, guint index)
{
    HtolMember *member = &clause->members[index];
    find_used(clause, index);
    if (member->n_used == member->relation->columns)
        return;
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolKeys *keys = htol_keys_new(arena, HTOL_KEYS_SAME, member->n_used, member->n_rows);
    HtolValue *key = htol_arena_new0(arena, HtolValue, member->n_used);
    gsize left = 0;
    for (gsize i = 0; i < member->n_rows; i++) {
        gsize row = member->rows[i], known = htol_keys_count(keys);
        for (guint k = 0; k < member->n_used; k++)
            key[k] = member->relation->values[row * member->relation->columns + member->used[k]];
        if (htol_keys_add(keys, key) == known)
            member->rows[left++] = row;
    }
    member->n_rows = left;
}

static gboolean passes_filters(Clause *clause, guint member)
{
    for (guint i = 0; i < clause->n_atoms; i++) {
        const Atom *atom = &clause->atoms[i];
        if (atom->n_members == 1 && atom->members[member] && !htol_scratch_holds(&clause->scratch, atom->expr))
            return FALSE;
    }
    return TRUE;
}

/* Leaves the rows that atoms over the member alone are true of; FALSE if there are none. */
static gboolean filter(Clause *clause, guint index)
{
    HtolMember *member = &clause->members[index];
    gsize left = 0;
    find_used(clause, index);
    for (gsize i = 0; i < member->n_rows; i++) {
        htol_member_load(member, i, &clause->scratch);
        if (passes_filters(clause, index))
            member->rows[left++] = member->rows[i];
    }
    member->n_rows = left;
    return left > 0;
}

/* Decides all atoms over less than two members, and leaves of each member what the others ask for. */
static gboolean reduce(Clause *clause)
{
    for (guint i = 0; i < clause->n_atoms; i++)
        if (clause->atoms[i].n_members == 0 && !htol_scratch_holds(&clause->scratch, clause->atoms[i].expr))
            return FALSE;
    for (guint i = 0; i < clause->n_members; i++)
        if (!filter(clause, i))
            return FALSE;
    for (guint i = 0; i < clause->n_atoms; i++)
        clause->atoms[i].live = clause->atoms[i].n_members > 1;
    for (guint i = 0; i < clause->n_members; i++)
        project(clause, i);
    return TRUE;
}

/* ---- taking away ---- */

/* The live atoms over the member whose other members are all flagged in `chosen`; to be freed. */
static GPtrArray *atoms_between(const Clause *clause, guint member, const guint8 *chosen)
{
    GPtrArray *atoms = g_ptr_array_new();
    for (guint i = 0; i < clause->n_atoms; i++) {
        const Atom *atom = &clause->atoms[i];
        gboolean between = atom->live && atom->members[member];
        for (guint m = 0; m < clause->n_members && between; m++)
            between = !atom->members[m] || m == member || chosen[m];
        if (between)
            g_ptr_array_add(atoms, (gpointer)atom->expr);
    }
    return atoms;
}

static HtolAccess *access_to(Clause *clause, guint member, const guint8 *chosen)
{
    g_autoptr(GPtrArray) atoms = atoms_between(clause, member, chosen);
    HtolSides sides = {clause->owner, member, chosen};
    return htol_access_new(clause->arena, &sides, atoms);
}

/* The one member that all live atoms over `member` share with it, if that one has others; else n_members. */
static guint only_neighbour(const Clause *clause, guint member)
{
    guint other = clause->n_members;
    gboolean other_has_more = FALSE;
    for (guint i = 0; i < clause->n_atoms; i++) {
        const Atom *atom = &clause->atoms[i];
        for (guint m = 0; m < clause->n_members && atom->live && atom->members[member]; m++) {
            if (!atom->members[m] || m == member)
                continue;
            if (other != clause->n_members && other != m)
                return clause->n_members;
            other = m;
        }
    }
    for (guint i = 0; i < clause->n_atoms && other < clause->n_members; i++)
        other_has_more |= clause->atoms[i].live && clause->atoms[i].members[other] && !clause->atoms[i].members[member];
    return other_has_more ? other : clause->n_members;
}

/* Leaves the rows of the member that have a partner; FALSE if there are none. */
static gboolean keep_partnered(Clause *clause, guint index, const HtolAccess *access)
{
    HtolMember *member = &clause->members[index];
    gsize left = 0;
    for (gsize i = 0; i < member->n_rows; i++) {
        htol_member_load(member, i, &clause->scratch);
        if (htol_access_any(access, &clause->scratch) != HTOL_NONE)
            member->rows[left++] = member->rows[i];
    }
    member->n_rows = left;
    return left > 0;
}

/* Takes the member away if it can be; FALSE if that leaves no rows of its neighbour. */
static gboolean try_removal(Clause *clause, guint member, gboolean *changed)
{
    guint other = only_neighbour(clause, member);
    if (clause->placed[member] || other == clause->n_members)
        return TRUE;
    guint8 *chosen = htol_arena_new0(clause->arena, guint8, clause->n_members);
    chosen[other] = TRUE;
    HtolAccess *access = access_to(clause, member, chosen);
    if (!access->whole)
        return TRUE;
    htol_access_build_any(clause->arena, access, &clause->members[member], &clause->scratch);
    if (!keep_partnered(clause, other, access))
        return FALSE;
    for (guint i = 0; i < clause->n_atoms; i++)
        clause->atoms[i].live &= !clause->atoms[i].members[member];
    project(clause, other);
    clause->placed[member] = *changed = TRUE;
    clause->removals[clause->n_removals++] = (Removal){member, other, access};
    return TRUE;
}

static gboolean take_away(Clause *clause)
{
    gboolean changed = TRUE;
    while (changed) {
        changed = FALSE;
        for (guint i = 0; i < clause->n_members; i++)
            if (!try_removal(clause, i, &changed))
                return FALSE;
    }
    return TRUE;
}

/* The columns that its neighbour asked for may have been dropped since: all are loaded. */
static void choose_again(Clause *clause, const Removal *removal)
{
    HtolMember *other = &clause->members[removal->other];
    const HtolRelation *relation = other->relation;
    memcpy(clause->scratch.values + other->first,
           relation->values + other->rows[clause->chosen[removal->other]] * relation->columns,
           relation->columns * sizeof(HtolValue));
    clause->chosen[removal->member] = htol_access_any(removal->access, &clause->scratch);
    g_assert(clause->chosen[removal->member] != HTOL_NONE);
}

/* ---- search ---- */

static gboolean checks_hold(Clause *clause, const HtolAccess *access)
{
    for (guint i = 0; i < access->n_checks; i++)
        if (!htol_scratch_holds(&clause->scratch, access->checks[i]))
            return FALSE;
    return TRUE;
}

static gboolean search(Clause *clause, const GPtrArray *levels, guint depth)
{
    if (depth == levels->len)
        return TRUE;
    const Level *level = levels->pdata[depth];
    if (level->any) {
        clause->chosen[level->member] = htol_access_any(level->access, &clause->scratch);
        return clause->chosen[level->member] != HTOL_NONE && search(clause, levels, depth + 1);
    }
    gsize i = htol_access_first(level->access, &clause->scratch);
    for (; i != HTOL_NONE; i = htol_access_next(level->access, &clause->scratch, i)) {
        clause->chosen[level->member] = i;
        htol_member_load(&clause->members[level->member], i, &clause->scratch);
        if (checks_hold(clause, level->access) && search(clause, levels, depth + 1))
            return TRUE;
    }
    return FALSE;
}

/* How well a member continues a search: linked by an equality, linked at all, or a beginning. */
typedef enum { BY_EQUALITY, BY_ATOM, NOT_LINKED } Linkage;

static Linkage linkage(const Clause *clause, guint member, const guint8 *chosen)
{
    Linkage best = NOT_LINKED;
    for (guint i = 0; i < clause->n_atoms && best != BY_EQUALITY; i++) {
        const Atom *atom = &clause->atoms[i];
        gboolean touches = FALSE, complete = TRUE;
        for (guint m = 0; m < clause->n_members && atom->live && atom->members[member]; m++) {
            touches |= atom->members[m] && chosen[m];
            complete &= !atom->members[m] || m == member || chosen[m];
        }
        if (touches)
            best = complete && atom->expr->kind == HTOL_EXPR_BINARY && atom->expr->op == HTOL_OP_EQ ? BY_EQUALITY
                                                                                                    : BY_ATOM;
    }
    return best;
}

/* The best linked member that is not placed, of those the one with the fewest rows; n_members if there is none. */
static guint next_member(const Clause *clause, const guint8 *chosen, Linkage *best)
{
    guint found = clause->n_members;
    for (guint i = 0; i < clause->n_members; i++) {
        if (clause->placed[i])
            continue;
        Linkage mine = linkage(clause, i, chosen);
        gboolean fewer = found < clause->n_members && clause->members[i].n_rows < clause->members[found].n_rows;
        if (found < clause->n_members && mine >= *best && !(mine == *best && fewer))
            continue;
        found = i;
        *best = mine;
    }
    return found;
}

/* No live atom binds the member to one that comes later. */
static gboolean is_complete(const Clause *clause, guint member, const guint8 *chosen)
{
    g_autoptr(GPtrArray) atoms = atoms_between(clause, member, chosen);
    guint all = 0;
    for (guint i = 0; i < clause->n_atoms; i++)
        all += clause->atoms[i].live && clause->atoms[i].members[member];
    return all == atoms->len;
}

static void add_level(Clause *clause, guint member, guint8 *chosen, GPtrArray *levels)
{
    Level *level = htol_arena_new0(clause->arena, Level, 1);
    level->member = member;
    level->access = access_to(clause, member, chosen);
    level->any = level->access->whole && is_complete(clause, member, chosen);
    if (level->any)
        htol_access_build_any(clause->arena, level->access, &clause->members[member], &clause->scratch);
    else
        htol_access_build_each(clause->arena, level->access, &clause->members[member], &clause->scratch);
    g_ptr_array_add(levels, level);
    chosen[member] = clause->placed[member] = TRUE;
}

/* Searches the component that `member` is the first of. */
static gboolean search_component(Clause *clause, guint member)
{
    g_autoptr(GPtrArray) levels = g_ptr_array_new();
    guint8 *chosen = htol_arena_new0(clause->arena, guint8, clause->n_members);
    Linkage how = NOT_LINKED;
    do {
        add_level(clause, member, chosen, levels);
        member = next_member(clause, chosen, &how);
    } while (member < clause->n_members && how != NOT_LINKED);
    return search(clause, levels, 0);
}

static gboolean search_all(Clause *clause)
{
    guint8 *none = htol_arena_new0(clause->arena, guint8, clause->n_members);
    Linkage how;
    for (guint member; (member = next_member(clause, none, &how)) < clause->n_members;)
        if (!search_component(clause, member))
            return FALSE;
    return TRUE;
}

/* ---- clauses ---- */

static guint count_columns(const HtolJoin *join)
{
    guint columns = 0;
    for (guint i = 0; i < join->n_members; i++)
        columns += join->members[i]->columns;
    return columns;
}

static void add_member(Clause *clause, guint index, const HtolRelation *relation, guint first)
{
    HtolMember *member = &clause->members[index];
    *member = (HtolMember){.relation = relation, .first = first, .n_rows = relation->rows};
    member->rows = htol_arena_new0(clause->arena, gsize, relation->rows);
    for (gsize i = 0; i < relation->rows; i++)
        member->rows[i] = i;
    for (guint i = 0; i < relation->columns; i++)
        clause->owner[first + i] = index;
}

static void begin_clause(Clause *clause, const HtolJoin *join)
{
    guint columns = count_columns(join), first = 0;
    clause->n_members = join->n_members;
    clause->members = htol_arena_new0(clause->arena, HtolMember, join->n_members);
    clause->removals = htol_arena_new0(clause->arena, Removal, join->n_members);
    clause->placed = htol_arena_new0(clause->arena, guint8, join->n_members);
    clause->chosen = htol_arena_new0(clause->arena, gsize, join->n_members);
    clause->owner = htol_arena_new0(clause->arena, guint, columns);
    clause->scratch.values = htol_arena_new0(clause->arena, HtolValue, columns);
    for (guint i = 0; i < join->n_members; i++) {
        add_member(clause, i, join->members[i], first);
        first += join->members[i]->columns;
    }
}

static void give_witness(Clause *clause, gsize *witness)
{
    for (guint i = clause->n_removals; i-- > 0;)
        choose_again(clause, &clause->removals[i]);
    for (guint i = 0; i < clause->n_members; i++)
        witness[i] = clause->members[i].rows[clause->chosen[i]];
}

static gboolean decide_clause(const GPtrArray *atoms, gpointer data)
{
    Problem *problem = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    Clause clause = {.arena = arena};
    begin_clause(&clause, problem->join);
    add_atoms(&clause, atoms);
    gboolean found = reduce(&clause) && take_away(&clause) && search_all(&clause);
    if (found && problem->witness)
        give_witness(&clause, problem->witness);
    problem->divided |= clause.scratch.divided;
    return found;
}

/* Of each variable, the kinds that it has. */
static guint8 *find_kinds(HtolArena *arena, const HtolJoin *join)
{
    guint8 *kinds = htol_arena_new0(arena, guint8, count_columns(join)), *of_member = kinds;
    for (guint i = 0; i < join->n_members; i++) {
        const HtolRelation *relation = join->members[i];
        for (gsize k = 0; k < relation->rows * relation->columns; k++)
            of_member[k % relation->columns] |= 1 << relation->values[k].kind;
        of_member += relation->columns;
    }
    return kinds;
}

gboolean htol_join(const HtolJoin *join, gsize *witness, gboolean *divided)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Problem problem = {.join = join, .witness = witness};
    gboolean found = htol_clauses(arena, join->guard, find_kinds(arena, join), decide_clause, &problem);
    if (divided)
        *divided = problem.divided;
    return found;
}
