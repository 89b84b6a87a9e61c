/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "code/registers.h"

#if HLO_CODE

#include <string.h>

/* ---- values */

/* Values of an expression whose first step has the number `first`. */
static uint32_t number_of(const struct hlo_expr *expr, uint32_t value, uint32_t first)
{
	return value < expr->argument_count ? value : value - expr->argument_count + first;
}

static void add_steps(struct hlo_code_program *p, const struct hlo_expr *expr, uint32_t first)
{
	for (uint32_t i = 0; i < expr->step_count; i++) {
		struct hlo_code_value *value = &p->values[first + i];
		value->step = &expr->steps[i];
		value->dtype = expr->dtypes[expr->argument_count + i];
		value->operand_count = (uint8_t)value->step->of->primitive.operand_count;
		for (uint32_t k = 0; k < hlo_code_operands(value); k++)
			value->operands[k] = number_of(expr, value->step->operands[k], first);
		if (hlo_is_block_step(value->step->opcode)) {
			value->first = first + value->step->first;
			value->second = first + value->step->second;
		}
	}
}

static bool ends_loop(const struct hlo_code_program *p, uint32_t value)
{
	const struct hlo_code_value *end = &p->values[value];
	return end->step && end->step->opcode == HLO_STEP_END && p->values[end->first].step->opcode == HLO_STEP_LOOP;
}

static void mark_needed(struct hlo_code_program *p)
{
	p->values[p->test].needed = true;
	for (uint32_t i = 0; i < p->carried; i++)
		p->values[p->results[i]].needed = true;
	for (uint32_t i = p->count; i-- > 0;) {
		struct hlo_code_value *value = &p->values[i];
		value->needed = value->needed || (value->step && (value->step->opcode == HLO_STEP_STORE || value->step->opcode == HLO_STEP_SET ||
								 hlo_is_block_step(value->step->opcode)));
		for (uint32_t k = 0; p->values[i].needed && k < hlo_code_operands(&p->values[i]); k++)
			p->values[p->values[i].operands[k]].needed = true;
	}
}

/* ---- uses */

/* Calls `use` for each use in the order of positions: operands of steps, the test, the results. */
typedef void use_fn(struct hlo_code_program *p, uint32_t value, uint32_t position);

/* The next iteration of a loop uses what this one does: values from before it are used at its end too. */
static void use_again(struct hlo_code_program *p, uint32_t end, use_fn *use)
{
	const uint32_t loop = p->values[end].first;
	for (uint32_t i = loop; i < end; i++) {
		for (uint32_t k = 0; p->values[i].needed && k < hlo_code_operands(&p->values[i]); k++) {
			if (p->values[i].operands[k] < loop)
				use(p, p->values[i].operands[k], end);
		}
	}
}

/* Uses at the ends of loops, at most. */
static size_t count_again(const struct hlo_code_program *p)
{
	size_t count = 0;
	for (uint32_t i = p->arguments; i < p->count; i++)
		count += ends_loop(p, i) ? 3 * (size_t)(i - p->values[i].first) : 0;
	return count;
}

/* If the test ends the loop, arguments that are only in registers are stored. */
static void use_in_test(struct hlo_code_program *p, use_fn *use)
{
	use(p, p->test, p->body_first);
	for (uint32_t k = 0; k < p->kept_count; k++)
		use(p, p->kept[k], p->body_first);
}

static void each_use(struct hlo_code_program *p, use_fn *use)
{
	for (uint32_t i = p->arguments; i < p->count; i++) {
		if (i == p->body_first)
			use_in_test(p, use);
		for (uint32_t k = 0; p->values[i].needed && k < hlo_code_operands(&p->values[i]); k++)
			use(p, p->values[i].operands[k], i);
		if (ends_loop(p, i))
			use_again(p, i, use);
	}
	if (p->body_first == p->count)
		use_in_test(p, use);
	for (uint32_t i = 0; i < p->carried; i++) {
		if (p->results[i] != HLO_CODE_NEVER)
			use(p, p->results[i], p->count);
	}
	for (uint32_t i = 0; i < p->pack_result_count; i++)
		use(p, p->pack_results[i].value, p->count);
}

/* At most. */
static size_t count_uses(const struct hlo_code_program *p)
{
	size_t count = (size_t)1 + p->kept_count + p->carried + p->pack_result_count + count_again(p);
	for (uint32_t i = p->arguments; i < p->count; i++)
		count += hlo_code_operands(&p->values[i]);
	return count;
}

static void count_use(struct hlo_code_program *p, uint32_t value, uint32_t position)
{
	(void)position;
	p->values[value].uses++;
}

static void note_use(struct hlo_code_program *p, uint32_t value, uint32_t position)
{
	struct hlo_code_value *v = &p->values[value];
	p->uses[v->first_use + v->uses++] = position;
}

static void find_uses(struct hlo_code_program *p)
{
	uint32_t at = 0;
	each_use(p, count_use);
	for (uint32_t i = 0; i < p->count; i++) {
		p->values[i].first_use = at;
		at += p->values[i].uses;
		p->values[i].uses = 0;
	}
	each_use(p, note_use);
}

/* Positions are asked for in ascending order mostly, but a search is simpler than a cursor that must be right. */
uint32_t kernels_hlo__code_next_use(const struct hlo_code_program *p, uint32_t value, uint32_t position)
{
	const uint32_t *uses = p->uses + p->values[value].first_use;
	uint32_t first = 0, last = p->values[value].uses;
	while (first < last) {
		const uint32_t middle = (first + last) / 2;
		if (uses[middle] < position)
			first = middle + 1;
		else
			last = middle;
	}
	return first < p->values[value].uses ? uses[first] : HLO_CODE_NEVER;
}

/* ---- arguments in registers */

static bool can_keep(const struct hlo_code_program *p, uint32_t argument)
{
	const uint32_t result = p->results[argument];
	const enum kernels_dtype dtype = p->values[argument].dtype;
	return result != HLO_CODE_NEVER && result >= p->arguments && !p->body->arrays[argument] && !(p->homes && p->homes[argument]) &&
	       kernels_hlo__code_has_register(dtype) && dtype != KERNELS_I1;
}

static void find_kept(struct hlo_code_program *p)
{
	for (uint32_t i = 0; i < p->carried && p->kept_count < HLO_CODE_KEPT; i++)
		if (can_keep(p, i))
			p->kept[p->kept_count++] = i;
}

/* ---- all */

bool kernels_hlo__code_program_init(struct hlo_code_program *p, const struct hlo_expr *condition, const struct hlo_expr *body,
	uint32_t carried, const struct async_allocator *allocator)
{
	const uint32_t arguments = body->argument_count, body_first = arguments + condition->step_count;
	const uint32_t count = body_first + body->step_count;
	const size_t size = count * sizeof(struct hlo_code_value) + carried * sizeof(uint32_t) + 1;
	char *block = async_alloc(allocator, size, 16);
	*p = (struct hlo_code_program){ .condition = condition, .body = body, .arguments = arguments, .carried = carried,
		.body_first = body_first, .count = count, .block_size = size, .allocator = allocator };
	if (!block)
		return false;
	memset(block, 0, size);
	p->values = (struct hlo_code_value *)(void *)block;
	p->results = (uint32_t *)(void *)(block + count * sizeof(struct hlo_code_value));
	for (uint32_t i = 0; i < arguments; i++)
		p->values[i].dtype = body->dtypes[i];
	add_steps(p, condition, arguments);
	add_steps(p, body, body_first);
	p->test = number_of(condition, condition->results[0], arguments);
	for (uint32_t i = 0; i < carried; i++)
		p->results[i] = number_of(body, body->results[i], body_first);
	mark_needed(p);
	kernels_hlo__code_pack(p);
	find_kept(p);
	p->uses_size = count_uses(p) * sizeof(uint32_t);
	p->uses = async_alloc(allocator, p->uses_size, _Alignof(uint32_t));
	if (!p->uses) /* the caller finishes it */
		return false;
	find_uses(p);
	return true;
}

void kernels_hlo__code_program_finish(struct hlo_code_program *p)
{
	if (p->uses)
		async_free(p->allocator, p->uses, p->uses_size, _Alignof(uint32_t));
	if (p->values)
		async_free(p->allocator, p->values, p->block_size, 16);
}

#else
typedef int kernels_hlo__code_loop_values_is_empty; /* ISO C forbids an empty translation unit */
#endif
