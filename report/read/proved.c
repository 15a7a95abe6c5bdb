/* Reads what was proved; see proved.h. */
#include "report/read/proved.h"

#include <errno.h>

#include "report/read/files.h"

gboolean report_proved_read(HtolArena *arena, const char *directory, ReportUnit *unit, GError **error)
{
    g_autofree char *path = htol_proofs_path(directory, unit->table->id);
    g_autofree char *text = NULL;
    g_autoptr(GError) wrong = NULL;
    gsize size;
    if (unit->proved)
        return TRUE;
    if (report_file_read(path, &text, &size, &wrong))
        unit->proved = htol_proofs_read(arena, text, unit->table->id, &unit->n_proved, &wrong);
    else if (wrong->code == ENOENT || wrong->code == ENOTDIR)
        return TRUE;
    if (!unit->proved)
        g_propagate_prefixed_error(error, g_steal_pointer(&wrong), "%s: ", path);
    return unit->proved != NULL;
}
