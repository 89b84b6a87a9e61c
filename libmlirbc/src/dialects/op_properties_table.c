/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Property layouts of the ops of LLVM 19.1.7, LLVM 22.1.8 and StableHLO 1.20.0. Made by op_properties_table.py. */
#include "dialects/op_properties.h"

/* clang-format off */
const char *const mlirbc__op_layouts[] = {
	"\000?CConv ?TailCallKind ?access_groups ?alias_scopes ?always_inline ?arg_attrs ?callee ?convergent "
		"?fastmathFlags ?inline_hint ?memory_effects ?no_inline ?no_unwind ?noalias_scopes op_bundle_sizes "
		"?op_bundle_tags [2]operandSegmentSizes ?res_attrs ?tbaa ?var_callee_type ?will_return\000?CConv "
		"?TailCallKind ?access_groups ?alias_scopes ?branch_weights ?callee ?fastmathFlags ?noalias_scopes "
		"?tbaa ?var_callee_type\000?CConv ?alignment ?always_inline ?approx_func_fp_math ?arg_attrs ?arm_in_za "
		"?arm_inout_za ?arm_locally_streaming ?arm_new_za ?arm_out_za ?arm_preserves_za ?arm_streaming "
		"?arm_streaming_compatible ?comdat ?convergent ?denormal_fp_math ?denormal_fp_math_f32 ?dso_local "
		"?fp_contract ?frame_pointer ?function_entry_count function_type ?garbageCollector ?linkage ?memory "
		"?no_infs_fp_math ?no_inline ?no_nans_fp_math ?no_signed_zeros_fp_math ?no_unwind ?optimize_none "
		"?passthrough ?personality ?res_attrs ?section sym_name ?sym_visibility ?target_cpu ?target_features "
		"?tune_cpu ?unnamed_addr ?unsafe_fp_math ?visibility_ ?vscale_range ?will_return\000?CConv ?alignment "
		"?always_inline ?arg_attrs ?arm_in_za ?arm_inout_za ?arm_locally_streaming ?arm_new_za ?arm_out_za "
		"?arm_preserves_za ?arm_streaming ?arm_streaming_compatible ?comdat ?convergent ?denormal_fp_math "
		"?denormal_fp_math_f32 ?dso_local ?fp_contract ?frame_pointer ?function_entry_count function_type "
		"?garbageCollector ?inline_hint ?instrument_function_entry ?instrument_function_exit "
		"?intel_reqd_sub_group_size ?linkage ?memory_effects ?no_infs_fp_math ?no_inline ?no_nans_fp_math "
		"?no_signed_zeros_fp_math ?no_unwind ?optimize_none ?passthrough ?personality ?prefer_vector_width "
		"?reciprocal_estimates ?reqd_work_group_size ?res_attrs ?section sym_name ?sym_visibility ?target_cpu "
		"?target_features ?tune_cpu ?unnamed_addr ?uwtable_kind ?vec_type_hint ?visibility_ ?vscale_range "
		"?will_return ?work_group_size_hint\000?CConv ?arg_attrs ?branch_weights ?callee op_bundle_sizes "
		"?op_bundle_tags [4]operandSegmentSizes ?res_attrs ?var_callee_type\000?CConv ?branch_weights ?callee "
		"[3]operandSegmentSizes ?var_callee_type\000?aShift ?collectorOp ctaGroup kind "
		"[7]operandSegmentSizes\000",
	"?aShift ?collectorOp ctaGroup kind [8]operandSegmentSizes\000?a_transpose ?b_transpose\000?abid ?blgp "
		"?blocks ?cbsz k m n ?negateA ?negateB ?negateC ?reducePrecision\000?abid ?blgp blocks ?cbsz k m n "
		"?negateA ?negateB ?negateC ?reducePrecision\000?abid ?cbsz k m n\000?abs kind ?nan\000?access_groups "
		"?alias_scopes ?alignment ?dereferenceable ?invariant ?invariantGroup ?noalias_scopes ?nontemporal "
		"?ordering ?syncscope ?tbaa ?volatile_\000?access_groups ?alias_scopes ?alignment ?invariant "
		"?noalias_scopes ?nontemporal ?ordering ?syncscope ?tbaa ?volatile_\000",
	"?access_groups ?alias_scopes ?alignment ?invariantGroup ?noalias_scopes ?nontemporal ?ordering "
		"?syncscope ?tbaa ?volatile_\000?access_groups ?alias_scopes ?alignment ?noalias_scopes ?nontemporal "
		"?ordering ?syncscope ?tbaa ?volatile_\000?access_groups ?alias_scopes ?alignment bin_op "
		"?noalias_scopes ordering ?syncscope ?tbaa ?volatile_\000?access_groups ?alias_scopes ?alignment "
		"failure_ordering ?noalias_scopes success_ordering ?syncscope ?tbaa ?volatile_ ?weak\000?access_groups "
		"?alias_scopes ?arg_attrs isVolatile ?noalias_scopes ?res_attrs ?tbaa\000?access_groups ?alias_scopes "
		"?arg_attrs isVolatile len ?noalias_scopes ?res_attrs ?tbaa\000?access_groups ?alias_scopes isVolatile "
		"?noalias_scopes ?tbaa\000?access_groups ?alias_scopes isVolatile len ?noalias_scopes ?tbaa\000",
	"?addr_space ?alignment ?comdat ?constant ?dbg_expr ?dso_local global_type linkage ?section sym_name "
		"?thread_local_ ?unnamed_addr ?value ?visibility_\000?addr_space ?alignment ?comdat ?constant "
		"?dbg_exprs ?dso_local ?externally_initialized global_type linkage ?section sym_name "
		"?target_specific_attrs ?thread_local_ ?unnamed_addr ?value ?visibility_\000?address_space ?dso_local "
		"i_func_type linkage resolver resolver_type sym_name ?unnamed_addr ?visibility_\000?addrspace scope\000"
		"?adjust_func_calls args_interchange function_name results_interchange\000?aggressive\000?algorithm "
		"dot_dimension_numbers ?precision_config\000?alias_scopes ?noalias_scopes ?tbaa\000",
	"?alias_scopes ?noalias_scopes scope ?tbaa\000?alias_scopes aux ?noalias_scopes offset ?tbaa\000"
		"?alias_scopes aux ?noalias_scopes offset size ?tbaa\000?alias_scopes cachePolicy ?noalias_scopes "
		"?tbaa\000?alias_scopes cpol ?noalias_scopes offset ?tbaa\000?align [2]operandSegmentSizes\000"
		"?aligned\000?alignment\000",
	"?alignment ?constant ?initial_value sym_name ?sym_visibility type\000?alignment ?mapping "
		"?memory_space ?operands_to_promote ?use_alloca ?use_full_tile_buffers ?use_full_tiles_by_default\000"
		"?alignment ?mapping ?memory_space ?operands_to_promote ?use_alloca ?use_full_tile_buffers "
		"?use_full_tiles_by_default ?use_original_subview_size\000?alignment ?memory_access\000?alignment "
		"?memory_access ?source_alignment ?source_memory_access\000?alignment ?nontemporal\000?alignment "
		"[2]operandSegmentSizes\000?alignment elem_type ?inalloca\000",
	"?alignment layout ?memory_access scope\000?alignment matrix_layout ?memory_operand\000"
		"?alignment_values [3]operandSegmentSizes ?order_mod ?order_val ?safelen ?simdlen\000?alignments "
		"?linear_var_types [7]operandSegmentSizes ?order ?order_mod ?private_needs_barrier ?private_syms "
		"?reduction_byref ?reduction_mod ?reduction_syms ?safelen ?simdlen\000?alloc_op "
		"?bufferize_destination_only ?emit_dealloc ?memcpy_op ?memory_space\000?allow_empty_results "
		"?deduplicate ?isolated_from_above ?nth_parent ?op_name\000?allow_return_allocs_from_loops "
		"?allow_unknown_ops ?bufferize_function_boundaries ?check_parallel_regions ?dump_alias_sets "
		"?function_boundary_type_conversion ?memcpy_op ?print_conflicts ?test_analysis_only\000"
		"?annotate_for_users\000",
	"?annotate_for_users shard\000?any position ?single\000?api_version ?backend_config call_target_name "
		"?called_computations ?has_side_effect ?operand_layouts ?output_operand_aliases ?result_layouts "
		"?result_tilings\000?apply_cleanup [3]operandSegmentSizes ?static_tile_interchange ?static_tile_sizes "
		"?use_forall\000?apply_cse ?max_iterations ?max_num_rewrites\000?arg_attrs ?entry_point function_type "
		"?res_attrs sym_name\000?arg_attrs ?exported functionType ?res_attrs sym_name\000?arg_attrs "
		"?fastmathFlags intrin op_bundle_sizes ?op_bundle_tags [2]operandSegmentSizes ?res_attrs\000",
	"?arg_attrs ?res_attrs\000?arg_attrs callee ?no_inline ?res_attrs\000?arg_attrs callee ?res_attrs\000"
		"?arg_attrs failure_propagation_mode ?res_attrs target\000?arg_attrs function_control function_type "
		"?linkage_attributes ?res_attrs sym_name\000?arg_attrs function_type ?known_block_size "
		"?known_cluster_size ?known_grid_size ?private_attrib_attrs ?res_attrs ?workgroup_attrib_attrs\000"
		"?arg_attrs function_type ?known_block_size ?known_grid_size ?private_attrib_attrs ?res_attrs "
		"?workgroup_attrib_attrs\000?arg_attrs function_type ?no_inline ?res_attrs sym_name ?sym_visibility\000",
	"?arg_attrs function_type ?res_attrs ?specifiers sym_name\000?arg_attrs function_type ?res_attrs "
		"sym_name\000?arg_attrs function_type ?res_attrs sym_name ?sym_visibility\000?arg_attrs importName "
		"moduleName ?res_attrs sym_name type\000?args callee ?template_args\000?asm_dialect asm_string "
		"constraints ?has_side_effects ?is_align_stack ?operand_attrs\000?asm_dialect asm_string constraints "
		"?has_side_effects ?is_align_stack ?operand_attrs ?tail_call_kind\000"
		"?assume_dynamic_dims_match_vec_sizes ?create_named_contraction ?scalable_sizes ?static_vector_sizes "
		"?vectorize_nd_extract\000",
	"?assume_verified ?name ?skip_regions ?use_local_scope\000?async ?asyncOperandsDeviceType "
		"?hasWaitDevnum ?ifPresent [4]operandSegmentSizes ?waitOnly ?waitOperandsDeviceType "
		"?waitOperandsSegments\000?async ?finalize [5]operandSegmentSizes ?wait\000?async "
		"[4]operandSegmentSizes\000?async [5]operandSegmentSizes ?wait\000?asyncOnly ?asyncOperandsDeviceType "
		"?combined ?defaultAttr ?firstprivatizations ?hasWaitDevnum ?numGangsDeviceType ?numGangsSegments "
		"?numWorkersDeviceType [11]operandSegmentSizes ?privatizations ?reductionRecipes ?selfAttr "
		"?vectorLengthDeviceType ?waitOnly ?waitOperandsDeviceType ?waitOperandsSegments\000?asyncOnly "
		"?asyncOperandsDeviceType ?combined ?defaultAttr ?firstprivatizations ?hasWaitDevnum "
		"[8]operandSegmentSizes ?privatizations ?reductionRecipes ?selfAttr ?waitOnly ?waitOperandsDeviceType "
		"?waitOperandsSegments\000?asyncOnly ?asyncOperandsDeviceType ?combined ?defaultAttr ?hasWaitDevnum "
		"?numGangsDeviceType ?numGangsSegments ?numWorkersDeviceType [11]operandSegmentSizes ?selfAttr "
		"?vectorLengthDeviceType ?waitOnly ?waitOperandsDeviceType ?waitOperandsSegments\000",
	"?asyncOnly ?asyncOperandsDeviceType ?combined ?defaultAttr ?hasWaitDevnum ?numGangsDeviceType "
		"?numGangsSegments ?numWorkersDeviceType [8]operandSegmentSizes ?selfAttr ?vectorLengthDeviceType "
		"?waitOnly ?waitOperandsDeviceType ?waitOperandsSegments\000?asyncOnly ?asyncOperandsDeviceType "
		"?combined ?defaultAttr ?hasWaitDevnum [8]operandSegmentSizes ?selfAttr ?waitOnly "
		"?waitOperandsDeviceType ?waitOperandsSegments\000?asyncOnly ?asyncOperandsDeviceType ?dataClause "
		"?implicit ?modifiers ?name [3]operandSegmentSizes ?structured\000?asyncOnly ?asyncOperandsDeviceType "
		"?dataClause ?implicit ?modifiers ?name [4]operandSegmentSizes ?recipe ?structured varType\000"
		"?asyncOnly ?asyncOperandsDeviceType ?dataClause ?implicit ?modifiers ?name [4]operandSegmentSizes "
		"?structured varType\000?asyncOnly ?asyncOperandsDeviceType ?dataClause ?implicit ?name "
		"[3]operandSegmentSizes ?structured\000?asyncOnly ?asyncOperandsDeviceType ?dataClause ?implicit ?name "
		"[4]operandSegmentSizes ?structured\000?asyncOnly ?asyncOperandsDeviceType ?defaultAttr ?hasWaitDevnum "
		"[4]operandSegmentSizes ?waitOnly ?waitOperandsDeviceType ?waitOperandsSegments\000",
	"?asyncOnly ?asyncOperandsDeviceType ?hasWaitDevnum ?ifPresent [4]operandSegmentSizes ?waitOnly "
		"?waitOperandsDeviceType ?waitOperandsSegments\000?asyncOnly ?asyncOperandsDeviceType ?hasWaitDevnum "
		"[3]operandSegmentSizes ?waitOnly ?waitOperandsDeviceType ?waitOperandsSegments\000?atomic_control "
		"?hint ?memory_order\000?auto_ ?collapse ?collapseDeviceType ?combined ?gang ?gangOperandsArgType "
		"?gangOperandsDeviceType ?gangOperandsSegments ?inclusiveUpperbound ?independent "
		"[10]operandSegmentSizes ?privatizations ?reductionRecipes ?seq ?tileOperandsDeviceType "
		"?tileOperandsSegments ?vector ?vectorOperandsDeviceType ?worker ?workerNumOperandsDeviceType\000"
		"?auto_ ?collapse ?collapseDeviceType ?combined ?gang ?gangOperandsArgType ?gangOperandsDeviceType "
		"?gangOperandsSegments ?inclusiveUpperbound ?independent [11]operandSegmentSizes ?seq "
		"?tileOperandsDeviceType ?tileOperandsSegments ?unstructured ?vector ?vectorOperandsDeviceType ?worker "
		"?workerNumOperandsDeviceType\000?avx2_lowering_strategy ?lowering_strategy\000?axes grid\000?axes "
		"mesh\000",
	"?b1Op ?intOverflowBehavior layoutA layoutB ?multiplicandAPtxType ?multiplicandBPtxType "
		"[3]operandSegmentSizes shape\000?bank_mask ?bound_ctrl kind ?permArgument ?row_mask\000?bare "
		"?depend_kinds ?in_reduction_byref ?in_reduction_syms ?nowait [12]operandSegmentSizes ?private_maps "
		"?private_needs_barrier ?private_syms\000?base_dilations ?padding ?window_dilations window_dimensions "
		"?window_strides\000?base_name ?base_ref\000?benefit\000?bindIdName ?bindIdNameDeviceType ?bindStrName "
		"?bindStrNameDeviceType func_name ?gang ?gangDim ?gangDimDeviceType ?implicit ?nohost ?seq sym_name "
		"?vector ?worker\000?bindName ?bindNameDeviceType func_name ?gang ?gangDim ?gangDimDeviceType "
		"?implicit ?nohost ?seq sym_name ?vector ?worker\000",
	"?bind_kind [2]operandSegmentSizes ?order ?order_mod ?private_needs_barrier ?private_syms "
		"?reduction_byref ?reduction_mod ?reduction_syms\000?bindc_name in_type [3]operandSegmentSizes "
		"?uniq_name\000?binding ?built_in ?descriptor_set ?initializer ?linkage_attributes ?location sym_name "
		"type\000?binding ?builtin ?descriptor_set ?initializer ?linkage_attributes ?location sym_name type\000"
		"?blockScale ?collectorOp ctaGroup kind\000?block_dims ?sync_after_distribute ?warp_size\000"
		"?boundVarNames ?noPattern ?weight\000?bound_ctrl ?fetch_inactive row_length\000",
	"?boundsCheck ?indexOffset [3]operandSegmentSizes\000?boundsCheck ?indexOffset "
		"[4]operandSegmentSizes\000?boundsCheck ?indexOffset [5]operandSegmentSizes\000?boundsCheck "
		"[3]operandSegmentSizes ?resetOffset\000?branch_weights ?loop_annotation [3]operandSegmentSizes\000"
		"?branch_weights [3]operandSegmentSizes\000?branch_weights case_operand_segments ?case_values "
		"[3]operandSegmentSizes\000?broadcast_dimensions\000",
	"?broadcast_dimensions ?compare_type comparison_direction\000?bypassL1 dstElements "
		"[5]operandSegmentSizes\000?bypass_l1\000?byref_element_type sym_name type\000?cacheLevel "
		"?evictPriority ?in_param_space ?tensormap ?uniform\000?cache_control\000?cache_control "
		"elem_size_in_bits pack_register tile_height tile_width transpose v_blocks\000?cache_control "
		"elem_size_in_bits tile_height tile_width\000",
	"?cache_control elem_size_in_bits tile_height tile_width v_blocks\000?cast ?fun "
		"[2]operandSegmentSizes\000?cast ?indexing_maps [2]operandSegmentSizes\000?cast "
		"[2]operandSegmentSizes\000?cast indexing_maps [2]operandSegmentSizes\000?channel_handle "
		"?has_dynamic_root replica_groups\000?channel_handle ?has_dynamic_root replica_groups "
		"?use_global_device_ids\000?channel_handle concat_dimension replica_groups split_count "
		"split_dimension\000",
	"?channel_handle replica_groups ?use_global_device_ids\000?channel_handle replica_groups "
		"scatter_dimension ?use_global_device_ids\000?channel_handle source_target_pairs\000?chipset\000"
		"?chunk_size ?l1_hint ?l2_hint ?l3_hint ?layout\000?chunk_size const_offsets\000?clamp ?reuseA ?reuseB "
		"?signA ?signB\000?clamp ?signA ?signB\000",
	"?clamp ?subwordOffset ?unsignedA ?unsignedB\000?clamp k m n ?subwordOffset ?unsignedA ?unsignedB\000"
		"?cleanup\000?cluster_size ?cluster_stride op ?uniform\000?collapse_num_loops ?loop_inclusive "
		"?tile_sizes\000?collectorBBuffer ?collectorOp kind\000?compareAtLeast count\000?compare_type "
		"comparison_direction\000",
	"?composite_attributes decomposition name ?version\000?const_offsets ?const_shape ?const_strides "
		"[4]operandSegmentSizes\000?const_offsets ?l1_hint ?l2_hint ?l3_hint ?layout\000?const_offsets "
		"?l1_hint ?l2_hint ?l3_hint ?layout ?packed ?transpose\000?const_specifier ?extern_specifier "
		"?initial_value ?static_specifier sym_name type\000?constantType\000?constantTypes\000?constant_src\000",
	"?constrainedArguments ?numberOfBlocks\000?contraction ?elementwise ?passthrough "
		"?reduction_position\000?copy_back_op ?nofold_flags ?padding_dimensions ?padding_values "
		"?static_pad_to_multiple_of ?transpose_paddings ?use_prescribed_tensor_shapes\000?copy_back_op "
		"?pack_paddings ?padding_dimensions ?padding_values ?static_pad_to_multiple_of ?transpose_paddings\000"
		"?copyprivate_funcs ?nowait [3]operandSegmentSizes\000?copyprivate_syms ?nowait [4]operandSegmentSizes "
		"?private_needs_barrier ?private_syms\000?data_layout ?index_bitwidth ?use_aligned_alloc "
		"?use_bare_ptr_call_conv ?use_generic_functions\000?deduplicate\000",
	"?depend_kinds ?in_reduction_byref ?in_reduction_syms ?mergeable [9]operandSegmentSizes "
		"?private_needs_barrier ?private_syms ?untied\000?depend_kinds ?nowait\000?depend_kinds ?nowait "
		"[4]operandSegmentSizes\000?depend_type_val ?num_loops_val\000?depends ?in_reduction_vars_byref "
		"?in_reductions ?mergeable [7]operandSegmentSizes ?untied\000?depends ?nowait "
		"[4]operandSegmentSizes\000?depends ?nowait [8]operandSegmentSizes ?privatizers\000?dereferenceable\000",
	"?device_type [3]operandSegmentSizes\000?device_types [2]operandSegmentSizes\000?dilations "
		"[2]operandSegmentSizes ?strides\000?dimension ?is_stable\000"
		"?disable_multi_reduction_to_contract_patterns ?disable_transfer_permutation_map_lowering_patterns "
		"?flatten_1d_depthwise_conv ?fold_type_extensions_into_contract ?vectorize_nd_extract "
		"?vectorize_padding\000?disable_multi_reduction_to_contract_patterns "
		"?disable_transfer_permutation_map_lowering_patterns ?flatten_1d_depthwise_conv ?vectorize_nd_extract "
		"?vectorize_padding\000?dist_schedule_static [3]operandSegmentSizes ?order_mod ?order_val\000"
		"?dist_schedule_static [4]operandSegmentSizes ?order ?order_mod ?private_needs_barrier "
		"?private_syms\000",
	"?do_not_inline\000?doacross_depend_type ?doacross_num_loops\000?doc indexing_maps iterator_types "
		"?library_call [2]operandSegmentSizes\000?ds ?exp ?load ?store ?tensor\000?elemental\000?error\000"
		"?eventId ?maskedEventId\000?exported ?isMutable sym_name type\000",
	"?exported limits sym_name\000?exported sym_name type\000?fail_if_already_divisible ?peel_front\000"
		"?fail_on_payload_too_small ?overflow_result ?pass_through_empty_handle\000"
		"?failure_propagation_mode\000?fastmath\000?fastmath ?roundingmode\000?fastmath kind\000",
	"?fastmath predicate\000?fastmathFlags\000?fastmathFlags intrin\000?fastmathFlags predicate\000"
		"?filter_operand_types ?filter_result_type ?interface ?op_attrs ?ops\000?final_specifier sym_name\000"
		"?fmtA ?fmtB ?fmtScaleA ?fmtScaleB ?modC ?reuseA ?reuseB ?scaleAType ?scaleBType\000?fmtScaleA "
		"?fmtScaleB ?modC ?reuseA ?reuseB ?scaleAType ?scaleBType\000",
	"?fold_single_use_only\000?force_32bit_vector_indices ?reassociate_fp_reductions\000"
		"?force_32bit_vector_indices ?reassociate_fp_reductions ?use_vector_alignment\000?format\000?fromProxy "
		"order ?toProxy\000?fromProxy scope ?toProxy\000?ftz ?rounding\000?full_unroll ?max_transfer_rank\000",
	"?function ?module [11]operandSegmentSizes\000?function_name ?insert_after [4]operandSegmentSizes\000"
		"?generate_gpu_launch ?grid_dims\000?grainsize_mod ?in_reduction_byref ?in_reduction_syms ?mergeable "
		"?nogroup ?num_tasks_mod [10]operandSegmentSizes ?private_needs_barrier ?private_syms ?reduction_byref "
		"?reduction_mod ?reduction_syms ?untied\000?group\000?group ?isCTAOnly ?mode [8]operandSegmentSizes\000"
		"?group ?multicast shape ?srcFormat\000?hasInserts\000",
	"?hint ?memory_order\000?hint sym_name\000?hint_val ?memory_order_val\000?hint_val sym_name\000"
		"?hostShared [3]operandSegmentSizes\000?ifPresent [2]operandSegmentSizes\000?ignore_dynamic_info\000"
		"?illegal_dialects ?illegal_ops ?legal_dialects ?legal_ops ?partial_conversion ?preserve_handles\000",
	"?image_operands\000?imageoperands\000?in_reduction_vars_byref ?in_reductions ?mergeable ?nogroup "
		"[9]operandSegmentSizes ?reduction_vars_byref ?reductions ?untied\000?inbounds\000?inclusive\000"
		"?index\000?index [4]operandSegmentSizes ?result ?slice_dims ?static_inst_data ?static_sg_data "
		"?static_sg_layout\000?indexing_maps kind [2]operandSegmentSizes\000",
	"?indices_are_sorted scatter_dimension_numbers ?unique_indices\000?infeed_config ?layout\000"
		"?inferredResultTypes inputAttributeNames name [3]operandSegmentSizes\000?initVal\000?initial_value "
		"name type\000?initial_value sym_name type\000?initial_value sym_name type var_shape\000"
		"?inner_parallel ?insert_split_dimension ?split_factor ?use_alloc ?use_scaling_algorithm\000",
	"?inner_perm ?outer_perm\000?inputToTranspose\000?intOverflowBehavior ?kind ?multiplicandAPtxType "
		"?multiplicandBPtxType [5]operandSegmentSizes ?orderedMetadata shape\000?interchange ?scalable_sizes "
		"?static_sizes\000?isDisjoint\000?isExact\000?isNegated name\000?isZextLhs ?isZextRhs\000",
	"?is_all ?is_inverted ?parallel raw_dim_list ?reduction\000?is_all ?is_inverted ?permutation "
		"?projected_permutation raw_position_list\000?is_all ?is_inverted raw_position_list\000?is_mutable "
		"sym_name ?sym_visibility type ?value\000?is_signed\000?is_stable k\000?iteration_interval "
		"?read_latency\000?iterator_interchange\000",
	"?kind\000?kind [5]operandSegmentSizes\000?l1_hint ?l2_hint ?l3_hint\000?l1_hint ?l2_hint ?l3_hint "
		"?layout ?offset_align_byte\000?l1_hint ?l2_hint ?l3_hint ?transpose\000?l1_hint ?l2_hint ?l3_hint "
		"?transpose ?vnni_axis\000?layout\000?layout [4]operandSegmentSizes\000",
	"?layout_a ?layout_b ?layout_cd\000?left_identity ?right_identity\000?level specifierKind\000"
		"?linear_var_types ?nowait [7]operandSegmentSizes ?order ?order_mod ?ordered ?private_needs_barrier "
		"?private_syms ?reduction_byref ?reduction_mod ?reduction_syms ?schedule_kind ?schedule_mod "
		"?schedule_simd\000?local_bound\000?local_bound out_pad out_shape ?quantization_info stride\000"
		"?locationExpr varInfo\000?loop_annotation\000",
	"?lower\000?lowerPadLikeWithInsertSlice\000?lowerUnpadLikeWithExtractSlice\000?lowering_strategy\000"
		"?map_capture_type ?map_type ?members_index ?name [4]operandSegmentSizes ?partial_map var_type\000"
		"?mapping ?num_threads ?reduction_dims ?tile_sizes\000?mapping ?num_threads ?tile_sizes\000?mapping "
		"[4]operandSegmentSizes staticLowerBound staticStep staticUpperBound\000",
	"?mapping [5]operandSegmentSizes ?static_num_threads ?static_tile_sizes\000?matmul_inner_dims_order "
		"?matmul_padded_sizes_next_multiple_of ?static_matmul_packed_sizes\000?matrix_operands\000"
		"?max_transfer_rank\000?memory_space\000?memory_space [3]operandSegmentSizes\000?message\000?modC "
		"?reuseA ?reuseB\000",
	"?modC ?reuseA ?reuseB ?signA ?signB\000?mode [4]operandSegmentSizes\000?mode [4]operandSegmentSizes "
		"redKind\000?mode [5]operandSegmentSizes\000?multicast\000?name\000?name [2]operandSegmentSizes\000"
		"?namePrefix\000",
	"?nan_mode\000?no_inline\000?nofold [3]operandSegmentSizes static_high static_low\000?noinc\000"
		"?nonNeg\000?nontemporal\000?nowait\000?nowait [3]operandSegmentSizes ?reduction_vars_byref "
		"?reductions\000",
	"?nowait [4]operandSegmentSizes ?order_mod ?order_val ?ordered_val ?reduction_vars_byref ?reductions "
		"?schedule_modifier ?schedule_val ?simd_modifier\000?nowait [4]operandSegmentSizes "
		"?private_needs_barrier ?private_syms ?reduction_byref ?reduction_mod ?reduction_syms\000?numGroups\000"
		"?offloadingHandler sym_name ?targets\000?op ?uniform\000?opsel\000?options pass_name\000?order\000",
	"?outfeed_config\000?overflowFlags\000?pack shape\000?pad_to_multiple_of ?padding_values "
		"?static_padding_sizes\000?padding ?window_dimensions ?window_strides\000?par_level_simd\000"
		"?precision_config\000?precision_config ragged_dot_dimension_numbers\000",
	"?pruneFlag\000?punctuation ?stringLiteral\000?quantization_info\000?range\000?read_only\000"
		"?reduction_dims ?tile_sizes\000?relaxed ?scope\000?relu ?rnd ?sat\000",
	"?relu srcType\000?restrict ?writable\000?result_accuracy\000?root\000?scalable_sizes "
		"?static_vector_sizes ?vectorize_nd_extract\000?scope\000?simd\000?size_limit\000",
	"?split_transfer_strategy\000?static_nb_prefetch\000?static_packed_sizes\000?static_threads\000"
		"?sym_name ?sym_visibility\000?syncscope opt:alignment bool:volatile_ bool:nontemporal bool:invariant "
		"bool:invariantGroup i32:ordering\000?syncscope opt:alignment bool:volatile_ bool:nontemporal "
		"bool:invariantGroup i32:ordering\000?take_else_branch\000",
	"?tile_interchange ?tile_sizes\000?tile_sizes\000?transpose\000?transposeA ?transposeB ?waitGroup\000"
		"?unsignedCmp\000?upper_bound\000?value\000?verify_non_zero_trip\000",
	"?with_zip_shortest\000[11]operandSegmentSizes\000[2]operandSegmentSizes\000[2]operandSegmentSizes "
		"static_basis bool:disjoint\000[3]operandSegmentSizes\000[3]operandSegmentSizes ?reductionOp\000"
		"[3]operandSegmentSizes ?task_reduction_byref ?task_reduction_syms\000[3]operandSegmentSizes "
		"?task_reduction_vars_byref ?task_reductions\000",
	"[3]operandSegmentSizes ptxCode\000[3]operandSegmentSizes wordIndex\000[4]operandSegmentSizes\000"
		"[4]operandSegmentSizes ?slice_dims ?static_inst_data ?static_sg_data ?static_sg_layout\000"
		"[4]operandSegmentSizes static_offsets static_sizes static_strides\000[4]operandSegmentSizes "
		"transferType\000[5]operandSegmentSizes\000[5]operandSegmentSizes ?strideInBytes\000",
	"[5]operandSegmentSizes ?stride_in_bytes\000[5]operandSegmentSizes static_offsets static_sizes "
		"static_strides\000[6]operandSegmentSizes\000[6]operandSegmentSizes ?private_needs_barrier "
		"?private_syms ?proc_bind_kind ?reduction_byref ?reduction_mod ?reduction_syms\000"
		"[6]operandSegmentSizes ?privatizers ?proc_bind_val ?reduction_vars_byref ?reductions\000"
		"[7]operandSegmentSizes\000[7]operandSegmentSizes ?reduction_vars_byref ?reductions\000"
		"[7]operandSegmentSizes ?static_input_inst_data ?static_input_sg_data ?static_input_sg_layout "
		"?static_target_inst_data ?static_target_sg_data ?static_target_sg_layout\000",
	"[8]operandSegmentSizes\000[8]operandSegmentSizes ?private_needs_barrier ?private_syms "
		"?reduction_byref ?reduction_mod ?reduction_syms\000a_first_scale_lane b_first_scale_lane k m n\000"
		"a_type b_hi b_type\000a_type b_type\000acc_type ?local_bound out_pad stride\000acc_type dilation "
		"?local_bound pad stride\000acc_type kernel pad ?quantization_info stride\000",
	"acc_type kernel pad stride\000accumulation_type allow_imprecise_accumulation lhs_batching_dimensions "
		"lhs_component_count lhs_contracting_dimensions lhs_precision_type num_primitive_operations "
		"precision_config rhs_batching_dimensions rhs_component_count rhs_contracting_dimensions "
		"rhs_precision_type\000action regCount\000actions ?flatten_results matchers ?restrict_root\000"
		"addressing_model memory_model ?sym_name ?vce_triple\000algorithm\000algorithm ?ny perm_map\000"
		"alias_type ?dso_local linkage sym_name ?thread_local_ ?unnamed_addr ?visibility_\000",
	"alignment\000alignment ?nontemporal\000all_gather_dim ?channel_handle replica_groups "
		"?use_global_device_ids\000all_gather_dim channel_id replica_groups use_global_device_ids\000and_mask "
		"or_mask xor_mask\000api_version backend_config call_target_name called_computations has_side_effect "
		"operand_layouts output_operand_aliases result_layouts\000api_version backend_config call_target_name "
		"called_computations has_side_effect operand_layouts output_operand_aliases result_layouts "
		"result_tilings\000applicableOperator\000",
	"arg_attrs function_type res_attrs sym_name sym_visibility\000attributeValueNames\000"
		"attributeValueNames ?opName [3]operandSegmentSizes\000axis\000axis ?nan_mode\000bankMask boundCtrl "
		"dppCtrl rowMask\000base_dilations padding window_dilations window_dimensions window_strides\000"
		"base_type\000",
	"batch_dims dim\000batch_group_count dimension_numbers feature_group_count ?lhs_dilation ?padding "
		"?precision_config ?rhs_dilation ?window_reversal ?window_strides\000batch_group_count "
		"dimension_numbers feature_group_count ?lhs_dilation ?precision_config ?rhs_dilation ?window_reversal "
		"?window_strides\000batch_group_count feature_group_count input_batch_dimension "
		"input_feature_dimension input_spatial_dimensions kernel_input_feature_dimension "
		"kernel_output_feature_dimension kernel_spatial_dimensions lhs_dilation output_batch_dimension "
		"output_feature_dimension output_spatial_dimensions padding precision_config rhs_dilation "
		"window_reversal window_strides\000batch_group_count feature_group_count input_batch_dimension "
		"input_feature_dimension input_spatial_dimensions kernel_input_feature_dimension "
		"kernel_output_feature_dimension kernel_spatial_dimensions lhs_dilation output_batch_dimension "
		"output_feature_dimension output_spatial_dimensions precision_config rhs_dilation window_reversal "
		"window_strides\000benefit ?generatedOps [2]operandSegmentSizes rewriter ?rootKind\000benefit "
		"?sym_name\000bit\000",
	"bitfield\000bitsToTake\000blockScaleFormat kind ?multiplicandAPtxType ?multiplicandBPtxType "
		"[11]operandSegmentSizes ?orderedMetadata scaleVecSize shape\000blockScaleFormat kind "
		"?multiplicandAPtxType ?multiplicandBPtxType [9]operandSegmentSizes scaleVecSize shape\000blockSize "
		"firstScaleByte firstScaleLane\000block_addr\000block_size\000border mode offset scale\000",
	"boundControl fi\000broadcast_dimensions\000broadcast_dimensions ?known_expanding_dimensions "
		"?known_nonexpanding_dimensions\000broadcast_dimensions known_expanding_dimensions "
		"known_nonexpanding_dimensions\000broadcast_sizes\000broadcast_type\000byteSel\000cache hint rw\000",
	"callee\000cancel_directive\000cancellation_construct_type_val\000caseValues\000case_operand_segments "
		"?case_values [3]operandSegmentSizes\000case_operand_segments ?literals [3]operandSegmentSizes\000"
		"cases\000cases crdUsedLvls [2]operandSegmentSizes\000",
	"channel_handle ?is_host_transfer ?source_target_pairs\000channel_id channel_type is_host_transfer\000"
		"channel_id channel_type is_host_transfer source_target_pairs\000channel_id concat_dimension "
		"replica_groups split_count split_dimension\000channel_id has_dynamic_root replica_groups\000"
		"channel_id has_dynamic_root replica_groups use_global_device_ids\000channel_id replica_groups\000"
		"channel_id replica_groups scatter_dimension use_global_device_ids\000",
	"channel_id replica_groups use_global_device_ids\000channel_id source_target_pairs\000chipset\000"
		"collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims operand_batching_dims "
		"slice_sizes start_index_map start_indices_batching_dims\000collapsed_slice_dims index_vector_dim "
		"indices_are_sorted offset_dims operand_batching_dims start_index_map start_indices_batching_dims\000"
		"collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims slice_sizes start_index_map\000"
		"collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims start_index_map\000columns "
		"isVolatile rows\000",
	"columns rows\000comdat sym_name\000compare_type comparison_direction\000components\000"
		"composite_attributes decomposition name version\000computeType ?modeA\000computeType ?modeA ?modeB\000"
		"computeType ?modeA ?modeB [2]resultSegmentSizes\000",
	"computeType ?modeA ?modeB [5]operandSegmentSizes\000computeType kind ?modeA ?modeB\000concat_axis "
		"grid ?grid_axes split_axis\000concat_axis mesh ?mesh_axes split_axis\000condition\000const_offsets\000"
		"const_offsets ?const_shape ?const_strides [4]operandSegmentSizes\000const_offsets ?layout "
		"?subgroup_block_io\000",
	"constantValue\000constituent sym_name type\000constituents sym_name type\000"
		"cooperative_matrix_type\000count\000crdUsedLvls\000ctors data priorities\000ctors priorities\000",
	"data dtors priorities\000data_sharing_type sym_name type\000default_value sym_name\000depth "
		"?failure_propagation_mode ?peel_epilogue\000desired_bit_alignment total_num_threads\000destination "
		"grid ?grid_axes\000destination mesh ?mesh_axes\000device dims [3]operandSegmentSizes\000",
	"dialect_name\000dilation ?local_bound pad ?quantization_info stride\000dim\000dimension\000dimension "
		"?divisor target_size\000dimension ?is_associative ?is_reverse [2]operandSegmentSizes "
		"[2]resultSegmentSizes ?scan_dim_size\000dimension ?multiway static_chunk_sizes\000dimension "
		"?upper_bound\000",
	"dimension is_stable\000dimension target_size\000dimension_numbers ?indices_are_sorted\000"
		"dimension_numbers ?indices_are_sorted slice_sizes\000dimensions\000direction encoder\000domain_name "
		"implementation_attrs operator_name\000double_round\000",
	"double_round input_zp multiplier output_zp per_channel scale32 shift\000dstLoHiSel\000dstLoHiSel "
		"srcSelIndex\000dstSelIndex\000dstTy ?relu\000dstTy ?relu ?rnd ?sat\000dstTy ?rnd ?sat\000dtors "
		"priorities\000",
	"edge_padding_high edge_padding_low interior_padding\000einsum_config\000elem_type ?inbounds "
		"rawConstantIndices\000elem_type rawConstantIndices i32:noWrapFlags\000elementType\000element_type\000"
		"element_type ?hint ?memory_order\000element_type ?hint_val ?memory_order_val\000",
	"eltType layout num shape\000eltType layout shape\000eltype frag k layout m n\000eltype k layout m "
		"n\000eltypeA eltypeB k layoutA layoutB m n\000epsilon feature_index\000equal_semantics memory_scope "
		"unequal_semantics\000errclass\000",
	"execution_mode fn values\000execution_model fn interface\000execution_scope\000execution_scope "
		"group_operation\000execution_scope memory_scope memory_semantics\000exitLevel\000expected\000"
		"exponent_bits mantissa_bits\000",
	"factor\000factor ?skip_analysis\000failureKind\000failure_propagation_mode [2]operandSegmentSizes\000"
		"failure_propagation_mode target\000fence_scope memory_kind\000fft_length fft_type\000field_name\000",
	"fixed_vector_sizes [3]operandSegmentSizes\000flags\000fmr\000fn interface\000format\000"
		"fpExceptionBehavior\000fpExceptionBehavior roundingmode\000func_name\000",
	"function_name\000gather_axis grid ?grid_axes\000gather_axis grid ?grid_axes root\000gather_axis mesh "
		"?mesh_axes\000gather_axis mesh ?mesh_axes root\000gather_dims ?unique\000global\000global_name\000",
	"global_static_sizes global_static_strides [13]operandSegmentSizes shared_static_sizes\000"
		"global_static_sizes global_static_strides [14]operandSegmentSizes shared_static_sizes\000"
		"graph_constant_id\000grid\000grid ?grid_axes ?reduction\000grid ?grid_axes ?reduction root\000grid "
		"?grid_axes ?reduction scatter_axis\000grid ?grid_axes ?source\000",
	"grid ?grid_axes offset ?rotate shift_axis\000grid ?grid_axes root\000grid ?grid_axes root "
		"scatter_axis\000grid ?grid_axes slice_axis\000grid [2]operandSegmentSizes split_axes "
		"?static_halo_sizes ?static_sharded_dims_offsets\000grid split_axes\000grid split_axes "
		"?static_halo_sizes\000group\000",
	"group ?read\000groupId mask size\000hiLvl loLvl\000i32:flags\000i32:overflowFlags\000i8:flags\000"
		"id\000image_operands\000",
	"imm opcode\000importName ?isMutable moduleName sym_name type\000importName limits moduleName "
		"sym_name\000importName moduleName sym_name type\000in_bounds [4]operandSegmentSizes "
		"permutation_map\000include ?is_standard_include\000inclusive kind reduction_dim\000"
		"indbr_operand_segments\000",
	"index\000index_vector_dim indices_are_sorted input_batching_dims inserted_window_dims "
		"scatter_dims_to_operand_dims scatter_indices_batching_dims unique_indices update_window_dims\000"
		"index_vector_dim indices_are_sorted inserted_window_dims scatter_dims_to_operand_dims unique_indices "
		"update_window_dims\000indexing_maps iterator_types ?kind\000indices\000infeed_config layout\000"
		"inner_dims_pos ?outer_dims_perm static_inner_tiles\000inner_dims_pos [4]operandSegmentSizes "
		"?outer_dims_perm static_inner_tiles\000",
	"input_layout target_layout\000input_unsigned output_unsigned per_channel rounding_mode scale32\000"
		"inverse ?local_bound\000iota_dimension\000isDataCache isWrite localityHint\000isDataCache isWrite "
		"localityHint map\000is_int_min_poison\000is_zero_poison\000",
	"joint_matrix_type\000k m n\000k m n scalesIdxA scalesIdxB\000kernel ?nan_mode pad stride\000kernel "
		"[13]operandSegmentSizes\000kernel pad stride\000keys\000kind\000",
	"kind ?layout\000kind ?return_value_and_is_valid\000kind ?space\000kind reduction_dims\000label\000"
		"lane\000layout\000layout num\000",
	"layoutA layoutB ?satfinite scaleA scaleB scaleD shape typeA typeB typeD\000leadDimension "
		"?transpose\000left_side lower transpose_a unit_diagonal\000level\000lhs_batching_dimensions "
		"lhs_contracting_dimensions precision_config rhs_batching_dimensions rhs_contracting_dimensions\000"
		"lhs_columns lhs_rows rhs_columns\000limit_indices start_indices strides\000logic\000",
	"loop_control\000lowBit\000lower\000lowerBoundMap [3]operandSegmentSizes step upperBoundMap\000"
		"lowerBoundsGroups lowerBoundsMap reductions steps upperBoundsGroups upperBoundsMap\000lower_bounds "
		"upper_bounds\000m r\000map\000",
	"map_capture_type map_type ?mapper_id ?members_index ?name [4]operandSegmentSizes ?partial_map "
		"var_type\000mapping sym_name ?sym_visibility\000mask\000mask_dim_sizes\000matcher\000matrix_layout "
		"?memory_operand\000max_fp max_int min_fp min_int\000max_val min_val ?nan_mode\000",
	"member\000memberCnt\000memory_scope memory_semantics\000memory_scope semantics\000mesh\000mesh "
		"?mesh_axes ?reduction\000mesh ?mesh_axes ?reduction root\000mesh ?mesh_axes ?reduction "
		"scatter_axis\000",
	"mesh ?mesh_axes ?source\000mesh ?mesh_axes offset ?rotate shift_axis\000mesh ?mesh_axes root\000mesh "
		"?mesh_axes root scatter_axis\000mesh ?mesh_axes slice_axis\000message\000mmaShape ?sparsitySelector "
		"?tf32Enabled\000mmaShape ?tf32Enabled\000",
	"mode\000modifier size\000msg\000multiples\000n\000name\000name ?selected_region_attr\000name options "
		"?selected\000",
	"names\000names variadicity\000nbarrier_num\000new_shape\000numTiles transpose\000num_loops\000"
		"num_loops ?transpose\000objects ?offloadingHandler sym_name\000",
	"offset width\000offsets sizes strides\000offsets strides\000op\000op ?uniform\000opType\000"
		"op_bundle_sizes ?op_bundle_tags\000op_name\000",
	"op_names\000opcode\000operand_number\000opt:alignment\000options\000opts\000order\000ordering "
		"?syncscope\000",
	"outfeed_config\000overflow:overflowFlags\000padding window_dimensions window_strides\000passing\000"
		"pattern_name\000perms\000permutation\000pos\000",
	"position\000precision_config\000pred\000predicate\000priority\000prob\000query_type\000"
		"reassociation\000",
	"reassociation static_output_shape\000reductionOperator sym_name type\000replica_groups\000"
		"result_accuracy\000result_number\000rng_algorithm\000rng_distribution\000round\000",
	"rounding_mode\000scaleSel\000scatter_dims ?unique\000scope\000selection_control\000shape\000shape "
		"?unpack\000shape sym_name\000",
	"shape types\000shift\000size\000size start\000slice_sizes\000spec_const\000srcLoHiSel\000"
		"srcSelIndex\000",
	"srcType\000static_basis\000static_position\000storage_class\000storeIndex\000sym_name\000sym_name "
		"type\000tag\000",
	"tile_id\000tile_mask\000type\000type_size\000types\000value\000values\000variable\000",
	"variadicity\000variant\000warp_size\000wordSel\000",
};

const struct mlirbc__op_group mlirbc__op_groups[] = {
	{ "acc", "atomic.capture\000atomic.read\000atomic.update\000atomic.write\000attach\000bounds\000cache\000"
		"copyin\000copyout\000create\000data\000declare\000declare_device_resident\000declare_enter\000"
		"declare_exit\000declare_link\000delete\000detach\000deviceptr\000enter_data\000exit_data\000"
		"firstprivate\000firstprivate.recipe\000firstprivate_map\000get_extent\000get_lowerbound\000"
		"get_stride\000get_upperbound\000getdeviceptr\000global_ctor\000global_dtor\000host_data\000",
		0, 32 },
	{ "acc", "init\000kernel_environment\000kernels\000loop\000nocreate\000parallel\000present\000private\000"
		"private.recipe\000reduction\000reduction.recipe\000routine\000serial\000set\000shutdown\000"
		"terminator\000update\000update_device\000update_host\000use_device\000wait\000yield\000",
		32, 22 },
	{ "affine", "apply\000delinearize_index\000for\000if\000linearize_index\000load\000max\000min\000parallel\000"
		"prefetch\000store\000vector_load\000vector_store\000yield\000",
		54, 14 },
	{ "amdgpu", "dpp\000ext_packed_fp8\000fat_raw_buffer_cast\000gather_to_lds\000lds_barrier\000make_dma_base\000"
		"make_dma_descriptor\000make_gather_dma_base\000make_gather_dma_descriptor\000memory_counter_wait\000"
		"mfma\000packed_scaled_trunc\000packed_stoch_round_fp8\000packed_trunc_2xfp8\000permlane_swap\000"
		"raw_buffer_atomic_cmpswap\000raw_buffer_atomic_fadd\000raw_buffer_atomic_fmax\000"
		"raw_buffer_atomic_smax\000raw_buffer_atomic_umin\000raw_buffer_load\000raw_buffer_store\000"
		"scaled_ext_packed\000scaled_ext_packed_matrix\000scaled_mfma\000scaled_wmma\000sched_barrier\000"
		"sparse_mfma\000swizzle_bitmode\000tensor_load_to_lds\000tensor_store_from_lds\000transpose_load\000",
		68, 32 },
	{ "amdgpu", "wmma\000",
		100, 1 },
	{ "amx", "tdpbf16ps\000tdpbssd\000tdpbsud\000tdpbusd\000tdpbuud\000tile_load\000tile_mulf\000tile_muli\000"
		"tile_store\000tile_zero\000tileloadd64\000tilestored64\000tilezero\000",
		101, 13 },
	{ "arith", "addf\000addi\000addui_extended\000andi\000bitcast\000ceildivsi\000ceildivui\000cmpf\000cmpi\000"
		"constant\000divf\000divsi\000divui\000extf\000extsi\000extui\000floordivsi\000fptosi\000fptoui\000"
		"index_cast\000index_castui\000maximumf\000maxnumf\000maxsi\000maxui\000minimumf\000minnumf\000"
		"minsi\000minui\000mulf\000muli\000mulsi_extended\000",
		114, 32 },
	{ "arith", "mului_extended\000negf\000ori\000remf\000remsi\000remui\000scaling_extf\000scaling_truncf\000"
		"select\000shli\000shrsi\000shrui\000sitofp\000subf\000subi\000truncf\000trunci\000uitofp\000xori\000",
		146, 19 },
	{ "arm_neon", "2d.sdot\000intr.bfmmla\000intr.sdot\000intr.smmla\000intr.smull\000intr.ummla\000intr.usmmla\000",
		165, 7 },
	{ "arm_sme", "copy_tile\000extract_tile_slice\000fmopa_2way\000fmops_2way\000get_tile\000insert_tile_slice\000"
		"intr.cntsb\000intr.cntsd\000intr.cntsh\000intr.cntsw\000intr.ld1b.horiz\000intr.ld1b.vert\000"
		"intr.ld1d.horiz\000intr.ld1d.vert\000intr.ld1h.horiz\000intr.ld1h.vert\000intr.ld1q.horiz\000"
		"intr.ld1q.vert\000intr.ld1w.horiz\000intr.ld1w.vert\000intr.mopa\000intr.mopa.wide\000intr.mops\000"
		"intr.mops.wide\000intr.read.horiz\000intr.read.vert\000intr.smopa.wide\000intr.smopa.za32\000"
		"intr.smops.wide\000intr.smops.za32\000intr.st1b.horiz\000intr.st1b.vert\000",
		172, 32 },
	{ "arm_sme", "intr.st1d.horiz\000intr.st1d.vert\000intr.st1h.horiz\000intr.st1h.vert\000intr.st1q.horiz\000"
		"intr.st1q.vert\000intr.st1w.horiz\000intr.st1w.vert\000intr.str\000intr.sumopa.wide\000"
		"intr.sumops.wide\000intr.umopa.wide\000intr.umopa.za32\000intr.umops.wide\000intr.umops.za32\000"
		"intr.usmopa.wide\000intr.usmops.wide\000intr.write.horiz\000intr.write.vert\000intr.zero\000"
		"load_tile_slice\000move_tile_slice_to_vector\000move_vector_to_tile_slice\000outerproduct\000"
		"smopa_2way\000smopa_4way\000smops_2way\000smops_4way\000store_tile_slice\000streaming_vl\000"
		"sumopa_4way\000sumops_4way\000",
		204, 32 },
	{ "arm_sme", "tile_load\000tile_store\000umopa_2way\000umopa_4way\000umops_2way\000umops_4way\000usmopa_4way\000"
		"usmops_4way\000zero\000",
		236, 9 },
	{ "arm_sve", "convert_from_svbool\000convert_to_svbool\000dupq_lane\000intr.add\000intr.bfmmla\000"
		"intr.convert.from.svbool\000intr.convert.to.svbool\000intr.dupq_lane\000intr.fadd\000intr.fdiv\000"
		"intr.fmul\000intr.fsub\000intr.mul\000intr.psel\000intr.sdiv\000intr.sdot\000intr.smmla\000"
		"intr.sub\000intr.udiv\000intr.udot\000intr.ummla\000intr.usmmla\000intr.whilelt\000intr.zip.x2\000"
		"intr.zip.x4\000masked.addf\000masked.addi\000masked.divf\000masked.divi_signed\000"
		"masked.divi_unsigned\000masked.mulf\000masked.muli\000",
		245, 32 },
	{ "arm_sve", "masked.subf\000masked.subi\000psel\000sdot\000smmla\000udot\000ummla\000usmmla\000zip.x2\000zip.x4\000",
		277, 10 },
	{ "async", "add_to_group\000await\000await_all\000call\000coro.begin\000coro.end\000coro.free\000coro.id\000"
		"coro.save\000coro.suspend\000create_group\000execute\000func\000return\000runtime.add_ref\000"
		"runtime.add_to_group\000runtime.await\000runtime.await_and_resume\000runtime.create\000"
		"runtime.create_group\000runtime.drop_ref\000runtime.is_error\000runtime.load\000"
		"runtime.num_worker_threads\000runtime.resume\000runtime.set_available\000runtime.set_error\000"
		"runtime.store\000yield\000",
		287, 29 },
	{ "bufferization", "alloc_tensor\000clone\000dealloc\000dealloc_tensor\000materialize_in_destination\000to_buffer\000"
		"to_memref\000to_tensor\000",
		316, 8 },
	{ "builtin", "module\000unrealized_conversion_cast\000",
		324, 2 },
	{ "cf", "assert\000br\000cond_br\000switch\000",
		326, 4 },
	{ "chlo", "_asin_acos_kernel\000acos\000acosh\000asin\000asinh\000atan\000atanh\000bessel_i1e\000"
		"broadcast_add\000broadcast_and\000broadcast_atan2\000broadcast_compare\000broadcast_complex\000"
		"broadcast_divide\000broadcast_maximum\000broadcast_minimum\000broadcast_multiply\000"
		"broadcast_next_after\000broadcast_or\000broadcast_polygamma\000broadcast_power\000"
		"broadcast_remainder\000broadcast_select\000broadcast_shift_left\000"
		"broadcast_shift_right_arithmetic\000broadcast_shift_right_logical\000broadcast_subtract\000"
		"broadcast_xor\000broadcast_zeta\000conj\000constant\000constant_like\000",
		330, 32 },
	{ "chlo", "cosh\000digamma\000erf\000erf_inv\000erfc\000is_inf\000is_neg_inf\000is_pos_inf\000lgamma\000mulhi\000"
		"next_after\000polygamma\000ragged_dot\000scan\000sinh\000square\000tan\000top_k\000zeta\000",
		362, 19 },
	{ "complex", "abs\000add\000angle\000atan2\000bitcast\000conj\000constant\000cos\000create\000div\000eq\000exp\000"
		"expm1\000im\000log\000log1p\000mul\000neg\000neq\000pow\000powi\000re\000rsqrt\000sign\000sin\000"
		"sqrt\000sub\000tan\000tanh\000",
		381, 29 },
	{ "emitc", "add\000address_of\000apply\000assign\000bitwise_and\000bitwise_left_shift\000bitwise_not\000"
		"bitwise_or\000bitwise_right_shift\000bitwise_xor\000call\000call_opaque\000cast\000class\000cmp\000"
		"conditional\000constant\000declare_func\000dereference\000div\000do\000expression\000field\000file\000"
		"for\000func\000get_field\000get_global\000global\000if\000include\000literal\000",
		410, 32 },
	{ "emitc", "load\000logical_and\000logical_not\000logical_or\000member\000member_of_ptr\000mul\000rem\000"
		"return\000sub\000subscript\000switch\000unary_minus\000unary_plus\000variable\000verbatim\000yield\000",
		442, 17 },
	{ "func", "call\000call_indirect\000constant\000func\000return\000",
		459, 5 },
	{ "gpu", "all_reduce\000alloc\000barrier\000binary\000block_dim\000block_id\000cluster_block_id\000"
		"cluster_dim\000cluster_dim_blocks\000cluster_id\000create_2to4_spmat\000create_bsr\000create_coo\000"
		"create_coo_aos\000create_csc\000create_csr\000create_dn_tensor\000dealloc\000destroy_dn_tensor\000"
		"destroy_sp_mat\000dynamic_shared_memory\000func\000global_id\000grid_dim\000host_register\000"
		"host_unregister\000lane_id\000launch\000launch_func\000memcpy\000memset\000module\000",
		464, 32 },
	{ "gpu", "module_end\000num_subgroups\000printf\000return\000rotate\000sddmm\000sddmm_buffer_size\000"
		"set_csr_pointers\000set_default_device\000shuffle\000spgemm_copy\000spgemm_create_descr\000"
		"spgemm_destroy_descr\000spgemm_work_estimation_or_compute\000spmat_get_size\000spmm\000"
		"spmm_buffer_size\000spmv\000spmv_buffer_size\000subgroup_broadcast\000subgroup_id\000"
		"subgroup_mma_compute\000subgroup_mma_constant_matrix\000subgroup_mma_elementwise\000"
		"subgroup_mma_extract_thread_local\000subgroup_mma_insert_thread_local\000subgroup_mma_load_matrix\000"
		"subgroup_mma_store_matrix\000subgroup_reduce\000subgroup_size\000terminator\000thread_id\000",
		496, 32 },
	{ "gpu", "wait\000warp_execute_on_lane_0\000yield\000",
		528, 3 },
	{ "index", "add\000and\000bool.constant\000casts\000castu\000ceildivs\000ceildivu\000cmp\000constant\000divs\000"
		"divu\000floordivs\000maxs\000maxu\000mins\000minu\000mul\000or\000rems\000remu\000shl\000shrs\000"
		"shru\000sizeof\000sub\000xor\000",
		531, 26 },
	{ "irdl", "all_of\000any\000any_of\000attribute\000attributes\000base\000c_pred\000dialect\000is\000operands\000"
		"operation\000parameters\000parametric\000region\000regions\000results\000type\000",
		557, 17 },
	{ "linalg", "abs\000add\000batch_matmul\000batch_matmul_transpose_a\000batch_matmul_transpose_b\000batch_matvec\000"
		"batch_mmt4d\000batch_reduce_matmul\000batch_vecmat\000broadcast\000ceil\000contract\000conv_1d\000"
		"conv_1d_ncw_fcw\000conv_1d_nwc_wcf\000conv_2d\000conv_2d_nchw_fchw\000conv_2d_nchw_fchw_q\000"
		"conv_2d_ngchw_fgchw\000conv_2d_ngchw_gfchw\000conv_2d_ngchw_gfchw_q\000conv_2d_nhwc_fhwc\000"
		"conv_2d_nhwc_fhwc_q\000conv_2d_nhwc_hwcf\000conv_2d_nhwc_hwcf_q\000conv_2d_nhwgc_gfhwc\000"
		"conv_2d_nhwgc_gfhwc_q\000conv_3d\000conv_3d_ncdhw_fcdhw\000conv_3d_ndhwc_dhwcf\000"
		"conv_3d_ndhwc_dhwcf_q\000copy\000",
		574, 32 },
	{ "linalg", "depthwise_conv_1d_ncw_cw\000depthwise_conv_1d_nwc_wc\000depthwise_conv_1d_nwc_wcm\000"
		"depthwise_conv_2d_nchw_chw\000depthwise_conv_2d_nhwc_hwc\000depthwise_conv_2d_nhwc_hwc_q\000"
		"depthwise_conv_2d_nhwc_hwcm\000depthwise_conv_2d_nhwc_hwcm_q\000depthwise_conv_3d_ncdhw_cdhw\000"
		"depthwise_conv_3d_ndhwc_dhwc\000depthwise_conv_3d_ndhwc_dhwcm\000div\000div_unsigned\000dot\000"
		"elementwise\000elemwise_binary\000elemwise_unary\000erf\000exp\000fill\000fill_rng_2d\000floor\000"
		"generic\000index\000log\000map\000matmul\000matmul_transpose_a\000matmul_transpose_b\000matvec\000"
		"max\000min\000",
		606, 32 },
	{ "linalg", "mmt4d\000mul\000negf\000pack\000pooling_nchw_max\000pooling_nchw_sum\000pooling_ncw_max\000"
		"pooling_ncw_sum\000pooling_ndhwc_max\000pooling_ndhwc_min\000pooling_ndhwc_sum\000pooling_nhwc_max\000"
		"pooling_nhwc_max_unsigned\000pooling_nhwc_min\000pooling_nhwc_min_unsigned\000pooling_nhwc_sum\000"
		"pooling_nwc_max\000pooling_nwc_max_unsigned\000pooling_nwc_min\000pooling_nwc_min_unsigned\000"
		"pooling_nwc_sum\000powf\000quantized_batch_matmul\000quantized_matmul\000reciprocal\000reduce\000"
		"round\000rsqrt\000select\000softmax\000sqrt\000square\000",
		638, 32 },
	{ "linalg", "sub\000tanh\000transpose\000unpack\000vecmat\000winograd_filter_transform\000"
		"winograd_input_transform\000winograd_output_transform\000yield\000",
		670, 9 },
	{ "llvm", "add\000addrspacecast\000alloca\000and\000ashr\000atomicrmw\000bitcast\000blockaddress\000blocktag\000"
		"br\000call\000call_intrinsic\000cmpxchg\000comdat\000comdat_selector\000cond_br\000"
		"dso_local_equivalent\000extractelement\000extractvalue\000fadd\000fcmp\000fdiv\000fence\000fmul\000"
		"fneg\000fpext\000fptosi\000fptoui\000fptrunc\000freeze\000frem\000fsub\000",
		679, 32 },
	{ "llvm", "func\000getelementptr\000icmp\000indirectbr\000inline_asm\000insertelement\000insertvalue\000"
		"intr.abs\000intr.acos\000intr.annotation\000intr.asin\000intr.assume\000intr.atan\000intr.atan2\000"
		"intr.bitreverse\000intr.bswap\000intr.ceil\000intr.copysign\000intr.coro.align\000intr.coro.begin\000"
		"intr.coro.end\000intr.coro.free\000intr.coro.id\000intr.coro.promise\000intr.coro.resume\000"
		"intr.coro.save\000intr.coro.size\000intr.coro.suspend\000intr.cos\000intr.cosh\000intr.ctlz\000"
		"intr.ctpop\000",
		711, 32 },
	{ "llvm", "intr.cttz\000intr.dbg.declare\000intr.dbg.label\000intr.dbg.value\000intr.debugtrap\000"
		"intr.eh.typeid.for\000intr.exp\000intr.exp10\000intr.exp2\000intr.expect\000"
		"intr.expect.with.probability\000intr.experimental.constrained.fpext\000"
		"intr.experimental.constrained.fptrunc\000intr.experimental.constrained.sitofp\000"
		"intr.experimental.constrained.uitofp\000intr.experimental.noalias.scope.decl\000"
		"intr.experimental.stepvector\000intr.experimental.vp.strided.load\000"
		"intr.experimental.vp.strided.store\000intr.fabs\000intr.floor\000intr.fma\000intr.fmuladd\000"
		"intr.frexp\000intr.fshl\000intr.fshr\000intr.get.active.lane.mask\000intr.invariant.end\000"
		"intr.invariant.start\000intr.is.constant\000intr.is.fpclass\000intr.launder.invariant.group\000",
		743, 32 },
	{ "llvm", "intr.ldexp\000intr.lifetime.end\000intr.lifetime.start\000intr.llrint\000intr.llround\000intr.log\000"
		"intr.log10\000intr.log2\000intr.lrint\000intr.lround\000intr.masked.compressstore\000"
		"intr.masked.expandload\000intr.masked.gather\000intr.masked.load\000intr.masked.scatter\000"
		"intr.masked.store\000intr.matrix.column.major.load\000intr.matrix.column.major.store\000"
		"intr.matrix.multiply\000intr.matrix.transpose\000intr.maximum\000intr.maxnum\000intr.memcpy\000"
		"intr.memcpy.inline\000intr.memmove\000intr.memset\000intr.memset.inline\000intr.minimum\000"
		"intr.minnum\000intr.nearbyint\000intr.pow\000intr.powi\000",
		775, 32 },
	{ "llvm", "intr.prefetch\000intr.ptr.annotation\000intr.ptrmask\000intr.rint\000intr.round\000intr.roundeven\000"
		"intr.sadd.sat\000intr.sadd.with.overflow\000intr.scmp\000intr.sin\000intr.sincos\000intr.sinh\000"
		"intr.smax\000intr.smin\000intr.smul.with.overflow\000intr.sqrt\000intr.ssa.copy\000intr.sshl.sat\000"
		"intr.ssub.sat\000intr.ssub.with.overflow\000intr.stackrestore\000intr.stacksave\000intr.stepvector\000"
		"intr.strip.invariant.group\000intr.tan\000intr.tanh\000intr.threadlocal.address\000intr.trap\000"
		"intr.trunc\000intr.uadd.sat\000intr.uadd.with.overflow\000intr.ubsantrap\000",
		807, 32 },
	{ "llvm", "intr.ucmp\000intr.umax\000intr.umin\000intr.umul.with.overflow\000intr.ushl.sat\000intr.usub.sat\000"
		"intr.usub.with.overflow\000intr.vacopy\000intr.vaend\000intr.var.annotation\000intr.vastart\000"
		"intr.vector.deinterleave2\000intr.vector.extract\000intr.vector.insert\000intr.vector.interleave2\000"
		"intr.vector.reduce.add\000intr.vector.reduce.and\000intr.vector.reduce.fadd\000"
		"intr.vector.reduce.fmax\000intr.vector.reduce.fmaximum\000intr.vector.reduce.fmin\000"
		"intr.vector.reduce.fminimum\000intr.vector.reduce.fmul\000intr.vector.reduce.mul\000"
		"intr.vector.reduce.or\000intr.vector.reduce.smax\000intr.vector.reduce.smin\000"
		"intr.vector.reduce.umax\000intr.vector.reduce.umin\000intr.vector.reduce.xor\000intr.vp.add\000"
		"intr.vp.and\000",
		839, 32 },
	{ "llvm", "intr.vp.ashr\000intr.vp.fadd\000intr.vp.fdiv\000intr.vp.fma\000intr.vp.fmul\000intr.vp.fmuladd\000"
		"intr.vp.fneg\000intr.vp.fpext\000intr.vp.fptosi\000intr.vp.fptoui\000intr.vp.fptrunc\000"
		"intr.vp.frem\000intr.vp.fsub\000intr.vp.inttoptr\000intr.vp.load\000intr.vp.lshr\000intr.vp.merge\000"
		"intr.vp.mul\000intr.vp.or\000intr.vp.ptrtoint\000intr.vp.reduce.add\000intr.vp.reduce.and\000"
		"intr.vp.reduce.fadd\000intr.vp.reduce.fmax\000intr.vp.reduce.fmin\000intr.vp.reduce.fmul\000"
		"intr.vp.reduce.mul\000intr.vp.reduce.or\000intr.vp.reduce.smax\000intr.vp.reduce.smin\000"
		"intr.vp.reduce.umax\000intr.vp.reduce.umin\000",
		871, 32 },
	{ "llvm", "intr.vp.reduce.xor\000intr.vp.sdiv\000intr.vp.select\000intr.vp.sext\000intr.vp.shl\000"
		"intr.vp.sitofp\000intr.vp.smax\000intr.vp.smin\000intr.vp.srem\000intr.vp.store\000intr.vp.sub\000"
		"intr.vp.trunc\000intr.vp.udiv\000intr.vp.uitofp\000intr.vp.umax\000intr.vp.umin\000intr.vp.urem\000"
		"intr.vp.xor\000intr.vp.zext\000intr.vscale\000inttoptr\000invoke\000landingpad\000linker_options\000"
		"load\000lshr\000mlir.addressof\000mlir.alias\000mlir.constant\000mlir.global\000mlir.global_ctors\000"
		"mlir.global_dtors\000",
		903, 32 },
	{ "llvm", "mlir.ifunc\000mlir.none\000mlir.poison\000mlir.undef\000mlir.zero\000module_flags\000mul\000or\000"
		"ptrtoint\000resume\000return\000sdiv\000select\000sext\000shl\000shufflevector\000sitofp\000srem\000"
		"store\000sub\000switch\000trunc\000udiv\000uitofp\000unreachable\000urem\000va_arg\000xor\000zext\000",
		935, 29 },
	{ "math", "absf\000absi\000acos\000acosh\000asin\000asinh\000atan\000atan2\000atanh\000cbrt\000ceil\000clampf\000"
		"copysign\000cos\000cosh\000ctlz\000ctpop\000cttz\000erf\000erfc\000exp\000exp2\000expm1\000floor\000"
		"fma\000fpowi\000ipowi\000isfinite\000isinf\000isnan\000isnormal\000log\000",
		964, 32 },
	{ "math", "log10\000log1p\000log2\000powf\000round\000roundeven\000rsqrt\000sin\000sincos\000sinh\000sqrt\000"
		"tan\000tanh\000trunc\000",
		996, 14 },
	{ "memref", "alloc\000alloca\000alloca_scope\000alloca_scope.return\000assume_alignment\000atomic_rmw\000"
		"atomic_yield\000cast\000collapse_shape\000copy\000dealloc\000dim\000distinct_objects\000dma_start\000"
		"dma_wait\000expand_shape\000extract_aligned_pointer_as_index\000extract_strided_metadata\000"
		"generic_atomic_rmw\000get_global\000global\000load\000memory_space_cast\000prefetch\000rank\000"
		"realloc\000reinterpret_cast\000reshape\000store\000subview\000transpose\000view\000",
		1010, 32 },
	{ "mesh", "all_gather\000all_reduce\000all_slice\000all_to_all\000broadcast\000gather\000mesh\000mesh_shape\000"
		"process_linear_index\000process_multi_index\000recv\000reduce\000reduce_scatter\000scatter\000send\000"
		"shard\000shift\000",
		1042, 17 },
	{ "ml_program", "func\000global\000global_load\000global_load_const\000global_load_graph\000global_store\000"
		"global_store_graph\000output\000return\000subgraph\000token\000",
		1059, 11 },
	{ "mpi", "allreduce\000barrier\000comm_rank\000comm_size\000comm_split\000comm_world\000error_class\000"
		"finalize\000init\000irecv\000isend\000recv\000retval_check\000send\000wait\000",
		1070, 15 },
	{ "nvgpu", "device_async_copy\000device_async_create_group\000device_async_wait\000ldmatrix\000mbarrier.arrive\000"
		"mbarrier.arrive.expect_tx\000mbarrier.arrive.nocomplete\000mbarrier.create\000mbarrier.get\000"
		"mbarrier.init\000mbarrier.test.wait\000mbarrier.try_wait.parity\000mma.sp.sync\000mma.sync\000rcp\000"
		"tma.async.load\000tma.async.store\000tma.create.descriptor\000tma.fence.descriptor\000"
		"tma.prefetch.descriptor\000warpgroup.generate.descriptor\000warpgroup.mma\000"
		"warpgroup.mma.init.accumulator\000warpgroup.mma.store\000",
		1085, 24 },
	{ "nvvm", "bar.warp.sync\000barrier\000barrier.arrive\000barrier0\000breakpoint\000cluster.arrive\000"
		"cluster.arrive.relaxed\000cluster.wait\000clusterlaunchcontrol.query.cancel\000"
		"clusterlaunchcontrol.try.cancel\000convert.bf16x2.to.f8x2\000convert.f16x2.to.f8x2\000"
		"convert.f32x2.to.bf16x2\000convert.f32x2.to.f16x2\000convert.f32x2.to.f4x2\000"
		"convert.f32x2.to.f6x2\000convert.f32x2.to.f8x2\000convert.f32x4.to.f4x4\000convert.f32x4.to.f6x4\000"
		"convert.f32x4.to.f8x4\000convert.f4x2.to.f16x2\000convert.f6x2.to.f16x2\000convert.f8x2.to.bf16x2\000"
		"convert.f8x2.to.f16x2\000convert.float.to.tf32\000cp.async.bulk.commit.group\000"
		"cp.async.bulk.global.shared.cta\000cp.async.bulk.prefetch\000cp.async.bulk.shared.cluster.global\000"
		"cp.async.bulk.shared.cluster.shared.cta\000cp.async.bulk.tensor.global.shared.cta\000"
		"cp.async.bulk.tensor.prefetch\000",
		1109, 32 },
	{ "nvvm", "cp.async.bulk.tensor.reduce\000cp.async.bulk.tensor.shared.cluster.global\000"
		"cp.async.bulk.wait_group\000cp.async.commit.group\000cp.async.mbarrier.arrive\000"
		"cp.async.mbarrier.arrive.shared\000cp.async.shared.global\000cp.async.wait.group\000"
		"dot.accumulate.2way\000dot.accumulate.4way\000elect.sync\000exit\000fence.mbarrier.init\000"
		"fence.proxy\000fence.proxy.acquire\000fence.proxy.release\000fence.proxy.sync_restrict\000"
		"fence.sc.cluster\000fence.sync_restrict\000griddepcontrol\000inline_ptx\000ldmatrix\000mapa\000"
		"match.sync\000mbarrier.arrive\000mbarrier.arrive.expect_tx\000mbarrier.arrive.expect_tx.shared\000"
		"mbarrier.arrive.nocomplete\000mbarrier.arrive.nocomplete.shared\000mbarrier.arrive.shared\000"
		"mbarrier.arrive_drop\000mbarrier.arrive_drop.expect_tx\000",
		1141, 32 },
	{ "nvvm", "mbarrier.arrive_drop.nocomplete\000mbarrier.complete_tx\000mbarrier.expect_tx\000mbarrier.init\000"
		"mbarrier.init.shared\000mbarrier.inval\000mbarrier.inval.shared\000mbarrier.test.wait\000"
		"mbarrier.test.wait.shared\000mbarrier.try_wait\000mbarrier.try_wait.parity\000"
		"mbarrier.try_wait.parity.shared\000memory.barrier\000mma.block_scale\000mma.sp.block_scale\000"
		"mma.sp.sync\000mma.sync\000nanosleep\000pmevent\000prefetch\000prefetch.tensormap\000prmt\000"
		"rcp.approx.ftz.f\000read.ptx.sreg.aggr.smem.size\000read.ptx.sreg.clock\000read.ptx.sreg.clock64\000"
		"read.ptx.sreg.cluster.ctaid.x\000read.ptx.sreg.cluster.ctaid.y\000read.ptx.sreg.cluster.ctaid.z\000"
		"read.ptx.sreg.cluster.ctarank\000read.ptx.sreg.cluster.nctaid.x\000read.ptx.sreg.cluster.nctaid.y\000",
		1173, 32 },
	{ "nvvm", "read.ptx.sreg.cluster.nctaid.z\000read.ptx.sreg.cluster.nctarank\000read.ptx.sreg.clusterid.x\000"
		"read.ptx.sreg.clusterid.y\000read.ptx.sreg.clusterid.z\000read.ptx.sreg.ctaid.x\000"
		"read.ptx.sreg.ctaid.y\000read.ptx.sreg.ctaid.z\000read.ptx.sreg.dynamic.smem.size\000"
		"read.ptx.sreg.envreg0\000read.ptx.sreg.envreg1\000read.ptx.sreg.envreg10\000read.ptx.sreg.envreg11\000"
		"read.ptx.sreg.envreg12\000read.ptx.sreg.envreg13\000read.ptx.sreg.envreg14\000"
		"read.ptx.sreg.envreg15\000read.ptx.sreg.envreg16\000read.ptx.sreg.envreg17\000"
		"read.ptx.sreg.envreg18\000read.ptx.sreg.envreg19\000read.ptx.sreg.envreg2\000"
		"read.ptx.sreg.envreg20\000read.ptx.sreg.envreg21\000read.ptx.sreg.envreg22\000"
		"read.ptx.sreg.envreg23\000read.ptx.sreg.envreg24\000read.ptx.sreg.envreg25\000"
		"read.ptx.sreg.envreg26\000read.ptx.sreg.envreg27\000read.ptx.sreg.envreg28\000"
		"read.ptx.sreg.envreg29\000",
		1205, 32 },
	{ "nvvm", "read.ptx.sreg.envreg3\000read.ptx.sreg.envreg30\000read.ptx.sreg.envreg31\000read.ptx.sreg.envreg4\000"
		"read.ptx.sreg.envreg5\000read.ptx.sreg.envreg6\000read.ptx.sreg.envreg7\000read.ptx.sreg.envreg8\000"
		"read.ptx.sreg.envreg9\000read.ptx.sreg.globaltimer\000read.ptx.sreg.globaltimer.lo\000"
		"read.ptx.sreg.gridid\000read.ptx.sreg.laneid\000read.ptx.sreg.lanemask.eq\000"
		"read.ptx.sreg.lanemask.ge\000read.ptx.sreg.lanemask.gt\000read.ptx.sreg.lanemask.le\000"
		"read.ptx.sreg.lanemask.lt\000read.ptx.sreg.nclusterid.x\000read.ptx.sreg.nclusterid.y\000"
		"read.ptx.sreg.nclusterid.z\000read.ptx.sreg.nctaid.x\000read.ptx.sreg.nctaid.y\000"
		"read.ptx.sreg.nctaid.z\000read.ptx.sreg.nsmid\000read.ptx.sreg.ntid.x\000read.ptx.sreg.ntid.y\000"
		"read.ptx.sreg.ntid.z\000read.ptx.sreg.nwarpid\000read.ptx.sreg.smid\000read.ptx.sreg.tid.x\000"
		"read.ptx.sreg.tid.y\000",
		1237, 32 },
	{ "nvvm", "read.ptx.sreg.tid.z\000read.ptx.sreg.total.smem.size\000read.ptx.sreg.warpid\000"
		"read.ptx.sreg.warpsize\000redux.sync\000setmaxregister\000shfl.sync\000st.bulk\000stmatrix\000"
		"tcgen05.alloc\000tcgen05.commit\000tcgen05.cp\000tcgen05.dealloc\000tcgen05.fence\000tcgen05.ld\000"
		"tcgen05.mma\000tcgen05.mma.block_scale\000tcgen05.mma.sp\000tcgen05.mma.sp.block_scale\000"
		"tcgen05.mma.ws\000tcgen05.mma.ws.sp\000tcgen05.mma_smem_desc\000tcgen05.relinquish_alloc_permit\000"
		"tcgen05.shift\000tcgen05.st\000tcgen05.wait\000vote.ballot.sync\000vote.sync\000"
		"wgmma.commit.group.sync.aligned\000wgmma.fence.aligned\000wgmma.mma_async\000"
		"wgmma.wait.group.sync.aligned\000",
		1269, 32 },
	{ "nvvm", "wmma.load\000wmma.mma\000wmma.store\000",
		1301, 3 },
	{ "omp", "allocate_dir\000atomic.capture\000atomic.read\000atomic.update\000atomic.write\000barrier\000"
		"cancel\000cancellation_point\000canonical_loop\000critical\000critical.declare\000declare_mapper\000"
		"declare_mapper.info\000declare_reduction\000distribute\000flush\000loop\000loop_nest\000map.bounds\000"
		"map.info\000masked\000master\000new_cli\000ordered\000ordered.region\000parallel\000private\000"
		"scan\000section\000sections\000simd\000single\000",
		1304, 32 },
	{ "omp", "target\000target_allocmem\000target_data\000target_enter_data\000target_exit_data\000"
		"target_freemem\000target_update\000task\000taskgroup\000taskloop\000taskwait\000taskyield\000teams\000"
		"terminator\000threadprivate\000tile\000unroll_heuristic\000workdistribute\000workshare\000"
		"workshare.loop_wrapper\000wsloop\000yield\000",
		1336, 22 },
	{ "pdl", "apply_native_constraint\000apply_native_rewrite\000attribute\000erase\000operand\000operands\000"
		"operation\000pattern\000range\000replace\000result\000results\000rewrite\000type\000types\000",
		1358, 15 },
	{ "pdl_interp", "apply_constraint\000apply_rewrite\000are_equal\000branch\000check_attribute\000check_operand_count\000"
		"check_operation_name\000check_result_count\000check_type\000check_types\000continue\000"
		"create_attribute\000create_operation\000create_range\000create_type\000create_types\000erase\000"
		"extract\000finalize\000foreach\000func\000get_attribute\000get_attribute_type\000get_defining_op\000"
		"get_operand\000get_operands\000get_result\000get_results\000get_users\000get_value_type\000"
		"is_not_null\000record_match\000",
		1373, 32 },
	{ "pdl_interp", "replace\000switch_attribute\000switch_operand_count\000switch_operation_name\000"
		"switch_result_count\000switch_type\000switch_types\000",
		1405, 7 },
	{ "polynomial", "add\000constant\000from_tensor\000intt\000leading_term\000monic_monomial_mul\000monomial\000mul\000"
		"mul_scalar\000ntt\000sub\000to_tensor\000",
		1412, 12 },
	{ "ptr", "constant\000from_ptr\000gather\000get_metadata\000load\000masked_load\000masked_store\000ptr_add\000"
		"ptr_diff\000scatter\000store\000to_ptr\000type_offset\000",
		1424, 13 },
	{ "quant", "dcast\000qcast\000scast\000",
		1437, 3 },
	{ "rocdl", "ballot\000barrier\000cluster.id.x\000cluster.id.y\000cluster.id.z\000"
		"cluster.load.async.to.lds.b128\000cluster.load.async.to.lds.b32\000cluster.load.async.to.lds.b64\000"
		"cluster.load.async.to.lds.b8\000cos\000cvt.f32.bf8\000cvt.f32.fp8\000cvt.pk.bf8.f32\000"
		"cvt.pk.f32.bf8\000cvt.pk.f32.fp8\000cvt.pk.fp8.f32\000cvt.pkrtz\000cvt.scale.pk16.bf16.bf6\000"
		"cvt.scale.pk16.bf16.fp6\000cvt.scale.pk16.f16.bf6\000cvt.scale.pk16.f16.fp6\000"
		"cvt.scale.pk16.f32.bf6\000cvt.scale.pk16.f32.fp6\000cvt.scale.pk8.bf16.bf8\000"
		"cvt.scale.pk8.bf16.fp4\000cvt.scale.pk8.bf16.fp8\000cvt.scale.pk8.f16.bf8\000cvt.scale.pk8.f16.fp4\000"
		"cvt.scale.pk8.f16.fp8\000cvt.scale.pk8.f32.bf8\000cvt.scale.pk8.f32.fp4\000cvt.scale.pk8.f32.fp8\000",
		1440, 32 },
	{ "rocdl", "cvt.scalef32.2xpk16.bf6.f32\000cvt.scalef32.2xpk16.fp6.f32\000cvt.scalef32.f16.bf8\000"
		"cvt.scalef32.f16.fp8\000cvt.scalef32.f32.bf8\000cvt.scalef32.f32.fp8\000cvt.scalef32.pk.bf16.bf8\000"
		"cvt.scalef32.pk.bf16.fp4\000cvt.scalef32.pk.bf16.fp8\000cvt.scalef32.pk.bf8.bf16\000"
		"cvt.scalef32.pk.bf8.f16\000cvt.scalef32.pk.bf8.f32\000cvt.scalef32.pk.f16.bf8\000"
		"cvt.scalef32.pk.f16.fp4\000cvt.scalef32.pk.f16.fp8\000cvt.scalef32.pk.f32.bf8\000"
		"cvt.scalef32.pk.f32.fp4\000cvt.scalef32.pk.f32.fp8\000cvt.scalef32.pk.fp4.bf16\000"
		"cvt.scalef32.pk.fp4.f16\000cvt.scalef32.pk.fp4.f32\000cvt.scalef32.pk.fp8.bf16\000"
		"cvt.scalef32.pk.fp8.f16\000cvt.scalef32.pk.fp8.f32\000cvt.scalef32.pk16.bf6.bf16\000"
		"cvt.scalef32.pk16.bf6.f16\000cvt.scalef32.pk16.bf6.f32\000cvt.scalef32.pk16.fp6.bf16\000"
		"cvt.scalef32.pk16.fp6.f16\000cvt.scalef32.pk16.fp6.f32\000cvt.scalef32.pk32.bf16.bf6\000"
		"cvt.scalef32.pk32.bf16.fp6\000",
		1472, 32 },
	{ "rocdl", "cvt.scalef32.pk32.bf6.bf16\000cvt.scalef32.pk32.bf6.f16\000cvt.scalef32.pk32.f16.bf6\000"
		"cvt.scalef32.pk32.f16.fp6\000cvt.scalef32.pk32.f32.bf6\000cvt.scalef32.pk32.f32.fp6\000"
		"cvt.scalef32.pk32.fp6.bf16\000cvt.scalef32.pk32.fp6.f16\000cvt.scalef32.pk8.bf8.bf16\000"
		"cvt.scalef32.pk8.bf8.f16\000cvt.scalef32.pk8.bf8.f32\000cvt.scalef32.pk8.fp4.bf16\000"
		"cvt.scalef32.pk8.fp4.f16\000cvt.scalef32.pk8.fp4.f32\000cvt.scalef32.pk8.fp8.bf16\000"
		"cvt.scalef32.pk8.fp8.f16\000cvt.scalef32.pk8.fp8.f32\000cvt.scalef32.sr.bf8.bf16\000"
		"cvt.scalef32.sr.bf8.f16\000cvt.scalef32.sr.bf8.f32\000cvt.scalef32.sr.fp8.bf16\000"
		"cvt.scalef32.sr.fp8.f16\000cvt.scalef32.sr.fp8.f32\000cvt.scalef32.sr.pk.fp4.bf16\000"
		"cvt.scalef32.sr.pk.fp4.f16\000cvt.scalef32.sr.pk.fp4.f32\000cvt.scalef32.sr.pk16.bf6.bf16\000"
		"cvt.scalef32.sr.pk16.bf6.f16\000cvt.scalef32.sr.pk16.bf6.f32\000cvt.scalef32.sr.pk16.fp6.bf16\000"
		"cvt.scalef32.sr.pk16.fp6.f16\000cvt.scalef32.sr.pk16.fp6.f32\000",
		1504, 32 },
	{ "rocdl", "cvt.scalef32.sr.pk32.bf6.bf16\000cvt.scalef32.sr.pk32.bf6.f16\000cvt.scalef32.sr.pk32.bf6.f32\000"
		"cvt.scalef32.sr.pk32.fp6.bf16\000cvt.scalef32.sr.pk32.fp6.f16\000cvt.scalef32.sr.pk32.fp6.f32\000"
		"cvt.scalef32.sr.pk8.bf8.bf16\000cvt.scalef32.sr.pk8.bf8.f16\000cvt.scalef32.sr.pk8.bf8.f32\000"
		"cvt.scalef32.sr.pk8.fp4.bf16\000cvt.scalef32.sr.pk8.fp4.f16\000cvt.scalef32.sr.pk8.fp4.f32\000"
		"cvt.scalef32.sr.pk8.fp8.bf16\000cvt.scalef32.sr.pk8.fp8.f16\000cvt.scalef32.sr.pk8.fp8.f32\000"
		"cvt.sr.bf8.f32\000cvt.sr.fp8.f32\000ds.atomic.async.barrier.arrive.b64\000"
		"ds.atomic.barrier.arrive.rtn.b64\000ds.load.tr16.b128\000ds.load.tr4.b64\000ds.load.tr6.b96\000"
		"ds.load.tr8.b64\000ds.read.tr16.b64\000ds.read.tr4.b64\000ds.read.tr6.b96\000ds.read.tr8.b64\000"
		"ds_bpermute\000ds_swizzle\000exp\000exp2\000flat.prefetch\000",
		1536, 32 },
	{ "rocdl", "fmed3\000global.load.async.to.lds.b128\000global.load.async.to.lds.b32\000"
		"global.load.async.to.lds.b64\000global.load.async.to.lds.b8\000global.load.lds\000"
		"global.load.tr.b128\000global.load.tr.b64\000global.load.tr4.b64\000global.load.tr6.b96\000"
		"global.prefetch\000grid.dim.x\000grid.dim.y\000grid.dim.z\000iglp.opt\000load.to.lds\000log\000"
		"make.buffer.rsrc\000mbcnt.hi\000mbcnt.lo\000mfma.f32.16x16x16bf16.1k\000mfma.f32.16x16x16f16\000"
		"mfma.f32.16x16x1f32\000mfma.f32.16x16x2bf16\000mfma.f32.16x16x32.bf16\000mfma.f32.16x16x32.bf8.bf8\000"
		"mfma.f32.16x16x32.bf8.fp8\000mfma.f32.16x16x32.f16\000mfma.f32.16x16x32.fp8.bf8\000"
		"mfma.f32.16x16x32.fp8.fp8\000mfma.f32.16x16x4bf16.1k\000mfma.f32.16x16x4f16\000",
		1568, 32 },
	{ "rocdl", "mfma.f32.16x16x4f32\000mfma.f32.16x16x8.xf32\000mfma.f32.16x16x8bf16\000mfma.f32.32x32x16.bf16\000"
		"mfma.f32.32x32x16.bf8.bf8\000mfma.f32.32x32x16.bf8.fp8\000mfma.f32.32x32x16.f16\000"
		"mfma.f32.32x32x16.fp8.bf8\000mfma.f32.32x32x16.fp8.fp8\000mfma.f32.32x32x1f32\000"
		"mfma.f32.32x32x2bf16\000mfma.f32.32x32x2f32\000mfma.f32.32x32x4.xf32\000mfma.f32.32x32x4bf16\000"
		"mfma.f32.32x32x4bf16.1k\000mfma.f32.32x32x4f16\000mfma.f32.32x32x8bf16.1k\000mfma.f32.32x32x8f16\000"
		"mfma.f32.4x4x1f32\000mfma.f32.4x4x2bf16\000mfma.f32.4x4x4bf16.1k\000mfma.f32.4x4x4f16\000"
		"mfma.f64.16x16x4f64\000mfma.f64.4x4x4f64\000mfma.i32.16x16x16i8\000mfma.i32.16x16x32.i8\000"
		"mfma.i32.16x16x4i8\000mfma.i32.16x16x64.i8\000mfma.i32.32x32x16.i8\000mfma.i32.32x32x32.i8\000"
		"mfma.i32.32x32x4i8\000mfma.i32.32x32x8i8\000",
		1600, 32 },
	{ "rocdl", "mfma.i32.4x4x4i8\000mfma.scale.f32.16x16x128.f8f6f4\000mfma.scale.f32.32x32x64.f8f6f4\000"
		"permlane16.swap\000permlane32.swap\000permlanex16\000raw.buffer.atomic.cmpswap\000"
		"raw.buffer.atomic.fadd\000raw.buffer.atomic.fmax\000raw.buffer.atomic.smax\000"
		"raw.buffer.atomic.umin\000raw.buffer.load\000raw.buffer.store\000raw.ptr.buffer.atomic.cmpswap\000"
		"raw.ptr.buffer.atomic.fadd\000raw.ptr.buffer.atomic.fmax\000raw.ptr.buffer.atomic.smax\000"
		"raw.ptr.buffer.atomic.umin\000raw.ptr.buffer.load\000raw.ptr.buffer.load.lds\000"
		"raw.ptr.buffer.store\000rcp\000readfirstlane\000readlane\000s.barrier\000s.barrier.init\000"
		"s.barrier.join\000s.barrier.leave\000s.barrier.signal\000s.barrier.signal.isfirst\000"
		"s.barrier.signal.var\000s.barrier.wait\000",
		1632, 32 },
	{ "rocdl", "s.get.barrier.state\000s.get.named.barrier.state\000s.nop\000s.setprio\000s.sleep\000"
		"s.wait.asynccnt\000s.wait.dscnt\000s.wait.expcnt\000s.wait.loadcnt\000s.wait.storecnt\000"
		"s.wait.tensorcnt\000s.waitcnt\000s.wakeup.barrier\000sched.barrier\000sched.group.barrier\000sin\000"
		"smfmac.f32.16x16x128.bf8.bf8\000smfmac.f32.16x16x128.bf8.fp8\000smfmac.f32.16x16x128.fp8.bf8\000"
		"smfmac.f32.16x16x128.fp8.fp8\000smfmac.f32.16x16x32.bf16\000smfmac.f32.16x16x32.f16\000"
		"smfmac.f32.16x16x64.bf16\000smfmac.f32.16x16x64.bf8.bf8\000smfmac.f32.16x16x64.bf8.fp8\000"
		"smfmac.f32.16x16x64.f16\000smfmac.f32.16x16x64.fp8.bf8\000smfmac.f32.16x16x64.fp8.fp8\000"
		"smfmac.f32.32x32x16.bf16\000smfmac.f32.32x32x16.f16\000smfmac.f32.32x32x32.bf16\000"
		"smfmac.f32.32x32x32.bf8.bf8\000",
		1664, 32 },
	{ "rocdl", "smfmac.f32.32x32x32.bf8.fp8\000smfmac.f32.32x32x32.f16\000smfmac.f32.32x32x32.fp8.bf8\000"
		"smfmac.f32.32x32x32.fp8.fp8\000smfmac.f32.32x32x64.bf8.bf8\000smfmac.f32.32x32x64.bf8.fp8\000"
		"smfmac.f32.32x32x64.fp8.bf8\000smfmac.f32.32x32x64.fp8.fp8\000smfmac.i32.16x16x128.i8\000"
		"smfmac.i32.16x16x64.i8\000smfmac.i32.32x32x32.i8\000smfmac.i32.32x32x64.i8\000sqrt\000tanh\000"
		"tensor.load.to.lds\000tensor.load.to.lds.d2\000tensor.store.from.lds\000tensor.store.from.lds.d2\000"
		"update.dpp\000waitcnt\000wavefrontsize\000wmma.bf16.16x16x16.bf16\000wmma.bf16.16x16x32.bf16\000"
		"wmma.bf16f32.16x16x32.bf16\000wmma.f16.16x16x128.bf8_bf8\000wmma.f16.16x16x128.bf8_fp8\000"
		"wmma.f16.16x16x128.fp8_bf8\000wmma.f16.16x16x128.fp8_fp8\000wmma.f16.16x16x16.f16\000"
		"wmma.f16.16x16x32.f16\000wmma.f16.16x16x64.bf8_bf8\000wmma.f16.16x16x64.bf8_fp8\000",
		1696, 32 },
	{ "rocdl", "wmma.f16.16x16x64.fp8_bf8\000wmma.f16.16x16x64.fp8_fp8\000wmma.f32.16x16x128.bf8_bf8\000"
		"wmma.f32.16x16x128.bf8_fp8\000wmma.f32.16x16x128.fp8_bf8\000wmma.f32.16x16x128.fp8_fp8\000"
		"wmma.f32.16x16x16.bf16\000wmma.f32.16x16x16.bf8_bf8\000wmma.f32.16x16x16.bf8_fp8\000"
		"wmma.f32.16x16x16.f16\000wmma.f32.16x16x16.fp8_bf8\000wmma.f32.16x16x16.fp8_fp8\000"
		"wmma.f32.16x16x32.bf16\000wmma.f32.16x16x32.f16\000wmma.f32.16x16x4.f32\000"
		"wmma.f32.16x16x64.bf8_bf8\000wmma.f32.16x16x64.bf8_fp8\000wmma.f32.16x16x64.fp8_bf8\000"
		"wmma.f32.16x16x64.fp8_fp8\000wmma.i32.16x16x16.iu4\000wmma.i32.16x16x16.iu8\000"
		"wmma.i32.16x16x32.iu4\000wmma.i32.16x16x64.iu8\000wmma.scale.f32.16x16x128.f8f6f4\000"
		"wmma.scale.f32.32x16x128.f4\000wmma.scale16.f32.16x16x128.f8f6f4\000wmma.scale16.f32.32x16x128.f4\000"
		"workgroup.dim.x\000workgroup.dim.y\000workgroup.dim.z\000workgroup.id.x\000workgroup.id.y\000",
		1728, 32 },
	{ "rocdl", "workgroup.id.z\000workitem.id.x\000workitem.id.y\000workitem.id.z\000",
		1760, 4 },
	{ "scf", "condition\000execute_region\000for\000forall\000forall.in_parallel\000if\000index_switch\000"
		"parallel\000reduce\000reduce.return\000while\000yield\000",
		1764, 12 },
	{ "shape", "add\000any\000assuming\000assuming_all\000assuming_yield\000broadcast\000concat\000const_shape\000"
		"const_size\000const_witness\000cstr_broadcastable\000cstr_eq\000cstr_require\000debug_print\000dim\000"
		"div\000from_extent_tensor\000from_extents\000func\000function_library\000get_extent\000"
		"index_to_size\000is_broadcastable\000max\000meet\000min\000mul\000num_elements\000rank\000reduce\000"
		"return\000shape_eq\000",
		1776, 32 },
	{ "shape", "shape_of\000size_to_index\000split_at\000to_extent_tensor\000value_as_shape\000value_of\000"
		"with_shape\000yield\000",
		1808, 8 },
	{ "shard", "all_gather\000all_reduce\000all_slice\000all_to_all\000broadcast\000gather\000get_sharding\000grid\000"
		"grid_shape\000neighbors_linear_indices\000process_linear_index\000process_multi_index\000recv\000"
		"reduce\000reduce_scatter\000scatter\000send\000shard\000shard_shape\000sharding\000shift\000"
		"update_halo\000",
		1816, 22 },
	{ "smt", "and\000apply_func\000array.broadcast\000array.select\000array.store\000assert\000bv.add\000bv.and\000"
		"bv.ashr\000bv.cmp\000bv.concat\000bv.constant\000bv.extract\000bv.lshr\000bv.mul\000bv.neg\000"
		"bv.not\000bv.or\000bv.repeat\000bv.sdiv\000bv.shl\000bv.smod\000bv.srem\000bv.udiv\000bv.urem\000"
		"bv.xor\000bv2int\000check\000constant\000declare_fun\000distinct\000eq\000",
		1838, 32 },
	{ "smt", "exists\000forall\000implies\000int.abs\000int.add\000int.cmp\000int.constant\000int.div\000int.mod\000"
		"int.mul\000int.sub\000int2bv\000ite\000not\000or\000pop\000push\000reset\000set_logic\000solver\000"
		"xor\000yield\000",
		1870, 22 },
	{ "sparse_tensor", "assemble\000binary\000coiterate\000compress\000concatenate\000convert\000coordinates\000"
		"coordinates_buffer\000crd_translate\000disassemble\000expand\000extract_iteration_space\000"
		"extract_value\000foreach\000has_runtime_library\000iterate\000load\000lvl\000new\000"
		"number_of_entries\000out\000positions\000print\000push_back\000reduce\000reinterpret_map\000"
		"reorder_coo\000select\000slice.offset\000slice.stride\000sort\000storage_specifier.get\000",
		1892, 32 },
	{ "sparse_tensor", "storage_specifier.init\000storage_specifier.set\000unary\000values\000yield\000",
		1924, 5 },
	{ "spirv", "ARM.Graph\000ARM.GraphConstant\000ARM.GraphEntryPoint\000ARM.GraphOutputs\000AccessChain\000"
		"AtomicAnd\000AtomicCompareExchange\000AtomicCompareExchangeWeak\000AtomicExchange\000AtomicIAdd\000"
		"AtomicIDecrement\000AtomicIIncrement\000AtomicISub\000AtomicOr\000AtomicSMax\000AtomicSMin\000"
		"AtomicUMax\000AtomicUMin\000AtomicXor\000BitCount\000BitFieldInsert\000BitFieldSExtract\000"
		"BitFieldUExtract\000BitReverse\000Bitcast\000BitwiseAnd\000BitwiseOr\000BitwiseXor\000Branch\000"
		"BranchConditional\000CL.acos\000CL.acosh\000",
		1929, 32 },
	{ "spirv", "CL.asin\000CL.asinh\000CL.atan\000CL.atan2\000CL.atanh\000CL.ceil\000CL.cos\000CL.cosh\000CL.erf\000"
		"CL.exp\000CL.fabs\000CL.floor\000CL.fma\000CL.fmax\000CL.fmin\000CL.log\000CL.mix\000CL.pow\000"
		"CL.printf\000CL.rint\000CL.round\000CL.rsqrt\000CL.s_abs\000CL.s_max\000CL.s_min\000CL.sin\000"
		"CL.sinh\000CL.sqrt\000CL.tan\000CL.tanh\000CL.u_max\000CL.u_min\000",
		1961, 32 },
	{ "spirv", "CompositeConstruct\000CompositeExtract\000CompositeInsert\000Constant\000ControlBarrier\000"
		"ConvertFToS\000ConvertFToU\000ConvertPtrToU\000ConvertSToF\000ConvertUToF\000ConvertUToPtr\000"
		"CopyMemory\000Dot\000EXT.AtomicFAdd\000EXT.ConstantCompositeReplicate\000EXT.EmitMeshTasks\000"
		"EXT.SetMeshOutputs\000EXT.SpecConstantCompositeReplicate\000EmitVertex\000EndPrimitive\000"
		"EntryPoint\000ExecutionMode\000FAdd\000FConvert\000FDiv\000FMod\000FMul\000FNegate\000FOrdEqual\000"
		"FOrdGreaterThan\000FOrdGreaterThanEqual\000FOrdLessThan\000",
		1993, 32 },
	{ "spirv", "FOrdLessThanEqual\000FOrdNotEqual\000FRem\000FSub\000FUnordEqual\000FUnordGreaterThan\000"
		"FUnordGreaterThanEqual\000FUnordLessThan\000FUnordLessThanEqual\000FUnordNotEqual\000FunctionCall\000"
		"GL.Acos\000GL.Acosh\000GL.Asin\000GL.Asinh\000GL.Atan\000GL.Atanh\000GL.Ceil\000GL.Cos\000GL.Cosh\000"
		"GL.Cross\000GL.Distance\000GL.Exp\000GL.Exp2\000GL.FAbs\000GL.FClamp\000GL.FMax\000GL.FMin\000"
		"GL.FMix\000GL.FSign\000GL.FindILsb\000GL.FindSMsb\000",
		2025, 32 },
	{ "spirv", "GL.FindUMsb\000GL.Floor\000GL.Fma\000GL.Fract\000GL.FrexpStruct\000GL.InverseSqrt\000GL.Ldexp\000"
		"GL.Length\000GL.Log\000GL.Log2\000GL.Normalize\000GL.PackHalf2x16\000GL.PackSnorm4x8\000GL.Pow\000"
		"GL.Reflect\000GL.Round\000GL.RoundEven\000GL.SAbs\000GL.SClamp\000GL.SMax\000GL.SMin\000GL.SSign\000"
		"GL.Sin\000GL.Sinh\000GL.Sqrt\000GL.Tan\000GL.Tanh\000GL.UClamp\000GL.UMax\000GL.UMin\000"
		"GL.UnpackHalf2x16\000GL.UnpackSnorm4x8\000",
		2057, 32 },
	{ "spirv", "GenericCastToPtr\000GenericCastToPtrExplicit\000GlobalVariable\000GroupBroadcast\000GroupFAdd\000"
		"GroupFMax\000GroupFMin\000GroupIAdd\000GroupNonUniformAll\000GroupNonUniformAllEqual\000"
		"GroupNonUniformAny\000GroupNonUniformBallot\000GroupNonUniformBallotBitCount\000"
		"GroupNonUniformBallotFindLSB\000GroupNonUniformBallotFindMSB\000GroupNonUniformBitwiseAnd\000"
		"GroupNonUniformBitwiseOr\000GroupNonUniformBitwiseXor\000GroupNonUniformBroadcast\000"
		"GroupNonUniformElect\000GroupNonUniformFAdd\000GroupNonUniformFMax\000GroupNonUniformFMin\000"
		"GroupNonUniformFMul\000GroupNonUniformIAdd\000GroupNonUniformIMul\000GroupNonUniformLogicalAnd\000"
		"GroupNonUniformLogicalOr\000GroupNonUniformLogicalXor\000GroupNonUniformQuadSwap\000"
		"GroupNonUniformRotateKHR\000GroupNonUniformSMax\000",
		2089, 32 },
	{ "spirv", "GroupNonUniformSMin\000GroupNonUniformShuffle\000GroupNonUniformShuffleDown\000"
		"GroupNonUniformShuffleUp\000GroupNonUniformShuffleXor\000GroupNonUniformUMax\000"
		"GroupNonUniformUMin\000GroupSMax\000GroupSMin\000GroupUMax\000GroupUMin\000IAdd\000IAddCarry\000"
		"IEqual\000IMul\000INTEL.ControlBarrierArrive\000INTEL.ControlBarrierWait\000INTEL.ConvertBF16ToF\000"
		"INTEL.ConvertFToBF16\000INTEL.JointMatrixLoad\000INTEL.JointMatrixMad\000INTEL.JointMatrixStore\000"
		"INTEL.JointMatrixWorkItemLength\000INTEL.RoundFToTF32\000INTEL.SubgroupBlockRead\000"
		"INTEL.SubgroupBlockWrite\000INotEqual\000ISub\000ISubBorrow\000Image\000ImageDrefGather\000"
		"ImageFetch\000",
		2121, 32 },
	{ "spirv", "ImageQuerySize\000ImageRead\000ImageSampleExplicitLod\000ImageSampleImplicitLod\000"
		"ImageSampleProjDrefImplicitLod\000ImageWrite\000InBoundsPtrAccessChain\000IsFinite\000IsInf\000"
		"IsNan\000KHR.AssumeTrue\000KHR.CooperativeMatrixLength\000KHR.CooperativeMatrixLoad\000"
		"KHR.CooperativeMatrixMulAdd\000KHR.CooperativeMatrixStore\000KHR.GroupFMul\000KHR.GroupIMul\000"
		"KHR.SubgroupBallot\000Kill\000Load\000LogicalAnd\000LogicalEqual\000LogicalNot\000LogicalNotEqual\000"
		"LogicalOr\000MatrixTimesMatrix\000MatrixTimesScalar\000MatrixTimesVector\000MemoryBarrier\000Not\000"
		"Ordered\000PtrAccessChain\000",
		2153, 32 },
	{ "spirv", "PtrCastToGeneric\000Return\000ReturnValue\000SConvert\000SDiv\000SDot\000SDotAccSat\000"
		"SGreaterThan\000SGreaterThanEqual\000SLessThan\000SLessThanEqual\000SMod\000SMulExtended\000"
		"SNegate\000SRem\000SUDot\000SUDotAccSat\000Select\000ShiftLeftLogical\000ShiftRightArithmetic\000"
		"ShiftRightLogical\000SpecConstant\000SpecConstantComposite\000SpecConstantOperation\000Store\000"
		"Switch\000Transpose\000UConvert\000UDiv\000UDot\000UDotAccSat\000UGreaterThan\000",
		2185, 32 },
	{ "spirv", "UGreaterThanEqual\000ULessThan\000ULessThanEqual\000UMod\000UMulExtended\000Undef\000Unordered\000"
		"Unreachable\000Variable\000VectorExtractDynamic\000VectorInsertDynamic\000VectorShuffle\000"
		"VectorTimesMatrix\000VectorTimesScalar\000func\000mlir.addressof\000mlir.loop\000mlir.merge\000"
		"mlir.referenceof\000mlir.selection\000mlir.yield\000module\000",
		2217, 22 },
	{ "stablehlo", "abs\000add\000after_all\000all_gather\000all_reduce\000all_to_all\000and\000async_done\000"
		"async_start\000atan2\000batch_norm_grad\000batch_norm_inference\000batch_norm_training\000"
		"bitcast_convert\000broadcast\000broadcast_in_dim\000case\000cbrt\000ceil\000cholesky\000clamp\000"
		"collective_broadcast\000collective_permute\000collective_reduce\000compare\000complex\000composite\000"
		"concatenate\000constant\000convert\000convolution\000cosine\000",
		2239, 32 },
	{ "stablehlo", "count_leading_zeros\000create_token\000cross-replica-sum\000custom_call\000divide\000dot\000"
		"dot_general\000dynamic_broadcast_in_dim\000dynamic_conv\000dynamic_gather\000dynamic_iota\000"
		"dynamic_pad\000dynamic_reshape\000dynamic_slice\000dynamic_update_slice\000einsum\000exponential\000"
		"exponential_minus_one\000fft\000floor\000gather\000get_dimension_size\000get_tuple_element\000if\000"
		"imag\000infeed\000iota\000is_finite\000log\000log_plus_one\000logistic\000map\000",
		2271, 32 },
	{ "stablehlo", "maximum\000minimum\000multiply\000negate\000not\000optimization_barrier\000or\000outfeed\000pad\000"
		"partition_id\000popcnt\000power\000real\000real_dynamic_slice\000recv\000reduce\000"
		"reduce_precision\000reduce_scatter\000reduce_window\000remainder\000replica_id\000reshape\000"
		"return\000reverse\000rng\000rng_bit_generator\000round_nearest_afz\000round_nearest_even\000rsqrt\000"
		"scatter\000select\000select_and_scatter\000",
		2303, 32 },
	{ "stablehlo", "send\000set_dimension_size\000shift_left\000shift_right_arithmetic\000shift_right_logical\000sign\000"
		"sine\000slice\000sort\000sqrt\000subtract\000tan\000tanh\000torch_index_select\000transpose\000"
		"triangular_solve\000tuple\000unary_einsum\000uniform_dequantize\000uniform_quantize\000while\000"
		"xor\000",
		2335, 22 },
	{ "tensor", "bitcast\000cast\000collapse_shape\000concat\000dim\000empty\000expand_shape\000extract\000"
		"extract_slice\000from_elements\000gather\000generate\000insert\000insert_slice\000pack\000pad\000"
		"parallel_insert_slice\000rank\000reshape\000scatter\000splat\000unpack\000yield\000",
		2357, 23 },
	{ "tosa", "abs\000add\000add_shape\000apply_scale\000argmax\000arithmetic_right_shift\000avg_pool2d\000"
		"bitwise_and\000bitwise_not\000bitwise_or\000bitwise_xor\000cast\000cast_from_block_scaled\000"
		"cast_to_block_scaled\000ceil\000clamp\000clz\000concat\000concat_shape\000cond_if\000const\000"
		"const_shape\000conv2d\000conv3d\000cos\000custom\000depthwise_conv2d\000dim\000div_ceil_shape\000"
		"div_floor_shape\000equal\000erf\000",
		2380, 32 },
	{ "tosa", "exp\000exp2_shape\000fft2d\000floor\000fully_connected\000gather\000greater\000greater_equal\000"
		"identity\000int_div\000intdiv\000log\000log2_ceil_shape\000log2_floor_shape\000logical_and\000"
		"logical_left_shift\000logical_not\000logical_or\000logical_right_shift\000logical_xor\000matmul\000"
		"matmul_t_block_scaled\000max_pool2d\000max_shape\000maximum\000min_shape\000minimum\000mod_shape\000"
		"mul\000mul_shape\000negate\000pad\000",
		2412, 32 },
	{ "tosa", "pow\000reciprocal\000reduce_all\000reduce_any\000reduce_max\000reduce_min\000reduce_prod\000"
		"reduce_product\000reduce_sum\000rescale\000reshape\000resize\000reverse\000rfft2d\000rsqrt\000"
		"scatter\000select\000sigmoid\000sin\000slice\000slice_shape\000sub\000sub_shape\000table\000tanh\000"
		"tile\000transpose\000transpose_conv2d\000variable\000variable.read\000variable.write\000"
		"variable_read\000",
		2444, 32 },
	{ "tosa", "variable_write\000while_loop\000yield\000",
		2476, 3 },
	{ "transform", "affine.simplify_bounded_affine_ops\000affine.simplify_min_max_affine_ops\000alternatives\000"
		"annotate\000apply_conversion_patterns\000apply_conversion_patterns.dialect_to_llvm\000"
		"apply_conversion_patterns.func.func_to_llvm\000"
		"apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm\000"
		"apply_conversion_patterns.gpu.gpu_to_nvvm\000apply_conversion_patterns.gpu.gpu_to_rocdl\000"
		"apply_conversion_patterns.gpu.gpu_wmma_to_nvvm\000"
		"apply_conversion_patterns.memref.memref_to_llvm_type_converter\000"
		"apply_conversion_patterns.nvgpu.nvgpu_to_nvvm\000apply_conversion_patterns.scf.scf_to_control_flow\000"
		"apply_conversion_patterns.scf.structural_conversions\000"
		"apply_conversion_patterns.vector.vector_to_llvm\000apply_cse\000apply_dce\000apply_licm\000"
		"apply_patterns\000apply_patterns.arm_neon.vector_contract_to_bfmmla\000"
		"apply_patterns.arm_neon.vector_contract_to_i8mm\000"
		"apply_patterns.arm_sve.vector_contract_to_bfmmla\000apply_patterns.arm_sve.vector_contract_to_i8mm\000"
		"apply_patterns.canonicalization\000apply_patterns.gpu.eliminate_barriers\000"
		"apply_patterns.gpu.gpu_rewrite_patterns\000apply_patterns.gpu.gpu_shuffle_to_amdgpu\000"
		"apply_patterns.gpu.unroll_vectors_subgroup_mma\000apply_patterns.linalg.decompose_pack_unpack\000"
		"apply_patterns.linalg.decompose_pad\000apply_patterns.linalg.erase_unnecessary_inputs\000",
		2479, 32 },
	{ "transform", "apply_patterns.linalg.fold_add_into_dest\000apply_patterns.linalg.fold_pack_unpack_into_empty\000"
		"apply_patterns.linalg.fold_unit_extent_dims_via_reshapes\000"
		"apply_patterns.linalg.fold_unit_extent_dims_via_slices\000apply_patterns.linalg.pad_vectorization\000"
		"apply_patterns.linalg.tiling_canonicalization\000apply_patterns.memref.alloc_to_alloca\000"
		"apply_patterns.memref.expand_ops\000apply_patterns.memref.expand_strided_metadata\000"
		"apply_patterns.memref.extract_address_computations\000apply_patterns.memref.fold_memref_alias_ops\000"
		"apply_patterns.memref.resolve_ranked_shaped_type_result_dims\000"
		"apply_patterns.scf.for_loop_canonicalization\000apply_patterns.tensor.bubble_up_extract_slice\000"
		"apply_patterns.tensor.decompose_concat\000"
		"apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion\000"
		"apply_patterns.tensor.fold_into_pack_and_unpack\000apply_patterns.tensor.fold_tensor_empty\000"
		"apply_patterns.tensor.fold_tensor_subset_ops\000"
		"apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers\000"
		"apply_patterns.tensor.merge_consecutive_insert_extract_slice\000"
		"apply_patterns.tensor.reassociative_reshape_folding\000apply_patterns.tensor.rewrite_as_constant\000"
		"apply_patterns.vector.cast_away_vector_leading_one_dim\000"
		"apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops\000"
		"apply_patterns.vector.drop_unit_dims_with_shape_cast\000"
		"apply_patterns.vector.elementwise_to_vector\000apply_patterns.vector.fold_arith_extension\000"
		"apply_patterns.vector.interleave_to_shuffle\000apply_patterns.vector.lower_bitcast\000"
		"apply_patterns.vector.lower_broadcast\000apply_patterns.vector.lower_contraction\000",
		2511, 32 },
	{ "transform", "apply_patterns.vector.lower_create_mask\000apply_patterns.vector.lower_gather\000"
		"apply_patterns.vector.lower_interleave\000apply_patterns.vector.lower_masked_transfers\000"
		"apply_patterns.vector.lower_masks\000apply_patterns.vector.lower_multi_reduction\000"
		"apply_patterns.vector.lower_outerproduct\000apply_patterns.vector.lower_scan\000"
		"apply_patterns.vector.lower_shape_cast\000apply_patterns.vector.lower_transfer\000"
		"apply_patterns.vector.lower_transpose\000apply_patterns.vector.materialize_masks\000"
		"apply_patterns.vector.rank_reducing_subview_patterns\000"
		"apply_patterns.vector.reduction_to_contract\000apply_patterns.vector.rewrite_narrow_types\000"
		"apply_patterns.vector.sink_mem_ops\000apply_patterns.vector.sink_ops\000"
		"apply_patterns.vector.split_transfer_full_partial\000"
		"apply_patterns.vector.transfer_permutation_patterns\000apply_patterns.vector.transfer_to_scf\000"
		"apply_patterns.vector.unroll_from_elements\000apply_patterns.vector.unroll_to_elements\000"
		"apply_patterns.x86vector.sink_vector_producer_ops\000"
		"apply_patterns.x86vector.vector_contract_bf16_to_fma\000"
		"apply_patterns.x86vector.vector_contract_to_fma\000"
		"apply_patterns.x86vector.vector_contract_to_packed_type_dot_product\000apply_registered_pass\000"
		"bufferization.buffer_loop_hoisting\000bufferization.eliminate_empty_tensors\000"
		"bufferization.empty_tensor_to_alloc_tensor\000bufferization.one_shot_bufferize\000cast\000",
		2543, 32 },
	{ "transform", "collect_matching\000debug.emit_param_as_remark\000debug.emit_remark_at\000dlti.query\000foreach\000"
		"foreach_match\000func.cast_and_call\000func.deduplicate_func_args\000func.replace_func_signature\000"
		"get_consumers_of_result\000get_defining_op\000get_operand\000get_parent_op\000"
		"get_producer_of_operand\000get_result\000get_type\000gpu.map_forall_to_blocks\000"
		"gpu.map_nested_forall_to_threads\000include\000irdl.collect_matching\000loop.coalesce\000"
		"loop.forall_to_for\000loop.forall_to_parallel\000loop.fuse_sibling\000"
		"loop.hoist_loop_invariant_subsets\000loop.outline\000loop.parallel_for_to_nested_fors\000loop.peel\000"
		"loop.pipeline\000loop.promote_if_one_iteration\000loop.unroll\000loop.unroll_and_jam\000",
		2575, 32 },
	{ "transform", "match.operation_empty\000match.operation_name\000match.param.cmpi\000match.structured\000"
		"match.structured.body\000match.structured.classify_contraction_dims\000"
		"match.structured.classify_convolution_dims\000match.structured.dim\000"
		"match.structured.elemental_bitwidth\000match.structured.init\000match.structured.input\000"
		"match.structured.num_inits\000match.structured.num_inputs\000match.structured.rank\000"
		"match.structured.result\000match.structured.yield\000memref.alloca_to_global\000"
		"memref.erase_dead_alloc_and_stores\000memref.make_loop_independent\000memref.multibuffer\000"
		"merge_handles\000named_sequence\000num_associations\000nvgpu.create_async_groups\000"
		"nvgpu.pipeline_shared_memory_copies\000nvgpu.rewrite_copy_as_tma\000"
		"nvgpu.rewrite_matmul_as_mma_sync\000param.constant\000pdl_match\000print\000replicate\000"
		"scf.take_assumed_branch\000",
		2607, 32 },
	{ "transform", "select\000sequence\000smt.constrain_params\000sparse_tensor.match.sparse_inout\000split_handle\000"
		"structured.bufferize_to_allocation\000structured.continuous_tile_sizes\000"
		"structured.convert_conv2d_to_img2col\000structured.convert_to_loops\000structured.decompose\000"
		"structured.decompose_interface\000structured.decompose_winograd_op\000"
		"structured.eliminate_empty_tensors\000structured.flatten_elementwise\000structured.fuse\000"
		"structured.fuse_into_containing_op\000structured.generalize\000structured.gpu.map_copy_to_threads\000"
		"structured.hoist_pad\000structured.hoist_pad.build_packing_loop_nest\000"
		"structured.hoist_redundant_vector_broadcasts\000structured.hoist_redundant_vector_transfers\000"
		"structured.insert_slice_to_copy\000structured.interchange\000structured.linalg_copy_to_memref\000"
		"structured.lower_pack\000structured.lower_unpack\000structured.match\000structured.multitile_sizes\000"
		"structured.pack\000structured.pack_greedily\000structured.pack_transpose\000",
		2639, 32 },
	{ "transform", "structured.pad\000structured.pad_tiling_interface\000structured.promote\000"
		"structured.promote_tensor\000structured.replace\000structured.rewrite_in_destination_passing_style\000"
		"structured.scalarize\000structured.specialize\000structured.split\000structured.split_reduction\000"
		"structured.tile_reduction_using_for\000structured.tile_reduction_using_forall\000"
		"structured.tile_using_for\000structured.tile_using_forall\000structured.transpose_conv2d\000"
		"structured.transpose_matmul\000structured.vectorize\000"
		"structured.vectorize_children_and_apply_patterns\000structured.winograd_conv2d\000"
		"tensor.make_loop_independent\000tune.alternatives\000tune.knob\000"
		"type_conversion.tensor.cast_shape_dynamic_dims\000verify\000with_pdl_patterns\000"
		"xegpu.convert_layout\000xegpu.get_desc_op\000xegpu.insert_prefetch\000xegpu.set_desc_layout\000"
		"xegpu.set_gpu_launch_threads\000xegpu.set_op_layout_attr\000yield\000",
		2671, 32 },
	{ "ub", "poison\000unreachable\000",
		2703, 2 },
	{ "vcix", "v.iv\000v.sv\000",
		2705, 2 },
	{ "vector", "bitcast\000broadcast\000compressstore\000constant_mask\000contract\000create_mask\000deinterleave\000"
		"expandload\000extract\000extract_strided_slice\000extractelement\000flat_transpose\000fma\000"
		"from_elements\000gather\000insert\000insert_strided_slice\000insertelement\000interleave\000load\000"
		"mask\000maskedload\000maskedstore\000matrix_multiply\000multi_reduction\000outerproduct\000print\000"
		"reduction\000reshape\000scalable.extract\000scalable.insert\000scan\000",
		2707, 32 },
	{ "vector", "scatter\000shape_cast\000shuffle\000splat\000step\000store\000to_elements\000transfer_read\000"
		"transfer_write\000transpose\000type_cast\000vscale\000warp_execute_on_lane_0\000yield\000",
		2739, 14 },
	{ "vhlo", "abs_v1\000add_v1\000after_all_v1\000all_gather_v1\000all_gather_v2\000all_reduce_v1\000"
		"all_reduce_v2\000all_to_all_v1\000all_to_all_v2\000and_v1\000async_done_v1\000async_start_v1\000"
		"atan2_v1\000batch_norm_grad_v1\000batch_norm_inference_v1\000batch_norm_training_v1\000"
		"bitcast_convert_v1\000broadcast_in_dim_v1\000broadcast_v1\000call_v1\000case_v1\000cbrt_v1\000"
		"cbrt_v2\000ceil_v1\000cholesky_v1\000clamp_v1\000collective_broadcast_v1\000"
		"collective_broadcast_v2\000collective_permute_v1\000collective_reduce_v1\000compare_v1\000"
		"complex_v1\000",
		2753, 32 },
	{ "vhlo", "composite_v1\000composite_v2\000concatenate_v1\000constant_v1\000convert_v1\000convolution_v1\000"
		"cosine_v1\000cosine_v2\000count_leading_zeros_v1\000create_token_v1\000cross-replica-sum_v1\000"
		"custom_call_v1\000custom_call_v2\000divide_v1\000dot_general_v1\000dot_general_v2\000dot_v1\000"
		"dynamic_broadcast_in_dim_v1\000dynamic_conv_v1\000dynamic_conv_v2\000dynamic_gather_v1\000"
		"dynamic_gather_v2\000dynamic_iota_v1\000dynamic_pad_v1\000dynamic_reshape_v1\000dynamic_slice_v1\000"
		"dynamic_update_slice_v1\000einsum_v1\000exponential_minus_one_v1\000exponential_minus_one_v2\000"
		"exponential_v1\000exponential_v2\000",
		2785, 32 },
	{ "vhlo", "fft_v1\000floor_v1\000func_v1\000gather_v1\000gather_v2\000get_dimension_size_v1\000"
		"get_tuple_element_v1\000if_v1\000imag_v1\000infeed_v1\000iota_v1\000is_finite_v1\000"
		"log_plus_one_v1\000log_plus_one_v2\000log_v1\000log_v2\000logistic_v1\000logistic_v2\000map_v1\000"
		"maximum_v1\000minimum_v1\000multiply_v1\000negate_v1\000not_v1\000optimization_barrier_v1\000or_v1\000"
		"outfeed_v1\000pad_v1\000partition_id_v1\000popcnt_v1\000power_v1\000real_dynamic_slice_v1\000",
		2817, 32 },
	{ "vhlo", "real_v1\000recv_v1\000recv_v2\000reduce_precision_v1\000reduce_scatter_v1\000reduce_v1\000"
		"reduce_window_v1\000remainder_v1\000replica_id_v1\000reshape_v1\000return_v1\000reverse_v1\000"
		"rng_bit_generator_v1\000rng_v1\000round_nearest_afz_v1\000round_nearest_even_v1\000rsqrt_v1\000"
		"rsqrt_v2\000scatter_v1\000scatter_v2\000select_and_scatter_v1\000select_v1\000send_v1\000send_v2\000"
		"set_dimension_size_v1\000shift_left_v1\000shift_right_arithmetic_v1\000shift_right_logical_v1\000"
		"sign_v1\000sine_v1\000sine_v2\000slice_v1\000",
		2849, 32 },
	{ "vhlo", "sort_v1\000sqrt_v1\000sqrt_v2\000subtract_v1\000tan_v1\000tan_v2\000tanh_v1\000tanh_v2\000"
		"torch_index_select_v1\000transpose_v1\000triangular_solve_v1\000tuple_v1\000unary_einsum_v1\000"
		"uniform_dequantize_v1\000uniform_quantize_v1\000while_v1\000xor_v1\000",
		2881, 17 },
	{ "wasmssa", "abs\000add\000and\000block\000block_return\000branch_if\000call\000ceil\000clz\000const\000"
		"convert_s\000convert_u\000copysign\000ctz\000demote\000div\000div_si\000div_ui\000eq\000eqz\000"
		"extend\000extend_i32_s\000extend_i32_u\000floor\000func\000ge\000ge_si\000ge_ui\000global\000"
		"global_get\000gt\000gt_si\000",
		2898, 32 },
	{ "wasmssa", "gt_ui\000if\000import_func\000import_global\000import_mem\000import_table\000le\000le_si\000le_ui\000"
		"local\000local_get\000local_set\000local_tee\000loop\000lt\000lt_si\000lt_ui\000max\000memory\000"
		"min\000mul\000ne\000neg\000or\000popcnt\000promote\000reinterpret\000rem_si\000rem_ui\000return\000"
		"rotl\000rotr\000",
		2930, 32 },
	{ "wasmssa", "shl\000shr_s\000shr_u\000sqrt\000sub\000table\000trunc\000wrap\000xor\000",
		2962, 9 },
	{ "x86vector", "avx.bcst_to_f32.packed\000avx.cvt.packed.even.indexed_to_f32\000avx.cvt.packed.odd.indexed_to_f32\000"
		"avx.dot.i8\000avx.intr.dot\000avx.intr.dp.ps.256\000avx.intr.rsqrt.ps.256\000avx.rsqrt\000"
		"avx512.cvt.packed.f32_to_bf16\000avx512.dot\000avx512.intr.mask.compress\000"
		"avx512.intr.mask.rndscale.pd.512\000avx512.intr.mask.rndscale.ps.512\000"
		"avx512.intr.mask.scalef.pd.512\000avx512.intr.mask.scalef.ps.512\000avx512.intr.vp2intersect.d.512\000"
		"avx512.intr.vp2intersect.q.512\000avx512.mask.compress\000avx512.mask.rndscale\000"
		"avx512.mask.scalef\000avx512.vp2intersect\000",
		2971, 21 },
	{ "xegpu", "alloc_nbarrier\000atomic_rmw\000convert_layout\000create_mem_desc\000create_nd_tdesc\000"
		"create_tdesc\000dpas\000fence\000init_nbarrier\000load\000load_matrix\000load_nd\000"
		"nbarrier_arrive\000nbarrier_wait\000prefetch\000prefetch_nd\000store\000store_matrix\000store_nd\000"
		"update_nd_offset\000update_offset\000",
		2992, 21 },
	{ "xevm", "blockload\000blockload2d\000blockprefetch2d\000blockstore\000blockstore2d\000group_count.x\000"
		"group_count.y\000group_count.z\000group_id.x\000group_id.y\000group_id.z\000lane_id\000local_id.x\000"
		"local_id.y\000local_id.z\000local_size.x\000local_size.y\000local_size.z\000memfence\000mma\000"
		"prefetch\000subgroup_id\000subgroup_size\000",
		3013, 23 },
};
const size_t mlirbc__op_group_count = sizeof mlirbc__op_groups / sizeof *mlirbc__op_groups;

const uint16_t mlirbc__op_rows[][MLIRBC__RELEASE_COUNT] = {
	{1,1},{534,534},{1,1},{1,1},{95,92},{384,384},{95,92},{95,92},{95,93},{95,92},{96,96},{1,1},{95,92},{1,1},{371,371},
	{95,92},{94,91},{94,91},{95,92},{85,85},{83,83},{95,92},{759,759},{0,92},{0,1},{0,1},{0,1},{0,1},{95,92},{758,758},
	{758,758},{238,238},{186,186},{0,98},{89,88},{100,101},{95,92},{86,88},{95,92},{95,92},{759,759},{95,92},{730,730},
	{112,111},{87,90},{185,185},{186,186},{1,1},{82,97},{95,92},{95,93},{95,92},{84,84},{1,1},{656,656},{1,754},
	{652,652},{1,485},{0,372},{656,656},{656,656},{656,656},{653,653},{622,622},{656,656},{656,656},{656,656},{1,1},
	{0,106},{609,609},{0,124},{0,382},{1,1},{0,379},{0,577},{0,379},{0,578},{0,196},{12,11},{0,609},{757,757},{378,378},
	{0,120},{123,123},{122,122},{122,122},{122,122},{122,122},{121,121},{122,122},{0,609},{0,437},{0,627},{0,395},
	{0,710},{0,13},{0,413},{0,1},{0,1},{0,1},{153,154},{1,0},{1,0},{1,0},{1,0},{1,0},{1,373},{1,1},{264,264},{1,379},
	{1,1},{1,0},{1,0},{1,0},{206,206},{330,330},{1,1},{1,1},{1,1},{1,1},{1,1},{209,209},{724,724},{766,766},{206,206},
	{1,262},{1,262},{206,206},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{206,206},{206,206},{1,1},{1,1},{206,206},
	{206,206},{1,1},{1,1},{206,206},{330,330},{1,1},{1,1},{206,206},{1,1},{206,206},{1,1},{1,1},{0,206},{0,207},{1,1},
	{330,330},{1,262},{1,262},{1,1},{206,206},{330,330},{207,207},{1,330},{1,1},{1,1},{1,1},{0,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{0,279},{383,383},{383,383},{1,1},{0,279},{1,0},{1,1},{1,0},{1,0},{761,761},{761,761},{761,761},
	{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},
	{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},
	{761,761},{761,761},{761,761},{761,761},{761,761},{1,1},{761,761},{761,761},{761,761},{761,761},{761,761},{761,761},
	{761,761},{761,761},{761,761},{761,761},{762,762},{279,279},{279,0},{279,0},{274,274},{383,383},{383,383},{383,383},
	{383,383},{279,279},{764,764},{383,383},{383,383},{280,280},{280,280},{383,383},{383,383},{383,383},{383,383},
	{383,383},{383,383},{1,1},{1,1},{1,1},{0,638},{1,1},{0,1},{1,1},{1,1},{0,638},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{0,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{0,1},{1,1},{1,1},{1,1},{1,1},{1,1},{449,67},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{371,371},{75,75},{1,1},{493,493},{1,1},{1,1},{1,1},{1,1},{1,1},{493,493},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{302,302},{1,1},{373,373},{1,1},{346,346},{0,341},{341,0},{346,346},{357,357},{1,1},{683,683},{1,1},
	{373,126},{453,453},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{128,128},{128,128},{128,128},{129,129},
	{128,128},{128,128},{128,128},{128,128},{128,128},{128,128},{128,128},{128,128},{128,128},{128,128},{1,1},{128,128},
	{128,128},{128,128},{128,128},{128,128},{128,128},{1,1},{766,766},{766,766},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{336,336},{510,510},{1,1},{1,1},{1,1},{270,270},{1,1},{206,206},{206,206},
	{206,206},{206,206},{1,1},{206,206},{766,766},{206,206},{1,1},{206,206},{1,1},{206,206},{206,206},{206,206},
	{206,206},{206,206},{206,206},{206,206},{1,1},{206,206},{0,206},{206,206},{206,206},{206,206},{206,206},{206,206},
	{206,206},{206,206},{206,206},{1,1},{0,1},{416,416},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{449,67},{77,77},{1,1},
	{0,214},{724,724},{1,1},{766,766},{758,758},{0,1},{1,1},{0,1},{193,193},{0,254},{0,599},{1,1},{73,73},{0,560},
	{686,686},{165,165},{1,1},{606,606},{766,766},{0,1},{1,1},{1,1},{1,1},{665,665},{665,665},{1,1},{1,1},{1,1},{1,1},
	{1,1},{0,455},{1,1},{1,1},{766,766},{766,766},{1,1},{449,66},{1,65},{766,766},{75,72},{1,1},{325,325},{237,237},
	{1,1},{696,696},{512,512},{512,512},{512,512},{512,512},{512,512},{512,512},{337,337},{1,1},{1,1},{1,1},{1,1},{1,1},
	{373,373},{1,1},{1,1},{1,1},{1,1},{71,70},{512,512},{512,512},{1,1},{1,1},{366,366},{370,225},{629,629},{1,1},{1,1},
	{324,324},{1,0},{366,366},{565,565},{1,1},{0,697},{479,479},{479,479},{1,1},{1,1},{681,681},{479,479},{1,1},{1,1},
	{482,482},{1,1},{481,481},{480,480},{478,478},{478,478},{0,446},{366,366},{10,10},{1,1},{702,702},{0,1},{0,1},
	{642,642},{642,642},{701,156},{366,366},{1,1},{512,512},{1,1},{0,771},{1,1},{1,1},{1,1},{766,766},{1,1},{1,1},{1,1},
	{1,1},{723,723},{766,766},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{758,758},{418,418},{109,109},{723,723},{758,758},{551,551},{769,690},{758,758},
	{1,689},{424,424},{169,169},{1,689},{769,690},{758,758},{371,371},{371,371},{371,139},{371,0},{371,0},{371,371},
	{371,371},{371,139},{371,371},{517,517},{371,371},{0,141},{371,371},{187,187},{187,187},{371,371},{187,187},{0,187},
	{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{0,187},{0,187},{371,371},{187,187},{187,187},
	{187,187},{140,140},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},
	{187,187},{187,187},{371,371},{371,371},{371,371},{0,248},{138,0},{138,0},{371,371},{371,371},{371,371},{371,371},
	{371,371},{195,195},{507,507},{371,371},{1,1},{140,139},{140,0},{140,0},{371,371},{371,371},{371,371},{371,371},
	{371,371},{371,371},{0,616},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},
	{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{187,187},{371,371},{371,371},
	{371,371},{371,371},{517,517},{371,371},{371,371},{371,371},{508,508},{371,371},{371,371},{371,371},{371,371},
	{719,719},{0,615},{371,371},{655,563},{655,563},{655,563},{1,1},{714,597},{1,1},{48,48},{1,1},{1,262},{19,19},{1,1},
	{0,438},{0,760},{288,288},{3,2},{211,64},{20,20},{758,758},{474,474},{125,125},{0,569},{1,1},{721,721},{210,210},
	{212,212},{210,210},{712,712},{210,210},{210,210},{1,1},{1,1},{1,1},{1,1},{1,1},{210,210},{210,210},{4,5},{531,532},
	{724,724},{0,608},{78,79},{1,1},{721,721},{623,623},{0,210},{1,1},{0,210},{1,703},{0,210},{0,210},{1,1},{1,1},
	{210,210},{210,210},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{210,210},{0,210},{624,624},{1,1},
	{624,624},{287,287},{637,637},{287,287},{1,1},{1,1},{210,210},{0,210},{210,210},{1,1},{726,726},{0,566},{567,567},
	{0,567},{0,567},{740,740},{1,0},{1,1},{1,1},{210,210},{210,210},{210,210},{210,210},{0,210},{1,1},{1,1},{1,1},
	{747,747},{747,747},{1,1},{432,432},{0,1},{0,210},{747,1},{747,1},{1,1},{1,1},{210,210},{210,210},{210,210},{1,1},
	{1,1},{1,65},{1,65},{409,409},{409,410},{409,409},{409,409},{472,472},{472,472},{646,646},{473,473},{210,210},
	{210,210},{23,21},{24,22},{23,21},{23,21},{0,22},{210,210},{210,210},{210,210},{210,210},{210,210},{448,448},{1,1},
	{0,1},{210,210},{210,210},{210,210},{1,1},{1,1},{0,1},{210,210},{0,210},{0,210},{1,1},{1,1},{1,1},{210,210},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{0,1},{0,1},{0,210},{0,210},{1,1},{1,1},{210,210},{1,1},{1,1},{555,555},{0,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{720,720},{720,720},{1,1},{1,1},{1,1},{210,210},
	{210,210},{210,210},{210,210},{210,210},{210,210},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{0,1},{0,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{0,1},{0,1},{1,1},{1,1},{1,1},{1,1},{1,184},{7,6},{155,155},{709,709},{16,15},
	{1,262},{576,576},{0,408},{766,766},{25,26},{496,495},{528,497},{0,27},{1,1},{1,1},{1,1},{1,1},{0,562},{714,597},
	{1,261},{1,1},{1,1},{1,1},{1,262},{210,210},{1,1},{714,597},{659,659},{1,1},{1,1},{18,17},{714,597},{127,127},
	{1,597},{1,262},{1,317},{1,1},{1,1},{0,1},{1,1},{1,317},{206,206},{1,1},{206,206},{206,206},{206,206},{206,206},
	{206,206},{206,206},{206,206},{206,206},{206,206},{0,206},{206,206},{206,206},{206,206},{1,1},{1,1},{1,1},{206,206},
	{0,206},{206,206},{206,206},{206,206},{206,206},{206,206},{206,206},{1,1},{0,206},{0,206},{0,206},{0,206},{206,206},
	{206,206},{206,206},{206,206},{206,206},{206,206},{206,206},{206,206},{206,206},{0,206},{206,206},{206,206},
	{206,206},{206,206},{206,206},{47,47},{47,47},{1,1},{1,1},{409,409},{632,632},{1,1},{1,1},{728,728},{1,1},{1,1},
	{1,1},{0,1},{1,1},{1,1},{729,729},{1,1},{1,1},{1,1},{686,686},{41,41},{318,46},{1,1},{621,621},{1,1},{40,40},
	{381,381},{1,1},{318,46},{381,381},{719,719},{1,1},{572,0},{670,0},{677,0},{484,0},{675,0},{573,0},{744,0},{104,0},
	{669,0},{104,0},{673,0},{671,0},{672,0},{676,0},{503,0},{57,0},{674,0},{75,75},{268,268},{575,575},{575,575},
	{575,575},{575,575},{575,575},{1,1},{1,1},{75,75},{1,1},{0,700},{0,1},{1,1},{0,1},{0,1},{0,1},{1,1},{1,1},{1,1},
	{0,1},{0,1},{1,1},{544,544},{1,1},{0,1},{130,130},{1,1},{323,323},{693,693},{1,1},{1,1},{1,1},{1,1},{0,1},{1,1},
	{1,1},{1,1},{679,679},{680,680},{0,223},{390,390},{379,379},{1,1},{0,1},{1,1},{1,1},{364,364},{1,1},{1,1},{1,1},
	{371,374},{1,1},{1,1},{0,1},{39,39},{39,39},{39,39},{0,727},{0,309},{0,527},{0,525},{0,344},{0,344},{0,525},{0,525},
	{0,526},{0,525},{0,525},{0,525},{0,345},{0,345},{0,753},{0,345},{0,344},{1,1},{0,383},{0,1},{0,387},{0,1},{379,308},
	{0,306},{0,307},{393,230},{593,593},{1,1},{316,316},{316,0},{682,682},{685,685},{0,396},{0,397},{1,1},{0,1},{1,1},
	{635,635},{0,222},{0,222},{0,221},{1,1},{0,711},{0,632},{0,377},{640,537},{0,1},{0,632},{1,343},{1,343},{1,0},{1,1},
	{1,0},{1,0},{0,343},{0,343},{0,1},{0,350},{0,350},{1,1},{1,0},{1,1},{1,0},{1,343},{1,0},{0,343},{1,1},{1,0},{0,740},
	{0,436},{0,435},{0,259},{105,105},{0,1},{0,199},{0,133},{1,0},{0,681},{1,1},{0,1},{1,1},{1,1},{1,340},{1,340},
	{1,340},{1,340},{1,340},{1,340},{1,340},{1,340},{1,340},{1,340},{1,340},{1,340},{1,340},{1,340},{0,1},{0,1},{0,1},
	{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},
	{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,340},{1,340},{0,1},{0,1},{0,1},
	{0,1},{0,1},{1,340},{1,340},{1,340},{1,340},{1,340},{1,340},{0,340},{1,340},{1,340},{1,340},{0,340},{0,340},{1,340},
	{1,340},{1,340},{0,1},{0,340},{1,340},{632,14},{403,403},{634,634},{0,252},{639,538},{0,229},{0,229},{0,231},{0,229},
	{0,632},{0,331},{0,8},{0,117},{0,9},{0,117},{0,158},{0,158},{0,1},{0,229},{0,229},{0,743},{0,632},{1,0},{0,632},
	{1,1},{1,1},{641,641},{592,592},{539,539},{541,541},{540,540},{0,38},{235,233},{536,535},{235,99},{235,233},{1,1},
	{451,450},{451,450},{0,1},{310,310},{236,234},{0,759},{0,1},{759,132},{191,192},{1,1},{0,113},{245,157},{385,385},
	{293,657},{1,1},{1,1},{0,1},{180,194},{351,334},{389,388},{498,498},{0,371},{1,1},{320,322},{51,52},{173,174},
	{183,107},{0,114},{383,383},{182,179},{182,179},{0,1},{182,179},{181,177},{376,375},{243,228},{1,178},{1,1},
	{391,394},{1,1},{1,1},{0,373},{0,1},{0,1},{0,319},{0,1},{321,284},{1,1},{263,263},{686,686},{367,367},{1,1},{1,1},
	{1,1},{419,419},{431,431},{1,1},{373,373},{609,609},{246,246},{311,311},{166,166},{167,167},{263,263},{686,686},
	{1,1},{1,1},{489,489},{159,159},{686,686},{159,159},{763,763},{765,765},{1,1},{766,766},{251,251},{1,1},{766,766},
	{766,766},{1,1},{609,609},{1,1},{1,1},{74,74},{686,686},{1,1},{1,1},{609,609},{246,246},{609,609},{246,246},{1,1},
	{1,1},{1,1},{430,430},{1,1},{452,452},{452,452},{452,452},{452,452},{452,452},{452,452},{1,0},{766,0},{1,0},{348,0},
	{1,0},{1,0},{1,0},{1,0},{1,0},{348,0},{1,0},{1,0},{0,766},{0,1},{0,708},{0,1},{0,358},{0,708},{0,708},{0,596},
	{0,598},{0,708},{0,359},{0,1},{0,533},{1,1},{1,1},{1,1},{1,1},{1,1},{0,340},{0,340},{0,340},{0,37},{0,37},{0,37},
	{0,37},{0,1},{1,447},{1,447},{1,772},{0,772},{0,772},{1,772},{0,1},{0,738},{0,738},{0,738},{0,738},{0,738},{0,738},
	{0,738},{0,738},{0,738},{0,738},{0,738},{0,738},{0,738},{0,738},{0,738},{0,1},{0,1},{0,523},{0,523},{0,752},{0,752},
	{0,751},{0,752},{0,751},{0,522},{0,522},{0,522},{0,751},{0,752},{0,751},{0,751},{0,752},{0,751},{0,524},{0,524},
	{0,524},{0,522},{0,522},{0,522},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},
	{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,524},{0,524},{0,524},{0,524},{0,524},{0,524},
	{0,524},{0,524},{0,524},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},
	{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{1,447},{1,447},{0,32},{0,32},{0,32},{0,32},{0,32},{0,32},{0,32},{0,32},{0,32},
	{0,32},{1,1},{1,1},{0,1},{0,1},{0,33},{0,1},{0,34},{0,34},{0,34},{0,34},{0,35},{0,32},{0,32},{0,32},{0,32},{0,33},
	{1,340},{1,340},{1,340},{0,770},{0,35},{0,1},{1,1},{1,65},{1,65},{1,1},{1,1},{1,1},{1,1},{0,1},{1,1},{1,1},{0,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{0,1},{1,1},{1,1},{0,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{0,1},{1,1},{0,1},{1,1},{1,1},{1,1},{0,1},
	{0,1},{0,441},{0,441},{0,441},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{32,32},{32,32},{32,32},{32,32},{32,32},
	{32,32},{0,32},{32,32},{0,1},{0,1},{0,1},{1,1},{0,666},{0,1},{0,599},{0,599},{0,599},{0,666},{0,599},{0,599},{0,1},
	{0,493},{725,725},{0,493},{0,493},{0,493},{0,493},{0,493},{0,493},{0,493},{0,433},{0,1},{659,659},{0,594},{0,1},
	{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},
	{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,36},{0,36},{0,36},{0,36},{0,422},{433,0},
	{0,340},{1,326},{0,305},{0,305},{0,304},{0,304},{0,304},{0,304},{1,326},{0,305},{0,304},{0,304},{0,304},{0,304},
	{0,304},{0,304},{0,304},{0,304},{1,1},{0,1},{0,1},{1,1},{0,1},{0,1},{0,305},{0,305},{0,305},{0,304},{0,304},{0,304},
	{0,304},{1,152},{1,152},{0,152},{0,151},{0,215},{0,216},{0,215},{0,216},{1,340},{1,340},{1,340},{1,340},{1,340},
	{1,340},{1,340},{1,340},{1,340},{1,1},{1,314},{1,365},{296,296},{1,1},{1,1},{455,455},{379,379},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{198,198},{1,1},{742,742},{766,766},{716,716},{1,1},{1,1},{683,683},{1,1},{1,1},
	{1,1},{1,1},{1,1},{75,75},{658,658},{1,1},{1,1},{1,1},{1,1},{198,198},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{0,570},{0,581},{0,588},{0,483},{0,586},{0,571},{0,1},{0,744},
	{0,103},{0,590},{0,580},{0,103},{0,584},{0,582},{0,583},{0,587},{0,502},{0,56},{0,504},{0,589},{0,585},{0,591},{0,1},
	{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,723},{0,1},{0,766},{0,650},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},
	{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,269},{0,1},{0,766},{0,312},{0,1},{0,1},{0,119},{0,119},{0,1},{0,1},
	{0,1},{0,723},{0,766},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,493},{0,493},{0,1},{0,648},{0,1},{0,1},
	{0,1},{1,1},{282,282},{0,456},{1,1},{508,508},{1,1},{644,644},{1,1},{518,518},{1,1},{1,1},{595,595},{0,1},{328,328},
	{1,1},{494,494},{232,232},{1,1},{1,1},{1,1},{1,1},{644,644},{1,1},{244,244},{1,1},{1,1},{406,406},{1,1},{507,507},
	{507,507},{407,407},{283,283},{1,1},{283,283},{1,1},{1,1},{1,1},{0,62},{0,579},{0,564},{0,1},{1,1},{668,668},
	{543,543},{543,543},{668,668},{668,668},{668,668},{668,668},{668,668},{668,668},{668,668},{668,668},{668,668},
	{668,668},{668,668},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{126,126},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{613,613},{613,613},{766,766},{549,549},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{45,45},{1,1},{668,668},{0,766},{0,1},{0,1},{0,490},{0,1},{0,1},{546,546},
	{545,545},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{449,67},{1,1},{0,1},{1,1},{0,1},{1,1},{0,1},{1,1},{1,1},{1,1},{0,1},{0,1},{1,1},{0,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{0,1},{0,1},{1,1},{1,1},{1,1},{0,1},{1,1},{1,1},{1,1},{0,1},{1,1},{0,1},{0,1},{0,1},{0,1},
	{1,1},{0,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{0,1},{0,1},
	{1,1},{1,1},{116,115},{547,547},{548,548},{548,548},{548,548},{548,548},{0,547},{0,547},{0,547},{547,547},{0,548},
	{0,547},{0,547},{548,548},{548,548},{548,548},{547,547},{547,547},{548,548},{548,548},{548,548},{548,548},{548,548},
	{548,548},{548,548},{548,548},{548,548},{0,547},{0,547},{548,548},{548,548},{547,547},{547,547},{547,547},{547,547},
	{548,548},{548,548},{548,548},{548,548},{548,548},{548,548},{1,1},{1,1},{1,1},{1,1},{0,549},{0,549},{1,1},{1,1},
	{49,0},{740,0},{49,0},{625,0},{0,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{242,241},{0,241},{1,1},{0,241},{0,600},
	{0,241},{0,241},{0,241},{1,1},{0,1},{1,1},{1,1},{1,1},{492,492},{662,50},{299,299},{662,50},{548,548},{548,548},
	{1,1},{0,1},{44,44},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{0,1},{667,667},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{220,220},{220,220},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{220,220},{220,220},{1,1},{1,1},
	{1,1},{1,1},{499,499},{491,491},{1,1},{44,44},{0,454},{1,1},{1,1},{1,1},{220,220},{220,220},{1,1},{1,1},{1,1},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{756,756},{1,1},{1,1},{476,476},{0,1},{1,1},{69,69},{768,768},{649,649},{1,1},
	{750,750},{741,741},{1,1},{405,405},{1,1},{1,1},{1,1},{411,411},{145,145},{144,144},{1,1},{1,1},{1,1},{1,1},
	{542,542},{542,542},{542,542},{1,1},{445,445},{442,442},{1,1},{347,347},{1,1},{289,289},{1,1},{142,142},{147,147},
	{143,143},{160,160},{1,1},{161,161},{508,508},{766,766},{1,1},{426,426},{347,347},{1,1},{1,1},{731,731},{59,59},
	{1,1},{335,335},{31,31},{443,443},{427,427},{515,515},{620,620},{1,1},{1,1},{749,749},{1,1},{530,530},{347,347},
	{347,347},{559,559},{1,1},{516,516},{508,508},{609,609},{1,1},{1,1},{250,250},{620,620},{1,1},{347,347},{347,347},
	{347,347},{517,517},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{329,329},{529,529},{1,1},{1,1},{1,1},{1,1},{1,1},
	{457,457},{517,517},{552,552},{146,146},{108,108},{1,1},{1,1},{1,1},{1,1},{517,517},{735,735},{734,734},{1,1},{1,1},
	{347,347},{249,249},{1,1},{333,333},{457,457},{508,508},{1,1},{1,1},{1,1},{1,1},{347,347},{647,647},{188,188},
	{347,347},{1,1},{347,347},{347,347},{425,425},{719,719},{643,643},{1,1},{530,530},{1,1},{1,1},{1,1},{1,1},{1,1},
	{1,1},{728,728},{507,507},{1,1},{1,1},{729,729},{1,1},{381,381},{1,1},{574,574},{1,1},{1,1},{386,386},{616,0},
	{315,315},{386,386},{1,1},{1,1},{739,739},{1,1},{615,0},{1,1},{1,1},{1,1},{0,1},{520,737},{420,421},{736,736},
	{400,401},{1,1},{1,1},{1,1},{1,1},{1,1},{0,439},{0,439},{1,1},{663,664},{1,1},{420,420},{0,1},{1,1},{766,767},
	{0,767},{506,399},{506,399},{1,1},{519,519},{506,399},{0,420},{0,1},{0,1},{1,1},{1,1},{1,1},{0,1},{619,619},{1,1},
	{339,0},{1,1},{1,1},{1,1},{1,1},{1,0},{0,1},{1,1},{0,1},{0,1},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{339,1},{0,439},
	{630,628},{0,1},{1,313},{0,1},{1,313},{0,1},{746,1},{0,1},{339,1},{339,1},{1,1},{1,1},{420,420},{420,420},{420,421},
	{420,421},{420,0},{0,420},{420,420},{521,618},{692,1},{440,681},{420,420},{285,285},{1,1},{1,1},{1,1},{1,1},{1,1},
	{748,1},{0,1},{1,1},{0,1},{1,1},{1,1},{684,1},{1,718},{286,398},{253,255},{686,0},{686,0},{0,686},{0,686},{1,1},
	{1,1},{654,654},{0,1},{1,1},{686,686},{240,240},{505,505},{1,1},{1,1},{1,110},{0,467},{1,1},{175,175},{1,1},{1,1},
	{1,1},{218,219},{1,1},{1,1},{1,1},{61,61},{0,1},{0,1},{0,1},{0,1},{1,1},{1,1},{1,1},{0,148},{626,626},{0,1},{0,1},
	{1,1},{0,1},{0,217},{1,1},{1,1},{0,1},{1,1},{352,352},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{0,1},{1,1},{1,1},{1,1},
	{217,217},{1,1},{1,1},{1,1},{1,1},{30,30},{1,1},{0,1},{0,1},{1,1},{1,1},{1,1},{1,1},{1,1},{292,292},{1,1},{1,1},
	{1,1},{1,1},{1,1},{292,292},{1,1},{1,1},{1,1},{300,300},{102,102},{1,1},{1,1},{1,1},{1,1},{0,1},{0,1},{353,353},
	{1,1},{224,224},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{327,327},{1,1},{1,1},{1,1},{55,55},{1,1},{661,661},{303,303},
	{678,678},{0,631},{369,369},{404,404},{226,226},{0,569},{0,29},{733,733},{1,1},{267,267},{54,54},{707,707},{267,267},
	{197,197},{227,227},{118,118},{557,68},{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{568,568},{0,1},{203,203},{271,271},{1,1},
	{553,553},{553,553},{1,1},{705,705},{724,724},{205,205},{170,170},{1,1},{1,1},{265,265},{1,1},{266,266},{266,266},
	{1,1},{1,1},{1,1},{58,58},{1,1},{1,1},{1,1},{694,694},{554,554},{176,176},{75,75},{1,1},{131,131},{500,500},{1,1},
	{1,1},{766,766},{717,717},{81,81},{1,1},{360,360},{704,704},{556,556},{0,1},{1,1},{204,204},{53,53},{514,514},{1,1},
	{1,1},{1,1},{1,1},{0,1},{1,1},{1,1},{361,60},{1,1},{1,1},{501,501},{695,695},{363,363},{1,1},{1,368},{1,1},{272,272},
	{0,1},{1,290},{1,291},{213,213},{509,509},{355,355},{298,298},{257,257},{172,171},{0,332},{42,43},{0,301},{1,1},
	{1,1},{1,1},{1,1},{511,511},{256,256},{362,342},{295,294},{260,260},{297,297},{1,1},{258,258},{349,80},{190,189},
	{655,563},{694,694},{0,687},{0,688},{239,239},{1,1},{1,1},{0,392},{0,1},{0,354},{0,380},{0,356},{0,247},{1,1},
	{367,367},{0,1},{601,601},{706,706},{1,1},{1,1},{1,40},{660,660},{612,612},{1,1},{1,1},{1,40},{755,755},{698,698},
	{1,0},{473,0},{1,1},{1,1},{1,40},{755,755},{699,699},{1,0},{1,1},{318,46},{1,1},{1,40},{1,40},{646,0},{636,636},
	{273,273},{338,338},{208,208},{561,0},{720,720},{720,720},{607,607},{1,40},{1,1},{659,659},{1,0},{1,1},{318,46},
	{0,1},{605,605},{605,605},{719,719},{1,1},{1,1},{771,0},{1,1},{1,1},{1,1},{1,1},{412,412},{412,412},{465,465},
	{465,465},{460,460},{460,460},{1,1},{1,1},{1,1},{1,1},{542,542},{542,542},{542,542},{1,1},{442,442},{445,445},
	{449,449},{1,1},{1,1},{732,732},{1,1},{651,651},{1,1},{463,463},{461,461},{466,466},{462,462},{475,475},{1,1},
	{477,477},{477,477},{508,508},{766,766},{1,1},{428,428},{1,1},{732,732},{1,1},{1,1},{731,731},{414,414},{415,415},
	{1,1},{645,645},{402,402},{722,722},{444,444},{428,428},{429,429},{471,471},{469,469},{620,620},{1,1},{1,1},
	{749,749},{1,1},{530,530},{1,1},{732,732},{1,1},{732,732},{559,559},{1,1},{417,417},{470,470},{468,468},{508,508},
	{609,609},{1,1},{1,1},{614,614},{620,620},{1,1},{1,1},{732,732},{1,1},{732,732},{1,1},{732,732},{517,517},{1,1},
	{1,1},{1,1},{1,1},{1,1},{1,1},{1,1},{713,713},{529,529},{1,1},{1,1},{1,1},{1,1},{1,1},{458,458},{459,459},{552,552},
	{464,464},{517,517},{423,423},{1,1},{1,1},{1,1},{1,1},{517,517},{734,734},{735,735},{1,1},{1,1},{1,1},{732,732},
	{611,611},{610,610},{715,715},{1,1},{458,458},{459,459},{508,508},{1,1},{1,1},{1,1},{1,1},{1,1},{732,732},{647,647},
	{513,513},{1,1},{732,732},{1,1},{1,1},{732,732},{1,1},{732,732},{425,425},{719,719},{643,643},{1,1},{530,530},{1,1},
	{1,1},{1,1},{1,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,550},{0,449},{0,1},{0,1},{0,766},{0,1},{0,1},{0,1},{0,1},{0,1},
	{0,1},{0,1},{0,1},{0,1},{0,1},{0,434},{0,1},{0,1},{0,1},{0,63},{0,1},{0,1},{0,1},{0,200},{0,575},{0,1},{0,1},{0,1},
	{0,1},{0,76},{0,602},{0,603},{0,604},{0,1},{0,1},{0,1},{0,763},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},
	{0,201},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},
	{0,202},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{0,1},{1,1},{1,0},{1,0},{1,1},{0,1},{0,1},{1,0},{1,0},{1,0},{1,0},{1,0},
	{1,0},{1,0},{168,168},{1,1},{1,1},{1,1},{691,691},{632,633},{0,617},{0,1},{487,162},{150,1},{1,281},{558,558},{1,1},
	{277,149},{0,488},{278,164},{1,1},{1,1},{275,276},{275,163},{275,149},{0,488},{275,163},{486,486},{486,1},{0,134},
	{0,135},{0,137},{0,134},{0,136},{0,340},{0,340},{0,340},{0,340},{0,340},{0,340},{0,340},{0,340},{0,340},{0,340},
	{0,340},{0,340},{0,340},{0,28},{0,745},{0,134},{0,340},{0,340},
};

const char *const mlirbc__default_texts[] = {
	"",
	"CConv=#llvm.cconv<ccc>",
	"CConv=#llvm.cconv<ccc>\nTailCallKind=#llvm.tailcallkind<none>\nfastmathFlags=#llvm.fastmath<none>",
	"CConv=#llvm.cconv<ccc>\nlinkage=#llvm.linkage<external>\nvisibility_=0 : i64",
	"abid=0 : i32\nblgp=#amdgpu<mfma_perm_b none>\nblocks=1 : i32\ncbsz=0 : i32",
	"abid=0 : i32\ncbsz=0 : i32",
	"abs=false\nnan=false",
	"addr_space=0 : i32\nvisibility_=0 : i64",
	"address_space=0 : i32\nunnamed_addr=0 : i64\nvisibility_=0 : i64",
	"addrspace=#xevm.addr_space<generic>",
	"alloc_op=\"memref.alloc\"\nmemcpy_op=\"bufferization.materialize_in_destination\"",
	"allow_return_allocs_from_loops=false\nallow_unknown_ops=false\nbufferize_function_boundaries=false\ncheck_parallel_regions=true\ndump_alias_sets=false\nmemcpy_op=\"memref.copy\"\nprint_conflicts=false\ntest_analysis_only=false",
	"avx2_lowering_strategy=false\nlowering_strategy=0 : i32",
	"axes=array<i16>",
	"bank_mask=15 : i32\nbound_ctrl=false\nrow_mask=15 : i32",
	"benefit=1 : i16",
	"blockScale=#nvvm.tcgen05_mma_block_scale<default>\ncollectorOp=#nvvm.tcgen05_mma_collectorop<discard>",
	"block_dims=array<i64>\nsync_after_distribute=true\nwarp_size=32 : i64",
	"bound_ctrl=false\nfetch_inactive=false",
	"boundsCheck=true",
	"clamp=false\nreuseA=false\nreuseB=false\nsignA=false\nsignB=false",
	"clamp=false\nsignA=false\nsignB=false",
	"cluster_stride=1 : i32",
	"collectorBBuffer=#nvvm.tcgen05_mma_collectorb<b0>\ncollectorOp=#nvvm.tcgen05_mma_collectorop<discard>",
	"collectorOp=#nvvm.tcgen05_mma_collectorop<discard>",
	"copy_back_op=\"bufferization.materialize_in_destination\"\nnofold_flags=[]\npadding_dimensions=[]\npadding_values=[]\ntranspose_paddings=[]",
	"dataClause=#acc<data_clause acc_attach>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_cache>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_copyin>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_copyout>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_create>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_declare_device_resident>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_declare_link>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_delete>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_detach>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_deviceptr>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_firstprivate>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_getdeviceptr>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_no_create>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_present>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_private>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_reduction>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_update_device>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_update_host>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"dataClause=#acc<data_clause acc_use_device>\nimplicit=false\nmodifiers=#acc<data_clause_modifier none>\nstructured=true",
	"divisor=1 : i64",
	"fail_if_already_divisible=false\npeel_front=false",
	"fail_on_payload_too_small=true\npass_through_empty_handle=true",
	"failure_propagation_mode=2 : i32",
	"fastmath=#arith.fastmath<none>",
	"fastmathFlags=#llvm.fastmath<none>",
	"fmtA=0 : i32\nfmtB=0 : i32\nfmtScaleA=0 : i32\nfmtScaleB=0 : i32\nmodC=0 : i16\nreuseA=false\nreuseB=false\nscaleAType=0 : i32\nscaleBType=0 : i32",
	"fmtScaleA=0 : i32\nfmtScaleB=0 : i32\nmodC=0 : i16\nreuseA=false\nreuseB=false\nscaleAType=0 : i32\nscaleBType=0 : i32",
	"fold_single_use_only=false",
	"force_32bit_vector_indices=true\nreassociate_fp_reductions=false\nuse_vector_alignment=false",
	"fromProxy=#nvvm.proxy_kind<generic>\ntoProxy=#nvvm.proxy_kind<async>",
	"fromProxy=#nvvm.proxy_kind<generic>\ntoProxy=#nvvm.proxy_kind<tensormap>",
	"full_unroll=false\nmax_transfer_rank=1 : i64",
	"grid_axes=array<i16>",
	"grid_axes=array<i16>\nreduction=#shard<partial sum>",
	"group=#nvvm.cta_group<cta_1>",
	"group=#nvvm.cta_group<cta_1>\nmulticast=#nvvm.tcgen05_cp_multicast<none>",
	"initVal=0 : i64",
	"inputToTranspose=0 : i32",
	"insert_split_dimension=0 : i64\nsplit_factor=0 : i64",
	"isCTAOnly=false\nmode=#nvvm.tma_load_mode<tile>",
	"isNegated=false",
	"iteration_interval=1 : i64\nread_latency=10 : i64",
	"kind=#arm_sme.kind<add>",
	"kind=#vector.kind<add>",
	"layout=#arm_sme.layout<horizontal>",
	"locationExpr=#llvm.di_expression<>",
	"lowerPadLikeWithInsertSlice=true",
	"lowerUnpadLikeWithExtractSlice=true",
	"lowering_strategy=0 : i32",
	"lowering_strategy=2 : i32",
	"matmul_inner_dims_order=array<i64>\nmatmul_padded_sizes_next_multiple_of=array<i64>\nstatic_matmul_packed_sizes=array<i64>",
	"max_iterations=-1 : i64\nmax_num_rewrites=-1 : i64",
	"max_transfer_rank=1 : i64",
	"modC=0 : i16\nreuseA=false\nreuseB=false",
	"modC=0 : i16\nreuseA=false\nreuseB=false\nsignA=false\nsignB=false",
	"mode=#nvvm.tma_load_mode<tile>",
	"mode=#nvvm.tma_store_mode<tile>",
	"modeA=#gpu<mat_transpose_mode NON_TRANSPOSE>",
	"modeA=#gpu<mat_transpose_mode NON_TRANSPOSE>\nmodeB=#gpu<mat_transpose_mode NON_TRANSPOSE>",
	"nan_mode=#tosa.nan_mode<PROPAGATE>",
	"noinc=false",
	"nth_parent=1 : i64",
	"num_threads=array<i64>\nreduction_dims=[]\ntile_sizes=array<i64>",
	"operands_to_promote=[]\nuse_full_tile_buffers=[]",
	"opsel=false",
	"options={}",
	"ordering=0 : i64",
	"overflowFlags=#arith.overflow<none>",
	"padding_values=[]",
	"partial_map=false",
	"pruneFlag=#gpu<prune_2to4_spmat_flag PRUNE_AND_CHECK>",
	"punctuation=#vector.punctuation<newline>",
	"reduction_dims=[]\ntile_sizes=[]",
	"relaxed=false\nscope=#nvvm.mem_scope<cta>",
	"relu=false",
	"relu=false\nrnd=#nvvm.fp_rnd_mode<none>\nsat=#nvvm.sat_mode<none>",
	"rnd=#nvvm.fp_rnd_mode<none>\nsat=#nvvm.sat_mode<none>",
	"rounding=#nvgpu<rcp_rounding_mode approx>",
	"scope=#nvvm.mem_scope<cta>",
	"sparsitySelector=0 : i32",
	"split_transfer_strategy=2 : i32",
	"static_halo_sizes=array<i64>",
	"static_halo_sizes=array<i64>\nstatic_sharded_dims_offsets=array<i64>",
	"static_packed_sizes=array<i64>",
	"strideInBytes=false",
	"stride_in_bytes=false",
	"subwordOffset=0 : i32",
	"tail_call_kind=#llvm.tailcallkind<none>",
	"transpose=array<i64>",
	"value=#ub.poison",
	"visibility_=0 : i64",
	"weight=0 : i32",
};

const uint8_t mlirbc__op_defaults[] = {
	0,0,0,0,26,110,27,28,29,30,0,0,31,0,0,32,33,34,35,0,0,36,0,36,0,0,0,0,37,0,0,0,0,0,0,0,38,0,39,40,0,41,0,0,0,0,0,0,0,
	42,43,44,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,14,0,19,0,0,0,0,0,0,0,4,0,0,0,18,19,19,19,19,19,19,19,0,0,0,0,0,5,0,0,0,0,
	112,0,0,0,0,0,0,0,0,0,0,0,0,0,49,93,0,0,0,0,0,49,0,0,49,0,0,0,0,0,0,0,0,0,0,49,49,0,0,49,49,0,0,49,93,0,0,49,0,49,0,
	0,0,0,0,93,0,0,0,49,93,0,93,0,0,0,0,0,0,0,0,0,0,70,0,0,0,70,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,70,0,0,68,0,0,0,0,70,0,0,0,70,70,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,49,49,49,49,0,49,0,49,0,49,0,49,49,49,49,49,49,49,0,49,0,49,49,49,49,49,49,49,49,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,96,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,84,84,0,0,0,84,0,0,84,0,84,84,83,83,0,0,0,0,0,0,0,0,0,22,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,50,0,0,0,0,0,0,0,50,50,50,0,50,50,0,0,0,0,
	0,50,50,3,0,0,0,113,0,0,0,50,0,50,0,50,50,0,0,50,50,0,0,0,0,0,0,0,0,0,0,50,50,0,0,0,71,0,71,0,0,50,50,50,0,0,0,0,0,0,
	0,0,0,0,50,50,50,50,50,0,0,0,0,0,0,0,0,50,0,0,0,0,50,50,50,0,0,0,0,0,0,0,0,0,0,0,0,50,50,0,0,0,0,0,50,50,50,50,50,0,
	0,0,50,50,50,0,0,0,50,50,50,0,0,0,50,0,0,0,0,0,0,0,0,50,50,0,0,50,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,50,50,50,
	50,50,50,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,1,0,0,92,0,0,116,0,7,0,0,8,0,0,0,0,0,0,0,0,0,0,0,50,0,0,0,0,0,92,0,0,0,0,0,0,0,0,0,0,49,0,49,49,49,
	49,49,49,49,49,49,49,49,49,49,0,0,0,49,49,49,49,49,49,49,49,0,49,49,49,49,49,49,49,49,49,49,49,49,49,49,49,49,49,49,
	49,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,105,0,103,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,102,100,
	101,101,100,100,101,100,100,100,100,100,0,100,101,0,0,0,0,0,82,81,82,65,0,0,86,0,0,0,0,0,0,0,0,0,56,56,55,0,0,0,0,0,
	0,0,99,99,0,0,0,0,99,99,0,104,104,0,0,0,0,99,0,99,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,
	0,0,62,0,60,60,61,60,0,0,24,16,24,16,23,23,0,60,60,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,111,95,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,66,0,0,0,0,0,0,0,0,0,0,0,0,0,0,66,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,90,80,80,79,79,79,79,90,
	80,79,79,79,79,79,79,79,79,0,0,0,0,0,0,80,80,80,79,79,79,79,21,21,21,20,51,52,51,52,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,58,59,58,58,58,58,0,0,13,0,
	0,13,58,59,59,58,58,0,0,108,58,107,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,117,117,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,85,0,0,0,0,0,0,0,0,0,0,85,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,85,0,85,0,85,0,0,0,0,0,0,0,0,0,85,85,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,15,0,0,0,0,0,0,54,0,0,0,77,0,0,0,0,0,0,0,0,0,0,0,0,
	0,53,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,53,0,0,0,0,0,0,0,0,0,0,0,0,0,75,0,0,0,0,0,74,0,0,0,78,12,0,0,0,0,0,0,106,0,57,0,0,
	0,0,0,0,91,0,0,0,11,0,0,0,0,0,0,0,0,0,0,0,0,0,87,0,0,0,0,17,0,0,0,0,0,0,0,0,0,46,67,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,48,0,0,0,0,0,0,0,0,0,0,0,47,10,0,0,0,0,0,0,0,0,0,0,0,0,114,114,0,0,0,0,0,72,73,0,45,109,76,0,
	25,94,89,0,0,0,0,0,0,64,98,88,0,0,0,63,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,115,0,0,0,0,0,0,0,69,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,69,97,49,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
	0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,9,0,0,0,0,
};
/* clang-format on */
