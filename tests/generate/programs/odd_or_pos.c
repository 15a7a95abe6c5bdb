/* oddOrPos of Ammann and Offutt: how many numbers of an array are odd, or above 0. */
int odd_or_pos(const int numbers[], int count);

int odd_or_pos(const int numbers[], int count)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        if (numbers[i] % 2 == 1 || numbers[i] % 2 == -1 || numbers[i] > 0)
            found++;
    return found;
}
