/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values are printed in the layout of TFRT's driver, tensors below as NumPy prints them. */
#include "tensors/results.h"

#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void print_float(double number)
{
	if (number != number)
		fputs("nan", stdout);
	else if (number > DBL_MAX || number < -DBL_MAX)
		fputs(number > 0 ? "INF" : "-INF", stdout);
	else
		printf("%e", number);
}

/* Prints the payload if its type has a text form. */
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

static void print_value(const struct kernels_type *type, struct async_value *value, bool with_code)
{
	if (async_value_is_error(value)) {
		const struct async_error *error = async_value_error(value);
		fputs("<<error: ", stdout);
		cli_put_escaped(stdout, async_error_message(error), async_error_message_size(error));
		if (with_code)
			printf(", code: %s", async_code_name(async_error_code(error)));
		fputs(">>", stdout);
	} else if (!print_payload(type, value)) {
		cli_put_escaped(stdout, type->name, type->name_size);
		fputs(" value", stdout);
	}
}

void results_print_values(const struct kernels_function *function, struct async_value *const *values, bool with_code)
{
	putchar('\'');
	cli_put_escaped(stdout, function->name, function->name_size);
	fputs("' returned ", stdout);
	for (uint32_t i = 0; i < function->result_count; i++) {
		if (i > 0)
			putchar(',');
		print_value(&function->results[i], values[i], with_code);
	}
	putchar('\n');
}

/* ---- tensors */

void results_name(struct result *result, size_t index)
{
	snprintf(result->name, sizeof result->name, "result%zu", index);
}

static void describe(struct async_value *value, struct result *out)
{
	if (async_value_is_error(value) || async_value_type(value) != kernels_tensor_types()->tensor)
		return;
	const struct kernels_tensor *tensor = async_value_payload(value);
	out->array = (struct array){ tensor->dtype, tensor->shape.rank, tensor->shape.dims, NULL };
	if (tensor->kind == KERNELS_TENSOR_DENSE && kernels_dtype_size(tensor->dtype)) {
		out->array.bytes = kernels_tensor_bytes(tensor);
		out->form = RESULT_DENSE;
	} else {
		out->form = tensor->kind == KERNELS_TENSOR_COO ? RESULT_SPARSE : RESULT_STRINGS;
	}
}

struct result *results_of(const struct kernels_function *function, struct async_value *const *values)
{
	struct result *results = calloc(function->result_count + (size_t)1, sizeof *results);
	for (uint32_t i = 0; results && i < function->result_count; i++) {
		results_name(&results[i], i);
		describe(values[i], &results[i]);
	}
	if (!results)
		cli_error("out of memory");
	return results;
}

void results_print(const struct result *results, size_t count, const struct results_options *options)
{
	char type[TYPE_TEXT];
	for (size_t i = 0; i < count && !options->compatible; i++) {
		const struct result *result = &results[i];
		if (result->form == RESULT_OTHER)
			continue;
		printf("result %zu", i);
		if (result->label) {
			fputs(" (", stdout);
			cli_put_escaped(stdout, result->label, result->label_size);
			putchar(')');
		}
		printf(": %s", array_type_text(result->array.dtype, result->array.rank, result->array.dims, type));
		if (result->form == RESULT_DENSE) {
			putchar('\n');
			array_print(stdout, &result->array, options->all);
		} else {
			fputs(result->form == RESULT_SPARSE ? ", sparse" : ", strings", stdout);
		}
		putchar('\n');
	}
}

/* ---- files */

static bool is_folder(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_archive(const char *path)
{
	const size_t size = strlen(path);
	return size > 4 && strcmp(path + size - 4, ".npz") == 0;
}

static int write_one(const char *path, const struct result *result)
{
	if (result->form == RESULT_DENSE)
		return array_to_npy(path, &result->array);
	cli_error("%s: NumPy has no dense array of %s %s", path, result->form == RESULT_SPARSE ? "sparse" : "tensors of",
		result->form == RESULT_SPARSE ? kernels_dtype_name(result->array.dtype) : "strings");
	return CLI_BAD;
}

/* FOLDER/NAME.npy for each tensor. */
static int write_folder(const char *folder, const struct result *results, size_t count)
{
	int code = cli_folder(folder, false);
	for (size_t i = 0; i < count && code == CLI_GOOD; i++) {
		char *path;
		if (results[i].form == RESULT_OTHER)
			continue;
		if (asprintf(&path, "%s/%s.npy", folder, results[i].name) < 0)
			return cli_out_of_memory();
		code = write_one(path, &results[i]);
		free(path);
	}
	return code;
}

static int write_archive(const char *path, const struct result *results, size_t count, bool compress)
{
	struct cli_output output;
	int code = cli_output_open(path, "npz", &output);
	if (code != CLI_GOOD)
		return code;
	struct tensorfile_zip_writer zip = { .out = output.stream, .deflate = compress };
	for (size_t i = 0; i < count && code == CLI_GOOD; i++) {
		if (results[i].form == RESULT_DENSE)
			code = array_to_zip(path, &zip, results[i].name, &results[i].array);
		else if (results[i].form != RESULT_OTHER)
			code = write_one(path, &results[i]);
	}
	tensorfile_zip_finish(&zip, code == CLI_GOOD);
	int finished = cli_output_finish(&output, code == CLI_GOOD);
	return code != CLI_GOOD ? code : finished;
}

/* Copies the next output, and returns what follows it in *out_next. */
static char *next_output(const char *outputs, const char **out_next)
{
	const size_t size = strcspn(outputs, "\n");
	*out_next = outputs[size] ? outputs + size + 1 : NULL;
	return strndup(outputs, size);
}

int results_write(const struct result *results, size_t count, struct results_options *options)
{
	int code = CLI_GOOD;
	for (size_t i = 0; i < count && options->outputs && code == CLI_GOOD; i++) {
		if (results[i].form == RESULT_OTHER)
			continue;
		char *path = next_output(options->outputs, &options->outputs);
		if (!path)
			return cli_out_of_memory();
		if (is_folder(path)) {
			code = write_folder(path, results + i, count - i);
			i = count - 1;
		} else if (is_archive(path)) {
			code = write_archive(path, results + i, count - i, options->compress);
			i = count - 1;
		} else {
			code = write_one(path, &results[i]);
		}
		free(path);
	}
	return code;
}

int results_check(const struct results_options *options)
{
	int code = CLI_GOOD;
	for (const char *at = options->outputs; at && *at && code == CLI_GOOD;) {
		char *path = next_output(at, &at);
		if (!path)
			return cli_out_of_memory();
		code = is_folder(path) ? cli_folder(path, false) : cli_output_check(path, is_archive(path) ? "npz" : "npy");
		free(path);
	}
	return code;
}

int results_left(const struct results_options *options)
{
	if (!options->outputs)
		return CLI_GOOD;
	cli_error("--output: no tensor is left for '%s'", options->outputs);
	return CLI_BAD;
}
