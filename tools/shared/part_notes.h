/* Notes in a data directory which shard of a command's work began, and that it ended well: what hlcov status reads. It
 * does none of the work. */
#ifndef TOOLS_PART_NOTES_H
#define TOOLS_PART_NOTES_H

#include "htol/notes/parts.h"

/* Appends an option to a text that says what work is done, if it is given: " --name=value", quoted for a shell where it
 * has to be. Only options that choose what is done belong there, so that hosts that differ in others do the same work.
 */
void part_notes_option(GString *work, const char *name, const char *value);
void part_notes_flag(GString *work, const char *name, gboolean is_given);
void part_notes_options(GString *work, const char *name, char **values);
void part_notes_words(GString *work, char **words);

/* Notes that a part of the work began, or ended, in that data directory; nothing if the part is all. FALSE, and *error,
 * if the file cannot be written. */
gboolean part_notes_begin(const char *directory, const char *work, HtolPart part, GError **error);
gboolean part_notes_end(const char *directory, const char *work, HtolPart part, GError **error);

#endif
