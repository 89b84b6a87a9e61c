/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "models/model_functions.h"
#include "../cli/cli.h"
#include "tensors/npy_array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_called(const struct bef_stablehlo_function *function, const char *name, size_t size)
{
	return function->name.size == size && memcmp(function->name.data, name, size) == 0;
}

const struct bef_stablehlo_function *model_function_find(const struct bef_model *model, const char *name, size_t size)
{
	for (size_t i = 0; i < bef_model_function_count(model); i++) {
		if (is_called(bef_model_function(model, i), name, size))
			return bef_model_function(model, i);
	}
	return NULL;
}

/* Prints "x: f32 [2, ?]" of each argument and result. */
static void put_values(const struct bef_stablehlo_value *values, uint32_t count)
{
	char type[TYPE_TEXT];
	for (uint32_t i = 0; i < count; i++) {
		fputs(i ? ", " : "", stderr);
		cli_put_escaped(stderr, values[i].name.data, values[i].name.size);
		fprintf(stderr, ": %s", values[i].dtype ? array_type_text((enum kernels_dtype)values[i].dtype, values[i].rank,
								   values[i].dims, type)
						       : "token");
	}
}

int model_function_missing(const struct bef_model *model, const char *name, size_t size)
{
	enum { MOST = 20 };
	const size_t count = bef_model_function_count(model);
	struct cli_nearest nearest;
	cli_nearest_init(&nearest, name, size);
	cli_error("couldn't find function %.*s", (int)size, name);
	for (size_t i = 0; i < count; i++) {
		const struct bef_string own = bef_model_function(model, i)->name;
		cli_nearest_offer(&nearest, own.data, own.size);
	}
	if (nearest.name)
		cli_error("did you mean '%.*s'?", (int)nearest.size, nearest.name);
	else
		cli_error("the model has %s", count ? "these functions:" : "no function that is not private");
	for (size_t i = 0; i < count && i < MOST && !nearest.name; i++) {
		const struct bef_stablehlo_function *function = bef_model_function(model, i);
		fputs("  ", stderr);
		cli_put_escaped(stderr, function->name.data, function->name.size);
		putc('(', stderr);
		put_values(function->arguments, function->argument_count);
		fputs(") -> (", stderr);
		put_values(function->results, function->result_count);
		fprintf(stderr, ")%s\n", i + 1 == MOST && i + 1 < count ? " ..." : "");
	}
	return CLI_BAD;
}

const struct bef_stablehlo_function *model_function_choose(const struct bef_model *model, const char *name)
{
	if (name)
		return model_function_find(model, name, strlen(name));
	const struct bef_stablehlo_function *main_function = model_function_find(model, "main", 4);
	return main_function || bef_model_function_count(model) != 1 ? main_function : bef_model_function(model, 0);
}

struct result *model_results(const struct bef_stablehlo_function *function, const struct bef_model_tensor *tensors)
{
	const uint32_t count = function->result_count;
	struct result *results = calloc(count + (size_t)1, sizeof *results);
	for (uint32_t i = 0; results && i < count; i++) {
		const struct bef_string name = function->results[i].name;
		results_name(&results[i], i);
		if (function->results[i].dtype == 0)
			continue;
		results[i].form = RESULT_DENSE;
		results[i].array = (struct array){ tensors[i].dtype, tensors[i].rank, tensors[i].dims, tensors[i].data };
		if (name.size == strlen(results[i].name) && memcmp(name.data, results[i].name, name.size) == 0)
			continue;
		results[i].label = name.data;
		results[i].label_size = name.size;
	}
	return results;
}
