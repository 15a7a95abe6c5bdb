/* Puts guarded evaluations into a C program: prints the preprocessed text of a file, each comment of the form
 * evaluate E replaced by a statement that passes the value of the expression E to on_signed, on_unsigned,
 * on_float or on_pointer, or calls on_unsafe. It evaluates nothing itself. */
#include "annot/users/fragment.h"

#include <stdio.h>
#include <string.h>

#define MARK "/*evaluate "

static GArray *find_fragments(HtolArena *arena, const AnnotText *text)
{
    GArray *fragments = g_array_new(FALSE, FALSE, sizeof(AnnotFragment));
    const char *found = text->bytes;
    while ((found = strstr(found, MARK))) {
        const char *begin = found + strlen(MARK), *end = strstr(begin, "*/");
        AnnotFragment fragment = {.at = (guint32)(found - text->bytes),
                                  .text = htol_arena_strndup(arena, begin, end - begin),
                                  .where = {"program", 1, 1}};
        g_array_append_val(fragments, fragment);
        found = end;
    }
    return fragments;
}

static void print_evaluation(const AnnotFragment *fragment)
{
    static const char *const takers[] = {
        [HTOL_TUPLE_SIGNED] = "on_signed", [HTOL_TUPLE_UNSIGNED] = "on_unsigned",
        [HTOL_TUPLE_FLOAT] = "on_float",   [HTOL_TUPLE_POINTER] = "on_pointer",
        [HTOL_TUPLE_CODE] = "on_pointer",
    };
    printf("if (%s) %s((%s)); else on_unsafe();", fragment->safe ? fragment->safe : "1",
           takers[fragment->kind], fragment->code);
}

/* Returns the number of faults. */
static guint print_program(const AnnotText *text, const GArray *fragments)
{
    guint32 at = 0;
    guint faults = 0;
    for (guint i = 0; i < fragments->len; i++) {
        const AnnotFragment *fragment = &g_array_index(fragments, AnnotFragment, i);
        printf("%.*s", (int)(fragment->at - at), text->bytes + at);
        at = (guint32)(strstr(text->bytes + fragment->at, "*/") + 2 - text->bytes);
        if (fragment->fault)
            fprintf(stderr, "%s: %u: %s\n", fragment->text, fragment->where.column, fragment->fault);
        else
            print_evaluation(fragment);
        faults += fragment->fault != NULL;
    }
    printf("%s", text->bytes + at);
    return faults;
}

int main(int argc, char **argv)
{
    g_autofree char *bytes = NULL;
    gsize size;
    if (argc != 2 || !g_file_get_contents(argv[1], &bytes, &size, NULL))
        return 2;
    g_autoptr(HtolArena) arena = htol_arena_new();
    AnnotText text = {bytes, (guint32)size};
    g_autoptr(GArray) fragments = find_fragments(arena, &text);
    annot_fragments_check(arena, &text, NULL, NULL, (AnnotFragment *)fragments->data, fragments->len);
    return print_program(&text, fragments) > 0;
}
