/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints results in the layout of TFRT's driver, with tensors below. */
#include "results.h"
#include "tensor_text.h"

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

static void print_result(const struct kernels_type *type, struct async_value *value, bool with_code)
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

static const struct kernels_tensor *tensor_of(struct async_value *value)
{
	if (async_value_is_error(value) || async_value_type(value) != kernels_tensor_types()->tensor)
		return NULL;
	return async_value_payload(value);
}

static void print_tensors(const struct kernels_function *function, struct async_value *const *results, bool all)
{
	for (uint32_t i = 0; i < function->result_count; i++) {
		const struct kernels_tensor *tensor = tensor_of(results[i]);
		if (!tensor)
			continue;
		printf("result %" PRIu32 ": ", i);
		tensor_print(stdout, tensor, all);
	}
}

void results_print(const struct kernels_function *function, struct async_value *const *results, bool with_code,
	const struct results_options *options)
{
	/* one write per line: kernels that no result waits for may print concurrently */
	flockfile(stdout);
	putchar('\'');
	cli_put_escaped(stdout, function->name, function->name_size);
	fputs("' returned ", stdout);
	for (uint32_t i = 0; i < function->result_count; i++) {
		if (i > 0)
			putchar(',');
		print_result(&function->results[i], results[i], with_code);
	}
	putchar('\n');
	if (!options->compatible)
		print_tensors(function, results, options->all);
	funlockfile(stdout);
}

/* DIRECTORY/resultN.npy for each tensor */
static int write_folder(const char *folder, const struct kernels_function *function, struct async_value *const *results)
{
	int code = CLI_GOOD;
	for (uint32_t i = 0; i < function->result_count && code == CLI_GOOD; i++) {
		const struct kernels_tensor *tensor = tensor_of(results[i]);
		char *path = NULL;
		if (tensor && asprintf(&path, "%s/result%" PRIu32 ".npy", folder, i) < 0) {
			cli_error("out of memory");
			return CLI_SYSTEM;
		}
		if (tensor)
			code = tensor_to_npy(path, tensor);
		free(path);
	}
	return code;
}

bool results_is_folder(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

int results_write(
	const struct kernels_function *function, struct async_value *const *results, struct results_options *options)
{
	int code = CLI_GOOD;
	if (options->outputs && results_is_folder(options->outputs)) {
		code = write_folder(options->outputs, function, results);
		options->outputs = NULL;
		return code;
	}
	for (uint32_t i = 0; i < function->result_count && options->outputs && code == CLI_GOOD; i++) {
		const struct kernels_tensor *tensor = tensor_of(results[i]);
		if (!tensor)
			continue;
		size_t size = strcspn(options->outputs, "\n");
		char *path = strndup(options->outputs, size);
		if (!path) {
			cli_error("out of memory");
			return CLI_SYSTEM;
		}
		code = tensor_to_npy(path, tensor);
		free(path);
		options->outputs = options->outputs[size] ? options->outputs + size + 1 : NULL;
	}
	return code;
}
