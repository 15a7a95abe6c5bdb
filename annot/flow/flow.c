/* What is asked of a data flow; see flow.h. */
#include "annot/flow/flow.h"

guint32 annot_flow_offset(const AnnotFlowVariable *variable, guint32 number)
{
    return number + (variable->piled ? 1 : 0);
}

void annot_flows_free(AnnotFlows *flows)
{
    annot_defuse_free(flows->defuse);
    g_array_unref(flows->variables);
    g_array_unref(flows->definitions);
    g_array_unref(flows->uses);
    g_array_unref(flows->flows);
    g_free(flows);
}
