/* The runtime as every annotated object carries it: assembler text. Made at build time by rt/carry.sh; not
 * code that hlcov itself runs.
 *
 * The annotator appends to a unit one top-level __asm__ whose string is, in this order:
 *
 *     ANNOT_CARRY_ATT      only if the user's compiler writes Intel syntax
 *     ANNOT_CARRY_DIR      then the data directory, then
 *     ANNOT_CARRY_DIR_END
 *     annot_carry_asm
 *     ANNOT_CARRY_INTEL    only if the user's compiler writes Intel syntax
 *
 * In the directory's name every byte but ASCII letters, digits and / . _ - + is written as a backslash and
 * three octal digits: the assembler reads them back. Then the whole is quoted as a C string (\ " and newline
 * escaped, on one line). The assembler keeps the section that was current.
 *
 * Everything lies in one COMDAT group: a linker keeps one copy for each program or library. The guards
 * keep one copy where a link-time optimizer joins the assembler text of several units in one file. All
 * names are local, so that they meet no name of the user's; but hlcov_rt_started is weak and hidden, for
 * linkers that keep more than one copy. */
#ifndef ANNOT_CARRY_H
#define ANNOT_CARRY_H

#define ANNOT_CARRY_GROUP "hlcov_rt.carried"

#define ANNOT_CARRY_ATT "\t.att_syntax prefix\n"
#define ANNOT_CARRY_INTEL "\t.intel_syntax noprefix\n"

#define ANNOT_CARRY_DIR                                                                                      \
    "\t.ifndef hlcov_baked_dir\n"                                                                            \
    "\t.pushsection .rodata.hlcov_dir,\"aG\",@progbits," ANNOT_CARRY_GROUP ",comdat\n"                       \
    "hlcov_baked_dir:\n"                                                                                     \
    "\t.string \""
#define ANNOT_CARRY_DIR_END                                                                                  \
    "\"\n"                                                                                                   \
    "\t.popsection\n"                                                                                        \
    "\t.endif\n"

/* Lines ended by newline. */
extern const char annot_carry_asm[];

#endif
