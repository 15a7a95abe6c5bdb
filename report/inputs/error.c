/* Names the domain of errors of report/; it makes none. */
#include "report/inputs/error.h"

GQuark report_error_quark(void)
{
    return g_quark_from_static_string("report-error");
}
