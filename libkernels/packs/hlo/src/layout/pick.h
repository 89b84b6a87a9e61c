/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Single elements from and to places that a list or a distance gives. Offsets and steps count elements of `size` bytes. */
#ifndef KERNELS_HLO_PICK_H
#define KERNELS_HLO_PICK_H

#include <stddef.h>
#include <stdint.h>

/* to[i] = from[offsets[i] + shift] for i < n */
void kernels_hlo__pick(void *to, const void *from, const int64_t *offsets, int64_t shift, size_t size, size_t n);
/* to[offsets[i] + shift] = from[i] */
void kernels_hlo__place(void *to, const void *from, const int64_t *offsets, int64_t shift, size_t size, size_t n);

/* to[i * to_step] = from[i * from_step] */
void kernels_hlo__copy_elements(void *to, int64_t to_step, const void *from, int64_t from_step, size_t size, size_t n);
/* `count` runs of `run` elements, each of which has the element at from + i * apart bytes; `to` and `from` do not overlap. */
void kernels_hlo__fill_runs(void *to, const void *from, int64_t apart, size_t size, size_t run, size_t count);

#endif
