/* Finds the locations of labels; see location.h. */
#include "annot/users/location.h"

#include "annot/graph/cfg.h"
#include "annot/graph/cfg_make.h"

#include <string.h>

typedef struct {
    const AnnotLocator *locator;
    const AnnotScript *script;
    const HtolLabelDecl *label;
    GArray *found; /* AnnotLocation */
    gboolean faulty;
} Finder;

static void fault(Finder *finder, const char *message)
{
    finder->faulty = TRUE;
    annot_scripts_fault(finder->locator->scripts, finder->script, finder->label->where, finder->label->name, message);
}

gboolean annot_location_same(const AnnotLocation *one, const AnnotLocation *other)
{
    return one->function == other->function && one->kind == other->kind && one->stmt == other->stmt;
}

static void add_location(Finder *finder, AnnotLocation location)
{
    for (guint i = 0; i < finder->found->len; i++)
        if (annot_location_same(&g_array_index(finder->found, AnnotLocation, i), &location))
            return;
    g_array_append_val(finder->found, location);
}

/* Adds the location before a statement; `behind`: as in AnnotLocation. */
static void add_statement(Finder *finder, guint function, const AnnotStmt *stmt, const AnnotStmt *behind)
{
    guint32 at = annot_text_before_pragma(finder->locator->text, stmt->at.begin);
    add_location(finder, (AnnotLocation){function, ANNOT_AT_STATEMENT, stmt, behind, at});
}

static void add_end(Finder *finder, guint function, const AnnotStmt *compound)
{
    guint32 end = compound->at.end;
    guint32 brace = end - (finder->locator->text->bytes[end - 1] == '}' ? 1 : 2); /* else %> */
    add_location(finder, (AnnotLocation){function, ANNOT_AT_END, compound, NULL, brace});
}

/* Whether labels can be put into the function; if not, the user is told. */
static gboolean is_measured(Finder *finder, const AnnotFunction *function)
{
    if (function->body)
        return TRUE;
    fault(finder, htol_arena_printf(finder->locator->arena, "function %s is passed through: %s", function->name,
                                    htol_skip_reason(function->skipped)));
    return FALSE;
}

/* ---- the next statement ---- */

/* The search around the place `offset`: for the innermost compound statement around it, and the first statement in that
 * which begins behind the place. */
typedef struct {
    const AnnotText *text;
    guint32 offset;
    const AnnotStmt *compound;
    gboolean is_value;              /* its last statement gives the value of an expression */
    const AnnotStmt *next, *behind; /* as in AnnotLocation */
} Search;

static gboolean search_stmt(Search *search, const AnnotStmt *stmt, const AnnotStmt *behind);

static gboolean is_labelled(const AnnotStmt *stmt)
{
    return stmt->kind == ANNOT_STMT_CASE || stmt->kind == ANNOT_STMT_DEFAULT || stmt->kind == ANNOT_STMT_LABEL;
}

static gboolean is_around(const Search *search, const AnnotStmt *stmt)
{
    return stmt && stmt->kind == ANNOT_STMT_COMPOUND && stmt->at.begin < search->offset &&
           search->offset < stmt->at.end;
}

static gboolean enter_compound(Search *search, const AnnotStmt *compound, gboolean is_value)
{
    search->compound = compound;
    search->is_value = is_value;
    search->next = search->behind = NULL;
    for (guint i = 0; i < compound->n_parts; i++)
        if (search_stmt(search, compound->parts[i], NULL))
            break;
    return TRUE;
}

/* Takes the statement if it is the first that begins behind the place; the location is behind its labels. */
static void offer_statement(Search *search, const AnnotStmt *stmt, const AnnotStmt *behind)
{
    guint32 begin = stmt->at.begin;
    if (begin < search->offset || (search->next && search->next->at.begin <= begin) ||
        annot_text_is_word(search->text, begin, "__label__"))
        return;
    for (; stmt && is_labelled(stmt); stmt = stmt->body)
        behind = behind ? behind : stmt;
    if (!stmt)
        return;
    search->next = stmt;
    search->behind = behind;
}

static gboolean search_expr(Search *search, const AnnotExpr *expr)
{
    if (!expr || expr->sealed || expr->asks_constant)
        return FALSE;
    if (is_around(search, expr->body))
        return enter_compound(search, expr->body, TRUE);
    for (guint i = 0; i < expr->n_operands; i++)
        if (search_expr(search, expr->operands[i]))
            return TRUE;
    return FALSE;
}

static gboolean search_exprs(Search *search, const AnnotStmt *stmt)
{
    for (guint i = 0; i < stmt->n_inits; i++)
        if (search_expr(search, stmt->inits[i]))
            return TRUE;
    return search_expr(search, stmt->expr) || search_expr(search, stmt->step) ||
           (stmt->init && search_exprs(search, stmt->init));
}

/* Searches the parts of the statement. Returns whether a compound statement around the place was entered: then nothing
 * behind that counts. */
static gboolean search_inside(Search *search, const AnnotStmt *stmt)
{
    if (is_around(search, stmt))
        return enter_compound(search, stmt, FALSE);
    if (stmt->kind == ANNOT_STMT_COMPOUND || stmt->at.end <= search->offset)
        return FALSE;
    if (search_exprs(search, stmt))
        return TRUE;
    for (guint i = 0; i < stmt->n_parts; i++)
        if (search_inside(search, stmt->parts[i]))
            return TRUE;
    return FALSE;
}

/* Searches the bodies of the statement; returns as search_inside does. */
static gboolean search_bodies(Search *search, const AnnotStmt *stmt, const AnnotStmt *behind)
{
    if (stmt->kind == ANNOT_STMT_ATTRIBUTED) /* nothing may come between it and what it is about */
        return stmt->body && (search_inside(search, stmt->body) || search_bodies(search, stmt->body, NULL));
    if (!is_labelled(stmt))
        behind = NULL;
    else if (!behind)
        behind = stmt;
    return (stmt->body && search_stmt(search, stmt->body, behind)) ||
           (stmt->other && search_stmt(search, stmt->other, NULL));
}

static gboolean search_stmt(Search *search, const AnnotStmt *stmt, const AnnotStmt *behind)
{
    offer_statement(search, stmt, behind);
    return search_inside(search, stmt) || search_bodies(search, stmt, behind);
}

static void find_next(Finder *finder, guint function, guint32 offset)
{
    const AnnotLocator *locator = finder->locator;
    Search search = {.text = locator->text, .offset = offset};
    search_inside(&search, locator->tree->functions[function]->body);
    if (!search.compound)
        return;
    if (search.next)
        add_statement(finder, function, search.next, search.behind);
    else if (search.is_value)
        fault(finder, "nothing may follow the last statement of a statement expression: it is its value");
    else
        add_end(finder, function, search.compound);
}

/* ---- lines ---- */

/* Returns the function around the offset, or n_functions. */
static guint function_at(const AnnotTree *tree, guint32 offset)
{
    guint i = 0;
    while (i < tree->n_functions && (offset < tree->functions[i]->at.begin || offset >= tree->functions[i]->at.end))
        i++;
    return i;
}

static void find_behind(Finder *finder, guint file, guint32 line)
{
    const AnnotTree *tree = finder->locator->tree;
    g_autoptr(GArray) offsets = annot_places_behind(finder->locator->places, file, line);
    for (guint i = 0; i < offsets->len; i++) {
        guint32 offset = g_array_index(offsets, guint32, i);
        guint function = function_at(tree, offset);
        if (function < tree->n_functions && is_measured(finder, tree->functions[function]))
            find_next(finder, function, offset);
    }
}

/* Finds the location of a label in a comment: the next statement, below the label's line. */
static void find_comment(Finder *finder)
{
    find_behind(finder, finder->script->file, finder->label->where.line + 1);
    if (finder->found->len == 0 && !finder->faulty)
        fault(finder, "no statement follows in a function");
}

static void find_entry(Finder *finder, guint index);

/* Finds the location of a partition: the entry of the function around its comment, or of the one that begins behind it.
 */
static void find_around(Finder *finder)
{
    const AnnotTree *tree = finder->locator->tree;
    g_autoptr(GArray) offsets =
        annot_places_behind(finder->locator->places, finder->script->file, finder->label->where.line + 1);
    for (guint i = 0; i < offsets->len; i++) {
        guint function = function_at(tree, g_array_index(offsets, guint32, i));
        if (function < tree->n_functions && is_measured(finder, tree->functions[function]))
            find_entry(finder, function);
    }
    if (finder->found->len == 0 && !finder->faulty)
        fault(finder, "no function is around it, or begins behind it");
}

static void find_line(Finder *finder)
{
    const AnnotLocator *locator = finder->locator;
    const HtolPlace *place = &finder->label->place;
    gboolean here = FALSE;
    for (guint file = 0; file < annot_places_files(locator->places); file++) {
        if (!annot_places_is_users(locator->places, file) ||
            !annot_scripts_means(locator->scripts, place->name, file) ||
            !annot_scripts_compiled(locator->scripts, file, place->line))
            continue;
        here = TRUE;
        find_behind(finder, file, place->line);
    }
    if (here && finder->found->len == 0 && !finder->faulty)
        fault(finder, htol_arena_printf(locator->arena, "no statement follows line %u of %s in a function", place->line,
                                        place->name));
}

/* ---- functions ---- */

/* Whether the label uses `\result`, which has no meaning where nothing is returned. */
static gboolean uses_result(const HtolLabelDecl *label)
{
    for (guint32 i = 0; i < label->n_bindings; i++)
        if (strstr(label->bindings[i].value.text, "\\result"))
            return TRUE;
    return strstr(label->predicate.text, "\\result") != NULL;
}

static void find_entry(Finder *finder, guint index)
{
    const AnnotText *text = finder->locator->text;
    const AnnotStmt *body = finder->locator->tree->functions[index]->body;
    const AnnotStmt *first = body->n_parts > 0 ? body->parts[0] : NULL;
    guint32 begin = annot_stmt_begin(text, body);
    if (!first)
        add_end(finder, index, body);
    else if (is_labelled(first) || annot_text_is_word(text, first->at.begin, "__label__"))
        add_location(finder, (AnnotLocation){index, ANNOT_AT_ENTRY, NULL, NULL, begin});
    else
        add_statement(finder, index, first, NULL);
}

static void find_returns(Finder *finder, guint function, const AnnotStmt *stmt);

static void find_returns_in(Finder *finder, guint function, const AnnotExpr *expr)
{
    if (!expr || expr->sealed || expr->asks_constant)
        return;
    if (expr->body)
        find_returns(finder, function, expr->body);
    for (guint i = 0; i < expr->n_operands; i++)
        find_returns_in(finder, function, expr->operands[i]);
}

static void find_returns(Finder *finder, guint function, const AnnotStmt *stmt)
{
    if (!stmt)
        return;
    gboolean has_value = stmt->expr && stmt->expr->type->kind != ANNOT_TYPE_VOID;
    find_returns_in(finder, function, stmt->expr);
    find_returns_in(finder, function, stmt->step);
    for (guint i = 0; i < stmt->n_inits; i++)
        find_returns_in(finder, function, stmt->inits[i]);
    find_returns(finder, function, stmt->init);
    for (guint i = 0; i < stmt->n_parts; i++)
        find_returns(finder, function, stmt->parts[i]);
    find_returns(finder, function, stmt->body);
    find_returns(finder, function, stmt->other);
    if (stmt->kind == ANNOT_STMT_RETURN && (has_value || !uses_result(finder->label)))
        add_location(finder, (AnnotLocation){function, ANNOT_AT_RETURN, stmt, NULL, stmt->at.begin});
}

/* Adds the end of the function's body, if control gets there. */
static void find_end(Finder *finder, guint index)
{
    const AnnotLocator *locator = finder->locator;
    const AnnotFunction *function = locator->tree->functions[index];
    if (uses_result(finder->label))
        return;
    AnnotCfg *cfg = annot_cfg_new(locator->arena, locator->text, function, (AnnotOptions){0});
    if (cfg->ends)
        add_end(finder, index, function->body);
    annot_cfg_free(cfg);
}

static void find_leaving(Finder *finder, guint index, gboolean also_end)
{
    const AnnotFunction *function = finder->locator->tree->functions[index];
    guint before = finder->found->len;
    find_returns(finder, index, function->body);
    if (also_end)
        find_end(finder, index);
    if (finder->found->len == before)
        fault(finder, htol_arena_printf(finder->locator->arena,
                                        uses_result(finder->label) ? "%s never returns a value"
                                        : also_end                 ? "%s never returns"
                                                                   : "%s has no return statement",
                                        function->name));
}

gboolean annot_location_means(const AnnotLocator *locator, const AnnotFunction *function, const HtolPlace *place)
{
    guint file = annot_places_find(locator->places, function->name_at).file;
    return strcmp(function->name, place->name) == 0 &&
           (!place->file || annot_scripts_means(locator->scripts, place->file, file));
}

static void find_in_functions(Finder *finder)
{
    const AnnotTree *tree = finder->locator->tree;
    for (guint i = 0; i < tree->n_functions; i++) {
        const AnnotFunction *function = tree->functions[i];
        if (!annot_location_means(finder->locator, function, &finder->label->place) || !is_measured(finder, function))
            continue;
        if (finder->label->place.kind == HTOL_PLACE_ENTRY)
            find_entry(finder, i);
        else
            find_leaving(finder, i, finder->label->place.kind == HTOL_PLACE_EXIT);
    }
}

GArray *annot_locations_of(const AnnotLocator *locator, const AnnotScript *script, const HtolLabelDecl *label)
{
    Finder finder = {locator, script, label, g_array_new(FALSE, FALSE, sizeof(AnnotLocation)), FALSE};
    switch (label->place.kind) {
    case HTOL_PLACE_NEXT:
        if (script->kind == HTOL_SCRIPT_COMMENT && label->partition)
            find_around(&finder);
        else if (script->kind == HTOL_SCRIPT_COMMENT)
            find_comment(&finder);
        else
            fault(&finder, "in a file a label must name its place: `at FILE:LINE`, `at FUNCTION@entry`, `@exit` or "
                           "`@return`");
        break;
    case HTOL_PLACE_LINE: find_line(&finder); break;
    case HTOL_PLACE_ENTRY:
    case HTOL_PLACE_EXIT:
    case HTOL_PLACE_RETURN: find_in_functions(&finder); break;
    case HTOL_PLACE_SITE: break;
    }
    if (finder.faulty)
        g_array_set_size(finder.found, 0);
    return finder.found;
}

/* Finds the location of a mark, the statement at offset `stmt`; a fault if it is only a part of one. */
static void find_mark(Finder *finder, guint32 stmt)
{
    const AnnotTree *tree = finder->locator->tree;
    guint function = function_at(tree, stmt);
    if (function == tree->n_functions) {
        fault(finder, "it does not stand in a function");
        return;
    }
    if (!is_measured(finder, tree->functions[function]))
        return;
    find_next(finder, function, stmt);
    if (finder->found->len == 0 || g_array_index(finder->found, AnnotLocation, 0).kind != ANNOT_AT_STATEMENT ||
        g_array_index(finder->found, AnnotLocation, 0).stmt->at.begin != stmt)
        fault(finder, "it is not a statement");
}

GArray *annot_locations_of_mark(const AnnotLocator *locator, const AnnotScript *script, const AnnotMarked *marked)
{
    Finder finder = {locator, script, marked->decl, g_array_new(FALSE, FALSE, sizeof(AnnotLocation)), FALSE};
    find_mark(&finder, marked->mark->stmt);
    if (finder.faulty)
        g_array_set_size(finder.found, 0);
    return finder.found;
}
