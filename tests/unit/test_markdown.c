/* Users' Markdown in pages: what it may do, and that hostile texts stand for themselves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/html/parts/html.h"

static char *rendered(const char *markdown)
{
    char *html = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&html, &size);
    report_html_markdown(out, markdown);
    fclose(out);
    return html;
}

static void check(gconstpointer data)
{
    const char *const *pair = data;
    char *html = rendered(pair[0]);
    g_autofree char *wanted = *pair[1] ? g_strdup_printf("<div class=md>%s\n</div>", pair[1]) : g_strdup("");
    g_assert_cmpstr(html, ==, wanted);
    free(html);
}

static const char *const texts[][2] = {
    {"", ""},
    {"a *b* **c** `d < e`", "<p>a <em>b</em> <strong>c</strong> <code>d &lt; e</code></p>"},
    {"- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"},
    {"# a", "<h4>a</h4>"},
    {"##### a", "<h6>a</h6>"},
    {"[a](https://example.org/?b&c \"d\")", "<p><a href=\"https://example.org/?b&amp;c\">a</a></p>"},
    {"<mailto:a@example.org>", "<p><a href=\"mailto:a@example.org\">mailto:a@example.org</a></p>"},
    /* nothing runs */
    {"a <script>alert(1)</script> b", "<p>a &lt;script&gt;alert(1)&lt;/script&gt; b</p>"},
    {"<script>\nalert(1)\n</script>", "<pre><code>&lt;script&gt;\nalert(1)\n&lt;/script&gt;\n</code></pre>"},
    {"<img src=x onerror=alert(1)>", "<pre><code>&lt;img src=x onerror=alert(1)&gt;\n</code></pre>"},
    {"<!-- a --> b", "<pre><code>&lt;!-- a --&gt; b\n</code></pre>"},
    {"&lt;script&gt; &#60;b&#62;", "<p>&lt;script&gt; &lt;b&gt;</p>"},
    {"[a](javascript:alert(1)) [b](JaVaScRiPt:x) [c](data:text/html,x) [d](vbscript:x) [e](file:///etc/passwd)",
     "<p>a b c d e</p>"},
    {"[a](//example.org/b) [c](d.html) [](javascript:x)", "<p>a c </p>"},
    {"[a]\n\n[a]: javascript:alert(1)", "<p>a</p>"},
    {"<javascript:alert(1)>", "<p>javascript:alert(1)</p>"},
    {"[a](http://b\"onclick=\"c)", "<p><a href=\"http://b%22onclick=%22c\">a</a></p>"},
    {"```x\" onclick=\"y\na\n```", "<pre><code>a\n</code></pre>"},
    /* nothing is loaded */
    {"![a *b*](http://example.org/c.png \"d\")", "<p>a <em>b</em></p>"},
    {"[![a](http://b/c.png)](http://d)", "<p><a href=\"http://d\">a</a></p>"},
    {"![](http://example.org/c.png)x", "<p>x</p>"},
    /* nothing hides */
    {"a\xe2\x80\xae"
     "b `c\xe2\x80\x8b`",
     "<p>a\xef\xbf\xbd"
     "b <code>c\xef\xbf\xbd</code></p>"},
    {"a\xff", "<p>a\xef\xbf\xbd</p>"},
};

/* A text that may take long to read is shown as it is. */
static void test_long(void)
{
    g_autoptr(GString) text = g_string_new("<b>");
    while (text->len < 17 * 1024)
        g_string_append(text, "*a ");
    char *html = rendered(text->str);
    g_assert_true(g_str_has_prefix(html, "&lt;b>*a *a "));
    free(html);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *name = g_strdup_printf("/markdown/%u", i);
        g_test_add_data_func(name, texts[i], check);
    }
    g_test_add_func("/markdown/long", test_long);
    return g_test_run();
}
