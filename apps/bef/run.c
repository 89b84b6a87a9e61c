/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run: the functionality of TFRT's bef_executor, and calls with arguments. */
#include "call.h"
#include "functions.h"
#include "interrupt.h"
#include "machine.h"
#if BEF_APP_STABLEHLO
#include "model_call.h"
#endif
#include "open.h"
#include "record.h"
#include "results.h"

#include <async/timer.h>
#include <kernels/math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
	struct machine machine;
	struct bef_file *file;
	const char *functions; /* comma-separated names; NULL: all */
	const char *init;
	const char *call_lines, *input_lines, *timeout, *trace;
	const char *function; /* of a model, called with the inputs; NULL: none */
	struct bef_stablehlo_signatures *model; /* NULL, or without functions: a host program */
	struct call *calls;
	size_t call_count;
	struct call_inputs inputs;
	struct results_options results;
	struct async_timers *timers; /* NULL: no deadline */
	uint64_t deadline;
	bool print_error_code;
};

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

static bool is_model(const struct run *run)
{
#if BEF_APP_STABLEHLO
	return run->model && run->model->count;
#else
	return run->model;
#endif
}

/* The results of a model's function are errors if one of its checks failed. */
static bool any_error(const struct kernels_function *function, struct async_value *const *results)
{
	for (uint32_t i = 0; i < function->result_count; i++) {
		if (async_value_is_error(results[i]))
			return true;
	}
	return false;
}

/* Runs a function to completion with a separate request. */
static int execute(struct run *run, const struct kernels_function *function, struct async_value *const *arguments,
	struct async_request *request, struct async_value **results, bool with_code)
{
	const struct async_host *host = &run->machine.host;
	int code = CLI_GOOD;
	if (run->timers && async_request_set_deadline(request, run->timers, run->deadline) != ASYNC_OK)
		code = out_of_memory();
	interrupt_request(request);
	if (code == CLI_GOOD) {
		kernels_function_execute(function, request, arguments, results);
		async_queue_await(host->queue, results, function->result_count);
		if (function->result_count)
			results_print(function, results, with_code, &run->results);
		code = results_write(function, results, &run->results);
		if (code == CLI_GOOD && is_model(run) && any_error(function, results))
			code = CLI_BAD;
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

/* Functions of a model's regions, and what describes it, are not run by themselves. */
static bool is_inner(const struct run *run, const struct kernels_function *function)
{
#if BEF_APP_STABLEHLO
	return is_model(run) && !model_function(run->model, function->name, function->name_size);
#else
	(void)run;
	(void)function;
	return false;
#endif
}

static int run_unless_init(struct run *run, size_t index)
{
	if (!run->functions && is_inner(run, bef_file_function(run->file, index)))
		return CLI_GOOD;
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
	if (code == CLI_GOOD && run->results.outputs) {
		cli_error("--output: no tensor is left for '%s'", run->results.outputs);
		code = CLI_BAD;
	}
	return code;
}

/* ---- the command line */

/* Creates the call of --function. */
static int parse_function(struct run *run)
{
#if BEF_APP_STABLEHLO
	return model_call(run->model, run->function, run->file, &run->inputs, run->machine.host.allocator, &run->calls[0]);
#else
	(void)run;
	cli_error("--function: this program was built without StableHLO");
	return CLI_USAGE;
#endif
}

/* Creates the calls of --call before the run. */
static int parse_calls(struct run *run)
{
	size_t count = 0;
	int code = CLI_GOOD;
	for (const char *at = run->call_lines; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
		count++;
	run->calls = calloc(count + 2, sizeof *run->calls);
	if (!run->calls)
		return out_of_memory();
	if (run->function) {
		code = parse_function(run);
		run->call_count += code == CLI_GOOD;
		count += code == CLI_GOOD;
	}
	for (const char *at = run->call_lines; code == CLI_GOOD && run->call_count < count;
		at += strcspn(at, "\n") + 1) {
		code = call_parse(at, strcspn(at, "\n"), run->file, &run->inputs, run->machine.host.allocator,
			&run->calls[run->call_count]);
		run->call_count += code == CLI_GOOD;
	}
	size_t size;
	const char *unused = code == CLI_GOOD ? call_inputs_unused(&run->inputs, &size) : NULL;
	if (!unused)
		return code;
	cli_error("--input: no --call uses '%.*s'", (int)size, unused);
	return CLI_USAGE;
}

static void finish_calls(struct run *run)
{
	while (run->call_count > 0)
		call_finish(&run->calls[--run->call_count]);
	free(run->calls);
}

/* Parses seconds, possibly with a fraction: "1.5". */
static int start_deadline(const struct cli_command *self, struct run *run)
{
	char *end;
	double seconds = run->timeout ? strtod(run->timeout, &end) : 0;
	if (!run->timeout)
		return CLI_GO_ON;
	if (end == run->timeout || *end || !(seconds > 0 && seconds <= 1e9))
		return cli_usage(self, "--timeout: expected a number of seconds above 0, found '%s'", run->timeout);
	run->timers = async_timers_create(NULL);
	run->deadline = async_now_ns() + (uint64_t)(seconds * 1e9);
	return run->timers ? CLI_GO_ON : out_of_memory();
}

static bool choose_math(const char *name)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	if (!name || kernels_math_choose(name, &diag) == KERNELS_OK)
		return true;
	cli_error("--math %s", diag.message);
	return false;
}

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
static int run_recorded(struct run *run, const struct program *program, const struct record *record, bool stats)
{
	if (!interrupt_begin())
		return out_of_memory();
	int code = run_functions(run), written = CLI_GOOD;
	if (run->trace)
		written = write_trace(run, program, record);
	if (stats && written == CLI_GOOD)
		written = record_print_stats(record);
	interrupt_end();
	return code == CLI_GOOD ? written : code;
}

/* Before the run: outputs that cannot be written would lose its results. */
static int check_outputs(const struct run *run)
{
	int code = run->trace ? cli_output_check(run->trace, NULL) : CLI_GOOD;
	bool folder = run->results.outputs && results_is_folder(run->results.outputs);
	for (const char *at = run->results.outputs; !folder && at && *at && code == CLI_GOOD;) {
		size_t size = strcspn(at, "\n");
		char *path = strndup(at, size);
		code = path ? cli_output_check(path, "npy") : out_of_memory();
		free(path);
		at += size + (at[size] == '\n');
	}
	return code;
}

/* Signatures of a model. Its inputs are for its only function, or `main`. */
static int read_model(struct run *run, const struct program *program)
{
#if BEF_APP_STABLEHLO
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bef_stablehlo_signatures_read(program->bef, program->bef_size, NULL, &run->model, &diag) != BEF_OK)
		return program_error(program->input.name, &diag);
	if (is_model(run) && !run->function && !run->call_lines && run->inputs.count)
		run->function = "main";
#else
	(void)run;
	(void)program;
#endif
	return CLI_GOOD;
}

static int run_program(struct run *run, const struct program *program, bool stats)
{
	struct machine *machine = &run->machine;
	struct record record;
	record_init(&record);
	int code = check_outputs(run);
	if (code == CLI_GOOD)
		code = program_open(program, machine->registry, machine->host.allocator, &machine->diagnostics,
			run->trace || stats ? &record.observer : NULL, &run->file);
	if (code == CLI_GOOD && run->file)
		code = read_model(run, program);
	if (code == CLI_GOOD && run->file)
		code = check_names(run);
	if (code == CLI_GOOD && run->file)
		code = parse_calls(run);
	if (code == CLI_GOOD && run->file)
		code = run_recorded(run, program, &record, stats);
	finish_calls(run);
#if BEF_APP_STABLEHLO
	bef_stablehlo_signatures_free(run->model);
#endif
	bef_file_close(run->file);
	record_finish(&record);
	return code;
}

static bool has_line(const char *lines, const char *line)
{
	for (const char *at = lines; at && *at; at += strcspn(at, "\n"), at += *at == '\n') {
		if (strcspn(at, "\n") == strlen(line) && strncmp(at, line, strlen(line)) == 0)
			return true;
	}
	return false;
}

static int load_and_run(const struct cli_command *self, struct run *run, const char *path, bool stats)
{
	const struct program_options how = { .registry = run->machine.registry };
	struct program program;
	int code = call_inputs_read(self, run->input_lines, &run->inputs);
	if (code != CLI_GOOD)
		return code;
	code = program_load(path, &how, &program);
	if (code == CLI_GOOD) {
		code = run_program(run, &program, stats);
		program_finish(&program);
	}
	call_inputs_finish(&run->inputs);
	return code;
}

int bef_run_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *queue = NULL, *allocator = NULL, *math = NULL, *packs = NULL;
	bool verify_diagnostics = false, stats = false;
	struct run run = { .file = NULL };
	const struct cli_option options[] = {
		{ "functions", 0, "FUNCTION,...",
			"run these functions, in this order; default: all, in the order of the file", &run.functions,
			NULL },
		{ "init", 0, "FUNCTION", "run this function first, if it exists", &run.init, NULL },
		{ "queue", 0, "single|threads[:N[:M]]",
			"one thread (default), or N workers and up to M blocking threads", &queue, NULL },
		{ "allocator", 0, "ALLOCATOR", "system, cached, mimalloc, counting (reports leaks) or fixed:BYTES",
			&allocator, NULL },
		{ "math", 0, "LIBRARY", "products and convolutions: builtin (default), blas, xnnpack or auto", &math,
			NULL },
		PACKS_OPTION(&packs),
		{ "call", 0, "FUNCTION(ARGS)",
			"call a function with arguments: 'fib(30)', 'f(1.5, true, [2, 3], x)'; repeatable",
			&run.call_lines, &cli_lines },
		{ "function", 0, "FUNCTION",
			"call a function of a StableHLO model with the inputs; default: main, if there are inputs",
			&run.function, NULL },
		{ "input", 0, "[NAME=]FILE.npy",
			"array to which calls refer as NAME; of a model, the argument NAME, or the next one, or a number; repeatable",
			&run.input_lines, &cli_lines },
		{ "output", 'o', "FILE.npy",
			"write the first returned tensor; repeatable for the next ones. A folder gets all of them",
			&run.results.outputs, &cli_lines },
		{ "full", 0, NULL, "print every element of tensors, not only the edges of large ones", NULL,
			&run.results.all },
		{ "timeout", 0, "SECONDS", "cancel the run after this time, and fail", &run.timeout, NULL },
		{ "print-error-code", 0, NULL, "add the code to errors that functions return", NULL,
			&run.print_error_code },
		{ "verify-diagnostics", 0, NULL, "check errors against the expected-error comments of the source", NULL,
			&verify_diagnostics },
		{ "trace", 0, "FILE", "write a trace of all kernels in Chrome's format", &run.trace, NULL },
		{ "stats", 0, NULL, "print totals per kernel and the critical path", NULL, &stats },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	code = start_deadline(self, &run);
	if (code != CLI_GO_ON)
		return code;
	if (has_line(run.results.outputs, "-"))
		return cli_usage(self, "--output: standard output is for the text of results; name a file");
	run.results.compatible = verify_diagnostics;
	code = machine_init(self, queue, allocator, packs, verify_diagnostics, &run.machine);
	if (code == CLI_GOOD) {
		code = choose_math(math) ? load_and_run(self, &run, path, stats) : CLI_SYSTEM;
		int finished = machine_finish(&run.machine);
		code = code != CLI_GOOD ? code : finished;
	}
	async_timers_destroy(run.timers);
	return code;
}
