/* Graphs of functions in DOT; see dot.h. */
#include "htol/graph/dot.h"

/* A string of DOT: only the quote ends it, and a backslash begins an escape of labels. */
static void append_string(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            g_string_append_c(out, '\\');
        g_string_append_c(out, *text);
    }
    g_string_append_c(out, '"');
}

static void print_node(const HtolFunction *function, guint32 node, GString *out)
{
    const HtolRowNode *row = &function->nodes[node];
    if (node + 1 == function->n_nodes)
        g_string_append_printf(out, "  %u [label=\"%u exit\\nline %u\", peripheries=2];\n", node, node, row->line);
    else
        g_string_append_printf(out, "  %u [label=\"%u\\nline %u\"%s];\n", node, node, row->line,
                               row->block == 0 ? ", style=dashed" : "");
}

static void print_function(const HtolFunction *function, GString *out)
{
    g_string_append(out, "digraph ");
    append_string(out, function->row.name);
    g_string_append(out, " {\n  label=");
    append_string(out, function->row.name);
    g_string_append(out, ";\n  node [shape=box];\n");
    for (guint32 i = 0; i < function->n_nodes; i++)
        print_node(function, i, out);
    for (guint32 i = 0; i < function->n_edges; i++)
        g_string_append_printf(out, "  %u -> %u;\n", function->edges[i].from, function->edges[i].to);
    g_string_append(out, "}\n");
}

void htol_dot_print(const HtolTable *table, GString *out)
{
    for (guint32 i = 0; i < table->n_functions; i++)
        if (table->functions[i].n_nodes > 0)
            print_function(&table->functions[i], out);
}
