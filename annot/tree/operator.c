/* Reads operators; see operator.h. */
#include "annot/tree/operator.h"

#include <string.h>

#include "annot/text/dialect.h"

typedef struct {
    const char *spelling;
    AnnotOp op;
    AnnotExprKind kind;
} Row;

/* Longer ones stand before those that they begin with. */
static const Row binary[] = {
    {"<<=", ANNOT_OP_SHL, ANNOT_EXPR_ASSIGN},  {">>=", ANNOT_OP_SHR, ANNOT_EXPR_ASSIGN},
    {"<<", ANNOT_OP_SHL, ANNOT_EXPR_BINARY},   {">>", ANNOT_OP_SHR, ANNOT_EXPR_BINARY},
    {"<=", ANNOT_OP_LE, ANNOT_EXPR_BINARY},    {">=", ANNOT_OP_GE, ANNOT_EXPR_BINARY},
    {"==", ANNOT_OP_EQ, ANNOT_EXPR_BINARY},    {"!=", ANNOT_OP_NE, ANNOT_EXPR_BINARY},
    {"&&", ANNOT_OP_AND, ANNOT_EXPR_LOGICAL},  {"||", ANNOT_OP_OR, ANNOT_EXPR_LOGICAL},
    {"*=", ANNOT_OP_MUL, ANNOT_EXPR_ASSIGN},   {"/=", ANNOT_OP_DIV, ANNOT_EXPR_ASSIGN},
    {"%=", ANNOT_OP_REM, ANNOT_EXPR_ASSIGN},   {"+=", ANNOT_OP_ADD, ANNOT_EXPR_ASSIGN},
    {"-=", ANNOT_OP_SUB, ANNOT_EXPR_ASSIGN},   {"&=", ANNOT_OP_BAND, ANNOT_EXPR_ASSIGN},
    {"^=", ANNOT_OP_XOR, ANNOT_EXPR_ASSIGN},   {"|=", ANNOT_OP_BOR, ANNOT_EXPR_ASSIGN},
    {"<", ANNOT_OP_LT, ANNOT_EXPR_BINARY},     {">", ANNOT_OP_GT, ANNOT_EXPR_BINARY},
    {"*", ANNOT_OP_MUL, ANNOT_EXPR_BINARY},    {"/", ANNOT_OP_DIV, ANNOT_EXPR_BINARY},
    {"%", ANNOT_OP_REM, ANNOT_EXPR_BINARY},    {"+", ANNOT_OP_ADD, ANNOT_EXPR_BINARY},
    {"-", ANNOT_OP_SUB, ANNOT_EXPR_BINARY},    {"&", ANNOT_OP_BAND, ANNOT_EXPR_BINARY},
    {"^", ANNOT_OP_XOR, ANNOT_EXPR_BINARY},    {"|", ANNOT_OP_BOR, ANNOT_EXPR_BINARY},
    {"=", ANNOT_OP_ASSIGN, ANNOT_EXPR_ASSIGN}, {",", ANNOT_OP_NONE, ANNOT_EXPR_COMMA},
};

static const Row prefixes[] = {
    {ANNOT_EXTENSION, ANNOT_OP_EXTENSION, ANNOT_EXPR_UNARY},
    {"++", ANNOT_OP_PRE_INC, ANNOT_EXPR_UNARY},
    {"--", ANNOT_OP_PRE_DEC, ANNOT_EXPR_UNARY},
    {"&", ANNOT_OP_ADDRESS, ANNOT_EXPR_UNARY},
    {"*", ANNOT_OP_DEREF, ANNOT_EXPR_UNARY},
    {"+", ANNOT_OP_PLUS, ANNOT_EXPR_UNARY},
    {"-", ANNOT_OP_MINUS, ANNOT_EXPR_UNARY},
    {"~", ANNOT_OP_COMPLEMENT, ANNOT_EXPR_UNARY},
    {"!", ANNOT_OP_NOT, ANNOT_EXPR_UNARY},
};

static const Row *find_row(const Row *rows, gsize n, const char *bytes)
{
    for (gsize i = 0; i < n; i++)
        if (strncmp(bytes, rows[i].spelling, strlen(rows[i].spelling)) == 0)
            return &rows[i];
    return NULL;
}

AnnotExprKind annot_operator_binary(const AnnotText *text, guint32 behind, AnnotOp *op)
{
    const Row *row = find_row(binary, G_N_ELEMENTS(binary), text->bytes + annot_text_skip(text, behind));
    *op = row ? row->op : ANNOT_OP_NONE;
    return row ? row->kind : ANNOT_EXPR_OTHER;
}

AnnotOp annot_operator_unary(const AnnotText *text, AnnotExtent at, guint32 operand)
{
    if (operand == at.begin)
        return text->bytes[at.end - 1] == '+' ? ANNOT_OP_POST_INC : ANNOT_OP_POST_DEC;
    const Row *row = find_row(prefixes, G_N_ELEMENTS(prefixes), text->bytes + at.begin);
    return row ? row->op : ANNOT_OP_NONE;
}
