/* Writes harnesses; see harness.h. */
#include "generate/harness.h"

#include <string.h>

#include "generate/contract/inlines.h"
#include "generate/logged.h"

/* What follows is taken for a system header's: it is not measured, and no warning is about it. */
static const char system_marker[] = "# 1 \"hlcov\" 3\n";

/* The header without its guard's include lines: it needs none. */
static void append_declarations(GString *out)
{
    g_string_append(out, system_marker);
    g_string_append(out, generate_inside_h);
}

/* ---- shapes ---- */

/* Setters and getters of bit-fields, whose address cannot be taken. */
static void append_field(const GenerateShape *shape, guint index, GString *out)
{
    const char *name = shape->members[index].decl->name;
    g_string_append_printf(out,
                           "static void hlcov_set_%u_%u(void *r, unsigned long long b) { ((%s *)r)->%s = b; }\n"
                           "static unsigned long long hlcov_get_%u_%u(const void *r)"
                           " { return (unsigned long long)((const %s *)r)->%s; }\n",
                           shape->number, index, shape->text, name, shape->number, index, shape->text, name);
}

static void append_members(const GenerateShape *shape, GString *out)
{
    for (guint i = 0; i < shape->n_members; i++)
        if (shape->members[i].decl->is_bit_field)
            append_field(shape, i, out);
    g_string_append_printf(out, "static const struct hlcov_member hlcov_members_%u[] = {\n", shape->number);
    for (guint i = 0; i < shape->n_members; i++) {
        const GenerateMember *member = &shape->members[i];
        if (member->decl->is_bit_field)
            g_string_append_printf(out, "{0, 0, hlcov_set_%u_%u, hlcov_get_%u_%u},\n", shape->number, i, shape->number,
                                   i);
        else
            g_string_append_printf(out, "{__builtin_offsetof(%s, %s), %u, 0, 0},\n", shape->text, member->decl->name,
                                   member->shape->number);
    }
    g_string_append(out, "{0, 0, 0, 0}};\n");
}

static void append_functions(const GenerateShape *shape, GString *out)
{
    g_string_append_printf(out, "static void *const hlcov_choices_%u[] = {", shape->number);
    for (guint i = 0; i < shape->n_functions; i++)
        g_string_append_printf(out, "(void *)%s, ", shape->functions[i]->name);
    g_string_append(out, "0};\n");
}

static guint64 count_of(const GenerateShape *shape)
{
    switch (shape->kind) {
    case HLCOV_ARRAY: return shape->count;
    case HLCOV_RECORD:
    case HLCOV_UNION: return shape->n_members;
    case HLCOV_FUNCTION: return shape->n_functions;
    case HLCOV_NUMBER: return shape->type->is_signed;
    default: return 0;
    }
}

static void append_shape(const GenerateShape *shape, GString *out)
{
    g_string_append_printf(out, "{(enum hlcov_kind)%d, sizeof(%s), %" G_GUINT64_FORMAT ", %u, %u, ", shape->kind,
                           shape->text, count_of(shape), shape->target ? shape->target->number : 0, shape->family);
    if (shape->members)
        g_string_append_printf(out, "hlcov_members_%u, 0},\n", shape->number);
    else if (shape->functions)
        g_string_append_printf(out, "0, hlcov_choices_%u},\n", shape->number);
    else
        g_string_append(out, "0, 0},\n");
}

/* One that could not be built has a row nevertheless: numbers count rows. */
static void append_shapes(const GenerateShapes *shapes, GString *out)
{
    for (guint i = 0; i < shapes->all->len; i++) {
        const GenerateShape *shape = shapes->all->pdata[i];
        if (shape->is_failed)
            continue;
        if (shape->members)
            append_members(shape, out);
        if (shape->functions)
            append_functions(shape, out);
    }
    g_string_append(out, "const struct hlcov_shape hlcov_shapes[] = {\n");
    for (guint i = 0; i < shapes->all->len; i++)
        if (((const GenerateShape *)shapes->all->pdata[i])->is_failed)
            g_string_append(out, "{HLCOV_NOTHING, 0, 0, 0, 0, 0, 0},\n");
        else
            append_shape(shapes->all->pdata[i], out);
    g_string_append(out, "{HLCOV_NOTHING, 0, 0, 0, 0, 0, 0}};\n");
}

/* ---- functions ---- */

/* Where each item that is a parameter is among the values of a call; to be freed. */
static guint *places_of(const GenerateContract *contract)
{
    guint *places = g_new0(guint, contract->n_items + 1), n = 0;
    for (guint i = 0; i < contract->n_items; i++)
        places[i] = contract->items[i].role <= HLCOV_LENGTH ? n++ : 0;
    return places;
}

/* The values of all parameters and the end of the call, behind `before`. */
static void append_arguments(const GenerateContract *contract, const char *before, GString *out)
{
    g_autofree guint *places = places_of(contract);
    const char *comma = before;
    for (guint i = 0; i < contract->n_parameters; i++, comma = ", ")
        g_string_append_printf(out, "%s*(__typeof__(%s) *)v[%u]", comma,
                               contract->items[contract->parameters[i]].shape->text, places[contract->parameters[i]]);
    g_string_append_c(out, ')');
}

static void append_oracle(const GenerateContract *contract, GString *out)
{
    g_string_append_printf(out, " if (!oracle_%s(%s", contract->function->name, contract->result ? "r" : "");
    append_arguments(contract, contract->result ? ", " : "", out);
    g_string_append(out, ") hlcov_wrong();");
}

static void append_call(const GenerateContract *contract, GString *out)
{
    const char *name = contract->function->name;
    g_string_append_printf(out, "static void hlcov_call_%u(void **v) { (void)v; ", contract->index);
    if (contract->hooks & GENERATE_INIT) {
        g_string_append_printf(out, "init_%s(", name);
        append_arguments(contract, "", out);
        g_string_append_c(out, ';');
    }
    if (contract->result)
        g_string_append_printf(out, " __typeof__(%s) r = ", contract->result->text);
    g_string_append_printf(out, "(%s)(", name); /* no macro of that name */
    append_arguments(contract, "", out);
    g_string_append_c(out, ';');
    if (contract->hooks & GENERATE_ORACLE)
        append_oracle(contract, out);
    if (contract->result) /* no assignment: a member of the result may be const */
        g_string_append_printf(out, " __builtin_memcpy(v[%u], &r, sizeof r);", contract->n_parameters);
    g_string_append(out, " }\n");
}

static gboolean is_assuming(const GenerateContract *contract)
{
    return contract->assumed || contract->hooks & GENERATE_ASSUME;
}

/* Parameters have their names in what is assumed. */
static void append_assumed(const GenerateContract *contract, GString *out)
{
    g_autofree guint *places = places_of(contract);
    if (!is_assuming(contract))
        return;
    g_string_append_printf(out, "static int hlcov_assume_%u(void **v) { (void)v; ", contract->index);
    for (guint i = 0; i < contract->n_parameters; i++) {
        const GenerateItem *item = &contract->items[contract->parameters[i]];
        g_string_append_printf(out, "__typeof__(%s) %s = *(__typeof__(%s) *)v[%u]; (void)%s; ", item->shape->text,
                               item->name, item->shape->text, places[contract->parameters[i]], item->name);
    }
    g_string_append_printf(out, "return (%s) != 0", contract->assumed ? contract->assumed : "1");
    if (contract->hooks & GENERATE_ASSUME) {
        g_string_append_printf(out, " && assume_%s(", contract->function->name);
        append_arguments(contract, "", out);
    }
    g_string_append(out, "; }\n");
}

static void append_items(const GenerateContract *contract, GString *out)
{
    g_string_append_printf(out, "static const struct hlcov_item hlcov_items_%u[] = {\n", contract->index);
    for (guint i = 0; i < contract->n_items; i++) {
        const GenerateItem *item = &contract->items[i];
        g_string_append_printf(out, "{(enum hlcov_role)%d, %u, %u, ", item->role, item->shape->number, item->of);
        if (item->role == HLCOV_GLOBAL)
            g_string_append_printf(out, "(void *)&%s},\n", item->name);
        else
            g_string_append(out, "0},\n");
    }
    g_string_append(out, "{HLCOV_PARAMETER, 0, 0, 0}};\n");
}

static void append_row(const GenerateContract *contract, GString *out)
{
    g_string_append_printf(out, "{hlcov_call_%u, ", contract->index);
    if (is_assuming(contract))
        g_string_append_printf(out, "hlcov_assume_%u, ", contract->index);
    else
        g_string_append(out, "0, ");
    g_string_append_printf(out, "%u, hlcov_items_%u, %d},\n", contract->n_items, contract->index,
                           contract->result ? (int)contract->result->number : -1);
}

static void append_contracts(const GPtrArray *contracts, GString *out)
{
    for (guint i = 0; i < contracts->len; i++) {
        const GenerateContract *contract = contracts->pdata[i];
        if (contract->refused)
            continue;
        append_call(contract, out);
        append_assumed(contract, out);
        append_items(contract, out);
    }
    g_string_append(out, "const struct hlcov_function hlcov_functions[] = {\n");
    for (guint i = 0; i < contracts->len; i++) {
        const GenerateContract *contract = contracts->pdata[i];
        if (contract->refused)
            g_string_append(out, "{0, 0, 0, 0, -1},\n");
        else
            append_row(contract, out);
    }
    g_string_append(out, "{0, 0, 0, 0, -1}};\n");
}

/* ---- stubs and variables ---- */

/* Which item of the function that runs is the stub's: a row for each function of the unit. */
static void append_rows(const GenerateContracts *all, const GenerateStub *stub, guint number, GString *out)
{
    g_string_append_printf(out, "static const unsigned int hlcov_rows_%u[] = {", number);
    for (guint i = 0; i < all->contracts->len; i++) {
        const GenerateContract *contract = all->contracts->pdata[i];
        const GenerateItem *item = generate_stub(contract, stub->decl);
        g_string_append_printf(out, "%u, ", item ? (guint)(item - contract->items) : G_MAXINT);
    }
    g_string_append(out, "0};\n");
}

/* Statements that return the next result of the stub. */
static char *result_of(const GenerateStub *stub, guint number)
{
    return g_strdup_printf(
        " __typeof__(%s) result; hlcov_result(hlcov_rows_%u[hlcov_running()], &result, sizeof result);"
        " return result;",
        stub->type, number);
}

/* Weak: what the user links in is taken instead. Its parameters do not matter. */
static void append_stub(const GenerateStub *stub, guint number, const char *result, GString *out)
{
    const char *name = stub->decl->name;
    g_string_append_printf(out, "static __attribute__((__used__)) __typeof__(%s) hlcov_stub_%u(void) {%s%s }\n",
                           stub->type ? stub->type : "void", number, stub->decl->no_return ? " hlcov_end();" : "",
                           stub->type ? result : "");
    g_string_append_printf(out, "__asm__(\".weak %s\\n.set %s, hlcov_stub_%u\");\n", name, name, number);
}

static void append_function(const GenerateContracts *all, const GenerateStub *stub, guint number, GString *out)
{
    g_autofree char *result = result_of(stub, number);
    if (stub->is_library && !stub->is_logged)
        return;
    append_rows(all, stub, number, out);
    if (stub->is_logged)
        generate_logged(stub, number, result, out);
    else
        append_stub(stub, number, result, out);
}

/* Where functions outside are, and what stands for them. */
static void append_outside(const GPtrArray *stubs, GString *out)
{
    GString *rows = g_string_new("const struct hlcov_outside hlcov_outside[] = {\n");
    for (guint i = 0; i < stubs->len; i++) {
        const GenerateStub *stub = stubs->pdata[i];
        if (stub->is_library) {
            g_string_append(rows, "{0, 0},\n");
        } else if (stub->is_logged) {
            g_string_append_printf(rows, "{(void *)hlcov_real_%u, 0},\n", i);
        } else {
            g_string_append_printf(out, "extern void hlcov_name_%u(void) __asm__(\"%s\");\n", i, stub->decl->name);
            g_string_append_printf(rows, "{(void *)hlcov_name_%u, (void *)hlcov_stub_%u},\n", i, i);
        }
    }
    g_string_append_printf(out, "%s{0, 0}};\nconst unsigned long hlcov_outside_count = %u;\n", rows->str, stubs->len);
    g_string_free(rows, TRUE);
}

static void append_globals(const GenerateContracts *all, GString *out)
{
    g_string_append(out, "const struct hlcov_global hlcov_globals[] = {\n");
    for (guint i = 0; i < all->globals->len; i++) {
        const AnnotDecl *variable = all->globals->pdata[i];
        g_string_append_printf(out, "{(void *)&%s, sizeof %s},\n", variable->name, variable->name);
    }
    g_string_append_printf(out, "{0, 0}};\nconst unsigned long hlcov_global_count = %u;\n", all->globals->len);
}

const char *generate_spare(const GenerateContracts *contracts, const AnnotDecl *variable)
{
    return htol_arena_printf(contracts->arena, "hlcov_spare_%s", variable->name);
}

static gboolean is_declared_inside(const AnnotTree *tree, const AnnotDecl *variable)
{
    for (guint i = 0; i < tree->n_functions; i++)
        if (variable->at >= tree->functions[i]->at.begin && variable->at < tree->functions[i]->at.end)
            return TRUE;
    return FALSE;
}

/* What only functions declare has to be known behind them. */
static void append_outer(const GenerateContracts *all, GString *out)
{
    for (guint i = 0; i < all->outer->len; i++) {
        const AnnotDecl *variable = all->outer->pdata[i];
        if (!is_declared_inside(all->tree, variable))
            continue;
        g_string_append(out, "extern ");
        generate_declare(variable->type_text, variable->name, out);
        g_string_append(out, ";\n");
    }
}

/* An array whose length is not told has room for any. */
static void append_spares(const GenerateContracts *all, GString *out)
{
    for (guint i = 0; i < all->outer->len; i++) {
        const AnnotDecl *variable = all->outer->pdata[i];
        const char *name = generate_spare(all, variable);
        if (variable->type->size == 0)
            g_string_append_printf(out, "char %s[65536];\n", name);
        else
            g_string_append_printf(out, "__typeof__(%s) %s;\n", variable->name, name);
    }
}

/* ---- the whole ---- */

static void append_hooks(const GenerateHooks *hooks, GString *out)
{
    g_autofree char *quoted = hooks ? g_strescape(hooks->path, NULL) : NULL;
    if (hooks)
        g_string_append_printf(out, "# 1 \"%s\" 3\n%s\n%s", quoted, hooks->text, system_marker);
}

char *generate_harness(const GenerateContracts *contracts, const char *source, const char *path)
{
    GString *out = g_string_new(NULL);
    g_autofree char *quoted = g_strescape(path, NULL);
    append_declarations(out);
    for (guint i = 0; i < contracts->stubs->len; i++)
        if (((const GenerateStub *)contracts->stubs->pdata[i])->is_logged)
            generate_logged_rename(contracts->stubs->pdata[i], i, out);
    generate_inlines_before(contracts, out);
    g_string_append_printf(out, "# 1 \"%s\"\n%s\n%s", quoted, source, system_marker);
    generate_inlines_behind(contracts, out);
    g_string_append(out, "#ifndef NULL\n#define NULL ((void *)0)\n#endif\n"); /* for what is assumed */
    append_outer(contracts, out);
    append_spares(contracts, out);
    for (guint i = 0; i < contracts->stubs->len; i++)
        append_function(contracts, contracts->stubs->pdata[i], i, out);
    append_outside(contracts->stubs, out);
    append_hooks(contracts->hooks, out);
    append_shapes(&contracts->shapes, out);
    append_contracts(contracts->contracts, out);
    append_globals(contracts, out);
    return g_string_free(out, FALSE);
}
