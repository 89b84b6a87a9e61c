/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "models/arguments.h"
#include <tensorfile/npy.h>
#include "models/parts.h"
#include "tensors/random.h"
#include "tensors/tensor_file.h"
#include "tensors/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENT_TEXT = 200, MOST_NAMED = 16 /* arguments in a message */ };

/* One argument of the function. */
struct argument {
	const struct bef_stablehlo_function *function;
	const struct bef_stablehlo_value *value;
	uint32_t index;
	char number[16]; /* "arg0" */
	char text[ARGUMENT_TEXT]; /* "argument 0 (x)", for messages */
	struct array_type type;
	bool is_divided;          /* `type` is that of the whole array */
	struct bef_model_part part;
	const struct tensorfile_tensor *tensor; /* of a file; NULL: none */
};

static int describe(const struct bef_stablehlo_function *function, uint32_t index, const struct arguments_options *options,
	struct argument *out)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_stablehlo_value *value = &function->arguments[index];
	*out = (struct argument){ .function = function, .value = value, .index = index };
	snprintf(out->number, sizeof out->number, "arg%" PRIu32, index);
	int size = snprintf(out->text, sizeof out->text, "argument %" PRIu32, index);
	if (value->name.size && value->name.size < ARGUMENT_TEXT / 2)
		snprintf(out->text + size, sizeof out->text - (size_t)size, " (%.*s)", (int)value->name.size, value->name.data);
	out->type = (struct array_type){ (enum kernels_dtype)value->dtype, value->rank, value->dims, out->text };
	out->part.size = sizeof out->part;
	if (!options->divided)
		return CLI_GOOD;
	if (bef_model_sharding(options->divided, function, false, index, options->rank, &out->part, &diag) != BEF_OK) {
		cli_error("%s: %s", out->text, diag.message);
		return CLI_BAD;
	}
	out->is_divided = part_is_less(&out->part);
	if (out->is_divided)
		out->type.dims = out->part.global;
	return CLI_GOOD;
}

/* What the input must be. */
static struct array_type type_of(const struct argument *argument, const struct input *input)
{
	struct array_type type = argument->type;
	if (argument->is_divided && input && input->of_rank)
		type.dims = argument->value->dims;
	return type;
}

static struct input *find_named(struct inputs *inputs, uint32_t index)
{
	for (size_t i = 0; i < inputs->count; i++) {
		struct input *input = &inputs->list[i];
		if (!input->used && input->name && input->argument == index)
			return input;
	}
	return NULL;
}

/* The input of the argument, or the next one without a name. */
static struct input *find_input(struct inputs *inputs, const struct argument *argument)
{
	struct input *named = find_named(inputs, argument->index);
	if (named || argument->tensor)
		return named;
	for (size_t i = 0; i < inputs->count; i++) {
		if (!inputs->list[i].name && !inputs->list[i].used)
			return &inputs->list[i];
	}
	return NULL;
}

/* ---- random arguments */

bool arguments_parse_shape(const char *text, size_t size, uint32_t rank, int64_t *out)
{
	const char *at = text, *end = text + size;
	for (uint32_t i = 0; i < rank; i++) {
		char *after;
		if (at == end || *at < '0' || *at > '9')
			return false;
		long long dim = strtoll(at, &after, 10);
		if (dim == INT64_MAX || after > end)
			return false;
		out[i] = dim;
		at = after;
		if (i + 1 < rank && (at == end || *at++ != 'x'))
			return false;
	}
	return at == end;
}

/* The --shape of an argument; NULL: none. */
static const char *find_shape(const char *lines, const struct argument *argument, size_t *out_size)
{
	for (const char *at = lines; at && *at; at += *at == '\n') {
		const size_t size = strcspn(at, "\n");
		const char *equals = memchr(at, '=', size);
		uint32_t index;
		if (equals && bef_stablehlo_find_argument(argument->function, at, (size_t)(equals - at), &index, NULL) == BEF_OK &&
			index == argument->index) {
			*out_size = size - (size_t)(equals + 1 - at);
			return equals + 1;
		}
		at += size;
	}
	return NULL;
}

/* With a 2 in each open dimension, and the name that the model has. */
static void suggest_shape(const struct argument *argument, const char *expected)
{
	const struct bef_string name = argument->value->name;
	const bool named = name.size && name.size < ARGUMENT_TEXT / 2;
	char shape[TYPE_TEXT] = "";
	size_t used = 0;
	for (uint32_t i = 0; i < argument->type.rank && used < sizeof shape; i++) {
		const int64_t dim = argument->type.dims[i] < 0 ? 2 : argument->type.dims[i];
		used += (size_t)snprintf(shape + used, sizeof shape - used, "%s%" PRId64, i ? "x" : "", dim);
	}
	cli_error("%s is %s: --shape %.*s=%s or the like gives it a shape", argument->text, expected,
		named ? (int)name.size : (int)strlen(argument->number), named ? name.data : argument->number, shape);
}

static int random_shape(const struct argument *argument, const char *lines, int64_t *out_dims)
{
	const struct array_type *type = &argument->type;
	char expected[TYPE_TEXT];
	size_t size;
	const char *shape = find_shape(lines, argument, &size);
	bool open = false;
	for (uint32_t i = 0; i < type->rank; i++) {
		open = open || type->dims[i] < 0;
		out_dims[i] = type->dims[i];
	}
	array_type_text(type->dtype, type->rank, type->dims, expected);
	if (!shape && !open)
		return CLI_GOOD;
	if (!shape)
		suggest_shape(argument, expected);
	else if (arguments_parse_shape(shape, size, type->rank, out_dims) && array_fits(type, type->dtype, type->rank, out_dims))
		return CLI_GOOD;
	else
		cli_error("--shape: %s is %s, found the shape '%.*s'", argument->text, expected, (int)size, shape);
	return CLI_USAGE;
}

static int no_room(const struct argument *argument, const struct npy_elements *elements)
{
	char type[TYPE_TEXT];
	cli_error("%s: out of memory for %s", argument->text, array_type_text(elements->dtype, elements->rank, elements->dims, type));
	return CLI_SYSTEM;
}

static int make_random(
	const struct argument *argument, const struct arguments_options *options, struct npy_elements *out)
{
	*out = (struct npy_elements){ .dtype = argument->type.dtype, .rank = argument->type.rank };
	int code = random_shape(argument, options->shapes, out->dims);
	if (code != CLI_GOOD)
		return code;
	struct kernels_shape shape = { .rank = out->rank };
	int64_t count;
	memcpy(shape.dims, out->dims, out->rank * sizeof *out->dims);
	const bool large = !kernels_shape_elements(&shape, &count) ||
			   __builtin_mul_overflow((size_t)count, kernels_dtype_size(out->dtype), &out->size) ||
			   out->size == SIZE_MAX;
	out->bytes = out->owned = large ? NULL : malloc(out->size + 1);
	if (!out->owned)
		return no_room(argument, out);
	code = random_fill(options->seed, argument->index, out->dtype, out->owned, (size_t)count, options->limit);
	if (code != CLI_GOOD) {
		free(out->owned);
		out->owned = NULL;
	}
	return code;
}

/* ---- names */

static int unknown_name(const char *option, const char *name, size_t size,
	const struct bef_stablehlo_function *function, const struct argument *list)
{
	char type[TYPE_TEXT];
	cli_error("%s: '%.*s' is not an argument of '%.*s'%s", option, (int)size, name, (int)function->name.size,
		function->name.data, function->argument_count ? ", which has:" : ", which has none");
	for (uint32_t i = 0; i < function->argument_count && i < MOST_NAMED; i++)
		cli_error("  %s: %s", list[i].text,
			array_type_text(list[i].type.dtype, list[i].type.rank, list[i].type.dims, type));
	if (function->argument_count > MOST_NAMED)
		cli_error("  and %" PRIu32 " more", function->argument_count - MOST_NAMED);
	return CLI_USAGE;
}

static int find_argument(const char *option, const char *name, size_t size, const struct bef_stablehlo_function *function,
	const struct argument *list, uint32_t *out_index)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	const enum bef_status status = bef_stablehlo_find_argument(function, name, size, out_index, &diag);
	if (status == BEF_E_ARG)
		cli_error("%s: %s", option, diag.message);
	return status == BEF_OK ? CLI_GOOD : status == BEF_E_ARG ? CLI_USAGE : unknown_name(option, name, size, function, list);
}

/* Several inputs for one argument: the order of files of arrays would decide. */
static int check_once(const struct inputs *inputs, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (!inputs->list[i].name || inputs->list[i].argument != inputs->list[index].argument)
			continue;
		cli_error("--input: '%s' and '%s' are the same argument", inputs->list[i].name, inputs->list[index].name);
		return CLI_USAGE;
	}
	return CLI_GOOD;
}

/* Options must name arguments of the function. */
static int check_names(struct arguments_options *options, const struct bef_stablehlo_function *function, const struct argument *list)
{
	int code = CLI_GOOD;
	uint32_t index;
	for (const char *at = options->shapes; at && *at && code == CLI_GOOD; at += *at == '\n') {
		const size_t size = strcspn(at, "\n");
		code = find_argument("--shape", at, strcspn(at, "=\n"), function, list, &index);
		at += size;
	}
	for (size_t i = 0; i < options->inputs.count && code == CLI_GOOD; i++) {
		struct input *input = &options->inputs.list[i];
		if (input->name)
			code = find_argument("--input", input->name, strlen(input->name), function, list, &input->argument);
		if (input->name && code == CLI_GOOD)
			code = check_once(&options->inputs, i);
	}
	return code;
}

/* ---- arguments */

static int choose_tensors(struct arguments_options *options, const struct bef_stablehlo_function *function, struct argument *list)
{
	const size_t room = function->argument_count + (size_t)1;
	const struct tensorfile_tensor **tensors = calloc(room, sizeof *tensors);
	bool *taken = calloc(room, sizeof *taken);
	int code = tensors && taken ? CLI_GOOD : cli_out_of_memory();
	for (uint32_t i = 0; i < function->argument_count && code == CLI_GOOD; i++)
		taken[i] = find_named(&options->inputs, i) != NULL;
	if (code == CLI_GOOD)
		code = bound_choose(options->bound, function, taken, options->rank > 0, tensors);
	for (uint32_t i = 0; i < function->argument_count && code == CLI_GOOD; i++)
		list[i].tensor = tensors[i];
	free(tensors);
	free(taken);
	return code;
}

/* *out_whole: they are not the part of a rank. */
static int make_elements(
	const struct argument *argument, struct arguments_options *options, struct npy_elements *out, bool *out_whole)
{
	*out_whole = true;
	char text[TYPE_TEXT];
	struct input *input = find_input(&options->inputs, argument);
	if (!input && argument->tensor)
		return tensor_file_take(options->bound->path, options->bound->file, argument->tensor, &argument->type, out);
	if (!input && options->random)
		return make_random(argument, options, out);
	if (!input) {
		const struct array_type *type = &argument->type;
		array_type_text(type->dtype, type->rank, type->dims, text);
		if (options->bound)
			cli_error("no --input, and no tensor of %s, for %s: %s; see also --random-inputs", options->bound->path, argument->text, text);
		else
			cli_error("no --input for %s: %s; see also --random-inputs", argument->text, text);
		return CLI_USAGE;
	}
	input->used = true;
	const struct array_type type = type_of(argument, input);
	int code = input->is_value ? value_parse(input->text, &type, out) : npy_to_array(&input->file, &type, out);
	*out_whole = !input->of_rank;
	return code;
}

/* A token needs no input. JAX passes an empty array of booleans for it, which recorded inputs contain. */
static void take_token(struct input *input)
{
	struct tensorfile_npy array;
	if (input && !input->is_value && !tensorfile_npy_read(input->file.data, input->file.size, &array) && strcmp(array.dtype, "|b1") == 0 &&
		array.rank == 1 && array.dims[0] == 0)
		input->used = true;
}

static int make_one(
	const struct argument *argument, struct arguments_options *options, struct bef_model_tensor *out, void **out_owned)
{
	struct npy_elements elements;
	if (argument->value->dtype == 0) {
		take_token(find_input(&options->inputs, argument));
		return CLI_GOOD;
	}
	bool whole;
	int code = make_elements(argument, options, &elements, &whole);
	if (code == CLI_GOOD && argument->is_divided && whole)
		code = part_cut(&argument->part, &elements);
	if (code != CLI_GOOD)
		return code;
	*out = (struct bef_model_tensor){ .dtype = elements.dtype,
		.rank = elements.rank,
		.data = (void *)(uintptr_t)elements.bytes,
		.size = elements.size };
	memcpy(out->dims, elements.dims, elements.rank * sizeof *elements.dims);
	*out_owned = elements.owned;
	return CLI_GOOD;
}

int arguments_make(
	const struct bef_stablehlo_function *function, struct arguments_options *options, struct arguments *out)
{
	const uint32_t count = function->argument_count;
	struct argument *list = calloc(count + (size_t)1, sizeof *list);
	*out = (struct arguments){ calloc(count + (size_t)1, sizeof *out->tensors), calloc(count + (size_t)1, sizeof(void *)), count };
	int code = CLI_GOOD;
	char name[100];
	snprintf(name, sizeof name, "%.*s", (int)function->name.size, function->name.data);
	if (!list || !out->tensors || !out->owned)
		code = cli_out_of_memory();
	for (uint32_t i = 0; i < count && code == CLI_GOOD; i++)
		code = describe(function, i, options, &list[i]);
	if (code == CLI_GOOD)
		code = check_names(options, function, list);
	if (code == CLI_GOOD && options->bound)
		code = choose_tensors(options, function, list);
	/* random numbers, and weights of other types, may take long */
	cli_progress_begin("arguments of", name);
	for (uint32_t i = 0; i < count && code == CLI_GOOD; i++)
		code = make_one(&list[i], options, &out->tensors[i], &out->owned[i]);
	cli_progress_end();
	const struct input *unused = code == CLI_GOOD ? inputs_unused(&options->inputs) : NULL;
	if (unused) {
		cli_error("--input: '%.*s' has no argument left for '%s'", (int)function->name.size, function->name.data, unused->path);
		code = CLI_USAGE;
	}
	free(list);
	if (code != CLI_GOOD)
		arguments_finish(out);
	return code;
}

void arguments_finish(struct arguments *arguments)
{
	for (uint32_t i = 0; arguments->owned && i < arguments->count; i++)
		free(arguments->owned[i]);
	free(arguments->owned);
	free(arguments->tensors);
	*arguments = (struct arguments){ .count = 0 };
}
