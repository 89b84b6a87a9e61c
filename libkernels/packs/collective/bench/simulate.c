/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* simulate [RANKS [BYTES [LATENCY_US [GB_PER_S [ADDED_GB_PER_S]]]]]: a table of the collective operations of so many ranks with an operand
 * of so many bytes: messages, bytes, memory and time beside those of textbooks; with faults; and the nets that notice lost ranks. */
#include "simulation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double argument(int argc, char **argv, int index, double otherwise)
{
	return argc > index ? strtod(argv[index], NULL) : otherwise;
}

static int out_of_memory(void)
{
	fprintf(stderr, "simulate: out of memory\n");
	return 1;
}

static int operations(uint32_t ranks, double bytes, const struct simulation_network *plain)
{
	printf("| operation | algorithm | messages | textbook | bytes sent by a rank | memory | time us | textbook us | latencies up to 2 x "
	       "| one slow rank | a lost rank: ranks that wait |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
	for (uint32_t i = 0; i < simulation_algorithm_count; i++) {
		const struct simulation_algorithm *a = &simulation_algorithms[i];
		struct simulation_network late = *plain, slow = *plain, lost = *plain;
		struct simulation_result result, with_jitter, with_slow, with_loss;
		if (a->powers_of_two && (ranks & (ranks - 1)) != 0)
			continue;
		const double time = a->time(ranks, bytes, plain->latency, plain->per_byte, plain->per_added_byte);
		late.jitter = 1;
		slow.slow = (int32_t)(ranks / 2);
		lost.lost = (int32_t)(ranks / 2);
		lost.lost_at = time / 2;
		if (!simulation_run(a, ranks, bytes, plain, &result) || !simulation_run(a, ranks, bytes, &late, &with_jitter) ||
			!simulation_run(a, ranks, bytes, &slow, &with_slow) || !simulation_run(a, ranks, bytes, &lost, &with_loss))
			return out_of_memory();
		printf("| %s | %s | %llu | %llu | %llu | %.4g | %.4g | %.4g | %.4g | %.4g | %u |%s\n", a->operation, a->name,
			(unsigned long long)result.messages, (unsigned long long)a->messages(ranks),
			(unsigned long long)result.most_bytes, a->memory(ranks) * bytes, result.time * 1e6, time * 1e6,
			with_jitter.time * 1e6, with_slow.time * 1e6, with_loss.waiting, result.right ? "" : " WRONG");
	}
	return 0;
}

/* Of one rank. Those with a message to each other rank in each round take minutes. */
static int counts(uint32_t ranks, double bytes)
{
	printf("\n| operation, %u ranks | algorithm | rounds | messages of a rank | bytes sent by a rank |\n|---|---|---|---|---|\n", ranks);
	for (uint32_t i = 0; i < simulation_algorithm_count; i++) {
		const struct simulation_algorithm *a = &simulation_algorithms[i];
		struct simulation_count count;
		if ((a->powers_of_two && (ranks & (ranks - 1)) != 0) || (uint64_t)a->rounds(ranks) * ranks > UINT32_MAX)
			continue;
		if (!simulation_count(a, ranks, bytes, &count))
			return out_of_memory();
		printf("| %s | %s | %u | %u | %.4g |\n", a->operation, a->name, count.rounds, count.messages, count.bytes);
	}
	return 0;
}

/* What crosses the network if successive ranks share nodes. */
static int traffic(uint32_t ranks, double bytes)
{
	static const char *const names[] = { "halving around the ring", "halving by nodes of 2", "halving by nodes of 4",
		"halving by nodes of 8" };
	printf("\n| all_reduce, %u ranks | ranks of a node | rounds | bytes sent within a node | to other nodes | in operands | least |\n"
	       "|---|---|---|---|---|---|---|\n",
		ranks);
	for (uint32_t i = 0; i < simulation_algorithm_count; i++)
		for (uint32_t k = 1; k <= 3; k++) {
			const struct simulation_algorithm *a = &simulation_algorithms[i];
			const uint32_t local = UINT32_C(1) << k, nodes = ranks / local;
			struct simulation_traffic sent;
			if (ranks % local != 0 || (strcmp(a->name, names[0]) != 0 && strcmp(a->name, names[k]) != 0))
				continue;
			if (!simulation_traffic(a, ranks, local, bytes, &sent))
				return out_of_memory();
			printf("| %s | %u | %u | %.4g | %.4g | %.2f | %.2f |\n", a->name, local, a->rounds(ranks), sent.within, sent.between,
				bytes > 0 ? sent.between / bytes : 0, 2.0 * (nodes - 1) / nodes);
		}
	return 0;
}

/* The times once more, as other benchmarks print theirs. */
static int figures(uint32_t ranks, double bytes, const struct simulation_network *network)
{
	for (uint32_t i = 0; i < simulation_algorithm_count; i++) {
		const struct simulation_algorithm *a = &simulation_algorithms[i];
		struct simulation_result result;
		if (a->powers_of_two && (ranks & (ranks - 1)) != 0)
			continue;
		if (!simulation_run(a, ranks, bytes, network, &result))
			return out_of_memory();
		printf("{\"lib\": \"kernels-collective\", \"name\": \"%s, %s\", \"ranks\": %u, \"bytes\": %.0f, \"ns\": %.0f}\n", a->operation, a->name,
			ranks, bytes, result.time * 1e9);
	}
	return 0;
}

static int nets(uint32_t ranks)
{
	static const char *const names[] = { "mesh", "ring", "chords" };
	const uint32_t lost[] = { ranks / 3, ranks / 2, ranks - 1, ranks / 7 };
	printf("\n| net of %u ranks | connections of a rank | of all | lost | messages | hops | not told |\n|---|---|---|---|---|---|---|\n",
		ranks);
	for (int net = 0; net < 3; net++)
		for (uint32_t count = 1; count <= 4 && ranks >= 8; count++) {
			struct simulation_news news;
			if (!simulation_liveness((enum simulation_net)net, ranks, lost, count, &news))
				return out_of_memory();
			printf("| %s | %u | %llu | %u | %llu | %u | %u |\n", names[net], news.connections,
				(unsigned long long)ranks * news.connections / 2, count, (unsigned long long)news.messages, news.hops,
				news.uninformed);
		}
	return 0;
}

/* Pack mpi, with its limits. */
static int services(uint32_t most)
{
	printf("\n| ranks | START | connections | END of a request | BYE and LEAVE | LOST, one rank | sum / n log2 n |\n|---|---|---|---|---|---|---|\n");
	for (uint32_t ranks = 2; ranks <= most; ranks *= 2) {
		struct simulation_service service;
		struct simulation_news news;
		const uint32_t lost = ranks / 2;
		uint32_t rounds = 0;
		if (!simulation_service(ranks, 16, 32, &service) ||
			!simulation_liveness(ranks <= 32 ? SIMULATION_MESH : SIMULATION_CHORDS, ranks, &lost, 1, &news))
			return out_of_memory();
		while ((UINT32_C(1) << rounds) < ranks)
			rounds++;
		const uint64_t leaving = service.bye + service.leave;
		const uint64_t sum = service.start + service.connections + service.end + leaving + news.messages;
		printf("| %u | %llu | %llu | %llu | %llu | %llu | %.1f |\n", ranks, (unsigned long long)service.start,
			(unsigned long long)service.connections, (unsigned long long)service.end, (unsigned long long)leaving,
			(unsigned long long)news.messages, (double)sum / (ranks * (double)rounds));
	}
	return 0;
}

int main(int argc, char **argv)
{
	const double ranks = argument(argc, argv, 1, 1024), bytes = argument(argc, argv, 2, 4194304);
	const struct simulation_network network = { .latency = argument(argc, argv, 3, 2) * 1e-6,
		.per_byte = 1e-9 / argument(argc, argv, 4, 10), .per_added_byte = 1e-9 / argument(argc, argv, 5, 20), .slow = -1,
		.lost = -1 };
	if (!(ranks >= 1 && ranks <= SIMULATION_MOST_RANKS && bytes >= 0 && bytes < 1e15 && network.latency >= 0)) {
		fprintf(stderr, "usage: simulate [RANKS up to %d [BYTES [LATENCY_US [GB_PER_S [ADDED_GB_PER_S]]]]]\n",
			SIMULATION_MOST_RANKS);
		return 2;
	}
	const int code = operations((uint32_t)ranks, bytes, &network);
	if (code || counts(10 * (uint32_t)ranks, bytes) || traffic((uint32_t)ranks, bytes) || nets((uint32_t)ranks) || services((uint32_t)ranks))
		return 1;
	return figures((uint32_t)ranks, bytes, &network);
}
