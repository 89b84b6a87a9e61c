/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which operations of the program devices compute. */
#ifndef BEF_STABLEHLO_PLACED_H
#define BEF_STABLEHLO_PLACED_H

#include "emit/emit.h"

/* An operation as one of the device. */
struct bef_hlo__placed {
	const char *name; /* of the kernel, which has the attributes of the operation, `device`, and `by_value` if it has that */
	bool moves;       /* elements, and computes nothing: done where its operands are */
	uint32_t values;  /* operands from this one on may be numbers of the host; UINT32_MAX: none, and there is no `by_value` */
	size_t word_count;
	int64_t words[4096]; /* the attribute `types` */
};
/* Reads the attribute `types`. False: there is none, it is too long, or it has a type with unknown dimensions or without elements. */
bool bef_hlo__read_types(const struct mlirbc_op *op, struct bef_hlo__placed *out);
/* Whether the type that begins with these words is of a single integer. */
bool bef_hlo__is_index_type(const int64_t *type);
/* Whether all values are single integers: the work of loops and of indices, which the host does meanwhile. */
bool bef_hlo__is_index_work(const struct bef_hlo__placed *placed);
/* Whether the last result is a single integer. */
bool bef_hlo__makes_index(const struct bef_hlo__placed *placed);
/* Whether the kernels of devices compute the operation (hlo/device.h). Uses scratch memory. */
bool bef_hlo__for_device(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *out);

#endif
