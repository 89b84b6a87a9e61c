/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rounds of messages. A message of a round needs what its sender had after the round before, so the rounds are computed one after
 * another, and ranks may be in different rounds at one time. */
#include "simulation.h"
#include <stdlib.h>
#include <string.h>

struct state {
	const struct simulation_algorithm *algorithm;
	const struct simulation_network *network;
	uint32_t ranks, parts, stride; /* stride: parts of the longest message of the round */
	double part_bytes;
	uint64_t *work, *kept, *flying; /* per rank and part; `kept`: per rank and sender */
	double *ready, *received;       /* when the rank may begin its next round; when its receiving side is free */
	double *arrives;                /* of the message that a rank sends in this round; below 0: never */
	bool *stuck;
	struct simulation_step *steps;
};

uint64_t simulation_value(uint32_t rank, uint32_t part) { return (uint64_t)rank * 131 + (uint64_t)part * 17 + 1; }

/* From 0 to 1, for a message. */
static double chance(uint32_t rank, uint32_t round)
{
	uint64_t x = ((uint64_t)rank << 32 | round) + 0x9E3779B97F4A7C15u;
	x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
	x = (x ^ x >> 27) * 0x94D049BB133111EBu;
	return (double)((x ^ x >> 31) >> 11) / 9007199254740992.0;
}

static bool is_lost(const struct state *s, uint32_t rank, double time)
{
	return s->network->lost == (int32_t)rank && time > s->network->lost_at;
}

/* The message that a rank sends in this round. */
static void send(struct state *s, uint32_t rank, uint32_t round, struct simulation_result *result, uint64_t *sent)
{
	const struct simulation_step *step = &s->steps[rank];
	const struct simulation_network *net = s->network;
	const double bytes = step->count * s->part_bytes, factor = net->slow == (int32_t)rank ? 10 : 1;
	const double leaves = s->ready[rank] + bytes * net->per_byte * factor;
	s->arrives[rank] = -1;
	if (step->to < 0 || s->stuck[rank] || is_lost(s, rank, leaves))
		return;
	memcpy(s->flying + (size_t)rank * s->stride, s->work + (size_t)rank * s->parts + step->send_first,
		step->count * sizeof *s->work);
	s->arrives[rank] = leaves + net->latency * factor * (1 + net->jitter * chance(rank, round));
	result->messages++;
	result->bytes += (uint64_t)bytes;
	sent[rank] += (uint64_t)bytes;
}

static void take(struct state *s, uint32_t rank, uint32_t round)
{
	const struct simulation_step *step = &s->steps[rank];
	const uint64_t *from = s->flying + (size_t)step->from * s->stride;
	uint64_t *to = s->work + (size_t)rank * s->parts + step->receive_first;
	switch (s->algorithm->arrival(s->ranks, round)) {
	case SIMULATION_ADDS:
		for (uint32_t i = 0; i < step->receive_count; i++)
			to[i] += from[i];
		break;
	case SIMULATION_REPLACES:
		memcpy(to, from, step->receive_count * sizeof *to);
		break;
	default:
		s->kept[(size_t)rank * s->ranks + (uint32_t)step->from] = from[0];
	}
}

/* The end of a round: the message has left, and that of the other rank has arrived. */
static void receive(struct state *s, uint32_t rank, uint32_t round)
{
	const struct simulation_step *step = &s->steps[rank];
	const struct simulation_network *net = s->network;
	const double sent = s->ready[rank] + (step->to < 0 ? 0 : step->count * s->part_bytes * net->per_byte *
							      (net->slow == (int32_t)rank ? 10 : 1));
	if (step->from < 0 || s->stuck[rank]) {
		s->ready[rank] = sent;
		return;
	}
	const double arrives = s->arrives[step->from], bytes = step->receive_count * s->part_bytes;
	if (arrives < 0) {
		s->stuck[rank] = true;
		return;
	}
	/* two messages that arrive at a time follow each other */
	const double begins = arrives - bytes * net->per_byte;
	s->received[rank] = (begins > s->received[rank] ? begins : s->received[rank]) + bytes * net->per_byte;
	double done = s->received[rank];
	if (s->algorithm->arrival(s->ranks, round) == SIMULATION_ADDS)
		done += bytes * net->per_added_byte;
	s->ready[rank] = s->algorithm->pipelined || sent > done ? sent : done;
	take(s, rank, round);
}

static void run_round(struct state *s, uint32_t round, struct simulation_result *result, uint64_t *sent)
{
	s->stride = 1;
	for (uint32_t rank = 0; rank < s->ranks; rank++) {
		s->steps[rank] = s->algorithm->step(s->ranks, rank, round);
		if (s->steps[rank].to >= 0 && s->steps[rank].count > s->stride)
			s->stride = s->steps[rank].count;
	}
	for (uint32_t rank = 0; rank < s->ranks; rank++)
		send(s, rank, round, result, sent);
	for (uint32_t rank = 0; rank < s->ranks; rank++)
		receive(s, rank, round);
}

/* Of kept operands the rank computes the result itself. */
static void combine(struct state *s, uint32_t rank)
{
	uint64_t sum = 0;
	for (uint32_t i = 0; i < s->ranks; i++)
		sum += s->kept[(size_t)rank * s->ranks + i];
	s->work[(size_t)rank * s->parts] = sum;
	s->ready[rank] += (s->ranks - 1) * s->part_bytes * s->network->per_added_byte;
}

static void finish(struct state *s, const uint64_t *sent, struct simulation_result *result)
{
	result->right = true;
	for (uint32_t rank = 0; rank < s->ranks; rank++) {
		if (s->algorithm->pipelined && s->received[rank] > s->ready[rank])
			s->ready[rank] = s->received[rank];
		if (s->algorithm->pipelined && s->algorithm->reduces && !s->stuck[rank])
			combine(s, rank);
		else if (s->algorithm->apart)
			memcpy(s->work + (size_t)rank * s->parts, s->kept + (size_t)rank * s->ranks, s->parts * sizeof *s->work);
		result->most_bytes = sent[rank] > result->most_bytes ? sent[rank] : result->most_bytes;
		if (is_lost(s, rank, s->ready[rank]))
			continue;
		result->waiting += s->stuck[rank];
		if (s->stuck[rank])
			continue;
		result->time = s->ready[rank] > result->time ? s->ready[rank] : result->time;
		for (uint32_t part = 0; part < s->parts; part++)
			result->right = result->right &&
				s->algorithm->is_right(s->ranks, rank, part, s->work[(size_t)rank * s->parts + part]);
	}
}

bool simulation_run(const struct simulation_algorithm *algorithm, uint32_t ranks, double bytes,
	const struct simulation_network *network, struct simulation_result *out)
{
	const uint32_t parts = algorithm->parts(ranks), rounds = algorithm->rounds(ranks);
	const size_t all = (size_t)ranks * parts;
	struct state s = { algorithm, network, ranks, parts, 1, bytes / parts, calloc(all, sizeof(uint64_t)),
		calloc((size_t)ranks * ranks, sizeof(uint64_t)), calloc(all, sizeof(uint64_t)), calloc(ranks, sizeof(double)),
		calloc(ranks, sizeof(double)), calloc(ranks, sizeof(double)), calloc(ranks, sizeof(bool)),
		calloc(ranks, sizeof(struct simulation_step)) };
	uint64_t *sent = calloc(ranks, sizeof *sent);
	const bool good = s.work && s.kept && s.flying && s.ready && s.received && s.arrives && s.stuck && s.steps && sent;
	*out = (struct simulation_result){ .messages = 0 };
	for (uint32_t rank = 0; good && rank < ranks; rank++) {
		for (uint32_t part = 0; part < parts; part++)
			s.work[(size_t)rank * parts + part] = simulation_value(rank, part);
		s.kept[(size_t)rank * ranks + rank] = simulation_value(rank, parts == ranks ? rank : 0);
	}
	for (uint32_t round = 0; good && round < rounds; round++)
		run_round(&s, round, out, sent);
	if (good)
		finish(&s, sent, out);
	void *const blocks[] = { s.work, s.kept, s.flying, s.ready, s.received, s.arrives, s.stuck, s.steps, sent };
	for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
		free(blocks[i]);
	return good;
}

bool simulation_count(const struct simulation_algorithm *algorithm, uint32_t ranks, double bytes, struct simulation_count *out)
{
	const double part_bytes = bytes / algorithm->parts(ranks);
	uint32_t *messages = calloc(ranks, sizeof *messages), *received = calloc(ranks, sizeof *received);
	double *sent = calloc(ranks, sizeof *sent);
	const bool good = messages && received && sent;
	*out = (struct simulation_count){ .rounds = algorithm->rounds(ranks) };
	for (uint32_t round = 0; good && round < out->rounds; round++) {
		for (uint32_t rank = 0; rank < ranks; rank++) {
			const struct simulation_step step = algorithm->step(ranks, rank, round);
			if (step.to < 0)
				continue;
			messages[rank]++;
			received[step.to]++;
			sent[rank] += step.count * part_bytes;
		}
	}
	for (uint32_t rank = 0; good && rank < ranks; rank++) {
		out->messages = messages[rank] > out->messages ? messages[rank] : out->messages;
		out->received = received[rank] > out->received ? received[rank] : out->received;
		out->bytes = sent[rank] > out->bytes ? sent[rank] : out->bytes;
	}
	free(messages);
	free(received);
	free(sent);
	return good;
}

bool simulation_traffic(const struct simulation_algorithm *algorithm, uint32_t ranks, uint32_t local, double bytes,
	struct simulation_traffic *out)
{
	const double part_bytes = bytes / algorithm->parts(ranks);
	const uint32_t rounds = algorithm->rounds(ranks);
	struct simulation_traffic *nodes = calloc(ranks / local + 1u, sizeof *nodes);
	*out = (struct simulation_traffic){ 0, 0 };
	for (uint32_t i = 0; nodes && i < rounds * ranks; i++) {
		const uint32_t rank = i % ranks, node = rank / local;
		const struct simulation_step step = algorithm->step(ranks, rank, i / ranks);
		if (step.to >= 0 && (uint32_t)step.to / local == node)
			nodes[node].within += step.count * part_bytes;
		else if (step.to >= 0)
			nodes[node].between += step.count * part_bytes;
	}
	for (uint32_t node = 0; nodes && node * local < ranks; node++) {
		out->within = nodes[node].within > out->within ? nodes[node].within : out->within;
		out->between = nodes[node].between > out->between ? nodes[node].between : out->between;
	}
	const bool good = nodes != NULL;
	free(nodes);
	return good;
}
