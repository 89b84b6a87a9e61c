/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From device images to a SYCLBIN file: as clang-linker-wrapper --syclbin packages an OffloadBinary, from any input of
 * input.h.
 *
 * Images with the same kernels for different targets become one abstract module; other images have a module each.
 * SPIR-V is an IR module, and so is bitcode without an architecture; other images are native. Targets and architectures
 * are those of the containers, or those that the code tells (PTX, cubins, code objects of AMD); targets are completed
 * (target.h). Machine code comes before PTX in a module.
 *
 * Thread class: safe, except that a writer, a text and inputs are as their headers say. */
#ifndef SYCLBIN_PACKAGE_H
#define SYCLBIN_PACKAGE_H

#include <syclbin/input.h>
#include <syclbin/text.h>
#include <syclbin/writer.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why an item is not packaged: "code of the host", "its target is not known". `why` is static. */
typedef void (*syclbin_package_fn)(void *ctx, const struct syclbin_item *item, const char *why);

struct syclbin_package_options {
	size_t size; /* sizeof(struct syclbin_package_options) */
	/* Properties of every module; see syclbin_package_text(). */
	struct syclbin_string properties;
	bool only_given; /* no properties are taken from the images */
	/* For images whose containers and code tell none; empty: they are not packaged. */
	struct syclbin_string target, arch;
	syclbin_package_fn report; /* NULL: nothing is reported */
	void *ctx;
};
#define SYCLBIN_PACKAGE_OPTIONS_INIT                                                                                   \
	{                                                                                                              \
		sizeof(struct syclbin_package_options), { "", 0 }, false, { "", 0 }, { "", 0 }, NULL, NULL             \
	}

/* Builds the property text of a module in `out`, which is cleared before: the properties `given`, and what its images
 * tell, unless `given` has it:
 *
 *	SYCL/kernel names                 the entry points of all images
 *	SYCL/kernel param opt             a mask for each kernel of SPIR-V, in which no parameter is removed
 *	SYCL/specialization constants     those of the first SPIR-V image that has any, by name or by number; likewise
 *	                                  their default values
 *
 * Given kernels are compared with images whose entry points are known, and given masks with the parameters. Memory
 * comes from the allocator of `out`.
 * @return SYCLBIN_OK · SYCLBIN_E_CORRUPT `given` is invalid · SYCLBIN_E_ARG it disagrees with an image, or has a set of
 * SYCLBIN itself, which modules cannot have · SYCLBIN_E_NOMEM · SYCLBIN_E_UNSUPPORTED an unsuitable name */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_package_text(const struct syclbin_span *images, size_t count,
	struct syclbin_string given, struct syclbin_text *out, struct syclbin_diag *diag);

/* Adds modules with the images of inputs. The modules of a SYCLBIN in them are added as they are. The inputs must stay
 * open until the writer has written. `options` may be NULL.
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND there is no image to package · SYCLBIN_E_ARG SYCLBINs of different states,
 * and the writer has none · as syclbin_package_text(),
 * syclbin_writer_image() and syclbin_writer_file() */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_writer_inputs(struct syclbin_writer *writer,
	const struct syclbin_input *const *inputs, size_t count, const struct syclbin_package_options *options,
	struct syclbin_diag *diag);

/* Packages an input in memory in one call. *out_data is one block of `allocator` (NULL: malloc); free it with
 * syclbin_package_free(). `state` is that of the file, UINT32_MAX: of the SYCLBIN in the input, else executable.
 * @return as syclbin_input_open(), syclbin_writer_inputs() and syclbin_writer_finish(); on failure *out_data is NULL */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_package(const void *data, size_t size, uint32_t state,
	const struct syclbin_package_options *options, enum syclbin_encoding encoding,
	const struct syclbin_allocator *allocator, uint8_t **out_data, size_t *out_size, struct syclbin_diag *diag);
SYCLBIN_API void syclbin_package_free(const struct syclbin_allocator *allocator, uint8_t *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
