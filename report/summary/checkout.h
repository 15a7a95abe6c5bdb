/* Which project and revision a report is of, as far as git says so. It reads the model's root and runs git; it changes
 * nothing. */
#ifndef REPORT_CHECKOUT_H
#define REPORT_CHECKOUT_H

#include <glib.h>

/* What git says; free with report_checkout_free. */
typedef struct {
    char *project;  /* as asked, else the name of the checkout's folder; NULL: not known */
    char *revision; /* short; with "+" behind it if tracked files differ; NULL: no checkout, or no git */
    char *branch;   /* NULL: none, or detached */
} ReportCheckout;

/* Asks git about the checkout that the directory `root` lies in; `project` is the name to use instead of the folder's,
 * or NULL. report_checkout_free frees the result. */
ReportCheckout *report_checkout_new(const char *root, const char *project);
void report_checkout_free(ReportCheckout *checkout);

#endif
