/* Users' expressions: each fault with its message and place, the kinds of values, when evaluation is safe,
 * and where in a unit expressions can stand. What the conditions are worth when they are run,
 * tests/oracle/guarded.py finds out.
 */
#include "annot/users/fragment.h"
#include "annot/users/safe.h"

#include <string.h>

#define HERE "/*here*/"

static const char unit[] =
    "struct s { int x; unsigned b : 3; int many[4]; struct s *next; int (*op)(int); char tail[1]; };\n"
    "enum e { RED, GREEN = -2 }; enum u { ONE = 1 };\n"
    "_Atomic int at; volatile int vo; volatile struct s vs; extern int ext[]; const int table[8]; int "
    "grid[3][4];\n"
    "extern int weak __attribute__((weak)), weaks[] __attribute__((weak));\n"
    "int plain(int); int cst(int) __attribute__((const)); int vouched(int, ...);\n"
    "int pur(const struct s *, const char *) __attribute__((pure, nonnull(1)));\n"
    "unsigned long strlen(const char *); int isalpha(int); int abs(int);\n"
    "typedef int v4 __attribute__((vector_size(16)));\n"
    "int f(int i, int n, unsigned u, long l, unsigned long ul, char c, unsigned char uc, _Bool flag, enum e "
    "en,\n"
    "      enum u eu, float fl, double d, long double ld, struct s *p, int *q, char *str, void *vp, __int128 "
    "w,\n"
    "      struct s st, v4 vec, int (*fp)(int))\n"
    "{\n"
    "    int vla[n], local[5]; _Complex double cx;\n"
    "    " HERE "return 0;\n"
    "}\n";

/* A unit whose text is parsed, and fragments to be checked in it. */
typedef struct {
    HtolArena *arena;
    AnnotText text;
    AnnotTree *tree;
} Unit;

static Unit unit_new(const char *source)
{
    Unit unit = {.arena = htol_arena_new(), .text = {source, (guint32)strlen(source)}};
    unit.tree = annot_tree_parse(unit.arena, &unit.text, NULL, FALSE, NULL);
    g_assert_nonnull(unit.tree);
    return unit;
}

static guint32 offset_of(const char *source, const char *mark)
{
    const char *found = strstr(source, mark);
    g_assert_nonnull(found);
    return (guint32)(found - source);
}

/* A binding before the first statement that is marked. */
static AnnotFragment fragment_of(const char *source, const char *text)
{
    return (AnnotFragment){.at = offset_of(source, HERE), .text = text, .where = {"a.c", 7, 10}};
}

static void check(const Unit *unit, AnnotFragment *fragments, guint n)
{
    static const char *const pure[] = {"vouched", NULL};
    annot_fragments_check(unit->arena, &unit->text, NULL, pure, fragments, n);
}

/* ---- faults ---- */

typedef struct {
    const char *text;
    guint column; /* of the text, from 1 */
    const char *message;
} Fault;

static void assert_fault(const AnnotFragment *fragment, const Fault *expected)
{
    g_test_message("%.60s", expected->text);
    g_assert_cmpstr(fragment->fault, ==, expected->message);
    g_assert_cmpuint(fragment->where.column, ==, 9 + expected->column);
    g_assert_cmpuint(fragment->where.line, ==, 7);
}

/* All at once: a fault hides no other. The last fragment has none. */
static void check_faults(const Fault *faults, guint n)
{
    Unit u = unit_new(unit);
    g_autofree AnnotFragment *fragments = g_new0(AnnotFragment, n + 1);
    for (guint i = 0; i < n; i++)
        fragments[i] = fragment_of(unit, faults[i].text);
    fragments[n] = fragment_of(unit, "i");
    check(&u, fragments, n + 1);
    for (guint i = 0; i < n; i++)
        assert_fault(&fragments[i], &faults[i]);
    g_assert_null(fragments[n].fault);
    htol_arena_free(u.arena);
}

static void test_faults_of_the_text(void)
{
    static const Fault faults[] = {
        {"", 1, "expected an expression, found nothing"},
        {"i; n", 2, "`;` is not part of an expression"},
        {"i + ({ i })", 6, "`{` begins statements or declarations: an expression is wanted"},
        {"sizeof(struct z { int i })", 17, "`{` begins statements or declarations: an expression is wanted"},
        {"(i", 1, "`(` is never closed"},
        {"i + [(n]", 8, "`]` closes no bracket that is open"},
        {"i) + (n", 2, "`)` closes no bracket that is open"},
        {"str == \"abc", 8, "`\"` begins a literal that does not end"},
        {"c == 'a", 6, "`'` begins a literal that does not end"},
        {"str == \"a?\?/\"", 8, "`\"` begins a literal with a trigraph"},
        {"i # n", 3, "`#` is not part of an expression"},
        {"i // n", 3, "`//` is not part of an expression"},
        {"i /* n */", 3, "`/*` is not part of an expression"},
        {"q<:0:>", 2, "`<:` is not part of an expression"},
        {"_Pragma(\"pack(1)\") i", 1, "`_Pragma` is not part of an expression"},
        {"i == \\reslt", 6, "`\\` is not part of an expression"},
        {"i == \\result", 6, "`\\result` means nothing here: no value is returned"},
    };
    check_faults(faults, G_N_ELEMENTS(faults));
}

static void test_faults_of_the_language(void)
{
    static const Fault faults[] = {
        {"i + nothing", 5, "`nothing` is not declared here"},
        {"p == NULL", 6, "`NULL` is not declared here"},
        {"i == __LINE__", 6, "`__LINE__` is not declared here"},
        {"i == __INT_MAX__", 6, "`__INT_MAX__` is not declared here"},
        {"1 + nowhere(i)", 5, "`nowhere` is not declared here"},
        {"strcmp(str, str)", 1, "`strcmp` is not declared here"},
        {"i + (index != 0)", 6, "`index` is not declared here"},
        {"__builtin_nowhere(i)", 1, "`__builtin_nowhere` is not declared here"},
        {"i +", 4, "expected an expression, found the end"},
        {"i + * / n", 7, "expected an expression, found `/`"},
        {"i n", 3, "expected an operator, found `n`"},
        {"cst(i n)", 7, "expected an operator, found `n`"},
        {"i ? n", 6, "expected `:`, found the end"},
        {"i \"a text of a certain length, more than forty\"", 3,
         "expected an operator, found `\"a text of a certain length, more than f`"},
        {"return i", 1, "expected an expression, found `return`"},
        {"int z", 5, "expected an operator, found `z`"},
        {"p->nosuch", 4, "no member named `nosuch` in `struct s`"},
        {"st + 1", 4, "invalid operands to binary expression (`struct s` and `int`)"},
        {"i == 099", 7, "invalid digit `9` in octal constant"},
        {"&&nowhere == vp", 3, "use of undeclared label `nowhere`"},
    };
    check_faults(faults, G_N_ELEMENTS(faults));
}

static void test_side_effects(void)
{
    static const Fault faults[] = {
        {"i = 3", 3, "`=` changes i: a binding must not have side effects"},
        {"n + (p->x <<= 2)", 11, "`<<=` changes p->x: a binding must not have side effects"},
        {"q[i]++", 5, "`++` changes q[i]: a binding must not have side effects"},
        {"1 + --i", 5, "`--` changes i: a binding must not have side effects"},
        {"sizeof(int[i++])", 13, "`++` changes something: a binding must not have side effects"},
        {"sizeof(int[i >>= 3])", 16, "`=` changes something: a binding must not have side effects"},
        {"i && plain(n)", 6,
         "calls plain, which is not declared const or pure; if it has no side effects, say so with `//! pure "
         "plain`"},
        {"fp(i)", 1, "calls through a pointer: a binding must not have side effects"},
        {"p->op(i)", 1, "calls through a pointer: a binding must not have side effects"},
        {"1 + vo", 5, "reads vo, which is volatile: a binding must not have side effects"},
        {"vs.many[1]", 1, "reads vs.many[1], which is volatile: a binding must not have side effects"},
        {"vo", 1, "reads vo, which is volatile: a binding must not have side effects"},
        {"at + 1", 1, "reads at, which is _Atomic: a binding must not have side effects"},
        {"__builtin_add_overflow(i, 1, q)", 1,
         "calls __builtin_add_overflow, which is not declared const or pure; if it has no side effects, say "
         "so with "
         "`//! pure __builtin_add_overflow`"},
        {"_Generic(i, int: 3)", 1, "`_Generic(i, int: 3)` cannot be used in a binding"},
        {"__builtin_va_arg(*(__builtin_va_list *)vp, int)", 1,
         "`__builtin_va_arg(*(__builtin_va_list *)...` cannot be used in a binding"},
        {"(vec / vec)[1]", 1, "`(vec / vec)[1]` cannot be used in a binding"},
    };
    check_faults(faults, G_N_ELEMENTS(faults));
}

static void test_types_that_are_no_values(void)
{
    static const Fault faults[] = {
        {"st", 1, "a binding must be a number or a pointer, not a structure or union"},
        {"*p", 1, "a binding must be a number or a pointer, not a structure or union"},
        {"(void)i", 1, "a binding must be a number or a pointer, not nothing (void)"},
        {"cx", 1, "a binding must be a number or a pointer, not a complex number"},
        {"vec", 1, "a binding must be a number or a pointer, not a vector or the like"},
        {"w", 1, "a binding must be a number or a pointer, not an integer of 128 bits"},
    };
    check_faults(faults, G_N_ELEMENTS(faults));
}

static void test_predicates(void)
{
    Unit u = unit_new(unit);
    AnnotFragment fragments[] = {fragment_of(unit, "st"), fragment_of(unit, "w"), fragment_of(unit, "i = n")};
    for (guint i = 0; i < G_N_ELEMENTS(fragments); i++)
        fragments[i].is_predicate = TRUE;
    check(&u, fragments, G_N_ELEMENTS(fragments));
    g_assert_cmpstr(fragments[0].fault, ==, "a predicate must be a number or a pointer, not a structure or union");
    g_assert_null(fragments[1].fault);
    g_assert_cmpstr(fragments[2].fault, ==, "`=` changes i: a predicate must not have side effects");
    htol_arena_free(u.arena);
}

/* 5000 sums of sums: conditions would have some 25 MB. */
static void test_what_is_too_complicated(void)
{
    g_autoptr(GString) sum = g_string_new("i");
    for (guint i = 0; i < 5000; i++)
        g_string_append(sum, "+i");
    g_autoptr(GString) nested = g_string_new(NULL);
    for (guint i = 0; i < 300; i++)
        g_string_append_c(nested, '(');
    g_autofree char *large = g_strnfill(ANNOT_SAFE_MOST + 1, '1');
    Fault faults[] = {
        {sum->str, 1, "the expression is too complicated to be evaluated without a trap"},
        {nested->str, 257, "`(` is nested too deeply"},
        {large, 1, "the expression is too complicated"},
    };
    check_faults(faults, G_N_ELEMENTS(faults));
}

/* ---- values ---- */

static void test_kinds(void)
{
    static const struct {
        const char *text;
        enum HtolTupleKind kind;
    } values[] = {
        {"i", HTOL_TUPLE_SIGNED},        {"u", HTOL_TUPLE_UNSIGNED},        {"l + u", HTOL_TUPLE_SIGNED},
        {"l + ul", HTOL_TUPLE_UNSIGNED}, {"c", HTOL_TUPLE_SIGNED},          {"uc", HTOL_TUPLE_UNSIGNED},
        {"uc + 1", HTOL_TUPLE_SIGNED},   {"flag", HTOL_TUPLE_UNSIGNED},     {"en", HTOL_TUPLE_SIGNED},
        {"eu", HTOL_TUPLE_UNSIGNED},     {"RED", HTOL_TUPLE_SIGNED},        {"st.b", HTOL_TUPLE_UNSIGNED},
        {"fl", HTOL_TUPLE_FLOAT},        {"ld + i", HTOL_TUPLE_FLOAT},      {"d < 1", HTOL_TUPLE_SIGNED},
        {"p", HTOL_TUPLE_POINTER},       {"table", HTOL_TUPLE_POINTER},     {"(vla)", HTOL_TUPLE_POINTER},
        {"\"a\"", HTOL_TUPLE_POINTER},   {"&vo", HTOL_TUPLE_POINTER},       {"f", HTOL_TUPLE_CODE},
        {"fp", HTOL_TUPLE_CODE},         {"*fp", HTOL_TUPLE_CODE},          {"st.op", HTOL_TUPLE_CODE},
        {"w > 3", HTOL_TUPLE_SIGNED},    {"p - p", HTOL_TUPLE_SIGNED},      {"sizeof(i)", HTOL_TUPLE_UNSIGNED},
        {"(char)u", HTOL_TUPLE_SIGNED},  {"(_Bool)d", HTOL_TUPLE_UNSIGNED}, {"cx == 1", HTOL_TUPLE_SIGNED},
    };
    Unit u = unit_new(unit);
    AnnotFragment fragments[G_N_ELEMENTS(values)];
    for (guint i = 0; i < G_N_ELEMENTS(values); i++)
        fragments[i] = fragment_of(unit, values[i].text);
    check(&u, fragments, G_N_ELEMENTS(values));
    for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
        g_test_message("%.60s", values[i].text);
        g_assert_null(fragments[i].fault);
        g_assert_cmpint(fragments[i].kind, ==, values[i].kind);
        g_assert_cmpstr(fragments[i].code, ==, values[i].text);
    }
    htol_arena_free(u.arena);
}

static void test_characters_without_sign(void)
{
    static const char *const args[] = {"-funsigned-char", NULL};
    Unit u = unit_new(unit);
    AnnotFragment fragment = fragment_of(unit, "c");
    annot_fragments_check(u.arena, &u.text, args, NULL, &fragment, 1);
    g_assert_null(fragment.fault);
    g_assert_cmpint(fragment.kind, ==, HTOL_TUPLE_UNSIGNED);
    htol_arena_free(u.arena);
}

/* ---- safety ---- */

typedef struct {
    const char *text, *safe, *code; /* code NULL: the text */
} Safe;

static void check_safe(const Safe *expected, guint n)
{
    Unit u = unit_new(unit);
    g_autofree AnnotFragment *fragments = g_new0(AnnotFragment, n);
    for (guint i = 0; i < n; i++)
        fragments[i] = fragment_of(unit, expected[i].text);
    check(&u, fragments, n);
    for (guint i = 0; i < n; i++) {
        g_test_message("%.60s", expected[i].text);
        g_assert_null(fragments[i].fault);
        g_assert_cmpstr(fragments[i].safe, ==, expected[i].safe);
        g_assert_cmpstr(fragments[i].code, ==, expected[i].code ? expected[i].code : expected[i].text);
    }
    htol_arena_free(u.arena);
}

#define NOT_LEAST(VALUE) "(!__builtin_sub_overflow((int)0,(int)(" VALUE "),&(int){0}))"

static void test_arithmetic(void)
{
    static const Safe cases[] = {
        {.text = "i"},
        {.text = "i == n && !flag || c < d"},
        {"i + 1", "!__builtin_add_overflow((int)(i),(int)(1),&(int){0})", NULL},
        {"l - i", "!__builtin_sub_overflow((long long)(l),(long long)(i),&(long long){0})", NULL},
        {"w * i > 3", "!__builtin_mul_overflow((__int128)(w),(__int128)(i),&(__int128){0})", NULL},
        {"-i", NOT_LEAST("i"), NULL},
        {"i / n", "(n)!=0&&((n)!=-1||!__builtin_sub_overflow((int)0,(int)(i),&(int){0}))", NULL},
        {"i % -1", "((-1)!=-1||!__builtin_sub_overflow((int)0,(int)(i),&(int){0}))", NULL},
        {"i / u", "(u)!=0", NULL},
        {"c / n", "(n)!=0", NULL},
        {.text = "i / 2 + c % 16"},
        {.text = "u + u * 2 - u"},
        {.text = "d / i + fl"},
        {.text = "c * uc + 'a' - st.b + RED"},
        {.text = "-c + ~uc"},
        {.text = "(i & 255) * 1000 + (u % 10) + (i > n)"},
        {.text = "(flag ? c : uc) + 1"},
        {.text = "sizeof(i / 0) + _Alignof(int) + __builtin_offsetof(struct s, many[1])"},
        {"(i + n) + 1",
         "!__builtin_add_overflow((int)(i),(int)(n),&(int){0})&&"
         "!__builtin_add_overflow((int)((i + n)),(int)(1),&(int){0})",
         NULL},
        {"abs(i)", NOT_LEAST("i"), NULL},
        {"__builtin_clz(u)", "(unsigned int)(u)!=0", NULL},
        {.text = "__builtin_popcount(u) == __builtin_expect(i, 0)"},
        {"isalpha(i)", "(int)(i)>=-1&&(int)(i)<=255", NULL},
        {.text = "isalpha(uc)"},
    };
    check_safe(cases, G_N_ELEMENTS(cases));
}

static void test_shifts(void)
{
    static const Safe cases[] = {
        {"i >> n", "(unsigned long long)(n)<32", NULL},
        {"ul << i", "(unsigned long long)(i)<64", NULL},
        {.text = "u >> 3"},
        {.text = "1 << 3 | uc << 8"},
        {.text = "i >> (n & 31)"},
        {"1 << 31", NULL, "(int)((unsigned int)(1) << 31)"},
        {"i << n", "(unsigned long long)(n)<32", "(int)((unsigned int)(i) << n)"},
        {"(l << 2) + 1",
         "!__builtin_add_overflow((long long)(((long long)((unsigned long long)(l) << 2))),"
         "(long long)(1),&(long long){0})",
         "((long long)((unsigned long long)(l) << 2)) + 1"},
        {"(i << 1) << 2", NULL, "(int)((unsigned int)(((int)((unsigned int)(i) << 1))) << 2)"},
    };
    check_safe(cases, G_N_ELEMENTS(cases));
}

static void test_short_circuits(void)
{
    static const Safe cases[] = {
        {"n && i / n", "(!(n)||((n)!=0&&((n)!=-1||!__builtin_sub_overflow((int)0,(int)(i),&(int){0}))))", NULL},
        {"!p || p->x", "((!p)||((p)!=0))", NULL},
        {"p ? p->x : u / n", "((p)?((p)!=0):((n)!=0))", NULL},
        {"i ? *q : 0", "(!(i)||((q)!=0))", NULL},
        {"i ? 0 : *q", "((i)||((q)!=0))", NULL},
        {"i ?: *q", "((i)||((q)!=0))", NULL},
        {"*q && u", "(q)!=0", NULL},
    };
    check_safe(cases, G_N_ELEMENTS(cases));
}

#define ADDRESS(POINTER, SIGN, INDEX)                                                                                  \
    "(" POINTER ")!=0&&__extension__({__int128 hlcov_a=(__int128)(unsigned long)(" POINTER ")" SIGN                    \
    "(__int128)(" INDEX ")*(__int128)sizeof(*(" POINTER "));hlcov_a>0&&!(hlcov_a>>64);})"

static void test_pointers(void)
{
    static const Safe cases[] = {
        {"*q", "(q)!=0", NULL},
        {"p->next->x", "(p)!=0&&(p->next)!=0", NULL},
        {"(*p).b", "(p)!=0", NULL},
        {"&p->x == q", "(p)!=0", NULL},
        {.text = "&*p == p"},
        {.text = "(&st)->x > *&n"},
        {"q[2]", "(q)!=0", NULL},
        {"q[c]", "(q)!=0", NULL},
        {"q[i]", ADDRESS("q", "+", "i"), NULL},
        {"n[q]", ADDRESS("q", "+", "n"), NULL},
        {"*(q - i)", ADDRESS("q", "-", "i"), NULL},
        {"vp + l == q", ADDRESS("vp", "+", "l"), NULL},
        {"p + 1 > p", "(p)!=0", NULL},
        {.text = "p > (struct s *)q && str - str"},
        {"weak + 0u", "&weak!=0", NULL},
        {"weaks[1]", "&weaks!=0", NULL},
        {.text = "&weak == q"},
        {.text = "fp == f && *fp == *f"},
        {"strlen(str)", "(str)!=0", NULL},
        {"pur(p, str)", "(p)!=0", NULL},
        {"vouched(*q, d)", "(q)!=0", NULL},
    };
    check_safe(cases, G_N_ELEMENTS(cases));
}

static void test_arrays(void)
{
    static const Safe cases[] = {
        {"table[i]", "(unsigned long long)(i)<8ULL", NULL},
        {.text = "table[i & 7] | table[3]"},
        {"table[i & 8]", "(unsigned long long)(i & 8)<8ULL", NULL},
        {.text = "&table[i & 8] == q"},
        {"grid[i][uc]", "(unsigned long long)(i)<3ULL&&(unsigned long long)(uc)<4ULL", NULL},
        {"i[local]", "(unsigned long long)(i)<5ULL", NULL},
        {"*(local + i)", "(unsigned long long)(i)<5ULL", NULL},
        {"*(local - i)", "0ULL-(unsigned long long)(i)<5ULL", NULL},
        {"&local[i] == q", "(unsigned long long)(i)<=5ULL", NULL},
        {"local + i == q", "(unsigned long long)(i)<=5ULL", NULL},
        {.text = "&local[5] == q && *local"},
        {"&grid[0][i] == q", "(unsigned long long)(i)<=4ULL", NULL},
        {"vla[i]", "(unsigned long long)(i)<sizeof(vla)/sizeof(*(vla))", NULL},
        {"p->many[i]", "(p)!=0&&(unsigned long long)(i)<4ULL", NULL},
        {"p->tail[i]", "(p)!=0&&(i)>=0", NULL},
        {"ext[i]", "(i)>=0", NULL},
        {"ext - i == q", "(i)<=0", NULL},
        {.text = "ext[u] | ext[2]"},
        {"\"abc\"[i]", "(unsigned long long)(i)<4ULL", NULL},
        {"table[(int)w]", "(unsigned long long)((int)w)<8ULL", NULL},
        {"table[w]", "(long long)(w)==(w)&&(unsigned long long)(w)<8ULL", NULL},
    };
    check_safe(cases, G_N_ELEMENTS(cases));
}

static void test_conversions(void)
{
    static const Safe cases[] = {
        {"(int)d", "(d)>-2147483649.0&&(d)<2147483648.0", NULL},
        {"(unsigned char)fl", "(fl)>-1&&(fl)<256", NULL},
        {"(long)d", "(d)>=-9223372036854775808.0&&(d)<9223372036854775808.0", NULL},
        {"(long)ld", "(ld)>=-9223372036854775808.0&&(ld)<9223372036854775808.0", NULL},
        {"(enum u)d", "(d)>-1&&(d)<4294967296.0", NULL},
        {"cst(d)", "(d)>-2147483649.0&&(d)<2147483648.0", NULL},
        {"(int)cx", "(__real__(cx))>-2147483649.0&&(__real__(cx))<2147483648.0", NULL},
        {"(struct s){.x = d, .many = {[1] = 3}}.x", "(d)>-2147483649.0&&(d)<2147483648.0", NULL},
        {.text = "(_Bool)d + (float)ld + (char)l"},
    };
    check_safe(cases, G_N_ELEMENTS(cases));
}

/* ---- places ---- */

static void test_what_is_in_scope(void)
{
    static const char source[] = "int f(int a)\n"
                                 "{\n"
                                 "    /*0*/int b = a; { char b = 1; /*1*/a = b; /*2*/}\n"
                                 "    if (a) /*3*/return b; else /*4*/while (b) /*5*/if (a) b--;/*6*/\n"
                                 "    switch (a) { case 1: /*7*/b = 2; default: /*8*/; }\n"
                                 "    b = ({ int z = a; /*9*/z; });\n"
                                 "    return b;\n"
                                 "/*A*/}\n";
    Unit u = unit_new(source);
    AnnotFragment fragments[11];
    for (guint i = 0; i < G_N_ELEMENTS(fragments); i++) {
        char mark[] = {'/', '*', "0123456789A"[i], '*', '/', 0};
        fragments[i] = (AnnotFragment){
            .at = offset_of(source, mark), .text = i == 9 ? "z - 'a'" : "b - 'a'", .where = {"a.c", 1, 1}};
    }
    fragments[3].end = offset_of(source, " else /*4");
    fragments[4].end = fragments[5].end = offset_of(source, "/*6*/");
    check(&u, fragments, G_N_ELEMENTS(fragments));
    g_assert_cmpstr(fragments[0].fault, ==, "`b` is not declared here");
    for (guint i = 1; i < G_N_ELEMENTS(fragments); i++) {
        g_assert_null(fragments[i].fault);
        g_assert_cmpint(fragments[i].safe == NULL, ==, i == 1 || i == 2); /* where b is the char */
    }
    htol_arena_free(u.arena);
}

static void test_metavariables(void)
{
    static const AnnotMeta metas[] = {{"m", HTOL_TUPLE_SIGNED},
                                      {"k", HTOL_TUPLE_UNSIGNED},
                                      {"x", HTOL_TUPLE_FLOAT},
                                      {"o", HTOL_TUPLE_POINTER},
                                      {"g", HTOL_TUPLE_CODE}};
    Unit u = unit_new(unit);
    AnnotFragment fragments[] = {fragment_of(unit, "m + i == k && x < d && o == p && g == o"), fragment_of(unit, "m"),
                                 fragment_of(unit, "m = i")};
    fragments[0].metas = fragments[2].metas = metas;
    fragments[0].n_metas = fragments[2].n_metas = G_N_ELEMENTS(metas);
    check(&u, fragments, G_N_ELEMENTS(fragments));
    g_assert_null(fragments[0].fault);
    g_assert_cmpstr(fragments[0].safe, ==, "!__builtin_add_overflow((long long)(m),(long long)(i),&(long long){0})");
    g_assert_cmpstr(fragments[1].fault, ==, "`m` is not declared here");
    g_assert_cmpstr(fragments[2].fault, ==,
                    "cannot assign to variable `m` with const-qualified type `const long long`");
    htol_arena_free(u.arena);
}

/* The statement at the end of the first function must be a return. */
static const AnnotExpr *returned(const Unit *unit, guint function)
{
    const AnnotStmt *body = unit->tree->functions[function]->body;
    return body->parts[body->n_parts - 1]->expr;
}

static void check_result(const char *source, const char *text, const char *fault, const char *code)
{
    g_autofree char *whole =
        g_strconcat("struct s { int x; unsigned b : 3; } *ps, st; void nothing(void);\n", source, NULL);
    Unit u = unit_new(whole);
    AnnotFragment fragment = fragment_of(whole, text);
    fragment.result = returned(&u, 0);
    check(&u, &fragment, 1);
    g_assert_cmpstr(fragment.fault, ==, fault);
    if (!fault)
        g_assert_cmpstr(fragment.code, ==, code);
    htol_arena_free(u.arena);
}

static void test_results(void)
{
    check_result("int f(void) { " HERE "return 7; }", "\\result > 3", NULL, ANNOT_RESULT " > 3");
    check_result("int f(void) { " HERE "return 7; }", "*\"\\result\" == \\result", NULL,
                 "*\"\\result\" == " ANNOT_RESULT);
    check_result("struct s *f(void) { " HERE "return ps; }", "\\result->x", NULL, ANNOT_RESULT "->x");
    check_result("struct s f(void) { " HERE "return st; }", "\\result.x", NULL, ANNOT_RESULT ".x");
    check_result("unsigned f(void) { " HERE "return ps->b; }", "\\result", NULL, ANNOT_RESULT);
    check_result("struct s *f(void) { " HERE "return 0; }", "\\result == 0", NULL, ANNOT_RESULT " == 0");
    check_result("int f(int a) { " HERE "return a +\n# 9 \"b.c\"\n a; }", "\\result", NULL, ANNOT_RESULT);
    check_result("int f(void) { " HERE "return 7; }", "\\result.x",
                 "member reference base type `int` is not a structure or union", NULL);
    check_result("void f(void) { " HERE "return nothing(); }", "\\result",
                 "`\\result` means nothing here: no value is returned", NULL);
    check_result("int f(void) { " HERE "return 7; }", "\\results", "`\\` is not part of an expression", NULL);
}

/* One that breaks a function keeps no other of it from being checked; a function that is broken without them
 * does. */
static void test_other_fragments(void)
{
    static const char source[] = "int f(int a) { /*0*/return a; }\n"
                                 "int g(int b) { /*1*/return b; }\n"
                                 "int h(int c) { /*2*/return nothing; }\n";
    static const char *const texts[] = {"a + 1", "a a", "b", "b->x", "c"};
    static const char marks[] = "00112";
    static const char *const faults[] = {NULL, "expected an operator, found `a`", NULL,
                                         "member reference type `int` is not a pointer",
                                         "the front end cannot read the function with this expression in it"};
    Unit u = unit_new(source);
    AnnotFragment fragments[G_N_ELEMENTS(texts)] = {0};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        char mark[] = {'/', '*', marks[i], '*', '/', 0};
        fragments[i] = (AnnotFragment){.at = offset_of(source, mark), .text = texts[i], .where = {"a.c", 1, 1}};
    }
    check(&u, fragments, G_N_ELEMENTS(fragments));
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_assert_cmpstr(fragments[i].fault, ==, faults[i]);
    g_assert_cmpstr(fragments[0].safe, ==, "!__builtin_add_overflow((int)(a),(int)(1),&(int){0})");
    htol_arena_free(u.arena);
}

/* ---- the user's text ---- */

static void check_where(const char *text, const char *source, guint line, guint column)
{
    Unit u = unit_new(unit);
    AnnotFragment fragment = fragment_of(unit, text);
    fragment.source = source;
    check(&u, &fragment, 1);
    g_assert_nonnull(fragment.fault);
    g_assert_cmpuint(fragment.where.line, ==, line);
    g_assert_cmpuint(fragment.where.column, ==, column);
    htol_arena_free(u.arena);
}

static void test_columns_of_what_was_folded(void)
{
    check_where("i == nothing", NULL, 7, 15);
    check_where("i == nothing", "i   ==  nothing ; rest", 7, 18);
    check_where("i == nothing", "i /* x */ == // y\n     nothing\n; rest", 8, 6);
    check_where("str == \"a  /*\" + nothing", "str\n== \"a  /*\"\n  + nothing", 9, 5);
    check_where("i +", "i   + ; rest", 7, 15);
}

/* Of each name in the expression that may hold no value the compiler is told that it holds some, once. */
static void test_variables_without_a_value(void)
{
    static const char source[] = "struct s { int x; }; static int st; extern int ex;\n"
                                 "int f(int a, struct s p, const struct s c)\n{\n"
                                 "    int i, j, k = 1, t[2], v[a]; double d; register double r; struct s s;\n"
                                 "    if (a) i = 2; if (a) j = 1; else j = 2;\n"
                                 "    " HERE "return i;\n}\n";
    static const char *const values[][2] = {
        {"a + j + k + st + ex", NULL},
        {"i + i", "__asm__(\"\":\"+r\"(i));"},
        {"d > r", "__asm__(\"\":\"+m\"(*(char(*)[sizeof(d)])&d));__asm__(\"\":\"+r\"(r));"},
        {"a && t[0]", "__asm__(\"\":\"+m\"(*(char(*)[sizeof(t)])&t));"},
        {"s.x", "__asm__(\"\":\"+m\"(*(char(*)[sizeof(s)])&s));"},
        {"c.x", "__asm__(\"\":\"+m\"(*(char(*)[sizeof(c)])&c));"},
        {"v[0]", NULL},
        {"sizeof i", NULL},
    };
    Unit u = unit_new(source);
    AnnotFragment fragments[G_N_ELEMENTS(values)];
    for (guint i = 0; i < G_N_ELEMENTS(values); i++)
        fragments[i] = fragment_of(source, values[i][0]);
    check(&u, fragments, G_N_ELEMENTS(values));
    for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
        g_assert_null(fragments[i].fault);
        g_assert_cmpstr(fragments[i].before, ==, values[i][1]);
    }
    htol_arena_free(u.arena);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fragment/faults/text", test_faults_of_the_text);
    g_test_add_func("/fragment/faults/language", test_faults_of_the_language);
    g_test_add_func("/fragment/faults/effects", test_side_effects);
    g_test_add_func("/fragment/faults/types", test_types_that_are_no_values);
    g_test_add_func("/fragment/faults/predicates", test_predicates);
    g_test_add_func("/fragment/faults/size", test_what_is_too_complicated);
    g_test_add_func("/fragment/kinds", test_kinds);
    g_test_add_func("/fragment/unsigned-char", test_characters_without_sign);
    g_test_add_func("/fragment/safe/arithmetic", test_arithmetic);
    g_test_add_func("/fragment/safe/shifts", test_shifts);
    g_test_add_func("/fragment/safe/short-circuits", test_short_circuits);
    g_test_add_func("/fragment/safe/pointers", test_pointers);
    g_test_add_func("/fragment/safe/arrays", test_arrays);
    g_test_add_func("/fragment/safe/conversions", test_conversions);
    g_test_add_func("/fragment/scope", test_what_is_in_scope);
    g_test_add_func("/fragment/unset", test_variables_without_a_value);
    g_test_add_func("/fragment/metavariables", test_metavariables);
    g_test_add_func("/fragment/results", test_results);
    g_test_add_func("/fragment/others", test_other_fragments);
    g_test_add_func("/fragment/where", test_columns_of_what_was_folded);
    return g_test_run();
}
