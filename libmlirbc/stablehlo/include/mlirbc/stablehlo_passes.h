/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes that bring a StableHLO module into a simpler form, for programs that execute or analyse it. Each pass can be
 * run alone; none changes the results of a program.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_STABLEHLO_PASSES_H
#define MLIRBC_STABLEHLO_PASSES_H

#include <mlirbc/ir.h>
#include <mlirbc/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In the order in which mlirbc_stablehlo_run() runs them, but for the last two. */
enum mlirbc_stablehlo_pass {
	/* Operations of chlo become operations of stablehlo, with the formulas of the original; README.md describes
	 * their accuracy. Operations that cannot be lowered (scan and ragged_dot of dynamic shapes, quantized types,
	 * element types that stablehlo does not allow in the operations of the formula) stay and are counted. Custom
	 * calls that stand for operations (MLIRBC_STABLEHLO_TARGET_OPERATION) are lowered too: mhlo.erf; ApproxTopK
	 * becomes a sort. */
	MLIRBC_STABLEHLO_CHLO = 1,
	/* stablehlo.composite becomes func.call of its decomposition. */
	MLIRBC_STABLEHLO_COMPOSITES = 2,
	/* stablehlo.custom_call of targets that are identities (mlirbc_stablehlo_target()) is replaced by its
	 * operand, and Unpin of a buffer of Pin by the tensor. */
	MLIRBC_STABLEHLO_CUSTOM_CALLS = 4,
	/* func.call is replaced by the body of the function. Functions that call themselves, directly or through
	 * others, stay. So do calls by which the module would grow too much (max_ops). */
	MLIRBC_STABLEHLO_INLINE = 8,
	/* get_tuple_element of stablehlo.tuple is replaced by the element. Arguments, results and calls of
	 * functions, and values of while, if, case and optimization_barrier with tuple types are replaced by one
	 * value for each element. The following keep their tuples: composites and their decompositions, custom
	 * calls, functions with several blocks or with a terminator other than func.return and stablehlo.return,
	 * calls of such functions, and all values with tuples that stablehlo.tuple cannot make (for example of
	 * tensor<index>). */
	MLIRBC_STABLEHLO_TUPLES = 16,
	/* stablehlo.optimization_barrier is replaced by its operands. */
	MLIRBC_STABLEHLO_BARRIERS = 32,
	/* Operations on constants become constants, if their results are exactly defined: integers, and additions,
	 * products, quotients, comparisons and conversions of f32 and f64 (to f16 and bf16 too, unless there are
	 * NaNs); operations that move elements. An if or case of a constant becomes the branch that it takes. */
	MLIRBC_STABLEHLO_FOLD = 64,
	/* Equal operations without side effects and regions are computed once. */
	MLIRBC_STABLEHLO_CSE = 128,
	/* Operations without side effects whose results are not used are removed, and private functions that nothing
	 * refers to. */
	MLIRBC_STABLEHLO_DCE = 256,
	/* Runs before the others, but for MLIRBC_STABLEHLO_DIALECTS. Operations of Shardy (sdy) that annotate a value
	 * of global shape are replaced by the value, sdy.constant by stablehlo.constant, sdy.named_computation by its
	 * body, and so is sdy.manual_computation if its manual axes have one device in all. Manual computations over
	 * more devices stay and are counted. sdy.mesh stays: replica_groups may name it. */
	MLIRBC_STABLEHLO_SHARDY = 512,
	/* Runs first. Operations of arith, tensor, shape and ml_program, with which frontends compute shapes and
	 * constants, and cf.assert become operations of StableHLO: all of the module or, when one has no form there,
	 * none (dialects_first of the report). Indices become i64, scalars tensors of rank 0, a shape a tensor of i64
	 * of known length, also in the types of functions; constraints become shape_assertion. Refinement then computes
	 * shapes. Operations of mhlo that StableHLO or CHLO has too get its names. */
	MLIRBC_STABLEHLO_DIALECTS = 1024,
	MLIRBC_STABLEHLO_ALL = 2047
};

struct mlirbc_stablehlo_pass_options {
	size_t size;         /* sizeof(struct mlirbc_stablehlo_pass_options) */
	/* Limit of the elements of operands and results that are folded. 0: 1024; no limit for convert, transpose
	 * and reverse of a constant without other uses, if the result is not larger, nor for element-wise operations
	 * and moves of elements if those of each operand are all equal. */
	size_t max_elements;
	/* A module that would have more operations after inlining all calls is refused (MLIRBC_E_LIMIT). 0:
	 * 10,000,000; then calls are not inlined if the module would grow to more than 16 times its operations and
	 * 32,768. */
	uint64_t max_ops;
	/* Optional. Called for each operation of chlo, those that other lowerings make included; true: it stays, for a
	 * program that executes it itself, and is not counted as left. Must not change the IR. */
	bool (*keep_chlo)(void *ctx, const struct mlirbc_op *op);
	void *keep_chlo_ctx;
};

/* Counts of changes. */
struct mlirbc_stablehlo_pass_report {
	size_t size; /* sizeof(struct mlirbc_stablehlo_pass_report) */
	uint64_t chlo, chlo_left; /* operations of chlo that were lowered, and that were not */
	/* operations that were replaced */
	uint64_t composites, custom_calls, inlined, tuples, barriers, folded, merged;
	uint64_t removed, removed_functions;                                         /* by MLIRBC_STABLEHLO_DCE */
	uint64_t shardy, shardy_left; /* operations of sdy that were replaced or removed, and that were not */
	/* By MLIRBC_STABLEHLO_DIALECTS: operations that were replaced, and the first that keeps those of arith, tensor,
	 * shape and ml_program from it, with the reason; NULL: none. dialects_left counts it, and operations of mhlo
	 * without a twin. */
	uint64_t dialects, dialects_left;
	const struct mlirbc_op *dialects_first;
	const char *dialects_reason;
};

/* Runs the passes of the mask `passes`, each over the whole module, in the order of their numbers. The module must
 * satisfy mlirbc_stablehlo_verify(), and does afterwards.
 * @param options may be NULL; @param report may be NULL, filled also after a failure
 * @return MLIRBC_OK · MLIRBC_E_ARG a bit that is not a pass · MLIRBC_E_NOT_FOUND a call or composite names no function;
 *         diag has its location · MLIRBC_E_LIMIT max_ops · MLIRBC_E_NOMEM · the errors of mlirbc_module_load().
 *         After a failure the module is valid, and may be partly changed. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_run(struct mlirbc_module *module, unsigned passes,
	const struct mlirbc_stablehlo_pass_options *options, struct mlirbc_stablehlo_pass_report *report,
		struct mlirbc_diag *diag);

/* How an argument or result of main is divided among partitions. */
struct mlirbc_stablehlo_division {
	size_t rank;           /* of the value; 0 for one that is not a tensor */
	const uint32_t *parts; /* of each dimension, all of one size; NULL: each partition has the whole value */
	/* [partition * rank + dimension]: the part that the partition has. Partitions with equal parts have copies. */
	const uint32_t *at;
	/* NULL, or for each partition which of `terms` terms it has, as the unreduced axes of Shardy say: the value is
	 * their sum (reduction 0), maximum (1) or minimum (2). */
	const uint32_t *term;
	uint32_t terms, reduction;
};

/* In the arena of the context. */
struct mlirbc_stablehlo_divisions {
	size_t size; /* sizeof(struct mlirbc_stablehlo_divisions) */
	const struct mlirbc_stablehlo_division *arguments, *results;
	size_t argument_count, result_count;
	/* Set by the caller: results are gathered, so each partition has the whole value of each. */
	bool whole_results;
	/* Operations that each partition computes whole although an operand is divided: "stablehlo.sort 2,
	 * stablehlo.fft 1". NULL: none */
	const char *computed_whole;
};

/* Changes a program of several partitions to what each of them computes: main has local shapes instead of global ones.
 * Shardings of Shardy (`sdy.sharding` of arguments and results, sdy.sharding_constraint, sdy.manual_computation over
 * all or some axes) say how values are divided; so do those of GSPMD (`mhlo.sharding`, custom calls @Sharding,
 * @SPMDFullToShardShape, @SPMDShardToFullShape) and of Shardy in plain StableHLO (`mhlo.frontend_attributes` of custom
 * calls @xla.sdy.GlobalToLocalShape and @xla.sdy.LocalToGlobalShape). An operation computes its parts where a rule
 * allows it; operands that are divided otherwise are moved, and an operation without a rule is computed whole on each
 * partition.
 * Collectives have replica_groups of global device ids. A result without a sharding, or with open dimensions, is
 * divided as it was computed. Shardings of arguments and results of main are removed; their other attributes stay.
 * Calls should be inlined before (MLIRBC_STABLEHLO_COMPOSITES, MLIRBC_STABLEHLO_INLINE); a function that is called
 * is computed whole.
 * @param partitions  the number of devices of the mesh
 * @param out         the divisions of arguments and results; may be NULL
 * An argument or result that its axes do not divide evenly is whole in this dimension; a constraint divides it
 * unevenly.
 * @return MLIRBC_OK · MLIRBC_E_UNSUPPORTED with the operation: an operand or result of a manual computation that its
 *         manual axes do not divide evenly, a mesh of another number of devices, a manual computation in a function
 *         that is called or in the region of an operation other than while, if and case · MLIRBC_E_ARG no partitions,
 *         or the size of `out` is wrong · MLIRBC_E_NOMEM · the errors of mlirbc_module_load(). After a failure the
 *         module has not changed. Thread class: one-at-a-time per context */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_global_to_local(struct mlirbc_module *module,
	uint32_t partitions, struct mlirbc_stablehlo_divisions *out, struct mlirbc_diag *diag);
/* The number of devices of the module's shardings, for mlirbc_stablehlo_global_to_local(). 1: the module has no mesh of
 * several devices, and no sharding of GSPMD. Thread class: one-at-a-time per context */
MLIRBC_API uint32_t mlirbc_stablehlo_partitions(const struct mlirbc_module *module);
/* Writes how mlirbc_stablehlo_global_to_local() would divide values: shardings of arguments, results and constraints of
 * main are carried through its operations, forth and back, by the factors of their dimensions, and become
 * `sdy.sharding` of arguments, results and operations, with closed dimensions and the first sdy.mesh of all devices.
 * Values that stay whole get none; closed dimensions of arguments and results stay. Those of the source, of GSPMD too,
 * are replaced. A module without a mesh of several devices does not change. Calls should be inlined before.
 * @return MLIRBC_OK · MLIRBC_E_UNSUPPORTED no main, no such mesh, or what mlirbc_stablehlo_global_to_local() refuses of
 *         shardings · MLIRBC_E_NOMEM · the errors of mlirbc_module_load(). After a failure the module is valid, and may
 *         be partly changed. Thread class: one-at-a-time per context */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_propagate(struct mlirbc_module *module,
	struct mlirbc_diag *diag);

/* ---- refinement of programs with dynamic shapes */

/* Known properties of an argument of the function. `type` and `value` may be NULL. */
struct mlirbc_stablehlo_argument {
	size_t index;                  /* of the argument, from 0 */
	/* takes the place of the declared type, with which it must be compatible: tensor<4x8xf32> of
	 * tensor<?x8xf32>; it may leave dimensions open */
	const struct mlirbc_type *type;
	/* A constant for all uses of the argument: a dense attribute of its type, or an integer attribute for an
	 * argument of static integer type. The argument stays, and is unused. JAX passes sizes of dimensions as
	 * scalar integers before the other arguments. */
	const struct mlirbc_attr *value;
};

struct mlirbc_stablehlo_refine_options {
	size_t size;          /* sizeof(struct mlirbc_stablehlo_refine_options) */
	const char *function; /* NULL: main */
	size_t max_elements;  /* of operands and results that are folded; 0: 1024 */
	size_t max_functions; /* copies of functions, for different types and constants; 0: 4096 */
	uint64_t max_ops;     /* operations in the copies; 0: 64 times those of the module and 65,536 */
	/* Optional. Called for each operation that remains dynamic, with a diagnostic that is valid during the call;
	 * must not change the IR. */
	void (*report)(void *ctx, const struct mlirbc_op *op, const struct mlirbc_diag *diag);
	void *report_ctx;
};

struct mlirbc_stablehlo_refine_report {
	size_t size;         /* sizeof(struct mlirbc_stablehlo_refine_report) */
	/* operations that remain dynamic: a result has an unknown dimension, or a shape is an operand */
	uint64_t dynamic;
	uint64_t refined;    /* values that got a more specific type */
	uint64_t replaced;   /* dynamic operations that became static ones */
	uint64_t folded;     /* operations that became constants */
	uint64_t assertions; /* shape_assertion that hold, and were removed */
	uint64_t functions;  /* copies of functions, the function itself included */
	uint64_t removed;    /* unused operations that were removed */
};

/* Refines a function for the given types of its arguments. Types flow through its operations in order. Operations on
 * constants are folded (integers, and few floating point numbers, if their results are exactly defined);
 * get_dimension_size is a constant when the size is known. Operations whose shape is an operand become static when the
 * operand is constant: dynamic_broadcast_in_dim, dynamic_conv, dynamic_gather, dynamic_iota, dynamic_pad,
 * dynamic_reshape, real_dynamic_slice, set_dimension_size, and custom calls of stablehlo.dynamic_* and
 * stablehlo.shape_refinement_operand_wrapper. A shape_assertion that holds is removed. Called functions and
 * decompositions of composites are copied for the types and the constant scalar integers of each call; copies are
 * private. Then unused operations without side effects and unused private functions are removed from the module.
 * real_dynamic_slice with an unknown start and a constant size becomes dynamic_slice, which clamps indices that are out
 * of bounds. The module must satisfy mlirbc_stablehlo_verify(), and does afterwards.
 * @param arguments may be NULL when `count` is 0; @param options may be NULL; @param report may be NULL, filled when
 *                  the result is MLIRBC_OK
 * @return MLIRBC_OK, also if operations remain dynamic · MLIRBC_E_ARG an argument does not exist or fit, the types lead
 *         to a contradiction, or a shape_assertion fails: diag has its message and location · MLIRBC_E_NOT_FOUND the
 *         module has no such function, or a call names none · MLIRBC_E_CORRUPT an operation violates its constraints
 *         with these types · MLIRBC_E_UNSUPPORTED a function calls itself, has other callers, returns different types,
 *         or is external · MLIRBC_E_LIMIT a limit, or calls nested more than 128 deep · MLIRBC_E_NOMEM · the errors of
 *         mlirbc_module_load()
 * After a failure the module is unchanged; after MLIRBC_E_NOMEM it may be refined, with unused operations left. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_refine(struct mlirbc_module *module,
	const struct mlirbc_stablehlo_argument *arguments, size_t count,
		const struct mlirbc_stablehlo_refine_options *options,
	struct mlirbc_stablehlo_refine_report *report, struct mlirbc_diag *diag);

/* ---- custom calls */

/* The meaning of a custom_call target of JAX, PyTorch or TensorFlow. */
enum mlirbc_stablehlo_target_kind {
	MLIRBC_STABLEHLO_TARGET_UNKNOWN,
	MLIRBC_STABLEHLO_TARGET_IDENTITY,   /* returns its first operand */
	MLIRBC_STABLEHLO_TARGET_CHECK,      /* compares values: check.expect_eq ... */
	MLIRBC_STABLEHLO_TARGET_SHAPE,      /* part of the handling of dynamic shapes */
	MLIRBC_STABLEHLO_TARGET_OPERATION,  /* an operation of chlo or stablehlo under another name */
	MLIRBC_STABLEHLO_TARGET_LAPACK,     /* linear algebra */
	MLIRBC_STABLEHLO_TARGET_RANDOM,     /* random bits */
	MLIRBC_STABLEHLO_TARGET_BUFFER,     /* creates, pins or unpins a memref */
	MLIRBC_STABLEHLO_TARGET_HOST,       /* calls back into Python: cannot be run elsewhere */
	MLIRBC_STABLEHLO_TARGET_PLATFORM    /* a kernel of one platform: Pallas, Triton, Mosaic; stablehlo_origin.h */
};
struct mlirbc_stablehlo_target {
	enum mlirbc_stablehlo_target_kind kind;
	const char *operation; /* MLIRBC_STABLEHLO_TARGET_OPERATION: its name, "chlo.erf"; else NULL. Static. */
};
/* Looks up a call_target_name. */
MLIRBC_API struct mlirbc_stablehlo_target mlirbc_stablehlo_target(const char *name, size_t size);

#ifdef __cplusplus
}
#endif

#endif
