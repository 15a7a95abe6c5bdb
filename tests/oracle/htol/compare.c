/* Compares the evaluator of HTOL with the oracle: prints TAP, and stops at the first disagreement.
 *
 *     compare [--cases N] [--seed S] [--first N] [--script FILE]
 *
 * Each case is a script (labels, one hyperlabel) and the environments recorded for its labels and
 * sequences, all random: generate.c. Its text goes to both sides: to brute.c, which has its own parser,
 * values and arithmetic and tries every combination of environments, and to htol/ through subject.c. They
 * must agree on whether the script is refused and on whether the hyperlabel is covered; a script with a
 * flaw put in on purpose must be refused; and the environment that htol/ gives as its witness must cover
 * the hyperlabel by the oracle's own judgement.
 *
 * Between 30 and 70 of a hundred accepted cases must be covered, or the comparison says little: this is a
 * test point too.
 *
 * At a disagreement the case is printed as a script whose comments hold the environments. Kept in a file,
 * without the "# ", --script FILE tries it again, and it can be cut down by hand. The same case is `--seed
 * S --first NUMBER --cases 1`. `make check` tries 100000 cases, `make check-htol` a million. */
#include "tests/oracle/htol/generate.h"
#include "tests/oracle/htol/subject.h"

#include <stdio.h>
#include <stdlib.h>

/* Below this many accepted cases the share that is covered says nothing. */
enum { ENOUGH = 1000 };

typedef struct {
    guint64 accepted, covered, flawed;
} Counts;

static int n_cases = 100000, seed = 1, first = 0;
static char *script_file;
static gboolean tap;

static const GOptionEntry entries[] = {
    {"cases", 0, 0, G_OPTION_ARG_INT, &n_cases, "How many cases", "N"},
    {"seed", 0, 0, G_OPTION_ARG_INT, &seed, "Which cases", "S"},
    {"first", 0, 0, G_OPTION_ARG_INT, &first, "The number of the first case", "N"},
    {"script", 0, 0, G_OPTION_ARG_FILENAME, &script_file, "Try the case of this file alone", "FILE"},
    {"tap", 0, 0, G_OPTION_ARG_NONE, &tap, "Print TAP, which is done anyway", NULL},
    G_OPTION_ENTRY_NULL,
};

static char *check_witness(BruteScript *script, const Case *one, const SubjectVerdict *verdict)
{
    const BruteBinding *bindings = (const BruteBinding *)(void *)verdict->witness->data;
    if (brute_covered_with(script, one->recorded, bindings, verdict->witness->len)) {
        return NULL;
    }
    GString *text = g_string_new("the witness does not cover it:");
    for (guint i = 0; i < verdict->witness->len; i++) {
        g_string_append_printf(text, " %s = ", bindings[i].name);
        brute_print(bindings[i].value, text);
    }
    return g_string_free(text, FALSE);
}

static char *check_verdict(BruteScript *script, const Case *one, const SubjectVerdict *verdict,
                           Counts *counts)
{
    gboolean covered = brute_covered(script, one->recorded);
    counts->accepted++;
    counts->covered += covered;
    if (covered != verdict->covered) {
        return g_strdup_printf("the oracle finds it %s, htol/ does not", covered ? "covered" : "not covered");
    }
    return covered ? check_witness(script, one, verdict) : NULL;
}

static char *check_refusals(const Case *one, const char *refusal, const SubjectVerdict *verdict)
{
    if (one->flaw && !refusal) {
        return g_strdup_printf("the oracle accepts %s", one->flaw);
    }
    if (refusal && !verdict->refusal) {
        return g_strdup_printf("htol/ accepts what the oracle refuses: %s", refusal);
    }
    if (!refusal && verdict->refusal) {
        return g_strdup_printf("htol/ refuses what the oracle accepts: %s", verdict->refusal);
    }
    return refusal && !one->flaw && !script_file ? g_strdup_printf("both refuse it: %s", refusal) : NULL;
}

/* What is wrong with the case, or NULL. */
static char *compare(const Case *one, Counts *counts)
{
    SubjectVerdict verdict = {0};
    g_autofree char *refusal = NULL;
    BruteScript *script = brute_parse(one->script->str, &refusal);
    subject_judge(one, &verdict);
    char *problem = check_refusals(one, refusal, &verdict);
    counts->flawed += refusal != NULL;
    if (script && !problem) {
        problem = check_verdict(script, one, &verdict, counts);
    }
    if (script) {
        brute_free(script);
    }
    subject_clear(&verdict);
    return problem;
}

static void print_comment(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        printf("# %s\n", lines[i]);
    }
}

static gboolean agrees(const Case *one, Counts *counts)
{
    g_autofree char *problem = compare(one, counts);
    if (!problem) {
        return TRUE;
    }
    GString *text = g_string_new(NULL);
    case_print(one, text);
    print_comment(problem);
    print_comment(text->str);
    g_string_free(text, TRUE);
    return FALSE;
}

static gboolean agrees_on_number(int number, Counts *counts)
{
    Case *one = generate_case(seed, number);
    gboolean agreed = agrees(one, counts);
    if (!agreed) {
        printf("# again: --seed %d --first %d --cases 1\n", seed, number);
    }
    case_free(one);
    return agreed;
}

static int try_numbers(void)
{
    Counts counts = {0};
    gboolean agreed = TRUE, balanced;
    for (int i = 0; i < n_cases && agreed; i++) {
        agreed = agrees_on_number(first + i, &counts);
    }
    balanced = counts.accepted < ENOUGH ||
               (counts.covered * 10 >= counts.accepted * 3 && counts.covered * 10 <= counts.accepted * 7);
    printf("# seed %d: %" G_GUINT64_FORMAT " accepted, %" G_GUINT64_FORMAT
           " of them covered, %" G_GUINT64_FORMAT " refused\n",
           seed, counts.accepted, counts.covered, counts.flawed);
    printf("%sok 1 - htol/ agrees with the oracle on %d cases\n", agreed ? "" : "not ", n_cases);
    printf("%sok 2 - 30 to 70%% of the accepted cases are covered\n1..2\n", balanced ? "" : "not ");
    return agreed && balanced ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int try_script(void)
{
    g_autofree char *text = NULL;
    Counts counts = {0};
    Case *one = g_file_get_contents(script_file, &text, NULL, NULL) ? case_read(text) : NULL;
    if (!one) {
        printf("Bail out! %s cannot be read\n", script_file);
        return EXIT_FAILURE;
    }
    gboolean agreed = agrees(one, &counts);
    printf("# %s\n", counts.flawed ? "refused" : counts.covered ? "covered" : "not covered");
    printf("%sok 1 - htol/ agrees with the oracle on %s\n1..1\n", agreed ? "" : "not ", script_file);
    case_free(one);
    return agreed ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new("- compares htol/ with its oracle");
    g_autoptr(GError) error = NULL;
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        printf("Bail out! %s\n", error->message);
        return EXIT_FAILURE;
    }
    return script_file ? try_script() : try_numbers();
}
