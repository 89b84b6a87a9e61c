/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resources: data beside the IR, named by keys. Blobs stay where they are in the input. */
#include "bytecode/read/load_state.h"

struct resource_state {
	struct mlirbc__reader offsets, data;
	struct mlirbc__set seen; /* keys seen so far: a duplicate key would be ambiguous */
};

static bool same_resource(const void *item, const void *key)
{
	const struct mlirbc_resource *a = item, *b = key;
	return a->key == b->key && a->group == b->group && a->external == b->external;
}

static bool add_resource(struct resource_state *s, const struct mlirbc_resource *resource, size_t at)
{
	struct mlirbc__load *load = s->offsets.load;
	const void *names[] = { resource->group, resource->key };
	uint64_t hash = mlirbc__hash(load->context->seed + resource->external, names, sizeof names);
	struct mlirbc__set_slot *slot = mlirbc__set_find(
		&s->seen, &load->context->arena, hash, resource, same_resource);
	if (slot && slot->item)
		return mlirbc__bad(&s->offsets, at, "key \"%.*s\" is duplicated, expected unique keys in a group",
			resource->key->size < 64 ? (int)resource->key->size : 64, resource->key->data);
	struct mlirbc_resource *made = slot ? mlirbc_resource_add(load->module, resource) : NULL;
	if (!made)
		return mlirbc__load_memory(load);
	mlirbc__set_fill(&s->seen, slot, hash, made);
	return true;
}

static bool read_blob(struct mlirbc__reader *r, struct mlirbc_resource *out)
{
	size_t at = r->c.pos;
	uint64_t alignment = mlirbc__varint(&r->c), size = mlirbc__varint(&r->c);
	if (!mlirbc__cut(r, "alignment and size of a blob"))
		return false;
	if (alignment == 0 && size == 0)
		alignment = 1; /* LLVM's encoding of an empty blob */
	if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > UINT32_MAX)
		return mlirbc__bad(r, at, "blob alignment is %llu, expected a power of two below 2^32",
			(unsigned long long)alignment);
	if (!mlirbc__padding(r, alignment))
		return false;
	if (size > bytecursor_left(&r->c))
		return mlirbc__bad(r, at, "blob of %llu bytes, but only %zu remain", (unsigned long long)size,
			bytecursor_left(&r->c));
	out->alignment = (uint32_t)alignment;
	out->size = (size_t)size;
	out->data = bytecursor_take(&r->c, out->size);
	return true;
}

/* The data of one entry, for which `r` covers exactly its bytes. */
static bool read_data(struct mlirbc__reader *r, struct mlirbc_resource *out)
{
	struct mlirbc__load *load = r->load;
	size_t at = r->c.pos, index;
	if (out->kind == MLIRBC_RESOURCE_BLOB) {
		if (!read_blob(r, out))
			return false;
	} else if (out->kind == MLIRBC_RESOURCE_BOOL) {
		uint8_t byte = bytecursor_u8(&r->c);
		if (byte > 1)
			return mlirbc__bad(r, at, "bool is %d, expected 0 or 1", byte);
		out->value = byte;
	} else {
		if (!mlirbc__index(r, "string index", load->string_count, &index))
			return false;
		struct mlirbc_string text = mlirbc__raw_string(load, index);
		if (!mlirbc__check_string(load, index, &text))
			return false;
		out->data = (const uint8_t *)text.data;
		out->size = text.size;
	}
	return mlirbc__used_up(r);
}

static bool read_entry(struct resource_state *s, const struct mlirbc_string *group, bool external)
{
	struct mlirbc__reader *o = &s->offsets;
	struct mlirbc__load *load = o->load;
	struct mlirbc_resource resource = { .group = group, .external = external };
	size_t at = o->c.pos, key;
	if (!mlirbc__index(o, "string index of a key", load->string_count, &key))
		return false;
	size_t size_at = o->c.pos;
	uint64_t size = mlirbc__varint(&o->c);
	size_t kind_at = o->c.pos;
	uint8_t kind = bytecursor_u8(&o->c);
	if (!mlirbc__cut(o, "size and kind of a resource"))
		return false;
	if (kind > MLIRBC_RESOURCE_STRING)
		return mlirbc__bad(o, kind_at, "resource kind is %d, expected 0 to 2", kind);
	if (size > bytecursor_left(&s->data.c) || (size == 0 && external))
		return mlirbc__bad(o, size_at, "resource of %llu bytes, expected %d to %zu", (unsigned long long)size,
			external, bytecursor_left(&s->data.c));
	resource.key = mlirbc__string(load, key);
	if (!resource.key)
		return false;
	struct mlirbc__reader data = s->data;
	data.c = bytecursor_sub(&s->data.c, (size_t)size);
	resource.kind = size ? (enum mlirbc_resource_kind)kind : MLIRBC_RESOURCE_NONE;
	if (size && !read_data(&data, &resource))
		return false;
	if (!external)
		load->resource_keys[load->resource_key_count++] = resource.key;
	return add_resource(s, &resource, at);
}

static bool read_group(struct resource_state *s, const struct mlirbc_string *group, bool external)
{
	struct mlirbc__load *load = s->offsets.load;
	size_t count;
	if (!group || !mlirbc__count(&s->offsets, "number of resources", &count))
		return false;
	if (!external) {
		load->resource_keys = mlirbc__reserve(load, &load->resource_key_buffer,
			load->resource_key_count + count, sizeof *load->resource_keys);
		if (!load->resource_keys)
			return false;
	}
	for (size_t i = 0; i < count; i++) {
		if (!read_entry(s, group, external))
			return false;
	}
	return true;
}

static bool read_groups(struct resource_state *s)
{
	struct mlirbc__reader *o = &s->offsets;
	struct mlirbc__load *load = o->load;
	size_t external, index;
	if (!mlirbc__count(o, "number of external groups", &external))
		return false;
	for (size_t i = 0; i < external; i++) {
		if (!mlirbc__index(o, "string index of a group", load->string_count, &index) ||
			!read_group(s, mlirbc__string(load, index), true))
			return false;
	}
	while (bytecursor_left(&o->c)) {
		if (!mlirbc__index(o, "dialect index", load->dialect_count, &index) ||
			!read_group(s, load->dialects[index].name, false))
			return false;
	}
	return mlirbc__used_up(&s->data);
}

bool mlirbc__load_resources(struct mlirbc__load *load)
{
	if (!load->present[MLIRBC__SECTION_RESOURCE])
		return true;
	struct resource_state s = { .offsets = mlirbc__section_reader(load, MLIRBC__SECTION_RESOURCE_OFFSET),
		.data = mlirbc__section_reader(load, MLIRBC__SECTION_RESOURCE) };
	bool ok = read_groups(&s);
	mlirbc__set_finish(&s.seen, &load->context->arena);
	return ok;
}
