/* Looks for all calls of a function; see context.h. The tree may lack parts of the text, so each time that the name
 * stands in the text is accounted for: it is called there, or declared outside of all functions. */
#include "prune/context.h"

#include <string.h>

#include "prune/operate.h"
#include "prune/place.h"

/* Of callers, all of which are encoded. */
enum { MOST_CALLERS = 8 };

typedef struct {
    const PruneSubject *subject;
    const char *name;
    guint *stands;      /* of each function of the tree, how often the name stands in it */
    GPtrArray *exprs;   /* const AnnotExpr: calls that the tree has */
    GPtrArray *callers; /* const AnnotFunction */
} Search;

/* ---- where its name stands ---- */

/* The index of the function that holds the offset; the number of functions if none does. */
static guint function_at(const AnnotTree *tree, guint32 at)
{
    guint i = 0;
    while (i < tree->n_functions && (at < tree->functions[i]->at.begin || at >= tree->functions[i]->at.end))
        i++;
    return i;
}

/* Whether it is a token by itself, in no literal and in no braces but those around functions, which it is not in. */
static gboolean is_outermost(const Search *search, guint32 at)
{
    const AnnotText *text = search->subject->text;
    const AnnotTree *tree = search->subject->tree;
    guint depth = 0, next = 0;
    guint32 i, end;
    for (i = annot_text_skip(text, 0); i < at; i = annot_text_skip(text, end)) {
        end = annot_text_token_end(text, i);
        while (next < tree->n_functions && tree->functions[next]->at.end <= i)
            next++;
        if (next < tree->n_functions && tree->functions[next]->at.begin <= i)
            end = tree->functions[next]->at.end;
        else
            depth += text->bytes[i] == '{' ? 1 : text->bytes[i] == '}' ? -1 : 0;
    }
    return i == at && depth == 0;
}

/* A declaration, and nothing that takes its address, or names it to the assembler or the linker. */
static gboolean is_declaration(const Search *search, guint32 at)
{
    const AnnotText *text = search->subject->text;
    guint32 end = at + (guint32)strlen(search->name);
    return text->bytes[annot_text_skip(text, end)] == '(' && is_outermost(search, at);
}

static gboolean is_pragma(const AnnotText *text, guint32 at)
{
    while (at > 0 && text->bytes[at - 1] != '\n')
        at--;
    return !g_ascii_isdigit(text->bytes[at + strspn(text->bytes + at, "# \t")]);
}

/* FALSE: at some of them it may do more than be declared or called. */
static gboolean find_places(Search *search)
{
    const AnnotText *text = search->subject->text;
    const AnnotTree *tree = search->subject->tree;
    for (guint32 at = 0; (at = annot_text_find_word(text, at, search->name)) < text->size; at++) {
        guint function = function_at(tree, at);
        if (annot_text_in_directive(text, at)) {
            if (is_pragma(text, at))
                return FALSE;
        } else if (function < tree->n_functions) {
            search->stands[function]++;
        } else if (!is_declaration(search, at)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* ---- calls ---- */

/* AnnotTreeVisit.expr */
static void add_call(const AnnotExpr *expr, gpointer data)
{
    const Search *search = data;
    if (expr->kind == ANNOT_EXPR_CALL && expr->decl && strcmp(expr->decl->name, search->name) == 0)
        g_ptr_array_add(search->exprs, (gpointer)expr);
}

/* Whether it does nothing there but be called, and be defined. */
static gboolean search_function(Search *search, const AnnotFunction *function, guint stands)
{
    guint before = search->exprs->len;
    if (stands == 0)
        return TRUE;
    if (function->body)
        annot_tree_visit_stmt(function->body, &(AnnotTreeVisit){NULL, add_call, search});
    guint calls = search->exprs->len - before;
    if (calls > 0)
        g_ptr_array_add(search->callers, (gpointer)function);
    return stands == calls + (function == search->subject->function);
}

/* Whether some function of the unit is called by nobody, when the program starts or ends. */
static gboolean has_constructors(const AnnotText *text)
{
    return strstr(text->bytes, "constructor") || strstr(text->bytes, "destructor");
}

static gboolean find_calls(Search *search)
{
    const AnnotTree *tree = search->subject->tree;
    if (search->subject->function->linkage != ANNOT_STATIC || has_constructors(search->subject->text) ||
        !find_places(search))
        return FALSE;
    for (guint i = 0; i < tree->n_functions; i++)
        if (!search_function(search, tree->functions[i], search->stands[i]))
            return FALSE;
    return search->callers->len <= MOST_CALLERS;
}

/* ---- what it is called with ---- */

/* The calls that the pass meets in the caller; FALSE if it cannot be encoded. */
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

/* That this call enters the function, with these values of parameters. */
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
        if (prune_has_bits(subject->function->parameters[i]->type))
            parameters[i] = prune_free_bits(subject->logic, prune_bits_of(subject->function->parameters[i]->type));
    *context = (PruneContext){subject->logic->no, parameters};
    for (guint i = 0; i < met->len; i++) {
        const PruneCall *call = met->pdata[i];
        if (!g_ptr_array_find(search->exprs, call->expr, NULL))
            continue;
        if (call->expr->n_operands != n + 1)
            return FALSE;
        context->entry = prune_or(subject->logic, context->entry, entered_by(search, call, parameters));
    }
    return TRUE;
}

static gboolean find_context(Search *search, PruneContext *context)
{
    g_autoptr(GPtrArray) met = g_ptr_array_new();
    if (!find_calls(search))
        return FALSE;
    for (guint i = 0; i < search->callers->len; i++)
        if (!meet_calls(search, search->callers->pdata[i], met))
            return FALSE;
    for (guint i = 0; i < search->exprs->len; i++)
        if (!is_met(search->exprs->pdata[i], met))
            return FALSE;
    return join_calls(search, met, context);
}

gboolean prune_context_find(const PruneSubject *subject, PruneContext *context)
{
    Search search = {subject, subject->function->name, g_new0(guint, subject->tree->n_functions), g_ptr_array_new(),
                     g_ptr_array_new()};
    gboolean found = find_context(&search, context);
    g_free(search.stands);
    g_ptr_array_unref(search.exprs);
    g_ptr_array_unref(search.callers);
    return found;
}
