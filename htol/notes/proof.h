/* What was proved of a unit's objectives: that they cannot be covered, or need not be. Reads and writes the files that
 * hold it; it proves nothing, and whether runs agree is asked by who reads them.
 *
 * A file is JSON, FORMATS.md says of what. It lies beside the table of the unit, whose id is its name: the id is that
 * of the text and all that is recorded of it, so proofs of another text, or another way to compile it, are not found.
 */
#ifndef HTOL_PROOF_H
#define HTOL_PROOF_H

#include "htol/base/arena.h"
#include "htol/files/table.h"

/* What was proved of an objective. `other` is the field of HtolProof. */
typedef enum {
    HTOL_PROOF_INFEASIBLE, /* nothing covers it */
    HTOL_PROOF_DUPLICATE,  /* whatever covers `other` covers it, and the other way round */
    HTOL_PROOF_SUBSUMED,   /* whatever covers `other` covers it */
    HTOL_PROOF_UNUSED,     /* nothing covers it in this program, by what its unit calls and with which values */
    HTOL_PROOFS
} HtolProofKind;

/* The names of HtolProofKinds, as files and reports write them. */
extern const char *const htol_proof_names[HTOL_PROOFS];

/* What stands between the names of two others. */
#define HTOL_PROOF_PAIR " + "

/* Whether it is about other objectives. */
gboolean htol_proof_needs_other(HtolProofKind kind);

/* One proof: a verdict on one objective, and why. */
typedef struct {
    HtolProofKind kind;
    const char *objective; /* "CC:d2.c1=T": its criterion by the name in reports, and its id there */
    const char *other;     /* as `objective`; of a duplicate perhaps two, of which whatever covers it
                              covers one; "" of what is infeasible, in this program or at all */
    const char *why;       /* in words */
    const char *function;  /* that the objective is of, by its name in the unit; "": the one that the proof is listed
                              with, as in all files */
    const char *of;        /* the function that `other` is of, if it is not the objective's; else "" */
    gboolean unrecorded;   /* a program was built that does not record it, so that no run of that one contradicts it */
} HtolProof;

/* What was proved of one function of the unit, and what was in the way. */
typedef struct {
    guint32 function;              /* its index in the unit */
    const char *failed;            /* why nothing was proved of it; "" if nothing was in the way */
    guint32 questions, unanswered; /* for the solver; of these, those that it did not answer in time */
    guint32 unasked; /* of these, those that it was not asked, because no time was left for the function */
    guint32 n_proofs;
    const HtolProof *proofs;
    gboolean known; /* it was proved before, and not again */
} HtolProved;

/* Appends one line that holds it. */
void htol_proved_write(const HtolProved *proved, GString *out);

/* Reads such lines, one for each function, to the end of the text. What is wrong with them is in *error; then NULL
 * and *n is 0. `n` of them, in the arena. */
HtolProved *htol_proved_read(HtolArena *arena, const char *text, guint *n, GError **error);

/* Begin, write and read a whole file, whose first line says of which table it is; as htol_proved_read. */
void htol_proofs_begin(const guint8 id[HTOL_ID_SIZE], GString *out);
void htol_proofs_write(const guint8 id[HTOL_ID_SIZE], const HtolProved *all, guint n, GString *out);
HtolProved *htol_proofs_read(HtolArena *arena, const char *text, const guint8 id[HTOL_ID_SIZE], guint *n,
                             GError **error);

/* Sets `id` to that of the table that a whole file is of. FALSE, and *error, if its first line does not say. */
gboolean htol_proofs_table(const char *text, guint8 id[HTOL_ID_SIZE], GError **error);

/* Compares what two files say of one unit, as strcmp does: greater is what proves more functions, then more objectives,
 * then leaves fewer questions open; of equal ones, that with the lesser text. 0 only if they say the same. */
gint htol_proofs_compare(const HtolProved *one, guint n_one, const HtolProved *other, guint n_other);

/* Marks a proof of what a program does not record, and says so in its words, which lie in the arena. */
void htol_proof_mark(HtolArena *arena, HtolProof *proof);

/* Marks of `all` what is marked in `other`, which is of the same unit. */
void htol_proofs_mark(HtolArena *arena, HtolProved *all, guint n, const HtolProved *other, guint n_other);

/* Chooses which of two is kept of one unit, and marks of it what is marked in the other: TRUE if `one` says more
 * (htol_proofs_compare) or `other` is NULL. */
gboolean htol_proofs_join(HtolArena *arena, HtolProved *one, guint n_one, HtolProved *other, guint n_other);

/* Returns a whole file of that table with the marks of another one of it, to be freed; NULL if one of them cannot be
 * read. */
char *htol_proofs_renew(const char *text, const char *former, const guint8 id[HTOL_ID_SIZE]);

/* The domain of errors in files of proofs, with messages for users; the code is 0. */
#define HTOL_PROOF_ERROR htol_proof_error_quark()
GQuark htol_proof_error_quark(void);

#endif
