/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text of affine maps and sets. */
#include "ir/context.h"

#include <mlirbc/affine.h>

typedef const struct mlirbc_affine *expr;

/* A growing text; `failed` when memory is short. */
struct text {
	struct mlirbc_context *context;
	char few[256], *data;
	size_t size, capacity;
	bool failed;
};

static void put_bytes(struct text *text, const char *bytes, size_t size)
{
	if (text->size + size > text->capacity) {
		size_t capacity = 2 * (text->size + size);
		char *data = mlirbc_context_alloc(text->context, capacity, 1);
		text->failed |= !data;
		if (!data)
			return;
		memcpy(data, text->data, text->size);
		text->data = data;
		text->capacity = capacity;
	}
	memcpy(text->data + text->size, bytes, size);
	text->size += size;
}

static void put(struct text *text, const char *more) { put_bytes(text, more, strlen(more)); }

static void put_digits(struct text *text, uint64_t value)
{
	char digits[20], *at = digits + sizeof digits;
	do
		*--at = (char)('0' + value % 10);
	while ((value /= 10) != 0);
	put_bytes(text, at, (size_t)(digits + sizeof digits - at));
}

/* The negated value of a negative number, also of the smallest one. */
static void put_negated(struct text *text, int64_t value) { put_digits(text, 0 - (uint64_t)value); }

static void put_number(struct text *text, const char *before, int64_t value)
{
	put(text, before);
	if (value >= 0) {
		put_digits(text, (uint64_t)value);
	} else {
		put(text, "-");
		put_negated(text, value);
	}
}

static void put_expr(struct text *text, expr e, bool tight);

static void put_product(struct text *text, expr e)
{
	static const char *const spellings[] = { [MLIRBC_AFFINE_MUL] = " * ",
		[MLIRBC_AFFINE_MOD] = " mod ",
		[MLIRBC_AFFINE_FLOORDIV] = " floordiv ",
		[MLIRBC_AFFINE_CEILDIV] = " ceildiv " };
	if (e->kind == MLIRBC_AFFINE_MUL && e->right->kind == MLIRBC_AFFINE_CONSTANT && e->right->value == -1) {
		put(text, "-");
		put_expr(text, e->left, true);
		return;
	}
	put_expr(text, e->left, true);
	put(text, spellings[e->kind]);
	put_expr(text, e->right, true);
}

/* A sum with a negative number, or with a product with one, is a difference. */
static void put_sum(struct text *text, expr e)
{
	expr right = e->right;
	bool product = right->kind == MLIRBC_AFFINE_MUL && right->right->kind == MLIRBC_AFFINE_CONSTANT;
	put_expr(text, e->left, false);
	if (product && right->right->value == -1) {
		put(text, " - ");
		put_expr(text, right->left, right->left->kind == MLIRBC_AFFINE_ADD);
	} else if (product && right->right->value < -1) {
		put(text, " - ");
		put_expr(text, right->left, true);
		put(text, " * ");
		put_negated(text, right->right->value);
	} else if (right->kind == MLIRBC_AFFINE_CONSTANT && right->value < 0) {
		put(text, " - ");
		put_negated(text, right->value);
	} else {
		put(text, " + ");
		put_expr(text, right, false);
	}
}

/* `tight`: in parentheses if it is an operation. */
static void put_expr(struct text *text, expr e, bool tight)
{
	switch (e->kind) {
	case MLIRBC_AFFINE_DIM: put_number(text, "d", e->value); return;
	case MLIRBC_AFFINE_SYMBOL: put_number(text, "s", e->value); return;
	case MLIRBC_AFFINE_CONSTANT: put_number(text, "", e->value); return;
	default: break;
	}
	put(text, tight ? "(" : "");
	if (e->kind == MLIRBC_AFFINE_ADD)
		put_sum(text, e);
	else
		put_product(text, e);
	put(text, tight ? ")" : "");
}

static void put_names(struct text *text, const char *open, const char *name, uint32_t count, const char *close)
{
	put(text, open);
	for (uint32_t i = 0; i < count && !text->failed; i++) {
		put(text, i ? ", " : "");
		put_number(text, name, i);
	}
	put(text, close);
}

static const struct mlirbc_attr *make_text(struct mlirbc_context *context, uint32_t dims, uint32_t symbols,
	const struct mlirbc_affine *const *exprs, const bool *equal, size_t count, bool set)
{
	struct text text = { .context = context, .capacity = sizeof text.few };
	text.data = text.few;
	put_names(&text, set ? "affine_set<(" : "affine_map<(", "d", dims, ")");
	if (symbols)
		put_names(&text, "[", "s", symbols, "]");
	put(&text, set ? " : (" : " -> (");
	for (size_t i = 0; i < count && !text.failed; i++) {
		if (!exprs[i])
			return NULL;
		put(&text, i ? ", " : "");
		put_expr(&text, exprs[i], false);
		if (set)
			put(&text, equal[i] ? " == 0" : " >= 0");
	}
	put(&text, ")>");
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_AFFINE };
	attr.u.dialect.text = text.failed ? NULL : mlirbc_string_get(context, text.data, text.size);
	return attr.u.dialect.text ? mlirbc_attr_get(context, &attr) : NULL;
}

const struct mlirbc_attr *mlirbc_attr_affine_map(struct mlirbc_context *context, uint32_t dims, uint32_t symbols,
	const struct mlirbc_affine *const *results, size_t count)
{
	return make_text(context, dims, symbols, results, NULL, count, false);
}

const struct mlirbc_attr *mlirbc_attr_affine_set(struct mlirbc_context *context, uint32_t dims, uint32_t symbols,
	const struct mlirbc_affine *const *constraints, const bool *equal, size_t count)
{
	return make_text(context, dims, symbols, constraints, equal, count, true);
}
