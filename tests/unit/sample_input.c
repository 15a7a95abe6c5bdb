/* Makes inputs; see sample_input.h. */
#include "tests/unit/sample_input.h"

#include <string.h>

AnnotInput sample_input(const char *text, const AnnotSurvey *survey)
{
    static const AnnotTarget target = {.x86_64 = TRUE};
    static const char *const no_flags[] = {NULL};
    return (AnnotInput){.target = &target,
                        .text = text,
                        .size = strlen(text),
                        .path = "a.c",
                        .directory = "/nowhere",
                        .root = "/nowhere",
                        .data_dir = "/nowhere/data",
                        .compiler = "gcc",
                        .clang_args = no_flags,
                        .survey = survey};
}
