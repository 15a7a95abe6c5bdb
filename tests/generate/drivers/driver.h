/* What drivers of the programs share: values drawn at random, or out of bytes of a file or of libFuzzer. A driver
 * defines call(), which draws what a function takes, within its contract, and calls it; it knows nothing of hlcov.
 *
 * usage: DRIVER COUNT SEED, or DRIVER FILE...; with -DLIBFUZZER it is a target of libFuzzer. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void call(void);

static struct {
    const unsigned char *bytes; /* NULL: at random */
    size_t left;
    uint64_t random, last;
} drawing;

static uint64_t draw_random(void)
{
    drawing.random ^= drawing.random >> 12;
    drawing.random ^= drawing.random << 25;
    drawing.random ^= drawing.random >> 27;
    return drawing.random * 2685821657736338717u;
}

/* A number of so many bytes, the next of the file, 0 at its end. */
static uint64_t draw_bytes(unsigned size)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < size && drawing.left > 0; i++, drawing.left--)
        bits |= (uint64_t)*drawing.bytes++ << 8 * i;
    return bits;
}

/* Small, near a power of 2, near the number before, or any. */
static uint64_t draw_usual(void)
{
    uint64_t random = draw_random();
    uint64_t near = (random >> 8) % 3 - 1;
    switch (random % 8) {
    case 0: return draw_random();
    case 1: return ((uint64_t)1 << ((random >> 16) & 63)) + near;
    case 2: return -((uint64_t)1 << ((random >> 16) & 63)) + near;
    case 3:
    case 4: return drawing.last + near;
    default: return (random >> 16) % 17 - 6;
    }
}

static uint64_t draw_bits(unsigned size)
{
    drawing.last = drawing.bytes ? draw_bytes(size) : draw_usual();
    return drawing.last;
}

/* From least to most. */
static inline int draw_range(int least, int most)
{
    uint64_t bits = drawing.bytes ? draw_bytes(most - least > 255 ? 4 : 1) : draw_random() >> 20;
    return least + (int)(bits % ((uint64_t)most - (uint64_t)least + 1));
}

static inline int draw_int(void)
{
    return (int)draw_bits(4);
}

/* Any double, or often a small one, or a fraction. */
static inline double draw_real(void)
{
    double real;
    uint64_t bits = drawing.bytes ? draw_bytes(8) : draw_random();
    if (!drawing.bytes && bits % 4 != 0)
        return (double)draw_range(-9, 9) / draw_range(1, 4) * (bits % 16 == 1 ? 1e5 : 1);
    memcpy(&real, &bits, sizeof real);
    return real;
}

/* An array of up to `most` numbers; its length. */
static inline int draw_array(int *numbers, int most)
{
    int count = draw_range(0, most);
    for (int i = 0; i < count; i++)
        numbers[i] = draw_int();
    return count;
}

/* A string shorter than `size`: of the letters at random, and once in a while of any. */
static inline void draw_string(char *text, int size, const char *letters)
{
    int length = draw_range(0, size - 1);
    for (int i = 0; i < length; i++) {
        text[i] = (char)draw_range(1, 255);
        if (!drawing.bytes && draw_range(0, 15) != 0)
            text[i] = letters[draw_range(0, (int)strlen(letters) - 1)];
    }
    text[length] = '\0';
}

#ifdef LIBFUZZER
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    drawing.bytes = bytes ? bytes : (const uint8_t *)"";
    drawing.left = size;
    call();
    return 0;
}
#else
static void replay(const char *path)
{
    static unsigned char bytes[1 << 16];
    FILE *file = fopen(path, "rb");
    if (!file)
        exit(2);
    drawing.bytes = bytes;
    drawing.left = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    call();
}

int main(int argc, char **argv)
{
    char *end = NULL;
    long count = argc == 3 ? strtol(argv[1], &end, 10) : 0;
    if (count <= 0 || *end != '\0') {
        for (int i = 1; i < argc; i++)
            replay(argv[i]);
        return 0;
    }
    drawing.random = strtoull(argv[2], NULL, 10) * 0x9e3779b97f4a7c15u + 1;
    for (long i = 0; i < count; i++)
        call();
    return 0;
}
#endif
