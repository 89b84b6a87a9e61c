/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which packs are worth it: packs that use each other are a set, which is kept or given up. */
#include "code/instructions.h"
#include "code/packs.h"

#if HLO_CODE

/* Instructions: of a pack that is built, of a call, of a load or store, of one of neighbours. */
enum { BUILD_COST = 9, CALL_GAIN = 10, ACCESS_GAIN = 6, ACCESS_COST = 8 };

static uint32_t set_of(const struct hlo_code_packs *p, uint32_t pack)
{
	while (p->list[pack].into != pack)
		pack = p->list[pack].into;
	return pack;
}

static void unite(struct hlo_code_packs *p, uint32_t a, uint32_t b)
{
	a = set_of(p, a);
	b = set_of(p, b);
	if (a < b)
		p->list[b].into = a;
	else
		p->list[a].into = b;
}

static uint32_t cost_of(const struct hlo_code_pack *pack)
{
	switch (pack->form) {
	case HLO_BUILT: return BUILD_COST;
	case HLO_SHIFTED: return 2;
	case HLO_ARGUMENTS: return 0;
	case HLO_LOADED: case HLO_STORED: return ACCESS_COST;
	default: return 1;
	}
}

static void count_instructions(struct hlo_code_packs *p)
{
	const struct hlo_code_value *values = p->program->values;
	for (uint32_t i = 1; i < p->count; i++) {
		const struct hlo_code_pack *pack = &p->list[i];
		for (uint32_t k = 0; k < hlo_pack_operands(pack, values); k++)
			unite(p, i, pack->operands[k]);
	}
	for (uint32_t i = 1; i < p->count; i++) {
		const struct hlo_code_pack *pack = &p->list[i];
		struct hlo_code_pack *set = &p->list[set_of(p, i)];
		const struct hlo_code_value *first = &values[pack->members[0]];
		const bool calls = pack->form == HLO_PACKED && !kernels_hlo__code_row(first->step->of, first->dtype) &&
				   !kernels_hlo__code_has_pack_sequence(first);
		const bool moves = pack->form == HLO_LOADED || pack->form == HLO_STORED;
		set->cost += cost_of(pack);
		set->gain += !hlo_pack_computes(pack) || pack->form == HLO_ARGUMENTS ? 0
			     : pack->lanes * (moves ? (uint32_t)ACCESS_GAIN : calls ? (uint32_t)CALL_GAIN : 1u);
	}
}

/* Elements that steps outside of packs use are read from memory. */
static void count_elements(struct hlo_code_packs *p)
{
	const struct hlo_code_program *program = p->program;
	for (uint32_t v = program->body_first; v < program->count; v++) {
		if (!program->values[v].needed || p->pack_of[v])
			continue;
		for (uint32_t k = 0; k < hlo_code_operands(&program->values[v]); k++) {
			const uint32_t pack = p->pack_of[program->values[v].operands[k]];
			if (pack && p->list[pack].form != HLO_ARGUMENTS)
				p->list[set_of(p, pack)].cost++;
		}
	}
}

static bool drop_long(struct hlo_code_packs *p)
{
	bool any = false;
	for (uint32_t i = 1; i < p->count; i++) {
		struct hlo_code_pack *pack = &p->list[i];
		const struct hlo_code_pack *set = &p->list[set_of(p, i)];
		pack->dropped = set->gain <= set->cost + set->cost / 2;
		any = any || (!pack->dropped && hlo_pack_computes(pack) && pack->form != HLO_ARGUMENTS);
		for (uint32_t j = 0; pack->dropped && hlo_pack_computes(pack) && j < pack->lanes; j++)
			p->pack_of[pack->members[j]] = 0;
	}
	return any;
}

bool kernels_hlo__code_keep_packs(struct hlo_code_packs *p)
{
	count_instructions(p);
	count_elements(p);
	return drop_long(p);
}

#else
typedef int kernels_hlo__code_pack_sets_is_empty; /* ISO C forbids an empty translation unit */
#endif
