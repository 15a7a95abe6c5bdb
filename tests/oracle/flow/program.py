"""Random programs about control flow, calls and data flow, each with a second version that logs what it does. What is
computed is of no use; that both versions compute the same shows that they are the same program."""
from expressions import SIGNATURE
import statements

HEADER = """\
#include <setjmp.h>
#include <stdlib.h>
struct pair { int one, two; };
extern jmp_buf start;
"""
DRIVER = """\
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
extern int run(int d, int a, int b);
jmp_buf start;
int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        sum = sum * 31 + run(2, atoi(argv[i]), atoi(argv[i + 1]));
        printf("%d\\n", sum);
        fflush(stdout);
    }
    return sum & 63;
}
"""
LOG = """\
#include <stdlib.h>
#include <stdio.h>
static FILE *log_;
static int log_count;
static int begin_(const char *name)
{
    if (!log_)
        log_ = fopen(getenv("FLOW_LOG"), "w");
    fprintf(log_, "b %d %s\\n", ++log_count, name);
    return log_count;
}
#define N(node) fprintf(log_, "n %d %d\\n", A_, node)
#define D(...) EVENT('d', __VA_ARGS__, 2, 1)
#define U(...) EVENT('u', __VA_ARGS__, 2, 1)
#define EVENT(kind, number, index, count, ...) event_(A_, kind, number, index, count)
#define C(call, callee) fprintf(log_, "c %d %d %s\\n", A_, call, callee)
#define J() fprintf(log_, "j %d\\n", A_)
static void event_(int activation, int kind, int number, int index, int count)
{
    if (count == 2)
        fprintf(log_, "%c %d %d %d\\n", kind, activation, number, index);
    else
        fprintf(log_, "%c %d %d\\n", kind, activation, number);
}
"""
NAMES = ("f0", "f1", "f2", "f3")


class Program:
    """Functions and texts of a random program; `functions`: {name: model.Function}."""

    def __init__(self, source):
        self.names = list(NAMES)
        self.functions, plain, log = {}, [], []
        self.fill(plain, log, HEADER.split("\n"))
        self.fill(plain, log, ["int g0, g1 = 1, ga[4] = {3, 1, 2, 0};", "struct pair gs;"])
        statics = {name for name in self.names[1:] if source.random() < 0.5}
        for name in self.names:
            self.fill(plain, log, ["%sint %s(%s);" % ("static " if name in statics else "", name, SIGNATURE)])
        self.fill(plain, log, ["static int (*const table[4])(%s) = {%s};" % (SIGNATURE, ", ".join(self.names))])
        log += ["static const char *const names_[] = {%s};" % ", ".join('"%s"' % name for name in self.names)]
        for name in self.names:
            body = statements.Body(source, name, self.names, len(plain) + 1, source.randint(4, 12))
            made = body.whole(name in statics)
            self.functions[name] = body.writer.function
            plain += made[0]
            log += made[1]
        body = statements.Body(source, "run", self.names, len(plain) + 1, 0)
        made = body.whole_run()
        self.functions["run"] = body.writer.function
        plain += made[0]
        log += made[1]
        self.plain, self.log = "\n".join(plain) + "\n", LOG + "\n".join(log) + "\n"

    @staticmethod
    def fill(plain, log, lines):
        plain += lines
        log += lines
