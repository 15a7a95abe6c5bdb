/* The scripts that reach a unit: the comments of its files and the .htol files it is compiled with; and all
 * that is found wrong with them, here and later. Where their labels stand is place.h's. */
#ifndef ANNOT_SCRIPT_H
#define ANNOT_SCRIPT_H

#include "annot/places.h"
#include "htol/script.h"
#include "htol/table.h"

/* A .htol file. */
typedef struct {
    const char *path; /* relative to the working directory of the compiler, or absolute */
    const char *text;
} AnnotObjectives;

typedef struct {
    const char *path; /* as the table has it */
    HtolScriptKind kind;
    guint file; /* COMMENT: of the unit's files */
    HtolScript declared; /* what could be read of it; some may be `wrong` */
} AnnotScript;

typedef struct AnnotScripts AnnotScripts;

typedef struct {
    HtolArena *arena; /* of all that is found */
    AnnotPlaces *places;
    const char *root;      /* that paths in the table are relative to, absolute */
    const char *directory; /* that paths in messages are relative to, absolute */
    const AnnotObjectives *objectives;
    guint n_objectives;
} AnnotScriptInput;

/* Reads them all: the comments of the user's files in the order in which the unit includes them, then the
 * objectives. `input` must outlive the result. */
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
