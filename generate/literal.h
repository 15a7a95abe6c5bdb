/* Values as C text: numbers as somebody would write them, strings, initialisers. It knows no tables and no tests. */
#ifndef GENERATE_LITERAL_H
#define GENERATE_LITERAL_H

#include "generate/input.h"

/* Writes a number of the type whose bits are `bits`: -1, 'a', INT_MAX, RED, 0.5f. */
void generate_number(const AnnotType *type, guint64 bits, GString *out);

/* Writes the value that a bit-field has when `bits` are stored in it. */
void generate_field(const AnnotDecl *member, guint64 bits, GString *out);

/* Writes `length` bytes as a string literal. */
void generate_string(const guint8 *bytes, gsize length, GString *out);

/* Writes the initialiser of the value at node `index` of the input. Objects that pointers lead to are compound literals
 * beside it; an object that several pointers lead to is named: PREFIX_K for the one that node K makes. */
void generate_initialiser(const GenerateInput *input, guint index, const char *prefix, GString *out);

/* Writes definitions of the objects that must have a name. */
void generate_objects(const GenerateInput *input, const char *prefix, GString *out);

#endif
