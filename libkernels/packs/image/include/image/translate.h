/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SPIR-V to LLVM bitcode, by llvm-spirv as a process: for drivers that take bitcode only (cl_khr_spir). */
#ifndef IMAGE_TRANSLATE_H
#define IMAGE_TRANSLATE_H

#include <image/spirv.h>

/* A value for a specialization constant. */
struct image_value {
	uint32_t id;
	uint8_t size;
	const void *bytes; /* in the host's order */
};

struct image_translation {
	uint8_t *bitcode; /* of `allocator`, `size` bytes with alignment 16 */
	size_t size;
};

#define IMAGE_BITCODE_MOST ((size_t)1 << 30) /* bytes of a translation */

/* Checks the values against the constants of the module.
 * @return KERNELS_OK · KERNELS_E_NOT_FOUND no such constant · KERNELS_E_ARG another size; the message has both */
enum kernels_status kernels_image__check_values(const struct image_spirv *spirv, const struct image_value *values, size_t count,
	struct kernels_diag *diag);

/* Blocks, for `milliseconds` at most: call it in a blocking task. `spirv` describes the module and types the values, which
 * kernels_image__check_values() has accepted. The translator is the program in KERNELS_LLVM_SPIRV, else
 * llvm-spirv-LLVM_VERSION (0: not known), else llvm-spirv. A translator must not be newer than the LLVM of the driver.
 * @return KERNELS_OK · KERNELS_E_UNSUPPORTED there is no translator · KERNELS_E_CORRUPT it refused the module; the message
 * has its first line · KERNELS_E_LIMIT it took too long, or wrote too much · KERNELS_E_NOMEM · KERNELS_E_STATE the system
 * refused a process or a file */
enum kernels_status kernels_image__translate(const void *data, size_t size, const struct image_spirv *spirv,
	const struct image_value *values, size_t count, unsigned llvm_version, unsigned milliseconds,
	const struct async_allocator *allocator, struct image_translation *out, struct kernels_diag *diag);

#endif
