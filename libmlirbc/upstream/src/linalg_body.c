/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the bodies of named operations from a short notation. */
#include "own_linalg.h"

#include <mlirbc/parse.h>
#include <mlirbc/print.h>

/* The operations of the notation, and their names for floats, integers, complex numbers and i1. */
static const struct operation {
	const char *body; /* of linalg.elementwise: its operands, then the letter of the operation */
	const char *kind; /* the name there */
	const char *on_float, *on_integer, *on_complex, *on_bit;
} operations[] = {
	{ "01+", "add", "arith.addf", "arith.addi", "complex.add", "arith.ori" },
	{ "01-", "sub", "arith.subf", "arith.subi", "complex.sub", NULL },
	{ "01*", "mul", "arith.mulf", "arith.muli", "complex.mul", "arith.andi" },
	{ "01/", "div", "arith.divf", "arith.divsi", "complex.div", NULL },
	{ "01\\", "div_unsigned", NULL, "arith.divui", NULL, NULL },
	{ "01>", "max_signed", "arith.maximumf", "arith.maxsi", NULL, "arith.maxsi" },
	{ "01<", "min_signed", "arith.minimumf", "arith.minsi", NULL, "arith.minsi" },
	{ "01}", "max_unsigned", "arith.maximumf", "arith.maxui", NULL, "arith.maxui" },
	{ "01{", "min_unsigned", "arith.minimumf", "arith.minui", NULL, "arith.minui" },
	{ "01^", "powf", "math.powf", NULL, NULL, NULL },
	{ "012?", "select", "arith.select", "arith.select", "arith.select", "arith.select" },
	{ "0a", "abs", "math.absf", NULL, NULL, NULL },
	{ "0c", "ceil", "math.ceil", NULL, NULL, NULL },
	{ "0e", "exp", "math.exp", NULL, NULL, NULL },
	{ "0f", "floor", "math.floor", NULL, NULL, NULL },
	{ "0g", "erf", "math.erf", NULL, NULL, NULL },
	{ "0h", "tanh", "math.tanh", NULL, NULL, NULL },
	{ "0l", "log", "math.log", NULL, NULL, NULL },
	{ "0n", "negf", "arith.negf", NULL, NULL, NULL },
	{ "0q", "sqrt", "math.sqrt", NULL, NULL, NULL },
	{ "0r", "round", "math.round", NULL, NULL, NULL },
	{ "0s", "rsqrt", "math.rsqrt", NULL, NULL, NULL },
	{ "0v", "reciprocal", "arith.divf", NULL, NULL, NULL },
	{ "0w", "square", "arith.mulf", NULL, NULL, NULL },
};

struct making {
	struct mlirbc_parser *parser;
	struct mlirbc_op_state *op;
	struct mlirbc_block *block;
	bool is_unsigned;
};

static struct mlirbc_value *make(struct making *making, const char *name, struct mlirbc_value *const *operands,
	size_t count, const struct mlirbc_type *type, const struct mlirbc_attr *attributes)
{
	const struct mlirbc_op_spec spec = { .name = name,
		.name_size = strlen(name),
		.attributes = attributes,
		.operands = operands,
		.operand_count = count,
		.result_types = &type,
		.result_count = type ? 1 : 0 };
	struct mlirbc_op *made = mlirbc_parser_make_op(making->parser, making->op, &spec, making->block);
	return made ? mlirbc_op_results(made) : NULL;
}

static struct mlirbc_value *make_constant(struct making *making, const struct mlirbc_attr *value)
{
	struct mlirbc_context *context = mlirbc_parser_context(making->parser);
	const struct mlirbc_named_attr entry = { mlirbc_string_get(context, "value", 5), value };
	const struct mlirbc_attr *all = entry.name && value ? mlirbc_attr_dictionary(context, &entry, 1) : NULL;
	if (!all) {
		mlirbc_parser_no_memory(making->parser);
		return NULL;
	}
	return make(making, "arith.constant", NULL, 0, value->type, all);
}

/* ---- casts */

/* The operation that casts between two types that differ; NULL: there is none. */
static const char *cast_name(const struct mlirbc_type *from, const struct mlirbc_type *to, bool is_unsigned)
{
	uint32_t before = mlirbc_type_width(from), after = mlirbc_type_width(to);
	if (to->kind == MLIRBC_TYPE_INTEGER && from->kind == MLIRBC_TYPE_FLOAT)
		return is_unsigned ? "arith.fptoui" : "arith.fptosi";
	if (to->kind == MLIRBC_TYPE_INTEGER && from->kind == MLIRBC_TYPE_INDEX)
		return "arith.index_cast";
	if (to->kind == MLIRBC_TYPE_INTEGER && from->kind == MLIRBC_TYPE_INTEGER && before != after)
		return after < before ? "arith.trunci" : is_unsigned ? "arith.extui" : "arith.extsi";
	if (to->kind == MLIRBC_TYPE_FLOAT && from->kind == MLIRBC_TYPE_INTEGER)
		return is_unsigned ? "arith.uitofp" : "arith.sitofp";
	if (to->kind == MLIRBC_TYPE_FLOAT && from->kind == MLIRBC_TYPE_FLOAT && before != after)
		return after > before ? "arith.extf" : "arith.truncf";
	return NULL;
}

static struct mlirbc_value *make_cast(
	struct making *making, struct mlirbc_value *value, const struct mlirbc_type *to, bool is_unsigned)
{
	if (value->type == to)
		return value;
	const char *name = cast_name(value->type, to, is_unsigned);
	if (name)
		return make(making, name, &value, 1, to, NULL);
	mlirbc_parser_error(making->parser, "the elements of operands and results cannot be cast");
	return NULL;
}

/* ---- operations */

static const char *name_for(const struct operation *operation, const struct mlirbc_type *type)
{
	switch (type->kind) {
	case MLIRBC_TYPE_FLOAT: return operation->on_float;
	case MLIRBC_TYPE_INDEX: return operation->on_integer;
	case MLIRBC_TYPE_INTEGER: return type->u.integer.width == 1 ? operation->on_bit : operation->on_integer;
	case MLIRBC_TYPE_COMPLEX: return operation->on_complex;
	default: return NULL;
	}
}

static size_t operand_count(const struct operation *operation) { return strlen(operation->body) - 1; }
static char letter_of(const struct operation *operation) { return operation->body[operand_count(operation)]; }

/* 1.0 of any float type. */
static const struct mlirbc_attr *one_of(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	const struct mlirbc_attr *one = NULL;
	char text[48] = "1.0 : ";
	size_t size = 6 + mlirbc_type_text(type, text + 6, sizeof text - 6);
	return size < sizeof text && mlirbc_parse_attr(context, text, size, &one, NULL) == MLIRBC_OK ? one : NULL;
}

/* 1 / x and x · x are made of operations with two operands. */
static struct mlirbc_value *make_operation(
	struct making *making, const struct operation *operation, struct mlirbc_value **operands)
{
	const struct mlirbc_type *type = operands[operand_count(operation) - 1]->type;
	const char *name = name_for(operation, type);
	if (!name) {
		mlirbc_parser_error(making->parser, "operation '%s' has no body for elements of this type", operation->kind);
		return NULL;
	}
	struct mlirbc_value *two[2] = { operands[0], operands[0] };
	char letter = letter_of(operation);
	if (letter == 'v' && !(two[0] = make_constant(making, one_of(mlirbc_parser_context(making->parser), type))))
		return NULL;
	if (letter == 'v' || letter == 'w')
		return make(making, name, two, 2, type, NULL);
	return make(making, name, operands, operand_count(operation), type, NULL);
}

static const struct operation *find_operation(char letter)
{
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
		if (letter_of(&operations[i]) == letter)
			return &operations[i];
	}
	return NULL;
}

/* ---- the postfix notation: besides operations, digits (inputs), 'o' (output), 'C' (cast to the type of the output),
 * 'U' (the same of unsigned integers), 'R' (random numbers of linalg.fill_rng_2d) */

enum { MOST_VALUES = 8 };

static struct mlirbc_value *make_integer(struct making *making, int64_t value, const struct mlirbc_type *type)
{
	const struct mlirbc_type *wide = up__integer(making->parser, 64);
	struct mlirbc_value *made = make_constant(
		making, wide ? mlirbc_attr_integer(mlirbc_parser_context(making->parser), wide, (uint64_t)value) : NULL);
	return made ? make_cast(making, made, type, false) : NULL;
}

static struct mlirbc_value *make_index(struct making *making, int64_t dimension, const struct mlirbc_type *type)
{
	struct mlirbc_context *context = mlirbc_parser_context(making->parser);
	const struct mlirbc_type *index = mlirbc_type_index(context), *wide = up__integer(making->parser, 64);
	const struct mlirbc_named_attr entry = { mlirbc_string_get(context, "dim", 3),
		wide ? mlirbc_attr_integer(context, wide, (uint64_t)dimension) : NULL };
	const struct mlirbc_attr *all = entry.name && entry.value ? mlirbc_attr_dictionary(context, &entry, 1) : NULL;
	struct mlirbc_value *made = all && index ? make(making, "linalg.index", NULL, 0, index, all) : NULL;
	return made ? make_cast(making, made, type, false) : NULL;
}

static struct mlirbc_value *apply(struct making *making, char letter, struct mlirbc_value *a, struct mlirbc_value *b)
{
	struct mlirbc_value *both[2] = { a, b };
	return a && b ? make_operation(making, find_operation(letter), both) : NULL;
}

/* One step of a linear congruential generator. */
static struct mlirbc_value *make_step(struct making *making, struct mlirbc_value *seed)
{
	struct mlirbc_value *factor = seed ? make_integer(making, 1103515245, seed->type) : NULL;
	struct mlirbc_value *product = apply(making, '*', seed, factor);
	return apply(making, '+', product, product ? make_integer(making, 12345, seed->type) : NULL);
}

/* A number between the inputs `low` and `high`, from the seed and the position. */
static struct mlirbc_value *make_random(struct making *making, const struct mlirbc_type *to)
{
	struct mlirbc_context *context = mlirbc_parser_context(making->parser);
	struct mlirbc_value *inputs = making->block->arguments;
	const struct mlirbc_type *real = mlirbc_type_float(context, MLIRBC_F64);
	if (making->block->argument_count != 4 || !real || inputs[0].type != real || inputs[1].type != real ||
		inputs[2].type->kind != MLIRBC_TYPE_INTEGER) {
		mlirbc_parser_error(making->parser, "expected two f64 and an integer as inputs");
		return NULL;
	}
	struct mlirbc_value *most = make_integer(making, 2147483647, real);
	struct mlirbc_value *column = most ? make_index(making, 1, inputs[2].type) : NULL;
	struct mlirbc_value *row = column ? make_index(making, 0, inputs[2].type) : NULL;
	struct mlirbc_value *seed = make_step(making, apply(making, '+', row, &inputs[2]));
	seed = make_step(making, apply(making, '+', column, seed));
	struct mlirbc_value *offset = seed ? make_cast(making, seed, real, false) : NULL;
	offset = apply(making, '+', most, offset);
	struct mlirbc_value *range = offset ? apply(making, '-', &inputs[1], &inputs[0]) : NULL;
	struct mlirbc_value *scale = range ? make_constant(making, mlirbc_attr_float(context, real, 2.3283063999999999E-10))
					   : NULL;
	range = apply(making, '*', range, scale);
	struct mlirbc_value *sum = apply(making, '+', apply(making, '*', offset, range), &inputs[0]);
	return sum ? make_cast(making, sum, to, false) : NULL;
}

static struct mlirbc_value *run(struct making *making, const char *body)
{
	struct mlirbc_value *stack[MOST_VALUES + 1], *arguments = making->block->arguments;
	uint32_t count = making->block->argument_count;
	size_t top = 0;
	for (const char *at = body; *at && top < MOST_VALUES; at++) {
		const struct operation *operation = find_operation(*at);
		struct mlirbc_value *made = NULL;
		if (*at == 'o')
			made = &arguments[count - 1];
		else if (*at >= '0' && *at <= '9' && (uint32_t)(*at - '0') + 1 < count)
			made = &arguments[*at - '0'];
		else if (*at >= '0' && *at <= '9')
			mlirbc_parser_error(making->parser, "expected more inputs");
		else if (*at == 'R')
			made = make_random(making, arguments[count - 1].type);
		else if (*at == 'C' || *at == 'U')
			made = make_cast(making, stack[--top], arguments[count - 1].type, *at == 'U' || making->is_unsigned);
		else if (operation)
			made = make_operation(making, operation, &stack[top -= operand_count(operation)]);
		if (!made)
			return NULL;
		stack[top++] = made;
	}
	return stack[top - 1];
}

bool up__linalg_add_body(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *body,
	const struct up__types *inputs, const struct up__types *outputs, bool is_unsigned)
{
	size_t count = inputs->count + outputs->count;
	const struct mlirbc_type **types = mlirbc_parser_scratch(parser, (count + 1) * sizeof *types);
	if (!types)
		return false;
	for (size_t i = 0; i < count; i++)
		types[i] = up__element(i < inputs->count ? inputs->data[i] : outputs->data[i - inputs->count]);
	if (outputs->count != 1)
		return mlirbc_parser_error(parser, "expected one output, found %zu", outputs->count);
	struct making making = { parser, op, mlirbc_parser_add_block(parser, op, types, count), is_unsigned };
	if (!making.block)
		return false;
	struct mlirbc_value *value = run(&making, body);
	const struct mlirbc_op_spec yield = {
		.name = "linalg.yield", .name_size = 12, .operands = &value, .operand_count = 1
	};
	return value && mlirbc_parser_make_op(parser, op, &yield, making.block);
}

const char *up__linalg_elementwise(const struct mlirbc_string *kind)
{
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
		if (strlen(operations[i].kind) == kind->size && memcmp(operations[i].kind, kind->data, kind->size) == 0)
			return operations[i].body;
	}
	return NULL;
}
