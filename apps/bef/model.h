/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* StableHLO models as programs. */
#ifndef BEF_APP_MODEL_H
#define BEF_APP_MODEL_H

#include "bef.h"

#include <bef/translate.h>
#include <mlirbc/ir.h>

/* Whether the text may be a model: it has operations of StableHLO, or returns as such functions do. Comments can deceive, so the
 * parsed module decides. */
bool model_maybe(const char *text, size_t size);
/* Parses text with the dialects of host programs and models. */
enum mlirbc_status model_parse(struct mlirbc_context *context, const struct cli_input *input, struct mlirbc_module **out,
	struct mlirbc_diag *diag);
/* Replaces a model by its host program; other modules stay. Reports each operation that cannot run; *out_reported is then true. */
enum bef_status model_lower(
	const struct cli_input *input, struct mlirbc_module **module, bool *out_reported, struct bef_diag *diag);

#endif
