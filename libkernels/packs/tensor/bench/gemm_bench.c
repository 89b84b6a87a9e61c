/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix products of several shapes by the inner loops of each instruction set: sgemm_256_avx2 ..., and by the selected
 * ones for this processor: sgemm_256 ..., compared with OpenBLAS on one thread and XNNPACK with packed weights, if
 * installed. In gigaflops by processor time, the best of several alternating batches. */
#include <shared/gemm.h>
#include "bench.h"
#include <dlfcn.h>
#include <math.h>

/* cblas_sgemm(), with the enumerations as numbers. */
typedef void (*sgemm_fn)(int order, int transpose_a, int transpose_b, int rows, int columns, int depth, float alpha,
	const float *a, int a_stride, const float *b, int b_stride, float beta, float *c, int c_stride);

/* XNNPACK as it was in early 2022: an operator with packed weights. */
struct xnnpack {
	int (*create)(size_t in, size_t out, size_t in_stride, size_t out_stride, const float *w, const float *b,
		float least, float most, uint32_t flags, void **op);
	int (*setup)(void *op, size_t batch, const float *in, float *out, void *pool);
	int (*run)(void *op, void *pool);
	int (*destroy)(void *op);
};

struct run {
	struct gemm gemm;
	const struct gemm_isa *isa;
	sgemm_fn peer;
	struct xnnpack xnn; /* run NULL: not installed */
	void *op;
};

static void symbol(void *library, const char *name, void *out_function)
{
	void *found = library ? dlsym(library, name) : NULL;
	memcpy(out_function, &found, sizeof found); /* ISO C has no cast from an object to a function */
}

static void find_xnnpack(struct xnnpack *xnn)
{
	int (*initialize)(const void *allocator);
	void *library = dlopen("libXNNPACK.so.0", RTLD_NOW | RTLD_LOCAL);
	symbol(library, "xnn_initialize", &initialize);
	symbol(library, "xnn_create_fully_connected_nc_f32", &xnn->create);
	symbol(library, "xnn_setup_fully_connected_nc_f32", &xnn->setup);
	symbol(library, "xnn_run_operator", &xnn->run);
	symbol(library, "xnn_delete_operator", &xnn->destroy);
	if (!initialize || !xnn->create || !xnn->setup || !xnn->destroy || dlsym(library, "xnn_init_weights_cache") ||
		initialize(NULL) != 0)
		xnn->run = NULL;
}

static void by_xnnpack(const struct run *run) { run->xnn.run(run->op, NULL); }

/* An operator for this product; NULL: none. */
static void *operator_of(const struct run *run)
{
	const struct gemm *g = &run->gemm;
	void *op = NULL;
	if (!run->xnn.run || run->xnn.create(g->depth, g->columns, g->depth, g->columns, g->b, NULL, -INFINITY,
				     INFINITY, 1, &op) != 0)
		return NULL;
	return run->xnn.setup(op, g->rows, g->a, g->c, NULL) == 0 ? op : NULL;
}

static void by_peer(const struct run *run)
{
	const struct gemm *g = &run->gemm;
	run->peer(101, 111, 111, (int)g->rows, (int)g->columns, (int)g->depth, 1, g->a, (int)g->depth, g->b,
		(int)g->columns, 0, g->c, (int)g->columns);
}

static void by_us(const struct run *run)
{
	kernels_shared__gemm(&run->gemm, GEMM_F32, &(struct gemm_how){ .isa = run->isa });
}

/* Time of this thread, without that of other programs. */
static double thread_time(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double gigaflops(void (*once)(const struct run *run), const struct run *run, double best)
{
	const struct gemm *g = &run->gemm;
	double flops = 2.0 * (double)g->rows * (double)g->columns * (double)g->depth, start;
	long calls = 1 + (long)(2e7 / flops);
	once(run); /* starts with the caches as the previous one left them */
	start = thread_time();
	for (long i = 0; i < calls; i++)
		once(run);
	double rate = flops * (double)calls / (thread_time() - start);
	return rate > best ? rate : best;
}

static void figure(const char *shape, struct run *run)
{
	enum { BATCHES = 25 };
	double ours = 0, peer = 0, xnnpack = 0;
	char name[64];
	snprintf(name, sizeof name, "sgemm_%s%s%s", shape, run->isa ? "_" : "", run->isa ? run->isa->name : "");
	const char *only = getenv("BENCH_ONLY");
	if (only && strcmp(only, name) != 0)
		return;
	run->op = run->isa ? NULL : operator_of(run);
	for (int i = 0; i < BATCHES; i++) {
		ours = gigaflops(by_us, run, ours);
		if (!run->isa && run->peer)
			peer = gigaflops(by_peer, run, peer);
		if (run->op)
			xnnpack = gigaflops(by_xnnpack, run, xnnpack);
	}
	printf("{\"lib\": \"kernels\", \"name\": \"%s\", \"gflops\": %.1f", name, ours);
	if (peer > 0)
		printf(", \"openblas_gflops\": %.1f", peer);
	if (xnnpack > 0)
		printf(", \"xnnpack_gflops\": %.1f", xnnpack);
	if (run->op)
		run->xnn.destroy(run->op);
	printf("}\n");
	fflush(stdout);
}

enum { EXTRA = 64 /* XNNPACK reads a few bytes after its input */ };

static float *matrix(size_t elements)
{
	float *m = async_alloc(async_allocator_system(), elements * sizeof *m + EXTRA, 64);
	if (!m)
		abort();
	for (size_t i = 0; i < elements; i++)
		m[i] = (float)(i % 7) - 3;
	return m;
}

int main(void)
{
	/* the last three: both layers of a small network for a batch of 100, and the first one for a single image */
	static const struct {
		const char *name;
		size_t rows, columns, depth;
	} shapes[] = { { "16", 16, 16, 16 }, { "64", 64, 64, 64 }, { "256", 256, 256, 256 }, { "512", 512, 512, 512 },
		{ "1024", 1024, 1024, 1024 }, { "100x512x784", 100, 512, 784 }, { "100x10x512", 100, 10, 512 },
		{ "1x512x784", 1, 512, 784 } };
	static const float one = 1, zero = 0;
	setenv("OPENBLAS_NUM_THREADS", "1", 0);
	void *library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
	struct run run = { .isa = NULL };
	symbol(library, "cblas_sgemm", &run.peer);
	find_xnnpack(&run.xnn);
	for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
		size_t rows = shapes[s].rows, columns = shapes[s].columns, depth = shapes[s].depth;
		float *a = matrix(rows * depth), *b = matrix(depth * columns), *c = matrix(rows * columns);
		run.gemm = (struct gemm){ .rows = rows, .columns = columns, .depth = depth, .alpha = &one, .a = a,
			.a_stride = depth, .b = b, .b_stride = columns, .beta = &zero, .c = c, .c_stride = columns };
		run.isa = NULL;
		figure(shapes[s].name, &run);
		for (size_t k = 0; k < GEMM_ISAS; k++) {
			run.isa = &kernels_shared__gemm_isas[GEMM_F32][k];
			if (run.isa->name && run.isa->supported())
				figure(shapes[s].name, &run);
		}
		async_free(async_allocator_system(), a, rows * depth * sizeof *a + EXTRA, 64);
		async_free(async_allocator_system(), b, depth * columns * sizeof *b + EXTRA, 64);
		async_free(async_allocator_system(), c, rows * columns * sizeof *c + EXTRA, 64);
	}
	return 0;
}
