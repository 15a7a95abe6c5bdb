/* Runs inside the program of a harness: builds values from the bytes of inputs, calls functions with them, and tells
 * which slots were set. It chooses no input, knows no C types but by their shapes, and writes no file.
 *
 * Batches of inputs are served by a worker, and by another one if that dies. A worker survives most crashes: it jumps
 * out of the handler of the signal, and is replaced after some, for its heap may be damaged. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "generate/inside/machine.h"

/* Of a sanitizer, if the program has one. */
extern void *__asan_region_is_poisoned(void *begin, unsigned long size) __attribute__((weak));

enum { GARBAGE = 0xa5 };

enum {
    MOST_ITEMS = 256,
    MOST_RANGES = 1024,
    MOST_CRASHES = 200,
    MOST_BATCHES = 100,
    TICK = 4,
    PATIENCE = 500,
    ROOM = 1 << 20
};

typedef struct {
    unsigned int shape;
    char *address;
    unsigned long count; /* elements; characters of a text */
} Object;

static struct hlcov_memory *memory;
static const struct hlcov_function *function;
static const unsigned char *next, *end; /* bytes of the input */
static Object objects[HLCOV_MOST_OBJECTS];
static unsigned int n_objects;
static void *values[MOST_ITEMS]; /* of items: where they are; results of stubs */
static unsigned int n_results[MOST_ITEMS], n_taken[MOST_ITEMS];
static void *call_values[MOST_ITEMS + 1];
static struct hlcov_call calls[HLCOV_MOST_CALLS];
static unsigned int n_calls;
static char *initial; /* values of all globals, one after the other */
static sigjmp_buf behind;
static volatile sig_atomic_t inside;
static enum hlcov_end how;
static int how_status;

/* ---- slots: the runtime tells of them as it tells engines of fuzzing ---- */

static struct {
    unsigned char *begin, *end;
} ranges[MOST_RANGES];
static unsigned int n_ranges;

void __sanitizer_cov_8bit_counters_init(char *from, char *to)
{
    if (n_ranges < MOST_RANGES) {
        ranges[n_ranges].begin = (unsigned char *)from;
        ranges[n_ranges++].end = (unsigned char *)to;
    }
}

static unsigned int count_slots(void)
{
    unsigned int count = 0;
    for (unsigned int i = 0; i < n_ranges; i++)
        count += (unsigned int)(ranges[i].end - ranges[i].begin);
    return count;
}

static void clear_slots(void)
{
    for (unsigned int i = 0; i < n_ranges; i++)
        memset(ranges[i].begin, 0, (size_t)(ranges[i].end - ranges[i].begin));
}

/* Calls `visit` for each slot that is set. */
static void each_slot(void (*visit)(unsigned int slot, void *data), void *data)
{
    unsigned int first = 0;
    for (unsigned int i = 0; i < n_ranges; i++) {
        unsigned int size = (unsigned int)(ranges[i].end - ranges[i].begin), k = 0;
        const unsigned char *slots = ranges[i].begin;
        while (k < size) {
            unsigned long long word = 1;
            if (k + sizeof word <= size)
                memcpy(&word, slots + k, sizeof word);
            for (unsigned int last = k + sizeof word; word && k < size && k < last; k++)
                if (slots[k])
                    visit(first + k, data);
            if (!word)
                k += sizeof word;
        }
        first += size;
    }
}

/* ---- values from bytes ---- */

static unsigned long long take(unsigned int size)
{
    unsigned long long number = 0;
    for (unsigned int i = 0; i < size; i++) {
        unsigned char byte = next < end ? *next++ : 0;
        if (i < sizeof number)
            number |= (unsigned long long)byte << 8 * i;
    }
    return number;
}

static void take_bytes(void *to, unsigned long size)
{
    unsigned long there = (unsigned long)(end - next) < size ? (unsigned long)(end - next) : size;
    memcpy(to, next, there);
    memset((char *)to + there, 0, size - there);
    next += there;
}

static void *new_object(unsigned int shape, unsigned long bytes, unsigned long count)
{
    char *address = calloc(1, bytes > 0 ? bytes : 1);
    if (!address)
        return NULL;
    objects[n_objects].shape = shape;
    objects[n_objects].count = count;
    objects[n_objects++].address = address;
    return address;
}

static int are_of_one_family(unsigned int shape, unsigned int other)
{
    return hlcov_shapes[shape].family == hlcov_shapes[other].family;
}

static void *old_object(unsigned int shape, unsigned int number)
{
    for (unsigned int i = 0; i < n_objects; i++)
        if (are_of_one_family(objects[i].shape, shape) && number-- == 0)
            return objects[i].address;
    return NULL;
}

static void build(unsigned int number, char *to, unsigned int depth);

static void *build_array(unsigned int shape, unsigned int depth)
{
    unsigned int target = hlcov_shapes[shape].target;
    unsigned long most = hlcov_shapes[target].kind == HLCOV_NUMBER ? HLCOV_MOST_NUMBERS : HLCOV_MOST_ELEMENTS;
    unsigned long count = take(2) % (most + 1), size = hlcov_shapes[target].size;
    char *array = new_object(shape, count * size, count);
    for (unsigned long i = 0; array && i < count; i++)
        build(target, array + i * size, depth + 1);
    return array;
}

static void *build_text(unsigned int shape)
{
    unsigned long length = take(2) % (HLCOV_MOST_TEXT + 1);
    char *text = new_object(shape, length + 1, length);
    if (text)
        take_bytes(text, length);
    return text;
}

static void *build_pointed(unsigned int shape, unsigned int depth)
{
    unsigned int choice = depth > HLCOV_MOST_DEPTH ? 0 : (unsigned int)take(1);
    if (choice == 0)
        return NULL;
    if (choice > 1)
        return old_object(shape, choice - 2);
    if (n_objects == HLCOV_MOST_OBJECTS)
        return NULL;
    return hlcov_shapes[shape].kind == HLCOV_TEXT ? build_text(shape) : build_array(shape, depth);
}

/* What is written to it stays in memory. */
static void *build_stream(void)
{
    char content[HLCOV_MOST_TEXT];
    FILE *stream;
    unsigned long length;
    if (take(1) == 0)
        return NULL;
    length = take(2) % (HLCOV_MOST_TEXT + 1);
    take_bytes(content, length);
    stream = fmemopen(NULL, 1 << 16, "w+");
    if (stream) {
        fwrite(content, 1, length, stream);
        fseek(stream, 0, SEEK_SET);
    }
    return stream;
}

static void build_member(const struct hlcov_member *member, char *record, unsigned int depth)
{
    if (member->set)
        member->set(record, take(8));
    else
        build(member->shape, record + member->offset, depth);
}

static void put_pointer(char *to, const void *pointer)
{
    memcpy(to, &pointer, sizeof pointer);
}

static void build_function(const struct hlcov_shape *shape, char *to)
{
    unsigned long choice = take(1) % (shape->count + 1);
    put_pointer(to, choice > 0 ? shape->functions[choice - 1] : NULL);
}

static void build(unsigned int number, char *to, unsigned int depth)
{
    static char token;
    const struct hlcov_shape *shape = &hlcov_shapes[number];
    switch (shape->kind) {
    case HLCOV_NUMBER: take_bytes(to, shape->size); break;
    case HLCOV_POINTER:
    case HLCOV_TEXT: put_pointer(to, build_pointed(number, depth)); break;
    case HLCOV_RECORD:
        for (unsigned long i = 0; i < shape->count; i++)
            build_member(&shape->members[i], to, depth);
        break;
    case HLCOV_UNION:
        if (shape->count > 0)
            build_member(&shape->members[take(1) % shape->count], to, depth);
        break;
    case HLCOV_ARRAY:
        for (unsigned long i = 0; i < shape->count; i++)
            build(shape->target, to + i * hlcov_shapes[shape->target].size, depth);
        break;
    case HLCOV_FUNCTION: build_function(shape, to); break;
    case HLCOV_TOKEN: put_pointer(to, take(1) ? &token : NULL); break;
    case HLCOV_STREAM: put_pointer(to, build_stream()); break;
    case HLCOV_FIELD:
    case HLCOV_NOTHING: break;
    }
}

/* ---- what a function takes ---- */

static unsigned long count_behind(const void *pointer)
{
    for (unsigned int i = 0; i < n_objects; i++)
        if (objects[i].address == pointer)
            return objects[i].count;
    return 0;
}

/* A length is at most what is there; a negative one stays. */
static void limit_length(const struct hlcov_item *item, char *to)
{
    const struct hlcov_shape *shape = &hlcov_shapes[item->shape];
    unsigned long long number = 0, sign = 1ull << (8 * shape->size - 1);
    const void *pointer;
    unsigned long most;
    memcpy(&pointer, values[item->of], sizeof pointer);
    most = count_behind(pointer);
    memcpy(&number, to, shape->size);
    if (number > most && !(shape->count && number & sign))
        memcpy(to, &most, shape->size);
}

static void build_results(unsigned int number, const struct hlcov_item *item)
{
    unsigned long size = hlcov_shapes[item->shape].size;
    char *results = values[number];
    n_results[number] = (unsigned int)(take(1) % (HLCOV_MOST_RESULTS + 1));
    n_taken[number] = 0;
    for (unsigned int i = 0; i < n_results[number]; i++)
        build(item->shape, results + i * size, 0);
}

static void build_item(unsigned int number)
{
    const struct hlcov_item *item = &function->items[number];
    switch (item->role) {
    case HLCOV_PARAMETER: build(item->shape, values[number], 0); break;
    case HLCOV_LENGTH:
        build(item->shape, values[number], 0);
        limit_length(item, values[number]);
        break;
    case HLCOV_GLOBAL:
        if (take(1))
            build(item->shape, values[number], 0);
        break;
    case HLCOV_STUB: build_results(number, item); break;
    }
}

/* Makes room for the values of the function's items, once for a batch. */
static void choose_function(unsigned int number)
{
    unsigned int n = 0;
    function = &hlcov_functions[number];
    for (unsigned int i = 0; i < function->count; i++) {
        const struct hlcov_item *item = &function->items[i];
        unsigned long size = hlcov_shapes[item->shape].size;
        values[i] = item->role == HLCOV_GLOBAL ? item->address : calloc(HLCOV_MOST_RESULTS, size + 16);
        if (item->role == HLCOV_PARAMETER || item->role == HLCOV_LENGTH)
            call_values[n++] = values[i];
    }
    call_values[n] = calloc(1, function->result < 0 ? 1 : hlcov_shapes[function->result].size + 16);
}

static void *result_place(void)
{
    unsigned int n = 0;
    while (call_values[n + 1])
        n++;
    return call_values[n];
}

void hlcov_result(unsigned int item, void *at, unsigned long size)
{
    memset(at, 0, size);
    if (!inside || item >= function->count || function->items[item].role != HLCOV_STUB)
        return;
    if (n_taken[item] < n_results[item])
        memcpy(at, (char *)values[item] + n_taken[item]++ * size, size);
}

void hlcov_note(const struct hlcov_call *call)
{
    if (inside && n_calls < HLCOV_MOST_CALLS)
        calls[n_calls++] = *call;
}

void hlcov_wrong(void)
{
    if (hlcov_may_leave())
        hlcov_leave(HLCOV_EXITED, HLCOV_WRONG);
}

unsigned int hlcov_running(void)
{
    return (unsigned int)(function - hlcov_functions);
}

/* ---- variables of the unit ---- */

static void save_globals(void)
{
    unsigned long size = 0;
    for (unsigned long i = 0; i < hlcov_global_count; i++)
        size += hlcov_globals[i].size;
    initial = malloc(size + 1);
    for (unsigned long i = 0, at = 0; i < hlcov_global_count; at += hlcov_globals[i++].size)
        memcpy(initial + at, hlcov_globals[i].address, hlcov_globals[i].size);
}

static void reset_globals(void)
{
    for (unsigned long i = 0, at = 0; i < hlcov_global_count; at += hlcov_globals[i++].size)
        memcpy(hlcov_globals[i].address, initial + at, hlcov_globals[i].size);
}

/* ---- one input ---- */

static void prepare(const unsigned char *bytes, unsigned int size)
{
    next = bytes;
    end = bytes + size;
    n_objects = n_calls = 0;
    reset_globals();
    for (unsigned int i = 0; i < function->count; i++)
        build_item(i);
}

int hlcov_may_leave(void)
{
    return inside && memory;
}

void hlcov_leave(enum hlcov_end end_, int status)
{
    how = end_;
    how_status = status;
    siglongjmp(behind, 1);
}

/* Between what runs here and what the function has on the stack lies some room: functions write behind their arrays. */
static __attribute__((noinline, no_sanitize_address)) void call_far(void)
{
    char room[ROOM];
    __asm__ volatile("" : : "r"(room) : "memory");
    function->call(call_values);
}

static void call(void)
{
    how = HLCOV_RETURNED;
    how_status = 0;
    if (sigsetjmp(behind, 0) == 0) {
        inside = 1;
        if (function->assume && !function->assume(call_values))
            hlcov_leave(HLCOV_EXITED, HLCOV_UNFIT);
        clear_slots();
        call_far();
    }
    inside = 0;
}

/* ---- what it left behind ---- */

typedef struct {
    unsigned char *at, *end;
} Output;

static void put(Output *output, const void *bytes, unsigned long size)
{
    if ((unsigned long)(output->end - output->at) < size) {
        output->at = output->end;
        return;
    }
    memcpy(output->at, bytes, size);
    output->at += size;
}

static void put_number(Output *output, unsigned long long number, unsigned int size)
{
    put(output, &number, size);
}

static void save(Output *output, unsigned int number, const char *from, unsigned int depth);

static unsigned int object_number(unsigned int shape, const void *address)
{
    unsigned int number = 0;
    for (unsigned int i = 0; i < n_objects; i++) {
        if (!are_of_one_family(objects[i].shape, shape))
            continue;
        if (objects[i].address == address)
            return number;
        number++;
    }
    return ~0u;
}

/* Whether a sanitizer says that nobody may read there: behind an object, or what was freed. */
static int is_poisoned(const void *address, unsigned long size)
{
    return __asan_region_is_poisoned && __asan_region_is_poisoned((void *)address, size);
}

/* Whether the memory is ours to read: a pointer may lead anywhere. */
static int is_readable(const void *address, unsigned long size)
{
    return !is_poisoned(address, 1) && hlcov_is_readable(address, size);
}

/* Sets *length to the number of characters before the text's end, at most HLCOV_MOST_TEXT. Returns whether all of them
 * can be read, and the end. */
static int read_text(const char *text, unsigned long *length)
{
    for (*length = 0; *length < HLCOV_MOST_TEXT; (*length)++) {
        if (!is_readable(text + *length, 1))
            return 0;
        if (!text[*length])
            break;
    }
    return 1;
}

/* As they are read, but for pointers to what the input did not make, and of a text its length and characters. */
static void save_pointer(Output *output, unsigned int number, const char *pointer)
{
    const struct hlcov_shape *shape = &hlcov_shapes[number];
    unsigned long length = 0;
    unsigned int object = object_number(number, pointer), kind = object == ~0u ? HLCOV_ELSEWHERE : 2 + (object & 127);
    if (pointer && shape->kind == HLCOV_TEXT && !read_text(pointer, &length)) {
        if (length == 0 || object == ~0u) /* else it is an object of the input's, whose text has lost its end */
            kind = HLCOV_NOWHERE;
        length = 0;
    }
    put_number(output, pointer ? kind : 0, 1);
    if (!pointer || shape->kind != HLCOV_TEXT)
        return;
    put_number(output, length, 2);
    put(output, pointer, length);
}

/* As it is read, but for functions that are none of the shape's. */
static unsigned int function_number(const struct hlcov_shape *shape, const void *pointer)
{
    for (unsigned long i = 0; pointer && i < shape->count; i++)
        if (shape->functions[i] == pointer)
            return (unsigned int)i + 1;
    return pointer ? HLCOV_ELSEWHERE : 0;
}

static void save_member(Output *output, const struct hlcov_member *member, const char *record, unsigned int depth)
{
    if (member->get)
        put_number(output, member->get(record), 8);
    else
        save(output, member->shape, record + member->offset, depth);
}

static void save(Output *output, unsigned int number, const char *from, unsigned int depth)
{
    const struct hlcov_shape *shape = &hlcov_shapes[number];
    const char *pointer;
    switch (shape->kind) {
    case HLCOV_NUMBER: put(output, from, shape->size); break;
    case HLCOV_POINTER:
    case HLCOV_TEXT:
        memcpy(&pointer, from, sizeof pointer);
        save_pointer(output, number, pointer);
        break;
    case HLCOV_RECORD:
        for (unsigned long i = 0; i < shape->count; i++)
            save_member(output, &shape->members[i], from, depth);
        break;
    case HLCOV_ARRAY:
        for (unsigned long i = 0; i < shape->count; i++)
            save(output, shape->target, from + i * hlcov_shapes[shape->target].size, depth);
        break;
    case HLCOV_TOKEN:
    case HLCOV_STREAM:
        memcpy(&pointer, from, sizeof pointer);
        put_number(output, pointer != NULL, 1);
        break;
    case HLCOV_FUNCTION:
        memcpy(&pointer, from, sizeof pointer);
        put_number(output, function_number(shape, pointer), 1);
        break;
    case HLCOV_UNION:
    case HLCOV_FIELD:
    case HLCOV_NOTHING: break;
    }
}

static void save_object(Output *output, const Object *object, const char *address)
{
    const struct hlcov_shape *shape = &hlcov_shapes[object->shape];
    unsigned long size = hlcov_shapes[shape->target].size;
    if (shape->kind == HLCOV_TEXT)
        put(output, address, object->count + 1);
    for (unsigned long k = 0; shape->kind != HLCOV_TEXT && k < object->count; k++)
        save(output, shape->target, address + k * size, 0);
}

/* What was freed is saved as garbage, if a sanitizer knows it: it then differs from what other programs save. */
static void save_object_or_garbage(Output *output, const Object *object)
{
    const struct hlcov_shape *shape = &hlcov_shapes[object->shape];
    unsigned long size =
        shape->kind == HLCOV_TEXT ? object->count + 1 : object->count * hlcov_shapes[shape->target].size;
    char *garbage;
    if (!is_poisoned(object->address, size)) {
        save_object(output, object, object->address);
        return;
    }
    garbage = malloc(size);
    if (!garbage)
        return;
    memset(garbage, GARBAGE, size);
    save_object(output, object, garbage);
    free(garbage);
}

/* The result, then globals in the order of the items, then the elements of all objects in the order in which they were
 * made. What was freed cannot be told from what was not, but by a sanitizer: the caller compares runs. */
static void save_all(Output *output)
{
    if (function->result >= 0)
        save(output, (unsigned int)function->result, result_place(), 0);
    for (unsigned int i = 0; i < function->count; i++)
        if (function->items[i].role == HLCOV_GLOBAL)
            save(output, function->items[i].shape, values[i], 0);
    for (unsigned int i = 0; i < n_objects; i++)
        save_object_or_garbage(output, &objects[i]);
}

/* ---- one input of a batch ---- */

static void look_for_new(unsigned int slot, void *data)
{
    struct hlcov_input *input = data;
    if (!memory->known[slot])
        input->is_new = 1;
}

static void note_slot(unsigned int slot, void *data)
{
    struct hlcov_input *input = data;
    if (memory->used + sizeof slot > HLCOV_OUTPUT_BYTES)
        return;
    memcpy(memory->output + memory->used, &slot, sizeof slot);
    memory->used += sizeof slot;
    input->n_slots++;
    if (input->wants == 2)
        memory->known[slot] = 1;
}

static void keep_calls(struct hlcov_input *input)
{
    input->calls = memory->used = (memory->used + 7) / 8 * 8;
    Output output = {memory->output + memory->used, memory->output + HLCOV_OUTPUT_BYTES};
    if ((unsigned long)(output.end - output.at) < n_calls * sizeof *calls)
        return;
    put(&output, calls, n_calls * sizeof *calls);
    input->n_calls = n_calls;
    memory->used = (unsigned int)(output.at - memory->output);
}

static void keep_left(struct hlcov_input *input)
{
    Output output = {memory->output + memory->used, memory->output + HLCOV_OUTPUT_BYTES};
    input->left = memory->used;
    if (sigsetjmp(behind, 0) == 0) {
        inside = 1;
        save_all(&output);
    }
    inside = 0;
    input->n_left = (unsigned int)(output.at - (memory->output + input->left));
    memory->used = (unsigned int)(output.at - memory->output + 7) / 8 * 8;
}

/* How far it came, if that is asked for. */
static void tell_crash(struct hlcov_input *input)
{
    input->slots = memory->used;
    if (input->wants == 3 && how == HLCOV_CRASHED)
        each_slot(note_slot, input);
}

static void run_input(struct hlcov_input *input)
{
    prepare(memory->bytes + input->at, input->size);
    call();
    input->end = how;
    input->status = (unsigned int)how_status;
    if (input->wants == 1)
        keep_calls(input);
    if (how != HLCOV_RETURNED) {
        tell_crash(input);
        return;
    }
    each_slot(look_for_new, input);
    if (input->wants == 2 && !input->is_new)
        return;
    input->slots = memory->used;
    each_slot(note_slot, input);
    if (input->wants != 3)
        keep_left(input);
}

/* ---- signals ---- */

static unsigned int ticks, ticking;

static void heed(int number)
{
    if (!inside) {
        signal(number, SIG_DFL);
        return;
    }
    hlcov_leave(HLCOV_CRASHED, number);
}

/* Processor time passes: does the same input still run? */
static void tick(int number)
{
    (void)number;
    if (ticking != memory->next) {
        ticking = memory->next;
        ticks = 0;
    }
    if (inside && ++ticks * TICK > memory->milliseconds) {
        ticks = 0;
        hlcov_leave(HLCOV_LOOPED, 0);
    }
}

static void heed_signals(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGPIPE};
    static char stack[1 << 16];
    struct itimerval timer = {{0, TICK * 1000}, {0, TICK * 1000}};
    stack_t own;
    struct sigaction action;
    memset(&own, 0, sizeof own);
    own.ss_sp = stack;
    own.ss_size = sizeof stack;
    sigaltstack(&own, NULL);
    memset(&action, 0, sizeof action);
    action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART;
    action.sa_handler = heed;
    for (unsigned int i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
    action.sa_handler = tick;
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* ---- batches ---- */

static unsigned int n_crashes, n_batches, has_run;

/* A sanitizer whose report was left in its midst reports nothing more; that of undefined behaviour makes none, it ends
 * in an illegal instruction. */
static int is_spoilt(const struct hlcov_input *input)
{
    return __asan_region_is_poisoned && input->end == HLCOV_CRASHED && input->status != SIGILL;
}

static void run_batch(int words)
{
    has_run = 1;
    choose_function(memory->function);
    while (memory->next < memory->count && n_crashes < MOST_CRASHES) {
        struct hlcov_input *input = &memory->inputs[memory->next];
        run_input(input);
        hlcov_close_opened(words);
        n_crashes += input->end != HLCOV_RETURNED && input->status != HLCOV_UNFIT;
        n_crashes = is_spoilt(input) ? MOST_CRASHES : n_crashes;
        memory->next++;
    }
    if (memory->next < memory->count)
        hlcov_exit(0);
    memory->busy = 0;
    if (write(words, "", 1) != 1)
        hlcov_exit(0);
}

/* Serves batches until it had better be replaced: memory that functions left behind adds up. A worker before it may
 * have died in the midst of a batch. */
static void work(int words)
{
    char word;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    heed_signals();
    if (memory->busy)
        run_batch(words);
    while (n_batches++ < MOST_BATCHES && n_crashes < MOST_CRASHES) {
        if (read(words, &word, 1) != 1) {
            memory->over = 1;
            break;
        }
        memory->busy = 1;
        if (memory->alone && has_run)
            break;
        run_batch(words);
    }
    hlcov_exit(0);
}

static void note_death(int status, int was_killed)
{
    struct hlcov_input *input = &memory->inputs[memory->next];
    if (memory->next >= memory->count)
        return;
    input->end = was_killed ? HLCOV_LOOPED : WIFSIGNALED(status) ? HLCOV_CRASHED : HLCOV_EXITED;
    input->status = WIFSIGNALED(status) ? (unsigned int)WTERMSIG(status) : (unsigned int)WEXITSTATUS(status);
    memory->next++;
}

/* Waits for the end of the worker; kills it if it is busy and makes no progress. Returns whether it was killed. */
static int wait_for(pid_t worker, int *status)
{
    static const struct timespec pause = {0, 1000 * 1000};
    unsigned int last = memory->next, waited = 0;
    while (waitpid(worker, status, WNOHANG) == 0) {
        syscall(SYS_nanosleep, &pause, NULL);
        waited = memory->busy && last == memory->next ? waited + 1 : 0;
        last = memory->next;
        if (waited < PATIENCE)
            continue;
        hlcov_kill(worker);
        waitpid(worker, status, 0);
        return 1;
    }
    return 0;
}

static void serve_batches(int words)
{
    while (!memory->over) {
        int status = 0;
        pid_t worker = hlcov_fork();
        if (worker == 0)
            work(words);
        if (worker < 0)
            hlcov_exit(1);
        int was_killed = wait_for(worker, &status);
        if (memory->busy && (was_killed || !WIFEXITED(status) || WEXITSTATUS(status) != 0))
            note_death(status, was_killed);
    }
}

static void *map_memory(int file)
{
    struct stat status;
    void *mapped = fstat(file, &status) == 0
                       ? mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                       : MAP_FAILED;
    return mapped == MAP_FAILED ? NULL : mapped;
}

static void tell_linked(void)
{
    for (unsigned long i = 0; i < hlcov_outside_count && i < HLCOV_MOST_OUTSIDE; i++)
        memory->linked[i] = hlcov_outside[i].real != hlcov_outside[i].own;
}

static void serve(int file, int words)
{
    memory = map_memory(file);
    if (!memory)
        hlcov_exit(1);
    words = hlcov_keep_alone(words);
    hlcov_limit();
    memory->slots = count_slots();
    tell_linked();
    if (write(words, "", 1) == 1)
        serve_batches(words);
    hlcov_exit(0);
}

/* ---- the program ---- */

static void run_file(const char *number, const char *path)
{
    static unsigned char bytes[HLCOV_INPUT_BYTES];
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0);
    long size = file < 0 ? -1 : read(file, bytes, sizeof bytes);
    if (size < 0)
        hlcov_exit(125);
    close(file);
    hlcov_limit();
    choose_function((unsigned int)strtoul(number, NULL, 10));
    prepare(bytes, (unsigned int)size);
    inside = 1;
    function->call(call_values);
    inside = 0;
    hlcov_exit(0);
}

/* Runs before main, which may be the user's. */
__attribute__((constructor)) static void begin(int argc, char **argv)
{
    if (argc != 4)
        return;
    save_globals();
    if (strcmp(argv[1], "serve") == 0)
        serve((int)strtol(argv[2], NULL, 10), (int)strtol(argv[3], NULL, 10));
    if (strcmp(argv[1], "run") == 0)
        run_file(argv[2], argv[3]);
}

__attribute__((weak)) int main(void)
{
    return 125;
}
