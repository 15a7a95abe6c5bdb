/* Solves formulas; see formula.h. */
#include "generate/formula.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "generate/model.h"
#include "prune/limits.h"
#include "prune/prover.h"
#include "prune/verdict.h"

/* Seconds beyond the solver's patience until its process is ended; GiB of its address space. */
enum { MORE_SECONDS = 5, MOST_GIB = 6 };

/* Rows of the answer that comes by a file. */
enum { ROW_CANDIDATE = 1, ROW_SURE = 2, ROW_PROVED = 3 };

typedef struct {
    guint32 kind, slot, size;
} Row;

/* ---- in the process of the solver ---- */

typedef struct {
    const GenerateQuestion *question;
    const AnnotSurveyed *surveyed;
    const GenerateContract *contract;
    guint8 *known; /* of the function's slots; set when there is a candidate */
    HtolArena *arena;
    PruneLogic *logic;
    int output;
} Solving;

static void put_row(const Solving *solving, guint32 kind, guint32 slot, const void *bytes, gsize size)
{
    g_autoptr(GByteArray) all = g_byte_array_new();
    Row row = {kind, slot, (guint32)size};
    g_byte_array_append(all, (const guint8 *)&row, sizeof row);
    g_byte_array_append(all, bytes, (guint)size);
    if (write(solving->output, all->data, all->len) != (gssize)all->len)
        _exit(1);
}

static PruneSubject subject_of(const Solving *solving)
{
    const AnnotSurveyed *surveyed = solving->surveyed;
    return (PruneSubject){.arena = solving->arena,
                          .logic = solving->logic,
                          .text = surveyed->text,
                          .tree = surveyed->tree,
                          .function = surveyed->tree->functions[surveyed->index],
                          .cfg = surveyed->cfg,
                          .rows = surveyed->rows,
                          .unit = solving->question->surveyed,
                          .callers = solving->question->callers};
}

/* Makes the truth that all places hold what the input gives them. */
static PruneTerm fixed_inputs(const Solving *solving, Z3_model model, const GArray *inputs, const guint8 *given)
{
    PruneLogic *logic = solving->logic;
    PruneTerm fixed = logic->yes;
    for (guint i = 0; i < inputs->len; i++) {
        PruneTerm value = g_array_index(inputs, PruneInput, i).value;
        guint width = prune_width(logic, value);
        if (given[i] == GENERATE_NOT_GIVEN || width > 64)
            continue;
        guint64 number = prune_value(logic, model, value);
        PruneTerm same = prune_equal(logic, value, prune_number(logic, number, width));
        PruneTerm null = prune_equal(logic, value, prune_number(logic, 0, width));
        gboolean is_any = given[i] == GENERATE_NULL_OR_NOT && number != 0;
        fixed = prune_and(logic, fixed, is_any ? prune_not(logic, null) : same);
    }
    return fixed;
}

/* Whether the formula holds whatever else happens, if places hold what they hold in the model. */
static gboolean is_sure(const Solving *solving, PruneProver *prover, PruneTerm fixed, PruneTerm term)
{
    return prune_ask(prover, prune_and(solving->logic, fixed, prune_not(solving->logic, term))) == PRUNE_IMPOSSIBLE;
}

/* Makes the truth that the function returns. */
static PruneTerm returns(const Solving *solving, const PruneUnrolled *unrolled)
{
    PruneTerm any = solving->logic->no;
    for (guint i = 0; i < unrolled->ends->len; i++)
        any = prune_or(solving->logic, any, g_array_index(unrolled->ends, PruneTerm, i));
    return any;
}

/* What all guesses have in common. */
typedef struct {
    PruneProver *prover;
    const PruneUnrolled *unrolled;
    PruneTerm shape, returns;
} Guessing;

/* Values for which the formula holds: if there are some, those where pointers lead somewhere and the function returns,
 * which is *whole then. */
static Z3_model find_model(const Solving *solving, const Guessing *guessing, PruneTerm term, PruneTerm *whole)
{
    PruneLogic *logic = solving->logic;
    *whole = prune_and(logic, term, guessing->returns);
    Z3_model model = prune_ask_model(guessing->prover, prune_and(logic, *whole, guessing->shape));
    if (model)
        return model;
    *whole = NULL;
    model = prune_ask_model(guessing->prover, prune_and(logic, term, guessing->shape));
    return model ? model : prune_ask_model(guessing->prover, term);
}

/* A guess for the slot, if its formula holds for some values. */
static void guess(Solving *solving, const Guessing *guessing, guint32 slot, PruneTerm term)
{
    PruneTerm whole;
    const GArray *inputs = guessing->unrolled->inputs;
    Z3_model model = find_model(solving, guessing, term, &whole);
    if (!model)
        return;
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_autofree guint8 *given = g_new0(guint8, inputs->len + 1);
    gboolean sound =
        generate_model_input(solving->contract, solving->logic, model, guessing->unrolled, bytes, given) && whole;
    PruneTerm fixed = fixed_inputs(solving, model, inputs, given);
    gboolean sure = sound && is_sure(solving, guessing->prover, fixed,
                                     prune_and(solving->logic, whole,
                                               generate_model_accesses(solving->logic, model, guessing->unrolled)));
    put_row(solving, sure ? ROW_SURE : ROW_CANDIDATE, slot, bytes->data, bytes->len);
    solving->known[slot] = 1;
}

/* Guesses for slots that are set the last time that loops run, if they run `before` times before. */
static void guess_all(Solving *solving, guint before)
{
    g_autoptr(GArray) inputs = g_array_new(FALSE, FALSE, sizeof(PruneInput));
    g_autoptr(GArray) accesses = g_array_new(FALSE, FALSE, sizeof(PruneAccess));
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(PruneTerm));
    const PruneUnrolled unrolled = {before, inputs, accesses, ends};
    PruneSubject subject = subject_of(solving);
    PruneSlots slots;
    subject.unrolled = &unrolled;
    subject.depth = 1;
    if (!prune_slots_find(&subject, &slots)) {
        PrunePatience patience = solving->question->request->patience;
        patience.budget /= solving->question->bound;
        Guessing guessing = {prune_prover_new(solving->logic, patience), &unrolled,
                             generate_model_shape(solving->logic, &unrolled), returns(solving, &unrolled)};
        for (guint32 i = 0; i < subject.rows->row.slots; i++)
            if (!solving->known[i] && slots.terms[i])
                guess(solving, &guessing, i, slots.terms[i]);
        prune_prover_free(guessing.prover);
    }
    prune_slots_clear(&slots);
}

static void prove(Solving *solving)
{
    PruneSubject subject = subject_of(solving);
    HtolProved proved = prune_function(&subject, solving->question->request);
    g_autoptr(GString) line = g_string_new(NULL);
    proved.function = solving->surveyed->index;
    htol_proved_write(&proved, line);
    put_row(solving, ROW_PROVED, 0, line->str, line->len);
}

G_NORETURN static void work(Solving *solving)
{
    prune_limit_process((guint64)solving->question->request->patience.budget * 3 / 1000 + MORE_SECONDS, MOST_GIB);
    solving->arena = htol_arena_new();
    solving->logic = prune_logic_new();
    for (guint before = 0; before < solving->question->bound; before++)
        guess_all(solving, before);
    prove(solving);
    _exit(0);
}

/* ---- outside ---- */

static void add_candidate(GenerateAnswer *answer, const Row *row, const guint8 *bytes)
{
    const GenerateCandidate candidate = {row->slot, row->kind == ROW_SURE, g_bytes_new(bytes, row->size)};
    g_array_append_vals(answer->candidates, &candidate, 1);
}

static void take_rows(const guint8 *at, const guint8 *end, GenerateAnswer *answer)
{
    while ((gsize)(end - at) >= sizeof(Row)) {
        Row row;
        memcpy(&row, at, sizeof row);
        at += sizeof row;
        if (row.size > (gsize)(end - at))
            break;
        if (row.kind == ROW_PROVED)
            answer->proved = g_strndup((const char *)at, row.size);
        else
            add_candidate(answer, &row, at);
        at += row.size;
    }
}

static void clear_candidate(gpointer candidate)
{
    g_bytes_unref(((GenerateCandidate *)candidate)->bytes);
}

static void read_answer(FILE *file, GenerateAnswer *answer)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    guint8 buffer[4096];
    gsize got;
    if (fseek(file, 0, SEEK_SET) != 0)
        return;
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
        g_byte_array_append(bytes, buffer, (guint)got);
    take_rows(bytes->data, bytes->data + bytes->len, answer);
}

GenerateAnswer generate_formula(const GenerateQuestion *question, const AnnotSurveyed *surveyed,
                                const GenerateContract *contract, const guint8 *known)
{
    GenerateAnswer answer = {g_array_new(FALSE, FALSE, sizeof(GenerateCandidate)), NULL};
    FILE *file = tmpfile();
    g_array_set_clear_func(answer.candidates, clear_candidate);
    if (!file)
        return answer;
    Solving solving = {question, surveyed, contract,    g_memdup2(known, MAX(surveyed->rows->row.slots, 1)),
                       NULL,     NULL,     fileno(file)};
    pid_t process = fork();
    if (process == 0)
        work(&solving);
    if (process > 0)
        waitpid(process, NULL, 0);
    read_answer(file, &answer);
    fclose(file);
    g_free(solving.known);
    return answer;
}

void generate_answer_clear(GenerateAnswer *answer)
{
    g_array_unref(answer->candidates);
    g_free(answer->proved);
}
