/* The other half of values_main.c: ends its sequence. */
#include "rt/values.h"

__thread unsigned long hlcov_s_0[RT_SEQUENCE_WORDS(1)] __attribute__((weak));

int values_other(int number);

int values_other(int number)
{
    RtSequence sequence = {hlcov_s_0, 2, 1, &hlcov_u.b[0], &hlcov_u.b[1], SET, 1};
    RtValue value = {HTOL_TUPLE_SIGNED, 0};

    value.bits = (unsigned long)number;
    hlcov_add(SET, 0, 0, &value);
    if (hlcov_sequence_open(&sequence)) {
        hlcov_sequence_step(&sequence, 2, 1, &value);
        hlcov_sequence_close(&sequence);
    }
    return number;
}
