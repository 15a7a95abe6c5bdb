/* Rounds of matching; see match.h. In each, objectives have keys, and those of one key are the same. */
#include "report/compare/match.h"

#include <string.h>

/* An objective that is matched by its text, and how its line moved. */
typedef struct {
    guint from, to;
} Anchor;

typedef struct {
    const ReportSnapshot *from, *to;
    guint *match;      /* of each of `from` */
    gboolean *taken;   /* of each of `to` */
    GHashTable *bare;  /* paths of files of whose lines some are not known, in one of the two */
    GHashTable *moved; /* by path and function: a GArray of Anchor, by their lines in `from` */
    GRegex *lines;     /* numbers of lines in texts */
    GRegex *number;    /* one of them */
} Matcher;

/* The key of an objective of `from` or `to`, to be freed; NULL: it takes no part in the round. */
typedef char *(*Key)(const Matcher *matcher, const ReportSaid *said, gboolean is_from);

/* Moving lines ----------------------------------------------------------------------------------------- */

typedef struct {
    ReportLineMap map;
    gpointer data;
    GRegex *number;
} Moving;

static gboolean move_number(const GMatchInfo *match, GString *out, gpointer data)
{
    const Moving *moving = data;
    g_autofree char *number = g_match_info_fetch(match, 1);
    g_string_append_printf(out, "%u", moving->map((guint)g_ascii_strtoull(number, NULL, 10), moving->data));
    return FALSE;
}

static gboolean move_lines(const GMatchInfo *match, GString *out, gpointer data)
{
    const Moving *moving = data;
    g_autofree char *lines = g_match_info_fetch(match, 0);
    g_autofree char *moved = g_regex_replace_eval(moving->number, lines, -1, 0, 0, move_number, data, NULL);
    g_string_append(out, moved ? moved : lines);
    return FALSE;
}

/* `line 12`, `line 12:9`, `lines 12 -> 14 -> 22` */
static GRegex *regex_of_lines(void)
{
    return g_regex_new("\\blines? [0-9]{1,9}(:[0-9]+)?( -> [0-9]{1,9}(:[0-9]+)?)*", G_REGEX_OPTIMIZE, 0, NULL);
}

/* A number that is no column. */
static GRegex *regex_of_number(void)
{
    return g_regex_new("(?<![0-9:])([0-9]+)", G_REGEX_OPTIMIZE, 0, NULL);
}

static char *moved_text(GRegex *lines, GRegex *number, const char *text, ReportLineMap map, gpointer data)
{
    Moving moving = {map, data, number};
    char *moved = g_regex_replace_eval(lines, text, -1, 0, 0, move_lines, &moving, NULL);
    return moved ? moved : g_strdup(text);
}

char *report_text_moved(const char *text, ReportLineMap map, gpointer data)
{
    g_autoptr(GRegex) lines = regex_of_lines(), number = regex_of_number();
    return moved_text(lines, number, text, map, data);
}

/* From where the nearest anchor before it moved; of the lines before all of them, the first. */
static guint moved_line(guint line, gpointer data)
{
    const GArray *anchors = data;
    if (!anchors)
        return line;
    const Anchor *anchor = &g_array_index(anchors, Anchor, 0);
    for (guint i = 1; i < anchors->len && g_array_index(anchors, Anchor, i).from <= line; i++)
        anchor = &g_array_index(anchors, Anchor, i);
    return line + anchor->to - anchor->from;
}

static char *function_key(const ReportSaid *said)
{
    return g_strdup_printf("%s\n%s", said->path, said->function);
}

static GArray *anchors_of(const Matcher *matcher, const ReportSaid *said)
{
    g_autofree char *key = function_key(said);
    return g_hash_table_lookup(matcher->moved, key);
}

static gboolean names_lines(const Matcher *matcher, const ReportSaid *said)
{
    return g_regex_match(matcher->lines, said->text, 0, NULL);
}

/* Keys ------------------------------------------------------------------------------------------------- */

static char *key_of_id(const Matcher *matcher, const ReportSaid *said, gboolean is_from)
{
    (void)matcher;
    (void)is_from;
    return g_strdup(said->id);
}

static char *key_with(const ReportSaid *said, const char *text, guint line)
{
    return g_strdup_printf("%s\n%s\n%s\n%u\n%d\n%s\n%s", said->path, said->function, said->criterion, line, said->value,
                           said->level ? said->level : "", text);
}

/* What stands in its line, of what has no text. */
static const char *source_of(const Matcher *matcher, const ReportSaid *said)
{
    return g_hash_table_contains(matcher->bare, said->path) ? "" : said->source;
}

static char *key_of_text(const Matcher *matcher, const ReportSaid *said, gboolean is_from)
{
    (void)is_from;
    const char *text = *said->text ? said->text : source_of(matcher, said);
    return *text && !names_lines(matcher, said) ? key_with(said, text, 0) : NULL;
}

static char *key_of_line(const Matcher *matcher, const ReportSaid *said, gboolean is_from)
{
    GArray *anchors = is_from ? anchors_of(matcher, said) : NULL;
    g_autofree char *text = moved_text(matcher->lines, matcher->number, said->text, moved_line, anchors);
    return key_with(said, *text ? text : source_of(matcher, said), moved_line(said->line, anchors));
}

static char *key_of_tokens(const Matcher *matcher, const ReportSaid *said, gboolean is_from)
{
    (void)matcher;
    (void)is_from;
    return *said->hash ? g_strdup_printf("%s\n%s\n%s\n%s", said->function, said->hash, said->criterion, said->place)
                       : NULL;
}

/* Rounds ----------------------------------------------------------------------------------------------- */

/* Indices of objectives without a counterpart, ascending, by their keys. */
static GHashTable *left_over(const Matcher *matcher, Key key, gboolean is_from)
{
    const ReportSnapshot *snapshot = is_from ? matcher->from : matcher->to;
    GHashTable *found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    for (guint i = 0; i < snapshot->n_objectives; i++) {
        gboolean matched = is_from ? matcher->match[i] != REPORT_NO_MATCH : matcher->taken[i];
        char *name = matched ? NULL : key(matcher, &snapshot->objectives[i], is_from);
        GArray *indices = name ? g_hash_table_lookup(found, name) : NULL;
        if (name && !indices)
            g_hash_table_insert(found, g_strdup(name), indices = g_array_new(FALSE, FALSE, sizeof(guint)));
        if (name)
            g_array_append_val(indices, i);
        g_free(name);
    }
    return found;
}

/* `most`: how many objectives may have one key, on either side; the others are left for later rounds. */
static void match_round(Matcher *matcher, Key key, guint most)
{
    GHashTableIter iter;
    gpointer name, indices;
    g_autoptr(GHashTable) from = left_over(matcher, key, TRUE), to = left_over(matcher, key, FALSE);
    g_hash_table_iter_init(&iter, from);
    while (g_hash_table_iter_next(&iter, &name, &indices)) {
        const GArray *ones = indices, *others = g_hash_table_lookup(to, name);
        if (!others || ones->len > most || others->len > most)
            continue;
        for (guint i = 0; i < MIN(ones->len, others->len); i++) {
            matcher->match[g_array_index(ones, guint, i)] = g_array_index(others, guint, i);
            matcher->taken[g_array_index(others, guint, i)] = TRUE;
        }
    }
}

static int compare_anchors(gconstpointer left, gconstpointer right)
{
    const Anchor *one = left, *other = right;
    if (one->from != other->from)
        return one->from < other->from ? -1 : 1;
    return (one->to > other->to) - (one->to < other->to);
}

/* The first brings where its function begins. */
static void add_anchor(Matcher *matcher, const ReportSaid *from, const ReportSaid *to)
{
    char *key = function_key(from);
    GArray *anchors = g_hash_table_lookup(matcher->moved, key);
    const Anchor anchor = {from->line, to->line}, start = {from->start, to->start};
    if (!anchors) {
        g_hash_table_insert(matcher->moved, g_strdup(key), anchors = g_array_new(FALSE, FALSE, sizeof(Anchor)));
        g_array_append_val(anchors, start);
    }
    g_array_append_val(anchors, anchor);
    g_free(key);
}

/* Of objectives that were matched though their functions' texts differ. */
static void find_anchors(Matcher *matcher)
{
    GHashTableIter iter;
    gpointer anchors;
    for (guint i = 0; i < matcher->from->n_objectives; i++) {
        const ReportSaid *said = &matcher->from->objectives[i];
        if (matcher->match[i] != REPORT_NO_MATCH &&
            strcmp(said->id, matcher->to->objectives[matcher->match[i]].id) != 0)
            add_anchor(matcher, said, &matcher->to->objectives[matcher->match[i]]);
    }
    g_hash_table_iter_init(&iter, matcher->moved);
    while (g_hash_table_iter_next(&iter, NULL, &anchors))
        g_array_sort(anchors, compare_anchors);
}

static void find_bare(const ReportSnapshot *snapshot, GHashTable *bare)
{
    for (guint i = 0; i < snapshot->n_objectives; i++)
        if (!*snapshot->objectives[i].text && !*snapshot->objectives[i].source)
            g_hash_table_add(bare, (gpointer)snapshot->objectives[i].path);
}

guint *report_match(const ReportSnapshot *from, const ReportSnapshot *to)
{
    g_autoptr(GHashTable) moved = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    g_autoptr(GHashTable) bare = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GRegex) lines = regex_of_lines(), number = regex_of_number();
    g_autofree gboolean *taken = g_new0(gboolean, to->n_objectives);
    guint *match = g_new(guint, from->n_objectives);
    Matcher matcher = {from, to, match, taken, bare, moved, lines, number};
    for (guint i = 0; i < from->n_objectives; i++)
        match[i] = REPORT_NO_MATCH;
    find_bare(from, bare);
    find_bare(to, bare);
    match_round(&matcher, key_of_id, G_MAXUINT);
    match_round(&matcher, key_of_text, 1);
    find_anchors(&matcher);
    match_round(&matcher, key_of_line, G_MAXUINT);
    match_round(&matcher, key_of_text, G_MAXUINT);
    match_round(&matcher, key_of_tokens, 1);
    return match;
}
