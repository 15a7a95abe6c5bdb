/* Places of preprocessed text in the user's files; see places.h.
 *
 * A preprocessor keeps lines, not columns: it folds white space and replaces macros. So the tokens of a line
 * of its output are aligned with those of the same line of the file: what stands in both, in the same order,
 * has the file's column; what lies between came out of the macro that the file names there. So did arguments that stand
 * in the text several times, for nobody can say which of them the file's are. */
#include "annot/text/places.h"

#include "htol/base/bytes.h"
#include "htol/files/data.h"

#include <stdlib.h>
#include <string.h>

#define MAX_ALIGNED 2000000 /* cells of the table that aligns two lines; longer ones are aligned at their ends only */

typedef struct {
    char *path;
    char *hash; /* NULL until it is asked for */
    gboolean read;
    char *bytes; /* NULL if it could not be read */
    gsize size;
    GArray *lines; /* guint32: offset of each line */
    gboolean users;
    guint entered; /* how often it has been included so far */
    GArray *shown; /* guint: lines of the text with tokens of it; NULL until it is asked for */
} File;

typedef struct {
    guint32 begin, end;
} Token;

/* A line of the user's, which the preprocessor may have split over several. */
typedef struct {
    GArray *tokens;  /* Token, of the text */
    GArray *columns; /* Token: what each has in the file, as columns from 1 */
} Aligned;

struct AnnotPlaces {
    const AnnotText *text;
    const char *directory;
    GPtrArray *files;    /* File */
    GArray *line_starts; /* guint32: of each line of the text */
    GArray *lines;       /* guint32: the user's line of each line of the text; 0: a line that begins with # */
    GArray *line_files;  /* guint: the file of each line of the text */
    GArray *inclusions;  /* guint: how often that file had been included by then */
    GPtrArray *aligned;  /* Aligned: for each line of the text; NULL until it is asked for; owned by `owned` */
    GPtrArray *owned;    /* Aligned */
};

static void file_free(gpointer data)
{
    File *file = data;
    g_free(file->path);
    g_free(file->hash);
    g_free(file->bytes);
    if (file->lines)
        g_array_unref(file->lines);
    if (file->shown)
        g_array_unref(file->shown);
    g_free(file);
}

static void aligned_free(gpointer data)
{
    Aligned *aligned = data;
    g_array_unref(aligned->tokens);
    g_array_unref(aligned->columns);
    g_free(aligned);
}

static guint file_at(AnnotPlaces *places, char *path)
{
    for (guint i = 0; i < places->files->len; i++) {
        if (strcmp(((File *)g_ptr_array_index(places->files, i))->path, path) != 0)
            continue;
        g_free(path);
        return i;
    }
    File *file = g_new0(File, 1);
    file->path = path;
    g_ptr_array_add(places->files, file);
    return places->files->len - 1;
}

/* Returns the index of the file of that name; several names may be one file, such as `a.h` and `./a.h`. */
static guint file_named(AnnotPlaces *places, GHashTable *known, const char *name)
{
    gpointer found;
    if (g_hash_table_lookup_extended(known, name, NULL, &found))
        return GPOINTER_TO_UINT(found);
    guint file = file_at(places, name[0] == '<' ? g_strdup(name) : g_canonicalize_filename(name, places->directory));
    g_hash_table_insert(known, g_strdup(name), GUINT_TO_POINTER(file));
    return file;
}

/* Returns the file's name in the marker, without its quotes; to be freed. */
static char *marked_name(const AnnotText *text, const AnnotMarker *marker)
{
    g_autofree char *quoted =
        g_strndup(text->bytes + marker->name.begin + 1, marker->name.end - marker->name.begin - 2);
    return g_strcompress(quoted);
}

/* Returns the file that the text goes on with behind the marker. */
static guint follow_marker(AnnotPlaces *places, GHashTable *known, const AnnotMarker *marker)
{
    g_autofree char *name = marked_name(places->text, marker);
    guint index = file_named(places, known, name);
    File *file = g_ptr_array_index(places->files, index);
    file->entered += marker->enters;
    file->users |= !marker->system && name[0] != '<';
    return index;
}

static void add_line(AnnotPlaces *places, guint32 at, guint32 line, guint file)
{
    const File *of = g_ptr_array_index(places->files, file);
    g_array_append_val(places->line_starts, at);
    g_array_append_val(places->lines, line);
    g_array_append_val(places->line_files, file);
    g_array_append_val(places->inclusions, of->entered);
}

static void read_markers(AnnotPlaces *places)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const char *bytes = places->text->bytes;
    guint file = file_named(places, known, "<none>");
    guint32 line = 1;
    for (guint32 at = 0; at < places->text->size;) {
        const char *end = memchr(bytes + at, '\n', places->text->size - at);
        gboolean directive = annot_text_in_directive(places->text, at);
        AnnotMarker marker;
        add_line(places, at, directive ? 0 : line, file);
        if (directive && annot_text_read_marker(places->text, at, &marker) && marker.name.begin < marker.name.end) {
            file = follow_marker(places, known, &marker);
            line = marker.line;
        } else {
            line++;
        }
        at = end ? (guint32)(end - bytes) + 1 : places->text->size;
    }
}

AnnotPlaces *annot_places_new(const AnnotText *text, const char *directory)
{
    AnnotPlaces *places = g_new0(AnnotPlaces, 1);
    places->text = text;
    places->directory = directory;
    places->files = g_ptr_array_new_with_free_func(file_free);
    places->line_starts = g_array_new(FALSE, FALSE, sizeof(guint32));
    places->lines = g_array_new(FALSE, FALSE, sizeof(guint32));
    places->line_files = g_array_new(FALSE, FALSE, sizeof(guint));
    places->inclusions = g_array_new(FALSE, FALSE, sizeof(guint));
    places->aligned = g_ptr_array_new();
    places->owned = g_ptr_array_new_with_free_func(aligned_free);
    read_markers(places);
    g_ptr_array_set_size(places->aligned, (gint)places->lines->len);
    return places;
}

void annot_places_free(AnnotPlaces *places)
{
    g_ptr_array_unref(places->files);
    g_array_unref(places->line_starts);
    g_array_unref(places->lines);
    g_array_unref(places->line_files);
    g_array_unref(places->inclusions);
    g_ptr_array_unref(places->aligned);
    g_ptr_array_unref(places->owned);
    g_free(places);
}

/* ---- files ---- */

static File *file_read(const AnnotPlaces *places, guint index)
{
    File *file = g_ptr_array_index(places->files, index);
    if (file->read)
        return file;
    file->read = TRUE;
    if (!g_file_get_contents(file->path, &file->bytes, &file->size, NULL))
        return file;
    file->lines = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint32 at = 0; at < file->size;) {
        g_array_append_val(file->lines, at);
        const char *end = memchr(file->bytes + at, '\n', file->size - at);
        at = end ? (guint32)(end - file->bytes) + 1 : (guint32)file->size;
    }
    return file;
}

const char *annot_places_path(const AnnotPlaces *places, guint file)
{
    return ((File *)g_ptr_array_index(places->files, file))->path;
}

const char *annot_places_hash(const AnnotPlaces *places, guint index)
{
    File *file = file_read(places, index);
    if (!file->hash)
        file->hash = file->bytes ? htol_text_hash(file->bytes, file->size) : g_strdup("");
    return file->hash;
}

guint annot_places_files(const AnnotPlaces *places)
{
    return places->files->len;
}

const char *annot_places_bytes(const AnnotPlaces *places, guint index, gsize *size)
{
    const File *file = file_read(places, index);
    *size = file->size;
    return file->bytes;
}

gboolean annot_places_is_users(const AnnotPlaces *places, guint file)
{
    return ((File *)g_ptr_array_index(places->files, file))->users;
}

/* ---- lines ---- */

static guint nth_number(const GArray *numbers, guint i)
{
    return g_array_index(numbers, guint, i);
}

static gboolean has_token(const AnnotPlaces *places, guint line)
{
    const char *at = places->text->bytes + nth_number(places->line_starts, line);
    return nth_number(places->lines, line) > 0 && !strchr("\n", at[strspn(at, " \t\r\f\v")]);
}

/* Sorts the lines of the text by their files. */
static void find_shown(AnnotPlaces *places)
{
    for (guint i = 0; i < places->files->len; i++)
        ((File *)g_ptr_array_index(places->files, i))->shown = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint line = 0; line < places->lines->len; line++) {
        const File *file = g_ptr_array_index(places->files, nth_number(places->line_files, line));
        if (has_token(places, line))
            g_array_append_val(file->shown, line);
    }
}

static const GArray *shown_of(AnnotPlaces *places, guint index)
{
    const File *file = g_ptr_array_index(places->files, index);
    if (!file->shown)
        find_shown(places);
    return file->shown;
}

gboolean annot_places_shows(AnnotPlaces *places, guint file, guint32 first, guint32 last)
{
    const GArray *shown = shown_of(places, file);
    for (guint i = 0; i < shown->len; i++) {
        guint32 line = nth_number(places->lines, nth_number(shown, i));
        if (first <= line && line <= last)
            return TRUE;
    }
    return FALSE;
}

GArray *annot_places_behind(AnnotPlaces *places, guint file, guint32 line)
{
    const GArray *shown = shown_of(places, file);
    GArray *found = g_array_new(FALSE, FALSE, sizeof(guint32));
    guint inclusion = G_MAXUINT;
    gboolean behind = FALSE;
    for (guint i = 0; i < shown->len; i++) {
        guint at = nth_number(shown, i);
        behind &= nth_number(places->inclusions, at) == inclusion;
        inclusion = nth_number(places->inclusions, at);
        if (behind || nth_number(places->lines, at) < line)
            continue;
        behind = TRUE;
        guint32 offset = annot_text_skip(places->text, nth_number(places->line_starts, at));
        g_array_append_val(found, offset);
    }
    return found;
}

/* ---- columns ---- */

static GArray *tokens_of(const AnnotText *text, guint32 begin, guint32 end)
{
    GArray *tokens = g_array_new(FALSE, FALSE, sizeof(Token));
    for (guint32 at = annot_text_skip(text, begin); at < end;) {
        Token token = {at, annot_text_token_end(text, at)};
        g_array_append_val(tokens, token);
        at = annot_text_skip(text, token.end);
    }
    return tokens;
}

/* Two lines to be aligned: x from the text, y from the file. */
typedef struct {
    const char *x_bytes, *y_bytes;
    const Token *x, *y;
    guint n, m;
    gint *match; /* n: index in y, or -1 */
} Alignment;

static gboolean same_token(const Alignment *a, guint i, guint j)
{
    guint32 length = a->x[i].end - a->x[i].begin;
    return length == a->y[j].end - a->y[j].begin &&
           memcmp(a->x_bytes + a->x[i].begin, a->y_bytes + a->y[j].begin, length) == 0;
}

/* Matches x[from..n) and y[from..m) by a longest common subsequence. */
static void align_middle(Alignment *a, guint from, guint n, guint m)
{
    guint rows = n - from + 1, columns = m - from + 1;
    if ((guint64)rows * columns > MAX_ALIGNED)
        return;
    g_autofree guint16 *length = g_new0(guint16, (gsize)rows * columns);
#define LENGTH(i, j) length[((i) - from) * columns + ((j) - from)]
    for (guint i = n; i-- > from;)
        for (guint j = m; j-- > from;)
            LENGTH(i, j) = same_token(a, i, j) ? LENGTH(i + 1, j + 1) + 1 : MAX(LENGTH(i + 1, j), LENGTH(i, j + 1));
    for (guint i = from, j = from; i < n && j < m;) {
        if (same_token(a, i, j))
            a->match[i++] = (gint)j++;
        else if (LENGTH(i + 1, j) >= LENGTH(i, j + 1))
            i++;
        else
            j++;
    }
#undef LENGTH
}

static void align(Alignment *a)
{
    guint from = 0, n = a->n, m = a->m;
    for (guint i = 0; i < n; i++)
        a->match[i] = -1;
    for (; from < n && from < m && same_token(a, from, from); from++)
        a->match[from] = (gint)from;
    for (; n > from && m > from && same_token(a, n - 1, m - 1); n--, m--)
        a->match[n - 1] = (gint)m - 1;
    align_middle(a, from, n, m);
}

static gboolean is_char(const char *bytes, Token token, char c)
{
    return token.end == token.begin + 1 && bytes[token.begin] == c;
}

/* Returns the index in y behind the parenthesis that closes that at `open`; y's end if there is none. */
static guint behind_arguments(const Alignment *a, guint open)
{
    guint depth = 0, j = open;
    for (; j < a->m; j++) {
        depth += is_char(a->y_bytes, a->y[j], '(');
        depth -= is_char(a->y_bytes, a->y[j], ')');
        if (depth == 0)
            return j + 1;
    }
    return j;
}

/* Returns for each token of y whether one of x is matched with it; to be freed. */
static gboolean *matched_of(const Alignment *a)
{
    gboolean *matched = g_new0(gboolean, a->m + 1);
    for (guint i = 0; i < a->n; i++)
        if (a->match[i] >= 0)
            matched[a->match[i]] = TRUE;
    return matched;
}

/* Counts the tokens that are equal to the one of `length` bytes at `bytes`. */
static guint count_token(const char *bytes, guint32 length, const char *in, const Token *tokens, guint n)
{
    guint count = 0;
    for (guint k = 0; k < n; k++)
        count += tokens[k].end - tokens[k].begin == length && memcmp(in + tokens[k].begin, bytes, length) == 0;
    return count;
}

/* A use of a macro: its name and arguments in y, what came out of it in x. */
typedef struct {
    guint name, behind;
    guint from, end;
} Use;

/* Whether x[i], which is matched with a token of the arguments, occurs in x no more often than in them. A closing
 * parenthesis counts as such, for nothing begins with it. */
static gboolean is_argument(const Alignment *a, const Use *use, guint i)
{
    const char *token = a->x_bytes + a->x[i].begin;
    guint32 length = a->x[i].end - a->x[i].begin;
    return *token == ')' || count_token(token, length, a->x_bytes, a->x + use->from, use->end - use->from) <=
                                count_token(token, length, a->y_bytes, a->y + use->name, use->behind - use->name);
}

/* Places what came out of the macro named y[name], whose arguments end at `behind`: arguments that occur once stay
 * where they are in the file, all else is placed at the name. */
static void place_macro(Alignment *a, guint name, guint behind)
{
    Use use = {name, behind, 0, a->n};
    for (guint i = 0; i < a->n; i++)
        if (a->match[i] >= 0 && a->match[i] < (gint)name)
            use.from = i + 1;
    for (guint i = a->n; i-- > use.from;)
        if (a->match[i] >= (gint)behind)
            use.end = i;
    for (guint i = use.from; i < use.end; i++)
        if (a->match[i] < 0 || !is_argument(a, &use, i))
            a->match[i] = (gint)name;
}

/* Places what came out of macros: names in y that are not in x, with what may be their arguments. */
static void place_macros(Alignment *a)
{
    g_autofree gboolean *matched = matched_of(a);
    for (guint j = 0; j + 1 < a->m; j++) {
        gboolean called = g_ascii_isalpha(a->y_bytes[a->y[j].begin]) || a->y_bytes[a->y[j].begin] == '_';
        if (!called || !is_char(a->y_bytes, a->y[j + 1], '(') || matched[j])
            continue;
        guint behind = behind_arguments(a, j + 1);
        place_macro(a, j, behind);
        j = behind - 1;
    }
}

/* Finds the columns that the text's tokens have in the file. */
static void columns_from_file(const AnnotPlaces *places, Aligned *aligned, const File *file, guint32 line)
{
    guint32 begin = g_array_index(file->lines, guint32, line - 1);
    guint32 end = line < file->lines->len ? g_array_index(file->lines, guint32, line) : (guint32)file->size;
    g_autofree char *copy = g_strndup(file->bytes + begin, end - begin);
    AnnotText source = {copy, (guint32)strlen(copy)};
    g_autoptr(GArray) y = tokens_of(&source, 0, source.size);
    guint n = aligned->tokens->len;
    g_autofree gint *match = g_new(gint, n + 1);
    Alignment a = {places->text->bytes, copy, (Token *)aligned->tokens->data, (Token *)y->data, n, y->len, match};
    align(&a);
    place_macros(&a);
    gint macro = 0;
    for (guint i = 0; i < n; i++) {
        gint j = match[i] >= 0 ? match[i] : MIN(macro, (gint)y->len - 1);
        Token column = j >= 0 ? a.y[j] : (Token){0, 0};
        column.begin++;
        column.end++;
        g_array_append_val(aligned->columns, column);
        if (match[i] >= 0)
            macro = match[i] + 1;
    }
}

/* Takes columns in the text itself, whose line begins at `begin`, where there is no file. */
static void columns_from_text(Aligned *aligned, guint32 begin)
{
    for (guint i = 0; i < aligned->tokens->len; i++) {
        Token column = g_array_index(aligned->tokens, Token, i);
        column.begin += 1 - begin;
        column.end += 1 - begin;
        g_array_append_val(aligned->columns, column);
    }
}

static gboolean same_line(const AnnotPlaces *places, guint one, guint other)
{
    guint32 line = g_array_index(places->lines, guint32, other);
    return line == 0 ||
           (line == g_array_index(places->lines, guint32, one) &&
            g_array_index(places->line_files, guint, other) == g_array_index(places->line_files, guint, one));
}

static guint32 start_of(const AnnotPlaces *places, guint line)
{
    return line < places->line_starts->len ? g_array_index(places->line_starts, guint32, line) : places->text->size;
}

/* Aligns the user's line that the lines `first` to `last` of the text belong to, and `at` among them. */
static Aligned *align_line(AnnotPlaces *places, guint first, guint last, guint at)
{
    Aligned *aligned = g_new0(Aligned, 1);
    aligned->tokens = tokens_of(places->text, start_of(places, first), start_of(places, last + 1));
    aligned->columns = g_array_sized_new(FALSE, FALSE, sizeof(Token), aligned->tokens->len);
    guint32 line = g_array_index(places->lines, guint32, at);
    const File *file = file_read(places, g_array_index(places->line_files, guint, at));
    if (file->lines && line > 0 && line <= file->lines->len)
        columns_from_file(places, aligned, file, line);
    else
        columns_from_text(aligned, start_of(places, first));
    return aligned;
}

/* Returns the user's line that line `at` of the text belongs to. It is kept, for many things are asked of each line,
 * and not one line after the other. */
static const Aligned *aligned_at(AnnotPlaces *places, guint at)
{
    gpointer *aligned = places->aligned->pdata;
    if (aligned[at])
        return aligned[at];
    guint first = at, last = at;
    while (first > 0 && same_line(places, at, first - 1))
        first--;
    while (last + 1 < places->lines->len && same_line(places, at, last + 1))
        last++;
    aligned[at] = align_line(places, first, last, at);
    g_ptr_array_add(places->owned, aligned[at]);
    for (guint line = first; line <= last; line++)
        if (g_array_index(places->lines, guint32, line) > 0)
            aligned[line] = aligned[at];
    return aligned[at];
}

static guint line_of(const AnnotPlaces *places, guint32 at)
{
    guint low = 0, high = places->line_starts->len;
    while (high - low > 1) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(places->line_starts, guint32, middle) <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static const Token *column_of(const Aligned *aligned, guint32 at, gboolean by_end)
{
    guint low = 0, high = aligned->tokens->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        const Token *token = &g_array_index(aligned->tokens, Token, middle);
        if (by_end ? token->end >= at : token->end > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low < aligned->tokens->len ? &g_array_index(aligned->columns, Token, low) : NULL;
}

static AnnotSpot find_spot(AnnotPlaces *places, guint32 at, gboolean by_end)
{
    guint line = line_of(places, by_end && at > 0 ? at - 1 : at);
    const Token *column = column_of(aligned_at(places, line), at, by_end);
    return (AnnotSpot){g_array_index(places->line_files, guint, line), g_array_index(places->lines, guint32, line),
                       column ? (by_end ? column->end : column->begin) : 1};
}

AnnotSpot annot_places_find(AnnotPlaces *places, guint32 at)
{
    return find_spot(places, at, FALSE);
}

AnnotSpot annot_places_find_end(AnnotPlaces *places, guint32 end)
{
    return find_spot(places, end, TRUE);
}

const char *annot_relative_path(HtolArena *arena, const char *root, const char *path)
{
    const char *below = htol_path_below(path, root);
    path = below ? below : path;
    return htol_arena_strndup(arena, path, strlen(path));
}
