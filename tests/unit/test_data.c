/* Tests of the reader of data files, and of where the data directory is. The runtime that writes is tested
 * in tests/rt. */
#include "htol/data.h"

#include <glib/gstdio.h>
#include <string.h>

#include "htol/layout.h"

enum { SIZE = 4 * HTOL_PAGE, FIRST = HTOL_PAGE, SECOND = 2 * HTOL_PAGE };

static void put(guint8 *place, guint64 number, guint size)
{
    for (guint i = 0; i < size; i++)
        place[i] = (guint8)(number >> 8 * i);
}

static void seal(guint8 *file)
{
    guint64 sum = HTOL_FNV_BASIS;

    for (guint i = 0; i < HTOL_AT_DATA_CHECKSUM; i++)
        sum = (sum ^ file[i]) * HTOL_FNV_PRIME;
    put(file + HTOL_AT_DATA_CHECKSUM, sum, HTOL_LEN_DATA_CHECKSUM);
}

static void put_unit(guint8 *unit, guint8 id, guint size, guint slots)
{
    memcpy(unit, HTOL_UNIT_MAGIC_BYTES, HTOL_LEN_UNIT_MAGIC);
    memset(unit + HTOL_AT_UNIT_ID, id, HTOL_LEN_UNIT_ID);
    put(unit + HTOL_AT_UNIT_SIZE, size, HTOL_LEN_UNIT_SIZE);
    put(unit + HTOL_AT_UNIT_SLOTS, slots, HTOL_LEN_UNIT_SLOTS);
}

/* A file of two units, of one page and of two, with some slots set. */
static guint8 *new_file(void)
{
    guint8 *file = g_malloc0(SIZE);

    memcpy(file, HTOL_DATA_MAGIC_BYTES, HTOL_LEN_DATA_MAGIC);
    put(file + HTOL_AT_DATA_VERSION, HTOL_DATA_LAYOUT_VERSION, HTOL_LEN_DATA_VERSION);
    put(file + HTOL_AT_DATA_HEADER, HTOL_PAGE, HTOL_LEN_DATA_HEADER);
    put(file + HTOL_AT_DATA_BITS, SIZE - HTOL_PAGE, HTOL_LEN_DATA_BITS);
    put(file + HTOL_AT_DATA_BUILD_ID_SIZE, 3, HTOL_LEN_DATA_BUILD_ID_SIZE);
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
    {"version", HTOL_AT_DATA_VERSION, 9, 4, TRUE, "*version 9, this program knows version 1*"},
    {"checksum", HTOL_AT_DATA_PROGRAM, 'X', 1, FALSE, "*header damaged: wrong checksum*"},
    {"header", HTOL_AT_DATA_HEADER, 64, 4, TRUE, "*header of 64 bytes instead of 4096*"},
    {"shorter", HTOL_AT_DATA_BITS, SIZE, 8, TRUE, "*cut short: 12288 bytes behind * instead of 16384*"},
    {"longer", HTOL_AT_DATA_BITS, HTOL_PAGE, 8, TRUE, "*too long: 12288 bytes behind * instead of 4096*"},
    {"huge", HTOL_AT_DATA_BITS, G_MAXUINT64, 8, TRUE, "*cut short*"},
    {"build-id", HTOL_AT_DATA_BUILD_ID_SIZE, 65, 4, TRUE, "*build-id of 65 bytes*"},
    {"header padding", HTOL_PAGE - 1, 1, 1, TRUE, "*its padding is not zero*"},
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

    put(file + damage->place, damage->value, damage->width);
    if (damage->sealed)
        seal(file);
    g_assert_null(htol_data_read(arena, file, SIZE, &error));
    g_assert_nonnull(error);
    if (!g_pattern_match_simple(damage->message, error->message))
        g_error("%s: %s", damage->name, error->message);
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

static void assert_dir(const char *env, const char *cwd, const char *expected)
{
    g_autofree char *dir = htol_data_dir(env, cwd);

    g_assert_cmpstr(dir, ==, expected);
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
    g_autofree char *root = NULL;

    g_mkdir_with_parents(deep, 0777);
    assert_dir(NULL, deep, in_deep);
    g_assert_true(g_file_set_contents(mark, "gitdir: elsewhere\n", -1, NULL)); /* a work tree has a file */
    assert_dir(NULL, deep, in_checkout);
    assert_dir("", checkout, in_checkout);
    assert_dir("/elsewhere", deep, "/elsewhere");
    assert_dir("x/./y", deep, relative);
    root = htol_root_dir(deep);
    g_assert_cmpstr(root, ==, checkout);
    g_remove(mark);
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
    g_test_add_func("/data/damaged/endless program", test_endless_program);
    g_test_add_func("/data/lengths", test_lengths);
    g_test_add_func("/data/directories", test_directories);
    g_test_add_func("/data/table path", test_table_path);
    return g_test_run();
}
