/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/enums.h"

#include <string.h>

/* Names in the order of their numbers, each followed by a blank; "-" : no value has the number. */
static const struct {
	const char *mnemonic, *names;
} enums[SHLO__ENUMS] = {
	[SHLO__COMPARISON_DIRECTION] = { "comparison_direction", "EQ NE GE GT LE LT " },
	[SHLO__COMPARISON_TYPE] = { "comparison_type", "NOTYPE FLOAT TOTALORDER SIGNED UNSIGNED " },
	[SHLO__PRECISION] = { "precision", "DEFAULT HIGH HIGHEST " },
	[SHLO__TRANSPOSE] = { "transpose", "TRANSPOSE_INVALID NO_TRANSPOSE TRANSPOSE ADJOINT " },
	[SHLO__FFT_TYPE] = { "fft_type", "FFT IFFT RFFT IRFFT " },
	[SHLO__RNG_ALGORITHM] = { "rng_algorithm", "DEFAULT THREE_FRY PHILOX " },
	[SHLO__RNG_DISTRIBUTION] = { "rng_distribution", "- UNIFORM NORMAL " },
	[SHLO__API_VERSION] = { "custom_call_api_version",
		"API_VERSION_UNSPECIFIED API_VERSION_ORIGINAL API_VERSION_STATUS_RETURNING "
		"API_VERSION_STATUS_RETURNING_UNIFIED API_VERSION_TYPED_FFI " },
	[SHLO__RESULT_ACCURACY_MODE] = { "result_accuracy_mode", "DEFAULT HIGHEST TOLERANCE " },
};

const char *shlo__enum_mnemonic(enum shlo__enum which) { return enums[which].mnemonic; }

/* Names are too short for strcspn(), which prepares a table first. */
static size_t name_size(const char *names)
{
	size_t size = 0;
	while (names[size] && names[size] != ' ')
		size++;
	return size;
}

bool shlo__enum_name(enum shlo__enum which, int value, struct mlirbc_string *out)
{
	const char *at = enums[which].names;
	for (; value > 0 && *at; value--)
		at += name_size(at) + 1;
	*out = (struct mlirbc_string){ at, name_size(at) };
	return value == 0 && *at && *at != '-';
}

const char *shlo__enum_expected(enum shlo__enum which)
{
	static const char *const expected[SHLO__ENUMS] = {
		[SHLO__COMPARISON_DIRECTION] = "expected one of EQ, NE, GE, GT, LE, LT",
		[SHLO__COMPARISON_TYPE] = "expected one of NOTYPE, FLOAT, TOTALORDER, SIGNED, UNSIGNED",
		[SHLO__PRECISION] = "expected one of DEFAULT, HIGH, HIGHEST",
		[SHLO__TRANSPOSE] = "expected one of TRANSPOSE_INVALID, NO_TRANSPOSE, TRANSPOSE, ADJOINT",
		[SHLO__FFT_TYPE] = "expected one of FFT, IFFT, RFFT, IRFFT",
		[SHLO__RNG_ALGORITHM] = "expected one of DEFAULT, THREE_FRY, PHILOX",
		[SHLO__RNG_DISTRIBUTION] = "expected one of UNIFORM, NORMAL",
		[SHLO__API_VERSION] = "expected one of API_VERSION_UNSPECIFIED, API_VERSION_ORIGINAL, "
				      "API_VERSION_STATUS_RETURNING, API_VERSION_STATUS_RETURNING_UNIFIED, "
				      "API_VERSION_TYPED_FFI",
		[SHLO__RESULT_ACCURACY_MODE] = "expected one of DEFAULT, HIGHEST, TOLERANCE",
	};
	return expected[which];
}

int shlo__enum_value(enum shlo__enum which, const char *name, size_t size)
{
	int value = 0;
	for (const char *at = enums[which].names; *at; value++) {
		size_t length = name_size(at);
		if (length == size && memcmp(at, name, size) == 0 && *at != '-')
			return value;
		at += length + 1;
	}
	return -1;
}

int shlo__enum_of(enum shlo__enum which, const struct mlirbc_attr *attr)
{
	if (!attr || attr->kind != MLIRBC_ATTR_DIALECT || !attr->u.dialect.dialect)
		return -1;
	const char *mnemonic = enums[which].mnemonic;
	const struct mlirbc_string *text = attr->u.dialect.text;
	size_t size = strlen(mnemonic);
	/* "mnemonic NAME", or "mnemonic<NAME>" as nested attributes have it */
	if (text->size < size + 2 || memcmp(text->data, mnemonic, size) != 0)
		return -1;
	const char *name = text->data + size + 1;
	size_t rest = text->size - size - 1;
	if (text->data[size] == '<' && name[rest - 1] == '>')
		rest--;
	else if (text->data[size] != ' ')
		return -1;
	return shlo__enum_value(which, name, rest);
}

const struct mlirbc_attr *shlo__enum_attr(
	struct mlirbc_context *context, const char *dialect, enum shlo__enum which, int value)
{
	char text[96];
	struct mlirbc_string name;
	size_t size = strlen(enums[which].mnemonic);
	if (!shlo__enum_name(which, value, &name) || size + name.size + 2 > sizeof text)
		return NULL;
	bool nested = which == SHLO__RESULT_ACCURACY_MODE; /* #stablehlo.result_accuracy_mode<DEFAULT> */
	memcpy(text, enums[which].mnemonic, size);
	text[size++] = nested ? '<' : ' ';
	memcpy(text + size, name.data, name.size);
	size += name.size;
	if (nested)
		text[size++] = '>';
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	attr.u.dialect.dialect = mlirbc_string_get(context, dialect, strlen(dialect));
	attr.u.dialect.text = mlirbc_string_get(context, text, size);
	return attr.u.dialect.dialect && attr.u.dialect.text ? mlirbc_attr_get(context, &attr) : NULL;
}
