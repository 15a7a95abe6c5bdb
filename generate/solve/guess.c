/* Makes guesses; see guess.h. */
#include "generate/solve/guess.h"

#include "generate/solve/model.h"

/* Makes the truth that the function returns. */
static PruneTerm returns(PruneLogic *logic, const PruneUnrolled *unrolled)
{
    PruneTerm any = logic->no;
    for (guint i = 0; i < unrolled->ends->len; i++)
        any = prune_or(logic, any, g_array_index(unrolled->ends, PruneTerm, i));
    return any;
}

GenerateGuessing generate_guessing(const GenerateContract *contract, PruneLogic *logic, PruneProver *prover,
                                   const PruneUnrolled *unrolled)
{
    PruneTerm shape = prune_and(logic, generate_model_layout(logic, unrolled->inputs, unrolled->way != NULL),
                                generate_model_defined(logic, unrolled->accesses));
    PruneTerm same = unrolled->way ? generate_model_same(logic, unrolled->inputs) : logic->yes;
    if (unrolled->way)
        shape = prune_and(logic, shape, generate_model_texts(logic, contract, unrolled->inputs));
    return (GenerateGuessing){
        contract, logic, prover, unrolled, prune_and(logic, shape, same), returns(logic, unrolled), same};
}

/* Makes the truth that stubs return what the input has for them. */
static PruneTerm fixed_results(const GenerateGuessing *guessing, Z3_model model)
{
    PruneLogic *logic = guessing->logic;
    const GArray *results = guessing->unrolled->results;
    PruneTerm fixed = logic->yes;
    for (guint i = 0; results && i < results->len; i++) {
        PruneTerm value = g_array_index(results, PruneResult, i).value;
        guint width = prune_width(logic, value);
        PruneTerm number = width <= 64 ? prune_number(logic, prune_value(logic, model, value), width) : value;
        fixed = prune_and(logic, fixed, prune_equal(logic, value, number));
    }
    return fixed;
}

/* Makes the truth that all places hold what the input gives them. */
static PruneTerm fixed_inputs(const GenerateGuessing *guessing, Z3_model model, const guint8 *given)
{
    PruneLogic *logic = guessing->logic;
    const GArray *inputs = guessing->unrolled->inputs;
    PruneTerm fixed = logic->yes;
    for (guint i = 0; i < inputs->len; i++) {
        PruneTerm value = g_array_index(inputs, PruneInput, i).value;
        guint width = prune_width(logic, value);
        if (given[i] == GENERATE_NOT_GIVEN || width > 64)
            continue;
        guint64 number = prune_value(logic, model, value);
        PruneTerm same = prune_equal(logic, value, prune_number(logic, number, width));
        PruneTerm null = prune_equal(logic, value, prune_number(logic, 0, width));
        gboolean is_any = given[i] == GENERATE_NULL_OR_NOT && number != 0;
        fixed = prune_and(logic, fixed, is_any ? prune_not(logic, null) : same);
    }
    return prune_and(logic, fixed, fixed_results(guessing, model));
}

/* Values for which the formula holds: if there are some, those where pointers lead somewhere and the function returns,
 * which is *whole then. */
static Z3_model find_model(const GenerateGuessing *guessing, PruneTerm term, PruneTerm *whole)
{
    PruneLogic *logic = guessing->logic;
    *whole = prune_and(logic, term, guessing->returns);
    Z3_model model = prune_ask_model(guessing->prover, prune_and(logic, *whole, guessing->shape));
    if (model)
        return model;
    *whole = NULL;
    model = prune_ask_model(guessing->prover, prune_and(logic, term, guessing->shape));
    return model ? model : prune_ask_model(guessing->prover, term);
}

/* Whether `whole` holds whatever else happens, if places hold what the input gives them in the model. */
static gboolean is_sure(const GenerateGuessing *guessing, Z3_model model, const guint8 *given, PruneTerm whole)
{
    PruneLogic *logic = guessing->logic;
    PruneTerm certain = prune_and(logic, whole, generate_model_accesses(logic, model, guessing->unrolled));
    if (generate_model_decides(logic, model, guessing->unrolled, given, certain))
        return prune_holds(logic, model, certain);
    PruneTerm fixed = prune_and(logic, guessing->same, fixed_inputs(guessing, model, given));
    return prune_ask(guessing->prover, prune_and(logic, fixed, prune_not(logic, certain))) == PRUNE_IMPOSSIBLE;
}

/* The guess of the model, in which `whole` holds; NULL: what makes the guess sure does not. */
static GenerateGuess guess_of(const GenerateGuessing *guessing, Z3_model model, PruneTerm whole)
{
    GenerateGuess guess = {model, NULL, FALSE, FALSE};
    if (!guess.model)
        return guess;
    Z3_model_inc_ref(guessing->logic->z3, guess.model);
    g_autofree guint8 *given = g_new0(guint8, guessing->unrolled->inputs->len + 1);
    guess.input = g_byte_array_new();
    guess.is_built =
        generate_model_input(guessing->contract, guessing->logic, guess.model, guessing->unrolled, guess.input, given);
    guess.is_sure = guess.is_built && whole && is_sure(guessing, guess.model, given, whole);
    return guess;
}

GenerateGuess generate_guess(const GenerateGuessing *guessing, PruneTerm term)
{
    PruneTerm whole;
    Z3_model model = find_model(guessing, term, &whole);
    return guess_of(guessing, model, whole);
}

GenerateGuess generate_guess_within(const GenerateGuessing *guessing, PruneTerm term)
{
    return guess_of(guessing, prune_ask_model(guessing->prover, prune_and(guessing->logic, term, guessing->shape)),
                    term);
}

GenerateGuess generate_guess_like(const GenerateGuessing *guessing, PruneTerm term, Z3_model model)
{
    gboolean holds = prune_holds(guessing->logic, model, prune_and(guessing->logic, term, guessing->shape));
    return holds ? guess_of(guessing, model, term) : generate_guess_within(guessing, term);
}

void generate_guess_clear(const GenerateGuessing *guessing, GenerateGuess *guess)
{
    if (!guess->model)
        return;
    Z3_model_dec_ref(guessing->logic->z3, guess->model);
    g_byte_array_unref(guess->input);
}
