/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shapes of entries and property blobs: the kinds of their fields in byte order. For entries these are the letters of
 * dialects/coding.h, for blobs also
 * i a bool, then a number if it is set
 * g segment sizes of version 6: their count above a bit that is set if only some are stored, and these */
#include "bytecode/compact/compact_state.h"
#include "dialects/members.h"

/* Appends a letter, or only counts it. */
static void add_letter(char *text, size_t *length, char letter)
{
	if (text)
		text[*length] = letter;
	++*length;
}

static size_t entry_letters(const char *fields, char *text)
{
	struct mlirbc__coding_order order = { .text = fields };
	struct mlirbc__coding_field field;
	size_t length = 0;
	while (mlirbc__coding_step(&order, &field))
		add_letter(text, &length, field.kind);
	return length;
}

/* As mlirbc__walk_blob_as() reads them. */
static size_t blob_letters(const char *layout, bool native, char *text)
{
	struct mlirbc__field field;
	size_t length = 0, segments = 0;
	for (const char *at = layout; (at = mlirbc__properties_next(at, &field));) {
		switch (field.kind) {
		case MLIRBC__FIELD_ATTR: add_letter(text, &length, 'a'); break;
		case MLIRBC__FIELD_OPTIONAL: add_letter(text, &length, '?'); break;
		case MLIRBC__FIELD_SEGMENTS:
			segments += native;
			if (!native)
				add_letter(text, &length, 'a');
			break;
		case MLIRBC__FIELD_BOOL: add_letter(text, &length, 'b'); break;
		case MLIRBC__FIELD_OPTIONAL_INT: add_letter(text, &length, 'i'); break;
		default: add_letter(text, &length, 'v'); break;
		}
	}
	while (segments--)
		add_letter(text, &length, 'g');
	return length;
}

static char *new_shape(struct mlirbc__edit *e, size_t length)
{
	char *text = mlirbc__alloc(e->save.job.context, length + 1, 1);
	if (text)
		text[length] = 0;
	else
		mlirbc__job_memory(&e->save.job);
	return text;
}

const char *mlirbc__edit_blob_shape(struct mlirbc__edit *e, const char *layout)
{
	const bool native = e->load->version >= MLIRBC__V_NATIVE_SEGMENTS;
	if (layout == mlirbc__unregistered)
		return "a";
	char *text = new_shape(e, blob_letters(layout, native, NULL));
	if (text)
		(void)blob_letters(layout, native, text);
	return text;
}

static size_t builtin_letters(const struct mlirbc__member *member, char *text)
{
	size_t length = 0;
	for (; member->kind; member++)
		add_letter(text, &length, member->kind);
	return length;
}

const char *mlirbc__edit_make_shape(struct mlirbc__edit *e, unsigned known, bool type, uint64_t code)
{
	const struct mlirbc__coding *coding = NULL;
	const struct mlirbc__member *members = NULL;
	if (known != MLIRBC__BUILTIN)
		coding = mlirbc__coding_at((enum mlirbc__known_dialect)known, type, code);
	else if (code < (type ? mlirbc__builtin_type_count : mlirbc__builtin_attr_count))
		members = (type ? mlirbc__builtin_types : mlirbc__builtin_attrs)[code].list;
	if (!coding && !members)
		return NULL;
	char *text = new_shape(e, coding ? entry_letters(coding->fields, NULL) : builtin_letters(members, NULL));
	if (text)
		(void)(coding ? entry_letters(coding->fields, text) : builtin_letters(members, text));
	return e->shapes[known][type][code] = text;
}
