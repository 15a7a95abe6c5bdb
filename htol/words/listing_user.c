/* Prints the objectives that users wrote, as part of a listing; see listing.h. It does not look whether their
 * C is C: what the annotator found out is in the tables. */
#include <string.h>

#include "htol/judge/site.h"
#include "htol/lang/print.h"
#include "htol/lang/wellformed.h"
#include "htol/users/user.h"
#include "htol/words/listing_state.h"

/* All rows of one path, of one text of its file: one script. */
typedef struct {
    const char *path, *hash;
    GPtrArray *rows; /* HtolRowScript, each once */
    HtolScript script;
    GHashTable *sequences; /* HtolLabelDecl that are LTest's sequences: no script can declare them */
} Source;

/* Sources
 * -----------------------------------------------------------------------------------------------------------
 */

static Source *source_of(HtolListing *listing, GPtrArray *sources, const HtolRowScript *row)
{
    for (guint i = 0; i < sources->len; i++) {
        Source *source = sources->pdata[i];
        if (strcmp(source->path, row->path) == 0 && strcmp(source->hash, row->hash) == 0)
            return source;
    }
    Source *source = htol_arena_new0(listing->arena, Source, 1);
    *source = (Source){
        .path = row->path, .hash = row->hash, .rows = g_ptr_array_new(), .sequences = g_hash_table_new(NULL, NULL)};
    g_ptr_array_add(sources, source);
    return source;
}

static gboolean same_row(const HtolRowScript *one, const HtolRowScript *other)
{
    return one->line == other->line && one->column == other->column && one->kind == other->kind &&
           strcmp(one->file, other->file) == 0 && strcmp(one->text, other->text) == 0;
}

static void add_row(Source *source, const HtolRowScript *row)
{
    for (guint i = 0; i < source->rows->len; i++)
        if (same_row(source->rows->pdata[i], row))
            return;
    g_ptr_array_add(source->rows, (gpointer)row);
}

static void free_source(gpointer data)
{
    Source *source = data;
    g_ptr_array_unref(source->rows);
    g_hash_table_unref(source->sequences);
}

static GPtrArray *sources_of(HtolListing *listing)
{
    GPtrArray *sources = g_ptr_array_new_with_free_func(free_source);
    for (guint t = 0; t < listing->n_tables; t++) {
        const HtolTable *table = listing->tables[t];
        for (guint32 i = 0; i < table->n_scripts; i++)
            add_row(source_of(listing, sources, &table->scripts[i]), &table->scripts[i]);
    }
    return sources;
}

/* Parsing
 * -----------------------------------------------------------------------------------------------------------
 */

/* What a comment says of the next statement is meant where the line behind it begins. A label of LTest is a
 * statement itself. */
static guint64 line_of(const HtolLabelDecl *label, const HtolRowScript *row)
{
    guint64 line = (guint64)row->line + 1;
    for (const char *at = row->text; *at; at++)
        line += *at == '\n';
    return row->kind == HTOL_SCRIPT_MARKS ? label->where.line : line;
}

static void give_line(HtolLabelDecl *label, const HtolRowScript *row)
{
    guint64 line = line_of(label, row);
    const char *file = label->where.file;
    if (label->place.kind == HTOL_PLACE_NEXT && !label->partition && htol_listing_file(file) && line <= G_MAXINT32)
        label->place = (HtolPlace){.kind = HTOL_PLACE_LINE, .name = file, .line = line};
}

static gboolean is_sequence(const HtolLabelDecl *label, const HtolRowScript *row)
{
    return row->kind == HTOL_SCRIPT_LTEST || (row->kind == HTOL_SCRIPT_MARKS && *label->name == 's');
}

static void parse_row(HtolListing *listing, Source *source, const HtolRowScript *row, HtolFaults *faults)
{
    HtolLabelDecl *last = source->script.last_label;
    htol_user_read_row(listing->arena, row, &source->script, faults);
    for (HtolLabelDecl *label = last ? last->next : source->script.labels; label; label = label->next)
        if (is_sequence(label, row))
            g_hash_table_add(source->sequences, label);
        else
            give_line(label, row);
}

static void parse(HtolListing *listing, Source *source, HtolFaults *faults)
{
    for (guint i = 0; i < source->rows->len; i++)
        parse_row(listing, source, source->rows->pdata[i], faults);
    htol_wellformed(&source->script, faults);
}

/* Names
 * -----------------------------------------------------------------------------------------------------------
 */

/* Labels are renamed where they are declared: occurrences know their declarations. */
static void rename_labels(HtolListing *listing, Source *source)
{
    for (HtolLabelDecl *label = source->script.labels; label; label = label->next)
        label->name = htol_listing_name(listing, label->name);
}

static void rename_step(HtolListing *listing, HtolStep *step)
{
    step->occurrence.name = step->occurrence.label->name;
    step->kills = htol_arena_memdup(listing->arena, step->kills, step->n_kills * sizeof *step->kills);
    for (guint32 i = 0; i < step->n_kills; i++)
        step->kills[i].name = step->kills[i].label->name;
}

/* A copy whose occurrences have the names of their labels. */
static const HtolHyper *renamed(HtolListing *listing, const HtolHyper *hyper)
{
    HtolHyper *copy = htol_arena_memdup(listing->arena, hyper, sizeof *hyper);
    if (hyper->n_steps > 0)
        copy->steps = htol_arena_memdup(listing->arena, hyper->steps, hyper->n_steps * sizeof *hyper->steps);
    for (guint32 i = 0; i < hyper->n_steps; i++)
        rename_step(listing, &copy->steps[i]);
    copy->left = hyper->left ? renamed(listing, hyper->left) : NULL;
    copy->right = hyper->right ? renamed(listing, hyper->right) : NULL;
    return copy;
}

/* Remarks
 * -----------------------------------------------------------------------------------------------------------
 */

static void append_where(HtolListing *listing, HtolWhere where)
{
    htol_listing_text(listing, where.file);
    g_string_append_printf(listing->out, ":%u:%u", where.line, where.column);
}

static void print_unmeasured(HtolListing *listing, const char *name, const char *why)
{
    g_string_append_printf(listing->out, "// unmeasured: %s: ", name);
    htol_listing_text(listing, why);
    g_string_append_c(listing->out, '\n');
}

/* What the annotator found wrong with the declaration of that name in the script, or NULL. */
static const char *fault_of(const HtolListing *listing, const Source *source, const char *name)
{
    for (guint t = 0; t < listing->n_tables; t++)
        for (guint32 i = 0; i < listing->tables[t]->n_faults; i++) {
            const HtolRowFault *fault = &listing->tables[t]->faults[i];
            if (strcmp(fault->path, source->path) == 0 && strcmp(fault->name, name) == 0)
                return fault->message;
        }
    return NULL;
}

static gboolean is_of(const Source *source, const char *name, const HtolRowLabel *row)
{
    return strcmp(row->script, source->path) == 0 && strcmp(row->name, name) == 0;
}

/* ` in f 12:5`, for each place that the label has in the functions. */
static void append_placed(HtolListing *listing, const Source *source, const char *name)
{
    guint count = 0;
    for (guint i = 0; i < listing->functions->len; i++) {
        const HtolFunction *function = ((HtolListed *)listing->functions->pdata[i])->function;
        for (guint32 k = 0; k < function->n_labels; k++) {
            const HtolRowLabel *row = &function->labels[k];
            if (!is_of(source, name, row))
                continue;
            g_string_append(listing->out, count++ > 0 ? "; in " : " in ");
            htol_listing_text(listing, function->row.name);
            g_string_append_printf(listing->out, " %u:%u", row->line, row->column);
        }
    }
}

/* A partition in a comment is at the entry of the function that has its labels. */
static void give_entry(const HtolListing *listing, const Source *source, HtolLabelDecl *label)
{
    for (guint i = 0; i < listing->functions->len; i++) {
        const HtolFunction *function = ((HtolListed *)listing->functions->pdata[i])->function;
        for (guint32 k = 0; k < function->n_labels; k++)
            if (is_of(source, label->name, &function->labels[k]))
                label->place = (HtolPlace){.kind = HTOL_PLACE_ENTRY, .name = function->row.name};
    }
}

static gboolean is_placed(const HtolListing *listing, const Source *source, const char *name)
{
    for (guint i = 0; i < listing->functions->len; i++) {
        const HtolFunction *function = ((HtolListed *)listing->functions->pdata[i])->function;
        for (guint32 k = 0; k < function->n_labels; k++)
            if (is_of(source, name, &function->labels[k]))
                return TRUE;
    }
    return FALSE;
}

/* Why a label at a site is unmeasured, or NULL. */
static const char *misfit(HtolListing *listing, const HtolLabelDecl *label)
{
    const char *why = "its place means no function";
    for (guint i = 0; i < listing->functions->len; i++) {
        const HtolListed *listed = listing->functions->pdata[i];
        if (!htol_place_means(&label->place, listed->function, listed->path))
            continue;
        why = htol_site_label_fits(listing->arena, label, listed->function);
        if (!why)
            return NULL;
    }
    return why;
}

static const char *why_unmeasured(HtolListing *listing, const Source *source, const HtolLabelDecl *label,
                                  const char *name)
{
    const char *fault = fault_of(listing, source, name);
    if (fault)
        return fault;
    if (label->place.kind == HTOL_PLACE_SITE)
        return misfit(listing, label);
    return is_placed(listing, source, name) ? NULL : "its place is in no measured function";
}

/* Declarations
 * -----------------------------------------------------------------------------------------------------------
 */

static void print_label(HtolListing *listing, const Source *source, const HtolLabelDecl *label, const char *name)
{
    if (g_hash_table_contains(source->sequences, label))
        return;
    const char *why = why_unmeasured(listing, source, label, name);
    if (why)
        print_unmeasured(listing, label->name, why);
    htol_label_decl_print(label, listing->out);
    g_string_append(listing->out, "; // ");
    append_where(listing, label->where);
    append_placed(listing, source, name);
    g_string_append_c(listing->out, '\n');
}

static gboolean has_sequence(const Source *source, const HtolHyper *hyper)
{
    for (guint32 i = 0; i < hyper->n_steps; i++)
        if (g_hash_table_contains(source->sequences, hyper->steps[i].occurrence.label))
            return TRUE;
    return (hyper->left && has_sequence(source, hyper->left)) || (hyper->right && has_sequence(source, hyper->right));
}

/* What has sequences of LTest is no script, but as a comment a person can read it. */
static void print_hyper(HtolListing *listing, const Source *source, const HtolHyperDecl *decl)
{
    HtolHyperDecl copy = {.name = htol_listing_name(listing, decl->name), .hyper = renamed(listing, decl->hyper)};
    const char *fault = fault_of(listing, source, decl->name);
    if (fault)
        print_unmeasured(listing, copy.name, fault);
    g_string_append(listing->out, has_sequence(source, decl->hyper) ? "// left out: " : "");
    htol_hyper_decl_print(&copy, listing->out);
    g_string_append(listing->out, "; // ");
    append_where(listing, decl->where);
    g_string_append_c(listing->out, '\n');
}

static void print_pure(HtolListing *listing, const HtolPureDecl *decl)
{
    g_string_append_printf(listing->out, "pure %s; // ", decl->name);
    append_where(listing, decl->where);
    g_string_append_c(listing->out, '\n');
}

static void print_script(HtolListing *listing, Source *source)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    guint i = 0;
    for (const HtolPureDecl *decl = source->script.pures; decl; decl = decl->next)
        print_pure(listing, decl);
    for (HtolLabelDecl *label = source->script.labels; label; label = label->next) {
        g_ptr_array_add(names, (gpointer)label->name);
        if (label->partition && label->place.kind == HTOL_PLACE_NEXT)
            give_entry(listing, source, label);
    }
    rename_labels(listing, source);
    for (const HtolLabelDecl *label = source->script.labels; label; label = label->next)
        print_label(listing, source, label, names->pdata[i++]);
    for (const HtolHyperDecl *decl = source->script.hypers; decl; decl = decl->next)
        print_hyper(listing, source, decl);
}

static void print_faulty(HtolListing *listing, const HtolFaults *faults)
{
    for (const HtolFault *fault = faults->first; fault; fault = fault->next) {
        g_string_append(listing->out, "// fault: ");
        append_where(listing, fault->where);
        g_string_append(listing->out, ": ");
        htol_listing_text(listing, fault->message);
        g_string_append_c(listing->out, '\n');
    }
}

void htol_listing_scripts(HtolListing *listing)
{
    g_autoptr(GPtrArray) sources = sources_of(listing);
    for (guint i = 0; i < sources->len; i++) {
        HtolFaults faults = {.arena = listing->arena};
        parse(listing, sources->pdata[i], &faults);
        g_string_append(listing->out, "\n// ");
        htol_listing_text(listing, ((Source *)sources->pdata[i])->path);
        g_string_append_c(listing->out, '\n');
        if (faults.count > 0)
            print_faulty(listing, &faults);
        else
            print_script(listing, sources->pdata[i]);
    }
}
