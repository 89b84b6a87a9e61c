/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Assigns kernels to streams by cost, as TFRT does. Kernels of a stream run one after the other.
 *
 * The parent of an op is the producer of one of its operands: the one on the most expensive path. The ops of a block
 * thus form a tree; its root stands for the arguments and for ops without operands. From the leaves up, each op
 * joins the stream of one of its children. Streams of children that are too cheap to justify a thread are merged
 * first. */
#include "assemble/streams.h"

#define ROOT 0 /* node 0; op i of the block, counted from 1, is node i */

#define TRY(expression) \
	do { \
		enum bef_status try_status = (expression); \
		if (try_status != BEF_OK) \
			return try_status; \
	} while (0)

struct node {
	uint64_t cost, path; /* path: cost of the most expensive path to this node */
	uint32_t parent;
	uint32_t stream;
	uint32_t first_child; /* in analysis.children; those of node n end where those of n + 1 begin */
	uint32_t first_link;  /* in analysis.links, as above */
};

/* A link to another stream: a candidate for merging. Each stream has a list of links, oldest first. */
struct link {
	uint32_t stream, next;
};

struct stream {
	uint64_t cost;
	uint32_t into; /* itself, or the stream that it was merged into */
	bool returns;  /* contains the return op */
	uint32_t first_link, last_link;
	uint32_t pool; /* the last set of siblings that contained it */
};

struct analysis {
	const struct bef_mlir__ops *ops;
	const struct bef_allocator *allocator;
	struct bef_mlir__arena *arena;
	struct node *nodes; /* node_count + 1: the last one ends the list of the previous node */
	uint32_t node_count;
	uint32_t *children;
	uint32_t *links; /* per node: nodes that use its value, but are not its children */
	struct stream *streams; /* most functions have few ops */
	size_t stream_count, stream_capacity;
	uint64_t threshold;
	bool by_path;
	bool merge_linked;
	struct link *stream_links; /* index 0 is not used */
	size_t stream_link_count, stream_link_capacity;
	struct bef_mlir__map linked; /* which pairs of streams are linked */
	uint32_t pool_count;
};

static uint64_t saturating_add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

/* ---- forward: the tree */

/* The operands of node n: a range of indexes in ops->operands. */
static uint32_t first_operand(const struct analysis *a, uint32_t n) { return n > 1 ? a->ops->operand_ends[n - 2] : 0; }
static uint32_t operands_end(const struct analysis *a, uint32_t n) { return a->ops->operand_ends[n - 1]; }

static uint32_t producer(const struct analysis *a, uint32_t operand)
{
	return a->ops->producers[a->ops->operands[operand]];
}

static void hang(struct analysis *a, uint32_t n)
{
	struct node *node = &a->nodes[n];
	uint64_t longest = 0, cost = a->ops->costs[n - 1];
	node->cost = cost != BEF_MLIR__COST_UNKNOWN ? cost : a->by_path ? 1 : a->threshold;
	node->parent = ROOT;
	for (uint32_t i = first_operand(a, n); i < operands_end(a, n); i++) {
		uint32_t from = producer(a, i);
		if (a->nodes[from].path > longest) {
			longest = a->nodes[from].path;
			node->parent = from;
		}
	}
	node->path = saturating_add(node->cost, longest);
}

/* Turns the counts in `first_child` and `first_link`, which are stored in the following node, into the starts of the
 * lists. */
static void place_lists(struct analysis *a)
{
	for (uint32_t n = 1; n <= a->node_count; n++) {
		a->nodes[n].first_child += a->nodes[n - 1].first_child;
		a->nodes[n].first_link += a->nodes[n - 1].first_link;
	}
}

static enum bef_status list_children(struct analysis *a)
{
	uint32_t *used = BEF_MLIR__ZERO(a->arena, uint32_t, a->node_count);
	a->children = BEF_MLIR__ROOM(a->arena, uint32_t, a->node_count);
	if (!used || !a->children)
		return BEF_E_NOMEM;
	for (uint32_t n = 1; n < a->node_count; n++) {
		uint32_t parent = a->nodes[n].parent;
		a->children[a->nodes[parent].first_child + used[parent]++] = n;
	}
	return BEF_OK;
}

/* Returns true if the operand makes a link from its producer to node n: it carries data, and no earlier operand has
 * the same producer. */
static bool makes_link(const struct analysis *a, uint32_t n, uint32_t operand, uint32_t *seen)
{
	uint32_t from = producer(a, operand);
	bool is_chain = a->ops->register_types[a->ops->operands[operand]] == a->ops->chain_type;
	if (from == a->nodes[n].parent || is_chain || seen[from] == n)
		return false;
	seen[from] = n;
	return true;
}

/* Counts the links of all nodes, or stores them once the starts of the lists are known. */
static enum bef_status list_links(struct analysis *a, bool fill)
{
	uint32_t *seen = BEF_MLIR__ZERO(a->arena, uint32_t, a->node_count);
	uint32_t *used = BEF_MLIR__ZERO(a->arena, uint32_t, a->node_count);
	if (!seen || !used)
		return BEF_E_NOMEM;
	for (uint32_t n = 1; n < a->node_count; n++) {
		for (uint32_t i = first_operand(a, n); i < operands_end(a, n); i++) {
			uint32_t from = producer(a, i);
			if (!makes_link(a, n, i, seen))
				continue;
			if (fill)
				a->links[a->nodes[from].first_link + used[from]++] = n;
			else
				a->nodes[from + 1].first_link++;
		}
	}
	return BEF_OK;
}

static enum bef_status make_tree(struct analysis *a)
{
	uint64_t longest = 1;
	a->nodes[ROOT].cost = a->nodes[ROOT].path = 1;
	for (uint32_t n = 1; n < a->node_count; n++) {
		hang(a, n);
		a->nodes[a->nodes[n].parent + 1].first_child++;
		if (longest < a->nodes[n].path)
			longest = a->nodes[n].path;
	}
	if (a->by_path)
		a->threshold = longest;
	if (a->merge_linked)
		TRY(list_links(a, false));
	place_lists(a);
	TRY(list_children(a));
	if (!a->merge_linked)
		return BEF_OK;
	a->links = BEF_MLIR__ROOM(a->arena, uint32_t, a->nodes[a->node_count].first_link);
	return a->links ? list_links(a, true) : BEF_E_NOMEM;
}

/* ---- streams and their links */

static uint32_t find(struct analysis *a, uint32_t s)
{
	while (a->streams[s].into != s) {
		a->streams[s].into = a->streams[a->streams[s].into].into;
		s = a->streams[s].into;
	}
	return s;
}

/* Adds `to` to the list of `from` unless it is there. */
static enum bef_status link_stream(struct analysis *a, uint32_t from, uint32_t to)
{
	const void *key = (const char *)a->nodes + from; /* any unique address that identifies the stream */
	struct stream *stream = &a->streams[from];
	if (bef_mlir__map_get(&a->linked, key, to) != BEF_MLIR__NONE)
		return BEF_OK;
	/* Merging copies links, so there may be many more links than operands. */
	if (*a->ops->left < BEF_MLIR__LINK_COST)
		return BEF_E_LIMIT;
	*a->ops->left -= BEF_MLIR__LINK_COST;
	if (!BEF_MLIR__GROW(a->allocator, a->stream_links, a->stream_link_count, a->stream_link_capacity) ||
		a->stream_link_count >= UINT32_MAX || !bef_mlir__map_put(&a->linked, a->allocator, key, to, 0))
		return BEF_E_NOMEM;
	uint32_t added = (uint32_t)a->stream_link_count++;
	a->stream_links[added] = (struct link){ to, 0 };
	if (stream->last_link)
		a->stream_links[stream->last_link].next = added;
	else
		stream->first_link = added;
	stream->last_link = added;
	return BEF_OK;
}

static enum bef_status merge(struct analysis *a, uint32_t from, uint32_t to)
{
	struct stream *source = &a->streams[from], *target = &a->streams[to];
	for (uint32_t at = source->first_link; at; at = a->stream_links[at].next) {
		uint32_t other = find(a, a->stream_links[at].stream);
		if (other != to && other != from)
			TRY(link_stream(a, to, other));
	}
	target->returns |= source->returns;
	target->cost = saturating_add(target->cost, source->cost);
	source->into = to;
	return BEF_OK;
}

static enum bef_status join(struct analysis *a, uint32_t n, uint32_t s)
{
	a->nodes[n].stream = s;
	a->streams[s].cost = saturating_add(a->streams[s].cost, a->nodes[n].cost);
	a->streams[s].returns |= n == a->node_count - 1;
	if (!a->merge_linked)
		return BEF_OK;
	for (uint32_t i = a->nodes[n].first_link; i < a->nodes[n + 1].first_link; i++) {
		uint32_t other = find(a, a->nodes[a->links[i]].stream);
		if (other == s)
			continue;
		TRY(link_stream(a, s, other));
		TRY(link_stream(a, other, s));
	}
	return BEF_OK;
}

/* ---- backward: from the leaves to the root */

/* Merges linked streams of the same pool that are below the threshold into stream `s`, until it exceeds the
 * threshold. */
static enum bef_status absorb(struct analysis *a, uint32_t s, uint32_t pool, uint64_t path)
{
	/* Links that merging adds are not visited. */
	uint32_t first = a->streams[s].first_link, last = a->streams[s].last_link;
	for (uint32_t at = first; at; at = at == last ? 0 : a->stream_links[at].next) {
		uint32_t other = a->stream_links[at].stream;
		if (a->streams[other].pool != pool)
			continue;
		other = find(a, other);
		if (other == s || a->streams[other].cost >= a->threshold)
			continue;
		TRY(merge(a, other, s));
		if (saturating_add(path, a->streams[s].cost) >= a->threshold)
			break;
	}
	return BEF_OK;
}

static enum bef_status merge_inter_dependent(struct analysis *a, uint32_t *streams, uint32_t *count, uint64_t path)
{
	uint32_t pool = ++a->pool_count, kept = 0;
	if (*count < 2)
		return BEF_OK;
	for (uint32_t i = 0; i < *count; i++)
		a->streams[streams[i]].pool = pool;
	for (uint32_t i = 0; i < *count; i++) {
		if (a->streams[streams[i]].into == streams[i])
			TRY(absorb(a, streams[i], pool, path));
	}
	for (uint32_t i = 0; i < *count; i++) {
		if (a->streams[streams[i]].into == streams[i])
			streams[kept++] = streams[i];
	}
	*count = kept;
	return BEF_OK;
}

/* Tests whether a stream, optionally together with another one, is expensive enough to remain separate. */
static bool above(const struct analysis *a, uint64_t path, uint32_t s, const uint32_t *added)
{
	if (!a->by_path)
		return a->streams[s].cost >= a->threshold;
	uint64_t cost = saturating_add(path, a->streams[s].cost);
	return (added ? saturating_add(cost, a->streams[*added].cost) : cost) >= a->threshold;
}

/* Merges cheap streams of the children into groups, and adds node n to the best remaining stream. */
static enum bef_status join_children(struct analysis *a, uint32_t n, const uint32_t *streams, uint32_t count)
{
	uint64_t path = a->nodes[n].path;
	uint32_t group = BEF_MLIR__NONE, dearest = streams[0], returning = BEF_MLIR__NONE;
	uint64_t highest = 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t s = streams[i];
		if (!above(a, path, s, NULL)) {
			if (group == BEF_MLIR__NONE || above(a, path, group, &s))
				group = s;
			else
				TRY(merge(a, s, group));
			s = group;
		}
		if (highest < a->streams[s].cost) {
			highest = a->streams[s].cost;
			dearest = s;
		}
		if (a->streams[s].returns)
			returning = s;
	}
	uint32_t chosen = returning != BEF_MLIR__NONE ? returning : dearest;
	TRY(join(a, n, chosen));
	if (!a->by_path && group != BEF_MLIR__NONE && group != chosen && !above(a, path, group, NULL))
		return merge(a, group, chosen);
	return BEF_OK;
}

static enum bef_status begin_stream(struct analysis *a, uint32_t n)
{
	uint32_t added = (uint32_t)a->stream_count;
	if (!BEF_MLIR__GROW(a->allocator, a->streams, added, a->stream_capacity))
		return BEF_E_NOMEM;
	a->streams[added] = (struct stream){ .into = added };
	a->stream_count++;
	return join(a, n, added);
}

static enum bef_status build_streams(struct analysis *a, uint32_t n)
{
	uint32_t *children = a->children + a->nodes[n].first_child;
	uint32_t count = a->nodes[n + 1].first_child - a->nodes[n].first_child;
	if (count == 0)
		return begin_stream(a, n);
	for (uint32_t i = 0; i < count; i++)
		children[i] = find(a, a->nodes[children[i]].stream);
	if (a->merge_linked)
		TRY(merge_inter_dependent(a, children, &count, a->by_path ? a->nodes[n].path : 0));
	return join_children(a, n, children, count);
}

static enum bef_status assign_streams(struct analysis *a, uint32_t *out_streams, uint32_t *out_root)
{
	TRY(make_tree(a));
	for (uint32_t n = a->node_count; n-- > 0;)
		TRY(build_streams(a, n));
	*out_root = find(a, a->nodes[ROOT].stream);
	for (uint32_t n = 1; n < a->node_count; n++)
		out_streams[n - 1] = find(a, a->nodes[n].stream);
	return BEF_OK;
}

enum bef_status bef_mlir__streams(const struct bef_mlir__ops *ops, const struct bef_allocator *allocator,
	struct bef_mlir__arena *arena, uint32_t *out_streams, uint32_t *out_root)
{
	struct analysis a = { .ops = ops,
		.allocator = allocator,
		.arena = arena,
		.node_count = (uint32_t)ops->count + 1,
		.threshold = ops->threshold > 0 ? (uint64_t)ops->threshold : 0,
		.by_path = ops->threshold <= 0,
		.merge_linked = ops->merge_inter_dependent,
		.stream_link_count = 1 };
	a.nodes = BEF_MLIR__ZERO(arena, struct node, ops->count + 2);
	enum bef_status status = a.nodes ? assign_streams(&a, out_streams, out_root) : BEF_E_NOMEM;
	bef_mlir__free_array(allocator, a.streams, a.stream_capacity, sizeof *a.streams);
	bef_mlir__free_array(allocator, a.stream_links, a.stream_link_capacity, sizeof *a.stream_links);
	bef_mlir__map_finish(&a.linked, allocator);
	return status;
}
