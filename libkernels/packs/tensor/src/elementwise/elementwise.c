/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_test.{relu, add, equal, ...}: elementwise kernels. The last tensor argument is the output; it may be identical
 * to an input. */
#include "elementwise/elementwise.h"
#include "common/arguments.h"
#include <shared/share.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3") /* vectorizes loops of any length; gcc at -O2 vectorizes only some */
#endif

/* Loops for one element type. Sums of integers wrap around, which is defined for unsigned types only: WRAP. */
#define LOOPS(T, WRAP) \
	static void relu_##T(const void *a, void *out, size_t n) \
	{ \
		for (size_t i = 0; i < n; i++) { \
			const T x = ((const T *)a)[i]; \
			((T *)out)[i] = x < 0 ? 0 : x; /* NaN stays NaN */ \
		} \
	} \
	static void relu_grad_##T(const void *a, const void *b, void *out, size_t n) \
	{ \
		for (size_t i = 0; i < n; i++) \
			((T *)out)[i] = ((const T *)a)[i] > 0 ? ((const T *)b)[i] : 0; \
	} \
	static void add_##T(const void *a, const void *b, void *out, size_t n) \
	{ \
		for (size_t i = 0; i < n; i++) \
			((T *)out)[i] = (T)((WRAP)((const T *)a)[i] + (WRAP)((const T *)b)[i]); \
	} \
	static void equal_##T(const void *a, const void *b, void *out, size_t n) \
	{ \
		for (size_t i = 0; i < n; i++) \
			((T *)out)[i] = ((const T *)a)[i] == ((const T *)b)[i]; \
	}
LOOPS(float, float)
LOOPS(int32_t, uint32_t)
LOOPS(int64_t, uint64_t)

typedef void (*unary_fn)(const void *a, void *out, size_t n);
typedef void (*binary_fn)(const void *a, const void *b, void *out, size_t n);

struct loops {
	unary_fn relu;
	binary_fn relu_grad, add, equal;
};

static const struct loops *loops_of(enum kernels_dtype dtype)
{
	static const struct loops f32 = { relu_float, relu_grad_float, add_float, equal_float };
	static const struct loops i32 = { relu_int32_t, relu_grad_int32_t, add_int32_t, equal_int32_t };
	static const struct loops i64 = { relu_int64_t, relu_grad_int64_t, add_int64_t, equal_int64_t };
	return dtype == KERNELS_F32 ? &f32 : dtype == KERNELS_I32 ? &i32 : &i64;
}

/* One loop, whose parts may run concurrently. */
struct elements {
	unary_fn unary; /* NULL: binary */
	binary_fn binary;
	const char *a, *b;
	char *out;
	size_t size; /* size of an element of each */
};

static void some_elements(const void *data, size_t begin, size_t end)
{
	const struct elements *e = data;
	const size_t at = begin * e->size;
	if (e->unary)
		e->unary(e->a + at, e->out + at, end - begin);
	else
		e->binary(e->a + at, e->b + at, e->out + at, end - begin);
}

static void all_elements(struct kernels_call *call, struct elements *e, const struct kernels_tensor *out)
{
	const size_t count = (size_t)kernels_tensor_elements(out);
	e->out = kernels_tensor_data(out);
	e->size = kernels_dtype_size(out->dtype);
	kernels_shared__share_call(call, some_elements, e, count, count / 16 * e->size);
}

/* Argument `out` = loop(argument `a`); elements of both are of one size. */
static void unary(struct kernels_call *call, uint32_t a, enum kernels_dtype a_dtype, uint32_t out,
	enum kernels_dtype out_dtype, unary_fn loop)
{
	const uint32_t rank = KERNELS_TENSOR__ANY_RANK;
	const struct kernels_tensor *from = kernels_tensor__dense(call, a, a_dtype, rank);
	const struct kernels_tensor *to = from ? kernels_tensor__dense(call, out, out_dtype, rank) : NULL;
	if (to && kernels_tensor__same_shape(call, a, out))
		all_elements(call, &(struct elements){ .unary = loop, .a = kernels_tensor_bytes(from) }, to);
}

/* Argument `out` = loop(argument 0, argument 1). */
static void binary(struct kernels_call *call, uint32_t out, enum kernels_dtype dtype, binary_fn loop)
{
	const struct kernels_tensor *tensors[3];
	for (uint32_t i = 0; i <= out; i++) {
		tensors[i] = kernels_tensor__dense(call, i, dtype, KERNELS_TENSOR__ANY_RANK);
		if (!tensors[i] || !kernels_tensor__same_shape(call, 0, i))
			return;
	}
	all_elements(call, &(struct elements){ .binary = loop, .a = kernels_tensor_bytes(tensors[0]),
		.b = kernels_tensor_bytes(tensors[1]) }, tensors[out]);
}

void kernels_tensor__relu(struct kernels_call *call, enum kernels_dtype dtype)
{
	unary(call, 0, dtype, 1, dtype, loops_of(dtype)->relu);
}

void kernels_tensor__relu_inplace(struct kernels_call *call, enum kernels_dtype dtype)
{
	unary(call, 0, dtype, 0, dtype, loops_of(dtype)->relu);
}

void kernels_tensor__relu_grad_inplace(struct kernels_call *call, enum kernels_dtype dtype)
{
	binary(call, 1, dtype, loops_of(dtype)->relu_grad);
}

void kernels_tensor__add(struct kernels_call *call, enum kernels_dtype dtype)
{
	binary(call, 2, dtype, loops_of(dtype)->add);
}

void kernels_tensor__add_inplace(struct kernels_call *call, enum kernels_dtype dtype)
{
	binary(call, 1, dtype, loops_of(dtype)->add);
}

void kernels_tensor__equal_elements(struct kernels_call *call, enum kernels_dtype dtype)
{
	binary(call, 2, dtype, loops_of(dtype)->equal);
}

void kernels_tensor__equal_elements_inplace(struct kernels_call *call, enum kernels_dtype dtype)
{
	binary(call, 1, dtype, loops_of(dtype)->equal);
}

static void cast_i32_to_f32(const void *a, void *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((float *)out)[i] = (float)((const int32_t *)a)[i];
}

void kernels_tensor__cast_i32_to_f32(struct kernels_call *call)
{
	unary(call, 0, KERNELS_I32, 1, KERNELS_F32, cast_i32_to_f32);
}
