/* Values as C text: numbers as somebody would write them, strings, initialisers. It knows no tables and no tests.
 *
 * A name that the text brings along, as it is no name of the unit's, begins with $: case/names.h settles which it is.
 */
#ifndef GENERATE_LITERAL_H
#define GENERATE_LITERAL_H

#include "generate/contract/input.h"

/* How values are spelled. */
typedef struct {
    gboolean has_bool; /* true and false are words of the unit */
    /* By node that makes an object: C text of its address; NULL: it has no name, and is written where its only pointer
     * is, as a compound literal. The array itself may be NULL. */
    char *const *names;
} GenerateSpelling;

/* Writes a number of the type whose bits are `bits`: -1, 'a', INT_MAX, RED, 0.5f. */
void generate_number(const GenerateSpelling *spelling, const AnnotType *type, guint64 bits, GString *out);

/* Writes a number of more than 8 bytes, which lie at `bytes`: a long double, or an integer of 128 bits. */
void generate_wide_number(const AnnotType *type, const guint8 bytes[16], GString *out);

/* Writes the value of a node of kind NUMBER or FIELD; `bytes` are those that it was read from, `size` of them. */
void generate_scalar(const GenerateSpelling *spelling, const GenerateNode *node, const guint8 *bytes, gsize size,
                     GString *out);

/* Writes `length` bytes as a string literal. */
void generate_string(const guint8 *bytes, gsize length, GString *out);

/* Writes `length` characters of the type as a string literal that is a pointer to such. */
void generate_text(const AnnotType *character, const guint8 *bytes, gsize length, GString *out);

/* Whether an array of numbers of the type is better read as a string: `length` bytes, all of them characters of a text
 * but for zeros at the end. Then *shown is the number of those before the zeros. */
gboolean generate_is_string(const AnnotType *type, const guint8 *bytes, gsize length, gsize *shown);

/* Writes the type that is an array of values of the type `text`; `part` is its length, "[3]" or "[]". */
void generate_array_type(const char *text, const char *part, GString *out);

/* Writes the initialiser of the value at node `index` of the input. */
void generate_initialiser(const GenerateSpelling *spelling, const GenerateInput *input, guint index, GString *out);

/* Whether the object that the node makes is a single record, not an array. */
gboolean generate_makes_record(const GenerateNode *node);

/* Writes a declaration of `name`, an object such as node `index` makes; "": the type alone. */
void generate_object_type(const GenerateInput *input, guint index, const char *name, GString *out);

/* Writes the initialiser of the object that node `index` makes. */
void generate_object(const GenerateSpelling *spelling, const GenerateInput *input, guint index, GString *out);

#endif
