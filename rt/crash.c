/* Notes of how the program ends by a signal: where it was, and the way there, as addresses in the header of its data
 * file. They are given names when the report is made.
 *
 * Only if the environment asks for it (HLCOV_CRASH), in the program and not in its libraries, and for signals whose
 * action is the default one when the program starts. What the program can see of it: those actions, a stack for signal
 * handlers where it had none, and that libgcc is loaded. Whatever it sets later replaces ours.
 *
 * It dies as ever: the kernel restores the default action when it calls the handler (SA_RESETHAND); the handler returns
 * to the instruction that failed, which fails again, or has the same signal sent again. The former takes no system call
 * that a program which has locked itself in may be killed for. While the way is looked for, memory may be read that is
 * not there: then the handler comes in again and goes back to where the first signal came.
 *
 * Programs get the handler as the action that was there before theirs: they install it again, by signal() without any
 * of our flags, or call it with its first argument only. So what is known of the signal is what the kernel is known to
 * have laid down, and where the kernel did not come by our own flags we reset the action. */
#include "rt/rt.h"

#include <asm/sigcontext.h>
#include <linux/signal.h>

#include <asm/ucontext.h>
#include <linux/mman.h>

#include "rt/sys.h"

enum {
    MOST_PLACES = HTOL_LEN_CRASH_PATH / (int)sizeof(RtCode),
    MOST_NOTES = HTOL_LEN_DATA_NOTES / HTOL_AT_CRASH_END,
    MOST_FOUND = 64,
    STACK_SIZE = 65536,
    CONTEXT_WORDS = sizeof(struct ucontext) / sizeof(RtWord),
    RESTORER_SIZE = 8, /* at least, in bytes */
    RESTORER = 0x04000000 /* SA_RESTORER, of which not all headers tell */
};

typedef struct ucontext Context;

/* Of libc, if there is one, and of what every static program of C contains, as a rule. */
extern int backtrace(void **found, int most) __attribute__((weak));
extern int _Unwind_Backtrace(int (*visit)(void *context, void *data), void *data) __attribute__((weak));
extern unsigned long _Unwind_GetIP(void *context) __attribute__((weak));
extern const void *_Unwind_Find_FDE(void *code, void *bases) __attribute__((weak));

/* The address that handlers return to. Unwinders know these very instructions, where no table says otherwise. */
extern const char rt_restorer[] __attribute__((visibility("hidden")));

#ifdef __x86_64__
__asm__(".text\n\tnop\n\t.globl rt_restorer\n"
        "rt_restorer:\n\t.byte 0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05\n");
#else
__asm__(".text\n\tnop\n\t.globl rt_restorer\n"
        "rt_restorer:\n\tmov x8, #139\n\tsvc #0\n");
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
    int is_ours;         /* the kernel called the handler, as we installed it: the action is the default one now */
    siginfo_t *info;     /* NULL: not known */
    Context *context;    /* NULL: not known */
    unsigned long begin; /* address where the way begins: what failed, or what called the handler if context is NULL */
} Arrival;

/* The way of the signal that is being noted. */
static struct {
    unsigned char *header; /* of the data file, mapped; NULL: there is none */
    unsigned long thread;  /* the one that has all below; 0: none */
    Arrival first;
    int is_written; /* or about to be */
    int n_found;
    void *found[MOST_FOUND]; /* of those that came, first the handler and its like */
} crash;

static unsigned long failed_at(const Context *context)
{
#ifdef __x86_64__
    return context->uc_mcontext.rip;
#else
    return context->uc_mcontext.pc;
#endif
}

/* Where a function that was called through a wild pointer would have returned to. */
static unsigned long wild_caller(const Context *context)
{
#ifdef __x86_64__
    return *(const RtWord *)context->uc_mcontext.rsp;
#else
    return context->uc_mcontext.regs[30];
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

/* Addresses that cannot be told differ from process to process. */
static int is_same_place(const RtWord *a, const RtWord *b)
{
    return a[0] == b[0] && (a[0] == 0 || a[1] == b[1]);
}

static int is_same(unsigned char *a, unsigned char *b)
{
    unsigned int n = *half_of(a, HTOL_AT_CRASH_PLACES);

    if (*half_of(a, HTOL_AT_CRASH_SIGNAL) != *half_of(b, HTOL_AT_CRASH_SIGNAL) ||
        *half_of(a, HTOL_AT_CRASH_CODE) != *half_of(b, HTOL_AT_CRASH_CODE) ||
        n != *half_of(b, HTOL_AT_CRASH_PLACES) || n > MOST_PLACES)
        return 0;
    for (unsigned int i = 0; i < n; i++)
        if (!is_same_place(word_of(a, HTOL_AT_CRASH_PATH + i * sizeof(RtCode)),
                           word_of(b, HTOL_AT_CRASH_PATH + i * sizeof(RtCode))))
            return 0;
    return 1;
}

static unsigned char *note_at(unsigned int i)
{
    return crash.header + HTOL_AT_DATA_NOTES + i * HTOL_AT_CRASH_END;
}

/* What stands for an end while its note is being written: others that end so at that time count themselves there, not
 * in a second note. Above the state's two bits, a hash of what is_same() compares. */
static unsigned int state_while_taken(unsigned char *note)
{
    unsigned long sum = HTOL_FNV_BASIS;

    for (unsigned int i = HTOL_AT_CRASH_SIGNAL; i < HTOL_AT_CRASH_TIMES; i++)
        sum = (sum ^ note[i]) * HTOL_FNV_PRIME;
    for (unsigned int i = 0; i < *half_of(note, HTOL_AT_CRASH_PLACES); i++) {
        const RtWord *place = word_of(note, HTOL_AT_CRASH_PATH + i * sizeof(RtCode));

        sum = (sum ^ place[0]) * HTOL_FNV_PRIME;
        sum = (sum ^ (place[0] ? place[1] : 0)) * HTOL_FNV_PRIME;
    }
    return (unsigned int)(sum >> 32) << HTOL_CRASH_STATE_BITS | HTOL_CRASH_TAKEN;
}

/* The note of that end, or a free one, which is taken for it then; NULL: there is no room. */
static unsigned char *find_note(unsigned char *draft, int *is_new)
{
    unsigned int taken = state_while_taken(draft);

    for (unsigned int i = 0; i < MOST_NOTES; i++) {
        unsigned char *note = note_at(i);
        unsigned int state = HTOL_CRASH_FREE;

        *is_new = __atomic_compare_exchange_n(half_of(note, HTOL_AT_CRASH_STATE), &state, taken, 0, __ATOMIC_ACQUIRE,
                                              __ATOMIC_ACQUIRE);
        if (*is_new || state == taken || (state == HTOL_CRASH_COMPLETE && is_same(note, draft)))
            return note;
    }
    return (void *)0;
}

static void add_place(unsigned char *note, unsigned long address)
{
    unsigned int n = *half_of(note, HTOL_AT_CRASH_PLACES);
    RtCode code = {0, address};

    if (n >= MOST_PLACES)
        return;
    rt_code_of(address, &code);
    word_of(note, HTOL_AT_CRASH_PATH + n * sizeof(RtCode))[0] = code.number;
    word_of(note, HTOL_AT_CRASH_PATH + n * sizeof(RtCode))[1] = code.offset;
    *half_of(note, HTOL_AT_CRASH_PLACES) = n + 1;
}

/* Where the way begins in what was found. n_found: it is not there. */
static int way_begins(void)
{
    int at = 0;

    while (at < crash.n_found && (unsigned long)crash.found[at] != crash.first.begin)
        at++;
    return at;
}

/* How often is left open. */
static void draft(unsigned char *note)
{
    const Arrival *first = &crash.first;

    for (unsigned int i = 0; i < HTOL_AT_CRASH_END; i++)
        note[i] = 0;
    *half_of(note, HTOL_AT_CRASH_SIGNAL) = (unsigned int)first->number;
    if (first->info)
        *half_of(note, HTOL_AT_CRASH_CODE) = (unsigned int)first->info->si_code;
    if (first->info && first->info->si_code > 0)
        *word_of(note, HTOL_AT_CRASH_ADDRESS) = (unsigned long)first->info->si_addr;
    add_place(note, first->context ? first->begin : first->begin - 1);
    for (int at = way_begins() + 1; at < crash.n_found && crash.found[at]; at++)
        add_place(note, (unsigned long)crash.found[at]);
}

static void copy(unsigned char *to, unsigned char *from, unsigned int begin, unsigned int end)
{
    for (unsigned int i = begin; i < end; i += sizeof(RtHalf))
        *half_of(to, i) = *half_of(from, i);
}

/* Made in a place of this process's own first, so that equal ones are counted. */
static void write_note(void)
{
    static RtWord words[HTOL_AT_CRASH_END / sizeof(RtWord)];
    unsigned char *own = (unsigned char *)words, *note;
    int is_new;

    crash.is_written = 1;
    draft(own);
    note = find_note(own, &is_new);
    if (!note) {
        __atomic_fetch_add(word_of(crash.header, HTOL_AT_DATA_UNNOTED), 1, __ATOMIC_RELAXED);
        return;
    }
    __atomic_fetch_add(word_of(note, HTOL_AT_CRASH_TIMES), 1, __ATOMIC_RELAXED);
    if (!is_new)
        return;
    copy(note, own, HTOL_AT_CRASH_SIGNAL, HTOL_AT_CRASH_TIMES);
    copy(note, own, HTOL_AT_CRASH_ADDRESS, HTOL_AT_CRASH_END);
    __atomic_store_n(half_of(note, HTOL_AT_CRASH_STATE), HTOL_CRASH_COMPLETE, __ATOMIC_RELEASE);
}

/* ---- the way ---- */

static int unwinds;

static int visit(void *context, void *data)
{
    (void)data;
    if (crash.n_found < MOST_FOUND)
        crash.found[crash.n_found++] = (void *)_Unwind_GetIP(context);
    return 0;
}

static void find_way(void)
{
    if (backtrace)
        crash.n_found = backtrace(crash.found, MOST_FOUND);
    else if (unwinds)
        _Unwind_Backtrace(visit, (void *)0); /* NOLINT(clang-analyzer-core.CallAndMessage): it is there then */
}

/* What has to be loaded or sorted for that is so now, not in a handler. Without a table of our own code the unwinder of
 * static programs would abort. */
static void prepare_way(void)
{
    void *bases[3];

    //! justify logic FF--: libgcc has all three or none
    //! justify logic FTF-: as above
    //! justify logic FTTF: as above
    if (!backtrace && _Unwind_Backtrace && _Unwind_GetIP && _Unwind_Find_FDE)
        unwinds = _Unwind_Find_FDE((char *)(void *)find_way + 1, bases) != (void *)0;
    find_way();
}

/* A call through a wild pointer leads to where no unwinder knows the way back. */
static void add_wild_caller(void)
{
    RtCode code;

    if (!crash.first.context || way_begins() + 1 < crash.n_found || rt_code_of(crash.first.begin, &code))
        return;
    crash.found[0] = (void *)crash.first.begin;
    crash.found[1] = (void *)wild_caller(crash.first.context);
    crash.n_found = 2;
}

/* ---- the signal ---- */

/* Where the kernel laid down what it tells of the signal; NULL: a handler of the program's called ours and passed on
 * less than that. `entry` is the place behind the handler's return address on x86-64, the stack pointer at its entry on
 * AArch64; info and context may be anything. */
static Frame *find_frame(const void *back, char *entry, const siginfo_t *info, const Context *context)
{
    Frame *frame = (Frame *)((char *)(void *)context - __builtin_offsetof(Frame, context));

    if (rt_equal(back, rt_restorer, RESTORER_SIZE))
#ifdef __x86_64__
        return (Frame *)(entry - __builtin_offsetof(Frame, context));
#else
        return (Frame *)entry;
#endif
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

/* The action that the program would have had. */
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

/* If it is blocked, as a rule, it waits until the handler is left: then the default action ends the process. */
static void send_again(int number, siginfo_t *info)
{
    long process = sys_call(SYS_getpid, 0, 0, 0, 0, 0), thread = sys_call(SYS_gettid, 0, 0, 0, 0, 0);

    if (!info || sys_failed(sys_call(SYS_rt_tgsigqueueinfo, process, thread, number, (long)info, 0)))
        sys_call(SYS_tgkill, process, thread, number, 0, 0);
}

/* The action is the default one by now. */
static void let_it_die(const Arrival *arrival)
{
    crash.thread = 0;
    if (!comes_again(arrival->number, arrival->info))
        send_again(arrival->number, arrival->info);
}

/* Where there is no way back to what the first signal met. */
static void die_at_once(const Arrival *arrival)
{
    unsigned long mask = 1ul << (arrival->number - 1);

    reset_action(arrival->number);
    send_again(arrival->number, arrival->info);
    sys_call(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&mask, 0, sizeof mask, 0);
}

/* While the way was looked for: what was found by then is noted, and the first signal goes on. */
static void come_back(Context *context)
{
    Arrival first = crash.first;

    if (!crash.is_written)
        write_note();
    if (!context || !first.context) {
        die_at_once(&first);
        return;
    }
    for (unsigned int i = 0; i < CONTEXT_WORDS; i++)
        ((RtWord *)context)[i] = ((const RtWord *)first.context)[i];
    let_it_die(&first);
}

static int take_turn(unsigned long thread)
{
    unsigned long none = 0;

    return crash.header &&
           __atomic_compare_exchange_n(&crash.thread, &none, thread, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void note_crash(const Arrival *arrival)
{
    crash.first = *arrival;
    crash.n_found = crash.is_written = 0;
    find_way();
    add_wild_caller();
    write_note();
}

static void meet(const Arrival *arrival)
{
    unsigned long thread = this_thread();

    if (!arrival->is_ours)
        reset_action(arrival->number);
    if (crash.thread == thread) {
        come_back(arrival->context);
        return;
    }
    if (take_turn(thread))
        note_crash(arrival);
    let_it_die(arrival);
}

static void handle(int number, siginfo_t *info, void *context)
{
    const void *back = __builtin_return_address(0);
    Frame *frame = find_frame(back, __builtin_dwarf_cfa(), info, context);
    Arrival arrival = {number, back == rt_restorer, (void *)0, (void *)0, (unsigned long)back};

    if (frame) {
        arrival.context = &frame->context;
        arrival.begin = failed_at(&frame->context);
        if (arrival.is_ours || asks_for_info(number))
            arrival.info = &frame->info;
    }
    meet(&arrival);
}

/* ---- the start ---- */

int rt_crash_keep(unsigned char *header)
{
    unsigned char *before = crash.header;

    if (!rt_is_program() || !rt_wants_crashes())
        return 0;
    crash.header = header;
    if (before)
        sys_call(SYS_munmap, (long)before, HTOL_PAGE, 0, 0, 0);
    return 1;
}

/* A stack that overflowed is none to run on. Threads have none of their own. */
static void make_stack(void)
{
    stack_t stack;
    long place;

    //! justify logic T-: to ask for the stack does not fail
    if (sys_failed(sys_call(SYS_sigaltstack, 0, (long)&stack, 0, 0, 0)) || !(stack.ss_flags & SS_DISABLE))
        return;
    place = sys_mmap(STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
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
    action.sa_handler = (__sighandler_t)(void *)handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | RESTORER;
    action.sa_restorer = (__sigrestore_t)(void *)rt_restorer;
    sys_call(SYS_rt_sigaction, number, (long)&action, 0, sizeof action.sa_mask, 0);
}

/* After those of the user's constructors that have priorities: static programs know their tables only now. */
__attribute__((constructor, used)) static void start(void)
{
    static const unsigned char numbers[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

    if (!crash.header)
        return;
    prepare_way();
    make_stack();
    for (unsigned int i = 0; i < sizeof numbers; i++)
        take_signal(numbers[i]);
}
