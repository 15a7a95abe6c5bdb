/* The program of a harness as a server of inputs: batches of bytes go in, how each ended and which slots it set come
 * out. It chooses no input. */
#ifndef GENERATE_SERVE_H
#define GENERATE_SERVE_H

#include <glib.h>

#include "generate/inside/inside.h"

typedef struct GenerateServer GenerateServer;

/* Starts the program in the environment, as of g_get_environ. NULL and *error if it does not come up. To be freed. */
GenerateServer *generate_server_new(const char *program, char **environment, GError **error);
void generate_server_free(GenerateServer *server);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GenerateServer, generate_server_free)

/* Lets an input of that program take so many milliseconds of processor time, below 500. */
void generate_server_allow(GenerateServer *server, guint milliseconds);

/* Number of slots of the program, and a byte for each: 1 if nothing is looked for there any more. */
guint generate_server_slots(const GenerateServer *server);
guint8 *generate_server_known(GenerateServer *server);

/* Whether the function, stub number `stub` of the unit, is linked in. To be asked before anything runs. */
gboolean generate_server_is_linked(const GenerateServer *server, guint stub);

/* Begins a batch for that function. */
void generate_batch_begin(GenerateServer *server, guint function);

/* Has the batch run by a process that has run nothing before. */
void generate_batch_alone(GenerateServer *server);

/* What is wanted of an input that returns: to be told its slots and what it left behind, always, or if it sets a slot
 * that is not known, which is known then; or its slots alone. Of one that crashes: its slots, if they alone are. */
typedef enum { GENERATE_WANT_ALWAYS = 1, GENERATE_WANT_NEW = 2, GENERATE_WANT_SLOTS = 3 } GenerateWant;

/* Adds an input to the batch; FALSE if it is full. */
gboolean generate_batch_add(GenerateServer *server, const guint8 *bytes, gsize size, GenerateWant want);

/* Runs the batch; FALSE and *error if the program is gone. Then results are valid until the next batch begins. */
gboolean generate_batch_run(GenerateServer *server, GError **error);

/* Input number `index` of the batch, and its parts. `slots` are the numbers of those that it set, ascending. */
typedef struct {
    const guint8 *bytes;
    gsize size;
    enum hlcov_end end;
    guint status;
    gboolean is_new;
    const guint32 *slots;
    guint n_slots;
    const guint8 *left;
    gsize n_left;
    const struct hlcov_call *calls; /* if it was wanted always */
    guint n_calls;
} GenerateRun;
guint generate_batch_size(const GenerateServer *server);
GenerateRun generate_batch_get(const GenerateServer *server, guint index);

/* Returns the slots of the run, guint32, which stay when the next batch begins; to be unreferenced. */
GArray *generate_run_slots(const GenerateRun *run);

/* Inputs that were run so far. */
guint64 generate_server_runs(const GenerateServer *server);

/* Domain of errors about harnesses; their code means nothing. */
#define GENERATE_ERROR generate_error_quark()
GQuark generate_error_quark(void);

#endif
