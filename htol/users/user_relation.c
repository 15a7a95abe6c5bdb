/* Makes relations out of what functions recorded for users' labels and sequences; see user_state.h. It
 * decides nothing. */
#include <string.h>

#include "htol/judge/join_keys.h"
#include "htol/lang/print.h"
#include "htol/users/user_state.h"

/* htol_decide is given these for relations. */
G_STATIC_ASSERT(offsetof(HtolUserRelation, relation) == 0);

/* A relation while it is filled. Every environment of a place comes once, those of several places may repeat.
 */
typedef struct {
    HtolUserRelation *made;
    HtolUserPlace *places;
    guint32 *row_place;
    HtolValue *values;
    HtolKeys *keys;     /* NULL: nothing can repeat */
    HtolTestSets *sets; /* NULL: nobody asks which tests recorded a row, here and below */
    HtolTestSet *tests;
} Filling;

/* FALSE if it is not of the label: it has other values than the declaration. */
static gboolean read_tuple(const HtolTuple *tuple, guint columns, HtolValue *values)
{
    if (tuple->n_values != columns)
        return FALSE;
    for (guint i = 0; i < columns; i++)
        if (!htol_tuple_value(tuple, i, &values[i]))
            return FALSE;
    return TRUE;
}

/* Rows
 * -----------------------------------------------------------------------------------------------------------
 */

/* The tuples of a row, and how many. */
static const HtolTuple *tuples_of(const HtolUserRow *row, guint *count)
{
    const HtolRecorded *recorded = row->place.recorded;
    guint first = htol_recorded_first(recorded, row->source - 1), end = htol_recorded_first(recorded, row->source);
    *count = end - first;
    return *count > 0 ? recorded->tuples + first : NULL;
}

/* Takes the row of values that is next if there was none like it yet. */
static void take_row(Filling *filling, guint32 place, HtolTestSet tests)
{
    HtolRelation *relation = &filling->made->relation;
    const HtolValue *values = filling->values + relation->rows * relation->columns;
    gsize row = filling->keys ? htol_keys_add(filling->keys, values) : relation->rows;
    if (filling->sets)
        filling->tests[row] = htol_test_set_either(filling->sets, filling->tests[row], tests);
    if (row == relation->rows)
        filling->row_place[relation->rows++] = place;
}

static void fill_from(Filling *filling, const HtolUserRow *row, guint32 place)
{
    HtolRelation *relation = &filling->made->relation;
    const HtolRecorded *recorded = row->place.recorded;
    guint count = 0;
    if (relation->columns == 0) {
        if (recorded->slots[row->slot])
            take_row(filling, place, recorded->tests ? recorded->slot_tests[row->slot] : HTOL_NO_TESTS);
        return;
    }
    const HtolTuple *tuples = tuples_of(row, &count);
    for (guint i = 0; i < count; i++)
        if (read_tuple(&tuples[i], relation->columns, filling->values + relation->rows * relation->columns))
            take_row(filling, place,
                     recorded->tests ? recorded->tuple_tests[tuples + i - recorded->tuples] : HTOL_NO_TESTS);
}

/* A row that was made of another declaration says nothing of this one. */
static gboolean fits_columns(const HtolUserRow *row, guint columns)
{
    return row->values == columns && (columns == 0 || row->source > 0);
}

static gsize count_most(const GArray *rows, guint columns)
{
    gsize most = 0;
    for (guint i = 0; i < rows->len; i++) {
        const HtolUserRow *row = &g_array_index(rows, HtolUserRow, i);
        guint count = 1;
        if (columns > 0 && fits_columns(row, columns))
            tuples_of(row, &count);
        most += count;
    }
    return most;
}

/* Relations
 * -----------------------------------------------------------------------------------------------------------
 */

/* Where a sequence's last step lies in the function of its row. */
static HtolUserPlace member_place(const HtolUserScript *script, const HtolHyper *member, const HtolUserRow *row)
{
    const HtolFunction *function = row->place.recorded->function;
    const char *last = member->steps[member->n_steps - 1].occurrence.name;
    for (guint32 i = 0; i < function->n_labels; i++) {
        const HtolRowLabel *label = &function->labels[i];
        if (strcmp(label->script, script->path) == 0 && strcmp(label->name, last) == 0)
            return (HtolUserPlace){row->place.recorded, label->file, label->line, label->column};
    }
    return (HtolUserPlace){row->place.recorded, 0, function->row.line, function->row.column};
}

static void add_site(Filling *filling, const HtolUserSite *site)
{
    const HtolRelation *from = site->relation;
    HtolRelation *relation = &filling->made->relation;
    guint32 place = filling->made->n_places++;
    filling->places[place] = site->place;
    for (gsize i = 0; i < from->rows; i++) {
        if (from->columns > 0)
            memcpy(filling->values + relation->rows * from->columns, from->values + i * from->columns,
                   from->columns * sizeof(HtolValue));
        take_row(filling, place, from->tests ? from->tests[i] : HTOL_NO_TESTS);
    }
}

static void add_place(Filling *filling, const HtolUserScript *script, const HtolUserRow *row)
{
    HtolUserRelation *made = filling->made;
    HtolUserPlace *place = &filling->places[made->n_places];
    made->sequence = row->place.line == 0;
    *place = made->sequence ? member_place(script, made->member, row) : row->place;
    if (!made->alarm && row->alarm > 0 && row->place.recorded->slots[row->alarm - 1])
        made->alarm = place;
    made->lossy |= made->relation.columns > 0 && row->place.recorded->lossy && row->place.recorded->slots[row->slot];
    fill_from(filling, row, made->n_places++);
}

/* Room for `most` rows, one to spare, of `n_places` places. */
static Filling begin_filling(HtolUserRelation *made, const HtolUserScript *script, guint n_places, gsize most)
{
    HtolArena *arena = script->arena;
    HtolTestSets *sets = htol_user_sites_tests(script->sites);
    guint columns = made->relation.columns;
    return (Filling){.made = made,
                     .places = htol_arena_new0(arena, HtolUserPlace, n_places),
                     .row_place = htol_arena_new0(arena, guint32, most),
                     .values = htol_arena_new0(arena, HtolValue, (most + 1) * columns),
                     .sets = sets,
                     .tests = sets ? htol_arena_new0(arena, HtolTestSet, most) : NULL};
}

static void end_filling(const Filling *filling)
{
    filling->made->places = filling->places;
    filling->made->row_place = filling->row_place;
    filling->made->relation.values = filling->values;
    filling->made->relation.tests = filling->tests;
}

static void fill(HtolUserRelation *made, const HtolUserScript *script, const GArray *rows)
{
    guint columns = made->relation.columns;
    gsize most = count_most(rows, columns);
    g_autoptr(HtolArena) scratch = htol_arena_new();
    Filling filling = begin_filling(made, script, rows->len, most);
    if (rows->len > 1)
        filling.keys = htol_keys_new(scratch, HTOL_KEYS_SAME, columns, most);
    for (guint i = 0; i < rows->len; i++)
        if (fits_columns(&g_array_index(rows, HtolUserRow, i), columns))
            add_place(&filling, script, &g_array_index(rows, HtolUserRow, i));
    end_filling(&filling);
}

static void fill_from_sites(HtolUserRelation *made, const HtolUserScript *script, const HtolLabelDecl *label)
{
    gsize most = 0;
    g_autoptr(HtolArena) scratch = htol_arena_new();
    g_autoptr(GArray) sites = htol_user_sites_of(script->sites, label);
    for (guint i = 0; i < sites->len; i++)
        most += g_array_index(sites, HtolUserSite, i).relation->rows;
    Filling filling = begin_filling(made, script, sites->len, most);
    filling.keys = htol_keys_new(scratch, HTOL_KEYS_SAME, made->relation.columns, most);
    for (guint i = 0; i < sites->len; i++)
        add_site(&filling, &g_array_index(sites, HtolUserSite, i));
    end_filling(&filling);
}

/* The label if the member is one at a site, else NULL: sequences have none. */
static const HtolLabelDecl *site_label(const HtolHyper *member)
{
    const HtolLabelDecl *label = member->steps[0].occurrence.label;
    return member->n_steps == 1 && label->place.kind == HTOL_PLACE_SITE ? label : NULL;
}

static HtolUserRelation *make_relation(HtolUserScript *script, const HtolHyper *member, const GString *name)
{
    HtolUserRelation *made = htol_arena_new0(script->arena, HtolUserRelation, 1);
    const GArray *rows = g_hash_table_lookup(script->rows, name->str);
    made->name = htol_arena_strndup(script->arena, name->str, name->len);
    made->member = member;
    made->relation.columns = htol_member_columns(member);
    if (site_label(member))
        fill_from_sites(made, script, site_label(member));
    else if (rows)
        fill(made, script, rows);
    g_hash_table_insert(script->relations, (gpointer)made->name, made);
    return made;
}

const HtolUserRelation *htol_user_relation(HtolUserScript *script, const HtolHyper *member)
{
    g_autoptr(GString) name = g_string_new(NULL);
    htol_relation_name(member, name);
    HtolUserRelation *made = g_hash_table_lookup(script->relations, name->str);
    made = made ? made : make_relation(script, member, name);
    return made->n_places > 0 ? made : NULL;
}
