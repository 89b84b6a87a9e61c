/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The number of an operation of a large group: members count those of a group and a channel, which they start in one order. */
#include "engine.h"
#include <stdlib.h>

static uint64_t hash_of_members(const struct mpi_operation *op)
{
	uint64_t hash = UINT64_C(14695981039346656037) ^ op->member_count;
	for (uint32_t m = 0; m < op->member_count; m++)
		hash = (hash ^ op->members[m]) * UINT64_C(1099511628211);
	return hash;
}

static struct mpi_turn *find_turn(struct mpi_turn *turns, uint32_t room, int64_t channel, uint64_t group)
{
	uint32_t at = (uint32_t)((group ^ (uint64_t)channel * UINT64_C(0x9E3779B97F4A7C15)) >> 16) & (room - 1);
	while (turns[at].next > 0 && (turns[at].channel != channel || turns[at].group != group))
		at = (at + 1) & (room - 1);
	return &turns[at];
}

static bool make_room(struct mpi_session *session)
{
	if (2 * (session->turn_count + 1) <= session->turn_room)
		return true;
	const uint32_t room = session->turn_room ? 2 * session->turn_room : 16;
	struct mpi_turn *turns = calloc(room, sizeof *turns);
	if (!turns)
		return false;
	for (uint32_t i = 0; i < session->turn_room; i++)
		if (session->turns[i].next > 0)
			*find_turn(turns, room, session->turns[i].channel, session->turns[i].group) = session->turns[i];
	free(session->turns);
	session->turns = turns;
	session->turn_room = room;
	return true;
}

bool kernels_mpi__take_turn(struct mpi_operation *op)
{
	struct mpi_session *session = op->session;
	if (!make_room(session))
		return false;
	op->group = hash_of_members(op);
	struct mpi_turn *turn = find_turn(session->turns, session->turn_room, op->channel, op->group);
	session->turn_count += turn->next == 0;
	*turn = (struct mpi_turn){ op->channel, op->group, turn->next + 1 };
	op->ordinal = turn->next;
	return true;
}

bool kernels_mpi__has_begun(const struct mpi_session *session, int64_t channel, uint64_t group, uint32_t ordinal)
{
	return session->turn_count > 0 && find_turn(session->turns, session->turn_room, channel, group)->next >= ordinal;
}
