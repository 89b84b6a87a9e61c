/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads what a launch needs to know about a SPIR-V module for OpenCL: its kernels with their parameters, and its
 * specialization constants. Drivers accept arguments of a wrong size for programs without argument information.
 *
 * The bytes may be hostile and have any alignment. They are not needed after the call. */
#ifndef IMAGE_SPIRV_H
#define IMAGE_SPIRV_H

#include <async/allocator.h>
#include <kernels/status.h>
#include <stdbool.h>

/* Bytes of a module. The reader allocates at most 24 times as much, which 32-bit machines can count. */
#define IMAGE_SPIRV_MOST (1u << 26)

enum image_parameter_kind {
	IMAGE_INTEGER,  /* by value */
	IMAGE_FLOAT,    /* by value */
	IMAGE_BYTES,    /* by value: a vector or a structure */
	IMAGE_GLOBAL,   /* pointer to global memory: a buffer or an address */
	IMAGE_CONSTANT, /* pointer to constant memory */
	IMAGE_LOCAL,    /* pointer to local memory: the launch gives its size */
	IMAGE_IMAGE,
	IMAGE_SAMPLER,
	IMAGE_OTHER     /* events, queues, pipes ...: the kernel cannot be launched */
};
/* "integer", "local memory" ... Static text. */
const char *kernels_image__kind_name(enum image_parameter_kind kind);

struct image_parameter {
	uint8_t kind;       /* enum image_parameter_kind */
	uint32_t size;      /* bytes of the value; of a pointer: of an address of the device */
	uint32_t alignment; /* of the value, a power of two */
	const char *name;   /* "" if the module has none */
};

struct image_kernel {
	const char *name;
	const struct image_parameter *parameters;
	uint32_t parameter_count;
	uint32_t local_size[3];  /* the required work-group size; 0, 0, 0: any */
	uint32_t sub_group_size; /* required; 0: any */
};

enum image_constant_kind { IMAGE_CONSTANT_BOOL, IMAGE_CONSTANT_INTEGER, IMAGE_CONSTANT_FLOAT };

/* A specialization constant. */
struct image_constant {
	uint32_t id;
	uint8_t kind;  /* enum image_constant_kind */
	uint8_t size;  /* bytes: 1, 2, 4 or 8 */
	uint64_t bits; /* the default value */
};

struct image_spirv {
	uint8_t major, minor;  /* version of SPIR-V */
	uint8_t address_bytes; /* 4 or 8 */
	uint32_t kernel_count, constant_count, import_count;
	const struct image_kernel *kernels;
	const struct image_constant *constants; /* sorted by id */
	const char *const *imports;             /* functions that another module has to define */
	void *block;                            /* private */
	size_t block_size;
};

/* Release *out with kernels_image__spirv_finish(); on failure it is zero.
 * @return KERNELS_OK · KERNELS_E_CORRUPT · KERNELS_E_UNSUPPORTED another byte order or addressing model ·
 * KERNELS_E_LIMIT ·
 * KERNELS_E_NOMEM. diag->offset is the byte of the word at fault. */
enum kernels_status kernels_image__spirv_read(const void *data, size_t size, const struct async_allocator *allocator,
	struct image_spirv *out, struct kernels_diag *diag);
void kernels_image__spirv_finish(struct image_spirv *spirv, const struct async_allocator *allocator);

/* NULL if there is none. */
const struct image_kernel *kernels_image__spirv_kernel(const struct image_spirv *spirv, const char *name, size_t length);
const struct image_constant *kernels_image__spirv_constant(const struct image_spirv *spirv, uint32_t id);

#endif
