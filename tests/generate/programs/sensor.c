/* A sensor that is read by a function of somebody else: the median of three, or of what came in time. */
int read_sensor(int channel);
int median(int channel);
int wait_for(int channel, int level, int most);

int median(int channel)
{
    int a = read_sensor(channel), b = read_sensor(channel);
    if (a < 0 && b < 0)
        return -1;
    if (a < 0 || b < 0)
        return a < 0 ? b : a;
    int c = read_sensor(channel + 1);
    if (a > b) {
        int other = a;
        a = b;
        b = other;
    }
    return c < a ? a : c > b ? b : c;
}

int wait_for(int channel, int level, int most)
{
    for (int i = 0; i < most && i < 10; i++) {
        int now = read_sensor(channel);
        if (now == level)
            return i;
        if (now < 0)
            return -1;
    }
    return -2;
}
