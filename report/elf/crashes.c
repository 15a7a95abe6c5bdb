/* Puts notes of crashes into words; see crashes.h. */
#include "report/elf/crashes.h"

#include <signal.h>
#include <string.h>

#include "report/elf/images.h"

enum { MOST_CALLERS = 8 };

typedef struct {
    const ReportInputs *inputs;
    ReportImages *images;
    GHashTable *origins; /* of each ReportImage: its ReportOrigins, or NULL */
} Teller;

const char *report_signal_name(guint32 number)
{
    static const struct {
        guint32 number;
        const char *name;
    } names[] = {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
                 {SIGILL, "SIGILL"},   {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"},   {SIGKILL, "SIGKILL"},
                 {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"},   {SIGHUP, "SIGHUP"},   {SIGALRM, "SIGALRM"},
                 {SIGPIPE, "SIGPIPE"}, {SIGQUIT, "SIGQUIT"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"}};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (names[i].number == number)
            return names[i].name;
    return "a signal";
}

/* As tables name files: relative to the root where they lie below it. */
static const char *below_root(const Teller *teller, const char *path)
{
    for (guint i = 0; i < teller->inputs->units->len; i++) {
        const char *root = ((const ReportUnit *)teller->inputs->units->pdata[i])->table->row.root;
        const char *below = *root ? htol_path_below(path, root) : NULL;
        if (below)
            return below;
    }
    return path;
}

static void free_origins(gpointer origins)
{
    if (origins)
        report_origins_free(origins);
}

static const ReportOrigins *origins_of(const Teller *teller, const ReportImage *image)
{
    gpointer origins;
    if (!g_hash_table_lookup_extended(teller->origins, image, NULL, &origins)) {
        origins = report_origins_open(image->path, image->build_id);
        g_hash_table_insert(teller->origins, (gpointer)image, origins);
    }
    return origins;
}

/* A caller is where it would have returned to: the call is before that. */
static ReportOrigin origin_of(const Teller *teller, const ReportImage *image, guint64 offset, gboolean is_caller)
{
    const ReportOrigins *origins = origins_of(teller, image);
    return origins ? report_origins_find(origins, offset - (is_caller && offset > 0)) : (ReportOrigin){NULL, NULL, 0};
}

static void append_known(const Teller *teller, const ReportImage *image, const ReportOrigin *origin, GString *out)
{
    if (origin->function)
        g_string_append(out, origin->function);
    if (origin->file)
        g_string_append_printf(out, "%s%s:%u)", origin->function ? " (" : "(", below_root(teller, origin->file),
                               origin->line);
    else
        g_string_append_printf(out, "%s%s)", origin->function ? " (" : "code without a name (", image->name);
}

/* FALSE if nothing is known of it. */
static gboolean append_place(const Teller *teller, const HtolCodePlace *place, gboolean is_caller, GString *out)
{
    const ReportImage *image = place->number ? report_images_find(teller->images, place->number) : NULL;
    if (!image)
        return FALSE;
    ReportOrigin origin = origin_of(teller, image, place->offset, is_caller);
    append_known(teller, image, &origin, out);
    return TRUE;
}

/* What calls main is the same in every program, and has no name where libc has no symbols of its own functions. */
static gboolean is_main(const GString *place)
{
    return g_str_has_prefix(place->str, "main") && (place->str[4] == '\0' || place->str[4] == ' ');
}

static void append_callers(const Teller *teller, const HtolCrash *crash, GString *out)
{
    const char *before = ", called from ";
    for (guint32 i = 1; i < crash->n_places; i++) {
        g_autoptr(GString) place = g_string_new(NULL);
        gboolean known = i <= MOST_CALLERS && append_place(teller, &crash->places[i], TRUE, place);
        g_string_append_printf(out, "%s%s", before, known ? place->str : "...");
        if (!known || is_main(place))
            return;
        before = ", ";
    }
}

/* "test T: program P", as far as there is one. */
static char *name_of(const ReportCrash *crash)
{
    const char *path = crash->program.path;
    g_autofree char *program = *path ? g_path_get_basename(path) : g_strdup("a program");
    return *crash->test ? g_strdup_printf("test %s: %s", crash->test, program) : g_steal_pointer(&program);
}

static char *tell(const Teller *teller, const char *name, const HtolCrash *crash)
{
    g_autoptr(GString) out = g_string_new(name);
    g_string_append(out, " crashed");
    if (crash->times > 1)
        g_string_append_printf(out, " %" G_GUINT64_FORMAT " times", crash->times);
    g_string_append_printf(out, ": %s in ", report_signal_name(crash->signal));
    if (!append_place(teller, &crash->places[0], FALSE, out))
        g_string_append_printf(out, "no code that is known (0x%" G_GINT64_MODIFIER "x)", crash->places[0].offset);
    append_callers(teller, crash, out);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static void tell_all(const Teller *teller, const ReportCrash *crash, GPtrArray *lines)
{
    const HtolCrashes *notes = &crash->program.crashes;
    g_autofree char *name = name_of(crash);
    for (guint i = 0; i < notes->n_crashes; i++)
        g_ptr_array_add(lines, tell(teller, name, &notes->crashes[i]));
    if (notes->unnoted)
        g_ptr_array_add(lines, g_strdup_printf("%s: further crashes, of which there is no note: %" G_GUINT64_FORMAT,
                                               name, notes->unnoted));
}

static int compare(gconstpointer left, gconstpointer right)
{
    const ReportCrash *one = *(ReportCrash *const *)left, *other = *(ReportCrash *const *)right;
    int result = strcmp(one->test, other->test);
    return result ? result : htol_program_compare(&one->program, &other->program);
}

/* Takes `crashes`, an array of some of the inputs' own. */
static GPtrArray *lines_of(const ReportInputs *inputs, GPtrArray *crashes)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(ReportImages) images = report_images_new(inputs);
    g_autoptr(GHashTable) origins = g_hash_table_new_full(NULL, NULL, NULL, free_origins);
    Teller teller = {inputs, images, origins};
    g_ptr_array_sort(crashes, compare);
    for (guint i = 0; i < crashes->len; i++)
        tell_all(&teller, crashes->pdata[i], lines);
    g_ptr_array_unref(crashes);
    return lines;
}

GPtrArray *report_crashes(const ReportInputs *inputs)
{
    return lines_of(inputs, g_ptr_array_copy(inputs->crashes, NULL, NULL));
}

GPtrArray *report_crashes_outside(const ReportInputs *inputs)
{
    GPtrArray *crashes = g_ptr_array_new();
    for (guint i = 0; i < inputs->crashes->len; i++)
        if (*((const ReportCrash *)inputs->crashes->pdata[i])->test == '\0')
            g_ptr_array_add(crashes, inputs->crashes->pdata[i]);
    return lines_of(inputs, crashes);
}

/* Notes -------------------------------------------------------------------------------------------------- */

static void clear_place(gpointer place)
{
    g_free(((ReportCrashPlace *)place)->function);
    g_free(((ReportCrashPlace *)place)->path);
}

static void free_note(gpointer note)
{
    g_array_unref(((ReportCrashNote *)note)->places);
    g_free(note);
}

/* FALSE if nothing is known of it. */
static gboolean note_place(const Teller *teller, const HtolCodePlace *place, gboolean is_caller, GArray *places)
{
    const ReportImage *image = place->number ? report_images_find(teller->images, place->number) : NULL;
    ReportOrigin origin = image ? origin_of(teller, image, place->offset, is_caller) : (ReportOrigin){NULL, NULL, 0};
    const ReportCrashPlace known = {g_strdup(origin.function),
                                    g_strdup(origin.file ? below_root(teller, origin.file) : NULL), origin.line};
    if (image)
        g_array_append_val(places, known);
    return image != NULL;
}

static ReportCrashNote *note_of(const Teller *teller, const char *test, const HtolCrash *crash)
{
    ReportCrashNote *note = g_new(ReportCrashNote, 1);
    *note =
        (ReportCrashNote){test, report_signal_name(crash->signal), g_array_new(FALSE, FALSE, sizeof(ReportCrashPlace))};
    g_array_set_clear_func(note->places, clear_place);
    for (guint32 i = 0; i < MIN(crash->n_places, MOST_CALLERS + 1); i++)
        if (!note_place(teller, &crash->places[i], i > 0, note->places))
            break;
    return note;
}

GPtrArray *report_crash_notes(const ReportInputs *inputs)
{
    GPtrArray *notes = g_ptr_array_new_with_free_func(free_note);
    g_autoptr(ReportImages) images = report_images_new(inputs);
    g_autoptr(GHashTable) origins = g_hash_table_new_full(NULL, NULL, NULL, free_origins);
    g_autoptr(GPtrArray) crashes = g_ptr_array_copy(inputs->crashes, NULL, NULL);
    Teller teller = {inputs, images, origins};
    g_ptr_array_sort(crashes, compare);
    for (guint i = 0; i < crashes->len; i++) {
        const ReportCrash *crash = crashes->pdata[i];
        for (guint k = 0; k < crash->program.crashes.n_crashes; k++)
            g_ptr_array_add(notes, note_of(&teller, crash->test, &crash->program.crashes.crashes[k]));
    }
    return notes;
}

/* Reading ------------------------------------------------------------------------------------------------ */

static ReportCrash *crash_of(ReportInputs *inputs, const ReportCrash *like)
{
    for (guint i = 0; i < inputs->crashes->len; i++)
        if (compare(&inputs->crashes->pdata[i], &like) == 0)
            return inputs->crashes->pdata[i];
    ReportCrash *crash = htol_arena_new0(inputs->arena, ReportCrash, 1);
    crash->test = htol_arena_strndup(inputs->arena, like->test, strlen(like->test));
    crash->program.build_id = htol_arena_strndup(inputs->arena, like->program.build_id, strlen(like->program.build_id));
    crash->program.path = htol_arena_strndup(inputs->arena, like->program.path, strlen(like->program.path));
    g_ptr_array_add(inputs->crashes, crash);
    return crash;
}

void report_crashes_add(ReportInputs *inputs, const char *test, const HtolProgram *program)
{
    const ReportCrash like = {test, *program};
    if (program->crashes.n_crashes > 0 || program->crashes.unnoted > 0)
        htol_crashes_merge(inputs->arena, &crash_of(inputs, &like)->program.crashes, &program->crashes);
}
