/* HTOL as the paper defines it: reads a script and tries every combination of the recorded environments.
 * The oracle for htol/, of which it shares neither parser nor values, arithmetic or joins. Not fast, and
 * not for reports. */
#ifndef TESTS_ORACLE_HTOL_BRUTE_H
#define TESTS_ORACLE_HTOL_BRUTE_H

#include <glib.h>

typedef enum { BRUTE_SIGNED, BRUTE_UNSIGNED, BRUTE_FLOAT, BRUTE_POINTER } BruteKind;

typedef struct {
    BruteKind kind;
    guint64 process; /* POINTER: 0 of the null pointer */
    union {
        gint64 s;
        guint64 u; /* UNSIGNED and POINTER */
        double f;
    };
} BruteValue;

/* What was recorded of a label or a sequence: rows of `columns` values. Without columns only rows > 0
 * counts. */
typedef struct {
    guint columns, rows;
    BruteValue *values;
} BruteRelation;

/* Labels and one hyperlabel, parsed and found well-formed. */
typedef struct BruteScript BruteScript;

/* NULL if the text is refused; then *reason, to be freed, says why. The text has exactly one hyperlabel. */
BruteScript *brute_parse(const char *text, char **reason);
void brute_free(BruteScript *script);

/* Whether the test suite that recorded these environments covers the hyperlabel. `recorded` maps the name
 * of a label, or the key of a sequence such as "D -!K,!M-> U --> V" (no primes, killing labels sorted), to
 * its BruteRelation; what it does not have was never covered. */
gboolean brute_covered(BruteScript *script, GHashTable *recorded);

/* A metavariable, its primes included, and its value. */
typedef struct {
    const char *name;
    BruteValue value;
} BruteBinding;

/* Whether the suite covers the hyperlabel with this one environment: the paper's (T, E) |- h. */
gboolean brute_covered_with(BruteScript *script, GHashTable *recorded, const BruteBinding *bindings, guint n_bindings);

/* Whether they are the same value of the same kind (and process), to the last bit. */
gboolean brute_identical(BruteValue one, BruteValue other);

/* As one word that can be read back: -3, 7u, 1.5f, nanf, 0x10@2p for a pointer of process 2. */
void brute_print(BruteValue value, GString *out);
gboolean brute_read(const char *word, BruteValue *value);

#endif
