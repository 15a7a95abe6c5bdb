/* Decodes a PNG image by libpng, for tests/bench/compare.py, and prints a sum of some of its pixels. */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long sum_of(const unsigned char *pixels, size_t size)
{
    unsigned long sum = 0;
    for (size_t i = 0; i < size; i += 101)
        sum = sum * 31 + pixels[i];
    return sum;
}

int main(int argc, char **argv)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    unsigned char *pixels;

    if (argc != 2 || !png_image_begin_read_from_file(&image, argv[1]))
        return fprintf(stderr, "usage: image FILE\n"), 1;
    image.format = PNG_FORMAT_RGBA;
    pixels = malloc(PNG_IMAGE_SIZE(image));
    if (!pixels || !png_image_finish_read(&image, NULL, pixels, 0, NULL))
        return fprintf(stderr, "image: %s\n", image.message), 1;
    printf("%lu\n", sum_of(pixels, PNG_IMAGE_SIZE(image)));
    free(pixels);
    return 0;
}
