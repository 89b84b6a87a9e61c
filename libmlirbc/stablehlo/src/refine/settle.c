/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations whose shape is an operand become their static forms when the operand is constant. */
#include "refine/refine.h"

#include <mlirbc/build.h>
#include <mlirbc/rewrite.h>
#include <string.h>

static struct mlirbc_value *operand(const struct mlirbc_op *op, size_t index)
{
	return mlirbc_op_operands(op)[index].value;
}

static const struct mlirbc_type *result_type(const struct mlirbc_op *op) { return mlirbc_op_results(op)[0].type; }

bool shlo__has_shape_operands(enum mlirbc_stablehlo_code code, const struct mlirbc_op *op)
{
	switch ((int)code) {
	case MLIRBC_STABLEHLO_dynamic_broadcast_in_dim:
	case MLIRBC_STABLEHLO_dynamic_conv:
	case MLIRBC_STABLEHLO_dynamic_gather:
	case MLIRBC_STABLEHLO_dynamic_iota:
	case MLIRBC_STABLEHLO_dynamic_pad:
	case MLIRBC_STABLEHLO_dynamic_reshape:
	case MLIRBC_STABLEHLO_real_dynamic_slice:
	case MLIRBC_STABLEHLO_set_dimension_size: return true;
	case MLIRBC_STABLEHLO_custom_call: {
		const struct mlirbc_attr *target = mlirbc_op_attr(op, "call_target_name");
		return target && target->kind == MLIRBC_ATTR_STRING &&
		       mlirbc_stablehlo_target(target->u.string->data, target->u.string->size).kind ==
			       MLIRBC_STABLEHLO_TARGET_SHAPE;
	}
	default: return false;
	}
}

bool shlo__ints(const struct mlirbc_op *op, size_t index, struct shlo__dims *out)
{
	const struct shlo__check check = { .operands = mlirbc_op_operands(op) };
	return shlo__constant(&check, index, out);
}

/* ---- the new operation */

void shlo__form_attr(
	struct shlo__refining *refining, struct shlo__form *form, const char *name, const struct mlirbc_attr *value)
{
	struct mlirbc_named_attr *entry = &form->attrs[form->attr_count++];
	entry->value = value;
	entry->name = value ? mlirbc_string_get(refining->pass.context, name, strlen(name)) : NULL;
}

void shlo__form_list(
	struct shlo__refining *refining, struct shlo__form *form, const char *name, const struct shlo__dims *list)
{
	shlo__form_attr(refining, form, name, shlo__i64s_attr(refining->pass.context, list->at, list->count));
}

static bool overrides(const struct shlo__form *form, const struct mlirbc_string *name)
{
	for (size_t i = 0; i < form->attr_count; i++) {
		if (form->attrs[i].name == name)
			return true;
	}
	return false;
}

/* The attributes of the form, and those of the old operation that the new one can have. NULL: memory was short. */
static const struct mlirbc_attr *properties_of(
	struct shlo__refining *refining, const struct mlirbc_op *op, const struct shlo__form *form)
{
	const struct mlirbc_string name = { form->name, strlen(form->name) };
	const struct mlirbc_attr *old = form->keep ? mlirbc_op_properties(op) : NULL;
	struct mlirbc_named_attr entries[32];
	size_t count = form->attr_count;
	memcpy(entries, form->attrs, count * sizeof *entries);
	for (size_t i = 0; i < count; i++) {
		if (!entries[i].name)
			return NULL;
	}
	for (size_t i = 0; old && old->kind == MLIRBC_ATTR_DICTIONARY && i < old->u.dictionary.count; i++) {
		const struct mlirbc_named_attr *entry = &old->u.dictionary.data[i];
		struct mlirbc_stablehlo_attr_spec spec;
		if (count < sizeof entries / sizeof *entries && !overrides(form, entry->name) &&
			shlo__attr_find(mlirbc_stablehlo_code(&name), entry->name->data, entry->name->size, &spec))
			entries[count++] = *entry;
	}
	return mlirbc_attr_dictionary(refining->pass.context, entries, count);
}

bool shlo__become(struct shlo__refining *refining, struct mlirbc_op **inout_op, const struct shlo__form *form)
{
	struct shlo__pass *pass = &refining->pass;
	struct mlirbc_op *op = *inout_op;
	const struct mlirbc_attr *properties = properties_of(refining, op, form);
	const size_t align = _Alignof(const struct mlirbc_type *);
	const struct mlirbc_type **types = mlirbc_context_alloc(
		pass->context, (op->result_count + 1) * sizeof *types, align);
	struct mlirbc_value **values = mlirbc_context_alloc(
		pass->context, (op->result_count + 1) * sizeof *values, align);
	if (!properties || !types || !values)
		return shlo__pass_no_memory(pass);
	for (uint32_t i = 0; i < op->result_count; i++)
		types[i] = mlirbc_op_results(op)[i].type;
	struct mlirbc_op *made = shlo__pass_make(pass,
		&(const struct mlirbc_op_spec){ .name = form->name,
			.name_size = strlen(form->name),
			.properties = properties,
			.attributes = form->attributes,
			.result_types = types,
			.result_count = op->result_count,
			.operands = form->operands,
			.operand_count = form->operand_count,
			.region_count = form->region_count },
		op);
	for (uint32_t i = 0; made && i < op->result_count; i++)
		values[i] = &mlirbc_op_results(made)[i];
	if (!made || !shlo__pass_replace(pass, op, values))
		return false;
	refining->replaced++;
	*inout_op = made;
	return true;
}

/* ---- real_dynamic_slice: with constants a slice; with a constant size from an unknown start a dynamic_slice */

/* Whether two values are computed in the same way. Stops after some steps: then they count as different. */
static bool is_same(
	struct shlo__pass *pass, const struct mlirbc_value *a, const struct mlirbc_value *b, unsigned *steps)
{
	const struct mlirbc_op *x = a ? mlirbc_value_op(a) : NULL, *y = b ? mlirbc_value_op(b) : NULL;
	enum { MOST_STEPS = 256 };
	if (a == b)
		return true;
	if (!x || !y || x->name != y->name || a->index != b->index || a->type != b->type ||
		x->operand_count != y->operand_count || x->region_count || y->region_count ||
		!(shlo__ops[shlo__pass_code(pass, x)].traits & MLIRBC_STABLEHLO_PURE) ||
		mlirbc_op_properties(x) != mlirbc_op_properties(y) ||
		mlirbc_op_attributes(x) != mlirbc_op_attributes(y))
		return false;
	for (uint32_t i = 0; i < x->operand_count; i++) {
		if (++*steps > MOST_STEPS || !is_same(pass, operand(x, i), operand(y, i), steps))
			return false;
	}
	return true;
}

/* The constant n of limit = start + n. */
static bool sizes_of(struct shlo__pass *pass, const struct mlirbc_op *slice, struct shlo__dims *out)
{
	const struct mlirbc_op *limit = mlirbc_value_op(operand(slice, 2));
	unsigned steps = 0;
	if (!limit || shlo__pass_code(pass, limit) != MLIRBC_STABLEHLO_add)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		if (shlo__ints(limit, i, out) && is_same(pass, operand(limit, 1 - i), operand(slice, 1), &steps))
			return true;
	}
	return false;
}

/* An operation with one operand; NULL after a failure. */
static struct mlirbc_value *make_one(struct shlo__pass *pass, const char *name, const struct mlirbc_attr *properties,
	const struct mlirbc_type *type, struct mlirbc_value *value, struct mlirbc_op *before)
{
	struct mlirbc_op *op = shlo__pass_make(pass,
		&(const struct mlirbc_op_spec){ .name = name, .name_size = strlen(name), .properties = properties,
			.result_types = &type, .result_count = 1, .operands = &value, .operand_count = 1 },
		before);
	return op ? mlirbc_op_results(op) : NULL;
}

static void form_slice(struct shlo__refining *refining, struct shlo__form *form, const struct shlo__dims *start,
	const struct shlo__dims *limit, const struct shlo__dims *strides)
{
	shlo__form_list(refining, form, "start_indices", start);
	shlo__form_list(refining, form, "limit_indices", limit);
	shlo__form_list(refining, form, "strides", strides);
}

/* Entry `index` of a tensor of rank 1 as a scalar; NULL after a failure. */
static struct mlirbc_value *scalar_of(
	struct shlo__refining *refining, struct mlirbc_value *value, int64_t index, struct mlirbc_op *before)
{
	struct shlo__pass *pass = &refining->pass;
	const struct shlo__dims start = { 1, { index } }, limit = { 1, { index + 1 } }, one = { 1, { 1 } };
	const struct mlirbc_type *element = shlo__element(value->type);
	const struct mlirbc_type *part = shlo__tensor(pass->context, one.at, 1, element, NULL),
				 *scalar = shlo__tensor(pass->context, NULL, 0, element, NULL);
	struct shlo__form form = { .name = "stablehlo.slice" };
	form_slice(refining, &form, &start, &limit, &one);
	const struct mlirbc_attr *properties = part && scalar ? properties_of(refining, before, &form) : NULL;
	if (!properties) {
		shlo__pass_no_memory(pass);
		return NULL;
	}
	value = make_one(pass, form.name, properties, part, value, before);
	return value ? make_one(pass, "stablehlo.reshape", NULL, scalar, value, before) : NULL;
}

static bool settle_slice(struct shlo__refining *refining, struct mlirbc_op **inout_op)
{
	struct mlirbc_op *op = *inout_op;
	struct mlirbc_value *values[1 + SHLO__MOST_DIMS] = { operand(op, 0) };
	struct shlo__dims start, limit, strides;
	struct shlo__form form = { .name = "stablehlo.slice",
		.operands = values,
		.operand_count = 1,
		.attributes = mlirbc_op_attributes(op) };
	if (!shlo__ints(op, 3, &strides))
		return true;
	if (shlo__ints(op, 1, &start) && shlo__ints(op, 2, &limit)) {
		form_slice(refining, &form, &start, &limit, &strides);
		return shlo__become(refining, inout_op, &form);
	}
	for (size_t i = 0; i < strides.count; i++) {
		if (strides.at[i] != 1)
			return true;
	}
	if (!sizes_of(&refining->pass, op, &limit))
		return true;
	form.name = "stablehlo.dynamic_slice";
	shlo__form_list(refining, &form, "slice_sizes", &limit);
	for (size_t i = 0; i < limit.count; i++) {
		values[form.operand_count] = scalar_of(refining, operand(op, 1), (int64_t)i, op);
		if (!values[form.operand_count++])
			return false;
	}
	return shlo__become(refining, inout_op, &form);
}

/* ---- the other operations */

/* A dimension that is made smaller is a slice. */
static bool settle_dimension_size(struct shlo__refining *refining, struct mlirbc_op **inout_op)
{
	struct mlirbc_op *op = *inout_op;
	struct mlirbc_value *value = operand(op, 0);
	struct shlo__dims size, start = { 0, { 0 } }, limit = { 0, { 0 } }, strides = { 0, { 0 } };
	struct shlo__form form = { .name = "stablehlo.slice",
		.operands = &value,
		.operand_count = 1,
		.attributes = mlirbc_op_attributes(op) };
	int64_t dimension;
	if (!shlo__ints(op, 1, &size) || !shlo__static(value->type) || shlo__rank(value->type) > SHLO__MOST_DIMS ||
		!shlo__int_of(mlirbc_op_attr(op, "dimension"), &dimension) ||
		(uint64_t)dimension >= shlo__rank(value->type) || size.at[0] < 0 ||
		size.at[0] > shlo__dim(value->type, (size_t)dimension))
		return true;
	if (size.at[0] == shlo__dim(value->type, (size_t)dimension)) {
		refining->replaced++;
		*inout_op = NULL;
		return shlo__narrow(refining, op, mlirbc_op_results(op), value->type) &&
		       shlo__pass_replace(&refining->pass, op, &value);
	}
	start.count = limit.count = strides.count = shlo__rank(value->type);
	for (size_t i = 0; i < limit.count; i++) {
		limit.at[i] = i == (size_t)dimension ? size.at[0] : shlo__dim(value->type, i);
		strides.at[i] = 1;
	}
	form_slice(refining, &form, &start, &limit, &strides);
	return shlo__become(refining, inout_op, &form);
}

static bool settle_pad(struct shlo__refining *refining, struct mlirbc_op **inout_op)
{
	static const char *const names[] = { "edge_padding_low", "edge_padding_high", "interior_padding" };
	struct mlirbc_op *op = *inout_op;
	struct mlirbc_value *values[] = { operand(op, 0), operand(op, 1) };
	struct shlo__form form = {
		.name = "stablehlo.pad", .operands = values, .operand_count = 2, .attributes = mlirbc_op_attributes(op)
	};
	struct shlo__dims list;
	for (size_t i = 0; i < 3; i++) {
		if (!shlo__ints(op, 2 + i, &list))
			return true;
		shlo__form_list(refining, &form, names[i], &list);
	}
	return shlo__become(refining, inout_op, &form);
}

const struct mlirbc_attr *shlo__pairs_attr(struct mlirbc_context *context, const struct shlo__dims *list)
{
	const int64_t dims[] = { (int64_t)(list->count / 2), 2 };
	const struct mlirbc_type *i64 = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	const struct mlirbc_type *type = i64 ? shlo__tensor(context, dims, 2, i64, NULL) : NULL;
	uint8_t bytes[8 * SHLO__MOST_DIMS];
	for (size_t i = 0; i < 8 * list->count; i++)
		bytes[i] = (uint8_t)((uint64_t)list->at[i / 8] >> (8 * (i % 8)));
	return type ? mlirbc_attr_dense(context, type, bytes, 8 * list->count) : NULL;
}

/* The operation has one constant list that becomes an attribute, or that the result type makes superfluous. */
static bool settle_list(struct shlo__refining *refining, struct mlirbc_op **inout_op, enum mlirbc_stablehlo_code code)
{
	struct mlirbc_op *op = *inout_op;
	struct mlirbc_value *values[] = { operand(op, 0), op->operand_count > 1 ? operand(op, 1) : NULL };
	struct shlo__form form = {
		.operands = values, .operand_count = 1, .attributes = mlirbc_op_attributes(op), .keep = true
	};
	struct shlo__dims list;
	bool known = shlo__ints(op, op->operand_count - 1, &list);
	if (code == MLIRBC_STABLEHLO_dynamic_gather || code == MLIRBC_STABLEHLO_dynamic_conv) {
		form.name = code == MLIRBC_STABLEHLO_dynamic_gather ? "stablehlo.gather" : "stablehlo.convolution";
		form.operand_count = 2;
		if (!known)
			return true;
		if (code == MLIRBC_STABLEHLO_dynamic_gather)
			shlo__form_list(refining, &form, "slice_sizes", &list);
		else
			shlo__form_attr(refining, &form, "padding", shlo__pairs_attr(refining->pass.context, &list));
		return shlo__become(refining, inout_op, &form);
	}
	form.name = code == MLIRBC_STABLEHLO_dynamic_iota      ? "stablehlo.iota"
		    : code == MLIRBC_STABLEHLO_dynamic_reshape ? "stablehlo.reshape"
						   : "stablehlo.broadcast_in_dim";
	form.operand_count = op->operand_count - 1;
	if (known && !shlo__narrow_dims(refining, op, 0, &list))
		return false;
	if (shlo__is_dynamic(result_type(op)) || (form.operand_count && shlo__is_dynamic(values[0]->type)))
		return true;
	/* the rules of the dynamic form compare the type with the shape operand */
	return shlo__verify_op(refining, op, false) && shlo__become(refining, inout_op, &form);
}

/* The results are as the operands, but for the dimension that is gathered or scattered. */
static bool narrow_collective(struct shlo__refining *refining, struct mlirbc_op *op, const char *attribute)
{
	int64_t skip;
	bool ok = true;
	if (!shlo__int_of(mlirbc_op_attr(op, attribute), &skip))
		return true;
	for (uint32_t i = 0; ok && i < op->result_count && i < op->operand_count; i++)
		ok = shlo__narrow_like(refining, op, i, operand(op, i)->type, (size_t)skip);
	return ok;
}

bool shlo__settle(struct shlo__refining *refining, struct mlirbc_op **inout_op)
{
	enum mlirbc_stablehlo_code code = shlo__pass_code(&refining->pass, *inout_op);
	switch ((int)code) {
	case MLIRBC_STABLEHLO_dynamic_broadcast_in_dim:
	case MLIRBC_STABLEHLO_dynamic_conv:
	case MLIRBC_STABLEHLO_dynamic_gather:
	case MLIRBC_STABLEHLO_dynamic_iota:
	case MLIRBC_STABLEHLO_dynamic_reshape: return settle_list(refining, inout_op, code);
	case MLIRBC_STABLEHLO_dynamic_pad: return settle_pad(refining, inout_op);
	case MLIRBC_STABLEHLO_real_dynamic_slice: return settle_slice(refining, inout_op);
	case MLIRBC_STABLEHLO_set_dimension_size: return settle_dimension_size(refining, inout_op);
	case MLIRBC_STABLEHLO_all_gather: return narrow_collective(refining, *inout_op, "all_gather_dim");
	case MLIRBC_STABLEHLO_reduce_scatter: return narrow_collective(refining, *inout_op, "scatter_dimension");
	case MLIRBC_STABLEHLO_bitcast_convert: /* the last dimension may appear or vanish */
		return shlo__narrow_like(refining, *inout_op, 0, operand(*inout_op, 0)->type, SIZE_MAX);
	case MLIRBC_STABLEHLO_custom_call: return shlo__settle_custom_call(refining, inout_op);
	default: return true;
	}
}
