/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tables of the bytecode writer: those of the file, with unchanged indices, followed by new entries. */
#include "bytecode/write/write_state.h"

const void *mlirbc__split_key(const struct mlirbc_attr *own, const struct mlirbc_attr *others)
{
	bool none = !others || (others->kind == MLIRBC_ATTR_DICTIONARY && others->u.dictionary.count == 0);
	uint64_t mixed = none ? 0 : (uint64_t)(uintptr_t)others * UINT64_C(0x9E3779B97F4A7C15);
	uintptr_t key = (uintptr_t)(mixed ^ (uint64_t)(uintptr_t)own);
	return (const void *)(key ? key : 1);
}

/* A name may occur twice; the index that an op had is known only if the entries are equal. */
static bool add_old_name(struct mlirbc__save *s, const struct mlirbc__op_name *name, size_t index)
{
	const struct mlirbc__number *other = mlirbc__number_find(&s->op_names, name->whole);
	if (other && s->load->op_names[other->number].registered != name->registered)
		return mlirbc__job_fail(&s->job, MLIRBC_E_UNSUPPORTED,
			"the op name \"%.*s\" is in the table twice, as a registered and an "
			"unregistered op",
			name->whole->size < 60 ? (int)name->whole->size : 60, name->whole->data);
	return mlirbc__number_add(&s->job, &s->op_names, name->whole, index);
}

bool mlirbc__save_begin_tables(struct mlirbc__save *s)
{
	struct mlirbc__load *load = s->load;
	if (load && !mlirbc__save_resources(s))
		return false;
	for (size_t i = 0; load && i < load->dialect_count; i++) {
		if (!mlirbc__number_add(&s->job, &s->dialects, load->dialects[i].name, i))
			return false;
	}
	for (size_t i = 0; load && i < load->op_name_count; i++) {
		if (load->op_names[i].whole && !add_old_name(s, &load->op_names[i], i))
			return false;
	}
	for (size_t i = 0; load && i < load->type_count; i++) {
		if (load->types[i] && !mlirbc__number_add(&s->job, &s->types, load->types[i], i))
			return false;
	}
	for (size_t i = 0; load && i < load->split_from_count; i++) {
		const struct mlirbc__split_from *from = &load->split_from[i];
		if (!mlirbc__number_add(&s->job, &s->splits, mlirbc__split_key(from->own, from->others), i))
			return false;
	}
	return true;
}

/* Materializes the remaining entries of the file, so that nothing is written twice. Broken entries are unreferenced,
 * and stay unchanged. */
static bool know_entries(struct mlirbc__save *s)
{
	struct mlirbc__load *load = s->load;
	if (s->knows_entries || !load)
		return true;
	s->knows_entries = true;
	struct mlirbc_file *file = s->job.module->file;
	struct mlirbc_diag failure = load->file.failure;
	bool ok = true;
	for (size_t i = 0; ok && i < load->type_count; i++) {
		const struct mlirbc_type *type = mlirbc_file_type(file, i);
		ok = !type || mlirbc__number_add(&s->job, &s->types, type, i);
	}
	for (size_t i = 0; ok && i < load->attr_count; i++) {
		const struct mlirbc_attr *attr = mlirbc_file_attr(file, i);
		ok = !attr || mlirbc__number_add(&s->job, &s->attrs, attr, i);
	}
	enum mlirbc_status now = load->file.failure.status;
	load->file.failure = failure;
	if (ok && (now == MLIRBC_E_NOMEM || (now == MLIRBC_E_LIMIT && failure.status == MLIRBC_OK)))
		return mlirbc__job_memory(&s->job);
	return ok;
}

static uint32_t add(
	struct mlirbc__save *s, struct mlirbc__numbers *numbers, struct mlirbc__out *out, size_t old, const void *item)
{
	const struct mlirbc__number *found = item ? mlirbc__number_find(numbers, item) : NULL;
	if (found)
		return found->number;
	if (!item) {
		mlirbc__job_memory(&s->job);
		return 0;
	}
	size_t number = old + MLIRBC__ITEMS(out, const void *);
	mlirbc__out_put(&s->job, out, &item, sizeof item);
	return s->job.status == MLIRBC_OK && mlirbc__number_add(&s->job, numbers, item, number) ? (uint32_t)number : 0;
}

uint32_t mlirbc__save_string(struct mlirbc__save *s, const struct mlirbc_string *string)
{
	struct mlirbc__load *load = s->load;
	if (s->numbering)
		return 0;
	if (!s->knows_strings && load) {
		s->knows_strings = true;
		for (size_t i = 0; i < load->string_count; i++) {
			struct mlirbc_string raw = mlirbc__raw_string(load, i);
			const struct mlirbc_string *unique = mlirbc__string_borrow(s->job.context, raw.data, raw.size);
			if (!unique)
				mlirbc__job_memory(&s->job);
			if (!unique || !mlirbc__number_add(&s->job, &s->strings, unique, i))
				return 0;
		}
	}
	const struct mlirbc_string *unique = mlirbc_string_get(s->job.context, string->data, string->size);
	return add(s, &s->strings, &s->new_strings, load ? load->string_count : 0, unique);
}

uint32_t mlirbc__save_dialect(struct mlirbc__save *s, const char *name, size_t size)
{
	const bool builtin = size == 7 && memcmp(name, "builtin", 7) == 0;
	if (builtin && s->knows_builtin)
		return s->builtin;
	const struct mlirbc_string *unique = mlirbc_string_get(s->job.context, name, size);
	uint32_t number = add(s, &s->dialects, &s->new_dialects, s->load ? s->load->dialect_count : 0, unique);
	if (builtin && s->job.status == MLIRBC_OK) {
		s->knows_builtin = true;
		s->builtin = number;
	}
	return number;
}

uint32_t mlirbc__save_attr(struct mlirbc__save *s, const struct mlirbc_attr *attr)
{
	if (s->numbering) {
		mlirbc__need_attr(s, attr);
		return 0;
	}
	const struct mlirbc__number *found = attr ? mlirbc__number_find(&s->attrs, attr) : NULL;
	if (found)
		return found->number;
	if (!know_entries(s))
		return 0;
	if (attr && !mlirbc__number_find(&s->attrs, attr) && !(attr->flags & MLIRBC__UNIQUE) && !s->load)
		attr = mlirbc_attr_unique(s->job.context, attr);
	return add(s, &s->attrs, &s->new_attrs, s->load ? s->load->attr_count : 0, attr);
}

uint32_t mlirbc__save_type(struct mlirbc__save *s, const struct mlirbc_type *type)
{
	if (s->numbering) {
		mlirbc__need_type(s, type);
		return 0;
	}
	const struct mlirbc__number *found = type ? mlirbc__number_find(&s->types, type) : NULL;
	if (found)
		return found->number;
	if (!know_entries(s))
		return 0;
	return add(s, &s->types, &s->new_types, s->load ? s->load->type_count : 0, type);
}

size_t mlirbc__dialect_size(const struct mlirbc_string *name)
{
	const char *dot = name->size ? memchr(name->data, '.', name->size) : NULL;
	return dot ? (size_t)(dot - name->data) : name->size;
}

struct mlirbc_string mlirbc__bare_name(const struct mlirbc_string *name)
{
	size_t skip = mlirbc__dialect_size(name) + 1;
	return skip > name->size ? (struct mlirbc_string){ "", 0 }
				 : (struct mlirbc_string){ name->data + skip, name->size - skip };
}

void mlirbc__save_new_name(struct mlirbc__save *s, const struct mlirbc_string *name, uint32_t dialect)
{
	struct mlirbc_string bare = mlirbc__bare_name(name);
	struct mlirbc__new_name new_name = { .name = name,
		.dialect = dialect,
		.registered = mlirbc__properties_find(name->data, mlirbc__dialect_size(name), bare.data, bare.size,
				      s->release) != NULL };
	mlirbc__out_put(&s->job, &s->new_names, &new_name, sizeof new_name);
}

uint32_t mlirbc__save_name(struct mlirbc__save *s, const struct mlirbc_op *op)
{
	const struct mlirbc__number *found = mlirbc__number_find(&s->op_names, op->name);
	if (found)
		return found->number;
	size_t number = MLIRBC__ITEMS(&s->new_names, struct mlirbc__new_name) + (s->load ? s->load->op_name_count : 0);
	mlirbc__save_new_name(s, op->name, mlirbc__save_dialect(s, op->name->data, mlirbc__dialect_size(op->name)));
	return s->job.status == MLIRBC_OK && mlirbc__number_add(&s->job, &s->op_names, op->name, number) ? (uint32_t)number : 0;
}

void mlirbc__save_name_strings(struct mlirbc__save *s)
{
	const struct mlirbc_string *const *dialects = s->new_dialects.data;
	const struct mlirbc__new_name *names = s->new_names.data;
	for (size_t i = 0; i < MLIRBC__ITEMS(&s->new_dialects, const struct mlirbc_string *); i++)
		mlirbc__save_string(s, dialects[i]);
	for (size_t i = 0; i < MLIRBC__ITEMS(&s->new_names, struct mlirbc__new_name); i++) {
		struct mlirbc_string bare = mlirbc__bare_name(names[i].name);
		mlirbc__save_string(s, &bare);
	}
}

uint32_t mlirbc__save_blob(struct mlirbc__save *s, const void *data, size_t size)
{
	if (s->numbering)
		return 0;
	const struct mlirbc_string *unique = mlirbc_string_get(s->job.context, data, size);
	size_t old = s->load && s->old_version >= MLIRBC__V_PROPERTIES ? s->load->blob_count : 0;
	return add(s, &s->blobs, &s->new_blobs, old, unique);
}

uint32_t mlirbc__save_resource(struct mlirbc__save *s, const struct mlirbc_string *key)
{
	return add(s, &s->resources, &s->extra_resources, s->dialect_resources, key);
}

size_t mlirbc__save_old_attr(const struct mlirbc__save *s, uint32_t ref)
{
	const struct mlirbc__load *load = s->load;
	if (ref < MLIRBC__ITEMS(&s->places, uint32_t) && ((const uint32_t *)s->places.data)[ref])
		return ((const uint32_t *)s->places.data)[ref] - 1;
	return load && ref >= load->first_ref && ref - load->first_ref < load->attr_count ? ref - load->first_ref
											  : MLIRBC_NO_INDEX;
}
