/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* top_k: the k largest elements of each line of the last dimension in descending order, and their indices. Floats
 * are in total order, so that NaNs come first; of equal elements the first one comes first.
 *
 * A selection keeps the best elements so far, and skips what is not better than the last of k of them. When its room may not
 * do for the next STEP elements, it is sorted and all but k are dropped. Long lines are divided into parts, whose selections are joined. */
#include "layout/ints.h"
#include "sorting/keys.h"
#include "sorting/lines.h"
#include "sorting/radix.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <stdatomic.h>
#include <string.h>

#define PART 262144 /* elements of a line that are selected from together, at least */
#define STEP 32     /* elements that are compared before one is looked at */
#define LEAST_ROOM 256

struct top_k {
	struct hlo_lines lines;
	int64_t k;
	int64_t parts, part; /* of each line; elements */
	size_t room;         /* entries of a selection */
};

static void divide(struct top_k *t)
{
	const int64_t n = t->lines.n, least = PART > 16 * t->k ? PART : 16 * t->k;
	t->parts = n / least > 1 ? n / least : 1;
	t->part = n > 0 ? (n - 1) / t->parts + 1 : 0;
	const int64_t room = 4 * t->k > LEAST_ROOM ? 4 * t->k : LEAST_ROOM;
	t->room = (size_t)(room < t->part ? room : t->part) + STEP;
}

static bool plan_top_k(struct hlo_op *op, void *plan)
{
	struct top_k *t = plan;
	if (!kernels_hlo__tensors_only(op, 1) || !kernels_hlo__int(op, "k", &t->k))
		return false;
	const struct hlo_type *type = &op->operands[0];
	struct kernels_shape shape = hlo_shape_of(type);
	char text[HLO_TYPE_TEXT];
	if (shape.rank == 0 || !kernels_hlo__has_keys(type->dtype) || t->k < 0)
		return kernels_hlo__refuse(op, "the %lld largest elements of %s", (long long)t->k,
			kernels_hlo__type_text(type, text));
	if (t->k > shape.dims[shape.rank - 1])
		t->k = shape.dims[shape.rank - 1];
	shape.dims[shape.rank - 1] = t->k;
	if (!kernels_hlo__set_shape(op, 0, shape.rank, shape.dims) ||
		!kernels_hlo__set_shape(op, 1, shape.rank, shape.dims) ||
		!kernels_hlo__lines_plan(op, type, -1, &t->lines))
		return false;
	if (op->results[0].dtype != type->dtype || op->results[1].dtype != KERNELS_I32 || t->lines.n > INT32_MAX)
		return kernels_hlo__refuse(op,
			"the results are %s and %s, expected %s and i32 for indices of lines of %lld",
			kernels_dtype_name(op->results[0].dtype), kernels_dtype_name(op->results[1].dtype),
			kernels_dtype_name(type->dtype), (long long)t->lines.n);
	divide(t);
	op->nanoseconds = (uint64_t)type->elements * (t->k > t->part / 8 ? 12 : 1) + (uint64_t)t->lines.count * 500;
	return true;
}

/* ---- selection */

struct selection {
	const struct top_k *plan;
	struct hlo_key_order order;
	struct hlo_entry *entries, *spare; /* plan->room each */
	size_t count;
	uint64_t least; /* elements with smaller keys are better than the last of k; none is left out before there are k */
	bool full;
};

/* Sorts the entries and keeps the best k. Entries with equal keys are in order of their indices. */
static void keep_best(struct selection *s)
{
	uint64_t different = 0;
	for (size_t i = 1; i < s->count; i++)
		different |= s->entries[i].key ^ s->entries[0].key;
	struct hlo_entry *sorted =
		kernels_hlo__radix_sort(HLO_ENTRIES, s->entries, s->spare, s->count, different, NULL);
	s->spare = sorted == s->entries ? s->spare : s->entries;
	s->entries = sorted;
	if (s->count < (size_t)s->plan->k)
		return;
	s->count = (size_t)s->plan->k;
	s->full = true;
	s->least = s->entries[s->count - 1].key;
}

/* Adds those of n keys, at most STEP, that are less than `least` if `full` is set, or all. */
#define ADD(bits, type) \
	static inline __attribute__((always_inline)) bool any_better_##bits(const type *keys, size_t n, type least) \
	{ \
		type better = 0; \
		for (size_t i = 0; i < n; i++) \
			better |= keys[i] < least ? ~(type)0 : 0; \
		return better; \
	} \
	static void add_##bits(struct selection *s, const type *keys, size_t n, uint64_t index) \
	{ \
		const type least = (type)s->least; \
		const bool all = !s->full; \
		if (!all && !(n == STEP ? any_better_##bits(keys, STEP, least) : any_better_##bits(keys, n, least))) \
			return; \
		if (s->count + n > s->plan->room) { \
			keep_best(s); \
			add_##bits(s, keys, n, index); \
			return; \
		} \
		size_t count = s->count; \
		for (size_t i = 0; i < n; i++) { \
			s->entries[count] = (struct hlo_entry){ keys[i], index + i }; \
			count += all | (keys[i] < least); \
		} \
		s->count = count; \
	}
ADD(32, uint32_t)
ADD(64, uint64_t)

static void select_tile(struct selection *s, const void *keys, bool wide, size_t n, uint64_t index)
{
	for (size_t i = 0; i < n; i += STEP) {
		const size_t count = n - i < STEP ? n - i : STEP;
		if (wide)
			add_64(s, (const uint64_t *)keys + i, count, index + i);
		else
			add_32(s, (const uint32_t *)keys + i, count, index + i);
	}
}

/* Whether sorting so many entries may have ended early, so that they have no valid indices. */
static bool is_stopped(size_t entries) { return entries >= KERNELS_STOP_STEPS && kernels_stopped(); }

/* Selects from the elements [begin, end), whose indices begin with `index`; the best are sorted then. False: the request has ended,
 * and there may be too few. */
static bool select_from(struct selection *s, const char *data, int64_t begin, int64_t end, int64_t index)
{
	uint64_t keys[HLO_EXPR_TILE];
	const size_t size = kernels_dtype_size(s->order.dtype);
	const bool wide = kernels_hlo__key_size(s->order.dtype) == 8;
	s->count = 0;
	s->full = false;
	uint32_t did = 0;
	for (int64_t i = begin; i < end; i += HLO_EXPR_TILE) {
		if (kernels_stops(&did, HLO_EXPR_TILE))
			return false;
		struct hlo_key_facts facts = HLO_KEY_FACTS;
		const size_t n = end - i < HLO_EXPR_TILE ? (size_t)(end - i) : HLO_EXPR_TILE;
		kernels_hlo__keys(&s->order, data + (size_t)i * size, n, keys, &facts);
		select_tile(s, keys, wide, n, (uint64_t)(index + i - begin));
	}
	keep_best(s);
	return !is_stopped(s->plan->room);
}

/* ---- run */

struct shared {
	const struct hlo_run *run;
	const struct top_k *plan;
	struct hlo_entry *best; /* of each part of each line, k entries; NULL if lines have one part */
	atomic_bool failed;
};

static void write_best(const struct shared *shared, int64_t line, const struct hlo_entry *best)
{
	const struct top_k *t = shared->plan;
	const size_t size = kernels_dtype_size(shared->run->op->operands[0].dtype);
	const char *from = (const char *)shared->run->inputs[0] + (size_t)(line * t->lines.n) * size;
	char *values = (char *)shared->run->outputs[0] + (size_t)(line * t->k) * size;
	int32_t *indices = (int32_t *)shared->run->outputs[1] + line * t->k;
	for (int64_t i = 0; i < t->k; i++) {
		indices[i] = (int32_t)best[i].index;
		memcpy(values + (size_t)i * size, from + best[i].index * size, size);
	}
}

static bool begin_selection(const struct shared *shared, size_t room, struct selection *out)
{
	*out = (struct selection){ .plan = shared->plan,
		.order = { .dtype = shared->run->op->operands[0].dtype, .descending = true, .total = true } };
	out->entries = async_alloc(shared->run->allocator, 2 * room * sizeof *out->entries, 64);
	out->spare = out->entries ? out->entries + room : NULL;
	return out->entries != NULL;
}

/* Parts of lines. */
static void select_parts(const void *data, size_t begin, size_t end)
{
	struct shared *shared = (struct shared *)(uintptr_t)data;
	const struct top_k *t = shared->plan;
	struct selection s;
	if (!begin_selection(shared, t->room, &s)) {
		atomic_store(&shared->failed, true);
		return;
	}
	struct hlo_entry *block = s.entries;
	uint32_t did = 0;
	for (size_t i = begin; i < end; i++) {
		const int64_t line = (int64_t)i / t->parts, first = (int64_t)i % t->parts * t->part;
		const int64_t left = t->lines.n - first, n = left < t->part ? left : t->part;
		if (!select_from(&s, shared->run->inputs[0], line * t->lines.n + first, line * t->lines.n + first + n, first) ||
			kernels_stops(&did, (uint64_t)n))
			break;
		if (t->parts == 1)
			write_best(shared, line, s.entries);
		else
			memcpy(shared->best + i * (size_t)t->k, s.entries, (size_t)t->k * sizeof *s.entries);
	}
	async_free(shared->run->allocator, block, 2 * t->room * sizeof *block, 64);
}

/* Joins the selections of the parts of each line. */
static bool join_parts(const struct shared *shared)
{
	const struct top_k *t = shared->plan;
	const size_t count = (size_t)(t->parts * t->k);
	struct selection s;
	if (!begin_selection(shared, count, &s))
		return false;
	struct hlo_entry *block = s.entries;
	for (int64_t i = 0; i < t->lines.count; i++) {
		s.count = count;
		memcpy(s.entries, shared->best + (size_t)i * count, count * sizeof *s.entries);
		keep_best(&s);
		if (is_stopped(count))
			break;
		write_best(shared, i, s.entries);
	}
	async_free(shared->run->allocator, block, 2 * count * sizeof *block, 64);
	return true;
}

static bool run_top_k(const struct hlo_run *run, const void *plan)
{
	const struct top_k *t = plan;
	struct shared shared = { .run = run, .plan = t };
	const size_t parts = (size_t)(t->lines.count * t->parts);
	const size_t size = parts * (size_t)t->k * sizeof *shared.best;
	if (t->lines.count == 0 || t->k == 0)
		return true;
	atomic_init(&shared.failed, false);
	if (t->parts > 1 && !(shared.best = async_alloc(run->allocator, size, 64)))
		return kernels_hlo__fail(run, "out of memory to sort");
	kernels_shared__share(kernels_host(run->request)->queue, select_parts, &shared, parts, run->op->nanoseconds);
	bool good = !atomic_load(&shared.failed);
	if (t->parts > 1) {
		good = good && (kernels_stopped() || join_parts(&shared)); /* parts may be missing */
		async_free(run->allocator, shared.best, size, 64);
	}
	return good || kernels_hlo__fail(run, "out of memory to sort");
}

HLO_KERNEL(top_k, .plan_size = sizeof(struct top_k), .plan = plan_top_k, .run = run_top_k)
