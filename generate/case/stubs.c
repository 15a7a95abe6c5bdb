/* Writes stubs; see stubs.h. */
#include "generate/case/stubs.h"

#include <dlfcn.h>
#include <string.h>

/* ---- types of functions ---- */

/* Parts of a function's type: "int (*(char))(long)" is "int (*", "char" and ")(long)". */
typedef struct {
    char *before, *parameters, *behind;
} Signature;

static void signature_clear(Signature *signature)
{
    g_free(signature->before);
    g_free(signature->parameters);
    g_free(signature->behind);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Signature, signature_clear)

/* The parenthesis that closes the one at `open`. */
static const char *closing(const char *open)
{
    int depth = 0;
    for (const char *at = open; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0)
            return at;
    }
    return NULL;
}

/* The one that opens the last of the text. */
static const char *last_opening(const char *text)
{
    int depth = 0;
    for (const char *at = text + strlen(text); at > text; at--) {
        depth += (at[-1] == ')') - (at[-1] == '(');
        if (at[-1] == '(' && depth == 0)
            return at - 1;
    }
    return NULL;
}

/* A function that returns a pointer to a function has its own parameters inside of the first parentheses. */
static gboolean read_signature(const char *type, Signature *signature)
{
    const char *inner = strstr(type, "(*("), *open = inner ? inner + 2 : last_opening(type);
    const char *close = open ? closing(open) : NULL;
    if (!close)
        return FALSE;
    signature->before = g_strndup(type, (gsize)(open - type));
    signature->parameters = g_strndup(open + 1, (gsize)(close - open) - 1);
    signature->behind = g_strdup(close + 1);
    return TRUE;
}

/* Splits parameters at commas that are not in parentheses. To be freed. */
static char **split_parameters(const char *list)
{
    g_autoptr(GStrvBuilder) all = g_strv_builder_new();
    const char *begin = list;
    int depth = 0;
    for (const char *at = list;; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at && (*at != ',' || depth > 0))
            continue;
        g_autofree char *one = g_strstrip(g_strndup(begin, (gsize)(at - begin)));
        if (*one)
            g_strv_builder_add(all, one);
        if (!*at)
            return g_strv_builder_end(all);
        begin = at + 1;
    }
}

/* A list of arguments has no name of its own but this one. */
static const char *parameter_text(const char *text)
{
    return strcmp(text, "struct __va_list_tag *") == 0 ? "__builtin_va_list" : text;
}

/* Parameters with names, each of which is told to be unused. */
static void append_parameters(const char *list, GString *out, GString *unused)
{
    g_auto(GStrv) parameters = split_parameters(list);
    for (guint i = 0; parameters[i]; i++) {
        g_autofree char *name = g_strdup_printf("$p%u", i + 1);
        g_string_append(out, i > 0 ? ", " : "");
        if (strcmp(parameters[i], "void") == 0 || strcmp(parameters[i], "...") == 0) {
            g_string_append(out, parameters[i]);
            continue;
        }
        generate_declare(parameter_text(parameters[i]), name, out);
        g_string_append_printf(unused, "    (void)%s;\n", name);
    }
    g_string_append(out, parameters[0] ? "" : "void");
}

/* ---- functions ---- */

static void declare_answers(const GenerateStub *stub, GString *out)
{
    g_autofree char *answers = g_strdup_printf("*$%s_answers", stub->decl->name);
    g_string_append(out, "static ");
    generate_declare(stub->type, answers, out);
    g_string_append_printf(out, ";\nstatic unsigned $%s_left;\n\n", stub->decl->name);
}

static void append_body(const GenerateStub *stub, const char *unused, GString *out)
{
    const char *name = stub->decl->name;
    g_string_append(out, "{\n");
    if (stub->type) {
        g_string_append(out, "    static ");
        generate_declare(stub->type, "$none", out);
        g_string_append(out, ";\n");
    }
    g_string_append(out, unused);
    if (stub->decl->no_return)
        g_string_append(out, "    abort();\n");
    else if (stub->type)
        g_string_append_printf(out,
                               "    if ($%s_left == 0)\n        return $none;\n"
                               "    $%s_left--;\n    return *$%s_answers++;\n",
                               name, name, name);
    g_string_append(out, "}\n\n");
}

/* Compilers want arrays among the parameters to be declared as such again, and the type does not tell them. */
static gboolean has_arrays(const AnnotText *text, const AnnotDecl *function)
{
    static const char *const bracket[] = {"[", NULL};
    if (function->at == ANNOT_NO_OFFSET)
        return FALSE;
    guint32 end = annot_text_find(text, function->at, ';');
    return annot_text_has_any(text, (AnnotExtent){function->at, end}, bracket);
}

static gboolean is_nameable(const AnnotText *text, const AnnotDecl *function)
{
    return !generate_is_unnamed(function->type->name) && !has_arrays(text, function);
}

/* One that cannot be declared again is found by the linker under another name. */
static void append_alias(const GenerateStub *stub, GString *out)
{
    const char *name = stub->decl->name;
    g_autofree char *alias = g_strdup_printf("$stub_%s(void)", name);
    g_string_append(out, "__attribute__((used)) static ");
    generate_declare(stub->type ? stub->type : "void", alias, out);
    g_string_append_c(out, '\n');
    append_body(stub, "", out);
    g_string_append_printf(out, "__asm__(\".weak %s\\n.set %s, stub_%s\");\n\n", name, name, name);
}

/* A macro of the name is not meant. */
static void append_stub(const AnnotText *text, const GenerateNames *names, const GenerateStub *stub, GString *out)
{
    gboolean is_macro = generate_names_macro(names, stub->decl->name);
    g_auto(GStrv) type = g_strsplit(stub->decl->type->name, " __attribute__", 2);
    g_autoptr(GString) unused = g_string_new(NULL);
    g_auto(Signature) signature = {NULL, NULL, NULL};
    if (stub->type)
        declare_answers(stub, out);
    if (!is_nameable(text, stub->decl) || !read_signature(type[0], &signature)) {
        append_alias(stub, out);
        return;
    }
    g_string_append_printf(out, is_macro ? "__attribute__((weak)) %s(%s)(" : "__attribute__((weak)) %s%s(",
                           signature.before, stub->decl->name);
    append_parameters(signature.parameters, out, unused);
    g_string_append_printf(out, ")%s\n", signature.behind);
    append_body(stub, unused->str, out);
}

/* ---- variables ---- */

static gboolean is_in_library(const AnnotDecl *variable)
{
    static void *library;
    if (!library)
        library = dlopen("libc.so.6", RTLD_LAZY);
    return library && dlsym(library, variable->name);
}

/* The variable's type. An array whose length the unit does not know has one element here. */
static char *type_of(const AnnotDecl *variable)
{
    g_auto(GStrv) parts = g_strsplit(variable->type_text, "[]", 2);
    if (generate_is_unnamed(variable->type_text))
        return g_strdup_printf("__typeof__(%s)", variable->name);
    return parts[1] ? g_strdup_printf("%s[1]%s", parts[0], parts[1]) : g_strdup(parts[0]);
}

static void append_variable(const AnnotDecl *variable, GString *out)
{
    g_autofree char *type = type_of(variable);
    g_string_append(out, "__attribute__((weak)) ");
    generate_declare(type, variable->name, out);
    g_string_append(out, ";\n");
}

static void append_variables(const GenerateContracts *contracts, GString *out)
{
    gsize before = out->len;
    for (guint i = 0; i < contracts->outer->len; i++) {
        const AnnotDecl *variable = contracts->outer->pdata[i];
        if (variable->is_extern && !is_in_library(variable))
            append_variable(variable, out);
    }
    g_string_append(out, out->len > before ? "\n" : "");
}

void generate_stubs(const GenerateContracts *contracts, const GenerateNames *names, GString *out)
{
    append_variables(contracts, out);
    for (guint i = 0; i < contracts->stubs->len; i++) {
        const GenerateStub *stub = contracts->stubs->pdata[i];
        if (!stub->is_library)
            append_stub(contracts->text, names, stub, out);
    }
}
