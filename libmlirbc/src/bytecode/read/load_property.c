/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Property blobs: converting fields to named attributes. */
#include "bytecode/read/load_state.h"

#include <mlirbc/parse.h>

/* ---- fields */

static const struct mlirbc_attr *read_attr(struct mlirbc__reader *r)
{
	size_t index;
	return mlirbc__index(r, "attribute index", r->load->attr_count, &index) ? mlirbc__attr(r->load, index) : NULL;
}

/* NULL without an error if it is absent. */
static const struct mlirbc_attr *read_optional(struct mlirbc__reader *r)
{
	size_t at = r->c.pos;
	uint64_t value = mlirbc__varint(&r->c);
	if (!mlirbc__cut(r, "an optional attribute"))
		return NULL;
	if (value == 0)
		return NULL;
	if (!(value & 1) || value >> 1 >= r->load->attr_count) {
		mlirbc__bad(r, at, "optional attribute is %llu, expected 0 or an odd number below %zu",
			(unsigned long long)value, 2 * r->load->attr_count);
		return NULL;
	}
	return mlirbc__attr(r->load, (size_t)(value >> 1));
}

/* Little-endian, as in elements of an array attribute. */
static void store32(uint8_t *out, uint64_t value)
{
	for (unsigned i = 0; i < 4; i++)
		out[i] = (uint8_t)(value >> (8 * i));
}

/* Either all sizes, or the nonzero ones with their positions. */
static const struct mlirbc_attr *read_segments(struct mlirbc__reader *r, uint32_t groups)
{
	struct mlirbc__load *load = r->load;
	uint8_t data[4 * 32] = { 0 };
	size_t at = r->c.pos;
	uint64_t head = mlirbc__varint(&r->c), count = head >> 1, bits = 0;
	bool sparse = head & 1;
	if (sparse && count)
		bits = mlirbc__varint(&r->c);
	if (!mlirbc__cut(r, "segment sizes"))
		return NULL;
	if (groups > sizeof data / 4 || (sparse ? count > groups : count != groups) || bits > 8) {
		mlirbc__bad(r, at, "%llu segment sizes with positions of %llu bits, expected %u and at most 8",
			(unsigned long long)count, (unsigned long long)bits, groups);
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		at = r->c.pos;
		uint64_t value = mlirbc__varint(&r->c), position = i;
		if (sparse) {
			position = value & ((UINT64_C(1) << bits) - 1);
			value >>= bits;
		}
		if (!mlirbc__cut(r, "a segment size"))
			return NULL;
		if (position >= groups || value > INT32_MAX) {
			mlirbc__bad(r, at, "segment %llu has size %llu, expected less than %u and 2^31",
				(unsigned long long)position, (unsigned long long)value, groups);
			return NULL;
		}
		store32(data + 4 * position, value);
	}
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE_ARRAY,
		.type = mlirbc_type_integer(load->context, 32, MLIRBC_SIGNLESS),
		.u.dense = { data, (size_t)groups * 4, groups, false } };
	return mlirbc__made(load, attr.type ? mlirbc_attr_get(load->context, &attr) : NULL);
}

static const struct mlirbc_attr *read_integer(struct mlirbc__reader *r, uint32_t width)
{
	uint64_t value = mlirbc__varint(&r->c);
	const struct mlirbc_type *type = mlirbc_type_integer(r->load->context, width, MLIRBC_SIGNLESS);
	return mlirbc__made(r->load, type ? mlirbc_attr_integer(r->load->context, type, value) : NULL);
}

static const struct mlirbc_attr *read_bool(struct mlirbc__reader *r)
{
	struct mlirbc_context *context = r->load->context;
	return mlirbc__made(
		r->load, bytecursor_u8(&r->c) ? mlirbc_attr_unit(context) : mlirbc_attr_bool(context, false));
}

static const struct mlirbc_attr *read_optional_int(struct mlirbc__reader *r)
{
	const struct mlirbc_attr *element = NULL;
	bool present = bytecursor_u8(&r->c);
	if (present && !(element = read_integer(r, 64)))
		return NULL;
	return mlirbc__made(r->load, mlirbc_attr_array(r->load->context, &element, present));
}

/* LLVM 19 encoded these flags as attributes of its dialect; later releases encode integers. */
static const struct mlirbc_attr *read_overflow(struct mlirbc__reader *r)
{
	static const char *const texts[] = { "overflow<none>", "overflow<nsw>", "overflow<nuw>", "overflow<nsw, nuw>" };
	struct mlirbc_context *context = r->load->context;
	size_t flags;
	if (!mlirbc__index(r, "overflow flags", sizeof texts / sizeof *texts, &flags))
		return NULL;
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	attr.u.dialect.dialect = mlirbc__string_borrow(context, "llvm", 4);
	attr.u.dialect.text = mlirbc__string_borrow(context, texts[flags], strlen(texts[flags]));
	bool ok = attr.u.dialect.dialect && attr.u.dialect.text;
	return mlirbc__made(r->load, ok ? mlirbc_attr_get(context, &attr) : NULL);
}

static const struct mlirbc_attr *read_field(struct mlirbc__reader *r, const struct mlirbc__field *field, bool native)
{
	switch (field->kind) {
	case MLIRBC__FIELD_ATTR: return read_attr(r);
	case MLIRBC__FIELD_OPTIONAL: return read_optional(r);
	case MLIRBC__FIELD_SEGMENTS: return native ? read_segments(r, field->number) : read_attr(r);
	case MLIRBC__FIELD_INTEGER: return read_integer(r, field->number);
	case MLIRBC__FIELD_BOOL: return read_bool(r);
	case MLIRBC__FIELD_OPTIONAL_INT: return read_optional_int(r);
	case MLIRBC__FIELD_OVERFLOW: return read_overflow(r);
	}
	return NULL;
}

static bool default_attr(struct mlirbc__load *load, const struct mlirbc__layout *layout,
	const struct mlirbc__field *field, const struct mlirbc_attr **out)
{
	size_t size;
	const char *text = mlirbc__default_value(layout->defaults, field->name, field->name_size, &size);
	if (!text)
		return true;
	if (!mlirbc__work(load, size))
		return false;
	enum mlirbc_status status = mlirbc_parse_attr(load->context, text, size, out, NULL);
	return status == MLIRBC_OK || mlirbc__load_memory(load); /* texts of the table are always valid */
}

bool mlirbc__default_property(struct mlirbc__load *load, const struct mlirbc__layout *layout,
	const struct mlirbc__field *field, const struct mlirbc_attr **out)
{
	static const uint8_t zero_byte = 0, zero_varint = 1, no_segments = 3;
	struct mlirbc__reader r = { .load = load, .where = "default property", .number = MLIRBC_NO_OFFSET };
	*out = NULL;
	switch (field->kind) {
	case MLIRBC__FIELD_BOOL:
	case MLIRBC__FIELD_OPTIONAL_INT: r.c = bytecursor_init(&zero_byte, 1); break;
	case MLIRBC__FIELD_INTEGER:
	case MLIRBC__FIELD_OVERFLOW: r.c = bytecursor_init(&zero_varint, 1); break;
	case MLIRBC__FIELD_SEGMENTS: r.c = bytecursor_init(&no_segments, 1); break;
	default: return default_attr(load, layout, field, out);
	}
	*out = read_field(&r, field, true);
	return *out != NULL;
}

/* ---- blobs */

static const struct mlirbc_attr *read_fields(struct mlirbc__reader *r, const struct mlirbc__choice *choice)
{
	struct mlirbc__load *load = r->load;
	const struct mlirbc__layout *layout = choice->layout;
	struct mlirbc_named_attr *entries = mlirbc__reserve(load, &load->field_buffer, layout->count, sizeof *entries);
	size_t count = 0;
	for (size_t i = 0; entries && i < 2 * layout->count && load->status == MLIRBC_OK; i++) {
		const struct mlirbc__named_field *field = mlirbc__field_at(choice, i);
		const struct mlirbc_attr *value = field ? read_field(r, &field->field, choice->native) : NULL;
		if (field && !value && load->status == MLIRBC_OK)
			(void)default_attr(load, layout, &field->field, &value);
		if (value)
			entries[count++] = (struct mlirbc_named_attr){ field->name, value };
	}
	if (load->status != MLIRBC_OK || !mlirbc__cut(r, "another property") || !mlirbc__used_up(r) || count == 0)
		return NULL;
	return mlirbc__made(load, mlirbc__dictionary_make(load->context, entries, count));
}

static const struct mlirbc_attr *keep_bytes(struct mlirbc__reader *r, const struct mlirbc__op_name *name)
{
	struct mlirbc__load *load = r->load;
	size_t size = bytecursor_left(&r->c);
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_BYTES };
	attr.u.bytes.dialect = load->dialects[name->dialect].name;
	attr.u.bytes.data = r->c.base + r->c.pos;
	attr.u.bytes.size = size;
	attr.u.bytes.file = &load->file;
	return mlirbc__work(load, size) ? mlirbc__made(load, mlirbc__attr_make(load->context, &attr, true)) : NULL;
}

/* Decodes the blob with the op's layout. NULL: failed, or no property is set. */
static const struct mlirbc_attr *read_blob(struct mlirbc__load *load, const struct mlirbc__op_name *name, size_t index)
{
	const struct mlirbc__range blob = mlirbc__blob(load, index);
	const struct mlirbc__layout *only = mlirbc__only_layout(load, name);
	const struct mlirbc_attr *common = only ? mlirbc__common_properties(load, only, blob.at, blob.size) : NULL;
	if (common || load->status != MLIRBC_OK)
		return common;
	struct mlirbc__reader r = { bytecursor_init(load->data, load->size), load, "Properties section, entry", index };
	r.c.pos = blob.at;
	r.c.end = blob.at + blob.size;
	const struct mlirbc__choice choice = mlirbc__choose_layout(load, name, r.c);
	if (choice.layout && !only)
		common = mlirbc__common_properties(load, choice.layout, blob.at, blob.size);
	if (common || load->status != MLIRBC_OK)
		return common;
	if (choice.layout)
		return read_fields(&r, &choice);
	if (name->registered)
		return keep_bytes(&r, name);
	const struct mlirbc_attr *attr = read_attr(&r);
	return attr && mlirbc__used_up(&r) ? attr : NULL;
}

static bool same_layout(const struct mlirbc__op_name *a, const struct mlirbc__op_name *b)
{
	if (a->registered != b->registered || a->layout_count != b->layout_count)
		return false;
	for (unsigned i = 0; i < a->layout_count; i++) {
		if (a->layouts[i].text != b->layouts[i].text || a->layouts[i].defaults != b->layouts[i].defaults)
			return false;
	}
	return a->layout_count != 0 || a->dialect == b->dialect || !a->registered;
}

/* Few blobs are shared by ops of several layouts, and few op names do so. */
static uint32_t other_ref(struct mlirbc__load *load, const struct mlirbc__op_name *name, size_t blob)
{
	for (size_t i = load->other_blob_count; i-- > 0;) {
		const struct mlirbc__other_blob *other = &load->other_blobs[i];
		if (other->blob == blob && same_layout(other->name, name))
			return other->ref;
		if (!mlirbc__work(load, 1))
			return 0;
	}
	load->other_blobs = mlirbc__reserve(
		load, &load->other_blob_buffer, load->other_blob_count + 1, sizeof *load->other_blobs);
	uint32_t ref = load->other_blobs ? mlirbc__ref_reserve(load->context, 1) : 0;
	if (load->other_blobs && !ref)
		mlirbc__load_memory(load);
	if (ref)
		load->other_blobs[load->other_blob_count++] = (struct mlirbc__other_blob){ ref, blob, name };
	return ref;
}

uint32_t mlirbc__properties_ref(struct mlirbc__load *load, const struct mlirbc__op_name *name, size_t blob)
{
	const struct mlirbc__op_name *first = mlirbc__blob_name(load, blob);
	if (!first)
		load->blob_names[blob] = (uint32_t)(name - load->op_names) + 1;
	if (!first || first == name || same_layout(first, name))
		return load->first_blob_ref + (uint32_t)blob;
	return other_ref(load, name, blob);
}

bool mlirbc__properties_make(struct mlirbc__load *load, uint32_t ref, const struct mlirbc__op_name *name, size_t blob)
{
	if (mlirbc__ref_peek(load->context, ref))
		return true;
	const struct mlirbc_attr *attr = read_blob(load, name, blob);
	if (load->status != MLIRBC_OK)
		return false;
	return mlirbc__ref_set(load->context, ref, attr ? attr : MLIRBC__NOTHING) || mlirbc__load_memory(load);
}
