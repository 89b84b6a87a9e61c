/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of the leaves: those that the module gives, else those of the trees. */
#include "jax/call.h"

#include <mlirbc/build.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_names.h>
#include <stdio.h>
#include <string.h>

/* `before` and `after`, which end with NUL in the arena. */
static bool join(struct mlirbc_context *context, const char *before, struct mlirbc_string after, struct mlirbc_string *out)
{
	const size_t size = strlen(before);
	char *text = mlirbc_context_alloc(context, size + after.size + 1, 1);
	if (!text)
		return false;
	memcpy(text, before, size);
	memcpy(text + size, after.data, after.size);
	text[size + after.size] = '\0';
	*out = (struct mlirbc_string){ text, size + after.size };
	return true;
}

/* Names of (args, kwargs): "[0][1]['w']" is args[1]['w'], "[1]['scale'][0]" is scale[0]. */
static bool name_argument(struct mlirbc_context *context, struct mlirbc_string path, struct mlirbc_string *out)
{
	const char *end = path.size > 6 && memcmp(path.data, "[1]['", 5) == 0 ? memchr(path.data + 5, '\'', path.size - 5) : NULL;
	if (end && path.data + path.size - end >= 2 && end[1] == ']') {
		const struct mlirbc_string rest = { end + 2, (size_t)(path.data + path.size - end) - 2 };
		char *text = mlirbc_context_alloc(context, path.size, 1);
		const size_t size = (size_t)(end - path.data) - 5;
		if (!text)
			return false;
		memcpy(text, path.data + 5, size);
		memcpy(text + size, rest.data, rest.size);
		text[size + rest.size] = '\0';
		*out = (struct mlirbc_string){ text, size + rest.size };
		return true;
	}
	const bool args = path.size >= 3 && memcmp(path.data, "[0]", 3) == 0;
	return join(context, "args", args ? (struct mlirbc_string){ path.data + 3, path.size - 3 } : path, out);
}

static bool name_arguments(struct shlo__jax_call *call)
{
	const struct mlirbc_jax_export *e = call->exported;
	const struct mlirbc_string *paths = mlirbc_jax_tree_paths(call->context, e->in_tree);
	for (size_t i = 0; paths && i < e->in_avals.count; i++) {
		struct mlirbc_string found;
		const bool ok = mlirbc_stablehlo_argument_name(call->main, i, &found) ? join(call->context, "", found, &call->names[i])
										      : name_argument(call->context, paths[i], &call->names[i]);
		if (!ok)
			return false;
	}
	return paths != NULL;
}

static bool name_results(struct shlo__jax_call *call)
{
	const struct mlirbc_jax_export *e = call->exported;
	const struct mlirbc_string *paths = mlirbc_jax_tree_paths(call->context, e->out_tree);
	for (size_t i = 0; paths && i < e->out_avals.count; i++) {
		struct mlirbc_string found;
		if (!(mlirbc_stablehlo_result_name(call->main, i, &found) ? join(call->context, "", found, &call->results[i])
									  : join(call->context, "result", paths[i], &call->results[i])))
			return false;
	}
	return paths != NULL;
}

/* A gradient has the arguments of its function, then a cotangent for each result; its results are cotangents of those arguments. */
static bool name_cotangents(struct shlo__jax_call *call)
{
	const struct mlirbc_jax_export *of = call->primal->exported;
	bool ok = true;
	for (size_t i = 0; i < of->in_avals.count; i++)
		call->names[i] = call->primal->names[i];
	for (size_t i = 0; ok && i < of->out_avals.count; i++)
		ok = join(call->context, "ct_", call->primal->results[i], &call->names[of->in_avals.count + i]);
	for (size_t i = 0; ok && i < of->in_avals.count; i++)
		ok = join(call->context, "ct_", call->primal->names[i], &call->results[i]);
	return ok;
}

/* ---- into the module */

static bool set_result_names(struct shlo__jax_call *call)
{
	const struct mlirbc_attr *old = mlirbc_op_attr(call->main, "res_attrs");
	const size_t count = call->exported->out_avals.count;
	const struct mlirbc_string *key = mlirbc_string_get(call->context, "jax.result_info", 15);
	const struct mlirbc_attr **list = mlirbc_context_alloc(call->context, (count + 1) * sizeof *list, _Alignof(void *));
	for (size_t i = 0; key && list && i < count; i++) {
		const bool any = old && old->kind == MLIRBC_ATTR_ARRAY && i < old->u.array.count &&
				 old->u.array.data[i]->kind == MLIRBC_ATTR_DICTIONARY;
		const size_t before = any ? old->u.array.data[i]->u.dictionary.count : 0;
		struct mlirbc_named_attr *entries =
			mlirbc_context_alloc(call->context, (before + 1) * sizeof *entries, _Alignof(struct mlirbc_named_attr));
		size_t all = 0;
		for (size_t k = 0; entries && k < before; k++)
			if (old->u.array.data[i]->u.dictionary.data[k].name != key)
				entries[all++] = old->u.array.data[i]->u.dictionary.data[k];
		const struct mlirbc_attr *name = mlirbc_attr_string(call->context, call->results[i].data, call->results[i].size);
		if (!entries || !name)
			return false;
		entries[all++] = (struct mlirbc_named_attr){ key, name };
		if (!(list[i] = mlirbc_attr_dictionary(call->context, entries, all)))
			return false;
	}
	const struct mlirbc_attr *attr = key && list ? mlirbc_attr_array(call->context, list, count) : NULL;
	return attr && shlo__jax_call_ok(call, mlirbc_op_set_attr(call->main, "res_attrs", attr));
}

static bool set_argument_names(struct shlo__jax_call *call)
{
	struct mlirbc_block *block = mlirbc_op_regions(call->main)->first;
	for (size_t i = 0; i < call->exported->in_avals.count; i++) {
		struct mlirbc_string found;
		if (mlirbc_stablehlo_argument_name(call->main, i, &found) && found.size == call->names[i].size &&
			memcmp(found.data, call->names[i].data, found.size) == 0)
			continue;
		const struct mlirbc_attr *location = mlirbc_loc_name(call->context, call->names[i].data, mlirbc_loc_unknown(call->context));
		if (!location)
			return false;
		mlirbc_value_set_location(&block->arguments[i], location);
	}
	return true;
}

bool shlo__jax_name_main(struct shlo__jax_call *call)
{
	const struct mlirbc_jax_export *e = call->exported, *of = call->primal ? call->primal->exported : NULL;
	call->names = mlirbc_context_alloc(call->context, (e->in_avals.count + 1) * sizeof *call->names, _Alignof(struct mlirbc_string));
	call->results = mlirbc_context_alloc(call->context, (e->out_avals.count + 1) * sizeof *call->results, _Alignof(struct mlirbc_string));
	if (!call->names || !call->results)
		return shlo__jax_call_no_memory(call);
	const bool gradient = of && e->in_avals.count == of->in_avals.count + of->out_avals.count && e->out_avals.count == of->in_avals.count;
	const bool ok = (gradient ? name_cotangents(call) : name_arguments(call) && name_results(call)) && set_argument_names(call) &&
			set_result_names(call);
	return ok || shlo__jax_call_no_memory(call);
}
