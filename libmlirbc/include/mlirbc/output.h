/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The function that receives printed text and written bytecode. */
#ifndef MLIRBC_OUTPUT_H
#define MLIRBC_OUTPUT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Receives the next `size` bytes of the output, in order; they are valid during the call only. Returns 0, or another
 * number to stop: the function that produces the output then returns MLIRBC_E_IO. Called on the caller's thread. It
 * must not change the module that is being written. */
typedef int (*mlirbc_write_fn)(void *ctx, const char *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
