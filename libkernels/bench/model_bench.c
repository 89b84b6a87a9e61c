/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whole networks through the runtime: mnist_100, two layers for a batch of 100 pictures, by each library of products (gemm_bench.c
 * has these products alone); sgemm_1024_2, one product by one and by two workers; resnet50, with the sum of its kernels' times, two
 * workers, and memory. Argument: the program that resnet50.py writes.
 *
 * One line of JSON per figure. Times are the best of several runs. */
#include "bench.h"
#include <bef/exec.h>
#include <bef/translate.h>
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_blas.h>
#include <kernels/pack_tensor.h>
#include <kernels/pack_test.h>
#include <kernels/pack_xnnpack.h>
#include <math.h>

static const char mnist[] =
	"func.func @weights() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) {\n"
	"  %0 = \"befkit.random_uniform.f32\"() {center = 0.0 : f32, seed = 1 : i64, shape = [784 : i64, 512 : i64], "
	"spread = 0.1 : f32} : () -> !tfrt_tensor.tensor\n"
	"  %1 = \"befkit.random_uniform.f32\"() {center = 0.0 : f32, seed = 2 : i64, shape = [512 : i64], spread = 0.1 : f32} "
	": () -> !tfrt_tensor.tensor\n"
	"  %2 = \"befkit.random_uniform.f32\"() {center = 0.0 : f32, seed = 3 : i64, shape = [512 : i64, 10 : i64], "
	"spread = 0.1 : f32} : () -> !tfrt_tensor.tensor\n"
	"  %3 = \"befkit.random_uniform.f32\"() {center = 0.0 : f32, seed = 4 : i64, shape = [10 : i64], spread = 0.1 : f32} "
	": () -> !tfrt_tensor.tensor\n"
	"  tfrt.return %0, %1, %2, %3 : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor\n"
	"}\n"
	"func.func @image() -> !tfrt_tensor.tensor {\n"
	"  %0 = \"befkit.random_uniform.f32\"() {center = 0.0 : f32, seed = 5 : i64, shape = [100 : i64, 784 : i64], "
	"spread = 1.0 : f32} : () -> !tfrt_tensor.tensor\n"
	"  tfrt.return %0 : !tfrt_tensor.tensor\n"
	"}\n"
	"func.func @infer(%x: !tfrt_tensor.tensor, %w1: !tfrt_tensor.tensor, %b1: !tfrt_tensor.tensor, "
	"%w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %c: !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain) {\n"
	"  %one = tfrt.constant.f32 1.0\n"
	"  %s1 = ts.build_shape [100 : i64, 512 : i64]\n"
	"  %h = \"tfrt_test.broadcast.f32.2\"(%b1, %s1) : (!tfrt_tensor.tensor, !ts.shape) -> !tfrt_tensor.tensor\n"
	"  %c1 = \"tfrt_test.matmul.f32.2\"(%one, %x, %w1, %one, %h, %c) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, "
	"!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain\n"
	"  %c2 = \"tfrt_test.relu_inplace.f32\"(%h, %c1) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain\n"
	"  %s2 = ts.build_shape [100 : i64, 10 : i64]\n"
	"  %o = \"tfrt_test.broadcast.f32.2\"(%b2, %s2) : (!tfrt_tensor.tensor, !ts.shape) -> !tfrt_tensor.tensor\n"
	"  %c3 = \"tfrt_test.matmul.f32.2\"(%one, %h, %w2, %one, %o, %c2) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, "
	"!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain\n"
	"  %a = \"tfrt_test.argmax.f32.2\"(%o, %c3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor\n"
	"  tfrt.return %a, %c3 : !tfrt_tensor.tensor, !tfrt.chain\n"
	"}\n";

static const char square[] =
	"func.func @weights() -> !tfrt_tensor.tensor {\n"
	"  %0 = \"befkit.random_uniform.f32\"() {center = 0.0 : f32, seed = 1 : i64, shape = [1024 : i64, 1024 : i64], "
	"spread = 1.0 : f32} : () -> !tfrt_tensor.tensor\n"
	"  tfrt.return %0 : !tfrt_tensor.tensor\n"
	"}\n"
	"func.func @image() -> !tfrt_tensor.tensor {\n"
	"  %0 = \"befkit.random_uniform.f32\"() {center = 0.0 : f32, seed = 2 : i64, shape = [1024 : i64, 1024 : i64], "
	"spread = 1.0 : f32} : () -> !tfrt_tensor.tensor\n"
	"  tfrt.return %0 : !tfrt_tensor.tensor\n"
	"}\n"
	"func.func @infer(%a: !tfrt_tensor.tensor, %b: !tfrt_tensor.tensor, %c: !tfrt.chain) -> (!tfrt_tensor.tensor, "
	"!tfrt.chain) {\n"
	"  %one = tfrt.constant.f32 1.0\n"
	"  %zero = tfrt.constant.f32 0.0\n"
	"  %o = \"befkit.create_tensor.f32\"(%c) {shape = [1024 : i64, 1024 : i64]} : (!tfrt.chain) -> !tfrt_tensor.tensor\n"
	"  %d = \"eigen.matmul.f32\"(%one, %a, %b, %zero, %o, %c) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, "
	"!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain\n"
	"  tfrt.return %o, %d : !tfrt_tensor.tensor, !tfrt.chain\n"
	"}\n";

#define DIE(...) (fprintf(stderr, __VA_ARGS__), exit(1))

/* ---- timed kernels: copies of the tables, whose functions call the originals */

enum { MOST_KERNELS = 1024, MOST_VALUES = 512 };
static struct kernels_kernel timed[MOST_KERNELS];
static const struct kernels_kernel *originals[MOST_KERNELS];
static size_t timed_count;
static double kernel_time;

static void timed_payload(struct kernels_call *call)
{
	double start = bench_now();
	originals[call->site->entry->kernel - timed]->payload(call);
	kernel_time += bench_now() - start;
}

static void timed_frame(struct kernels_frame *frame)
{
	double start = bench_now();
	originals[frame->site->entry->kernel - timed]->frame(frame);
	kernel_time += bench_now() - start;
}

static struct kernels_pack timed_pack(const struct kernels_pack *pack)
{
	struct kernels_pack copy = *pack;
	copy.kernels = &timed[timed_count];
	for (size_t i = 0; i < pack->kernel_count; i++, timed_count++) {
		const struct kernels_kernel *k = &pack->kernels[i];
		originals[timed_count] = k;
		timed[timed_count] = *k;
		timed[timed_count].payload = k->payload ? timed_payload : NULL;
		timed[timed_count].frame = k->frame ? timed_frame : NULL;
	}
	return copy;
}

/* ---- a program that is ready to run */

struct model {
	const struct async_allocator *allocator;
	struct async_host host;
	struct kernels_registry *registry;
	struct async_request *request;
	struct bef_file *file;
	uint8_t *bytes;
	size_t size;
	const struct kernels_function *infer;
	struct async_value *arguments[MOST_VALUES]; /* image, weights, chain */
	size_t argument_count;
};

static void report(void *ctx, const struct async_error *error)
{
	(void)ctx;
	DIE("%s\n", async_error_message(error));
}

static size_t call(struct model *m, const char *name, struct async_value **results)
{
	const struct kernels_function *f = bef_file_find(m->file, name, strlen(name));
	if (!f || f->result_count > MOST_VALUES - 2)
		DIE("no function %s\n", name);
	kernels_function_execute(f, m->request, NULL, results);
	async_queue_await(m->host.queue, results, f->result_count);
	return f->result_count;
}

static void model_open(struct model *m, const char *text, size_t size, struct async_queue *queue, bool with_clock)
{
	static struct kernels_pack packs[3];
	const struct kernels_pack *originals_of[3] = { kernels_pack_basic(), kernels_pack_test(),
		kernels_pack_tensor() };
	struct bef_diag diag = BEF_DIAG_INIT;
	memset(m, 0, sizeof *m);
	m->allocator = async_allocator_create_counting(NULL);
	m->host = (struct async_host)ASYNC_HOST_INIT;
	m->host.allocator = m->allocator;
	m->host.queue = queue;
	m->host.report = report;
	m->registry = kernels_registry_create(NULL);
	for (int i = 0; i < 3; i++) {
		if (with_clock)
			packs[i] = timed_pack(originals_of[i]);
		if (kernels_registry_add(m->registry, with_clock ? &packs[i] : originals_of[i], NULL) != KERNELS_OK)
			DIE("pack\n");
	}
	if (bef_assemble_text(text, size, "model.mlir", NULL, NULL, &m->bytes, &m->size, &diag) != BEF_OK ||
		bef_file_open(m->bytes, m->size, m->registry, NULL, &m->file, &diag) != BEF_OK)
		DIE("%u:%u: %s\n", (unsigned)diag.line, (unsigned)diag.column, diag.message);
	m->request = async_request_create(&m->host, NULL);
	m->infer = bef_file_find(m->file, "infer", 5);
	call(m, "image", m->arguments);
	m->argument_count = 1 + call(m, "weights", m->arguments + 1);
	m->arguments[m->argument_count++] = async_chain();
}

static void model_run(struct model *m)
{
	struct async_value *results[2];
	kernels_function_execute(m->infer, m->request, m->arguments, results);
	async_queue_await(m->host.queue, results, 2);
	async_value_release(results[0]);
	async_value_release(results[1]);
}

static void model_close(struct model *m)
{
	for (size_t i = 0; i < m->argument_count; i++)
		async_value_release(m->arguments[i]);
	async_queue_quiesce(m->host.queue);
	async_request_release(m->request);
	bef_file_close(m->file);
	bef_assemble_free(NULL, m->bytes, m->size);
	kernels_registry_destroy(m->registry);
	async_queue_destroy(m->host.queue);
	async_allocator_destroy(m->allocator);
}

/* Time of all threads of this process, independent of other processes. */
static double processor_time(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double best_processor_time; /* by the last best_time() */

/* The best of several runs; *out_kernels: the part in kernels. */
static double best_time(struct model *m, int runs, double *out_kernels)
{
	double best = INFINITY;
	best_processor_time = INFINITY;
	for (int i = 0; i < runs; i++) {
		kernel_time = 0;
		double start = bench_now(), start_of_processor = processor_time();
		model_run(m);
		double took = bench_now() - start;
		best_processor_time = fmin(best_processor_time, processor_time() - start_of_processor);
		if (took < best) {
			best = took;
			*out_kernels = kernel_time;
		}
	}
	return best;
}

/* ---- figures */

/* All alternate, with a few runs each, so that they have equal conditions. */
static void mnist_figures(void)
{
	enum { MODELS = 3, ROUNDS = 60, RUNS = 6 };
	static const char *const libraries[MODELS] = { "builtin", "blas", "xnnpack" };
	static struct model models[MODELS];
	double best[MODELS] = { INFINITY, INFINITY, INFINITY }, kernels;
	bool there[MODELS];
	for (int i = 0; i < MODELS; i++) {
		there[i] = kernels_math_choose(libraries[i], NULL) == KERNELS_OK;
		if (there[i])
			model_open(&models[i], mnist, sizeof mnist - 1, async_queue_create_single(NULL), false);
	}
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < MODELS; i++) {
			if (there[i] && kernels_math_choose(libraries[i], NULL) == KERNELS_OK)
				best[i] = fmin(best[i], best_time(&models[i], RUNS, &kernels));
		}
	}
	printf("{\"lib\": \"kernels\", \"name\": \"mnist_100\"");
	for (int i = 0; i < MODELS; i++) {
		if (!there[i])
			continue;
		printf(", \"%s_us\": %.1f", libraries[i], best[i] / 1e3);
		model_close(&models[i]);
	}
	printf("}\n");
	fflush(stdout);
}

/* Returns whether BENCH_ONLY is not set or is the name of this figure. */
static bool wanted(const char *name, const char *detail)
{
	const char *only = getenv("BENCH_ONLY");
	size_t size = strlen(name);
	return !only || (strncmp(only, name, size) == 0 && strcmp(only + size, detail) == 0);
}

/* A program with one worker and with two, alternating. */
struct pair {
	struct model models[2];
	double best[2], cpu[2];
};

static void pair_run(struct pair *pair, const char *text, size_t size, int rounds, int runs)
{
	const struct async_threads_options two = { .size = sizeof two, .threads = 2 };
	double kernels;
	model_open(&pair->models[0], text, size, async_queue_create_single(NULL), false);
	model_open(&pair->models[1], text, size, async_queue_create_threads(NULL, &two), false);
	for (int i = 0; i < 2; i++)
		pair->best[i] = pair->cpu[i] = INFINITY;
	for (int round = 0; round < rounds; round++) {
		for (int i = 0; i < 2; i++) {
			pair->best[i] = fmin(pair->best[i], best_time(&pair->models[i], runs, &kernels));
			pair->cpu[i] = fmin(pair->cpu[i], best_processor_time);
		}
	}
	for (int i = 0; i < 2; i++)
		model_close(&pair->models[i]);
}

static void pair_figure(const char *name, const char *detail, const struct pair *pair)
{
	printf("{\"lib\": \"kernels\", \"name\": \"%s%s\", \"ms\": %.2f, \"ms_2_workers\": %.2f, \"times\": %.2f, "
	       "\"cpu_ms\": %.2f, \"cpu_ms_2_workers\": %.2f}\n",
		name, detail, pair->best[0] / 1e6, pair->best[1] / 1e6, pair->best[0] / pair->best[1],
		pair->cpu[0] / 1e6, pair->cpu[1] / 1e6);
	fflush(stdout);
}

static void square_figure(void)
{
	struct pair pair;
	if (!wanted("sgemm_1024_2", "") || kernels_math_choose("builtin", NULL) != KERNELS_OK)
		return;
	pair_run(&pair, square, sizeof square - 1, 10, 5);
	pair_figure("sgemm_1024_2", "", &pair);
}

static void resnet_figure(const char *text, size_t size)
{
	struct model m;
	double kernels, one;
	if (!wanted("resnet50", "") || kernels_math_choose("builtin", NULL) != KERNELS_OK)
		return;
	model_open(&m, text, size, async_queue_create_single(NULL), true);
	one = best_time(&m, 10, &kernels);
	uint64_t weights = async_allocator_stats(m.allocator).live_bytes;
	printf("{\"lib\": \"kernels\", \"name\": \"resnet50\", \"ms\": %.2f, \"of_its_kernels\": %.4f, \"weights_mb\": %.2f, "
	       "\"peak_mb\": %.2f}\n",
		one / 1e6, one / kernels, (double)weights / 1e6,
		(double)async_allocator_stats(m.allocator).peak_bytes / 1e6);
	model_close(&m);
}

static void resnet_pair_figures(const char *text, size_t size)
{
	static const char *const libraries[] = { "builtin", "blas", "xnnpack" };
	struct pair pair;
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
		if (!wanted("resnet50_", libraries[i]) || kernels_math_choose(libraries[i], NULL) != KERNELS_OK)
			continue;
		pair_run(&pair, text, size, 5, 3);
		pair_figure("resnet50_", libraries[i], &pair);
	}
}

int main(int argc, char **argv)
{
	static char text[1 << 20];
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	size_t size = file ? fread(text, 1, sizeof text, file) : 0;
	setenv("OPENBLAS_NUM_THREADS", "1", 0);
	if (!file || size == 0 || !kernels_pack_blas()->init() || !kernels_pack_xnnpack()->init())
		return 2;
	fclose(file);
	if (wanted("mnist_100", ""))
		mnist_figures();
	square_figure();
	resnet_figure(text, size);
	resnet_pair_figures(text, size);
	return 0;
}
