/* Fuzz target: what is said to be a diff of git is read or refused without a fault. Runs no git. */
#include "report/model/diff.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autoptr(ReportDiff) diff = report_diff_new();
    g_autoptr(GError) error = NULL;
    gboolean good = report_diff_parse(diff, text, &error);
    g_assert(good == (error == NULL));
    report_diff_has(diff, "a.c", 1, 2);
    return 0;
}
