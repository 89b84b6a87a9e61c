/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and properties of ops, in the form of the requested version. */
#include "bytecode/write/write_state.h"

static bool bad(struct mlirbc__save *s, const struct mlirbc_op *op, const char *what, const char *name, size_t size)
{
	return mlirbc__job_fail(&s->job, MLIRBC_E_UNSUPPORTED, "op %u, \"%.*s\": %s%.*s", op->number,
		op->name->size < 80 ? (int)op->name->size : 80, op->name->data, what, size < 60 ? (int)size : 60, name);
}

/* ---- fields of a blob */

static bool put_segments(struct mlirbc__save *s, uint32_t groups, const struct mlirbc_attr *value)
{
	if (value && (value->kind != MLIRBC_ATTR_DENSE_ARRAY || value->u.dense.size != (size_t)groups * 4))
		return false;
	size_t used = 0, last = 0;
	const uint8_t *data = value ? value->u.dense.data : NULL;
	for (size_t i = 0; value && i < groups; i++) {
		uint32_t size = bytecursor_load32le(data + 4 * i);
		if (size > INT32_MAX)
			return false;
		if (size) {
			used++;
			last = i;
		}
	}
	bool sparse = used <= groups / 2 && last <= 256;
	mlirbc__out_varint(&s->job, &s->blob, (sparse ? used : groups) << 1 | sparse);
	unsigned bits = 0;
	while (sparse && (size_t)1 << bits < last + 1)
		bits++;
	if (sparse && used)
		mlirbc__out_varint(&s->job, &s->blob, bits);
	for (size_t i = 0; i < groups; i++) {
		uint64_t size = value ? bytecursor_load32le(data + 4 * i) : 0;
		if (!sparse)
			mlirbc__out_varint(&s->job, &s->blob, size);
		else if (size)
			mlirbc__out_varint(&s->job, &s->blob, size << bits | i);
	}
	return true;
}

static bool overflow_flags(const struct mlirbc_attr *value, uint64_t *out)
{
	static const char *const texts[] = { "overflow<none>", "overflow<nsw>", "overflow<nuw>", "overflow<nsw, nuw>" };
	for (uint64_t i = 0; value->kind == MLIRBC_ATTR_DIALECT && i < 4; i++) {
		*out = i;
		if (mlirbc__string_is(value->u.dialect.text, texts[i], strlen(texts[i])))
			return true;
	}
	*out = value->kind == MLIRBC_ATTR_INTEGER ? value->u.number.words[0] : 0;
	return value->kind == MLIRBC_ATTR_INTEGER;
}

static bool put_flag(struct mlirbc__save *s, const struct mlirbc_attr *value)
{
	bool integer = value && value->kind == MLIRBC_ATTR_INTEGER;
	if (value && !integer && value->kind != MLIRBC_ATTR_UNIT)
		return false;
	mlirbc__out_byte(&s->job, &s->blob, integer ? value->u.number.words[0] != 0 : value != NULL);
	return true;
}

static bool put_optional_int(struct mlirbc__save *s, const struct mlirbc_attr *value)
{
	size_t count = value && value->kind == MLIRBC_ATTR_ARRAY ? value->u.array.count : 0;
	const struct mlirbc_attr *element = count ? value->u.array.data[0] : NULL;
	if ((value && value->kind != MLIRBC_ATTR_ARRAY) || count > 1 ||
		(element && element->kind != MLIRBC_ATTR_INTEGER))
		return false;
	mlirbc__out_byte(&s->job, &s->blob, count == 1);
	if (element)
		mlirbc__out_varint(&s->job, &s->blob, element->u.number.words[0]);
	return true;
}

/* False when the field cannot have this value (NULL: none). */
static bool put_field(
	struct mlirbc__save *s, const struct mlirbc__field *field, const struct mlirbc_attr *value, bool native)
{
	uint64_t number = 0;
	switch (field->kind) {
	case MLIRBC__FIELD_SEGMENTS:
		if (native)
			return put_segments(s, field->number, value);
		/* fallthrough */
	case MLIRBC__FIELD_ATTR:
		if (value)
			mlirbc__out_varint(&s->job, &s->blob, mlirbc__save_attr(s, value));
		return value != NULL;
	case MLIRBC__FIELD_OPTIONAL:
		mlirbc__out_varint(&s->job, &s->blob, value ? (uint64_t)mlirbc__save_attr(s, value) << 1 | 1 : 0);
		return true;
	case MLIRBC__FIELD_BOOL: return put_flag(s, value);
	case MLIRBC__FIELD_OPTIONAL_INT: return put_optional_int(s, value);
	case MLIRBC__FIELD_INTEGER: /* MLIR 22 takes the attribute that earlier releases have for the flags, too */
	case MLIRBC__FIELD_OVERFLOW:
		if (value && !overflow_flags(value, &number))
			return false;
		mlirbc__out_varint(&s->job, &s->blob, number);
		return true;
	}
	return false;
}

static const struct mlirbc_attr *find(const struct mlirbc_attr *dictionary, const struct mlirbc__field *field)
{
	for (size_t i = 0; dictionary && i < dictionary->u.dictionary.count; i++) {
		if (mlirbc__string_is(dictionary->u.dictionary.data[i].name, field->name, field->name_size))
			return dictionary->u.dictionary.data[i].value;
	}
	return NULL;
}

/* The fields of the layout that are before (late false) or after all others. */
static bool put_fields(struct mlirbc__save *s, const struct mlirbc_op *op, const char *layout,
	const struct mlirbc_attr *dictionary, bool late, size_t *used)
{
	bool native = s->version >= MLIRBC__V_NATIVE_SEGMENTS;
	struct mlirbc__field field;
	while ((layout = mlirbc__properties_next(layout, &field)) != NULL) {
		if ((native && field.kind == MLIRBC__FIELD_SEGMENTS) != late)
			continue;
		const struct mlirbc_attr *value = find(dictionary, &field);
		*used += value != NULL;
		if (!put_field(s, &field, value, native))
			return bad(s, op,
				value ? "its properties cannot represent this value of " : "it lacks the property ",
				field.name, field.name_size);
	}
	return true;
}

/* The layout of an op's properties in the output; NULL: the op is unknown. */
static const char *layout_of(const struct mlirbc__save *s, const struct mlirbc_op *op)
{
	const struct mlirbc__number *name = mlirbc__number_find(&s->op_names, op->name);
	if (s->load && s->old_version >= MLIRBC__V_PROPERTIES && name && name->number < s->load->op_name_count &&
		!s->load->op_names[name->number].registered)
		return NULL;
	if (s->release == MLIRBC__RELEASE_22)
		return mlirbc__info(op)->layout;
	const char *dot = op->name->size ? memchr(op->name->data, '.', op->name->size) : NULL;
	size_t size = dot ? (size_t)(dot - op->name->data) : 0;
	return dot ? mlirbc__properties_find(op->name->data, size, dot + 1, op->name->size - size - 1, s->release)
		   : NULL;
}

static bool save_properties(struct mlirbc__save *s, const struct mlirbc_op *op, size_t *out)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	size_t slot = mlirbc__last_slot(op->name, properties);
	*out = s->last_blobs[slot].blob;
	if (!s->numbering && s->last_blobs[slot].op == op->name && s->last_blobs[slot].properties == properties)
		return true;
	const char *layout = layout_of(s, op);
	*out = MLIRBC_NO_INDEX;
	s->blob.size = 0;
	if (properties && properties->kind == MLIRBC_ATTR_BYTES) {
		uint32_t foreign;
		const struct mlirbc_file *from = properties->u.bytes.file, *own = s->job.module->file;
		if (!from || !own || from == own)
			return bad(s, op, "its properties are opaque bytes, whose form depends on the version", "", 0);
		if (!mlirbc__save_foreign(s, op, properties, &foreign))
			return s->job.status == MLIRBC_OK &&
			       bad(s, op, "its properties are opaque bytes, whose numbers name other entries in this file", "", 0);
		*out = foreign;
		return true;
	}
	if (!layout) {
		if (!properties)
			return true;
		mlirbc__out_varint(&s->job, &s->blob, mlirbc__save_attr(s, properties));
	} else {
		size_t used = 0;
		if (properties && properties->kind != MLIRBC_ATTR_DICTIONARY)
			return bad(s, op, "its properties are not a dictionary", "", 0);
		if (!put_fields(s, op, layout, properties, false, &used) ||
			!put_fields(s, op, layout, properties, true, &used))
			return false;
		if (properties && used != properties->u.dictionary.count)
			return bad(s, op, "it has a property that ops of that name do not have", "", 0);
		if (!*layout)
			return true;
	}
	uint32_t blob = mlirbc__save_blob(s, s->blob.data, s->blob.size);
	*out = blob;
	if (s->numbering || s->job.status != MLIRBC_OK)
		return s->job.status == MLIRBC_OK;
	s->last_blobs[slot].op = op->name;
	s->last_blobs[slot].properties = properties;
	s->last_blobs[slot].blob = blob;
	return true;
}

/* ---- */

/* Version 6 has segment sizes in another form than 5; everything else in a blob is the same. */
static bool blob_stays(const struct mlirbc__save *s, const struct mlirbc_op *op, const struct mlirbc_attr *value)
{
	bool native = s->version >= MLIRBC__V_NATIVE_SEGMENTS;
	if (s->version == s->old_version || native == (s->old_version >= MLIRBC__V_NATIVE_SEGMENTS))
		return true;
	if (value && value->kind == MLIRBC_ATTR_BYTES)
		return false;
	const char *layout = layout_of(s, op);
	return !mlirbc__properties_has_segments(layout);
}

/* A field that is not an attribute and has its default: MLIR omits it, and readers restore it. */
static bool is_default(const char *layout, const struct mlirbc_named_attr *entry)
{
	const struct mlirbc_attr *value = entry->value;
	struct mlirbc__field field;
	uint64_t flags;
	while ((layout = mlirbc__properties_next(layout, &field)) != NULL) {
		if (!mlirbc__string_is(entry->name, field.name, field.name_size))
			continue;
		switch (field.kind) {
		case MLIRBC__FIELD_BOOL: return value->kind == MLIRBC_ATTR_INTEGER && value->u.number.words[0] == 0;
		case MLIRBC__FIELD_OPTIONAL_INT: return value->kind == MLIRBC_ATTR_ARRAY && value->u.array.count == 0;
		case MLIRBC__FIELD_INTEGER:
		case MLIRBC__FIELD_OVERFLOW: return overflow_flags(value, &flags) && flags == 0;
		default: return false;
		}
	}
	return false;
}

/* NULL when nothing is left, or after a failure. */
static const struct mlirbc_attr *merge(struct mlirbc__save *s, const struct mlirbc_op *op,
	const struct mlirbc_attr *own, const struct mlirbc_attr *others)
{
	const struct mlirbc_attr *parts[] = { own, others };
	const char *layout = layout_of(s, op);
	s->scratch.size = 0;
	for (int i = 0; i < 2; i++) {
		for (size_t j = 0; parts[i] && j < parts[i]->u.dictionary.count; j++) {
			const struct mlirbc_named_attr *entry = &parts[i]->u.dictionary.data[j];
			if (i == 0 && is_default(layout, entry))
				continue;
			if (i == 0 && !s->numbering)
				s->properties_as_attributes +=
					!mlirbc__properties_has_attr(layout, entry->name->data, entry->name->size);
			mlirbc__out_put(&s->job, &s->scratch, entry, sizeof *entry);
		}
	}
	size_t count = MLIRBC__ITEMS(&s->scratch, struct mlirbc_named_attr);
	if (s->job.status != MLIRBC_OK || count == 0)
		return NULL;
	const struct mlirbc_attr *all = mlirbc_attr_dictionary(s->job.context, s->scratch.data, count);
	for (size_t i = 0; !all && others && i < own->u.dictionary.count; i++) {
		const struct mlirbc_string *name = own->u.dictionary.data[i].name;
		for (size_t j = 0; j < others->u.dictionary.count; j++) {
			if (others->u.dictionary.data[j].name == name)
				bad(s, op, "versions before 5 cannot represent both an attribute and a property ",
					name->data, name->size);
		}
	}
	if (!all)
		mlirbc__job_memory(&s->job);
	return all;
}

/* One dictionary for all, as before version 5. */
static bool save_merged(struct mlirbc__save *s, const struct mlirbc_op *op, struct mlirbc__save_parts *out)
{
	const struct mlirbc_attr *own = mlirbc_op_properties(op), *others = mlirbc_op_attributes(op);
	const struct mlirbc__number *split = own ? mlirbc__number_find(&s->splits, mlirbc__split_key(own, others))
						 : NULL;
	if (split) {
		const struct mlirbc__split_from *from = &s->load->split_from[split->number];
		bool same = others == from->others ||
			    (!others && (!from->others || from->others->u.dictionary.count == 0));
		if (same && own == from->own) {
			if (from->all)
				out->attributes = mlirbc__save_attr(s, from->all);
			return s->job.status == MLIRBC_OK;
		}
	}
	if (own && own->kind == MLIRBC_ATTR_BYTES)
		return bad(s, op, "its properties are opaque bytes, which versions before 5 cannot represent", "", 0);
	if (own && (own->kind != MLIRBC_ATTR_DICTIONARY || !layout_of(s, op)))
		return bad(s, op, "versions before 5 cannot represent properties of an unknown op", "", 0);
	const struct mlirbc_attr *all = own ? merge(s, op, own, others) : others;
	if (all)
		out->attributes = mlirbc__save_attr(s, all);
	return s->job.status == MLIRBC_OK;
}

bool mlirbc__save_attributes(struct mlirbc__save *s, const struct mlirbc_op *op, struct mlirbc__save_parts *out)
{
	size_t old = mlirbc__save_old_attr(s, mlirbc__attributes_of(op));
	*out = (struct mlirbc__save_parts){ MLIRBC_NO_INDEX, MLIRBC_NO_INDEX };
	if (s->version < MLIRBC__V_PROPERTIES) {
		if (mlirbc__properties_of(op))
			return save_merged(s, op, out);
		if (old == MLIRBC_NO_INDEX && mlirbc_op_attributes(op))
			old = mlirbc__save_attr(s, mlirbc_op_attributes(op));
		out->attributes = old;
		return s->job.status == MLIRBC_OK;
	}
	if (old == MLIRBC_NO_INDEX && mlirbc_op_attributes(op))
		old = mlirbc__save_attr(s, mlirbc_op_attributes(op));
	out->attributes = old;
	if (s->load && s->old_version >= MLIRBC__V_PROPERTIES) {
		if (!mlirbc__properties_of(op) && mlirbc__number_find(&s->op_names, op->name) &&
			mlirbc__number_find(&s->op_names, op->name)->number < s->load->op_name_count)
			return s->job.status == MLIRBC_OK;
		size_t blob = mlirbc_file_op(s->job.module->file, op).properties;
		bool moves = s->version != s->old_version;
		if (blob != MLIRBC_NO_INDEX && blob_stays(s, op, moves ? mlirbc_op_properties(op) : NULL)) {
			out->properties = blob;
			return s->job.status == MLIRBC_OK;
		}
	}
	return save_properties(s, op, &out->properties) && s->job.status == MLIRBC_OK;
}
