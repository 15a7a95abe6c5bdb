/* Our own typed tree of a translation unit: functions, statements, expressions, variables, types, each with
 * its extent in the preprocessed text. Only annot/tree/clang.h sees libclang; all the rest works on this.
 *
 * The tree lives in one arena. It is complete for the functions of the user's code; a function that could not
 * be parsed has no body and says why. */
#ifndef ANNOT_TREE_H
#define ANNOT_TREE_H

#include "annot/text/text.h"
#include "htol/base/arena.h"
#include "htol/files/table.h"

/* What a type is, typedefs looked through. */
typedef enum {
    ANNOT_TYPE_VOID,
    ANNOT_TYPE_BOOL,
    ANNOT_TYPE_INTEGER, /* char types too */
    ANNOT_TYPE_ENUM,
    ANNOT_TYPE_FLOAT,
    ANNOT_TYPE_COMPLEX,
    ANNOT_TYPE_POINTER,
    ANNOT_TYPE_ARRAY,
    ANNOT_TYPE_FUNCTION,
    ANNOT_TYPE_RECORD,
    ANNOT_TYPE_OTHER /* vectors, and what the front end does not know */
} AnnotTypeKind;

typedef struct AnnotType AnnotType;
typedef struct AnnotDecl AnnotDecl;

/* A type, without its name. */
struct AnnotType {
    AnnotTypeKind kind;
    guint64 size;       /* bytes; 0 if unknown */
    gboolean is_signed; /* INTEGER and ENUM */
    gboolean is_volatile;
    gboolean is_atomic;      /* of kind OTHER, then */
    gboolean is_vla;         /* ARRAY: its length is found when it is declared */
    const AnnotType *target; /* pointed to, element, returned; else NULL */
    guint n_enumerators;     /* ENUM: in the order of their text */
    const AnnotDecl **enumerators;
    /* Only of a tree that was asked for whole types: */
    const char *name; /* as C writes it, without names that the user gave it by typedef */
    gboolean is_const, is_union;
    gboolean is_exact; /* FUNCTION: it takes these parameters and no others */
    guint n_parameters;
    const AnnotType **parameters;
    guint
        n_fields; /* RECORD: in the order of their text; those of an unnamed member are its own. 0: it is incomplete */
    const AnnotDecl **fields;
};

/* What a declaration declares. */
typedef enum {
    ANNOT_DECL_VARIABLE,
    ANNOT_DECL_PARAMETER,
    ANNOT_DECL_FUNCTION,
    ANNOT_DECL_ENUMERATOR,
    ANNOT_DECL_FIELD,
    ANNOT_DECL_LABEL,
    ANNOT_DECL_OTHER
} AnnotDeclKind;

/* The value of AnnotDecl.at that means none. */
#define ANNOT_NO_OFFSET G_MAXUINT32

/* A declared thing, one for all its declarations; fields hold for the kinds that they name. */
struct AnnotDecl {
    AnnotDeclKind kind;
    const char *name;
    guint32 at; /* offset of its name where it is declared; ANNOT_NO_OFFSET: not in the text */
    const AnnotType *type;
    const char *type_text;  /* VARIABLE, PARAMETER, FIELD, of a tree that was asked for whole types: its type as it was
                               written, without the name: "const char *", "int (*)(int)"; else NULL */
    gboolean is_static;     /* VARIABLE: lives as long as the program */
    gboolean is_global;     /* VARIABLE: functions share it */
    gboolean is_extern;     /* VARIABLE: declared `extern`, so it may be defined in another unit */
    gboolean is_own;        /* VARIABLE: nothing outside of the unit can name it */
    gboolean is_const;      /* VARIABLE, PARAMETER; of an array, its elements */
    gboolean is_register;   /* VARIABLE, PARAMETER: declared so, it has no address */
    gboolean is_maybe_weak; /* VARIABLE: by its declaration, it may be missing from the program */
    gboolean is_bit_field;
    guint32 bits;  /* FIELD that is a bit-field: its width */
    gint64 bit_at; /* FIELD, of a tree that was asked for whole types: bits of its structure before it; -1: unknown */
    gboolean is_in_union; /* FIELD */
    guint index;          /* FIELD: its number in the structure, from 0 */
    gboolean is_last;     /* FIELD that is an array: no other of its structure is behind it */
    gint64 value;         /* ENUMERATOR: its bits */
    gboolean returns;     /* FUNCTION: declared const or pure, so it comes back, or known to */
    gboolean is_pure;     /* FUNCTION: declared const or pure */
    gboolean comes_back;  /* FUNCTION: static, and whatever it does, it returns, unless it traps */
    gboolean no_return;   /* FUNCTION: declared noreturn */
    gboolean is_implicit; /* FUNCTION: not declared; its first call was taken for its declaration */
    guint64 nonnull;      /* FUNCTION: bit i: by an attribute argument i, from 0, is never null */
};

/* What an expression is; behind each kind, the fields or operands that it has. */
typedef enum {
    ANNOT_EXPR_LITERAL,
    ANNOT_EXPR_NAME,        /* decl */
    ANNOT_EXPR_MEMBER,      /* decl; operand: the object or pointer; op '.' or '>' */
    ANNOT_EXPR_INDEX,       /* array, index */
    ANNOT_EXPR_CALL,        /* callee, arguments */
    ANNOT_EXPR_UNARY,       /* op: one of ANNOT_OP_* */
    ANNOT_EXPR_BINARY,      /* left, right: arithmetic, bitwise, relational */
    ANNOT_EXPR_LOGICAL,     /* left, right; op AND or OR */
    ANNOT_EXPR_ASSIGN,      /* left, right; op ASSIGN or the operator of a compound assignment */
    ANNOT_EXPR_COMMA,       /* left, right */
    ANNOT_EXPR_CONDITIONAL, /* condition, then, else */
    ANNOT_EXPR_ELVIS,       /* GNU c ?: b: condition, else */
    ANNOT_EXPR_PAREN,       /* operand */
    ANNOT_EXPR_CAST,        /* operand: explicit */
    ANNOT_EXPR_IMPLICIT,    /* operand: a conversion without text of its own */
    ANNOT_EXPR_INITIALIZER, /* of an aggregate: values; also a compound literal */
    ANNOT_EXPR_STATEMENT,   /* GNU ({ ... }): body */
    ANNOT_EXPR_UNEVALUATED, /* sizeof, offsetof, _Generic and the like: its text is left alone */
    ANNOT_EXPR_OTHER        /* operands as the front end gives them */
} AnnotExprKind;

/* Operators: of UNARY, BINARY, LOGICAL and ASSIGN expressions; DOT and ARROW of MEMBER. */
typedef enum {
    ANNOT_OP_NONE,
    ANNOT_OP_NOT,
    ANNOT_OP_COMPLEMENT,
    ANNOT_OP_PLUS,
    ANNOT_OP_MINUS,
    ANNOT_OP_ADDRESS,
    ANNOT_OP_DEREF,
    ANNOT_OP_PRE_INC,
    ANNOT_OP_PRE_DEC,
    ANNOT_OP_POST_INC,
    ANNOT_OP_POST_DEC,
    ANNOT_OP_EXTENSION,
    ANNOT_OP_MUL,
    ANNOT_OP_DIV,
    ANNOT_OP_REM,
    ANNOT_OP_ADD,
    ANNOT_OP_SUB,
    ANNOT_OP_SHL,
    ANNOT_OP_SHR,
    ANNOT_OP_LT,
    ANNOT_OP_GT,
    ANNOT_OP_LE,
    ANNOT_OP_GE,
    ANNOT_OP_EQ,
    ANNOT_OP_NE,
    ANNOT_OP_BAND,
    ANNOT_OP_XOR,
    ANNOT_OP_BOR,
    ANNOT_OP_AND,
    ANNOT_OP_OR,
    ANNOT_OP_ASSIGN,
    ANNOT_OP_DOT,
    ANNOT_OP_ARROW
} AnnotOp;

/* The value of an expression in a Boolean place when it is constant. */
typedef enum { ANNOT_NOT_CONSTANT, ANNOT_CONSTANT_FALSE, ANNOT_CONSTANT_TRUE } AnnotConstant;

typedef struct AnnotExpr AnnotExpr;
typedef struct AnnotStmt AnnotStmt;

/* A variable of a declaration that dies with its activation. */
typedef struct {
    const AnnotDecl *decl;
    AnnotExpr *init; /* NULL: none */
} AnnotVariable;

/* An expression; fields hold for the kinds that they name. */
struct AnnotExpr {
    AnnotExprKind kind;
    AnnotOp op;
    AnnotExtent at;
    gboolean placed; /* `at` is known */
    const AnnotType *type;
    const AnnotDecl *decl; /* NAME, MEMBER; CALL: the function called if it is named */
    AnnotConstant constant;
    gboolean has_value;     /* it is an integer constant expression as written, and `value` is known */
    gint64 value;           /* bits of its value in `type`, extended as its sign says */
    gboolean closed;        /* names nothing but enumerators and calls nothing */
    gboolean has_effects;   /* assigns, calls, or holds a statement expression, itself or in an operand */
    gboolean sealed;        /* nothing may be inserted inside */
    gboolean asks_constant; /* holds __builtin_constant_p: inserting would change the answer */
    guint n_operands;
    AnnotExpr **operands; /* n_operands of them */
    AnnotStmt *body;      /* STATEMENT */
    guint32 number;       /* its index among the function's expressions, from 0: its row in AnnotFacts */
};

/* What a statement is; behind each kind, the fields that it has. */
typedef enum {
    ANNOT_STMT_COMPOUND, /* parts */
    ANNOT_STMT_EXPR,     /* expr */
    ANNOT_STMT_DECL,     /* inits: the initialisers that run here; variables */
    ANNOT_STMT_IF,       /* expr, body, other (may be NULL) */
    ANNOT_STMT_WHILE,    /* expr, body */
    ANNOT_STMT_DO,       /* body, expr */
    ANNOT_STMT_FOR,      /* init, expr, step (each may be NULL), body */
    ANNOT_STMT_SWITCH,   /* expr, body */
    ANNOT_STMT_CASE,     /* body; colon */
    ANNOT_STMT_DEFAULT,  /* body; colon */
    ANNOT_STMT_LABEL,    /* label, body; colon */
    ANNOT_STMT_GOTO,     /* label */
    ANNOT_STMT_GOTO_ANY, /* computed: expr */
    ANNOT_STMT_BREAK,
    ANNOT_STMT_CONTINUE,
    ANNOT_STMT_RETURN, /* expr, may be NULL */
    ANNOT_STMT_ASM,    /* is_jump: it has labels to go to; operands */
    ANNOT_STMT_NULL,
    ANNOT_STMT_ATTRIBUTED, /* body */
    ANNOT_STMT_OTHER       /* parts */
} AnnotStmtKind;

/* A statement; fields hold for the kinds that they name or that ANNOT_STMT_... names them for; else they are 0. */
struct AnnotStmt {
    AnnotStmtKind kind;
    AnnotExtent at;              /* its semicolon included */
    gboolean sub;                /* stands alone as the body of another statement: not in a { } list */
    const AnnotStmt *attributed; /* the ATTRIBUTED statement whose body it is; else NULL */
    gboolean is_jump;
    gboolean is_vla;     /* DECL: declares an array whose length is evaluated here */
    gboolean has_values; /* CASE: `low` and `high` are known */
    gint64 low,
        high;      /* CASE: values of its label, bits of the promoted type of the switch; equal unless it is a range */
    guint32 colon; /* CASE, DEFAULT, LABEL: the byte behind the colon */
    const char *label;
    AnnotExpr *expr, *step;
    AnnotStmt *init, *body, *other;
    guint n_parts;
    AnnotStmt **parts;
    guint n_inits;
    AnnotExpr **inits;
    guint n_variables;
    AnnotVariable *variables;
    guint n_operands, n_outputs;
    AnnotExpr **operands; /* n_operands of them, the first n_outputs are written to */
};

/* The linkage of a function; values are those of format.def. */
typedef enum { ANNOT_EXTERNAL, ANNOT_STATIC, ANNOT_INLINE } AnnotLinkage;

/* A function definition of the user's code. */
typedef struct {
    const AnnotDecl *decl;
    const char *name;
    AnnotExtent at;  /* the whole definition */
    guint32 name_at; /* offset of its name */
    AnnotLinkage linkage;
    gboolean attributed; /* it has attributes, here or where it was declared before */
    gboolean shaped;     /* and one of them may be about its text: not only about who sees it, or what callers may do */
    guint n_parameters;  /* in order, those without a name too */
    const AnnotDecl **parameters;
    HtolSkip skipped;       /* then body is NULL */
    AnnotStmt *body;        /* COMPOUND */
    guint32 n_exprs;        /* number of expressions in it, those of its statics included: above all their numbers */
    gboolean returns_twice; /* calls setjmp, vfork or the like */
} AnnotFunction;

/* What the front end says is wrong, in its words. */
typedef struct {
    guint32 at;
    const char *message;
} AnnotError;

/* A unit. All of it lies in the arena that it was read into. */
typedef struct {
    guint n_functions; /* of the user's code, in the order of their text */
    AnnotFunction **functions;
    guint n_statics; /* variables of user's code that live as long as the program and have initialisers */
    const AnnotVariable *statics;
    guint n_errors; /* of the front end, everywhere, in the order in which it found them */
    const AnnotError *errors;
    guint stray_errors; /* number of errors in the user's code outside of functions */
} AnnotTree;

/* The version of the libclang that parses C, "Debian clang version 19.1.4"; to be freed. NULL and *error if there is
 * none.
 */
char *annot_front_end(GError **error);

/* Parses the text with libclang and builds the tree in `arena`. `clang_args` is NULL-terminated and may be
 * NULL. `whole`: types have names and fields, which takes longer. Returns NULL and sets *error only if libclang gives
 * no translation unit at all. */
AnnotTree *annot_tree_parse(HtolArena *arena, const AnnotText *text, const char *const *clang_args, gboolean whole,
                            GError **error);

/* Makes the type that a parameter has which is declared with the type of an array: a pointer to its elements; in the
 * arena. */
const AnnotType *annot_type_decayed(HtolArena *arena, const AnnotType *array);

/* Whether a value of the kind is a single number or pointer; complex numbers are not. */
gboolean annot_kind_is_scalar(AnnotTypeKind kind);

/* Returns the value that bits have in an integer type: those beyond its size are dropped, and its sign extends it. */
gint64 annot_type_value(const AnnotType *type, guint64 bits);

/* Callbacks for each statement and expression in a part of the tree, itself included, in pre-order. NULL: none. */
typedef struct {
    void (*stmt)(const AnnotStmt *stmt, gpointer data);
    void (*expr)(const AnnotExpr *expr, gpointer data);
    gpointer data;
} AnnotTreeVisit;

/* Call `visit` for all in the statement, which may be NULL, or in the expression. */
void annot_tree_visit_stmt(const AnnotStmt *stmt, const AnnotTreeVisit *visit);
void annot_tree_visit_expr(const AnnotExpr *expr, const AnnotTreeVisit *visit);

/* Returns the expression without parentheses, implicit conversions and __extension__ around it. */
const AnnotExpr *annot_expr_bare(const AnnotExpr *expr);

/* Whether `expr` is the conversion that reads an object: the innermost one around the object's name. */
gboolean annot_expr_is_read(const AnnotExpr *expr);

/* Returns the NAME of a function that `expr` is apart from parentheses, casts, & and *: f for ((int (*)(int))&f). NULL
 * if it is something else. */
const AnnotExpr *annot_function_named(const AnnotExpr *expr);

/* Whether the expression is a decision wherever its value is used: && or || at its top, or ! over those. */
gboolean annot_is_logical(const AnnotExpr *expr);

/* Whether `expr` is a call of __builtin_expect: operand 1 is the value, operand 2 the expected value. */
gboolean annot_is_expect(const AnnotExpr *expr);

/* Whether `expr` is ++ or --; whether it is one of these or an assignment. */
gboolean annot_expr_is_step(const AnnotExpr *expr);
gboolean annot_expr_assigns(const AnnotExpr *expr);

/* Whether the operation of `expr`, apart from its operands, assigns, calls or holds statements. */
gboolean annot_expr_acts(const AnnotExpr *expr);

/* Whether only the truth of operand number `operand` matters, given whether only the truth of `expr` does (`boolean`).
 */
gboolean annot_expr_passes_truth(const AnnotExpr *expr, guint operand, gboolean boolean);

/* Whether `expr` names nothing but enumerators and calls nothing, computed from `closed` of its operands. */
gboolean annot_expr_is_closed(const AnnotExpr *expr);

/* Whether `expr` divides integers by a value that may be 0 or -1: then it may trap. */
gboolean annot_expr_may_divide_badly(const AnnotExpr *expr);

/* Whether `expr`, or an expression below it among operands, is of one of `kinds`: bits, 1u << AnnotExprKind. */
gboolean annot_expr_has(const AnnotExpr *expr, guint32 kinds);

/* Whether the operation of `expr`, apart from its operands, can neither leave, trap nor loop: a fact that holds before
 * it holds after it. */
gboolean annot_expr_is_quiet(const AnnotExpr *expr);

/* Returns the operator, or "", to put before `expr` so that its type can be named: + for a member that is a bit-field,
 * whose own type cannot, but which would be promoted next anyway. */
const char *annot_promotion(const AnnotExpr *expr);

/* Whether `expr` holds a call that may not return, or a jump out of a statement expression. A trap is none: whatever
 * reads memory may trap. */
gboolean annot_expr_may_leave(const AnnotExpr *expr);

/* Whether the statement is a while, a do or a for. */
gboolean annot_stmt_is_loop(const AnnotStmt *stmt);

/* Returns the offset in a compound statement where text may stand before everything else. */
guint32 annot_stmt_begin(const AnnotText *text, const AnnotStmt *compound);

/* Domain of errors about a unit; their code means nothing. */
#define ANNOT_ERROR annot_error_quark()
GQuark annot_error_quark(void);

#endif
