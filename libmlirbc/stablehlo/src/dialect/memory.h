/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory that a function releases before it returns, from the allocator of the context or of the caller. The arena of a context keeps
 * everything until the context is destroyed, so it is for results only. */
#ifndef MLIRBC_STABLEHLO_MEMORY_H
#define MLIRBC_STABLEHLO_MEMORY_H

#include <mlirbc/attr.h>

/* Zero bytes, aligned for any type. `allocator` NULL: malloc. NULL when memory is short. */
void *shlo__take(const struct mlirbc_allocator *allocator, size_t size);
/* `p` NULL is ignored; `size` is that of shlo__take(). */
void shlo__give(const struct mlirbc_allocator *allocator, void *p, size_t size);
/* Memory of `size` bytes with the first `old_size` of `p`, which is released (NULL: with 0). NULL when memory is short: `p` stays. */
void *shlo__regrow(const struct mlirbc_allocator *allocator, void *p, size_t old_size, size_t size);
/* Room for one more item in *list of *room items, of which `count` are used; *room 0 at first. False when memory is short. */
bool shlo__make_room(const struct mlirbc_allocator *allocator, void *list, size_t count, size_t *room, size_t size);

#endif
