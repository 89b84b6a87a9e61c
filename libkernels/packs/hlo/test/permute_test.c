/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Permutations of processes, numbers of processes, groups that do not exist. Argument "threads": on a queue with threads. */
#include "processes.h"
#include "values.h"

static unsigned threads;
static uint32_t replicas, partitions, process_count;
static const enum kernels_dtype sizes[] = { KERNELS_I8, KERNELS_F16, KERNELS_F32, KERNELS_F64, KERNELS_COMPLEX128 };

/* ---- permutations */

static void permute(bool across_partitions, uint32_t step, enum kernels_dtype type)
{
	struct array operands[MOST_PROCESSES];
	const uint32_t space = across_partitions ? partitions : replicas;
	int64_t pairs[2 * MOST_PROCESSES], shape[3] = { 2, 1, 2 };
	uint32_t count = 0;
	for (uint32_t i = 0; i + step / 4 < space; i++) { /* with a step of 4 or more the last one sends nothing */
		pairs[2 * count] = i;
		pairs[2 * count++ + 1] = (i + step) % space;
	}
	for (uint32_t i = 0; i < process_count; i++)
		operands[i] = any_values(type, 3, shape);
	processes_begin("hlo.collective_permute");
	processes_int("channel_id", across_partitions);
	processes_ints("source_target_pairs", 2 * (size_t)count, pairs);
	processes_run(operands, 1, operands, 1);
	for (uint32_t process = 0; process < process_count; process++) {
		struct array expected = array_make(type, 3, shape);
		const uint32_t own = across_partitions ? process % partitions : process / partitions;
		const size_t bytes = (size_t)expected.elements * kernels_dtype_size(type);
		for (uint32_t i = 0; i < count; i++)
			if (pairs[2 * i + 1] == own)
				memcpy(expected.bytes,
					operands[across_partitions ? process / partitions * partitions + pairs[2 * i]
								   : pairs[2 * i] * partitions + process % partitions].bytes,
					bytes);
		if (CHECK(processes_result(process, 0)))
			CHECK_BYTES(processes_result(process, 0), bytes, expected.bytes, bytes);
		array_free(&expected);
	}
	processes_end();
	for (uint32_t i = 0; i < process_count; i++)
		array_free(&operands[i]);
}

static void collective_permute(void)
{
	for (replicas = 1; replicas <= 4; replicas++)
		for (partitions = 1; partitions <= 2; partitions++) {
			process_count = replicas * partitions;
			processes_open(replicas, partitions, threads);
			for (uint32_t step = 0; step < 6; step++)
				for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
					permute(false, step, sizes[i]);
					permute(true, step, sizes[i]);
				}
			CHECK_INT(processes_close(), 0);
		}
}

/* ---- numbers of processes */

static void ids_are_those_of_the_grid(void)
{
	replicas = 2;
	partitions = 3;
	process_count = 6;
	processes_open(replicas, partitions, threads);
	const struct array id = { .dtype = KERNELS_UI32, .elements = 1 };
	for (int which = 0; which < 2; which++) {
		processes_begin(which ? "hlo.partition_id" : "hlo.replica_id");
		processes_ids(&id);
		for (uint32_t i = 0; i < process_count; i++) {
			uint32_t number;
			memcpy(&number, processes_result(i, 0), sizeof number);
			CHECK_INT(number, which ? i % partitions : i / partitions);
		}
		processes_end();
	}
	CHECK_INT(processes_close(), 0);
}

/* ---- groups that do not exist */

static void wrong_groups_are_errors(void)
{
	static const struct {
		int64_t ids[4];
		const char *message;
	} wrong[] = { { { 0, 1, 2, 4 }, "replica_groups has replica 4, but there are 4 (bef run --ranks)" },
		{ { 0, 1, 2, 2 }, "replica_groups has a process twice" },
		{ { 0, 1, 2, -1 }, "this process is in no group of replica_groups" } };
	replicas = process_count = 4;
	partitions = 1;
	processes_open(4, 1, threads);
	struct array operands[4];
	const int64_t one = 1;
	for (uint32_t i = 0; i < 4; i++)
		operands[i] = any_values(KERNELS_I32, 1, &one);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		processes_begin("hlo.all_reduce");
		processes_int("channel_id", 0);
		processes_int("group_size", i == 1 ? 4 : 2);
		processes_ints("replica_groups", 4, wrong[i].ids);
		processes_text("body", "i32 i32; add 0 1 i32; return 2");
		processes_bool("use_global_device_ids", false);
		processes_run(operands, 1, operands, 1);
		CHECK_STR(processes_message(i == 1 ? 2 : 3), i == 0 ? "this process is in no group of replica_groups" : wrong[i].message);
		CHECK_STR(processes_message(2), i == 2 ? "" : wrong[i].message);
		processes_end();
	}
	for (uint32_t i = 0; i < 4; i++)
		array_free(&operands[i]);
	CHECK_INT(processes_close(), 0);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(collective_permute),
		CHECK_CASE(ids_are_those_of_the_grid),
		CHECK_CASE(wrong_groups_are_errors),
	};
	if (argc > 1 && strcmp(argv[1], "threads") == 0) {
		threads = 2;
		argc--;
		argv++;
	}
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
