/* Spells texts about decisions as the source does; see respell.h. */
#include "report/gaps/respell.h"

#include <string.h>

#include "report/gaps/spelling.h"

/* A decision or a condition of it: how it stands in texts, and in the source. */
typedef struct {
    const char *compiled, *spelled;
    gsize size; /* of the first */
} Spelling;

/* Those of a decision: of itself, then of its conditions. */
typedef struct {
    guint n;
    gboolean differs; /* some of them */
    Spelling *list;
} Spellings;

struct ReportRespell {
    const ReportModel *model;
    const ReportFunction *function; /* NULL: none was asked about */
    HtolArena *arena;
    Spellings **decisions; /* of the function; NULL: not asked about */
};

ReportRespell *report_respell_new(const ReportModel *model)
{
    ReportRespell *respell = g_new0(ReportRespell, 1);
    respell->model = model;
    return respell;
}

void report_respell_free(ReportRespell *respell)
{
    htol_arena_free(respell->arena);
    g_free(respell);
}

static void turn_to(ReportRespell *respell, const ReportFunction *function)
{
    if (respell->function == function)
        return;
    htol_arena_free(respell->arena);
    respell->function = function;
    respell->arena = htol_arena_new();
    respell->decisions = htol_arena_new0(respell->arena, Spellings *, MAX(function->function->n_decisions, 1));
}

static Spellings *find_spellings(const ReportRespell *respell, guint32 decision)
{
    const ReportFunction *function = respell->function;
    const HtolRowDecision *row = &function->function->decisions[decision];
    const HtolRowCondition *conditions = &function->function->conditions[row->first_condition];
    const ReportFile *file = report_file_at(respell->model, function->path);
    Spellings *found = htol_arena_new0(respell->arena, Spellings, 1);
    found->n = row->conditions + 1;
    found->list = htol_arena_new0(respell->arena, Spelling, found->n);
    for (guint32 i = 0; file && i < found->n; i++) {
        const char *compiled = i == 0 ? row->text : conditions[i - 1].text;
        g_autofree char *spelled = report_spelling(file, function, decision, i);
        found->list[i] =
            (Spelling){compiled, htol_arena_strndup(respell->arena, spelled, strlen(spelled)), strlen(compiled)};
        found->differs |= strcmp(compiled, spelled) != 0;
    }
    return found;
}

static const Spellings *spellings_of(ReportRespell *respell, const ReportFunction *function, guint32 decision)
{
    turn_to(respell, function);
    if (!respell->decisions[decision])
        respell->decisions[decision] = find_spellings(respell, decision);
    return respell->decisions[decision];
}

/* Whether an expression can begin at `at`: there, behind a backquote, or behind what joins two of them. */
static gboolean begins(const char *text, const char *at)
{
    return at == text || at[-1] == '`' || (at - text >= 2 && at[-1] == ' ' && at[-2] == ',') ||
           (at - text >= 4 && strncmp(at - 4, " in ", 4) == 0);
}

static gboolean ends(const char *at)
{
    return *at == '\0' || *at == '`' || g_str_has_prefix(at, ": ") || g_str_has_prefix(at, " in ");
}

/* The spelling of what stands at `at`; NULL: it is none of them. Conditions stand in their order, so those from
 * `*next` on are looked at first; *next is set behind the one that was found. */
static const Spelling *spelling_at(const Spellings *spellings, const char *at, guint *next)
{
    for (guint k = 0; k < spellings->n; k++) {
        guint i = (*next + k) % spellings->n;
        const Spelling *spelling = &spellings->list[i];
        if (spelling->size == 0 || strncmp(at, spelling->compiled, spelling->size) != 0 || !ends(at + spelling->size))
            continue;
        *next = i + 1;
        return spelling;
    }
    return NULL;
}

static char *replaced(const Spellings *spellings, const char *text, guint next)
{
    GString *out = g_string_sized_new(strlen(text));
    for (const char *at = text; *at;) {
        const Spelling *spelling = begins(text, at) ? spelling_at(spellings, at, &next) : NULL;
        if (spelling)
            g_string_append(out, spelling->spelled);
        else
            g_string_append_c(out, *at);
        at += spelling ? spelling->size : 1;
    }
    return g_string_free(out, FALSE);
}

char *report_respelled(ReportRespell *respell, const ReportFunction *function, const HtolObjective *what,
                       const char *text)
{
    if (what->site.kind != HTOL_SITE_DECISION || !*text)
        return g_strdup(text);
    const Spellings *spellings = spellings_of(respell, function, what->site.index);
    return spellings->differs ? replaced(spellings, text, what->condition) : g_strdup(text);
}
