/* Meets the calls of a function in its callers; see context.h. */
#include "prune/objectives/context.h"

#include "prune/encode/encode.h"
#include "prune/state/operate.h"
#include "prune/state/place.h"

/* The most callers: all of them are encoded. */
enum { MOST_CALLERS = 8 };

typedef struct {
    const PruneSubject *subject;
    const GArray *sites; /* PruneCallSite: all calls that enter it */
    GHashTable *exprs;   /* set of const AnnotExpr: their expressions */
    GPtrArray *callers;  /* const AnnotFunction, each once */
} Search;

/* Adds to `met` the calls that the pass over the caller meets; FALSE if the caller cannot be encoded. */
static gboolean meet_calls(const Search *search, const AnnotFunction *caller, GPtrArray *met)
{
    const PruneSubject *subject = search->subject;
    g_autoptr(GHashTable) nothing = g_hash_table_new(NULL, NULL);
    PruneEncoding encoding = {.arena = subject->arena,
                              .logic = subject->logic,
                              .text = subject->text,
                              .tree = subject->tree,
                              .function = caller,
                              .moments = nothing,
                              .early = nothing,
                              .calls = met};
    return prune_encode(&encoding) == NULL;
}

static gboolean is_met(const AnnotExpr *expr, const GPtrArray *met)
{
    for (guint i = 0; i < met->len; i++)
        if (((const PruneCall *)met->pdata[i])->expr == expr)
            return TRUE;
    return FALSE;
}

static gboolean are_met(const Search *search, const GPtrArray *met)
{
    for (guint i = 0; i < search->sites->len; i++)
        if (!is_met(g_array_index(search->sites, PruneCallSite, i).expr, met))
            return FALSE;
    return TRUE;
}

/* Makes the truth that the call is made, with these values of the function's parameters. */
static PruneTerm entered_by(const Search *search, const PruneCall *call, const PruneTerm *parameters)
{
    PruneLogic *logic = search->subject->logic;
    const AnnotFunction *function = search->subject->function;
    PruneTerm term = call->guard;
    for (guint i = 0; i < function->n_parameters; i++) {
        const AnnotType *type = function->parameters[i]->type;
        PruneTerm value = prune_convert(logic, call->arguments[i + 1], call->expr->operands[i + 1]->type, type);
        if (value && parameters[i])
            term = prune_and(logic, term, prune_equal(logic, parameters[i], value));
    }
    return term;
}

static gboolean join_calls(const Search *search, const GPtrArray *met, PruneContext *context)
{
    const PruneSubject *subject = search->subject;
    guint n = subject->function->n_parameters;
    PruneTerm *parameters = htol_arena_new0(subject->arena, PruneTerm, MAX(n, 1));
    for (guint i = 0; i < n; i++)
        if (prune_has_bits(subject->logic, subject->function->parameters[i]->type))
            parameters[i] = prune_free_bits(subject->logic, prune_bits_of(subject->function->parameters[i]->type));
    *context = (PruneContext){subject->logic->no, parameters};
    for (guint i = 0; i < met->len; i++) {
        const PruneCall *call = met->pdata[i];
        if (!g_hash_table_contains(search->exprs, call->expr))
            continue;
        if (call->expr->n_operands != n + 1)
            return FALSE;
        context->entry = prune_or(subject->logic, context->entry, entered_by(search, call, parameters));
    }
    return TRUE;
}

static gboolean find_context(const Search *search, PruneContext *context)
{
    g_autoptr(GPtrArray) met = g_ptr_array_new();
    for (guint i = 0; i < search->callers->len; i++)
        if (!meet_calls(search, search->callers->pdata[i], met))
            return FALSE;
    return are_met(search, met) && join_calls(search, met, context);
}

static void add_site(Search *search, const PruneCallSite *site)
{
    g_hash_table_add(search->exprs, (gpointer)site->expr);
    if (!g_ptr_array_find(search->callers, site->caller, NULL))
        g_ptr_array_add(search->callers, (gpointer)site->caller);
}

gboolean prune_context_find(const PruneSubject *subject, PruneContext *context)
{
    const GArray *sites = prune_callers_of(subject->callers, subject->function);
    g_autoptr(GHashTable) exprs = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) callers = g_ptr_array_new();
    Search search = {subject, sites, exprs, callers};
    for (guint i = 0; sites && i < sites->len; i++)
        add_site(&search, &g_array_index(sites, PruneCallSite, i));
    return sites && callers->len <= MOST_CALLERS && find_context(&search, context);
}
