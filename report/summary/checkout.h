/* Which project and revision a report is of, as far as git says so. It reads the model's root and runs git; it changes
 * nothing. */
#ifndef REPORT_CHECKOUT_H
#define REPORT_CHECKOUT_H

#include <glib.h>

typedef struct {
    char *project;  /* as asked, else the name of the checkout's folder; NULL: not known */
    char *revision; /* short; with "+" behind it if tracked files differ; NULL: no checkout, or no git */
    char *branch;   /* NULL: none, or detached */
} ReportCheckout;

ReportCheckout *report_checkout_new(const char *root, const char *project);
void report_checkout_free(ReportCheckout *checkout);

#endif
