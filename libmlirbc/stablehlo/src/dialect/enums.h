/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Enumerations of the dialect. StableHLO has them as #stablehlo<comparison_direction LT>, VHLO as
 * #vhlo<comparison_direction_v1 LT>. The numbers are VHLO's. */
#ifndef MLIRBC_STABLEHLO_ENUMS_H
#define MLIRBC_STABLEHLO_ENUMS_H

#include <mlirbc/ir.h>
#include <stdbool.h>
#include <stddef.h>

/* In the order of the kinds '1' to '8' of mlirbc/stablehlo_ops.h. */
enum shlo__enum {
	SHLO__COMPARISON_DIRECTION,
	SHLO__COMPARISON_TYPE,
	SHLO__PRECISION,
	SHLO__TRANSPOSE,
	SHLO__FFT_TYPE,
	SHLO__RNG_ALGORITHM,
	SHLO__RNG_DISTRIBUTION,
	SHLO__API_VERSION,
	SHLO__RESULT_ACCURACY_MODE,
	SHLO__ENUMS
};

enum { SHLO__EQ, SHLO__NE, SHLO__GE, SHLO__GT, SHLO__LE, SHLO__LT };
enum { SHLO__NOTYPE, SHLO__FLOAT, SHLO__TOTALORDER, SHLO__SIGNED, SHLO__UNSIGNED };
enum { SHLO__FFT, SHLO__IFFT, SHLO__RFFT, SHLO__IRFFT };
enum { SHLO__NO_TRANSPOSE = 1, SHLO__TRANSPOSED, SHLO__ADJOINT };

/* "comparison_direction" */
const char *shlo__enum_mnemonic(enum shlo__enum which);
/* "LT"; false when there is no value of that number. */
bool shlo__enum_name(enum shlo__enum which, int value, struct mlirbc_string *out);
/* -1: not a value's name. */
int shlo__enum_value(enum shlo__enum which, const char *name, size_t size);
/* A message that lists the values: "expected one of EQ, NE, ...". Static. */
const char *shlo__enum_expected(enum shlo__enum which);
/* The value of an attribute #stablehlo<mnemonic NAME> (or #chlo<...>); -1: it is something else, or NULL. */
int shlo__enum_of(enum shlo__enum which, const struct mlirbc_attr *attr);
/* The attribute; NULL when memory is short. `dialect`: "stablehlo" or "chlo". */
const struct mlirbc_attr *shlo__enum_attr(
	struct mlirbc_context *context, const char *dialect, enum shlo__enum which, int value);

#endif
