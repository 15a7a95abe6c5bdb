/* All processes that descend from one: how many they are, what they take, and how they are ended. Asks /proc; starts
 * nothing. */
#ifndef MUTATE_FAMILY_H
#define MUTATE_FAMILY_H

#include <glib.h>
#include <sys/types.h>

/* The descendants of a process, as they were counted last. */
typedef struct {
    guint before;     /* all processes that there were when this was made */
    guint processes;  /* G_MAXUINT: more than were counted */
    guint64 memory;   /* bytes that are not those of files */
    guint64 written;  /* bytes that they wrote, those that are gone included as far as they were seen */
    GHashTable *seen; /* process: guint64 *, what it has written */
} MutateFamily;

/* To be freed with mutate_family_free. */
MutateFamily *mutate_family_new(void);
void mutate_family_free(MutateFamily *family);

/* Looks at the descendants of the process `ancestor` as they are now. If they are more than `most`, they are counted
 * and nothing else. */
void mutate_family_look(MutateFamily *family, pid_t ancestor, guint most);

/* Returns the microseconds of processor time of that descendant of `ancestor` with one thread which has used most. */
gint64 mutate_family_busiest(pid_t ancestor);

/* Kills all descendants of `ancestor`; FALSE if there were none. */
gboolean mutate_family_end(pid_t ancestor);

#endif
