/* Prints tables as scripts; see listing.h. The objectives of users are listing_user.c's. */
#include "htol/words/listing.h"

#include "htol/expand/expansion.h"

#include <string.h>

#include "htol/graph/tour.h"
#include "htol/judge/site.h"
#include "htol/lang/lex.h"
#include "htol/lang/parse.h"
#include "htol/lang/print.h"
#include "htol/words/listing_state.h"

/* Texts and names
 * -----------------------------------------------------------------------------------------------------------
 */

const char *htol_listing_name(HtolListing *listing, const char *wanted)
{
    char *name = htol_arena_strndup(listing->arena, wanted, strlen(wanted));
    while (g_hash_table_contains(listing->names, name)) {
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(listing->names, wanted)) + 1;
        g_hash_table_replace(listing->names, g_strdup(wanted), GUINT_TO_POINTER(count));
        name = htol_arena_printf(listing->arena, "%s_%u", wanted, count);
    }
    g_hash_table_insert(listing->names, g_strdup(name), GUINT_TO_POINTER(1));
    return name;
}

void htol_listing_text(HtolListing *listing, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    for (char *at = valid; *at; at++)
        g_string_append_c(listing->out, g_ascii_iscntrl(*at) ? ' ' : *at);
}

const char *htol_listing_file(const char *path)
{
    return *path && !strpbrk(path, "\"\n") && g_utf8_validate(path, -1, NULL) ? path : NULL;
}

/* As part of an identifier; what stands for `not evaluated` in ids is an x. */
static void append_identifier(GString *out, const char *text)
{
    for (; *text; text++)
        g_string_append_c(out, g_ascii_isalnum(*text) ? *text : *text == '-' ? 'x' : '_');
}

/* CACC_clamp_d0_c1; 2-CC is NCC2. */
static const char *objective_name(HtolListing *listing, const HtolListed *listed, const HtolObjective *objective)
{
    g_autofree char *criterion = g_ascii_strup(htol_criteria[objective->criterion].id, -1);
    g_autoptr(GString) name = g_string_new(criterion);
    if (objective->criterion == HTOL_CRIT_ncc)
        g_string_append_printf(name, "%u", listing->selection->n);
    g_string_append_c(name, '_');
    append_identifier(name, listed->function->row.name);
    g_string_append_c(name, '_');
    append_identifier(name, objective->id);
    return htol_listing_name(listing, name->str);
}

/* `3:24 x < low`, with the file if it is not the function's. */
static void append_place(HtolListing *listing, const HtolListed *listed, const HtolObjective *objective)
{
    if (objective->file > 0) {
        htol_listing_text(listing, listed->function->files[objective->file].path);
        g_string_append_c(listing->out, ':');
    }
    g_string_append_printf(listing->out, "%u:%u", objective->line, objective->column);
    g_string_append(listing->out, *objective->text ? " " : "");
    htol_listing_text(listing, objective->text);
}

/* Hyperlabels
 * -----------------------------------------------------------------------------------------------------------
 */

/* A hyperlabel that is being printed: its labels are declared as they are met. */
typedef struct {
    HtolListing *listing;
    const HtolListed *listed;
    const char *name;    /* of the objective */
    guint labels;        /* declared so far */
    GHashTable *renamed; /* metavariables as the criterion has them, to names without primes */
} Hyper;

static void set_path(const HtolListing *listing, const HtolFunction *function, HtolPlace *place)
{
    guint32 state = function->paths[place->site.index].state;
    place->nodes = htol_tour_string(listing->arena, function->states, state, &place->n_nodes);
}

/* `bindings`: of the label, or NULL where none of them is used. */
static void print_label(HtolListing *listing, const HtolListed *listed, const char *name, const HtolHyper *label,
                        const HtolBinding *bindings)
{
    HtolLabelDecl decl = {.name = name, .n_bindings = bindings ? label->n_bindings : 0, .bindings = bindings};
    decl.place = (HtolPlace){.kind = HTOL_PLACE_SITE,
                             .name = listed->function->row.name,
                             .file = listed->file,
                             .hash = listed->hash,
                             .site = label->site};
    if (label->site.kind == HTOL_SITE_PATH)
        set_path(listing, listed->function, &decl.place);
    decl.predicate.text = "";
    decl.of_site = label->predicate;
    htol_label_decl_print(&decl, listing->out);
    g_string_append_c(listing->out, ';');
}

/* Of the next label: a, b, ... z, x26, ... */
static const char *letter_of(const Hyper *hyper)
{
    HtolArena *arena = hyper->listing->arena;
    return hyper->labels < 26 ? htol_arena_printf(arena, "%c", 'a' + hyper->labels)
                              : htol_arena_printf(arena, "x%u", hyper->labels);
}

/* Both branches of `+` may bind it. */
static const char *metavariable(Hyper *hyper, const char *name, const char *letter)
{
    const char *renamed = g_hash_table_lookup(hyper->renamed, name);
    gsize length = strcspn(name, "'");
    if (renamed)
        return renamed;
    renamed = name[length] ? htol_arena_printf(hyper->listing->arena, "%.*s_%s", (int)length, name, letter) : name;
    g_hash_table_insert(hyper->renamed, (gpointer)name, (gpointer)renamed);
    return renamed;
}

static const HtolHyper *declare(Hyper *hyper, const HtolHyper *label)
{
    HtolArena *arena = hyper->listing->arena;
    const char *letter = letter_of(hyper);
    HtolStep step = {.occurrence.name =
                         htol_listing_name(hyper->listing, htol_arena_printf(arena, "%s_%s", hyper->name, letter))};
    HtolBinding *bindings = htol_arena_new0(arena, HtolBinding, label->n_bindings);
    for (guint32 i = 0; i < label->n_bindings; i++) {
        bindings[i].name = metavariable(hyper, label->bindings[i].name, letter);
        bindings[i].value.text = "";
        bindings[i].variable =
            htol_site_variable(label->bindings[i].variable, htol_site_variables(hyper->listed->function, label->site));
    }
    print_label(hyper->listing, hyper->listed, step.occurrence.name, label, bindings);
    g_string_append_c(hyper->listing->out, '\n');
    hyper->labels++;
    return htol_steps(arena, &step, 1);
}

static const HtolExpr *rename_guard(Hyper *hyper, const HtolExpr *guard)
{
    if (guard->kind == HTOL_EXPR_VARIABLE)
        return htol_named(hyper->listing->arena, metavariable(hyper, guard->name, ""));
    HtolExpr *copy = htol_arena_memdup(hyper->listing->arena, guard, sizeof *guard);
    copy->left = guard->left ? rename_guard(hyper, guard->left) : NULL;
    copy->right = guard->right ? rename_guard(hyper, guard->right) : NULL;
    return copy;
}

/* Declares the labels of a criterion's hyperlabel; returns the same over their names. */
static const HtolHyper *declare_all(Hyper *hyper, const HtolHyper *of)
{
    if (of->kind == HTOL_HYPER_LABEL)
        return declare(hyper, of);
    HtolHyper *copy = htol_arena_memdup(hyper->listing->arena, of, sizeof *of);
    copy->left = declare_all(hyper, of->left);
    if (of->kind == HTOL_HYPER_GUARD)
        copy->guard = rename_guard(hyper, of->guard);
    else
        copy->right = declare_all(hyper, of->right);
    return copy;
}

static void print_hyper(HtolListing *listing, const HtolListed *listed, const char *name, const HtolHyper *of)
{
    g_autoptr(GHashTable) renamed = g_hash_table_new(g_str_hash, g_str_equal);
    Hyper hyper = {.listing = listing, .listed = listed, .name = name, .renamed = renamed};
    HtolHyperDecl decl = {.name = name, .hyper = declare_all(&hyper, of)};
    htol_hyper_decl_print(&decl, listing->out);
    g_string_append_c(listing->out, ';');
}

/* Objectives
 * -----------------------------------------------------------------------------------------------------------
 */

/* `what` is not printed as a declaration. */
static void print_without(HtolListing *listing, const HtolListed *listed, const HtolObjective *objective,
                          const char *what, const char *why)
{
    g_string_append_printf(listing->out, "// %s: %s ", what, objective_name(listing, listed, objective));
    append_place(listing, listed, objective);
    g_string_append(listing->out, ": ");
    htol_listing_text(listing, why);
    g_string_append_c(listing->out, '\n');
}

/* What is short nests no deeper and has no more parts than a script may have. */
static gboolean can_be_read(const char *text)
{
    enum { SHORT = 400 };
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText source = {{"", 1, 1}, text, strlen(text)};
    return source.length < SHORT || htol_parse_file(arena, &source, &script, &faults);
}

static void print_declarations(HtolListing *listing, const HtolListed *listed, const HtolObjective *objective)
{
    const char *name = objective_name(listing, listed, objective);
    if (objective->hyper->kind == HTOL_HYPER_LABEL)
        print_label(listing, listed, name, objective->hyper, NULL);
    else
        print_hyper(listing, listed, name, objective->hyper);
    g_string_append(listing->out, " // ");
    append_place(listing, listed, objective);
    g_string_append_c(listing->out, '\n');
}

static void print_measured(HtolListing *listing, const HtolListed *listed, const HtolObjective *objective)
{
    gsize start = listing->out->len;
    if (!htol_is_c_name(listed->function->row.name)) {
        print_without(listing, listed, objective, "left out", "no place can name its function");
        return;
    }
    print_declarations(listing, listed, objective);
    if (can_be_read(listing->out->str + start))
        return;
    g_string_truncate(listing->out, start);
    print_without(listing, listed, objective, "left out", "it is larger than what a script may have");
}

static void print_objective(HtolListing *listing, const HtolListed *listed, const HtolObjective *objective)
{
    if (objective->hyper)
        print_measured(listing, listed, objective);
    else
        print_without(listing, listed, objective, "unmeasured", objective->unmeasured);
}

static void print_function(const HtolListing *all, const HtolListed *listed)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolListing listing = *all;
    guint count;
    listing.arena = arena;
    const HtolObjective *objectives = htol_expand(arena, listed->function, all->selection, &count);
    g_string_append(all->out, "\n// ");
    htol_listing_text(&listing, listed->path);
    g_string_append_printf(all->out, ":%u ", listed->function->row.line);
    htol_listing_text(&listing, listed->function->row.name);
    g_string_append_c(all->out, '\n');
    for (guint i = 0; i < count; i++)
        print_objective(&listing, listed, &objectives[i]);
}

/* Functions
 * -----------------------------------------------------------------------------------------------------------
 */

static guint hash_listed(gconstpointer key)
{
    const HtolListed *listed = key;
    return g_str_hash(listed->path) ^ g_str_hash(listed->function->row.name) ^ g_str_hash(listed->function->row.hash);
}

static gboolean equal_listed(gconstpointer left, gconstpointer right)
{
    const HtolListed *one = left, *other = right;
    return strcmp(one->path, other->path) == 0 && htol_function_equal(one->function, other->function);
}

static void collect_table(HtolListing *listing, const HtolTable *table, GHashTable *seen)
{
    for (guint32 i = 0; i < table->n_functions; i++) {
        const HtolFunction *function = &table->functions[i];
        HtolListed key = {.function = function, .path = htol_function_path(table, function)};
        if (g_hash_table_contains(seen, &key))
            continue;
        HtolListed *listed = htol_arena_memdup(listing->arena, &key, sizeof key);
        g_hash_table_add(seen, listed);
        g_ptr_array_add(listing->functions, listed);
    }
}

/* The functions of each name. */
static GHashTable *namesakes_of(const HtolListing *listing)
{
    GHashTable *namesakes = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    for (guint i = 0; i < listing->functions->len; i++) {
        HtolListed *listed = listing->functions->pdata[i];
        const char *name = listed->function->row.name;
        if (!g_hash_table_contains(namesakes, name))
            g_hash_table_insert(namesakes, (gpointer)name, g_ptr_array_new());
        g_ptr_array_add(g_hash_table_lookup(namesakes, name), listed);
    }
    return namesakes;
}

/* Chooses how places name the function: by its file, from the root if it is the end of another's; by the hash
 * of its text too if that file has several. */
static void qualify(HtolListing *listing, HtolListed *listed, const GPtrArray *namesakes)
{
    gboolean rooted = g_str_has_prefix(listed->path, "./"), hashed = FALSE;
    listed->file = htol_listing_file(listed->path);
    for (guint i = 0; i < namesakes->len; i++) {
        const HtolListed *other = namesakes->pdata[i];
        gboolean same = strcmp(other->path, listed->path) == 0;
        hashed |= other != listed && (same || !listed->file);
        rooted |= !same && htol_path_matches(other->path, listed->path);
    }
    if (rooted && listed->file)
        listed->file = htol_arena_printf(listing->arena, "./%s", listed->file);
    if (hashed && htol_is_hash(listed->function->row.hash))
        listed->hash = listed->function->row.hash;
}

static void collect_functions(HtolListing *listing)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(hash_listed, equal_listed);
    for (guint i = 0; i < listing->n_tables; i++)
        collect_table(listing, listing->tables[i], seen);
    g_autoptr(GHashTable) namesakes = namesakes_of(listing);
    for (guint i = 0; i < listing->functions->len; i++) {
        HtolListed *listed = listing->functions->pdata[i];
        qualify(listing, listed, g_hash_table_lookup(namesakes, listed->function->row.name));
    }
}

void htol_listing_print(const HtolTable *const *tables, guint n_tables, const HtolSelection *selection, GString *out)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GPtrArray) functions = g_ptr_array_new();
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    HtolListing listing = {.arena = arena,
                           .tables = tables,
                           .n_tables = n_tables,
                           .selection = selection,
                           .functions = functions,
                           .names = names,
                           .out = out};
    collect_functions(&listing);
    htol_listing_scripts(&listing);
    for (guint i = 0; i < functions->len; i++)
        print_function(&listing, functions->pdata[i]);
}
