/* Writes the probes of labels; see label.h.
 *
 * All that is declared in a probe begins with hlcov_, so that predicates and bindings mean what they mean
 * around it. What a step does is one block:
 *
 *     { int hlcov_c0=0;hlcov_value hlcov_b0[1];             was label 0 covered; what did it bind
 *       if(PREDICATE){hlcov_b0[0].k=...;hlcov_add(...);STORE;hlcov_c0=1;}
 *       {hlcov_sequence hlcov_q={...};if(hlcov_sequence_open(&hlcov_q)){...hlcov_sequence_close(&hlcov_q);}}
 * }
 *
 * Sequences of LTest bind nothing, and there are many, each killed wherever its variable is assigned to. Those of
 * rt/values.h would need kilobytes for each thread and a call at each such place. So each step has a word instead; a
 * killing label adds one to a word of the variable, and need not know which sequences there are. */
#include "annot/probes/label.h"

#include "annot/probes/values.h"
#include "annot/probes/visit.h"

typedef struct {
    const AnnotProbe *probe;
    const AnnotSteps *steps;
    const AnnotFunctionSteps *function;
    const AnnotStep *step;
    GString *out;
} Writer;

static gboolean takes_part(const AnnotSequence *sequence, const AnnotLabel *label)
{
    for (guint32 step = 1; step <= sequence->hyper->n_steps; step++)
        if (annot_sequence_has_step(sequence, step, label->decl) ||
            annot_sequence_has_kill(sequence, step, label->decl))
            return TRUE;
    return FALSE;
}

/* Whether sequences ask if the label was covered. */
static gboolean is_asked_for(const Writer *w, const AnnotLabel *label)
{
    for (guint i = 0; i < w->steps->sequences->len; i++)
        if (takes_part(g_ptr_array_index(w->steps->sequences, i), label))
            return TRUE;
    return FALSE;
}

static void append_store(const Writer *w, guint32 slot)
{
    g_autofree char *store = annot_probe_store(w->probe, slot);
    g_string_append_printf(w->out, "%s;", store);
}

static guint32 source_number(const Writer *w, guint32 source)
{
    return w->probe->first_source + source - 1;
}

/* ---- a label by itself ---- */

static const AnnotLabel *label_at(const Writer *w, guint i)
{
    return g_ptr_array_index(w->step->labels, i);
}

static guint32 bindings_of(const AnnotLabel *label)
{
    return label->values ? label->decl->n_bindings : 0;
}

/* Appends what stands before the fragments: their statements, then `if(!(SAFE)){UNSAFE}else ` unless all are safe. */
static void append_guard(const Writer *w, const AnnotLabel *label, const AnnotFragment *fragments, guint n)
{
    gboolean any = FALSE;
    for (guint i = 0; i < n; i++)
        if (fragments[i].before)
            g_string_append(w->out, fragments[i].before);
    for (guint i = 0; i < n; i++) {
        if (fragments[i].safe)
            g_string_append_printf(w->out, "%s(%s)", any ? "&&" : "if(!(", fragments[i].safe);
        any |= fragments[i].safe != NULL;
    }
    if (!any)
        return;
    g_string_append(w->out, ")){");
    append_store(w, label->unsafe - 1);
    g_string_append(w->out, "}else ");
}

static void append_value(const Writer *w, guint label, guint i, const AnnotFragment *value)
{
    g_string_append_printf(w->out, "hlcov_b%u[%u].k=%u;", label, i, (guint)value->kind);
    if (value->kind == HTOL_TUPLE_FLOAT)
        g_string_append_printf(w->out, "hlcov_f.d=(double)(%s);hlcov_b%u[%u].b=hlcov_f.u;", value->code, label, i);
    else
        g_string_append_printf(w->out, "hlcov_b%u[%u].b=(unsigned long)(%s);", label, i, value->code);
}

static void append_covered(const Writer *w, guint i)
{
    const AnnotLabel *label = label_at(w, i);
    g_string_append_c(w->out, '{');
    append_guard(w, label, label->values, bindings_of(label));
    g_string_append_c(w->out, '{');
    for (guint32 b = 0; b < bindings_of(label); b++)
        append_value(w, i, b, &label->values[b]);
    if (label->source > 0) {
        g_autofree char *values = g_strdup_printf("hlcov_b%u", i);
        annot_values_add(source_number(w, label->source), bindings_of(label), values, w->out);
        g_string_append_c(w->out, ';');
    }
    append_store(w, label->slot);
    if (is_asked_for(w, label))
        g_string_append_printf(w->out, "hlcov_c%u=1;", i);
    g_string_append(w->out, "}}");
}

/* ---- labels of LTest ---- */

/* Appends a step of a sequence. Its word gets 1 + the epoch in which it was covered; killing labels begin epochs. So a
 * step counts only if the word of the step before has the present epoch; the first step needs none before it. */
static void append_ltest_step(const Writer *w, const AnnotLabel *label)
{
    const AnnotMark *mark = label->mark;
    g_string_append_c(w->out, '{');
    if (mark->step > 1)
        g_string_append_printf(w->out, "if(%s[%u]==%s+1)", label->state, mark->step - 2, label->epoch);
    if (mark->step < mark->steps)
        g_string_append_printf(w->out, "%s[%u]=%s+1;", label->state, mark->step - 1, label->epoch);
    else
        append_store(w, label->slot);
    g_string_append_c(w->out, '}');
}

/* Appends what kills unless the predicate holds; if the predicate cannot be evaluated, it kills. */
static void append_ltest_kill(const Writer *w, const AnnotLabel *label)
{
    const AnnotFragment *predicate = label->predicate;
    if (!predicate->fault)
        g_string_append_printf(w->out, "if((%s)&&(%s));else ", predicate->safe ? predicate->safe : "1",
                               predicate->code);
    g_string_append_printf(w->out, "%s++;", label->epoch);
}

/* ---- any label ---- */

static void append_label(const Writer *w, guint i)
{
    const AnnotLabel *label = label_at(w, i);
    if (!label->predicate)
        return;
    if (annot_label_only_kills(label)) {
        append_ltest_kill(w, label);
        return;
    }
    append_guard(w, label, label->predicate, 1);
    g_string_append_printf(w->out, "if((%s))", label->predicate->code);
    if (label->state)
        append_ltest_step(w, label);
    else
        append_covered(w, i);
}

static void append_declarations(const Writer *w)
{
    gboolean floats = FALSE;
    for (guint i = 0; i < w->step->labels->len; i++) {
        const AnnotLabel *label = label_at(w, i);
        if (is_asked_for(w, label))
            g_string_append_printf(w->out, "int hlcov_c%u=0;", i);
        if (bindings_of(label) > 0)
            g_string_append_printf(w->out, "hlcov_value hlcov_b%u[%u];", i, bindings_of(label));
        for (guint32 b = 0; b < bindings_of(label); b++)
            floats |= label->values[b].kind == HTOL_TUPLE_FLOAT;
    }
    if (floats)
        g_string_append(w->out, "union{double d;unsigned long u;}hlcov_f;");
}

/* ---- sequences ---- */

static void append_step(const Writer *w, const AnnotSequence *sequence, guint32 step)
{
    for (guint i = 0; i < w->step->labels->len; i++) {
        const AnnotLabel *label = label_at(w, i);
        if (!annot_sequence_has_step(sequence, step, label->decl))
            continue;
        g_string_append_printf(w->out, "if(hlcov_c%u)hlcov_sequence_step(&hlcov_q,%u,%u,", i, step, bindings_of(label));
        g_string_append_printf(w->out, bindings_of(label) > 0 ? "hlcov_b%u);" : "0);", i);
    }
}

static const AnnotKill *kill_of(const Writer *w, const AnnotLabel *label, const AnnotSequence *sequence, guint32 step)
{
    for (guint i = 0; i < w->step->kills->len; i++) {
        const AnnotKill *kill = g_ptr_array_index(w->step->kills, i);
        if (kill->label == label && kill->sequence == sequence && kill->step == step)
            return kill;
    }
    return NULL;
}

/* Appends locals that have the metavariables' names, and the values that the instance hlcov_i has bound. */
static void append_metavariables(const Writer *w, const AnnotKill *kill)
{
    for (guint i = 0; i < kill->predicate->n_metas; i++) {
        const AnnotMeta *meta = &kill->predicate->metas[i];
        guint word = 2 + 2 * kill->columns[i] + 1;
        if (meta->kind == HTOL_TUPLE_FLOAT)
            g_string_append_printf(w->out, "const union{unsigned long u;double d;}hlcov_m%u={hlcov_i[%u]};", i, word);
        g_string_append_printf(w->out, "%s%s=", annot_meta_type(meta->kind), meta->name);
        if (meta->kind == HTOL_TUPLE_FLOAT)
            g_string_append_printf(w->out, "hlcov_m%u.d;", i);
        else
            g_string_append_printf(w->out, "(%s)hlcov_i[%u];", annot_meta_type(meta->kind), word);
    }
}

/* Appends what kills the instance hlcov_i if the predicate over its metavariables holds. */
static void append_choosy_kill(const Writer *w, const AnnotKill *kill)
{
    append_metavariables(w, kill);
    append_guard(w, kill->label, kill->predicate, 1);
    g_string_append_printf(w->out, "if((%s)){hlcov_sequence_kill(hlcov_i);", kill->predicate->code);
    append_store(w, kill->label->slot);
    g_string_append_c(w->out, '}');
}

static void append_kills(const Writer *w, const AnnotSequence *sequence, guint32 step)
{
    for (guint i = 0; i < w->step->labels->len; i++) {
        if (!annot_sequence_has_kill(sequence, step, label_at(w, i)->decl))
            continue;
        const AnnotKill *kill = kill_of(w, label_at(w, i), sequence, step);
        g_string_append(w->out, "{unsigned long*hlcov_i=0;");
        if (!kill)
            g_string_append_printf(w->out, "if(hlcov_c%u)", i);
        g_string_append_printf(w->out, "while((hlcov_i=hlcov_sequence_next(&hlcov_q,%u,hlcov_i))){", step - 1);
        if (kill)
            append_choosy_kill(w, kill);
        else
            g_string_append(w->out, "hlcov_sequence_kill(hlcov_i);");
        g_string_append(w->out, "}}");
    }
}

static const AnnotEnding *ending_of(const Writer *w, const AnnotSequence *sequence)
{
    for (guint i = 0; i < w->function->endings->len; i++) {
        const AnnotEnding *ending = &g_array_index(w->function->endings, AnnotEnding, i);
        if (ending->sequence == sequence)
            return ending;
    }
    return NULL;
}

/* Appends the declaration of hlcov_q, the RtSequence of this place. */
static void append_head(const Writer *w, const AnnotSequence *sequence)
{
    const AnnotEnding *ending = ending_of(w, sequence);
    guint32 last = sequence->hyper->steps[sequence->hyper->n_steps - 1].occurrence.label->n_bindings;
    g_string_append_printf(w->out, "hlcov_sequence hlcov_q={%s,%u,%u,", sequence->state, sequence->hyper->n_steps,
                           sequence->values - last);
    if (!ending) {
        g_string_append(w->out, "0,0,0,0};");
        return;
    }
    g_string_append_printf(w->out, ANNOT_BITS "+%u," ANNOT_BITS "+%u,", w->probe->first_slot + ending->slot,
                           w->probe->first_slot + ending->overflow);
    if (ending->source > 0)
        g_string_append_printf(w->out, "hlcov_t.h,%u};", source_number(w, ending->source));
    else
        g_string_append(w->out, "0,0};");
}

static gboolean is_touched(const Writer *w, const AnnotSequence *sequence)
{
    for (guint i = 0; i < w->step->labels->len; i++)
        if (takes_part(sequence, label_at(w, i)))
            return TRUE;
    return FALSE;
}

static void append_sequence(const Writer *w, const AnnotSequence *sequence)
{
    g_string_append_c(w->out, '{');
    append_head(w, sequence);
    g_string_append(w->out, "if(hlcov_sequence_open(&hlcov_q)){");
    for (guint32 step = 1; step <= sequence->hyper->n_steps; step++)
        append_step(w, sequence, step);
    for (guint32 step = 2; step <= sequence->hyper->n_steps; step++)
        append_kills(w, sequence, step);
    g_string_append(w->out, "hlcov_sequence_close(&hlcov_q);}}");
}

/* ---- steps ---- */

static void append_code(const Writer *w)
{
    g_string_append_c(w->out, '{');
    append_declarations(w);
    for (guint i = 0; i < w->step->labels->len; i++)
        append_label(w, i);
    for (guint i = 0; i < w->steps->sequences->len; i++)
        if (is_touched(w, g_ptr_array_index(w->steps->sequences, i)))
            append_sequence(w, g_ptr_array_index(w->steps->sequences, i));
    g_string_append_c(w->out, '}');
}

static void insert_code(const AnnotProbe *probe, const AnnotLocation *location, const char *code)
{
    switch (location->kind) {
    case ANNOT_AT_ENTRY:
    case ANNOT_AT_END: annot_edits_insert(probe->edits, location->at, g_strdup(code)); break;
    case ANNOT_AT_STATEMENT:
        if (location->behind && location->behind->sub)
            annot_edits_wrap(probe->edits, location->behind->at, g_strdup("{"), g_strdup("}"));
        annot_probe_before(probe, location->stmt, code);
        break;
    case ANNOT_AT_RETURN: annot_visit_return(probe, location->stmt, code); break;
    }
}

void annot_label_function(const AnnotProbe *probe, const AnnotSteps *steps, guint function)
{
    Writer w = {probe, steps, &steps->functions[function], NULL, g_string_new(NULL)};
    for (guint i = 0; i < w.function->steps->len; i++) {
        w.step = g_ptr_array_index(w.function->steps, i);
        append_code(&w);
        insert_code(probe, &w.step->location, w.out->str);
        g_string_truncate(w.out, 0);
    }
    g_string_free(w.out, TRUE);
}

/* ---- what stands before the unit ---- */

gboolean annot_label_any(const AnnotSteps *steps)
{
    for (guint i = 0; i < steps->n_functions; i++)
        if (steps->functions[i].steps->len > 0)
            return TRUE;
    return FALSE;
}

gboolean annot_label_calls(const AnnotSteps *steps)
{
    return annot_label_any(steps) && steps->sequences->len > 0;
}

/* Declares the states of sequences. Units with the same sequence share one, for a thread may pass from one to another.
 */
static void append_states(const AnnotSteps *steps, GString *out)
{
    for (guint i = 0; i < steps->sequences->len; i++) {
        const AnnotSequence *sequence = g_ptr_array_index(steps->sequences, i);
        guint32 last = sequence->hyper->steps[sequence->hyper->n_steps - 1].occurrence.label->n_bindings;
        g_string_append_printf(
            out, ANNOT_THREAD " unsigned long %s[%u]" ANNOT_ATTRIBUTE "((__weak__,__visibility__(\"default\")));",
            sequence->state, (guint)HTOL_SEQUENCE_WORDS(sequence->values - last));
    }
}

/* Declares `name` unless `declared` has it: an array of `count` words, or a word if that is 0. Units with the same
 * sequence of LTest share it. */
static void append_word(GString *out, GHashTable *declared, const char *name, guint32 count)
{
    if (!name || !g_hash_table_add(declared, (gpointer)name))
        return;
    g_string_append_printf(out, ANNOT_THREAD " unsigned long %s", name);
    if (count > 0)
        g_string_append_printf(out, "[%u]", count);
    g_string_append(out, " " ANNOT_ATTRIBUTE "((__weak__,__visibility__(\"default\")));");
}

static void append_words_of_step(const AnnotStep *step, GHashTable *declared, GString *out)
{
    for (guint i = 0; i < step->labels->len; i++) {
        const AnnotLabel *label = g_ptr_array_index(step->labels, i);
        append_word(out, declared, label->epoch, 0);
        append_word(out, declared, label->state, label->state ? label->mark->steps - 1 : 0);
    }
}

static void append_words(const AnnotSteps *steps, GString *out)
{
    g_autoptr(GHashTable) declared = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint f = 0; f < steps->n_functions; f++)
        for (guint i = 0; i < steps->functions[f].steps->len; i++)
            append_words_of_step(g_ptr_array_index(steps->functions[f].steps, i), declared, out);
}

void annot_label_declare(const AnnotSteps *steps, GString *out)
{
    append_states(steps, out);
    append_words(steps, out);
}
