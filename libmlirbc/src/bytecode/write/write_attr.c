/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Encoding attributes that the file does not have. Parts of them get a number and are encoded in their turn. */
#include "bytecode/write/write_state.h"
#include "dialects/members.h"
#include "ir/kept_text.h"
#include "text/print/printer.h"

/* Short text with nested aliases can expand to very long text. */
enum { MOST_SPELLED_OUT = 1 << 28 };

int mlirbc__out_text(void *ctx, const char *text, size_t size)
{
	const struct mlirbc__text_out *out = ctx;
	if (out->s->job.context->text_aliases.count && (out->s->spelled_out += size) > MOST_SPELLED_OUT)
		mlirbc__job_fail(&out->s->job, MLIRBC_E_LIMIT,
			"the texts of attributes and types with expanded aliases "
			"have more than %d bytes",
			MOST_SPELLED_OUT);
	/* A byte 0, which ends the text in bytecode, is part of a string literal: nowhere else do texts have one. */
	for (const char *zero; (zero = memchr(text, '\0', size)) != NULL; text = zero + 1) {
		mlirbc__out_put(&out->s->job, out->out, text, (size_t)(zero - text));
		mlirbc__out_put(&out->s->job, out->out, "\\00", 3);
		size -= (size_t)(zero - text) + 1;
	}
	mlirbc__out_put(&out->s->job, out->out, text, size);
	return out->s->job.status != MLIRBC_OK;
}

/* Text of a dialect's attribute or type must not mention aliases of its source. */
static bool save_check_text(struct mlirbc__save *s, const struct mlirbc__out *out, size_t from)
{
	if (s->job.status != MLIRBC_OK || out->size == from)
		return s->job.status == MLIRBC_OK;
	const char *at = (const char *)out->data + from, *end = (const char *)out->data + out->size;
	size_t size;
	while ((at = mlirbc__next_reference(at, end, &size)) != NULL) {
		/* one without a definition in its source is part of the text, as in MLIR */
		const struct mlirbc__text_alias *alias = mlirbc__text_alias_find(s->job.context, at, size);
		if (alias && (alias->attr || alias->type))
			return mlirbc__job_fail(&s->job, MLIRBC_E_UNSUPPORTED,
				"the text of a dialect's attribute or type mentions the alias %.*s, which is not "
				"defined",
				size < 60 ? (int)size : 60, at);
		at += size;
	}
	return true;
}

static void put(struct mlirbc__save *s, uint64_t value) { mlirbc__out_varint(&s->job, &s->attr_data, value); }
static void put_attr(struct mlirbc__save *s, const struct mlirbc_attr *attr) { put(s, mlirbc__save_attr(s, attr)); }
static void put_type(struct mlirbc__save *s, const struct mlirbc_type *type) { put(s, mlirbc__save_type(s, type)); }

static void put_name(struct mlirbc__save *s, const struct mlirbc_string *name)
{
	size_t slot = mlirbc__last_slot(name, NULL);
	if (s->last_strings[slot].name != name) {
		s->last_strings[slot].attr = mlirbc_attr_string(s->job.context, name->data, name->size);
		s->last_strings[slot].name = name;
	}
	put_attr(s, s->last_strings[slot].attr);
}

static void put_attrs(struct mlirbc__save *s, const struct mlirbc_attrs *attrs)
{
	put(s, attrs->count);
	for (size_t i = 0; i < attrs->count; i++)
		put_attr(s, attrs->data[i]);
}

static void put_entries(struct mlirbc__save *s, const struct mlirbc_attr *attr)
{
	put(s, attr->u.dictionary.count);
	for (size_t i = 0; i < attr->u.dictionary.count; i++) {
		put_name(s, attr->u.dictionary.data[i].name);
		put_attr(s, attr->u.dictionary.data[i].value);
	}
}

static void put_nested(struct mlirbc__save *s, const struct mlirbc_attr *attr)
{
	put(s, attr->u.symbol.count);
	for (size_t i = 0; i < attr->u.symbol.count; i++) {
		const struct mlirbc_string *name = attr->u.symbol.nested[i];
		put_attr(s, mlirbc_attr_symbol(s->job.context, name->data, name->size));
	}
}

/* NULL is written as a unit attribute, or as the unknown location. */
static void put_optional(struct mlirbc__save *s, const struct mlirbc_attr *attr, uint8_t want)
{
	if (!attr)
		attr = want == MLIRBC__WANT_OR_UNIT ? mlirbc_attr_unit(s->job.context)
						    : mlirbc_loc_unknown(s->job.context);
	put_attr(s, attr);
}

void mlirbc__save_words(struct mlirbc__save *s, const struct mlirbc_attr *attr)
{
	uint32_t width = mlirbc_type_width(attr->type);
	const uint64_t *words = attr->u.number.words;
	size_t count = attr->u.number.count;
	if (width <= 8) {
		mlirbc__out_byte(&s->job, &s->attr_data, (uint8_t)words[0]);
	} else if (width <= 64) {
		mlirbc__out_signed(&s->job, &s->attr_data, words[0]);
	} else {
		while (count > 1 && words[count - 1] == 0)
			count--;
		put(s, count);
		for (size_t i = 0; i < count; i++)
			mlirbc__out_signed(&s->job, &s->attr_data, words[i]);
	}
}

/* ---- elements */

static bool is_i1(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_INTEGER && type->u.integer.width == 1;
}

enum { LEAST_LENT = 128 };
static void put_blob(struct mlirbc__save *s, const void *data, size_t size)
{
	const struct mlirbc__lent lent = { s->attr_data.size + mlirbc__varint_size(size), size, data };
	put(s, size);
	if (s->numbering)
		return;
	if (size < LEAST_LENT) {
		mlirbc__out_put(&s->job, &s->attr_data, data, size);
		return;
	}
	mlirbc__out_put(&s->job, &s->lent, &lent, sizeof lent);
	s->lent_size += size;
}

/* Eight to a byte; if they are all the same, one byte for all. */
static void put_bits(struct mlirbc__save *s, const struct mlirbc_attr *attr)
{
	const uint8_t *data = attr->u.dense.data;
	size_t count = attr->u.dense.size;
	if (s->numbering)
		return;
	if (attr->u.dense.splat && count) {
		put(s, 1);
		mlirbc__out_byte(&s->job, &s->attr_data, data[0] ? 0xFF : 0);
		return;
	}
	put(s, (count + 7) / 8);
	uint8_t *out = count ? mlirbc__out_more(&s->job, &s->attr_data, (count + 7) / 8) : NULL;
	if (!out)
		return;
	memset(out, 0, (count + 7) / 8);
	for (size_t i = 0; i < count; i++)
		out[i / 8] |= (uint8_t)((data[i] & 1) << (i % 8));
}

void mlirbc__save_elements(struct mlirbc__save *s, const struct mlirbc_attr *attr)
{
	if (attr->kind == MLIRBC_ATTR_DENSE && is_i1(attr->type->u.shaped.element))
		put_bits(s, attr);
	else
		put_blob(s, attr->u.dense.data, attr->u.dense.size);
}

static void put_strings(struct mlirbc__save *s, const struct mlirbc_attr *attr)
{
	for (size_t i = 0; i < attr->u.strings.count; i++)
		put(s, mlirbc__save_string(s, attr->u.strings.data[i]));
}

/* ---- rows */

static bool is_range(const struct mlirbc_attr *attr)
{
	return attr->u.file.range &&
	       (attr->u.file.line != attr->u.file.end_line || attr->u.file.column != attr->u.file.end_column);
}

static void put_positions(struct mlirbc__save *s, const struct mlirbc_attr *attr)
{
	bool lines = attr->u.file.line != attr->u.file.end_line;
	put(s, lines ? 4 : 3);
	put(s, attr->u.file.line);
	put(s, attr->u.file.column);
	if (lines)
		put(s, attr->u.file.end_line);
	put(s, attr->u.file.end_column);
}

static uint64_t number_at(const void *at, uint8_t want)
{
	switch (want) {
	case MLIRBC__WANT_U64: return *(const uint64_t *)at;
	case MLIRBC__WANT_BOOL: return *(const bool *)at;
	default: return *(const uint32_t *)at;
	}
}

static void put_member(struct mlirbc__save *s, const struct mlirbc_attr *attr, const struct mlirbc__member *member)
{
	const void *at = mlirbc__member_in(attr, member);
	switch (member->kind) {
	case 'a':
		if (member->want == MLIRBC__WANT_NAME)
			put_name(s, *(const struct mlirbc_string *const *)at);
		else
			put_optional(s, *(const struct mlirbc_attr *const *)at, member->want);
		break;
	case 'A':
		if (member->want == MLIRBC__WANT_SYMBOL)
			put_nested(s, attr);
		else
			put_attrs(s, at);
		break;
	case 'E': put_entries(s, attr); break;
	case 'M': put_positions(s, attr); break;
	case 'S': put_strings(s, attr); break;
	case 'T': put_type(s, *(const struct mlirbc_type *const *)at); break;
	case 'n': mlirbc__save_words(s, attr); break;
	case 'r': put(s, mlirbc__save_resource(s, *(const struct mlirbc_string *const *)at)); break;
	case 's': put(s, mlirbc__save_string(s, *(const struct mlirbc_string *const *)at)); break;
	case 'v': put(s, number_at(at, member->want)); break;
	default: mlirbc__save_elements(s, attr); break;
	}
}

/* MLIRBC__NO_CODE: an attribute that is not of the builtin dialect, or that is written as text. */
static unsigned code_of(const struct mlirbc_attr *attr)
{
	const unsigned code = mlirbc__attr_codes[attr->kind];
	switch (attr->kind) {
	case MLIRBC_ATTR_STRING: return attr->type ? code : MLIRBC__CODE_STRING;
	case MLIRBC_ATTR_SYMBOL: return attr->u.symbol.count ? code : MLIRBC__CODE_FLAT_SYMBOL;
	case MLIRBC_LOC_FILE: return is_range(attr) ? code : MLIRBC__CODE_FILE;
	case MLIRBC_LOC_FUSED: return attr->u.fused.metadata ? code : MLIRBC__CODE_FUSED;
	default: return code;
	}
}

void mlirbc__save_text(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_attr *attr,
	const struct mlirbc_type *type, struct mlirbc__new_entry *entry)
{
	struct mlirbc__text_out text = { s, out };
	const size_t from = out->size;
	enum mlirbc_status status = mlirbc__print_alone(s->job.context, attr, type, mlirbc__out_text, &text);
	if (status != MLIRBC_OK && s->job.status == MLIRBC_OK)
		mlirbc__job_fail(&s->job, status, attr ? "an attribute cannot be printed" : "a type cannot be printed");
	save_check_text(s, out, from);
	mlirbc__out_byte(&s->job, out, 0);
	entry->size = 0;
}

static bool save_kept(struct mlirbc__save *s, const struct mlirbc_attr *attr)
{
	return attr->kind == MLIRBC_ATTR_DIALECT && !attr->type && attr->u.dialect.dialect &&
	       mlirbc__save_kept(s, &s->attr_data, attr->u.dialect.dialect, attr->u.dialect.text, false);
}

void mlirbc__save_attr_fields(struct mlirbc__save *s, const struct mlirbc_attr *attr, struct mlirbc__new_entry *entry)
{
	const unsigned code = code_of(attr);
	if (s->interface_count && mlirbc__save_by_hook(s, &s->attr_data, attr, NULL))
		return;
	if (code != MLIRBC__NO_CODE) {
		put(s, code);
		for (const struct mlirbc__member *m = mlirbc__builtin_attrs[code].list; m->kind; m++)
			put_member(s, attr, m);
	} else if (attr->kind == MLIRBC_ATTR_BYTES) {
		mlirbc__job_fail(&s->job, MLIRBC_E_UNSUPPORTED,
			"an attribute of dialect \"%.*s\" has an unknown encoding, which can be written only to "
			"the file that it was read from",
			(int)attr->u.bytes.dialect->size, attr->u.bytes.dialect->data);
	} else if (attr->kind == MLIRBC_ATTR_CODED ? !mlirbc__save_coded(s, &s->attr_data, &attr->u.coded, false)
						   : !save_kept(s, attr)) {
		mlirbc__save_text(s, &s->attr_data, attr, NULL, entry);
	}
}

const struct mlirbc_string *mlirbc__attr_dialect(const struct mlirbc_attr *attr)
{
	switch (attr->kind) {
	case MLIRBC_ATTR_DIALECT: return attr->u.dialect.dialect;
	case MLIRBC_ATTR_CODED: return attr->u.coded.dialect;
	case MLIRBC_ATTR_BYTES: return attr->u.bytes.dialect;
	default: return NULL;
	}
}

static uint32_t number_dialect(struct mlirbc__save *s, const struct mlirbc_string *dialect)
{
	return dialect ? mlirbc__save_dialect(s, dialect->data, dialect->size) : mlirbc__save_dialect(s, "builtin", 7);
}

static bool save_next_attr(struct mlirbc__save *s)
{
	size_t next = MLIRBC__ITEMS(&s->attr_entries, struct mlirbc__new_entry);
	size_t from = s->attr_data.size + s->lent_size;
	if (next == MLIRBC__ITEMS(&s->new_attrs, const struct mlirbc_attr *))
		return false;
	const struct mlirbc_attr *attr = ((const struct mlirbc_attr **)s->new_attrs.data)[next];
	struct mlirbc_attr place;
	if (mlirbc__is_place(attr) && mlirbc__place_get(s->job.context, mlirbc__place_of(attr), &place))
		attr = &place;
	struct mlirbc__new_entry entry = { 1, number_dialect(s, mlirbc__attr_dialect(attr)) };
	mlirbc__save_attr_fields(s, attr, &entry);
	entry.size |= (uint64_t)(s->attr_data.size + s->lent_size - from) << 1;
	mlirbc__out_put(&s->job, &s->attr_entries, &entry, sizeof entry);
	return s->job.status == MLIRBC_OK;
}

static bool save_next_type(struct mlirbc__save *s)
{
	size_t next = MLIRBC__ITEMS(&s->type_entries, struct mlirbc__new_entry), from = s->type_data.size;
	if (next == MLIRBC__ITEMS(&s->new_types, const struct mlirbc_type *))
		return false;
	const struct mlirbc_type *type = ((const struct mlirbc_type **)s->new_types.data)[next];
	struct mlirbc__new_entry entry = { 1, number_dialect(s, mlirbc__type_dialect(type)) };
	mlirbc__save_type_fields(s, &s->type_data, type, &entry);
	entry.size |= (uint64_t)(s->type_data.size - from) << 1;
	mlirbc__out_put(&s->job, &s->type_entries, &entry, sizeof entry);
	return s->job.status == MLIRBC_OK;
}

bool mlirbc__save_entries(struct mlirbc__save *s)
{
	while (s->job.status == MLIRBC_OK && (save_next_attr(s) || save_next_type(s)))
		;
	return s->job.status == MLIRBC_OK;
}
