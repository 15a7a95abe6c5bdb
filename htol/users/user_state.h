/* What the files behind user.h share: a script while it is gathered, read and judged. Private to them. */
#ifndef HTOL_USER_STATE_H
#define HTOL_USER_STATE_H

#include "htol/users/user.h"

/* A row of a function: of a label, or of a sequence. */
typedef struct {
    HtolUserPlace place; /* of a sequence: line 0, for its row has none */
    guint32 slot;
    guint32 alarm; /* 1 + a slot; 0: none */
    guint32 source, values;
    const char *tag; /* of a label of LTest; else "" */
} HtolUserRow;

/* The functions that labels at sites may mean. */
typedef struct HtolUserSites HtolUserSites;
HtolUserSites *htol_user_sites_new(HtolArena *arena);
void htol_user_sites_free(HtolUserSites *sites);
void htol_user_sites_add(HtolUserSites *sites, const HtolRecorded *recorded);

/* Whose sets tell which tests recorded what in the functions; NULL: nobody asks. */
HtolTestSets *htol_user_sites_tests(const HtolUserSites *sites);

/* A site in one of them, and the environments there that cover the label; several may be alike. */
typedef struct {
    HtolUserPlace place;
    const HtolRelation *relation;
} HtolUserSite;

/* In all functions that the label means and fits: HtolUserSite, to be unreferenced. If there are none,
 * htol_user_sites_why gives the reason, in the arena. */
GArray *htol_user_sites_of(HtolUserSites *sites, const HtolLabelDecl *label);
const char *htol_user_sites_why(HtolUserSites *sites, const HtolLabelDecl *label);

/* A script on its way from its texts to verdicts. */
typedef struct {
    HtolArena *arena; /* of all that is made here */
    HtolUserSites *sites;
    gboolean asked; /* nothing was compiled with it: only labels at sites can be judged */
    const char *path;
    GPtrArray *texts;    /* const HtolRowScript */
    GPtrArray *rejected; /* const HtolRowFault */
    GHashTable *rows;    /* name of a label or sequence: a GArray of HtolUserRow */
    HtolScript script;
    HtolFaults unread;     /* what does not keep to the grammar */
    HtolFaults illformed;  /* what does, but not to the rules of wellformed.h */
    GHashTable *faults;    /* name of a label or hyperlabel: the first HtolFault in it */
    GHashTable *relations; /* name: its HtolUserRelation, as far as it was asked for */
} HtolUserScript;

/* Parses and checks the script, sorts what it consists of, and finds the first fault of each name. */
void htol_user_script_read(HtolUserScript *script);

/* Where the fault is. */
HtolWhere htol_user_fault_place(const HtolRowFault *row);

/* Returns an HtolOccurrence for each label that the hyperlabel names, in the order of its text; to be unreferenced. */
GPtrArray *htol_user_occurrences(const HtolHyper *hyper);

/* An occurrence of the label. */
const HtolHyper *htol_user_occurrence(HtolArena *arena, const HtolLabelDecl *label);

/* What was recorded of a label or a sequence of the script (an occurrence of it; primes do not matter); NULL
 * if it lies in no function. */
const HtolUserRelation *htol_user_relation(HtolUserScript *script, const HtolHyper *member);

/* What an alarm means, as a sentence, in the arena. */
const char *htol_user_alarm(HtolArena *arena, const HtolUserRelation *relation);

/* Judges an objective of which script, name, where and hyper are given, and says where it is shown; `wrong`:
 * it is not well-formed. */
void htol_user_judge(HtolUserScript *script, HtolUserObjective *objective, gboolean wrong);

#endif
