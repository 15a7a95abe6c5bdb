/* Walks over shard files; see shards.h. */
#include "report/read/shards.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void visit_tests(const ReportShardVisitor *visitor, const HtolShardBlock *block)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(HtolShardReader) reader = htol_shard_reader_new(block, &error);
    if (reader)
        visitor->tests(visitor->user, reader, &error);
    if (error)
        visitor->damage(visitor->user, error->message);
}

static void visit_block(const ReportShardVisitor *visitor, const HtolShardBlock *block)
{
    if (block->kind == HTOL_SHARD_TESTS)
        visit_tests(visitor, block);
    else if (visitor->plain[block->kind])
        visitor->plain[block->kind](visitor->user, block->body, block->size);
}

static void visit_blocks(const ReportShardVisitor *visitor, HtolShardFile file)
{
    for (;;) {
        HtolShardBlock block;
        g_autoptr(GError) error = NULL;
        HtolShardNext next = htol_shard_next(&file, &block, &error);
        if (next == HTOL_SHARD_END)
            return;
        if (next == HTOL_SHARD_BLOCK)
            visit_block(visitor, &block);
        else
            visitor->damage(visitor->user, error->message);
    }
}

/* A FIFO or a device might never end. */
static int open_regular(const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return -1;
    int cause = fstat(fd, &status) != 0 ? errno : S_ISREG(status.st_mode) ? 0 : EINVAL;
    if (!cause)
        return fd;
    close(fd);
    errno = cause;
    return -1;
}

/* NULL and errno if that fails. Shards are only ever replaced as a whole, so that the mapping stays. */
static GMappedFile *map(const char *path)
{
    int fd = open_regular(path);
    if (fd < 0)
        return NULL;
    GMappedFile *file = g_mapped_file_new_from_fd(fd, FALSE, NULL);
    int cause = errno;
    close(fd);
    errno = cause;
    return file;
}

static void visit_mapped(const ReportShardVisitor *visitor, GMappedFile *file)
{
    if (file) {
        const guint8 *bytes = (const guint8 *)g_mapped_file_get_contents(file);
        visit_blocks(visitor, HTOL_SHARD_FILE(bytes, g_mapped_file_get_length(file)));
        return;
    }
    g_autofree char *message = g_strdup_printf("cannot be read: %s", g_strerror(errno));
    visitor->damage(visitor->user, message);
}

gboolean report_shard_read(const char *path, const ReportShardVisitor *visitor)
{
    g_autoptr(GMappedFile) file = map(path);
    if (!file && errno == ENOENT)
        return FALSE;
    visit_mapped(visitor, file);
    return TRUE;
}

void report_shard_read_file(FILE *file, const ReportShardVisitor *visitor)
{
    g_autoptr(GMappedFile) mapped = g_mapped_file_new_from_fd(fileno(file), FALSE, NULL);
    visit_mapped(visitor, mapped);
}

/* Union -------------------------------------------------------------------------------------------------- */

static guint64 union_of(const HtolColumn *column)
{
    guint64 bits = 0;
    for (guint32 i = 0; i < column->n_contents; i++)
        bits |= column->contents[i].bits;
    return bits;
}

static const guint8 *slots_of(HtolArena *arena, const HtolShardUnit *unit)
{
    guint8 *slots = htol_arena_alloc(arena, MAX(unit->n_slots, 1));
    for (guint32 at = 0; at < unit->n_slots; at += 64) {
        guint64 bits = union_of(&g_array_index(unit->slots, HtolColumn, HTOL_COLUMN_WORDS + at / 64));
        for (guint32 i = at; bits != 0; i++, bits >>= 1)
            slots[i] = bits & 1;
    }
    return slots;
}

static guint64 lost_of(const HtolShardUnit *unit)
{
    const HtolColumn *column = &g_array_index(unit->slots, HtolColumn, HTOL_COLUMN_LOST);
    guint64 most = 0;
    for (guint32 i = 0; i < column->n_contents; i++)
        most = MAX(most, column->contents[i].bits);
    return most;
}

/* Equal ones among the tuples are an honest writer's never. */
static void take_unit(HtolArena *arena, const HtolShardUnit *from, HtolDataUnit *unit)
{
    memcpy(unit->id, from->id, HTOL_ID_SIZE);
    unit->n_slots = from->n_slots;
    unit->slots = slots_of(arena, from);
    unit->has_set = from->list->len > 0 || lost_of(from) > 0;
    unit->lost = lost_of(from);
    HtolTuple *tuples = htol_arena_memdup(arena, from->list->data, from->list->len * sizeof *tuples);
    g_qsort_with_data(tuples, from->list->len, sizeof *tuples, (GCompareDataFunc)(void *)htol_tuple_compare, NULL);
    unit->tuples = tuples;
    unit->n_tuples = from->list->len;
}

HtolData *report_shard_union(HtolShardReader *reader)
{
    HtolData *data = htol_arena_new0(reader->arena, HtolData, 1);
    *data = (HtolData){.build_id = "", .program = "", .test = "", .n_units = reader->n_units};
    data->units = htol_arena_new0(reader->arena, HtolDataUnit, reader->n_units);
    for (guint32 i = 0; i < reader->n_units; i++)
        take_unit(reader->arena, &reader->units[i], &data->units[i]);
    return data;
}
