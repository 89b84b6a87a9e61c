/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "models/model_run.h"
#include "machine/interrupt.h"
#include "models/call_times.h"
#include "models/model.h"
#include "models/model_calls.h"
#include "models/model_functions.h"

#include <inttypes.h>
#if BEF_APP_HLO
#include <kernels/pack_hlo.h>
#endif
#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 16 /* arguments in a message; even */ };

/* ---- repetitions */

static void release(struct bef_model_tensor *results, size_t count)
{
	for (size_t i = 0; i < count; i++)
		bef_model_tensor_release(&results[i]);
}

static void print_times(const struct run *run, const struct bef_stablehlo_function *function, struct call_times *times)
{
	const double median = call_times_median(times, 0, times->count);
	char name[100];
	snprintf(name, sizeof name, "%.*s", (int)function->name.size, function->name.data);
	if (run->json) {
		cli_json_number("calls", times->calls);
		cli_json_fraction("first_us", (double)times->first / 1e3);
		cli_json_fraction("us", median / 1e3);
		cli_json_fraction("us_min", (double)times->least / 1e3);
		cli_json_fraction("us_max", (double)times->most / 1e3);
		return;
	}
	fflush(stdout);
	cli_note(name, "%" PRIu64 " calls: first %.3f ms, median %.3f ms, min %.3f ms", times->calls, (double)times->first / 1e6,
		median / 1e6, (double)times->least / 1e6);
}

static int ended(const void *ctx)
{
	const struct run *run = ctx;
	if (interrupt_seen())
		return INTERRUPT_EXIT;
	return limits_are_over(&run->limits) ? limits_passed(&run->limits) : CLI_GOOD;
}

/* A call without operations does not see the deadline. */
static int between_calls(struct run *run)
{
	const int code = ended(run);
	if (code != CLI_GOOD)
		memset(run->ranks.failed, true, run->ranks.count * sizeof *run->ranks.failed); /* shows no results */
	return code;
}

/* The results of the last call are kept. */
static int call_often(struct run *run, const struct bef_stablehlo_function *function,
	const struct arguments *arguments, struct bef_model_tensor *results)
{
	struct call_times times = { 0 };
	int code = CLI_GOOD;
	for (uint64_t i = 0; i < run->repetitions && code == CLI_GOOD; i++) {
		if (i == 1)
			cli_progress_begin_steps("run", run->model->lowering.name);
		cli_progress_step(i, run->repetitions);
		run->first_call = i == 0;
		if (i && (code = between_calls(run)) != CLI_GOOD)
			break;
		if (i)
			release(results, (size_t)run->ranks.count * function->result_count);
		if (!call_times_reserve(&times)) {
			code = cli_out_of_memory();
			break;
		}
		const uint64_t start = async_now_ns();
		code = model_call(run, function, arguments, results);
		call_times_add(&times, async_now_ns() - start);
	}
	cli_progress_end();
	if (code == CLI_GOOD && (run->repetitions > 1 || run->json))
		print_times(run, function, &times);
	call_times_finish(&times);
	return code;
}

/* ---- results */

/* Of a rank of this process. */
static int show_results(struct run *run, const struct bef_stablehlo_function *function, uint32_t rank,
	const struct bef_model_tensor *tensors)
{
	if (run->ranks.joined && run->ranks.first + rank > 0)
		return CLI_GOOD; /* it has the same results */
	struct result *results = model_results(function, tensors);
	int code = results ? CLI_GOOD : cli_out_of_memory();
	if (code == CLI_GOOD) {
		if (!run->json) {
			if (!run->ranks.joined)
				ranks_title(&run->ranks, rank);
			results_print(results, function->result_count, &run->ranks.results[rank]);
		}
		code = results_write(results, function->result_count, &run->ranks.results[rank]);
	}
	free(results);
	return code;
}

/* ---- the run */

static void announce(const struct run *run, const char *before, const struct bef_stablehlo_function *function, const char *behind)
{
	if (run->json)
		return;
	fputs(before, stdout);
	cli_put_escaped(stdout, function->name.data, function->name.size);
	fputs(behind, stdout);
	fflush(stdout);
}

/* `arguments`: of each rank. */
static int run_with(struct run *run, const struct bef_stablehlo_function *function, const struct arguments *arguments)
{
	const uint32_t ranks = run->ranks.count;
	memset(run->ranks.failed, true, ranks * sizeof *run->ranks.failed);
	const size_t count = (size_t)ranks * function->result_count;
	struct bef_model_tensor *results = calloc(count + 1, sizeof *results);
	if (!results)
		return cli_out_of_memory();
	announce(run, "--- Running '", function, "':\n");
	if (run->json) {
		cli_json_open(NULL, '{');
		cli_json_text("name", function->name.data, function->name.size);
	}
	int code = call_often(run, function, arguments, results);
	if (run->json)
		cli_json_close();
	/* ranks that have results show them, also if others have failed */
	for (uint32_t i = 0; i < ranks && code != INTERRUPT_EXIT; i++) {
		const int shown = run->ranks.failed[i] ? CLI_GOOD
							: show_results(run, function, i, results + (size_t)i * function->result_count);
		code = code == CLI_GOOD ? shown : code;
	}
	release(results, count);
	free(results);
	return code;
}

static int make_arguments(struct run *run, const struct bef_stablehlo_function *function, uint32_t rank, struct arguments *out)
{
	const struct random_limit limit = { ended, run };
	struct arguments_options options = { run->ranks.inputs[rank], run->shapes, run->random != NULL, run->seed, &limit,
		run->ranks.divided ? run->model->handle : NULL, run->ranks.first + rank, run->bound };
	return arguments_make(function, &options, out);
}

static int run_function(struct run *run, const struct bef_stablehlo_function *function)
{
	struct arguments *arguments = calloc(run->ranks.count, sizeof *arguments);
	uint32_t made = 0;
	int code = arguments ? CLI_GOOD : cli_out_of_memory();
	while (code == CLI_GOOD && made < run->ranks.count) {
		code = make_arguments(run, function, made, &arguments[made]);
		made += code == CLI_GOOD;
	}
	if (code == CLI_GOOD)
		code = run_with(run, function, arguments);
	while (made > 0)
		arguments_finish(&arguments[--made]);
	free(arguments);
	return code;
}

/* Functions without arguments run without inputs. */
static int run_plain(struct run *run, const struct bef_stablehlo_function *function, bool *any)
{
	if (!function->argument_count) {
		*any = true;
		return run_function(run, function);
	}
	announce(run, "--- Not running '", function, "' because it has arguments.\n");
	return CLI_GOOD;
}

/* Every named function must exist before any runs. */
static int check_names(const struct run *run)
{
	for (const char *at = run->functions; at && *at; at += *at == ',') {
		const size_t size = strcspn(at, ",");
		if (!model_function_find(run->model->handle, at, size))
			return model_function_missing(run->model->handle, at, size);
		at += size;
	}
	return CLI_GOOD;
}

/* "--input x=FILE.npy", in quotes for a shell where the name has brackets. */
static void list_argument(const struct bef_stablehlo_value *value, uint32_t index)
{
	char type[TYPE_TEXT], number[16];
	snprintf(number, sizeof number, "arg%" PRIu32, index);
	const bool named = value->name.size < 100 && inputs_is_name(value->name.data, value->name.size) &&
			   !memchr(value->name.data, '"', value->name.size);
	const int size = named ? (int)value->name.size : (int)strlen(number);
	const char *name = named ? value->name.data : number;
	const char *quote = memchr(name, '[', (size_t)size) ? "\"" : "";
	cli_error("  --input %s%.*s=FILE.npy%s  %s", quote, size, name, quote,
		value->dtype ? array_type_text((enum kernels_dtype)value->dtype, value->rank, value->dims, type) : "a token, needs no input");
}

/* No function ran, because all have arguments: lists the missing inputs. */
static int need_arguments(const struct bef_model *model)
{
	const struct bef_stablehlo_function *function = model_function_choose(model, NULL);
	if (!function || !function->argument_count) {
		cli_error("all functions have arguments: choose one with --function, and give its arguments with --input, --weights or --random-inputs");
		return CLI_USAGE;
	}
	cli_error("'%.*s' has %" PRIu32 " argument%s; --weights FILE gives those that are named as its tensors, --random-inputs all others:",
		(int)function->name.size, function->name.data, function->argument_count, function->argument_count == 1 ? "" : "s");
	for (uint32_t i = 0; i < function->argument_count; i++) {
		/* the weights come first in models of JAX, and the data last */
		if (function->argument_count <= MOST_LISTED || i < MOST_LISTED / 2 || i >= function->argument_count - MOST_LISTED / 2)
			list_argument(&function->arguments[i], i);
		else if (i == MOST_LISTED / 2)
			cli_error("  and %" PRIu32 " more", function->argument_count - MOST_LISTED);
	}
	return CLI_USAGE;
}

static int run_plain_functions(struct run *run)
{
	const struct bef_model *model = run->model->handle;
	const struct bef_stablehlo_function *init = run->init ? model_function_find(model, run->init, strlen(run->init)) : NULL;
	bool any = false;
	int code = check_names(run);
	if (code == CLI_GOOD && init)
		code = run_plain(run, init, &any);
	for (size_t i = 0; !run->functions && i < bef_model_function_count(model) && code == CLI_GOOD; i++) {
		if (bef_model_function(model, i) != init)
			code = run_plain(run, bef_model_function(model, i), &any);
	}
	for (const char *at = run->functions; at && *at && code == CLI_GOOD; at += *at == ',') {
		const size_t size = strcspn(at, ",");
		if (model_function_find(model, at, size) != init)
			code = run_plain(run, model_function_find(model, at, size), &any);
		at += size;
	}
	return code == CLI_GOOD && !any && bef_model_function_count(model) ? need_arguments(model) : code;
}

/* Makes the resources of all calls, if there are any. */
static int begin_probes(struct run *run)
{
#if BEF_APP_HLO
	const int code = run->probes ? cli_folder(run->probes, false) : CLI_GOOD;
	if (code != CLI_GOOD)
		return code;
	run->resources = run->probes ? async_resources_create(NULL) : NULL;
	if (run->probes && (!run->resources || !kernels_hlo_probes_to_directory(run->resources, run->probes)))
		return cli_out_of_memory();
#endif
	return CLI_GOOD;
}

int model_run(struct run *run)
{
	const bool given = run->ranks.inputs[0].count || run->random || run->shapes || run->bound;
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
	if (code != CLI_GOOD || (run->ranks.joined && run->ranks.first > 0)) /* the first rank has written them */
		return code;
	return results_left(&run->ranks.results[0]);
}
