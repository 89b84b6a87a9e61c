/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations between processes. Tokens are the last operands and results; they order the operations of a process
 * (kernels/process.h). Collective operations have one; replica_id and partition_id none. */
#ifndef KERNELS_HLO_PARALLEL_H
#define KERNELS_HLO_PARALLEL_H

#include "core/op.h"

#ifdef KERNELS_NO_MESSAGES
#define HLO_PROCESS "fn..."
#else
#define HLO_PROCESS "fn(...) -> (...)..."
#endif
#define HLO_GROUPED "channel_id: i64, group_size: i64"

/* One row per kernel: name after "hlo.", signature, function. */
#define HLO_PARALLEL(ROW) \
	ROW("infeed", "(...) {types: i64[]} -> (...)", infeed) \
	ROW("outfeed", "(...) {types: i64[]} -> (...)", outfeed) \
	ROW("partition_id", "() {types: i64[]} -> !tfrt_tensor.tensor", partition_id) \
	ROW("recv", "(...) {channel_id: i64, source_target_pairs: i64[], types: i64[]} -> (...)", recv) \
	ROW("replica_id", "() {types: i64[]} -> !tfrt_tensor.tensor", replica_id)

/* Kernels in which a process takes part with errors too (parallel/ready.h). */
#define HLO_EXCHANGES(ROW) \
	ROW("all_gather", "(...) {all_gather_dim: i64, " HLO_GROUPED \
		", replica_groups: i64[], types: i64[], use_global_device_ids: i1} -> (...)", all_gather) \
	ROW("all_reduce", "(...) {body: string, channel_id: i64, " HLO_BODIES "group_size: i64" \
		", replica_groups: i64[], types: i64[], use_global_device_ids: i1} -> (...)", all_reduce) \
	ROW("all_to_all", "(...) {channel_id: i64, concat_dimension: i64, group_size: i64, replica_groups: i64[], " \
		"split_dimension: i64, types: i64[]} -> (...)", all_to_all) \
	ROW("collective_broadcast", "(...) {" HLO_GROUPED \
		", has_dynamic_root: i1, replica_groups: i64[], types: i64[]} -> (...)", collective_broadcast) \
	ROW("collective_permute", \
		"(...) {channel_id: i64, source_target_pairs: i64[], types: i64[]} -> (...)", collective_permute) \
	ROW("collective_reduce", "(...) {body: string, channel_id: i64, " HLO_BODIES "group_size: i64" \
		", has_dynamic_root: i1, replica_groups: i64[], types: i64[], use_global_device_ids: i1} -> (...)", \
		collective_reduce) \
	ROW("reduce_scatter", "(...) {body: string, channel_id: i64, " HLO_BODIES "group_size: i64" \
		", replica_groups: i64[], scatter_dimension: i64, types: i64[], use_global_device_ids: i1} -> (...)", \
		reduce_scatter) \
	ROW("send", "(...) {channel_id: i64, source_target_pairs: i64[], types: i64[]} -> (...)", send)

/* Kernels that call functions. */
#define HLO_PROCESSES(ROW) \
	ROW("run_parallel", \
		"(...) {functions: " HLO_PROCESS ", infeeds: i64, partitions: i64, replicas: i64, types: i64[]} -> (...)", \
		run_parallel)

/* The functions of a kernel that exchanges values in its frame function. */
#define HLO_PARALLEL_KERNEL(name, plan_type, plan_function, finish_function, frame_function) \
	static const struct hlo_kernel name##_kernel = { \
		.plan_size = sizeof(plan_type), .plan = plan_function, .finish = finish_function \
	}; \
	hlo_frame_function kernels_hlo__##name; \
	void kernels_hlo__##name(struct kernels_frame *frame) \
	{ \
		frame_function(frame); \
	} \
	HLO_PREPARE(name)

#endif
