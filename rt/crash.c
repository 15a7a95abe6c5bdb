/* Notes of how the program ends by a signal: where it was, in the header of its data file. Who led there is found out
 * when the process is gone, from its saved stack (rt/stack.c); names are given when the report is made.
 *
 * Only if the environment asks for it (HLCOV_CRASH), in the program and not in its libraries, and for signals whose
 * action is the default one when the program starts. What the program can see of it: those actions, and a stack for
 * signal handlers where it had none. Whatever it sets later replaces ours.
 *
 * It dies as ever: the handler returns to the instruction that failed, which fails again, or has the same signal sent
 * again. The former takes no system call that a program which has locked itself in may be killed for: the kernel has
 * restored the default action when it called the handler (SA_RESETHAND). Not so for SIGSEGV and SIGBUS, which may
 * come while memory is read that is not there: they are blocked when the handler returns, and the kernel restores the
 * default action of a signal that it must not hold back. If they come from elsewhere in the handler, it goes back to
 * where the first signal came.
 *
 * Programs get the handler as the action that was there before theirs: they install it again, by signal() without any
 * of our flags, or call it with its first argument only. So what is known of the signal is what the kernel is known to
 * have laid down, and where the kernel did not come by our own flags we reset the action. */
#include "rt/rt.h"

#include <asm/sigcontext.h>
#include <linux/signal.h>

#include <asm/ucontext.h>

#include "rt/os.h"
#include "rt/sys.h"

enum {
    MOST_NOTES = HTOL_LEN_DATA_NOTES / HTOL_AT_CRASH_END,
    STACK_SIZE = 65536,
    CONTEXT_WORDS = sizeof(struct ucontext) / sizeof(RtWord),
    RESTORER_SIZE = 8,    /* at least, in bytes */
    RESTORER = 0x04000000 /* SA_RESTORER, of which not all headers tell */
};

typedef struct ucontext Context;

/* The address that handlers return to. Unwinders know these very instructions, where no table says otherwise. */
extern const char rt_restorer[] __attribute__((visibility("hidden")));

#ifdef __x86_64__
__asm__(".text\n\tnop\n\t.globl rt_restorer\n"
        "rt_restorer:\n\t.byte 0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05\n");
#else
__asm__(".text\n\tnop\n\t.globl rt_restorer\n"
        "rt_restorer:\n\tmov x8, #139\n\tsvc #0\n");
#endif

/* The handler: says what the stack pointer was at its entry, which clang cannot tell of AArch64, and goes on there. */
extern const char rt_handler[] __attribute__((visibility("hidden")));
void rt_handle(int number, siginfo_t *info, void *context, char *entry) __attribute__((visibility("hidden")));

#ifdef __x86_64__
__asm__(".text\n\t.globl rt_handler\n"
        "rt_handler:\n\tendbr64\n\tmovq %rsp, %rcx\n\tjmp rt_handle\n");
#else
__asm__(".text\n\t.globl rt_handler\n"
        "rt_handler:\n\thint #34\n\tmov x3, sp\n\tb rt_handle\n");
#endif

/* What the kernel lays down on the stack for every handler; the information only if the action has SA_SIGINFO. */
typedef struct {
#ifdef __x86_64__
    const void *back;
    Context context;
    siginfo_t info;
#else
    siginfo_t info;
    Context context;
#endif
} Frame;

/* A signal that came to the handler. */
typedef struct {
    int number;
    int is_ours;        /* the kernel called the handler, as we installed it */
    siginfo_t *info;    /* NULL: not known */
    Context *context;   /* NULL: not known */
    RtCrashed *crashed; /* begins with what failed, or with what called the handler if context is NULL */
} Arrival;

/* The signal that is being noted. */
static struct {
    unsigned char *header; /* of the data file, mapped; NULL: there is none */
    unsigned long thread;  /* the one that has all below; 0: none */
    Arrival first;
    int is_written; /* or about to be */
} crash;

static unsigned long failed_at(const Context *context)
{
#ifdef __x86_64__
    return context->uc_mcontext.rip;
#else
    return context->uc_mcontext.pc;
#endif
}

static unsigned long this_thread(void)
{
    unsigned long thread;

#ifdef __x86_64__
    __asm__("movq %%fs:0, %0" : "=r"(thread));
#else
    __asm__("mrs %0, tpidr_el0" : "=r"(thread));
#endif
    return thread;
}

/* ---- the note ---- */

static RtHalf *half_of(unsigned char *note, unsigned int place)
{
    return (RtHalf *)(note + place);
}

static RtWord *word_of(unsigned char *note, unsigned int place)
{
    return (RtWord *)(note + place);
}

/* Whether both are the same place. Addresses of unknown code differ from process to process. */
static int is_same_place(const RtWord *a, const RtWord *b)
{
    return a[0] == b[0] && (a[0] == 0 || a[1] == b[1]);
}

static int is_same(unsigned char *a, unsigned char *b)
{
    return *half_of(a, HTOL_AT_CRASH_SIGNAL) == *half_of(b, HTOL_AT_CRASH_SIGNAL) &&
           *half_of(a, HTOL_AT_CRASH_CODE) == *half_of(b, HTOL_AT_CRASH_CODE) &&
           *word_of(a, HTOL_AT_CRASH_KEY) == *word_of(b, HTOL_AT_CRASH_KEY) &&
           is_same_place(word_of(a, HTOL_AT_CRASH_PATH), word_of(b, HTOL_AT_CRASH_PATH));
}

static unsigned char *note_at(unsigned int i)
{
    return crash.header + HTOL_AT_DATA_NOTES + i * HTOL_AT_CRASH_END;
}

/* What stands for an end while its note is being written: others that end so at that time count themselves there, not
 * in a second note. Above the state's two bits, a hash of what is_same() compares. */
static unsigned int state_while_taken(unsigned char *note)
{
    const RtWord *place = word_of(note, HTOL_AT_CRASH_PATH);
    unsigned long sum = HTOL_FNV_BASIS;

    for (unsigned int i = HTOL_AT_CRASH_SIGNAL; i < HTOL_AT_CRASH_PLACES; i++)
        sum = (sum ^ note[i]) * HTOL_FNV_PRIME;
    sum = (sum ^ *word_of(note, HTOL_AT_CRASH_KEY)) * HTOL_FNV_PRIME;
    sum = (sum ^ place[0]) * HTOL_FNV_PRIME;
    sum = (sum ^ (place[0] ? place[1] : 0)) * HTOL_FNV_PRIME;
    return (unsigned int)(sum >> 32) << HTOL_CRASH_STATE_BITS | HTOL_CRASH_TAKEN;
}

/* Returns the number of the note that equals `draft`, or of a free one, which is taken for it; MOST_NOTES if there is
 * no room. */
static unsigned int find_note(unsigned char *draft, int *is_new)
{
    unsigned int taken = state_while_taken(draft), i;

    for (i = 0; i < MOST_NOTES; i++) {
        unsigned char *note = note_at(i);
        unsigned int state = HTOL_CRASH_FREE;

        *is_new = __atomic_compare_exchange_n(half_of(note, HTOL_AT_CRASH_STATE), &state, taken, 0, __ATOMIC_ACQUIRE,
                                              __ATOMIC_ACQUIRE);
        if (*is_new || state == taken || (state == HTOL_CRASH_COMPLETE && is_same(note, draft)))
            break;
    }
    return i;
}

/* Fills a note of the signal, without its count. */
static void draft(unsigned char *note)
{
    const Arrival *first = &crash.first;
    unsigned long place = first->context ? first->crashed->begin : first->crashed->begin - 1;
    RtCode code = {0, place};

    for (unsigned int i = 0; i < HTOL_AT_CRASH_END; i++)
        note[i] = 0;
    *half_of(note, HTOL_AT_CRASH_SIGNAL) = (unsigned int)first->number;
    if (first->info)
        *half_of(note, HTOL_AT_CRASH_CODE) = (unsigned int)first->info->si_code;
    if (first->info && first->info->si_code > 0)
        *word_of(note, HTOL_AT_CRASH_ADDRESS) = (unsigned long)first->info->si_addr;
    rt_code_of(place, &code);
    *half_of(note, HTOL_AT_CRASH_PLACES) = 1;
    word_of(note, HTOL_AT_CRASH_PATH)[0] = code.number;
    word_of(note, HTOL_AT_CRASH_PATH)[1] = code.offset;
    *word_of(note, HTOL_AT_CRASH_KEY) = rt_stack_key(first->crashed);
}

static void copy_words(unsigned char *to, unsigned char *from, unsigned int begin, unsigned int end)
{
    for (unsigned int i = begin; i < end; i += sizeof(RtHalf))
        *half_of(to, i) = *half_of(from, i);
}

static void fill_note(unsigned char *note, unsigned char *from)
{
    copy_words(note, from, HTOL_AT_CRASH_SIGNAL, HTOL_AT_CRASH_TIMES);
    copy_words(note, from, HTOL_AT_CRASH_ADDRESS, HTOL_AT_CRASH_END);
    __atomic_store_n(half_of(note, HTOL_AT_CRASH_STATE), HTOL_CRASH_COMPLETE, __ATOMIC_RELEASE);
}

/* Makes the note in private memory first, so that one equal to a note of the file is only counted. */
static void write_note(void)
{
    static RtWord words[HTOL_AT_CRASH_END / sizeof(RtWord)];
    unsigned char *own = (unsigned char *)words;
    unsigned int number;
    int is_new;

    draft(own);
    crash.is_written = 1;
    number = find_note(own, &is_new);
    if (number == MOST_NOTES) {
        __atomic_fetch_add(word_of(crash.header, HTOL_AT_DATA_UNNOTED), 1, __ATOMIC_RELAXED);
        return;
    }
    __atomic_fetch_add(word_of(note_at(number), HTOL_AT_CRASH_TIMES), 1, __ATOMIC_RELAXED);
    if (!is_new)
        return;
    fill_note(note_at(number), own);
    rt_stack_save(crash.first.crashed, number, *word_of(crash.header, HTOL_AT_DATA_TEST_CHECKSUM),
                  *word_of(own, HTOL_AT_CRASH_KEY));
}

/* ---- the signal ---- */

/* Where the kernel laid down what it tells of the signal; NULL: a handler of the program's called ours and passed on
 * less than that. `entry` is the stack pointer at the handler's entry; info and context may be anything. */
static Frame *find_frame(const void *back, char *entry, const siginfo_t *info, const Context *context)
{
    Frame *frame = (Frame *)((char *)(void *)context - __builtin_offsetof(Frame, context));

    if (rt_equal(back, rt_restorer, RESTORER_SIZE))
        return (Frame *)entry;
    return &frame->info == info && (char *)frame > entry ? frame : (void *)0;
}

/* Whether the action asks for information. SA_RESETHAND leaves an action's flags. */
static int asks_for_info(int number)
{
    struct sigaction action;

    //! justify logic T: to ask for the handler of a signal that came does not fail
    if (sys_failed(sys_call(SYS_rt_sigaction, number, 0, (long)&action, sizeof action.sa_mask, 0)))
        return 0;
    return (action.sa_flags & SA_SIGINFO) != 0;
}

/* Sets the action that the program would have had without us. */
static void reset_action(int number)
{
    struct sigaction action = {0};

    sys_call(SYS_rt_sigaction, number, (long)&action, 0, sizeof action.sa_mask, 0);
}

/* What is not due to an instruction comes once only. Where a handler that had no information set back the action that
 * asks for it, there is something else in its place: hardly the same number. */
static int comes_again(int number, const siginfo_t *info)
{
    return info && info->si_signo == number && info->si_code > 0 &&
           !(number == SIGBUS && info->si_code == BUS_MCEERR_AO);
}

/* Whether the signal may come while the handler runs. */
static int may_nest(int number)
{
    return number == SIGSEGV || number == SIGBUS;
}

static unsigned long bit_of(int number)
{
    return 1ul << (number - 1);
}

/* Sends the signal again. If it is blocked, it waits until the handler returns: then the default action ends the
 * process. */
static void send_again(int number, siginfo_t *info)
{
    long process = sys_call(SYS_getpid, 0, 0, 0, 0, 0), thread = sys_call(SYS_gettid, 0, 0, 0, 0, 0);

    if (!info || sys_failed(sys_call(SYS_rt_tgsigqueueinfo, process, thread, number, (long)info, 0)))
        sys_call(SYS_tgkill, process, thread, number, 0, 0);
}

/* Blocks the signal: the kernel has not restored its default action, and it may come at any time. */
static void block(int number)
{
    unsigned long mask = bit_of(number);

    reset_action(number);
    sys_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&mask, 0, sizeof mask, 0);
}

/* Has the program die of the signal in the context that the handler returns to. */
static void let_it_die(const Arrival *arrival, Context *context)
{
    int again = comes_again(arrival->number, arrival->info);

    if (arrival->is_ours && may_nest(arrival->number) && again)
        *(RtWord *)&context->uc_sigmask |= bit_of(arrival->number);
    else if (arrival->is_ours && may_nest(arrival->number))
        block(arrival->number);
    crash.thread = 0;
    if (!again)
        send_again(arrival->number, arrival->info);
}

/* Dies of the signal in the handler, for where there is no way back to the place that the first signal met. */
static void die_at_once(const Arrival *arrival)
{
    unsigned long mask = bit_of(arrival->number);

    reset_action(arrival->number);
    send_again(arrival->number, arrival->info);
    sys_call(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&mask, 0, sizeof mask, 0);
}

/* Handles a signal that came while the note was written: keeps what is written so far, and goes on with the first one.
 */
static void come_back(Context *context)
{
    Arrival first = crash.first;

    rt_stack_end();
    if (!context || !first.context) {
        die_at_once(&first);
        return;
    }
    for (unsigned int i = 0; i < CONTEXT_WORDS; i++)
        ((RtWord *)context)[i] = ((const RtWord *)first.context)[i];
    let_it_die(&first, context);
}

static int take_turn(unsigned long thread)
{
    unsigned long none = 0;

    return crash.header &&
           __atomic_compare_exchange_n(&crash.thread, &none, thread, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Whether faults of rt_peek come to our handler: not if the program has one of its own. Makes no system call where none
 * may be made. */
static int peeks_may_fail(const Arrival *arrival)
{
    struct sigaction action;

    if (arrival->number == SIGSEGV)
        return arrival->is_ours;
    if (comes_again(arrival->number, arrival->info))
        return 0;
    return !sys_failed(sys_call(SYS_rt_sigaction, SIGSEGV, 0, (long)&action, sizeof action.sa_mask, 0)) &&
           action.sa_restorer == (__sigrestore_t)(void *)rt_restorer;
}

static void meet_signal(const Arrival *arrival)
{
    unsigned long thread = this_thread();

    if (!arrival->is_ours)
        reset_action(arrival->number);
    if (crash.thread == thread) {
        come_back(arrival->context);
        return;
    }
    if (take_turn(thread)) {
        crash.first = *arrival;
        arrival->crashed->may_fail = peeks_may_fail(arrival);
        write_note();
    }
    let_it_die(arrival, arrival->context);
}

/* Notes the stack that handlers run on, if there is one. */
static void add_stack(RtCrashed *crashed, const stack_t *stack)
{
    crashed->other = (unsigned long)stack->ss_sp;
    crashed->other_size = stack->ss_flags & SS_DISABLE ? 0 : stack->ss_size;
}

static void take_context(RtCrashed *crashed, const Context *context)
{
#ifdef __x86_64__
    const RtWord *registers = (const RtWord *)&context->uc_mcontext.r8;
#else
    const RtWord *registers = (const RtWord *)&context->uc_mcontext.regs;
#endif

    for (int i = 0; i < RT_REGISTERS; i++)
        crashed->registers[i] = registers[i];
    add_stack(crashed, &context->uc_stack);
    crashed->begin = failed_at(context);
}

/* Takes our own registers: for where nothing is known but that we are here. */
static inline __attribute__((always_inline)) void take_own(RtCrashed *crashed, const void *back)
{
    stack_t stack = {.ss_flags = SS_DISABLE};

    for (int i = 0; i < RT_REGISTERS; i++)
        crashed->registers[i] = 0;
#ifdef __x86_64__
    __asm__ volatile("movq %%r12, 32(%0)\n\tmovq %%r13, 40(%0)\n\tmovq %%r14, 48(%0)\n\tmovq %%r15, 56(%0)\n\t"
                     "movq %%rbp, 80(%0)\n\tmovq %%rbx, 88(%0)\n\tmovq %%rsp, 120(%0)\n\t"
                     "leaq 0f(%%rip), %%rcx\n0:\tmovq %%rcx, 128(%0)"
                     :
                     : "r"(crashed->registers)
                     : "rcx", "memory");
#else
    __asm__ volatile("stp x19, x20, [%0, #152]\n\tstp x21, x22, [%0, #168]\n\tstp x23, x24, [%0, #184]\n\t"
                     "stp x25, x26, [%0, #200]\n\tstp x27, x28, [%0, #216]\n\tstp x29, x30, [%0, #232]\n\t"
                     "mov x9, sp\n\tadr x10, 0f\n0:\tstp x9, x10, [%0, #248]"
                     :
                     : "r"(crashed->registers)
                     : "x9", "x10", "memory");
#endif
    crashed->begin = (unsigned long)back;
    sys_call(SYS_sigaltstack, 0, (long)&stack, 0, 0, 0);
    add_stack(crashed, &stack);
}

/* Whether the signal is due to what rt_peek was asked to read. */
static int is_peek(Context *context)
{
    if (failed_at(context) != (unsigned long)(void *)rt_peek)
        return 0;
#ifdef __x86_64__
    context->uc_mcontext.rip = (unsigned long)rt_peek_failed;
#else
    context->uc_mcontext.pc = (unsigned long)rt_peek_failed;
#endif
    return 1;
}

void rt_handle(int number, siginfo_t *info, void *context, char *entry)
{
    const void *back = __builtin_return_address(0);
    Frame *frame = find_frame(back, entry, info, context);
    RtCrashed crashed;
    Arrival arrival = {number, back == rt_restorer, (void *)0, (void *)0, &crashed};

    if (frame && is_peek(&frame->context))
        return;
    if (frame) {
        arrival.context = &frame->context;
        take_context(&crashed, &frame->context);
    } else {
        take_own(&crashed, back);
    }
    if (frame && (arrival.is_ours || asks_for_info(number)))
        arrival.info = &frame->info;
    meet_signal(&arrival);
}

/* ---- the start ---- */

int rt_crash_keep(unsigned char *header)
{
    unsigned char *before = crash.header;

    if (!rt_is_program() || !rt_wants_crashes())
        return 0;
    rt_stack_start();
    crash.header = header;
    if (before)
        os_unmap(before, HTOL_PAGE);
    return 1;
}

/* Makes a stack for handlers, which cannot run on a stack that overflowed. Other threads get none. */
static void make_stack(void)
{
    stack_t stack;
    long place;

    //! justify logic T-: to ask for the stack does not fail
    if (sys_failed(sys_call(SYS_sigaltstack, 0, (long)&stack, 0, 0, 0)) || !(stack.ss_flags & SS_DISABLE))
        return;
    place = os_map_zeros(STACK_SIZE);
    //! justify logic T: where there is no memory, what measures cannot record either
    if (sys_failed(place))
        return;
    stack.ss_sp = (void *)place;
    stack.ss_flags = 0;
    stack.ss_size = STACK_SIZE;
    sys_call(SYS_sigaltstack, (long)&stack, 0, 0, 0, 0);
}

static void take_signal(int number)
{
    struct sigaction action = {0}, before;

    //! justify logic T-: to ask for the handler of a signal that there is does not fail
    if (sys_failed(sys_call(SYS_rt_sigaction, number, 0, (long)&before, sizeof before.sa_mask, 0)) ||
        before.sa_handler != SIG_DFL)
        return;
    action.sa_handler = (__sighandler_t)(void *)rt_handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | RESTORER | (may_nest(number) ? SA_NODEFER : SA_RESETHAND);
    action.sa_restorer = (__sigrestore_t)(void *)rt_restorer;
    sys_call(SYS_rt_sigaction, number, (long)&action, 0, sizeof action.sa_mask, 0);
}

/* After those of the user's constructors that have priorities, which may install handlers of their own. clang takes it
 * that no function of this file was called before: it would leave the constructor out, for there is no header then. */
__attribute__((constructor, used)) static void start(void)
{
    static const unsigned char numbers[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

    if (!*(unsigned char *volatile *)&crash.header)
        return;
    make_stack();
    for (unsigned int i = 0; i < sizeof numbers; i++)
        take_signal(numbers[i]);
}
