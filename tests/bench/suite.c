/* How long reports take that know of many tests: made-up tests of a made-up program of Lua's size, as one
 * shard. It prints a table and checks no times. Most tests are like one of a few, but for some facts; or
 * nothing is alike. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "htol/shards/shard.h"
#include "report/advise/suite.h"
#include "report/make/make.h"
#include "report/out/json/suite_out.h"
#include "report/out/renderers.h"
#include "report/read/read_inputs.h"
#include "tests/unit/sample_project.h"

enum { UNITS = 25, FUNCTIONS = 100, KINDS = 20 };

typedef struct {
    const char *text;
    double share; /* of a test's facts: not those of its kind */
} Likeness;

typedef struct {
    HtolArena *arena;
    GRand *random;
    SampleUnit units[UNITS];
    HtolFacts facts[UNITS]; /* in the order of ids */
    guint32 n_words;        /* of a unit */
    double *often;          /* of each slot of all units, how often tests record it */
} Program;

/* Of a few functions much is recorded by many tests, of many by few. */
static void make_program(Program *program)
{
    SampleSource source = {"src.c", "", 1};
    for (guint i = 0; i < UNITS; i++) {
        HtolFunction functions[FUNCTIONS];
        source.path = htol_arena_printf(program->arena, "src/unit%02u.c", i);
        for (guint k = 0; k < FUNCTIONS; k++)
            functions[k] = sample_function(program->arena, &source, htol_arena_printf(program->arena, "f%u", k));
        sample_unit_init(&program->units[i], source.path, functions, FUNCTIONS);
        program->facts[i].n_slots = program->units[i].table.row.slots;
    }
    program->n_words = HTOL_WORDS(program->facts[0].n_slots);
    program->often = g_new(double, UNITS * program->facts[0].n_slots);
    for (guint i = 0; i < UNITS * FUNCTIONS; i++) {
        double called = g_rand_double(program->random);
        for (guint slot = 0; slot < SAMPLE_SLOTS; slot++)
            program->often[i * SAMPLE_SLOTS + slot] = called * called * called * g_rand_double(program->random);
    }
}

static void write_tables(Program *program, const char *directory)
{
    for (guint i = 0; i < UNITS; i++) {
        sample_write_table(directory, &program->units[i]);
        for (guint k = 0; k < HTOL_ID_SIZE; k++)
            program->facts[i].id[k] = program->units[i].table.id[k];
    }
}

/* The facts of one kind of tests, or of one test: a word for 64 slots of a unit, unit after unit. */
static void draw(const Program *program, guint64 *words)
{
    guint32 n_slots = program->facts[0].n_slots;
    for (guint32 i = 0; i < UNITS * n_slots; i++)
        if (g_rand_double(program->random) < program->often[i])
            words[i / n_slots * program->n_words + i % n_slots / 64] |= G_GUINT64_CONSTANT(1) << i % n_slots % 64;
}

static int compare_facts(const void *one, const void *other)
{
    return htol_facts_compare(one, other);
}

static void write_test(const Program *program, HtolShardWriter *writer, guint32 number, const guint64 *words)
{
    g_autofree char *name = g_strdup_printf("test-%05u", number);
    HtolFacts facts[UNITS];
    for (guint i = 0; i < UNITS; i++) {
        facts[i] = program->facts[i];
        facts[i].words = words + i * program->n_words;
    }
    qsort(facts, UNITS, sizeof *facts, compare_facts);
    HtolTest test = {.name = name, .n_units = UNITS, .units = facts};
    htol_shard_writer_test(writer, &test);
}

/* Some words of a test are its own. */
static void write_tests(const Program *program, HtolShardWriter *writer, guint32 n_tests, double share)
{
    gsize n = (gsize)UNITS * program->n_words;
    guint64 *kinds = g_new0(guint64, KINDS *n), *own = g_new(guint64, n), *words = g_new(guint64, n);
    for (guint i = 0; i < KINDS; i++)
        draw(program, kinds + i * n);
    for (guint32 i = 0; i < n_tests; i++) {
        memset(own, 0, n * sizeof *own);
        draw(program, own);
        for (gsize k = 0; k < n; k++)
            words[k] = g_rand_double(program->random) < share ? own[k] : kinds[i % KINDS * n + k];
        write_test(program, writer, i, words);
    }
    g_free(kinds);
    g_free(own);
    g_free(words);
}

static gsize write_shard(const Program *program, const char *directory, guint32 n_tests, double share)
{
    g_autofree char *path = g_build_filename(directory, "shards", "tests.hls", NULL);
    HtolShardWriter *writer = htol_shard_writer_new();
    write_tests(program, writer, n_tests, share);
    htol_shard_writer_end(writer);
    gsize size = htol_shard_writer_ready(writer)->len;
    sample_write_file(path, htol_shard_writer_ready(writer)->data, size);
    htol_shard_writer_free(writer);
    return size;
}

/* Seconds of the processor. */
static double since(clock_t *start)
{
    clock_t now = clock();
    double seconds = (double)(now - *start) / CLOCKS_PER_SEC;
    *start = now;
    return seconds;
}

static void time_report(const char *directory)
{
    const char *const paths[] = {directory, NULL};
    ReportRequest request = {.root = directory, .witnesses = TRUE};
    FILE *nowhere = fopen("/dev/null", "w");
    clock_t start = clock();
    htol_selection_parse("all", &request.selection, NULL);
    ReportInputs *inputs = report_inputs_read(paths, NULL, NULL);
    printf(" %8.2f", since(&start));
    ReportModel *model = report_model_new(inputs, &request, NULL);
    printf(" %8.2f", since(&start));
    report_json(model, nowhere, NULL);
    printf(" %8.2f", since(&start));
    ReportSuite *suite = report_suite_new(model, TRUE);
    printf(" %8.2f %7u", since(&start), htol_test_set_size(model->tests, suite->subset.tests));
    report_suite_free(suite);
    report_model_free(model);
    report_inputs_free(inputs);
    fclose(nowhere);
}

static void remove_tree(const char *directory)
{
    const char *const command[] = {"rm", "-rf", "--", directory, NULL};
    g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
}

static void time_tests(Program *program, guint32 n_tests, const Likeness *likeness)
{
    struct rusage usage;
    g_autofree char *directory = g_dir_make_tmp("hlcov-suite-XXXXXX", NULL);
    write_tables(program, directory);
    gsize size = write_shard(program, directory, n_tests, likeness->share);
    printf("%-14s %7u %9.1f", likeness->text, n_tests, (double)size / n_tests);
    time_report(directory);
    getrusage(RUSAGE_SELF, &usage);
    printf(" %8ld\n", usage.ru_maxrss / 1024);
    fflush(stdout);
    remove_tree(directory);
}

int main(int argc, char **argv)
{
    static const Likeness likenesses[] = {{"like others", 0.02}, {"like none", 1}};
    guint32 most = argc > 1 ? (guint32)strtoul(argv[1], NULL, 10) : 10000;
    Program program = {.arena = htol_arena_new(), .random = g_rand_new_with_seed(1)};
    make_program(&program);
    printf("reports of %u slots in %u functions: seconds to read, judge, write JSON, choose tests; chosen; "
           "MB so far\n",
           UNITS * program.facts[0].n_slots, UNITS * FUNCTIONS);
    printf("%-14s %7s %9s %8s %8s %8s %8s %7s %8s\n", "tests", "number", "bytes/1", "read", "judge", "JSON", "choose",
           "chosen", "MB");
    for (guint i = 0; i < G_N_ELEMENTS(likenesses); i++)
        for (guint32 n = 1; n <= most; n *= 100)
            time_tests(&program, n, &likenesses[i]);
    for (guint i = 0; i < UNITS; i++)
        sample_unit_clear(&program.units[i]);
    g_free(program.often);
    g_rand_free(program.random);
    htol_arena_free(program.arena);
    return 0;
}
