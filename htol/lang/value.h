/* Values of bindings: what a program's expression had when a label was covered. Compares and orders them; arithmetic on
 * them is expr.h's. */
#ifndef HTOL_VALUE_H
#define HTOL_VALUE_H

#include <glib.h>

/* The type of a value, as far as comparing and computing depend on it. */
typedef enum {
    HTOL_VALUE_SIGNED,   /* signed integers up to 64 bits, enums of signed type */
    HTOL_VALUE_UNSIGNED, /* unsigned integers up to 64 bits, _Bool, enums of unsigned type */
    HTOL_VALUE_FLOAT,    /* double; narrower types are exact in it */
    HTOL_VALUE_POINTER   /* identity, within a process */
} HtolValueKind;

/* A value, in 16 bytes. */
typedef struct {
    HtolValueKind kind : 8;
    guint64 process : 56; /* POINTER: of the process, or the program if it is code; else, and of null: 0 */
    union {
        gint64 s;
        guint64 u; /* UNSIGNED and POINTER */
        double f;
    };
} HtolValue;

/* The process, or program, that the value means something in alone; 0 if it is no pointer, or the null pointer. */
guint64 htol_value_process(HtolValue value);

/* Whether it may be asked if they are equal: of two pointers, if they are of one process or one of them is null. */
gboolean htol_value_comparable(HtolValue one, HtolValue other);

/* Equality as guards see it: integers and floating point by mathematical value, whatever their kinds (-1 is not
 * 18446744073709551615); a NaN equals nothing; a pointer equals a pointer of the same process only, but the null
 * pointer equals 0 of every kind, and no other pointer equals a number. FALSE of values that are not comparable: that
 * is then no answer, but an error of the guard. Among values that are comparable it is transitive. */
gboolean htol_value_equal(HtolValue one, HtolValue other);

/* -1, 0, 1 by mathematical value; 2 if they cannot be ordered (a NaN, or pointers that are not equal). */
int htol_value_compare(HtolValue one, HtolValue other);

/* Equal values have equal hashes, across kinds. */
guint htol_value_hash(HtolValue value);

/* Appends the value as text: -3, 7u, 0.1 (as many digits as read back the same), 2.0, 0x7ffe1234. */
void htol_value_print(HtolValue value, GString *out);

#endif
