/* What the two files of the listing share: what was printed so far. Private to them. */
#ifndef HTOL_LISTING_STATE_H
#define HTOL_LISTING_STATE_H

#include "htol/lang/script.h"
#include "htol/criteria/criteria.h"

/* A function of the tables, and how a place names it and no other. */
typedef struct {
    const HtolFunction *function;
    const char *path;
    const char *file, *hash; /* of a place */
} HtolListed;

/* A listing in progress. */
typedef struct {
    HtolArena *arena;
    const HtolTable *const *tables;
    guint n_tables;
    const HtolSelection *selection;
    GPtrArray *functions; /* HtolListed */
    GHashTable *names;    /* that are taken, by labels and by hyperlabels: how often each was asked for */
    GString *out;
} HtolListing;

/* The name itself, or with a number that makes it another than all before. In the arena. */
const char *htol_listing_name(HtolListing *listing, const char *wanted);

/* Appends text of a source to a line: valid UTF-8 without control characters. */
void htol_listing_text(HtolListing *listing, const char *text);

/* The path as the name of a file in a place, or NULL if none can be written. */
const char *htol_listing_file(const char *path);

/* The objectives that users wrote (listing_user.c). */
void htol_listing_scripts(HtolListing *listing);

#endif
