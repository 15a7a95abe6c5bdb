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

typedef struct {
    const char *path; /* as the table has it */
    const char *hash; /* of the bytes of that file */
    HtolScriptKind kind;
    guint file;          /* COMMENT, MARKS: of the unit's files */
    HtolScript declared; /* COMMENT, FILE: what could be read of it; some may be `wrong` */
    GArray *marked;      /* AnnotMarked, in the order of the unit's text: LTEST, MARKS; else empty */
    GHashTable *names;   /* of `marked`, killing ones apart: the index of the first of that name */
} AnnotScript;

typedef struct AnnotScripts AnnotScripts;

typedef struct {
    HtolArena *arena; /* of all that is found */
    AnnotPlaces *places;
    const char *root;      /* that paths in the table are relative to, absolute */
    const char *directory; /* that paths in messages are relative to, absolute */
    AnnotOptions options;  /* its objectives */
    const GArray *marks;   /* AnnotMark: LTest's labels in the unit */
} AnnotScriptInput;

/* Reads them all: the comments of the user's files in the order in which the unit includes them, then the
 * objectives, then LTest's labels. Those belong to each script of kind LTEST, where hyperlabels may name
 * them; if there is none, or they have no number, to a script of kind MARKS, whose path is that of the file
 * they stand in. `input` must outlive the result. */
AnnotScripts *annot_scripts_new(const AnnotScriptInput *input);
void annot_scripts_free(AnnotScripts *scripts);

guint annot_scripts_count(const AnnotScripts *scripts);
AnnotScript *annot_scripts_nth(const AnnotScripts *scripts, guint i);

/* The text of the script from that place in it on, as it is written. */
const char *annot_scripts_source(const AnnotScripts *scripts, const AnnotScript *script, HtolWhere where);

/* The functions that are declared pure in any of them, ended by NULL. */
const char *const *annot_scripts_pure(const AnnotScripts *scripts);

/* Whether the line of the file was compiled, and not left out by the preprocessor. */
gboolean annot_scripts_compiled(AnnotScripts *scripts, guint file, guint32 line);

/* Whether a script that writes `name` means the file, as htol_path_matches says of its path in the table. */
gboolean annot_scripts_means(const AnnotScripts *scripts, const char *name, guint file);

/* Notes, once, what is wrong with the label or hyperlabel `name`, which will be left out. */
void annot_scripts_fault(AnnotScripts *scripts, const AnnotScript *script, HtolWhere where, const char *name,
                         const char *message);

/* Whether annot_scripts_fault was told so of a label or hyperlabel of that name. */
gboolean annot_scripts_has_fault(const AnnotScripts *scripts, const AnnotScript *script, const char *name);

/* What was found wrong, a line each: `FILE:LINE:COLUMN: error: ...`. */
const GString *annot_scripts_messages(AnnotScripts *scripts);

/* Sets the unit's rows. */
void annot_scripts_fill(const AnnotScripts *scripts, HtolTable *table);

#endif
