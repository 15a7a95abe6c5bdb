/* Talks between two processes; see apart.h. */
#include "generate/solve/apart.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "prune/formula/limits.h"

/* Seconds beyond the time until the process is ended; GiB of its address space; bytes of a message. */
enum { MORE_SECONDS = 5, MOST_GIB = 6, MOST_BYTES = 1 << 20 };

/* A message begins with its kind and the size of what follows. */
typedef enum { MESSAGE_GUESS, MESSAGE_KEEP, MESSAGE_END } MessageKind;
typedef struct {
    guint32 kind, size;
} Message;

static gboolean write_all(int file, const void *bytes, gsize size)
{
    for (gsize done = 0; done < size;) {
        gssize n = send(file, (const guint8 *)bytes + done, size - done, MSG_NOSIGNAL);
        if (n <= 0)
            return FALSE;
        done += (gsize)n;
    }
    return TRUE;
}

static gboolean read_all(int file, void *bytes, gsize size)
{
    for (gsize done = 0; done < size;) {
        gssize n = read(file, (guint8 *)bytes + done, size - done);
        if (n <= 0)
            return FALSE;
        done += (gsize)n;
    }
    return TRUE;
}

/* ---- inside ---- */

static void send_message(int socket, MessageKind kind, const void *bytes, gsize size)
{
    const Message message = {.kind = kind, .size = (guint32)size};
    if (!write_all(socket, &message, sizeof message) || !write_all(socket, bytes, size))
        _exit(1);
}

static void see_calls(GenerateApart *apart)
{
    struct hlcov_call call;
    guint32 n;
    if (!read_all(apart->socket, &n, sizeof n))
        _exit(1);
    apart->is_news = FALSE;
    for (guint32 i = 0; i < n; i++) {
        if (!read_all(apart->socket, &call, sizeof call))
            _exit(1);
        apart->is_news |= generate_seen_add(apart->seen, &call);
    }
}

void generate_apart_run(GenerateApart *apart, const GByteArray *input, gboolean is_kept)
{
    send_message(apart->socket, is_kept ? MESSAGE_KEEP : MESSAGE_GUESS, input->data, input->len);
    if (!read_all(apart->socket, apart->set, apart->n_slots) || !read_all(apart->socket, apart->known, apart->n_slots))
        _exit(1);
    see_calls(apart);
}

G_NORETURN static void do_work(const GenerateRunner *runner, int socket, gint64 time, GenerateWork *work, gpointer data)
{
    gsize size = MAX(runner->n_slots, 1);
    GenerateApart apart = {socket,          runner->n_slots,     g_memdup2(runner->known, size),
                           g_malloc0(size), generate_seen_new(), FALSE};
    for (guint i = 0; i < runner->calls->len; i++)
        generate_seen_add(apart.seen, &g_array_index(runner->calls, struct hlcov_call, i));
    prune_limit_process((guint64)time / G_USEC_PER_SEC + MORE_SECONDS, MOST_GIB);
    GString *told = work(data, &apart);
    send_message(socket, MESSAGE_END, told->str, MIN(told->len, MOST_BYTES));
    _exit(0);
}

/* ---- outside ---- */

/* Runs an input for the process; FALSE if it or the program is gone. */
static gboolean serve_input(const GenerateRunner *runner, int socket, const GString *bytes, gboolean is_kept,
                            guint8 *slots)
{
    g_autoptr(GBytes) input = g_bytes_new(bytes->str, bytes->len);
    g_autoptr(GArray) calls = g_array_new(FALSE, FALSE, sizeof(struct hlcov_call));
    memset(slots, 0, runner->n_slots);
    return runner->run(runner->data, input, is_kept, slots, calls) && write_all(socket, slots, runner->n_slots) &&
           write_all(socket, runner->known, runner->n_slots) && write_all(socket, &calls->len, sizeof(guint32)) &&
           write_all(socket, calls->data, calls->len * sizeof(struct hlcov_call));
}

static GString *serve(const GenerateRunner *runner, int socket)
{
    g_autofree guint8 *slots = g_malloc0(MAX(runner->n_slots, 1));
    g_autoptr(GString) bytes = g_string_new(NULL);
    Message message;
    while (read_all(socket, &message, sizeof message) && message.size <= MOST_BYTES) {
        g_string_set_size(bytes, message.size);
        if (!read_all(socket, bytes->str, message.size))
            break;
        if (message.kind == MESSAGE_END)
            return g_steal_pointer(&bytes);
        if (!serve_input(runner, socket, bytes, message.kind == MESSAGE_KEEP, slots))
            break;
    }
    return NULL;
}

GString *generate_apart(const GenerateRunner *runner, gint64 time, GenerateWork *work, gpointer data)
{
    int sockets[2];
    GString *told = NULL;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return NULL;
    pid_t process = fork();
    if (process == 0) {
        close(sockets[0]);
        do_work(runner, sockets[1], time, work, data);
    }
    close(sockets[1]);
    if (process > 0)
        told = serve(runner, sockets[0]);
    close(sockets[0]);
    if (process > 0)
        waitpid(process, NULL, 0);
    return told;
}
