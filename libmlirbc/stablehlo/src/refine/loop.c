/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* while, scan, if and case: types that have to agree on several paths. */
#include "refine/refine.h"

#include <mlirbc/rewrite.h>

/* Stores in *out_type the type that holds the values of both: sizes that differ become '?'. */
static bool common_type(struct shlo__refining *refining, const struct mlirbc_type *a, const struct mlirbc_type *b,
	const struct mlirbc_type **out_type)
{
	struct shlo__shape shape;
	*out_type = a;
	if (a == b || !shlo__ranked(a) || !shlo__ranked(b) || shlo__rank(a) != shlo__rank(b) ||
		shlo__rank(a) > SHLO__MOST_DIMS)
		return true;
	(void)shlo__shape_of(&refining->check, a, &shape);
	for (size_t i = 0; i < shape.rank; i++) {
		if (shlo__dim(b, i) != shape.dims[i])
			shape.dims[i] = SHLO__DYNAMIC;
	}
	*out_type = shlo__tensor(refining->pass.context, shape.dims, shape.rank, shape.element, NULL);
	return *out_type || shlo__pass_no_memory(&refining->pass);
}

/* ---- if, case */

bool shlo__refine_branches(struct shlo__refining *refining, struct mlirbc_op *op)
{
	if (!shlo__verify_op(refining, op, false))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *type = NULL;
		for (uint32_t k = 0; k < op->region_count; k++) {
			const struct mlirbc_op *end = mlirbc_op_regions(op)[k].first->last;
			const struct mlirbc_type *other = mlirbc_op_operands(end)[i].value->type;
			if (!common_type(refining, type ? type : other, other, &type))
				return false;
		}
		if (type && !shlo__narrow(refining, op, &mlirbc_op_results(op)[i], type))
			return false;
	}
	return true;
}

/* ---- while: its rules have checked that there are two blocks, and the numbers of arguments and values */

static struct mlirbc_value *argument(struct mlirbc_op *op, unsigned region, uint32_t index)
{
	return &mlirbc_op_regions(op)[region].first->arguments[index];
}

static struct mlirbc_value *returned(struct mlirbc_op *op, uint32_t index)
{
	return mlirbc_op_operands(mlirbc_op_regions(op)[1].first->last)[index].value;
}

/* A constant that every iteration passes on is that constant inside the loop too. */
static void forward_constants(struct shlo__refining *refining, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_op *from = mlirbc_value_op(value);
		if (!from || shlo__pass_code(&refining->pass, from) != MLIRBC_STABLEHLO_constant ||
			returned(op, i) != argument(op, 1, i))
			continue;
		mlirbc_value_replace(argument(op, 0, i), value);
		mlirbc_value_replace(argument(op, 1, i), value);
	}
}

/* The arguments have the types of the operands. */
static bool narrow_arguments(struct shlo__refining *refining, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_operands(op)[i].value->type;
		if (!shlo__narrow(refining, op, argument(op, 0, i), type) ||
			!shlo__narrow(refining, op, argument(op, 1, i), type))
			return false;
	}
	return true;
}

static bool visit_both(struct shlo__refining *refining, struct mlirbc_op *op)
{
	return shlo__refine_region(refining, &mlirbc_op_regions(op)[0]) &&
	       shlo__refine_region(refining, &mlirbc_op_regions(op)[1]);
}

/* Whether the body returns values of the types of its arguments. */
static bool keeps_types(struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (returned(op, i)->type != argument(op, 1, i)->type)
			return false;
	}
	return true;
}

/* The copy takes the place of an operation whose types did not hold. */
static bool use_spare(struct shlo__refining *refining, struct mlirbc_op *op, struct mlirbc_op *spare, size_t calls)
{
	refining->calls.count = refining->callees.count = calls;
	if (!shlo__pass_ok(&refining->pass, mlirbc_op_insert_before(spare, op)))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++)
		mlirbc_value_replace(&mlirbc_op_results(op)[i], &mlirbc_op_results(spare)[i]);
	return shlo__pass_replace(&refining->pass, op, NULL);
}

/* The first attempt assumes that no iteration changes a shape. If the types of the body do not prove it, the declared types hold. */
bool shlo__refine_while(struct shlo__refining *refining, struct mlirbc_op *op)
{
	struct shlo__pass *pass = &refining->pass;
	struct mlirbc_op *spare = NULL;
	size_t calls = refining->calls.count;
	bool changed = false;
	if (!shlo__verify_op(refining, op, false))
		return false;
	forward_constants(refining, op);
	for (uint32_t i = 0; i < op->operand_count; i++)
		changed |= mlirbc_op_operands(op)[i].value->type != argument(op, 1, i)->type;
	if (changed &&
		(!shlo__charge(refining, op) || !shlo__pass_ok(pass, mlirbc_op_clone(op, NULL, &spare, pass->diag))))
		return false;
	if (!narrow_arguments(refining, op) || !visit_both(refining, op))
		return false;
	if (!changed || keeps_types(op)) {
		for (uint32_t i = 0; i < op->result_count; i++) {
			if (keeps_types(op) &&
				!shlo__narrow(refining, op, &mlirbc_op_results(op)[i], argument(op, 1, i)->type))
				return false;
		}
		return !spare || shlo__pass_replace(pass, spare, NULL); /* it uses values, too */
	}
	return use_spare(refining, op, spare, calls) && visit_both(refining, spare);
}

/* ---- scan: as while, with elements of the inputs as arguments */

struct scan {
	uint32_t inputs, outputs;
	int64_t dimension, length; /* length SHLO__DYNAMIC: unknown */
};

/* Its rules have checked the parts. False: the operation has no use of a refinement. */
static bool read_scan(const struct mlirbc_op *op, struct scan *out)
{
	const struct mlirbc_attr *operands = mlirbc_op_attr(op, "operandSegmentSizes"), *results = mlirbc_op_attr(op, "resultSegmentSizes");
	uint32_t sizes[2] = { op->operand_count / 2, 0 }, made[2] = { op->result_count / 2, 0 };
	if ((operands && !shlo__segments_of(operands, op->operand_count, sizes)) ||
		(results && !shlo__segments_of(results, op->result_count, made)) ||
		!shlo__int_of(mlirbc_op_attr(op, "dimension"), &out->dimension))
		return false;
	out->inputs = sizes[0];
	out->outputs = made[0];
	if (!shlo__int_of(mlirbc_op_attr(op, "scan_dim_size"), &out->length))
		out->length = SHLO__DYNAMIC;
	for (uint32_t i = 0; i < out->inputs && out->length == SHLO__DYNAMIC; i++) {
		const struct mlirbc_type *type = mlirbc_op_operands(op)[i].value->type;
		if (shlo__ranked(type) && out->dimension >= 0 && (size_t)out->dimension < shlo__rank(type))
			out->length = shlo__dim(type, (size_t)out->dimension);
	}
	return op->operand_count - out->inputs == op->result_count - out->outputs && out->dimension >= 0;
}

/* The type without the scan dimension, or with it; `type` itself where that cannot be. NULL: no memory. */
static const struct mlirbc_type *resize(
	struct shlo__refining *refining, const struct scan *scan, const struct mlirbc_type *type, bool with)
{
	int64_t dims[SHLO__MOST_DIMS + 1];
	size_t rank = shlo__ranked(type) ? shlo__rank(type) : 0, kept = 0, at = (size_t)scan->dimension;
	if (!shlo__ranked(type) || rank >= SHLO__MOST_DIMS || at >= rank + with)
		return type;
	for (size_t i = 0; i < rank + with; i++) {
		if (i == at && !with)
			continue;
		dims[kept++] = i == at ? scan->length : shlo__dim(type, i - (with && i > at));
	}
	const struct mlirbc_type *made = shlo__tensor(refining->pass.context, dims, kept, type->u.shaped.element, NULL);
	if (!made)
		(void)shlo__pass_no_memory(&refining->pass);
	return made;
}

/* The type of an argument of the body. */
static const struct mlirbc_type *scanned(struct shlo__refining *refining, const struct scan *scan, struct mlirbc_op *op, uint32_t index)
{
	const struct mlirbc_type *type = mlirbc_op_operands(op)[index].value->type;
	return index < scan->inputs ? resize(refining, scan, type, false) : type;
}

static struct mlirbc_value *scan_returns(struct mlirbc_op *op, uint32_t index)
{
	return mlirbc_op_operands(mlirbc_op_regions(op)[0].first->last)[index].value;
}

static bool keeps_carries(struct mlirbc_op *op, const struct scan *scan)
{
	for (uint32_t i = scan->outputs; i < op->result_count; i++) {
		if (scan_returns(op, i)->type != argument(op, 0, scan->inputs + i - scan->outputs)->type)
			return false;
	}
	return true;
}

/* Results have the types of the body's values; `carries`: also those behind the outputs. */
static bool narrow_results(struct shlo__refining *refining, struct mlirbc_op *op, const struct scan *scan, bool carries)
{
	for (uint32_t i = 0; i < (carries ? op->result_count : scan->outputs); i++) {
		const struct mlirbc_type *type = scan_returns(op, i)->type;
		if (i < scan->outputs && !(type = resize(refining, scan, type, true)))
			return false;
		if (!shlo__narrow(refining, op, &mlirbc_op_results(op)[i], type))
			return false;
	}
	return true;
}

bool shlo__refine_scan(struct shlo__refining *refining, struct mlirbc_op *op)
{
	struct shlo__pass *pass = &refining->pass;
	struct mlirbc_op *spare = NULL;
	size_t calls = refining->calls.count;
	struct scan scan;
	bool changed = false;
	if (!shlo__verify_op(refining, op, false))
		return false;
	if (!read_scan(op, &scan))
		return shlo__refine_region(refining, &mlirbc_op_regions(op)[0]);
	for (uint32_t i = scan.inputs; i < op->operand_count; i++)
		changed |= mlirbc_op_operands(op)[i].value->type != argument(op, 0, i)->type;
	for (uint32_t i = 0; i < scan.inputs; i++) {
		const struct mlirbc_type *type = scanned(refining, &scan, op, i);
		if (!type || !shlo__narrow(refining, op, argument(op, 0, i), type))
			return false;
	}
	if (changed &&
		(!shlo__charge(refining, op) || !shlo__pass_ok(pass, mlirbc_op_clone(op, NULL, &spare, pass->diag))))
		return false;
	for (uint32_t i = scan.inputs; i < op->operand_count; i++) {
		if (!shlo__narrow(refining, op, argument(op, 0, i), mlirbc_op_operands(op)[i].value->type))
			return false;
	}
	if (!shlo__refine_region(refining, &mlirbc_op_regions(op)[0]))
		return false;
	if (!changed || keeps_carries(op, &scan))
		return narrow_results(refining, op, &scan, keeps_carries(op, &scan)) &&
		       (!spare || shlo__pass_replace(pass, spare, NULL));
	return use_spare(refining, op, spare, calls) && shlo__refine_region(refining, &mlirbc_op_regions(spare)[0]) &&
	       narrow_results(refining, spare, &scan, false);
}
