/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Structs of callers that grow from release to release and begin with their size. */
#ifndef KERNELS_SRC_SIZE_H
#define KERNELS_SRC_SIZE_H

#include <stddef.h>

/* True if the caller has not set `size`: no release has a struct of this size. `last`: the last member of the first release. A size that
 * is not a multiple of the alignment would end inside of a member. */
#define KERNELS__SIZE_IS_WRONG(object, last)                                                                                     \
	((object)->size < offsetof(__typeof__(*(object)), last) + sizeof(object)->last || (object)->size > 65536u ||             \
		(object)->size % _Alignof(__typeof__(*(object))) != 0)

#endif
