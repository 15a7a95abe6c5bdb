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
    "$HLCOV" report --criteria FC "$HLCOV_DIR" >"$work/report" 2>&1 &&
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
finish
