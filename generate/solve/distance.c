/* Walks back from what is open; see distance.h. */
#include "generate/solve/distance.h"

#include <string.h>

#include "annot/mutants/operations.h"

struct GenerateDistance {
    const AnnotSurveyed *surveyed;
    GHashTable *nodes; /* const AnnotStmt, an if or a loop: 1 + the node in which its condition is evaluated */
    guint *steps;      /* of each node; GENERATE_FAR: too many */
};

static const AnnotBlock *block_of(const AnnotCfg *cfg, guint node)
{
    return node < cfg->blocks->len ? cfg->blocks->pdata[node] : NULL;
}

/* The node of the innermost statement whose text holds the offset; G_MAXUINT: none does. */
static guint node_at(const AnnotCfg *cfg, guint32 at)
{
    const AnnotStatement *found = NULL;
    for (guint i = 0; i < cfg->statements->len; i++) {
        const AnnotStatement *statement = cfg->statements->pdata[i];
        if (statement->block && statement->at <= at && at < statement->end &&
            (!found || statement->end - statement->at < found->end - found->at))
            found = statement;
    }
    return found ? found->block->node : G_MAXUINT;
}

static void note_branches(GenerateDistance *distance)
{
    const AnnotCfg *cfg = distance->surveyed->cfg;
    for (guint i = 0; i < cfg->statements->len; i++) {
        const AnnotStatement *statement = cfg->statements->pdata[i];
        if (statement->block && statement->stmt && statement->stmt->kind == ANNOT_STMT_IF)
            g_hash_table_insert(distance->nodes, (gpointer)statement->stmt,
                                GUINT_TO_POINTER(statement->block->node + 1));
    }
    for (guint i = 0; i < cfg->loops->len; i++) {
        const AnnotLoop *loop = cfg->loops->pdata[i];
        if (loop->stmt && loop->tested > loop->first)
            g_hash_table_insert(distance->nodes, (gpointer)loop->stmt, GUINT_TO_POINTER(loop->tested));
    }
}

GenerateDistance *generate_distance_new(const AnnotSurveyed *surveyed)
{
    GenerateDistance *distance = g_new0(GenerateDistance, 1);
    *distance = (GenerateDistance){surveyed, g_hash_table_new(NULL, NULL), g_new(guint, surveyed->cfg->n_nodes + 1)};
    for (guint i = 0; i < surveyed->cfg->n_nodes; i++)
        distance->steps[i] = GENERATE_FAR;
    note_branches(distance);
    return distance;
}

void generate_distance_free(GenerateDistance *distance)
{
    g_hash_table_unref(distance->nodes);
    g_free(distance->steps);
    g_free(distance);
}

/* ---- what is open ---- */

static gboolean is_open(const guint8 *known, guint32 first, guint32 count)
{
    return memchr(known + first, 0, count) != NULL;
}

static void open_at(GenerateDistance *distance, const AnnotExpr *expr)
{
    guint node = expr && expr->placed ? node_at(distance->surveyed->cfg, expr->at.begin) : G_MAXUINT;
    if (node < distance->surveyed->cfg->n_nodes)
        distance->steps[node] = 0;
}

static void open_places(GenerateDistance *distance, const guint8 *known)
{
    const AnnotCfg *cfg = distance->surveyed->cfg;
    for (guint i = 0; i < cfg->blocks->len; i++) {
        const AnnotBlock *block = cfg->blocks->pdata[i];
        if (block->own && is_open(known, block->slot, 1))
            distance->steps[i] = 0;
    }
    for (guint i = 0; i < cfg->decisions->len; i++) {
        const AnnotDecision *decision = cfg->decisions->pdata[i];
        if (decision->row.ways > 0 && is_open(known, decision->row.slot, decision->row.ways))
            open_at(distance, decision->expr);
    }
    for (guint i = 0; cfg->operations && i < cfg->operations->rows->len; i++) {
        const AnnotOperation *operation = &g_array_index(cfg->operations->rows, AnnotOperation, i);
        if (operation->classes > 0 && is_open(known, operation->slot, operation->classes))
            open_at(distance, operation->expr);
    }
}

/* One more step back, for all nodes at once; whether something became nearer. */
static gboolean step_back(GenerateDistance *distance)
{
    const GArray *flow = distance->surveyed->cfg->flow;
    gboolean nearer = FALSE;
    for (guint i = 0; i < flow->len; i++) {
        const AnnotFlowEdge *edge = &g_array_index(flow, AnnotFlowEdge, i);
        guint steps = distance->steps[edge->to] + 1;
        if (steps < distance->steps[edge->from]) {
            distance->steps[edge->from] = steps;
            nearer = TRUE;
        }
    }
    return nearer;
}

void generate_distance_open(GenerateDistance *distance, const guint8 *known)
{
    for (guint i = 0; i < distance->surveyed->cfg->n_nodes; i++)
        distance->steps[i] = GENERATE_FAR;
    open_places(distance, known);
    while (step_back(distance))
        continue;
}

/* ---- branches ---- */

static gboolean is_inside(const AnnotCfg *cfg, guint node, AnnotExtent extent)
{
    const AnnotBlock *block = block_of(cfg, node);
    return block && block->at >= extent.begin && block->at < extent.end;
}

guint generate_distance_from(const GenerateDistance *distance, gconstpointer node, gboolean holds)
{
    const AnnotCfg *cfg = distance->surveyed->cfg;
    guint from = GPOINTER_TO_UINT(g_hash_table_lookup(distance->nodes, node)), least = GENERATE_FAR;
    const AnnotStmt *stmt = node;
    if (from == 0 || !stmt->body)
        return 0;
    for (guint i = 0; i < cfg->flow->len; i++) {
        const AnnotFlowEdge *edge = &g_array_index(cfg->flow, AnnotFlowEdge, i);
        if (edge->from == from - 1 && is_inside(cfg, edge->to, stmt->body->at) == (holds != FALSE))
            least = MIN(least, distance->steps[edge->to]);
    }
    return least;
}
