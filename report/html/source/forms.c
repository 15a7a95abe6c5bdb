/* Lists hyperlabels by the shape of their decision; see forms.h. */
#include "report/html/source/forms.h"

#include "htol/expand/expansion.h"

#include <string.h>

#include "report/html/parts/frame.h"
#include "report/judge/alike.h"

/* In bytes, of rows. */
enum { MOST_OF_PAGE = 1 << 20 };

struct ReportForms {
    const ReportModel *model;
    const char *directory;
    GHashTable *pages; /* set of names of those that were written */
    GError *error;     /* the first */
};

ReportForms *report_forms_new(const ReportModel *model, const char *directory)
{
    ReportForms *forms = g_new0(ReportForms, 1);
    *forms = (ReportForms){model, directory, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), NULL};
    return forms;
}

void report_forms_free(ReportForms *forms)
{
    g_hash_table_unref(forms->pages);
    g_clear_error(&forms->error);
    g_free(forms);
}

gboolean report_forms_good(ReportForms *forms, GError **error)
{
    gboolean good = !forms->error;
    if (!good)
        g_propagate_error(error, g_steal_pointer(&forms->error));
    return good;
}

gboolean report_has_form(const HtolObjective *objective)
{
    return objective->hyper && objective->site.kind == HTOL_SITE_DECISION && !objective->is_cut && !objective->user;
}

/* ---- rows ---- */

/* Without the number of the decision; to be freed. */
static char *hyper_of(const HtolObjective *what)
{
    GString *text = g_string_new(NULL);
    htol_hyper_print(what->hyper, text);
    g_string_replace(text, "decision 0", "decision", 0);
    return g_string_free(text, FALSE);
}

/* What is listed of a shape: hyperlabels, each once, and who asks for it. */
typedef struct {
    char *hyper;
    GString *names;   /* "CC DCC d.c1=T; 2-CC d:TF" */
    const char *last; /* place of the last one */
} Row;

static void free_row(gpointer row)
{
    g_free(((Row *)row)->hyper);
    g_string_free(((Row *)row)->names, TRUE);
    g_free(row);
}

static void add_name(Row *row, const char *criterion, const HtolObjective *what)
{
    const char *place = what->in_decision, *decision = place == what->id ? "" : "d";
    if (row->last && strcmp(row->last, place) == 0)
        g_string_truncate(row->names, row->names->len - strlen(" ") - strlen(decision) - strlen(place));
    else
        g_string_append(row->names, row->last ? ";" : "");
    g_string_append_printf(row->names, "%s%s %s%s", row->names->len ? " " : "", criterion, decision, place);
    row->last = place;
}

static Row *row_of(GPtrArray *rows, GHashTable *known, char *hyper)
{
    Row *row = g_hash_table_lookup(known, hyper);
    if (row) {
        g_free(hyper);
        return row;
    }
    row = g_new(Row, 1);
    *row = (Row){hyper, g_string_new(NULL), NULL};
    g_ptr_array_add(rows, row);
    g_hash_table_insert(known, hyper, row);
    return row;
}

static void put_row(const Row *row, FILE *out)
{
    fputs("<tr><th>", out);
    report_html_string(out, row->names->str);
    fputs("<td>", out);
    report_html_string(out, row->hyper);
    putc('\n', out);
}

/* As many as a page may hold. */
static void put_rows(const GPtrArray *rows, FILE *out)
{
    gsize size = 0;
    guint i = 0;
    for (; i < rows->len && size < MOST_OF_PAGE; i++) {
        const Row *row = rows->pdata[i];
        size += row->names->len + strlen(row->hyper);
        put_row(row, out);
    }
    if (i < rows->len)
        fprintf(out, "<tr><th>%u more<td>too much for a page: <code>hlcov dump --htol</code> prints all\n",
                rows->len - i);
}

static GPtrArray *rows_of(const ReportForms *forms, const HtolFunction *of, guint32 decision)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction function = htol_function_alone(of, decision);
    guint count;
    const HtolObjective *objectives = htol_expand(arena, &function, &forms->model->selection, &count);
    GPtrArray *rows = g_ptr_array_new_with_free_func(free_row);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < count; i++)
        if (report_has_form(&objectives[i]))
            add_name(row_of(rows, known, hyper_of(&objectives[i])),
                     htol_selection_name(&forms->model->selection, objectives[i].criterion), &objectives[i]);
    return rows;
}

/* ---- pages ---- */

static void put_page(const ReportForms *forms, const HtolFunction *function, guint32 decision, FILE *out)
{
    g_autoptr(GPtrArray) rows = rows_of(forms, function, decision);
    guint conditions = function->decisions[decision].conditions;
    report_frame_begin(out, forms->model, REPORT_PAGE_OTHER, "HTOL of a decision");
    fprintf(
        out,
        "<div class=hero><div><h1>HTOL of a decision</h1><p>with %u condition%s, and of all others whose conditions "
        "c1, c2, ... are joined alike</p></div></div>\n<table class=tt>\n",
        conditions, conditions == 1 ? "" : "s");
    put_rows(rows, out);
    fputs("</table>\n", out);
    report_frame_end(out, forms->model, REPORT_PAGE_OTHER);
}

static void write_page(ReportForms *forms, const HtolFunction *function, guint32 decision, const char *name)
{
    ReportOutput output;
    if (forms->error || !report_html_open(forms->directory, name, &output, &forms->error))
        return;
    put_page(forms, function, decision, output.stream);
    report_output_close(&output, &forms->error);
}

/* Names a page by a hash of the shape, so that it has the same name in each report, whoever comes first. */
static char *name_of(const HtolFunction *function, guint32 decision)
{
    g_autoptr(GString) shape = g_string_new(NULL);
    report_shape_append(function, decision, shape);
    g_autofree char *hash = report_file_hash(shape->str, shape->len);
    return g_strdup_printf("htol.%s.html", hash);
}

void report_forms_put_link(ReportForms *forms, const ReportFunction *function, guint32 decision, FILE *out)
{
    char *name = name_of(function->function, decision);
    fputs(name, out);
    if (!g_hash_table_contains(forms->pages, name))
        write_page(forms, function->function, decision, name);
    g_hash_table_add(forms->pages, name);
}
