/* Hands cases to htol/: see subject.h. */
#include "tests/oracle/htol/subject.h"

#include "htol/judge/decide.h"
#include "htol/lang/parse.h"
#include "htol/lang/print.h"
#include "htol/lang/wellformed.h"

#include <string.h>

typedef struct {
    const Case *one;
    HtolArena *arena;
    GHashTable *relations; /* as htol_decide takes them */
    SubjectVerdict *verdict;
} Subject;

static HtolValue convert(BruteValue value)
{
    switch (value.kind) {
    case BRUTE_SIGNED: return (HtolValue){.kind = HTOL_VALUE_SIGNED, .s = value.s};
    case BRUTE_UNSIGNED: return (HtolValue){.kind = HTOL_VALUE_UNSIGNED, .u = value.u};
    case BRUTE_FLOAT: return (HtolValue){.kind = HTOL_VALUE_FLOAT, .f = value.f};
    case BRUTE_POINTER: return (HtolValue){.kind = HTOL_VALUE_POINTER, .process = value.process, .u = value.u};
    }
    g_assert_not_reached();
}

static int compare_kills(gconstpointer one, gconstpointer other)
{
    return strcmp(((const HtolOccurrence *)one)->name, ((const HtolOccurrence *)other)->name);
}

static void append_kills(const HtolStep *step, GString *key)
{
    GArray *kills = g_array_new(FALSE, FALSE, sizeof(HtolOccurrence));
    g_array_append_vals(kills, step->kills, step->n_kills);
    g_array_sort(kills, compare_kills);
    g_string_append(key, " -");
    for (guint i = 0; i < kills->len; i++) {
        const char *name = g_array_index(kills, HtolOccurrence, i).name;
        if (!i || strcmp(name, g_array_index(kills, HtolOccurrence, i - 1).name) != 0) {
            g_string_append_printf(key, "%s!%s", i ? "," : "", name);
        }
    }
    g_string_append(key, "-> ");
    g_array_free(kills, TRUE);
}

/* What the case calls the member's environments. */
static char *key_of(const HtolHyper *member)
{
    GString *key = g_string_new(NULL);
    for (guint i = 0; i < member->n_steps; i++) {
        if (i) {
            append_kills(&member->steps[i], key);
        }
        g_string_append(key, member->steps[i].occurrence.name);
    }
    return g_string_free(key, FALSE);
}

static const BruteRelation *recorded_for(const Subject *subject, const HtolHyper *member)
{
    g_autofree char *key = key_of(member);
    return g_hash_table_lookup(subject->one->recorded, key);
}

static void add_relation(const Subject *subject, const HtolHyper *member)
{
    const BruteRelation *recorded = recorded_for(subject, member);
    if (!recorded) {
        return;
    }
    g_assert_cmpuint(htol_member_columns(member), ==, recorded->columns);
    guint n_values = recorded->rows * recorded->columns;
    HtolValue *values = htol_arena_new0(subject->arena, HtolValue, n_values);
    for (guint i = 0; i < n_values; i++) {
        values[i] = convert(recorded->values[i]);
    }
    HtolRelation *relation = htol_arena_new0(subject->arena, HtolRelation, 1);
    *relation = (HtolRelation){.columns = recorded->columns, .rows = recorded->rows, .values = values};
    GString *name = g_string_new(NULL);
    htol_relation_name(member, name);
    g_hash_table_insert(subject->relations, g_string_free(name, FALSE), relation);
}

static void add_relations(const Subject *subject, const HtolHyper *hyper)
{
    if (hyper->kind == HTOL_HYPER_OCCURRENCE || hyper->kind == HTOL_HYPER_SEQUENCE) {
        add_relation(subject, hyper);
        return;
    }
    add_relations(subject, hyper->left);
    if (hyper->kind != HTOL_HYPER_GUARD) {
        add_relations(subject, hyper->right);
    }
}

static void add_binding(const Subject *subject, const char *base, guint n_primes, BruteValue value)
{
    GString *name = g_string_new(base);
    for (guint i = 0; i < n_primes; i++) {
        g_string_append_c(name, '\'');
    }
    BruteBinding binding = {.name = g_string_chunk_insert(subject->verdict->names, name->str), .value = value};
    g_array_append_val(subject->verdict->witness, binding);
    g_string_free(name, TRUE);
}

/* The metavariables of the member, with what the case recorded in that row. */
static void add_member(const Subject *subject, const HtolHyper *member, gsize row)
{
    const BruteRelation *recorded = recorded_for(subject, member);
    g_assert(recorded && row < recorded->rows);
    const BruteValue *value = recorded->columns > 0 ? &recorded->values[row * recorded->columns] : NULL;
    for (guint i = 0; i < member->n_steps; i++) {
        const HtolOccurrence *occurrence = &member->steps[i].occurrence;
        for (guint j = 0; j < occurrence->label->n_bindings; j++) {
            add_binding(subject, occurrence->label->bindings[j].name, occurrence->primes, *value++);
        }
    }
}

static void decide(const Subject *subject, const HtolHyper *hyper)
{
    HtolVerdict verdict;
    g_autoptr(GError) error = NULL;
    add_relations(subject, hyper);
    if (!htol_decide(subject->arena, hyper, subject->relations, &verdict, &error)) {
        subject->verdict->refusal = g_strdup(error->message);
        return;
    }
    subject->verdict->covered = verdict.covered;
    for (guint i = 0; verdict.covered && i < verdict.conjunct.n_members; i++) {
        add_member(subject, verdict.conjunct.members[i], verdict.rows[i]);
    }
}

/* The text's hyperlabel, or NULL and the refusal. */
static const HtolHyper *parse(const Subject *subject)
{
    HtolScript script = {0};
    HtolFaults faults = {.arena = subject->arena};
    const GString *text = subject->one->script;
    HtolText source = {.where = {"case.htol", 1, 1}, .text = text->str, .length = text->len};
    if (htol_parse_file(subject->arena, &source, &script, &faults) && htol_wellformed(&script, &faults)) {
        g_assert(script.hypers);
        return script.hypers->hyper;
    }
    GString *refusal = g_string_new(NULL);
    htol_faults_print(&faults, refusal);
    subject->verdict->refusal = g_string_free(refusal, FALSE);
    return NULL;
}

void subject_judge(const Case *one, SubjectVerdict *verdict)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    Subject subject = {.one = one, .arena = arena, .verdict = verdict};
    verdict->witness = g_array_new(FALSE, FALSE, sizeof(BruteBinding));
    verdict->names = g_string_chunk_new(256);
    const HtolHyper *hyper = parse(&subject);
    if (hyper) {
        subject.relations = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        decide(&subject, hyper);
        g_hash_table_destroy(subject.relations);
    }
}

void subject_clear(SubjectVerdict *verdict)
{
    g_array_free(verdict->witness, TRUE);
    g_string_chunk_free(verdict->names);
    g_free(verdict->refusal);
}
