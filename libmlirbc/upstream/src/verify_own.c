/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "own_parts.h"
#include "verify_own.h"

#include <stdlib.h>

/* Sorted by name. */
static const struct up__check checks[] = {
	{ "acc.bounds", up__check_acc_bounds, false },
	{ "acc.data", up__check_acc_data, false },
	{ "acc.enter_data", up__check_acc_data, false },
	{ "acc.exit_data", up__check_acc_data, false },
	{ "acc.loop", up__check_acc_loop, false },
	{ "acc.update", up__check_acc_data, false },
	{ "acc.wait", up__check_acc_wait, false },
	{ "affine.apply", up__check_affine_apply, false },
	{ "affine.delinearize_index", up__check_delinearize, false },
	{ "affine.for", up__check_affine_for, false },
	{ "affine.if", up__check_affine_if, false },
	{ "affine.linearize_index", up__check_linearize, false },
	{ "affine.load", up__check_affine_access, false },
	{ "affine.max", up__check_affine_min, false },
	{ "affine.min", up__check_affine_min, false },
	{ "affine.parallel", up__check_affine_parallel, false },
	{ "affine.prefetch", up__check_affine_access, false },
	{ "affine.store", up__check_affine_access, false },
	{ "affine.vector_load", up__check_affine_vector, false },
	{ "affine.vector_store", up__check_affine_vector, false },
	{ "amx.tile_load", up__check_tile_access, false },
	{ "amx.tile_store", up__check_tile_access, false },
	{ "arith.bitcast", up__check_arith_bitcast, false },
	{ "arith.constant", up__check_arith_constant, false },
	{ "arith.extf", up__check_width_cast, false },
	{ "arith.extsi", up__check_width_cast, false },
	{ "arith.extui", up__check_width_cast, false },
	{ "arith.index_cast", up__check_index_cast, false },
	{ "arith.index_castui", up__check_index_cast, false },
	{ "arith.truncf", up__check_width_cast, false },
	{ "arith.trunci", up__check_width_cast, false },
	{ "async.execute", up__check_execute, true },
	{ "async.func", up__check_async_func, false },
	{ "bufferization.alloc_tensor", up__check_segment_sizes, false },
	{ "bufferization.dealloc", up__check_dealloc, false },
	{ "bufferization.materialize_in_destination", up__check_materialize, false },
	{ "builtin.module", up__check_module, false },
	{ "cf.cond_br", up__check_llvm_weights, false },
	{ "complex.bitcast", up__check_complex_bitcast, false },
	{ "complex.constant", up__check_complex_constant, false },
	{ "emitc.add", up__check_emitc_add, false },
	{ "emitc.apply", up__check_emitc_apply, false },
	{ "emitc.assign", up__check_emitc_assign, false },
	{ "emitc.call_opaque", up__check_emitc_call, false },
	{ "emitc.cast", up__check_emitc_cast, false },
	{ "emitc.constant", up__check_emitc_constant, false },
	{ "emitc.expression", up__check_emitc_expression, false },
	{ "emitc.literal", up__check_emitc_literal, false },
	{ "emitc.subscript", up__check_emitc_subscript, false },
	{ "emitc.variable", up__check_emitc_variable, false },
	{ "emitc.verbatim", up__check_verbatim, false },
	{ "emitc.yield", up__check_emitc_yield, false },
	{ "gpu.all_reduce", up__check_all_reduce, true },
	{ "gpu.alloc", up__check_segment_sizes, false },
	{ "gpu.dynamic_shared_memory", up__check_shared_memory, false },
	{ "gpu.func", up__check_gpu_func, false },
	{ "gpu.launch_func", up__check_launch, false },
	{ "gpu.memcpy", up__check_gpu_copy, false },
	{ "gpu.subgroup_reduce", up__check_reduction_kind, false },
	{ "gpu.warp_execute_on_lane_0", up__check_warp, true },
	{ "index.casts", up__check_index_cast, false },
	{ "index.castu", up__check_index_cast, false },
	{ "irdl.base", up__check_irdl_base, false },
	{ "irdl.dialect", up__check_irdl_dialect, false },
	{ "irdl.operands", up__check_irdl_names, false },
	{ "irdl.parameters", up__check_irdl_names, false },
	{ "irdl.results", up__check_irdl_names, false },
	{ "linalg.broadcast", up__check_linalg_broadcast, false },
	{ "linalg.index", up__check_linalg_index, false },
	{ "linalg.pack", up__check_pack, false },
	{ "linalg.reduce", up__check_linalg_reduce, false },
	{ "linalg.softmax", up__check_softmax, false },
	{ "linalg.transpose", up__check_linalg_transpose, false },
	{ "linalg.unpack", up__check_pack, false },
	{ "llvm.atomicrmw", up__check_llvm_rmw, false },
	{ "llvm.bitcast", up__check_llvm_bitcast, false },
	{ "llvm.call", up__check_llvm_call, false },
	{ "llvm.call_intrinsic", up__check_intrinsic, false },
	{ "llvm.cmpxchg", up__check_cmpxchg, false },
	{ "llvm.comdat", up__check_comdat, true },
	{ "llvm.cond_br", up__check_llvm_weights, false },
	{ "llvm.fence", up__check_fence, false },
	{ "llvm.func", up__check_llvm_func, false },
	{ "llvm.getelementptr", up__check_gep, false },
	{ "llvm.invoke", up__check_invoke, false },
	{ "llvm.landingpad", up__check_landingpad, false },
	{ "llvm.load", up__check_atomic_access, false },
	{ "llvm.mlir.alias", up__check_llvm_alias, true },
	{ "llvm.mlir.constant", up__check_llvm_constant, false },
	{ "llvm.mlir.global", up__check_llvm_global, true },
	{ "llvm.mlir.global_ctors", up__check_llvm_structors, false },
	{ "llvm.mlir.global_dtors", up__check_llvm_structors, false },
	{ "llvm.return", up__check_llvm_return, false },
	{ "llvm.sext", up__check_llvm_extension, false },
	{ "llvm.store", up__check_atomic_access, false },
	{ "llvm.zext", up__check_llvm_extension, false },
	{ "memref.assume_alignment", up__check_alignment, false },
	{ "memref.atomic_rmw", up__check_atomic_rmw, false },
	{ "memref.atomic_yield", up__check_atomic_yield, false },
	{ "memref.cast", up__check_memref_cast, false },
	{ "memref.collapse_shape", up__check_reassociation, false },
	{ "memref.expand_shape", up__check_reassociation, false },
	{ "memref.generic_atomic_rmw", up__check_generic_rmw, false },
	{ "memref.realloc", up__check_realloc, false },
	{ "memref.reinterpret_cast", up__check_reinterpret_cast, false },
	{ "memref.reshape", up__check_reshape, false },
	{ "memref.subview", up__check_subview, false },
	{ "memref.transpose", up__check_memref_transpose, false },
	{ "memref.view", up__check_view, false },
	{ "ml_program.global", up__check_ml_global, false },
	{ "nvgpu.device_async_copy", up__check_async_copy, false },
	{ "nvvm.barrier", up__check_nvvm_barrier, false },
	{ "nvvm.cp.async.shared.global", up__check_copy_size, false },
	{ "nvvm.setmaxregister", up__check_max_register, false },
	{ "nvvm.shfl.sync", up__check_shfl, false },
	{ "omp.atomic.read", up__check_omp_read, false },
	{ "omp.atomic.update", up__check_omp_access, false },
	{ "omp.atomic.write", up__check_omp_access, false },
	{ "omp.cancel", up__check_omp_cancel, false },
	{ "omp.cancellation_point", up__check_omp_cancel, false },
	{ "omp.declare_reduction", up__check_omp_reduction, true },
	{ "omp.distribute", up__check_loop_wrapper, true },
	{ "omp.loop_nest", up__check_loop_nest, false },
	{ "omp.ordered", up__check_omp_ordered, false },
	{ "omp.private", up__check_omp_private, true },
	{ "omp.sections", up__check_omp_sections, true },
	{ "omp.simd", up__check_simd, true },
	{ "omp.target_data", up__check_target_data, false },
	{ "omp.target_enter_data", up__check_omp_enter, false },
	{ "omp.target_exit_data", up__check_omp_exit, false },
	{ "omp.target_update", up__check_omp_update, false },
	{ "omp.taskloop", up__check_loop_wrapper, true },
	{ "omp.teams", up__check_omp_teams, false },
	{ "omp.wsloop", up__check_loop_wrapper, true },
	{ "pdl.attribute", up__check_pdl_binding, false },
	{ "pdl.operand", up__check_pdl_binding, false },
	{ "pdl.operands", up__check_pdl_binding, false },
	{ "pdl.operation", up__check_pdl_binding, false },
	{ "pdl.rewrite", up__check_pdl_rewrite, true },
	{ "pdl.type", up__check_pdl_binding, false },
	{ "pdl.types", up__check_pdl_binding, false },
	{ "ptr.load", up__check_atomic_access, false },
	{ "ptr.store", up__check_atomic_access, false },
	{ "quant.dcast", up__check_quant_cast, false },
	{ "quant.qcast", up__check_quant_cast, false },
	{ "quant.scast", up__check_quant_cast, false },
	{ "scf.for", up__check_for, true },
	{ "scf.forall", up__check_forall, false },
	{ "scf.forall.in_parallel", up__check_in_parallel, false },
	{ "scf.if", up__check_if, false },
	{ "scf.index_switch", up__check_switch, false },
	{ "scf.parallel", up__check_parallel, false },
	{ "scf.reduce", up__check_reduce, true },
	{ "scf.reduce.return", up__check_reduce_return, false },
	{ "scf.while", up__check_while, true },
	{ "shape.assuming", up__check_assuming, true },
	{ "shape.broadcast", up__check_shape_errors, false },
	{ "shape.const_shape", up__check_const_shape, false },
	{ "shape.num_elements", up__check_shape_errors, false },
	{ "shape.rank", up__check_shape_errors, false },
	{ "shape.reduce", up__check_shape_reduce, false },
	{ "smt.bv.extract", up__check_bv_extract, false },
	{ "smt.exists", up__check_quantifier, true },
	{ "smt.forall", up__check_quantifier, true },
	{ "sparse_tensor.convert", up__check_sparse_convert, false },
	{ "spirv.Bitcast", up__check_spirv_bitcast, false },
	{ "spirv.CompositeConstruct", up__check_spirv_construct, false },
	{ "spirv.CompositeExtract", up__check_spirv_extract, false },
	{ "spirv.CompositeInsert", up__check_spirv_insert, false },
	{ "spirv.FConvert", up__check_spirv_width, false },
	{ "spirv.GlobalVariable", up__check_spirv_global, false },
	{ "spirv.GroupNonUniformBallot", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformBroadcast", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformElect", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformFAdd", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformFMax", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformFMin", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformFMul", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformIAdd", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformIMul", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformSMax", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformSMin", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformShuffle", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformShuffleDown", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformShuffleUp", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformShuffleXor", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformUMax", up__check_spirv_scope, false },
	{ "spirv.GroupNonUniformUMin", up__check_spirv_scope, false },
	{ "spirv.Return", up__check_spirv_return, false },
	{ "spirv.SConvert", up__check_spirv_width, false },
	{ "spirv.Select", up__check_spirv_select, false },
	{ "spirv.SpecConstant", up__check_spec_constant, false },
	{ "spirv.SpecConstantComposite", up__check_spirv_composite, false },
	{ "spirv.UConvert", up__check_spirv_width, false },
	{ "spirv.Unreachable", up__check_spirv_unreachable, false },
	{ "spirv.Variable", up__check_spirv_variable, false },
	{ "spirv.VectorShuffle", up__check_spirv_shuffle, false },
	{ "spirv.func", up__check_spirv_func, false },
	{ "spirv.mlir.loop", up__check_spirv_merge, true },
	{ "spirv.mlir.selection", up__check_spirv_merge, true },
	{ "spirv.module", up__check_spirv_module, true },
	{ "tensor.bitcast", up__check_arith_bitcast, false },
	{ "tensor.cast", up__check_tensor_cast, false },
	{ "tensor.collapse_shape", up__check_reassociation, false },
	{ "tensor.concat", up__check_concat, false },
	{ "tensor.expand_shape", up__check_reassociation, false },
	{ "tensor.extract_slice", up__check_extract_slice, false },
	{ "tensor.from_elements", up__check_from_elements, false },
	{ "tensor.gather", up__check_gather, false },
	{ "tensor.generate", up__check_generate, true },
	{ "tensor.insert_slice", up__check_insert_slice, false },
	{ "tensor.pad", up__check_pad, true },
	{ "tensor.reshape", up__check_reshape, false },
	{ "tensor.splat", up__check_splat, false },
	{ "tosa.argmax", up__check_tosa_axis, false },
	{ "tosa.avg_pool2d", up__check_tosa_pool, false },
	{ "tosa.clamp", up__check_tosa_clamp, false },
	{ "tosa.concat", up__check_tosa_axis, false },
	{ "tosa.const_shape", up__check_tosa_shape, false },
	{ "tosa.max_pool2d", up__check_tosa_pool, false },
	{ "tosa.pad", up__check_tosa_shapes, false },
	{ "tosa.reduce_all", up__check_tosa_axis, false },
	{ "tosa.reduce_any", up__check_tosa_axis, false },
	{ "tosa.reduce_max", up__check_tosa_axis, false },
	{ "tosa.reduce_min", up__check_tosa_axis, false },
	{ "tosa.reduce_product", up__check_tosa_axis, false },
	{ "tosa.reduce_sum", up__check_tosa_axis, false },
	{ "tosa.reshape", up__check_tosa_shapes, false },
	{ "tosa.reverse", up__check_tosa_axis, false },
	{ "tosa.slice", up__check_tosa_shapes, false },
	{ "tosa.tile", up__check_tosa_shapes, false },
	{ "tosa.transpose", up__check_tosa_transpose, false },
	{ "transform.alternatives", up__check_alternatives, false },
	{ "transform.named_sequence", up__check_named_sequence, false },
	{ "transform.sequence", up__check_sequence, false },
	{ "vector.bitcast", up__check_vector_bitcast, false },
	{ "vector.broadcast", up__check_vector_broadcast, false },
	{ "vector.compressstore", up__check_masked_access, false },
	{ "vector.constant_mask", up__check_constant_mask, false },
	{ "vector.contract", up__check_contract, false },
	{ "vector.create_mask", up__check_create_mask, false },
	{ "vector.deinterleave", up__check_interleave, false },
	{ "vector.expandload", up__check_masked_access, false },
	{ "vector.extract", up__check_vector_extract, false },
	{ "vector.extract_strided_slice", up__check_vector_extract_slice, false },
	{ "vector.from_elements", up__check_from_elements, false },
	{ "vector.gather", up__check_masked_access, false },
	{ "vector.insert", up__check_vector_insert, false },
	{ "vector.insert_strided_slice", up__check_vector_insert_slice, false },
	{ "vector.interleave", up__check_interleave, false },
	{ "vector.load", up__check_vector_access, false },
	{ "vector.mask", up__check_mask, false },
	{ "vector.maskedload", up__check_masked_access, false },
	{ "vector.maskedstore", up__check_masked_access, false },
	{ "vector.multi_reduction", up__check_multi_reduction, false },
	{ "vector.outerproduct", up__check_outer_product, false },
	{ "vector.reduction", up__check_vector_reduction, false },
	{ "vector.scalable.extract", up__check_scalable_part, false },
	{ "vector.scalable.insert", up__check_scalable_part, false },
	{ "vector.scan", up__check_scan, false },
	{ "vector.scatter", up__check_masked_access, false },
	{ "vector.shape_cast", up__check_vector_shape_cast, false },
	{ "vector.shuffle", up__check_vector_shuffle, false },
	{ "vector.store", up__check_vector_access, false },
	{ "vector.transfer_read", up__check_transfer, false },
	{ "vector.transfer_write", up__check_transfer, false },
	{ "vector.transpose", up__check_vector_transpose, false },
	{ "vector.type_cast", up__check_type_cast, false },
};

static int compare(const void *key, const void *entry)
{
	const struct mlirbc_string *name = key;
	const char *other = ((const struct up__check *)entry)->name;
	const int order = strncmp(name->data, other, name->size);
	return order != 0 ? order : other[name->size] ? -1 : 0;
}

const struct up__check *up__check_find(const struct mlirbc_string *name)
{
	return bsearch(name, checks, sizeof checks / sizeof *checks, sizeof *checks, compare);
}

/* ---- parts of checks */

struct up__text up__text_of(const struct mlirbc_type *type)
{
	struct up__text text;
	mlirbc_type_text(type, text.data, sizeof text.data);
	return text;
}

const struct mlirbc_type *up__operand_type(const struct mlirbc_op *op, uint32_t index)
{
	return mlirbc_op_operands(op)[index].value->type;
}

const struct mlirbc_type *up__result_type(const struct mlirbc_op *op, uint32_t index) { return mlirbc_op_results(op)[index].type; }

static bool is_integer(const struct mlirbc_attr *attr) { return attr && attr->kind == MLIRBC_ATTR_INTEGER && attr->u.number.count == 1; }

bool up__ints_in(const struct mlirbc_attr *attr, struct up__ints *out)
{
	if (!attr)
		return false;
	if (attr->kind == MLIRBC_ATTR_DENSE_ARRAY && attr->type->kind == MLIRBC_TYPE_INTEGER) {
		*out = (struct up__ints){ attr, attr->u.dense.count };
		return true;
	}
	if (attr->kind != MLIRBC_ATTR_ARRAY)
		return false;
	for (size_t i = 0; i < attr->u.array.count; i++) {
		if (!is_integer(attr->u.array.data[i]))
			return false;
	}
	*out = (struct up__ints){ attr, attr->u.array.count };
	return true;
}

bool up__ints_of(const struct mlirbc_op *op, const char *name, struct up__ints *out)
{
	return up__ints_in(mlirbc_op_attr(op, name), out);
}

int64_t up__int_at(const struct up__ints *ints, size_t index)
{
	return ints->attr->kind == MLIRBC_ATTR_ARRAY ? up__integer_of(ints->attr->u.array.data[index]) : mlirbc_upstream__element(ints->attr, index);
}

int64_t up__int_of(const struct mlirbc_op *op, const char *name, int64_t otherwise)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, name);
	return is_integer(attr) ? up__integer_of(attr) : otherwise;
}

bool up__is_permutation(const struct up__ints *ints)
{
	for (size_t i = 0; i < ints->count; i++) {
		const int64_t at = up__int_at(ints, i);
		bool again = at < 0 || (uint64_t)at >= ints->count;
		for (size_t j = 0; j < i && !again; j++)
			again = up__int_at(ints, j) == at;
		if (again)
			return false;
	}
	return true;
}

/* The result of a map that begins at `at`, "d2" or an expression. Returns its end, a ',' or ')'. */
static const char *loop_in_map(const char *at, const char *end, int *out)
{
	size_t depth = 0;
	const char *begin = at;
	for (; at < end && (depth > 0 || (*at != ',' && *at != ')')); at++) {
		depth += *at == '(';
		depth -= *at == ')';
	}
	const bool single = *begin == 'd' && at - begin >= 2 && at - begin <= 3;
	*out = single ? 0 : -1;
	for (const char *digit = begin + 1; single && digit < at && *out >= 0; digit++)
		*out = *digit >= '0' && *digit <= '9' ? *out * 10 + (*digit - '0') : -1;
	return at;
}

bool up__loops_of(const struct mlirbc_attr *map, struct up__loops *out)
{
	const struct mlirbc_string *text = map && map->kind == MLIRBC_ATTR_AFFINE ? map->u.dialect.text : NULL;
	const char *at = text ? text->data : "", *end = at + (text ? text->size : 0);
	while (end - at > 2 && memcmp(at, "->", 2) != 0)
		at++;
	while (at < end && *at != '(')
		at++;
	out->count = 0;
	if (at == end)
		return false;
	for (at++; at < end && *at != ')'; at += at < end && *at == ',') {
		while (at < end && *at == ' ')
			at++;
		if (out->count == UP__MOST_LOOPS)
			return false;
		at = loop_in_map(at, end, &out->of[out->count++]);
	}
	return at < end;
}

size_t up__map_results(const struct mlirbc_attr *attr)
{
	struct up__loops loops;
	return up__loops_of(attr, &loops) ? loops.count : SIZE_MAX;
}

bool up__dims_differ(int64_t a, int64_t b) { return a != b && a != MLIRBC_DYNAMIC && b != MLIRBC_DYNAMIC; }

uint32_t up__dynamic_dims(const struct mlirbc_type *type)
{
	uint32_t count = 0;
	for (size_t i = 0; i < type->u.shaped.rank; i++)
		count += type->u.shaped.dims[i] == MLIRBC_DYNAMIC;
	return count;
}

bool up__is_scalable(const struct mlirbc_type *vector) { return vector->u.shaped.scalable != NULL; }
