/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs for functions with dynamic shapes: one for each combination of shapes, kept for the next call. */
#include "internal.h"

#include <mlirbc/edit.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>
#include <mlirbc/stablehlo_passes.h>
#include <string.h>

/* ---- keys: rank and dimensions of each argument; then the values of scalar integers, which may be sizes (JAX) */

struct key {
	int64_t *words;
	size_t shapes, count; /* words of the shapes, and of all */
	size_t room;
};

static bool is_size(const struct bef_model_tensor *argument)
{
	return argument->rank == 0 && (argument->dtype == KERNELS_I32 || argument->dtype == KERNELS_I64);
}

static int64_t size_value(const struct bef_model_tensor *argument)
{
	int32_t narrow;
	int64_t wide;
	if (argument->dtype == KERNELS_I32) {
		memcpy(&narrow, argument->data, sizeof narrow);
		return narrow;
	}
	memcpy(&wide, argument->data, sizeof wide);
	return wide;
}

/* Of a token, the caller sets nothing. */
static uint32_t rank_of(const struct bef_model_tensor *argument, const struct bef_stablehlo_value *expected)
{
	return expected->dtype ? argument->rank : 0;
}

static bool make_key(const struct async_allocator *allocator, const struct bef_model_tensor *arguments,
	const struct bef_stablehlo_function *signature, struct key *out)
{
	*out = (struct key){ .room = 1 };
	for (size_t i = 0; i < signature->argument_count; i++)
		out->room += 2 + rank_of(&arguments[i], &signature->arguments[i]);
	out->words = async_alloc(allocator, out->room * sizeof *out->words, _Alignof(int64_t));
	if (!out->words)
		return false;
	for (size_t i = 0; i < signature->argument_count; i++) {
		const uint32_t rank = rank_of(&arguments[i], &signature->arguments[i]);
		out->words[out->count++] = rank;
		for (uint32_t d = 0; d < rank; d++)
			out->words[out->count++] = arguments[i].dims[d];
	}
	out->shapes = out->count;
	for (size_t i = 0; i < signature->argument_count; i++) {
		if (signature->arguments[i].dtype && is_size(&arguments[i]))
			out->words[out->count++] = size_value(&arguments[i]);
	}
	return true;
}

static void free_key(const struct async_allocator *allocator, struct key *key)
{
	async_free(allocator, key->words, key->room * sizeof *key->words, _Alignof(int64_t));
}

/* ---- kept programs; the caller holds the lock, unless a function says otherwise */

static bool is_for(const struct bef_model__program *program, size_t function, const struct key *key)
{
	return program->function == function &&
	       (program->key_count == key->shapes || program->key_count == key->count) &&
	       memcmp(program->key, key->words, program->key_count * sizeof *key->words) == 0;
}

static struct bef_model__program *find(struct bef_model *model, size_t function, const struct key *key)
{
	for (size_t i = 0; i < model->kept_count; i++) {
		if (is_for(model->kept[i], function, key)) {
			model->kept[i]->used = ++model->clock;
			return bef_model__program_retain(model->kept[i]);
		}
	}
	return NULL;
}

static size_t oldest(const struct bef_model *model)
{
	size_t found = 0;
	for (size_t i = 1; i < model->kept_count; i++) {
		if (model->kept[i]->used < model->kept[found]->used)
			found = i;
	}
	return found;
}

/* Keeps a new program, unless another thread was faster: then that one is used. Takes over the reference and returns one. Without
 * the lock. */
static struct bef_model__program *keep(
	struct bef_model *model, size_t function, const struct key *key, struct bef_model__program *program)
{
	struct bef_model__program *unused;
	pthread_mutex_lock(&model->lock);
	struct bef_model__program *other = find(model, function, key);
	if (other) {
		unused = program;
		program = other;
	} else {
		const bool full = model->kept_count == model->max_kept;
		const size_t at = full ? oldest(model) : model->kept_count++;
		unused = full ? model->kept[at] : NULL;
		model->kept[at] = bef_model__program_retain(program);
		program->used = ++model->clock;
	}
	pthread_mutex_unlock(&model->lock);
	bef_model__program_release(unused); /* outside of the lock: it frees much, or calls in flight still have it */
	return program;
}

void bef_model__forget(struct bef_model *model)
{
	while (model->kept_count > 0)
		bef_model__program_release(model->kept[--model->kept_count]);
	if (model->kept)
		async_free(model->allocator, model->kept, model->max_kept * sizeof *model->kept, _Alignof(void *));
}

/* ---- compilation */

static struct mlirbc_op *find_function(struct mlirbc_module *module, const struct bef_stablehlo_function *function)
{
	const struct mlirbc_string *name = mlirbc_string_get(module->context, function->name.data, function->name.size);
	return name ? mlirbc_block_symbol(mlirbc_module_symbols(module), name) : NULL;
}

/* Functions that the called one does not need are removed as unused private ones: their shapes may stay open. */
static enum mlirbc_status hide_others(struct mlirbc_module *module, const struct mlirbc_op *function)
{
	const struct mlirbc_attr *hidden = mlirbc_attr_string(module->context, "private", 7);
	enum mlirbc_status status = hidden ? MLIRBC_OK : MLIRBC_E_NOMEM;
	for (struct mlirbc_op *op = mlirbc_module_symbols(module)->first; op && status == MLIRBC_OK; op = op->next) {
		if (op != function && mlirbc_op_is(op, "func.func"))
			status = mlirbc_op_set_attr(op, "sym_visibility", hidden);
	}
	return status;
}

/* What is known of the arguments. Tokens are left out. Returns their number; SIZE_MAX: out of memory. */
static size_t describe(struct mlirbc_context *context, const struct mlirbc_types *inputs,
	const struct bef_model_tensor *arguments, bool with_values, struct mlirbc_stablehlo_argument *out)
{
	size_t count = 0;
	for (size_t i = 0; i < inputs->count; i++) {
		const struct mlirbc_type *type = inputs->data[i];
		if (type->kind != MLIRBC_TYPE_TENSOR && type->kind != MLIRBC_TYPE_UNRANKED_TENSOR)
			continue;
		const struct mlirbc_type *element = type->u.shaped.element;
		out[count] = (struct mlirbc_stablehlo_argument){ .index = i,
			.type = mlirbc_stablehlo_tensor(context, element, arguments[i].dims, arguments[i].rank) };
		const bool valued = with_values && is_size(&arguments[i]) && element->kind == MLIRBC_TYPE_INTEGER;
		if (valued)
			out[count].value = mlirbc_attr_integer(context, element, (uint64_t)size_value(&arguments[i]));
		if (!out[count].type || (valued && !out[count].value))
			return SIZE_MAX;
		count++;
	}
	return count;
}

static enum bef_status refine(struct bef_model *model, struct mlirbc_module *module,
	const struct bef_stablehlo_function *function, const struct bef_model_tensor *arguments, bool with_values,
	struct bef_diag *diag)
{
	struct mlirbc_op *op = find_function(module, function);
	const struct mlirbc_type *type = op ? bef_model__function_type(op) : NULL;
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	char name[256];
	if (!type || type->u.function.inputs.count != function->argument_count || function->name.size >= sizeof name)
		return bef_model__fail(diag, BEF_E_UNSUPPORTED,
			"functions with dynamic shapes must be at the top level, without tuples, with names of at most "
			"%zu bytes",
			sizeof name - 1);
	memcpy(name, function->name.data, function->name.size);
	name[function->name.size] = '\0';
	const size_t room = (function->argument_count + 1) * sizeof(struct mlirbc_stablehlo_argument);
	struct mlirbc_stablehlo_argument *known = async_alloc(
		model->allocator, room, _Alignof(struct mlirbc_stablehlo_argument));
	if (!known)
		return bef_model__no_memory(diag);
	const struct mlirbc_stablehlo_refine_options options = { .size = sizeof options, .function = name };
	const size_t count = describe(module->context, &type->u.function.inputs, arguments, with_values, known);
	enum mlirbc_status status = count == SIZE_MAX ? MLIRBC_E_NOMEM : hide_others(module, op);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_refine(module, known, count, &options, NULL, &why);
	async_free(model->allocator, known, room, _Alignof(struct mlirbc_stablehlo_argument));
	if (status == MLIRBC_E_CORRUPT) /* the model was valid: it is for the caller to pass other shapes */
		status = MLIRBC_E_ARG;
	return status == MLIRBC_E_NOMEM ? bef_model__no_memory(diag) : bef__fail_from_mlirbc(diag, status, &why);
}

static enum bef_status compile(struct bef_model *model, size_t function, const struct bef_model_tensor *arguments,
	bool with_values, bool quiet, uint64_t deadline, struct bef_model__program **out, struct bef_diag *diag)
{
	const struct bef_model__stop stop = { model, deadline };
	struct bef_source *source;
	enum bef_status status = bef_model__read_source(&stop, &model->source, model->name, &source, diag);
	*out = NULL;
	if (status != BEF_OK)
		return status;
	status = bef_model__to_stablehlo(bef_source_module(source), diag);
	if (status == BEF_OK)
		status = refine(model, bef_source_module(source), bef_model_function(model, function), arguments, with_values, diag);
	if (status == BEF_OK)
		status = bef_model__compile(model, bef_source_module(source), false, quiet, out, diag);
	bef_source_close(source);
	return status;
}

/* First for the shapes alone; if that is not enough, for the values of sizes too. */
static enum bef_status compile_for(struct bef_model *model, size_t function, const struct bef_model_tensor *arguments,
	uint64_t deadline, struct key *key, struct bef_model__program **out, struct bef_diag *diag)
{
	struct bef_diag first = BEF_DIAG_INIT;
	size_t words = key->shapes;
	const bool twice = key->count > words; /* what cannot run is reported by the second try only */
	enum bef_status status = compile(model, function, arguments, false, twice, deadline, out, twice ? &first : diag);
	if (twice && status != BEF_OK && status != BEF_E_NOMEM) {
		words = key->count;
		status = compile(model, function, arguments, true, false, deadline, out, diag);
	} else if (status != BEF_OK && first.status != BEF_OK) {
		return bef_model__fail(diag, status, "%s", first.message);
	}
	if (status != BEF_OK)
		return status;
	(*out)->key = async_alloc(model->allocator, words * sizeof *key->words, _Alignof(int64_t));
	if (!(*out)->key) {
		bef_model__program_release(*out);
		*out = NULL;
		return bef_model__no_memory(diag);
	}
	if (words)
		memcpy((*out)->key, key->words, words * sizeof *key->words);
	(*out)->key_count = words;
	(*out)->function = function;
	return BEF_OK;
}

enum bef_status bef_model__specialise(struct bef_model *model, size_t function,
	const struct bef_model_tensor *arguments, uint64_t deadline, struct bef_model__program **out, struct bef_diag *diag)
{
	const struct bef_stablehlo_function *signature = bef_model_function(model, function);
	struct key key;
	enum bef_status status = BEF_OK;
	if (!make_key(model->allocator, arguments, signature, &key))
		return bef_model__no_memory(diag);
	pthread_mutex_lock(&model->lock);
	*out = find(model, function, &key);
	pthread_mutex_unlock(&model->lock);
	if (!*out) {
		/* Without the lock: calls for other shapes go on, and two threads may compile for the same shapes. */
		status = compile_for(model, function, arguments, deadline, &key, out, diag);
		if (status == BEF_OK)
			*out = keep(model, function, &key, *out);
	}
	free_key(model->allocator, &key);
	return status;
}
