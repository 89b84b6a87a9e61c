/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes, types and properties in an unknown encoding. Their bytes name table entries by number, so equal bytes of
 * two files may differ in meaning. Two are proven equal if the bytes are equal, one reader decodes both, and all
 * entries that the same number may name in both files are equal. */
#include "compare/diff_state.h"

enum { MOST_CHECKS = 1 << 26 };

/* A pair that was compared, or is being compared. As in the comparison of recursive types, a pair counts as equal
 * while its parts are compared; if one of them differs, the results found meanwhile are discarded. */
struct pair {
	const void *items[2];
	enum { UNKNOWN, EQUAL, DIFFERENT } state;
};

/* Files of equal bytes have equal tables. */
static bool same_files(struct mlirbc__diff *d, const struct mlirbc_file *a, const struct mlirbc_file *b)
{
	if (d->files[0] != a || d->files[1] != b) {
		size_t sizes[2] = { 0, 0 };
		const uint8_t *x = mlirbc_file_data(a, &sizes[0]), *y = mlirbc_file_data(b, &sizes[1]);
		d->files[0] = a;
		d->files[1] = b;
		d->same_files = sizes[0] == sizes[1] && memcmp(x, y, sizes[0]) == 0;
	}
	return d->same_files;
}

/* Broken entries may be unused; they are equal only as parts of equal files. */
static bool same_attr(struct mlirbc__diff *d, struct mlirbc_file *a, struct mlirbc_file *b, size_t index)
{
	const struct mlirbc_attr *s = mlirbc__opaque_attr(a, index), *t = mlirbc__opaque_attr(b, index);
	if (!s || !t)
		return same_files(d, a, b);
	const size_t depth = s->depth + 1;
	if (d->nested + depth > MLIRBC__MOST_NESTED)
		return mlirbc__job_fail(&d->job, MLIRBC_E_LIMIT,
			"unknown encodings and their attributes are nested deeper than %d levels", MLIRBC__MOST_NESTED);
	d->nested += depth;
	const bool same = mlirbc__diff_same(d, s, t);
	d->nested -= depth;
	return same;
}

static bool same_named(
	struct mlirbc__diff *d, enum mlirbc__named kind, struct mlirbc_file *a, struct mlirbc_file *b, size_t index)
{
	if (kind == MLIRBC__NAMED_STRING) {
		const struct mlirbc_string s = mlirbc_file_string(a, index), t = mlirbc_file_string(b, index);
		return mlirbc__string_compare(&s, &t) == 0;
	}
	if (kind == MLIRBC__NAMED_RESOURCE)
		return mlirbc__opaque_resource(a, index) == mlirbc__opaque_resource(b, index);
	if (kind != MLIRBC__NAMED_TYPE)
		return same_attr(d, a, b, index);
	const struct mlirbc_type *s = mlirbc__opaque_type(a, index), *t = mlirbc__opaque_type(b, index);
	return s && t ? mlirbc__diff_same_type(d, s, t) : same_files(d, a, b);
}

/* An entry that only one of the files has is not named: otherwise the other file is broken. */
static bool same_parts(struct mlirbc__diff *d, const struct mlirbc__opaque *a, const struct mlirbc__opaque *b)
{
	for (size_t at = 0; at < a->size; at++) {
		size_t x[MLIRBC__NAMED_COUNT], y[MLIRBC__NAMED_COUNT];
		mlirbc__opaque_named(a, at, x);
		mlirbc__opaque_named(b, at, y);
		for (unsigned i = 0; i < MLIRBC__NAMED_COUNT; i++) {
			if (x[i] == MLIRBC_NO_INDEX || y[i] == MLIRBC_NO_INDEX)
				continue;
			if (++d->opaque_checks > MOST_CHECKS)
				return mlirbc__job_fail(&d->job, MLIRBC_E_LIMIT,
					"unknown encodings may name more than %d table entries", MOST_CHECKS);
			if (!same_named(d, (enum mlirbc__named)i, a->file, b->file, x[i]))
				return false;
		}
	}
	return true;
}

static struct pair *pair_at(const struct mlirbc__diff *d, size_t number)
{
	return (struct pair *)d->opaques.data + number;
}

/* The number of the pair of `a`, whose other half is the one that was compared last. SIZE_MAX: memory is short. */
static size_t find_pair(struct mlirbc__diff *d, const void *a, const void *b)
{
	const struct mlirbc__number *found = mlirbc__number_find(&d->opaque_numbers, a);
	const struct pair pair = { { a, b }, UNKNOWN };
	if (found && pair_at(d, found->number)->items[1] == b)
		return found->number;
	const size_t number = MLIRBC__ITEMS(&d->opaques, struct pair);
	mlirbc__out_put(&d->job, &d->opaques, &pair, sizeof pair);
	if (found)
		mlirbc__number_set(&d->opaque_numbers, a, number);
	else if (!mlirbc__number_add(&d->job, &d->opaque_numbers, a, number))
		return SIZE_MAX;
	return d->job.status == MLIRBC_OK ? number : SIZE_MAX;
}

static bool compare(struct mlirbc__diff *d, const void *key_a, const void *key_b)
{
	const struct mlirbc__opaque a = mlirbc__opaque_of(key_a), b = mlirbc__opaque_of(key_b);
	if (mlirbc__opaque_is_type(key_a) != mlirbc__opaque_is_type(key_b) || a.size != b.size ||
		(a.size && memcmp(a.data, b.data, a.size) != 0) || !mlirbc__opaque_alike(&a, &b))
		return false;
	if (a.size == 0 || a.file == b.file)
		return true;
	const size_t number = find_pair(d, key_a, key_b);
	if (number == SIZE_MAX)
		return false;
	if (pair_at(d, number)->state != UNKNOWN)
		return pair_at(d, number)->state == EQUAL;
	const size_t first = d->trail.size;
	pair_at(d, number)->state = EQUAL;
	mlirbc__out_put(&d->job, &d->trail, &number, sizeof number);
	const bool same = same_parts(d, &a, &b);
	if (!same) {
		const size_t *trail = d->trail.data;
		for (size_t i = first / sizeof *trail; i < MLIRBC__ITEMS(&d->trail, size_t); i++)
			pair_at(d, trail[i])->state = UNKNOWN;
		d->trail.size = first;
		pair_at(d, number)->state = DIFFERENT;
	}
	return same && d->job.status == MLIRBC_OK;
}

bool mlirbc__diff_same_opaque(struct mlirbc__diff *d, const void *a, const void *b)
{
	const bool same = a == b || compare(d, a, b);
	d->unproven |= !same;
	return same;
}
