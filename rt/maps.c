/* The path of the program or library that this copy of the runtime lies in, from the kernel's list of
 * mappings: it tells both alike, also under an explicit dynamic loader. Read only when a data file is
 * made. */
#include "rt/rt.h"

#include "rt/os.h"

extern const char hlcov_baked_dir[] __attribute__((visibility("hidden")));

/* Characters of a file, one by one. */
typedef struct {
    long fd;
    long size, at;
    char buffer[1024];
} Reader;

static int next(Reader *reader)
{
    if (reader->at >= reader->size) {
        reader->size = os_read(reader->fd, reader->buffer, sizeof reader->buffer);
        reader->at = 0;
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.UndefReturn): the kernel has written it */
    return reader->size <= 0 ? -1 : (unsigned char)reader->buffer[reader->at++];
}

/* A hexadecimal number and the character behind it. */
static unsigned long next_number(Reader *reader)
{
    unsigned long number = 0;

    for (;;) {
        int c = next(reader);

        if (c >= '0' && c <= '9')
            number = number * 16 + (unsigned long)(c - '0');
        else if (c >= 'a' && c <= 'f')
            number = number * 16 + (unsigned long)(c - 'a' + 10);
        else
            return number;
    }
}

/* Reads up to the line's end; keeps what follows the first slash if there is room. */
static void next_path(Reader *reader, char *to, unsigned long size)
{
    unsigned long length = 0;
    int c = next(reader);

    while (c != '/' && c != '\n' && c != -1)
        c = next(reader);
    for (; c != '\n' && c != -1; c = next(reader))
        if (length + 1 < size)
            to[length++] = (char)c;
    if (size > 0)
        to[length] = 0;
}

/* Lines look like `5581c000-5581d000 r--p 00000000 08:01 1234   /bin/true`. */
static void find_path(Reader *reader, char *to, unsigned long size)
{
    unsigned long here = (unsigned long)hlcov_baked_dir;

    do {
        unsigned long low = next_number(reader);
        unsigned long high = next_number(reader);
        int found = low <= here && here < high;

        next_path(reader, to, found ? size : 0);
        if (found)
            return;
    } while (reader->size > 0);
}

void rt_program(char *to, unsigned long size)
{
    Reader reader;

    to[0] = 0;
    reader.size = reader.at = 0;
    reader.fd = os_open_to_read("/proc/self/maps");
    if (os_failed(reader.fd))
        return;
    find_path(&reader, to, size);
    os_close(reader.fd);
}
