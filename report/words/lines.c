/* Counts lines, branches and functions of files from judged objectives; it judges none. Files are counted one by one,
 * so that their functions may be dropped (report/make/opened.h). Lines of a file that functions of others have, as
 * those do that include a text in their middle, are counted before all else. */
#include "report/words/lines.h"

#include <string.h>

#include "htol/base/sorted.h"
#include "report/judge/objectives.h"
#include "report/make/opened.h"

/* A line that is being counted; branches are keyed by function and id, so that variants of a function,
 * compiled with other macros, are one. */
typedef struct {
    ReportLine row;
    gboolean has_statement;
    GArray *branches; /* Branch */
} Line;

typedef struct {
    ReportLineBranch row;
    const char *function, *id;
    HtolSiteKind kind; /* of what it is an outcome of: as the objective's site, is_cut and branch say */
    gboolean is_cut;
    guint32 branch;
} Branch;

typedef struct {
    const char *path;
    GHashTable *lines;     /* line: Line * */
    GHashTable *functions; /* name: ReportLineFunction * */
    GArray *conditions;    /* ReportLineCondition */
} File;

/* Files while they are counted, and whose objectives they are counted from. */
typedef struct {
    HtolArena *arena;
    HtolTestSets *tests; /* of what is counted; NULL: no test is known */
    GHashTable *files;   /* path: File * */
    HtolTestSets *from;  /* of the objectives */
    const char *name;    /* of their function, in the arena */
} Counter;

static void free_line(gpointer line)
{
    g_array_unref(((Line *)line)->branches);
    g_free(line);
}

static void free_file(gpointer file)
{
    g_hash_table_unref(((File *)file)->lines);
    g_hash_table_unref(((File *)file)->functions);
    g_array_unref(((File *)file)->conditions);
    g_free(file);
}

static File *file_of(const Counter *counter, const char *path)
{
    File *file = g_hash_table_lookup(counter->files, path);
    if (file)
        return file;
    file = g_new0(File, 1);
    path = htol_arena_strndup(counter->arena, path, strlen(path));
    *file = (File){path, g_hash_table_new_full(NULL, NULL, NULL, free_line), g_hash_table_new(g_str_hash, g_str_equal),
                   g_array_new(FALSE, FALSE, sizeof(ReportLineCondition))};
    g_hash_table_insert(counter->files, (gpointer)path, file);
    return file;
}

static Line *line_of(const File *file, guint32 number)
{
    Line *line = g_hash_table_lookup(file->lines, GUINT_TO_POINTER(number));
    if (line)
        return line;
    line = g_new0(Line, 1);
    line->row.line = number;
    line->branches = g_array_new(FALSE, FALSE, sizeof(Branch));
    g_hash_table_insert(file->lines, GUINT_TO_POINTER(number), line);
    return line;
}

/* ---- objectives ---- */

static gboolean is_counted(const ReportObjective *objective)
{
    return objective->status == REPORT_COVERED || objective->status == REPORT_UNCOVERED;
}

static ReportHits hits_of(const Counter *counter, const ReportObjective *objective)
{
    if (objective->status != REPORT_COVERED)
        return (ReportHits){0};
    if (!objective->witnesses)
        return (ReportHits){.count = 1};
    HtolTestSet alone = htol_test_set_copy(counter->tests, counter->from, objective->witnesses->alone);
    return (ReportHits){MAX(htol_test_set_size(counter->tests, alone), 1), alone};
}

static void add_hits(const Counter *counter, ReportHits *sum, ReportHits more)
{
    sum->count = MAX(sum->count, more.count);
    if (!counter->tests)
        return;
    sum->tests = htol_test_set_either(counter->tests, sum->tests, more.tests);
    sum->count = MAX(sum->count, htol_test_set_size(counter->tests, sum->tests));
}

static void add_statement(const Counter *counter, const ReportFunction *function, const ReportObjective *objective)
{
    const File *file = file_of(counter, report_objective_path(function, objective));
    Line *line = line_of(file, objective->objective->line);
    add_hits(counter, &line->row.reached, hits_of(counter, objective));
    line->has_statement = TRUE;
}

/* Whether the outcome is of the same decision, switch or cut branch. */
static gboolean is_beside(const Branch *branch, const char *function, const HtolObjective *what)
{
    return branch->kind == what->site.kind && branch->is_cut == what->is_cut && branch->branch == what->branch &&
           strcmp(branch->function, function) == 0;
}

/* The branch of this outcome, added if it is not there. */
static Branch *branch_of(const Counter *counter, Line *line, const HtolObjective *what)
{
    guint32 group = 0;
    for (guint i = 0; i < line->branches->len; i++) {
        Branch *branch = &g_array_index(line->branches, Branch, i);
        if (strcmp(branch->id, what->id) == 0 && strcmp(branch->function, counter->name) == 0)
            return branch;
        if (is_beside(branch, counter->name, what)) {
            group = branch->row.group;
            break;
        }
        group = branch->row.group + 1;
    }
    Branch branch = {.row = {.group = group},
                     .function = counter->name,
                     .id = htol_arena_strndup(counter->arena, what->id, strlen(what->id)),
                     .kind = what->site.kind,
                     .is_cut = what->is_cut,
                     .branch = what->branch};
    g_array_append_val(line->branches, branch);
    return &g_array_index(line->branches, Branch, line->branches->len - 1);
}

static void add_branch(const Counter *counter, const ReportFunction *function, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    const File *file = file_of(counter, report_objective_path(function, objective));
    Line *line = line_of(file, report_branch_line(function->function, what));
    Branch *branch = branch_of(counter, line, what);
    add_hits(counter, &branch->row.taken, hits_of(counter, objective));
    branch->row.text = what->value >= 0
                           ? htol_arena_printf(counter->arena, "%s: %s", what->text, what->value ? "true" : "false")
                           : htol_arena_strndup(counter->arena, what->text, strlen(what->text));
}

/* Of functions of one name the first keeps it; formats have no other way to tell them apart than a line in
 * the name. */
static void add_function(const Counter *counter, const ReportFunction *function, const ReportObjective *objective)
{
    const HtolRowFunction *row = &function->function->row;
    const File *file = file_of(counter, function->path);
    const char *name = counter->name;
    ReportLineFunction *known = g_hash_table_lookup(file->functions, name);
    if (known && known->line != row->line) {
        name = htol_arena_printf(counter->arena, "%s:%u", name, row->line);
        known = g_hash_table_lookup(file->functions, name);
    }
    if (!known) {
        known = htol_arena_new0(counter->arena, ReportLineFunction, 1);
        *known = (ReportLineFunction){name, row->line, row->end_line, {0}};
        g_hash_table_insert(file->functions, (gpointer)name, known);
    }
    add_hits(counter, &known->called, hits_of(counter, objective));
}

static void add_condition(const Counter *counter, const ReportFunction *function, const ReportObjective *objective)
{
    const HtolObjective *what = objective->objective;
    const File *file = file_of(counter, report_objective_path(function, objective));
    ReportLineCondition condition = {.line = what->line,
                                     .size = function->function->decisions[what->site.index].conditions,
                                     .index = what->condition - 1,
                                     .text = htol_arena_strndup(counter->arena, what->text, strlen(what->text)),
                                     .covered = objective->status == REPORT_COVERED};
    g_array_append_val(file->conditions, condition);
}

static void add_objective(const Counter *counter, const ReportFunction *function, const ReportObjective *objective)
{
    if (!is_counted(objective))
        return;
    switch (objective->objective->criterion) {
    case HTOL_CRIT_stmt: add_statement(counter, function, objective); break;
    case HTOL_CRIT_bc: add_branch(counter, function, objective); break;
    case HTOL_CRIT_fc: add_function(counter, function, objective); break;
    case HTOL_CRIT_cacc: add_condition(counter, function, objective); break;
    default: break;
    }
}

/* ---- results ---- */

static int compare_lines(gconstpointer left, gconstpointer right)
{
    const ReportLine *one = left, *other = right;
    return (one->line > other->line) - (one->line < other->line);
}

static int compare_functions(gconstpointer left, gconstpointer right)
{
    const ReportLineFunction *one = left, *other = right;
    if (one->line != other->line)
        return one->line < other->line ? -1 : 1;
    return strcmp(one->name, other->name);
}

static int compare_branches(gconstpointer left, gconstpointer right)
{
    const ReportLineBranch *one = left, *other = right;
    return (one->group > other->group) - (one->group < other->group);
}

/* The branches of a group lie beside each other then, in the order in which they were added. */
static void finish_branches(const Counter *counter, Line *line)
{
    guint n = line->row.n_branches = line->branches->len;
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(ReportLineBranch));
    for (guint i = 0; i < n; i++)
        g_array_append_val(rows, g_array_index(line->branches, Branch, i).row);
    g_array_sort(rows, compare_branches);
    ReportLineBranch *branches = htol_arena_memdup(counter->arena, rows->data, n * sizeof *branches);
    for (guint i = 0; i < n; i++)
        for (guint k = 0; k < n; k++)
            branches[i].evaluated |= branches[i].group == branches[k].group && branches[k].taken.count > 0;
    for (guint i = 0; i < n && !line->has_statement; i++)
        add_hits(counter, &line->row.reached, branches[i].taken);
    line->row.branches = branches;
}

static void finish_lines(const Counter *counter, const File *file, ReportLined *lined)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(ReportLine));
    GHashTableIter iter;
    gpointer line;
    g_hash_table_iter_init(&iter, file->lines);
    while (g_hash_table_iter_next(&iter, NULL, &line)) {
        finish_branches(counter, line);
        g_array_append_val(rows, ((Line *)line)->row);
    }
    g_array_sort(rows, compare_lines);
    lined->n_lines = rows->len;
    lined->lines = htol_arena_memdup(counter->arena, rows->data, rows->len * sizeof(ReportLine));
}

static void finish_functions(HtolArena *arena, const File *file, ReportLined *lined)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(ReportLineFunction));
    GHashTableIter iter;
    gpointer function;
    g_hash_table_iter_init(&iter, file->functions);
    while (g_hash_table_iter_next(&iter, NULL, &function))
        g_array_append_val(rows, *(ReportLineFunction *)function);
    g_array_sort(rows, compare_functions);
    lined->n_functions = rows->len;
    lined->functions = htol_arena_memdup(arena, rows->data, rows->len * sizeof(ReportLineFunction));
}

static ReportLined *finish(const Counter *counter, const File *file)
{
    HtolArena *arena = counter->arena;
    ReportLined *lined = htol_arena_new0(arena, ReportLined, 1);
    lined->path = file->path;
    finish_lines(counter, file, lined);
    finish_functions(arena, file, lined);
    lined->n_conditions = file->conditions->len;
    lined->conditions =
        htol_arena_memdup(arena, file->conditions->data, file->conditions->len * sizeof(ReportLineCondition));
    lined->sums = report_line_sums(lined, 0, G_MAXUINT32);
    return lined;
}

/* ---- files, one by one ---- */

/* A pass over all files. */
typedef struct {
    const ReportModel *model;
    GHashTable *lent; /* path: File *, with lines that functions of other files have; sets are the model's */
    HtolArena *arena; /* of these */
    GPtrArray *paths; /* of these, in order */
    guint next;       /* index among them: those before it were handed out */
    HtolArena *kept;  /* of all that is handed out; NULL: it is freed after the visit */
    ReportVisitLined visit;
    gpointer data;
} Pass;

static gboolean is_of(const ReportFunction *function, const char *path, const ReportObjective *objective)
{
    return strcmp(report_objective_path(function, objective), path) == 0;
}

/* Counts what a function of the file has in the file itself, or in others. */
static void count_function(Counter *counter, const ReportModel *of, const ReportFunction *function, gboolean in_others)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(of, function);
    const char *name = function->function->row.name;
    counter->from = of->tests;
    counter->name = htol_arena_strndup(counter->arena, name, strlen(name));
    for (guint i = 0; i < objectives->n; i++)
        if (is_of(function, function->path, &objectives->list[i]) != in_others)
            add_objective(counter, function, &objectives->list[i]);
}

/* A ReportVisitFile: counts the lines that functions of the file have in others. */
static void lend_lines(const ReportModel *of, const ReportFile *file, gpointer data)
{
    const Pass *pass = data;
    Counter counter = {pass->arena, pass->model->tests, pass->lent, NULL, NULL};
    for (guint i = 0; i < file->n_functions; i++)
        if (report_function_is_spread(file->functions[i]))
            count_function(&counter, of, file->functions[i], TRUE);
}

static gboolean lends(const ReportFile *file)
{
    gboolean spread = file->is_spread;
    for (guint i = 0; i < file->n_functions && !spread; i++)
        spread = report_function_is_spread(file->functions[i]);
    return spread;
}

static int compare_names(gconstpointer left, gconstpointer right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static gboolean find_lent(Pass *pass, GError **error)
{
    g_autofree guint8 *chosen = g_new0(guint8, pass->model->n_files + 1);
    gboolean any = FALSE;
    for (guint i = 0; i < pass->model->n_files; i++)
        any |= chosen[i] = lends(pass->model->files[i]) ? 1 : 0;
    if (any && !report_each_file(pass->model, chosen, lend_lines, pass, error))
        return FALSE;
    GHashTableIter iter;
    gpointer path;
    g_hash_table_iter_init(&iter, pass->lent);
    while (g_hash_table_iter_next(&iter, &path, NULL))
        g_ptr_array_add(pass->paths, path);
    g_ptr_array_sort(pass->paths, compare_names);
    return TRUE;
}

/* Hands out a file that was counted, if there is anything in it. */
static void hand_out(const Pass *pass, const Counter *counter, const File *file)
{
    if (g_hash_table_size(file->lines) > 0 || g_hash_table_size(file->functions) > 0)
        pass->visit(finish(counter, file), pass->data);
}

/* Hands out those that are lent lines and come before `path`; NULL: all that are left. */
static void hand_out_lent(Pass *pass, const char *path)
{
    for (; pass->next < pass->paths->len; pass->next++) {
        const char *next = pass->paths->pdata[pass->next];
        if (path && strcmp(next, path) >= 0)
            return;
        g_autoptr(HtolArena) own = pass->kept ? NULL : htol_arena_new();
        Counter counter = {own ? own : pass->kept, pass->model->tests, pass->lent, NULL, NULL};
        hand_out(pass, &counter, g_hash_table_lookup(pass->lent, next));
    }
}

/* A ReportVisitFile. */
static void count_file(const ReportModel *of, const ReportFile *file, gpointer data)
{
    Pass *pass = data;
    hand_out_lent(pass, file->path);
    gboolean lent = g_hash_table_contains(pass->lent, file->path);
    g_autoptr(HtolArena) own = pass->kept ? NULL : htol_arena_new();
    g_autoptr(GHashTable) alone = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_file);
    Counter counter = {own ? own : pass->kept, lent ? pass->model->tests : of->tests, lent ? pass->lent : alone, NULL,
                       NULL};
    for (guint i = 0; i < file->n_functions; i++)
        count_function(&counter, of, file->functions[i], FALSE);
    pass->next += lent;
    hand_out(pass, &counter, file_of(&counter, file->path));
}

static gboolean count_files(Pass pass, GError **error)
{
    g_autoptr(HtolArena) own = pass.kept ? NULL : htol_arena_new();
    g_autoptr(GHashTable) lent = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_file);
    g_autoptr(GPtrArray) paths = g_ptr_array_new();
    pass.arena = own ? own : pass.kept;
    pass.lent = lent;
    pass.paths = paths;
    if (!find_lent(&pass, error) || !report_each_file(pass.model, NULL, count_file, &pass, error))
        return FALSE;
    hand_out_lent(&pass, NULL);
    return TRUE;
}

gboolean report_each_lined(const ReportModel *model, ReportVisitLined visit, gpointer data, GError **error)
{
    return count_files((Pass){.model = model, .visit = visit, .data = data}, error);
}

/* A ReportVisitLined. */
static void keep_lined(const ReportLined *file, gpointer files)
{
    g_ptr_array_add(files, (gpointer)file);
}

GPtrArray *report_lined(const ReportModel *model, GError **error)
{
    GPtrArray *files = g_ptr_array_new();
    if (!count_files((Pass){.model = model, .kept = model->arena, .visit = keep_lined, .data = files}, error))
        g_clear_pointer(&files, g_ptr_array_unref);
    return files;
}

/* ---- sums ---- */

guint report_branches_taken(const ReportLine *line)
{
    guint taken = 0;
    for (guint i = 0; i < line->n_branches; i++)
        taken += line->branches[i].taken.count > 0;
    return taken;
}

static void add_line(ReportLineSums *sums, const ReportLine *line)
{
    sums->lines++;
    sums->lines_reached += line->reached.count > 0;
    sums->branches += line->n_branches;
    sums->branches_taken += report_branches_taken(line);
}

guint report_line_from(const ReportLined *file, guint32 from)
{
    return HTOL_SORTED_FROM(file->lines, file->n_lines, ReportLine, line, from);
}

ReportLineSums report_line_sums(const ReportLined *file, guint32 from, guint32 to)
{
    ReportLineSums sums = {0};
    for (guint i = report_line_from(file, from); i < file->n_lines && file->lines[i].line <= to; i++)
        add_line(&sums, &file->lines[i]);
    for (guint i = 0; i < file->n_functions; i++) {
        gboolean within = file->functions[i].line >= from && file->functions[i].line <= to;
        sums.functions += within;
        sums.functions_called += within && file->functions[i].called.count > 0;
    }
    return sums;
}

void report_line_sums_add(ReportLineSums *sum, const ReportLineSums *more)
{
    sum->lines += more->lines;
    sum->lines_reached += more->lines_reached;
    sum->branches += more->branches;
    sum->branches_taken += more->branches_taken;
    sum->functions += more->functions;
    sum->functions_called += more->functions_called;
}
