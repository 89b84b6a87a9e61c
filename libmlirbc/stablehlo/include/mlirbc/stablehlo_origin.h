/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the author of a model wrote for an operation that only the framework, or one kind of device, can run.
 *
 * Thread class: immutable. */
#ifndef MLIRBC_STABLEHLO_ORIGIN_H
#define MLIRBC_STABLEHLO_ORIGIN_H

#include <mlirbc/export.h>
#include <mlirbc/stablehlo_passes.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_op; /* mlirbc/ir.h */

/* The strings are static. */
struct mlirbc_stablehlo_origin {
	/* MLIRBC_STABLEHLO_TARGET_HOST, MLIRBC_STABLEHLO_TARGET_PLATFORM, or MLIRBC_STABLEHLO_TARGET_UNKNOWN */
	enum mlirbc_stablehlo_target_kind kind;
	bool ordered;       /* a token orders it: an ordered effect */
	const char *wrote;  /* "jax.pure_callback"; NULL: neither the target nor the location tells */
	const char *is;     /* "a call of Python"; NULL if the kind is unknown */
	const char *advice; /* what to do: "export the model without it" */
};

/* Looks at a custom call, a send or a recv: its target, and the names in its location ("jit(f)/pure_callback").
 * For other operations, and where nothing is known, all members are 0. Thread class: safe */
MLIRBC_API struct mlirbc_stablehlo_origin mlirbc_stablehlo_origin(const struct mlirbc_op *op);

#ifdef __cplusplus
}
#endif

#endif
