/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shardy's operations in custom form. */
#include "assembly/form.h"

#include <mlirbc/build.h>

/* A form is a list of words:
 *
 *   %                 the operand
 *   &mnemonic:name    the attribute `name`, an #sdy.mnemonic without its name
 *   =&mnemonic:name   the same as name=<...>
 *   ?&mnemonic:name   the same, only if there is one
 *   #name             name=N, an i64
 *   <name             name=NONE, a direction of propagation
 *   >name             max or min, only if there is one
 *   @                 the attribute dictionary
 *   :                 a colon and the type of the operand; without results in `mute` operations also that of the result
 * and those that none describes have functions. */
struct form {
	const char *name; /* without "sdy." */
	const char *words, *attributes; /* NULL: functions */
	bool mute; /* there is no result */
	struct shlo__form_functions own;
};

static bool has_word(const char *at, struct shlo__word *out) { return shlo__next_word(&at, out); }

/* "mnemonic:name" of a word. */
struct part {
	char mnemonic[SHLO__WORD], name[SHLO__WORD];
};

static void split(const struct shlo__word *word, size_t skip, struct part *out)
{
	const char *text = word->text + skip, *colon = memchr(text, ':', word->size - skip);
	const size_t size = (size_t)(colon - text), rest = word->size - skip - size - 1;
	memcpy(out->mnemonic, text, size);
	out->mnemonic[size] = '\0';
	memcpy(out->name, colon + 1, rest);
	out->name[rest] = '\0';
}

/* ---- parser */

static const char *const directions[] = { "NONE", "FORWARD", "BACKWARD", "BOTH" };
static const char *const reductions[] = { "sum", "max", "min" };

static bool add_i32(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, uint64_t value)
{
	const struct mlirbc_type *i32 = mlirbc_type_integer(mlirbc_parser_context(parser), 32, MLIRBC_SIGNLESS);
	return mlirbc_parser_add_attr(parser, op, name, i32 ? mlirbc_attr_integer(mlirbc_parser_context(parser), i32, value) : NULL);
}

static bool add_body(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct part *part)
{
	const struct mlirbc_attr *attr;
	return mlirbc_parser_attr_body(parser, "sdy", part->mnemonic, &attr) && mlirbc_parser_add_attr(parser, op, part->name, attr);
}

static bool parse_labelled(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct shlo__word *word, bool optional)
{
	struct part part;
	split(word, 2, &part);
	if (optional ? !mlirbc_parser_try(parser, part.name) : !mlirbc_parser_expect(parser, part.name))
		return optional;
	return mlirbc_parser_expect(parser, "=") && add_body(parser, op, &part);
}

static bool parse_number(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct shlo__word *word)
{
	char name[SHLO__WORD];
	const struct mlirbc_type *i64 = mlirbc_type_integer(mlirbc_parser_context(parser), 64, MLIRBC_SIGNLESS);
	int64_t value;
	return mlirbc_parser_expect(parser, shlo__word_text(word, 1, name)) && mlirbc_parser_expect(parser, "=") &&
	       mlirbc_parser_int64(parser, &value) &&
	       mlirbc_parser_add_attr(parser, op, name,
		       i64 ? mlirbc_attr_integer(mlirbc_parser_context(parser), i64, (uint64_t)value) : NULL);
}

static bool parse_direction(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct shlo__word *word)
{
	char name[SHLO__WORD];
	if (!mlirbc_parser_expect(parser, shlo__word_text(word, 1, name)) || !mlirbc_parser_expect(parser, "="))
		return false;
	for (size_t i = 0; i < sizeof directions / sizeof *directions; i++) {
		if (mlirbc_parser_try(parser, directions[i]))
			return add_i32(parser, op, name, i);
	}
	return mlirbc_parser_error(parser, "expected NONE, FORWARD, BACKWARD or BOTH");
}

static bool parse_reduction(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct shlo__word *word)
{
	char name[SHLO__WORD];
	for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++) {
		if (mlirbc_parser_try(parser, reductions[i]))
			return add_i32(parser, op, shlo__word_text(word, 1, name), i);
	}
	return true;
}

static bool parse_types(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_unresolved *operand, bool mute)
{
	const struct mlirbc_type *type;
	return mlirbc_parser_expect(parser, ":") && mlirbc_parser_last_type(parser, &type) &&
	       mlirbc_parser_add_operand(parser, op, operand, type) && (mute || mlirbc_parser_add_result(parser, op, type));
}

static bool parse_words(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct form *form)
{
	struct mlirbc_unresolved operand;
	struct shlo__word word;
	struct part part;
	bool good = true;
	for (const char *at = form->words; good && shlo__next_word(&at, &word);) {
		switch (word.text[0]) {
		case '%': good = mlirbc_parser_operand(parser, &operand); break;
		case '&':
			split(&word, 1, &part);
			good = add_body(parser, op, &part);
			break;
		case '=': good = parse_labelled(parser, op, &word, false); break;
		case '?': good = parse_labelled(parser, op, &word, true); break;
		case '#': good = parse_number(parser, op, &word); break;
		case '<': good = parse_direction(parser, op, &word); break;
		case '>': good = parse_reduction(parser, op, &word); break;
		case '@': good = mlirbc_parser_attr_dict(parser, op, false); break;
		default: good = parse_types(parser, op, &operand, form->mute); break;
		}
	}
	return good;
}

/* ---- printer */

static bool is_sdy(const struct mlirbc_attr *attr, const char *mnemonic)
{
	return attr && attr->kind == MLIRBC_ATTR_CODED && shlo__name_is(attr->u.coded.dialect, "sdy") &&
	       shlo__name_is(attr->u.coded.mnemonic, mnemonic);
}

/* The number of an enumeration's attribute; `count`: it is none. */
static size_t number_of(const struct mlirbc_attr *attr, size_t count)
{
	return attr && attr->kind == MLIRBC_ATTR_INTEGER && attr->u.number.words[0] < count ? (size_t)attr->u.number.words[0] : count;
}

static bool word_fits(const struct mlirbc_op *op, const struct shlo__word *word)
{
	const bool labelled = word->text[0] == '=' || word->text[0] == '?';
	const struct mlirbc_attr *attr;
	struct part part;
	char name[SHLO__WORD];
	switch (word->text[0]) {
	case '&':
	case '=':
	case '?':
		split(word, 1 + labelled, &part);
		attr = shlo__property(op, part.name);
		return (!attr && word->text[0] == '?') || is_sdy(attr, part.mnemonic);
	case '#':
		attr = shlo__property(op, shlo__word_text(word, 1, name));
		return attr && attr->kind == MLIRBC_ATTR_INTEGER && mlirbc_type_width(attr->type) == 64;
	case '<': return number_of(shlo__property(op, shlo__word_text(word, 1, name)), 4) < 4;
	case '>':
		attr = shlo__property(op, shlo__word_text(word, 1, name));
		return !attr || number_of(attr, 3) < 3;
	default: return true;
	}
}

static bool words_fit(const struct mlirbc_op *op, const struct form *form)
{
	struct shlo__word word;
	if (!shlo__plain(op, 0) || op->operand_count != 1 || op->result_count != !form->mute ||
		(!form->mute && mlirbc_op_results(op)[0].type != mlirbc_op_operands(op)[0].value->type))
		return false;
	for (const char *at = form->words; shlo__next_word(&at, &word);) {
		if (!word_fits(op, &word))
			return false;
	}
	return true;
}

static void print_body(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct shlo__word *word)
{
	const bool labelled = word->text[0] != '&';
	struct part part;
	split(word, 1 + labelled, &part);
	const struct mlirbc_attr *attr = shlo__property(op, part.name);
	if (!attr)
		return;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_text(printer, labelled ? part.name : "");
	mlirbc_printer_text(printer, labelled ? "=" : "");
	mlirbc_printer_attr_body(printer, attr);
}

static void print_word(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct shlo__word *word, const char *attributes)
{
	char name[SHLO__WORD];
	const struct mlirbc_attr *attr;
	switch (word->text[0]) {
	case '%':
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_operands(printer, op, 0, 1);
		break;
	case '&':
	case '=':
	case '?': print_body(printer, op, word); break;
	case '#':
	case '<':
		attr = shlo__property(op, shlo__word_text(word, 1, name));
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_text(printer, name);
		mlirbc_printer_text(printer, "=");
		if (word->text[0] == '#')
			mlirbc_printer_integer(printer, (int64_t)attr->u.number.words[0]);
		else
			mlirbc_printer_text(printer, directions[number_of(attr, 4)]);
		break;
	case '>':
		attr = shlo__property(op, shlo__word_text(word, 1, name));
		if (attr && number_of(attr, 3) != 0) {
			mlirbc_printer_text(printer, " ");
			mlirbc_printer_text(printer, reductions[number_of(attr, 3)]);
		}
		break;
	case '@': mlirbc_printer_attr_dict(printer, op, attributes, false); break;
	default:
		mlirbc_printer_text(printer, " : ");
		mlirbc_printer_operand_types(printer, op, 0, 1);
		break;
	}
}

/* ---- sdy.mesh @m = <["a"=2]> {...} */

static bool parse_mesh(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *name, *mesh;
	if (!mlirbc_parser_at_symbol(parser) || !mlirbc_parser_symbol(parser, &name))
		return mlirbc_parser_error(parser, "expected the name of a mesh");
	return mlirbc_parser_add_attr(parser, op, "sym_name",
		       mlirbc_attr_string(mlirbc_parser_context(parser), name->u.symbol.root->data, name->u.symbol.root->size)) &&
	       mlirbc_parser_expect(parser, "=") && mlirbc_parser_attr_body(parser, "sdy", "mesh", &mesh) &&
	       mlirbc_parser_add_attr(parser, op, "mesh", mesh) && mlirbc_parser_attr_dict(parser, op, false);
}

static bool mesh_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = shlo__property(op, "sym_name");
	return shlo__plain(op, 0) && op->operand_count == 0 && op->result_count == 0 && name && name->kind == MLIRBC_ATTR_STRING &&
	       !name->type && is_sdy(shlo__property(op, "mesh"), "mesh");
}

static bool print_mesh(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_symbol(printer, shlo__property(op, "sym_name")->u.string);
	mlirbc_printer_text(printer, " = ");
	mlirbc_printer_attr_body(printer, shlo__property(op, "mesh"));
	mlirbc_printer_attr_dict(printer, op, "mesh sym_name ", false);
	return false;
}

/* ---- sdy.return {...} %a, %b : T, U */

static bool parse_return(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved *operands;
	const struct mlirbc_type *const *types;
	size_t count, type_count;
	if (!mlirbc_parser_attr_dict(parser, op, false))
		return false;
	if (!mlirbc_parser_at_operand(parser))
		return true;
	return mlirbc_parser_operands(parser, &operands, &count) && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_parser_types(parser, &types, &type_count) &&
	       mlirbc_parser_add_operands(parser, op, operands, count, types, type_count);
}

static bool return_fits(const struct mlirbc_op *op) { return shlo__plain(op, 0) && op->result_count == 0 && !mlirbc_op_properties(op); }

static bool print_return(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_attr_dict(printer, op, "", false);
	if (op->operand_count == 0)
		return false;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, op->operand_count);
	return false;
}

/* ---- sdy.manual_computation(%x) in_shardings=[...] out_shardings=[...] manual_axes={...} (%arg1: T) {...} {...} : F, and
 * sdy.named_computation<"name">(%x) in_shardings=[...] out_shardings=[...] (%arg1: T) {...} {...} : F */

/* [<...>, <...>] as #sdy.sharding_per_value. */
static bool parse_shardings(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_attr **items = NULL;
	size_t count = 0, room = 0;
	if (!mlirbc_parser_expect(parser, name) || !mlirbc_parser_expect(parser, "=") || !mlirbc_parser_expect(parser, "["))
		return false;
	while (!mlirbc_parser_at(parser, "]")) {
		if (!(items = shlo__list_room(parser, items, count, &room, sizeof *items)) || (count && !mlirbc_parser_expect(parser, ",")) || !mlirbc_parser_attr_body(parser, "sdy", "sharding", &items[count]))
			return false;
		count++;
	}
	const struct mlirbc_attr *list = mlirbc_attr_array(context, items, count);
	return mlirbc_parser_expect(parser, "]") &&
	       mlirbc_parser_add_attr(parser, op, name, list ? mlirbc_attr_coded(context, "sdy", "sharding_per_value", &list, 1) : NULL);
}

static bool parse_arguments(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved_argument *arguments = NULL;
	size_t count = 0, room = 0;
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	while (!mlirbc_parser_at(parser, ")")) {
		if (!(arguments = shlo__list_room(parser, arguments, count, &room, sizeof *arguments)) || (count && !mlirbc_parser_expect(parser, ",")) || !mlirbc_parser_argument(parser, &arguments[count++]))
			return false;
	}
	return mlirbc_parser_expect(parser, ")") && mlirbc_parser_add_region_of(parser, op, arguments, count, true);
}

static bool parse_body(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_unresolved *operands, size_t count)
{
	const struct mlirbc_type *type;
	return parse_arguments(parser, op) && mlirbc_parser_attr_dict(parser, op, false) &&
	       shlo__parse_signature(parser, op, operands, count, &type);
}

static bool parse_manual(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	static const struct part axes = { "manual_axes", "manual_axes" };
	struct mlirbc_unresolved *operands;
	size_t count;
	return mlirbc_parser_expect(parser, "(") && mlirbc_parser_operands(parser, &operands, &count) &&
	       mlirbc_parser_expect(parser, ")") && parse_shardings(parser, op, "in_shardings") &&
	       parse_shardings(parser, op, "out_shardings") && mlirbc_parser_expect(parser, axes.name) &&
	       mlirbc_parser_expect(parser, "=") && add_body(parser, op, &axes) && parse_body(parser, op, operands, count);
}

static bool parse_named(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved *operands;
	const struct mlirbc_attr *name;
	size_t count;
	if (!mlirbc_parser_expect(parser, "<") || !mlirbc_parser_string(parser, &name) || !mlirbc_parser_add_attr(parser, op, "name", name) ||
		!mlirbc_parser_expect(parser, ">") || !mlirbc_parser_expect(parser, "(") ||
		!mlirbc_parser_operands(parser, &operands, &count) || !mlirbc_parser_expect(parser, ")"))
		return false;
	if (mlirbc_parser_at(parser, "in_shardings") && !parse_shardings(parser, op, "in_shardings"))
		return false;
	if (mlirbc_parser_at(parser, "out_shardings") && !parse_shardings(parser, op, "out_shardings"))
		return false;
	return parse_body(parser, op, operands, count);
}

static const struct mlirbc_attr *shardings(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *attr = shlo__property(op, name);
	return is_sdy(attr, "sharding_per_value") && attr->u.coded.count == 1 ? attr->u.coded.fields[0].value : NULL;
}

static bool is_list(const struct mlirbc_attr *list)
{
	for (size_t i = 0; list && list->kind == MLIRBC_ATTR_ARRAY && i < list->u.array.count; i++) {
		if (!is_sdy(list->u.array.data[i], "sharding"))
			return false;
	}
	return list && list->kind == MLIRBC_ATTR_ARRAY;
}

static bool body_fits(const struct mlirbc_op *op)
{
	return shlo__plain(op, 1) && op->region_count == 1 && mlirbc_op_regions(op)[0].block_count == 1 && mlirbc_op_regions(op)[0].first->last;
}

static bool manual_fits(const struct mlirbc_op *op)
{
	return body_fits(op) && is_list(shardings(op, "in_shardings")) && is_list(shardings(op, "out_shardings")) &&
	       is_sdy(shlo__property(op, "manual_axes"), "manual_axes");
}

static bool named_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = shlo__property(op, "name");
	return body_fits(op) && name && name->kind == MLIRBC_ATTR_STRING && !name->type &&
	       (!shlo__property(op, "in_shardings") || is_list(shardings(op, "in_shardings"))) &&
	       (!shlo__property(op, "out_shardings") || is_list(shardings(op, "out_shardings")));
}

static void print_shardings(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *list = shardings(op, name);
	if (!list)
		return;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_text(printer, name);
	mlirbc_printer_text(printer, "=[");
	for (size_t i = 0; i < list->u.array.count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_attr_body(printer, list->u.array.data[i]);
	}
	mlirbc_printer_text(printer, "]");
}

static void begin_body(struct mlirbc_printer *printer, const struct mlirbc_op *op, struct mlirbc_region_form *out)
{
	const struct mlirbc_block *block = mlirbc_op_regions(op)[0].first;
	mlirbc_printer_text(printer, " (");
	for (uint32_t i = 0; i < block->argument_count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_value(printer, &block->arguments[i]);
		mlirbc_printer_text(printer, ": ");
		mlirbc_printer_type(printer, block->arguments[i].type);
		mlirbc_printer_argument_location(printer, &block->arguments[i]);
	}
	mlirbc_printer_text(printer, ") ");
	*out = (struct mlirbc_region_form){ .index = 0, .terminator = true };
}

static bool end_body(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *attributes)
{
	mlirbc_printer_attr_dict(printer, op, attributes, false);
	shlo__print_signature(printer, op);
	return false;
}

static void print_operands(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_text(printer, ")");
}

static bool print_manual(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == 1)
		return end_body(printer, op, "in_shardings manual_axes out_shardings ");
	print_operands(printer, op);
	print_shardings(printer, op, "in_shardings");
	print_shardings(printer, op, "out_shardings");
	mlirbc_printer_text(printer, " manual_axes=");
	mlirbc_printer_attr_body(printer, shlo__property(op, "manual_axes"));
	begin_body(printer, op, out);
	return true;
}

static bool print_named(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step == 1)
		return end_body(printer, op, "in_shardings name out_shardings ");
	mlirbc_printer_text(printer, "<");
	mlirbc_printer_attr(printer, shlo__property(op, "name"));
	mlirbc_printer_text(printer, ">");
	print_operands(printer, op);
	print_shardings(printer, op, "in_shardings");
	print_shardings(printer, op, "out_shardings");
	begin_body(printer, op, out);
	return true;
}

/* ---- all forms, by name */

#define OWN(name, parse, fits, print) { name, NULL, NULL, false, { parse, fits, print } }
#define WORDS(name, words, attributes) { name, words, attributes, false, { NULL, NULL, NULL } }
#define MUTE(name, words, attributes) { name, words, attributes, true, { NULL, NULL, NULL } }
static const struct form forms[] = {
	WORDS("all_gather", "&list_of_axis_ref_lists:gathering_axes % =&sharding:out_sharding @ :", "gathering_axes out_sharding "),
	WORDS("all_reduce", ">reduction_op &axis_ref_list:reduction_axes % =&sharding:out_sharding @ :",
		"out_sharding reduction_axes reduction_op "),
	WORDS("all_slice", "&list_of_axis_ref_lists:slicing_axes % =&sharding:out_sharding @ :", "out_sharding slicing_axes "),
	WORDS("all_to_all", "&all_to_all_param_list:params % =&sharding:out_sharding @ :", "out_sharding params "),
	WORDS("collective_permute", "% =&sharding:out_sharding @ :", "out_sharding "),
	OWN("constant", shlo__parse_constant, shlo__fits_constant, shlo__print_constant),
	WORDS("data_flow_edge", "% ?&sharding:sharding @ :", "sharding "),
	WORDS("func_data_flow_edge", "% @ :", ""),
	OWN("manual_computation", parse_manual, manual_fits, print_manual),
	OWN("mesh", parse_mesh, mesh_fits, print_mesh),
	OWN("named_computation", parse_named, named_fits, print_named),
	WORDS("propagation_barrier", "% <allowed_direction @ :", "allowed_direction "),
	WORDS("reduce_scatter", ">reduction_op &list_of_axis_ref_lists:reduce_scatter_axes % =&sharding:out_sharding @ :",
		"out_sharding reduce_scatter_axes reduction_op "),
	WORDS("replicated_to_unreduced", "&axis_ref_list:axes % =&sharding:out_sharding @ :", "axes out_sharding "),
	WORDS("reshard", "% &sharding:sharding @ :", "sharding "),
	OWN("return", parse_return, return_fits, print_return),
	WORDS("sharded_to_unreduced", "&list_of_axis_ref_lists:axes % =&sharding:out_sharding @ :", "axes out_sharding "),
	WORDS("sharding_constraint", "% &sharding:sharding @ :", "sharding "),
	MUTE("sharding_group", "% #group_id @ :", "group_id "),
};

static const struct form *find_form(const struct mlirbc_string *name)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		const size_t size = strlen(forms[i].name);
		if (name->size == size + 4 && memcmp(name->data + 4, forms[i].name, size) == 0)
			return &forms[i];
	}
	return NULL;
}

/* ---- hooks */

static int parse_op(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op, void *ctx)
{
	const struct form *form = find_form(name);
	(void)ctx;
	if (!form)
		return 0;
	return (form->words ? parse_words(parser, op, form) : form->own.parse(parser, op)) ? 1 : -1;
}

static bool is_isolated(const struct mlirbc_string *name, void *ctx)
{
	(void)ctx;
	return shlo__name_is(name, "sdy.manual_computation") || shlo__name_is(name, "sdy.named_computation");
}

/* The names in the dictionary of a form are those of its inherent attributes. */
static bool is_inherent(const struct mlirbc_string *name, const struct mlirbc_string *attribute, void *ctx)
{
	static const struct {
		const char *op, *names;
	} own[] = { { "sdy.constant", "value " }, { "sdy.mesh", "mesh sym_name " },
		{ "sdy.manual_computation", "in_shardings manual_axes out_shardings " },
		{ "sdy.named_computation", "in_shardings name out_shardings " } };
	const struct form *form = find_form(name);
	const char *names = form && form->words ? form->attributes : "";
	struct shlo__word word;
	(void)ctx;
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		names = shlo__name_is(name, own[i].op) ? own[i].names : names;
	while (has_word(names, &word)) {
		if (word.size == attribute->size && memcmp(word.text, attribute->data, word.size) == 0)
			return true;
		names = word.text + word.size;
	}
	return false;
}

static const void *find(const struct mlirbc_string *name, void *ctx)
{
	(void)ctx;
	return find_form(name);
}

static bool fits(const struct mlirbc_op *op, const void *data, void *ctx)
{
	const struct form *form = data;
	(void)ctx;
	return form->words ? words_fit(op, form) : form->own.fits(op);
}

static bool print(struct mlirbc_printer *printer, const struct mlirbc_op *op, const void *data, uint32_t step,
	struct mlirbc_region_form *out, void *ctx)
{
	const struct form *form = data;
	struct shlo__word word;
	(void)ctx;
	if (!form->words)
		return form->own.print(printer, op, step, out);
	for (const char *at = form->words; shlo__next_word(&at, &word);)
		print_word(printer, op, &word, form->attributes);
	return false;
}

const struct mlirbc_assembly shlo__sdy_assembly = {
	.dialect = "sdy", .parse_op = parse_op, .is_isolated = is_isolated, .is_inherent = is_inherent };
const struct mlirbc_printing shlo__sdy_printing = { .dialect = "sdy", .find = find, .fits = fits, .print = print };
