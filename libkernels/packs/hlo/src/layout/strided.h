/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vectors of elements at a small distance: columns of narrow rows, as coordinates of points are. */
#ifndef KERNELS_HLO_STRIDED_H
#define KERNELS_HLO_STRIDED_H

#include <stddef.h>
#include <stdint.h>

/* Elements that are farther apart are not copied: a vector would have few of them. */
enum { HLO_STEPS_MOST_READ = 8, HLO_STEPS_MOST_WRITTEN = 4 };

enum hlo_steps_isa { HLO_STEPS_NONE, HLO_STEPS_AVX2, HLO_STEPS_AVX512 };
enum hlo_steps_isa kernels_hlo__steps_isa(void); /* of this processor */

/* Both copy the first elements, and return how many: those that whole vectors have, or none, of other sizes and steps. No
 * byte is read that is not between the first and the last of the n elements; none is written but theirs. */
/* to[i] = from[i * step] */
size_t kernels_hlo__read_steps(enum hlo_steps_isa isa, void *to, const void *from, int64_t step, size_t size, size_t n);
/* to[i * step] = from[i] */
size_t kernels_hlo__write_steps(enum hlo_steps_isa isa, void *to, int64_t step, const void *from, size_t size, size_t n);

#endif
