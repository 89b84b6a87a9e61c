/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opening models, by content; their functions. */
#include "internal.h"

#include <bef/reader.h>
#include <mlirbc/edit.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <string.h>

enum { MOST_PROGRAMS = 65536 };

/* ---- parsing */

static bool is_over(void *ctx)
{
	const struct bef_model__stop *stop = ctx;
	return (stop->deadline && stop->deadline <= async_now_ns()) || (stop->model->stop && stop->model->stop(stop->model->stop_ctx));
}

enum bef_status bef_model__read_source(const struct bef_model__stop *stop, const struct bef_model__bytes *bytes, const char *name,
	struct bef_source **out_source, struct bef_diag *diag)
{
	const struct async_allocator *allocator = stop->model->allocator;
	const struct bef_allocator memory = BYTECURSOR_ALLOCATOR(allocator);
	const struct bef_source_options options = { .size = sizeof options, .name = name, .allocator = &memory,
		.max_memory = stop->model->max_open_memory, .stop = is_over, .stop_ctx = (void *)(uintptr_t)stop,
		.platform = stop->model->platform[0] ? stop->model->platform : NULL };
	return bef_source_open(bytes->data, bytes->size, &options, out_source, diag);
}

enum bef_status bef_model__to_stablehlo(struct mlirbc_module *module, struct bef_diag *diag)
{
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_stablehlo_from_vhlo(module, NULL, &why);
	if (status == MLIRBC_OK) /* what cannot be replaced stays, and is reported by the lowering */
		status = mlirbc_stablehlo_run(module, MLIRBC_STABLEHLO_DIALECTS, NULL, NULL, &why);
	if (status == MLIRBC_OK)
		return BEF_OK;
	return status == MLIRBC_E_NOMEM ? bef_model__no_memory(diag) : bef__fail_from_mlirbc(diag, status, &why);
}

const struct mlirbc_type *bef_model__function_type(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = mlirbc_op_is(op, "func.func") ? mlirbc_op_attr(op, "function_type") : NULL;
	return type && type->kind == MLIRBC_ATTR_TYPE && type->u.type_value->kind == MLIRBC_TYPE_FUNCTION
		       ? type->u.type_value
		       : NULL;
}

/* ---- shapes of the arguments */

static bool is_dynamic(const struct mlirbc_module *module)
{
	for (const struct mlirbc_op *op = mlirbc_module_symbols(module)->first; op; op = op->next) {
		const struct mlirbc_type *type = bef_model__function_type(op);
		for (size_t i = 0; type && i < type->u.function.inputs.count; i++) {
			if (!mlirbc_tensor_is_static(type->u.function.inputs.data[i]))
				return true;
		}
	}
	return false;
}

/* ---- opening */

static enum bef_status open_source(struct bef_model *model, const struct bef_model__bytes *bytes, struct bef_source *source,
	const char *name, struct bef_diag *diag)
{
	struct mlirbc_module *module = bef_source_module(source);
	if (bef_source_kind(source) != BEF_SOURCE_MODEL)
		return bef_model__fail_other(diag, name, "it has no operations of StableHLO");
	enum bef_status status = bef_model__to_stablehlo(module, diag);
	if (status != BEF_OK)
		return status;
	model->dynamic = is_dynamic(module);
	status = bef_model__divide(model, module, diag);
	if (status != BEF_OK)
		return status;
	model->exchanges = bef_model__module_exchanges(module);
	if (model->dynamic && model->exchanges)
		status = bef_model__identify(module, bytes, &model->identity, diag);
	return status == BEF_OK ? bef_model__compile(model, module, model->dynamic, false, &model->program, diag) : status;
}

/* Copies bytes that belong to the caller. */
static enum bef_status own(const struct bef_model *model, struct bef_model__bytes *bytes, struct bef_diag *diag)
{
	const struct bef_model__bytes from = *bytes;
	return from.origin == BEF_MODEL__NO_BYTES ? bef_model__copy(model->allocator, from.data, from.size, bytes, diag)
						  : BEF_OK;
}

/* Keeps the source for later specialisation. */
static enum bef_status keep_source(
	struct bef_model *model, struct bef_model__bytes *bytes, const char *name, struct bef_diag *diag)
{
	const size_t size = strlen(name) + 1;
	enum bef_status status = own(model, bytes, diag);
	model->source = *bytes;
	*bytes = (struct bef_model__bytes){ .data = NULL };
	if (status != BEF_OK)
		return status;
	model->name = async_alloc(model->allocator, size, 1);
	if (!model->name)
		return bef_model__no_memory(diag);
	memcpy(model->name, name, size);
	model->kept = async_alloc(model->allocator, model->max_kept * sizeof *model->kept, _Alignof(void *));
	if (!model->kept)
		return bef_model__no_memory(diag);
	return BEF_OK;
}

static enum bef_status open_bef(struct bef_model *model, struct bef_model__bytes *bytes, const char *name, struct bef_diag *diag)
{
	enum bef_status status = own(model, bytes, diag);
	if (status == BEF_OK)
		status = bef_model__program_create(model, bytes, true, &model->program, diag);
	if (status == BEF_OK && model->program->signatures->count == 0)
		status = bef_model__fail_other(diag, name, "it was not made from a model");
	if (status == BEF_OK)
		model->exchanges = bef_model__file_exchanges(model->program->data, model->program->data_size);
	return status;
}

/* Sets bytes->data to NULL if it takes the bytes over. `source`: of these bytes, or NULL. */
static enum bef_status open_bytes(struct bef_model *model, struct bef_model__bytes *bytes, struct bef_source *source, const char *name,
	struct bef_diag *diag)
{
	const struct bef_model__stop stop = { model, 0 };
	struct bef_source *own_source = NULL;
	enum bef_status status = BEF_OK;
	if (bef_is_bef(bytes->data, bytes->size))
		return open_bef(model, bytes, name, diag);
	if (!source)
		status = bef_model__read_source(&stop, bytes, name, &own_source, diag);
	if (status == BEF_OK)
		status = open_source(model, bytes, source ? source : own_source, name, diag);
	bef_source_close(own_source);
	return status == BEF_OK && model->dynamic ? keep_source(model, bytes, name, diag) : status;
}

static bool start_host(struct bef_model *model, const struct async_host *host)
{
	model->host = (struct async_host)ASYNC_HOST_INIT;
	if (host)
		memcpy(&model->host, host, BYTECURSOR_SIZE_TO_COPY(&model->host, host));
	model->host.size = sizeof model->host;
	if (!model->host.allocator)
		model->host.allocator = async_allocator_pooled();
	if (!model->host.queue)
		model->host.queue = model->own_queue = async_queue_create_threads(model->allocator, NULL);
	model->timers = async_timers_create(model->allocator);
	model->unlimited = model->host.queue ? bef_model__memory_create(&model->host, 0) : NULL;
	model->resources = async_resources_create(model->host.allocator);
	return model->unlimited && model->resources && model->timers;
}

static struct bef_model *create(const struct async_allocator *allocator, const struct bef_model_options *options,
	const struct kernels_registry *registry)
{
	struct bef_model *model = async_alloc(allocator, sizeof *model, _Alignof(struct bef_model));
	if (!model)
		return NULL;
	*model = (struct bef_model){ .allocator = allocator,
		.registry = kernels_registry_retain(registry),
		.memory = BYTECURSOR_ALLOCATOR(allocator),
		.max_memory = options->max_memory,
		.turns = { .most_running = options->max_calls, .most_waiting = options->max_waiting },
		.max_open_memory = options->max_open_memory,
		.stop = options->stop,
		.stop_ctx = options->stop_ctx,
		.max_kept = options->max_programs ? options->max_programs : 16,
		.observer = options->observer,
		.partitions = options->partitions,
		.whole_results = options->whole_results,
		.opened = options->opened,
		.opened_ctx = options->opened_ctx };
	if (options->platform)
		memcpy(model->platform, options->platform, strlen(options->platform) + 1); /* its size is checked */
	model->max_kept = model->max_kept < MOST_PROGRAMS ? model->max_kept : MOST_PROGRAMS;
	pthread_mutex_init(&model->lock, NULL);
	pthread_mutex_init(&model->turns.lock, NULL);
	const struct bef_stablehlo_options *lowering = options->lowering;
	if (lowering)
		memcpy(&model->lowering, lowering, BYTECURSOR_SIZE_TO_COPY(&model->lowering, lowering));
	model->lowering.size = sizeof model->lowering;
	if (options->semantics != BEF_SEMANTICS_XLA)
		model->lowering.semantics = options->semantics;
	if (start_host(model, options->host))
		return model;
	bef_model_close(model);
	return NULL;
}

static const struct async_allocator *allocator_of(const struct bef_model_options *options)
{
	return options->host && options->host->allocator ? options->host->allocator : async_allocator_system();
}

/* Copies the options to a struct with all members of this version. Structs to which they point are checked too. */
static enum bef_status read_options(const struct bef_model_options *from, struct bef_model_options *out, struct bef_diag *diag)
{
	*out = (struct bef_model_options){ .size = sizeof *out };
	if (BYTECURSOR_SIZE_IS_WRONG(from))
		return bef_model__size_is_wrong(diag, from->size, "bef_model_options");
	if (from)
		memcpy(out, from, BYTECURSOR_SIZE_TO_COPY(out, from));
	if (out->host && (BYTECURSOR_SIZE_IS_WRONG(out->host) || out->host->size < sizeof *out->host))
		return bef_model__size_is_wrong(diag, out->host->size, "async_host");
	if (BYTECURSOR_SIZE_IS_WRONG(out->lowering))
		return bef_model__size_is_wrong(diag, out->lowering->size, "bef_stablehlo_options");
	if (BYTECURSOR_SIZE_IS_WRONG(out->observer))
		return bef_model__size_is_wrong(diag, out->observer->size, "bef_observer");
	if ((unsigned)out->semantics > BEF_SEMANTICS_SPEC)
		return bef_model__fail(diag, BEF_E_ARG, "`semantics` of the options is none of enum bef_semantics");
	if (out->platform && strlen(out->platform) >= sizeof((struct bef_model *)0)->platform)
		return bef_model__fail(diag, BEF_E_ARG, "`platform` of the options has more than 31 bytes");
	return BEF_OK;
}

static enum bef_status open_model(struct bef_model__bytes *bytes, struct bef_source *source, const char *name,
	const struct kernels_registry *registry, const struct async_allocator *allocator,
	const struct bef_model_options *options, struct bef_model **out_model, struct bef_diag *diag)
{
	struct bef_model *model = create(allocator, options, registry);
	enum bef_status status = model ? bef_model__choose_device(model, options->device, diag) : bef_model__no_memory(diag);
	if (status == BEF_OK)
		status = open_bytes(model, bytes, source, name, diag);
	bef_model__free(allocator, bytes);
	if (status == BEF_OK)
		*out_model = model;
	else
		bef_model_close(model);
	return status;
}

enum bef_status bef_model_open_source(const void *data, size_t size, struct bef_source *source, const char *name,
	const struct kernels_registry *registry, const struct bef_model_options *options, struct bef_model **out_model,
	struct bef_diag *diag)
{
	struct bef_model_options full;
	struct bef_model__bytes bytes = { data, size, 0, BEF_MODEL__NO_BYTES };
	*out_model = NULL;
	const enum bef_status status = read_options(options, &full, diag);
	if (status != BEF_OK)
		return status;
	return open_model(&bytes, source, name ? name : "model", registry, allocator_of(&full), &full, out_model, diag);
}

enum bef_status bef_model_open(const void *data, size_t size, const char *name, const struct kernels_registry *registry,
	const struct bef_model_options *options, struct bef_model **out_model, struct bef_diag *diag)
{
	return bef_model_open_source(data, size, NULL, name, registry, options, out_model, diag);
}

enum bef_status bef_model_open_path(const char *path, const struct kernels_registry *registry,
	const struct bef_model_options *options, struct bef_model **out_model, struct bef_diag *diag)
{
	struct bef_model_options full;
	struct bef_model__bytes bytes;
	*out_model = NULL;
	enum bef_status status = read_options(options, &full, diag);
	if (status != BEF_OK)
		return status;
	struct bef_model__watch watch = { .from = NULL };
	struct bef_diag found = BEF_DIAG_INIT;
	status = bef_model__read(allocator_of(&full), path, full.mapped ? &watch : NULL, &bytes, &found);
	if (status == BEF_OK)
		status = open_model(&bytes, NULL, path, registry, allocator_of(&full), &full, out_model, &found);
	bool same = bef_model__watch_end(&watch);
	if (*out_model && (*out_model)->program->mapped)
		same = same && bef_model__is_intact((*out_model)->program->data);
	if (!same) { /* other failures may result from the change */
		bef_model_close(*out_model);
		*out_model = NULL;
		return bef_model__fail_changed(diag);
	}
	if (status != BEF_OK)
		bef_model__store(diag, &found);
	return status;
}

void bef_model_close(struct bef_model *model)
{
	if (!model)
		return;
	bef_model__forget(model);
	bef_model__free_spare(model->spare);
	bef_model__program_release(model->program);
	async_timers_destroy(model->timers);
	async_resources_release(model->resources);
	bef_model__memory_release(model->unlimited);
	async_queue_destroy(model->own_queue);
	bef_model__free(model->allocator, &model->source);
	bef_model__divisions_free(model);
	if (model->name)
		async_free(model->allocator, model->name, strlen(model->name) + 1, 1);
	kernels_registry_release(model->registry);
	pthread_mutex_destroy(&model->turns.lock);
	pthread_mutex_destroy(&model->lock);
	async_free(model->allocator, model, sizeof *model, _Alignof(struct bef_model));
}

/* ---- functions */

void bef_model_processes(const struct bef_model *model, uint32_t *out_replicas, uint32_t *out_partitions)
{
	const struct bef_stablehlo_signatures *all = model->program->signatures;
	*out_replicas = all->replicas ? all->replicas : 1;
	*out_partitions = all->partitions ? all->partitions : 1;
}

void bef_model_parallel(const struct bef_model *model, struct bef_model_parallel *out)
{
	const struct bef_stablehlo_signatures *all = model->program->signatures;
	const struct bef_model_parallel full = { out->size, all->replicas, all->partitions, model->exchanges, model->divisions != NULL,
		model->divisions ? model->divisions->computed_whole : NULL };
	if (BYTECURSOR_SIZE_IS_WRONG(out)) {
		async_misuse_report(ASYNC_MISUSE_BAD_ARGUMENT, "bef_model_parallel", out,
			"size is not set, expected sizeof(struct bef_model_parallel); nothing was stored");
		return;
	}
	memcpy(out, &full, out->size < sizeof full ? out->size : sizeof full);
}

size_t bef_model_function_count(const struct bef_model *model) { return model->program->signatures->count; }

const struct bef_stablehlo_function *bef_model_function(const struct bef_model *model, size_t index)
{
	return &model->program->signatures->functions[index];
}

const struct bef_stablehlo_function *bef_model_find(const struct bef_model *model, const char *name)
{
	const size_t size = strlen(name);
	for (size_t i = 0; i < model->program->signatures->count; i++) {
		const struct bef_stablehlo_function *function = bef_model_function(model, i);
		if (function->name.size == size && memcmp(function->name.data, name, size) == 0)
			return function;
	}
	return NULL;
}

bool bef_model_traits(const struct bef_model *model, const struct bef_stablehlo_value *value, struct bef_stablehlo_traits *out)
{
	return bef_stablehlo_value_traits(model->program->signatures, value, out);
}

struct async_queue *bef_model_queue(const struct bef_model *model) { return model->host.queue; }
