/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Selection, order and data of the written resources. External ones come first. */
#include "bytecode/write/write_state.h"

static void put(struct mlirbc__save *s, const struct mlirbc_resource *r)
{
	mlirbc__out_put(&s->job, &s->all_resources, r, sizeof *r);
}

static bool is_builtin(const struct mlirbc_resource *r)
{
	return !r->external && mlirbc__string_is(r->group, "builtin", 7);
}

/* All of one kind, in the order of the module: external ones, those of builtin, those of other dialects. `but`:
 * except those that have a number there. */
static void put_all(struct mlirbc__save *s, bool external, bool builtin, const struct mlirbc__numbers *but)
{
	for (const struct mlirbc_resource *r = s->job.module->resources; r; r = r->next) {
		if (r->external == external && is_builtin(r) == builtin && !mlirbc__number_find(but, r->key))
			put(s, r);
	}
}

/* Gives dialect resources the numbers that they have by their order. */
static bool number(struct mlirbc__save *s)
{
	const struct mlirbc_resource *r = s->all_resources.data;
	for (size_t i = 0; i < MLIRBC__ITEMS(&s->all_resources, struct mlirbc_resource); i++) {
		if (!r[i].external && !mlirbc__number_add(&s->job, &s->resources, r[i].key, s->dialect_resources++))
			return false;
	}
	return s->job.status == MLIRBC_OK;
}

/* From a key to the resource of builtin that has it and its data. */
static bool find_data(struct mlirbc__save *s, struct mlirbc__numbers *out, struct mlirbc__out *resources)
{
	for (const struct mlirbc_resource *r = s->job.module->resources; r; r = r->next) {
		if (!is_builtin(r) || r->kind == MLIRBC_RESOURCE_NONE)
			continue;
		if (!mlirbc__number_add(&s->job, out, r->key, MLIRBC__ITEMS(resources, const struct mlirbc_resource *)))
			return false;
		mlirbc__out_put(&s->job, resources, &r, sizeof r);
	}
	return s->job.status == MLIRBC_OK;
}

/* True for a key of a resource of a dialect other than builtin. */
static bool has_other(const struct mlirbc__save *s, const struct mlirbc_string *key)
{
	for (const struct mlirbc_resource *r = s->job.module->resources; r && s->interface_count; r = r->next) {
		if (!r->external && !is_builtin(r) && r->key == key)
			return true;
	}
	return false;
}

/* Resources that attributes refer to, in order of first use: first those with data, then those without. Unreferenced
 * ones are between them. */
static void put_referenced(
	struct mlirbc__save *s, const struct mlirbc__numbers *data, const struct mlirbc__out *resources)
{
	const struct mlirbc_string *const *keys = s->extra_resources.data;
	const size_t count = MLIRBC__ITEMS(&s->extra_resources, const struct mlirbc_string *);
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc__number *found = mlirbc__number_find(data, keys[i]);
		if (found)
			put(s, ((const struct mlirbc_resource *const *)resources->data)[found->number]);
	}
	put_all(s, false, true, &s->resources);
	for (size_t i = 0; i < count; i++) {
		struct mlirbc_resource none = { .key = keys[i], .kind = MLIRBC_RESOURCE_NONE };
		none.group = mlirbc_string_get(s->job.context, "builtin", 7);
		if (!none.group)
			mlirbc__job_memory(&s->job);
		else if (!mlirbc__number_find(data, keys[i]) && !has_other(s, keys[i]))
			put(s, &none);
	}
}

static bool number_anew(struct mlirbc__save *s)
{
	const struct mlirbc__numbers nothing = { NULL, 0, 0 };
	struct mlirbc__numbers data = { NULL, 0, 0 };
	struct mlirbc__out resources = { NULL, 0, 0 };
	put_all(s, true, false, &nothing);
	if (find_data(s, &data, &resources))
		put_referenced(s, &data, &resources);
	put_all(s, false, false, &nothing);
	mlirbc__numbers_finish(&s->job, &data);
	mlirbc__out_finish(&s->job, &resources);
	mlirbc__numbers_finish(&s->job, &s->resources);
	s->extra_resources.size = 0;
	return number(s);
}

bool mlirbc__save_resources(struct mlirbc__save *s)
{
	if (!s->load)
		return number_anew(s);
	for (int external = 1; external >= 0; external--) {
		for (const struct mlirbc_resource *r = s->job.module->resources; r; r = r->next) {
			if (r->external == external)
				put(s, r);
		}
	}
	return number(s);
}

/* ---- data */

size_t mlirbc__padding_size(uint64_t at, uint64_t alignment)
{
	return alignment > 1 ? (size_t)((0 - at) & (alignment - 1)) : 0;
}

/* LLVM writes alignment 0 for an empty blob and then cannot read it. Our reader treats it as 1, and 0 is restored
 * only when the blob is written in its own version: alignment and size, a byte each, precede the position of the
 * data. */
static bool has_no_alignment(const struct mlirbc__save *s, const struct mlirbc_resource *r)
{
	if (r->size || !s->load || s->version != s->old_version || !r->data)
		return false;
	uintptr_t begin = (uintptr_t)s->load->data, at = (uintptr_t)r->data;
	return at >= begin + 2 && at - begin <= s->load->size && r->data[-2] == 1 && r->data[-1] == 1;
}

uint64_t mlirbc__resource_alignment(const struct mlirbc__save *s, const struct mlirbc_resource *r)
{
	if (has_no_alignment(s, r))
		return 0;
	return r->alignment ? r->alignment : 1;
}

uint64_t mlirbc__resource_size(struct mlirbc__save *s, const struct mlirbc_resource *r, uint64_t at)
{
	struct mlirbc_string text = { (const char *)r->data, r->size };
	switch (r->kind) {
	case MLIRBC_RESOURCE_BOOL: return 1;
	case MLIRBC_RESOURCE_STRING: return mlirbc__varint_size(mlirbc__save_string(s, &text));
	case MLIRBC_RESOURCE_BLOB: {
		uint64_t alignment = mlirbc__resource_alignment(s, r);
		uint64_t head = mlirbc__varint_size(alignment) + mlirbc__varint_size(r->size);
		return head + mlirbc__padding_size(at + head, alignment) + r->size;
	}
	case MLIRBC_RESOURCE_NONE: return 0;
	}
	return 0;
}
