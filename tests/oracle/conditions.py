"""The text of a condition in C, in one spelling for all tools. It knows no tool's files and evaluates nothing."""
import re

TOKEN = re.compile(r"""\s+|(?P<token>L?"(?:\\.|[^"\\])*"|L?'(?:\\.|[^'\\])*'|\.?[0-9](?:[eEpP][-+]|[\w.])*|[A-Za-z_]\w*
    |->|\+\+|--|<<=|>>=|\.\.\.|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""", re.X | re.S)
BINARY = {"==", "!=", "<", ">", "<=", ">=", "/", "%", "|", "^", "&&", "||", "?", ":", "<<", ">>", "=", "+=", "-=", "*=",
          "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ","}
MAYBE_BINARY = {"*", "&", "+", "-"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
TYPE_WORDS = {"unsigned", "signed", "int", "long", "short", "char", "void", "const", "volatile", "float", "double",
              "struct", "size_t", "sizeof"}
PAIRS = {"(": ")", "[": "]", "{": "}"}


def tokens_of(text):
    return [match.group("token") for match in TOKEN.finditer(text) if match.group("token")]


def top_level(tokens):
    """(index, token) of those inside no parentheses; the parentheses themselves count as inside."""
    depth = 0
    for index, token in enumerate(tokens):
        if token in PAIRS:
            depth += 1
        elif token in PAIRS.values():
            depth -= 1
        elif depth == 0:
            yield index, token


def parenthesised(tokens):
    """Whether the first token is a parenthesis that the last one closes."""
    if len(tokens) < 2 or tokens[0] != "(":
        return False
    depth = 0
    for index, token in enumerate(tokens):
        depth += (token in PAIRS) - (token in PAIRS.values())
        if depth == 0:
            return index == len(tokens) - 1
    return False


def is_operand_end(token):
    return token in (")", "]") or token[0].isalnum() or token[0] in "_\"'."


def is_unary(tokens):
    """Whether the tokens are one operand, with no binary operator outside of parentheses."""
    for index, token in top_level(tokens):
        if token in BINARY:
            return False
        if token in MAYBE_BINARY and index and is_operand_end(tokens[index - 1]):
            return False
    return True


def last_of_comma(tokens):
    commas = [index for index, token in top_level(tokens) if token == ","]
    return tokens[commas[-1] + 1:] if commas else None


def expected(tokens):
    """X of __builtin_expect(X, ...)."""
    if not tokens[0].startswith("__builtin_expect") or not parenthesised(tokens[1:]):
        return None
    comma = next(index for index, token in top_level(tokens[2:-1]) if token == ",")
    return tokens[2:2 + comma]


def tested(tokens):
    """X of `(X) != 0` or `(X) == 0`, where X is `a && b` or such, and whether it is `== 0`; else nothing."""
    operators = [(index, token) for index, token in top_level(tokens) if token in BINARY]
    if len(operators) != 1 or operators[0][1] not in ("!=", "==") or tokens[operators[0][0] + 1:] != ["0"]:
        return None, False
    operand, _ = stripped(tokens[:operators[0][0]])
    return (tokens[:operators[0][0]], operators[0][1] == "==") if is_compound(operand) else (None, False)


def stripped(tokens):
    """The tokens without what does not change their truth, and whether that turned it round."""
    negated = False
    while tokens:
        if parenthesised(tokens) and tokens[1] != "{":
            tokens = tokens[1:-1]
        elif tokens[0] == "!" and is_unary(tokens[1:]):
            tokens, negated = tokens[1:], not negated
        elif tokens[0] == "__extension__" and is_unary(tokens[1:]):
            tokens = tokens[1:]
        elif last_of_comma(tokens):
            tokens = last_of_comma(tokens)
        elif expected(tokens):
            tokens = expected(tokens)
        elif tested(tokens)[0]:
            tokens, turned = tested(tokens)
            negated ^= turned
        else:
            break
    return tokens, negated


def is_compound(tokens):
    """Whether it is `a && b` or `a || b`: several conditions."""
    outside = [token for _, token in top_level(tokens)]
    return ("&&" in outside or "||" in outside) and "?" not in outside and not ASSIGNMENTS & set(outside)


def leaves(tokens):
    """The texts of the conditions of a decision, from left to right."""
    tokens, _ = stripped(tokens)
    if not is_compound(tokens):
        return [" ".join(tokens)]
    operators = [(token, index) for index, token in top_level(tokens) if token in ("&&", "||")]
    _, last = max(operators)  # "||" binds less and is the greater string
    return leaves(tokens[:last]) + leaves(tokens[last + 1:])


def without_sizeof(tokens):
    kept, index = [], 0
    while index < len(tokens):
        if tokens[index] == "sizeof" and tokens[index + 1:index + 2] == ["("]:
            depth, index = 1, index + 2
            while depth:
                depth += (tokens[index] == "(") - (tokens[index] == ")")
                index += 1
            kept.append("1")
        else:
            kept.append(tokens[index])
            index += 1
    return kept


def is_constant(tokens):
    """Whether only literals, casts to basic types and sizeof stand in it."""
    return not any((token[0].isalpha() or token[0] == "_") and token not in TYPE_WORDS and token[-1] not in "\"'"
                   for token in without_sizeof(tokens))
