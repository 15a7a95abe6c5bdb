/* Opens libclang by name, then where it was when hlcov was configured; see libclang.h. */
#include "annot/tree/libclang.h"

#include <dlfcn.h>
#include <string.h>

#include "annot/tree/tree.h"

AnnotLibclang annot_libclang;

static const char *const names[] = {
#define FUNCTION(name) "clang_" #name,
#include "annot/tree/libclang.def"
};

/* AnnotLibclang has a pointer for each name; POSIX says that pointers to functions are as large as those to objects. */
G_STATIC_ASSERT(sizeof(AnnotLibclang) == G_N_ELEMENTS(names) * sizeof(gpointer));

static gboolean find_functions(gpointer library)
{
    gpointer functions[G_N_ELEMENTS(names)];
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (!(functions[i] = dlsym(library, names[i])))
            return FALSE;
    memcpy(&annot_libclang, functions, sizeof functions);
    return TRUE;
}

gboolean annot_libclang_open(GError **error)
{
    static const char *const places[] = {LIBCLANG, LIBCLANG_DIR "/" LIBCLANG};
    static gboolean open;
    for (guint i = 0; i < G_N_ELEMENTS(places) && !open; i++) {
        gpointer library = dlopen(places[i], RTLD_LAZY | RTLD_LOCAL);
        open = library && find_functions(library);
    }
    if (!open)
        g_set_error(error, ANNOT_ERROR, 0, "libclang cannot be loaded: %s", dlerror());
    return open;
}
