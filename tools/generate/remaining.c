/* Words for what stays open; see remaining.h. */
#include "tools/generate/remaining.h"

#include <string.h>

#include "htol/notes/proof.h"
#include "report/judge/objectives.h"

enum { MOST_LINES = 6 };

static const char *path_of(const HtolFunction *function)
{
    return function->n_files > 0 ? function->files[0].path : "";
}

/* Functions of other files may have the same name, and copies of a header the same functions. */
static gboolean is_same(const HtolFunction *one, const HtolFunction *other)
{
    return strcmp(one->row.name, other->row.name) == 0 && strcmp(one->row.hash, other->row.hash) == 0 &&
           one->row.line == other->row.line && strcmp(path_of(one), path_of(other)) == 0;
}

const GenerateContract *remaining_contract(const GenerateUnit *unit, const ReportFunction *function)
{
    for (guint i = 0; i < unit->surveyed->len; i++) {
        const AnnotSurveyed *surveyed = &g_array_index(unit->surveyed, AnnotSurveyed, i);
        const GenerateContract *contract = unit->contracts->contracts->pdata[surveyed->index];
        if (is_same(surveyed->rows, function->function))
            return generate_is_wanted(unit, contract->function) ? contract : NULL;
    }
    return NULL;
}

/* ---- why ---- */

/* What was proved of all functions of the unit. */
typedef struct {
    const HtolProved *all;
    guint n;
} Proved;

static const HtolProved *proved_of(const Proved *proved, guint function)
{
    for (guint i = 0; i < proved->n; i++)
        if (proved->all[i].function == function)
            return &proved->all[i];
    return NULL;
}

/* A function that the contract's function calls and that is defined nowhere; NULL: there is none. */
static const char *stub_of(const GenerateContract *contract)
{
    for (guint i = 0; i < contract->n_items; i++) {
        const GenerateItem *item = &contract->items[i];
        if (item->role == HLCOV_STUB && !generate_outside(contract, item->decl)->is_linked)
            return item->name;
    }
    return NULL;
}

/* How most inputs ended that did not return; NULL: nearly all returned. */
static const char *bad_ending(const GenerateUnit *unit, const GenerateContract *contract)
{
    enum { MANY = 1000 };
    static const char *const words[] = {[HLCOV_CRASHED] = "many inputs crash it: what it expects of them is not known",
                                        [HLCOV_LOOPED] = "many inputs make it run too long",
                                        [HLCOV_EXITED] = "many inputs end the program, or would change the machine"};
    for (guint i = 0; i < unit->search->bad->len; i++) {
        const GenerateBad *bad = unit->search->bad->pdata[i];
        if (bad->function != contract->index || bad->count < MANY)
            continue;
        if (bad->end == HLCOV_EXITED && bad->status == HLCOV_WRONG)
            return "its oracle calls wrong what it does";
        return words[bad->end];
    }
    return NULL;
}

/* Says that all ways through a function were followed. To be freed. */
static char *followed_words(guint ways)
{
    return ways == 1 ? g_strdup("the only way through it was followed")
                     : g_strdup_printf("all %u ways through it were followed", ways);
}

/* The first of the causes that applies, most certain first. To be freed. */
static char *reason_for(const GenerateUnit *unit, const GenerateContract *contract, const Proved *all)
{
    if (contract->refused)
        return g_strdup_printf("it is not called: %s", contract->refused);
    const HtolProved *proved = proved_of(all, contract->index);
    const GeneratePathsTold *ways = &unit->paths[contract->index];
    const char *stub = stub_of(contract), *bad = bad_ending(unit, contract);
    g_autofree char *followed = followed_words(ways->ways);
    if (ways->is_all)
        return g_strdup_printf("no input of its contract does it: %s", followed);
    if (bad)
        return g_strdup(bad);
    if (stub)
        return g_strdup_printf("`%s` has no definition here, and stands for its results alone; --link gives it one",
                               stub);
    if (proved && *proved->failed)
        return g_strdup_printf("no formula can be made: %s", proved->failed);
    if (proved && proved->unanswered > 0)
        return g_strdup_printf("the solver gave up on %u of %u questions", proved->unanswered, proved->questions);
    if (ways->why)
        return g_strdup_printf("ways through it cannot be followed: %s", ways->why);
    if (ways->ways > 0)
        return g_strdup_printf(
            "none of %u ways through it does it, nor any input that was tried, but there are more ways", ways->ways);
    return g_strdup("no input that was tried does it");
}

/* ---- where ---- */

static gint compare_lines(gconstpointer left, gconstpointer right)
{
    guint32 one = *(const guint32 *)left, other = *(const guint32 *)right;
    return (one > other) - (one < other);
}

/* "3, 5, 9": the first of the lines, each once. */
static void append_lines(GArray *lines, GString *out)
{
    guint n = 0;
    g_array_sort(lines, compare_lines);
    for (guint i = 0; i < lines->len; i++) {
        guint32 line = g_array_index(lines, guint32, i);
        if (i > 0 && line == g_array_index(lines, guint32, i - 1))
            continue;
        if (++n > MOST_LINES) {
            g_string_append(out, " ...");
            return;
        }
        g_string_append_printf(out, "%s%u", n > 1 ? ", " : "", line);
    }
}

static gboolean is_proved(const ReportFunction *function, guint index)
{
    for (guint i = 0; i < function->n_special; i++)
        if (function->special[i].index == index)
            return function->special[i].proof != NULL;
    return FALSE;
}

/* Whether the objective is a user's, which asks of values or of several runs. */
static gboolean is_users(const ReportFunction *function, guint index)
{
    return function->judged[index].criterion == HTOL_CRIT_user;
}

static char *words_for(const GenerateUnit *unit, const ReportFunction *function, const GenerateContract *contract,
                       const Proved *proved)
{
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(guint32));
    g_autoptr(GString) words = g_string_new(NULL);
    for (guint i = 0; i < function->n_objectives; i++)
        if (function->judged[i].status == REPORT_UNCOVERED && !is_proved(function, i) && !is_users(function, i))
            g_array_append_val(lines, function->judged[i].line);
    if (lines->len == 0)
        return NULL;
    append_lines(lines, words);
    g_autofree char *reason = reason_for(unit, contract, proved);
    return g_strdup_printf("%s, line%s %s: %s", contract->function->name, strpbrk(words->str, ", ") ? "s" : "",
                           words->str, reason);
}

/* ---- what users ask ---- */

/* Why the function, of which the hyperlabel was asked, does not do it. Sets *is_impossible. */
static char *asked_reason(const GenerateUnit *unit, const GenerateContract *contract, const char *name,
                          gboolean *is_impossible)
{
    const GenerateJointTold *told = &unit->joint[contract->index];
    *is_impossible = told->impossible && g_strv_contains((const char *const *)told->impossible, name);
    if (contract->refused)
        return g_strdup_printf("it is not called: %s", contract->refused);
    if (told->why)
        return g_strdup_printf("ways through it cannot be followed: %s", told->why);
    g_autofree char *followed = followed_words(told->ways);
    if (*is_impossible)
        return g_strdup_printf("no inputs of its contract do it, by themselves or together: %s", followed);
    if (told->ways > 0)
        return g_strdup_printf("no input that was tried does it, nor do %u ways through it, but there are more ways",
                               told->ways);
    return g_strdup("no input that was tried does it");
}

/* Several functions may be asked, which call where its labels stand: it is impossible if none does it. */
static char *users_reason(const GenerateUnit *unit, const char *name)
{
    char *reason = NULL;
    gboolean is_impossible = TRUE;
    for (guint i = 0; i < unit->contracts->contracts->len && is_impossible; i++) {
        if (!unit->labels.labelled || !generate_is_joint(&unit->labels, i, name))
            continue;
        g_free(reason);
        reason = asked_reason(unit, unit->contracts->contracts->pdata[i], name, &is_impossible);
    }
    return reason ? reason : g_strdup("no input that was tried does it");
}

static void add_users(const ReportModel *model, const GenerateUnit *unit, const ReportFunction *function,
                      const GenerateContract *contract, GPtrArray *lines)
{
    g_autoptr(ReportObjectives) objectives = report_objectives(model, function);
    for (guint i = 0; i < function->n_objectives; i++) {
        const HtolUserObjective *user = objectives->list[i].objective->user;
        if (!user || function->judged[i].status != REPORT_UNCOVERED)
            continue;
        g_autofree char *reason = users_reason(unit, user->name);
        g_ptr_array_add(lines, g_strdup_printf("%s, line %u, `%s`: %s", contract->function->name,
                                               function->judged[i].line, user->name, reason));
    }
}

GPtrArray *remaining_lines(const ReportModel *model, const GenerateUnit *unit)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(HtolArena) arena = htol_arena_new();
    Proved proved = {NULL, 0};
    proved.all = htol_proved_read(arena, unit->proved->str, &proved.n, NULL);
    for (guint i = 0; i < model->n_files; i++)
        for (guint k = 0; k < model->files[i]->n_functions; k++) {
            const ReportFunction *function = model->files[i]->functions[k];
            const GenerateContract *contract = remaining_contract(unit, function);
            char *words = contract ? words_for(unit, function, contract, &proved) : NULL;
            if (words)
                g_ptr_array_add(all, words);
            if (contract)
                add_users(model, unit, function, contract, all);
        }
    return all;
}
