/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that sleep. */
#include "test.h"
#include <errno.h>
#include <time.h>

void kernels_test__sleep(uint64_t microseconds)
{
	struct timespec left = { (time_t)(microseconds / 1000000), (long)(microseconds % 1000000) * 1000 };
	while (nanosleep(&left, &left) != 0 && errno == EINTR)
		;
}

void kernels_test__delay(void)
{
	static uint32_t calls; /* atomic, relaxed: values only have to differ */
	uint32_t mixed = (__atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) * 2654435761u) >> 16;
	kernels_test__sleep(1000 + mixed % 9001);
}
