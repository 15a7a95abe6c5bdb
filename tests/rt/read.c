/* Prints data files as text, for the tests of the runtime: the reader of htol without the command around
 * it. */
#include <stdio.h>

#include "htol/files/data.h"

static int print(const char *path)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    g_autofree char *bytes = NULL;
    gsize size;
    HtolData *data = NULL;

    if (g_file_get_contents(path, &bytes, &size, &error))
        data = htol_data_read(arena, (const guint8 *)bytes, size, &error);
    if (!data) {
        printf("%s: %s\n", path, error->message);
        return 1;
    }
    htol_data_dump(data, out);
    fputs(out->str, stdout);
    return 0;
}

int main(int argc, char **argv)
{
    int status = 0;

    for (int i = 1; i < argc; i++)
        status |= print(argv[i]);
    return status;
}
