/* Literals of C texts, as they stand in dictionaries of fuzzers. */
#include "fuzz/literals.h"

#include <glib/gstdio.h>

static char *dictionary_of(const char *text)
{
    g_autoptr(GHashTable) literals =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    g_autofree char *directory = g_dir_make_tmp("literals.XXXXXX", NULL);
    g_autofree char *path = g_build_filename(directory, "dictionary", NULL);
    char *written = NULL;
    fuzz_literals_add(literals, text);
    g_assert_true(fuzz_literals_write(literals, path, NULL));
    g_assert_true(g_file_get_contents(path, &written, NULL, NULL));
    g_remove(path);
    g_remove(directory);
    return written;
}

static void test_texts(void)
{
    static const struct {
        const char *text, *dictionary;
    } cases[] = {
        {"", ""},
        {"int x1 = f(\"GET\");", "\"GET\"\n"},
        {"\"a\\n\\x41\\101\\\"\\\\\" \"b\"", "\"a\\x0AAA\\x22\\x5C\"\n"},
        {"/* \"no\" */ // \"nor this\"\n\"yes\"", "\"yes\"\n"},
        {"#include \"file.h\"\n#define M \"in\"", "\"in\"\n"},
        {"'ab' 'c' '\\''", "\"ab\"\n"},
        {"0x1234 200 7 1.5", "\"\\x124\"\n\"4\\x12\"\n"},
        {"0x8950u", "\"P\\x89\"\n\"\\x89P\"\n"},
        {"\"open", "\"open\"\n"},
        {"\"cut\\", "\"cut\\x00\"\n"},
        {"/* open", ""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *dictionary = dictionary_of(cases[i].text);
        g_assert_cmpstr(dictionary, ==, cases[i].dictionary);
    }
}

static void test_long(void)
{
    g_autoptr(GString) text = g_string_new("\"");
    for (guint i = 0; i < FUZZ_LONGEST_LITERAL + 1; i++)
        g_string_append_c(text, 'a');
    g_string_append(text, "\"");
    g_autofree char *dictionary = dictionary_of(text->str);
    g_assert_cmpstr(dictionary, ==, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/literals/texts", test_texts);
    g_test_add_func("/literals/long", test_long);
    return g_test_run();
}
