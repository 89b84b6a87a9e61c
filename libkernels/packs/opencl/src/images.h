/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs out of SPIR-V and SYCLBIN files: which image fits, translation where the driver takes no SPIR-V, the cache of built
 * programs, and what the code says about its kernels. */
#ifndef KERNELS_OPENCL_IMAGES_H
#define KERNELS_OPENCL_IMAGES_H

#include "opencl.h"

struct kernels_opencl__images;

/* A kernel of the images, and the program of the driver that has it. */
struct kernels_opencl__image_kernel {
	void *program;
	const char *name; /* in the code; not NUL-terminated */
	size_t name_size;
	const struct image_kernel *described; /* <image/spirv.h>; NULL: native code */
	uint32_t group[3];                    /* required; 0, 0, 0: any */
	bool packaged;                        /* of a SYCLBIN file: it has the members below, for kernels_opencl__image_sources() */
	uint32_t source_count;                /* arguments of the source; 0: not known */
	uint32_t implicit_local;
	const void *mask;
	bool takes_constants;
	struct kernels_device_buffer *constants;
};

/* `kind` is KERNELS_DEVICE_SOURCE_SPIRV or _SYCLBIN. Copies what it needs of the code. NULL: *error is filled. Blocks. */
struct kernels_opencl__images *kernels_opencl__images_create(struct kernels_opencl__context *context,
	const struct kernels_device_code *code, uint32_t kind, struct kernels_device_error *error);
void kernels_opencl__images_destroy(struct kernels_opencl__images *images); /* NULL is ignored */
bool kernels_opencl__images_find(const struct kernels_opencl__images *images, const char *name,
	struct kernels_opencl__image_kernel *out, struct kernels_device_error *error);
/* True if the bytes are a SYCLBIN file, or a container of device images, that this build can read. */
bool kernels_opencl__is_syclbin(const void *bytes, size_t size);
/* Sets which arguments of the source the parameters of a packaged kernel are. `sources` has space for source_count. */
bool kernels_opencl__image_sources(const struct kernels_opencl__image_kernel *found, uint32_t *sources,
	struct kernels_device_function *function, struct kernels_device_error *error);

#endif
