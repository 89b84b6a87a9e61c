/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rng: numbers of a distribution. Philox encrypts the number of the element and the number of the execution with the seed as
 * the key. Each request counts the executions of each seed: iterations of a loop get different numbers, and another request
 * gets the same ones again. */
#include "core/op.h"
#include "expr/convert.h"
#include "linear/cipher.h"
#include <inttypes.h>
#include <math.h>
#include <shared/share.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

struct rng {
	bool normal;
	uint32_t key[2];
	double low, high;         /* of floats; the mean and the deviation */
	uint64_t first, distance; /* of integers */
};

/* ---- executions of a seed in a request */

struct counter {
	_Atomic(uint64_t) executions;
	const struct async_allocator *allocator;
};

static void *counter_create(void *allocator)
{
	struct counter *counter = async_alloc(allocator, sizeof *counter, _Alignof(struct counter));
	if (counter) {
		atomic_init(&counter->executions, 0);
		counter->allocator = allocator;
	}
	return counter;
}

static void counter_destroy(void *object)
{
	struct counter *counter = object;
	async_free(counter->allocator, counter, sizeof *counter, _Alignof(struct counter));
}

/* Counts this execution. Returns false when out of memory. */
static bool number_execution(const struct hlo_run *run, const struct rng *rng, uint64_t *out)
{
	char name[40];
	struct async_resources *data = async_request_data(run->request);
	snprintf(name, sizeof name, "hlo.rng %08" PRIx32 "%08" PRIx32, rng->key[1], rng->key[0]);
	struct counter *counter = data ? async_resources_get(data, name, counter_create,
		(void *)(uintptr_t)kernels_host(run->request)->allocator, counter_destroy) : NULL;
	/* relaxed: executions whose order matters are ordered by the values that one passes to the next */
	*out = counter ? atomic_fetch_add_explicit(&counter->executions, 1, memory_order_relaxed) : 0;
	return counter || kernels_hlo__fail(run, "out of memory");
}

/* ---- numbers */

struct filling {
	const struct rng *rng;
	uint64_t execution;
	enum kernels_dtype dtype;
	void *to;
};

/* Two numbers of 64 bits for an element. */
static void draw(const struct filling *f, uint64_t i, uint64_t out[2])
{
	uint32_t words[4] = { (uint32_t)i, (uint32_t)(i >> 32), (uint32_t)f->execution, (uint32_t)(f->execution >> 32) };
	kernels_hlo__philox(f->rng->key, words);
	out[0] = words[0] | (uint64_t)words[1] << 32;
	out[1] = words[2] | (uint64_t)words[3] << 32;
}

/* From 0 to below 1. */
static double unit(uint64_t bits) { return (double)(bits >> 11) * 0x1p-53; }

static double draw_float(const struct filling *f, uint64_t i)
{
	static const double turn = 6.283185307179586477;
	const struct rng *rng = f->rng;
	uint64_t bits[2];
	draw(f, i, bits);
	if (!rng->normal) /* the distance may overflow */
		return rng->low * (1 - unit(bits[0])) + rng->high * unit(bits[0]);
	/* Box and Muller; 1 - unit() is not 0 */
	return rng->low + rng->high * sqrt(-2 * log(1 - unit(bits[0]))) * cos(turn * unit(bits[1]));
}

static uint64_t draw_integer(const struct filling *f, uint64_t i)
{
	const struct rng *rng = f->rng;
	uint64_t bits[2];
	draw(f, i, bits);
	/* the high half of bits * distance */
	const uint64_t a = bits[0] >> 32, b = (uint32_t)bits[0], c = rng->distance >> 32, d = (uint32_t)rng->distance;
	const uint64_t middle = (b * d >> 32) + (uint32_t)(a * d) + (uint32_t)(b * c);
	return rng->first + a * c + (a * d >> 32) + (b * c >> 32) + (middle >> 32);
}

static void fill(const void *data, size_t begin, size_t end)
{
	const struct filling *f = data;
	const size_t size = kernels_dtype_size(f->dtype);
	for (size_t i = begin; i < end; i++) {
		char *to = (char *)f->to + i * size;
		if (hlo_is_float(f->dtype)) {
			kernels_hlo__store(f->dtype, to, draw_float(f, i));
			/* a number that was rounded up to the end of the interval */
			if (!f->rng->normal && f->rng->low < f->rng->high && kernels_hlo__load(f->dtype, to) >= f->rng->high)
				kernels_hlo__store(f->dtype, to, f->rng->low);
			continue;
		}
		const uint64_t value = draw_integer(f, i);
		kernels_hlo__convert(f->dtype, to, KERNELS_UI64, &value, 1);
	}
}

static bool read_distribution(struct hlo_op *op, struct rng *rng)
{
	struct kernels_string name;
	int64_t seed;
	if (!kernels_hlo__text(op, "rng_distribution", &name) || !kernels_hlo__int(op, "seed", &seed))
		return false;
	rng->key[0] = (uint32_t)seed;
	rng->key[1] = (uint32_t)((uint64_t)seed >> 32);
	rng->normal = name.size == 6 && memcmp(name.data, "NORMAL", 6) == 0;
	return rng->normal || (name.size == 7 && memcmp(name.data, "UNIFORM", 7) == 0) ||
	       kernels_hlo__refuse(op, "attribute rng_distribution is '%.*s', expected UNIFORM or NORMAL",
		       (int)(name.size < 40 ? name.size : 40), name.data);
}

/* The dimensions of the result, which the operand `shape` has. */
static bool read_shape(struct hlo_op *op, int64_t *dims, uint32_t *rank)
{
	const struct hlo_type *shape = &op->operands[2];
	char text[HLO_TYPE_TEXT];
	if (!hlo_is_integer(shape->dtype) || shape->shape.rank != 1 || shape->elements > KERNELS_MAX_RANK)
		return kernels_hlo__refuse(op, "operand 2 has the type %s, expected up to %u integers",
			kernels_hlo__type_text(shape, text), KERNELS_MAX_RANK);
	kernels_hlo__convert(KERNELS_I64, dims, shape->dtype, op->values[2], (size_t)shape->elements);
	*rank = (uint32_t)shape->elements;
	return true;
}

static bool plan_rng(struct hlo_op *op, void *plan)
{
	struct rng *rng = plan;
	const enum kernels_dtype dtype = op->results[0].dtype;
	int64_t dims[KERNELS_MAX_RANK];
	uint64_t last;
	uint32_t rank = 0;
	if (!read_distribution(op, rng) || !read_shape(op, dims, &rank))
		return false;
	if (!hlo_is_float(dtype) && (rng->normal || (!hlo_is_integer(dtype) && dtype != KERNELS_I1)))
		return kernels_hlo__refuse(op, "the result has elements %s, expected floats%s", kernels_dtype_name(dtype),
			rng->normal ? "" : " or integers");
	for (uint32_t i = 0; i < 2; i++)
		if (op->operands[i].dtype != dtype || op->operands[i].shape.rank != 0)
			return kernels_hlo__refuse(op, "operand %u is not a scalar of the result's element type", i);
	if (hlo_is_float(dtype)) {
		rng->low = kernels_hlo__load(dtype, op->values[0]);
		rng->high = kernels_hlo__load(dtype, op->values[1]);
	} else {
		kernels_hlo__convert(KERNELS_UI64, &rng->first, dtype, op->values[0], 1);
		kernels_hlo__convert(KERNELS_UI64, &last, dtype, op->values[1], 1);
		const bool ordered = hlo_is_signed(dtype) ? (int64_t)rng->first < (int64_t)last : rng->first < last;
		rng->distance = ordered ? last - rng->first : 0;
	}
	if (!kernels_hlo__set_shape(op, 0, rank, dims))
		return false;
	op->nanoseconds = (uint64_t)op->results[0].elements * 30;
	return true;
}

static bool run_rng(const struct hlo_run *run, const void *plan)
{
	struct filling filling = { plan, 0, run->op->results[0].dtype, run->outputs[0] };
	if (!number_execution(run, plan, &filling.execution))
		return false;
	kernels_shared__share(kernels_host(run->request)->queue, fill, &filling, (size_t)run->op->results[0].elements,
		run->op->nanoseconds);
	return true;
}

HLO_KERNEL(rng, .plan_size = sizeof(struct rng), .plan = plan_rng, .run = run_rng, .flags = HLO_NEEDS_VALUES)
