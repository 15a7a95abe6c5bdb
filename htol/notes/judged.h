/* Sums of files that a report judged, by keys that say of what: so that another report, or one on another host, need
 * not judge them again. It does not know what is in sums, nor what keys are of.
 *
 * A file of them is packed, and has a checksum; it is never needed, and what is damaged is as good as nothing. */
#ifndef HTOL_JUDGED_H
#define HTOL_JUDGED_H

#include <glib.h>

/* The size of a key, a hash, in bytes. */
enum { HTOL_JUDGED_KEY = 16 };

typedef struct HtolJudged HtolJudged;

/* Makes a collection without sums; htol_judged_free frees it. */
HtolJudged *htol_judged_new(void);
void htol_judged_free(HtolJudged *judged);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtolJudged, htol_judged_free)

/* Takes over the sums of a file's bytes whose keys are not there yet; `added`: as if htol_judged_add had added them.
 * FALSE, and nothing was taken over, if it is damaged. */
gboolean htol_judged_take(HtolJudged *judged, const guint8 *bytes, gsize size, gboolean added);

/* Returns the sum of that key and its size; NULL if there is none. It lives until another one is added. */
const guint8 *htol_judged_find(HtolJudged *judged, const guint8 key[HTOL_JUDGED_KEY], gsize *size);

/* Adds a sum; one of the same key is replaced. */
void htol_judged_add(HtolJudged *judged, const guint8 key[HTOL_JUDGED_KEY], const guint8 *sum, gsize size);

/* Whether htol_judged_add added any. */
gboolean htol_judged_is_changed(const HtolJudged *judged);

/* Which sums of a collection. */
typedef enum {
    HTOL_JUDGED_ALL,
    HTOL_JUDGED_ADDED,  /* by htol_judged_add */
    HTOL_JUDGED_USED,   /* these, and those that were found */
    HTOL_JUDGED_LASTING /* all but those that several files in a row were written without using */
} HtolJudgedWhich;

/* Appends the bytes of a file with these sums; the same ones make the same bytes. */
void htol_judged_put(const HtolJudged *judged, HtolJudgedWhich which, GByteArray *out);

/* The file in the data directory `dir` that reports keep for the next ones; to be freed. */
char *htol_judged_path(const char *dir);

#endif
