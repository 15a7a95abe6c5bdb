/* Runs one input in many programs; see tellers.h. */
#include "generate/tellers.h"

#include <string.h>

struct GenerateTellers {
    GenerateServer *program;
    GPtrArray *mutants; /* GenerateServer */
};

gboolean generate_run_tells(GBytes *wanted, const GenerateRun *run)
{
    gsize size;
    const guint8 *bytes = wanted ? g_bytes_get_data(wanted, &size) : NULL;
    return bytes && (run->end != HLCOV_RETURNED || run->n_left != size || memcmp(run->left, bytes, size) != 0);
}

GenerateServer *generate_mutant_start(const GenerateMutants *mutants, const char *name, GError **error)
{
    g_auto(GStrv) environment = g_environ_setenv(g_strdupv(mutants->environment), "HLCOV_MUTANT", name, TRUE);
    return generate_server_new(mutants->program, environment, error);
}

static void free_server(gpointer server)
{
    generate_server_free(server);
}

GenerateTellers *generate_tellers_new(const GenerateMutants *mutants, GError **error)
{
    g_autoptr(GPtrArray) servers = g_ptr_array_new_with_free_func(free_server);
    for (guint i = 0; i < mutants->n; i++) {
        GenerateServer *server = mutants->names[i] ? generate_mutant_start(mutants, mutants->names[i], error) : NULL;
        if (mutants->names[i] && !server)
            return NULL;
        if (server)
            g_ptr_array_add(servers, server);
    }
    GenerateServer *program = generate_server_new(mutants->program, mutants->environment, error);
    if (!program)
        return NULL;
    GenerateTellers *tellers = g_new(GenerateTellers, 1);
    *tellers = (GenerateTellers){program, g_steal_pointer(&servers)};
    return tellers;
}

void generate_tellers_free(GenerateTellers *tellers)
{
    generate_server_free(tellers->program);
    g_ptr_array_unref(tellers->mutants);
    g_free(tellers);
}

static gboolean run(GenerateServer *server, guint function, const guint8 *bytes, gsize size, GenerateRun *run)
{
    generate_batch_begin(server, function);
    generate_batch_add(server, bytes, size, GENERATE_WANT_ALWAYS);
    if (!generate_batch_run(server, NULL))
        return FALSE;
    *run = generate_batch_get(server, 0);
    return TRUE;
}

gboolean generate_tellers_agree(const GenerateTellers *tellers, guint function, const guint8 *bytes, gsize size)
{
    GenerateRun own, other;
    if (!run(tellers->program, function, bytes, size, &own) || own.end != HLCOV_RETURNED)
        return FALSE;
    g_autoptr(GBytes) wanted = g_bytes_new(own.left, own.n_left);
    for (guint i = 0; i < tellers->mutants->len; i++)
        if (!run(tellers->mutants->pdata[i], function, bytes, size, &other) || !generate_run_tells(wanted, &other))
            return FALSE;
    return TRUE;
}
