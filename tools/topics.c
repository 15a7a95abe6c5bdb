/* Lists topics and shows their pages; see topics.h. */
#include "tools/topics.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "htol/base/nearest.h"
#include "tools/shared/commands.h"

typedef struct {
    const char *name, *doc;
} Topic;

static const Topic topics[] = {
#define TOPIC(name, doc) {name, doc},
#include "tools/topics.def"
#undef TOPIC
};

gboolean topic_is_known(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(topics); i++)
        if (strcmp(topics[i].name, name) == 0)
            return TRUE;
    return FALSE;
}

const char *topic_nearest(const char *name)
{
    const char *names[G_N_ELEMENTS(topics)];
    for (gsize i = 0; i < G_N_ELEMENTS(topics); i++)
        names[i] = topics[i].name;
    return htol_nearest(name, names, G_N_ELEMENTS(names));
}

void topic_list(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(topics); i++)
        printf("  %-10s %s\n", topics[i].name, topics[i].doc);
}

/* The page, seen from the directory of this program: where it is installed, maybe compressed, or in the source tree. To
 * be freed; NULL: it is at none of these places. */
static char *find_page(const char *name)
{
    static const char *const places[] = {MAN_PLACE "/man7/hlcov-%s.7", MAN_PLACE "/man7/hlcov-%s.7.gz",
                                         MAN_SOURCE "/hlcov-%s.7"};
    g_autofree char *own = g_file_read_link("/proc/self/exe", NULL);
    g_autofree char *directory = own ? g_path_get_dirname(own) : NULL;
    for (gsize i = 0; directory && i < G_N_ELEMENTS(places); i++) {
        g_auto(GStrv) parts = g_strsplit(places[i], "%s", 2);
        g_autofree char *place = g_strconcat(parts[0], name, parts[1], NULL);
        g_autofree char *path = g_canonicalize_filename(place, directory);
        if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
            return g_steal_pointer(&path);
    }
    return NULL;
}

int topic_show(const char *name)
{
    g_autofree char *page = find_page(name), *entry = g_strdup_printf("hlcov-%s", name);
    char *words[] = {(char *)"man", page ? page : entry, NULL};
    execvp(words[0], words);
    command_error("man, which shows the page %s, cannot be run: %s", words[1], g_strerror(errno));
    return COMMAND_FAILED;
}
