/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* batch_norm_* as element-wise operations and sums. */
#include "ops/ops.h"

#include <string.h>

/* The normalised tensor and its feature dimension. */
struct norm {
	struct bef_hlo__lower *lower;
	const struct mlirbc_type *type; /* of the operand */
	int64_t feature;
	double count; /* elements per feature */
	double epsilon;
};

static bool begin(struct bef_hlo__lower *lower, struct norm *out)
{
	const struct mlirbc_type *type = mlirbc_op_operands(lower->op)[0].value->type;
	const struct mlirbc_attr *feature = mlirbc_op_attr(lower->op, "feature_index"),
				 *epsilon = mlirbc_op_attr(lower->op, "epsilon");
	float number;
	uint64_t elements;
	if (bef_hlo__is_quantized(type))
		return bef_hlo__refuse(lower, lower->op, "quantized types are not supported");
	if (!feature || feature->kind != MLIRBC_ATTR_INTEGER || !epsilon || epsilon->kind != MLIRBC_ATTR_FLOAT ||
		mlirbc_type_width(epsilon->type) != 32)
		return bef_hlo__fail(lower, BEF_E_CORRUPT, lower->op, "an attribute is missing");
	if (!mlirbc_type_elements(type, &elements) || feature->u.number.words[0] >= type->u.shaped.rank)
		return bef_hlo__refuse(lower, lower->op, "its shape is not known before it runs");
	const uint32_t bits = (uint32_t)epsilon->u.number.words[0];
	memcpy(&number, &bits, sizeof number);
	*out = (struct norm){ lower, type, (int64_t)feature->u.number.words[0], 0, (double)number };
	const int64_t features = type->u.shaped.dims[out->feature];
	out->count = features ? (double)(elements / (uint64_t)features) : 0;
	return true;
}

static struct bef_hlo__value spread(const struct norm *norm, struct bef_hlo__value x)
{
	return bef_hlo__broadcast(norm->lower, x, &norm->feature, 1, norm->type);
}

static struct bef_hlo__value unary(const struct norm *norm, const char *name, struct bef_hlo__value x)
{
	return bef_hlo__emit_one(norm->lower, name, x.type, &x, 1, NULL);
}

static struct bef_hlo__value number(const struct norm *norm, double value, struct bef_hlo__value like)
{
	return bef_hlo__splat(norm->lower, value, like.type);
}

/* The sum per feature. */
static struct bef_hlo__value sum(const struct norm *norm, struct bef_hlo__value x)
{
	int64_t *dims = bef_hlo__room(norm->lower, norm->type->u.shaped.rank, sizeof *dims);
	size_t count = 0;
	if (!dims)
		return (struct bef_hlo__value){ NULL, norm->type };
	for (size_t i = 0; i < norm->type->u.shaped.rank; i++) {
		if ((int64_t)i != norm->feature)
			dims[count++] = (int64_t)i;
	}
	return bef_hlo__sum(norm->lower, x, dims, count);
}

/* sqrt(variance + epsilon) per feature */
static struct bef_hlo__value deviation(const struct norm *norm, struct bef_hlo__value variance)
{
	return unary(norm, "sqrt", bef_hlo__binary(norm->lower, "add", variance, number(norm, norm->epsilon, variance)));
}

/* scale * (x - mean) / deviation + offset */
static struct bef_hlo__value normalise(const struct norm *norm, struct bef_hlo__value x, struct bef_hlo__value scale,
	struct bef_hlo__value offset, struct bef_hlo__value mean, struct bef_hlo__value variance)
{
	struct bef_hlo__lower *lower = norm->lower;
	struct bef_hlo__value centered = bef_hlo__binary(lower, "subtract", x, spread(norm, mean));
	struct bef_hlo__value scaled = bef_hlo__binary(lower, "multiply", spread(norm, scale), centered);
	struct bef_hlo__value divided = bef_hlo__binary(lower, "divide", scaled, spread(norm, deviation(norm, variance)));
	return bef_hlo__binary(lower, "add", divided, spread(norm, offset));
}

bool bef_hlo__lower_batch_norm_inference(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__value x[5];
	struct norm norm;
	(void)rule;
	return begin(lower, &norm) && bef_hlo__operands(lower, x) &&
	       bef_hlo__set_result(lower, normalise(&norm, x[0], x[1], x[2], x[3], x[4]));
}

/* Mean and variance are those of the operand. */
bool bef_hlo__lower_batch_norm_training(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__value x[3];
	struct norm norm;
	(void)rule;
	if (!begin(lower, &norm) || !bef_hlo__operands(lower, x))
		return false;
	struct bef_hlo__value total = sum(&norm, x[0]);
	struct bef_hlo__value mean = bef_hlo__binary(lower, "divide", total, number(&norm, norm.count, total));
	struct bef_hlo__value centered = bef_hlo__binary(lower, "subtract", x[0], spread(&norm, mean));
	struct bef_hlo__value squares = sum(&norm, bef_hlo__binary(lower, "multiply", centered, centered));
	struct bef_hlo__value variance = bef_hlo__binary(lower, "divide", squares, number(&norm, norm.count, squares));
	struct bef_hlo__value results[] = { normalise(&norm, x[0], x[1], x[2], mean, variance), mean, variance };
	return bef_hlo__set_results(lower, results, false);
}

/* With c = x - mean, d = variance + epsilon, s = sqrt(d), g the gradient of the output and n elements per feature:
 * operand: scale / s / n * (n * g - sum(g) - c * sum(g * c) / d); scale: sum(g * c / s); offset: sum(g). */
bool bef_hlo__lower_batch_norm_grad(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__value x[5]; /* operand, scale, mean, variance, gradient */
	struct norm norm;
	(void)rule;
	if (!begin(lower, &norm) || !bef_hlo__operands(lower, x))
		return false;
	struct bef_hlo__value g = x[4], c = bef_hlo__binary(lower, "subtract", x[0], spread(&norm, x[2]));
	struct bef_hlo__value d = bef_hlo__binary(lower, "add", x[3], number(&norm, norm.epsilon, x[3]));
	struct bef_hlo__value s = spread(&norm, unary(&norm, "sqrt", d)), n = number(&norm, norm.count, g);
	struct bef_hlo__value offset = sum(&norm, g);
	struct bef_hlo__value products = spread(&norm, sum(&norm, bef_hlo__binary(lower, "multiply", g, c)));
	struct bef_hlo__value shift = bef_hlo__binary(lower, "multiply", c, products);
	shift = bef_hlo__binary(lower, "divide", shift, spread(&norm, d));
	struct bef_hlo__value inner = bef_hlo__binary(lower, "multiply", n, g);
	inner = bef_hlo__binary(lower, "subtract", inner, spread(&norm, offset));
	inner = bef_hlo__binary(lower, "subtract", inner, shift);
	struct bef_hlo__value factor = bef_hlo__binary(lower, "divide", spread(&norm, x[1]), s);
	factor = bef_hlo__binary(lower, "divide", factor, n);
	struct bef_hlo__value parts = bef_hlo__binary(lower, "divide", bef_hlo__binary(lower, "multiply", g, c), s);
	struct bef_hlo__value results[] = { bef_hlo__binary(lower, "multiply", factor, inner), sum(&norm, parts), offset };
	return bef_hlo__set_results(lower, results, false);
}
