/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Converts location records, which are in pre-order, to attributes. */
#include "disassemble/disassemble.h"

/* A location whose parts are still being read. */
struct open_location {
	struct bef_location location;
	const struct mlirbc_attr **parts;
	size_t have;
};

struct decoding {
	struct bef_mlir__back *back;
	struct open_location *stack;
	size_t depth, capacity;
};

static enum bef_status push_record(struct decoding *decoding, const struct bef_location *location)
{
	struct bef_mlir__back *back = decoding->back;
	bool grown = BEF_MLIR__GROW(back->allocator, decoding->stack, decoding->depth, decoding->capacity);
	const struct mlirbc_attr **parts = grown ? BEF_MLIR__ROOM(&back->arena, const struct mlirbc_attr *,
							   (size_t)location->count)
						 : NULL;
	if (!parts)
		return bef_mlir__back_nomem(back);
	decoding->stack[decoding->depth++] = (struct open_location){ *location, parts, 0 };
	return BEF_OK;
}

static uint32_t clamp(uint64_t number) { return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX; }

static const struct mlirbc_attr *named(
	struct mlirbc_context *context, const struct bef_string *name, const struct mlirbc_attr *child)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_NAME };
	attr.u.name.name = mlirbc_string_get(context, name->data, name->size);
	attr.u.name.child = child->kind == MLIRBC_LOC_UNKNOWN ? NULL : child;
	return attr.u.name.name ? mlirbc_attr_get(context, &attr) : NULL;
}

/* Creates the attribute of a record whose parts are complete. */
static const struct mlirbc_attr *make_location(
	struct mlirbc_context *context, const struct bef_location *location, const struct mlirbc_attr *const *parts)
{
	struct mlirbc_attr attr = { 0 };
	switch (location->kind) {
	case BEF_LOCATION_FILE:
		return mlirbc_loc_file(context, location->string.data, location->string.size, clamp(location->line),
			clamp(location->column));
	case BEF_LOCATION_NAME: return named(context, &location->string, parts[0]);
	case BEF_LOCATION_CALLSITE:
		attr.kind = MLIRBC_LOC_CALLSITE;
		attr.u.callsite.callee = parts[0];
		attr.u.callsite.caller = parts[1];
		return mlirbc_attr_get(context, &attr);
	case BEF_LOCATION_FUSED:
		attr.kind = MLIRBC_LOC_FUSED;
		attr.u.fused.parts.data = parts;
		attr.u.fused.parts.count = (size_t)location->count;
		return mlirbc_attr_get(context, &attr);
	default: return mlirbc_loc_unknown(context);
	}
}

/* Adds a finished location to its parent, and repeats this for each parent that becomes complete. */
static enum bef_status close(struct decoding *decoding, const struct mlirbc_attr *attr, const struct mlirbc_attr **out)
{
	while (attr && decoding->depth) {
		struct open_location *outer = &decoding->stack[decoding->depth - 1];
		outer->parts[outer->have++] = attr;
		if (outer->have < outer->location.count)
			return BEF_OK;
		attr = make_location(decoding->back->context, &outer->location, outer->parts);
		decoding->depth--;
	}
	*out = attr;
	return attr ? BEF_OK : bef_mlir__back_nomem(decoding->back);
}

static enum bef_status decode(struct decoding *decoding, uint64_t offset, const struct mlirbc_attr **out)
{
	struct bef_mlir__back *back = decoding->back;
	for (*out = NULL; !*out;) {
		struct bef_location location;
		BEF_MLIR__TRY(bef_reader_location(&back->reader, &offset, &location, back->diag));
		if (back->location_records-- == 0)
			return bef_mlir__back_fail(back, BEF_E_LIMIT, "locations share their parts too often");
		if (location.count)
			BEF_MLIR__TRY(push_record(decoding, &location));
		else
			BEF_MLIR__TRY(close(decoding, make_location(back->context, &location, NULL), out));
	}
	return BEF_OK;
}

enum bef_status bef_mlir__back_location(
	struct bef_mlir__back *back, uint64_t offset, const struct mlirbc_attr **out_location)
{
	const struct bef_section *section = &back->reader.sections[BEF_SECTION_LOCATIONS];
	struct decoding decoding = { .back = back };
	/* The location is not wanted, the format cannot represent it, or the file has no locations. */
	if (!back->locations || !section->data || offset >= section->size) {
		*out_location = mlirbc_loc_unknown(back->context);
		return *out_location ? BEF_OK : bef_mlir__back_nomem(back);
	}
	*out_location = bef_mlir__remembered(back, section->data + offset, BEF_MLIR__LOCATION);
	if (*out_location)
		return BEF_OK;
	enum bef_status status = decode(&decoding, offset, out_location);
	bef_mlir__free_array(back->allocator, decoding.stack, decoding.capacity, sizeof *decoding.stack);
	BEF_MLIR__TRY(status);
	return bef_mlir__remember(back, section->data + offset, BEF_MLIR__LOCATION, *out_location);
}
