/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sections of a bytecode file: tables put together from the file's and the new ones, and everything written in its order. */
#include "write_state.h"

enum { MOST_PIECES = 4, BUFFER = 1 << 16 };

/* What a section holds, in parts that lie elsewhere. */
struct content {
	bool present;
	size_t size; /* of all parts */
	uint64_t alignment;
	struct {
		const void *data;
		size_t size;
	} pieces[MOST_PIECES];
	unsigned piece_count;
};

struct sections {
	struct mlirbc__save *s;
	struct content contents[MLIRBC__SECTION_COUNT];
	struct mlirbc__out strings, dialects, offsets, resource_offsets, properties;
	mlirbc_write_fn write;
	void *ctx;
	bool writes_strings; /* new ones; they come behind the section's pieces */
	size_t written;
	struct mlirbc__out buffer; /* what is small goes out together: a call may take longer than its bytes */
};

static void add_piece(struct content *content, const void *data, size_t size)
{
	content->present = true;
	content->pieces[content->piece_count].data = data;
	content->pieces[content->piece_count++].size = size;
	content->size += size;
}

static void add_out(struct content *content, const struct mlirbc__out *out)
{
	add_piece(content, out->data, out->size);
}

/* The section as the file has it. */
static void add_old(struct sections *t, enum mlirbc__section_id id)
{
	const struct bytecursor *c = &t->s->load->sections[id];
	add_piece(&t->contents[id], c->base + c->pos, bytecursor_left(c));
}

/* ---- tables */

static const struct mlirbc_string *const *items(const struct mlirbc__out *out, size_t *out_count)
{
	*out_count = MLIRBC__ITEMS(out, const struct mlirbc_string *);
	return out->data;
}

static void make_strings(struct sections *t)
{
	struct mlirbc__save *s = t->s;
	struct content *content = &t->contents[MLIRBC__SECTION_STRING];
	size_t added, old = s->load ? s->load->string_count : 0;
	const struct mlirbc_string *const *strings = items(&s->new_strings, &added);
	if (added == 0 && s->load) {
		add_old(t, MLIRBC__SECTION_STRING);
		return;
	}
	mlirbc__out_varint(s, &t->strings, old + added);
	for (size_t i = added; i-- > 0; content->size += strings[i]->size + 1)
		mlirbc__out_varint(s, &t->strings, strings[i]->size + 1);
	for (size_t i = old; i-- > 0;)
		mlirbc__out_varint(s, &t->strings, mlirbc__raw_string(s->load, i).size + 1);
	add_out(content, &t->strings);
	if (old) {
		const uint8_t *begin = (const uint8_t *)mlirbc__raw_string(s->load, 0).data;
		size_t end = s->load->sections[MLIRBC__SECTION_STRING].end;
		add_piece(content, begin, (size_t)(s->load->data + end - begin));
	}
	t->writes_strings = true;
}

static bool put_dialect(struct sections *t, uint32_t name, const struct mlirbc__dialect *old)
{
	struct mlirbc__save *s = t->s;
	bool versioned = old && old->has_version;
	if (s->version < MLIRBC__V_DIALECT_VERSIONS) {
		if (versioned)
			return mlirbc__save_fail(s, MLIRBC_E_UNSUPPORTED,
				"dialect \"%.*s\" has a version, which version 0 cannot hold", (int)old->name->size,
				old->name->data);
		mlirbc__out_varint(s, &t->dialects, name);
		return true;
	}
	mlirbc__out_varint(s, &t->dialects, (uint64_t)name << 1 | versioned);
	if (versioned) {
		size_t size = bytecursor_left(&old->version);
		mlirbc__out_byte(s, &t->dialects, MLIRBC__SECTION_DIALECT_VERSIONS);
		mlirbc__out_varint(s, &t->dialects, size);
		mlirbc__out_put(s, &t->dialects, old->version.base + old->version.pos, size);
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
	if (s->old_version < MLIRBC__V_PROPERTIES) /* the file does not tell */
		registered = mlirbc__properties_find(s->load->dialects[name->dialect].name->data,
				     s->load->dialects[name->dialect].name->size,
				     mlirbc__raw_string(s->load, name->string).data,
				     mlirbc__raw_string(s->load, name->string).size, s->release) != NULL;
	return (struct name){ name->dialect, name->string, registered };
}

static void put_names(struct sections *t, size_t count)
{
	struct mlirbc__save *s = t->s;
	if (s->version >= MLIRBC__V_ARGUMENT_LOCATIONS)
		mlirbc__out_varint(s, &t->dialects, count);
	for (size_t i = 0, end; i < count; i = end) {
		struct name first = name_at(s, i);
		for (end = i + 1; end < count && name_at(s, end).dialect == first.dialect;)
			end++;
		mlirbc__out_varint(s, &t->dialects, first.dialect);
		mlirbc__out_varint(s, &t->dialects, end - i);
		for (size_t j = i; j < end; j++) {
			struct name name = name_at(s, j);
			mlirbc__out_varint(s, &t->dialects,
				s->version >= MLIRBC__V_PROPERTIES ? (uint64_t)name.string << 1 | name.registered
								   : name.string);
		}
	}
}

static bool make_dialects(struct sections *t)
{
	struct mlirbc__save *s = t->s;
	size_t added, old = s->load ? s->load->dialect_count : 0, old_names = s->load ? s->load->op_name_count : 0;
	const struct mlirbc_string *const *dialects = items(&s->new_dialects, &added);
	size_t names = old_names + MLIRBC__ITEMS(&s->new_names, struct mlirbc__new_name);
	if (s->load && s->version == s->old_version && added == 0 && names == old_names) {
		add_old(t, MLIRBC__SECTION_DIALECT);
		return true;
	}
	mlirbc__out_varint(s, &t->dialects, old + added);
	for (size_t i = 0; i < old + added; i++) {
		const struct mlirbc__dialect *from = i < old ? &s->load->dialects[i] : NULL;
		if (!from && i - old < s->dialect_source_count)
			from = s->dialect_sources[i - old];
		if (!put_dialect(t, mlirbc__save_string(s, from ? from->name : dialects[i - old]), from))
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

static void put_entries(struct sections *t, size_t count, bool type)
{
	for (size_t i = 0, end; i < count; i = end) {
		uint32_t dialect = entry_at(t->s, i, type).dialect;
		for (end = i + 1; end < count && entry_at(t->s, end, type).dialect == dialect;)
			end++;
		mlirbc__out_varint(t->s, &t->offsets, dialect);
		mlirbc__out_varint(t->s, &t->offsets, end - i);
		for (size_t j = i; j < end; j++)
			mlirbc__out_varint(t->s, &t->offsets, entry_at(t->s, j, type).size);
	}
}

/* As edit_copy.c has made them. */
static void add_encoded(struct sections *t)
{
	struct mlirbc__save *s = t->s;
	struct content *sizes = &t->contents[MLIRBC__SECTION_ATTR_TYPE_OFFSET];
	struct content *blobs = &t->contents[MLIRBC__SECTION_PROPERTIES];
	add_out(&t->contents[MLIRBC__SECTION_ATTR_TYPE], &s->attr_data);
	t->contents[MLIRBC__SECTION_ATTR_TYPE].size += s->lent_size;
	mlirbc__out_varint(s, &t->offsets, s->attr_count);
	mlirbc__out_varint(s, &t->offsets, s->type_count);
	add_out(sizes, &t->offsets);
	add_out(sizes, &s->entry_sizes);
	if (s->version < MLIRBC__V_PROPERTIES)
		return;
	if (s->blob_count)
		mlirbc__out_varint(s, &t->properties, s->blob_count);
	add_out(blobs, &t->properties);
	add_out(blobs, &s->blob_data);
}

static void make_entries(struct sections *t)
{
	struct mlirbc__save *s = t->s;
	struct mlirbc__load *load = s->load;
	size_t attrs = MLIRBC__ITEMS(&s->attr_entries, struct mlirbc__new_entry);
	size_t types = MLIRBC__ITEMS(&s->type_entries, struct mlirbc__new_entry);
	struct content *data = &t->contents[MLIRBC__SECTION_ATTR_TYPE];
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
	mlirbc__out_varint(s, &t->offsets, old_attrs + attrs);
	mlirbc__out_varint(s, &t->offsets, old_types + types);
	put_entries(t, old_attrs + attrs, false);
	put_entries(t, old_types + types, true);
	add_out(&t->contents[MLIRBC__SECTION_ATTR_TYPE_OFFSET], &t->offsets);
}

static void make_properties(struct sections *t)
{
	struct mlirbc__save *s = t->s;
	size_t added;
	const struct mlirbc_string *const *blobs = items(&s->new_blobs, &added);
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
		mlirbc__out_varint(s, &t->properties, count + added);
	for (size_t i = 0; i < count; i++) {
		struct mlirbc_file_entry e = mlirbc_file_entry(s->module->file, MLIRBC_TABLE_PROPERTIES, i);
		mlirbc__out_varint(s, &t->properties, e.size);
		mlirbc__out_put(s, &t->properties, e.data, e.size);
	}
	for (size_t i = 0; i < added; i++) {
		mlirbc__out_varint(s, &t->properties, blobs[i]->size);
		mlirbc__out_put(s, &t->properties, blobs[i]->data, blobs[i]->size);
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

/* Strings are met as in MLIR's writer: those of the data, the name of the group, the keys. */
static void put_group(struct sections *t, const struct mlirbc_resource *r, size_t count)
{
	struct mlirbc__save *s = t->s;
	struct content *content = &t->contents[MLIRBC__SECTION_RESOURCE];
	struct mlirbc__out *out = &t->resource_offsets;
	for (size_t i = 0; i < count; i++)
		(void)mlirbc__resource_size(s, &r[i], 0);
	mlirbc__out_varint(s, out,
		r->external ? mlirbc__save_string(s, r->group)
			    : mlirbc__save_dialect(s, r->group->data, r->group->size));
	mlirbc__out_varint(s, out, count);
	for (size_t i = 0; i < count; i++) {
		uint64_t size = mlirbc__resource_size(s, &r[i], content->size);
		mlirbc__out_varint(s, out, mlirbc__save_string(s, r[i].key));
		mlirbc__out_varint(s, out, size);
		mlirbc__out_byte(s, out, r[i].kind == MLIRBC_RESOURCE_NONE ? 0 : (uint8_t)r[i].kind);
		content->size += (size_t)size;
		uint64_t alignment = r[i].kind == MLIRBC_RESOURCE_BLOB ? mlirbc__resource_alignment(s, &r[i]) : 0;
		if (alignment > content->alignment)
			content->alignment = alignment;
	}
}

static void put_extra_keys(struct sections *t)
{
	struct mlirbc__save *s = t->s;
	size_t count;
	const struct mlirbc_string *const *keys = items(&s->extra_resources, &count);
	if (count == 0)
		return;
	mlirbc__out_varint(s, &t->resource_offsets, mlirbc__save_dialect(s, "builtin", 7));
	mlirbc__out_varint(s, &t->resource_offsets, count);
	for (size_t i = 0; i < count; i++) {
		mlirbc__out_varint(s, &t->resource_offsets, mlirbc__save_string(s, keys[i]));
		mlirbc__out_varint(s, &t->resource_offsets, 0);
		mlirbc__out_byte(s, &t->resource_offsets, 0);
	}
}

static void make_resources(struct sections *t)
{
	struct mlirbc__save *s = t->s;
	const struct mlirbc_resource *r = s->all_resources.data;
	size_t external = 0, count = MLIRBC__ITEMS(&s->all_resources, struct mlirbc_resource);
	if (s->load && !s->load->present[MLIRBC__SECTION_RESOURCE] && count == 0 && s->extra_resources.size == 0)
		return;
	for (size_t i = 0; i < count; i = group_end(r, i, count))
		external += r[i].external;
	t->contents[MLIRBC__SECTION_RESOURCE].present = true;
	mlirbc__out_varint(s, &t->resource_offsets, external);
	for (size_t i = 0, end; i < count; i = end) {
		end = group_end(r, i, count);
		put_group(t, &r[i], end - i);
	}
	put_extra_keys(t);
	add_out(&t->contents[MLIRBC__SECTION_RESOURCE_OFFSET], &t->resource_offsets);
}

/* ---- writing */

static void flush(struct sections *t)
{
	const size_t size = t->buffer.size;
	if (t->s->status == MLIRBC_OK && size && t->write(t->ctx, t->buffer.data, size) != 0)
		mlirbc__save_fail(t->s, MLIRBC_E_IO, "writing failed");
	t->buffer.size = 0;
}

/* Also what is large: the system takes as long to copy pages of a mapped file that nobody touched yet. */
static void write_bytes(struct sections *t, const void *data, size_t size)
{
	const uint8_t *bytes = data;
	t->written += size;
	while (size && t->s->status == MLIRBC_OK) {
		const size_t left = BUFFER - t->buffer.size, part = size < left ? size : left;
		memcpy((uint8_t *)t->buffer.data + t->buffer.size, bytes, part);
		t->buffer.size += part;
		if (part == left)
			flush(t);
		bytes += part;
		size -= part;
	}
}

static void write_varint(struct sections *t, uint64_t value)
{
	t->s->scratch.size = 0;
	mlirbc__out_varint(t->s, &t->s->scratch, value);
	write_bytes(t, t->s->scratch.data, t->s->scratch.size);
}

static void write_padding(struct sections *t, size_t size)
{
	uint8_t bytes[64];
	memset(bytes, 0xCB, sizeof bytes);
	for (size_t part; size; size -= part) {
		part = size < sizeof bytes ? size : sizeof bytes;
		write_bytes(t, bytes, part);
	}
}

/* The IR with the headers of the sections inside. */
static void write_ir(struct sections *t)
{
	const struct mlirbc__save *s = t->s;
	const struct mlirbc__nested *nested = s->nested.data;
	size_t count = MLIRBC__ITEMS(&s->nested, struct mlirbc__nested), at = 0;
	for (size_t i = 0; i < count; i++) {
		const uint8_t id = MLIRBC__SECTION_IR;
		write_bytes(t, (const uint8_t *)s->ir.data + at, nested[i].at - at);
		write_bytes(t, &id, 1);
		write_varint(t, nested[i].size);
		at = nested[i].at;
	}
	write_bytes(t, (const uint8_t *)s->ir.data + at, s->ir.size - at);
}

/* The attributes with the elements inside that were not copied. */
static void write_attrs(struct sections *t)
{
	const struct mlirbc__save *s = t->s;
	const struct mlirbc__lent *lent = s->lent.data;
	size_t at = 0;
	for (size_t i = 0; i < MLIRBC__ITEMS(&s->lent, struct mlirbc__lent); i++) {
		write_bytes(t, (const uint8_t *)s->attr_data.data + at, lent[i].at - at);
		write_bytes(t, lent[i].data, lent[i].size);
		at = lent[i].at;
	}
	write_bytes(t, (const uint8_t *)s->attr_data.data + at, s->attr_data.size - at);
}

static void write_strings(struct sections *t)
{
	size_t count;
	const struct mlirbc_string *const *strings = items(&t->s->new_strings, &count);
	for (size_t i = 0; i < count; i++) {
		write_bytes(t, strings[i]->data, strings[i]->size);
		write_bytes(t, "", 1);
	}
}

static void write_resource(struct sections *t, const struct mlirbc_resource *r, size_t start)
{
	struct mlirbc__save *s = t->s;
	struct mlirbc_string text = { (const char *)r->data, r->size };
	const uint8_t value = r->value;
	switch (r->kind) {
	case MLIRBC_RESOURCE_BOOL: write_bytes(t, &value, 1); break;
	case MLIRBC_RESOURCE_STRING: write_varint(t, mlirbc__save_string(s, &text)); break;
	case MLIRBC_RESOURCE_BLOB:
		write_varint(t, mlirbc__resource_alignment(s, r));
		write_varint(t, r->size);
		write_padding(t, mlirbc__padding_size(t->written - start, mlirbc__resource_alignment(s, r)));
		write_bytes(t, r->data, r->size);
		break;
	case MLIRBC_RESOURCE_NONE: break;
	}
}

static void write_resources(struct sections *t)
{
	const struct mlirbc_resource *r = t->s->all_resources.data;
	size_t start = t->written;
	for (size_t i = 0; i < MLIRBC__ITEMS(&t->s->all_resources, struct mlirbc_resource); i++)
		write_resource(t, &r[i], start);
}

/* With its header, when it begins at `at` of the file. */
static size_t section_size(const struct content *content, size_t at)
{
	if (!content->present)
		return 0;
	size_t head = 1 + mlirbc__varint_size(content->size);
	if (content->alignment > 1 && mlirbc__padding_size(at + head, content->alignment)) {
		head += mlirbc__varint_size(content->alignment);
		head += mlirbc__padding_size(at + head, content->alignment);
	}
	return head + content->size;
}

static void write_section(struct sections *t, enum mlirbc__section_id id)
{
	const struct content *content = &t->contents[id];
	if (!content->present)
		return;
	size_t head = 1 + mlirbc__varint_size(content->size);
	bool aligned = content->alignment > 1 && ((t->written + head) & (content->alignment - 1));
	uint8_t first = (uint8_t)(id | (aligned ? 0x80 : 0));
	write_bytes(t, &first, 1);
	write_varint(t, content->size);
	if (aligned) {
		write_varint(t, content->alignment);
		write_padding(t, mlirbc__padding_size(t->written, content->alignment));
	}
	if (id == MLIRBC__SECTION_IR)
		write_ir(t);
	else if (id == MLIRBC__SECTION_RESOURCE)
		write_resources(t);
	for (unsigned i = 0; i < content->piece_count; i++) {
		if (id == MLIRBC__SECTION_ATTR_TYPE && content->pieces[i].data == t->s->attr_data.data &&
			t->s->lent.size)
			write_attrs(t);
		else
			write_bytes(t, content->pieces[i].data, content->pieces[i].size);
	}
	if (id == MLIRBC__SECTION_STRING && t->writes_strings)
		write_strings(t);
}

/* The order of the file's sections, then those it does not have. */
static void choose_order(const struct mlirbc__save *s, uint8_t order[MLIRBC__SECTION_COUNT])
{
	static const uint8_t usual[] = { MLIRBC__SECTION_DIALECT, MLIRBC__SECTION_ATTR_TYPE_OFFSET,
		MLIRBC__SECTION_ATTR_TYPE, MLIRBC__SECTION_IR, MLIRBC__SECTION_RESOURCE_OFFSET,
		MLIRBC__SECTION_RESOURCE, MLIRBC__SECTION_STRING, MLIRBC__SECTION_PROPERTIES,
		MLIRBC__SECTION_DIALECT_VERSIONS };
	size_t count = 0;
	for (size_t i = 0; i < sizeof usual; i++) {
		if (!s->load || !s->load->present[usual[i]])
			continue;
		size_t at = count++;
		for (; at && s->load->sections[order[at - 1]].pos > s->load->sections[usual[i]].pos; at--)
			order[at] = order[at - 1];
		order[at] = usual[i];
	}
	for (size_t i = 0; i < sizeof usual; i++) {
		if (!s->load || !s->load->present[usual[i]])
			order[count++] = usual[i];
	}
}

static void make_ir(struct sections *t)
{
	const struct mlirbc__save *s = t->s;
	const struct mlirbc__nested *nested = s->nested.data;
	struct content *content = &t->contents[MLIRBC__SECTION_IR];
	content->present = true;
	content->size = s->ir.size;
	for (size_t i = 0; i < MLIRBC__ITEMS(&s->nested, struct mlirbc__nested); i++)
		content->size += 1 + mlirbc__varint_size(nested[i].size);
}

/* False when regions that were copied would not lie where they did: there may be padding inside them. */
static bool copies_stay(
	const struct sections *t, const struct mlirbc_string *producer, const uint8_t order[MLIRBC__SECTION_COUNT])
{
	const struct mlirbc__save *s = t->s;
	const struct mlirbc__copy *copies = s->copied.data;
	const struct mlirbc__nested *nested = s->nested.data;
	size_t at = 4 + mlirbc__varint_size(s->version) + producer->size + 1, header = 0, headers = 0;
	for (const uint8_t *id = order; *id != MLIRBC__SECTION_IR; id++)
		at += section_size(&t->contents[*id], at);
	at += section_size(&t->contents[MLIRBC__SECTION_IR], at) - t->contents[MLIRBC__SECTION_IR].size;
	for (size_t i = 0; i < MLIRBC__ITEMS(&s->copied, struct mlirbc__copy); i++) {
		for (; header < MLIRBC__ITEMS(&s->nested, struct mlirbc__nested) && nested[header].at <= copies[i].at;
			header++)
			headers += 1 + mlirbc__varint_size(nested[header].size);
		if (at + headers + copies[i].at != copies[i].old_at)
			return false;
	}
	return true;
}

bool mlirbc__save_sections(
	struct mlirbc__save *s, const struct mlirbc_string *producer, mlirbc_write_fn write, void *ctx)
{
	struct sections t = { .s = s, .write = write, .ctx = ctx };
	uint8_t order[MLIRBC__SECTION_COUNT];
	make_ir(&t);
	if (s->encoded)
		add_encoded(&t);
	else
		make_entries(&t);
	make_resources(&t);
	if (!s->encoded)
		make_properties(&t);
	if (make_dialects(&t)) {
		make_strings(&t); /* the others have theirs by now */
		choose_order(s, order);
		s->moved = !copies_stay(&t, producer, order);
	}
	if (!s->moved)
		(void)mlirbc__out_more(s, &t.buffer, BUFFER);
	t.buffer.size = 0;
	if (s->status == MLIRBC_OK && !s->moved) {
		write_bytes(&t, "ML\xEFR", 4);
		write_varint(&t, s->version);
		write_bytes(&t, producer->data, producer->size);
		write_bytes(&t, "", 1);
		for (size_t i = 0; i < MLIRBC__SECTION_COUNT && s->status == MLIRBC_OK; i++)
			write_section(&t, (enum mlirbc__section_id)order[i]);
		flush(&t);
	}
	struct mlirbc__out *outs[] = { &t.strings, &t.dialects, &t.offsets, &t.resource_offsets, &t.properties, &t.buffer };
	for (size_t i = 0; i < sizeof outs / sizeof *outs; i++)
		mlirbc__out_finish(s, outs[i]);
	return s->status == MLIRBC_OK;
}
