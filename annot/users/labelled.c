/* Writes labels into the text of a unit; see labelled.h. Each expression that is to be found again in the tree is cast
 * to void, with its number in a comment behind the cast: no text of the user has one there, for it is preprocessed. A
 * label becomes NUMBER(SAFE && PREDICATE && (NUMBER(VALUE), ..., 1)): its values are evaluated where it is covered. */
#include "annot/users/labelled.h"

#include <stdlib.h>
#include <string.h>

#include "annot/text/dialect.h"
#include "annot/text/edit.h"

#define NUMBER "(void)/*hlcov "

typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    AnnotEdits *edits;
    AnnotLabelled *labelled;
    GPtrArray *found; /* const AnnotExpr ** by number: where the expression goes */
} Writer;

/* ---- one label ---- */

/* Appends the expression behind the next number, which goes to *place. */
static void append_numbered(Writer *w, const AnnotExpr **place, const char *code, GString *out)
{
    g_string_append_printf(out, NUMBER "%u*/(%s)", w->found->len, code);
    g_ptr_array_add(w->found, place);
}

static void append_part(const AnnotFragment *fragment, const char *code, GString *out)
{
    if (fragment->safe)
        g_string_append_printf(out, "(%s)&&", fragment->safe);
    g_string_append_printf(out, "%s&&", code);
}

static void append_label(Writer *w, AnnotStanding *standing, GString *out)
{
    const AnnotLabel *label = standing->label;
    g_autoptr(GString) holds = g_string_new(NULL), values = g_string_new(NULL);
    append_part(label->predicate, label->predicate->code, holds);
    for (guint32 i = 0; i < label->decl->n_bindings; i++) {
        append_numbered(w, &standing->values[i], label->values[i].code, values);
        g_string_append_c(values, ',');
        if (label->values[i].safe)
            g_string_append_printf(holds, "(%s)&&", label->values[i].safe);
    }
    g_string_append_printf(holds, "(%s1)", values->str);
    append_numbered(w, &standing->holds, holds->str, out);
    g_string_append_c(out, ';');
}

static void append_kill(Writer *w, AnnotStanding *standing, GString *out)
{
    const AnnotFragment *predicate = standing->kill->predicate;
    g_autoptr(GString) holds = g_string_new(NULL);
    g_string_append_c(out, '{');
    for (guint i = 0; i < predicate->n_metas; i++)
        g_string_append_printf(out, "%s%s;", annot_meta_type(predicate->metas[i].kind), predicate->metas[i].name);
    for (guint i = 0; i < predicate->n_metas; i++) {
        append_numbered(w, &standing->values[i], predicate->metas[i].name, out);
        g_string_append_c(out, ';');
    }
    append_part(predicate, predicate->code, holds);
    g_string_append_c(holds, '1');
    append_numbered(w, &standing->holds, holds->str, out);
    g_string_append(out, ";}");
}

static gboolean is_good(const AnnotLabel *label)
{
    gboolean good = label->predicate && !label->predicate->fault && !label->state && !annot_label_only_kills(label);
    for (guint32 i = 0; good && i < label->decl->n_bindings; i++)
        good = !label->values[i].fault;
    return good;
}

/* ---- one location ---- */

static void add(Writer *w, guint function, const AnnotStep *step, const AnnotLabel *label, const AnnotKill *kill)
{
    guint n = kill ? kill->predicate->n_metas : label->decl->n_bindings;
    AnnotStanding standing = {function, step, label, kill, NULL, htol_arena_new0(w->arena, const AnnotExpr *, n)};
    g_array_append_val(w->labelled->standing, standing);
}

static void add_step(Writer *w, guint function, const AnnotStep *step)
{
    for (guint i = 0; i < step->labels->len; i++)
        if (is_good(step->labels->pdata[i]))
            add(w, function, step, step->labels->pdata[i], NULL);
    for (guint i = 0; i < step->kills->len; i++) {
        const AnnotKill *kill = step->kills->pdata[i];
        if (kill->predicate && !kill->predicate->fault)
            add(w, function, step, kill->label, kill);
    }
}

/* Numbers of expressions lead into the array, which does not grow any more then. */
static void add_all(Writer *w, const AnnotSteps *steps)
{
    for (guint f = 0; f < steps->n_functions; f++)
        for (guint i = 0; i < steps->functions[f].steps->len; i++)
            add_step(w, f, steps->functions[f].steps->pdata[i]);
}

/* Puts the code into a return statement, where its value is known. */
static void insert_in_return(Writer *w, const AnnotStmt *stmt, const char *code)
{
    const AnnotExpr *value = stmt->expr;
    if (!value) {
        annot_edits_wrap(w->edits, stmt->at, g_strdup_printf("{%s", code), g_strdup("}"));
        return;
    }
    annot_edits_wrap(w->edits, stmt->at, g_strdup("{" ANNOT_AUTO " " ANNOT_RESULT "="), g_strdup("}"));
    annot_edits_replace(w->edits, (AnnotExtent){stmt->at.begin, value->at.begin},
                        g_strdup_printf("%s(", annot_result_conversion(value)));
    annot_edits_wrap(w->edits, value->at, NULL, g_strdup_printf(");%sreturn " ANNOT_RESULT, code));
}

static void insert(Writer *w, const AnnotLocation *location, const char *code)
{
    const AnnotStmt *stmt = location->stmt;
    switch (location->kind) {
    case ANNOT_AT_ENTRY:
    case ANNOT_AT_END: annot_edits_insert(w->edits, location->at, g_strdup_printf("{%s}", code)); break;
    case ANNOT_AT_STATEMENT:
        while (stmt->attributed)
            stmt = stmt->attributed;
        if (location->behind && location->behind->sub)
            annot_edits_wrap(w->edits, location->behind->at, g_strdup("{"), g_strdup("}"));
        annot_edits_wrap(w->edits, stmt->at, g_strdup_printf(stmt->sub ? "{{%s}" : "{%s}", code),
                         stmt->sub ? g_strdup("}") : NULL);
        break;
    case ANNOT_AT_RETURN: insert_in_return(w, stmt, code); break;
    }
}

/* Returns the code of what stands at one location, from *index on, which moves behind it. */
static char *code_at(Writer *w, guint *index)
{
    const AnnotStep *step = g_array_index(w->labelled->standing, AnnotStanding, *index).step;
    GString *code = g_string_new(NULL);
    for (; *index < w->labelled->standing->len; (*index)++) {
        AnnotStanding *standing = &g_array_index(w->labelled->standing, AnnotStanding, *index);
        if (standing->step != step)
            break;
        if (standing->kill)
            append_kill(w, standing, code);
        else
            append_label(w, standing, code);
    }
    return g_string_free(code, FALSE);
}

static gboolean can_hold(const AnnotStep *step)
{
    const AnnotExpr *value = step->location.kind == ANNOT_AT_RETURN ? step->location.stmt->expr : NULL;
    return !value || value->placed;
}

static void insert_all(Writer *w)
{
    for (guint i = 0; i < w->labelled->standing->len;) {
        const AnnotStep *step = g_array_index(w->labelled->standing, AnnotStanding, i).step;
        g_autofree char *code = code_at(w, &i);
        if (can_hold(step))
            insert(w, &step->location, code);
    }
}

/* ---- the tree ---- */

static void find(const AnnotExpr *expr, gpointer data)
{
    const Writer *w = data;
    const AnnotText *text = &w->labelled->text;
    guint32 at = expr->at.begin;
    if (expr->kind != ANNOT_EXPR_CAST || !expr->placed || text->size - at < sizeof NUMBER ||
        memcmp(text->bytes + at, NUMBER, strlen(NUMBER)) != 0)
        return;
    gulong number = strtoul(text->bytes + at + strlen(NUMBER), NULL, 10);
    if (number < w->found->len)
        *(const AnnotExpr **)w->found->pdata[number] = expr->operands[0];
}

static void drop_lost(GArray *standing)
{
    for (guint i = standing->len; i-- > 0;)
        if (!g_array_index(standing, AnnotStanding, i).holds)
            g_array_remove_index(standing, i);
}

static void find_all(Writer *w)
{
    const AnnotTree *tree = w->labelled->tree;
    for (guint i = 0; i < tree->n_functions; i++)
        annot_tree_visit_stmt(tree->functions[i]->body, &(AnnotTreeVisit){NULL, find, w});
    drop_lost(w->labelled->standing);
}

static gboolean parse(Writer *w, const char *const *clang_args)
{
    GString *text = annot_edits_apply(w->edits, w->text, (AnnotExtent){0, w->text->size});
    char *bytes = htol_arena_strndup(w->arena, text->str, text->len);
    w->labelled->text = (AnnotText){bytes, (guint32)text->len};
    g_string_free(text, TRUE);
    AnnotTree *tree = annot_tree_parse(w->arena, &w->labelled->text, clang_args, TRUE, NULL);
    w->labelled->tree = tree;
    return tree && tree->n_errors == 0;
}

AnnotLabelled *annot_labelled_new(HtolArena *arena, const AnnotText *text, const AnnotSteps *steps,
                                  const char *const *clang_args)
{
    AnnotLabelled *labelled = htol_arena_new0(arena, AnnotLabelled, 1);
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    Writer w = {arena, text, annot_edits_new(), labelled, found};
    labelled->standing = g_array_new(FALSE, FALSE, sizeof(AnnotStanding));
    add_all(&w, steps);
    insert_all(&w);
    gboolean good = parse(&w, clang_args);
    annot_edits_free(w.edits);
    if (!good) {
        annot_labelled_free(labelled);
        return NULL;
    }
    find_all(&w);
    return labelled;
}

void annot_labelled_free(AnnotLabelled *labelled)
{
    g_array_unref(labelled->standing);
}
