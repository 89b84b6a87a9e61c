/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rng_bit_generator: the bits of a counter-based generator, as XLA arranges them. */
#include "core/op.h"
#include "expr/convert.h"
#include "linear/cipher.h"
#include <shared/share.h>
#include <string.h>

enum { TILE = 256 }; /* words that are narrowed at a time */

struct bits {
	bool philox;
	size_t elements;
	uint32_t width; /* bytes of an element */
	/* Threefry with elements of up to 4 bytes: one dimension is split, and its elements 2j and 2j + 1 are the words of
	 * block j. */
	size_t split; /* its size */
	size_t inner; /* elements of the dimensions after it */
	size_t blocks;
};

/* The generator's numbers for a call. */
struct stream {
	const struct bits *plan;
	uint32_t key[2];
	uint64_t counter[2];
	enum kernels_dtype dtype;
	void *to;
};

static uint64_t state_at(const void *state, size_t i)
{
	uint64_t word;
	memcpy(&word, (const char *)state + 8 * i, 8);
	return word;
}

static void threefry_block(const struct stream *s, uint64_t i, uint32_t words[2])
{
	const uint64_t counter = s->counter[0] + i;
	words[0] = (uint32_t)counter;
	words[1] = (uint32_t)(counter >> 32);
	kernels_hlo__threefry(s->key, words);
}

static void philox_block(const struct stream *s, uint64_t i, uint32_t words[4])
{
	const uint64_t low = s->counter[0] + i, high = s->counter[1] + (low < i);
	words[0] = (uint32_t)low;
	words[1] = (uint32_t)(low >> 32);
	words[2] = (uint32_t)high;
	words[3] = (uint32_t)(high >> 32);
	kernels_hlo__philox(s->key, words);
}

/* Elements [begin, end) of 8 bytes. */
static void fill_long(const struct stream *s, size_t begin, size_t end)
{
	uint64_t *to = s->to;
	uint32_t words[4] = { 0 };
	for (size_t i = begin; i < end; i++) {
		const size_t at = s->plan->philox ? 2 * (i % 2) : 0;
		if (!s->plan->philox)
			threefry_block(s, i, words);
		else if (at == 0 || i == begin)
			philox_block(s, i / 2, words);
		to[i] = words[at] | (uint64_t)words[at + 1] << 32;
	}
}

struct block {
	size_t number; /* SIZE_MAX: none */
	uint32_t words[4];
};

/* Element `i` as a 32-bit number. `block` is kept from one to the next. */
static uint32_t short_word(const struct stream *s, size_t i, struct block *block)
{
	const struct bits *plan = s->plan;
	size_t number = i / 4, word = i % 4;
	if (!plan->philox) {
		const size_t line = i / plan->inner, at = line % plan->split;
		number = (line / plan->split * ((plan->split + 1) / 2) + at / 2) * plan->inner + i % plan->inner;
		word = at % 2;
	}
	if (number != block->number) {
		(plan->philox ? philox_block : threefry_block)(s, number, block->words);
		block->number = number;
	}
	return block->words[word];
}

/* Elements of up to 4 bytes are 32-bit numbers without the high bits. */
static void fill_short(const struct stream *s, size_t begin, size_t end)
{
	/* floats get the bits of an integer as wide */
	static const enum kernels_dtype by_size[] = { [1] = KERNELS_UI8, [2] = KERNELS_UI16, [4] = KERNELS_UI32 };
	enum kernels_dtype to = hlo_is_integer(s->dtype) ? s->dtype : by_size[s->plan->width];
	uint32_t mask = s->dtype == KERNELS_F4E2M1FN ? 15 :
		s->dtype == KERNELS_F6E2M3FN || s->dtype == KERNELS_F6E3M2FN ? 63 : UINT32_MAX;
	uint32_t tile[TILE];
	struct block block = { .number = SIZE_MAX };
	for (size_t i = begin; i < end; i += TILE) {
		const size_t n = end - i < TILE ? end - i : TILE;
		for (size_t j = 0; j < n; j++)
			tile[j] = short_word(s, i + j, &block) & mask;
		kernels_hlo__convert(to, (char *)s->to + i * s->plan->width, KERNELS_UI32, tile, n);
	}
}

static void fill(const void *data, size_t begin, size_t end)
{
	const struct stream *s = data;
	(s->plan->width == 8 ? fill_long : fill_short)(s, begin, end);
}

/* ---- the op */

static bool read_algorithm(struct hlo_op *op, bool *philox)
{
	struct kernels_string name;
	if (!kernels_hlo__text(op, "rng_algorithm", &name))
		return false;
	*philox = !(name.size == 9 && memcmp(name.data, "THREE_FRY", 9) == 0);
	return !*philox || (name.size == 6 && memcmp(name.data, "PHILOX", 6) == 0) ||
	       (name.size == 7 && memcmp(name.data, "DEFAULT", 7) == 0) ||
	       kernels_hlo__refuse(op, "attribute rng_algorithm is '%.*s', expected DEFAULT, THREE_FRY or PHILOX",
		       (int)(name.size < 40 ? name.size : 40), name.data);
}

/* The first dimension of even size is split, or else the largest. */
static void split_shape(const struct hlo_shape *shape, struct bits *bits)
{
	uint32_t at = 0;
	for (uint32_t i = 0; i < shape->rank; i++) {
		if (shape->dims[i] % 2 == 0) {
			at = i;
			break;
		}
		at = shape->dims[i] > shape->dims[at] ? i : at;
	}
	bits->split = shape->rank > 0 ? (size_t)shape->dims[at] : 1;
	bits->inner = 1;
	for (uint32_t i = at + 1; i < shape->rank; i++)
		bits->inner *= (size_t)shape->dims[i];
	bits->blocks = bits->elements / bits->split * ((bits->split + 1) / 2);
}

static void plan_blocks(const struct hlo_type *output, struct bits *bits)
{
	bits->elements = (size_t)output->elements;
	bits->width = (uint32_t)kernels_dtype_size(output->dtype);
	if (bits->width == 8)
		bits->blocks = bits->philox ? (bits->elements + 1) / 2 : bits->elements;
	else if (bits->philox)
		bits->blocks = (bits->elements + 3) / 4;
	else if (bits->elements > 0)
		split_shape(&output->shape, bits);
}

static bool plan_rng_bit_generator(struct hlo_op *op, void *plan)
{
	struct bits *bits = plan;
	const struct hlo_type *state = &op->operands[0], *output = &op->results[1];
	char text[HLO_TYPE_TEXT];
	if (!read_algorithm(op, &bits->philox))
		return false;
	const int64_t words = state->shape.rank == 1 ? state->shape.dims[0] : 0;
	if ((state->dtype != KERNELS_UI64 && state->dtype != KERNELS_I64) || words < 2 || words > (bits->philox ? 3 : 2))
		return kernels_hlo__refuse(op, "the state has the type %s, expected ui64[2]%s",
			kernels_hlo__type_text(state, text), bits->philox ? " or ui64[3]" : "");
	if (op->results[0].dtype != state->dtype)
		return kernels_hlo__refuse(op, "result 0 has the type %s, expected that of the state",
			kernels_hlo__type_text(&op->results[0], text));
	if (!hlo_is_integer(output->dtype) && !hlo_is_float(output->dtype))
		return kernels_hlo__refuse(op, "result 1 has the type %s, expected integers or floats",
			kernels_hlo__type_text(output, text));
	if (output->elements < 0)
		return kernels_hlo__refuse(op, "result 1 has an unknown dimension");
	plan_blocks(output, bits);
	op->nanoseconds = (uint64_t)bits->blocks * 15;
	return kernels_hlo__set_shape(op, 0, 1, state->shape.dims);
}

static bool run_rng_bit_generator(const struct hlo_run *run, const void *plan)
{
	const struct bits *bits = plan;
	const size_t words = (size_t)run->op->operands[0].elements;
	const uint64_t key = state_at(run->inputs[0], 0);
	/* Philox: without a third word, the key is the high half of the counter too. */
	const struct stream stream = { bits, { (uint32_t)key, (uint32_t)(key >> 32) },
		{ state_at(run->inputs[0], 1), words > 2 ? state_at(run->inputs[0], 2) : key },
		run->op->results[1].dtype, run->outputs[1] };
	const uint64_t low = stream.counter[0] + bits->blocks;
	const uint64_t state[3] = { key, low, stream.counter[1] + (low < bits->blocks) };
	memcpy(run->outputs[0], state, words * sizeof *state);
	kernels_shared__share(
		kernels_host(run->request)->queue, fill, &stream, bits->elements, run->op->nanoseconds);
	return true;
}

HLO_KERNEL(rng_bit_generator, .plan_size = sizeof(struct bits), .plan = plan_rng_bit_generator, .run = run_rng_bit_generator)

/* ---- JAX's call of Threefry: keys and counters in two arrays each, or single keys for all counters */

static bool plan_threefry(struct hlo_op *op, void *plan)
{
	char text[HLO_TYPE_TEXT];
	const struct hlo_type *type = &op->operands[2];
	const bool single = op->operands[0].shape.rank == 0 && op->operands[1].shape.rank == 0;
	(void)plan;
	for (uint32_t i = 0; i < 4; i++)
		if (op->operands[i].dtype != KERNELS_UI32 || (!(i < 2 && single) && !kernels_hlo__same_type(&op->operands[i], type)))
			return kernels_hlo__refuse(op,
				"operand %u has the type %s, expected four of one type of ui32, or two of ui32[] in front of two of one type", i,
				kernels_hlo__type_text(&op->operands[i], text));
	for (uint32_t i = 0; i < 2; i++)
		if (op->results[i].dtype != KERNELS_UI32)
			return kernels_hlo__refuse(op, "result %u has the type %s, expected ui32", i,
				kernels_hlo__type_text(&op->results[i], text));
	op->nanoseconds = (uint64_t)type->elements * 2;
	return kernels_hlo__set_shape(op, 0, type->shape.rank, type->shape.dims) &&
	       kernels_hlo__set_shape(op, 1, type->shape.rank, type->shape.dims);
}

static void threefry_elements(const void *data, size_t begin, size_t end)
{
	const struct hlo_run *run = data;
	const bool single = !kernels_hlo__same_shape(&run->op->operands[0].shape, &run->op->operands[2].shape);
	const size_t key = single ? 0 : begin;
	const uint32_t *const keys[2] = { (const uint32_t *)run->inputs[0] + key, (const uint32_t *)run->inputs[1] + key };
	const uint32_t *const counters[2] = { (const uint32_t *)run->inputs[2] + begin, (const uint32_t *)run->inputs[3] + begin };
	uint32_t *const words[2] = { (uint32_t *)run->outputs[0] + begin, (uint32_t *)run->outputs[1] + begin };
	kernels_hlo__threefry_many(keys, single ? 0 : 1, counters, words, end - begin);
}

static bool run_threefry(const struct hlo_run *run, const void *plan)
{
	(void)plan;
	kernels_shared__share(kernels_host(run->request)->queue, threefry_elements, run,
		(size_t)run->op->operands[2].elements, run->op->nanoseconds);
	return true;
}

HLO_KERNEL(cu_threefry2x32, .plan = plan_threefry, .run = run_threefry)
