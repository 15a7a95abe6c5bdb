/* The machine that a unit is compiled for, as far as its text depends on that: a structure. Who finds out which it is,
 * launch/target.h. */
#ifndef ANNOT_MACHINE_H
#define ANNOT_MACHINE_H

#include <glib.h>

/* The machine. To be cleared by annot_target_clear. */
typedef struct {
    char *machine;          /* as the compiler names it: "aarch64-linux-gnu"; "" if it does not say */
    gboolean foreign;       /* another machine than hlcov was built for */
    gboolean x86_64;        /* it has the instructions of x86-64 */
    char *carried, *values; /* of a foreign machine, when annot_target_carry was called: the runtime's two parts, as
                               carry.h has them; else NULL */
} AnnotTarget;

#endif
