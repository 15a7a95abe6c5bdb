#!/bin/sh
# The JSON report keeps its schema, and what it says more than once agrees; a broken document does not pass.
set -u
. "$(dirname "$0")/../subr.sh"

validate()
{
    "$top_srcdir/tests/json/validate" "$top_srcdir/report/out/json/report.schema.json" "$@"
}

# broken NAME FAULT SED-SCRIPT [DOCUMENT]: the document changed so must be rejected, and for that reason
broken()
{
    document=$work/${4:-report}.json
    sed "$3" "$document" > "$work/broken.json"
    if cmp -s "$document" "$work/broken.json"; then
        not_ok "$1 is rejected" "the document was not changed"
    elif validate "$work/broken.json" > "$work/faults" 2>&1; then
        not_ok "$1 is rejected" "it passed"
    elif ! grep -q -e "$2" "$work/faults"; then
        not_ok "$1 is rejected" "not because of '$2': $(cat "$work/faults")"
    else
        ok "$1 is rejected"
    fi
}

cd "$work" || exit 1
"$top_builddir/tests/golden/make_input" "$work" || exit 1
"$HLCOV" report -r . --json report.json data > /dev/null
"$HLCOV" report -r . --json - --criteria dc,5-cc data > selected.json
"$HLCOV" report -r users --json - users/data > users.json
cp data/first.hlb data/cut.hlb
truncate -s 5000 data/cut.hlb
"$HLCOV" report -q --json damaged.json data 2> /dev/null

for name in report selected users damaged; do
    check "$name.json is valid" validate "$work/$name.json"
done
broken "a negative count" '-1 is less than the minimum' 's/"covered":[0-9][0-9]*/"covered":-1/'
broken "a wrong count" 'totals of FC differ' '0,/"covered":[0-9][0-9]*/s//"covered":77/'
broken "an unknown status" "'perhaps' is not one of" 's/"status":"covered"/"status":"perhaps"/'
broken "another verdict" 'differ from the objectives' '0,/"status":"covered"/s//"status":"uncovered"/'
broken "a missing member" "'semantics' is a required property" 's/"semantics"/"semantik"/'
broken "an unmeasured objective without a reason" "'' is too short" 's/"why":"[^"][^"]*"/"why":""/'
broken "two objectives of one id" 'stands [0-9]* times' 's/\({"id":"[^"]*\):[^":]*","criterion"/\1:x","criterion"/'
broken "a member that stands twice" 'a member stands twice' 's/"column"/"line"/'
broken "a user's objective without what is said of those" "'user' is a required property" \
    's/"user":{"script/"used":{"script/' users
broken "a covered one without a witness" "'witness' is a required property" 's/"witness":/"evidence":/' users
broken "a witness that was not recorded" 'witness Other was not recorded' 's/"label":"Asked"}/"label":"Other"}/' users
broken "a count that is too small" 'environments of Asked' \
    's/"label":"Asked","count":4/"label":"Asked","count":3/' users
broken "a cut document" 'no JSON' '$d'
finish
