/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shardy: attributes that say how values are divided among devices. Versions 0.0.1 (codes up to 16) and 0.0.2. Their text is none
 * that a format describes: print_sdy.c, parse_sdy.c. */
#include "dialects/sdy.h"

#define SHARDING "a:mesh_or_ref\0A:dim_shardings\0A:replicated_axes\0"

/* clang-format off */
const struct mlirbc__coding mlirbc__sdy_attrs[] = {
	[MLIRBC__SDY_MANUAL_AXES] = { "manual_axes", "Y", "A:value\0" },
	[MLIRBC__SDY_MESH_AXIS] = { "mesh_axis", "Y", "s:name\0z:size\0" },
	[MLIRBC__SDY_MESH] = { "mesh", "Y", "A:axes\0Z:device_ids\0" },
	[MLIRBC__SDY_SUB_AXIS_INFO] = { "sub_axis_info", "Y", "z:pre_size\0z:size\0" },
	[MLIRBC__SDY_AXIS_REF] = { "axis_ref", "Y", "s:name\0?:sub_axis_info\0" },
	[MLIRBC__SDY_DIMENSION_SHARDING] = { "dimension_sharding", "Y", "A:axes\0b:is_closed\0o:priority\0" },
	[MLIRBC__SDY_SHARDING] = { "sharding", "Y", SHARDING },
	[MLIRBC__SDY_SHARDING_PER_VALUE] = { "sharding_per_value", "Y", "A:shardings\0" },
	[MLIRBC__SDY_DIM_MAPPING] = { "dim_mapping", "Y", "Z:factor_indices\0" },
	[MLIRBC__SDY_TENSOR_MAPPING] = { "tensor_mapping", "Y", "A:dim_mappings\0" },
	[MLIRBC__SDY_OP_SHARDING_RULE] = { "op_sharding_rule", "Y",
		"Z:factor_sizes\0A:operand_mappings\0A:result_mappings\0Z:reduction_factors\0Z:need_replication_factors\0"
		"Z:permutation_factors\0Z:blocked_propagation_factors\0b:is_custom_rule\0" },
	[MLIRBC__SDY_AXIS_REF_LIST] = { "axis_ref_list", "Y", "A:value\0" },
	[MLIRBC__SDY_LIST_OF_AXIS_REF_LISTS] = { "list_of_axis_ref_lists", "Y", "A:value\0" },
	[MLIRBC__SDY_ALL_TO_ALL_PARAM] = { "all_to_all_param", "Y", "A:axes\0z:src_dim\0z:tgt_dim\0" },
	[MLIRBC__SDY_ALL_TO_ALL_PARAM_LIST] = { "all_to_all_param_list", "Y", "A:value\0" },
	[MLIRBC__SDY_UNREDUCED] = { "sharding", "Y", SHARDING "A:unreduced_axes\0" },
	/* the same, of which some have unreduced axes */
	[MLIRBC__SDY_UNREDUCED_PER_VALUE] = { "sharding_per_value", "Y", "A:shardings\0" },
	[MLIRBC__SDY_UNREDUCED_BY] = { "sharding", "Y", SHARDING "A:unreduced_axes\0z:reduction_op\0" },
};
/* clang-format on */

const size_t mlirbc__sdy_attr_count = sizeof mlirbc__sdy_attrs / sizeof *mlirbc__sdy_attrs;
