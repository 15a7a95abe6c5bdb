"""Small units of C for tests/generate/writing.py: what can stand in a table, and changes that a row must notice. Runs
nothing."""

# Text of each unit; changes, (old text, new text), each to be noticed by a case; options that its warnings need.
UNITS = {}
CHANGES = {}
OPTIONS = {}

UNITS["numbers"] = r"""
#include <math.h>
#include <stdbool.h>
enum color { RED, GREEN = 4, BLUE };
int add(int a, int b) { return a > 100 && b > 100 ? a - b : (int)((unsigned)a + (unsigned)b); }
int edge(int x) { return x == -2147483647 - 1 ? 1 : x == 2147483647 ? 2 : 3; }
char next(char c) { if (c == '\'') return '\\'; if (c == '\n') return '"'; return c == '~' ? '?' : 'a'; }
enum color turn(enum color c) { return c == RED ? GREEN : c == GREEN ? BLUE : RED; }
unsigned char low(unsigned long long x) { return x > 0xfffffffffffffff0ull ? 255 : (unsigned char)(x & 15); }
long long sign(long long x) { return x < -5000000000ll ? -5000000000ll : x > 5000000000ll ? 5000000001ll : 0; }
bool both(bool a, _Bool b) { return a && !b; }
float half(float f) { return f > 1.5f ? f / 2 : f < -0.25f ? -0.1f : 0.25f; }
double nan_of(double d) { return d > 4.5 ? NAN : d < -4.5 ? -INFINITY : 1.0 / 3; }
long double wide(long double x) { return x > 2.5L ? x * 2 : 0.1L; }
short narrow(short s, unsigned short u) { return s < -7 ? (short)-32768 : u > 65000 ? 32767 : -1; }
unsigned __int128 huge(unsigned x) { return x > 7 ? (unsigned __int128)x << 100 : 3; }
"""
CHANGES["numbers"] = [
    ("a - b :", "a + b :"), ("? 1 : x", "? 0 : x"), ("? 2 : 3", "? 3 : 3"), ("'\\\\'", "'/'"),
    ("? BLUE : RED", "? RED : RED"), ("? 255", "? 254"), ("5000000001ll", "5000000000ll"), ("a && !b", "a && b"),
    ("-0.1f", "-0.2f"), ("NAN", "0.0"), ("-INFINITY", "INFINITY"), ("1.0 / 3", "0.3333"), ("0.1L", "0.2L"),
    ("-32768", "32767"), ("<< 100", "<< 99")
]

UNITS["strings"] = r"""
#include <stddef.h>
#include <string.h>
void up(char *s) { for (; s && *s; s++) if (*s >= 'a' && *s <= 'z') *s = (char)(*s - 32); }
const char *kind(int x) { return x > 9 ? "many\t\"\\?\?/\001" "1" : x < 0 ? NULL : ""; }
int is_yes(const char *s) { return s && strcmp(s, "yes") == 0; }
unsigned count(const unsigned char *s) { unsigned n = 0; for (; s && *s; s++) if (*s > 200) n++; return n; }
void fill(char *to, size_t n) { for (size_t i = 0; i < n; i++) to[i] = i % 2 ? 'b' : 'a'; }
int sum(const unsigned char *bytes, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (bytes[i] > 4)
            s += bytes[i];
    return s;
}
char *end(char *s) { if (!s) return NULL; while (*s && *s != ':') s++; return s; }
void blank(char *s) { if (s && *s == '#') for (; *s; s++) *s = ' '; }
struct name { char first[8]; char initial; const char *last; };
int named(const struct name *n)
{
    if (n && n->first[0] == 'a' && n->first[1] == 'b' && n->last && n->last[0] == n->initial)
        return 1;
    return 0;
}
void clear(struct name *n) { if (n) memset(n->first, 'x', sizeof n->first - 1); }
"""
CHANGES["strings"] = [
    ("- 32", "- 31"), ("many", "more"), ("? NULL :", '? "0" :'), ('"yes"', '"no"'), ("> 200", "> 255"),
    ("'b' : 'a'", "'b' : 'c'"), ("s += bytes[i]", "s -= bytes[i]"), ("':'", "';'"), ("' ';", "'.';"),
    ("&& n->last[0] ==", "&& n->last[0] !="), ("'x'", "'y'")
]

UNITS["records"] = r"""
#include <stdlib.h>
#include <string.h>
union either { int i; float f; unsigned char bytes[4]; };
struct inner { short s; double d; };
struct outer {
    char c;
    struct inner in;
    union either u;
    unsigned low : 3;
    signed high : 5;
    _Bool flag;
    const int fixed;
    int grid[2][3];
    struct { int unnamed_a, unnamed_b; };
    union { int first; float second; };
    struct { long deep; } held;
};
struct flexible { unsigned n; int more[]; };
typedef struct { int x, y; } point;
int look(const struct outer *o)
{
    if (!o)
        return -1;
    if (o->c == 'c' && o->u.i == 5)
        return 1;
    return o->grid[1][2] > 7 ? 2 : o->high < -3 ? 3 : o->unnamed_b == 9 ? 4 : o->held.deep == -1 ? 5 : 6;
}
void change(struct outer *o)
{
    if (!o)
        return;
    o->low++;
    o->high--;
    o->in.d = 1.5;
    o->grid[1][0] = 12;
    o->unnamed_a = 2;
    o->held.deep = 4;
    o->flag = !o->flag;
}
struct outer fixed(int a) { struct outer o = {.fixed = 3, .c = 'x'}; o.low = (unsigned)a & 7; return o; }
point mirror(point p) { return p.x > 3 ? (point){p.y, p.x} : (point){-1, -2}; }
void move(point *p, int n) { for (int i = 0; i < n; i++) p[i].x = i + 1; }
float as_float(union either u) { return u.f > 2.0f ? 1.0f : 0.0f; }
unsigned lengthen(struct flexible *f) { return f ? ++f->n : 0; }
int total(int m[2][3], int rows) { int s = 0; for (int i = 0; i < rows && i < 1; i++) if (m[i][2] > 9) s++; return s; }
int size_of(void *data, const void *other) { return data ? 3 : other ? 2 : 1; }
"""
CHANGES["records"] = [
    ("return 1;", "return 6;"), ("> 7 ? 2", "> 7 ? 6"), ("? 3 : o->unnamed_b", "? 6 : o->unnamed_b"),
    ("== 9 ? 4", "== 9 ? 6"), ("o->low++", "o->low--"), ("o->high--", "o->high++"), ("d = 1.5", "d = 2.5"),
    ("= 12", "= 13"), ("unnamed_a = 2", "unnamed_a = 3"), ("deep = 4", "deep = 5"), ("= !o->flag", "= 0"),
    (".fixed = 3", ".fixed = 4"), ("'x'}", "'y'}"), ("{p.y, p.x}", "{p.x, p.y}"), ("i + 1", "i + 2"),
    ("? 1.0f", "? 2.0f"), ("++f->n", "f->n"), ("> 9) s++", "> 9) s--"), ("? 3 : other", "? 4 : other"),
    ("? 2 : 1", "? 1 : 1")
]

UNITS["lists"] = r"""
#include <stdlib.h>
struct node { int value; struct node *next; };
struct list { struct node *head, *tail; unsigned count; };
struct pair;
struct half { struct pair *whole; int n; };
struct pair { struct half a, *b; };
int push(struct list *l, int v)
{
    struct node *n = l ? malloc(sizeof *n) : NULL;
    if (!n)
        return -1;
    *n = (struct node){v, l->head};
    l->head = n;
    l->count++;
    return v > 3;
}
int pop(struct list *l)
{
    struct node *first = l ? l->head : NULL;
    if (!first)
        return -1;
    int v = first->value;
    l->head = first->next;
    free(first);
    return v + 2;
}
int swap(struct node *a)
{
    if (!a || !a->next || a->next == a)
        return 0;
    int v = a->value;
    a->value = a->next->value;
    a->next->value = v + 1;
    return 1;
}
struct node *find(struct node *n, int v) { for (int i = 0; n && i < 3; i++, n = n->next) if (n->value == v) return n;
                                           return NULL; }
void turn(struct node *n) { if (n && n->next && n->next != n) { n->next->next = n; n->next->value = 7; } }
int knot(struct pair *p)
{
    if (!p)
        return -1;
    p->a.n = 5;
    if (p->b && p->b->whole)
        p->b->n = 6;
    return p->a.whole == p;
}
struct list *make(int n) { struct list *l = n > 3 ? calloc(1, sizeof *l) : NULL; return l; }
int *number(int n, int *place) { if (n > 7) return place; return NULL; }
"""
CHANGES["lists"] = [
    ("count++", "count--"), ("return v > 3", "return v < 3"), ("v + 2", "v + 3"), ("v + 1", "v"),
    ("value == v) return n", "value == v) return NULL"), ("value = 7", "value = 8"), ("n = 5", "n = 4"),
    ("n > 3 ?", "n > 3 && 0 ?"), ("return place", "return NULL")
]

UNITS["variables"] = r"""
#include <string.h>
static int level;
int counts[3];
static char word[8] = "begin";
struct state { int x; struct { unsigned y : 4; } in; const char *name; } state = {1, {2}, "old"};
static double rate = 0.5;
static const char *message;
static int (*handler)(int);
enum mode { OFF, ON } mode;
static int twice(int x) { return 2 * x + 1; }
int step(int by) { if (level > 10) return -1; level += by > 3 ? 3 : 1; return level; }
void note(int i) { if (i >= 0 && i < 3) counts[i] += 5; }
void rename_it(int x) { strcpy(word, x > 3 ? "many" : "few"); }
int set(int x)
{
    state.x = x > 2 ? 9 : 8;
    state.in.y = 5;
    if (x > 5)
        state.name = "new";
    if (rate > 2.5) return 1;
    return 0;
}
void say(int x) { message = x < 0 ? "below" : NULL; mode = x == 4 ? ON : OFF; }
int handle(int x) { if (x == 3) handler = twice; return handler ? handler(x) : 0; }
int word_is(void) { if (word[0] == 'a' && word[1] == 'b') return 4; return 3; }
"""
CHANGES["variables"] = [
    ("return -1", "return -2"), ("? 3 : 1", "? 4 : 1"), ("+= 5", "+= 6"), ('"many"', '"some"'),
    ("? 9 : 8", "? 9 : 7"), ("in.y = 5", "in.y = 4"), ('"new"', '"now"'), ("> 2.5) return 1", "> 2.5) return 2"),
    ('"below"', '"above"'), ("? ON : OFF", "? OFF : OFF"), ("handler = twice", "handler = 0"),
    ("return 4", "return 3")
]

UNITS["functions"] = r"""
#include <stdio.h>
extern int outside(int, const char *);
extern const char *title(void);
struct thing; extern struct thing *open_thing(int);
extern int outer_level;
static inline int tiny(int x) { return x > 3 ? 10 : 20; }
inline int half(int x) { return x > 7 ? x / 2 : 30; }
extern inline __attribute__((gnu_inline)) int third(int x) { return x > 5 ? x / 3 : 40; }
int parts(int x) { return x > 6 ? half(x) + third(x) : 50; }
static int twice(int x) { return 2 * x + 1; }
static int thrice(int x) { return 3 * x; }
int apply(int (*f)(int), int x) { return f == twice ? f(x) + 1 : -1; }
int (*choose(int k))(int) { return k > 3 ? twice : k < 0 ? thrice : NULL; }
int asks(int x) { return outside(x, "a") > 5 ? 1 : outside(x, "b") < -5 ? 2 : 3; }
int titled(void) { const char *t = title(); return t && t[0] == 't'; }
int leveled(void) { if (outer_level == 77) return 6; return 7; }
int opened(int x) { if (open_thing(x)) return 2; return 1; }
int old(a, b) int a; char b; { return a == 3 && b == 'x' ? 4 : 5; }
int first(FILE *f) { int c = f ? getc(f) : -2; return c == 'q' ? 1 : c < 0 ? c : 0; }
int in_file(const char *name) { printf("half a line"); return name && name[0] == '/' && name[1] == 0; }
int ask(void) { return getchar() == EOF ? 4 : 5; }
int dispatch(int (*table[2])(int), int i) { return table && i >= 0 && i < 1 && table[i] ? 1 : 0; }
"""
CHANGES["functions"] = [
    ("10 : 20", "11 : 20"), ("/ 2 : 30", "/ 2 : 31"), ("/ 3 : 40", "/ 3 : 41"), (": 50", ": 51"),
    ("2 * x + 1", "2 * x"), ("3 * x", "4 * x + 1"), ("f(x) + 1", "f(x) + 2"), ("? twice :", "? thrice :"),
    ("? 1 : outside", "? 3 : outside"), ("? 2 : 3", "? 3 : 3"), ("'t'", "'T'"),
    ("return 6", "return 7"), ("(open_thing(x)) return 2", "(open_thing(x)) return 3"),
    ("? 4 : 5; }\nint first", "? 5 : 5; }\nint first"), ("== 'q' ? 1", "== 'q' ? 2"), ("'/'", "'.'"),
    ("EOF ? 4", "EOF ? 6")
]
OPTIONS["functions"] = {"clang": ["-Wno-deprecated-non-prototype", "-Wno-unknown-warning-option"]}

UNITS["names"] = r"""
#define row 17
#define good "no"
#define run_case(x) x
#define step(x) ((x) + 1)
enum outcome { PASSED, FAILED = 9, CHANGED };
static int expect, token, elsewhere, k;
typedef int functions;
struct judge { int i; };
int (step)(int x) { return x > 3 ? x + 5 : 0; }
int check(int result, int confirmed) { return result > 5 ? confirmed : row; }
int test_check(int i, int run) { expect = i; return i == run ? 1 : 0; }
int judge(struct judge judge, int result_, int i) { return judge.i == i ? result_ : FAILED; }
functions same_real(int saved_expect, int row_) { expect += saved_expect; return row_ > 3 ? 1 : 2; }
static int counted(int expect) { k = expect > 4; return token + elsewhere; }
int main_part(int argc, int value_after, int *value)
{
    if (value)
        *value = argc;
    return value_after == 3 ? counted(argc) : 4;
}
int string(char *s, const char *s_after) { if (s && *s == 'x') *s = 'y'; return s_after && *s_after == 'z'; }
"""
CHANGES["names"] = [
    ("x + 5", "x + 6"), ("? confirmed", "? 1 + confirmed"), ("expect = i", "expect = i + 1"),
    ("? result_", "? 1 + result_"), ("+= saved_expect", "+= 1 + saved_expect"), ("k = expect > 4", "k = 5"),
    ("*value = argc", "*value = 1 + argc"), ("== 3 ? counted", "== 3 ? 8 + counted"), ("'y'", "'w'")
]

UNITS["varying"] = r"""
#include <stdlib.h>
#include <time.h>
static int last;
int next_id(void) { static int id; last = 7; return ++id; }
int once(int x) { static int begun; if (begun) return 5; begun = 1; return x > 3; }
long now(int x) { return x > 3 ? (long)time(NULL) : 1; }
int chance(int x) { last = x > 3 ? 2 : 3; return rand(); }
int place(int x) { int y = x; last = 9; return (int)((unsigned long)&y >> 4); }
"""
CHANGES["varying"] = [
    ("last = 7", "last = 6"), ("? 2 : 3", "? 2 : 4"), ("last = 9", "last = 8")
]

UNITS["entry"] = r"""
#include <stdlib.h>
static int sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
int main(int argc, char **argv) { return argc > 1 ? sign(atoi(argv[1])) : 7; }
"""
CHANGES["entry"] = [("? 1 :", "? 2 :"), ("? -1 : 0", "? -2 : 0"), ("-1 : 0", "-1 : 3")]

# Nobody says how long an array is, nor which sums are too large: what a sanitizer sees is no test.
UNITS["limits"] = r"""
#include <stddef.h>
int words(int argc, char **argv) { return argc > 2 && argv[1] ? argv[1][0] == 'a' ? 3 : 2 : 1; }
void copy(char *to, const char *from, size_t n) { while (n-- && (*to++ = *from++)) ; }
int sum(int a, int b) { if (a > 5) return a + b; return a - b; }
int element(int *v, int i) { if (v && i > 3) return v[i] + 1; return 0; }
unsigned shift(unsigned x, int by) { return by > 2 ? x << by | 1 : 2; }
"""
CHANGES["limits"] = [
    ("3 : 2 : 1", "3 : 4 : 1"), ("*to++ = *from++", "*to++ = ~*from++"), ("a + b", "a - b - 1"), ("v[i] + 1", "v[i]"),
    ("| 1 : 2", "| 3 : 2")
]

# A text that has lost its end is compared no more; what else its record holds is.
UNITS["ends"] = r"""
struct buffer { unsigned allocated, length; char *b; };
int fill(struct buffer *b)
{
    if (b->allocated < 5)
        return 0;
    b->b[0] = 'x';
    b->length += 6;
    return 1;
}
extern void *more(unsigned n);
int grow(struct buffer *b)
{
    b->b = more(1);
    b->length += 8;
    return b->length > 20 ? 3 : 4;
}
"""
CHANGES["ends"] = [("+= 6", "+= 7"), ("return 0", "return 2"), ("+= 8", "+= 9"), ("? 3", "? 5")]

# What the unit only declares, and types that have no name.
UNITS["outer"] = r"""
#include <stdarg.h>
#include <stdlib.h>
#define twist(x) ((x) + 1)
extern int (twist)(int);
extern void sort_with(int values[4], int (*compare)(const void *, const void *), int n);
extern int (*pick(int))(int);
extern void fatal(const char *why) __attribute__((noreturn));
extern int print_list(const char *format, va_list list);
extern const int limits[3];
extern const char *const titles[];
extern struct point { int x, y; } origin;
extern struct { int x; } nameless;
typedef struct { int x; } box;
extern box unbox(void);
static struct { int hidden; } state;
static enum { FEW, MANY } amount;
int use_twist(int x) { return (twist)(x) == 5 ? 1 : 2; }
int use_pick(int x) { return pick(x) ? 3 : 4; }
int use_limits(int i) { return i >= 0 && i < 3 && limits[i] == 0 ? 5 : 6; }
int check_all(int x) { if (x < 0) fatal(titles[0]); return x > 3 ? 7 : 8; }
void order(int *v, int n) { if (v && n > 1) { sort_with(v, NULL, n); v[0] = 9; } }
int where(int x) { return origin.x > x ? 16 : nameless.x > 3 ? 17 : 18; }
int boxed(void) { return unbox().x == 4 ? 10 : 11; }
int hide(int x) { if (x > 3) state.hidden = 12; amount = x > 5 ? MANY : FEW; return state.hidden; }
void wipe(void *p, unsigned n) { for (unsigned i = 0; p && i < n; i++) ((char *)p)[i] = 13; }
const char *first_of(const char *const *list) { return list ? list[0] : "none"; }
static int print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = print_list(format, list);
    va_end(list);
    return n;
}
int printed(void) { return print("%d", 1) > 3 ? 14 : 15; }
"""
CHANGES["outer"] = [
    ("? 1 : 2", "? 2 : 2"), ("? 3 : 4", "? 3 : 5"), ("? 5 : 6", "? 4 : 6"), ("? 7 : 8", "? 7 : 9"), ("= 9", "= 8"),
    ("? 10 : 11", "? 10 : 12"), ("hidden = 12", "hidden = 13"), ("? MANY : FEW", "? FEW : FEW"), ("= 13", "= 12"),
    ('"none"', '"one"'), ("? 14 : 15", "? 14 : 16"), ("? 16", "? 19"), ("? 17", "? 20")
]
