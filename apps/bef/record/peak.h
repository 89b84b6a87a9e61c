/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What one thread of this processor can do at most, measured. */
#ifndef BEF_APP_PEAK_H
#define BEF_APP_PEAK_H

struct peak {
	double operations; /* per second: multiplications and additions of f32 in registers. 0: not measured */
	double bytes;      /* per second, read and written by memcpy() of blocks that no cache close to the processor has. 0: not measured */
	const char *isa;   /* of the operations */
};

/* Takes some 50 ms and 64 MB. */
struct peak peak_measure(void);

#endif
