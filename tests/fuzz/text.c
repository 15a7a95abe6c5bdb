/* Fuzz target: the lexer and the mask take any text without a fault and keep its length. Parses no C. */
#include <string.h>

#include "annot/text/mask.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autofree char *bytes = g_strndup((const char *)data, size);
    AnnotText text = {bytes, strlen(bytes)};
    AnnotExtent all = {0, text.size};
    g_autofree char *masked = annot_mask(&text);
    g_assert_cmpuint(strlen(masked), ==, strlen(annot_mask_prelude) + text.size);
    for (guint32 at = 0; at < text.size; at++) {
        g_assert(annot_text_skip(&text, at) >= at);
        g_assert(annot_text_token_end(&text, at) > at);
        annot_text_find(&text, at, ')');
        annot_text_previous_end(&text, at);
        annot_text_follows_pragma(&text, at);
    }
    g_free(annot_text_folded(&text, all, 100));
    g_free(annot_text_hash(&text, all, "/a"));
    return 0;
}
