/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Locations of the ops of a text. Most are never used, so an op gets a number that represents line and column; the
 * attribute is materialized on first use. */
#include "ir/context.h"
#include "ir/refs.h"

enum { FIRST_PLACES = 32, MOST_PLACES = 1 << 16 };

/* Consecutive attribute numbers, and the location of each. */
struct mlirbc__places {
	struct mlirbc__places *next; /* the previous one */
	const struct mlirbc_string *file;
	uint32_t first, count, used;
	struct mlirbc__place {
		uint32_t line, column;
	} at[];
};

static struct mlirbc__places *more_places(struct mlirbc_context *context, const struct mlirbc_string *file)
{
	struct mlirbc__places *last = context->places;
	uint32_t count = last && last->count < MOST_PLACES ? last->count * 2 : last ? MOST_PLACES : FIRST_PLACES;
	struct mlirbc__places *made = mlirbc__alloc(
		context, sizeof *made + count * sizeof *made->at, _Alignof(struct mlirbc__places));
	uint32_t first = made ? mlirbc__ref_reserve(context, count) : 0;
	if (!first)
		return NULL;
	*made = (struct mlirbc__places){ .next = last, .file = file, .first = first, .count = count };
	return context->places = made;
}

uint32_t mlirbc__place_add(
	struct mlirbc_context *context, const struct mlirbc_string *file, uint32_t line, uint32_t column)
{
	struct mlirbc__places *places = context->places;
	if ((!places || places->used == places->count || places->file != file) &&
		!(places = more_places(context, file)))
		return 0;
	places->at[places->used] = (struct mlirbc__place){ line, column };
	return places->first + places->used++;
}

static const struct mlirbc__places *find_places(const struct mlirbc_context *context, uint32_t ref)
{
	const struct mlirbc__places *places = context->places;
	while (places && places->first > ref)
		places = places->next;
	return places && ref - places->first < places->used ? places : NULL;
}

bool mlirbc__place_get(const struct mlirbc_context *context, uint32_t ref, struct mlirbc_attr *out)
{
	const struct mlirbc__places *places = find_places(context, ref);
	if (!places)
		return false;
	const struct mlirbc__place *at = &places->at[ref - places->first];
	*out = (struct mlirbc_attr){ .kind = MLIRBC_LOC_FILE,
		.u.file = { places->file, at->line, at->column, at->line, at->column, false } };
	return true;
}

bool mlirbc__place_make(struct mlirbc_context *context, uint32_t ref)
{
	struct mlirbc_attr location;
	if (!mlirbc__place_get(context, ref, &location))
		return false;
	const struct mlirbc_attr *made = mlirbc_attr_get(context, &location);
	if (made)
		(void)mlirbc__ref_set(context, ref, made);
	return true;
}
