/* XML by libxml2's writer; see xml.h. */
#include "report/out/exchange/xml.h"

#include <libxml/xmlwriter.h>

#include "report/out/renderers.h"

#define X(text) ((const xmlChar *)(text))

static int write_stream(void *out, const char *bytes, int length)
{
    return (int)fwrite(bytes, 1, (gsize)length, out);
}

ReportXml *report_xml_begin(FILE *out)
{
    xmlMemSetup(g_free, g_malloc, g_realloc, g_strdup);
    xmlOutputBufferPtr buffer = xmlOutputBufferCreateIO(write_stream, NULL, out, NULL);
    ReportXml *xml = buffer ? xmlNewTextWriter(buffer) : NULL;
    g_assert(xml);
    xmlTextWriterSetIndent(xml, 1);
    xmlTextWriterStartDocument(xml, NULL, "UTF-8", NULL);
    return xml;
}

void report_xml_end(ReportXml *xml)
{
    xmlTextWriterEndDocument(xml);
    xmlFreeTextWriter(xml);
}

void report_xml_doctype(ReportXml *xml, const char *root, const char *url)
{
    xmlTextWriterWriteDTD(xml, X(root), NULL, X(url), NULL);
}

void report_xml_open(ReportXml *xml, const char *element)
{
    xmlTextWriterStartElement(xml, X(element));
}

void report_xml_content(ReportXml *xml, const char *text)
{
    g_autofree char *plain = htol_plain(text);
    xmlTextWriterWriteString(xml, X(plain));
}

void report_xml_close(ReportXml *xml)
{
    xmlTextWriterEndElement(xml);
}

void report_xml_text(ReportXml *xml, const char *name, const char *text)
{
    g_autofree char *plain = htol_plain(text);
    xmlTextWriterWriteAttribute(xml, X(name), X(plain));
}

void report_xml_number(ReportXml *xml, const char *name, guint64 number)
{
    xmlTextWriterWriteFormatAttribute(xml, X(name), "%" G_GUINT64_FORMAT, number);
}

void report_xml_truth(ReportXml *xml, const char *name, gboolean truth)
{
    xmlTextWriterWriteAttribute(xml, X(name), X(truth ? "true" : "false"));
}

/* Rounded down, so that 1 means all. */
void report_xml_rate(ReportXml *xml, const char *name, guint part, guint whole)
{
    guint ten_thousandths = whole ? (guint)((guint64)part * 10000 / whole) : 10000;
    xmlTextWriterWriteFormatAttribute(xml, X(name), "%u.%04u", ten_thousandths / 10000, ten_thousandths % 10000);
}
