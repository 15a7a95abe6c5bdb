/* Puts objectives of a line that say the same together; see html_groups.h. It writes nothing. */
#include "report/html/html_groups.h"

#include <string.h>

#include "report/model/tests.h"

struct ReportGroups {
    HtolArena *arena; /* of what follows; NULL: nothing was asked */
    guint n;
    ReportGroup *groups;
};

const HtolObjective *report_group_asks(const ReportGroup *group)
{
    return group->members[0]->objective->objective;
}

gboolean report_are_of_one_decision(const HtolObjective *one, const HtolObjective *other)
{
    return report_has_form(one) && report_has_form(other) && one->site.index == other->site.index;
}

ReportGroups *report_groups_new(void)
{
    return g_new0(ReportGroups, 1);
}

void report_groups_free(ReportGroups *groups)
{
    htol_arena_free(groups->arena);
    g_free(groups);
}

/* Of others the place and the hyperlabel say something of their own. */
static gboolean can_be_grouped(const HtolObjective *what)
{
    const HtolHyper *hyper = what->hyper;
    if (!hyper || what->user || what->is_cut || what->open)
        return FALSE;
    if (what->site.kind == HTOL_SITE_BLOCK || what->site.kind == HTOL_SITE_ARM)
        return hyper->kind == HTOL_HYPER_LABEL && !hyper->predicate;
    return what->site.kind == HTOL_SITE_DECISION;
}

static gboolean is_same_site(const HtolObjective *one, const HtolObjective *other)
{
    return one->site.kind == other->site.kind && one->site.index == other->site.index && one->file == other->file;
}

static gboolean are_same_vectors(const HtolMissingVectors *one, const HtolMissingVectors *other)
{
    return one->n_new == other->n_new && one->vectors[0] == other->vectors[0] && one->vectors[1] == other->vectors[1] &&
           one->partner == other->partner;
}

static gboolean says_the_same(const ReportGroup *group, const ReportGroup *other)
{
    const ReportObjective *one = group->members[0]->objective, *two = other->members[0]->objective;
    return one->status == two->status && one->exclusion == two->exclusion && strcmp(one->why, two->why) == 0 &&
           is_same_site(one->objective, two->objective) && group->unseen == other->unseen &&
           are_same_vectors(&group->vectors, &other->vectors) && strcmp(group->tests, other->tests) == 0 &&
           can_be_grouped(one->objective) && can_be_grouped(two->objective);
}

/* What the entry were if it stood alone. */
static ReportGroup group_of(ReportGroups *groups, const ReportPanel *panel, const ReportEntry **entry)
{
    const ReportObjective *objective = (*entry)->objective;
    const HtolObjective *what = objective->objective;
    ReportGroup group = {.count = 1, .members = entry, .tests = ""};
    if (objective->witnesses) {
        g_autofree char *tests = report_witness_words(panel->model, objective);
        group.tests = htol_arena_strndup(groups->arena, tests, strlen(tests));
    }
    if (objective->status != REPORT_UNCOVERED || what->site.kind != HTOL_SITE_DECISION || !can_be_grouped(what))
        return group;
    group.unseen = report_words_seen(panel->words, (*entry)->of->function, what->site.index).rows == 0;
    if (!group.unseen)
        group.vectors = report_wanted_vectors(panel->wanted, (*entry)->of->function, what);
    return group;
}

/* Uncovered ones for which no vectors were found have nothing in common. */
static gboolean is_alone(const ReportGroup *group)
{
    const ReportObjective *objective = group->members[0]->objective;
    return !can_be_grouped(objective->objective) ||
           (objective->status == REPORT_UNCOVERED && objective->objective->site.kind == HTOL_SITE_DECISION &&
            !group->unseen && group->vectors.n_new == 0);
}

/* The group that the entry belongs to, which is the last if it is a new one. */
static guint find_group(ReportGroups *groups, const ReportPanel *panel, const ReportEntry **entry)
{
    ReportGroup group = group_of(groups, panel, entry);
    guint at = is_alone(&group) ? groups->n : 0;
    while (at < groups->n && !says_the_same(&groups->groups[at], &group))
        at++;
    if (at == groups->n)
        groups->groups[groups->n++] = group;
    else
        groups->groups[at].count++;
    return at;
}

/* Members of each group beside each other: `of` says which group each entry is in. */
static void gather(ReportGroups *groups, const ReportEntry *entries, guint count, const guint *of)
{
    const ReportEntry **members = htol_arena_new0(groups->arena, const ReportEntry *, count);
    for (guint i = 0; i < groups->n; i++) {
        groups->groups[i].members = members;
        members += groups->groups[i].count;
        groups->groups[i].count = 0;
    }
    for (guint i = 0; i < count; i++) {
        ReportGroup *group = &groups->groups[of[i]];
        group->members[group->count++] = &entries[i];
    }
}

const ReportGroup *report_groups_of(ReportGroups *groups, const ReportPanel *panel, const ReportEntry *entries,
                                    guint count, guint *n)
{
    htol_arena_free(groups->arena);
    groups->arena = htol_arena_new();
    groups->groups = htol_arena_new0(groups->arena, ReportGroup, count);
    groups->n = 0;
    guint *of = htol_arena_new0(groups->arena, guint, count);
    const ReportEntry **alone = htol_arena_new0(groups->arena, const ReportEntry *, count);
    for (guint i = 0; i < count; i++) {
        alone[i] = &entries[i];
        of[i] = find_group(groups, panel, &alone[i]);
    }
    gather(groups, entries, count, of);
    *n = groups->n;
    return groups->groups;
}
