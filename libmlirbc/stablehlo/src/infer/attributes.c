/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attributes of an operation against the table of operations. */
#include "infer/check.h"

#include <string.h>

static bool is_integer(const struct mlirbc_attr *attr, uint32_t width)
{
	return attr->kind == MLIRBC_ATTR_INTEGER && attr->type && attr->type->kind == MLIRBC_TYPE_INTEGER &&
	       attr->type->u.integer.width == width && attr->type->u.integer.signedness == MLIRBC_SIGNLESS;
}

static bool is_dense_ints(const struct mlirbc_attr *attr, uint32_t width)
{
	const struct mlirbc_type *element = attr->type && attr->type->kind == MLIRBC_TYPE_TENSOR
						    ? attr->type->u.shaped.element
						    : NULL;
	return attr->kind == MLIRBC_ATTR_DENSE && element && element->kind == MLIRBC_TYPE_INTEGER &&
	       element->u.integer.width == width && element->u.integer.signedness != MLIRBC_UNSIGNED;
}

static bool is_dense_array(const struct mlirbc_attr *attr, uint32_t width)
{
	return attr->kind == MLIRBC_ATTR_DENSE_ARRAY && attr->type && attr->type->kind == MLIRBC_TYPE_INTEGER &&
	       attr->type->u.integer.width == width;
}

static bool array_of(const struct mlirbc_attr *attr, bool (*test)(const struct mlirbc_attr *))
{
	if (attr->kind != MLIRBC_ATTR_ARRAY)
		return false;
	for (size_t i = 0; i < attr->u.array.count; ++i) {
		if (!test(attr->u.array.data[i]))
			return false;
	}
	return true;
}

static bool is_precision(const struct mlirbc_attr *attr) { return shlo__enum_of(SHLO__PRECISION, attr) >= 0; }
static bool is_symbol(const struct mlirbc_attr *attr)
{
	return attr->kind == MLIRBC_ATTR_SYMBOL && attr->u.symbol.count == 0;
}
static bool is_layout(const struct mlirbc_attr *attr)
{
	const struct mlirbc_type *type = attr->kind == MLIRBC_ATTR_DENSE ? attr->type : NULL;
	return type && type->kind == MLIRBC_TYPE_TENSOR && type->u.shaped.element->kind == MLIRBC_TYPE_INDEX;
}
static bool is_alias(const struct mlirbc_attr *attr)
{
	struct shlo__alias alias;
	return shlo__alias_of(attr, &alias, NULL);
}

static bool is_elements(const struct mlirbc_attr *attr)
{
	return (attr->kind == MLIRBC_ATTR_DENSE || attr->kind == MLIRBC_ATTR_DENSE_RESOURCE ||
		       attr->kind == MLIRBC_ATTR_SPARSE) &&
	       attr->type && attr->type->kind == MLIRBC_TYPE_TENSOR;
}

static bool is_structured(const struct mlirbc_attr *attr)
{
	return attr->kind == MLIRBC_ATTR_DIALECT || attr->kind == MLIRBC_ATTR_CODED;
}

static bool attr_fits(struct shlo__check *check, char kind, const struct mlirbc_attr *attr)
{
	struct shlo__channel channel;
	int64_t number;
	switch (kind) {
	case 'n': return is_integer(attr, 64);
	case 'm': return check->code == MLIRBC_STABLEHLO_composite ? attr->kind == MLIRBC_ATTR_INTEGER : is_integer(attr, 32);
	case 'f':
		return attr->kind == MLIRBC_ATTR_FLOAT && attr->type->kind == MLIRBC_TYPE_FLOAT &&
		       attr->type->u.float_kind == MLIRBC_F32;
	case 's': return attr->kind == MLIRBC_ATTR_STRING;
	case 'y': return is_symbol(attr);
	case 'b': return is_integer(attr, 1);
	case 'u': return attr->kind == MLIRBC_ATTR_UNIT;
	case 'A': return is_dense_array(attr, 64);
	case 'Z': return is_dense_array(attr, 1);
	case 'D': return is_dense_ints(attr, 64);
	case 'p': return is_dense_ints(attr, 64) || is_structured(attr);
	case 'e': return is_elements(attr) || (check->code == MLIRBC_CHLO_constant_like && attr->type);
	case 'a': return attr->kind == MLIRBC_ATTR_ARRAY;
	case 'd': return attr->kind == MLIRBC_ATTR_DICTIONARY;
	case 'B': return attr->kind == MLIRBC_ATTR_STRING || attr->kind == MLIRBC_ATTR_DICTIONARY;
	case 'S': return array_of(attr, is_symbol);
	case 'l': return array_of(attr, is_layout);
	case 'w': return array_of(attr, is_alias);
	case '3': return array_of(attr, is_precision);
	case '8':
		return (is_integer(attr, 32) && shlo__int_of(attr, &number) && number >= 0 && number <= 4) ||
		       shlo__enum_of(SHLO__API_VERSION, attr) >= 0;
	case 'H': return shlo__channel_of(attr, &channel, NULL);
	case 'G':
	case 'K':
	case 'O':
	case 'V':
	case 'L':
	case 'R':
	case 'Q': return is_structured(attr); /* the rule of the operation reads it */
	default: return kind < '1' || kind > '7' || shlo__enum_of((enum shlo__enum)(kind - '1'), attr) >= 0;
	}
}

static const char *kind_name(char kind)
{
	switch (kind) {
	case 'n': return "a 64-bit signless integer";
	case 'm': return "a 32-bit signless integer";
	case 'f': return "a 32-bit float";
	case 's': return "a string";
	case 'y': return "a symbol";
	case 'b': return "a boolean";
	case 'u': return "a unit attribute";
	case 'A': return "an array of i64";
	case 'Z': return "an array of i1";
	case 'D': return "dense elements of i64";
	case 'p': return "dense elements of i64, or mesh axes";
	case 'e': return "elements with a type";
	case 'a': return "an array";
	case 'd': return "a dictionary";
	case 'B': return "a string or a dictionary";
	case 'S': return "an array of symbols";
	case 'l': return "an array of layouts";
	case 'w': return "an array of #stablehlo.output_operand_alias";
	case '1': return "#stablehlo<comparison_direction ...>";
	case '2': return "#stablehlo<comparison_type ...>";
	case '3': return "an array of #stablehlo<precision ...>";
	case '4': return "#stablehlo<transpose ...>";
	case '5': return "#stablehlo<fft_type ...>";
	case '6': return "#stablehlo<rng_algorithm ...>";
	case '7': return "#stablehlo<rng_distribution ...>";
	case '8': return "a version of the custom call interface, 0 to 4";
	case 'H': return "#stablehlo.channel_handle<...>";
	default: return "an attribute of the dialect";
	}
}

/* The smallest value of an integer attribute. */
static bool at_least(enum mlirbc_stablehlo_code code, const struct mlirbc_stablehlo_attr_spec *spec, int64_t *out)
{
	static const struct {
		const char *name;
		int64_t least;
	} limits[] = {
		{ "all_gather_dim", 0 },
		{ "split_dimension", 0 },
		{ "concat_dimension", 0 },
		{ "scatter_dimension", 0 },
		{ "iota_dimension", 0 },
		{ "feature_index", 0 },
		{ "index", 0 },
		{ "mantissa_bits", 0 },
		{ "k", 0 },
		{ "dimension", 0 },
		{ "split_count", 1 },
		{ "feature_group_count", 1 },
		{ "batch_group_count", 1 },
		{ "exponent_bits", 1 },
	};
	if (code == MLIRBC_STABLEHLO_sort || code == MLIRBC_CHLO_scan)
		return false;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i) {
		if (strlen(limits[i].name) == spec->name_size &&
			memcmp(limits[i].name, spec->name, spec->name_size) == 0) {
			*out = limits[i].least;
			return true;
		}
	}
	return false;
}

/* Bytes that could not be decoded: of a code or layout that a later release added. */
static bool is_undecoded(const struct mlirbc_attr *attr)
{
	if (attr && attr->kind == MLIRBC_ATTR_ARRAY && attr->u.array.count)
		attr = attr->u.array.data[0];
	return attr && attr->kind == MLIRBC_ATTR_BYTES;
}

bool shlo__check_attrs(struct shlo__check *check)
{
	struct mlirbc_stablehlo_attr_spec spec;
	char name[64];
	if (is_undecoded(check->properties))
		return shlo__fail(check, "has properties in a layout that is not known; "
					 "a release of StableHLO after 1.20 may have written them");
	for (const char *at = shlo__op_attrs(check->code); (at = mlirbc_stablehlo_attr_next(at, &spec)) != NULL;) {
		int64_t least, value;
		if (spec.name_size >= sizeof name)
			continue;
		memcpy(name, spec.name, spec.name_size);
		name[spec.name_size] = '\0';
		const struct mlirbc_attr *attr = shlo__attr(check, name);
		if (!attr && spec.optional)
			continue;
		if (!attr)
			return shlo__fail(check, "requires attribute '%s'", name);
		if (is_undecoded(attr))
			return shlo__fail(check, "attribute '%s' has a code that is not known; "
						 "a release of StableHLO after 1.20 may have written it", name);
		if (!attr_fits(check, spec.kind, attr))
			return shlo__fail(check, "attribute '%s' must be %s", name, kind_name(spec.kind));
		if ((spec.kind == 'n' || spec.kind == 'm') && at_least(check->code, &spec, &least) &&
			shlo__int_of(attr, &value) && value < least)
			return shlo__fail(check, "attribute '%s' must be %s, but is %lld", name,
				least ? "positive" : "non-negative", (long long)value);
	}
	return true;
}
