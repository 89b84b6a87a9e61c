/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the unique attribute that is equal to an attribute of a bytecode file. */
#include "dialects/members.h"
#include "ir/context.h"

/* Memo of earlier results: without it, heavily shared parts would take exponential time. */
struct mlirbc__twin {
	const struct mlirbc_attr *attr, *unique;
};

static bool twin_equal(const void *item, const void *key) { return ((const struct mlirbc__twin *)item)->attr == key; }

static const struct mlirbc_attr *find(struct mlirbc_context *context, const struct mlirbc_attr *attr, bool *ok);

static const struct mlirbc_attr **find_all(
	struct mlirbc_context *context, const struct mlirbc_attr *const *attrs, size_t count, bool *ok)
{
	const struct mlirbc_attr **found = MLIRBC__NEW_ARRAY(context, const struct mlirbc_attr *, count);
	*ok &= found != NULL;
	for (size_t i = 0; i < count && *ok; i++)
		found[i] = find(context, attrs[i], ok);
	return found;
}

static const struct mlirbc_named_attr *find_entries(
	struct mlirbc_context *context, const struct mlirbc_named_attr *entries, size_t count, bool *ok)
{
	struct mlirbc_named_attr *found = MLIRBC__NEW_ARRAY(context, struct mlirbc_named_attr, count);
	*ok &= found != NULL;
	for (size_t i = 0; i < count && *ok; i++)
		found[i] = (struct mlirbc_named_attr){ entries[i].name, find(context, entries[i].value, ok) };
	return found;
}

bool mlirbc__unique_fields(struct mlirbc_context *context, struct mlirbc_coded *coded)
{
	bool ok = true;
	coded->fields = find_entries(context, coded->fields, coded->count, &ok);
	return ok;
}

/* Replaces the parts of *attr by unique ones. */
static bool replace_parts(struct mlirbc_context *context, struct mlirbc_attr *attr)
{
	const unsigned code = mlirbc__attr_codes[attr->kind];
	bool ok = true;
	if (attr->kind == MLIRBC_ATTR_CODED)
		return mlirbc__unique_fields(context, &attr->u.coded);
	if (code == MLIRBC__NO_CODE)
		return true;
	for (const struct mlirbc__member *m = mlirbc__builtin_attrs[code].list; m->kind; m++) {
		void *at = mlirbc__member_of(attr, m);
		const struct mlirbc_attr **part = at;
		struct mlirbc_attrs *list = at;
		if (m->kind == 'a' && m->want != MLIRBC__WANT_NAME)
			*part = find(context, *part, &ok);
		else if (m->kind == 'A' && m->want != MLIRBC__WANT_SYMBOL)
			list->data = find_all(context, list->data, list->count, &ok);
		else if (m->kind == 'E')
			attr->u.dictionary.data = find_entries(
				context, attr->u.dictionary.data, attr->u.dictionary.count, &ok);
	}
	return ok;
}

/* Recurses as deeply as the attribute nests. */
static const struct mlirbc_attr *find(struct mlirbc_context *context, const struct mlirbc_attr *attr, bool *ok)
{
	if (!*ok || !attr || (attr->flags & MLIRBC__UNIQUE) || attr->kind == MLIRBC_ATTR_DISTINCT)
		return attr;
	uint64_t hash = mlirbc__hash(context->seed, &attr, sizeof attr);
	struct mlirbc__set_slot *slot = mlirbc__set_find(
		&context->unique_attrs, &context->arena, hash, attr, twin_equal);
	if (slot && slot->item)
		return ((const struct mlirbc__twin *)slot->item)->unique;
	struct mlirbc_attr copy = mlirbc__attr_load(attr);
	struct mlirbc__twin *twin = slot && replace_parts(context, &copy) ? MLIRBC__NEW(context, struct mlirbc__twin)
									  : NULL;
	const struct mlirbc_attr *unique = twin ? mlirbc__attr_borrow(context, &copy) : NULL;
	slot = unique ? mlirbc__set_find(&context->unique_attrs, &context->arena, hash, attr, twin_equal) : NULL;
	*ok = slot != NULL;
	if (!slot)
		return NULL;
	*twin = (struct mlirbc__twin){ attr, unique };
	mlirbc__set_fill(&context->unique_attrs, slot, hash, twin);
	return unique;
}

const struct mlirbc_attr *mlirbc_attr_unique(struct mlirbc_context *context, const struct mlirbc_attr *attr)
{
	bool ok = true;
	return find(context, attr, &ok);
}
