/* Writes what there is and what is missing; see work_out.h. */
#include "report/out/json/work_out.h"

#include "htol/base/plain.h"
#include "report/out/json/json.h"

/* Text ------------------------------------------------------------------------------------------------------- */

enum { MOST_NAMES = 5 }; /* that a line has */

static void put_names(const char *head, const GPtrArray *names, FILE *out)
{
    for (guint i = 0; i < names->len && i < MOST_NAMES; i++) {
        g_autofree char *plain = htol_plain(names->pdata[i]);
        fprintf(out, "%s%s", i ? ", " : head, plain);
    }
    if (names->len > MOST_NAMES)
        fprintf(out, " and %u more", names->len - MOST_NAMES);
}

static void put_units(const ReportWork *work, FILE *out)
{
    fprintf(out, "units: %u with coverage, %u of them ran", work->units, work->run);
    if (work->unmeasured > 0)
        fprintf(out, "; %u without", work->unmeasured);
    fputc('\n', out);
}

static void put_tests(const ReportWork *work, FILE *out)
{
    fprintf(out, "tests: %u", work->tests);
    if (work->unended->len > 0)
        fprintf(out, ", of which %u did not end", work->unended->len);
    put_names(": ", work->unended, out);
    fputc('\n', out);
}

static void put_proofs(const ReportWork *work, FILE *out)
{
    fprintf(out, "proofs: %u of %u units", work->proved, work->units);
    if (work->proved > 0) {
        fprintf(out, "; functions %u, and %u that could not be proved", work->functions_proved, work->functions_failed);
        put_names("\n  none of ", work->unproved, out);
    }
    fputc('\n', out);
}

static void put_mutants(const ReportWork *work, FILE *out)
{
    if (!work->has_mutants) {
        fputs("mutants: no strong build\n", out);
        return;
    }
    fprintf(out, "mutants: %u of %u judged", work->judged, work->mutants);
    if (work->untried > 0)
        fprintf(out, "; %u not tried by all tests", work->untried);
    if (work->unchosen > 0)
        fprintf(out, "; %u that no shard chose", work->unchosen);
    fputc('\n', out);
}

static guint count_ended(const ReportWorkShards *shards)
{
    guint count = 0;
    for (guint k = 0; k < shards->parts; k++)
        count += shards->states[k] == REPORT_SHARD_ENDED;
    return count;
}

static guint count_open(const ReportWorkShards *shards)
{
    guint count = 0;
    for (guint k = 1; k <= shards->parts; k++)
        count += report_work_is_open(shards, k);
    return count;
}

static const char *const states[] = {
    [REPORT_SHARD_UNKNOWN] = "has not run", [REPORT_SHARD_BEGUN] = "did not end", [REPORT_SHARD_ENDED] = "ended"};

static void put_open(const ReportWorkShards *shards, guint k, FILE *out)
{
    g_autofree char *command = report_work_command(shards, k), *plain = htol_plain(command);
    guint lacking = shards->lacking[k - 1];
    fprintf(out, "  %s  #", plain);
    if (shards->is_noted)
        fprintf(out, " %s%s", states[shards->states[k - 1]], lacking > 0 ? "," : "");
    if (lacking > 0)
        fprintf(out, " %u without a result", lacking);
    fputc('\n', out);
}

static void put_shards(const ReportWorkShards *shards, FILE *out)
{
    g_autofree char *plain = htol_plain(shards->work);
    fprintf(out, "%s, %u shard%s: ", plain, shards->parts, shards->parts == 1 ? "" : "s");
    if (shards->is_noted)
        fprintf(out, "%u ended, ", count_ended(shards));
    fprintf(out, "%u to be run again\n", count_open(shards));
    for (guint k = 1; k <= shards->parts; k++)
        if (report_work_is_open(shards, k))
            put_open(shards, k, out);
}

void report_work_text(const ReportWork *work, const GPtrArray *left, FILE *out)
{
    put_units(work, out);
    put_tests(work, out);
    put_proofs(work, out);
    put_mutants(work, out);
    for (guint i = 0; i < work->all_shards->len; i++)
        put_shards(work->all_shards->pdata[i], out);
    if (left->len > 0)
        fprintf(out, "left half done by writers that were killed, if none is at work: %u", left->len);
    put_names(": ", left, out);
    if (left->len > 0)
        fputc('\n', out);
}

/* Commands --------------------------------------------------------------------------------------------------- */

void report_work_again(const ReportWork *work, FILE *out)
{
    for (guint i = 0; i < work->all_shards->len; i++) {
        const ReportWorkShards *shards = work->all_shards->pdata[i];
        for (guint k = 1; k <= shards->parts; k++) {
            g_autofree char *command = report_work_is_open(shards, k) ? report_work_command(shards, k) : NULL;
            if (command)
                fprintf(out, "%s\n", command);
        }
    }
}

/* JSON ------------------------------------------------------------------------------------------------------- */

static json_t *names_value(const GPtrArray *names)
{
    json_t *list = json_array();
    for (guint i = 0; i < names->len; i++)
        json_array_append_new(list, report_json_text(names->pdata[i]));
    return list;
}

static json_t *units_value(const ReportWork *work)
{
    return json_pack("{s:i, s:i, s:i, s:i}", "measured", (int)work->units, "ran", (int)work->run, "functions",
                     (int)work->functions, "unmeasured", (int)work->unmeasured);
}

static json_t *proofs_value(const ReportWork *work)
{
    return json_pack("{s:i, s:i, s:i, s:o}", "units", (int)work->proved, "functions", (int)work->functions_proved,
                     "failed", (int)work->functions_failed, "lacking", names_value(work->unproved));
}

static json_t *mutants_value(const ReportWork *work)
{
    if (!work->has_mutants)
        return json_null();
    return json_pack("{s:i, s:i, s:i, s:i}", "all", (int)work->mutants, "judged", (int)work->judged, "untried",
                     (int)work->untried, "unchosen", (int)work->unchosen);
}

static json_t *open_value(const ReportWorkShards *shards, guint k)
{
    g_autofree char *command = report_work_command(shards, k);
    return json_pack("{s:i, s:s, s:i, s:o}", "shard", (int)k, "state", states[shards->states[k - 1]], "lacking",
                     (int)shards->lacking[k - 1], "command", report_json_text(command));
}

static json_t *shards_value(const ReportWorkShards *shards)
{
    json_t *again = json_array();
    for (guint k = 1; k <= shards->parts; k++)
        if (report_work_is_open(shards, k))
            json_array_append_new(again, open_value(shards, k));
    return json_pack("{s:o, s:i, s:b, s:i, s:o}", "work", report_json_text(shards->work), "of", (int)shards->parts,
                     "noted", (int)shards->is_noted, "ended", (int)count_ended(shards), "again", again);
}

void report_work_json(const ReportWork *work, const GPtrArray *left, FILE *out)
{
    json_t *all = json_array();
    for (guint i = 0; i < work->all_shards->len; i++)
        json_array_append_new(all, shards_value(work->all_shards->pdata[i]));
    json_t *tests = json_pack("{s:i, s:o}", "all", (int)work->tests, "unended", names_value(work->unended));
    json_t *value = json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "hlcov", 1, "units", units_value(work), "tests",
                              tests, "proofs", proofs_value(work), "mutants", mutants_value(work), "shards", all,
                              "left", names_value(left));
    json_dumpf(value, out, JSON_INDENT(1));
    putc('\n', out);
    json_decref(value);
}
