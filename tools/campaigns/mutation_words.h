/* What hlcov mutate prints: lists and a table of mutants, tests that did not run, and how far it is. What became of
 * mutants is decided in mutate/. */
#ifndef TOOLS_MUTATION_WORDS_H
#define TOOLS_MUTATION_WORDS_H

#include "mutate/course.h"
#include "mutate/tally.h"

/* Prints a line for each mutant: place, operator, change, how many tests it infects, what became of it. */
void mutation_print_list(const MutateCourse *course);

/* Prints the table, and how mutants were noticed. Of a sample also how sure its score is; `of`: how many
 * mutants it was taken from, 0: it is none. */
void mutation_print_table(const MutateCourse *course, guint of);

/* Says on standard error what is odd about what was joined. */
void mutation_warn_of_mutants(const MutateMutants *mutants, const MutateSuite *suite);

/* Says there which tests were left out and why, and which ran without the mutants. */
void mutation_warn_of_tests(const MutateSuite *suite);

/* Shows progress on a terminal, and elsewhere every half a minute; `data` is not used. As MutateTell wants it. */
void mutation_tell(const MutateProgress *progress, gpointer data);

/* Returns the score in per cent; -1: there is nothing to notice. */
double mutation_score(const MutateTally *tally);

#endif
