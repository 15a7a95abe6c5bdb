/* Inputs: the bytes that a function's contract reads as values, and those values as nodes. inside.h says how they are
 * read; here they are read as the program reads them. Nothing is chosen or run. */
#ifndef GENERATE_INPUT_H
#define GENERATE_INPUT_H

#include "generate/contract/contract.h"

/* A value in an input. Nodes are in pre-order: those of a value's parts follow it. */
typedef struct {
    const GenerateShape *shape; /* NULL: the byte before a global's value, or before a stub's results */
    guint item;                 /* index of the contract's item that it belongs to */
    guint32 at, end;            /* its bytes, with those of its parts */
    guint next;                 /* index of the node behind its parts */
    guint depth;                /* pointers that lead to it */
    const AnnotDecl *member;    /* it is the member of a record; NULL: it is none */
    guint64 bits;               /* NUMBER, FIELD: its value; else the byte that it begins with */
    guint count;                /* POINTER to a new array: elements; TEXT, STREAM: length; a stub: results */
    int object;      /* POINTER, TEXT: number of the object that it leads to among those of its family; -1: NULL */
    gboolean is_new; /* POINTER, TEXT: it is the first that leads there */
} GenerateNode;

/* An input that was read. */
typedef struct {
    const GenerateContract *contract;
    const guint8 *bytes;
    gsize size;
    GArray *nodes; /* GenerateNode */
    guint *roots;  /* by item: the index of its first node */
} GenerateInput;

/* Reads the bytes, which must outlive the input; to be freed. */
GenerateInput *generate_input_read(const GenerateContract *contract, const guint8 *bytes, gsize size);
void generate_input_free(GenerateInput *input);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GenerateInput, generate_input_free)

/* Node number `index`. */
#define GENERATE_NODE(input, index) (&g_array_index((input)->nodes, GenerateNode, index))

/* Appends the bytes of a value that is 0, NULL or made of such, `depth` pointers below an item. */
void generate_zero(const GenerateShape *shape, guint depth, GByteArray *out);

/* Writes `size` bytes of `number` to `at`. */
void generate_put(guint8 *at, guint64 number, guint size);

/* The index of the node that makes the object which `node` leads to; G_MAXUINT: it leads nowhere. */
guint generate_maker(const GenerateInput *input, const GenerateNode *node);

/* The value that a LENGTH has in the end: no more than what is there. */
guint64 generate_length(const GenerateInput *input, const GenerateNode *node);

#endif
