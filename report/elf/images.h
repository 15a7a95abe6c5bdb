/* Programs and libraries by the numbers that recorded addresses of code have (HTOL_TUPLE_CODE): those of the inputs,
 * and the libraries that these are linked with. What an address means is not known here. */
#ifndef REPORT_IMAGES_H
#define REPORT_IMAGES_H

#include "report/elf/elf.h"
#include "report/inputs/inputs.h"

/* A program or library. */
typedef struct {
    const char *path, *build_id;
    const char *name;       /* the path without directories */
    ReportSymbols *symbols; /* NULL: it is gone, or was built again */
} ReportImage;

typedef struct ReportImages ReportImages;

/* `inputs` must outlive it. */
ReportImages *report_images_new(const ReportInputs *inputs);
void report_images_free(ReportImages *images);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportImages, report_images_free)

/* NULL if none has that number. Lives as long as the images. */
const ReportImage *report_images_find(ReportImages *images, guint64 number);

#endif
