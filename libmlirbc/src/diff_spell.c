/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and types with text of dialects, which each source writes in its way, are compared as they are when
 * everything in them is spelled out. Each is spelled once. */
#include "diff_state.h"
#include "printer.h"

static int collect(void *ctx, const char *text, size_t size)
{
	struct mlirbc__diff *d = ctx;
	mlirbc__out_put(&d->s, &d->spelling, text, size);
	return d->s.status != MLIRBC_OK;
}

/* The text as a unique string; NULL on failure. */
static const struct mlirbc_string *make(
	struct mlirbc__diff *d, const struct mlirbc_attr *attr, const struct mlirbc_type *type)
{
	struct mlirbc__printer speller;
	d->spelling.size = 0;
	mlirbc__speller_init(&speller, d->s.context);
	enum mlirbc_status status = mlirbc__spell(&speller, attr, type, &d->text_left, collect, d);
	mlirbc__speller_finish(&speller);
	const struct mlirbc_string *made = NULL;
	if (status != MLIRBC_OK)
		mlirbc__save_fail(&d->s, status, "an attribute or type cannot be printed");
	else if (!(made = mlirbc_string_get(d->s.context, d->spelling.data, d->spelling.size)))
		mlirbc__save_memory(&d->s);
	return made;
}

static const struct mlirbc_string *spell(
	struct mlirbc__diff *d, const struct mlirbc_attr *attr, const struct mlirbc_type *type)
{
	const void *key = attr ? (const void *)attr : type;
	const struct mlirbc__number *found = mlirbc__number_find(&d->spelled, key);
	if (found)
		return ((const struct mlirbc_string *const *)d->spellings.data)[found->number];
	const struct mlirbc_string *made = make(d, attr, type);
	size_t number = MLIRBC__ITEMS(&d->spellings, const struct mlirbc_string *);
	mlirbc__out_put(&d->s, &d->spellings, &made, sizeof made);
	(void)mlirbc__number_add(&d->s, &d->spelled, key, (uint32_t)number);
	return made;
}

bool mlirbc__diff_same_text(struct mlirbc__diff *d, const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	return a == b || (spell(d, a, NULL) == spell(d, b, NULL) && d->s.status == MLIRBC_OK);
}

bool mlirbc__diff_same_type(struct mlirbc__diff *d, const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return a == b || (a && b && spell(d, NULL, a) == spell(d, NULL, b) && d->s.status == MLIRBC_OK);
}
