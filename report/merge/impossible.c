/* Looks into proofs; see impossible.h. */
#include "report/merge/impossible.h"

#include <string.h>

static gboolean has_proof(const HtolProved *proved, const HtolProof *wanted)
{
    for (guint32 i = 0; proved && i < proved->n_proofs; i++)
        if (proved->proofs[i].kind == wanted->kind && strcmp(proved->proofs[i].objective, wanted->objective) == 0 &&
            strcmp(proved->proofs[i].other, wanted->other) == 0 && strcmp(proved->proofs[i].of, wanted->of) == 0)
            return TRUE;
    return FALSE;
}

gboolean report_all_have(const ReportMerged *merged, const HtolProof *proof)
{
    for (guint i = 1; i < merged->n_holders; i++)
        if (!has_proof(merged->holders[i].proved, proof))
            return FALSE;
    return TRUE;
}

const HtolProof *report_impossible(const ReportMerged *merged, const char *name)
{
    const HtolProved *first = merged->n_holders > 0 ? merged->holders[0].proved : NULL;
    for (guint32 i = 0; first && i < first->n_proofs; i++) {
        const HtolProof *proof = &first->proofs[i];
        if (!htol_proof_needs_other(proof->kind) && strcmp(proof->objective, name) == 0 &&
            report_all_have(merged, proof))
            return proof;
    }
    return NULL;
}
