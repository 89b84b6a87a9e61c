/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef bench: options, the choice between models and host programs, the common part of the output. */
#include "commands/bench.h"
#include "commands/commands.h"
#include "commands/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The most memory that the process had at one time, in KiB. VmHWM begins with the program; ru_maxrss, where there is no /proc, is that
 * of the process that started it, if that was larger. */
static double peak_kib(void)
{
	char line[256];
	double peak = 0;
	struct rusage usage;
	FILE *status = fopen("/proc/self/status", "r");
	while (status && fgets(line, sizeof line, status)) {
		if (strncmp(line, "VmHWM:", 6) == 0)
			peak = strtod(line + 6, NULL);
	}
	if (status)
		fclose(status);
	if (!(peak > 0) && getrusage(RUSAGE_SELF, &usage) == 0)
		peak = (double)usage.ru_maxrss;
	return peak;
}

void bench_begin_json(const struct bench *bench, const char *file, const char *function, size_t function_size,
	const struct bench_figures *figures)
{
	cli_progress_end();
	cli_json_begin("bench", file);
	cli_json_text("function", function, function_size);
	cli_json_word("queue", bench->queue);
	if (bench->device)
		cli_json_word("device", bench->device);
	cli_json_number("executions", figures->executions);
	printf(",\"ms\":%.6f,\"ms_min\":%.6f,\"ms_max\":%.6f", figures->median / 1e6, figures->least / 1e6, figures->most / 1e6);
	printf(",\"load_ms\":%.3f,\"first_ms\":%.6f,\"peak_mb\":%.1f", (double)figures->load / 1e6, (double)figures->first / 1e6,
		peak_kib() / 1024);
}

static void print_time(const char *name, double ns)
{
	const char *unit = ns < 1e3 ? "ns" : ns < 1e6 ? "us" : ns < 1e9 ? "ms" : "s";
	const double of = ns < 1e3 ? 1 : ns < 1e6 ? 1e3 : ns < 1e9 ? 1e6 : 1e9;
	printf("  %-12s %10.3f %s\n", name, ns / of, unit);
}

void bench_print_table(const struct bench *bench, const char *file, const char *function, size_t function_size,
	const struct bench_figures *figures, uint64_t kernels)
{
	cli_progress_end();
	cli_put_escaped(stdout, function, function_size);
	fputs(" of ", stdout);
	cli_put_escaped(stdout, file, strlen(file));
	printf(", queue %s%s%s\n", bench->queue, bench->device ? ", device " : "", bench->device ? bench->device : "");
	print_time("median", figures->median);
	print_time("minimum", figures->least);
	print_time("maximum", figures->most);
	print_time("first call", (double)figures->first);
	print_time("loading", (double)figures->load);
	if (kernels)
		print_time("per kernel", figures->median / (double)kernels);
	printf("  %-12s %10" PRIu64 "\n  %-12s %10.1f MB\n", "calls", figures->executions, "peak memory", peak_kib() / 1024);
}

int bench_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Options for models are of no use to host programs. */
static int bench_host(const struct cli_command *self, struct bench *bench, const struct program *program)
{
	if (bench->inputs.count || bench->random || bench->shapes || bench->repeat || bench->carried || bench->results.outputs ||
		bench->device || bench->no_fusing || bench->semantics || bench->platform || bench->weights)
		return cli_usage(self,
			"--input, --weights, --random-inputs, --shape, --repeat, --carry, --output, --device, --no-fuse, --semantics and --platform are for models, and %s is a host program",
			program->input.name);
	if (!bench->function)
		return cli_usage(self, "a host program needs the name of a FUNCTION");
	if (!bench->allocator) /* programs of small values measure kernels, not malloc(); neither allocator has to be destroyed */
		bench->machine.host.allocator = async_allocator_cached();
	return bench_host_program(bench, program);
}

/* Opens a model, or loads a host program. */
static int load(struct bench *bench, struct program *out_program)
{
	const struct program_options how = { .registry = bench->machine.registry, .platform = bench->platform };
#if BEF_APP_STABLEHLO
	const struct bef_model_options options = { .size = sizeof options, .host = &bench->machine.host, .device = bench->device };
	bench->model.lowering.no_fusing = bench->no_fusing;
	bench->model.lowering.no_code = options_no_code();
	bench->model.lowering.semantics = bench->semantics;
	bench->model.weights = bench->weights;
	return model_load(bench->path, &how, &options, &bench->model, out_program);
#else
	return program_load(bench->path, &how, out_program);
#endif
}

static int bench_file(const struct cli_command *self, struct bench *bench)
{
	struct program program;
	cli_progress_begin(self->name, bench->path);
	bench->load_begun = async_now_ns();
	int code = load(bench, &program);
	cli_progress_end();
	if (code != CLI_GOOD)
		return code;
	if (program.bef)
		code = bench_host(self, bench, &program);
#if BEF_APP_STABLEHLO
	else
		code = bench_model(bench);
	model_close(&bench->model);
#endif
	program_finish(&program);
	return code;
}

static int bench_all(const struct cli_command *self, struct bench *bench, const char *input_lines, const char *math)
{
	int code = options_math(math);
	if (code == CLI_GOOD)
		code = inputs_read(self, input_lines, NULL, &bench->inputs);
	if (code != CLI_GOOD)
		return code;
	code = results_check(&bench->results);
	if (code == CLI_GOOD)
		code = bench_file(self, bench);
	inputs_finish(&bench->inputs);
	return code;
}

/* FILE, and maybe FUNCTION, which --function may name too. */
static int take_operands(const struct cli_command *self, const char *const *operands, size_t count, const char *function,
	struct bench *bench)
{
	if (count != 1 && count != 2)
		return cli_usage(self, "expected a file, and at most one function; found %zu operands", count);
	if (count == 2 && function)
		return cli_usage(self, "--function %s, and the operand '%s': name one function", function, operands[1]);
	bench->path = operands[0];
	bench->function = count == 2 ? operands[1] : function;
	return CLI_GO_ON;
}

static int parse_numbers(const struct cli_command *self, struct bench *bench, const char *batch, const char *repeat,
	const char *carry)
{
	uint64_t batch_ms = 20;
	if (batch && !cli_number(&batch, '\0', 1, 3600000, &batch_ms))
		return cli_usage(self, "--batch-ms: expected a number from 1 to 3600000");
	if (repeat && !cli_number(&repeat, '\0', 1, 1000000000, &bench->repeat))
		return cli_usage(self, "--repeat: expected a number from 1 to 1000000000");
	if (carry && !cli_number(&carry, '\0', 1, UINT32_MAX, &bench->carried))
		return cli_usage(self, "--carry: expected a number from 1 to %u", UINT32_MAX);
	bench->batch_ns = batch_ms * 1000000;
	return options_random(self, bench->random, bench->shapes, &bench->seed);
}

int bef_bench_command(const struct cli_command *self, int argc, char **argv)
{
	const char *queue = NULL, *batch = NULL, *packs = NULL, *function = NULL, *inputs = NULL, *repeat = NULL, *carry = NULL,
		   *math = NULL, *jit = NULL;
	struct bench bench = { .path = NULL, .json = !isatty(STDOUT_FILENO) };
	const struct cli_option options[] = {
		{ "function", 0, "FUNCTION", "the function, instead of an operand; default, of a model: main", &function, NULL },
		{ "input", 0, "[NAME=]FILE.npy", "argument of a model; as for run; repeatable", &inputs, &cli_lines },
		{ "weights", 0, "FILE", "tensors for arguments of a model, or its constants; as for run", &bench.weights, NULL },
		{ "map", 0, "FILE", "lines ARGUMENT = TENSOR for --weights, where names differ", &bench.map, NULL },
		RANDOM_OPTIONS(&bench.random, &bench.shapes),
		{ "carry", 0, "N", "the first N results of a model's call are the first arguments of the next, as in training", &carry, NULL },
		{ "repeat", 0, "N", "number of measured calls of a model; default: until the median is stable, at most 2 seconds",
			&repeat, NULL },
		{ "output", 'o', "FILE.npy", "write the results of a model's last call; as for run; repeatable",
			&bench.results.outputs, &cli_lines },
		QUEUE_OPTION(&queue),
		{ "allocator", 0, "ALLOCATOR", "as for run; default, for host programs: cached", &bench.allocator, NULL },
		MATH_OPTION(&math),
		JIT_OPTION(&jit),
		PACKS_OPTION(&packs),
		DEVICE_OPTION(&bench.device),
		NO_FUSE_OPTION(&bench.no_fusing),
		SEMANTICS_OPTION(&bench.semantics),
		PLATFORM_OPTION(&bench.platform),
		{ "batch-ms", 0, "MS", "minimum duration of each of the 15 batches of a host program; default: 20", &batch, NULL },
		{ "json", 0, NULL, "print one JSON object, also on a terminal, where the default is a table", NULL, &bench.json },
	};
	struct cli_files operands;
	int code = cli_parse_operands(self, options, sizeof options / sizeof *options, argc, argv, NULL, &operands);
	if (code != CLI_GO_ON)
		return code;
	code = take_operands(self, operands.paths, operands.count, function, &bench);
	free(operands.paths);
	if (code == CLI_GO_ON)
		code = options_semantics(self, bench.semantics);
	if (code == CLI_GO_ON)
		code = options_jit(self, jit);
	if (code == CLI_GO_ON)
		code = parse_numbers(self, &bench, batch, repeat, carry);
	if (code != CLI_GO_ON)
		return code;
	if (bench.map && !bench.weights)
		return cli_usage(self, "--map: pairs the names of --weights, which is not given");
	bench.queue = queue ? queue : "single";
	code = machine_init(self, queue, bench.allocator, packs, bench.device, false, &bench.machine);
	if (code != CLI_GOOD)
		return code;
	machine_mute(&bench.machine);
	code = bench_all(self, &bench, inputs, math);
	int finished = machine_finish(&bench.machine);
	return code != CLI_GOOD ? code : finished;
}
