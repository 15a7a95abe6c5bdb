# How to build and test zlib: its library, its test programs and its test of inflate. Sourced by common.sh.

package=zlib
cflags='-O2 -g'

build()
{
    ./configure && make && make all64 infcover
}

run_tests()
{
    make -s check && ./infcover 2>&1 && compress_in_all_ways
}

# Own inputs, since `make check` compresses two lines.
compress_in_all_ways()
{
    cat ./*.c >text.in
    { cat zlib.3.pdf && noise; } >binary.in
    : >empty.in
    for input in text.in binary.in empty.in; do
        for option in -1 -2 -3 -4 -5 -6 -7 -8 -9 -f -h -r; do
            ./minigzip "$option" <"$input" >packed.gz && ./minigzip -d <packed.gz | cmp - "$input" || return 1
            echo "$input $option"
            cksum <packed.gz
        done
    done
    damage_in_all_places
}

# Bytes that hardly compress, the same in every run.
noise()
{
    LC_ALL=C awk 'BEGIN { x = 1
        for (i = 0; i < 50000; i++) { x = (x * 16807) % 2147483647; printf "%c", x % 255 + 1 } }'
}

damage_in_all_places()
{
    head -c 3000 text.in | ./minigzip >packed.gz
    for length in 0 1 5 10 15 100 500; do
        { head -c "$length" packed.gz; printf '\377\000\252'; tail -c +$((length + 4)) packed.gz; } >damaged.gz
        ./minigzip -d <damaged.gz 2>&1 | cksum
        head -c "$length" packed.gz | ./minigzip -d 2>&1 | cksum
    done
    cp text.in kept.txt && ./minigzip kept.txt && ./minigzip -d kept.txt.gz && cmp text.in kept.txt
    ./minigzip -c kept.txt | cksum
    ./minigzip no-such-file 2>&1
    return 0
}
