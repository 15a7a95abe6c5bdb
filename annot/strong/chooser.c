/* Collects functions by their text; see chooser.h. */
#include "annot/strong/chooser.h"

#include <string.h>

#include "annot/text/dialect.h"
#include "htol/base/bytes.h"

struct AnnotChoosers {
    guint64 digest;    /* of the units that share them; 0: they are the unit's own */
    GHashTable *names; /* char *: a function's text with its type; char *: its name */
    GString *text;
};

AnnotChoosers *annot_choosers_new(void)
{
    AnnotChoosers *choosers = g_new(AnnotChoosers, 1);
    *choosers = (AnnotChoosers){0, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free), g_string_new(NULL)};
    return choosers;
}

void annot_choosers_share(AnnotChoosers *choosers, guint64 digest)
{
    choosers->digest = digest;
}

void annot_choosers_free(AnnotChoosers *choosers)
{
    g_hash_table_unref(choosers->names);
    g_string_free(choosers->text, TRUE);
    g_free(choosers);
}

#define COLD "__noinline__,__cold__,__no_instrument_function__"

/* C has no functions that a linker keeps one of, as C++ has; sections whose names begin so are older than those groups,
 * and every copy is the same. A linker that does not know them keeps all. */
static char *head_of(const AnnotChoosers *choosers, const char *name)
{
    if (choosers->digest == 0)
        return g_strdup("static " ANNOT_ATTRIBUTE "((" COLD "))");
    return g_strdup_printf(
        ANNOT_ATTRIBUTE "((" COLD ",__weak__,__visibility__(\"hidden\"),__section__(\".gnu.linkonce.t.%s\")))", name);
}

static char *name_of(const AnnotChoosers *choosers, const char *key)
{
    if (choosers->digest == 0)
        return g_strdup_printf("hlcov_c%u", g_hash_table_size(choosers->names));
    return g_strdup_printf("hlcov_c%016" G_GINT64_MODIFIER "x",
                           htol_sum(choosers->digest, (const guint8 *)key, strlen(key)));
}

const char *annot_choosers_name(AnnotChoosers *choosers, const char *type, const char *parameters, char *body)
{
    g_autofree char *owned = body, *key = g_strconcat(type, " ", parameters, body, NULL);
    char *name = g_hash_table_lookup(choosers->names, key);
    if (name)
        return name;
    name = name_of(choosers, key);
    g_autofree char *head = head_of(choosers, name);
    g_string_append_printf(choosers->text, "%s %s %s%s%s", head, type, name, parameters, body);
    g_hash_table_insert(choosers->names, g_steal_pointer(&key), name);
    return name;
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

void annot_choosers_declare(const AnnotChoosers *choosers, GString *out)
{
    g_string_append_len(out, choosers->text->str, (gssize)choosers->text->len);
}
