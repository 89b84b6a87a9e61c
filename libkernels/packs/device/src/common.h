/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of the pack, and what they share. */
#ifndef KERNELS_DEVICE_COMMON_H
#define KERNELS_DEVICE_COMMON_H

#include <kernels/device.h>
#include <kernels/kernels.h>

/* objects.c */
#define DEVICE_OBJECTS(PAYLOAD, FRAME) \
	FRAME("tfrt_gpu.device.get", "(i32) {platform: i32} -> !tfrt_gpu.device", device_get) \
	FRAME("device.find", "(!tfrt.chain...) {name: string} -> !tfrt_gpu.device", device_find) \
	FRAME("tfrt_gpu.context.primary", "(!tfrt_gpu.device) -> !tfrt_gpu.context", context_primary) \
	FRAME("tfrt_gpu.context.create", "(!tfrt_gpu.device) -> !tfrt_gpu.context", context_create) \
	PAYLOAD("tfrt_gpu.stream.create", "(!tfrt_gpu.context) -> !tfrt_gpu.stream", stream_create) \
	PAYLOAD("tfrt_gpu.stream.get_context", "(!tfrt_gpu.stream) -> !tfrt_gpu.context", stream_get_context) \
	PAYLOAD("tfrt_gpu.stream.wait", "(!tfrt_gpu.stream, !tfrt_gpu.event, !tfrt.chain) -> !tfrt.chain", stream_wait) \
	FRAME("tfrt_gpu.stream.synchronize", "(!tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain", stream_synchronize) \
	PAYLOAD("tfrt_gpu.event.create", "(!tfrt_gpu.context) -> !tfrt_gpu.event", event_create) \
	PAYLOAD("tfrt_gpu.event.record", "(!tfrt_gpu.event, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain", \
		event_record) \
	FRAME("tfrt_gpu.event.synchronize", "(!tfrt_gpu.event, !tfrt.chain) -> !tfrt.chain", event_synchronize) \
	FRAME("tfrt_gpu.alias", "(any, !tfrt.chain) -> any", alias)

/* memory.c */
#define DEVICE_MEMORY(PAYLOAD, FRAME) \
	PAYLOAD("tfrt_gpu.allocator.create", "(!tfrt_gpu.context) -> !tfrt_gpu.allocator", allocator_create) \
	PAYLOAD("tfrt_gpu.mem.allocate", \
		"(!tfrt_gpu.allocator, !tfrt_gpu.stream, i64, !tfrt.chain) -> !tfrt_gpu.buffer", mem_allocate) \
	PAYLOAD("tfrt_gpu.mem.allocate_host", "(!tfrt_gpu.context, i64, !tfrt.chain) -> !tfrt_gpu.buffer", \
		mem_allocate_host) \
	PAYLOAD("tfrt_gpu.mem.deallocate", "(!tfrt_gpu.buffer, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain", \
		mem_deallocate) \
	PAYLOAD("tfrt_gpu.mem.register", "(!tfrt_gpu.context, !ht.host_buffer) -> !tfrt_gpu.buffer", mem_register) \
	PAYLOAD("tfrt_gpu.mem.view", "(!tfrt_gpu.buffer, ui64, ui64) -> !tfrt_gpu.buffer", mem_view) \
	PAYLOAD("tfrt_gpu.mem.print_metadata", "(!tfrt_gpu.buffer, !tfrt.chain) -> !tfrt.chain", mem_print_metadata) \
	FRAME("tfrt_gpu.mem.load", "(!tfrt_gpu.buffer, !tfrt.chain) {type: type} -> any", mem_load) \
	FRAME("tfrt_gpu.mem.set", "(!tfrt_gpu.buffer, any, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain", mem_set)

/* copy.c */
#define DEVICE_COPY(PAYLOAD, FRAME) \
	FRAME("tfrt_gpu.mem.copy", "(any, any, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain", mem_copy) \
	FRAME("device.tensor.write", "(!tfrt_gpu.buffer, !tfrt_tensor.tensor, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain", \
		tensor_write) \
	FRAME("device.tensor.read", \
		"(!tfrt_gpu.buffer, !ts.shape, !tfrt_gpu.stream, !tfrt.chain) {type: type} -> !tfrt_tensor.tensor", \
		tensor_read)

/* tensors.c */
#define DEVICE_TENSOR(PAYLOAD, type) \
	PAYLOAD("tfrt_gpu.tensor.make." #type, "(!tfrt_gpu.buffer, !ts.shape, !tfrt.chain) -> !tfrt_gpu.tensor", \
		tensor_make_##type)
#define DEVICE_TENSORS(PAYLOAD, FRAME) \
	DEVICE_TENSOR(PAYLOAD, i8) \
	DEVICE_TENSOR(PAYLOAD, i32) \
	DEVICE_TENSOR(PAYLOAD, i64) \
	DEVICE_TENSOR(PAYLOAD, f32) \
	DEVICE_TENSOR(PAYLOAD, f64) \
	PAYLOAD("tfrt_gpu.tensor.print_metadata", "(!tfrt_gpu.tensor, !tfrt.chain) -> !tfrt.chain", tensor_print_metadata)

/* program.c */
#define DEVICE_PROGRAM(PAYLOAD, FRAME) \
	FRAME("tfrt_gpu.module.load", "(!tfrt_gpu.context) {data: string} -> !tfrt_gpu.module", module_load) \
	PAYLOAD("tfrt_gpu.module.get_function", "(!tfrt_gpu.module) {name: string} -> !tfrt_gpu.function", \
		module_get_function) \
	PAYLOAD("tfrt_gpu.module.get_global", "(!tfrt_gpu.module) {name: string} -> !tfrt_gpu.buffer", \
		module_get_global) \
	FRAME("device.program.build", "(!tfrt_gpu.context) {kind: string, options: string, source: string} -> !tfrt_gpu.module", \
		program_build) \
	FRAME("device.program.load", \
		"(!tfrt_gpu.context, !tfrt.chain...) {kind: string, options: string, path: string} -> !tfrt_gpu.module", \
		program_load) \
	FRAME("device.program.specialize", \
		"(!tfrt_gpu.context, !tfrt.chain...) {ids: i32[], kind: string, options: string, path: string, " \
		"sizes: i32[], values: i64[]} -> !tfrt_gpu.module", \
		program_specialize) \
	FRAME("device.program.specialize_names", \
		"(!tfrt_gpu.context, !tfrt.chain...) {kind: string, names: string, options: string, path: string, " \
		"sizes: i32[], values: string} -> !tfrt_gpu.module", \
		program_specialize_names)

/* arguments.c */
#define DEVICE_ARGUMENTS(PAYLOAD, FRAME) \
	PAYLOAD("device.argument.bytes", "() {bytes: string} -> !device.argument", argument_bytes) \
	PAYLOAD("device.argument.local", "(i64) -> !device.argument", argument_local) \
	PAYLOAD("device.argument.null", "() -> !device.argument", argument_null)

/* launch.c. SIZED: frame kernels that prepare the sizes of a launch. */
#define DEVICE_LAUNCH(PAYLOAD, FRAME, SIZED) \
	FRAME("tfrt_gpu.function.launch", \
		"(!tfrt_gpu.stream, !tfrt_gpu.function, ui64, ui64, ui64, ui64, ui64, ui64, ui32, !tfrt.chain, ...) -> " \
		"!tfrt.chain", \
		function_launch) \
	SIZED("device.function.launch", \
		"(!tfrt_gpu.stream, !tfrt_gpu.function, !tfrt.chain, ...) {global: i64[], group: i64[], offset: i64[]} -> " \
		"!tfrt.chain", \
		launch) \
	SIZED("device.function.run", \
		"(!tfrt_gpu.stream, !tfrt_gpu.function, !tfrt.chain, ...) {global: i64[], group: i64[], offset: i64[]} -> " \
		"!tfrt.chain", \
		run)

#define DEVICE_KERNELS(PAYLOAD, FRAME, SIZED) \
	DEVICE_OBJECTS(PAYLOAD, FRAME) \
	DEVICE_MEMORY(PAYLOAD, FRAME) \
	DEVICE_COPY(PAYLOAD, FRAME) \
	DEVICE_TENSORS(PAYLOAD, FRAME) \
	DEVICE_PROGRAM(PAYLOAD, FRAME) \
	DEVICE_ARGUMENTS(PAYLOAD, FRAME) \
	DEVICE_LAUNCH(PAYLOAD, FRAME, SIZED)

#define DECLARE_PAYLOAD(name, signature, function) void kernels_device__##function(struct kernels_call *call);
#define DECLARE_FRAME(name, signature, function) void kernels_device__##function(struct kernels_frame *frame);
DEVICE_KERNELS(DECLARE_PAYLOAD, DECLARE_FRAME, DECLARE_FRAME)
#undef DECLARE_PAYLOAD
#undef DECLARE_FRAME
enum kernels_status kernels_device__prepare_launch(const struct kernels_site *site, const struct async_allocator *allocator,
	void **out_state, struct kernels_diag *diag);
void kernels_device__unprepare_launch(void *state, const struct async_allocator *allocator);

/* Inside a payload kernel, and inside a frame kernel. */
#define ARGUMENT(type, index) (*(type const *)call->arguments[index])
#define RESULT(type, index) (*(type *)call->results[index])
#define VALUE(type, index) (*(type const *)async_value_payload_small(frame->arguments[index]))

/* A failure of a driver becomes the error of the op. */
void kernels_device__fail_call(struct kernels_call *call, const struct kernels_device_error *error);
void kernels_device__fail_frame(struct kernels_frame *frame, const struct kernels_device_error *error);
/* Returns false, and fills *error, if the object of an operand is not in the context of the op's stream. */
bool kernels_device__same_context(const struct kernels_device_context *expected,
	const struct kernels_device_context *found, uint32_t operand, struct kernels_device_error *error);
/* Copies a name, which has no NUL inside, for a driver. */
bool kernels_device__name(
	struct kernels_string text, char *out_name, size_t size, const char *what, struct kernels_device_error *error);

/* ---- arguments.c: payload of "!device.argument" */

struct kernels_device__argument {
	struct kernels_device_argument argument;
	const struct async_allocator *allocator; /* of the bytes, which the payload owns */
};
bool kernels_device__register_arguments(void);
/* The argument of a launch that a value is. Returns false for other types, and fills *error. `index`: of the operand. */
bool kernels_device__argument_of(struct async_value *value, uint32_t index, struct kernels_device_argument *out,
	struct kernels_device_error *error);

/* By type id: of numbers the size, and 16 times the enum kernels_device_number; ARGUMENT_BUFFER for buffers, 0 for other types and ids
 * beyond. Bytes are atomic. */
#define ARGUMENT_TYPES 256u
#define ARGUMENT_BUFFER 255u
extern uint8_t kernels_device__argument_kinds[ARGUMENT_TYPES];

/* Returns false for other values than buffers and numbers. */
static inline bool kernels_device__argument_is_plain(struct async_value *value, struct kernels_device_argument *out)
{
	value = async_value_target(value);
	/* relaxed: see kernels_device__register_arguments() */
	const uint8_t kind =
		value->type < ARGUMENT_TYPES ? __atomic_load_n(&kernels_device__argument_kinds[value->type], __ATOMIC_RELAXED) : 0;
	void *payload = async_value_payload_small(value);
	if (kind == ARGUMENT_BUFFER)
		*out = (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BUFFER, .buffer = *(struct kernels_device_buffer **)payload };
	else
		*out = (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BYTES, .bytes = payload, .size = kind & 15, .number = kind >> 4 };
	return kind != 0;
}

/* As kernels_device__argument_of(). */
static inline bool kernels_device__argument_read(struct async_value *value, uint32_t index,
	struct kernels_device_argument *out, struct kernels_device_error *error)
{
	return kernels_device__argument_is_plain(value, out) || kernels_device__argument_of(value, index, out, error);
}

/* ---- tensors.c */

bool kernels_device__register_tensors(void);

/* ---- completion.c */

/* Work on a device that a value, or memory of the host, waits for: while it is outstanding, a unit of work of the request.
 * It keeps values that the device uses until the device has ended, also if the request is cancelled before. The members
 * from `result` on are set by kernels_device__completion_start(). */
struct kernels_device__completion {
	struct kernels_device_signal signal; /* first; for the driver */
	struct async_external external;      /* holds the queue, and is the task that the signal posts */
	struct async_request *request;
	const struct kernels_site *site;
	struct kernels_device_context *context; /* one reference once started */
	const struct kernels_device_function *function; /* a launch of it, kept; NULL: another command */
	int32_t number;
	uint32_t state; /* atomic */
	/* One reference each, or NULL. `payload`: what `result`, an indirect value, becomes; else the result is a chain. */
	struct async_value *result, *payload, *kept[2];
	struct async_cancel_hook hook; /* completes the result when the request is cancelled */
	struct kernels_device_span span; /* `put` 0: nobody watches */
	uint32_t completed; /* atomic: the result is complete, or being completed */
};
/* Prepares a completion, whose signal is then given to the driver. Returns NULL when out of memory; the frame has failed. */
struct kernels_device__completion *kernels_device__completion_create(
	struct kernels_frame *frame, struct kernels_device_context *context);
/* For kernels_device_watch(), before the driver is called: `name` stays as long as the kept arguments. */
void kernels_device__completion_watch(
	struct kernels_device__completion *completion, const struct kernels_device_stream *stream, const char *name);
/* The driver has accepted the signal. Sets result 0 of the frame: with `waits`, to `payload` (NULL: a chain) when the device has
 * ended, else to a chain that is available. Takes over the reference to `payload`. Keeps the first `kept_count`
 * arguments, at most 2, while the device uses them. */
void kernels_device__completion_start(struct kernels_device__completion *completion, struct kernels_frame *frame, bool waits,
	struct async_value *payload, uint32_t kept_count);
/* Ends a completion whose signal the driver did not take: the frame fails. */
void kernels_device__completion_fail(struct kernels_device__completion *completion, struct kernels_frame *frame,
	const struct kernels_device_error *error);

/* ---- file.c */

/* Reads a file, with a NUL behind it that is not counted. Returns NULL and fills *error. Free with kernels_device__file_free(). */
char *kernels_device__file_read(const char *path, size_t *out_size, struct kernels_device_error *error);
void kernels_device__file_free(char *bytes);

#endif
