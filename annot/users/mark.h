/* Labels of LTest in preprocessed text: the marks that include/hlcov/labels.h makes of them, found and taken
 * out. It takes arguments apart; whether they are C that means something there, it does not know. */
#ifndef ANNOT_MARK_H
#define ANNOT_MARK_H

#include "annot/text/text.h"
#include "htol/base/arena.h"

/* The most steps that a sequence may have. */
enum { ANNOT_MOST_STEPS = 64 };

/* What a mark declares. */
typedef enum {
    ANNOT_MARK_LABEL,
    ANNOT_MARK_STEP, /* of a sequence */
    ANNOT_MARK_KILL  /* of the sequences of a variable */
} AnnotMarkKind;

/* An argument. */
typedef struct {
    guint32 at;       /* its offset in the text */
    const char *text; /* white space folded */
} AnnotMarkText;

/* A binding of a label: a name and the text of its value. */
typedef struct {
    const char *name;
    AnnotMarkText value;
} AnnotMarkBinding;

/* One mark; fields hold for the kinds that they name. */
typedef struct {
    AnnotMarkKind kind;
    AnnotExtent at;    /* of the mark, without the semicolon behind it */
    guint32 stmt;      /* where the statement begins that stands there once the mark is taken out */
    const char *name;  /* l1, s3; KILL: the variable; NULL: a label without a number, or none could be read */
    const char *fault; /* what is wrong, or NULL; then `fault_at` is set, and nothing below */
    guint32 fault_at;
    AnnotMarkText predicate; /* of a KILL: kills where it does not hold */
    const char *tag;         /* what it is said to be; "" if that is not said */
    guint n_bindings;
    AnnotMarkBinding *bindings; /* of a LABEL */
    guint32 step, steps;        /* of a STEP: 1 <= step <= steps <= ANNOT_MOST_STEPS */
    const char *variable;       /* of a STEP or KILL */
} AnnotMark;

/* Returns all marks, AnnotMark, in the order of the text; to be freed with g_array_unref. What they point to is in the
 * arena. */
GArray *annot_marks_find(HtolArena *arena, const AnnotText *text);

/* Returns the text without `marks`, of the same length and lines, in the arena. A mark is replaced by blanks before a
 * semicolon or, if it was no statement, by an expression without a value. */
const char *annot_marks_erase(HtolArena *arena, const AnnotText *text, const GArray *marks);

#endif
