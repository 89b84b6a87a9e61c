/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_stablehlo_global_to_local(): a main that consists of manual computations becomes what one partition computes. Everything is
 * checked first; then types change and bodies take the place of their operations. */
#include "dialect/sdy_fields.h"

#include <bytecursor/diag.h>
#include <mlirbc/build.h>
#include <mlirbc/edit.h>
#include <mlirbc/load.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_passes.h>

/* A value that is divided; all others are whole on each partition. */
struct placement {
	struct mlirbc_value *value;
	const struct mlirbc_attr *sharding;
	const struct mlirbc_type *local;
};

struct local {
	struct mlirbc_module *module;
	struct mlirbc_context *context;
	struct mlirbc_op *main;
	struct mlirbc_block *body;
	struct placement *placements;
	size_t count, room;
	int64_t partitions;
	struct mlirbc_diag *diag;
	enum mlirbc_status status;
};

static bool fail(struct local *local, const struct mlirbc_op *op, enum mlirbc_status status, const char *why)
{
	if (local->status == MLIRBC_OK)
		local->status = BYTECURSOR_DIAG_FAIL(local->diag, status, mlirbc_status_name(status), MLIRBC_NO_OFFSET, "'%.*s': %s",
			(int)op->name->size, op->name->data, why);
	return false;
}

static bool unsupported(struct local *local, const struct mlirbc_op *op, const char *why)
{
	return fail(local, op, MLIRBC_E_UNSUPPORTED, why);
}

/* ---- shardings */

/* By its contents: several symbols may name equal meshes. */
static const struct mlirbc_attr *mesh_of(const struct local *local, const struct mlirbc_attr *sharding)
{
	return shlo__sdy_sharding_mesh(sharding, mlirbc_module_symbols(local->module));
}

/* The devices of a mesh; 0: there is none, or it is broken. */
static int64_t mesh_size(const struct mlirbc_attr *mesh)
{
	const struct mlirbc_attr *axes = shlo__sdy_field(mesh, "mesh", 0);
	int64_t product = 1;
	for (size_t i = 0; i < shlo__sdy_length(axes); i++) {
		const int64_t size = shlo__sdy_number(shlo__sdy_field(axes->u.array.data[i], "mesh_axis", 1), 0);
		if (size < 1 || __builtin_mul_overflow(product, size, &product))
			return 0;
	}
	return axes ? product : 0;
}

static const struct mlirbc_attr *axes_of(const struct mlirbc_attr *sharding, size_t dim)
{
	const struct mlirbc_attr *dims = shlo__sdy_field(sharding, "sharding", 1);
	return dim < shlo__sdy_length(dims) ? shlo__sdy_field(dims->u.array.data[dim], "dimension_sharding", 0) : NULL;
}

/* Into how many parts the axes cut a dimension; 0: an axis is unknown. */
static int64_t parts_of(const struct mlirbc_attr *mesh, const struct mlirbc_attr *axes)
{
	int64_t parts = 1;
	for (size_t i = 0; i < shlo__sdy_length(axes); i++) {
		const struct mlirbc_attr *axis = axes->u.array.data[i];
		const struct mlirbc_attr *part = shlo__sdy_field(axis, "axis_ref", 1);
		const struct mlirbc_attr *name = axis->kind == MLIRBC_ATTR_STRING ? axis : shlo__sdy_field(axis, "axis_ref", 0);
		const int64_t size = part ? shlo__sdy_number(shlo__sdy_field(part, "sub_axis_info", 1), 0) : name ? shlo__sdy_axis_size(mesh, name) : 0;
		if (size < 1 || __builtin_mul_overflow(parts, size, &parts))
			return 0;
	}
	return parts;
}

/* The type that one partition has of a value; the same type: it is whole. NULL: a failure. */
static const struct mlirbc_type *local_type(
	struct local *local, const struct mlirbc_op *op, const struct mlirbc_attr *sharding, const struct mlirbc_type *type)
{
	const struct mlirbc_attr *mesh = mesh_of(local, sharding);
	int64_t dims[64];
	bool whole = true;
	if (!sharding || type->kind != MLIRBC_TYPE_TENSOR)
		return type;
	if (!mesh || shlo__sdy_length(shlo__sdy_field(sharding, "sharding", 3)) != 0 || type->u.shaped.rank > 64) {
		(void)unsupported(local, op, "a sharding without a mesh, or with unreduced axes");
		return NULL;
	}
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		const int64_t parts = parts_of(mesh, axes_of(sharding, i));
		if (parts < 1 || type->u.shaped.dims[i] < 0 || type->u.shaped.dims[i] % parts != 0) {
			(void)unsupported(local, op, "a dimension that its axes do not divide");
			return NULL;
		}
		dims[i] = type->u.shaped.dims[i] / parts;
		whole &= parts == 1;
	}
	if (whole)
		return type;
	if (mesh_size(mesh) != local->partitions) {
		(void)unsupported(local, op, "the mesh of a sharding has another number of devices than the program has partitions");
		return NULL;
	}
	if (type->u.shaped.encoding) {
		(void)unsupported(local, op, "a divided value whose type has an encoding");
		return NULL;
	}
	const struct mlirbc_type *made =
		mlirbc_type_shaped(local->context, MLIRBC_TYPE_TENSOR, dims, type->u.shaped.rank, type->u.shaped.element);
	if (!made)
		(void)fail(local, op, MLIRBC_E_NOMEM, "out of memory");
	return made;
}

/* ---- placements */

static const struct placement *find(const struct local *local, const struct mlirbc_value *value)
{
	for (size_t i = 0; i < local->count; i++) {
		if (local->placements[i].value == value)
			return &local->placements[i];
	}
	return NULL;
}

static bool place(struct local *local, const struct mlirbc_op *op, struct mlirbc_value *value, const struct mlirbc_attr *sharding)
{
	const struct mlirbc_type *type = local_type(local, op, sharding, value->type);
	if (!type || type == value->type)
		return type != NULL;
	if (local->count == local->room) {
		const size_t room = local->room ? 2 * local->room : 64;
		struct placement *made = mlirbc_context_alloc(local->context, room * sizeof *made, _Alignof(struct placement));
		if (!made)
			return fail(local, op, MLIRBC_E_NOMEM, "out of memory");
		for (size_t i = 0; i < local->count; i++)
			made[i] = local->placements[i];
		local->placements = made;
		local->room = room;
	}
	local->placements[local->count++] = (struct placement){ value, sharding, type };
	return true;
}

/* Whether the value is already where the sharding wants it. */
static bool is_placed(struct local *local, const struct mlirbc_op *op, const struct mlirbc_value *value, const struct mlirbc_attr *sharding)
{
	const struct placement *have = find(local, value);
	const struct mlirbc_type *type = local_type(local, op, sharding, value->type);
	if (!type)
		return false;
	bool same = have ? have->local == type : type == value->type;
	for (size_t i = 0; same && have && i < value->type->u.shaped.rank; i++)
		same = axes_of(have->sharding, i) == axes_of(sharding, i) ||
		       (shlo__sdy_length(axes_of(have->sharding, i)) == 0 && shlo__sdy_length(axes_of(sharding, i)) == 0);
	same = same && (!have || mesh_of(local, have->sharding) == mesh_of(local, sharding));
	return same || unsupported(local, op, "a value would have to move to another sharding between partitions");
}

/* ---- checks */

static const struct mlirbc_attr *sharding_at(const struct mlirbc_op *op, const char *name, size_t at)
{
	const struct mlirbc_attr *list = shlo__sdy_field(mlirbc_op_attr(op, name), "sharding_per_value", 0);
	return at < shlo__sdy_length(list) ? list->u.array.data[at] : NULL;
}

/* Its manual axes are all that have more than one device, and its local types are those of the shardings. */
static bool check_manual(struct local *local, struct mlirbc_op *op)
{
	const struct mlirbc_attr *manual = shlo__sdy_field(mlirbc_op_attr(op, "manual_axes"), "manual_axes", 0);
	struct mlirbc_block *block = op->region_count == 1 ? mlirbc_op_regions(op)[0].first : NULL;
	struct mlirbc_op *end = block && !block->next ? block->last : NULL;
	const struct mlirbc_attr *first = sharding_at(op, op->operand_count ? "in_shardings" : "out_shardings", 0);
	if (!end || !mlirbc_op_is(end, "sdy.return") || end->operand_count != op->result_count || block->argument_count != op->operand_count)
		return unsupported(local, op, "its body does not fit");
	const struct mlirbc_attr *mesh = mesh_of(local, first);
	int64_t product = 1;
	for (size_t i = 0; i < shlo__sdy_length(manual); i++) {
		if (__builtin_mul_overflow(product, shlo__sdy_axis_size(mesh, manual->u.array.data[i]), &product))
			product = 0;
	}
	if (!mesh || product != local->partitions || mesh_size(mesh) != local->partitions)
		return unsupported(local, op, "its manual axes are not all axes of the partitions");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		if (!is_placed(local, op, value, sharding_at(op, "in_shardings", i)) ||
			local_type(local, op, sharding_at(op, "in_shardings", i), value->type) != block->arguments[i].type)
			return unsupported(local, op, "an argument of its body has another type than its operand has locally");
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		struct mlirbc_value *value = &mlirbc_op_results(op)[i];
		const struct mlirbc_attr *sharding = sharding_at(op, "out_shardings", i);
		if (local_type(local, op, sharding, value->type) != mlirbc_op_operands(end)[i].value->type)
			return unsupported(local, op, "its body returns another type than a result has locally");
		if (!place(local, op, value, sharding))
			return false;
	}
	return true;
}

/* Other operations compute the same on each partition, from values that are whole there. */
static bool check_whole(struct local *local, struct mlirbc_op *top)
{
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(top, op)) != NULL;) {
		for (uint32_t i = 0; i < op->operand_count; i++) {
			if (find(local, mlirbc_op_operands(op)[i].value))
				return unsupported(local, op, "it has an operand that is divided among partitions, outside a manual computation");
		}
	}
	return true;
}

/* The sharding of an argument or result of main; NULL: none. */
static const struct mlirbc_attr *sharding_of(const struct mlirbc_op *main, const char *name, size_t at)
{
	const struct mlirbc_attr *list = mlirbc_op_attr(main, name);
	const struct mlirbc_attr *values = list && list->kind == MLIRBC_ATTR_ARRAY && at < list->u.array.count ? list->u.array.data[at] : NULL;
	return values && values->kind == MLIRBC_ATTR_DICTIONARY ? mlirbc_dictionary_find(values, "sdy.sharding") : NULL;
}

static bool check_op(struct local *local, struct mlirbc_op *op)
{
	if (mlirbc_op_is(op, "sdy.manual_computation"))
		return check_manual(local, op);
	if (mlirbc_op_is(op, "sdy.sharding_constraint") && op->operand_count == 1) {
		const struct mlirbc_attr *sharding = mlirbc_op_attr(op, "sharding");
		return is_placed(local, op, mlirbc_op_operands(op)[0].value, sharding) && place(local, op, mlirbc_op_results(op), sharding);
	}
	if (!mlirbc_op_is(op, "func.return"))
		return check_whole(local, op);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!is_placed(local, op, mlirbc_op_operands(op)[i].value, sharding_of(local->main, "res_attrs", i)))
			return false;
	}
	return true;
}

static bool check_main(struct local *local)
{
	static const struct mlirbc_string name = { "main", 4 };
	local->main = mlirbc_block_symbol(mlirbc_module_symbols(local->module), &name);
	if (!local->main || !mlirbc_op_is(local->main, "func.func") || local->main->region_count != 1) {
		local->status = BYTECURSOR_DIAG_FAIL(local->diag, MLIRBC_E_UNSUPPORTED, mlirbc_status_name(MLIRBC_E_UNSUPPORTED), MLIRBC_NO_OFFSET,
			"there is no function main");
		return false;
	}
	local->body = mlirbc_op_regions(local->main)[0].first;
	if (!local->body || local->body->next || !local->body->last || !mlirbc_op_is(local->body->last, "func.return"))
		return unsupported(local, local->main, "it does not end with a return");
	for (uint32_t i = 0; i < local->body->argument_count; i++) {
		if (!place(local, local->main, &local->body->arguments[i], sharding_of(local->main, "arg_attrs", i)))
			return false;
	}
	for (struct mlirbc_op *op = local->body->first; op; op = op->next) {
		if (!check_op(local, op))
			return false;
	}
	/* a manual computation that something else calls */
	for (struct mlirbc_op *top = mlirbc_module_symbols(local->module)->first; top; top = top->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(top, op)) != NULL;) {
			if (mlirbc_op_is(op, "sdy.manual_computation") && op->parent != local->body)
				return unsupported(local, op, "it is not in main itself");
		}
	}
	return true;
}

/* ---- the change */

static bool done(struct local *local, const struct mlirbc_op *op, enum mlirbc_status status)
{
	return status == MLIRBC_OK || fail(local, op, status, mlirbc_status_name(status));
}

static bool unwrap(struct local *local, struct mlirbc_op *op)
{
	if (mlirbc_op_is(op, "sdy.sharding_constraint")) {
		mlirbc_value_replace(mlirbc_op_results(op), mlirbc_op_operands(op)[0].value);
		return done(local, op, mlirbc_op_erase(op));
	}
	struct mlirbc_block *block = mlirbc_op_regions(op)[0].first;
	struct mlirbc_op *end = block->last;
	for (uint32_t i = 0; i < op->operand_count; i++)
		mlirbc_value_replace(&block->arguments[i], mlirbc_op_operands(op)[i].value);
	while (block->first != end) {
		if (!done(local, op, mlirbc_op_insert_before(block->first, op)))
			return false;
	}
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc_value_replace(&mlirbc_op_results(op)[i], mlirbc_op_operands(end)[i].value);
	return done(local, op, mlirbc_op_erase(op));
}

static const struct mlirbc_type *type_of(const struct local *local, const struct mlirbc_value *value)
{
	const struct placement *placement = find(local, value);
	return placement ? placement->local : value->type;
}

/* The attribute of the type that main has then. NULL: a failure. */
static const struct mlirbc_attr *new_type(struct local *local)
{
	const struct mlirbc_op *end = local->body->last;
	const size_t inputs = local->body->argument_count, results = end->operand_count;
	const struct mlirbc_type **types = mlirbc_context_alloc(local->context, (inputs + results + 1) * sizeof(void *), _Alignof(void *));
	if (!types)
		return NULL;
	for (size_t i = 0; i < inputs; i++)
		types[i] = type_of(local, &local->body->arguments[i]);
	for (size_t i = 0; i < results; i++)
		types[inputs + i] = type_of(local, mlirbc_op_operands(end)[i].value);
	const struct mlirbc_type *type = mlirbc_type_function(local->context, types, inputs, types + inputs, results);
	return type ? mlirbc_attr_type(local->context, type) : NULL;
}

/* The dictionary with this type, and without what it says of global shapes. NULL: a failure. */
static const struct mlirbc_attr *new_entries(struct local *local, const struct mlirbc_attr *old, const struct mlirbc_attr *type)
{
	static const char names[] = "arg_attrs\0res_attrs\0";
	const size_t count = old->u.dictionary.count;
	struct mlirbc_named_attr *entries = mlirbc_context_alloc(local->context, (count + 1) * sizeof *entries, _Alignof(struct mlirbc_named_attr));
	size_t kept = 0;
	for (size_t i = 0; entries && i < count; i++) {
		static const struct mlirbc_string function_type = { "function_type", 13 };
		entries[kept] = old->u.dictionary.data[i];
		if (shlo__sdy_same(entries[kept].name, &function_type))
			entries[kept].value = type;
		kept += !shlo__is_one_of(entries[kept].name, names);
	}
	return entries ? mlirbc_attr_dictionary(local->context, entries, kept) : NULL;
}

/* A function to take the place of main, with all that has to be allocated: the module does not change when memory is short. */
static struct mlirbc_op *make_main(struct local *local)
{
	const struct mlirbc_op *main = local->main;
	const struct mlirbc_attr *type = new_type(local), *properties = mlirbc_op_properties(main), *attributes = mlirbc_op_attributes(main);
	struct mlirbc_op *made = NULL;
	if (type && properties && properties->kind == MLIRBC_ATTR_DICTIONARY)
		properties = new_entries(local, properties, type);
	if (type && attributes)
		attributes = new_entries(local, attributes, type);
	if (type && (properties || attributes) && (properties || !mlirbc_op_properties(main)) && (attributes || !mlirbc_op_attributes(main)))
		made = mlirbc_op_create(local->context,
			&(const struct mlirbc_op_spec){ .unique_name = main->name, .attributes = attributes, .properties = properties,
				.location = mlirbc_op_location(main), .region_count = 1 },
			NULL);
	if (!made)
		(void)fail(local, main, MLIRBC_E_NOMEM, "out of memory");
	else
		made->isolated = main->isolated;
	return made;
}

static bool change(struct local *local, struct mlirbc_op *made)
{
	struct mlirbc_op *main = local->main;
	if (!done(local, main, mlirbc_op_insert_before(made, main)) ||
		!done(local, main, mlirbc_region_take(mlirbc_op_regions(made), mlirbc_op_regions(main))) ||
		!done(local, main, mlirbc_op_erase(main)))
		return false;
	for (size_t i = 0; i < local->count; i++)
		local->placements[i].value->type = local->placements[i].local;
	for (struct mlirbc_op *op = local->body->first, *next; op; op = next) {
		next = op->next;
		if ((mlirbc_op_is(op, "sdy.manual_computation") || mlirbc_op_is(op, "sdy.sharding_constraint")) && !unwrap(local, op))
			return false;
	}
	return true;
}

enum mlirbc_status mlirbc_stablehlo_global_to_local(struct mlirbc_module *module, uint32_t partitions, struct mlirbc_diag *diag)
{
	struct local local = { .module = module, .context = module->context, .partitions = partitions, .diag = diag };
	enum mlirbc_status status = mlirbc_module_load(module, diag);
	if (status != MLIRBC_OK)
		return status;
	struct mlirbc_op *made = check_main(&local) ? make_main(&local) : NULL;
	if (made)
		(void)change(&local, made);
	return local.status;
}
