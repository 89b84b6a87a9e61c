/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Perturbs the schedule in tests: delays a thread before some of its atomic operations, briefly or for longer. Compiled
 * only with ASYNC__SHAKE. */
#include "atomics.h"
#include <stdint.h>

#ifdef ASYNC__SHAKE
#include <sched.h>
#include <time.h>

static ASYNC__THREAD_LOCAL unsigned points;

unsigned async__shake_points(void) { return points; }

static ASYNC__THREAD_LOCAL uint32_t held_one_in; /* 0: default */

void async__shake_hold(unsigned one_in) { held_one_in = one_in; }

void async__shake(void)
{
	static const struct timespec moment = { 0, 20000 }, while_others_end = { 0, 300000 };
	points++;
	static ASYNC__THREAD_LOCAL uint32_t random;
	if (random == 0) /* different in each thread and each run */
		random = (uint32_t)((uintptr_t)&random >> 4) * 2654435769u ^ (uint32_t)time(NULL) ^ 1u;
	random = random * 1664525u + 1013904223u;
	uint32_t dice = random >> 16;
	if (held_one_in) {
		if (dice % held_one_in == 0)
			nanosleep(&while_others_end, NULL);
	} else if (dice % 64 == 0) {
		sched_yield();
	} else if (dice % 16 == 1) {
		for (uint32_t i = 0; i < dice % 256; i++)
			async__pause();
	} else if (dice == 2) {
		nanosleep(&moment, NULL);
	}
}
#else
extern int async__no_shake; /* C requires a declaration in each translation unit */
#endif
