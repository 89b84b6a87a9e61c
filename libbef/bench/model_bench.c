/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of models: the smallest call, and results of 4 MB in buffers of the caller (which are copied) beside results that the
 * library owns (which are not). A unit is a call. */
#include <bench.h>
#include <bef/model.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>

#define M "tensor<1024x1024xf32>"

static const char source[] = "func.func @scalar(%x: tensor<f32>) -> tensor<f32> {\n"
			     "  %r = stablehlo.add %x, %x : tensor<f32>\n"
			     "  return %r : tensor<f32>\n}\n"
			     "func.func @twice(%x: " M ") -> " M " {\n"
			     "  %r = stablehlo.add %x, %x : " M "\n"
			     "  return %r : " M "\n}\n"
			     "func.func @exp(%x: " M ") -> " M " {\n"
			     "  %r = stablehlo.exponential %x : " M "\n"
			     "  %s = stablehlo.tanh %r : " M "\n"
			     "  return %s : " M "\n}\n"
			     "func.func @product(%x: " M ") -> " M " {\n"
			     "  %r = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (" M ", " M ") -> " M
			     "\n"
			     "  return %r : " M "\n}\n";

struct work {
	struct bef_model *model;
	const struct bef_stablehlo_function *function;
	struct bef_model_tensor x;
	void *out; /* NULL: the library owns results */
	size_t size;
};

static void call(void *ctx, uint64_t n)
{
	struct work *work = ctx;
	struct bef_diag diag = BEF_DIAG_INIT;
	while (n--) {
		struct bef_model_tensor result = { .data = work->out, .size = work->size };
		if (bef_model_run(work->model, work->function, &work->x, 1, &result, 1, NULL, &diag) != BEF_OK) {
			fprintf(stderr, "%s\n", diag.message);
			exit(1);
		}
		bef_model_tensor_release(&result);
	}
}

static void copy(void *ctx, uint64_t n)
{
	struct work *work = ctx;
	while (n--) {
		memcpy(work->out, work->x.data, work->size);
		__asm__ volatile("" : : "r"(work->out) : "memory");
	}
}

static void measure(struct bef_model *model, const char *function, float *in, float *out, int64_t size)
{
	char name[64];
	struct work work = { .model = model, .function = bef_model_find(model, function), .out = out };
	const uint32_t rank = work.function->arguments[0].rank;
	work.x = (struct bef_model_tensor){ .dtype = KERNELS_F32, .rank = rank, .dims = { size, size }, .data = in };
	work.size = work.x.size = rank ? (size_t)(size * size) * sizeof *in : sizeof *in;
	snprintf(name, sizeof name, "%s_copied", function);
	bench_run("model", name, 1, call, &work);
	snprintf(name, sizeof name, "%s_copy_alone", function);
	bench_run("model", name, 1, copy, &work);
	snprintf(name, sizeof name, "%s_owned", function);
	work.out = NULL;
	bench_run("model", name, 1, call, &work);
}

int main(void)
{
	enum { SIZE = 1024 };
	float *in = calloc(SIZE * SIZE, sizeof *in), *out = calloc(SIZE * SIZE, sizeof *out);
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = NULL;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (!in || !out || !registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK ||
		bef_model_open(source, strlen(source), NULL, registry, NULL, &model, &diag) != BEF_OK) {
		fprintf(stderr, "%s\n", diag.message);
		return 1;
	}
	for (size_t i = 0; i < SIZE * SIZE; i++)
		in[i] = (float)(i % 1000) / 1000.0f;
	measure(model, "scalar", in, out, 1);
	measure(model, "twice", in, out, SIZE);
	measure(model, "exp", in, out, SIZE);
	measure(model, "product", in, out, SIZE);
	bef_model_close(model);
	kernels_registry_destroy(registry);
	free(in);
	free(out);
	return 0;
}
