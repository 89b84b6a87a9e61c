/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run of host programs: the functionality of TFRT's bef_executor, and calls with arguments. */
#include "host/host_run.h"
#include "host/call.h"
#include "host/functions.h"
#include "machine/interrupt.h"
#include "host/open.h"
#include "traces/write_trace.h"

#include <assert.h>
#include <async/timer.h>
#include <bef/reader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name_end(const char *name)
{
	const char *comma = strchr(name, ',');
	return comma ? comma : name + strlen(name);
}

/* ---- functions */

/* A call in one rank. */
struct rank_call {
	struct async_request *request;
	struct async_value **results;
	struct kernels_world *world; /* NULL: this process has one rank */
	uint32_t index;
	bool started; /* atomic: a signal cancels it */
};
struct rank_calls {
	struct rank_call *list;
	uint32_t count;
};

static int show_results(struct run *run, const struct kernels_function *function, const struct rank_call *call, bool with_code)
{
	struct results_options *options = &run->ranks.results[call->index];
	struct result *results = results_of(function, call->results);
	if (!results)
		return CLI_SYSTEM;
	/* kernels that no result waits for may print concurrently */
	flockfile(stdout);
	ranks_title(&run->ranks, call->index);
	if (function->result_count)
		results_print_values(function, call->results, with_code);
	results_print(results, function->result_count, options);
	funlockfile(stdout);
	int code = results_write(results, function->result_count, options);
	free(results);
	return code;
}

/* The others do not wait for a rank that has ended. */
static void rank_ended(void *ctx)
{
	const struct rank_call *call = ctx;
	kernels_world_end(call->world, call->index);
}

static void cancel_all(void *ctx)
{
	const struct rank_calls *calls = ctx;
	for (uint32_t i = 0; i < calls->count; i++)
		if (__atomic_load_n(&calls->list[i].started, __ATOMIC_ACQUIRE)) /* pairs with start() */
			async_request_cancel(calls->list[i].request);
}

/* Starts the function in one rank, with a separate request. */
static int start(struct run *run, const struct kernels_function *function, struct async_value *const *arguments,
	struct rank_calls *calls, struct rank_call *call)
{
	struct kernels_process process;
	bool said;
	call->request = async_request_create(&run->machine.host, NULL);
	call->results = calloc(function->result_count + 1u, sizeof *call->results);
	int code = call->request && call->results ? ranks_process(&run->ranks, call->index, call->world, &process, &said)
						  : cli_out_of_memory();
	if (code == CLI_GOOD && (process.engine || said) && !kernels_process_set(call->request, &process))
		code = cli_out_of_memory();
	if (code == CLI_GOOD && run->timers &&
		async_request_set_deadline(call->request, run->timers, run->limits.deadline) != ASYNC_OK)
		code = cli_out_of_memory();
	if (code != CLI_GOOD) {
		if (call->world)
			kernels_world_end(call->world, call->index);
		return code;
	}
	__atomic_store_n(&call->started, true, __ATOMIC_RELEASE);
	interrupt_set(cancel_all, calls);
	struct async_request *request = async_request_begin_work(call->request);
	kernels_function_execute(function, request, arguments, call->results);
	async_request_end_work(request);
	struct async_value *idle = call->world ? async_request_idle(request) : NULL;
	if (idle && async_value_and_then_call(idle, rank_ended, call) != ASYNC_OK) {
		code = cli_out_of_memory();
		async_request_cancel(call->request);
		rank_ended(call);
	}
	if (idle)
		async_value_release(idle);
	return code;
}

/* Waits for a rank and shows its results. */
static int finish(struct run *run, const struct kernels_function *function, struct rank_call *call, bool with_code)
{
	int code = CLI_GOOD;
	if (call->started) {
		/* without helping: kernels of other streams run in other threads, as programs that print threads expect */
		async_queue_await(run->machine.host.queue, call->results, function->result_count);
		if (!run->machine.compatible) /* kernels that wait for late values may print, too */
			async_queue_quiesce(run->machine.host.queue);
		code = show_results(run, function, call, with_code);
		for (uint32_t i = 0; i < function->result_count; i++)
			async_value_release(call->results[i]);
	}
	return code;
}

static bool is_late(const struct run *run, const struct rank_call *call)
{
	const struct async_error *why = call->request ? async_request_cancelled(call->request) : NULL;
	return run->limits.timeout && why && async_error_code(why) == ASYNC_CODE_DEADLINE_EXCEEDED;
}

/* The timers may be cancelling a request, with the allocator that is destroyed after the run: waits for them. */
static void end_deadlines(const struct rank_calls *calls)
{
	for (uint32_t i = 0; i < calls->count; i++) {
		enum async_status status = ASYNC_OK;
		if (calls->list[i].started)
			status = async_request_set_deadline(calls->list[i].request, NULL, ASYNC_NEVER);
		assert(status == ASYNC_OK); /* no timer starts */
		(void)status;
	}
}

/* Runs a function to completion in each rank. `step`: from the arguments of a rank to those of the next. */
static int execute(struct run *run, const struct kernels_function *function, const struct call *first, size_t step,
	struct rank_calls *calls, bool with_code)
{
	struct kernels_world *world;
	bool late = false;
	int code = ranks_world(&run->ranks, &world);
	if (code != CLI_GOOD)
		return code;
	for (uint32_t i = 0; i < calls->count; i++) {
		calls->list[i].index = i;
		calls->list[i].world = world;
		const int started = start(run, function, first ? first[i * step].arguments : NULL, calls, &calls->list[i]);
		code = code == CLI_GOOD ? started : code;
	}
	for (uint32_t i = 0; i < calls->count; i++) {
		const int finished = finish(run, function, &calls->list[i], with_code);
		code = code == CLI_GOOD ? finished : code;
	}
	/* kernels that no result depends on may still be running for the requests */
	async_queue_quiesce(run->machine.host.queue);
	interrupt_set(NULL, NULL);
	end_deadlines(calls);
	if (world) /* ranks may wait for each other where no result depends on it */
		cancel_all(calls);
	async_queue_quiesce(run->machine.host.queue); /* tasks that a deadline or the cancellation has started */
	for (uint32_t i = 0; i < calls->count; i++) {
		late = late || is_late(run, &calls->list[i]);
		async_request_release(calls->list[i].request);
		free(calls->list[i].results);
	}
	if (world)
		kernels_world_release(world);
	return interrupt_seen() ? INTERRUPT_EXIT : late ? limits_passed(&run->limits) : code;
}

/* `first`: the call of --call of the first rank; NULL: the function has no arguments. */
static int run_call(
	struct run *run, const struct kernels_function *function, const struct call *first, size_t step, bool with_code)
{
	struct rank_calls calls = { calloc(run->ranks.count, sizeof *calls.list), run->ranks.count };
	fputs("--- Running '", stdout);
	cli_put_escaped(stdout, function->name, function->name_size);
	fputs("':\n", stdout);
	fflush(stdout);
	int code = calls.list ? execute(run, function, first, step, &calls, with_code) : cli_out_of_memory();
	free(calls.list);
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
	return run_call(run, function, NULL, 0, with_code);
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
	const size_t calls = run->call_count / run->ranks.count;
	for (size_t i = 0; code == CLI_GOOD && i < calls; i++)
		code = run_call(run, run->calls[i].function, &run->calls[i], calls, run->print_error_code);
	return code == CLI_GOOD ? results_left(&run->ranks.results[0]) : code;
}

/* ---- calls */

static int parse_calls_of(struct run *run, struct inputs *inputs)
{
	int code = CLI_GOOD;
	for (const char *at = run->call_lines; code == CLI_GOOD && at && *at; at += *at == '\n') {
		const size_t size = strcspn(at, "\n");
		code = call_parse(at, size, run->file, inputs, run->machine.host.allocator, &run->calls[run->call_count]);
		run->call_count += code == CLI_GOOD;
		at += size;
	}
	const struct input *unused = code == CLI_GOOD ? inputs_unused(inputs) : NULL;
	if (!unused)
		return code;
	cli_error("--input: no --call uses '%s'", unused->name ? unused->name : unused->path);
	return CLI_USAGE;
}

/* Creates the calls of --call before the run, for each rank with its inputs. */
static int parse_calls(struct run *run)
{
	size_t count = 0;
	int code = CLI_GOOD;
	for (const char *at = run->call_lines; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
		count++;
	run->calls = calloc(count * run->ranks.count + 1, sizeof *run->calls);
	if (!run->calls)
		return cli_out_of_memory();
	for (uint32_t i = 0; i < run->ranks.count && code == CLI_GOOD; i++)
		code = parse_calls_of(run, &run->ranks.inputs[i]);
	return code;
}

static void finish_calls(struct run *run)
{
	while (run->call_count > 0)
		call_finish(&run->calls[--run->call_count]);
	free(run->calls);
}

/* ---- the run */

static int write_record(const struct run *run, const struct program *program)
{
	struct edges edges;
	int code = edges_read(program, run->file, &edges);
	if (code != CLI_GOOD)
		return code;
	if (run->trace)
		code = record_write_trace(run->record, &edges, run->trace);
	if (run->stats && code == CLI_GOOD)
		code = record_print_stats(run->record, &edges, run->stats_ops, false);
	edges_finish(&edges);
	return code;
}

/* Runs the requested functions. Trace and statistics are also written after an interruption. */
static int run_recorded(struct run *run, const struct program *program)
{
	if (!interrupt_begin())
		return cli_out_of_memory();
	int code = run_functions(run), written = CLI_GOOD;
	if (run->trace || run->stats)
		written = write_record(run, program);
	interrupt_end();
	return code == CLI_GOOD ? written : code;
}

/* Whether the program asks which task of how many it is. */
static bool has_tasks(const struct program *program)
{
	static const char kernel[] = "tfrt_dist.get_distributed_context";
	struct bef_reader reader;
	struct bef_string name;
	if (bef_reader_open(program->bef, program->bef_size, &reader, NULL) != BEF_OK)
		return false;
	for (struct bef_names names = bef_reader_kernels(&reader); bef_names_next(&names, &name, NULL) == BEF_OK;)
		if (name.size == sizeof kernel - 1 && memcmp(name.data, kernel, name.size) == 0)
			return true;
	return false;
}

int host_run(struct run *run, const struct program *program)
{
	struct machine *machine = &run->machine;
	int code = ranks_arrange(&run->ranks, 1, 1);
	if (code == CLI_GOOD)
		code = program_open(program, machine->registry, machine->host.allocator, &machine->diagnostics,
			run->trace || run->stats ? &run->record->observer : NULL, &run->file);
	if (code == CLI_GOOD && run->file && has_tasks(program))
		ranks_warn(&run->ranks, program->input.name);
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
