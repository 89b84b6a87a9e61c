/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses where the operations of the complete program run. An operation that the kernels of devices compute (hlo.device_*, pack hlo) gets
 * buffers of the device as operands and results; all others stay on the host. Arguments and results of functions are on the host, except
 * those of loops and branches (place_loops.c). A value that is used on both sides is copied once, in front of its first use there;
 * constants are written to the device once per model, also those that functions of regions capture. */
#include "emit/place.h"

#include <mlirbc/rewrite.h>
#include <string.h>

#define MOST_VALUES 64u /* operands that may be numbers of the host */

static const int64_t token[] = { 0, 0 };

/* ---- operations that are made */

/* Makes hlo.NAME in front of lower->builder.before, with the stream as operand 0, if there is one. `types`: of the others. NULL after
 * a failure. */
static struct mlirbc_op *make(const struct bef_hlo__placing *place, const char *name, struct mlirbc_value *const *operands, size_t operand_count,
	const struct mlirbc_type *const *results, size_t result_count, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__lower *lower = place->lower;
	struct mlirbc_op *op;
	bef_hlo__attr_text(lower, attrs, "device", lower->options.device, strlen(lower->options.device));
	const struct mlirbc_build_op spec = { .name = name, .operands = operands, .operand_count = operand_count, .results = results,
		.result_count = result_count, .attrs = attrs->list, .attr_count = attrs->count };
	return bef_hlo__plain_op(lower, &spec, &op) ? op : NULL;
}

/* The attribute `types` of a token, then these types, each `words` long. */
static bool put_types(const struct bef_hlo__placing *place, struct bef_hlo__attrs *attrs, const struct bef_hlo__side *side, size_t repeat)
{
	int64_t words[2 + 2 * (HLO_MOST_RANK + 2)];
	size_t count = 2;
	memcpy(words, token, sizeof token);
	for (size_t i = 0; i < repeat; i++, count += side->words)
		memcpy(words + count, side->type, side->words * sizeof *words);
	bef_hlo__attr_ints(place->lower, attrs, "types", words, count);
	return true;
}

bool bef_hlo__place_stream(struct bef_hlo__placing *place)
{
	struct bef_hlo__lower *lower = place->lower;
	struct bef_hlo__attrs attrs = { .count = 0 };
	struct mlirbc_op *const before = lower->builder.before;
	if (place->stream)
		return true;
	lower->builder.before = place->block->first;
	bef_hlo__attr_ints(lower, &attrs, "types", token, 2);
	struct mlirbc_op *op = make(place, "hlo.device_stream", NULL, 0, &place->stream_type, 1, &attrs);
	lower->builder.before = before;
	place->stream = op ? mlirbc_op_results(op) : NULL;
	return op != NULL;
}

struct mlirbc_value *bef_hlo__place_copy(struct bef_hlo__placing *place, const char *name, struct mlirbc_value *value,
	const struct mlirbc_type *to, const struct bef_hlo__side *side)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	struct mlirbc_value *const operands[] = { place->stream, value };
	struct mlirbc_op *op = put_types(place, &attrs, side, 2) ? make(place, name, operands, 2, &to, 1, &attrs) : NULL;
	return op ? mlirbc_op_results(op) : NULL;
}

/* ---- values */

static struct bef_hlo__side *side_of(const struct bef_hlo__placing *place, const struct mlirbc_value *value) { return &place->sides[value->number]; }

struct bef_hlo__caller *bef_hlo__place_caller(const struct bef_hlo__placing *place, const struct mlirbc_op *op)
{
	return op->number ? place->callers.items[op->number - 1] : NULL;
}

/* Returns the value that the argument of a region's function captures, in the function around it; NULL if it is not a capture. Streams are
 * behind the captures. */
static const struct mlirbc_value *captured(const struct bef_hlo__placing *place, const struct mlirbc_value *argument)
{
	const struct mlirbc_block *block = mlirbc_value_block(argument);
	const struct mlirbc_op *function = block && block->parent ? block->parent->parent : NULL;
	const struct bef_hlo__caller *caller = function ? bef_hlo__place_caller(place, function) : NULL;
	if (!caller || !caller->op)
		return NULL;
	const uint32_t operands = caller->operand_count, arguments = block->argument_count - caller->takes_stream;
	const struct mlirbc_attr *attr = mlirbc_op_attr(caller->op, "captures");
	const uint64_t captures = attr ? attr->u.number.words[0] - caller->passes_stream : operands - caller->first;
	const uint32_t behind = argument->index < arguments ? arguments - argument->index : 0;
	if (behind == 0 || behind > captures || behind > operands)
		return NULL;
	return mlirbc_op_operands(caller->op)[operands - behind].value;
}

const struct mlirbc_op *bef_hlo__place_constant(const struct bef_hlo__placing *place, const struct mlirbc_value *value)
{
	while (value && value->is_argument)
		value = captured(place, value);
	const struct mlirbc_op *op = value ? mlirbc_value_op(value) : NULL;
	return op && mlirbc_op_is(op, "hlo.constant") ? op : NULL;
}

/* A constant of the host that becomes one of the device; NULL: the value is no such constant. */
static struct mlirbc_value *constant(struct bef_hlo__placing *place, const struct mlirbc_value *value, const struct bef_hlo__side *side)
{
	const struct mlirbc_op *op = bef_hlo__place_constant(place, value);
	struct bef_hlo__attrs attrs = { .count = 0 };
	if (!op || !put_types(place, &attrs, side, 1))
		return NULL;
	bef_hlo__attr(&attrs, "value", mlirbc_op_attr(op, "value"));
	struct mlirbc_op *made = make(place, "hlo.device_constant", &place->stream, 1, &place->buffer, 1, &attrs);
	return made ? mlirbc_op_results(made) : NULL;
}

struct mlirbc_value *bef_hlo__place_on_device(struct bef_hlo__placing *place, struct mlirbc_value *value, const int64_t *type, size_t words)
{
	struct bef_hlo__side *side = side_of(place, value);
	if (side->device)
		return side->device;
	side->host = value;
	side->type = type;
	side->words = words;
	side->device = constant(place, value, side);
	if (!side->device && place->lower->status == BEF_OK)
		side->device = bef_hlo__place_copy(place, "hlo.device_put", value, place->buffer, side);
	return side->device;
}

bool bef_hlo__place_at_home(struct bef_hlo__placing *place, struct mlirbc_operand *operand)
{
	struct bef_hlo__side *side = side_of(place, operand->value);
	if (!side->device || side->host == operand->value)
		return true;
	if (!side->host)
		side->host = bef_hlo__place_copy(place, "hlo.device_get", side->device, place->lower->tensor, side);
	if (side->host)
		mlirbc_operand_set(operand, side->host);
	return side->host != NULL;
}

static bool bring_home(struct bef_hlo__placing *place, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!bef_hlo__place_at_home(place, &mlirbc_op_operands(op)[i]))
			return false;
	}
	return true;
}

/* ---- operations */

/* The words of the type that begins there. */
static size_t type_words(const int64_t *type) { return 2 + (size_t)type[1]; }

/* The words of an operation's types stay: values refer to them. */
static const int64_t *keep_words(struct bef_hlo__placing *place, const int64_t *words, size_t count)
{
	int64_t *kept = bef_hlo__room(place->lower, count, sizeof *kept);
	if (kept)
		memcpy(kept, words, count * sizeof *kept);
	return kept;
}

/* The operand is one number that the host has: the kernel gets it with the launch. */
static bool is_value(const struct bef_hlo__placing *place, const struct mlirbc_value *value, const int64_t *type)
{
	for (int64_t d = 0; d < type[1]; d++) {
		if (type[2 + d] != 1)
			return false;
	}
	return !side_of(place, value)->device && !bef_hlo__place_constant(place, value);
}

/* *values: numbers of operands, behind the stream, that stay on the host. */
static bool find_operands(struct bef_hlo__placing *place, const struct mlirbc_op *op, const struct bef_hlo__placed *how,
	const int64_t *types, struct mlirbc_value **out, int64_t *values, size_t *value_count)
{
	*out++ = place->stream;
	for (uint32_t i = 0; i < op->operand_count; i++, types += type_words(types)) {
		struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		if (i >= how->values && *value_count < MOST_VALUES && i + 1 < MOST_VALUES && is_value(place, value, types)) {
			values[(*value_count)++] = i + 1;
			*out++ = value;
			continue;
		}
		*out = bef_hlo__place_on_device(place, value, types, type_words(types));
		if (!*out++)
			return false;
	}
	return true;
}

static void set_results(struct bef_hlo__placing *place, const struct mlirbc_op *op, struct mlirbc_op *made, const int64_t *types)
{
	for (uint32_t i = 0; i < op->operand_count; i++)
		types += type_words(types);
	for (uint32_t i = 0; i < op->result_count; i++, types += type_words(types))
		*side_of(place, &mlirbc_op_results(op)[i]) =
			(struct bef_hlo__side){ .device = &mlirbc_op_results(made)[i], .type = types, .words = type_words(types) };
}

bool bef_hlo__place_attributes(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *besides, struct bef_hlo__attrs *attrs)
{
	const struct mlirbc_attr *all = mlirbc_op_attributes(op);
	for (size_t i = 0; all && i < all->u.dictionary.count; i++) {
		const struct mlirbc_named_attr *attr = &all->u.dictionary.data[i];
		char *name = bef_hlo__scratch(lower, attr->name->size + 1, 1);
		if (!name)
			return false;
		memcpy(name, attr->name->data, attr->name->size);
		if (strcmp(name, "types") != 0 && (!besides || strcmp(name, besides) != 0))
			bef_hlo__attr(attrs, name, attr->value);
	}
	return true;
}

/* Replaces the operation by one of the device. */
static bool move(struct bef_hlo__placing *place, struct mlirbc_op *op, const struct bef_hlo__placed *how)
{
	struct bef_hlo__lower *lower = place->lower;
	struct bef_hlo__attrs attrs = { .count = 0 };
	int64_t values[MOST_VALUES];
	size_t value_count = 0;
	struct mlirbc_value **operands = bef_hlo__scratch(lower, op->operand_count + 1u, sizeof *operands);
	const struct mlirbc_type **results = bef_hlo__scratch(lower, op->result_count, sizeof *results);
	int64_t *all = bef_hlo__scratch(lower, how->word_count + 2, sizeof *all);
	const int64_t *types = keep_words(place, how->words, how->word_count);
	if (!operands || !results || !all || !types || !bef_hlo__place_stream(place) ||
		!find_operands(place, op, how, types, operands, values, &value_count))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++)
		results[i] = place->buffer;
	memcpy(all, token, sizeof token);
	memcpy(all + 2, types, how->word_count * sizeof *all);
	bef_hlo__attr_ints(lower, &attrs, "types", all, how->word_count + 2);
	if (how->values != UINT32_MAX)
		bef_hlo__attr_ints(lower, &attrs, "by_value", values, value_count);
	if (!bef_hlo__place_attributes(lower, op, "functions", &attrs)) /* bodies are expressions */
		return false;
	struct mlirbc_op *made = make(place, how->name, operands, op->operand_count + 1u, results, op->result_count, &attrs);
	if (made)
		set_results(place, op, made, types);
	return made != NULL;
}

/* A reshape of a value on the device is the same buffer. Returns false if it is no such reshape. */
static bool is_same_buffer(struct bef_hlo__placing *place, const struct mlirbc_op *op)
{
	struct bef_hlo__placed how;
	if (!mlirbc_op_is(op, "hlo.reshape") || op->operand_count != 1 || !bef_hlo__read_types(op, &how))
		return false;
	const struct bef_hlo__side *from = side_of(place, mlirbc_op_operands(op)[0].value);
	const size_t first = type_words(how.words), words = how.word_count - first;
	const int64_t *type = from->device ? keep_words(place, how.words + first, words) : NULL;
	if (!type)
		return false;
	*side_of(place, mlirbc_op_results(op)) = (struct bef_hlo__side){ .device = from->device, .type = type, .words = words };
	return true;
}

/* ---- functions */

static enum bef_hlo__fit fit_of(const struct bef_hlo__placed *how)
{
	return bef_hlo__is_index_work(how) ? BEF_HLO__INDEXES : how->moves ? BEF_HLO__MOVES : BEF_HLO__COMPUTES;
}

enum bef_hlo__fit bef_hlo__place_fit(const struct bef_hlo__placing *place, const struct mlirbc_op *op)
{
	struct bef_hlo__placed how;
	const size_t mark = place->lower->scratch_used;
	const bool fits = bef_hlo__for_device(place->lower, op, &how);
	place->lower->scratch_used = mark;
	return fits ? fit_of(&how) : BEF_HLO__STAYS;
}

/* Whether the operation is for the device, and its operands are on the right side for it. An element of a constant, which the host finds
 * at once, stays there. */
static bool goes_to_device(struct bef_hlo__placing *place, const struct mlirbc_op *op, struct bef_hlo__placed *how)
{
	const uint32_t arrays = mlirbc_op_is(op, "hlo.concatenate") ? op->operand_count : 1;
	bool there = false, constant_there = false, only_there = false;
	if (!bef_hlo__for_device(place->lower, op, how))
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct bef_hlo__side *side = side_of(place, value);
		only_there |= side->device && !side->host;
		there |= i < arrays && side->device && !bef_hlo__place_constant(place, value);
		constant_there |= arrays == 1 && i == 0 && bef_hlo__place_constant(place, value);
	}
	switch (fit_of(how)) {
	case BEF_HLO__INDEXES: return only_there;
	case BEF_HLO__MOVES: return there || (constant_there && (only_there || !bef_hlo__makes_index(how)));
	default: return true;
	}
}

/* The operation stays on the host. `caller`: of the function. */
static bool stay(struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, struct mlirbc_op *op, struct bef_hlo__row *out_moved)
{
	struct bef_hlo__caller *loop = bef_hlo__place_caller(place, op);
	if (loop && loop->wanted)
		return bef_hlo__place_region(place, loop) && bef_hlo__push(place->lower, out_moved, op);
	if (caller && caller->wanted && mlirbc_op_is(op, "tfrt.return"))
		return bef_hlo__place_return(place, caller, op);
	return bring_home(place, op);
}

/* Visits the operations in order; `out_moved` gets those that are replaced. */
static bool visit(struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, struct bef_hlo__row *out_moved)
{
	struct bef_hlo__lower *lower = place->lower;
	struct bef_hlo__placed how;
	for (struct mlirbc_op *op = place->block->first, *next; op; op = next) {
		const size_t mark = lower->scratch_used;
		bool good;
		next = op->next;
		lower->op = op;
		lower->builder.block = place->block;
		lower->builder.before = op;
		if (is_same_buffer(place, op))
			good = bef_hlo__push(lower, out_moved, op);
		else if (goes_to_device(place, op, &how))
			good = move(place, op, &how) && bef_hlo__push(lower, out_moved, op);
		else
			good = stay(place, caller, op, out_moved);
		lower->scratch_used = mark;
		if (!good)
			return false;
	}
	return true;
}

static bool is_used(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (mlirbc_op_results(op)[i].first_use)
			return true;
	}
	return false;
}

/* Whether nothing uses the operation, which has no effect but its results. */
static bool is_dead(const struct mlirbc_op *op)
{
	static const char *const names[] = { "hlo.constant", "hlo.device_constant", "hlo.device_loop_fusion", "hlo.device_put" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (mlirbc_op_is(op, names[i]))
			return !is_used(op);
	}
	return false;
}

/* Erases what was replaced, and constants and copies that nothing uses any more: views of views do not use these. */
static bool erase(struct bef_hlo__placing *place, const struct bef_hlo__row *moved)
{
	struct bef_hlo__lower *lower = place->lower;
	for (size_t i = moved->count; i-- > 0;) {
		if (!bef_hlo__ok(lower, mlirbc_op_erase(moved->items[i]), NULL))
			return false;
	}
	for (struct mlirbc_op *op = place->block->last, *prev; op; op = prev) {
		prev = op->prev;
		if (is_dead(op) && !bef_hlo__ok(lower, mlirbc_op_erase(op), NULL))
			return false;
	}
	return true;
}

static bool place_function(struct bef_hlo__lower *lower, struct mlirbc_op *function, struct bef_hlo__placing *place)
{
	struct bef_hlo__caller *caller = bef_hlo__place_caller(place, function);
	struct bef_hlo__row moved = { NULL, 0, 0 };
	uint32_t count = 0;
	if (function->region_count != 1 || mlirbc_op_regions(function)->block_count != 1)
		return true;
	place->block = mlirbc_op_regions(function)->first;
	place->stream = NULL;
	if (caller && caller->wanted && !bef_hlo__place_parameters(place, caller))
		return false;
	for (uint32_t i = 0; i < place->block->argument_count; i++)
		place->block->arguments[i].number = count++;
	for (struct mlirbc_op *op = place->block->first; op; op = op->next) {
		for (uint32_t i = 0; i < op->result_count; i++)
			mlirbc_op_results(op)[i].number = count++;
	}
	place->sides = bef_hlo__room(lower, count + 1u, sizeof *place->sides);
	if (!place->sides || (caller && caller->wanted && !bef_hlo__place_arguments(place, caller)))
		return false;
	return visit(place, caller, &moved) && erase(place, &moved);
}

static bool is_branch(const struct mlirbc_op *op)
{
	return op->operand_count > 0 && (mlirbc_op_is(op, "hlo.if") || mlirbc_op_is(op, "hlo.case"));
}

/* The function belongs to a region of the operation, which is in a function of the same block. */
static bool note_function(struct bef_hlo__placing *place, struct mlirbc_op *op, const struct mlirbc_attr *symbol)
{
	const struct mlirbc_op *around = op->parent->parent ? op->parent->parent->parent : NULL;
	struct mlirbc_op *function = NULL;
	if (around && around->parent && symbol && symbol->kind == MLIRBC_ATTR_SYMBOL && symbol->u.symbol.count == 0)
		function = mlirbc_block_symbol(around->parent, symbol->u.symbol.root);
	if (!function)
		return true;
	if (function->number) { /* of two operations */
		bef_hlo__place_caller(place, function)->op = NULL;
		return true;
	}
	struct bef_hlo__caller *caller = bef_hlo__room(place->lower, 1, sizeof *caller);
	if (!caller)
		return false;
	const bool branches = is_branch(op);
	*caller = (struct bef_hlo__caller){ .op = op, .function = function, .operand_count = op->operand_count, .first = branches };
	function->number = (uint32_t)place->callers.count + 1;
	if (op->number)
		caller->next = bef_hlo__place_caller(place, op);
	if (branches || mlirbc_op_is(op, "hlo.while_condition"))
		op->number = function->number;
	return bef_hlo__push(place->lower, &place->callers, caller);
}

/* Functions of regions of an operation that may have captures, and of branches. */
static bool note_functions(struct bef_hlo__placing *place, struct mlirbc_op *op)
{
	static const char *const names[] = { "body", "cond", "branches", "functions", "true_branch", "false_branch" };
	const struct mlirbc_attr *captures = mlirbc_op_attr(op, "captures");
	if (!is_branch(op) && (!captures || captures->kind != MLIRBC_ATTR_INTEGER))
		return true;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct mlirbc_attr *attr = mlirbc_op_attr(op, names[i]);
		const bool many = attr && attr->kind == MLIRBC_ATTR_ARRAY;
		for (size_t k = 0; k < (many ? attr->u.array.count : 1); k++) {
			if (!note_function(place, op, many ? attr->u.array.data[k] : attr))
				return false;
		}
	}
	return true;
}

/* Calls `act` for each operation of the program, until it returns false. */
static bool each_op(struct bef_hlo__placing *place, bool (*act)(struct bef_hlo__placing *place, struct mlirbc_op *op))
{
	for (struct mlirbc_op *root = place->lower->builder.module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
			if (!act(place, op))
				return false;
		}
	}
	return true;
}

static bool forget_number(struct bef_hlo__placing *place, struct mlirbc_op *op)
{
	(void)place;
	op->number = 0;
	return true;
}

static bool place_op(struct bef_hlo__placing *place, struct mlirbc_op *op)
{
	return !mlirbc_op_is(op, "func.func") || place_function(place->lower, op, place);
}

bool bef_hlo__place(struct bef_hlo__lower *lower)
{
	struct bef_hlo__placing place = { .lower = lower, .buffer = bef_hlo__dialect_type(lower, "tfrt_gpu", "buffer"),
		.stream_type = bef_hlo__dialect_type(lower, "tfrt_gpu", "stream") };
	if (!place.buffer || !place.stream_type)
		return bef_hlo__no_memory(lower);
	return each_op(&place, forget_number) && each_op(&place, note_functions) && bef_hlo__place_regions(&place) &&
	       each_op(&place, place_op);
}
