/* The reader of .hyperlabels files, in which LTest keeps hyperlabels over the labels that it puts into a program. It
 * reads LTest's format, not LTest's faults: a guard counts also where sequences are, and bindings keep their values.
 *
 *     file   := { [ [ NUMBER ')' ] hyper [ status ] ',' ] }
 *     hyper  := as in HTOL.md, over names of labels (l1) and of sequences (s1), with
 *               '<' hyper '|' [ ';' ] [ guard ] [ ';' ] '>'
 *     status := '-' ( 'COVERED' | 'UNKNOWN' | 'UNCOVERABLE' ) '-' '[' anything but ']' ']'
 *
 * The comma may be missing at the end of a line. What a status claims is passed by.
 *
 * Source: the output of LAnnotate and LUncov, and what LReplay reads; https://github.com/ltest-dev/LTest. */
#ifndef HTOL_LTEST_H
#define HTOL_LTEST_H

#include "htol/parse.h"

/* Adds the declarations of a file, as htol_parse_file does: a hyperlabel with the name h and its number for each (one
 * without a number has that behind the last one's), over occurrences of labels l1, l2 and so on.
 *
 * The labels themselves are not declared: the program declares them, by pc_label and pc_label_bindings (labels.h), and
 * who reads the file has to add them to the script before htol_wellformed is asked. A file X.hyperlabels is about the
 * labels of X.c, where they are numbered; so the rows of both in a table (Script) have one path.
 *
 * Nor does the file say which steps a sequence has: pc_label_sequence does, where the program is. Here s3 is an
 * occurrence like that of a label, and is declared as one without bindings. What is recorded for it is that of the row
 * Sequence of the table whose name is s3. */
gboolean htol_ltest_parse(HtolArena *arena, const HtolText *text, HtolScript *script, HtolFaults *faults);

#endif
