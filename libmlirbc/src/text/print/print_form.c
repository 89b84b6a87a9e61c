/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom forms of operations that dialects/forms.h describes: interprets their formats. */
#include "text/print/print_form.h"

#include <stdio.h>

/* An operation whose format is being interpreted. Blanks go where MLIR's generated printers put them. */
struct view {
	struct mlirbc__printer *printer;
	const struct mlirbc_op *op;
	const char *format, *types;
	uint32_t groups[MLIRBC__MOST_GROUPS + 1]; /* where they begin among the operands, and end */
	size_t group_count;
	struct {
		uint32_t from, count;
		bool result;
	} slots[MLIRBC__MOST_SLOTS];
	bool space, punctuation; /* a blank is due; the last word was punctuation */
};

struct word {
	const char *text;
	size_t size;
};

static bool next_word(const char **at, struct word *out)
{
	out->text = *at;
	out->size = strcspn(*at, " ");
	*at += out->size + ((*at)[out->size] == ' ');
	return out->size != 0;
}

/* ---- whether an operation is as its form wants it */

static const struct mlirbc_type *operand_type(const struct mlirbc_op *op, uint32_t index)
{
	return mlirbc_op_operands(op)[index].value->type;
}

static const struct mlirbc_type *slot_type(const struct view *view, char letter, uint32_t index)
{
	uint32_t at = view->slots[letter - 'a'].from + index;
	return view->slots[letter - 'a'].result ? mlirbc_op_results(view->op)[at].type : operand_type(view->op, at);
}

/* Divides the operands: sizes from the attribute, or at most one group of any size. */
static bool find_groups(struct view *view)
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

static void bind(struct view *view, char letter, uint32_t from, uint32_t count, bool result)
{
	if (letter < 'a' || letter > 'd' || view->slots[letter - 'a'].count)
		return;
	view->slots[letter - 'a'].from = from;
	view->slots[letter - 'a'].count = count;
	view->slots[letter - 'a'].result = result;
}

static bool is_bit(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_INTEGER && type->u.integer.width == 1 &&
	       type->u.integer.signedness == MLIRBC_SIGNLESS;
}

/* i1, or the same shape with elements i1. */
static bool is_bool_like(const struct mlirbc_type *type, const struct mlirbc_type *like)
{
	if (!mlirbc__is_shaped(like))
		return is_bit(type);
	return type->kind == like->kind && type->u.shaped.rank == like->u.shaped.rank &&
	       is_bit(type->u.shaped.element) && type->u.shaped.encoding == like->u.shaped.encoding &&
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

static bool type_fits(const struct view *view, char code, const struct mlirbc_type *type, uint32_t index)
{
	const struct mlirbc_attr *value;
	switch (code) {
	case 'I': return type->kind == MLIRBC_TYPE_INDEX;
	case 'N': return is_bit(type);
	case 'B': return is_bool_like(type, slot_type(view, 'a', 0));
	case 'E':
		return mlirbc__is_shaped(slot_type(view, 'a', 0)) && type == slot_type(view, 'a', 0)->u.shaped.element;
	case 'S': return is_shape_type(type, "size");
	case 'H': return is_shape_type(type, "shape");
	case 'W': return is_shape_type(type, "witness");
	case 'V': return is_shape_type(type, "value_shape");
	case 'T':
		value = MLIRBC__PROPERTY(view->op, "value");
		return value && value->kind != MLIRBC_ATTR_DENSE_ARRAY &&
		       (value->type == type || (value->kind == MLIRBC_ATTR_UNIT && type->kind == MLIRBC_TYPE_NONE));
	default: return view->slots[code - 'a'].count && type == slot_type(view, code, index);
	}
}

/* The operands, or results, behind function type a. */
static bool callee_fits(const struct view *view, bool results)
{
	const struct mlirbc_type *type = slot_type(view, 'a', 0);
	if (type->kind != MLIRBC_TYPE_FUNCTION)
		return false;
	const struct mlirbc_types *types = results ? &type->u.function.results : &type->u.function.inputs;
	uint32_t count = results ? view->op->result_count : view->op->operand_count - 1;
	for (uint32_t i = 0; i < count && count == types->count; i++) {
		if (types->data[i] != (results ? mlirbc_op_results(view->op)[i].type : operand_type(view->op, i + 1)))
			return false;
	}
	return count == types->count;
}

static bool operands_fit(const struct view *view)
{
	size_t group = 0;
	for (const char *code = view->types; *code != '>'; code++, group++) {
		for (uint32_t i = view->groups[group]; i < view->groups[group + 1] && *code != 'X'; i++) {
			if (!type_fits(view, *code, operand_type(view->op, i), i - view->groups[group]))
				return false;
		}
		if (*code == 'X' && !callee_fits(view, false))
			return false;
		code += code[1] == '*';
	}
	return true;
}

/* `code` is behind the '>'. */
static bool results_fit(struct view *view, const char *code)
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
static void bind_results(struct view *view, const char *code)
{
	for (uint32_t at = 0; *code && *code != '#' && code[1] != '*' && at < view->op->result_count; code++, at++)
		bind(view, *code, at, 1, true);
}

static bool types_fit(struct view *view)
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

/* True when `text` is what reading its flags by their form and writing them again gives. Other text, which only a damaged
 * or a foreign attribute has, would not be read back. */
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

static bool indices_fit(const struct view *view, const struct word *word)
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

static bool plus_fits(const struct view *view, const struct word *word)
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

/* `flags` of a region as in the format. */
static void region_form(const struct mlirbc_op *op, const struct word *word, struct mlirbc__region_form *out)
{
	const char *colon = memchr(word->text, ':', word->size);
	size_t size = colon ? (size_t)(colon - word->text) : word->size;
	out->arguments = memchr(word->text, 'a', size) != NULL;
	out->terminator = memchr(word->text, 't', size) || (memchr(word->text, 'r', size) && op->result_count);
	out->empty = false;
}

static bool word_fits(const struct view *view, const struct word *word, uint32_t *successors, uint32_t *regions)
{
	const struct mlirbc_op *op = view->op;
	struct mlirbc__region_form region;
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
		region_form(op, word, &region);
		colon = memchr(word->text, ':', word->size);
		return *regions < op->region_count && mlirbc__region_fits(op, (*regions)++, colon ? colon + 1 : "",
							      !region.terminator, region.arguments);
	default: return true;
	}
}

/* Skips the words up to ';' unless the condition holds. */
static void skip_unless(struct view *view, const struct word *condition, const char **at)
{
	uint32_t group = (uint32_t)(condition->text[1] - '0');
	bool there = condition->text[1] == '#'
			     ? mlirbc__property(view->op, condition->text + 2, condition->size - 2) != NULL
			     : view->groups[group + 1] != view->groups[group];
	struct word word;
	while (!there && next_word(at, &word) && word.text[0] != ';')
		;
}

static bool fits(struct view *view)
{
	const char *at = view->format;
	struct word word;
	uint32_t successors = 0, regions = 0;
	if (!types_fit(view))
		return false;
	while (next_word(&at, &word)) {
		if (word.text[0] == '?')
			skip_unless(view, &word, &at);
		else if (!word_fits(view, &word, &successors, &regions))
			return false;
	}
	return successors == mlirbc_op_successor_count(view->op) && regions == view->op->region_count;
}

static bool has_all(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!mlirbc_op_operands(op)[i].value)
			return false;
	}
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	return !properties || properties->kind == MLIRBC_ATTR_DICTIONARY;
}

static bool same_name(const void *item, const void *key)
{
	return ((const struct mlirbc__form_kind *)item)->name == key;
}

static struct mlirbc__form_kind *make_kind(struct mlirbc__printer *printer, const struct mlirbc_string *name)
{
	const struct mlirbc__own_form *const own[] = { mlirbc__func_forms, mlirbc__scf_forms };
	struct mlirbc__form_kind *kind = mlirbc__arena_alloc(
		&printer->scratch, sizeof *kind, _Alignof(struct mlirbc__form_kind));
	if (!kind)
		return NULL;
	*kind = (struct mlirbc__form_kind){ .name = name, .form = mlirbc__form_find(name->data, name->size) };
	if (!kind->form.format || kind->form.format[0] != '!' || kind->form.format[1] != '\0')
		return kind;
	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		for (const struct mlirbc__own_form *form = own[i]; form->name; form++) {
			if (mlirbc__string_is(name, form->name, strlen(form->name))) {
				kind->print = form->print;
				kind->fits = form->fits;
			}
		}
	}
	return kind;
}

static const struct mlirbc__form_kind *find_kind(struct mlirbc__printer *printer, const struct mlirbc_string *name)
{
	if (printer->last_form && printer->last_form->name == name)
		return printer->last_form;
	uint64_t hash = mlirbc__hash(0, &name, sizeof name);
	struct mlirbc__set_slot *slot = mlirbc__set_find(&printer->forms, &printer->scratch, hash, name, same_name);
	struct mlirbc__form_kind *made = slot && !slot->item ? make_kind(printer, name) : NULL;
	if (made)
		mlirbc__set_fill(&printer->forms, slot, hash, made);
	printer->no_memory |= !slot || !slot->item;
	if (!slot || !slot->item)
		return NULL;
	return printer->last_form = slot->item;
}

const struct mlirbc__form_kind *mlirbc__form_of(struct mlirbc__printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc__form_kind *kind = find_kind(printer, op->name);
	if (!kind || !kind->form.format || !has_all(op))
		return NULL;
	if (kind->print)
		return kind->fits(op) ? kind : NULL;
	struct view view = { .op = op, .format = kind->form.format, .types = kind->form.types };
	return fits(&view) ? kind : NULL;
}

/* ---- printing */

static void blank(struct view *view)
{
	if (view->space || !view->punctuation)
		mlirbc__emit(view->printer, " ");
	view->space = true;
	view->punctuation = false;
}

static void put_literal(struct view *view, const struct word *word)
{
	char text[32];
	bool single = word->size == 1;
	const char *tight = view->punctuation ? ">)}]," : "<>(){}[],";
	if (view->space && !(single && strchr(tight, word->text[0])))
		mlirbc__emit(view->printer, " ");
	snprintf(text, sizeof text, "%.*s", (int)word->size, word->text);
	mlirbc__emit(view->printer, text);
	view->space = !(single && strchr("<({[", word->text[0]));
	view->punctuation = !(word->text[0] >= 'a' && word->text[0] <= 'z');
}

static void put_types(struct view *view, char letter)
{
	uint32_t from = view->slots[letter - 'a'].from, count = view->slots[letter - 'a'].count;
	blank(view);
	if (view->slots[letter - 'a'].result)
		mlirbc__emit_result_types(view->printer, view->op, from, count);
	else
		mlirbc__emit_operand_types(view->printer, view->op, from, count);
}

static void put_flags(struct view *view, char code)
{
	const struct mlirbc__form_flags *flags = mlirbc__form_flags(code);
	const struct mlirbc_attr *attr = mlirbc__property(view->op, flags->attribute, strlen(flags->attribute));
	size_t size = strlen(flags->mnemonic);
	if (!attr || (code != 'F' && mlirbc__string_is(attr->u.dialect.text,
					     code == 'o' ? "overflow<none>" : "fastmath<none>", 14)))
		return;
	blank(view);
	mlirbc__emit(view->printer, flags->word);
	mlirbc__emit_name(view->printer, '\0',
		&(struct mlirbc_string){ attr->u.dialect.text->data + size, attr->u.dialect.text->size - size });
}

static void put_enum(struct view *view, char code)
{
	const struct mlirbc__form_enum *all = mlirbc__form_enum(code);
	const struct mlirbc_attr *attr = mlirbc__property(view->op, all->attribute, strlen(all->attribute));
	size_t size;
	if (!attr)
		return;
	const char *name = mlirbc__name_at(all->names, attr->u.number.words[0], &size);
	blank(view);
	mlirbc__emit_name(view->printer, '\0', &(struct mlirbc_string){ name, size });
}

static void put_integers(struct view *view, const struct mlirbc_attr *attr)
{
	mlirbc__emit(view->printer, "[");
	for (size_t i = 0; i < attr->u.dense.count; i++) {
		mlirbc__emit(view->printer, i ? ", " : "");
		mlirbc__emit_integer(view->printer, mlirbc__element(attr, i));
	}
	mlirbc__emit(view->printer, "]");
}

static void put_weights(struct view *view)
{
	const struct mlirbc_attr *attr = MLIRBC__PROPERTY(view->op, "branch_weights");
	if (!attr)
		return;
	blank(view);
	mlirbc__emit(view->printer, "weights(");
	put_integers(view, attr);
	mlirbc__emit(view->printer, ")");
}

/* The elements of the attribute `shape`, of which a splat has one for all. */
static void put_shape(struct view *view)
{
	const struct mlirbc_attr *attr = MLIRBC__PROPERTY(view->op, "shape");
	int64_t count = attr->type->u.shaped.dims[0];
	view->space = true;
	view->punctuation = true;
	mlirbc__emit(view->printer, "[");
	for (int64_t i = 0; i < count && !view->printer->out.failed; i++) {
		mlirbc__emit(view->printer, i ? ", " : "");
		mlirbc__emit_integer(view->printer, mlirbc__element(attr, attr->u.dense.splat ? 0 : (size_t)i));
	}
	mlirbc__emit(view->printer, "]");
}

static void put_poison(struct view *view)
{
	const struct mlirbc_attr *attr = MLIRBC__PROPERTY(view->op, "value");
	if (!attr || (attr->kind == MLIRBC_ATTR_DIALECT && mlirbc__string_is(attr->u.dialect.dialect, "ub", 2) &&
			     mlirbc__string_is(attr->u.dialect.text, "poison", 6)))
		return;
	blank(view);
	mlirbc__emit(view->printer, "<");
	mlirbc__emit_attr(view->printer, attr);
	mlirbc__emit(view->printer, ">");
}

static void put_plus(struct view *view, const struct word *word)
{
	switch (word->text[1]) {
	case 'o':
	case 'f':
	case 'F': put_flags(view, word->text[1]); break;
	case 'w': put_weights(view); break;
	case 'x': put_shape(view); break;
	case 'u': put_poison(view); break;
	default: blank(view); put_integers(view, mlirbc__property(view->op, word->text + 2, word->size - 2));
	}
}

static void put_attr(struct view *view, const struct word *word)
{
	const struct mlirbc_attr *attr = mlirbc__property(view->op, word->text + 2, word->size - 2);
	blank(view);
	if (strchr("iwl", word->text[1]))
		mlirbc__emit_untyped(view->printer, attr);
	else
		mlirbc__emit_attr(view->printer, attr);
}

static void put_unit(struct view *view, const struct word *word)
{
	const char *equals = memchr(word->text, '=', word->size);
	if (!mlirbc__property(view->op, word->text + 1, (size_t)(equals - word->text) - 1))
		return;
	blank(view);
	mlirbc__emit_name(view->printer, '\0',
		&(struct mlirbc_string){ equals + 1, (size_t)(word->text + word->size - equals) - 1 });
}

static void put_operands(struct view *view, const struct word *word)
{
	/* a function type tells how many operands there are; the last group is the open one */
	uint32_t group = (uint32_t)(word->text[0] - '0'), from = group, count = 1;
	if (view->types[0] != '=') {
		from = view->groups[group];
		count = view->groups[group + 1] - from;
	} else if (word->size > 1) {
		count = view->op->operand_count - group;
	}
	blank(view);
	mlirbc__emit_operands(view->printer, view->op, from, count);
}

static void put_successor(struct view *view, const struct word *word)
{
	uint32_t group = (uint32_t)(word->text[2] - '0');
	blank(view);
	mlirbc__emit_successor(view->printer, view->op, (uint32_t)(word->text[1] - '0'), view->groups[group],
		view->groups[group + 1] - view->groups[group]);
}

static void put_indices(struct view *view, const struct word *word)
{
	blank(view);
	mlirbc__emit_indices(view->printer, view->op, "[]", mlirbc__property(view->op, word->text + 3, word->size - 3),
		view->groups[word->text[1] - '0']);
}

/* Type a; before it type b unless that is i1. */
static void put_condition_types(struct view *view, const struct word *word)
{
	if (!is_bit(slot_type(view, word->text[1], 0))) {
		put_types(view, word->text[1]);
		mlirbc__emit(view->printer, ",");
	}
	put_types(view, word->text[2]);
}

/* The attributes that the format has elsewhere. */
static void put_dictionary(struct view *view)
{
	char names[160];
	size_t used = 0;
	const char *at = view->format;
	struct word word;
	names[0] = '\0';
	while (next_word(&at, &word) && used < sizeof names) {
		const char *name = word.text + 2, *equals = memchr(word.text, '=', word.size);
		size_t size = word.size - 2;
		if (word.size < 2 || !strchr("#!&+%", word.text[0]))
			continue;
		if (word.text[0] == '!') {
			name = word.text + 1;
			size = (size_t)(equals - name);
		} else if (word.text[0] == '%') {
			name++;
			size--;
		} else if (word.text[0] == '&') {
			name = mlirbc__form_enum(word.text[1])->attribute;
			size = strlen(name);
		} else if (word.text[0] == '+' && word.size == 2) {
			name = strchr("ofF", word.text[1]) ? mlirbc__form_flags(word.text[1])->attribute
			       : word.text[1] == 'w'       ? "branch_weights"
			       : word.text[1] == 'x'       ? "shape"
							   : "value";
			size = strlen(name);
		}
		used += (size_t)snprintf(names + used, sizeof names - used, "%.*s ", (int)size, name);
	}
	mlirbc__emit_dictionary(view->printer, view->op, names, false);
	view->punctuation = false;
}

static void put_word(struct view *view, const struct word *word)
{
	char first = word->text[0];
	if (first >= '0' && first <= '9') {
		put_operands(view, word);
		return;
	}
	if (first >= 'a' && first <= 'd' && (word->size == 1 || word->text[1] == '*')) {
		put_types(view, first);
		return;
	}
	switch (word->size > 1 ? first : '\0') {
	case '>':
	case ')': mlirbc__emit_arrow(view->printer, view->op, first == ')'); return;
	case '~': put_condition_types(view, word); return;
	case '^': put_successor(view, word); return;
	case '%': put_indices(view, word); return;
	case '#': put_attr(view, word); return;
	case '!': put_unit(view, word); return;
	case '&': put_enum(view, word->text[1]); return;
	case '+': put_plus(view, word); return;
	default: break;
	}
	switch (first) {
	case '`':
		view->space = false;
		view->punctuation = true;
		return;
	case '_':
		mlirbc__emit(view->printer, " ");
		view->space = view->punctuation = false;
		return;
	case '?':
	case ';': return;
	case '@': put_dictionary(view); return;
	default: break;
	}
	if (first == '=' && view->types[0] == '=') {
		blank(view);
		mlirbc__emit_function_type(view->printer, view->op);
		return;
	}
	put_literal(view, word);
}

bool mlirbc__print_form(struct mlirbc__printer *printer, const struct mlirbc__form_kind *kind,
	const struct mlirbc_op *op, uint32_t step, struct mlirbc__region_form *out)
{
	struct view view = {
		.printer = printer, .op = op, .format = kind->form.format, .types = kind->form.types, .space = true
	};
	const char *at = view.format;
	struct word word;
	uint32_t regions = 0;
	if (kind->print)
		return kind->print(printer, op, step, out);
	(void)types_fit(&view); /* binds types and groups; that it fits was found before */
	while (next_word(&at, &word)) {
		if (word.text[0] == '?' && word.size > 1)
			skip_unless(&view, &word, &at);
		if (word.text[0] == '{' && regions++ == step) {
			blank(&view);
			region_form(op, &word, out);
			out->index = step;
			return true;
		}
		if (word.text[0] != '{' && regions == step)
			put_word(&view, &word);
	}
	return false;
}
