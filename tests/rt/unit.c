/* Prints what the annotator puts in front of a unit, for units annotated by hand: its slots, its set of
 * tuples and the carried runtime.
 *
 * usage: unit NUMBER SLOTS DIRECTORY [intel] [INDEX WORDS]
 *
 * HIT(k) sets slot k; the id is 16 times the byte NUMBER. With INDEX and WORDS there is a set of that room,
 * SET, and the functions of rt/values.h; if both are 0, the functions alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "annot/probes/carry.h"
#include "htol/base/layout.h"

static void print_bytes(const char *bytes, int size)
{
    for (int i = 0; i < size; i++)
        printf("%d,", (unsigned char)bytes[i]);
}

static void print_number(unsigned number)
{
    for (int i = 0; i < 4; i++)
        printf("%u,", number >> 8 * i & 255);
}

static unsigned pages(unsigned size)
{
    return (size + HTOL_PAGE - 1) / HTOL_PAGE * HTOL_PAGE;
}

/* How the header of either piece begins. */
static void print_header(const char *magic, const char *number, unsigned size)
{
    char id[HTOL_LEN_UNIT_ID];

    memset(id, atoi(number), sizeof id);
    printf("__attribute__((used, section(\"hlcov_bits\"))) = {{");
    print_bytes(magic, HTOL_LEN_UNIT_MAGIC);
    print_bytes(id, sizeof id);
    print_number(size);
}

static void print_slots(const char *number, unsigned slots)
{
    printf("static struct { unsigned char h[%d]; _Bool b[%u]; } __attribute__((aligned(%d))) hlcov_u ",
           HTOL_AT_UNIT_END, slots, HTOL_PAGE);
    print_header(HTOL_UNIT_MAGIC_BYTES, number, pages(HTOL_AT_UNIT_END + slots));
    print_number(slots);
    printf("}};\n#define HIT(k) __atomic_store_n(&hlcov_u.b[k], 1, 0)\n");
}

static void print_set(const char *number, unsigned index, unsigned words)
{
    printf("static struct { unsigned char h[%d]; unsigned i[%u]; unsigned long w[%u]; } ", HTOL_AT_SET_END,
           index, words);
    printf("__attribute__((aligned(%d))) hlcov_t ", HTOL_PAGE);
    print_header(HTOL_SET_MAGIC_BYTES, number, pages(HTOL_AT_SET_END + 4 * index + 8 * words));
    print_number(index);
    print_number(words);
    printf("}};\n#define SET hlcov_t.h\n");
}

static void print_quoted(const char *text)
{
    for (; *text; text++)
        printf(*text == '\n' ? "\\n" : *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
}

static void print_directory(const char *name)
{
    for (; *name; name++) {
        if (strchr("/._-+", *name) || (*name >= '0' && *name <= '9') || (*name >= 'a' && *name <= 'z'))
            putchar(*name);
        else
            printf("\\\\%03o", (unsigned char)*name);
    }
}

int main(int argc, char **argv)
{
    int intel = argc > 4 && strcmp(argv[4], "intel") == 0;
    char **room = argv + 4 + intel;
    int values = argc == 6 + intel;

    if (argc < 4)
        return 1;
    print_slots(argv[1], (unsigned)atoi(argv[2]));
    if (values && atoi(room[0]) > 0)
        print_set(argv[1], (unsigned)atoi(room[0]), (unsigned)atoi(room[1]));
    printf("__asm__(\"");
    print_quoted(intel ? ANNOT_CARRY_ATT ANNOT_CARRY_DIR : ANNOT_CARRY_DIR);
    print_directory(argv[3]);
    print_quoted(ANNOT_CARRY_DIR_END);
    print_quoted(annot_carry_asm);
    print_quoted(values ? annot_carry_values_asm : "");
    print_quoted(intel ? ANNOT_CARRY_INTEL : "");
    printf("\");\n#line 1\n");
    return 0;
}
