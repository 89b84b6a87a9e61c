/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An operation whose format (dialects/forms.h) is interpreted: first to see whether the operation fits it, then to print. */
#ifndef MLIRBC_SRC_PRINT_FORM_VIEW_H
#define MLIRBC_SRC_PRINT_FORM_VIEW_H

#include "text/print/print_form.h"

struct mlirbc__form_view {
	struct mlirbc_printer *printer;
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

struct mlirbc__form_word {
	const char *text;
	size_t size;
};

static inline bool mlirbc__form_next(const char **at, struct mlirbc__form_word *out)
{
	out->text = *at;
	out->size = strcspn(*at, " ");
	*at += out->size + ((*at)[out->size] == ' ');
	return out->size != 0;
}

static inline const struct mlirbc_type *mlirbc__form_operand_type(const struct mlirbc_op *op, uint32_t index)
{
	return mlirbc_op_operands(op)[index].value->type;
}

static inline const struct mlirbc_type *mlirbc__form_slot_type(
	const struct mlirbc__form_view *view, char letter, uint32_t index)
{
	uint32_t at = view->slots[letter - 'a'].from + index;
	return view->slots[letter - 'a'].result ? mlirbc_op_results(view->op)[at].type
						: mlirbc__form_operand_type(view->op, at);
}

static inline bool mlirbc__is_bit(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_INTEGER && type->u.integer.width == 1 &&
	       type->u.integer.signedness == MLIRBC_SIGNLESS;
}

/* ---- print_form_fits.c */
/* Whether the operation satisfies its form, so that the text round-trips. */
bool mlirbc__form_fits(struct mlirbc__form_view *view);
/* The part of it for types: divides the operands into groups, and gives each letter its types. */
bool mlirbc__form_bind(struct mlirbc__form_view *view);
/* The form of a region, whose flags a word of the format has. */
void mlirbc__form_region(
	const struct mlirbc_op *op, const struct mlirbc__form_word *word, struct mlirbc_region_form *out);
/* Skips the words up to ';' unless the condition holds. */
void mlirbc__form_skip_unless(
	struct mlirbc__form_view *view, const struct mlirbc__form_word *condition, const char **at);

#endif
