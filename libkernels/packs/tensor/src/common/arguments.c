/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks arguments and attributes, and reports errors. */
#include "common/arguments.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct kernels_tensor__shape_text kernels_tensor__shape_text(const struct kernels_shape *shape)
{
	struct kernels_tensor__shape_text out;
	kernels_shape_text(shape, out.text, sizeof out.text);
	return out;
}

struct kernels_tensor__shape_text kernels_tensor__dims_text(const struct kernels_dims *dims)
{
	struct kernels_tensor__shape_text out;
	if (kernels_dims_text(dims, out.text, sizeof out.text) >= sizeof out.text)
		memcpy(out.text + sizeof out.text - 4, "...", 4);
	return out;
}

static const char *kind_name(enum kernels_tensor_kind kind)
{
	return kind == KERNELS_TENSOR_DENSE ? "dense" : kind == KERNELS_TENSOR_STRING ? "string" : "COO";
}

static const struct kernels_tensor *tensor_argument(struct kernels_call *call, uint32_t index,
	enum kernels_tensor_kind kind, enum kernels_dtype dtype, uint32_t rank)
{
	const struct kernels_tensor *tensor = kernels_tensor__argument(call, index);
	if (tensor->kind == kind && (dtype == KERNELS_DTYPE_INVALID || tensor->dtype == dtype) &&
		(rank == KERNELS_TENSOR__ANY_RANK || tensor->shape.rank == rank))
		return tensor;
	char of_rank[24] = "";
	if (rank != KERNELS_TENSOR__ANY_RANK)
		snprintf(of_rank, sizeof of_rank, " of rank %" PRIu32, rank);
	kernels_call_fail(call, "argument %" PRIu32 ": expected a %s tensor%s%s%s, got a %s tensor of %s with shape %s",
		index, kind_name(kind), of_rank, dtype == KERNELS_DTYPE_INVALID ? "" : " of ",
		dtype == KERNELS_DTYPE_INVALID ? "" : kernels_dtype_name(dtype), kind_name(tensor->kind),
		kernels_dtype_name(tensor->dtype), kernels_tensor__shape_text(&tensor->shape).text);
	return NULL;
}

/* The alignment that C requires for a type of this size; complex numbers have that of their parts. */
static size_t element_align(enum kernels_dtype dtype)
{
	size_t size = kernels_dtype_size(dtype);
	return dtype == KERNELS_COMPLEX64 || dtype == KERNELS_COMPLEX128 ? size / 2 : size;
}

const struct kernels_tensor *kernels_tensor__dense(struct kernels_call *call, uint32_t index, enum kernels_dtype dtype,
	uint32_t rank)
{
	const struct kernels_tensor *tensor = tensor_argument(call, index, KERNELS_TENSOR_DENSE, dtype, rank);
	if (!tensor)
		return NULL;
	size_t align = element_align(tensor->dtype);
	if (align == 0 || (uintptr_t)kernels_tensor_bytes(tensor) % align != 0) {
		kernels_call_fail(call, "argument %" PRIu32 ": the elements are not aligned to %zu bytes", index,
			align);
		return NULL;
	}
	return tensor;
}

const struct kernels_tensor *kernels_tensor__coo(struct kernels_call *call, uint32_t index, enum kernels_dtype dtype,
	uint32_t rank)
{
	return tensor_argument(call, index, KERNELS_TENSOR_COO, dtype, rank);
}

bool kernels_tensor__same_shape(struct kernels_call *call, uint32_t first, uint32_t second)
{
	const struct kernels_tensor *a = kernels_tensor__argument(call, first);
	const struct kernels_tensor *b = kernels_tensor__argument(call, second);
	if (kernels_shape_equal(&a->shape, &b->shape))
		return true;
	kernels_call_fail(call, "arguments %" PRIu32 " and %" PRIu32 " must have the same shape, got %s and %s", first,
		second, kernels_tensor__shape_text(&a->shape).text, kernels_tensor__shape_text(&b->shape).text);
	return false;
}

static bool overlap(const struct kernels_tensor *x, const struct kernels_tensor *y)
{
	uintptr_t p = (uintptr_t)kernels_tensor_bytes(x), q = (uintptr_t)kernels_tensor_bytes(y);
	size_t p_size = (size_t)kernels_tensor_elements(x) * kernels_dtype_size(x->dtype);
	size_t q_size = (size_t)kernels_tensor_elements(y) * kernels_dtype_size(y->dtype);
	return p_size > 0 && q_size > 0 && (p < q ? q - p < p_size : p - q < q_size);
}

bool kernels_tensor__apart(struct kernels_call *call, uint32_t read, uint32_t written)
{
	if (!overlap(kernels_tensor__argument(call, read), kernels_tensor__argument(call, written)))
		return true;
	kernels_call_fail(call,
		"argument %" PRIu32 " is written while argument %" PRIu32 " is read, and they share memory", written,
		read);
	return false;
}

bool kernels_tensor__expect_shape(struct kernels_call *call, uint32_t index, const struct kernels_shape *shape)
{
	const struct kernels_tensor *tensor = kernels_tensor__argument(call, index);
	if (kernels_shape_equal(&tensor->shape, shape))
		return true;
	kernels_call_fail(call, "argument %" PRIu32 ": expected shape %s, got %s", index,
		kernels_tensor__shape_text(shape).text, kernels_tensor__shape_text(&tensor->shape).text);
	return false;
}

/* Copies `dims` to `out`, which has room for them. */
static bool read_dims(struct kernels_call *call, uint32_t index, const struct kernels_array *dims, int64_t least,
	int64_t *out)
{
	for (size_t i = 0; i < dims->count; i++) {
		out[i] = kernels_load_i64(dims->elements + 8 * i);
		if (out[i] < least) {
			kernels_call_fail(call, "attribute %" PRIu32 ": dimension %zu is negative: %" PRId64, index, i,
				out[i]);
			return false;
		}
	}
	return true;
}

bool kernels_tensor__shape_attribute(struct kernels_call *call, uint32_t index, struct kernels_shape *out)
{
	struct kernels_array dims;
	if (!kernels_call_array(call, index, KERNELS_I64, &dims))
		return false;
	if (dims.count > KERNELS_MAX_RANK) {
		kernels_call_fail(call, "attribute %" PRIu32 ": a tensor has at most %u dimensions, got %zu", index,
			KERNELS_MAX_RANK, dims.count);
		return false;
	}
	*out = (struct kernels_shape){ .rank = (uint32_t)dims.count };
	return read_dims(call, index, &dims, 0, out->dims);
}

bool kernels_tensor__dims_attribute(
	struct kernels_call *call, uint32_t index, int64_t least, struct kernels_dims *out)
{
	struct kernels_array dims;
	if (!kernels_call_array(call, index, KERNELS_I64, &dims))
		return false;
	int64_t *room = kernels_dims_init(out, kernels_tensor__allocator(call), NULL, dims.count);
	if (!room) {
		kernels_call_fail(call, "out of memory");
		return false;
	}
	if (read_dims(call, index, &dims, least, room))
		return true;
	kernels_dims_finish(out);
	return false;
}

bool kernels_tensor__return_dims(
	struct kernels_call *call, struct kernels_dims *out, const int64_t *dims, uint32_t rank)
{
	if (kernels_dims_init(out, kernels_tensor__allocator(call), dims, rank))
		return true;
	kernels_call_fail(call, "out of memory");
	return false;
}

bool kernels_tensor__shape_argument(struct kernels_call *call, uint32_t index, struct kernels_shape *out)
{
	const struct kernels_dims *dims = call->arguments[index];
	if (kernels_shape_from_dims(out, dims))
		return true;
	kernels_call_fail(call, "argument %" PRIu32 ": a tensor has at most %u dimensions, got %" PRIu32, index,
		KERNELS_MAX_RANK, dims->rank);
	return false;
}

bool kernels_tensor__create(struct kernels_call *call, enum kernels_dtype dtype, const struct kernels_shape *shape,
	struct kernels_tensor *out)
{
	if (kernels_tensor_init(out, kernels_tensor__allocator(call), dtype, shape))
		return true;
	kernels_call_fail(call, "Cannot allocate tensor");
	return false;
}

bool kernels_tensor__register_types(void)
{
	enum { SIZE = sizeof(struct kernels_shape), ALIGN = _Alignof(struct kernels_shape) };
	static const struct async_type fixed_rank[KERNELS_TENSOR__FIXED_RANKS] = {
		{ .name = "!ts.fixed_rank_shape.0", .size = SIZE, .align = ALIGN },
		{ .name = "!ts.fixed_rank_shape.1", .size = SIZE, .align = ALIGN },
		{ .name = "!ts.fixed_rank_shape.2", .size = SIZE, .align = ALIGN },
		{ .name = "!ts.fixed_rank_shape.3", .size = SIZE, .align = ALIGN },
	};
	const struct kernels_tensor_types *types = kernels_tensor_types();
	bool all = types->shape != ASYNC_TYPE_NONE && types->partial_shape != ASYNC_TYPE_NONE &&
		   types->buffer != ASYNC_TYPE_NONE && types->tensor != ASYNC_TYPE_NONE;
	all = all && kernels_types()->string != ASYNC_TYPE_NONE;
	for (uint32_t i = 0; i < KERNELS_TENSOR__FIXED_RANKS; i++)
		all = all && async_type_register(&fixed_rank[i]) != ASYNC_TYPE_NONE;
	return all;
}

bool kernels_tensor__checked(
	struct kernels_frame *frame, void (*check)(struct kernels_call *call, void *out), void *out)
{
	enum { MOST = 8 };
	void *payloads[MOST];
	for (uint32_t i = 0; i < frame->site->entry->argument_count && i < MOST; i++)
		payloads[i] = async_value_payload(frame->arguments[i]);
	struct kernels_call call = { .arguments = payloads, .site = frame->site, .request = frame->request };
	check(&call, out);
	if (call.error)
		kernels_frame_fail_with(frame, call.error);
	return !call.error;
}
