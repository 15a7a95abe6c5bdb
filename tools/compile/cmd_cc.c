/* hlcov cc, in the program that starts fast: where proofs are to be read, it becomes hlcov-more. */
#include "tools/compile/cc.h"
#include "tools/shared/more.h"

int cmd_cc(int argc, char **argv)
{
    return cc_run(argc, argv, &(CcProofs){NULL, more_become});
}
