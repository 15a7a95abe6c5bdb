/* What a call changed, and what of it is the same in each run. It judges values as nodes, and writes nothing. */
#ifndef GENERATE_WRITE_EFFECTS_H
#define GENERATE_WRITE_EFFECTS_H

#include "generate/left.h"

/* Pointers that are followed from a value that is compared: to what it leads to, and to what that leads to. */
enum { GENERATE_MOST_STEPS = 2 };

/* Whether values of the shape, or parts of them, can be compared with what was observed. */
gboolean generate_is_comparable(const GenerateShape *shape);

/* Whether the object that node `maker` of the input makes was changed, as far as can be seen. */
gboolean generate_was_changed(const GenerateInput *input, const GenerateLeft *left, guint maker);

/* Whether something in the object cannot be seen: a union. */
gboolean generate_is_hidden(const GenerateInput *input, guint maker);

/* Whether the value at node `before` of the input differs from that at node `after` of what was left. */
gboolean generate_differs(const GenerateInput *input, guint before, const GenerateLeft *left, guint after);

/* Whether the value at node `index` can be written down, and is the same in `left` and in `others`, GenerateLeft of
 * other runs of the same input, with all that it leads to in so many steps. */
gboolean generate_is_stable(const GenerateInput *input, const GenerateLeft *left, const GPtrArray *others, guint index,
                            guint steps);

/* Whether what `maker` made is the same in all, as generate_is_stable says it. */
gboolean generate_is_stable_object(const GenerateInput *input, const GenerateLeft *left, const GPtrArray *others,
                                   guint maker, guint steps);

/* Whether the text that `maker` made has an end after the call. */
gboolean generate_is_terminated(const GenerateLeft *left, guint maker);

/* The node of the input that made the object which node `index` leads to; G_MAXUINT: NULL, or no object of the input's.
 */
guint generate_left_maker(const GenerateInput *input, const GenerateLeft *left, guint index);

/* Whether node `index`, a pointer to a text, leads into an object of the input's whose text has no end any more. */
gboolean generate_is_endless(const GenerateInput *input, const GenerateLeft *left, guint index);

#endif
