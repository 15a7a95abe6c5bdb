/* Solves formulas; see formula.h. */
#include "generate/solve/formula.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "generate/solve/guess.h"
#include "prune/formula/limits.h"
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
    const GenerateQuestion *question = solving->question;
    return prune_subject(solving->surveyed, question->surveyed, question->callers, solving->arena, solving->logic);
}

/* A guess for the slot, if its formula holds for some values. */
static void guess(Solving *solving, const GenerateGuessing *guessing, guint32 slot, PruneTerm term)
{
    GenerateGuess found = generate_guess(guessing, term);
    if (found.model) {
        put_row(solving, found.is_sure ? ROW_SURE : ROW_CANDIDATE, slot, found.input->data, found.input->len);
        solving->known[slot] = 1;
    }
    generate_guess_clear(guessing, &found);
}

/* Guesses for slots that are set the last time that loops run, if they run `before` times before. */
static void guess_all(Solving *solving, guint before)
{
    g_autoptr(GArray) inputs = g_array_new(FALSE, FALSE, sizeof(PruneInput));
    g_autoptr(GArray) accesses = g_array_new(FALSE, FALSE, sizeof(PruneAccess));
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(PruneTerm));
    const PruneUnrolled unrolled = {before, inputs, accesses, ends, NULL, NULL};
    PruneSubject subject = subject_of(solving);
    PruneSlots slots;
    subject.unrolled = &unrolled;
    subject.depth = 1;
    if (!prune_slots_find(&subject, &slots)) {
        PrunePatience patience = solving->question->request->patience;
        patience.budget /= solving->question->bound;
        PruneProver *prover = prune_prover_new(solving->logic, patience);
        GenerateGuessing guessing = generate_guessing(solving->contract, solving->logic, prover, &unrolled);
        for (guint32 i = 0; i < subject.rows->row.slots; i++)
            if (!solving->known[i] && slots.terms[i])
                guess(solving, &guessing, i, slots.terms[i]);
        prune_prover_free(prover);
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
