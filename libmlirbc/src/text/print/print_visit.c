/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The dry run of printing: determines which attributes and types get an alias, and how deep they are.
 *
 * As in MLIR, everything is visited in the order of printing. The line of an alias that only op locations reach
 * comes after the module. */
#include "ir/refs.h"
#include "text/print/printer.h"
#include "text/print/kept_text_parts.h"

#include <mlirbc/parts.h>

static struct mlirbc__depths visit_attr(
	struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool deferrable);
static struct mlirbc__depths visit_type(
	struct mlirbc_printer *printer, const struct mlirbc_type *type, bool deferrable);

/* ---- visiting; each function returns the depths: 0 when there is no alias inside */

static struct mlirbc__depths deeper(struct mlirbc__depths a, struct mlirbc__depths b)
{
	return (struct mlirbc__depths){ a.whole > b.whole ? a.whole : b.whole, a.text > b.text ? a.text : b.text };
}

static struct mlirbc__depths visit_attrs(
	struct mlirbc_printer *printer, const struct mlirbc_attrs *attrs, bool deferrable)
{
	struct mlirbc__depths depth = { 0, 0 };
	for (size_t i = 0; i < attrs->count; i++)
		depth = deeper(depth, visit_attr(printer, attrs->data[i], deferrable));
	return depth;
}

static struct mlirbc__depths visit_optional(
	struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool deferrable)
{
	return attr ? visit_attr(printer, attr, deferrable) : (struct mlirbc__depths){ 0, 0 };
}

/* True when the array in this field is the dialect's own list, printed without being an attribute itself. */
static bool is_list(const struct mlirbc_coded *coded, size_t field)
{
	const char *format = coded->format;
	if (!format || !coded->fields[field].value || coded->fields[field].value->kind != MLIRBC_ATTR_ARRAY)
		return false;
	if (*format == 'S')
		return strlen(format) > field + 1 && strchr("lipre", format[field + 1]);
	for (const char *at = format; (at = strchr(at, '$')) && at[1] && at[2]; at++) {
		if (at[2] == (char)('0' + field))
			return strchr("lipre", at[1]) != NULL;
	}
	return false;
}

static struct mlirbc__depths visit_fields(
	struct mlirbc_printer *printer, const struct mlirbc_coded *coded, bool deferrable)
{
	struct mlirbc__depths depth = { 0, 0 };
	for (size_t i = 0; i < coded->count; i++)
		depth = deeper(depth, is_list(coded, i)
					      ? visit_attrs(printer, &coded->fields[i].value->u.array, deferrable)
					      : visit_optional(printer, coded->fields[i].value, deferrable));
	return depth;
}

/* How many more < than > there are; strings do not count. */
static int open_brackets(const char *at, const char *end)
{
	int open = 0;
	for (; at < end; at++) {
		if (*at == '"') {
			for (at++; at < end && *at != '"'; at++)
				at += *at == '\\' && at + 1 < end;
		} else if (*at == '<') {
			open++;
		} else if (*at == '>' && at[-1] != '-') {
			open--;
		}
	}
	return open;
}

/* Visits parts of kept text that have an alias. Inside further brackets a part belongs to another attribute, which
 * counts; parts without an alias count as well, as if their text were there. */
static struct mlirbc__depths visit_kept(struct mlirbc_printer *printer, const struct mlirbc_string *dialect,
	const struct mlirbc_string *text, bool wrapped, bool deferrable)
{
	const char *from = text->data;
	struct mlirbc__pieces pieces;
	struct mlirbc__piece piece;
	uint32_t depth = 0;
	int open = wrapped;
	mlirbc__pieces_begin(&pieces, printer->context, dialect, text);
	while (mlirbc__pieces_next(&pieces, &piece)) {
		uint32_t inner = piece.attr   ? visit_attr(printer, piece.attr, deferrable).text
				 : piece.type ? visit_type(printer, piece.type, deferrable).text
					      : 0;
		open += open_brackets(from, piece.at);
		inner += inner && open > 1 ? (uint32_t)open - 1 : 0;
		depth = inner > depth ? inner : depth;
		from = piece.at + piece.size;
	}
	printer->no_memory |= pieces.no_memory;
	return (struct mlirbc__depths){ depth, depth };
}

static struct mlirbc__depths visit_parts(struct mlirbc_printer *printer, struct mlirbc_parts parts, bool deferrable)
{
	struct mlirbc__depths depth = { 0, 0 };
	struct mlirbc_part part;
	while (mlirbc_parts_next(&parts, &part))
		depth = deeper(depth, part.type ? visit_type(printer, part.type, deferrable)
						: visit_attr(printer, part.attr, deferrable));
	return depth;
}

static struct mlirbc__depths visit_attr_parts(
	struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool deferrable)
{
	struct mlirbc__depths depth, type = { 0, 0 };
	switch (attr->kind) {
	case MLIRBC_ATTR_CODED: return visit_fields(printer, &attr->u.coded, deferrable);
	case MLIRBC_ATTR_DIALECT:
		depth = visit_kept(
			printer, attr->u.dialect.dialect, attr->u.dialect.text, attr->u.dialect.wrapped, deferrable);
		if (attr->type)
			type = visit_type(printer, attr->type, deferrable);
		type.text -= type.text != 0; /* it is after the brackets */
		return deeper(depth, type);
	case MLIRBC_ATTR_SPARSE: return visit_type(printer, attr->type, deferrable); /* elements have no alias */
	default: return visit_parts(printer, mlirbc_attr_parts(attr), deferrable);
	}
}

static struct mlirbc__depths visit_type_parts(
	struct mlirbc_printer *printer, const struct mlirbc_type *type, bool deferrable)
{
	switch (type->kind) {
	case MLIRBC_TYPE_CODED: return visit_fields(printer, &type->u.coded, deferrable);
	case MLIRBC_TYPE_DIALECT:
		return visit_kept(
			printer, type->u.dialect.dialect, type->u.dialect.text, type->u.dialect.wrapped, deferrable);
	default: return visit_parts(printer, mlirbc_type_parts(type), deferrable);
	}
}

/* Whether the text of an attribute or type without an alias has brackets < > around its parts. */
static bool has_brackets(const struct mlirbc__printed_alias *what)
{
	const struct mlirbc_attr *attr = what->value;
	const struct mlirbc_type *type = what->value;
	return what->is_type ? type->kind != MLIRBC_TYPE_FUNCTION
			     : attr->kind == MLIRBC_ATTR_DIALECT || attr->kind == MLIRBC_ATTR_CODED;
}

/* Parts come after the attribute that contains them, but their depth determines its depth. */
static struct mlirbc__depths visit(
	struct mlirbc_printer *printer, const struct mlirbc__printed_alias *what, bool deferrable)
{
	struct mlirbc__printed_alias *known = mlirbc__alias_find(printer, what->key), entry = *what;
	if (known && (deferrable || !known->deferred))
		return known->depth;
	entry.order = printer->visits++;
	entry.deferred = deferrable;
	if (known)
		known->deferred = false; /* and so are its parts */
	struct mlirbc__depths parts = what->is_type ? visit_type_parts(printer, what->value, deferrable)
						    : visit_attr_parts(printer, what->value, deferrable);
	if (known)
		return known->depth;
	entry.depth.whole = parts.whole ? parts.whole + 1 : entry.name != NULL;
	entry.depth.text = entry.name ? entry.depth.whole : parts.text ? parts.text + has_brackets(what) : 0;
	mlirbc__alias_add(printer, &entry);
	return entry.depth;
}

static struct mlirbc__depths visit_attr(
	struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool deferrable)
{
	struct mlirbc__printed_alias what = { .value = attr, .key = attr };
	if (!(attr->flags & MLIRBC__ALIASED) || mlirbc__is_too_deep(printer, attr->depth))
		return (struct mlirbc__depths){ 0, 0 };
	what.name = mlirbc__attr_alias(attr, &what.name_size);
	if (what.name)
		what.key = mlirbc__alias_key(printer, attr);
	return visit(printer, &what, deferrable);
}

static struct mlirbc__depths visit_type(
	struct mlirbc_printer *printer, const struct mlirbc_type *type, bool deferrable)
{
	struct mlirbc__printed_alias what = { .value = type, .key = type, .is_type = true };
	if (!(type->flags & MLIRBC__ALIASED) || mlirbc__is_too_deep(printer, type->depth))
		return (struct mlirbc__depths){ 0, 0 };
	if (mlirbc__is_large_tuple(type)) {
		what.name = "tuple";
		what.name_size = 5;
	}
	return visit(printer, &what, deferrable);
}

/* ---- ops, in the order of the dry run */

static void visit_argument(struct mlirbc_printer *printer, const struct mlirbc_value *argument)
{
	visit_type(printer, argument->type, false);
	if (printer->debug_info)
		visit_attr(printer, mlirbc_value_location(argument), false);
}

/* Of ops that MLIR does not know it does not look into the properties; they still use an alias that exists. */
static const struct mlirbc_attr *shown_properties(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *properties = mlirbc__properties_of(op) ? mlirbc_op_properties(op) : NULL;
	bool shown = properties && (properties->flags & MLIRBC__ALIASED) &&
		     properties->kind == MLIRBC_ATTR_DICTIONARY && mlirbc__info(op)->known;
	return shown ? properties : NULL;
}

/* Operands, results, then the values of both dictionaries in the order of all their names. */
void mlirbc__alias_op_parts(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *a = shown_properties(op),
				 *b = mlirbc__attributes_of(op) ? mlirbc_op_attributes(op) : NULL;
	const struct mlirbc_operand *operands = mlirbc_op_operands(op);
	const struct mlirbc_value *results = mlirbc_op_results(op);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (operands[i].value)
			visit_type(printer, operands[i].value->type, false);
	}
	for (uint32_t i = 0; i < op->result_count; i++)
		visit_type(printer, results[i].type, false);
	if (!a && !(b && (b->flags & MLIRBC__ALIASED)))
		return;
	size_t i = 0, a_count = a ? a->u.dictionary.count : 0;
	size_t j = 0, b_count = b ? b->u.dictionary.count : 0;
	while (i < a_count || j < b_count) {
		bool first = j == b_count || (i < a_count && mlirbc__string_compare(a->u.dictionary.data[i].name,
								     b->u.dictionary.data[j].name) < 0);
		visit_attr(printer, first ? a->u.dictionary.data[i++].value : b->u.dictionary.data[j++].value, false);
	}
}

static void visit_arguments(struct mlirbc_printer *printer, const struct mlirbc_block *block)
{
	for (uint32_t i = 0; i < block->argument_count; i++)
		visit_argument(printer, &block->arguments[i]);
}

static struct mlirbc_op *visit_blocks(struct mlirbc_printer *printer, const struct mlirbc_block *block)
{
	for (; block; block = block->next) {
		visit_arguments(printer, block);
		if (block->first)
			return block->first;
	}
	return NULL;
}

/* The first op in the regions from number `region` on; the arguments of blocks on the way are visited. */
static struct mlirbc_op *visit_regions(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t region)
{
	struct mlirbc_op *found = NULL;
	for (; region < op->region_count && !found && !printer->skip_regions; region++)
		found = visit_blocks(printer, mlirbc_op_regions(op)[region].first);
	return found;
}

/* The successor of `op` and everything inside it, among the regions of its parent. */
static struct mlirbc_op *visit_next(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	if (op->next)
		return op->next;
	const struct mlirbc_region *region = op->parent->parent;
	struct mlirbc_op *found = visit_blocks(printer, op->parent->next);
	return found ? found
		     : visit_regions(
			       printer, region->parent, (uint32_t)(region - mlirbc_op_regions(region->parent)) + 1);
}

static void visit_tree(struct mlirbc_printer *printer, struct mlirbc_op *root)
{
	for (struct mlirbc_op *op = root, *inner; op; op = inner) {
		if (printer->debug_info)
			visit_attr(printer, mlirbc_op_location(op), true);
		inner = visit_regions(printer, op, 0);
		while (!inner) { /* regions done: the op itself, then what follows it or its parent */
			mlirbc__alias_op_parts(printer, op);
			if (op == root)
				return;
			inner = visit_next(printer, op);
			op = op->parent->parent->parent;
		}
	}
}

void mlirbc__alias_type(struct mlirbc_printer *printer, const struct mlirbc_type *type)
{
	visit_type(printer, type, false);
}

void mlirbc__alias_attr(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool deferrable)
{
	visit_attr(printer, attr, deferrable);
}

void mlirbc__visit_module(struct mlirbc_printer *printer, const struct mlirbc_module *module)
{
	if (printer->pretty) {
		printer->visiting = true;
		for (struct mlirbc_op *op = module->body->first; op; op = op->next)
			mlirbc__print_op(printer, op);
		printer->visiting = false;
		return;
	}
	for (struct mlirbc_op *op = module->body->first; op; op = op->next)
		visit_tree(printer, op);
}
