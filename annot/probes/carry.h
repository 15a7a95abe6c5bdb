/* The runtime as every annotated object carries it: assembler text. Made at build time by rt/carry.sh for the machine
 * that hlcov is built for, and by target.h for others; not code that hlcov itself runs.
 *
 * The annotator appends to a unit one top-level __asm__ whose string is, in this order:
 *
 *     ANNOT_CARRY_ATT      only if the user's compiler writes Intel syntax
 *     ANNOT_CARRY_DIR      then the data directory, then
 *     ANNOT_CARRY_DIR_END
 *     annot_carry_asm
 *     annot_carry_values_asm   only if its probes call functions of rt/values.h
 *     ANNOT_CARRY_INTEL    only if the user's compiler writes Intel syntax
 *
 * In the directory's name every byte but ASCII letters, digits and / . _ - + is written as a backslash and
 * three octal digits: the assembler reads them back. Then the whole is quoted as a C string (\ " and newline
 * escaped, on one line). The assembler keeps the section that was current.
 *
 * The two parts, and the directory with the first, lie in a COMDAT group each: a linker keeps one copy of either for
 * each program or library, and may take them from different objects. So they know of each other only by
 * hlcov_rt_values_start, which the first calls if it is there. The guards keep one copy where a link-time optimizer
 * joins the assembler text of several units in one file. All names are local, so that they meet no name of the
 * user's, but for these, weak and hidden: what copies share where a linker keeps more than one (hlcov_rt_...), the
 * functions of include/hlcov/record.h, and those of rt/values.h. The annotator declares those that its probes call. */
#ifndef ANNOT_CARRY_H
#define ANNOT_CARRY_H

#include <stddef.h>

#define ANNOT_CARRY_GROUP "hlcov_rt.carried"

#define ANNOT_CARRY_ATT "\t.att_syntax prefix\n"
#define ANNOT_CARRY_INTEL "\t.intel_syntax noprefix\n"

#define ANNOT_CARRY_DIR                                                                                                \
    "\t.ifndef hlcov_baked_dir\n"                                                                                      \
    "\t.pushsection .rodata.hlcov_dir,\"aG\",@progbits," ANNOT_CARRY_GROUP ",comdat\n"                                 \
    "hlcov_baked_dir:\n"                                                                                               \
    "\t.string \""
#define ANNOT_CARRY_DIR_END                                                                                            \
    "\"\n"                                                                                                             \
    "\t.popsection\n"                                                                                                  \
    "\t.endif\n"

/* Lines ended by newline. */
extern const char annot_carry_asm[];
extern const char annot_carry_values_asm[];

/* The runtime's sources and what makes assembler text of them, rt/carry.sh: for machines that hlcov was not built
 * for. */
typedef struct {
    const char *path; /* from the root of the sources; NULL ends the list */
    const char *text;
} AnnotCarrySource;
extern const AnnotCarrySource annot_carry_sources[];

#endif
