/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of an export: the artifact's main takes the index of the platform, tokens and the leaves that it uses. Callers get a
 * function of all leaves. */
#include "jax/call.h"

#include <mlirbc/edit.h>
#include <mlirbc/load.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdio.h>
#include <string.h>

/* That mlirbc_jax_export_open() lets in: a function and its gradients. */
enum { MOST_FUNCTIONS = 17 };

static bool is(struct mlirbc_string text, const char *word)
{
	return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static bool choose_platform(struct shlo__jax_call *call, const char *name)
{
	const struct mlirbc_jax_strings *all = &call->exported->platforms;
	const bool any = strcmp(name, "*") == 0;
	char list[120] = "";
	size_t size = 0;
	for (size_t i = 0; i < all->count; i++) {
		if (is(all->data[i], any ? "cpu" : name)) {
			call->platform = (uint32_t)i;
			return true;
		}
		const int added = snprintf(list + size, sizeof list - size, "%s%.*s", i ? ", " : "", (int)(all->data[i].size & 63),
			all->data[i].data);
		size += added > 0 && (size_t)added < sizeof list - size ? (size_t)added : 0;
	}
	return any || call->exported->no_platform_check ||
	       shlo__jax_call_fail(call, MLIRBC_E_UNSUPPORTED,
		       "the function was exported for %s, not for %s; export it with platforms=['%s', ...], or choose its platform", list, name, name);
}

static struct mlirbc_op *find_main(struct shlo__jax_call *call)
{
	const struct mlirbc_string *name = mlirbc_string_get(call->context, "main", 4);
	struct mlirbc_op *main = name ? mlirbc_block_symbol(mlirbc_module_symbols(call->module), name) : NULL;
	const struct mlirbc_attr *type = main && mlirbc_op_is(main, "func.func") ? mlirbc_op_attr(main, "function_type") : NULL;
	if (!name)
		shlo__jax_call_no_memory(call);
	else if (!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION ||
		 main->region_count != 1 || !mlirbc_op_regions(main)->first)
		shlo__jax_call_fail(call, MLIRBC_E_CORRUPT, "the artifact has no function main");
	else
		call->type = type->u.type_value;
	return call->type ? main : NULL;
}

/* Loads the artifact. Offsets of failures are those in the file. */
static bool load_artifact(struct shlo__jax_call *call)
{
	const struct mlirbc_jax_export *exported = call->exported;
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_load(call->context, exported->module, exported->module_size, NULL, &call->module, &why);
	if (status == MLIRBC_OK)
		status = mlirbc_module_load(call->module, &why);
	if (status != MLIRBC_OK && why.offset != MLIRBC_NO_OFFSET)
		why.offset += exported->module_offset;
	if (status != MLIRBC_OK && BYTECURSOR_DIAG_IS_OPEN(call->diag))
		BYTECURSOR_DIAG_STORE(call->diag, &why);
	return shlo__jax_call_ok(call, status) && shlo__jax_call_ok(call, mlirbc_stablehlo_from_vhlo(call->module, NULL, call->diag));
}

/* Loads the artifact and makes a function of all leaves of its main. */
static bool load_one(struct shlo__jax_call *call, const char *platform)
{
	if (!choose_platform(call, platform) || !load_artifact(call))
		return false;
	call->main = find_main(call);
	return call->main && shlo__jax_check_main(call) && shlo__jax_wrap_main(call) && shlo__jax_name_main(call);
}

/* Both modules declare the same meshes; those of the second one are removed, unless they differ, which the merge then reports. */
static bool remove_equal_meshes(struct shlo__jax_call *call, struct mlirbc_module *into)
{
	struct mlirbc_op *next;
	for (struct mlirbc_op *op = mlirbc_module_symbols(call->module)->first; op; op = next) {
		struct mlirbc_string name;
		next = op->next;
		if (!mlirbc_op_is(op, "sdy.mesh") || !mlirbc_op_symbol(op, &name))
			continue;
		const struct mlirbc_op *other = mlirbc_block_symbol(mlirbc_module_symbols(into), &name);
		if (other && mlirbc_op_is(other, "sdy.mesh") && mlirbc_op_attr(other, "mesh") == mlirbc_op_attr(op, "mesh") &&
			!shlo__jax_call_ok(call, mlirbc_op_erase(op)))
			return false;
	}
	return true;
}

/* Readers know by the attribute that a function serves a gradient, which most callers do not want. */
static bool mark_gradient(struct shlo__jax_call *call)
{
	const struct mlirbc_attr *unit = mlirbc_attr_unit(call->context);
	if (!unit)
		return shlo__jax_call_no_memory(call);
	for (struct mlirbc_op *op = mlirbc_module_symbols(call->module)->first; op; op = op->next) {
		if (mlirbc_op_is(op, "func.func") && !shlo__jax_call_ok(call, mlirbc_op_set_attr(op, MLIRBC_JAX_VJP_ATTR, unit)))
			return false;
	}
	return true;
}

/* "main_vjp" for the first gradient. */
static bool add_vjp(struct shlo__jax_call *call, struct mlirbc_module *into, unsigned order)
{
	static const struct mlirbc_merge_options rename = { .size = sizeof rename, .rename_private = true };
	char name[4 + 4 * MOST_FUNCTIONS + 1] = "main";
	for (unsigned i = 0; i < order; i++)
		memcpy(name + 4 + 4 * (size_t)i, "_vjp", 5);
	const struct mlirbc_attr *attr = mlirbc_attr_string(call->context, name, strlen(name));
	if (!attr)
		return shlo__jax_call_no_memory(call);
	return shlo__jax_call_ok(call, mlirbc_op_set_attr(call->main, "sym_name", attr)) && mark_gradient(call) &&
	       remove_equal_meshes(call, into) &&
	       shlo__jax_call_ok(call, mlirbc_merge(into, call->module, &rename, call->diag));
}

enum mlirbc_status mlirbc_jax_export_load(const struct mlirbc_jax_export *exported, const struct mlirbc_jax_load_options *options,
	struct mlirbc_module **out_module, struct mlirbc_diag *diag)
{
	struct mlirbc_jax_load_options full = { .size = sizeof full };
	struct shlo__jax_call calls[MOST_FUNCTIONS];
	enum mlirbc_status status = MLIRBC_OK;
	*out_module = NULL;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return shlo__size_is_wrong(diag, options->size, "mlirbc_jax_load_options");
	if (options)
		memcpy(&full, options, BYTECURSOR_SIZE_TO_COPY(&full, options));
	unsigned order = 0;
	for (const struct mlirbc_jax_export *one = exported; one && status == MLIRBC_OK; one = full.no_vjp ? NULL : one->vjp) {
		struct shlo__jax_call *call = &calls[order];
		*call = (struct shlo__jax_call){ .context = exported->context, .exported = one, .primal = order ? call - 1 : NULL,
			.diag = diag };
		if (load_one(call, full.platform ? full.platform : "cpu") && order)
			(void)add_vjp(call, calls[0].module, order);
		status = call->status;
		order++;
	}
	*out_module = status == MLIRBC_OK ? calls[0].module : NULL;
	return status;
}
