/* Keeps faults of a user's text; see fault.h. It finds none. */
#include "htol/base/fault.h"

#include <string.h>

void htol_fault(HtolFaults *faults, HtolWhere where, const char *format, ...)
{
    if (faults->count++ >= HTOL_MOST_FAULTS)
        return;
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    HtolFault *fault = htol_arena_new0(faults->arena, HtolFault, 1);
    fault->where = where;
    fault->name = faults->name;
    fault->message = htol_arena_strndup(faults->arena, message, strlen(message));
    if (faults->last)
        faults->last->next = fault;
    else
        faults->first = fault;
    faults->last = fault;
}

void htol_faults_print(const HtolFaults *faults, GString *out)
{
    for (const HtolFault *fault = faults->first; fault; fault = fault->next)
        g_string_append_printf(out, "%s:%u:%u: %s\n", fault->where.file, fault->where.line, fault->where.column,
                               fault->message);
    if (faults->count > HTOL_MOST_FAULTS)
        g_string_append_printf(out, "and %u more\n", faults->count - HTOL_MOST_FAULTS);
}
