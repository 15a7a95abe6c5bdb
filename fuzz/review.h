/* Reviews: what replayed inputs cover, which of them are needed, where the target crashed. All of it is the model's;
 * this asks. */
#ifndef FUZZ_REVIEW_H
#define FUZZ_REVIEW_H

#include "fuzz/target.h"
#include "report/model/model.h"

/* A model of data directories, NULL-terminated, and of the target's programs. */
typedef struct {
    ReportInputs *inputs;
    ReportModel *model;
} FuzzReview;

/* Reads and judges. FALSE and *error on failure, and then there is nothing to clear. */
gboolean fuzz_review(const FuzzTarget *target, const char *const *directories, const ReportRequest *request,
                     FuzzReview *review, GError **error);
void fuzz_review_clear(FuzzReview *review);

/* Objectives of the criteria that were asked for, by status: excluded, infeasible and unmeasured ones are none of
 * these. */
typedef struct {
    guint covered, open;
} FuzzCounts;
FuzzCounts fuzz_review_count(const FuzzReview *review);

/* The names of few tests that cover as much as all, as a set; the request must have asked for witnesses. To be
 * unreferenced. */
GHashTable *fuzz_review_needed(const FuzzReview *review);

/* Where tests crashed, by their names: "in parse, parse.c:42"; those of which it is known. To be unreferenced. */
GHashTable *fuzz_review_places(const FuzzReview *review);

/* Makes an empty data directory at `path`, with those tables of `data` that the target's units have; what is there is
 * removed. FALSE and *error on failure. */
gboolean fuzz_scratch_make(const FuzzTarget *target, const char *data, const char *path, GError **error);

#endif
