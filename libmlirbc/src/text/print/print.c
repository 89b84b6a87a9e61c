/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Entry points of the printer. */
#include "text/print/printer.h"

#include "ir/file.h"

#include <stddef.h>

static void set_options(struct mlirbc_printer *printer, const struct mlirbc_print_options *options)
{
	printer->debug_info = MLIRBC__HAS_OPTION(options, debug_info) && options->debug_info;
	printer->value_users = MLIRBC__HAS_OPTION(options, value_users) && options->value_users;
	if (MLIRBC__HAS_OPTION(options, comment_ctx)) {
		printer->comment = options->comment;
		printer->comment_ctx = options->comment_ctx;
	}
	printer->pretty = MLIRBC__HAS_OPTION(options, pretty) && options->pretty;
	if (MLIRBC__HAS_OPTION(options, dialect_count) && options->dialects) {
		printer->dialects = options->dialects;
		printer->dialect_count = options->dialect_count;
	}
	printer->skip_regions = MLIRBC__HAS_OPTION(options, skip_regions) && options->skip_regions;
	printer->most_elements = MLIRBC__HAS_OPTION(options, elide_larger_than) && options->elide
					 ? options->elide_larger_than
					 : UINT64_MAX;
}

/* Whether a value of `region` is visible to the op by name in custom form: from inside that region, and not across
 * an isolated op. *steps bounds the work for deep nesting; false when it is used up. */
static bool sees(const struct mlirbc_op *op, const struct mlirbc_region *region, uint32_t *steps)
{
	const struct mlirbc_region *at = op->parent->parent;
	for (; at && at != region && at->parent && !at->parent->isolated && *steps; --*steps)
		at = at->parent->parent ? at->parent->parent->parent : NULL;
	return at == region;
}

static bool sees_operands(const struct mlirbc_op *op, uint32_t *steps)
{
	const struct mlirbc_operand *operands = mlirbc_op_operands(op);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!operands[i].value)
			continue;
		const struct mlirbc_op *from = mlirbc_value_op(operands[i].value);
		const struct mlirbc_block *block = from ? from->parent : mlirbc_value_block(operands[i].value);
		if (block != op->parent && !sees(op, block->parent, steps))
			return false;
	}
	return true;
}

/* In other IR, which MLIR's verifier rejects, names would denote other values. */
static bool all_visible(const struct mlirbc_module *module)
{
	uint32_t steps = 1U << 24;
	for (struct mlirbc_op *root = module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
			if (!sees_operands(op, &steps))
				return false;
		}
	}
	return true;
}

static void print_module(struct mlirbc_printer *printer, const struct mlirbc_module *module)
{
	printer->pretty = printer->pretty && all_visible(module);
	struct mlirbc__counters next = { 0 };
	for (struct mlirbc_op *op = module->body->first; op; op = op->next)
		mlirbc__number_values(printer, op, &next);
	mlirbc__find_aliases(printer, module);
	if (printer->no_memory)
		return;
	mlirbc__print_alias_lines(printer, false);
	for (struct mlirbc_op *op = module->body->first; op; op = op->next) {
		mlirbc__print_op(printer, op);
		mlirbc__put_char(&printer->out, '\n');
	}
	mlirbc__print_alias_lines(printer, true);
	mlirbc__print_resources(printer, module);
}

static enum mlirbc_status result(const struct mlirbc_printer *printer)
{
	return printer->no_memory     ? MLIRBC_E_NOMEM
	       : printer->out.limited ? MLIRBC_E_LIMIT
	       : printer->out.failed  ? MLIRBC_E_IO
				      : MLIRBC_OK;
}

/* Limit for the text of a module: for a file a large multiple of its size, which no reasonable file reaches. */
static uint64_t most_output(const struct mlirbc_module *module, const struct mlirbc_print_options *options)
{
	if (MLIRBC__HAS_OPTION(options, max_output) && options->max_output)
		return options->max_output;
	if (!module->file)
		return UINT64_MAX;
	return (UINT64_C(1) << 30) + 1024 * (uint64_t)module->file->size;
}

/* Regions that were left in the file. A module whose parts are not read yet still counts as const. */
static enum mlirbc_status read_rest(const struct mlirbc_module *module)
{
	struct mlirbc_module copy = *module;
	return mlirbc_module_load(&copy, NULL);
}

enum mlirbc_status mlirbc_print(const struct mlirbc_module *module, const struct mlirbc_print_options *options,
	mlirbc_write_fn write, void *ctx)
{
	struct mlirbc_printer printer = { .context = module->context };
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return MLIRBC_E_ARG;
	set_options(&printer, options);
	enum mlirbc_status status = printer.skip_regions ? MLIRBC_OK : read_rest(module);
	if (status != MLIRBC_OK)
		return status;
	mlirbc__writer_init(&printer.out, write, ctx);
	printer.out.left = most_output(module, options);
	mlirbc__arena_init(&printer.scratch, &module->context->arena.allocator);
	print_module(&printer, module);
	mlirbc__writer_flush(&printer.out);
	mlirbc__set_finish(&printer.aliases, &printer.scratch);
	mlirbc__forget_names(&printer);
	mlirbc__set_finish(&printer.distincts, &printer.scratch);
	mlirbc__set_finish(&printer.resources, &printer.scratch);
	mlirbc__arena_finish(&printer.scratch);
	status = result(&printer);
	if (status != MLIRBC_OK)
		return status;
	return module->file ? mlirbc_file_failure(module->file, NULL) : MLIRBC_OK;
}

enum mlirbc_status mlirbc_print_op(
	const struct mlirbc_op *op, const struct mlirbc_print_options *options, mlirbc_write_fn write, void *ctx)
{
	struct mlirbc_printer printer = { .context = NULL };
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return MLIRBC_E_ARG;
	set_options(&printer, options);
	mlirbc__writer_init(&printer.out, write, ctx);
	mlirbc__arena_init(&printer.scratch, NULL);
	struct mlirbc__counters from_zero = { 0 };
	mlirbc__number_values(&printer, op, &from_zero);
	mlirbc__print_op(&printer, op);
	mlirbc__writer_flush(&printer.out);
	mlirbc__forget_names(&printer);
	mlirbc__arena_finish(&printer.scratch);
	return result(&printer);
}

/* Attributes and types on their own. */
#define MOST_OF_ONE (UINT64_C(1) << 30)

static enum mlirbc_status print_one(
	const struct mlirbc_attr *attr, const struct mlirbc_type *type, mlirbc_write_fn write, void *ctx)
{
	struct mlirbc_printer printer = { .context = NULL };
	set_options(&printer, NULL);
	mlirbc__writer_init(&printer.out, write, ctx);
	printer.out.left = MOST_OF_ONE;
	if (attr)
		mlirbc__print_attr(&printer, attr, false);
	else
		mlirbc__print_type(&printer, type);
	mlirbc__writer_flush(&printer.out);
	return result(&printer);
}

void mlirbc__speller_init(struct mlirbc_printer *printer, struct mlirbc_context *context)
{
	*printer = (struct mlirbc_printer){ .context = context, .spelled_out = true };
	set_options(printer, NULL);
	mlirbc__arena_init(&printer->scratch, &context->arena.allocator);
}

enum mlirbc_status mlirbc__spell(struct mlirbc_printer *printer, const struct mlirbc_attr *attr,
	const struct mlirbc_type *type, uint64_t *left, mlirbc_write_fn write, void *ctx)
{
	mlirbc__writer_init(&printer->out, write, ctx);
	printer->out.left = *left;
	if (attr)
		mlirbc__print_attr(printer, attr, false);
	else
		mlirbc__print_type(printer, type);
	mlirbc__writer_flush(&printer->out);
	*left = printer->out.left;
	return result(printer);
}

void mlirbc__speller_finish(struct mlirbc_printer *printer)
{
	mlirbc__set_finish(&printer->distincts, &printer->scratch);
	mlirbc__set_finish(&printer->resources, &printer->scratch);
	mlirbc__set_finish(&printer->opaques, &printer->scratch);
	mlirbc__arena_finish(&printer->scratch);
}

enum mlirbc_status mlirbc__print_alone(struct mlirbc_context *context, const struct mlirbc_attr *attr,
	const struct mlirbc_type *type, mlirbc_write_fn write, void *ctx)
{
	struct mlirbc_printer printer; /* has no aliases: everything is written in full */
	uint64_t left = UINT64_MAX;
	mlirbc__speller_init(&printer, context);
	printer.spelled_out = false;
	enum mlirbc_status status = mlirbc__spell(&printer, attr, type, &left, write, ctx);
	mlirbc__speller_finish(&printer);
	return status;
}

enum mlirbc_status mlirbc_print_attr(const struct mlirbc_attr *attr, mlirbc_write_fn write, void *ctx)
{
	return print_one(attr, NULL, write, ctx);
}

enum mlirbc_status mlirbc_print_type(const struct mlirbc_type *type, mlirbc_write_fn write, void *ctx)
{
	return print_one(NULL, type, write, ctx);
}

struct sink {
	char *buffer;
	size_t size, needed;
};

static int write_to_sink(void *ctx, const char *text, size_t size)
{
	struct sink *sink = ctx;
	size_t room = sink->size > sink->needed ? sink->size - sink->needed - 1 : 0;
	size_t part = size < room ? size : room;
	if (part)
		memcpy(sink->buffer + sink->needed, text, part);
	sink->needed += size;
	return 0;
}

static size_t one_text(const struct mlirbc_attr *attr, const struct mlirbc_type *type, char *buffer, size_t size)
{
	struct sink sink = { buffer, size, 0 };
	print_one(attr, type, write_to_sink, &sink);
	if (size)
		buffer[sink.needed < size ? sink.needed : size - 1] = '\0';
	return sink.needed;
}

size_t mlirbc_type_text(const struct mlirbc_type *type, char *buffer, size_t size)
{
	return one_text(NULL, type, buffer, size);
}

size_t mlirbc_attr_text(const struct mlirbc_attr *attr, char *buffer, size_t size)
{
	return one_text(attr, NULL, buffer, size);
}
