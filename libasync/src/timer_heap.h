/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A pairing heap of timers: the links are in the timers, so that nothing is allocated. Thread class: one-at-a-time. */
#ifndef ASYNC_SRC_TIMER_HEAP_H
#define ASYNC_SRC_TIMER_HEAP_H

#include <async/timer.h>

/* `previous` of a first child is its parent. All return the new root; NULL is the empty heap. */
struct async_timer *async__timer_heap_add(struct async_timer *root, struct async_timer *timer);
struct async_timer *async__timer_heap_remove(struct async_timer *root, struct async_timer *timer);

#endif
