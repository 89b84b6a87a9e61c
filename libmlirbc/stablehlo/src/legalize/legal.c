/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The pass: makes all new operations, then puts them in the places of the old ones. */
#include "chlo/lower.h"
#include "legalize/legalize.h"

#include <mlirbc/build.h>
#include <mlirbc/rewrite.h>
#include <stdlib.h>
#include <string.h>

struct mlirbc_value shlo__legal_nothing;

/* ---- names */

static bool has_prefix(const struct mlirbc_string *name, const char *const *prefixes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const size_t size = strlen(prefixes[i]);
		if (name->size > size && name->data[size] == '.' && memcmp(name->data, prefixes[i], size) == 0)
			return true;
	}
	return false;
}

/* Operations on shapes that StableHLO and mhlo had once. */
bool shlo__legal_is_former(const struct mlirbc_op *op)
{
	return mlirbc_op_is(op, "stablehlo.compute_reshape_shape") || mlirbc_op_is(op, "mhlo.compute_reshape_shape") ||
	       mlirbc_op_is(op, "stablehlo.cstr_reshapable") || mlirbc_op_is(op, "mhlo.cstr_reshapable");
}

/* Operations that this pass replaces. */
static bool is_foreign(const struct mlirbc_op *op)
{
	static const char *const dialects[] = { "arith", "tensor", "shape", "ml_program" };
	return has_prefix(op->name, dialects, sizeof dialects / sizeof *dialects) || mlirbc_op_is(op, "cf.assert") ||
	       shlo__legal_is_former(op);
}

/* Operations whose values may get other types. */
static bool is_native(const struct mlirbc_op *op)
{
	static const char *const dialects[] = { "stablehlo", "chlo", "check", "interpreter", "sdy", "mhlo", "func", "builtin" };
	return has_prefix(op->name, dialects, sizeof dialects / sizeof *dialects);
}

static int compare(const void *key, const void *row)
{
	const struct mlirbc_string *name = key;
	const char *other = ((const struct shlo__legal_row *)row)->name;
	const int order = strncmp(name->data, other, name->size);
	return order ? order : -(other[name->size] != '\0');
}

static const struct shlo__legal_row *find_row(const struct mlirbc_string *name)
{
	const struct {
		const struct shlo__legal_row *rows;
		size_t count;
	} tables[] = { { shlo__legal_arith, shlo__legal_arith_count }, { shlo__legal_tensors, shlo__legal_tensors_count },
		{ shlo__legal_shapes, shlo__legal_shapes_count }, { shlo__legal_globals, shlo__legal_globals_count } };
	const struct shlo__legal_row *found = NULL;
	for (size_t i = 0; i < sizeof tables / sizeof *tables && !found; i++)
		found = bsearch(name, tables[i].rows, tables[i].count, sizeof *tables[i].rows, compare);
	return found;
}

/* ---- types */

static const struct mlirbc_type *shape_type(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	const struct mlirbc_string *text = type->u.dialect.text;
	const struct mlirbc_type *i64 = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	const int64_t open = MLIRBC_DYNAMIC;
	if (!i64 || text->size < 4)
		return NULL;
	if (text->size == 5 && memcmp(text->data, "shape", 5) == 0)
		return shlo__tensor(context, &open, 1, i64, NULL);
	return text->size == 4 && memcmp(text->data, "size", 4) == 0 ? shlo__tensor(context, NULL, 0, i64, NULL) : NULL;
}

static bool is_shape(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_DIALECT && type->u.dialect.dialect && type->u.dialect.text &&
	       type->u.dialect.dialect->size == 5 && memcmp(type->u.dialect.dialect->data, "shape", 5) == 0;
}

const struct mlirbc_type *shlo__legal_type(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	const struct mlirbc_type *element = shlo__element(type);
	const bool index = element->kind == MLIRBC_TYPE_INDEX;
	if (is_shape(type))
		return shape_type(context, type);
	if (index && !(element = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS)))
		return NULL;
	if (shlo__is_tensor(type))
		return index ? shlo__with_element(context, type, element) : type;
	if (index || type->kind == MLIRBC_TYPE_INTEGER || type->kind == MLIRBC_TYPE_FLOAT)
		return shlo__is_plain(element) ? shlo__tensor(context, NULL, 0, element, NULL) : NULL;
	return type;
}

/* Whether values of the type need another one. */
static bool needs_type(const struct mlirbc_type *type)
{
	return is_shape(type) || shlo__element(type)->kind == MLIRBC_TYPE_INDEX || type->kind == MLIRBC_TYPE_INTEGER ||
	       type->kind == MLIRBC_TYPE_FLOAT;
}

/* ---- values */

struct mlirbc_value *shlo__legal_refuse(struct shlo__legal *legal, const char *why)
{
	legal->why = legal->why ? legal->why : why;
	return NULL;
}

static struct mlirbc_value *value_of(const struct shlo__legal *legal, struct mlirbc_value *value, bool exact)
{
	const struct mlirbc_op *op = value ? mlirbc_value_op(value) : NULL;
	return op && is_foreign(op) ? legal->values.items[2 * (size_t)value->number + exact] : value;
}

struct mlirbc_value *shlo__legal_operand(struct shlo__legal *legal, size_t index)
{
	struct mlirbc_value *value =
		index < legal->op->operand_count ? value_of(legal, mlirbc_op_operands(legal->op)[index].value, false) : NULL;
	return value != &shlo__legal_nothing ? value : NULL;
}

/* The user needs operands of exactly the types that it has. Others, as those that take a shape, accept a better known one. */
static bool is_exact(struct shlo__legal *legal, const struct mlirbc_op *user)
{
	switch ((int)shlo__pass_code(legal->emit.pass, user)) {
	case MLIRBC_STABLEHLO_NONE: return !is_foreign(user);
	case MLIRBC_STABLEHLO_return:
	case MLIRBC_STABLEHLO_while:
	case MLIRBC_STABLEHLO_composite:
	case MLIRBC_STABLEHLO_custom_call:
	case MLIRBC_STABLEHLO_tuple:
	case MLIRBC_STABLEHLO_optimization_barrier: return true;
	default: return false;
	}
}

/* The value with the type `wanted`, for users that need it. */
static struct mlirbc_value *exact_value(
	struct shlo__legal *legal, const struct mlirbc_value *old, struct mlirbc_value *value, const struct mlirbc_type *wanted)
{
	bool needed = false;
	for (struct mlirbc_operand *use = old->first_use; use; use = mlirbc_operand_next(use))
		needed = needed || is_exact(legal, mlirbc_operand_owner(use));
	if (!needed || !wanted || value->type == wanted)
		return value;
	if (!shlo__is_tensor(value->type) || !shlo__is_tensor(wanted) || value->type->u.shaped.rank != wanted->u.shaped.rank)
		return NULL;
	return shlo__legal_reshape(legal, value, wanted, shlo__legal_sizes(legal, value));
}

/* `value` takes the place of a result. */
static bool set_value(struct shlo__legal *legal, const struct mlirbc_value *old, struct mlirbc_value *value)
{
	struct mlirbc_value *exact = value;
	if (value && value != &shlo__legal_nothing)
		exact = exact_value(legal, old, value, shlo__legal_type(legal->emit.pass->context, old->type));
	legal->values.items[2 * (size_t)old->number] = value;
	legal->values.items[2 * (size_t)old->number + 1] = exact;
	return value && exact;
}

bool shlo__legal_set(struct shlo__legal *legal, size_t result, struct mlirbc_value *value)
{
	return result < legal->op->result_count && set_value(legal, &mlirbc_op_results(legal->op)[result], value);
}

static bool number_results(struct shlo__legal *legal, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		mlirbc_op_results(op)[i].number = (uint32_t)(legal->values.count / 2);
		if (!shlo__pass_push(legal->emit.pass, &legal->values, NULL) || !shlo__pass_push(legal->emit.pass, &legal->values, NULL))
			return false;
	}
	return true;
}

/* ---- one operation */

static bool is_assuming(const struct mlirbc_op *op)
{
	return mlirbc_op_is(op, "shape.assuming") && op->region_count == 1 && mlirbc_op_regions(op)->block_count == 1;
}

/* The end of shape.assuming, whose results are its operands. */
static bool yield(struct shlo__legal *legal)
{
	struct mlirbc_op *op = legal->op, *parent = mlirbc_op_parent(op);
	if (!parent || !is_assuming(parent) || parent->result_count != op->operand_count)
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		struct mlirbc_value *value = shlo__legal_operand(legal, i);
		if (!value || !set_value(legal, &mlirbc_op_results(parent)[i], value))
			return false;
	}
	return true;
}

static bool make(struct shlo__legal *legal, struct mlirbc_op *op)
{
	const struct shlo__legal_row *row = find_row(op->name);
	legal->op = legal->emit.before = op;
	legal->why = NULL;
	if (!number_results(legal, op) || is_assuming(op))
		return legal->emit.pass->status == MLIRBC_OK;
	if (mlirbc_op_is(op, "shape.assuming_yield"))
		return yield(legal);
	if (!row || op->region_count || (op->result_count == 0) != !row->result)
		return false;
	struct mlirbc_value *value = row->handler(legal, row);
	if (!value || (op->result_count && !shlo__legal_set(legal, 0, value)))
		return false;
	for (uint32_t i = 1; i < op->result_count; i++) { /* the handler sets them, if its operation has them */
		if (!value_of(legal, &mlirbc_op_results(op)[i], false))
			return false;
	}
	return true;
}

/* Makes the new operations of one, and remembers them. */
static bool visit(struct shlo__legal *legal, struct mlirbc_op *op)
{
	struct mlirbc_op *last = op->prev;
	struct mlirbc_block *block = op->parent;
	const bool complete = make(legal, op) && legal->emit.pass->status == MLIRBC_OK;
	const bool ok = shlo__lower_settle(legal->emit.pass, last, op, complete) && shlo__pass_push(legal->emit.pass, &legal->ops, op);
	for (struct mlirbc_op *made = last ? last->next : block->first; made != op; made = made->next) {
		if (!shlo__pass_push(legal->emit.pass, &legal->made, made))
			return false;
	}
	return ok;
}

/* ---- types of values that stay */

static bool retype(struct shlo__legal *legal, struct mlirbc_value *value)
{
	struct shlo__pass *pass = legal->emit.pass;
	const struct mlirbc_type *old = value->type;
	if (!needs_type(old))
		return true;
	const struct mlirbc_type *type = shlo__legal_type(pass->context, old);
	if (!type || !shlo__pass_push(pass, &legal->retyped, value))
		return false;
	if (!shlo__pass_push(pass, &legal->retyped, old)) {
		legal->retyped.count--;
		return false;
	}
	value->type = type;
	return true;
}

/* False: an operation of another dialect has scalars or shapes. */
static bool retype_values(struct shlo__legal *legal, struct mlirbc_op *op)
{
	const bool foreign = is_foreign(op), native = is_native(op);
	for (uint32_t i = 0; i < op->operand_count && !foreign && !native; i++) {
		if (mlirbc_op_operands(op)[i].value && needs_type(mlirbc_op_operands(op)[i].value->type))
			return false;
	}
	for (uint32_t i = 0; i < op->result_count && !foreign; i++) {
		if (needs_type(mlirbc_op_results(op)[i].type) && (!native || !retype(legal, &mlirbc_op_results(op)[i])))
			return false;
	}
	for (uint32_t r = 0; r < op->region_count; r++) {
		for (struct mlirbc_block *block = mlirbc_op_regions(op)[r].first; block; block = block->next) {
			for (uint32_t i = 0; i < block->argument_count; i++) {
				if (needs_type(block->arguments[i].type) && (!native || !retype(legal, &block->arguments[i])))
					return false;
			}
		}
	}
	return true;
}

/* The type of a function; the attribute itself if it stays. */
static const struct mlirbc_attr *function_type(struct shlo__pass *pass, const struct mlirbc_attr *attr)
{
	const struct mlirbc_types *lists[] = { &attr->u.type_value->u.function.inputs, &attr->u.type_value->u.function.results };
	const struct mlirbc_type **types[2];
	bool change = false;
	for (size_t k = 0; k < 2; k++) {
		types[k] = mlirbc_context_alloc(pass->context, (lists[k]->count + 1) * sizeof **types, _Alignof(void *));
		for (size_t i = 0; types[k] && i < lists[k]->count; i++) {
			const struct mlirbc_type *old = lists[k]->data[i];
			types[k][i] = needs_type(old) ? shlo__legal_type(pass->context, old) : old;
			change = change || types[k][i] != old;
			if (!types[k][i])
				return NULL;
		}
		if (!types[k])
			return NULL;
	}
	const struct mlirbc_type *type =
		change ? mlirbc_type_function(pass->context, types[0], lists[0]->count, types[1], lists[1]->count) : NULL;
	return change ? (type ? mlirbc_attr_type(pass->context, type) : NULL) : attr;
}

static bool retype_function(struct shlo__pass *pass, struct mlirbc_op *op)
{
	const struct mlirbc_attr *old = mlirbc_op_is(op, "func.func") ? mlirbc_op_attr(op, "function_type") : NULL;
	if (!old || old->kind != MLIRBC_ATTR_TYPE || old->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return true;
	const struct mlirbc_attr *type = function_type(pass, old);
	if (!type)
		return shlo__pass_no_memory(pass);
	return type == old || shlo__pass_ok(pass, mlirbc_op_set_attr(op, "function_type", type));
}

/* ---- the module */

static bool unwrap(struct shlo__pass *pass, struct mlirbc_op *op)
{
	struct mlirbc_block *block = mlirbc_op_regions(op)->first;
	while (block->first) {
		if (!shlo__pass_ok(pass, mlirbc_op_insert_before(block->first, op)))
			return false;
	}
	return true;
}

static bool commit(struct shlo__legal *legal)
{
	struct shlo__pass *pass = legal->emit.pass;
	for (size_t i = 0; i < legal->ops.count; i++) {
		struct mlirbc_op *op = legal->ops.items[i];
		for (uint32_t r = 0; r < op->result_count; r++) {
			struct mlirbc_value *old = &mlirbc_op_results(op)[r], *exact = value_of(legal, old, true);
			struct mlirbc_value *value = value_of(legal, old, false);
			for (struct mlirbc_operand *use = old->first_use, *next; use && value != exact; use = next) {
				next = mlirbc_operand_next(use);
				if (is_exact(legal, mlirbc_operand_owner(use)))
					mlirbc_operand_set(use, exact);
			}
			if (value != &shlo__legal_nothing)
				mlirbc_value_replace(old, value);
		}
	}
	for (size_t i = legal->ops.count; i-- > 0;) {
		struct mlirbc_op *op = legal->ops.items[i];
		if ((is_assuming(op) && !unwrap(pass, op)) || !shlo__pass_replace(pass, op, NULL))
			return false;
	}
	for (struct mlirbc_op *op = NULL; (op = shlo__pass_next(pass, op)) != NULL;) {
		if (!retype_function(pass, op))
			return false;
	}
	pass->report.dialects += legal->ops.count;
	return true;
}

static void take_back(struct shlo__legal *legal)
{
	for (size_t i = legal->made.count; i-- > 0;)
		(void)!mlirbc_op_erase(legal->made.items[i]);
	for (size_t i = 0; i + 1 < legal->retyped.count; i += 2) {
		struct mlirbc_value *value = legal->retyped.items[i];
		value->type = legal->retyped.items[i + 1];
	}
}

/* The first operation that cannot be replaced; NULL: all can, or a failure was recorded. */
static const struct mlirbc_op *make_all(struct shlo__legal *legal)
{
	struct shlo__pass *pass = legal->emit.pass;
	for (struct mlirbc_op *op = NULL; (op = shlo__pass_next(pass, op)) != NULL && shlo__pass_goes_on(pass);) {
		if (!retype_values(legal, op))
			return op;
	}
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL); op && shlo__pass_goes_on(pass); op = shlo__pass_next(pass, op)) {
		if (is_foreign(op) && !visit(legal, op))
			return op;
	}
	return NULL;
}

static bool has_foreign(const struct shlo__pass *pass)
{
	struct mlirbc_op *op = shlo__pass_next(pass, NULL);
	while (op && !is_foreign(op))
		op = shlo__pass_next(pass, op);
	return op != NULL;
}

bool shlo__pass_dialects(struct shlo__pass *pass)
{
	struct shlo__legal legal = { .emit = { pass, NULL } };
	if (!shlo__legal_mhlo(pass))
		return false;
	if (!has_foreign(pass))
		return true;
	const struct mlirbc_op *left = make_all(&legal);
	bool ok = pass->status == MLIRBC_OK;
	if (ok && !left) {
		ok = commit(&legal);
	} else {
		take_back(&legal);
		pass->report.dialects_left += left != NULL;
		pass->report.dialects_first = left;
		pass->report.dialects_reason = legal.why ? legal.why : "it has no form in StableHLO on these types";
	}
	shlo__pass_free(pass, &legal.values);
	shlo__pass_free(pass, &legal.made);
	shlo__pass_free(pass, &legal.ops);
	shlo__pass_free(pass, &legal.retyped);
	return ok;
}
