/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Results that kernels promise and do not deliver. */
#ifndef KERNELS_SRC_PROMISE_H
#define KERNELS_SRC_PROMISE_H

#include <kernels/registry.h>

/* True for an unavailable value of which the caller has the only reference, and which does not wait for another value: nothing
 * will complete it. */
bool kernels__is_forgotten(const struct async_value *value);

#endif
