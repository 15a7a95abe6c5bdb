/* TestPat of Ammann and Offutt: where a pattern stands in a text for the first time. */
int test_pat(const char *subject, int subject_length, const char *pattern, int pattern_length);

/* Returns -1 if it does not. */
int test_pat(const char *subject, int subject_length, const char *pattern, int pattern_length)
{
    int found = -1, is_pattern = 0;
    for (int i = 0; !is_pattern && i + pattern_length - 1 < subject_length; i++) {
        if (pattern_length == 0 || subject[i] != pattern[0])
            continue;
        found = i;
        is_pattern = 1;
        for (int k = 1; k < pattern_length; k++)
            if (subject[i + k] != pattern[k]) {
                found = -1;
                is_pattern = 0;
                break;
            }
    }
    return found;
}
