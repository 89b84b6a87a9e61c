/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "model_run.h"
#include "interrupt.h"
#include "model_functions.h"

#include <inttypes.h>
#if BEF_APP_HLO
#include <kernels/pack_hlo.h>
#endif
#include <stdlib.h>
#include <string.h>

static int out_of_memory(void)
{
	cli_error("out of memory");
	return CLI_SYSTEM;
}

/* ---- one call */

static void cancel(void *call) { bef_model_call_cancel(call); }

/* A signal cancels the call from its first operation on. */
static void begun(void *ctx, struct bef_model_call *call)
{
	(void)ctx;
	interrupt_set(cancel, call);
}

/* Waits, so that a signal can cancel the call until it has ended. */
static enum bef_status finish_call(struct bef_model_call *call, struct async_queue *queue, struct bef_diag *diag)
{
	struct async_value *done = bef_model_call_done(call);
	async_queue_await_helping(queue, &done, 1);
	interrupt_set(NULL, NULL);
	return bef_model_call_finish(call, diag);
}

static int no_memory(const struct model_run *run)
{
	if (!run->memory)
		return out_of_memory();
	cli_error("the call needs more than %" PRIu64 " bytes (--memory-limit)", run->memory);
	return CLI_BAD;
}

/* In the layout of host programs. */
static void print_error(const struct model_run *run, const struct bef_stablehlo_function *function, const struct bef_diag *diag)
{
	if (run->json) {
		cli_json_word("error", diag->message);
		cli_json_word("code", diag->rule);
		return;
	}
	putchar('\'');
	cli_put_escaped(stdout, function->name.data, function->name.size);
	fputs("' returned <<error: ", stdout);
	cli_put_escaped(stdout, diag->message, strlen(diag->message));
	if (run->print_error_code)
		printf(", code: %s", diag->rule);
	puts(">>");
}

/* Prints the error of a call, and reports it if no kernel has. */
static int call_failed(const struct model_run *run, const struct bef_stablehlo_function *function, enum bef_status status,
	const struct bef_diag *diag)
{
	const bool late = strcmp(diag->rule, async_code_name(ASYNC_CODE_DEADLINE_EXCEEDED)) == 0;
	if (interrupt_seen())
		return INTERRUPT_EXIT;
	print_error(run, function, diag);
	if (late)
		cli_error("stopped after %s seconds (--timeout)", run->timeout);
	else if (status == BEF_E_NOMEM)
		return no_memory(run);
	else if (!run->machine->diagnostics.failed && !run->machine->diagnostics.expectations)
		return program_error(run->model->name, diag);
	return CLI_BAD;
}

static void release(struct bef_model_tensor *results, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		bef_model_tensor_release(&results[i]);
}

/* Calls the function once. Results are owned by the library. */
static int call_once(struct model_run *run, const struct bef_stablehlo_function *function,
	const struct arguments *arguments, struct bef_model_tensor *results)
{
	struct kernels_process process;
	int code = machine_join(0, 0, &process);
	if (code != CLI_GOOD)
		return code;
	const struct bef_model_call_options options = { .size = sizeof options,
		.process = process.engine ? &process : NULL,
		.deadline = run->deadline,
		.memory = run->memory,
		.begun = begun,
		.resources = run->resources };
	struct bef_model *model = run->model->handle;
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call *call;
	if (run->record)
		record_next_call(run->record);
	enum bef_status status = bef_model_start(model, function, arguments->tensors, arguments->count, results,
		function->result_count, &options, &call, &diag);
	if (status == BEF_E_NOMEM && diag.line) { /* certainly beyond the limit: nothing has run */
		(void)model_error(run->model, &diag);
		return CLI_BAD;
	}
	if (status != BEF_OK)
		return status == BEF_E_NOMEM ? no_memory(run) : model_error(run->model, &diag);
	status = finish_call(call, bef_model_queue(model), &diag);
	if (interrupt_seen())
		return INTERRUPT_EXIT;
	return status == BEF_OK ? CLI_GOOD : call_failed(run, function, status, &diag);
}

/* ---- repetitions */

static int by_time(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static void print_times(const struct model_run *run, const struct bef_stablehlo_function *function, uint64_t *times)
{
	const uint64_t first = times[0], count = run->repeat;
	char name[100];
	snprintf(name, sizeof name, "%.*s", (int)function->name.size, function->name.data);
	qsort(times, (size_t)count, sizeof *times, by_time);
	const double median = ((double)times[(count - 1) / 2] + (double)times[count / 2]) / 2;
	if (run->json) {
		cli_json_number("calls", count);
		cli_json_fraction("first_us", (double)first / 1e3);
		cli_json_fraction("us", median / 1e3);
		cli_json_fraction("us_min", (double)times[0] / 1e3);
		cli_json_fraction("us_max", (double)times[count - 1] / 1e3);
		return;
	}
	fflush(stdout);
	cli_note(name, "%" PRIu64 " calls: first %.3f ms, median %.3f ms, min %.3f ms", count, (double)first / 1e6, median / 1e6,
		(double)times[0] / 1e6);
}

/* The results of the last call are kept. */
static int call_often(struct model_run *run, const struct bef_stablehlo_function *function,
	const struct arguments *arguments, struct bef_model_tensor *results)
{
	uint64_t *times = calloc((size_t)run->repeat, sizeof *times);
	int code = times ? CLI_GOOD : out_of_memory();
	for (uint64_t i = 0; i < run->repeat && code == CLI_GOOD; i++) {
		if (i)
			release(results, function->result_count);
		const uint64_t start = async_now_ns();
		code = call_once(run, function, arguments, results);
		if (times)
			times[i] = async_now_ns() - start;
	}
	if (code == CLI_GOOD && (run->repeat > 1 || run->json))
		print_times(run, function, times);
	free(times);
	return code;
}

/* ---- results */

/* Files have the numbers of results: names of the model may be any text. */
static struct result *describe_results(const struct bef_stablehlo_function *function, const struct bef_model_tensor *tensors,
	char ***out_names)
{
	const uint32_t count = function->result_count;
	struct result *results = calloc(count + (size_t)1, sizeof *results);
	char **names = *out_names = calloc(count + (size_t)1, sizeof *names);
	for (uint32_t i = 0; results && names && i < count; i++) {
		const struct bef_string name = function->results[i].name;
		results_name(&results[i], i);
		if (function->results[i].dtype == 0)
			continue;
		results[i].form = RESULT_DENSE;
		results[i].array = (struct array){ tensors[i].dtype, tensors[i].rank, tensors[i].dims, tensors[i].data };
		if (name.size == strlen(results[i].name) && memcmp(name.data, results[i].name, name.size) == 0)
			continue;
		results[i].label = names[i] = strndup(name.data, name.size);
	}
	return results;
}

static int show_results(
	struct model_run *run, const struct bef_stablehlo_function *function, const struct bef_model_tensor *tensors)
{
	char **names;
	struct result *results = describe_results(function, tensors, &names);
	int code = results && names ? CLI_GOOD : out_of_memory();
	if (code == CLI_GOOD) {
		if (!run->json)
			results_print(results, function->result_count, run->results);
		code = results_write(results, function->result_count, run->results);
	}
	for (uint32_t i = 0; names && i < function->result_count; i++)
		free(names[i]);
	free(names);
	free(results);
	return code;
}

/* ---- the run */

static void announce(const struct model_run *run, const char *before, const struct bef_stablehlo_function *function, const char *behind)
{
	if (run->json)
		return;
	fputs(before, stdout);
	cli_put_escaped(stdout, function->name.data, function->name.size);
	fputs(behind, stdout);
	fflush(stdout);
}

static int run_with(struct model_run *run, const struct bef_stablehlo_function *function, const struct arguments *arguments)
{
	struct bef_model_tensor *results = calloc(function->result_count + (size_t)1, sizeof *results);
	if (!results)
		return out_of_memory();
	announce(run, "--- Running '", function, "':\n");
	if (run->json) {
		cli_json_open(NULL, '{');
		cli_json_text("name", function->name.data, function->name.size);
	}
	int code = call_often(run, function, arguments, results);
	if (run->json)
		cli_json_close();
	if (code == CLI_GOOD)
		code = show_results(run, function, results);
	release(results, function->result_count);
	free(results);
	return code;
}

static int run_function(struct model_run *run, const struct bef_stablehlo_function *function)
{
	struct arguments arguments;
	int code = arguments_make(function, &run->arguments, &arguments);
	if (code != CLI_GOOD)
		return code;
	const struct input *unused = inputs_unused(&run->arguments.inputs);
	if (unused) {
		cli_error("--input: '%.*s' has no argument left for '%s'", (int)function->name.size, function->name.data,
			unused->path);
		code = CLI_USAGE;
	} else {
		code = run_with(run, function, &arguments);
	}
	arguments_finish(&arguments);
	return code;
}

/* Functions without arguments run without inputs. */
static int run_plain(struct model_run *run, const struct bef_stablehlo_function *function)
{
	if (!function->argument_count)
		return run_function(run, function);
	announce(run, "--- Not running '", function, "' because it has arguments.\n");
	return CLI_GOOD;
}

/* Every named function must exist before any runs. */
static int check_names(const struct model_run *run)
{
	for (const char *at = run->functions; at && *at; at += *at == ',') {
		const size_t size = strcspn(at, ",");
		if (!model_function_find(run->model->handle, at, size))
			return model_function_missing(run->model->handle, at, size);
		at += size;
	}
	return CLI_GOOD;
}

static int run_plain_functions(struct model_run *run)
{
	const struct bef_model *model = run->model->handle;
	const struct bef_stablehlo_function *init = run->init ? model_function_find(model, run->init, strlen(run->init)) : NULL;
	int code = check_names(run);
	if (code == CLI_GOOD && init)
		code = run_plain(run, init);
	for (size_t i = 0; !run->functions && i < bef_model_function_count(model) && code == CLI_GOOD; i++) {
		if (bef_model_function(model, i) != init)
			code = run_plain(run, bef_model_function(model, i));
	}
	for (const char *at = run->functions; at && *at && code == CLI_GOOD; at += *at == ',') {
		const size_t size = strcspn(at, ",");
		if (model_function_find(model, at, size) != init)
			code = run_plain(run, model_function_find(model, at, size));
		at += size;
	}
	return code;
}

/* Makes the resources of all calls, if there are any. */
static int begin_probes(struct model_run *run)
{
#if BEF_APP_HLO
	run->resources = run->probes ? async_resources_create(NULL) : NULL;
	if (run->probes && (!run->resources || !kernels_hlo_probes_to_directory(run->resources, run->probes)))
		return out_of_memory();
#endif
	return CLI_GOOD;
}

int model_run(struct model_run *run)
{
	const bool given = run->arguments.inputs.count || run->arguments.random || run->arguments.shapes;
	int code = begin_probes(run);
	if (code != CLI_GOOD)
		return code;
	if (run->function || (given && !run->functions)) {
		const struct bef_stablehlo_function *function = model_function_choose(run->model->handle, run->function);
		const char *name = run->function ? run->function : "main";
		code = function ? run_function(run, function) : model_function_missing(run->model->handle, name, strlen(name));
	} else {
		code = run_plain_functions(run);
	}
	if (run->resources)
		async_resources_release(run->resources);
	return code == CLI_GOOD ? results_left(run->results) : code;
}
