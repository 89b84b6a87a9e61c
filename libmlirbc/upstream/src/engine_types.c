/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types that the text does not have: they follow from other types by the rules of the row. */
#include "engine.h"

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

static bool is_shaped(const struct mlirbc_type *type)
{
	switch (type->kind) {
	case MLIRBC_TYPE_VECTOR:
	case MLIRBC_TYPE_TENSOR:
	case MLIRBC_TYPE_UNRANKED_TENSOR:
	case MLIRBC_TYPE_MEMREF:
	case MLIRBC_TYPE_UNRANKED_MEMREF: return true;
	default: return false;
	}
}

static const struct mlirbc_type *with_element(
	struct mlirbc_context *context, const struct mlirbc_type *type, const struct mlirbc_type *element)
{
	if (!element || !is_shaped(type))
		return element;
	struct mlirbc_type like = *type;
	like.u.shaped.element = element;
	return mlirbc_type_get(context, &like);
}

/* ---- types of dialects, which are text */

static bool is_dialect(const struct mlirbc_type *type, const char *dialect, const char *start)
{
	if (type->kind != MLIRBC_TYPE_DIALECT || !type->u.dialect.dialect)
		return false;
	const struct mlirbc_string *name = type->u.dialect.dialect, *text = type->u.dialect.text;
	return name->size == strlen(dialect) && memcmp(name->data, dialect, name->size) == 0 &&
	       text->size >= strlen(start) && memcmp(text->data, start, strlen(start)) == 0;
}

size_t mlirbc_upstream__type_end(const char *text, size_t size)
{
	size_t depth = 0;
	for (size_t i = 0; i < size; i++) {
		const char c = text[i];
		if (c == '-' && i + 1 < size && text[i + 1] == '>') {
			if (depth == 0)
				return i;
			i++;
		} else if (strchr("<([{", c)) {
			depth++;
		} else if (strchr(">)]}", c)) {
			if (depth-- == 0)
				return i;
		} else if (c == ',' && depth == 0) {
			return i;
		}
	}
	return size;
}

const struct mlirbc_type *mlirbc_upstream__inner_type(
	struct mlirbc_context *context, const char *dialect, const char *text, size_t size)
{
	const struct mlirbc_type *type;
	char whole[500];
	while (size && text[0] == ' ') {
		text++;
		size--;
	}
	while (size && text[size - 1] == ' ')
		size--;
	if (mlirbc_parse_type(context, text, size, &type, NULL) == MLIRBC_OK)
		return type;
	const int used = dialect ? snprintf(whole, sizeof whole, "!%s.%.*s", dialect, (int)(size < 480 ? size : 480), text) : 0;
	return used > 0 && size < 480 && mlirbc_parse_type(context, whole, (size_t)used, &type, NULL) == MLIRBC_OK ? type : NULL;
}

static const struct mlirbc_type *inner(struct mlirbc_context *context, const char *text, size_t size)
{
	return mlirbc_upstream__inner_type(context, NULL, text, size);
}

/* T of !dialect.mnemonic<T, ...> */
static const struct mlirbc_type *parameter(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	if (type->kind != MLIRBC_TYPE_DIALECT || !type->u.dialect.text)
		return NULL;
	const struct mlirbc_string *text = type->u.dialect.text;
	const char *open = memchr(text->data, '<', text->size);
	if (!open)
		return NULL;
	const char *from = open + 1, *end = text->data + text->size;
	for (const char *at = from; at < end && (*at == '?' || *at == '*' || (*at >= '0' && *at <= '9'));) {
		while (at < end && ((*at >= '0' && *at <= '9') || *at == '?' || *at == '*'))
			at++;
		if (at == end || *at != 'x')
			break;
		from = ++at; /* a shape before the type */
	}
	return inner(context, from, mlirbc_upstream__type_end(from, (size_t)(end - from)));
}

/* !smt.array<[D -> R]>, !smt.func<(D, E) R> */
static const struct mlirbc_type *smt_part(struct mlirbc_context *context, const struct mlirbc_type *type, bool range)
{
	const struct mlirbc_string *text = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
	if (is_dialect(type, "smt", "array<[")) {
		const char *from = text->data + 7, *end = text->data + text->size;
		const size_t domain = mlirbc_upstream__type_end(from, (size_t)(end - from));
		if (!range)
			return inner(context, from, domain);
		const char *second = from + domain + 2;
		return second < end ? inner(context, second, mlirbc_upstream__type_end(second, (size_t)(end - second))) : NULL;
	}
	if (!is_dialect(type, "smt", "func<(") || !range)
		return NULL;
	const char *from = text->data + 6, *end = text->data + text->size, *at = from;
	while (at < end && *at != ')') {
		at += mlirbc_upstream__type_end(at, (size_t)(end - at));
		at += at < end && *at == ',';
	}
	return at < end ? inner(context, at + 1, (size_t)(end - at) - 2) : NULL;
}

const struct mlirbc_type *mlirbc_upstream__wrapped(struct mlirbc_context *context, const char *before, const struct mlirbc_type *type,
	const char *after)
{
	char text[600];
	const size_t head = strlen(before), tail = strlen(after);
	size_t size = mlirbc_type_text(type, text + head, sizeof text - head - tail);
	if (size >= sizeof text - head - tail)
		return NULL;
	memcpy(text, before, head);
	memcpy(text + head + size, after, tail + 1);
	return mlirbc_upstream__type(context, text);
}

/* The type that an SPIR-V pointer points to: the last ',' separates it from the storage class. */
static const struct mlirbc_type *pointee(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	if (!is_dialect(type, "spirv", "ptr<"))
		return parameter(context, type);
	const struct mlirbc_string *text = type->u.dialect.text;
	size_t end = text->size;
	while (end > 4 && text->data[end - 1] != ',')
		end--;
	return end > 4 ? inner(context, text->data + 4, end - 5) : NULL;
}

static const struct mlirbc_type *pdl_range(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	if (!is_dialect(type, "pdl", ""))
		return NULL;
	char text[80];
	const struct mlirbc_string *name = type->u.dialect.text;
	if (name->size > 40)
		return NULL;
	memcpy(text, "!pdl.range<", 11);
	memcpy(text + 11, name->data, name->size);
	memcpy(text + 11 + name->size, ">", 2);
	return mlirbc_upstream__type(context, text);
}

static const struct mlirbc_type *pdl_value(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	return mlirbc_upstream__type(context, is_dialect(type, "pdl", "range<") ? "!pdl.range<value>" : "!pdl.value");
}

/* ---- shapes */

static const struct mlirbc_type *reshaped(struct mlirbc_context *context, const struct mlirbc_type *type, int rule)
{
	if (type->kind != MLIRBC_TYPE_VECTOR || type->u.shaped.rank == 0 || type->u.shaped.rank > 8)
		return NULL;
	int64_t dims[8];
	uint8_t scalable[8] = { 0 };
	struct mlirbc_type like = *type;
	const size_t rank = type->u.shaped.rank;
	memcpy(dims, type->u.shaped.dims, rank * sizeof *dims);
	if (type->u.shaped.scalable)
		memcpy(scalable, type->u.shaped.scalable, rank);
	like.u.shaped.dims = dims;
	like.u.shaped.scalable = type->u.shaped.scalable ? scalable : NULL;
	switch (rule) {
	case RULE_DIM0_I1:
		like.u.shaped.rank = 1;
		like.u.shaped.element = mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS);
		break;
	case RULE_LAST_DIM_16: dims[rank - 1] = 16; break;
	case RULE_SQUARE_SCALABLE:
		like.u.shaped.rank = 2;
		dims[1] = dims[0];
		scalable[1] = scalable[0];
		break;
	default: return mlirbc_type_integer(context, (uint32_t)dims[0], MLIRBC_SIGNLESS);
	}
	return like.u.shaped.element ? mlirbc_type_get(context, &like) : NULL;
}

/* vector.shuffle: as many elements as the mask has. smt.bv.concat: as many bits as both. */
static const struct mlirbc_type *pair_type(struct mlirbc_context *context, const char *name,
	const struct mlirbc_type *a, const struct mlirbc_type *b, const struct mlirbc_attr *mask)
{
	if (strcmp(name, "shuffle") == 0 && a->kind == MLIRBC_TYPE_VECTOR && mask && mask->kind == MLIRBC_ATTR_DENSE_ARRAY) {
		int64_t dims[16];
		struct mlirbc_type like = *a;
		if (a->u.shaped.rank > 16)
			return NULL;
		if (a->u.shaped.rank)
			memcpy(dims, a->u.shaped.dims, a->u.shaped.rank * sizeof *dims);
		like.u.shaped.rank = a->u.shaped.rank ? a->u.shaped.rank : 1;
		dims[0] = (int64_t)mask->u.dense.count;
		like.u.shaped.dims = dims;
		return mlirbc_type_get(context, &like);
	}
	if (is_dialect(a, "smt", "bv<") && is_dialect(b, "smt", "bv<")) {
		char text[40];
		const unsigned long bits = strtoul(a->u.dialect.text->data + 3, NULL, 10) +
					   strtoul(b->u.dialect.text->data + 3, NULL, 10);
		return bits < 1000000000 && snprintf(text, sizeof text, "!smt.bv<%lu>", bits) > 0
			       ? mlirbc_upstream__type(context, text)
			       : NULL;
	}
	return NULL;
}

/* The type of a value whose rule has one source. */
static const struct mlirbc_type *derive(struct mlirbc_context *context, int rule, const struct mlirbc_type *from)
{
	switch (rule) {
	case RULE_SAME: return from;
	case RULE_ELEMENT:
	case RULE_ELEMENTS:
		return is_shaped(from) || from->kind == MLIRBC_TYPE_COMPLEX ? from->u.shaped.element : parameter(context, from);
	case RULE_I1_SAME_SHAPE: return with_element(context, from, mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS));
	case RULE_POINTEE: return pointee(context, from);
	case RULE_VALUE_TYPE_OF:
	case RULE_IMAGE_OF: return parameter(context, from);
	case RULE_RANGE_OF: return smt_part(context, from, true);
	case RULE_DOMAIN_OF: return smt_part(context, from, false);
	case RULE_LVALUE_OF_POINTEE: {
		const struct mlirbc_type *value = parameter(context, from);
		return value ? mlirbc_upstream__wrapped(context, "!emitc.lvalue<", value, ">") : NULL;
	}
	case RULE_POINTER_TO_VALUE: {
		const struct mlirbc_type *value = parameter(context, from);
		return value ? mlirbc_upstream__wrapped(context, "!emitc.ptr<", value, ">") : NULL;
	}
	case RULE_STRUCT_VALUE_I1: return mlirbc_upstream__wrapped(context, "!llvm.struct<(", from, ", i1)>");
	case RULE_PTR_METADATA: return mlirbc_upstream__wrapped(context, "!ptr.ptr_metadata<", from, ">");
	case RULE_PDL_RANGE_OF: return pdl_range(context, from);
	case RULE_PDL_TYPE_OF_VALUE: return pdl_value(context, from);
	default: return reshaped(context, from, rule);
	}
}

static bool has_element(const struct mlirbc_type *type, const struct mlirbc_type *shape)
{
	const struct mlirbc_type *element = is_shaped(type) ? type->u.shaped.element : type;
	if (element->kind != MLIRBC_TYPE_INTEGER || element->u.integer.width != 1 || is_shaped(type) != is_shaped(shape))
		return false;
	return !is_shaped(type) || (type->kind == shape->kind && type->u.shaped.rank == shape->u.shaped.rank &&
					   (type->u.shaped.rank == 0 || memcmp(type->u.shaped.dims, shape->u.shaped.dims,
							   type->u.shaped.rank * sizeof(int64_t)) == 0));
}

bool mlirbc_upstream__type_follows(struct mlirbc_context *context, uint8_t rule, const struct mlirbc_type *from, const struct mlirbc_type *type)
{
	const struct mlirbc_type *derived;
	switch (rule) {
	case RULE_I1_SAME_SHAPE: return has_element(type, from);
	case RULE_SAME:
	case RULE_ELEMENT:
	case RULE_ELEMENTS:
	case RULE_POINTEE:
	case RULE_VALUE_TYPE_OF:
		derived = derive(context, rule, from);
		return !derived || derived == type;
	default: return true;
	}
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
		return pair_type(context, name, reading->all.types[0], reading->all.types[1],
			reading->row->attr_count ? reading->attrs[0] : NULL);
	if (strcmp(name, "ptr_add") == 0 && slots[0].type_count == 1)
		return slots[0].types[0];
	if (strcmp(name, "bv.constant") == 0 && reading->attrs[0])
		return reading->attrs[0]->type;
	if (strcmp(name, "local") == 0 && attr_type(reading, 0))
		return mlirbc_upstream__wrapped(context, "!wasmssa<local ref to ", attr_type(reading, 0), ">");
	if ((strcmp(name, "local_get") == 0 || strcmp(name, "local_tee") == 0) && slots[0].type_count == 1 &&
		is_dialect(slots[0].types[0], "wasmssa", "local ref to "))
		return inner(context, slots[0].types[0]->u.dialect.text->data + 13, slots[0].types[0]->u.dialect.text->size - 13);
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
		if (is_shaped(from->types[0]) && mlirbc_type_elements(from->types[0], &count) && count < 1 << 20)
			return set_types(reading, rule->slot, from->types[0]->u.shaped.element, (size_t)count);
	}
	if (rule->kind == RULE_DOMAINS_OF && from->type_count == 1 && is_dialect(from->types[0], "smt", "func<(")) {
		const struct mlirbc_string *text = from->types[0]->u.dialect.text;
		const struct mlirbc_type **types = mlirbc_parser_scratch(reading->parser, (slot->count + 1) * sizeof *types);
		const char *at = text->data + 6, *end = text->data + text->size;
		size_t count = 0;
		for (; types && count < slot->count && at < end && *at != ')'; count++) {
			const size_t size = mlirbc_upstream__type_end(at, (size_t)(end - at));
			if (!(types[count] = inner(mlirbc_parser_context(reading->parser), at, size)))
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
	return from ? derive(context, rule->kind, from) : NULL;
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
	const struct mlirbc_type *type = apply(reading, rule);
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
	case RULE_ELEMENTS: return !is_shaped(from) || type == from->u.shaped.element;
	case RULE_I1_SAME_SHAPE: return has_element(type, from);
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
