/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_test.* of this pack, and eigen.matmul: the operations of a small network. */
#include "world.h"
#include <math.h>

static struct world w;

/* Checks the printed text of a tensor, after "DenseHostTensor dtype = ", and releases it. */
static void check_shown(int line, struct kernels_tensor *t, const char *expected)
{
	char text[512];
	snprintf(text, sizeof text, "DenseHostTensor dtype = %s\n", expected);
	check_str(__FILE__, line, "the tensor", world_show(&w, t), text);
	kernels_tensor_finish(t);
}
#define CHECK_SHOWN(tensor, expected) check_shown(__LINE__, tensor, expected)

static void relu(void)
{
	struct kernels_tensor a = F32_TENSOR(&w, DIMS(2, 2), -1, 2, NAN, -INFINITY);
	struct kernels_tensor b = F32_TENSOR(&w, DIMS(2, 2), 9, 9, 9, 9);
	CHECK_CALL(&w, "tfrt_test.relu.f32", ARGS(&a, &b, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&b, "f32, shape = [2, 2], values = [0.000000e+00, 2.000000e+00, nan, 0.000000e+00]");
	CHECK_CALL(&w, "tfrt_test.relu_inplace.f32", ARGS(&a), RESULTS(CHAIN)); /* also without a chain */
	CHECK_SHOWN(&a, "f32, shape = [2, 2], values = [0.000000e+00, 2.000000e+00, nan, 0.000000e+00]");
	a = I32_TENSOR(&w, DIMS(3), INT32_MIN, 0, INT32_MAX);
	CHECK_CALL(&w, "tfrt_test.relu_inplace.i32", ARGS(&a, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&a, "i32, shape = [3], values = [0, 0, 2147483647]");
	a = world_tensor(&w, KERNELS_I64, DIMS(2), ((int64_t[]){ -5, 6 }));
	CHECK_CALL(&w, "tfrt_test.relu.i64", ARGS(&a, &a, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&a, "i64, shape = [2], values = [0, 6]");
}

static void relu_gradient(void)
{
	struct kernels_tensor activation = F32_TENSOR(&w, DIMS(4), -1, 0, 0.5f, 2);
	struct kernels_tensor gradient = F32_TENSOR(&w, DIMS(4), 1, 2, 3, 4);
	CHECK_CALL(&w, "tfrt_test.relu_grad_inplace.f32", ARGS(&activation, &gradient, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&gradient, "f32, shape = [4], values = [0.000000e+00, 0.000000e+00, 3.000000e+00, 4.000000e+00]");
	CHECK_SHOWN(&activation,
		"f32, shape = [4], values = [-1.000000e+00, 0.000000e+00, 5.000000e-01, 2.000000e+00]");
}

static void add(void)
{
	struct kernels_tensor a = I32_TENSOR(&w, DIMS(2), 1, INT32_MAX), b = I32_TENSOR(&w, DIMS(2), 10, 1);
	struct kernels_tensor c = I32_TENSOR(&w, DIMS(2), 0, 0);
	CHECK_CALL(&w, "tfrt_test.add.i32", ARGS(&a, &b, &c, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&c, "i32, shape = [2], values = [11, -2147483648]");
	CHECK_CALL(&w, "tfrt_test.add_inplace.i32", ARGS(&a, &b, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&b, "i32, shape = [2], values = [11, -2147483648]");
	CHECK_SHOWN(&a, "i32, shape = [2], values = [1, 2147483647]");
	a = F32_TENSOR(&w, DIMS(1), 0.5f);
	CHECK_CALL(&w, "tfrt_test.add_inplace.f32", ARGS(&a, &a, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&a, "f32, shape = [1], values = [1.000000e+00]");
}

static void equal(void)
{
	struct kernels_tensor a = I32_TENSOR(&w, DIMS(3), 1, 2, 3), b = I32_TENSOR(&w, DIMS(3), 1, 9, 3);
	struct kernels_tensor c = I32_TENSOR(&w, DIMS(3), 7, 7, 7);
	CHECK_CALL(&w, "tfrt_test.equal.i32", ARGS(&a, &b, &c, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&c, "i32, shape = [3], values = [1, 0, 1]");
	CHECK_CALL(&w, "tfrt_test.equal_inplace.i32", ARGS(&a, &b, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&b, "i32, shape = [3], values = [1, 0, 1]");
	CHECK_SHOWN(&a, "i32, shape = [3], values = [1, 2, 3]");
}

static void cast(void)
{
	struct kernels_tensor a = I32_TENSOR(&w, DIMS(2), -3, 4), b = F32_TENSOR(&w, DIMS(2), 0, 0);
	CHECK_CALL(&w, "tfrt_test.cast.i32_to_f32", ARGS(&a, &b, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&b, "f32, shape = [2], values = [-3.000000e+00, 4.000000e+00]");
	kernels_tensor_finish(&a);
}

static void different_shapes(void)
{
	struct kernels_tensor a = I32_TENSOR(&w, DIMS(2), 1, 2), b = I32_TENSOR(&w, DIMS(1, 2), 3, 4);
	struct kernels_tensor f = F32_TENSOR(&w, DIMS(2), 0, 0);
	CHECK_STR(CALL(&w, "tfrt_test.add.i32", ARGS(&a, &a, &b, CHAIN), RESULTS(CHAIN)),
		"arguments 0 and 2 must have the same shape, got [2] and [1, 2]");
	CHECK_STR(CALL(&w, "tfrt_test.relu.i32", ARGS(&a, &b, CHAIN), RESULTS(CHAIN)),
		"arguments 0 and 1 must have the same shape, got [2] and [1, 2]");
	CHECK_STR(CALL(&w, "tfrt_test.add.i32", ARGS(&a, &f, &a, CHAIN), RESULTS(CHAIN)),
		"argument 1: expected a dense tensor of i32, got a dense tensor of f32 with shape [2]");
	CHECK_STR(CALL(&w, "tfrt_test.cast.i32_to_f32", ARGS(&a, &a, CHAIN), RESULTS(CHAIN)),
		"argument 1: expected a dense tensor of f32, got a dense tensor of i32 with shape [2]");
	CHECK_SHOWN(&a, "i32, shape = [2], values = [1, 2]"); /* nothing was written */
	kernels_tensor_finish(&b);
	kernels_tensor_finish(&f);
}

static const char *broadcast(const char *kernel, struct kernels_tensor *from, struct kernels_dims shape,
	struct kernels_tensor *out)
{
	return CALL(&w, kernel, ARGS(from, &shape, CHAIN), RESULTS(out));
}

static void broadcasts(void)
{
	struct kernels_tensor row = I32_TENSOR(&w, DIMS(2), 1, 2), column = I32_TENSOR(&w, DIMS(2, 1), 3, 4), out;
	struct kernels_tensor one = I32_TENSOR(&w, DIMS(1), 8), box = I32_TENSOR(&w, DIMS(2, 1, 2), 1, 2, 3, 4);
	CHECK(!broadcast("tfrt_test.broadcast.i32.2", &row, SHAPE_VALUE(3, 2), &out));
	CHECK_SHOWN(&out, "i32, shape = [3, 2], values = [1, 2, 1, 2, 1, 2]");
	CHECK(!broadcast("tfrt_test.broadcast.i32.2", &column, SHAPE_VALUE(2, 3), &out));
	CHECK_SHOWN(&out, "i32, shape = [2, 3], values = [3, 3, 3, 4, 4, 4]");
	CHECK(!broadcast("tfrt_test.broadcast.i32.3", &column, SHAPE_VALUE(2, 2, 2), &out));
	CHECK_SHOWN(&out, "i32, shape = [2, 2, 2], values = [3, 3, 4, 4, 3, 3, 4, 4]");
	CHECK(!broadcast("tfrt_test.broadcast.i32.3", &box, SHAPE_VALUE(2, 2, 2), &out));
	CHECK_SHOWN(&out, "i32, shape = [2, 2, 2], values = [1, 2, 1, 2, 3, 4, 3, 4]");
	CHECK(!broadcast("tfrt_test.broadcast.i32.2", &one, SHAPE_VALUE(1, 1), &out));
	CHECK_SHOWN(&out, "i32, shape = [1, 1], values = [8]");
	CHECK(!broadcast("tfrt_test.broadcast.i32.2", &row, SHAPE_VALUE(0, 2), &out));
	CHECK_SHOWN(&out, "i32, shape = [0, 2], values = []");
	CHECK_STR(broadcast("tfrt_test.broadcast.i32.2", &row, SHAPE_VALUE(2, 3), &out),
		"arguments 0 and 1: a tensor with shape [2] cannot be broadcast to shape [2, 3] of rank 2");
	CHECK_STR(broadcast("tfrt_test.broadcast.i32.2", &row, SHAPE_VALUE(1, 1, 2), &out),
		"arguments 0 and 1: a tensor with shape [2] cannot be broadcast to shape [1, 1, 2] of rank 2");
	CHECK_STR(broadcast("tfrt_test.broadcast.i32.2", &box, SHAPE_VALUE(2, 2), &out),
		"arguments 0 and 1: a tensor with shape [2, 1, 2] cannot be broadcast to shape [2, 2] of rank 2");
	async_allocator_fail_nth(w.failing, 1);
	CHECK_STR(broadcast("tfrt_test.broadcast.i32.2", &row, SHAPE_VALUE(2, 2), &out), "Cannot allocate tensor");
	kernels_tensor_finish(&row);
	kernels_tensor_finish(&column);
	kernels_tensor_finish(&one);
	kernels_tensor_finish(&box);
}

static void reduce_mean(void)
{
	struct kernels_tensor a = F32_TENSOR(&w, DIMS(4), 1, 0, 1, 1), out;
	CHECK_CALL(&w, "tfrt_test.reduce_mean.f32.1", ARGS(&a, CHAIN), RESULTS(&out));
	CHECK_SHOWN(&out, "f32, shape = [], values = [7.500000e-01]");
	kernels_tensor_finish(&a);
	a = I32_TENSOR(&w, DIMS(3), INT32_MIN, INT32_MIN, INT32_MIN + 1);
	CHECK_CALL(&w, "tfrt_test.reduce_mean.i32.1", ARGS(&a, CHAIN), RESULTS(&out));
	CHECK_SHOWN(&out, "i32, shape = [], values = [-2147483647]"); /* towards zero */
	kernels_tensor_finish(&a);
	a = world_tensor(&w, KERNELS_I64, DIMS(2), ((int64_t[]){ 7, -2 }));
	CHECK_CALL(&w, "tfrt_test.reduce_mean.i64.1", ARGS(&a, CHAIN), RESULTS(&out));
	CHECK_SHOWN(&out, "i64, shape = [], values = [2]");
	kernels_tensor_finish(&a);
	a = world_tensor(&w, KERNELS_F32, DIMS(0), "");
	CHECK_STR(CALL(&w, "tfrt_test.reduce_mean.f32.1", ARGS(&a, CHAIN), RESULTS(&out)),
		"argument 0: no elements to take the mean of");
	kernels_tensor_finish(&a);
}

static void argmax(void)
{
	struct kernels_tensor a = F32_TENSOR(&w, DIMS(3, 3), 1, 3, 2, -5, -5, -6, NAN, 0, 1), out;
	CHECK_CALL(&w, "tfrt_test.argmax.f32.2", ARGS(&a, CHAIN), RESULTS(&out));
	CHECK_SHOWN(&out, "i32, shape = [3], values = [1, 0, 0]"); /* the first of equal ones; nothing exceeds NaN */
	kernels_tensor_finish(&a);
	a = world_tensor(&w, KERNELS_I64, DIMS(1, 2), ((int64_t[]){ -1, INT64_MAX }));
	CHECK_CALL(&w, "tfrt_test.argmax.i64.2", ARGS(&a, CHAIN), RESULTS(&out));
	CHECK_SHOWN(&out, "i32, shape = [1], values = [1]");
	kernels_tensor_finish(&a);
	a = world_tensor(&w, KERNELS_I32, DIMS(4, 0), "");
	CHECK_STR(CALL(&w, "tfrt_test.argmax.i32.2", ARGS(&a, CHAIN), RESULTS(&out)),
		"argument 0: no largest element in rows of 0");
	kernels_tensor_finish(&a);
}

static const char *slice(struct kernels_tensor *from, int64_t x, int64_t y, int64_t z, struct kernels_tensor *to)
{
	struct kernels_tensor begin = world_tensor(&w, KERNELS_I64, DIMS(3), ((int64_t[]){ x, y, z }));
	const char *error = CALL(&w, "tfrt_test.slice_inplace.i32.3", ARGS(from, &begin, CHAIN, to), RESULTS(CHAIN));
	kernels_tensor_finish(&begin);
	return error;
}

static void slices(void)
{
	struct kernels_tensor from = I32_TENSOR(&w, DIMS(2, 3, 2), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
	struct kernels_tensor to = I32_TENSOR(&w, DIMS(2, 2, 1), 0, 0, 0, 0);
	struct kernels_tensor none = world_tensor(&w, KERNELS_I32, DIMS(2, 0, 9), "");
	CHECK_STR(slice(&from, 1, 1, 1, &to),
		"argument 1: 2 elements from 1 on are not within dimension 0 of shape [2, 3, 2]");
	CHECK_STR(slice(&from, 0, -1, 1, &to),
		"argument 1: 2 elements from -1 on are not within dimension 1 of shape [2, 3, 2]");
	CHECK_STR(slice(&from, 0, 1, 2, &to),
		"argument 1: 1 elements from 2 on are not within dimension 2 of shape [2, 3, 2]");
	CHECK_STR(slice(&from, 0, 1, INT64_MAX, &to),
		"argument 1: 1 elements from 9223372036854775807 on are not within dimension 2 of shape [2, 3, 2]");
	CHECK_STR(slice(&from, 0, 3, 0, &none),
		"argument 1: 9 elements from 0 on are not within dimension 2 of shape [2, 3, 2]");
	CHECK(!slice(&from, 0, 1, 1, &to));
	CHECK_SHOWN(&to, "i32, shape = [2, 2, 1], values = [3, 5, 9, 11]");
	kernels_tensor_finish(&none);
	none = world_tensor(&w, KERNELS_I32, DIMS(0, 3, 2), "");
	CHECK(!slice(&from, 2, 0, 0, &none));
	kernels_tensor_finish(&none);
	kernels_tensor_finish(&from);
}

static void matmul(void)
{
	struct kernels_tensor a = F32_TENSOR(&w, DIMS(2, 3), 1, 2, 3, 4, 5, 6);
	struct kernels_tensor b = F32_TENSOR(&w, DIMS(3, 2), 1, 0, 0, 1, 1, 1);
	struct kernels_tensor c = F32_TENSOR(&w, DIMS(2, 2), 10, 20, 30, 40);
	float alpha = 2, beta = 0.5f;
	CHECK_CALL(&w, "tfrt_test.matmul.f32.2", ARGS(&alpha, &a, &b, &beta, &c, CHAIN), RESULTS(CHAIN));
	CHECK_SHOWN(&c, "f32, shape = [2, 2], values = [1.300000e+01, 2.000000e+01, 3.500000e+01, 4.200000e+01]");
	c = F32_TENSOR(&w, DIMS(2, 3), 0, 0, 0, 0, 0, 0);
	CHECK_STR(CALL(&w, "eigen.matmul.f32", ARGS(&alpha, &a, &b, &beta, &c, CHAIN), RESULTS(CHAIN)),
		"arguments 1, 2 and 4: shapes [2, 3] x [3, 2] do not have a product of shape [2, 3]");
	CHECK_STR(CALL(&w, "eigen.matmul.f32", ARGS(&alpha, &a, &c, &beta, &c, CHAIN), RESULTS(CHAIN)),
		"arguments 1, 2 and 4: shapes [2, 3] x [2, 3] do not have a product of shape [2, 3]");
	kernels_tensor_finish(&a);
	kernels_tensor_finish(&b);
	kernels_tensor_finish(&c);
	int32_t one = 1, zero = 0;
	a = I32_TENSOR(&w, DIMS(2, 2), 1, 2, 3, 4);
	b = I32_TENSOR(&w, DIMS(2, 2), 0, 1, 1, 0);
	c = I32_TENSOR(&w, DIMS(2, 2), 9, 9, 9, 9);
	CHECK_CALL(&w, "eigen.matmul.i32", ARGS(&one, &a, &b, &zero, &c, CHAIN), RESULTS(CHAIN));
	CHECK_STR(CALL(&w, "eigen.matmul.i32", ARGS(&one, &a, &b, &zero, &b, CHAIN), RESULTS(CHAIN)),
		"argument 4 is written while argument 2 is read, and they share memory");
	CHECK_STR(CALL(&w, "eigen.matmul.i32", ARGS(&one, &a, &b, &zero, &a, CHAIN), RESULTS(CHAIN)),
		"argument 4 is written while argument 1 is read, and they share memory");
	CHECK_SHOWN(&c, "i32, shape = [2, 2], values = [2, 1, 4, 3]");
	kernels_tensor_finish(&a);
	kernels_tensor_finish(&b);
}

/* Without scratch memory the product is slower, but correct. */
static void matmul_without_memory(void)
{
	enum { N = 24 };
	static float ones[N * N];
	for (int i = 0; i < N * N; i++)
		ones[i] = 1;
	struct kernels_tensor a = world_tensor(&w, KERNELS_F32, DIMS(N, N), ones);
	struct kernels_tensor c = world_tensor(&w, KERNELS_F32, DIMS(N, N), ones);
	float one = 1, zero = 0;
	async_allocator_fail_nth(w.failing, 1);
	CHECK_CALL(&w, "tfrt_test.matmul.f32.2", ARGS(&one, &a, &a, &zero, &c, CHAIN), RESULTS(CHAIN));
	async_allocator_fail_nth(w.failing, 0);
	for (int i = 0; i < N * N; i++)
		CHECK(((float *)kernels_tensor_data(&c))[i] == N);
	kernels_tensor_finish(&a);
	kernels_tensor_finish(&c);
}

/* Shapes with a zero need no memory, however large their other dimensions; they must not need time either. */
static void huge_and_empty(void)
{
	struct kernels_tensor a = world_tensor(&w, KERNELS_F32, DIMS((int64_t)1 << 60, 0), "");
	struct kernels_tensor b = world_tensor(&w, KERNELS_F32, DIMS(0, 0), ""), out;
	struct kernels_tensor cube = world_tensor(&w, KERNELS_I32, DIMS((int64_t)1 << 60, (int64_t)1 << 60, 0), "");
	float one = 1;
	CHECK_CALL(&w, "tfrt_test.matmul.f32.2", ARGS(&one, &a, &b, &one, &a, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_test.relu_inplace.f32", ARGS(&a, CHAIN), RESULTS(CHAIN));
	CHECK(!broadcast("tfrt_test.broadcast.i32.3", &cube,
		SHAPE_VALUE((int64_t)1 << 60, (int64_t)1 << 60, 0), &out));
	CHECK_SHOWN(&out, "i32, shape = [1152921504606846976, 1152921504606846976, 0], values = []");
	CHECK(slice(&cube, 5, 6, 0, &cube) != NULL); /* 5 + the whole dimension is too much */
	CHECK(!slice(&cube, 0, 0, 0, &cube));
	kernels_tensor_finish(&a);
	kernels_tensor_finish(&b);
	kernels_tensor_finish(&cube);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(relu), CHECK_CASE(relu_gradient), CHECK_CASE(add), CHECK_CASE(equal), CHECK_CASE(cast),
		CHECK_CASE(different_shapes), CHECK_CASE(broadcasts), CHECK_CASE(reduce_mean), CHECK_CASE(argmax),
		CHECK_CASE(slices), CHECK_CASE(matmul), CHECK_CASE(matmul_without_memory), CHECK_CASE(huge_and_empty)
	};
	world_open(&w);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
