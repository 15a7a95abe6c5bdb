/* Runs functions and their mutants and prints which differed: see judge.h. It knows neither operators nor criteria. */
#include "judge.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SITES = 2000, CONDITIONS = 32, MUTANTS = 20000 };

struct value {
    Wide integer;
    long double floating;
};

struct log {
    struct value *values;
    int count, room;
};

struct chain {
    signed char values[CONDITIONS];
};

static struct log logs[SITES];
static struct chain chains[SITES];
static unsigned flags[SITES];
static const struct function *function;
/* Which mutant runs; NULL for the original. How many values its site had. */
static const struct mutant *mutant;
static int seen;
static char killed[MUTANTS], decided[MUTANTS];
static jmp_buf out;

enum { DIFFERENT = 1, BROKEN };

static int same(const struct value *one, const struct value *other)
{
    if (one->integer != other->integer)
        return 0;
    return one->floating == other->floating || (isnan(one->floating) && isnan(other->floating));
}

static void at(int site, struct value value)
{
    struct log *log = &logs[site];
    if (mutant) {
        if (site != mutant->site || seen >= log->count)
            longjmp(out, BROKEN);
        if (!same(&log->values[seen++], &value))
            longjmp(out, DIFFERENT);
        return;
    }
    if (log->count == log->room) {
        log->room = log->room * 2 + 8;
        log->values = realloc(log->values, log->room * sizeof log->values[0]);
    }
    log->values[log->count++] = value;
}

Wide weak_integer(int site, Wide value)
{
    at(site, (struct value){value, 0});
    return value;
}

long double weak_floating(int site, long double value)
{
    at(site, (struct value){0, value});
    return value;
}

const void *weak_pointer(int site, const void *value)
{
    at(site, (struct value){(long)value, 0});
    return value;
}

static void relate(int site, int below, int equal, int above)
{
    flags[site] |= below << 0 | equal << 1 | above << 2 | (below || equal || above) << 3;
}

void weak_relation(int site, Wide left, Wide right, Wide size)
{
    relate(site, left == right - size, left == right, left == right + size);
}

void weak_relation_floating(int site, long double left, long double right)
{
    relate(site, left < right, left == right, left > right);
}

void weak_begin(int site)
{
    memset(chains[site].values, -1, sizeof chains[site].values);
}

int weak_condition(int site, int condition, int truth)
{
    chains[site].values[condition] = truth;
    return truth;
}

/* Whether the mutant decides otherwise, whatever the conditions are that were not evaluated. */
static int differs_always(const struct mutant *changed, const signed char *values, int conditions, int truth)
{
    for (unsigned open = 0; open < 1u << conditions; open++) {
        if (changed->decide(values, open) == truth)
            return 0;
    }
    return 1;
}

int weak_decided(int site, int conditions, int truth)
{
    for (int i = 0; !mutant && i < function->count; i++) {
        const struct mutant *changed = &function->mutants[i];
        if (changed->site == site && changed->decide)
            decided[i] |= differs_always(changed, chains[site].values, conditions, truth);
    }
    return truth;
}

static void run_mutant(int number, int row)
{
    mutant = &function->mutants[number];
    if (mutant->flag >= 0) {
        decided[number] |= flags[mutant->site] >> mutant->flag & 1;
    } else if (mutant->run && !killed[number]) {
        seen = 0;
        int end = setjmp(out);
        if (end == 0)
            mutant->run(row);
        killed[number] = end == DIFFERENT;
        if (end == BROKEN || (end == 0 && seen != logs[mutant->site].count))
            printf("# mutant %d of function %d, row %d: not the same run\n", number, (int)(function - functions), row);
    }
    mutant = NULL;
}

static void run_row(int row)
{
    for (int site = 0; site < SITES; site++)
        logs[site].count = 0;
    function->original(row);
    for (int i = 0; i < function->count; i++)
        run_mutant(i, row);
}

static void run_function(void)
{
    memset(killed, 0, sizeof killed);
    memset(decided, 0, sizeof decided);
    memset(flags, 0, sizeof flags);
    for (int row = 0; row < function->rows; row++)
        run_row(row);
    for (int i = 0; i < function->count; i++)
        putchar("0123"[killed[i] | decided[i] << 1]);
    putchar('\n');
}

int main(void)
{
    for (function = functions; function < functions + function_count; function++)
        run_function();
    return 0;
}
