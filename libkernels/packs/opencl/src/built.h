/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Built programs on disk. */
#ifndef KERNELS_OPENCL_BUILT_H
#define KERNELS_OPENCL_BUILT_H

#include "opencl.h"

struct image_key;

/* Begins a key (<image/cache.h>) with the device, its driver, the options, and what the code is. The caller adds the code. */
void kernels_opencl__built_key(
	struct image_key *key, const struct kernels_device_info *info, const char *kind, const char *options);
/* The program under the key, built. NULL: there is none. A file that the driver refuses, perhaps of another version in spite of the
 * key, counts as absent. */
void *kernels_opencl__built_load(struct kernels_opencl__context *context, const uint8_t key[32], const char *options);
/* Best-effort. */
void kernels_opencl__built_store(struct kernels_opencl__context *context, const uint8_t key[32], void *program);
/* A program, not built yet, of bytes that the driver's compiler wrote. NULL: *error is filled. */
void *kernels_opencl__from_binary(
	struct kernels_opencl__context *context, const void *bytes, size_t size, struct kernels_device_error *error);

#endif
