/* Suites: which of many tests are needed, and few that cover as much as all. It knows objectives by their
 * witnesses only, and asks nobody what they cover.
 *
 * An objective that U cover alone, and one test of A with one of B together, asks for a test of U or A and
 * for one of U or B: "hits U, or hits A and B" is multiplied out. So whatever an objective needs several
 * tests for, all objectives together are a family of sets each of which must be hit, and few tests that do
 * are found as by anybody: again and again the test that hits the most sets that none hits yet. That is at
 * most H(d) times as many as are enough, where d is the most sets that one test hits and H(d) = 1 + 1/2 + ...
 * + 1/d <= 1 + ln d.
 *
 * Source: Chvatal, "A greedy heuristic for the set-covering problem", Mathematics of Operations Research 4,
 * 1979. */
#ifndef HTOL_SUITE_H
#define HTOL_SUITE_H

#include "htol/base/stream.h"
#include "htol/tests/witness.h"

/* The most sets that come of one objective. Where there would be more, some of the choices of tests that cover it
 * together are passed over. */
enum { HTOL_MOST_CLAUSES = 64 };

typedef struct HtolSuite HtolSuite;
/* Makes a suite without objectives, over tests of `sets`, which must outlive it; htol_suite_free frees it. */
HtolSuite *htol_suite_new(HtolTestSets *sets);
void htol_suite_free(HtolSuite *suite);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtolSuite, htol_suite_free)

/* Adds an objective that something covers. */
void htol_suite_add(HtolSuite *suite, const HtolWitnesses *witnesses);

/* Appends all that was added, and adds what was appended, to a suite over sets of as many tests: for processes that
 * share the objectives. */
void htol_suite_put(const HtolSuite *suite, GByteArray *out);
void htol_suite_take(HtolSuite *suite, HtolStream *in);

/* Returns how many objectives just these tests cover alone. */
guint32 htol_suite_alone(const HtolSuite *suite, HtolTestSet tests);

/* Returns the sets of tests (HtolTestSet) that some objective has as those that cover it alone, by what they hold. To
 * be unreferenced. */
GArray *htol_suite_classes(const HtolSuite *suite);

/* What one test is good for, in objectives. */
typedef struct {
    guint32 alone;    /* that it covers alone */
    guint32 together; /* others, that it may cover together with other tests; where too many would have to be
                         asked about, those that are known */
    guint32 needed;   /* that no tests cover without it */
} HtolWorth;

/* Returns the worth of each test, to be freed with g_free. Takes time by different sets, not by objectives. */
HtolWorth *htol_suite_worth(const HtolSuite *suite);

/* Few tests that cover as much as all, and how far from the fewest they may be. */
typedef struct {
    HtolTestSet tests; /* hits all sets; without any one of them it would not */
    guint32 n_sets;    /* that must be hit, each counted once */
    guint32 dropped;   /* tests that were chosen, and that those chosen after them made needless */
    guint32 least;     /* no fewer tests are enough: so many sets have no test in common */
    double factor;     /* H(d): nor are fewer than the number of tests divided by this */
    gboolean partial;  /* not all choices of tests were looked at: fewer than `least` may be enough then, and
                          the factor says nothing */
} HtolSubset;

/* Chooses few tests that cover all objectives that were added: greedily, then without those that are not needed. */
HtolSubset htol_suite_minimal(HtolSuite *suite);

#endif
