/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contents of the sections of a bytecode file: tables combined from the file's entries and the new ones. */
#include "bytecode/write/write_section.h"

#include <mlirbc/dialect.h>

static void add_piece(struct mlirbc__content *content, const void *data, size_t size)
{
	content->present = true;
	content->pieces[content->piece_count].data = data;
	content->pieces[content->piece_count++].size = size;
	content->size += size;
}

static void add_out(struct mlirbc__content *content, const struct mlirbc__out *out)
{
	add_piece(content, out->data, out->size);
}

/* The section as the file has it. */
static void add_old(struct mlirbc__sections *t, enum mlirbc__section_id id)
{
	const struct bytecursor *c = &t->s->load->sections[id];
	add_piece(&t->contents[id], c->base + c->pos, bytecursor_left(c));
}

/* ---- IR, strings, dialects */

static void make_ir(struct mlirbc__sections *t)
{
	const struct mlirbc__save *s = t->s;
	const struct mlirbc__nested *nested = s->nested.data;
	struct mlirbc__content *content = &t->contents[MLIRBC__SECTION_IR];
	content->present = true;
	content->size = s->ir.size;
	for (size_t i = 0; i < MLIRBC__ITEMS(&s->nested, struct mlirbc__nested); i++)
		content->size += 1 + mlirbc__varint_size(nested[i].size);
}

static void make_strings(struct mlirbc__sections *t)
{
	struct mlirbc__save *s = t->s;
	struct mlirbc__content *content = &t->contents[MLIRBC__SECTION_STRING];
	size_t added, old = s->load ? s->load->string_count : 0;
	const struct mlirbc_string *const *strings = mlirbc__strings_of(&s->new_strings, &added);
	if (added == 0 && s->load) {
		add_old(t, MLIRBC__SECTION_STRING);
		return;
	}
	mlirbc__out_varint(&s->job, &t->strings, old + added);
	for (size_t i = added; i-- > 0; content->size += strings[i]->size + 1)
		mlirbc__out_varint(&s->job, &t->strings, strings[i]->size + 1);
	for (size_t i = old; i-- > 0;)
		mlirbc__out_varint(&s->job, &t->strings, mlirbc__raw_string(s->load, i).size + 1);
	add_out(content, &t->strings);
	if (old) {
		const uint8_t *begin = (const uint8_t *)mlirbc__raw_string(s->load, 0).data;
		size_t end = s->load->sections[MLIRBC__SECTION_STRING].end;
		add_piece(content, begin, (size_t)(s->load->data + end - begin));
	}
	t->writes_strings = true;
}

/* The version that a hook of the caller sets; NULL: none does. */
static const struct mlirbc_dialect_interface *set_version(
	const struct mlirbc__save *s, const struct mlirbc_string *dialect)
{
	const struct mlirbc_dialect_interface *interface = mlirbc__save_interface(s, dialect);
	return interface && interface->version_count ? interface : NULL;
}

static void put_set_version(struct mlirbc__sections *t, const struct mlirbc_dialect_interface *interface)
{
	struct mlirbc__save *s = t->s;
	size_t size = 0;
	for (size_t i = 0; i < interface->version_count; i++)
		size += mlirbc__varint_size(interface->version[i]);
	mlirbc__out_byte(&s->job, &t->dialects, MLIRBC__SECTION_DIALECT_VERSIONS);
	mlirbc__out_varint(&s->job, &t->dialects, size);
	for (size_t i = 0; i < interface->version_count; i++)
		mlirbc__out_varint(&s->job, &t->dialects, interface->version[i]);
}

static bool put_dialect(struct mlirbc__sections *t, const struct mlirbc_string *text, const struct mlirbc__dialect *old)
{
	struct mlirbc__save *s = t->s;
	const uint32_t name = mlirbc__save_string(s, text);
	const struct mlirbc_dialect_interface *set = set_version(s, text);
	bool versioned = set || (old && old->has_version);
	if (s->version < MLIRBC__V_DIALECT_VERSIONS) {
		if (versioned)
			return mlirbc__job_fail(&s->job, MLIRBC_E_UNSUPPORTED,
				"dialect \"%.*s\" has a version, which version 0 cannot represent",
				(int)text->size, text->data);
		mlirbc__out_varint(&s->job, &t->dialects, name);
		return true;
	}
	mlirbc__out_varint(&s->job, &t->dialects, (uint64_t)name << 1 | versioned);
	if (set) {
		put_set_version(t, set);
	} else if (versioned) {
		size_t size = bytecursor_left(&old->version);
		mlirbc__out_byte(&s->job, &t->dialects, MLIRBC__SECTION_DIALECT_VERSIONS);
		mlirbc__out_varint(&s->job, &t->dialects, size);
		mlirbc__out_put(&s->job, &t->dialects, old->version.base + old->version.pos, size);
	}
	return true;
}

struct name {
	uint32_t dialect, string;
	bool registered;
};

static struct name name_at(struct mlirbc__save *s, size_t index)
{
	size_t old = s->load ? s->load->op_name_count : 0;
	if (index >= old) {
		const struct mlirbc__new_name *new_name = (const struct mlirbc__new_name *)s->new_names.data +
							  (index - old);
		if (!new_name->name)
			return (struct name){ new_name->dialect, new_name->string, new_name->registered };
		struct mlirbc_string bare = mlirbc__bare_name(new_name->name);
		return (struct name){ new_name->dialect, mlirbc__save_string(s, &bare), new_name->registered };
	}
	const struct mlirbc__op_name *name = &s->load->op_names[index];
	bool registered = name->registered;
	if (s->old_version < MLIRBC__V_PROPERTIES) /* the file does not contain it */
		registered = mlirbc__properties_find(s->load->dialects[name->dialect].name->data,
				     s->load->dialects[name->dialect].name->size,
				     mlirbc__raw_string(s->load, name->string).data,
				     mlirbc__raw_string(s->load, name->string).size, s->release) != NULL;
	return (struct name){ name->dialect, name->string, registered };
}

static void put_names(struct mlirbc__sections *t, size_t count)
{
	struct mlirbc__save *s = t->s;
	if (s->version >= MLIRBC__V_ARGUMENT_LOCATIONS)
		mlirbc__out_varint(&s->job, &t->dialects, count);
	for (size_t i = 0, end; i < count; i = end) {
		struct name first = name_at(s, i);
		for (end = i + 1; end < count && name_at(s, end).dialect == first.dialect;)
			end++;
		mlirbc__out_varint(&s->job, &t->dialects, first.dialect);
		mlirbc__out_varint(&s->job, &t->dialects, end - i);
		for (size_t j = i; j < end; j++) {
			struct name name = name_at(s, j);
			mlirbc__out_varint(&s->job, &t->dialects,
				s->version >= MLIRBC__V_PROPERTIES ? (uint64_t)name.string << 1 | name.registered
								   : name.string);
		}
	}
}

static bool make_dialects(struct mlirbc__sections *t)
{
	struct mlirbc__save *s = t->s;
	size_t added, old = s->load ? s->load->dialect_count : 0, old_names = s->load ? s->load->op_name_count : 0;
	const struct mlirbc_string *const *dialects = mlirbc__strings_of(&s->new_dialects, &added);
	size_t names = old_names + MLIRBC__ITEMS(&s->new_names, struct mlirbc__new_name);
	bool new_versions = s->load && s->load->new_versions;
	for (size_t i = 0; i < old && s->interface_count && !new_versions; i++)
		new_versions = set_version(s, s->load->dialects[i].name) != NULL;
	if (s->load && s->version == s->old_version && added == 0 && names == old_names && !new_versions) {
		add_old(t, MLIRBC__SECTION_DIALECT);
		return true;
	}
	mlirbc__out_varint(&s->job, &t->dialects, old + added);
	for (size_t i = 0; i < old + added; i++) {
		const struct mlirbc__dialect *from = i < old ? &s->load->dialects[i] : NULL;
		if (!from && i - old < s->dialect_source_count)
			from = s->dialect_sources[i - old];
		if (!put_dialect(t, from ? from->name : dialects[i - old], from))
			return false;
	}
	put_names(t, names);
	add_out(&t->contents[MLIRBC__SECTION_DIALECT], &t->dialects);
	return true;
}

/* ---- attributes and types */

static struct mlirbc__new_entry entry_at(struct mlirbc__save *s, size_t index, bool type)
{
	size_t old = s->load ? (type ? s->load->type_count : s->load->attr_count) : 0;
	if (index >= old)
		return ((const struct mlirbc__new_entry *)(type ? s->type_entries : s->attr_entries).data)[index - old];
	struct mlirbc__entry e = mlirbc__entry(s->load, index + (type ? s->load->attr_count : 0));
	return (struct mlirbc__new_entry){ (uint64_t)(e.end - e.at) << 1 | e.custom, e.dialect };
}

static void put_entries(struct mlirbc__sections *t, size_t count, bool type)
{
	for (size_t i = 0, end; i < count; i = end) {
		uint32_t dialect = entry_at(t->s, i, type).dialect;
		for (end = i + 1; end < count && entry_at(t->s, end, type).dialect == dialect;)
			end++;
		mlirbc__out_varint(&t->s->job, &t->offsets, dialect);
		mlirbc__out_varint(&t->s->job, &t->offsets, end - i);
		for (size_t j = i; j < end; j++)
			mlirbc__out_varint(&t->s->job, &t->offsets, entry_at(t->s, j, type).size);
	}
}

/* As compact_copy.c has made them. */
static void add_encoded(struct mlirbc__sections *t)
{
	struct mlirbc__save *s = t->s;
	struct mlirbc__content *sizes = &t->contents[MLIRBC__SECTION_ATTR_TYPE_OFFSET];
	struct mlirbc__content *blobs = &t->contents[MLIRBC__SECTION_PROPERTIES];
	add_out(&t->contents[MLIRBC__SECTION_ATTR_TYPE], &s->attr_data);
	t->contents[MLIRBC__SECTION_ATTR_TYPE].size += s->lent_size;
	mlirbc__out_varint(&s->job, &t->offsets, s->attr_count);
	mlirbc__out_varint(&s->job, &t->offsets, s->type_count);
	add_out(sizes, &t->offsets);
	add_out(sizes, &s->entry_sizes);
	if (s->version < MLIRBC__V_PROPERTIES)
		return;
	if (s->blob_count)
		mlirbc__out_varint(&s->job, &t->properties, s->blob_count);
	add_out(blobs, &t->properties);
	add_out(blobs, &s->blob_data);
}

static void make_entries(struct mlirbc__sections *t)
{
	struct mlirbc__save *s = t->s;
	struct mlirbc__load *load = s->load;
	size_t attrs = MLIRBC__ITEMS(&s->attr_entries, struct mlirbc__new_entry);
	size_t types = MLIRBC__ITEMS(&s->type_entries, struct mlirbc__new_entry);
	struct mlirbc__content *data = &t->contents[MLIRBC__SECTION_ATTR_TYPE];
	if (load && attrs + types == 0) {
		add_old(t, MLIRBC__SECTION_ATTR_TYPE);
		add_old(t, MLIRBC__SECTION_ATTR_TYPE_OFFSET);
		return;
	}
	size_t old_attrs = load ? load->attr_count : 0, old_types = load ? load->type_count : 0;
	const struct bytecursor *c = load ? &load->sections[MLIRBC__SECTION_ATTR_TYPE] : NULL;
	size_t begin = c ? c->pos : 0, middle = begin, end = begin;
	if (old_attrs)
		middle = end = mlirbc__entry(load, old_attrs - 1).end;
	if (old_types)
		end = mlirbc__entry(load, old_attrs + old_types - 1).end;
	if (load)
		add_piece(data, load->data + begin, middle - begin);
	add_out(data, &s->attr_data);
	data->size += s->lent_size;
	if (load)
		add_piece(data, load->data + middle, end - middle);
	add_out(data, &s->type_data);
	mlirbc__out_varint(&s->job, &t->offsets, old_attrs + attrs);
	mlirbc__out_varint(&s->job, &t->offsets, old_types + types);
	put_entries(t, old_attrs + attrs, false);
	put_entries(t, old_types + types, true);
	add_out(&t->contents[MLIRBC__SECTION_ATTR_TYPE_OFFSET], &t->offsets);
}

static void make_properties(struct mlirbc__sections *t)
{
	struct mlirbc__save *s = t->s;
	size_t added;
	const struct mlirbc_string *const *blobs = mlirbc__strings_of(&s->new_blobs, &added);
	bool old = s->load && s->load->present[MLIRBC__SECTION_PROPERTIES];
	if (s->version < MLIRBC__V_PROPERTIES) {
		if (old && s->version == s->old_version)
			add_old(t, MLIRBC__SECTION_PROPERTIES);
		return;
	}
	old = old && s->old_version >= MLIRBC__V_PROPERTIES;
	if (old && added == 0) {
		add_old(t, MLIRBC__SECTION_PROPERTIES);
		return;
	}
	size_t count = old ? s->load->blob_count : 0;
	if (count + added)
		mlirbc__out_varint(&s->job, &t->properties, count + added);
	for (size_t i = 0; i < count; i++) {
		struct mlirbc_file_entry e = mlirbc_file_entry(s->job.module->file, MLIRBC_TABLE_PROPERTIES, i);
		mlirbc__out_varint(&s->job, &t->properties, e.size);
		mlirbc__out_put(&s->job, &t->properties, e.data, e.size);
	}
	for (size_t i = 0; i < added; i++) {
		mlirbc__out_varint(&s->job, &t->properties, blobs[i]->size);
		mlirbc__out_put(&s->job, &t->properties, blobs[i]->data, blobs[i]->size);
	}
	add_out(&t->contents[MLIRBC__SECTION_PROPERTIES], &t->properties);
}

/* ---- resources */

/* The resources from r[i] on that are of the same group. */
static size_t group_end(const struct mlirbc_resource *r, size_t i, size_t count)
{
	size_t end = i + 1;
	while (end < count && r[end].external == r[i].external && r[end].group == r[i].group)
		end++;
	return end;
}

/* Strings are numbered in the order of MLIR's writer: those of the data, the name of the group, the keys. */
static void put_group(struct mlirbc__sections *t, const struct mlirbc_resource *r, size_t count)
{
	struct mlirbc__save *s = t->s;
	struct mlirbc__content *content = &t->contents[MLIRBC__SECTION_RESOURCE];
	struct mlirbc__out *out = &t->resource_offsets;
	for (size_t i = 0; i < count; i++)
		(void)mlirbc__resource_size(s, &r[i], 0);
	mlirbc__out_varint(&s->job, out,
		r->external ? mlirbc__save_string(s, r->group)
			    : mlirbc__save_dialect(s, r->group->data, r->group->size));
	mlirbc__out_varint(&s->job, out, count);
	for (size_t i = 0; i < count; i++) {
		uint64_t size = mlirbc__resource_size(s, &r[i], content->size);
		mlirbc__out_varint(&s->job, out, mlirbc__save_string(s, r[i].key));
		mlirbc__out_varint(&s->job, out, size);
		mlirbc__out_byte(&s->job, out, r[i].kind == MLIRBC_RESOURCE_NONE ? 0 : (uint8_t)r[i].kind);
		content->size += (size_t)size;
		uint64_t alignment = r[i].kind == MLIRBC_RESOURCE_BLOB ? mlirbc__resource_alignment(s, &r[i]) : 0;
		if (alignment > content->alignment)
			content->alignment = alignment;
	}
}

static void put_extra_keys(struct mlirbc__sections *t)
{
	struct mlirbc__save *s = t->s;
	size_t count;
	const struct mlirbc_string *const *keys = mlirbc__strings_of(&s->extra_resources, &count);
	if (count == 0)
		return;
	mlirbc__out_varint(&s->job, &t->resource_offsets, mlirbc__save_dialect(s, "builtin", 7));
	mlirbc__out_varint(&s->job, &t->resource_offsets, count);
	for (size_t i = 0; i < count; i++) {
		mlirbc__out_varint(&s->job, &t->resource_offsets, mlirbc__save_string(s, keys[i]));
		mlirbc__out_varint(&s->job, &t->resource_offsets, 0);
		mlirbc__out_byte(&s->job, &t->resource_offsets, 0);
	}
}

static void make_resources(struct mlirbc__sections *t)
{
	struct mlirbc__save *s = t->s;
	const struct mlirbc_resource *r = s->all_resources.data;
	size_t external = 0, count = MLIRBC__ITEMS(&s->all_resources, struct mlirbc_resource);
	if (s->load && !s->load->present[MLIRBC__SECTION_RESOURCE] && count == 0 && s->extra_resources.size == 0)
		return;
	for (size_t i = 0; i < count; i = group_end(r, i, count))
		external += r[i].external;
	t->contents[MLIRBC__SECTION_RESOURCE].present = true;
	mlirbc__out_varint(&s->job, &t->resource_offsets, external);
	for (size_t i = 0, end; i < count; i = end) {
		end = group_end(r, i, count);
		put_group(t, &r[i], end - i);
	}
	put_extra_keys(t);
	add_out(&t->contents[MLIRBC__SECTION_RESOURCE_OFFSET], &t->resource_offsets);
}

bool mlirbc__make_sections(struct mlirbc__sections *t)
{
	make_ir(t);
	if (t->s->encoded)
		add_encoded(t);
	else
		make_entries(t);
	make_resources(t);
	if (!t->s->encoded)
		make_properties(t);
	if (!make_dialects(t))
		return false;
	make_strings(t); /* the others have theirs by now */
	return true;
}
