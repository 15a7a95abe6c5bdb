/* hlcov criteria: prints the rows of criteria.def. It judges nothing. */
#include <stdio.h>

#include "htol/criteria.h"
#include "tools/commands.h"

static void print_row(const HtolCriterionRow *row, gboolean with_doc)
{
    printf("%-7s %-10s %s\n", row->name, row->family, row->title);
    if (with_doc)
        printf("%18s%s\n", "", row->doc);
}

int cmd_criteria(int argc, char **argv)
{
    gboolean with_doc = FALSE;
    GOptionEntry entries[] = {
        {"long", 'l', 0, G_OPTION_ARG_NONE, &with_doc, "Say what each criterion asks for", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    CommandStatus status = command_parse(command_options("criteria", entries, NULL), &argc, &argv);
    if (status != COMMAND_GO_ON)
        return status;
    if (argc > 1) {
        command_error("it takes no arguments, but got '%s'", argv[1]);
        return COMMAND_FAILED;
    }
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        print_row(&htol_criteria[i], with_doc);
    return COMMAND_DONE;
}
