/* Writes the sample project below a directory, for shell tests of reports, and the one with objectives of users below
 * users/ there: make_input DIRECTORY [PROGRAM]. PROGRAM is the path that the data files of the first name. It checks
 * nothing. */
#include <stdio.h>

#include "tests/unit/sample_project.h"
#include "tests/unit/sample_users.h"

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fputs("usage: make_input DIRECTORY [PROGRAM]\n", stderr);
        return 1;
    }
    g_autofree char *users = g_build_filename(argv[1], "users", NULL);
    sample_project_write(argv[1], argc == 3 ? argv[2] : "/nowhere/program");
    sample_users_write(users);
    return 0;
}
