/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* coo.* */
#include "world.h"

static struct world w;

static bool round_trip(const char *type, struct kernels_tensor *dense, const char *expected_coo)
{
	char to_coo[64], to_dense[64], equal[64];
	struct kernels_tensor coo, back;
	uint8_t same = 0, same_coo = 0;
	snprintf(to_coo, sizeof to_coo, "coo.convert_dht_to_coo.%s", type);
	snprintf(to_dense, sizeof to_dense, "coo.convert_coo_to_dht.%s", type);
	snprintf(equal, sizeof equal, "coo.tensor_equal.%s", type);
	CHECK_CALL(&w, to_coo, ARGS(dense, CHAIN), RESULTS(&coo, CHAIN));
	CHECK_STR(world_show(&w, &coo), expected_coo);
	CHECK_CALL(&w, equal, ARGS(&coo, &coo, CHAIN), RESULTS(&same_coo, CHAIN));
	CHECK_INT(same_coo, 1);
	CHECK_CALL(&w, to_dense, ARGS(&coo, CHAIN), RESULTS(&back, CHAIN));
	CHECK_CALL(&w, dense->dtype == KERNELS_F32 ? "tfrt_dht.tensor_equal.f32" : "tfrt_dht.tensor_equal.i32",
		ARGS(dense, &back, CHAIN), RESULTS(&same, CHAIN));
	kernels_tensor_finish(&coo);
	kernels_tensor_finish(&back);
	kernels_tensor_finish(dense);
	return same == 1;
}

static void square(void)
{
	struct kernels_tensor t = I32_TENSOR(&w, DIMS(2, 2), 0, 1, 2, 0);
	CHECK(round_trip("i32.2", &t,
		"CooHostTensor dtype = i32, shape = [2, 2], indices = [0, 1, 1, 0], values = [1, 2]\n\n"));
	t = F32_TENSOR(&w, DIMS(3), 0.5f, -0.0f, -2);
	CHECK(round_trip("f32.1", &t, "CooHostTensor dtype = f32, shape = [3], indices = [0, 2], values = "
		"[5.000000e-01, -2.000000e+00]\n\n"));
	t = world_tensor(&w, KERNELS_I32, (struct kernels_shape){ .rank = 0 }, (int32_t[]){ 7 });
	CHECK(round_trip("i32.0", &t, "CooHostTensor dtype = i32, shape = [], indices = [], values = [7]\n\n"));
	t = F32_TENSOR(&w, DIMS(2, 2, 2), 1, 0, 0, 0, 0, 0, 2, 0);
	CHECK(round_trip("f32.3", &t,
		"CooHostTensor dtype = f32, shape = [2, 2, 2], indices = [0, 0, 0, 1, 1, 0], values = "
		"[1.000000e+00, 2.000000e+00]\n\n"));
}

/* As in TFRT: the coordinates of non-square tensors are wrong and may be outside. */
static void not_square(void)
{
	struct kernels_tensor t = I32_TENSOR(&w, DIMS(2, 3), 1, 2, 3, 4, 5, 6);
	CHECK(!round_trip("i32.2", &t,
		"CooHostTensor dtype = i32, shape = [2, 3], indices = [0, 0, 0, 1, 1, 0, 1, 1, 2, 0, 2, 1], "
		"values = [1, 2, 3, 4, 5, 6]\n\n"));
	t = I32_TENSOR(&w, DIMS(2, 3), 1, 2, 0, 0, 0, 0); /* where the conversion round-trips */
	CHECK(round_trip("i32.2", &t,
		"CooHostTensor dtype = i32, shape = [2, 3], indices = [0, 0, 0, 1], values = [1, 2]\n\n"));
}

static void empty(void)
{
	struct kernels_tensor t = world_tensor(&w, KERNELS_F32, DIMS(0, 5), "");
	CHECK(round_trip("f32.2", &t, "CooHostTensor dtype = f32, shape = [0, 5], indices = [], values = []\n\n"));
	t = I32_TENSOR(&w, DIMS(2), 0, 0);
	CHECK(round_trip("i32.1", &t, "CooHostTensor dtype = i32, shape = [2], indices = [], values = []\n\n"));
}

static void equality(void)
{
	struct kernels_tensor dense[] = {
		F32_TENSOR(&w, DIMS(3), 1, 0, 2), F32_TENSOR(&w, DIMS(3), 1 + 1.1920929e-7f, 0, 2),
		F32_TENSOR(&w, DIMS(3), 1, 2, 0), F32_TENSOR(&w, DIMS(4), 1, 0, 2, 0),
		F32_TENSOR(&w, DIMS(3), 1, 0, 3), F32_TENSOR(&w, DIMS(3), 1, 0, 0)
	};
	enum { COUNT = sizeof dense / sizeof *dense };
	struct kernels_tensor coo[COUNT];
	for (int i = 0; i < COUNT; i++) {
		CHECK_CALL(&w, "coo.convert_dht_to_coo.f32.1", ARGS(&dense[i], CHAIN), RESULTS(&coo[i], CHAIN));
		uint8_t equal = 9;
		CHECK_CALL(&w, "coo.tensor_equal.f32.1", ARGS(&coo[0], &coo[i], CHAIN), RESULTS(&equal, CHAIN));
		CHECK_INT(equal, i < 2); /* close values are equal */
	}
	for (int i = 0; i < COUNT; i++) {
		kernels_tensor_finish(&dense[i]);
		kernels_tensor_finish(&coo[i]);
	}
}

static void wrong_arguments(void)
{
	struct kernels_tensor dense = I32_TENSOR(&w, DIMS(2), 1, 0), out;
	CHECK_STR(CALL(&w, "coo.convert_dht_to_coo.i32.2", ARGS(&dense, CHAIN), RESULTS(&out, CHAIN)),
		"argument 0: expected a dense tensor of rank 2 of i32, got a dense tensor of i32 with shape [2]");
	CHECK_STR(CALL(&w, "coo.convert_coo_to_dht.i32.1", ARGS(&dense, CHAIN), RESULTS(&out, CHAIN)),
		"argument 0: expected a COO tensor of rank 1 of i32, got a dense tensor of i32 with shape [2]");
	kernels_tensor_finish(&dense);
}

static void out_of_memory(void)
{
	struct kernels_tensor dense = I32_TENSOR(&w, DIMS(2), 1, 0), coo = { 0 }, back;
	uint64_t before = world_live(&w);
	for (uint64_t nth = 1; nth <= 2; nth++) {
		async_allocator_fail_nth(w.failing, nth);
		CHECK_STR(CALL(&w, "coo.convert_dht_to_coo.i32.1", ARGS(&dense, CHAIN), RESULTS(&coo, CHAIN)),
			"Cannot allocate tensor");
		CHECK_INT(world_live(&w), before);
		async_allocator_fail_nth(w.failing, 0);
	}
	CHECK_CALL(&w, "coo.convert_dht_to_coo.i32.1", ARGS(&dense, CHAIN), RESULTS(&coo, CHAIN));
	async_allocator_fail_nth(w.failing, 1);
	CHECK_STR(CALL(&w, "coo.convert_coo_to_dht.i32.1", ARGS(&coo, CHAIN), RESULTS(&back, CHAIN)),
		"Cannot allocate tensor");
	kernels_tensor_finish(&coo);
	kernels_tensor_finish(&dense);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(square), CHECK_CASE(not_square), CHECK_CASE(empty), CHECK_CASE(equality),
		CHECK_CASE(wrong_arguments), CHECK_CASE(out_of_memory)
	};
	world_open(&w);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
