/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bounded work-stealing deque after Chase and Lev: its owner pushes and pops at the bottom, any thread steals at the
 * top. Uses ordered operations instead of fences, which race detectors do not support. */
#ifndef ASYNC_SRC_DEQUE_H
#define ASYNC_SRC_DEQUE_H

#include "atomics.h"
#include <async/queue.h>

#define ASYNC__DEQUE_SIZE 1024u

/* Both words are atomic: a thief may read them while the owner writes the next task there; the thief detects this
 * afterwards and discards them. */
struct async__deque_slot {
	void (*run)(void *ctx);
	void *ctx;
};

struct async__deque {
	_Alignas(ASYNC__APART) size_t top;    /* atomic: next to steal; increased by the thread that takes that task */
	_Alignas(ASYNC__APART) size_t bottom; /* atomic: next free; written by the owner, read by thieves */
	size_t top_seen; /* used by the owner only: not above top; saves reading the line that thieves write */
	_Alignas(ASYNC__APART) struct async__deque_slot slots[ASYNC__DEQUE_SIZE];
};

void async__deque_init(struct async__deque *deque);

/* Owner only. Is there room for `count` tasks? */
bool async__deque_has_room(struct async__deque *deque, size_t count);
/* Owner only; there must be room. The first task of the array is the last to be popped and the first to be stolen. */
void async__deque_push(struct async__deque *deque, const struct async_task *tasks, size_t count);
/* Owner only. Takes the task pushed last. @return false when there is none. */
bool async__deque_pop(struct async__deque *deque, struct async_task *out_task);
/* Any thread. Takes the oldest task. @return false when there is none, or when another thread took it first. */
bool async__deque_steal(struct async__deque *deque, struct async_task *out_task);

/* Any thread. The number of tasks; may be slightly out of date. */
static inline size_t async__deque_count(struct async__deque *deque)
{
	size_t top = async__load_relaxed(&deque->top); /* relaxed: an estimate; top first, as in steal() */
	ptrdiff_t count = (ptrdiff_t)(async__load_relaxed(&deque->bottom) - top);
	return count > 0 ? (size_t)count : 0;
}

/* Any thread. */
static inline bool async__deque_is_empty(struct async__deque *deque)
{
	/* seq_cst: the last check of parking.h, which pairs with the store in async__deque_push() */
	size_t top = async__load_seq_cst(&deque->top);
	return (ptrdiff_t)(async__load_seq_cst(&deque->bottom) - top) <= 0;
}

#endif
