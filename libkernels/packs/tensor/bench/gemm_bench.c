/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix products of several shapes by the inner loops of each instruction set: sgemm_256_avx2 ..., and by those that this
 * processor would get: sgemm_256 ..., beside OpenBLAS on one thread when it is there. In gigaflops, the best of several
 * batches that take turns. */
#include "../src/gemm.h"
#include "bench.h"
#include <dlfcn.h>

/* cblas_sgemm(), with the enumerations as numbers. */
typedef void (*sgemm_fn)(int order, int transpose_a, int transpose_b, int rows, int columns, int depth, float alpha,
	const float *a, int a_stride, const float *b, int b_stride, float beta, float *c, int c_stride);

struct run {
	struct gemm gemm;
	const struct gemm_isa *isa;
	sgemm_fn peer;
};

static void by_peer(const struct run *run)
{
	const struct gemm *g = &run->gemm;
	run->peer(101, 111, 111, (int)g->rows, (int)g->columns, (int)g->depth, 1, g->a, (int)g->depth, g->b,
		(int)g->columns, 0, g->c, (int)g->columns);
}

static void by_us(const struct run *run)
{
	kernels_tensor__gemm(&run->gemm, GEMM_F32, &(struct gemm_how){ .isa = run->isa });
}

static double gigaflops(void (*once)(const struct run *run), const struct run *run, double best)
{
	const struct gemm *g = &run->gemm;
	double flops = 2.0 * (double)g->rows * (double)g->columns * (double)g->depth, start;
	long calls = 1 + (long)(2e7 / flops);
	start = bench_now();
	for (long i = 0; i < calls; i++)
		once(run);
	double rate = flops * (double)calls / (bench_now() - start);
	return rate > best ? rate : best;
}

static void figure(const char *shape, struct run *run)
{
	enum { BATCHES = 25 };
	double ours = 0, peer = 0;
	char name[64];
	snprintf(name, sizeof name, "sgemm_%s%s%s", shape, run->isa ? "_" : "", run->isa ? run->isa->name : "");
	const char *only = getenv("BENCH_ONLY");
	if (only && strcmp(only, name) != 0)
		return;
	for (int i = 0; i < BATCHES; i++) {
		ours = gigaflops(by_us, run, ours);
		if (!run->isa && run->peer)
			peer = gigaflops(by_peer, run, peer);
	}
	printf("{\"lib\": \"kernels\", \"name\": \"%s\", \"gflops\": %.1f", name, ours);
	if (peer > 0)
		printf(", \"openblas_gflops\": %.1f", peer);
	printf("}\n");
	fflush(stdout);
}

static float *matrix(size_t elements)
{
	float *m = async_alloc(async_allocator_system(), elements * sizeof *m, 64);
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
	void *library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL), *symbol = library ? dlsym(library, "cblas_sgemm") : NULL;
	struct run run = { .isa = NULL };
	memcpy(&run.peer, &symbol, sizeof symbol); /* ISO C has no cast from an object to a function */
	for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
		size_t rows = shapes[s].rows, columns = shapes[s].columns, depth = shapes[s].depth;
		float *a = matrix(rows * depth), *b = matrix(depth * columns), *c = matrix(rows * columns);
		run.gemm = (struct gemm){ rows, columns, depth, &one, a, depth, b, columns, &zero, c, columns };
		run.isa = NULL;
		figure(shapes[s].name, &run);
		for (size_t k = 0; k < GEMM_ISAS; k++) {
			run.isa = &kernels_tensor__gemm_isas[GEMM_F32][k];
			if (run.isa->name && run.isa->supported())
				figure(shapes[s].name, &run);
		}
		async_free(async_allocator_system(), a, rows * depth * sizeof *a, 64);
		async_free(async_allocator_system(), b, depth * columns * sizeof *b, 64);
		async_free(async_allocator_system(), c, rows * columns * sizeof *c, 64);
	}
	return 0;
}
