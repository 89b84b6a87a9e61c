/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The simulator: results are right, messages and times are those of textbooks, with up to 1024 ranks; faults. */
#include "../../mpi/src/schedule.h"
#include "../bench/simulation.h"
#include "check.h"
#include <math.h>

static const struct simulation_network plain = { 2e-6, 1e-10, 5e-11, 0, -1, -1, 0 };

static bool takes(const struct simulation_algorithm *a, uint32_t ranks) { return !a->powers_of_two || (ranks & (ranks - 1)) == 0; }

static void compare(const struct simulation_algorithm *a, uint32_t ranks, double bytes)
{
	struct simulation_result result, again;
	CHECK_OR_RETURN(simulation_run(a, ranks, bytes, &plain, &result));
	again = result;
	CHECK_OR_RETURN(ranks > 64 || simulation_run(a, ranks, bytes, &plain, &again));
	const double expected = a->time(ranks, bytes, plain.latency, plain.per_byte, plain.per_added_byte);
	/* in a tree with a part of its leaves the last rank may have its value earlier; so may one that gives its values to another one */
	const bool bound = (strcmp(a->operation, "broadcast") == 0 || strcmp(a->name, "doubling") == 0) && (ranks & (ranks - 1)) != 0;
	if (bound)
		CHECK(result.time <= expected * (1 + 1e-9) && 2 * result.time >= expected);
	if (!result.right || result.waiting || result.messages != a->messages(ranks) || result.time != again.time ||
		(!bound && fabs(result.time - expected) > 1e-9 * expected))
		check_report(__FILE__, __LINE__, "%s by %s of %u ranks, %g bytes: %s, %llu messages, expected %llu; %g s, expected %g",
			a->operation, a->name, ranks, bytes, result.right ? "right" : "wrong", (unsigned long long)result.messages,
			(unsigned long long)a->messages(ranks), result.time, expected);
}

static void costs_are_those_of_textbooks(void)
{
	static const uint32_t ranks[] = { 1, 2, 3, 4, 5, 7, 8, 31, 32, 33, 64, 100 };
	for (uint32_t i = 0; i < simulation_algorithm_count; i++)
		for (size_t k = 0; k < sizeof ranks / sizeof *ranks; k++)
			if (takes(&simulation_algorithms[i], ranks[k])) {
				compare(&simulation_algorithms[i], ranks[k], 0);
				compare(&simulation_algorithms[i], ranks[k], 1 << 20);
			}
}

/* Those with more than a million messages take seconds: the benchmark has them. */
static void costs_of_1024_ranks(void)
{
	for (uint32_t i = 0; i < simulation_algorithm_count; i++) {
		const struct simulation_algorithm *a = &simulation_algorithms[i];
		compare(a, a->messages(1024) < 1000000 ? 1024 : a->powers_of_two ? 256 : 300, 1 << 22);
	}
}

/* What a rank sends and receives by the schedules of pack mpi is within 1.2 of the least that is possible: of large values, log2 n rounds
 * there and back, and all parts but one sent twice; of small ones, log2 n rounds with the whole value. */
static void check_counts(const struct simulation_algorithm *a, uint32_t ranks, double least_rounds, double least_bytes)
{
	const double bytes = 1 << 22;
	struct simulation_count count;
	CHECK_OR_RETURN(simulation_count(a, ranks, bytes, &count));
	CHECK(count.rounds <= 1.2 * least_rounds && count.messages <= 1.2 * least_rounds && count.received <= 1.2 * least_rounds);
	CHECK(count.rounds >= least_rounds * (1 - 1e-9));
	CHECK(count.bytes <= 1.2 * least_bytes * bytes && count.bytes >= 0.9 * least_bytes * bytes);
}

static void sums_of_10000_ranks(void)
{
	static const uint32_t ranks[] = { 1000, 1024, 9973, 10000 };
	int found = 0;
	for (uint32_t i = 0; i < simulation_algorithm_count; i++) {
		const struct simulation_algorithm *a = &simulation_algorithms[i];
		const bool halves = strcmp(a->name, "halving around the ring") == 0;
		for (size_t k = 0; (halves || strcmp(a->name, "doubling") == 0) && strcmp(a->operation, "all_reduce") == 0 &&
				   k < sizeof ranks / sizeof *ranks; k++) {
			const double n = ranks[k], rounds = log2(n);
			check_counts(a, ranks[k], halves ? 2 * rounds : rounds, halves ? 2 * (n - 1) / n : rounds);
			found++;
		}
	}
	CHECK_INT(found, 8);
}

/* Nodes send as few bytes to each other as is possible, and several times as many if the rounds do not know of them. */
static void nodes_send_little(void)
{
	static const uint32_t ranks[] = { 8, 64, 1024 }, locals[] = { 2, 4, 8 };
	const double bytes = 1 << 22;
	int found = 0;
	for (uint32_t i = 0; i < simulation_algorithm_count * 9; i++) {
		const struct simulation_algorithm *a = &simulation_algorithms[i / 9];
		const uint32_t n = ranks[i % 3], local = locals[i / 3 % 3], nodes = n / local;
		const double least = 2.0 * (nodes - 1) / nodes * bytes;
		struct simulation_traffic sent;
		struct simulation_count count;
		char name[40];
		snprintf(name, sizeof name, "halving by nodes of %u", local);
		const bool by_nodes = strcmp(a->name, name) == 0;
		if (nodes < 2 || (!by_nodes && strcmp(a->name, "halving around the ring") != 0))
			continue;
		CHECK_OR_RETURN(simulation_traffic(a, n, local, bytes, &sent) && simulation_count(a, n, bytes, &count));
		CHECK(sent.between >= least * (1 - 1e-9));
		CHECK(by_nodes ? sent.between <= 1.2 * least && count.rounds <= 2 * log2(n) : sent.between > 1.3 * least);
		CHECK(fabs(sent.within + sent.between - 2.0 * (n - 1) / n * bytes * local) < 1);
		found++;
	}
	CHECK_INT(found, 16);
}

/* The members whose values are in the part of a member, as bits. */
struct shares {
	uint64_t part[64][64];
};

/* Runs one round. False if a received part has a value that the member has added already, or is not the part that was sent. */
static bool share(struct mpi_layout layout, uint32_t round, struct shares *shares)
{
	const struct shares before = *shares;
	const bool adds = kernels_mpi__schedule_adds(MPI_SCHEDULE_HALVING, layout, round);
	bool good = true;
	for (uint32_t self = 0; self < layout.members; self++) {
		const struct mpi_step step = kernels_mpi__schedule_step(MPI_SCHEDULE_HALVING, layout, self, round);
		const struct mpi_step from = kernels_mpi__schedule_step(MPI_SCHEDULE_HALVING, layout, (uint32_t)step.from, round);
		struct mpi_span taken[2], sent[2];
		kernels_mpi__schedule_spans(MPI_SCHEDULE_HALVING, layout, self, step.receive_first, step.receive_count, taken);
		kernels_mpi__schedule_spans(MPI_SCHEDULE_HALVING, layout, (uint32_t)step.from, from.send_first, from.send_count, sent);
		good = good && from.to == (int32_t)self && memcmp(taken, sent, sizeof sent) == 0;
		for (uint32_t i = 0; i < taken[0].count + taken[1].count && good; i++) {
			const uint32_t part = i < taken[0].count ? taken[0].first + i : taken[1].first + i - taken[0].count;
			const uint64_t own = before.part[self][part], other = before.part[step.from][part];
			good = part < layout.members && (!adds || (own & other) == 0);
			shares->part[self][part] = adds ? own | other : other;
		}
	}
	return good;
}

/* At the end each member has the values of all in each part, once. */
static void each_value_is_added_once(void)
{
	static struct shares shares;
	for (uint32_t n = 1; n <= 64; n++)
		for (uint32_t k = 0; k < 2 * n; k++) {
			const struct mpi_layout layout = { n, k / 2 + 1, k % 2 == 1 };
			if (n % layout.local != 0)
				continue;
			for (uint32_t i = 0; i < n * n; i++)
				shares.part[i / n][i % n] = UINT64_C(1) << i / n;
			const uint32_t rounds = kernels_mpi__schedule_rounds(MPI_SCHEDULE_HALVING, layout);
			for (uint32_t round = 0; round < rounds; round++)
				CHECK_OR_RETURN(share(layout, round, &shares));
			for (uint32_t i = 0; i < n * n; i++)
				CHECK_OR_RETURN(shares.part[i / n][i % n] == UINT64_MAX >> (64 - n));
		}
}

static struct mpi_layout layout_of(const char *nodes, const char *ranks)
{
	uint64_t node[16];
	uint32_t rank[16], members = 0;
	for (size_t i = 0; nodes[i]; i++)
		node[i] = (uint64_t)nodes[i] << 40;
	for (; ranks[members]; members++)
		rank[members] = (uint32_t)(ranks[members] - '0');
	return kernels_mpi__schedule_layout(node, rank, members);
}

static void groups_are_divided_by_nodes(void)
{
	static const struct {
		const char *nodes, *ranks;
		uint32_t local;
		bool is_dealt;
	} cases[] = {
		{ "aabb", "0123", 2, false }, { "aabb", "3210", 2, false }, { "abab", "0123", 2, true }, { "aabb", "0213", 2, true },
		{ "aaabbb", "012345", 3, false }, { "abcabc", "012345", 2, true }, { "aaaabbbbcccc", "0246", 2, false },
		{ "aaaabbbbcccc", "0369", 1, false }, { "aaaabbbbcccc", "0459", 1, false }, { "aaaa", "0123", 1, false },
		{ "abcd", "0123", 1, false },
		{ "aabbb", "01234", 1, false }, { "aaabb", "01234", 1, false }, { "ababa", "01234", 1, false }, { "abba", "0123", 1, false },
		{ "abbbab", "012345", 1, false }, { "aabbcc", "01235", 1, false }, { "a", "0", 1, false }, { "ab", "01", 1, false },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct mpi_layout layout = layout_of(cases[i].nodes, cases[i].ranks);
		if (layout.local != cases[i].local || layout.is_dealt != cases[i].is_dealt || layout.members != strlen(cases[i].ranks))
			check_report(__FILE__, __LINE__, "ranks %s of nodes %s: %u on a node%s", cases[i].ranks, cases[i].nodes, layout.local,
				layout.is_dealt ? ", dealt" : "");
	}
}

static void faults_delay_or_stop(void)
{
	for (uint32_t i = 0; i < simulation_algorithm_count; i++) {
		const struct simulation_algorithm *a = &simulation_algorithms[i];
		struct simulation_network late = plain, slow = plain, lost = plain;
		struct simulation_result result, faulty;
		late.jitter = 1;
		slow.slow = 0;
		lost.lost = 0;
		CHECK_OR_RETURN(simulation_run(a, 16, 65536, &plain, &result));
		CHECK(simulation_run(a, 16, 65536, &late, &faulty) && faulty.right && faulty.time > result.time &&
			faulty.time < 3 * result.time);
		CHECK(simulation_run(a, 16, 65536, &slow, &faulty) && faulty.right && faulty.time > result.time);
		CHECK(simulation_run(a, 16, 65536, &lost, &faulty) && faulty.waiting > 0);
		/* all that reduces or gathers waits for rank 0, in a permutation one rank does */
		CHECK_INT(faulty.waiting, strcmp(a->operation, "permute") == 0 ? 1 : 15);
	}
}

static void nets_tell_of_lost_ranks(void)
{
	struct simulation_news news;
	const uint32_t lost[] = { 5, 40, 70, 100 };
	CHECK(simulation_liveness(SIMULATION_MESH, 32, lost, 1, &news));
	CHECK_INT(news.connections, 31);
	CHECK_INT(news.messages, 0);
	CHECK_INT(news.uninformed, 0);
	CHECK(simulation_liveness(SIMULATION_RING, 1024, lost, 1, &news));
	CHECK_INT(news.connections, 2);
	CHECK_INT(news.hops, 511);
	CHECK_INT(news.uninformed, 0);
	CHECK(simulation_liveness(SIMULATION_RING, 1024, lost, 3, &news)); /* parts of the ring learn of two losses each */
	CHECK_INT(news.uninformed, 1024 - 3);
	CHECK(simulation_liveness(SIMULATION_CHORDS, 1024, lost, 4, &news));
	CHECK_INT(news.connections, 19);
	CHECK(news.hops <= 10);
	CHECK_INT(news.uninformed, 0);
}

/* Twice as many ranks have little more than twice as many messages, beyond the limits of pack mpi. */
static void nothing_grows_with_the_square(void)
{
	struct simulation_service before, service;
	CHECK(simulation_service(16, 16, 32, &service));
	CHECK_INT(service.end, 16 * 15);
	CHECK_INT(service.connections, 8 * 15);
	CHECK(simulation_service(33, 16, 32, &before) && simulation_service(100, 16, 32, &service));
	CHECK_INT(service.leave, 100 * 7);
	CHECK_INT(service.unheard + before.unheard, 0);
	CHECK(simulation_service(64, 16, 32, &before));
	for (uint32_t ranks = 128; ranks <= 1024; ranks *= 2) {
		CHECK(simulation_service(ranks, 16, 32, &service));
		CHECK_INT(service.unheard, 0);
		CHECK(10 * service.start < 24 * before.start && 10 * service.connections < 24 * before.connections);
		CHECK(10 * service.end < 24 * before.end && 10 * service.leave < 24 * before.leave);
		before = service;
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(costs_are_those_of_textbooks),
		CHECK_CASE(costs_of_1024_ranks),
		CHECK_CASE(sums_of_10000_ranks),
		CHECK_CASE(nodes_send_little),
		CHECK_CASE(each_value_is_added_once),
		CHECK_CASE(groups_are_divided_by_nodes),
		CHECK_CASE(faults_delay_or_stop),
		CHECK_CASE(nets_tell_of_lost_ranks),
		CHECK_CASE(nothing_grows_with_the_square),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
