/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads of the queues: how they are started and called. */
#ifndef ASYNC_SRC_THREAD_H
#define ASYNC_SRC_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a joinable thread. Signals that a program may handle stay with the program's own threads. */
bool async__thread_start(pthread_t *out_thread, void *(*body)(void *arg), void *arg);

/* Names the calling thread PREFIX-KINDn; a prefix that is too long for the system is cut. */
void async__thread_set_name(const char *prefix, const char *kind, unsigned number);

/* How many CPUs this thread, and those it starts, may use; at least 1. */
unsigned async__cpu_count(void);

/* How many async__pause() take about so long, at least 1: they differ by ten times between processors. Takes some
 * microseconds. */
unsigned async__pauses_in(unsigned ns);

/* For waiting in a loop for what another thread does within nanoseconds, unless it is interrupted: then it needs a
 * processor, and if it has a lower priority it gets one only if we sleep. `tries` counts from 0. */
void async__wait_a_little(unsigned tries);

#endif
