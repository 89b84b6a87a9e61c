/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef check: the requirements of a model, as text and JSON. */
#include "commands/check_print.h"
#include "program/program.h"

#include <inttypes.h>
#include <kernels/dtype.h>
#include <mlirbc/print.h>

/* ---- sizes */

/* Bytes of values with static shapes; the largest number if there are others. */
static uint64_t bytes_of(const struct bef_stablehlo_value *values, uint32_t count)
{
	uint64_t all = 0;
	for (uint32_t i = 0; i < count; i++) {
		uint64_t bytes = values[i].dtype ? kernels_dtype_size((enum kernels_dtype)values[i].dtype) : 0;
		for (uint32_t d = 0; d < values[i].rank; d++) {
			if (values[i].dims[d] < 0 || __builtin_mul_overflow(bytes, (uint64_t)values[i].dims[d], &bytes))
				return UINT64_MAX;
		}
		if (__builtin_add_overflow(all, bytes, &all))
			return UINT64_MAX;
	}
	return all;
}

static bool memory_of(const struct check *check, const struct bef_stablehlo_function *function, struct bef_model_memory *out)
{
	return !check->dynamic && bef_model_memory(check->model, function, out, NULL) == BEF_OK;
}


/* ---- names */

struct cut {
	char *text;
	size_t used, room;
};

static int put_cut(void *ctx, const char *data, size_t size)
{
	struct cut *cut = ctx;
	const size_t part = size < cut->room - cut->used - 1 ? size : cut->room - cut->used - 1;
	memcpy(cut->text + cut->used, data, part);
	cut->used += part;
	return part < size;
}

static const char *type_text(const struct mlirbc_type *type, char *out, size_t room)
{
	struct cut cut = { out, 0, room };
	if (mlirbc_print_type(type, put_cut, &cut) == MLIRBC_E_NOMEM)
		cut.used = 0;
	out[cut.used] = '\0';
	return out;
}

/* ---- text */

static void put_size(uint64_t bytes)
{
	if (bytes == UINT64_MAX)
		printf(", unknown size");
	else
		printf(", %" PRIu64 " byte%s", bytes, bytes == 1 ? "" : "s");
}

static void put_functions(const struct check *check)
{
	for (size_t i = 0; check->model && i < bef_model_function_count(check->model); i++) {
		const struct bef_stablehlo_function *function = bef_model_function(check->model, i);
		struct bef_model_memory memory;
		printf("function    ");
		cli_put_escaped(stdout, function->name.data, function->name.size);
		printf(": %" PRIu32 " argument%s", function->argument_count, function->argument_count == 1 ? "" : "s");
		put_size(bytes_of(function->arguments, function->argument_count));
		printf("; %" PRIu32 " result%s", function->result_count, function->result_count == 1 ? "" : "s");
		put_size(bytes_of(function->results, function->result_count));
		putchar('\n');
		if (!memory_of(check, function, &memory) || !memory.bytes)
			continue;
		printf("memory      a call takes at least %" PRIu64 " byte%s beside its arguments", memory.bytes, memory.bytes == 1 ? "" : "s");
		if (memory.operation)
			printf(", for %s", memory.operation);
		if (memory.operation && memory.line)
			printf(" at %" PRIu32 ":%" PRIu32, memory.line, memory.column);
		putchar('\n');
	}
}

static void put_row(const struct check_row *row, const struct mlirbc_string *name)
{
	printf("%12" PRIu64 "  ", row->count);
	cli_put_escaped(stdout, name->data, name->size < 200 ? name->size : 200);
	if (row->refused)
		printf(": cannot run");
	putchar('\n');
}

static void put_rows(const char *title, const struct check_rows *rows)
{
	uint64_t all = 0;
	for (size_t i = 0; i < rows->count; i++)
		all += rows->list[i].count;
	if (!all)
		return;
	printf("%-11s %" PRIu64 "\n", title, all);
	for (size_t i = 0; i < rows->count; i++) {
		if (rows->list[i].count)
			put_row(&rows->list[i], rows->list[i].key);
	}
}

static void put_types(const struct check *check)
{
	char text[120];
	if (!check->needs.types.count)
		return;
	printf("types       ");
	for (size_t i = 0; i < check->needs.types.count; i++)
		printf("%s%s", i ? ", " : "", type_text(check->needs.types.list[i].key, text, sizeof text));
	putchar('\n');
}

static void put_processes(const struct check *check)
{
	struct bef_model_parallel parallel = { .size = sizeof parallel };
	uint64_t replicas = check->needs.replicas, partitions = check->needs.partitions;
	if (check->model) {
		bef_model_parallel(check->model, &parallel);
		replicas = parallel.replicas;
		partitions = parallel.partitions;
	}
	replicas += !replicas;
	partitions += !partitions;
	printf("processes   %" PRIu64, replicas * partitions);
	if (replicas * partitions > 1)
		printf(": %" PRIu64 " replica%s of %" PRIu64 " partition%s", replicas, replicas == 1 ? "" : "s", partitions,
			partitions == 1 ? "" : "s");
	printf("%s\n", parallel.exchanges ? ", with operations between them" : "");
	printf("device      %s\n", check->device ? check->device : "host");
}

static void put_problems(const struct check *check)
{
	for (size_t i = 0; i < check->problem_count; i++)
		(void)program_error(check->name, &check->problems[i].diag);
}

static void put_text(const struct check *check)
{
	const struct check_needs *needs = &check->needs;
	put_functions(check);
	put_rows("operations", &needs->operations);
	put_types(check);
	put_rows("custom calls", &needs->targets);
	if (needs->constants)
		printf("constants   %" PRIu64 ", %" PRIu64 " bytes%s\n", needs->constants, needs->constant_bytes,
			needs->missing ? "; some are in another file" : "");
	put_processes(check);
	if (check->problem_count)
		printf("runs here   no: %zu reason%s\n", check->problem_count, check->problem_count == 1 ? "" : "s");
	else if (check->dynamic)
		printf("runs here   perhaps: shapes are dynamic, and each call checks the operations for its shapes; --shape gives some\n");
	else
		printf("runs here   yes\n");
}

/* ---- JSON */

static void json_string(const char *key, const struct mlirbc_string *text) { cli_json_text(key, text->data, text->size); }

static void json_bytes(const char *key, uint64_t bytes)
{
	if (bytes == UINT64_MAX)
		cli_json_null(key);
	else
		cli_json_number(key, bytes);
}

static void json_functions(const struct check *check)
{
	cli_json_open("functions", '[');
	for (size_t i = 0; check->model && i < bef_model_function_count(check->model); i++) {
		const struct bef_stablehlo_function *function = bef_model_function(check->model, i);
		struct bef_model_memory memory;
		cli_json_open(NULL, '{');
		cli_json_text("name", function->name.data, function->name.size);
		cli_json_number("arguments", function->argument_count);
		json_bytes("argument_bytes", bytes_of(function->arguments, function->argument_count));
		cli_json_number("results", function->result_count);
		json_bytes("result_bytes", bytes_of(function->results, function->result_count));
		if (memory_of(check, function, &memory))
			cli_json_number("memory", memory.bytes);
		else
			cli_json_null("memory");
		cli_json_close();
	}
	cli_json_close();
}

static void json_rows(const char *key, const struct check_rows *rows)
{
	cli_json_open(key, '[');
	for (size_t i = 0; i < rows->count; i++) {
		if (!rows->list[i].count)
			continue;
		cli_json_open(NULL, '{');
		json_string("name", rows->list[i].key);
		cli_json_number("count", rows->list[i].count);
		cli_json_bool("runs", rows->list[i].refused == 0);
		cli_json_close();
	}
	cli_json_close();
}

static void json_needs(const struct check *check)
{
	const struct check_needs *needs = &check->needs;
	char text[120];
	json_rows("operations", &needs->operations);
	cli_json_open("types", '[');
	for (size_t i = 0; i < needs->types.count; i++)
		cli_json_word(NULL, type_text(needs->types.list[i].key, text, sizeof text));
	cli_json_close();
	json_rows("custom_calls", &needs->targets);
	cli_json_number("constants", needs->constants);
	cli_json_number("constant_bytes", needs->constant_bytes);
	cli_json_number("constants_elsewhere", needs->missing);
	cli_json_number("replicas", needs->replicas ? needs->replicas : 1);
	cli_json_number("partitions", needs->partitions ? needs->partitions : 1);
}

static void json_problems(const struct check *check)
{
	cli_json_open("problems", '[');
	for (size_t i = 0; i < check->problem_count; i++) {
		const struct check_problem *problem = &check->problems[i];
		cli_json_open(NULL, '{');
		if (problem->name)
			json_string("operation", problem->name);
		cli_json_word("message", problem->diag.message);
		if (problem->diag.line) {
			cli_json_number("line", problem->diag.line);
			cli_json_number("column", problem->diag.column);
		}
		cli_json_close();
	}
	cli_json_close();
}

/* ---- all */

int check_put(const struct check *check, const struct check_print *print)
{
	struct check_index index = { NULL, NULL, NULL };
	int code = !check->explain || check_index(check, &index) ? CLI_GOOD : cli_out_of_memory();
	if (code == CLI_GOOD && print->json) {
		cli_json_begin(print->command, check->name);
		cli_json_bool("runs", check->problem_count == 0);
		cli_json_bool("dynamic", check->dynamic);
		json_functions(check);
		json_needs(check);
		json_problems(check);
		if (check->explain)
			check_put_answers(check, &index, true);
		code = cli_json_end(CLI_GOOD);
	} else if (code == CLI_GOOD) {
		put_text(check);
		if (check->explain)
			check_put_answers(check, &index, false);
		fflush(stdout);
		put_problems(check);
	}
	check_index_finish(&index);
	return code;
}
