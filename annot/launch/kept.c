/* Outputs of the annotator as entries of a cache; see kept.h. An entry has the sizes of the text and of the table, as
 * numbers of 4 bytes, the table's id in hexadecimal digits, and both, packed. */
#include "annot/launch/kept.h"

#include <string.h>
#include <sys/stat.h>

#include "annot/text/places.h"
#include "htol/base/bytes.h"
#include "htol/base/pack.h"
#include "htol/files/rows.h"

enum { LEVEL = 1, ID_DIGITS = 2 * HTOL_ID_SIZE, ID_AT = 2 * sizeof(guint32), HEAD = ID_AT + ID_DIGITS };

/* ---- the key ---- */

/* Adds a string (NULL: none) behind its length, so that no two lists of strings look alike. */
static void add_string(GChecksum *sum, const char *string)
{
    gsize length = string ? strlen(string) : G_MAXSIZE;
    g_checksum_update(sum, (const guchar *)&length, sizeof length);
    if (string)
        g_checksum_update(sum, (const guchar *)string, (gssize)length);
}

static void add_strings(GChecksum *sum, const char *const *strings)
{
    for (; strings && *strings; strings++)
        add_string(sum, *strings);
    add_string(sum, NULL);
}

/* Adds what tells a program's file from another; FALSE: it is not there. */
static gboolean add_file(GChecksum *sum, const char *path)
{
    struct stat file;
    if (stat(path, &file) != 0)
        return FALSE;
    g_autofree char *text = g_strdup_printf("%lld %lld %lld %ld", (long long)file.st_ino, (long long)file.st_size,
                                            (long long)file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
    add_string(sum, text);
    return TRUE;
}

/* Returns a hash of what annotates, to be freed; NULL: there is no telling. */
static char *program_hash(void)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    gboolean known = add_file(sum, "/proc/self/exe") && add_file(sum, LIBCLANG_DIR "/" LIBCLANG);
    return known ? g_strdup(g_checksum_get_string(sum)) : NULL;
}

/* Adds the names and the contents of the files that lines of the text come from: tables hold columns and hashes of
 * them. */
static void add_sources(GChecksum *sum, const AnnotInput *input)
{
    AnnotText text = {input->text, (guint32)input->size};
    AnnotPlaces *places = annot_places_new(&text, input->directory);
    for (guint i = 0; i < annot_places_files(places); i++) {
        add_string(sum, annot_places_path(places, i));
        add_string(sum, annot_places_hash(places, i));
    }
    annot_places_free(places);
}

static void add_target(GChecksum *sum, const AnnotTarget *target)
{
    add_string(sum, target->machine);
    add_string(sum, target->carried);
    add_string(sum, target->values);
}

/* Adds what the command says beside the text. The digest is about strong builds, which share functions by it. */
static void add_command(GChecksum *sum, const AnnotInput *input)
{
    g_autofree char *flags =
        g_strdup_printf("%d%d%d%d %" G_GINT64_MODIFIER "u", input->intel_syntax, input->optimized, input->threads,
                        input->options.plain, input->options.strong ? input->digest : 0);
    add_string(sum, flags);
    add_string(sum, input->path);
    add_string(sum, input->directory);
    add_string(sum, input->root);
    add_string(sum, input->data_dir);
    add_string(sum, input->compiler);
    add_strings(sum, input->clang_args);
    add_target(sum, input->target);
}

static char *key_of(const AnnotInput *input, const char *const *words)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    add_strings(sum, words);
    add_command(sum, input);
    add_sources(sum, input);
    g_checksum_update(sum, (const guchar *)input->text, (gssize)input->size);
    return g_strdup(g_checksum_get_string(sum));
}

/* Whether the output depends on nothing but what the key is made of. */
static gboolean is_plain(const AnnotInput *input, const char *const *words)
{
    return words && input->options.n_objectives == 0 && !input->survey && !input->moved &&
           input->size <= G_MAXUINT32 / 2;
}

AnnotKept annot_kept_open(const AnnotInput *input, const char *const *words)
{
    char *program = is_plain(input, words) ? program_hash() : NULL;
    if (!program)
        return (AnnotKept){0};
    g_autofree char *directory = g_build_filename(input->data_dir, "units", NULL);
    return (AnnotKept){htol_cache_open(directory, ANNOT_KEPT_BYTES, program), key_of(input, words)};
}

void annot_kept_clear(AnnotKept *kept)
{
    htol_cache_clear(&kept->cache);
    g_free(kept->key);
    *kept = (AnnotKept){0};
}

/* ---- entries ---- */

/* Unpacks the text and behind it the table; FALSE: they are not so large. */
static gboolean unpack(AnnotOutput *output, guint text, guint table, const char *packed, gsize size)
{
    g_autofree guint8 *bytes = g_malloc((gsize)text + table + 1);
    if (!htol_packed_is((const guint8 *)packed, size, (gsize)text + table) ||
        !htol_unpack(bytes, (gsize)text + table, (const guint8 *)packed, size))
        return FALSE;
    output->text = g_string_new_len((const char *)bytes, text);
    output->table = g_byte_array_sized_new(table);
    g_byte_array_append(output->table, bytes + text, table);
    return TRUE;
}

static gboolean read_entry(const char *entry, gsize size, AnnotOutput *output)
{
    const guint8 *sizes = (const guint8 *)entry;
    if (size < HEAD)
        return FALSE;
    guint32 text = htol_number_at(sizes), table = htol_number_at(sizes + sizeof(guint32));
    output->id = g_strndup(entry + ID_AT, ID_DIGITS);
    output->messages = g_strdup("");
    return text == 0 || unpack(output, text, table, entry + HEAD, size - HEAD);
}

gboolean annot_kept_find(const AnnotKept *kept, AnnotOutput *output)
{
    gsize size;
    g_autofree char *entry = kept->key ? htol_cache_find(&kept->cache, kept->key, &size) : NULL;
    *output = (AnnotOutput){0};
    if (!entry)
        return FALSE;
    if (read_entry(entry, size, output))
        return TRUE;
    annot_output_clear(output);
    return FALSE;
}

/* Writes the head, and appends the text and the table. */
static void append_output(GByteArray *entry, const AnnotOutput *output)
{
    guint text = (guint)output->text->len, table = output->table->len;
    g_autoptr(GByteArray) both = g_byte_array_sized_new(text + table);
    g_byte_array_append(both, (const guint8 *)output->text->str, text);
    g_byte_array_append(both, output->table->data, table);
    htol_put_number(entry->data, text);
    htol_put_number(entry->data + sizeof(guint32), table);
    memcpy(entry->data + ID_AT, output->id, ID_DIGITS);
    htol_pack(entry, both->data, both->len, LEVEL);
}

/* An output without text has no table and no id either: its entry is a head of zeros. */
void annot_kept_keep(const AnnotKept *kept, const AnnotOutput *output)
{
    if (!kept->key || output->scripts > 0)
        return;
    static const guint8 head[HEAD];
    g_autoptr(GByteArray) entry = g_byte_array_new();
    g_byte_array_append(entry, head, HEAD);
    if (output->text)
        append_output(entry, output);
    htol_cache_keep(&kept->cache, kept->key, (const char *)entry->data, entry->len);
}

/* ---- what the compiler said ---- */

/* Adds the compiler that a word of the command names, as what it is now; FALSE: it is not there. */
static gboolean add_compiler(GChecksum *sum, const char *word)
{
    g_autofree char *path = g_find_program_in_path(word);
    return path && add_file(sum, path);
}

/* Returns the key of what was said, to be freed; NULL: it cannot be known. */
static char *said_key(const AnnotKept *kept, const AnnotAsked *asked)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    if (!kept->key || !add_compiler(sum, asked->compiler))
        return NULL;
    add_string(sum, kept->key);
    add_string(sum, asked->tongue);
    add_strings(sum, (const char *const *)asked->words);
    return g_strdup(g_checksum_get_string(sum));
}

/* An entry has a byte more than what was said, which may be nothing. */
char *annot_kept_said(const AnnotKept *kept, const AnnotAsked *asked)
{
    gsize size;
    g_autofree char *key = said_key(kept, asked);
    g_autofree char *entry = key ? htol_cache_find(&kept->cache, key, &size) : NULL;
    return entry && size > 0 ? g_strndup(entry + 1, size - 1) : NULL;
}

void annot_kept_say(const AnnotKept *kept, const AnnotAsked *asked, const char *said)
{
    g_autofree char *key = said_key(kept, asked), *entry = g_strdup_printf(":%s", said);
    if (key)
        htol_cache_keep(&kept->cache, key, entry, strlen(entry));
}
