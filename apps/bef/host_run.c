/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run of host programs: the functionality of TFRT's bef_executor, and calls with arguments. */
#include "run.h"
#include "functions.h"
#include "interrupt.h"
#include "open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name_end(const char *name)
{
	const char *comma = strchr(name, ',');
	return comma ? comma : name + strlen(name);
}

/* ---- functions */

static int out_of_memory(void)
{
	cli_error("out of memory");
	return CLI_SYSTEM;
}

static int timed_out(const struct run *run)
{
	cli_error("stopped after %s seconds (--timeout)", run->timeout);
	return CLI_BAD;
}

static int show_results(struct run *run, const struct kernels_function *function, struct async_value *const *values, bool with_code)
{
	struct result *results = results_of(function, values);
	if (!results)
		return CLI_SYSTEM;
	/* kernels that no result waits for may print concurrently */
	flockfile(stdout);
	if (function->result_count)
		results_print_values(function, values, with_code);
	results_print(results, function->result_count, &run->results);
	funlockfile(stdout);
	int code = results_write(results, function->result_count, &run->results);
	free(results);
	return code;
}

/* Runs a function to completion with a separate request. */
static int execute(struct run *run, const struct kernels_function *function, struct async_value *const *arguments,
	struct async_request *request, struct async_value **results, bool with_code)
{
	const struct async_host *host = &run->machine.host;
	struct kernels_process process;
	int code = machine_join(0, 0, &process);
	if (code == CLI_GOOD && process.engine && !kernels_process_set(request, &process))
		code = out_of_memory();
	if (code == CLI_GOOD && run->timers && async_request_set_deadline(request, run->timers, run->deadline) != ASYNC_OK)
		code = out_of_memory();
	interrupt_request(request);
	if (code == CLI_GOOD) {
		kernels_function_execute(function, request, arguments, results);
		async_queue_await_helping(host->queue, results, function->result_count);
		code = show_results(run, function, results, with_code);
		for (uint32_t i = 0; i < function->result_count; i++)
			async_value_release(results[i]);
	}
	/* kernels that no result depends on may still be running for the request */
	async_queue_quiesce(host->queue);
	interrupt_request(NULL);
	const struct async_error *why = async_request_cancelled(request);
	if (interrupt_seen())
		code = INTERRUPT_EXIT;
	else if (why && async_error_code(why) == ASYNC_CODE_DEADLINE_EXCEEDED)
		code = timed_out(run);
	return code;
}

static int run_call(
	struct run *run, const struct kernels_function *function, struct async_value *const *arguments, bool with_code)
{
	struct async_request *request = async_request_create(&run->machine.host, NULL);
	struct async_value **results = calloc(function->result_count + 1u, sizeof *results);
	fputs("--- Running '", stdout);
	cli_put_escaped(stdout, function->name, function->name_size);
	fputs("':\n", stdout);
	fflush(stdout);
	int code = request && results ? execute(run, function, arguments, request, results, with_code)
				      : out_of_memory();
	async_request_release(request);
	free(results);
	return code;
}

static int run_function(struct run *run, size_t index)
{
	const struct kernels_function *function = bef_file_function(run->file, index);
	/* TFRT's driver also announces regions that have arguments */
	if (function->name_size == 0 && !(run->machine.compatible && function->argument_count))
		return CLI_GOOD;
	if (function->argument_count) {
		fputs("--- Not running '", stdout);
		cli_put_escaped(stdout, function->name, function->name_size);
		fputs("' because it has arguments.\n", stdout);
		return CLI_GOOD;
	}
	/* TFRT has no error codes in synchronous functions */
	bool with_code = run->print_error_code && bef_file_function_kind(run->file, index) != BEF_FUNCTION_SYNC;
	return run_call(run, function, NULL, with_code);
}

static bool is_called(const struct kernels_function *function, const char *name, size_t size)
{
	return function->name_size == size && memcmp(function->name, name, size) == 0;
}

/* Returns the index of a named function, or the count if there is none. */
static size_t find(const struct run *run, const char *name, size_t size)
{
	size_t index = 0, count = bef_file_function_count(run->file);
	while (index < count && !(size && is_called(bef_file_function(run->file, index), name, size)))
		index++;
	return index;
}

static int run_unless_init(struct run *run, size_t index)
{
	if (run->init && is_called(bef_file_function(run->file, index), run->init, strlen(run->init)))
		return CLI_GOOD;
	return run_function(run, index);
}

/* Before the run: every requested function must exist, and at least one must be runnable. */
static int check_names(const struct run *run)
{
	bool any = !run->functions;
	for (const char *name = run->functions; name && *name;) {
		const char *end = name_end(name);
		size_t index = find(run, name, (size_t)(end - name));
		if (index == bef_file_function_count(run->file)) {
			cli_error("couldn't find function %.*s", (int)(end - name), name);
			if (!run->machine.compatible)
				functions_suggest(run->file, name, (size_t)(end - name));
			return CLI_BAD;
		}
		any = any || !bef_file_function(run->file, index)->argument_count;
		name = *end ? end + 1 : end;
	}
	if (any || run->machine.compatible)
		return CLI_GOOD;
	cli_error("nothing can run: every function of --functions has arguments; pass them with --call 'F(ARGUMENTS)'");
	return CLI_BAD;
}

static int run_named(struct run *run)
{
	int code = CLI_GOOD;
	for (const char *name = run->functions; code == CLI_GOOD && name && *name;) {
		const char *end = name_end(name);
		code = run_unless_init(run, find(run, name, (size_t)(end - name)));
		name = *end ? end + 1 : end;
	}
	return code;
}

static int run_functions(struct run *run)
{
	size_t count = bef_file_function_count(run->file);
	int code = CLI_GOOD;
	size_t init = run->init ? find(run, run->init, strlen(run->init)) : count;
	if (init < count)
		code = run_function(run, init);
	if (!run->functions && !run->call_count) {
		for (size_t i = 0; code == CLI_GOOD && i < count; i++)
			code = run_unless_init(run, i);
	}
	if (code == CLI_GOOD)
		code = run_named(run);
	for (size_t i = 0; code == CLI_GOOD && i < run->call_count; i++)
		code = run_call(run, run->calls[i].function, run->calls[i].arguments, run->print_error_code);
	return code == CLI_GOOD ? results_left(&run->results) : code;
}

/* ---- calls */

/* Creates the calls of --call before the run. */
static int parse_calls(struct run *run)
{
	size_t count = 0;
	int code = CLI_GOOD;
	for (const char *at = run->call_lines; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
		count++;
	run->calls = calloc(count + 1, sizeof *run->calls);
	if (!run->calls)
		return out_of_memory();
	for (const char *at = run->call_lines; code == CLI_GOOD && run->call_count < count;
		at += strcspn(at, "\n") + 1) {
		code = call_parse(at, strcspn(at, "\n"), run->file, &run->inputs, run->machine.host.allocator,
			&run->calls[run->call_count]);
		run->call_count += code == CLI_GOOD;
	}
	const struct input *unused = code == CLI_GOOD ? inputs_unused(&run->inputs) : NULL;
	if (!unused)
		return code;
	cli_error("--input: no --call uses '%s'", unused->name ? unused->name : unused->path);
	return CLI_USAGE;
}

static void finish_calls(struct run *run)
{
	while (run->call_count > 0)
		call_finish(&run->calls[--run->call_count]);
	free(run->calls);
}

/* ---- the run */

static int write_trace(const struct run *run, const struct program *program, const struct record *record)
{
	struct edges edges;
	int code = edges_read(program, run->file, &edges);
	if (code != CLI_GOOD)
		return code;
	code = record_write_trace(record, &edges, run->trace);
	edges_finish(&edges);
	return code;
}

/* Runs the requested functions. Trace and statistics are also written after an interruption. */
static int run_recorded(struct run *run, const struct program *program)
{
	if (!interrupt_begin())
		return out_of_memory();
	int code = run_functions(run), written = CLI_GOOD;
	if (run->trace)
		written = write_trace(run, program, &run->record);
	if (run->stats && written == CLI_GOOD)
		written = record_print_stats(&run->record, run->stats_ops, false);
	interrupt_end();
	return code == CLI_GOOD ? written : code;
}

/* Options for models only. */
static int check_options(const struct run *run)
{
	const char *option = run->function ? "function" : run->random ? "random-inputs" : run->shapes ? "shape" : run->repeat ? "repeat"
		: run->memory ? "memory-limit" : run->probes ? "probes" : run->no_fusing ? "no-fuse" : run->json ? "json" : NULL;
	if (!option)
		return CLI_GOOD;
	cli_error("--%s is for StableHLO models, and this is a host program%s", option,
		run->function ? "; --call 'F(ARGUMENTS)' calls its functions" : "");
	return CLI_USAGE;
}

int host_run(struct run *run, const struct program *program)
{
	struct machine *machine = &run->machine;
	int code = check_options(run);
	if (code == CLI_GOOD)
		code = program_open(program, machine->registry, machine->host.allocator, &machine->diagnostics,
			run->trace || run->stats ? &run->record.observer : NULL, &run->file);
	if (code == CLI_GOOD && run->file)
		code = check_names(run);
	if (code == CLI_GOOD && run->file)
		code = parse_calls(run);
	if (code == CLI_GOOD && run->file)
		code = run_recorded(run, program);
	finish_calls(run);
	bef_file_close(run->file);
	return code;
}
