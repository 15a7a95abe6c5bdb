/* Command lines of compilers, as build systems write them, and what is derived from them. Runs no compiler.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "annot/launch/command.h"
#include "annot/launch/response.h"

static char **split(const char *line)
{
    char **words = NULL;
    gboolean good = g_shell_parse_argv(line, NULL, &words, NULL);
    g_assert_true(good);
    return words;
}

static char *join(char **words)
{
    char *line = g_strjoinv(" ", words);
    g_strfreev(words);
    return line;
}

/* A command line, and what follows the compiler's name in the derived ones. Its first source is preprocessed
 * to P, and compiled as A; its second as B. */
typedef struct {
    const char *name, *line, *check, *preprocess, *compile;
} Row;

#define QUIET " -D__HLCOV__=1 -w -E -o P"
#define SILENT                                                                                                         \
    " --param=max-gcse-memory=32768 -w -Wno-everything -Wno-free-nonheap-object -Wno-mismatched-dealloc "              \
    "-Wno-use-after-free -Wno-dangling-pointer"

static const Row rows[] = {
    {"plain", "gcc -c foo.c", "-c foo.c -fsyntax-only", "foo.c" QUIET, "-c A" SILENT},
    {"automake", "gcc -DHAVE_CONFIG_H -I. -g -O2 -MT a/foo.o -MD -MP -MF a/.deps/foo.Tpo -c -o a/foo.o ../a/foo.c",
     "-DHAVE_CONFIG_H -I. -O2 -c ../a/foo.c -fsyntax-only",
     "-DHAVE_CONFIG_H -I. -O2 ../a/foo.c -MT a/foo.o -MD -MP -MF a/.deps/foo.Tpo" QUIET,
     "-DHAVE_CONFIG_H -I. -g -O2 -c -o a/foo.o A" SILENT},
    {"libtool", "gcc -g -O2 -c foo.c  -fPIC -DPIC -o .libs/foo.o", "-O2 -c foo.c -fPIC -DPIC -fsyntax-only",
     "-O2 foo.c -fPIC -DPIC" QUIET, "-g -O2 -c A -fPIC -DPIC -o .libs/foo.o" SILENT},
    {"cmake",
     "/usr/bin/cc -Dx_EXPORTS -isystem /i -O3 -std=gnu11 -fPIC -MD -MT d/a.c.o -MF d/a.c.o.d -o d/a.c.o -c "
     "/s/a.c",
     "-Dx_EXPORTS -isystem /i -O3 -std=gnu11 -fPIC -c /s/a.c -fsyntax-only",
     "-Dx_EXPORTS -isystem /i -O3 -std=gnu11 -fPIC /s/a.c -MD -MT d/a.c.o -MF d/a.c.o.d" QUIET,
     "-Dx_EXPORTS -isystem /i -O3 -std=gnu11 -fPIC -o d/a.c.o -c A" SILENT},
    {"meson", "cc -Ip -fdiagnostics-color=always -Wall -Werror -MD -MQ p/a.o -MF p/a.o.d -o p/a.o -c ../a.c",
     "-Ip -fdiagnostics-color=always -Wall -Werror -c ../a.c -fsyntax-only",
     "-Ip -Wall ../a.c -MD -MQ p/a.o -MF p/a.o.d" QUIET, "-Ip -Wall -o p/a.o -c A" SILENT},
    {"kbuild", "gcc -Wp,-MMD,k/.a.o.d -nostdinc -include k.h -Wp,-DX,-UY -Werror=undef -c -o k/a.o k/a.c",
     "-Wp,-MMD,k/.a.o.d -nostdinc -include k.h -Wp,-DX,-UY -Werror=undef -c -o k/a.o k/a.c -fsyntax-only",
     "-nostdinc -include k.h -Xpreprocessor -DX -Xpreprocessor -UY k/a.c" QUIET, "-nostdinc -c -o k/a.o A" SILENT},
    {"xpreprocessor", "gcc -Xpreprocessor -MD -Xpreprocessor a.d -Xpreprocessor -DX -c a.c",
     "-Xpreprocessor -MD -Xpreprocessor a.d -Xpreprocessor -DX -c a.c -fsyntax-only", "-Xpreprocessor -DX a.c" QUIET,
     "-c A" SILENT},
    {"link", "gcc -O2 a.c b.o -L. -lz -Wl,-z,now -pthread -oprog", "-O2 a.c -pthread -fsyntax-only",
     "-O2 a.c -pthread" QUIET, "-O2 A b.o -L. -lz -Wl,-z,now -pthread -oprog" SILENT},
    {"unused inputs", "gcc -c a.c b.o -lz", "-c a.c b.o -lz -fsyntax-only", "a.c" QUIET, "-c A" SILENT},
    {"two sources", "gcc -shared a.c d/b.c -o x.so", "a.c d/b.c -o x.so -fsyntax-only", "a.c" QUIET,
     "-shared A B -o x.so" SILENT},
    {"language", "gcc -x c a.inc -x none b.o -o p", "-x c a.inc -x none -fsyntax-only", "-x c a.inc -x none" QUIET,
     "-x cpp-output A -x none b.o -o p" SILENT},
    {"joined language", "gcc -xc -c a.inc", "-xc -c a.inc -fsyntax-only", "-xc a.inc" QUIET,
     "-x cpp-output -c A" SILENT},
    {"ccache", "/usr/bin/ccache gcc -c a.c", "gcc -c a.c -fsyntax-only", "gcc a.c" QUIET, "gcc -c A" SILENT},
    {"products", "gcc -g3 --coverage -save-temps=obj -fdump-tree-all -Wa,-al -pedantic-errors -c a.c",
     "-pedantic-errors -c a.c -fsyntax-only", "a.c" QUIET,
     "-g3 --coverage -save-temps=obj -fdump-tree-all -Wa,-al -c A" SILENT},
    {"text", "gcc -finput-charset=latin1 -imacros m.h -trigraphs -D_FORTIFY_SOURCE=2 -O -c a.c",
     "-finput-charset=latin1 -imacros m.h -trigraphs -D_FORTIFY_SOURCE=2 -O -c a.c -fsyntax-only",
     "-finput-charset=latin1 -imacros m.h -trigraphs -D_FORTIFY_SOURCE=2 -O a.c" QUIET,
     "-D_FORTIFY_SOURCE=2 -O -c A" SILENT},
    {"values that look like more", "gcc -D -c -I -S -Xclang -E -c --param ggc=1 a.c",
     "-D -c -I -S -Xclang -E -c --param ggc=1 a.c -fsyntax-only", "-D -c -I -S -Xclang -E --param ggc=1 a.c" QUIET,
     "-D -c -I -S -Xclang -E -c --param ggc=1 A" SILENT},
    {"clang", "clang-19 -target x86_64-linux-gnu -mllvm -foo -fsanitize=address -c a.c",
     "-target x86_64-linux-gnu -mllvm -foo -fsanitize=address -c a.c -fsyntax-only",
     "-target x86_64-linux-gnu -mllvm -foo -fsanitize=address a.c" QUIET,
     "-target x86_64-linux-gnu -mllvm -foo -fsanitize=address -c A" SILENT},
};

static void test_row(gconstpointer data)
{
    const Row *row = data;
    g_auto(GStrv) words = split(row->line);
    g_autoptr(AnnotCommand) command = annot_command_parse(words, "/b");
    g_assert_cmpstr(command->pass_through, ==, NULL);
    g_autofree char *check = join(annot_command_check(command, FALSE));
    g_autofree char *preprocess = join(annot_command_preprocess(command, 0, "P"));
    g_autofree char *compile = join(annot_command_compile(command, (char *[]){"A", "B", NULL}));
    gsize compiler = strlen(words[0]) + 1;
    g_assert_cmpstr(check + compiler, ==, row->check);
    g_assert_cmpstr(preprocess + compiler, ==, row->preprocess);
    g_assert_cmpstr(compile + compiler, ==, row->compile);
}

/* The reason why, and the command line. */
static const char *const passed[][2] = {
    {"no C source", "gcc a.o b.o -o p"},
    {"no C source", "gcc -lz"},
    {"no C source", "gcc"},
    {"option -E", "gcc -E a.c"},
    {"option -S", "gcc -S a.c"},
    {"option -M", "gcc -M a.c"},
    {"option -MM", "gcc -MM -MF x a.c"},
    {"option -fsyntax-only", "gcc -fsyntax-only a.c"},
    {"option -m32", "gcc -m32 -c a.c"},
    {"option -mx32", "gcc -mx32 -c a.c"},
    {"option -v", "gcc -v -c a.c"},
    {"option -###", "gcc '-###' -c a.c"},
    {"option --version", "gcc --version"},
    {"option -dumpversion", "gcc -dumpversion"},
    {"option -print-prog-name=ld", "gcc -print-prog-name=ld"},
    {"option -", "gcc -x c -c -"},
    {"option --", "clang -c -- a.c"},
    {"option -emit-llvm", "clang -c -emit-llvm a.c"},
    {"option -o has no value", "gcc -c a.c -o"},
    {"a.s is not C source", "gcc -c a.s"},
    {"b.S is not C source", "gcc a.c b.S"},
    {"a.cc is not C source", "gcc -c a.cc"},
    {"b.cc is not C source", "gcc b.cc -m32 a.c"},
    {"conftest.c is a probe of the build system", "gcc conftest.c a.S"},
    {"a.cpp is not C source", "gcc -c a.cpp"},
    {"a.cxx is not C source", "gcc -c a.cxx"},
    {"a.C is not C source", "gcc -c a.C"},
    {"a.m is not C source", "clang -c a.m"},
    {"a.i is not C source", "gcc -c a.i"},
    {"a.h is not C source", "gcc a.h"},
    {"a.c is not C source", "gcc -x c++ -c a.c"},
    {"a.c is not C source", "gcc -x assembler-with-cpp -c a.c"},
    {"g++ compiles C++", "g++ -c a.c"},
    {"clang++-19 compiles C++", "ccache clang++-19 -c a.c"},
    {"conftest.c is a probe of the build system", "gcc -c -g conftest.c"},
    {"conftest2.c is a probe of the build system", "gcc -c -O2 conftest2.c"},
    {"conftest.dir/sub/a.c is a probe of the build system", "gcc -c conftest.dir/sub/a.c"},
    {"ztest123.c is a probe of the build system", "gcc -c ztest123.c"},
    {"/dev/null is a probe of the build system", "gcc -Wfoo -x c -c /dev/null -o t"},
    {"/dev/null is a probe of the build system", "gcc -Wfoo -c a.c -o /dev/null"},
    {"/b/CMakeFiles/CMakeScratch/TryCompile-x/src.c is a probe of the build system",
     "gcc -c /b/CMakeFiles/CMakeScratch/TryCompile-x/src.c"},
    {"CMakeFiles/t.dir/a.c.o is a probe of the build system",
     "gcc -o CMakeFiles/t.dir/a.c.o -c /usr/share/CMakeCCompilerABI.c"},
    {"/b/meson-private/tmp1/testfile.c is a probe of the build system", "cc -c /b/meson-private/tmp1/testfile.c"},
    {"/b/meson-private/sanitycheckc.c is a probe of the build system", "cc /b/meson-private/sanitycheckc.c"},
};

/* Whether the command compiles C that nobody measures. */
static gboolean is_told(const char *line)
{
    static const char *const told[] = {"gcc -m32 -c a.c", "gcc -mx32 -c a.c", "gcc a.c b.S", "gcc b.cc -m32 a.c", NULL};
    return g_strv_contains(told, line);
}

static void test_pass_through(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(passed); i++) {
        const char *directory = strstr(passed[i][0], "t.dir") ? "/b/CMakeFiles/CMakeTmp" : "/b";
        g_auto(GStrv) words = split(passed[i][1]);
        g_autoptr(AnnotCommand) command = annot_command_parse(words, directory);
        g_assert_cmpstr(command->pass_through, ==, passed[i][0]);
        g_assert_cmpint(command->compiles, ==, is_told(passed[i][1]));
    }
}

static void test_second_source(void)
{
    g_auto(GStrv) words = split("gcc -O a.c b.c -DX c.c -c");
    g_autoptr(AnnotCommand) command = annot_command_parse(words, "/");
    g_autofree char *preprocess = join(annot_command_preprocess(command, 1, "P"));
    g_assert_cmpstr(preprocess, ==, "gcc -O b.c -DX" QUIET);
    g_assert_cmpuint(command->sources->len, ==, 3);
    g_assert_false(command->links);
}

static void test_dialect(void)
{
    g_auto(GStrv) words = split("gcc -std=c99 -O2 -funsigned-char -masm=intel -DX -ansi -ofoo -c a.c");
    g_autoptr(AnnotCommand) command = annot_command_parse(words, "/");
    g_autofree char *dialect = g_strjoinv(" ", (char **)command->dialect->pdata);
    g_assert_cmpstr(dialect, ==, "-std=c99 -funsigned-char -ansi");
    g_assert_true(command->intel_syntax);
    g_assert_cmpstr(command->output, ==, "foo");
}

static void test_colour(void)
{
    static const char *const lines[][2] = {
        {"gcc -c a.c", "gcc -c a.c -fsyntax-only -fdiagnostics-color=always"},
        {"gcc -c a.c -fno-diagnostics-color", "gcc -c a.c -fno-diagnostics-color -fsyntax-only"},
        {"clang -c a.c -fcolor-diagnostics", "clang -c a.c -fcolor-diagnostics -fsyntax-only"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_auto(GStrv) words = split(lines[i][0]);
        g_autoptr(AnnotCommand) command = annot_command_parse(words, "/");
        g_autofree char *check = join(annot_command_check(command, TRUE));
        g_assert_cmpstr(check, ==, lines[i][1]);
    }
}

static void test_stem(void)
{
    static const char *const names[][2] = {{"a.c", "a"}, {"d.e/a.b.c", "a.b"}, {"/x/a", "a"}, {"../-y.c", "-y"}};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *stem = annot_command_stem(names[i][0]);
        g_assert_cmpstr(stem, ==, names[i][1]);
    }
}

static void write_file(const char *directory, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(directory, name, NULL);
    gboolean written = g_file_set_contents(path, text, -1, NULL);
    g_assert_true(written);
}

/* The files are named relative to the working directory. */
static char *directory_with_files(void)
{
    char *directory = g_dir_make_tmp("command-XXXXXX", NULL);
    write_file(directory, "args", "-c  'a b.c'\n\t\"-DX=\\\"y\\\"\" -D'Z=\\'q' c\\ d.c \"\" @more\n");
    write_file(directory, "more", "@missing -I\xe9");
    write_file(directory, "loop", "-c @loop");
    int changed = g_chdir(directory);
    g_assert_cmpint(changed, ==, 0);
    return directory;
}

static void remove_files(char *directory)
{
    static const char *const names[] = {"args", "more", "loop"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        g_unlink(names[i]);
    g_chdir("/");
    g_rmdir(directory);
    g_free(directory);
}

static void test_response(void)
{
    char *directory = directory_with_files();
    g_auto(GStrv) words = annot_response_expand((char *[]){"gcc", "@args", "-O", NULL});
    g_autofree char *line = g_strjoinv("|", words);
    g_assert_cmpstr(line, ==, "gcc|-c|a b.c|-DX=\"y\"|-DZ='q|c d.c||@missing|-I\xe9|-O");
    remove_files(directory);
}

static void test_response_nested(void)
{
    char *directory = directory_with_files();
    g_auto(GStrv) words = annot_response_expand((char *[]){"gcc", "@more", NULL});
    g_autofree char *line = g_strjoinv("|", words);
    g_assert_cmpstr(line, ==, "gcc|@missing|-I\xe9");
    g_assert_null(annot_response_expand((char *[]){"gcc", "@loop", NULL}));
    remove_files(directory);
}

/* Whether a check of the command says the same of the same text, and writes no file but one of dependencies that
 * preprocessing writes. */
static const struct {
    const char *line;
    gboolean only;
} sayings[] = {
    {"gcc -Wall -O2 -c a.c -o a.o", TRUE},
    {"gcc -c a.c -MD -MF a.d -MT a.o", TRUE},
    {"gcc -c a.c -MMD -MFa.d -MQa.o -MP", TRUE},
    {"clang -fdiagnostics-color=always -H -c a.c", TRUE},
    {"gcc -c a.c -MD", FALSE},
    {"gcc -c a.c -MMD -MF a.d", FALSE},
    {"gcc -c a.c -MMD -MT a.o", FALSE},
    {"gcc -c a.c -MD -MF a.d -MT a.o -MG", FALSE},
    {"clang -c a.c -MD -MF a.d -MT a.o -MJ a.json", FALSE},
    {"gcc -c a.c -Wp,-MMD,a.d", FALSE},
    {"gcc -c a.c -Xpreprocessor -MMD -Xpreprocessor a.d", FALSE},
    {"gcc -fplugin=p.so -c a.c", FALSE},
    {"gcc -fdiagnostics-format=json-file -c a.c", FALSE},
    {"clang --serialize-diagnostics a.dia -c a.c", FALSE},
    {"gcc a.c b.c", FALSE},
};

static void test_says(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(sayings); i++) {
        g_auto(GStrv) words = split(sayings[i].line);
        g_autoptr(AnnotCommand) command = annot_command_parse(words, "/b");
        g_test_message("%s", sayings[i].line);
        g_assert_cmpint(annot_command_only_says(command), ==, sayings[i].only);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = g_strdup_printf("/command/derived/%s", rows[i].name);
        g_test_add_data_func(path, &rows[i], test_row);
    }
    g_test_add_func("/command/pass-through", test_pass_through);
    g_test_add_func("/command/second source", test_second_source);
    g_test_add_func("/command/dialect", test_dialect);
    g_test_add_func("/command/colour", test_colour);
    g_test_add_func("/command/stem", test_stem);
    g_test_add_func("/response/words", test_response);
    g_test_add_func("/response/nested", test_response_nested);
    g_test_add_func("/command/says", test_says);
    return g_test_run();
}
