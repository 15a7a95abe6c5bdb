/* A small project with objectives of users for tests of reports, made by hand: sources, scripts, tables and data. */
#ifndef TESTS_UNIT_SAMPLE_USERS_H
#define TESTS_UNIT_SAMPLE_USERS_H

/* Writes it below `directory`: src/login.c with objectives in comments, limits.htol, wrong.htol with faults, and its
 * data directory data/. Objectives are covered, uncovered and unmeasured, for each reason that there can be. Reports
 * are made with --root. */
void sample_users_write(const char *directory);

#endif
