# How to build and test Mbed TLS: makefiles in each directory, tests written by a script, assembler in C. Sourced by
# common.sh.

package=mbedtls
cflags='-O0 -g' # with all criteria optimized builds take several times as long

# Inline functions that are kept call what is in no library.
gcov_flags="$gcov_flags -Wl,--unresolved-symbols=ignore-all"

# Each suite is a program of its own. That of ssl takes minutes, and some of its certificates have expired.
suites='aes.cbc aes.rest aria asn1parse asn1write base64 bignum.generated bignum.misc ccm cipher.aes cmac constant_time
    debug ecp gcm.misc hkdf md mdx memory_buffer_alloc oid pem pk pkcs5 pkparse psa_crypto_hash rsa x509parse
    x509write'

build()
{
    make -C library -j 2 && make -C programs test/selftest && make -C tests -j 2 $(test_programs)
}

# For what it costs: the program that encrypts a file, and the tests of the library's own.
build_program()
{
    make -C library -j 2 && make -C programs aes/crypt_and_hash test/selftest
}

test_programs()
{
    printf 'test_suite_%s ' $suites
}

run_tests()
{
    for program in $(test_programs); do
        echo "== $program"
        (cd tests && ./"$program")
    done
    programs/test/selftest -x timing
}
