/* The words of C's dialect in which probes are written: what gcc and clang understand in every standard, spelled so
 * that no macro of the user's means something else. Other files of annot write these words by their names here; those
 * that they read in users' text they spell. */
#ifndef ANNOT_DIALECT_H
#define ANNOT_DIALECT_H

/* Before ({ ... }) and initialisers with ranges: -pedantic does not warn. */
#define ANNOT_EXTENSION "__extension__"

/* Instead of a type: that of the initialiser, that of an operand. */
#define ANNOT_AUTO "__auto_type"
#define ANNOT_TYPE_OF "__typeof__"

/* Before the name of a local of ours, a scalar that has the type of its value. Where nothing is optimized, gcc gives
 * each variable its own room in the frame, but registers that do not fit share it: frames of large functions were up to
 * twenty times as large, and what calls itself ran out of stack. */
#define ANNOT_LOCAL "register " ANNOT_AUTO " "

/* Before the ((...)) of attributes, and the (...) of assembler. */
#define ANNOT_ATTRIBUTE "__attribute__"
#define ANNOT_ASM "__asm__"

/* Specifiers of declarations. */
#define ANNOT_INLINE "__inline__"
#define ANNOT_THREAD "__thread"

/* What is called like a function: with the operands of the builtin of that name. */
#define ANNOT_EXPECT "__builtin_expect"
#define ANNOT_ATOMIC_LOAD "__atomic_load_n"
#define ANNOT_ATOMIC_STORE "__atomic_store_n"
#define ANNOT_IS_GREATER "__builtin_isgreater"
#define ANNOT_IS_LESS "__builtin_isless"
#define ANNOT_IS_UNORDERED "__builtin_isunordered"

#endif
