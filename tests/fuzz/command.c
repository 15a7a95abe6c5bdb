/* Fuzz target: any command line, a word a line, is understood without a fault, and commands are derived from it. Runs
 * none of them. */
#include "annot/launch/command.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

static void derive(const AnnotCommand *command)
{
    g_auto(GStrv) texts = g_new0(char *, command->sources->len + 1);
    for (guint i = 0; i < command->sources->len; i++) {
        texts[i] = g_strdup_printf("%u.i", i);
        g_strfreev(annot_command_preprocess(command, i, texts[i]));
        g_free(annot_command_stem(command->sources->pdata[i]));
    }
    g_strfreev(annot_command_check(command, FALSE));
    g_strfreev(annot_command_compile(command, texts));
}

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autofree char *lines = g_strndup((const char *)data, size);
    g_auto(GStrv) words = g_strsplit(lines, "\n", -1);
    if (!words[0])
        return 0;
    g_autoptr(AnnotCommand) command = annot_command_parse(words, "/");
    if (!command->pass_through)
        derive(command);
    return 0;
}
