/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opening models of 10,000 operations, from text and as BEF files, and the memory of their calls. A unit is an operation. */
#include <bench.h>
#include <bef/model.h>
#include <bef/translate.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>

enum { OPERATIONS = 10000, ROOM = 200 };

struct work {
	const struct kernels_registry *registry;
	const void *data;
	size_t size;
	struct bef_model_options options;
};

static struct bef_model *open_model(const struct work *work)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	if (bef_model_open(work->data, work->size, NULL, work->registry, &work->options, &model, &diag) == BEF_OK)
		return model;
	fprintf(stderr, "%s\n", diag.message);
	exit(1);
}

static void open_and_close(void *ctx, uint64_t n)
{
	while (n--)
		bef_model_close(open_model(ctx));
}

/* Operations of one chain: of numbers, which become one; or element-wise on matrices, every fourth a product, which stays apart. */
static char *make_source(bool matrices)
{
	static const char *const names[] = { "add", "multiply", "maximum" };
	const char *type = matrices ? "tensor<8x8xf32>" : "tensor<f32>";
	char *text = malloc((size_t)OPERATIONS * ROOM), *at = text;
	if (!text)
		exit(1);
	at += sprintf(at, "func.func @main(%%x: %s) -> %s {\n", type, type);
	for (int i = 0; i < OPERATIONS; i++) {
		char operand[16] = "%x";
		if (i)
			snprintf(operand, sizeof operand, "%%%d", i - 1);
		if (matrices && i % 4 == 3)
			at += sprintf(at, "  %%%d = stablehlo.dot_general %s, %%x, contracting_dims = [1] x [0] : (%s, %s) -> %s\n", i,
				operand, type, type, type);
		else
			at += sprintf(at, "  %%%d = stablehlo.%s %s, %%x : %s\n", i, names[i % 3], operand, type);
	}
	sprintf(at, "  return %%%d : %s\n}\n", OPERATIONS - 1, type);
	return text;
}

/* Bytes of the open model, and of a call beside it. */
static void show_memory(const char *name, struct work *work, float *numbers)
{
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	struct async_host host = *work->options.host;
	struct bef_diag diag = BEF_DIAG_INIT;
	struct work counted = *work;
	host.allocator = counting;
	counted.options.host = &host;
	struct bef_model *model = open_model(&counted);
	const struct bef_stablehlo_function *main_function = bef_model_find(model, "main");
	struct bef_model_tensor x = { .dtype = KERNELS_F32, .rank = main_function->arguments[0].rank, .dims = { 8, 8 }, .data = numbers };
	struct bef_model_tensor result = { .data = NULL };
	x.size = x.rank ? 256 : 4;
	const uint64_t open = async_allocator_stats(counting).live_bytes;
	if (bef_model_run(model, main_function, &x, 1, &result, 1, NULL, &diag) != BEF_OK)
		exit(1);
	const uint64_t total = async_allocator_stats(counting).total_bytes;
	bef_model_tensor_release(&result);
	if (bef_model_run(model, main_function, &x, 1, &result, 1, NULL, &diag) != BEF_OK)
		exit(1);
	printf("{\"lib\": \"model-memory\", \"name\": \"%s\", \"open_bytes\": %llu, \"call_bytes\": %llu}\n", name, (unsigned long long)open,
		(unsigned long long)(async_allocator_stats(counting).total_bytes - total));
	bef_model_tensor_release(&result);
	bef_model_close(model);
	async_allocator_destroy(counting);
}

static void measure(struct work *work, bool matrices, float *numbers)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	char *text = make_source(matrices);
	uint8_t *bef;
	size_t size;
	work->data = text;
	work->size = strlen(text);
	bench_run("model-open", matrices ? "matrices_text" : "scalars_text", OPERATIONS, open_and_close, work);
	if (bef_stablehlo_assemble(text, work->size, "bench", NULL, NULL, &bef, &size, &diag) != BEF_OK)
		exit(1);
	work->data = bef;
	work->size = size;
	bench_run("model-open", matrices ? "matrices_bef" : "scalars_bef", OPERATIONS, open_and_close, work);
	show_memory(matrices ? "matrices" : "scalars", work, numbers);
	bef_assemble_free(NULL, bef, size);
	free(text);
}

int main(void)
{
	static float numbers[64];
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct async_host host = ASYNC_HOST_INIT;
	host.queue = async_queue_create_single(NULL);
	struct work work = { .registry = registry, .options = { .size = sizeof work.options, .host = &host } };
	if (!registry || !host.queue || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 1;
	measure(&work, false, numbers);
	measure(&work, true, numbers);
	async_queue_destroy(host.queue);
	kernels_registry_destroy(registry);
	return 0;
}
