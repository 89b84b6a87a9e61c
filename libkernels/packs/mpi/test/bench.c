/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Figures: the engine and MPI itself in one run. */
#include "mpi_test.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

enum { ROUNDS = 40 };

static struct async_error *add(void *ctx, uint32_t input, const void *const *parts, void *out, size_t elements)
{
	(void)ctx;
	(void)input;
	for (size_t i = 0; i < elements; i++)
		((float *)out)[i] = ((const float *)parts[0])[i] + ((const float *)parts[1])[i];
	for (uint32_t m = 2; m < count; m++)
		for (size_t i = 0; i < elements; i++)
			((float *)out)[i] += ((const float *)parts[m])[i];
	return NULL;
}

static void chain_by_parts(struct scope scope, int64_t elements, int steps)
{
	struct combination combination = { 0, false };
	struct async_value *value = tensor(KERNELS_F32, elements, 1);
	for (int i = 0; i < steps; i++) {
		struct async_value *result;
		const struct kernels_reduction reduction = { .exchange = of_all(0, &value, 1), .source = -1, .target = -1,
			.combine = add, .release = released, .ctx = &combination };
		CHECK(scope.process->engine->reduce(scope.process->engine_ctx, scope.process, &reduction, &result));
		await(&result, 1);
		async_value_release(value);
		value = result;
	}
	async_value_release(value);
}

static void chain_of_engine(struct scope scope, int64_t elements, int steps)
{
	struct async_value *value = tensor(KERNELS_F32, elements, 1);
	for (int i = 0; i < steps; i++) {
		struct async_value *results[64];
		const struct kernels_exchange all = of_all(0, &value, 1);
		exchange(scope, &all, results);
		await(results, count);
		struct kernels_tensor sum;
		const struct kernels_shape shape = { 1, { elements } };
		if (!kernels_tensor_init(&sum, async_allocator_pooled(), KERNELS_F32, &shape))
			abort();
		float *to = kernels_tensor_data(&sum);
		const void *parts[64];
		for (uint32_t m = 0; m < count; m++)
			parts[m] = kernels_tensor_bytes(async_value_payload(results[m]));
		(void)add(NULL, 0, parts, to, (size_t)elements);
		async_value_release(value);
		value = async_value_create_available(async_allocator_pooled(), kernels_tensor_types()->tensor, &sum);
		release(results, count);
	}
	async_value_release(value);
}

static void chain_of_mpi(MPI_Comm comm, int elements, int steps)
{
	float *a = calloc((size_t)elements, sizeof *a), *b = calloc((size_t)elements, sizeof *b);
	for (int i = 0; i < steps; i++) {
		MPI_Request request;
		int done = 0;
		MPI_Iallreduce(a, b, elements, MPI_FLOAT, MPI_SUM, comm, &request);
		while (!done)
			MPI_Test(&request, &done, MPI_STATUS_IGNORE);
		float *swap = a;
		a = b;
		b = swap;
	}
	free(a);
	free(b);
}

static void ring_of_engine(struct scope scope, int64_t elements, int steps)
{
	for (int i = 0; i < steps; i++) {
		struct async_value *result;
		if (rank == 0)
			transfer(scope, true, 1, elements, 0, NULL);
		transfer(scope, false, (rank + count - 1) % count, 0, 0, &result);
		await(&result, 1);
		if (rank != 0) {
			const struct kernels_transfer next = { .channel = 3, .peer = (rank + 1) % count, .inputs = &result, .count = 1,
				.queue = queue };
			CHECK(scope.process->engine->send(scope.process->engine_ctx, scope.process, &next));
		}
		async_value_release(result);
	}
}

static void ring_of_mpi(MPI_Comm comm, int elements, int steps)
{
	float *a = calloc((size_t)elements, sizeof *a);
	const int next = (int)((rank + 1) % count), before = (int)((rank + count - 1) % count);
	for (int i = 0; i < steps; i++) {
		if (rank == 0)
			MPI_Send(a, elements, MPI_FLOAT, next, 1, comm);
		MPI_Recv(a, elements, MPI_FLOAT, before, 1, comm, MPI_STATUS_IGNORE);
		if (rank != 0)
			MPI_Send(a, elements, MPI_FLOAT, next, 1, comm);
	}
	free(a);
}

void bench(void)
{
	static const struct {
		const char *name;
		int elements, steps;
		bool ring, by_parts;
	} lines[] = { { "all-reduce of 1 float", 1, 500, false, false }, { "all-reduce of 256 floats", 256, 300, false, false },
		{ "all-reduce of 4096 floats", 4096, 30, false, false }, { "the same by parts", 4096, 30, false, true },
		{ "all-reduce of 16384 floats", 16384, 8, false, false }, { "the same by parts", 16384, 8, false, true },
		{ "all-reduce of 65536 floats", 65536, 8, false, false }, { "the same by parts", 65536, 8, false, true },
		{ "all-reduce of 1048576 floats", 1048576, 1, false, false }, { "the same by parts", 1048576, 1, false, true },
		{ "ring of 1 float", 1, 300, true, false }, { "ring of 65536 floats", 65536, 8, true, false } };
	struct scope scope = begin();
	MPI_Comm comm;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	for (size_t l = 0; l < sizeof lines / sizeof *lines; l++) {
		double times[2][ROUNDS];
		const int n = lines[l].elements, steps = lines[l].steps;
		const int rounds = n > 100000 ? ROUNDS / 4 : ROUNDS;
		for (int i = 0; i < rounds; i++) {
			double at = seconds(CLOCK_MONOTONIC);
			if (lines[l].ring)
				ring_of_engine(scope, n, steps);
			else if (lines[l].by_parts)
				chain_by_parts(scope, n, steps);
			else
				chain_of_engine(scope, n, steps);
			times[0][i] = (seconds(CLOCK_MONOTONIC) - at) * 1e6 / steps;
			at = seconds(CLOCK_MONOTONIC);
			if (lines[l].ring)
				ring_of_mpi(comm, n, steps);
			else
				chain_of_mpi(comm, n, steps);
			times[1][i] = (seconds(CLOCK_MONOTONIC) - at) * 1e6 / steps;
		}
		qsort(times[0], (size_t)rounds, sizeof(double), by_value);
		qsort(times[1], (size_t)rounds, sizeof(double), by_value);
		if (rank == 0)
			printf("%-28s engine %8.2f us (median %8.2f)  MPI %8.2f (%8.2f)  ratio %.2f\n", lines[l].name, times[0][0],
				times[0][rounds / 2], times[1][0], times[1][rounds / 2], times[0][0] / times[1][0]);
	}
	MPI_Comm_free(&comm);
	end(scope);
}
