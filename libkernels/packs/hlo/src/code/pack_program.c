/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program with packs: arguments and condition as before, then what the results need of the body, each value after those that it
 * uses. */
#include "code/packs.h"
#include "code/registers.h"

#if HLO_CODE

#include <string.h>

/* A node is a value of the program without packs, or its count + a pack. */
struct builder {
	const struct hlo_code_packs *packs;
	const struct hlo_code_program *from;
	struct hlo_code_program *to;
	uint32_t *numbers; /* by node: in the new program; 0: it is not there yet. Of arguments and the condition the same */
	bool *extracted;   /* by value: a step outside of packs uses this element of a pack */
	struct visit { uint32_t node, next; } *stack;
	size_t block_size;
};

/* ---- what a node uses */

static uint32_t node_of(const struct builder *b, uint32_t value)
{
	const uint32_t pack = value < b->from->body_first ? 0 : b->packs->pack_of[value];
	return pack ? b->from->count + pack : value;
}

static uint32_t earlier(const struct builder *b, uint32_t access)
{
	const uint32_t before = b->packs->before[access];
	return before == HLO_CODE_NEVER ? before : node_of(b, before);
}

static const struct hlo_code_pack *pack_at(const struct builder *b, uint32_t node)
{
	return node < b->from->count ? NULL : &b->packs->list[node - b->from->count];
}

static bool has_elements(const struct hlo_code_pack *pack)
{
	return pack->form == HLO_CONSTANTS || pack->form == HLO_BUILT || pack->form == HLO_REPEATED;
}

/* The index, the value of a store, what must be before it. */
static uint32_t used_by_access(const struct builder *b, const struct hlo_code_pack *pack, uint32_t next)
{
	switch (next) {
	case 0: return node_of(b, b->from->values[pack->members[0]].operands[1]);
	case 1: return pack->form == HLO_STORED ? b->from->count + pack->operands[0] : HLO_CODE_NEVER;
	case 2: return earlier(b, pack->members[0]);
	default: return HLO_CODE_NEVER;
	}
}

/* The node that is needed as number `next`; HLO_CODE_NEVER: no more. */
static uint32_t used(const struct builder *b, uint32_t node, uint32_t next)
{
	const struct hlo_code_pack *pack = pack_at(b, node);
	if (pack && has_elements(pack))
		return next < (pack->form == HLO_REPEATED ? 1 : pack->lanes) ? node_of(b, pack->members[next]) : HLO_CODE_NEVER;
	if (pack && (pack->form == HLO_LOADED || pack->form == HLO_STORED))
		return used_by_access(b, pack, next);
	if (pack)
		return next < hlo_pack_operands(pack, b->from->values) ? b->from->count + pack->operands[next] : HLO_CODE_NEVER;
	const uint32_t count = hlo_code_operands(&b->from->values[node]);
	return next < count ? node_of(b, b->from->values[node].operands[next]) : next == count ? earlier(b, node) : HLO_CODE_NEVER;
}

/* ---- elements of packs */

static void extract(struct builder *b, uint32_t value)
{
	if (value >= b->from->body_first)
		b->extracted[value] = b->packs->pack_of[value] != 0;
}

/* ---- values */

static struct hlo_code_value *append(struct builder *b, enum kernels_dtype dtype, uint8_t form)
{
	struct hlo_code_value *value = &b->to->values[b->to->count++];
	*value = (struct hlo_code_value){ .dtype = dtype, .form = form, .needed = true };
	return value;
}

static uint32_t number_of(const struct builder *b, uint32_t value)
{
	return value < b->from->body_first ? value : b->numbers[value];
}

static void put_elements(struct builder *b, const struct hlo_code_pack *pack, uint32_t number)
{
	for (uint32_t j = 0; j < pack->lanes; j++) {
		const uint32_t member = pack->members[j];
		if (!b->extracted[member])
			continue;
		b->numbers[member] = b->to->count;
		struct hlo_code_value *element = append(b, b->from->values[member].dtype, HLO_ELEMENT);
		element->lane = (uint8_t)j;
		element->operand_count = 1;
		element->operands[0] = number;
	}
}

static void set_access(struct builder *b, const struct hlo_code_pack *pack, const struct hlo_code_value *first, struct hlo_code_value *out)
{
	out->operand_count = pack->form == HLO_STORED ? 3 : 2;
	out->operands[0] = first->operands[0];
	out->operands[1] = number_of(b, first->operands[1]);
	out->operands[2] = pack->form == HLO_STORED ? b->numbers[b->from->count + pack->operands[0]] : 0;
}

static void put_pack(struct builder *b, uint32_t node)
{
	const struct hlo_code_pack *pack = pack_at(b, node);
	const struct hlo_code_value *first = &b->from->values[pack->members[0]];
	const uint32_t number = b->to->count, packs = hlo_pack_operands(pack, b->from->values);
	struct hlo_code_value *value = append(b, first->dtype, pack->form);
	value->lanes = pack->lanes;
	value->lane = pack->shift;
	value->step = pack->form == HLO_PACKED ? first->step : NULL;
	value->operand_count = (uint8_t)(has_elements(pack) ? (pack->form == HLO_REPEATED ? 1 : pack->lanes) : packs);
	for (uint32_t k = 0; k < value->operand_count; k++)
		value->operands[k] = has_elements(pack) ? number_of(b, pack->members[k]) : b->numbers[b->from->count + pack->operands[k]];
	if (pack->form == HLO_LOADED || pack->form == HLO_STORED)
		set_access(b, pack, first, value);
	if (pack->form == HLO_ARGUMENTS)
		value->first = b->to->homes[pack->members[0]];
	b->numbers[node] = number;
	if (pack->form == HLO_PACKED || pack->form == HLO_LOADED)
		put_elements(b, pack, number);
}

static void put_single(struct builder *b, uint32_t node)
{
	b->numbers[node] = b->to->count;
	struct hlo_code_value *value = append(b, KERNELS_DTYPE_INVALID, HLO_SINGLE);
	*value = b->from->values[node];
	value->needed = true;
	value->first_use = value->uses = 0;
	for (uint32_t k = 0; k < value->operand_count; k++)
		value->operands[k] = number_of(b, value->operands[k]);
}

/* The node after all that it uses. */
static void need(struct builder *b, uint32_t node)
{
	uint32_t depth = 0;
	if (node < b->from->body_first || b->numbers[node])
		return;
	b->stack[depth++] = (struct visit){ node, 0 };
	while (depth > 0) {
		struct visit *top = &b->stack[depth - 1];
		const uint32_t next = used(b, top->node, top->next++);
		if (top->next > HLO_CODE_LANES + 1) {
			if (pack_at(b, top->node))
				put_pack(b, top->node);
			else
				put_single(b, top->node);
			depth--;
		} else if (next != HLO_CODE_NEVER && next >= b->from->body_first && !b->numbers[next]) {
			b->stack[depth++] = (struct visit){ next, 0 };
		}
	}
}

/* ---- results */

/* Packs of arguments get places in the frame, in their order: those of an array are side by side. */
static void find_homes(struct builder *b)
{
	for (uint32_t i = 0; i < b->from->arguments; i++) {
		const struct hlo_code_pack *pack = &b->packs->list[b->packs->pack_of[i]];
		if (!b->packs->pack_of[i] || pack->members[0] != i)
			continue;
		const uint32_t home = hlo_code_homes(b->from->arguments) + b->to->argument_packs++ * HLO_PACK_BYTES;
		for (uint32_t j = 0; j < pack->lanes; j++)
			b->to->homes[pack->members[j]] = home + j * (HLO_PACK_BYTES / pack->lanes);
	}
}

/* The pack that all arguments of a pack become; 0: there is none, or they become single elements. */
static uint32_t result_pack(const struct builder *b, uint32_t argument)
{
	const struct hlo_code_pack *pack = &b->packs->list[b->packs->pack_of[argument]];
	const uint32_t lanes = pack->lanes;
	if (!b->packs->pack_of[argument] || argument + lanes > b->from->carried || pack->members[0] != argument ||
		pack->members[1] != argument + 1)
		return 0;
	return kernels_hlo__code_find_pack(b->packs, b->from->results + argument, lanes);
}

static void find_elements(struct builder *b)
{
	const struct hlo_code_program *from = b->from;
	for (uint32_t v = from->body_first; v < from->count; v++)
		for (uint32_t k = 0; !b->packs->pack_of[v] && from->values[v].needed && k < hlo_code_operands(&from->values[v]); k++)
			extract(b, from->values[v].operands[k]);
	for (uint32_t i = 0; i < from->carried;) {
		const uint32_t pack = result_pack(b, i);
		if (!pack)
			extract(b, from->results[i]);
		i += pack ? b->packs->list[pack].lanes : 1;
	}
	for (uint32_t i = 1; i < b->packs->count; i++) {
		const struct hlo_code_pack *pack = &b->packs->list[i];
		if (!pack->dropped && (pack->form == HLO_LOADED || pack->form == HLO_STORED))
			extract(b, from->values[pack->members[0]].operands[1]);
		for (uint32_t j = 0; !pack->dropped && has_elements(pack) && j < pack->lanes; j++)
			extract(b, pack->members[j]);
	}
}

static void put_results(struct builder *b)
{
	for (uint32_t i = 0; i < b->from->carried;) {
		const uint32_t pack = result_pack(b, i), node = b->from->count + pack;
		if (!pack) {
			need(b, node_of(b, b->from->results[i]));
			b->to->results[i] = number_of(b, b->from->results[i]);
			i++;
			continue;
		}
		need(b, node);
		b->to->pack_results[b->to->pack_result_count++] = (struct hlo_code_pack_result){ b->numbers[node], b->to->homes[i] };
		for (const uint32_t end = i + b->packs->list[pack].lanes; i < end; i++)
			b->to->results[i] = HLO_CODE_NEVER;
	}
}

/* ---- all */

static bool allocate(struct builder *b)
{
	const struct hlo_code_program *from = b->from;
	const size_t nodes = (size_t)from->count + b->packs->count, values = nodes + from->count;
	const size_t size = values * sizeof(struct hlo_code_value) + (from->carried + (size_t)from->arguments) * sizeof(uint32_t) +
			    from->carried * sizeof(struct hlo_code_pack_result) + 1;
	b->block_size = nodes * (sizeof *b->stack + sizeof *b->numbers) + from->count;
	char *work = async_alloc(from->allocator, b->block_size, 16), *block = async_alloc(from->allocator, size, 16);
	if (block && work) {
		memset(work, 0, b->block_size);
		memset(block, 0, size);
		b->stack = (struct visit *)(void *)work;
		b->numbers = (uint32_t *)(void *)(b->stack + nodes);
		b->extracted = (bool *)(b->numbers + nodes);
		b->to->block_size = size;
		b->to->values = (struct hlo_code_value *)(void *)block;
		b->to->results = (uint32_t *)(void *)(b->to->values + values);
		b->to->homes = b->to->results + from->carried;
		b->to->pack_results = (struct hlo_code_pack_result *)(void *)(b->to->homes + from->arguments);
		return true;
	}
	if (block)
		async_free(from->allocator, block, size, 16);
	if (work)
		async_free(from->allocator, work, b->block_size, 16);
	return false;
}

static void build(struct builder *b)
{
	const struct hlo_code_program *from = b->from;
	memcpy(b->to->values, from->values, from->body_first * sizeof *from->values);
	b->to->count = from->body_first;
	find_homes(b);
	find_elements(b);
	for (uint32_t v = from->body_first; v < from->count; v++)
		if (from->values[v].step->opcode == HLO_STEP_STORE)
			need(b, node_of(b, v));
	put_results(b);
}

void kernels_hlo__code_pack(struct hlo_code_program *program)
{
	struct hlo_code_packs packs;
	struct hlo_code_program to = *program;
	struct builder b = { .packs = &packs, .from = program, .to = &to };
	if (kernels_hlo__code_find_packs(program, &packs) && allocate(&b)) {
		build(&b);
		async_free(program->allocator, b.stack, b.block_size, 16);
		async_free(program->allocator, program->values, program->block_size, 16);
		*program = to;
	}
	kernels_hlo__code_packs_finish(&packs);
}

#else
typedef int kernels_hlo__code_pack_program_is_empty; /* ISO C forbids an empty translation unit */
#endif
