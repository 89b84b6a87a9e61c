/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images, between the two files that make programs of them. */
#ifndef KERNELS_OPENCL_IMAGE_PROGRAM_H
#define KERNELS_OPENCL_IMAGE_PROGRAM_H

#include "images.h"

#include <image/translate.h>

struct image_package;

/* What a module of the file became. */
struct kernels_opencl__image {
	void *program;                           /* NULL: it does not fit */
	struct kernels_device_buffer *constants; /* values that native code reads from memory; NULL: none */
};

struct kernels_opencl__images {
	struct kernels_opencl__context *context; /* of the program */
	struct kernels_device_info info;
	struct image_spirv spirv;      /* of a module by itself */
	struct image_package *package; /* of a SYCLBIN file, whose bytes follow the images; NULL: a module by itself */
	size_t block;                  /* bytes of this allocation */
	uint32_t count;
	struct kernels_opencl__image image[]; /* by number of the module */
};

/* One module on its way to a program. */
struct kernels_opencl__module {
	const struct kernels_opencl__images *images;
	const struct kernels_device_code *code;
	const void *bytes;
	size_t size;
	const struct image_spirv *spirv; /* NULL: native code */
	struct image_value *values;      /* of the constants that the module has */
	size_t value_count;
	char *options; /* private: of the file, of the caller */
};

bool kernels_opencl__module_fail(
	const struct kernels_opencl__module *m, const struct kernels_diag *diag, struct kernels_device_error *error);
/* Returns the built program, or NULL. */
void *kernels_opencl__module_build(
	struct kernels_opencl__module *m, const char *file_options, struct kernels_device_error *error);

#endif
