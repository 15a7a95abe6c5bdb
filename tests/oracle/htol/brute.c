/* The oracle of HTOL: a parser of scripts, the well-formedness of hyperlabels, and a search through every
 * combination of environments. It has no normal form, no joins and nothing of htol/. Arithmetic is
 * brute_value.c's. */
#include "tests/oracle/htol/brute.h"
#include "tests/oracle/htol/brute_value.h"

#include <string.h>

enum { MOST_NAMES = 256, MOST_DEPTH = 200 };

typedef struct Guard Guard;
struct Guard {
    BruteOp op;
    BruteValue number; /* BRUTE_NUMBER */
    guint slot;        /* BRUTE_NAME */
    const Guard *left, *right;
};

typedef struct {
    guint64 bits[MOST_NAMES / 64];
} NameSet;

typedef struct {
    const char *name;
    GPtrArray *metavariables;
} Label;

typedef struct {
    const char *label;
    guint primes;
    GPtrArray *kills; /* labels that must not be covered between this member and the next */
} Member;

typedef enum { LEAF, BOTH, EITHER, GUARDED } HyperKind;

typedef struct Hyper Hyper;
struct Hyper {
    HyperKind kind;
    GArray *members;     /* LEAF: one, or those of a sequence */
    char *key;           /* LEAF: of its relation */
    GArray *slots;       /* LEAF: guint, its columns */
    Hyper *left, *right; /* GUARDED: left alone */
    const Guard *guard;
    const BruteRelation *relation; /* LEAF, while searching */
};

struct BruteScript {
    GPtrArray *garbage; /* everything that was allocated for it */
    GHashTable *slots;  /* a metavariable's name to its slot */
    GPtrArray *labels;
    GPtrArray *leaves;
    Hyper *hyper;
};

typedef struct {
    BruteScript *script;
    const char *start, *at;
    guint depth;
    char *error; /* the first; then `at` is at the end */
} Parser;

static void *allocate(BruteScript *script, gsize size)
{
    void *block = g_malloc0(size);
    g_ptr_array_add(script->garbage, block);
    return block;
}

static void fail(Parser *parser, const char *reason)
{
    if (!parser->error) {
        parser->error = g_strdup_printf("at byte %d: %s", (int)(parser->at - parser->start), reason);
    }
    parser->at = "";
}

/* Text. */

static void skip_space(Parser *parser)
{
    for (;;) {
        parser->at += strspn(parser->at, " \t\r\n\f\v");
        if (strncmp(parser->at, "//", 2) != 0) {
            return;
        }
        parser->at += strcspn(parser->at, "\n");
    }
}

static gboolean next_is(Parser *parser, char wanted)
{
    skip_space(parser);
    return *parser->at == wanted;
}

static gboolean accept(Parser *parser, char wanted)
{
    if (!next_is(parser, wanted)) {
        return FALSE;
    }
    parser->at++;
    return TRUE;
}

static void expect(Parser *parser, char wanted)
{
    if (!accept(parser, wanted)) {
        char reason[] = "expected 'x'";
        reason[10] = wanted;
        fail(parser, reason);
    }
}

static gboolean begins_name(char c)
{
    return g_ascii_isalpha(c) || c == '_';
}

/* A name, to be freed by the script; "" and an error if there is none. */
static const char *name(Parser *parser)
{
    skip_space(parser);
    const char *end = parser->at;
    if (begins_name(*end)) {
        while (g_ascii_isalnum(*end) || *end == '_') {
            end++;
        }
    }
    if (end == parser->at) {
        fail(parser, "expected a name");
        return "";
    }
    gsize length = end - parser->at;
    char *copy = allocate(parser->script, length + 1);
    memcpy(copy, parser->at, length);
    parser->at = end;
    return copy;
}

static guint primes(Parser *parser)
{
    guint count = 0;
    while (accept(parser, '\'')) {
        count++;
    }
    return count;
}

static guint slot_of(BruteScript *script, const char *base, guint n_primes)
{
    GString *full = g_string_new(base);
    for (guint i = 0; i < n_primes; i++) {
        g_string_append_c(full, '\'');
    }
    gpointer found;
    if (g_hash_table_lookup_extended(script->slots, full->str, NULL, &found)) {
        g_string_free(full, TRUE);
        return GPOINTER_TO_UINT(found);
    }
    guint slot = g_hash_table_size(script->slots);
    g_assert(slot < MOST_NAMES);
    g_hash_table_insert(script->slots, g_string_free(full, FALSE), GUINT_TO_POINTER(slot));
    return slot;
}

/* Labels. */

static const char *skip_literal(const char *at)
{
    char quote = *at++;
    while (*at && *at != quote) {
        at += *at == '\\' && at[1] ? 2 : 1;
    }
    return *at ? at + 1 : at;
}

/* C text up to one of `ends` outside of brackets, literals and comments; at least a character of it. */
static void c_text(Parser *parser, const char *ends)
{
    skip_space(parser);
    const char *start = parser->at;
    guint open = 0;
    while (*parser->at && (open || !strchr(ends, *parser->at))) {
        if (*parser->at == '"' || *parser->at == '\'') {
            parser->at = skip_literal(parser->at);
            continue;
        }
        if (strncmp(parser->at, "//", 2) == 0) {
            parser->at += strcspn(parser->at, "\n");
            continue;
        }
        open += strchr("([{", *parser->at) != NULL;
        if (strchr(")]}", *parser->at)) {
            if (!open) {
                fail(parser, "a bracket is closed that was not opened");
                return;
            }
            open--;
        }
        parser->at++;
    }
    if (parser->at == start || !*parser->at) {
        fail(parser, "expected an expression and its end");
    }
}

static void place(Parser *parser)
{
    skip_space(parser);
    gsize length = strcspn(parser->at, " \t\n:@");
    char end = parser->at[length];
    if (!length || (end != ':' && end != '@')) {
        fail(parser, "expected a place");
        return;
    }
    parser->at += length + 1;
    if (end == ':') {
        gsize digits = strspn(parser->at, "0123456789");
        parser->at += digits;
        if (!digits) {
            fail(parser, "expected a line");
        }
        return;
    }
    const char *word = name(parser);
    if (strcmp(word, "entry") != 0 && strcmp(word, "exit") != 0 && strcmp(word, "return") != 0) {
        fail(parser, "expected entry, exit or return");
    }
}

static const Label *find_label(BruteScript *script, const char *wanted)
{
    for (guint i = 0; i < script->labels->len; i++) {
        const Label *label = script->labels->pdata[i];
        if (strcmp(label->name, wanted) == 0) {
            return label;
        }
    }
    return NULL;
}

static void binding(Parser *parser, Label *label)
{
    const char *metavariable = name(parser);
    if (g_ptr_array_find_with_equal_func(label->metavariables, metavariable, g_str_equal, NULL)) {
        fail(parser, "the label binds a name twice");
    }
    g_ptr_array_add(label->metavariables, (gpointer)metavariable);
    expect(parser, '=');
    c_text(parser, ",}");
}

static void label_declaration(Parser *parser)
{
    Label *label = allocate(parser->script, sizeof *label);
    label->metavariables = g_ptr_array_new();
    label->name = name(parser);
    if (find_label(parser->script, label->name)) {
        fail(parser, "the label is declared twice");
    }
    g_ptr_array_add(parser->script->labels, label);
    skip_space(parser);
    if (strncmp(parser->at, "at", 2) == 0 && !g_ascii_isalnum(parser->at[2])) {
        parser->at += 2;
        place(parser);
    }
    if (accept(parser, '{')) {
        do {
            binding(parser, label);
        } while (accept(parser, ','));
        expect(parser, '}');
    }
    expect(parser, ':');
    c_text(parser, ";");
    expect(parser, ';');
}

/* Guards. */

static const struct {
    const char *text;
    guint level;
    BruteOp op;
} binaries[] = {
    /* A longer one before those that it begins with. */
    {"||", 0, BRUTE_OR},  {"&&", 1, BRUTE_AND}, {"|", 2, BRUTE_BOR}, {"^", 3, BRUTE_XOR},
    {"&", 4, BRUTE_BAND}, {"==", 5, BRUTE_EQ},  {"!=", 5, BRUTE_NE}, {"<=", 6, BRUTE_LE},
    {">=", 6, BRUTE_GE},  {"<", 6, BRUTE_LT},   {">", 6, BRUTE_GT},  {"+", 7, BRUTE_ADD},
    {"-", 7, BRUTE_SUB},  {"*", 8, BRUTE_MUL},  {"/", 8, BRUTE_DIV}, {"%", 8, BRUTE_REM},
};

enum { LEVELS = 9 };

static Guard *new_guard(Parser *parser, BruteOp op, const Guard *left, const Guard *right)
{
    Guard *guard = allocate(parser->script, sizeof *guard);
    guard->op = op;
    guard->left = left;
    guard->right = right;
    return guard;
}

/* Whether the '>' at the parser is a comparison: something follows that it can compare with. */
static gboolean compares(Parser *parser)
{
    Parser ahead = *parser;
    ahead.at++;
    skip_space(&ahead);
    return *ahead.at && (g_ascii_isalnum(*ahead.at) || strchr("_(!~-", *ahead.at));
}

/* The operator at the parser, or -1: an index of `binaries`. */
static int peek_binary(Parser *parser)
{
    skip_space(parser);
    for (guint i = 0; i < G_N_ELEMENTS(binaries); i++) {
        if (strncmp(parser->at, binaries[i].text, strlen(binaries[i].text)) == 0) {
            return binaries[i].op == BRUTE_GT && !compares(parser) ? -1 : (int)i;
        }
    }
    return -1;
}

static gboolean floating_literal(const char *at, gsize length)
{
    if (length > 1 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        return FALSE;
    }
    return memchr(at, '.', length) || memchr(at, 'e', length) || memchr(at, 'E', length);
}

/* The characters of a number: letters and digits, a point before a digit, a sign in an exponent. */
static gsize number_length(const char *at)
{
    gboolean hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
    gsize length = 0;
    while (g_ascii_isalnum(at[length]) || (at[length] == '.' && g_ascii_isdigit(at[length + 1]))) {
        gboolean exponent = !hex && (at[length] == 'e' || at[length] == 'E');
        length += exponent && (at[length + 1] == '-' || at[length + 1] == '+') ? 2 : 1;
    }
    return length;
}

static void integer_literal(Parser *parser, const char *text, Guard *guard)
{
    char *end;
    guint64 value = g_ascii_strtoull(text, &end, 0);
    gboolean is_unsigned = value > G_MAXINT64;
    gboolean is_hex = text[0] == '0';
    gsize suffix = strspn(end, "uUlL");
    if (end[suffix]) {
        fail(parser, "malformed number");
    }
    if (is_unsigned && !is_hex && !strpbrk(end, "uU")) {
        fail(parser, "an integer without u that no signed type has");
    }
    is_unsigned = is_unsigned || strpbrk(end, "uU");
    guard->number.kind = is_unsigned ? BRUTE_UNSIGNED : BRUTE_SIGNED;
    guard->number.u = value;
}

static const Guard *number(Parser *parser)
{
    gsize length = number_length(parser->at);
    char *text = g_strndup(parser->at, length);
    Guard *guard = new_guard(parser, BRUTE_NUMBER, NULL, NULL);
    if (floating_literal(text, length)) {
        char *end;
        guard->number.kind = BRUTE_FLOAT;
        guard->number.f = g_ascii_strtod(text, &end);
        if (*end) {
            fail(parser, "malformed number");
        }
    } else {
        integer_literal(parser, text, guard);
    }
    g_free(text);
    if (!parser->error) {
        parser->at += length;
    }
    return guard;
}

static const Guard *guard_level(Parser *parser, guint level);

static const Guard *word(Parser *parser)
{
    Guard *guard = new_guard(parser, BRUTE_NUMBER, NULL, NULL);
    const char *text = name(parser);
    gboolean is_true = strcmp(text, "true") == 0;
    if (is_true || strcmp(text, "false") == 0) {
        guard->number.s = is_true;
        return guard;
    }
    guard->op = BRUTE_NAME;
    guard->slot = slot_of(parser->script, text, primes(parser));
    return guard;
}

static const Guard *operand(Parser *parser)
{
    static const struct {
        char sign;
        BruteOp op;
    } unaries[] = {{'!', BRUTE_NOT}, {'~', BRUTE_COMPLEMENT}, {'-', BRUTE_MINUS}};
    for (guint i = 0; i < G_N_ELEMENTS(unaries); i++) {
        if (accept(parser, unaries[i].sign)) {
            if (++parser->depth > MOST_DEPTH) {
                fail(parser, "nested too deeply");
                return new_guard(parser, BRUTE_NUMBER, NULL, NULL);
            }
            const Guard *inner = operand(parser);
            parser->depth--;
            return new_guard(parser, unaries[i].op, inner, NULL);
        }
    }
    if (accept(parser, '(')) {
        const Guard *inner = guard_level(parser, 0);
        expect(parser, ')');
        return inner;
    }
    return g_ascii_isdigit(*parser->at) ? number(parser) : word(parser);
}

static const Guard *guard_level(Parser *parser, guint level)
{
    if (level == LEVELS) {
        return operand(parser);
    }
    if (++parser->depth > MOST_DEPTH) {
        fail(parser, "nested too deeply");
        return new_guard(parser, BRUTE_NUMBER, NULL, NULL);
    }
    const Guard *left = guard_level(parser, level + 1);
    int found;
    while ((found = peek_binary(parser)) >= 0 && binaries[found].level == level) {
        parser->at += strlen(binaries[found].text);
        left = new_guard(parser, binaries[found].op, left, guard_level(parser, level + 1));
    }
    parser->depth--;
    return left;
}

/* Hyperlabels. */

static Hyper *disjunction(Parser *parser);

static Hyper *new_hyper(Parser *parser, HyperKind kind, Hyper *left, Hyper *right)
{
    Hyper *hyper = allocate(parser->script, sizeof *hyper);
    hyper->kind = kind;
    hyper->left = left;
    hyper->right = right;
    if (kind == LEAF) {
        hyper->members = g_array_new(FALSE, TRUE, sizeof(Member));
        hyper->slots = g_array_new(FALSE, TRUE, sizeof(guint));
        g_ptr_array_add(parser->script->leaves, hyper);
    }
    return hyper;
}

static void occurrence(Parser *parser, Hyper *leaf)
{
    Member member = {.label = name(parser)};
    member.primes = primes(parser);
    member.kills = g_ptr_array_new();
    g_array_append_val(leaf->members, member);
}

static void kills(Parser *parser, GPtrArray *labels)
{
    if (next_is(parser, '!')) {
        do {
            expect(parser, '!');
            g_ptr_array_add(labels, (gpointer)name(parser));
        } while (accept(parser, ','));
    }
}

static Hyper *sequence(Parser *parser)
{
    Hyper *leaf = new_hyper(parser, LEAF, NULL, NULL);
    occurrence(parser, leaf);
    while (accept(parser, '-')) {
        kills(parser, g_array_index(leaf->members, Member, leaf->members->len - 1).kills);
        expect(parser, '-');
        if (*parser->at != '>') {
            fail(parser, "expected '->'");
            return leaf;
        }
        parser->at++;
        occurrence(parser, leaf);
    }
    expect(parser, ']');
    return leaf;
}

static Hyper *guarded(Parser *parser)
{
    Hyper *hyper = new_hyper(parser, GUARDED, disjunction(parser), NULL);
    expect(parser, '|');
    hyper->guard = guard_level(parser, 0);
    expect(parser, '>');
    return hyper;
}

static Hyper *factor(Parser *parser)
{
    if (accept(parser, '[')) {
        return sequence(parser);
    }
    if (accept(parser, '<')) {
        return guarded(parser);
    }
    if (accept(parser, '(')) {
        Hyper *inner = disjunction(parser);
        expect(parser, ')');
        return inner;
    }
    Hyper *leaf = new_hyper(parser, LEAF, NULL, NULL);
    occurrence(parser, leaf);
    return leaf;
}

static Hyper *conjunction(Parser *parser)
{
    Hyper *left = factor(parser);
    while (accept(parser, '.')) {
        left = new_hyper(parser, BOTH, left, factor(parser));
    }
    return left;
}

static Hyper *disjunction(Parser *parser)
{
    if (++parser->depth > MOST_DEPTH) {
        fail(parser, "nested too deeply");
    }
    Hyper *left = conjunction(parser);
    while (accept(parser, '+')) {
        left = new_hyper(parser, EITHER, left, conjunction(parser));
    }
    parser->depth--;
    return left;
}

static void hyper_declaration(Parser *parser)
{
    name(parser);
    expect(parser, ':');
    if (parser->script->hyper) {
        fail(parser, "a second hyperlabel");
    }
    parser->script->hyper = disjunction(parser);
    expect(parser, ';');
}

static void declarations(Parser *parser)
{
    for (skip_space(parser); *parser->at; skip_space(parser)) {
        const char *keyword = name(parser);
        if (strcmp(keyword, "label") == 0) {
            label_declaration(parser);
        } else if (strcmp(keyword, "hyper") == 0) {
            hyper_declaration(parser);
        } else {
            fail(parser, "expected label or hyper");
        }
    }
    if (!parser->script->hyper) {
        fail(parser, "no hyperlabel");
    }
}

/* Names: what each leaf binds, and whether the whole is well-formed. */

static int compare_names(gconstpointer one, gconstpointer other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* "-!K,!M->", sorted and each once. */
static void append_kills(BruteScript *script, GPtrArray *names, GString *key, char **reason)
{
    g_ptr_array_sort(names, compare_names);
    g_string_append(key, " -");
    const char *before = NULL;
    for (guint i = 0; i < names->len; i++) {
        if (!find_label(script, names->pdata[i])) {
            *reason = g_strdup_printf("unknown label %s", (char *)names->pdata[i]);
            return;
        }
        if (!before || strcmp(before, names->pdata[i]) != 0) {
            g_string_append_printf(key, "%s!%s", before ? "," : "", (char *)names->pdata[i]);
        }
        before = names->pdata[i];
    }
    g_string_append(key, "-> ");
}

static void resolve_leaf(BruteScript *script, Hyper *leaf, char **reason)
{
    GString *key = g_string_new(NULL);
    for (guint i = 0; i < leaf->members->len && !*reason; i++) {
        const Member *member = &g_array_index(leaf->members, Member, i);
        const Label *label = find_label(script, member->label);
        if (!label) {
            *reason = g_strdup_printf("unknown label %s", member->label);
            break;
        }
        g_string_append(key, label->name);
        for (guint j = 0; j < label->metavariables->len; j++) {
            guint slot = slot_of(script, label->metavariables->pdata[j], member->primes);
            g_array_append_val(leaf->slots, slot);
        }
        if (i + 1 < leaf->members->len) {
            append_kills(script, member->kills, key, reason);
        }
    }
    leaf->key = g_string_free(key, FALSE);
}

static gboolean set_has(const NameSet *set, guint slot)
{
    return set->bits[slot / 64] >> slot % 64 & 1;
}

static void set_add(NameSet *set, guint slot)
{
    set->bits[slot / 64] |= G_GUINT64_CONSTANT(1) << slot % 64;
}

/* The names that some branch binds, and those that every branch binds. */
typedef struct {
    NameSet some, every;
} Bound;

static Bound leaf_bound(const Hyper *leaf, char **reason)
{
    Bound bound = {0};
    for (guint i = 0; i < leaf->slots->len; i++) {
        guint slot = g_array_index(leaf->slots, guint, i);
        if (set_has(&bound.some, slot) && !*reason) {
            *reason = g_strdup("a sequence binds a name twice");
        }
        set_add(&bound.some, slot);
    }
    bound.every = bound.some;
    return bound;
}

static void check_guard(const Guard *guard, const Bound *bound, char **reason)
{
    if (!guard || *reason) {
        return;
    }
    if (guard->op == BRUTE_NAME && !set_has(&bound->every, guard->slot)) {
        *reason = g_strdup("a guard uses a name that is not bound in every branch below it");
    }
    check_guard(guard->left, bound, reason);
    check_guard(guard->right, bound, reason);
}

static Bound combine(HyperKind kind, const Bound *left, const Bound *right, char **reason)
{
    Bound bound;
    for (guint i = 0; i < G_N_ELEMENTS(bound.some.bits); i++) {
        guint64 a = left->every.bits[i], b = right->every.bits[i];
        if (kind == BOTH && (left->some.bits[i] & right->some.bits[i]) && !*reason) {
            *reason = g_strdup("both sides of a conjunction bind a name");
        }
        bound.some.bits[i] = left->some.bits[i] | right->some.bits[i];
        bound.every.bits[i] = kind == BOTH ? a | b : a & b;
    }
    return bound;
}

static Bound check_hyper(const Hyper *hyper, char **reason)
{
    Bound none = {0};
    if (*reason) {
        return none;
    }
    if (hyper->kind == LEAF) {
        return leaf_bound(hyper, reason);
    }
    Bound left = check_hyper(hyper->left, reason);
    if (hyper->kind == GUARDED) {
        check_guard(hyper->guard, &left, reason);
        return left;
    }
    Bound right = check_hyper(hyper->right, reason);
    return *reason ? none : combine(hyper->kind, &left, &right, reason);
}

static void check_script(BruteScript *script, char **reason)
{
    for (guint i = 0; i < script->leaves->len && !*reason; i++) {
        resolve_leaf(script, script->leaves->pdata[i], reason);
    }
    check_hyper(script->hyper, reason);
}

BruteScript *brute_parse(const char *text, char **reason)
{
    BruteScript *script = g_new0(BruteScript, 1);
    script->garbage = g_ptr_array_new_with_free_func(g_free);
    script->slots = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    script->labels = g_ptr_array_new();
    script->leaves = g_ptr_array_new();
    Parser parser = {.script = script, .start = text, .at = text};
    declarations(&parser);
    *reason = parser.error;
    if (!*reason) {
        check_script(script, reason);
    }
    if (*reason) {
        brute_free(script);
        return NULL;
    }
    return script;
}

static void free_leaf(Hyper *leaf)
{
    for (guint i = 0; i < leaf->members->len; i++) {
        g_ptr_array_free(g_array_index(leaf->members, Member, i).kills, TRUE);
    }
    g_array_free(leaf->members, TRUE);
    g_array_free(leaf->slots, TRUE);
    g_free(leaf->key);
}

void brute_free(BruteScript *script)
{
    for (guint i = 0; i < script->leaves->len; i++) {
        free_leaf(script->leaves->pdata[i]);
    }
    for (guint i = 0; i < script->labels->len; i++) {
        g_ptr_array_free(((Label *)script->labels->pdata[i])->metavariables, TRUE);
    }
    g_ptr_array_free(script->leaves, TRUE);
    g_ptr_array_free(script->labels, TRUE);
    g_hash_table_destroy(script->slots);
    g_ptr_array_free(script->garbage, TRUE);
    g_free(script);
}

/* A name's value while searching. */
typedef struct {
    gboolean bound;
    BruteValue value;
} Slot;

static gboolean evaluate(const Guard *guard, const Slot *slots, BruteValue *result);

static gboolean logical(const Guard *guard, const Slot *slots, BruteValue *result)
{
    BruteValue operand;
    gboolean is_true;
    if (!evaluate(guard->left, slots, &operand) || !brute_truth(operand, &is_true)) {
        return FALSE;
    }
    if (is_true == (guard->op == BRUTE_AND)) {
        if (!evaluate(guard->right, slots, &operand) || !brute_truth(operand, &is_true)) {
            return FALSE;
        }
    }
    *result = brute_integer(FALSE, is_true);
    return TRUE;
}

static gboolean evaluate_binary(const Guard *guard, const Slot *slots, BruteValue *result)
{
    BruteValue one, other;
    if (!evaluate(guard->left, slots, &one) || !evaluate(guard->right, slots, &other)) {
        return FALSE;
    }
    return brute_binary(guard->op, one, other, result);
}

static gboolean evaluate(const Guard *guard, const Slot *slots, BruteValue *result)
{
    BruteValue inner;
    switch (guard->op) {
    case BRUTE_NUMBER: *result = guard->number; return TRUE;
    case BRUTE_NAME: *result = slots[guard->slot].value; return slots[guard->slot].bound;
    case BRUTE_OR:
    case BRUTE_AND: return logical(guard, slots, result);
    case BRUTE_NOT:
    case BRUTE_COMPLEMENT:
    case BRUTE_MINUS: return evaluate(guard->left, slots, &inner) && brute_unary(guard->op, inner, result);
    default: return evaluate_binary(guard, slots, result);
    }
}

static gboolean guard_holds(const Guard *guard, const Slot *slots)
{
    BruteValue result;
    gboolean is_true;
    return evaluate(guard, slots, &result) && brute_truth(result, &is_true) && is_true;
}

/* The search: covers a hyperlabel, then everything that is left to cover, one combination after the other. */

typedef struct Rest Rest;
struct Rest {
    const Hyper *hyper;
    gboolean guard; /* not the hyperlabel, its guard alone */
    const Rest *next;
};

static gboolean cover(const Hyper *hyper, Slot *slots, const Rest *rest);

static gboolean go_on(Slot *slots, const Rest *rest)
{
    if (!rest) {
        return TRUE;
    }
    if (rest->guard) {
        return guard_holds(rest->hyper->guard, slots) && go_on(slots, rest->next);
    }
    return cover(rest->hyper, slots, rest->next);
}

static gboolean cover_leaf(const Hyper *leaf, Slot *slots, const Rest *rest)
{
    const BruteRelation *relation = leaf->relation;
    guint rows = !relation ? 0 : relation->columns ? relation->rows : MIN(relation->rows, 1);
    for (guint row = 0; row < rows; row++) {
        for (guint column = 0; column < relation->columns; column++) {
            Slot *slot = &slots[g_array_index(leaf->slots, guint, column)];
            slot->bound = TRUE;
            slot->value = relation->values[row * relation->columns + column];
        }
        if (go_on(slots, rest)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean cover(const Hyper *hyper, Slot *slots, const Rest *rest)
{
    Rest then = {.hyper = hyper->kind == BOTH ? hyper->right : hyper, .guard = hyper->kind == GUARDED, .next = rest};
    switch (hyper->kind) {
    case LEAF: return cover_leaf(hyper, slots, rest);
    case EITHER: return cover(hyper->left, slots, rest) || cover(hyper->right, slots, rest);
    case BOTH:
    case GUARDED: return cover(hyper->left, slots, &then);
    }
    g_assert_not_reached();
}

static void bind_relations(BruteScript *script, GHashTable *recorded)
{
    for (guint i = 0; i < script->leaves->len; i++) {
        Hyper *leaf = script->leaves->pdata[i];
        leaf->relation = g_hash_table_lookup(recorded, leaf->key);
        g_assert(!leaf->relation || leaf->relation->columns == leaf->slots->len);
    }
}

gboolean brute_covered(BruteScript *script, GHashTable *recorded)
{
    Slot slots[MOST_NAMES] = {0};
    bind_relations(script, recorded);
    return cover(script->hyper, slots, NULL);
}

static gboolean row_is(const Hyper *leaf, guint row, const Slot *slots)
{
    guint columns = leaf->relation->columns;
    for (guint column = 0; column < columns; column++) {
        const Slot *slot = &slots[g_array_index(leaf->slots, guint, column)];
        if (!slot->bound || !brute_identical(slot->value, leaf->relation->values[row * columns + column])) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean leaf_holds(const Hyper *leaf, const Slot *slots)
{
    for (guint row = 0; leaf->relation && row < leaf->relation->rows; row++) {
        if (row_is(leaf, row, slots)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean holds(const Hyper *hyper, const Slot *slots)
{
    switch (hyper->kind) {
    case LEAF: return leaf_holds(hyper, slots);
    case BOTH: return holds(hyper->left, slots) && holds(hyper->right, slots);
    case EITHER: return holds(hyper->left, slots) || holds(hyper->right, slots);
    case GUARDED: return holds(hyper->left, slots) && guard_holds(hyper->guard, slots);
    }
    g_assert_not_reached();
}

gboolean brute_covered_with(BruteScript *script, GHashTable *recorded, const BruteBinding *bindings, guint n_bindings)
{
    Slot slots[MOST_NAMES] = {0};
    for (guint i = 0; i < n_bindings; i++) {
        Slot *slot = &slots[slot_of(script, bindings[i].name, 0)];
        slot->bound = TRUE;
        slot->value = bindings[i].value;
    }
    bind_relations(script, recorded);
    return holds(script->hyper, slots);
}
