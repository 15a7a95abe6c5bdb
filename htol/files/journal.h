/* Journals: what each test recorded of a process that ran many, beside one data file. Reads and checks; the runtime
 * writes, and opening files is the callers' business. FORMATS.md has the format. */
#ifndef HTOL_JOURNAL_H
#define HTOL_JOURNAL_H

#include <glib.h>

/* Is given the data file that a test would have if it had one of its own; its bytes are valid during the call, and may
 * be changed. */
typedef void HtolJournalVisit(void *user, guint8 *file, gsize size);

/* What was read: a data file of `size` bytes, and the journal beside it. */
typedef struct {
    const guint8 *file;
    gsize size;
    const guint8 *journal;
    gsize journal_size;
    gboolean is_torn; /* the facts in the data file may be of two tests: they are left out */
} HtolJournal;

/* Visits the tests in the order in which they ran; the last is that whose facts are in the data file, with the notes of
 * crashes. A test that ran twice is visited twice. A record at the end that is cut short is none. Returns NULL, or what
 * is damaged: then nothing behind the damage is visited. */
const char *htol_journal_each(const HtolJournal *journal, HtolJournalVisit *visit, void *user);

#endif
