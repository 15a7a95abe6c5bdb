/* Starts processes and takes what they send by files without a name; see workers.h. */
#include "report/inputs/workers.h"

#include <sys/wait.h>
#include <unistd.h>

#include "report/inputs/files.h"

ReportWorker report_worker_start(ReportWork work, gpointer data, guint part)
{
    ReportWorker worker = {.pid = -1, .sent = report_file_temporary()};
    if (worker.sent)
        worker.pid = fork();
    if (worker.pid != 0)
        return worker;
    gboolean done = work(data, part, worker.sent);
    _exit(fflush(worker.sent) == 0 && done ? 0 : 1);
}

static gboolean read_all(FILE *in, GByteArray *bytes)
{
    guint8 buffer[1 << 16];
    if (fseek(in, 0, SEEK_SET) != 0)
        return FALSE;
    for (gsize got = fread(buffer, 1, sizeof buffer, in); got > 0; got = fread(buffer, 1, sizeof buffer, in))
        g_byte_array_append(bytes, buffer, got);
    return !ferror(in);
}

gboolean report_worker_end(ReportWorker *worker, GByteArray *sent)
{
    int status = -1;
    gboolean ended = worker->pid > 0 && waitpid(worker->pid, &status, 0) == worker->pid;
    gboolean read = ended && read_all(worker->sent, sent);
    if (worker->sent)
        fclose(worker->sent);
    return read && status == 0;
}
