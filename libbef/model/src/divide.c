/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models with shardings: main becomes what each process computes, and the divisions of its values are kept. */
#include "internal.h"

#include <mlirbc/edit.h>
#include <mlirbc/stablehlo_passes.h>
#include <string.h>

/* ---- keeping divisions, whose memory is that of the source */

static size_t numbers_of(const struct mlirbc_stablehlo_division *division, uint32_t partitions)
{
	return (size_t)partitions * ((division->parts ? division->rank : 0) + (division->term ? 1u : 0u));
}

/* Copies a division; its numbers go to `numbers`, of which the first that is free is returned. */
static uint32_t *keep(const struct mlirbc_stablehlo_division *from, uint32_t partitions, struct bef_model__division *to, uint32_t *numbers)
{
	*to = (struct bef_model__division){ .rank = (uint32_t)from->rank, .terms = from->term ? from->terms : 1, .reduction = from->reduction };
	for (size_t i = 0; i < from->rank; i++)
		to->parts[i] = from->parts ? from->parts[i] : 1;
	if (from->parts) {
		to->at = numbers;
		numbers += (size_t)partitions * from->rank;
		memcpy(to->at, from->at, (size_t)partitions * from->rank * sizeof *numbers);
	}
	if (from->term) {
		to->term = numbers;
		numbers += partitions;
		memcpy(to->term, from->term, partitions * sizeof *numbers);
	}
	return numbers;
}

static bool has_room(const struct mlirbc_stablehlo_division *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (list[i].rank > KERNELS_MAX_RANK)
			return false;
	}
	return true;
}

static enum bef_status keep_all(struct bef_model *model, const struct mlirbc_stablehlo_divisions *from, struct bef_diag *diag)
{
	const size_t count = from->argument_count + from->result_count;
	const size_t text = from->computed_whole ? strlen(from->computed_whole) + 1 : 0;
	size_t numbers = 0;
	if (!has_room(from->arguments, from->argument_count) || !has_room(from->results, from->result_count))
		return bef_model__fail(diag, BEF_E_UNSUPPORTED, "main has a value of too many dimensions");
	for (size_t i = 0; i < count; i++)
		numbers += numbers_of(i < from->argument_count ? &from->arguments[i] : &from->results[i - from->argument_count], model->partitions);
	const size_t head = sizeof *model->divisions + count * sizeof *model->divisions->values;
	const size_t size = head + numbers * sizeof(uint32_t) + text;
	struct bef_model__divisions *made = async_alloc(model->allocator, size, _Alignof(struct bef_model__divisions));
	if (!made)
		return bef_model__no_memory(diag);
	*made = (struct bef_model__divisions){ .size = size, .argument_count = from->argument_count, .value_count = count };
	uint32_t *next = (uint32_t *)(void *)((char *)made + head);
	for (size_t i = 0; i < count; i++)
		next = keep(i < from->argument_count ? &from->arguments[i] : &from->results[i - from->argument_count], model->partitions,
			&made->values[i], next);
	if (text)
		made->computed_whole = memcpy(next, from->computed_whole, text);
	model->divisions = made;
	return BEF_OK;
}

void bef_model__divisions_free(struct bef_model *model)
{
	if (model->divisions)
		async_free(model->allocator, model->divisions, model->divisions->size, _Alignof(struct bef_model__divisions));
	model->divisions = NULL;
}

/* ---- dividing */

/* Functions by other names are run as they are. */
static bool is_divided(const struct bef_model *model, const struct mlirbc_module *module)
{
	static const struct mlirbc_string name = { "main", 4 };
	return model->partitions > 1 && !model->dynamic && mlirbc_stablehlo_partitions(module) == model->partitions &&
	       mlirbc_block_symbol(mlirbc_module_symbols(module), &name) != NULL;
}

enum bef_status bef_model__divide(struct bef_model *model, struct mlirbc_module *module, struct bef_diag *diag)
{
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	struct mlirbc_stablehlo_divisions divisions = { .size = sizeof divisions, .whole_results = model->whole_results };
	if (!is_divided(model, module))
		return BEF_OK;
	enum mlirbc_status status = mlirbc_stablehlo_run(module, MLIRBC_STABLEHLO_COMPOSITES | MLIRBC_STABLEHLO_INLINE | MLIRBC_STABLEHLO_DCE, NULL, NULL, &why);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_global_to_local(module, model->partitions, &divisions, &why);
	if (status != MLIRBC_OK)
		return status == MLIRBC_E_NOMEM ? bef_model__no_memory(diag) : bef__fail_from_mlirbc(diag, status, &why);
	return keep_all(model, &divisions, diag);
}

/* ---- parts */

/* NULL: the function is not divided. */
static const struct bef_model__division *division_of(
	const struct bef_model *model, const struct bef_stablehlo_function *function, bool of_result, uint32_t index)
{
	static const char main_name[] = "main";
	const struct bef_model__divisions *all = model->divisions;
	const size_t at = index + (of_result && all ? all->argument_count : 0);
	const bool is_main = function->name.size == sizeof main_name - 1 && memcmp(function->name.data, main_name, sizeof main_name - 1) == 0;
	return all && is_main && at < all->value_count ? &all->values[at] : NULL;
}

enum bef_status bef_model_sharding(const struct bef_model *model, const struct bef_stablehlo_function *function, bool of_result,
	uint32_t index, uint32_t partition, struct bef_model_part *out, struct bef_diag *diag)
{
	if (BYTECURSOR_SIZE_IS_WRONG(out))
		return bef_model__size_is_wrong(diag, out->size, "bef_model_part");
	if (index >= (of_result ? function->result_count : function->argument_count))
		return bef_model__fail(diag, BEF_E_ARG, "the function has no value of this number");
	const struct bef_model__division *division = division_of(model, function, of_result, index);
	if (partition >= (model->partitions && division ? model->partitions : UINT32_MAX))
		return bef_model__fail(diag, BEF_E_ARG, "the model has fewer partitions");
	const struct bef_stablehlo_value *value = of_result ? &function->results[index] : &function->arguments[index];
	struct bef_model_part full = { .size = out->size, .rank = value->rank, .terms = 1 };
	for (uint32_t i = 0; i < value->rank; i++) {
		full.global[i] = full.local[i] = value->dims[i];
		if (division && division->at && value->dims[i] >= 0) {
			full.global[i] *= division->parts[i];
			full.start[i] = value->dims[i] * division->at[(size_t)partition * division->rank + i];
		}
	}
	if (division && division->term) {
		full.terms = division->terms;
		full.term = division->term[partition];
		full.reduction = division->reduction;
	}
	memcpy(out, &full, BYTECURSOR_SIZE_TO_COPY(&full, out));
	return BEF_OK;
}
