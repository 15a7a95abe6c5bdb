/* The door to libclang, which is opened when a unit is to be parsed and not before: it and what it needs are 50 MiB,
 * and take longer to start than most commands to run. What its functions mean is <clang-c/Index.h>'s. */
#ifndef ANNOT_LIBCLANG_H
#define ANNOT_LIBCLANG_H

#include <clang-c/Index.h>
#include <glib.h>

/* The version of libclang's interface from which on it tells the operators of expressions: that of release 17. Before,
 * they are read from the text (operator.h). */
#define ANNOT_TELLS_OPERATORS 64

/* Pointers to the functions of libclang that we call: a field clang_<name> without its prefix for each row of
 * libclang.def. */
typedef struct {
#define FUNCTION(name) __typeof__(clang_##name) *name;
#include "annot/tree/libclang.def"
} AnnotLibclang;

/* The functions of libclang, once it is open: annot_libclang.createIndex() is clang_createIndex(). */
extern AnnotLibclang annot_libclang;

/* Opens libclang unless it is open; it stays open. FALSE and *error if it is missing or lacks a function. */
gboolean annot_libclang_open(GError **error);

#endif
