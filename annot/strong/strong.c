/* Writes functions twice; see strong.h. */
#include "annot/strong/strong.h"

#include <string.h>

#include "annot/strong/apart.h"
#include "annot/strong/chosen.h"
#include "annot/strong/gather.h"
#include "annot/strong/logic.h"
#include "annot/strong/same.h"
#include "annot/strong/statement.h"
#include "annot/text/dialect.h"
#include "htol/notes/trials.h"

enum { TEXT_LIMIT = 80 }; /* bytes of what is changed */

struct AnnotStrong {
    HtolArena *arena;
    const AnnotText *text;
    AnnotPlaces *places;
    const char *root;
    guint32 operators;
    GArray *chosen; /* AnnotChosen */
    AnnotChoosers *choosers;
};

AnnotStrong *annot_strong_new(HtolArena *arena, const AnnotText *text, AnnotPlaces *places, const char *root,
                              guint32 operators)
{
    AnnotStrong *strong = g_new0(AnnotStrong, 1);
    *strong = (AnnotStrong){.arena = arena,
                            .text = text,
                            .places = places,
                            .root = root,
                            .operators = operators,
                            .chosen = g_array_new(FALSE, FALSE, sizeof(AnnotChosen)),
                            .choosers = annot_choosers_new()};
    return strong;
}

void annot_strong_free(AnnotStrong *strong)
{
    g_array_unref(strong->chosen);
    annot_choosers_free(strong->choosers);
    g_free(strong);
}

void annot_strong_share(AnnotStrong *strong, guint64 digest)
{
    annot_choosers_share(strong->choosers, digest);
}

/* ---- nesting ---- */

/* Most mutated expressions around another one: clang overflows its stack on some hundreds, as in a long chain of ||. */
enum { MOST_NESTED = 64 };

static gint compare_extents(gconstpointer one, gconstpointer other)
{
    const AnnotExtent x = (*(AnnotChange *const *)one)->at, y = (*(AnnotChange *const *)other)->at;
    if (x.begin != y.begin)
        return x.begin < y.begin ? -1 : 1;
    return (x.end < y.end) - (x.end > y.end);
}

/* Leaves the mutants of expressions unwritten that are nested too deep; `around` are those around the next one, each
 * within the one before. */
static void limit_nesting(GArray *all)
{
    g_autoptr(GPtrArray) sorted = g_ptr_array_new();
    g_autoptr(GArray) around = g_array_new(FALSE, FALSE, sizeof(AnnotExtent));
    for (guint i = 0; i < all->len; i++)
        if (g_array_index(all, AnnotChange, i).expr)
            g_ptr_array_add(sorted, &g_array_index(all, AnnotChange, i));
    g_ptr_array_sort(sorted, compare_extents);
    for (guint i = 0; i < sorted->len; i++) {
        AnnotChange *change = g_ptr_array_index(sorted, i);
        while (around->len > 0 && g_array_index(around, AnnotExtent, around->len - 1).end <= change->at.begin)
            g_array_set_size(around, around->len - 1);
        const AnnotExtent *last = around->len > 0 ? &g_array_index(around, AnnotExtent, around->len - 1) : NULL;
        if (!last || last->begin != change->at.begin || last->end != change->at.end)
            g_array_append_val(around, change->at);
        if (around->len > MOST_NESTED)
            change->unwritten = 1 + HTOL_UNRECORDED_PLACE;
    }
}

/* ---- mutants ---- */

/* Appends all of `changes` to `all`; takes their strings. */
static void append_all(GArray *all, GArray *changes)
{
    for (guint i = 0; i < changes->len; i++) {
        AnnotChange *change = &g_array_index(changes, AnnotChange, i);
        annot_changes_add(all, ANNOT_STRONG_ALL, *change);
        change->value = change->after = NULL;
    }
    g_array_unref(changes);
}

/* Returns the function's mutants in the order in which they must be written: what goes around others comes first. */
static GArray *find_changes(const AnnotStrongInput *input)
{
    GArray *all = annot_changes_new(), *values = annot_changes_new();
    annot_strong_find_values(input, values);
    annot_strong_find_statements(input, values, all);
    annot_strong_find_logic(input, all);
    append_all(all, values);
    limit_nesting(all);
    all = annot_strong_gather(all);
    annot_same_find(input->function, all);
    return all;
}

/* ---- what can stand twice ---- */

typedef struct {
    gboolean fits;
    GHashTable *labels; /* const char *: the function's */
} Shape;

/* Notes labels, which are made local to the copy, and assembler, which may define symbols. An AnnotTreeVisit.stmt. */
static void check_stmt(const AnnotStmt *stmt, gpointer data)
{
    Shape *shape = data;
    shape->fits &= stmt->kind != ANNOT_STMT_ASM;
    if (stmt->kind == ANNOT_STMT_LABEL)
        g_hash_table_add(shape->labels, (gpointer)stmt->label);
}

static gboolean has_only_plain_words(const AnnotText *text, AnnotExtent at)
{
    static const char *const others[] = {"asm", "__asm__", "__asm", "__label__", NULL};
    return !annot_text_has_any(text, at, others);
}

/* Returns "__label__ a,b;" for the labels; NULL if the function cannot stand twice. To be freed. */
static char *local_labels(const AnnotText *text, const AnnotFunction *function)
{
    g_autoptr(GHashTable) labels = g_hash_table_new(g_str_hash, g_str_equal);
    Shape shape = {TRUE, labels};
    AnnotTreeVisit visit = {.stmt = check_stmt, .data = &shape};
    annot_tree_visit_stmt(function->body, &visit);
    if (!shape.fits || !has_only_plain_words(text, function->body->at))
        return NULL;
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(labels), (GCompareFunc)strcmp);
    GString *out = g_string_new(NULL);
    for (GList *name = names; name; name = name->next)
        g_string_append_printf(out, "%s%s", name == names ? "__label__ " : ",", (const char *)name->data);
    return g_string_free(names ? g_string_append_c(out, ';') : out, FALSE);
}

/* ---- text ---- */

static gboolean are_together(const AnnotChange *one, const AnnotChange *other)
{
    if (one->host || other->host)
        return one->host == other->host;
    return one->kind == other->kind && one->expr == other->expr && one->unwritten == 0 && other->unwritten == 0 &&
           (one->kind == ANNOT_CHANGE_LOGIC || one->kind == ANNOT_CHANGE_RETURNED);
}

static void write_changes(const AnnotStrongWriter *writer, const AnnotChange *changes, guint n)
{
    switch (changes->kind) {
    case ANNOT_CHANGE_VALUE: annot_strong_write_value(writer, changes, n); break;
    case ANNOT_CHANGE_EFFECT: annot_strong_write_effect(writer, changes); break;
    case ANNOT_CHANGE_LOGIC: annot_strong_write_logic(writer, changes, n); break;
    case ANNOT_CHANGE_NOT: annot_strong_write_not(writer, changes); break;
    case ANNOT_CHANGE_SKIP: annot_strong_write_skip(writer, changes); break;
    case ANNOT_CHANGE_RETURNED: annot_strong_write_returned(writer, changes, n); break;
    }
}

/* Returns the function's body with its mutants, to stand `apart` or in the function; to be freed. */
static char *mutated_body(const AnnotStrong *strong, const AnnotFunction *function, const GArray *all, gboolean apart)
{
    const AnnotChange *changes = (const AnnotChange *)all->data;
    AnnotStrongWriter writer = {strong->text, annot_edits_new(), strong->choosers, function};
    for (guint i = 0, n; i < all->len; i += n) {
        for (n = 1; i + n < all->len && are_together(&changes[i], &changes[i + n]);)
            n++;
        if (changes[i].unwritten == 0)
            write_changes(&writer, &changes[i], n);
    }
    if (apart)
        annot_apart_keep_name(strong->text, function, writer.edits);
    char *body = g_string_free(annot_edits_apply(writer.edits, strong->text, function->body->at), FALSE);
    annot_edits_free(writer.edits);
    return body;
}

/* Writes the function twice; FALSE if its text cannot stand twice. */
static gboolean write_twice(const AnnotStrong *strong, const AnnotFunction *function, const GArray *all,
                            AnnotEdits *edits)
{
    gboolean apart = annot_apart_may_be(strong->text, function);
    guint32 begin = apart ? function->at.begin : function->body->at.begin;
    g_autofree char *labels = local_labels(strong->text, function),
                    *marker = annot_text_line_marker(strong->text, begin);
    if (!labels || !marker)
        return FALSE;
    g_autofree char *body = mutated_body(strong, function, all, apart),
                    *chosen = apart ? annot_apart_call(function)
                                    : g_strconcat("{", labels, ANNOT_CHOSEN_HERE, body, "}", NULL);
    annot_edits_wrap(edits, function->body->at,
                     g_strdup_printf("{if(" ANNOT_EXPECT "(" ANNOT_CHOSEN_FUNCTION "==%uu,0))%selse%s",
                                     strong->chosen->len + 1, chosen, apart ? " " : marker),
                     g_strdup("}"));
    if (apart)
        annot_apart_write(strong->text, function, body, marker, edits);
    return TRUE;
}

/* ---- rows ---- */

/* Returns the index of the unit's file `file` among those of the function, to which it is added if it is not there. */
static guint32 file_of(const AnnotStrong *strong, guint file, HtolFunction *rows)
{
    const char *path = annot_relative_path(strong->arena, strong->root, annot_places_path(strong->places, file)),
               *hash = annot_places_hash(strong->places, file);
    for (guint32 i = 0; i < rows->n_files; i++)
        if (strcmp(rows->files[i].path, path) == 0)
            return i;
    HtolRowFile *files = htol_arena_new0(strong->arena, HtolRowFile, rows->n_files + 1);
    memcpy(files, rows->files, rows->n_files * sizeof *files);
    files[rows->n_files] = (HtolRowFile){.path = path, .hash = htol_arena_strndup(strong->arena, hash, strlen(hash))};
    rows->files = files;
    return rows->n_files++;
}

/* Returns 1 + the index of the block among the function's rows; 0 if it has none, or nothing tells that it is reached.
 */
static guint32 row_of(const AnnotBlock *block)
{
    return block->listed && !block->lost ? 1 + block->row : 0;
}

/* Returns that of the innermost statement around the offset `at`. */
static guint32 block_around(const AnnotCfg *cfg, guint32 at)
{
    const AnnotStatement *found = NULL;
    for (guint i = 0; i < cfg->statements->len; i++) {
        const AnnotStatement *statement = g_ptr_array_index(cfg->statements, i);
        if (statement->stmt->at.begin <= at && at < statement->stmt->at.end &&
            (!found || statement->stmt->at.begin >= found->stmt->at.begin))
            found = statement;
    }
    return found ? row_of(found->block) : 0;
}

/* Returns 1 + a block that is reached whenever what is changed is; 0 if none is known. */
static guint32 block_of(const AnnotCfg *cfg, const AnnotChange *change)
{
    guint32 node = change->expr ? annot_fact(cfg->facts, change->expr)->node : ANNOT_NO_NODE;
    guint32 row = node < cfg->blocks->len ? row_of(g_ptr_array_index(cfg->blocks, node)) : 0;
    return row > 0 ? row : block_around(cfg, change->at.begin);
}

static const char *before_text(const AnnotStrong *strong, AnnotExtent at)
{
    g_autofree char *text = annot_text_folded(strong->text, at, TEXT_LIMIT);
    return htol_arena_strndup(strong->arena, text, strlen(text));
}

static void fill_row(const AnnotStrong *strong, const AnnotCfg *cfg, const AnnotChange *change, HtolFunction *rows,
                     HtolRowChange *row)
{
    AnnotSpot spot = annot_places_find(strong->places, annot_text_skip(strong->text, change->at.begin)),
              end = annot_places_find_end(strong->places, change->at.end);
    const char *after = change->after ? change->after : "";
    *row = (HtolRowChange){.criterion = annot_strong_name(change->by),
                           .number = change->number,
                           .file = file_of(strong, spot.file, rows),
                           .line = spot.line,
                           .column = spot.column,
                           .end_line = end.file == spot.file ? end.line : spot.line,
                           .end_column = end.file == spot.file ? end.column : spot.column,
                           .before = before_text(strong, change->at),
                           .after = htol_arena_strndup(strong->arena, after, strlen(after)),
                           .weak = change->weak,
                           .sure = change->sure,
                           .block = block_of(cfg, change),
                           .slot = rows->row.slots++,
                           .unwritten = change->unwritten,
                           .same = change->same};
}

/* Removes the operations by which mutants were found: nothing is recorded of them. */
static void remove_operations(HtolFunction *rows)
{
    rows->n_operations = rows->n_mutants = rows->n_classes = rows->n_unmutated = 0;
    rows->row.recorded = rows->row.untold = 0;
}

static gint compare_numbers(gconstpointer one, gconstpointer other)
{
    guint32 x = ((const AnnotChange *)one)->number, y = ((const AnnotChange *)other)->number;
    return (x > y) - (x < y);
}

/* Adds them by number. */
static void add_rows(const AnnotStrong *strong, const AnnotCfg *cfg, GArray *all, HtolFunction *rows)
{
    g_array_sort(all, compare_numbers);
    remove_operations(rows);
    rows->n_changes = all->len;
    rows->changes = htol_arena_new0(strong->arena, HtolRowChange, all->len);
    for (guint i = 0; i < all->len; i++)
        fill_row(strong, cfg, &g_array_index(all, AnnotChange, i), rows, &rows->changes[i]);
}

/* ---- the function ---- */

static void leave_unwritten(GArray *all)
{
    for (guint i = 0; i < all->len; i++)
        g_array_index(all, AnnotChange, i).unwritten = 1 + HTOL_UNRECORDED_PLACE;
}

static gboolean is_any_written(const GArray *all)
{
    for (guint i = 0; i < all->len; i++)
        if (g_array_index(all, AnnotChange, i).unwritten == 0)
            return TRUE;
    return FALSE;
}

GArray *annot_strong_changes(const AnnotStrong *strong, const AnnotFunction *function, const AnnotCfg *cfg,
                             const HtolFunction *rows, const guint32 **digests)
{
    const AnnotStrongInput input = {strong->arena, strong->text, function, cfg, rows, strong->operators};
    GArray *all = find_changes(&input);
    HtolFunction own = *rows;
    guint32 *sums = htol_arena_new0(strong->arena, guint32, all->len);
    add_rows(strong, cfg, all, &own);
    htol_change_digests(&own, sums);
    *digests = sums;
    return all;
}

void annot_strong_function(AnnotStrong *strong, const AnnotFunction *function, const AnnotCfg *cfg, AnnotEdits *edits,
                           HtolFunction *rows)
{
    AnnotStrongInput input = {strong->arena, strong->text, function, cfg, rows, strong->operators};
    g_autoptr(GArray) all = find_changes(&input);
    if (is_any_written(all) && !write_twice(strong, function, all, edits))
        leave_unwritten(all);
    add_rows(strong, cfg, all, rows);
    if (!is_any_written(all))
        return;
    g_array_append_val(strong->chosen, ((AnnotChosen){rows->row.hash, all->len}));
}

void annot_strong_declare(const AnnotStrong *strong, const AnnotTarget *target, GString *out)
{
    if (strong->chosen->len == 0)
        return;
    annot_chosen_declare(out);
    g_autoptr(GString) setting = g_string_new(NULL);
    annot_chosen_set(target, strong->choosers, (const AnnotChosen *)strong->chosen->data, strong->chosen->len, setting);
    annot_choosers_declare(strong->choosers, out);
    g_string_append_len(out, setting->str, (gssize)setting->len);
}
