/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The operations of the CPU handler: those with which TFRT's programs test its Core Runtime. Kernels of the pack do the
 * work; ops.h lists the operations that are kernels too. Hosts add operations by handlers of their own (kernels_handler_register()). */
#include "eager/eager.h"
#include "eager/ops.h"
#include "common/arguments.h"
#include "common/print.h"
#include "elementwise/elementwise.h"
#include <kernels/check.h>
#include <shared/gemm.h>
#include <string.h>

enum { MOST_ARGUMENTS = 2 };

/* A call of an operation, as one of a kernel: its arguments are tensors, then `out`. */
struct op_call {
	struct kernels_call kernel;
	struct kernels_site site; /* for places of errors */
	const struct kernels_handler_call *call;
	void *arguments[MOST_ARGUMENTS + 1];
	struct kernels_tensor out; /* result 0 */
};

struct op {
	const char *name;
	uint32_t arguments, results;
	void (*run)(struct op_call *op);
};

static const struct kernels_tensor *argument(const struct op_call *op, uint32_t index) { return op->arguments[index]; }

/* ---- attributes */

static const struct kernels_op_attribute *find_attribute(struct op_call *op, const char *name)
{
	uint32_t count = 0;
	const struct kernels_op_attribute *list =
		op->call->attributes ? kernels_attributes_list(op->call->attributes, &count) : NULL;
	for (uint32_t i = 0; i < count; i++) {
		if (list[i].name_size == strlen(name) && memcmp(list[i].name, name, list[i].name_size) == 0)
			return &list[i];
	}
	kernels_call_fail(&op->kernel, "the attribute '%s' is missing", name);
	return NULL;
}

/* An array of i64; an empty array has no element type. */
static bool shape_attribute(struct op_call *op, struct kernels_shape *out)
{
	const struct kernels_op_attribute *attribute = find_attribute(op, "shape");
	struct kernels_array dims;
	if (!attribute)
		return false;
	bool good = attribute->kind & KERNELS_KIND_ARRAY && kernels_attr_array(attribute->attr, KERNELS_I64, &dims) &&
		    (dims.count == 0 || attribute->kind == (KERNELS_KIND_ARRAY | KERNELS_I64)) && dims.count <= KERNELS_MAX_RANK;
	out->rank = good ? (uint32_t)dims.count : 0;
	for (uint32_t i = 0; good && i < out->rank; i++)
		good = (out->dims[i] = kernels_load_i64(dims.elements + 8 * (size_t)i)) >= 0;
	if (!good)
		kernels_call_fail(&op->kernel, "the attribute 'shape' is not an array of at most %u dimensions of i64", KERNELS_MAX_RANK);
	return good;
}

static void fill(struct op_call *op, enum kernels_dtype dtype, const uint8_t *elements, size_t count)
{
	struct kernels_shape shape;
	if (shape_attribute(op, &shape))
		(void)kernels_tensor__from_elements(&op->kernel, dtype, &shape, elements, count, &op->out);
}

static void create_dense(struct op_call *op)
{
	const struct kernels_op_attribute *values = find_attribute(op, "values");
	struct kernels_array array;
	if (!values)
		return;
	const enum kernels_dtype dtype = (enum kernels_dtype)(values->kind & ~KERNELS_KIND_ARRAY);
	if (values->kind & KERNELS_KIND_ARRAY && kernels_attr_array(values->attr, dtype, &array))
		fill(op, dtype, array.elements, array.count);
	else
		kernels_call_fail(&op->kernel, "the attribute 'values' is not an array");
}

static void create_from_scalar(struct op_call *op)
{
	const struct kernels_op_attribute *value = find_attribute(op, "value");
	if (!value)
		return;
	const enum kernels_dtype dtype = (enum kernels_dtype)value->kind;
	if (value->kind < KERNELS_STRING && value->attr.size >= kernels_dtype_size(dtype))
		fill(op, dtype, value->attr.data, dtype == KERNELS_COMPLEX64 || dtype == KERNELS_COMPLEX128 ? 2 : 1);
	else
		kernels_call_fail(&op->kernel, "the attribute 'value' is not a number");
}

/* ---- computing */

/* The element type of the arguments, for which there are kernels; INVALID after a failure. */
static enum kernels_dtype number_type(struct op_call *op)
{
	const enum kernels_dtype dtype = argument(op, 0)->dtype;
#define IS_TYPE(suffix, number) || dtype == number
	if (false KERNELS_TENSOR__NUMBER_TYPES(IS_TYPE))
		return dtype;
	kernels_call_fail(&op->kernel, "argument 0: expected a tensor of f32, i32 or i64, got %s", kernels_dtype_name(dtype));
	return KERNELS_DTYPE_INVALID;
}

/* A kernel that writes its last argument, of the shape of argument 0. */
static void like_argument(struct op_call *op, uint32_t arguments, void (*kernel)(struct kernels_call *call, enum kernels_dtype dtype))
{
	const enum kernels_dtype dtype = number_type(op);
	if (dtype == KERNELS_DTYPE_INVALID || !kernels_tensor__create(&op->kernel, dtype, &argument(op, 0)->shape, &op->out))
		return;
	op->arguments[arguments] = &op->out;
	kernel(&op->kernel, dtype);
}

/* A kernel that creates its result. */
static void new_tensor(struct op_call *op, void (*kernel)(struct kernels_call *call, enum kernels_dtype dtype))
{
	const enum kernels_dtype dtype = number_type(op);
	if (dtype != KERNELS_DTYPE_INVALID)
		kernel(&op->kernel, dtype);
}

#define LIKE_OP(name, function, arguments, suffix, dtype) \
	static void name(struct op_call *op) { like_argument(op, arguments, kernels_tensor__##function); }
#define NEW_OP(name, function, rank, suffix, dtype) \
	static void name(struct op_call *op) { new_tensor(op, kernels_tensor__##function); }
KERNELS_TENSOR__LIKE_ARGUMENT(LIKE_OP, any, any)
KERNELS_TENSOR__NEW_TENSOR(NEW_OP, any, any)

static void broadcast(struct op_call *op)
{
	const enum kernels_dtype dtype = number_type(op);
	struct kernels_shape shape;
	struct kernels_dims dims;
	if (dtype == KERNELS_DTYPE_INVALID || !shape_attribute(op, &shape) ||
		!kernels_tensor__return_dims(&op->kernel, &dims, shape.dims, shape.rank))
		return;
	op->arguments[1] = &dims;
	if (shape.rank)
		kernels_tensor__broadcast(&op->kernel, dtype, shape.rank);
	else
		kernels_call_fail(&op->kernel, "the attribute 'shape' has no dimensions");
	kernels_dims_finish(&dims);
}

static bool flag(struct op_call *op, const char *name)
{
	const struct kernels_op_attribute *attribute = find_attribute(op, name);
	return attribute && attribute->kind == KERNELS_I1 && attribute->attr.size && attribute->attr.data[0];
}

static void matmul(struct op_call *op)
{
	static const float f32[] = { 1, 0 };
	static const int32_t i32[] = { 1, 0 };
	const enum kernels_dtype dtype = argument(op, 0)->dtype == KERNELS_I32 ? KERNELS_I32 : KERNELS_F32;
	const bool a_transposed = flag(op, "transpose_a"), b_transposed = flag(op, "transpose_b");
	const struct kernels_tensor *a = op->kernel.error ? NULL : kernels_tensor__dense(&op->kernel, 0, dtype, 2);
	const struct kernels_tensor *b = a ? kernels_tensor__dense(&op->kernel, 1, dtype, 2) : NULL;
	if (!b)
		return;
	const int64_t depth = a->shape.dims[!a_transposed];
	const struct kernels_shape shape = { 2, { a->shape.dims[a_transposed], b->shape.dims[!b_transposed] } };
	if (b->shape.dims[b_transposed] != depth) {
		kernels_call_fail(&op->kernel, "arguments 0 and 1: shapes %s and %s have no product",
			kernels_tensor__shape_text(&a->shape).text, kernels_tensor__shape_text(&b->shape).text);
		return;
	}
	if (!kernels_tensor__create(&op->kernel, dtype, &shape, &op->out))
		return;
	const struct gemm gemm = { .rows = (size_t)shape.dims[0], .columns = (size_t)shape.dims[1], .depth = (size_t)depth,
		.alpha = dtype == KERNELS_F32 ? (const void *)&f32[0] : &i32[0], .a = kernels_tensor_bytes(a),
		.a_stride = (size_t)a->shape.dims[1], .b = kernels_tensor_bytes(b), .b_stride = (size_t)b->shape.dims[1],
		.beta = dtype == KERNELS_F32 ? (const void *)&f32[1] : &i32[1], .c = kernels_tensor_data(&op->out),
		.c_stride = (size_t)shape.dims[1], .a_transposed = a_transposed, .b_transposed = b_transposed };
	kernels_shared__gemm(&gemm, dtype == KERNELS_F32 ? GEMM_F32 : GEMM_I32, &(struct gemm_how){ .left = NULL });
}

/* The odd ones of a row of i32: a result whose shape depends on the elements. */
static void odd_collector(struct op_call *op)
{
	const struct kernels_tensor *from = kernels_tensor__dense(&op->kernel, 0, KERNELS_I32, 1);
	struct kernels_shape shape = { 1, { 0 } };
	if (!from)
		return;
	const int32_t *elements = kernels_tensor_bytes(from);
	for (int64_t i = 0; i < from->shape.dims[0]; i++)
		shape.dims[0] += elements[i] & 1;
	if (!kernels_tensor__create(&op->kernel, KERNELS_I32, &shape, &op->out))
		return;
	int32_t *to = kernels_tensor_data(&op->out);
	for (int64_t i = 0; i < from->shape.dims[0]; i++) {
		if (elements[i] & 1)
			*to++ = elements[i];
	}
}

/* ---- the rest */

static void same(struct op_call *op) { async_type_get(kernels_tensor_types()->tensor)->copy(&op->out, argument(op, 0)); }
static void error(struct op_call *op) { kernels_call_fail(&op->kernel, "error from test.error.tensor implementation"); }
static void print(struct op_call *op) { kernels_tensor__print_tensor(&op->kernel); }

#define LIKE_ROW(name, function, arguments, suffix, dtype) { "tfrt_test." #name, arguments, 1, name },
#define NEW_ROW(name, function, rank, suffix, dtype) { "tfrt_test." #name, 1, 1, name },

static const struct op ops[] = {
	KERNELS_TENSOR__LIKE_ARGUMENT(LIKE_ROW, any, any)
	KERNELS_TENSOR__NEW_TENSOR(NEW_ROW, any, any)
	{ "tfrt_test.add.denseonly", 2, 1, add },
	{ "tfrt_test.add.denseonly2", 2, 1, add },
	{ "tfrt_test.add.denseonly3", 2, 1, add },
	{ "tfrt_test.async.noop", 1, 1, same },
	{ "tfrt_test.async.noop_no_md", 1, 1, same },
	{ "tfrt_test.broadcast", 1, 1, broadcast },
	{ "tfrt_test.create_dense_tensor", 0, 1, create_dense },
	{ "tfrt_test.create_from_scalar", 0, 1, create_from_scalar },
	{ "tfrt_test.error.tensor", 1, 1, error },
	{ "tfrt_test.matmul", 2, 1, matmul },
	{ "tfrt_test.odd_collector", 1, 1, odd_collector },
	{ "tfrt_test.print", 1, 0, print },
};

static void run(const struct op *op, struct op_call *in)
{
	const struct kernels_handler_call *call = in->call;
	if (call->argument_count != op->arguments || call->result_count != op->results) {
		kernels_call_fail(&in->kernel, "operation %s has %u arguments and %u results, expected %u and %u", op->name,
			call->argument_count, call->result_count, op->arguments, op->results);
		return;
	}
	for (uint32_t i = 0; i < op->arguments; i++) {
		if (async_value_type(call->arguments[i]) != kernels_tensor_types()->tensor) {
			kernels_call_fail(&in->kernel, "operation %s: argument %u is not a tensor", op->name, i);
			return;
		}
		in->arguments[i] = async_value_payload(call->arguments[i]);
	}
	op->run(in);
}

bool kernels_tensor__run_op(const struct kernels_handler_call *call)
{
	const struct op *op = ops, *end = ops + sizeof ops / sizeof *ops;
	while (op < end && strcmp(op->name, call->name) != 0)
		op++;
	if (op == end)
		return false;
	struct op_call in = { .call = call };
	void *results[] = { &in.out };
	in.site = (struct kernels_site){ .location = call->location, .argument_count = call->argument_count };
	in.kernel = (struct kernels_call){ in.arguments, results, &in.site, call->request, NULL };
	run(op, &in);
	struct async_value *value = NULL;
	if (!in.kernel.error && op->results) {
		value = async_value_create_available(kernels_host(call->request)->allocator, kernels_tensor_types()->tensor, &in.out);
		if (!value)
			kernels_call_fail(&in.kernel, "out of memory");
	}
	if (in.kernel.error) {
		kernels_tensor_finish(&in.out);
		value = kernels_error_value(call->request, in.kernel.error);
	}
	for (uint32_t i = 0; i < call->result_count; i++)
		call->results[i] = async_value_retain(value);
	if (call->chain && in.kernel.error)
		*call->chain = async_value_retain(value);
	if (value)
		async_value_release(value);
	return true;
}
