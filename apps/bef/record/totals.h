/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Totals of recorded times and of the work behind them, per kernel or per operation. */
#ifndef BEF_APP_TOTALS_H
#define BEF_APP_TOTALS_H

#include <bef/exec.h>

/* A call of a kernel, or work of it in a task. */
struct totals_span {
	const struct kernels_site *site;
	uint64_t run, self, wait; /* nanoseconds; self: without nested spans */
	bool call;
};

enum totals_flags {
	TOTALS_TIMES = 1u << 0,
	TOTALS_COSTS = 1u << 1,     /* arithmetic, bytes, and their shares of the peak, if some kernel knows them */
	TOTALS_OPERATIONS = 1u << 2, /* a line per operation instead of one per kernel */
	TOTALS_JSON = 1u << 3        /* to stdout, as members of the JSON object that is open: `kernels`, and `peak` of costs */
};

/* Prints to stderr, if not TOTALS_JSON; largest time first. Reorders the spans. @return false: out of memory */
bool totals_print(struct totals_span *spans, size_t count, unsigned flags);

#endif
