/* Runs many tests of one function, for many.py: it is not measured itself. Each test is a record of a file: the length
 * of its input and what is expected, four bytes each, and the input. With a third argument each test is one of its
 * own. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "hlcov/record.h"

enum { MOST_INPUT = 4096, MOST_OUTPUT = 1 << 16 };

int day_exists(int year, int month, int day);
int uncompress(unsigned char *to, unsigned long *size, const unsigned char *from, unsigned long length);
int sqlite3_complete(const char *sql);
int sqlite3_strnicmp(const char *left, const char *right, int n);

/* Of SQLite there is sqlite3_complete() alone. */
int sqlite3_strnicmp(const char *left, const char *right, int n)
{
    return strncasecmp(left, right, (size_t)n);
}

static uint32_t run_small(const unsigned char *input, uint32_t size)
{
    int date[3];
    (void)size;
    memcpy(date, input, sizeof date);
    return (uint32_t)day_exists(date[0], date[1], date[2]);
}

static uint32_t run_zlib(const unsigned char *input, uint32_t size)
{
    static unsigned char output[MOST_OUTPUT];
    unsigned long length = sizeof output;
    uint32_t sum = 0;
    if (uncompress(output, &length, input, size) != 0)
        return UINT32_MAX;
    for (unsigned long i = 0; i < length; i++)
        sum += output[i];
    return sum;
}

static uint32_t run_sqlite(const unsigned char *input, uint32_t size)
{
    (void)size;
    return (uint32_t)sqlite3_complete((const char *)input);
}

typedef struct {
    const char *name;
    uint32_t (*run)(const unsigned char *input, uint32_t size);
} Subject;

static const Subject subjects[] = {{"small", run_small}, {"zlib", run_zlib}, {"sqlite", run_sqlite}};

static const Subject *find(const char *name)
{
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (strcmp(subjects[i].name, name) == 0)
            return &subjects[i];
    return NULL;
}

static void begin_test(unsigned number)
{
    char name[32];
    snprintf(name, sizeof name, "test-%05u", number);
    if (hlcov_test(name) != 0)
        exit(3);
}

/* Returns whether all is as expected. */
static int run(const Subject *subject, FILE *file, int named)
{
    unsigned char input[MOST_INPUT + 1];
    uint32_t head[2];
    for (unsigned number = 0; fread(head, sizeof head, 1, file) == 1; number++) {
        if (head[0] > MOST_INPUT || fread(input, 1, head[0], file) != head[0])
            return 0;
        input[head[0]] = '\0';
        if (named)
            begin_test(number);
        if (subject->run(input, head[0]) != head[1])
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    const Subject *subject = argc > 2 ? find(argv[1]) : NULL;
    FILE *file = subject ? fopen(argv[2], "rb") : NULL;
    if (!file) {
        fputs("usage: many small|zlib|sqlite FILE [named]\n", stderr);
        return 2;
    }
    return run(subject, file, argc > 3) ? 0 : 1;
}
