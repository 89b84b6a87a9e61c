/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which operations of the program devices compute. */
#ifndef BEF_STABLEHLO_PLACED_H
#define BEF_STABLEHLO_PLACED_H

#include "emit/emit.h"

/* An operation as one of the device. */
struct bef_hlo__placed {
	const char *name; /* of the kernel, which has the attributes of the operation and `device` */
	size_t word_count;
	int64_t words[4096]; /* the attribute `types` */
};
/* Reads the attribute `types`. False: there is none, it is too long, or it has a type with unknown dimensions or without elements. */
bool bef_hlo__read_types(const struct mlirbc_op *op, struct bef_hlo__placed *out);
/* Whether the kernels of devices compute the operation (hlo/device.h). Uses scratch memory. */
bool bef_hlo__for_device(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *out);

#endif
