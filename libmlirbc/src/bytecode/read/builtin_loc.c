/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Locations, which are attributes of the builtin dialect. */
#include "bytecode/read/builtin.h"

static uint32_t read_u32(struct mlirbc__decode *d, const char *what)
{
	size_t at = d->r.c.pos;
	uint64_t value = mlirbc__varint(&d->r.c);
	if (value > UINT32_MAX)
		mlirbc__bad(&d->r, at, "%s is %llu, expected less than 2^32", what, (unsigned long long)value);
	return (uint32_t)value;
}

static const struct mlirbc_attr *part_location(struct mlirbc__decode *d)
{
	return mlirbc__part_attr(d, MLIRBC__KINDS_LOCATION, "a location");
}

static const struct mlirbc_attr *read_callsite(struct mlirbc__decode *d)
{
	const struct mlirbc_attr *callee = part_location(d), *caller = part_location(d);
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_CALLSITE, .u.callsite = { callee, caller } };
	return mlirbc__ready(d) ? mlirbc__attr_make(d->r.load->context, &attr, false) : NULL;
}

static const struct mlirbc_attr *read_file(struct mlirbc__decode *d)
{
	const struct mlirbc_attr *file = mlirbc__part_attr(d, MLIRBC__KIND(MLIRBC_ATTR_STRING), "a string");
	uint32_t line = read_u32(d, "line"), column = read_u32(d, "column");
	if (!mlirbc__ready(d))
		return NULL;
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_FILE,
		.u.file = { file->u.string, line, column, line, column, false } };
	return mlirbc__attr_make(d->r.load->context, &attr, false);
}

/* Up to four numbers: line; column or start column; end column or end line; end column. */
static const struct mlirbc_attr *read_range(struct mlirbc__decode *d)
{
	const struct mlirbc_attr *file = mlirbc__part_attr(d, MLIRBC__KIND(MLIRBC_ATTR_STRING), "a string");
	uint32_t n[4] = { 0 };
	size_t at = d->r.c.pos, count;
	if (!mlirbc__count(&d->r, "number of positions", &count))
		return NULL;
	if (count > 4) {
		mlirbc__bad(&d->r, at, "number of positions is %zu, expected 0 to 4", count);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		n[i] = read_u32(d, "line or column");
	if (!mlirbc__ready(d))
		return NULL;
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_FILE,
		.u.file = { file->u.string, n[0], n[1], 0, 0, count > 2 } };
	if (count > 1) { /* a line without a column ends at 0:0, unlike one with column 0 */
		attr.u.file.end_line = count == 4 ? n[2] : n[0];
		attr.u.file.end_column = count == 4 ? n[3] : count == 3 ? n[2] : n[1];
	}
	return mlirbc__attr_make(d->r.load->context, &attr, false);
}

static const struct mlirbc_attr *read_fused(struct mlirbc__decode *d, bool metadata)
{
	struct mlirbc__load *load = d->r.load;
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_FUSED };
	if (!mlirbc__part_attrs(d, MLIRBC__KINDS_LOCATION, "a location", &attr.u.fused.parts.count))
		return NULL;
	if (metadata)
		attr.u.fused.metadata = mlirbc__part_attr(d, MLIRBC__KINDS_ANY, "an attribute");
	attr.u.fused.parts.data = load->part_buffer.data;
	return mlirbc__ready(d) ? mlirbc__attr_make(load->context, &attr, false) : NULL;
}

static const struct mlirbc_attr *read_name(struct mlirbc__decode *d)
{
	const struct mlirbc_attr *name = mlirbc__part_attr(d, MLIRBC__KIND(MLIRBC_ATTR_STRING), "a string");
	const struct mlirbc_attr *child = part_location(d);
	if (!mlirbc__ready(d))
		return NULL;
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_NAME,
		.u.name = { name->u.string, child->kind == MLIRBC_LOC_UNKNOWN ? NULL : child } };
	return mlirbc__attr_make(d->r.load->context, &attr, false);
}

const struct mlirbc_attr *mlirbc__builtin_location(struct mlirbc__decode *d, uint64_t code)
{
	switch (code) {
	case MLIRBC__CODE_CALLSITE: return read_callsite(d);
	case MLIRBC__CODE_FILE: return read_file(d);
	case MLIRBC__CODE_FUSED: return read_fused(d, false);
	case MLIRBC__CODE_FUSED_METADATA: return read_fused(d, true);
	case MLIRBC__CODE_NAME: return read_name(d);
	case MLIRBC__CODE_FILE_RANGE: return read_range(d);
	default: return mlirbc__ready(d) ? mlirbc_loc_unknown(d->r.load->context) : NULL;
	}
}
