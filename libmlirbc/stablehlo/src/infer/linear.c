/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Linear algebra, normalization, Fourier transform and random bits. */
#include "infer/rules.h"

static bool is_vector(const struct mlirbc_type *type) { return shlo__ranked(type) && shlo__rank(type) == 1; }

static bool emit_features(struct shlo__check *check, int64_t features)
{
	struct shlo__shape shape = {
		.element = shlo__element(shlo__operand(check, 0)), .rank = 1, .bounds = { .count = 0 }
	};
	shape.dims[0] = features;
	return shlo__emit_shape(check, &shape);
}

/* Operand 0 (and 4 of the gradient) have many dimensions, the others have one element per feature. */
bool shlo__rule_batch_norm(struct shlo__check *check)
{
	const struct mlirbc_type *operand = shlo__operand(check, 0), *first = shlo__operand(check, 1);
	int64_t index = shlo__int(check, "feature_index", 0);
	bool gradient = check->code == MLIRBC_STABLEHLO_batch_norm_grad;
	struct shlo__spelled text;
	size_t end = check->operand_count - gradient;
	if (gradient && !shlo__compatible_shapes(operand, shlo__operand(check, 4)))
		return shlo__fail(check, "expects multi-dimensional operands to have compatible shapes");
	if ((uint64_t)index >= shlo__rank(operand))
		return shlo__fail(check,
			"expects featureIndex to be smaller than the rank of multi-dimensional operands; got "
			"featureIndex %lld, and rank %zu",
			(long long)index, shlo__rank(operand));
	for (size_t i = 1; i < end; ++i) {
		const struct mlirbc_type *type = shlo__operand(check, i);
		if (!is_vector(type))
			return shlo__fail(check, "operand #%zu must be a 1-dimensional tensor, but is '%s'", i,
				shlo__spell(type, &text));
		if (!shlo__compatible_shapes(first, type))
			return shlo__fail(check, "expects single-dimensional operands to have compatible shapes");
	}
	int64_t features = shlo__dim(operand, (size_t)index);
	if (!shlo__same_dim(features, shlo__dim(first, 0)))
		return shlo__fail(check,
			"expects the size of single-dimensional operands to be compatible with feature count, but the "
			"size is %lld and the feature count is %lld",
			(long long)shlo__dim(first, 0), (long long)features);
	if (!shlo__elements_compatible(check, 0, check->operand_count) || !shlo__emit_type(check, operand))
		return false;
	return check->code == MLIRBC_STABLEHLO_batch_norm_inference ||
	       (emit_features(check, features) && emit_features(check, features));
}

static bool square(struct shlo__check *check, const struct mlirbc_type *type)
{
	struct shlo__spelled text;
	size_t rank = shlo__rank(type);
	if (rank < 2)
		return shlo__fail(check, "operand 'a' must have rank >= 2, but got '%s'", shlo__spell(type, &text));
	if (!shlo__same_dim(shlo__dim(type, rank - 2), shlo__dim(type, rank - 1)))
		return shlo__fail(check, "two minor dimensions of operand 'a' must be equal, but got '%s'",
			shlo__spell(type, &text));
	return true;
}

bool shlo__rule_cholesky(struct shlo__check *check)
{
	return square(check, shlo__operand(check, 0)) && shlo__emit_type(check, shlo__operand(check, 0));
}

bool shlo__rule_triangular_solve(struct shlo__check *check)
{
	const struct mlirbc_type *a = shlo__operand(check, 0), *b = shlo__operand(check, 1);
	struct shlo__spelled x, y;
	size_t rank = shlo__rank(a);
	if (!shlo__elements_compatible(check, 0, 2) || !square(check, a))
		return false;
	if (shlo__rank(b) != rank)
		return shlo__fail(check, "operands must have equal rank, but got '%s' and '%s'", shlo__spell(a, &x),
			shlo__spell(b, &y));
	if (!shlo__same_dim(shlo__dim(a, rank - 2), shlo__dim(b, shlo__flag(check, "left_side") ? rank - 2 : rank - 1)))
		return shlo__fail(check,
			"shared dimension of operands 'a' and 'b' does not match, but got '%s' and '%s'",
			shlo__spell(a, &x), shlo__spell(b, &y));
	for (size_t i = 0; i + 2 < rank; ++i) {
		if (!shlo__same_dim(shlo__dim(a, i), shlo__dim(b, i)))
			return shlo__fail(check,
				"leading batch dimensions of the operands must be the same, but got '%s' and '%s'",
				shlo__spell(a, &x), shlo__spell(b, &y));
	}
	if (shlo__enum_of(SHLO__TRANSPOSE, shlo__attr(check, "transpose_a")) < SHLO__NO_TRANSPOSE)
		return shlo__fail(check, "invalid transpose option for triangular solve");
	return shlo__emit_type(check, b);
}

bool shlo__rule_fft(struct shlo__check *check)
{
	int type = shlo__enum_of(SHLO__FFT_TYPE, shlo__attr(check, "fft_type"));
	struct shlo__dims length;
	struct shlo__shape shape;
	struct shlo__spelled a, b;
	if (!shlo__list(check, "fft_length", &length) || !shlo__shape_of(check, shlo__operand(check, 0), &shape))
		return false;
	if (length.count < 1 || length.count > 3)
		return shlo__fail(check, "rank must be between 1 and 3, but got %zu", length.count);
	bool real = type == SHLO__RFFT, complex = shape.element->kind == MLIRBC_TYPE_COMPLEX;
	bool known = shape.element->kind == MLIRBC_TYPE_FLOAT &&
		     (shape.element->u.float_kind == MLIRBC_F32 || shape.element->u.float_kind == MLIRBC_F64);
	if (real ? !known : !complex)
		return shlo__fail(check, "%s, but is given '%s'",
			real ? "RFFT requires f32 or f64 input type"
			     : "FFT, IFFT and IRFFT take a complex tensor as input",
			shlo__spell(shape.element, &a));
	if (shape.rank < length.count)
		return shlo__fail(check, "operand rank must not be less than fft rank of %zu for operand of type '%s'",
			length.count, shlo__spell(shlo__operand(check, 0), &a));
	int64_t *last = &shape.dims[shape.rank - 1], final = length.at[length.count - 1];
	const int64_t *inner = &shape.dims[shape.rank - length.count];
	bool fits = true;
	for (size_t i = 0; i < length.count; ++i) {
		int64_t expected = length.at[i];
		if (type == SHLO__IRFFT && i + 1 == length.count)
			expected = expected / 2 + 1;
		bool zero = type == SHLO__IRFFT && i + 1 == length.count && final == 0 && inner[i] == 0;
		fits &= (type != SHLO__RFFT && type != SHLO__IRFFT) || zero || inner[i] == SHLO__DYNAMIC ||
			inner[i] == expected;
	}
	if (!fits)
		return shlo__fail(check,
			"%s requires the innermost dimensions to be compatible with fft_length. Got: %s but wanted %s",
			type == SHLO__RFFT ? "RFFT" : "IRFFT", shlo__spell_dims(shape.dims, shape.rank, &a),
			shlo__spell_dims(length.at, length.count, &b));
	if (type == SHLO__RFFT) {
		if (final != 0)
			*last = final / 2 + 1;
		shape.element = shlo__complex_type(check->context, shape.element);
	} else if (type == SHLO__IRFFT) {
		*last = final;
		shape.element = shape.element->u.shaped.element;
	}
	if (type == SHLO__RFFT || type == SHLO__IRFFT) {
		if (*last < 0)
			return shlo__fail(check, "fft_length must not be negative, but is %lld", (long long) final);
		if (shape.bounds.count)
			shape.bounds.at[shape.rank - 1] = SHLO__DYNAMIC;
	}
	return shape.element ? shlo__emit_shape(check, &shape) : shlo__no_memory(check);
}

bool shlo__rule_rng_bit_generator(struct shlo__check *check)
{
	const struct mlirbc_type *bits = shlo__needed(check, 1);
	return bits && shlo__emit_type(check, shlo__operand(check, 0)) && shlo__emit_type(check, bits);
}
