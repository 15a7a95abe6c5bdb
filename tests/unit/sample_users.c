/* Writes the project of sample_users.h. Its rows are what the annotator would make of the texts, as far as
 * objectives need them. */
#include "tests/unit/sample_users.h"

#include <string.h>

#include "htol/base/layout.h"
#include "tests/unit/sample_function.h"
#include "tests/unit/sample_project.h"

#define SOURCE "src/login.c"
#define LIMITS "limits.htol"
#define WRONG "wrong.htol"

static const char source[] = "/* What the tests of a login should show. */\n"
                             "#include \"login.h\"\n"
                             "\n"
                             "int login(int user, int secret)\n"
                             "{\n"
                             "    int answer = check(user, secret);\n"
                             "    //! label Asked { low = user, out = answer } : 1\n"
                             "    //! hyper Leak : < Asked . Asked' | low == low' && out != out' >\n"
                             "    //! hyper Far : < Asked . Asked' | low < low' && out > out' + 9 >\n"
                             "    //! hyper Share : < Asked | out / low > 2 >\n"
                             "    //! label Refused : answer < 0\n"
                             "    //! label Typo : anwser > 0\n"
                             "    return answer;\n"
                             "}\n"
                             "\n"
                             "void logout(int user)\n"
                             "{\n"
                             "    close_session(user);\n"
                             "}\n";

static const char limits[] = "// What no single function shows.\n"
                             "label Enter at login.c:6 { who = user } : user > 0;\n"
                             "label Abort at abort_session@entry : 1;\n"
                             "label Leave at login.c:18 { gone = user } : user > 0;\n"
                             "label Ratio at src/login.c:18 : user / (user - 1) > 1;\n"
                             "label Gone at shutdown@entry : 1;\n"
                             "hyper Session : < [ Enter --> Leave ] | who == gone >;\n"
                             "hyper Aborted : [ Enter -!Abort-> Leave ];\n"
                             "hyper Never_there : Gone;\n";

static const char wrong[] = "label : 1;\n"
                            "hyper Broken : Enter . . Leave; // <script>\n";

/* Functions ---------------------------------------------------------------------------------------------- */

static void set_place(HtolRowLabel *row, guint32 line)
{
    row->line = line;
    row->column = 5;
}

static HtolFunction set_text(HtolArena *arena, HtolFunction *function, guint32 line, guint32 end_line)
{
    HtolRowFile *file = htol_arena_new0(arena, HtolRowFile, 1);
    *file = (HtolRowFile){SOURCE, sample_hash(arena, source)};
    function->files = file;
    function->row.line = function->blocks[0].line = line;
    function->statements[0].line = function->statements[0].end_line = line + 2;
    function->row.end_line = end_line;
    return *function;
}

/* Slots: entry; then two for each label. */
static HtolFunction make_login(HtolArena *arena)
{
    SampleFunction *sample = sample_function_new(arena, "login");
    sample_function_add_label(sample, LIMITS, "Enter", 1);
    sample_function_add_label(sample, SOURCE, "Asked", 2);
    sample_function_add_label(sample, SOURCE, "Refused", 0);
    HtolFunction *function = sample_function_end(sample);
    set_place(&function->labels[0], 6);
    set_place(&function->labels[1], 13);
    set_place(&function->labels[2], 13);
    return set_text(arena, function, 4, 14);
}

/* Slots: entry; two for each label, then two for each sequence. */
static HtolFunction make_logout(HtolArena *arena)
{
    SampleFunction *sample = sample_function_new(arena, "logout");
    sample_function_add_label(sample, LIMITS, "Leave", 1);
    sample_function_add_label(sample, LIMITS, "Ratio", 0);
    sample_function_add_sequence(sample, LIMITS, "[ Enter --> Leave ]", 2);
    sample_function_add_sequence(sample, LIMITS, "[ Enter -!Abort-> Leave ]", 2);
    HtolFunction *function = sample_function_end(sample);
    set_place(&function->labels[0], 18);
    set_place(&function->labels[1], 18);
    return set_text(arena, function, 16, 19);
}

/* Scripts ------------------------------------------------------------------------------------------------ */

static void add_comments(HtolArena *arena, GArray *rows)
{
    g_auto(GStrv) lines = g_strsplit(source, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        const char *mark = strstr(lines[i], "//!");
        if (!mark)
            continue;
        HtolRowScript row = {.path = SOURCE,
                             .hash = sample_hash(arena, source),
                             .line = i + 1,
                             .column = mark - lines[i] + 4,
                             .kind = HTOL_SCRIPT_COMMENT,
                             .text = htol_arena_strndup(arena, mark + 3, strlen(mark + 3))};
        g_array_append_val(rows, row);
    }
}

static void add_file(HtolArena *arena, GArray *rows, const char *path, const char *text)
{
    const HtolRowScript row = {
        .path = path, .hash = sample_hash(arena, text), .line = 1, .column = 1, .kind = HTOL_SCRIPT_FILE, .text = text};
    g_array_append_val(rows, row);
}

static void set_scripts(HtolArena *arena, SampleUnit *unit)
{
    static HtolRowFault faults[] = {{SOURCE, 12, 24, "Typo", "there is no variable `anwser` here", ""},
                                    {LIMITS, 3, 16, "", "there is no function abort_session in this unit", ""}};
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(HtolRowScript));
    add_comments(arena, rows);
    add_file(arena, rows, LIMITS, limits);
    add_file(arena, rows, WRONG, wrong);
    sample_unit_set_scripts(unit, htol_arena_memdup(arena, rows->data, rows->len * sizeof(HtolRowScript)), rows->len);
    sample_unit_set_faults(unit, faults, G_N_ELEMENTS(faults));
}

/* The project -------------------------------------------------------------------------------------------- */

/* Sources of the unit, in the order of the functions' rows. */
enum { ENTER, ASKED, LEAVE, SESSION };

static void record_first(const char *data, SampleUnit *unit)
{
    sample_unit_add_tuple(unit, ENTER, "1");
    sample_unit_add_tuple(unit, ASKED, "0 0");
    sample_unit_add_tuple(unit, ASKED, "1 5");
    sample_unit_add_tuple(unit, ASKED, "2 6");
    sample_write_data(data, "first", "/nowhere/first",
                      &(SampleRecord){unit, "1101000"
                                            "000000000"},
                      1);
    sample_unit_forget_tuples(unit);
}

static void record_second(const char *data, SampleUnit *unit)
{
    sample_unit_add_tuple(unit, ENTER, "1");
    sample_unit_add_tuple(unit, ASKED, "1 7");
    sample_unit_add_tuple(unit, ASKED, "2 6");
    sample_unit_add_tuple(unit, LEAVE, "1");
    sample_unit_add_tuple(unit, SESSION, "1 1");
    unit->set->data[HTOL_AT_SET_LOST] = 3;
    sample_write_data(data, "second", "/nowhere/second",
                      &(SampleRecord){unit, "1101000"
                                            "110011100"},
                      1);
    sample_unit_forget_tuples(unit);
}

static void write_text(const char *directory, const char *path, const char *text)
{
    g_autofree char *place = g_build_filename(directory, path, NULL);
    sample_write_file(place, text, strlen(text));
}

void sample_users_write(const char *directory)
{
    g_autoptr(HtolArena) arena = htol_arena_new();
    g_autofree char *data = g_build_filename(directory, "data", NULL);
    HtolFunction functions[] = {make_login(arena), make_logout(arena)};
    SampleUnit unit;
    sample_unit_init(&unit, SOURCE, functions, G_N_ELEMENTS(functions));
    set_scripts(arena, &unit);
    sample_write_table(data, &unit);
    record_first(data, &unit);
    record_second(data, &unit);
    sample_unit_clear(&unit);
    write_text(directory, SOURCE, source);
    write_text(directory, LIMITS, limits);
    write_text(directory, WRONG, wrong);
}
