/* Infers contracts; see contract.h. */
#include "generate/contract/contract.h"

#include "generate/contract/assumed.h"

#include <dlfcn.h>
#include <string.h>

enum { MOST_GLOBALS = 24, MOST_STUBS = 8, LARGEST_GLOBAL = 4096 };

/* ---- what a function names, and what its callees do ---- */

typedef struct {
    GenerateContracts *all;
    GPtrArray *called;              /* AnnotFunction */
    GPtrArray *variables, *unknown; /* const AnnotDecl: variables; functions without a definition */
    GPtrArray *library;             /* const AnnotDecl: functions of the C library */
    GHashTable *taken; /* const AnnotDecl: how often the function is named where it is not called; NULL: nobody asks */
} Named;

static void add_once(GPtrArray *array, gconstpointer item)
{
    if (!g_ptr_array_find(array, item, NULL))
        g_ptr_array_add(array, (gpointer)item);
}

static const AnnotFunction *definition_of(const AnnotTree *tree, const char *name)
{
    for (guint i = 0; i < tree->n_functions; i++)
        if (strcmp(tree->functions[i]->name, name) == 0)
            return tree->functions[i];
    return NULL;
}

static gboolean is_nameable(const AnnotDecl *variable)
{
    return variable->kind == ANNOT_DECL_VARIABLE && variable->is_global && !variable->is_const &&
           !variable->type->is_volatile && !g_str_has_prefix(variable->name, "__");
}

/* Whether the C library has the name. It need not be the library that the functions are linked with: what it lacks is
 * said by the linker. */
static gboolean is_in_library(const AnnotDecl *decl)
{
    static const char *const names[] = {"libc.so.6", "libm.so.6"};
    static void *libraries[G_N_ELEMENTS(names)];
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (!libraries[i])
            libraries[i] = dlopen(names[i], RTLD_LAZY);
        if (libraries[i] && dlsym(libraries[i], decl->name))
            return TRUE;
    }
    return FALSE;
}

static gboolean is_of_compiler(const AnnotDecl *function)
{
    static const char *const prefixes[] = {"__builtin_", "__atomic_", "__sync_"};
    for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++)
        if (g_str_has_prefix(function->name, prefixes[i]))
            return TRUE;
    return FALSE;
}

/* A call names its function once. */
static void count_taken(Named *named, const AnnotExpr *expr)
{
    gboolean is_name = expr->kind == ANNOT_EXPR_NAME;
    if (!named->taken || !expr->decl || !(is_name || expr->kind == ANNOT_EXPR_CALL))
        return;
    gint count = GPOINTER_TO_INT(g_hash_table_lookup(named->taken, expr->decl));
    g_hash_table_insert(named->taken, (gpointer)expr->decl, GINT_TO_POINTER(count + (is_name ? 1 : -1)));
}

static void visit_expr(const AnnotExpr *expr, gpointer data)
{
    Named *named = data;
    const AnnotDecl *decl = expr->kind == ANNOT_EXPR_NAME ? expr->decl : NULL;
    count_taken(named, expr);
    if (!decl)
        return;
    if (decl->kind == ANNOT_DECL_VARIABLE && decl->is_global && !decl->is_own)
        add_once(named->all->outer, decl);
    if (is_nameable(decl) && !is_in_library(decl))
        add_once(named->variables, decl);
    if (decl->kind != ANNOT_DECL_FUNCTION)
        return;
    const AnnotFunction *function = definition_of(named->all->tree, decl->name);
    if (function)
        add_once(named->called, function);
    else if (!is_of_compiler(decl))
        add_once(is_in_library(decl) ? named->library : named->unknown, decl);
}

static Named named_new(GenerateContracts *all)
{
    return (Named){all, g_ptr_array_new(), g_ptr_array_new(), g_ptr_array_new(), g_ptr_array_new(), NULL};
}

/* Without what is called, which outlives it. */
static void named_clear(Named *named)
{
    g_ptr_array_unref(named->variables);
    g_ptr_array_unref(named->unknown);
    g_ptr_array_unref(named->library);
}

/* `called` grows while it is gone through: callees of callees come behind. */
static void find_named(Named *named)
{
    AnnotTreeVisit visit = {NULL, visit_expr, named};
    for (guint i = 0; i < named->called->len; i++)
        annot_tree_visit_stmt(((const AnnotFunction *)named->called->pdata[i])->body, &visit);
}

/* ---- parameters ---- */

static gboolean has_word(const char *name, const char *const *words, guint n)
{
    g_autofree char *lower = g_ascii_strdown(name, -1);
    for (guint i = 0; i < n; i++)
        if (strstr(lower, words[i]))
            return TRUE;
    return FALSE;
}

static gboolean is_length_name(const char *name)
{
    static const char *const words[] = {"len", "size", "count", "cnt", "num", "bytes", "sz"};
    static const char *const whole[] = {"n", "l", "m", "nb", "nel", "nmemb"};
    for (guint i = 0; i < G_N_ELEMENTS(whole); i++)
        if (g_ascii_strcasecmp(name, whole[i]) == 0)
            return TRUE;
    return has_word(name, words, G_N_ELEMENTS(words));
}

static gboolean is_number(const AnnotDecl *parameter)
{
    return parameter->type->kind == ANNOT_TYPE_INTEGER && parameter->type->size > 1;
}

static gboolean is_pointer_to_data(const AnnotDecl *parameter)
{
    return parameter->type->kind == ANNOT_TYPE_ARRAY ||
           (parameter->type->kind == ANNOT_TYPE_POINTER && parameter->type->target->kind != ANNOT_TYPE_FUNCTION);
}

/* Which parameter points to as many elements as parameter number `length` says; -1: none. The one before it, or the
 * one behind it if the length comes first; a length may be that of two arrays, of which the nearest is taken. */
static int array_of(const AnnotFunction *function, guint length)
{
    const AnnotDecl *const *parameters = function->parameters;
    if (!is_number(parameters[length]) || !is_length_name(parameters[length]->name))
        return -1;
    if (length > 0 && is_pointer_to_data(parameters[length - 1]))
        return (int)length - 1;
    if (length + 1 < function->n_parameters && is_pointer_to_data(parameters[length + 1]) && length == 0)
        return (int)length + 1;
    return -1;
}

static gboolean has_length(const AnnotFunction *function, guint parameter)
{
    for (guint i = 0; i < function->n_parameters; i++)
        if (array_of(function, i) == (int)parameter)
            return TRUE;
    return FALSE;
}

typedef struct {
    GenerateContracts *all;
    GenerateContract *contract;
    GArray *items; /* GenerateItem */
} Making;

static void add_item(Making *making, enum hlcov_role role, const AnnotDecl *decl, const GenerateShape *shape, guint of)
{
    GenerateItem item = {role, decl, decl->name, shape, of};
    g_array_append_val(making->items, item);
}

static const AnnotType *parameter_type(HtolArena *arena, const AnnotDecl *decl)
{
    return decl->type->kind == ANNOT_TYPE_ARRAY ? annot_type_decayed(arena, decl->type) : decl->type;
}

static gboolean add_parameter(Making *making, guint index)
{
    HtolArena *arena = making->all->arena;
    GenerateContract *contract = making->contract;
    const AnnotFunction *function = contract->function;
    const AnnotDecl *decl = function->parameters[index];
    const char *why = NULL;
    int of = array_of(function, index);
    const char *text = generate_unqualified(arena, generate_decayed(arena, decl->type_text));
    const GenerateShape *shape =
        generate_shape(&making->all->shapes, parameter_type(arena, decl), text, has_length(function, index), &why);
    if (!shape) {
        contract->refused = htol_arena_printf(arena, "parameter `%s`: %s", decl->name, why);
        return FALSE;
    }
    gboolean is_length = of >= 0 && shape->kind == HLCOV_NUMBER;
    contract->parameters[index] = making->items->len;
    add_item(making, is_length ? HLCOV_LENGTH : HLCOV_PARAMETER, decl, shape, is_length ? contract->parameters[of] : 0);
    if (!*decl->name)
        g_array_index(making->items, GenerateItem, making->items->len - 1).name =
            htol_arena_printf(arena, "parameter_%u", index + 1);
    return TRUE;
}

static gboolean add_parameters(Making *making, gboolean lengths)
{
    const AnnotFunction *function = making->contract->function;
    for (guint i = 0; i < function->n_parameters; i++)
        if ((array_of(function, i) >= 0) == lengths && !add_parameter(making, i))
            return FALSE;
    return TRUE;
}

/* ---- variables and stubs ---- */

static void add_globals(Making *making, const GPtrArray *variables)
{
    for (guint i = 0; i < variables->len && i < MOST_GLOBALS; i++) {
        const AnnotDecl *decl = variables->pdata[i];
        const char *why = NULL, *text = generate_variable_text(making->all->arena, decl);
        if (decl->type->size == 0)
            continue;
        add_once(making->all->globals, decl);
        if (decl->type->size > LARGEST_GLOBAL)
            continue;
        const GenerateShape *shape = generate_shape(&making->all->shapes, decl->type, text, FALSE, &why);
        if (shape && shape->kind != HLCOV_NOTHING)
            add_item(making, HLCOV_GLOBAL, decl, shape, 0);
    }
}

static const char *result_text(HtolArena *arena, const AnnotDecl *function)
{
    const AnnotType *type = function->type->target;
    return type && type->kind != ANNOT_TYPE_VOID ? generate_unqualified(arena, type->name) : NULL;
}

/* An enumeration is compatible with an integer. */
const char *generate_number_text(const AnnotType *type)
{
    enum { LARGEST = 8, ENUMERATION = 4 };
    gboolean is_number = type && type->size <= LARGEST && !type->is_volatile;
    if (is_number && type->kind == ANNOT_TYPE_ENUM && type->size == ENUMERATION)
        return type->is_signed ? "int" : "unsigned int";
    if (is_number && type->kind == ANNOT_TYPE_BOOL)
        return "_Bool";
    return is_number && (type->kind == ANNOT_TYPE_INTEGER || type->kind == ANNOT_TYPE_FLOAT) ? type->name : NULL;
}

/* Whether a name for the assembler, or that it is static, is written in the declaration. */
static gboolean is_plain(const GenerateContracts *all, const AnnotDecl *decl)
{
    const char *bytes = all->text->bytes;
    guint32 begin = decl->at;
    if (decl->at == ANNOT_NO_OFFSET)
        return FALSE;
    while (begin > 0 && !strchr(";}", bytes[begin - 1]))
        begin--;
    const char *end = memchr(bytes + decl->at, ';', all->text->size - decl->at);
    gssize size = (end ? end : bytes + all->text->size) - (bytes + begin);
    return !g_strstr_len(bytes + begin, size, "asm") && !g_strstr_len(bytes + begin, size, "static");
}

static gboolean may_be_logged(const GenerateContracts *all, const AnnotDecl *decl)
{
    const AnnotType *type = decl->type;
    if (!type->is_exact || type->n_parameters > HLCOV_MOST_ARGUMENTS || !generate_number_text(type->target) ||
        decl->no_return || decl->is_implicit || !is_plain(all, decl))
        return FALSE;
    for (guint i = 0; i < type->n_parameters; i++)
        if (!generate_number_text(type->parameters[i]))
            return FALSE;
    return TRUE;
}

static GenerateStub *find_stub(const GPtrArray *stubs, const char *name)
{
    for (guint i = 0; i < stubs->len; i++) {
        GenerateStub *stub = stubs->pdata[i];
        if (strcmp(stub->decl->name, name) == 0)
            return stub;
    }
    return NULL;
}

/* The function among the unit's stubs, of which it is one then. */
static GenerateStub *stub_of(GenerateContracts *all, const AnnotDecl *decl)
{
    GenerateStub *stub = find_stub(all->stubs, decl->name);
    if (stub)
        return stub;
    stub = htol_arena_new0(all->arena, GenerateStub, 1);
    *stub = (GenerateStub){.decl = decl, .number = all->stubs->len, .type = result_text(all->arena, decl)};
    g_ptr_array_add(all->stubs, stub);
    return stub;
}

static void add_stubs(Making *making, const GPtrArray *unknown)
{
    for (guint i = 0; i < unknown->len; i++) {
        const AnnotDecl *decl = unknown->pdata[i];
        const GenerateStub *stub = stub_of(making->all, decl);
        const char *why = NULL;
        const GenerateShape *shape =
            stub->type && i < MOST_STUBS
                ? generate_shape(&making->all->shapes, decl->type->target, stub->type, FALSE, &why)
                : NULL;
        if (shape)
            add_item(making, HLCOV_STUB, decl, shape, 0);
    }
}

/* ---- a function ---- */

static const char *why_refused(const GenerateContracts *all, const AnnotFunction *function)
{
    if (!function->body)
        return "it could not be read";
    if (strcmp(function->name, "main") == 0)
        return "it is the program's entry";
    if (function->decl->type->name && strstr(function->decl->type->name, "...)"))
        return "it takes any number of arguments";
    if (function->returns_twice)
        return "it calls setjmp or the like";
    (void)all;
    return NULL;
}

static void find_result(Making *making)
{
    GenerateContract *contract = making->contract;
    const AnnotDecl *decl = contract->function->decl;
    const char *why = NULL, *text = result_text(making->all->arena, decl);
    contract->returns_value = text != NULL;
    contract->result = text ? generate_shape(&making->all->shapes, decl->type->target, text, FALSE, &why) : NULL;
}

static void infer(GenerateContracts *all, GenerateContract *contract)
{
    const AnnotFunction *function = contract->function;
    Making making = {all, contract, g_array_new(FALSE, FALSE, sizeof(GenerateItem))};
    Named named = named_new(all);
    g_ptr_array_add(named.called, (gpointer)function);
    contract->called = named.called;
    contract->stubs = all->stubs;
    contract->refused = why_refused(all, function);
    contract->n_parameters = function->n_parameters;
    contract->parameters = htol_arena_new0(all->arena, guint, MAX(function->n_parameters, 1));
    if (!contract->refused && add_parameters(&making, FALSE) && add_parameters(&making, TRUE)) {
        find_named(&named);
        find_result(&making);
        add_globals(&making, named.variables);
        add_stubs(&making, named.unknown);
    }
    contract->n_items = making.items->len;
    contract->items = htol_arena_memdup(all->arena, making.items->data, making.items->len * sizeof(GenerateItem));
    g_array_unref(making.items);
    named_clear(&named);
}

static void free_contract(gpointer contract)
{
    g_ptr_array_unref(((GenerateContract *)contract)->called);
}

/* Pointers to the function lead to what notes calls: what compares them sees none. */
static void choose_logged(const GenerateContracts *all, GenerateStub *stub, GHashTable *taken)
{
    stub->is_logged = may_be_logged(all, stub->decl) && !g_hash_table_lookup(taken, stub->decl);
}

/* Also of functions that are not called: the program is linked with all of them. */
static void find_outer(GenerateContracts *all)
{
    Named named = named_new(all);
    const AnnotTreeVisit visit = {NULL, visit_expr, &named};
    named.taken = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < all->tree->n_functions; i++)
        g_ptr_array_add(named.called, all->tree->functions[i]);
    for (guint i = 0; i < all->tree->n_statics; i++)
        annot_tree_visit_expr(all->tree->statics[i].init, &visit);
    find_named(&named);
    for (guint i = 0; i < named.unknown->len; i++)
        stub_of(all, named.unknown->pdata[i]);
    for (guint i = 0; i < named.library->len; i++)
        stub_of(all, named.library->pdata[i])->is_library = TRUE;
    for (guint i = 0; i < all->stubs->len; i++)
        choose_logged(all, all->stubs->pdata[i], named.taken);
    g_hash_table_unref(named.taken);
    g_ptr_array_unref(named.called);
    named_clear(&named);
}

GenerateContracts *generate_contracts_new(HtolArena *arena, const AnnotText *text, const AnnotTree *tree,
                                          const char *source, const guint *lines, const GenerateHooks *hooks)
{
    GenerateContracts *all = htol_arena_new0(arena, GenerateContracts, 1);
    *all = (GenerateContracts){arena,
                               text,
                               tree,
                               generate_shapes_new(arena, tree),
                               g_ptr_array_new_with_free_func(free_contract),
                               g_ptr_array_new(),
                               g_ptr_array_new(),
                               g_ptr_array_new(),
                               hooks};
    for (guint i = 0; i < tree->n_functions; i++) {
        GenerateContract *contract = htol_arena_new0(arena, GenerateContract, 1);
        contract->function = tree->functions[i];
        contract->index = i;
        contract->assumed = lines[i] > 0 ? generate_assumed(arena, source, lines[i]) : NULL;
        infer(all, contract);
        contract->hooks = generate_hooks_of(hooks, contract->function->name);
        g_ptr_array_add(all->contracts, contract);
    }
    find_outer(all);
    return all;
}

void generate_contracts_free(GenerateContracts *contracts)
{
    generate_shapes_clear(&contracts->shapes);
    g_ptr_array_unref(contracts->contracts);
    g_ptr_array_unref(contracts->globals);
    g_ptr_array_unref(contracts->outer);
    g_ptr_array_unref(contracts->stubs);
}

const GenerateItem *generate_stub(const GenerateContract *contract, const AnnotDecl *function)
{
    for (guint i = 0; i < contract->n_items; i++)
        if (contract->items[i].role == HLCOV_STUB && strcmp(contract->items[i].name, function->name) == 0)
            return &contract->items[i];
    return NULL;
}

const GenerateStub *generate_outside(const GenerateContract *contract, const AnnotDecl *function)
{
    return find_stub(contract->stubs, function->name);
}

void generate_contracts_adopt(GenerateContracts *contracts, const GPtrArray *stubs)
{
    for (guint i = 0; i < contracts->stubs->len; i++) {
        GenerateStub *own = contracts->stubs->pdata[i];
        const GenerateStub *stub = find_stub(stubs, own->decl->name);
        own->is_logged = stub && stub->is_logged;
        own->is_linked = stub && stub->is_linked;
        own->number = stub ? stub->number : G_MAXUINT;
    }
}

gboolean generate_contract_is_same(const GenerateContract *one, const GenerateContract *other)
{
    if (one->refused || other->refused || one->n_items != other->n_items)
        return FALSE;
    for (guint i = 0; i < one->n_items; i++) {
        const GenerateItem *left = &one->items[i], *right = &other->items[i];
        if (left->role != right->role || strcmp(left->name, right->name) != 0 ||
            left->shape->kind != right->shape->kind || g_strcmp0(left->shape->text, right->shape->text) != 0)
            return FALSE;
    }
    return TRUE;
}
