/* What `hlcov help` explains besides commands: manual pages of section 7, shown by man. It writes no text of its own
 * but their list. */
#ifndef TOOLS_TOPICS_H
#define TOOLS_TOPICS_H

#include <glib.h>

/* Whether there is a topic of that name. */
gboolean topic_is_known(const char *name);

/* The topic whose name is most like `name`, for "did you mean"; NULL if none is like it. */
const char *topic_nearest(const char *name);

/* Prints all topics, a line each. */
void topic_list(void);

/* Becomes man with the page of the topic: the one that was installed with this program, or lies beside its build, else
 * the one that man finds. Returns the exit status if there is no man, after a message that says where the page is. */
int topic_show(const char *name);

#endif
