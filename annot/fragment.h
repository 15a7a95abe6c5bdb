/* The C expressions of users' labels, checked at their places by the front end: what is wrong with them,
 * which values they have and how to evaluate them without a trap. It puts nothing into the program and knows
 * no label. */
#ifndef ANNOT_FRAGMENT_H
#define ANNOT_FRAGMENT_H

#include "annot/tree.h"
#include "htol/fault.h"
#include "htol/layout.h"

/* A metavariable that a killing label's predicate may name: declared around it. */
typedef struct {
    const char *name;
    enum HtolTupleKind kind;
} AnnotMeta;

typedef struct {
    guint32 at;  /* offset in the text: before a statement, or the closing brace of a compound one */
    guint32 end; /* 0 if what stands at `at` is in a { } list; else the byte behind the statement there, which
                    will be put into braces, with what is evaluated before it */
    const char *text;      /* C, an expression, without comments */
    const char *source;    /* the user's text that `text` was made of, as it is written, and what follows it;
                              NULL: it    looks the same */
    HtolWhere where;       /* of its first byte in the user's text */
    gboolean is_predicate; /* else the value of a binding */
    guint n_metas;
    const AnnotMeta *metas;
    const AnnotExpr
        *result; /* the returned expression that \result means, of a tree of the text; NULL: none */

    /* found */
    const char
        *fault; /* what is wrong, then `where` is the place of that and nothing below is found; or NULL */
    enum HtolTupleKind kind; /* of a binding's value */
    const char *code;        /* C to put into the program: the expression, with ANNOT_RESULT for \result */
    const char
        *safe; /* C condition under which evaluating `code` cannot trap, as annot/safe.h says; NULL: always */
} AnnotFragment;

/* As long as \result. */
#define ANNOT_RESULT "hlcov_r"

/* Checks all fragments of a unit at once: it parses the unit once more with all of them, and once more if one
 * that is faulty keeps others from being checked. `pure`: NULL-terminated names of functions that the user
 * vouches for; it and clang_args (see annot_tree_parse) may be NULL. What is found lies in the arena. */
void annot_fragments_check(HtolArena *arena, const AnnotText *text, const char *const *clang_args,
                           const char *const *pure, AnnotFragment *fragments, guint n);

/* The C type of a metavariable of that kind, with a blank behind it if it needs one before a name. */
const char *annot_meta_type(enum HtolTupleKind kind);

/* The declaration of ANNOT_RESULT for a returned expression, which is evaluated there. To be freed. */
char *annot_result_declaration(const AnnotText *text, const AnnotExpr *result);

#endif
