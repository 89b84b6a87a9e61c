/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom forms of operations that dialects/forms.h describes: interprets their formats. */
#include "text/parse/parse_form.h"

/* The state of an operation whose format is being interpreted; in scratch memory, so that it outlives regions. */
struct reading {
	const char *at; /* rest of the format */
	const struct mlirbc__form *form;
	const char *terminator; /* of the region being read, if it has none */
	struct {
		struct mlirbc_unresolved *names;
		size_t count;
		struct mlirbc__token place;
	} groups[MLIRBC__MOST_GROUPS];
	struct mlirbc__slot_types {
		const struct mlirbc_type *const *types;
		size_t count;
		struct mlirbc__token place;
	} slots[MLIRBC__MOST_SLOTS];
};

struct word {
	const char *text;
	size_t size;
};

static bool next_word(const char **at, struct word *out)
{
	const char *end = *at;
	while (*end && *end != ' ') /* a few bytes: strcspn() takes longer to start */
		end++;
	*out = (struct word){ *at, (size_t)(end - *at) };
	*at = end + (*end == ' ');
	return out->size != 0;
}

/* ---- parts */

bool mlirbc__expect_keyword(struct mlirbc_parser *parser, const char *word)
{
	return mlirbc_parser_try(parser, word) || mlirbc_parser_error(parser, "expected '%s'", word);
}

static bool at_literal(const struct mlirbc_parser *parser, const struct word *word)
{
	return mlirbc__token_size(&parser->token) == word->size &&
	       memcmp(parser->token.start, word->text, word->size) == 0;
}

static bool read_literal(struct mlirbc_parser *parser, const struct word *word)
{
	if (!at_literal(parser, word)) {
		const struct mlirbc__token place = mlirbc__char_is(word->text[0], CHAR_WORD_START)
							   ? parser->token
							   : mlirbc__last(parser);
		return mlirbc__error_at(parser, &place, "expected '%.*s'", (int)word->size, word->text);
	}
	mlirbc__advance(parser);
	return true;
}

static bool read_operands(struct mlirbc_parser *parser, struct reading *reading, const struct word *word)
{
	size_t group = (size_t)(word->text[0] - '0');
	reading->groups[group].place = parser->token;
	if (word->size > 1)
		return mlirbc_parser_operands(parser, &reading->groups[group].names, &reading->groups[group].count);
	reading->groups[group].names = mlirbc__scratch(parser, sizeof(struct mlirbc_unresolved));
	reading->groups[group].count = 1;
	return reading->groups[group].names ? mlirbc_parser_operand(parser, reading->groups[group].names)
					    : mlirbc__no_memory(parser);
}

static bool read_types(struct mlirbc_parser *parser, struct reading *reading, char letter, bool list)
{
	struct mlirbc__slot_types *slot = &reading->slots[letter - 'a'];
	slot->place = parser->token;
	if (list)
		return mlirbc_parser_types(parser, &slot->types, &slot->count);
	const struct mlirbc_type **type = mlirbc__scratch(parser, sizeof *type);
	slot->types = type;
	slot->count = 1;
	return type ? mlirbc_parser_type(parser, type) : mlirbc__no_memory(parser);
}

/* The types that operations of tensor and memref show are tensors and memrefs. */
static bool check_class(struct mlirbc_parser *parser, const struct mlirbc_op_state *op, const struct reading *reading,
	char letter)
{
	const struct mlirbc__slot_types *slot = &reading->slots[letter - 'a'];
	const enum mlirbc_type_kind kind = slot->types[0]->kind;
	const bool of_tensor = mlirbc__string_starts_with(op->name, "tensor.");
	bool good = true;
	if (of_tensor && !mlirbc__string_starts_with(op->name, "tensor.y" /* yield */))
		good = kind == MLIRBC_TYPE_TENSOR || kind == MLIRBC_TYPE_UNRANKED_TENSOR;
	else if (mlirbc__string_starts_with(op->name, "memref.") && !mlirbc__string_starts_with(op->name, "memref.atomic") &&
		 !mlirbc__string_starts_with(op->name, "memref.view") &&
		 !mlirbc__string_starts_with(op->name, "memref.extract_aligned"))
		good = kind == MLIRBC_TYPE_MEMREF || kind == MLIRBC_TYPE_UNRANKED_MEMREF;
	return good || mlirbc__error_at(parser, &slot->place, "invalid kind of type specified: expected builtin.%s",
			       of_tensor ? "tensor" : "memref");
}

bool mlirbc__arrow_types(struct mlirbc_parser *parser, const struct mlirbc_type *const **out, size_t *out_count)
{
	size_t from = parser->types.count;
	*out_count = 0;
	if (!mlirbc__take(parser, TOKEN_ARROW))
		return true;
	return mlirbc__parse_result_types(parser) &&
	       mlirbc__take_off(parser, &parser->types, from, sizeof **out, (const void **)out, out_count);
}

/* "type", or "type, type", the first of which is then that of b. */
static bool read_condition_types(struct mlirbc_parser *parser, struct reading *reading, const struct word *word)
{
	char condition = word->text[1], value = word->text[2];
	if (!read_types(parser, reading, value, false))
		return false;
	if (parser->token.kind == ',') {
		reading->slots[condition - 'a'] = reading->slots[value - 'a'];
		mlirbc__advance(parser);
		return read_types(parser, reading, value, false);
	}
	const struct mlirbc_type **type = mlirbc__scratch(parser, sizeof *type);
	if (!type || !(*type = mlirbc_type_integer(parser->context, 1, MLIRBC_SIGNLESS)))
		return mlirbc__no_memory(parser);
	reading->slots[condition - 'a'] = (struct mlirbc__slot_types){ type, 1, parser->token };
	return true;
}

/* A block, and its operands with their types: ^block(%x, %y : i32, i32) */
static bool read_successor(
	struct mlirbc_parser *parser, struct reading *reading, const struct word *word)
{
	size_t group = (size_t)(word->text[2] - '0'), slot = (size_t)(word->text[3] - 'a');
	reading->groups[group].place = parser->token;
	return mlirbc__read_successor(parser, &reading->groups[group].names, &reading->groups[group].count,
		&reading->slots[slot].types, &reading->slots[slot].count);
}

bool mlirbc__read_successor(struct mlirbc_parser *parser, struct mlirbc_unresolved **names, size_t *count,
	const struct mlirbc_type *const **types, size_t *type_count)
{
	*count = *type_count = 0;
	if (!mlirbc__push_successor(parser))
		return false;
	if (!mlirbc__take(parser, '('))
		return true;
	return mlirbc_parser_operands(parser, names, count) && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_parser_types(parser, types, type_count) && mlirbc_parser_expect(parser, ")");
}

/* Whether the words up to ';' are present: the first one decides. */
static bool is_there(struct mlirbc_parser *parser, const char *at)
{
	struct word word;
	while (next_word(&at, &word) && word.text[0] == '`')
		;
	if (word.text[0] >= '0' && word.text[0] <= '9')
		return mlirbc_parser_at_operand(parser);
	return at_literal(parser, &word);
}

static void skip_optional(struct reading *reading)
{
	struct word word;
	while (next_word(&reading->at, &word) && word.text[0] != ';')
		;
}

/* ---- types of operands and results */

static const struct mlirbc_type *dialect_type(struct mlirbc_parser *parser, const char *text)
{
	const struct mlirbc_string *dialect = mlirbc_string_get(parser->context, "shape", 5);
	const struct mlirbc_string *name = mlirbc_string_get(parser->context, text, strlen(text));
	const struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT, .u.dialect = { dialect, name, false } };
	return dialect && name ? mlirbc_type_get(parser->context, &type) : NULL;
}

/* i1, or the shaped type with element type i1. */
static const struct mlirbc_type *bool_like(struct mlirbc_parser *parser, const struct mlirbc_type *type)
{
	const struct mlirbc_type *bit = mlirbc_type_integer(parser->context, 1, MLIRBC_SIGNLESS);
	if (!bit || !mlirbc__is_shaped(type))
		return bit;
	struct mlirbc_type like = *type;
	like.u.shaped.element = bit;
	return mlirbc_type_get(parser->context, &like);
}

/* The type of attribute `value`, which the format contains. */
static const struct mlirbc_type *value_type(struct mlirbc_parser *parser, const struct mlirbc_op_state *op)
{
	const struct mlirbc__item *items = (const void *)(parser->inherent.data + op->inherent);
	for (size_t i = 0; i < MLIRBC__COUNT(parser->inherent, op->inherent, struct mlirbc__item); i++) {
		const struct mlirbc_attr *value = items[i].named.value;
		if (!mlirbc__string_is(items[i].named.name, "value", 5))
			continue;
		if (value->type && value->kind != MLIRBC_ATTR_DENSE_ARRAY)
			return value->type;
		if (value->kind == MLIRBC_ATTR_UNIT)
			return mlirbc_type_none(parser->context);
		mlirbc__error_at(parser, &items[i].token, "expected an attribute with a type");
		return NULL;
	}
	return NULL;
}

static const struct mlirbc_type *function_slot(struct mlirbc_parser *parser, const struct mlirbc__slot_types *slot)
{
	if (slot->types[0]->kind == MLIRBC_TYPE_FUNCTION)
		return slot->types[0];
	mlirbc__error_at(parser, &slot->place, "invalid kind of type specified: expected function type");
	return NULL;
}

/* The type that a code represents; `index` is its index in a list. */
static const struct mlirbc_type *resolve(struct mlirbc_parser *parser, const struct mlirbc_op_state *op,
	const struct reading *reading, char code, size_t index)
{
	const struct mlirbc_type *type = reading->slots[0].count ? reading->slots[0].types[0] : NULL;
	switch (code) {
	case 'I': return mlirbc_type_index(parser->context);
	case 'N': return mlirbc_type_integer(parser->context, 1, MLIRBC_SIGNLESS);
	case 'B': return bool_like(parser, type);
	case 'E': return type->u.shaped.element; /* checked by has_elements() */
	case 'T': return value_type(parser, op);
	case 'S': return dialect_type(parser, "size");
	case 'H': return dialect_type(parser, "shape");
	case 'W': return dialect_type(parser, "witness");
	case 'V': return dialect_type(parser, "value_shape");
	default: {
		const struct mlirbc__slot_types *slot = &reading->slots[code - 'a'];
		return slot->types[slot->count == 1 && index >= 1 ? 0 : index];
	}
	}
}

static bool count_differs(struct mlirbc_parser *parser, const struct reading *reading, size_t group, size_t types)
{
	const struct mlirbc__token *place = &reading->groups[group].place;
	const struct mlirbc_unresolved *names = reading->groups[group].names;
	size_t count = reading->groups[group].count;
	const struct mlirbc__token first = { .line = place->line, .column = place->column, .start = place->start };
	if (count)
		return mlirbc_parser_error_at(parser, names,
			"number of operands and types do not match: got %zu operands and %zu types", count, types);
	return mlirbc__error_at(parser, &first,
		"number of operands and types do not match: got %zu operands and %zu types", count, types);
}

static bool add_group(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct reading *reading,
	size_t group, char code, bool list)
{
	const struct mlirbc_unresolved *names = reading->groups[group].names;
	size_t count = reading->groups[group].count;
	if (code == 'X') {
		const struct mlirbc_type *type = function_slot(parser, &reading->slots[0]);
		if (!type)
			return false;
		if (type->u.function.inputs.count != count)
			return count_differs(parser, reading, group, type->u.function.inputs.count);
		return mlirbc_parser_add_operands(parser, op, names, count, type->u.function.inputs.data, count);
	}
	if (list && code >= 'a' && code <= 'd' && reading->slots[code - 'a'].count != count)
		return count_differs(parser, reading, group, reading->slots[code - 'a'].count);
	uint64_t elements;
	if (list && code == 'E' && mlirbc_type_elements(reading->slots[0].types[0], &elements) && elements != count)
		return count_differs(parser, reading, group, (size_t)elements);
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_type *type = resolve(parser, op, reading, code, i);
		if (!type)
			return parser->status != MLIRBC_OK ? false : mlirbc__no_memory(parser);
		if (!mlirbc_parser_add_operand(parser, op, &names[i], type))
			return false;
	}
	return true;
}

static bool add_results(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct reading *reading,
	char code, bool list)
{
	if (code == 'X') {
		const struct mlirbc_type *type = function_slot(parser, &reading->slots[0]);
		return type && mlirbc_parser_add_results(parser, op, type->u.function.results.data,
				       type->u.function.results.count);
	}
	size_t count = list ? reading->slots[code - 'a'].count : 1;
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_type *type = resolve(parser, op, reading, code, i);
		if (!type)
			return parser->status != MLIRBC_OK ? false : mlirbc__no_memory(parser);
		if (!mlirbc_parser_add_result(parser, op, type))
			return false;
	}
	return true;
}

bool mlirbc__add_segments(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const int32_t *sizes, size_t count)
{
	return mlirbc_parser_add_attr(
		parser, op, "operandSegmentSizes", mlirbc_attr_i32_array(parser->context, sizes, count));
}

/* Whether type a, whose element type the form needs, is a tensor or memref, as the operation's dialect requires. */
static bool has_elements(struct mlirbc_parser *parser, const struct mlirbc_op_state *op, const struct reading *reading)
{
	bool memref = op->name->data[0] == 'm';
	const struct mlirbc_type *type = reading->slots[0].types[0];
	if (type->kind == (memref ? MLIRBC_TYPE_MEMREF : MLIRBC_TYPE_TENSOR))
		return true;
	return mlirbc__error_at(parser, &reading->slots[0].place, "invalid kind of type specified: expected builtin.%s",
		memref ? "memref" : "tensor");
}

static bool add_all(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct reading *reading)
{
	const char *code = reading->form->types;
	if (strchr(code, 'E') && !has_elements(parser, op, reading))
		return false;
	int32_t sizes[MLIRBC__MOST_GROUPS];
	size_t group = 0;
	for (; *code && *code != '>' && *code != '='; code++, group++) {
		bool list = code[1] == '*';
		sizes[group] = (int32_t)reading->groups[group].count;
		if (!add_group(parser, op, reading, group, *code, list))
			return false;
		code += list;
	}
	if (*code != '>')
		return true;
	for (code++; *code && *code != '#'; code++) {
		bool list = code[1] == '*';
		if (!add_results(parser, op, reading, *code, list))
			return false;
		code += list;
	}
	return *code != '#' || mlirbc__add_segments(parser, op, sizes, group);
}

/* ---- the interpreter */

static bool read_function_type(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct reading *reading)
{
	const struct mlirbc_type *type;
	size_t count = 0, at = 0, last = 0;
	if (!mlirbc_parser_function_type(parser, &type))
		return false;
	for (size_t i = 0; i < MLIRBC__MOST_GROUPS; i++) {
		count += reading->groups[i].count;
		last = reading->groups[i].place.start ? i : last;
	}
	size_t fixed = count - reading->groups[last].count, types = type->u.function.inputs.count;
	if (types != count)
		return count_differs(parser, reading, last, types > fixed ? types - fixed : 0);
	for (size_t i = 0; i < MLIRBC__MOST_GROUPS; i++) {
		for (size_t j = 0; j < reading->groups[i].count; j++) {
			if (!mlirbc_parser_add_operand(parser, op, &reading->groups[i].names[j],
				    type->u.function.inputs.data[at++]))
				return false;
		}
	}
	return mlirbc_parser_add_results(parser, op, type->u.function.results.data, type->u.function.results.count);
}

static bool read_word(struct mlirbc_parser *parser, struct mlirbc_op_state *op, struct reading *reading,
	const struct word *word)
{
	char first = word->text[0];
	struct mlirbc__slot_types *slot;
	if (first >= '0' && first <= '9')
		return read_operands(parser, reading, word);
	if (first >= 'a' && first <= 'd' && (word->size == 1 || word->text[1] == '*'))
		return read_types(parser, reading, first, word->size > 1) &&
		       (word->size > 1 || check_class(parser, op, reading, first));
	if (word->size > 1) {
		switch (first) {
		case '>':
		case ')':
			slot = &reading->slots[word->text[1] - 'a'];
			return mlirbc__arrow_types(parser, &slot->types, &slot->count);
		case '~': return read_condition_types(parser, reading, word);
		case '^': return read_successor(parser, reading, word);
		case '%':
			return mlirbc__read_indices(parser, op, word->text + 3, word->size - 3,
				&reading->groups[word->text[1] - '0'].names,
				&reading->groups[word->text[1] - '0'].count);
		case '#':
		case '!':
		case '&':
		case '+': return mlirbc__read_form_attr(parser, op, word->text, word->size);
		default: break;
		}
	}
	switch (first) {
	case '`':
	case '_':
	case ';': return true;
	case '@': return mlirbc_parser_attr_dict(parser, op, false);
	case '=': return word->size == 1 && reading->form->types[0] == '=' ? read_function_type(parser, op, reading)
									   : read_literal(parser, word);
	default: return read_literal(parser, word);
	}
}

bool mlirbc__end_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *terminator)
{
	struct mlirbc_region *region =
		((struct mlirbc_region **)(void *)(parser->regions.data + parser->regions.count))[-1];
	if (!region->first && !mlirbc_block_create(parser->context, region, NULL, NULL, 0))
		return mlirbc__no_memory(parser);
	const struct mlirbc_op *last = region->last->last;
	if (!*terminator || (last && mlirbc__is_terminator(last->name)))
		return true;
	const struct mlirbc_string *name = mlirbc__name_get(parser->context, terminator, strcspn(terminator, " "));
	/* scf.forall.in_parallel is the only one with a region. */
	const struct mlirbc_op_spec spec = { .region_count = strcmp(terminator, "scf.forall.in_parallel") == 0 };
	struct mlirbc_op *made = name ? mlirbc__op_create(parser->context, &spec, name, region->last) : NULL;
	if (!made || (made->region_count && !mlirbc_block_create(parser->context, mlirbc_op_regions(made), NULL, NULL, 0)))
		return mlirbc__no_memory(parser);
	if (!op->location)
		op->location = mlirbc__place_add(parser->context, parser->file, op->token.line, op->token.column);
	made->location = op->location;
	return op->location || mlirbc__no_memory(parser);
}

static enum mlirbc__read interpret(struct mlirbc_parser *parser, struct mlirbc_op_state *op);

static enum mlirbc__read behind_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct reading *reading = op->form;
	return mlirbc__end_region(parser, op, reading->terminator) ? interpret(parser, op) : READ_FAILED;
}

enum mlirbc__read mlirbc__read_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op, mlirbc__read_fn resume)
{
	op->resume = resume;
	op->arguments = parser->arguments.count;
	op->body = parser->token;
	op->isolated = op->kind->isolated;
	return READ_REGION;
}

static enum mlirbc__read interpret(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct reading *reading = op->form;
	struct word word;
	while (next_word(&reading->at, &word)) {
		if (word.text[0] == '?' && word.size > 1) {
			if (!is_there(parser, reading->at))
				skip_optional(reading);
			continue;
		}
		if (word.text[0] == '{') {
			const char *colon = memchr(word.text, ':', word.size);
			reading->terminator = colon ? colon + 1 : "";
			return mlirbc__read_region(parser, op, behind_region);
		}
		if (!read_word(parser, op, reading, &word))
			return READ_FAILED;
	}
	return add_all(parser, op, reading) ? READ_WHOLE : READ_FAILED;
}

enum mlirbc__read mlirbc__read_form(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct reading *reading = mlirbc__scratch(parser, sizeof *reading);
	if (!reading) {
		mlirbc__no_memory(parser);
		return READ_FAILED;
	}
	memset(reading, 0, sizeof *reading);
	reading->form = &op->kind->form;
	reading->at = reading->form->format;
	op->form = reading;
	return interpret(parser, op);
}
