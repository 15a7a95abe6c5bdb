/* Asks about regions; see equivalent.h. */
#include "prune/equivalent.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "annot/strong/beside.h"
#include "htol/notes/trials.h"
#include "prune/encode/encode.h"
#include "prune/encode/pair.h"
#include "prune/formula/limits.h"
#include "prune/formula/prover.h"

/* GiB of address space that asking apart may take. */
enum { MOST_GIB = 4 };

/* Nesting of calls that are followed; bytes of copies that are parsed at a time; least milliseconds of the solver for
 * those. */
enum { DEPTH = 4, BATCH_BYTES = 1 << 17, LEAST_BUDGET = 200 };

typedef struct {
    const AnnotSurveyed *surveyed;
    PrunePatience patience; /* for what is parsed at a time */
    HtolArena *arena;       /* this and the next two are of what is parsed at a time */
    PruneLogic *logic;
    PruneProver *prover;
    PruneEquivalents told;
    guint *n_regions, *n_parts; /* by mutant; of its regions, those within a statement */
} Asking;

static const AnnotChange *change_at(const Asking *asking, guint i)
{
    return &g_array_index(asking->surveyed->changes, AnnotChange, i);
}

/* ---- one region ---- */

/* Makes the truth that the region does something else with the mutant; NULL: nobody knows. */
static PruneTerm differs(const Asking *asking, const AnnotBesides *besides, const AnnotBeside *beside)
{
    PrunePair pair = {.stmt = beside->pair, .original = besides->tree->functions[asking->surveyed->index]};
    g_autoptr(GHashTable) moments = g_hash_table_new(NULL, NULL), early = g_hash_table_new(NULL, NULL);
    const PruneEncoding encoding = {.arena = asking->arena,
                                    .logic = asking->logic,
                                    .text = &besides->text,
                                    .tree = besides->tree,
                                    .function = beside->function,
                                    .moments = moments,
                                    .early = early,
                                    .depth = DEPTH,
                                    .pair = &pair};
    return beside->pair && !prune_encode(&encoding) ? pair.differs : NULL;
}

/* ---- all of one width ---- */

/* Returns the regions to be asked about next: number `width` of each mutant that is open; of those with many the last
 * one comes when their small ones are done. */
static GArray *regions_at(const Asking *asking, const guint8 *asked, guint width)
{
    GArray *all = g_array_new(FALSE, TRUE, sizeof(AnnotBeside));
    for (guint i = 0; i < asking->surveyed->changes->len; i++) {
        guint n = asking->n_regions[i];
        if (width >= MIN(n, PRUNE_MOST_WIDTHS) || asking->told.widths[i] > 0 || (asked && !asked[i]))
            continue;
        AnnotBeside beside = {.change = change_at(asking, i), .width = width};
        if (width + 1 == PRUNE_MOST_WIDTHS)
            beside.width = n - 1;
        g_array_append_val(all, beside);
    }
    return all;
}

static void take(Asking *asking, const AnnotBeside *beside)
{
    guint i = (guint)(beside->change - change_at(asking, 0));
    asking->told.widths[i] = beside->width + 1 - MIN(beside->width, asking->n_parts[i]);
    asking->told.whole[i] = beside->width + 1 == asking->n_regions[i];
}

static void ask_all(Asking *asking, const AnnotBesides *besides, const AnnotBeside *all, guint n)
{
    g_autofree PruneTerm *terms = g_new(PruneTerm, n);
    g_autofree PruneAnswer *answers = g_new(PruneAnswer, n);
    for (guint i = 0; i < n; i++)
        terms[i] = differs(asking, besides, &all[i]);
    prune_ask_all(asking->prover, terms, n, answers);
    for (guint i = 0; i < n; i++)
        if (terms[i] && (terms[i] == asking->logic->no || answers[i] == PRUNE_IMPOSSIBLE))
            take(asking, &all[i]);
    asking->told.questions += n;
}

static void ask_batch(Asking *asking, AnnotBeside *all, guint n)
{
    const AnnotSurveyed *surveyed = asking->surveyed;
    asking->arena = htol_arena_new();
    asking->logic = prune_logic_new();
    asking->prover = prune_prover_new(asking->logic, asking->patience);
    const AnnotBesides *besides = annot_besides_new(
        asking->arena, surveyed->text, surveyed->tree->functions[surveyed->index], all, n, surveyed->clang_args);
    if (besides)
        ask_all(asking, besides, all, n);
    asking->told.unanswered += prune_unanswered(asking->prover) + prune_unasked(asking->prover);
    prune_prover_free(asking->prover);
    prune_logic_free(asking->logic);
    htol_arena_free(asking->arena);
}

static gsize size_of(const AnnotSurveyed *surveyed)
{
    const AnnotExtent at = surveyed->tree->functions[surveyed->index]->at;
    return at.end - at.begin;
}

/* Returns whether there was any. */
static gboolean ask_width(Asking *asking, const guint8 *asked, guint width)
{
    g_autoptr(GArray) all = regions_at(asking, asked, width);
    AnnotBeside *list = (AnnotBeside *)(gpointer)all->data;
    guint most = (guint)MAX(BATCH_BYTES / size_of(asking->surveyed), 1);
    for (guint i = 0; i < all->len; i += most)
        ask_batch(asking, list + i, MIN(most, all->len - i));
    return all->len > 0;
}

/* Shares the budget among all that are parsed at a time. */
static PrunePatience share(PrunePatience patience, const AnnotSurveyed *surveyed, const guint8 *asked,
                           const guint *n_regions)
{
    gsize n = 0;
    for (guint i = 0; i < surveyed->changes->len; i++)
        n += asked && !asked[i] ? 0 : MIN(n_regions[i], PRUNE_MOST_WIDTHS);
    patience.budget = MAX((guint)(patience.budget / (1 + n * size_of(surveyed) / BATCH_BYTES)), LEAST_BUDGET);
    return patience;
}

PruneEquivalents prune_equivalents(const AnnotSurveyed *surveyed, const guint8 *asked, HtolArena *arena,
                                   PrunePatience patience)
{
    guint n = surveyed->changes->len;
    const AnnotFunction *function = surveyed->tree->functions[surveyed->index];
    Asking asking = {.surveyed = surveyed,
                     .told = {.widths = htol_arena_new0(arena, guint, n), .whole = htol_arena_new0(arena, gboolean, n)},
                     .n_regions = htol_arena_new0(arena, guint, n),
                     .n_parts = htol_arena_new0(arena, guint, n)};
    for (guint i = 0; i < n; i++)
        asking.n_regions[i] = annot_beside_widths(surveyed->text, function, change_at(&asking, i), &asking.n_parts[i]);
    asking.patience = share(patience, surveyed, asked, asking.n_regions);
    for (guint width = 0; width < PRUNE_MOST_WIDTHS && ask_width(&asking, asked, width); width++)
        ;
    return asking.told;
}

/* ---- apart ---- */

/* What the process leaves: behind it, by mutant, 1 + the width, and then whether that is the body. */
typedef struct {
    guint questions, unanswered;
    guint known[];
} Answers;

static void leave(Answers *answers, const PruneEquivalents *told, guint n)
{
    answers->questions = told->questions;
    answers->unanswered = told->unanswered;
    for (guint i = 0; i < n; i++) {
        answers->known[i] = told->widths[i];
        answers->known[n + i] = (guint)told->whole[i];
    }
}

static PruneEquivalents take_answers(const Answers *answers, guint n, HtolArena *arena)
{
    PruneEquivalents told = {.widths = htol_arena_new0(arena, guint, n),
                             .whole = htol_arena_new0(arena, gboolean, n),
                             .questions = answers->questions,
                             .unanswered = answers->unanswered};
    for (guint i = 0; i < n; i++) {
        told.widths[i] = answers->known[i];
        told.whole[i] = (gboolean)answers->known[n + i];
    }
    return told;
}

/* Whether the process that was forked ended well. */
static gboolean ended_well(pid_t process)
{
    int status = 0;
    while (process > 0 && waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return FALSE;
    return process > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

gboolean prune_equivalents_apart(const AnnotSurveyed *surveyed, const guint8 *asked, HtolArena *arena,
                                 PrunePatience patience, guint64 seconds, PruneEquivalents *told)
{
    guint n = surveyed->changes->len;
    gsize size = sizeof(Answers) + 2 * (gsize)n * sizeof(guint);
    Answers *answers = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (answers == MAP_FAILED)
        return FALSE;
    pid_t process = fork();
    if (process == 0) {
        prune_limit_process(seconds, MOST_GIB);
        PruneEquivalents found = prune_equivalents(surveyed, asked, htol_arena_new(), patience);
        leave(answers, &found, n);
        _exit(0);
    }
    gboolean good = ended_well(process);
    if (good)
        *told = take_answers(answers, n, arena);
    munmap(answers, size);
    return good;
}

/* ---- proofs ---- */

static const char *why_equivalent(const PruneEquivalents *equivalents, guint i)
{
    if (equivalents->whole[i])
        return "the function does the same with it, whatever it is given";
    return equivalents->widths[i] == 1 ? "its statement does the same with it, whenever it is reached"
                                       : "the statements around it do the same with it, whenever they are reached";
}

HtolProved prune_equivalents_proved(const AnnotSurveyed *surveyed, const PruneEquivalents *equivalents,
                                    HtolArena *arena)
{
    guint n = surveyed->changes->len;
    HtolProof *proofs = htol_arena_new0(arena, HtolProof, n);
    HtolProved proved = {.function = surveyed->index,
                         .failed = "",
                         .questions = equivalents->questions,
                         .unanswered = equivalents->unanswered,
                         .proofs = proofs};
    for (guint i = 0; i < n; i++) {
        if (equivalents->widths[i] == 0)
            continue;
        proofs[proved.n_proofs++] = (HtolProof){.kind = HTOL_PROOF_INFEASIBLE,
                                                .objective = htol_change_name(arena, surveyed->digests[i]),
                                                .other = "",
                                                .why = why_equivalent(equivalents, i),
                                                .function = "",
                                                .of = ""};
    }
    return proved;
}
