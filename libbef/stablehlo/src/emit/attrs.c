/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of kernels. */
#include "emit/emit.h"

#include <mlirbc/print.h>
#include <stdio.h>
#include <string.h>

void bef_hlo__attr(struct bef_hlo__attrs *attrs, const char *name, const struct mlirbc_attr *value)
{
	if (attrs->count < BEF_HLO__MOST_ATTRS)
		attrs->list[attrs->count++] = (struct mlirbc_build_attr){ name, value };
}

static const struct mlirbc_attr *integer(struct bef_hlo__lower *lower, int64_t value)
{
	const struct mlirbc_attr **small = value >= 0 && value < BEF_HLO__SMALL_INTS ? &lower->small_ints[value] : NULL;
	if (small && *small)
		return *small;
	const struct mlirbc_attr *attr = mlirbc_attr_integer(lower->context, lower->i64, (uint64_t)value);
	if (small)
		*small = attr;
	return attr;
}

void bef_hlo__attr_int(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name, int64_t value)
{
	bef_hlo__attr(attrs, name, integer(lower, value));
}

void bef_hlo__attr_bool(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name, bool value)
{
	bef_hlo__attr(attrs, name, mlirbc_attr_bool(lower->context, value));
}

void bef_hlo__attr_double(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name, double value)
{
	bef_hlo__attr(attrs, name, mlirbc_attr_float(lower->context, lower->f64, value));
}

void bef_hlo__attr_text(
	struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name, const char *data, size_t size)
{
	bef_hlo__attr(attrs, name, mlirbc_attr_string(lower->context, data, size));
}

void bef_hlo__attr_ints(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name,
	const int64_t *values, size_t count)
{
	const size_t mark = lower->scratch_used;
	const struct mlirbc_attr **items = bef_hlo__scratch(lower, count, sizeof *items);
	for (size_t i = 0; items && i < count; i++) {
		items[i] = integer(lower, values[i]);
		if (!items[i])
			items = NULL;
	}
	bef_hlo__attr(attrs, name, items ? mlirbc_attr_array(lower->context, items, count) : NULL);
	lower->scratch_used = mark;
}

void bef_hlo__attr_sum(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const struct mlirbc_type *element)
{
	const char *name = bef_hlo__dtype_name(element);
	char body[96];
	int size = snprintf(body, sizeof body, "%s %s; add 0 1 %s; return 2", name ? name : "", name ? name : "", name ? name : "");
	bef_hlo__attr_text(lower, attrs, "body", body, (size_t)size);
}

/* ---- those of an operation of the source */

static bool has_word(const char *words, const char *word)
{
	size_t size = strlen(word);
	for (const char *at = words; at && *at; at += strcspn(at, " "), at += *at == ' ') {
		if (strcspn(at, " ") == size && memcmp(at, word, size) == 0)
			return true;
	}
	return false;
}

/* A type by its name: "f32". */
static void add_type(struct bef_hlo__lower *lower, const struct mlirbc_stablehlo_attr *attr, struct bef_hlo__attrs *out)
{
	char text[64];
	size_t size = mlirbc_type_text(attr->type, text, sizeof text);
	bef_hlo__attr_text(lower, out, attr->name, text, size < sizeof text ? size : 0);
}

static void add_plain(struct bef_hlo__lower *lower, const struct mlirbc_stablehlo_attr *attr, struct bef_hlo__attrs *out)
{
	switch (attr->kind) {
	case MLIRBC_STABLEHLO_INTS: bef_hlo__attr_ints(lower, out, attr->name, attr->ints, attr->count); break;
	case MLIRBC_STABLEHLO_INT: bef_hlo__attr_int(lower, out, attr->name, attr->number); break;
	case MLIRBC_STABLEHLO_BOOL: bef_hlo__attr_bool(lower, out, attr->name, attr->number != 0); break;
	case MLIRBC_STABLEHLO_TEXT: bef_hlo__attr_text(lower, out, attr->name, attr->text->data, attr->text->size); break;
	case MLIRBC_STABLEHLO_TYPE: add_type(lower, attr, out); break;
	case MLIRBC_STABLEHLO_OTHER: break;
	}
}

/* Everything that the attributes depend on: default values have the rank of the first operand. */
static void key_of_op(const struct mlirbc_op *op, const char *skip, struct bef_hlo__key *key)
{
	bef_hlo__key_begin(key, BEF_HLO__MEMO_ATTRS);
	bef_hlo__key_pointer(key, op->name);
	bef_hlo__key_pointer(key, mlirbc_op_attributes(op));
	bef_hlo__key_pointer(key, mlirbc_op_properties(op));
	bef_hlo__key_pointer(key, skip);
	bef_hlo__key_pointer(key, op->operand_count ? mlirbc_op_operands(op)[0].value->type : NULL);
}

void bef_hlo__attrs_remember(
	struct bef_hlo__lower *lower, const struct bef_hlo__key *key, const struct bef_hlo__attrs *attrs, size_t first)
{
	const size_t count = attrs->count - first;
	struct bef_hlo__attr_list *list = key->full ? NULL
		: mlirbc_context_alloc(lower->context, sizeof *list + count * sizeof *list->attrs, _Alignof(struct bef_hlo__attr_list));
	if (!list)
		return; /* only time is lost */
	list->count = count;
	if (count)
		memcpy(list->attrs, attrs->list + first, count * sizeof *list->attrs);
	bef_hlo__memo_put(lower, key, list);
}

bool bef_hlo__attrs_recall(struct bef_hlo__lower *lower, const struct bef_hlo__key *key, struct bef_hlo__attrs *attrs)
{
	const struct bef_hlo__attr_list *list = bef_hlo__memo_get(lower, key);
	for (size_t i = 0; list && i < list->count; i++)
		bef_hlo__attr(attrs, list->attrs[i].name, list->attrs[i].value);
	return list != NULL;
}

bool bef_hlo__attrs_of_op(struct bef_hlo__lower *lower, const char *skip, struct bef_hlo__attrs *attrs)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_stablehlo_attr *list;
	const size_t first = attrs->count;
	struct bef_hlo__key key;
	size_t count;
	bool made = true;
	key_of_op(lower->op, skip, &key);
	if (bef_hlo__attrs_recall(lower, &key, attrs))
		return true;
	enum mlirbc_status status = mlirbc_stablehlo_attrs(lower->context, lower->op, &list, &count, &diag);
	if (status != MLIRBC_OK)
		return bef_hlo__ok(lower, status, &diag);
	for (size_t i = 0; i < count; i++) {
		if (!has_word(skip, list[i].name))
			add_plain(lower, &list[i], attrs);
	}
	for (size_t i = first; i < attrs->count; i++)
		made = made && attrs->list[i].value;
	if (made)
		bef_hlo__attrs_remember(lower, &key, attrs, first);
	return true;
}
