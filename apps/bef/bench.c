/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef bench: measures the time of an execution. */
#include "functions.h"
#include "machine.h"
#include "open.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 15 };

struct bench {
	struct machine machine;
	struct bef_file *file;
	const struct kernels_function *function;
	struct async_value **results;
	uint64_t kernels; /* atomic; counted by an observer */
};

static const char *print_code(const struct async_error *error) { return async_code_name(async_error_code(error)); }

/* Runs this many executions to completion. Returns false after a message if one fails. */
static bool execute(struct bench *bench, uint64_t times)
{
	const struct async_host *host = &bench->machine.host;
	struct async_request *request = async_request_create(host, NULL);
	const struct async_error *error = NULL;
	uint32_t count = bench->function->result_count;
	if (!request) {
		cli_error("out of memory");
		return false;
	}
	for (uint64_t n = 0; n < times && !error; n++) {
		kernels_function_execute(bench->function, request, NULL, bench->results);
		async_queue_await(host->queue, bench->results, count);
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

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Measures nanoseconds per execution of each batch, sorted ascending; each batch takes at least the given time. */
static bool measure(struct bench *bench, uint64_t batch_ns, double samples[BATCHES], uint64_t *out_times)
{
	uint64_t times = 1;
	for (;;) {
		uint64_t start = async_now_ns();
		if (!execute(bench, times))
			return false;
		uint64_t took = async_now_ns() - start;
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
	qsort(samples, BATCHES, sizeof *samples, compare);
	*out_times = times * BATCHES;
	return true;
}

static void count_kernel(void *ctx, const struct bef_event *event)
{
	struct bench *bench = ctx;
	(void)event;
	__atomic_fetch_add(&bench->kernels, 1, __ATOMIC_RELAXED); /* relaxed: read when the queue is idle */
}

/* Counts the kernels that one execution runs, including those of called functions. */
static int count_kernels(struct bench *bench, const struct program *program, size_t index)
{
	struct machine *machine = &bench->machine;
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

static int print_figures(struct bench *bench, const struct program *program, const char *queue, uint64_t batch_ns)
{
	double samples[BATCHES];
	uint64_t times;
	if (!measure(bench, batch_ns, samples, &times))
		return CLI_BAD;
	cli_progress_end();
	cli_json_begin("bench", program->input.name);
	cli_json_text("function", bench->function->name, bench->function->name_size);
	cli_json_word("queue", queue);
	cli_json_number("executions", times);
	printf(",\"median_ns\":%.1f,\"min_ns\":%.1f,\"max_ns\":%.1f", samples[BATCHES / 2], samples[0],
		samples[BATCHES - 1]);
	cli_json_number("kernels", bench->kernels);
	if (bench->kernels)
		printf(",\"ns_per_kernel\":%.2f", samples[BATCHES / 2] / (double)bench->kernels);
	else
		cli_json_null("ns_per_kernel");
	(void)cli_json_end(CLI_GOOD);
	return CLI_GOOD;
}

/* Finds the function, counts its kernels, then measures it in a file without an observer. */
static int bench_program(
	struct bench *bench, const struct program *program, const char *name, const char *queue, uint64_t batch_ns)
{
	struct machine *machine = &bench->machine;
	size_t index = 0, size = strlen(name);
	int code = program_open(
		program, machine->registry, machine->host.allocator, &machine->diagnostics, NULL, &bench->file);
	if (code != CLI_GOOD)
		return code;
	bench->function = bef_file_find(bench->file, name, size);
	if (!bench->function) {
		cli_error("couldn't find function %s", name);
		functions_suggest(bench->file, name, strlen(name));
		return CLI_BAD;
	}
	if (bench->function->argument_count) {
		cli_error("function %s has arguments", name);
		return CLI_BAD;
	}
	while (bef_file_function(bench->file, index) != bench->function)
		index++;
	bench->results = calloc(bench->function->result_count + 1u, sizeof *bench->results);
	if (!bench->results) {
		cli_error("out of memory");
		return CLI_SYSTEM;
	}
	const struct kernels_function *function = bench->function;
	code = count_kernels(bench, program, index);
	bench->function = function;
	return code == CLI_GOOD ? print_figures(bench, program, queue, batch_ns) : code;
}

/* The program may print repeatedly. */
static void print_nothing(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	(void)text;
	(void)size;
}

int bef_bench_command(const struct cli_command *self, int argc, char **argv)
{
	const char *queue = NULL, *allocator = NULL, *batch = NULL, *packs = NULL;
	bool json = true;
	const struct cli_option options[] = {
		{ "queue", 0, "single|threads[:N[:M]]",
			"one thread (default), or N workers and up to M blocking threads", &queue, NULL },
		{ "allocator", 0, "ALLOCATOR", "system, cached (default), mimalloc, counting or fixed:BYTES",
			&allocator, NULL },
		PACKS_OPTION(&packs),
		{ "batch-ms", 0, "MS", "minimum duration of each of the 15 batches; default: 20", &batch, NULL },
		{ "json", 0, NULL, "print one JSON object, which is the default", NULL, &json },
	};
	const char *operands[2];
	int code = cli_parse_exactly(self, options, sizeof options / sizeof *options, argc, argv, operands, 2);
	if (code != CLI_GO_ON)
		return code;
	uint64_t batch_ms = 20;
	if (batch && !cli_number(&batch, '\0', 1, 3600000, &batch_ms))
		return cli_usage(self, "--batch-ms: expected a number from 1 to 3600000");
	struct bench bench = { .file = NULL };
	cli_progress_begin_steps(self->name, operands[0]);
	struct program program;
	code = machine_init(self, queue, allocator ? allocator : "cached", packs, false, &bench.machine);
	if (code != CLI_GOOD)
		return code;
	bench.machine.host.print = print_nothing;
	const struct program_options how = { .registry = bench.machine.registry };
	code = program_load(operands[0], &how, &program);
	if (code == CLI_GOOD) {
		code = bench_program(&bench, &program, operands[1], queue ? queue : "single", batch_ms * 1000000);
		bef_file_close(bench.file);
		program_finish(&program);
	}
	free(bench.results);
	int finished = machine_finish(&bench.machine);
	return code != CLI_GOOD ? code : finished;
}
