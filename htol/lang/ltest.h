/* The reader of what LTest says of objectives: .hyperlabels files, in which it keeps hyperlabels over the labels that
 * it puts into a program, and those labels themselves, as hlcov cc found them there. It reads LTest's format, not
 * LTest's faults: a guard counts also where sequences are, and bindings keep their values.
 *
 *     file   := { [ [ NUMBER ')' ] hyper [ status ] ',' ] }
 *     hyper  := as in HTOL.md, over names of labels (l1) and of sequences (s1), with
 *               '<' hyper '|' [ ';' ] [ guard ] [ ';' ] '>'
 *     status := '-' ( 'COVERED' | 'UNKNOWN' | 'UNCOVERABLE' ) '-' '[' anything but ']' ']'
 *
 * The comma may be missing at the end of a line. What a status claims is passed by.
 *
 * A sequence is a label here: s3, which binds nothing and is covered where its last step is, if its other steps were
 * covered before in one run and nothing killed it since. Which steps it has, the program says (labels.h).
 *
 * Source: the output of LAnnotate and LUncov, and what LReplay reads; https://github.com/ltest-dev/LTest. */
#ifndef HTOL_LTEST_H
#define HTOL_LTEST_H

#include "htol/lang/parse.h"

/* Adds the declarations of a file, as htol_parse_file does: a hyperlabel with the name h and its number for each, or
 * h1_2 if the number 1 was given before (criteria add to one file); one without a number has that behind the last
 * one's. Sequences that it names are declared, unless the script has them. Labels are not: the program declares them,
 * so the rows of kind MARKS in tables must be read as well before htol_wellformed is asked. */
gboolean htol_ltest_parse(HtolArena *arena, const HtolText *text, HtolScript *script, HtolFaults *faults);

/* Adds the labels and sequences that a source file has, declared in HTOL: `label l1 { pa = a } : a == b;`. One may
 * stand in several places and units: if the script has a label of that name that binds metavariables of the same
 * names, it is that. */
gboolean htol_ltest_declare(HtolArena *arena, const HtolText *text, HtolScript *script, HtolFaults *faults);

#endif
