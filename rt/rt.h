/* What the files of the runtime know of each other: the section, its data file, who we are. The user's
 * program sees none of it: rt/carry.sh makes every name local.
 *
 * No libc function is called and nothing is printed. Whatever fails, the program goes on with its private
 * memory. */
#ifndef RT_RT_H
#define RT_RT_H

#include "htol/base/layout.h"

#pragma GCC visibility push(hidden)

/* Words of 8 and of 4 bytes that may be read and written where values of other types lie. */
typedef unsigned long __attribute__((may_alias)) RtWord;
typedef unsigned int __attribute__((may_alias)) RtHalf;

/* The section that the units' slots lie in; the linker defines both ends, at the same place if it is
 * empty. */
extern unsigned char __start_hlcov_bits[] __attribute__((weak));
extern unsigned char __stop_hlcov_bits[] __attribute__((weak));

/* Text or bytes that are put together in a buffer. */
typedef struct {
    unsigned char *at;  /* where the next byte goes; NULL: they did not fit */
    unsigned char *end; /* of the buffer */
} RtText;

/* Begins an empty text in a buffer of `size` bytes. */
static inline RtText rt_text(void *buffer, unsigned long size)
{
    RtText text;

    text.at = buffer;
    text.end = text.at + size;
    return text;
}

/* text.c: append `size` bytes; a string without its NUL; two hexadecimal digits for each byte. */
void rt_add(RtText *text, const void *bytes, unsigned long size);
void rt_add_string(RtText *text, const char *string);
void rt_add_hex(RtText *text, const unsigned char *bytes, unsigned long size);

/* Whether `size` bytes are equal. */
int rt_equal(const void *a, const void *b, unsigned long size);

/* The section is a row of pieces: the slots of a unit (AT(UNIT, ...) in format.def), sets of tuples (AT(SET, ...)).
 * Both have their size at the same place. Sizes are in bytes. */
_Static_assert((int)HTOL_AT_UNIT_SIZE == (int)HTOL_AT_SET_SIZE, "pieces are walked by their sizes");

/* Returns the size of the section of this program or library, in bytes. */
static inline unsigned long rt_size(void)
{
    return (unsigned long)(__stop_hlcov_bits - __start_hlcov_bits);
}

/* Returns the number of 4 bytes at offset `place` of a piece's header. */
static inline unsigned long rt_half(const unsigned char *piece, unsigned int place)
{
    return *(const RtHalf *)(piece + place);
}

/* Returns the size of a piece in bytes, as its header says. */
static inline unsigned long rt_piece_size(const unsigned char *piece)
{
    return rt_half(piece, HTOL_AT_UNIT_SIZE);
}

/* Whether the piece is a set of tuples, not slots. */
static inline int rt_is_set(const unsigned char *piece)
{
    static const unsigned char magic[] = HTOL_SET_MAGIC_BYTES;

    for (int i = 0; i < HTOL_LEN_SET_MAGIC; i++)
        if (piece[i] != magic[i])
            return 0;
    return 1;
}

/* Returns the size of the piece's first part, which never changes. */
static inline unsigned long rt_constant_size(const unsigned char *piece)
{
    return rt_is_set(piece) ? HTOL_AT_SET_USED : HTOL_AT_UNIT_END;
}

/* self.c: the directory for data files, NULL if none; whether this copy lies in the program, not in a library; whether
 * the environment asks for notes of crashes; the size of the build-id, which is copied to
 * HTOL_LEN_DATA_BUILD_ID bytes, 0 if there is none. */
const char *rt_directory(void);
int rt_is_program(void);
int rt_wants_crashes(void);
unsigned int rt_build_id(unsigned char *to);

/* The name of the test that we run in, as the environment says, or the program; shorter than HTOL_LEN_DATA_TEST; NULL
 * if there is none. */
const char *rt_test(void);

/* Sets the name of the test that runs from now on; none if `name` is NULL or empty. Returns 0 if it is too long. */
int rt_name_test(const char *name);

/* Does what rt_build_id does for the program or library that is loaded at `file`, the address of its ELF header. */
unsigned int rt_build_id_of(const void *file, unsigned char *to);

/* Returns the end of the first thread's stack, below the program's arguments; 0 if not known. Call it at the start. */
unsigned long rt_stack_top(void);

/* Returns the address of the dynamic linker's first entry in its list, for debuggers, of what is loaded; 0 if not
 * known. */
unsigned long rt_libraries(void);

/* Where the program or library that this copy lies in was loaded, in bytes; nowhere if `size` is 0. */
typedef struct {
    unsigned long at, size;
    unsigned long number; /* 56 bits, not 0: equal wherever and whenever the same program or library runs */
} RtImage;

/* Returns our image, without its number. */
RtImage rt_image(void);

/* checker.c: whether the program's values are followed by what complains of branches on undefined ones: memcheck or
 * MemorySanitizer. */
int rt_is_checked(void);

/* core.c: whether the section is a row of sound pieces, so that a loop over them is safe. */
int rt_section_is_sound(void);

/* maps.c: writes the path of the program or library to `to`, which has `size` bytes; "" if it is not known. */
void rt_program(char *to, unsigned long size);

/* file.c: opens the data file for the test (its name is shorter than HTOL_LEN_DATA_TEST), or for no test if it is NULL,
 * and creates it if it is missing. Returns a file descriptor, or a negative number. A new file holds what was recorded
 * already if `is_start`, else nothing. A test's file is locked while it is mapped. */
long rt_file_open(const char *test, int is_start);

/* Does what rt_file_open does, with a file that no other process opens, in a directory of its own: journal.c says what
 * for. */
long rt_file_open_own(const char *test);

/* After rt_file_open_own: makes an empty journal beside the file; returns its path, which the next call that opens a
 * file overwrites, or NULL. */
const char *rt_file_make_journal(void);

/* journal.c: how one data file serves many tests of a process. rt_journal_begin takes the file that rt_file_open_own
 * has opened, once it is mapped over the section. rt_journal_turn keeps what the section holds for the test that ran,
 * clears it, and begins the test (NULL: none); it returns 0, and does nothing, where another file must be mapped. No
 * other thread may record meanwhile. */
void rt_journal_begin(long fd);
int rt_journal_turn(const char *test);

/* Whether rt_journal_begin was called, in this process or in one that has forked it. */
int rt_journal_has_begun(void);

/* After rt_file_open: whether the file mapped at `file` was written for this very section. */
int rt_file_is_ours(const unsigned char *file);

/* Returns the header that the data file has or would have, HTOL_PAGE bytes; without the program's path if no file was
 * made. */
const unsigned char *rt_file_header(void);

/* After rt_file_open: return the number of our image, and of the program or library that is loaded at `file`: the upper
 * 56 bits of the FNV-1a hash of the build-id or, if there is none, of what names the file instead. */
unsigned long rt_file_number(void);
unsigned long rt_file_number_of(const void *file);

/* code.c: an address of code: the number of the program or library that holds it, and the offset there. rt_code_of
 * returns 0 if that is not known; addresses in our own image are known after rt_code_start, which comes after
 * rt_file_open. */
typedef struct {
    unsigned long number, offset;
} RtCode;

/* Takes the address, size and number of our own image; call it at the start, after rt_file_open. */
void rt_code_start(void);
int rt_code_of(unsigned long address, RtCode *code);

/* Opens the file of saved stacks in the directory of the last data file, and makes it if it is missing. Returns a file
 * descriptor, or a negative number, also if other users could read the file. */
long rt_file_open_stacks(void);

/* stack.c, which is missing where crash.c is: what is known of a process that crashed. */
#ifdef __x86_64__
enum { RT_MACHINE = 62, RT_REGISTERS = 17, RT_STACK_POINTER = 15 };
#else
enum { RT_MACHINE = 183, RT_REGISTERS = 33, RT_STACK_POINTER = 31 };
#endif
typedef struct {
    unsigned long registers[RT_REGISTERS]; /* as HTOL_AT_STACK_REGISTERS has them; the last is the program counter */
    unsigned long begin;                   /* address of the crash: the first entry of its stack trace */
    unsigned long other, other_size;       /* the stack for handlers of signals; of size 0 if there is none */
    int may_fail;                          /* faults of rt_peek are sure to come to our handler */
} RtCrashed;

/* Offsets, in bytes, in the frame that the kernel lays down for handlers of signals, from the field with the address of
 * their stack: to the size of that stack, and to the stack pointer before the signal. */
#ifdef __x86_64__
enum { RT_CONTEXT_STACK_SIZE = 16, RT_CONTEXT_POINTER = 144 };
#else
enum { RT_CONTEXT_STACK_SIZE = 16, RT_CONTEXT_POINTER = 416 };
#endif

/* Reads the word at `from` into *to; returns 0 if there is no memory there. For that the handler of SIGSEGV and SIGBUS
 * goes on at rt_peek_failed if the signal comes from the instruction at rt_peek. */
int rt_peek(unsigned long from, RtWord *to);
extern const char rt_peek_failed[];

/* Opens the file of saved stacks. Call it at the start. */
void rt_stack_start(void);

/* Returns a hash, not 0, of the first addresses of the program's code on the stack. */
unsigned long rt_stack_key(const RtCrashed *crashed);

/* Saves the stack for note number `note` of the data file whose TEST_CHECKSUM is `file`; does nothing if there is no
 * room. */
void rt_stack_save(const RtCrashed *crashed, unsigned int note, unsigned long file, unsigned long key);

/* Ends a stack whose saving was interrupted: what was saved so far is kept. */
void rt_stack_end(void);

/* crash.c, which is missing in runtimes that are built without it: takes the file's header, mapped at `header`, for
 * notes, and unmaps the one before. Returns 0, and takes nothing, if the environment does not ask for notes. */
#ifdef RT_WITH_CRASH
int rt_crash_keep(unsigned char *header);
#define RT_CRASH_KEEP(header) rt_crash_keep(header)
#else
#define RT_CRASH_KEEP(header) 0
#endif

/* fuzz.c: whether the environment asks for fuzzing; then engines are told of the slots, and no data file may be opened.
 * Under AFL it returns in a process for each input. */
int rt_fuzz_start(void);

/* self.c: what the environment says of fuzzing: the path of the file of goals (AT(GOALS, ...)), or a word that names no
 * file if all slots are wanted; NULL: nobody fuzzes. The number of AFL's shared memory, -1 if it does not run. How many
 * bytes of it other programs and libraries of the process have taken, and that it is taken up to `end`. */
const char *rt_fuzz_goals(void);
long rt_fuzz_map(void);
unsigned long rt_fuzz_taken(void);
void rt_fuzz_take(unsigned long end);

/* set.c, which is missing in programs without values: says that the section lies where it stays. Called once, at the
 * start; `code_of` is rt_code_of, which set.c cannot name, as it may come from another object. */
void hlcov_rt_values_start(int (*code_of)(unsigned long address, RtCode *code)) __attribute__((weak));

#pragma GCC visibility pop

#endif
