/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packs: steps of the same operation on several elements, as those of an array are, are one step on a ymm register. A pack has as many
 * lanes as its elements fill 32 bytes; those of i1 are masks of the size of the elements that they were compared of, or choose.
 *
 * All members of a pack of steps have the same depth, the longest way to an argument, so that packs do not depend on each other in circles.
 * A loop has packs if these have fewer instructions than the steps. */
#ifndef KERNELS_HLO_CODE_PACKS_H
#define KERNELS_HLO_CODE_PACKS_H

#include "code/loop_values.h"

enum { HLO_PACK_BYTES = 32 };

struct hlo_code_pack {
	uint8_t form;  /* enum hlo_code_value_form */
	uint8_t lanes;
	uint8_t shift; /* of HLO_SHIFTED: lanes */
	bool dropped;
	uint32_t members[HLO_CODE_LANES]; /* values of the program without packs */
	uint32_t operands[3];             /* packs; of HLO_STORED the first one is the value */
	uint32_t into, gain, cost;        /* of the set of packs that use each other: `into` leads to its first */
	uint32_t number;                  /* as a value of the program with packs */
};

/* What the packs of a program are; pack 0 is none. */
struct hlo_code_packs {
	const struct hlo_code_program *program;
	struct hlo_code_pack *list;
	uint32_t count, room;
	uint32_t *pack_of, *depth;   /* by value: the pack that computes it */
	uint8_t *lane_of;
	uint32_t *table, table_room; /* packs by their members */
	uint32_t *before;            /* of accesses to arrays that are changed: the one that must be earlier; HLO_CODE_NEVER: none */
	uint32_t *chain;             /* room for one */
	bool *chained;               /* by value: it is in a chain that was looked at; of a store: its value is used */
	size_t block_size;
};

/* Whether the pack computes its members, which are in no other one. */
static inline bool hlo_pack_computes(const struct hlo_code_pack *pack)
{
	return pack->form == HLO_PACKED || pack->form == HLO_ARGUMENTS || pack->form == HLO_LOADED || pack->form == HLO_STORED;
}

/* ---- for the files of packs */

/* An index as what was computed, HLO_CODE_NEVER if nothing, and a number. */
uint32_t kernels_hlo__code_index_base(const struct hlo_code_packs *packs, uint32_t index, uint64_t *out_offset);
/* Sets `depth` and `before`; false: there are blocks. */
bool kernels_hlo__code_find_depths(struct hlo_code_packs *packs);
/* Gives up sets that would not be shorter; false: all. */
bool kernels_hlo__code_keep_packs(struct hlo_code_packs *packs);

/* ---- */

/* Returns false if there are none, or memory is short. */
bool kernels_hlo__code_find_packs(const struct hlo_code_program *program, struct hlo_code_packs *out);
uint32_t kernels_hlo__code_find_pack(const struct hlo_code_packs *packs, const uint32_t *members, uint32_t lanes); /* 0: there is none */
void kernels_hlo__code_packs_finish(struct hlo_code_packs *packs);
static inline uint32_t hlo_pack_operands(const struct hlo_code_pack *pack, const struct hlo_code_value *values)
{
	switch (pack->form) {
	case HLO_PACKED: return hlo_code_operands(&values[pack->members[0]]);
	case HLO_SHIFTED: return 2;
	case HLO_STORED: return 1;
	default: return 0;
	}
}

#endif
