/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Locations as text. */
#include "text/print/printer.h"

static void print_part(struct mlirbc_printer *printer, const struct mlirbc_attr *loc)
{
	if (!mlirbc__print_alias(printer, loc, false))
		mlirbc__print_loc_body(printer, loc);
}

static void print_file(struct mlirbc_printer *printer, const struct mlirbc_attr *loc)
{
	struct mlirbc__writer *out = &printer->out;
	mlirbc__put_quoted(out, loc->u.file.file);
	mlirbc__put_char(out, ':');
	mlirbc__put_unsigned(out, loc->u.file.line);
	mlirbc__put_char(out, ':');
	mlirbc__put_unsigned(out, loc->u.file.column);
	if (!loc->u.file.range)
		return;
	mlirbc__put_text(out, " to ");
	if (loc->u.file.end_line != loc->u.file.line)
		mlirbc__put_unsigned(out, loc->u.file.end_line);
	mlirbc__put_char(out, ':');
	mlirbc__put_unsigned(out, loc->u.file.end_column);
}

static void print_fused(struct mlirbc_printer *printer, const struct mlirbc_attr *loc)
{
	mlirbc__put_text(&printer->out, "fused");
	if (loc->u.fused.metadata) {
		mlirbc__put_char(&printer->out, '<');
		mlirbc__print_attr(printer, loc->u.fused.metadata, false);
		mlirbc__put_char(&printer->out, '>');
	}
	mlirbc__put_char(&printer->out, '[');
	for (size_t i = 0; i < loc->u.fused.parts.count; i++) {
		if (i)
			mlirbc__put_text(&printer->out, ", ");
		print_part(printer, loc->u.fused.parts.data[i]);
	}
	mlirbc__put_char(&printer->out, ']');
}

void mlirbc__print_loc_body(struct mlirbc_printer *printer, const struct mlirbc_attr *loc)
{
	if (mlirbc__is_too_deep(printer, loc->depth) || printer->out.failed)
		return;
	switch (loc->kind) {
	case MLIRBC_LOC_FILE: print_file(printer, loc); break;
	case MLIRBC_LOC_FUSED: print_fused(printer, loc); break;
	case MLIRBC_LOC_NAME:
		mlirbc__put_quoted(&printer->out, loc->u.name.name);
		if (loc->u.name.child) {
			mlirbc__put_char(&printer->out, '(');
			print_part(printer, loc->u.name.child);
			mlirbc__put_char(&printer->out, ')');
		}
		break;
	case MLIRBC_LOC_CALLSITE:
		mlirbc__put_text(&printer->out, "callsite(");
		print_part(printer, loc->u.callsite.callee);
		mlirbc__put_text(&printer->out, " at ");
		print_part(printer, loc->u.callsite.caller);
		mlirbc__put_char(&printer->out, ')');
		break;
	case MLIRBC_LOC_UNKNOWN: mlirbc__put_text(&printer->out, "unknown"); break;
	default: mlirbc__print_attr(printer, loc, false); break; /* a dialect's location */
	}
}

void mlirbc__print_loc(struct mlirbc_printer *printer, const struct mlirbc_attr *loc)
{
	mlirbc__put_text(&printer->out, "loc(");
	print_part(printer, loc);
	mlirbc__put_char(&printer->out, ')');
}
