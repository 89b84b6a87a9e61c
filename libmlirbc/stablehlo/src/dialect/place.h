/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The place of an operation in a diagnostic. */
#ifndef MLIRBC_STABLEHLO_PLACE_H
#define MLIRBC_STABLEHLO_PLACE_H

#include <bytecursor/diag.h>
#include <mlirbc/ir.h>

/* Line and column of the diagnostic are those of the module's file. A framework writes locations in the files of its programs, and none
 * for the module: such a place, "(train.py:30:4)", ends the message. Call this when the message is complete. */
static inline void shlo__put_place(struct bytecursor_diag *full, const struct mlirbc_op *op)
{
	enum { MOST_NAME = 60 }; /* the end of a path says more */
	const struct mlirbc_attr *place = op ? mlirbc_loc_place(mlirbc_op_location(op)) : NULL;
	const struct mlirbc_op *root = op;
	for (const struct mlirbc_op *up = op; up; up = mlirbc_op_parent(up))
		root = up;
	const struct mlirbc_attr *whole = root ? mlirbc_loc_place(mlirbc_op_location(root)) : NULL;
	if (!place)
		return;
	if (root == op || (whole && whole->u.file.file == place->u.file.file)) { /* strings of a context are unique */
		full->line = place->u.file.line;
		full->column = place->u.file.column;
		return;
	}
	const struct mlirbc_string *file = place->u.file.file;
	const size_t cut = file->size < MOST_NAME ? file->size : MOST_NAME;
	bytecursor_diag_add(full, " (%.*s:%u:%u)", (int)cut, file->data + (file->size - cut), place->u.file.line, place->u.file.column);
}

#endif
