/* The domain of errors of report/, whose messages are for users. Of a file that cannot be read the code is what errno
 * was; of all else it is 0. */
#ifndef REPORT_ERROR_H
#define REPORT_ERROR_H

#include <glib.h>

/* Returns the domain. */
#define REPORT_ERROR report_error_quark()
GQuark report_error_quark(void);

#endif
