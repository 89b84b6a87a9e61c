/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run: what TFRT's bef_executor does. */
#include "functions.h"
#include "machine.h"
#include "open.h"
#include "record.h"

#include <float.h>
#include <kernels/math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
	struct machine machine;
	struct bef_file *file;
	const char *functions; /* names with commas between; NULL: all */
	const char *init;
	bool print_error_code;
};

static const char *name_end(const char *name)
{
	const char *comma = strchr(name, ',');
	return comma ? comma : name + strlen(name);
}

/* ---- results */

static void print_float(double number)
{
	if (number != number)
		fputs("nan", stdout);
	else if (number > DBL_MAX || number < -DBL_MAX)
		fputs(number > 0 ? "INF" : "-INF", stdout);
	else
		printf("%e", number);
}

/* Prints the payload if the type is one that has a text. */
static bool print_payload(const struct kernels_type *type, struct async_value *value)
{
	const struct kernels_type_ids *ids = kernels_types();
	if (type->id == ASYNC_TYPE_NONE || async_value_type(value) != type->id)
		return false;
	const void *payload = async_value_payload(value);
	if (type->id == ids->i1)
		printf("%d", *(const uint8_t *)payload != 0);
	else if (type->id == ids->i32)
		printf("%lld", (long long)*(const int32_t *)payload);
	else if (type->id == ids->i64)
		printf("%lld", (long long)*(const int64_t *)payload);
	else if (type->id == ids->f32)
		print_float((double)*(const float *)payload);
	else if (type->id == ids->f64)
		print_float(*(const double *)payload);
	else
		return false;
	return true;
}

static void print_result(const struct kernels_type *type, struct async_value *value, bool with_code)
{
	if (async_value_is_error(value)) {
		const struct async_error *error = async_value_error(value);
		fputs("<<error: ", stdout);
		fwrite(async_error_message(error), 1, async_error_message_size(error), stdout);
		if (with_code)
			printf(", code: %s", async_code_name(async_error_code(error)));
		fputs(">>", stdout);
	} else if (!print_payload(type, value)) {
		fwrite(type->name, 1, type->name_size, stdout);
		fputs(" value", stdout);
	}
}

static void print_results(const struct kernels_function *function, struct async_value *const *results, bool with_code)
{
	/* one line: kernels that no result waits for may print at the same time */
	flockfile(stdout);
	putchar('\'');
	fwrite(function->name, 1, function->name_size, stdout);
	fputs("' returned ", stdout);
	for (uint32_t i = 0; i < function->result_count; i++) {
		if (i > 0)
			putchar(',');
		print_result(&function->results[i], results[i], with_code);
	}
	putchar('\n');
	funlockfile(stdout);
}

/* ---- functions */

/* Runs to the end on behalf of a request of its own. False: out of memory. */
static bool execute(const struct run *run, const struct kernels_function *function, bool with_code)
{
	const struct async_host *host = &run->machine.host;
	struct async_request *request = async_request_create(host, NULL);
	struct async_value **results = calloc(function->result_count + 1u, sizeof *results);
	if (!request || !results) {
		async_request_release(request);
		free(results);
		cli_error("out of memory");
		return false;
	}
	kernels_function_execute(function, request, NULL, results);
	async_queue_await(host->queue, results, function->result_count);
	if (function->result_count)
		print_results(function, results, with_code);
	for (uint32_t i = 0; i < function->result_count; i++)
		async_value_release(results[i]);
	free(results);
	/* kernels that no result depends on may still be running for the request */
	async_queue_quiesce(host->queue);
	async_request_release(request);
	return true;
}

static bool run_function(const struct run *run, size_t index)
{
	const struct kernels_function *function = bef_file_function(run->file, index);
	/* TFRT's driver announces regions that have arguments, too */
	if (function->name_size == 0 && !(run->machine.compatible && function->argument_count))
		return true;
	if (function->argument_count) {
		fputs("--- Not running '", stdout);
		fwrite(function->name, 1, function->name_size, stdout);
		fputs("' because it has arguments.\n", stdout);
		return true;
	}
	fputs("--- Running '", stdout);
	fwrite(function->name, 1, function->name_size, stdout);
	fputs("':\n", stdout);
	fflush(stdout);
	/* the original knows no codes of errors in synchronous functions */
	bool with_code = run->print_error_code && bef_file_function_kind(run->file, index) != BEF_FUNCTION_SYNC;
	return execute(run, function, with_code);
}

static bool is_called(const struct kernels_function *function, const char *name, size_t size)
{
	return function->name_size == size && memcmp(function->name, name, size) == 0;
}

/* Index of a named function, the count when there is none. */
static size_t find(const struct run *run, const char *name, size_t size)
{
	size_t index = 0, count = bef_file_function_count(run->file);
	while (index < count && !(size && is_called(bef_file_function(run->file, index), name, size)))
		index++;
	return index;
}

static bool run_unless_init(const struct run *run, size_t index)
{
	if (run->init && is_called(bef_file_function(run->file, index), run->init, strlen(run->init)))
		return true;
	return run_function(run, index);
}

/* Before anything runs: every function asked for must be there, and one of them must run. */
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
	cli_error("nothing can run: every function of --functions takes arguments; --call 'F(ARGUMENTS)' gives them");
	return CLI_BAD;
}

static int run_functions(const struct run *run)
{
	size_t count = bef_file_function_count(run->file);
	int code = check_names(run);
	if (code != CLI_GOOD)
		return code;
	bool good = true;
	size_t init = run->init ? find(run, run->init, strlen(run->init)) : count;
	if (init < count)
		good = run_function(run, init);
	if (!run->functions) {
		for (size_t i = 0; good && i < count; i++)
			good = run_unless_init(run, i);
	}
	for (const char *name = run->functions; good && name && *name;) {
		const char *end = name_end(name);
		good = run_unless_init(run, find(run, name, (size_t)(end - name)));
		name = *end ? end + 1 : end;
	}
	return good ? CLI_GOOD : CLI_SYSTEM;
}

static bool choose_math(const char *name)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	if (!name || kernels_math_choose(name, &diag) == KERNELS_OK)
		return true;
	cli_error("--math %s", diag.message);
	return false;
}

static int run_program(struct run *run, const struct program *program, const char *trace, bool stats)
{
	struct machine *machine = &run->machine;
	struct record record;
	record_init(&record);
	int code = program_open(program, machine->registry, machine->host.allocator, &machine->diagnostics,
		trace || stats ? &record.observer : NULL, &run->file);
	if (code == CLI_GOOD && run->file)
		code = run_functions(run);
	if (code == CLI_GOOD && trace)
		code = record_write_trace(&record, trace);
	if (code == CLI_GOOD && stats)
		code = record_print_stats(&record);
	bef_file_close(run->file);
	record_finish(&record);
	return code;
}

int bef_run_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *queue = NULL, *allocator = NULL, *math = NULL, *trace = NULL, *packs = NULL;
	bool verify_diagnostics = false, stats = false;
	struct run run = { .file = NULL };
	const struct cli_option options[] = {
		{ "functions", 0, "A,B", "run these functions, in this order; default: all, in the order of the file",
			&run.functions, NULL },
		{ "init", 0, "F", "run F before the others, if there is such a function", &run.init, NULL },
		{ "queue", 0, "single|threads[:N[:M]]",
			"one thread (default), or N workers and up to M blocking threads", &queue, NULL },
		{ "allocator", 0, "NAME", "system, cached, mimalloc, counting (reports leaks) or fixed:BYTES",
			&allocator, NULL },
		{ "math", 0, "NAME", "who multiplies: builtin (default), blas, xnnpack or auto", &math, NULL },
		PACKS_OPTION(&packs),
		{ "print-error-code", 0, NULL, "add the code to errors that functions return", NULL,
			&run.print_error_code },
		{ "verify-diagnostics", 0, NULL, "check errors against the expected-error comments of the source", NULL,
			&verify_diagnostics },
		{ "trace", 0, "FILE", "write what each kernel did as a Chrome trace", &trace, NULL },
		{ "stats", 0, NULL, "print totals per kernel and the critical path", NULL, &stats },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	code = machine_init(self, queue, allocator, packs, verify_diagnostics, &run.machine);
	if (code != CLI_GOOD)
		return code;
	if (!choose_math(math)) {
		machine_finish(&run.machine);
		return CLI_SYSTEM;
	}
	static const struct program_options defaults;
	struct program program;
	code = program_load(path, &defaults, &program);
	if (code == CLI_GOOD) {
		code = run_program(&run, &program, trace, stats);
		program_finish(&program);
	}
	int finished = machine_finish(&run.machine);
	return code != CLI_GOOD ? code : finished;
}
