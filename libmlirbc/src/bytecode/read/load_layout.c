/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of ops, and the layout of their property blobs.
 *
 * The layout depends on the release that wrote the file. For a release without a table both known layouts are tried, that of the
 * nearest release first; for dialects with releases of their own the newest first. The first that matches a blob is assumed to be
 * the one; if none matches, the bytes are kept. */
#include "bytecode/read/load_state.h"

/* ---- names and layouts */

static bool add_layout(
	struct mlirbc__load *load, struct mlirbc__op_name *name, const char *seen, const char *defaults)
{
	struct mlirbc__layout *layout = &name->layouts[name->layout_count];
	struct mlirbc__field field;
	const char *text = seen;
	layout->ascending = true;
	for (const char *at = text; (at = mlirbc__properties_next(at, &field));)
		layout->count++;
	struct mlirbc__named_field *fields = MLIRBC__NEW_ARRAY(
		load->context, struct mlirbc__named_field, layout->count);
	if (!fields)
		return mlirbc__load_memory(load);
	for (size_t i = 0; i < layout->count; i++) {
		text = mlirbc__properties_next(text, &fields[i].field);
		fields[i].name = mlirbc__string_borrow(load->context, fields[i].field.name, fields[i].field.name_size);
		if (!fields[i].name)
			return mlirbc__load_memory(load);
		if (i && mlirbc__string_compare(fields[i - 1].name, fields[i].name) >= 0)
			layout->ascending = false;
	}
	layout->fields = fields;
	layout->text = seen;
	layout->defaults = defaults;
	name->layout_count++;
	return true;
}

static bool find_layouts(struct mlirbc__load *load, struct mlirbc__op_name *name)
{
	const struct mlirbc_string *dialect = load->dialects[name->dialect].name;
	const struct mlirbc_string rest = mlirbc__raw_string(load, name->string);
	const char *found[MLIRBC__RELEASE_COUNT], *seen = NULL;
	if (!name->registered)
		return true;
	mlirbc__properties_find_all(dialect->data, dialect->size, rest.data, rest.size, found);
	const bool own = mlirbc__has_own_releases(dialect->data, dialect->size);
	const bool any = load->release == MLIRBC__RELEASE_COUNT || own;
	const unsigned first = own ? MLIRBC__RELEASE_22 : load->file.release;
	if (any && !own && load->version >= MLIRBC__V_PROPERTIES && found[MLIRBC__RELEASE_19] != found[MLIRBC__RELEASE_22])
		load->assumed++;
	for (unsigned n = 0; n < MLIRBC__RELEASE_COUNT; n++) {
		const unsigned i = n == 0 ? first : n - (n <= first); /* then the others */
		bool wanted = any || load->release == i;
		if (!wanted || !found[i] || found[i] == seen)
			continue;
		seen = found[i];
		/* The defaults of the release are unknown if the layout is a guess. */
		const char *defaults = load->release != i ? ""
							   : mlirbc__properties_defaults(dialect->data, dialect->size,
								     rest.data, rest.size, load->release);
		if (!add_layout(load, name, found[i], defaults))
			return false;
	}
	return true;
}

const struct mlirbc__op_name *mlirbc__op_name(struct mlirbc__load *load, size_t index)
{
	struct mlirbc__op_name *name = &load->op_names[index];
	if (name->whole)
		return name;
	const struct mlirbc_string *dialect = load->dialects[name->dialect].name;
	const struct mlirbc_string raw = mlirbc__raw_string(load, name->string), *rest = &raw;
	size_t size = dialect->size + (rest->size ? 1 + rest->size : 0);
	char *text = mlirbc__work(load, size) ? mlirbc__reserve(load, &load->more_buffer, size, 1) : NULL;
	if (!text || !mlirbc__check_string(load, name->string, &raw) || !find_layouts(load, name))
		return NULL;
	memcpy(text, dialect->data, dialect->size);
	if (rest->size) {
		text[dialect->size] = '.';
		memcpy(text + dialect->size + 1, rest->data, rest->size);
	}
	name->whole = mlirbc__name_get(load->context, text, size);
	if (!name->whole)
		mlirbc__load_memory(load);
	return name->whole ? name : NULL;
}

/* ---- choosing a layout */

const struct mlirbc__named_field *mlirbc__field_at(const struct mlirbc__choice *choice, size_t i)
{
	const struct mlirbc__layout *layout = choice->layout;
	const struct mlirbc__named_field *field = &layout->fields[i % layout->count];
	bool late = field->field.kind == MLIRBC__FIELD_SEGMENTS && choice->native;
	return late == (i >= layout->count) ? field : NULL;
}

/* True if attribute `index` can be the value of a field with this name, as far as a cheap check can tell. */
static bool plausible(struct mlirbc__load *load, const struct mlirbc_string *name, uint64_t index)
{
	static const struct {
		const char *name;
		uint8_t first, last; /* codes of builtin attributes */
	} known[] = { { "sym_name", 2, 2 }, { "sym_visibility", 2, 2 }, { "function_type", 6, 6 }, { "callee", 4, 5 } };
	if (index >= load->attr_count)
		return false;
	struct mlirbc__entry e = mlirbc__entry(load, (size_t)index);
	struct bytecursor c = bytecursor_init(load->data, load->size);
	c.pos = e.at;
	c.end = e.end;
	uint64_t code = mlirbc__varint(&c);
	if (mlirbc__string_is(load->dialects[e.dialect].name, "vhlo", 4))
		return true; /* this dialect has its own attributes for all of these, and one layout */
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (mlirbc__string_is(name, known[i].name, strlen(known[i].name)))
			return e.custom && load->dialects[e.dialect].is_builtin && code >= known[i].first &&
			       code <= known[i].last;
	}
	return true;
}

static bool skip_segments(struct bytecursor *c, uint32_t groups)
{
	uint64_t head = mlirbc__varint(c), count = head >> 1;
	bool ok = head & 1 ? count <= groups && (count == 0 || mlirbc__varint(c) <= 8) : count == groups;
	for (uint64_t i = 0; ok && i < count; i++)
		(void)mlirbc__varint(c);
	return ok;
}

static bool skip_field(
	struct mlirbc__load *load, struct bytecursor *c, const struct mlirbc__named_field *field, bool native)
{
	uint64_t value;
	switch (field->field.kind) {
	case MLIRBC__FIELD_ATTR: return plausible(load, field->name, mlirbc__varint(c));
	case MLIRBC__FIELD_OPTIONAL:
		value = mlirbc__varint(c);
		return value & 1 ? plausible(load, field->name, value >> 1) : value == 0;
	case MLIRBC__FIELD_SEGMENTS:
		if (native)
			return skip_segments(c, field->field.number);
		return mlirbc__varint(c) < load->attr_count;
	case MLIRBC__FIELD_BOOL: return bytecursor_u8(c) <= 1;
	case MLIRBC__FIELD_OPTIONAL_INT:
		value = bytecursor_u8(c);
		return value == 0 || (value == 1 && (mlirbc__varint(c), true));
	case MLIRBC__FIELD_OVERFLOW: return mlirbc__varint(c) < 4;
	case MLIRBC__FIELD_INTEGER: (void)mlirbc__varint(c); return true;
	}
	return false;
}

/* True if the layout uses up the blob and all fields are plausible. */
static bool fits(struct mlirbc__load *load, struct bytecursor c, const struct mlirbc__choice *choice)
{
	for (size_t i = 0; i < 2 * choice->layout->count; i++) {
		const struct mlirbc__named_field *field = mlirbc__field_at(choice, i);
		if (field && !skip_field(load, &c, field, choice->native))
			return false;
	}
	return bytecursor_ok(&c) && bytecursor_left(&c) == 0;
}

static bool has_segments(const struct mlirbc__layout *layout)
{
	for (size_t i = 0; i < layout->count; i++) {
		if (layout->fields[i].field.kind == MLIRBC__FIELD_SEGMENTS)
			return true;
	}
	return false;
}

/* Between LLVM 17 and 18 some files of version 5 encoded segment sizes as version 6 does, so both forms are tried
   for that version. */
static bool choose_form(struct mlirbc__load *load, const struct mlirbc__layout *layout, struct bytecursor c,
	struct mlirbc__choice *out)
{
	const bool native = load->version >= MLIRBC__V_NATIVE_SEGMENTS;
	*out = (struct mlirbc__choice){ layout, native };
	if (!layout->count || fits(load, c, out))
		return layout->count != 0;
	out->native = true;
	return !native && has_segments(layout) && fits(load, c, out);
}

struct mlirbc__choice mlirbc__choose_layout(
	struct mlirbc__load *load, const struct mlirbc__op_name *name, struct bytecursor c)
{
	struct mlirbc__choice chosen = { NULL, load->version >= MLIRBC__V_NATIVE_SEGMENTS }, tried;
	if (load->release != MLIRBC__RELEASE_COUNT && name->layout_count < 2) {
		chosen.layout = mlirbc__only_layout(load, name);
		return chosen;
	}
	for (unsigned i = 0; i < name->layout_count; i++) {
		if (choose_form(load, &name->layouts[i], c, &tried))
			return tried;
	}
	return chosen;
}
