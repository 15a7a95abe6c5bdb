/* hlcov reset: forgets what was recorded. It neither stops programs nor reads what it removes. */
#include <stdio.h>

#include "htol/base/plain.h"
#include "htol/files/data.h"
#include "report/store/reset.h"
#include "tools/shared/commands.h"

static CommandStatus reset(const char *directory, gboolean quiet)
{
    g_autoptr(GError) error = NULL;
    guint removed;
    if (!report_reset(directory, &removed, &error)) {
        command_error("%s", error->message);
        return COMMAND_FAILED;
    }
    g_autofree char *plain = htol_plain(directory);
    if (!quiet)
        printf("%s: %u data file%s removed\n", plain, removed, removed == 1 ? "" : "s");
    return COMMAND_DONE;
}

static CommandStatus reset_all(char **directories, gboolean quiet)
{
    CommandStatus status = COMMAND_DONE;
    for (; *directories; directories++)
        if (reset(*directories, quiet) != COMMAND_DONE)
            status = COMMAND_FAILED;
    return status;
}

int cmd_reset(int argc, char **argv)
{
    g_auto(GStrv) directories = NULL;
    gboolean quiet = FALSE;
    GOptionEntry entries[] = {
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "Do not print how many files were removed", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &directories, "", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    CommandStatus status = command_parse(command_options("reset", entries, NULL), &argc, &argv);
    if (status != COMMAND_GO_ON)
        return status;
    if (directories)
        return reset_all(directories, quiet);
    g_autofree char *cwd = g_get_current_dir();
    g_autofree char *directory = htol_data_dir(g_getenv("HLCOV_DIR"), cwd);
    return reset(directory, quiet);
}
