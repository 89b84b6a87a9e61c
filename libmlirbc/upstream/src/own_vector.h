/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* vector_transfer.c: vector.transfer_read, vector.transfer_write. */
#ifndef MLIRBC_UPSTREAM_OWN_VECTOR_H
#define MLIRBC_UPSTREAM_OWN_VECTOR_H

#include "own.h"

bool up__parse_transfer(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op);
bool up__transfer_fits(const struct mlirbc_op *op);
bool up__print_transfer(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out);

#endif
