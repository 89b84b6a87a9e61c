/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Labels of a model's graph. */
#include "models/model_label.h"
#include "models/model.h"
#include <mlirbc/stablehlo_ops.h>

#include <string.h>

enum { MOST_ATTRIBUTES = 6, MOST_CONSTANTS = 4, MOST_ELEMENTS = 8, LONGEST = 48 };

static void add(struct model_label *label, const char *text, size_t size)
{
	const size_t room = sizeof label->text - 1 - label->size, part = size < room ? size : room;
	memcpy(label->text + label->size, text, part);
	label->size += part;
	label->text[label->size] = '\0';
}

static void add_word(struct model_label *label, const char *text) { add(label, text, strlen(text)); }

/* A name, cut. */
static void add_name(struct model_label *label, const struct mlirbc_string *name)
{
	add(label, name->data, name->size < LONGEST ? name->size : LONGEST);
	if (name->size > LONGEST)
		add_word(label, "...");
}

/* Moves *begin behind the bracket and the keyword of "array<i64: 0, 1>", "dense<...> : T" or
 * "#stablehlo<precision HIGH>". Returns the end of the content; NULL: another form, or the end is missing. */
static char *unwrap(char *text, char **begin)
{
	static const struct {
		const char *start, *keyword_end, *end;
	} forms[] = { { "array<", ": ", ">" }, { "dense<", NULL, "> : " }, { "#stablehlo<", " ", ">" },
		{ "#stablehlo.", NULL, ">" } };
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		char *inside = strchr(text, '<');
		if (!inside || strncmp(text, forms[i].start, strlen(forms[i].start)) != 0)
			continue;
		char *end = forms[i].end[1] ? strstr(inside, forms[i].end) : strrchr(inside, '>');
		char *keyword = forms[i].keyword_end ? strstr(inside, forms[i].keyword_end) : NULL;
		*begin = keyword ? keyword + strlen(forms[i].keyword_end) : inside + 1;
		if (forms[i].start[0] == 'a' && !keyword) /* array<i64> is empty */
			*begin = end;
		return end;
	}
	return NULL;
}

static void add_attr(struct model_label *label, const struct mlirbc_attr *attr)
{
	char text[2 * LONGEST], *begin = text;
	const size_t size = model_attr_text(attr, text, sizeof text);
	char *end = unwrap(text, &begin);
	if (end) {
		add(label, begin, (size_t)(end - begin));
		return;
	}
	add_word(label, text);
	if (size == sizeof text)
		add_word(label, "...");
}

bool label_is_constant(const struct mlirbc_op *op)
{
	return mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_constant || mlirbc_stablehlo_code(op->name) == MLIRBC_CHLO_constant;
}

/* The elements of a small constant; the shape of a large one. */
static void add_constant(struct model_label *label, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	if (!value || value->kind != MLIRBC_ATTR_DENSE || value->u.dense.count > MOST_ELEMENTS) {
		add_word(label, "constant ");
		if (op->result_count)
			label_shape(label, mlirbc_op_results(op)->type);
		return;
	}
	add_attr(label, value);
}

static void add_op_name(struct model_label *label, const struct mlirbc_op *op)
{
	static const char *const dialects[] = { "stablehlo", "func" };
	struct mlirbc_string name = *op->name;
	for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
		if (model_dialect_is(op, dialects[i]))
			name = (struct mlirbc_string){ op->name->data + strlen(dialects[i]) + 1,
				op->name->size - strlen(dialects[i]) - 1 };
	}
	add_name(label, &name);
}

/* ---- regions of one op */

static const struct mlirbc_op *only_op(const struct mlirbc_region *region)
{
	const struct mlirbc_op *found = NULL;
	if (region->block_count != 1)
		return NULL;
	for (const struct mlirbc_op *op = region->first->first; op && op != region->first->last; op = op->next) {
		if (label_is_constant(op))
			continue;
		if (found)
			return NULL;
		found = op;
	}
	return found;
}

static bool is_local(const struct mlirbc_op *op, const struct mlirbc_region *region)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_op *maker = value ? mlirbc_value_op(value) : NULL;
		if (!value || (!maker && mlirbc_value_block(value) != region->first) ||
			(maker && !label_is_constant(maker) && maker->parent != region->first))
			return false;
	}
	return true;
}

bool label_has_region(const struct mlirbc_op *op, uint32_t region)
{
	const struct mlirbc_region *inside = &mlirbc_op_regions(op)[region];
	const struct mlirbc_op *only = mlirbc_op_is(op, "func.func") ? NULL : only_op(inside);
	return only && only->region_count == 0 && is_local(only, inside) && is_local(inside->first->last, inside);
}

/* ---- labels */

static void add_attributes(struct model_label *label, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	if (!properties || properties->kind != MLIRBC_ATTR_DICTIONARY)
		return;
	for (size_t i = 0; i < properties->u.dictionary.count && i < MOST_ATTRIBUTES; i++) {
		const struct mlirbc_named_attr *entry = &properties->u.dictionary.data[i];
		add_word(label, "\n");
		add_name(label, entry->name);
		if (entry->value->kind == MLIRBC_ATTR_UNIT)
			continue;
		add_word(label, " = ");
		add_attr(label, entry->value);
	}
}

static void add_constants(struct model_label *label, const struct mlirbc_op *op)
{
	unsigned count = 0;
	for (uint32_t i = 0; i < op->operand_count && count <= MOST_CONSTANTS; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_op *maker = value ? mlirbc_value_op(value) : NULL;
		char number[32];
		if (!maker || !label_is_constant(maker))
			continue;
		if (count++ == MOST_CONSTANTS) {
			add_word(label, "\n...");
			return;
		}
		snprintf(number, sizeof number, "\noperand %u: ", i);
		add_word(label, number);
		add_constant(label, maker);
	}
}

/* "region: compare comparison_direction LT 9" */
static void add_region(struct model_label *label, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *direction = mlirbc_op_attr(op, "comparison_direction");
	add_word(label, "\nregion: ");
	add_op_name(label, op);
	if (direction) {
		add_word(label, " ");
		add_attr(label, direction);
	}
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_op *maker = mlirbc_value_op(mlirbc_op_operands(op)[i].value);
		if (maker && label_is_constant(maker)) {
			add_word(label, " ");
			add_constant(label, maker);
		}
	}
}

void label_op(struct model_label *label, const struct mlirbc_op *op)
{
	label->size = 0;
	if (mlirbc_op_is(op, "func.func")) {
		const struct mlirbc_attr *name = mlirbc_op_attr(op, "sym_name");
		add_word(label, "@");
		if (name && name->kind == MLIRBC_ATTR_STRING)
			add_name(label, name->u.string);
		return;
	}
	add_op_name(label, op);
	add_attributes(label, op);
	add_constants(label, op);
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!label_has_region(op, i))
			continue;
		add_region(label, only_op(&mlirbc_op_regions(op)[i]));
	}
}

void label_argument(struct model_label *label, const struct mlirbc_block *block, uint32_t index)
{
	const struct mlirbc_op *op = block->parent ? block->parent->parent : NULL;
	const struct model_function function = { .op = (struct mlirbc_op *)(uintptr_t)op };
	struct model_name name;
	char number[32];
	label->size = 0;
	if (op && mlirbc_op_is(op, "func.func")) {
		model_argument_name(&function, index, &name);
		add_name(label, &name.text);
	} else {
		snprintf(number, sizeof number, "arg%u", index);
		add_word(label, number);
	}
}

void label_shape(struct model_label *label, const struct mlirbc_type *type)
{
	char text[LONGEST];
	const size_t size = model_type_text(type, text, sizeof text);
	if (type->kind != MLIRBC_TYPE_TENSOR || size == sizeof text) {
		add_word(label, text);
		add_word(label, size == sizeof text ? "..." : "");
		return;
	}
	text[size - 1] = '\0'; /* of "tensor<2x3xf32>" */
	add_word(label, text + 7);
}
