/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of the pack, their payload types, and what they share. */
#ifndef KERNELS_COLLECTIVE_COMMON_H
#define KERNELS_COLLECTIVE_COMMON_H

#include <kernels/kernels.h>
#include <kernels/world.h>
#include <string.h>

#define CONTEXT "!tfrt_dist.dist_context"
#define CONFIGURATION "!tfrt_dist.dist_context_configuration"
#define TASK "!tfrt_dist.task_handle"
#define PAYLOAD_TYPE "!tfrt_dist.payload"
#define OBJECT "!tfrt_dist.remote_object_id"
#define SPEC "!tfrt_dist.remote_execute_spec"
#define MANAGER "!tfrt_dist.remote_chain_manager"
#define HANDLE "!corert.tensorhandle"
#define TENSOR "!tfrt_tensor.tensor"
#define CHAIN "!tfrt.chain"
#define STRING "!tfrt.string"

/* One row per kernel: name, signature, function. FRAME: kernels that need their arguments; MEMBER: those in which a task takes part with
 * an error too: they start as soon as one of their arguments, usually the context, is available; REMOTE: those that run functions of the program by name. */
#define COLLECTIVE_CONTEXTS(PAYLOAD, FRAME) \
	FRAME("tfrt_dist.get_distributed_context", "() -> " CONTEXT, get_context) \
	PAYLOAD("tfrt_dist.get_task_handle", "(" CONTEXT ") {task_name: string} -> " TASK, get_task_handle) \
	FRAME("tfrt_dist.test_create_configurations", "() -> (...)", create_configurations) \
	FRAME("tfrt_dist.test_create_distributed_context", "(" CONFIGURATION "...) -> (...)", create_contexts) \
	PAYLOAD("tfrt_dist.test_close_distributed_context", "(" CONTEXT ", " CHAIN ") -> " CHAIN, close_context) \
	PAYLOAD("collective.task", "(" CONTEXT ", i32) -> " TASK, task) \
	PAYLOAD("collective.task_count", "(" CONTEXT ") -> i32", task_count) \
	PAYLOAD("collective.task_number", "(" CONTEXT ") -> i32", task_number)

#define COLLECTIVE_TRANSFERS(PAYLOAD, FRAME) \
	FRAME("tfrt_dist.send_bytes", "(" CONTEXT ", " TASK ", " STRING ", " PAYLOAD_TYPE ") -> " CHAIN, send_bytes) \
	FRAME("tfrt_dist.recv_bytes", "(" CONTEXT ", " TASK ", " STRING ") -> " PAYLOAD_TYPE, recv_bytes) \
	PAYLOAD("tfrt_dist.serialize", "(" TENSOR ", " CHAIN ") -> " PAYLOAD_TYPE, serialize) \
	PAYLOAD("tfrt_dist.deserialize", "(" PAYLOAD_TYPE ") -> " TENSOR, deserialize)

#define COLLECTIVE_OBJECTS(PAYLOAD, FRAME) \
	PAYLOAD("tfrt_dist.create_remote_execute_spec", "(" CONTEXT ") {output_devices: aggregate} -> " SPEC, create_spec) \
	PAYLOAD("tfrt_dist.get_chain_for_task_handle", "(" CHAIN ", " MANAGER ", " TASK ") -> " OBJECT, get_chain) \
	PAYLOAD("tfrt_dist.set_chain_for_task_handle", "(" CHAIN ", " MANAGER ", " TASK ", " OBJECT ") -> " CHAIN, set_chain) \
	PAYLOAD("tfrt_dist.test_create_remote_chain_manager", "(" CONTEXT ") -> " MANAGER, create_manager) \
	PAYLOAD("tfrt_dist.test_print_remote_object_id", "(" OBJECT ", " CHAIN ") -> " CHAIN, print_object) \
	PAYLOAD("tfrt_dist.test_print_remote_execute_spec", "(" SPEC ", " CHAIN ") -> " CHAIN, print_spec) \
	PAYLOAD("tfrt_dist.get_remote_object_id_from_th", "(" HANDLE ") -> " OBJECT, handle_object) \
	PAYLOAD("collective.create_remote_object_id", "(" CONTEXT ", " TASK ") -> " OBJECT, create_object) \
	FRAME("collective.fetch_remote_object", "(" CONTEXT ", " OBJECT ") -> " TENSOR, fetch_object) \
	FRAME("collective.delete_remote_objects", "(" CHAIN ", " CONTEXT ", " OBJECT "...) -> " CHAIN, delete_objects)

#define COLLECTIVE_REMOTE(REMOTE) \
	REMOTE("tfrt_dist.remote_execute", "(" CHAIN ", " CONTEXT ", " TASK ", " SPEC ", " OBJECT "...) {program_name: string} -> (" \
		CHAIN ", ...)", remote_execute, 0) \
	REMOTE("tfrt_dist.remote_execute_th", "(" CHAIN ", " CONTEXT ", " TASK ", " SPEC ", " OBJECT \
		"...) {num_tensorhandle_output: i32, program_name: string} -> (" CHAIN ", ...)", remote_execute_th, 0) \
	REMOTE("tfrt_dist.remote_execute_th_preallocated", "(" CHAIN ", " CONTEXT ", " TASK ", " SPEC ", " OBJECT \
		"...) {num_input: i32, num_tensorhandle_output: i32, program_name: string} -> (" CHAIN ", ...)", \
		remote_execute_th_preallocated, 0) \
	REMOTE("tfrt_dist.register_tfrt_function", "(" CHAIN ", " CONTEXT ", " TASK \
		") {program: string, program_name: string} -> " CHAIN, register_function, 0) \
	REMOTE("collective.serve", "(" CONTEXT ", " CHAIN ") -> " CHAIN, serve, KERNELS_NONSTRICT)

#define COLLECTIVE_OF_TYPE(MEMBER, type) \
	MEMBER("tfrt_dist.cpu.allreduce." #type, "(" CONTEXT ", " STRING ", " STRING ", " TENSOR ", " TENSOR ", " CHAIN \
		") {reduction_fn: string} -> " CHAIN, allreduce_##type) \
	MEMBER("tfrt_dist.cpu.broadcast." #type, "(" CONTEXT ", " STRING ", " STRING ", " TENSOR ", " TASK ", " CHAIN \
		") -> " CHAIN, broadcast_##type) \
	MEMBER("tfrt_dist.cpu.allgather_fixed_shape." #type, "(" CONTEXT ", " STRING ", " STRING ", " TENSOR ", " TENSOR \
		", ui64, " CHAIN ") -> " CHAIN, allgather_fixed_##type) \
	MEMBER("tfrt_dist.cpu.allgather_any_shape." #type, "(" CONTEXT ", " STRING ", " STRING ", " TENSOR \
		", ui64, " CHAIN ") -> (" CHAIN ", " TENSOR ")", allgather_any_##type)

#define COLLECTIVE_KERNELS(PAYLOAD, FRAME, MEMBER, REMOTE) \
	COLLECTIVE_CONTEXTS(PAYLOAD, FRAME) \
	COLLECTIVE_TRANSFERS(PAYLOAD, FRAME) \
	COLLECTIVE_OBJECTS(PAYLOAD, FRAME) \
	COLLECTIVE_REMOTE(REMOTE) \
	COLLECTIVE_OF_TYPE(MEMBER, f32) \
	COLLECTIVE_OF_TYPE(MEMBER, i32)

#define DECLARE_PAYLOAD(name, signature, function) void kernels_collective__##function(struct kernels_call *call);
#define DECLARE_FRAME(name, signature, function) void kernels_collective__##function(struct kernels_frame *frame);
#define DECLARE_REMOTE(name, signature, function, flags) void kernels_collective__##function(struct kernels_frame *frame);
COLLECTIVE_KERNELS(DECLARE_PAYLOAD, DECLARE_FRAME, DECLARE_FRAME, DECLARE_REMOTE)
#undef DECLARE_PAYLOAD
#undef DECLARE_FRAME
#undef DECLARE_REMOTE
/* prepare() of REMOTE. */
enum kernels_status kernels_collective__prepare_remote(const struct kernels_site *site, const struct async_allocator *allocator,
	void **out_state, struct kernels_diag *diag);

/* ---- payload types (types.c) */

struct kernels_collective__store; /* remote.h */

/* A task among the others. Reference-counted; the payload of CONTEXT is a pointer with one reference. */
struct kernels_collective__context {
	uint32_t refs; /* atomic */
	uint32_t closed; /* atomic */
	const struct async_allocator *allocator;
	struct kernels_process process;
	struct kernels_world *world; /* of contexts for tests, one reference; NULL: the engine belongs to the host */
	struct kernels_collective__store *store; /* the objects of the task, one reference */
};
struct kernels_collective__context *kernels_collective__context_retain(struct kernels_collective__context *context);
void kernels_collective__context_release(struct kernels_collective__context *context);
/* The task does not take part in anything any more. */
void kernels_collective__context_close(struct kernels_collective__context *context);

static inline uint32_t kernels_collective__tasks(const struct kernels_collective__context *context)
{
	return context->process.replicas * context->process.partitions;
}

/* Ends the request of a task that has no memory for its part of an operation. Otherwise the other tasks could wait for ever. */
static inline void kernels_collective__give_up(struct async_request *request, const struct kernels_site *site)
{
	async_request_cancel_with(request, kernels_site_error(site, request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
}

/* Payload of CONFIGURATION. */
struct kernels_collective__configuration {
	uint32_t task, tasks;
};

/* Payload of PAYLOAD_TYPE: bytes in `count` buffers, one reference each. */
#define KERNELS_COLLECTIVE__BUFFERS 2u
struct kernels_collective__payload {
	uint32_t count;
	struct kernels_buffer *buffers[KERNELS_COLLECTIVE__BUFFERS];
};

/* The payload of TASK is the number of the task, uint32_t. */
struct kernels_collective__types {
	async_type_id context, configuration, task, payload, object, spec, manager;
};
bool kernels_collective__register_types(void);
struct kernels_collective__types kernels_collective__types(void);

#define ARGUMENT(type, index) (*(type const *)call->arguments[index])
#define RESULT(type, index) (*(type *)call->results[index])
#define VALUE(type, index) (*(type const *)async_value_payload_small(frame->arguments[index]))

/* ---- keys */

/* The channel of a key: operations and messages with equal keys match in their order, others in any order. */
int64_t kernels_collective__channel(const char *key, size_t size);

/* ---- group.c */

struct kernels_collective__group {
	uint32_t *members; /* numbers of tasks, in the order of the group */
	uint32_t count, self;
	size_t size; /* bytes of members */
	const struct async_allocator *allocator;
};
/* Finds the members of a group: "world", all tasks, or numbers of tasks as in "0,2,3". Returns false with a message. The
 * group is released with group_finish() after success. */
bool kernels_collective__group_find(const struct kernels_collective__context *context, const struct kernels_text *name,
	struct kernels_collective__group *out, char *message, size_t size);
void kernels_collective__group_finish(struct kernels_collective__group *group);

#endif
