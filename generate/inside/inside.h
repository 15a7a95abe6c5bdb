/* What the program of a harness and hlcov agree on: tables of what functions take, and memory that both have mapped.
 * It knows no values and runs nothing.
 *
 * The program is made of the user's unit, tables of these types behind it, and worker.c. It is compiled as C90. */
#ifndef GENERATE_INSIDE_H
#define GENERATE_INSIDE_H

/* How bytes of an input are read as a value. Numbers are little-endian, as many bytes as they have in C; behind the end
 * of the input there are zeros.
 *
 * HLCOV_NUMBER    its bytes
 * HLCOV_FIELD     a bit-field: the bytes of a number of 8 bytes, of which the lowest bits count
 * HLCOV_POINTER   a byte: 0 NULL; 1 a new array, of so many elements as the next two bytes say, then the elements;
 *                 2 + k the object number k of its family that was made so far. Too deep: nothing is read, it is NULL
 * HLCOV_TEXT      a byte as of a pointer; of a new one two bytes with its length, then its characters
 * HLCOV_RECORD    its members
 * HLCOV_UNION     a byte that chooses the member, then that
 * HLCOV_ARRAY     its elements
 * HLCOV_FUNCTION  a byte: 0 NULL, else one of the functions
 * HLCOV_TOKEN     a pointer that nobody follows: a byte, 0 NULL
 * HLCOV_STREAM    a FILE: a byte, 0 NULL; else two bytes with its length, then what it holds
 * HLCOV_NOTHING   no bytes: zeros */
enum hlcov_kind {
    HLCOV_NUMBER,
    HLCOV_FIELD,
    HLCOV_POINTER,
    HLCOV_TEXT,
    HLCOV_RECORD,
    HLCOV_UNION,
    HLCOV_ARRAY,
    HLCOV_FUNCTION,
    HLCOV_TOKEN,
    HLCOV_STREAM,
    HLCOV_NOTHING
};

/* Most elements of a new array of numbers, and of others, characters of a text or stream, pointers that lead from one
 * object to the next, objects of an input, and results of a stub. */
enum { HLCOV_MOST_NUMBERS = 16384, HLCOV_MOST_ELEMENTS = 64, HLCOV_MOST_TEXT = 256 };
enum { HLCOV_MOST_DEPTH = 4, HLCOV_MOST_OBJECTS = 128 };
enum { HLCOV_MOST_RESULTS = 4 };

/* A member of a record or union; of a bit-field `set` and `get` replace the offset. */
struct hlcov_member {
    unsigned long offset;
    unsigned int shape;
    void (*set)(void *record, unsigned long long bits);
    unsigned long long (*get)(const void *record);
};

/* What a value is made of. */
struct hlcov_shape {
    enum hlcov_kind kind;
    unsigned long size;                 /* of it, in bytes */
    unsigned long count;                /* ARRAY: elements; RECORD, UNION: members; FUNCTION: functions */
    unsigned int target;                /* POINTER, ARRAY: shape of an element */
    unsigned int family;                /* POINTER, TEXT: all that may lead to one object have the same */
    const struct hlcov_member *members; /* RECORD, UNION */
    void *const *functions;             /* FUNCTION */
};

/* What an item of a function is. */
enum hlcov_role { HLCOV_PARAMETER, HLCOV_LENGTH, HLCOV_GLOBAL, HLCOV_STUB };

/* Something that a function takes. A LENGTH is a parameter that is never more than the number of elements which item
 * `of` points to. Of a GLOBAL a byte comes first: 0, it keeps its initial value. Of a STUB a byte says how many results
 * follow; later calls of the function return zeros. */
struct hlcov_item {
    enum hlcov_role role;
    unsigned int shape;
    unsigned int of;
    void *address; /* GLOBAL */
};

/* A function: `call` takes the address of each parameter's value in the order of its items that are parameters, as
 * `order` has them, then where the result is to be. It is not called if `assume`, which takes the same, returns 0. */
struct hlcov_function {
    void (*call)(void **values);
    int (*assume)(void **values); /* 0: nothing is assumed */
    unsigned int count;
    const struct hlcov_item *items;
    int result; /* shape; -1: none */
};

/* A variable that is set back before each input. */
struct hlcov_global {
    void *address;
    unsigned long size;
};

/* A function that the unit does not define, in the order of its stubs: where it is, and what stands for it if nothing
 * is linked in. */
struct hlcov_outside {
    void *real, *own;
};

/* The tables that stand behind the user's unit. */
extern const struct hlcov_shape hlcov_shapes[];
extern const struct hlcov_function hlcov_functions[];
extern const struct hlcov_global hlcov_globals[];
extern const unsigned long hlcov_global_count;
extern const struct hlcov_outside hlcov_outside[];
extern const unsigned long hlcov_outside_count;

/* Copies the next result of the stub, item number `item` of the function that runs, to `at`. */
extern void hlcov_result(unsigned int item, void *at, unsigned long size);

/* A call of a function that is defined outside of the unit, in the order of the unit's stubs: what it was given, and
 * then what it returned, each in the lowest bytes of a number. */
enum { HLCOV_MOST_ARGUMENTS = 5, HLCOV_MOST_CALLS = 64 };
struct hlcov_call {
    unsigned int stub, count; /* of arguments */
    unsigned long long values[HLCOV_MOST_ARGUMENTS + 1];
};

/* Notes the call, of which the first HLCOV_MOST_CALLS of an input are kept. */
extern void hlcov_note(const struct hlcov_call *call);

/* Ends the run of the input, which is no test: a function without a definition was called that does not return. */
extern void hlcov_end(void);

/* Ends the run of the input: the oracle of the function calls wrong what it did. */
extern void hlcov_wrong(void);

/* The number of the function that runs. */
extern unsigned int hlcov_running(void);

/* ---- memory that both have mapped ---- */

/* Pointers that are left behind and lead to nothing that the input made: to a text that nobody can read to its end, and
 * to something else. */
enum { HLCOV_NOWHERE = 254, HLCOV_ELSEWHERE = 255 };

/* How an input ended. */
enum hlcov_end { HLCOV_RETURNED, HLCOV_CRASHED, HLCOV_LOOPED, HLCOV_EXITED };

/* Status of an EXITED input that asked for something which changes the machine; of one that the function does not
 * assume; of one on which the function did what its oracle calls wrong. */
enum { HLCOV_FORBIDDEN = 256, HLCOV_UNFIT = 257, HLCOV_WRONG = 258 };

/* Sizes of the parts of the memory. */
enum { HLCOV_MOST_OUTSIDE = 512, HLCOV_MOST_INPUTS = 1024, HLCOV_INPUT_BYTES = 1 << 20, HLCOV_OUTPUT_BYTES = 1 << 22 };

/* An input of a batch. */
struct hlcov_input {
    unsigned int at, size; /* of its bytes among those of all inputs */
    unsigned int
        wants; /* 1: its slots, and what it left behind; 2: both if it sets a new slot; 3: its slots, of a crash, too */
    unsigned int end, status;    /* hlcov_end; number of the signal, or the exit status */
    unsigned int is_new;         /* it set a slot that was not known */
    unsigned int slots, n_slots; /* index of its slots, unsigned ints, among the output's bytes */
    unsigned int left, n_left;   /* what it left behind there, in bytes: the result, then each parameter and global */
    unsigned int calls, n_calls; /* index of its calls there, of struct hlcov_call, if it wants 1: however it ended */
};

/* A batch of inputs, then what came of them. `known` has a byte for each slot of the program. */
struct hlcov_memory {
    unsigned int function, count;
    unsigned int busy, over;                  /* the program runs a batch; it is to end */
    unsigned int alone;                       /* the batch is for a process that has run nothing */
    unsigned int next;                        /* the input that is run, or is to be run next */
    unsigned int used;                        /* bytes of the output */
    unsigned int slots;                       /* of the program: told once, when it is ready */
    unsigned int milliseconds;                /* that an input may take */
    unsigned char linked[HLCOV_MOST_OUTSIDE]; /* of functions outside: whether they are linked in; told with `slots` */
    struct hlcov_input inputs[HLCOV_MOST_INPUTS];
    unsigned char bytes[HLCOV_INPUT_BYTES];
    unsigned char output[HLCOV_OUTPUT_BYTES];
    unsigned char known[1]; /* as many as there are slots */
};

/* The program's words: `PROGRAM serve MEMORY WORDS` serves batches, MEMORY and WORDS are descriptors: a byte that comes
 * asks for a batch, a byte goes back when it is done. `PROGRAM run FUNCTION FILE` runs one input, and ends as it does.
 */

#endif
