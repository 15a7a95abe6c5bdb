/* Tries inputs of a harness as tests, and says which of them are needed: each is run once more in a process of its own,
 * and a model judges what they cover. It chooses no input. */
#ifndef TOOLS_NEEDED_H
#define TOOLS_NEEDED_H

#include "fuzz/review.h"
#include "generate/unit.h"

/* Where inputs are tried, and what for. */
typedef struct {
    const char *data;             /* the user's data directory, which need not exist */
    const char *scratch;          /* a data directory for trials, which has the tables of the harness */
    const char *work;             /* directory for files */
    const char *name;             /* of the source, for names of tests */
    const ReportRequest *request; /* asks for witnesses */
    FuzzTarget *target;           /* set by needed_open, with the next two: the program of the harness */
    gboolean has_harness;
    guint8 harness[HTOL_ID_SIZE]; /* id of its table, if it has one */
    GPtrArray *left;     /* char *: set by needed_record: what stays open, as remaining.h has it; NULL before */
    GHashTable *noticed; /* set by needed_open: names (needed_mutant) of mutants that some test of the user notices */
    ReportTotals before[HTOL_CRITERIA], after[HTOL_CRITERIA]; /* set: of the wanted functions, without and with tests */
} Needed;

/* Marks the inputs of `unit` that cover what no test of the user does, as few as will do, and says what only each of
 * them covers. FALSE and *error if they cannot be tried. */
gboolean needed_mark(Needed *needed, const GenerateUnit *unit, GError **error);

/* Tries the marked inputs as tests named "generate NAME FUNCTION SUM" of the data directory `data`; those that fail
 * are marked no more. Sets needed->after and needed->left. */
gboolean needed_record(Needed *needed, const GenerateUnit *unit, const char *data, GError **error);

/* Returns the names of wanted functions with objectives that no test covers but those that were generated before, a set
 * to be unreferenced. Sets needed->before. To be called before all others. NULL and *error on failure. */
GHashTable *needed_open(Needed *needed, const GenerateUnit *unit, GError **error);

/* Returns the name of a mutant among those that are noticed; to be freed. `hash` is that of its function, `digest` that
 * of htol_change_digests. */
char *needed_mutant(const char *hash, guint32 digest);

/* Keeps what was proved of the unit's functions, so that models of the data directory know it. */
gboolean needed_prove(const Needed *needed, const GenerateUnit *unit, GError **error);

/* Frees what was set. */
void needed_clear(Needed *needed);

#endif
