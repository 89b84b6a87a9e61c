/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_dht.* and tfrt_sht.*, with the texts of the golden programs dense_tensors.mlir and string_tensor.mlir. */
#include "world.h"
#include <locale.h>
#include <math.h>

static struct world w;

static void create(void)
{
	struct kernels_tensor t;
	CHECK_CALL(&w, "tfrt_dht.create_uninitialized_tensor.i32.2", ATTR(I64S(&w, 2, 3)), RESULTS(&t));
	CHECK_INT(t.dtype, KERNELS_I32);
	CHECK_INT(kernels_buffer_size(t.buffer), 24);
	kernels_tensor_finish(&t);
	CHECK_CALL(&w, "tfrt_dht.create_uninitialized_tensor.bf16.5", ATTR(I64S(&w, 2, 1, 1, 1, 3)), RESULTS(&t));
	CHECK_INT(kernels_buffer_size(t.buffer), 12);
	kernels_tensor_finish(&t);
	CHECK_STR(CALL(&w, "tfrt_dht.create_uninitialized_tensor.i32.2", ATTR(I64S(&w, 2)), RESULTS(&t)),
		"attribute 0: expected 2 dimensions, got 1");
	CHECK_STR(CALL(&w, "tfrt_dht.create_uninitialized_tensor.i32.1", ATTR(I64S(&w, -2)), RESULTS(&t)),
		"attribute 0: dimension 0 is negative: -2");
	CHECK_STR(CALL(&w, "tfrt_dht.create_uninitialized_tensor.f64.2", ATTR(I64S(&w, INT64_MAX, 5)), RESULTS(&t)),
		"Cannot allocate tensor");
	async_allocator_fail_nth(w.failing, 1);
	CHECK_STR(CALL(&w, "tfrt_dht.create_uninitialized_tensor.f64.1", ATTR(I64S(&w, 5)), RESULTS(&t)),
		"Cannot allocate tensor");
}

static void fill_and_print(void)
{
	struct kernels_tensor a = I32_TENSOR(&w, DIMS(2, 3), 0, 0, 0, 0, 0, 0), b = F32_TENSOR(&w, DIMS(4), 0, 0, 0, 0);
	CHECK_CALL(&w, "tfrt_dht.fill_tensor_with_constant.i32", ARGS(&a, CHAIN), ATTR(WORLD_SCALAR(&w, int32_t, 7)),
		RESULTS(CHAIN));
	CHECK_STR(world_show(&w, &a), "DenseHostTensor dtype = i32, shape = [2, 3], values = [7, 7, 7, 7, 7, 7]\n");
	CHECK_CALL(&w, "tfrt_dht.fill_tensor_with_constant.f32", ARGS(&b, CHAIN), ATTR(WORLD_SCALAR(&w, float, -1.25f)),
		RESULTS(CHAIN));
	CHECK_STR(world_show(&w, &b),
		"DenseHostTensor dtype = f32, shape = [4], values = [-1.250000e+00, -1.250000e+00, "
		"-1.250000e+00, -1.250000e+00]\n");
	CHECK_STR(CALL(&w, "tfrt_dht.fill_tensor_with_constant.f32", ARGS(&a, CHAIN), ATTR(WORLD_SCALAR(&w, float, 1)),
		RESULTS(CHAIN)),
		"argument 0: expected a dense tensor of f32, got a dense tensor of i32 with shape [2, 3]");
	kernels_tensor_finish(&a);
	kernels_tensor_finish(&b);
}

static void fill_complex_and_empty(void)
{
	struct kernels_tensor t = world_tensor(&w, KERNELS_COMPLEX128, DIMS(3), (double[6]){ 0 });
	CHECK_CALL(&w, "tfrt_dht.fill_tensor_with_constant.complex128", ARGS(&t, CHAIN),
		ATTR(WORLD_SCALAR(&w, double, -2), WORLD_SCALAR(&w, double, 0.5)), RESULTS(CHAIN));
	CHECK_STR(world_show(&w, &t),
		"DenseHostTensor dtype = complex128, shape = [3], values = [(5.000000e-01,-2.000000e+00), "
		"(5.000000e-01,-2.000000e+00), (5.000000e-01,-2.000000e+00)]\n");
	kernels_tensor_finish(&t);
	t = world_tensor(&w, KERNELS_I8, DIMS(4, 0), "");
	CHECK_CALL(&w, "tfrt_dht.fill_tensor_with_constant.i8", ARGS(&t, CHAIN), ATTR(WORLD_SCALAR(&w, int8_t, 7)),
		RESULTS(CHAIN));
	CHECK_STR(world_show(&w, &t), "DenseHostTensor dtype = i8, shape = [4, 0], values = []\n");
	kernels_tensor_finish(&t);
}

/* Every element type: set by a constant array, printed. */
static void set_constant_values(void)
{
	const struct {
		const char *suffix;
		enum kernels_dtype dtype;
		size_t count, width;
		const void *values;
		const char *printed;
	} cases[] = {
		{ "i64", KERNELS_I64, 2, 8, (int64_t[]){ 5, INT64_MIN },
			"i64, shape = [2], values = [5, -9223372036854775808]" },
		{ "ui64", KERNELS_UI64, 2, 8, (uint64_t[]){ 5, UINT64_MAX },
			"u64, shape = [2], values = [5, 18446744073709551615]" },
		{ "i32", KERNELS_I32, 2, 4, (int32_t[]){ -1, 2 }, "i32, shape = [2], values = [-1, 2]" },
		{ "ui32", KERNELS_UI32, 2, 4, (uint32_t[]){ UINT32_MAX, 2 },
			"u32, shape = [2], values = [4294967295, 2]" },
		{ "i16", KERNELS_I16, 2, 2, (int16_t[]){ -1, 2 }, "i16, shape = [2], values = [-1, 2]" },
		{ "ui16", KERNELS_UI16, 2, 2, (uint16_t[]){ 65535, 2 }, "u16, shape = [2], values = [65535, 2]" },
		{ "i8", KERNELS_I8, 2, 1, (int8_t[]){ -1, 2 }, "i8, shape = [2], values = [-1, 2]" },
		{ "ui8", KERNELS_UI8, 2, 1, (uint8_t[]){ 200, 1 }, "u8, shape = [2], values = [200, 1]" },
		{ "bool", KERNELS_I1, 2, 1, (uint8_t[]){ 2, 0 }, "i1, shape = [2], values = [1, 0]" },
		{ "f16", KERNELS_F16, 2, 2, (uint16_t[]){ 0x3C00, 0 }, "f16, shape = [2], values = [15360, 0]" },
		{ "bf16", KERNELS_BF16, 2, 2, (uint16_t[]){ 0x3F80, 0 }, "bf16, shape = [2], values = [16256, 0]" },
		{ "f64", KERNELS_F64, 2, 8, (double[]){ 0.5, -1e300 },
			"f64, shape = [2], values = [5.000000e-01, -1.000000e+300]" },
		{ "complex64", KERNELS_COMPLEX64, 4, 4, (float[]){ 1, 2, 3, -4 },
			"complex64, shape = [2], values = [(1.000000e+00,2.000000e+00), "
			"(3.000000e+00,-4.000000e+00)]" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char name[80], expected[160], zeros[32] = { 0 };
		struct kernels_tensor t = world_tensor(&w, cases[i].dtype, DIMS(2), zeros);
		snprintf(name, sizeof name, "tfrt_dht.set_tensor_with_constant_values.%s", cases[i].suffix);
		snprintf(expected, sizeof expected, "DenseHostTensor dtype = %s\n", cases[i].printed);
		CHECK_CALL(&w, name, ARGS(&t, CHAIN),
			ATTR(world_array(&w, cases[i].values, (uint32_t)cases[i].count, cases[i].width)),
			RESULTS(CHAIN));
		CHECK_STR(world_show(&w, &t), expected);
		kernels_tensor_finish(&t);
	}
}

static void wrong_count(void)
{
	struct kernels_tensor t = I32_TENSOR(&w, DIMS(3), 1, 2, 3);
	int32_t value = 4;
	CHECK_STR(CALL(&w, "tfrt_dht.set_tensor_with_constant_values.i32", ARGS(&t, CHAIN),
		ATTR(WORLD_ARRAY(&w, int32_t, 1, 2)), RESULTS(CHAIN)),
		"Incorrect number of values for the tensor: 2, but expected 3");
	CHECK_STR(CALL(&w, "tfrt_dht.set_tensor_with_values.i32", ARGS(&t, CHAIN, &value), RESULTS(CHAIN)),
		"Incorrect number of values for the tensor: 1, but expected 3");
	CHECK_STR(world_show(&w, &t), "DenseHostTensor dtype = i32, shape = [3], values = [1, 2, 3]\n");
	kernels_tensor_finish(&t);
}

static void set_from_scalars(void)
{
	struct kernels_tensor t = F32_TENSOR(&w, DIMS(2, 1), 0, 0);
	float a = 1.5f, b = -2;
	CHECK_CALL(&w, "tfrt_dht.set_tensor_with_values.f32", ARGS(&t, CHAIN, &a, &b), RESULTS(CHAIN));
	CHECK_STR(world_show(&w, &t),
		"DenseHostTensor dtype = f32, shape = [2, 1], values = [1.500000e+00, -2.000000e+00]\n");
	kernels_tensor_finish(&t);
}

static void floats_as_text(void)
{
	struct kernels_tensor t = F32_TENSOR(&w, DIMS(4), NAN, INFINITY, -INFINITY, -0.0f);
	const char *expected = "DenseHostTensor dtype = f32, shape = [4], values = [nan, INF, -INF, -0.000000e+00]\n";
	CHECK_STR(world_show(&w, &t), expected);
	/* TFRT's text even in a locale with a decimal comma */
	if (setlocale(LC_NUMERIC, "de_DE.UTF-8") || setlocale(LC_NUMERIC, "fr_FR.UTF-8"))
		CHECK_STR(world_show(&w, &t), expected);
	setlocale(LC_NUMERIC, "C");
	kernels_tensor_finish(&t);
}

static void long_text(void)
{
	enum { COUNT = 300 };
	static int64_t values[COUNT];
	static char expected[4096];
	size_t used = (size_t)snprintf(expected, sizeof expected,
		"DenseHostTensor dtype = i64, shape = [%d], values = [", COUNT);
	for (int i = 0; i < COUNT; i++) {
		values[i] = i * 1000003;
		used += (size_t)snprintf(expected + used, sizeof expected - used, "%s%d", i ? ", " : "", i * 1000003);
	}
	snprintf(expected + used, sizeof expected - used, "]\n");
	struct kernels_tensor t = world_tensor(&w, KERNELS_I64, DIMS(COUNT), values);
	CHECK_STR(world_show(&w, &t), expected);
	for (uint64_t nth = 1;; nth++) {
		async_allocator_fail_nth(w.failing, nth);
		const char *error = CALL(&w, "tfrt_dht.print_tensor", ARGS(&t, CHAIN), RESULTS(CHAIN));
		if (!error)
			break;
		CHECK(strncmp(error, "out of memory", 13) == 0);
		CHECK_STR(world_printed(&w), "");
		CHECK(nth < 20);
	}
	async_allocator_fail_nth(w.failing, 0);
	world_printed(&w);
	kernels_tensor_finish(&t);
}

static void buffers(void)
{
	int64_t size = 16, align = 128, offset = 4, part = 8;
	struct kernels_buffer *buffer, *slice, *same;
	struct kernels_dims two_by_two = SHAPE_VALUE(2, 2), two = SHAPE_VALUE(2), wrong = SHAPE_VALUE(3), odd = SHAPE_VALUE(1);
	struct kernels_tensor t, u;
	CHECK_CALL(&w, "tfrt_dht.allocate_buffer", ARGS(&size, &align), RESULTS(&buffer));
	CHECK_INT((uintptr_t)kernels_buffer_data(buffer) % 128, 0);
	CHECK_CALL(&w, "tfrt_dht.make_tensor.i32", ARGS(&buffer, &two_by_two, CHAIN), RESULTS(&t, CHAIN));
	CHECK_CALL(&w, "tfrt_dht.fill_tensor_with_constant.i32", ARGS(&t, CHAIN), ATTR(WORLD_SCALAR(&w, int32_t, 6)),
		RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_dht.get_buffer_slice", ARGS(&buffer, &offset, &part), RESULTS(&slice));
	CHECK_CALL(&w, "tfrt_dht.make_tensor.i32", ARGS(&slice, &two, CHAIN), RESULTS(&u, CHAIN));
	CHECK_CALL(&w, "tfrt_dht.fill_tensor_with_constant.i32", ARGS(&u, CHAIN), ATTR(WORLD_SCALAR(&w, int32_t, 8)),
		RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_dht.get_buffer", ARGS(&t, CHAIN), RESULTS(&same, CHAIN));
	CHECK(same == buffer);
	CHECK_STR(world_show(&w, &t), "DenseHostTensor dtype = i32, shape = [2, 2], values = [6, 8, 8, 6]\n");
	CHECK_STR(CALL(&w, "tfrt_dht.make_tensor.i32", ARGS(&slice, &wrong, CHAIN), RESULTS(&u, CHAIN)),
		"argument 0: a buffer of 8 bytes cannot hold a tensor of i32 with shape [3]");
	kernels_tensor_finish(&u);
	kernels_buffer_release(slice);
	/* unaligned elements are an error when they are accessed */
	offset = 1;
	part = 4;
	CHECK_CALL(&w, "tfrt_dht.get_buffer_slice", ARGS(&buffer, &offset, &part), RESULTS(&slice));
	CHECK_CALL(&w, "tfrt_dht.make_tensor.i32", ARGS(&slice, &odd, CHAIN), RESULTS(&u, CHAIN));
	CHECK_STR(world_show(&w, &u), "argument 0: the elements are not aligned to 4 bytes");
	kernels_tensor_finish(&u);
	kernels_buffer_release(slice);
	kernels_buffer_release(same);
	kernels_buffer_release(buffer);
	kernels_tensor_finish(&t);
}

static void buffer_errors(void)
{
	static const struct {
		int64_t offset, size;
		const char *error;
	} slices[] = {
		{ -1, 4, "arguments 1 and 2: 4 bytes at -1 are not within a buffer of 16 bytes" },
		{ 0, -1, "arguments 1 and 2: -1 bytes at 0 are not within a buffer of 16 bytes" },
		{ 17, 0, "arguments 1 and 2: 0 bytes at 17 are not within a buffer of 16 bytes" },
		{ 8, 9, "arguments 1 and 2: 9 bytes at 8 are not within a buffer of 16 bytes" },
		{ INT64_MAX, INT64_MAX,
			"arguments 1 and 2: 9223372036854775807 bytes at 9223372036854775807 are not within a buffer of 16 bytes" },
	};
	struct kernels_buffer *buffer = kernels_buffer_create(NULL, 16, 8), *out;
	for (size_t i = 0; i < sizeof slices / sizeof *slices; i++) {
		CHECK_STR(CALL(&w, "tfrt_dht.get_buffer_slice",
			ARGS(&buffer, &(int64_t){ slices[i].offset }, &(int64_t){ slices[i].size }), RESULTS(&out)),
			slices[i].error);
	}
	CHECK_STR(CALL(&w, "tfrt_dht.allocate_buffer", ARGS(&(int64_t){ -1 }, &(int64_t){ 8 }), RESULTS(&out)),
		"argument 0: no buffer can have -1 bytes");
	CHECK_STR(CALL(&w, "tfrt_dht.allocate_buffer", ARGS(&(int64_t){ 8 }, &(int64_t){ 24 }), RESULTS(&out)),
		"argument 1: alignment must be a power of two up to 4096, got 24");
	async_allocator_fail_nth(w.failing, 1);
	CHECK_STR(CALL(&w, "tfrt_dht.allocate_buffer", ARGS(&(int64_t){ 8 }, &(int64_t){ 8 }), RESULTS(&out)),
		"Cannot allocate buffer");
	char expected[80];
	snprintf(expected, sizeof expected, "HostBuffer<pointer=%p, size=16>\n", kernels_buffer_data(buffer));
	CHECK_CALL(&w, "tfrt_dht.print_buffer", ARGS(&buffer, CHAIN), RESULTS(CHAIN));
	CHECK_STR(world_printed(&w), expected);
	kernels_buffer_release(buffer);
}

/* The maximum number of dimensions of a tensor, and one more. */
static void high_ranks(void)
{
	int64_t dims[17] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1 }, size = 8, align = 64;
	struct kernels_buffer *buffer;
	struct kernels_tensor t, u;
	struct kernels_dims shape;
	uint8_t equal = 9;
	CHECK_CALL(&w, "tfrt_dht.allocate_buffer", ARGS(&size, &align), RESULTS(&buffer));
	CHECK_CALL(&w, "ts.build_shape", ATTR(world_array(&w, dims, 16, 8)), RESULTS(&shape));
	CHECK_CALL(&w, "tfrt_dht.make_tensor.i32", ARGS(&buffer, &shape, CHAIN), RESULTS(&t, CHAIN));
	kernels_dims_finish(&shape);
	CHECK_CALL(&w, "tfrt_dht.fill_tensor_with_constant.i32", ARGS(&t, CHAIN), ATTR(WORLD_SCALAR(&w, int32_t, 6)),
		RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_test.add_inplace.i32", ARGS(&t, &t), RESULTS(CHAIN));
	CHECK_STR(world_show(&w, &t), "DenseHostTensor dtype = i32, shape = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2], "
				      "values = [12, 12]\n");
	CHECK_CALL(&w, "tfrt_dht.get_tensor_shape", ARGS(&t), RESULTS(&shape));
	CHECK_CALL(&w, "tfrt_dht.make_tensor.i32", ARGS(&buffer, &shape, CHAIN), RESULTS(&u, CHAIN));
	CHECK_CALL(&w, "tfrt_dht.tensor_equal.i32", ARGS(&t, &u, CHAIN), RESULTS(&equal, CHAIN));
	CHECK_INT(equal, 1);
	kernels_dims_finish(&shape);
	kernels_tensor_finish(&t);
	kernels_tensor_finish(&u);
	CHECK_CALL(&w, "ts.build_shape", ATTR(world_array(&w, dims, 17, 8)), RESULTS(&shape));
	CHECK_STR(CALL(&w, "tfrt_dht.make_tensor.i32", ARGS(&buffer, &shape, CHAIN), RESULTS(&u, CHAIN)),
		"argument 1: a tensor has at most 16 dimensions, got 17");
	kernels_dims_finish(&shape);
	CHECK_STR(CALL(&w, "befkit.create_tensor.f32", ATTR(world_array(&w, dims, 17, 8)), RESULTS(&u)),
		"attribute 0: a tensor has at most 16 dimensions, got 17");
	kernels_buffer_release(buffer);
}

static void shapes_of_tensors(void)
{
	struct kernels_tensor t = I32_TENSOR(&w, DIMS(1, 2), 1, 2);
	struct kernels_dims shape, expected = SHAPE_VALUE(1, 2);
	CHECK_CALL(&w, "tfrt_dht.get_tensor_shape", ARGS(&t), RESULTS(&shape));
	CHECK(kernels_dims_equal(&shape, &expected));
	CHECK_CALL(&w, "tfrt_dht.print_tensor_shape", ARGS(&t, CHAIN), RESULTS(CHAIN));
	CHECK_STR(world_printed(&w), "shape = [1, 2]\n");
	CHECK_CALL(&w, "tfrt_dht.no_op_ht", ARGS(&t), RESULTS(CHAIN));
	CHECK_STR(world_printed(&w), "");
	kernels_tensor_finish(&t);
}

static bool compare(const char *kernel, struct kernels_tensor *a, struct kernels_tensor *b)
{
	uint8_t result = 9;
	CHECK_CALL(&w, kernel, ARGS(a, b, CHAIN), RESULTS(&result, CHAIN));
	CHECK(result <= 1);
	return result == 1;
}

static void equality(void)
{
	struct kernels_tensor a = I32_TENSOR(&w, DIMS(2), 1, 2), b = I32_TENSOR(&w, DIMS(2), 1, 3);
	struct kernels_tensor c = I32_TENSOR(&w, DIMS(2, 1), 1, 2);
	CHECK(!compare("tfrt_dht.tensor_equal.i32", &a, &b));
	CHECK(compare("tfrt_dht.tensor_equal.i32", &a, &a));
	CHECK(!compare("tfrt_dht.tensor_equal.i32", &a, &c));
	CHECK(!compare("tfrt_dht.tensor_allclose.100000ulp.i32", &a, &b)); /* integers have no ulps */
	struct kernels_tensor f = F32_TENSOR(&w, DIMS(2), 0.0f, 1), g = F32_TENSOR(&w, DIMS(2), -0.0f, 1);
	struct kernels_tensor n = F32_TENSOR(&w, DIMS(2), NAN, 1), tiny = F32_TENSOR(&w, DIMS(2), 1e-45f, 1);
	CHECK(compare("tfrt_dht.tensor_equal.f32", &f, &g));
	CHECK(!compare("tfrt_dht.tensor_equal.f32", &n, &n));
	CHECK(!compare("tfrt_dht.tensor_equal.f32", &f, &tiny));
	CHECK(compare("tfrt_dht.tensor_allclose.f32", &f, &tiny));
	CHECK_STR(CALL(&w, "tfrt_dht.tensor_equal.f32", ARGS(&f, &a, CHAIN), RESULTS(&(uint8_t){ 0 }, CHAIN)),
		"argument 1: expected a dense tensor of f32, got a dense tensor of i32 with shape [2]");
	struct kernels_tensor *all[] = { &a, &b, &c, &f, &g, &n, &tiny };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		kernels_tensor_finish(all[i]);
}

static void nearness(void)
{
	static const struct {
		float a, b;
		const char *kernel;
		bool near;
	} cases[] = {
		{ 1, 1 + 4 * 1.1920929e-7f, "tfrt_dht.tensor_allclose.f32", true },
		{ 1, 1 + 5 * 1.1920929e-7f, "tfrt_dht.tensor_allclose.f32", false },
		{ 1, 1 + 6 * 1.1920929e-7f, "tfrt_dht.tensor_allclose.3ulp.f32", true },
		{ 1, 1 + 7 * 1.1920929e-7f, "tfrt_dht.tensor_allclose.3ulp.f32", false },
		{ 1000, 1000.2f, "tfrt_dht.tensor_allclose.1000ulp.f32", true },
		{ 1000, 1000.3f, "tfrt_dht.tensor_allclose.1000ulp.f32", false },
		{ 1000, 1000.4f, "tfrt_dht.tensor_allclose.2000ulp.f32", true },
		{ 100, 102, "tfrt_dht.tensor_allclose.100000ulp.f32", true },
		{ 100, 103, "tfrt_dht.tensor_allclose.100000ulp.f32", false },
		{ 1, -1, "tfrt_dht.tensor_allclose.100000ulp.f32", false },
		{ INFINITY, INFINITY, "tfrt_dht.tensor_allclose.f32", true },
		{ INFINITY, 3e38f, "tfrt_dht.tensor_allclose.100000ulp.f32", false },
		{ INFINITY, -INFINITY, "tfrt_dht.tensor_allclose.f32", false },
		{ 3.4e38f, 3e38f, "tfrt_dht.tensor_allclose.f32", false },
		{ NAN, NAN, "tfrt_dht.tensor_allclose.f32", false },
		{ NAN, 0, "tfrt_dht.tensor_allclose.f32", false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct kernels_tensor a = F32_TENSOR(&w, DIMS(2), 5, cases[i].a);
		struct kernels_tensor b = F32_TENSOR(&w, DIMS(2), 5, cases[i].b);
		if (compare(cases[i].kernel, &a, &b) != cases[i].near)
			check_report(__FILE__, __LINE__, "%s of %g and %g", cases[i].kernel, (double)cases[i].a,
				(double)cases[i].b);
		kernels_tensor_finish(&a);
		kernels_tensor_finish(&b);
	}
	struct kernels_tensor a = world_tensor(&w, KERNELS_COMPLEX128, DIMS(1), ((double[]){ 1, 2 }));
	struct kernels_tensor b = world_tensor(&w, KERNELS_COMPLEX128, DIMS(1), ((double[]){ 1, 2 + 1e-15 }));
	CHECK(compare("tfrt_dht.tensor_allclose.complex128", &a, &b));
	CHECK(!compare("tfrt_dht.tensor_equal.complex128", &a, &b));
	kernels_tensor_finish(&a);
	kernels_tensor_finish(&b);
}

static void strings(void)
{
	const char *const values[] = { "cat", "dog", "", "emu" };
	struct kernels_tensor t;
	CHECK_CALL(&w, "tfrt_sht.create_tensor", ATTR(I64S(&w, 2, 2), world_strings(&w, values, 4)), RESULTS(&t));
	CHECK_STR(world_show(&w, &t), "StringHostTensor shape = [2, 2], values = [\"cat\", \"dog\", \"\", \"emu\"]\n");
	CHECK_STR(CALL(&w, "tfrt_dht.get_buffer", ARGS(&t, CHAIN), RESULTS(&(void *){ NULL }, CHAIN)),
		"argument 0: expected a dense tensor, got a string tensor of string with shape [2, 2]");
	kernels_tensor_finish(&t);
	CHECK_STR(CALL(&w, "tfrt_sht.create_tensor", ATTR(I64S(&w, 3), world_strings(&w, values, 2)), RESULTS(&t)),
		"Shape mismatch");
	/* an array without elements is stored as a single zero, for any element type */
	CHECK_CALL(&w, "tfrt_sht.create_tensor", ATTR(I64S(&w, 0), WORLD_SCALAR(&w, uint32_t, 0)), RESULTS(&t));
	CHECK_STR(world_show(&w, &t), "StringHostTensor shape = [0], values = []\n");
	kernels_tensor_finish(&t);
}

static void strings_out_of_memory(void)
{
	const char *const values[] = { "cat", "dog", "emu" };
	struct kernels_tensor t;
	uint64_t before = world_live(&w);
	for (uint64_t nth = 1;; nth++) {
		async_allocator_fail_nth(w.failing, nth);
		const char *error = CALL(&w, "tfrt_sht.create_tensor",
			ATTR(I64S(&w, 3), world_strings(&w, values, 3)), RESULTS(&t));
		if (!error) {
			CHECK_INT(nth, 6); /* array, three strings, buffer */
			break;
		}
		CHECK_STR(error, "Cannot allocate tensor");
		CHECK_INT(world_live(&w), before);
		CHECK(nth < 20);
	}
	async_allocator_fail_nth(w.failing, 0);
	kernels_tensor_finish(&t);
	CHECK_INT(world_live(&w), before);
}

/* The result for ["cat"] with one changed byte, counted from the end of the attribute. */
static const char *damaged_string(size_t from_end, uint8_t byte)
{
	struct kernels_tensor t;
	struct kernels_attr shape = I64S(&w, 1), values = world_strings(&w, (const char *const[]){ "cat" }, 1);
	w.attributes[w.attributes_size - from_end] = byte;
	return CALL(&w, "tfrt_sht.create_tensor", ATTR(shape, values), RESULTS(&t));
}

static void strings_that_are_none(void)
{
	enum { TYPE = 8, SIZE = 7, COUNT = 16 }; /* count, offset, padding and type, size, "cat" */
	CHECK_STR(damaged_string(TYPE, KERNELS_I32), "attribute 1: element 0 is not a string");
	CHECK_STR(damaged_string(SIZE, 4), "attribute 1: element 0 is not a string");
	CHECK_STR(damaged_string(COUNT, 9), "attribute 1 is not an array of strings");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(create), CHECK_CASE(fill_and_print), CHECK_CASE(fill_complex_and_empty),
		CHECK_CASE(set_constant_values), CHECK_CASE(wrong_count), CHECK_CASE(set_from_scalars),
		CHECK_CASE(floats_as_text), CHECK_CASE(long_text), CHECK_CASE(buffers), CHECK_CASE(buffer_errors),
		CHECK_CASE(high_ranks), CHECK_CASE(shapes_of_tensors), CHECK_CASE(equality), CHECK_CASE(nearness), CHECK_CASE(strings),
		CHECK_CASE(strings_out_of_memory), CHECK_CASE(strings_that_are_none)
	};
	world_open(&w);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
