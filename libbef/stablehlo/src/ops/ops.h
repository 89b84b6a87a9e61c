/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How each operation of StableHLO is lowered. A handler lowers lower->op and sets its results with bef_hlo__set(); it returns
 * false after it reported why the operation cannot run. */
#ifndef BEF_STABLEHLO_OPS_H
#define BEF_STABLEHLO_OPS_H

#include "emit/emit.h"

enum bef_hlo__rule_flags {
	BEF_HLO__MOVES = 1, /* moves elements without computing: quantized types need no arithmetic */
	BEF_HLO__STORED = 2 /* quantized values stay storage integers: functions of the regions do the arithmetic */
};

struct bef_hlo__rule {
	bool (*lower)(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule);
	const char *skip; /* attributes that the kernel does not have, separated by blanks; NULL: none */
	unsigned flags;
};

/* NULL: the operation has no rule. */
const struct bef_hlo__rule *bef_hlo__rule(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
bool bef_hlo__is_over(const struct bef_hlo__lower *lower); /* a failure ends the lowering */

/* ---- generic.c: hlo.NAME with the same operands, results and attributes */
bool bef_hlo__lower_generic(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule);
/* The same with attributes and a name that the handler has made; operands are those of the operation and then `more`. */
bool bef_hlo__lower_with(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__rule *rule,
	const struct bef_hlo__row *more, struct bef_hlo__attrs *attrs);
/* The chain of the side effects so far, as an operand; value NULL after a failure. */
struct bef_hlo__value bef_hlo__effects(struct bef_hlo__lower *lower);
/* Replaces the side effects so far. */
bool bef_hlo__set_effects(struct bef_hlo__lower *lower, struct mlirbc_value *chain);
/* Operands of lower->op, then the chain of effects if `effects`, then the captures, which may be NULL. */
bool bef_hlo__ordered_operands(struct bef_hlo__lower *lower, bool effects, const struct bef_hlo__row *captures,
	struct bef_hlo__value **out, size_t *out_count);
/* hlo.NAME with these operands and the results of lower->op, which are set. `effects`: one more result is a chain, which
 * replaces those of the side effects so far. */
bool bef_hlo__lower_ordered(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands,
	size_t operand_count, bool effects, struct bef_hlo__attrs *attrs);
/* The results of lower->op. `arithmetic`: quantized ones are not quantized yet. */
bool bef_hlo__set_results(struct bef_hlo__lower *lower, struct bef_hlo__value *results, bool arithmetic);
/* Operands of lower->op that are quantized become floats. */
bool bef_hlo__dequantize_operands(struct bef_hlo__lower *lower, struct bef_hlo__value *operands);
/* The result 0 of lower->op. */
bool bef_hlo__set_result(struct bef_hlo__lower *lower, struct bef_hlo__value value);
const struct mlirbc_type *bef_hlo__result_type(struct bef_hlo__lower *lower, uint32_t index);

/* ---- quantized.c. `type` is the quantized type of the value in the source. */
struct bef_hlo__value bef_hlo__dequantize(
	struct bef_hlo__lower *lower, struct bef_hlo__value storage, const struct mlirbc_type *type);
struct bef_hlo__value bef_hlo__quantize(
	struct bef_hlo__lower *lower, struct bef_hlo__value value, const struct mlirbc_type *type);

/* Attributes of hlo.dot_general for an operation without an algorithm. */
void bef_hlo__no_algorithm(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs);

/* ---- bodies.c: the regions of lower->op as string attributes `names`, and functions if they cannot be expressions with at most
 * `most_captures` captures (*out_calls). `captures`: the values from outside, which are the last operands. */
bool bef_hlo__write_bodies(struct bef_hlo__lower *lower, const char *const *names, size_t most_captures,
	struct bef_hlo__row *captures, struct bef_hlo__attrs *attrs, bool *out_calls);

/* ---- handlers */
typedef bool bef_hlo__handler(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule);
/* The operation was refused in a branch (lower->refused): its results become errors when they are computed. */
bool bef_hlo__emit_refused(struct bef_hlo__lower *lower, const struct mlirbc_op *op);

bef_hlo__handler bef_hlo__lower_constant, bef_hlo__lower_compare, bef_hlo__lower_token, bef_hlo__lower_top_k, bef_hlo__lower_identity,
	bef_hlo__lower_dimension_size, bef_hlo__lower_set_dimension_size, bef_hlo__lower_broadcast,
	bef_hlo__lower_dot, bef_hlo__lower_einsum, bef_hlo__lower_dot_general, bef_hlo__lower_torch_index_select, bef_hlo__lower_refused, bef_hlo__lower_bodies,
	bef_hlo__lower_uniform_quantize, bef_hlo__lower_uniform_dequantize, bef_hlo__lower_check, bef_hlo__lower_watch, bef_hlo__lower_custom_call,
	bef_hlo__lower_while, bef_hlo__lower_if, bef_hlo__lower_call, bef_hlo__lower_batch_norm_inference,
	bef_hlo__lower_batch_norm_training, bef_hlo__lower_batch_norm_grad, bef_hlo__lower_rng, bef_hlo__lower_collective,
	bef_hlo__lower_replica_sum, bef_hlo__lower_permute, bef_hlo__lower_transfer, bef_hlo__lower_feed, bef_hlo__lower_run_parallel;

/* ---- small_functions.c: makes the results of a function of small arrays by one kernel, if that is quicker. False after a failure. */
bool bef_hlo__lower_small_function(struct bef_hlo__lower *lower, const struct mlirbc_block *block, bool *out_made);

/* ---- library.c: custom calls of functions that kernels have */
bool bef_hlo__is_library_call(const struct mlirbc_string *target);
bool bef_hlo__lower_library_call(struct bef_hlo__lower *lower, const struct mlirbc_string *target);

/* ---- signature.c: the function with the descriptions of all public functions. Its name is taken first. */
extern const char bef_hlo__signatures[];
bool bef_hlo__write_signatures(struct bef_hlo__lower *lower);
/* Stores the names of arguments in their locations, before passes remove the calls that name them. */
bool bef_hlo__keep_names(struct bef_hlo__lower *lower);

/* ---- traits.c: the line of an argument or result; size 0: its attributes say nothing */
struct bef_hlo__traits {
	const char *text;
	size_t size;
};
bool bef_hlo__traits(struct bef_hlo__lower *lower, const struct mlirbc_op *function, bool result, size_t index, struct bef_hlo__traits *out);

/* ---- control.c: appends the values that the regions of the operation use and do not define, each once. */
bool bef_hlo__captured_values(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct bef_hlo__row *out);

/* ---- functions.c */
/* Makes the function of the program for one of the source. */
bool bef_hlo__lower_function(struct bef_hlo__lower *lower, struct bef_hlo__function *function);
/* The chain of side effects of a region's function: none · an argument · an argument and a result. */
enum bef_hlo__order { BEF_HLO__PURE, BEF_HLO__TAKES, BEF_HLO__ORDERED };
/* Makes a function of a region. Its arguments are those of the block, then the chain, then the captures; its results are those of
 * the terminator, then the chain. Returns the symbol; NULL after a failure. */
const struct mlirbc_attr *bef_hlo__region_function(struct bef_hlo__lower *lower, struct mlirbc_op *op, uint32_t region,
	const char *role, enum bef_hlo__order order, const struct bef_hlo__row *captures);

/* ---- loops.c: loops over scalars and small arrays. `captures`: values that the regions use and do not define */
/* Adds the attributes of hlo.while_scalars if condition and body can be expressions; else returns false, and attributes are incomplete. */
bool bef_hlo__write_scalar_loop(struct bef_hlo__lower *lower, struct mlirbc_op *op, const struct bef_hlo__row *captures,
	struct bef_hlo__attrs *attrs);
/* Adds the condition as an expression if it can be one. The operand `first_capture` of the kernel is the first capture. */
bool bef_hlo__write_condition(struct bef_hlo__lower *lower, struct mlirbc_op *op, const struct bef_hlo__row *captures,
	size_t first_capture, struct bef_hlo__attrs *attrs, bool *out_written);

/* ---- functions of the program that no region is */

/* What is saved while another function is made. */
struct bef_hlo__outer {
	struct mlirbc_block *block;
	struct mlirbc_op *before;
	const struct mlirbc_string *function_name;
	struct bef_hlo__row tokens, unfinished;
	const struct mlirbc_op *op;
};

struct bef_hlo__made {
	struct bef_hlo__outer outer;
	const struct mlirbc_string *name;
	struct mlirbc_block *block;
};

/* Begins a function, whose operations are made next, until bef_hlo__end_function(). */
bool bef_hlo__begin_function(struct bef_hlo__lower *lower, const char *role, const struct mlirbc_type **inputs,
	size_t input_count, const struct mlirbc_type **results, size_t result_count, struct bef_hlo__made *out);
/* Returns the symbol of the function; NULL after a failure, or if `ok` is false. */
const struct mlirbc_attr *bef_hlo__end_function(struct bef_hlo__lower *lower, const struct bef_hlo__made *made, bool ok);

/* ---- ordered_while.c: `operands` are those of the loop, the chain of effects, the captures. */
bool bef_hlo__ordered_while(struct bef_hlo__lower *lower, struct mlirbc_op *op, const struct bef_hlo__value *operands,
	const struct bef_hlo__row *captures);

#endif
