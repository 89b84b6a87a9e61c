/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "schedule.h"

static uint32_t log_up(uint32_t n)
{
	uint32_t k = 0;
	while ((UINT64_C(1) << k) < n)
		k++;
	return k;
}

/* The greatest power of two that is not above n. */
static uint32_t power_below(uint32_t n)
{
	uint32_t power = 1;
	while (power <= n / 2)
		power *= 2;
	return power;
}

/* ---- nodes */

static uint32_t nodes_of(struct mpi_layout layout) { return layout.members / layout.local; }
static uint32_t node_of(struct mpi_layout layout, uint32_t member)
{
	return layout.is_dealt ? member % nodes_of(layout) : member / layout.local;
}
/* Its number on the node. */
static uint32_t local_of(struct mpi_layout layout, uint32_t member)
{
	return layout.is_dealt ? member / nodes_of(layout) : member % layout.local;
}
static uint32_t member_of(struct mpi_layout layout, uint32_t node, uint32_t local)
{
	return layout.is_dealt ? local * nodes_of(layout) + node : node * layout.local + local;
}

/* Members from 0 on that are on one node. */
static uint32_t first_run(const uint64_t *node, const uint32_t *ranks, uint32_t members)
{
	uint32_t run = 1;
	while (run < members && node[ranks[run]] == node[ranks[0]])
		run++;
	return run;
}

struct mpi_layout kernels_mpi__schedule_layout(const uint64_t *node, const uint32_t *ranks, uint32_t members)
{
	struct mpi_layout layout = { members, 1, false };
	const uint32_t run = first_run(node, ranks, members);
	uint32_t turn = run;
	while (turn < members && node[ranks[turn]] != node[ranks[0]])
		turn++;
	layout.is_dealt = run == 1 && turn < members;
	layout.local = layout.is_dealt ? members / turn : run;
	bool fits = layout.local < members && members % layout.local == 0 && (!layout.is_dealt || nodes_of(layout) == turn);
	for (uint32_t m = 0; m < members && fits; m++)
		fits = node[ranks[m]] == node[ranks[member_of(layout, node_of(layout, m), 0)]];
	return fits ? layout : (struct mpi_layout){ members, 1, false };
}

/* ---- doubling */

/* Members 2i and 2i + 1 are pair i, for the first `pairs` pairs; only 2i takes part in the doubling. */
static uint32_t place_of(uint32_t member, uint32_t pairs) { return member < 2 * pairs ? member / 2 : member - pairs; }
static uint32_t member_at(uint32_t place, uint32_t pairs) { return place < pairs ? 2 * place : place + pairs; }

static uint32_t doubling_rounds(uint32_t members)
{
	const uint32_t power = power_below(members);
	return log_up(power) + (power < members ? 2 : 0);
}

static struct mpi_step doubling(uint32_t members, uint32_t self, uint32_t round)
{
	const uint32_t pairs = members - power_below(members), last = doubling_rounds(members) - 1;
	struct mpi_step step = { -1, -1, 0, 1, 0, 1 };
	if (pairs > 0 && (round == 0 || round == last)) {
		const int32_t other = self < 2 * pairs ? (int32_t)(self ^ 1) : -1;
		if ((self % 2 == 1) == (round == 0))
			step.to = other;
		else
			step.from = other;
	} else if (self >= 2 * pairs || self % 2 == 0) {
		const uint32_t distance = UINT32_C(1) << (pairs > 0 ? round - 1 : round);
		step.to = step.from = (int32_t)member_at(place_of(self, pairs) ^ distance, pairs);
	}
	return step;
}

/* ---- halving */

/* Rounds until all is combined; as many follow. */
static uint32_t halving_rounds(struct mpi_layout layout) { return log_up(layout.local) + log_up(nodes_of(layout)); }

/* Of those that a member has sums of, after `round` rounds: half of those before, rounded up. */
static uint32_t left_after(uint32_t members, uint32_t round)
{
	for (uint32_t k = 0; k < round; k++)
		members = (members + 1) / 2;
	return members;
}

static struct mpi_step halving(struct mpi_layout layout, uint32_t self, uint32_t round)
{
	const uint32_t half = halving_rounds(layout), inner = log_up(layout.local), back = round < half ? round : 2 * half - 1 - round;
	const uint32_t node = node_of(layout, self), local = local_of(layout, self), nodes = nodes_of(layout);
	const bool is_inner = back < inner;
	/* around the members of the node with pieces of N parts, or around the nodes with parts */
	const uint32_t around = is_inner ? layout.local : nodes, own = is_inner ? local : node, unit = is_inner ? nodes : 1;
	const uint32_t at = is_inner ? back : back - inner;
	const uint32_t kept = left_after(around, at + 1), given = left_after(around, at) - kept;
	const uint32_t after = (own + kept) % around, ahead = (own + around - kept) % around;
	const int32_t behind = (int32_t)(is_inner ? member_of(layout, node, after) : member_of(layout, after, local));
	const int32_t before = (int32_t)(is_inner ? member_of(layout, node, ahead) : member_of(layout, ahead, local));
	return round < half ? (struct mpi_step){ behind, before, kept * unit, given * unit, 0, given * unit }
	                    : (struct mpi_step){ before, behind, 0, given * unit, kept * unit, given * unit };
}

/* ---- either */

uint32_t kernels_mpi__schedule_parts(enum mpi_schedule schedule, struct mpi_layout layout)
{
	return schedule == MPI_SCHEDULE_HALVING ? layout.members : 1;
}

uint32_t kernels_mpi__schedule_rounds(enum mpi_schedule schedule, struct mpi_layout layout)
{
	return schedule == MPI_SCHEDULE_HALVING ? 2 * halving_rounds(layout) : doubling_rounds(layout.members);
}

bool kernels_mpi__schedule_adds(enum mpi_schedule schedule, struct mpi_layout layout, uint32_t round)
{
	return schedule == MPI_SCHEDULE_HALVING
		       ? round < halving_rounds(layout)
		       : power_below(layout.members) == layout.members || round + 1 < doubling_rounds(layout.members);
}

struct mpi_step kernels_mpi__schedule_step(enum mpi_schedule schedule, struct mpi_layout layout, uint32_t self, uint32_t round)
{
	return schedule == MPI_SCHEDULE_HALVING ? halving(layout, self, round) : doubling(layout.members, self, round);
}

/* The places of a piece are in succession, in the order of its distance behind the own piece; in it those of its parts, by the distance
 * behind the part of the own node. So whole pieces are a run around the circle of pieces, and fewer parts one around those of a piece. */
void kernels_mpi__schedule_spans(
	enum mpi_schedule schedule, struct mpi_layout layout, uint32_t self, uint32_t place, uint32_t count, struct mpi_span out[2])
{
	if (schedule == MPI_SCHEDULE_DOUBLING) {
		out[0] = (struct mpi_span){ place, count };
		out[1] = (struct mpi_span){ 0, 0 };
		return;
	}
	const uint32_t nodes = nodes_of(layout), local = local_of(layout, self);
	const bool is_whole = place % nodes == 0 && count % nodes == 0;
	const uint32_t unit = is_whole ? nodes : 1, around = is_whole ? layout.local : nodes;
	const uint32_t base = is_whole ? 0 : (local + place / nodes) % layout.local * nodes;
	const uint32_t first = is_whole ? (local + place / nodes) % around : (node_of(layout, self) + place % nodes) % around;
	const uint32_t length = count / unit, rest = first + length > around ? first + length - around : 0;
	out[0] = (struct mpi_span){ base + first * unit, (length - rest) * unit };
	out[1] = (struct mpi_span){ base, rest * unit };
}
