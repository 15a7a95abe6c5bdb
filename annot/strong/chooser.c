/* Collects functions by their text; see chooser.h. */
#include "annot/strong/chooser.h"

#include "annot/text/dialect.h"

struct AnnotChoosers {
    GHashTable *names; /* char *: a function's text with its type; char *: its name */
    GString *text;
};

AnnotChoosers *annot_choosers_new(void)
{
    AnnotChoosers *choosers = g_new(AnnotChoosers, 1);
    *choosers = (AnnotChoosers){g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free), g_string_new(NULL)};
    return choosers;
}

void annot_choosers_free(AnnotChoosers *choosers)
{
    g_hash_table_unref(choosers->names);
    g_string_free(choosers->text, TRUE);
    g_free(choosers);
}

const char *annot_choosers_name(AnnotChoosers *choosers, const char *type, const char *parameters, char *body)
{
    g_autofree char *owned = body, *key = g_strconcat(type, " ", parameters, body, NULL);
    char *name = g_hash_table_lookup(choosers->names, key);
    if (name)
        return name;
    name = g_strdup_printf("hlcov_c%u", g_hash_table_size(choosers->names));
    g_string_append_printf(choosers->text,
                           "static " ANNOT_ATTRIBUTE "((__noinline__,__cold__,__no_instrument_function__)) %s %s%s%s",
                           type, name, parameters, body);
    g_hash_table_insert(choosers->names, g_steal_pointer(&key), name);
    return name;
}

void annot_choosers_declare(const AnnotChoosers *choosers, GString *out)
{
    g_string_append_len(out, choosers->text->str, (gssize)choosers->text->len);
}
