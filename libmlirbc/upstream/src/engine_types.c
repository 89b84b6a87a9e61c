/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types that the text does not have: they follow from other types by the rules of the row. */
#include "constraint.h"
#include "engine.h"
#include "own_parts.h"

#include <mlirbc/build.h>
#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct mlirbc_type *mlirbc_upstream__type(struct mlirbc_context *context, const char *text)
{
	const struct mlirbc_type *type;
	if (text[0] == 'i' && text[1] >= '1' && text[1] <= '9')
		return mlirbc_type_integer(context, (uint32_t)strtoul(text + 1, NULL, 10), MLIRBC_SIGNLESS);
	if (strcmp(text, "index") == 0)
		return mlirbc_type_index(context);
	return mlirbc_parse_type(context, text, strlen(text), &type, NULL) == MLIRBC_OK ? type : NULL;
}

/* ---- reading */

static bool set_types(struct mlirbc_upstream__reading *reading, uint8_t slot, const struct mlirbc_type *type, size_t count)
{
	const struct mlirbc_type **types = mlirbc_parser_scratch(reading->parser, (count + 1) * sizeof *types);
	if (!types)
		return false;
	for (size_t i = 0; i < count; i++)
		types[i] = type;
	reading->slots[slot].types = types;
	reading->slots[slot].type_count = count;
	return true;
}

/* How many types a slot needs: as many as its operands; a result one, unless it is optional. */
static size_t wanted(const struct mlirbc_upstream__reading *reading, uint8_t slot)
{
	if (slot >= reading->row->operand_count && mlirbc_upstream__slot_of(reading->row, slot)->kind == SLOT_LIST &&
		reading->row->operand_count > 0)
		return reading->slots[reading->row->operand_count - 1].count; /* bufferization.dealloc */
	return slot < reading->row->operand_count ? reading->slots[slot].count : 1;
}

static const struct mlirbc_type *attr_type(struct mlirbc_upstream__reading *reading, uint8_t index)
{
	const struct mlirbc_attr *attr = reading->attrs[index];
	return !attr ? NULL : attr->kind == MLIRBC_ATTR_TYPE ? attr->u.type_value : attr->type;
}

/* An operation whose result follows by a rule of its own. */
static const struct mlirbc_type *infer_own(struct mlirbc_upstream__reading *reading, const struct mlirbc_upstream__rule *rule)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const char *name = mlirbc_upstream__string(reading->row->name);
	const struct mlirbc_upstream__read *slots = reading->slots;
	(void)rule;
	if (reading->all.type_count == 2)
		return mlirbc_upstream__pair_type(context, name, reading->all.types[0], reading->all.types[1],
			reading->row->attr_count ? reading->attrs[0] : NULL);
	if (strcmp(name, "ptr_add") == 0 && slots[0].type_count == 1)
		return slots[0].types[0];
	if (strcmp(name, "bv.constant") == 0 && reading->attrs[0])
		return reading->attrs[0]->type;
	if (strcmp(name, "local") == 0 && attr_type(reading, 0))
		return mlirbc_upstream__wrapped(context, "!wasmssa<local ref to ", attr_type(reading, 0), ">");
	if ((strcmp(name, "local_get") == 0 || strcmp(name, "local_tee") == 0) && slots[0].type_count == 1 &&
		mlirbc_upstream__is_dialect(slots[0].types[0], "wasmssa", "local ref to "))
		return mlirbc_upstream__inner_type(context, NULL, slots[0].types[0]->u.dialect.text->data + 13, slots[0].types[0]->u.dialect.text->size - 13);
	return NULL;
}

/* The types of a list: those of all elements, of the inputs or results of a function. */
static bool infer_list(struct mlirbc_upstream__reading *reading, const struct mlirbc_upstream__rule *rule, bool *out_found)
{
	struct mlirbc_upstream__read *slot = &reading->slots[rule->slot];
	const char *name = mlirbc_upstream__string(reading->row->name);
	const struct mlirbc_upstream__read *from = &reading->slots[0];
	*out_found = true;
	if (rule->kind == RULE_INFER && strcmp(name, "to_elements") == 0 && from->type_count == 1) {
		uint64_t count;
		if (mlirbc_upstream__is_shaped(from->types[0]) && mlirbc_type_elements(from->types[0], &count) && count < 1 << 20)
			return set_types(reading, rule->slot, from->types[0]->u.shaped.element, (size_t)count);
	}
	if (rule->kind == RULE_DOMAINS_OF && from->type_count == 1 && mlirbc_upstream__is_dialect(from->types[0], "smt", "func<(")) {
		const struct mlirbc_string *text = from->types[0]->u.dialect.text;
		const struct mlirbc_type **types = mlirbc_parser_scratch(reading->parser, (slot->count + 1) * sizeof *types);
		const char *at = text->data + 6, *end = text->data + text->size;
		size_t count = 0;
		for (; types && count < slot->count && at < end && *at != ')'; count++) {
			const size_t size = mlirbc_upstream__type_end(at, (size_t)(end - at));
			if (!(types[count] = mlirbc_upstream__inner_type(mlirbc_parser_context(reading->parser), NULL, at, size)))
				break;
			at += size;
			at += at < end && *at == ',';
		}
		slot->types = types;
		slot->type_count = count;
		return types != NULL;
	}
	*out_found = false;
	return true;
}

/* The type by a rule, NULL: a source is not known yet, or the rule does not apply. */
static const struct mlirbc_type *apply(struct mlirbc_upstream__reading *reading, const struct mlirbc_upstream__rule *rule)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	if (rule->kind == RULE_BUILD)
		return mlirbc_upstream__type(context, mlirbc_upstream__string(rule->type));
	if (rule->kind == RULE_INFER || rule->source == 255)
		return infer_own(reading, rule);
	const struct mlirbc_type *from;
	if (rule->source & MLIRBC_UPSTREAM__REF) {
		from = attr_type(reading, rule->source & (uint8_t)~MLIRBC_UPSTREAM__REF);
	} else {
		const struct mlirbc_upstream__read *source = &reading->slots[rule->source];
		from = source->types && source->type_count ? source->types[0] : NULL;
	}
	return from ? mlirbc_upstream__derive(context, rule->kind, from) : NULL;
}

/* MLIR checks the source before it derives another type from it. */
static bool source_fits(struct mlirbc_upstream__reading *reading, const struct mlirbc_upstream__rule *rule)
{
	if (rule->kind == RULE_BUILD || rule->kind == RULE_SAME || rule->source >= MLIRBC_UPSTREAM__REF)
		return true;
	const struct mlirbc_upstream__slot *declared = mlirbc_upstream__slot_of(reading->row, rule->source);
	const struct mlirbc_upstream__read *source = &reading->slots[rule->source];
	for (size_t i = 0; source->types && i < source->type_count; i++) {
		if (!mlirbc_upstream__type_satisfies(source->types[i], declared->constraint))
			return UP__FAIL_AT_NAME(reading->parser, reading->op, "'%s' must be %s",
				mlirbc_upstream__string(declared->name), mlirbc_upstream__constraint_text(declared->constraint));
	}
	return true;
}

static bool infer_one(struct mlirbc_upstream__reading *reading, const struct mlirbc_upstream__rule *rule, bool *out_more)
{
	struct mlirbc_upstream__read *slot = &reading->slots[rule->slot];
	const bool is_operand = rule->slot < reading->row->operand_count;
	const size_t count = wanted(reading, rule->slot);
	bool found;
	if (slot->types || (is_operand && count == 0))
		return true;
	if (!is_operand && mlirbc_upstream__slot_of(reading->row, rule->slot)->kind == SLOT_OPTIONAL && rule->kind == RULE_BUILD)
		return true; /* a directive says whether it is there */
	if (!infer_list(reading, rule, &found))
		return false;
	if (found)
		return *out_more = true;
	const struct mlirbc_upstream__read *source = rule->source < MLIRBC_UPSTREAM__REF ? &reading->slots[rule->source] : NULL;
	if (rule->kind == RULE_SAME && source && source->types && source->type_count == count) {
		slot->types = source->types;
		slot->type_count = count;
		return *out_more = true;
	}
	if (!source_fits(reading, rule))
		return false;
	const struct mlirbc_type *type = apply(reading, rule);
	uint64_t elements;
	if (type && rule->kind == RULE_ELEMENTS && mlirbc_type_elements(source->types[0], &elements) && elements != count)
		return mlirbc_upstream__count_error(reading, slot, (size_t)elements);
	*out_more |= type != NULL;
	return !type || set_types(reading, rule->slot, type, count);
}

bool mlirbc_upstream__infer(struct mlirbc_upstream__reading *reading)
{
	const struct mlirbc_upstream__rule *rules = &mlirbc_upstream__rules[reading->row->rules];
	bool more = true;
	while (more) {
		more = false;
		for (uint8_t i = 0; i < reading->row->rule_count; i++) {
			if (!infer_one(reading, &rules[i], &more))
				return false;
		}
	}
	return true;
}

/* ---- printing */

static const struct mlirbc_type *type_in(const struct mlirbc_upstream__printing *printing, uint8_t source)
{
	struct mlirbc_upstream__group group;
	if (source & MLIRBC_UPSTREAM__REF) {
		const struct mlirbc_attr *attr =
			mlirbc_upstream__attr_in(printing, source & (uint8_t)~MLIRBC_UPSTREAM__REF);
		return !attr ? NULL : attr->kind == MLIRBC_ATTR_TYPE ? attr->u.type_value : attr->type;
	}
	return mlirbc_upstream__group(printing, source, &group) && group.count
		       ? mlirbc_upstream__group_type(printing, &group, 0)
		       : NULL;
}

/* Whether a type has this text. */
static bool has_text(const struct mlirbc_type *type, const char *text)
{
	char own[200];
	return mlirbc_type_text(type, own, sizeof own) < sizeof own && strcmp(own, text) == 0;
}

/* Whether the type follows by the rule; rules that are not checked here are those of the operation's verifier. */
static bool follows(const struct mlirbc_upstream__printing *printing, const struct mlirbc_upstream__rule *rule,
	const struct mlirbc_type *type, uint32_t index)
{
	struct mlirbc_upstream__group group;
	const struct mlirbc_type *from;
	if (rule->kind == RULE_BUILD)
		return has_text(type, mlirbc_upstream__string(rule->type));
	if (rule->kind == RULE_INFER || rule->source == 255)
		return true;
	from = type_in(printing, rule->source);
	if (!from)
		return false;
	switch (rule->kind) {
	case RULE_SAME:
		if (!(rule->source & MLIRBC_UPSTREAM__REF) && mlirbc_upstream__group(printing, rule->source, &group) &&
			index < group.count)
			from = mlirbc_upstream__group_type(printing, &group, index);
		return type == from;
	case RULE_ELEMENT:
	case RULE_ELEMENTS: return !mlirbc_upstream__is_shaped(from) || type == from->u.shaped.element;
	case RULE_I1_SAME_SHAPE: return mlirbc_upstream__type_follows(NULL, RULE_I1_SAME_SHAPE, from, type);
	default: return true;
	}
}

bool mlirbc_upstream__types_follow(const struct mlirbc_upstream__printing *printing)
{
	const struct mlirbc_upstream__row *row = printing->row;
	for (uint8_t i = 0; i < row->rule_count; i++) {
		const struct mlirbc_upstream__rule *rule = &mlirbc_upstream__rules[row->rules + i];
		struct mlirbc_upstream__group group;
		if (!mlirbc_upstream__group(printing, rule->slot, &group))
			return false;
		for (uint32_t j = 0; j < group.count; j++) {
			if (!follows(printing, rule, mlirbc_upstream__group_type(printing, &group, j), j))
				return false;
		}
	}
	return true;
}
