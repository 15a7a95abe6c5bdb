/* Body of an annotated unit beside which a piece lies in the section that nobody made, or a set, and notes like that of
 * the build-id. Of the piece: KIND, its magic; SIZE, INDEX, WORDS, what its header says. */
#include <stdio.h>

#include "htol/base/layout.h"

#define BYTES(at, number) \
    [at] = (number) & 255, [(at) + 1] = (number) >> 8 & 255, [(at) + 2] = (number) >> 16 & 255, \
    [(at) + 3] = (unsigned)(number) >> 24

static unsigned char other[HTOL_PAGE] __attribute__((used, aligned(4096), section("hlcov_bits"))) = {
    0x89, 'H', 'L', KIND, '\r', '\n', 0x1a, '\n',
    [HTOL_AT_UNIT_ID ... HTOL_AT_UNIT_ID + 15] = KIND == 'S' ? 1 : 2,
    BYTES(HTOL_AT_UNIT_SIZE, SIZE),
    BYTES(HTOL_AT_SET_INDEX, INDEX),
    BYTES(HTOL_AT_SET_WORDS, WORDS),
};

/* Notes of the same type: of another name, of a name of another length; the build-id itself comes after them. */
__asm__(".pushsection .note.another,\"a\",@note\n"
        ".long 4, 4, 3\n.ascii \"ABC\\0\"\n.long 1\n"
        ".long 2, 4, 3\n.ascii \"A\\0\\0\\0\"\n.long 1\n"
        ".popsection");

int main(void)
{
    HIT(0);
    printf("%d\n", other[3]);
    return 3;
}
