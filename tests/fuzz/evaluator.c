/* Fuzz target: htol/ and the oracle, which tries every combination of environments, agree on the case that the bytes
 * choose. */
#include "tests/oracle/htol/agree.h"
#include "tests/oracle/htol/generate.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    AgreeCounts counts = {0};
    Case *one = generate_case_of(data, size);
    char *problem = agree_on(one, FALSE, &counts);
    if (problem) {
        g_autoptr(GString) text = g_string_new(problem);
        g_string_append_c(text, '\n');
        case_print(one, text);
        g_error("%s", text->str);
    }
    case_free(one);
    return 0;
}
