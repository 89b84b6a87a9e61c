/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of the pack: one list per file, with rows (name, signature, function) for payload kernels, synchronous
 * payload kernels, frame kernels, and frame kernels that only start a task; and shared declarations. */
#ifndef KERNELS_TEST_H
#define KERNELS_TEST_H

#include <kernels/kernels.h>

/* async.c: work that finishes later */
#define TEST_ASYNC(PAYLOAD, SYNC, FRAME, LATER) \
	LATER("tfrt_test.async_constant.i1", "() {value: i1} -> i1", async_constant_i1) \
	LATER("tfrt_test.async_constant.i32", "() {value: i32} -> i32", async_constant_i32) \
	LATER("tfrt_test.async_add.i32", "(i32, i32) -> i32", async_add_i32) \
	LATER("tfrt_test.async_copy.i32", "(i32) -> i32", async_copy_i32) \
	LATER("tfrt_test.async_copy_2.i32", "(i32) -> i32", async_copy_i32) \
	LATER("tfrt_test.async_copy.with_delay.i32", "(i32) -> i32", async_copy_with_delay_i32) \
	LATER("tfrt_test.async_copy.with_delay.i64", "(i64) -> i64", async_copy_with_delay_i64) \
	PAYLOAD("tfrt_test.copy.with_delay.i32", "(i32) -> i32", copy_with_delay_i32) \
	PAYLOAD("tfrt_test.copy.with_delay.i64", "(i64) -> i64", copy_with_delay_i64) \
	FRAME("tfrt_test.do.async", "(...) {body: fn(args...) -> (results...)} -> (...)", do_async) \
	PAYLOAD("tfrt_test.quiesce", "(!tfrt.chain) -> !tfrt.chain", quiesce) \
	PAYLOAD("tfrt_test.as_chain", "(...) -> !tfrt.chain", as_chain) \
	FRAME("tfrt_test.usleep", "(i32, !tfrt.chain...) -> ()", usleep) \
	FRAME("tfrt_test.blocking.usleep", "(i32, !tfrt.chain...) -> !tfrt.chain", usleep) \
	FRAME("tfrt_test.report_error_concrete_async", "(i32) -> i32", report_error_concrete_async) \
	FRAME("tfrt_test.report_error_indirect_async", "(i32) -> i32", report_error_indirect_async) \
	FRAME("tfrt_test.report_error_async", "() -> i32", report_error_async)

/* benchmark.c */
#define TEST_BENCHMARK(PAYLOAD, SYNC, FRAME, LATER) \
	FRAME("tfrt_test.benchmark", \
		"(...) {duration_secs: i32, max_count: i32, name: string, num_warmup_runs: i32, " \
		"body: fn(args...) -> (any?)} -> !tfrt.chain", \
		benchmark)

/* object.c: payloads with side effects or state */
#define TEST_OBJECT(PAYLOAD, SYNC, FRAME, LATER) \
	PAYLOAD("vt.constant", "() {value: i32} -> !vt.value", vt_constant) \
	PAYLOAD("vt.add", "(!vt.value, !vt.value) -> !vt.value", vt_add) \
	PAYLOAD("vt.print", "(!vt.value, !tfrt.chain...) -> !tfrt.chain", vt_print) \
	PAYLOAD("tfrt_test.allocate_resource", "(!tfrt.chain) -> (!test.resource, !tfrt.chain)", allocate_resource) \
	PAYLOAD("tfrt_test.deallocate_resource", "(!test.resource, !tfrt.chain) -> !tfrt.chain", deallocate_resource) \
	PAYLOAD("tfrt_test.atomic.create.i32", "() -> !test.atomic.i32", atomic_create) \
	PAYLOAD("tfrt_test.atomic.inc.i32", "(!test.atomic.i32, !tfrt.chain...) -> !tfrt.chain", atomic_inc) \
	PAYLOAD("tfrt_test.atomic.add.i32", "(!test.atomic.i32, i32, !tfrt.chain...) -> !tfrt.chain", atomic_add) \
	PAYLOAD("tfrt_test.atomic.get.i32", "(!test.atomic.i32, !tfrt.chain...) -> (i32, !tfrt.chain)", atomic_get) \
	PAYLOAD("tfrt_tutorial.create_coordinate", "(i32, i32) -> !my.coordinate", create_coordinate) \
	PAYLOAD("tfrt_tutorial.print_coordinate", "(!my.coordinate, !tfrt.chain...) -> !tfrt.chain", print_coordinate) \
	PAYLOAD("tfrt_test.memory_leak_one_int32", "() -> ()", memory_leak_one_int32) \
	PAYLOAD("tfrt_test.const_dense_attr", "() {value: dense} -> !tfrt_tensor.tensor", const_dense_attr)

/* scalar.c: numbers, and errors instead of numbers */
#define TEST_SCALAR(PAYLOAD, SYNC, FRAME, LATER) \
	PAYLOAD("tfrt_test.sum", "(i32...) -> i32", sum) \
	PAYLOAD("tfrt_test.count3.i32", "(i32) -> (i32, i32, i32)", count3_i32) \
	PAYLOAD("tfrt_test.count3.i64", "(i64) -> (i64, i64, i64)", count3_i64) \
	PAYLOAD("tfrt_test.sum_array_attr.i32", "() {number: string, values: i32[]} -> i32", sum_array_attr_i32) \
	PAYLOAD("tfrt_test.sum_array_attr.i64", "() {number: string, values: i64[]} -> i64", sum_array_attr_i64) \
	PAYLOAD("tfrt_test.get_request_context_data.i32", "() -> i32", get_request_context_data) \
	PAYLOAD("tfrt_test.print_bool", "(!tfrt.chain, i1) -> !tfrt.chain", print_bool) \
	PAYLOAD("tfrt_test.test_cost", "(i32...) {id: i64} -> i32", test_cost) \
	PAYLOAD("tfrt_test.fail", "() -> i32", fail) \
	FRAME("tfrt_test.partial_fail", "() -> (i32, ...)", partial_fail) \
	PAYLOAD("tfrt_test.cancel", "(!tfrt.chain) -> (i32, !tfrt.chain)", cancel) \
	PAYLOAD("tfrt_test.error_chain", "(!tfrt.chain) -> !tfrt.chain", error_chain)

/* site.c: location and thread of a kernel */
#define TEST_SITE(PAYLOAD, SYNC, FRAME, LATER) \
	PAYLOAD("tfrt_test.get_thread_id", "(!tfrt.chain) -> i32", get_thread_id) \
	PAYLOAD("tfrt_test.unique_loc", "(!tfrt.chain...) {name: string} -> !tfrt.chain", unique_loc) \
	PAYLOAD("tfrt_test.print_debug_info", "(!tfrt.chain...) -> !tfrt.chain", print_debug_info)

/* string.c */
#define TEST_STRING(PAYLOAD, SYNC, FRAME, LATER) \
	PAYLOAD("tfrt_test.print_hello", "(!tfrt.chain...) -> !tfrt.chain", print_hello) \
	PAYLOAD("tfrt_test.get_string", "() {value: string} -> !tfrt.string", get_string) \
	PAYLOAD("tfrt_test.print_string", "(!tfrt.string, !tfrt.chain...) -> !tfrt.chain", print_string) \
	PAYLOAD("tfrt_test.append_string", "(!tfrt.string, !tfrt.string) -> !tfrt.string", append_string) \
	PAYLOAD("tfrt_test.string_equal", "(!tfrt.string, !tfrt.string) -> i1", string_equal) \
	PAYLOAD("tfrt_test.format_string", "(!tfrt.string, i32) -> !tfrt.string", format_string) \
	FRAME("tfrt_test.read_string_from_file", "(!tfrt.string) -> !tfrt.string", read_string_from_file) \
	PAYLOAD("tfrt_test.logging", "(!tfrt.string, !tfrt.chain...) -> !tfrt.chain", logging) \
	PAYLOAD("tfrt_test.flat", "() {value: aggregate} -> (!tfrt.string, i32, i32, f32)", flat) \
	PAYLOAD("tfrt_test.get_static_tensor_type", "() {name: string} -> !tfrt.tensor_type", get_string) \
	PAYLOAD("tfrt_test.print_tensor_type", "(!tfrt.tensor_type, !tfrt.chain...) -> !tfrt.chain", \
		print_tensor_type) \
	PAYLOAD("tfrt_test.use_sample_shared_context", "(!tfrt.chain) -> (!tfrt.string, !tfrt.chain)", \
		use_sample_shared_context)

/* sync.c: synchronous functions */
#define TEST_SYNC(PAYLOAD, SYNC, FRAME, LATER) \
	SYNC("tfrt_test.sync_sum_attributes", "() {i32...} -> i32", sync_sum_attributes) \
	PAYLOAD("tfrt_test.invoke_sync_function.i32_i32.i32", "(i32, i32) {fn: fn(i32, i32) -> i32} -> i32", invoke_1) \
	PAYLOAD("tfrt_test.invoke_sync_function.i32_i32.i32_i32", \
		"(i32, i32) {fn: fn(i32, i32) -> (i32, i32)} -> (i32, i32)", invoke_2) \
	PAYLOAD("tfrt_test.sync_function_runner.i32_i32.i32", "(i32, i32) {fn: fn(i32, i32) -> i32} -> i32", invoke_1) \
	PAYLOAD("tfrt_test.sync_function_runner.i32_i32.i32_i32", \
		"(i32, i32) {fn: fn(i32, i32) -> (i32, i32)} -> (i32, i32)", invoke_2)

/* value.c: async values themselves */
#define TEST_VALUE(PAYLOAD, SYNC, FRAME, LATER) \
	FRAME("tfrt_test.identity", "(!tfrt.chain, ...) -> (args...)", identity) \
	FRAME("tfrt_test.multi_arg_result", "(...) -> (args...)", multi_arg_result) \
	FRAME("tfrt_test.share_to_two", "(any) -> (any, any)", share_to_two) \
	FRAME("tfrt_test.get_uniqueness", "(...) -> (...)", get_uniqueness) \
	FRAME("tfrt_test.make_indirect", "(...) -> (args...)", make_indirect) \
	PAYLOAD("tfrt_test.async_value_get", "() -> !tfrt.string", async_value_get) \
	PAYLOAD("tfrt_test.async_value_ref", "() -> !tfrt.string", async_value_ref)

#define TEST_KERNELS(PAYLOAD, SYNC, FRAME, LATER) \
	TEST_ASYNC(PAYLOAD, SYNC, FRAME, LATER) \
	TEST_BENCHMARK(PAYLOAD, SYNC, FRAME, LATER) \
	TEST_OBJECT(PAYLOAD, SYNC, FRAME, LATER) \
	TEST_SCALAR(PAYLOAD, SYNC, FRAME, LATER) \
	TEST_SITE(PAYLOAD, SYNC, FRAME, LATER) \
	TEST_STRING(PAYLOAD, SYNC, FRAME, LATER) \
	TEST_SYNC(PAYLOAD, SYNC, FRAME, LATER) \
	TEST_VALUE(PAYLOAD, SYNC, FRAME, LATER)

#define DECLARE_PAYLOAD(name, signature, function) void kernels_test__##function(struct kernels_call *call);
#define DECLARE_FRAME(name, signature, function) void kernels_test__##function(struct kernels_frame *frame);
TEST_KERNELS(DECLARE_PAYLOAD, DECLARE_PAYLOAD, DECLARE_FRAME, DECLARE_FRAME)
#undef DECLARE_PAYLOAD
#undef DECLARE_FRAME

#define DECLARE_NATIVE(function) \
	void kernels_test__##function(struct async_request *request, struct async_value *const *arguments, \
		uint32_t argument_count, struct async_value **results, uint32_t result_count);
/* native.c */
#define TEST_NATIVES(NATIVE) \
	NATIVE(native_sink) \
	NATIVE(native_async_sink) \
	NATIVE(native_add) \
	NATIVE(native_async_add) \
	NATIVE(native_error)
TEST_NATIVES(DECLARE_NATIVE)
#undef DECLARE_NATIVE

/* Inside a payload kernel. */
#define ARGUMENT(type, index) (*(const type *)call->arguments[index])
#define RESULT(type, index) (*(type *)call->results[index])

/* Payload types of the pack: registered by its init function, numbered here (object.c, string.c). */
bool kernels_test__register_objects(void);
bool kernels_test__register_strings(void);

/* Constructs result `index` of a string type; fails the call when out of memory. */
bool kernels_test__give_text(struct kernels_call *call, uint32_t index, const char *data, size_t size);

/* ---- delay.c */

/* Blocks the calling thread. */
void kernels_test__sleep(uint64_t microseconds);
/* 1 to 10 ms, different for each call. */
void kernels_test__delay(void);

#endif
