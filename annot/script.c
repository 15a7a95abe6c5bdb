/* Collects and checks the scripts of a unit; see script.h. */
#include "annot/script.h"

#include "annot/comments.h"
#include "annot/rows.h"
#include "htol/parse.h"
#include "htol/site.h"
#include "htol/wellformed.h"

#include <string.h>

struct AnnotScripts {
    const AnnotScriptInput *input;
    GPtrArray *all;      /* AnnotScript */
    GPtrArray *comments; /* AnnotComments of each of the unit's files that was asked for, else NULL */
    GPtrArray *pure;     /* const char *, NULL at the end */
    GArray *rows;        /* HtolRowScript */
    GArray *faults;      /* HtolRowFault */
    GArray *told; /* Told */
    GString *messages;
};

/* A message, and its place. */
typedef struct {
    HtolWhere where;
    const char *message;
} Told;

static const char *copied(const AnnotScripts *scripts, const char *text)
{
    return htol_arena_strndup(scripts->input->arena, text, strlen(text));
}

/* ---- faults ---- */

static void tell(AnnotScripts *scripts, HtolWhere where, const char *message)
{
    Told told = {where, copied(scripts, message)};
    g_array_append_val(scripts->told, told);
}

static gboolean same_fault(const HtolRowFault *one, const HtolRowFault *other)
{
    return strcmp(one->path, other->path) == 0 && one->line == other->line && one->column == other->column &&
           strcmp(one->message, other->message) == 0;
}

void annot_scripts_fault(AnnotScripts *scripts, const AnnotScript *script, HtolWhere where, const char *name,
                         const char *message)
{
    HtolRowFault row = {script->path, where.line, where.column, copied(scripts, name),
                        copied(scripts, message)};
    g_autofree char *told = g_strdup_printf("%s: %s", name, message);
    for (guint i = 0; i < scripts->faults->len; i++)
        if (same_fault(&g_array_index(scripts->faults, HtolRowFault, i), &row))
            return;
    g_array_append_val(scripts->faults, row);
    tell(scripts, where, told);
}

gboolean annot_scripts_has_fault(const AnnotScripts *scripts, const AnnotScript *script, const char *name)
{
    for (guint i = 0; i < scripts->faults->len; i++) {
        const HtolRowFault *row = &g_array_index(scripts->faults, HtolRowFault, i);
        if (strcmp(row->path, script->path) == 0 && strcmp(row->name, name) == 0)
            return TRUE;
    }
    return FALSE;
}

static gint compare_told(gconstpointer one, gconstpointer other)
{
    const HtolWhere *x = &((const Told *)one)->where, *y = &((const Told *)other)->where;
    int files = strcmp(x->file, y->file);
    if (files != 0 || x->line != y->line)
        return files != 0 ? files : x->line < y->line ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

const GString *annot_scripts_messages(AnnotScripts *scripts)
{
    g_array_sort(scripts->told, compare_told);
    g_string_truncate(scripts->messages, 0);
    for (guint i = 0; i < scripts->told->len; i++) {
        const Told *told = &g_array_index(scripts->told, Told, i);
        g_string_append_printf(scripts->messages, "%s:%u:%u: error: %s\n", told->where.file,
                               told->where.line, told->where.column, told->message);
    }
    return scripts->messages;
}

/* ---- the parts of a script ---- */

static void add_row(AnnotScripts *scripts, const AnnotScript *script, const char *hash, const HtolText *text)
{
    HtolRowScript row = {script->path,       copied(scripts, hash), text->where.line,
                         text->where.column, script->kind,          copied(scripts, text->text)};
    g_array_append_val(scripts->rows, row);
}

static void parse(AnnotScripts *scripts, AnnotScript *script, const HtolText *text, HtolFaults *faults)
{
    gboolean (*parse_text)(HtolArena *, const HtolText *, HtolScript *, HtolFaults *) =
        script->kind == HTOL_SCRIPT_COMMENT ? htol_parse_comment : htol_parse_file;
    parse_text(scripts->input->arena, text, &script->declared, faults);
}

/* What has a fault is left out, and what uses it; the rest of the script counts. */
static void check(AnnotScripts *scripts, AnnotScript *script, HtolFaults *faults)
{
    htol_wellformed(&script->declared, faults);
    for (const HtolFault *fault = faults->first; fault; fault = fault->next)
        tell(scripts, fault->where, fault->message);
    for (const HtolPureDecl *pure = script->declared.pures; pure; pure = pure->next)
        g_ptr_array_add(scripts->pure, (gpointer)pure->name);
}

static AnnotScript *add_script(AnnotScripts *scripts, HtolScriptKind kind, const char *path)
{
    AnnotScript *script = htol_arena_new0(scripts->input->arena, AnnotScript, 1);
    script->kind = kind;
    script->path = annot_relative_path(scripts->input->arena, scripts->input->root, path);
    g_ptr_array_add(scripts->all, script);
    return script;
}

static const char *shown_path(const AnnotScripts *scripts, const char *path)
{
    return annot_relative_path(scripts->input->arena, scripts->input->directory, path);
}

/* ---- comments ---- */

static const AnnotComments *comments_of(AnnotScripts *scripts, guint file)
{
    gsize size;
    if (g_ptr_array_index(scripts->comments, file))
        return g_ptr_array_index(scripts->comments, file);
    const char *bytes = annot_places_bytes(scripts->input->places, file, &size);
    AnnotComments *found = annot_comments_find(scripts->input->arena, bytes ? bytes : "", size);
    scripts->comments->pdata[file] = found;
    return found;
}

/* A group without code cannot be told from one that was left out: it is believed to be compiled. */
static gboolean is_compiled(const AnnotScripts *scripts, guint file, const AnnotComments *comments,
                            guint index)
{
    for (; index > 0; index = g_array_index(comments->groups, AnnotGroup, index).outer) {
        const AnnotGroup *group = &g_array_index(comments->groups, AnnotGroup, index);
        if (group->never ||
            (group->has_code && !annot_places_shows(scripts->input->places, file, group->first, group->last)))
            return FALSE;
    }
    return TRUE;
}

gboolean annot_scripts_compiled(AnnotScripts *scripts, guint file, guint32 line)
{
    const AnnotComments *comments = comments_of(scripts, file);
    return is_compiled(scripts, file, comments, annot_comments_group_at(comments, line));
}

gboolean annot_scripts_means(const AnnotScripts *scripts, const char *name, guint file)
{
    const AnnotScriptInput *input = scripts->input;
    const char *path = annot_relative_path(input->arena, input->root, annot_places_path(input->places, file));
    return htol_path_matches(path, name);
}

static void read_comment(AnnotScripts *scripts, AnnotScript *script, const AnnotComment *comment,
                         HtolFaults *faults)
{
    AnnotPlaces *places = scripts->input->places;
    HtolText text = {
        {shown_path(scripts, annot_places_path(places, script->file)), comment->line, comment->column},
        comment->text,
        strlen(comment->text)};
    add_row(scripts, script, annot_places_hash(places, script->file), &text);
    parse(scripts, script, &text, faults);
}

static void read_comments(AnnotScripts *scripts, guint file)
{
    const AnnotComments *comments = comments_of(scripts, file);
    HtolFaults faults = {.arena = scripts->input->arena};
    AnnotScript *script = NULL;
    for (guint i = 0; i < comments->comments->len; i++) {
        const AnnotComment *comment = &g_array_index(comments->comments, AnnotComment, i);
        if (!is_compiled(scripts, file, comments, comment->group))
            continue;
        if (!script)
            script =
                add_script(scripts, HTOL_SCRIPT_COMMENT, annot_places_path(scripts->input->places, file));
        script->file = file;
        read_comment(scripts, script, comment, &faults);
    }
    if (script)
        check(scripts, script, &faults);
}

static gboolean may_have_comments(AnnotPlaces *places, guint file)
{
    gsize size;
    if (!annot_places_is_users(places, file))
        return FALSE;
    const char *bytes = annot_places_bytes(places, file, &size);
    return bytes && memmem(bytes, size, "//!", 3);
}

/* ---- files ---- */

static void read_objectives(AnnotScripts *scripts, const AnnotObjectives *objectives)
{
    g_autofree char *path = g_canonicalize_filename(objectives->path, scripts->input->directory);
    g_autofree char *hash = annot_places_hash_bytes(objectives->text, strlen(objectives->text));
    AnnotScript *script = add_script(scripts, HTOL_SCRIPT_FILE, path);
    HtolFaults faults = {.arena = scripts->input->arena};
    HtolText text = {{shown_path(scripts, path), 1, 1}, objectives->text, strlen(objectives->text)};
    add_row(scripts, script, hash, &text);
    parse(scripts, script, &text, &faults);
    check(scripts, script, &faults);
}

/* ---- all of them ---- */

static void free_comments(gpointer comments)
{
    if (comments)
        annot_comments_free(comments);
}

AnnotScripts *annot_scripts_new(const AnnotScriptInput *input)
{
    AnnotScripts *scripts = g_new(AnnotScripts, 1);
    *scripts = (AnnotScripts){input,
                              g_ptr_array_new(),
                              g_ptr_array_new_with_free_func(free_comments),
                              g_ptr_array_new(),
                              g_array_new(FALSE, FALSE, sizeof(HtolRowScript)),
                              g_array_new(FALSE, FALSE, sizeof(HtolRowFault)),
                              g_array_new(FALSE, FALSE, sizeof(Told)),
                              g_string_new(NULL)};
    g_ptr_array_set_size(scripts->comments, (gint)annot_places_files(input->places));
    for (guint file = 0; file < scripts->comments->len; file++)
        if (may_have_comments(input->places, file))
            read_comments(scripts, file);
    for (guint i = 0; i < input->n_objectives; i++)
        read_objectives(scripts, &input->objectives[i]);
    g_ptr_array_add(scripts->pure, NULL);
    return scripts;
}

void annot_scripts_free(AnnotScripts *scripts)
{
    g_ptr_array_unref(scripts->all);
    g_ptr_array_unref(scripts->comments);
    g_ptr_array_unref(scripts->pure);
    g_array_unref(scripts->rows);
    g_array_unref(scripts->faults);
    g_array_unref(scripts->told);
    g_string_free(scripts->messages, TRUE);
    g_free(scripts);
}

guint annot_scripts_count(const AnnotScripts *scripts)
{
    return scripts->all->len;
}

AnnotScript *annot_scripts_nth(const AnnotScripts *scripts, guint i)
{
    return g_ptr_array_index(scripts->all, i);
}

/* From the place on, or NULL if it is not in the text of the row. */
static const char *source_in(const HtolRowScript *row, HtolWhere where)
{
    const char *at = row->text;
    guint32 line = row->line;
    for (; at && line < where.line; line++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    guint32 first = line == row->line ? row->column : 1;
    if (!at || line != where.line || where.column < first)
        return NULL;
    return where.column - first <= strlen(at) ? at + (where.column - first) : NULL;
}

const char *annot_scripts_source(const AnnotScripts *scripts, const AnnotScript *script, HtolWhere where)
{
    const char *source = NULL;
    for (guint i = 0; i < scripts->rows->len && !source; i++) {
        const HtolRowScript *row = &g_array_index(scripts->rows, HtolRowScript, i);
        if (row->path == script->path)
            source = source_in(row, where);
    }
    return source;
}

const char *const *annot_scripts_pure(const AnnotScripts *scripts)
{
    return (const char *const *)scripts->pure->pdata;
}

void annot_scripts_fill(const AnnotScripts *scripts, HtolTable *table)
{
    HtolArena *arena = scripts->input->arena;
    table->n_scripts = scripts->rows->len;
    table->scripts =
        htol_arena_memdup(arena, scripts->rows->data, scripts->rows->len * sizeof(HtolRowScript));
    table->n_faults = scripts->faults->len;
    table->faults =
        htol_arena_memdup(arena, scripts->faults->data, scripts->faults->len * sizeof(HtolRowFault));
}
