/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes SIP signatures: a tree in the caller's nodes, whose children are sorted, then its bytes from the last to the
 * first. Links are positions in the array; 0, the root, stands for none. */
#include "out.h"
#include "sip.h"

enum { UNDECIDED, SEQUENCE, DICT, LEAF };

static void clear(struct sigmangle_sip_node *node)
{
	/* no key is in front of the root's, behind which the first child comes */
	*node = (struct sigmangle_sip_node){ .key.index = -1, .index = -1, .kind = UNDECIDED };
}

SMALL enum sigmangle_status sigmangle_sip_tree_init(
	struct sigmangle_sip_tree *out_tree, struct sigmangle_sip_node *nodes, size_t room, enum sigmangle_mode mode)
{
	if (!room || !nodes)
		return SIGMANGLE_E_ARG;
	*out_tree = (struct sigmangle_sip_tree){ nodes, room > UINT32_MAX ? UINT32_MAX : room, 1, 0, 0, mode };
	clear(nodes);
	return SIGMANGLE_OK;
}

SMALL static int compare(const struct sigmangle_key *a, const struct sigmangle_key *b)
{
	if (!a->text)
		return (a->index > b->index) - (a->index < b->index);
	if (a->size == b->size && a->text == b->text)
		return 0;
	return sigmangle__compare_bytes(a->text, a->size, b->text, b->size);
}

/* The child with this key, or 0 and the one behind which it belongs (0: in front). Begins where the last search
 * ended. */
SMALL static uint32_t find(
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

/* Whether two keys are known to be the same without a look at their bytes. */
static inline bool is_same(const struct sigmangle_key *a, const struct sigmangle_key *b)
{
	return a->text == b->text && (a->text ? a->size == b->size : a->index == b->index);
}

/* A child between two others (0: none). Sets every field but `mark`. */
static inline uint32_t add_child(struct sigmangle_sip_tree *tree, uint32_t parent, uint32_t before, uint32_t next,
	const struct sigmangle_key *key)
{
	struct sigmangle_sip_node *const nodes = tree->nodes;
	const uint32_t number = (uint32_t)tree->count++;
	struct sigmangle_sip_node *const node = &nodes[number];
	node->key = *key;
	node->kind = UNDECIDED;
	node->parent = parent;
	node->previous = before;
	node->next = next;
	node->last = node->recent = 0;
	nodes[before].next = number; /* the root has no use for its own */
	nodes[parent].recent = number;
	if (UNLIKELY(next))
		nodes[next].previous = number;
	else
		nodes[parent].last = number;
	return number;
}

SMALL __attribute__((noinline)) static enum sigmangle_status refuse(
	struct sigmangle_diag *diag, enum sigmangle_reason reason)
{
	sigmangle__fail(diag, reason, SIGMANGLE_NO_OFFSET);
	const bool caller = reason == SIGMANGLE_NEGATIVE_INDEX || reason == SIGMANGLE_NEGATIVE_KEY;
	if (caller && diag && diag->reason == reason)
		diag->status = SIGMANGLE_E_ARG;
	return caller ? SIGMANGLE_E_ARG : sigmangle__status(reason);
}

/* Where the first key that is not there belongs. */
struct place {
	uint32_t node, before, next;
	size_t known; /* keys that lead to a node that is there */
};

/* Goes on from `place`, whose keys are known. */
SMALL __attribute__((noinline)) static enum sigmangle_reason search(
	struct sigmangle_sip_tree *tree, const struct sigmangle_key *path, size_t depth, struct place *place)
{
	struct sigmangle_sip_node *nodes = tree->nodes;
	for (; place->known < depth; place->known++) {
		const struct sigmangle_key *key = &path[place->known];
		struct sigmangle_sip_node *node = &nodes[place->node];
		if (!key->text && key->index < 0)
			return SIGMANGLE_NEGATIVE_KEY;
		if (node->kind == UNDECIDED || (node->kind == LEAF && tree->mode == SIGMANGLE_LAX))
			return SIGMANGLE_GOOD;
		if (node->kind != (key->text ? DICT : SEQUENCE))
			return SIGMANGLE_PATH_TAKEN;
		uint32_t child = find(tree, place->node, key, &place->before);
		if (!child) {
			uint32_t next = node->recent; /* where the search ended, or behind it */
			if (place->before)
				next = nodes[place->before].next;
			else
				while (nodes[next].previous)
					next = nodes[next].previous;
			place->next = next;
			return SIGMANGLE_GOOD;
		}
		place->before = 0;
		node->recent = child;
		place->node = child;
	}
	return nodes[place->node].kind == UNDECIDED ? SIGMANGLE_GOOD : SIGMANGLE_PATH_TAKEN;
}

/* sigmangle_sip_set() for any path. */
__attribute__((noinline)) static enum sigmangle_status set_any(struct sigmangle_sip_tree *tree, int32_t index,
	const struct sigmangle_key *path, size_t depth, struct sigmangle_diag *diag)
{
	struct sigmangle_sip_node *const nodes = tree->nodes;
	struct place place = { tree->cursor, 0, 0, tree->cursor_depth };
	if (UNLIKELY(index < 0))
		return refuse(diag, SIGMANGLE_NEGATIVE_INDEX);
	if (UNLIKELY(place.known >= depth))
		place = (struct place){ 0, 0, 0, 0 };
	/* what this path shares with the one before */
	uint32_t at = place.node;
	for (size_t i = place.known; i-- > 0;) {
		const struct sigmangle_sip_node *node = &nodes[at];
		at = node->parent;
		if (!is_same(&path[i], &node->key)) {
			place.known = i;
			place.node = at;
		}
	}
	/* most often the next key is new, and behind all others */
	const struct sigmangle_key *key = &path[place.known];
	const struct sigmangle_sip_node *node = &nodes[place.node];
	const struct sigmangle_key *last = &nodes[node->last].key;
	if (LIKELY(depth) && LIKELY(key->text ? node->kind == DICT && sigmangle__is_ascending(last->text, last->size,
									      key->text, key->size)
					      : node->kind == SEQUENCE && key->index > last->index)) {
		place.before = node->last;
	} else {
		struct place found = place;
		enum sigmangle_reason reason = search(tree, path, depth, &found);
		place = found;
		if (UNLIKELY(reason != SIGMANGLE_GOOD))
			return refuse(diag, reason);
	}
	for (size_t i = place.known + 1; i < depth; i++) {
		if (UNLIKELY(!path[i].text && path[i].index < 0))
			return refuse(diag, SIGMANGLE_NEGATIVE_KEY);
	}
	if (UNLIKELY(depth - place.known > tree->room - tree->count))
		return refuse(diag, SIGMANGLE_NODE_ROOM);
	uint32_t parent = 0, child = place.node;
	for (size_t i = place.known; i < depth; i++, place.before = place.next = 0) {
		parent = child;
		nodes[parent].kind = path[i].text ? DICT : SEQUENCE;
		child = add_child(tree, parent, place.before, place.next, &path[i]);
	}
	nodes[child].kind = LEAF;
	nodes[child].index = index;
	tree->cursor = parent;
	tree->cursor_depth = depth ? depth - 1 : 0;
	return SIGMANGLE_OK;
}

/* Most often a leaf is the next of the sequence that the one before is in. */
enum sigmangle_status sigmangle_sip_set(struct sigmangle_sip_tree *tree, int32_t index,
	const struct sigmangle_key *path, size_t depth, struct sigmangle_diag *diag)
{
	struct sigmangle_sip_node *const nodes = tree->nodes, *const parent = &nodes[tree->cursor], *node = parent;
	if (index < 0 || !depth || depth - 1 != tree->cursor_depth)
		return set_any(tree, index, path, depth, diag);
	const struct sigmangle_key *key = &path[depth - 1];
	if (key->text || parent->kind != SEQUENCE || key->index <= nodes[parent->last].key.index ||
		tree->count == tree->room)
		return set_any(tree, index, path, depth, diag);
	while (key != path) {
		key--;
		if (!is_same(key, &node->key))
			return set_any(tree, index, path, depth, diag);
		node = &nodes[node->parent];
	}
	node = &nodes[add_child(tree, tree->cursor, parent->last, 0, &path[depth - 1])];
	node->kind = LEAF;
	node->index = index;
	return SIGMANGLE_OK;
}

/* Key in front of a value that is written. */
static bool put_key(struct sigmangle__back *back, const struct sigmangle_key *key)
{
	const size_t mark = sigmangle__back_length(back);
	if (!key->text) {
		sigmangle__back_any(back, 'k', key->index);
		return true;
	}
	sigmangle__back_bytes(back, key->text, key->size);
	return sigmangle__back_header(back, 'K', mark);
}

/* Writes the leaf `at` of a sequence and the leaves in front of it, while there is room whatever their numbers are.
 * Returns the last that was written, 0 when there is none. */
static inline uint32_t put_leaves(struct sigmangle__back *back, const struct sigmangle_sip_node *nodes, uint32_t at)
{
	const struct sigmangle_sip_node *node = &nodes[at];
	char *to = back->at;
	uint32_t written = 0;
	if (!at || node->key.text)
		return 0;
	while (node->kind == LEAF && to - back->begin >= 2 * SIGMANGLE__NUMBER_MOST) {
		to = sigmangle__integer_before(to, '_', node->index);
		to = sigmangle__integer_before(to, 'k', node->key.index);
		written = at;
		at = node->previous;
		if (!at)
			break;
		node = &nodes[at];
	}
	back->at = to;
	return written;
}

/* False: too long. */
__attribute__((hot)) static bool put_tree(struct sigmangle__back *back, const struct sigmangle_sip_tree *tree)
{
	struct sigmangle_sip_node *nodes = tree->nodes;
	uint32_t at = 0, written;
	if (nodes[0].kind == UNDECIDED)
		return true;
	for (;;) {
		while (nodes[at].kind != LEAF) {
			nodes[at].mark = sigmangle__back_length(back);
			at = nodes[at].last;
		}
		written = put_leaves(back, nodes, at);
		if (!written)
			sigmangle__back_any(back, '_', nodes[at].index);
		else
			at = written;
		/* a value is written: its key, and then what is in front of it, or the container that begins here */
		for (;; written = 0) {
			if (!at)
				return true;
			if (!written && !put_key(back, &nodes[at].key))
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

SMALL enum sigmangle_status sigmangle_sip_mangle(struct sigmangle_sip_tree *inputs, struct sigmangle_sip_tree *results,
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
