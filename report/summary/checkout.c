/* Asks git which revision of which project a report is of; see checkout.h. Without git, or a checkout, nothing is
 * known, and that is no error. */
#include "report/summary/checkout.h"

#include <string.h>

/* Keeps git from running what the configuration of the checkout names. */
#define QUIETLY "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"

/* What git writes, to be freed; NULL if it cannot be run, or fails. */
static char *ask_git(const char *root, const char *const *arguments)
{
    int status;
    char *out = NULL;
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    const char *const begin[] = {"git", "-C", root, QUIETLY};
    for (gsize i = 0; i < G_N_ELEMENTS(begin); i++)
        g_ptr_array_add(words, (char *)begin[i]);
    for (; *arguments; arguments++)
        g_ptr_array_add(words, (char *)*arguments);
    g_ptr_array_add(words, NULL);
    if (!g_spawn_sync(NULL, (char **)words->pdata, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                      &out, NULL, &status, NULL))
        return NULL;
    if (!g_spawn_check_wait_status(status, NULL))
        g_clear_pointer(&out, g_free);
    return out;
}

/* What stands behind the words at the beginning of a line; NULL if no line begins so. To be freed. */
static char *find_line(const char *text, const char *words)
{
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (g_str_has_prefix(line, words))
            return g_strndup(line + strlen(words), strcspn(line, "\n") - strlen(words));
    return NULL;
}

/* Lines that begin with no `#` are files that differ. */
static gboolean has_changes(const char *status)
{
    for (const char *line = status; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (*line != '#')
            return TRUE;
    return FALSE;
}

static void read_status(ReportCheckout *checkout, const char *root, const char *revision)
{
    const char *const arguments[] = {
        "status", "--porcelain=v2", "--branch", "--untracked-files=no", "--ignore-submodules", NULL};
    g_autofree char *status = ask_git(root, arguments);
    checkout->revision = g_strconcat(revision, has_changes(status) ? "+" : "", NULL);
    checkout->branch = status ? find_line(status, "# branch.head ") : NULL;
    if (g_strcmp0(checkout->branch, "(detached)") == 0)
        g_clear_pointer(&checkout->branch, g_free);
}

/* Before the first commit there is a folder and no revision. */
static void read_checkout(ReportCheckout *checkout, const char *root)
{
    const char *const top[] = {"rev-parse", "--show-toplevel", NULL};
    const char *const head[] = {"rev-parse", "--verify", "--quiet", "--short", "HEAD", NULL};
    g_autofree char *folder = ask_git(root, top), *revision = folder ? ask_git(root, head) : NULL;
    if (folder && !checkout->project)
        checkout->project = g_path_get_basename(g_strchomp(folder));
    if (revision && *g_strchomp(revision))
        read_status(checkout, root, revision);
}

ReportCheckout *report_checkout_new(const char *root, const char *project)
{
    ReportCheckout *checkout = g_new0(ReportCheckout, 1);
    checkout->project = g_strdup(project);
    if (root && *root)
        read_checkout(checkout, root);
    return checkout;
}

void report_checkout_free(ReportCheckout *checkout)
{
    g_free(checkout->project);
    g_free(checkout->revision);
    g_free(checkout->branch);
    g_free(checkout);
}
