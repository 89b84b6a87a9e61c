/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The algorithms: what each rank sends and receives in each round, and what textbooks say of them. n: ranks, m: bytes of an
 * operand (of all_gather: of the result), a: latency, b: time per byte, c: time to add a byte. */
#include "../../mpi/src/schedule.h"
#include "simulation.h"

#define NOTHING ((struct simulation_step){ -1, -1, 0, 0, 0, 0 })

static uint32_t one(uint32_t n)
{
	(void)n;
	return 1;
}
static uint32_t all(uint32_t n) { return n; }
static uint32_t others(uint32_t n) { return n - 1; }
static uint32_t twice_others(uint32_t n) { return 2 * (n - 1); }
static uint32_t log_up(uint32_t n)
{
	uint32_t k = 0;
	while ((UINT32_C(1) << k) < n)
		k++;
	return k;
}
static uint32_t twice_log(uint32_t n) { return 2 * log_up(n); }
static uint32_t after(uint32_t n, uint32_t rank, uint32_t distance) { return (rank + distance) % n; }
static uint32_t before(uint32_t n, uint32_t rank, uint32_t distance) { return (rank + n - distance % n) % n; }

static enum simulation_arrival adds(uint32_t n, uint32_t round)
{
	(void)n;
	(void)round;
	return SIMULATION_ADDS;
}
static enum simulation_arrival replaces(uint32_t n, uint32_t round)
{
	(void)n;
	(void)round;
	return SIMULATION_REPLACES;
}
static enum simulation_arrival keeps(uint32_t n, uint32_t round)
{
	(void)n;
	(void)round;
	return SIMULATION_KEEPS;
}

static bool is_sum(uint32_t n, uint32_t rank, uint32_t part, uint64_t value)
{
	uint64_t sum = 0;
	(void)rank;
	for (uint32_t i = 0; i < n; i++)
		sum += simulation_value(i, part);
	return value == sum;
}
static bool is_gathered(uint32_t n, uint32_t rank, uint32_t part, uint64_t value)
{
	(void)n;
	(void)rank;
	return value == simulation_value(part, part);
}
static bool is_scattered(uint32_t n, uint32_t rank, uint32_t part, uint64_t value)
{
	return part != rank || is_sum(n, rank, part, value);
}
static bool is_exchanged(uint32_t n, uint32_t rank, uint32_t part, uint64_t value)
{
	(void)n;
	return value == simulation_value(part, rank);
}
static bool is_roots(uint32_t n, uint32_t rank, uint32_t part, uint64_t value)
{
	(void)n;
	(void)rank;
	return value == simulation_value(0, part);
}
static bool is_neighbours(uint32_t n, uint32_t rank, uint32_t part, uint64_t value)
{
	return value == simulation_value(before(n, rank, 1), part);
}

static uint64_t all_pairs(uint32_t n) { return (uint64_t)n * (n - 1); }
static uint64_t twice_pairs(uint32_t n) { return 2 * all_pairs(n); }
static uint64_t all_logs(uint32_t n) { return (uint64_t)n * log_up(n); }
static uint64_t twice_logs(uint32_t n) { return 2 * all_logs(n); }
static uint64_t each_other(uint32_t n) { return n - 1; }
static uint64_t each(uint32_t n) { return n > 1 ? n : 0; }

static double no_memory(uint32_t n)
{
	(void)n;
	return 0;
}
static double whole(uint32_t n)
{
	(void)n;
	return 1;
}
static double others_memory(uint32_t n) { return n - 1; }
static double part_memory(uint32_t n) { return 1.0 / n; }
static double half(uint32_t n)
{
	(void)n;
	return 0.5;
}

/* ---- each sends its operand to all others: what pack mpi does in small groups */

static struct simulation_step direct(uint32_t n, uint32_t rank, uint32_t round)
{
	return (struct simulation_step){ (int32_t)after(n, rank, round + 1), (int32_t)before(n, rank, round + 1), 0, 1, 0, 1 };
}
static double direct_time(uint32_t n, double m, double a, double b, double c)
{
	return n > 1 ? a + (n - 1) * m * (b + c) : 0;
}

/* ---- rings */

/* In n - 1 rounds the sum of each part comes to its rank; in n - 1 more it goes around. */
static struct simulation_step ring_scatter(uint32_t n, uint32_t rank, uint32_t round)
{
	return (struct simulation_step){ (int32_t)after(n, rank, 1), (int32_t)before(n, rank, 1), before(n, rank, round + 1), 1,
		before(n, rank, round + 2), 1 };
}
static struct simulation_step ring_gather(uint32_t n, uint32_t rank, uint32_t round)
{
	return (struct simulation_step){ (int32_t)after(n, rank, 1), (int32_t)before(n, rank, 1), before(n, rank, round), 1,
		before(n, rank, round + 1), 1 };
}
static struct simulation_step ring_reduce(uint32_t n, uint32_t rank, uint32_t round)
{
	return round < n - 1 ? ring_scatter(n, rank, round) : ring_gather(n, rank, round - (n - 1));
}
static enum simulation_arrival ring_arrival(uint32_t n, uint32_t round)
{
	return round < n - 1 ? SIMULATION_ADDS : SIMULATION_REPLACES;
}
static double ring_scatter_time(uint32_t n, double m, double a, double b, double c)
{
	return (n - 1) * (a + m / n * (b + c));
}
static double ring_gather_time(uint32_t n, double m, double a, double b, double c)
{
	(void)c;
	return (n - 1) * (a + m / n * b);
}
static double ring_reduce_time(uint32_t n, double m, double a, double b, double c)
{
	return ring_scatter_time(n, m, a, b, c) + ring_gather_time(n, m, a, b, c);
}

/* ---- doubling and halving */

/* The schedules of pack mpi in `fast` order. */
static struct simulation_step of_engine(struct mpi_step step)
{
	return (struct simulation_step){ step.to, step.from, step.send_first, step.send_count, step.receive_first, step.receive_count };
}
static struct mpi_layout flat(uint32_t n) { return (struct mpi_layout){ n, 1, false }; }
static uint32_t doubling_rounds(uint32_t n) { return n > 1 ? kernels_mpi__schedule_rounds(MPI_SCHEDULE_DOUBLING, flat(n)) : 0; }
static struct simulation_step doubling(uint32_t n, uint32_t rank, uint32_t round)
{
	return of_engine(kernels_mpi__schedule_step(MPI_SCHEDULE_DOUBLING, flat(n), rank, round));
}
static enum simulation_arrival doubling_arrival(uint32_t n, uint32_t round)
{
	return kernels_mpi__schedule_adds(MPI_SCHEDULE_DOUBLING, flat(n), round) ? SIMULATION_ADDS : SIMULATION_REPLACES;
}
static uint32_t log_down(uint32_t n) { return log_up(n) - ((n & (n - 1)) != 0); }
/* Members beyond a power of two take part by another one, there and back. */
static uint64_t doubling_messages(uint32_t n)
{
	const uint32_t power = UINT32_C(1) << log_down(n);
	return (uint64_t)power * log_down(n) + 2 * (n - power);
}
static double doubling_time(uint32_t n, double m, double a, double b, double c)
{
	const bool folds = (n & (n - 1)) != 0;
	return (log_down(n) + folds) * (a + m * (b + c)) + folds * (a + m * b);
}
static struct simulation_step doubling_gather(uint32_t n, uint32_t rank, uint32_t round)
{
	const uint32_t size = UINT32_C(1) << round, peer = rank ^ size;
	(void)n;
	return (struct simulation_step){ (int32_t)peer, (int32_t)peer, rank / size * size, size, peer / size * size, size };
}
static double doubling_gather_time(uint32_t n, double m, double a, double b, double c)
{
	(void)c;
	return log_up(n) * a + (n - 1) * m / n * b;
}
/* Rabenseifner: halves of what is left go to the other half of the ranks; then the parts come back. */
static struct simulation_step halving(uint32_t n, uint32_t rank, uint32_t round)
{
	if (round >= log_up(n))
		return doubling_gather(n, rank, round - log_up(n));
	const uint32_t size = n >> (round + 1), peer = rank ^ size;
	return (struct simulation_step){ (int32_t)peer, (int32_t)peer, peer / size * size, size, rank / size * size, size };
}
static enum simulation_arrival halving_arrival(uint32_t n, uint32_t round)
{
	return round < log_up(n) ? SIMULATION_ADDS : SIMULATION_REPLACES;
}
static double halving_time(uint32_t n, double m, double a, double b, double c)
{
	return 2 * log_up(n) * a + (n - 1) * m / n * (2 * b + c);
}

/* ---- halving around the ring, for any number of ranks (Traeff 2024); the place of a part is its distance behind the rank */

static uint32_t around_rounds(uint32_t n) { return kernels_mpi__schedule_rounds(MPI_SCHEDULE_HALVING, flat(n)); }
static struct simulation_step around(uint32_t n, uint32_t rank, uint32_t round)
{
	return of_engine(kernels_mpi__schedule_step(MPI_SCHEDULE_HALVING, flat(n), rank, round));
}
static enum simulation_arrival around_arrival(uint32_t n, uint32_t round)
{
	return kernels_mpi__schedule_adds(MPI_SCHEDULE_HALVING, flat(n), round) ? SIMULATION_ADDS : SIMULATION_REPLACES;
}
static bool is_sum_around(uint32_t n, uint32_t rank, uint32_t part, uint64_t value)
{
	uint64_t sum = 0;
	for (uint32_t i = 0, place = after(n, rank, part); i < n; i++) {
		sum += simulation_value(i, place);
		place = place ? place - 1 : n - 1;
	}
	return value == sum;
}

/* ---- halving within nodes of `local` ranks, then between the nodes */

static struct mpi_layout nodes(uint32_t n, uint32_t local)
{
	return n % local == 0 && n > local ? (struct mpi_layout){ n, local, false } : flat(n);
}
static uint32_t nodes_rounds(uint32_t n, uint32_t local)
{
	return kernels_mpi__schedule_rounds(MPI_SCHEDULE_HALVING, nodes(n, local));
}
/* A part is at another place of each rank, so all parts have equal sums, of an arithmetic series. */
static bool is_sum_of_places(uint32_t n, uint32_t rank, uint32_t part, uint64_t value)
{
	(void)rank;
	(void)part;
	return 2 * value == n * (simulation_value(0, 0) + simulation_value(n - 1, n - 1));
}

#define OF_NODES(local) \
	static uint32_t rounds_of_##local(uint32_t n) { return nodes_rounds(n, local); } \
	static struct simulation_step step_of_##local(uint32_t n, uint32_t rank, uint32_t round) \
	{ \
		return of_engine(kernels_mpi__schedule_step(MPI_SCHEDULE_HALVING, nodes(n, local), rank, round)); \
	} \
	static enum simulation_arrival arrival_of_##local(uint32_t n, uint32_t round) \
	{ \
		return round < nodes_rounds(n, local) / 2 ? SIMULATION_ADDS : SIMULATION_REPLACES; \
	} \
	static uint64_t messages_of_##local(uint32_t n) { return (uint64_t)n * nodes_rounds(n, local); } \
	static double time_of_##local(uint32_t n, double m, double a, double b, double c) \
	{ \
		return nodes_rounds(n, local) * a + (n - 1) * m / n * (2 * b + c); \
	}
OF_NODES(2)
OF_NODES(4)
OF_NODES(8)
#define ROW_OF_NODES(local) \
	{ "all_reduce", "halving by nodes of " #local, false, false, true, false, all, rounds_of_##local, step_of_##local, \
		arrival_of_##local, is_sum_of_places, messages_of_##local, time_of_##local, half }

/* ---- relays: what pack mpi does with messages of large groups (Bruck); a part's place is the distance before the rank */

static struct simulation_step relay(uint32_t n, uint32_t rank, uint32_t round)
{
	const uint32_t step = UINT32_C(1) << round, count = step < n - step ? step : n - step;
	return (struct simulation_step){ (int32_t)after(n, rank, step), (int32_t)before(n, rank, step), 0, count, step, count };
}
static bool is_relayed(uint32_t n, uint32_t rank, uint32_t part, uint64_t value)
{
	return value == simulation_value(before(n, rank, part), 0);
}

/* ---- trees, pairs */

static struct simulation_step binomial(uint32_t n, uint32_t rank, uint32_t round)
{
	const uint32_t size = UINT32_C(1) << round;
	struct simulation_step step = NOTHING;
	step.count = step.receive_count = 1;
	if (rank < size && rank + size < n)
		step.to = (int32_t)(rank + size);
	else if (rank >= size && rank < 2 * size)
		step.from = (int32_t)(rank - size);
	return step;
}
static double binomial_time(uint32_t n, double m, double a, double b, double c)
{
	(void)c;
	return log_up(n) * (a + m * b);
}
static struct simulation_step pairwise(uint32_t n, uint32_t rank, uint32_t round)
{
	const uint32_t to = after(n, rank, round + 1);
	return (struct simulation_step){ (int32_t)to, (int32_t)before(n, rank, round + 1), to, 1, 0, 1 };
}
static double pairwise_time(uint32_t n, double m, double a, double b, double c)
{
	return ring_gather_time(n, m, a, b, c);
}
static struct simulation_step shift(uint32_t n, uint32_t rank, uint32_t round)
{
	(void)round;
	return n > 1 ? (struct simulation_step){ (int32_t)after(n, rank, 1), (int32_t)before(n, rank, 1), 0, 1, 0, 1 } : NOTHING;
}
static double shift_time(uint32_t n, double m, double a, double b, double c)
{
	(void)c;
	return n > 1 ? a + m * b : 0;
}

const struct simulation_algorithm simulation_algorithms[] = {
	{ "all_reduce", "direct", false, true, true, false, one, others, direct, keeps, is_sum, all_pairs, direct_time, others_memory },
	{ "all_reduce", "ring", false, false, true, false, all, twice_others, ring_reduce, ring_arrival, is_sum, twice_pairs,
		ring_reduce_time, part_memory },
	{ "all_reduce", "doubling", false, false, true, false, one, doubling_rounds, doubling, doubling_arrival, is_sum, doubling_messages,
		doubling_time, whole },
	{ "all_reduce", "halving and doubling", true, false, true, false, all, twice_log, halving, halving_arrival, is_sum, twice_logs,
		halving_time, half },
	{ "all_reduce", "halving around the ring", false, false, true, false, all, around_rounds, around, around_arrival, is_sum_around, twice_logs,
		halving_time, half },
	ROW_OF_NODES(2), ROW_OF_NODES(4), ROW_OF_NODES(8),
	{ "reduce_scatter", "ring", false, false, true, false, all, others, ring_scatter, adds, is_scattered, all_pairs,
		ring_scatter_time, part_memory },
	{ "all_gather", "ring", false, false, false, false, all, others, ring_gather, replaces, is_gathered, all_pairs,
		ring_gather_time, no_memory },
	{ "all_gather", "doubling", true, false, false, false, all, log_up, doubling_gather, replaces, is_gathered, all_logs,
		doubling_gather_time, no_memory },
	{ "all_gather", "relay", false, false, false, false, all, log_up, relay, replaces, is_relayed, all_logs, doubling_gather_time,
		whole },
	{ "all_to_all", "pairs", false, false, false, true, all, others, pairwise, keeps, is_exchanged, all_pairs, pairwise_time,
		no_memory },
	{ "broadcast", "binomial tree", false, false, false, false, one, log_up, binomial, replaces, is_roots, each_other,
		binomial_time, no_memory },
	{ "permute", "shift by one", false, false, false, false, one, one, shift, replaces, is_neighbours, each, shift_time, no_memory },
};
const uint32_t simulation_algorithm_count = sizeof simulation_algorithms / sizeof *simulation_algorithms;
