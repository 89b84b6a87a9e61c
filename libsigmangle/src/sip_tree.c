/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes SIP signatures: a tree in the caller's nodes, whose children are sorted, then its bytes from the last to the
 * first. Links are positions in the array; 0, the root, stands for none. */
#include "out.h"
#include "sip.h"

enum { UNDECIDED, SEQUENCE, DICT, LEAF };

static void clear(struct sigmangle_sip_node *node)
{
	*node = (struct sigmangle_sip_node){ .index = -1, .kind = UNDECIDED };
}

SMALL enum sigmangle_status sigmangle_sip_tree_init(
	struct sigmangle_sip_tree *out_tree, struct sigmangle_sip_node *nodes, size_t room, enum sigmangle_mode mode)
{
	if (!room || !nodes)
		return SIGMANGLE_E_ARG;
	*out_tree = (struct sigmangle_sip_tree){ nodes, room > UINT32_MAX ? UINT32_MAX : room, 1, mode };
	clear(nodes);
	return SIGMANGLE_OK;
}

static int compare(const struct sigmangle_key *a, const struct sigmangle_key *b)
{
	if (!a->text)
		return (a->index > b->index) - (a->index < b->index);
	if (a->size == b->size && a->text == b->text)
		return 0;
	return sigmangle__compare_bytes(a->text, a->size, b->text, b->size);
}

/* The child with this key, or 0 and the one behind which it belongs (0: in front). Begins where the last search
 * ended. */
static uint32_t find(
	struct sigmangle_sip_tree *tree, uint32_t parent, const struct sigmangle_key *key, uint32_t *out_before)
{
	struct sigmangle_sip_node *nodes = tree->nodes;
	uint32_t at = nodes[parent].recent;
	int order = compare(key, &nodes[at].key);
	while (order < 0) {
		at = nodes[at].previous;
		if (!at)
			break;
		order = compare(key, &nodes[at].key);
	}
	while (order > 0 && nodes[at].next) {
		uint32_t next = nodes[at].next;
		order = compare(key, &nodes[next].key);
		if (order < 0)
			break;
		at = next;
	}
	*out_before = at;
	return at && order == 0 ? at : 0;
}

/* Behind `before`, or in front of all. Sets every field. */
static uint32_t add_child(
	struct sigmangle_sip_tree *tree, uint32_t parent, uint32_t before, const struct sigmangle_key *key)
{
	struct sigmangle_sip_node *const nodes = tree->nodes;
	const uint32_t number = (uint32_t)tree->count++;
	struct sigmangle_sip_node *const node = &nodes[number];
	uint32_t next = 0;
	if (LIKELY(before)) {
		next = nodes[before].next;
		nodes[before].next = number;
	} else if (nodes[parent].recent) {
		next = nodes[parent].recent; /* where the search ended, or behind it */
		while (nodes[next].previous)
			next = nodes[next].previous;
	}
	node->key = *key;
	node->index = -1;
	node->kind = UNDECIDED;
	node->parent = parent;
	node->previous = before;
	node->next = next;
	node->last = node->recent = 0;
	nodes[parent].recent = number;
	if (next)
		nodes[next].previous = number;
	else
		nodes[parent].last = number;
	return number;
}

static enum sigmangle_status refuse(struct sigmangle_diag *diag, enum sigmangle_reason reason)
{
	sigmangle__fail(diag, reason, SIGMANGLE_NO_OFFSET);
	const bool caller = reason == SIGMANGLE_NEGATIVE_INDEX || reason == SIGMANGLE_NEGATIVE_KEY;
	if (caller && diag && diag->reason == reason)
		diag->status = SIGMANGLE_E_ARG;
	return caller ? SIGMANGLE_E_ARG : sigmangle__status(reason);
}

enum sigmangle_status sigmangle_sip_set(struct sigmangle_sip_tree *tree, int32_t index,
	const struct sigmangle_key *path, size_t depth, struct sigmangle_diag *diag)
{
	struct sigmangle_sip_node *nodes = tree->nodes;
	uint32_t node = 0, before = 0;
	size_t known = 0; /* keys that lead to a node that is there */
	if (index < 0)
		return refuse(diag, SIGMANGLE_NEGATIVE_INDEX);
	/* the way of the path before, as long as it is this one; a node with children is no leaf */
	for (; known < depth; known++) {
		const struct sigmangle_key *key = &path[known], *other;
		const uint32_t recent = nodes[node].recent;
		other = &nodes[recent].key;
		if (!recent || key->text != other->text || key->size != other->size || key->index != other->index)
			break;
		node = recent;
	}
	/* most often the next number in a sequence is new */
	if (LIKELY(known < depth) && !path[known].text && nodes[node].kind == SEQUENCE &&
		path[known].index > nodes[nodes[node].last].key.index)
		before = nodes[node].last;
	for (; known < depth && !before; known++) {
		const struct sigmangle_key *key = &path[known];
		const uint32_t kind = key->text ? DICT : SEQUENCE;
		if (!key->text && key->index < 0)
			return refuse(diag, SIGMANGLE_NEGATIVE_KEY);
		if (nodes[node].kind == UNDECIDED || (nodes[node].kind == LEAF && tree->mode == SIGMANGLE_LAX))
			break;
		if (nodes[node].kind != kind)
			return refuse(diag, SIGMANGLE_PATH_TAKEN);
		uint32_t child = find(tree, node, key, &before);
		if (!child)
			break;
		before = 0;
		nodes[node].recent = child;
		node = child;
	}
	if (known == depth && nodes[node].kind != UNDECIDED)
		return refuse(diag, SIGMANGLE_PATH_TAKEN);
	for (size_t i = known; i < depth; i++) {
		if (!path[i].text && path[i].index < 0)
			return refuse(diag, SIGMANGLE_NEGATIVE_KEY);
	}
	if (depth - known > tree->room - tree->count)
		return refuse(diag, SIGMANGLE_NODE_ROOM);
	for (; known < depth; known++, before = 0) {
		nodes[node].kind = path[known].text ? DICT : SEQUENCE;
		node = add_child(tree, node, before, &path[known]);
	}
	nodes[node].kind = LEAF;
	nodes[node].index = index;
	return SIGMANGLE_OK;
}

/* Key in front of a value that is written. */
static bool put_key(struct sigmangle__back *back, const struct sigmangle_key *key)
{
	const size_t mark = sigmangle__back_length(back);
	if (!key->text) {
		sigmangle__back_integer(back, 'k', key->index);
		return true;
	}
	sigmangle__back_bytes(back, key->text, key->size);
	return sigmangle__back_header(back, 'K', mark);
}

/* False: too long. */
static bool put_tree(struct sigmangle__back *back, const struct sigmangle_sip_tree *tree)
{
	struct sigmangle_sip_node *nodes = tree->nodes;
	uint32_t at = 0;
	if (nodes[0].kind == UNDECIDED)
		return true;
	for (;;) {
		while (nodes[at].kind != LEAF) {
			nodes[at].mark = sigmangle__back_length(back);
			at = nodes[at].last;
		}
		sigmangle__back_integer(back, '_', nodes[at].index);
		/* a value is written: its key, and then what is in front of it, or the container that begins here */
		for (;;) {
			if (!at)
				return true;
			if (!put_key(back, &nodes[at].key))
				return false;
			if (nodes[at].previous)
				break;
			at = nodes[at].parent;
			if (!sigmangle__back_header(back, nodes[at].kind == DICT ? 'D' : 'S', nodes[at].mark))
				return false;
		}
		at = nodes[at].previous;
	}
}

enum sigmangle_status sigmangle_sip_mangle(struct sigmangle_sip_tree *inputs, struct sigmangle_sip_tree *results,
	char *out, size_t room, size_t *out_length, struct sigmangle_diag *diag)
{
	struct sigmangle__back back = sigmangle__back_begin(out, room);
	bool good = !results || put_tree(&back, results);
	good = good && sigmangle__back_header(&back, 'R', 0);
	const size_t mark = sigmangle__back_length(&back);
	good = good && (!inputs || put_tree(&back, inputs));
	good = good && sigmangle__back_header(&back, 'I', mark);
	if (!good)
		back = sigmangle__back_begin(out, room);
	sigmangle__back_end(&back, out, room);
	*out_length = sigmangle__back_length(&back);
	return good ? SIGMANGLE_OK : refuse(diag, SIGMANGLE_TOO_LONG);
}
