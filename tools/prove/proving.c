/* Runs the annotator with the prover as its survey; see proving.h. */
#include "tools/prove/proving.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "annot/strong/change.h"
#include "htol/base/plain.h"
#include "htol/files/data.h"
#include "tools/shared/progress.h"

/* ---- proving ---- */

/* The annotator runs in a process of its own, and that one's children prove: what they say comes by a file, which has
 * no name, so nothing is left behind when this is killed. */
static GBytes *run_into(const Proving *proving, AnnotLaunch launch, char **argv, const char *source, int output,
                        GError **error)
{
    PruneUnit unit = proving->unit;
    gboolean mutants = (unit.request.steps & PRUNE_STEP_EQUIVALENT) != 0;
    AnnotSurvey survey = {
        .look = prune_unit_look, .end = prune_unit_end, .data = &unit, .mutants = mutants ? ANNOT_STRONG_ALL : 0};
    g_autoptr(GString) faults = g_string_new(NULL);
    launch.survey = &survey;
    unit.output = output;
    GBytes *table = annot_launch_table(&launch, argv, source, faults, error);
    command_progress_clear();
    fputs(faults->str, stderr);
    return table;
}

static char *read_whole(int file, GError **error)
{
    g_autoptr(GMappedFile) mapped = g_mapped_file_new_from_fd(file, FALSE, error);
    if (!mapped)
        return NULL;
    gsize size = g_mapped_file_get_length(mapped); /* 0 if nothing was asked: then nothing is mapped */
    return g_strndup(size > 0 ? g_mapped_file_get_contents(mapped) : "", size);
}

GBytes *proving_run(const Proving *proving, const AnnotLaunch *launch, char **argv, const char *source, char **proved,
                    GError **error)
{
    int output = memfd_create("proved", MFD_CLOEXEC);
    if (output < 0)
        return g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOMEM, "no file for proofs: %s", g_strerror(errno)), NULL;
    GBytes *table = run_into(proving, *launch, argv, source, output, error);
    if (table && !(*proved = read_whole(output, error)))
        g_clear_pointer(&table, g_bytes_unref);
    close(output);
    return table;
}

/* ---- keeping ---- */

typedef struct {
    guint functions, known, proofs[HTOL_PROOFS];
} Sums;

static void print_unanswered(const char *name, const HtolProved *proved)
{
    guint32 hard = proved->unanswered - MIN(proved->unasked, proved->unanswered);
    if (proved->unanswered == 0)
        return;
    printf("  %s: %u of %u questions were not answered in time:", name, proved->unanswered, proved->questions);
    if (hard > 0)
        printf(" %u too hard (--timeout=MS gives each more)%s", hard, proved->unasked > 0 ? "," : "\n");
    if (proved->unasked > 0)
        printf(" %u not even asked (--budget=MS gives the function more)\n", proved->unasked);
}

static void sum_up(const HtolTable *table, const HtolProved *proved, Sums *sums)
{
    sums->functions++;
    sums->known += proved->known;
    for (guint32 i = 0; i < proved->n_proofs; i++)
        sums->proofs[proved->proofs[i].kind]++;
    if (proved->function >= table->n_functions)
        return;
    g_autofree char *name = htol_plain(table->functions[proved->function].row.name);
    if (*proved->failed)
        printf("  %s: %s\n", name, proved->failed);
    print_unanswered(name, proved);
}

static void print_sums(const char *path, const Sums *sums)
{
    g_autofree char *plain = htol_plain(path);
    printf("%s: functions %u (%u known), infeasible %u, duplicate %u, subsumed %u", plain, sums->functions, sums->known,
           sums->proofs[HTOL_PROOF_INFEASIBLE], sums->proofs[HTOL_PROOF_DUPLICATE], sums->proofs[HTOL_PROOF_SUBSUMED]);
    if (sums->proofs[HTOL_PROOF_UNUSED] > 0)
        printf(", in this program infeasible %u", sums->proofs[HTOL_PROOF_UNUSED]);
    printf("\n");
}

gboolean proving_save(const char *data_dir, const guint8 id[HTOL_ID_SIZE], const char *lines, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autofree char *path = htol_data_proofs_path(data_dir, id);
    g_autofree char *directory = g_path_get_dirname(path);
    htol_proofs_begin(id, text);
    g_string_append(text, lines);
    g_mkdir_with_parents(directory, 0777);
    g_autofree char *former = NULL, *marked = NULL;
    if (g_file_get_contents(path, &former, NULL, NULL))
        marked = htol_proofs_renew(text->str, former, id);
    return g_file_set_contents(path, marked ? marked : text->str, -1, error);
}

/* Proofs that were found with another function than the one that they are about. */
static GArray *strays_of(const HtolProved *all, guint n)
{
    GArray *strays = g_array_new(FALSE, FALSE, sizeof(HtolProof));
    for (guint i = 0; i < n; i++)
        for (guint32 k = 0; k < all[i].n_proofs; k++)
            if (*all[i].proofs[k].function)
                g_array_append_val(strays, all[i].proofs[k]);
    return strays;
}

/* All proofs that are about the function, listed with it. */
static void gather_proofs(HtolArena *arena, const char *name, const GArray *strays, HtolProved *proved)
{
    g_autoptr(GArray) proofs = g_array_new(FALSE, FALSE, sizeof(HtolProof));
    for (guint32 i = 0; i < proved->n_proofs; i++)
        if (!*proved->proofs[i].function)
            g_array_append_val(proofs, proved->proofs[i]);
    for (guint i = 0; i < strays->len; i++) {
        HtolProof proof = g_array_index(strays, HtolProof, i);
        gboolean own = strcmp(proof.function, name) == 0;
        proof.function = "";
        if (own)
            g_array_append_val(proofs, proof);
    }
    proved->n_proofs = proofs->len;
    proved->proofs = htol_arena_memdup(arena, proofs->data, proofs->len * sizeof(HtolProof));
}

static char *gather_all(HtolArena *arena, const HtolTable *table, HtolProved *all, guint n)
{
    g_autoptr(GArray) strays = strays_of(all, n);
    GString *lines = g_string_new(NULL);
    for (guint i = 0; i < n; i++) {
        if (all[i].function < table->n_functions)
            gather_proofs(arena, table->functions[all[i].function].row.name, strays, &all[i]);
        htol_proved_write(&all[i], lines);
    }
    return g_string_free(lines, FALSE);
}

gboolean proving_keep(const Proving *proving, const HtolTable *table, const char *proved, GError **error)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    guint n;
    Sums sums = {0};
    HtolProved *all = htol_proved_read(arena, proved, &n, error);
    g_autofree char *lines = all ? gather_all(arena, table, all, n) : NULL;
    if (!all || !proving_save(proving->data_dir, table->id, lines, error))
        return FALSE;
    command_progress_clear();
    for (guint i = 0; i < n; i++)
        sum_up(table, &all[i], &sums);
    print_sums(table->row.path, &sums);
    return TRUE;
}

gboolean proving_refuse(const Proving *proving, const HtolTable *table, const char *why, GError **error)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    for (guint32 i = 0; i < table->n_functions; i++)
        htol_proved_write(&(HtolProved){.function = i, .failed = why}, lines);
    command_progress_clear();
    g_autofree char *path = htol_plain(table->row.path), *reason = htol_plain(why);
    printf("%s: not pruned: %s\n", path, reason);
    return proving_save(proving->data_dir, table->id, lines->str, error);
}
