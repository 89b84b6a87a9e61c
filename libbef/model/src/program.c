/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of models: lowered, assembled, opened. */
#include "internal.h"

#include <bef/stablehlo.h>
#include <bef/translate.h>
#include <string.h>

/* The open file uses the bytes in place. A separate block owns them, because constants may outlive the program. */
struct lease {
	const struct async_allocator *allocator;
	struct bef_model__bytes bytes;
};

static void end_lease(void *ctx, const void *data, size_t size)
{
	struct lease *lease = ctx;
	const struct async_allocator *allocator = lease->allocator;
	(void)data;
	(void)size;
	bef_model__free(allocator, &lease->bytes);
	async_free(allocator, lease, sizeof *lease, _Alignof(struct lease));
}

/* The first reason why the file cannot be opened, with its place. */
static void note(void *ctx, const struct async_place *place, const char *message)
{
	struct bef_diag *reason = ctx;
	if (reason->status != BEF_OK)
		return;
	(void)bef_model__fail(reason, BEF_E_CORRUPT, "%s", message);
	reason->line = place && place->file ? place->line : 0;
	reason->column = place && place->file ? place->column : 0;
}

static enum bef_status open_file(struct bef_model *model, struct bef_model__program *program, struct bef_diag *diag)
{
	struct lease *lease = async_alloc(model->allocator, sizeof *lease, _Alignof(struct lease));
	if (!lease)
		return bef_model__no_memory(diag);
	*lease = (struct lease){ model->allocator, program->bytes };
	program->bytes = (struct bef_model__bytes){ .data = NULL };
	struct bef_diag reason = BEF_DIAG_INIT, failure = BEF_DIAG_INIT;
	const struct bef_open_options options = { .size = sizeof options,
		.allocator = model->allocator,
		.report = note,
		.report_ctx = &reason,
		.release = end_lease,
		.release_ctx = lease,
		.writable = true,
		.in_order = true,
		.identity = model->identity,
		.observer = model->observer };
	program->data = lease->bytes.data;
	program->data_size = lease->bytes.size;
	program->mapped = lease->bytes.origin == BEF_MODEL__MAPPED;
	enum bef_status status = bef_file_open(
		lease->bytes.data, lease->bytes.size, model->registry, &options, &program->file, &failure);
	if (status != BEF_OK && reason.status != BEF_OK) { /* it has a place */
		reason.status = status;
		reason.rule = bef_status_name(status);
		failure = reason;
	}
	if (status != BEF_OK)
		bef_model__store(diag, &failure);
	if (status == BEF_OK && model->opened)
		model->opened(model->opened_ctx, program->file, lease->bytes.data, lease->bytes.size);
	return status;
}

/* Names are looked up once. A name that the file lacks is an error of the call. */
static enum bef_status find_functions(struct bef_model__program *program, struct bef_diag *diag)
{
	const struct bef_stablehlo_signatures *all = program->signatures;
	program->functions = async_alloc(program->allocator, (all->count + 1) * sizeof *program->functions, _Alignof(void *));
	if (!program->functions)
		return bef_model__no_memory(diag);
	for (size_t i = 0; i < all->count; i++)
		program->functions[i] = bef_file_find(program->file, all->functions[i].name.data, all->functions[i].name.size);
	return BEF_OK;
}

enum bef_status bef_model__program_create(struct bef_model *model, struct bef_model__bytes *bytes, bool open,
	struct bef_model__program **out, struct bef_diag *diag)
{
	struct bef_model__program *program = async_alloc(
		model->allocator, sizeof *program, _Alignof(struct bef_model__program));
	*out = NULL;
	if (!program) {
		bef_model__free(model->allocator, bytes);
		return bef_model__no_memory(diag);
	}
	*program = (struct bef_model__program){ .refs = 1, .allocator = model->allocator, .bytes = *bytes };
	*bytes = (struct bef_model__bytes){ .data = NULL };
	enum bef_status status = bef_stablehlo_signatures_read(
		program->bytes.data, program->bytes.size, &model->memory, &program->signatures, diag);
	if (status == BEF_OK && program->signatures->count > 0)
		status = bef_model__check_device(model, program->signatures->device, diag);
	if (status == BEF_OK && open)
		status = open_file(model, program, diag);
	if (status == BEF_OK && open)
		status = find_functions(program, diag);
	for (size_t i = 0; status == BEF_OK && open && i < program->signatures->count; i++)
		status = bef_model__check_need(model, program, i, model->max_memory, diag);
	if (status == BEF_E_NOMEM) /* without effect if diag has a reason */
		(void)bef_model__no_memory(diag);
	if (status == BEF_OK)
		*out = program;
	else
		bef_model__program_release(program);
	return status;
}

/* The default of `custom_call`: accepts custom calls for which there is a kernel. */
static bool has_kernel(void *ctx, const char *name, size_t name_size)
{
	static const char prefix[] = "hlo.custom_call.";
	char full[256];
	const struct bef_model *model = ctx;
	if (name_size > sizeof full - sizeof prefix)
		return false;
	memcpy(full, prefix, sizeof prefix - 1);
	memcpy(full + sizeof prefix - 1, name, name_size);
	return kernels_registry_find(model->registry, full, sizeof prefix - 1 + name_size) != NULL;
}

enum bef_status bef_model__compile(struct bef_model *model, struct mlirbc_module *module, bool signatures_only, bool quiet,
	struct bef_model__program **out, struct bef_diag *diag)
{
	struct bef_stablehlo_options options = model->lowering;
	struct bef_model__bytes bytes = { .data = NULL };
	struct mlirbc_module *program;
	uint8_t *data;
	*out = NULL;
	options.size = sizeof options;
	options.signatures_only = signatures_only;
	options.report = quiet ? NULL : options.report;
	if (!options.custom_call) {
		options.custom_call = has_kernel;
		options.custom_call_ctx = model;
	}
	enum bef_status status = bef_stablehlo_lower(module, &options, &program, diag);
	if (status == BEF_OK)
		status = bef_assemble(program, &model->memory, NULL, &data, &bytes.size, diag);
	if (status != BEF_OK)
		return status == BEF_E_NOMEM ? bef_model__no_memory(diag) : status;
	bytes.data = data;
	bytes.block = bytes.size;
	bytes.origin = BEF_MODEL__ASSEMBLED;
	return bef_model__program_create(model, &bytes, !signatures_only, out, diag);
}

struct bef_model__program *bef_model__program_retain(struct bef_model__program *program)
{
	__atomic_fetch_add(&program->refs, 1, __ATOMIC_RELAXED);
	return program;
}

void bef_model__program_release(struct bef_model__program *program)
{
	if (!program || __atomic_sub_fetch(&program->refs, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	if (program->needs)
		async_free(program->allocator, program->needs, (program->signatures->count + 1) * sizeof *program->needs,
			_Alignof(struct bef_model__known_need));
	if (program->functions)
		async_free(program->allocator, program->functions, (program->signatures->count + 1) * sizeof *program->functions,
			_Alignof(void *));
	bef_stablehlo_signatures_free(program->signatures);
	bef_file_close(program->file);
	bef_model__free(program->allocator, &program->bytes);
	if (program->key)
		async_free(
			program->allocator, program->key, program->key_count * sizeof *program->key, _Alignof(int64_t));
	async_free(program->allocator, program, sizeof *program, _Alignof(struct bef_model__program));
}
