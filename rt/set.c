/* Sets of tuples, shared by threads and processes: a tuple lies in the data file when hlcov_add returns. What
 * a set looks like is said by format.def; what tuples mean is not known here.
 *
 * Words are taken by adding to USED, then the tuple is written, then an entry of the index leads to it: from
 * 0, by compare-and-swap, and for good. So an entry's tuple is complete, wherever writers are interrupted or
 * die: words that were taken in vain are the only trace.
 *
 * Tuples that come before the section lies where it stays wait in a set of our own: a writer that is half
 * done must not find the file's pages where its private ones were. */
#include "rt/set.h"

#include "rt/os.h"
#include "rt/rt.h"

enum {
    MOST_PROBES = 512,
    EARLY_INDEX = 2048,
    EARLY_WORDS = 6136,
    EARLY_SIZE = HTOL_AT_SET_END + EARLY_INDEX * 4 + EARLY_WORDS * 8
};

/* A linker may keep more than one copy of this file: they share this as they share the functions. */
typedef struct {
    int started;                                         /* sets lie where they stay */
    int (*code_of)(unsigned long address, RtCode *code); /* rt_code_of */
    unsigned long seed;                                  /* of the numbers of this process and those that it forks */
    RtWord *own; /* this process's, 0 in one that was just forked; NULL if that cannot be had */
    RtWord pages[2][HTOL_PAGE / sizeof(RtWord)] __attribute__((aligned(HTOL_PAGE))); /* one of them is for `own` */
    RtWord early[EARLY_SIZE / sizeof(RtWord)];                                       /* the set of tuples that wait */
} State;

State hlcov_rt_values __attribute__((weak, visibility("hidden")));

/* A set, as its header says: read once, for a file may be damaged by others at any time. */
typedef struct {
    unsigned char *header;
    RtHalf *index;
    RtWord *words;
    unsigned long n_index, n_words; /* with n_index 0 its header is damaged */
} Set;

/* A tuple on its way into a set. */
typedef struct {
    const RtTuple *tuple;
    const Set *set;
    RtWord head;           /* its first word */
    const RtValue *plain;  /* its values, if they stay as they came and lie in one array; else NULL */
    int raw;               /* values stay as they came */
    unsigned long process; /* 0: not yet needed */
} Entry;

static unsigned long mix_word(unsigned long state, unsigned long word)
{
    state = (state ^ word) * 0x9e3779b97f4a7c15;
    return state ^ state >> 32;
}

/* Adds `by` to a count in the header; returns what it was. */
static unsigned long grow_count(unsigned char *header, unsigned int place, unsigned long by)
{
    return __atomic_fetch_add((RtWord *)(header + place), by, __ATOMIC_RELAXED);
}

/* ---- values ---- */

static unsigned long number_of(unsigned long state)
{
    //! justify logic F: one hash of 2^56 has these bits
    return state >> 8 ? state >> 8 : 1;
}

/* In a forked process, a word of a set is taken for the sake of its number, which no other gets. Neither the
 * clock nor the kernel is asked, for either may kill a program that has locked itself in; but the kernel is,
 * each time, where it could not clear a page. */
static unsigned long process_number(unsigned char *set)
{
    State *state = &hlcov_rt_values;
    unsigned long number, made;

    if (!state->own)
        return number_of(mix_word(state->seed, (unsigned long)os_process()));
    number = __atomic_load_n(state->own, __ATOMIC_RELAXED);
    if (number)
        return number;
    made = mix_word(state->seed, grow_count(set, HTOL_AT_SET_USED, 1));
    made = number_of(mix_word(made, (unsigned long)set));
    __atomic_compare_exchange_n(state->own, &number, made, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    //! justify logic T: a signal's handler or another thread since the load above
    return number ? number : made;
}

/* Makes a pointer mean the same in all processes: of code by its program or library, else with the process's number. */
static RtValue told_apart(Entry *entry, RtValue value)
{
    RtCode code;

    if (value.bits == 0)
        return value;
    if (value.kind == HTOL_TUPLE_CODE && hlcov_rt_values.code_of(value.bits, &code)) {
        value.kind += code.number << 8;
        value.bits = code.offset;
        return value;
    }
    if (!entry->process)
        entry->process = process_number(entry->set->header);
    value.kind += entry->process << 8;
    return value;
}

static unsigned long n_values(const Entry *entry)
{
    return entry->tuple->n_first + entry->tuple->n_second;
}

static int is_address(RtValue value)
{
    return value.kind == HTOL_TUPLE_POINTER || value.kind == HTOL_TUPLE_CODE;
}

static RtValue told_value(Entry *entry, unsigned long i)
{
    const RtTuple *tuple = entry->tuple;
    RtValue value = i < tuple->n_first ? tuple->first[i] : tuple->second[i - tuple->n_first];

    return entry->raw || !is_address(value) ? value : told_apart(entry, value);
}

/* Returns value `i` of the tuple as the set holds it. */
static inline __attribute__((always_inline)) RtValue value_at(Entry *entry, unsigned long i)
{
    return entry->plain ? entry->plain[i] : told_value(entry, i);
}

/* Returns the values of a tuple that need not be told apart and lie in one array; else NULL. */
static const RtValue *plain_values(const RtTuple *tuple)
{
    for (unsigned long i = 0; i < tuple->n_first; i++)
        if (is_address(tuple->first[i]))
            return (void *)0;
    return tuple->n_second ? (void *)0 : tuple->first;
}

/* ---- one set ---- */

/* Reads the header of the set at `header`, which has `size` bytes. */
static Set set_at(unsigned char *header, unsigned long size)
{
    Set set = {header, (RtHalf *)(header + HTOL_AT_SET_END), (void *)0, rt_half(header, HTOL_AT_SET_INDEX),
               rt_half(header, HTOL_AT_SET_WORDS)};

    set.words = (RtWord *)(set.index + set.n_index);
    if (set.n_index * 4 + set.n_words * 8 > size - HTOL_AT_SET_END)
        set.n_index = 0;
    return set;
}

static unsigned long hash(Entry *entry)
{
    unsigned long state = mix_word(0, entry->head);

    for (unsigned long i = 0; i < n_values(entry); i++) {
        RtValue value = value_at(entry, i);

        state = mix_word(mix_word(state, value.kind), value.bits);
    }
    return state;
}

/* Whether `size` words can begin at `first`. */
static int fits_words(const Set *set, unsigned long first, unsigned long size)
{
    return first <= set->n_words && size <= set->n_words - first;
}

static int is_at(Entry *entry, unsigned long first)
{
    const Set *set = entry->set;
    const RtWord *word = set->words + first;

    if (!fits_words(set, first, 1 + 2 * n_values(entry)) || *word != entry->head)
        return 0;
    for (unsigned long i = 0; i < n_values(entry); i++) {
        RtValue value = value_at(entry, i);

        if (word[2 + 2 * i] != value.bits || word[1 + 2 * i] != value.kind)
            return 0;
    }
    return 1;
}

/* Writes the tuple to new words; returns 1 + the index of the first, 0 if there is no room. */
static RtHalf put_tuple(Entry *entry)
{
    const Set *set = entry->set;
    unsigned long size = 1 + 2 * n_values(entry);
    unsigned long first = __atomic_load_n((RtWord *)(set->header + HTOL_AT_SET_USED), __ATOMIC_RELAXED);
    RtWord *word;

    if (!fits_words(set, first, size)) /* so that it never wraps */
        return 0;
    first = grow_count(set->header, HTOL_AT_SET_USED, size);
    //! justify logic F: others took the room since the load above
    if (!fits_words(set, first, size))
        return 0;
    word = set->words + first;
    *word++ = entry->head;
    for (unsigned long i = 0; i < n_values(entry); i++) {
        RtValue value = value_at(entry, i);

        *word++ = value.kind;
        *word++ = value.bits;
    }
    return (RtHalf)(first + 1);
}

/* Adds the tuple unless the set has it; returns 0 if there is no room. */
static int insert_tuple(Entry *entry)
{
    const Set *set = entry->set;
    unsigned long at = hash(entry);
    RtHalf made = 0;

    for (unsigned long i = 0; i < MOST_PROBES && i < set->n_index; i++, at++) {
        RtHalf *place = set->index + (at & (set->n_index - 1));
        RtHalf found = __atomic_load_n(place, __ATOMIC_ACQUIRE);

        if (!found) {
            //! justify logic T: another took the place of the index since the load above
            made = made ? made : put_tuple(entry);
            if (!made)
                return 0;
            if (__atomic_compare_exchange_n(place, &found, made, 0, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
                return 1;
        }
        if (is_at(entry, found - 1ul))
            return 1;
    }
    return 0;
}

static void add_tuple(Entry *entry)
{
    if (n_values(entry) > HTOL_MOST_TUPLE_VALUES || !insert_tuple(entry))
        grow_count(entry->set->header, HTOL_AT_SET_LOST, 1);
}

/* ---- before the start ---- */

static Set early_set(void)
{
    unsigned char *header = (unsigned char *)hlcov_rt_values.early;

    __atomic_store_n((RtHalf *)(header + HTOL_AT_SET_INDEX), EARLY_INDEX, __ATOMIC_RELAXED);
    __atomic_store_n((RtHalf *)(header + HTOL_AT_SET_WORDS), EARLY_WORDS, __ATOMIC_RELAXED);
    return set_at(header, EARLY_SIZE);
}

/* The first word of a tuple says there also which set it is for, by its page. */
static void add_early(Entry entry)
{
    Set early = early_set();

    entry.head |= (unsigned long)(entry.set->header - __start_hlcov_bits) / HTOL_PAGE << 40;
    entry.raw = 1;
    entry.set = &early;
    add_tuple(&entry);
}

static void add_again(const RtWord *word)
{
    RtTuple tuple = {*word & 0xffffffff, *word >> 32 & 0xff, 0, (const RtValue *)(word + 1), (void *)0};

    rt_set_add(__start_hlcov_bits + (*word >> 40) * HTOL_PAGE, &tuple);
}

/* Adds `lost` to LOST of every set, because tuples that did not fit may be missing in any. The section must be sound.
 */
static void lose_tuples(unsigned long lost)
{
    unsigned char *piece = __start_hlcov_bits;

    for (; lost && piece < __stop_hlcov_bits; piece += rt_piece_size(piece))
        if (rt_is_set(piece))
            grow_count(piece, HTOL_AT_SET_LOST, lost);
}

static void add_what_waits(void)
{
    Set set = early_set();

    for (unsigned long i = 0; i < EARLY_INDEX; i++) {
        RtHalf found = __atomic_load_n(set.index + i, __ATOMIC_ACQUIRE);

        if (found)
            add_again(set.words + found - 1);
    }
    lose_tuples(__atomic_load_n((RtWord *)(set.header + HTOL_AT_SET_LOST), __ATOMIC_RELAXED));
}

/* ---- the start ---- */

static void make_seed(void)
{
    OsTime now = os_clock();
    unsigned long seed = mix_word(mix_word(0, os_random()), (unsigned long)os_process());

    seed = mix_word(mix_word(seed, (unsigned long)now.seconds), (unsigned long)now.nanoseconds);
    hlcov_rt_values.seed = mix_word(seed, (unsigned long)&now);
}

/* A page that the kernel clears in forked processes: the one at an odd multiple of our page. It refuses where
 * pages are larger, instead of clearing more. */
static void make_own(void)
{
    State *state = &hlcov_rt_values;
    RtWord *page = state->pages[(unsigned long)state->pages / HTOL_PAGE % 2 ? 0 : 1];

    if (!os_clear_on_fork(page, HTOL_PAGE))
        return;
    *page = number_of(state->seed);
    state->own = page;
}

/* Either a writer sees that we have started, or we see what it wrote before it looked. */
__attribute__((weak, visibility("hidden"))) void hlcov_rt_values_start(int (*code_of)(unsigned long address,
                                                                                      RtCode *code))
{
    hlcov_rt_values.code_of = code_of;
    make_seed();
    make_own();
    __atomic_store_n(&hlcov_rt_values.started, 1, __ATOMIC_RELEASE);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    add_what_waits();
}

/* ---- probes ---- */

void rt_set_add(unsigned char *header, const RtTuple *tuple)
{
    Set set = set_at(header, (unsigned long)(__stop_hlcov_bits - header));
    RtWord head = tuple->source | (tuple->n_first + tuple->n_second) << 32;
    Entry entry = {tuple, &set, head, plain_values(tuple), 0, 0};

    if (!__atomic_load_n(&hlcov_rt_values.started, __ATOMIC_ACQUIRE)) {
        add_early(entry);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        //! justify logic T: another thread has started us since the load above
        if (!__atomic_load_n(&hlcov_rt_values.started, __ATOMIC_ACQUIRE))
            return;
    }
    add_tuple(&entry);
}

__attribute__((weak, visibility("hidden"))) void hlcov_add(unsigned char *set, unsigned long source,
                                                           unsigned long n_values, const RtValue *values)
{
    RtTuple tuple = {source, n_values, 0, values, (void *)0};

    rt_set_add(set, &tuple);
}
