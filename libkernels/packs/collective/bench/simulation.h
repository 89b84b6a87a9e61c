/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collective operations of many ranks, simulated: messages with data, a latency, a bandwidth, and faults. The same arguments
 * give the same times on every machine. See DESIGN.md of the pack. */
#ifndef COLLECTIVE_SIMULATION_H
#define COLLECTIVE_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIMULATION_MOST_RANKS = 1024 };

/* What a rank does in one round: it may send a message and receive one. Parts are of equal size. */
struct simulation_step {
	int32_t to, from;               /* ranks; -1: none */
	uint32_t send_first, count;     /* parts that are sent */
	uint32_t receive_first;         /* where the parts of the message that arrives go */
	uint32_t receive_count;
};

/* Where received parts go. */
enum simulation_arrival { SIMULATION_REPLACES, SIMULATION_ADDS, SIMULATION_KEEPS /* apart, by sender */ };

struct simulation_algorithm {
	const char *operation, *name;
	bool powers_of_two; /* of ranks only */
	bool pipelined;     /* a rank sends without waiting for what it receives */
	bool reduces;       /* adds operands */
	bool apart;         /* the result has the kept parts in the order of their senders */
	/* Parts of the operand of n ranks. */
	uint32_t (*parts)(uint32_t n);
	uint32_t (*rounds)(uint32_t n);
	struct simulation_step (*step)(uint32_t n, uint32_t rank, uint32_t round);
	enum simulation_arrival (*arrival)(uint32_t n, uint32_t round);
	/* Checks part `part` of a rank after the last round. */
	bool (*is_right)(uint32_t n, uint32_t rank, uint32_t part, uint64_t value);
	/* The textbook: messages of all ranks, and time in terms of latency a, time per byte b, time to add a byte c, bytes m. */
	uint64_t (*messages)(uint32_t n);
	double (*time)(uint32_t n, double m, double a, double b, double c);
	/* Bytes of buffers of a rank besides operand and result, in operands. */
	double (*memory)(uint32_t n);
};
extern const struct simulation_algorithm simulation_algorithms[];
extern const uint32_t simulation_algorithm_count;

/* The operand of a rank. */
uint64_t simulation_value(uint32_t rank, uint32_t part);

struct simulation_network {
	double latency, per_byte, per_added_byte; /* in seconds */
	double jitter;    /* latencies are up to this part longer; reproducible */
	int32_t slow;     /* a rank whose messages take ten times as long; -1: none */
	int32_t lost;     /* a rank that is lost; -1: none */
	double lost_at;   /* in seconds */
};

struct simulation_result {
	uint64_t messages, bytes, most_bytes; /* sent: by all ranks; by one */
	double time;                          /* when the last rank has its result */
	uint32_t waiting;                     /* ranks that wait for ever, because a rank was lost */
	bool right;                           /* all ranks that are not waiting or lost have the result */
};
/* `bytes`: of an operand. Returns false when out of memory. */
bool simulation_run(const struct simulation_algorithm *algorithm, uint32_t ranks, double bytes,
	const struct simulation_network *network, struct simulation_result *out);

/* What a rank sends and receives, at most, without data: for more ranks than SIMULATION_MOST_RANKS. */
struct simulation_count {
	uint32_t rounds, messages, received; /* messages: sent by one rank */
	double bytes;                        /* sent by one rank */
};
/* Returns false when out of memory. */
bool simulation_count(const struct simulation_algorithm *algorithm, uint32_t ranks, double bytes, struct simulation_count *out);

/* What a node sends, at most, if successive ranks are on nodes of `local` ones. */
struct simulation_traffic {
	double within, between; /* bytes to its own ranks, and to those of other nodes */
};
/* Returns false when out of memory. */
bool simulation_traffic(const struct simulation_algorithm *algorithm, uint32_t ranks, uint32_t local, double bytes,
	struct simulation_traffic *out);

/* ---- liveness: who learns that ranks were lost (liveness.c) */

enum simulation_net { SIMULATION_MESH, SIMULATION_RING, SIMULATION_CHORDS /* to the ranks at distances of powers of two */ };

struct simulation_news {
	uint32_t connections; /* of a rank, at most */
	uint64_t messages;    /* that pass the news on; those of one rank to another at one time are one */
	uint32_t hops;        /* of the longest way */
	uint32_t uninformed;  /* pairs of a live rank and a lost one that it does not learn of */
};
/* The ranks in lost[] are lost at once; each live neighbour notices, and passes on what is new to it. Returns false when out of
 * memory. */
bool simulation_liveness(enum simulation_net net, uint32_t ranks, const uint32_t *lost, uint32_t lost_count,
	struct simulation_news *out);

/* ---- messages besides those of operations (service.c) */

struct simulation_service {
	uint64_t start;       /* of MPI's collectives, n log2 n each */
	uint64_t connections; /* by which losses are noticed */
	uint64_t end;         /* of one request of all ranks (END) */
	uint64_t bye, leave;  /* of the end of the program */
	uint64_t unheard;     /* pairs of ranks of which one leaves without knowing that the other does */
};
/* `direct`, `mesh`: numbers of ranks up to which each one tells, and watches, all others. Returns false when out of memory. */
bool simulation_service(uint32_t ranks, uint32_t direct, uint32_t mesh, struct simulation_service *out);

#endif
