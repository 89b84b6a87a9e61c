/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models: a BEF file with its signatures, and calls with arrays. */
#include <bef/model.h>
#include <bef/reader.h>
#include <bef/translate.h>
#include <errno.h>
#include <kernels/tensor.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bef_model {
	struct bef_file *file;
	uint8_t *bytes; /* that the names of the signatures point into */
	struct bef_stablehlo_signatures *signatures;
};

BEF_PRINTF(3, 4)
static enum bef_status fail(struct bef_diag *diag, enum bef_status status, const char *format, ...)
{
	va_list arguments;
	if (!diag)
		return status;
	diag->status = status;
	diag->rule = bef_status_name(status);
	va_start(arguments, format);
	vsnprintf(diag->message, sizeof diag->message, format, arguments);
	va_end(arguments);
	return status;
}

/* ---- opening */

static enum bef_status open_bef(struct bef_model *model, size_t size, const struct kernels_registry *registry, struct bef_diag *diag)
{
	enum bef_status status = bef_file_open(model->bytes, size, registry, NULL, &model->file, diag);
	if (status == BEF_OK)
		status = bef_stablehlo_signatures_read(model->bytes, size, NULL, &model->signatures, diag);
	return status;
}

enum bef_status bef_model_open(const void *data, size_t size, const char *name, const struct kernels_registry *registry,
	const struct bef_stablehlo_options *options, struct bef_model **out_model, struct bef_diag *diag)
{
	struct bef_model *model = calloc(1, sizeof *model);
	enum bef_status status = BEF_OK;
	*out_model = NULL;
	if (!model)
		return fail(diag, BEF_E_NOMEM, "out of memory");
	if (!bef_is_bef(data, size)) {
		status = bef_stablehlo_assemble(data, size, name, NULL, options, &model->bytes, &size, diag);
	} else if ((model->bytes = malloc(size)) != NULL) { /* as bef_assemble() allocates by default */
		memcpy(model->bytes, data, size);
	} else {
		status = fail(diag, BEF_E_NOMEM, "out of memory");
	}
	if (status == BEF_OK)
		status = open_bef(model, size, registry, diag);
	if (status == BEF_OK)
		*out_model = model;
	else
		bef_model_close(model);
	return status;
}

enum bef_status bef_model_open_path(const char *path, const struct kernels_registry *registry,
	const struct bef_stablehlo_options *options, struct bef_model **out_model, struct bef_diag *diag)
{
	*out_model = NULL;
	FILE *file = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t size = 0, room = 0;
	bool good = file != NULL;
	while (good && !feof(file) && !ferror(file)) {
		if (room - size < 4096) {
			uint8_t *more = realloc(data, room = 2 * room + 65536);
			good = more != NULL;
			data = more ? more : data;
		}
		if (good)
			size += fread(data + size, 1, room - size, file);
	}
	good = good && !ferror(file);
	enum bef_status status = good ? bef_model_open(data, size, path, registry, options, out_model, diag)
				      : fail(diag, BEF_E_IO, "cannot read %.150s: %s", path, strerror(errno));
	if (file)
		(void)fclose(file);
	free(data);
	return status;
}

void bef_model_close(struct bef_model *model)
{
	if (!model)
		return;
	bef_file_close(model->file);
	bef_stablehlo_signatures_free(model->signatures);
	free(model->bytes);
	free(model);
}

const struct bef_stablehlo_signatures *bef_model_functions(const struct bef_model *model) { return model->signatures; }

static const struct bef_stablehlo_function *find(const struct bef_model *model, const char *name)
{
	const size_t size = strlen(name);
	for (size_t i = 0; i < model->signatures->count; i++) {
		const struct bef_stablehlo_function *function = &model->signatures->functions[i];
		if (function->name.size == size && memcmp(function->name.data, name, size) == 0)
			return function;
	}
	return NULL;
}

const struct kernels_function *bef_model_function(const struct bef_model *model, const char *name)
{
	return find(model, name) ? bef_file_find(model->file, name, strlen(name)) : NULL;
}

/* ---- arrays and values */

struct async_value *bef_model_argument(
	const struct async_host *host, const struct bef_array *array, void (*release)(void *owner), void *owner)
{
	struct kernels_tensor tensor = { .kind = KERNELS_TENSOR_DENSE, .dtype = (enum kernels_dtype)array->dtype };
	int64_t count;
	if (array->rank > KERNELS_MAX_RANK)
		return NULL;
	tensor.shape.rank = array->rank;
	for (uint32_t i = 0; i < array->rank; i++)
		tensor.shape.dims[i] = array->dims[i];
	const size_t element = kernels_dtype_size(tensor.dtype);
	if (element == 0 || !kernels_shape_elements(&tensor.shape, &count) || (uint64_t)count != array->size / element ||
		array->size % element)
		return NULL;
	tensor.buffer = kernels_buffer_wrap(host->allocator, array->data, array->size, release, owner);
	if (!tensor.buffer)
		return NULL;
	struct async_value *value = async_value_create_available(host->allocator, kernels_tensor_types()->tensor, &tensor);
	if (!value)
		kernels_tensor_finish(&tensor);
	return value;
}

bool bef_model_result(struct async_value *value, struct bef_array *out_array)
{
	if (!async_value_is_available(value) || async_value_is_error(value) ||
		async_value_type(value) != kernels_tensor_types()->tensor)
		return false;
	const struct kernels_tensor *tensor = async_value_payload(value);
	*out_array = (struct bef_array){ (void *)(uintptr_t)kernels_tensor_bytes(tensor),
		(size_t)kernels_tensor_elements(tensor) * kernels_dtype_size(tensor->dtype), (unsigned)tensor->dtype,
		tensor->shape.rank, tensor->shape.dims };
	return true;
}

/* ---- calls that wait */

struct call {
	const struct bef_stablehlo_function *signature;
	const struct kernels_function *function;
	const struct async_host *host;
	struct bef_diag *diag;
	struct async_value **arguments, **results; /* NULL: not made yet */
};

static bool fits(const struct bef_array *array, const struct bef_stablehlo_value *type)
{
	bool same = array->dtype == type->dtype && array->rank == type->rank;
	for (uint32_t i = 0; same && i < type->rank; i++)
		same = type->dims[i] < 0 || type->dims[i] == array->dims[i];
	return same;
}

static enum bef_status make_arguments(struct call *call, const struct bef_array *arrays, size_t count)
{
	size_t next = 0;
	for (uint32_t i = 0; i < call->signature->argument_count; i++) {
		const struct bef_stablehlo_value *type = &call->signature->arguments[i];
		if (type->dtype == 0) {
			call->arguments[i] = async_chain();
			continue;
		}
		if (next == count || !fits(&arrays[next], type))
			return fail(call->diag, BEF_E_ARG, "argument %u, %.*s: %s", (unsigned)i, (int)type->name.size, type->name.data,
				next == count ? "it is missing" : "another element type or shape is expected");
		call->arguments[i] = bef_model_argument(call->host, &arrays[next++], NULL, NULL);
		if (!call->arguments[i])
			return fail(call->diag, BEF_E_ARG, "argument %u: the size does not fit the shape, or memory is short", (unsigned)i);
	}
	return next == count ? BEF_OK : fail(call->diag, BEF_E_ARG, "%zu arguments, expected %zu", count, next);
}

static enum bef_status copy_result(struct call *call, uint32_t index, struct bef_array *out)
{
	struct bef_array array;
	if (!bef_model_result(call->results[index], &array))
		return fail(call->diag, BEF_E_STATE, "result %u is no tensor", (unsigned)index);
	if (!out->data)
		return BEF_OK;
	if (array.size > out->size)
		return fail(call->diag, BEF_E_LIMIT, "result %u has %zu bytes, more than %zu", (unsigned)index, array.size, out->size);
	memcpy(out->data, array.data, array.size);
	out->size = array.size;
	out->dtype = array.dtype;
	out->rank = array.rank;
	if (out->dims)
		memcpy((int64_t *)(uintptr_t)out->dims, array.dims, array.rank * sizeof *array.dims);
	return BEF_OK;
}

static enum bef_status copy_results(struct call *call, struct bef_array *arrays, size_t count)
{
	size_t next = 0;
	enum bef_status status = BEF_OK;
	for (uint32_t i = 0; i < call->function->result_count; i++) {
		if (async_value_is_error(call->results[i]))
			return fail(call->diag, BEF_E_STATE, "%s", async_error_message(async_value_error(call->results[i])));
	}
	for (uint32_t i = 0; i < call->signature->result_count && status == BEF_OK && next < count; i++) {
		if (call->signature->results[i].dtype != 0)
			status = copy_result(call, i, &arrays[next++]);
	}
	return status == BEF_OK && next < count ? fail(call->diag, BEF_E_ARG, "%zu results, expected at most %zu", count, next) : status;
}

static enum bef_status run(struct call *call, struct bef_array *results, size_t count)
{
	struct async_request *request = async_request_create(call->host, NULL);
	if (!request)
		return fail(call->diag, BEF_E_NOMEM, "out of memory");
	kernels_function_execute(call->function, request, call->arguments, call->results);
	async_queue_await(call->host->queue, call->results, call->function->result_count);
	/* kernels that no result waits for may still read the arguments */
	struct async_value *idle = async_request_idle(request);
	async_queue_await(call->host->queue, &idle, 1);
	async_value_release(idle);
	enum bef_status status = copy_results(call, results, count);
	for (uint32_t i = 0; i < call->function->result_count; i++)
		async_value_release(call->results[i]);
	async_request_release(request);
	return status;
}

enum bef_status bef_model_call(const struct bef_model *model, const char *function, const struct async_host *host,
	const struct bef_array *arguments, size_t argument_count, struct bef_array *results, size_t result_count,
	struct bef_diag *diag)
{
	struct call call = { find(model, function), bef_model_function(model, function), host, diag, NULL, NULL };
	if (!call.signature || !call.function)
		return fail(diag, BEF_E_NOT_FOUND, "the model has no function '%.150s'", function);
	call.arguments = calloc(call.function->argument_count + (size_t)1, sizeof *call.arguments);
	call.results = calloc(call.function->result_count + (size_t)1, sizeof *call.results);
	enum bef_status status = call.arguments && call.results ? make_arguments(&call, arguments, argument_count)
								: fail(diag, BEF_E_NOMEM, "out of memory");
	if (status == BEF_OK)
		status = run(&call, results, result_count);
	for (uint32_t i = 0; call.arguments && i < call.function->argument_count; i++) {
		if (call.arguments[i])
			async_value_release(call.arguments[i]);
	}
	free(call.arguments);
	free(call.results);
	return status;
}
