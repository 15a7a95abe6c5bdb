/* Finds who calls functions that were never called; see callers.h. */
#include "report/model/callers.h"

#include <string.h>

/* A function that calls, in the order of callers: by path, line and name. */
typedef struct {
    ReportCaller caller;
    guint32 begins; /* the line of the function that calls */
} Candidate;

/* What is known of a name. */
typedef struct {
    guint defined; /* so many functions have it */
    guint n;
    Candidate candidates[REPORT_MOST_CALLERS]; /* the first ones */
} Name;

struct ReportCalls {
    GStringChunk *texts;
    GHashTable *names; /* text: its Name */
};

ReportCalls *report_calls_new(void)
{
    ReportCalls *calls = g_new(ReportCalls, 1);
    *calls = (ReportCalls){g_string_chunk_new(4096), g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free)};
    return calls;
}

void report_calls_free(ReportCalls *calls)
{
    g_hash_table_unref(calls->names);
    g_string_chunk_free(calls->texts);
    g_free(calls);
}

/* ---- gathering ---- */

static Name *name_of(ReportCalls *calls, const char *text)
{
    Name *name = g_hash_table_lookup(calls->names, text);
    if (!name) {
        name = g_new0(Name, 1);
        g_hash_table_insert(calls->names, g_string_chunk_insert_const(calls->texts, text), name);
    }
    return name;
}

static int compare_functions(const Candidate *one, const Candidate *other)
{
    int order = strcmp(one->caller.path, other->caller.path);
    if (order == 0 && one->begins != other->begins)
        order = one->begins < other->begins ? -1 : 1;
    return order ? order : strcmp(one->caller.name, other->caller.name);
}

/* Puts it in its place; of one function the first call counts, which comes first. */
static void add_candidate(ReportCalls *calls, Name *name, const Candidate *candidate)
{
    guint at = 0;
    while (at < name->n && compare_functions(&name->candidates[at], candidate) < 0)
        at++;
    if (at == REPORT_MOST_CALLERS || (at < name->n && compare_functions(&name->candidates[at], candidate) == 0))
        return;
    name->n = MIN(name->n + 1, REPORT_MOST_CALLERS);
    memmove(&name->candidates[at + 1], &name->candidates[at], (name->n - at - 1) * sizeof *candidate);
    name->candidates[at] = *candidate;
    name->candidates[at].caller.path = g_string_chunk_insert_const(calls->texts, candidate->caller.path);
    name->candidates[at].caller.name = g_string_chunk_insert_const(calls->texts, candidate->caller.name);
}

static Candidate candidate_of(const ReportFunction *function, const HtolRowCall *call)
{
    const HtolRowFunction *row = &function->function->row;
    return (Candidate){{function->path, row->name, call->line, function->called}, row->line};
}

static void add_function(ReportCalls *calls, const ReportFunction *function)
{
    name_of(calls, function->function->row.name)->defined++;
    for (guint32 i = 0; i < function->function->n_calls; i++) {
        const HtolRowCall *call = &function->function->calls[i];
        const Candidate candidate = candidate_of(function, call);
        if (*call->callee && strcmp(call->callee, candidate.caller.name) != 0)
            add_candidate(calls, name_of(calls, call->callee), &candidate);
    }
}

void report_calls_add(ReportCalls *calls, const ReportFile *file)
{
    for (guint i = 0; i < file->n_functions; i++)
        add_function(calls, file->functions[i]);
}

/* ---- as bytes ---- */

static void put_name(const char *text, const Name *name, GByteArray *out)
{
    htol_stream_put_text(out, text);
    htol_stream_put(out, name->defined);
    htol_stream_put(out, name->n);
    for (guint i = 0; i < name->n; i++) {
        const Candidate *candidate = &name->candidates[i];
        htol_stream_put_text(out, candidate->caller.path);
        htol_stream_put_text(out, candidate->caller.name);
        htol_stream_put(out, candidate->caller.line);
        htol_stream_put(out, candidate->caller.called);
        htol_stream_put(out, candidate->begins);
    }
}

void report_calls_put(const ReportCalls *calls, GByteArray *out)
{
    GHashTableIter at;
    gpointer text, name;
    htol_stream_put(out, g_hash_table_size(calls->names));
    g_hash_table_iter_init(&at, calls->names);
    while (g_hash_table_iter_next(&at, &text, &name))
        put_name(text, name, out);
}

static void take_candidate(ReportCalls *calls, Name *name, HtolStream *in, HtolArena *scratch)
{
    Candidate candidate;
    candidate.caller.path = htol_stream_text(in, scratch);
    candidate.caller.name = htol_stream_text(in, scratch);
    candidate.caller.line = htol_stream_number(in);
    candidate.caller.called = htol_stream_number(in) != 0;
    candidate.begins = htol_stream_number(in);
    add_candidate(calls, name, &candidate);
}

void report_calls_take(ReportCalls *calls, HtolStream *in)
{
    for (guint32 n = htol_stream_count(in, 3, 0); n > 0; n--) {
        g_autoptr(HtolArena) scratch = htol_arena_new();
        Name *name = name_of(calls, htol_stream_text(in, scratch));
        name->defined += htol_stream_number(in);
        for (guint32 i = htol_stream_count(in, 5, 0); i > 0; i--)
            take_candidate(calls, name, in, scratch);
    }
}

/* ---- giving ---- */

static void give(const ReportCaller *caller, HtolArena *arena, ReportFunction *function)
{
    if (!function->callers)
        function->callers = htol_arena_new0(arena, ReportCaller, REPORT_MOST_CALLERS);
    ((ReportCaller *)function->callers)[function->n_callers++] = *caller;
}

static void give_all(const Name *name, HtolArena *arena, ReportFunction *function)
{
    for (guint i = 0; i < name->n; i++)
        give(&name->candidates[i].caller, arena, function);
}

static const HtolRowCall *find_call(const ReportFunction *caller, const char *name)
{
    for (guint32 i = 0; i < caller->function->n_calls; i++)
        if (strcmp(caller->function->calls[i].callee, name) == 0)
            return &caller->function->calls[i];
    return NULL;
}

/* Those of its own file. */
static void give_near(const ReportFile *file, HtolArena *arena, ReportFunction *function)
{
    for (guint i = 0; i < file->n_functions && function->n_callers < REPORT_MOST_CALLERS; i++) {
        const ReportFunction *caller = file->functions[i];
        const HtolRowCall *call = caller != function ? find_call(caller, function->function->row.name) : NULL;
        const Candidate candidate = call ? candidate_of(caller, call) : (Candidate){0};
        if (call)
            give(&candidate.caller, arena, function);
    }
}

static void give_file(const ReportCalls *calls, HtolArena *arena, const ReportFile *file)
{
    for (guint i = 0; i < file->n_functions; i++) {
        ReportFunction *function = file->functions[i];
        const Name *name = g_hash_table_lookup(calls->names, function->function->row.name);
        function->n_callers = 0;
        if (function->called || !name)
            continue;
        if (name->defined > 1)
            give_near(file, arena, function);
        else
            give_all(name, arena, function);
    }
}

void report_calls_give(const ReportCalls *calls, const ReportModel *model)
{
    for (guint i = 0; i < model->n_files; i++)
        give_file(calls, model->arena, model->files[i]);
}
