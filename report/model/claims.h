/* What comments of a source file say of objectives: that they are excluded (the markers of LCOV, gcovr and gcov), that
 * they cannot be covered, or that they need not be, with the reason. Reads text; which objectives there are it does not
 * know. What is written how: man page hlcov-report(1). */
#ifndef REPORT_CLAIMS_H
#define REPORT_CLAIMS_H

#include "htol/base/fault.h"
#include "htol/criteria/criteria.h"
#include "htol/lang/parse.h"

/* What is claimed. */
typedef enum {
    REPORT_CLAIM_EXCLUDES,          /* LCOV_EXCL_LINE, LCOV_EXCL_START, and the same of GCOVR_ and GCOV_ */
    REPORT_CLAIM_EXCLUDES_BRANCHES, /* LCOV_EXCL_BR_LINE, LCOV_EXCL_BR_START, and those of GCOVR_ and GCOV_ */
    REPORT_CLAIM_UNREACHABLE,       /* LCOV_UNREACHABLE_LINE, LCOV_UNREACHABLE_START */
    REPORT_CLAIM_JUSTIFIES,         /* justify CRITERIA `TEXT` VALUE: REASON */
    REPORT_CLAIM_KINDS
} ReportClaimKind;

/* One claim. Its texts lie in the arena that it was read into. */
typedef struct {
    ReportClaimKind kind;
    HtolWhere where;
    guint32 first, last; /* the lines that it is about, both included; none if last < first */
    guint32 reach;       /* the greatest `last` of this claim and those before it in its file */
    const char *words;   /* what was written, without the reason: "LCOV_EXCL_LINE", "justify CC `x == y` true" */
    const char *reason;  /* Markdown; "" of markers */
    const char *why;     /* of objectives that it excludes, a line or more: "justified in line 12: REASON" */

    /* of justifications: which objectives of the lines */
    HtolSelection criteria; /* n is 0 if any n-CC is meant */
    const char *text;       /* what they are about, or what that begins with up to ": "; NULL: anything */
    const char *value;      /* "true" or "false"; NULL: any */
    const char *vector; /* "TF-", or NULL: objectives of a decision that need such vectors, see vectors.h; the text is
                           that of the decision then */
} ReportClaim;

/* Whether a test can disprove it: markers that exclude say nothing of tests. */
gboolean report_claim_asserts(const ReportClaim *claim);

/* Finds the claims of a file: appends them to `claims` (ReportClaim) in the order of their first lines. What is wrong
 * with some is added to the faults. All lies in the arena, the name of the file excepted. */
void report_claims_find(HtolArena *arena, const HtolText *source, GArray *claims, HtolFaults *faults);

/* The first of `count` claims of a file, from index *at on, that is about the line; *at is the index behind it then.
 * NULL if there is none. */
const ReportClaim *report_claim_at(const ReportClaim *claims, guint count, guint32 line, guint *at);

/* Whether the claim, which is about the objective's line, is about the objective, what it says of vectors and their
 * decision apart. `n` is the n of n-CC. */
gboolean report_claim_matches(const ReportClaim *claim, const HtolObjective *objective, guint n);

#endif
