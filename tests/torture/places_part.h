/* The body of a function: included by places.c several times, with PART for its name. */
static int PART(int n)
{
    //! label Part : n == 2;
    /*@Part*/return n - 1;
}
#undef PART
