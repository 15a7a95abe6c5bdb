/* Checks and reads notes of crashes; see crash.h. */
#include "htol/files/crash.h"

#include "htol/base/bytes.h"
#include "htol/base/layout.h"

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
    gsize key = HTOL_AT_CRASH_KEY + HTOL_LEN_CRASH_KEY;
    if (!htol_is_zero(note + end, HTOL_AT_CRASH_KEY - end) || !htol_is_zero(note + key, HTOL_AT_CRASH_END - key))
        return "the padding behind its path is not zero";
    return NULL;
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

gboolean htol_crash_is_noted(const guint8 *bytes, gsize size)
{
    return size >= HTOL_PAGE && memcmp(bytes, HTOL_DATA_MAGIC_BYTES, HTOL_LEN_DATA_MAGIC) == 0 &&
           htol_number_at(bytes + HTOL_AT_DATA_VERSION) == HTOL_DATA_LAYOUT_VERSION &&
           !htol_is_zero(bytes + HTOL_AT_DATA_NOTES, HTOL_LEN_DATA_NOTES);
}

const char *htol_crashes_read(HtolArena *arena, const guint8 *header, HtolCrashes *crashes)
{
    HtolCrash *found = htol_arena_new0(arena, HtolCrash, NOTES);
    *crashes = (HtolCrashes){0, found, htol_long_number_at(header + HTOL_AT_DATA_UNNOTED)};
    for (guint i = 0; i < NOTES; i++) {
        const guint8 *note = header + HTOL_AT_DATA_NOTES + (gsize)i * HTOL_AT_CRASH_END;
        guint32 state = htol_number_at(note + HTOL_AT_CRASH_STATE);
        const char *wrong = state == HTOL_CRASH_COMPLETE ? wrong_note(note) : NULL;
        if (state > HTOL_CRASH_COMPLETE && state % (1u << HTOL_CRASH_STATE_BITS) != HTOL_CRASH_TAKEN)
            return "its state is impossible";
        if (wrong)
            return wrong;
        if (state == HTOL_CRASH_COMPLETE)
            found[crashes->n_crashes++] = read_note(arena, note);
    }
    return NULL;
}

static gint compare_numbers(guint64 one, guint64 other)
{
    return one < other ? -1 : one > other;
}

static gint compare_places(const HtolCodePlace *one, const HtolCodePlace *other)
{
    gint result = compare_numbers(one->number, other->number);
    return result || one->number == 0 ? result : compare_numbers(one->offset, other->offset);
}

gint htol_crash_compare(gconstpointer left, gconstpointer right)
{
    const HtolCrash *one = left, *other = right;
    gint result = compare_numbers(one->signal, other->signal);
    result = result ? result : compare_numbers((guint32)one->code, (guint32)other->code);
    result = result ? result : compare_numbers(one->n_places, other->n_places);
    for (guint32 i = 0; i < one->n_places && !result; i++)
        result = compare_places(&one->places[i], &other->places[i]);
    return result;
}

static gboolean counts_already(GArray *notes, const HtolCrash *crash)
{
    for (guint i = 0; i < notes->len; i++) {
        HtolCrash *note = &g_array_index(notes, HtolCrash, i);
        if (htol_crash_compare(note, crash) != 0)
            continue;
        if (note->times < crash->times || (note->times == crash->times && note->address > crash->address))
            *note = (HtolCrash){note->signal, note->code, crash->times, crash->address, note->n_places, note->places};
        return TRUE;
    }
    return FALSE;
}

static void add_note(HtolArena *arena, GArray *notes, const HtolCrash *crash)
{
    HtolCrash copy = *crash;
    if (counts_already(notes, crash))
        return;
    copy.places = htol_arena_memdup(arena, crash->places, crash->n_places * sizeof(HtolCodePlace));
    g_array_append_val(notes, copy);
}

void htol_crashes_merge(HtolArena *arena, HtolCrashes *into, const HtolCrashes *from)
{
    g_autoptr(GArray) notes = g_array_new(FALSE, FALSE, sizeof(HtolCrash));
    for (guint i = 0; i < into->n_crashes; i++)
        add_note(arena, notes, &into->crashes[i]);
    for (guint i = 0; i < from->n_crashes; i++)
        add_note(arena, notes, &from->crashes[i]);
    g_array_sort(notes, htol_crash_compare);
    into->n_crashes = notes->len;
    into->crashes = htol_arena_memdup(arena, notes->data, notes->len * sizeof(HtolCrash));
    into->unnoted = MAX(into->unnoted, from->unnoted);
}

/* ---- shards ---- */

static void put_note(GByteArray *out, const HtolCrash *crash)
{
    htol_stream_put(out, crash->signal);
    htol_stream_put(out, (guint32)crash->code);
    htol_stream_put(out, crash->times);
    htol_stream_put(out, crash->address);
    htol_stream_put(out, crash->n_places);
    for (guint32 i = 0; i < crash->n_places; i++) {
        htol_stream_put(out, crash->places[i].number);
        htol_stream_put(out, crash->places[i].offset);
    }
}

void htol_crashes_put(GByteArray *out, const HtolCrashes *crashes)
{
    htol_stream_put(out, crashes->unnoted);
    htol_stream_put(out, crashes->n_crashes);
    for (guint i = 0; i < crashes->n_crashes; i++)
        put_note(out, &crashes->crashes[i]);
}

static HtolCrash get_note(HtolStream *stream, HtolArena *arena)
{
    HtolCrash crash = {.signal = htol_stream_number(stream)};
    crash.code = (gint32)htol_stream_number(stream);
    crash.times = htol_stream_long(stream);
    crash.address = htol_stream_long(stream);
    crash.n_places = htol_stream_count(stream, 2, sizeof(HtolCodePlace));
    HtolCodePlace *places = htol_arena_new0(arena, HtolCodePlace, crash.n_places);
    for (guint32 i = 0; i < crash.n_places; i++) {
        places[i].number = htol_stream_long(stream);
        places[i].offset = htol_stream_long(stream);
    }
    crash.places = places;
    if (crash.signal == 0 || crash.times == 0 || crash.n_places == 0)
        htol_stream_fail(stream, "a note of a crash says that nothing happened");
    return crash;
}

HtolCrashes htol_crashes_get(HtolStream *stream, HtolArena *arena)
{
    enum { LEAST = 7 };
    HtolCrashes crashes = {.unnoted = htol_stream_long(stream)};
    crashes.n_crashes = htol_stream_count(stream, LEAST, sizeof(HtolCrash));
    HtolCrash *notes = htol_arena_new0(arena, HtolCrash, crashes.n_crashes);
    for (guint i = 0; i < crashes.n_crashes && !stream->wrong; i++) {
        notes[i] = get_note(stream, arena);
        if (i > 0 && !stream->wrong && htol_crash_compare(&notes[i - 1], &notes[i]) >= 0)
            htol_stream_fail(stream, "notes of crashes are not in order");
    }
    crashes.crashes = notes;
    return crashes;
}

/* ---- text ---- */

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
