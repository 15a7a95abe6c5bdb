/* Tables of names of functions; see known.h. */
#include "annot/tree/known.h"

#include <string.h>

gboolean annot_is_builtin(const char *function)
{
    static const char *const prefixes[] = {"__builtin_", "__sync_", "__atomic_", "__c11_", "hlatomic_"};
    for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++)
        if (g_str_has_prefix(function, prefixes[i]))
            return TRUE;
    return FALSE;
}

gboolean annot_builtin_leaves(const char *function)
{
    return strstr(function, "unreachable") || strstr(function, "trap") || strstr(function, "longjmp") ||
           strstr(function, "abort") || strstr(function, "exit");
}

/* Whether `name` is a word of `list`, which has a blank before and behind each word. */
static gboolean is_listed(const char *list, const char *name)
{
    g_autofree char *word = g_strdup_printf(" %s ", name);
    return strstr(list, word) != NULL;
}

const char *annot_builtin_library(const char *function)
{
    static const char names[] =
        " abort abs calloc exit fprintf fputc fputs free fwrite labs llabs malloc memchr memcmp memcpy memmove mempcpy "
        "memset printf putchar puts realloc snprintf sprintf stpcpy strcasecmp strcat strchr strcmp strcpy strcspn "
        "strdup strlen strncasecmp strncat strncmp strncpy strndup strpbrk strrchr strspn strstr vfprintf vprintf "
        "vsnprintf vsprintf ";
    const char *name = function + strlen("__builtin_");
    return g_str_has_prefix(function, "__builtin_") && is_listed(names, name) ? name : NULL;
}

guint64 annot_nonnull_arguments(const char *list, const char *end)
{
    guint64 arguments = 0;
    for (; list < end; list++)
        if (g_ascii_isdigit(*list))
            arguments |= (guint64)1 << ((g_ascii_strtoull(list, (char **)&list, 10) - 1) & 63);
    return arguments ? arguments : G_MAXUINT64;
}

gboolean annot_known_to_return(const char *function)
{
    static const char names[] =
        " memcpy memmove memset memcmp memchr strlen strcmp strncmp strcpy strncpy strcat "
        "strncat strchr strrchr strstr strspn strcspn strpbrk strtol strtoul isalpha isdigit isalnum "
        "isspace isxdigit toupper tolower abs labs floor ceil fabs sqrt pow fmod malloc calloc "
        "realloc free time snprintf __ctype_b_loc __errno_location ";
    return is_listed(names, function);
}

gboolean annot_returns_twice(const char *function)
{
    return strstr(function, "setjmp") || strstr(function, "vfork") || strstr(function, "getcontext");
}

static const struct {
    AnnotPure pure;
    gboolean builtin; /* only with __builtin_ before the name */
    const char *names;
} pure_functions[] = {
    {ANNOT_PURE, TRUE,
     " expect expect_with_probability constant_p object_size popcount popcountl popcountll parity "
     "parityl parityll clrsb clrsbl clrsbll ffs ffsl ffsll bswap16 bswap32 bswap64 isgreater "
     "isgreaterequal isless islessequal islessgreater isunordered isinf_sign isnormal signbit signbitf "
     "signbitl huge_val huge_valf huge_vall inf inff infl nan nanf nanl "},
    {ANNOT_PURE, FALSE,
     " fabs fabsf fabsl copysign copysignf copysignl isnan isnanf isnanl isinf isinff isinfl isfinite "
     "floor floorf floorl ceil ceilf ceill trunc truncf truncl fmin fminf fminl fmax fmaxf fmaxl "},
    {ANNOT_PURE_OF_NONZERO, TRUE, " clz clzl clzll ctz ctzl ctzll "},
    {ANNOT_PURE_OF_NEGATABLE, FALSE, " abs labs llabs imaxabs "},
    {ANNOT_PURE_OF_CHARACTER, FALSE,
     " isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit "
     "tolower toupper "},
    {ANNOT_PURE_OF_OBJECTS, FALSE,
     " memchr memcmp strcasecmp strchr strcmp strcspn strlen strncasecmp strncmp strnlen strpbrk "
     "strrchr strspn strstr "},
};

AnnotPure annot_known_pure(const char *function)
{
    gboolean builtin = g_str_has_prefix(function, "__builtin_");
    const char *name = builtin ? function + strlen("__builtin_") : function;
    for (guint i = 0; i < G_N_ELEMENTS(pure_functions); i++)
        if ((builtin || !pure_functions[i].builtin) && is_listed(pure_functions[i].names, name))
            return pure_functions[i].pure;
    return ANNOT_EFFECTS_UNKNOWN;
}
