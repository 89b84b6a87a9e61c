/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Versions of the values of the old main: an open hash table by their pointers. */
#include "dialect/memory.h"
#include "partition/partition.h"

#include <bytecursor/diag.h>

/* ---- failures */

bool shlo__partition_fail(struct shlo__partition *p, const struct mlirbc_op *op, enum mlirbc_status status, const char *why)
{
	if (p->status == MLIRBC_OK)
		p->status = BYTECURSOR_DIAG_FAIL(p->diag, status, mlirbc_status_name(status), MLIRBC_NO_OFFSET, "'%.*s': %s",
			(int)op->name->size, op->name->data, why);
	return false;
}

bool shlo__partition_no_memory(struct shlo__partition *p)
{
	const char *text;
	const enum mlirbc_status status = mlirbc_context_shortage(p->context, &text);
	if (p->status == MLIRBC_OK)
		p->status = BYTECURSOR_DIAG_FAIL(p->diag, status, mlirbc_status_name(status), MLIRBC_NO_OFFSET, "%s", text);
	return false;
}

bool shlo__partition_built(struct shlo__partition *p)
{
	if (p->builder.status == MLIRBC_OK)
		return p->status == MLIRBC_OK;
	/* whatever else: a type or attribute is NULL because memory is short */
	return shlo__partition_no_memory(p);
}

/* ---- the table */

static struct shlo__entry *slot_of(const struct shlo__partition *p, const struct mlirbc_value *of)
{
	const size_t mask = p->entry_room - 1;
	size_t at = (size_t)(((uint64_t)(uintptr_t)of * UINT64_C(0x9E3779B97F4A7C15)) >> 24) & mask;
	while (p->entries[at].of && p->entries[at].of != of)
		at = (at + 1) & mask;
	return &p->entries[at];
}

static bool grow(struct shlo__partition *p)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	struct shlo__entry *old = p->entries;
	const size_t room = p->entry_room;
	struct shlo__entry *made = shlo__take(allocator, (room ? 2 * room : 256) * sizeof *made);
	if (!made)
		return shlo__partition_no_memory(p);
	p->entries = made;
	p->entry_room = room ? 2 * room : 256;
	for (size_t i = 0; i < room; i++) {
		if (old[i].of)
			*slot_of(p, old[i].of) = old[i];
	}
	shlo__give(allocator, old, room * sizeof *old);
	return true;
}

static bool record(struct shlo__partition *p, const struct mlirbc_value *of)
{
	if (!shlo__make_room(mlirbc_context_allocator(p->context), &p->added, p->added_count, &p->added_room, sizeof *p->added))
		return shlo__partition_no_memory(p);
	p->added[p->added_count++] = of;
	return true;
}

const struct shlo__division *shlo__hint(const struct shlo__partition *p, const struct mlirbc_value *of)
{
	return p->entry_room ? slot_of(p, of)->hint : NULL;
}

bool shlo__hint_set(struct shlo__partition *p, const struct mlirbc_value *of, const struct shlo__division *division)
{
	if (2 * p->entry_count >= p->entry_room && !grow(p))
		return false;
	struct shlo__entry *entry = slot_of(p, of);
	p->entry_count += !entry->of;
	entry->of = of;
	entry->hint = division;
	return true;
}

const struct shlo__entry *shlo__value_find(const struct shlo__partition *p, const struct mlirbc_value *of)
{
	const struct shlo__entry *entry = p->entry_room ? slot_of(p, of) : NULL;
	return entry && entry->versions ? entry : NULL;
}

static bool add(struct shlo__partition *p, const struct mlirbc_value *of, const struct shlo__version *version)
{
	struct shlo__version *made = mlirbc_context_alloc(p->context, sizeof *made, _Alignof(struct shlo__version));
	if (!made)
		return shlo__partition_no_memory(p);
	if ((2 * p->entry_count >= p->entry_room && !grow(p)) || !record(p, of))
		return false;
	struct shlo__entry *entry = slot_of(p, of);
	p->entry_count += !entry->of;
	if (!entry->versions)
		entry->home = version->division;
	entry->of = of;
	*made = *version;
	made->next = entry->versions;
	entry->versions = made;
	return true;
}

bool shlo__value_set(struct shlo__partition *p, const struct mlirbc_value *of, struct mlirbc_value *value, const struct shlo__division *division)
{
	return add(p, of, &(const struct shlo__version){ .value = value, .division = division });
}

bool shlo__value_set_terms(struct shlo__partition *p, const struct mlirbc_value *of, struct mlirbc_value *value,
	const struct shlo__division *division, const struct shlo__sharding *sharding)
{
	return add(p, of, &(const struct shlo__version){ value, division, sharding->reduction, sharding->terms, NULL });
}

bool shlo__value_set_manual(struct shlo__partition *p, const struct mlirbc_value *of)
{
	struct shlo__entry *entry = p->entry_room ? slot_of(p, of) : NULL;
	if (entry && entry->of)
		entry->manual = p->has_manual = true;
	return true;
}

bool shlo__value_settle(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_value *of)
{
	const struct shlo__entry *entry = shlo__value_find(p, of);
	const struct shlo__division *hint = entry ? entry->hint : NULL;
	if (!hint || hint == entry->home)
		return true;
	if (!shlo__value_get(p, op, of, hint))
		return false;
	slot_of(p, of)->home = hint;
	return true;
}

bool shlo__value_alias(struct shlo__partition *p, const struct mlirbc_value *of, const struct mlirbc_value *other)
{
	const struct shlo__entry *entry = shlo__value_find(p, other);
	const struct shlo__division *home = entry ? entry->home : NULL;
	for (const struct shlo__version *at = entry ? entry->versions : NULL; at; at = at->next) {
		if (!add(p, of, at))
			return false;
	}
	if (entry)
		slot_of(p, of)->home = home;
	return true;
}

void shlo__values_forget(struct shlo__partition *p, size_t count)
{
	while (p->added_count > count) {
		struct shlo__entry *entry = slot_of(p, p->added[--p->added_count]);
		entry->versions = entry->versions->next;
	}
}

/* `terms` NULL: of the value itself. */
static const struct shlo__version *version_of(const struct shlo__entry *entry, const struct shlo__division *division,
	const struct shlo__division *terms, enum shlo__reduction reduction)
{
	for (const struct shlo__version *at = entry->versions; at; at = at->next) {
		if (at->division == division && at->terms == terms && at->reduction == reduction)
			return at;
	}
	return NULL;
}

/* The version of which others are made. */
static const struct shlo__version *source_of(const struct shlo__entry *entry)
{
	const struct shlo__version *found = version_of(entry, NULL, NULL, SHLO__REDUCED);
	if (!found)
		found = version_of(entry, entry->home, NULL, SHLO__REDUCED);
	/* the home version may be of a region that has ended: any other does */
	for (const struct shlo__version *at = entry->versions; at && !found; at = at->next)
		found = at->terms ? NULL : at;
	return found ? found : entry->versions;
}

struct mlirbc_value *shlo__value_get(
	struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_value *of, const struct shlo__division *division)
{
	const struct shlo__entry *entry = shlo__value_find(p, of);
	if (!entry) {
		(void)shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "an operand that is not made before");
		return NULL;
	}
	const struct shlo__version *found = version_of(entry, division, NULL, SHLO__REDUCED), *source = found ? found : source_of(entry);
	const struct shlo__division *from = source->division;
	struct mlirbc_value *value = source->value;
	if (source->terms) {
		value = shlo__unite(p, op, source);
		if (!value || !shlo__value_set(p, of, value, from))
			return NULL;
	}
	if (from == division)
		return value;
	value = shlo__move(p, value, of->type, from, division);
	return value && shlo__value_set(p, of, value, division) ? value : NULL;
}

struct mlirbc_value *shlo__value_has_terms(const struct shlo__partition *p, const struct mlirbc_value *of,
	const struct shlo__division *division, const struct shlo__sharding *sharding)
{
	const struct shlo__entry *entry = shlo__value_find(p, of);
	const struct shlo__version *found =
		entry && sharding->terms ? version_of(entry, division, sharding->terms, sharding->reduction) : NULL;
	return found ? found->value : NULL;
}

/* The dimension whose parts are on the devices that shall have the terms, in a division that is `to` otherwise; the rank: there is none. */
static size_t spread_dim(const struct shlo__partition *p, const struct mlirbc_type *type, const struct shlo__division *from,
	const struct shlo__division *to, const struct shlo__division *terms)
{
	size_t found = from ? from->rank : 0;
	for (size_t i = 0; from && i < from->rank; i++) {
		if (shlo__refines(p, from, to, i) && shlo__refines(p, to, from, i))
			continue;
		bool same = found == from->rank && shlo__parts_are_even(type, from, i) && from->parts[i] == terms->parts[0] &&
			(!to || to->parts[i] == 1);
		for (uint32_t device = 0; same && device < p->devices; device++)
			same = from->at[device * from->rank + i] == terms->at[device];
		if (!same)
			return from->rank;
		found = i;
	}
	return found;
}

struct mlirbc_value *shlo__value_get_terms(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_value *of,
	const struct shlo__division *division, const struct shlo__sharding *sharding)
{
	struct mlirbc_value *value = shlo__value_has_terms(p, of, division, sharding);
	if (value)
		return value;
	const struct shlo__entry *entry = shlo__value_find(p, of);
	const struct shlo__division *home = entry ? entry->home : NULL;
	if (home && sharding->reduction == SHLO__UNREDUCED_SUM && version_of(entry, home, NULL, SHLO__REDUCED)) {
		const size_t dim = spread_dim(p, of->type, home, division, sharding->terms);
		if (dim < home->rank)
			return shlo__spread(p, version_of(entry, home, NULL, SHLO__REDUCED)->value, of->type, home, division, dim);
	}
	value = shlo__value_get(p, op, of, division);
	/* the maximum and minimum of equal values is the value */
	return value && sharding->reduction == SHLO__UNREDUCED_SUM ? shlo__terms(p, value, sharding->terms) : value;
}
