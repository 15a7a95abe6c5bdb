/* Saves the stack of a crashed process for who walks it when the process is gone: registers, parts of the stack, where
 * programs and libraries lie. It neither walks the stack nor gives anything a name.
 *
 * All lies in a file that is mapped at the start, so that a crash takes no system call which a program that has locked
 * itself in may be killed for. What may not be there is read by rt_peek. */
#include "rt/rt.h"

#include "rt/os.h"

enum { WORD = sizeof(RtWord), MOST_KEYED = 26, MOST_LIBRARIES = 1000 };

/* The mapped file; the stack in it that is being written. NULL: none. */
static unsigned char *saved;
static unsigned char *own;

/* Where the stack of the first thread ends. */
static unsigned long top;

/* What rt_peek's first instruction cannot read, the handler of the signal says by going on at the other place. */
#ifdef __x86_64__
__asm__(".text\n\t.globl rt_peek\n"
        "rt_peek:\n\tmovq (%rdi), %rax\n\tmovq %rax, (%rsi)\n\tmovl $1, %eax\n\tret\n\t.globl rt_peek_failed\n"
        "rt_peek_failed:\n\txorl %eax, %eax\n\tret\n");
#else
__asm__(".text\n\t.globl rt_peek\n"
        "rt_peek:\n\tldr x2, [x0]\n\tstr x2, [x1]\n\tmov w0, #1\n\tret\n\t.globl rt_peek_failed\n"
        "rt_peek_failed:\n\tmov w0, #0\n\tret\n");
#endif

void rt_stack_start(void)
{
    long fd, place;

    if (saved)
        return;
    top = rt_stack_top();
    fd = rt_file_open_stacks();
    if (os_failed(fd))
        return;
    place = os_map_file(fd, HTOL_STACKS * HTOL_AT_STACK_END);
    if (!os_failed(place))
        saved = (unsigned char *)place;
    os_close(fd);
}

/* ---- parts of the stack ---- */

/* Memory that may be read, from `at` to below `end`. */
typedef struct {
    unsigned long at, end;
} Part;

static unsigned long thread_pointer(void)
{
    unsigned long thread;

#ifdef __x86_64__
    __asm__("movq %%fs:0, %0" : "=r"(thread));
#else
    __asm__("mrs %0, tpidr_el0" : "=r"(thread));
#endif
    return thread;
}

/* Cuts the part at `end`; whether that is inside of it. */
static int cut_part(Part *part, unsigned long end)
{
    if (end <= part->at || end >= part->end)
        return 0;
    part->end = end;
    return 1;
}

/* What is on the stack from its pointer on. Behind the stack of a thread lies what its thread pointer points to; behind
 * the first one the environment, which is no business of ours. Of stacks that nobody knows, there is a page if no more
 * may be tried. Of a stack that overflowed, pages may be missing. */
static Part part_of(unsigned long pointer, const RtCrashed *crashed, unsigned long room)
{
    Part part = {pointer & -(unsigned long)WORD, (pointer & -(unsigned long)WORD) + room};
    int is_known = cut_part(&part, thread_pointer()) | cut_part(&part, top);
    RtWord word;

    if (part.at - crashed->other < crashed->other_size)
        is_known |= cut_part(&part, crashed->other + crashed->other_size);
    if (!is_known && !crashed->may_fail)
        cut_part(&part, (part.at | (HTOL_PAGE - 1)) + 1);
    while (part.at < part.end && !rt_peek(part.at, &word))
        part.at = (part.at | (HTOL_PAGE - 1)) + 1;
    return part;
}

unsigned long rt_stack_key(const RtCrashed *crashed)
{
    Part part = part_of(crashed->registers[RT_STACK_POINTER], crashed, HTOL_LEN_STACK_BYTES);
    RtImage image = rt_image();
    unsigned long sum = HTOL_FNV_BASIS;
    int n = 0;
    RtWord word;

    for (; part.at < part.end && n < MOST_KEYED && rt_peek(part.at, &word); part.at += WORD)
        if (word - image.at < image.size) {
            sum = (sum ^ (word - image.at)) * HTOL_FNV_PRIME;
            n++;
        }
    return sum | 1;
}

static RtWord *word_of(unsigned int place)
{
    return (RtWord *)(own + place);
}

/* Saves a part of the stack behind the `used` bytes that are saved already. Returns the number of bytes saved. */
static unsigned long save_part(unsigned int place, unsigned long pointer, const RtCrashed *crashed, unsigned long used)
{
    Part part = part_of(pointer, crashed, HTOL_LEN_STACK_BYTES - used);
    RtWord *to = word_of(HTOL_AT_STACK_BYTES) + used / WORD;
    unsigned long n = 0;

    while (part.at + n * WORD < part.end && rt_peek(part.at + n * WORD, to + n))
        n++;
    word_of(place)[0] = part.at;
    word_of(place)[1] = n * WORD;
    return n * WORD;
}

/* Where the stack pointer was before the process ran on the stack for signal handlers, by what the kernel has laid down
 * there for the first of them; 0: not known. It describes that stack itself. */
static unsigned long pointer_before(const RtCrashed *crashed, unsigned long size)
{
    enum { SIZE = RT_CONTEXT_STACK_SIZE / WORD, POINTER = RT_CONTEXT_POINTER / WORD };
    const RtWord *words = word_of(HTOL_AT_STACK_BYTES);
    unsigned long found = 0;

    for (unsigned long i = 0; i + POINTER < size / WORD; i++)
        if (words[i] == crashed->other && words[i + SIZE] == crashed->other_size)
            found = words[i + POINTER];
    return found;
}

static void save_parts(const RtCrashed *crashed)
{
    unsigned long pointer = crashed->registers[RT_STACK_POINTER];
    unsigned long size = save_part(HTOL_AT_STACK_PART, pointer, crashed, 0);
    unsigned long before = 0;

    if (pointer - crashed->other < crashed->other_size)
        before = pointer_before(crashed, size);
    if (before)
        save_part(HTOL_AT_STACK_SECOND, before, crashed, size);
}

/* ---- programs and libraries ---- */

/* Reads a character of a string; 0, its end, if there is no memory there. */
static char peek_character(unsigned long at)
{
    RtWord word;

    if (!rt_peek(at & -(unsigned long)WORD, &word))
        return 0;
    return (char)(word >> at % WORD * 8);
}

static void add_path(RtText *text, unsigned long path)
{
    char c;

    do {
        c = path ? peek_character(path++) : 0;
        rt_add(text, &c, 1);
    } while (c && text->at);
}

static void add_image(unsigned long begin, unsigned long number, unsigned long path)
{
    unsigned long used = *word_of(HTOL_AT_STACK_IMAGES_SIZE);
    RtText text = rt_text(own + HTOL_AT_STACK_IMAGES + used, HTOL_LEN_STACK_IMAGES - used);

    rt_add(&text, &begin, sizeof begin);
    rt_add(&text, &number, sizeof number);
    add_path(&text, path);
    while (text.at && (text.at - own) % WORD)
        rt_add(&text, "", 1);
    if (text.at)
        *word_of(HTOL_AT_STACK_IMAGES_SIZE) = (unsigned long)(text.at - own) - HTOL_AT_STACK_IMAGES;
}

/* Adds programs and libraries from the dynamic linker's list for debuggers, whose entries hold: address where it is
 * loaded (as a rule), path, dynamic section, next entry. */
static void add_libraries(unsigned long at)
{
    enum { BEGIN, PATH, DYNAMIC, NEXT, WORDS };
    RtImage image = rt_image();

    for (int n = 0; at && n < MOST_LIBRARIES; n++) {
        RtWord library[WORDS];
        RtCode code;

        for (int i = 0; i < WORDS; i++)
            if (!rt_peek(at + (unsigned long)i * WORD, &library[i]))
                return;
        at = library[NEXT];
        if (library[DYNAMIC] - image.at < image.size)
            continue;
        if (rt_code_of(library[DYNAMIC], &code))
            add_image(library[DYNAMIC] - code.offset, code.number, library[PATH]);
        else
            add_image(library[BEGIN], 0, library[PATH]);
    }
}

static void add_images(void)
{
    RtImage image = rt_image();
    RtCode code;

    if (rt_code_of(image.at, &code))
        add_image(image.at, code.number, 0);
    add_libraries(rt_libraries());
}

/* ---- one stack ---- */

static int take_one(void)
{
    for (int i = 0; saved && i < HTOL_STACKS; i++) {
        unsigned char *one = saved + (unsigned long)i * HTOL_AT_STACK_END;
        unsigned int state = HTOL_STACK_FREE;

        if (!__atomic_compare_exchange_n((RtHalf *)one, &state, HTOL_STACK_TAKEN, 0, __ATOMIC_ACQUIRE,
                                         __ATOMIC_RELAXED))
            continue;
        own = one;
        return 1;
    }
    return 0;
}

static void set_half(unsigned int place, unsigned int value)
{
    *(RtHalf *)(own + place) = value;
}

void rt_stack_save(const RtCrashed *crashed, unsigned int note, unsigned long file, unsigned long key)
{
    if (!take_one())
        return;
    *word_of(HTOL_AT_STACK_FILE) = file;
    *word_of(HTOL_AT_STACK_KEY) = key;
    *word_of(HTOL_AT_STACK_BEGIN) = crashed->begin;
    *word_of(HTOL_AT_STACK_IMAGES_SIZE) = 0;
    set_half(HTOL_AT_STACK_VERSION, HTOL_STACK_LAYOUT_VERSION);
    set_half(HTOL_AT_STACK_MACHINE, RT_MACHINE);
    set_half(HTOL_AT_STACK_NOTE, note);
    for (int i = 0; i < RT_REGISTERS; i++)
        word_of(HTOL_AT_STACK_REGISTERS)[i] = crashed->registers[i];
    save_parts(crashed);
    add_images();
    rt_stack_end();
}

void rt_stack_end(void)
{
    unsigned char *one = own;

    own = (void *)0; /* if the file was cut, this does not come back here */
    if (one)
        __atomic_store_n((RtHalf *)one, HTOL_STACK_COMPLETE, __ATOMIC_RELEASE);
}
