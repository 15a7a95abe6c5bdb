#!/bin/sh
# Users' objectives in programs: where labels stand, what is recorded of them, which are refused and how; and that a
# program with labels does what it does without.

. "$(dirname "$0")/common.sh"

recorded=$top_srcdir/tests/cc/recorded.py
cp "$top_srcdir"/tests/torture/places* "$top_srcdir"/tests/torture/bindings.c "$top_srcdir"/tests/torture/torture.[ch] .
git init -q .
export HLCOV

launch()
{
    "$HLCOV" cc "$@"
}

# is TEXT COMMAND...: the command prints the text and succeeds.
is()
{
    wanted=$1
    shift
    "$@" >"$work/printed" || return 1
    printf '%s\n' "$wanted" | diff - "$work/printed"
}

# builds_well COMPILER FLAGS NAME [OBJECTIVES]: with and without labels, silently, and runs alike.
builds_well()
{
    rm -rf "$HLCOV_DIR"
    $1 -w $2 "$3.c" -lm -o plain || return 1
    launch ${4:+--objectives "$4"} $1 -w $2 "$3.c" -lm -o program 2>"$work/messages" || return 1
    [ ! -e "$HLCOV_DIR/notes.log" ] || { cat "$HLCOV_DIR/notes.log"; return 1; }
    (ulimit -c 0; ./plain >plain.out 2>&1; echo $? >>plain.out; ./program >program.out 2>&1; echo $? >>program.out)
    diff plain.out program.out
}

silently()
{
    "$@" && [ ! -s "$work/messages" ] || { cat "$work/messages"; return 1; }
}

# Every label is covered, but those whose names end in _no.
all_as_named()
{
    "$recorded" values program >values || return 1
    ! grep -v -e '^[A-Za-z_]*: covered' -e '_no: -$' values && ! grep '_no: covered' values
}

bindings='Bits: covered {5, -2, 1, 549755813888}
D1: covered
D2: covered
Element: covered unsafe {30} {40}
Enums: covered {7, -3, -2, 1, 0} {7, -3, -2, 1, 1}
Floats: covered {0.1, 1.5, 0.1, 0.5, 0.0}
Guarded: covered {1}
Half: covered unsafe {-100} {33}
In: covered {0} {2} {3}
Integers: covered {120, -1, 255, -300, 65535, -9223372036854775808, 18446744073709551615, '\
'9223372036854775807, 4, 3, 4, 5, 65235, 63, 39, 9}
Member: covered unsafe {1}
Out: covered {0} {1} {3}
Out_again: covered {3, 3}
Overwritten: covered
Pointers: covered {pointer, null, pointer, pointer, code, null, pointer}
Quotient: covered unsafe {1, -8} {33, -2}
Read: covered {1} {2} {3}
Same: covered {0} {1}
Same_too: covered {1}
U1: covered
U2: covered
Write: covered {0, 0.0} {1, 0.5} {3, 1.5}
[ D1 -!D2-> U1 ]: covered
[ D1 -!D2-> U2 ]: covered
[ D2 -!D1-> U1 ]: covered
[ D2 -!D1-> U2 ]: covered
[ In --> Out --> Out_again ]: covered {0, 0, 3, 3} {0, 1, 3, 3} {0, 3, 3, 3} {2, 0, 3, 3} {2, 1, 3, 3} '\
'{2, 3, 3, 3} {3, 0, 3, 3} {3, 1, 3, 3} {3, 3, 3, 3}
[ Same --> Same_too ]: covered {0, 1}
[ Write -!Overwritten-> Read ]: covered {0, 0.0, 2} {1, 0.5, 1} {1, 0.5, 2} {1, 0.5, 3}'

# A compiler that sees these labels read what is not set may conclude that main is never called.
cat >unset.c <<'END'
#include <stdio.h>
int main(void)
{
    int i, j, k, t[3];
    register double r;
    struct { int a, b; } s;
    //! label Unset { j = -j, a = s.a + 1, t = t[1], r = r > 0, q = 10 / i } : !k || k;
    for (i = 0, j = 1, k = 2, r = 0, s.a = 4; i < 3; i++)
        t[i] = printf("%d %d %d %g %d\n", i, j, k, r, s.a);
    return t[2];
}
END

"$top_srcdir/tests/torture/sprinkle.py" 1 1500 torture.c >sprinkled.htol

for compiler in $compilers; do
    for level in -O0 -O2; do
        check "$compiler $level: places" silently builds_well $compiler $level places
        check "$compiler $level: labels stand where they should" \
            "$recorded" marked program places.c places.h places_part.h
        check "$compiler $level: and are covered when they should" all_as_named
        check "$compiler $level: bindings" silently builds_well $compiler $level bindings
        check "$compiler $level: values" is "$bindings" "$recorded" values program
        check "$compiler $level: labels at random" builds_well $compiler "-std=gnu11 $level" torture sprinkled.htol
        check "$compiler $level: many are recorded" [ "$("$recorded" values program | grep -c ': covered')" -gt 100 ]
    done
    for level in -O1 -O2 -O3; do
        check "$compiler $level: variables that are not set" silently builds_well $compiler $level unset
    done
    check "$compiler: sanitizers" silently builds_well $compiler "-O1 -g -fsanitize=address,undefined" bindings
    check "$compiler: values with sanitizers" is "$bindings" "$recorded" values program
    for flags in '-O2 -flto' '-std=gnu99 -fPIC -pie' '-std=c2x -fno-common' '-O3 -masm=intel -fvisibility=hidden'; do
        check "$compiler $flags" silently builds_well $compiler "$flags" bindings
        check "$compiler $flags: values" is "$bindings" "$recorded" values program
    done
done

# ---- what criteria see ----

rows()
{
    "$HLCOV" dump "$1" | sed -nE '/^ *(block|term|statement|decision|condition|switch|arm) /p'
}
launch gcc -w -c places.c -o labels.o
mkdir none && cp places* none && sed -i 's,//!,// ,' none/places*
(cd none && launch gcc -w -c places.c -o ../none.o)
rows labels.o >labels.rows && rows none.o >none.rows
check "labels do not change the rows of criteria" diff none.rows labels.rows
check "there are such rows" [ -s none.rows ]
calls_values()
{
    nm "$1" | grep -q hlcov_add
}
launch gcc -w -c bindings.c -o bindings.o
check "a unit with bindings has a set of tuples" calls_values bindings.o
check "one without labels has none" sh -c '! nm none.o | grep -e "hlcov_t\$" -e hlcov_add -e hlcov_sequence'

# ---- faults ----

cat >header.h <<'END'
//! label Nowhere : 1
static inline int twice(int x)
{
    //! label Unknown : y > 0
    return 2 * x;
}
END
cat >faults.c <<'END'
#include "header.h"
int impure(int x);
volatile int device;
struct s { int m; } object;
int f(int x, int *p)
{
    //! label Assigns { a = 1 } : x = 1;
    //! label Calls : impure(x)
    //! label Reads { d = device } : x;
    //! label Whole { o = object } : x
    //! label Result : \result
    //! label Good : x == 2
    x++;
    return ({ x += *p; //! label Value : 1
    });
}
//! label Two at f@return { a = x,
//!                         b = 1 + } : 1;
//! label Void at g@exit : \result;
//! label Returns at g@return : 1;
//! label Line at faults.c:3 : 1;
//! label Elsewhere at h@entry : 1; label Other_file at other.c:10 : 1
void g(void) { }
END
cat >main.c <<'END'
#include "header.h"
int f(int x, int *p);
int main(void) { int n = 1; return f(2, &n) - 4 + twice(0); }
END
cat >said.wanted <<'END'
header.h:1:11: error: Nowhere: no statement follows in a function
header.h:4:25: error: Unknown: `y` is not declared here
faults.c:7:37: error: Assigns: `=` changes x: a predicate must not have side effects
faults.c:8:23: error: Calls: calls impure, which is not declared const or pure; if it has no side effects, say so with \
`//! pure impure`
faults.c:9:27: error: Reads: reads device, which is volatile: a binding must not have side effects
faults.c:10:27: error: Whole: a binding must be a number or a pointer, not a structure or union
faults.c:11:24: error: Result: `\result` means nothing here: no value is returned
faults.c:14:34: error: Value: nothing may follow the last statement of a statement expression: it is its value
faults.c:18:36: error: Two: expected an expression, found the end
faults.c:19:11: error: Void: g never returns a value
faults.c:20:11: error: Returns: g has no return statement
faults.c:21:11: error: Line: no statement follows line 3 of faults.c in a function
END
sed -i -e ':more' -e '/\\$/N; s/\\\n//; t more' said.wanted

# says FILE COMMAND...: it succeeds and writes what the file holds on standard error.
says()
{
    wanted=$1
    shift
    "$@" 2>said || return 1
    diff "$wanted" said
}
check "faults are told once and do not fail the build" \
    says said.wanted launch gcc -Wall -Werror main.c faults.c -o program
check "the program runs" ./program
sed 's/ error://' said.wanted | sort >faults.wanted
"$recorded" faults program | sort -u >told
check "faults are in the table" diff faults.wanted told
check "what has a fault is left out, the rest is not" is "Good faults.c:13:5" "$recorded" places program

cat >grammar.c <<'END'
int f(int x)
{
    //! label L { a = x, a = 1 } : x; label L : 1
    //! label M at f@start : 1
    //! hyper H : L . N
    return x;
}
END
cat >grammar.wanted <<'END'
grammar.c:3:26: error: metavariable `a` is bound twice by label L: first at 3:19
grammar.c:3:45: error: label L is declared twice: first at grammar.c:3:15
grammar.c:4:22: error: expected `entry`, `exit`, `return` or a site such as `decision`, found `start`
grammar.c:5:23: error: there is no label N
END
check "grammar" says grammar.wanted launch gcc -c grammar.c
sed -i 's/start/entry/' grammar.c
cat >formed.wanted <<'END'
grammar.c:3:26: error: metavariable `a` is bound twice by label L: first at 3:19
grammar.c:3:45: error: label L is declared twice: first at grammar.c:3:15
grammar.c:5:23: error: there is no label N
END
check "a script that is not well-formed" says formed.wanted launch gcc -c grammar.c
check "only what has no fault is placed" is "M grammar.c:6:5" "$recorded" places grammar.o

cat >kills.c <<'END'
int f(int x, int *p)
{
    //! label W { w = x } : x
    x++;
    //! label K : x == w; label K2 : x == *q; label K3 : x == far; label K4 : !same
    //! label U { u = x } : x
    return x;
}
//! hyper S : [ W -!K-> U ] . [ P -!K2-> U' ];
//! hyper T : [ B -!K3-> U ];
//! hyper V : [ Twice -!K4-> U ];
//! label B at nowhere@entry { far = 1 } : 1;
//! label P at f@entry { q = p } : 1;
//! label Twice at same@exit { same = \result } : 1;
float same(int x) { if (x) return 1; return 1.5f; }
END
cat >kills.wanted <<'END'
kills.c:5:40: error: K2: invalid operands to binary expression (`int` and `const void`)
kills.c:5:58: error: K3: the type of metavariable `far` is not known: B stands in another unit
kills.c:5:79: error: K4: the type of metavariable `same` is not known: Twice binds values of several types
END
check "killing labels" says kills.wanted launch gcc -c kills.c
check "a sequence with a fault is left out, the others are not" \
    [ "$("$HLCOV" dump kills.o | grep -c '^  sequence .*name="\[ W -!K-> U \]"')" = 1 ]
check "one" [ "$("$HLCOV" dump kills.o | grep -c '^  sequence')" = 1 ]

# ---- files of objectives ----

mkdir -p src
cat >src/left.c <<'END'
#include "../both.h"
void begin(int n)
{
    if (n)
        both(n);
}
int table[2];
END
cat >src/right.c <<'END'
#include "both.h"
#include <pthread.h>
void begin(int n);
static void end(int n)
{
    both(n + 10);
}
static void *run(void *unused)
{
    end(7);
    return unused;
}
int main(void)
{
    pthread_t thread;
    begin(1);
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    end(2);
    begin(0);
    return 0;
}
END
cat >both.h <<'END'
static inline int same(int n) { return n; }
static inline int both(int n)
{
    return n;
}
END
cat >one.htol <<'END'
pure same;
label Begin at left.c:begin@entry { b = n } : same(n) == 1;
label End at src/right.c:6 { e = n } : 1;
label Both at both.h:4 : 1;
label Other at other.c:9 : no_such_name;
label Site at begin@decision 0 : d;
hyper H : < [ Begin --> End ] | b < e >;
END
cat >src/two.htol <<'END'
label Nowhere : 1;
label Both at both@return { r = \result } : \result < 10;
END
cat >two.wanted <<'END'
src/two.htol:1:7: error: Nowhere: in a file a label must name its place: `at FILE:LINE`, `at FUNCTION@entry`, `@exit` \
or `@return`
END
sed -i -e '/\\$/N; s/\\\n//' two.wanted
rm -rf "$HLCOV_DIR"
check "two files of objectives" says two.wanted launch --objectives one.htol --objectives="$PWD/src/two.htol" \
    gcc -w -I. src/left.c src/right.c -pthread -o program
check "the program runs" ./program
check "a sequence over two units, in one thread" is 'Begin: covered {1}
Both: covered {1}
End: covered {2} {7}
[ Begin --> End ]: covered {1, 2}' "$recorded" values program
rm -rf "$HLCOV_DIR"
HLCOV_CC_OPTIONS='--objectives one.htol'
export HLCOV_CC_OPTIONS
check "objectives named by the environment" launch gcc -w -I. -c src/right.c
unset HLCOV_CC_OPTIONS
check "labels in the unit alone are placed" \
    [ "$("$recorded" places right.o | cut -d' ' -f1 | tr '\n' ' ')" = "Both End " ]
check "the whole script is in its table" [ "$("$HLCOV" dump right.o | grep -c '^  script .*path="one.htol"')" = 1 ]

not_there()
{
    ! launch --objectives nowhere.htol gcc -c src/right.c -o not.o 2>said && [ ! -e not.o ] &&
        grep -q '^hlcov cc: .*nowhere.htol' said
}
check "objectives that cannot be read: nothing is done" not_there

# ---- room for tuples ----

cat >many.c <<'END'
int main(int argc, char **argv)
{
    for (int i = 0; i < 100000 && argv; i++)
        //! label Many { i = i } : 1
        argc += i;
    return 0;
}
END
lost()
{
    rm -rf "$HLCOV_DIR"
    launch --tuples="$1" gcc -w many.c -o program && ./program && "$recorded" values program | cut -c 1-20
}
check "little room" is "Many: covered lost {" lost 4
check "much room" is "Many: covered {0} {1" lost 8192
finish
