/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of operations for this library: numbers are known to be valid. (StableHLO 1.20) */
#ifndef MLIRBC_STABLEHLO_DIALECT_OPS_H
#define MLIRBC_STABLEHLO_DIALECT_OPS_H

#include <mlirbc/ir.h>
#include <mlirbc/stablehlo_ops.h>

/* The number of rows, and one for MLIRBC_STABLEHLO_NONE. */
enum {
	SHLO__CODES = 1
#define MLIRBC_STABLEHLO_OP(dialect, name, number, text, ...) +1
#include <mlirbc/stablehlo_ops.def>
};

/* By number. */
extern const struct mlirbc_stablehlo_facts shlo__ops[SHLO__CODES];

const char *shlo__op_name(enum mlirbc_stablehlo_code code);  /* "stablehlo.add" */
const char *shlo__op_attrs(enum mlirbc_stablehlo_code code); /* for mlirbc_stablehlo_attr_next() */
/* The attribute of that name; false if the operation has none. */
bool shlo__attr_find(
	enum mlirbc_stablehlo_code code, const char *name, size_t size, struct mlirbc_stablehlo_attr_spec *out);

/* The operation of stablehlo, or of chlo, with the name of one of mhlo; MLIRBC_STABLEHLO_NONE: there is none. */
enum mlirbc_stablehlo_code shlo__mhlo_twin(const struct mlirbc_string *name);

#endif
