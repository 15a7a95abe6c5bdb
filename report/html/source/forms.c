/* Lists hyperlabels by the shape of their decision; see forms.h. */
#include "report/html/source/forms.h"

#include "htol/expand/expansion.h"

#include <string.h>

#include "report/html/parts/frame.h"
#include "report/judge/alike.h"

/* In bytes. What a page takes is estimated, for links say on which one a shape is before its rows are made. */
enum { MOST_OF_FORM = 1 << 20, MOST_OF_PAGE = 1 << 20 };

/* The first decision of a shape. */
typedef struct {
    const ReportFunction *function;
    guint32 decision;
    guint page;
} Form;

struct ReportForms {
    const ReportModel *model;
    GHashTable *numbers; /* of shapes, as text */
    GArray *forms;       /* Form */
    gsize filled;        /* the bytes of the last page, as estimated */
};

ReportForms *report_forms_new(const ReportModel *model)
{
    ReportForms *forms = g_new0(ReportForms, 1);
    forms->model = model;
    forms->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    forms->forms = g_array_new(FALSE, FALSE, sizeof(Form));
    return forms;
}

void report_forms_free(ReportForms *forms)
{
    g_hash_table_unref(forms->numbers);
    g_array_unref(forms->forms);
    g_free(forms);
}

gboolean report_has_form(const HtolObjective *objective)
{
    return objective->hyper && objective->site.kind == HTOL_SITE_DECISION && !objective->is_cut && !objective->user;
}

/* Where only some lines are asked about, no two decisions need have the same. */
static char *shape_of(const ReportForms *forms, const HtolFunction *function, guint32 decision)
{
    GString *shape = g_string_new(NULL);
    report_shape_append(function, decision, shape);
    if (forms->model->diff)
        g_string_append_printf(shape, ";%p %u", (const void *)function, decision);
    return g_string_free(shape, FALSE);
}

/* Pairs of conditions, and ways, each with all conditions. */
static gsize estimated(const HtolRowDecision *row)
{
    gsize conditions = row->conditions;
    return MIN(700 * conditions * conditions + 40 * conditions * row->ways, MOST_OF_FORM);
}

static guint next_page(ReportForms *forms, const HtolRowDecision *row)
{
    guint last = report_forms_pages(forms) - 1;
    gsize size = estimated(row);
    gboolean fits = forms->filled == 0 || forms->filled + size <= MOST_OF_PAGE;
    forms->filled = fits ? forms->filled + size : size;
    return fits ? last : last + 1;
}

static guint number_of(ReportForms *forms, const ReportFunction *function, guint32 decision)
{
    g_autofree char *shape = shape_of(forms, function->function, decision);
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(forms->numbers, shape));
    if (number)
        return number;
    guint page = next_page(forms, &function->function->decisions[decision]);
    g_array_append_val(forms->forms, ((Form){function, decision, page}));
    number = forms->forms->len;
    g_hash_table_insert(forms->numbers, g_steal_pointer(&shape), GUINT_TO_POINTER(number));
    return number;
}

static const Form *form_at(const ReportForms *forms, guint at)
{
    return &g_array_index(forms->forms, Form, at);
}

guint report_forms_pages(const ReportForms *forms)
{
    return forms->forms->len > 0 ? form_at(forms, forms->forms->len - 1)->page + 1 : 1;
}

char *report_forms_page_name(guint page)
{
    return page == 0 ? g_strdup("htol.html") : g_strdup_printf("htol.%u.html", page + 1);
}

void report_forms_put_link(ReportForms *forms, const ReportFunction *function, guint32 decision, FILE *out)
{
    guint number = number_of(forms, function, decision);
    g_autofree char *page = report_forms_page_name(form_at(forms, number - 1)->page);
    fprintf(out, "%s#h%u", page, number);
}

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

/* A function that has nothing but the decision: what is asked of the whole one may be much. */
static HtolFunction alone(const Form *form)
{
    HtolFunction function = {.row = form->function->function->row};
    function.n_files = form->function->function->n_files;
    function.files = form->function->function->files;
    function.n_decisions = 1;
    function.decisions = form->function->function->decisions + form->decision;
    function.n_conditions = form->function->function->n_conditions;
    function.conditions = form->function->function->conditions;
    return function;
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
    for (; i < rows->len && size < MOST_OF_FORM; i++) {
        const Row *row = rows->pdata[i];
        size += row->names->len + strlen(row->hyper);
        put_row(row, out);
    }
    if (i < rows->len)
        fprintf(out, "<tr><th>%u more<td>too much for a page: <code>hlcov dump --htol</code> prints all\n",
                rows->len - i);
}

static GPtrArray *rows_of(const ReportForms *forms, const Form *form)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction function = alone(form);
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

static void put_form(const ReportForms *forms, guint at, FILE *out)
{
    const Form *form = form_at(forms, at);
    g_autoptr(GPtrArray) rows = rows_of(forms, form);
    fprintf(out, "<details><summary>like <code>");
    report_html_string(out, form->function->function->decisions[form->decision].text);
    fprintf(out, "</code></summary><table class=tt id=h%u>\n", at + 1);
    put_rows(rows, out);
    fputs("</table></details>\n", out);
}

void report_forms(const ReportForms *forms, guint page, FILE *out)
{
    report_frame_begin(out, forms->model, REPORT_PAGE_OTHER, "HTOL of decisions");
    fputs("<div class=hero><div><h1>HTOL of decisions</h1><p>by how their conditions c1, c2, ... are "
          "joined</p></div></div>\n",
          out);
    for (guint i = 0; i < forms->forms->len; i++)
        if (form_at(forms, i)->page == page)
            put_form(forms, i, out);
    report_frame_end(out, forms->model, REPORT_PAGE_OTHER);
}
