/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes SIP signatures: builds a tree with sorted children in the caller's nodes, then writes the bytes from last to
 * first. */
#include "out.h"
#include "sip.h"

/* The index of nodes other than leaves; the last byte is the tag. */
enum { UNDECIDED = INT32_MIN, SEQUENCE = INT32_MIN + 'S', DICT = INT32_MIN + 'D' };

#define NO_DEPTH SIZE_MAX

/* Makes the compiler load values from memory again instead of keeping them in registers, so that no register has to be
 * saved. */
#define FORGET_MEMORY() __asm__ volatile("" : : : "memory")

SMALL enum sigmangle_status sigmangle_sip_tree_init(
	struct sigmangle_sip_tree *out_tree, struct sigmangle_sip_node *nodes, size_t room, enum sigmangle_mode mode)
{
	if (!room || !nodes)
		return SIGMANGLE_E_ARG;
	*out_tree = (struct sigmangle_sip_tree){ nodes, nodes + 1, nodes + room, nodes, 0, NO_DEPTH, mode };
	nodes->key.text = NULL;
	nodes->index = UNDECIDED;
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

/* The place of the first missing key: a child of `node`, after the child `before` (`node` itself: the first) and before
 * `next` (NULL: the last). */
struct place {
	struct sigmangle_sip_node *node, *before, *next;
	const struct sigmangle_key *key;
};

/* Finds the child of place->node with this key; otherwise returns NULL and the place of the key. place->node has
 * children. The search begins at the previous result or at the end. */
SMALL static struct sigmangle_sip_node *find(struct place *place, const struct sigmangle_key *key)
{
	struct sigmangle_sip_node *at = place->node->at.recent;
	int order = compare(key, &at->key);
	if (order > 0) {
		at = place->node->last;
		order = compare(key, &at->key);
	}
	for (place->next = NULL; order < 0; order = compare(key, &at->key)) {
		place->next = at;
		at = at->previous;
		if (at == place->node)
			break;
	}
	place->before = at;
	return order == 0 ? at : NULL;
}

/* Returns whether two keys are known to be equal without comparing their bytes. */
static inline bool is_same(const struct sigmangle_key *a, const struct sigmangle_key *b)
{
	return a->text == b->text && (a->text ? a->size == b->size : a->index == b->index);
}

SMALL __attribute__((noinline)) static enum sigmangle_status refuse(
	struct sigmangle_diag *diag, enum sigmangle_reason reason)
{
	const bool caller = reason == SIGMANGLE_NEGATIVE_INDEX || reason == SIGMANGLE_NEGATIVE_KEY;
	return sigmangle__fail_as(
		diag, caller ? SIGMANGLE_E_ARG : sigmangle__status(reason), reason, SIGMANGLE_NO_OFFSET);
}

/* Continues at place->key; all keys before it exist. */
SMALL __attribute__((noinline)) static enum sigmangle_reason search(
	struct place *place, const struct sigmangle_key *end, enum sigmangle_mode mode)
{
	for (; place->key < end; place->key++) {
		const struct sigmangle_key *key = place->key;
		struct sigmangle_sip_node *node = place->node;
		place->before = node;
		place->next = NULL;
		if (!key->text && key->index < 0)
			return SIGMANGLE_NEGATIVE_KEY;
		if (node->index == UNDECIDED || (node->index >= 0 && mode == SIGMANGLE_LAX))
			return SIGMANGLE_GOOD;
		if (node->index != (key->text ? DICT : SEQUENCE))
			return SIGMANGLE_PATH_TAKEN;
		struct sigmangle_sip_node *child = find(place, key);
		if (!child)
			return SIGMANGLE_GOOD;
		node->at.recent = child;
		child->parent = node; /* a leaf is converted to a parent */
		place->node = child;
	}
	return place->node->index == UNDECIDED ? SIGMANGLE_GOOD : SIGMANGLE_PATH_TAKEN;
}

/* Reports too few nodes, unless a key is invalid, which is reported first. */
SMALL static enum sigmangle_reason lack_of_nodes(const struct sigmangle_key *key, const struct sigmangle_key *end)
{
	while (key < end && (key->text || key->index >= 0))
		key++;
	return key < end ? SIGMANGLE_NEGATIVE_KEY : SIGMANGLE_NODE_ROOM;
}

static inline void make_node(struct sigmangle_sip_node *node, const struct sigmangle_key *key,
	struct sigmangle_sip_node *parent, struct sigmangle_sip_node *before)
{
	node->key = *key;
	node->parent = parent;
	node->previous = before;
}

/* Creates nodes for the keys, starting at *node; *node becomes the last one. The first key is valid. */
static inline enum sigmangle_reason make_chain(const struct sigmangle_sip_node *nodes_end,
	struct sigmangle_sip_node **out_node, const struct sigmangle_key *key, const struct sigmangle_key *end,
	struct sigmangle_sip_node *parent, struct sigmangle_sip_node *before)
{
	struct sigmangle_sip_node *node = *out_node;
	if (UNLIKELY(node == nodes_end))
		return lack_of_nodes(key, end);
	make_node(node, key, parent, before);
	while (++key != end) {
		struct sigmangle_sip_node *const child = node + 1;
		node->last = node->at.recent = child;
		if (UNLIKELY(child == nodes_end))
			return lack_of_nodes(key, end);
		node->index = DICT;
		if (!key->text) {
			node->index = SEQUENCE;
			if (UNLIKELY(key->index < 0))
				return SIGMANGLE_NEGATIVE_KEY;
		}
		make_node(child, key, node, node);
		node = child;
	}
	*out_node = node;
	return SIGMANGLE_GOOD;
}

/* Finds the first key of the path that is not known to be shared with the previous path; *out_parent is its parent. */
static inline const struct sigmangle_key *skip_shared(const struct sigmangle_sip_tree *tree,
	const struct sigmangle_key *path, size_t depth, struct sigmangle_sip_node **out_parent)
{
	const struct sigmangle_key *key = path;
	struct sigmangle_sip_node *parent = tree->nodes;
	if (LIKELY(tree->cursor_depth < depth)) {
		parent = tree->cursor;
		key += tree->cursor_depth;
	}
	struct sigmangle_sip_node *at = parent;
	for (const struct sigmangle_key *other = key; other != path;) {
		const bool same = is_same(--other, &at->key);
		at = at->parent;
		if (!same) {
			key = other;
			parent = at;
		}
	}
	*out_parent = parent;
	return key;
}

/* sigmangle_sip_set() for any path. */
__attribute__((noinline)) static enum sigmangle_status set_any(struct sigmangle_sip_tree *tree, int32_t index,
	const struct sigmangle_key *path, size_t depth, struct sigmangle_diag *diag)
{
	struct sigmangle_sip_node *parent, *before, *next = NULL;
	if (UNLIKELY(index < 0))
		return refuse(diag, SIGMANGLE_NEGATIVE_INDEX);
	const struct sigmangle_key *const end = depth ? path + depth : path; /* NULL without keys */
	const struct sigmangle_key *key = skip_shared(tree, path, depth, &parent);
	/* usually the next key is new and greater than all others */
	int32_t kind = parent->index;
	if (LIKELY(depth) && LIKELY(key->text ? kind == DICT && sigmangle__is_ascending(parent->last->key.text,
									parent->last->key.size, key->text, key->size)
					      : kind == SEQUENCE && key->index > parent->last->key.index)) {
		before = parent->last;
	} else {
		struct place place = { parent, NULL, NULL, key };
		enum sigmangle_reason wrong = search(&place, end, tree->mode);
		if (UNLIKELY(wrong != SIGMANGLE_GOOD))
			return refuse(diag, wrong);
		parent = place.node;
		before = place.before;
		next = place.next;
		key = place.key;
		if (key == end) { /* the root */
			parent->index = index;
			return SIGMANGLE_OK;
		}
		kind = key->text ? DICT : SEQUENCE;
	}
	/* creates the nodes, then links them into the tree */
	struct sigmangle_sip_node *const first = tree->unused, *node = first;
	enum sigmangle_reason reason = make_chain(tree->end, &node, key, end, parent, before);
	if (UNLIKELY(reason != SIGMANGLE_GOOD))
		return refuse(diag, reason);
	node->index = index;
	parent->index = kind;
	parent->at.recent = first;
	if (UNLIKELY(next))
		next->previous = first;
	else
		parent->last = first;
	tree->unused = node + 1;
	tree->cursor = node->parent;
	tree->cursor_depth = depth - 1;
	tree->leaf_depth = node->key.text ? NO_DEPTH : depth;
	return SIGMANGLE_OK;
}

/* Usually a leaf is the next element of the previous leaf's sequence. */
enum sigmangle_status sigmangle_sip_set(struct sigmangle_sip_tree *tree, int32_t index,
	const struct sigmangle_key *path, size_t depth, struct sigmangle_diag *diag)
{
	const struct sigmangle_sip_node *node = tree->cursor;
	if (UNLIKELY(index < 0) || UNLIKELY(depth != tree->leaf_depth)) /* therefore depth is not 0 */
		return set_any(tree, index, path, depth, diag);
	const struct sigmangle_key *key = path + depth - 1;
	for (; key != path; node = node->parent) {
		key--;
		if (UNLIKELY(!is_same(key, &node->key)))
			goto other;
	}
	FORGET_MEMORY();
	key = path + depth - 1;
	struct sigmangle_sip_node *const parent = tree->cursor, *const last = parent->last, *const leaf = tree->unused;
	const int32_t number = key->index;
	if (UNLIKELY(key->text) || UNLIKELY(number <= last->key.index) || UNLIKELY(leaf == tree->end))
		goto other;
	leaf->key.text = NULL;
	leaf->key.index = number;
	leaf->index = index;
	leaf->previous = last;
	parent->last = leaf;
	tree->unused = leaf + 1;
	return SIGMANGLE_OK;
other:
	FORGET_MEMORY();
	return set_any(tree, index, path, tree->leaf_depth, diag);
}

/* ---- writing, from the last byte to the first */

/* Sufficient room for a leaf and its key in a sequence, or for a header. */
#define MOST (2 * SIGMANGLE__NUMBER_MOST)

struct writer {
	struct sigmangle__back *back;
	char *to;      /* the written bytes begin here */
	uintptr_t low; /* below it the functions of `back` are needed; may be behind the room, or the room NULL */
};

static inline size_t written(const struct writer *w) { return (size_t)(w->back->end - w->to) + w->back->more; }

__attribute__((noinline)) static char *integer_before(char *to, char tag, int32_t number)
{
	return sigmangle__integer_before(to, tag, number);
}

static inline void put_number(struct writer *w, char tag, int32_t number)
{
	if (LIKELY((uintptr_t)w->to >= w->low)) {
		w->to = integer_before(w->to, tag, number);
		return;
	}
	w->back->at = w->to;
	sigmangle__back_any(w->back, tag, number);
	w->to = w->back->at;
}

static inline void put_text(struct writer *w, const char *text, size_t size)
{
	/* a size of half the address space would be negative */
	const bool is_size = SIZE_MAX > UINT32_MAX || LIKELY(size <= INT32_MAX);
	if (LIKELY((intptr_t)((uintptr_t)w->to - w->low) >= (intptr_t)size) && is_size) {
		w->to -= size;
		if (LIKELY(size >= 8 && size <= 16)) { /* twice 8 bytes */
			memcpy(w->to, text, 8);
			memcpy(w->to + size - 8, text + size - 8, 8);
		} else if (size) {
			memcpy(w->to, text, size);
		}
		return;
	}
	w->back->at = w->to;
	sigmangle__back_bytes(w->back, text, size);
	w->to = w->back->at;
}

/* Writes the header of a payload of `size` bytes. Returns false if it is too long. */
static inline bool put_header(struct writer *w, unsigned tag, size_t size)
{
	if (UNLIKELY(size >= INT32_MAX))
		return false;
	if (LIKELY((uintptr_t)w->to >= w->low)) {
		*--w->to = '!';
		w->to = sigmangle__integer_before(w->to, (char)tag, (int32_t)size + 1);
		return true;
	}
	w->back->at = w->to;
	sigmangle__back_header(w->back, (char)tag, sigmangle__back_length(w->back) - size);
	w->to = w->back->at;
	return true;
}

/* False: too long. */
__attribute__((hot)) static bool put_tree(struct sigmangle__back *back, const struct sigmangle_sip_tree *tree)
{
	struct sigmangle_sip_node *const root = tree->nodes, *at = root, *parent = NULL;
	struct writer writer = { back, back->at, (uintptr_t)back->begin + MOST }, *const w = &writer;
	if (root->index == UNDECIDED)
		return true;
	for (;;) {
		for (; at->index < 0; at = at->last) {
			at->at.mark = written(w);
			parent = at;
		}
		/* usually a leaf of a sequence */
		if (LIKELY(!at->key.text) && at != root) {
			while (LIKELY((uintptr_t)w->to >= w->low)) {
				w->to = sigmangle__integer_before(w->to, '_', at->index);
				w->to = sigmangle__integer_before(w->to, 'k', at->key.index);
				at = at->previous;
				if (at->index < 0)
					goto key_is_written;
			}
		}
		put_number(w, '_', at->index);
		while (at != root) {
			unsigned tag = 'K';
			size_t size = at->key.size;
			if (at->key.text) {
				put_text(w, at->key.text, size);
				goto header;
			}
			put_number(w, 'k', at->key.index);
		key:
			at = at->previous;
		key_is_written:
			if (at != parent)
				goto next;
			/* its children have been written */
			parent = at->parent;
			tag = (unsigned)at->index & 127;
			size = written(w) - at->at.mark;
			at->at.recent = at->last;
		header:
			if (UNLIKELY(!put_header(w, tag, size)))
				return false;
			if (tag == 'K')
				goto key;
		}
		back->at = w->to;
		return true;
	next:;
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
