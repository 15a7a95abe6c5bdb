/* A function as formulas: when each of its expressions and statements is reached, and with which values. It proves
 * nothing and knows no objectives.
 *
 * One pass forward. What a formula's variables stand for is one moment of one run: the last time that each loop around
 * the point was begun, and whatever was read or returned that nothing is known of. So whatever a run of the program may
 * do, some values of the variables describe it; others describe nothing that could be. Arithmetic is as the machine
 * does it, at each type's width: nothing follows from behaviour being undefined. What may end the program or not come
 * back (calls, accesses of memory, division, loops) need not: what is behind it is reached only perhaps.
 *
 * Source: Marcozzi, Bardin, Kosmatov, Papadakis, Prevosto, Correnson, "Freeing Testers from Polluting Test Objectives",
 * ICSE 2018, where a weakest precondition is asked instead; here it is asked forward, so that one pass does for all. */
#ifndef PRUNE_ENCODE_H
#define PRUNE_ENCODE_H

#include "prune/state/encoding.h"

/* Fills the moments. Returns why the function cannot be encoded, then nothing in them is to be believed; or NULL. */
const char *prune_encode(const PruneEncoding *encoding);

/* Fills the moments along the single way of encoding->unrolled, as prune_encode does. As far as two ways of a logic are
 * equal, so are their variables: they are numbered from one number on, for each way. */
const char *prune_encode_way(const PruneEncoding *encoding);

#endif
