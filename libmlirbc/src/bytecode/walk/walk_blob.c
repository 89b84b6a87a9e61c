/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walker: property blobs, whose fields are those of the op in the release that wrote the file. */
#include "bytecode/walk/walk_state.h"

#include "dialects/op_properties.h"

#include <string.h>

enum { LONGEST_NAME = 63 };

struct blob_layout {
	const char *text;            /* NULL: none */
	char name[LONGEST_NAME + 1]; /* of the field being read */
};

static bool read_segments(struct mlirbc__walk *w, const char *name)
{
	const struct mlirbc__walk_field head = { MLIRBC_WALK_COUNT, MLIRBC_WALK_ROLE_NONE, name },
					bits = { MLIRBC_WALK_NUMBER, MLIRBC_WALK_ROLE_NONE, "bits of a position" },
					size = { MLIRBC_WALK_NUMBER, MLIRBC_WALK_ROLE_NONE, name };
	uint64_t count;
	bool sparse;
	if (!mlirbc__walk_flagged_ref(w, head, 0, UINT64_MAX, &count, &sparse))
		return false;
	if (sparse && count && !mlirbc__walk_number(w, bits, 0, NULL))
		return false;
	for (uint64_t i = 0; i < count; i++) {
		if (!mlirbc__walk_number(w, size, i, NULL))
			return false;
	}
	return true;
}

static bool read_field(struct mlirbc__walk *w, enum mlirbc__field_kind kind, const char *name)
{
	const struct mlirbc__walk_field attr = { MLIRBC_WALK_ATTR_REF, MLIRBC_WALK_ROLE_NONE, name },
					number = { MLIRBC_WALK_NUMBER, MLIRBC_WALK_ROLE_NONE, name };
	bool there;
	switch (kind) {
	case MLIRBC__FIELD_ATTR: return mlirbc__walk_ref(w, attr, 0, w->attr_count);
	case MLIRBC__FIELD_OPTIONAL: return mlirbc__walk_optional_attr(w, name, 0);
	case MLIRBC__FIELD_SEGMENTS:
		return w->version >= 6 ? read_segments(w, name) : mlirbc__walk_ref(w, attr, 0, w->attr_count);
	case MLIRBC__FIELD_BOOL: return mlirbc__walk_bool(w, name, 0, NULL);
	case MLIRBC__FIELD_OPTIONAL_INT:
		return mlirbc__walk_bool(w, name, 0, &there) && (!there || mlirbc__walk_number(w, number, 0, NULL));
	default: return mlirbc__walk_number(w, number, 0, NULL);
	}
}

/* Segment sizes are at the place that the layout gives them before version 6, and last from version 6 on. */
static bool read_fields(struct mlirbc__walk *w, struct blob_layout *layout)
{
	for (unsigned late = 0; late < 2; late++) {
		struct mlirbc__field field;
		for (const char *at = layout->text; (at = mlirbc__properties_next(at, &field));) {
			bool last = field.kind == MLIRBC__FIELD_SEGMENTS && w->version >= 6;
			size_t size = field.name_size < LONGEST_NAME ? field.name_size : LONGEST_NAME;
			if (last != (late == 1))
				continue;
			memcpy(layout->name, field.name, size);
			layout->name[size] = 0;
			if (!read_field(w, field.kind, layout->name))
				return false;
		}
	}
	return mlirbc__walk_used_up(w);
}

/* True when the layout uses up the blob. */
static bool fits(const struct mlirbc__walk *w, struct blob_layout *layout)
{
	struct mlirbc__walk quiet = *w;
	quiet.visit = mlirbc__walk_ignore;
	quiet.diag = NULL;
	return read_fields(&quiet, layout);
}

/* The layout of the release that wrote the file. Of another producer, and of dialects with releases of their own: the first that
 * fits, in the order in which the reader tries them. */
static void choose(struct mlirbc__walk *w, const struct mlirbc_walk_op_name *op, struct blob_layout *out)
{
	const char *found[MLIRBC__RELEASE_COUNT];
	const size_t size = strlen(w->producer);
	const enum mlirbc__release release = mlirbc__release_of(w->producer, size);
	const bool own = mlirbc__has_own_releases(op->dialect, op->dialect_size);
	const unsigned first = own ? MLIRBC__RELEASE_22 : mlirbc__release_nearest(w->producer, size);
	out->text = NULL;
	mlirbc__properties_find_all(op->dialect, op->dialect_size, op->name, op->name_size, found);
	if (release != MLIRBC__RELEASE_COUNT && !own) {
		out->text = found[release];
		if (out->text && !*out->text)
			out->text = NULL; /* an op without properties has no blob, so the op was changed */
		return;
	}
	for (unsigned n = 0; n < MLIRBC__RELEASE_COUNT; n++) {
		out->text = found[n == 0 ? first : n - (n <= first)];
		if (out->text && *out->text && fits(w, out))
			return;
	}
	out->text = NULL;
}

const char mlirbc__unregistered[] = "unregistered";

bool mlirbc__walk_blob_as(struct mlirbc__walk *w, const char *text)
{
	const struct mlirbc__walk_field attr = { MLIRBC_WALK_ATTR_REF, MLIRBC_WALK_ROLE_NONE, "attribute" };
	struct blob_layout layout = { .text = text };
	if (text == mlirbc__unregistered)
		return mlirbc__walk_ref(w, attr, 0, w->attr_count) && mlirbc__walk_used_up(w);
	if (text)
		return read_fields(w, &layout);
	return mlirbc__walk_bytes(
		w, MLIRBC_WALK_DATA, "properties of an unknown op", 0, bytecursor_left(&w->c), w->c.pos);
}

bool mlirbc__walk_blob_fits(const struct mlirbc__walk *w, const char *text)
{
	struct blob_layout layout = { .text = text };
	return text == mlirbc__unregistered || (text && fits(w, &layout));
}

static bool read_as(struct mlirbc__walk *w, const void *layout) { return mlirbc__walk_blob_as(w, layout); }

bool mlirbc__walk_blob(struct mlirbc__walk *w, uint64_t index)
{
	struct mlirbc_walk_op_name op;
	struct blob_layout layout = { .text = NULL };
	bool known = w->blob_op && w->blob_op(w->ctx, index, &op);
	if (known && !op.registered)
		layout.text = mlirbc__unregistered;
	else if (known)
		choose(w, &op, &layout);
	return mlirbc__walk_inside(w, read_as, layout.text);
}
