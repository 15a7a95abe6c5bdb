/* Writes what reads the number of a mutant from the environment; see chosen.h. */
#include "annot/strong/chosen.h"

#include "annot/text/dialect.h"

/* It is read from `environ`, by no function of libc: the program may have its own getenv, and other constructors that
 * run before. A program without libc has no such variable, hence the weak symbol, and no mutant. */
static const char declarations[] =
    "static unsigned " ANNOT_CHOSEN ";"
    "extern char**hlcov_environ " ANNOT_ASM "(\"environ\") " ANNOT_ATTRIBUTE "((__weak__));";

/* Returns what stands behind `name` if `entry` begins with it; else null. */
static const char behind[] =
    "static " ANNOT_ATTRIBUTE "((__cold__,__no_instrument_function__)) const char*hlcov_behind(const char*hlcov_e,"
    "const char*hlcov_n){while(*hlcov_n&&*hlcov_e==*hlcov_n)hlcov_e++,hlcov_n++;return*hlcov_n?(const "
    "char*)0:hlcov_e;}";

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

/* The constructor: for each function whose hash stands in the entry, the number behind its point. */
static const char before_main[] =
    "static " ANNOT_ATTRIBUTE "((__constructor__(101),__cold__,__used__,__no_instrument_function__)) void hlcov_choose("
    "void){const char*hlcov_v=0,*hlcov_p=0,*hlcov_k;char**hlcov_e;unsigned hlcov_i,hlcov_n;"
    "if(!&hlcov_environ||!hlcov_environ)return;"
    "for(hlcov_e=hlcov_environ;*hlcov_e;hlcov_e++){"
    "if((hlcov_k=hlcov_behind(*hlcov_e,\"HLCOV_MUTANT=\")))hlcov_v=hlcov_k;"
    "if((hlcov_k=hlcov_behind(*hlcov_e,\"HLCOV_MUTANT_MARK=\")))hlcov_p=hlcov_k;}"
    "for(hlcov_i=0;hlcov_v&&hlcov_i<sizeof hlcov_f/sizeof*hlcov_f;hlcov_i++){"
    "if(!(hlcov_k=hlcov_behind(hlcov_v,hlcov_f[hlcov_i].h))||*hlcov_k!='.')continue;"
    "for(hlcov_n=0;*++hlcov_k>='0'&&*hlcov_k<='9'&&hlcov_n<100000000u;)hlcov_n=hlcov_n*10+(unsigned)(*hlcov_k-'0');"
    "if(*hlcov_k||!hlcov_n||hlcov_n>hlcov_f[hlcov_i].n)continue;" ANNOT_CHOSEN "=hlcov_f[hlcov_i].m+hlcov_n;"
    "if(hlcov_p){";

void annot_chosen_set(const AnnotTarget *target, const AnnotChosen *functions, guint n, GString *out)
{
    g_string_append(out, behind);
    g_string_append(out, "static const struct{char h[17];unsigned m,n;}hlcov_f[]={");
    for (guint i = 0; i < n; i++)
        g_string_append_printf(out, "{\"%s\",%u,%u},", functions[i].hash, functions[i].first, functions[i].n);
    g_string_append_printf(out, "};%s%s}}}", before_main, mark_of(target));
}
