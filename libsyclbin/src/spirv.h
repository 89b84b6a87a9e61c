/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a SPIR-V module says about its kernels and specialization constants. */
#ifndef SYCLBIN_SPIRV_H
#define SYCLBIN_SPIRV_H

#include "internal.h"

struct syclbin__spirv_kernel {
	struct syclbin_string name;
	uint32_t parameters;
};
struct syclbin__spirv_constant {
	struct syclbin_string name; /* empty: it has none */
	uint32_t id, size;
	uint64_t value; /* the default */
};
struct syclbin__spirv {
	struct bytecursor_buffer kernels, constants; /* in the module's order */
};

/* True if the bytes have the header of a little-endian module. */
bool syclbin__is_spirv(const struct syclbin_span *image);
/* A damaged module yields the parts before the damage. Names are parts of the image. False: no memory; *out is then empty.
 * Free it with syclbin__spirv_finish(). */
bool syclbin__spirv_scan(const struct syclbin_span *image, const struct syclbin_allocator *allocator, struct syclbin__spirv *out);
void syclbin__spirv_finish(struct syclbin__spirv *spirv, const struct syclbin_allocator *allocator);

#endif
