#!/bin/sh
# Labels whose C the front end accepts and the compiler does not: they are left out, and all else is measured.
. "$(dirname "$0")/common.sh"

# _Nonnull is clang's alone.
cat >prog.c <<'EOF'
int f(const char *p, int n)
{
    //! label Refused : (const char *_Nonnull)p != 0
    //! label Fine { v = n } : n > 0
    //! label Faulty : nosuch
    //! hyper Twice : < Fine . Fine' | v != v' >
    return p && n;
}
EOF
cat >main.c <<'EOF'
int f(const char *p, int n);
int main(void)
{
    //! label Here : 1
    return f("", 1) - 1;
}
EOF

"$HLCOV" cc gcc -c prog.c 2>messages
check "the unit is compiled" [ $? = 0 ]
check "and annotated" annotated prog.o
sed 's/: error: .*: /: /' messages >places
cat >wanted <<'EOF'
prog.c:3:15: the compiler refuses the program with users' labels in it
prog.c:4:15: the compiler refuses the program with users' labels in it
prog.c:5:24: `nosuch` is not declared here
EOF
check "each label is told, and what was wrong before" diff wanted places
notes=$HLCOV_DIR/notes.log
check "there is one note" [ "$(grep -c '' "$notes")" = 1 ]
check "which says why" grep -q \
    "without users' labels: gcc -c prog.c: cannot be compiled when annotated: prog.c:.*error" "$notes"
check "nothing is left over" nothing_left_over

"$HLCOV" cc gcc -o program main.c prog.o && ./program
"$HLCOV" report --details --criteria DC,USER >report
check "decisions are measured" grep -q '^prog.c  *[0-9]' report
check "labels of other units are" grep -q '^covered  *Here ' report
for name in Refused Faulty Twice; do
    check "$name is not" grep -q "^unmeasured  *$name " report
done

printf '#!/bin/sh\ncase "$*" in *.i\\ *) echo "error: that text"; exit 1;; esac\nexec gcc "$@"\n' >never
chmod +x never
rm "$notes"
check "a text that is refused always falls back" "$HLCOV" cc ./never -c prog.c
check "to the original" not_annotated prog.o
check "with a note of that" grep -q 'not annotated: ./never -c prog.c: cannot be compiled' "$notes"
finish
