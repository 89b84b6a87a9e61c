/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Structs of callers that begin with their size: each size that no release of the struct has is refused, and the present one is not. The
 * test `sizes` looks for SIZES_REFUSED(struct NAME, ...) of each of them. */
#ifndef SIZES_H
#define SIZES_H

#include "check.h"

#include <stdint.h>

/* Wrong sizes: not set, too small for any other member, the end inside of the last member, and an uninitialized member. */
#define SIZES_WRONG(type) { 0, 1, sizeof(size_t), sizeof(type) - 1, sizeof(type) + 1, 70000, (size_t)0xAAAAAAAAAAAAAAA8, SIZE_MAX }

/* Sets size_member to each wrong size, and checks that `refused`, an expression that makes the call, is true. Then the right size again. */
#define SIZES_REFUSED(type, size_member, refused)                                                                      \
	do {                                                                                                           \
		const size_t sizes_[] = SIZES_WRONG(type);                                                             \
		for (size_t size_i = 0; size_i < sizeof sizes_ / sizeof *sizes_; size_i++) {                          \
			(size_member) = sizes_[size_i];                                                                \
			if (!(refused))                                                                                \
				check_report(__FILE__, __LINE__, "%s of size %llu: not true: %s", #type,               \
					(unsigned long long)sizes_[size_i], #refused);                                 \
		}                                                                                                      \
		(size_member) = sizeof(type);                                                                          \
	} while (0)

#endif
