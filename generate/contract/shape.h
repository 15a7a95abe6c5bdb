/* Shapes: what a value of a C type is made of, for those who build, change and print values. They are made from the
 * tree's types; no value is known here. inside.h says how bytes are read by them. */
#ifndef GENERATE_SHAPE_H
#define GENERATE_SHAPE_H

#include "annot/tree/tree.h"
#include "generate/inside/inside.h"

/* What a value of a type is made of. */
typedef struct GenerateShape GenerateShape;

/* A member of a record or union. */
typedef struct {
    const AnnotDecl *decl; /* its name and, of a bit-field, its width */
    const GenerateShape *shape;
} GenerateMember;

/* One way to read the values of a type; by its kind only some fields count. */
struct GenerateShape {
    enum hlcov_kind kind;
    guint number; /* among all of the unit, from 0 */
    guint family; /* POINTER, TEXT: number of the first shape that leads to the same type, qualifiers aside */
    const AnnotType *type;
    gboolean is_failed;          /* no such value can be built; nothing else counts */
    const char *text;            /* the type as C text, without qualifiers: "int (*)(int)" */
    const GenerateShape *target; /* POINTER, ARRAY: of an element; TEXT: of a character */
    gboolean is_const;           /* POINTER, TEXT: what it points to is not changed through it */
    guint64 count;               /* ARRAY: elements */
    guint n_members;             /* RECORD, UNION; those that are left alone are not among them */
    GenerateMember *members;
    guint n_functions; /* FUNCTION */
    const AnnotFunction **functions;
};

/* The shapes of a unit; each type has one for each way to read it. */
typedef struct {
    HtolArena *arena;
    const AnnotTree *tree;
    GHashTable *known; /* key: GenerateShape */
    GPtrArray *all;    /* GenerateShape, by number */
} GenerateShapes;

/* Makes an empty set, whose shapes live in the arena; to be cleared. */
GenerateShapes generate_shapes_new(HtolArena *arena, const AnnotTree *tree);
void generate_shapes_clear(GenerateShapes *shapes);

/* Returns the shape of values of `type`, which C text writes as `text`. `is_array`: a pointer to characters leads to an
 * array whose length is told elsewhere, not to a text. NULL and *why, in words, if no such value can be built. */
const GenerateShape *generate_shape(GenerateShapes *shapes, const AnnotType *type, const char *text, gboolean is_array,
                                    const char **why);

/* Returns `text` without const, volatile and restrict at its top; in the arena. */
const char *generate_unqualified(HtolArena *arena, const char *text);

/* Returns how many elements a new array behind a POINTER of that shape may have. */
guint generate_most_elements(const GenerateShape *shape);

/* Returns the type of a parameter that is declared as an array: "int[3]" becomes "int *", "char[2][8]" "char (*)[8]",
 * "int (*[2])(int)" "int (**)(int)". Other text stays; in the arena. */
const char *generate_decayed(HtolArena *arena, const char *text);

/* Whether libclang could only describe the type, as it has no name, or one that it is made of has none: C text cannot
 * spell it. */
gboolean generate_is_unnamed(const char *text);

/* Returns the type of a variable without qualifiers, which C text can spell even if it has no name; in the arena. */
const char *generate_variable_text(HtolArena *arena, const AnnotDecl *variable);

/* Writes a declaration of `name` with the type `text` to `out`: "int (*name)(int)", "char name[4]". */
void generate_declare(const char *text, const char *name, GString *out);

#endif
