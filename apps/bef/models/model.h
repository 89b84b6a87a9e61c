/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* StableHLO models, opened with libbef-model to run them. */
#ifndef BEF_APP_MODEL_H
#define BEF_APP_MODEL_H

#include "program/lower.h"

#include <bef/model.h>
#include <bef/source.h>

struct model {
	struct bef_model *handle; /* NULL: the input is not a model */
	struct lowering lowering; /* its choices are set by the caller */
	const char *weights;      /* of the caller: the file with the constants of `mlirbc split`, or with tensors; NULL: none */
	bool joined;              /* `weights` was the former */
};

/* Opens an input if its source is a model. @param options  `lowering` is set by this function
 * @return CLI_GOOD, or the exit code after a message; then there is nothing to close. Keep the structure where it is. */
int model_open(const struct cli_input *input, struct bef_source *source, const struct kernels_registry *registry,
	struct bef_model_options *options, struct model *out_model);
/* Opens a model, or loads another program: one of out_model->handle and out_program->bef is set. BEF of a model on disk is mapped, so that
 * its constants are used in place; other files are read.
 * @param how      as for program_load(); `take` is set by this function, and `registry` and the limits count for models too
 * @param options  without limits and lowering
 * @return CLI_GOOD, or the exit code after a message. In both cases model_close() and program_finish() may be called */
int model_load(const char *path, const struct program_options *how, const struct bef_model_options *options, struct model *out_model,
	struct program *out_program);
void model_close(struct model *model);
/* Reports a failure of the model. Returns its exit code. */
int model_error(struct model *model, const struct bef_diag *diag);

#endif
