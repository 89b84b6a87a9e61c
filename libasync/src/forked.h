/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects with threads, which the child of fork() has copies of, but without the threads. */
#ifndef ASYNC_SRC_FORKED_H
#define ASYNC_SRC_FORKED_H

#include <async/queue.h>
#include <stdbool.h>

/* Part of such an object. */
struct async__forked {
	struct async__forked *next, **link; /* guarded by the lock of the list */
	struct async_queue *face; /* NULL: no queue */
	void (*before)(struct async__forked *self); /* in the parent; NULL: nothing */
	void (*after)(struct async__forked *self, bool in_child); /* NULL: nothing */
};

/* A queue: in the child every call of it reports ASYNC_MISUSE_FORKED and returns at once. */
void async__forked_add_queue(
	struct async__forked *forked, struct async_queue *face, void (*after)(struct async__forked *self, bool in_child));
void async__forked_add(struct async__forked *forked);
void async__forked_remove(struct async__forked *forked);

void async__report_forked(const char *function, const void *object);

#endif
