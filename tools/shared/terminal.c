/* Asks what standard output is; see terminal.h. */
#include "tools/shared/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "report/inputs/error.h"
#include "tools/shared/pager.h"

enum { NARROWEST = 80, WIDEST = 120, USUAL = 100 };

gboolean terminal_colour(const char *when, gboolean *colour, GError **error)
{
    *colour = g_strcmp0(when, "always") == 0;
    if (!when || g_str_equal(when, "auto"))
        *colour = pager_has_colour();
    if (!when || g_strv_contains((const char *const[]){"auto", "always", "never", NULL}, when))
        return TRUE;
    g_set_error(error, REPORT_ERROR, 0, "--color=%s: it should be auto, always or never", when);
    return FALSE;
}

guint terminal_width(void)
{
    struct winsize window = {0};
    const char *said = g_getenv("COLUMNS");
    guint64 width = 0;
    if (said)
        g_ascii_string_to_unsigned(said, 10, 1, G_MAXINT, &width, NULL);
    if (width == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0)
        width = window.ws_col;
    return width == 0 ? USUAL : (guint)CLAMP(width, NARROWEST, WIDEST);
}
