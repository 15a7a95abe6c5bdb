/* Calls functions of the list with up to five nodes, sorted or not, never a cycle. */
#include "driver.h"

struct node {
    int key;
    struct node *next;
};
struct node *insert(struct node *head, struct node *added);
int count_between(const struct node *head, int least, int most);

static void call(void)
{
    struct node nodes[6];
    int count = draw_range(0, 5);
    for (int i = 0; i < 6; i++)
        nodes[i] = (struct node){draw_int(), i + 1 < count ? &nodes[i + 1] : NULL};
    struct node *head = count > 0 ? nodes : NULL;
    if (draw_range(0, 1))
        insert(head, draw_range(0, 15) ? &nodes[5] : NULL);
    else {
        int least = draw_int();
        count_between(head, least, draw_int());
    }
}
