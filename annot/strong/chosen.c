/* Writes what reads the number of a mutant from the environment; see chosen.h. */
#include "annot/strong/chosen.h"

#include "annot/text/dialect.h"

/* It is read from `environ`, by no function of libc: the program may have its own getenv, and other constructors that
 * run before. A program without libc has no such variable, hence the weak symbol, and no mutant. */
static const char declarations[] =
    "static unsigned " ANNOT_CHOSEN_FUNCTION ";" ANNOT_ATTRIBUTE
    "((__weak__,__visibility__(\"hidden\"))) unsigned " ANNOT_CHOSEN_ANYWHERE ";"
    "extern char**hlcov_environ " ANNOT_ASM "(\"environ\") " ANNOT_ATTRIBUTE "((__weak__));";

/* Returns what stands behind `name` if `entry` begins with it; else null. */
static const char behind[] = "{while(*hlcov_n&&*hlcov_e==*hlcov_n)hlcov_e++,hlcov_n++;"
                             "return*hlcov_n?(const char*)0:hlcov_e;}";

static const char mark_x86_64[] =
    "long hlcov_r;" ANNOT_ASM " volatile(\"syscall\":\"=a\"(hlcov_r):\"0\"(133L),\"D\"(hlcov_p),\"S\"(0100666L),"
    "\"d\"(0L):\"rcx\",\"r11\",\"memory\");";
static const char mark_aarch64[] =
    "register long hlcov_8 " ANNOT_ASM "(\"x8\")=33;register long hlcov_0 " ANNOT_ASM "(\"x0\")=-100;"
    "register const char*hlcov_1 " ANNOT_ASM "(\"x1\")=hlcov_p;register long hlcov_2 " ANNOT_ASM "(\"x2\")=0100666;"
    "register long hlcov_3 " ANNOT_ASM "(\"x3\")=0;" ANNOT_ASM
    " volatile(\"svc 0\":\"+r\"(hlcov_0):\"r\"(hlcov_8),\"r\"(hlcov_1),\"r\"(hlcov_2),\"r\"(hlcov_3):\"memory\");";
static const char mark_other[] =
    "extern int hlcov_mkdir(const char*,unsigned) " ANNOT_ASM "(\"mkdir\") " ANNOT_ATTRIBUTE "((__weak__));"
    "if(&hlcov_mkdir)hlcov_mkdir(hlcov_p,0777);";

static const char *mark_of(const AnnotTarget *target)
{
    if (target->x86_64)
        return mark_x86_64;
    return g_str_has_prefix(target->machine, "aarch64") ? mark_aarch64 : mark_other;
}

void annot_chosen_declare(GString *out)
{
    g_string_append(out, declarations);
}

/* What is in the environment, by two calls of a function whose text is `behind`. */
static const char asked[] =
    "const char*hlcov_v=0,*hlcov_p=0,*hlcov_s;char**hlcov_e;unsigned hlcov_h[2]={0,0},hlcov_n=0,"
    "hlcov_i,hlcov_d;if(!&hlcov_environ||!hlcov_environ)return 0;"
    "for(hlcov_e=hlcov_environ;*hlcov_e;hlcov_e++){"
    "if((hlcov_s=%s(*hlcov_e,\"HLCOV_MUTANT=\")))hlcov_v=hlcov_s;"
    "if((hlcov_s=%s(*hlcov_e,\"HLCOV_MUTANT_MARK=\")))hlcov_p=hlcov_s;}";

/* Reads the hash and the number, and looks for them in the unit's table: of each function the two halves of its hash,
 * and how many mutants it has. */
static const char looked_up[] =
    "if(!hlcov_v)return 0;"
    "for(hlcov_i=0;hlcov_i<16;hlcov_i++,hlcov_v++){"
    "hlcov_d=(unsigned)(unsigned char)*hlcov_v;hlcov_d=hlcov_d-48u<10u?hlcov_d-48u:hlcov_d-97u<6u?hlcov_d-87u:16u;"
    "if(hlcov_d>15u)return 0;hlcov_h[hlcov_i/8]=hlcov_h[hlcov_i/8]<<4|hlcov_d;}"
    "if(*hlcov_v!='.')return 0;"
    "while(*++hlcov_v>='0'&&*hlcov_v<='9'&&hlcov_n<100000000u)hlcov_n=hlcov_n*10+(unsigned)(*hlcov_v-'0');"
    "if(*hlcov_v||!hlcov_n)return 0;"
    "for(hlcov_i=0;hlcov_i<hlcov_c;hlcov_i++,hlcov_f+=3){"
    "if(hlcov_f[0]!=hlcov_h[0]||hlcov_f[1]!=hlcov_h[1]||hlcov_n>hlcov_f[2])continue;" ANNOT_CHOSEN_ANYWHERE "=hlcov_n;"
    "if(hlcov_p){";

/* Returns the name of the function that the constructors of all units call; it returns the unit's
 * ANNOT_CHOSEN_FUNCTION.
 */
static const char *reader_of(const AnnotTarget *target, AnnotChoosers *choosers)
{
    const char *name =
        annot_choosers_name(choosers, "const char*", "(const char*hlcov_e,const char*hlcov_n)", g_strdup(behind));
    GString *body = g_string_new("{");
    g_string_append_printf(body, asked, name, name);
    g_string_append_printf(body, "%s%s}return hlcov_i+1;}return 0;}", looked_up, mark_of(target));
    return annot_choosers_name(choosers, "unsigned", "(const unsigned*hlcov_f,unsigned hlcov_c)",
                               g_string_free(body, FALSE));
}

void annot_chosen_set(const AnnotTarget *target, AnnotChoosers *choosers, const AnnotChosen *functions, guint n,
                      GString *out)
{
    g_string_append(out, "static const unsigned hlcov_f[]={");
    for (guint i = 0; i < n; i++)
        g_string_append_printf(out, "0x%.8su,0x%su,%u,", functions[i].hash, functions[i].hash + 8, functions[i].n);
    g_string_append_printf(out,
                           "};static " ANNOT_ATTRIBUTE
                           "((__constructor__(101),__cold__,__used__,__no_instrument_function__)) void "
                           "hlcov_choose(void){" ANNOT_CHOSEN_FUNCTION "=%s(hlcov_f,%uu);}",
                           reader_of(target, choosers), n);
}
