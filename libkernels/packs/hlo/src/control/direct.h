/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Iterations of a loop without calls of its body: short ops that were planned when the program was opened run one after the other on
 * memory that the loop keeps. Values have no async values and references, no memory is allocated after the first iterations.
 *
 *	struct hlo_direct *direct = kernels_hlo__direct_create(...);       NULL: the body has no such form
 *	while (condition of kernels_hlo__direct_bytes(direct, i))
 *		error = kernels_hlo__direct_iterate(direct);
 *	kernels_hlo__direct_land(direct, values);                          async values again
 *	kernels_hlo__direct_destroy(direct);
 *
 * Thread class: one at a time. */
#ifndef KERNELS_HLO_DIRECT_H
#define KERNELS_HLO_DIRECT_H

#include "core/op_call.h"

#define HLO_DIRECT_OPERANDS 16u /* of quick ops (core/quick.c) */
#define HLO_DIRECT_RESULTS 4u

struct hlo_direct_step {
	const struct kernels_site *site;
	const struct hlo_op *op;
	const void *plan;
	const uint32_t *operands;
	uint32_t first_result; /* the value; the others follow */
	bool is_part;          /* the result is bytes of operand 0, which no iteration changes, and is only read */
	uint32_t free_begin, free_end; /* in `freed`: values that nothing uses after the step */
	uint32_t first_operand, first_output; /* in the addresses of a round */
	uint32_t user_begin, user_end; /* in `users`, if it is a part: operands that are the part, or views of it */
};

/* Memory that only the loop has, and how many of its values are there. */
struct hlo_direct_memory {
	struct hlo_direct_memory *next; /* in the list of those that are free */
	struct hlo_direct_memory *older; /* all */
	struct kernels_buffer *buffer;
	size_t size;
	uint32_t uses;
};

struct hlo_direct_value {
	void *bytes;
	struct hlo_direct_memory *memory; /* NULL: of a value from before the loop, or the tensor of a constant */
	struct kernels_buffer *buffer;    /* borrowed */
	struct async_value *value;        /* borrowed; NULL: it is the loop's */
};

/* The addresses of an iteration, and where carried values and unused memory were at its begin. Memory goes round: soon an iteration begins as
 * one before did. Then the addresses of that, and of those that followed it, are right for all that follow. */
enum { HLO_DIRECT_ROUNDS = 8, HLO_DIRECT_UNUSED = 16 };
struct hlo_direct_round {
	const void **inputs; /* of all steps; NULL: there was no such round */
	struct async_value **arguments;
	void **outputs;
	struct hlo_direct_value *carried;
	struct hlo_direct_memory *unused[HLO_DIRECT_UNUSED];
	uint32_t unused_count;
};

struct hlo_direct {
	const struct async_allocator *allocator;
	const struct kernels_site *site; /* of the loop */
	struct async_request *request;
	struct kernels_function_steps *steps;
	struct hlo_direct_step *list;
	struct hlo_direct_value *values; /* arguments of the body, then the results of all steps */
	struct hlo_direct_value *next;   /* arguments of the next iteration */
	const struct hlo_type **types;   /* of all values */
	uint32_t *freed;
	bool *given;                     /* by value: it is an argument of the next iteration */
	struct async_value **constants;  /* by value: what a step without operands returned, or NULL; owned */
	struct hlo_direct_memory *unused, *all;
	struct hlo_direct_round rounds[HLO_DIRECT_ROUNDS];
	uint32_t *users, operand_count;
	uint32_t round_count, tries; /* rounds that were recorded; how often others may replace them, if none is like one before */
	uint32_t again, at;          /* all iterations are like rounds again, again + 1, ..., round_count - 1; `at`: the next one */
	bool goes_round;
	uint32_t carried, width, value_count, step_count;
	size_t block_size, users_size, round_size;
};

/* `body`: takes `width` values of these types and returns the first `carried` of the next iteration. `site`: of the loop, whose pack has the
 * ops. The values must stay until kernels_hlo__direct_land(). NULL: an op is none that can run here, or memory is short. */
struct hlo_direct *kernels_hlo__direct_create(const struct kernels_function *body, const struct kernels_site *site, const struct hlo_op *loop,
	struct async_value *const *values, uint32_t carried, uint32_t width, struct async_request *request);
void kernels_hlo__direct_destroy(struct hlo_direct *direct);

/* Takes over a buffer; NULL: memory is short, and it was released. */
struct hlo_direct_memory *kernels_hlo__direct_memory(struct hlo_direct *direct, struct kernels_buffer *buffer, size_t size);
void kernels_hlo__direct_own(struct hlo_direct_value *value, struct hlo_direct_memory *memory);

/* direct_rounds.c. When the list of steps is complete; false: memory is short. */
bool kernels_hlo__direct_rounds_init(struct hlo_direct *direct);
void kernels_hlo__direct_rounds_finish(struct hlo_direct *direct);
/* The round whose addresses the next iteration fills, or, if direct->goes_round from now on, uses. NULL: memory is short. */
struct hlo_direct_round *kernels_hlo__direct_round(struct hlo_direct *direct);
/* After an iteration that used addresses. */
void kernels_hlo__direct_next_round(struct hlo_direct *direct);

static inline const void *hlo_direct_bytes(const struct hlo_direct *direct, uint32_t i) { return direct->values[i].bytes; }

/* Returns an error that the caller releases, or NULL. */
struct async_error *kernels_hlo__direct_iterate(struct hlo_direct *direct);
/* New references to values with the carried values. False: memory is short, and there are none. */
bool kernels_hlo__direct_land(const struct hlo_direct *direct, struct async_value **out);

#endif
