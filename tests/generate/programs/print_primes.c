/* printPrimes of Ammann and Offutt: the first primes, by trial division; at most 30 fit. */
enum { MOST_PRIMES = 30 };

int print_primes(int primes[MOST_PRIMES], int count);

static int is_divisible(int divisor, int number)
{
    return number % divisor == 0;
}

/* Returns the last one; 0: there is no room for so many. */
int print_primes(int primes[MOST_PRIMES], int count)
{
    int number = 2, found = 1;
    if (count < 1 || count > MOST_PRIMES)
        return 0;
    primes[0] = 2;
    while (found < count) {
        int is_prime = 1;
        number++;
        for (int i = 0; i < found; i++)
            if (is_divisible(primes[i], number)) {
                is_prime = 0;
                break;
            }
        if (is_prime) {
            primes[found] = number;
            found++;
        }
    }
    return number;
}
