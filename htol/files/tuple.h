/* Tuples: an environment with values, or a vector of a decision over the cap, as sets in data files hold them. Orders,
 * decodes and prints tuples; sets are data.h's. */
#ifndef HTOL_TUPLE_H
#define HTOL_TUPLE_H

#include "htol/base/layout.h"
#include "htol/lang/value.h"

/* One tuple, as it lies in a data file; it owns nothing. */
typedef struct {
    guint32 source;       /* of the unit */
    guint32 n_values;     /* 1 to HTOL_MOST_TUPLE_VALUES */
    const guint64 *words; /* 2 * n_values: of each value its kind and process, and its bits; see format.def */
} HtolTuple;

/* Whether each value has a kind that is known, and bits and process that go with it. */
gboolean htol_tuple_is_sound(const HtolTuple *tuple);

/* The order of two HtolTuples: by source, then how many values, then the values one after the other: by kind, then
 * process, then signed integers by value, all else by bits. 0: they are the same. For g_array_sort. */
gint htol_tuple_compare(gconstpointer one, gconstpointer other);

/* The first of `n` tuples, in the order of their sources, whose source is not below that; n if there is none. */
guint htol_tuple_first(const HtolTuple *tuples, guint n, guint32 source);

/* For hash tables whose keys are HtolTuples. */
guint htol_tuple_hash(gconstpointer tuple);
gboolean htol_tuple_equal(gconstpointer one, gconstpointer other);

/* Returns the kind of a value that is bound with that kind, which is no vector. */
HtolValueKind htol_tuple_value_kind(enum HtolTupleKind kind);

/* Value i of a sound tuple as guards see it; FALSE if it is a vector, which they never see. */
gboolean htol_tuple_value(const HtolTuple *tuple, guint32 i, HtolValue *value);

/* Whether a value is an address of a function, which is a name to who has the program. */
gboolean htol_tuple_has_code(const HtolTuple *tuple);

/* The value of that condition (from 0) in a sound tuple that is a vector, as HtolTruth: FALSE if it is none. The tuple
 * must have so many conditions. */
gboolean htol_tuple_truth(const HtolTuple *tuple, guint32 condition, guint8 *truth);

/* Appends the tuple as text: `source 3: -5 7u 0.5 0x7ffe1234@12 code 0x1139@77 vector TF-TFFFF`. Behind @ is the
 * process or program; the null pointer has none. A vector has 32 values: those that its decision has no conditions for
 * are F. */
void htol_tuple_print(const HtolTuple *tuple, GString *out);

#endif
