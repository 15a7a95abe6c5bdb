/* Writes the functions that judge mutants; see judge.h. Nothing in them traps or is undefined, and a mutant
 * whose slot is set is not computed again. */
#include "annot/mutants/judge.h"

#include "annot/probes/probe.h"

struct AnnotJudges {
    GHashTable *names; /* of functions that are written */
    GString *text;
};

AnnotJudges *annot_judges_new(void)
{
    AnnotJudges *judges = g_new(AnnotJudges, 1);
    *judges = (AnnotJudges){g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), g_string_new(NULL)};
    return judges;
}

void annot_judges_free(AnnotJudges *judges)
{
    g_hash_table_unref(judges->names);
    g_string_free(judges->text, TRUE);
    g_free(judges);
}

void annot_judges_declare(const AnnotJudges *judges, GString *out)
{
    g_string_append_len(out, judges->text->str, (gssize)judges->text->len);
}

/* ---- types ---- */

static const struct {
    AnnotNumber number;
    const char *name;
} numbers[] = {{{FALSE, TRUE, 4}, "int"},         {{FALSE, FALSE, 4}, "unsigned"},
               {{FALSE, TRUE, 8}, "long long"},   {{FALSE, FALSE, 8}, "unsigned long long"},
               {{FALSE, TRUE, 16}, "__int128"},   {{FALSE, FALSE, 16}, "unsigned __int128"},
               {{TRUE, TRUE, 4}, "float"},        {{TRUE, TRUE, 8}, "double"},
               {{TRUE, TRUE, 12}, "long double"}, {{TRUE, TRUE, 16}, "long double"}};

const char *annot_number_name(AnnotNumber number)
{
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (numbers[i].number.is_float == number.is_float && numbers[i].number.size == number.size &&
            numbers[i].number.is_signed == number.is_signed)
            return numbers[i].name;
    return NULL;
}

AnnotType annot_number_type(AnnotNumber number)
{
    return (AnnotType){.kind = ANNOT_TYPE_INTEGER, .size = number.size, .is_signed = number.is_signed};
}

AnnotNumber annot_number_of(const AnnotType *type)
{
    AnnotNumber number = {FALSE, TRUE, 4};
    gboolean integer =
        type->kind == ANNOT_TYPE_BOOL || type->kind == ANNOT_TYPE_INTEGER || type->kind == ANNOT_TYPE_ENUM;
    if (type->kind == ANNOT_TYPE_FLOAT)
        number = (AnnotNumber){TRUE, TRUE, (guint)type->size};
    else if (!integer || type->size == 0)
        number.size = 0;
    else if (type->size >= 4)
        number = (AnnotNumber){FALSE, type->is_signed, (guint)type->size};
    if (!annot_number_name(number))
        number.size = 0;
    return number;
}

/* ---- comparisons ---- */

/* 2 to the power of `bits`. */
#define POWER "0x1p%uL"

static void append_range(const AnnotComparison *comparison, const char *value, GString *out)
{
    if (comparison->is_signed)
        g_string_append_printf(out, "(long double)%s>-" POWER "-1&&(long double)%s<" POWER "&&", value,
                               comparison->bits - 1, value, comparison->bits - 1);
    else
        g_string_append_printf(out, "(long double)%s>-1&&(long double)%s<" POWER "&&", value, value, comparison->bits);
}

static const char *converted_name(const AnnotComparison *comparison)
{
    static const char *const names[][2] = {{"unsigned char", "signed char"},
                                           {"unsigned short", "short"},
                                           {"unsigned", "int"},
                                           {"unsigned long long", "long long"}};
    if (comparison->kind == ANNOT_COMPARE_FLOAT)
        return comparison->bits == 32 ? "float" : comparison->bits == 64 ? "double" : "long double";
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (comparison->bits == 8u << i)
            return names[i][comparison->is_signed];
    return "__int128";
}

/* Appends the C expression that is true if the mutant's value m differs from the value v. */
static void append_differ(const AnnotJudge *judge, GString *out)
{
    const AnnotComparison *comparison = &judge->comparison;
    const char *name = converted_name(comparison);
    switch (comparison->kind) {
    case ANNOT_COMPARE_TRUTH: g_string_append(out, "!v!=!m"); return;
    case ANNOT_COMPARE_BITS:
        g_string_append_printf(out, "(((U)v^(U)m)&(U)-1>>%u)!=0", 8 * judge->type.size - comparison->bits);
        return;
    case ANNOT_COMPARE_FLOAT:
        g_string_append_printf(out, "(%s)v!=(%s)m&&((%s)v==(%s)v||(%s)m==(%s)m)", name, name, name, name, name, name);
        return;
    case ANNOT_COMPARE_INTEGER:
        append_range(comparison, "v", out);
        append_range(comparison, "m", out);
        g_string_append_printf(out, "(%s)v!=(%s)m", name, name);
        return;
    default: g_string_append(out, judge->type.is_float ? "v!=m&&(v==v||m==m)" : "v!=m");
    }
}

/* ---- functions ---- */

/* Returns the name of the judge, which stands for all that its text is made of; to be freed. */
static char *judge_name(const AnnotJudge *judge)
{
    static const char kinds[ANNOT_COMPARISONS] = "vtbfi";
    const AnnotNumber *type = &judge->type;
    return g_strdup_printf("hlcov_%s_%c%u%c%u%s", judge->name,
                           type->is_float    ? 'f'
                           : type->is_signed ? 'i'
                                             : 'u',
                           type->size, kinds[judge->comparison.kind], judge->comparison.bits,
                           judge->comparison.is_signed ? "s" : "");
}

static void append_types(const AnnotJudge *judge, GString *out)
{
    AnnotNumber type = judge->type, same = {FALSE, FALSE, type.size};
    g_string_append_printf(out, "typedef %s T;", annot_number_name(type));
    if (type.is_float)
        return;
    g_string_append_printf(out, "typedef %s U;", annot_number_name(same));
    if (type.is_signed)
        g_string_append_printf(out, "const T low=(T)((U)1<<%u);", 8 * type.size - 1);
    else
        g_string_append(out, "const T low=0;");
}

static void append_head(const AnnotJudge *judge, const char *name, GString *out)
{
    g_string_append(out, ANNOT_EXTENSION " static " ANNOT_ATTRIBUTE "((__noinline__,__cold__,__unused__,"
                                         "__no_instrument_function__))void ");
    g_string_append_printf(out, "%s(_Bool*s,unsigned d", name);
    for (const char *letter = judge->parameters; *letter; letter++)
        g_string_append_printf(out, ",%s %c", *letter == 'n' ? "unsigned long long" : annot_number_name(judge->type),
                               *letter);
    g_string_append(out, "){");
    append_types(judge, out);
    g_string_append(out, "unsigned r=0;");
    if (judge->guard)
        g_string_append_printf(out, "if(!(%s))return;", judge->guard);
    if (judge->value)
        g_string_append_printf(out, "T v=%s;", judge->value);
}

/* Appends the statement that computes and judges mutant `k`, unless it is done; the local r has a bit for each mutant
 * that is left. */
static void append_mutant(const AnnotJudge *judge, guint k, GString *out)
{
    const AnnotJudged *mutant = &judge->mutants[k];
    g_string_append_printf(out, "if(!" ANNOT_ATOMIC_LOAD "(s+%u,0)&&!(d>>%u&1)){r|=1u<<%u;", k, k, k);
    if (mutant->guard)
        g_string_append_printf(out, "if(%s)", mutant->guard);
    g_string_append_printf(out, "{T m=%s;if(", mutant->value);
    append_differ(judge, out);
    g_string_append_printf(out, "){" ANNOT_ATOMIC_STORE "(s+%u,1,0);r&=~(1u<<%u);}}}", k, k);
}

void annot_judges_choose(AnnotJudges *judges, const char *name, const char *parameters, const char *choice)
{
    if (g_hash_table_add(judges->names, g_strdup(name)))
        g_string_append_printf(judges->text,
                               ANNOT_EXTENSION " static " ANNOT_ATTRIBUTE "((__noinline__,__unused__,"
                                               "__no_instrument_function__))void %s(%s){%s;}",
                               name, parameters, choice);
}

char *annot_judges_name(AnnotJudges *judges, const AnnotJudge *judge)
{
    char *name = judge_name(judge);
    if (!g_hash_table_add(judges->names, g_strdup(name)))
        return name;
    append_head(judge, name, judges->text);
    for (guint k = 0; k < judge->n_mutants; k++)
        append_mutant(judge, k, judges->text);
    g_string_append_printf(judges->text, "if(!r)" ANNOT_ATOMIC_STORE "(s+%u,1,0);}", judge->n_mutants);
    return name;
}
