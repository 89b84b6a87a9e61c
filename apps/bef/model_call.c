/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "model_call.h"
#include "functions.h"
#include "tensor_text.h"

#include <bef/reader.h>
#include <errno.h>
#include <inttypes.h>
#include <kernels/kernels.h>
#include <stdlib.h>
#include <string.h>

const struct bef_stablehlo_function *model_function(
	const struct bef_stablehlo_signatures *signatures, const char *name, size_t size)
{
	for (size_t i = 0; signatures && i < signatures->count; i++) {
		const struct bef_string own = signatures->functions[i].name;
		if (own.size == size && memcmp(own.data, name, size) == 0)
			return &signatures->functions[i];
	}
	return NULL;
}

/* ---- the input of an argument */

static bool has_name(const struct call_input *input, const char *name, size_t size)
{
	return input->name_size == size && size && memcmp(input->name, name, size) == 0;
}

static struct call_input *find_input(
	struct call_inputs *inputs, const struct bef_stablehlo_value *argument, uint32_t index)
{
	char number[32];
	int size = snprintf(number, sizeof number, "arg%" PRIu32, index);
	for (size_t i = 0; i < inputs->count; i++) {
		if (has_name(&inputs->list[i], argument->name.data, argument->name.size) ||
			has_name(&inputs->list[i], number, (size_t)size))
			return &inputs->list[i];
	}
	for (size_t i = 0; i < inputs->count; i++) {
		if (inputs->list[i].name_size == 0 && !inputs->list[i].used)
			return &inputs->list[i];
	}
	return NULL;
}

/* ---- values */

static const char *type_text(unsigned dtype, uint32_t rank, const int64_t *dims, char *out, size_t room)
{
	size_t used = (size_t)snprintf(out, room, "%s [", bef_dtype_name(dtype));
	for (uint32_t i = 0; i < rank && used < room; i++)
		used += (size_t)snprintf(out + used, room - used, dims[i] < 0 ? "%s?" : "%s%" PRId64, i ? ", " : "", dims[i]);
	if (used < room)
		snprintf(out + used, room - used, "]");
	return out;
}

static bool fits(const struct kernels_tensor *tensor, const struct bef_stablehlo_value *argument)
{
	bool same = (unsigned)tensor->dtype == argument->dtype && tensor->shape.rank == argument->rank;
	for (uint32_t i = 0; same && i < argument->rank; i++)
		same = argument->dims[i] < 0 || argument->dims[i] == tensor->shape.dims[i];
	return same;
}

/* A number as a tensor of rank 0. */
static bool from_number(const char *text, const struct bef_stablehlo_value *argument,
	const struct async_allocator *allocator, struct kernels_tensor *out)
{
	const struct kernels_shape scalar = { .rank = 0 };
	const bool is_true = strcmp(text, "true") == 0, is_bool = is_true || strcmp(text, "false") == 0;
	char *end;
	errno = 0;
	long long integer = is_bool ? is_true : strtoll(text, &end, 0);
	bool good = is_bool || (!errno && !*end);
	double number = is_bool ? (double)integer : strtod(text, &end);
	float single = (float)number;
	bool floats = argument->dtype == BEF_DTYPE_F32 || argument->dtype == BEF_DTYPE_F64;
	const size_t size = bef_dtype_size(argument->dtype), bits = 8 * size;
	good = floats ? is_bool || !*end : good && argument->dtype <= BEF_DTYPE_I64;
	if (good && !floats && bits < 64)
		good = argument->dtype == BEF_DTYPE_I1 ? integer == 0 || integer == 1
		       : argument->dtype < BEF_DTYPE_I1 ? integer >= 0 && integer >> bits == 0
							: integer >> (bits - 1) == 0 || integer >> (bits - 1) == -1;
	if (!good || !kernels_tensor_init(out, allocator, (enum kernels_dtype)argument->dtype, &scalar))
		return false;
	const void *bytes = argument->dtype == BEF_DTYPE_F32 ? (const void *)&single
			    : floats			     ? (const void *)&number
							     : (const void *)&integer;
	memcpy(kernels_tensor_data(out), bytes, size); /* little-endian */
	return true;
}

static int make_tensor(const struct call_input *input, const struct bef_stablehlo_value *argument,
	const struct async_allocator *allocator, struct kernels_tensor *out)
{
	char texts[2][512];
	const char *expected = type_text(argument->dtype, argument->rank, argument->dims, texts[0], sizeof texts[0]);
	if (input->is_number) {
		if (argument->rank == 0 && from_number(input->path, argument, allocator, out))
			return CLI_GOOD;
		cli_error("--input: %.*s is %s, found the number %s", (int)argument->name.size, argument->name.data, expected,
			input->path);
		return CLI_USAGE;
	}
	int code = tensor_from_npy(&input->file, allocator, out);
	if (code != CLI_GOOD || fits(out, argument))
		return code;
	cli_error("%s: %.*s is %s, found %s", input->path, (int)argument->name.size, argument->name.data, expected,
		type_text((unsigned)out->dtype, out->shape.rank, out->shape.dims, texts[1], sizeof texts[1]));
	kernels_tensor_finish(out);
	return CLI_BAD;
}

static int make_argument(const struct bef_stablehlo_value *argument, uint32_t index, struct call_inputs *inputs,
	const struct async_allocator *allocator, struct async_value **out)
{
	char text[512];
	struct kernels_tensor tensor;
	if (argument->dtype == 0) {
		*out = async_chain();
		return CLI_GOOD;
	}
	struct call_input *input = find_input(inputs, argument, index);
	if (!input) {
		cli_error("no --input for argument %" PRIu32 ", %.*s: %s", index, (int)argument->name.size, argument->name.data,
			type_text(argument->dtype, argument->rank, argument->dims, text, sizeof text));
		return CLI_USAGE;
	}
	input->used = true;
	int code = make_tensor(input, argument, allocator, &tensor);
	if (code != CLI_GOOD)
		return code;
	*out = async_value_create_available(allocator, kernels_tensor_types()->tensor, &tensor);
	if (*out)
		return CLI_GOOD;
	kernels_tensor_finish(&tensor);
	cli_error("out of memory");
	return CLI_SYSTEM;
}

int model_call(const struct bef_stablehlo_signatures *signatures, const char *name, const struct bef_file *file,
	struct call_inputs *inputs, const struct async_allocator *allocator, struct call *out_call)
{
	const struct bef_stablehlo_function *signature = model_function(signatures, name, strlen(name));
	const struct kernels_function *function = bef_file_find(file, name, strlen(name));
	int code = CLI_GOOD;
	*out_call = (struct call){ function, NULL };
	if (!signature || !function || function->argument_count != signature->argument_count) {
		cli_error(signature || !signatures->count ? "--function: '%s' is no function of a model; --call calls those of host programs"
							  : "couldn't find function %s",
			name);
		functions_suggest(file, name, strlen(name));
		return CLI_BAD;
	}
	out_call->arguments = calloc(function->argument_count + (size_t)1, sizeof *out_call->arguments);
	if (!out_call->arguments) {
		cli_error("out of memory");
		return CLI_SYSTEM;
	}
	for (uint32_t i = 0; code == CLI_GOOD && i < function->argument_count; i++)
		code = make_argument(&signature->arguments[i], i, inputs, allocator, &out_call->arguments[i]);
	if (code != CLI_GOOD)
		call_finish(out_call);
	return code;
}
