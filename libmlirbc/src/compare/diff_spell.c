/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and types with text of dialects, whose spelling depends on the source, are compared in a fully expanded
 * spelling. Each is spelled once, with its own numbers of distinct attributes; the mapping between the distinct
 * attributes of both modules is kept separately. */
#include "compare/diff_state.h"
#include "text/print/printer.h"

static int collect(void *ctx, const char *text, size_t size)
{
	struct mlirbc__diff *d = ctx;
	mlirbc__out_put(&d->job, &d->spelling, text, size);
	return d->job.status != MLIRBC_OK;
}

/* Stores the distinct attributes, or the unknown encodings, that the speller found, in the order of their numbers. */
static void keep_met(struct mlirbc__diff *d, const struct mlirbc__set *all)
{
	if (all->count == 0)
		return;
	const void **met = mlirbc__out_more(&d->job, &d->met, all->count * sizeof *met);
	for (size_t i = 0; met && i < all->capacity; i++) {
		const struct mlirbc__seen *seen = all->slots[i].item;
		if (seen)
			met[seen->number] = seen->key;
	}
}

/* The text is NULL on failure. */
static struct mlirbc__spelling make(
	struct mlirbc__diff *d, const struct mlirbc_attr *attr, const struct mlirbc_type *type)
{
	struct mlirbc_printer speller;
	struct mlirbc__spelling made = { NULL, MLIRBC__ITEMS(&d->met, const void *), 0, 0, 0 };
	d->spelling.size = 0;
	mlirbc__speller_init(&speller, d->job.context);
	enum mlirbc_status status = mlirbc__spell(&speller, attr, type, &d->text_left, collect, d);
	if (status != MLIRBC_OK)
		mlirbc__job_fail(&d->job, status, "an attribute or type cannot be printed");
	else if (!(made.text = mlirbc_string_get(d->job.context, d->spelling.data, d->spelling.size)))
		mlirbc__job_memory(&d->job);
	else
		keep_met(d, &speller.distincts);
	made.first_opaque = MLIRBC__ITEMS(&d->met, const void *);
	made.count = made.first_opaque - made.first;
	if (made.text)
		keep_met(d, &speller.opaques);
	made.opaque_count = MLIRBC__ITEMS(&d->met, const void *) - made.first_opaque;
	mlirbc__speller_finish(&speller);
	return made;
}

static struct mlirbc__spelling spell(
	struct mlirbc__diff *d, const struct mlirbc_attr *attr, const struct mlirbc_type *type)
{
	const void *key = attr ? (const void *)attr : type;
	const struct mlirbc__number *found = mlirbc__number_find(&d->spelled, key);
	if (found)
		return ((const struct mlirbc__spelling *)d->spellings.data)[found->number];
	const struct mlirbc__spelling made = make(d, attr, type);
	size_t number = MLIRBC__ITEMS(&d->spellings, struct mlirbc__spelling);
	mlirbc__out_put(&d->job, &d->spellings, &made, sizeof made);
	(void)mlirbc__number_add(&d->job, &d->spelled, key, number);
	return made;
}

bool mlirbc__diff_bind(struct mlirbc__diff *d, const void *a, const void *b)
{
	if (!d->binding)
		return true;
	const struct mlirbc__number *x = mlirbc__number_find(&d->distincts[0], a);
	const struct mlirbc__number *y = mlirbc__number_find(&d->distincts[1], b);
	if (x || y)
		return x && y && x->number == y->number;
	size_t number = d->distincts[0].count;
	return mlirbc__number_add(&d->job, &d->distincts[0], a, number) &&
	       mlirbc__number_add(&d->job, &d->distincts[1], b, number);
}

static bool same_spelling(struct mlirbc__diff *d, struct mlirbc__spelling a, struct mlirbc__spelling b)
{
	bool same = d->job.status == MLIRBC_OK && a.text == b.text && a.count == b.count &&
		    a.opaque_count == b.opaque_count;
	const void *const *met = d->met.data;
	for (size_t i = 0; same && d->binding && i < a.count; i++)
		same = mlirbc__diff_bind(d, met[a.first + i], met[b.first + i]);
	for (size_t i = 0; same && i < a.opaque_count; i++) {
		met = d->met.data; /* the comparison may spell more and move it */
		same = mlirbc__diff_same_opaque(d, met[a.first_opaque + i], met[b.first_opaque + i]);
	}
	return same;
}

bool mlirbc__diff_same_text(struct mlirbc__diff *d, const struct mlirbc_attr *a, const struct mlirbc_attr *b)
{
	if (a == b)
		return true;
	const struct mlirbc__spelling x = spell(d, a, NULL), y = spell(d, b, NULL);
	return same_spelling(d, x, y);
}

bool mlirbc__diff_same_type(struct mlirbc__diff *d, const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	if (a == b || !a || !b)
		return a == b;
	const struct mlirbc__spelling x = spell(d, NULL, a), y = spell(d, NULL, b);
	return same_spelling(d, x, y);
}
