/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Element types of exports, by their numbers in the file. */
#include "jax/read.h"

#include <bytecursor/ckd.h>
#include <mlirbc/build.h>
#include <mlirbc/stablehlo_build.h>

enum { MOST_RANK = 64 };
enum element_kind { INTEGER, UNSIGNED, FLOAT, COMPLEX, KEY };

/* `part`: bits of an integer; the float, also that of a complex number; the words of a key, which are one dimension more in the module */
static const struct dtype {
	const char *name, *brief;
	enum element_kind kind;
	unsigned part;
} dtypes[] = {
	{ "bool", "bool", INTEGER, 1 },
	{ "int8", "i8", INTEGER, 8 },
	{ "int16", "i16", INTEGER, 16 },
	{ "int32", "i32", INTEGER, 32 },
	{ "int64", "i64", INTEGER, 64 },
	{ "uint8", "u8", UNSIGNED, 8 },
	{ "uint16", "u16", UNSIGNED, 16 },
	{ "uint32", "u32", UNSIGNED, 32 },
	{ "uint64", "u64", UNSIGNED, 64 },
	{ "float16", "f16", FLOAT, MLIRBC_F16 },
	{ "float32", "f32", FLOAT, MLIRBC_F32 },
	{ "float64", "f64", FLOAT, MLIRBC_F64 },
	{ "complex64", "c64", COMPLEX, MLIRBC_F32 },
	{ "complex128", "c128", COMPLEX, MLIRBC_F64 },
	{ "bfloat16", "bf16", FLOAT, MLIRBC_BF16 },
	{ "int4", "i4", INTEGER, 4 },
	{ "uint4", "u4", UNSIGNED, 4 },
	{ "float8_e4m3b11fnuz", "f8e4m3b11fnuz", FLOAT, MLIRBC_F8E4M3B11FNUZ },
	{ "float8_e4m3fn", "f8e4m3fn", FLOAT, MLIRBC_F8E4M3FN },
	{ "float8_e4m3fnuz", "f8e4m3fnuz", FLOAT, MLIRBC_F8E4M3FNUZ },
	{ "float8_e5m2", "f8e5m2", FLOAT, MLIRBC_F8E5M2 },
	{ "float8_e5m2fnuz", "f8e5m2fnuz", FLOAT, MLIRBC_F8E5M2FNUZ },
	{ "float0", "float0", INTEGER, 1 },
	{ "float8_e4m3", "f8e4m3", FLOAT, MLIRBC_F8E4M3 },
	{ "float8_e3m4", "f8e3m4", FLOAT, MLIRBC_F8E3M4 },
	{ "float8_e8m0fnu", "f8e8m0fnu", FLOAT, MLIRBC_F8E8M0FNU },
	{ "float4_e2m1fn", "f4e2m1fn", FLOAT, MLIRBC_F4E2M1FN },
	{ "key<fry>", "key<fry>", KEY, 2 },
	{ "key<rbg>", "key<rbg>", KEY, 4 },
	{ "key<unsafe_rbg>", "key<urbg>", KEY, 4 },
};

static const struct dtype *find(unsigned dtype) { return dtype < sizeof dtypes / sizeof *dtypes ? &dtypes[dtype] : NULL; }

const char *mlirbc_jax_dtype_name(unsigned dtype)
{
	const struct dtype *row = find(dtype);
	return row ? row->name : NULL;
}

const char *shlo__jax_short_name(unsigned dtype)
{
	const struct dtype *row = find(dtype);
	return row ? row->brief : "?";
}

int shlo__jax_dtype(const struct mlirbc_type *element)
{
	const bool complex = element->kind == MLIRBC_TYPE_COMPLEX;
	const struct mlirbc_type *part = complex ? element->u.shaped.element : element;
	for (unsigned i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
		const struct dtype *row = &dtypes[i];
		const bool unsigned_ = part->kind == MLIRBC_TYPE_INTEGER && part->u.integer.signedness == MLIRBC_UNSIGNED;
		const bool found = part->kind == MLIRBC_TYPE_INTEGER
					   ? !complex && row->kind == (unsigned_ ? UNSIGNED : INTEGER) && row->part == part->u.integer.width
					   : part->kind == MLIRBC_TYPE_FLOAT && row->kind == (complex ? COMPLEX : FLOAT) &&
						     row->part == (unsigned)part->u.float_kind;
		if (found)
			return (int)i;
	}
	return -1;
}

static const struct mlirbc_type *element_type(struct mlirbc_context *context, const struct dtype *row)
{
	if (row->kind == INTEGER)
		return mlirbc_type_integer(context, row->part, MLIRBC_SIGNLESS);
	if (row->kind == UNSIGNED || row->kind == KEY)
		return mlirbc_type_integer(context, row->kind == KEY ? 32 : row->part, MLIRBC_UNSIGNED);
	const struct mlirbc_type *part = mlirbc_type_float(context, (enum mlirbc_float)row->part);
	struct mlirbc_type complex = { .kind = MLIRBC_TYPE_COMPLEX };
	if (row->kind == FLOAT || !part)
		return part;
	complex.u.shaped.element = part;
	return mlirbc_type_get(context, &complex);
}

/* A number; a dimension with variables is dynamic. */
static int64_t dim_of(struct mlirbc_string text)
{
	int64_t value = 0;
	for (size_t i = 0; i < text.size; i++) {
		if (text.data[i] < '0' || text.data[i] > '9' || ckd_mul(&value, value, 10) || ckd_add(&value, value, text.data[i] - '0'))
			return MLIRBC_DYNAMIC;
	}
	return text.size ? value : MLIRBC_DYNAMIC;
}

const struct mlirbc_type *shlo__jax_type(struct mlirbc_context *context, const struct mlirbc_jax_aval *aval)
{
	const struct dtype *row = find(aval->dtype);
	int64_t dims[MOST_RANK + 1];
	size_t rank = aval->rank;
	if (rank > MOST_RANK || !row)
		return NULL;
	for (size_t i = 0; i < rank; i++)
		dims[i] = dim_of(aval->dims[i]);
	if (row->kind == KEY)
		dims[rank++] = row->part;
	return mlirbc_stablehlo_tensor(context, element_type(context, row), dims, rank);
}
