/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether an operation satisfies its custom form; if not, it is printed in generic form. */
#include "text/print/print_form_view.h"

/* Divides the operands: sizes from the attribute, or at most one group of any size. */
static bool find_groups(struct mlirbc__form_view *view)
{
	uint32_t groups = 0, lists = 0, single, at = 0;
	const char *code = view->types;
	for (; *code != '>'; code++) {
		lists += *code == '*';
		groups += *code != '*';
	}
	view->group_count = groups;
	if (strchr(code, '#')) {
		if (!mlirbc__segments(view->op, view->groups, groups))
			return false;
	} else {
		single = groups - lists;
		if (lists > 1 || view->op->operand_count < single || (lists == 0 && view->op->operand_count != single))
			return false;
		uint32_t group = 0;
		for (code = view->types; *code != '>'; code++) {
			bool list = code[1] == '*';
			view->groups[group++] = at;
			at += list ? view->op->operand_count - single : 1;
			code += list;
		}
		view->groups[group] = at;
	}
	at = 0;
	for (code = view->types; *code != '>'; code++, at++) {
		bool list = code[1] == '*';
		if (!list && view->groups[at + 1] - view->groups[at] != 1)
			return false;
		code += list;
	}
	return true;
}

static void bind(struct mlirbc__form_view *view, char letter, uint32_t from, uint32_t count, bool result)
{
	if (letter < 'a' || letter > 'd' || view->slots[letter - 'a'].count)
		return;
	view->slots[letter - 'a'].from = from;
	view->slots[letter - 'a'].count = count;
	view->slots[letter - 'a'].result = result;
}

/* i1, or the same shape with elements i1. */
static bool is_bool_like(const struct mlirbc_type *type, const struct mlirbc_type *like)
{
	if (!mlirbc__is_shaped(like))
		return mlirbc__is_bit(type);
	return type->kind == like->kind && type->u.shaped.rank == like->u.shaped.rank &&
	       mlirbc__is_bit(type->u.shaped.element) && type->u.shaped.encoding == like->u.shaped.encoding &&
	       type->u.shaped.space == like->u.shaped.space &&
	       (!type->u.shaped.scalable) == (!like->u.shaped.scalable) &&
	       (!type->u.shaped.scalable ||
		       memcmp(type->u.shaped.scalable, like->u.shaped.scalable, type->u.shaped.rank) == 0) &&
	       (type->u.shaped.rank == 0 ||
		       memcmp(type->u.shaped.dims, like->u.shaped.dims, type->u.shaped.rank * sizeof(int64_t)) == 0);
}

static bool is_shape_type(const struct mlirbc_type *type, const char *name)
{
	return type->kind == MLIRBC_TYPE_DIALECT && mlirbc__string_is(type->u.dialect.dialect, "shape", 5) &&
	       mlirbc__string_is(type->u.dialect.text, name, strlen(name));
}

static bool type_fits(const struct mlirbc__form_view *view, char code, const struct mlirbc_type *type, uint32_t index)
{
	const struct mlirbc_attr *value;
	switch (code) {
	case 'I': return type->kind == MLIRBC_TYPE_INDEX;
	case 'N': return mlirbc__is_bit(type);
	case 'B': return is_bool_like(type, mlirbc__form_slot_type(view, 'a', 0));
	case 'E':
		return mlirbc__is_shaped(mlirbc__form_slot_type(view, 'a', 0)) &&
		       type == mlirbc__form_slot_type(view, 'a', 0)->u.shaped.element;
	case 'S': return is_shape_type(type, "size");
	case 'H': return is_shape_type(type, "shape");
	case 'W': return is_shape_type(type, "witness");
	case 'V': return is_shape_type(type, "value_shape");
	case 'T':
		value = MLIRBC__PROPERTY(view->op, "value");
		return value && value->kind != MLIRBC_ATTR_DENSE_ARRAY &&
		       (value->type == type || (value->kind == MLIRBC_ATTR_UNIT && type->kind == MLIRBC_TYPE_NONE));
	default: return view->slots[code - 'a'].count && type == mlirbc__form_slot_type(view, code, index);
	}
}

/* The operands, or results, that function type a describes. */
static bool callee_fits(const struct mlirbc__form_view *view, bool results)
{
	const struct mlirbc_type *type = mlirbc__form_slot_type(view, 'a', 0);
	if (type->kind != MLIRBC_TYPE_FUNCTION)
		return false;
	const struct mlirbc_types *types = results ? &type->u.function.results : &type->u.function.inputs;
	uint32_t count = results ? view->op->result_count : view->op->operand_count - 1;
	for (uint32_t i = 0; i < count && count == types->count; i++) {
		if (types->data[i] !=
			(results ? mlirbc_op_results(view->op)[i].type : mlirbc__form_operand_type(view->op, i + 1)))
			return false;
	}
	return count == types->count;
}

static bool operands_fit(const struct mlirbc__form_view *view)
{
	size_t group = 0;
	for (const char *code = view->types; *code != '>'; code++, group++) {
		for (uint32_t i = view->groups[group]; i < view->groups[group + 1] && *code != 'X'; i++) {
			if (!type_fits(view, *code, mlirbc__form_operand_type(view->op, i), i - view->groups[group]))
				return false;
		}
		if (*code == 'X' && !callee_fits(view, false))
			return false;
		code += code[1] == '*';
	}
	return true;
}

/* `code` is after the '>'. */
static bool results_fit(struct mlirbc__form_view *view, const char *code)
{
	uint32_t at = 0, count = view->op->result_count;
	size_t single = 0;
	for (const char *c = code; *c && *c != '#'; c++)
		single += *c != '*' && c[1] != '*';
	if (count < single || (count != single && !strchr(code, '*')))
		return false;
	for (const char *c = code; *c && *c != '#'; c++) {
		bool list = c[1] == '*';
		uint32_t part = list ? count - (uint32_t)single : 1;
		if (*c == 'X')
			return callee_fits(view, true);
		bind(view, *c, at, part, true);
		for (uint32_t i = 0; i < part; i++) {
			if (!type_fits(view, *c, mlirbc_op_results(view->op)[at + i].type, i))
				return false;
		}
		at += part;
		c += list;
	}
	return true;
}

/* Result types that operands refer to are bound first. */
static void bind_results(struct mlirbc__form_view *view, const char *code)
{
	for (uint32_t at = 0; *code && *code != '#' && code[1] != '*' && at < view->op->result_count; code++, at++)
		bind(view, *code, at, 1, true);
}

bool mlirbc__form_bind(struct mlirbc__form_view *view)
{
	const char *results = strchr(view->types, '>');
	uint32_t group = 0;
	if (view->types[0] == '=')
		return true;
	if (!find_groups(view))
		return false;
	for (const char *code = view->types; *code != '>'; code++, group++) {
		bind(view, *code, view->groups[group], view->groups[group + 1] - view->groups[group], false);
		code += code[1] == '*';
	}
	bind_results(view, results + 1);
	if ((strpbrk(view->types, "BEX") && view->slots[0].count == 0))
		return false;
	return operands_fit(view) && results_fit(view, results + 1);
}

static bool is_integer(const struct mlirbc_attr *attr, uint32_t width)
{
	return attr && attr->kind == MLIRBC_ATTR_INTEGER && attr->type->kind == MLIRBC_TYPE_INTEGER &&
	       attr->type->u.integer.width == width && attr->type->u.integer.signedness == MLIRBC_SIGNLESS;
}

static bool value_fits(const struct mlirbc_attr *attr, char kind)
{
	switch (kind) {
	case '"': return attr && attr->kind == MLIRBC_ATTR_STRING && !attr->type;
	case '@': return attr && attr->kind == MLIRBC_ATTR_SYMBOL && attr->u.symbol.count == 0;
	case 'i': return attr && attr->kind == MLIRBC_ATTR_INTEGER && attr->type->kind == MLIRBC_TYPE_INDEX;
	case 'w': return is_integer(attr, 32);
	case 'l': return is_integer(attr, 64);
	default: return attr != NULL;
	}
}

static bool enum_fits(const struct mlirbc_op *op, char code)
{
	const struct mlirbc__form_enum *all = mlirbc__form_enum(code);
	const struct mlirbc_attr *attr = mlirbc__property(op, all->attribute, strlen(all->attribute));
	size_t size;
	return attr ? is_integer(attr, all->width) && mlirbc__name_at(all->names, attr->u.number.words[0], &size)
		    : all->optional;
}

/* True if parsing `text` as flags and printing them gives `text` again. Other text, which only a damaged or a
 * foreign attribute has, would not round-trip. */
static bool is_flags_text(const struct mlirbc__form_flags *flags, const struct mlirbc_string *text)
{
	char same[96];
	unsigned bits = 0;
	size_t at = strlen(flags->mnemonic) + 1;
	while (at < text->size) {
		size_t size = 0;
		while (at + size < text->size && !memchr(", >", text->data[at + size], 3))
			size++;
		int bit = mlirbc__name_index(flags->names, text->data + at, size);
		if (bit >= 0)
			bits |= 1U << bit;
		else if (flags->all && strlen(flags->all) == size && memcmp(flags->all, text->data + at, size) == 0)
			bits = 0x7F;
		at += size + 1;
	}
	mlirbc__flags_text(flags, bits, same, sizeof same);
	return mlirbc__string_is(text, same, strlen(same));
}

static bool flags_fit(const struct mlirbc_op *op, char code)
{
	const struct mlirbc__form_flags *flags = mlirbc__form_flags(code);
	const struct mlirbc_attr *attr = mlirbc__property(op, flags->attribute, strlen(flags->attribute));
	return !attr || (attr->kind == MLIRBC_ATTR_DIALECT && !attr->type &&
				mlirbc__string_is(attr->u.dialect.dialect, "arith", 5) &&
				is_flags_text(flags, attr->u.dialect.text));
}

static bool indices_fit(const struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	const struct mlirbc_attr *attr = mlirbc__property(view->op, word->text + 3, word->size - 3);
	uint32_t group = (uint32_t)(word->text[1] - '0'), dynamic = 0;
	if (!mlirbc__is_array_of(attr, 64))
		return false;
	for (size_t i = 0; i < attr->u.dense.count; i++)
		dynamic += mlirbc__element(attr, i) == MLIRBC_DYNAMIC;
	return dynamic == view->groups[group + 1] - view->groups[group];
}

static bool shape_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = MLIRBC__PROPERTY(op, "shape");
	return attr && attr->kind == MLIRBC_ATTR_DENSE && attr->type->kind == MLIRBC_TYPE_TENSOR &&
	       attr->type->u.shaped.element->kind == MLIRBC_TYPE_INDEX && attr->type->u.shaped.rank == 1;
}

static bool plus_fits(const struct mlirbc__form_view *view, const struct mlirbc__form_word *word)
{
	const struct mlirbc_attr *attr;
	switch (word->text[1]) {
	case 'o':
	case 'f':
	case 'F': return flags_fit(view->op, word->text[1]);
	case 'x': return shape_fits(view->op);
	case 'u': return true;
	case 'w': attr = MLIRBC__PROPERTY(view->op, "branch_weights"); return !attr || mlirbc__is_array_of(attr, 32);
	default: return mlirbc__is_array_of(mlirbc__property(view->op, word->text + 2, word->size - 2), 64);
	}
}

void mlirbc__form_region(
	const struct mlirbc_op *op, const struct mlirbc__form_word *word, struct mlirbc_region_form *out)
{
	const char *colon = memchr(word->text, ':', word->size);
	size_t size = colon ? (size_t)(colon - word->text) : word->size;
	out->arguments = memchr(word->text, 'a', size) != NULL;
	out->terminator = memchr(word->text, 't', size) || (memchr(word->text, 'r', size) && op->result_count);
	out->empty = false;
}

static bool word_fits(const struct mlirbc__form_view *view, const struct mlirbc__form_word *word, uint32_t *successors,
	uint32_t *regions)
{
	const struct mlirbc_op *op = view->op;
	struct mlirbc_region_form region;
	const char *colon;
	if (word->size < 2 && word->text[0] != '{')
		return true;
	switch (word->text[0]) {
	case '#': return value_fits(mlirbc__property(op, word->text + 2, word->size - 2), word->text[1]);
	case '&': return enum_fits(op, word->text[1]);
	case '+': return plus_fits(view, word);
	case '%': return indices_fit(view, word);
	case '^': return *successors < mlirbc_op_successor_count(op) && mlirbc_op_successors(op)[(*successors)++];
	case '{':
		mlirbc__form_region(op, word, &region);
		colon = memchr(word->text, ':', word->size);
		return *regions < op->region_count && mlirbc__region_fits(op, (*regions)++, colon ? colon + 1 : "",
							      !region.terminator, region.arguments);
	default: return true;
	}
}

void mlirbc__form_skip_unless(
	struct mlirbc__form_view *view, const struct mlirbc__form_word *condition, const char **at)
{
	uint32_t group = (uint32_t)(condition->text[1] - '0');
	bool there = condition->text[1] == '#'
			     ? mlirbc__property(view->op, condition->text + 2, condition->size - 2) != NULL
			     : view->groups[group + 1] != view->groups[group];
	struct mlirbc__form_word word;
	while (!there && mlirbc__form_next(at, &word) && word.text[0] != ';')
		;
}

bool mlirbc__form_fits(struct mlirbc__form_view *view)
{
	const char *at = view->format;
	struct mlirbc__form_word word;
	uint32_t successors = 0, regions = 0;
	if (!mlirbc__form_bind(view))
		return false;
	while (mlirbc__form_next(&at, &word)) {
		if (word.text[0] == '?')
			mlirbc__form_skip_unless(view, &word, &at);
		else if (!word_fits(view, &word, &successors, &regions))
			return false;
	}
	return successors == mlirbc_op_successor_count(view->op) && regions == view->op->region_count;
}
