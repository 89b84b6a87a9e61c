/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What it costs to compute an operation by parts: the bytes that each device receives, and a little for what it computes. */
#include "dialect/types.h"
#include "partition/partition.h"

/* Bytes that move while a device makes an element. */
static const double WORK = 0.05;

static double bytes_of(const struct mlirbc_type *type)
{
	uint64_t count;
	const size_t size = shlo__element_bytes(type->u.shaped.element);
	return mlirbc_type_elements(type, &count) ? (double)count * (double)(size ? size : 1) : 0;
}

static double parts_of(const struct shlo__division *division)
{
	double parts = 1;
	for (size_t i = 0; division && i < division->rank; i++)
		parts *= division->parts[i];
	return parts;
}

/* The share of a device's part by `to` that it has by `from`. */
static double overlap(const struct shlo__division *from, const struct shlo__division *to, uint32_t device, size_t rank)
{
	double share = 1;
	for (size_t i = 0; i < rank && share > 0; i++) {
		const double a = from->parts[i], b = to ? to->parts[i] : 1;
		const double low_a = from->at[device * rank + i] / a, low_b = (to ? to->at[device * rank + i] : 0) / b;
		const double low = low_a > low_b ? low_a : low_b, high_a = low_a + 1 / a, high_b = low_b + 1 / b;
		const double both = (high_a < high_b ? high_a : high_b) - low;
		share *= both > 0 ? both * b : 0;
	}
	return share < 1 ? share : 1;
}

static double moved(const struct shlo__partition *p, const struct mlirbc_type *type, const struct shlo__division *from,
	const struct shlo__division *to)
{
	double share = 0;
	if (!from || from == to)
		return 0;
	for (uint32_t device = 0; device < p->devices; device++)
		share += overlap(from, to, device, from->rank);
	return bytes_of(type) / parts_of(to) * (1 - share / p->devices);
}

/* Constants are made anew. */
static bool is_free(const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	return op && (mlirbc_op_is(op, "stablehlo.constant") ||
		(mlirbc_op_is(op, "stablehlo.broadcast_in_dim") && mlirbc_op_operands(op)[0].value->type->u.shaped.rank == 0));
}

static double cost_of_operand(const struct shlo__partition *p, const struct mlirbc_value *of, const struct shlo__division *to)
{
	const struct shlo__entry *entry = shlo__value_find(p, of);
	for (const struct shlo__version *at = entry ? entry->versions : NULL; at; at = at->next) {
		if (at->division == to && !at->terms)
			return 0;
	}
	return entry && !is_free(of) ? moved(p, of->type, entry->home, to) : 0;
}

/* Sums of terms, and the move to where the result is wanted. */
static double cost_of_result(
	const struct shlo__partition *p, const struct mlirbc_value *result, const struct shlo__division *division, const struct shlo__tiles *tiles)
{
	const struct shlo__division *hint = shlo__hint(p, result);
	double terms = 1;
	for (size_t i = 0; i < p->factors.count; i++)
		terms *= p->factors.reduced[i] ? tiles->parts[i] : 1;
	const bool scatters = parts_of(hint) >= terms * parts_of(division);
	const double sum = bytes_of(result->type) / parts_of(division) * (1 - 1 / terms) * (scatters ? 1 : 2);
	return sum + (hint ? moved(p, result->type, division, hint) : 0);
}

bool shlo__cost(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__tiles *tiles, double *out)
{
	const struct shlo__division *division;
	double work = WORK;
	*out = 0;
	for (size_t i = 0; i < p->factors.count; i++)
		work *= (double)p->factors.size[i] / tiles->parts[i];
	for (size_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *of = mlirbc_op_operands(op)[i].value;
		if (!shlo__of_factors(p, p->factors.operands[i], of->type, tiles, &division))
			return false;
		*out += cost_of_operand(p, of, division);
	}
	for (size_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_value *result = &mlirbc_op_results(op)[i];
		if (!shlo__of_factors(p, p->factors.results[i], result->type, tiles, &division))
			return false;
		*out += cost_of_result(p, result, division, tiles);
	}
	*out += work;
	return true;
}
