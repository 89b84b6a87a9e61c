/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands, results, regions and attributes of an operation against the table of operations. */
#include "infer/check.h"

#include <math.h>
#include <string.h>

/* ---- types */

static bool is_stablehlo(const struct mlirbc_string *dialect)
{
	return dialect && dialect->size == 9 && memcmp(dialect->data, "stablehlo", 9) == 0;
}

/* The scales that the expressed type can hold. */
static bool good_scale(const struct mlirbc_type *expressed, double scale)
{
	switch (expressed->u.float_kind) {
	case MLIRBC_F16: return scale >= 0x1p-24 && scale <= 65504;
	case MLIRBC_BF16: return scale >= 0x1p-133 && scale <= 0x1.fep127;
	case MLIRBC_F32: return scale >= 0x1p-149 && scale <= 0x1.fffffep127;
	default: return scale > 0 && isfinite(scale);
	}
}

static bool good_parameters(const struct shlo__quant *quant, bool zero_points)
{
	struct shlo__quant rest = *quant;
	for (size_t i = 0; i < quant->count; ++i) {
		double scale;
		int64_t zero_point;
		if (!shlo__quant_next(&rest, &scale, &zero_point) || !good_scale(quant->expressed, scale))
			return false;
		if (zero_points && (zero_point < quant->storage_min || zero_point > quant->storage_max))
			return false;
	}
	return true;
}

bool shlo__check_type(struct shlo__check *check, const struct mlirbc_type *type, int depth)
{
	struct shlo__spelled text;
	struct shlo__dims bounds;
	const char *why = "not #stablehlo.bounds<...>";
	const struct mlirbc_type *element = shlo__element(type);
	if (type->kind == MLIRBC_TYPE_TENSOR && type->u.shaped.encoding &&
		type->u.shaped.encoding->kind == MLIRBC_ATTR_DIALECT &&
		is_stablehlo(type->u.shaped.encoding->u.dialect.dialect)) {
		if (!shlo__bounds_of(type->u.shaped.encoding, &bounds, &why))
			return shlo__fail(check, "the encoding of '%s': %s", shlo__spell(type, &text), why);
		if (bounds.count != shlo__rank(type))
			return shlo__fail(check, "'%s' has %zu bounds for %zu dimensions", shlo__spell(type, &text),
				bounds.count, shlo__rank(type));
		for (size_t i = 0; i < bounds.count; ++i) {
			if (bounds.at[i] != SHLO__DYNAMIC && shlo__dim(type, i) != SHLO__DYNAMIC)
				return shlo__fail(check,
					"static dimension %zu of '%s' cannot have a bound; expected '?' for it", i,
					shlo__spell(type, &text));
		}
	}
	if (element->kind == MLIRBC_TYPE_DIALECT && shlo__is_quant(element)) {
		const struct shlo__quant *quant = shlo__quant(check, element);
		if (!quant || !good_parameters(quant, false))
			return shlo__fail(check, "the quantized type '%s' is not valid", shlo__spell(element, &text));
	}
	if (type->kind == MLIRBC_TYPE_DIALECT && is_stablehlo(type->u.dialect.dialect) && !shlo__is_token(type) &&
		!shlo__is_future(type))
		return shlo__fail(
			check, "unknown stablehlo type: '%s'; expected token or future", shlo__spell(type, &text));
	for (size_t i = 0; depth && type->kind == MLIRBC_TYPE_TUPLE && i < type->u.tuple.count; ++i) {
		if (++check->work > SHLO__MOST_WORK)
			break;
		if (!shlo__check_type(check, type->u.tuple.data[i], depth - 1))
			return false;
	}
	return true;
}

/* Whether the quantized element type is one of StableHLO, and its axis is that of a dimension of the tensor. */
static bool good_quant(struct shlo__check *check, const struct mlirbc_type *type, bool axis_allowed)
{
	const struct shlo__quant *quant = shlo__quant(check, type->u.shaped.element);
	if (!quant || !shlo__is_int(quant->storage) || !good_parameters(quant, true))
		return false;
	if (quant->axis < 0)
		return true;
	if (!axis_allowed || !shlo__ranked(type) || (uint64_t)quant->axis >= shlo__rank(type))
		return false;
	int64_t dim = shlo__dim(type, (size_t)quant->axis);
	return dim == SHLO__DYNAMIC || dim == (int64_t)quant->count;
}

static const char *letter_name(char letter)
{
	static const char *const names[] = {
		['T'] = "a ranked tensor of numbers, booleans or quantized values",
		['J'] = "a ranked tensor of booleans or integers",
		['I'] = "a ranked tensor of integers",
		['F'] = "a ranked tensor of floats or quantized values",
		['B'] = "a ranked tensor of booleans",
		['K'] = "a ranked tensor of floats, complex numbers or quantized values",
		['N'] = "a ranked tensor of numbers or quantized values",
		['C'] = "a ranked tensor of complex numbers",
		['P'] = "a ranked tensor of booleans, integers or floats",
		['S'] = "a ranked tensor of signed integers, floats, complex numbers or quantized values",
		['G'] = "a ranked tensor of floats or complex numbers",
		['R'] = "a ranked tensor of floats",
		['D'] = "a one-dimensional tensor of integers or indices",
		['d'] = "a scalar tensor of an integer or index",
		['i'] = "a scalar tensor of an integer",
		['b'] = "a scalar tensor of a boolean",
		['c'] = "a scalar tensor of i32",
		['u'] = "a scalar tensor of ui32",
		['q'] = "a ranked tensor of quantized values",
		['o'] = "a ranked tensor of floats or quantized values",
		['t'] = "a token",
		['A'] = "a ranked tensor or a token",
		['V'] = "a ranked tensor, a token, a tuple, a buffer or a future",
		['U'] = "a tuple",
		['f'] = "a future",
		['x'] = "any type",
	};
	return names[(unsigned char)letter];
}

/* CHLO accepts tensors without rank. */
static bool is_chlo(enum mlirbc_stablehlo_code code) { return shlo__ops[code].dialect == MLIRBC_STABLEHLO_DIALECT_CHLO; }

static bool fits(struct shlo__check *check, char letter, const struct mlirbc_type *type, bool axis_allowed)
{
	if (letter == 'x')
		return true;
	if (type->kind == MLIRBC_TYPE_UNRANKED_TENSOR && is_chlo(check->code)) {
		struct mlirbc_type ranked = *type;
		ranked.kind = MLIRBC_TYPE_TENSOR;
		ranked.u.shaped.rank = 0;
		return shlo__type_fits(letter, &ranked) &&
		       (!shlo__is_quant(type->u.shaped.element) || good_quant(check, type, false));
	}
	if (!shlo__type_fits(letter, type))
		return false;
	return type->kind != MLIRBC_TYPE_TENSOR || type->u.shaped.element->kind != MLIRBC_TYPE_DIALECT ||
	       good_quant(check, type, axis_allowed);
}

struct group {
	char letter;
	char many; /* '*', '?' or 0 */
	size_t count;
};
enum { MOST_GROUPS = 8 };

/* The values per group of letters; false: their number does not fit. */
static size_t split(
	struct shlo__check *check, const char *letters, size_t count, const char *segments, struct group *out)
{
	size_t groups = 0, fixed = 0, variadic = 0;
	struct shlo__dims sizes;
	for (; *letters; ++letters) {
		if (*letters == '*' || *letters == '?') {
			out[groups - 1].many = *letters;
			variadic++;
			fixed--;
		} else {
			out[groups++] = (struct group){ *letters, 0, 1 };
			fixed++;
		}
	}
	bool sized = groups && check->code == MLIRBC_CHLO_scan && mlirbc_dictionary_find(check->properties, segments);
	size_t rest = count - fixed;
	if (count < fixed || (!variadic && rest))
		return 0;
	sizes.count = 0;
	if (sized) {
		const struct mlirbc_attr *attr = mlirbc_dictionary_find(check->properties, segments);
		if (attr->kind != MLIRBC_ATTR_DENSE_ARRAY || attr->u.dense.count != groups || !attr->type ||
			mlirbc_type_width(attr->type) != 32)
			return 0;
		for (size_t i = 0; i < groups; ++i) {
			const uint8_t *at = attr->u.dense.data + (attr->u.dense.splat ? 0 : 4 * i);
			sizes.at[sizes.count++] = (int64_t)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
							    (uint32_t)at[3] << 24);
		}
	} else if (variadic && rest % variadic) {
		return 0;
	}
	size_t total = 0;
	for (size_t i = 0; i < groups; ++i) {
		if (sizes.count)
			out[i].count = (size_t)sizes.at[i];
		else if (out[i].many)
			out[i].count = rest / variadic;
		total += out[i].count;
		if (total > count)
			return 0;
	}
	return total == count ? groups : 0;
}

/* Letters without '*' or '?' stand for one value each. */
static bool wrong_count(struct shlo__check *check, const char *what, size_t count, const char *letters)
{
	size_t fixed = 0, variadic = 0;
	for (; *letters; letters++) {
		bool many = *letters == '*' || *letters == '?';
		fixed += !many;
		fixed -= many;
		variadic += many;
	}
	return shlo__fail(check, "the number of %ss is %zu; expected %s%zu%s", what, count, variadic ? "at least " : "", fixed,
		variadic > 1 ? ", and groups of equal size" : "");
}

static bool check_values(struct shlo__check *check, bool operands)
{
	struct group groups[MOST_GROUPS];
	const char *letters = operands ? shlo__ops[check->code].operands : shlo__ops[check->code].results;
	const char *what = operands ? "operand" : "result";
	size_t count = operands ? check->operand_count : check->result_count, index = 0;
	const struct mlirbc_type *last = NULL;
	char last_letter = 0;
	const bool per_axis = shlo__ops[check->code].traits & MLIRBC_STABLEHLO_PER_AXIS;
	const bool rest_per_axis = shlo__ops[check->code].traits & MLIRBC_STABLEHLO_REST_PER_AXIS;
	size_t group_count = split(
		check, letters, count, operands ? "operandSegmentSizes" : "resultSegmentSizes", groups);
	if (!group_count && (count || *letters))
		return wrong_count(check, what, count, letters);
	for (size_t g = 0; g < group_count; ++g) {
		for (size_t i = 0; i < groups[g].count; ++i, ++index) {
			if (operands && check->operands && !check->operands[index].value)
				return shlo__fail(check, "operand #%zu is not set", index);
			const struct mlirbc_type *type = operands ? shlo__operand(check, index)
								  : shlo__declared(check, index);
			if (!type)
				return shlo__fail(check, "%s #%zu has no type", what, index);
			if (type == last && groups[g].letter == last_letter && !rest_per_axis)
				continue;
			if (!fits(check, groups[g].letter, type,
				    per_axis || (rest_per_axis && (!operands || index > 0)))) {
				struct shlo__spelled text;
				return shlo__fail(check, "%s #%zu must be %s, but is '%s'", what, index,
					letter_name(groups[g].letter), shlo__spell(type, &text));
			}
			last = type;
			last_letter = groups[g].letter;
		}
	}
	return true;
}

bool shlo__shape_of_op(struct shlo__check *check)
{
	const struct mlirbc_stablehlo_facts *op = &shlo__ops[check->code];
	if (op->regions != MLIRBC_STABLEHLO_ANY_REGIONS && check->region_count != op->regions)
		return shlo__fail(check, "the number of regions is %zu; expected %u", check->region_count, op->regions);
	return check_values(check, true) && (!check->declared || check_values(check, false)) &&
	       (!*shlo__op_attrs(check->code) || shlo__check_attrs(check));
}
