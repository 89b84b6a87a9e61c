/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef bench of host programs: the time of an execution. */
#include "commands/bench.h"
#include "host/functions.h"
#include "host/open.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 15 };

struct host_bench {
	struct bench *bench;
	struct machine *machine;
	struct bef_file *file;
	const struct kernels_function *function;
	struct async_value **results;
	struct bench_figures figures;
	uint64_t kernels; /* atomic; counted by an observer */
};

static const char *print_code(const struct async_error *error) { return async_code_name(async_error_code(error)); }

/* Runs this many executions to completion. Returns false after a message if one fails. */
static bool execute(struct host_bench *bench, uint64_t times)
{
	const struct async_host *host = &bench->machine->host;
	struct async_request *request = async_request_create(host, NULL);
	const struct async_error *error = NULL;
	uint32_t count = bench->function->result_count;
	if (!request) {
		cli_error("out of memory");
		return false;
	}
	for (uint64_t n = 0; n < times && !error; n++) {
		kernels_function_execute(bench->function, request, NULL, bench->results);
		async_queue_await_helping(host->queue, bench->results, count);
		for (uint32_t i = 0; i < count && !error; i++)
			error = async_value_is_error(bench->results[i]) ? async_value_error(bench->results[i]) : NULL;
		if (error)
			cli_error("the function failed: %s: %.*s", print_code(error),
				(int)async_error_message_size(error), async_error_message(error));
		for (uint32_t i = 0; i < count; i++)
			async_value_release(bench->results[i]);
	}
	async_queue_quiesce(host->queue);
	async_request_release(request);
	return !error;
}

/* Measures nanoseconds per execution of each batch, sorted ascending; each batch takes at least the given time. */
static bool measure(struct host_bench *bench, uint64_t batch_ns, double samples[BATCHES])
{
	uint64_t times = 1;
	cli_progress_begin_steps("bench", bench->bench->path);
	for (;;) {
		uint64_t start = async_now_ns();
		if (!execute(bench, times))
			return false;
		uint64_t took = async_now_ns() - start;
		if (!bench->figures.first)
			bench->figures.first = took;
		if (took >= batch_ns || times > UINT64_MAX / 16)
			break;
		times *= took < batch_ns / 16 ? 8 : 2;
	}
	for (int i = 0; i < BATCHES; i++) {
		cli_progress_step((uint64_t)i, BATCHES);
		uint64_t start = async_now_ns();
		if (!execute(bench, times))
			return false;
		samples[i] = (double)(async_now_ns() - start) / (double)times;
	}
	qsort(samples, BATCHES, sizeof *samples, bench_compare);
	bench->figures.executions = times * BATCHES;
	bench->figures.least = samples[0];
	bench->figures.median = samples[BATCHES / 2];
	bench->figures.most = samples[BATCHES - 1];
	return true;
}

static void count_kernel(void *ctx, const struct bef_event *event)
{
	struct host_bench *bench = ctx;
	(void)event;
	__atomic_fetch_add(&bench->kernels, 1, __ATOMIC_RELAXED); /* relaxed: read when the queue is idle */
}

/* Counts the kernels that one execution runs, including those of called functions. */
static int count_kernels(struct host_bench *bench, const struct program *program, size_t index)
{
	struct machine *machine = bench->machine;
	const struct bef_observer observer = { .size = sizeof observer, .ran = count_kernel, .ctx = bench };
	struct bef_file *file;
	int code = program_open(
		program, machine->registry, machine->host.allocator, &machine->diagnostics, &observer, &file);
	if (code != CLI_GOOD)
		return code;
	bench->function = bef_file_function(file, index);
	if (!execute(bench, 1))
		code = CLI_BAD;
	bef_file_close(file);
	return code;
}

static int print_figures(struct host_bench *bench, const struct program *program)
{
	double samples[BATCHES];
	const struct bench_figures *figures = &bench->figures;
	if (!measure(bench, bench->bench->batch_ns, samples))
		return CLI_BAD;
	if (!bench->bench->json) {
		bench_print_table(bench->bench, program->input.name, bench->function->name, bench->function->name_size, figures, bench->kernels);
		return CLI_GOOD;
	}
	bench_begin_json(bench->bench, program->input.name, bench->function->name, bench->function->name_size, figures);
	printf(",\"median_ns\":%.1f,\"min_ns\":%.1f,\"max_ns\":%.1f", figures->median, figures->least, figures->most);
	cli_json_number("kernels", bench->kernels);
	if (bench->kernels)
		printf(",\"ns_per_kernel\":%.2f", figures->median / (double)bench->kernels);
	else
		cli_json_null("ns_per_kernel");
	(void)cli_json_end(CLI_GOOD);
	return CLI_GOOD;
}

/* Finds the function, counts its kernels, then measures it in a file without an observer. */
static int bench_function(struct host_bench *bench, const struct program *program)
{
	const char *name = bench->bench->function;
	size_t index = 0;
	const struct kernels_function *function = bench->function = bef_file_find(bench->file, name, strlen(name));
	if (!function) {
		cli_error("couldn't find function %s", name);
		functions_suggest(bench->file, name, strlen(name));
		return CLI_BAD;
	}
	if (function->argument_count) {
		cli_error("function %s has arguments", name);
		return CLI_BAD;
	}
	while (bef_file_function(bench->file, index) != function)
		index++;
	bench->results = calloc(function->result_count + 1u, sizeof *bench->results);
	if (!bench->results)
		return cli_out_of_memory();
	int code = count_kernels(bench, program, index);
	bench->function = function;
	if (code == CLI_GOOD)
		code = print_figures(bench, program);
	free(bench->results);
	return code;
}

int bench_host_program(struct bench *bench, const struct program *program)
{
	struct machine *machine = &bench->machine;
	struct host_bench host = { .bench = bench, .machine = machine };
	int code = program_open(
		program, machine->registry, machine->host.allocator, &machine->diagnostics, NULL, &host.file);
	if (code != CLI_GOOD)
		return code;
	host.figures.load = async_now_ns() - bench->load_begun;
	code = bench_function(&host, program);
	bef_file_close(host.file);
	return code;
}
