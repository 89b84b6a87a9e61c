/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef bench of models: the time of single calls. Arguments are loaded before, and results are released after the measured interval,
 * which contains everything that the library does for a call: values around the arguments, operations, owned results. */
#include "models/arguments.h"
#include "commands/bench.h"
#include "models/call_times.h"
#include "models/model_functions.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NS UINT64_C(2000000000)
#define FIRST_LOOK_NS UINT64_C(250000000)
enum { FEWEST_CALLS = 10, MOST_CALLS = 1000000 };

struct model_bench {
	struct bench *bench;
	struct bef_model *model;
	const struct bef_stablehlo_function *function;
	struct arguments arguments;
	struct bef_model_tensor *results;
	struct bef_model_tensor *carried; /* results of the call before that are arguments, for each argument; else empty */
	bool *donated;                    /* per argument */
	struct call_times times;
};

static void release_results(struct model_bench *bench)
{
	for (uint32_t i = 0; i < bench->function->result_count; i++)
		bef_model_tensor_release(&bench->results[i]);
}

/* Messages of kernels have been printed, with their places. */
static int failed(const struct model_bench *bench, const struct bef_diag *diag)
{
	cli_error("%.*s failed: %s: %s", (int)bench->function->name.size, bench->function->name.data, diag->rule, diag->message);
	return diag->status == BEF_E_NOMEM || diag->status == BEF_E_IO ? CLI_SYSTEM : CLI_BAD;
}

/* Makes the first results of the last call the first arguments of the next, which may overwrite them. */
static void carry(struct model_bench *bench)
{
	for (uint64_t i = 0; i < bench->bench->carried && bench->results[i].data; i++) {
		bef_model_tensor_release(&bench->carried[i]);
		bench->arguments.tensors[i] = bench->carried[i] = bench->results[i];
		bench->results[i] = (struct bef_model_tensor){ .data = NULL };
		bench->donated[i] = true;
	}
}

static int call(struct model_bench *bench, uint64_t *out_ns)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_call_options options = { .size = sizeof options, .donated = bench->donated,
		.helping = true };
	carry(bench);
	release_results(bench);
	const uint64_t start = async_now_ns();
	enum bef_status status = bef_model_run(bench->model, bench->function, bench->arguments.tensors, bench->arguments.count,
		bench->results, bench->function->result_count, &options, &diag);
	*out_ns = async_now_ns() - start;
	return status == BEF_OK ? CLI_GOOD : failed(bench, &diag);
}

/* ---- how many calls */

/* The two halves of the calls have the same median, within one percent. */
static bool is_stable(struct model_bench *bench)
{
	const size_t count = bench->times.count;
	const double first = call_times_median(&bench->times, 0, count / 2), second = call_times_median(&bench->times, count / 2, count);
	return first <= second * 1.01 && second <= first * 1.01;
}

/* True after enough calls. Without --repeat, looks whether the median is stable after a quarter, a half, and one second of calls. */
static bool is_enough(struct model_bench *bench, uint64_t spent, uint64_t *next_look)
{
	const uint64_t repeat = bench->bench->repeat;
	if (repeat)
		return bench->times.calls >= repeat;
	if (bench->times.calls >= MOST_CALLS || spent >= MOST_NS)
		return true;
	if (bench->times.calls < FEWEST_CALLS || spent < *next_look)
		return false;
	*next_look *= 2;
	return is_stable(bench);
}

static int measure(struct model_bench *bench)
{
	uint64_t spent = 0, took, next_look = FIRST_LOOK_NS;
	const uint64_t repeat = bench->bench->repeat;
	cli_progress_begin_steps("bench", bench->bench->model.lowering.name);
	do {
		cli_progress_step(repeat ? bench->times.calls : spent, repeat ? repeat : MOST_NS);
		if (!call_times_reserve(&bench->times))
			return cli_out_of_memory();
		int code = call(bench, &took);
		if (code != CLI_GOOD)
			return code;
		call_times_add(&bench->times, took);
		spent += took;
	} while (!is_enough(bench, spent, &next_look));
	return CLI_GOOD;
}

/* ---- results */

static int write_results(struct model_bench *bench)
{
	const struct bef_stablehlo_function *function = bench->function;
	struct result *results = model_results(function, bench->results);
	if (!results)
		return cli_out_of_memory();
	int code = results_write(results, function->result_count, &bench->bench->results);
	free(results);
	return code == CLI_GOOD ? results_left(&bench->bench->results) : code;
}

/* The first call compiles functions with dynamic shapes and reads mapped weights, so it is not among the others. */
static int measure_and_print(struct model_bench *bench, struct bench_figures *figures)
{
	cli_progress_begin("bench", bench->bench->model.lowering.name);
	int code = call(bench, &figures->first);
	if (code == CLI_GOOD)
		code = measure(bench);
	if (code == CLI_GOOD)
		code = write_results(bench);
	if (code != CLI_GOOD)
		return code;
	figures->executions = bench->times.calls;
	figures->median = call_times_median(&bench->times, 0, bench->times.count);
	figures->least = (double)bench->times.least;
	figures->most = (double)bench->times.most;
	if (!bench->bench->json) {
		bench_print_table(
			bench->bench, bench->bench->model.lowering.name, bench->function->name.data, bench->function->name.size, figures, 0);
		return CLI_GOOD;
	}
	bench_begin_json(bench->bench, bench->bench->model.lowering.name, bench->function->name.data, bench->function->name.size, figures);
	return cli_json_end(CLI_GOOD);
}

/* Results that become arguments have their types. */
static bool check_carried(const struct model_bench *bench)
{
	const struct bef_stablehlo_function *function = bench->function;
	const uint64_t count = bench->bench->carried;
	bool good = count <= function->argument_count && count <= function->result_count;
	for (uint64_t i = 0; i < count && good; i++) {
		const struct bef_stablehlo_value *to = &function->arguments[i], *from = &function->results[i];
		good = to->dtype != 0 && to->dtype == from->dtype && to->rank == from->rank &&
		       memcmp(to->dims, from->dims, to->rank * sizeof *to->dims) == 0;
	}
	if (!good)
		cli_error("--carry %" PRIu64 ": the first results of '%.*s' do not have the types of its first arguments", count,
			(int)function->name.size, function->name.data);
	return good;
}

static void finish(struct model_bench *bench)
{
	if (bench->results)
		release_results(bench);
	for (uint32_t i = 0; i < bench->arguments.count && bench->carried; i++)
		bef_model_tensor_release(&bench->carried[i]);
	free(bench->results);
	free(bench->carried);
	free(bench->donated);
	call_times_finish(&bench->times);
	arguments_finish(&bench->arguments);
}

static int bench_function(struct model_bench *bench, struct bench_figures *figures, const struct bound *bound)
{
	struct arguments_options options = {
		bench->bench->inputs, bench->bench->shapes, bench->bench->random != NULL, bench->bench->seed, NULL, NULL, 0, bound };
	int code = arguments_make(bench->function, &options, &bench->arguments);
	if (code != CLI_GOOD)
		return code;
	bench->results = calloc(bench->function->result_count + (size_t)1, sizeof *bench->results);
	bench->carried = calloc(bench->function->argument_count + (size_t)1, sizeof *bench->carried);
	bench->donated = calloc(bench->function->argument_count + (size_t)1, sizeof *bench->donated);
	if (!bench->results || !bench->carried || !bench->donated)
		code = cli_out_of_memory();
	else
		code = check_carried(bench) ? measure_and_print(bench, figures) : CLI_USAGE;
	finish(bench);
	return code;
}

/* With the file of tensors for arguments, if there is one. */
static int bench_bound(struct model_bench *bench, struct bench_figures *figures)
{
	struct bound bound;
	if (!bench->bench->weights || bench->bench->model.joined)
		return bench_function(bench, figures, NULL);
	int code = bound_open(bench->bench->weights, bench->bench->map, &bound);
	if (code == CLI_GOOD)
		code = bench_function(bench, figures, &bound);
	const int finished = bound_finish(&bound);
	return code == CLI_GOOD ? finished : code;
}

int bench_model(struct bench *bench)
{
	struct model_bench model = { .bench = bench, .model = bench->model.handle };
	struct bench_figures figures = { .load = async_now_ns() - bench->load_begun };
	const char *name = bench->function ? bench->function : "main";
	model.function = model_function_choose(model.model, bench->function);
	return model.function ? bench_bound(&model, &figures) : model_function_missing(model.model, name, strlen(name));
}
