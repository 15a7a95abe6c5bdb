/* Reads a packet from standard input and prints what is in it: a small parser to be fuzzed, by AFL++ as it is, and by
 * libFuzzer with -DLIBFUZZER.
 *
 * A packet is a command, two operands and four check digits. All digits are compared without a branch, as code that
 * checks signatures does it. So a fuzzer that sees edges has to guess four digits at once. hlcov records how each
 * comparison came out (mutants of ROR are judged by that), so each digit that is right, or nearly, is news. */
#include <stdio.h>

enum { COMMAND, LEFT, RIGHT, CHECK, SIZE = CHECK + 4 };

static int is_sound(const unsigned char *packet)
{
    unsigned char sum = packet[COMMAND] + packet[LEFT] + packet[RIGHT];
    int sound = packet[CHECK] == (sum ^ 0x5a);

    sound &= packet[CHECK + 1] == (unsigned char)(sum * 3);
    sound &= packet[CHECK + 2] == (packet[LEFT] ^ packet[RIGHT]);
    sound &= packet[CHECK + 3] == 0xff - packet[COMMAND];
    return sound;
}

static int compute(const unsigned char *packet)
{
    switch (packet[COMMAND]) {
    case '+': return packet[LEFT] + packet[RIGHT];
    case '-': return packet[LEFT] - packet[RIGHT];
    case '*': return packet[LEFT] * packet[RIGHT];
    case '/': return packet[RIGHT] ? packet[LEFT] / packet[RIGHT] : 0;
    default: return -1;
    }
}

/* Returns the exit status. */
static int read_packet(const unsigned char *packet, size_t size)
{
    if (size < SIZE) {
        puts("too short");
        return 1;
    }
    if (!is_sound(packet)) {
        puts("damaged");
        return 2;
    }
    printf("%d\n", compute(packet));
    return 0;
}

#ifdef LIBFUZZER

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    read_packet(bytes, size);
    return 0;
}

#else

int main(void)
{
    unsigned char bytes[64];
    size_t size = fread(bytes, 1, sizeof bytes, stdin);

    return read_packet(bytes, size);
}

#endif
