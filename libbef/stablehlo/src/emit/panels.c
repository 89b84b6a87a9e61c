/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constant right operands of products are stored in the order in which the kernels read them: in panels (hlo/products.h). Otherwise
 * each call would pack them. The type of the operand in the attribute `types` tells the kernel. */
#include "emit/emit.h"

#include <hlo/products.h>
#include <mlirbc/rewrite.h>
#include <string.h>

enum { MOST_WORDS = 256 };

/* A type in the attribute `types`. */
struct type {
	int64_t dtype, rank, dims[HLO_MOST_RANK], elements;
};

/* A right operand: the dimensions of the depth and of the columns, from the slowest to the fastest. */
struct matrix {
	uint32_t depth_rank, column_rank;
	int64_t depth_dims[HLO_MOST_RANK], column_dims[HLO_MOST_RANK];
	int64_t depth, columns;
};

/* ---- attributes of the program */

static bool ints_of(const struct mlirbc_op *op, const char *name, int64_t most, int64_t *out, uint32_t *out_count)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, name);
	if (!attr || attr->kind != MLIRBC_ATTR_ARRAY || attr->u.array.count > (size_t)most)
		return false;
	*out_count = (uint32_t)attr->u.array.count;
	for (uint32_t i = 0; i < *out_count; i++) {
		const struct mlirbc_attr *item = attr->u.array.data[i];
		if (item->kind != MLIRBC_ATTR_INTEGER)
			return false;
		out[i] = (int64_t)item->u.number.words[0];
	}
	return true;
}

static bool int_is(const struct mlirbc_op *op, const char *name, int64_t expected)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, name);
	return attr && attr->kind == MLIRBC_ATTR_INTEGER && (int64_t)attr->u.number.words[0] == expected;
}

static bool text_begins(const struct mlirbc_op *op, const char *name, const char *word)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, name);
	const size_t size = strlen(word);
	return attr && attr->kind == MLIRBC_ATTR_STRING && attr->u.string->size >= size && memcmp(attr->u.string->data, word, size) == 0;
}

/* Static types only. */
static bool read_type(const int64_t *words, uint32_t count, uint32_t *at, struct type *out)
{
	if (count - *at < 2)
		return false;
	out->dtype = words[(*at)++];
	out->rank = words[(*at)++];
	out->elements = 1;
	if (out->rank < 0 || out->rank > HLO_MOST_RANK || out->rank > (int64_t)(count - *at))
		return false;
	for (int64_t i = 0; i < out->rank; i++) {
		out->dims[i] = words[(*at)++];
		if (out->dims[i] < 1 || __builtin_mul_overflow(out->elements, out->dims[i], &out->elements))
			return false;
	}
	return true;
}

/* ---- which operands */

/* The product of dimensions. */
static int64_t product_of(const struct type *type, const int64_t *dims, uint32_t count)
{
	int64_t product = 1;
	for (uint32_t i = 0; i < count; i++)
		product *= dims[i] >= 0 && dims[i] < type->rank ? type->dims[dims[i]] : 0;
	return product;
}

static bool dot_matrix(const struct mlirbc_op *op, const struct type *rhs, struct matrix *out)
{
	uint32_t batches, used = 0;
	int64_t none[1];
	const struct mlirbc_attr *algorithm = mlirbc_op_attr(op, "accumulation_type");
	if (!ints_of(op, "rhs_batching_dimensions", 0, none, &batches) || !algorithm || algorithm->kind != MLIRBC_ATTR_STRING ||
		algorithm->u.string->size > 0 || /* it may convert the elements */
		!ints_of(op, "rhs_contracting_dimensions", rhs->rank, out->depth_dims, &out->depth_rank))
		return false;
	for (uint32_t i = 0; i < out->depth_rank; i++) {
		if (out->depth_dims[i] < 0 || out->depth_dims[i] >= rhs->rank)
			return false;
		used |= 1u << out->depth_dims[i];
	}
	for (int64_t d = 0; d < rhs->rank; d++) {
		if (!(used >> d & 1))
			out->column_dims[out->column_rank++] = d;
	}
	return true;
}

static bool conv_matrix(const struct mlirbc_op *op, const struct type *lhs, const struct type *rhs, struct matrix *out)
{
	int64_t reversal[HLO_MOST_RANK];
	uint32_t spatial, reversals;
	const struct mlirbc_attr *features = mlirbc_op_attr(op, "kernel_output_feature_dimension");
	const struct mlirbc_attr *channels = mlirbc_op_attr(op, "kernel_input_feature_dimension");
	/* With channels first the weights are the left operand. */
	if (!int_is(op, "feature_group_count", 1) || !int_is(op, "batch_group_count", 1) ||
		!int_is(op, "input_feature_dimension", lhs->rank - 1) || !int_is(op, "output_feature_dimension", lhs->rank - 1) ||
		!ints_of(op, "kernel_spatial_dimensions", HLO_MOST_RANK - 1, out->depth_dims, &spatial) ||
		!ints_of(op, "window_reversal", HLO_MOST_RANK, reversal, &reversals) || !features || !channels ||
		features->kind != MLIRBC_ATTR_INTEGER || channels->kind != MLIRBC_ATTR_INTEGER)
		return false;
	for (uint32_t i = 0; i < reversals; i++) {
		if (reversal[i] != 0)
			return false;
	}
	out->depth_dims[spatial] = (int64_t)channels->u.number.words[0];
	out->depth_rank = spatial + 1;
	out->column_dims[0] = (int64_t)features->u.number.words[0];
	out->column_rank = 1;
	return rhs->rank == (int64_t)out->depth_rank + 1;
}

/* Whether the kernel multiplies groups of these types. */
static bool has_groups(const struct mlirbc_op *op, bool dot, const struct type *lhs, const struct type *rhs, const struct type *result)
{
	static const struct {
		int64_t operands, product;
		const char *epilogue;
		bool dot;
	} rows[] = { { KERNELS_F32, KERNELS_F32, "f32", false }, { KERNELS_BF16, KERNELS_BF16, "bf16", false },
		{ KERNELS_BF16, KERNELS_F32, "f32", false }, { KERNELS_I8, KERNELS_I32, "i32", true } };
	const bool fused = mlirbc_op_attr(op, "epilogue") != NULL;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (lhs->dtype == rows[i].operands && rhs->dtype == rows[i].operands && (dot || !rows[i].dot) &&
			(fused ? text_begins(op, "epilogue", rows[i].epilogue) : result->dtype == rows[i].product))
			return true;
	}
	return false;
}

/* Whether the product reads operand 1, a constant of `size` bytes, in panels. */
static bool find_matrix(const struct mlirbc_op *op, size_t size, struct type *out_type, struct matrix *out)
{
	const bool dot = bef_hlo__text_is(op->name, "hlo.dot_general") || bef_hlo__text_is(op->name, "hlo.dot_general_fused");
	int64_t words[MOST_WORDS], multiplications;
	uint32_t count, at = 0;
	struct type lhs, other, result, *rhs = out_type;
	*out = (struct matrix){ .depth_rank = 0 };
	if ((!dot && !bef_hlo__text_is(op->name, "hlo.convolution") && !bef_hlo__text_is(op->name, "hlo.convolution_fused")) ||
		!ints_of(op, "types", MOST_WORDS, words, &count) || !read_type(words, count, &at, &lhs) || !read_type(words, count, &at, rhs))
		return false;
	for (uint32_t i = 2; i < op->operand_count; i++) {
		if (!read_type(words, count, &at, &other))
			return false;
	}
	if (!read_type(words, count, &at, &result) || !has_groups(op, dot, &lhs, rhs, &result) ||
		!(dot ? dot_matrix(op, rhs, out) : conv_matrix(op, &lhs, rhs, out)))
		return false;
	out->depth = product_of(rhs, out->depth_dims, out->depth_rank);
	out->columns = product_of(rhs, out->column_dims, out->column_rank);
	/* A fused loop has as many elements as the product. A single row is read once: by the kernel of rows. */
	const enum kernels_dtype dtype = (enum kernels_dtype)rhs->dtype;
	return out->depth > 0 && out->columns > 0 && hlo_has_panels(dtype, (uint64_t)out->depth, (uint64_t)out->columns) &&
	       out->depth * out->columns == rhs->elements && rhs->elements * hlo_element_type(dtype).bits / 8 == (int64_t)size &&
	       result.elements > out->columns && !__builtin_mul_overflow(result.elements, out->depth + 1, &multiplications) &&
	       multiplications > HLO_FEW_MULTIPLICATIONS;
}

static bool same_dims(const int64_t *a, uint32_t a_count, const int64_t *b, uint32_t b_count)
{
	return a_count == b_count && memcmp(a, b, a_count * sizeof *a) == 0;
}

/* Whether all users read the constant in the same panels. */
static bool find_constant(const struct mlirbc_op *op, struct type *out_type, struct matrix *out)
{
	const struct mlirbc_attr *value = bef_hlo__text_is(op->name, "hlo.constant") ? mlirbc_op_attr(op, "value") : NULL;
	const struct mlirbc_operand *first = value ? mlirbc_op_results(op)[0].first_use : NULL;
	if (!value || value->kind != MLIRBC_ATTR_DENSE || value->u.dense.splat)
		return false;
	for (const struct mlirbc_operand *use = first; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *user = mlirbc_operand_owner(use);
		struct matrix other;
		if (use != mlirbc_op_operands(user) + 1 || !find_matrix(user, value->u.dense.size, out_type, use == first ? out : &other))
			return false;
		if (use != first && (!same_dims(out->depth_dims, out->depth_rank, other.depth_dims, other.depth_rank) ||
					    !same_dims(out->column_dims, out->column_rank, other.column_dims, other.column_rank)))
			return false;
	}
	return first != NULL;
}

/* ---- changes */

/* Where the elements of some dimensions are: `count` offsets, the last dimension is the fastest. */
static void find_offsets(const struct type *type, const int64_t *dims, uint32_t rank, int64_t count, int64_t *out)
{
	int64_t steps[HLO_MOST_RANK], step = 1;
	for (int64_t d = type->rank; d-- > 0; step *= type->dims[d])
		steps[d] = step;
	for (int64_t i = 0; i < count; i++) {
		int64_t rest = i;
		out[i] = 0;
		for (uint32_t d = rank; d-- > 0; rest /= type->dims[dims[d]])
			out[i] += rest % type->dims[dims[d]] * steps[dims[d]];
	}
}

static void copy_panels(const struct matrix *m, const int64_t *depth_at, const int64_t *column_at, const uint8_t *from, size_t size, uint8_t *to)
{
	const int64_t of_group = HLO_GROUP_BYTES / (int64_t)size;
	for (int64_t column = 0; column < m->columns; column += HLO_PANEL)
		for (int64_t k = 0; k < m->depth; k += of_group)
			for (int64_t j = column; j < column + HLO_PANEL; j++)
				for (int64_t i = k; i < k + of_group; i++, to += size)
					memcpy(to, from + (size_t)(depth_at[i] + column_at[j]) * size, size);
}

/* The same attribute with its elements in panels. `scratch` has room for them. */
static const struct mlirbc_attr *in_panels(
	struct bef_hlo__lower *lower, const struct mlirbc_attr *value, const struct type *type, const struct matrix *m, uint8_t *scratch)
{
	int64_t *offsets = bef_hlo__room(lower, (size_t)(m->depth + m->columns), sizeof *offsets);
	if (!offsets)
		return NULL;
	find_offsets(type, m->depth_dims, m->depth_rank, m->depth, offsets);
	find_offsets(type, m->column_dims, m->column_rank, m->columns, offsets + m->depth);
	copy_panels(m, offsets, offsets + m->depth, value->u.dense.data, value->u.dense.size / (size_t)type->elements, scratch);
	return mlirbc_attr_dense(lower->context, value->type, scratch, value->u.dense.size);
}

static bool set_attr(struct bef_hlo__lower *lower, struct mlirbc_op *op, const char *name, const struct mlirbc_attr *value)
{
	return value ? bef_hlo__ok(lower, mlirbc_op_set_attr(op, name, value), NULL) : bef_hlo__no_memory(lower);
}

/* Marks the type of operand 1. */
static bool mark_user(struct bef_hlo__lower *lower, struct mlirbc_op *user)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	int64_t words[MOST_WORDS];
	uint32_t count;
	if (!ints_of(user, "types", MOST_WORDS, words, &count))
		return false;
	words[2 + words[1]] += HLO_PANELS;
	bef_hlo__attr_ints(lower, &attrs, "types", words, count);
	return set_attr(lower, user, "types", attrs.list[0].value);
}

static bool change(struct bef_hlo__lower *lower, struct mlirbc_op *op, uint8_t *scratch)
{
	struct type type;
	struct matrix matrix;
	if (!find_constant(op, &type, &matrix))
		return true;
	if (!set_attr(lower, op, "value", in_panels(lower, mlirbc_op_attr(op, "value"), &type, &matrix, scratch)))
		return false;
	for (struct mlirbc_operand *use = mlirbc_op_results(op)[0].first_use; use; use = mlirbc_operand_next(use)) {
		if (!mark_user(lower, mlirbc_operand_owner(use)))
			return false;
	}
	return true;
}

bool bef_hlo__store_panels(struct bef_hlo__lower *lower)
{
	struct bef_hlo__row found = { NULL, 0, 0 };
	struct type type;
	struct matrix matrix;
	size_t most = 0;
	for (struct mlirbc_op *root = lower->builder.module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
			if (!find_constant(op, &type, &matrix))
				continue;
			const size_t size = mlirbc_op_attr(op, "value")->u.dense.size;
			most = size > most ? size : most;
			if (!bef_hlo__push(lower, &found, op))
				return false;
		}
	}
	uint8_t *scratch = found.count > 0 ? bef_hlo__room(lower, most, 1) : NULL;
	for (size_t i = 0; i < found.count; i++) {
		if (!scratch || !change(lower, found.items[i], scratch))
			return false;
	}
	return true;
}
