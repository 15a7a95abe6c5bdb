/* Reads and checks data files, and finds the directory that they lie in. It opens no file: callers give
 * the bytes. */
#include "htol/files/data.h"

#include "htol/base/bytes.h"
#include "htol/base/layout.h"
#include "htol/files/set.h"

G_STATIC_ASSERT(HTOL_LEN_UNIT_ID == HTOL_ID_SIZE);

enum { UNMEASURED_DIGITS = 32 };

static gboolean damaged(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static gboolean damaged(GError **error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (error)
        *error = g_error_new_valist(HTOL_TABLE_ERROR, HTOL_TABLE_DAMAGED, format, arguments);
    va_end(arguments);
    return FALSE;
}

/* That the file is one of ours, and of the version that we know. */
static gboolean check_kind(const guint8 *bytes, gsize size, GError **error)
{
    guint32 version;

    if (size == 0)
        return damaged(error, "cut to nothing: programs that recorded there have died by SIGBUS; remove it");
    if (size < HTOL_PAGE)
        return damaged(error, "cut short: %" G_GSIZE_FORMAT " bytes, the header alone has %d", size, HTOL_PAGE);
    if (memcmp(bytes, HTOL_DATA_MAGIC_BYTES, HTOL_LEN_DATA_MAGIC) != 0)
        return damaged(error, "not a data file of hlcov");
    version = htol_number_at(bytes + HTOL_AT_DATA_VERSION);
    if (version == 0)
        return damaged(error, "header damaged: version 0");
    if (version == HTOL_DATA_LAYOUT_VERSION)
        return TRUE;
    g_set_error(
        error, HTOL_TABLE_ERROR, HTOL_TABLE_OTHER_VERSION,
        "data file of version %u, this hlcov reads version %d: build and run again, or use the hlcov that built it",
        version, HTOL_DATA_LAYOUT_VERSION);
    return FALSE;
}

static gboolean check_sizes(const guint8 *bytes, gsize size, GError **error)
{
    guint32 header = htol_number_at(bytes + HTOL_AT_DATA_HEADER);
    guint64 bits = htol_long_number_at(bytes + HTOL_AT_DATA_BITS);
    guint32 id_size = htol_number_at(bytes + HTOL_AT_DATA_BUILD_ID_SIZE);

    if (header != HTOL_PAGE)
        return damaged(error, "header of %u bytes instead of %d", header, HTOL_PAGE);
    if (bits != size - HTOL_PAGE)
        return damaged(error, "%s: %" G_GSIZE_FORMAT " bytes behind the header instead of %" G_GUINT64_FORMAT,
                       bits > size - HTOL_PAGE ? "cut short" : "too long", size - HTOL_PAGE, bits);
    if (bits == 0)
        return damaged(error, "holds no unit");
    if (id_size > HTOL_LEN_DATA_BUILD_ID)
        return damaged(error, "build-id of %u bytes, at most %d are possible", id_size, HTOL_LEN_DATA_BUILD_ID);
    return TRUE;
}

/* The name ends, and nothing stands behind its end, so that equal names are equal bytes. */
static gboolean check_test(const guint8 *bytes, GError **error)
{
    const guint8 *test = bytes + HTOL_AT_DATA_TEST;
    const guint8 *end = memchr(test, 0, HTOL_LEN_DATA_TEST);

    if (htol_long_number_at(bytes + HTOL_AT_DATA_TEST_CHECKSUM) !=
        htol_sum(HTOL_FNV_BASIS, bytes, HTOL_AT_DATA_TEST_CHECKSUM))
        return damaged(error, "header damaged: wrong checksum of the test's name");
    if (!end || !htol_is_zero(end, test + HTOL_LEN_DATA_TEST - end))
        return damaged(error, "header damaged: the test's name has no end");
    return TRUE;
}

G_STATIC_ASSERT((int)HTOL_AT_DATA_END == (int)HTOL_PAGE);

/* The bytes that belong to no field. */
static gboolean padding_is_zero(const guint8 *bytes)
{
    const gsize end = HTOL_AT_DATA_TEST_CHECKSUM + HTOL_LEN_DATA_TEST_CHECKSUM;

    return htol_is_zero(bytes + end, HTOL_AT_DATA_UNNOTED - end);
}

static gboolean check_header(const guint8 *bytes, gsize size, GError **error)
{
    if (!check_kind(bytes, size, error))
        return FALSE;
    if (htol_long_number_at(bytes + HTOL_AT_DATA_CHECKSUM) != htol_sum(HTOL_FNV_BASIS, bytes, HTOL_AT_DATA_CHECKSUM))
        return damaged(error, "header damaged: wrong checksum");
    if (!check_sizes(bytes, size, error))
        return FALSE;
    if (!memchr(bytes + HTOL_AT_DATA_PROGRAM, 0, HTOL_LEN_DATA_PROGRAM))
        return damaged(error, "header damaged: the program's path has no end");
    if (!padding_is_zero(bytes))
        return damaged(error, "header damaged: its padding is not zero");
    if (!htol_is_zero(bytes + HTOL_AT_DATA_RECORD, HTOL_LEN_DATA_RECORD))
        return damaged(error, "it names no test: " HTOL_JOURNAL_NAME " does, which lay beside it");
    return check_test(bytes, error);
}

/* Checks the header of a unit that has `left` bytes, a page at least, up to the file's end. */
static gboolean check_unit(const guint8 *unit, gsize left, guint index, GError **error)
{
    guint32 size, slots;

    size = htol_number_at(unit + HTOL_AT_UNIT_SIZE);
    slots = htol_number_at(unit + HTOL_AT_UNIT_SLOTS);
    if (memcmp(unit, HTOL_UNIT_MAGIC_BYTES, HTOL_LEN_UNIT_MAGIC) != 0)
        return damaged(error, "unit %u: does not begin as a unit does", index);
    if (size == 0 || size % HTOL_PAGE != 0 || size > left)
        return damaged(error, "unit %u: impossible size %u", index, size);
    if (slots > size - HTOL_AT_UNIT_END)
        return damaged(error, "unit %u: %u slots do not fit in its %u bytes", index, slots, size);
    return TRUE;
}

/* The bits that 8 slots, each 0 or 1, leave clear. */
#define NO_SLOTS G_GUINT64_CONSTANT(0xfefefefefefefefe)

/* Checks what lies behind the header: slots, then zeros. There may be millions. */
static gboolean check_slots(const guint8 *unit, guint index, GError **error)
{
    const guint8 *slots = unit + HTOL_AT_UNIT_END;
    guint32 n_slots = htol_number_at(unit + HTOL_AT_UNIT_SLOTS);
    gsize padding = htol_number_at(unit + HTOL_AT_UNIT_SIZE) - HTOL_AT_UNIT_END - n_slots;

    for (guint32 i = 0; i < n_slots; i++) {
        if (i % 8 == 0 && n_slots - i >= 8 && (htol_long_number_at(slots + i) & NO_SLOTS) == 0)
            i += 7;
        else if (slots[i] > 1)
            return damaged(error, "unit %u: slot %u is %u instead of 0 or 1", index, i, slots[i]);
    }
    if (!htol_is_zero(slots + n_slots, padding))
        return damaged(error, "unit %u: the padding behind its slots is not zero", index);
    return TRUE;
}

static HtolDataUnit new_unit(const guint8 *bytes)
{
    HtolDataUnit unit = {0};

    memcpy(unit.id, bytes + HTOL_AT_UNIT_ID, HTOL_ID_SIZE);
    unit.n_slots = htol_number_at(bytes + HTOL_AT_UNIT_SLOTS);
    unit.slots = bytes + HTOL_AT_UNIT_END;
    return unit;
}

/* What the section holds, in its order. */
typedef struct {
    HtolArena *arena;
    GArray *units; /* HtolDataUnit */
    GArray *sets;  /* HtolSet */
} Section;

static gboolean read_unit(Section *section, const guint8 *bytes, gsize left, GError **error)
{
    HtolDataUnit unit;

    if (!check_unit(bytes, left, section->units->len, error) || !check_slots(bytes, section->units->len, error))
        return FALSE;
    unit = new_unit(bytes);
    g_array_append_val(section->units, unit);
    return TRUE;
}

static gboolean read_set(Section *section, const guint8 *bytes, gsize left, GError **error)
{
    HtolSet set;
    const char *wrong = htol_set_read(section->arena, bytes, left, &set);

    if (wrong)
        return damaged(error, "set %u: %s", section->sets->len, wrong);
    g_array_append_val(section->sets, set);
    return TRUE;
}

/* Units and sets both say at the same place how large they are. */
G_STATIC_ASSERT((int)HTOL_AT_UNIT_SIZE == (int)HTOL_AT_SET_SIZE);

static gboolean read_pieces(Section *section, const guint8 *bytes, gsize size, GError **error)
{
    for (gsize at = HTOL_PAGE; at < size; at += htol_number_at(bytes + at + HTOL_AT_UNIT_SIZE)) {
        const guint8 *piece = bytes + at;
        gsize left = size - at;

        if (left < HTOL_PAGE)
            return damaged(error, "unit %u: cut short", section->units->len);
        if (htol_set_begins(piece) ? !read_set(section, piece, left, error) : !read_unit(section, piece, left, error))
            return FALSE;
    }
    return TRUE;
}

/* ---- tuples ---- */

/* A tuple, and the unit that it belongs to. */
typedef struct {
    HtolDataUnit *unit;
    HtolTuple tuple;
} Owned;

static gint compare_owned(gconstpointer left, gconstpointer right)
{
    const Owned *one = left, *other = right;

    if (one->unit != other->unit)
        return one->unit < other->unit ? -1 : 1;
    return htol_tuple_compare(&one->tuple, &other->tuple);
}

/* By id; of several units of one id, the first. */
static GHashTable *index_units(const GArray *units)
{
    GHashTable *found = g_hash_table_new(htol_id_hash, htol_id_equal);

    for (guint i = units->len; i-- > 0;) {
        HtolDataUnit *unit = &g_array_index(units, HtolDataUnit, i);

        g_hash_table_replace(found, unit->id, unit);
    }
    return found;
}

static void take_set(HtolDataUnit *unit, const HtolSet *set, GArray *owned)
{
    unit->has_set = TRUE;
    unit->lost += MIN(set->lost, G_MAXUINT64 - unit->lost);
    for (guint32 i = 0; i < set->n_tuples; i++) {
        Owned tuple = {unit, set->tuples[i]};

        g_array_append_val(owned, tuple);
    }
}

/* Gives each unit its tuples, which lie one behind the other; equal ones are neighbours. */
static void give_tuples(HtolArena *arena, GArray *owned)
{
    HtolTuple *tuples = htol_arena_new0(arena, HtolTuple, owned->len);

    g_array_sort(owned, compare_owned);
    for (guint i = 0; i < owned->len; i++) {
        const Owned *next = &g_array_index(owned, Owned, i);

        if (i > 0 && compare_owned(next - 1, next) == 0)
            continue;
        if (!next->unit->tuples)
            next->unit->tuples = tuples;
        *tuples++ = next->tuple;
        next->unit->n_tuples++;
    }
}

static gboolean join_sets(Section *section, GError **error)
{
    g_autoptr(GHashTable) units = index_units(section->units);
    g_autoptr(GArray) owned = g_array_new(FALSE, FALSE, sizeof(Owned));

    for (guint i = 0; i < section->sets->len; i++) {
        const HtolSet *set = &g_array_index(section->sets, HtolSet, i);
        HtolDataUnit *unit = g_hash_table_lookup(units, set->id);

        if (!unit)
            return damaged(error, "set %u: there is no unit for it", i);
        take_set(unit, set, owned);
    }
    give_tuples(section->arena, owned);
    return TRUE;
}

static gboolean read_section(HtolArena *arena, HtolData *data, const guint8 *bytes, gsize size, GError **error)
{
    g_autoptr(GArray) units = g_array_new(FALSE, FALSE, sizeof(HtolDataUnit));
    g_autoptr(GArray) sets = g_array_new(FALSE, FALSE, sizeof(HtolSet));
    Section section = {arena, units, sets};

    if (!read_pieces(&section, bytes, size, error) || !join_sets(&section, error))
        return FALSE;
    data->n_units = units->len;
    data->units = htol_arena_memdup(arena, units->data, units->len * sizeof(HtolDataUnit));
    return TRUE;
}

static const char *hex(HtolArena *arena, const guint8 *bytes, guint size)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < size; i++)
        g_string_append_printf(text, "%02x", bytes[i]);
    return htol_arena_strndup(arena, text->str, text->len);
}

static gboolean read_crashes(HtolArena *arena, HtolData *data, const guint8 *bytes, GError **error)
{
    const char *wrong = htol_crashes_read(arena, bytes, &data->crashes);

    return !wrong || damaged(error, "note of a crash: %s", wrong);
}

HtolData *htol_data_read(HtolArena *arena, const guint8 *bytes, gsize size, GError **error)
{
    HtolData *data;
    const char *program, *test;

    if (!check_header(bytes, size, error))
        return NULL;
    data = htol_arena_new0(arena, HtolData, 1);
    data->build_id = hex(arena, bytes + HTOL_AT_DATA_BUILD_ID, htol_number_at(bytes + HTOL_AT_DATA_BUILD_ID_SIZE));
    program = (const char *)bytes + HTOL_AT_DATA_PROGRAM;
    data->program = htol_arena_strndup(arena, program, strlen(program));
    test = (const char *)bytes + HTOL_AT_DATA_TEST;
    data->test = htol_arena_strndup(arena, test, strlen(test));
    if (!read_crashes(arena, data, bytes, error) || !read_section(arena, data, bytes, size, error))
        return NULL;
    return data;
}

/* The numbers of the slots that are set, a row of neighbours as its ends: `0-4 7 9-12`. */
static void dump_slots(const HtolDataUnit *unit, GString *out)
{
    guint32 i = 0;

    while (i < unit->n_slots) {
        guint32 first = i;

        while (i < unit->n_slots && unit->slots[i])
            i++;
        if (i == first + 1)
            g_string_append_printf(out, " %u", first);
        else if (i > first)
            g_string_append_printf(out, " %u-%u", first, i - 1);
        i++;
    }
}

static void dump_tuples(const HtolDataUnit *unit, const char *id, GString *out)
{
    g_string_append_printf(out, "set id=%s tuples=%u lost=%" G_GUINT64_FORMAT "\n", id, unit->n_tuples, unit->lost);
    for (guint32 i = 0; i < unit->n_tuples; i++) {
        g_string_append(out, "  ");
        htol_tuple_print(&unit->tuples[i], out);
        g_string_append_c(out, '\n');
    }
}

void htol_data_dump_unit(const HtolDataUnit *unit, guint index, GString *out)
{
    g_autofree char *id = htol_id_text(unit->id);

    g_string_append_printf(out, "unit %u id=%s slots=%u set:", index, id, unit->n_slots);
    dump_slots(unit, out);
    g_string_append_c(out, '\n');
    if (unit->has_set)
        dump_tuples(unit, id, out);
}

void htol_data_dump(const HtolData *data, GString *out)
{
    g_string_append_printf(out, "data file build-id=%s units=%u\n", data->build_id, data->n_units);
    g_string_append_printf(out, "program %s\n", data->program);
    if (*data->test)
        g_string_append_printf(out, "test %s\n", data->test);
    htol_crashes_dump(&data->crashes, out);
    for (guint i = 0; i < data->n_units; i++)
        htol_data_dump_unit(&data->units[i], i, out);
}

static gboolean is_checkout(const char *directory)
{
    static const char *const marks[] = {".git", ".hg", ".svn", ".bzr", "_darcs", ".fslckout"};

    for (guint i = 0; i < G_N_ELEMENTS(marks); i++) {
        g_autofree char *mark = g_build_filename(directory, marks[i], NULL);

        if (g_file_test(mark, G_FILE_TEST_EXISTS))
            return TRUE;
    }
    return FALSE;
}

char *htol_checkout_dir(const char *cwd)
{
    g_autofree char *directory = g_strdup(cwd);

    while (!is_checkout(directory)) {
        char *parent = g_path_get_dirname(directory);

        if (strcmp(parent, directory) == 0) {
            g_free(parent);
            return NULL;
        }
        g_free(directory);
        directory = parent;
    }
    return g_steal_pointer(&directory);
}

const char *htol_path_below(const char *path, const char *directory)
{
    gsize length = strlen(directory);

    return strncmp(path, directory, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* NULL if the environment names none. */
static char *wished_dir(const char *env, const char *cwd)
{
    return env && *env ? g_canonicalize_filename(env, cwd) : NULL;
}

char *htol_root_dir(const char *env, const char *cwd)
{
    char *checkout = htol_checkout_dir(cwd);
    g_autofree char *data = NULL, *beside = NULL;

    if (checkout)
        return checkout;
    data = wished_dir(env, cwd);
    beside = data ? g_path_get_dirname(data) : NULL;
    return beside && htol_path_below(cwd, beside) ? g_steal_pointer(&beside) : g_strdup(cwd);
}

char *htol_data_dir(const char *env, const char *cwd)
{
    char *wished = wished_dir(env, cwd);
    g_autofree char *checkout = NULL;

    if (wished)
        return wished;
    checkout = htol_checkout_dir(cwd);
    return g_build_filename(checkout ? checkout : cwd, "hlcov-data", NULL);
}

char *htol_live_dir(const char *dir, const char *test)
{
    guint64 hash = htol_sum(HTOL_FNV_BASIS, (const guint8 *)test, strlen(test));
    g_autofree char *name = g_strdup_printf("%016" G_GINT64_MODIFIER "x", hash);

    return g_build_filename(dir, HTOL_LIVE_DIRECTORY, name, NULL);
}

static char *path_of_table(const char *dir, const char *room, const guint8 id[HTOL_ID_SIZE])
{
    g_autofree char *text = htol_id_text(id);
    g_autofree char *name = g_strconcat(text, ".hlt", NULL);

    return g_build_filename(dir, room, name, NULL);
}

char *htol_data_table_path(const char *dir, const guint8 id[HTOL_ID_SIZE])
{
    return path_of_table(dir, "tables", id);
}

char *htol_data_strong_path(const char *dir, const guint8 id[HTOL_ID_SIZE])
{
    return path_of_table(dir, "strong", id);
}

char *htol_data_proofs_path(const char *dir, const guint8 id[HTOL_ID_SIZE])
{
    g_autofree char *text = htol_id_text(id);
    return g_strdup_printf("%s/verdicts/%s.hlv", dir, text);
}

char *htol_data_unmeasured_path(const char *dir, const char *source, const char *product)
{
    g_autofree char *both = g_strconcat(source, "\n", product, NULL);
    g_autofree char *key = g_compute_checksum_for_string(G_CHECKSUM_SHA256, both, -1);

    return g_strdup_printf("%s/" HTOL_UNMEASURED_DIRECTORY "/%.*s.hlt", dir, UNMEASURED_DIGITS, key);
}
