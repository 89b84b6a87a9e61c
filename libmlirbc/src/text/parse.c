/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_parse(): parsing a module. Passes the printer of types to the parser, which uses it for messages but does
   not depend on it. */
#include "ir/links.h"
#include "text/parse/parser.h"

#include <mlirbc/print.h>

static bool parse_top_level(struct mlirbc_parser *parser)
{
	struct mlirbc__scope_mark mark;
	if (!mlirbc__scope_enter(parser, true, &mark))
		return false;
	while (parser->token.kind != TOKEN_END) {
		bool good;
		switch (parser->token.kind) {
		case TOKEN_HASH:
		case TOKEN_BANG: good = mlirbc__parse_alias(parser); break;
		case TOKEN_RESOURCES_BEGIN: good = mlirbc__parse_resources(parser); break;
		default: good = mlirbc__parse_op(parser, parser->module->body); break;
		}
		if (!good)
			return false;
	}
	return mlirbc__scope_leave(parser, &mark) && mlirbc__resolve_deferred(parser);
}

/* Wraps the parsed ops in a builtin.module, unless the only op is one. */
static bool wrap(struct mlirbc_parser *parser)
{
	static const char name[] = "builtin.module";
	struct mlirbc_block *body = parser->module->body;
	if (body->first && body->first == body->last && mlirbc_op_is(body->first, name))
		return true;
	struct mlirbc_op_spec spec = { .name = name,
		.name_size = sizeof name - 1,
		.region_count = 1,
		.location = mlirbc__token_loc(parser, 0, 0) };
	struct mlirbc_op *op = spec.location ? mlirbc_op_create(parser->context, &spec, NULL) : NULL;
	struct mlirbc_block *block = mlirbc_block_create(parser->context, NULL, NULL, NULL, 0);
	if (!op || !block)
		return mlirbc__no_memory(parser);
	op->isolated = true;
	mlirbc__region_append(mlirbc_op_regions(op), body);
	mlirbc_op_append(op, block);
	body->module = NULL;
	block->module = parser->module;
	parser->module->body = block;
	return true;
}

static bool verify(struct mlirbc_parser *parser)
{
	for (size_t i = 0; i < parser->dialect_count; i++) {
		const struct mlirbc_assembly *hooks = parser->dialects[i];
		if (hooks->verify_module && !hooks->verify_module(parser, parser->module->body->first, hooks->ctx))
			return parser->status != MLIRBC_OK ? false : mlirbc_parser_error(parser, "invalid module");
	}
	return true;
}

/* False when memory is short. */
static bool set_producer(struct mlirbc_parser *parser, const struct mlirbc_parse_options *options)
{
	if (!MLIRBC__HAS_OPTION(options, producer) || !options->producer)
		return true;
	size_t size = strlen(options->producer);
	parser->release = mlirbc__release_of(options->producer, size);
	parser->module->producer = mlirbc_string_get(parser->context, options->producer, size);
	return parser->module->producer != NULL;
}

enum mlirbc_status mlirbc_parse(struct mlirbc_context *context, const char *text, size_t size,
	const struct mlirbc_parse_options *options, struct mlirbc_module **out_module, struct mlirbc_diag *diag)
{
	struct mlirbc_parser parser;
	*out_module = NULL;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return mlirbc__size_is_wrong(diag, options->size, "mlirbc_parse_options");
	const char *file = options && options->file_name ? options->file_name : "-";
	if (mlirbc__parser_start(&parser, context, text ? text : "", size, options ? options->max_depth : 0, diag) ==
		MLIRBC_OK) {
		parser.type_text = mlirbc_type_text;
		parser.dialects = options ? options->dialects : NULL;
		parser.dialect_count = options ? options->dialect_count : 0;
		if (MLIRBC__HAS_OPTION(options, take_ctx)) { /* the first release ended with max_depth */
			parser.take_op = options->take_op;
			parser.take_ctx = options->take_ctx;
		}
		if (MLIRBC__HAS_OPTION(options, explain_ctx)) {
			parser.explain_op = options->explain_op;
			parser.explain_ctx = options->explain_ctx;
		}
		parser.name_arguments = MLIRBC__HAS_OPTION(options, name_arguments) && options->name_arguments;
		context->texts++;
		parser.file = mlirbc_string_get(context, file, strlen(file));
		parser.module = mlirbc_module_create(context);
		if (!parser.file || !parser.module || !set_producer(&parser, options))
			mlirbc__no_memory(&parser);
		else if (parse_top_level(&parser) && wrap(&parser) &&
			 verify(&parser) && mlirbc__check_symbols(&parser, parser.module->body->first))
			*out_module = parser.module;
	}
	return mlirbc__parser_finish(&parser);
}
