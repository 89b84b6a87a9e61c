/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints values, attributes and the ops of a function in the assembly of TFRT's dialects, as TFRT does: ops in
 * custom form if they have one, else in generic form. The traversal is iterative: a stack holds the regions being
 * printed. */
#include "print/print.h"

#include <mlirbc/print.h>
#include <string.h>

/* A region being printed. */
struct bef_mlir__level {
	const struct mlirbc_op *op;   /* the op with the region */
	const struct mlirbc_op *next; /* next op of the block to print */
	const struct bef_mlir__op_def *def;
	const char *form; /* custom form of the op; NULL: generic */
	uint32_t region, indent;
	uint32_t first_result, first_argument; /* next numbers at the start of the region */
	uint32_t results, arguments;           /* next numbers now */
	bool function;
};

/* ---- bytes */

static void flush(struct bef_mlir__printer *printer)
{
	if (printer->status == BEF_OK && printer->used && !printer->write(printer->ctx, printer->buffer, printer->used))
		printer->status = BEF_E_IO;
	printer->used = 0;
}

void bef_mlir__put_long(struct bef_mlir__printer *printer, const char *data, size_t size)
{
	while (size) {
		if (printer->used == sizeof printer->buffer)
			flush(printer);
		size_t room = sizeof printer->buffer - printer->used, part = size < room ? size : room;
		memcpy(printer->buffer + printer->used, data, part);
		printer->used += part;
		data += part;
		size -= part;
	}
}

void bef_mlir__put_number(struct bef_mlir__printer *printer, uint64_t number)
{
	char digits[20];
	size_t at = sizeof digits;
	do
		digits[--at] = (char)('0' + number % 10);
	while (number /= 10);
	bef_mlir__put(printer, digits + at, sizeof digits - at);
}

void bef_mlir__put_indent(struct bef_mlir__printer *printer, uint32_t depth)
{
	for (; depth; depth--)
		bef_mlir__put(printer, "  ", 2);
}

/* ---- attributes and types */

static int put_piece(void *ctx, const char *data, size_t size)
{
	struct bef_mlir__printer *printer = ctx;
	bef_mlir__put(printer, data, size);
	return printer->status != BEF_OK;
}

/* Numbers printed without their type: any width, at most a few hundred bytes. */
struct number_text {
	char data[512];
	size_t size;
};

static int add_piece(void *ctx, const char *data, size_t size)
{
	struct number_text *text = ctx;
	size_t room = sizeof text->data - text->size, part = size < room ? size : room;
	memcpy(text->data + text->size, data, part);
	text->size += part;
	return 0;
}

static void put_untyped(struct bef_mlir__printer *printer, const struct mlirbc_attr *attr)
{
	struct number_text text = { .size = 0 };
	if (mlirbc_print_attr(attr, add_piece, &text) != MLIRBC_OK)
		printer->status = BEF_E_NOMEM;
	const char *colon = memchr(text.data, ' ', text.size);
	bef_mlir__put(printer, text.data, colon ? (size_t)(colon - text.data) : text.size);
}

void bef_mlir__put_attr(struct bef_mlir__printer *printer, const struct mlirbc_attr *attr)
{
	if (printer->untyped)
		put_untyped(printer, attr);
	else if (mlirbc_print_attr(attr, put_piece, printer) == MLIRBC_E_NOMEM)
		printer->status = BEF_E_NOMEM;
}

void bef_mlir__put_type(struct bef_mlir__printer *printer, const struct mlirbc_type *type)
{
	if (mlirbc_print_type(type, put_piece, printer) == MLIRBC_E_NOMEM)
		printer->status = BEF_E_NOMEM;
}

static bool is_bare(const struct mlirbc_string *name)
{
	for (size_t i = 0; i < name->size; i++) {
		char c = name->data[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
		if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '$' || c == '.')))
			return false;
	}
	return name->size > 0;
}

static void put_string(struct bef_mlir__printer *printer, const struct mlirbc_string *string)
{
	const struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_STRING, .u.string = string };
	bef_mlir__put_attr(printer, &attr);
}

void bef_mlir__put_entry(struct bef_mlir__printer *printer, const struct mlirbc_named_attr *entry)
{
	if (is_bare(entry->name))
		bef_mlir__put(printer, entry->name->data, entry->name->size);
	else
		put_string(printer, entry->name);
	if (entry->value->kind == MLIRBC_ATTR_UNIT)
		return;
	bef_mlir__put_text(printer, " = ");
	bef_mlir__put_attr(printer, entry->value);
}

void bef_mlir__put_dictionary(
	struct bef_mlir__printer *printer, const struct mlirbc_attr *dictionary, const char *before, const char *after)
{
	if (!dictionary || dictionary->kind != MLIRBC_ATTR_DICTIONARY || dictionary->u.dictionary.count == 0)
		return;
	for (size_t i = 0; i < dictionary->u.dictionary.count; i++) {
		bef_mlir__put_text(printer, i ? ", " : before);
		bef_mlir__put_entry(printer, &dictionary->u.dictionary.data[i]);
	}
	bef_mlir__put_text(printer, after);
}

void bef_mlir__put_location(struct bef_mlir__printer *printer, const struct mlirbc_attr *location)
{
	if (!printer->locations || !location)
		return;
	bef_mlir__put_text(printer, " ");
	bef_mlir__put_attr(printer, location);
}

void bef_mlir__put_results(struct bef_mlir__printer *printer, const struct mlirbc_op *op, bool always)
{
	bool bare = !always && op->result_count == 1 && mlirbc_op_results(op)[0].type->kind != MLIRBC_TYPE_FUNCTION;
	bef_mlir__put_text(printer, bare ? "" : "(");
	for (uint32_t i = 0; i < op->result_count; i++) {
		bef_mlir__put_text(printer, i ? ", " : "");
		bef_mlir__put_type(printer, mlirbc_op_results(op)[i].type);
	}
	bef_mlir__put_text(printer, bare ? "" : ")");
}

/* ---- values. op->number is the number of its results, value->number the index of an argument in
 * printer->arguments. */

struct bef_mlir__value_name bef_mlir__value_name(
	const struct bef_mlir__printer *printer, const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	if (!op)
		return printer->arguments[value->number];
	return (struct bef_mlir__value_name){ op->number, op->result_count > 1 ? value->index : BEF_MLIR__NONE, false };
}

void bef_mlir__put_value(struct bef_mlir__printer *printer, const struct mlirbc_value *value)
{
	struct bef_mlir__value_name name = bef_mlir__value_name(printer, value);
	bef_mlir__put_text(printer, name.argument ? "%arg" : "%");
	bef_mlir__put_number(printer, name.number);
	if (name.result != BEF_MLIR__NONE) {
		bef_mlir__put_text(printer, "#");
		bef_mlir__put_number(printer, name.result);
	}
}

static void name_argument(
	struct bef_mlir__printer *printer, struct mlirbc_value *argument, struct bef_mlir__value_name name)
{
	if (!BEF_MLIR__GROW(printer->allocator, printer->arguments, printer->argument_count, printer->argument_capacity)) {
		printer->status = BEF_E_NOMEM;
		return;
	}
	argument->number = (uint32_t)printer->argument_count;
	printer->arguments[printer->argument_count++] = name;
}

/* Names all values of a block before those in the regions of its ops. */
static void name_values(struct bef_mlir__printer *printer, struct bef_mlir__level *level, struct mlirbc_block *block)
{
	level->results = level->first_result;
	level->arguments = level->first_argument;
	for (uint32_t i = 0; i < block->argument_count && printer->status == BEF_OK; i++) {
		struct bef_mlir__value_name name = { level->arguments++, BEF_MLIR__NONE, true };
		if (level->form)
			name = bef_mlir__value_name(
				printer, mlirbc_op_operands(level->op)[bef_mlir__shadowed(level->def, i)].value);
		name_argument(printer, &block->arguments[i], name);
	}
	for (struct mlirbc_op *op = block->first; op; op = op->next) {
		if (op->result_count)
			op->number = level->results++;
	}
}

/* ---- regions */

static void put_label(
	struct bef_mlir__printer *printer, const struct bef_mlir__level *level, const struct mlirbc_block *block)
{
	if (level->form || level->function || block->argument_count == 0)
		return;
	bef_mlir__put_indent(printer, level->indent);
	bef_mlir__put_text(printer, "^bb0(");
	for (uint32_t i = 0; i < block->argument_count; i++) {
		bef_mlir__put_text(printer, i ? ", " : "");
		bef_mlir__put_value(printer, &block->arguments[i]);
		bef_mlir__put_text(printer, ": ");
		bef_mlir__put_type(printer, block->arguments[i].type);
	}
	bef_mlir__put_text(printer, "):\n");
}

/* Prints the text before region `level->region`, and the region up to its first op. */
static void open_region(struct bef_mlir__printer *printer, struct bef_mlir__level *level)
{
	struct mlirbc_block *block = mlirbc_op_regions(level->op)[level->region].first;
	level->next = NULL;
	if (block) {
		name_values(printer, level, block);
		level->next = block->first;
	}
	if (level->region) {
		bef_mlir__put_indent(printer, level->indent);
		bef_mlir__put_text(printer, level->form ? "} else  {\n" : "}, {\n");
	} else if (!level->function) {
		bef_mlir__put_text(printer, level->form ? "{\n" : " ({\n");
	}
	if (block && printer->status == BEF_OK)
		put_label(printer, level, block);
}

static void push_level(struct bef_mlir__printer *printer, const struct bef_mlir__level *level)
{
	if (!BEF_MLIR__GROW(printer->allocator, printer->levels, printer->level_count, printer->level_capacity)) {
		printer->status = BEF_E_NOMEM;
		return;
	}
	printer->levels[printer->level_count] = *level;
	open_region(printer, &printer->levels[printer->level_count++]);
}

static void put_generic_end(struct bef_mlir__printer *printer, const struct mlirbc_op *op)
{
	bef_mlir__put_dictionary(printer, mlirbc_op_attributes(op), " {", "}");
	bef_mlir__put_text(printer, " : (");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		bef_mlir__put_text(printer, i ? ", " : "");
		bef_mlir__put_type(printer, mlirbc_op_operands(op)[i].value->type);
	}
	bef_mlir__put_text(printer, ") -> ");
	bef_mlir__put_results(printer, op, false);
}

/* At the end of a region: continues with the next region of the op, or ends the op. */
static void close_region(struct bef_mlir__printer *printer, struct bef_mlir__level *level)
{
	if (++level->region < level->op->region_count) {
		open_region(printer, level);
		return;
	}
	bef_mlir__put_indent(printer, level->indent);
	bef_mlir__put_text(printer, level->form || level->function ? "}" : "})");
	if (!level->form && !level->function)
		put_generic_end(printer, level->op);
	bef_mlir__put_location(printer, mlirbc_op_location(level->op));
	bef_mlir__put_text(printer, "\n");
	printer->level_count--;
}

/* ---- ops */

static void put_generic_start(struct bef_mlir__printer *printer, const struct mlirbc_op *op)
{
	put_string(printer, op->name);
	bef_mlir__put_text(printer, "(");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		bef_mlir__put_text(printer, i ? ", " : "");
		bef_mlir__put_value(printer, mlirbc_op_operands(op)[i].value);
	}
	bef_mlir__put_text(printer, ")");
	bef_mlir__put_dictionary(printer, mlirbc_op_properties(op), " <{", "}>");
}

static void put_op(struct bef_mlir__printer *printer, const struct mlirbc_op *op, const struct bef_mlir__level *outer)
{
	struct bef_mlir__level level = { .op = op,
		.indent = outer->indent + 1,
		.first_result = outer->results,
		.first_argument = outer->arguments };
	level.form = bef_mlir__form(printer, op, &level.def);
	bef_mlir__put_indent(printer, level.indent);
	if (op->result_count) {
		bef_mlir__put_text(printer, "%");
		bef_mlir__put_number(printer, op->number);
		if (op->result_count > 1) {
			bef_mlir__put_text(printer, ":");
			bef_mlir__put_number(printer, op->result_count);
		}
		bef_mlir__put_text(printer, " = ");
	}
	if (level.form) {
		bef_mlir__put(printer, op->name->data, op->name->size);
		bef_mlir__put_form(printer, op, level.def, level.form);
	} else if (printer->compiled && bef_mlir__put_func_op(printer, op)) {
		return;
	} else {
		put_generic_start(printer, op);
	}
	if (op->region_count) {
		push_level(printer, &level);
		return;
	}
	if (!level.form)
		put_generic_end(printer, op);
	bef_mlir__put_location(printer, mlirbc_op_location(op));
	bef_mlir__put_text(printer, "\n");
}

/* ---- public functions */

void bef_mlir__put_region(struct bef_mlir__printer *printer, const struct mlirbc_op *op, uint32_t indent)
{
	struct bef_mlir__level level = { .op = op, .indent = indent, .function = true };
	printer->argument_count = 0;
	push_level(printer, &level);
	while (printer->level_count && printer->status == BEF_OK) {
		struct bef_mlir__level *inner = &printer->levels[printer->level_count - 1];
		const struct mlirbc_op *next = inner->next;
		if (!next) {
			close_region(printer, inner);
			continue;
		}
		const struct bef_mlir__level copy = *inner; /* pushing may move it */
		inner->next = next->next;
		put_op(printer, next, &copy);
	}
}

enum bef_status bef_mlir__print(struct mlirbc_module *module, const struct bef_allocator *allocator, bool locations,
	bef_write_fn write, void *ctx)
{
	struct bef_mlir__printer *printer = allocator->alloc(
		allocator->ctx, sizeof *printer, _Alignof(struct bef_mlir__printer));
	static const struct bef_mlir__op none;
	if (!printer)
		return BEF_E_NOMEM;
	memset(printer, 0, offsetof(struct bef_mlir__printer, buffer));
	printer->allocator = printer->fit.allocator = allocator;
	printer->fit.context = module->context;
	printer->fit.chain = bef_mlir__letter_type(module->context, 'c', &none);
	printer->fit.i32 = bef_mlir__letter_type(module->context, 'i', &none);
	printer->write = write;
	printer->ctx = ctx;
	printer->locations = locations;
	printer->status = printer->fit.chain && printer->fit.i32 ? BEF_OK : BEF_E_NOMEM;
	if (printer->status == BEF_OK)
		bef_mlir__put_module(printer, module->body->first);
	flush(printer);
	enum bef_status status = printer->status;
	bef_mlir__map_finish(&printer->fit.names_map, allocator);
	bef_mlir__free_array(allocator, printer->fit.names, printer->fit.name_capacity, sizeof *printer->fit.names);
	bef_mlir__free_array(allocator, printer->arguments, printer->argument_capacity, sizeof *printer->arguments);
	bef_mlir__free_array(allocator, printer->levels, printer->level_capacity, sizeof *printer->levels);
	allocator->free(allocator->ctx, printer, sizeof *printer, _Alignof(struct bef_mlir__printer));
	return status;
}
