/* A compiler's command line: one table of options, the parser driven by it, and the derived commands. Runs
 * nothing.
 *
 * The table has rows only for options that take a value in a word of their own, or that do not belong into
 * every derived command; all others are PLAIN. */
#include "annot/launch/command.h"

#include <fnmatch.h>
#include <string.h>

#include "htol/base/bytes.h"

/* The role of an argument: which derived commands it belongs to, and what it is. */
enum {
    CHECK = 1,
    PREPROCESS = 2,
    COMPILE = 4,
    PLAIN = CHECK | PREPROCESS | COMPILE,
    LINK = 8,      /* compile if it links; else check alone, where the compiler may say that it has no use for it */
    DIALECT = 16,  /* also for the front end */
    STOP = 32,     /* the command is passed through */
    LANGUAGE = 64, /* -x */
    WORDS = 128,   /* words for the preprocessor */
    SOURCE = 256,  /* C, to be annotated */
    ASIDE = 512    /* the command is passed through, and reports tell that its C is not measured */
};

typedef enum {
    ALONE,  /* the word is the option */
    NEXT,   /* and the next word is its value */
    EITHER, /* the value is joined or the next word */
    JOINED  /* the word begins with the option */
} Shape;

typedef struct {
    const char *name;
    Shape shape;
    guint role;
} Row;

/* Options; of those that a word begins with, the longest decides. */
static const Row rows[] = {
    /* What is asked for. */
    {"-c", ALONE, CHECK | COMPILE},
    {"-o", EITHER, CHECK | COMPILE},
    {"-x", EITHER, PLAIN | LANGUAGE},

    /* Not a compilation of C to an object for this machine, or one that cannot be annotated. */
    {"-", ALONE, STOP},
    {"--", ALONE, STOP},
    {"-###", ALONE, STOP},
    {"--analyze", ALONE, STOP},
    {"--driver-mode=", JOINED, STOP},
    {"--help", JOINED, STOP},
    {"--precompile", ALONE, STOP},
    {"--print-", JOINED, STOP},
    {"--target-help", ALONE, STOP},
    {"--version", ALONE, STOP},
    {"-E", ALONE, STOP},
    {"-M", ALONE, STOP},
    {"-MM", ALONE, STOP},
    {"-S", ALONE, STOP},
    {"-cc1", JOINED, STOP},
    {"-dumpfullversion", ALONE, STOP},
    {"-dumpmachine", ALONE, STOP},
    {"-dumpspecs", ALONE, STOP},
    {"-dumpversion", ALONE, STOP},
    {"-emit-ast", ALONE, STOP},
    {"-emit-llvm", ALONE, STOP},
    {"-fpreprocessed", ALONE, STOP},
    {"-fsyntax-only", ALONE, STOP},
    {"-include-pch", ALONE, STOP},
    {"-m16", ALONE, ASIDE},
    {"-m32", ALONE, ASIDE},
    {"-mx32", ALONE, ASIDE},
    {"-print-", JOINED, STOP},
    {"-v", ALONE, STOP},
    {"-working-directory", JOINED, STOP},

    /* How C is read. */
    {"--std=", JOINED, PLAIN | DIALECT},
    {"-ansi", ALONE, PLAIN | DIALECT},
    {"-fexec-charset=", JOINED, PLAIN | DIALECT},
    {"-fgnu89-inline", ALONE, PLAIN | DIALECT},
    {"-fms-extensions", ALONE, PLAIN | DIALECT},
    {"-fno-gnu89-inline", ALONE, PLAIN | DIALECT},
    {"-fno-short-enums", ALONE, PLAIN | DIALECT},
    {"-fno-signed-char", ALONE, PLAIN | DIALECT},
    {"-fno-unsigned-char", ALONE, PLAIN | DIALECT},
    {"-fpack-struct", JOINED, PLAIN | DIALECT},
    {"-fshort-enums", ALONE, PLAIN | DIALECT},
    {"-fshort-wchar", ALONE, PLAIN | DIALECT},
    {"-fsigned-char", ALONE, PLAIN | DIALECT},
    {"-funsigned-char", ALONE, PLAIN | DIALECT},
    {"-fwide-exec-charset=", JOINED, PLAIN | DIALECT},
    {"-malign-double", ALONE, PLAIN | DIALECT},
    {"-mlong-double-128", ALONE, PLAIN | DIALECT},
    {"-mlong-double-64", ALONE, PLAIN | DIALECT},
    {"-mlong-double-80", ALONE, PLAIN | DIALECT},
    {"-mms-bitfields", ALONE, PLAIN | DIALECT},
    {"-mno-ms-bitfields", ALONE, PLAIN | DIALECT},
    {"-std=", JOINED, PLAIN | DIALECT},

    /* Dependency files: the check writes them, named by the compiler itself. */
    {"-MD", ALONE, CHECK},
    {"-MF", EITHER, CHECK},
    {"-MG", ALONE, CHECK},
    {"-MJ", EITHER, CHECK},
    {"-MMD", ALONE, CHECK},
    {"-MP", ALONE, CHECK},
    {"-MQ", EITHER, CHECK},
    {"-MT", EITHER, CHECK},
    {"-MV", ALONE, CHECK},

    /* Messages: the check prints them. */
    {"--serialize-diagnostics", NEXT, CHECK},
    {"-H", ALONE, CHECK},
    {"-Werror", JOINED, CHECK},
    {"-fanalyzer", ALONE, CHECK},
    {"-fdiagnostics-", JOINED, CHECK},
    {"-pedantic-errors", ALONE, CHECK},
    {"-serialize-diagnostics", NEXT, CHECK},

    /* What must not be done to the text twice, or would change what -E prints. */
    {"-C", ALONE, CHECK},
    {"-CC", ALONE, CHECK},
    {"-P", ALONE, CHECK},
    {"-Wp,", JOINED, PLAIN | WORDS},
    {"-Xpreprocessor", NEXT, PLAIN | WORDS},
    {"-fdirectives-only", ALONE, CHECK},
    {"-finput-charset=", JOINED, CHECK | PREPROCESS},
    {"-imacros", EITHER, CHECK | PREPROCESS},
    {"-include", EITHER, CHECK | PREPROCESS},
    {"-trigraphs", ALONE, CHECK | PREPROCESS},

    /* Products of the compilation itself, and other words for the assembler. -g3 would leave macros in -E's
       text. */
    {"--coverage", ALONE, COMPILE},
    {"--save-temps", JOINED, COMPILE},
    {"-Wa,", JOINED, COMPILE},
    {"-Xassembler", NEXT, COMPILE},
    {"-aux-info", NEXT, COMPILE},
    {"-coverage", ALONE, COMPILE},
    {"-d", JOINED, COMPILE},
    {"-dumpbase", NEXT, COMPILE},
    {"-dumpbase-ext", NEXT, COMPILE},
    {"-dumpdir", NEXT, COMPILE},
    {"-fcallgraph-info", JOINED, COMPILE},
    {"-fdump-", JOINED, COMPILE},
    {"-fmem-report", ALONE, COMPILE},
    {"-fopt-info", JOINED, COMPILE},
    {"-fprofile-arcs", ALONE, COMPILE},
    {"-fstack-usage", ALONE, COMPILE},
    {"-ftest-coverage", ALONE, COMPILE},
    {"-ftime-report", JOINED, COMPILE},
    {"-ftime-trace", JOINED, COMPILE},
    {"-g", JOINED, COMPILE},
    {"-save-temps", JOINED, COMPILE},

    /* For the linker. */
    {"-L", EITHER, LINK},
    {"-T", EITHER, LINK},
    {"-Tbss", EITHER, LINK},
    {"-Tdata", EITHER, LINK},
    {"-Ttext", EITHER, LINK},
    {"-Wl,", JOINED, LINK},
    {"-Xlinker", NEXT, LINK},
    {"-e", EITHER, LINK},
    {"-framework", NEXT, LINK},
    {"-fuse-ld=", JOINED, LINK},
    {"-l", EITHER, LINK},
    {"-no-pie", ALONE, LINK},
    {"-nodefaultlibs", ALONE, LINK},
    {"-nolibc", ALONE, LINK},
    {"-nostartfiles", ALONE, LINK},
    {"-nostdlib", ALONE, LINK},
    {"-pie", ALONE, LINK},
    {"-r", ALONE, LINK},
    {"-rdynamic", ALONE, LINK},
    {"-rpath", NEXT, LINK},
    {"-s", ALONE, LINK},
    {"-shared", ALONE, LINK},
    {"-shared-libgcc", ALONE, LINK},
    {"-static", ALONE, LINK},
    {"-static-", JOINED, LINK},
    {"-symbolic", ALONE, LINK},
    {"-u", EITHER, LINK},
    {"-z", EITHER, LINK},

    /* For all, with a value. */
    {"--param", NEXT, PLAIN},
    {"--sysroot", NEXT, PLAIN},
    {"-A", EITHER, PLAIN},
    {"-B", EITHER, PLAIN},
    {"-D", EITHER, PLAIN},
    {"-F", EITHER, PLAIN},
    {"-I", EITHER, PLAIN},
    {"-U", EITHER, PLAIN},
    {"-Xanalyzer", NEXT, PLAIN},
    {"-Xclang", NEXT, PLAIN},
    {"-arch", NEXT, PLAIN},
    {"-idirafter", EITHER, PLAIN},
    {"-iframework", EITHER, PLAIN},
    {"-imultiarch", NEXT, PLAIN},
    {"-imultilib", NEXT, PLAIN},
    {"-iprefix", EITHER, PLAIN},
    {"-iquote", EITHER, PLAIN},
    {"-isysroot", EITHER, PLAIN},
    {"-isystem", EITHER, PLAIN},
    {"-isystem-after", EITHER, PLAIN},
    {"-ivfsoverlay", EITHER, PLAIN},
    {"-iwithprefix", EITHER, PLAIN},
    {"-iwithprefixbefore", EITHER, PLAIN},
    {"-mllvm", NEXT, PLAIN},
    {"-target", NEXT, PLAIN},
    {"-undef", ALONE, PLAIN},
    {"-wrapper", NEXT, PLAIN},
};

static const Row plain_row = {"", ALONE, PLAIN};

/* Programs that take a compiler's command line as their arguments. */
static const char *const launchers[] = {"buildcache", "ccache", "distcc", "icecc", "sccache", NULL};

/* Suffixes of text that a C compiler would compile, but that is not C to be preprocessed. */
static const char *const other_suffixes[] = {".C",  ".CPP", ".F",  ".F90", ".H",   ".M",    ".S",   ".ads", ".adb",
                                             ".bc", ".c++", ".cc", ".cp",  ".cpp", ".cppm", ".cu",  ".cxx", ".d",
                                             ".f",  ".f90", ".go", ".h",   ".hh",  ".hpp",  ".hxx", ".i",   ".ii",
                                             ".ll", ".m",   ".mi", ".mii", ".mm",  ".s",    ".sx",  ".tcc", NULL};

/* Files that build systems compile to learn about the compiler: what they hold is not the user's. `*` stands
 * for anything; they are matched against absolute paths. */
static const char *const probes[] = {
    "/dev/null",
    "*/conftest.*",
    "*/conftest?.c",
    "*/CMakeFiles/CMakeScratch/*",
    "*/CMakeFiles/CMakeTmp/*",
    "*/CMakeFiles/*/CompilerIdC/*",
    "*/CMakeFiles/CompilerIdC/*",
    "*/CMakeFiles/Check*/*",
    "*/CMakeCCompilerId.c",
    "*/CMakeCCompilerABI.c",
    "*/CheckFunctionExists.c",
    "*/CheckIncludeFile.c",
    "*/CheckSymbolExists.c",
    "*/CheckTypeSize.c",
    "*/testCCompiler.c",
    "*/meson-private/tmp*/*",
    "*/meson-private/sanitycheck*",
    NULL,
};

static gboolean matches_row(const Row *row, const char *word)
{
    if (row->shape == ALONE || row->shape == NEXT)
        return g_str_equal(word, row->name);
    return g_str_has_prefix(word, row->name);
}

static const Row *find_row(const char *word)
{
    const Row *best = &plain_row;
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        if (matches_row(&rows[i], word) && strlen(rows[i].name) > strlen(best->name))
            best = &rows[i];
    return best;
}

static gboolean has_value_word(const Row *row, const char *word)
{
    return row->shape == NEXT || (row->shape == EITHER && g_str_equal(word, row->name));
}

/* Returns the value of the option `name`, which may be joined to it. */
static const char *value_of(const AnnotCommand *command, const AnnotArg *arg, const char *name)
{
    return arg->count == 2 ? command->words[arg->first + 1] : command->words[arg->first] + strlen(name);
}

/* The first reason counts. */
static void keep_reason(char **reason, char *why)
{
    if (*reason)
        g_free(why);
    else
        *reason = why;
}

static void pass_through(AnnotCommand *command, char *why)
{
    keep_reason(&command->pass_through, why);
}

static void set_aside(AnnotCommand *command, char *why)
{
    keep_reason(&command->aside, why);
}

static char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return g_strdup(slash ? slash + 1 : path);
}

static gboolean has_suffix(const char *path, const char *const *suffixes)
{
    for (; *suffixes; suffixes++)
        if (g_str_has_suffix(path, *suffixes))
            return TRUE;
    return FALSE;
}

/* Returns the argument that an input file is; `language`, of -x, or else its name decides. */
static AnnotArg input_arg(AnnotCommand *command, guint word, const char *language)
{
    AnnotArg arg = {LINK, word, 1};
    const char *path = command->words[word];
    if (language ? g_str_equal(language, "c") : g_str_has_suffix(path, ".c")) {
        arg.role = PLAIN | SOURCE;
        g_ptr_array_add(command->sources, (char *)path);
    } else if (language || has_suffix(path, other_suffixes)) {
        set_aside(command, g_strdup_printf("%s is not C source", path));
    }
    return arg;
}

/* Notes what an option tells about the command. */
static void note_option(AnnotCommand *command, const AnnotArg *arg, const Row *row)
{
    char *word = command->words[arg->first];
    if (row->role & STOP)
        pass_through(command, g_strdup_printf("option %s", word));
    if (row->role & ASIDE)
        set_aside(command, g_strdup_printf("option %s", word));
    if (row->role & DIALECT)
        g_ptr_array_add(command->dialect, word);
    if (g_str_equal(word, "-c"))
        command->links = FALSE;
    if (g_str_equal(row->name, "-o"))
        command->output = value_of(command, arg, row->name);
    if (g_str_has_prefix(word, "-O")) {
        command->optimized = !g_str_equal(word, "-O0");
        command->small = g_str_equal(word, "-Os") || g_str_equal(word, "-Oz");
    }
    if (g_str_equal(word, "-pg") || g_str_has_prefix(word, "-finstrument-functions"))
        command->watched = TRUE;
    if (g_str_equal(word, "-pthread") || g_str_equal(word, "-fopenmp"))
        command->threads = TRUE;
    if (g_str_has_prefix(word, "-masm="))
        command->intel_syntax = g_str_equal(word, "-masm=intel");
}

static AnnotArg option_arg(AnnotCommand *command, guint word)
{
    const Row *row = find_row(command->words[word]);
    AnnotArg arg = {row->role, word, 1};
    if (has_value_word(row, command->words[word])) {
        if (command->words[word + 1])
            arg.count = 2;
        else
            pass_through(command, g_strdup_printf("option %s has no value", row->name));
    }
    if (!command->pass_through)
        note_option(command, &arg, row);
    return arg;
}

static void parse_args(AnnotCommand *command)
{
    const char *language = NULL;
    for (guint i = command->compiler_words; command->words[i] && !command->pass_through;) {
        AnnotArg arg = command->words[i][0] == '-' ? option_arg(command, i) : input_arg(command, i, language);
        if ((arg.role & LANGUAGE) && !command->pass_through) {
            language = value_of(command, &arg, "-x");
            language = g_str_equal(language, "none") ? NULL : language;
        }
        g_array_append_val(command->args, arg);
        i += arg.count;
    }
}

/* Whether zlib's hand-written configure made the file: it is named `ztest<process>.c`. */
static gboolean is_numbered_probe(const char *path)
{
    g_autofree char *name = base_name(path);
    if (!g_str_has_prefix(name, "ztest"))
        return FALSE;
    const char *digits = name + strlen("ztest");
    gsize count = strspn(digits, "0123456789");
    return count > 0 && g_str_equal(digits + count, ".c");
}

static gboolean is_probe(const char *path, const char *directory)
{
    if (!path)
        return FALSE;
    g_autofree char *full = path[0] == '/' ? g_strdup(path) : g_strdup_printf("%s/%s", directory, path);
    for (const char *const *probe = probes; *probe; probe++)
        if (fnmatch(*probe, full, 0) == 0)
            return TRUE;
    return is_numbered_probe(full);
}

static void judge_command(AnnotCommand *command, const char *directory)
{
    if (command->pass_through)
        return;
    if (!command->sources->len)
        pass_through(command, command->aside ? g_steal_pointer(&command->aside) : g_strdup("no C source"));
    if (is_probe(command->output, directory))
        pass_through(command, g_strdup_printf("%s is a probe of the build system", command->output));
    for (guint i = 0; i < command->sources->len; i++)
        if (is_probe(command->sources->pdata[i], directory))
            pass_through(command,
                         g_strdup_printf("%s is a probe of the build system", (char *)command->sources->pdata[i]));
    command->compiles = !command->pass_through && command->aside;
    if (command->compiles)
        pass_through(command, g_steal_pointer(&command->aside));
}

static void find_compiler(AnnotCommand *command)
{
    g_autofree char *name = base_name(command->words[0]);
    command->compiler_words = 1;
    if (g_strv_contains(launchers, name) && command->words[1] && command->words[1][0] != '-')
        command->compiler_words = 2;
    g_autofree char *compiler = base_name(command->words[command->compiler_words - 1]);
    if (strstr(compiler, "++"))
        pass_through(command, g_strdup_printf("%s compiles C++", compiler));
}

/* Gives arguments for the linker their final role, when it is known whether the command links. */
static void settle_links(AnnotCommand *command)
{
    for (guint i = 0; i < command->args->len; i++) {
        AnnotArg *arg = &g_array_index(command->args, AnnotArg, i);
        if (arg->role == LINK)
            arg->role = command->links ? COMPILE : CHECK;
    }
}

AnnotCommand *annot_command_parse(char **words, const char *directory)
{
    g_assert(words[0]);
    AnnotCommand *command = g_new0(AnnotCommand, 1);
    command->words = words;
    command->args = g_array_new(FALSE, FALSE, sizeof(AnnotArg));
    command->sources = g_ptr_array_new();
    command->dialect = g_ptr_array_new();
    command->links = TRUE;
    find_compiler(command);
    parse_args(command);
    g_ptr_array_add(command->dialect, NULL);
    judge_command(command, directory);
    settle_links(command);
    return command;
}

void annot_command_free(AnnotCommand *command)
{
    g_array_unref(command->args);
    g_ptr_array_unref(command->sources);
    g_ptr_array_unref(command->dialect);
    g_free(command->pass_through);
    g_free(command->aside);
    g_free(command);
}

static void add_word(GPtrArray *argv, const char *word)
{
    g_ptr_array_add(argv, g_strdup(word));
}

static void add_words(GPtrArray *argv, const AnnotCommand *command, guint first, guint count)
{
    for (guint i = 0; i < count; i++)
        add_word(argv, command->words[first + i]);
}

static GPtrArray *begin_words(const AnnotCommand *command)
{
    GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
    add_words(argv, command, 0, command->compiler_words);
    return argv;
}

static char **end_words(GPtrArray *argv)
{
    g_ptr_array_add(argv, NULL);
    return (char **)g_ptr_array_free(argv, FALSE);
}

static gboolean chooses_colour(const AnnotCommand *command)
{
    for (char **word = command->words; *word; word++)
        if (strstr(*word, "diagnostics-color") || strstr(*word, "color-diagnostics"))
            return TRUE;
    return FALSE;
}

/* Options of dependency files that mean the same to who preprocesses and to who compiles. */
static gboolean is_plain_dependency(const char *word)
{
    static const char *const begins[] = {"-MD", "-MMD", "-MP", "-MF", "-MT", "-MQ"};
    for (guint i = 0; i < G_N_ELEMENTS(begins); i++)
        if (g_str_has_prefix(word, begins[i]))
            return TRUE;
    return FALSE;
}

/* Whether the compiler may do more for the word than read C, look for what it warns of, and say so. */
static gboolean does_more(const AnnotCommand *command, const AnnotArg *arg)
{
    static const char *const begins[] = {
        "-M",      "--serialize-diagnostics", "-fdiagnostics-", "-fplugin", "-Xclang", "-wrapper", "-specs",
        "--specs", "-ftime-report",           "-ftime-trace"};
    const char *word = command->words[arg->first];
    if (arg->role & WORDS)
        return TRUE;
    for (guint i = 0; i < G_N_ELEMENTS(begins); i++)
        if (g_str_has_prefix(word, begins[i]))
            return !is_plain_dependency(word) && !g_str_has_prefix(word, "-fdiagnostics-color");
    return FALSE;
}

/* Returns the first argument that begins so; NULL: there is none. */
static const AnnotArg *argument(const AnnotCommand *command, const char *begin)
{
    for (guint i = 0; i < command->args->len; i++) {
        const AnnotArg *arg = &g_array_index(command->args, AnnotArg, i);
        if (!(arg->role & SOURCE) && g_str_has_prefix(command->words[arg->first], begin))
            return arg;
    }
    return NULL;
}

gboolean annot_command_only_says(const AnnotCommand *command)
{
    gboolean depends = argument(command, "-MD") || argument(command, "-MMD");
    gboolean named = argument(command, "-MF") && (argument(command, "-MT") || argument(command, "-MQ"));
    if (command->sources->len != 1 || (depends && !named))
        return FALSE;
    for (guint i = 0; i < command->args->len; i++)
        if (does_more(command, &g_array_index(command->args, AnnotArg, i)))
            return FALSE;
    return TRUE;
}

/* Whether the check does the same without the argument: it names files that others write. */
static gboolean is_for_others(const AnnotCommand *command, const AnnotArg *arg)
{
    const char *word = command->words[arg->first];
    return !(arg->role & SOURCE) && (is_plain_dependency(word) || g_str_has_prefix(word, "-o"));
}

char **annot_command_check(const AnnotCommand *command, gboolean colour)
{
    GPtrArray *argv = begin_words(command);
    gboolean only = annot_command_only_says(command);
    for (guint i = 0; i < command->args->len; i++) {
        const AnnotArg *arg = &g_array_index(command->args, AnnotArg, i);
        if (arg->role & CHECK && !(only && is_for_others(command, arg)))
            add_words(argv, command, arg->first, arg->count);
    }
    add_word(argv, "-fsyntax-only");
    if (colour && !chooses_colour(command))
        add_word(argv, "-fdiagnostics-color=always");
    return end_words(argv);
}

/* Returns the words that an argument hands to the preprocessor; to be freed. */
static char **preprocessor_words(const AnnotCommand *command, const AnnotArg *arg)
{
    if (arg->count == 2)
        return g_strdupv((char *[]){command->words[arg->first + 1], NULL});
    return g_strsplit(command->words[arg->first] + strlen("-Wp,"), ",", -1);
}

/* Whether the word is about dependency files; *file: whether it is the file of the word before; set to
 * whether the next word is its file. */
static gboolean is_dependency(const char *word, gboolean *file)
{
    static const char *const with_file[] = {"-MD", "-MMD", "-MF", "-MT", "-MQ", NULL};
    static const char *const alone[] = {"-MP", "-MG", NULL};
    if (*file) {
        *file = FALSE;
        return TRUE;
    }
    *file = g_strv_contains(with_file, word);
    return *file || g_strv_contains(alone, word);
}

static void add_preprocessor(GPtrArray *argv, const AnnotCommand *command, const AnnotArg *arg, gboolean *file)
{
    g_auto(GStrv) words = preprocessor_words(command, arg);
    for (char **word = words; *word; word++) {
        if (is_dependency(*word, file))
            continue;
        add_word(argv, "-Xpreprocessor");
        add_word(argv, *word);
    }
}

static void add_dependencies(GPtrArray *argv, const AnnotCommand *command)
{
    for (guint i = 0; i < command->args->len; i++) {
        const AnnotArg *arg = &g_array_index(command->args, AnnotArg, i);
        if (!(arg->role & SOURCE) && is_plain_dependency(command->words[arg->first]))
            add_words(argv, command, arg->first, arg->count);
    }
}

/* Returns the command that preprocesses the source into `output`, and behind it the file `file_behind` (NULL: none); to
 * be freed. */
static char **preprocess(const AnnotCommand *command, guint source, const char *file_behind, const char *output)
{
    GPtrArray *argv = begin_words(command);
    gboolean file = FALSE;
    guint seen = 0;
    for (guint i = 0; i < command->args->len; i++) {
        const AnnotArg *arg = &g_array_index(command->args, AnnotArg, i);
        if (!(arg->role & PREPROCESS) || ((arg->role & SOURCE) && seen++ != source))
            continue;
        if ((arg->role & SOURCE) && file_behind)
            add_word(argv, "-include");
        if (arg->role & WORDS)
            add_preprocessor(argv, command, arg, &file);
        else
            add_words(argv, command, arg->first, arg->count);
    }
    if (file_behind) {
        add_word(argv, file_behind);
        add_word(argv, "-P"); /* a marker stands where a macro of a system's header does */
    }
    if (!file_behind && annot_command_only_says(command))
        add_dependencies(argv, command);
    add_word(argv, "-D__HLCOV__=1");
    add_word(argv, "-w");
    add_word(argv, "-E");
    add_word(argv, "-o");
    add_word(argv, output);
    return end_words(argv);
}

char **annot_command_preprocess(const AnnotCommand *command, guint source, const char *output)
{
    return preprocess(command, source, NULL, output);
}

char **annot_command_expand(const AnnotCommand *command, guint source, const char *file, const char *output)
{
    return preprocess(command, source, file, output);
}

char **annot_command_object(const AnnotCommand *command, const char *file, const char *output)
{
    GPtrArray *argv = begin_words(command);
    gboolean value = FALSE;
    for (guint i = 0; i < command->args->len; i++) {
        const AnnotArg *arg = &g_array_index(command->args, AnnotArg, i);
        if (!(arg->role & PREPROCESS) || (arg->role & SOURCE))
            continue;
        if (arg->role & WORDS)
            add_preprocessor(argv, command, arg, &value);
        else
            add_words(argv, command, arg->first, arg->count);
    }
    add_word(argv, "-w");
    add_word(argv, "-c");
    add_word(argv, file);
    add_word(argv, "-o");
    add_word(argv, output);
    return end_words(argv);
}

static void add_language(GPtrArray *argv, const AnnotCommand *command, const AnnotArg *arg)
{
    const char *language = value_of(command, arg, "-x");
    add_word(argv, "-x");
    add_word(argv, g_str_equal(language, "c") ? "cpp-output" : language);
}

/* clang has errors that are warnings: -w does not silence them, -Wno-everything does, which gcc ignores. Behind -w, gcc
 * still looks for what it would warn of by the last four, for seconds where a condition is nested deeply. Common
 * subexpressions are not looked for globally in functions that are so large, with all criteria, that gcc spent a third
 * of its time on that; its own limit is four times as high. clang has no such option, and says so nowhere. */
static const char *const behind[] = {
    "--param=max-gcse-memory=32768", /* KiB */
    "-w",
    "-Wno-everything",
    "-Wno-free-nonheap-object",
    "-Wno-mismatched-dealloc",
    "-Wno-use-after-free",
    "-Wno-dangling-pointer",
    NULL,
};

char **annot_command_compile(const AnnotCommand *command, char *const *texts)
{
    GPtrArray *argv = begin_words(command);
    for (guint i = 0; i < command->args->len; i++) {
        const AnnotArg *arg = &g_array_index(command->args, AnnotArg, i);
        if (!(arg->role & COMPILE) || (arg->role & WORDS))
            continue;
        if (arg->role & SOURCE)
            add_word(argv, *texts++);
        else if (arg->role & LANGUAGE)
            add_language(argv, command, arg);
        else
            add_words(argv, command, arg->first, arg->count);
    }
    for (const char *const *word = behind; *word; word++)
        add_word(argv, *word);
    return end_words(argv);
}

static gboolean has_prefix(const char *word, const char *const *prefixes)
{
    for (; *prefixes; prefixes++)
        if (g_str_has_prefix(word, *prefixes))
            return TRUE;
    return FALSE;
}

guint64 annot_command_digest(const AnnotCommand *command)
{
    static const char *const names_functions[] = {"-fsanitize", "-fpatchable-function-entry", "-fxray",
                                                  "-mrecord-mcount", NULL};
    guint64 sum = HTOL_FNV_BASIS;
    if (command->watched)
        return 0;
    for (guint i = 0; i < command->args->len; i++) {
        const AnnotArg *arg = &g_array_index(command->args, AnnotArg, i);
        for (guint k = 0; (arg->role & PLAIN) == PLAIN && !(arg->role & SOURCE) && k < arg->count; k++) {
            const char *word = command->words[arg->first + k];
            if (has_prefix(word, names_functions))
                return 0;
            sum = htol_sum(sum, (const guint8 *)word, strlen(word) + 1);
        }
    }
    return sum ? sum : 1;
}

static gboolean chooses_machine(const char *word)
{
    static const char *const names[] = {"--target", "-target", "--sysroot",    "-isysroot",      "--gcc-toolchain",
                                        "-B",       "-mabi=",  "-mbig-endian", "-mlittle-endian"};
    gboolean found = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        found |= g_str_has_prefix(word, names[i]);
    return found;
}

char **annot_command_machine(const AnnotCommand *command)
{
    GPtrArray *argv = begin_words(command);
    for (guint i = 0; i < command->args->len; i++) {
        const AnnotArg *arg = &g_array_index(command->args, AnnotArg, i);
        if (!(arg->role & SOURCE) && chooses_machine(command->words[arg->first]))
            add_words(argv, command, arg->first, arg->count);
    }
    return end_words(argv);
}

char *annot_command_stem(const char *source)
{
    char *name = base_name(source);
    char *dot = strrchr(name, '.');
    if (dot)
        *dot = '\0';
    return name;
}

char *annot_command_product(const AnnotCommand *command, guint source)
{
    if (command->output)
        return g_strdup(command->output);
    if (command->links)
        return g_strdup("a.out");
    g_autofree char *stem = annot_command_stem(command->sources->pdata[source]);
    return g_strconcat(stem, ".o", NULL);
}
