/* Users' objectives: what scripts ask for, over what functions recorded for their labels and sequences, and
 * the verdicts on them. It reads no files and shows nothing; which text of a script counts, and which rows of
 * functions were made of that text, is for the caller to say. */
#ifndef HTOL_USER_H
#define HTOL_USER_H

#include "htol/judge/decide.h"
#include "htol/judge/env.h"
#include "htol/lang/script.h"

/* Where a label lies, or the last step of a sequence. */
typedef struct {
    const HtolRecorded *recorded; /* of its function */
    guint32 file;                 /* index of the function's files */
    guint32 line, column;
} HtolUserPlace;

/* What was recorded of a label or a sequence, in all functions together. */
typedef struct {
    HtolRelation relation;   /* each environment once, in the order of places */
    const char *name;        /* as htol_relation_name prints it */
    const HtolHyper *member; /* some occurrence of it: names its columns */
    gboolean sequence;       /* one of LTest is an occurrence too */
    guint n_places;          /* never 0 */
    const HtolUserPlace *places;
    const guint32 *row_place; /* of each row of the relation, the place that it was recorded at */
    gboolean lossy;           /* it was covered where environments were lost, perhaps some of these; maybe there are no
                                 rows */
    const HtolUserPlace *alarm; /* where a label had no value without a trap, or more of a sequence were under
                                   way than there is room for; NULL: nowhere */
} HtolUserRelation;

/* One objective of a user with its verdict. */
typedef struct {
    const char *script; /* path of its script */
    const char *name;
    HtolWhere where;               /* of its declaration; of the fault if it could not be read */
    const HtolHyper *hyper;        /* of a label that no hyperlabel names an occurrence; NULL: it could not be read */
    const HtolLabelDecl *class_of; /* of IDP: the label that is a class of a partition; else NULL */
    const char *text;              /* its declaration, with LTest's tag behind //; "" if it could not be read */
    const char *id; /* its name, behind its script's if that is not its function's file; unique in a function */
    guint n_labels;
    const HtolLabelDecl *const *labels; /* that it names, each once, in the order of its text */
    HtolUserPlace shown;    /* in the function with the first label that lies in any: the declaration if it is in the
                               function's file, else the label. recorded NULL: none does; it is the declaration, or
                               where the script begins if that is in another file */
    const char *unmeasured; /* why it cannot be judged; NULL if it can */
    HtolVerdict verdict;    /* if it can, here and below; its relations are HtolUserRelations */
    guint n_relations;
    const HtolUserRelation *const *relations; /* of its members, a sequence's before those of its steps; each once */
    guint n_warnings;
    const char *const *warnings; /* why the verdict may have to be doubted */
} HtolUserObjective;

/* All of them, and what is odd about their scripts. */
typedef struct {
    guint n_objectives;
    const HtolUserObjective *objectives;         /* by path of their scripts, then of files, then of the text */
    const HtolUserObjective *const *by_function; /* the same by what they are shown in: see htol_users_shown */
    guint n_warnings;
    const HtolFault *warnings; /* faults that no objective shows, and alarms; not linked with each other */
} HtolUserVerdicts;

/* Adds the declarations of a row of a table to a script. */
void htol_user_read_row(HtolArena *arena, const HtolRowScript *row, HtolScript *script, HtolFaults *faults);

/* What is gathered. The verdicts live in the arena; what is added must live as long as they. */
typedef struct HtolUsers HtolUsers;
HtolUsers *htol_users_new(HtolArena *arena);
void htol_users_free(HtolUsers *users);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtolUsers, htol_users_free)

/* Adds a script, or a comment of one, and what is wrong with one. All rows of one path must be of one text of
 * that file; what comes again, from another unit, counts once. */
void htol_users_add_script(HtolUsers *users, const HtolRowScript *row);
void htol_users_add_fault(HtolUsers *users, const HtolRowFault *row);

/* Adds a script that nothing was compiled with, of a path that no other has: what it asks of sites can be
 * judged. */
void htol_users_ask(HtolUsers *users, const HtolRowScript *row);

/* Adds what a function recorded for its labels and sequences, and at its sites. All or none tell which tests recorded
 * what. The first function with a
 * label is the one that shows its objectives, so they should come by path and line. */
void htol_users_add_function(HtolUsers *users, const HtolRecorded *recorded);

/* Judges every objective: the hyperlabels, and the labels that no hyperlabel of their script names. Called
 * once. */
HtolUserVerdicts htol_users_judge(HtolUsers *users);

/* Where the environment was recorded that a verdict which is covered chose for that member of its conjunct.
 */
const HtolUserPlace *htol_user_witness_place(const HtolUserObjective *objective, guint member);

/* Whether an objective that is measured is covered by those environments whose tests `keeps` is TRUE of, as if no
 * others had been recorded. */
gboolean htol_user_covered_where(const HtolUserObjective *objective, HtolKeeps keeps, gpointer data);

/* Appends to `sets` (HtolTestSet) the tests of each environment of the labels and sequences that the objective's
 * hyperlabel is made of. */
void htol_user_tests(const HtolUserObjective *objective, GArray *sets);

/* The path of the file that the place is in. */
const char *htol_user_place_path(const HtolUserPlace *place);

/* The objectives that are shown in one function; for NULL, those that are shown in none. In the order of
 * scripts. */
typedef struct {
    guint count;
    const HtolUserObjective *const *objectives;
} HtolUserShown;
HtolUserShown htol_users_shown(const HtolUserVerdicts *verdicts, const HtolRecorded *recorded);

#endif
