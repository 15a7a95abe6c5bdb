/* Random hyperlabels and environments. What makes a case worth trying is decided here: small ranges, so
 * that equalities of guards hold now and then, beside the values at which arithmetic and comparison
 * between kinds go wrong. */
#include "tests/oracle/htol/generate.h"

#include <math.h>
#include <string.h>

enum { BASES = 12, PRIMES = 4, MOST_LABELS = 6, MOST_COLUMNS = 3, MOST_ROWS = 8, MOST_MEMBERS = 3, DEPTH = 4 };

/* No case has more combinations than this: the oracle tries all. */
static const double most_combinations = 6000;

static const char *const base_names[BASES] = {"a", "b", "x", "y", "low", "out", "i", "n_1", "p", "_q", "atx", "labels"};
static const char *const label_names[MOST_LABELS] = {"Z", "A", "B1", "Read", "hyper_x", "_W"};

/* What a metavariable's values are like. */
typedef enum { OF_SIGNED, OF_UNSIGNED, OF_FLOAT, OF_POINTER, OF_ALL, THEMES } Theme;

/* What chooses: the bytes, while there are some, then the random numbers. */
typedef struct {
    const guint8 *at, *end;
    GRand *random;
} Choices;

typedef struct {
    const char *name;
    guint n_columns;
    guint columns[MOST_COLUMNS]; /* bases */
} Label;

/* The flaws, each put in at most once, at a random place. */
typedef enum { SOUND, TWICE, TWICE_IN_LABEL, TWICE_IN_SEQUENCE, UNBOUND, UNKNOWN, UNKNOWN_KILL, FLAWS } Flaw;

static const char *const flaw_names[FLAWS] = {
    NULL,
    "a name bound on both sides of a conjunction",
    "a name bound twice by a label",
    "a name bound twice in a sequence",
    "a guard with an unbound name",
    "an unknown label",
    "an unknown killing label",
};

typedef struct {
    Choices *choices;
    Case *result;
    Label labels[MOST_LABELS];
    guint seen[MOST_LABELS]; /* of each label, with how many numbers of primes it occurs: L'' only after L and
                                L' */
    guint n_labels;
    Theme themes[BASES];
    guint shift, spread; /* the window of each theme's values that most values are from */
    Flaw flaw;
    gboolean flawed; /* it is in */
} Generator;

/* Metavariables as bits: a base and a number of primes. */
typedef guint64 Names;

/* A hyperlabel as text, and what is known of it. */
typedef struct {
    GString *text;
    Names some, every; /* bound in some branch, in every branch */
    double combinations;
    enum { ATOM, CONJUNCTION, DISJUNCTION } shape;
} Piece;

/* In 0 .. n-1. */
static guint below(Generator *g, guint n)
{
    Choices *choices = g->choices;
    return choices->at < choices->end ? *choices->at++ % n : (guint)g_rand_int_range(choices->random, 0, n);
}

static gboolean chance(Generator *g, guint percent)
{
    return below(g, 100) < percent;
}

/* Values. */

static const gint64 signed_values[] = {0, 1, -1, 2, 3, -2, 7, G_MAXINT64, G_MININT64, -4, 9007199254740993};
static const guint64 unsigned_values[] = {0, 1, 2, 3, G_MAXUINT64, 7, 9223372036854775808u, 9007199254740993};
static const double float_values[] = {
    0,   1,    1.5,  NAN, -1, -0.0, 2, 3, INFINITY, 9007199254740992, 9223372036854775808.0, 18446744073709551616.0,
    0.1, -2.5, 1e300};
/* Of three processes, some at the same address. */
static const struct {
    guint64 process, address;
} pointer_values[] = {{1, 0x1000}, {1, 0x1008}, {0, 0}, {2, 0x1000}, {2, 0xffffffffffffff00u}, {(1ull << 56) - 1, 1}};

static guint pick(Generator *g, guint n_values)
{
    return chance(g, 88) ? (g->shift + below(g, g->spread)) % n_values : below(g, n_values);
}

static BruteValue pointer(Generator *g)
{
    guint i = pick(g, G_N_ELEMENTS(pointer_values));
    return (BruteValue){.kind = BRUTE_POINTER, .process = pointer_values[i].process, .u = pointer_values[i].address};
}

static BruteValue value(Generator *g, Theme theme)
{
    switch (theme) {
    case OF_SIGNED: return (BruteValue){.kind = BRUTE_SIGNED, .s = signed_values[pick(g, G_N_ELEMENTS(signed_values))]};
    case OF_UNSIGNED:
        return (BruteValue){.kind = BRUTE_UNSIGNED, .u = unsigned_values[pick(g, G_N_ELEMENTS(unsigned_values))]};
    case OF_FLOAT: return (BruteValue){.kind = BRUTE_FLOAT, .f = float_values[pick(g, G_N_ELEMENTS(float_values))]};
    case OF_POINTER: return pointer(g);
    default: return value(g, below(g, OF_ALL));
    }
}

/* Text. */

static void put_space(Generator *g, GString *out)
{
    static const char *const spaces[] = {" ", " ", " ", " ", "", "", "  ", "\t", "\n    ", " // not; a > bracket }\n"};
    g_string_append(out, spaces[below(g, G_N_ELEMENTS(spaces))]);
}

static void put(Generator *g, GString *out, const char *token)
{
    put_space(g, out);
    g_string_append(out, token);
    put_space(g, out);
}

static void put_primes(GString *out, guint n_primes)
{
    for (guint i = 0; i < n_primes; i++) {
        g_string_append_c(out, '\'');
    }
}

static Names name_bit(guint base, guint n_primes)
{
    return G_GUINT64_CONSTANT(1) << (base * PRIMES + n_primes);
}

static Names label_names_of(const Label *label, guint n_primes)
{
    Names names = 0;
    for (guint i = 0; i < label->n_columns; i++) {
        names |= name_bit(label->columns[i], n_primes);
    }
    return names;
}

/* Labels. */

/* Labels share a metavariable now and then. */
static void choose_columns(Generator *g, Label *label)
{
    Names taken = 0;
    label->n_columns = below(g, 10) ? 1 + below(g, MOST_COLUMNS) : 0;
    for (guint i = 0; i < label->n_columns; i++) {
        guint base;
        do {
            base = below(g, BASES);
        } while (taken & name_bit(base, 0));
        taken |= name_bit(base, 0);
        label->columns[i] = base;
    }
}

static void put_place(Generator *g, GString *out)
{
    static const char *const places[] = {" at src/a.c:12", " at f@entry", " at tcas-1.c:3", " at g_2@exit",
                                         " at alt_sep_test@return"};
    g_string_append(out, places[below(g, G_N_ELEMENTS(places))]);
}

/* None has the name of a metavariable: a killing label's predicate may use only what was bound before. */
static const char *c_text(Generator *g)
{
    static const char *const texts[] = {
        "1",         "X == Y",     "F(A, B)", "T[I, J] > 0", "C == '}'",       "S == \"a;\\\"b,\"",
        "P ? Q : R", "C != '\\''", "(X, Y)",  "N->next",     "*P && P[0] <= 3"};
    return texts[below(g, G_N_ELEMENTS(texts))];
}

static void put_bindings(Generator *g, const Label *label, GString *out)
{
    for (guint i = 0; i < label->n_columns; i++) {
        put(g, out, i ? "," : "{");
        g_string_append_printf(out, "%s = %s", base_names[label->columns[i]], c_text(g));
    }
    if (label->n_columns && g->flaw == TWICE_IN_LABEL && !g->flawed) {
        g->flawed = TRUE;
        g_string_append_printf(out, ", %s = %s", base_names[label->columns[0]], c_text(g));
    }
    if (label->n_columns) {
        put(g, out, "}");
    }
}

static void put_label(Generator *g, const Label *label)
{
    GString *out = g->result->script;
    g_string_append_printf(out, "label %s", label->name);
    put_place(g, out);
    g_string_append_c(out, ' ');
    put_bindings(g, label, out);
    put(g, out, ":");
    g_string_append(out, c_text(g));
    put(g, out, ";");
    g_string_append_c(out, '\n');
}

/* The first label binds nothing: it can stand anywhere. */
static void choose_labels(Generator *g)
{
    g->n_labels = 2 + below(g, MOST_LABELS - 1);
    for (guint i = 0; i < g->n_labels; i++) {
        g->labels[i].name = label_names[i];
        if (i) {
            choose_columns(g, &g->labels[i]);
        }
    }
}

/* Environments. */

static void fill(Generator *g, BruteRelation *relation, const guint *columns)
{
    BruteValue row[MOST_COLUMNS * MOST_MEMBERS];
    guint rows = below(g, 18) ? 1 + below(g, MOST_ROWS) : 0;
    for (guint i = 0; i < rows; i++) {
        for (guint j = 0; j < relation->columns; j++) {
            row[j] = value(g, g->themes[columns[j]]);
        }
        case_add_row(relation, row);
    }
}

/* How many environments were recorded under the key; they are made when it is first asked for. */
static guint record(Generator *g, const char *key, const GArray *columns)
{
    BruteRelation *relation = g_hash_table_lookup(g->result->recorded, key);
    if (!relation) {
        relation = case_relation(g->result, key, columns->len);
        fill(g, relation, (const guint *)(void *)columns->data);
    }
    return relation->columns ? relation->rows : MIN(relation->rows, 1);
}

/* Guards. */

static void put_expression(Generator *g, GString *out, Names names, guint depth);

/* One of the names, none of pointers if that can be had; their number must not be 0. */
static guint choose_name(Generator *g, Names names, gboolean arithmetic)
{
    guint name = 0;
    for (guint tries = 0; tries < 20; tries++) {
        do {
            name = below(g, BASES * PRIMES);
        } while (!(names >> name & 1));
        if (!arithmetic || g->themes[name / PRIMES] < OF_POINTER || chance(g, 3)) {
            break;
        }
    }
    return name;
}

static void put_name(GString *out, guint name)
{
    g_string_append(out, base_names[name / PRIMES]);
    put_primes(out, name % PRIMES);
}

static void put_some_name(Generator *g, GString *out, Names names, gboolean arithmetic)
{
    if (!names) {
        g_string_append_printf(out, "%u", below(g, 3));
        return;
    }
    put_name(out, choose_name(g, names, arithmetic));
}

static void put_constant(Generator *g, GString *out)
{
    static const char *const constants[] = {"0",
                                            "1",
                                            "2",
                                            "3",
                                            "0u",
                                            "1u",
                                            "0x10",
                                            "1.5",
                                            "1.0",
                                            "0.0",
                                            "true",
                                            "false",
                                            "9223372036854775807",
                                            "18446744073709551615u",
                                            "7",
                                            "010",
                                            "2.5e0"};
    /* Mostly the small ones. */
    g_string_append(out, constants[below(g, chance(g, 70) ? 4 : G_N_ELEMENTS(constants))]);
}

static void put_operator(Generator *g, GString *out, const char *op)
{
    gboolean close = chance(g, 30) && *op != '-';
    g_string_append_printf(out, close ? "%s" : " %s ", op);
}

static void put_unary(Generator *g, GString *out, Names names, guint depth)
{
    const char *operators[] = {"-", "~", "!", "-"};
    const char *op = operators[below(g, G_N_ELEMENTS(operators))];
    if (out->len && out->str[out->len - 1] == '-') {
        g_string_append_c(out, ' ');
    }
    g_string_append(out, op);
    put_expression(g, out, names, depth - 1);
}

/* With and without parentheses: what binds how is for the parsers to agree on. */
static void put_expression(Generator *g, GString *out, Names names, guint depth)
{
    static const char *const operators[] = {"+", "-", "*", "/", "%", "&", "|", "^", "+", "-"};
    guint kind = depth ? below(g, 100) : below(g, 55);
    if (kind < 38) {
        put_some_name(g, out, names, TRUE);
    } else if (kind < 55) {
        put_constant(g, out);
    } else if (kind < 65) {
        put_unary(g, out, names, depth);
    } else {
        gboolean parentheses = chance(g, 50);
        g_string_append(out, parentheses ? "(" : "");
        put_expression(g, out, names, depth - 1);
        put_operator(g, out, operators[below(g, G_N_ELEMENTS(operators))]);
        put_expression(g, out, names, depth - 1);
        g_string_append(out, parentheses ? ")" : "");
    }
}

static const char *relation_operator(Generator *g)
{
    static const char *const operators[] = {"<", "<=", ">", ">=", "!=", "=="};
    return operators[below(g, G_N_ELEMENTS(operators))];
}

/* Mostly of two names that differ, or of one and 0, which a pointer may equal. */
static void put_equality(Generator *g, GString *out, Names names)
{
    guint first = names ? choose_name(g, names, FALSE) : 0;
    Names others = names & ~(G_GUINT64_CONSTANT(1) << first);
    if (!names) {
        g_string_append(out, chance(g, 70) ? "1 == 1" : "0u == 1");
        return;
    }
    put_name(out, first);
    put_operator(g, out, chance(g, 80) ? "==" : "!=");
    if (chance(g, 8)) {
        g_string_append_c(out, '0');
        return;
    }
    put_some_name(g, out, others && chance(g, 92) ? others : names, FALSE);
}

/* A name against an expression or a constant. */
static void put_comparison(Generator *g, GString *out, Names names, guint depth)
{
    put_expression(g, out, names, chance(g, 60) ? 0 : depth);
    put_operator(g, out, relation_operator(g));
    put_expression(g, out, names, chance(g, 60) ? 0 : depth);
}

static void put_guard(Generator *g, GString *out, Names names, guint depth);

static void put_clause(Generator *g, GString *out, Names names, guint depth)
{
    guint kind = below(g, 100);
    if (depth && kind < 15) {
        g_string_append(out, kind < 5 ? "!(" : "(");
        put_guard(g, out, names, depth - 1);
        g_string_append(out, ")");
    } else if (kind < 55) {
        put_equality(g, out, names);
    } else if (kind < 92) {
        put_comparison(g, out, names, 2);
    } else {
        put_expression(g, out, names, 1);
    }
}

/* What joins are made for: equalities and nothing else. */
static void put_join(Generator *g, GString *out, Names names)
{
    guint clauses = 1 + below(g, 4);
    for (guint i = 0; i < clauses; i++) {
        if (i) {
            put_operator(g, out, "&&");
        }
        put_equality(g, out, names);
    }
}

static void put_guard(Generator *g, GString *out, Names names, guint depth)
{
    guint clauses = 1 + below(g, 3);
    if (chance(g, 20)) {
        put_join(g, out, names);
        return;
    }
    for (guint i = 0; i < clauses; i++) {
        if (i) {
            put_operator(g, out, chance(g, 75) ? "&&" : "||");
        }
        put_clause(g, out, names, depth);
    }
}

/* A name that is not bound in every branch: nowhere, only in some, or with other primes. */
static void put_unbound(Generator *g, GString *out, const Piece *inner)
{
    Names partly = inner->some & ~inner->every;
    put_operator(g, out, chance(g, 50) ? "&&" : "||");
    if (partly && chance(g, 70)) {
        put_name(out, choose_name(g, partly, FALSE));
    } else if (inner->every && chance(g, 50)) {
        put_some_name(g, out, inner->every, FALSE);
        put_primes(out, PRIMES);
    } else {
        g_string_append(out, "nowhere");
    }
    g_string_append(out, " == 1");
}

/* Hyperlabels. */

static guint choose_label(Generator *g)
{
    return chance(g, 12) ? 0 : 1 + below(g, g->n_labels - 1);
}

/* An occurrence none of whose names is used yet. */
static const Label *choose_occurrence(Generator *g, Names used, guint *n_primes)
{
    for (guint tries = 0; tries < 8; tries++) {
        guint label = choose_label(g), most = MIN(g->seen[label] + 1, PRIMES);
        *n_primes = chance(g, 12) ? below(g, most) : 0;
        for (; *n_primes < most; ++*n_primes) {
            if (!(label_names_of(&g->labels[label], *n_primes) & used)) {
                g->seen[label] = MAX(g->seen[label], *n_primes + 1);
                return &g->labels[label];
            }
        }
    }
    *n_primes = 0;
    g->seen[0] = MAX(g->seen[0], 1);
    return &g->labels[0];
}

static void add_columns(GArray *columns, const Label *label)
{
    g_array_append_vals(columns, label->columns, label->n_columns);
}

static Piece new_piece(void)
{
    return (Piece){.text = g_string_new(NULL), .combinations = 1, .shape = ATOM};
}

static void put_occurrence(Piece *piece, const Label *label, guint n_primes)
{
    g_string_append(piece->text, label->name);
    put_primes(piece->text, n_primes);
    piece->some |= label_names_of(label, n_primes);
    piece->every = piece->some;
}

static Piece single(Generator *g, Names used)
{
    Piece piece = new_piece();
    guint n_primes;
    const Label *label = choose_occurrence(g, used, &n_primes);
    GArray *columns = g_array_new(FALSE, FALSE, sizeof(guint));
    put_occurrence(&piece, label, n_primes);
    add_columns(columns, label);
    piece.combinations = record(g, label->name, columns);
    g_array_free(columns, TRUE);
    return piece;
}

/* Writes the arrow, and its part of the sequence's key: killing labels sorted, each once. */
static void put_arrow(Generator *g, GString *out, GString *key)
{
    gboolean killing[MOST_LABELS] = {FALSE};
    guint written = 0, n_kills = chance(g, 50) ? 0 : 1 + below(g, 2);
    put(g, out, "-");
    for (guint i = 0; i < n_kills; i++) {
        guint label = below(g, g->n_labels);
        g_string_append_printf(out, "%s!%s", i ? ", " : "", g->labels[label].name);
        killing[label] = TRUE;
    }
    if (g->flaw == UNKNOWN_KILL && !g->flawed) {
        g->flawed = TRUE;
        g_string_append_printf(out, "%s!Missing", n_kills ? "," : "");
    }
    put_space(g, out);
    g_string_append(out, "->");
    put_space(g, out);
    /* The order of strcmp. */
    static const guint sorted[MOST_LABELS] = {1, 2, 3, 0, 5, 4};
    g_string_append(key, " -");
    for (guint i = 0; i < MOST_LABELS; i++) {
        if (killing[sorted[i]]) {
            g_string_append_printf(key, "%s!%s", written++ ? "," : "", label_names[sorted[i]]);
        }
    }
    g_string_append(key, "-> ");
}

static Piece sequence(Generator *g, Names used)
{
    Piece piece = new_piece();
    GArray *columns = g_array_new(FALSE, FALSE, sizeof(guint));
    GString *key = g_string_new(NULL);
    guint n_primes, n_members = chance(g, 10) ? 1 : 2 + below(g, MOST_MEMBERS - 1);
    g_string_append(piece.text, "[");
    for (guint i = 0; i < n_members; i++) {
        put_space(g, piece.text);
        if (i) {
            put_arrow(g, piece.text, key);
        }
        gboolean twice = g->flaw == TWICE_IN_SEQUENCE && !g->flawed && piece.some;
        const Label *label = choose_occurrence(g, twice ? used : used | piece.some, &n_primes);
        g->flawed = g->flawed || (twice && (label_names_of(label, n_primes) & piece.some));
        put_occurrence(&piece, label, n_primes);
        g_string_append(key, label->name);
        add_columns(columns, label);
    }
    put(g, piece.text, "]");
    piece.combinations = record(g, key->str, columns);
    g_string_free(key, TRUE);
    g_array_free(columns, TRUE);
    return piece;
}

static Piece leaf(Generator *g, Names used)
{
    if (g->flaw == UNKNOWN && !g->flawed && chance(g, 40)) {
        Piece piece = new_piece();
        g->flawed = TRUE;
        g_string_append(piece.text, chance(g, 50) ? "Missing" : "missing'");
        return piece;
    }
    gboolean sequences = g->flaw == UNKNOWN_KILL || g->flaw == TWICE_IN_SEQUENCE;
    return chance(g, sequences ? 70 : 22) ? sequence(g, used) : single(g, used);
}

static void put_operand(Generator *g, GString *out, const Piece *operand, gboolean in_conjunction)
{
    gboolean needed = in_conjunction && operand->shape == DISJUNCTION;
    gboolean parentheses = needed || chance(g, 12);
    g_string_append(out, parentheses ? "(" : "");
    g_string_append(out, operand->text->str);
    g_string_append(out, parentheses ? ")" : "");
}

static void put_both(Generator *g, Piece *piece, const Piece *left, const Piece *right)
{
    gboolean conjunction = piece->shape == CONJUNCTION;
    put_operand(g, piece->text, left, conjunction);
    put(g, piece->text, conjunction ? "." : "+");
    put_operand(g, piece->text, right, conjunction);
}

/* An occurrence that binds a name of the piece again, for a flaw. */
static void put_again(Generator *g, Piece *piece)
{
    for (guint tries = 0; tries < 50 && !g->flawed; tries++) {
        guint chosen = below(g, g->n_labels), n_primes = below(g, MIN(g->seen[chosen] + 1, PRIMES));
        const Label *label = &g->labels[chosen];
        if (label_names_of(label, n_primes) & piece->some) {
            g->flawed = TRUE;
            put(g, piece->text, ".");
            put_occurrence(piece, label, n_primes);
        }
    }
}

static Piece hyper(Generator *g, guint depth, Names used);

static Piece conjunction(Generator *g, guint depth, Names used)
{
    Piece left = hyper(g, depth - 1, used);
    Generator before = *g;
    Piece right = hyper(g, depth - 1, used | left.some), piece = new_piece();
    piece.combinations = MAX(left.combinations, 1) * MAX(right.combinations, 1);
    if (piece.combinations > most_combinations) {
        *g = before; /* its choices go on: they are elsewhere */
        g_string_free(piece.text, TRUE);
        g_string_free(right.text, TRUE);
        return left;
    }
    piece.shape = CONJUNCTION;
    piece.some = left.some | right.some;
    piece.every = left.every | right.every;
    put_both(g, &piece, &left, &right);
    if (g->flaw == TWICE && !g->flawed && chance(g, 60)) {
        put_again(g, &piece);
    }
    g_string_free(left.text, TRUE);
    g_string_free(right.text, TRUE);
    return piece;
}

static Piece disjunction(Generator *g, guint depth, Names used)
{
    Piece left = hyper(g, depth - 1, used), right = hyper(g, depth - 1, used), piece = new_piece();
    piece.shape = DISJUNCTION;
    piece.combinations = left.combinations + right.combinations;
    piece.some = left.some | right.some;
    piece.every = left.every & right.every;
    put_both(g, &piece, &left, &right);
    g_string_free(left.text, TRUE);
    g_string_free(right.text, TRUE);
    return piece;
}

static Piece guarded(Generator *g, guint depth, Names used)
{
    Piece inner = hyper(g, depth - 1, used), piece = inner;
    piece.text = g_string_new("<");
    piece.shape = ATOM;
    put_space(g, piece.text);
    g_string_append(piece.text, inner.text->str);
    put(g, piece.text, "|");
    put_guard(g, piece.text, inner.every, 2);
    if (g->flaw == UNBOUND && !g->flawed) {
        g->flawed = TRUE;
        put_unbound(g, piece.text, &inner);
    }
    put_space(g, piece.text);
    g_string_append(piece.text, ">");
    g_string_free(inner.text, TRUE);
    return piece;
}

static Piece hyper(Generator *g, guint depth, Names used)
{
    /* The outermost is mostly guarded, what is below it mostly a conjunction. */
    guint guards = depth == DEPTH ? 75 : 25;
    if (!depth || (depth < DEPTH && chance(g, 18))) {
        return leaf(g, used);
    }
    if (chance(g, guards)) {
        return guarded(g, depth, used);
    }
    return chance(g, 62) ? conjunction(g, depth, used) : disjunction(g, depth, used);
}

static void generate_script(Generator *g)
{
    choose_labels(g);
    for (guint i = 0; i < BASES; i++) {
        g->themes[i] = below(g, THEMES);
    }
    /* Half of the cases have one kind of values, so that more of their equalities hold. */
    if (chance(g, 50)) {
        memset(g->themes, 0, sizeof g->themes);
        for (guint i = 0, theme = below(g, THEMES); i < BASES; i++) {
            g->themes[i] = theme;
        }
    }
    g->shift = chance(g, 60) ? 0 : below(g, 8);
    g->spread = 2 + below(g, 7);
    for (guint i = 0; i < g->n_labels; i++) {
        put_label(g, &g->labels[i]);
    }
    Piece whole = hyper(g, DEPTH, 0);
    g_string_append_printf(g->result->script, "hyper H : %s ;\n", whole.text->str);
    g_string_free(whole.text, TRUE);
}

static Case *generate(Choices *choices)
{
    Generator g = {.choices = choices, .result = case_new()};
    g.flaw = chance(&g, 12) ? 1 + below(&g, FLAWS - 1) : SOUND;
    generate_script(&g);
    g.result->flaw = g.flawed ? flaw_names[g.flaw] : NULL;
    g_rand_free(choices->random);
    return g.result;
}

Case *generate_case(guint32 seed, guint64 number)
{
    guint32 seeds[] = {seed, number >> 32, number};
    return generate(&(Choices){.random = g_rand_new_with_seed_array(seeds, G_N_ELEMENTS(seeds))});
}

Case *generate_case_of(const guint8 *bytes, gsize size)
{
    return generate(&(Choices){bytes, bytes + size, g_rand_new_with_seed(size)});
}
