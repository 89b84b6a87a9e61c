/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The named operations of linalg: their bodies and indexing maps. */
#include "own_linalg.h"

#include <mlirbc/affine.h>
#include <stdlib.h>

static const struct up__linalg named[] = {
	{ "abs", "0a", NULL },
	{ "add", "01+", NULL },
	{ "batch_matmul", "o0C1C*+", "4:013;032;012" },
	{ "batch_matvec", "o0C1C*+", "3:012;02;01" },
	{ "batch_mmt4d", "o0C1C*+", "7:01346;02356;01245" },
	{ "batch_reduce_matmul", "o0C1C*+", "4:013;032;12" },
	{ "batch_vecmat", "o0C1C*+", "3:02;021;01" },
	{ "ceil", "0c", NULL },
	{ "contract", "o0C1C*+", NULL },
	{ "conv_1d", "o0C1C*+", "2:(01);1;0" },
	{ "conv_1d_ncw_fcw", "o0C1C*+", "5:03(24);134;012" },
	{ "conv_1d_nwc_wcf", "o0C1C*+", "5:0(13)4;342;012" },
	{ "conv_2d", "o0C1C*+", "4:(02)(13);23;01" },
	{ "conv_2d_nchw_fchw", "o0C1C*+", "7:04(25)(36);1456;0123" },
	{ "conv_2d_nchw_fchw_q", "o0C2-1C3-*+", "7:04(25)(36);1456;;;0123" },
	{ "conv_2d_ngchw_fgchw", "o0C1C*+", "8:015(36)(47);21567;01234" },
	{ "conv_2d_ngchw_gfchw", "o0C1C*+", "8:015(36)(47);12567;01234" },
	{ "conv_2d_ngchw_gfchw_q", "o0C2-1C3-*+", "8:015(36)(47);12567;;;01234" },
	{ "conv_2d_nhwc_fhwc", "o0C1C*+", "7:0(14)(25)6;3456;0123" },
	{ "conv_2d_nhwc_fhwc_q", "o0C2-1C3-*+", "7:0(14)(25)6;3456;;;0123" },
	{ "conv_2d_nhwc_hwcf", "o0C1C*+", "7:0(14)(25)6;4563;0123" },
	{ "conv_2d_nhwc_hwcf_q", "o0C2-1C3-*+", "7:0(14)(25)6;4563;;;0123" },
	{ "conv_2d_nhwgc_gfhwc", "o0C1C*+", "8:0(15)(26)37;34567;01234" },
	{ "conv_2d_nhwgc_gfhwc_q", "o0C2-1C3-*+", "8:0(15)(26)37;34567;;;01234" },
	{ "conv_3d", "o0C1C*+", "6:(03)(14)(25);345;012" },
	{ "conv_3d_ncdhw_fcdhw", "o0C1C*+", "9:05(26)(37)(48);15678;01234" },
	{ "conv_3d_ndhwc_dhwcf", "o0C1C*+", "9:0(15)(26)(37)8;56784;01234" },
	{ "conv_3d_ndhwc_dhwcf_q", "o0C2-1C3-*+", "9:0(15)(26)(37)8;56784;;;01234" },
	{ "copy", "0C", NULL },
	{ "depthwise_conv_1d_ncw_cw", "o0C1C*+", "4:02(13);23;021" },
	{ "depthwise_conv_1d_nwc_wc", "o0C1C*+", "4:0(13)2;32;012" },
	{ "depthwise_conv_1d_nwc_wcm", "o0C1C*+", "5:0(14)2;423;0123" },
	{ "depthwise_conv_2d_nchw_chw", "o0C1C*+", "6:03(14)(25);345;0312" },
	{ "depthwise_conv_2d_nhwc_hwc", "o0C1C*+", "6:0(14)(25)3;453;0123" },
	{ "depthwise_conv_2d_nhwc_hwc_q", "o0C2-1C3-*+", "6:0(14)(25)3;453;;;0123" },
	{ "depthwise_conv_2d_nhwc_hwcm", "o0C1C*+", "7:0(15)(26)3;5634;01234" },
	{ "depthwise_conv_2d_nhwc_hwcm_q", "o0C2-1C3-*+", "7:0(15)(26)3;5634;;;01234" },
	{ "depthwise_conv_3d_ncdhw_cdhw", "o0C1C*+", "8:07(14)(25)(36);7456;07123" },
	{ "depthwise_conv_3d_ndhwc_dhwc", "o0C1C*+", "8:0(14)(25)(36)7;4567;01237" },
	{ "depthwise_conv_3d_ndhwc_dhwcm", "o0C1C*+", "9:0(15)(26)(37)8;56784;012384" },
	{ "div", "01/", NULL },
	{ "div_unsigned", "01\\", NULL },
	{ "dot", "o0C1C*+", "1:0;0;" },
	{ "elementwise", "", NULL },
	{ "erf", "0g", NULL },
	{ "exp", "0e", NULL },
	{ "fill", "0", NULL },
	{ "fill_rng_2d", "R", "2:;;;01" },
	{ "floor", "0f", NULL },
	{ "log", "0l", NULL },
	{ "matmul", "o0C1C*+", "3:02;21;01" },
	{ "matvec", "o0C1C*+", "2:01;1;0" },
	{ "max", "01>", NULL },
	{ "min", "01<", NULL },
	{ "mmt4d", "o0C1C*+", "6:0235;1245;0134" },
	{ "mul", "01*", NULL },
	{ "negf", "0n", NULL },
	{ "pooling_nchw_max", "o0C>", "6:01(24)(35);45;0123" },
	{ "pooling_nchw_sum", "o0C+", "6:01(24)(35);45;0123" },
	{ "pooling_ncw_max", "o0C>", "4:01(23);3;012" },
	{ "pooling_ncw_sum", "o0C+", "4:01(23);3;012" },
	{ "pooling_ndhwc_max", "o0C>", "8:0(15)(26)(37)4;567;01234" },
	{ "pooling_ndhwc_min", "o0C<", "8:0(15)(26)(37)4;567;01234" },
	{ "pooling_ndhwc_sum", "o0C+", "8:0(15)(26)(37)4;567;01234" },
	{ "pooling_nhwc_max", "o0C>", "6:0(14)(25)3;45;0123" },
	{ "pooling_nhwc_max_unsigned", "o0U}", "6:0(14)(25)3;45;0123" },
	{ "pooling_nhwc_min", "o0C<", "6:0(14)(25)3;45;0123" },
	{ "pooling_nhwc_min_unsigned", "o0U{", "6:0(14)(25)3;45;0123" },
	{ "pooling_nhwc_sum", "o0C+", "6:0(14)(25)3;45;0123" },
	{ "pooling_nwc_max", "o0C>", "4:0(13)2;3;012" },
	{ "pooling_nwc_max_unsigned", "o0U}", "4:0(13)2;3;012" },
	{ "pooling_nwc_min", "o0C<", "4:0(13)2;3;012" },
	{ "pooling_nwc_min_unsigned", "o0U{", "4:0(13)2;3;012" },
	{ "pooling_nwc_sum", "o0C+", "4:0(13)2;3;012" },
	{ "powf", "01^", NULL },
	{ "quantized_batch_matmul", "o0C2-1C3-*+", "4:013;032;;;012" },
	{ "quantized_matmul", "o0C2-1C3-*+", "3:02;21;;;01" },
	{ "reciprocal", "0v", NULL },
	{ "round", "0r", NULL },
	{ "rsqrt", "0s", NULL },
	{ "select", "012?", NULL },
	{ "sqrt", "0q", NULL },
	{ "square", "0w", NULL },
	{ "sub", "01-", NULL },
	{ "tanh", "0h", NULL },
	{ "vecmat", "o0C1C*+", "2:1;10;0" },
};

static int compare(const void *key, const void *item)
{
	const struct mlirbc_string *name = key;
	const char *other = ((const struct up__linalg *)item)->name;
	size_t size = sizeof "linalg." - 1;
	int order = strncmp(name->data + size, other, name->size - size);
	return order ? order : -(other[name->size - size] != '\0');
}

const struct up__linalg *up__linalg_find(const struct mlirbc_string *name)
{
	return bsearch(name, named, sizeof named / sizeof *named, sizeof *named, compare);
}

/* ---- maps */

/* The stride or dilation of sum `index` of a map; 1 if there is none. */
static int64_t factor_at(const struct mlirbc_attr *factors, size_t index)
{
	bool given = factors && factors->kind == MLIRBC_ATTR_DENSE && factors->type->kind != MLIRBC_TYPE_COMPLEX &&
		     (factors->u.dense.splat || index < factors->u.dense.count);
	return given ? up__element_at(factors, index) : 1;
}

typedef const struct mlirbc_affine *expr;

static expr product(struct mlirbc_context *context, char dimension, int64_t factor)
{
	return mlirbc_affine_binary(context, MLIRBC_AFFINE_MUL, mlirbc_affine_dim(context, (uint32_t)(dimension - '0')),
		mlirbc_affine_constant(context, factor));
}

const struct mlirbc_attr *up__linalg_maps(struct mlirbc_context *context, const char *maps,
	const struct mlirbc_attr *strides, const struct mlirbc_attr *dilations)
{
	enum { MOST = 8 };
	const struct mlirbc_attr *made[MOST];
	size_t count = 0;
	for (const char *at = maps + 1; *at && count < MOST; count++) {
		expr results[MOST];
		size_t rank = 0, sums = 0;
		for (at++; *at && *at != ';' && rank < MOST; at++, rank++) {
			if (*at != '(') {
				results[rank] = mlirbc_affine_dim(context, (uint32_t)(*at - '0'));
				continue;
			}
			results[rank] = mlirbc_affine_binary(context, MLIRBC_AFFINE_ADD,
				product(context, at[1], factor_at(strides, sums)),
				product(context, at[2], factor_at(dilations, sums)));
			sums++;
			at += 3;
		}
		made[count] = mlirbc_attr_affine_map(context, (uint32_t)(maps[0] - '0'), 0, results, rank);
		if (!made[count])
			return NULL;
	}
	return mlirbc_attr_array(context, made, count);
}
