/* What this hlcov is: libraries, limits, formats, for `hlcov --version --verbose`. */
#ifndef TOOLS_VERSIONS_H
#define TOOLS_VERSIONS_H

/* Prints it. Returns the exit status: COMMAND_FAILED if libclang, which is opened for that, cannot be. */
int versions_print(void);

#endif
