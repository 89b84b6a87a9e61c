/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run: options, and the choice between models and host programs. */
#include "commands/commands.h"
#include "commands/options.h"
#include "host/host_run.h"
#include "machine/interrupt.h"
#if BEF_APP_STABLEHLO
#include "models/bound.h"
#include "models/model.h"
#include "models/model_run.h"
#endif
#include "record/programs.h"
#include "traces/write_trace.h"

#include <async/timer.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_REPETITIONS 1000000000u
/* --memory-limit: opening a model may take this and so many times its size. */
#define OPEN_SMALL ((uint64_t)32 << 20)
#define OPEN_TIMES ((uint64_t)64)

static int start_deadline(const struct cli_command *self, struct run *run)
{
	const int code = limits_parse_timeout(self, run->limits.timeout, &run->limits.deadline);
	if (code != CLI_GO_ON || !run->limits.timeout)
		return code;
	run->timers = async_timers_create(NULL);
	return run->timers ? CLI_GO_ON : cli_out_of_memory();
}

/* Before the run: outputs that cannot be written would lose its results. */
static int check_outputs(const struct run *run)
{
	int code = run->trace ? cli_output_check(run->trace, NULL) : CLI_GOOD;
	for (uint32_t i = 0; i < run->ranks.count && code == CLI_GOOD; i++)
		code = results_check(&run->ranks.results[i]);
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

/* ---- models */

#if BEF_APP_STABLEHLO
static bool has_exchanges(const struct run *run)
{
	struct bef_model_parallel parallel = { .size = sizeof parallel };
	bef_model_parallel(run->model->handle, &parallel);
	return parallel.exchanges;
}

/* Before the run: a program for several processes is the only one that runs. It fails if it has operations between them. */
static void tell_alone(const struct run *run, uint64_t processes)
{
	if (run->ranks.total > 1 || (processes <= 1 && !has_exchanges(run)))
		return;
	if (processes > 1 && !has_exchanges(run))
		cli_note(run->model->lowering.name,
			"the program is for %" PRIu64 " processes, has no operations between them, and runs as one; see --ranks",
			processes);
	ranks_warn(&run->ranks, run->model->lowering.name);
}

/* After a failure. */
static void tell_why(const struct run *run, uint32_t replicas, uint32_t partitions)
{
	if (run->ranks.total > 1 || !has_exchanges(run))
		return;
	if ((uint64_t)replicas * partitions > 1)
		cli_note(run->model->lowering.name,
			"the program is for %" PRIu32 " replicas of %" PRIu32 " partitions, and this was one rank; see --ranks, and --pack mpi under mpirun",
			replicas, partitions);
	else if (!run->ranks.given)
		cli_note(run->model->lowering.name,
			"the program has operations between processes, and this was one rank; see --ranks (--ranks 1: it is for one), and --pack mpi under mpirun");
}

/* The ranks among which a program with shardings is divided. */
static uint32_t partitions_of(const struct run *run)
{
	return run->ranks.partitions ? run->ranks.partitions : run->ranks.total;
}

/* After the model was opened. */
static void take_parallel(struct run *run)
{
	struct bef_model_parallel parallel = { .size = sizeof parallel };
	bef_model_parallel(run->model->handle, &parallel);
	run->ranks.divided = parallel.divided;
	run->ranks.joined = parallel.divided && !ranks_is_marked(run->results.outputs);
}

/* For --stats. */
static void tell_whole(const struct run *run)
{
	struct bef_model_parallel parallel = { .size = sizeof parallel };
	bef_model_parallel(run->model->handle, &parallel);
	if (!run->stats || !parallel.computed_whole)
		return;
	if (run->json)
		cli_json_word("computed_whole", parallel.computed_whole);
	else
		fprintf(stderr, "\ncomputed whole by each rank: %s\n", parallel.computed_whole);
}

/* With the file of tensors for arguments, if there is one. */
static int run_bound(struct run *run)
{
	struct bound bound = { .file = NULL };
	if (!run->weights || run->model->joined)
		return model_run(run);
	int code = bound_open(run->weights, run->map, &bound);
	run->bound = &bound;
	code = code == CLI_GOOD ? model_run(run) : code;
	run->bound = NULL;
	const int finished = bound_finish(&bound);
	return code == CLI_GOOD ? finished : code;
}

static int run_model(struct run *run)
{
	if (run->call_lines) {
		cli_error("--call is for host programs, and this is a model; --function F --input ... calls its functions");
		return CLI_USAGE;
	}
	uint32_t replicas, partitions;
	bef_model_processes(run->model->handle, &replicas, &partitions);
	if (run->ranks.divided)
		partitions = partitions_of(run); /* also if only its mesh says so */
	int arranged = ranks_arrange(&run->ranks, replicas, partitions);
	if (arranged != CLI_GOOD)
		return arranged;
	tell_alone(run, (uint64_t)replicas * partitions);
	if (!interrupt_begin())
		return cli_out_of_memory();
	if (run->json) {
		cli_json_begin("run", run->model->lowering.name);
		cli_json_open("functions", '[');
	}
	int code = run_bound(run), written = CLI_GOOD;
	if (run->json)
		cli_json_close();
	if (run->trace)
		written = record_write_trace(run->record, &run->programs->edges, run->trace);
	if (run->stats && written == CLI_GOOD)
		written = record_print_stats(run->record, &run->programs->edges, run->stats_ops, run->json);
	tell_whole(run);
	interrupt_end();
	if (code == CLI_BAD)
		tell_why(run, replicas, partitions);
	code = code == CLI_GOOD ? written : code;
	return run->json ? cli_json_end(code) : code;
}

static bool is_over(void *ctx)
{
	const struct run *run = ctx;
	return interrupt_seen() || limits_are_over(&run->limits);
}

/* What opening may need beside the limit of calls, which may be far less than the program. */
static size_t open_memory(const void *ctx, size_t size)
{
	const struct run *run = ctx;
	const uint64_t most = OPEN_SMALL + OPEN_TIMES * size;
	return !run->limits.bytes ? 0 : run->limits.bytes > most ? (size_t)run->limits.bytes : (size_t)most;
}

static int load(struct run *run, const char *path, struct program *out_program)
{
	const struct program_options how = { .registry = run->machine.registry, .open_memory = open_memory, .stop = is_over,
		.limits_ctx = run, .platform = run->platform };
	struct bef_model_options options = { .size = sizeof options, .host = &run->machine.host, .device = run->device,
		.partitions = partitions_of(run), .whole_results = !ranks_is_marked(run->results.outputs) };
	if (run->trace || run->stats) {
		options.observer = &run->record->observer;
		options.opened = programs_opened;
		options.opened_ctx = run->programs;
	}
	run->model->lowering.no_fusing = run->no_fusing;
	run->model->lowering.no_code = options_no_code();
	run->model->lowering.semantics = run->semantics;
	run->model->weights = run->weights;
	return model_load(path, &how, &options, run->model, out_program);
}
#else
static int load(struct run *run, const char *path, struct program *out_program)
{
	return program_load(path, &(struct program_options){ .registry = run->machine.registry }, out_program);
}
#endif

/* ---- host programs */

/* Options for models only. */
static int check_options(const struct run *run)
{
	const char *option = run->function ? "function" : run->random ? "random-inputs" : run->shapes ? "shape" : run->repeat ? "repeat"
		: run->limits.memory ? "memory-limit" : run->probes ? "probes" : run->device ? "device" : run->no_fusing ? "no-fuse"
		: run->semantics ? "semantics" : run->platform ? "platform" : run->weights ? "weights" : run->map ? "map" : run->json ? "json" : NULL;
	if (!option)
		return CLI_GOOD;
	cli_error("--%s is for StableHLO models, and this is a host program%s", option,
		run->function ? "; --call 'F(ARGUMENTS)' calls its functions" : "");
	return CLI_USAGE;
}

static int run_host(struct run *run, const struct program *program)
{
	const int code = check_options(run);
	return code == CLI_GOOD ? host_run(run, program) : code;
}

/* ---- the command line */

static int run_file(const struct cli_command *self, struct run *run, const char *path)
{
	struct program program;
#if BEF_APP_STABLEHLO
	struct model model = { .handle = NULL };
	run->model = &model;
#endif
	cli_progress_begin(self->name, path);
	int code = load(run, path, &program);
	cli_progress_end(); /* the program may print */
	limits_report(&run->limits, code); /* the time may be the reason of a failure */
	if (code != CLI_GOOD)
		return code;
#if BEF_APP_STABLEHLO
	if (model.handle)
		take_parallel(run);
#endif
	code = run->ranks.joined ? CLI_GOOD : ranks_check_outputs(self, &run->ranks, run->results.outputs);
	code = code == CLI_GOOD ? check_outputs(run) : code;
#if BEF_APP_STABLEHLO
	if (code == CLI_GOOD && model.handle)
		code = run_model(run);
	model_close(&model);
#endif
	if (code == CLI_GOOD && program.bef)
		code = run_host(run, &program);
	program_finish(&program);
	return code;
}

/* For the curve of memory on a page. The page lacks it if memory is short. */
static void count_memory(struct run *run)
{
	if (run->trace && record_is_page(run->trace))
		run->record->memory = machine_count(&run->machine);
}

static int load_and_run(const struct cli_command *self, struct run *run, const char *path)
{
	int code = ranks_place(self, &run->ranks);
	if (code == CLI_GOOD)
		code = ranks_path(self, &run->ranks, "trace", &run->trace);
	if (code == CLI_GOOD)
		code = ranks_path(self, &run->ranks, "probes", &run->probes);
	if (code == CLI_GOOD)
		code = ranks_device(self, &run->ranks, &run->device);
	if (code == CLI_GOOD)
		code = ranks_files(self, run->input_lines, &run->results, &run->ranks);
	if (code != CLI_GOOD) {
		ranks_finish(&run->ranks);
		return code;
	}
	struct record record;
	struct programs programs = { .count = 0 };
	record_init(&record);
	if (run->trace)
		record_devices(&record);
	run->record = &record;
	run->programs = &programs;
	record.input = strcmp(path, "-") == 0 ? "<stdin>" : path;
	count_memory(run);
	code = run_file(self, run, path);
	programs_finish(&programs);
	record_finish(&record);
	ranks_finish(&run->ranks);
	return code;
}

/* Parses the numbers of options. */
static int parse_numbers(const struct cli_command *self, struct run *run)
{
	const char *repeat = run->repeat;
	run->repetitions = 1;
	if (repeat && !cli_number(&repeat, '\0', 1, MOST_REPETITIONS, &run->repetitions))
		return cli_usage(self, "--repeat: expected a number from 1 to %u, found '%s'", MOST_REPETITIONS, run->repeat);
	int code = options_random(self, run->random, run->shapes, &run->seed);
	code = code == CLI_GO_ON ? limits_parse_memory(self, run->limits.memory, &run->limits.bytes) : code;
	code = code == CLI_GO_ON ? ranks_parse(self, run->ranks_text, &run->ranks) : code;
	return code == CLI_GOOD ? start_deadline(self, run) : code; /* CLI_GO_ON */
}

int bef_run_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *queue = NULL, *allocator = NULL, *math = NULL, *jit = NULL, *packs = NULL;
	bool verify_diagnostics = false;
	struct run run = { .functions = NULL };
	const struct cli_option options[] = {
		{ "functions", 0, "FUNCTION,...",
			"run these functions, in this order; default: all, in the order of the file", &run.functions,
			NULL },
		{ "init", 0, "FUNCTION", "run this function first, if it exists", &run.init, NULL },
		QUEUE_OPTION(&queue),
		{ "allocator", 0, "ALLOCATOR", "system, cached, pooled (default), mimalloc, counting (reports leaks) or fixed:BYTES",
			&allocator, NULL },
		MATH_OPTION(&math),
		JIT_OPTION(&jit),
		PACKS_OPTION(&packs),
		{ "call", 0, "FUNCTION(ARGS)",
			"call a function with arguments: 'fib(30)', 'f(1.5, true, [2, 3], x)'; repeatable",
			&run.call_lines, &cli_lines },
		{ "function", 0, "FUNCTION",
			"call a function of a StableHLO model with the inputs; default: main, if there are inputs",
			&run.function, NULL },
		{ "input", 0, "[NAME=]FILE.npy",
			"array for the argument NAME, or the next one, of a model, or to which calls refer as NAME; a .npz file has "
			"several; or a value: 3.5, '[1, 2]'; repeatable",
			&run.input_lines, &cli_lines },
		{ "weights", 0, "FILE",
			"tensors for the arguments of a model that have their names: safetensors or its index, GGUF or .npz; or the "
			".npz with the constants that 'mlirbc split' moved out of a model",
			&run.weights, NULL },
		{ "map", 0, "FILE", "lines ARGUMENT = TENSOR for --weights, where names differ", &run.map, NULL },
		{ "ranks", 0, "N|RxP",
			"run N times in this process, as processes that work together, or R replicas of P partitions; {rank} in names of "
			"inputs and outputs is the number of each. A program with shardings over N devices is divided: inputs without "
			"{rank} are whole arrays, and outputs are joined",
			&run.ranks_text, NULL },
		RANDOM_OPTIONS(&run.random, &run.shapes),
		{ "repeat", 0, "N", "call the function of a model N times, and print times", &run.repeat, NULL },
		DEVICE_OPTION(&run.device),
		NO_FUSE_OPTION(&run.no_fusing),
		SEMANTICS_OPTION(&run.semantics),
		PLATFORM_OPTION(&run.platform),
		{ "memory-limit", 0, "BYTES", "limit of the memory of a model's call", &run.limits.memory, NULL },
		{ "probes", 0, "FOLDER", "write the tensors of interpreter.probe to .npy files in this folder", &run.probes, NULL },
		{ "output", 'o', "FILE.npy",
			"write the first returned tensor; repeatable for the next ones. A folder or a .npz file gets all of them",
			&run.results.outputs, &cli_lines },
		{ "compress", 0, NULL, "deflate the arrays of .npz outputs", NULL, &run.results.compress },
		{ "full", 0, NULL, "print every element of tensors, not only the edges of large ones", NULL,
			&run.results.all },
		{ "timeout", 0, "SECONDS", "cancel the run after this time, and fail", &run.limits.timeout, NULL },
		{ "print-error-code", 0, NULL, "add the code to errors that functions return", NULL,
			&run.print_error_code },
		{ "verify-diagnostics", 0, NULL, "check errors against the expected-error comments of the source", NULL,
			&verify_diagnostics },
		{ "trace", 0, "FILE", "write a trace of all kernels in Chrome's format; as a page if the name ends in .html", &run.trace, NULL },
		{ "stats", 0, NULL, "print totals per kernel, with shares of the processor's peak, and the critical path", NULL,
			&run.stats },
		{ "stats-ops", 0, NULL, "as --stats, with totals per operation and its place", NULL, &run.stats_ops },
		{ "json", 0, NULL, "print one JSON object with the times of a model and its statistics, and no results", NULL, &run.json },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	run.stats = run.stats || run.stats_ops;
	code = parse_numbers(self, &run);
	if (code == CLI_GO_ON)
		code = options_semantics(self, run.semantics);
	if (code == CLI_GO_ON)
		code = options_jit(self, jit);
	if (code != CLI_GO_ON)
		return code;
	if (has_line(run.results.outputs, "-"))
		return cli_usage(self, "--output: standard output is for the text of results; name a file");
	if (run.map && !run.weights)
		return cli_usage(self, "--map: pairs the names of --weights, which is not given");
	if (run.json && allocator && strcmp(allocator, "counting") == 0)
		return cli_usage(self, "--json: the leak report of --allocator counting goes to standard output");
	if (run.results.compress && !tensorfile_zip_can_deflate())
		return cli_usage(self, "--compress: %s was built without zlib", cli_name());
	run.results.compatible = verify_diagnostics;
	code = machine_init(self, queue, allocator, packs, run.device, verify_diagnostics, &run.machine);
	if (run.json) /* what a program prints would be between the members of an object */
		machine_mute(&run.machine);
	if (code == CLI_GOOD) {
		code = machine_limit(&run.machine, run.limits.timeout, run.limits.deadline);
		code = code == CLI_GOOD ? options_math(math) : code;
		code = code == CLI_GOOD ? load_and_run(self, &run, path) : code;
		if (code == CLI_SYSTEM && allocator && strncmp(allocator, "fixed:", 6) == 0)
			cli_note("--allocator", "%s is all the memory of the program", allocator);
		if (!interrupt_seen())
			machine_leave(&run.machine);
		int finished = machine_finish(&run.machine);
		code = code != CLI_GOOD && finished != CLI_SYSTEM ? code : finished;
	}
	async_timers_destroy(run.timers);
	return code;
}
