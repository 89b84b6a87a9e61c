module {
  func.func @affine_simplify_min_max_affine_ops(%arg0: !transform.any_op) {
    transform.affine.simplify_min_max_affine_ops %arg0 : !transform.any_op
    return
  }
  func.func @apply_conversion_patterns_gpu_gpu_to_nvvm() {
    transform.apply_conversion_patterns.gpu.gpu_to_nvvm
    return
  }
  func.func @apply_conversion_patterns_scf_structural_conversions() {
    transform.apply_conversion_patterns.scf.structural_conversions
    return
  }
  func.func @apply_licm(%arg0: !transform.any_op) {
    transform.apply_licm to %arg0 : !transform.any_op
    return
  }
  func.func @apply_patterns_canonicalization() {
    transform.apply_patterns.canonicalization
    return
  }
  func.func @apply_patterns_linalg_decompose_pad() {
    transform.apply_patterns.linalg.decompose_pad
    return
  }
  func.func @apply_patterns_memref_expand_strided_metadata() {
    transform.apply_patterns.memref.expand_strided_metadata
    return
  }
  func.func @apply_patterns(%arg0: !transform.any_op) {
    transform.apply_patterns to %arg0 {
    } : !transform.any_op
    return
  }
  func.func @apply_patterns_tensor_fold_into_pack_and_unpack() {
    transform.apply_patterns.tensor.fold_into_pack_and_unpack
    return
  }
  func.func @apply_patterns_vector_elementwise_to_vector() {
    transform.apply_patterns.vector.elementwise_to_vector
    return
  }
  func.func @apply_patterns_vector_lower_masked_transfers() {
    transform.apply_patterns.vector.lower_masked_transfers
    return
  }
  func.func @apply_patterns_vector_lower_transpose() {
    transform.apply_patterns.vector.lower_transpose
    return
  }
  func.func @apply_patterns_vector_split_transfer_full_partial() {
    transform.apply_patterns.vector.split_transfer_full_partial
    return
  }
  func.func @apply_patterns_vector_unroll_to_elements() {
    transform.apply_patterns.vector.unroll_to_elements
    return
  }
  func.func @apply_registered_pass(%arg0: !transform.op<"linalg.generic">) {
    %0 = transform.apply_registered_pass "s" to %arg0 : (!transform.op<"linalg.generic">) -> !transform.op<"linalg.generic">
    return
  }
  func.func @debug_emit_param_as_remark(%arg0: !transform.param<i64>) {
    transform.debug.emit_param_as_remark %arg0 : !transform.param<i64>
    return
  }
  func.func @get_parent_op(%arg0: !transform.any_op) {
    %0 = transform.get_parent_op %arg0 : (!transform.any_op) -> !transform.op<"linalg.generic">
    return
  }
  func.func @loop_forall_to_for(%arg0: !transform.any_op) {
    transform.loop.forall_to_for %arg0 : (!transform.any_op) -> ()
    return
  }
  func.func @loop_pipeline(%arg0: !transform.op<"scf.for">) {
    %0 = transform.loop.pipeline %arg0 : (!transform.op<"scf.for">) -> !transform.op<"scf.for">
    return
  }
  func.func @match_operation_empty(%arg0: !transform.op<"linalg.generic">) {
    transform.match.operation_empty %arg0 : !transform.op<"linalg.generic">
    return
  }
  func.func @memref_make_loop_independent(%arg0: !transform.any_op) {
    %0 = transform.memref.make_loop_independent %arg0 {num_loops = 0 : i64} : (!transform.any_op) -> !transform.any_op
    return
  }
  func.func @param_constant() {
    %0 = transform.param.constant 1 : i32 -> !transform.any_param
    return
  }
  func.func @structured_bufferize_to_allocation(%arg0: !transform.any_op) {
    %allocated_buffer, %new_ops = transform.structured.bufferize_to_allocation %arg0 : !transform.any_op
    return
  }
  func.func @structured_eliminate_empty_tensors(%arg0: !transform.any_op) {
    transform.structured.eliminate_empty_tensors %arg0 : !transform.any_op
    return
  }
  func.func @structured_hoist_pad(%arg0: !transform.any_op) {
    %0 = transform.structured.hoist_pad %arg0 by 4 loops : (!transform.any_op) -> !transform.any_op
    return
  }
  func.func @structured_match(%arg0: !transform.op<"scf.for">) {
    %0 = transform.structured.match in %arg0 : (!transform.op<"scf.for">) -> !transform.any_op
    return
  }
  func.func @structured_split_reduction(%arg0: !transform.any_op) {
    %init_or_alloc_op, %fill_op, %split_linalg_op, %combining_linalg_op = transform.structured.split_reduction %arg0 {insert_split_dimension = 1 : i64, use_alloc} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    return
  }
  func.func @xegpu_get_desc_op(%arg0: !transform.any_value) {
    %0 = transform.xegpu.get_desc_op %arg0 : (!transform.any_value) -> !transform.op<"linalg.generic">
    return
  }
}
