/* Parses a script for its label; see sample_label.h. */
#include "tests/unit/sample_label.h"

#include <string.h>

#include "htol/lang/parse.h"

const HtolLabelDecl *sample_label(HtolArena *arena, const char *source)
{
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText text = {{"a.htol", 1, 1}, source, strlen(source)};
    g_assert_true(htol_parse_file(arena, &text, &script, &faults));
    return script.labels;
}
