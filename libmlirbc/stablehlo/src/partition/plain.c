/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shardy in plain StableHLO, as exports without its dialect have it: attributes as text in mhlo.frontend_attributes, and manual computations
 * between @xla.sdy.GlobalToLocalShape and @xla.sdy.LocalToGlobalShape. */
#include "dialect/memory.h"
#include "dialect/sdy_fields.h"
#include "partition/partition.h"

#include <mlirbc/parse.h>

/* The attribute that a string is the text of; NULL: it is none, or memory is short, which *out_short says. */
static const struct mlirbc_attr *attr_of(struct mlirbc_context *context, const struct mlirbc_attr *string, bool *out_short)
{
	const struct mlirbc_attr *made = NULL;
	if (!string || string->kind != MLIRBC_ATTR_STRING)
		return NULL;
	const size_t size = string->u.string->size;
	char *text = shlo__take(mlirbc_context_allocator(context), size + 1);
	size_t used = 0;
	for (size_t i = 0; text && i < size; i++) { /* older exports have escaped the quotes */
		const bool escape = string->u.string->data[i] == '\\' && i + 1 < size && string->u.string->data[i + 1] == '"';
		if (!escape)
			text[used++] = string->u.string->data[i];
	}
	const enum mlirbc_status status = text ? mlirbc_parse_attr(context, text, used, &made, NULL) : MLIRBC_E_NOMEM;
	*out_short |= status == MLIRBC_E_NOMEM || status == MLIRBC_E_LIMIT;
	shlo__give(mlirbc_context_allocator(context), text, size + 1);
	return status == MLIRBC_OK ? made : NULL;
}

static const struct mlirbc_attr *frontend_attr(struct mlirbc_context *context, const struct mlirbc_op *op, const char *name, bool *out_short)
{
	const struct mlirbc_attr *all = mlirbc_op_attr(op, "mhlo.frontend_attributes");
	return all && all->kind == MLIRBC_ATTR_DICTIONARY ? attr_of(context, mlirbc_dictionary_find(all, name), out_short) : NULL;
}

/* ---- meshes */

/* Meshes by their names, of the module; NULL: it has none in this form. */
static const struct mlirbc_attr *meshes_of(const struct mlirbc_module *module, bool *out_short)
{
	const struct mlirbc_op *top = module->body->first;
	const struct mlirbc_attr *meshes = top ? frontend_attr(module->context, top, "xla.sdy.meshes", out_short) : NULL;
	return meshes && meshes->kind == MLIRBC_ATTR_DICTIONARY ? meshes : NULL;
}

uint64_t shlo__plain_devices(const struct mlirbc_module *module)
{
	bool is_short = false;
	const struct mlirbc_attr *meshes = meshes_of(module, &is_short);
	uint64_t most = 0;
	for (size_t i = 0; meshes && i < meshes->u.dictionary.count; i++) {
		const uint64_t devices = shlo__mesh_size(meshes->u.dictionary.data[i].value);
		most = devices > most ? devices : most;
	}
	return most;
}

const struct mlirbc_attr *shlo__plain_mesh(struct shlo__partition *p, const struct mlirbc_attr *sharding)
{
	bool is_short = false;
	const struct mlirbc_attr *name = shlo__sdy_field(sharding, "sharding", 0);
	const struct mlirbc_attr *meshes = name && name->kind == MLIRBC_ATTR_SYMBOL ? meshes_of(p->module, &is_short) : NULL;
	if (is_short)
		(void)shlo__partition_no_memory(p);
	for (size_t i = 0; meshes && i < meshes->u.dictionary.count; i++) {
		if (shlo__sdy_same(meshes->u.dictionary.data[i].name, name->u.symbol.root))
			return meshes->u.dictionary.data[i].value;
	}
	return NULL;
}

/* ---- manual computations */

/* The division of a value by the manual axes of its sharding in a list, and its type on each device. */
static bool divide(struct shlo__partition *p, const struct mlirbc_op *op, const char *list, uint32_t i, const struct mlirbc_type *global,
	const struct mlirbc_type *local, const struct shlo__division **out)
{
	bool is_short = false;
	const struct mlirbc_attr *manual = shlo__sdy_field(frontend_attr(p->context, op, "xla.sdy.manual_axes", &is_short), "manual_axes", 0);
	const struct mlirbc_attr *shardings = shlo__sdy_field(frontend_attr(p->context, op, list, &is_short), "sharding_per_value", 0);
	struct shlo__sharding sharding;
	if (is_short)
		return shlo__partition_no_memory(p);
	if (!manual || i >= shlo__sdy_length(shardings))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "it does not say its shardings and manual axes");
	if (!shlo__sharding_read(p, op, shardings->u.array.data[i], global, manual, false, &sharding))
		return false;
	if (!shlo__tiles_uniform(p, sharding.manual))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "a sharding that uses an axis twice");
	if (!shlo__tiles_finish(p, sharding.manual, out))
		return false;
	return shlo__local_type(p, global, *out) == local ||
	       shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "its local shape is not the one that the sharding says");
}

/* Axes that are not manual divide nothing inside: devices that differ in them have copies. */
bool shlo__plain_cross(struct shlo__partition *p, const struct mlirbc_op *op, bool enters)
{
	const char *list = enters ? "xla.sdy.in_shardings" : "xla.sdy.out_shardings";
	const struct shlo__division *division;
	if (op->operand_count != op->result_count)
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "it has another number of results than operands");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *of = mlirbc_op_operands(op)[i].value, *result = &mlirbc_op_results(op)[i];
		if (!divide(p, op, list, i, enters ? of->type : result->type, enters ? result->type : of->type, &division))
			return false;
		struct mlirbc_value *value = shlo__value_get(p, op, of, enters ? division : NULL);
		if (!value || !shlo__value_set(p, result, value, enters ? NULL : division) || (enters && !shlo__value_set_manual(p, result)))
			return false;
	}
	return true;
}
