# What tests of hlcov prune in shell begin with: a data directory and a cache of their own. Sourced like subr.sh.
. "$(dirname "$0")/../subr.sh"

HLCOV_DIR=$work/data
XDG_CACHE_HOME=$work/cache
export HLCOV_DIR XDG_CACHE_HOME
cd "$work" || exit 1

# says STATUS WORDS COMMAND...: the command has that exit status and says that. What it said is in $work/out.
says()
{
    status=$1
    words=$2
    shift 2
    "$@" >"$work/out" 2>&1
    found=$?
    [ "$found" -eq "$status" ] && grep -qF -e "$words" "$work/out" && return 0
    echo "status $found:"
    cat "$work/out"
    return 1
}
