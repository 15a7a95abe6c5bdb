/* The table of sentences of criteria; see asks.h. */
#include "report/words/asks.h"

static const struct {
    HtolCriterion above; /* HTOL_CRITERIA: there is no short sentence */
    const char *shorter, *sentence;
} asks[HTOL_CRITERIA] = {
#define ASKS(id, sentence) [HTOL_CRIT_##id] = {HTOL_CRITERIA, NULL, sentence},
#define ASKS_AFTER(id, above, shorter, sentence) [HTOL_CRIT_##id] = {HTOL_CRIT_##above, shorter, sentence},
#include "report/words/asks.def"
#undef ASKS
#undef ASKS_AFTER
};

enum {
#define ASKS(id, sentence) +1
#define ASKS_AFTER(id, above, shorter, sentence) +1
    ROWS = 0
#include "report/words/asks.def"
#undef ASKS
#undef ASKS_AFTER
};
G_STATIC_ASSERT((guint)ROWS == (guint)HTOL_CRITERIA); /* each has one */

const char *report_criterion_asks(HtolCriterion criterion, HtolCriterion above)
{
    if (above != HTOL_CRITERIA && asks[criterion].above == above)
        return asks[criterion].shorter;
    return asks[criterion].sentence;
}
