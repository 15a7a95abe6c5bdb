/* Looks for all calls of static functions; see callers.h. The tree may lack parts of the text, so each time that a name
 * stands in the text is accounted for: the function is called there, or declared outside of all functions. */
#include "prune/facts/callers.h"

#include <string.h>

/* A static function. */
typedef struct {
    const AnnotFunction *function;
    GArray *calls;        /* PruneCallSite */
    gboolean open;        /* it may be entered by other ways than these calls */
    guint stands, called; /* how often its name stands in the function that is looked at; in calls, by the tree */
} Entered;

struct PruneCallers {
    const AnnotText *text;
    const AnnotTree *tree;
    GHashTable *all; /* name: Entered */
};

/* The search, from the beginning of the text to its end. */
typedef struct {
    PruneCallers *callers;
    GPtrArray *touched; /* Entered whose names stand in the function that is looked at */
    guint function;     /* the first one that does not end before the word that is looked at */
    guint32 token;      /* outside of functions: the first one that does not end before it */
    guint next, depth;  /* the first function that does not end before the token; braces around that */
} Search;

static void free_entered(gpointer data)
{
    Entered *entered = data;
    g_array_unref(entered->calls);
    g_free(entered);
}

static void add_function(PruneCallers *callers, const AnnotFunction *function)
{
    Entered *known = g_hash_table_lookup(callers->all, function->name);
    if (known)
        known->open = TRUE;
    if (known || function->linkage != ANNOT_STATIC || !function->body)
        return;
    Entered *entered = g_new0(Entered, 1);
    entered->function = function;
    entered->calls = g_array_new(FALSE, FALSE, sizeof(PruneCallSite));
    g_hash_table_insert(callers->all, (gpointer)function->name, entered);
}

/* ---- outside of functions ---- */

/* Whether a token begins at `at`, outside of functions and of braces: the word there is not a part of a literal. */
static gboolean is_outermost(Search *search, guint32 at)
{
    const AnnotText *text = search->callers->text;
    const AnnotTree *tree = search->callers->tree;
    while (search->token < at) {
        guint32 token = search->token, end = annot_text_token_end(text, token);
        while (search->next < tree->n_functions && tree->functions[search->next]->at.end <= token)
            search->next++;
        if (search->next < tree->n_functions && tree->functions[search->next]->at.begin <= token)
            end = tree->functions[search->next]->at.end;
        else
            search->depth += text->bytes[token] == '{' ? 1 : text->bytes[token] == '}' ? -1 : 0;
        search->token = annot_text_skip(text, end);
    }
    return search->token == at && search->depth == 0;
}

/* Whether the word declares a function; else it might take its address, or name it to the assembler or the linker. */
static gboolean is_declaration(Search *search, guint32 at, guint32 end)
{
    const AnnotText *text = search->callers->text;
    return text->bytes[annot_text_skip(text, end)] == '(' && is_outermost(search, at);
}

static gboolean is_pragma(const AnnotText *text, guint32 at)
{
    while (at > 0 && text->bytes[at - 1] != '\n')
        at--;
    return !g_ascii_isdigit(text->bytes[at + strspn(text->bytes + at, "# \t")]);
}

/* ---- in a function ---- */

typedef struct {
    const PruneCallers *callers;
    const AnnotFunction *caller;
} Visited;

/* Adds a call of a static function; an AnnotTreeVisit.expr. */
static void add_call(const AnnotExpr *expr, gpointer data)
{
    const Visited *visited = data;
    gboolean named = expr->kind == ANNOT_EXPR_CALL && expr->decl && expr->decl->kind == ANNOT_DECL_FUNCTION;
    Entered *entered = named ? g_hash_table_lookup(visited->callers->all, expr->decl->name) : NULL;
    if (!entered)
        return;
    entered->called++;
    g_array_append_val(entered->calls, ((PruneCallSite){visited->caller, expr}));
}

/* Ends a function: static functions whose names stand in it otherwise than to be called or defined are open. */
static void end_function(Search *search)
{
    const AnnotFunction *function = search->callers->tree->functions[search->function++];
    Visited visited = {search->callers, function};
    if (search->touched->len > 0 && function->body)
        annot_tree_visit_stmt(function->body, &(AnnotTreeVisit){NULL, add_call, &visited});
    for (guint i = 0; i < search->touched->len; i++) {
        Entered *entered = search->touched->pdata[i];
        entered->open |= entered->stands != entered->called + (entered->function == function);
        entered->stands = entered->called = 0;
    }
    g_ptr_array_set_size(search->touched, 0);
}

/* ---- all ---- */

static gboolean is_in_function(Search *search, guint32 at)
{
    const AnnotTree *tree = search->callers->tree;
    while (search->function < tree->n_functions && tree->functions[search->function]->at.end <= at)
        end_function(search);
    return search->function < tree->n_functions && tree->functions[search->function]->at.begin <= at;
}

static void look_at(Search *search, guint32 at, guint32 end, Entered *entered)
{
    const AnnotText *text = search->callers->text;
    if (annot_text_in_directive(text, at)) {
        entered->open |= is_pragma(text, at);
    } else if (!is_in_function(search, at)) {
        entered->open |= !is_declaration(search, at, end);
    } else {
        if (entered->stands++ == 0)
            g_ptr_array_add(search->touched, entered);
    }
}

/* Looks at all words of the text, in literals and directives too. */
static void look_at_words(Search *search)
{
    const AnnotText *text = search->callers->text;
    g_autoptr(GString) word = g_string_new(NULL);
    for (guint32 end, at = 0; at < text->size; at = end + 1) {
        for (end = at; end < text->size && annot_is_word_byte(text->bytes[end]); end++)
            continue;
        g_string_truncate(word, 0);
        g_string_append_len(word, text->bytes + at, end - at);
        Entered *entered = end > at ? g_hash_table_lookup(search->callers->all, word->str) : NULL;
        if (entered)
            look_at(search, at, end, entered);
    }
    is_in_function(search, text->size);
}

/* Whether some function of the unit is called by nobody, when the program starts or ends. */
static gboolean has_constructors(const AnnotText *text)
{
    return strstr(text->bytes, "constructor") || strstr(text->bytes, "destructor");
}

PruneCallers *prune_callers_new(const AnnotText *text, const AnnotTree *tree)
{
    PruneCallers *callers = g_new(PruneCallers, 1);
    *callers = (PruneCallers){text, tree, g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_entered)};
    if (has_constructors(text))
        return callers;
    for (guint i = 0; i < tree->n_functions; i++)
        add_function(callers, tree->functions[i]);
    Search search = {.callers = callers, .touched = g_ptr_array_new(), .token = annot_text_skip(text, 0)};
    look_at_words(&search);
    g_ptr_array_unref(search.touched);
    return callers;
}

void prune_callers_free(PruneCallers *callers)
{
    g_hash_table_unref(callers->all);
    g_free(callers);
}

const GArray *prune_callers_of(const PruneCallers *callers, const AnnotFunction *function)
{
    const Entered *entered = g_hash_table_lookup(callers->all, function->name);
    return entered && !entered->open && entered->function == function ? entered->calls : NULL;
}
