/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a task asks of another one: to run a function, to give a value, to delete objects. */
#ifndef KERNELS_COLLECTIVE_REMOTE_ASK_H
#define KERNELS_COLLECTIVE_REMOTE_ASK_H

#include "remote.h"

/* A reply that has not come. */
struct kernels_collective__asked {
	struct async_request *request; /* a unit of work */
	const struct kernels_site *site;
	struct kernels_collective__context *context; /* one reference */
	struct async_value *promised, *result; /* one reference each; promised: NULL before the reply is expected */
	struct async_value *object;            /* of this task, one reference; NULL: none */
	size_t size;           /* of this block */
	bool fetches;
	uint64_t output_count; /* of a function that runs on this task */
	/* Further results: tensor handles of the last outputs. One reference each. */
	uint32_t handle_count;
	struct kernels_collective__pending {
		struct async_value *value;
		struct kernels_collective__object object;
	} handles[];
};

/* The results of a frame that are tensor handles of objects. */
struct kernels_collective__handles {
	uint32_t first, count;
	const struct kernels_collective__object *objects;
};

/* With result 0 of the frame: a chain, or a tensor that comes. `handles` NULL: none. NULL after the frame has failed. */
struct kernels_collective__asked *kernels_collective__ask(struct kernels_frame *frame,
	struct kernels_collective__context *context, bool fetches, const struct kernels_collective__handles *handles);
/* Sends a message of which the reply is the result. */
void kernels_collective__send(
	struct kernels_collective__asked *asked, uint32_t task, struct kernels_collective__message *message);
/* A function on this task has ended: done() of a runner. */
void kernels_collective__executed(void *ctx, struct async_value *const *outputs, struct async_error *error);
/* The tensor that an object of any task is, as result 0. */
void kernels_collective__fetch(struct kernels_frame *frame, struct kernels_collective__context *context,
	const struct kernels_collective__object *object);
/* The object of this task is available: it becomes the result. */
void kernels_collective__fetched(void *ctx);
/* Out of memory for the waiter of the object. */
void kernels_collective__ask_fail(struct kernels_collective__asked *asked);

/* The context of an argument, which is open; NULL after the frame has failed. */
struct kernels_collective__context *kernels_collective__context_of(struct kernels_frame *frame, uint32_t index);
/* The task is one of the context's; else the frame has failed. */
bool kernels_collective__has_task(
	struct kernels_frame *frame, const struct kernels_collective__context *context, uint32_t task);
static inline bool kernels_collective__is_self(const struct kernels_collective__context *context, uint32_t task)
{
	return task == kernels_process_number(&context->process);
}

/* Objects in arguments from `first` on; all are on `task`. Returns false after the frame has failed. */
bool kernels_collective__objects_copy(
	struct kernels_frame *frame, uint32_t first, uint32_t task, struct kernels_collective__object *out);
/* NULL after the frame has failed. */
struct kernels_collective__object *kernels_collective__objects_alloc(struct kernels_frame *frame, size_t count);
void kernels_collective__objects_free(
	struct kernels_frame *frame, struct kernels_collective__object *objects, size_t count);

#endif
