# Makes the assembler text of one file of the runtime fit to stand in the middle of any other: called by
# rt/carry.sh with `file` set to a word of its own and `part` to the name of its group. It knows what gcc and clang write, no more; at anything
# else it stops.

function fail(why)
{
    print "rt/carry.awk: " file ".s: " why > "/dev/stderr"
    failed = 1
    exit 1
}

# Names that the files of the runtime share begin with rt_; the others get a place of their own. A dot keeps
# both apart from names in C. What is weak is shared by copies of the runtime and keeps its name.
function rename(name)
{
    if (name ~ /^rt_/ && (!(name in defined) || (name in global)))
        return "hlcov_rt." substr(name, 4)
    if (!(name in defined) || (name in weak))
        return name
    return name ~ /^\.L/ ? ".Lhlcov_rt." file "." substr(name, 3) : "hlcov_rt." file "." name
}

function rename_all(text,    result)
{
    result = ""
    while (match(text, /[A-Za-z0-9_.]+/)) {
        result = result substr(text, 1, RSTART - 1) rename(substr(text, RSTART, RLENGTH))
        text = substr(text, RSTART + RLENGTH)
    }
    return result text
}

function unquoted(name)
{
    gsub(/"/, "", name)
    return name
}

# Every section joins the group; those of one kind become one.
function section(name)
{
    skipping = name ~ /^\.note/
    if (skipping)
        return
    if (name ~ /^\.init_array(\.[0-9]+)?$/)
        print "\t.section " name ",\"awG\",@init_array," group
    else if (name ~ /^\.text($|\.)/)
        print "\t.section .text.hlcov_rt." part ",\"axG\",@progbits," group
    else if (name ~ /^\.rodata($|\.)/)
        print "\t.section .rodata.hlcov_rt." part ",\"aG\",@progbits," group
    else if (name ~ /^\.bss($|\.)/)
        print "\t.section .bss.hlcov_rt." part ",\"awG\",@nobits," group
    else
        fail("section " name)
}

BEGIN { group = "hlcov_rt." part ",comdat" }
{ lines[NR] = $0 }
/^[A-Za-z_.][A-Za-z0-9_.]*:/ { defined[substr($0, 1, index($0, ":") - 1)] }
$1 == ".weak" { weak[$2] }
$1 ~ /^\.globa?l$/ { global[$2] }

END {
    if (failed)
        exit 1
    for (i = 1; i <= NR; i++) {
        count = split(lines[i], words, /[ \t,]+/)
        word = words[1] == "" ? words[2] : words[1]
        argument = words[1] == "" ? words[3] : words[2]
        if (word == ".section")
            section(unquoted(argument))
        else if (word ~ /^\.(text|data|bss)$/)
            section(word)
        else if (skipping || word == "" || word ~ /^#|^\.(file|ident|globa?l|local|addrsig|addrsig_sym)$/)
            continue
        else if (word ~ /^\.cfi_/ && file == "crash")
            print "\t" substr(lines[i], index(lines[i], word))
        else if (word ~ /^\.(l?comm|cfi_.*|loc|previous|popsection|subsection)$/)
            fail(word)
        else if (word == ".hidden" && !(argument in weak))
            continue
        else if (word == ".size" && argument in weak && words[count] ~ /^\.-/)
            continue # LLVM cannot tell it where it keeps another object's copy
        else if (word ~ /^\.(string|ascii|asciz)$/)
            print lines[i]
        else if (words[1] == "")
            print "\t" word rename_all(substr(lines[i], index(lines[i], word) + length(word)))
        else
            print rename_all(lines[i])
    }
}
