/* A program that loads a library, uses it, unloads it and loads it again; then kills itself. */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void use(const char *path, int number)
{
    void *library = dlopen(path, RTLD_NOW);
    int (*function)(int) = library ? (int (*)(int))dlsym(library, "in_library") : 0;

    HIT(number);
    printf("%d\n", function ? function(number) : -1);
    if (library)
        dlclose(library);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        use(argv[i], i + 10);
    fflush(stdout);
    kill(getpid(), SIGKILL);
    return 0;
}
