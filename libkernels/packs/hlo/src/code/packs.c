/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packs begin at the results of the body, and at what a chain of one operation combines, as a sum of products. Their operands become packs
 * too where possible. Building a pack from single elements takes extra instructions, so a set of connected packs is dropped if it would
 * not be shorter than its steps. */
#include "code/packs.h"
#include "code/instructions.h"

#if HLO_CODE

#include <string.h>

/* ---- what may be packed */

static uint32_t size_of(enum kernels_dtype dtype) { return dtype == KERNELS_I1 ? 0 : (uint32_t)kernels_dtype_size(dtype); }

/* Whether the type has elements of `size` bytes in packs; i1 has those of the others. */
static bool fits(enum kernels_dtype dtype, uint32_t size)
{
	return kernels_hlo__code_has_register(dtype) && (dtype == KERNELS_I1 || size_of(dtype) == size);
}

static bool has_flags(const struct hlo_code_value *value)
{
	const struct hlo_expr_operation *of = value->step->of;
	bool found = value->dtype == KERNELS_I1;
	for (uint32_t k = 0; k < of->primitive.operand_count; k++)
		found = found || of->operands[k] == KERNELS_I1;
	return found;
}

static bool can_pack(const struct hlo_code_value *value, uint32_t size)
{
	if (!value->step || value->step->opcode >= HLO_OPCODE_COUNT || hlo_code_is_constant(value) || !fits(value->dtype, size))
		return false;
	const struct hlo_expr_operation *of = value->step->of;
	if (of->primitive.operand_count == 0)
		return false;
	for (uint32_t k = 0; k < of->primitive.operand_count; k++)
		if (!fits(of->operands[k], size))
			return false;
	return kernels_hlo__code_row(of, value->dtype) || kernels_hlo__code_has_pack_sequence(value) || !has_flags(value);
}

static bool same_operation(const struct hlo_expr_operation *a, const struct hlo_expr_operation *b)
{
	return a == b || (a->opcode == b->opcode && a->primitive.run == b->primitive.run && a->primitive.result == b->primitive.result &&
				 memcmp(a->operands, b->operands, a->primitive.operand_count * sizeof *a->operands) == 0 &&
				 a->detail.direction == b->detail.direction && a->detail.compare_type == b->detail.compare_type &&
				 a->primitive.exponent_bits == b->primitive.exponent_bits &&
				 a->primitive.mantissa_bits == b->primitive.mantissa_bits);
}

/* Steps of the body that may be one pack. */
static bool are_steps(const struct hlo_code_packs *p, const uint32_t *members, uint32_t lanes)
{
	const struct hlo_code_value *values = p->program->values, *first = &values[members[0]];
	for (uint32_t j = 0; j < lanes; j++) {
		const uint32_t v = members[j];
		if (v < p->program->body_first || !values[v].needed || p->pack_of[v] || p->depth[v] != p->depth[members[0]] ||
			values[v].dtype != first->dtype || (j == 0 && !can_pack(first, HLO_PACK_BYTES / lanes)) ||
			values[v].step->opcode != first->step->opcode || !same_operation(values[v].step->of, first->step->of))
			return false;
		for (uint32_t i = 0; i < j; i++)
			if (members[i] == v)
				return false;
	}
	return true;
}

/* Loads or stores of neighbours. Of an array that is changed, stores one after the other. */
static bool are_accesses(const struct hlo_code_packs *p, const uint32_t *members, uint32_t lanes, enum hlo_opcode opcode)
{
	const struct hlo_code_value *values = p->program->values, *first = &values[members[0]];
	uint64_t begin, offset;
	if (members[0] < p->program->body_first || first->step->opcode != opcode || !fits(first->dtype, HLO_PACK_BYTES / lanes) ||
		first->dtype == KERNELS_I1)
		return false;
	const uint32_t base = kernels_hlo__code_index_base(p, first->operands[1], &begin);
	for (uint32_t j = 0; j < lanes; j++) {
		const struct hlo_code_value *value = &values[members[j]];
		if (members[j] < p->program->body_first || !value->needed || p->pack_of[members[j]] || p->chained[members[j]] ||
			value->step->opcode != opcode || value->operands[0] != first->operands[0] ||
			kernels_hlo__code_index_base(p, value->operands[1], &offset) != base || offset != begin + j)
			return false;
		if (opcode == HLO_STEP_LOAD ? p->before[members[j]] != HLO_CODE_NEVER : j > 0 && p->before[members[j]] != members[j - 1])
			return false;
	}
	return true;
}

/* Arguments that are in no pack yet, each as far behind the one before it. */
static bool are_arguments(const struct hlo_code_packs *p, const uint32_t *members, uint32_t lanes)
{
	if (members[1] <= members[0])
		return false;
	for (uint32_t j = 0; j < lanes; j++)
		if (members[j] >= p->program->arguments || p->pack_of[members[j]] ||
			members[j] - members[0] != j * (members[1] - members[0]))
			return false;
	return p->program->values[members[0]].dtype != KERNELS_I1;
}

static bool are_constants(const struct hlo_code_packs *p, const uint32_t *members, uint32_t lanes)
{
	for (uint32_t j = 0; j < lanes; j++)
		if (!hlo_code_is_constant(&p->program->values[members[j]]))
			return false;
	return true;
}

static bool are_one(const uint32_t *members, uint32_t lanes)
{
	for (uint32_t j = 1; j < lanes; j++)
		if (members[j] != members[0])
			return false;
	return true;
}

/* ---- the list */

static uint32_t hash_of(const uint32_t *members, uint32_t lanes)
{
	uint32_t hash = lanes;
	for (uint32_t j = 0; j < lanes; j++)
		hash = (hash ^ members[j]) * 0x9E3779B1u;
	return hash ^ hash >> 15;
}

static uint32_t *find(const struct hlo_code_packs *p, const uint32_t *members, uint32_t lanes)
{
	uint32_t at = hash_of(members, lanes) & (p->table_room - 1);
	for (; p->table[at]; at = (at + 1) & (p->table_room - 1)) {
		const struct hlo_code_pack *pack = &p->list[p->table[at]];
		if (pack->lanes == lanes && memcmp(pack->members, members, lanes * sizeof *members) == 0)
			break;
	}
	return &p->table[at];
}

uint32_t kernels_hlo__code_find_pack(const struct hlo_code_packs *p, const uint32_t *members, uint32_t lanes)
{
	const uint32_t pack = *find(p, members, lanes);
	return p->list[pack].dropped ? 0 : pack;
}

/* A new pack; 0: there are too many. */
static uint32_t add(struct hlo_code_packs *p, uint8_t form, const uint32_t *members, uint32_t lanes)
{
	if (p->count == p->room)
		return 0;
	struct hlo_code_pack *pack = &p->list[p->count];
	*pack = (struct hlo_code_pack){ .form = form, .lanes = (uint8_t)lanes, .into = p->count };
	memcpy(pack->members, members, lanes * sizeof *members);
	for (uint32_t j = 0; hlo_pack_computes(pack) && j < lanes; j++) {
		p->pack_of[members[j]] = p->count;
		p->lane_of[members[j]] = (uint8_t)j;
	}
	*find(p, members, lanes) = p->count;
	return p->count++;
}

static uint32_t resolve(struct hlo_code_packs *p, const uint32_t *members, uint32_t lanes);

/* The lanes [first, end) as they are in one pack, or equal elements, which may be in all lanes of one; 0: they are neither. */
static uint32_t source_of(struct hlo_code_packs *p, const uint32_t *members, uint32_t lanes, uint32_t first, uint32_t end, uint32_t lane)
{
	const uint32_t pack = p->pack_of[members[first]];
	bool inside = pack && p->list[pack].lanes == lanes;
	for (uint32_t j = first; j < end && inside; j++)
		inside = p->pack_of[members[j]] == pack && p->lane_of[members[j]] == lane + j - first;
	if (inside)
		return pack;
	if (!are_one(members + first, end - first))
		return 0;
	uint32_t repeated[HLO_CODE_LANES];
	for (uint32_t j = 0; j < lanes; j++)
		repeated[j] = members[first];
	return resolve(p, repeated, lanes);
}

/* Finds the lanes of two packs that are side by side; at least one has steps or arguments. */
static bool find_shift(struct hlo_code_packs *p, const uint32_t *members, uint32_t lanes, uint32_t *out, uint8_t *out_shift)
{
	for (uint32_t j = 0; j < lanes; j++) {
		const uint32_t lane = p->lane_of[members[j]];
		if (!p->pack_of[members[j]])
			continue;
		if (lane == j)
			return false;
		const uint32_t shift = lane > j ? lane - j : lanes - (j - lane), low = lanes - shift;
		out[0] = source_of(p, members, lanes, 0, low, shift);
		out[1] = out[0] ? source_of(p, members, lanes, low, lanes, 0) : 0;
		*out_shift = (uint8_t)shift;
		return out[1] != 0;
	}
	return false;
}

/* The pack with these members. */
static uint32_t resolve(struct hlo_code_packs *p, const uint32_t *members, uint32_t lanes)
{
	const uint32_t known = *find(p, members, lanes);
	if (known)
		return known;
	if (are_constants(p, members, lanes))
		return add(p, HLO_CONSTANTS, members, lanes);
	if (are_one(members, lanes))
		return add(p, HLO_REPEATED, members, lanes);
	if (are_steps(p, members, lanes))
		return add(p, HLO_PACKED, members, lanes);
	if (are_accesses(p, members, lanes, HLO_STEP_LOAD))
		return add(p, HLO_LOADED, members, lanes);
	return add(p, are_arguments(p, members, lanes) ? HLO_ARGUMENTS : HLO_BUILT, members, lanes);
}

/* ---- where packs begin */

static uint32_t lanes_of(const struct hlo_code_packs *p, uint32_t value)
{
	const struct hlo_code_value *v = &p->program->values[value];
	const enum kernels_dtype type = v->dtype == KERNELS_I1 && v->step && v->operand_count ? v->step->of->operands[0] : v->dtype;
	const uint32_t size = kernels_hlo__code_has_register(type) ? size_of(type) : 0;
	return size ? HLO_PACK_BYTES / size : 0;
}

/* Results that are steps, and the arguments that they become: first all of these, since others are shifted against them. */
static void begin_at_results(struct hlo_code_packs *p)
{
	const struct hlo_code_program *program = p->program;
	for (uint32_t i = 0; i < program->carried;) {
		const bool flag = program->values[program->results[i]].dtype == KERNELS_I1;
		const uint32_t lanes = flag ? 0 : lanes_of(p, program->results[i]);
		if (lanes == 0 || i + lanes > program->carried || !are_steps(p, program->results + i, lanes)) {
			i++;
			continue;
		}
		uint32_t arguments[HLO_CODE_LANES];
		for (uint32_t j = 0; j < lanes; j++)
			arguments[j] = i + j;
		if (are_arguments(p, arguments, lanes))
			(void)add(p, HLO_ARGUMENTS, arguments, lanes);
		(void)add(p, HLO_PACKED, program->results + i, lanes);
		i += lanes;
	}
}

/* What a run of stores writes. The stores of a body are in its order. */
static void begin_at_stores(struct hlo_code_packs *p)
{
	const struct hlo_code_program *program = p->program;
	uint32_t run[HLO_CODE_LANES], values[HLO_CODE_LANES], count = 0;
	for (uint32_t v = program->body_first; v < program->count; v++) {
		const struct hlo_code_value *value = &program->values[v];
		if (value->step->opcode != HLO_STEP_STORE)
			continue;
		const uint32_t size = kernels_hlo__code_has_register(value->dtype) ? size_of(value->dtype) : 0;
		if (count == HLO_CODE_LANES)
			memmove(run, run + 1, --count * sizeof *run);
		run[count++] = v;
		const uint32_t lanes = size ? HLO_PACK_BYTES / size : HLO_CODE_LANES + 1, first = count - lanes;
		if (count < lanes || !are_accesses(p, run + first, lanes, HLO_STEP_STORE))
			continue;
		for (uint32_t j = 0; j < lanes; j++)
			values[j] = program->values[run[first + j]].operands[2];
		const uint32_t pack = add(p, HLO_STORED, run + first, lanes);
		p->list[pack].operands[0] = resolve(p, values, lanes);
		count = 0;
	}
}

/* The operands of all packs from `first` on. */
static void add_operands(struct hlo_code_packs *p, uint32_t first)
{
	for (uint32_t i = first; i < p->count; i++) {
		if (p->list[i].form != HLO_PACKED)
			continue;
		const uint32_t lanes = p->list[i].lanes, *members = p->list[i].members;
		for (uint32_t k = 0; k < hlo_code_operands(&p->program->values[members[0]]); k++) {
			uint32_t operands[HLO_CODE_LANES];
			for (uint32_t j = 0; j < lanes; j++)
				operands[j] = p->program->values[members[j]].operands[k];
			p->list[i].operands[k] = resolve(p, operands, lanes);
		}
	}
}

/* What the chain that ends at `value` combines, one after the other: the second operands, from its end on. Returns how many. */
static uint32_t chain_of(struct hlo_code_packs *p, uint32_t value)
{
	const struct hlo_code_value *values = p->program->values;
	uint32_t count = 0;
	const struct hlo_expr_operation *of = values[value].step->of;
	for (uint32_t v = value; v >= p->program->body_first && !p->pack_of[v] && !p->chained[v] && values[v].operand_count == 2 &&
				 values[v].step->opcode == of->opcode && same_operation(values[v].step->of, of);
		v = values[v].operands[0]) {
		p->chained[v] = true;
		p->chain[count++] = values[v].operands[1];
	}
	return count;
}

static void begin_at_chains(struct hlo_code_packs *p)
{
	const struct hlo_code_program *program = p->program;
	for (uint32_t v = program->count; v-- > program->body_first;) {
		const struct hlo_code_value *value = &program->values[v];
		if (!value->needed || value->operand_count != 2 || value->step->opcode >= HLO_OPCODE_COUNT)
			continue;
		const uint32_t count = chain_of(p, v), lanes = count ? lanes_of(p, p->chain[0]) : 0;
		for (uint32_t j = 0; lanes && j + lanes <= count;) {
			uint32_t members[HLO_CODE_LANES];
			for (uint32_t k = 0; k < lanes; k++) /* in the order in which they are combined */
				members[lanes - 1 - k] = p->chain[j + k];
			const bool good = are_steps(p, members, lanes);
			if (good)
				(void)add(p, HLO_PACKED, members, lanes);
			j += good ? lanes : 1;
		}
	}
}

/* ---- all */

/* What was built may be shifted, now that all packs are known. */
static void find_shifts(struct hlo_code_packs *p)
{
	for (uint32_t i = 1; i < p->count; i++) {
		uint32_t operands[2];
		uint8_t shift;
		const struct hlo_code_pack *pack = &p->list[i];
		if (pack->form != HLO_BUILT || !find_shift(p, pack->members, pack->lanes, operands, &shift))
			continue;
		p->list[i].form = HLO_SHIFTED;
		p->list[i].shift = shift;
		memcpy(p->list[i].operands, operands, sizeof operands);
	}
}

static bool allocate(struct hlo_code_packs *p)
{
	const size_t count = p->program->count;
	p->room = (uint32_t)(count + 16);
	for (p->table_room = 64; p->table_room < 2 * p->room; p->table_room *= 2) {
	}
	const size_t words = 4 * count + p->table_room;
	p->block_size = p->room * sizeof *p->list + words * sizeof(uint32_t) + 2 * count;
	p->list = async_alloc(p->program->allocator, p->block_size, 16);
	if (!p->list)
		return false;
	memset(p->list, 0, p->block_size);
	p->pack_of = (uint32_t *)(void *)(p->list + p->room);
	p->depth = p->pack_of + count;
	p->before = p->depth + count;
	p->chain = p->before + count;
	p->table = p->chain + count;
	p->lane_of = (uint8_t *)(p->table + p->table_room);
	p->chained = (bool *)(p->lane_of + count);
	p->count = 1;
	return true;
}

bool kernels_hlo__code_find_packs(const struct hlo_code_program *program, struct hlo_code_packs *p)
{
	*p = (struct hlo_code_packs){ .program = program };
	if (program->count - program->body_first < HLO_CODE_LANES || !allocate(p) || !kernels_hlo__code_find_depths(p))
		return false;
	begin_at_results(p);
	begin_at_stores(p);
	add_operands(p, 1);
	const uint32_t first = p->count;
	begin_at_chains(p);
	add_operands(p, first);
	if (p->count == 1 || p->count == p->room) /* too many, which then have no operands */
		return false;
	find_shifts(p);
	return kernels_hlo__code_keep_packs(p);
}

void kernels_hlo__code_packs_finish(struct hlo_code_packs *p)
{
	if (p->list)
		async_free(p->program->allocator, p->list, p->block_size, 16);
}

#else
typedef int kernels_hlo__code_packs_is_empty; /* ISO C forbids an empty translation unit */
#endif
