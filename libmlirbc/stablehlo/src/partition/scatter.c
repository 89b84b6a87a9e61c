/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rules of scatter, of operations on batches of matrices, and of custom calls that bring a rule of Shardy. */
#include "dialect/sdy_fields.h"
#include "partition/factors.h"

static const struct mlirbc_type *operand_type(const struct mlirbc_op *op, size_t i) { return mlirbc_op_operands(op)[i].value->type; }

static bool has(const struct shlo__dims *list, size_t dim, size_t *out_at)
{
	for (size_t i = 0; i < list->count; i++) {
		*out_at = i;
		if (list->at[i] == (int64_t)dim)
			return true;
	}
	return false;
}

/* ---- scatter */

struct scatter {
	size_t inputs;
	struct shlo__scatter dims;
};

/* The dimension of a result, of its input and of its updates are divided alike. */
static void tie(struct shlo__factors *f, const struct mlirbc_op *op, const struct scatter *s, size_t dim, size_t updates_dim)
{
	for (size_t i = 0; i < s->inputs; i++) {
		const int16_t factor = i ? f->results[0][dim] : SHLO__NO_FACTOR;
		f->results[i][dim] = factor;
		shlo__factor_pair(f, op, i, dim, i, dim);
		shlo__factor_pair(f, op, i, dim, s->inputs + 1 + i, updates_dim);
	}
}

/* Whole dimensions of windows. */
static void windows(struct shlo__factors *f, const struct mlirbc_op *op, const struct scatter *s)
{
	const struct mlirbc_type *input = operand_type(op, 0), *updates = operand_type(op, s->inputs + 1);
	for (size_t dim = 0, at = 0, unused; dim < input->u.shaped.rank; dim++) {
		if (has(&s->dims.inserted_window_dims, dim, &unused) || has(&s->dims.input_batching_dims, dim, &unused))
			continue;
		if (at >= s->dims.update_window_dims.count)
			return;
		const size_t updates_dim = (size_t)s->dims.update_window_dims.at[at++];
		if (input->u.shaped.dims[dim] == updates->u.shaped.dims[updates_dim])
			tie(f, op, s, dim, updates_dim);
	}
}

/* Whether a sum of what devices add to the input is the result: it is zeros, to which updates are added. */
static bool is_sum(const struct mlirbc_op *op, const struct scatter *s)
{
	const struct mlirbc_block *body = mlirbc_op_regions(op)[0].first;
	const struct mlirbc_op *first = body ? body->first : NULL, *made = mlirbc_value_op(mlirbc_op_operands(op)[0].value);
	uint64_t bits;
	if (s->inputs != 1 || !first || !mlirbc_op_is(first, "stablehlo.add") || first->next != body->last || body->last->operand_count != 1 ||
		mlirbc_op_operands(body->last)[0].value != mlirbc_op_results(first) ||
		mlirbc_op_operands(first)[0].value == mlirbc_op_operands(first)[1].value)
		return false;
	for (size_t i = 0; i < 2; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(first)[i].value;
		if (body->argument_count != 2 || (value != &body->arguments[0] && value != &body->arguments[1]))
			return false;
	}
	const struct mlirbc_value *zeros =
		made && mlirbc_op_is(made, "stablehlo.broadcast_in_dim") ? mlirbc_op_operands(made)[0].value : mlirbc_op_operands(op)[0].value;
	return shlo__splat_of(zeros, &bits) && bits == 0;
}

/* Dimensions of the indices: batches, and the places in a list of updates. */
static void places(struct shlo__factors *f, const struct mlirbc_op *op, const struct scatter *s)
{
	const struct mlirbc_type *indices = operand_type(op, s->inputs), *updates = operand_type(op, s->inputs + 1);
	const bool sums = is_sum(op, s);
	for (size_t dim = 0, at = 0, batch; dim < updates->u.shaped.rank; dim++) {
		if (has(&s->dims.update_window_dims, dim, &batch))
			continue;
		at += (int64_t)at == s->dims.index_vector_dim;
		if (at >= indices->u.shaped.rank)
			return;
		if (has(&s->dims.scatter_indices_batching_dims, at, &batch)) {
			const size_t input_dim = (size_t)s->dims.input_batching_dims.at[batch];
			tie(f, op, s, input_dim, dim);
			shlo__factor_pair(f, op, 0, input_dim, s->inputs, at);
		} else if (sums) {
			const int64_t size = updates->u.shaped.dims[dim];
			const int16_t factor = shlo__factor_new(f, size);
			shlo__factor_share(f, &f->operands[1][at], factor, size);
			shlo__factor_share(f, &f->operands[2][dim], factor, size);
			if (factor != SHLO__NO_FACTOR)
				f->reduced[factor] = true;
		}
		at++;
	}
}

void shlo__factors_scatter(struct shlo__factors *f, const struct mlirbc_op *op)
{
	struct scatter s = { .inputs = op->result_count };
	if (op->operand_count != 2 * s.inputs + 1 || !shlo__scatter_of(mlirbc_op_attr(op, "scatter_dimension_numbers"), &s.dims, NULL))
		return;
	windows(f, op, &s);
	places(f, op, &s);
	shlo__factors_scatter_rows(f, op, &s.dims);
}

/* ---- batches */

void shlo__factors_batches(struct shlo__factors *f, const struct mlirbc_op *op, size_t whole)
{
	const struct mlirbc_type *result = mlirbc_op_results(op)->type;
	if (op->result_count != 1)
		return;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (operand_type(op, i)->u.shaped.rank != result->u.shaped.rank)
			return;
	}
	for (size_t dim = 0; dim + whole < result->u.shaped.rank; dim++) {
		for (uint32_t i = 0; i < op->operand_count; i++)
			shlo__factor_pair(f, op, 0, dim, i, dim);
	}
}

/* ---- rules of Shardy */

/* The only factor of a dimension in a mapping of the rule; -1: there are several, or none. */
static int64_t factor_at(const struct mlirbc_attr *mappings, size_t value, size_t dim)
{
	const struct mlirbc_attr *dims = value < shlo__sdy_length(mappings)
		? shlo__sdy_field(mappings->u.array.data[value], "tensor_mapping", 0) : NULL;
	const struct mlirbc_attr *factors = dim < shlo__sdy_length(dims) ? shlo__sdy_field(dims->u.array.data[dim], "dim_mapping", 0) : NULL;
	return shlo__sdy_length(factors) == 1 ? shlo__sdy_number(factors->u.array.data[0], -1) : -1;
}

/* Whether a factor is one of a reduction, or needs all elements. */
static bool is_special(const struct mlirbc_attr *rule, int64_t factor)
{
	for (size_t field = 3; field < 7; field++) {
		const struct mlirbc_attr *list = shlo__sdy_field(rule, "op_sharding_rule", field);
		for (size_t i = 0; i < shlo__sdy_length(list); i++) {
			if (shlo__sdy_number(list->u.array.data[i], -1) == factor)
				return true;
		}
	}
	return false;
}

static bool has_factor(const struct mlirbc_attr *mappings, size_t value, size_t rank, int64_t factor)
{
	bool found = false;
	for (size_t dim = 0; dim < rank; dim++)
		found |= factor_at(mappings, value, dim) == factor;
	return found;
}

/* A factor is divided if every result has it in a dimension of its own, else a result would be a part of nothing; and if an operand has
 * it: a dimension that only results have is not computed by parts. */
static bool is_everywhere(const struct mlirbc_op *op, const struct mlirbc_attr *operands, const struct mlirbc_attr *results, int64_t factor)
{
	bool given = false;
	for (uint32_t i = 0; i < op->operand_count; i++)
		given |= has_factor(operands, i, operand_type(op, i)->u.shaped.rank, factor);
	for (uint32_t i = 0; i < op->result_count; i++)
		given &= has_factor(results, i, mlirbc_op_results(op)[i].type->u.shaped.rank, factor);
	return given;
}

void shlo__factors_written(struct shlo__factors *f, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *rule = mlirbc_op_attr(op, "sdy.sharding_rule");
	const struct mlirbc_attr *sizes = shlo__sdy_field(rule, "op_sharding_rule", 0), *operands = shlo__sdy_field(rule, "op_sharding_rule", 1),
				 *results = shlo__sdy_field(rule, "op_sharding_rule", 2);
	for (size_t k = 0; k < shlo__sdy_length(sizes); k++) {
		const int64_t size = shlo__sdy_number(sizes->u.array.data[k], 0);
		if (is_special(rule, (int64_t)k) || !is_everywhere(op, operands, results, (int64_t)k))
			continue;
		const int16_t factor = shlo__factor_new(f, size);
		for (uint32_t i = 0; i < op->operand_count; i++) {
			for (size_t dim = 0; dim < operand_type(op, i)->u.shaped.rank; dim++) {
				if (factor_at(operands, i, dim) == (int64_t)k)
					shlo__factor_share(f, &f->operands[i][dim], factor, operand_type(op, i)->u.shaped.dims[dim]);
			}
		}
		for (uint32_t i = 0; i < op->result_count; i++) {
			for (size_t dim = 0; dim < mlirbc_op_results(op)[i].type->u.shaped.rank; dim++) {
				if (factor_at(results, i, dim) == (int64_t)k)
					shlo__factor_share(f, &f->results[i][dim], factor, mlirbc_op_results(op)[i].type->u.shaped.dims[dim]);
			}
		}
	}
}
