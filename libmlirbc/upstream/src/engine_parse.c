/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads an operation by its form. */
#include "constraint.h"
#include "engine.h"
#include "own_parts.h"

#include <mlirbc/build.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;

static bool parse_elements(reading_t *reading, const uint8_t *at, const uint8_t *end);

const struct mlirbc_upstream__slot *mlirbc_upstream__slot_of(const struct mlirbc_upstream__row *row, uint8_t index)
{
	return &mlirbc_upstream__slots[row->slots + index];
}

const struct mlirbc_upstream__attr *mlirbc_upstream__attr_of(const struct mlirbc_upstream__row *row, uint8_t index)
{
	return &mlirbc_upstream__attrs[row->attrs + index];
}

enum mlirbc_upstream__code mlirbc_upstream__next(const uint8_t **at, const uint8_t **out_numbers)
{
	static const uint8_t sizes[] = { [FORM_LITERAL] = 2, [FORM_OPERAND] = 1, [FORM_TYPE] = 1, [FORM_TYPE_BODY] = 3,
		[FORM_ATTR] = 1, [FORM_ATTR_WHOLE] = 1, [FORM_REGION] = 1, [FORM_SUCCESSOR] = 1, [FORM_FUNCTION_TYPE] = 2,
		[FORM_OPTIONAL] = 5, [FORM_ANY_ORDER] = 1, [FORM_CUSTOM] = 2 };
	enum mlirbc_upstream__code code = (enum mlirbc_upstream__code) * *at;
	const uint8_t *numbers = *at + 1;
	*out_numbers = numbers;
	*at = numbers + sizes[code];
	if (code == FORM_OPTIONAL)
		*at += 2 * numbers[4];
	if (code == FORM_CUSTOM)
		*at += 2 * numbers[1];
	return code;
}

/* ---- operands, types, regions */

static bool parse_operand(reading_t *reading, uint8_t index)
{
	struct mlirbc_upstream__read *slot = &reading->slots[index];
	const uint8_t kind = mlirbc_upstream__slot_of(reading->row, index)->kind;
	if (kind >= SLOT_LIST)
		return mlirbc_parser_operands(reading->parser, &slot->names, &slot->count);
	if (kind == SLOT_OPTIONAL && !mlirbc_parser_at_operand(reading->parser))
		return true;
	slot->names = mlirbc_parser_scratch(reading->parser, sizeof *slot->names);
	slot->count = 1;
	return slot->names && mlirbc_parser_operand(reading->parser, slot->names);
}

bool mlirbc_upstream__set_type(reading_t *reading, uint8_t index, const struct mlirbc_type *type)
{
	struct mlirbc_upstream__read *slot = &reading->slots[index];
	struct mlirbc_parser *parser = reading->parser;
	if (!type)
		return mlirbc_parser_no_memory(parser);
	const struct mlirbc_type **room = mlirbc_parser_scratch(parser, sizeof *room);
	if (!room)
		return false;
	*room = type;
	slot->types = room;
	slot->type_count = 1;
	return true;
}

/* One or more types, or none. */
bool mlirbc_upstream__parse_types(
	struct mlirbc_parser *parser, const struct mlirbc_type *const **out, size_t *out_count)
{
	static const struct mlirbc_type *const none[1];
	*out = none;
	*out_count = 0;
	return !mlirbc_parser_at_type(parser) || mlirbc_parser_types(parser, out, out_count);
}

static bool wrong_kind(
	reading_t *reading, const struct mlirbc_unresolved *place, const struct mlirbc_upstream__slot *declared)
{
	return mlirbc_parser_error_at(reading->parser, place, "invalid kind of type specified: expected %s",
		mlirbc_upstream__constraint_text(declared->constraint));
}

static bool parse_type(reading_t *reading, uint8_t index)
{
	struct mlirbc_upstream__read *slot = &reading->slots[index];
	const struct mlirbc_upstream__slot *declared = mlirbc_upstream__slot_of(reading->row, index);
	const uint8_t kind = declared->kind;
	const struct mlirbc_type *type;
	if (kind >= SLOT_LIST)
		return mlirbc_upstream__parse_types(reading->parser, &slot->types, &slot->type_count);
	if (kind == SLOT_OPTIONAL && !mlirbc_parser_at_type(reading->parser))
		return true;
	const struct mlirbc_unresolved place = mlirbc_parser_place(reading->parser, NULL);
	if (!mlirbc_parser_last_type(reading->parser, &type))
		return false;
	/* Whole types of dialects are only checked with all other constraints. */
	const bool is_builtin = mlirbc_upstream__constraints[declared->constraint].kind < KIND_NAMED;
	if (kind == SLOT_ONE && is_builtin && !mlirbc_upstream__has_kind(type, declared->constraint))
		return wrong_kind(reading, &place, declared);
	return mlirbc_upstream__set_type(reading, index, type);
}

/* ref to T of !wasmssa<local ref to T>, which has no brackets of its own. */
static bool parse_reference(reading_t *reading, uint8_t index)
{
	const struct mlirbc_type *type;
	return mlirbc_parser_expect(reading->parser, "ref") && mlirbc_parser_expect(reading->parser, "to") &&
	       mlirbc_parser_type(reading->parser, &type) &&
	       mlirbc_upstream__set_type(reading, index,
		       mlirbc_upstream__wrapped(
			       mlirbc_parser_context(reading->parser), "!wasmssa<local ref to ", type, ">"));
}

/* A type with its prefix. One that is no dialect's is read as if the prefix was left out. */
static bool parse_whole_type(reading_t *reading, uint8_t index)
{
	const struct mlirbc_upstream__slot *declared = mlirbc_upstream__slot_of(reading->row, index);
	const struct mlirbc_unresolved place = mlirbc_parser_place(reading->parser, NULL);
	const struct mlirbc_string token = mlirbc_parser_token(reading->parser);
	if (declared->kind == SLOT_ONE && !(token.size && token.data[0] == '!'))
		return mlirbc_parser_expect(reading->parser, "<");
	return parse_type(reading, index) &&
	       (declared->kind != SLOT_ONE ||
		       mlirbc_upstream__has_kind(reading->slots[index].types[0], declared->constraint) ||
		       wrong_kind(reading, &place, declared));
}

/* A type with or without its prefix "dialect.mnemonic". */
static bool parse_type_body(reading_t *reading, uint8_t index, const char *prefix)
{
	char dialect[32];
	const char *dot = strchr(prefix, '.');
	const struct mlirbc_type *type;
	if (mlirbc_parser_at(reading->parser, "ref"))
		return parse_reference(reading, index);
	if (!mlirbc_parser_at(reading->parser, "<") || mlirbc_upstream__slot_of(reading->row, index)->kind >= SLOT_LIST ||
		!dot || (size_t)(dot - prefix) >= sizeof dialect)
		return parse_whole_type(reading, index);
	memcpy(dialect, prefix, (size_t)(dot - prefix));
	dialect[dot - prefix] = '\0';
	return mlirbc_parser_type_body(reading->parser, dialect, dot + 1, &type) && mlirbc_upstream__set_type(reading, index, type);
}

bool mlirbc_upstream__read_region(reading_t *reading)
{
	const struct mlirbc_upstream__row *row = reading->row;
	const char *end = row->terminator ? mlirbc_upstream__string(row->terminator) : NULL;
	if (!mlirbc_parser_add_region_of(reading->parser, reading->op, reading->arguments, reading->argument_count,
		    (row->flags & ROW_ISOLATED) != 0))
		return false;
	reading->regions++;
	reading->argument_count = 0;
	return (!end && !(row->flags & ROW_BLOCK)) || mlirbc_parser_terminate(reading->parser, reading->op, end);
}

/* Regions that the text does not have come first. */
static bool parse_region(reading_t *reading, uint8_t index)
{
	while (reading->regions < index) {
		if (!mlirbc_parser_add_empty_region(reading->parser, reading->op))
			return false;
		reading->regions++;
	}
	return mlirbc_upstream__read_region(reading);
}

static bool parse_regions(reading_t *reading)
{
	if (!mlirbc_parser_at(reading->parser, "{"))
		return true;
	do {
		if (!mlirbc_upstream__read_region(reading))
			return false;
	} while (mlirbc_parser_try(reading->parser, ","));
	return true;
}

static bool parse_successors(reading_t *reading)
{
	if (!mlirbc_parser_at_successor(reading->parser))
		return true;
	do {
		if (!mlirbc_parser_add_successor(reading->parser, reading->op))
			return false;
	} while (mlirbc_parser_try(reading->parser, ","));
	return true;
}

static bool parse_successor(reading_t *reading, uint8_t index)
{
	if (reading->row->flags & ROW_SUCCESSOR_LIST && index + 1 == reading->row->successor_count) {
		reading->late_successor = true;
		return parse_successors(reading);
	}
	if (!mlirbc_parser_add_successor(reading->parser, reading->op))
		return false;
	if (index == 0 && reading->late_successor)
		mlirbc_parser_first_successor(reading->parser, reading->op);
	return true;
}

/* (T, U) -> V: the types of all operands, or of those of a slot, and likewise the results. */
static bool parse_function_type(reading_t *reading, uint8_t inputs, uint8_t results)
{
	const struct mlirbc_type *type;
	if (!mlirbc_parser_function_type(reading->parser, &type))
		return false;
	const struct mlirbc_types *in = &type->u.function.inputs, *out = &type->u.function.results;
	if (inputs == MLIRBC_UPSTREAM__ALL) {
		reading->all.types = in->data;
		reading->all.type_count = in->count;
	} else {
		reading->slots[inputs].types = in->data;
		reading->slots[inputs].type_count = in->count;
	}
	if (results == MLIRBC_UPSTREAM__ALL) {
		reading->result_types = out->data;
		reading->result_type_count = out->count;
		reading->all_results = true;
	} else {
		reading->slots[results].types = out->data;
		reading->slots[results].type_count = out->count;
	}
	return true;
}

/* ---- optional parts */

static struct mlirbc_upstream__argument argument_at(const uint8_t *numbers)
{
	return (struct mlirbc_upstream__argument){ numbers[0] & (uint8_t)~MLIRBC_UPSTREAM__REF, numbers[1],
		(numbers[0] & MLIRBC_UPSTREAM__REF) != 0 };
}

static bool custom_begins(reading_t *reading, const uint8_t *numbers)
{
	const struct mlirbc_upstream__directive *directive = mlirbc_upstream__directive_find(numbers[0]);
	if (!directive)
		return false;
	if (directive->begins)
		return directive->begins(reading);
	struct mlirbc_upstream__argument first = argument_at(numbers + 2);
	return first.kind == MLIRBC_UPSTREAM__ATTR
		       ? mlirbc_upstream__attr_begins(reading, first.index)
		       : first.kind == MLIRBC_UPSTREAM__REGION ? mlirbc_parser_at(reading->parser, "{")
							       : mlirbc_parser_at_operand(reading->parser);
}

/* Whether the elements may begin at the current token; 0 no, 1 yes, -1 nothing of them can be seen. */
static int begins(reading_t *reading, const uint8_t *at, const uint8_t *end)
{
	struct mlirbc_parser *parser = reading->parser;
	const uint8_t *numbers;
	while (at < end) {
		const enum mlirbc_upstream__code code = mlirbc_upstream__next(&at, &numbers);
		switch (code) {
		case FORM_LITERAL:
			return mlirbc_parser_at(parser, mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(numbers)));
		case FORM_OPERAND:
		case FORM_OPERANDS: return mlirbc_parser_at_operand(parser);
		case FORM_TYPE_BODY: return mlirbc_parser_at_type(parser) || mlirbc_parser_at(parser, "<");
		case FORM_TYPE:
		case FORM_OPERAND_TYPES:
		case FORM_RESULT_TYPES: return mlirbc_parser_at_type(parser);
		case FORM_ATTR:
		case FORM_ATTR_WHOLE:
			if (mlirbc_upstream__attr_of(reading->row, numbers[0])->mode == MODE_UNIT)
				continue;
			return mlirbc_upstream__attr_begins(reading, numbers[0]);
		case FORM_REGION:
		case FORM_REGIONS: return mlirbc_parser_at(parser, "{");
		case FORM_SUCCESSOR:
		case FORM_SUCCESSORS: return mlirbc_parser_at_successor(parser);
		case FORM_FUNCTION_TYPE: return mlirbc_parser_at(parser, "(");
		case FORM_DICTIONARY: return mlirbc_parser_at(parser, "{");
		case FORM_DICTIONARY_WORD: return mlirbc_parser_at(parser, "attributes");
		case FORM_OPTIONAL:
			if (begins(reading, at, at + mlirbc_upstream__number(numbers)) == 1)
				return 1;
			at += mlirbc_upstream__number(numbers) + mlirbc_upstream__number(numbers + 2);
			continue;
		case FORM_CUSTOM: return custom_begins(reading, numbers);
		default: continue;
		}
	}
	return -1;
}

static bool parse_optional(reading_t *reading, const uint8_t *numbers, const uint8_t **at)
{
	const uint8_t *then = *at, *other = then + mlirbc_upstream__number(numbers);
	*at = other + mlirbc_upstream__number(numbers + 2);
	if (begins(reading, then, other) == 1)
		return parse_elements(reading, then, other);
	return parse_elements(reading, other, *at);
}

/* Clauses in any order, each at most once. */
static bool parse_any_order(reading_t *reading, uint8_t count, const uint8_t **at)
{
	const uint8_t *first = *at, *clause;
	uint64_t seen = 0;
	for (uint8_t i = 0; i < count; i++)
		*at += 3u + 2u * (*at)[2] + mlirbc_upstream__number(*at);
	for (uint8_t i = 0; i < count && i < 64; i++) {
		clause = i == 0 ? first : clause + 3 + 2 * clause[2] + mlirbc_upstream__number(clause);
		const uint8_t *elements = clause + 3 + 2 * clause[2], *end = elements + mlirbc_upstream__number(clause);
		if (begins(reading, elements, end) != 1)
			continue;
		if (seen >> i & 1) {
			struct mlirbc_string word = mlirbc_parser_token(reading->parser);
			return UP__FAIL_AT_NAME(reading->parser, reading->op,
				"`%.*s` clause can appear at most once in the expansion of the oilist directive",
				(int)word.size, word.data);
		}
		seen |= UINT64_C(1) << i;
		if (!parse_elements(reading, elements, end))
			return false;
		i = UINT8_MAX; /* again from the first */
	}
	return true;
}

static bool parse_custom(reading_t *reading, const uint8_t *numbers)
{
	const struct mlirbc_upstream__directive *directive = mlirbc_upstream__directive_find(numbers[0]);
	struct mlirbc_upstream__argument arguments[MLIRBC_UPSTREAM__MOST_ARGUMENTS];
	size_t count = numbers[1];
	if (!directive || count > MLIRBC_UPSTREAM__MOST_ARGUMENTS)
		return mlirbc_parser_error(reading->parser, "custom op '%.*s' cannot be read here: only its generic form is known",
			(int)reading->name->size, reading->name->data);
	for (size_t i = 0; i < count; i++)
		arguments[i] = argument_at(numbers + 2 + 2 * i);
	return directive->parse(reading, arguments, count);
}

/* ---- elements */

static bool parse_all_operands(reading_t *reading)
{
	reading->all_operands = true;
	return mlirbc_parser_operands(reading->parser, &reading->all.names, &reading->all.count);
}

static bool parse_element(reading_t *reading, enum mlirbc_upstream__code code, const uint8_t *numbers)
{
	struct mlirbc_parser *parser = reading->parser;
	switch (code) {
	case FORM_LITERAL:
		return mlirbc_parser_expect(parser, mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(numbers)));
	case FORM_OPERAND: return parse_operand(reading, numbers[0]);
	case FORM_TYPE: return parse_type(reading, numbers[0]);
	case FORM_TYPE_BODY:
		return parse_type_body(
			reading, numbers[0], mlirbc_upstream__string((uint16_t)mlirbc_upstream__number(numbers + 1)));
	case FORM_ATTR: return mlirbc_upstream__parse_attr(reading, numbers[0], false);
	case FORM_ATTR_WHOLE: return mlirbc_upstream__parse_attr(reading, numbers[0], true);
	case FORM_REGION: return parse_region(reading, numbers[0]);
	case FORM_REGIONS: return parse_regions(reading);
	case FORM_SUCCESSOR:
		return parse_successor(reading, numbers[0]);
	case FORM_SUCCESSORS: return parse_successors(reading);
	case FORM_OPERANDS: return parse_all_operands(reading);
	case FORM_OPERAND_TYPES: return mlirbc_upstream__parse_types(parser, &reading->all.types, &reading->all.type_count);
	case FORM_RESULT_TYPES:
		reading->all_results = true;
		return mlirbc_upstream__parse_types(parser, &reading->result_types, &reading->result_type_count);
	case FORM_FUNCTION_TYPE: return parse_function_type(reading, numbers[0], numbers[1]);
	case FORM_DICTIONARY: return mlirbc_parser_attr_dict(parser, reading->op, false);
	case FORM_DICTIONARY_WORD: return mlirbc_parser_attr_dict(parser, reading->op, true);
	case FORM_PROPERTIES: return mlirbc_parser_properties(parser, reading->op);
	case FORM_CUSTOM: return parse_custom(reading, numbers);
	default: return true; /* printed only */
	}
}

static bool parse_elements(reading_t *reading, const uint8_t *at, const uint8_t *end)
{
	const uint8_t *numbers;
	while (at != end && *at != FORM_END) {
		const enum mlirbc_upstream__code code = mlirbc_upstream__next(&at, &numbers);
		bool good = code == FORM_OPTIONAL    ? parse_optional(reading, numbers, &at)
			    : code == FORM_ANY_ORDER ? parse_any_order(reading, numbers[0], &at)
						     : parse_element(reading, code, numbers);
		if (!good)
			return false;
	}
	return true;
}

/* ---- the end: operands, results, sizes of groups */

bool mlirbc_upstream__count_error(reading_t *reading, const struct mlirbc_upstream__read *list, size_t types)
{
	if (list->count)
		return mlirbc_parser_error_at(reading->parser, list->names,
			"number of operands and types do not match: got %zu operands and %zu types", list->count, types);
	return mlirbc_parser_error(reading->parser,
		"number of operands and types do not match: got %zu operands and %zu types", list->count, types);
}

/* Gives the operands of OPERANDS to slots, or the types of all operands. */
static bool distribute(reading_t *reading)
{
	const uint8_t slots = reading->row->operand_count;
	size_t at = 0, lists = 0, single = 0;
	for (uint8_t i = 0; i < slots; i++) {
		lists += mlirbc_upstream__slot_of(reading->row, i)->kind != SLOT_ONE;
		single += mlirbc_upstream__slot_of(reading->row, i)->kind == SLOT_ONE;
	}
	if (reading->all_operands && (lists > 1 || (lists == 0 && reading->all.count != single) || reading->all.count < single))
		return lists > 1 || mlirbc_parser_error(reading->parser, "expected %zu operands, found %zu", single, reading->all.count);
	for (uint8_t i = 0; i < slots; i++) {
		struct mlirbc_upstream__read *slot = &reading->slots[i];
		if (reading->all_operands) {
			const bool one = mlirbc_upstream__slot_of(reading->row, i)->kind == SLOT_ONE;
			slot->count = one ? 1 : reading->all.count - single;
			slot->names = reading->all.names + at;
		}
		if (reading->all.types && reading->all.type_count >= at + slot->count) {
			slot->types = reading->all.types + at;
			slot->type_count = slot->count;
		}
		at += slot->count;
	}
	if (reading->all.types && at != reading->all.type_count) {
		reading->all.count = at;
		return mlirbc_upstream__count_error(
			reading, reading->all_operands ? &reading->all : &reading->slots[0], reading->all.type_count);
	}
	return true;
}

static bool add_slot(reading_t *reading, uint8_t index, int32_t *out_size)
{
	struct mlirbc_upstream__read *slot = &reading->slots[index];
	*out_size = (int32_t)slot->count;
	if (slot->count == 0)
		return slot->type_count == 0 || !slot->types || mlirbc_upstream__slot_of(reading->row, index)->kind == SLOT_OPTIONAL ||
		       mlirbc_upstream__count_error(reading, slot, slot->type_count);
	if (!slot->types)
		return mlirbc_parser_error_at(reading->parser, slot->names, "the type of the operand cannot be found");
	if (slot->type_count != slot->count)
		return mlirbc_upstream__count_error(reading, slot, slot->type_count);
	return mlirbc_parser_add_operands(
		reading->parser, reading->op, slot->names, slot->count, slot->types, slot->type_count);
}

static bool add_sizes(reading_t *reading, const char *name, const int32_t *sizes, size_t count)
{
	return mlirbc_parser_add_attr(reading->parser, reading->op, name,
		mlirbc_attr_i32_array(mlirbc_parser_context(reading->parser), sizes, count));
}

static bool add_list_sizes(reading_t *reading)
{
	for (uint8_t i = 0; i < reading->row->operand_count; i++) {
		const struct mlirbc_upstream__slot *slot = mlirbc_upstream__slot_of(reading->row, i);
		if (slot->kind == SLOT_LISTS && !add_sizes(reading, mlirbc_upstream__string(slot->sizes),
							reading->slots[i].sizes, reading->slots[i].size_count))
			return false;
	}
	return true;
}

static bool add_operands(reading_t *reading)
{
	int32_t sizes[256];
	if (reading->all_operands && reading->all.types && reading->all.type_count == reading->all.count &&
		!(reading->row->flags & ROW_SIZED))
		return mlirbc_parser_add_operands(reading->parser, reading->op, reading->all.names, reading->all.count,
			reading->all.types, reading->all.type_count);
	for (uint8_t i = 0; i < reading->row->operand_count; i++) {
		if (!add_slot(reading, i, &sizes[i]))
			return false;
	}
	return (!(reading->row->flags & ROW_SIZED) ||
		       add_sizes(reading, "operandSegmentSizes", sizes, reading->row->operand_count)) &&
	       add_list_sizes(reading);
}

static bool add_results(reading_t *reading)
{
	const struct mlirbc_upstream__row *row = reading->row;
	int32_t sizes[256];
	if (reading->all_results)
		return mlirbc_parser_add_results(
			reading->parser, reading->op, reading->result_types, reading->result_type_count);
	for (uint8_t i = 0; i < row->result_count; i++) {
		const struct mlirbc_upstream__read *slot = &reading->slots[row->operand_count + i];
		const uint8_t kind = mlirbc_upstream__slot_of(row, (uint8_t)(row->operand_count + i))->kind;
		sizes[i] = (int32_t)slot->type_count;
		if (kind == SLOT_ONE && slot->type_count != 1)
			return mlirbc_parser_error(reading->parser, "the type of the result cannot be found");
		if (slot->type_count &&
			!mlirbc_parser_add_results(reading->parser, reading->op, slot->types, slot->type_count))
			return false;
	}
	return !(row->flags & ROW_SIZED_RESULTS) || add_sizes(reading, "resultSegmentSizes", sizes, row->result_count);
}

static bool add_regions(reading_t *reading)
{
	const struct mlirbc_upstream__row *row = reading->row;
	const uint32_t count = (uint32_t)(row->region_count - (row->flags & ROW_REGION_LIST ? 1 : 0));
	for (; reading->regions < count; reading->regions++) {
		if (!mlirbc_parser_add_empty_region(reading->parser, reading->op))
			return false;
	}
	return true;
}

bool mlirbc_upstream__parse(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op,
	const struct mlirbc_upstream__row *row)
{
	const size_t slots = (size_t)row->operand_count + row->result_count;
	reading_t reading = { .parser = parser, .op = op, .name = name, .row = row };
	reading.slots = mlirbc_parser_scratch(parser, (slots + 1) * sizeof *reading.slots);
	reading.attrs = mlirbc_parser_scratch(parser, (row->attr_count + 1u) * sizeof *reading.attrs);
	if (!reading.slots || !reading.attrs)
		return false;
	memset(reading.slots, 0, (slots + 1) * sizeof *reading.slots);
	memset(reading.attrs, 0, (row->attr_count + 1u) * sizeof *reading.attrs);
	const uint8_t *form = &mlirbc_upstream__forms[row->form];
	return parse_elements(&reading, form, NULL) && distribute(&reading) &&
	       mlirbc_upstream__infer(&reading) && add_operands(&reading) && add_results(&reading) && add_regions(&reading);
}
