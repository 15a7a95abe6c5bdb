/* What unit tests annotate: a text as if it stood in a.c. It runs nothing. */
#ifndef TESTS_SAMPLE_INPUT_H
#define TESTS_SAMPLE_INPUT_H

#include "annot/annotate.h"

/* The input of `text`, without options; both must outlive it. */
AnnotInput sample_input(const char *text, const AnnotSurvey *survey);

#endif
