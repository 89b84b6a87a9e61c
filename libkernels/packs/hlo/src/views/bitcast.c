/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bitcast_convert counts the bits of the types, not of memory: elements of fewer than 8 bits are packed and unpacked. For
 * all others the result has the memory of the operand, where the least significant part comes first. */
#include "core/op.h"
#include "expr/dtypes.h"
#include <kernels/stop.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "bitcast_convert needs the parts of an element in ascending order"
#endif

struct bitcast {
	unsigned from_bits, to_bits;
	enum kernels_dtype to;
};

/* The shape of the result: that of the operand, with one dimension more or less at the end. */
static bool infer(struct hlo_op *op, unsigned from_bits, unsigned to_bits)
{
	struct kernels_shape shape = hlo_shape_of(&op->operands[0]);
	char texts[2][HLO_TYPE_TEXT];
	bool fits = true;
	if (to_bits < from_bits) {
		fits = from_bits % to_bits == 0 && shape.rank < KERNELS_MAX_RANK;
		if (fits)
			shape.dims[shape.rank++] = from_bits / to_bits;
	} else if (to_bits > from_bits) {
		fits = to_bits % from_bits == 0 && shape.rank > 0 &&
		       shape.dims[shape.rank - 1] == (int64_t)(to_bits / from_bits);
		shape.rank -= fits;
	}
	if (!fits)
		return kernels_hlo__refuse(op, "cannot convert the bits of %s to %s",
			kernels_hlo__type_text(&op->operands[0], texts[0]),
			kernels_hlo__type_text(&op->results[0], texts[1]));
	return kernels_hlo__set_shape(op, 0, shape.rank, shape.dims);
}

static bool plan_bitcast(struct hlo_op *op, void *plan)
{
	struct bitcast *cast = plan;
	enum kernels_dtype from = op->operands[0].dtype, to = op->results[0].dtype;
	if (from == KERNELS_DTYPE_INVALID || to == KERNELS_DTYPE_INVALID || hlo_is_complex(from) != hlo_is_complex(to))
		return kernels_hlo__refuse(op, "operand 0 or result 0 has a wrong element type");
	*cast = (struct bitcast){ hlo_element_type(from).bits, hlo_element_type(to).bits, to };
	if (!infer(op, cast->from_bits, cast->to_bits))
		return false;
	if (from == to || (cast->from_bits >= 8 && cast->to_bits >= 8))
		op->view = 0;
	op->nanoseconds = 2 * (uint64_t)(op->operands[0].elements + op->results[0].elements);
	return true;
}

/* The byte of an element with these bits. */
static uint8_t element_of(enum kernels_dtype dtype, unsigned bits, unsigned value)
{
	unsigned sign = 1u << (bits - 1);
	value &= (1u << bits) - 1;
	return (uint8_t)(bits < 8 && hlo_is_signed(dtype) ? (value ^ sign) - sign : value);
}

/* Bits [at, at + bits) of a byte sequence; they are within one byte. */
static unsigned bits_at(const uint8_t *bytes, size_t at, unsigned bits)
{
	return (unsigned)bytes[at / 8] >> at % 8 & ((1u << bits) - 1);
}

/* Each element of the wider type is as many of the narrower one; the narrower one has less than 8 bits. */
static void unpack(const struct bitcast *cast, const uint8_t *from, uint8_t *to, size_t count)
{
	size_t size = cast->from_bits < 8 ? 1 : cast->from_bits / 8;
	uint32_t did = 0;
	for (size_t i = 0; i < count && !kernels_stops(&did, cast->from_bits); i++, from += size) {
		for (size_t at = 0; at < cast->from_bits; at += cast->to_bits)
			*to++ = element_of(cast->to, cast->to_bits, bits_at(from, at, cast->to_bits));
	}
}

static void pack(const struct bitcast *cast, const uint8_t *from, uint8_t *to, size_t count)
{
	size_t size = cast->to_bits < 8 ? 1 : cast->to_bits / 8;
	memset(to, 0, count * size);
	uint32_t did = 0;
	for (size_t i = 0; i < count && !kernels_stops(&did, cast->to_bits); i++, to += size) {
		for (size_t at = 0; at < cast->to_bits; at += cast->from_bits, from++)
			to[at / 8] |= (uint8_t)(bits_at(from, 0, cast->from_bits) << at % 8);
		if (cast->to_bits < 8)
			*to = element_of(cast->to, cast->to_bits, *to);
	}
}

static bool run_bitcast(const struct hlo_run *run, const void *plan)
{
	const struct bitcast *cast = plan;
	const struct hlo_op *op = run->op;
	if (cast->to_bits <= cast->from_bits)
		unpack(cast, run->inputs[0], run->outputs[0], (size_t)op->operands[0].elements);
	else
		pack(cast, run->inputs[0], run->outputs[0], (size_t)op->results[0].elements);
	return true;
}

HLO_KERNEL(bitcast_convert, sizeof(struct bitcast), plan_bitcast, run_bitcast, NULL, 0)
