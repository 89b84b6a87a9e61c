/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of StableHLO, and what they are in the program. */
#include "state/lower.h"

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

/* Numbers and names of element types: those of BEF, which kernels/dtype.h has too. */
struct dtype {
	const char *name;
	unsigned number, size;
};

static const struct dtype *float_dtype(enum mlirbc_float kind)
{
	static const struct dtype types[MLIRBC_FLOAT_COUNT] = {
		[MLIRBC_F16] = { "f16", 14, 2 }, [MLIRBC_BF16] = { "bf16", 15, 2 }, [MLIRBC_F32] = { "f32", 10, 4 },
		[MLIRBC_F64] = { "f64", 11, 8 }, [MLIRBC_F8E5M2] = { "f8E5M2", 36, 1 }, [MLIRBC_F8E4M3] = { "f8E4M3", 37, 1 },
		[MLIRBC_F8E3M4] = { "f8E3M4", 38, 1 }, [MLIRBC_F8E4M3FN] = { "f8E4M3FN", 39, 1 },
		[MLIRBC_F8E4M3FNUZ] = { "f8E4M3FNUZ", 40, 1 }, [MLIRBC_F8E4M3B11FNUZ] = { "f8E4M3B11FNUZ", 41, 1 },
		[MLIRBC_F8E5M2FNUZ] = { "f8E5M2FNUZ", 42, 1 }, [MLIRBC_F8E8M0FNU] = { "f8E8M0FNU", 43, 1 },
		[MLIRBC_F6E2M3FN] = { "f6E2M3FN", 44, 1 }, [MLIRBC_F6E3M2FN] = { "f6E3M2FN", 45, 1 },
		[MLIRBC_F4E2M1FN] = { "f4E2M1FN", 46, 1 },
	};
	return types[kind].name ? &types[kind] : NULL;
}

static const struct dtype *integer_dtype(const struct mlirbc_type *type)
{
	static const struct { uint32_t width; struct dtype types[2]; } rows[] = {
		{ 1, { { "i1", 5, 1 }, { NULL, 0, 0 } } }, { 2, { { "i2", 32, 1 }, { "ui2", 34, 1 } } },
		{ 4, { { "i4", 33, 1 }, { "ui4", 35, 1 } } }, { 8, { { "i8", 6, 1 }, { "ui8", 1, 1 } } },
		{ 16, { { "i16", 7, 2 }, { "ui16", 2, 2 } } }, { 32, { { "i32", 8, 4 }, { "ui32", 3, 4 } } },
		{ 64, { { "i64", 9, 8 }, { "ui64", 4, 8 } } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct dtype *found = &rows[i].types[type->u.integer.signedness == MLIRBC_UNSIGNED];
		if (rows[i].width == type->u.integer.width)
			return found->name ? found : NULL;
	}
	return NULL;
}

static const struct dtype *dtype_of(const struct mlirbc_type *element)
{
	static const struct dtype complex[2] = { { "complex<f32>", 12, 8 }, { "complex<f64>", 13, 16 } };
	static const struct dtype index = { "i64", 9, 8 };
	switch (element->kind) {
	case MLIRBC_TYPE_INTEGER: return integer_dtype(element);
	case MLIRBC_TYPE_FLOAT: return float_dtype(element->u.float_kind);
	case MLIRBC_TYPE_INDEX: return &index; /* of shapes */
	case MLIRBC_TYPE_COMPLEX:
		if (element->u.shaped.element->kind != MLIRBC_TYPE_FLOAT)
			return NULL;
		switch (element->u.shaped.element->u.float_kind) {
		case MLIRBC_F32: return &complex[0];
		case MLIRBC_F64: return &complex[1];
		default: return NULL;
		}
	default: return NULL;
	}
}

unsigned bef_hlo__dtype(const struct mlirbc_type *element)
{
	const struct dtype *found = dtype_of(element);
	return found ? found->number : 0;
}

const char *bef_hlo__dtype_name(const struct mlirbc_type *element)
{
	const struct dtype *found = dtype_of(element);
	return found ? found->name : NULL;
}

size_t bef_hlo__element_size(const struct mlirbc_type *element)
{
	const struct dtype *found = dtype_of(element);
	return found ? found->size : 0;
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

const char *bef_hlo__compare_type(const struct mlirbc_type *type)
{
	const struct mlirbc_type *element = bef_hlo__element(type);
	if (element->kind != MLIRBC_TYPE_INTEGER)
		return element->kind == MLIRBC_TYPE_INDEX ? "SIGNED" : "FLOAT";
	return element->u.integer.signedness == MLIRBC_UNSIGNED || element->u.integer.width == 1 ? "UNSIGNED" : "SIGNED";
}

const struct mlirbc_type *bef_hlo__token_type(struct bef_hlo__lower *lower)
{
	const struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT,
		.u.dialect = { .dialect = mlirbc_string_get(lower->context, "stablehlo", 9),
			.text = mlirbc_string_get(lower->context, "token", 5) } };
	const struct mlirbc_type *made =
		type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(lower->context, &type) : NULL;
	if (!made)
		(void)bef_hlo__no_memory(lower);
	return made;
}

const struct mlirbc_type *bef_hlo__dialect_type(struct bef_hlo__lower *lower, const char *dialect, const char *text)
{
	const struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT,
		.u.dialect = { .dialect = mlirbc_string_get(lower->context, dialect, strlen(dialect)),
			.text = mlirbc_string_get(lower->context, text, strlen(text)) } };
	return type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(lower->context, &type) : NULL;
}
