/* What a function left behind, as nodes: its result, variables and objects after the call, from the bytes that the
 * program of the harness saved. */
#ifndef GENERATE_LEFT_H
#define GENERATE_LEFT_H

#include "generate/contract/input.h"

/* Index of a node that is not there. */
#define GENERATE_NONE G_MAXUINT

/* Nodes are in pre-order as those of an input. `bits` of a pointer: 0 NULL, 2 + k an object of the input, HLCOV_NOWHERE
 * or HLCOV_ELSEWHERE; of a text `at` and `count` tell its characters. `bits` of a pointer to a function: as in an
 * input, or HLCOV_ELSEWHERE. */
typedef struct {
    const guint8 *bytes;
    gsize size;
    GArray *nodes;  /* GenerateNode */
    guint result;   /* first node of the result */
    guint *globals; /* by item: first node of its value */
    guint *objects; /* by node of the input that makes an object: first node of its elements, one behind the other; of a
                       text, a node without a shape, whose `at` and `count` tell all its bytes */
} GenerateLeft;

/* Reads what the input left behind; `bytes` must outlive the result. NULL if it is cut short. To be freed. */
GenerateLeft *generate_left_read(const GenerateInput *input, const guint8 *bytes, gsize size);
void generate_left_free(GenerateLeft *left);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GenerateLeft, generate_left_free)

#endif
