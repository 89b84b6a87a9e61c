/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fast path for ops of the IR section without unusual parts, far enough from the end of the file for their numbers
 * to be read without checks: nearly all of them. */
#include "bytecode/compact/compact_state.h"
#include "bytecode/encoding/op_record.h"

struct plain_op {
	struct mlirbc__plain parts;
	const uint8_t *rest, *end; /* operands and successors */
};

/* NULL: they do not end before `end`. */
static MLIRBC__WITHIN const uint8_t *skip_plain(const uint8_t *p, const uint8_t *end)
{
	for (uint64_t count = mlirbc__varint_at(&p); count; count--) {
		if (p >= end)
			return NULL;
		p += *p ? (size_t)__builtin_ctz(*p) + 1 : MLIRBC__LONGEST_NUMBER;
	}
	return p <= end ? p : NULL;
}

/* False leaves it to compact_ir.c, which finds out whether something is wrong. */
static MLIRBC__WITHIN bool read_plain_op(
	const struct mlirbc__load *load, const struct bytecursor *c, const struct mlirbc__plain_limits *limits, struct plain_op *op)
{
	const uint8_t *p = c->base + c->pos, *end = c->base + c->end, *file_end = load->data + load->size;
	if (load->size - c->pos < MLIRBC__LONGEST_PLAIN || !mlirbc__op_read_plain(&p, limits, &op->parts))
		return false;
	op->rest = p;
	if (p > end || ((op->parts.mask & MLIRBC__HAS_OPERANDS) && !(p = skip_plain(p, end))))
		return false;
	if ((size_t)(file_end - p) < MLIRBC__LONGEST_NUMBER ||
		((op->parts.mask & MLIRBC__HAS_SUCCESSORS) && !(p = skip_plain(p, end))))
		return false;
	op->end = p;
	return (size_t)(file_end - p) >= sizeof(uint64_t); /* see write_plain_op() */
}

static MLIRBC__WITHIN void mark_plain_op(struct mlirbc__edit *e, const struct mlirbc__plain *op)
{
	((uint32_t *)e->names.data)[op->name] = 1;
	if (e->strip)
		e->unknown_uses++;
	else
		mlirbc__edit_use_attr(e, op->location);
	if (op->mask & MLIRBC__HAS_ATTRIBUTES)
		mlirbc__edit_use_attr(e, op->attributes);
	if (op->mask & MLIRBC__HAS_PROPERTIES)
		mlirbc__edit_use_blob(e, op->properties, op->name);
	for (size_t i = 0; i < op->result_count; i++)
		mlirbc__edit_use_type(e, op->types[i]);
}

static MLIRBC__WITHIN void write_plain_op(struct mlirbc__edit *e, const struct plain_op *plain)
{
	const struct mlirbc__plain *op = &plain->parts;
	struct mlirbc__out *ir = &e->save.ir;
	const size_t size = (size_t)(plain->end - plain->rest);
	const size_t need = size + MLIRBC__LONGEST_PLAIN + 2 * sizeof(uint64_t);
	if (ir->room - ir->size < need) {
		if (!mlirbc__out_more(&e->save.job, ir, need))
			return;
		ir->size -= need;
	}
	uint8_t *out = (uint8_t *)ir->data + ir->size;
	out = mlirbc__write_number(out, ((const uint32_t *)e->names.data)[op->name]);
	*out++ = op->mask;
	out = mlirbc__write_number(out, e->strip ? e->unknown_number : mlirbc__edit_new_attr(e, op->location));
	if (op->mask & MLIRBC__HAS_ATTRIBUTES)
		out = mlirbc__write_number(out, mlirbc__edit_new_attr(e, op->attributes));
	if (op->mask & MLIRBC__HAS_PROPERTIES)
		out = mlirbc__write_number(out, mlirbc__edit_blob(e, op->properties, op->name)->number);
	if (op->mask & MLIRBC__HAS_RESULTS)
		out = mlirbc__write_number(out, op->result_count);
	for (size_t i = 0; i < op->result_count; i++)
		out = mlirbc__write_number(out, mlirbc__edit_new_type(e, op->types[i]));
	for (size_t i = 0; i < size; i += sizeof(uint64_t)) /* there are more bytes in both places */
		mlirbc__store64(out + i, mlirbc__load64(plain->rest + i));
	ir->size = (size_t)(out + size - (uint8_t *)ir->data);
}

static MLIRBC__WITHIN uint64_t do_ops(
	struct mlirbc__edit *e, struct bytecursor *c, uint64_t count, struct mlirbc__edit_ops *out, bool writes)
{
	const struct mlirbc__load *load = e->load;
	const uint8_t unusual = MLIRBC__MASK_UNUSED | MLIRBC__HAS_USE_LISTS |
				(load->version < MLIRBC__V_PROPERTIES ? MLIRBC__HAS_PROPERTIES : 0);
	const struct mlirbc__plain_limits limits = {
		load->op_name_count, load->attr_count, load->blob_count, load->type_count, unusual
	};
	struct plain_op op = { .parts = { .mask = 0 } };
	uint64_t done = 0;
	while (done < count && !(op.parts.mask & MLIRBC__HAS_REGIONS) && mlirbc__edit_ok(e)) {
		if (!read_plain_op(load, c, &limits, &op)) {
			op.parts.mask = 0;
			break;
		}
		c->pos = (size_t)(op.end - c->base);
		out->values += op.parts.result_count;
		done++;
		if (writes)
			write_plain_op(e, &op);
		else
			mark_plain_op(e, &op.parts);
	}
	out->has_regions = op.parts.mask & MLIRBC__HAS_REGIONS;
	return done;
}

uint64_t mlirbc__edit_mark_ops(
	struct mlirbc__edit *e, struct bytecursor *c, uint64_t count, struct mlirbc__edit_ops *out)
{
	return do_ops(e, c, count, out, false);
}

uint64_t mlirbc__edit_write_ops(
	struct mlirbc__edit *e, struct bytecursor *c, uint64_t count, struct mlirbc__edit_ops *out)
{
	return do_ops(e, c, count, out, true);
}
