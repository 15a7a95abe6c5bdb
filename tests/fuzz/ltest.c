/* Fuzz target: what the reader of .hyperlabels files accepts is printed as a script that reads the same, and can be
 * checked. */
#include "htol/lang/ltest.h"
#include "htol/lang/print.h"
#include "htol/lang/wellformed.h"
#include "tests/unit/same_hyper.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

/* What is left of a file with faults is a script too. */
int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) printed = g_string_new(NULL);
    HtolFaults faults = {.arena = arena}, none = {.arena = arena};
    HtolScript script = {0}, again = {0};
    HtolText source = {{"a.hyperlabels", 1, 1}, (const char *)data, size};
    gboolean read = htol_ltest_parse(arena, &source, &script, &faults);
    g_assert(read == (faults.count == 0));
    htol_script_print(&script, printed);
    HtolText text = {{"a.htol", 1, 1}, printed->str, printed->len};
    g_assert(htol_parse_file(arena, &text, &again, &none));
    g_assert(same_script(&script, &again));
    htol_wellformed(&script, &faults);
    return 0;
}
