/* Words for data flow, and what is remarkable about it; see flow.h. It asks for no objectives. */
#include "htol/expand/flow.h"

/* ---- places ---- */

/* Of a definition or a use; `shared`: its neighbour, of the same variable, begins in the same line. */
typedef struct {
    guint32 file, line, column;
    gboolean shared;
} Place;

static void append_place(const HtolFunction *function, Place place, GString *out)
{
    g_string_append_printf(out, "line %u", place.line);
    if (place.shared)
        g_string_append_printf(out, ":%u", place.column);
    if (place.file > 0)
        g_string_append_printf(out, " of %s", function->files[place.file].path);
}

/* Rows of a variable stand together, in the order of their text. */
static gboolean share_line(const HtolRowDefinition *left, const HtolRowDefinition *right)
{
    return left->variable == right->variable && left->file == right->file && left->line == right->line &&
           right->kind != HTOL_DEFINITION_ENTRY;
}

static gboolean uses_share_line(const HtolRowUse *left, const HtolRowUse *right)
{
    return left->variable == right->variable && left->file == right->file && left->line == right->line;
}

static const char *entry_words(const HtolFunction *function, const HtolRowDefinition *row)
{
    gboolean passed = function->variables[row->variable].kind == HTOL_VARIABLE_PARAMETER;
    return passed ? "as passed in" : "as at the entry";
}

void htol_flow_append_definition(const HtolFunction *function, guint32 definition, GString *out)
{
    const HtolRowDefinition *row = &function->definitions[definition];
    gboolean shared = (definition > 0 && share_line(row, row - 1)) ||
                      (definition + 1 < function->n_definitions && share_line(row, row + 1));
    if (row->kind == HTOL_DEFINITION_ENTRY) {
        g_string_append(out, entry_words(function, row));
        return;
    }
    g_string_append(out, "defined in ");
    append_place(function, (Place){row->file, row->line, row->column, shared}, out);
}

void htol_flow_append_use(const HtolFunction *function, guint32 use, GString *out)
{
    const HtolRowUse *row = &function->uses[use];
    gboolean shared =
        (use > 0 && uses_share_line(row, row - 1)) || (use + 1 < function->n_uses && uses_share_line(row, row + 1));
    g_string_append(out, row->kind == HTOL_USE_PREDICATE ? "tested in " : "used in ");
    append_place(function, (Place){row->file, row->line, row->column, shared}, out);
}

gboolean htol_flow_is_defined(const HtolFunction *function, const HtolRowFlow *flow)
{
    return flow->definition > 0 && function->definitions[flow->definition - 1].kind != HTOL_DEFINITION_UNKNOWN;
}

const char *htol_unflowed_reason(guint32 unmeasured)
{
    static const char *const reasons[HTOL_UNFLOWED_REASONS] = {
        [HTOL_UNFLOWED_MANY] = "it has too many definitions and uses",
        [HTOL_UNFLOWED_VOLATILE] = "it is volatile or atomic",
        [HTOL_UNFLOWED_PLACE] = "nothing can be inserted where it is defined or used",
        [HTOL_UNFLOWED_ORDER] = "calls may change it before or after it is used, in too many orders"};
    return unmeasured < HTOL_UNFLOWED_REASONS && reasons[unmeasured] ? reasons[unmeasured]
                                                                     : "a reason that this hlcov does not know";
}

/* ---- facts ---- */

const char *const htol_flow_fact_names[HTOL_FLOW_FACTS] = {[HTOL_FLOW_UNREAD] = "unread",
                                                           [HTOL_FLOW_UNDEFINED] = "undefined",
                                                           [HTOL_FLOW_UNSET] = "unset",
                                                           [HTOL_FLOW_LOST] = "lost"};

typedef struct {
    HtolArena *arena;
    HtolObserved *observed;
    const HtolFunction *function;
    GArray *facts;             /* HtolFlowFact */
    gboolean *reaches;         /* of each definition: it reaches a use */
    gboolean *reached, *unset; /* of each use: by a definition; read what nothing had defined */
} Facts;

/* Whether the flows of a variable are all that can happen to it: it lives and dies with the activation, and
 * nothing reads or writes it unseen. */
static gboolean is_own(const HtolRowVariable *variable)
{
    return variable->kind <= HTOL_VARIABLE_PARAMETER && !variable->aliased && variable->unmeasured == HTOL_FLOWED;
}

/* The cells of an array say so again of what its elements as one variable have said, but for what was seen.
 */
static gboolean is_whole(const HtolRowVariable *variable)
{
    return variable->shape != HTOL_SHAPE_CELLS;
}

static void add_fact(Facts *facts, HtolFlowFactKind kind, guint32 variable, Place place)
{
    static const char *const words[HTOL_FLOW_FACTS][2] = {
        [HTOL_FLOW_UNREAD] = {"what ", " gets here is never read"},
        [HTOL_FLOW_UNDEFINED] = {"", " is read here, but nothing can have defined it"},
        [HTOL_FLOW_UNSET] = {"", " was read here before anything had defined it"},
        [HTOL_FLOW_LOST] = {"more elements of ", " were live than there is room for: flows may be missing"}};
    const char *name = facts->function->variables[variable].name;
    const char *text = htol_arena_printf(facts->arena, "%s%s%s", words[kind][0], name, words[kind][1]);
    HtolFlowFact fact = {kind, variable, place.file, place.line, place.column, text};
    g_array_append_val(facts->facts, fact);
}

static void add_unread(Facts *facts)
{
    for (guint32 i = 0; i < facts->function->n_definitions; i++) {
        const HtolRowDefinition *row = &facts->function->definitions[i];
        const HtolRowVariable *variable = &facts->function->variables[row->variable];
        if (!facts->reaches[i] && row->kind != HTOL_DEFINITION_UNKNOWN && is_own(variable) && is_whole(variable))
            add_fact(facts, HTOL_FLOW_UNREAD, row->variable, (Place){row->file, row->line, row->column, FALSE});
    }
}

static void add_unset(Facts *facts)
{
    for (guint32 i = 0; i < facts->function->n_uses; i++) {
        const HtolRowUse *row = &facts->function->uses[i];
        const HtolRowVariable *variable = &facts->function->variables[row->variable];
        Place place = {row->file, row->line, row->column, FALSE};
        if (!is_own(variable))
            continue;
        if (facts->unset[i])
            add_fact(facts, HTOL_FLOW_UNSET, row->variable, place);
        else if (!facts->reached[i] && is_whole(variable))
            add_fact(facts, HTOL_FLOW_UNDEFINED, row->variable, place);
    }
}

static void add_lost(Facts *facts)
{
    for (guint32 i = 0; i < facts->function->n_variables; i++) {
        const HtolRowVariable *row = &facts->function->variables[i];
        if (htol_observed_lost(facts->observed, i))
            add_fact(facts, HTOL_FLOW_LOST, i, (Place){row->file, row->line, row->column, FALSE});
    }
}

static void follow_flows(Facts *facts)
{
    for (guint32 i = 0; i < facts->function->n_flows; i++) {
        const HtolRowFlow *row = &facts->function->flows[i];
        if (row->definition > 0)
            facts->reaches[row->definition - 1] = facts->reached[row->use] = TRUE;
        else
            facts->unset[row->use] = htol_observed_at(facts->observed, (HtolSite){HTOL_SITE_FLOW, i}).rows > 0;
    }
}

static int compare_facts(gconstpointer left, gconstpointer right)
{
    const HtolFlowFact *one = left, *other = right;
    return one->variable != other->variable ? (one->variable > other->variable) - (one->variable < other->variable)
                                            : (int)one->kind - (int)other->kind;
}

HtolFlowFact *htol_flow_facts(HtolArena *arena, HtolObserved *observed, guint *count)
{
    const HtolFunction *function = htol_observed_function(observed);
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(HtolFlowFact));
    g_autofree gboolean *reaches = g_new0(gboolean, function->n_definitions + 1);
    g_autofree gboolean *reached = g_new0(gboolean, function->n_uses + 1);
    g_autofree gboolean *unset = g_new0(gboolean, function->n_uses + 1);
    Facts facts = {arena, observed, function, found, reaches, reached, unset};
    follow_flows(&facts);
    add_unread(&facts);
    add_unset(&facts);
    add_lost(&facts);
    g_array_sort(found, compare_facts);
    *count = found->len;
    return htol_arena_memdup(arena, found->data, found->len * sizeof(HtolFlowFact));
}
