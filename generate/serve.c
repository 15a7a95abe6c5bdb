/* Talks to the program of a harness; see serve.h. */
#include "generate/serve.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

G_DEFINE_QUARK(generate - error - quark, generate_error)

/* Slots of a program; seconds until it is given up; milliseconds of processor time that an input may take. */
enum { MOST_SLOTS = 1 << 22, PATIENCE = 60, INPUT_TIME = 10 };
#define MEMORY_SIZE (sizeof(struct hlcov_memory) + MOST_SLOTS)

struct GenerateServer {
    pid_t process;
    int words;
    struct hlcov_memory *memory;
    gsize used; /* bytes of the batch */
    guint64 runs;
};

/* ---- the process ---- */

G_NORETURN static void become(const char *program, char **environment, int file, int words)
{
    char memory[16], socket[16];
    char *const argv[] = {(char *)program, (char *)"serve", memory, socket, NULL};
    g_snprintf(memory, sizeof memory, "%d", file);
    g_snprintf(socket, sizeof socket, "%d", words);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    char **own = g_environ_setenv(g_strdupv(environment), "HLCOV_FUZZ", "/proc/self/none", TRUE);
    execve(program, argv, g_environ_unsetenv(own, "HLCOV_TEST"));
    _exit(127);
}

static void limit_wait(int words)
{
    struct timeval patience = {PATIENCE, 0};
    setsockopt(words, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
}

static gboolean start(GenerateServer *server, const char *program, char **environment)
{
    int pair[2], file = memfd_create("hlcov", 0);
    if (file < 0 || ftruncate(file, (off_t)MEMORY_SIZE) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return FALSE;
    server->memory = mmap(NULL, MEMORY_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (server->memory == MAP_FAILED)
        return FALSE;
    server->memory->milliseconds = INPUT_TIME;
    server->process = fork();
    if (server->process == 0) {
        close(pair[0]);
        become(program, environment, file, pair[1]);
    }
    close(file);
    close(pair[1]);
    server->words = pair[0];
    return server->process > 0;
}

/* The program says so when it is ready. */
static gboolean wait_for(GenerateServer *server)
{
    char word;
    ssize_t got;
    do
        got = read(server->words, &word, 1);
    while (got < 0 && errno == EINTR);
    return got == 1;
}

GenerateServer *generate_server_new(const char *program, char **environment, GError **error)
{
    GenerateServer *server = g_new0(GenerateServer, 1);
    server->words = -1;
    if (start(server, program, environment)) {
        limit_wait(server->words);
        if (wait_for(server))
            return server;
    }
    g_set_error(error, GENERATE_ERROR, 0, "%s: the program of the harness does not start", program);
    generate_server_free(server);
    return NULL;
}

void generate_server_free(GenerateServer *server)
{
    if (server->words >= 0)
        close(server->words);
    if (server->process > 0) {
        kill(server->process, SIGKILL);
        waitpid(server->process, NULL, 0);
    }
    if (server->memory && server->memory != MAP_FAILED)
        munmap(server->memory, MEMORY_SIZE);
    g_free(server);
}

void generate_server_allow(GenerateServer *server, guint milliseconds)
{
    server->memory->milliseconds = milliseconds;
}

guint generate_server_slots(const GenerateServer *server)
{
    return MIN(server->memory->slots, MOST_SLOTS);
}

guint8 *generate_server_known(GenerateServer *server)
{
    return server->memory->known;
}

guint64 generate_server_runs(const GenerateServer *server)
{
    return server->runs;
}

/* ---- batches ---- */

void generate_batch_begin(GenerateServer *server, guint function)
{
    server->memory->function = function;
    server->memory->count = server->memory->next = server->memory->used = 0;
    server->memory->alone = 0;
    server->used = 0;
}

void generate_batch_alone(GenerateServer *server)
{
    server->memory->alone = 1;
}

gboolean generate_batch_add(GenerateServer *server, const guint8 *bytes, gsize size, GenerateWant want)
{
    struct hlcov_memory *memory = server->memory;
    if (memory->count == HLCOV_MOST_INPUTS || size > HLCOV_INPUT_BYTES - server->used)
        return FALSE;
    memory->inputs[memory->count++] =
        (struct hlcov_input){.at = (guint)server->used, .size = (guint)size, .wants = want};
    memcpy(memory->bytes + server->used, bytes, size);
    server->used += size;
    return TRUE;
}

gboolean generate_batch_run(GenerateServer *server, GError **error)
{
    if (write(server->words, "", 1) == 1 && wait_for(server)) {
        server->runs += server->memory->count;
        return TRUE;
    }
    g_set_error_literal(error, GENERATE_ERROR, 0, "the program of the harness is gone");
    return FALSE;
}

guint generate_batch_size(const GenerateServer *server)
{
    return MIN(server->memory->count, HLCOV_MOST_INPUTS);
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
        input->n_slots > MOST_SLOTS || input->slots % sizeof(guint32) != 0 ||
        !fits(input->slots, input->n_slots * (guint)sizeof(guint32), HLCOV_OUTPUT_BYTES))
        return FALSE;
    for (guint i = 0; i < input->n_slots; i++)
        if (slots[i] >= generate_server_slots(server))
            return FALSE;
    return TRUE;
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
                         .n_left = input->n_left};
}
