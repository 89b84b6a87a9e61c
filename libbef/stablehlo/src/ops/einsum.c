/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* einsum and unary_einsum. Each dimension has a label: a letter of the subscripts, or a number for a dimension of "...". A dimension
 * of size 1 whose label has another size elsewhere is dropped, a repeated label becomes the diagonal, labels that only one operand has and
 * the result has not are summed; then the operands are multiplied with dot_general, and the product is brought into the order of the
 * result. */
#include "ops/ops.h"

#include <string.h>

enum { LABELS = 128 + HLO_MOST_RANK }; /* letters are their codes; 128 + i is dimension i of "..." from the right */

struct labelled {
	struct bef_hlo__value value;
	uint8_t labels[HLO_MOST_RANK + 1];
	size_t rank;
};

struct einsum {
	struct bef_hlo__lower *lower;
	struct labelled result; /* without a value */
	int64_t size[LABELS];   /* -1: no operand has the label */
	bool in_result[LABELS];
};

/* ---- subscripts */

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* The labels of a tensor of this type from its subscripts, which end at ',' or '-'. */
static bool read_labels(struct bef_hlo__lower *lower, const char **at, const char *end, const struct mlirbc_type *type, struct labelled *out)
{
	size_t letters = 0, rank = type->u.shaped.rank;
	bool ellipsis = false;
	if (!bef_hlo__is_static(type) || rank > HLO_MOST_RANK)
		return bef_hlo__refuse(lower, lower->op, "a tensor has unknown sizes or more than %d dimensions", HLO_MOST_RANK);
	for (const char *p = *at; p < end && *p != ',' && *p != '-'; p++)
		letters += is_letter(*p);
	out->rank = 0;
	for (; *at < end && **at != ',' && **at != '-'; ++*at) {
		if (is_letter(**at) && out->rank < rank)
			out->labels[out->rank++] = (uint8_t)**at;
		for (size_t k = letters < rank ? rank - letters : 0; **at == '.' && !ellipsis && k-- > 0;)
			out->labels[out->rank++] = (uint8_t)(128 + k);
		ellipsis = ellipsis || **at == '.';
	}
	return out->rank == rank ||
	       bef_hlo__fail(lower, BEF_E_CORRUPT, lower->op, "einsum_config does not have the dimensions of its tensors");
}

static bool note_sizes(struct einsum *e, const struct labelled *x)
{
	for (size_t i = 0; i < x->rank; i++) {
		int64_t *size = &e->size[x->labels[i]], dim = x->value.type->u.shaped.dims[i];
		if (*size < 0 || *size == 1)
			*size = dim;
		else if (dim != 1 && dim != *size)
			return bef_hlo__fail(e->lower, BEF_E_CORRUPT, e->lower->op, "a dimension has the sizes %lld and %lld",
				(long long)*size, (long long)dim);
	}
	return true;
}

static bool note_result(struct einsum *e)
{
	const struct mlirbc_type *type = mlirbc_op_results(e->lower->op)[0].type;
	for (size_t i = 0; i < e->result.rank; i++) {
		const uint8_t label = e->result.labels[i];
		if (e->in_result[label])
			return bef_hlo__refuse(e->lower, e->lower->op, "the result has a dimension twice");
		e->in_result[label] = true;
		if (e->size[label] != type->u.shaped.dims[i])
			return bef_hlo__fail(e->lower, BEF_E_CORRUPT, e->lower->op, "dimension %zu of the result is %lld, expected %lld", i,
				(long long)type->u.shaped.dims[i], (long long)e->size[label]);
	}
	return true;
}

/* Reads the subscripts; `operands` have values. */
static bool read_config(struct einsum *e, struct labelled *operands, uint32_t count)
{
	const struct mlirbc_attr *config = mlirbc_op_attr(e->lower->op, "einsum_config");
	if (!config || config->kind != MLIRBC_ATTR_STRING)
		return bef_hlo__fail(e->lower, BEF_E_CORRUPT, e->lower->op, "it has no einsum_config");
	const char *at = config->u.string->data, *end = at + config->u.string->size;
	for (size_t i = 0; i < LABELS; i++)
		e->size[i] = -1;
	for (uint32_t i = 0; i < count; i++) {
		if (!read_labels(e->lower, &at, end, operands[i].value.type, &operands[i]) || !note_sizes(e, &operands[i]))
			return false;
		at += at < end; /* ',' or '-' */
	}
	at += at < end; /* '>' */
	return read_labels(e->lower, &at, end, mlirbc_op_results(e->lower->op)[0].type, &e->result) && note_result(e);
}

/* ---- steps; each keeps the labels in step with the dimensions */

static bool has_label(const struct labelled *x, uint8_t label) { return memchr(x->labels, label, x->rank) != NULL; }

static const struct mlirbc_type *type_of(struct einsum *e, const struct labelled *x, const struct mlirbc_type *element)
{
	int64_t dims[HLO_MOST_RANK];
	for (size_t i = 0; i < x->rank; i++)
		dims[i] = e->size[x->labels[i]];
	return bef_hlo__shaped(e->lower, dims, x->rank, element);
}

static bool step(struct einsum *e, struct labelled *x, const char *name, const struct mlirbc_type *type, struct bef_hlo__attrs *attrs)
{
	x->value = bef_hlo__emit_one(e->lower, name, type, &x->value, 1, attrs);
	return x->value.value != NULL;
}

/* Drops dimensions of size 1 whose label has another size. */
static bool drop_ones(struct einsum *e, struct labelled *x)
{
	size_t kept = 0;
	for (size_t i = 0; i < x->rank; i++) {
		if (x->value.type->u.shaped.dims[i] == e->size[x->labels[i]])
			x->labels[kept++] = x->labels[i];
	}
	if (kept == x->rank)
		return true;
	x->rank = kept;
	return step(e, x, "reshape", type_of(e, x, bef_hlo__element(x->value.type)), NULL);
}

/* Dimensions first and second, of one size n, become the last one: the elements of the last two with the same index are n + 1 apart. */
static bool take_diagonal(struct einsum *e, struct labelled *x, size_t first, size_t second)
{
	const struct mlirbc_type *element = bef_hlo__element(x->value.type);
	const int64_t *dims = x->value.type->u.shaped.dims, n = dims[first];
	int64_t order[HLO_MOST_RANK], sizes[HLO_MOST_RANK], start[HLO_MOST_RANK] = { 0 }, stride[HLO_MOST_RANK];
	struct bef_hlo__attrs transpose = { .count = 0 }, slice = { .count = 0 };
	const uint8_t label = x->labels[first];
	size_t count = 0;
	for (size_t i = 0; i < x->rank; i++) {
		if (i != first && i != second)
			order[count++] = (int64_t)i;
	}
	order[count] = (int64_t)first;
	order[count + 1] = (int64_t)second;
	for (size_t i = 0; i < x->rank; i++)
		sizes[i] = dims[order[i]];
	for (size_t i = 0; i < count; i++) {
		x->labels[i] = x->labels[order[i]]; /* order[i] >= i */
		stride[i] = 1;
	}
	bef_hlo__attr_ints(e->lower, &transpose, "permutation", order, x->rank);
	if (!step(e, x, "transpose", bef_hlo__shaped(e->lower, sizes, x->rank, element), &transpose))
		return false;
	x->labels[count] = label;
	x->rank = count + 1;
	sizes[count] = n * n;
	stride[count] = n + 1;
	if (!step(e, x, "reshape", bef_hlo__shaped(e->lower, sizes, x->rank, element), NULL))
		return false;
	bef_hlo__attr_ints(e->lower, &slice, "limit_indices", sizes, x->rank);
	bef_hlo__attr_ints(e->lower, &slice, "start_indices", start, x->rank);
	bef_hlo__attr_ints(e->lower, &slice, "strides", stride, x->rank);
	return step(e, x, "slice", type_of(e, x, element), &slice);
}

static bool take_diagonals(struct einsum *e, struct labelled *x)
{
	for (size_t i = 0; i < x->rank; i++) {
		const uint8_t *again = memchr(x->labels + i + 1, x->labels[i], x->rank - i - 1);
		if (!again)
			continue;
		if (!take_diagonal(e, x, i, (size_t)(again - x->labels)))
			return false;
		i = (size_t)-1; /* from the start: dimensions have moved */
	}
	return true;
}

/* Sums over the labels that neither the other operand nor the result has. `other` may be NULL. */
static bool sum_alone(struct einsum *e, struct labelled *x, const struct labelled *other, const struct mlirbc_type *element)
{
	int64_t dims[HLO_MOST_RANK];
	size_t count = 0, kept = 0;
	for (size_t i = 0; i < x->rank; i++) {
		if (e->in_result[x->labels[i]] || (other && has_label(other, x->labels[i])))
			x->labels[kept++] = x->labels[i];
		else
			dims[count++] = (int64_t)i;
	}
	if (count == 0)
		return true;
	x->rank = kept;
	x->value = bef_hlo__sum(e->lower, bef_hlo__convert(e->lower, x->value, element), dims, count);
	return x->value.value != NULL;
}

/* ---- the product */

static bool multiply(struct einsum *e, struct labelled *x, const struct labelled *y, const struct mlirbc_type *element)
{
	int64_t batch[2][HLO_MOST_RANK], contracted[2][HLO_MOST_RANK];
	struct bef_hlo__attrs attrs = { .count = 0 };
	struct labelled product = { .rank = 0 };
	size_t batches = 0, contractions = 0;
	if (x->rank + y->rank > 2 * (size_t)HLO_MOST_RANK)
		return false;
	for (size_t i = 0; i < x->rank; i++) {
		const uint8_t *other = memchr(y->labels, x->labels[i], y->rank);
		if (!other)
			continue;
		size_t *count = e->in_result[x->labels[i]] ? &batches : &contractions;
		int64_t(*list)[HLO_MOST_RANK] = e->in_result[x->labels[i]] ? batch : contracted;
		list[0][*count] = (int64_t)i;
		list[1][(*count)++] = other - y->labels;
		if (e->in_result[x->labels[i]])
			product.labels[product.rank++] = x->labels[i];
	}
	for (size_t i = 0; i < x->rank + y->rank && product.rank < HLO_MOST_RANK; i++) {
		const struct labelled *own = i < x->rank ? x : y, *other = i < x->rank ? y : x;
		const uint8_t label = own->labels[i < x->rank ? i : i - x->rank];
		if (!has_label(other, label))
			product.labels[product.rank++] = label;
	}
	bef_hlo__attr_ints(e->lower, &attrs, "lhs_batching_dimensions", batch[0], batches);
	bef_hlo__attr_ints(e->lower, &attrs, "lhs_contracting_dimensions", contracted[0], contractions);
	bef_hlo__attr_ints(e->lower, &attrs, "rhs_batching_dimensions", batch[1], batches);
	bef_hlo__attr_ints(e->lower, &attrs, "rhs_contracting_dimensions", contracted[1], contractions);
	bef_hlo__no_algorithm(e->lower, &attrs);
	const struct bef_hlo__value operands[] = { x->value, y->value };
	product.value = bef_hlo__emit_one(e->lower, "dot_general", type_of(e, &product, element), operands, 2, &attrs);
	*x = product;
	return x->value.value != NULL;
}

/* Brings the dimensions into the order of the result. */
static bool arrange(struct einsum *e, struct labelled *x, const struct mlirbc_type *element)
{
	int64_t dims[HLO_MOST_RANK];
	for (size_t i = 0; i < x->rank; i++)
		dims[i] = (const uint8_t *)memchr(e->result.labels, x->labels[i], e->result.rank) - e->result.labels;
	x->value = bef_hlo__convert(e->lower, x->value, element);
	if (x->rank == e->result.rank && memcmp(x->labels, e->result.labels, x->rank) == 0)
		return x->value.value != NULL;
	x->value = x->value.value ? bef_hlo__broadcast(e->lower, x->value, dims, x->rank, type_of(e, &e->result, element)) : x->value;
	return x->value.value != NULL;
}

bool bef_hlo__lower_einsum(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct einsum e = { .lower = lower };
	struct labelled operands[2];
	struct bef_hlo__value values[2];
	const uint32_t count = lower->op->operand_count;
	const struct mlirbc_type *type = mlirbc_op_results(lower->op)[0].type;
	(void)rule;
	if (count == 0 || count > 2 || !bef_hlo__operands(lower, values) || !bef_hlo__dequantize_operands(lower, values))
		return false;
	for (uint32_t i = 0; i < count; i++)
		operands[i].value = values[i];
	if (!read_config(&e, operands, count))
		return false;
	const struct mlirbc_type *element = bef_hlo__element(bef_hlo__is_quantized(type) ? operands[0].value.type : type);
	for (uint32_t i = 0; i < count; i++) {
		if (!drop_ones(&e, &operands[i]) || !take_diagonals(&e, &operands[i]))
			return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (!sum_alone(&e, &operands[i], count == 2 ? &operands[1 - i] : NULL, element))
			return false;
	}
	if ((count == 2 && !multiply(&e, &operands[0], &operands[1], element)) || !arrange(&e, &operands[0], element))
		return false;
	return bef_hlo__set_results(lower, &operands[0].value, true);
}
