/* Writes the sample project below a directory, for shell tests of reports: make_input DIRECTORY [PROGRAM].
 * PROGRAM is the path that the data files name. It checks nothing. */
#include <stdio.h>

#include "tests/unit/sample_project.h"

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fputs("usage: make_input DIRECTORY [PROGRAM]\n", stderr);
        return 1;
    }
    sample_project_write(argv[1], argc == 3 ? argv[2] : "/nowhere/program");
    return 0;
}
