/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device code out of a SYCLBIN file or another container: the image of each module that fits a device, and what its properties require of a
 * launch. Modules that do not fit, or that need more than this runtime offers, keep the reason.
 *
 * The file may be hostile. It is borrowed until the package is closed. Thread class: immutable after open. */
#ifndef IMAGE_PACKAGE_H
#define IMAGE_PACKAGE_H

#include <image/translate.h>
#include <kernels/device.h>
#include <syclbin/syclbin.h>

struct image_package;

/* The chosen image of a module. */
struct image_part {
	uint32_t module;    /* number in the file */
	bool fits;          /* if not, the members below are not set, and `problem` is why */
	char problem[200];
	bool native;        /* for the driver as it is; else SPIR-V, which `spirv` describes */
	const void *bytes;
	size_t size;
	struct image_spirv spirv;
	char options[64];   /* for OpenCL's compiler; "" if there are none */
	struct syclbin_table table; /* private */
};

/* A kernel as its properties describe it. */
struct image_entry {
	const struct image_part *part;
	const struct image_kernel *kernel; /* of part->spirv; NULL: a native image */
	struct syclbin_string name;        /* in the device code */
	uint32_t group[3];                 /* the required work-group size, dimension 0 first; 0, 0, 0: any */
	uint32_t largest_group;            /* work-items; 0: any */
	uint32_t full_count;               /* parameters before unused ones were removed; UINT32_MAX: none was removed */
	uint32_t implicit_local;           /* parameter of the full list for dynamic local memory; UINT32_MAX: none */
	bool takes_constants;              /* the module has specialization constants: see struct kernels_device_function */
	const struct syclbin_property *removed; /* private */
};

/* A scalar of a specialization constant. */
struct image_setting {
	uint32_t id, offset, size; /* bytes [offset, offset + size) of the value */
};

/* Whether the bytes are a SYCLBIN file or a container of device images: a fat object, an archive, a bundle ... */
bool kernels_image__is_package(const void *data, size_t size);
/* Opens a file, also a compressed or nested one. The images of a container that are not in a SYCLBIN are packaged: see syclbin/package.h.
 * @return KERNELS_OK · KERNELS_E_UNSUPPORTED no module fits the device; the message has the reason · KERNELS_E_CORRUPT ·
 * KERNELS_E_NOMEM · KERNELS_E_LIMIT. On failure *out is NULL. */
enum kernels_status kernels_image__package_open(const void *data, size_t size, const struct syclbin_device *device,
	const struct async_allocator *allocator, struct image_package **out, struct kernels_diag *diag);
void kernels_image__package_close(struct image_package *package); /* NULL is ignored */
uint32_t kernels_image__package_count(const struct image_package *package); /* modules */
const struct image_part *kernels_image__package_part(const struct image_package *package, uint32_t index);

/* Finds a kernel by its name in the device code, or by the name under which the source registers it.
 * @return KERNELS_OK · KERNELS_E_NOT_FOUND · KERNELS_E_UNSUPPORTED the kernel needs something that is missing, or its
 * module does not fit · KERNELS_E_CORRUPT its properties disagree with its code */
enum kernels_status kernels_image__package_kernel(const struct image_package *package, const char *name, size_t length,
	struct image_entry *out, struct kernels_diag *diag);
/* True if parameter `index` of the full list is absent from the device code. */
bool kernels_image__is_removed(const struct image_entry *entry, uint32_t index);
/* Fills the members `sources` to `takes_constants` of the function (kernels/device.h). `sources` has space for entry->full_count numbers, and stays
 * as long as the function; not used if that is UINT32_MAX.
 * @return false if the mask leaves another number of parameters than `count`, which *out_left gets */
bool kernels_image__set_sources(const struct image_entry *entry, uint32_t *sources, uint32_t count,
	struct kernels_device_function *function, uint32_t *out_left);

/* The scalars of a constant of `size` bytes; *out_count of them, at most `capacity`, are written.
 * @return KERNELS_OK · KERNELS_E_NOT_FOUND · KERNELS_E_ARG the value has another size; the message has the expected one ·
 * KERNELS_E_CORRUPT · KERNELS_E_LIMIT */
enum kernels_status kernels_image__package_constant(const struct image_part *part, const char *name, size_t length,
	size_t size, struct image_setting *settings, uint32_t capacity, uint32_t *out_count, struct kernels_diag *diag);
/* Where the constant begins among the values of all constants, which emulation passes in a buffer; UINT32_MAX if there is
 * no such constant. */
uint32_t kernels_image__package_constant_offset(const struct image_part *part, const char *name, size_t length);
/* The default values of all constants: the bytes of that buffer. `value` is encoded (syclbin_value_copy()). False if there
 * are none. */
bool kernels_image__package_defaults(const struct image_part *part, struct syclbin_value *out);

bool kernels_image__package_has_constants(const struct image_part *part);
/* @return KERNELS_OK · KERNELS_E_NOT_FOUND a constant is of no module that fits; the message names it */
enum kernels_status kernels_image__package_check_constants(const struct image_package *package,
	const struct kernels_device_constant *constants, size_t count, struct kernels_diag *diag);
/* The values by id of those constants that the part has, for code that is specialized. They point to the bytes of `constants`.
 * @return KERNELS_OK · KERNELS_E_ARG · KERNELS_E_CORRUPT · KERNELS_E_LIMIT */
enum kernels_status kernels_image__package_values(const struct image_part *part, const struct kernels_device_constant *constants,
	size_t count, struct image_value *out, uint32_t capacity, size_t *out_count, struct kernels_diag *diag);
/* The values of all constants as native code reads them from memory: the defaults, with those of `constants`. *out is of
 * `allocator`, with alignment 16; NULL if the part has no constants.
 * @return KERNELS_OK · KERNELS_E_ARG · KERNELS_E_CORRUPT · KERNELS_E_LIMIT · KERNELS_E_NOMEM */
enum kernels_status kernels_image__package_blob(const struct image_part *part, const struct kernels_device_constant *constants,
	size_t count, const struct async_allocator *allocator, uint8_t **out, size_t *out_size, struct kernels_diag *diag);

#endif
