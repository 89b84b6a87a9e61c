/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The ready kernels of one thread, and the order in which it takes them.
 *
 * A thread runs the ready kernels of one stream, last in first out. Ready kernels of other streams form a list per
 * stream; those lists wait in ascending order of stream. A thread whose stream has no ready kernel continues with the
 * stream of the ready kernel that is first in the function. This is the order of TFRT, which is visible in programs
 * that print. In functions that are in order (struct bef_open_options) a thread takes the ready kernel that is first in the
 * function, and there is one stream.
 *
 * Lists need no memory: they are linked through the nodes of the frame, since a kernel becomes ready once. */
#ifndef BEF_EXEC_READY_H
#define BEF_EXEC_READY_H

#include "program.h"

struct bef__ready {
	struct bef__node *nodes;
	const uint32_t *streams; /* of the function */
	bool in_order;           /* of the function: `own` is a heap */
	uint32_t stream;         /* the one that the thread runs */
	uint32_t own;            /* list: ready kernels of that stream, last in first out; or heap, the first in the function on top */
	uint32_t others;         /* list: ready kernels of other streams, in the order in which they became ready */
	uint32_t *others_end;
	/* Lists of other streams, first in first out: the first node of each has the first node of the next in
	 * `count`. */
	uint32_t kept, kept_end;
};

static inline struct bef__ready bef__ready_init(
	const struct bef__function *f, struct bef__node *nodes, uint32_t stream)
{
	return (struct bef__ready){ nodes, f->streams, BEF__HAS_ORDER && f->in_order, stream, BEF__NONE, BEF__NONE, NULL, BEF__NONE, BEF__NONE };
}

/* A pairing heap: of a ready kernel, `count` is the first of its children, `next` its next sibling. */
static inline uint32_t bef__ready_merge(struct bef__node *nodes, uint32_t a, uint32_t b)
{
	if (a == BEF__NONE || b == BEF__NONE)
		return a == BEF__NONE ? b : a;
	uint32_t first = a < b ? a : b, second = a < b ? b : a;
	nodes[second].next = nodes[first].count;
	nodes[first].count = second;
	return first;
}
/* Takes the top off; returns the heap of the others. */
uint32_t bef__ready_pop(struct bef__node *nodes, uint32_t top);

static inline void bef__ready_add(struct bef__ready *ready, uint32_t number)
{
	if (BEF__HAS_ORDER && ready->in_order) {
		ready->nodes[number].count = BEF__NONE;
		ready->own = bef__ready_merge(ready->nodes, ready->own, number);
		return;
	}
	if (ready->streams[number] == ready->stream) {
		ready->nodes[number].next = ready->own;
		ready->own = number;
		return;
	}
	ready->nodes[number].next = BEF__NONE;
	if (ready->others == BEF__NONE)
		ready->others = number;
	else
		*ready->others_end = number;
	ready->others_end = &ready->nodes[number].next;
}

/* Splits `others` into lists: one becomes the thread's next stream if it has no other kernels, the others are kept. */
void bef__ready_split(struct bef__ready *ready);

/* The first of the kept lists; there is one. */
static inline uint32_t bef__ready_take_kept(struct bef__ready *ready)
{
	uint32_t list = ready->kept;
	ready->kept = ready->nodes[list].count;
	return list;
}

/* The next kernel for this thread, or BEF__NONE. */
static inline uint32_t bef__ready_next(struct bef__ready *ready)
{
	if (ready->own == BEF__NONE && ready->kept != BEF__NONE) {
		ready->own = bef__ready_take_kept(ready);
		ready->stream = ready->streams[ready->own];
	}
	uint32_t number = ready->own;
	if (number != BEF__NONE)
		ready->own = BEF__HAS_ORDER && ready->in_order ? bef__ready_pop(ready->nodes, number) : ready->nodes[number].next;
	return number;
}

/* Treats all results of a kernel as available; no other thread can access the nodes. */
void bef__ready_all(struct bef__ready *ready, const struct bef__kernel *k);

#endif
