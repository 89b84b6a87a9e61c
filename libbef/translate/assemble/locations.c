/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Locations: records in pre-order; parts follow the location that they belong to. */
#include "assemble/steps.h"

/* A stack of parts to write, the next one last. Source locations may be nested without limit. */
struct pending {
	const struct mlirbc_attr **data; /* a NULL element is an unknown location */
	size_t count, capacity;
};

static enum bef_status push_location(
	struct bef_mlir__convert *convert, struct pending *pending, const struct mlirbc_attr *location)
{
	if (!BEF_MLIR__GROW(convert->allocator, pending->data, pending->count, pending->capacity))
		return bef_mlir__nomem(convert);
	pending->data[pending->count++] = location;
	return BEF_OK;
}

static enum bef_status write_record(struct bef_mlir__convert *convert, const struct mlirbc_attr *location,
	struct pending *pending, uint32_t *out_offset)
{
	struct bef_writer *writer = convert->writer;
	const struct mlirbc_string *text = !location                           ? NULL
					   : location->kind == MLIRBC_LOC_FILE ? location->u.file.file
					   : location->kind == MLIRBC_LOC_NAME ? location->u.name.name
									       : NULL;
	BEF_MLIR__TRY(bef_mlir__spend(convert, text ? text->size : 0)); /* lookup reads it again */
	switch (location ? location->kind : MLIRBC_LOC_UNKNOWN) {
	case MLIRBC_LOC_FILE:
		return bef_writer_location_file(writer, text->data, text->size, location->u.file.line,
			location->u.file.column, out_offset);
	case MLIRBC_LOC_NAME:
		BEF_MLIR__TRY(bef_writer_location_name(writer, text->data, text->size, out_offset));
		return push_location(convert, pending, location->u.name.child);
	case MLIRBC_LOC_CALLSITE:
		BEF_MLIR__TRY(bef_writer_location_callsite(writer, out_offset));
		BEF_MLIR__TRY(push_location(convert, pending, location->u.callsite.caller));
		return push_location(convert, pending, location->u.callsite.callee);
	case MLIRBC_LOC_FUSED:
		BEF_MLIR__TRY(bef_writer_location_fused(writer, location->u.fused.parts.count, out_offset));
		for (size_t i = location->u.fused.parts.count; i > 0; i--)
			BEF_MLIR__TRY(push_location(convert, pending, location->u.fused.parts.data[i - 1]));
		return BEF_OK;
	default:
		return bef_writer_location_unknown(writer, out_offset);
	}
}

static bool is_location(const struct mlirbc_attr *attr)
{
	return attr->kind >= MLIRBC_LOC_UNKNOWN && attr->kind <= MLIRBC_LOC_FUSED;
}

enum bef_status bef_mlir__taken_location(
	struct bef_mlir__convert *convert, const struct bef_mlir__taken_op *op, uint32_t *out_offset)
{
	const struct bef_mlir__taken *taken = &convert->taken;
	BEF_MLIR__TRY(bef_mlir__spend(convert, taken->file_size));
	return bef_writer_location_file(
		convert->writer, taken->file, taken->file_size, op->line, op->column, out_offset);
}

enum bef_status bef_mlir__location(
	struct bef_mlir__convert *convert, const struct mlirbc_attr *location, uint32_t *out_offset)
{
	struct pending pending = { NULL, 0, 0 };
	uint32_t offset;
	if (location && !is_location(location)) {
		*out_offset = bef_writer_location_virtual(convert->writer);
		return BEF_OK;
	}
	enum bef_status status = write_record(convert, location, &pending, out_offset);
	while (status == BEF_OK && pending.count) {
		status = bef_mlir__spend(convert, BEF_MLIR__PART_COST);
		if (status == BEF_OK)
			status = write_record(convert, pending.data[--pending.count], &pending, &offset);
	}
	bef_mlir__free_array(convert->allocator, pending.data, pending.capacity, sizeof *pending.data);
	return status;
}

enum bef_status bef_mlir__op_location(struct bef_mlir__convert *convert, const struct mlirbc_op *op, uint32_t *out_offset)
{
	const struct mlirbc_string *file;
	uint32_t line, column;
	if (!mlirbc_op_position(op, &file, &line, &column))
		return bef_mlir__location(convert, mlirbc_op_location(op), out_offset);
	BEF_MLIR__TRY(bef_mlir__spend(convert, file->size)); /* as for a record */
	return bef_writer_location_file(convert->writer, file->data, file->size, line, column, out_offset);
}
