/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose arrays are in the memory of a device (kernels/device.h). libbef-stablehlo chooses them for programs that are lowered
 * for a device. Arrays are !tfrt_gpu.buffer: dense, row-major, of at least the bytes of the type in the attribute `types`.
 *
 * A function that uses the device has one hlo.device_stream, or gets that of a function around it: the operand 0 of all others; in `types`
 * it is a token. A kernel puts its command into the stream and returns buffers at once: commands of one stream take effect in order.
 * Only device_get, device_wait and the first device_constant wait, by a signal. The name of the device is the attribute `device`: "opencl:0". */
#ifndef KERNELS_HLO_DEVICE_DEVICE_H
#define KERNELS_HLO_DEVICE_DEVICE_H

#include "device/source.h"
#include <kernels/device.h>

/* The device of a planned op, and the code of a kernel with one launch. */
struct hlo_device {
	struct kernels_device_context *context; /* one reference */
	struct kernels_device_launch launch; /* without arguments. One reference to the function; NULL: there is nothing to compute */
	size_t largest_group;
	uint32_t vector_bytes; /* of a register; at least 16 */
	uint64_t by_value; /* operands, of the first 64, that are tensors of the host with one element: the kernel gets that */
	/* The first results, as many: result i has the elements of operand i + 1 before the launch, in its memory if nothing else
	 * uses that, else in a copy. */
	uint32_t updates;
	bool shared;  /* result 0 is the same memory in all calls */
	bool passes;  /* result 0 is operand 1 */
	bool f64;
	bool cpu; /* the device is a processor: vectors instead of groups, and no local memory */
};

/* ---- for plan(); false after kernels_hlo__refuse() */

/* Opens the device of the attribute, and reads `by_value`. */
bool kernels_hlo__device_open(struct hlo_op *op, struct hlo_device *device);
/* The op without the stream. */
struct hlo_op kernels_hlo__device_host_op(const struct hlo_op *op);
/* Checks the types, and all that the kernel of the host checks: the device has the kernels of these forms only. */
bool kernels_hlo__device_check(struct hlo_op *op, const struct hlo_device *device, const struct hlo_kernel *host);
/* Both. */
bool kernels_hlo__device_open_as(struct hlo_op *op, struct hlo_device *device, const struct hlo_kernel *host);
/* Compiles the source, whose kernel has the name of the operation. Takes the source over. */
bool kernels_hlo__device_compile(struct hlo_op *op, struct hlo_device *device, struct hlo_source *source);
/* Compiles a source with several kernels. Takes the source over, and returns a reference to the program; NULL after a refusal. */
struct kernels_device_program *kernels_hlo__device_build(struct hlo_op *op, const struct hlo_device *device, struct hlo_source *source);
/* Gives the launch the kernel of the program with this name. */
bool kernels_hlo__device_function(
	struct hlo_op *op, struct kernels_device_program *program, const char *name, struct kernels_device_launch *launch);
/* Writes the beginning of the kernel, whose parameters are a1, a2, ... (operands from 1 on) and r0, r1, ... (results). An operand
 * by value is read like an array of one element. */
void kernels_hlo__device_begin_kernel(const struct hlo_op *op, const struct hlo_device *device, struct hlo_source *source);
/* Parts of it: the parameters of the operands, each followed by a comma, and the arrays of operands by value, for the begin
 * of the code. */
void kernels_hlo__device_parameters(const struct hlo_op *op, const struct hlo_device *device, struct hlo_source *source);
void kernels_hlo__device_values(const struct hlo_op *op, const struct hlo_device *device, struct hlo_source *source);
void kernels_hlo__device_finish(const struct async_allocator *allocator, void *plan); /* of a plan that begins with a struct hlo_device */

/* ---- frames */

void kernels_hlo__device_fail(struct kernels_frame *frame, const struct kernels_device_error *error);
void kernels_hlo__device_out_of_memory(struct kernels_frame *frame);
/* The plan of the op, which begins with a struct hlo_device. NULL: the frame has failed. */
const void *kernels_hlo__device_plan_of(struct kernels_frame *frame, const struct hlo_op **out_op);
/* Argument 0, in the context of the op. NULL: the frame has failed. */
struct kernels_device_stream *kernels_hlo__device_stream_of(struct kernels_frame *frame, const struct hlo_device *device);
/* A buffer with at least the bytes of the type. NULL: the frame has failed. */
struct kernels_device_buffer *kernels_hlo__device_buffer_of(
	struct kernels_frame *frame, const struct hlo_device *device, uint32_t index, const struct hlo_type *type);
struct kernels_device_buffer *kernels_hlo__device_create_buffer(
	const struct hlo_device *device, const struct hlo_type *type, struct kernels_device_error *error);

/* Launches the code of a plan that begins with a struct hlo_device: frame function. */
void kernels_hlo__device_launch(struct kernels_frame *frame);
/* As above, for kernels with several launches. `ready`: whether these return soon. `put` puts them into the stream; `arguments` are the operands from 1
 * on, then the results. */
struct hlo_device_commands {
	bool (*ready)(const void *plan);
	bool (*put)(struct kernels_frame *frame, const void *plan, struct kernels_device_stream *stream,
		const struct kernels_device_argument *arguments, uint32_t count, struct kernels_device_error *error);
};
void kernels_hlo__device_run(
	struct kernels_frame *frame, const struct hlo_device_commands *commands, void (*later)(struct kernels_frame *frame));
/* Puts a launch into the stream. While somebody watches, its end is reported. Returns false with the error. */
bool kernels_hlo__device_put_launch(struct kernels_frame *frame, struct kernels_device_stream *stream,
	const struct kernels_device_launch *launch, const struct kernels_device_argument *arguments, uint32_t count,
	struct kernels_device_error *error);

/* Work on a device that a value waits for, or that uses memory of the host: a unit of work of the request. */
struct hlo_device_copy {
	struct kernels_device_signal signal; /* first; for the driver */
	struct async_external external;
	struct async_request *request;
	const struct kernels_site *site;
	struct kernels_device_context *context; /* one reference */
	struct async_value *result;  /* indirect: becomes the payload, or an error. One reference; NULL: none waits */
	struct async_value *payload; /* one reference, or NULL */
	struct async_value *kept;    /* stays until the device has ended. One reference, or NULL */
	struct kernels_device_span span; /* `put` 0: nobody watches */
	int32_t number;
};
/* Takes over the references to `result` and `payload`, retains `kept`. NULL: out of memory, and nothing was taken over. */
struct hlo_device_copy *kernels_hlo__device_copy_begin(struct kernels_frame *frame, struct kernels_device_context *context,
	struct async_value *result, struct async_value *payload, struct async_value *kept);
/* For kernels_device_watch(), before the driver is called: `name` stays as long as the site. */
void kernels_hlo__device_copy_watch(
	struct hlo_device_copy *copy, const struct kernels_device_stream *stream, const char *name);
/* The driver did not take the signal: the result becomes this error. */
void kernels_hlo__device_copy_abandon(struct hlo_device_copy *copy, const struct kernels_device_error *error);

#endif
