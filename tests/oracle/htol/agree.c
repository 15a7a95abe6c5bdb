/* Compares htol/ with the oracle on a case: see agree.h. */
#include "tests/oracle/htol/agree.h"

#include "tests/oracle/htol/subject.h"

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

static char *check_verdict(BruteScript *script, const Case *one, const SubjectVerdict *verdict, AgreeCounts *counts)
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
    return NULL;
}

char *agree_on(const Case *one, gboolean may_be_refused, AgreeCounts *counts)
{
    SubjectVerdict verdict = {0};
    g_autofree char *refusal = NULL;
    BruteScript *script = brute_parse(one->script->str, &refusal);
    subject_judge(one, &verdict);
    char *problem = check_refusals(one, refusal, &verdict);
    counts->flawed += refusal != NULL;
    if (refusal && !problem && !one->flaw && !may_be_refused) {
        problem = g_strdup_printf("both refuse it: %s", refusal);
    }
    if (script && !problem) {
        problem = check_verdict(script, one, &verdict, counts);
    }
    if (script) {
        brute_free(script);
    }
    subject_clear(&verdict);
    return problem;
}
