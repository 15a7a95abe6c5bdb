"""What compare.py runs, as a table; the commands print the same in every build. inputs.py makes what they read."""
import collections

# Programs of one file, here; with -pthread gcov counts atomically.
OWN = {"kernels": (), "threads": ("-pthread",)}
KERNELS = ("loops", "sorting", "matrix", "strings", "interpreter", "recursion")
THREADS = (1, 2, 4)

# Each: its name; the project that is built (a recipe in tests/projects, or one of OWN); its program; commands of the
# shell, where the program is $RUN "$PROGRAM", what is written is below $DATA, $INPUT has $SIZE bytes, and $SIZE is one
# of the next two: how much is done where time is taken, and where instructions are counted (None: they are not); the
# kind of $INPUT, as inputs.py knows it.
Workload = collections.namedtuple("Workload", "name project program command size small input", defaults=(None,))


def times(count, command):
    """Does so again and again: programs are quick, and large inputs take long to make."""
    return "for i in %s; do %s || exit; done" % (" ".join(map(str, range(count))), command)


PACKING = '$RUN "$PROGRAM" %s <"$INPUT" >"$DATA/packed" && $RUN "$PROGRAM" -d <"$DATA/packed" | cmp - "$INPUT"'
READING = '$RUN "$PROGRAM" "$INPUT"'
JSON = 'HASHSEED=1 JSON_PRESERVE_ORDER=1 JSON_INDENT=1 $RUN "$PROGRAM" --env <"$INPUT"'
BACKTRACKING = '$RUN "$PROGRAM" -c \'%s\' "$INPUT"' % (
    r'^\[\d+\] (?:error|note): (\w+)=".*?\b(\w+)\b.*\b\2\b|(\w)\3\w+@\w+\.example$')
# For other patterns, and for option -o, grep calls what is in libc, which nobody measures.
SEARCHING = " && ".join('LC_ALL=C $RUN "$PROGRAM" %s "$INPUT"' % pattern for pattern in (
    r"-c -E 'a(b|c)*[d-k]{2,3}a .*(error|25[0-5]\.[0-9]+)|(co){2,}'", r"-c -i -E 'B[A-Z]{3,5}O[^a-z]|[0-9]{3}\.1'",
    "-v -c -E '(un|wi)[a-z]*(un|ba)[[:space:]][a-z]+(in|or)[[:space:]]'"))
CRYPT = '$RUN "$PROGRAM" %d "%s" "%s" CAMELLIA-256-CBC SHA256 hex:0123456789abcdef'
SEALING = " && ".join((CRYPT % (0, "$INPUT", "$DATA/sealed"), CRYPT % (1, "$DATA/sealed", "$DATA/opened"),
                       'cmp "$DATA/opened" "$INPUT"'))
KEYS = 'for i in $(seq $SIZE); do $RUN "$PROGRAM" ecp rsa dhm mpi || exit; done'
FILLING = 'rm -f "$DATA"/tree* && $RUN "$PROGRAM" -n "$DATA/tree" <"$INPUT" && wc -c <"$DATA/tree"'
SORTING = '$RUN "$PROGRAM" -t: -k 1,1 -k 3n,3 -k 2 "$INPUT"'

WORKLOADS = tuple(
    Workload("lua " + name, "lua", "src/lua", '$RUN "$PROGRAM" "$HERE/%s.lua" $SIZE' % name, 100, 3)
    for name in ("numbers", "strings", "objects")
) + (
    Workload("zlib", "zlib", "minigzip", PACKING % "", 50000000, 1000000, "source"),
    Workload("bzip2", "bzip2", "bzip2", PACKING % "", 10000000, 300000, "source"),
    Workload("zstd", "zstd", "programs/zstd-frugal", PACKING % "-9", 20000000, 500000, "log"),
    Workload("sqlite", "sqlite", "speedtest1",
             '$RUN "$PROGRAM" --memdb --size $SIZE | sed "s/[0-9.]*s$//"', 20, 1),
    Workload("sqlite shell", "sqlite", "sqlite3", '$RUN "$PROGRAM" -batch :memory: <"$HERE/statements.sql"', 1, None),
    Workload("lmdb", "lmdb", "libraries/liblmdb/mdb_load", FILLING, 10000000, 1000000, "pairs"),
    Workload("yaml", "libyaml", "build/run-parser", times(5, READING), 8000000, 300000, "yaml"),
    Workload("xml", "expat", "expat/build/xmlwf/xmlwf", times(6, READING), 20000000, 1000000, "xml"),
    Workload("json", "jansson", "build/bin/json_process", times(2, JSON), 10000000, 1000000, "json"),
    Workload("backtracking", "pcre2", "pcre2grep", BACKTRACKING, 5000000, 200000, "log"),
    Workload("grep", "grep", "src/grep", times(4, SEARCHING), 30000000, 1000000, "log"),
    Workload("cipher", "mbedtls", "programs/aes/crypt_and_hash", SEALING, 20000000, 300000, "log"),
    Workload("keys", "mbedtls", "programs/test/selftest", KEYS, 100, 5),
    Workload("records", "9base", "sort/sort", SORTING, 20000000, 1000000, "records"),
    Workload("image", "libpng", "image", times(3, READING), 20000000, 1000000, "png"),
    Workload("markdown", "cmark", "build/src/cmark", times(3, READING), 10000000, 1000000, "markdown"),
    Workload("forks", "dash", "src/dash", '$RUN "$PROGRAM" "$HERE/forks.sh" $SIZE', 300, 50),
) + tuple(
    Workload(name, "kernels", "kernels", '$RUN "$PROGRAM" %s $SIZE' % name, 100, 5) for name in KERNELS
) + tuple(
    Workload("%d thread%s" % (n, "s" * (n > 1)), "threads", "threads", '"$PROGRAM" %d' % n, 1, None) for n in THREADS)

PROJECT_OF = {workload.name: workload.project for workload in WORKLOADS}
PROJECTS = tuple(dict.fromkeys(PROJECT_OF.values()))
PROJECT_OF.update({project: project for project in PROJECTS})
