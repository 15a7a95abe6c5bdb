/* Who we are: the directory and the test that we were told to write to, and the build-id of the program or library that
 * this copy of the runtime lies in. Opens no file. */
#include "rt/rt.h"

#include <elf.h>
#include <linux/auxvec.h>

#include "rt/os.h"

extern const char hlcov_baked_dir[] __attribute__((visibility("hidden")));
extern const Elf64_Ehdr __ehdr_start __attribute__((weak, visibility("hidden")));

/* Names of libc, if there is one. Not `environ`, which a program may use for something else. */
extern char **__environ __attribute__((weak));
extern unsigned long getauxval(unsigned long type) __attribute__((weak));
extern int setenv(const char *name, const char *value, int overwrite) __attribute__((weak));

/* Whether the environment is not to be trusted: set-user-ID and the like. A static program may lack
 * getauxval, even though it has a libc; then file capabilities go unnoticed. */
static int is_secure(void)
{
    if (getauxval)
        return getauxval(AT_SECURE) != 0;
    return os_has_foreign_rights();
}

/* Returns the value of `name` in the environment; NULL if it is empty, missing or not to be trusted. */
static const char *environment(const char *name)
{
    //! justify logic F-: a program without libc records before what measures does
    //! justify logic TF: libc sets it before it calls constructors
    if (!&__environ || !__environ)
        return (void *)0;
    for (char **entry = __environ; *entry; entry++) {
        unsigned long i = 0;

        while (name[i] && (*entry)[i] == name[i])
            i++;
        if (!name[i] && (*entry)[i] == '=' && (*entry)[i + 1])
            return is_secure() ? (void *)0 : *entry + i + 1;
    }
    return (void *)0;
}

/* A relative name means the working directory at this moment, and is used at this moment only. */
const char *rt_directory(void)
{
    const char *wish = environment("HLCOV_DIR");

    if (wish)
        return wish;
    return hlcov_baked_dir[0] ? hlcov_baked_dir : (void *)0;
}

/* The name of the test that the program gave by rt_name_test. */
static char named[HTOL_LEN_DATA_TEST];
static int is_named;

const char *rt_test(void)
{
    const char *name = is_named ? named : environment("HLCOV_TEST");
    unsigned long length = 0;

    while (name && length < HTOL_LEN_DATA_TEST && name[length])
        length++;
    return length > 0 && length < HTOL_LEN_DATA_TEST ? name : (void *)0;
}

/* Children, and libraries that are loaded from now on, find it in the environment. */
int rt_name_test(const char *name)
{
    RtText text = rt_text(named, sizeof named);

    rt_add_string(&text, name ? name : "");
    rt_add(&text, "", 1);
    if (!text.at)
        return 0;
    is_named = 1;
    if (setenv)
        setenv("HLCOV_TEST", named, 1);
    return 1;
}

int rt_wants_crashes(void)
{
    return environment("HLCOV_CRASH") != (void *)0;
}

const char *rt_fuzz_goals(void)
{
    return environment("HLCOV_FUZZ");
}

/* Returns the number that the variable holds; `otherwise` if there is none. */
static long number_in(const char *variable, long otherwise)
{
    const char *digit = environment(variable);
    long number = 0;

    if (!digit)
        return otherwise;
    for (; *digit >= '0' && *digit <= '9'; digit++)
        number = number * 10 + (*digit - '0');
    return number;
}

/* AFL looks for this word in programs, to know that they speak its language. */
long rt_fuzz_map(void)
{
    return number_in("__AFL_SHM_ID", -1);
}

unsigned long rt_fuzz_taken(void)
{
    return (unsigned long)number_in("HLCOV_FUZZ_TAKEN", 0);
}

/* Without setenv the program is static: no other comes. */
void rt_fuzz_take(unsigned long end)
{
    char digits[24];
    char *first = digits + sizeof digits - 1;

    *first = 0;
    do
        *--first = (char)('0' + end % 10);
    while (end /= 10);
    if (setenv)
        setenv("HLCOV_FUZZ_TAKEN", first, 1);
}

/* The kernel says where it put the program's table of what is loaded. Static programs may lack getauxval. */
int rt_is_program(void)
{
    unsigned long table = getauxval ? getauxval(AT_PHDR) : 0;

    return !table || (&__ehdr_start && table == (unsigned long)&__ehdr_start + __ehdr_start.e_phoff);
}

static unsigned long padded(unsigned long size)
{
    return (size + 3) & ~3ul;
}

/* Copies the build-id among the notes from `at` to `end`; returns its size, 0 if there is none. */
static unsigned int find_id(const unsigned char *at, const unsigned char *end, unsigned char *to)
{
    while ((unsigned long)(end - at) > sizeof(Elf64_Nhdr)) {
        const Elf64_Nhdr *note = (const void *)at;
        const unsigned char *name = at + sizeof *note;
        const unsigned char *id = name + padded(note->n_namesz);

        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && rt_equal(name, "GNU", 4)) {
            if (note->n_descsz > HTOL_LEN_DATA_BUILD_ID)
                return 0;
            for (unsigned int i = 0; i < note->n_descsz; i++)
                to[i] = id[i];
            return note->n_descsz;
        }
        at = id + padded(note->n_descsz);
        if (at > end)
            return 0;
    }
    return 0;
}

/* The table of what was loaded, and what to add to its addresses; no rows if it is not known. */
typedef struct {
    const Elf64_Phdr *row;
    int n_rows;
    unsigned long bias;
} Loaded;

/* The file's beginning is loaded with its first part. */
static Loaded loaded(const void *header)
{
    const unsigned char *file = header;
    const Elf64_Ehdr *elf = header;
    Loaded table;

    table.n_rows = 0;
    if (!file)
        return table;
    table.row = (const void *)(file + elf->e_phoff);
    for (int i = 0; i < elf->e_phnum && !table.n_rows; i++) {
        if (table.row[i].p_type != PT_LOAD)
            continue;
        table.bias = (unsigned long)file - (table.row[i].p_vaddr - table.row[i].p_offset);
        table.n_rows = elf->e_phnum;
    }
    return table;
}

unsigned int rt_build_id_of(const void *file, unsigned char *to)
{
    Loaded table = loaded(file);
    unsigned int found = 0;

    for (int i = 0; i < table.n_rows && !found; i++) {
        const unsigned char *notes = (const unsigned char *)(table.bias + table.row[i].p_vaddr);

        if (table.row[i].p_type == PT_NOTE)
            found = find_id(notes, notes + table.row[i].p_memsz, to);
    }
    return found;
}

unsigned int rt_build_id(unsigned char *to)
{
    return rt_build_id_of(&__ehdr_start, to);
}

RtImage rt_image(void)
{
    Loaded table = loaded(&__ehdr_start);
    RtImage image;

    image.at = (unsigned long)&__ehdr_start;
    image.size = image.number = 0;
    for (int i = 0; i < table.n_rows; i++) {
        unsigned long size = table.bias + table.row[i].p_vaddr + table.row[i].p_memsz - image.at;

        if (table.row[i].p_type == PT_LOAD && size > image.size)
            image.size = size;
    }
    return image;
}

#ifdef RT_WITH_CRASH

unsigned long rt_stack_top(void)
{
    if (getauxval)
        return getauxval(AT_RANDOM);
    return &__environ ? (unsigned long)__environ : 0;
}

unsigned long rt_libraries(void)
{
    Loaded table = loaded(&__ehdr_start);

    for (int i = 0; i < table.n_rows; i++) {
        if (table.row[i].p_type != PT_DYNAMIC)
            continue;
        for (const Elf64_Dyn *entry = (const void *)(table.bias + table.row[i].p_vaddr); entry->d_tag != DT_NULL;
             entry++)
            if (entry->d_tag == DT_DEBUG && entry->d_un.d_ptr)
                return ((const unsigned long *)entry->d_un.d_ptr)[1];
    }
    return 0;
}

#endif
