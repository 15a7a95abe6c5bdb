/* Finds the words of classes; see operation.h. */
#include "htol/operation.h"

const char *htol_operation_word(const HtolFunction *function, guint32 operation, guint32 k)
{
    guint32 low = 0, high = function->n_classes;
    while (low < high) {
        guint32 middle = low + (high - low) / 2;
        if (function->classes[middle].operation < operation)
            low = middle + 1;
        else
            high = middle;
    }
    gboolean found = low < function->n_classes && function->classes[low].operation == operation;
    return found && k < function->operations[operation].classes ? function->classes[low + k].text : NULL;
}
