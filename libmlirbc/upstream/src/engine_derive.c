/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types that are parts of other types, or follow from them by a rule. */
#include "engine.h"

#include <mlirbc/build.h>
#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mlirbc_upstream__has_rank(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_VECTOR || type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_MEMREF;
}

bool mlirbc_upstream__is_shaped(const struct mlirbc_type *type)
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
	if (!element || !mlirbc_upstream__is_shaped(type))
		return element;
	struct mlirbc_type like = *type;
	like.u.shaped.element = element;
	return mlirbc_type_get(context, &like);
}

/* ---- types of dialects, which are text */

bool mlirbc_upstream__is_dialect(const struct mlirbc_type *type, const char *dialect, const char *start)
{
	if (type->kind != MLIRBC_TYPE_DIALECT || !type->u.dialect.dialect)
		return false;
	const struct mlirbc_string *name = type->u.dialect.dialect, *text = type->u.dialect.text;
	return name->size == strlen(dialect) && memcmp(name->data, dialect, name->size) == 0 &&
	       text->size >= strlen(start) && memcmp(text->data, start, strlen(start)) == 0;
}

/* "dialect.mnemonic", with or without parameters. */
static bool has_name(const struct mlirbc_type *type, const char *name)
{
	char dialect[32];
	const char *dot = strchr(name, '.');
	const size_t size = (size_t)(dot - name);
	if (type->kind != MLIRBC_TYPE_DIALECT || size >= sizeof dialect)
		return type->kind == MLIRBC_TYPE_DIALECT;
	memcpy(dialect, name, size);
	dialect[size] = '\0';
	return mlirbc_upstream__is_dialect(type, dialect, dot + 1);
}

bool mlirbc_upstream__has_kind(const struct mlirbc_type *type, uint16_t constraint)
{
	const struct mlirbc_upstream__constraint *needed = &mlirbc_upstream__constraints[constraint];
	switch (needed->kind) {
	case KIND_ANY: return true;
	case KIND_VECTOR: return type->kind == MLIRBC_TYPE_VECTOR;
	case KIND_TENSOR: return type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_UNRANKED_TENSOR;
	case KIND_RANKED: return type->kind == MLIRBC_TYPE_TENSOR;
	case KIND_UNRANKED: return type->kind == MLIRBC_TYPE_UNRANKED_TENSOR;
	case KIND_MEMREF: return type->kind == MLIRBC_TYPE_MEMREF;
	case KIND_UNRANKED_MEMREF: return type->kind == MLIRBC_TYPE_UNRANKED_MEMREF;
	case KIND_ANY_MEMREF: return type->kind == MLIRBC_TYPE_MEMREF || type->kind == MLIRBC_TYPE_UNRANKED_MEMREF;
	case KIND_COMPLEX: return type->kind == MLIRBC_TYPE_COMPLEX;
	case KIND_FUNCTION: return type->kind == MLIRBC_TYPE_FUNCTION;
	case KIND_TUPLE: return type->kind == MLIRBC_TYPE_TUPLE;
	case KIND_FLOAT: return type->kind == MLIRBC_TYPE_FLOAT;
	case KIND_INTEGER: return type->kind == MLIRBC_TYPE_INTEGER;
	case KIND_INDEX: return type->kind == MLIRBC_TYPE_INDEX;
	default: return has_name(type, mlirbc_upstream__string((uint16_t)(needed->kind - KIND_NAMED)));
	}
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
	if (mlirbc_upstream__is_dialect(type, "smt", "array<[")) {
		const char *from = text->data + 7, *end = text->data + text->size;
		const size_t domain = mlirbc_upstream__type_end(from, (size_t)(end - from));
		if (!range)
			return inner(context, from, domain);
		const char *second = from + domain + 2;
		return second < end ? inner(context, second, mlirbc_upstream__type_end(second, (size_t)(end - second))) : NULL;
	}
	if (!mlirbc_upstream__is_dialect(type, "smt", "func<(") || !range)
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
	if (!mlirbc_upstream__is_dialect(type, "spirv", "ptr<"))
		return parameter(context, type);
	const struct mlirbc_string *text = type->u.dialect.text;
	size_t end = text->size;
	while (end > 4 && text->data[end - 1] != ',')
		end--;
	return end > 4 ? inner(context, text->data + 4, end - 5) : NULL;
}

static const struct mlirbc_type *pdl_range(struct mlirbc_context *context, const struct mlirbc_type *type)
{
	if (!mlirbc_upstream__is_dialect(type, "pdl", ""))
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
	return mlirbc_upstream__type(context, mlirbc_upstream__is_dialect(type, "pdl", "range<") ? "!pdl.range<value>" : "!pdl.value");
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
const struct mlirbc_type *mlirbc_upstream__pair_type(struct mlirbc_context *context, const char *name,
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
	if (mlirbc_upstream__is_dialect(a, "smt", "bv<") && mlirbc_upstream__is_dialect(b, "smt", "bv<")) {
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
const struct mlirbc_type *mlirbc_upstream__derive(struct mlirbc_context *context, int rule, const struct mlirbc_type *from)
{
	switch (rule) {
	case RULE_SAME: return from;
	case RULE_ELEMENT:
	case RULE_ELEMENTS:
		return mlirbc_upstream__is_shaped(from) || from->kind == MLIRBC_TYPE_COMPLEX ? from->u.shaped.element : parameter(context, from);
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
	const struct mlirbc_type *element = mlirbc_upstream__is_shaped(type) ? type->u.shaped.element : type;
	if (element->kind != MLIRBC_TYPE_INTEGER || element->u.integer.width != 1 || mlirbc_upstream__is_shaped(type) != mlirbc_upstream__is_shaped(shape))
		return false;
	return !mlirbc_upstream__is_shaped(type) || (type->kind == shape->kind && type->u.shaped.rank == shape->u.shaped.rank &&
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
		derived = mlirbc_upstream__derive(context, rule, from);
		return !derived || derived == type;
	default: return true;
	}
}
