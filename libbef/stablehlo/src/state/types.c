/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of StableHLO, and what they are in the program. */
#include "state/lower.h"

#include <shared/dtypes.h>
#include <string.h>

static bool is_dialect(const struct mlirbc_type *type, const char *dialect, const char *begin)
{
	if (type->kind != MLIRBC_TYPE_DIALECT || !bef_hlo__text_is(type->u.dialect.dialect, dialect))
		return false;
	size_t size = strlen(begin);
	return type->u.dialect.text->size >= size && memcmp(type->u.dialect.text->data, begin, size) == 0;
}

bool bef_hlo__is_token(const struct mlirbc_type *type) { return is_dialect(type, "stablehlo", "token"); }

bool bef_hlo__is_future(const struct mlirbc_type *type) { return is_dialect(type, "stablehlo", "future<"); }

bool bef_hlo__is_tensor(const struct mlirbc_type *type) { return type->kind == MLIRBC_TYPE_TENSOR; }

bool bef_hlo__is_quantized(const struct mlirbc_type *type)
{
	return is_dialect(bef_hlo__element(type), "quant", "uniform<");
}

const struct mlirbc_type *bef_hlo__element(const struct mlirbc_type *type)
{
	return bef_hlo__is_tensor(type) ? type->u.shaped.element : type;
}

/* ---- element types of the program */

enum kernels_dtype bef_hlo__dtype(const struct mlirbc_type *element)
{
	return element->kind == MLIRBC_TYPE_INDEX ? KERNELS_I64 /* of shapes */ : (enum kernels_dtype)bef__number_dtype(element);
}

const char *bef_hlo__dtype_name(const struct mlirbc_type *element) { return hlo_element_type(bef_hlo__dtype(element)).name; }

size_t bef_hlo__element_size(const struct mlirbc_type *element)
{
	return (hlo_element_type(bef_hlo__dtype(element)).bits + 7u) / 8;
}

const struct mlirbc_type *bef_hlo__shaped(
	struct bef_hlo__lower *lower, const int64_t *dims, size_t rank, const struct mlirbc_type *element)
{
	const struct mlirbc_type *type = mlirbc_type_shaped(lower->context, MLIRBC_TYPE_TENSOR, dims, rank, element);
	if (!type)
		(void)bef_hlo__no_memory(lower);
	return type;
}

const struct mlirbc_type *bef_hlo__with_element(
	struct bef_hlo__lower *lower, const struct mlirbc_type *type, const struct mlirbc_type *element)
{
	return bef_hlo__shaped(lower, type->u.shaped.dims, type->u.shaped.rank, element);
}

const struct mlirbc_type *bef_hlo__storage_type(struct bef_hlo__lower *lower, const struct mlirbc_type *type)
{
	struct mlirbc_stablehlo_quantized quantized;
	if (!bef_hlo__is_tensor(type) || !bef_hlo__is_quantized(type))
		return type;
	enum mlirbc_status status = mlirbc_stablehlo_quantized(lower->context, bef_hlo__element(type), &quantized);
	return bef_hlo__ok(lower, status, NULL) ? bef_hlo__with_element(lower, type, quantized.storage) : NULL;
}

bool bef_hlo__is_static(const struct mlirbc_type *type)
{
	uint64_t count;
	return bef_hlo__is_tensor(type) && mlirbc_type_elements(type, &count);
}

const struct mlirbc_type *bef_hlo__program_type(const struct bef_hlo__lower *lower, const struct mlirbc_type *type)
{
	if (bef_hlo__is_token(type))
		return lower->chain;
	return bef_hlo__is_tensor(type) ? lower->tensor : NULL;
}

const char *bef_hlo__compare_type(const struct mlirbc_type *type, const struct mlirbc_string *said)
{
	const struct mlirbc_type *element = bef_hlo__element(type);
	if (element->kind == MLIRBC_TYPE_INDEX)
		return "SIGNED";
	if (element->kind == MLIRBC_TYPE_INTEGER)
		return element->u.integer.signedness == MLIRBC_UNSIGNED || element->u.integer.width == 1 ? "UNSIGNED" : "SIGNED";
	return said && element->kind == MLIRBC_TYPE_FLOAT && bef_hlo__text_is(said, "TOTALORDER") ? "TOTALORDER" : "FLOAT";
}

const struct mlirbc_type *bef_hlo__dialect_type(struct bef_hlo__lower *lower, const char *dialect, const char *text)
{
	const struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT,
		.u.dialect = { .dialect = mlirbc_string_get(lower->context, dialect, strlen(dialect)),
			.text = mlirbc_string_get(lower->context, text, strlen(text)) } };
	return type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(lower->context, &type) : NULL;
}

const struct mlirbc_type *bef_hlo__token_type(struct bef_hlo__lower *lower)
{
	const struct mlirbc_type *made = bef_hlo__dialect_type(lower, "stablehlo", "token");
	if (!made)
		(void)bef_hlo__no_memory(lower);
	return made;
}
