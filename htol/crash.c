/* Checks and reads notes of crashes; see crash.h. */
#include "htol/crash.h"

#include "htol/bytes.h"
#include "htol/layout.h"

enum { NOTES = HTOL_LEN_DATA_NOTES / HTOL_AT_CRASH_END, PLACE_SIZE = 16, PLACES = HTOL_LEN_CRASH_PATH / PLACE_SIZE };

G_STATIC_ASSERT(HTOL_LEN_DATA_NOTES % HTOL_AT_CRASH_END == 0);
G_STATIC_ASSERT(HTOL_LEN_CRASH_PATH % PLACE_SIZE == 0);

static const char *wrong_note(const guint8 *note)
{
    guint32 n_places = htol_number_at(note + HTOL_AT_CRASH_PLACES);
    if (htol_number_at(note + HTOL_AT_CRASH_SIGNAL) == 0 || htol_long_number_at(note + HTOL_AT_CRASH_TIMES) == 0)
        return "it says that nothing happened";
    if (n_places == 0 || n_places > PLACES)
        return "it has an impossible number of places";
    gsize end = HTOL_AT_CRASH_PATH + (gsize)n_places * PLACE_SIZE;
    return htol_is_zero(note + end, HTOL_AT_CRASH_END - end) ? NULL : "the padding behind its path is not zero";
}

static const HtolCodePlace *read_path(HtolArena *arena, const guint8 *at, guint32 count)
{
    HtolCodePlace *places = htol_arena_new0(arena, HtolCodePlace, count);
    for (guint32 i = 0; i < count; i++, at += PLACE_SIZE)
        places[i] = (HtolCodePlace){htol_long_number_at(at), htol_long_number_at(at + PLACE_SIZE / 2)};
    return places;
}

static HtolCrash read_note(HtolArena *arena, const guint8 *note)
{
    HtolCrash crash = {
        .signal = htol_number_at(note + HTOL_AT_CRASH_SIGNAL),
        .code = (gint32)htol_number_at(note + HTOL_AT_CRASH_CODE),
        .times = htol_long_number_at(note + HTOL_AT_CRASH_TIMES),
        .address = htol_long_number_at(note + HTOL_AT_CRASH_ADDRESS),
        .n_places = htol_number_at(note + HTOL_AT_CRASH_PLACES),
    };
    crash.places = read_path(arena, note + HTOL_AT_CRASH_PATH, crash.n_places);
    return crash;
}

const char *htol_crashes_read(HtolArena *arena, const guint8 *header, HtolCrashes *crashes)
{
    HtolCrash *found = htol_arena_new0(arena, HtolCrash, NOTES);
    *crashes = (HtolCrashes){0, found, htol_long_number_at(header + HTOL_AT_DATA_UNNOTED)};
    for (guint i = 0; i < NOTES; i++) {
        const guint8 *note = header + HTOL_AT_DATA_NOTES + (gsize)i * HTOL_AT_CRASH_END;
        guint32 state = htol_number_at(note + HTOL_AT_CRASH_STATE);
        const char *wrong = state == HTOL_CRASH_COMPLETE ? wrong_note(note) : NULL;
        if (state > HTOL_CRASH_COMPLETE)
            return "its state is impossible";
        if (wrong)
            return wrong;
        if (state == HTOL_CRASH_COMPLETE)
            found[crashes->n_crashes++] = read_note(arena, note);
    }
    return NULL;
}

HtolCrashes htol_crashes_copy(HtolArena *arena, const HtolCrashes *crashes)
{
    HtolCrash *copies = htol_arena_memdup(arena, crashes->crashes, crashes->n_crashes * sizeof *copies);
    for (guint i = 0; i < crashes->n_crashes; i++)
        copies[i].places = htol_arena_memdup(arena, copies[i].places, copies[i].n_places * sizeof(HtolCodePlace));
    return (HtolCrashes){crashes->n_crashes, copies, crashes->unnoted};
}

static void dump_note(const HtolCrash *crash, GString *out)
{
    g_string_append_printf(out, "crash signal=%u code=%d times=%" G_GUINT64_FORMAT " address=0x%" G_GINT64_MODIFIER "x",
                           crash->signal, crash->code, crash->times, crash->address);
    for (guint32 i = 0; i < crash->n_places; i++)
        g_string_append_printf(out, " 0x%" G_GINT64_MODIFIER "x@%" G_GUINT64_FORMAT, crash->places[i].offset,
                               crash->places[i].number);
    g_string_append_c(out, '\n');
}

void htol_crashes_dump(const HtolCrashes *crashes, GString *out)
{
    for (guint i = 0; i < crashes->n_crashes; i++)
        dump_note(&crashes->crashes[i], out);
    if (crashes->unnoted)
        g_string_append_printf(out, "crashes without a note: %" G_GUINT64_FORMAT "\n", crashes->unnoted);
}
