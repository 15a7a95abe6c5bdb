/* Collects and checks the scripts of a unit; see script.h. */
#include "annot/users/script.h"

#include "annot/users/comments.h"
#include "htol/base/bytes.h"
#include "htol/judge/site.h"
#include "htol/lang/ltest.h"
#include "htol/lang/parse.h"
#include "htol/lang/print.h"
#include "htol/lang/wellformed.h"

#include <string.h>

struct AnnotScripts {
    const AnnotScriptInput *input;
    GPtrArray *all;      /* AnnotScript */
    GPtrArray *comments; /* AnnotComments of each of the unit's files that was asked for, else NULL */
    GPtrArray *pure;     /* const char *, NULL at the end */
    GArray *rows;        /* HtolRowScript */
    GArray *faults;      /* HtolRowFault */
    GArray *told;        /* Told */
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

static void tell_fault(AnnotScripts *scripts, HtolWhere where, const char *message)
{
    Told told = {where, copied(scripts, message)};
    g_array_append_val(scripts->told, told);
}

static gboolean same_fault(const HtolRowFault *one, const HtolRowFault *other)
{
    return strcmp(one->path, other->path) == 0 && strcmp(one->file, other->file) == 0 && one->line == other->line &&
           one->column == other->column && strcmp(one->message, other->message) == 0;
}

/* Returns the path as rows of the script have it; "" if it is the script's own. */
static const char *other_file(const AnnotScripts *scripts, const AnnotScript *script, const char *path)
{
    g_autofree char *absolute = g_canonicalize_filename(path, scripts->input->directory);
    const char *relative = annot_relative_path(scripts->input->arena, scripts->input->root, absolute);
    return strcmp(relative, script->path) == 0 ? "" : relative;
}

void annot_scripts_fault(AnnotScripts *scripts, const AnnotScript *script, HtolWhere where, const char *name,
                         const char *message)
{
    HtolRowFault row = {script->path,
                        where.line,
                        where.column,
                        copied(scripts, name),
                        copied(scripts, message),
                        other_file(scripts, script, where.file)};
    g_autofree char *told = g_strdup_printf("%s%s%s", name, *name ? ": " : "", message);
    for (guint i = 0; i < scripts->faults->len; i++)
        if (same_fault(&g_array_index(scripts->faults, HtolRowFault, i), &row))
            return;
    g_array_append_val(scripts->faults, row);
    tell_fault(scripts, where, told);
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
        g_string_append_printf(scripts->messages, "%s:%u:%u: error: %s\n", told->where.file, told->where.line,
                               told->where.column, told->message);
    }
    return scripts->messages;
}

/* ---- the parts of a script ---- */

static void add_row(AnnotScripts *scripts, const AnnotScript *script, HtolScriptKind kind, const HtolText *text)
{
    HtolRowScript row = {.path = script->path,
                         .hash = script->hash,
                         .line = text->where.line,
                         .column = text->where.column,
                         .kind = kind,
                         .text = copied(scripts, text->text),
                         .file = other_file(scripts, script, text->where.file)};
    g_array_append_val(scripts->rows, row);
}

static void parse(AnnotScripts *scripts, AnnotScript *script, const HtolText *text, HtolFaults *faults)
{
    gboolean (*parse_text)(HtolArena *, const HtolText *, HtolScript *, HtolFaults *) =
        script->kind == HTOL_SCRIPT_COMMENT ? htol_parse_comment
        : script->kind == HTOL_SCRIPT_FILE  ? htol_parse_file
                                            : htol_ltest_parse;
    add_row(scripts, script, script->kind, text);
    parse_text(scripts->input->arena, text, &script->declared, faults);
}

static void tell_all(AnnotScripts *scripts, const HtolFaults *faults)
{
    for (const HtolFault *fault = faults->first; fault; fault = fault->next)
        tell_fault(scripts, fault->where, fault->message);
}

/* Checks a script: what has a fault is left out, and what uses that; the rest of the script counts. */
static void check_script(AnnotScripts *scripts, AnnotScript *script, HtolFaults *faults)
{
    htol_wellformed(&script->declared, faults);
    tell_all(scripts, faults);
    for (const HtolPureDecl *pure = script->declared.pures; pure; pure = pure->next)
        g_ptr_array_add(scripts->pure, (gpointer)pure->name);
}

static AnnotScript *add_script(AnnotScripts *scripts, HtolScriptKind kind, const char *path, const char *hash)
{
    AnnotScript *script = htol_arena_new0(scripts->input->arena, AnnotScript, 1);
    script->kind = kind;
    script->hash = copied(scripts, hash);
    script->marked = g_array_new(FALSE, FALSE, sizeof(AnnotMarked));
    script->names = g_hash_table_new(g_str_hash, g_str_equal);
    script->path = annot_relative_path(scripts->input->arena, scripts->input->root, path);
    g_ptr_array_add(scripts->all, script);
    return script;
}

/* Adds a script that stands in a file of the unit. */
static AnnotScript *add_script_of(AnnotScripts *scripts, HtolScriptKind kind, guint file)
{
    AnnotPlaces *places = scripts->input->places;
    AnnotScript *script = add_script(scripts, kind, annot_places_path(places, file), annot_places_hash(places, file));
    script->file = file;
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
    AnnotComments *found = annot_comments_find(scripts->input->arena, annot_places_path(scripts->input->places, file),
                                               bytes ? bytes : "", size);
    scripts->comments->pdata[file] = found;
    return found;
}

/* Whether the group and those around it were compiled. A group without code counts as compiled, for nothing tells. */
static gboolean is_compiled(const AnnotScripts *scripts, guint file, const AnnotComments *comments, guint index)
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

static void read_comment(AnnotScripts *scripts, AnnotScript *script, const AnnotComment *comment, HtolFaults *faults)
{
    AnnotPlaces *places = scripts->input->places;
    HtolText text = {{shown_path(scripts, annot_places_path(places, script->file)), comment->line, comment->column},
                     comment->text,
                     strlen(comment->text)};
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
            script = add_script_of(scripts, HTOL_SCRIPT_COMMENT, file);
        read_comment(scripts, script, comment, &faults);
    }
    if (script)
        check_script(scripts, script, &faults);
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

/* Reads and checks a file of objectives. One of LTest is only parsed: whether it is well-formed can be told when the
 * labels of all units are known. */
static void read_objectives(AnnotScripts *scripts, const AnnotObjectives *objectives)
{
    gboolean ltest = g_str_has_suffix(objectives->path, ".hyperlabels");
    g_autofree char *path = g_canonicalize_filename(objectives->path, scripts->input->directory);
    g_autofree char *hash = htol_text_hash(objectives->text, strlen(objectives->text));
    AnnotScript *script = add_script(scripts, ltest ? HTOL_SCRIPT_LTEST : HTOL_SCRIPT_FILE, path, hash);
    HtolFaults faults = {.arena = scripts->input->arena};
    HtolText text = {{shown_path(scripts, path), 1, 1}, objectives->text, strlen(objectives->text)};
    parse(scripts, script, &text, &faults);
    if (!ltest) {
        check_script(scripts, script, &faults);
        return;
    }
    tell_all(scripts, &faults);
    script->declared = (HtolScript){0}; /* nothing of it has a place */
}

/* ---- labels of LTest ---- */

static HtolWhere where_of(const AnnotScripts *scripts, AnnotSpot spot)
{
    return (HtolWhere){shown_path(scripts, annot_places_path(scripts->input->places, spot.file)), spot.line,
                       spot.column};
}

static HtolCText c_text(const AnnotScripts *scripts, const AnnotMarkText *text)
{
    return (HtolCText){text->text, where_of(scripts, annot_places_find(scripts->input->places, text->at))};
}

/* Returns the script's first label of that name; NULL: it has none. */
static const AnnotMarked *first_of(const AnnotScript *script, const char *name)
{
    gpointer index;
    if (!g_hash_table_lookup_extended(script->names, name, NULL, &index))
        return NULL;
    return &g_array_index(script->marked, AnnotMarked, GPOINTER_TO_UINT(index));
}

/* Returns the name of a label of LTest; one without a number is named after its line. */
static const char *script_name(const AnnotScripts *scripts, const AnnotScript *script, const AnnotMark *mark,
                               AnnotSpot spot)
{
    if (mark->name)
        return mark->name;
    const char *name = htol_arena_printf(scripts->input->arena, "line%u", spot.line);
    for (guint i = 2; first_of(script, name); i++)
        name = htol_arena_printf(scripts->input->arena, "line%u_%u", spot.line, i);
    return name;
}

static const HtolLabelDecl *decl_of(AnnotScripts *scripts, const AnnotMarked *marked, const char *name)
{
    HtolArena *arena = scripts->input->arena;
    const AnnotMark *mark = marked->mark;
    HtolLabelDecl *decl = htol_arena_new0(arena, HtolLabelDecl, 1);
    HtolBinding *bindings = htol_arena_new0(arena, HtolBinding, mark->n_bindings);
    for (guint i = 0; i < mark->n_bindings; i++) {
        bindings[i].name = mark->bindings[i].name;
        bindings[i].value = c_text(scripts, &mark->bindings[i].value);
    }
    decl->name = name;
    decl->where = where_of(scripts, marked->spot);
    decl->n_bindings = mark->n_bindings;
    decl->bindings = bindings;
    decl->predicate = c_text(scripts, &mark->predicate);
    return decl;
}

static gboolean agree(const AnnotMark *one, const AnnotMark *other)
{
    for (guint i = 0; i < one->n_bindings && i < other->n_bindings; i++)
        if (strcmp(one->bindings[i].name, other->bindings[i].name) != 0)
            return FALSE;
    return one->n_bindings == other->n_bindings && one->steps == other->steps &&
           g_strcmp0(one->variable, other->variable) == 0;
}

/* Remembers the name, or blames the label if an earlier one of the name is another one. */
static void compare_with_first(AnnotScripts *scripts, AnnotScript *script, const AnnotMarked *marked)
{
    const char *name = marked->decl->name;
    const AnnotMarked *first = first_of(script, name);
    if (!first) {
        g_hash_table_insert(script->names, (gpointer)name, GUINT_TO_POINTER(script->marked->len));
        return;
    }
    if (agree(first->mark, marked->mark))
        return;
    const char *what = marked->mark->kind == ANNOT_MARK_STEP ? "the sequence has other steps or another variable"
                                                             : "the label binds other metavariables";
    const char *message =
        htol_arena_printf(scripts->input->arena, "%s at %s:%u", what, first->decl->where.file, first->decl->where.line);
    annot_scripts_fault(scripts, script, marked->decl->where, name, message);
}

static void add_mark(AnnotScripts *scripts, AnnotScript *script, const AnnotMark *mark, AnnotSpot spot)
{
    AnnotMarked marked = {mark, spot, NULL};
    if (mark->fault) {
        annot_scripts_fault(scripts, script,
                            where_of(scripts, annot_places_find(scripts->input->places, mark->fault_at)),
                            mark->name ? mark->name : "", mark->fault);
        return;
    }
    marked.decl = decl_of(scripts, &marked, script_name(scripts, script, mark, spot));
    if (mark->kind != ANNOT_MARK_KILL)
        compare_with_first(scripts, script, &marked);
    g_array_append_val(script->marked, marked);
}

static AnnotScript *script_of_marks(AnnotScripts *scripts, guint file)
{
    for (guint i = 0; i < scripts->all->len; i++) {
        AnnotScript *script = g_ptr_array_index(scripts->all, i);
        if (script->kind == HTOL_SCRIPT_MARKS && script->file == file)
            return script;
    }
    return add_script_of(scripts, HTOL_SCRIPT_MARKS, file);
}

static void read_mark(AnnotScripts *scripts, const AnnotMark *mark)
{
    AnnotSpot spot = annot_places_find(scripts->input->places, mark->at.begin);
    gboolean alone = TRUE;
    if (!annot_places_is_users(scripts->input->places, spot.file))
        return;
    for (guint i = 0; mark->name && i < scripts->all->len; i++) {
        AnnotScript *script = g_ptr_array_index(scripts->all, i);
        if (script->kind != HTOL_SCRIPT_LTEST)
            continue;
        add_mark(scripts, script, mark, spot);
        alone = FALSE;
    }
    if (alone)
        add_mark(scripts, script_of_marks(scripts, spot.file), mark, spot);
}

/* ---- their declarations ---- */

static gint compare_spots(gconstpointer one, gconstpointer other)
{
    const AnnotSpot *x = &((const AnnotMarked *)one)->spot, *y = &((const AnnotMarked *)other)->spot;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

/* Declarations of the labels in a file, each in the line and column in which it stands there. */
typedef struct {
    GString *text;
    guint32 line;     /* that is being written */
    gsize line_begin; /* where it begins in the text */
} Declarations;

/* Appends newlines and blanks up to the spot, or one blank if the text is beyond it. */
static void append_up_to(Declarations *to, AnnotSpot spot)
{
    gsize before = to->text->len;
    for (; to->line < spot.line; to->line++)
        g_string_append_c(to->text, '\n');
    if (to->text->len > before)
        to->line_begin = to->text->len;
    while (to->text->len - to->line_begin + 1 < spot.column)
        g_string_append_c(to->text, ' ');
    if (to->text->len == before)
        g_string_append_c(to->text, ' ');
}

/* Appends the label's declaration so that its name stands where the mark is. */
static void append_declaration(Declarations *to, const AnnotMarked *marked)
{
    HtolLabelDecl decl = *marked->decl;
    g_autoptr(GString) printed = g_string_new(NULL);
    if (marked->mark->kind == ANNOT_MARK_KILL)
        return;
    if (marked->mark->kind == ANNOT_MARK_STEP)
        decl.predicate.text = "1";
    htol_label_decl_print(&decl, printed);
    g_string_append(to->text, to->text->len > 0 ? " label" : "label");
    append_up_to(to, marked->spot);
    g_string_append_printf(to->text, "%s;", printed->str + strlen("label "));
}

/* Adds a row for the labels of the script in each file. */
static void add_declarations(AnnotScripts *scripts, const AnnotScript *script)
{
    g_autoptr(GArray) sorted = g_array_copy(script->marked);
    g_autoptr(GString) text = g_string_new(NULL);
    Declarations to = {text, 1, 0};
    g_array_sort(sorted, compare_spots);
    for (guint i = 0; i < sorted->len; i++) {
        const AnnotMarked *marked = &g_array_index(sorted, AnnotMarked, i);
        append_declaration(&to, marked);
        if (text->len == 0 || (i + 1 < sorted->len && marked[1].spot.file == marked->spot.file))
            continue;
        HtolText all = {where_of(scripts, (AnnotSpot){marked->spot.file, 1, 1}), text->str, text->len};
        add_row(scripts, script, HTOL_SCRIPT_MARKS, &all);
        g_string_truncate(text, 0);
        to = (Declarations){text, 1, 0};
    }
}

static void read_marks(AnnotScripts *scripts)
{
    for (guint i = 0; i < scripts->input->marks->len; i++)
        read_mark(scripts, &g_array_index(scripts->input->marks, AnnotMark, i));
    for (guint i = 0; i < scripts->all->len; i++)
        add_declarations(scripts, g_ptr_array_index(scripts->all, i));
}

/* ---- all of them ---- */

static void free_script(gpointer data)
{
    AnnotScript *script = data;
    g_array_unref(script->marked);
    g_hash_table_unref(script->names);
}

static void free_comments(gpointer comments)
{
    if (comments)
        annot_comments_free(comments);
}

AnnotScripts *annot_scripts_new(const AnnotScriptInput *input)
{
    AnnotScripts *scripts = g_new(AnnotScripts, 1);
    *scripts = (AnnotScripts){input,
                              g_ptr_array_new_with_free_func(free_script),
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
    for (guint i = 0; i < input->options.n_objectives; i++)
        read_objectives(scripts, &input->options.objectives[i]);
    read_marks(scripts);
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

/* Returns the row's text from `where` on; NULL: it does not hold that place. */
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
    table->scripts = htol_arena_memdup(arena, scripts->rows->data, scripts->rows->len * sizeof(HtolRowScript));
    table->n_faults = scripts->faults->len;
    table->faults = htol_arena_memdup(arena, scripts->faults->data, scripts->faults->len * sizeof(HtolRowFault));
}
