/* Walks saved stacks by libunwind, which is opened when there is one; see unwind.h. Its names must stay out of the way
 * of what C++ libraries need. */
#include "report/elf/unwind.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libunwind.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "htol/base/bytes.h"
#include "report/elf/elf_frames.h"

enum { WORD = 8, PLACES = HTOL_LEN_CRASH_PATH / (2 * WORD), MOST_STEPS = 64, MOST_ACCESSES = 1000000 };

#ifdef __x86_64__
enum { MACHINE = 62, REGISTERS = 17, POINTER = 15, COUNTER = 16 };
/* By libunwind's number: its place in what was saved. */
static const guint8 places_of_registers[REGISTERS] = {13, 12, 14, 11, 9, 8, 10, 15, 0, 1, 2, 3, 4, 5, 6, 7, 16};
#else
enum { MACHINE = 183, REGISTERS = 33, LINK = 30, POINTER = 31, COUNTER = 32 };
#endif

/* libunwind ---------------------------------------------------------------------------------------------- */

/* Not declared in its headers, but used by others so. */
typedef int Search(unw_addr_space_t space, unw_word_t ip, unw_dyn_info_t *table, unw_proc_info_t *found, int needs_info,
                   void *walk);

static struct {
    unw_addr_space_t (*create)(unw_accessors_t *accessors, int order);
    void (*destroy)(unw_addr_space_t space);
    int (*init)(unw_cursor_t *cursor, unw_addr_space_t space, void *walk);
    int (*step)(unw_cursor_t *cursor);
    int (*get)(unw_cursor_t *cursor, int number, unw_word_t *value);
    Search *search;
} unwinder;

#define TEXT_OF(name) #name
#define NAME_OF(name) TEXT_OF(name)

/* One pointer to a function for each name, as POSIX has them: of the size of those to objects. */
static gboolean find_functions(gpointer library)
{
    static const char *const names[] = {NAME_OF(unw_create_addr_space), NAME_OF(unw_destroy_addr_space),
                                        NAME_OF(unw_init_remote),       NAME_OF(unw_step),
                                        NAME_OF(unw_get_reg),           NAME_OF(UNW_OBJ(dwarf_search_unwind_table))};
    gpointer functions[G_N_ELEMENTS(names)];
    G_STATIC_ASSERT(sizeof functions == sizeof unwinder);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (!(functions[i] = dlsym(library, names[i])))
            return FALSE;
    memcpy(&unwinder, functions, sizeof functions);
    return TRUE;
}

static gboolean open_unwinder(void)
{
    static gboolean tried, open;
    gpointer library = tried ? NULL : dlopen(LIBUNWIND, RTLD_LAZY | RTLD_LOCAL);
    tried = TRUE;
    if (library)
        open = find_functions(library);
    return open;
}

/* What is known of a process ------------------------------------------------------------------------------- */

/* A program or library that was loaded. */
typedef struct {
    guint64 begin, number;
    const char *path;
    gboolean tried;
    ReportFrames *frames; /* NULL: not opened yet, or not to be had */
} Image;

typedef struct {
    guint64 address, size;
    const guint8 *bytes;
} Part;

typedef struct {
    guint64 registers[REGISTERS];
    Part parts[2];
    GArray *images; /* Image */
    const char *program;
    guint accesses;
} Walk;

static void read_parts(Walk *walk, const guint8 *stack)
{
    static const guint places[] = {HTOL_AT_STACK_PART, HTOL_AT_STACK_SECOND};
    gsize used = 0;
    for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
        guint64 size = htol_long_number_at(stack + places[i] + WORD);
        guint64 fitting = MIN(size, HTOL_LEN_STACK_BYTES - used);
        walk->parts[i] = (Part){htol_long_number_at(stack + places[i]), fitting, stack + HTOL_AT_STACK_BYTES + used};
        used += fitting;
    }
}

static void read_images(Walk *walk, const guint8 *stack)
{
    const guint8 *at = stack + HTOL_AT_STACK_IMAGES;
    gsize left = MIN(htol_long_number_at(stack + HTOL_AT_STACK_IMAGES_SIZE), HTOL_LEN_STACK_IMAGES);
    while (left > 2 * WORD) {
        const char *path = (const char *)at + 2 * WORD;
        gsize length = strnlen(path, left - 2 * WORD), size = (2 * WORD + length + WORD) & ~(gsize)(WORD - 1);
        if (size > left)
            return;
        Image image = {.begin = htol_long_number_at(at),
                       .number = htol_long_number_at(at + WORD),
                       .path = *path ? path : walk->program};
        g_array_append_val(walk->images, image);
        at += size;
        left -= size;
    }
}

static void free_image(gpointer image)
{
    g_clear_pointer(&((Image *)image)->frames, report_frames_free);
}

/* A library may have been opened by a relative path: it lies where we are, or beside the program, if it has that
 * number. */
static ReportFrames *open_image(const Image *image, const char *program)
{
    if (g_path_is_absolute(image->path))
        return report_frames_open(image->path, image->number);
    g_autofree char *directory = g_path_get_dirname(program), *beside = g_build_filename(directory, image->path, NULL);
    ReportFrames *frames = image->number ? report_frames_open(image->path, image->number) : NULL;
    return frames || !image->number ? frames : report_frames_open(beside, image->number);
}

/* The one that holds the address, if its file is still there; else NULL. */
static Image *image_of(Walk *walk, guint64 address)
{
    Image *last = NULL;
    for (guint i = 0; i < walk->images->len; i++) {
        Image *image = &g_array_index(walk->images, Image, i);
        if (image->begin <= address && (!last || image->begin > last->begin))
            last = image;
    }
    if (last && !last->tried)
        last->frames = open_image(last, walk->program);
    if (last)
        last->tried = TRUE;
    return last && last->frames && address - last->begin < report_frames_size(last->frames) ? last : NULL;
}

static gboolean read_word(Walk *walk, guint64 address, guint64 *word)
{
    guint8 bytes[WORD];
    for (guint i = 0; i < G_N_ELEMENTS(walk->parts); i++) {
        const Part *part = &walk->parts[i];
        guint64 at = address - part->address;
        if (at >= part->size || part->size - at < WORD)
            continue;
        *word = htol_long_number_at(part->bytes + at);
        return TRUE;
    }
    const Image *image = image_of(walk, address);
    if (!image || !report_frames_read(image->frames, address - image->begin, bytes, sizeof bytes))
        return FALSE;
    *word = htol_long_number_at(bytes);
    return TRUE;
}

/* What libunwind asks for ----------------------------------------------------------------------------------- */

static int find_function(unw_addr_space_t space, unw_word_t ip, unw_proc_info_t *found, int needs_info, void *data)
{
    const Image *image = image_of(data, ip);
    const ReportFrameTable *table = image ? report_frames_table(image->frames) : NULL;
    if (!table || table->n_entries == 0)
        return -UNW_ENOINFO;
    unw_dyn_info_t info = {.start_ip = image->begin,
                           .end_ip = image->begin + report_frames_size(image->frames),
                           .format = UNW_INFO_FORMAT_REMOTE_TABLE,
                           .u.rti = {.segbase = image->begin + table->base,
                                     .table_len = table->n_entries,
                                     .table_data = image->begin + table->at}};
    return unwinder.search(space, ip, &info, found, needs_info, data);
}

static void put_function(unw_addr_space_t space, unw_proc_info_t *found, void *data)
{
    (void)space;
    (void)found;
    (void)data;
}

static int find_dynamic(unw_addr_space_t space, unw_word_t *address, void *data)
{
    (void)space;
    (void)address;
    (void)data;
    return -UNW_ENOINFO;
}

static int access_memory(unw_addr_space_t space, unw_word_t address, unw_word_t *value, int writes, void *data)
{
    Walk *walk = data;
    guint64 word;
    (void)space;
    if (writes || ++walk->accesses > MOST_ACCESSES || !read_word(walk, address, &word))
        return -UNW_EINVAL;
    *value = word;
    return 0;
}

static int access_register(unw_addr_space_t space, unw_regnum_t number, unw_word_t *value, int writes, void *data)
{
    const Walk *walk = data;
    (void)space;
    if (writes || number < 0 || number >= REGISTERS)
        return -UNW_EBADREG;
#ifdef __x86_64__
    number = places_of_registers[number];
#endif
    *value = walk->registers[number];
    return 0;
}

static int access_vector(unw_addr_space_t space, unw_regnum_t number, unw_fpreg_t *value, int writes, void *data)
{
    (void)space;
    (void)number;
    (void)value;
    (void)writes;
    (void)data;
    return -UNW_EBADREG;
}

static int go_on(unw_addr_space_t space, unw_cursor_t *cursor, void *data)
{
    (void)space;
    (void)cursor;
    (void)data;
    return -UNW_EINVAL;
}

static int find_name(unw_addr_space_t space, unw_word_t address, char *to, size_t size, unw_word_t *offset, void *data)
{
    (void)space;
    (void)address;
    (void)to;
    (void)size;
    (void)offset;
    (void)data;
    return -UNW_ENOINFO;
}

/* The walk --------------------------------------------------------------------------------------------------- */

static HtolCodePlace place_of(Walk *walk, guint64 address)
{
    const Image *image = image_of(walk, address);
    if (!image || !image->number)
        return (HtolCodePlace){0, address};
    return (HtolCodePlace){image->number, address - image->begin};
}

/* A call through a wild pointer leads to where no unwinder knows the way back: it goes on at that call. FALSE if that
 * is not known either. */
static gboolean go_to_caller(Walk *walk)
{
    guint64 caller;
#ifdef __x86_64__
    if (!read_word(walk, walk->registers[POINTER], &caller))
        return FALSE;
    walk->registers[POINTER] += WORD;
#else
    caller = walk->registers[LINK];
#endif
    walk->registers[COUNTER] = caller - 1;
    return image_of(walk, caller - 1) != NULL;
}

/* The addresses that the cursor comes by, from the one behind `begin`. */
static guint step_on(Walk *walk, unw_cursor_t *cursor, guint64 begin, HtolCodePlace *places, guint most)
{
    guint n = 0;
    gboolean begun = FALSE;
    for (guint i = 0; i < MOST_STEPS && n < most; i++) {
        unw_word_t ip;
        if (unwinder.get(cursor, UNW_REG_IP, &ip) < 0 || ip == 0)
            break;
        if (begun)
            places[n++] = place_of(walk, ip);
        begun |= ip == begin;
        if (unwinder.step(cursor) <= 0)
            break;
    }
    return n;
}

static guint walk_from(Walk *walk, unw_addr_space_t space, guint64 begin, HtolCodePlace *places, guint most)
{
    unw_cursor_t cursor;
    guint n = 0;
    if (!image_of(walk, walk->registers[COUNTER])) {
        if (most == 0 || !go_to_caller(walk))
            return 0;
        begin = walk->registers[COUNTER];
        places[n++] = place_of(walk, begin + 1);
    }
    if (unwinder.init(&cursor, space, walk) < 0)
        return n;
    return n + step_on(walk, &cursor, begin, places + n, most - n);
}

const char *report_unwind_obstacle(const guint8 *stack)
{
    if (htol_number_at(stack + HTOL_AT_STACK_VERSION) != HTOL_STACK_LAYOUT_VERSION)
        return "another version of hlcov has saved the stack";
    if (htol_number_at(stack + HTOL_AT_STACK_MACHINE) != MACHINE)
        return "the stack is of another kind of machine";
    return open_unwinder() ? NULL : LIBUNWIND " cannot be opened";
}

guint report_unwind_stack(const guint8 *stack, const char *program, HtolCodePlace *places, guint most)
{
    static unw_accessors_t accessors = {find_function,   put_function,  find_dynamic, access_memory,
                                        access_register, access_vector, go_on,        find_name};
    if (report_unwind_obstacle(stack))
        return 0;
    Walk walk = {.images = g_array_new(FALSE, FALSE, sizeof(Image)), .program = program};
    g_array_set_clear_func(walk.images, free_image);
    for (guint i = 0; i < REGISTERS; i++)
        walk.registers[i] = htol_long_number_at(stack + HTOL_AT_STACK_REGISTERS + (gsize)i * WORD);
    read_parts(&walk, stack);
    read_images(&walk, stack);
    unw_addr_space_t space = unwinder.create(&accessors, 0);
    guint n = space ? walk_from(&walk, space, htol_long_number_at(stack + HTOL_AT_STACK_BEGIN), places, most) : 0;
    if (space)
        unwinder.destroy(space);
    g_array_unref(walk.images);
    return n;
}

/* Files ------------------------------------------------------------------------------------------------------ */

/* The note of a data file that the stack was saved for, if nobody has completed it yet; else NULL. */
static guint8 *note_of(guint8 *data, const guint8 *stack)
{
    guint32 number = htol_number_at(stack + HTOL_AT_STACK_NOTE);
    if (number >= HTOL_LEN_DATA_NOTES / HTOL_AT_CRASH_END)
        return NULL;
    guint8 *note = data + HTOL_AT_DATA_NOTES + (gsize)number * HTOL_AT_CRASH_END;
    return htol_number_at(note + HTOL_AT_CRASH_STATE) == HTOL_CRASH_COMPLETE &&
                   htol_long_number_at(note + HTOL_AT_CRASH_KEY) == htol_long_number_at(stack + HTOL_AT_STACK_KEY) &&
                   htol_number_at(note + HTOL_AT_CRASH_PLACES) == 1
               ? note
               : NULL;
}

static void complete(guint8 *note, const guint8 *stack, const guint8 *data)
{
    HtolCodePlace places[PLACES - 1];
    g_autofree char *program = g_strndup((const char *)data + HTOL_AT_DATA_PROGRAM, HTOL_LEN_DATA_PROGRAM);
    guint n = report_unwind_stack(stack, program, places, G_N_ELEMENTS(places));
    for (guint i = 0; i < n; i++) {
        guint8 *at = note + HTOL_AT_CRASH_PATH + (gsize)(i + 1) * 2 * WORD;
        htol_put_long_number(at, places[i].number);
        htol_put_long_number(at + WORD, places[i].offset);
    }
    htol_put_number(note + HTOL_AT_CRASH_PLACES, n + 1);
}

/* Into the file. The path comes first: a note may be read at any time. */
static gboolean write_note(int fd, const guint8 *data, const guint8 *note)
{
    off_t at = note - data;
    return pwrite(fd, note + HTOL_AT_CRASH_PATH, HTOL_LEN_CRASH_PATH, at + HTOL_AT_CRASH_PATH) == HTOL_LEN_CRASH_PATH &&
           pwrite(fd, note + HTOL_AT_CRASH_PLACES, 4, at + HTOL_AT_CRASH_PLACES) == 4;
}

/* Opens the data file whose header that is; negative if there is another one in its place by now. */
static int open_data(const char *path, const guint8 *data)
{
    guint8 found[HTOL_AT_DATA_UNNOTED];
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd >= 0 && pread(fd, found, sizeof found, 0) == (ssize_t)sizeof found && memcmp(found, data, sizeof found) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* The stack's bytes first: when it is free, nothing is left. */
static void erase(int fd, off_t at)
{
    static const guint8 zeros[HTOL_AT_STACK_END];
    if (pwrite(fd, zeros, sizeof zeros - WORD, at + WORD) == (ssize_t)(sizeof zeros - WORD))
        (void)!pwrite(fd, zeros, WORD, at);
}

typedef struct {
    const char *path;
    guint8 *bytes;
    const char *obstacle; /* of a stack of it; NULL: there was none */
} Data;

static gboolean write_down(const Data *data, const guint8 *note)
{
    int fd = open_data(data->path, data->bytes);
    gboolean is_written = fd >= 0 && write_note(fd, data->bytes, note);
    if (fd >= 0)
        close(fd);
    return is_written;
}

/* A stack of which the path cannot be written down stays for who can. */
static void walk_one(int stacks, off_t at, Data *data)
{
    g_autofree guint8 *stack = g_malloc(HTOL_AT_STACK_END);
    if (pread(stacks, stack, HTOL_AT_STACK_END, at) != HTOL_AT_STACK_END)
        return;
    guint8 *note = note_of(data->bytes, stack);
    if (note && report_unwind_obstacle(stack))
        data->obstacle = report_unwind_obstacle(stack);
    else if (note)
        complete(note, stack, data->bytes);
    if (!note || write_down(data, note))
        erase(stacks, at);
}

static void walk_all(int stacks, Data *data)
{
    guint64 file = htol_long_number_at(data->bytes + HTOL_AT_DATA_TEST_CHECKSUM);
    for (guint i = 0; i < HTOL_STACKS; i++) {
        guint8 start[HTOL_AT_STACK_KEY];
        off_t at = (off_t)i * HTOL_AT_STACK_END;
        if (pread(stacks, start, sizeof start, at) == (ssize_t)sizeof start &&
            htol_number_at(start + HTOL_AT_STACK_STATE) == HTOL_STACK_COMPLETE &&
            htol_long_number_at(start + HTOL_AT_STACK_FILE) == file)
            walk_one(stacks, at, data);
    }
}

/* Those of this user in the directory; negative if there are none. */
static int open_stacks(const char *directory)
{
    g_autofree char *name = g_strdup_printf("%08x" HTOL_STACK_SUFFIX, geteuid());
    g_autofree char *path = g_build_filename(directory, name, NULL);
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat status;
    if (fd < 0 && errno != ENOENT)
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0 || (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid()))
        return fd;
    close(fd);
    return -1;
}

static void walk_directory(const char *directory, Data *data)
{
    int stacks = open_stacks(directory);
    if (stacks >= 0 && flock(stacks, LOCK_EX) == 0)
        walk_all(stacks, data);
    if (stacks >= 0)
        close(stacks);
}

const char *report_unwind(const char *path, guint8 *bytes, gsize size)
{
    if (!htol_crash_is_noted(bytes, size))
        return NULL;
    g_autofree char *directory = g_path_get_dirname(path), *live = g_path_get_dirname(directory);
    g_autofree char *above = g_path_get_dirname(live);
    Data data = {path, bytes, NULL};
    walk_directory(bytes[HTOL_AT_DATA_TEST] ? above : directory, &data);
    return data.obstacle;
}
