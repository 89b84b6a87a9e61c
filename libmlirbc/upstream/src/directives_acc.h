/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device types in the clauses of `acc`. */
#ifndef MLIRBC_UPSTREAM_DIRECTIVES_ACC_H
#define MLIRBC_UPSTREAM_DIRECTIVES_ACC_H

#include "engine.h"

#include <mlirbc/parse.h>

/* #acc.device_type<none>, which the text leaves out; NULL: no memory. */
const struct mlirbc_attr *up__acc_no_device(struct mlirbc_context *context);
/* Whether the array has only that. */
bool up__acc_only_no_device(const struct mlirbc_attr *devices);
/* "[#acc.device_type<nvidia>]", or nothing. */
bool up__acc_read_device(struct mlirbc_parser *parser, const struct mlirbc_attr **out);
void up__acc_print_device(struct mlirbc_printer *printer, const struct mlirbc_attr *device);
bool up__acc_set_array(
	struct mlirbc_upstream__reading *reading, uint8_t index, const struct mlirbc_attr *const *values, size_t count);
/* "[...]" as an attribute if it is there. */
bool up__acc_read_only(struct mlirbc_upstream__reading *reading, uint8_t index, bool *out_found);

#endif
