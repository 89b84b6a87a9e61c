/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops and branches whose values place_wanted.c has chosen: they pass their stream to the function, so all commands have one order. An
 * iteration whose carried values are on the device ends with hlo.device_wait: otherwise the host would add commands without a limit. */
#include "emit/place.h"

#include <mlirbc/rewrite.h>
#include <string.h>

static struct mlirbc_block *body_of(const struct bef_hlo__caller *caller) { return mlirbc_op_regions(caller->function)->first; }

/* Whether result i of the operation is on the device. */
static bool wants_result(const struct bef_hlo__caller *caller, uint32_t i) { return caller->wanted[caller->operand_count + i]; }

/* ---- the operation */

/* The words of operands and of the results, with the stream between them. */
static const int64_t *types_with_stream(struct bef_hlo__placing *place, const struct mlirbc_op *op, const struct bef_hlo__placed *types)
{
	int64_t *words = bef_hlo__room(place->lower, types->word_count + 2, sizeof *words);
	size_t behind = 0;
	for (uint32_t i = 0; i < op->operand_count; i++)
		behind += 2 + (size_t)types->words[behind + 1];
	if (!words)
		return NULL;
	memcpy(words, types->words, behind * sizeof *words); /* the stream is a token: two words of 0 */
	memcpy(words + behind + 2, types->words + behind, (types->word_count - behind) * sizeof *words);
	return words;
}

static bool find_operands(struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, const int64_t *words, struct mlirbc_value **out)
{
	struct mlirbc_op *op = caller->op;
	for (uint32_t i = 0; i < op->operand_count; words += 2 + words[1], i++) {
		struct mlirbc_operand *operand = &mlirbc_op_operands(op)[i];
		if (!caller->wanted[i] && !bef_hlo__place_at_home(place, operand))
			return false;
		out[i] = caller->wanted[i] ? bef_hlo__place_on_device(place, operand->value, words, 2 + (size_t)words[1]) : operand->value;
		if (!out[i])
			return false;
	}
	out[op->operand_count] = place->stream;
	return true;
}

/* `words`: the types of operands, the stream and results. */
static void set_results(
	struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, struct mlirbc_op *made, const int64_t *words)
{
	for (uint32_t i = 0; i < made->operand_count; i++)
		words += 2 + words[1];
	for (uint32_t i = 0; i < made->result_count; words += 2 + words[1], i++) {
		struct mlirbc_value *old = &mlirbc_op_results(caller->op)[i], *result = &mlirbc_op_results(made)[i];
		result->number = old->number;
		if (wants_result(caller, i))
			place->sides[old->number] = (struct bef_hlo__side){ .device = result, .type = words, .words = 2 + (size_t)words[1] };
		else
			mlirbc_value_replace(old, result);
	}
}

static struct mlirbc_op *make_region(struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, const int64_t *words, size_t word_count)
{
	struct bef_hlo__lower *lower = place->lower;
	const struct mlirbc_op *op = caller->op;
	struct bef_hlo__attrs attrs = { .count = 0 };
	struct mlirbc_value **operands = bef_hlo__scratch(lower, op->operand_count + 1u, sizeof *operands);
	const struct mlirbc_type **results = bef_hlo__scratch(lower, op->result_count + 1u, sizeof *results);
	struct mlirbc_op *made;
	if (!operands || !results || !find_operands(place, caller, words, operands) ||
		!bef_hlo__place_attributes(lower, op, "captures", &attrs))
		return NULL;
	for (uint32_t i = 0; i < op->result_count; i++)
		results[i] = wants_result(caller, i) ? place->buffer : mlirbc_op_results(op)[i].type;
	if (caller->first == 0)
		bef_hlo__attr_int(lower, &attrs, "captures", (int64_t)(op->operand_count - op->result_count + 1));
	bef_hlo__attr_ints(lower, &attrs, "types", words, word_count);
	const char *name = caller->first == 0 ? "hlo.while_condition" : mlirbc_op_is(op, "hlo.if") ? "hlo.if" : "hlo.case";
	const struct mlirbc_build_op spec = { .name = name, .operands = operands, .operand_count = op->operand_count + 1u,
		.results = results, .result_count = op->result_count, .attrs = attrs.list, .attr_count = attrs.count };
	return bef_hlo__plain_op(lower, &spec, &made) ? made : NULL;
}

bool bef_hlo__place_region(struct bef_hlo__placing *place, struct bef_hlo__caller *caller)
{
	struct bef_hlo__placed types;
	if (!bef_hlo__read_types(caller->op, &types) || !bef_hlo__place_stream(place))
		return false;
	const int64_t *words = types_with_stream(place, caller->op, &types);
	struct mlirbc_op *made = words ? make_region(place, caller, words, types.word_count + 2) : NULL;
	if (!made)
		return false;
	set_results(place, caller, made, words);
	made->number = caller->op->number;
	for (; caller; caller = caller->next) {
		caller->op = made;
		caller->passes_stream = true;
	}
	return true;
}

/* ---- its function */

static bool set_function_type(struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, const struct mlirbc_block *body)
{
	struct bef_hlo__lower *lower = place->lower;
	const uint32_t inputs = body->argument_count, results = body->last->operand_count;
	const struct mlirbc_type **types = bef_hlo__room(lower, (size_t)inputs + results + 1, sizeof *types);
	if (!types)
		return false;
	for (uint32_t i = 0; i < inputs; i++)
		types[i] = body->arguments[i].type;
	for (uint32_t i = 0; i < results; i++) {
		const struct mlirbc_type *returned = mlirbc_op_operands(body->last)[i].value->type; /* a parameter may be on the device already */
		types[inputs + i] = wants_result(caller, i) ? place->buffer : returned == place->buffer ? lower->tensor : returned;
	}
	const struct mlirbc_type *type = mlirbc_type_function(lower->context, types, inputs, types + inputs, results);
	const struct mlirbc_attr *attr = type ? mlirbc_attr_type(lower->context, type) : NULL;
	return attr ? bef_hlo__ok(lower, mlirbc_op_set_attr(caller->function, "function_type", attr), NULL) : bef_hlo__no_memory(lower);
}

bool bef_hlo__place_parameters(struct bef_hlo__placing *place, struct bef_hlo__caller *caller)
{
	struct mlirbc_block *body = body_of(caller);
	for (uint32_t i = 0; i < body->argument_count; i++) {
		if (caller->wanted[caller->first + i])
			body->arguments[i].type = place->buffer;
	}
	if (!mlirbc_block_add_arguments(place->lower->context, body, &place->stream_type, NULL, 1))
		return bef_hlo__no_memory(place->lower);
	caller->takes_stream = true;
	return set_function_type(place, caller, body);
}

/* The words of the types of the operation's operands from `skipped` on, a stream among them, and then of its results. */
static const int64_t *words_of(struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, uint32_t skipped)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(caller->op, "types");
	const int64_t *words = NULL;
	int64_t *all = bef_hlo__room(place->lower, attr->u.array.count + 1, sizeof *all);
	for (size_t i = 0; all && i < attr->u.array.count; i++)
		all[i] = (int64_t)attr->u.array.data[i]->u.number.words[0];
	for (words = all; all && skipped > 0; skipped--)
		words += 2 + words[1];
	return words;
}

bool bef_hlo__place_arguments(struct bef_hlo__placing *place, const struct bef_hlo__caller *caller)
{
	const int64_t *words = words_of(place, caller, caller->first);
	const uint32_t count = place->block->argument_count - 1;
	if (!words)
		return false;
	for (uint32_t i = 0; i < count; words += 2 + words[1], i++) {
		struct mlirbc_value *argument = &place->block->arguments[i];
		if (caller->wanted[caller->first + i])
			place->sides[argument->number] =
				(struct bef_hlo__side){ .device = argument, .type = words, .words = 2 + (size_t)words[1] };
	}
	place->stream = &place->block->arguments[count];
	return true;
}

/* The operand of the return that waits for the stream: one that the body has made. NULL: none has to. */
static struct mlirbc_operand *find_waiting(const struct bef_hlo__caller *caller, const struct mlirbc_op *op)
{
	for (uint32_t i = op->operand_count; i-- > 0;) {
		struct mlirbc_operand *operand = &mlirbc_op_operands(op)[i];
		if (caller->first == 0 && wants_result(caller, i) && !operand->value->is_argument)
			return operand;
	}
	return NULL;
}

bool bef_hlo__place_return(struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, struct mlirbc_op *op)
{
	const int64_t *words = words_of(place, caller, caller->operand_count + caller->passes_stream), *type = words;
	if (!words)
		return false;
	for (uint32_t i = 0; i < op->operand_count; type += 2 + type[1], i++) {
		struct mlirbc_operand *operand = &mlirbc_op_operands(op)[i];
		struct mlirbc_value *value;
		if (!wants_result(caller, i) && !bef_hlo__place_at_home(place, operand))
			return false;
		if (!wants_result(caller, i))
			continue;
		if (!(value = bef_hlo__place_on_device(place, operand->value, type, 2 + (size_t)type[1])))
			return false;
		mlirbc_operand_set(operand, value);
	}
	struct mlirbc_operand *waiting = find_waiting(caller, op);
	if (!waiting)
		return true;
	for (uint32_t i = 0; i < (uint32_t)(waiting - mlirbc_op_operands(op)); i++)
		words += 2 + words[1];
	const struct bef_hlo__side side = { .type = words, .words = 2 + (size_t)words[1] };
	struct mlirbc_value *value = bef_hlo__place_copy(place, "hlo.device_wait", waiting->value, place->buffer, &side);
	if (value)
		mlirbc_operand_set(waiting, value);
	return value != NULL;
}
