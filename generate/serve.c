/* Talks to the program of a harness; see serve.h. */
#include "generate/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

G_DEFINE_QUARK(generate - error - quark, generate_error)

/* Slots of a program; seconds until it is given up when it starts, and when no input ends; how often it is started
 * again; milliseconds of processor time that an input may take. */
enum { MOST_SLOTS = 1 << 22, START_PATIENCE = 60, PATIENCE = 5, MOST_STARTS = 100, INPUT_TIME = 10 };
#define MEMORY_SIZE (sizeof(struct hlcov_memory) + MOST_SLOTS)

/* The functions may write anywhere, also to the memory: what must be right is known here, too. */
struct GenerateServer {
    char *program;
    char **environment;
    pid_t process;
    int file, words;
    struct hlcov_memory *memory;
    guint slots, milliseconds, count;
    gsize used; /* bytes of the batch */
    guint64 runs;
    guint starts;
};

/* ---- the process ---- */

G_NORETURN static void become(const GenerateServer *server, int words)
{
    char memory[16], socket[16];
    char *const argv[] = {server->program, (char *)"serve", memory, socket, NULL};
    g_snprintf(memory, sizeof memory, "%d", server->file);
    g_snprintf(socket, sizeof socket, "%d", words);
    fcntl(server->file, F_SETFD, 0);
    fcntl(words, F_SETFD, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execve(server->program, argv, server->environment);
    _exit(127);
}

/* Waits for a byte of the program, as long as it goes on with inputs: at most `patience` seconds for each. */
static gboolean wait_for(GenerateServer *server, guint patience)
{
    guint last = server->memory->next, waited = 0;
    char word;
    while (waited < patience) {
        struct pollfd asked = {server->words, POLLIN, 0};
        int ready = poll(&asked, 1, 1000);
        if (ready > 0)
            return read(server->words, &word, 1) == 1;
        if (ready < 0 && errno != EINTR)
            return FALSE;
        waited = ready == 0 && server->memory->next == last ? waited + 1 : 0;
        last = server->memory->next;
    }
    return FALSE;
}

static gboolean start(GenerateServer *server)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return FALSE;
    server->memory->busy = server->memory->over = 0;
    server->process = fork();
    if (server->process == 0)
        become(server, pair[1]);
    close(pair[1]);
    server->words = pair[0];
    return server->process > 0 && wait_for(server, START_PATIENCE);
}

static void stop(GenerateServer *server)
{
    if (server->words >= 0)
        close(server->words);
    if (server->process > 0) {
        kill(server->process, SIGKILL);
        waitpid(server->process, NULL, 0);
    }
    server->words = -1;
    server->process = 0;
}

static gboolean map_memory(GenerateServer *server)
{
    server->file = memfd_create("hlcov", MFD_CLOEXEC);
    if (server->file < 0 || ftruncate(server->file, (off_t)MEMORY_SIZE) != 0)
        return FALSE;
    void *mapped = mmap(NULL, MEMORY_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, server->file, 0);
    server->memory = mapped != MAP_FAILED ? mapped : NULL;
    return mapped != MAP_FAILED;
}

GenerateServer *generate_server_new(const char *program, char **environment, GError **error)
{
    GenerateServer *server = g_new0(GenerateServer, 1);
    server->program = g_strdup(program);
    server->environment = g_environ_setenv(g_strdupv(environment), "HLCOV_FUZZ", "/proc/self/none", TRUE);
    server->environment = g_environ_unsetenv(server->environment, "HLCOV_TEST");
    server->milliseconds = INPUT_TIME;
    server->words = server->file = -1;
    if (map_memory(server) && start(server)) {
        server->slots = MIN(server->memory->slots, MOST_SLOTS);
        return server;
    }
    g_set_error(error, GENERATE_ERROR, 0, "%s: the program of the harness does not start", program);
    generate_server_free(server);
    return NULL;
}

void generate_server_free(GenerateServer *server)
{
    stop(server);
    if (server->memory)
        munmap(server->memory, MEMORY_SIZE);
    if (server->file >= 0)
        close(server->file);
    g_strfreev(server->environment);
    g_free(server->program);
    g_free(server);
}

void generate_server_allow(GenerateServer *server, guint milliseconds)
{
    server->milliseconds = milliseconds;
}

guint generate_server_slots(const GenerateServer *server)
{
    return server->slots;
}

guint8 *generate_server_known(GenerateServer *server)
{
    return server->memory->known;
}

gboolean generate_server_is_linked(const GenerateServer *server, guint stub)
{
    return stub < HLCOV_MOST_OUTSIDE && server->memory->linked[stub] != 0;
}

guint64 generate_server_runs(const GenerateServer *server)
{
    return server->runs;
}

/* ---- batches ---- */

void generate_batch_begin(GenerateServer *server, guint function)
{
    struct hlcov_memory *memory = server->memory;
    memory->function = function;
    memory->milliseconds = server->milliseconds;
    memory->count = memory->next = memory->used = memory->alone = 0;
    server->count = 0;
    server->used = 0;
}

void generate_batch_alone(GenerateServer *server)
{
    server->memory->alone = 1;
}

gboolean generate_batch_add(GenerateServer *server, const guint8 *bytes, gsize size, GenerateWant want)
{
    struct hlcov_memory *memory = server->memory;
    if (server->count == HLCOV_MOST_INPUTS || size > HLCOV_INPUT_BYTES - server->used)
        return FALSE;
    memory->inputs[server->count++] =
        (struct hlcov_input){.at = (guint)server->used, .size = (guint)size, .wants = want};
    memcpy(memory->bytes + server->used, bytes, size);
    server->used += size;
    memory->count = server->count;
    return TRUE;
}

/* Inputs that did not end have crashed: what damaged the memory or the program cannot be told. */
static void give_up(GenerateServer *server)
{
    struct hlcov_memory *memory = server->memory;
    for (guint i = MIN(memory->next, server->count); i < server->count; i++)
        memory->inputs[i] = (struct hlcov_input){.end = HLCOV_CRASHED, .status = SIGSEGV};
}

gboolean generate_batch_run(GenerateServer *server, GError **error)
{
    server->runs += server->count;
    if (send(server->words, "", 1, MSG_NOSIGNAL) == 1 && wait_for(server, PATIENCE))
        return TRUE;
    give_up(server);
    stop(server);
    if (server->starts++ < MOST_STARTS && start(server))
        return TRUE;
    g_set_error_literal(error, GENERATE_ERROR, 0, "the program of the harness is gone");
    return FALSE;
}

guint generate_batch_size(const GenerateServer *server)
{
    return server->count;
}

static gboolean fits(guint at, guint size, guint whole)
{
    return at <= whole && size <= whole - at;
}

/* Whether the numbers lead where they should: the functions may write anywhere, also to this memory. */
static gboolean is_whole(const GenerateServer *server, const struct hlcov_input *input)
{
    const guint32 *slots = (const guint32 *)(gconstpointer)(server->memory->output + input->slots);
    if (!fits(input->at, input->size, HLCOV_INPUT_BYTES) || !fits(input->left, input->n_left, HLCOV_OUTPUT_BYTES) ||
        input->n_calls > HLCOV_MOST_CALLS || input->calls % sizeof(guint64) != 0 ||
        !fits(input->calls, input->n_calls * (guint)sizeof(struct hlcov_call), HLCOV_OUTPUT_BYTES) ||
        input->n_slots > MOST_SLOTS || input->slots % sizeof(guint32) != 0 ||
        !fits(input->slots, input->n_slots * (guint)sizeof(guint32), HLCOV_OUTPUT_BYTES))
        return FALSE;
    for (guint i = 0; i < input->n_slots; i++)
        if (slots[i] >= generate_server_slots(server))
            return FALSE;
    return TRUE;
}

GArray *generate_run_slots(const GenerateRun *run)
{
    GArray *slots = g_array_new(FALSE, FALSE, sizeof(guint32));
    if (run->n_slots > 0)
        g_array_append_vals(slots, run->slots, run->n_slots);
    return slots;
}

GenerateRun generate_batch_get(const GenerateServer *server, guint index)
{
    const struct hlcov_memory *memory = server->memory;
    const struct hlcov_input *input = &memory->inputs[index];
    if (!is_whole(server, input))
        return (GenerateRun){.bytes = (const guint8 *)"", .end = HLCOV_CRASHED, .status = SIGSEGV};
    return (GenerateRun){.bytes = memory->bytes + input->at,
                         .size = input->size,
                         .end = (enum hlcov_end)input->end,
                         .status = input->status,
                         .is_new = input->is_new != 0,
                         .slots = (const guint32 *)(gconstpointer)(memory->output + input->slots),
                         .n_slots = input->n_slots,
                         .left = memory->output + input->left,
                         .n_left = input->n_left,
                         .calls = (const struct hlcov_call *)(gconstpointer)(memory->output + input->calls),
                         .n_calls = input->n_calls};
}
