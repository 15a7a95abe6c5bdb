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

int model_isdigit(int c)
{
    return c >= '0' && c <= '9';
}

int model_tolower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int model_toupper(int c)
{
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}
