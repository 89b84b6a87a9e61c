/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The types that the op tables denote by a letter, and element types. */
#include "tables/ops.h"
#include <shared/dtypes.h>
#include <string.h>

enum family { SIGNLESS, UNSIGNED, FLOAT, COMPLEX, DIALECT };

#define SUFFIX(text) text, sizeof(text) - 1
static const struct letter {
	char letter;
	enum family family;
	unsigned width;          /* bits, or enum mlirbc_float */
	const char *suffix; /* suffix in op names; NULL: not used as a suffix */
	size_t suffix_size;
	const char *text;        /* name in MLIR's messages */
	const char *dialect, *type;
} letters[] = {
	{ 'b', SIGNLESS, 1, SUFFIX("i1"), "1-bit signless integer", NULL, NULL },
	{ 'k', SIGNLESS, 1, SUFFIX("bool"), "1-bit signless integer", NULL, NULL },
	{ 'j', SIGNLESS, 8, SUFFIX("i8"), "8-bit signless integer", NULL, NULL },
	{ 'm', SIGNLESS, 16, SUFFIX("i16"), "16-bit signless integer", NULL, NULL },
	{ 'i', SIGNLESS, 32, SUFFIX("i32"), "32-bit signless integer", NULL, NULL },
	{ 'l', SIGNLESS, 64, SUFFIX("i64"), "64-bit signless integer", NULL, NULL },
	{ 'y', UNSIGNED, 8, SUFFIX("ui8"), "8-bit unsigned integer", NULL, NULL },
	{ 'x', UNSIGNED, 16, SUFFIX("ui16"), "16-bit unsigned integer", NULL, NULL },
	{ 'u', UNSIGNED, 32, SUFFIX("ui32"), "32-bit unsigned integer", NULL, NULL },
	{ 'w', UNSIGNED, 64, SUFFIX("ui64"), "64-bit unsigned integer", NULL, NULL },
	{ 'h', FLOAT, MLIRBC_F16, SUFFIX("f16"), "16-bit float", NULL, NULL },
	{ 'g', FLOAT, MLIRBC_BF16, SUFFIX("bf16"), "bfloat16 type", NULL, NULL },
	{ 'f', FLOAT, MLIRBC_F32, SUFFIX("f32"), "32-bit float", NULL, NULL },
	{ 'd', FLOAT, MLIRBC_F64, SUFFIX("f64"), "64-bit float", NULL, NULL },
	{ 'z', COMPLEX, MLIRBC_F32, SUFFIX("complex64"), "complex type with 32-bit float elements", NULL, NULL },
	{ 'Z', COMPLEX, MLIRBC_F64, SUFFIX("complex128"), "complex type with 64-bit float elements", NULL, NULL },
	{ 'c', DIALECT, 0, NULL, 0, "!tfrt.chain type", "tfrt", "chain" },
	{ 's', DIALECT, 0, NULL, 0, "!tfrt.string type", "tfrt", "string" },
	{ 'D', DIALECT, 0, NULL, 0, "!tfrt.device type", "tfrt", "device" },
	{ 'M', DIALECT, 0, NULL, 0, "!tfrt.tensor_type type", "tfrt", "tensor_type" },
	{ 'T', DIALECT, 0, NULL, 0, "!tfrt_tensor.tensor type", "tfrt_tensor", "tensor" },
	{ 'B', DIALECT, 0, NULL, 0, "!ht.host_buffer type", "ht", "host_buffer" },
	{ 'S', DIALECT, 0, NULL, 0, "!ts.shape type", "ts", "shape" },
	{ 'P', DIALECT, 0, NULL, 0, "!ts.partial_shape type", "ts", "partial_shape" },
	{ 'R', DIALECT, 0, NULL, 0, "!ts.fixed_rank_shape type", "ts", "fixed_rank_shape." }, /* followed by the rank */
	{ 'H', DIALECT, 0, NULL, 0, "!corert.tensorhandle type", "corert", "tensorhandle" },
	{ 'O', DIALECT, 0, NULL, 0, "!corert.ophandler type", "corert", "ophandler" },
};
#define LETTER_COUNT (sizeof letters / sizeof *letters)

static const struct letter *find_letter(char letter, const struct bef_mlir__op *op)
{
	if (letter == 'X')
		letter = op->dtype;
	for (size_t i = 0; i < LETTER_COUNT; i++) {
		if (letters[i].letter == letter)
			return &letters[i];
	}
	return NULL;
}

static const struct mlirbc_type *dialect_type(struct mlirbc_context *context, const char *dialect, const char *text, size_t size)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	type.u.dialect.dialect = mlirbc_string_get(context, dialect, strlen(dialect));
	type.u.dialect.text = mlirbc_string_get(context, text, size);
	return type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(context, &type) : NULL;
}

static const struct mlirbc_type *complex_type(struct mlirbc_context *context, enum mlirbc_float part)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_COMPLEX, .u.shaped.element = mlirbc_type_float(context, part) };
	return type.u.shaped.element ? mlirbc_type_get(context, &type) : NULL;
}

const struct mlirbc_type *bef_mlir__letter_type(
	struct mlirbc_context *context, char letter, const struct bef_mlir__op *op)
{
	const struct letter *found = find_letter(letter, op);
	if (!found)
		return NULL;
	switch (found->family) {
	case SIGNLESS:
		return mlirbc_type_integer(context, found->width, MLIRBC_SIGNLESS);
	case UNSIGNED:
		return mlirbc_type_integer(context, found->width, MLIRBC_UNSIGNED);
	case FLOAT:
		return mlirbc_type_float(context, (enum mlirbc_float)found->width);
	case COMPLEX:
		return complex_type(context, (enum mlirbc_float)found->width);
	case DIALECT:
		break;
	}
	char text[32];
	size_t size = strlen(found->type);
	memcpy(text, found->type, size);
	if (found->letter == 'R')
		text[size++] = op->rank;
	return dialect_type(context, found->dialect, text, size);
}

const char *bef_mlir__letter_text(char letter, const struct bef_mlir__op *op)
{
	const struct letter *found = find_letter(letter, op);
	return found ? found->text : "any type";
}

const char *bef_mlir__letter_suffix(char letter, size_t *out_size)
{
	for (size_t i = 0; i < LETTER_COUNT && letters[i].suffix; i++) {
		if (letters[i].letter == letter) {
			*out_size = letters[i].suffix_size;
			return letters[i].suffix;
		}
	}
	return NULL;
}

char bef_mlir__suffix_letter(const char *text, size_t size)
{
	for (size_t i = 0; i < LETTER_COUNT && letters[i].suffix; i++) {
		if (letters[i].suffix_size == size && memcmp(letters[i].suffix, text, size) == 0)
			return letters[i].letter;
	}
	return 0;
}

/* ---- element types */

static const struct {
	const char *name; /* in the dialect corert */
	unsigned dtype;
} corert_types[] = {
	{ "string", BEF_DTYPE_STRING }, { "resource", BEF_DTYPE_RESOURCE }, { "variant", BEF_DTYPE_VARIANT },
	{ "quint8", BEF_DTYPE_QUI8 }, { "quint16", BEF_DTYPE_QUI16 }, { "qint8", BEF_DTYPE_QI8 },
	{ "qint16", BEF_DTYPE_QI16 }, { "qint32", BEF_DTYPE_QI32 },
};

static bool is(const struct mlirbc_string *string, const char *text)
{
	return string->size == strlen(text) && memcmp(string->data, text, string->size) == 0;
}

unsigned bef_mlir__type_dtype(const struct mlirbc_type *type)
{
	if (type->kind != MLIRBC_TYPE_DIALECT)
		return bef__number_dtype(type);
	for (size_t i = 0; is(type->u.dialect.dialect, "corert") && i < sizeof corert_types / sizeof *corert_types; i++) {
		if (is(type->u.dialect.text, corert_types[i].name))
			return corert_types[i].dtype;
	}
	return BEF_DTYPE_INVALID;
}

const struct mlirbc_type *bef_mlir__dtype_type(struct mlirbc_context *context, unsigned dtype)
{
	if (dtype == BEF_DTYPE_COMPLEX64 || dtype == BEF_DTYPE_COMPLEX128)
		return complex_type(context, dtype == BEF_DTYPE_COMPLEX64 ? MLIRBC_F32 : MLIRBC_F64);
	for (size_t i = 0; i < sizeof corert_types / sizeof *corert_types; i++) {
		if (corert_types[i].dtype == dtype)
			return dialect_type(context, "corert", corert_types[i].name, strlen(corert_types[i].name));
	}
	return bef__real_type(context, dtype);
}
