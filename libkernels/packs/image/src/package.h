/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef IMAGE_SRC_PACKAGE_H
#define IMAGE_SRC_PACKAGE_H

#include <image/package.h>

/* Passes a failure of libsyclbin on. */
enum kernels_status kernels_image__package_fail(struct kernels_diag *diag, const struct syclbin_diag *from);
/* A property of the module; NULL if it has none. */
const struct syclbin_property *kernels_image__property(const struct image_part *part, const char *set, const char *key);

/* Bytes of the value of a specialization constant. */
uint64_t kernels_image__constant_bytes(const struct syclbin_property *constant);

#endif
