/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Figures: the engine and MPI itself take turns in one run, and rank 0 prints a JSON line for each operation. The environment chooses.
 * BENCH_ONLY: an operation ("ring") or one of its sizes ("ring_1"). BENCH_ONCE: each loop of the engine runs once, with so many steps, and
 * nothing is measured; for profiles. */
#include "mpi_test.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 40, LEAST_ROUNDS = 7, MOST_RANKS = 64, SIZES = 10 };

static MPI_Comm comm;
static float *from, *to; /* of MPI: `count` times the elements */

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* ---- the engine */

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

static struct async_error *add_two(void *ctx, uint32_t input, const void *first, const void *second, void *out, size_t elements)
{
	(void)ctx;
	(void)input;
	for (size_t i = 0; i < elements; i++)
		((float *)out)[i] = ((const float *)first)[i] + ((const float *)second)[i];
	return NULL;
}

static struct async_value *operand(int64_t elements)
{
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, async_allocator_pooled(), KERNELS_F32, &(struct kernels_shape){ 1, { elements } }))
		abort();
	memset(kernels_tensor_data(&tensor), 0, (size_t)elements * sizeof(float));
	return async_value_create_available(async_allocator_pooled(), kernels_tensor_types()->tensor, &tensor);
}

static struct async_value *gathered(struct scope scope, struct async_value *value, struct async_value **results)
{
	const struct kernels_exchange all = of_all(0, &value, 1);
	exchange(scope, &all, results);
	await(results, count);
	return value;
}

static void sum_by_exchange(struct scope scope, int64_t elements, int steps)
{
	struct async_value *value = operand(elements);
	for (int i = 0; i < steps; i++) {
		struct async_value *results[MOST_RANKS];
		const void *parts[MOST_RANKS];
		struct kernels_tensor sum;
		(void)gathered(scope, value, results);
		if (!kernels_tensor_init(&sum, async_allocator_pooled(), KERNELS_F32, &(struct kernels_shape){ 1, { elements } }))
			abort();
		for (uint32_t m = 0; m < count; m++)
			parts[m] = kernels_tensor_bytes(async_value_payload(results[m]));
		(void)add(NULL, 0, parts, kernels_tensor_data(&sum), (size_t)elements);
		async_value_release(value);
		value = async_value_create_available(async_allocator_pooled(), kernels_tensor_types()->tensor, &sum);
		release(results, count);
	}
	async_value_release(value);
}

static struct async_value *reduced(struct scope scope, struct async_value *value, int64_t source)
{
	struct combination combination = { 0, false };
	struct async_value *result;
	const struct kernels_reduction reduction = { .exchange = of_all(0, &value, 1), .source = source, .target = -1,
		.combine = add, .combine_two = add_two, .release = released, .ctx = &combination };
	CHECK(scope.process->engine->reduce(scope.process->engine_ctx, scope.process, &reduction, &result));
	await(&result, 1);
	async_value_release(value);
	return result;
}

static void sum_by_parts(struct scope scope, int64_t elements, int steps)
{
	struct async_value *value = operand(elements);
	for (int i = 0; i < steps; i++)
		value = reduced(scope, value, -1);
	async_value_release(value);
}

/* As pack hlo does: by the size from which reduce() is faster. */
static void sum(struct scope scope, int64_t elements, int steps)
{
	if ((uint64_t)elements * sizeof(float) * (count - 1) < scope.process->engine->reduce_from)
		sum_by_exchange(scope, elements, steps);
	else
		sum_by_parts(scope, elements, steps);
}

/* Each rank's turn to be the source. */
static void broadcast(struct scope scope, int64_t elements, int steps)
{
	struct async_value *value = operand(elements);
	for (int i = 0; i < steps; i++)
		value = reduced(scope, value, i % (int)count);
	async_value_release(value);
}

static void gather(struct scope scope, int64_t elements, int steps)
{
	struct async_value *value = operand(elements);
	for (int i = 0; i < steps; i++) {
		struct async_value *results[MOST_RANKS];
		(void)gathered(scope, value, results);
		release(results, count);
	}
	async_value_release(value);
}

static void pass_on(struct scope scope, struct async_value *value)
{
	const struct kernels_transfer next = { .channel = 3, .peer = (rank + 1) % count, .inputs = &value, .count = 1, .queue = queue };
	CHECK(scope.process->engine->send(scope.process->engine_ctx, scope.process, &next));
	async_value_release(value);
}

/* A tensor goes round. */
static void ring(struct scope scope, int64_t elements, int steps)
{
	struct async_value *value = rank == 0 ? operand(elements) : NULL;
	for (int i = 0; i < steps; i++) {
		if (rank == 0)
			pass_on(scope, value);
		transfer(scope, false, (rank + count - 1) % count, 0, 0, &value);
		await(&value, 1);
		if (rank != 0)
			pass_on(scope, value);
	}
	if (rank == 0)
		async_value_release(value);
}

/* ---- MPI alone */

static void wait_for(MPI_Request request)
{
	int done = 0;
	while (!done)
		MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

static void sum_of_mpi(int elements, int steps)
{
	for (int i = 0; i < steps; i++) {
		MPI_Request request;
		MPI_Iallreduce(i % 2 ? to : from, i % 2 ? from : to, elements, MPI_FLOAT, MPI_SUM, comm, &request);
		wait_for(request);
	}
}

static void blocking_sum_of_mpi(int elements, int steps)
{
	for (int i = 0; i < steps; i++)
		MPI_Allreduce(i % 2 ? to : from, i % 2 ? from : to, elements, MPI_FLOAT, MPI_SUM, comm);
}

static void broadcast_of_mpi(int elements, int steps)
{
	for (int i = 0; i < steps; i++)
		MPI_Bcast(from, elements, MPI_FLOAT, i % (int)count, comm);
}

static void gather_of_mpi(int elements, int steps)
{
	for (int i = 0; i < steps; i++)
		MPI_Allgather(from, elements, MPI_FLOAT, to, elements, MPI_FLOAT, comm);
}

static void ring_of_mpi(int elements, int steps)
{
	const int next = (int)((rank + 1) % count), before = (int)((rank + count - 1) % count);
	for (int i = 0; i < steps; i++) {
		if (rank == 0)
			MPI_Send(from, elements, MPI_FLOAT, next, 1, comm);
		MPI_Recv(from, elements, MPI_FLOAT, before, 1, comm, MPI_STATUS_IGNORE);
		if (rank != 0)
			MPI_Send(from, elements, MPI_FLOAT, next, 1, comm);
	}
}

/* As above by requests, which a program that has other work uses: as all-reduces below, and the engine. */
static void ring_of_requests(int elements, int steps)
{
	const int next = (int)((rank + 1) % count), before = (int)((rank + count - 1) % count);
	for (int i = 0; i < steps; i++) {
		MPI_Request receive, send;
		MPI_Irecv(to, elements, MPI_FLOAT, before, 1, comm, &receive);
		if (rank == 0)
			MPI_Isend(from, elements, MPI_FLOAT, next, 1, comm, &send);
		wait_for(receive);
		if (rank != 0)
			MPI_Isend(to, elements, MPI_FLOAT, next, 1, comm, &send);
		wait_for(send);
	}
}

/* ---- measurement */

static const struct operation {
	const char *name;
	void (*engine)(struct scope scope, int64_t elements, int steps);
	void (*mpi)(int elements, int steps);
	const char *peer;
	int sizes[SIZES], steps[SIZES];
} operations[] = {
	{ "ring", ring, ring_of_mpi, "MPI_Send, MPI_Recv", { 1, 256, 65536, 1 << 20, 1 << 24 }, { 500, 300, 8, 2, 1 } },
	{ "ring_requests", ring, ring_of_requests, "MPI_Isend, MPI_Irecv, MPI_Test", { 1, 256, 65536 }, { 500, 300, 8 } },
	{ "all_reduce_by_exchange", sum_by_exchange, sum_of_mpi, "MPI_Iallreduce", { 1, 256, 4096, 16384, 65536, 1 << 20 },
		{ 500, 300, 30, 8, 8, 2 } },
	{ "all_reduce_by_parts", sum_by_parts, sum_of_mpi, "MPI_Iallreduce", { 4096, 16384, 65536, 1 << 20, 1 << 24 }, { 30, 8, 8, 2, 1 } },
	{ "all_reduce_blocking", sum_by_parts, blocking_sum_of_mpi, "MPI_Allreduce", { 65536, 1 << 20, 1 << 24 }, { 8, 2, 1 } },
	{ "all_reduce", sum, blocking_sum_of_mpi, "MPI_Allreduce",
		{ 1, 16, 256, 4096, 16384, 65536, 1 << 18, 1 << 20, 1 << 22, 1 << 24 }, { 300, 300, 200, 30, 8, 8, 4, 2, 1, 1 } },
	{ "broadcast", broadcast, broadcast_of_mpi, "MPI_Bcast", { 65536, 1 << 20, 1 << 24 }, { 8, 4, 2 } },
	{ "all_gather", gather, gather_of_mpi, "MPI_Allgather", { 1, 65536, 1 << 20, 1 << 24 }, { 300, 8, 2, 1 } },
};

static void measure(struct scope scope, const struct operation *operation, int elements, int steps, const char *name)
{
	double times[2][MOST_ROUNDS];
	const int rounds = elements > 65536 ? LEAST_ROUNDS : MOST_ROUNDS;
	for (int i = -1; i < rounds; i++) { /* the first round is for caches and pages */
		double at[3];
		MPI_Barrier(comm);
		at[0] = seconds(CLOCK_MONOTONIC);
		operation->engine(scope, elements, steps);
		async_queue_quiesce(queue); /* contents are sent only while the queue waits, not in calls of MPI */
		at[1] = seconds(CLOCK_MONOTONIC);
		operation->mpi(elements, steps);
		at[2] = seconds(CLOCK_MONOTONIC);
		for (int k = 0; k < 2 && i >= 0; k++)
			times[k][i] = (at[k + 1] - at[k]) * 1e9 / steps;
	}
	for (int k = 0; k < 2; k++)
		qsort(times[k], (size_t)rounds, sizeof(double), by_value);
	const double median = times[0][rounds / 2], peer = times[1][rounds / 2];
	if (rank == 0)
		printf("{\"lib\": \"kernels-mpi\", \"name\": \"%s\", \"ranks\": %u, \"ns\": %.0f, \"min_ns\": %.0f, \"peer\": \"%s\", "
		       "\"peer_ns\": %.0f, \"peer_min_ns\": %.0f, \"ratio\": %.2f, \"min_ratio\": %.2f}\n",
			name, count, median, times[0][0], operation->peer, peer, times[1][0], median / peer, times[0][0] / times[1][0]);
	fflush(stdout);
}

void bench(void)
{
	const char *only = getenv("BENCH_ONLY"), *once = getenv("BENCH_ONCE");
	struct scope scope = begin();
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	for (size_t o = 0; o < sizeof operations / sizeof *operations; o++)
		for (int s = 0; s < SIZES && operations[o].sizes[s] > 0; s++) {
			const int elements = operations[o].sizes[s];
			char name[64];
			snprintf(name, sizeof name, "%s_%d", operations[o].name, elements);
			if (only && strcmp(only, name) != 0 && strcmp(only, operations[o].name) != 0)
				continue;
			from = calloc((size_t)elements, sizeof *from);
			to = calloc((size_t)elements * count, sizeof *to);
			if (!from || !to)
				abort();
			if (once)
				operations[o].engine(scope, elements, atoi(once));
			else
				measure(scope, &operations[o], elements, operations[o].steps[s], name);
			free(from);
			free(to);
		}
	MPI_Comm_free(&comm);
	end(scope);
}
