/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of operations: what their operands, results, regions and attributes are. (StableHLO 1.20) */
#ifndef MLIRBC_STABLEHLO_OPS_H
#define MLIRBC_STABLEHLO_OPS_H

#include <mlirbc/ir.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers of operations: SHLO_add is "stablehlo.add", CHLO_acos "chlo.acos", CHECK_expect_eq, INTERP_print. */
enum shlo__code {
	SHLO__NONE, /* any other operation */
#define SHLO_OP(dialect, name, ...) dialect##_##name,
#include <mlirbc/stablehlo_ops.def>
#undef SHLO_OP
	SHLO__CODES
};

enum { SHLO__ANY = 255 };
enum {
	SHLO__PURE = 1,
	SHLO__COMMUTATIVE = 2, /* has the short form of stablehlo.reduce */
	SHLO__TERMINATOR = 4,
	SHLO__ISOLATED = 8 /* from above */
};

/* Operands and results: one letter per group with '*' behind a variadic one, '?' behind an optional one. Letters:
 *
 *	T any tensor        J i1 or integer      I integer           F float, or quantized float
 *	B i1                K float or complex, or quantized         N integer, float or complex, or quantized
 *	C complex           P i1, integer or float                   S signed integer, float or complex, or quantized
 *	G float or complex, not quantized        R real float, not quantized
 *	D shape: rank 1, integer or index        d integer or index, rank 0              i integer, rank 0
 *	b i1, rank 0        q quantized          o tensor or quantized float: operand of uniform_quantize
 *	t token             A tensor or token    V tensor, token, tuple, memref or future    U tuple     f future
 *	c i32, rank 0       u ui32, rank 0       x any type
 *
 * Two variadic groups ("T*T*") have equal sizes, unless the operation has segment sizes.
 *
 * Attributes: "kind:name" with '?' in front of an optional one, and the default behind '='. The kind says what StableHLO holds
 * and what VHLO does:
 *
 *	n i64               m i32                f f32               s string            y symbol
 *	b bool              u unit               A array<i64>        Z array<i1>         D dense i64 elements
 *	e elements or any attribute with a type  a array             d dictionary        x any attribute
 *	p replica groups: dense i64 or mesh axes S array of symbols (called computations)
 *	T type extension    B backend_config: string or dictionary
 *	1 comparison_direction    2 comparison_type      3 precision, an array of two     4 transpose
 *	5 fft_type          6 rng_algorithm      7 rng_distribution  8 custom_call_api_version
 *	G gather            K scatter            O dot               V conv              H channel_handle
 *	L dot_algorithm     R result_accuracy    Q ragged_dot        l array of dense index elements (layouts)
 *	w array of output_operand_alias
 *
 * Defaults (what VHLO stores when StableHLO has no attribute, and what is dropped in the other direction): 0 zero, false, "",
 * empty or, of p, H, L, R and precision, the default value; 1 ones for each spatial dimension or dimension; z zeros for each; any
 * other number is itself. */
struct shlo__op {
	uint16_t name, attrs; /* offsets of texts: pointers need relocations, which are larger than the table */
	char operands[6];     /* letters, see above */
	char results[5];
	unsigned char regions; /* number of regions; SHLO__ANY: any number */
	unsigned char traits;  /* SHLO__PURE ... */
};

struct shlo__attr_spec {
	const char *name;
	size_t name_size;
	char kind;
	bool optional;
	bool has_default;
	long fallback;  /* number behind '=' */
	bool zeros;     /* "=z" */
};

/* By number; sorted by name, from 1 on. */
extern const struct shlo__op shlo__ops[SHLO__CODES];

const char *shlo__op_name(enum shlo__code code);  /* "stablehlo.add" */
const char *shlo__op_attrs(enum shlo__code code); /* separated by blanks */
/* SHLO__NONE when it is not an operation of the table. `name`: with the dialect. */
enum shlo__code shlo__op_code(const struct mlirbc_string *name);
/* The first attribute of a list, and the rest of the list; NULL at its end. */
const char *shlo__attr_next(const char *attrs, struct shlo__attr_spec *out);
/* The attribute of that name; false if the operation has none. */
bool shlo__attr_find(enum shlo__code code, const char *name, size_t size, struct shlo__attr_spec *out);

#endif
