/* Functions of two bytes, run with all values that these can have: what is not covered then, is infeasible. */

static volatile int sink;

static void arithmetic(unsigned char a, signed char b)
{
    sink = a + b;
    sink = a * 3 - b;
    sink = (a & 7) / 3 + b % 5;
    sink = (b ^ 4) | (a & 2);
    sink = (a << 2) + (b >> 1);
    unsigned u = a;
    sink = (int)(u >> 3 | u * 2u);
    sink = (int)(u - 300u) < 0;
}

static void comparisons(unsigned char a, signed char b)
{
    if (a < b)
        sink = -b;
    if (a >= 255 || b <= -128)
        sink = ~a;
    if (b != 4 && a == (unsigned char)b)
        sink = !b;
    if (a % 4 == 5)
        sink = 1;
}

static void conversions(unsigned char a, signed char b)
{
    unsigned char small = (unsigned char)(a + b);
    short wide = (short)(b * 256);
    _Bool truth = a;
    long far = b;
    unsigned mixed = (unsigned)b;
    sink = small > 4 ? wide : truth;
    sink = far + 1 < wide || mixed > 4000000000u;
    small += 2;
    small >>= 1;
    sink = small - 1;
    struct { unsigned low : 3; int high : 4; } parts = {0};
    parts.low = a;
    parts.high = b;
    sink = parts.low + parts.high;
}

static void flows(unsigned char a, signed char b)
{
    int x = 0, y = b, z;
    if (a > 100)
        x = 1;
    if (a > 50)
        sink = x;
    if (a < 100)
        sink = x;
    if (x)
        y = 3;
    if (a <= 100)
        sink = y;
    z = a > 100 && (y = b) ? 4 : x++;
    if (a <= 100)
        sink = z + y + x;
    switch (a & 3) {
    case 0: z = 5; break;
    case 1: y = 6; break;
    default: x = 7;
    }
    if (a % 4 == 1)
        sink = x + y + z;
    int last = y;
    while (a > 100) {
        if (a % 2)
            last = 1;
        sink = last;
        a -= 60;
    }
}

int main(void)
{
    for (int a = 0; a < 256; a++)
        for (int b = -128; b < 128; b++) {
            arithmetic((unsigned char)a, (signed char)b);
            comparisons((unsigned char)a, (signed char)b);
            conversions((unsigned char)a, (signed char)b);
            flows((unsigned char)a, (signed char)b);
        }
    return 0;
}
