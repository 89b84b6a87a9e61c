/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threefry as steps, as pack hlo computes it (linear/cipher.c): a few splits of a key in a loop. */
#include "fuse/elements.h"

#include <string.h>

enum { PARITY = 0x1BD11BDA, GROUPS = 5, ROUNDS = 4 };

struct cipher {
	struct bef_hlo__elements *e;
	const struct mlirbc_type *type; /* of a word */
};

static uint32_t put(const struct cipher *c, const char *name, uint32_t a, uint32_t b)
{
	const uint32_t operands[2] = { a, b };
	return bef_hlo__elements_step(c->e, name, operands, 2, c->type);
}

static uint32_t put_number(const struct cipher *c, const char *name, uint32_t a, uint32_t number)
{
	return put(c, name, a, bef_hlo__elements_number(c->e, number, c->type));
}

/* One of four rounds of a group. */
static void turn(const struct cipher *c, uint32_t *words, unsigned bits)
{
	words[0] = put(c, "add", words[0], words[1]);
	const uint32_t high = put_number(c, "shift_left", words[1], bits), low = put_number(c, "shift_right_logical", words[1], 32 - bits);
	words[1] = put(c, "xor", put(c, "or", high, low), words[0]);
}

static void encrypt(const struct cipher *c, const uint32_t *key, uint32_t *words)
{
	static const uint8_t turns[2][ROUNDS] = { { 13, 15, 26, 6 }, { 17, 29, 16, 24 } };
	const uint32_t keys[3] = { key[0], key[1], put_number(c, "xor", put(c, "xor", key[0], key[1]), PARITY) };
	words[0] = put(c, "add", words[0], keys[0]);
	words[1] = put(c, "add", words[1], keys[1]);
	for (unsigned i = 0; i < GROUPS; i++) {
		for (unsigned k = 0; k < ROUNDS; k++)
			turn(c, words, turns[i % 2][k]);
		words[0] = put(c, "add", words[0], keys[(i + 1) % 3]);
		words[1] = put_number(c, "add", put(c, "add", words[1], keys[(i + 2) % 3]), i + 1);
	}
}

static bool is_threefry(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	static const char *const targets[] = { "cu_threefry2x32", "cu_threefry2x32_ffi", "hip_threefry2x32", "hip_threefry2x32_ffi" };
	const struct mlirbc_attr *target =
		bef_hlo__is(lower, op, MLIRBC_STABLEHLO_custom_call) ? mlirbc_op_attr(op, "call_target_name") : NULL;
	if (!target || target->kind != MLIRBC_ATTR_STRING || op->operand_count != 4 || op->result_count != 2)
		return false;
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		if (bef_hlo__text_is(target->u.string, targets[i]))
			return true;
	}
	return false;
}

bool bef_hlo__elements_call(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const uint32_t *operands[4];
	uint64_t counts[4], count = 0;
	if (!is_threefry(e->text.lower, op))
		return false;
	const struct mlirbc_value *results = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op);
	for (unsigned i = 0; i < 2; i++)
		e->fits = e->fits && mlirbc_type_elements(results[i].type, &count) &&
			  bef_hlo__dtype(bef_hlo__element(results[i].type)) == KERNELS_UI32;
	for (unsigned i = 0; i < 4; i++) {
		const struct mlirbc_type *type = mlirbc_op_operands(op)[i].value->type;
		e->fits = e->fits && mlirbc_type_elements(type, &counts[i]) && (counts[i] == count || (counts[i] == 1 && i < 2)) &&
			  bef_hlo__dtype(bef_hlo__element(type)) == KERNELS_UI32;
	}
	uint32_t *out[2] = { NULL, NULL };
	for (unsigned i = 0; i < 2; i++)
		(void)bef_hlo__elements_define(e, &results[i]);
	for (unsigned i = 0; i < 2 && e->fits; i++) /* after both, since the rows may move */
		out[i] = (uint32_t *)(uintptr_t)bef_hlo__elements_of(e, &results[i]);
	for (unsigned i = 0; i < 4; i++)
		operands[i] = bef_hlo__elements_of(e, mlirbc_op_operands(op)[i].value);
	const struct cipher cipher = { e, results[0].type };
	for (uint64_t i = 0; i < count && e->fits; i++) {
		const uint32_t key[2] = { operands[0][counts[0] == 1 ? 0 : i], operands[1][counts[1] == 1 ? 0 : i] };
		uint32_t words[2] = { operands[2][i], operands[3][i] };
		encrypt(&cipher, key, words);
		out[0][i] = words[0];
		out[1][i] = words[1];
	}
	return true;
}
