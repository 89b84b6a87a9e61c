/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of apps/examples/mnist.mlir in the same order, on a trained network and 100 real images. The file is not
 * distributed with befkit: the test reads it from the folder of golden data ($BEFKIT_GOLDEN), and is skipped without
 * it. */
#include "btf_world.h"

static struct world w;

enum { W1, B1, W2, B2, IMAGES, LABELS, TENSORS };

static struct kernels_tensor t[TENSORS];

static void read_all(const char *path)
{
	static const char *const kernels[TENSORS] = { "btf.read_dense_tensor.f32.2", "btf.read_dense_tensor.f32.1",
		"btf.read_dense_tensor.f32.2", "btf.read_dense_tensor.f32.1", "btf.read_dense_tensor.f32.2",
		"btf.read_dense_tensor.i32.1" };
	for (int32_t i = 0; i < TENSORS; i++) {
		const char *error = btf_read_file(&w, kernels[i], path, i, &t[i]);
		if (!check_error_free(__FILE__, __LINE__, error))
			exit(1);
	}
}

/* bias, broadcast to a row per image, plus input * weights */
static struct kernels_tensor layer(struct kernels_tensor *input, struct kernels_tensor *weights,
	struct kernels_tensor *bias)
{
	struct kernels_shape shape = DIMS(input->shape.dims[0], weights->shape.dims[1]);
	struct kernels_tensor out;
	float one = 1;
	CHECK_CALL(&w, "tfrt_test.broadcast.f32.2", ARGS(bias, &shape), RESULTS(&out));
	CHECK_CALL(&w, "tfrt_test.matmul.f32.2", ARGS(&one, input, weights, &one, &out, CHAIN), RESULTS(CHAIN));
	return out;
}

static void recognises_98_of_100(void)
{
	const char *golden = getenv("BEFKIT_GOLDEN");
	char path[4096];
	snprintf(path, sizeof path, "%s/mnist/mnist_tensors.btf", golden ? golden : GOLDEN);
	if (access(path, R_OK) != 0) {
		CHECK_SKIP("no mnist_tensors.btf");
		return;
	}
	read_all(path);
	struct kernels_tensor hidden = layer(&t[IMAGES], &t[W1], &t[B1]), answers, right, accuracy;
	CHECK_CALL(&w, "tfrt_test.relu_inplace.f32", ARGS(&hidden, CHAIN), RESULTS(CHAIN));
	struct kernels_tensor scores = layer(&hidden, &t[W2], &t[B2]);
	CHECK_CALL(&w, "tfrt_test.argmax.f32.2", ARGS(&scores, CHAIN), RESULTS(&answers));
	CHECK_CALL(&w, "tfrt_test.equal_inplace.i32", ARGS(&t[LABELS], &answers, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_dht.create_uninitialized_tensor.f32.1", ATTR(I64S(&w, 100)), RESULTS(&right));
	CHECK_CALL(&w, "tfrt_test.cast.i32_to_f32", ARGS(&answers, &right, CHAIN), RESULTS(CHAIN));
	CHECK_CALL(&w, "tfrt_test.reduce_mean.f32.1", ARGS(&right, CHAIN), RESULTS(&accuracy));
	CHECK_STR(world_show(&w, &accuracy), "DenseHostTensor dtype = f32, shape = [], values = [9.800000e-01]\n");
	struct kernels_tensor *all[] = { &hidden, &scores, &answers, &right, &accuracy };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		kernels_tensor_finish(all[i]);
	for (int i = 0; i < TENSORS; i++)
		kernels_tensor_finish(&t[i]);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(recognises_98_of_100)
	};
	world_open(&w);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
