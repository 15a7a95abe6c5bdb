/* Calls functions of the sensor, which gives values that are drawn. */
#include "driver.h"

int read_sensor(int channel);
int median(int channel);
int wait_for(int channel, int level, int most);

int read_sensor(int channel)
{
    (void)channel;
    return draw_int();
}

static void call(void)
{
    int channel = draw_range(-2, 1000), level = draw_int();
    if (draw_range(0, 1))
        median(channel);
    else
        wait_for(channel, level, draw_range(0, 1) ? draw_range(-1, 12) : draw_int());
}
