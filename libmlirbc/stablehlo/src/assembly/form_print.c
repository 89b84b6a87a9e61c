/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Printer: interprets formats, and tests whether an operation satisfies its format. */
#include "assembly/form.h"

/* ---- attributes */

const struct mlirbc_attr *shlo__property(const struct mlirbc_op *op, const char *name)
{
	return mlirbc_dictionary_find(mlirbc_op_properties(op), name);
}

bool shlo__is_i64s(const struct mlirbc_attr *attr, struct shlo__dims *out)
{
	return attr && attr->kind == MLIRBC_ATTR_DENSE_ARRAY && attr->type->kind == MLIRBC_TYPE_INTEGER &&
	       attr->type->u.integer.width == 64 && shlo__i64s_of(attr, out);
}

void shlo__print_dims(struct mlirbc_printer *printer, const struct shlo__dims *dims)
{
	mlirbc_printer_text(printer, "[");
	for (size_t i = 0; i < dims->count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_integer(printer, dims->at[i]);
	}
	mlirbc_printer_text(printer, "]");
}

void shlo__print_enum(struct mlirbc_printer *printer, enum shlo__enum which, const struct mlirbc_attr *attr)
{
	struct mlirbc_string name;
	if (shlo__enum_name(which, shlo__enum_of(which, attr), &name))
		mlirbc_printer_bytes(printer, name.data, name.size);
}

static bool is_integer(const struct mlirbc_attr *attr, uint32_t width, enum mlirbc_signedness signedness)
{
	return attr && attr->kind == MLIRBC_ATTR_INTEGER && attr->type->kind == MLIRBC_TYPE_INTEGER &&
	       attr->type->u.integer.width == width && attr->type->u.integer.signedness == signedness;
}

static bool attr_fits(const struct mlirbc_attr *attr, char kind)
{
	struct shlo__dims dims;
	switch (kind) {
	case 'A': return shlo__is_i64s(attr, &dims);
	case 'n': return is_integer(attr, 64, MLIRBC_SIGNLESS);
	case 'U': return is_integer(attr, 64, MLIRBC_UNSIGNED);
	case 'm': return is_integer(attr, 32, MLIRBC_SIGNLESS);
	case 'b': return is_integer(attr, 1, MLIRBC_SIGNLESS);
	case 'f':
		return attr && attr->kind == MLIRBC_ATTR_FLOAT && attr->type->kind == MLIRBC_TYPE_FLOAT &&
		       attr->type->u.float_kind == MLIRBC_F64;
	default: return attr && attr->kind == MLIRBC_ATTR_STRING && !attr->type;
	}
}

static void print_attr(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, char kind)
{
	struct shlo__dims dims;
	if (kind == 'A' && shlo__is_i64s(attr, &dims))
		shlo__print_dims(printer, &dims);
	else
		mlirbc_printer_attr_untyped(printer, attr);
}

/* ---- defaults: StableHLO's printer leaves these attributes out where they have their default value */

static bool is_default_value(const struct mlirbc_attr *attr, char value)
{
	struct shlo__accuracy accuracy;
	int64_t number;
	switch (value) {
	case '[': return attr->kind == MLIRBC_ATTR_ARRAY && attr->u.array.count == 0;
	case '{': return attr->kind == MLIRBC_ATTR_DICTIONARY && attr->u.dictionary.count == 0;
	case 'R': return shlo__accuracy_of(attr, &accuracy, NULL) && shlo__is_default_accuracy(&accuracy);
	default: return shlo__int_of(attr, &number) && (number & 1) == value - '0' && number >= -1 && number <= 1;
	}
}

static const struct elided {
	short code; /* MLIRBC_STABLEHLO_NONE: any operation */
	char value;
	const char *name;
} elided[] = { { MLIRBC_STABLEHLO_NONE, 'R', "result_accuracy" }, { MLIRBC_STABLEHLO_cholesky, '0', "lower" },
	{ MLIRBC_STABLEHLO_composite, '0', "version" }, { MLIRBC_STABLEHLO_composite, '{', "composite_attributes" },
	{ MLIRBC_STABLEHLO_custom_call, '0', "has_side_effect" }, { MLIRBC_STABLEHLO_custom_call, '1', "api_version" },
	{ MLIRBC_STABLEHLO_custom_call, '[', "called_computations" }, { MLIRBC_STABLEHLO_custom_call, '[', "output_operand_aliases" },
	{ MLIRBC_STABLEHLO_custom_call, '[', "result_tilings" }, { MLIRBC_CHLO_top_k, '1', "is_stable" } };

static bool is_default(const struct mlirbc_op *op, const char *name)
{
	enum mlirbc_stablehlo_code code = MLIRBC_STABLEHLO_NONE;
	for (size_t i = 0; i < sizeof elided / sizeof *elided; i++) {
		if (strcmp(elided[i].name, name) != 0)
			continue;
		const struct mlirbc_attr *attr = shlo__property(op, name);
		code = code || !elided[i].code ? code : mlirbc_stablehlo_code(op->name);
		if (attr && (!elided[i].code || elided[i].code == (short)code) &&
			is_default_value(attr, elided[i].value))
			return true;
	}
	return false;
}

/* Names with a blank behind each. */
struct names {
	char text[512];
	size_t size;
};

static void add_name(struct names *names, const char *name, size_t size)
{
	if (size + 2 > sizeof names->text - names->size)
		return; /* no operation has this many */
	memcpy(names->text + names->size, name, size);
	names->size += size;
	names->text[names->size++] = ' ';
	names->text[names->size] = '\0';
}

void shlo__print_dict(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *shown, bool keyword)
{
	struct names names = { .size = 0 };
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	if (!mlirbc_op_has_attrs(op))
		return;
	names.text[0] = '\0';
	for (size_t i = 0; properties && i < properties->u.dictionary.count; i++) {
		const struct mlirbc_string *name = properties->u.dictionary.data[i].name;
		char text[SHLO__WORD];
		if (name->size >= sizeof text)
			continue;
		memcpy(text, name->data, name->size);
		text[name->size] = '\0';
		if (is_default(op, text))
			add_name(&names, text, name->size);
	}
	if (*shown)
		add_name(&names, shown, strlen(shown) - 1);
	mlirbc_printer_attr_dict(printer, op, names.text, keyword);
}

/* ---- types */

static const struct mlirbc_type *operand_type(const struct mlirbc_op *op, uint32_t index)
{
	return mlirbc_op_operands(op)[index].value->type;
}

static bool operands_are(const struct mlirbc_op *op, uint32_t from, const struct mlirbc_type *type)
{
	for (uint32_t i = from; i < op->operand_count; i++) {
		if (operand_type(op, i) != type)
			return false;
	}
	return true;
}

/* Whether one type says everything, so that no function type is needed. */
static bool has_short_type(const struct mlirbc_op *op, char code)
{
	if (op->result_count != 1)
		return false;
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	switch (code) {
	case 's': return type->kind != MLIRBC_TYPE_FUNCTION && operands_are(op, 0, type);
	case 'p': return op->operand_count == 3 && operands_are(op, 1, type);
	default: break;
	}
	if (!shlo__is_tensor(type) || shlo__element(type)->kind != MLIRBC_TYPE_COMPLEX || op->operand_count == 0)
		return false;
	const struct mlirbc_type *part = operand_type(op, 0);
	return shlo__is_tensor(part) && operands_are(op, 0, part) &&
	       shlo__element(part) == shlo__element(type)->u.shaped.element &&
	       part->u.shaped.encoding == type->u.shaped.encoding && part->u.shaped.rank == type->u.shaped.rank &&
	       (part->u.shaped.rank == 0 || memcmp(part->u.shaped.dims, type->u.shaped.dims,
						    part->u.shaped.rank * sizeof *part->u.shaped.dims) == 0);
}

static bool tuple_fits(const struct mlirbc_op *op)
{
	if (op->result_count != 1)
		return false;
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	bool fits = type->kind == MLIRBC_TYPE_TUPLE && type->u.tuple.count == op->operand_count;
	for (uint32_t i = 0; fits && i < op->operand_count; i++)
		fits = type->u.tuple.data[i] == operand_type(op, i);
	return fits;
}

static bool types_fit(const struct mlirbc_op *op, char code)
{
	switch (code) {
	case 'r': return op->operand_count == 0 && op->result_count != 0;
	case 'o': return op->result_count == 0;
	case '1': return op->result_count == 0 && op->operand_count && operands_are(op, 0, operand_type(op, 0));
	case 't': return tuple_fits(op);
	case 'a':
		return op->operand_count && op->result_count &&
		       (op->result_count > 1 || mlirbc_op_results(op)[0].type->kind != MLIRBC_TYPE_FUNCTION);
	default: return true;
	}
}

void shlo__print_signature(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_function_type(printer, op);
}

static void print_types(struct mlirbc_printer *printer, const struct mlirbc_op *op, char code)
{
	if (code == 'F' || (strchr("scp", code) && !has_short_type(op, code))) {
		shlo__print_signature(printer, op);
		return;
	}
	if (code == 'o' && op->operand_count == 0)
		return;
	mlirbc_printer_text(printer, " : ");
	switch (code) {
	case 'o': mlirbc_printer_operand_types(printer, op, 0, op->operand_count); return;
	case '1': mlirbc_printer_operand_types(printer, op, 0, 1); return;
	case 'p':
		mlirbc_printer_operand_types(printer, op, 0, 1);
		mlirbc_printer_text(printer, ", ");
		break;
	case 'a':
		mlirbc_printer_operand_types(printer, op, 0, op->operand_count);
		mlirbc_printer_text(printer, op->result_count > 1 ? " -> (" : " -> ");
		break;
	default: break;
	}
	mlirbc_printer_result_types(printer, op, 0, op->result_count);
	mlirbc_printer_text(printer, code == 'a' && op->result_count > 1 ? ")" : "");
}

/* ---- formats */

static bool word_fits(const struct mlirbc_op *op, const struct shlo__word *word)
{
	char text[SHLO__WORD];
	switch (word->size > 1 ? word->text[0] : '\0') {
	case '#': return attr_fits(shlo__property(op, shlo__word_text(word, 2, text)), word->text[1]);
	case '&':
		return shlo__enum_of((enum shlo__enum)(word->text[1] - '1'),
			       shlo__property(op, shlo__word_text(word, 2, text))) >= 0;
	case '+': return shlo__part_fits(op, word->text[1]);
	case ':': return types_fit(op, word->text[1]);
	default: return true;
	}
}

/* Skips the words of an optional group whose attribute is absent. */
static void enter_group(const struct mlirbc_op *op, const struct shlo__word *word, const char **at)
{
	char text[SHLO__WORD];
	const char *name = shlo__word_text(word, 1, text);
	if (!shlo__property(op, name) || is_default(op, name))
		*at = strchr(*at, ';');
}

bool shlo__plain(const struct mlirbc_op *op, uint32_t regions)
{
	const struct mlirbc_attr *others = mlirbc_op_attributes(op);
	struct mlirbc_stablehlo_attr_spec spec;
	if (op->region_count != regions || mlirbc_op_successor_count(op))
		return false;
	if (!others)
		return true;
	enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(op->name);
	for (size_t i = 0; i < others->u.dictionary.count; i++) {
		const struct mlirbc_string *name = others->u.dictionary.data[i].name;
		if (shlo__attr_find(code, name->data, name->size, &spec))
			return false;
	}
	return true;
}

/* Properties that are not of the operation would become discardable. */
static bool knows_properties(const struct mlirbc_op *op, enum mlirbc_stablehlo_code code)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	struct mlirbc_stablehlo_attr_spec spec;
	for (size_t i = 0; properties && i < properties->u.dictionary.count; i++) {
		const struct mlirbc_string *name = properties->u.dictionary.data[i].name;
		if (!shlo__attr_find(code, name->data, name->size, &spec))
			return false;
	}
	return true;
}

bool shlo__form_fits(const struct mlirbc_op *op, const struct shlo__form *form)
{
	enum mlirbc_stablehlo_code code = shlo__form_code(form);
	const char *at = shlo__form_format(form);
	struct shlo__word word;
	bool more;
	uint32_t least = mlirbc_stablehlo_least(shlo__ops[code].operands, &more);
	if (op->operand_count < least || (op->operand_count > least && !more) || !shlo__plain(op, 0) ||
		!knows_properties(op, code) || (code == MLIRBC_STABLEHLO_concatenate && !op->operand_count))
		return false;
	while (shlo__next_word(&at, &word)) {
		if (word.text[0] == '?')
			enter_group(op, &word, &at);
		else if (!word_fits(op, &word))
			return false;
	}
	return true;
}

/* Prints the attributes that the format does not show elsewhere. */
static void print_rest(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *format)
{
	struct names names = { .size = 0 };
	struct shlo__word word;
	if (!mlirbc_op_has_attrs(op))
		return;
	names.text[0] = '\0';
	while (shlo__next_word(&format, &word)) {
		const char *part = word.size == 2 && word.text[0] == '+' ? shlo__part_names(word.text[1]) : "";
		if (word.size > 2 && (word.text[0] == '#' || word.text[0] == '&'))
			add_name(&names, word.text + 2, word.size - 2);
		else if (*part)
			add_name(&names, part, strlen(part) - 1);
	}
	shlo__print_dict(printer, op, names.text, false);
}

static void print_word(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct shlo__form *form,
	const struct shlo__word *word, bool tight)
{
	char text[SHLO__WORD];
	const char *blank = tight ? "" : " ";
	switch (word->text[0]) {
	case ';': return;
	case '@': print_rest(printer, op, shlo__form_format(form)); return;
	case '%':
		mlirbc_printer_text(printer, blank);
		mlirbc_printer_operands(printer, op, 0, op->operand_count);
		return;
	case '#':
		mlirbc_printer_text(printer, blank);
		print_attr(printer, shlo__property(op, shlo__word_text(word, 2, text)), word->text[1]);
		return;
	case '&': /* the blank before the word, and that before the value */
		mlirbc_printer_text(printer, "  ");
		shlo__print_enum(printer, (enum shlo__enum)(word->text[1] - '1'),
			shlo__property(op, shlo__word_text(word, 2, text)));
		return;
	case '+': shlo__print_part(printer, op, word->text[1]); return;
	default:
		mlirbc_printer_text(printer, strchr(",()[]", word->text[0]) ? "" : blank);
		mlirbc_printer_bytes(printer, word->text, word->size);
	}
}

void shlo__print_form(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct shlo__form *form)
{
	const char *at = shlo__form_format(form);
	struct shlo__word word;
	bool tight = false;
	while (shlo__next_word(&at, &word)) {
		if (word.text[0] == '?') {
			enter_group(op, &word, &at);
			continue;
		}
		if (word.size == 2 && word.text[0] == ':') {
			print_types(printer, op, word.text[1]);
			continue;
		}
		print_word(printer, op, form, &word, tight);
		tight = word.text[0] == '(' || word.text[0] == '[';
	}
}
