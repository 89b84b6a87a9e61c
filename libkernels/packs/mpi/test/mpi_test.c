/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_test PACK CASES: the engine of pack mpi, in each program that mpirun starts. CASES: "all", "bench", or "die POINT RANK", in which
 * a rank kills itself. A rank prints what fails; the exit code is 1 then, and 3 after a rank was lost. mpi_test library: prints which MPI
 * this is. */
#include "mpi_test.h"
#include <kernels/load.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void values_of_all_types_and_sizes(void)
{
	static const enum kernels_dtype types[] = { KERNELS_I1, KERNELS_I8, KERNELS_UI16, KERNELS_F16, KERNELS_BF16, KERNELS_F8E4M3FN,
		KERNELS_F32, KERNELS_I64, KERNELS_F64, KERNELS_COMPLEX128 };
	static const int64_t sizes[] = { 0, 1, 3, 100, 1000, 5000, 300000 };
	struct scope scope = begin();
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			struct async_value *inputs[2] = { tensor(types[t], sizes[s], rank), tensor(types[t], 2, rank + 9) };
			struct async_value *results[2 * 64];
			const struct kernels_exchange all = of_all((int64_t)s, inputs, 2);
			exchange(scope, &all, results);
			await(results, 2 * (size_t)count);
			for (uint32_t m = 0; m < count; m++) {
				CHECK(equal(results[2 * m], types[t], sizes[s], m));
				CHECK(equal(results[2 * m + 1], types[t], 2, m + 9));
			}
			release(results, 2 * (size_t)count);
			release(inputs, 2);
		}
	end(scope);
}

enum { MANY = 100 };

/* Types of many values need several fragments. */
static void many_values(void)
{
	struct scope scope = begin();
	struct async_value *inputs[MANY], **results = calloc(MANY * (size_t)count, sizeof *results);
	for (uint32_t i = 0; i < MANY; i++)
		inputs[i] = tensor(KERNELS_F32, 1 + i % 7, rank + i);
	const struct kernels_exchange all = of_all(1, inputs, MANY);
	exchange(scope, &all, results);
	await(results, MANY * (size_t)count);
	for (uint32_t m = 0; m < count; m++)
		for (uint32_t i = 0; i < MANY; i++)
			CHECK(equal(results[m * MANY + i], KERNELS_F32, 1 + i % 7, m + i));
	release(results, MANY * (size_t)count);
	release(inputs, MANY);
	free(results);
	end(scope);
}

/* Operations of two channels and of overlapping groups, all started before the first is awaited; two requests at once. */
static void many_at_a_time(void)
{
	struct scope scopes[2] = { begin(), begin() };
	struct async_value *results[2][MANY][64];
	uint32_t pair[2] = { rank / 2 * 2, rank / 2 * 2 + 1 };
	for (int64_t i = 0; i < MANY; i++)
		for (int s = 0; s < 2; s++) {
			struct async_value *input = tensor(KERNELS_I32, i % 3 == 0 ? 3000 : 5, rank + i + s);
			struct kernels_exchange part = of_all(i % 2, &input, 1);
			if (i % 5 == 0 && pair[1] < count) {
				part.members = pair;
				part.member_count = 2;
				part.self = rank % 2;
			} else if (i % 5 == 0) {
				part.members = &rank;
				part.member_count = 1;
				part.self = 0;
			}
			exchange(scopes[s], &part, results[s][i]);
			async_value_release(input);
		}
	for (int64_t i = 0; i < MANY; i++)
		for (int s = 0; s < 2; s++) {
			const bool grouped = i % 5 == 0;
			const uint32_t number = !grouped ? count : pair[1] < count ? 2 : 1;
			await(results[s][i], number);
			for (uint32_t m = 0; m < number; m++)
				CHECK(equal(results[s][i][m], KERNELS_I32, i % 3 == 0 ? 3000 : 5,
					(!grouped ? m : pair[1] < count ? pair[m] : rank) + i + s));
			release(results[s][i], number);
		}
	end(scopes[1]);
	end(scopes[0]);
}

static void ring_of_transfers(void)
{
	struct scope scope = begin();
	for (int64_t i = 0; i < 20; i++) {
		struct async_value *result;
		const int64_t elements = i % 2 ? 10 : 100000;
		transfer(scope, true, (rank + 1) % count, elements, rank + i, NULL);
		transfer(scope, false, i % 4 == 0 && count > 1 ? -1 : (int64_t)((rank + count - 1) % count), 0, 0, &result);
		await(&result, 1);
		CHECK(equal(result, KERNELS_F32, elements, (rank + count - 1) % count + i));
		async_value_release(result);
	}
	end(scope);
}

/* An input that is an error reaches all members; operations before and after it are good. */
static void errors_name_their_rank(void)
{
	struct scope scope = begin();
	struct async_value *results[3][64];
	for (int64_t i = 0; i < 3; i++) {
		struct async_value *input = i == 1 && rank == 1
						    ? async_value_create_error(async_allocator_system(),
							      async_error_make(ASYNC_CODE_OUT_OF_RANGE, "no such row"))
						    : tensor(KERNELS_F32, 4, rank + i);
		const struct kernels_exchange all = of_all(0, &input, 1);
		exchange(scope, &all, results[i]);
		async_value_release(input);
	}
	for (int64_t i = 0; i < 3; i++) {
		await(results[i], count);
		for (uint32_t m = 0; m < count; m++)
			if (i == 1 && m == 1)
				check_error(results[i][m], ASYNC_CODE_OUT_OF_RANGE, "rank 1: no such row", __LINE__);
			else
				CHECK(equal(results[i][m], KERNELS_F32, 4, m + i));
		release(results[i], count);
	}
	end(scope);
}

/* The last rank has another operation: both sides are told within a second, and the next operation is good. */
static void different_operations_are_errors(int64_t elements)
{
	struct scope scope = begin();
	const double started = seconds(CLOCK_MONOTONIC);
	struct async_value *results[64], *input = tensor(KERNELS_F32, elements, rank);
	struct kernels_exchange all = of_all(0, &input, 1);
	const bool differs = rank == count - 1;
	if (differs) {
		all.name = "all_reduce";
		all.fingerprint = 43;
	}
	exchange(scope, &all, results);
	await(results, count);
	CHECK(in_time(started, 1));
	for (uint32_t m = 0; m < count; m++)
		if (m != rank && (differs || m == count - 1))
			check_error(results[m], ASYNC_CODE_FAILED_PRECONDITION,
				differs ? "takes part with all_gather where this one" : "takes part with all_reduce where this one", __LINE__);
		else
			CHECK(equal(results[m], KERNELS_F32, elements, m));
	release(results, count);
	all = of_all(0, &input, 1);
	exchange(scope, &all, results);
	await(results, count);
	for (uint32_t m = 0; m < count; m++)
		CHECK(equal(results[m], KERNELS_F32, elements, m));
	release(results, count);
	async_value_release(input);
	end(scope);
}

static void cancelled_and_ended_requests_are_errors(void)
{
	for (int cancels = 0; cancels < 2; cancels++) {
		struct scope scope = begin();
		struct async_value *results[64], *input = tensor(KERNELS_F32, 3, rank);
		const double started = seconds(CLOCK_MONOTONIC);
		if (rank == 0 && cancels)
			async_request_cancel(scope.request);
		if (rank != 0) {
			const struct kernels_exchange all = of_all(0, &input, 1);
			exchange(scope, &all, results);
			await(results, count);
			check_error(results[0], cancels ? ASYNC_CODE_CANCELLED : ASYNC_CODE_ABORTED,
				cancels ? "rank 0 was cancelled" : "rank 0 has ended without taking part", __LINE__);
			CHECK(in_time(started, 1));
			release(results, count);
		}
		async_value_release(input);
		end(scope);
	}
}

/* An exchange of all ranks. */
static void meet_all(void)
{
	struct scope scope = begin();
	struct async_value *results[64], *input = tensor(KERNELS_F32, 3, rank);
	const struct kernels_exchange all = of_all(0, &input, 1);
	exchange(scope, &all, results);
	await(results, count);
	for (uint32_t m = 0; m < count; m++)
		CHECK(equal(results[m], KERNELS_F32, 3, m));
	release(results, count);
	async_value_release(input);
	end(scope);
}

/* A rank that ends, or is cancelled, before another one waits for it, which it does not tell by itself in a large job: ranks 0 and 3 of six
 * relay nothing to each other. */
static void those_who_ask_are_told(void)
{
	const uint32_t late = count > 3 ? 3 : count - 1;
	uint32_t pair[2] = { 0, late };
	for (int cancels = 0; cancels < 2; cancels++) {
		struct scope scope = begin();
		struct async_value *results[64], *input = tensor(KERNELS_F32, 3, rank);
		struct kernels_exchange both = of_all(4, &input, 1);
		if (rank == late && cancels)
			async_request_cancel(scope.request);
		both.members = pair;
		both.member_count = 2;
		both.self = 0;
		if (rank == 0) {
			pause_ms(50);
			const double started = seconds(CLOCK_MONOTONIC);
			exchange(scope, &both, results);
			await(results, 2);
			check_error(results[1], cancels ? ASYNC_CODE_CANCELLED : ASYNC_CODE_ABORTED, cancels ? "was cancelled" : "has ended",
				__LINE__);
			CHECK(in_time(started, 1));
			release(results, 2);
		}
		async_value_release(input);
		end(scope);
		meet_all(); /* the other ranks answer while they wait */
	}
}

/* Two ranks send large values to each other, and receive then. */
static void sends_before_receives(void)
{
	struct scope scope = begin();
	const uint32_t peer = rank ^ 1;
	struct async_value *result;
	if (peer < count) {
		transfer(scope, true, peer, 3000000, rank, NULL);
		transfer(scope, false, peer, 0, 0, &result);
		await(&result, 1);
		CHECK(equal(result, KERNELS_F32, 3000000, peer));
		async_value_release(result);
	}
	end(scope);
}

/* Two ranks send large values to each other, and receive them when their queues are at rest, which needs the sends to end; or never, or
 * after their requests were cancelled. Small messages behind a large one keep their place. */
static void sends_before_rest(void)
{
	for (int way = 0; way < 3; way++) {
		struct scope scope = begin();
		const uint32_t peer = rank ^ 1;
		const double started = seconds(CLOCK_MONOTONIC);
		static const int64_t sizes[] = { 300000, 10, 200000, 7 };
		for (size_t i = 0; peer < count && i < 4; i++)
			transfer(scope, true, peer, sizes[i], rank + (int64_t)i, NULL);
		if (way == 2)
			async_request_cancel(scope.request);
		async_queue_quiesce(queue);
		for (size_t i = 0; peer < count && way == 0 && i < 4; i++) {
			struct async_value *result;
			transfer(scope, false, peer, 0, 0, &result);
			await(&result, 1);
			CHECK(equal(result, KERNELS_F32, sizes[i], peer + (int64_t)i));
			async_value_release(result);
		}
		CHECK(in_time(started, 3));
		end(scope);
		meet_all(); /* a rank that is done receives what the other one still sends */
	}
}

/* Rank 1 leaves the job while the others have one more request, and large values for it. */
static void one_rank_has_fewer_requests(void)
{
	if (rank == 1)
		return;
	struct scope scope = begin();
	struct async_value *results[64], *input = tensor(KERNELS_F32, 300000, rank);
	const double started = seconds(CLOCK_MONOTONIC);
	const struct kernels_exchange all = of_all(0, &input, 1);
	exchange(scope, &all, results);
	await(results, count);
	check_error(results[1], ASYNC_CODE_ABORTED, "rank 1 has ended", __LINE__);
	CHECK(in_time(started, 1));
	release(results, count);
	async_value_release(input);
	end(scope);
}

/* A rank that waits for another one sleeps. */
static void waiting_takes_little_time(void)
{
	struct scope scope = begin();
	struct async_value *results[64], *input = tensor(KERNELS_F32, 3, rank);
	if (rank == 0)
		pause_ms(1000);
	const double processor = seconds(CLOCK_PROCESS_CPUTIME_ID), started = seconds(CLOCK_MONOTONIC);
	const struct kernels_exchange all = of_all(0, &input, 1);
	exchange(scope, &all, results);
	await(results, count);
	const double used = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor, waited = seconds(CLOCK_MONOTONIC) - started;
	CHECK(rank == 0 || waited > 0.5);
	CHECK(rank == 0 || used < 0.1 * waited);
	if (rank == 1)
		printf("waited %.2f s with %.4f s of processor time\n", waited, used);
	release(results, count);
	async_value_release(input);
	end(scope);
}

int main(int argc, char **argv)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const struct kernels_pack *pack;
	if (argc == 2 && strcmp(argv[1], "library") == 0) {
		char version[MPI_MAX_LIBRARY_VERSION_STRING];
		int size;
		MPI_Get_library_version(version, &size);
		puts(version);
		return 0;
	}
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (argc < 3 || kernels_pack_load(argv[1], &pack, &diag) != KERNELS_OK ||
		kernels_registry_add(registry, pack, &diag) != KERNELS_OK) {
		printf("%s\n", diag.message);
		return 2;
	}
	queue = getenv("MPI_TEST_THREADS") ? async_queue_create_threads(
			NULL, &(struct async_threads_options){ .size = sizeof(struct async_threads_options), .threads = 2 })
					   : async_queue_create_single(NULL);
	host.queue = queue;
	host.allocator = async_allocator_system();
	job = kernels_job_of_program();
	job->place(&rank, &count);
	if (strcmp(argv[2], "bench") == 0) {
		bench();
	} else if (strcmp(argv[2], "die") == 0 && argc == 5) {
		die(atoi(argv[3]), (uint32_t)atoi(argv[4]));
	} else {
		values_of_all_types_and_sizes();
		many_values();
		many_at_a_time();
		ring_of_transfers();
		small_and_large_in_order();
		small_ones_that_are_awaited();
		small_values_of_many_channels();
		small_operations_that_differ();
		small_values_of_all_shapes();
		values_for_each_member();
		reductions_by_parts();
		reductions_that_fail();
		cancelled_reductions();
		sums_of_two_at_a_time();
		sums_by_nodes();
		sums_that_fail();
		sums_of_other_sizes();
		cancelled_sums();
		errors_name_their_rank();
		different_operations_are_errors(3000);
		different_operations_are_errors(3);
		cancelled_and_ended_requests_are_errors();
		those_who_ask_are_told();
		sends_before_receives();
		sends_before_rest();
		waiting_takes_little_time();
		one_rank_has_fewer_requests();
	}
	char message[200];
	async_queue_destroy(queue);
	kernels_registry_destroy(registry);
	const bool lost = job->lost(message, sizeof message);
	printf("rank %u: %s%s%s\n", rank, failures ? "failed" : "good", lost ? ", " : "", lost ? message : "");
	fflush(stdout);
	return failures ? 1 : lost ? 3 : 0;
}
