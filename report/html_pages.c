/* Parts of pages; see html_pages.h. */
#include "report/html_pages.h"

guint report_html_part_of(const GArray *parts, guint line)
{
    guint part = parts->len - 1;
    while (part > 0 && g_array_index(parts, guint, part) > line)
        part--;
    return part;
}

guint report_html_last_line(const GArray *parts, guint part)
{
    return part + 1 < parts->len ? g_array_index(parts, guint, part + 1) - 1 : G_MAXUINT;
}
