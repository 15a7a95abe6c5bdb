/* The rows of the table of a unit: what can be observed in it and where it is recorded. They are the rows of
 * format.def; see there for the meaning of every field. How tables are read and written is table.h's. */
#ifndef HTOL_ROWS_H
#define HTOL_ROWS_H

#include "htol/base/arena.h"

#define HTOL_TABLE_VERSION 6
#define HTOL_ID_SIZE 16

/* Why a function was passed through. */
typedef enum {
    HTOL_MEASURED,
    HTOL_SKIP_ERROR, /* the front end could not parse it */
    HTOL_SKIP_NAKED, /* only assembler may stand in it */
    HTOL_SKIP_SHAPE, /* its text is not where the front end says: digraphs, pragmas */
    HTOL_SKIP_REASONS
} HtolSkip;

/* Why, in words; also for a value that only a newer hlcov knows. */
const char *htol_skip_reason(guint32 skipped);

/* Why a decision in complete semantics is recorded as it is evaluated: what something in it is or does. */
typedef enum {
    HTOL_FALLBACK_NONE,
    HTOL_FALLBACK_CALL,
    HTOL_FALLBACK_EFFECT,
    HTOL_FALLBACK_MEMORY,
    HTOL_FALLBACK_UNSET,
    HTOL_FALLBACK_VOLATILE,
    HTOL_FALLBACK_UNION,
    HTOL_FALLBACK_DIVISOR,
    HTOL_FALLBACK_COUNT,
    HTOL_FALLBACK_POINTER,
    HTOL_FALLBACK_FLOAT,
    HTOL_FALLBACK_CONVERSION,
    HTOL_FALLBACK_OTHER,
    HTOL_FALLBACKS
} HtolFallback;

/* Why, in words that follow the text of what it is about; also for a value that only a newer hlcov knows. */
const char *htol_fallback_reason(guint32 fallback);

/* Why nothing is recorded of an expression. */
typedef enum {
    HTOL_UNRECORDED_PLACE, /* nothing may be inserted there */
    HTOL_UNRECORDED_ORDER, /* C leaves open which operand is evaluated first, and a probe would settle that */
    HTOL_UNRECORDED_REASONS
} HtolUnrecorded;

/* Why, in words; also for a value that only a newer hlcov knows. */
const char *htol_unrecorded_reason(guint32 unrecorded);

/* What a term of a block refers to. */
typedef enum {
    HTOL_TERM_SLOT,  /* index: a slot of the function */
    HTOL_TERM_FALSE, /* index: a decision; some way that ends false was taken */
    HTOL_TERM_TRUE,  /* index: a decision; some way that ends true was taken */
    HTOL_TERM_ARM    /* index: an arm of a switch */
} HtolTermKind;

/* The statement or operator whose decision it is. */
typedef enum {
    HTOL_DECISION_IF,
    HTOL_DECISION_WHILE,
    HTOL_DECISION_DO,
    HTOL_DECISION_FOR,
    HTOL_DECISION_CONDITIONAL, /* c ? a : b and c ?: b */
    HTOL_DECISION_VALUE        /* its value is used, it does not branch; or it is part of a Branch */
} HtolDecisionKind;

/* Whether a condition is recorded, and why not. */
typedef enum {
    HTOL_CONDITION_LIVE,
    HTOL_CONDITION_FALSE, /* constant */
    HTOL_CONDITION_TRUE,  /* constant */
    HTOL_CONDITION_DEAD,  /* never evaluated, because of constants before it */
    HTOL_CONDITION_ALONE  /* left alone: text cannot be inserted there; then all of its decision are */
} HtolConditionState;

/* What the recorded vectors of a decision are. */
typedef enum {
    HTOL_DECISION_OBSERVED, /* what was evaluated: a way is a path through its graph */
    HTOL_DECISION_COMPLETE, /* all conditions: bit k of a way is the value of its k-th live condition (from 0)
                             */
    HTOL_DECISION_FALLBACK  /* complete was asked for, but some condition may not be evaluated out of turn:
                               observed */
} HtolDecisionSemantics;

/* How to read a script. */
typedef enum {
    HTOL_SCRIPT_COMMENT, /* by htol_parse_comment */
    HTOL_SCRIPT_FILE,    /* by htol_parse_file */
    HTOL_SCRIPT_LTEST,   /* by htol_ltest_parse: a .hyperlabels file of LTest */
    HTOL_SCRIPT_MARKS    /* by htol_ltest_declare: labels of LTest in a source file */
} HtolScriptKind;

/* The label of an arm of a switch; NONE is the arm that is taken if no label matches and there is no default. */
typedef enum { HTOL_ARM_CASE, HTOL_ARM_DEFAULT, HTOL_ARM_NONE } HtolArmKind;

/* What is recorded of a function if it is asked for when compiling; structure and logic always are. */
typedef enum {
    HTOL_RECORDS_CALLS = 1,
    HTOL_RECORDS_PATHS = 2,
    HTOL_RECORDS_FLOWS = 4,
    HTOL_RECORDS_PARTITIONS = 8,   /* classes of parameters */
    HTOL_RECORDS_ERRORS = 16,      /* risky operations */
    HTOL_RECORDS_COMPARISONS = 32, /* classes of comparisons */
    HTOL_RECORDS_SIGNS = 64,
    HTOL_RECORDS_MUTATION = 128 /* times 2 to the power of a HtolMutation: the mutants that it makes */
} HtolRecords;

/* What the classes of an operation are, in this order. */
typedef enum {
    HTOL_OPERATION_RELATION,  /* of l < r and the like: HtolRelationClass */
    HTOL_OPERATION_SIGN,      /* of an operand: HtolSignClass */
    HTOL_OPERATION_COMPUTED,  /* one for each of its mutants */
    HTOL_OPERATION_PARAMETER, /* of a function that is entered: those of its Class rows */
    HTOL_OPERATION_RISK       /* of the operator's precondition, a HtolRisk: HtolRiskClass */
} HtolOperationKind;

/* How the left operand of a comparison compares with the right one, in the type in which they are compared. The next
 * value differs by one; of pointers that have an order, by one element. Floating point has no next value here: classes
 * 0 and 4 are "less" and "greater" at all. Pointers that are compared with == or != have no order either: class 0 is
 * "not equal". */
typedef enum {
    HTOL_RELATION_LESS,      /* l is less, and not next to r */
    HTOL_RELATION_LESS_NEXT, /* by one */
    HTOL_RELATION_EQUAL,
    HTOL_RELATION_GREATER_NEXT,
    HTOL_RELATION_GREATER,
    HTOL_RELATION_UNORDERED, /* one is a NaN */
    HTOL_RELATION_CLASSES
} HtolRelationClass;

/* The class of a value by its sign: each has a slot. */
typedef enum {
    HTOL_SIGN_NEGATIVE,
    HTOL_SIGN_ZERO,
    HTOL_SIGN_POSITIVE,
    HTOL_SIGN_NAN,
    HTOL_SIGN_LEAST, /* an integer that is its own negation, but not 0: the least of a signed type, the middle of an
                        unsigned one */
    HTOL_SIGN_CLASSES
} HtolSignClass;

/* What may happen to an operation, and what the boundary next to it is. */
typedef enum {
    HTOL_RISK_NONE,
    HTOL_RISK_DIVISOR,     /* the divisor is 0; 1 or -1 */
    HTOL_RISK_OVERFLOW,    /* the result is beyond its signed type; the greatest or least of it */
    HTOL_RISK_SHIFT_COUNT, /* it is negative, or at least the width of what is shifted; one less than that */
    HTOL_RISK_SHIFT_VALUE, /* to the left: it is negative, or bits reach the sign; they reach the bit below it */
    HTOL_RISK_INDEX,       /* it is negative, or at least the length of the array; one less than that */
    HTOL_RISK_NULL,        /* the pointer is null; there is no boundary */
    HTOL_RISK_CONVERSION,  /* the type cannot hold the value; its greatest or least value, where more could come */
    HTOL_RISKS
} HtolRisk;

/* How near an operation came to a run-time error: it happened, or its operands were next to one that fails. */
typedef enum {
    HTOL_RISK_ROOM, /* neither: not recorded, for nothing asks for it */
    HTOL_RISK_BOUNDARY,
    HTOL_RISK_HAPPENED,
    HTOL_RISK_CLASSES
} HtolRiskClass;

/* Operators; relations in the order of ROR. */
typedef enum {
    HTOL_OPERATOR_NONE,
    HTOL_OPERATOR_LT,
    HTOL_OPERATOR_LE,
    HTOL_OPERATOR_GT,
    HTOL_OPERATOR_GE,
    HTOL_OPERATOR_EQ,
    HTOL_OPERATOR_NE,
    HTOL_OPERATOR_ADD,
    HTOL_OPERATOR_SUB,
    HTOL_OPERATOR_MUL,
    HTOL_OPERATOR_DIV,
    HTOL_OPERATOR_REM,
    HTOL_OPERATOR_SHL,
    HTOL_OPERATOR_SHR,
    HTOL_OPERATOR_AND,
    HTOL_OPERATOR_OR,
    HTOL_OPERATOR_XOR,
    HTOL_OPERATOR_NEGATE,
    HTOL_OPERATOR_COMPLEMENT,
    HTOL_OPERATOR_NOT,
    HTOL_OPERATOR_INDEX,
    HTOL_OPERATOR_DEREFERENCE,
    HTOL_OPERATOR_CONVERSION,
    HTOL_OPERATOR_LEFT,  /* of a mutant: the left operand alone */
    HTOL_OPERATOR_RIGHT, /* of a mutant: the right operand alone */
    HTOL_OPERATORS
} HtolOperator;

/* What must differ for a mutant to be killed. */
typedef enum {
    HTOL_MUTANT_EXPRESSION, /* the value of the operation */
    HTOL_MUTANT_STATEMENT   /* the value that is stored, in its type, or the truth of a condition */
} HtolMutantLevel;

/* Mutation operators whose mutants are computed. */
typedef enum {
#define MUTATION(NAME, criterion, also, sum, finder, proof) HTOL_MUTATION_##NAME,
#include "htol/files/mutations.def"
    HTOL_MUTATIONS
} HtolMutation;

/* The bit of HtolRecords for a mutation operator, which is named without its prefix. */
#define HTOL_RECORDS_OF(mutation) ((guint32)HTOL_RECORDS_MUTATION << HTOL_MUTATION_##mutation)

/* Mutation operators that stand in strong builds alone: their names, as Change.criterion has them. */
#define HTOL_CHANGE_DELETION "SSDL" /* a statement is deleted */
#define HTOL_CHANGE_CALL "CALLDL"   /* a call whose value is not used is deleted */
#define HTOL_CHANGE_RETURN "RETURN" /* something else is returned */

/* The statement that loops. */
typedef enum { HTOL_LOOP_WHILE, HTOL_LOOP_DO, HTOL_LOOP_FOR } HtolLoopKind;

/* Which criteria a path is for; what each is, says paths.h. */
typedef enum {
    HTOL_PATH_EDGE_PAIR = 1,
    HTOL_PATH_PRIME = 2,
    HTOL_PATH_ROUND_TRIP = 4, /* a prime path that ends where it begins */
    HTOL_PATH_BASIS = 8,
    HTOL_PATH_COMPLETE = 16,
    HTOL_PATH_SPECIFIED = 32, /* a user named it */
    HTOL_PATH_ENTERED = 64,   /* of a loop: into its body from outside */
    HTOL_PATH_SKIPPED = 128,  /* of a loop: past its body from outside */
    HTOL_PATH_REPEATED = 256, /* of a loop: into its body once more */
    HTOL_PATH_FLOW = 512      /* a du-path of some variable */
} HtolPathKind;

/* Why paths are not recorded. */
typedef enum {
    HTOL_UNPATHED_MANY,      /* there are more than the cap */
    HTOL_UNPATHED_LOOPS,     /* it has loops, and so no end of complete paths */
    HTOL_UNPATHED_HIDDEN,    /* two ways cannot be told apart: nothing can be inserted on either */
    HTOL_UNPATHED_JUMPS,     /* some jumps lead to places that are not known */
    HTOL_UNPATHED_UNCOUNTED, /* there are more than the cap, or so it seems: counting took too long */
    HTOL_UNPATHED_THREADS,   /* several threads go through one activation: it has no one sequence of nodes */
    HTOL_UNPATHED_REASONS
} HtolUnpathed;

/* The scope of a variable. */
typedef enum {
    HTOL_VARIABLE_LOCAL,
    HTOL_VARIABLE_PARAMETER,
    HTOL_VARIABLE_STATIC,
    HTOL_VARIABLE_GLOBAL
} HtolVariableKind;

/* What part of an object a variable of data flow is. */
typedef enum {
    HTOL_SHAPE_SCALAR, /* also a structure or union as a whole */
    HTOL_SHAPE_MEMBER, /* of a structure */
    HTOL_SHAPE_ARRAY,  /* all elements as one variable */
    HTOL_SHAPE_CELLS   /* each element on its own: a definition reaches a use of the same index */
} HtolVariableShape;

/* How a definition gives a variable its value. */
typedef enum {
    HTOL_DEFINITION_ENTRY, /* a parameter; what a static or a global holds when the function is entered */
    HTOL_DEFINITION_INITIALIZER,
    HTOL_DEFINITION_ASSIGNMENT,
    HTOL_DEFINITION_STEP,   /* ++, --, += and the like: a use, then a definition */
    HTOL_DEFINITION_UNKNOWN /* a call or a store through a pointer that may change it, where that is recorded
                             */
} HtolDefinitionKind;

/* What a value that is read is used for. */
typedef enum {
    HTOL_USE_COMPUTATION,
    HTOL_USE_PREDICATE /* in a condition or the controlling expression of a switch */
} HtolUseKind;

/* Why the data flow of a variable is not recorded. */
typedef enum {
    HTOL_FLOWED,
    HTOL_UNFLOWED_MANY,     /* its definitions times its uses are more than the cap */
    HTOL_UNFLOWED_VOLATILE, /* volatile or atomic: reads and writes may not be added to */
    HTOL_UNFLOWED_PLACE,    /* nothing can be inserted where it is defined or used */
    HTOL_UNFLOWED_ORDER,    /* too many orders are open in which calls may change it before or after it is used
                             */
    HTOL_UNFLOWED_REASONS
} HtolUnflowed;

/* Targets of conditions: Condition.on_true, .on_false, Decision.root. */
enum { HTOL_TARGET_FALSE, HTOL_TARGET_TRUE, HTOL_TARGET_CONDITION };

#define RECORD(Type, name, doc) typedef struct {
#define NUM(Type, field, doc) guint32 field;
#define STR(Type, field, doc) const char *field;
#define RECORD_END(Type)                                                                                               \
    }                                                                                                                  \
    HtolRow##Type;
#include "htol/base/format.def"
#undef RECORD
#undef NUM
#undef STR
#undef RECORD_END

/* A function: its own row and its parts, each an array of n_<part> rows. Counts stand together: there are millions of
 * functions. */
typedef struct {
    HtolRowFunction row;
#define PART(Type, field, doc) guint32 n_##field;
#include "htol/base/format.def"
#undef PART
#define PART(Type, field, doc) HtolRow##Type *field;
#include "htol/base/format.def"
#undef PART
    guint32 first_slot;   /* of the unit, of the function's slot 0; not stored: the sum of those before */
    guint32 first_source; /* of the unit, of the function's source 0; not stored: the sum of those before */
    const guint8 *bytes;  /* the function's rows as the table has them: equal bytes, same function; set by the reader */
    gsize size;
} HtolFunction;

/* The table of a unit: its own row, and an array for each of its parts. All of it lies in the arena of who read or made
 * it. */
typedef struct {
    guint8 id[HTOL_ID_SIZE];
    HtolRowUnit row;
#define UNIT_PART(Type, field, doc)                                                                                    \
    guint32 n_##field;                                                                                                 \
    HtolRow##Type *field;
#include "htol/base/format.def"
#undef UNIT_PART
    guint32 n_functions;
    HtolFunction *functions; /* n_functions of them */
} HtolTable;

#endif
