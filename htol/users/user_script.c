/* Reads a user's script out of the rows of tables; see user_state.h. It judges nothing. */
#include <string.h>

#include "htol/lang/ltest.h"
#include "htol/lang/parse.h"
#include "htol/lang/wellformed.h"
#include "htol/users/user_state.h"

static int compare_places(guint32 line, guint32 column, guint32 other_line, guint32 other_column)
{
    int order = (line > other_line) - (line < other_line);
    return order ? order : (column > other_column) - (column < other_column);
}

static int compare_texts(gconstpointer left, gconstpointer right)
{
    const HtolRowScript *one = *(HtolRowScript *const *)left, *other = *(HtolRowScript *const *)right;
    int order = strcmp(one->file, other->file);
    order = order ? order : compare_places(one->line, one->column, other->line, other->column);
    return order ? order : strcmp(one->text, other->text);
}

static int compare_rejected(gconstpointer left, gconstpointer right)
{
    const HtolRowFault *one = *(HtolRowFault *const *)left, *other = *(HtolRowFault *const *)right;
    int order = strcmp(one->file, other->file);
    order = order ? order : compare_places(one->line, one->column, other->line, other->column);
    order = order ? order : strcmp(one->name, other->name);
    return order ? order : strcmp(one->message, other->message);
}

/* Sorts; of rows that are the same, which come from several units, leaves one. */
static void sort_unique(GPtrArray *rows, GCompareFunc compare)
{
    guint kept = 0;
    g_ptr_array_sort(rows, compare);
    for (guint i = 0; i < rows->len; i++)
        if (kept == 0 || compare(&rows->pdata[kept - 1], &rows->pdata[i]) != 0)
            rows->pdata[kept++] = rows->pdata[i];
    g_ptr_array_set_size(rows, kept);
}

void htol_user_read_row(HtolArena *arena, const HtolRowScript *row, HtolScript *script, HtolFaults *faults)
{
    const char *file = *row->file ? row->file : row->path;
    HtolText text = {{file, row->line, row->column}, row->text, strlen(row->text)};
    if (row->kind == HTOL_SCRIPT_FILE)
        htol_parse_file(arena, &text, script, faults);
    else if (row->kind == HTOL_SCRIPT_LTEST)
        htol_ltest_parse(arena, &text, script, faults);
    else if (row->kind == HTOL_SCRIPT_MARKS)
        htol_ltest_declare(arena, &text, script, faults);
    else
        htol_parse_comment(arena, &text, script, faults);
}

HtolWhere htol_user_fault_place(const HtolRowFault *row)
{
    return (HtolWhere){*row->file ? row->file : row->path, row->line, row->column};
}

static void add_fault(HtolUserScript *script, const HtolFault *fault)
{
    if (fault->name && !g_hash_table_contains(script->faults, fault->name))
        g_hash_table_insert(script->faults, (gpointer)fault->name, (gpointer)fault);
}

static void add_rejected(HtolUserScript *script, const HtolRowFault *row)
{
    HtolFault *fault = htol_arena_new0(script->arena, HtolFault, 1);
    *fault = (HtolFault){
        .where = htol_user_fault_place(row), .name = *row->name ? row->name : NULL, .message = row->message};
    add_fault(script, fault);
}

void htol_user_script_read(HtolUserScript *script)
{
    script->unread.arena = script->illformed.arena = script->arena;
    sort_unique(script->texts, compare_texts);
    sort_unique(script->rejected, compare_rejected);
    for (guint i = 0; i < script->texts->len; i++)
        htol_user_read_row(script->arena, script->texts->pdata[i], &script->script, &script->unread);
    htol_wellformed(&script->script, &script->illformed);
    for (const HtolFault *fault = script->unread.first; fault; fault = fault->next)
        add_fault(script, fault);
    for (const HtolFault *fault = script->illformed.first; fault; fault = fault->next)
        add_fault(script, fault);
    for (guint i = 0; i < script->rejected->len; i++)
        add_rejected(script, script->rejected->pdata[i]);
}
