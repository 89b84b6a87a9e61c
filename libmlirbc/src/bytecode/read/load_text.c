/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes and types that their dialect stores as text. */
#include "bytecode/read/builtin.h"
#include "ir/kept_text.h"

#include <mlirbc/parse.h>

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* #dialect.text and #dialect<text> (or with '!'), without parsing the text. */
static bool split_dialect(struct mlirbc_context *context, char mark, const char *text, size_t size,
	const struct mlirbc_string **out_dialect, const struct mlirbc_string **out_text)
{
	size_t end = 1;
	if (size < 3 || text[0] != mark)
		return false;
	while (end < size && is_word(text[end]))
		end++;
	bool wrapped = end < size && text[end] == '<' && text[size - 1] == '>';
	if (end == 1 || end + 1 >= size || (text[end] != '.' && !wrapped))
		return false;
	*out_dialect = mlirbc_string_get(context, text + 1, end - 1);
	*out_text = mlirbc__string_borrow(context, text + end + 1, size - end - 1 - wrapped);
	return true;
}

/* The parser could not read the text, and the text is not a dialect's own syntax. */
static void fail_text(struct mlirbc__reader *r, const char *text, size_t size, enum mlirbc_status status,
	const struct mlirbc_diag *diag)
{
	struct bytecursor *c = &r->c;
	if (status == MLIRBC_E_NOMEM)
		mlirbc__load_memory(r->load);
	else if (status == MLIRBC_E_LIMIT)
		mlirbc__load_fail(r->load, status, c->end - size - 1, "%s %llu: %s", r->where,
			(unsigned long long)r->number, diag->message);
	else
		mlirbc__bad(r, c->end - size - 1, "text \"%.*s\": %s", size < 48 ? (int)size : 48, text, diag->message);
}

/* Locations in text, or a text that is a location, may be equal to entries. */
static void note_locations(struct mlirbc_context *context, const char *text, size_t size)
{
	const char *end = text + size;
	for (const char *at = text; (at = memchr(at, '(', (size_t)(end - at))) != NULL; at++)
		context->text_locations |= at - text >= 3 && memcmp(at - 3, "loc", 3) == 0;
}

/* An attribute or type that stays text. */
static const void *keep_text(struct mlirbc_context *context, bool is_type, const struct mlirbc_string *dialect,
	const struct mlirbc_string *text)
{
	if (!dialect || !text)
		return NULL;
	if (is_type)
		return mlirbc_type_get(context,
			&(struct mlirbc_type){ .kind = MLIRBC_TYPE_DIALECT, .u.dialect = { dialect, text, false } });
	return mlirbc_attr_get(
		context, &(struct mlirbc_attr){ .kind = MLIRBC_ATTR_DIALECT, .u.dialect = { dialect, text, false } });
}

static enum mlirbc_status parse(struct mlirbc_context *context, bool is_type, const char *text, size_t size,
	const void **out, struct mlirbc_diag *diag)
{
	const struct mlirbc_attr *attr = NULL;
	const struct mlirbc_type *type = NULL;
	enum mlirbc_status status = is_type ? mlirbc_parse_type(context, text, size, &type, diag)
					    : mlirbc_parse_attr(context, text, size, &attr, diag);
	*out = is_type ? (const void *)type : (const void *)attr;
	return status;
}

const void *mlirbc__text_entry(struct mlirbc__reader *r, bool is_type, const char *text, size_t size)
{
	struct mlirbc_context *context = r->load->context;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_string *dialect = NULL, *kept = NULL;
	const void *made = NULL;
	size_t own_size = size;
	const char *own = mlirbc__text_own_distincts(context, text, &own_size);
	enum mlirbc_status status = own ? parse(context, is_type, own, own_size, &made, &diag) : MLIRBC_E_NOMEM;
	if (status == MLIRBC_E_SYNTAX && split_dialect(context, is_type ? '!' : '#', own, own_size, &dialect, &kept)) {
		made = keep_text(context, is_type, dialect, kept);
		status = made ? MLIRBC_OK : MLIRBC_E_NOMEM;
	}
	if (status != MLIRBC_OK)
		fail_text(r, text, size, status, &diag);
	note_locations(context, text, size);
	return status == MLIRBC_OK ? made : NULL;
}
