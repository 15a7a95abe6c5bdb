/* The parser and the printer of HTOL: what is read, how it is printed, which faults are told where. */
#include <string.h>

#include "htol/lang/parse.h"
#include "htol/lang/print.h"
#include "tests/unit/same_hyper.h"

static HtolText text_of(const char *text)
{
    return (HtolText){{"a.htol", 1, 1}, text, strlen(text)};
}

static char *faults_of(const HtolFaults *faults)
{
    GString *out = g_string_new(NULL);
    htol_faults_print(faults, out);
    return g_string_free(out, FALSE);
}

/* Printing
 * ----------------------------------------------------------------------------------------------------------- */

static void check_guard(gconstpointer data)
{
    const char *const *pair = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) printed = g_string_new(NULL);
    HtolFaults faults = {.arena = arena};
    HtolText text = text_of(pair[0]);
    const HtolExpr *guard = htol_parse_guard(arena, &text, &faults);
    g_autofree char *wrong = faults_of(&faults);
    g_assert_cmpstr(wrong, ==, "");
    htol_expr_print(guard, printed);
    g_assert_cmpstr(printed->str, ==, pair[1]);
    text = text_of(printed->str);
    g_assert_true(same_expr(guard, htol_parse_guard(arena, &text, &faults)));
}

static const char *const guards[][2] = {
    {"a||b&&c|d^e&f==g<h+i*j", "a || b && c | d ^ e & f == g < h + i * j"},
    {"((((((a*b)+c)<d)==e)&f)^g)|h", "a * b + c < d == e & f ^ g | h"},
    {"a*(b+(c<(d==(e&(f^(g|(h&&(i||j))))))))", "a * (b + (c < (d == (e & (f ^ (g | (h && (i || j))))))))"},
    {"(a-b)-c", "a - b - c"},
    {"a-(b-c)", "a - (b - c)"},
    {"a/(b*c)%d", "a / (b * c) % d"},
    {"a>b>=c<=d!=e", "a > b >= c <= d != e"},
    {"!(a==b)", "!(a == b)"},
    {"!!~-a", "!!~-a"},
    {"a - -b", "a - -b"},
    {"a--b", "a - -b"},
    {"-(-b)", "- -b"},
    {"- -b", "- -b"},
    {"---b", "- - -b"},
    {"!-~-b", "!-~-b"},
    {"-3", "-3"},
    {"-(3)", "-(3)"},
    {"-(-3)", "- -3"},
    {"-(-0.0)", "- -0.0"},
    {"- 0.0 - -(0.0)", "-0.0 - -(0.0)"},
    {"-3u", "-3u"},
    {"x'==x''", "x' == x''"},
    {"true&&false", "1 && 0"},
    {"0x10+017+0b101+7UL+7ll", "16 + 15 + 5 + 7u + 7"},
    {"0xffffffffffffffff", "18446744073709551615u"},
    {"18446744073709551615u", "18446744073709551615u"},
    {"-9223372036854775808", "-9223372036854775808"},
    {"9223372036854775807", "9223372036854775807"},
    {"1.5+.5+2.+1e3+1e-7+0x1p-1", "1.5 + 0.5 + 2.0 + 1e+03 + 1e-07 + 0.5"},
    {"-0.0", "-0.0"},
    {"0.1f==0.1", "0.10000000149011612 == 0.1"},
    {"a // comment\n == b", "a == b"},
};

static void check_hyper(gconstpointer data)
{
    const char *const *pair = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) printed = g_string_new(NULL);
    HtolFaults faults = {.arena = arena};
    HtolText text = text_of(pair[0]);
    const HtolHyper *hyper = htol_parse_hyper(arena, &text, &faults);
    g_autofree char *wrong = faults_of(&faults);
    g_assert_cmpstr(wrong, ==, "");
    htol_hyper_print(hyper, printed);
    g_assert_cmpstr(printed->str, ==, pair[1]);
    text = text_of(printed->str);
    g_assert_true(same_hyper(hyper, htol_parse_hyper(arena, &text, &faults)));
}

static const char *const hypers[][2] = {
    {"L", "L"},
    {"A+B.C'", "A + B . C'"},
    {"(A+B).C", "(A + B) . C"},
    {"(A.B).C+(D+E)", "A . B . C + (D + E)"},
    {"A.(B.C)", "A . (B . C)"},
    {"((A))", "A"},
    {"[D-->U]", "[ D --> U ]"},
    {"[ D - -> U ]", "[ D --> U ]"},
    {"[D-!K,!M->U'-!K->V''].A", "[ D -!K, !M-> U' -!K-> V'' ] . A"},
    {"<L|x>", "< L | x >"},
    {"<L|x>0>", "< L | x > 0 >"},
    {"<L|x>=0>", "< L | x >= 0 >"},
    {"<L|x>y>", "< L | x > y >"},
    {"<L|x>(y)>.A", "< L | x > y > . A"},
    {"<L|x>!y>+A", "< L | x > !y > + A"},
    {"<L|x>~y>", "< L | x > ~y >"},
    {"<L|x>-y>", "< L | x > -y >"},
    {"<L|x>.5>", "< L | x > 0.5 >"},
    {"<L|x>true>", "< L | x > 1 >"},
    {"<<L|x>|y>", "< < L | x > | y >"},
    {"<(A+B).C|a|b>", "< (A + B) . C | a | b >"},
    {"<L2.L2'|low==low'&&out!=out'>", "< L2 . L2' | low == low' && out != out' >"},
};

static void test_relation_name(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) name = g_string_new(NULL);
    HtolFaults faults = {.arena = arena};
    HtolText text = text_of("[D'-!K->U'']");
    htol_relation_name(htol_parse_hyper(arena, &text, &faults), name);
    g_assert_cmpstr(name->str, ==, "[ D -!K-> U ]");
}

/* Scripts
 * ----------------------------------------------------------------------------------------------------------- */

/* Parsed, printed, parsed and printed again. */
static char *reprinted(HtolArena *arena, const char *source, gboolean comment)
{
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0}, again = {0};
    HtolText text = text_of(source);
    gboolean parsed =
        comment ? htol_parse_comment(arena, &text, &script, &faults) : htol_parse_file(arena, &text, &script, &faults);
    g_autofree char *wrong = faults_of(&faults);
    g_assert_cmpstr(wrong, ==, "");
    g_assert_true(parsed);
    GString *printed = g_string_new(NULL);
    htol_script_print(&script, printed);
    text = text_of(printed->str);
    g_assert_true(htol_parse_file(arena, &text, &again, &faults));
    g_assert_true(same_script(&script, &again));
    return g_string_free(printed, FALSE);
}

static void check_script(gconstpointer data)
{
    const char *const *pair = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *printed = reprinted(arena, pair[0], FALSE);
    g_assert_cmpstr(printed, ==, pair[1]);
}

static void check_comment(gconstpointer data)
{
    const char *const *pair = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *printed = reprinted(arena, pair[0], TRUE);
    g_assert_cmpstr(printed, ==, pair[1]);
}

static const char *const scripts[][2] = {
    {"", ""},
    {" // nothing\n", ""},
    {"label L1 at tcas.c:120 : x == y;", "label L1 at tcas.c:120 : x == y;\n"},
    {"label L at../src/a-b.c:7:1;", "label L at ../src/a-b.c:7 : 1;\n"},
    {"label L at \"my file:1.c\" : 3 : 1;", "label L at \"my file:1.c\":3 : 1;\n"},
    {"label L at f@entry:1; label M at f @ exit : 1;\nlabel N at f@return { r = a } : 1;",
     "label L at f@entry : 1;\nlabel M at f@exit : 1;\nlabel N at f@return { r = a } : 1;\n"},
    {"label L at io.c:f@entry:1; label M at \"my io.c\" : f @ exit : 1;label N at 2.c : g@return : 1;",
     "label L at io.c:f@entry : 1;\nlabel M at \"my io.c\":f@exit : 1;\nlabel N at 2.c:g@return : 1;\n"},
    {"label L at f$2@entry:1; label M at \xc3\xa4\\u00e4@entry : 1;",
     "label L at f$2@entry : 1;\nlabel M at \xc3\xa4\\u00e4@entry : 1;\n"},
    {"label A at f@block 0:true; label B at a.c:f@arm 12 : 1;\nlabel C at f@decision 3{o=d,a=c12}:false;",
     "label A at f@block 0 : true;\nlabel B at a.c:f@arm 12 : true;\n"
     "label C at f@decision 3 { o = d, a = c12 } : 0;\n"},
    {"label L at f@call 3:c1||c12; label M at a.c:f@call 0 {x=c2}:true;",
     "label L at f@call 3 : c1 || c12;\nlabel M at a.c:f@call 0 { x = c2 } : true;\n"},
    {"label L at f#0123456789abcdef@decision 0 : d; label M at a#b.c:f#9@block 1 : 7;",
     "label L at f#0123456789abcdef@decision 0 : d;\nlabel M at a#b.c:f#9@block 1 : true;\n"},
    {"label L at f@decision 0 { x = active(c1), y = inactive( c2 ) } : !(active(c1)&&c2)||inactive(c1)==d > 0 ;",
     "label L at f@decision 0 { x = active(c1), y = inactive(c2) } : "
     "!(active(c1) && c2) || inactive(c1) == d > 0;\n"},
    {"label L {low=lo, out = f(a, b) } : g({1; 2}, ';') && s[\"};\"] ;",
     "label L { low = lo, out = f(a, b) } : g({1; 2}, ';') && s[\"};\"];\n"},
    {"label L : a /* ; */ + // ;\n  b\n;", "label L : a + b;\n"},
    {"label L : '\\'' == '\"';", "label L : '\\'' == '\"';\n"},
    {"label label : hyper; hyper hyper : label;", "label label : hyper;\nhyper hyper : label;\n"},
    {"hyper H : A + B; label A : 1;", "label A : 1;\nhyper H : A + B;\n"},
    {"label L : f(a); pure f , g;pure pure;", "pure f;\npure g;\npure pure;\nlabel L : f(a);\n"},
};

static const char *const comments[][2] = {
    {" label  L1 : x == y", "label L1 : x == y;\n"},
    {"label L2 { low = lo, out = res } : 1", "label L2 { low = lo, out = res } : 1;\n"},
    {"hyper NI : < L2 . L2' | low == low' >", "hyper NI : < L2 . L2' | low == low' >;\n"},
    {"label A : 1; label B : 2; // and so on", "label A : 1;\nlabel B : 2;\n"},
    {"label A at f@decision 2 : c1 && !c2", "label A at f@decision 2 : c1 && !c2;\n"},
    {"label A at f@block 2 : true // reached", "label A at f@block 2 : true;\n"},
    {"pure f, g", "pure f;\npure g;\n"},
};

static void test_places(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    const char *source = "label L { v = x } : y; hyper H : < L | v == 1 >";
    HtolText text = {{"b.c", 10, 5}, source, strlen(source)};
    g_assert_true(htol_parse_comment(arena, &text, &script, &faults));
    g_assert_cmpstr(script.labels->where.file, ==, "b.c");
    g_assert_cmpuint(script.labels->where.line, ==, 10);
    g_assert_cmpuint(script.labels->where.column, ==, 11);
    g_assert_cmpuint(script.labels->bindings[0].value.where.column, ==, 19);
    g_assert_cmpuint(script.labels->predicate.where.column, ==, 25);
    g_assert_cmpuint(script.hypers->hyper->left->steps[0].occurrence.column, ==, 40);
    g_assert_cmpuint(script.hypers->hyper->guard->left->column, ==, 44);
    g_assert_cmpuint(script.hypers->hyper->guard->column, ==, 46);
}

/* Faults
 * ----------------------------------------------------------------------------------------------------------- */

static void check_fault(gconstpointer data)
{
    const char *const *pair = data;
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText text = text_of(pair[0]);
    g_assert_false(htol_parse_file(arena, &text, &script, &faults));
    g_autofree char *told = faults_of(&faults);
    g_assert_cmpstr(told, ==, pair[1]);
}

static const char *const wrong[][2] = {
    {"lable L : 1;", "a.htol:1:1: expected `label`, `hyper`, `partition` or `pure`, found `lable`\n"},
    {"pure f g;", "a.htol:1:8: expected `,`, or `;` after the function, found `g`\n"},
    {"pure f,;", "a.htol:1:8: expected the name of a function, found `;`\n"},
    {"label L : x\npure f;", "a.htol:2:1: expected `;` after the predicate, found `pure`\n"},
    {"partition P : ;", "a.htol:1:15: expected a class: a C expression, found `;`\n"},
    {"partition P : 1, ;", "a.htol:1:18: expected a class: a C expression, found `;`\n"},
    {"partition P at f@block 0 : 1;", "a.htol:1:13: `at` leads to a site, whose values are divided already\n"},
    {"label L' : 1;", "a.htol:1:7: `L'` has a prime, which a name may not have here\n"},
    {"label L 1;", "a.htol:1:9: expected `at` and a place, `{` and bindings, or `:` and a predicate, found `1`\n"},
    {"label L : ;", "a.htol:1:11: expected a predicate: a C expression, found `;`\n"},
    {"label L : 1", "a.htol:1:12: expected `;` after the predicate, found the end of the text\n"},
    {"label L : 1\nlabel M : 2;", "a.htol:2:1: expected `;` after the predicate, found `label`\n"},
    {"label L : f(1;", "a.htol:1:12: `(` is never closed\n"},
    {"label L : f[1);", "a.htol:1:14: `)` closes no bracket that is open\n"},
    {"label L : \"x;", "a.htol:1:11: `\"` begins a literal that does not end on its line\n"},
    {"label L : 1 /* x;", "a.htol:1:13: `/` begins a comment that does not end\n"},
    {"label L at f@start : 1;",
     "a.htol:1:14: expected `entry`, `exit`, `return` or a site such as `decision`, found `start`\n"},
    {"label L at a.c:f : 1;", "a.htol:1:16: expected the number of a line, or a function and `@`, found `f`\n"},
    {"label L at a.c:@decision 0 : d;",
     "a.htol:1:16: expected the number of a line, or a function and `@`, found `@`\n"},
    {"label L at @entry : 1;",
     "a.htol:1:12: expected a place: `FILE:LINE`, `FUNCTION@entry`, `@exit` or `@return`, `FUNCTION@decision N` "
     "or another site of a function, found `@`\n"},
    {"label L at 3@entry : 1;", "a.htol:1:12: `3` is not the name of a function\n"},
    {"label L at a.c:f-g@entry : 1;", "a.htol:1:16: `f-g` is not the name of a function\n"},
    {"label L at \"f g\"@entry : 1;", "a.htol:1:12: `\"f g\"` is not the name of a function\n"},
    {"label L at f#@block 1 : 1;", "a.htol:1:12: `f#` has no hash of a function behind its `#`\n"},
    {"label L at f#12g@block 1 : 1;", "a.htol:1:12: `f#12g` has no hash of a function behind its `#`\n"},
    {"label L at f#12@entry : 1;", "a.htol:1:12: `f` has a hash, but only the place of a site may\n"},
    {"label L at f@block : 1;", "a.htol:1:20: expected the number of a site, found `:`\n"},
    {"label L at f@block 2147483648 : 1;", "a.htol:1:20: `2147483648` is not the number of a site\n"},
    {"label L at f@block 1u : 1;", "a.htol:1:20: `1u` is not the number of a site\n"},
    {"label L at f@path : 1;", "a.htol:1:19: expected the number of a node, found `:`\n"},
    {"label L at f@path 1 2u : 1;", "a.htol:1:21: `2u` is not the number of a node\n"},
    {"label L at f@path 1 2 : d;", "a.htol:1:25: `d` is no variable: only decisions, calls and operations have any\n"},
    {"label L at f@block 0 : d;", "a.htol:1:24: `d` is no variable: only decisions, calls and operations have any\n"},
    {"label L at f@arm 0 { x = c1 } : 1;",
     "a.htol:1:26: `c1` is no variable: only decisions, calls and operations have any\n"},
    {"label L at f@decision 0 : x == y;", "a.htol:1:27: `x` is no variable of a decision: these are d, c1, c2 and "
                                          "so on, active(c1) and inactive(c1)\n"},
    {"label L at f@decision 0 : c0;", "a.htol:1:27: `c0` is no variable of a decision: these are d, c1, c2 and "
                                      "so on, active(c1) and inactive(c1)\n"},
    {"label L at f@decision 0 : c1';", "a.htol:1:27: `c1'` is no variable of a decision: these are d, c1, c2 and "
                                       "so on, active(c1) and inactive(c1)\n"},
    {"label L at f@decision 0 : c536870912;", "a.htol:1:27: `c536870912` is no variable of a decision: these are d, "
                                              "c1, c2 and so on, active(c1) and inactive(c1)\n"},
    {"label L at f@decision 0 : active(d);", "a.htol:1:34: expected a condition: c1, c2 and so on, found `d`\n"},
    {"label L at f@decision 0 : active c1;", "a.htol:1:34: expected `(` and a condition, found `c1`\n"},
    {"label L at f@decision 0 : active(c1;", "a.htol:1:36: expected `)`, found `;`\n"},
    {"label L at f@decision 0 { x } : d;", "a.htol:1:29: expected `=` and a variable, found `}`\n"},
    {"label L at f@decision 0 { x = 1 } : d;", "a.htol:1:31: expected a variable of the site, found `1`\n"},
    {"label L at f@decision 0 { x = d + 1 } : d;", "a.htol:1:33: expected `,` or `}`, found `+`\n"},
    {"label L at f@decision 0 : ;",
     "a.htol:1:27: expected a variable of the site, a constant, `!`, `~`, `-` or `(`, found `;`\n"},
    {"label L at f : 1x;", "a.htol:1:16: `1x` is not the number of a line\n"},
    {"label L at f : 0 : 1;", "a.htol:1:16: `0` is not the number of a line\n"},
    {"label L at : 1;",
     "a.htol:1:12: expected a place: `FILE:LINE`, `FUNCTION@entry`, `@exit` or `@return`, `FUNCTION@decision N` "
     "or another site of a function, found `:`\n"},
    {"label L at \"a.c : 1;", "a.htol:1:12: expected a name of a file that ends with a quote, found `\"`\n"},
    {"label L { x } : 1;", "a.htol:1:13: expected `=` and a C expression, found `}`\n"},
    {"label L { x = 1; } : 1;", "a.htol:1:16: expected `,` or `}`, found `;`\n"},
    {"label L { x = , } : 1;", "a.htol:1:15: expected a C expression, found `,`\n"},
    {"label L { true = 1 } : 1;", "a.htol:1:11: `true` is a constant of guards, not the name of a metavariable\n"},
    {"hyper H : A B;", "a.htol:1:13: expected `.`, `+`, or `;` after the hyperlabel, found `B`\n"},
    {"hyper H : A +;", "a.htol:1:14: expected the name of a label, `[`, `<` or `(`, found `;`\n"},
    {"hyper H : (A;", "a.htol:1:13: expected `.`, `+` or `)`, found `;`\n"},
    {"hyper H : [ D -> U ];",
     "a.htol:1:15: expected an arrow: `-->`, or `-!K->` with the killing label K; or `]`, found `->`\n"},
    {"hyper H : [ D --> U V ];",
     "a.htol:1:21: expected an arrow: `-->`, or `-!K->` with the killing label K; or `]`, found `V`\n"},
    {"hyper H : [ D -K-> U ];", "a.htol:1:16: expected `!` and the name of a killing label, or `->`, found `K`\n"},
    {"hyper H : [ D -!K'-> U ];", "a.htol:1:17: `K'` has a prime, but a killing label is not chosen\n"},
    {"hyper H : [ D -!K-U ];", "a.htol:1:18: expected `,` or `->`, found `-`\n"},
    {"hyper H : [ D --> (U) ];", "a.htol:1:19: expected the name of a label, found `(`\n"},
    {"hyper H : < L >;", "a.htol:1:15: expected `|` and a guard, found `>`\n"},
    {"hyper H : < L | >;", "a.htol:1:17: expected a metavariable, a constant, `!`, `~`, `-` or `(`, found `>`\n"},
    {"hyper H : < L | x = 1 >;", "a.htol:1:19: expected an operator, or `>` at the end of the guard, found `=`\n"},
    {"hyper H : < L | x == 1;", "a.htol:1:23: expected an operator, or `>` at the end of the guard, found `;`\n"},
    {"hyper H : < L | (x == 1 >;", "a.htol:1:25: expected an operator or `)`, found `>`\n"},
    {"hyper H : < L | f(x) >;", "a.htol:1:17: `f` is called, but a guard cannot call functions\n"},
    {"hyper H : < L | x == 'a' >;",
     "a.htol:1:22: expected a metavariable, a constant, `!`, `~`, `-` or `(`, found `'`\n"},
    {"hyper H : < L | x == 1z >;", "a.htol:1:22: `1z` is not a number\n"},
    {"hyper H : < L | x == 09 >;", "a.htol:1:22: `09` is not a number\n"},
    {"hyper H : < L | x == 99999999999999999999 >;", "a.htol:1:22: `99999999999999999999` does not fit into 64 bits\n"},
    {"hyper H : < L | x == 9223372036854775808 >;",
     "a.htol:1:22: `9223372036854775808` does not fit into 64 bits with a sign: end it with u if none is meant\n"},
    {"hyper H : < L | x == 1e999 >;", "a.htol:1:22: `1e999` is too large\n"},
    {"hyper H : < L | x >\nhyper I : L;",
     "a.htol:2:1: expected `.`, `+`, or `;` after the hyperlabel, found `hyper`\n"},
    {"hyper H : ä;", "a.htol:1:11: expected the name of a label, `[`, `<` or `(`, found `ä`\n"},
    {"hyper H : \x01;", "a.htol:1:11: expected the name of a label, `[`, `<` or `(`, found the character 1\n"},
    {"label A : 1;\n\n// \xff", "a.htol:3:4: byte 0xff is not text in UTF-8\n"},
    {"hyper H : A\n bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb;",
     "a.htol:2:2: expected `.`, `+`, or `;` after the hyperlabel, "
     "found `bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb...`\n"},
};

/* Each declaration has at most one fault; the others are read. */
static void test_several(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    HtolText text = text_of("label A 1;\nlabel B : 1;\nhyper H : A . . B;\nhyper I : A +\nlabel C : 1;\n"
                            "hyper J : A;\nhyper K : A\nhyper L : A;");
    g_assert_false(htol_parse_file(arena, &text, &script, &faults));
    g_autofree char *told = faults_of(&faults);
    g_assert_cmpstr(told, ==,
                    "a.htol:1:9: expected `at` and a place, `{` and bindings, or `:` and a predicate, found `1`\n"
                    "a.htol:3:15: expected the name of a label, `[`, `<` or `(`, found `.`\n"
                    "a.htol:5:7: expected `.`, `+`, or `;` after the hyperlabel, found `C`\n"
                    "a.htol:8:1: expected `.`, `+`, or `;` after the hyperlabel, found `hyper`\n");
    g_assert_cmpstr(script.labels->name, ==, "B");
    g_assert_null(script.labels->next);
    g_assert_cmpstr(script.hypers->name, ==, "J");
    g_assert_cmpstr(script.last_hyper->name, ==, "L");
}

static void test_most_faults(void)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) source = g_string_new(NULL);
    HtolFaults faults = {.arena = arena};
    HtolScript script = {0};
    for (guint i = 0; i < HTOL_MOST_FAULTS + 7; i++)
        g_string_append(source, "x;\n");
    HtolText text = text_of(source->str);
    g_assert_false(htol_parse_file(arena, &text, &script, &faults));
    g_autofree char *told = faults_of(&faults);
    g_assert_true(g_str_has_suffix(told, "a.htol:50:1: expected `label`, `hyper`, `partition` or `pure`, "
                                         "found `x`\nand 7 more\n"));
}

static char *repeated(const char *before, const char *part, guint count, const char *after)
{
    GString *text = g_string_new(before);
    for (guint i = 0; i < count; i++)
        g_string_append(text, part);
    g_string_append(text, after);
    return g_string_free(text, FALSE);
}

/* What nests too deeply or is too long is told, not tried; just below that it can be printed. */
static void check_limit(const char *before, const char *part, guint most, const char *fault)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autoptr(GString) printed = g_string_new(NULL);
    HtolFaults faults = {.arena = arena};
    g_autofree char *more = repeated(before, part, most + 1, "L");
    HtolText text = text_of(more);
    g_assert_null(htol_parse_hyper(arena, &text, &faults));
    g_assert_cmpuint(faults.count, ==, 1);
    g_assert_nonnull(strstr(faults.first->message, fault));
    g_autofree char *fits = repeated(before, part, most, "L");
    text = text_of(fits);
    const HtolHyper *hyper = htol_parse_hyper(arena, &text, &faults);
    if (hyper)
        htol_hyper_print(hyper, printed);
    else
        g_assert_null(strstr(faults.last->message, fault));
}

/* What is printed nests no deeper than what was read. */
static void test_many_signs(void)
{
    g_autofree char *signs = repeated("", "-", 200, "x"), *spaced = repeated("", "- ", 199, "-x");
    const char *const pair[] = {signs, spaced};
    check_guard(pair);
}

static void test_limits(void)
{
    check_limit("", "L+", HTOL_MOST_NODES - 1, "10000");
    check_limit("", "L.", HTOL_MOST_NODES - 1, "10000");
    check_limit("", "(", 200, "200");
    check_limit("", "<", 200, "200");
    check_limit("<L|", "(", 199, "200");
    check_limit("<L|", "!", 199, "200");
    check_limit("<L|1", "-1", (HTOL_MOST_NODES - 3) / 2, "10000");
}

static void add(const char *group, const char *const (*cases)[2], guint count, GTestDataFunc check)
{
    for (guint i = 0; i < count; i++) {
        g_autofree char *path = g_strdup_printf("/parse/%s/%u", group, i);
        g_test_add_data_func(path, cases[i], check);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add("guard", guards, G_N_ELEMENTS(guards), check_guard);
    add("hyper", hypers, G_N_ELEMENTS(hypers), check_hyper);
    add("script", scripts, G_N_ELEMENTS(scripts), check_script);
    add("comment", comments, G_N_ELEMENTS(comments), check_comment);
    add("fault", wrong, G_N_ELEMENTS(wrong), check_fault);
    g_test_add_func("/parse/relation-name", test_relation_name);
    g_test_add_func("/parse/places", test_places);
    g_test_add_func("/parse/several-faults", test_several);
    g_test_add_func("/parse/most-faults", test_most_faults);
    g_test_add_func("/parse/many-signs", test_many_signs);
    g_test_add_func("/parse/limits", test_limits);
    return g_test_run();
}
