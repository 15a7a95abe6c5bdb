/* Declares what probes that record values need; see values.h. */
#include "annot/probes/values.h"

#include "annot/probes/probe.h"
#include "annot/text/dialect.h"

static const char types[] = "typedef struct{unsigned long k,b;}" ANNOT_VALUE ";"
                            "typedef struct{unsigned long*state,steps,values;_Bool*slot,*overflow;unsigned char*set;"
                            "unsigned long source;}hlcov_sequence;";

/* The functions of rt/values.h, declared as there. */
static const char functions[] =
    ANNOT_ATTRIBUTE "((__visibility__(\"hidden\")))void hlcov_add(unsigned char*,unsigned long,unsigned long,"
                    "const hlcov_value*);" ANNOT_ATTRIBUTE
                    "((__visibility__(\"hidden\")))int hlcov_sequence_open(const hlcov_sequence*);" ANNOT_ATTRIBUTE
                    "((__visibility__(\"hidden\")))void hlcov_sequence_step(const hlcov_sequence*,unsigned long,"
                    "unsigned long,const hlcov_value*);" ANNOT_ATTRIBUTE
                    "((__visibility__(\"hidden\")))unsigned long*hlcov_sequence_next(const hlcov_sequence*,"
                    "unsigned long,unsigned long*);" ANNOT_ATTRIBUTE
                    "((__visibility__(\"hidden\")))void hlcov_sequence_kill(unsigned long*);" ANNOT_ATTRIBUTE
                    "((__visibility__(\"hidden\")))void hlcov_sequence_close(const hlcov_sequence*);";

void annot_values_add(guint32 source, guint32 n_values, const char *values, GString *out)
{
    g_string_append_printf(out, "hlcov_add(hlcov_t.h,%u,%u,%s)", source, n_values, values);
}

/* How many of its last values each source keeps, addresses of a call or vectors of a decision, so that the same are not
 * added again and again. A value is kept as its sum with a number of the data file, which changes when another test
 * begins. Bits 4 and up of an address, or a hash of a vector, choose its place; the value that was there moves to where
 * the new one was found, or to where there is room. */
enum { KEPT = 16 };
#define COLD ANNOT_ATTRIBUTE "((__noinline__,__cold__,__unused__,__no_instrument_function__))"
#define FILES ANNOT_ATOMIC_LOAD "(&hlcov_rt_files,0)"

void annot_values_called(guint32 source, const char *address, GString *out)
{
    g_string_append_printf(out,
                           "if(" ANNOT_EXPECT "(" ANNOT_ATOMIC_LOAD "(hlcov_c+%u+(%s>>4&%u),0)!=%s+" FILES ",0))"
                           "hlcov_once(%u,%u,%s,%s>>4&%u)",
                           source * KEPT, address, (guint)KEPT - 1, address, source, (guint)HTOL_TUPLE_CODE, address,
                           address, (guint)KEPT - 1);
}

/* Appends the condition under which a number is not kept at its place, which is returned, to be freed. It is kept plus
 * 1, for 0 stands for no value. */
static char *append_unkept(guint32 source, const char *number, GString *out)
{
    char *place = g_strdup_printf("(%s*0x9e3779b97f4a7c15ul>>60)", number);
    g_string_append_printf(out, ANNOT_EXPECT "(" ANNOT_ATOMIC_LOAD "(hlcov_c+%u+%s,0)!=%s+1+" FILES ",0)?",
                           source * KEPT, place, number);
    return place;
}

void annot_values_vector(guint32 source, const char *vector, GString *out)
{
    g_autofree char *place = append_unkept(source, vector, out);
    g_string_append_printf(out, "hlcov_once(%u,%u,%s+1,%s):(void)0", source, (guint)HTOL_TUPLE_VECTOR, vector, place);
}

void annot_values_way(const AnnotWay *way, GString *out)
{
    g_autofree char *place = append_unkept(way->source, way->number, out);
    g_string_append_printf(out, "hlcov_way(%u,%s,%s,%u,%u,%u,%s):(void)0", way->source, way->number, place, way->slot,
                           way->conditions, way->root, way->steps);
}

/* Counts the calls through pointers that are recorded. */
static guint32 count_calls(const HtolTable *table)
{
    guint32 calls = 0;
    for (guint32 i = 0; i < table->n_functions; i++)
        for (guint32 k = 0; k < table->functions[i].n_calls; k++)
            calls += table->functions[i].calls[k].source > 0;
    return calls;
}

static gboolean keeps_vectors(const HtolTable *table)
{
    for (guint32 i = 0; i < table->n_functions; i++)
        for (guint32 k = 0; k < table->functions[i].n_decisions; k++)
            if (table->functions[i].decisions[k].source > 0)
                return TRUE;
    return FALSE;
}

/* Declares the kept values, a function that finds one and puts it into its place, and those that add a tuple that is
 * known by it or alone. A kept value less the number of the data file is below 1 << 47 only if it was kept for this
 * file; else there is room in its place. */
static void append_kept(const HtolTable *table, GString *out)
{
    g_string_append_printf(out,
                           "extern unsigned long hlcov_rt_files " ANNOT_ATTRIBUTE "((__visibility__(\"hidden\")));"
                           "static unsigned long hlcov_c[%u];"
                           "static " COLD "int hlcov_kept(unsigned long s,unsigned long a,unsigned long i)"
                           "{enum{n=%u};unsigned long*c=hlcov_c+s*n,f=" FILES ",*p=c+i,"
                           "o=" ANNOT_ATOMIC_LOAD "(p,0);"
                           "for(i=0;i<n&&" ANNOT_ATOMIC_LOAD "(c+i,0)!=a+f;)i++;"
                           "if(i==n)return 0;" ANNOT_ATOMIC_STORE "(c+i,o,0);" ANNOT_ATOMIC_STORE "(p,a+f,0);return 1;}"
                           "static " COLD "void hlcov_keep(unsigned long s,unsigned long a,unsigned long i,"
                           "unsigned long w,const " ANNOT_VALUE "*v)"
                           "{enum{n=%u};unsigned long*c=hlcov_c+s*n,f=" FILES ",*p=c+i,"
                           "o=" ANNOT_ATOMIC_LOAD "(p,0);"
                           "if(hlcov_kept(s,a,i))return;"
                           "hlcov_add(hlcov_t.h,s,w,v);"
                           "for(i=0;i<n&&!(" ANNOT_ATOMIC_LOAD "(c+i,0)-f>>47);)i++;"
                           "if(i<n)" ANNOT_ATOMIC_STORE "(c+i,o,0);" ANNOT_ATOMIC_STORE "(p,a+f,0);}"
                           "static " COLD "void hlcov_once(unsigned long s,unsigned long k,unsigned long a,"
                           "unsigned long i){" ANNOT_VALUE " v={k,k==%u?a-1:a};hlcov_keep(s,a,i,1,&v);}",
                           table->row.sources * KEPT, (guint)KEPT, (guint)KEPT, (guint)HTOL_TUPLE_VECTOR);
}

/* Declares the function that decodes the number n of a way (see htol/files/ways.h): its steps are r, m of them, the
 * first t, and its slots begin at d. A condition is unknown until a step says what it was. While slots are cleared in
 * between (HTOL_PROCESS_FUZZES), nothing is kept, nor is a vector added, for nobody asks for it. */
static void append_way(GString *out)
{
    g_string_append_printf(out,
                           "extern const unsigned char hlcov_rt_started " ANNOT_ATTRIBUTE
                           "((__visibility__(\"hidden\")));"
                           "static " COLD "void hlcov_way(unsigned long s,unsigned long n,unsigned long i,"
                           "unsigned long d,unsigned long m,unsigned long t,const unsigned long(*r)[3])"
                           "{unsigned long a=n+1,w=(m+31)/32,k;" ANNOT_VALUE " v[%u];"
                           "if(hlcov_rt_started!=%u&&hlcov_kept(s,a,i))return;"
                           "for(k=0;k<w;k++)v[k].k=%u,v[k].b=0;"
                           "for(k=0;k<m;k++)v[k/32].b|=2ul<<k%%32*2;"
                           "while(t>1){k=t-2;t=r[k][0];"
                           "if(n>=r[k][2]){n-=r[k][2];t=r[k][1];v[k/32].b-=1ul<<k%%32*2;hlcov_set(d+2*k+3);}"
                           "else{v[k/32].b-=2ul<<k%%32*2;hlcov_set(d+2*k+2);}}"
                           "hlcov_set(d+t);if(hlcov_rt_started!=%u)hlcov_keep(s,a,i,w,v);}",
                           (guint)HTOL_MOST_TUPLE_VALUES, (guint)HTOL_PROCESS_FUZZES, (guint)HTOL_TUPLE_VECTOR,
                           (guint)HTOL_PROCESS_FUZZES);
}

static void append_bytes(GString *out, guint64 number, guint size)
{
    for (guint i = 0; i < size; i++)
        g_string_append_printf(out, "%u,", (guint)(number >> (8 * i)) & 0xff);
}

/* Appends the unit's set of tuples, as AT(SET, ...) in format.def says, for so many tuples; an eighth of it is the
 * index. */
static void append_set(const HtolTable *table, guint tuples, GString *out)
{
    static const char magic[] = HTOL_SET_MAGIC_BYTES;
    guint32 size = (tuples * 1024 + HTOL_PAGE - 1) / HTOL_PAGE * HTOL_PAGE, index = 1;
    while (index * 2 <= size / 32)
        index *= 2;
    guint32 words = (size - HTOL_AT_SET_END - 4 * index) / 8;
    g_string_append_printf(out,
                           "static struct{unsigned char h[%u];unsigned i[%u];unsigned long w[%u];}" ANNOT_ATTRIBUTE
                           "((__aligned__(%u)))hlcov_t " ANNOT_ATTRIBUTE "((__used__,__section__(\"hlcov_bits\")))={{",
                           (guint)HTOL_AT_SET_END, index, words, (guint)HTOL_PAGE);
    for (guint i = 0; i < HTOL_LEN_SET_MAGIC; i++)
        append_bytes(out, (guint8)magic[i], 1);
    for (guint i = 0; i < HTOL_ID_SIZE; i++)
        append_bytes(out, table->id[i], 1);
    append_bytes(out, size, HTOL_LEN_SET_SIZE);
    append_bytes(out, index, HTOL_LEN_SET_INDEX);
    append_bytes(out, words, HTOL_LEN_SET_WORDS);
    g_string_append(out, "0}};");
}

/* Returns for how many tuples, of `tuples` that are asked for, the set has room. If the unit records only calls through
 * pointers, as many do, it needs less: room for a few functions at each call, for those that the pointer is known to
 * point to, and for each function that the unit names (`taken`), once; and more if more than the default is asked for.
 */
static guint room_of(const HtolTable *table, guint tuples, guint taken)
{
    enum { PER_CALL = 512, PER_CALLEE = 64 };
    guint64 calls = count_calls(table), callees = taken;
    for (guint32 i = 0; i < table->n_functions; i++)
        callees += table->functions[i].n_callees;
    guint64 bytes = (calls * PER_CALL + callees * PER_CALLEE) * tuples / ANNOT_TUPLES;
    return calls == table->row.sources ? MIN(tuples, (bytes + 1023) / 1024) : tuples;
}

void annot_values_declare(const HtolTable *table, guint tuples, guint taken, GString *out)
{
    g_string_append(out, types);
    g_string_append(out, functions);
    if (table->row.sources > 0)
        append_set(table, room_of(table, tuples, taken), out);
    if (count_calls(table) > 0 || keeps_vectors(table))
        append_kept(table, out);
    if (keeps_vectors(table))
        append_way(out);
}
