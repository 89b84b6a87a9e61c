/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* StableHLO models become host programs: options, and reports of operations that cannot run. */
#ifndef BEF_APP_LOWER_H
#define BEF_APP_LOWER_H

#include "program/program.h"

#include <bef/stablehlo.h>

struct lowering {
	/* Set by the caller. */
	bool no_fusing;        /* each operation has a separate kernel */
	bool no_code;          /* loops will be interpreted */
	const char *semantics; /* as in struct program_options */
	bool every_branch;     /* operations in branches of if and case, which may never be taken, are reported too */
	bool every_report;     /* reports all operations that cannot run, not only the first 20 */
	/* Set by lowering_begin(). */
	const char *name; /* of the input */
	bool reported;    /* operations that cannot run */
	bool noted;       /* what the program ignores; the caller sets it when the model is open */
	struct bef_stablehlo_options options;
};

/* Keep the structure where it is, as long as its options are in use. */
void lowering_begin(struct lowering *lowering, const char *name);

/* A `custom_call` of the options: whether the registry `ctx` has a kernel for custom calls of this name. */
bool lowering_has_kernel(void *ctx, const char *name, size_t name_size);

/* Replaces a model by its host program; other modules stay. Reports every operation that cannot run; *out_reported is then true.
 * @param options  `registry` has the kernels of custom calls, or is NULL; `device`, `semantics` and `no_fusing` count too */
enum bef_status program_lower(const struct cli_input *input, const struct program_options *options, struct mlirbc_module **module,
	bool *out_reported, struct bef_diag *diag);

#endif
