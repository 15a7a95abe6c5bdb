/* Half of a program with values in two units: adds its tuples, begins a sequence that the other unit ends,
 * prints what must be found and kills itself. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "rt/values.h"

int values_other(int number);
int other(int number);

/* As the annotator declares it in each unit. */
__thread unsigned long hlcov_s_0[RT_SEQUENCE_WORDS(1)] __attribute__((weak));

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

static unsigned long offset(int (*function)(int))
{
    return (unsigned long)function - (unsigned long)__ehdr_start;
}

static int twice(int number)
{
    return number * 2;
}

static void begin(unsigned long number)
{
    RtSequence sequence = {hlcov_s_0, 2, 1, NULL, NULL, NULL, 0};
    RtValue value;

    value.kind = HTOL_TUPLE_UNSIGNED;
    value.bits = number;
    if (hlcov_sequence_open(&sequence)) {
        hlcov_sequence_step(&sequence, 1, 1, &value);
        hlcov_sequence_close(&sequence);
    }
}

int main(void)
{
    int (*volatile functions[2])(int) = {twice, values_other};
    RtValue values[4] = {{HTOL_TUPLE_SIGNED, 5}, {HTOL_TUPLE_POINTER, 0}};

    values[2].kind = values[3].kind = HTOL_TUPLE_CODE;
    values[2].bits = (unsigned long)functions[0];
    values[3].bits = (unsigned long)functions[1];
    hlcov_add(SET, 3, 4, values);
    begin(11);
    printf("01 3 0:0:5 3:0:0 4:P:%lx 4:P:%lx\n", offset(twice), offset(values_other));
    printf("02 0\n02 1 1:0:b 0:0:%x\n", values_other(functions[0](other(1))));
    fflush(stdout);
    kill(getpid(), SIGKILL);
    return 0;
}
