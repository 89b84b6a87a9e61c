/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of the arguments and results of functions, which frontends record in several places.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_STABLEHLO_NAMES_H
#define MLIRBC_STABLEHLO_NAMES_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the name of an argument of a func.func, in this order: the attributes `jax.arg_info` and
 * `tf_saved_model.index_path`; `tf.entry_function` of the function; the name in the argument's location; the same of
 * the function to which the argument is passed on, as in JAX's functions with symbolic shapes. Borrowed from the
 * context.
 * @return false if there is none */
MLIRBC_API bool mlirbc_stablehlo_argument_name(
	const struct mlirbc_op *function, size_t index, struct mlirbc_string *out_name);
/* The same for a result: `jax.result_info`, `tf_saved_model.index_path`, `tf.entry_function`. */
MLIRBC_API bool mlirbc_stablehlo_result_name(
	const struct mlirbc_op *function, size_t index, struct mlirbc_string *out_name);

#ifdef __cplusplus
}
#endif

#endif
