/* The table of criteria, and selections of them; see criteria.h. What each criterion asks for is in crit_*.c, and
 * expansion.c calls these. */
#include "htol/criteria/criteria.h"

#include <string.h>

#include "htol/base/nearest.h"

enum { LEAST_N = 2, MOST_N = 9 };

GQuark htol_criteria_error_quark(void)
{
    return g_quark_from_static_string("htol-criteria-error");
}

const HtolCriterionRow htol_criteria[HTOL_CRITERIA] = {
#define CRITERION(id, name, family, title, doc) {#id, name, family, title, doc},
#include "htol/criteria/criteria.def"
#undef CRITERION
};

const HtolSubsumption htol_subsumptions[] = {
#define SUBSUMES(strong, weak) {HTOL_CRIT_##strong, HTOL_CRIT_##weak},
#include "htol/criteria/subsumes.def"
#undef SUBSUMES
};
const guint htol_n_subsumptions = G_N_ELEMENTS(htol_subsumptions);

/* What mutation operators need: HtolRecords, and the least sum that has it. */
static const struct {
    HtolCriterion criterion;
    guint32 records;
    HtolSum sum;
} operators[] = {
#define OPERATOR(criterion, records) {HTOL_CRIT_##criterion, records, HTOL_SUM_WM},
#define MUTATION(NAME, criterion, also, sum, finder, proof)                                                            \
    {HTOL_CRIT_##criterion, HTOL_RECORDS_OF(NAME) | HTOL_RECORDS_OF(also), HTOL_SUM_##sum},
#include "htol/files/mutations.def"
};

static const HtolCriterion mujava[] = {
#define MUJAVA(criterion) HTOL_CRIT_##criterion,
#include "htol/files/mutations.def"
};

/* ---- selections ---- */

/* The n of "3-CC"; 0 if the name is not of that kind. */
static guint n_of(const char *name)
{
    guint n = g_ascii_digit_value(name[0]);
    gboolean fits = g_ascii_isdigit(name[0]) && g_ascii_strcasecmp(name + 1, "-CC") == 0;
    return fits && n >= LEAST_N && n <= MOST_N ? n : 0;
}

/* What users of other tools call some of them. MC/DC has two meanings; alone it has the stricter one, as in clang. */
static const char *const aliases[][2] = {
    {"function", "FC"}, {"line", "STMT"},         {"statement", "STMT"},        {"block", "BBC"},
    {"branch", "BC"},   {"decision", "DC"},       {"condition", "CC"},          {"mcdc", "RACC"},
    {"mc/dc", "RACC"},  {"MCDC:masking", "CACC"}, {"MCDC:unique-cause", "RACC"}};

const char *htol_criterion_of_alias(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(aliases); i++)
        if (g_ascii_strcasecmp(name, aliases[i][0]) == 0)
            return aliases[i][1];
    return name;
}

static const char *nearest_name(const char *name)
{
    const char *known[HTOL_CRITERIA + G_N_ELEMENTS(aliases) + 1] = {"all"};
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        known[1 + i] = htol_criteria[i].name;
    for (guint i = 0; i < G_N_ELEMENTS(aliases); i++)
        known[1 + HTOL_CRITERIA + i] = aliases[i][0];
    return htol_nearest(name, known, G_N_ELEMENTS(known));
}

static gboolean set_error(GError **error, const char *name)
{
    const char *nearest = nearest_name(name);
    if (nearest)
        g_set_error(error, HTOL_CRITERIA_ERROR, 0,
                    "there is no criterion '%s'; did you mean %s? 'hlcov criteria' lists all", name, nearest);
    else
        g_set_error(error, HTOL_CRITERIA_ERROR, 0, "there is no criterion '%s'; 'hlcov criteria' lists all", name);
    return FALSE;
}

static gboolean select_n(HtolSelection *selection, guint n, GError **error)
{
    if (selection->n != 0 && selection->n != n) {
        g_set_error(error, HTOL_CRITERIA_ERROR, 0, "both %u-CC and %u-CC are asked for: name one", selection->n, n);
        return FALSE;
    }
    selection->wanted[HTOL_CRIT_ncc] = selection->named[HTOL_CRIT_ncc] = TRUE;
    selection->n = n;
    return TRUE;
}

/* Whether the criterion is no part of "all": under it, what others lack that it is the sum of would be listed twice, or
 * it asks for more than all others together. */
static gboolean is_apart(HtolCriterion criterion)
{
    for (guint i = 0; i < G_N_ELEMENTS(operators); i++)
        if (operators[i].criterion == criterion && operators[i].sum > HTOL_SUM_WM)
            return TRUE;
    return criterion == HTOL_CRIT_wm || criterion == HTOL_CRIT_wmall || criterion == HTOL_CRIT_mujava;
}

static gboolean select_name(HtolSelection *selection, const char *given, GError **error)
{
    const char *name = htol_criterion_of_alias(given);
    gboolean all = g_ascii_strcasecmp(name, "all") == 0, found = FALSE;
    if (n_of(name) > 0)
        return select_n(selection, n_of(name), error);
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        gboolean named = g_ascii_strcasecmp(name, htol_criteria[i].name) == 0;
        selection->wanted[i] |= named || (all && !is_apart(i));
        selection->named[i] |= named;
        found |= named || all;
    }
    return found ? TRUE : set_error(error, given);
}

gboolean htol_selection_parse(const char *list, HtolSelection *selection, GError **error)
{
    g_auto(GStrv) names = g_strsplit(list, ",", -1);
    *selection = (HtolSelection){0};
    if (!names[0])
        return set_error(error, "");
    for (char **name = names; *name; name++)
        if (!select_name(selection, g_strstrip(*name), error))
            return FALSE;
    if (selection->n == 0)
        selection->n = LEAST_N;
    return TRUE;
}

const char *htol_selection_name(const HtolSelection *selection, HtolCriterion criterion)
{
    static const char *const names[] = {"2-CC", "3-CC", "4-CC", "5-CC", "6-CC", "7-CC", "8-CC", "9-CC"};
    gboolean has_n = selection->n >= LEAST_N && selection->n <= MOST_N;
    return criterion == HTOL_CRIT_ncc && has_n ? names[selection->n - LEAST_N] : htol_criteria[criterion].name;
}

char *htol_objective_name(const HtolSelection *selection, const HtolObjective *objective)
{
    return g_strdup_printf("%s:%s", htol_selection_name(selection, objective->criterion), objective->id);
}

/* ---- what they need ---- */

static guint32 records_of_sum(HtolSum sum)
{
    guint32 records = 0;
    for (guint i = 0; i < G_N_ELEMENTS(operators); i++)
        records |= operators[i].sum <= sum ? operators[i].records : 0;
    return records;
}

static guint32 records_of_mujava(void)
{
    guint32 records = 0;
    for (guint i = 0; i < G_N_ELEMENTS(mujava); i++)
        records |= htol_criterion_records(mujava[i]);
    return records;
}

static guint32 records_of_operator(HtolCriterion criterion)
{
    for (guint i = 0; i < G_N_ELEMENTS(operators); i++)
        if (operators[i].criterion == criterion)
            return operators[i].records;
    return 0;
}

static const struct {
    const char *family;
    guint32 records;
} families[] = {{"calls", HTOL_RECORDS_CALLS},           {"paths", HTOL_RECORDS_PATHS},
                {"data flow", HTOL_RECORDS_FLOWS},       {"relations", HTOL_RECORDS_COMPARISONS},
                {"partitions", HTOL_RECORDS_PARTITIONS}, {"errors", HTOL_RECORDS_ERRORS}};

static guint32 records_of_family(const char *family)
{
    for (guint i = 0; i < G_N_ELEMENTS(families); i++)
        if (g_str_equal(family, families[i].family))
            return families[i].records;
    return 0;
}

guint32 htol_criterion_records(HtolCriterion criterion)
{
    switch (criterion) {
    case HTOL_CRIT_adupc: return HTOL_RECORDS_FLOWS | HTOL_RECORDS_PATHS; /* the automaton of paths tells which */
    case HTOL_CRIT_wm: return records_of_sum(HTOL_SUM_WM);
    case HTOL_CRIT_wmall: return records_of_sum(HTOL_SUM_ALL);
    case HTOL_CRIT_mujava: return records_of_mujava();
    default: break;
    }
    guint32 records = records_of_operator(criterion);
    return records ? records : records_of_family(htol_criteria[criterion].family);
}

guint32 htol_selection_records(const HtolSelection *selection)
{
    guint32 records = 0;
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        records |= selection->wanted[i] ? htol_criterion_records(i) : 0;
    return records;
}

gboolean htol_criterion_is_of_decisions(HtolCriterion criterion)
{
    return g_str_equal(htol_criteria[criterion].family, "logic");
}
