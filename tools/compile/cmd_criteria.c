/* hlcov criteria: prints the rows of criteria.def, and what the criteria ask for in a specimen. It judges
 * nothing. */
#include <stdio.h>

#include "htol/expand/taxonomy.h"
#include "tools/compile/specimen.h"
#include "tools/shared/commands.h"

static void print_row(HtolCriterion criterion)
{
    const HtolCriterionRow *row = &htol_criteria[criterion];
    printf("%-7s %-10s %s\n", row->name, row->family, row->title);
}

static void print_details(HtolCriterion criterion, const HtolTaxonomy *taxonomy)
{
    g_autofree char *derived = htol_needs_text(taxonomy->needs[criterion]);
    const char *needs = taxonomy->known[criterion] ? derived : "not known";
    printf("%18s%s\n", "", htol_criteria[criterion].doc);
    printf("%18sneeds: %s\n", "", criterion == HTOL_CRIT_user ? "what is written" : needs);
}

static CommandStatus print_long(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GError) error = NULL;
    HtolTaxonomy taxonomy = {0};
    for (guint strong = 0; strong < 2; strong++) {
        const HtolTable *table = specimen_table(arena, strong == 1, &error);
        if (!table) {
            command_error("%s", error->message);
            return COMMAND_FAILED;
        }
        htol_taxonomy_add(table, &taxonomy);
    }
    for (guint i = 0; i < HTOL_CRITERIA; i++) {
        print_row(i);
        print_details(i, &taxonomy);
    }
    return COMMAND_DONE;
}

int cmd_criteria(int argc, char **argv)
{
    gboolean with_details = FALSE;
    GOptionEntry entries[] = {
        {"long", 'l', 0, G_OPTION_ARG_NONE, &with_details,
         "Print what each criterion asks for, and which operators of HTOL it needs", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    CommandStatus status = command_parse(command_options("criteria", entries, NULL), &argc, &argv);
    if (status != COMMAND_GO_ON)
        return status;
    if (argc > 1) {
        command_error("it takes no arguments, but got '%s'", argv[1]);
        return COMMAND_FAILED;
    }
    if (with_details)
        return print_long();
    for (guint i = 0; i < HTOL_CRITERIA; i++)
        print_row(i);
    return COMMAND_DONE;
}
