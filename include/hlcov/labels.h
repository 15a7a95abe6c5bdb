/* Labels of LTest in C programs, for hlcov cc; without it they are nothing. It has no code and evaluates nothing.
 *
 * Programs that LAnnotate has annotated need no change: compile them with `-include hlcov/labels.h`. Their .hyperlabels
 * files have the hyperlabels over these labels.
 *
 *     pc_label(COND, ID, "TAG");
 *         is label l<ID>, covered where COND is not 0. Without ID it is an objective by itself, in no hyperlabel.
 *     pathcrawler_label(COND, TAG);
 *         is a label without ID. Like "TAG" everywhere, TAG may be missing.
 *     pc_label_bindings(COND, ID, "TAG", PAIR, N, "NAME", VALUE, ...);
 *         is such a label that binds N metavariables, to values as they are: LTest makes 0 or 1 of them. PAIR tells
 *         nothing that is needed; old versions of LTest do not write it.
 *     pc_label_sequence(COND, ID, STEP, STEPS, "VARIABLE", 0);
 *         is the step STEP, from 1, of the STEPS that sequence s<ID> has.
 *     pc_label_sequence_condition(COND, "VARIABLE");
 *         kills, where COND is 0, the sequences under way that have the same VARIABLE.
 *
 * ID, N, STEP, STEPS are integer constants, tags and names string literals. COND and VALUE are expressions without side
 * effects, of arithmetic or pointer type; hlcov evaluates them where the label stands, and not where that could trap.
 *
 * hlcov cc defines __HLCOV__ when it preprocesses. Then each is an operand of sizeof, in which hlcov finds a call of a
 * function that there is none of. It takes that out and puts its probe there; nothing would be left of it either. */
#ifndef HLCOV_LABELS_H
#define HLCOV_LABELS_H

#undef pc_label
#undef pc_label_bindings
#undef pc_label_sequence
#undef pc_label_sequence_condition
#undef pathcrawler_label

#ifdef __HLCOV__

/* The first argument, 0, is there because C wants one that has a type. */
char hlcov_ltest_label(int, ...);
char hlcov_ltest_bindings(int, ...);
char hlcov_ltest_sequence(int, ...);
char hlcov_ltest_sequence_condition(int, ...);
char hlcov_ltest_unnumbered(int, ...);

#define pc_label(...) ((void)sizeof(hlcov_ltest_label(0, __VA_ARGS__)))
#define pc_label_bindings(...) ((void)sizeof(hlcov_ltest_bindings(0, __VA_ARGS__)))
#define pc_label_sequence(...) ((void)sizeof(hlcov_ltest_sequence(0, __VA_ARGS__)))
#define pc_label_sequence_condition(...) ((void)sizeof(hlcov_ltest_sequence_condition(0, __VA_ARGS__)))
#define pathcrawler_label(...) ((void)sizeof(hlcov_ltest_unnumbered(0, __VA_ARGS__)))

#else

#define pc_label(...) ((void)0)
#define pc_label_bindings(...) ((void)0)
#define pc_label_sequence(...) ((void)0)
#define pc_label_sequence_condition(...) ((void)0)
#define pathcrawler_label(...) ((void)0)

#endif

#endif
