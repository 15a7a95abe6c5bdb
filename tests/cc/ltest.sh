#!/bin/sh
# Programs that LTest has annotated, measured as they are: labels, bindings, sequences, .hyperlabels files, and what
# LTest itself does wrong. The programs are written here in its style.

. "$(dirname "$0")/common.sh"

recorded=$top_srcdir/tests/cc/recorded.py
header="-include $top_srcdir/include/hlcov/labels.h"
git init -q .
export HLCOV

launch()
{
    "$HLCOV" cc "$@"
}

# verdicts WANTED: `covered l1` and so on, of all objectives that users wrote, in the order of their names.
verdicts()
{
    "$HLCOV" report --details --criteria USER >"$work/report" || return 1
    awk '$1 == "covered" || $1 == "uncovered" || $1 == "unmeasured" { print $1, $2 }' "$work/report" | sort -k 2 |
        tr '\n' ';' >"$work/verdicts"
    tr ' ' '\n' <"$1" | sed -n 's/\(.*\)=\(.\)/\2 \1/p' |
        sed -e 's/^+/covered/' -e 's/^-/uncovered/' -e 's/^?/unmeasured/' | sort -k 2 | tr '\n' ';' >"$work/wanted"
    diff "$work/wanted" "$work/verdicts"
}

# judged LIST: NAME=+ is covered, NAME=- is not, NAME=? is unmeasured; they are all.
judged()
{
    printf '%s\n' "$@" >"$work/list"
    verdicts "$work/list"
}

# says FILE COMMAND...: it succeeds and writes what the file holds on standard error.
says()
{
    wanted=$1
    shift
    "$@" 2>said || return 1
    diff "$wanted" said
}

# builds OPTION...: with hlcov, silently; afterwards nothing is recorded yet.
builds()
{
    rm -rf "$HLCOV_DIR"
    launch "$@" 2>"$work/messages" && [ ! -s "$work/messages" ] && [ ! -e "$HLCOV_DIR/notes.log" ] && return 0
    cat "$work/messages" "$HLCOV_DIR/notes.log"
    return 1
}

# ---- a program with labels of several criteria ----

# CC, CACC, RACC, all-uses and all-defs of `rate`, call coverage. Variable 50 is rate.
cat >discount.c <<'END'
#ifndef pc_label
#define pc_label(...) do { } while (0)
#endif
#ifndef pc_label_bindings
#define pc_label_bindings(...) do { } while (0)
#endif
#ifndef pc_label_sequence
#define pc_label_sequence(...) do { } while (0)
#endif
#ifndef pc_label_sequence_condition
#define pc_label_sequence_condition(...) do { } while (0)
#endif
extern int printf(const char *, ...);
extern int atoi(const char *);
static int halved(int rate)
{
  pc_label(1,30,"FC");
  return rate / 2;
}
static int discount(int total, int member, int coupon)
{
  int rate;
  pc_label(total > 100,1,"CC");
  pc_label(! (total > 100),2,"CC");
  pc_label(member != 0,3,"CC");
  pc_label(! (member != 0),4,"CC");
  pc_label(coupon != 0,5,"CC");
  pc_label(! (coupon != 0),6,"CC");
  pc_label_bindings(total > 100 && (member || coupon),7UL,"CACC",1,1,"pa",total > 100 && (member || coupon));
  pc_label_bindings(! (total > 100) && (member || coupon),8UL,"CACC",1,1,"pb",total > 100 && (member || coupon));
  pc_label_bindings(member && (total > 100 && ! coupon),9UL,"CACC",1,"pa",total > 100 && (member || coupon));
  pc_label_bindings(! member && (total > 100 && ! coupon),10UL,"CACC",1,"pb",total > 100 && (member || coupon));
  pc_label_bindings(member && (total > 100 && ! coupon),11UL,"RACC",3,2,"cA1",total > 100,"cA2",coupon != 0);
  pc_label_bindings(! member && (total > 100 && ! coupon),12UL,"RACC",3,2,"cB1",total > 100,"cB2",coupon != 0);
  pc_label_bindings(coupon && (total > 100 && ! member),13UL,"RACC",4,2,"cA1",total > 100,"cA2",member != 0);
  pc_label_bindings(! coupon && (total > 100 && ! member),14UL,"RACC",4,2,"cB1",total > 100,"cB2",member != 0);
  pc_label_sequence_condition(0,"50");
  rate = 0;
  pc_label_sequence(1,20UL,1,2,"50",0);
  pc_label_sequence(1,21UL,1,2,"50",0);
  if (total > 100 && (member || coupon)) {
    pc_label_sequence_condition(0,"50");
    rate = 10;
    pc_label_sequence(1,22UL,1,2,"50",0);
    pc_label_sequence(1,23UL,1,2,"50",0);
  }
  if (coupon) {
    pc_label_sequence(1,20UL,2,2,"50",0);
    pc_label_sequence(1,22UL,2,2,"50",0);
    pc_label_sequence_condition(0,"50");
    pc_label_sequence(1,24UL,1,2,"50",0);
    rate += 5;
  }
  if (total < 0) {
    pc_label(1,31,"FC");
    return halved(rate);
  }
  pc_label_sequence(1,21UL,2,2,"50",0);
  pc_label_sequence(1,23UL,2,2,"50",0);
  pc_label_sequence(1,24UL,2,2,"50",0);
  return rate;
}
int main(int argc, char **argv)
{
  for (int i = 1; i + 2 < argc; i += 3) printf("%d\n", discount(atoi(argv[i]), atoi(argv[i + 1]), atoi(argv[i + 2])));
  return 0;
}
END
# Written by several criteria, one after the other: numbers begin anew, or there are none.
printf '%s\n' '1) <l7.l8|;pa!=pb;>,' '2) <l9.l10|;pa!=pb;>,' '1) <l11.l12|;cA1 == cB1 && cA2== cB2;>,' '' \
    '2) <l13.l14|;cA1==cB1 && cA2 == cB2;>' '<s20+s21|; ;>,' '<s22+s23|;;>' '<s24|; ;>,' '7) <s20|; ;>,' \
    >discount.hyperlabels
printf '8) <l30+l31|; ;>' >>discount.hyperlabels

in_tests()
{
    ./program 150 1 0 50 1 0 >"$1" && ./program 150 0 0 >>"$1"
}

gcc -Wall -Werror discount.c -o program && in_tests plain.out
check "with LTest's own definitions, without hlcov" test -s plain.out
for compiler in $compilers; do
    check "$compiler: with the header, without hlcov" $compiler -Wall -Werror $header discount.c -o program
    in_tests out
    check "$compiler: it runs alike" diff plain.out out
    check "$compiler: without the header no labels are seen" \
        builds --objectives discount.hyperlabels $compiler discount.c -o program
    check "$compiler: nothing is placed" test -z "$("$recorded" places program)"
    for level in -O0 -O2; do
        check "$compiler $level" builds --objectives discount.hyperlabels $compiler $level $header discount.c -o program
        in_tests out
        check "$compiler $level: it runs alike" diff plain.out out
        # 150 1 0: l7 pa=1, l9 pa=1, l11 1 0; rate is 10 at the end. 50 1 0: l8 pb=0; rate is the first one at the end.
        # 150 0 0: l10 pb=0, l12 1 0, l14 1 0.
        check "$compiler $level: verdicts" judged l1=+ l2=+ l3=+ l4=+ l5=- l6=+ \
            h1=+ h2=+ h1_2=+ h2_2=- h3=+ h4=+ h5=- h7=- h8=-
    done
done
./program 150 0 1 -1 0 0 >out
# 150 0 1: l5, l7, l13 1 0 (with l14 1 0 from before); rate is 10, used, then 15 at the end. -1 0 0: l30, l31.
check "after more tests" judged l1=+ l2=+ l3=+ l4=+ l5=+ l6=+ h1=+ h2=+ h1_2=+ h2_2=+ h3=+ h4=+ h5=+ h7=- h8=+
./program 50 0 1 >out
check "and one more" judged l1=+ l2=+ l3=+ l4=+ l5=+ l6=+ h1=+ h2=+ h1_2=+ h2_2=+ h3=+ h4=+ h5=+ h7=+ h8=+

says_what_for()
{
    "$HLCOV" report --details --criteria USER --json report.json && grep -q '"label l3 : member != 0 // CC"' report.json
}
check "the report says what LTest's label is for" says_what_for

check "without its .hyperlabels each label is an objective" builds gcc $header discount.c -o program
./program 150 1 0 50 1 0 >out
check "verdicts" judged l1=+ l2=+ l3=+ l4=- l5=- l6=+ l7=+ l8=+ l9=+ l10=- l11=+ l12=- l13=- l14=- \
    s20=- s21=+ s22=- s23=+ s24=- l30=- l31=-
check "where they stand" grep -q '^covered  *l8  *discount.c:30 ' "$work/report"

# ---- what criteria see ----

rows()
{
    "$HLCOV" dump "$1" | sed -nE '/^ *(block|term|statement|decision|condition|switch|arm|branch) /p'
}
empty="-Dpc_label(...)= -Dpc_label_bindings(...)= -Dpc_label_sequence(...)= -Dpc_label_sequence_condition(...)="
launch gcc $header -c discount.c -o labels.o && rows labels.o >labels.rows
launch gcc $empty -c discount.c -o none.o && rows none.o >none.rows
check "labels are no statements" diff none.rows labels.rows
check "there are rows" test -s none.rows
check "a unit without labels has nothing of them" sh -c '! nm none.o | grep -e hlcov_k_ -e hlcov_s_'

# ---- what LTest does wrong ----

# Bindings keep their values: LTest makes 1 of 7 and of 9.
cat >values.c <<'END'
extern void abort(void);
extern void _exit(int);
int main(int argc, char **argv)
{
  pc_label_bindings(argc,1,"",1,1,"pa",argc + 6);
  pc_label_bindings(argc,2,"",1,1,"pb",argc + 8);
  pc_label_bindings(argc,3,"",1,2,"x",argc / 2.0,"text",argv);
  pc_label_sequence(1,5UL,1,2,"1",0);
  pc_label_sequence(1,5UL,2,2,"1",0);
  if (argc == 1)
    abort();
  if (argc == 2)
    _exit(0);
  return 0;
}
END
printf '%s\n' '1) <l1.l2|;pa!=pb;>,' '2) <l1.l2|;pa==7 && pb==9;>,' '3) <l1.l2.s5|;pa==pb;>,' \
    '4) <l1.l2.s5|;pa+2==pb;>,' '5) <l3|;x==0.5;>,' '6) <s5.l1.s5|;pa==1;>' >values.hyperlabels
check "bindings and guards" builds --objectives values.hyperlabels gcc $header values.c -o program
(ulimit -c 0; ./program; [ $? -eq 134 ]) 2>"$work/messages"
check "values are kept, even in a program that aborts" judged h1=+ h2=+ h3=- h4=+ h5=+ h6=-
sed -i 's/x==0.5/x==1/' values.hyperlabels
check "again" builds --objectives values.hyperlabels gcc $header values.c -o program
./program x
check "and in one that leaves by _exit; a guard counts beside sequences" judged h1=+ h2=- h3=- h4=+ h5=+ h6=-

# ---- several units ----

mkdir src
cat >src/one.h <<'END'
static inline int small(int n)
{
  pc_label(n < 10,3,"");
  return n < 10;
}
END
cat >src/one.c <<'END'
#include "one.h"
int shared;
void define(int n)
{
  pc_label_sequence_condition(0,"7");
  shared = n;
  pc_label_sequence(n < 5,1UL,1,3,"7",0);
  pc_label_sequence(small(n),2UL,1,2,"8",0);
}
END
cat >src/two.c <<'END'
#include "one.h"
extern int shared;
int use(void)
{
  pc_label_sequence(1,1UL,2,3,"7",0);
  pc_label_sequence(1,1UL,3,3,"7",0);
  pc_label_sequence(1,2UL,2,2,"8",0);
  return small(shared);
}
END
cat >src/three.c <<'END'
extern int shared;
void forget(int really)
{
  pc_label_sequence_condition(! really,"7");
  if (really)
    shared = 0;
}
END
cat >src/main.c <<'END'
#include <pthread.h>
void define(int n);
int use(void);
void forget(int really);
static void *run(void *unused)
{
  use();
  return unused;
}
int main(int argc, char **argv)
{
  pthread_t thread;
  (void)argv;
  if (argc == 1) {
    define(6), use(); /* 6 is no first step */
    use(), define(1), forget(1), use();
    define(1);
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
  }
  define(1);
  forget(0);
  return use();
}
END
sed -i 's/small(n),2UL/n < 10,2UL/' src/one.c
printf '<s1|; ;>\n<s2|; ;>\n<l3|; ;>\n' >all.hyperlabels
check "several units" builds --objectives all.hyperlabels gcc $header -Wno-unused-function src/*.c -pthread -o program
./program
# The second call of use finds what define(6) began of s2.
check "killed in another unit, or of another thread" judged h1=- h2=+ h3=+
./program x
check "over three units" judged h1=+ h2=+ h3=+
check "the label in the header is one" test "$("$recorded" places program | grep -c '^l3 ')" = 1

# ---- labels as people write them ----

cat >written.c <<'END'
#define BOTH(c) pc_label(c); pc_label(!(c))
#define LIMIT 10
enum { RED, GREEN };
int f(int x)
{
    pc_label(x == LIMIT); pathcrawler_label(x == GREEN, 77);
    BOTH(x > 0);
    if (x) pc_label(x > 2, 1); else pc_label(x < 2, 2, "E");
    switch (x) {
    case 1: pc_label(1, 0x3);
    default: pc_label(1, 4ul, "a" );
    }
    do pc_label(x > 5, 5); while (0);
again:  pc_label(x < 0 && x + 1 < 0, 6);
    for (; x > 3; x--)
        pc_label(x /
                 2 == 3,
                 7, "over three lines");
    if (x < -100)
        goto again;
    //! label Own : x == 2
    pc_label(x == 2, 8, "beside a label of another kind");
    return ({ int y = x; pc_label(y, 9); y; });
}
int main(int argc, char **argv)
{
    return f(argc) == (argv == 0);
}
END
for compiler in $compilers; do
    check "$compiler: labels as people write them" builds $compiler -Wall -Wno-unused-label $header written.c -o program
    ./program
    check "$compiler: verdicts" judged line6=- line6_2=+ line7=+ line7_2=- l1=- l2=- l3=+ l4=+ l5=- l6=- l7=- \
        Own=- l8=- l9=+
    ./program 1 2 3 4 5 6
    check "$compiler: and more" judged line6=- line6_2=+ line7=+ line7_2=- l1=+ l2=- l3=+ l4=+ l5=+ l6=- l7=+ \
        Own=- l8=- l9=+
done
cat >placed.wanted <<'END'
Own written.c:22:58
l1 written.c:8:12
l2 written.c:8:37
l3 written.c:10:13
l4 written.c:11:14
l5 written.c:13:8
l6 written.c:14:9
l7 written.c:16:9
l8 written.c:22:5
l9 written.c:23:26
line6 written.c:6:5
line6_2 written.c:6:27
line7 written.c:7:5
line7_2 written.c:7:5
END
"$recorded" places program >placed
check "where they stand" diff placed.wanted placed
listed()
{
    CC=gcc "$HLCOV" annotate written.c -- $header >listing &&
        grep -q '^label l7 at written.c:16 : x / 2 == 3; // written.c:16:9 in f 16:9$' listing
}
check "hlcov annotate lists them" listed

# ---- faults ----

cat >faults.c <<'END'
int g(int);
int f(int x)
{
    pc_label(g(x), 1, "CC");
    pc_label(y, 2, "CC");
    pc_label_bindings(x, 4, "T", 1, 2, "a", x, "b");
    pc_label_bindings(x, 5, "T", 1, "a", x);
    pc_label_bindings(x, 6, "T", 1, 2, "a", x, "b c", 1);
    pc_label(x, 7, 8);
    pc_label(x, "t");
    pc_label();
    pc_label(x, 8, "T", 1);
    pc_label_sequence(1, 3, 3, 2, "v", 0);
    pc_label_sequence(1, 4, 1, 2, "v", 0);
    pc_label_sequence(1, 4, 2, 3, "v", 0);
    pc_label_sequence(1, 5, 1, 200, "v", 0);
    pc_label_sequence(1, 6, 1, "v", 0);
    pc_label_sequence(1, 7, 1, 2, "w", 0);
    pc_label_sequence_condition(g(x), "w");
    pc_label_sequence(1, 7, 2, 2, "w", 0);
    pc_label_sequence_condition(0);
    pc_label(x, 5);
    x = (pc_label(x, 9), 5) ? 2 : 3;
    pc_label(x, 10);
    return x;
}
int k(void) { int nested(void) { return 1; } pc_label(1, 11); return nested(); }
int main(void) { return f(1) != 2 || k() != 1; }
int g(int x) { return x; }
END
cat >faults.wanted <<'END'
faults.c:4:14: error: l1: calls g, which is not declared const or pure; if it has no side effects, say so with \
`//! pure g`
faults.c:5:14: error: l2: `y` is not declared here
faults.c:6:37: error: l4: pc_label_bindings has a condition, a number, a string, the number of the pair, how \
many bindings there are, and a name and a value of each
faults.c:8:48: error: l6: expected the name of a metavariable
faults.c:9:20: error: l7: expected a string
faults.c:10:17: error: expected a number
faults.c:11:5: error: expected an expression
faults.c:12:25: error: pc_label has three arguments at most
faults.c:13:29: error: s3: the sequence has no such step
faults.c:15:5: error: s4: the sequence has other steps or another variable at faults.c:14
faults.c:16:32: error: s5: a sequence has 64 steps at most
faults.c:17:32: error: s6: expected a number
faults.c:19:33: error: w: calls g, which is not declared const or pure; if it has no side effects, say so with \
`//! pure g`
faults.c:21:5: error: pc_label_sequence_condition has a condition and a string
faults.c:22:5: error: l5: the label binds other metavariables at faults.c:7
faults.c:23:10: error: l9: it is not a statement
faults.c:27:46: error: l11: function k is passed through: the front end could not parse it
END
sed -i -e '/\\$/N; s/\\\n//' faults.wanted
rm -rf "$HLCOV_DIR"
check "faults are told and do not fail the build" says faults.wanted launch gcc $header faults.c -o program
check "the unit is annotated, and runs" sh -c '[ ! -e "$HLCOV_DIR/notes.log" ] && ./program'
check "what has no fault is judged; whatever may kill does" judged l1=? l2=? l5=? l5=? s4=? l9=? l11=? l10=+ s7=-
printf '1) <l10.s7|; ;>,\n2) <l1|; ;>,\n3) <l10\n4) <l99|; ;>\n5) <l10|;pa;>\n' >faults.hyperlabels
rm -rf "$HLCOV_DIR"
launch --objectives faults.hyperlabels gcc $header faults.c -o program 2>said
check "a fault of a .hyperlabels file" \
    grep -q '^faults.hyperlabels:4:1: error: expected `|` and a guard, found `4`$' said
./program
check "what has none is judged" judged h1=- h2=? h3=? h4=? h5=? l2=? l5=? l5=? s4=? l9=? l11=?
check "places are those of the source file" \
    sh -c '"$HLCOV" report --details --criteria USER | grep -q "faults.c:4:14: calls g"'
finish
