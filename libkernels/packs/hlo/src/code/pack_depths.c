/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depths of values, and the order of loads and stores of arrays that the body changes. */
#include "code/packs.h"

#if HLO_CODE

#include <string.h>

uint32_t kernels_hlo__code_index_base(const struct hlo_code_packs *p, uint32_t index, uint64_t *out_offset)
{
	const struct hlo_code_value *values = p->program->values, *value = &values[index];
	*out_offset = 0;
	if (hlo_code_is_constant(value)) {
		*out_offset = value->step->constant[0];
		return HLO_CODE_NEVER;
	}
	if (!value->step || value->step->opcode != HLO_OP_add || !hlo_code_is_constant(&values[value->operands[1]]))
		return index;
	*out_offset = values[value->operands[1]].step->constant[0];
	return value->operands[0];
}

static bool is_stored(const struct hlo_code_packs *p, uint32_t array)
{
	return p->lane_of[array] != 0;
}

/* Notes arrays that are changed, for a while in lane_of, and stores whose values are used. Returns false if there are blocks. */
static bool find_stores(struct hlo_code_packs *p)
{
	const struct hlo_code_program *program = p->program;
	for (uint32_t v = program->arguments; v < program->count; v++) {
		const struct hlo_code_value *value = &program->values[v];
		const enum hlo_opcode opcode = value->step->opcode;
		if (hlo_is_block_step(opcode) || opcode == HLO_STEP_VARIABLE || opcode == HLO_STEP_SET)
			return false;
		if (opcode == HLO_STEP_STORE)
			p->lane_of[value->operands[0]] = 1;
		for (uint32_t k = 0; k < hlo_code_operands(value); k++)
			p->chained[value->operands[k]] = true;
	}
	for (uint32_t i = 0; i < program->carried; i++)
		p->chained[program->results[i]] = true;
	for (uint32_t v = 0; v < program->count; v++) {
		const struct hlo_expr_step *step = program->values[v].step;
		p->chained[v] = p->chained[v] && step && step->opcode == HLO_STEP_STORE;
	}
	return true;
}

/* Those of an index count from its base, so that those of neighbours are equal. */
static uint32_t depth_below(const struct hlo_code_packs *p, uint32_t v, uint32_t k)
{
	const struct hlo_code_value *value = &p->program->values[v];
	const bool access = value->step->opcode == HLO_STEP_LOAD || value->step->opcode == HLO_STEP_STORE;
	uint64_t offset;
	if (!access || k != 1)
		return p->depth[value->operands[k]] + 1;
	const uint32_t base = kernels_hlo__code_index_base(p, value->operands[1], &offset);
	return base == HLO_CODE_NEVER ? 2 : p->depth[base] + 2;
}

bool kernels_hlo__code_find_depths(struct hlo_code_packs *p)
{
	const struct hlo_code_program *program = p->program;
	uint32_t last = HLO_CODE_NEVER;
	if (!find_stores(p))
		return false;
	for (uint32_t v = program->arguments; v < program->count; v++) {
		const struct hlo_code_value *value = &program->values[v];
		const enum hlo_opcode opcode = value->step->opcode;
		p->before[v] = HLO_CODE_NEVER;
		for (uint32_t k = 0; k < hlo_code_operands(value); k++)
			if (depth_below(p, v, k) > p->depth[v])
				p->depth[v] = depth_below(p, v, k);
		if (v < program->body_first || !value->needed ||
			!(opcode == HLO_STEP_STORE || (opcode == HLO_STEP_LOAD && is_stored(p, value->operands[0]))))
			continue;
		if (last != HLO_CODE_NEVER && p->depth[last] >= p->depth[v])
			p->depth[v] = p->depth[last] + 1;
		p->before[v] = last;
		last = v;
	}
	memset(p->lane_of, 0, program->arguments);
	return true;
}

#else
typedef int kernels_hlo__code_pack_depths_is_empty; /* ISO C forbids an empty translation unit */
#endif
