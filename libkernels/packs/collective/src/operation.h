/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An operation of a group: each member gives one value, and each computes when it has those of all.
 *
 * 1. The arguments become available; errors among them are given too, so that no other member waits.
 * 2. give() makes the value of this task, a copy, because a program may write to its tensor when its own operation has ended.
 * 3. The engine promises the values of all members.
 * 4. compute() makes the results. An operation of two rounds goes on with 2. once. */
#ifndef KERNELS_COLLECTIVE_OPERATION_H
#define KERNELS_COLLECTIVE_OPERATION_H

#include "common.h"

#define MOST_ARGUMENTS 7u

struct kernels_collective__operation;

/* What the kernels differ in. Static. */
struct kernels_collective__kind {
	const char *name;
	uint32_t number; /* of struct kernels_exchange; part of the protocol between tasks */
	enum kernels_dtype dtype;
	uint32_t argument_count, rounds;
	async_type_id (*type)(uint32_t argument); /* of an argument behind the key */
	/* Makes the value of this round. Returns NULL after a message. */
	struct async_value *(*give)(struct kernels_collective__operation *op);
	/* Computes from op->values, none of which is an error. Sets op->payload if the kernel has a second result. Returns false
	 * after a message. */
	bool (*compute)(struct kernels_collective__operation *op);
};

struct kernels_collective__operation {
	const struct kernels_collective__kind *kind;
	struct async_request *request;
	const struct kernels_site *site;
	const struct async_allocator *allocator;
	struct kernels_collective__context *context; /* one reference, from the arguments on */
	struct kernels_collective__group group;
	struct async_value *arguments[MOST_ARGUMENTS]; /* one reference each */
	struct async_value *results[2];                /* one reference each; NULL: they are complete */
	struct async_value **values;                   /* of the members, one reference each; NULL before */
	struct kernels_tensor tensor;                  /* the second result */
	uint32_t round;
	/* Of gather.c: sizes of the parts along the axis, and bytes of the longest part. */
	int64_t *sizes, longest;
	int64_t channel;
	char message[240];
};

/* Starts an operation: the frame function of each kernel. */
void kernels_collective__operation_begin(struct kernels_frame *frame, const struct kernels_collective__kind *kind);

/* Stores a message and returns false. */
bool kernels_collective__refuse(struct kernels_collective__operation *op, const char *format, ...) KERNELS_PRINTF(2, 3);

/* Argument `index`, a tensor, which is dense and has the element type of the kernel; else NULL after a message. */
const struct kernels_tensor *kernels_collective__tensor(struct kernels_collective__operation *op, uint32_t index);
/* The value of a member. */
static inline const struct kernels_tensor *kernels_collective__part(
	const struct kernels_collective__operation *op, uint32_t member)
{
	return async_value_payload(op->values[member]);
}
/* Whether the value of a member has this element type and shape; else a message. */
bool kernels_collective__check_part(struct kernels_collective__operation *op, uint32_t member, enum kernels_dtype dtype,
	const struct kernels_shape *shape);
/* A value with a new tensor that has these bytes, or zeros (NULL). NULL after a message. */
struct async_value *kernels_collective__copy(struct kernels_collective__operation *op, enum kernels_dtype dtype,
	const struct kernels_shape *shape, const void *bytes, size_t size);

#endif
