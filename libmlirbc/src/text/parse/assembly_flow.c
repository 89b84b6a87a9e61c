/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of mlirbc/assembly.h for successors, the ends of regions, and lists of types behind an arrow. */
#include "text/parse/parse_form.h"

bool mlirbc_parser_arrow_types(struct mlirbc_parser *parser, const struct mlirbc_type *const **out, size_t *out_count)
{
	return mlirbc__arrow_types(parser, out, out_count);
}

bool mlirbc_parser_add_segments(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name,
	const int32_t *sizes, size_t count)
{
	return mlirbc_parser_add_attr(parser, op, name, mlirbc_attr_i32_array(parser->context, sizes, count));
}

bool mlirbc_parser_add_named(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_string *name,
	const struct mlirbc_attr *value)
{
	size_t from = parser->entries.count;
	struct mlirbc__item *slot = mlirbc__push(parser, &parser->entries, sizeof *slot);
	if (!slot)
		return false;
	*slot = (struct mlirbc__item){ { name, value }, parser->token };
	return mlirbc__sort_entries(parser, op, from);
}

/* ---- successors */

bool mlirbc_parser_successor_operands(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	struct mlirbc_unresolved **out, size_t *out_count, const struct mlirbc_type *const **out_types,
	size_t *out_type_count)
{
	(void)op; /* its successors are the newest on the stack */
	return mlirbc__read_successor(parser, out, out_count, out_types, out_type_count);
}

/* ---- regions */

bool mlirbc_parser_argument_location(struct mlirbc_parser *parser, struct mlirbc_unresolved_argument *argument)
{
	return mlirbc__argument_loc(parser, argument);
}

struct mlirbc_region *mlirbc_parser_last_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	op->made_blocks = true;
	if (parser->regions.count == op->regions)
		return NULL;
	return ((struct mlirbc_region **)(void *)(parser->regions.data + parser->regions.count))[-1];
}
