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
#include "tests/oracle/htol/agree.h"
#include "tests/oracle/htol/generate.h"

#include <stdio.h>
#include <stdlib.h>

/* Below this many accepted cases the share that is covered says nothing. */
enum { ENOUGH = 1000 };

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

static void print_comment(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        printf("# %s\n", lines[i]);
    }
}

static gboolean agrees(const Case *one, AgreeCounts *counts)
{
    g_autofree char *problem = agree_on(one, script_file != NULL, counts);
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

static gboolean agrees_on_number(int number, AgreeCounts *counts)
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
    AgreeCounts counts = {0};
    gboolean agreed = TRUE, balanced;
    for (int i = 0; i < n_cases && agreed; i++) {
        agreed = agrees_on_number(first + i, &counts);
    }
    balanced = counts.accepted < ENOUGH ||
               (counts.covered * 10 >= counts.accepted * 3 && counts.covered * 10 <= counts.accepted * 7);
    printf("# seed %d: %" G_GUINT64_FORMAT " accepted, %" G_GUINT64_FORMAT " of them covered, %" G_GUINT64_FORMAT
           " refused\n",
           seed, counts.accepted, counts.covered, counts.flawed);
    printf("%sok 1 - htol/ agrees with the oracle on %d cases\n", agreed ? "" : "not ", n_cases);
    printf("%sok 2 - 30 to 70%% of the accepted cases are covered\n1..2\n", balanced ? "" : "not ");
    return agreed && balanced ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int try_script(void)
{
    g_autofree char *text = NULL;
    AgreeCounts counts = {0};
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
