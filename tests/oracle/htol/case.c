/* Cases of the comparison as text: see case.h. */
#include "tests/oracle/htol/case.h"

#include <stdio.h>
#include <string.h>

static void free_relation(gpointer pointer)
{
    BruteRelation *relation = pointer;
    g_free(relation->values);
    g_free(relation);
}

Case *case_new(void)
{
    Case *one = g_new0(Case, 1);
    one->script = g_string_new(NULL);
    one->recorded = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_relation);
    return one;
}

void case_free(Case *one)
{
    g_string_free(one->script, TRUE);
    g_hash_table_destroy(one->recorded);
    g_free(one);
}

BruteRelation *case_relation(Case *one, const char *key, guint columns)
{
    BruteRelation *relation = g_hash_table_lookup(one->recorded, key);
    if (!relation) {
        relation = g_new0(BruteRelation, 1);
        relation->columns = columns;
        g_hash_table_insert(one->recorded, g_strdup(key), relation);
    }
    return relation;
}

void case_add_row(BruteRelation *relation, const BruteValue *row)
{
    gsize filled = (gsize)relation->rows * relation->columns;
    relation->values = g_renew(BruteValue, relation->values, filled + relation->columns);
    for (guint i = 0; i < relation->columns; i++) {
        relation->values[filled + i] = row[i];
    }
    relation->rows++;
}

static void print_relation(const char *key, const BruteRelation *relation, GString *out)
{
    g_string_append_printf(out, "//= %s | %u %u |", key, relation->columns, relation->rows);
    for (guint i = 0; i < relation->rows * relation->columns; i++) {
        g_string_append_c(out, ' ');
        brute_print(relation->values[i], out);
    }
    g_string_append_c(out, '\n');
}

void case_print(const Case *one, GString *out)
{
    GList *keys = g_list_sort(g_hash_table_get_keys(one->recorded), (GCompareFunc)strcmp);
    for (GList *key = keys; key; key = key->next) {
        print_relation(key->data, g_hash_table_lookup(one->recorded, key->data), out);
    }
    g_list_free(keys);
    g_string_append(out, one->script->str);
}

static gboolean read_values(BruteRelation *relation, guint rows, char *text)
{
    g_auto(GStrv) words = g_strsplit_set(g_strstrip(text), " ", -1);
    guint n_words = *text ? g_strv_length(words) : 0;
    if (n_words != rows * relation->columns) {
        return FALSE;
    }
    relation->rows = rows;
    relation->values = g_new0(BruteValue, n_words);
    for (guint i = 0; i < n_words; i++) {
        if (!brute_read(words[i], &relation->values[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_relation(Case *one, const char *line)
{
    guint columns, rows;
    g_auto(GStrv) parts = g_strsplit(line, "|", 3);
    if (g_strv_length(parts) != 3 || sscanf(parts[1], "%u %u", &columns, &rows) != 2) {
        return FALSE;
    }
    return read_values(case_relation(one, g_strstrip(parts[0]), columns), rows, parts[2]);
}

Case *case_read(const char *text)
{
    Case *one = case_new();
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_string_assign(one->script, text);
    for (guint i = 0; lines[i]; i++) {
        if (g_str_has_prefix(lines[i], "//=") && !read_relation(one, lines[i] + 3)) {
            case_free(one);
            return NULL;
        }
    }
    return one;
}
