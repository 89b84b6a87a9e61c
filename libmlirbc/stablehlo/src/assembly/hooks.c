/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The hooks that libmlirbc's parser and printer call. */
#include "assembly/form.h"

#include <mlirbc/build.h>
#include <mlirbc/stablehlo.h>

static bool has_form(const struct shlo__form *form) { return form->own || *shlo__form_format(form); }

/* ---- parser */

/* Operations that StableHLO and mhlo had once, and frontends of that time write: %a, %b : F */
static bool is_former(const struct mlirbc_string *name)
{
	const char *dot = memchr(name->data, '.', name->size);
	const size_t size = dot ? name->size - (size_t)(dot - name->data) : 0;
	return (size == 22 && memcmp(dot, ".compute_reshape_shape", size) == 0) || (size == 16 && memcmp(dot, ".cstr_reshapable", size) == 0);
}

static bool parse_former(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *type;
	struct mlirbc_unresolved *operands;
	size_t count;
	return mlirbc_parser_operands(parser, &operands, &count) && mlirbc_parser_attr_dict(parser, op, false) &&
	       shlo__parse_signature(parser, op, operands, count, &type);
}

static int parse_op(
	struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op, void *ctx)
{
	const void **kept = mlirbc_parser_kept(op);
	const struct shlo__form *form = *kept;
	(void)ctx;
	if (!form)
		*kept = form = &shlo__forms[mlirbc_stablehlo_code(name)];
	if (is_former(name))
		return parse_former(parser, op) ? 1 : -1;
	if (!has_form(form))
		return 0;
	return (form->own ? shlo__form_own(form)->parse(parser, op) : shlo__parse_form(parser, op, form)) ? 1 : -1;
}

/* ---- mhlo: the forms of its twins. Other operations with one operand are written as abs is. */

/* mhlo.topk(%x, k=3, largest=true) : T -> (U, V) */
static bool parse_top_k(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_type *i64 = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS), *type, *const *types;
	const struct mlirbc_attr *k;
	struct mlirbc_unresolved value;
	size_t count;
	if (!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_operand(parser, &value) || !mlirbc_parser_expect(parser, ",") ||
		!mlirbc_parser_expect(parser, "k") || !mlirbc_parser_expect(parser, "=") || !(i64 || mlirbc_parser_no_memory(parser)) ||
		!mlirbc_parser_integer(parser, i64, &k) || !mlirbc_parser_add_attr(parser, op, "k", k))
		return false;
	if (mlirbc_parser_try(parser, ",")) {
		const bool largest = mlirbc_parser_expect(parser, "largest") && mlirbc_parser_expect(parser, "=") &&
				     mlirbc_parser_try(parser, "true");
		if (!largest && !mlirbc_parser_expect(parser, "false"))
			return false;
		if (!mlirbc_parser_add_attr(parser, op, "largest", mlirbc_attr_bool(context, largest)))
			return false;
	}
	return mlirbc_parser_expect(parser, ")") && mlirbc_parser_attr_dict(parser, op, false) && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_parser_type(parser, &type) && mlirbc_parser_add_operand(parser, op, &value, type) &&
	       mlirbc_parser_expect(parser, "->") && mlirbc_parser_expect(parser, "(") && mlirbc_parser_types(parser, &types, &count) &&
	       mlirbc_parser_expect(parser, ")") && mlirbc_parser_add_results(parser, op, types, count);
}

static int parse_mhlo(
	struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op, void *ctx)
{
	const enum mlirbc_stablehlo_code code = shlo__mhlo_twin(name);
	const struct shlo__form *form = &shlo__forms[code];
	(void)ctx;
	if (shlo__name_is(name, "mhlo.topk"))
		return parse_top_k(parser, op) ? 1 : -1;
	if (shlo__ops[code].dialect == MLIRBC_STABLEHLO_DIALECT_CHLO || shlo__name_is(name, "mhlo.copy"))
		form = &shlo__forms[MLIRBC_STABLEHLO_abs];
	if (is_former(name))
		return parse_former(parser, op) ? 1 : -1;
	if (!has_form(form))
		return 0;
	return (form->own ? shlo__form_own(form)->parse(parser, op) : shlo__parse_form(parser, op, form)) ? 1 : -1;
}

static bool is_inherent_mhlo(const struct mlirbc_string *name, const struct mlirbc_string *attribute, void *ctx)
{
	struct mlirbc_stablehlo_attr_spec spec;
	(void)ctx;
	if (shlo__name_is(name, "mhlo.topk"))
		return shlo__name_is(attribute, "k") || shlo__name_is(attribute, "largest");
	return shlo__attr_find(shlo__mhlo_twin(name), attribute->data, attribute->size, &spec);
}

static const struct mlirbc_assembly mhlo = { .dialect = "mhlo", .parse_op = parse_mhlo, .is_inherent = is_inherent_mhlo };

static const struct mlirbc_attr *check_attr(struct mlirbc_parser *parser, const struct mlirbc_attr *attr, void *ctx)
{
	const char *why = NULL;
	(void)ctx;
	const struct mlirbc_attr *made = shlo__canonical_attr(mlirbc_parser_context(parser), attr, &why);
	const struct mlirbc_string *text = attr->u.dialect.text, *dialect = attr->u.dialect.dialect;
	size_t size = 0; /* of the mnemonic */
	while (size < text->size && size < 40 && text->data[size] != '<' && text->data[size] != ' ')
		size++;
	if (!made && why)
		mlirbc_parser_error(parser, "#%.*s.%.*s: %s", (int)dialect->size, dialect->data, (int)size, text->data, why);
	else if (!made)
		mlirbc_parser_no_memory(parser);
	return made;
}

/* !stablehlo.token and !stablehlo.future<...> are all types of the dialects. */
static const struct mlirbc_type *check_type(struct mlirbc_parser *parser, const struct mlirbc_type *type, void *ctx)
{
	const struct mlirbc_string *text = type->u.dialect.text;
	int shown = (int)(text->size < 60 ? text->size : 60);
	if (!ctx && (shlo__is_token(type) || shlo__is_future(type)))
		return type;
	mlirbc_parser_error(parser, "unknown %.*s type: %.*s", (int)type->u.dialect.dialect->size,
		type->u.dialect.dialect->data, shown, text->data);
	return NULL;
}

static bool is_isolated(const struct mlirbc_string *name, void *ctx)
{
	(void)ctx;
	return (shlo__ops[mlirbc_stablehlo_code(name)].traits & MLIRBC_STABLEHLO_ISOLATED) != 0;
}

static bool is_inherent(const struct mlirbc_string *name, const struct mlirbc_string *attribute, void *ctx)
{
	enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(name);
	struct mlirbc_stablehlo_attr_spec spec;
	(void)ctx;
	if (code == MLIRBC_STABLEHLO_NONE)
		return false;
	if (shlo__attr_find(code, attribute->data, attribute->size, &spec))
		return true;
	return code == MLIRBC_CHLO_scan &&
	       ((attribute->size == 19 && memcmp(attribute->data, "operandSegmentSizes", 19) == 0) ||
		       (attribute->size == 18 && memcmp(attribute->data, "resultSegmentSizes", 18) == 0));
}

/* !quant.uniform<...> in MLIR's spelling; other types of the dialect stay as they are. */
static const struct mlirbc_type *check_quant(struct mlirbc_parser *parser, const struct mlirbc_type *type, void *ctx)
{
	struct shlo__quant value;
	(void)ctx;
	if (!shlo__quant_of(mlirbc_parser_context(parser), type, &value))
		return type;
	const struct mlirbc_type *made = shlo__quant_type(mlirbc_parser_context(parser), &value);
	if (!made)
		mlirbc_parser_no_memory(parser);
	return made;
}

/* Steps that turn one name into the other: characters inserted, deleted or replaced; `most` + 1 if there are more. */
static size_t distance(const struct mlirbc_string *name, const char *other, size_t most)
{
	size_t row[80], size = strlen(other);
	if (size >= sizeof row / sizeof *row || name->size >= sizeof row / sizeof *row || size > name->size + most ||
		name->size > size + most)
		return most + 1;
	for (size_t j = 0; j <= size; j++)
		row[j] = j;
	for (size_t i = 1; i <= name->size; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= size; j++) {
			size_t replaced = diagonal + (name->data[i - 1] != other[j - 1]);
			size_t shorter = row[j] < row[j - 1] ? row[j] : row[j - 1];
			diagonal = row[j];
			row[j] = replaced < shorter + 1 ? replaced : shorter + 1;
		}
	}
	return row[size];
}

static bool suggest(const struct mlirbc_string *name, char *out, size_t room, void *ctx)
{
	enum { MOST = 2 };
	size_t best = MOST + 1;
	(void)ctx;
	for (unsigned i = 1; i < SHLO__CODES && mlirbc_stablehlo_code(name) == MLIRBC_STABLEHLO_NONE; i++) {
		const char *other = shlo__op_name((enum mlirbc_stablehlo_code)i);
		size_t steps = distance(name, other, MOST), size = strlen(other);
		if (steps >= best || size >= room)
			continue;
		best = steps;
		memcpy(out, other, size + 1);
	}
	return best <= MOST;
}

static bool foreign_types = true;
#define ASSEMBLY(name, types)                                                                                          \
	{                                                                                                              \
		name, parse_op, check_attr, NULL, is_isolated, types, is_inherent, suggest, check_type, NULL           \
	}
static const struct mlirbc_assembly assembly[] = { ASSEMBLY("stablehlo", NULL), ASSEMBLY("chlo", &foreign_types),
	ASSEMBLY("check", &foreign_types), ASSEMBLY("interpreter", &foreign_types) };
static const struct mlirbc_assembly quant = { .dialect = "quant", .check_type = check_quant };

const struct mlirbc_assembly *const *mlirbc_stablehlo_assembly(size_t *out_count)
{
	static const struct mlirbc_assembly *const all[] = { &assembly[0], &assembly[1], &assembly[2], &assembly[3],
		&quant, &shlo__sdy_assembly, &shlo__ml_program_assembly, &mhlo };
	*out_count = sizeof all / sizeof *all;
	return all;
}

/* ---- printer */

static const void *find_form(const struct mlirbc_string *name, void *ctx)
{
	const struct shlo__form *form = &shlo__forms[mlirbc_stablehlo_code(name)];
	(void)ctx;
	return has_form(form) || shlo__form_name(form, 0) ? form : NULL;
}

static bool fits(const struct mlirbc_op *op, const void *data, void *ctx)
{
	const struct shlo__form *form = data;
	(void)ctx;
	return form->own ? shlo__form_own(form)->fits(op) : *shlo__form_format(form) && shlo__form_fits(op, form);
}

static bool print(struct mlirbc_printer *printer, const struct mlirbc_op *op, const void *data, uint32_t step,
	struct mlirbc_region_form *out, void *ctx)
{
	const struct shlo__form *form = data;
	(void)ctx;
	if (form->own)
		return shlo__form_own(form)->print(printer, op, step, out);
	shlo__print_form(printer, op, form);
	return false;
}

static const char *result_name(const struct mlirbc_op *op, const void *data, uint32_t result, void *ctx)
{
	const struct shlo__form *form = data;
	enum mlirbc_stablehlo_code code = shlo__form_code(form);
	(void)ctx;
	if (code == MLIRBC_STABLEHLO_constant && op->result_count == 1)
		return shlo__element(mlirbc_op_results(op)[0].type)->kind == MLIRBC_TYPE_INTEGER ? "c" : "cst";
	if (code == MLIRBC_CHLO_scan)
		return result == shlo__scan_outputs(op) ? shlo__form_name(form, 1) : result ? NULL : shlo__form_name(form, 0);
	return shlo__form_name(form, result);
}

static const char *argument_name(
	const struct mlirbc_op *op, const void *data, uint32_t region, uint32_t argument, void *ctx)
{
	(void)op;
	(void)region;
	(void)argument;
	(void)ctx;
	return shlo__form_code(data) == MLIRBC_STABLEHLO_while ? "iterArg" : NULL;
}

#define PRINTING(name)                                                                                                 \
	{                                                                                                              \
		name, find_form, fits, print, result_name, argument_name, NULL                                         \
	}
static const struct mlirbc_printing printing[] = { PRINTING("stablehlo"), PRINTING("chlo"), PRINTING("check"),
	PRINTING("interpreter") };

const struct mlirbc_printing *const *mlirbc_stablehlo_printing(size_t *out_count)
{
	static const struct mlirbc_printing *const all[] = { &printing[0], &printing[1], &printing[2], &printing[3],
		&shlo__sdy_printing };
	*out_count = sizeof all / sizeof *all;
	return all;
}
