/* Small loops for tests/bench/compare.py, one a run: the command line names the kernel, and says how much it does, in
 * hundredths. Each prints a sum, the same for every build. They stand for hot code that does little else than branch;
 * no library helps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned seed = 1, size;

/* That part of a number, at least 1. */
static unsigned part(unsigned whole)
{
    unsigned done = (unsigned)((unsigned long long)whole * size / 100);
    return done > 0 ? done : 1;
}

static unsigned next_random(void)
{
    return seed = seed * 1664525u + 1013904223u, seed >> 8;
}

/* Decisions of several conditions in nested loops. */
static unsigned loops(void)
{
    unsigned found = 0, most = part(3000);
    for (unsigned a = 1; a <= most; a++)
        for (unsigned b = a; b <= 3000; b++)
            for (unsigned c = b; c <= b + 60 && c < a + b; c++)
                if (a * a + b * b == c * c || (a == b && b != c && c % 7 == 0))
                    found += a ^ b ^ c;
    return found;
}

static void quicksort(unsigned *values, int low, int high)
{
    while (high - low > 12) {
        unsigned pivot = values[low + (high - low) / 2];
        int i = low, j = high;
        while (i <= j) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i <= j) {
                unsigned swapped = values[i];
                values[i++] = values[j];
                values[j--] = swapped;
            }
        }
        quicksort(values, low, j);
        low = i;
    }
    for (int i = low + 1; i <= high; i++) {
        unsigned value = values[i];
        int j = i - 1;
        for (; j >= low && values[j] > value; j--)
            values[j + 1] = values[j];
        values[j + 1] = value;
    }
}

static unsigned sorting(void)
{
    static unsigned values[400000];
    unsigned sum = 0;
    for (unsigned round = 0; round < part(12); round++) {
        for (unsigned i = 0; i < 400000; i++)
            values[i] = next_random();
        quicksort(values, 0, 399999);
        for (unsigned i = 0; i < 400000; i += 1000)
            sum = sum * 31 + values[i];
    }
    return sum;
}

enum { SIDE = 400 };

static unsigned matrix(void)
{
    static double a[SIDE][SIDE], b[SIDE][SIDE], product[SIDE][SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        a[i / SIDE][i % SIDE] = next_random() % 100;
        b[i / SIDE][i % SIDE] = next_random() % 100;
    }
    for (int round = 0; round < (int)part(14); round++)
        for (int i = 0; i < SIDE; i++)
            for (int j = 0; j < SIDE; j++) {
                double sum = 0;
                for (int k = 0; k < SIDE; k++)
                    sum += a[i][k] * b[k][j];
                product[i][j] = sum;
            }
    return (unsigned)(product[3][5] + product[SIDE - 1][SIDE / 2]);
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Words and numbers of a text, as a lexer finds them. */
static unsigned scan(const char *at)
{
    unsigned words = 0, numbers = 0, others = 0;
    while (*at) {
        if (is_letter(*at)) {
            for (words++; is_letter(*at) || is_digit(*at); at++)
                ;
        } else if (is_digit(*at)) {
            for (numbers++; is_digit(*at) || *at == '.'; at++)
                ;
        } else {
            others += *at != ' ' && *at != '\n';
            at++;
        }
    }
    return words * 7 + numbers * 3 + others;
}

static unsigned strings(void)
{
    static const char letters[] = "abc xyz_QR 0123456789 .;(){}\n+-";
    static char text[1 << 20];
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof text - 1; i++)
        text[i] = letters[next_random() % (sizeof letters - 1)];
    for (unsigned round = 0; round < part(40); round++)
        sum += scan(text);
    return sum;
}

typedef enum { PUSH, ADD, SUBTRACT, MULTIPLY, COPY, SWAP, DROP, JUMP_IF, STOP } Operation;

/* A machine with a stack, one switch an instruction. */
static unsigned interpret(const int *code, unsigned first)
{
    unsigned stack[16] = {first}, top = 1;
    for (int at = 0;;) {
        switch ((Operation)code[at++]) {
        case PUSH: stack[top++] = code[at++]; break;
        case ADD: top--, stack[top - 1] += stack[top]; break;
        case SUBTRACT: top--, stack[top - 1] -= stack[top]; break;
        case MULTIPLY: top--, stack[top - 1] *= stack[top]; break;
        case COPY: stack[top] = stack[top - 1 - code[at++]], top++; break;
        case SWAP: {
            unsigned swapped = stack[top - 1];
            stack[top - 1] = stack[top - 2];
            stack[top - 2] = swapped;
            break;
        }
        case DROP: top--; break;
        case JUMP_IF: at = stack[--top] ? code[at] : at + 1; break;
        case STOP: return stack[top - 1];
        }
    }
}

static unsigned interpreter(void)
{
    /* n s: s = s * 31 + n; n = n - 1; until n is 0. */
    static const int code[] = {PUSH, 0, PUSH,     31,   MULTIPLY, COPY, 1,       ADD, SWAP,
                               PUSH, 1, SUBTRACT, SWAP, COPY,     1,    JUMP_IF, 2,   STOP};
    return interpret(code, part(16000000));
}

static unsigned fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static unsigned place_queens(unsigned row, unsigned columns, unsigned left, unsigned right)
{
    unsigned found = 0;
    if (row == 0)
        return 1;
    for (unsigned bit = 1; bit < 1u << 10; bit <<= 1)
        if (!(columns & bit) && !(left & bit) && !(right & bit))
            found += place_queens(row - 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    return found;
}

static unsigned recursion(void)
{
    unsigned sum = fibonacci(size < 100 ? 30 : 40);
    for (unsigned round = 0; round < part(60); round++)
        sum += place_queens(10, 0, 0, 0);
    return sum;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        unsigned (*run)(void);
    } kernels[] = {{"loops", loops},     {"sorting", sorting},         {"matrix", matrix},
                   {"strings", strings}, {"interpreter", interpreter}, {"recursion", recursion}};
    size = argc == 3 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    for (size_t i = 0; size > 0 && i < sizeof kernels / sizeof *kernels; i++)
        if (strcmp(argv[1], kernels[i].name) == 0)
            return printf("%u\n", kernels[i].run()) < 0;
    fprintf(stderr, "usage: kernels KERNEL HUNDREDTHS\n");
    return 1;
}
