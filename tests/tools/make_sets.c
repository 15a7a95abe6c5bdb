/* Writes a data directory with a table and a data file sets.hlb that has tuples, for tests in shell:
 * make_sets DIRECTORY. It checks nothing. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/sample_function.h"
#include "tests/unit/sample_project.h"

static HtolFunction *new_function(HtolArena *arena)
{
    SampleFunction *sample = sample_function_new(arena, "f");
    sample_function_add_label(sample, "a.htol", "L", 3);
    sample_function_add_sequence(sample, "a.htol", "[ L --> M ]", 2);
    return sample_function_end(sample);
}

int main(int argc, char **argv)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFunction *function = new_function(arena);
    g_autofree char *slots = g_strnfill(function->row.slots, '1');
    SampleUnit unit;
    if (argc != 2) {
        fputs("usage: make_sets DIRECTORY\n", stderr);
        return 1;
    }
    sample_unit_init(&unit, "a.c", function, 1);
    sample_unit_add_tuple(&unit, 0, "-5 7u 0.5");
    sample_unit_add_tuple(&unit, 0, "4 7u nan");
    sample_unit_add_tuple(&unit, 1, "0x7ffe1234@12 code 0x1139@77");
    sample_unit_add_tuple(&unit, 1, "0x0 4294967297");
    sample_write_table(argv[1], &unit);
    sample_write_data(argv[1], "sets", "/nowhere/program", &(SampleRecord){&unit, slots}, 1);
    sample_unit_clear(&unit);
    return 0;
}
