# How to build and test Lua: the interpreter and the compiler, run on the programs of this directory. Sourced by
# common.sh.

package=lua5.4
cflags='-O2 -g'

# Debian builds through libtool; upstream's makefile is what a user would meet.
# The seed of its hashes is fixed: every run does the same.
build()
{
    patch -s -R -p1 <debian/patches/0001-build-system.patch &&
        echo '#define DEB_HOST_MULTIARCH "none"' >src/lua5.4-deb-multiarch.h &&
        make -C src linux CC="$CC -std=gnu99" MYCFLAGS="$CFLAGS '-Dluai_makeseed(L)=0'"
}

run_tests()
{
    for program in "$inputs"/*.lua; do
        told src/lua "$program"
        told src/luac -l -l -o listing.out "$program"
        rm -f listing.out
    done
    command_lines </dev/null
}

# Scripts that ask for more memory than there is are to fail; sanitizers ask for more from the start.
limit_memory()
{
    case $CC in
    *-fsanitize=*) ;;
    *) ulimit -v 4000000 ;;
    esac
}

# Runs a command and prints what it said and its status, without what differs from run to run.
told()
{
    echo "== $*"
    (limit_memory; exec timeout 60 "$@") >told.out 2>&1
    echo "status $?"
    sed -e 's/0x[0-9a-f]*/ADDRESS/g' -e 's|/tmp/lua_[A-Za-z0-9]*|/tmp/NAME|g' told.out
}

command_lines()
{
    told src/lua -v
    told src/lua -e 'print(1 + 1)' -e 'print(select("#", ...))'
    echo 'print("from standard input", ...)' | told src/lua - a b
    told src/lua -l string -W -e 'warn("@on"); warn("a", "b")'
    told src/lua -x
    told src/lua -e
    told src/lua no-such-file.lua
    told src/lua -l no.such.module
    told src/lua -e 'error({code = 3})'
    told src/lua -e 'error(setmetatable({}, {__tostring = function () return "an object" end}))'
    told src/lua -e 'os.exit(7)'
    told src/lua -e 'os.exit(true, true)'
    told src/lua -i -e 'print("then")'
    printf 'x = 3\n= x\nx +\n4\nfor i = 1, 2 do\nprint(i)\nend\nerror("e")\n' | told src/lua -i
    LUA_INIT='print("set up")' told src/lua -e 'print("after")'
    LUA_INIT='error("in set up")' told src/lua -e 'print("after")'
    LUA_INIT='print("set up")' told src/lua -E -e 'print("without")'
    LUA_PATH=';;./?.none' told src/lua -e 'print(#package.path > 8)'
    told src/luac -p no-such-file.lua
    told src/luac -z
    told src/luac
    told src/luac -v
    told src/luac -s -o stripped.out "$inputs/tables.lua"
    told src/luac -l stripped.out
    told src/lua stripped.out
}
