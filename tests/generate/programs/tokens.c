/* A small tokenizer: kinds of the words of an expression, which is a string. */
#include <string.h>

enum kind { TOKEN_END, TOKEN_NUMBER, TOKEN_NAME, TOKEN_IF, TOKEN_ARROW, TOKEN_SIGN, TOKEN_WRONG };
enum kind next_token(const char **text);
int count_tokens(const char *text);
int is_keyword(const char *word);

static int is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static int is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || letter == '_';
}

int is_keyword(const char *word)
{
    return strcmp(word, "if") == 0 || strcmp(word, "then") == 0 || strncmp(word, "else", 4) == 0;
}

static enum kind word_kind(const char *begin, long length)
{
    return length == 2 && strncmp(begin, "if", 2) == 0 ? TOKEN_IF : TOKEN_NAME;
}

enum kind next_token(const char **text)
{
    const char *begin = *text;
    while (*begin == ' ')
        begin++;
    const char *end = begin + 1;
    *text = *begin ? end : begin;
    if (*begin == '\0')
        return TOKEN_END;
    if (is_digit(*begin) || is_letter(*begin)) {
        while (is_digit(*end) || (is_letter(*begin) && is_letter(*end)))
            end++;
        *text = end;
        return is_digit(*begin) ? TOKEN_NUMBER : word_kind(begin, end - begin);
    }
    if (begin[0] == '-' && begin[1] == '>') {
        *text = begin + 2;
        return TOKEN_ARROW;
    }
    return strchr("+-*/()", *begin) ? TOKEN_SIGN : TOKEN_WRONG;
}

int count_tokens(const char *text)
{
    int count = 0;
    for (enum kind kind; (kind = next_token(&text)) != TOKEN_END; count++)
        if (kind == TOKEN_WRONG)
            return -1;
    return count;
}
