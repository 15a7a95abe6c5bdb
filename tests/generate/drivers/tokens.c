/* Calls functions of the tokenizer with strings of letters that it knows. */
#include "driver.h"

int next_token(const char **text);
int count_tokens(const char *text);
int is_keyword(const char *word);

static void call(void)
{
    static const char *const words[] = {"if", "then", "else", "elsewhere", "i", "the"};
    char text[8];
    const char *at = text;
    draw_string(text, (int)sizeof text, "if01_az ->+(");
    switch (draw_range(0, 3)) {
    case 0: next_token(&at); break;
    case 1: is_keyword(text); break;
    case 2: is_keyword(words[draw_range(0, 5)]); break;
    default: count_tokens(text);
    }
}
