/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of StableHLO that stand for several: their fields by the kind of mlirbc/stablehlo_ops.h. */
#include "dialect/struct_attr.h"

#define FIELD(name, kind) { #name, offsetof(struct shlo__conv, name), kind }
static const struct shlo__field conv_fields[] = { FIELD(input_batch_dimension, 'n'),
	FIELD(input_feature_dimension, 'n'), FIELD(input_spatial_dimensions, 'l'),
	FIELD(kernel_input_feature_dimension, 'n'), FIELD(kernel_output_feature_dimension, 'n'),
	FIELD(kernel_spatial_dimensions, 'l'), FIELD(output_batch_dimension, 'n'), FIELD(output_feature_dimension, 'n'),
	FIELD(output_spatial_dimensions, 'l'), { NULL, 0, 0 } };
static const struct shlo__struct conv_struct = { "stablehlo", "conv", conv_fields, sizeof(struct shlo__conv) };

const struct shlo__struct *shlo__group_of(char kind)
{
	switch (kind) {
	case 'G': return &shlo__gather_struct;
	case 'K': return &shlo__scatter_struct;
	case 'O': return &shlo__dot_struct;
	case 'V': return &conv_struct;
	case 'L': return &shlo__algorithm_struct;
	default: return NULL;
	}
}

bool shlo__group_read(char kind, struct mlirbc_context *context, const struct mlirbc_attr *attr, union shlo__group *out,
	const char **why)
{
	if (kind == 'V')
		return shlo__conv_of(attr, &out->conv, why);
	return shlo__struct_of(shlo__group_of(kind), context, attr, out, why);
}

int shlo__enum_kind(char kind) { return kind >= '1' && kind <= '8' ? kind - '1' : -1; }
