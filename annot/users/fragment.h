/* The C expressions of users' labels, checked at their places by the front end: what is wrong with them,
 * which values they have and how to evaluate them without a trap. It puts nothing into the program and knows
 * no label. */
#ifndef ANNOT_FRAGMENT_H
#define ANNOT_FRAGMENT_H

#include "annot/tree/tree.h"
#include "htol/base/fault.h"
#include "htol/base/layout.h"

/* A metavariable that a killing label's predicate may name: declared around it. */
typedef struct {
    const char *name;
    enum HtolTupleKind kind;
} AnnotMeta;

/* One expression to be checked, and below what is found of it. */
typedef struct {
    /* Offset in the text: before a statement, or the closing brace of a compound one. */
    guint32 at;
    /* 0 if what stands at `at` is in a { } list; else the byte behind the statement there, which will be put
     * into braces, with what is evaluated before it. */
    guint32 end;
    const char *text;      /* C, an expression, without comments */
    const char *source;    /* the user's text that `text` was made of, as it is written, and what follows it;
                              NULL: it looks the same; empty: macros stood in it, faults have its place */
    HtolWhere where;       /* of its first byte in the user's text */
    gboolean is_predicate; /* else the value of a binding */
    gboolean is_expanded;  /* comes out of preprocessed text: no name in it is a macro's */
    guint n_metas;
    const AnnotMeta *metas;
    const AnnotExpr *result; /* what \result means, of a tree of the text; NULL: nothing is returned */

    /* Found. If there is a fault, `where` is its place, and no more is found. */
    const char *fault;       /* what is wrong, or NULL */
    enum HtolTupleKind kind; /* of a binding's value */
    const char *code;        /* C to put into the program, in parentheses; has ANNOT_RESULT for \result */
    const char *before;      /* C: statements that stand before both, see annot/users/opaque.h; NULL: none */
    const char *safe;        /* C: when evaluating `code` cannot trap, as annot/users/safe.h says; NULL: always */
} AnnotFragment;

/* What stands for \result in code, as long as that. */
#define ANNOT_RESULT "hlcov_r"

/* Checks all fragments of a unit at once: it parses the unit once more with all of them, and once more if one
 * that is faulty keeps others from being checked. `pure`: NULL-terminated names of functions that the user
 * vouches for; it and clang_args (see annot_tree_parse) may be NULL. What is found lies in the arena. */
void annot_fragments_check(HtolArena *arena, const AnnotText *text, const char *const *clang_args,
                           const char *const *pure, AnnotFragment *fragments, guint n);

/* Returns the C type of a metavariable of that kind, with a blank behind it if it needs one before a name. */
const char *annot_meta_type(enum HtolTupleKind kind);

/* Returns the conversion, in parentheses, to put before the returned expression where it initialises ANNOT_RESULT,
 * whose type is __auto_type. */
const char *annot_result_conversion(const AnnotExpr *result);

#endif
