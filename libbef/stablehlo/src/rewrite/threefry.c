/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threefry-2x32, as JAX writes it, becomes the call that JAX itself writes for CUDA, for which there is one kernel. JAX has two forms: a loop
 * of five iterations with four rounds each, and all twenty rounds one after the other; in a function of its own, or wherever an inliner put
 * them. Names mean nothing here. Expressions of the elements are compared with those of the cipher, so each rotation, each key and each number
 * of a group is checked. Keys that are constants of the program, and not slices of one, are not found. */
#include "rewrite/rewrite.h"
#include "rewrite/symbolic.h"

#include <mlirbc/rewrite.h>
#include <string.h>

#define PARITY UINT32_C(0x1BD11BDA)

enum { GROUPS = 5, ROUNDS = 4 };

struct cipher {
	struct bef_hlo__node *keys[2], *counters[2]; /* operands */
	struct bef_hlo__node *words[2];              /* results */
};

/* ---- the cipher */

/* The results for keys, and counters to which the keys are added. */
static void encipher(struct bef_hlo__symbolic *s, struct cipher *c, struct bef_hlo__node *x, struct bef_hlo__node *y)
{
	static const uint8_t rotations[2][ROUNDS] = { { 13, 15, 26, 6 }, { 17, 29, 16, 24 } };
	struct bef_hlo__node *both = bef_hlo__node_binary(s, BEF_HLO__NODE_XOR, c->keys[0], c->keys[1]);
	struct bef_hlo__node *keys[3] = { c->keys[0], c->keys[1],
		bef_hlo__node_binary(s, BEF_HLO__NODE_XOR, both, bef_hlo__node_const(s, PARITY)) };
	for (unsigned group = 1; group <= GROUPS; group++) {
		for (unsigned i = 0; i < ROUNDS; i++) {
			x = bef_hlo__node_binary(s, BEF_HLO__NODE_ADD, x, y);
			y = bef_hlo__node_shift(s, BEF_HLO__NODE_ROTATE, y, rotations[(group - 1) % 2][i]);
			y = bef_hlo__node_binary(s, BEF_HLO__NODE_XOR, y, x);
		}
		x = bef_hlo__node_binary(s, BEF_HLO__NODE_ADD, x, keys[group % 3]);
		y = bef_hlo__node_binary(s, BEF_HLO__NODE_ADD, y, keys[(group + 1) % 3]);
		y = bef_hlo__node_binary(s, BEF_HLO__NODE_ADD, y, bef_hlo__node_const(s, group));
	}
	c->words[0] = x;
	c->words[1] = y;
}

/* ---- from the second result back to the operands: a guess, which encipher() proves */

static struct bef_hlo__node *part(const struct bef_hlo__node *n, bool second)
{
	return (struct bef_hlo__node *)(uintptr_t)(second ? n->b : n->a);
}

/* The end of a round: x ^ (y rotated); takes x and y out of it. */
static bool is_round(const struct bef_hlo__node *n, struct bef_hlo__node **out_x, struct bef_hlo__node **out_y)
{
	if (n->kind != BEF_HLO__NODE_XOR)
		return false;
	const bool second = part(n, true)->kind == BEF_HLO__NODE_ROTATE;
	*out_x = part(n, !second);
	*out_y = part(part(n, second), false);
	return part(n, second)->kind == BEF_HLO__NODE_ROTATE;
}

/* y + key + group; goes back over the four rounds before it. `*x` is the sum of both words in the first of them. */
static bool back(unsigned group, struct bef_hlo__node **x, struct bef_hlo__node **y, struct bef_hlo__node **out_key)
{
	struct bef_hlo__node *n = *y, *unused;
	if (n->kind != BEF_HLO__NODE_ADD || part(n, true)->kind != BEF_HLO__NODE_CONST || part(n, true)->number != group)
		return false;
	n = part(n, false);
	if (n->kind != BEF_HLO__NODE_ADD)
		return false;
	const bool second = is_round(part(n, true), &unused, &unused);
	*out_key = part(n, !second);
	*y = part(n, second);
	for (unsigned i = 0; i < ROUNDS; i++) {
		if (!is_round(*y, x, y))
			return false;
	}
	return true;
}

/* What a key is added to; NULL: the node is no such sum. */
static struct bef_hlo__node *without(const struct bef_hlo__node *sum, const struct bef_hlo__node *key)
{
	if (sum->kind != BEF_HLO__NODE_ADD || (part(sum, false) != key && part(sum, true) != key))
		return NULL;
	return part(sum, part(sum, false) == key);
}

/* Whether the node is the second word of the cipher. */
static bool find(struct bef_hlo__symbolic *s, struct bef_hlo__node *word, struct cipher *out)
{
	struct bef_hlo__node *x = NULL, *y = word, *keys[GROUPS + 1];
	for (unsigned group = GROUPS; group > 0; group--) {
		if (!back(group, &x, &y, &keys[group]))
			return false;
	}
	if (x->kind != BEF_HLO__NODE_ADD || (part(x, false) != y && part(x, true) != y))
		return false;
	x = part(x, part(x, false) == y);
	out->keys[0] = keys[5];
	out->keys[1] = keys[3];
	out->counters[0] = without(x, out->keys[0]);
	out->counters[1] = without(y, out->keys[1]);
	encipher(s, out, x, y);
	return out->counters[0] && out->counters[1] && out->words[1] == word;
}

/* ---- replacing */

/* A value is visible behind its operation, in all regions of its block. */
static bool is_visible(const struct mlirbc_value *value, const struct mlirbc_op *from)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct mlirbc_block *block = op ? op->parent : mlirbc_value_block(value);
	if (op && op->number >= from->number)
		return false;
	for (; from; from = mlirbc_op_parent(from)) {
		if (from->parent == block)
			return true;
	}
	return false;
}

static bool is_single(const struct bef_hlo__node *n) { return n->value && n->value->type->u.shaped.rank == 0; }

/* The value of a node, in the type; NULL: there is none at the operation, or a failure of the builder. */
static struct mlirbc_value *value_of(
	struct mlirbc_builder *builder, const struct mlirbc_op *at, const struct bef_hlo__node *n, const struct mlirbc_type *type)
{
	if (n->kind == BEF_HLO__NODE_CONST) {
		const uint8_t word[4] = { (uint8_t)n->number, (uint8_t)(n->number >> 8), (uint8_t)(n->number >> 16), (uint8_t)(n->number >> 24) };
		return mlirbc_stablehlo_constant(builder, type, word, sizeof word);
	}
	struct mlirbc_value *value = n->kind == BEF_HLO__NODE_VIEW ? (struct mlirbc_value *)(uintptr_t)n->a : n->value;
	if (!value || !is_visible(value, at))
		return NULL;
	if (n->kind == BEF_HLO__NODE_VIEW && n->c == type) {
		const struct mlirbc_build_attr attr = { "broadcast_dimensions", n->b };
		const struct mlirbc_build_op spec = { .name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_broadcast_in_dim), .operands = &value,
			.operand_count = 1, .results = &type, .result_count = 1, .attrs = &attr, .attr_count = 1 };
		return mlirbc_stablehlo_value(builder, &spec, NULL);
	}
	if (value->type == type)
		return value;
	return value->type->u.shaped.rank == 0 ? mlirbc_stablehlo_broadcast(builder, value, type, NULL) : NULL;
}

/* Makes the call in front of an operation. NULL: an operand has no value there, or a failure of the builder. */
static struct mlirbc_op *build(struct bef_hlo__symbolic *s, struct mlirbc_builder *builder, struct mlirbc_op *at, const struct cipher *c,
	const struct mlirbc_type *type)
{
	static const char target[] = "cu_threefry2x32_ffi";
	struct mlirbc_context *context = s->lower->context;
	const struct mlirbc_type *i32 = mlirbc_type_integer(context, 32, MLIRBC_SIGNLESS), *types[2] = { type, type };
	const struct mlirbc_type *key = is_single(c->keys[0]) && is_single(c->keys[1]) ? c->keys[0]->value->type : type;
	struct mlirbc_value *operands[4];
	mlirbc_builder_enter_before(builder, at);
	builder->location = mlirbc_op_location(at);
	for (unsigned i = 0; i < 4; i++) {
		operands[i] = value_of(builder, at, i < 2 ? c->keys[i] : c->counters[i - 2], i < 2 ? key : type);
		if (!operands[i])
			return NULL;
	}
	const struct mlirbc_build_attr attrs[] = { { "call_target_name", mlirbc_attr_string(context, target, sizeof target - 1) },
		{ "api_version", i32 ? mlirbc_attr_integer(context, i32, 4) : NULL } };
	const struct mlirbc_build_op spec = { .name = mlirbc_stablehlo_name(MLIRBC_STABLEHLO_custom_call), .operands = operands,
		.operand_count = 4, .results = types, .result_count = 2, .attrs = attrs, .attr_count = 2 };
	struct mlirbc_op *op = mlirbc_builder_op(builder, &spec);
	if (op)
		op->number = at->number;
	return op;
}

/* The uses of `from` become uses of `to`, which is a leaf from now on. */
static void replace(struct bef_hlo__symbolic *s, struct mlirbc_value *from, struct mlirbc_value *to)
{
	to->number = from->number;
	s->of[to->number] = NULL;
	mlirbc_value_replace(from, to);
}

/* Replaces both words; `x` NULL: the first word is not computed. */
static bool replace_words(struct bef_hlo__symbolic *s, struct mlirbc_builder *builder, const struct cipher *c, struct mlirbc_op *at,
	struct mlirbc_value *x, struct mlirbc_value *y)
{
	struct mlirbc_op *op = build(s, builder, at, c, y->type);
	if (!op)
		return builder->status == MLIRBC_OK || bef_hlo__fail_built(s->lower, builder, at);
	mlirbc_op_results(op)[0].number = UINT32_MAX;
	if (x)
		replace(s, x, &mlirbc_op_results(op)[0]);
	replace(s, y, &mlirbc_op_results(op)[1]);
	return true;
}

/* ---- both forms */

/* All rounds one after the other: the last addition. The first word comes before it, else it stays as it is. */
static bool try_rounds(struct bef_hlo__symbolic *s, struct mlirbc_builder *builder, struct mlirbc_op *op)
{
	struct mlirbc_value *y = mlirbc_op_results(op);
	struct bef_hlo__node *word = s->of[y->number];
	struct cipher c;
	if (!word || word->kind != BEF_HLO__NODE_ADD || !find(s, word, &c))
		return true;
	struct mlirbc_value *x = c.words[0]->value;
	struct mlirbc_op *at = x && is_visible(x, op) && x->type == y->type ? mlirbc_value_op(x) : NULL;
	return replace_words(s, builder, &c, at ? at : op, at ? x : NULL, y);
}

static bool try_loop(struct bef_hlo__symbolic *s, struct mlirbc_builder *builder, struct mlirbc_op *op, struct bef_hlo__row *replaced)
{
	struct mlirbc_value *results = mlirbc_op_results(op), *x = NULL;
	struct cipher c;
	if (!bef_hlo__symbolic_while(s, op))
		return true;
	for (uint32_t i = 0; i < op->result_count; i++) {
		struct bef_hlo__node *word = bef_hlo__is_ui32(results[i].type) ? s->of[results[i].number] : NULL;
		if (!word || word->kind != BEF_HLO__NODE_ADD || !find(s, word, &c))
			continue;
		for (uint32_t k = 0; k < op->result_count; k++) {
			if (s->of[results[k].number] == c.words[0] && results[k].type == results[i].type)
				x = &results[k];
		}
		return replace_words(s, builder, &c, op, x, &results[i]) && bef_hlo__push(s->lower, replaced, op);
	}
	return true;
}

/* ---- the module */

/* Each form has the parity of the keys as a constant of one element; few modules have it. */
static bool may_be_there(const struct bef_hlo__lower *lower)
{
	static const uint8_t parity[4] = { PARITY & 0xFF, PARITY >> 8 & 0xFF, PARITY >> 16 & 0xFF, PARITY >> 24 };
	struct mlirbc_op *root = lower->module->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		const struct mlirbc_attr *attr = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_constant) ? mlirbc_op_attr(op, "value") : NULL;
		if (attr && attr->kind == MLIRBC_ATTR_DENSE && attr->u.dense.size == sizeof parity &&
			memcmp(attr->u.dense.data, parity, sizeof parity) == 0)
			return true;
	}
	return false;
}

static bool erase_unused(struct bef_hlo__lower *lower, const struct bef_hlo__row *replaced)
{
	for (size_t i = 0; i < replaced->count; i++) {
		struct mlirbc_op *op = replaced->items[i];
		bool used = false;
		for (uint32_t k = 0; k < op->result_count; k++)
			used = used || mlirbc_op_results(op)[k].first_use;
		if (!used && !bef_hlo__ok(lower, mlirbc_op_erase(op), NULL))
			return false;
	}
	return true;
}

bool bef_hlo__rewrite_threefry(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	struct bef_hlo__row replaced = { NULL, 0, 0 };
	struct mlirbc_builder builder;
	if (lower->options.signatures_only || !may_be_there(lower))
		return true;
	struct bef_hlo__symbolic *s = bef_hlo__room(lower, 1, sizeof *s);
	if (!s || !bef_hlo__symbolic_init(s, lower))
		return false;
	mlirbc_builder_init_module(&builder, lower->module);
	for (struct mlirbc_op *op = root, *next; op; op = next) {
		next = mlirbc_op_next_pre(root, op);
		bool done = true;
		if (bef_hlo__is(lower, op, MLIRBC_STABLEHLO_while))
			done = try_loop(s, &builder, op, &replaced);
		else if (op->result_count == 1)
			bef_hlo__symbolic_visit(s, op);
		if (bef_hlo__is(lower, op, MLIRBC_STABLEHLO_add))
			done = try_rounds(s, &builder, op);
		if (!done || s->failed)
			return false;
	}
	return erase_unused(lower, &replaced);
}
