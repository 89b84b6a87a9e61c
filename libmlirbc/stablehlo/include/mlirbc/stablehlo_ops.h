/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The operations of StableHLO, CHLO, and the dialects `check` and `interpreter` of their test programs: a number for
 * each, and what it is. Verifier, assembly, portable artifacts, passes, cost model and lowering read the same table,
 * mlirbc/stablehlo_ops.def.
 *
 *	switch (mlirbc_stablehlo_code(op->name)) {
 *	case MLIRBC_STABLEHLO_reduce: ...
 *
 * Thread class: safe. */
#ifndef MLIRBC_STABLEHLO_OPS_H
#define MLIRBC_STABLEHLO_OPS_H

#include <mlirbc/status.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_op; /* mlirbc/ir.h */

/* MLIRBC_STABLEHLO_add is "stablehlo.add", MLIRBC_CHLO_acos "chlo.acos"; also MLIRBC_CHECK_expect_eq and
 * MLIRBC_INTERPRETER_print. The numbers never change. A newer library may give numbers that are not in this list. */
enum mlirbc_stablehlo_code {
	MLIRBC_STABLEHLO_NONE, /* any other operation */
#define MLIRBC_STABLEHLO_OP(dialect, name, number, text, ...) MLIRBC_##dialect##_##name = number,
#include <mlirbc/stablehlo_ops.def>
};

enum mlirbc_stablehlo_dialect {
	MLIRBC_STABLEHLO_DIALECT_NONE,
	MLIRBC_STABLEHLO_DIALECT_STABLEHLO,
	MLIRBC_STABLEHLO_DIALECT_CHLO,
	MLIRBC_STABLEHLO_DIALECT_CHECK,
	MLIRBC_STABLEHLO_DIALECT_INTERPRETER
};

/* How results depend on operands. */
enum mlirbc_stablehlo_class {
	MLIRBC_STABLEHLO_CLASS_NONE,
	MLIRBC_STABLEHLO_CLASS_ELEMENTWISE,   /* an element of the one result needs the elements of the same index */
	MLIRBC_STABLEHLO_CLASS_QUANTIZATION,  /* the same, between quantized values and others */
	MLIRBC_STABLEHLO_CLASS_VIEW,          /* an element of the operand; attributes and types give its index */
	MLIRBC_STABLEHLO_CLASS_MOVEMENT,      /* elements of one or several operands; operands may decide which */
	MLIRBC_STABLEHLO_CLASS_SOURCE,        /* the type and attributes give the elements */
	MLIRBC_STABLEHLO_CLASS_BODY,          /* a region computes or compares elements: reduce, map, sort */
	MLIRBC_STABLEHLO_CLASS_PRODUCT,       /* sums of products: dot, convolution */
	MLIRBC_STABLEHLO_CLASS_MATRIX,        /* whole matrices or rows: cholesky, triangular_solve, fft */
	MLIRBC_STABLEHLO_CLASS_NORMALIZATION, /* of batches */
	MLIRBC_STABLEHLO_CLASS_RANDOM,
	MLIRBC_STABLEHLO_CLASS_SHAPE,         /* sizes of dimensions */
	MLIRBC_STABLEHLO_CLASS_STRUCTURE,     /* tuples, tokens, barriers: the same values */
	MLIRBC_STABLEHLO_CLASS_CONTROL,       /* branches, loops, calls, returns */
	MLIRBC_STABLEHLO_CLASS_COLLECTIVE,    /* between the processes of a program */
	MLIRBC_STABLEHLO_CLASS_TRANSFER,      /* with the host, or between programs */
	MLIRBC_STABLEHLO_CLASS_CHECK          /* compares or shows values for tests */
};

/* Work for each element of the (last) result. */
enum mlirbc_stablehlo_cost {
	MLIRBC_STABLEHLO_COST_OWN,      /* depends on more: sizes of operands, regions, attributes */
	MLIRBC_STABLEHLO_COST_FREE,     /* elements move, or are only described */
	MLIRBC_STABLEHLO_COST_ONE,      /* an instruction or a few */
	MLIRBC_STABLEHLO_COST_FUNCTION  /* takes longer than to load the operands */
};

enum mlirbc_stablehlo_trait {
	MLIRBC_STABLEHLO_PURE = 1,           /* no effects, no regions with effects: it can move, merge and vanish */
	MLIRBC_STABLEHLO_COMMUTATIVE = 2,    /* has the short form of stablehlo.reduce */
	MLIRBC_STABLEHLO_TERMINATOR = 4,
	MLIRBC_STABLEHLO_ISOLATED = 8,       /* from above */
	MLIRBC_STABLEHLO_REGION_EFFECTS = 16, /* it ends, and has the effects of the operations in its regions only */
	MLIRBC_STABLEHLO_BROADCASTS = 32,    /* operands of other shapes are broadcast */
	MLIRBC_STABLEHLO_SCALARS = 64,       /* some operands may be scalars that all elements of the result use */
	MLIRBC_STABLEHLO_PER_AXIS = 128,     /* operands and results may be quantized per axis */
	MLIRBC_STABLEHLO_REST_PER_AXIS = 256 /* the same, except the first operand */
};

enum { MLIRBC_STABLEHLO_ANY_REGIONS = 255 };

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
 * Two variadic groups ("T*T*") have equal sizes, unless the operation has segment sizes. */
struct mlirbc_stablehlo_facts {
	uint16_t private_name, private_attrs; /* offsets of texts: relocations of pointers are larger than the table */
	char operands[6], results[5];
	uint8_t dialect; /* enum mlirbc_stablehlo_dialect */
	uint8_t op_class; /* enum mlirbc_stablehlo_class */
	uint8_t cost;    /* enum mlirbc_stablehlo_cost */
	uint8_t regions; /* number of regions; MLIRBC_STABLEHLO_ANY_REGIONS: any number */
	uint16_t traits; /* enum mlirbc_stablehlo_trait */
	uint32_t since;  /* 65536 * major + minor of the first version whose artifacts have it; 0: all or none */
};

/* MLIRBC_STABLEHLO_NONE when it is not an operation of these dialects. `name`: with the dialect. */
MLIRBC_API enum mlirbc_stablehlo_code mlirbc_stablehlo_code(const struct mlirbc_string *name);
/* Static. The operations have the numbers from 1 on without gaps; NULL: there is none of this number. */
MLIRBC_API const struct mlirbc_stablehlo_facts *mlirbc_stablehlo_facts(enum mlirbc_stablehlo_code code);
/* "stablehlo.add"; NULL as above. */
MLIRBC_API const char *mlirbc_stablehlo_name(enum mlirbc_stablehlo_code code);
/* The smallest number of values that letters allow; *out_more: more are possible. */
MLIRBC_API uint32_t mlirbc_stablehlo_least(const char *letters, bool *out_more);

/* Kinds of attributes: what StableHLO holds and what VHLO does:
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
 * Defaults (what VHLO stores when StableHLO has no attribute, and what is dropped in the other direction): 0 zero,
 * false, "", empty or, of p, H, L, R and precision, the default value; 1 ones for each spatial dimension or dimension;
 * z zeros for each; any other number is itself. The table has "kind:name" with '?' in front of an optional
 * one, and the default behind '='. */
struct mlirbc_stablehlo_attr_spec {
	const char *name; /* not NUL-terminated */
	size_t name_size;
	char kind;
	bool optional;
	bool has_default;
	bool zeros;    /* a zero for each dimension */
	long fallback; /* the default that is a number */
};

/* All attributes of an operation, for mlirbc_stablehlo_attr_next(). "" if it has none; NULL: no such operation. */
MLIRBC_API const char *mlirbc_stablehlo_attr_specs(enum mlirbc_stablehlo_code code);
/* The first attribute of a list, and the rest of the list; NULL at its end:
 * for (at = mlirbc_stablehlo_attr_specs(code); (at = mlirbc_stablehlo_attr_next(at, &spec)) != NULL;) */
MLIRBC_API const char *mlirbc_stablehlo_attr_next(const char *attrs, struct mlirbc_stablehlo_attr_spec *out);

/* The number of iterations of a stablehlo.while whose condition compares a counter with a limit, if start and limit are
 * integer constants and the body adds one to the counter. Constants that outer loops pass on unchanged count as such.
 * @return false: not known; the loop may also be endless, or end when the counter wraps around */
MLIRBC_API bool mlirbc_stablehlo_trip_count(const struct mlirbc_op *loop, uint64_t *out_count);

#ifdef __cplusplus
}
#endif

#endif
