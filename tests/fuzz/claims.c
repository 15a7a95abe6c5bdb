/* Fuzz target: what comments of any text claim is found without a fault, in order and within the text, and reasons are
 * rendered to nothing that a browser runs or loads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/html/parts/html.h"
#include "report/model/claims.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

/* Only what cmark makes begins with < in HTML. */
static void render(const char *reason)
{
    static const char *const never[] = {"<script", "<img", "<iframe", "<!--", " onerror=\"", "class=\"l"};
    char *html = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&html, &size);
    report_html_markdown(out, reason);
    fclose(out);
    for (guint i = 0; i < G_N_ELEMENTS(never); i++)
        g_assert(!strstr(html, never[i]));
    free(html);
}

static void check(const GArray *claims, guint32 lines)
{
    const ReportClaim *all = (const ReportClaim *)claims->data;
    for (guint i = 0; i < claims->len; i++) {
        guint at = 0;
        g_assert(all[i].where.line >= 1 && all[i].where.line <= lines && all[i].first >= 1);
        g_assert(i == 0 || (all[i - 1].first <= all[i].first && all[i - 1].reach <= all[i].reach));
        if (all[i].first <= all[i].last)
            g_assert(report_claim_at(all, claims->len, all[i].first, &at));
        render(all[i].reason);
    }
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GArray) claims = g_array_new(FALSE, FALSE, sizeof(ReportClaim));
    HtolFaults faults = {.arena = arena};
    HtolText source = {{"a.c", 1, 1}, (const char *)data, size};
    guint32 lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    report_claims_find(arena, &source, claims, &faults);
    check(claims, lines);
    return 0;
}
