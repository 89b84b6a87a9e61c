/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the module befkit of Python calls: models with flat arguments, for ctypes. A function that can fail returns 0 for
 * success, or else a text in `message`. Thread class: safe, but a model is closed when no other thread uses it. */
#include <bef/model.h>
#include <bef/version.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct befkit_model {
	struct kernels_registry *registry;
	struct bef_model *model;
};

/* As struct bef_model_tensor, with a fixed layout of its own. */
struct befkit_tensor {
	int32_t dtype, rank;
	int64_t dims[KERNELS_MAX_RANK];
	void *data;
	int64_t size;
	void *owner;
};

EXPORT const char *befkit_version(void);
EXPORT int befkit_open(const char *path, struct befkit_model **out, char *message, size_t room);
EXPORT void befkit_close(struct befkit_model *model);
/* The number of functions, of arguments (which: 0) or results (1) of one; the name of a function, argument or result. */
EXPORT size_t befkit_functions(const struct befkit_model *model);
EXPORT size_t befkit_values(const struct befkit_model *model, size_t function, int which);
EXPORT size_t befkit_function_name(const struct befkit_model *model, size_t function, char *name, size_t room);
EXPORT size_t befkit_value(const struct befkit_model *model, size_t function, int which, size_t at, struct befkit_tensor *out,
	char *name, size_t room);
/* Results are released with befkit_release(). */
EXPORT int befkit_run(struct befkit_model *model, size_t function, const struct befkit_tensor *arguments, size_t argument_count,
	struct befkit_tensor *results, size_t result_count, char *message, size_t room);
EXPORT void befkit_release(void *data, void *owner);

static int fail(char *message, size_t room, const struct bef_diag *diag)
{
	if (diag->line)
		snprintf(message, room, "%s (line %u, column %u)", diag->message, diag->line, diag->column);
	else
		snprintf(message, room, "%s", diag->message);
	return 1;
}

#define TEXT_OF_(x) #x
#define TEXT_OF(x) TEXT_OF_(x)
const char *befkit_version(void)
{
	return TEXT_OF(BEF_VERSION_MAJOR) "." TEXT_OF(BEF_VERSION_MINOR) "." TEXT_OF(BEF_VERSION_PATCH);
}

int befkit_open(const char *path, struct befkit_model **out, char *message, size_t room)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct befkit_model *model = calloc(1, sizeof *model);
	if (model)
		model->registry = kernels_registry_create(NULL);
	if (!model || !model->registry || kernels_registry_add(model->registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(model->registry, kernels_pack_hlo(), NULL) != KERNELS_OK) {
		befkit_close(model);
		snprintf(message, room, "out of memory");
		return 1;
	}
	if (bef_model_open_path(path, model->registry, NULL, &model->model, &diag) != BEF_OK) {
		befkit_close(model);
		return fail(message, room, &diag);
	}
	*out = model;
	return 0;
}

void befkit_close(struct befkit_model *model)
{
	if (!model)
		return;
	bef_model_close(model->model);
	kernels_registry_destroy(model->registry);
	free(model);
}

size_t befkit_functions(const struct befkit_model *model) { return bef_model_function_count(model->model); }

static size_t copy_name(struct bef_string text, char *name, size_t room)
{
	if (room) {
		const size_t size = text.size < room - 1 ? text.size : room - 1;
		memcpy(name, text.data, size);
		name[size] = 0;
	}
	return text.size;
}

size_t befkit_function_name(const struct befkit_model *model, size_t function, char *name, size_t room)
{
	return copy_name(bef_model_function(model->model, function)->name, name, room);
}

size_t befkit_values(const struct befkit_model *model, size_t function, int which)
{
	const struct bef_stablehlo_function *it = bef_model_function(model->model, function);
	return which ? it->result_count : it->argument_count;
}

size_t befkit_value(const struct befkit_model *model, size_t function, int which, size_t at, struct befkit_tensor *out, char *name,
	size_t room)
{
	const struct bef_stablehlo_function *it = bef_model_function(model->model, function);
	const struct bef_stablehlo_value *value = &(which ? it->results : it->arguments)[at];
	*out = (struct befkit_tensor){ .dtype = (int32_t)value->dtype, .rank = (int32_t)value->rank };
	for (uint32_t i = 0; i < value->rank && i < KERNELS_MAX_RANK; i++)
		out->dims[i] = value->dims[i];
	return copy_name(value->name, name, room);
}

int befkit_run(struct befkit_model *model, size_t function, const struct befkit_tensor *arguments, size_t argument_count,
	struct befkit_tensor *results, size_t result_count, char *message, size_t room)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_tensor *in = calloc(argument_count + result_count + 1, sizeof *in), *out = in + argument_count;
	if (!in) {
		snprintf(message, room, "out of memory");
		return 1;
	}
	for (size_t i = 0; i < argument_count; i++) {
		in[i] = (struct bef_model_tensor){ .dtype = (enum kernels_dtype)arguments[i].dtype, .rank = (uint32_t)arguments[i].rank,
			.data = arguments[i].data, .size = (size_t)arguments[i].size };
		memcpy(in[i].dims, arguments[i].dims, sizeof in[i].dims);
	}
	const enum bef_status status = bef_model_run(model->model, bef_model_function(model->model, function), in, argument_count, out,
		result_count, NULL, &diag);
	for (size_t i = 0; status == BEF_OK && i < result_count; i++) {
		results[i] = (struct befkit_tensor){ .dtype = (int32_t)out[i].dtype, .rank = (int32_t)out[i].rank, .data = out[i].data,
			.size = (int64_t)out[i].size, .owner = out[i].owner };
		memcpy(results[i].dims, out[i].dims, sizeof results[i].dims);
	}
	free(in);
	return status == BEF_OK ? 0 : fail(message, room, &diag);
}

void befkit_release(void *data, void *owner)
{
	struct bef_model_tensor tensor = { .data = data, .owner = owner };
	bef_model_tensor_release(&tensor);
}
