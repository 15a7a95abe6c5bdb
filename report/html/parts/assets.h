/* The files that HTML pages need, as strings: made from style.css and report.js by embed.sh when hlcov is
 * built. */
#ifndef REPORT_ASSETS_H
#define REPORT_ASSETS_H

/* The texts of the two files, NUL-terminated. */
extern const char report_style_css[];
extern const char report_report_js[];

#endif
