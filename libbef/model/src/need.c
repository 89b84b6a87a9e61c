/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What functions need at least, computed once each, and limits. */
#include "internal.h"

#include <string.h>

size_t bef_model__index_in_file(const struct bef_model__program *program, struct bef_string name)
{
	const struct kernels_function *function = bef_file_find(program->file, name.data, name.size);
	for (size_t i = 0; function && i < bef_file_function_count(program->file); i++) {
		if (bef_file_function(program->file, i) == function)
			return i;
	}
	return SIZE_MAX;
}

static enum bef_status find(struct bef_model *model, struct bef_model__program *program, size_t function,
	struct bef_model__need *out, struct bef_diag *diag)
{
	const struct bef_stablehlo_signatures *all = program->signatures;
	enum bef_status status = BEF_OK;
	pthread_mutex_lock(&model->lock);
	if (!program->needs) {
		const size_t size = (all->count + 1) * sizeof *program->needs;
		program->needs = async_alloc(program->allocator, size, _Alignof(struct bef_model__known_need));
		if (program->needs)
			memset(program->needs, 0, size);
	}
	struct bef_model__known_need *known = program->needs ? &program->needs[function] : NULL;
	const size_t index = bef_model__index_in_file(program, all->functions[function].name);
	if (known && !known->is_known && index != SIZE_MAX)
		known->is_known = bef_model__bound(program->allocator, program->file, program->data, program->data_size, index,
			&known->need);
	if (!known || (!known->is_known && index != SIZE_MAX))
		status = bef_model__no_memory(diag);
	else
		*out = known->need;
	pthread_mutex_unlock(&model->lock);
	return status;
}

static void set_place(void *ctx, const struct async_place *place)
{
	struct bef_diag *diag = ctx;
	diag->line = place->file ? place->line : 0;
	diag->column = place->file ? place->column : 0;
}

static void locate(const struct kernels_site *site, struct bef_diag *diag)
{
	if (site && site->location.source)
		site->location.source->decode(site->location.source, site->location.handle, set_place, diag);
}

enum bef_status bef_model__check_need(struct bef_model *model, struct bef_model__program *program, size_t function,
	size_t limit, struct bef_diag *diag)
{
	const struct bef_string name = program->signatures->functions[function].name;
	struct bef_model__need need;
	enum bef_status status = limit ? find(model, program, function, &need, diag) : BEF_OK;
	if (!limit || status != BEF_OK || need.bytes <= limit)
		return status;
	struct bef_diag full = BEF_DIAG_INIT;
	status = bef_model__fail(&full, BEF_E_NOMEM, "%.*s needs at least %llu bytes of memory for %s, the limit is %zu",
		(int)name.size, name.data, (unsigned long long)need.bytes,
		need.site ? need.site->entry->kernel->name : "its results", limit);
	locate(need.site, &full);
	bef_model__store(diag, &full);
	return status;
}

enum bef_status bef_model_memory(struct bef_model *model, const struct bef_stablehlo_function *function,
	struct bef_model_memory *out_memory, struct bef_diag *diag)
{
	const struct bef_stablehlo_signatures *all = model->program->signatures;
	struct bef_diag place = BEF_DIAG_INIT;
	struct bef_model__need need = { 0, NULL };
	*out_memory = (struct bef_model_memory){ 0, NULL, 0, 0 };
	if (!function || function < all->functions || function >= all->functions + all->count)
		return bef_model__fail(diag, BEF_E_ARG, "the function is not one of the model");
	enum bef_status status =
		model->dynamic ? BEF_OK : find(model, model->program, (size_t)(function - all->functions), &need, diag);
	if (status != BEF_OK || !need.site) {
		out_memory->bytes = need.bytes;
		return status;
	}
	locate(need.site, &place);
	*out_memory = (struct bef_model_memory){ need.bytes, need.site->entry->kernel->name, place.line, place.column };
	return BEF_OK;
}
