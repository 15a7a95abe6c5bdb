/* A sorted linked list: puts a node in its place, unless its key is there; counts what lies between two keys. */
struct node {
    int key;
    struct node *next;
};
struct node *insert(struct node *head, struct node *added);
int count_between(const struct node *head, int least, int most);

struct node *insert(struct node *head, struct node *added)
{
    if (!added)
        return head;
    if (!head || added->key < head->key) {
        added->next = head;
        return added;
    }
    struct node *before = head;
    while (before->next && before->next->key <= added->key)
        before = before->next;
    if (before->key == added->key)
        return head;
    added->next = before->next;
    before->next = added;
    return head;
}

int count_between(const struct node *head, int least, int most)
{
    int count = 0;
    for (; head && head->key <= most; head = head->next)
        if (head->key >= least)
            count++;
    return count;
}
