/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a device image says about itself: the functions that a host can start, and the compiler that made it. Read from
 * SPIR-V (OpEntryPoint, the generator), PTX (.entry, the comments at the beginning), code objects of AMD (symbols
 * NAME.kd, .comment) and cubins (function symbols with the flag of an entry, .comment).
 *
 * Thread class: immutable after syclbin_entries(); syclbin_entries_next() is one-at-a-time. Nothing is allocated. */
#ifndef SYCLBIN_ENTRIES_H
#define SYCLBIN_ENTRIES_H

#include <syclbin/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The caller may copy it. The bytes of the image must stay valid. */
struct syclbin_entries {
	struct syclbin_span image;
	uint64_t private_at, private_end, private_names, private_names_size;
	uint32_t private_kind, private_each;
};

/* Begins to walk the entry points of an image. An image of another format, or a damaged one, has none. */
SYCLBIN_API struct syclbin_entries syclbin_entries(const struct syclbin_span *image);
/* The next name, inside of the image. @return false at the end */
SYCLBIN_API bool syclbin_entries_next(struct syclbin_entries *entries, struct syclbin_string *out_name);

/* "clang version 19.1.7", "Khronos LLVM/SPIR-V translator", ...: inside of the image or static; empty if
 * unknown. */
SYCLBIN_API struct syclbin_string syclbin_image_compiler(const struct syclbin_span *image);

/* The target and the architecture of an image by its content: "nvptx64-nvidia-cuda" and "sm_90"; empty if they are not
 * known. The target is static, the architecture static or a part of the image. */
SYCLBIN_API void syclbin_image_guess(const struct syclbin_span *image, struct syclbin_string *out_target,
	struct syclbin_string *out_arch);

#ifdef __cplusplus
}
#endif

#endif
