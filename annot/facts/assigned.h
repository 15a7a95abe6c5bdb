/* Definite assignment: which reads of a variable find a value that was stored there, on every path that leads
 * to them. A forward analysis over the statements of a function; it knows nothing of decisions. */
#ifndef ANNOT_ASSIGNED_H
#define ANNOT_ASSIGNED_H

#include "annot/facts/facts.h"

/* Fills `assigned` in `facts` for every NAME of a variable in the function, which must have a body. Call it once for
 * each table of facts.
 *
 * Static objects and parameters always hold a value. An automatic variable holds one where an initialiser or
 * an assignment to it was evaluated on every path, or an asm has it as output; that its address was taken
 * assigns nothing. A structure or union holds one only as a whole, and only where all of it was stored here:
 * by a list in braces, nothing else ever assigned to it and its address never taken. A copy may be one of
 * members that were never set; so a parameter of such a type holds none either.
 *
 * Where control may come from anywhere (computed goto, asm goto), where it returns twice (setjmp), and where
 * a pragma gives variables to threads (OpenMP), nothing automatic counts as assigned behind it, or at all. */
void annot_assigned_fill(const AnnotText *text, const AnnotFunction *function, AnnotFacts *facts);

/* Finds for each NAME of a variable in the body, const AnnotExpr, which variables hold a value there: a GPtrArray of
 * const AnnotDecl: parameters, and automatic variables that are in scope where it is evaluated and hold a value, inner
 * ones behind outer ones. Free with g_hash_table_unref. */
GHashTable *annot_assigned_at(const AnnotText *text, const AnnotFunction *function);

#endif
