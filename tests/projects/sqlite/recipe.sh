# How to build and test SQLite: its shell from the amalgamation, run on the scripts of this directory, and its own
# test program on some of its tests where Tcl can be linked. Sourced by common.sh.

package=sqlite3
cflags='-O1'

shell_flags='-DSQLITE_ENABLE_FTS3 -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE -DSQLITE_ENABLE_MATH_FUNCTIONS
    -DSQLITE_ENABLE_DBSTAT_VTAB -DSQLITE_ENABLE_STMTVTAB -DSQLITE_ENABLE_COLUMN_METADATA -DSQLITE_THREADSAFE=1'
own_tests='select1 select4 join trigger1 view index expr func date where in subquery collate1 null insert update delete
    trans savepoint limit between distinct cast like json101 window1 with1 upsert1 fts3aa vacuum corrupt'

tcl_config=/usr/lib/$(gcc -print-multiarch)/tcl8.6/tclConfig.sh

build()
{
    build_shell && { [ ! -f "$tcl_config" ] || make testfixture; }
}

# For what it costs: the shell, and the program that SQLite's developers take its time by.
build_program()
{
    build_shell && $CC $CFLAGS $shell_flags -I. -o speedtest1 test/speedtest1.c sqlite3.o -lpthread -ldl -lm
}

build_shell()
{
    ./configure --disable-shared $([ ! -f "$tcl_config" ] || echo "--with-tcl=$(dirname "$tcl_config")") &&
        make sqlite3.c shell.c &&
        $CC $CFLAGS $shell_flags -c sqlite3.c &&
        $CC $CFLAGS $shell_flags -o sqlite3 shell.c sqlite3.o -lpthread -ldl -lm
}

run_tests()
{
    for script in "$inputs"/*.sql; do
        echo "== $(basename "$script")"
        rm -f scratch.db*
        timeout 120 ./sqlite3 -batch scratch.db <"$script" 2>&1
        echo "status $?"
    done
    command_lines 2>&1
    [ ! -x ./testfixture ] || run_own_tests
}

command_lines()
{
    for mode in -csv -json -html -line -list -box -markdown -table -column -quote -tabs -ascii; do
        ./sqlite3 $mode -header scratch.db 'SELECT 1 AS a, NULL AS b, 2.5 AS c, x'\''00ff'\'' AS d, "te,xt" AS e'
    done
    ./sqlite3 scratch.db .schema .tables .indexes .databases | sed 's/[^ ]*scratch/scratch/'
    ./sqlite3 scratch.db .dump | cksum
    ./sqlite3 :memory: 'SELECT no_such_column'
    ./sqlite3 -no-such-option
    ./sqlite3 /no/such/directory/x.db 'CREATE TABLE t (a)'
    echo 'this is no database, but long enough to be read as one: it is text only' >text.db
    ./sqlite3 text.db 'SELECT * FROM t'
}

run_own_tests()
{
    for name in $own_tests; do
        [ -f "test/$name.test" ] || continue
        timeout 300 ./testfixture "test/$name.test" >own.log 2>&1
        echo "== $name: status $?"
        grep -E '^[0-9]+ errors out of|^!|^[A-Za-z0-9_.-]+\.\.\. (Ok|FAILED)' own.log
    done
}
