/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of the pack: one list per file, with rows (name, signature, function) for quick payload kernels
 * (KERNELS_QUICK), other payload kernels, frame kernels, frame kernels that call functions only while they run
 * (KERNELS_BORROWS), and those of them that accept arguments in any state (KERNELS_ANY_STATE). */
#ifndef KERNELS_BASIC_H
#define KERNELS_BASIC_H

#include <kernels/kernels.h>
#include <string.h>

/* boolean.c */
#define BASIC_BOOLEAN(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	QUICK("tfrt.constant.i1", "() {value: i1} -> i1", constant_i1) \
	QUICK("tfrt.and.i1", "(i1, i1) -> i1", and_i1) \
	PAYLOAD("tfrt.print.i1", "(i1, !tfrt.chain...) -> !tfrt.chain", print_i1)

/* integer.c */
#define BASIC_INTEGER(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	QUICK("tfrt.constant.i32", "() {value: i32} -> i32", constant_i32) \
	QUICK("tfrt.constant.i64", "() {value: i64} -> i64", constant_i64) \
	QUICK("tfrt.constant.ui32", "() {value: ui32} -> ui32", constant_ui32) \
	QUICK("tfrt.constant.ui64", "() {value: ui64} -> ui64", constant_ui64) \
	QUICK("tfrt.add.i32", "(i32, i32) -> i32", add_i32) \
	QUICK("tfrt.add.i64", "(i64, i64) -> i64", add_i64) \
	QUICK("tfrt.minus.i32", "(i32, i32) -> i32", minus_i32) \
	QUICK("tfrt.minus.i64", "(i64, i64) -> i64", minus_i64) \
	QUICK("tfrt.mul.i32", "(i32, i32) -> i32", mul_i32) \
	QUICK("tfrt.mul.i64", "(i64, i64) -> i64", mul_i64) \
	PAYLOAD("tfrt.div.i32", "(i32, i32) -> (i32, i32)", div_i32) \
	PAYLOAD("tfrt.div.i64", "(i64, i64) -> (i64, i64)", div_i64) \
	QUICK("tfrt.equal.i32", "(i32, i32) -> i1", equal_i32) \
	QUICK("tfrt.equal.i64", "(i64, i64) -> i1", equal_i64) \
	QUICK("tfrt.lessequal.i32", "(i32, i32) -> i1", lessequal_i32) \
	QUICK("tfrt.lessequal.i64", "(i64, i64) -> i1", lessequal_i64) \
	PAYLOAD("tfrt.print.i32", "(i32, !tfrt.chain...) -> !tfrt.chain", print_i32) \
	PAYLOAD("tfrt.print.i64", "(i64, !tfrt.chain...) -> !tfrt.chain", print_i64) \
	QUICK("tfrt.cast.i64_to_f32", "(i64) -> f32", cast_i64_to_f32) \
	QUICK("tfrt.cast.i64_to_f64", "(i64) -> f64", cast_i64_to_f64) \
	QUICK("tfrt.cast.f32_to_i64", "(f32) -> i64", cast_f32_to_i64) \
	QUICK("tfrt.cast.f64_to_i64", "(f64) -> i64", cast_f64_to_i64)

/* float.c */
#define BASIC_FLOAT(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	QUICK("tfrt.constant.f16", "() {value: f16} -> f16", constant_f16) \
	QUICK("tfrt.constant.bf16", "() {value: bf16} -> bf16", constant_bf16) \
	QUICK("tfrt.constant.f32", "() {value: f32} -> f32", constant_f32) \
	QUICK("tfrt.constant.f64", "() {value: f64} -> f64", constant_f64) \
	QUICK("tfrt.constant.complex64", "() {imaginary: f32, real: f32} -> complex<f32>", constant_complex64) \
	QUICK("tfrt.constant.complex128", "() {imaginary: f64, real: f64} -> complex<f64>", constant_complex128) \
	QUICK("tfrt.add.f32", "(f32, f32) -> f32", add_f32) \
	QUICK("tfrt.add.f64", "(f64, f64) -> f64", add_f64) \
	QUICK("tfrt.minimum.f32", "(f32, f32) -> f32", minimum_f32) \
	QUICK("tfrt.minimum.f64", "(f64, f64) -> f64", minimum_f64) \
	QUICK("tfrt.multiply.f32", "(f32, f32) -> f32", multiply_f32) \
	QUICK("tfrt.multiply.f64", "(f64, f64) -> f64", multiply_f64) \
	QUICK("tfrt.div.f32", "(f32, f32) -> f32", div_f32) \
	QUICK("tfrt.div.f64", "(f64, f64) -> f64", div_f64) \
	PAYLOAD("tfrt.print.f16", "(f16, !tfrt.chain...) -> !tfrt.chain", print_f16) \
	PAYLOAD("tfrt.print.f32", "(f32, !tfrt.chain...) -> !tfrt.chain", print_f32) \
	PAYLOAD("tfrt.print.f64", "(f64, !tfrt.chain...) -> !tfrt.chain", print_f64) \
	PAYLOAD("tfrt.print.complex64", "(complex<f32>, !tfrt.chain...) -> !tfrt.chain", print_complex64) \
	PAYLOAD("tfrt.print.complex128", "(complex<f64>, !tfrt.chain...) -> !tfrt.chain", print_complex128)

/* chain.c */
#define BASIC_CHAIN(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	QUICK("tfrt.new.chain", "() -> !tfrt.chain", new_chain) \
	QUICK("tfrt.merge.chains", "(...) -> !tfrt.chain", merge_chains) \
	FRAME("tfrt.alias.value", "(!tfrt.chain, any) -> any", alias_value)

/* Types of functions are checked with messages only: see kernels/check.h. */
#ifdef KERNELS_NO_MESSAGES
#define FUNCTION(type) "fn"
#define REPEATED "(...)"
#else
#define FUNCTION(type) "fn" type
#define REPEATED "(args...)"
#endif
#define CALLED FUNCTION("(args...) -> (results...)")
#define PARALLEL_BODY FUNCTION("(i32, i32, args...) -> (any?)")

/* control flow: libkernels has the kernels that only call a function */
#define kernels_basic__call kernels_frame_call
#define kernels_basic__if kernels_frame_branch
#define kernels_basic__case kernels_frame_case
#define BASIC_CONTROL(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	ANY_STATE("tfrt.call", "(...) {callee: " CALLED "} -> (...)", call) \
	CALLS("tfrt.if", "(i1, ...) {then: " CALLED ", else: " CALLED "} -> (...)", if) \
	CALLS("tfrt.cond", \
		"(i1, ...) {a_true_fn: " CALLED ", b_false_fn: " CALLED "} -> (...)", if) \
	CALLS("tfrt.case", "(i32, ...) {branches: " CALLED "...} -> (...)", case) \
	FRAME("tfrt.once", "(...) {function: " CALLED "} -> (...)", once)

/* loop.c */
#define BASIC_LOOP(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	FRAME("tfrt.repeat.i32", "(i32, ...) {body: " FUNCTION("(args...) -> (args...)") "} -> " REPEATED, repeat_i32) \
	FRAME("tfrt.while", \
		"(i1, ...) {body_fn: " FUNCTION("(args...) -> (args..., i1)") ", parallel_iterations: i64} -> " REPEATED, while)

/* parallel.c */
#define BASIC_PARALLEL(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	FRAME("tfrt.parallel_for.i32", \
		"(i32, i32, i32, ...) {body: " PARALLEL_BODY "} -> !tfrt.chain", parallel_for_i32) \
	FRAME("tfrt.parallel_call.i32", \
		"(i32, i32, i32, ...) {callee: " PARALLEL_BODY "} -> !tfrt.chain", parallel_for_i32)

/* device.c */
#define BASIC_DEVICE(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	PAYLOAD("tfrt.get_device", "(!tfrt.chain...) {device_name: string} -> !tfrt.device", get_device)

#define BASIC_KERNELS(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	BASIC_BOOLEAN(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	BASIC_INTEGER(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	BASIC_FLOAT(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	BASIC_CHAIN(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	BASIC_CONTROL(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	BASIC_LOOP(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	BASIC_PARALLEL(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE) \
	BASIC_DEVICE(QUICK, PAYLOAD, FRAME, CALLS, ANY_STATE)

#define DECLARE_PAYLOAD(name, signature, function) void kernels_basic__##function(struct kernels_call *call);
#define DECLARE_FRAME(name, signature, function) void kernels_basic__##function(struct kernels_frame *frame);
BASIC_KERNELS(DECLARE_PAYLOAD, DECLARE_PAYLOAD, DECLARE_FRAME, DECLARE_FRAME, DECLARE_FRAME)
#undef DECLARE_PAYLOAD
#undef DECLARE_FRAME

/* Registers the payload types of the pack: "!tfrt.device", a const char *, the device's name. */
bool kernels_basic__register_types(void);

/* Inside a payload kernel. */
#define ARGUMENT(type, index) (*(const type *)call->arguments[index])
#define RESULT(type, index) (*(type *)call->results[index])

/* Stores attribute 0, after checks of it. */
void kernels_basic__read_constant(struct kernels_call *call, enum kernels_dtype dtype, size_t size); /* integer.c */

/* Inline: programs have about as many constants as additions, and a constant of the function is stored in each call. */
static inline void kernels_basic__constant(struct kernels_call *call, enum kernels_dtype dtype, size_t size)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	const struct kernels_site *site = call->site;
	if (dtype != KERNELS_I1 && site->attribute_count > 0 && site->attributes[0].size >= size) {
		memcpy(call->results[0], site->attributes[0].data, size);
		return;
	}
#endif
	kernels_basic__read_constant(call, dtype, size);
}

#define CONSTANT(suffix, type, dtype) \
	void kernels_basic__constant_##suffix(struct kernels_call *call) \
	{ \
		kernels_basic__constant(call, dtype, sizeof(type)); \
	}

#define BINARY(name, type, result, expression) \
	void kernels_basic__##name(struct kernels_call *call) \
	{ \
		const type a = ARGUMENT(type, 0), b = ARGUMENT(type, 1); \
		RESULT(result, 0) = (result)(expression); \
	}

#define PRINT(suffix, type, format, ...) \
	void kernels_basic__print_##suffix(struct kernels_call *call) \
	{ \
		const type *const v = call->arguments[0]; \
		async_host_print(kernels_host(call->request), format "\n", __VA_ARGS__); \
	}

#endif
