/* Draws the map of gaps; see map.h. Cells are in per cent, so that they fit any width, and are laid out by the method
 * of Bruls, Huizing and van Wijk (2000): rows of cells that are nearly square. */
#include "report/html/overview/map.h"

#include <string.h>

#include "report/html/parts/places.h"
#include "report/html/parts/tiles.h"

#define LETTER 6.4 /* units that a letter of small text takes */

/* Sizes that the map is laid out for, in pixels: the sheet has the heights. Narrow windows have a drawing of their own.
 */
enum { WORDS = 13 }; /* letters of "5% of the gap" */
enum {
    WIDE = 1200,
    WIDE_HEIGHT = 340,
    TALL = 358,
    TALL_HEIGHT = 520,
    MOST_CELLS = 60,
    MOST_FOLDERS = 8,
    NAME_HEIGHT = 22,
    REST = 4
};

typedef struct {
    double x, y, width, height;
} Box;

/* A file, or all that have no cell of their own. */
typedef struct {
    const ReportFile *file; /* NULL: the rest */
    guint n_files, open;
    guint size;   /* as it is drawn: `open`, but of the rest, which may be much, at most a part of the others */
    gsize folder; /* bytes of its path before the name */
} Cell;

typedef struct {
    const ReportModel *model;
    HtolCriterion criterion; /* whose score colours cells */
    guint open;              /* of all files */
    GArray *cells;           /* Cell, the largest first */
    FILE *out;
} Map;

/* ---- layout ---- */

/* How far the longest of some cells in a row is from a square. */
static double worst_of(const guint *sizes, guint n, double sum, double side, double scale)
{
    double thick = sum * scale / side, most = sizes[0] * scale / thick, least = sizes[n - 1] * scale / thick;
    return MAX(MAX(most / thick, thick / most), MAX(least / thick, thick / least));
}

/* How many of the sizes make the next row along a side, and their sum. */
static guint row_of(const guint *sizes, guint n, double side, double scale, double *sum)
{
    guint count = 1;
    *sum = sizes[0];
    double worst = worst_of(sizes, 1, *sum, side, scale);
    for (; count < n; count++) {
        double next = worst_of(sizes, count + 1, *sum + sizes[count], side, scale);
        if (next > worst)
            break;
        worst = next;
        *sum += sizes[count];
    }
    return count;
}

/* Lays a row along the shorter side of the box, and takes it off the box. */
static void place_row(const guint *sizes, guint count, double sum, double scale, Box *box, Box *boxes)
{
    gboolean down = box->height < box->width;
    double thick = sum * scale / (down ? box->height : box->width), at = 0;
    for (guint i = 0; i < count; i++) {
        double length = sizes[i] * scale / thick;
        boxes[i] = down ? (Box){box->x, box->y + at, thick, length} : (Box){box->x + at, box->y, length, thick};
        at += length;
    }
    *box = down ? (Box){box->x + thick, box->y, box->width - thick, box->height}
                : (Box){box->x, box->y + thick, box->width, box->height - thick};
}

/* Fills a box with `n` boxes of these sizes, the largest first; none is 0. */
static void fill_box(const guint *sizes, guint n, Box box, Box *boxes)
{
    double all = 0, sum;
    for (guint i = 0; i < n; i++)
        all += sizes[i];
    double scale = box.width * box.height / MAX(all, 1);
    for (guint at = 0, count; at < n; at += count) {
        count = row_of(sizes + at, n - at, MIN(box.width, box.height), scale, &sum);
        place_row(sizes + at, count, sum, scale, &box, boxes + at);
    }
}

/* ---- cells ---- */

static int compare_cells(gconstpointer left, gconstpointer right)
{
    const Cell *one = left, *other = right;
    if (one->open != other->open)
        return one->open < other->open ? 1 : -1;
    return strcmp(one->file->path, other->file->path);
}

static gsize folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (gsize)(slash + 1 - path) : 0;
}

static void drop_rest(Map *map)
{
    Cell rest = {.file = NULL};
    guint shown = 0;
    for (guint i = 0; i < MIN(map->cells->len, MOST_CELLS); i++)
        shown += g_array_index(map->cells, Cell, i).open;
    for (guint i = MOST_CELLS; i < map->cells->len; i++) {
        rest.open += g_array_index(map->cells, Cell, i).open;
        rest.n_files++;
    }
    if (rest.n_files == 0)
        return;
    rest.size = MAX(MIN(rest.open, shown / REST), 1);
    g_array_set_size(map->cells, MOST_CELLS);
    g_array_append_val(map->cells, rest);
}

static void find_cells(Map *map)
{
    for (guint i = 0; i < map->model->n_files; i++) {
        const ReportFile *file = map->model->files[i];
        Cell cell = {.file = file, .n_files = 1, .open = report_open(file->totals), .folder = folder_of(file->path)};
        cell.size = cell.open;
        if (cell.open > 0)
            g_array_append_val(map->cells, cell);
        map->open += cell.open;
    }
    g_array_sort(map->cells, compare_cells);
    drop_rest(map);
}

/* ---- drawing ---- */

static void put_box(const Map *map, const Box *box, const Box *all)
{
    fprintf(map->out, "<svg x=%.2f%% y=%.2f%% width=%.2f%% height=%.2f%%>", 100 * (box->x - all->x) / all->width,
            100 * (box->y - all->y) / all->height, 100 * box->width / all->width, 100 * box->height / all->height);
}

static void put_share(const Map *map, guint open, gboolean rounded)
{
    double share = 100.0 * open / MAX(map->open, 1);
    fprintf(map->out, rounded ? "%.0f%%" : "%.1f%%", share);
}

static void put_run(const Map *map, const ReportFile *file)
{
    g_autofree char *score = report_score_text(&file->totals[map->criterion]);
    fprintf(map->out, "%s %s", score, map->criterion == HTOL_CRIT_stmt ? "run" : "covered");
}

/* Whether so many letters of this size (in units) fit beside margins. */
static gboolean fits(const Box *box, double letters, double size)
{
    return size * letters + 16 <= box->width;
}

/* The score alone, where there is no room for more. */
static void put_score(const Map *map, const ReportFile *file, const Box *box, guint x, guint y)
{
    g_autofree char *score = report_score_text(&file->totals[map->criterion]);
    if (box->height >= y + 8 && fits(box, (double)strlen(score), LETTER))
        fprintf(map->out, "<text class=s x=%u y=%u>%s</text>", x, y, score);
}

/* "5% of the gap", and "24.7% run" below it; in a low box only the latter. */
static void put_numbers(const Map *map, const Cell *cell, const Box *box)
{
    gboolean is_high = box->height >= 64 || !cell->file;
    if (is_high) {
        fputs("<text class=s x=9 y=37>", map->out);
        put_share(map, cell->open, TRUE);
        fputs(" of the gap</text>", map->out);
    }
    if (!cell->file)
        return;
    fprintf(map->out, "<text class=s x=9 y=%u>", is_high ? 53 : 37);
    put_run(map, cell->file);
    fputs("</text>", map->out);
}

/* What does not fit is left out, and a number without a name: the title has them. */
static void put_label(const Map *map, const Cell *cell, const char *name, const Box *box)
{
    double length = (double)g_utf8_strlen(name, -1);
    gboolean is_large = 7.6 * length + 18 <= box->width && box->height >= 28;
    gboolean is_named = is_large || (6.4 * length + 14 <= box->width && box->height >= 24);
    if (is_named) {
        fputs(is_large ? "<text x=9 y=20>" : "<text class=s x=7 y=18>", map->out);
        report_html_string(map->out, name);
        fputs("</text>", map->out);
    }
    if (is_large && box->height >= 46 && fits(box, WORDS, LETTER))
        put_numbers(map, cell, box);
    else if (cell->file && is_named)
        put_score(map, cell->file, box, is_large ? 9 : 7, is_large ? 37 : 34);
}

static void put_file(const Map *map, const Cell *cell, const Box *box, const Box *all)
{
    const ReportTotals *totals = &cell->file->totals[map->criterion];
    report_html_link_begin(map->out, cell->file->path, 0, NULL);
    put_box(map, box, all);
    fputs("<title>", map->out);
    report_html_string(map->out, cell->file->path);
    fputs(": ", map->out);
    put_share(map, cell->open, FALSE);
    fputs(" of what is not covered; ", map->out);
    put_run(map, cell->file);
    fprintf(map->out, "</title><rect class=%s width=100%% height=100%% />", report_html_grade(map->model, totals));
    put_label(map, cell, cell->file->path + cell->folder, box);
    fputs("</svg></a>\n", map->out);
}

static void put_rest(const Map *map, const Cell *cell, const Box *box, const Box *all)
{
    g_autofree char *name = g_strdup_printf("and %u more", cell->n_files);
    fputs("<a href=#files>", map->out);
    put_box(map, box, all);
    fprintf(map->out, "<title>%s: ", name);
    put_share(map, cell->open, FALSE);
    fputs(" of what is not covered</title><rect class=na width=100% height=100% />", map->out);
    put_label(map, cell, name, box);
    fputs("</svg></a>\n", map->out);
}

static void put_cells(const Map *map, const Cell *cells, guint n, Box all)
{
    g_autofree guint *sizes = g_new(guint, n);
    g_autofree Box *boxes = g_new0(Box, n);
    for (guint i = 0; i < n; i++)
        sizes[i] = cells[i].size;
    fill_box(sizes, n, all, boxes);
    for (guint i = 0; i < n; i++)
        if (cells[i].file)
            put_file(map, &cells[i], &boxes[i], &all);
        else
            put_rest(map, &cells[i], &boxes[i], &all);
}

/* ---- folders ---- */

typedef struct {
    guint size;
    GArray *cells; /* Cell of one folder */
} Folder;

static gboolean is_in(const Cell *cell, const Folder *folder)
{
    const Cell *first = &g_array_index(folder->cells, Cell, 0);
    if (!cell->file || !first->file)
        return cell->file == first->file;
    return cell->folder == first->folder && memcmp(cell->file->path, first->file->path, cell->folder) == 0;
}

static void add_to_folder(GPtrArray *folders, const Cell *cell)
{
    Folder *folder = NULL;
    for (guint i = 0; i < folders->len && !folder; i++)
        if (is_in(cell, folders->pdata[i]))
            folder = folders->pdata[i];
    if (!folder) {
        folder = g_new0(Folder, 1);
        folder->cells = g_array_new(FALSE, FALSE, sizeof(Cell));
        g_ptr_array_add(folders, folder);
    }
    folder->size += cell->size;
    g_array_append_val(folder->cells, *cell);
}

static void free_folder(gpointer folder)
{
    g_array_unref(((Folder *)folder)->cells);
    g_free(folder);
}

static int compare_folders(gconstpointer left, gconstpointer right)
{
    const Folder *one = *(const Folder *const *)left, *other = *(const Folder *const *)right;
    return (one->size < other->size) - (one->size > other->size);
}

/* A frame with its name, and its files in it. */
static void put_folder(const Map *map, const Folder *folder, const Box *box, const Box *all)
{
    const Cell *cells = &g_array_index(folder->cells, Cell, 0);
    if (!cells->file || box->height < 3 * NAME_HEIGHT) {
        put_box(map, box, all);
        put_cells(map, cells, folder->cells->len, (Box){0, 0, box->width, box->height});
        fputs("</svg>\n", map->out);
        return;
    }
    Box inner = {0, NAME_HEIGHT, box->width, box->height - NAME_HEIGHT}, outer = {0, 0, box->width, box->height};
    put_box(map, box, all);
    fputs("<rect class=frame width=100% height=100% /><text class=dirname x=9 y=15>", map->out);
    if (cells->folder > 0)
        report_html_text(map->out, cells->file->path, cells->folder);
    else
        fputs("./", map->out);
    fputs("</text>\n", map->out);
    put_box(map, &inner, &outer);
    put_cells(map, cells, folder->cells->len, (Box){0, 0, inner.width, inner.height});
    fputs("</svg></svg>\n", map->out);
}

static void put_folders(const Map *map, const GPtrArray *folders, Box all)
{
    g_autofree guint *sizes = g_new(guint, folders->len);
    g_autofree Box *boxes = g_new0(Box, folders->len);
    for (guint i = 0; i < folders->len; i++)
        sizes[i] = ((const Folder *)folders->pdata[i])->size;
    fill_box(sizes, folders->len, all, boxes);
    for (guint i = 0; i < folders->len; i++)
        put_folder(map, folders->pdata[i], &boxes[i], &all);
}

/* Few folders have frames. */
static void put_drawing(const Map *map, const char *class, Box all)
{
    g_autoptr(GPtrArray) folders = g_ptr_array_new_with_free_func(free_folder);
    for (guint i = 0; i < map->cells->len; i++)
        add_to_folder(folders, &g_array_index(map->cells, Cell, i));
    g_ptr_array_sort(folders, compare_folders);
    fprintf(map->out,
            "<svg class=\"map %s\" role=group aria-label=\"Files, as large as what is not covered in them\">\n", class);
    if (folders->len > 1 && folders->len <= MOST_FOLDERS)
        put_folders(map, folders, all);
    else
        put_cells(map, &g_array_index(map->cells, Cell, 0), map->cells->len, all);
    fputs("</svg>\n", map->out);
}

static void put_head(const Map *map)
{
    g_autofree char *limits = report_html_limits(map->model);
    g_auto(GStrv) each = g_strsplit(limits, " ", 2);
    fprintf(map->out,
            "<section aria-labelledby=h-map><div class=head><h2 id=h-map>Where the gaps are <small>area: what is not "
            "covered "
            "· colour: %s</small></h2><div class=\"end keys\"><span><i class=\"sw lo\"></i>below %s%%</span><span><i "
            "class=\"sw mi\"></i>below %s%%</span><span><i class=\"sw hi\"></i>%s%% and more</span></div></div>\n",
            map->criterion == HTOL_CRIT_stmt ? "statements run" : htol_criteria[map->criterion].title, each[0], each[1],
            each[1]);
}

void report_html_map(const ReportModel *model, FILE *out)
{
    Map map = {.model = model, .criterion = report_headline(model), .out = out};
    map.cells = g_array_new(FALSE, FALSE, sizeof(Cell));
    find_cells(&map);
    if (map.cells->len > 1) {
        put_head(&map);
        put_drawing(&map, "wide", (Box){0, 0, WIDE, WIDE_HEIGHT});
        put_drawing(&map, "tall", (Box){0, 0, TALL, TALL_HEIGHT});
        fputs("</section>\n", out);
    }
    g_array_unref(map.cells);
}
