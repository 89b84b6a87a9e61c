/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of a conversion, with the location of the op, and the limit on the output. */
#include "state/convert.h"
#include <bytecursor/diag.h>
#include <stdarg.h>
#include <stdio.h>

BEF_PRINTF(5, 0)
static void fill_diag(struct bef_mlir__convert *convert, enum bef_status status, const struct mlirbc_op *op,
	const char *prefix, const char *format, va_list arguments)
{
	struct bef_diag *diag = convert->diag;
	const struct mlirbc_op *at = op ? op : convert->at;
	const struct mlirbc_attr *file = at ? mlirbc_loc_place(mlirbc_op_location(at)) : NULL;
	if (!BYTECURSOR_DIAG_IS_OPEN(diag))
		return;
	struct bytecursor_diag full = BYTECURSOR_DIAG(status, bef_status_name(status), BEF_NO_OFFSET);
	full.line = file ? file->u.file.line : 0;
	full.column = file ? file->u.file.column : 0;
	bytecursor_diag_add(&full, "%s", prefix);
	bytecursor_diag_add_v(&full, format, arguments);
	BYTECURSOR_DIAG_STORE(diag, &full);
}

enum bef_status bef_mlir__fail(
	struct bef_mlir__convert *convert, enum bef_status status, const struct mlirbc_op *op, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fill_diag(convert, status, op, "", format, arguments);
	va_end(arguments);
	return status;
}

enum bef_status bef_mlir__fail_op(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const char *format, ...)
{
	char prefix[160];
	va_list arguments;
	snprintf(prefix, sizeof prefix, "'%.*s' op ", BEF_MLIR__TEXT(op->name));
	va_start(arguments, format);
	fill_diag(convert, BEF_E_CORRUPT, op, prefix, format, arguments);
	va_end(arguments);
	return BEF_E_CORRUPT;
}

enum bef_status bef_mlir__nomem(struct bef_mlir__convert *convert)
{
	return bef_mlir__fail(convert, BEF_E_NOMEM, NULL, "out of memory");
}

enum bef_status bef_mlir__spend(struct bef_mlir__convert *convert, uint64_t bytes)
{
	if (bytes > convert->left)
		return bef_mlir__fail(
			convert, BEF_E_LIMIT, NULL, "shared attributes and locations take more bytes than allowed");
	convert->left -= bytes;
	return BEF_OK;
}
