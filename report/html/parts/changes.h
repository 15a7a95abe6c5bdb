/* A changed expression as a small difference: what is common stands once. It knows no mutants. */
#ifndef REPORT_HTML_CHANGES_H
#define REPORT_HTML_CHANGES_H

#include <stdio.h>

/* Writes `inuse <del><=</del>→<ins><</ins> MAX`; `after` may be "": all is deleted. */
void report_html_change(FILE *out, const char *before, const char *after);

#endif
