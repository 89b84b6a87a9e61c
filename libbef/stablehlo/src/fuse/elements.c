/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fuse/elements.h"
#include "fuse/fuse.h"

#include <string.h>

enum { MOST_VISITED = 100000 }; /* operations: bodies of reductions are visited for each element, those inside them more often */

/* A step that was written: its text has the number. Equal steps are written once. */
struct bef_hlo__written {
	uint64_t hash;
	size_t at, size; /* in the text */
	uint32_t number; /* 0: free, since steps follow arguments or other steps; else 1 + the number */
};

bool bef_hlo__is_small(const struct mlirbc_type *type)
{
	uint64_t count;
	return bef_hlo__is_tensor(type) && !bef_hlo__is_quantized(type) && type->u.shaped.rank <= HLO_MOST_RANK &&
	       bef_hlo__dtype_name(bef_hlo__element(type)) && mlirbc_type_elements(type, &count) && count > 0 &&
	       count <= BEF_HLO__MOST_ELEMENTS;
}

uint32_t bef_hlo__small_count(const struct mlirbc_value *value)
{
	uint64_t count = 0;
	return bef_hlo__is_small(value->type) && mlirbc_type_elements(value->type, &count) ? (uint32_t)count : 0;
}

static uint32_t count_of(const struct mlirbc_value *value)
{
	uint64_t count = 0;
	return mlirbc_type_elements(value->type, &count) ? (uint32_t)count : 0;
}

void bef_hlo__unravel(const struct mlirbc_type *type, int64_t position, int64_t *index)
{
	for (size_t i = type->u.shaped.rank; i-- > 0;) {
		index[i] = position % type->u.shaped.dims[i];
		position /= type->u.shaped.dims[i];
	}
}

int64_t bef_hlo__ravel(const struct mlirbc_type *type, const int64_t *index)
{
	int64_t position = 0;
	for (size_t i = 0; i < type->u.shaped.rank; i++)
		position = position * type->u.shaped.dims[i] + index[i];
	return position;
}

/* ---- values */

const uint32_t *bef_hlo__elements_of(struct bef_hlo__elements *e, const struct mlirbc_value *value)
{
	e->fits = e->fits && bef_hlo__is_small(value->type) && bef_hlo__expression_defines(&e->text, value) &&
		  !(e->text.lower->steps[value->number].index & BEF_HLO__IS_ARRAY);
	return e->fits ? &e->numbers[e->text.lower->steps[value->number].index] : NULL;
}

uint32_t *bef_hlo__elements_define(struct bef_hlo__elements *e, const struct mlirbc_value *value)
{
	e->fits = e->fits && bef_hlo__is_small(value->type);
	if (!e->fits)
		return NULL;
	const uint32_t count = count_of(value);
	if (e->room - e->count < count) {
		const uint32_t room = 2 * e->room + 1024;
		uint32_t *numbers = bef_hlo__room(e->text.lower, room, sizeof *numbers);
		e->fits = numbers != NULL;
		if (!numbers)
			return NULL;
		if (e->count)
			memcpy(numbers, e->numbers, e->count * sizeof *numbers);
		e->numbers = numbers;
		e->room = room;
	}
	bef_hlo__expression_define(&e->text, value, e->count);
	e->count += count;
	return &e->numbers[e->count - count];
}

void bef_hlo__elements_alias(struct bef_hlo__elements *e, const struct mlirbc_value *value, uint32_t index)
{
	bef_hlo__expression_define(&e->text, value, index);
}

/* ---- steps */

static bool grow(struct bef_hlo__elements *e)
{
	const uint32_t room = e->written_room ? 2 * e->written_room : 256;
	struct bef_hlo__written *written = bef_hlo__room(e->text.lower, room, sizeof *written);
	if (!written)
		return false;
	for (uint32_t i = 0; i < e->written_room; i++) {
		uint32_t at = (uint32_t)e->written[i].hash & (room - 1);
		while (e->written[i].number && written[at].number)
			at = (at + 1) & (room - 1);
		if (e->written[i].number)
			written[at] = e->written[i];
	}
	e->written = written;
	e->written_room = room;
	return true;
}

/* The number of the step whose text begins at `from`. The text is removed if an earlier step has the same. */
static uint32_t finish(struct bef_hlo__elements *e, size_t from)
{
	struct bef_hlo__expression *text = &e->text;
	e->fits = e->fits && text->ok && (2 * e->written_count < e->written_room || grow(e)) && text->next < HLO_EXPR_SLOTS;
	if (!e->fits)
		return 0;
	const size_t size = text->size - from;
	uint64_t hash = UINT64_C(14695981039346656037);
	for (size_t i = from; i < text->size; i++)
		hash = (hash ^ (uint8_t)text->text[i]) * UINT64_C(1099511628211);
	hash ^= hash >> 29;
	uint32_t at = (uint32_t)hash & (e->written_room - 1);
	for (; e->written[at].number; at = (at + 1) & (e->written_room - 1)) {
		const struct bef_hlo__written *known = &e->written[at];
		if (known->hash != hash || known->size != size || memcmp(text->text + known->at, text->text + from, size) != 0)
			continue;
		if (!bef_hlo__elements_is_closed(e, known->number - 1)) {
			text->size = from;
			return known->number - 1;
		}
		e->written[at].number = text->next + 1; /* again, since the block of the first is complete */
		e->steps++;
		return text->next++;
	}
	e->written[at] = (struct bef_hlo__written){ hash, from, size, text->next + 1 };
	e->written_count++;
	e->steps++;
	return text->next++;
}

uint32_t bef_hlo__elements_step(
	struct bef_hlo__elements *e, const char *name, const uint32_t *operands, size_t count, const struct mlirbc_type *type)
{
	const size_t from = e->text.size;
	uint32_t folded;
	if (!e->fits || !bef_hlo__expression_put_named(&e->text, name, operands, count, type))
		return 0;
	return bef_hlo__elements_fold(e, from, type, &folded) ? folded : finish(e, from);
}

uint32_t bef_hlo__elements_access_step(
	struct bef_hlo__elements *e, const char *name, const uint32_t *operands, size_t count, const struct mlirbc_type *type)
{
	e->fits = e->fits && e->text.next < HLO_EXPR_SLOTS && bef_hlo__expression_put_named(&e->text, name, operands, count, type);
	e->steps++;
	e->accesses++;
	return e->fits ? e->text.next++ : 0;
}

uint32_t bef_hlo__elements_constant(struct bef_hlo__elements *e, const uint8_t *bytes, const struct mlirbc_type *type)
{
	const size_t from = e->text.size;
	if (!e->fits || !bef_hlo__expression_put_constant(&e->text, bytes, type))
		return 0;
	const uint32_t number = finish(e, from);
	bef_hlo__elements_know(e, number, bytes, type);
	return number;
}

uint32_t bef_hlo__elements_number(struct bef_hlo__elements *e, double number, const struct mlirbc_type *type)
{
	const struct mlirbc_type *element = bef_hlo__element(type);
	uint8_t bytes[8];
	e->fits = e->fits && element->kind != MLIRBC_TYPE_COMPLEX && bef_hlo__encode(number, element, bytes);
	return bef_hlo__elements_constant(e, bytes, type);
}

/* ---- operations */

/* One step per element. Operands of one element are repeated, as the predicate of select. */
static bool is_step(const struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const struct bef_hlo__lower *lower = e->text.lower;
	if (!bef_hlo__is_element_step(lower, op) || !bef_hlo__has_short_numbers(lower, op) || op->operand_count > 3)
		return false;
	const uint32_t count = count_of(mlirbc_op_results(op));
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *operand = mlirbc_op_operands(op)[i].value;
		const uint32_t n = bef_hlo__is_small(operand->type) ? count_of(operand) : 0;
		if (n == 0 || (n != count && n != 1) || (bef_hlo__element(operand->type)->kind == MLIRBC_TYPE_COMPLEX &&
								bef_hlo__is(lower, op, MLIRBC_STABLEHLO_bitcast_convert)))
			return false;
	}
	return true;
}

static void put_steps(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const struct mlirbc_value *result = mlirbc_op_results(op);
	const struct hlo_step *step = bef_hlo__step(e->text.lower, op);
	const bool divides = bef_hlo__is(e->text.lower, op, MLIRBC_STABLEHLO_divide) || bef_hlo__is(e->text.lower, op, MLIRBC_STABLEHLO_sqrt);
	const uint32_t first = e->steps, functions = e->functions;
	uint32_t *out = bef_hlo__elements_define(e, result);
	for (uint32_t i = 0; out && i < count_of(result); i++) {
		const size_t from = e->text.size;
		const uint32_t before = e->steps;
		uint32_t operands[3];
		for (uint32_t k = 0; k < op->operand_count; k++) {
			const struct mlirbc_value *operand = mlirbc_op_operands(op)[k].value;
			const uint32_t *numbers = bef_hlo__elements_of(e, operand);
			if (!numbers)
				return;
			operands[k] = numbers[count_of(operand) == 1 ? 0 : i];
		}
		uint32_t number = 0;
		if (bef_hlo__expression_put_step(&e->text, op, operands) && !bef_hlo__elements_fold(e, from, result->type, &number))
			number = finish(e, from);
		out[i] = number;
		e->functions += step->flags & HLO_FUNCTION ? e->steps - before : 0;
		e->divisions += divides ? e->steps - before : 0;
	}
	const struct mlirbc_type *type = op->operand_count > 0 ? mlirbc_op_operands(op)[op->operand_count - 1].value->type : result->type;
	const uint32_t packed = e->packed;
	bef_hlo__elements_note_packs(e, type, out ? count_of(result) : 0, first);
	e->packed_functions += e->packed > packed ? e->functions - functions : 0;
}

static void put_constant(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const struct mlirbc_value *result = mlirbc_op_results(op);
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	const size_t size = bef_hlo__element_size(bef_hlo__element(result->type));
	const uint32_t count = bef_hlo__is_small(result->type) ? count_of(result) : 0;
	e->fits = e->fits && value && value->kind == MLIRBC_ATTR_DENSE && count && size &&
		  value->u.dense.size == (value->u.dense.splat ? size : count * size);
	uint32_t *out = bef_hlo__elements_define(e, result);
	for (uint32_t i = 0; out && i < count; i++) {
		const uint32_t number =
			bef_hlo__elements_constant(e, value->u.dense.data + (value->u.dense.splat ? 0 : i * size), result->type);
		out[i] = number;
	}
}

/* One operation. */
static void elements_op(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	e->fits = e->fits && ++e->visited <= MOST_VISITED;
	if (!e->fits)
		return;
	if (bef_hlo__is(e->text.lower, op, MLIRBC_STABLEHLO_constant) && op->result_count == 1)
		put_constant(e, op);
	else if (is_step(e, op))
		put_steps(e, op);
	else if (!bef_hlo__elements_access(e, op) && !bef_hlo__elements_move(e, op) && !bef_hlo__elements_combine(e, op) &&
		!bef_hlo__elements_index(e, op) && !bef_hlo__elements_loop(e, op) && !bef_hlo__elements_branch(e, op) &&
		!bef_hlo__elements_call(e, op) && !bef_hlo__elements_solver(e, op))
		e->fits = false;
}

void bef_hlo__elements_block(struct bef_hlo__elements *e, const struct mlirbc_block *block)
{
	for (const struct mlirbc_op *op = block->first; op && op->next && e->fits; op = op->next)
		elements_op(e, op);
}

/* ---- arguments, returned values */

void *bef_hlo__elements_grow(struct bef_hlo__elements *e, const void *list, size_t size, uint32_t *room, uint32_t wanted)
{
	void *grown = bef_hlo__room(e->text.lower, wanted, size);
	e->fits = e->fits && grown;
	if (!grown)
		return NULL;
	if (*room)
		memcpy(grown, list, *room * size);
	*room = wanted;
	return grown;
}

void bef_hlo__elements_begin(struct bef_hlo__lower *lower, struct bef_hlo__elements *out)
{
	*out = (struct bef_hlo__elements){ .fits = true };
	bef_hlo__expression_begin(lower, true, &out->text);
}

void bef_hlo__elements_argument(struct bef_hlo__elements *e, const struct mlirbc_value *value, bool is_array)
{
	if (is_array) {
		bef_hlo__elements_array(e, value);
		return;
	}
	uint32_t *out = bef_hlo__elements_define(e, value);
	for (uint32_t i = 0; out && i < count_of(value); i++) {
		out[i] = e->text.next;
		e->fits = e->fits && bef_hlo__expression_argument_of(&e->text, value->type) && e->text.next <= HLO_EXPR_ARGUMENTS;
	}
}

void bef_hlo__elements_unnamed(struct bef_hlo__elements *e, const struct mlirbc_type *type)
{
	uint64_t count = 0;
	e->fits = e->fits && bef_hlo__is_small(type) && mlirbc_type_elements(type, &count);
	for (uint64_t i = 0; i < count; i++)
		e->fits = e->fits && bef_hlo__expression_argument_of(&e->text, type) && e->text.next <= HLO_EXPR_ARGUMENTS;
}

void bef_hlo__elements_end_arguments(struct bef_hlo__elements *e)
{
	e->arguments = e->text.next;
	bef_hlo__expression_end_arguments(&e->text);
}

void bef_hlo__elements_begin_return(struct bef_hlo__elements *e) { bef_hlo__expression_begin_return(&e->text); }

void bef_hlo__elements_return(struct bef_hlo__elements *e, const struct mlirbc_value *value, const struct mlirbc_value *argument)
{
	if (e->fits && bef_hlo__expression_defines(&e->text, value) && (e->text.lower->steps[value->number].index & BEF_HLO__IS_ARRAY)) {
		bef_hlo__elements_return_array(e, value, argument);
		return;
	}
	/* an array that the loop carries in memory cannot become elements */
	e->fits = e->fits && !(argument && bef_hlo__expression_defines(&e->text, argument) &&
				     (e->text.lower->steps[argument->number].index & BEF_HLO__IS_ARRAY));
	const uint32_t *numbers = bef_hlo__elements_of(e, value);
	for (uint32_t i = 0; numbers && i < count_of(value); i++)
		bef_hlo__expression_put_number(&e->text, numbers[i]);
}
