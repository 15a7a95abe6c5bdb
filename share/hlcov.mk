# hlcov in make: include this file behind the rules of a makefile. `make coverage` builds everything again with hlcov,
# runs the tests, and reports.
#
#   HLCOV_TARGETS  what builds and tests (test)
#   HLCOV_CLEAN    what removes objects that were built without hlcov (clean)
#   HLCOV_CC       options of hlcov cc
#   HLCOV_REPORT   options of hlcov report
#
# A rule that runs a test may begin with $(HLCOV_RUN), so that the test has a name; it is empty otherwise.
HLCOV_TARGETS ?= test
HLCOV_CLEAN ?= clean

coverage:
	$(MAKE) $(HLCOV_CLEAN)
	-hlcov reset
	-$(MAKE) $(HLCOV_TARGETS) CC="hlcov cc $(HLCOV_CC) $(CC)" HLCOV_RUN="hlcov run --each --"
	hlcov report $(HLCOV_REPORT)

.PHONY: coverage
