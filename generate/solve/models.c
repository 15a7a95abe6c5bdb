/* Functions of the C library as ways follow them, each under its name behind model_: what they return and change is
 * that of the library, how fast they are does not matter. It is no part of hlcov's programs: its text is parsed with
 * what is followed. It has no literals, for their text would be looked for elsewhere. */
typedef unsigned long size;
typedef unsigned char byte;

size model_strlen(const char *text)
{
    size n = 0;
    while (text[n])
        n++;
    return n;
}

size model_strnlen(const char *text, size most)
{
    size n = 0;
    while (n < most && text[n])
        n++;
    return n;
}

int model_strcmp(const char *one, const char *other)
{
    size i = 0;
    while (one[i] && one[i] == other[i])
        i++;
    return (byte)one[i] - (byte)other[i];
}

int model_strncmp(const char *one, const char *other, size most)
{
    size i = 0;
    while (i < most && one[i] && one[i] == other[i])
        i++;
    return i < most ? (byte)one[i] - (byte)other[i] : 0;
}

int model_memcmp(const void *one, const void *other, size n)
{
    const char *left = one, *right = other;
    size i = 0;
    while (i < n && left[i] == right[i])
        i++;
    return i < n ? (byte)left[i] - (byte)right[i] : 0;
}

char *model_strchr(const char *text, int wanted)
{
    size i = 0;
    while (text[i] && text[i] != (char)wanted)
        i++;
    return text[i] == (char)wanted ? (char *)text + i : 0;
}

char *model_strrchr(const char *text, int wanted)
{
    char *found = 0;
    size i = 0;
    for (;; i++) {
        if (text[i] == (char)wanted)
            found = (char *)text + i;
        if (!text[i])
            return found;
    }
}

void *model_memchr(const void *bytes, int wanted, size n)
{
    const char *at = bytes;
    size i = 0;
    while (i < n && at[i] != (char)wanted)
        i++;
    return i < n ? (char *)at + i : 0;
}

/* Whether one of the characters, of which the last is 0, is the wanted one, which is not 0. */
static int has(const char *characters, char wanted)
{
    size i = 0;
    while (characters[i] && characters[i] != wanted)
        i++;
    return characters[i] != 0;
}

size model_strspn(const char *text, const char *accepted)
{
    size n = 0;
    while (text[n] && has(accepted, text[n]))
        n++;
    return n;
}

size model_strcspn(const char *text, const char *refused)
{
    size n = 0;
    while (text[n] && !has(refused, text[n]))
        n++;
    return n;
}

char *model_strpbrk(const char *text, const char *wanted)
{
    size n = 0;
    while (text[n] && !has(wanted, text[n]))
        n++;
    return text[n] ? (char *)text + n : 0;
}

char *model_strstr(const char *text, const char *wanted)
{
    size at;
    for (at = 0;; at++) {
        size n = 0;
        while (wanted[n] && text[at + n] == wanted[n])
            n++;
        if (!wanted[n])
            return (char *)text + at;
        if (!text[at])
            return 0;
    }
}

char *model_strcpy(char *to, const char *from)
{
    size i = 0;
    while (from[i]) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return to;
}

char *model_strncpy(char *to, const char *from, size n)
{
    size i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

char *model_strcat(char *to, const char *from)
{
    size n = 0, i = 0;
    while (to[n])
        n++;
    for (; from[i]; i++)
        to[n + i] = from[i];
    to[n + i] = 0;
    return to;
}

void *model_memcpy(void *to, const void *from, size n)
{
    char *left = to;
    const char *right = from;
    size i;
    for (i = 0; i < n; i++)
        left[i] = right[i];
    return to;
}

void *model_memmove(void *to, const void *from, size n)
{
    char *left = to;
    const char *right = from;
    size i;
    if ((size)left <= (size)right)
        return model_memcpy(to, from, n);
    for (i = n; i > 0; i--)
        left[i - 1] = right[i - 1];
    return to;
}

void *model_memset(void *to, int with, size n)
{
    char *at = to;
    size i;
    for (i = 0; i < n; i++)
        at[i] = (char)with;
    return to;
}

int model_abs(int number)
{
    return number < 0 ? -number : number;
}

long model_labs(long number)
{
    return number < 0 ? -number : number;
}

/* Whether low <= c <= high, 1 or 0: without a branch. */
static int within(int c, int low, int high)
{
    return (unsigned)c - (unsigned)low <= (unsigned)(high - low);
}

/* The value, or 0: without a branch, nor a multiplication, about which questions take long. */
static int when(int truth, int value)
{
    return -truth & value;
}

/* The digit that the character is in a base that has it; 99: in none. */
static int digit_of(char c)
{
    int small = within(c, 'a', 'z'), great = within(c, 'A', 'Z'), number = within(c, '0', '9');
    return when(number, c - '0') | when(small, c - 'a' + 10) | when(great, c - 'A' + 10) |
           when(!(small | great | number), 99);
}

/* The number with another digit behind it; what is too large or too small is the largest or the smallest. */
static long add_digit(long number, int base, int digit, int minus)
{
    const long largest = ~(1UL << 63), least = -largest - 1, most = minus ? least / base : largest / base;
    int last = (int)(minus ? -(least % base) : largest % base), beyond = minus ? number < most : number > most;
    if (beyond | ((number == most) & (digit > last)))
        return minus ? least : largest;
    return (long)((size)number * (size)base + (size)(minus ? -digit : digit));
}

long model_strtol(const char *text, char **end, int base)
{
    size at = 0, n;
    long number = 0;
    int minus, digit;
    while (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r'))
        at++;
    minus = text[at] == '-';
    at += text[at] == '-' || text[at] == '+';
    if ((base == 0 || base == 16) && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X') &&
        digit_of(text[at + 2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = text[at] == '0' ? 8 : 10;
    for (n = 0; (digit = digit_of(text[at])) < base; n++, at++)
        number = add_digit(number, base, digit, minus);
    if (end)
        *end = n > 0 ? (char *)text + at : (char *)text;
    return number;
}

int model_atoi(const char *text)
{
    return (int)model_strtol(text, 0, 10);
}

long model_atol(const char *text)
{
    return model_strtol(text, 0, 10);
}

/* ---- characters, in the locale of programs that choose none ---- */

int model_isupper(int c)
{
    return within(c, 'A', 'Z');
}

int model_islower(int c)
{
    return within(c, 'a', 'z');
}

int model_isdigit(int c)
{
    return within(c, '0', '9');
}

int model_isalpha(int c)
{
    return within(c, 'A', 'Z') | within(c, 'a', 'z');
}

int model_isalnum(int c)
{
    return within(c, 'A', 'Z') | within(c, 'a', 'z') | within(c, '0', '9');
}

int model_isxdigit(int c)
{
    return within(c, 'A', 'F') | within(c, 'a', 'f') | within(c, '0', '9');
}

int model_isspace(int c)
{
    return within(c, '\t', '\r') | (c == ' ');
}

int model_isblank(int c)
{
    return (c == '\t') | (c == ' ');
}

int model_iscntrl(int c)
{
    return within(c, 0, 31) | (c == 127);
}

int model_isprint(int c)
{
    return within(c, ' ', '~');
}

int model_isgraph(int c)
{
    return within(c, '!', '~');
}

int model_ispunct(int c)
{
    return within(c, '!', '/') | within(c, ':', '@') | within(c, '[', '`') | within(c, '{', '~');
}

int model_tolower(int c)
{
    return c + when(within(c, 'A', 'Z'), 32) + when(within(c, -128, -2), 256);
}

int model_toupper(int c)
{
    return c - when(within(c, 'a', 'z'), 32) + when(within(c, -128, -2), 256);
}

/* What element c is of the table to which glibc's __ctype_b_loc leads. */
unsigned short model___ctype_b_loc(int c)
{
    return (unsigned short)(model_isupper(c) << 8 | model_islower(c) << 9 | model_isalpha(c) << 10 |
                            model_isdigit(c) << 11 | model_isxdigit(c) << 12 | model_isspace(c) << 13 |
                            model_isprint(c) << 14 | model_isgraph(c) << 15 | model_isblank(c) | model_iscntrl(c) << 1 |
                            model_ispunct(c) << 2 | model_isalnum(c) << 3);
}

int model___ctype_tolower_loc(int c)
{
    return model_tolower(c);
}

int model___ctype_toupper_loc(int c)
{
    return model_toupper(c);
}
