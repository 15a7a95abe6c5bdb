/* XML into a stream, by libxml2's writer: what its callers would write again and again. It knows no format.
 */
#ifndef REPORT_XML_H
#define REPORT_XML_H

#include <glib.h>
#include <stdio.h>

typedef struct _xmlTextWriter ReportXml; /* libxml2's writer */

/* A writer to `out`, indented, that has written the declaration; report_xml_end ends the document and frees
 * it. Errors are found at the stream. */
ReportXml *report_xml_begin(FILE *out);
void report_xml_end(ReportXml *xml);

/* The document type, before the first element: that of the root, and where its definition is. */
void report_xml_doctype(ReportXml *xml, const char *root, const char *url);

/* Begins an element; its attributes follow, then other elements or text, then its end. */
void report_xml_open(ReportXml *xml, const char *element);
void report_xml_content(ReportXml *xml, const char *text);
void report_xml_close(ReportXml *xml);

/* Attributes: text from outside, made fit for XML, a number, whether (true or false), and part / whole as a
 * rate from 0 to 1 (1 where the whole is 0). */
void report_xml_text(ReportXml *xml, const char *name, const char *text);
void report_xml_number(ReportXml *xml, const char *name, guint64 number);
void report_xml_truth(ReportXml *xml, const char *name, gboolean truth);
void report_xml_rate(ReportXml *xml, const char *name, guint part, guint whole);

#endif
