/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels hlo.NAME: names, operands, attributes and results. libbef-stablehlo makes operations of these names with exactly these
 * attributes; the table of pack hlo is made from the lists. README.md of the pack says what they compute.
 *
 * ROW(NAME, signature, LOWERED) or ROW(NAME, signature, FILES): libbef-stablehlo does not make those marked FILES; files of other
 * versions and of other authors may have them. A list has the kernels of one room of the pack. */
#ifndef HLO_KERNELS_H
#define HLO_KERNELS_H

#include <hlo/steps.h>

#define HLO_T "!tfrt_tensor.tensor"
#define HLO_B "!tfrt_gpu.buffer"
#define HLO_S "!tfrt_gpu.stream"

/* Types of functions are checked with messages only: see kernels/check.h. HLO_BODIES: functions instead of an expression (hlo/steps.h). */
#ifdef KERNELS_NO_MESSAGES
#define HLO_BODIES "functions: fn..., "
#define HLO_CALLED "fn"
#define HLO_CONDITION "fn"
#define HLO_PROCESS "fn..."
#else
#define HLO_BODIES "functions: fn(...) -> (...)..., "
#define HLO_CALLED "fn(args...) -> (results...)"
#define HLO_CONDITION "fn(args...) -> !tfrt_tensor.tensor"
#define HLO_PROCESS "fn(...) -> (...)..."
#endif

/* ---- meaning of attributes that StableHLO does not have, or has in another form
 *
 * types                 of all operands and results: hlo/types.h
 * body, condition, ...  strings: expressions, hlo/steps.h
 * captures              the last operands of the op, as many: arguments of its bodies behind those that the operation gives. At
 *                       most HLO_MOST_CAPTURES (hlo/steps.h), but for loops
 * condition_operands    of while_condition: the numbers of the operands that are the arguments of `condition`
 * dims                  of a loop: the sizes of its iteration space. The last `column_rank` dimensions are columns, the `row_rank`
 *                       dimensions before them a row; 0: there are none
 * maps, epilogue_maps   for each operand of a loop: an offset, then a stride for each dimension of the space, in elements of the
 *                       operand's memory. A stride of 0 repeats, a negative one reverses
 * epilogue              the loop that follows a product, over the dimensions of its result. Argument 0 is the element of the
 *                       product, others are the operands from 2 on
 * padding               for each dimension: low, then high
 * replica_groups        rows of `group_size` numbers; -1: none. source_target_pairs: source, then target of each pair
 * functions             of run_parallel: one for each process
 * signature             of hlo.signature: flags HLO_SIGNATURE_...; with HLO_SIGNATURE_PROCESSES the numbers of replicas and
 *                       partitions; the types of `arguments` arguments and of all results, in the form of `types`
 * names                 of hlo.signature: a line for each argument and result; with HLO_SIGNATURE_DEVICE one more, the device; then
 *                       nothing, or a line of traits for each argument and result: HLO_TRAIT_..., those with a text
 *                       followed by "=" and it, divided by tabs. Readers skip traits that they do not know
 * device                the name of the device, as "opencl:0"
 * by_value              of kernels of devices: the numbers of operands that are tensors of the host with one element
 *
 * Tokens are the last operands and results. */
enum { HLO_SIGNATURE_PROCESSES = 1, HLO_SIGNATURE_DEVICE = 2 };
#define HLO_TRAIT_ALIAS "tf.aliasing_output"
#define HLO_TRAIT_DONOR "jax.buffer_donor" /* without a text */
#define HLO_TRAIT_MEMORY "mhlo.memory_kind"
#define HLO_TRAIT_SHARDING "sdy.sharding"
#define HLO_TRAIT_MESH "sdy.mesh" /* of the sharding */
#define HLO_TRAIT_OLD_SHARDING "mhlo.sharding"

/* ---- element-wise kernels: those of the steps, but for the forms that have a kernel of their own (constant, bitcast_convert). With
 * HLO_STEPS(): STEP(name, operands, form, kinds, flags) is HLO_STEP_KERNEL(ROW, name, operands, form). */
#define HLO_STEP_KERNEL(ROW, name, operands, form) HLO_KERNEL_OF_##form(ROW, name, operands)
#define HLO_KERNEL_OF_SAME(ROW, name, operands) ROW(name, HLO_STEP_OPERANDS_##operands "types: i64[]} -> " HLO_T, LOWERED)
#define HLO_KERNEL_OF_MAGNITUDE HLO_KERNEL_OF_SAME
#define HLO_KERNEL_OF_PART HLO_KERNEL_OF_SAME
#define HLO_KERNEL_OF_PARTS HLO_KERNEL_OF_SAME
#define HLO_KERNEL_OF_CONDITION HLO_KERNEL_OF_SAME
#define HLO_KERNEL_OF_CHOICE HLO_KERNEL_OF_SAME
#define HLO_KERNEL_OF_CONVERSION HLO_KERNEL_OF_SAME
#define HLO_KERNEL_OF_COMPARISON(ROW, name, operands) \
	ROW(name, HLO_STEP_OPERANDS_##operands "compare_type: string, comparison_direction: string, types: i64[]} -> " HLO_T, LOWERED)
#define HLO_KERNEL_OF_PRECISION(ROW, name, operands) \
	ROW(name, HLO_STEP_OPERANDS_##operands "exponent_bits: i64, mantissa_bits: i64, types: i64[]} -> " HLO_T, LOWERED)
#define HLO_KERNEL_OF_BITS(ROW, name, operands)
#define HLO_KERNEL_OF_CONSTANT(ROW, name, operands)
#define HLO_STEP_OPERANDS_1 "(" HLO_T ") {"
#define HLO_STEP_OPERANDS_2 "(" HLO_T ", " HLO_T ") {"
#define HLO_STEP_OPERANDS_3 "(" HLO_T ", " HLO_T ", " HLO_T ") {"

#define HLO_ELEMENTWISE(ROW) \
	ROW(fused, "(" HLO_T "...) {body: string, types: i64[]} -> (" HLO_T ", ...)", LOWERED) \
	ROW(map, "(" HLO_T "...) {body: string, captures: i64, dimensions: i64[], " HLO_BODIES "types: i64[]} -> " HLO_T, LOWERED) \
	ROW(uniform_dequantize, "(" HLO_T ") {quantization_dimension: i64, scales: f64[], storage_max: i64, " \
		"storage_min: i64, types: i64[], zero_points: i64[]} -> " HLO_T, LOWERED) \
	ROW(uniform_quantize, "(" HLO_T ") {quantization_dimension: i64, scales: f64[], storage_max: i64, " \
		"storage_min: i64, types: i64[], zero_points: i64[]} -> " HLO_T, LOWERED)

#define HLO_FUSION(ROW) \
	ROW(loop_fusion, "(" HLO_T "...) {body: string, column_rank: i64, dims: i64[], maps: i64[], row_rank: i64, types: i64[]} -> (" \
		HLO_T ", ...)", LOWERED)

#define HLO_VIEWS(ROW) \
	ROW(after_all, "(!tfrt.chain...) {types: i64[]} -> !tfrt.chain", FILES) \
	ROW(bitcast_convert, "(" HLO_T ") {types: i64[]} -> " HLO_T, LOWERED) \
	ROW(constant, "() {types: i64[], value: dense} -> " HLO_T, LOWERED) \
	ROW(create_token, "() {types: i64[]} -> !tfrt.chain", FILES) \
	ROW(get_dimension_size, "(" HLO_T ") {dimension: i64, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(optimization_barrier, "(...) {types: i64[]} -> (...)", FILES) \
	ROW(reshape, "(" HLO_T ") {types: i64[]} -> " HLO_T, LOWERED) \
	ROW(set_dimension_size, "(" HLO_T ", " HLO_T ") {dimension: i64, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(signature, "() {arguments: i64, effects: i1, function: string, names: string, signature: i64[], types: i64[]} -> ()", LOWERED)

#define HLO_LAYOUT(ROW) \
	ROW(broadcast_in_dim, "(" HLO_T ") {broadcast_dimensions: i64[], types: i64[]} -> " HLO_T, LOWERED) \
	ROW(concatenate, "(" HLO_T "...) {dimension: i64, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(dynamic_broadcast_in_dim, "(" HLO_T ", " HLO_T ") {broadcast_dimensions: i64[], types: i64[]} -> " HLO_T, LOWERED) \
	ROW(dynamic_iota, "(" HLO_T ") {iota_dimension: i64, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(dynamic_pad, "(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ") {types: i64[]} -> " HLO_T, LOWERED) \
	ROW(dynamic_reshape, "(" HLO_T ", " HLO_T ") {types: i64[]} -> " HLO_T, LOWERED) \
	ROW(dynamic_slice, "(" HLO_T ", " HLO_T "...) {slice_sizes: i64[], types: i64[]} -> " HLO_T, LOWERED) \
	ROW(dynamic_update_slice, "(" HLO_T ", " HLO_T ", " HLO_T "...) {types: i64[]} -> " HLO_T, LOWERED) \
	ROW(iota, "() {iota_dimension: i64, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(pad, "(" HLO_T ", " HLO_T ") {edge_padding_high: i64[], edge_padding_low: i64[], " \
		"interior_padding: i64[], types: i64[]} -> " HLO_T, LOWERED) \
	ROW(real_dynamic_slice, "(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ") {types: i64[]} -> " HLO_T, LOWERED) \
	ROW(reverse, "(" HLO_T ") {dimensions: i64[], types: i64[]} -> " HLO_T, LOWERED) \
	ROW(slice, "(" HLO_T ") {limit_indices: i64[], start_indices: i64[], strides: i64[], types: i64[]} -> " HLO_T, LOWERED) \
	ROW(transpose, "(" HLO_T ") {permutation: i64[], types: i64[]} -> " HLO_T, LOWERED)

#define HLO_SORTING(ROW) \
	ROW(sort, "(" HLO_T ", " HLO_T "...) {captures: i64, comparator: string, dimension: i64, " HLO_BODIES \
		"is_stable: i1, types: i64[]} -> (...)", LOWERED) \
	ROW(top_k, "(" HLO_T ") {k: i64, types: i64[]} -> (" HLO_T ", " HLO_T ")", LOWERED)

/* Kernels NAME_spec differ from NAME where the specification differs from XLA. */
#define HLO_REDUCE_WINDOW \
	"(" HLO_T ", " HLO_T "...) {base_dilations: i64[], body: string, captures: i64, " HLO_BODIES "padding: i64[], " \
	"types: i64[], window_dilations: i64[], window_dimensions: i64[], window_strides: i64[]} -> (...)"
#define HLO_SCATTER \
	"(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T "...) {body: string, captures: i64, " HLO_BODIES \
	"index_vector_dim: i64, input_batching_dims: i64[], inserted_window_dims: i64[], " \
	"scatter_dims_to_operand_dims: i64[], scatter_indices_batching_dims: i64[], types: i64[], " \
	"update_window_dims: i64[]} -> (...)"
#define HLO_WINDOWS(ROW) \
	ROW(dynamic_gather, "(" HLO_T ", " HLO_T ", " HLO_T ") {collapsed_slice_dims: i64[], index_vector_dim: i64, " \
		"offset_dims: i64[], operand_batching_dims: i64[], start_index_map: i64[], " \
		"start_indices_batching_dims: i64[], types: i64[]} -> " HLO_T, LOWERED) \
	ROW(gather, "(" HLO_T ", " HLO_T ") {collapsed_slice_dims: i64[], index_vector_dim: i64, " \
		"offset_dims: i64[], operand_batching_dims: i64[], slice_sizes: i64[], " \
		"start_index_map: i64[], start_indices_batching_dims: i64[], types: i64[]} -> " HLO_T, LOWERED) \
	ROW(reduce, "(" HLO_T ", " HLO_T "...) {body: string, captures: i64, dimensions: i64[], " HLO_BODIES \
		"types: i64[]} -> (...)", LOWERED) \
	ROW(reduce_window, HLO_REDUCE_WINDOW, LOWERED) \
	ROW(reduce_window_spec, HLO_REDUCE_WINDOW, LOWERED) \
	ROW(scatter, HLO_SCATTER, LOWERED) \
	ROW(scatter_spec, HLO_SCATTER, LOWERED) \
	ROW(select_and_scatter, "(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T "...) {captures: i64, " HLO_BODIES \
		"padding: i64[], scatter: string, select: string, types: i64[], window_dimensions: i64[], window_strides: i64[]} -> " \
		HLO_T, LOWERED)

/* Products have attributes in front of others, and on a device the same with `device`. */
#define HLO_CONVOLUTION_ATTRIBUTES(more, padding) \
	"{batch_group_count: i64, " more "feature_group_count: i64, input_batch_dimension: i64, input_feature_dimension: i64, " \
	"input_spatial_dimensions: i64[], kernel_input_feature_dimension: i64, kernel_output_feature_dimension: i64, " \
	"kernel_spatial_dimensions: i64[], lhs_dilation: i64[], output_batch_dimension: i64, " \
	"output_feature_dimension: i64, output_spatial_dimensions: i64[], " padding \
	"rhs_dilation: i64[], types: i64[], window_reversal: i64[], window_strides: i64[]}"
#define HLO_DOT_ATTRIBUTES(more) \
	"{accumulation_type: string, allow_imprecise_accumulation: i1, " more "lhs_batching_dimensions: i64[], " \
	"lhs_component_count: i64, lhs_contracting_dimensions: i64[], lhs_precision_type: string, " \
	"num_primitive_operations: i64, rhs_batching_dimensions: i64[], rhs_component_count: i64, " \
	"rhs_contracting_dimensions: i64[], rhs_precision_type: string, types: i64[]}"
#define HLO_PRODUCTS(ROW) \
	ROW(convolution, "(" HLO_T ", " HLO_T ") " HLO_CONVOLUTION_ATTRIBUTES("", "padding: i64[], ") " -> " HLO_T, LOWERED) \
	ROW(convolution_fused, "(" HLO_T ", " HLO_T ", " HLO_T "...) " \
		HLO_CONVOLUTION_ATTRIBUTES("epilogue: string, epilogue_maps: i64[], ", "padding: i64[], ") " -> (" HLO_T \
		", ...)", LOWERED) \
	ROW(dot_general, "(" HLO_T ", " HLO_T ") " HLO_DOT_ATTRIBUTES("") " -> " HLO_T, LOWERED) \
	ROW(dot_general_fused, "(" HLO_T ", " HLO_T ", " HLO_T "...) " HLO_DOT_ATTRIBUTES("epilogue: string, epilogue_maps: i64[], ") \
		" -> (" HLO_T ", ...)", LOWERED) \
	ROW(dynamic_conv, "(" HLO_T ", " HLO_T ", " HLO_T ") " HLO_CONVOLUTION_ATTRIBUTES("", "") " -> " HLO_T, LOWERED)

#define HLO_LINEAR(ROW) \
	ROW(cholesky, "(" HLO_T ") {lower: i1, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(cholesky_update, "(" HLO_T ", " HLO_T ") {types: i64[]} -> (" HLO_T ", " HLO_T ")", LOWERED) \
	ROW(csr_product, "(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ") {types: i64[]} -> " HLO_T, LOWERED) \
	ROW(cu_threefry2x32, "(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ") {types: i64[]} -> (" HLO_T ", " HLO_T ")", LOWERED) \
	ROW(fft, "(" HLO_T ") {fft_length: i64[], fft_type: string, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(lapack_gees, "(" HLO_T ") {types: i64[], vectors: i1} -> (...)", LOWERED) \
	ROW(lapack_geev, "(" HLO_T ") {left: i1, right: i1, types: i64[]} -> (...)", LOWERED) \
	ROW(lapack_gehrd, "(" HLO_T ") {high: i64, low: i64, types: i64[]} -> (" HLO_T ", " HLO_T ", " HLO_T ")", LOWERED) \
	ROW(lapack_geqp3, "(" HLO_T ", " HLO_T ") {types: i64[]} -> (" HLO_T ", " HLO_T ", " HLO_T ")", LOWERED) \
	ROW(lapack_geqrf, "(" HLO_T ") {types: i64[]} -> (" HLO_T ", " HLO_T ")", LOWERED) \
	ROW(lapack_gesdd, "(" HLO_T ") {mode: string, types: i64[]} -> (" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ")", LOWERED) \
	ROW(lapack_getrf, "(" HLO_T ") {types: i64[]} -> (" HLO_T ", " HLO_T ", " HLO_T ")", LOWERED) \
	ROW(lapack_gtsv, "(" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ") {perturbs: i1, types: i64[]} -> (" HLO_T ", " HLO_T ", " HLO_T \
		", " HLO_T ", " HLO_T ")", LOWERED) \
	ROW(lapack_orgqr, "(" HLO_T ", " HLO_T ") {types: i64[]} -> " HLO_T, LOWERED) \
	ROW(lapack_ormqr, "(" HLO_T ", " HLO_T ", " HLO_T ") {adjoint: i1, left_side: i1, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(lapack_potrf, "(" HLO_T ") {lower: i1, types: i64[]} -> (" HLO_T ", " HLO_T ")", LOWERED) \
	ROW(lapack_syevd, "(" HLO_T ") {lower: i1, types: i64[]} -> (" HLO_T ", " HLO_T ", " HLO_T ")", LOWERED) \
	ROW(lapack_sytrd, "(" HLO_T ") {lower: i1, types: i64[]} -> (" HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ", " HLO_T ")", LOWERED) \
	ROW(lu_permutation, "(" HLO_T ") {rows: i64, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(rng, "(" HLO_T ", " HLO_T ", " HLO_T ") {rng_distribution: string, seed: i64, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(rng_bit_generator, "(" HLO_T ") {rng_algorithm: string, types: i64[]} -> (" HLO_T ", " HLO_T ")", LOWERED) \
	ROW(triangular_solve, "(" HLO_T ", " HLO_T ") {left_side: i1, lower: i1, transpose_a: string, types: i64[], " \
		"unit_diagonal: i1} -> " HLO_T, LOWERED)

/* Captured values are the last operands; a while's body does not return them. */
#define HLO_CONTROL(ROW) \
	ROW(case, "(" HLO_T ", ...) {branches: " HLO_CALLED "..., types: i64[]} -> (...)", LOWERED) \
	ROW(if, "(" HLO_T ", ...) {false_branch: " HLO_CALLED ", true_branch: " HLO_CALLED ", types: i64[]} -> (...)", LOWERED) \
	ROW(unsupported, "() {message: string, types: i64[]} -> (...)", LOWERED) \
	ROW(while, "(...) {body: " HLO_CALLED ", captures: i64, cond: " HLO_CONDITION ", types: i64[]} -> (...)", LOWERED) \
	ROW(while_condition, "(...) {body: " HLO_CALLED ", captures: i64, condition: string, condition_operands: i64[], " \
		"types: i64[]} -> (...)", LOWERED) \
	ROW(while_scalars, "(" HLO_T "...) {body: string, captures: i64, condition: string, types: i64[]} -> (...)", LOWERED)

/* The operands of comparisons are the actual and the expected value. */
#define HLO_CHECKS(ROW) \
	ROW(check_almost_eq, "(" HLO_T ", " HLO_T ") {tolerance: f64, types: i64[]} -> !tfrt.chain", LOWERED) \
	ROW(check_assertion, "(" HLO_T ", ...) {error_message: string, types: i64[]} -> !tfrt.chain", LOWERED) \
	ROW(check_close, "(" HLO_T ", " HLO_T ") {max_ulp_difference: i64, min_ulp_difference: i64, " \
		"types: i64[]} -> !tfrt.chain", LOWERED) \
	ROW(check_eq, "(" HLO_T ", " HLO_T ") {types: i64[]} -> !tfrt.chain", LOWERED) \
	ROW(check_serialized_eq, "(" HLO_T ", !tfrt.chain) {iteration: i64, probe_id: string, types: i64[]} -> !tfrt.chain", LOWERED) \
	ROW(print, "(" HLO_T ", !tfrt.chain) {types: i64[]} -> !tfrt.chain", LOWERED) \
	ROW(probe, "(" HLO_T ", !tfrt.chain) {probe_id: string, types: i64[]} -> !tfrt.chain", LOWERED)

#define HLO_PARALLEL(ROW) \
	ROW(infeed, "(...) {types: i64[]} -> (...)", LOWERED) \
	ROW(outfeed, "(...) {types: i64[]} -> (...)", LOWERED) \
	ROW(partition_id, "() {types: i64[]} -> " HLO_T, LOWERED) \
	ROW(recv, "(...) {channel_id: i64, source_target_pairs: i64[], types: i64[]} -> (...)", LOWERED) \
	ROW(replica_id, "() {types: i64[]} -> " HLO_T, LOWERED)

/* Kernels in which a process takes part with errors too. */
#define HLO_EXCHANGES(ROW) \
	ROW(all_gather, "(...) {all_gather_dim: i64, channel_id: i64, group_size: i64, " \
		"replica_groups: i64[], types: i64[], use_global_device_ids: i1} -> (...)", LOWERED) \
	ROW(all_reduce, "(...) {body: string, channel_id: i64, " HLO_BODIES "group_size: i64, replica_groups: i64[], types: i64[], " \
		"use_global_device_ids: i1} -> (...)", LOWERED) \
	ROW(all_to_all, "(...) {channel_id: i64, concat_dimension: i64, group_size: i64, " \
		"replica_groups: i64[], split_dimension: i64, types: i64[]} -> (...)", LOWERED) \
	ROW(collective_broadcast, "(...) {channel_id: i64, group_size: i64, has_dynamic_root: i1, " \
		"replica_groups: i64[], types: i64[]} -> (...)", LOWERED) \
	ROW(collective_permute, "(...) {channel_id: i64, source_target_pairs: i64[], types: i64[]} -> (...)", LOWERED) \
	ROW(collective_reduce, "(...) {body: string, channel_id: i64, " HLO_BODIES \
		"group_size: i64, has_dynamic_root: i1, replica_groups: i64[], " \
		"types: i64[], use_global_device_ids: i1} -> (...)", LOWERED) \
	ROW(reduce_scatter, "(...) {body: string, channel_id: i64, " HLO_BODIES \
		"group_size: i64, replica_groups: i64[], scatter_dimension: i64, " \
		"types: i64[], use_global_device_ids: i1} -> (...)", LOWERED) \
	ROW(send, "(...) {channel_id: i64, source_target_pairs: i64[], types: i64[]} -> (...)", LOWERED)

/* Kernels that call functions for processes. */
#define HLO_PROCESSES(ROW) \
	ROW(run_parallel, "(...) {functions: " HLO_PROCESS \
		", infeeds: i64, partitions: i64, replicas: i64, types: i64[]} -> (...)", LOWERED)

/* Operand 0 is the stream of the function, a token in `types`. Operands by value are tensors. */
#define HLO_DEVICE_REDUCE_WINDOW \
	"(" HLO_S ", " HLO_B ", " HLO_B "...) {base_dilations: i64[], body: string, captures: i64, device: string, padding: i64[], " \
	"types: i64[], window_dilations: i64[], window_dimensions: i64[], window_strides: i64[]} -> (" HLO_B ", ...)"
#define HLO_DEVICE_SCATTER \
	"(" HLO_S ", " HLO_B ", ...) {body: string, by_value: i64[], captures: i64, device: string, index_vector_dim: i64, " \
	"input_batching_dims: i64[], inserted_window_dims: i64[], scatter_dims_to_operand_dims: i64[], " \
	"scatter_indices_batching_dims: i64[], types: i64[], update_window_dims: i64[]} -> (" HLO_B ", ...)"
#define HLO_DEVICE(ROW) \
	ROW(device_concatenate, "(" HLO_S ", " HLO_B "...) {device: string, dimension: i64, types: i64[]} -> " HLO_B, LOWERED) \
	ROW(device_constant, "(" HLO_S ") {device: string, types: i64[], value: dense} -> " HLO_B, LOWERED) \
	ROW(device_convolution, "(" HLO_S ", " HLO_B ", " HLO_B ") " HLO_CONVOLUTION_ATTRIBUTES("device: string, ", "padding: i64[], ") \
		" -> " HLO_B, LOWERED) \
	ROW(device_dot_general, "(" HLO_S ", " HLO_B ", " HLO_B ") " HLO_DOT_ATTRIBUTES("device: string, ") " -> " HLO_B, LOWERED) \
	ROW(device_dynamic_slice, "(" HLO_S ", " HLO_B ", ...) {by_value: i64[], device: string, slice_sizes: i64[], types: i64[]} -> " HLO_B, \
		LOWERED) \
	ROW(device_dynamic_update_slice, "(" HLO_S ", " HLO_B ", ...) {by_value: i64[], device: string, types: i64[]} -> " HLO_B, \
		LOWERED) \
	ROW(device_gather, "(" HLO_S ", " HLO_B ", ...) {by_value: i64[], collapsed_slice_dims: i64[], device: string, index_vector_dim: i64, " \
		"offset_dims: i64[], operand_batching_dims: i64[], slice_sizes: i64[], start_index_map: i64[], " \
		"start_indices_batching_dims: i64[], types: i64[]} -> " HLO_B, LOWERED) \
	ROW(device_get, "(" HLO_S ", " HLO_B ") {device: string, types: i64[]} -> " HLO_T, LOWERED) \
	ROW(device_loop_fusion, "(" HLO_S ", ...) {body: string, by_value: i64[], column_rank: i64, device: string, " \
		"dims: i64[], maps: i64[], row_rank: i64, types: i64[]} -> (" HLO_B ", ...)", LOWERED) \
	ROW(device_pad, "(" HLO_S ", " HLO_B ", ...) {by_value: i64[], device: string, edge_padding_high: i64[], edge_padding_low: i64[], " \
		"interior_padding: i64[], types: i64[]} -> " HLO_B, LOWERED) \
	ROW(device_put, "(" HLO_S ", " HLO_T ") {device: string, types: i64[]} -> " HLO_B, LOWERED) \
	ROW(device_reduce, "(" HLO_S ", " HLO_B ", " HLO_B "...) {body: string, captures: i64, device: string, dimensions: i64[], " \
		"types: i64[]} -> (" HLO_B ", ...)", LOWERED) \
	ROW(device_reduce_window, HLO_DEVICE_REDUCE_WINDOW, LOWERED) \
	ROW(device_reduce_window_spec, HLO_DEVICE_REDUCE_WINDOW, LOWERED) \
	ROW(device_scatter, HLO_DEVICE_SCATTER, LOWERED) \
	ROW(device_scatter_spec, HLO_DEVICE_SCATTER, LOWERED) \
	ROW(device_sort, "(" HLO_S ", " HLO_B "...) {captures: i64, comparator: string, device: string, dimension: i64, is_stable: i1, " \
		"types: i64[]} -> (" HLO_B ", ...)", LOWERED) \
	ROW(device_stream, "() {device: string, types: i64[]} -> " HLO_S, LOWERED) \
	ROW(device_top_k, "(" HLO_S ", " HLO_B ") {device: string, k: i64, types: i64[]} -> (" HLO_B ", " HLO_B ")", LOWERED) \
	ROW(device_wait, "(" HLO_S ", " HLO_B ") {device: string, types: i64[]} -> " HLO_B, LOWERED)

/* All but those of steps. */
#define HLO_KERNELS(ROW) \
	HLO_CHECKS(ROW) \
	HLO_CONTROL(ROW) \
	HLO_DEVICE(ROW) \
	HLO_ELEMENTWISE(ROW) \
	HLO_EXCHANGES(ROW) \
	HLO_FUSION(ROW) \
	HLO_LAYOUT(ROW) \
	HLO_LINEAR(ROW) \
	HLO_PARALLEL(ROW) \
	HLO_PROCESSES(ROW) \
	HLO_PRODUCTS(ROW) \
	HLO_SORTING(ROW) \
	HLO_VIEWS(ROW) \
	HLO_WINDOWS(ROW)

#endif
