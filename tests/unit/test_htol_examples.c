/* Runs the examples of htol/HTOL.md: parses each script, decides its hyperlabels, compares verdicts and faults.
 *
 * An example is fenced blocks in this order, with any text between them:
 *
 *     htol         a script
 *     hyperlabels  a file of LTest over its labels, if there is one
 *     fault        what is wrong with it, or any number of pairs of
 *     env          environments, one per line: `L: x=1 y=2`, `[ D -!K-> U ]: i=1`
 *     verdict      `NAME covered`, `NAME covered by L x=1 . M y=2`, `NAME uncovered`, of some of its hyperlabels
 *
 * Values are constants of guards, or pointers as ADDRESS@PROCESS; the bindings are all there, in the order of
 * the declarations. */
#include <string.h>

#include "htol/judge/decide.h"
#include "htol/lang/ltest.h"
#include "htol/lang/parse.h"
#include "htol/lang/print.h"
#include "htol/lang/wellformed.h"

typedef struct {
    HtolArena *arena;
    HtolScript script;
    HtolFaults faults;
    GHashTable *relations; /* of the last `env`: by name, an HtolRelation each */
} Example;

static HtolText text_of(const char *text)
{
    return (HtolText){{"example", 1, 1}, text, strlen(text)};
}

static void read_script(Example *example, const char *body)
{
    HtolText text = text_of(htol_arena_strndup(example->arena, body, strlen(body)));
    example->script = (HtolScript){0};
    example->faults = (HtolFaults){.arena = example->arena};
    if (htol_parse_file(example->arena, &text, &example->script, &example->faults))
        htol_wellformed(&example->script, &example->faults);
}

static void read_hyperlabels(Example *example, const char *body)
{
    HtolText text = text_of(htol_arena_strndup(example->arena, body, strlen(body)));
    if (htol_ltest_parse(example->arena, &text, &example->script, &example->faults))
        htol_wellformed(&example->script, &example->faults);
}

static void check_faults(Example *example, const char *body)
{
    g_autoptr(GString) told = g_string_new(NULL);
    htol_faults_print(&example->faults, told);
    g_assert_cmpstr(told->str, ==, body);
}

/* Environments
 * ----------------------------------------------------------------------------------------------------------- */

static HtolValue value_of(HtolArena *arena, const char *source)
{
    HtolValue value = {.kind = HTOL_VALUE_POINTER};
    HtolFaults faults = {.arena = arena};
    HtolText text = text_of(source);
    if (strchr(source, '@')) {
        value.process = g_ascii_strtoull(strchr(source, '@') + 1, NULL, 10);
        value.u = g_ascii_strtoull(source, NULL, 16);
        return value;
    }
    const HtolExpr *expr = htol_parse_guard(arena, &text, &faults);
    g_assert_true(expr && htol_expr_value(expr, NULL, &value));
    return value;
}

static gboolean is_label(const Example *example, const char *name)
{
    for (const HtolLabelDecl *label = example->script.labels; label; label = label->next)
        if (strcmp(label->name, name) == 0)
            return TRUE;
    return *name == '[';
}

/* Adds a row to the relation. */
static void read_environment(Example *example, const char *line)
{
    const char *colon = strchr(line, ':');
    g_assert_nonnull(colon);
    char *name = htol_arena_strndup(example->arena, line, colon - line);
    g_assert_true(is_label(example, name));
    g_auto(GStrv) pairs = g_strsplit_set(colon + 1, " ", -1);
    HtolRelation *relation = g_hash_table_lookup(example->relations, name);
    if (!relation) {
        relation = htol_arena_new0(example->arena, HtolRelation, 1);
        g_hash_table_insert(example->relations, name, relation);
    }
    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(HtolValue));
    g_array_append_vals(values, relation->values, relation->rows * relation->columns);
    for (char **pair = pairs; *pair; pair++) {
        if (!strchr(*pair, '='))
            continue;
        HtolValue value = value_of(example->arena, strchr(*pair, '=') + 1);
        g_array_append_val(values, value);
    }
    relation->rows++;
    relation->columns = values->len / relation->rows;
    relation->values = htol_arena_memdup(example->arena, values->data, values->len * sizeof(HtolValue));
}

static void read_environments(Example *example, const char *body)
{
    g_auto(GStrv) lines = g_strsplit(body, "\n", -1);
    g_hash_table_remove_all(example->relations);
    for (char **line = lines; *line; line++)
        if (**line)
            read_environment(example, *line);
}

/* Verdicts
 * ----------------------------------------------------------------------------------------------------------- */

/* `NAME covered by L x=1 . M y=2`: `by` and what follows is left out if the document does. */
static char *verdict_of(Example *example, const HtolHyperDecl *decl, gboolean with_witness)
{
    HtolVerdict verdict;
    g_autoptr(GError) error = NULL;
    g_assert_true(htol_decide(example->arena, decl->hyper, example->relations, &verdict, &error));
    g_assert_no_error(error);
    GString *out = g_string_new(decl->name);
    g_string_append(out, verdict.covered ? " covered" : " uncovered");
    if (verdict.covered && with_witness) {
        g_string_append(out, " by ");
        htol_witness_print(&verdict, out);
    }
    return g_string_free(out, FALSE);
}

static void check_verdict(Example *example, const char *line)
{
    gsize length = strcspn(line, " ");
    const HtolHyperDecl *decl = example->script.hypers;
    while (decl && (strlen(decl->name) != length || strncmp(decl->name, line, length) != 0))
        decl = decl->next;
    g_assert_nonnull(decl);
    g_autofree char *verdict = verdict_of(example, decl, strstr(line, " covered by ") != NULL);
    g_assert_cmpstr(verdict, ==, line);
}

static void check_verdicts(Example *example, const char *body)
{
    g_auto(GStrv) lines = g_strsplit(body, "\n", -1);
    check_faults(example, "");
    for (char **line = lines; *line; line++)
        if (**line)
            check_verdict(example, *line);
}

/* The document
 * ----------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *kind;
    void (*run)(Example *example, const char *body);
} blocks[] = {
    {"htol", read_script},      {"hyperlabels", read_hyperlabels}, {"fault", check_faults},
    {"env", read_environments}, {"verdict", check_verdicts},
};

/* All blocks of a section: the text from one heading to the next. */
static void run_section(gconstpointer data)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GHashTable) relations = g_hash_table_new(g_str_hash, g_str_equal);
    Example example = {.arena = arena, .relations = relations};
    g_autoptr(GRegex) fence = g_regex_new("^```(\\w+)\\n(.*?)^```$", G_REGEX_MULTILINE | G_REGEX_DOTALL, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(fence, data, 0, &match); g_match_info_matches(match); g_match_info_next(match, NULL)) {
        guint b = 0;
        g_autofree char *kind = g_match_info_fetch(match, 1), *body = g_match_info_fetch(match, 2);
        while (b < G_N_ELEMENTS(blocks) && strcmp(blocks[b].kind, kind) != 0)
            b++;
        g_assert_cmpuint(b, <, G_N_ELEMENTS(blocks));
        blocks[b].run(&example, body);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "..", "htol", "HTOL.md", NULL), *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_autoptr(GRegex) heading = g_regex_new("^#+ ", G_REGEX_MULTILINE, 0, NULL);
    g_auto(GStrv) sections = g_regex_split(heading, text, 0);
    for (char **section = sections; *section; section++) {
        if (!g_regex_match_simple("^```\\w", *section, G_REGEX_MULTILINE, 0))
            continue; /* no block is checked */
        g_autofree char *title = g_strndup(*section, strcspn(*section, "\n"));
        g_autofree char *name = g_strdup_printf("/htol-examples/%s", g_strdelimit(title, "/", '-'));
        g_test_add_data_func(name, *section, run_section);
    }
    return g_test_run();
}
