/* A budget in global variables: spends of it, and says when it has to be refilled. */
int balance, reserve = 100;
static int refusals;
unsigned char locked;
int spend(int amount);
int must_refill(void);

int spend(int amount)
{
    if (locked || amount <= 0)
        return -1;
    if (amount > balance && (long)amount - balance > reserve) {
        if (++refusals >= 3)
            locked = 1;
        return 0;
    }
    if (amount > balance) {
        reserve -= amount - balance;
        balance = 0;
    } else
        balance -= amount;
    refusals = 0;
    return 1;
}

int must_refill(void)
{
    return !locked && (balance < 10 || reserve < 20) && refusals > 0;
}
