/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eager operations in host programs: the kernels corert.*, with the names and semantics of TFRT's Core Runtime.
 *
 * An op handler is a kernels_handler (kernels/handler.h): one of this room, or one that the C host has registered. Those
 * that a program creates live as long as the resources of the host, or of the request if the host has none. */
#ifndef KERNELS_TENSOR_EAGER_H
#define KERNELS_TENSOR_EAGER_H

#include <kernels/handler.h>
#include <kernels/kernels.h>

#define KERNELS_TENSOR__HANDLER "!corert.ophandler" /* payload: const struct kernels_handler * */
#define KERNELS_TENSOR__OP "!corert.op"             /* payload: const struct kernels_function *; borrowed from the program */
/* Payload of both: struct kernels_attributes *; one reference. Those that are frozen do not change any more. */
#define KERNELS_TENSOR__OP_ATTRS "!corert.opattrs"
#define KERNELS_TENSOR__FROZEN_ATTRS "!corert.opattrsref"
#define KERNELS_TENSOR__TENSOR_TYPE "!tfrt.tensor_type" /* payload: struct kernels_text, as in pack test */
#define KERNELS_TENSOR__DEVICE "!tfrt.device"           /* of pack basic */

bool kernels_tensor__register_eager_types(void);

/* ---- handle.c: tensor handles */

void kernels_tensor__const_dense_handle(struct kernels_call *call);
void kernels_tensor__const_string_handle(struct kernels_call *call);
void kernels_tensor__create_dense_handle(struct kernels_call *call, enum kernels_dtype dtype);
void kernels_tensor__print_handle(struct kernels_call *call);
void kernels_tensor__handle_to_i32(struct kernels_call *call);
void kernels_tensor__handle_to_shape(struct kernels_call *call);
void kernels_tensor__handle_to_tensor(struct kernels_frame *frame);
void kernels_tensor__tensor_to_handle(struct kernels_frame *frame);
void kernels_tensor__error_handle(struct kernels_call *call);
void kernels_tensor__transfer_handle(struct kernels_frame *frame);
void kernels_tensor__transfer_handle_as(struct kernels_frame *frame);
void kernels_tensor__handle_type(struct kernels_call *call);

/* Makes a tensor of the elements of an attribute: all of them, or one for all. Returns false after the call has failed. */
bool kernels_tensor__from_elements(struct kernels_call *call, enum kernels_dtype dtype, const struct kernels_shape *shape,
	const uint8_t *elements, size_t count, struct kernels_tensor *out);
/* The tensor of a handle; NULL after the call has failed: it is on another task. */
const struct kernels_tensor *kernels_tensor__in_handle(struct kernels_call *call, uint32_t index);

/* ---- op_attributes.c: attributes of operations */

/* Adds the attribute `name`, of BEF's kind `kind`; NULL: an element of the open aggregate. `allocator`: for the call. */
enum kernels_status kernels_tensor__add_attribute(struct kernels_attributes *to, const struct async_allocator *allocator,
	const char *name, struct kernels_attr attr, uint8_t kind);

void kernels_tensor__create_op_attrs(struct kernels_call *call);
void kernels_tensor__set_op_attr(struct kernels_call *call, uint8_t kind);
void kernels_tensor__print_op_attrs(struct kernels_call *call);
void kernels_tensor__freeze_op_attrs(struct kernels_call *call);

/* ---- handlers.c: op handlers of programs */

void kernels_tensor__create_null_handler(struct kernels_call *call);
void kernels_tensor__create_cpu_handler(struct kernels_call *call);
void kernels_tensor__create_cpu_handler_at(struct kernels_call *call);
void kernels_tensor__create_logging_handler(struct kernels_call *call);
void kernels_tensor__register_handler(struct kernels_call *call);
void kernels_tensor__get_handler(struct kernels_call *call);

/* ---- ops.c: the operations of the CPU handler. Returns false: there is no such operation. */
bool kernels_tensor__run_op(const struct kernels_handler_call *call);

/* ---- execute.c: operations of programs */

/* The state: attributes that prepare() has made for the handler. */
enum kernels_status kernels_tensor__prepare_execute(const struct kernels_site *site, const struct async_allocator *allocator,
	void **out_state, struct kernels_diag *diag);
void kernels_tensor__unprepare_execute(void *state, const struct async_allocator *allocator);
void kernels_tensor__execute(struct kernels_frame *frame);
void kernels_tensor__execute_in_order(struct kernels_frame *frame);
void kernels_tensor__make_composite(struct kernels_frame *frame);
void kernels_tensor__execute_composite(struct kernels_frame *frame);

/* ---- branches.c: control flow on handles */

void kernels_tensor__cond_handle(struct kernels_frame *frame);
void kernels_tensor__while_handle(struct kernels_frame *frame);

#endif
