/* Functions of floating-point numbers: where a line meets a level, a sum with limits, a root by bisection. */
#include <math.h>

int meets(double slope, double offset, double level, double *at);
float clamp(float value, float least, float most);
int steps_to_root(double number);

int meets(double slope, double offset, double level, double *at)
{
    if (isnan(slope) || isnan(offset) || isnan(level))
        return -2;
    if (slope == 0.0)
        return offset == level ? -1 : 0;
    *at = (level - offset) / slope;
    return *at >= 0.0 && *at <= 1.0 ? 2 : 1;
}

float clamp(float value, float least, float most)
{
    if (value < least)
        return least;
    return value > most ? most : value;
}

int steps_to_root(double number)
{
    double low = 0, high = number;
    int steps = 0;
    if (!(number >= 1.0 && number < 1e6))
        return -1;
    while (high - low > 1e-3 && steps < 64) {
        double middle = (low + high) / 2;
        if (middle * middle > number)
            high = middle;
        else
            low = middle;
        steps++;
    }
    return steps;
}
