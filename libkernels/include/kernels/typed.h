/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels from ordinary C functions. A list of the function's parameters and results generates the signature and the
 * glue code. A function of another type does not compile.
 *
 *  static int32_t scale(int32_t number, int32_t by) { return number * by; }
 *  KERNELS_TYPED(scale, (IN(i32)), (ATTR(i32, by)), (RETURN(i32)))
 *  static const struct kernels_kernel kernels[] = { KERNELS_TYPED_ROW("demo.scale", scale, KERNELS_SYNC) };
 *
 * The signature is "(i32) {by: i32} -> i32". A list has 1 to 8 elements; the empty list is (NONE). The parameters of
 * the C function are those of the elements, in this order:
 *
 *  arguments   IN(T)           the payload by value: KERNELS_C_T
 *              REF(T)          a pointer to the payload, borrowed: const KERNELS_C_T *
 *              MORE(T)         last; any number of T: struct kernels_more
 *              CHAINS          last; any number of chains, which only order execution. No parameter
 *              VALUE(T)        frames only; struct async_value *, borrowed, available
 *  attributes  ATTR(T, name)   a number, by value: KERNELS_C_T
 *              STRING(name)    struct kernels_string
 *              ARRAY(T, name)  struct kernels_array
 *              TYPE(name)      enum kernels_dtype
 *              SHAPE(name)     struct kernels_shape_view
 *              DENSE(name)     struct kernels_dense_view
 *              FN(name)        const struct kernels_function *
 *  results     RETURN(T)       first; what the C function returns, moved into the result
 *              OUT(T)          KERNELS_C_T *: where the function constructs the payload. Never write to an OUT(chain)
 *              CHAIN           alone; the function returns void, and the result is a chain
 *              LATER(T)        frames only; struct async_value *, UNCONSTRUCTED, with a reference for the function,
 *                              which releases it now or later: kernels_later_return(), kernels_later_fail()
 *              INDIRECT(T)     frames only; struct async_value *, with a reference for the function, which forwards it
 *                              by kernels_later_forward() to another value, or calls kernels_later_fail()
 *
 * The last parameter is the call or frame, in the forms below that state it. Attributes are sorted by name.
 *
 *  KERNELS_TYPED        a function that cannot fail
 *  KERNELS_TYPED_CALL   its last parameter is struct kernels_call *: kernels_call_fail(call, "...", ...) makes all
 *                       results errors. It must not leave a payload in an OUT() then, and its return value is ignored
 *  KERNELS_TYPED_FRAME  its last parameter is struct kernels_frame *, results are LATER(T) or INDIRECT(T): work that
 *                       finishes later. It fails by kernels_later_fail(), not by kernels_frame_fail()
 *
 * Types: i1 (uint8_t) i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 bf16 (uint16_t) f32 f64 complex64 complex128 string shape
 * partial_shape buffer tensor chain; for VALUE() and INDIRECT() also any; and types that the program defines:
 *
 *  #define KERNELS_C_coordinate struct coordinate      the payload
 *  #define KERNELS_M_coordinate "!my.coordinate"       its name in programs
 *  #define KERNELS_ID_coordinate coordinate_type       async_type_id; for LATER() and INDIRECT() only
 *
 * The macros require C; kernels in C++ use kernels/kernel.h. The words of the lists (IN, ATTR ...) must not be defined
 * as macros where they are used. Thread class: safe; a kernel may run on several threads at once, so its function must
 * be reentrant. */
#ifndef KERNELS_TYPED_H
#define KERNELS_TYPED_H

#include <kernels/kernel.h>
#include <kernels/tensor.h>
#include <kernels/typed_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The arguments of MORE(T). Valid until the kernel returns. */
struct kernels_more {
	const void *const *payloads;
	uint32_t count;
};

/* A chain has no payload; this only marks its place among the parameters. */
struct kernels_chain {
	char unused;
};

/* ---- complete a LATER() or INDIRECT() result, from any thread; each releases the function's reference to it */

/* Moves *payload in. */
static inline void kernels_later_return(struct async_value *result, void *payload)
{
	async_value_emplace(result, payload);
	async_value_release(result);
}

/* INDIRECT(): forwards the result to `value` and takes over a reference to `value`. */
static inline void kernels_later_forward(struct async_value *result, struct async_value *value)
{
	async_value_forward(result, value);
	async_value_release(result);
}

/* Fails with an error that was already reported. Takes over the reference. */
static inline void kernels_later_fail_with(struct async_value *result, struct async_error *error)
{
	async_value_fail(result, error);
	async_value_release(result);
}

/* (result, site, request, "...", ...): reports an error at this op. frame->site is valid as long as the program; a task
 * that outlives the kernel retains the request. */
#define kernels_later_fail(result, site, request, ...) \
	kernels_later_fail_with((result), kernels_site_error((site), (request), ASYNC_CODE_INTERNAL, __VA_ARGS__))

/* Define a kernel for FUNCTION, in three forms. No semicolon follows. */
#define KERNELS_TYPED(function, arguments, attributes, results) \
	KERNELS__TYPED(function, function##__of_KERNELS_TYPED, arguments, attributes, results, CALL, 0, (), ())
#define KERNELS_TYPED_CALL(function, arguments, attributes, results) \
	KERNELS__TYPED(function, function##__of_KERNELS_TYPED, arguments, attributes, results, CALL, 1, \
		(, struct kernels_call *), (, kernels__self))
#define KERNELS_TYPED_FRAME(function, arguments, attributes, results) \
	KERNELS__TYPED(function, function##__of_KERNELS_TYPED_FRAME, arguments, attributes, results, FRAME, 1, \
		(, struct kernels_frame *), (, kernels__self))

/* The kernel as a row of a pack's table; `flags`: enum kernels_flags. KERNELS_TYPED_ROW is for KERNELS_TYPED and
 * KERNELS_TYPED_CALL. The other row does not compile: it names an identifier that does not exist. */
#define KERNELS_TYPED_ROW(name, function, flags) \
	{ name, function##__signature, function##__of_KERNELS_TYPED, NULL, flags, 0 }
#define KERNELS_TYPED_FRAME_ROW(name, function) \
	{ name, function##__signature, NULL, function##__of_KERNELS_TYPED_FRAME, 0, 0 }

/* ---- private from here on */

/* Expands an element to KIND, T, name, and then to OP_KIND(i, T, name). */
#define KERNELS__E_NONE NONE, , 
#define KERNELS__E_IN(T) IN, T, 
#define KERNELS__E_REF(T) REF, T, 
#define KERNELS__E_MORE(T) MORE, T, 
#define KERNELS__E_CHAINS CHAINS, , 
#define KERNELS__E_VALUE(T) VALUE, T, 
#define KERNELS__E_ATTR(T, name) ATTR, T, name
#define KERNELS__E_STRING(name) STRING, , name
#define KERNELS__E_ARRAY(T, name) ARRAY, T, name
#define KERNELS__E_TYPE(name) TYPE, , name
#define KERNELS__E_SHAPE(name) SHAPE, , name
#define KERNELS__E_DENSE(name) DENSE, , name
#define KERNELS__E_FN(name) FN, , name
#define KERNELS__E_RETURN(T) RETURN, T, 
#define KERNELS__E_OUT(T) OUT, T, 
#define KERNELS__E_CHAIN CHAIN, , 
#define KERNELS__E_LATER(T) LATER, T, 
#define KERNELS__E_INDIRECT(T) INDIRECT, T, 
#define KERNELS__OP(op, i, ...) KERNELS__OP_(op, i, __VA_ARGS__)
#define KERNELS__OP_(op, i, kind, T, name) KERNELS__##op##_##kind(i, T, name)

/* KERNELS__EACH(op, list): op of each element, with its position. KERNELS__LISTED: commas between, inside a string. */
#define KERNELS__EACH(op, ...)                                                                                         \
	KERNELS__CAT(KERNELS__EACH_, KERNELS__COUNT(__VA_ARGS__))(op, KERNELS__NOTHING, __VA_ARGS__)
#define KERNELS__LISTED(op, ...)                                                                                       \
	KERNELS__CAT(KERNELS__EACH_, KERNELS__COUNT(__VA_ARGS__))(op, KERNELS__COMMA_TEXT, __VA_ARGS__)
#define KERNELS__COUNT(...) KERNELS__COUNT_(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define KERNELS__COUNT_(a, b, c, d, e, f, g, h, n, ...) n
#define KERNELS__CAT(a, b) KERNELS__CAT_(a, b)
#define KERNELS__CAT_(a, b) a##b
#define KERNELS__NOTHING()
#define KERNELS__COMMA_TEXT() ", "
#define KERNELS__1(op, i, e) KERNELS__OP(op, i, KERNELS__E_##e)
#define KERNELS__EACH_1(op, s, a) KERNELS__1(op, 0, a)
#define KERNELS__EACH_2(op, s, a, b) KERNELS__EACH_1(op, s, a) s() KERNELS__1(op, 1, b)
#define KERNELS__EACH_3(op, s, a, b, c) KERNELS__EACH_2(op, s, a, b) s() KERNELS__1(op, 2, c)
#define KERNELS__EACH_4(op, s, a, b, c, d) KERNELS__EACH_3(op, s, a, b, c) s() KERNELS__1(op, 3, d)
#define KERNELS__EACH_5(op, s, a, b, c, d, e) KERNELS__EACH_4(op, s, a, b, c, d) s() KERNELS__1(op, 4, e)
#define KERNELS__EACH_6(op, s, a, b, c, d, e, f) KERNELS__EACH_5(op, s, a, b, c, d, e) s() KERNELS__1(op, 5, f)
#define KERNELS__EACH_7(op, s, a, b, c, d, e, f, g) KERNELS__EACH_6(op, s, a, b, c, d, e, f) s() KERNELS__1(op, 6, g)
#define KERNELS__EACH_8(op, s, a, b, c, d, e, f, g, h) \
	KERNELS__EACH_7(op, s, a, b, c, d, e, f, g) s() KERNELS__1(op, 7, h)
#define KERNELS__FIRST(a, ...) a
#define KERNELS__UNPACK(...) __VA_ARGS__

/* The text of an element in the signature. */
#define KERNELS__TEXT_NONE(i, T, name)
#define KERNELS__TEXT_IN(i, T, name) KERNELS_M_##T
#define KERNELS__TEXT_REF(i, T, name) KERNELS_M_##T
#define KERNELS__TEXT_MORE(i, T, name) KERNELS_M_##T "..."
#define KERNELS__TEXT_CHAINS(i, T, name) "!tfrt.chain..."
#define KERNELS__TEXT_VALUE(i, T, name) KERNELS_M_##T
#define KERNELS__TEXT_ATTR(i, T, name) #name ": " KERNELS_M_##T
#define KERNELS__TEXT_STRING(i, T, name) #name ": string"
#define KERNELS__TEXT_ARRAY(i, T, name) #name ": " KERNELS_M_##T "[]"
#define KERNELS__TEXT_TYPE(i, T, name) #name ": type"
#define KERNELS__TEXT_SHAPE(i, T, name) #name ": shape"
#define KERNELS__TEXT_DENSE(i, T, name) #name ": dense"
#define KERNELS__TEXT_FN(i, T, name) #name ": fn"
#define KERNELS__TEXT_RETURN(i, T, name) KERNELS_M_##T
#define KERNELS__TEXT_OUT(i, T, name) KERNELS_M_##T
#define KERNELS__TEXT_CHAIN(i, T, name) "!tfrt.chain"
#define KERNELS__TEXT_LATER(i, T, name) KERNELS_M_##T
#define KERNELS__TEXT_INDIRECT(i, T, name) KERNELS_M_##T
/* Attributes are in braces, if there are any. */
#define KERNELS__BRACED(...) KERNELS__CAT(KERNELS__BRACED_, KERNELS__NO_PARAMETER(__VA_ARGS__))(__VA_ARGS__)
#define KERNELS__BRACED_1(...)
#define KERNELS__BRACED_0(...) " {" KERNELS__LISTED(TEXT, __VA_ARGS__) "}"

/* The forms that allow an element, as an operand of &: 1 the payload forms, 2 KERNELS_TYPED_FRAME. */
#define KERNELS__FORM_CALL 1
#define KERNELS__FORM_FRAME 2
#define KERNELS__FORMS_NONE(i, T, name)
#define KERNELS__FORMS_IN(i, T, name)
#define KERNELS__FORMS_REF(i, T, name)
#define KERNELS__FORMS_MORE(i, T, name) & 1
#define KERNELS__FORMS_CHAINS(i, T, name)
#define KERNELS__FORMS_VALUE(i, T, name) & 2
#define KERNELS__FORMS_RETURN(i, T, name) & 1
#define KERNELS__FORMS_OUT(i, T, name) & 1
#define KERNELS__FORMS_CHAIN(i, T, name) & 1
#define KERNELS__FORMS_LATER(i, T, name) & 2
#define KERNELS__FORMS_INDIRECT(i, T, name) & 2

/* Type of the C function's parameter, after a comma. */
#define KERNELS__PARAMETER_NONE(i, T, name)
#define KERNELS__PARAMETER_IN(i, T, name) , KERNELS_C_##T
#define KERNELS__PARAMETER_REF(i, T, name) , const KERNELS_C_##T *
#define KERNELS__PARAMETER_MORE(i, T, name) , struct kernels_more
#define KERNELS__PARAMETER_CHAINS(i, T, name)
#define KERNELS__PARAMETER_VALUE(i, T, name) , struct async_value *
#define KERNELS__PARAMETER_ATTR(i, T, name) , KERNELS_C_##T
#define KERNELS__PARAMETER_STRING(i, T, name) , struct kernels_string
#define KERNELS__PARAMETER_ARRAY(i, T, name) , struct kernels_array
#define KERNELS__PARAMETER_TYPE(i, T, name) , enum kernels_dtype
#define KERNELS__PARAMETER_SHAPE(i, T, name) , struct kernels_shape_view
#define KERNELS__PARAMETER_DENSE(i, T, name) , struct kernels_dense_view
#define KERNELS__PARAMETER_FN(i, T, name) , const struct kernels_function *
#define KERNELS__PARAMETER_RETURN(i, T, name)
#define KERNELS__PARAMETER_OUT(i, T, name) , KERNELS_C_##T *
#define KERNELS__PARAMETER_CHAIN(i, T, name)
#define KERNELS__PARAMETER_LATER(i, T, name) , struct async_value *
#define KERNELS__PARAMETER_INDIRECT(i, T, name) , struct async_value *

/* The argument that is passed for it, after a comma. */
#define KERNELS__PASS_NONE(i, T, name)
#define KERNELS__PASS_IN(i, T, name) , kernels__a##i
#define KERNELS__PASS_REF(i, T, name) , kernels__a##i
#define KERNELS__PASS_MORE(i, T, name) , kernels__a##i
#define KERNELS__PASS_CHAINS(i, T, name)
#define KERNELS__PASS_VALUE(i, T, name) , kernels__self->arguments[i]
#define KERNELS__PASS_ATTR(i, T, name) , kernels__v_##name
#define KERNELS__PASS_STRING(i, T, name) , kernels__v_##name
#define KERNELS__PASS_ARRAY(i, T, name) , kernels__v_##name
#define KERNELS__PASS_TYPE(i, T, name) , kernels__v_##name
#define KERNELS__PASS_SHAPE(i, T, name) , kernels__v_##name
#define KERNELS__PASS_DENSE(i, T, name) , kernels__v_##name
#define KERNELS__PASS_FN(i, T, name) , kernels__v_##name
#define KERNELS__PASS_RETURN(i, T, name)
#define KERNELS__PASS_OUT(i, T, name) , (KERNELS_C_##T *)kernels__self->results[i]
#define KERNELS__PASS_CHAIN(i, T, name)
#define KERNELS__PASS_LATER(i, T, name) , async_value_retain(kernels__r##i)
#define KERNELS__PASS_INDIRECT(i, T, name) , async_value_retain(kernels__r##i)

/* Variables of the wrapper. */
#define KERNELS__DECLARE_NONE(i, T, name)
#define KERNELS__DECLARE_IN(i, T, name) const KERNELS_C_##T kernels__a##i = *(const KERNELS_C_##T *)KERNELS__PAYLOAD(i);
#define KERNELS__DECLARE_REF(i, T, name) \
	const KERNELS_C_##T *const kernels__a##i = (const KERNELS_C_##T *)KERNELS__PAYLOAD(i);
#define KERNELS__DECLARE_MORE(i, T, name)                                                                              \
	const struct kernels_more kernels__a##i = kernels__more(                                                       \
		kernels__self->arguments, kernels__site->argument_count, i);
#define KERNELS__DECLARE_CHAINS(i, T, name)
#define KERNELS__DECLARE_VALUE(i, T, name)
#define KERNELS__DECLARE_ATTR(i, T, name) \
	KERNELS__READ(KERNELS_C_##T, name, KERNELS_M_##T, \
		kernels_site_scalar(kernels__site, kernels__attribute, KERNELS_D_##T, &kernels__v_##name))
#define KERNELS__DECLARE_STRING(i, T, name) \
	KERNELS__READ(struct kernels_string, name, "string", \
		kernels_site_string(kernels__site, kernels__attribute, &kernels__v_##name))
#define KERNELS__DECLARE_ARRAY(i, T, name) \
	KERNELS__READ(struct kernels_array, name, "array of " KERNELS_M_##T, \
		kernels_site_array(kernels__site, kernels__attribute, KERNELS_D_##T, &kernels__v_##name))
#define KERNELS__DECLARE_TYPE(i, T, name) KERNELS__READ_VIEW(enum kernels_dtype, name, "type", kernels_attr_dtype)
#define KERNELS__DECLARE_SHAPE(i, T, name)                                                                             \
	KERNELS__READ_VIEW(struct kernels_shape_view, name, "shape", kernels_attr_shape)
#define KERNELS__DECLARE_DENSE(i, T, name)                                                                             \
	KERNELS__READ_VIEW(struct kernels_dense_view, name, "tensor", kernels_attr_dense)
#define KERNELS__DECLARE_FN(i, T, name) \
	const struct kernels_function *const kernels__v_##name = kernels__site->functions[kernels__function++];
#define KERNELS__READ(type, name, what, condition)                                                                     \
	type kernels__v_##name;                                                                                        \
	if (!(condition)) {                                                                                            \
		KERNELS__FAIL("attribute '" #name "' is not of type " what);                                           \
		return;                                                                                                \
	}                                                                                                              \
	kernels__attribute++;
#define KERNELS__READ_VIEW(type, name, what, reader) \
	KERNELS__READ(type, name, what, kernels__attribute < kernels__site->attribute_count && \
		reader(kernels__site->attributes[kernels__attribute], &kernels__v_##name))
#define KERNELS__DECLARE_RETURN(i, T, name)
#define KERNELS__DECLARE_OUT(i, T, name)
#define KERNELS__DECLARE_CHAIN(i, T, name)
#define KERNELS__DECLARE_LATER(i, T, name) \
	struct async_value *const kernels__r##i = kernels_frame_result(kernels__self, i, KERNELS_ID_##T); \
	if (!kernels__r##i) \
		return;
#define KERNELS__DECLARE_INDIRECT(i, T, name) \
	struct async_value *const kernels__r##i = kernels__frame_indirect(kernels__self, i, KERNELS_ID_##T); \
	if (!kernels__r##i) \
		return;

/* The two forms differ in the location of payloads and in how they fail. */
#define KERNELS__SELF_CALL struct kernels_call
#define KERNELS__SELF_FRAME struct kernels_frame
#define KERNELS__PAYLOAD(i)                                                                                            \
	_Generic(kernels__self, struct kernels_call *                                                                  \
		 : kernels__call_payload, struct kernels_frame *                                                       \
		 : kernels__frame_payload)(kernels__self, i)
#define KERNELS__FAIL(text) \
	_Generic(kernels__self, struct kernels_call *: kernels_call_fail, struct kernels_frame *: kernels_frame_fail)( \
		kernels__self, "%s", text)

static inline const void *kernels__call_payload(const struct kernels_call *call, uint32_t index)
{
	return call->arguments[index];
}

static inline const void *kernels__frame_payload(const struct kernels_frame *frame, uint32_t index)
{
	return async_value_payload(frame->arguments[index]);
}

static inline struct async_value *kernels__frame_indirect(
	struct kernels_frame *frame, uint32_t index, async_type_id type)
{
	struct async_value *value = async_value_create_indirect(kernels_host(frame->request)->allocator, type);
	if (value)
		frame->results[index] = value;
	else
		kernels_frame_fail_with(frame, kernels_site_error(frame->site, frame->request,
						       ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
	return value;
}

static inline struct kernels_more kernels__more(void *const *arguments, uint32_t count, uint32_t from)
{
	struct kernels_more more;
	more.payloads = (const void *const *)arguments + from;
	more.count = count - from;
	return more;
}

/* The first result: the return type of the function, and how the returned value is stored. */
#define KERNELS__GIVES(op, e, ...) KERNELS__OP(op, 0, KERNELS__E_##e)
#define KERNELS__TYPE_NONE(i, T, name) void
#define KERNELS__TYPE_RETURN(i, T, name) KERNELS_C_##T
#define KERNELS__TYPE_OUT(i, T, name) void
#define KERNELS__TYPE_CHAIN(i, T, name) void
#define KERNELS__TYPE_LATER(i, T, name) void
#define KERNELS__TYPE_INDIRECT(i, T, name) void
#define KERNELS__BEFORE_NONE(i, T, name)
#define KERNELS__BEFORE_RETURN(i, T, name) const KERNELS_C_##T kernels__returned =
#define KERNELS__BEFORE_OUT(i, T, name)
#define KERNELS__BEFORE_CHAIN(i, T, name)
#define KERNELS__BEFORE_LATER(i, T, name)
#define KERNELS__BEFORE_INDIRECT(i, T, name)
#define KERNELS__AFTER_NONE(i, T, name)
#define KERNELS__AFTER_RETURN(i, T, name) \
	if (!kernels__self->error) \
		*(KERNELS_C_##T *)kernels__self->results[0] = kernels__returned;
#define KERNELS__AFTER_OUT(i, T, name)
#define KERNELS__AFTER_CHAIN(i, T, name)
#define KERNELS__AFTER_LATER(i, T, name)
#define KERNELS__AFTER_INDIRECT(i, T, name)

/* 1 when a list adds no parameter. */
#define KERNELS__NO_PARAMETER(...) KERNELS__CAT(KERNELS__NO_PARAMETER_, KERNELS__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define KERNELS__NO_PARAMETER_1(e) KERNELS__OP(ABSENT, 0, KERNELS__E_##e)
#define KERNELS__NO_PARAMETER_2(...) 0
#define KERNELS__NO_PARAMETER_3(...) 0
#define KERNELS__NO_PARAMETER_4(...) 0
#define KERNELS__NO_PARAMETER_5(...) 0
#define KERNELS__NO_PARAMETER_6(...) 0
#define KERNELS__NO_PARAMETER_7(...) 0
#define KERNELS__NO_PARAMETER_8(...) 0
#define KERNELS__ABSENT_NONE(i, T, name) 1
#define KERNELS__ABSENT_IN(i, T, name) 0
#define KERNELS__ABSENT_REF(i, T, name) 0
#define KERNELS__ABSENT_MORE(i, T, name) 0
#define KERNELS__ABSENT_CHAINS(i, T, name) 1
#define KERNELS__ABSENT_VALUE(i, T, name) 0
#define KERNELS__ABSENT_ATTR(i, T, name) 0
#define KERNELS__ABSENT_STRING(i, T, name) 0
#define KERNELS__ABSENT_ARRAY(i, T, name) 0
#define KERNELS__ABSENT_TYPE(i, T, name) 0
#define KERNELS__ABSENT_SHAPE(i, T, name) 0
#define KERNELS__ABSENT_DENSE(i, T, name) 0
#define KERNELS__ABSENT_FN(i, T, name) 0
#define KERNELS__ABSENT_RETURN(i, T, name) 1
#define KERNELS__ABSENT_OUT(i, T, name) 0
#define KERNELS__ABSENT_CHAIN(i, T, name) 1
#define KERNELS__ABSENT_LATER(i, T, name) 0
#define KERNELS__ABSENT_INDIRECT(i, T, name) 0

/* All lists concatenated, without the leading comma; `nothing` if all are empty. */
#define KERNELS__ALL(op, arguments, attributes, results, last, has_last, nothing)                                      \
	KERNELS__CAT(KERNELS__ALL_, KERNELS__CAT4(KERNELS__NO_PARAMETER arguments, KERNELS__NO_PARAMETER attributes,   \
					    KERNELS__NO_PARAMETER results, has_last))                                  \
	(nothing, ~KERNELS__APPLY(op, KERNELS__UNPACK arguments) KERNELS__APPLY(op, KERNELS__UNPACK attributes)        \
			  KERNELS__APPLY(op, KERNELS__UNPACK results) KERNELS__UNPACK last)
#define KERNELS__APPLY(op, ...) KERNELS__EACH(op, __VA_ARGS__)
#define KERNELS__CAT4(a, b, c, d) KERNELS__CAT4_(a, b, c, d)
#define KERNELS__CAT4_(a, b, c, d) a##b##c##d
#define KERNELS__ALL_1110(nothing, list) nothing
#define KERNELS__ALL_0000(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_0010(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_0100(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_0110(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_1000(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_1010(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_1100(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_0001(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_0011(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_0101(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_0111(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_1001(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_1011(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_1101(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__ALL_1111(nothing, ...) KERNELS__TAIL(__VA_ARGS__)
#define KERNELS__TAIL(first, ...) __VA_ARGS__

#define KERNELS__TYPED(function, kernel, arguments, attributes, results, form, has_last, last_type, last)              \
	_Static_assert(KERNELS__FORM_##form KERNELS__APPLY(FORMS, KERNELS__UNPACK arguments)                           \
			       KERNELS__APPLY(FORMS, KERNELS__UNPACK results),                                         \
		"kernel " #function                                                                                    \
		": VALUE(), LATER() and INDIRECT() need KERNELS_TYPED_FRAME; MORE(), RETURN(), OUT() and CHAIN "       \
		"need another form");                                                                                  \
	static const char function##__signature[] = "(" KERNELS__LISTED_OF arguments ")" KERNELS__BRACED attributes    \
						    " -> (" KERNELS__LISTED_OF results ")";                            \
	typedef KERNELS__GIVES_OF(TYPE, results) (*function##__type)(                                                  \
		KERNELS__ALL(PARAMETER, arguments, attributes, results, last_type, has_last, void));                   \
	_Static_assert(_Generic(&function, function##__type : 1, default : 0),                                         \
		"kernel " #function ": its parameters and result are not those that are listed");                      \
	static void kernel(KERNELS__SELF_##form *kernels__self)                                                        \
	{                                                                                                              \
		const struct kernels_site *const kernels__site = kernels__self->site;                                  \
		uint32_t kernels__attribute = 0, kernels__function = 0;                                                \
		(void)kernels__site, (void)kernels__attribute, (void)kernels__function;                                \
		KERNELS__APPLY(DECLARE, KERNELS__UNPACK arguments)                                                     \
		KERNELS__APPLY(DECLARE, KERNELS__UNPACK attributes)                                                    \
		KERNELS__APPLY(DECLARE, KERNELS__UNPACK results)                                                       \
		KERNELS__GIVES_OF(BEFORE, results)                                                                     \
		/* a function of another type was already reported above */                                            \
		_Generic(&function, function##__type                                                                   \
			 : &function, default                                                                          \
			 : (function##__type)0)(KERNELS__ALL(PASS, arguments, attributes, results, last, has_last, )); \
		KERNELS__GIVES_OF(AFTER, results)                                                                      \
	}
#define KERNELS__LISTED_OF(...) KERNELS__LISTED(TEXT, __VA_ARGS__)
#define KERNELS__GIVES_OF(op, results) KERNELS__GIVES_OF_(op, KERNELS__UNPACK results)
#define KERNELS__GIVES_OF_(...) KERNELS__GIVES(__VA_ARGS__, ~)

#ifdef __cplusplus
}
#endif

#endif
