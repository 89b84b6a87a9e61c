/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values that an engine promises, for a request that may be cancelled before they come. */
#ifndef KERNELS_HLO_AWAIT_H
#define KERNELS_HLO_AWAIT_H

#include <kernels/kernels.h>

/* Replaces each value that is not available by one that becomes it, or the error of the request when that is cancelled. An engine
 * does not know requests. Out of memory: a value stays as it is, and a cancelled request waits for it. */
void kernels_hlo__await(struct kernels_frame *frame, struct async_value **values, size_t count);

#endif
