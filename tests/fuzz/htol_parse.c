/* Fuzz target: what the parser of scripts accepts is printed so that it reads the same again, and can be checked. */
#include "htol/lang/parse.h"
#include "htol/lang/print.h"
#include "htol/lang/wellformed.h"
#include "tests/unit/same_hyper.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

static gboolean parse(HtolArena *arena, const char *text, gsize length, HtolScript *script)
{
    HtolFaults faults = {.arena = arena};
    HtolText source = {{"a.htol", 1, 1}, text, length};
    gboolean parsed = htol_parse_file(arena, &source, script, &faults);
    g_assert(parsed == (faults.count == 0));
    return parsed;
}

/* What is left of a text with faults is a script too. */
int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) printed = g_string_new(NULL);
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0}, again = {0};
    parse(arena, (const char *)data, size, &script);
    htol_script_print(&script, printed);
    g_assert(parse(arena, printed->str, printed->len, &again));
    g_assert(same_script(&script, &again));
    htol_wellformed(&script, &faults);
    return 0;
}
