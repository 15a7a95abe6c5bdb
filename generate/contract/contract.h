/* The contract of a function: what it takes, and what can be seen when it is done. It is inferred from the text of its
 * unit; no value is chosen here. */
#ifndef GENERATE_CONTRACT_H
#define GENERATE_CONTRACT_H

#include "generate/contract/hooks.h"
#include "generate/contract/shape.h"

/* Something that the function takes: a parameter, a variable of the unit that it reads, what a function without a
 * definition returns. */
typedef struct {
    enum hlcov_role role;
    const AnnotDecl *decl; /* its declaration */
    const char *name;      /* of a parameter without one: "parameter_1" */
    const GenerateShape *shape;
    guint of; /* LENGTH: index of the item that points to so many elements */
} GenerateItem;

/* What a function takes and gives. */
typedef struct {
    const AnnotFunction *function;
    guint index;         /* of the function in the tree */
    const char *refused; /* why it cannot be called, in words; NULL: it can. Then the rest counts */
    guint n_items;       /* in the order in which their bytes are read: lengths behind other parameters */
    GenerateItem *items;
    const char *assumed; /* C text over the parameters that holds when it is called; NULL: nothing is known */
    guint hooks;         /* which it has: generate/contract/hooks.h */
    guint n_parameters;
    guint *parameters;           /* indexes of items, in the order of the function's parameters */
    const GenerateShape *result; /* NULL: it returns nothing that can be looked at */
    gboolean returns_value;      /* it returns something, shape or not */
    GPtrArray *called;           /* AnnotFunction: all functions of the unit that it may call, itself first */
    const GPtrArray *stubs;      /* GenerateStub: of the unit */
} GenerateContract;

/* A function without a definition in the unit. */
typedef struct {
    const AnnotDecl *decl;
    guint number;        /* among those of the program */
    const char *type;    /* C text of what it returns; NULL: nothing */
    gboolean is_library; /* the C library has it: it is no stub */
    gboolean is_logged;  /* its calls are noted, if it is defined elsewhere; it takes and returns numbers */
    gboolean is_linked;  /* it is defined elsewhere, and no stub; set when the program is there */
} GenerateStub;

/* What all functions of a unit have in common. */
typedef struct {
    HtolArena *arena;
    const AnnotText *text;
    const AnnotTree *tree;
    GenerateShapes shapes;
    GPtrArray *contracts; /* GenerateContract, by index in the tree; those of functions without a body are refused */
    GPtrArray *globals;   /* const AnnotDecl: variables that some function changes or reads, which C text can name */
    GPtrArray *outer;     /* const AnnotDecl: all variables that are named and may be defined elsewhere */
    GPtrArray *stubs;     /* GenerateStub */
    const GenerateHooks *hooks; /* NULL: there are none */
} GenerateContracts;

/* Whether inputs of both contracts are read alike. */
gboolean generate_contract_is_same(const GenerateContract *one, const GenerateContract *other);

/* Infers the contracts of all functions of the tree, in the arena but for tables; to be freed. `source` is the text of
 * the main source, with preconditions in comments; a function of the tree stands at line lines[its index] of it, 0: not
 * there. `hooks` may be NULL. */
GenerateContracts *generate_contracts_new(HtolArena *arena, const AnnotText *text, const AnnotTree *tree,
                                          const char *source, const guint *lines, const GenerateHooks *hooks);
void generate_contracts_free(GenerateContracts *contracts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GenerateContracts, generate_contracts_free)

/* Returns C text of the type of a number that a logged stub takes or returns, without names of the unit. */
const char *generate_number_text(const AnnotType *type);

/* Returns the function as one that the unit does not define; NULL: it does. */
const GenerateStub *generate_outside(const GenerateContract *contract, const AnnotDecl *function);

/* Lets contracts of another text of the unit know of the functions outside what `stubs`, the program's, say of them. */
void generate_contracts_adopt(GenerateContracts *contracts, const GPtrArray *stubs);

/* Returns the item that is the stub of the function; NULL: it has a definition, or the contract's function does not
 * call it. */
const GenerateItem *generate_stub(const GenerateContract *contract, const AnnotDecl *function);

#endif
