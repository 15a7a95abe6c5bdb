/* Insertions into a text at byte offsets: collected in any order, applied at once. Knows no C. */
#ifndef ANNOT_EDIT_H
#define ANNOT_EDIT_H

#include "annot/text/text.h"

typedef struct AnnotEdits AnnotEdits;

/* Makes a collection without insertions; annot_edits_free frees it. */
AnnotEdits *annot_edits_new(void);
void annot_edits_free(AnnotEdits *edits);

/* Puts `open` before and `close` behind the extent; where several extents begin or end at one byte they nest.
 * Of equal extents, the one wrapped first is the outer one. Takes the strings; either may be NULL. */
void annot_edits_wrap(AnnotEdits *edits, AnnotExtent extent, char *open, char *close);

/* Puts `inserted` at the byte, behind all that closes there and before all that opens there. Takes the
 * string. */
void annot_edits_insert(AnnotEdits *edits, guint32 at, char *inserted);

/* Replaces the extent, whose text holds no newline that matters to line numbers, by `replacement`; its
 * newlines are kept. Takes the string. */
void annot_edits_replace(AnnotEdits *edits, AnnotExtent extent, char *replacement);

/* Returns the text of `extent` with all edits applied; none may lie outside of it. To be freed. */
GString *annot_edits_apply(AnnotEdits *edits, const AnnotText *text, AnnotExtent extent);

#endif
