/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads of the queues: starting and naming them. */
#ifndef ASYNC_SRC_THREAD_H
#define ASYNC_SRC_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts a joinable thread. It blocks the signals that a program may handle, so that the program's threads get them. */
bool async__thread_start(pthread_t *out_thread, void *(*body)(void *arg), void *arg);
/* As above; `stack_size` in bytes is rounded up to what the system can do; 0: its default. */
bool async__thread_start_sized(pthread_t *out_thread, size_t stack_size, void *(*body)(void *arg), void *arg);

/* Has this thread used half of its stack? `nested`: how many levels there are, for threads whose stack is not known. */
bool async__stack_is_low(unsigned nested);

/* Names the calling thread PREFIX-KINDn; a prefix that is too long for the system is truncated. */
void async__thread_set_name(const char *prefix, const char *kind, unsigned number);

/* A condition variable for async__cond_wait_until(). */
void async__cond_init(pthread_cond_t *condition);
/* Waits until signalled or until `when`, in the time of async_now_ns(); ASYNC_NEVER: without end. @return false when `when` has passed. */
bool async__cond_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t when);

/* The number of CPUs that this thread and the threads it starts may use; at least 1. */
unsigned async__cpu_count(void);

/* The number of async__pause() calls that take about `ns` nanoseconds, at least 1: their duration differs tenfold
 * between processors. The measurement takes some microseconds. */
unsigned async__pauses_in(unsigned ns);

/* One iteration of a loop that waits for a step which another thread completes within nanoseconds, unless it is
 * preempted: then it needs a processor, which a thread of lower priority gets only if this one sleeps. `tries` counts
 * from 0. */
void async__wait_a_little(unsigned tries);

#endif
