/* What the annotator made of a unit, kept in the data directory (folder `units`) for the next time that the same text
 * is compiled in the same way: libclang is not even loaded then. It starts no process and annotates nothing.
 *
 * The key is a hash of all that the output depends on: the preprocessed text, the files that its lines come from, the
 * options of hlcov cc, what of the command matters, this program and libclang. Units with users' objectives are not
 * kept, for these are preprocessed with the command's macros and read from comments. */
#ifndef ANNOT_KEPT_H
#define ANNOT_KEPT_H

#include "annot/annotate.h"
#include "htol/notes/cache.h"

/* Bytes that a data directory keeps of outputs: a unit as large as SQLite takes 3 MB, and a 256th must hold it. */
#define ANNOT_KEPT_BYTES ((guint64)2 << 30)

/* An open cache and the key of a unit in it. To be cleared by annot_kept_clear. */
typedef struct {
    HtolCache cache;
    char *key; /* NULL: nothing is kept of this unit */
} AnnotKept;

/* Opens the cache in input->data_dir for the unit. `words` are those of hlcov cc that chose input->options, ended by
 * NULL; NULL: they are not known, and nothing is kept. To be cleared. */
AnnotKept annot_kept_open(const AnnotInput *input, const char *const *words);
/* Frees what was opened; the files stay. */
void annot_kept_clear(AnnotKept *kept);

/* Fills `output` as annot_unit would, which is to be cleared; FALSE: it is not there, or damaged. Its numbers of
 * functions are not kept, and 0. */
gboolean annot_kept_find(const AnnotKept *kept, AnnotOutput *output);

/* Keeps what annot_unit made of the unit. */
void annot_kept_keep(const AnnotKept *kept, const AnnotOutput *output);

/* What a compiler is asked of a unit. */
typedef struct {
    const char *compiler; /* as called */
    const char *tongue;   /* what the environment says of its messages */
    char **words;         /* by which it is called */
} AnnotAsked;

/* Returns what the compiler said when it was asked so, to be freed; NULL: that is not known, or it is another compiler
 * now. */
char *annot_kept_said(const AnnotKept *kept, const AnnotAsked *asked);

/* Keeps what the compiler said of a unit without errors. */
void annot_kept_say(const AnnotKept *kept, const AnnotAsked *asked, const char *said);

#endif
