/* Collects functions by their text; see chooser.h. */
#include "annot/strong/chooser.h"

#include <string.h>

#include "annot/text/dialect.h"
#include "htol/base/bytes.h"

/* A function that is called. */
typedef struct {
    char *name;
    char *text;        /* from the type on, with the name */
    gboolean is_short; /* it only calls others of them */
    guint calls;
} Chooser;

struct AnnotChoosers {
    guint64 digest;    /* of the units that share them; 0: they are the unit's own */
    GHashTable *known; /* char *: a function's text with its type, without its name; Chooser of `all` */
    GPtrArray *all;    /* Chooser, those that others call before them */
};

static void free_chooser(gpointer data)
{
    Chooser *chooser = data;
    g_free(chooser->name);
    g_free(chooser->text);
    g_free(chooser);
}

AnnotChoosers *annot_choosers_new(void)
{
    AnnotChoosers *choosers = g_new(AnnotChoosers, 1);
    *choosers = (AnnotChoosers){0, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                                g_ptr_array_new_with_free_func(free_chooser)};
    return choosers;
}

void annot_choosers_share(AnnotChoosers *choosers, guint64 digest)
{
    choosers->digest = digest;
}

void annot_choosers_free(AnnotChoosers *choosers)
{
    g_hash_table_unref(choosers->known);
    g_ptr_array_unref(choosers->all);
    g_free(choosers);
}

static char *name_of(const AnnotChoosers *choosers, const char *key)
{
    if (choosers->digest == 0)
        return g_strdup_printf("hlcov_c%u", choosers->all->len);
    return g_strdup_printf("hlcov_c%016" G_GINT64_MODIFIER "x",
                           htol_sum(choosers->digest, (const guint8 *)key, strlen(key)));
}

static Chooser *find_chooser(AnnotChoosers *choosers, const char *type, const char *parameters, char *body)
{
    g_autofree char *owned = body, *key = g_strconcat(type, " ", parameters, body, NULL);
    Chooser *chooser = g_hash_table_lookup(choosers->known, key);
    if (!chooser) {
        chooser = g_new0(Chooser, 1);
        chooser->name = name_of(choosers, key);
        chooser->text = g_strdup_printf("%s %s%s%s", type, chooser->name, parameters, body);
        g_hash_table_insert(choosers->known, g_steal_pointer(&key), chooser);
        g_ptr_array_add(choosers->all, chooser);
    }
    chooser->calls++;
    return chooser;
}

const char *annot_choosers_name(AnnotChoosers *choosers, const char *type, const char *parameters, char *body)
{
    return find_chooser(choosers, type, parameters, body)->name;
}

const char *annot_choosers_join(AnnotChoosers *choosers, const char *type, const char *parameters, char *body)
{
    Chooser *chooser = find_chooser(choosers, type, parameters, body);
    chooser->is_short = TRUE;
    return chooser->name;
}

/* Compilers must not make a table of jumps of it, which would name what a linker leaves out: they do not know the
 * number behind the empty instruction. */
GString *annot_chooser_begin(guint n)
{
    GString *out = g_string_new("{");
    g_string_append_printf(out, "unsigned hlcov_n=" ANNOT_CHOSEN_ANYWHERE "-hlcov_b;if(hlcov_n<%uu){", n);
    return out;
}

void annot_chooser_add(GString *body, guint i, const char *value)
{
    g_string_append_printf(body, "%sif(hlcov_n==%uu)return %s;", i > 0 ? ANNOT_ASM "(\"\":\"+r\"(hlcov_n));" : "", i,
                           value);
}

char *annot_chooser_end(GString *body, const char *otherwise)
{
    g_string_append_printf(body, "}return %s;}", otherwise);
    return g_string_free(body, FALSE);
}

/* ---- text ---- */

#define COLD "__cold__,__no_instrument_function__"

enum {
    SELDOM = 3
}; /* calls, up to which a short function and its table of frames take more room than its text there */

/* C has no functions that a linker keeps one of, as C++ has; sections whose names begin so are older than those groups,
 * and every copy is the same. A linker that does not know them keeps all. */
static void append_head(const AnnotChoosers *choosers, const Chooser *chooser, GString *out)
{
    if (chooser->is_short && chooser->calls <= SELDOM)
        g_string_append(out, "static " ANNOT_INLINE " " ANNOT_ATTRIBUTE "((" COLD ",__always_inline__)) ");
    else if (choosers->digest == 0)
        g_string_append(out, "static " ANNOT_ATTRIBUTE "((" COLD ",__noinline__)) ");
    else
        g_string_append_printf(out,
                               ANNOT_ATTRIBUTE "((" COLD ",__noinline__,__weak__,__visibility__(\"hidden\"),"
                                               "__section__(\".gnu.linkonce.t.%s\"))) ",
                               chooser->name);
}

void annot_choosers_declare(const AnnotChoosers *choosers, GString *out)
{
    for (guint i = 0; i < choosers->all->len; i++) {
        const Chooser *chooser = choosers->all->pdata[i];
        append_head(choosers, chooser, out);
        g_string_append(out, chooser->text);
    }
}
