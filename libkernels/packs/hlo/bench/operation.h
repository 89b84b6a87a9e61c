/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ops of benchmarks, from text: each is prepared once and called many times. */
#ifndef KERNELS_HLO_BENCH_OPERATION_H
#define KERNELS_HLO_BENCH_OPERATION_H

#include "bench_host.h"
#include <math.h>

#define MOST 8 /* operands, results */
#define PANELS 256 /* added to the element type: see DESIGN.md */

struct operation {
	char name[64];
	struct kernels_attributes *attributes;
	struct async_value *operands[MOST];
	uint32_t operand_count, result_count;
	int64_t types[128];
	uint32_t type_words;
	double bytes, result_bytes;
};

static enum kernels_dtype dtype_of(const char *text, size_t size)
{
	for (int i = 1; i < KERNELS_DTYPE_LIMIT; i++) {
		const char *name = kernels_dtype_name((enum kernels_dtype)i);
		if (name && strlen(name) == size && memcmp(name, text, size) == 0)
			return (enum kernels_dtype)i;
	}
	fprintf(stderr, "no element type %s\n", text);
	exit(1);
}

/* "[1,2]" */
static uint32_t read_ints(const char **at, int64_t *out)
{
	uint32_t count = 0;
	const char *text = *at + 1;
	while (*text != ']') {
		char *end;
		out[count++] = strtoll(text, &end, 10);
		text = *end == ',' ? end + 1 : end;
	}
	*at = text + 1;
	return count;
}

static uint64_t next_random(void)
{
	static uint64_t state = 88172645463325252u;
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static void fill(struct kernels_tensor *tensor, uint64_t limit)
{
	void *data = kernels_tensor_data(tensor);
	if (tensor->shape.rank == 0) { /* initial values, padding */
		memset(data, 0, kernels_dtype_size(tensor->dtype));
		return;
	}
	for (int64_t i = 0; i < kernels_tensor_elements(tensor); i++) {
		const uint64_t random = next_random();
		const double number = (double)(random >> 11) / 4503599627370496.0 - 1;
		const float narrow = (float)(number * number * number * 8);
		uint32_t bits;
		memcpy(&bits, &narrow, sizeof bits);
		switch ((int)tensor->dtype) {
		case KERNELS_F32: ((float *)data)[i] = narrow; break;
		case KERNELS_F64: ((double *)data)[i] = number; break;
		case KERNELS_BF16: ((uint16_t *)data)[i] = (uint16_t)(bits >> 16); break;
		case KERNELS_I32: ((uint32_t *)data)[i] = (uint32_t)(limit ? random % limit : random); break;
		case KERNELS_I64: ((uint64_t *)data)[i] = random; break;
		default: ((uint8_t *)data)[i] = (uint8_t)random;
		}
	}
}

/* One type; adds an operand if `value` is set. */
static const char *read_type(struct operation *op, const char *text, bool value)
{
	const char *at = strchr(text, '[');
	const enum kernels_dtype dtype = dtype_of(text, (size_t)(at - text));
	struct kernels_shape shape = { .rank = 0 };
	struct kernels_tensor tensor;
	int64_t elements = 1;
	shape.rank = read_ints(&at, shape.dims);
	op->types[op->type_words++] = dtype;
	op->types[op->type_words++] = shape.rank;
	for (uint32_t i = 0; i < shape.rank; i++) {
		op->types[op->type_words++] = shape.dims[i];
		elements *= shape.dims[i];
	}
	op->bytes += (double)elements * (double)kernels_dtype_size(dtype);
	op->result_bytes += value ? 0 : (double)elements * (double)kernels_dtype_size(dtype);
	uint64_t limit = 0;
	if (*at == 'p') {
		op->types[op->type_words - shape.rank - 2] += PANELS;
		at++;
	}
	if (*at == '<') {
		char *end;
		limit = strtoull(at + 1, &end, 10);
		at = end;
	}
	if (value) {
		if (!kernels_tensor_init(&tensor, async_allocator_system(), dtype, &shape))
			need(NULL);
		fill(&tensor, limit);
		op->operands[op->operand_count++] = need(async_value_create_available(
			async_allocator_system(), kernels_tensor_types()->tensor, &tensor));
	} else
		op->result_count++;
	return *at == ' ' ? at + 1 : at;
}

/* Attributes are separated by ';' without a blank behind: expressions have blanks. */
static void read_attributes(struct operation *op, const char *text)
{
	while (*text) {
		const char *value = strchr(text, '='), *end = value + 1;
		char name[64];
		int64_t ints[32];
		snprintf(name, sizeof name, "%.*s", (int)(value - text), text);
		while (*end && (*end != ';' || end[1] == ' '))
			end++;
		const char *at = ++value;
		if (*value == '[') {
			const uint32_t count = read_ints(&at, ints);
			ok(kernels_attributes_array(op->attributes, name, KERNELS_I64, ints, count));
		} else if (strncmp(value, "true", 4) == 0 || strncmp(value, "false", 5) == 0) {
			const bool yes = *value == 't';
			ok(kernels_attributes_scalar(op->attributes, name, KERNELS_I1, &yes));
		} else if (*value >= '0' && *value <= '9') {
			ints[0] = atoll(value);
			ok(kernels_attributes_scalar(op->attributes, name, KERNELS_I64, ints));
		} else {
			ok(kernels_attributes_string(op->attributes, name, value, (size_t)(end - value)));
		}
		text = *end ? end + 1 : end;
	}
}

static void call(const struct operation *op)
{
	struct async_value *results[MOST];
	kernels_invoke(registry, op->name, request, op->operands, op->operand_count, op->attributes, results, op->result_count);
	async_queue_await(host.queue, results, op->result_count);
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (async_value_is_error(results[i])) {
			fprintf(stderr, "%s: %s\n", op->name, async_error_message(async_value_error(results[i])));
			exit(1);
		}
		async_value_release(results[i]);
	}
}

/* The kernel hlo.KERNEL with these types and attributes:
 * operands, results: "f32[2,3] i32[]", separated by blanks; "i32[64]<9" has random numbers below 9, "f32[8,32]p" is in panels
 * attributes: "name=1;name=[1,2];name=text", in any order */
static struct operation operation_begin(const char *kernel, const char *operands, const char *results, const char *attributes)
{
	struct operation op = { .attributes = need(kernels_attributes_create(NULL)) };
	snprintf(op.name, sizeof op.name, "hlo.%s", kernel);
	for (const char *at = operands; *at;)
		at = read_type(&op, at, true);
	for (const char *at = results; *at;)
		at = read_type(&op, at, false);
	read_attributes(&op, attributes);
	ok(kernels_attributes_array(op.attributes, "types", KERNELS_I64, op.types, op.type_words));
	return op;
}

static void operation_end(struct operation *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++)
		async_value_release(op->operands[i]);
	kernels_attributes_release(op->attributes);
}

/* Nanoseconds of a call: the least of `batches` batches that take `least_ns` or longer. */
static inline double operation_time(const struct operation *op, int batches, double least_ns)
{
	double best = INFINITY;
	long calls = 1;
	call(op);
	call(op);
	for (int batch = 0; batch < batches;) {
		const double start = now();
		for (long i = 0; i < calls; i++)
			call(op);
		const double took = now() - start;
		if (took < least_ns && calls < 1000000) {
			calls *= 2;
			continue;
		}
		batch++;
		best = fmin(best, took / (double)calls);
	}
	return best;
}

#endif
