/* The scripts that reach a unit: the comments of its files, LTest's labels in them, and the files of
 * objectives that it is compiled with; and all that is found wrong with them, here and later. Where their
 * labels stand is location.h's. */
#ifndef ANNOT_SCRIPT_H
#define ANNOT_SCRIPT_H

#include "annot/options/options.h"
#include "annot/text/places.h"
#include "annot/users/mark.h"
#include "htol/files/table.h"
#include "htol/lang/script.h"

/* A label of LTest as a script has it, or a killing one, whose name is its variable's. */
typedef struct {
    const AnnotMark *mark;
    AnnotSpot spot; /* of the mark */
    const HtolLabelDecl *decl;
} AnnotMarked;

/* One script; fields hold for the kinds that they name. */
typedef struct {
    const char *path; /* as the table has it */
    const char *hash; /* hash of the file's bytes */
    HtolScriptKind kind;
    guint file;          /* COMMENT, MARKS: of the unit's files */
    HtolScript declared; /* COMMENT, FILE: what could be read of it; some may be `wrong` */
    GArray *marked;      /* AnnotMarked, in the order of the unit's text: LTEST, MARKS; else empty */
    GHashTable *names;   /* of `marked`, killing ones apart: the index of the first of that name */
} AnnotScript;

typedef struct AnnotScripts AnnotScripts;

/* What scripts are looked for in, and where. */
typedef struct {
    HtolArena *arena; /* what is found lies in it */
    AnnotPlaces *places;
    const char *root;      /* absolute directory; paths in the table are relative to it */
    const char *directory; /* absolute directory; paths in messages are relative to it */
    AnnotOptions options;  /* of which its objectives are read */
    const GArray *marks;   /* AnnotMark: LTest's labels in the unit */
} AnnotScriptInput;

/* Reads all scripts: the comments of the user's files in the order in which the unit includes them, then the
 * objectives, then LTest's labels. Those belong to each script of kind LTEST, where hyperlabels may name
 * them; if there is none, or they have no number, to a script of kind MARKS, whose path is that of the file
 * they stand in. `input` must outlive the result. */
AnnotScripts *annot_scripts_new(const AnnotScriptInput *input);
void annot_scripts_free(AnnotScripts *scripts);

/* Return how many scripts there are, and script `i` of them, which belongs to `scripts`; `i` counts from 0. */
guint annot_scripts_count(const AnnotScripts *scripts);
AnnotScript *annot_scripts_nth(const AnnotScripts *scripts, guint i);

/* Returns the text of the script as it is written, from `where` on. */
const char *annot_scripts_source(const AnnotScripts *scripts, const AnnotScript *script, HtolWhere where);

/* Returns the functions that any script declares pure, ended by NULL. */
const char *const *annot_scripts_pure(const AnnotScripts *scripts);

/* Whether the line of the file was compiled, and not left out by the preprocessor. */
gboolean annot_scripts_compiled(AnnotScripts *scripts, guint file, guint32 line);

/* Whether a script that writes `name` means the file, as htol_path_matches says of its path in the table. */
gboolean annot_scripts_means(const AnnotScripts *scripts, const char *name, guint file);

/* Notes, once, what is wrong with the label or hyperlabel `name`, which will be left out. */
void annot_scripts_fault(AnnotScripts *scripts, const AnnotScript *script, HtolWhere where, const char *name,
                         const char *message);

/* Whether annot_scripts_fault was called for a label or hyperlabel of that name in the script. */
gboolean annot_scripts_has_fault(const AnnotScripts *scripts, const AnnotScript *script, const char *name);

/* Returns a line for each fault: `FILE:LINE:COLUMN: error: ...`. */
const GString *annot_scripts_messages(AnnotScripts *scripts);

/* Sets the rows of scripts in the unit's table. */
void annot_scripts_fill(const AnnotScripts *scripts, HtolTable *table);

#endif
