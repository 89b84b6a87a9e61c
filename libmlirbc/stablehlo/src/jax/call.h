/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The artifact's main becomes a function of all leaves. */
#ifndef SHLO_JAX_CALL_H
#define SHLO_JAX_CALL_H

#include "dialect/options.h"
#include "jax/read.h"

struct shlo__jax_call {
	struct mlirbc_context *context;
	const struct mlirbc_jax_export *exported;
	const struct shlo__jax_call *primal; /* of a gradient: the function before it; else NULL */
	struct mlirbc_diag *diag;
	enum mlirbc_status status;
	uint32_t platform; /* index */
	struct mlirbc_module *module;
	struct mlirbc_op *main;
	const struct mlirbc_type *type; /* of main */
	/* Arguments of the artifact's main: [0, platforms) the index, then tokens, then kept leaves. */
	size_t platforms, tokens;
	struct mlirbc_string *names, *results; /* of the leaves; NUL-terminated */
};

/* Records the first failure. Returns false. */
bool shlo__jax_call_fail(struct shlo__jax_call *call, enum mlirbc_status status, const char *format, ...) MLIRBC_PRINTF(3, 4);
bool shlo__jax_call_no_memory(struct shlo__jax_call *call);
/* Records a status whose text is in the diagnostic already. */
bool shlo__jax_call_ok(struct shlo__jax_call *call, enum mlirbc_status status);

/* Compares the arguments and results of main with the file. */
bool shlo__jax_check_main(struct shlo__jax_call *call);
/* Sets call->main to a function of all leaves, which calls the artifact's main unless that is such a function already. */
bool shlo__jax_wrap_main(struct shlo__jax_call *call);
/* Names the arguments and results of call->main. */
bool shlo__jax_name_main(struct shlo__jax_call *call);

#endif
