#!/bin/sh
# An unpacked archive, which is no checkout, with files of one name in two directories, each compiled in its own: they
# are two files of one project, if the data directory is the project's.
. "$(dirname "$0")/../subr.sh"

mkdir "$work/project" "$work/project/client" "$work/project/server"
cd "$work/project" || exit 1
for side in client server; do
    cat >$side/net.c <<END
static int shared(int n)
{
    return n > $(expr length $side);
}

int $side(int n)
{
    return shared(n);
}
END
done
echo 'int client(int n), server(int n); int main(void) { return client(9) + server(9) - 2; }' >main.c

build()
{
    (cd client && "$HLCOV" cc gcc -c net.c) && (cd server && "$HLCOV" cc gcc -c net.c) &&
        "$HLCOV" cc gcc -o program main.c client/net.o server/net.o && ./program
}

paths()
{
    "$HLCOV" report --details --criteria FC "$HLCOV_DIR" >"$work/report" 2>&1 &&
        awk '/\.c  *100$/ { print $1 }' "$work/report" | tr '\n' ' '
}

for data in project/hlcov-data data; do
    HLCOV_DIR=$work/$data
    export HLCOV_DIR
    check "$data: it is built" build
    below=${data%hlcov-data}
    [ "$below" = "$data" ] && below=project/ || below=
    check "$data: both files are there" test "$(paths)" = "${below}client/net.c ${below}main.c ${below}server/net.c "
    check "$data: nothing is left out" sh -c '! grep "older texts" "$0"' "$work/report"
done

# ---- a recursive make of an archive ----

unset HLCOV_DIR
mkdir -p "$work/archive/client" "$work/archive/server"
cd "$work/archive" || exit 1
cp ../project/client/net.c client
cp ../project/server/net.c server
cp ../project/main.c .
cat >Makefile <<'END'
program: main.c; $(MAKE) -C client net.o && (cd server && $(MAKE) net.o) && $(CC) -o program main.c */net.o
END
echo 'net.o: ; $(CC) -c net.c' >client/Makefile
cp client/Makefile server
check "make of an archive" make CC="$HLCOV cc gcc"
check "it has one data directory" test "$(find . -name hlcov-data)" = ./hlcov-data
./program
check "which reports find" "$HLCOV" report --details --criteria FC
check "git ignores it" grep -qx '\*' hlcov-data/.gitignore
cd client || exit 1
check "a report elsewhere names it" sh -c '"$0" report 2>&1 | grep -q "^  .*/archive/hlcov-data$"' "$HLCOV"
cd ..
check "a program by itself is found with its data" \
    sh -c 'cd / && "$0" report --details --criteria FC "$1" | grep -q "^TOTAL .*100"' "$HLCOV" "$work/archive/program"

# ---- two checkouts ----

for checkout in one two; do
    mkdir -p "$work/$checkout/.git"
    cd "$work/$checkout" || exit 1
    echo 'static const char *where(void) { return __FILE__; } int main(void) { return where()[0] != 47; }' >a.c
    "$HLCOV" cc gcc -o a "$work/$checkout/a.c" && ./a
done
check "shards of checkouts" "$HLCOV" merge -o "$work/both.hls" "$work/one/hlcov-data" "$work/two/hlcov-data"
check "functions that name their file are one" test \
    "$("$HLCOV" report -q --criteria FC --json - "$work/both.hls" | grep -c '"criterion": *"FC"')" = 2
finish
