/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/batch.h"
#include "expr/convert.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <stdatomic.h>

bool kernels_hlo__matrices(struct hlo_op *op, uint32_t index, struct hlo_batch *batch, struct hlo_matrices *out)
{
	const struct hlo_type *type = &op->operands[index], *first = &op->operands[0];
	const uint32_t rank = type->shape.rank;
	char text[HLO_TYPE_TEXT];
	if ((!hlo_is_float(type->dtype) && !hlo_is_complex(type->dtype)) || rank < 2)
		return kernels_hlo__refuse(op, "operand %u has the type %s, expected matrices of floats or complex numbers",
			index, kernels_hlo__type_text(type, text));
	if (type->dtype != first->dtype || rank != first->shape.rank)
		return kernels_hlo__refuse(op, "operand %u has the type %s, expected element type and rank of operand 0",
			index, kernels_hlo__type_text(type, text));
	*out = (struct hlo_matrices){ (size_t)type->shape.dims[rank - 2], (size_t)type->shape.dims[rank - 1], 1 };
	for (uint32_t i = 0; i + 2 < rank; i++) {
		if (type->shape.dims[i] != first->shape.dims[i])
			return kernels_hlo__refuse(op, "operand %u has the type %s, expected the batch of operand 0", index,
				kernels_hlo__type_text(type, text));
		out->batch *= (size_t)type->shape.dims[i];
	}
	batch->batch = out->batch;
	batch->wide = hlo_is_complex(type->dtype) ? KERNELS_COMPLEX128 : KERNELS_F64;
	batch->f = hlo_is_complex(type->dtype) ? &kernels_hlo__matrix_complex : &kernels_hlo__matrix_real;
	return true;
}

bool kernels_hlo__batch_result(
	struct hlo_op *op, uint32_t index, enum kernels_dtype dtype, uint32_t rank, size_t rows, size_t columns)
{
	const struct hlo_shape *shape = &op->operands[0].shape;
	int64_t dims[KERNELS_MAX_RANK + 2];
	char text[HLO_TYPE_TEXT];
	if (op->results[index].dtype != dtype)
		return kernels_hlo__refuse(op, "result %u has the type %s, expected elements %s", index,
			kernels_hlo__type_text(&op->results[index], text), kernels_dtype_name(dtype));
	for (uint32_t i = 0; i + 2 < shape->rank; i++)
		dims[i] = shape->dims[i];
	dims[shape->rank - 2] = (int64_t)rows;
	dims[shape->rank - 1] = (int64_t)columns;
	return kernels_hlo__set_shape(op, index, shape->rank - 2 + rank, dims);
}

static size_t scratch_bytes(const struct hlo_batch *batch, size_t count)
{
	return (count * batch->f->size + 63) & ~(size_t)63;
}

bool kernels_hlo__batch_reserve(struct hlo_op *op, struct hlo_batch *batch, size_t times, size_t rows, size_t columns)
{
	size_t count;
	if (__builtin_mul_overflow(rows, columns, &count) || count > SIZE_MAX / 1024 || batch->scratch > SIZE_MAX / 2)
		return kernels_hlo__refuse(op, "matrices of %zu x %zu are too large", rows, columns);
	batch->scratch += times * scratch_bytes(batch, count);
	return true;
}

uint64_t kernels_hlo__batch_nanoseconds(const struct hlo_op *op, uint32_t index, size_t each)
{
	const double time = (double)op->operands[index].elements * ((double)each + 1);
	return time < 1e15 ? (uint64_t)time : UINT64_C(1000000000000000);
}

/* ---- a call */

struct work {
	const struct hlo_run *run;
	const struct hlo_batch *batch;
	const void *plan;
	void (*run_item)(struct hlo_item *item, const void *plan);
	atomic_bool *failed;
};

static void run_items(const void *data, size_t begin, size_t end)
{
	const struct work *w = data;
	char *scratch = async_alloc(w->run->allocator, w->batch->scratch + 64, 64);
	if (!scratch) {
		atomic_store(w->failed, true);
		return;
	}
	for (size_t i = begin; i < end; i++) {
		struct hlo_item item = { w->run, w->batch, i, scratch };
		w->run_item(&item, w->plan);
	}
	async_free(w->run->allocator, scratch, w->batch->scratch + 64, 64);
}

bool kernels_hlo__batch_run(const struct hlo_run *run, const struct hlo_batch *batch, const void *plan,
	void (*run_item)(struct hlo_item *item, const void *plan))
{
	atomic_bool failed;
	atomic_init(&failed, false);
	const struct work work = { run, batch, plan, run_item, &failed };
	if (batch->batch > 0)
		kernels_shared__share(
			kernels_host(run->request)->queue, run_items, &work, batch->batch, run->op->nanoseconds);
	return !atomic_load(&failed) || kernels_hlo__fail(run, "out of memory for a matrix");
}

void *kernels_hlo__item_take(struct hlo_item *item, size_t count)
{
	char *taken = item->scratch;
	item->scratch += scratch_bytes(item->batch, count);
	return taken;
}

/* Converts `count` elements, in pieces between which a cancelled call ends it. */
static void convert(enum kernels_dtype to_dtype, void *to, enum kernels_dtype from_dtype, const void *from, size_t count)
{
	const size_t to_size = kernels_dtype_size(to_dtype), from_size = kernels_dtype_size(from_dtype);
	uint32_t did = 0;
	for (size_t i = 0, piece; i < count; i += piece) {
		piece = count - i < KERNELS_STOP_STEPS ? count - i : KERNELS_STOP_STEPS;
		kernels_hlo__convert(to_dtype, (char *)to + i * to_size, from_dtype, (const char *)from + i * from_size, piece);
		if (kernels_stops(&did, piece))
			return;
	}
}

void *kernels_hlo__item_load(struct hlo_item *item, uint32_t index, size_t count)
{
	void *to = kernels_hlo__item_take(item, count);
	convert(item->batch->wide, to, item->run->op->operands[index].dtype, kernels_hlo__item_operand(item, index, count), count);
	return to;
}

const void *kernels_hlo__item_operand(const struct hlo_item *item, uint32_t index, size_t count)
{
	return (const char *)item->run->inputs[index] +
	       item->number * count * kernels_dtype_size(item->run->op->operands[index].dtype);
}

void *kernels_hlo__item_result(const struct hlo_item *item, uint32_t index, size_t count)
{
	return (char *)item->run->outputs[index] +
	       item->number * count * kernels_dtype_size(item->run->op->results[index].dtype);
}

static void store(
	const struct hlo_item *item, uint32_t index, enum kernels_dtype wide, const void *from, size_t count)
{
	convert(item->run->op->results[index].dtype, kernels_hlo__item_result(item, index, count), wide, from, count);
}

void kernels_hlo__item_store(const struct hlo_item *item, uint32_t index, const void *from, size_t count)
{
	store(item, index, item->batch->wide, from, count);
}

void kernels_hlo__item_store_real(const struct hlo_item *item, uint32_t index, const double *from, size_t count)
{
	store(item, index, KERNELS_F64, from, count);
}

void kernels_hlo__item_store_complex(const struct hlo_item *item, uint32_t index, const void *from, size_t count)
{
	store(item, index, KERNELS_COMPLEX128, from, count);
}
