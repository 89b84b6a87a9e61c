/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products: dot_general, convolution, and both with a loop that follows.
 *
 * The right operand may be in the order in which products read it, so that nothing is packed when they run: HLO_PANELS in its type.
 * libbef-stablehlo stores constants in this form. The operand is a matrix [depth, columns]: of dot_general, its contracting dimensions in
 * their order, then the others; of a convolution, its spatial dimensions and input features, then output features. HLO_PANEL columns are
 * a panel, and the panels follow each other. In a panel, HLO_GROUP_BYTES along the depth are a group: one f32, two bf16, four bytes. The
 * groups of a row follow each other, then the next rows. So the group g of column j begins at byte
 * ((j / HLO_PANEL * groups + g) * HLO_PANEL + j % HLO_PANEL) * HLO_GROUP_BYTES. The form does not depend on the processor. */
#ifndef HLO_PRODUCTS_H
#define HLO_PRODUCTS_H

#include <hlo/types.h>

enum {
	HLO_PANEL = 32,
	HLO_GROUP_BYTES = 4,
	/* Multiplications of a product that kernels compute without packing and without fused operations: it reads no panels, and its sums
	 * may have other last bits. */
	HLO_FEW_MULTIPLICATIONS = 32768
};

/* Elements along the depth that are a group; 0: there are no panels of the type. */
static inline unsigned hlo_elements_of_group(enum kernels_dtype t)
{
	return t == KERNELS_F32 ? 1 : t == KERNELS_BF16 ? 2 : t == KERNELS_I8 ? 4 : 0;
}
static inline bool hlo_has_panels(enum kernels_dtype t, uint64_t depth, uint64_t columns)
{
	const unsigned of_group = hlo_elements_of_group(t);
	return of_group > 0 && depth % of_group == 0 && columns % HLO_PANEL == 0;
}

#endif
