/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* StableHLO models: opened with libbef-model to run them, or lowered to host programs. */
#ifndef BEF_APP_MODEL_H
#define BEF_APP_MODEL_H

#include "program/program.h"

#include <bef/model.h>
#include <bef/source.h>
#include <bef/translate.h>
#include <mlirbc/ir.h>

/* ---- host programs of models */

/* Replaces a model by its host program; other modules stay. Reports every operation that cannot run; *out_reported is then true.
 * @param options  `registry` has the kernels of custom calls, or is NULL; `device`, `semantics` and `no_fusing` count too */
enum bef_status model_lower(const struct cli_input *input, const struct program_options *options, struct mlirbc_module **module,
	bool *out_reported, struct bef_diag *diag);

/* ---- models that run */

struct model {
	struct bef_model *handle; /* NULL: the input is not a model */
	const char *name;         /* of the input */
	bool reported;            /* operations that cannot run */
	bool no_fusing;           /* set by the caller: each operation has a kernel of its own */
	const char *semantics;    /* set by the caller: as in struct program_options */
	bool every_report;        /* set by the caller: reports all operations that cannot run, not only the first 20 */
	struct bef_stablehlo_options lowering;
};

/* Opens an input if its source is a model. The other members of *out_model are set. @param options  `lowering` is set by this function
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to close. Keep the structure where it is. */
int model_open(const struct cli_input *input, struct bef_source *source, const struct kernels_registry *registry,
	struct bef_model_options *options, struct model *out_model);
/* Opens a BEF file on disk as model_open() does, but maps it, so that its constants are used in place. Opens nothing for
 * other files: those are left to model_open(). */
int model_open_file(const char *path, const struct kernels_registry *registry, struct bef_model_options *options,
	struct model *out_model);
void model_close(struct model *model);
/* Reports a failure of the model. Returns its exit code. */
int model_error(struct model *model, const struct bef_diag *diag);

#endif
