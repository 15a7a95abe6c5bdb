/* hlcov doctor: says why there is no data. What there is to find is in report/store/doctor.h. */
#include <stdio.h>

#include "htol/base/plain.h"
#include "htol/files/data.h"
#include "report/store/doctor.h"
#include "tools/shared/config.h"

static const char details[] =
    "Without PROGRAM, examine the data directory: $HLCOV_DIR, else hlcov-data in the root of the checkout.\n"
    "\n"
    "Exit status: 0 no problem was found; 1 a problem was found and printed.";

/* Prints the findings and frees them; TRUE if there was no problem. */
static gboolean print(GPtrArray *findings)
{
    gboolean good = TRUE;
    for (guint i = 0; i < findings->len; i++) {
        const ReportFinding *finding = findings->pdata[i];
        good &= !finding->is_problem;
        g_autofree char *text = htol_plain(finding->text);
        printf("%s%s\n", finding->is_problem ? "problem: " : "", text);
    }
    g_ptr_array_unref(findings);
    return good;
}

static gboolean examine(const char *program, const char *directory, const char *wish)
{
    g_autofree char *plain = htol_plain(program);
    printf("%s:\n", plain);
    return print(report_doctor_program(program, directory, wish));
}

/* Says where options come from; TRUE unless the configuration file is wrong. */
static gboolean examine_config(const char *wish)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = config_path(wish), *plain = htol_plain(path);
    g_autoptr(Config) config = config_read(path, &error);
    g_autofree char *message = error ? htol_plain_lines(error->message) : NULL;
    if (error)
        printf("problem: %s\n", message);
    else if (config)
        printf("options are read from %s: see 'hlcov config'\n", plain);
    return !error;
}

int cmd_doctor(int argc, char **argv)
{
    g_auto(GStrv) programs = NULL;
    GOptionEntry entries[] = {
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &programs, "", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    CommandStatus status = command_parse(command_options("doctor", entries, details), &argc, &argv);
    if (status != COMMAND_GO_ON)
        return status;
    const char *wish = g_getenv("HLCOV_DIR");
    g_autofree char *cwd = g_get_current_dir();
    g_autofree char *directory = htol_data_dir(wish, cwd);
    gboolean good = examine_config(wish);
    good &= programs || print(report_doctor_directory(directory, wish));
    for (char **program = programs; program && *program; program++)
        good &= examine(*program, directory, wish);
    return good ? COMMAND_DONE : COMMAND_FAILED;
}
