/* findVal of Ammann and Offutt: where a value stands in an array, looked for from the front, the last one found. */
int find_val(const int numbers[], int count, int wanted);

int find_val(const int numbers[], int count, int wanted)
{
    int found = -1;
    for (int i = 0; i < count; i++)
        if (numbers[i] == wanted)
            found = i;
    return found;
}
