/* Tests of the reader of data files, and of where the data directory is. The runtime that writes is tested
 * in tests/rt. */
#include "htol/files/data.h"

#include <glib/gstdio.h>
#include <string.h>

#include "htol/base/layout.h"
#include "tests/unit/sample_set.h"

enum { SIZE = 4 * HTOL_PAGE, FIRST = HTOL_PAGE, SECOND = 2 * HTOL_PAGE };

static void seal(guint8 *file)
{
    guint64 sum = HTOL_FNV_BASIS;

    for (guint i = 0; i < HTOL_AT_DATA_CHECKSUM; i++)
        sum = (sum ^ file[i]) * HTOL_FNV_PRIME;
    sample_put(file + HTOL_AT_DATA_CHECKSUM, sum, HTOL_LEN_DATA_CHECKSUM);
    for (guint i = HTOL_AT_DATA_CHECKSUM; i < HTOL_AT_DATA_TEST_CHECKSUM; i++)
        sum = (sum ^ file[i]) * HTOL_FNV_PRIME;
    sample_put(file + HTOL_AT_DATA_TEST_CHECKSUM, sum, HTOL_LEN_DATA_TEST_CHECKSUM);
}

static void put_unit(guint8 *unit, guint8 id, guint size, guint slots)
{
    memcpy(unit, HTOL_UNIT_MAGIC_BYTES, HTOL_LEN_UNIT_MAGIC);
    memset(unit + HTOL_AT_UNIT_ID, id, HTOL_LEN_UNIT_ID);
    sample_put(unit + HTOL_AT_UNIT_SIZE, size, HTOL_LEN_UNIT_SIZE);
    sample_put(unit + HTOL_AT_UNIT_SLOTS, slots, HTOL_LEN_UNIT_SLOTS);
}

/* A file of two units, of one page and of two, with some slots set. */
static guint8 *new_file(void)
{
    guint8 *file = g_malloc0(SIZE);

    memcpy(file, HTOL_DATA_MAGIC_BYTES, HTOL_LEN_DATA_MAGIC);
    sample_put(file + HTOL_AT_DATA_VERSION, HTOL_DATA_LAYOUT_VERSION, HTOL_LEN_DATA_VERSION);
    sample_put(file + HTOL_AT_DATA_HEADER, HTOL_PAGE, HTOL_LEN_DATA_HEADER);
    sample_put(file + HTOL_AT_DATA_BITS, SIZE - HTOL_PAGE, HTOL_LEN_DATA_BITS);
    sample_put(file + HTOL_AT_DATA_BUILD_ID_SIZE, 3, HTOL_LEN_DATA_BUILD_ID_SIZE);
    memcpy(file + HTOL_AT_DATA_BUILD_ID, "\x0a\xbc\xff", 3);
    strcpy((char *)file + HTOL_AT_DATA_PROGRAM, "/bin/program");
    put_unit(file + FIRST, 0x11, HTOL_PAGE, 5);
    put_unit(file + SECOND, 0x22, 2 * HTOL_PAGE, 2 * HTOL_PAGE - HTOL_AT_UNIT_END);
    memcpy(file + FIRST + HTOL_AT_UNIT_END, "\1\1\0\0\1", 5);
    file[SIZE - 1] = 1;
    seal(file);
    return file;
}

static void test_read(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree guint8 *file = new_file();
    g_autoptr(GError) error = NULL;
    HtolData *data = htol_data_read(arena, file, SIZE, &error);

    g_assert_no_error(error);
    g_assert_cmpstr(data->build_id, ==, "0abcff");
    g_assert_cmpstr(data->program, ==, "/bin/program");
    g_assert_cmpuint(data->n_units, ==, 2);
    g_assert_cmpuint(data->units[0].n_slots, ==, 5);
    g_assert_true(data->units[0].slots == file + FIRST + HTOL_AT_UNIT_END);
    g_assert_cmpuint(data->units[0].id[0], ==, 0x11);
    g_assert_cmpuint(data->units[1].id[15], ==, 0x22);
    g_assert_cmpuint(data->units[1].slots[data->units[1].n_slots - 1], ==, 1);
}

static void test_dump(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree guint8 *file = new_file();

    htol_data_dump(htol_data_read(arena, file, SIZE, NULL), out);
    g_assert_cmpstr(out->str, ==,
                    "data file build-id=0abcff units=2\n"
                    "program /bin/program\n"
                    "unit 0 id=11111111111111111111111111111111 slots=5 set: 0-1 4\n"
                    "unit 1 id=22222222222222222222222222222222 slots=8160 set: 8159\n");
}

/* One change to a good file, and what the reader says of it. */
typedef struct {
    const char *name;
    guint place;
    guint64 value;
    guint width;
    gboolean sealed; /* the checksum is made right again */
    const char *message;
} Damage;

static const Damage damages[] = {
    {"magic", 0, 0, 1, TRUE, "*not a data file*"},
    {"version", HTOL_AT_DATA_VERSION, 9, 4, TRUE, "*version 9, this hlcov reads version 1: *"},
    {"version 0", HTOL_AT_DATA_VERSION, 0, 4, TRUE, "*header damaged: version 0"},
    {"checksum", HTOL_AT_DATA_PROGRAM, 'X', 1, FALSE, "*header damaged: wrong checksum*"},
    {"header", HTOL_AT_DATA_HEADER, 64, 4, TRUE, "*header of 64 bytes instead of 4096*"},
    {"shorter", HTOL_AT_DATA_BITS, SIZE, 8, TRUE, "*cut short: 12288 bytes behind * instead of 16384*"},
    {"longer", HTOL_AT_DATA_BITS, HTOL_PAGE, 8, TRUE, "*too long: 12288 bytes behind * instead of 4096*"},
    {"huge", HTOL_AT_DATA_BITS, G_MAXUINT64, 8, TRUE, "*cut short*"},
    {"build-id", HTOL_AT_DATA_BUILD_ID_SIZE, 65, 4, TRUE, "*build-id of 65 bytes*"},
    {"header padding", HTOL_AT_DATA_UNNOTED - 1, 1, 1, TRUE, "*its padding is not zero*"},
    {"record", HTOL_AT_DATA_RECORD, 1, 8, TRUE, "*it names no test*"},
    {"unit magic", SECOND, 0, 1, TRUE, "*unit 1: does not begin as a unit does*"},
    {"unit size 0", FIRST + HTOL_AT_UNIT_SIZE, 0, 4, TRUE, "*unit 0: impossible size 0*"},
    {"unit size odd", FIRST + HTOL_AT_UNIT_SIZE, 100, 4, TRUE, "*unit 0: impossible size 100*"},
    {"unit size large", SECOND + HTOL_AT_UNIT_SIZE, 0xfffff000, 4, TRUE, "*1: impossible size 4294963200*"},
    {"unit slots", FIRST + HTOL_AT_UNIT_SLOTS, 4065, 4, TRUE, "*0: 4065 slots do not fit in its 4096 *"},
    {"slot", FIRST + HTOL_AT_UNIT_END + 3, 2, 1, TRUE, "*unit 0: slot 3 is 2 instead of 0 or 1*"},
    {"padding", SECOND - 1, 1, 1, TRUE, "*unit 0: the padding behind its slots is not zero*"},
};

static void test_damage(gconstpointer row)
{
    const Damage *damage = row;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree guint8 *file = new_file();
    g_autoptr(GError) error = NULL;

    sample_put(file + damage->place, damage->value, damage->width);
    if (damage->sealed)
        seal(file);
    g_assert_null(htol_data_read(arena, file, SIZE, &error));
    g_assert_nonnull(error);
    if (!g_pattern_match_simple(damage->message, error->message))
        g_error("%s: %s", damage->name, error->message);
}

static void test_of_a_test(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree guint8 *file = new_file();
    g_autoptr(GError) error = NULL;

    g_assert_cmpstr(htol_data_read(arena, file, SIZE, NULL)->test, ==, "");
    strcpy((char *)file + HTOL_AT_DATA_TEST, "a test");
    seal(file);
    g_assert_cmpstr(htol_data_read(arena, file, SIZE, NULL)->test, ==, "a test");
    file[HTOL_AT_DATA_TEST] = 'b';
    g_assert_null(htol_data_read(arena, file, SIZE, &error));
    g_assert_true(g_str_has_suffix(error->message, "wrong checksum of the test's name"));
    memset(file + HTOL_AT_DATA_TEST, 'x', HTOL_LEN_DATA_TEST);
    seal(file);
    g_assert_null(htol_data_read(arena, file, SIZE, NULL));
    memset(file + HTOL_AT_DATA_TEST, 0, HTOL_LEN_DATA_TEST);
    file[HTOL_AT_DATA_TEST + 9] = 'x';
    seal(file);
    g_assert_null(htol_data_read(arena, file, SIZE, NULL));
}

static void test_endless_program(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree guint8 *file = new_file();
    g_autoptr(GError) error = NULL;

    memset(file + HTOL_AT_DATA_PROGRAM, 'x', HTOL_LEN_DATA_PROGRAM);
    seal(file);
    g_assert_null(htol_data_read(arena, file, SIZE, &error));
    g_assert_true(g_str_has_suffix(error->message, "the program's path has no end"));
}

/* Every length but the right one is refused, with and without someone who asks why. */
static void test_lengths(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree guint8 *file = new_file();

    for (gsize size = 0; size < SIZE; size += size % 512 == 511 ? 1 : 511) {
        g_autofree guint8 *part = g_memdup2(file, size);
        g_autoptr(GError) error = NULL;

        g_assert_null(htol_data_read(arena, part, size, &error));
        g_assert_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_DAMAGED);
        g_assert_null(htol_data_read(arena, part, size, NULL));
    }
}

/* Sets
 * ---------------------------------------------------------------------------------------------------- */

enum { ENTRIES = 8, WORDS = 40, WORDS_BEGIN = HTOL_AT_SET_END + 4 * ENTRIES };

static const guint8 first_id[HTOL_ID_SIZE] = {0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11,
                                              0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11};

/* new_file with another piece behind its units, unreferenced here. */
static GByteArray *file_with(GByteArray *piece)
{
    g_autofree guint8 *file = new_file();
    GByteArray *bytes = g_byte_array_new();

    g_byte_array_append(bytes, file, SIZE);
    g_byte_array_append(bytes, piece->data, piece->len);
    sample_put(bytes->data + HTOL_AT_DATA_BITS, bytes->len - HTOL_PAGE, HTOL_LEN_DATA_BITS);
    seal(bytes->data);
    g_byte_array_unref(piece);
    return bytes;
}

/* A set of the first unit: its tuples are neither in order nor different. */
static GByteArray *new_set(void)
{
    GByteArray *set = sample_set_new(first_id, ENTRIES, WORDS);

    sample_set_add(set, 3, "7");
    sample_set_add(set, 1, "0x7ffe1234@12 0x0 code 0x1139@77");
    sample_set_add(set, 3, "-5 7u 0.5");
    sample_set_add(set, 1, "0x7ffe1234@12 0x0 code 0x1139@77");
    sample_set_add(set, 3, "-5");
    sample_set_add(set, 2, "vector TF-T");
    return set;
}

static HtolData *read_good(HtolArena *arena, const GByteArray *bytes)
{
    g_autoptr(GError) error = NULL;
    HtolData *data = htol_data_read(arena, bytes->data, bytes->len, &error);

    g_assert_no_error(error);
    return data;
}

static void test_set(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) bytes = file_with(new_set());
    HtolData *data = read_good(arena, bytes);
    const HtolDataUnit *unit = &data->units[0];

    g_assert_cmpuint(data->n_units, ==, 2);
    g_assert_true(unit->has_set);
    g_assert_cmpuint(unit->n_tuples, ==, 5);
    g_assert_cmpuint(unit->tuples[0].source, ==, 1);
    g_assert_cmpuint(unit->tuples[0].n_values, ==, 3);
    g_assert_cmpuint(unit->tuples[0].words[0], ==, HTOL_TUPLE_POINTER | 12 << 8);
    g_assert_cmpuint(unit->tuples[0].words[1], ==, 0x7ffe1234);
    g_assert_cmpuint(unit->lost, ==, 0);
    g_assert_false(data->units[1].has_set);
    g_assert_cmpuint(data->units[1].n_tuples, ==, 0);
}

static void test_dump_of_sets(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(GByteArray) bytes = NULL, set = new_set();

    sample_put(set->data + HTOL_AT_SET_LOST, 3, HTOL_LEN_SET_LOST);
    bytes = file_with(g_steal_pointer(&set));
    htol_data_dump(read_good(arena, bytes), out);
    g_assert_cmpstr(out->str, ==,
                    "data file build-id=0abcff units=2\n"
                    "program /bin/program\n"
                    "unit 0 id=11111111111111111111111111111111 slots=5 set: 0-1 4\n"
                    "set id=11111111111111111111111111111111 tuples=5 lost=3\n"
                    "  source 1: 0x7ffe1234@12 0x0 code 0x1139@77\n"
                    "  source 2: vector TF-TFFFFFFFFFFFFFFFFFFFFFFFFFFFF\n"
                    "  source 3: -5\n"
                    "  source 3: 7\n"
                    "  source 3: -5 7u 0.5\n"
                    "unit 1 id=22222222222222222222222222222222 slots=8160 set: 8159\n");
}

/* A program may hold a unit twice. Then nothing tells which set is whose, and nothing need. */
static void test_sets_of_one_id(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) bytes = NULL, other = new_set();
    GByteArray *pieces = new_set();
    HtolData *data = NULL;

    sample_set_add(other, 0, "1");
    sample_put(pieces->data + HTOL_AT_SET_LOST, G_MAXUINT64, HTOL_LEN_SET_LOST);
    sample_put(other->data + HTOL_AT_SET_LOST, 2, HTOL_LEN_SET_LOST);
    g_byte_array_append(pieces, other->data, other->len);
    g_byte_array_set_size(pieces, pieces->len + HTOL_PAGE);
    memset(pieces->data + pieces->len - HTOL_PAGE, 0, HTOL_PAGE);
    put_unit(pieces->data + pieces->len - HTOL_PAGE, 0x11, HTOL_PAGE, 5);
    bytes = file_with(pieces);
    data = read_good(arena, bytes);
    g_assert_cmpuint(data->n_units, ==, 3);
    g_assert_cmpuint(data->units[0].n_tuples, ==, 6);
    g_assert_cmpuint(data->units[0].lost, ==, G_MAXUINT64);
    g_assert_cmpuint(data->units[2].n_tuples, ==, 0);
}

/* What writers that were killed leave behind, and an entry that is there twice, say nothing. */
static void test_idle_words(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) bytes = NULL, set = sample_set_new(first_id, ENTRIES, WORDS);

    sample_set_add(set, 3, "-5");
    memset(set->data + WORDS_BEGIN + 8 * 3, 0xff, 8 * (WORDS - 3));
    sample_put(set->data + HTOL_AT_SET_END, 1, 4);
    sample_put(set->data + HTOL_AT_SET_USED, G_MAXUINT64, HTOL_LEN_SET_USED);
    bytes = file_with(g_steal_pointer(&set));
    g_assert_cmpuint(read_good(arena, bytes)->units[0].n_tuples, ==, 1);
}

static gboolean may_have_values(guint32 count)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) bytes = NULL, set = sample_set_new(first_id, ENTRIES, 3 * HTOL_MOST_TUPLE_VALUES);

    sample_set_add(set, 3, "0");
    sample_put(set->data + WORDS_BEGIN + 4, count, 4);
    bytes = file_with(g_steal_pointer(&set));
    return htol_data_read(arena, bytes->data, bytes->len, NULL) != NULL;
}

static void test_most_values(void)
{
    g_assert_true(may_have_values(1));
    g_assert_true(may_have_values(HTOL_MOST_TUPLE_VALUES));
    g_assert_false(may_have_values(HTOL_MOST_TUPLE_VALUES + 1));
}

static void test_set_without_unit(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) bytes = NULL, set = new_set();
    g_autoptr(GError) error = NULL;

    set->data[HTOL_AT_SET_ID] = 0x12;
    bytes = file_with(g_steal_pointer(&set));
    g_assert_null(htol_data_read(arena, bytes->data, bytes->len, &error));
    g_assert_cmpstr(error->message, ==, "set 0: there is no unit for it");
}

/* One change to a set of one tuple, whose entry is the last. Its second value looks like a tuple of one
 * value. */
static const Damage set_damages[] = {
    {"size 0", HTOL_AT_SET_SIZE, 0, 4, TRUE, "set 0: its size is impossible"},
    {"size odd", HTOL_AT_SET_SIZE, 100, 4, TRUE, "set 0: its size is impossible"},
    {"size large", HTOL_AT_SET_SIZE, 2 * HTOL_PAGE, 4, TRUE, "set 0: its size is impossible"},
    {"index 0", HTOL_AT_SET_INDEX, 0, 4, TRUE, "set 0: the size of its index is impossible"},
    {"index 1", HTOL_AT_SET_INDEX, 1, 4, TRUE, "set 0: the size of its index is impossible"},
    {"index odd", HTOL_AT_SET_INDEX, 12, 4, TRUE, "set 0: the size of its index is impossible"},
    {"index large", HTOL_AT_SET_INDEX, 1u << 31, 4, TRUE, "set 0: index and words do not fit in it"},
    {"words large", HTOL_AT_SET_WORDS, 501, 4, TRUE, "set 0: index and words do not fit in it"},
    {"words huge", HTOL_AT_SET_WORDS, G_MAXUINT32, 4, TRUE, "set 0: index and words do not fit in it"},
    {"reserved", HTOL_AT_SET_RESERVED, 1, 1, TRUE, "set 0: its header is not sound"},
    {"header's end", HTOL_AT_SET_END - 1, 1, 1, TRUE, "set 0: its header is not sound"},
    {"padding", HTOL_PAGE - 1, 1, 1, TRUE, "set 0: the padding behind its words is not zero"},
    {"padding's begin", WORDS_BEGIN + 8 * WORDS, 1, 1, TRUE, "set 0: the padding behind its words*"},
    {"entry", HTOL_AT_SET_END, WORDS + 1, 4, TRUE, "set 0: its index leads out of its words"},
    {"entry huge", HTOL_AT_SET_END, G_MAXUINT32, 4, TRUE, "set 0: its index leads out of its words"},
    {"entry of nothing", HTOL_AT_SET_END, WORDS, 4, TRUE, "*an impossible number of values"},
    {"values 0", WORDS_BEGIN + 4, 0, 4, TRUE, "set 0: a tuple has an impossible number of values"},
    {"values many", WORDS_BEGIN + 4, 20, 4, TRUE, "set 0: a tuple has an impossible number of values"},
    {"values huge", WORDS_BEGIN + 4, G_MAXUINT32, 4, TRUE, "*an impossible number of values"},
    {"overlap", HTOL_AT_SET_END, 1 + 4, 4, TRUE, "set 0: tuples share words"},
    {"kind", WORDS_BEGIN + 8, HTOL_TUPLE_KINDS, 1, TRUE, "set 0: a value of a tuple is impossible"},
    {"pointer of none", WORDS_BEGIN + 8, HTOL_TUPLE_POINTER, 8, TRUE, "*a value of a tuple is impossible"},
    {"null of some", WORDS_BEGIN + 16, 0, 8, TRUE, "set 0: a value of a tuple is impossible"},
    {"owned integer", WORDS_BEGIN + 25, 1, 1, TRUE, "set 0: a value of a tuple is impossible"},
    {"vector", WORDS_BEGIN + 24, HTOL_TUPLE_VECTOR, 1, TRUE, "set 0: a value of a tuple is impossible"},
};

static void test_set_damage(gconstpointer row)
{
    const Damage *damage = row;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GByteArray) bytes = NULL, set = sample_set_new(first_id, ENTRIES, WORDS);
    g_autoptr(GError) error = NULL;

    sample_set_add(set, 1, "0x7ffe1234@12 4294967299");
    sample_put(set->data + damage->place, damage->value, damage->width);
    bytes = file_with(g_steal_pointer(&set));
    g_assert_null(htol_data_read(arena, bytes->data, bytes->len, &error));
    g_assert_error(error, HTOL_TABLE_ERROR, HTOL_TABLE_DAMAGED);
    if (!g_pattern_match_simple(damage->message, error->message))
        g_error("%s: %s", damage->name, error->message);
}

/* Directories
 * ---------------------------------------------------------------------------------------------------- */

static void assert_dir(const char *env, const char *cwd, const char *expected)
{
    g_autofree char *dir = htol_data_dir(env, cwd);

    g_assert_cmpstr(dir, ==, expected);
}

static void assert_root(const char *env, const char *cwd, const char *expected)
{
    g_autofree char *root = htol_root_dir(env, cwd);

    g_assert_cmpstr(root, ==, expected);
}

static void test_directories(void)
{
    g_autofree char *top = g_dir_make_tmp(NULL, NULL);
    g_autofree char *deep = g_build_filename(top, "a", "b", NULL);
    g_autofree char *mark = g_build_filename(top, "a", ".git", NULL);
    g_autofree char *checkout = g_build_filename(top, "a", NULL);
    g_autofree char *in_deep = g_build_filename(deep, "hlcov-data", NULL);
    g_autofree char *in_checkout = g_build_filename(checkout, "hlcov-data", NULL);
    g_autofree char *relative = g_build_filename(deep, "x", "y", NULL);

    g_mkdir_with_parents(deep, 0777);
    assert_dir(NULL, deep, in_deep);
    g_assert_true(g_file_set_contents(mark, "gitdir: elsewhere\n", -1, NULL)); /* a work tree has a file */
    assert_dir(NULL, deep, in_checkout);
    assert_dir("", checkout, in_checkout);
    assert_dir("/elsewhere", deep, "/elsewhere");
    assert_dir("x/./y", deep, relative);
    assert_root("/elsewhere", deep, checkout);
    g_remove(mark);
    assert_root(NULL, deep, deep);
    assert_root("/elsewhere", deep, deep);
    assert_root("x", deep, deep);
    assert_root("../../data", deep, top);
    assert_root("../../a/bc/data", deep, deep);
    assert_root("/data", deep, deep);
    g_rmdir(deep);
    g_rmdir(checkout);
    g_rmdir(top);
}

static void test_table_path(void)
{
    const guint8 id[HTOL_ID_SIZE] = {0x01, 0xff};
    g_autofree char *path = htol_data_table_path("/data", id);

    g_assert_cmpstr(path, ==, "/data/tables/01ff0000000000000000000000000000.hlt");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/data/read", test_read);
    g_test_add_func("/data/dump", test_dump);
    for (guint i = 0; i < G_N_ELEMENTS(damages); i++) {
        g_autofree char *path = g_strconcat("/data/damaged/", damages[i].name, NULL);

        g_test_add_data_func(path, &damages[i], test_damage);
    }
    for (guint i = 0; i < G_N_ELEMENTS(set_damages); i++) {
        g_autofree char *path = g_strconcat("/data/damaged set/", set_damages[i].name, NULL);

        g_test_add_data_func(path, &set_damages[i], test_set_damage);
    }
    g_test_add_func("/data/test", test_of_a_test);
    g_test_add_func("/data/set", test_set);
    g_test_add_func("/data/dump of sets", test_dump_of_sets);
    g_test_add_func("/data/sets of one id", test_sets_of_one_id);
    g_test_add_func("/data/idle words", test_idle_words);
    g_test_add_func("/data/most values", test_most_values);
    g_test_add_func("/data/set without unit", test_set_without_unit);
    g_test_add_func("/data/damaged/endless program", test_endless_program);
    g_test_add_func("/data/lengths", test_lengths);
    g_test_add_func("/data/directories", test_directories);
    g_test_add_func("/data/table path", test_table_path);
    return g_test_run();
}
