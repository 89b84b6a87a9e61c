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

uint32_t kernels_mpi__schedule_parts(enum mpi_schedule schedule, uint32_t members)
{
	return schedule == MPI_SCHEDULE_HALVING ? members : 1;
}

uint32_t kernels_mpi__schedule_rounds(enum mpi_schedule schedule, uint32_t members)
{
	const uint32_t power = power_below(members);
	return schedule == MPI_SCHEDULE_HALVING ? 2 * log_up(members) : log_up(power) + (power < members ? 2 : 0);
}

int kernels_mpi__schedule_adds(enum mpi_schedule schedule, uint32_t members, uint32_t round)
{
	return schedule == MPI_SCHEDULE_HALVING
		       ? round < log_up(members)
		       : power_below(members) == members || round + 1 < kernels_mpi__schedule_rounds(schedule, members);
}

/* Members 2i and 2i + 1 are pair i, for the first `pairs` pairs; only 2i takes part in the doubling. */
static uint32_t place_of(uint32_t member, uint32_t pairs) { return member < 2 * pairs ? member / 2 : member - pairs; }
static uint32_t member_at(uint32_t place, uint32_t pairs) { return place < pairs ? 2 * place : place + pairs; }

static struct mpi_step doubling(uint32_t members, uint32_t self, uint32_t round)
{
	const uint32_t pairs = members - power_below(members);
	const uint32_t last = kernels_mpi__schedule_rounds(MPI_SCHEDULE_DOUBLING, members) - 1;
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

/* Parts of which a member has sums after `round` rounds: half of those before, rounded up. */
static uint32_t left_after(uint32_t members, uint32_t round)
{
	for (uint32_t k = 0; k < round; k++)
		members = (members + 1) / 2;
	return members;
}

static struct mpi_step halving(uint32_t members, uint32_t self, uint32_t round)
{
	const uint32_t rounds = log_up(members), back = round < rounds ? round : 2 * rounds - 1 - round;
	const uint32_t kept = left_after(members, back + 1), given = left_after(members, back) - kept;
	const int32_t behind = (int32_t)((self + kept) % members), before = (int32_t)((self + members - kept) % members);
	return round < rounds ? (struct mpi_step){ behind, before, kept, given, 0, given }
	                      : (struct mpi_step){ before, behind, 0, given, kept, given };
}

struct mpi_step kernels_mpi__schedule_step(enum mpi_schedule schedule, uint32_t members, uint32_t self, uint32_t round)
{
	return schedule == MPI_SCHEDULE_HALVING ? halving(members, self, round) : doubling(members, self, round);
}
