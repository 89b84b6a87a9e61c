/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix products of several shapes, with the inner loops of each instruction set: picoseconds per floating-point
 * operation (10 is 100 GFLOP/s). */
#include "../src/matmul.h"
#include "bench.h"

struct shape {
	size_t rows, columns, depth;
};

struct run {
	struct matmul product;
	const struct matmul_kernel *kernel;
};

static void multiply(void *ctx, uint64_t n)
{
	const struct run *run = ctx;
	while (n--)
		kernels_tensor__matmul(&run->product, MATMUL_F32, run->kernel, async_allocator_system());
}

/* What a kernel would do without any of this. */
static void multiply_plainly(void *ctx, uint64_t n)
{
	const struct matmul *p = &((const struct run *)ctx)->product;
	const float *a = p->a, *b = p->b;
	float *c = p->c;
	while (n--) {
		for (size_t i = 0; i < p->rows * p->columns; i++) {
			float sum = 0;
			for (size_t k = 0; k < p->depth; k++)
				sum += a[i / p->columns * p->depth + k] * b[k * p->columns + i % p->columns];
			c[i] = sum;
		}
	}
}

static float *matrix(size_t elements)
{
	float *m = malloc(elements * sizeof *m);
	if (!m)
		abort();
	for (size_t i = 0; i < elements; i++)
		m[i] = (float)(i % 7) - 3;
	return m;
}

int main(void)
{
	/* the last three: both layers of a small network for a batch of 100, and the first one for a single image */
	static const struct shape shapes[] = { { 16, 16, 16 }, { 64, 64, 64 }, { 256, 256, 256 }, { 512, 512, 512 },
		{ 100, 512, 784 }, { 100, 10, 512 }, { 1, 512, 784 } };
	static const float one = 1, zero = 0;
	for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
		size_t rows = shapes[s].rows, columns = shapes[s].columns, depth = shapes[s].depth;
		float *a = matrix(rows * depth), *b = matrix(depth * columns), *c = matrix(rows * columns);
		struct run run = { .product = { rows, columns, depth, &one, a, b, &zero, c } };
		char name[80];
		for (size_t k = 0; k < MATMUL_KERNELS; k++) {
			run.kernel = &kernels_tensor__matmul_kernels[MATMUL_F32][k];
			if (!run.kernel->name || !run.kernel->supported())
				continue;
			snprintf(name, sizeof name, "matmul_%zux%zux%zu_%s_ps_per_flop", rows, columns, depth,
				run.kernel->name);
			bench_run("kernels-tensor", name, 2e-3 * (double)(rows * columns * depth), multiply, &run);
		}
		snprintf(name, sizeof name, "matmul_%zux%zux%zu_plain_ps_per_flop", rows, columns, depth);
		bench_run("kernels-tensor", name, 2e-3 * (double)(rows * columns * depth), multiply_plainly, &run);
		free(a);
		free(b);
		free(c);
	}
	return 0;
}
