/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions for running kernels: results, errors, attributes. error_at() creates all errors of kernels. */
#include "promise.h"
#include <stdarg.h>

#ifdef KERNELS_NO_MESSAGES
#define DTYPE_NAME(dtype) ((void)(dtype), "that is expected") /* omits the table of names */
#else
#define DTYPE_NAME(dtype) kernels_dtype_name(dtype)
#endif

__thread struct kernels_caller kernels_caller_;

void kernels_caller_swap(struct kernels_caller *caller)
{
	struct kernels_caller now = *caller;
	*caller = kernels_caller_;
	kernels_caller_ = now;
}

/* The default code of kernel errors, as in TFRT. */
#define KERNEL_ERROR ASYNC_CODE_INTERNAL

__attribute__((format(printf, 4, 0)))
static struct async_error *error_at(const struct kernels_site *site, struct async_request *request,
	enum async_code code, const char *format, va_list arguments)
{
	const struct async_host *host = async_request_host(request);
	struct async_error *error = async_error_create_v(host->allocator, code, site->location, format, arguments);
	if (site->entry)
		async_error_set_origin(error, site->entry->kernel->name);
	if (host->report)
		host->report(host->report_ctx, error);
	return error;
}

struct async_error *kernels_site_error(const struct kernels_site *site, struct async_request *request,
	enum async_code code, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	struct async_error *error = error_at(site, request, code, format, arguments);
	va_end(arguments);
	return error;
}

struct async_value *kernels_error_value(const struct async_request *request, struct async_error *error)
{
	struct async_value *value = async_value_create_error(async_request_host(request)->allocator, error);
	return value ? value : async_value_out_of_memory();
}

/* ---- payload kernels */

void kernels_call_fail_with(struct kernels_call *call, struct async_error *error)
{
	if (call->error)
		async_error_release(error); /* the first error is kept */
	else
		call->error = error;
}

void kernels_call_fail(struct kernels_call *call, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	kernels_call_fail_with(call, error_at(call->site, call->request, KERNEL_ERROR, format, arguments));
	va_end(arguments);
}

/* ---- frame kernels */

void kernels_frame_fail_with(struct kernels_frame *frame, struct async_error *error)
{
	struct async_value *value = NULL; /* one error for all results */
	for (uint32_t i = 0; i < frame->site->result_count; i++) {
		if (frame->results[i]) {
#ifndef __OPTIMIZE_SIZE__ /* else the executor finds it */
			if (kernels__is_forgotten(frame->results[i])) /* the kernel may still have a pointer to it */
				(void)async_value_try_fail(frame->results[i], async_error_retain(error));
#endif
			continue;
		}
		if (!value)
			value = kernels_error_value(frame->request, async_error_retain(error));
		else
			async_value_retain(value);
		frame->results[i] = value;
	}
	async_error_release(error);
}

void kernels_frame_fail(struct kernels_frame *frame, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	kernels_frame_fail_with(frame, error_at(frame->site, frame->request, KERNEL_ERROR, format, arguments));
	va_end(arguments);
}

static struct async_error *no_memory(const struct kernels_frame *frame)
{
	return kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
}

struct async_value *kernels_frame_result(struct kernels_frame *frame, uint32_t index, async_type_id type)
{
	const struct async_allocator *allocator = async_request_host(frame->request)->allocator;
	struct async_value *value = async_value_create(allocator, type);
	if (value)
		frame->results[index] = value;
	else
		kernels_frame_fail_with(frame, no_memory(frame));
	return value;
}

void kernels_frame_return(struct kernels_frame *frame, uint32_t index, async_type_id type, void *payload)
{
	const struct async_allocator *allocator = async_request_host(frame->request)->allocator;
	struct async_value *value = async_value_create_available(allocator, type, payload);
	if (!value) {
		const struct async_type *about = async_type_get(type);
		if (about->destroy)
			about->destroy(payload); /* the payload was moved even on failure */
		value = kernels_error_value(frame->request, no_memory(frame));
	}
	frame->results[index] = value;
}

bool kernels_frame_accepts(struct kernels_frame *frame, const struct kernels_function *function,
	uint32_t argument_count, uint32_t result_count)
{
	if (function->argument_count == argument_count && function->result_count == result_count)
		return true;
	kernels_frame_fail(frame,
		"function '%.*s' takes %u arguments and gives %u results, but is called with %u for %u",
		function->name_size > 200 ? 200 : (int)function->name_size, function->name,
		(unsigned)function->argument_count, (unsigned)function->result_count, (unsigned)argument_count,
		(unsigned)result_count);
	return false;
}

void kernels_frame_execute(struct kernels_frame *frame, const struct kernels_function *function, uint32_t skip)
{
	const uint32_t arguments = frame->site->argument_count - skip, results = frame->site->result_count;
	const bool fits = function->argument_count == arguments && function->result_count == results; /* most often: no call */
	if (fits || kernels_frame_accepts(frame, function, arguments, results))
		kernels_function_execute(function, frame->request, frame->arguments + skip, frame->results);
}

void kernels_frame_call(struct kernels_frame *frame) { kernels_frame_execute(frame, frame->site->functions[0], 0); }

void kernels_frame_branch(struct kernels_frame *frame)
{
	const uint8_t condition = *(const uint8_t *)async_value_payload_small(frame->arguments[0]);
	kernels_frame_execute(frame, frame->site->functions[condition ? 0 : 1], 1);
}

void kernels_frame_case(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	const uint32_t index = *(const uint32_t *)async_value_payload_small(frame->arguments[0]); /* too large if negative */
	if (site->function_count == 0)
		kernels_frame_fail(frame, "no branches");
	else
		kernels_frame_execute(frame, site->functions[index < site->function_count ? index : site->function_count - 1], 1);
}

/* ---- attributes */

bool kernels_site_scalar(const struct kernels_site *site, uint32_t index, enum kernels_dtype dtype, void *out)
{
	return index < site->attribute_count && kernels_attr_scalar(site->attributes[index], dtype, out);
}

bool kernels_site_string(const struct kernels_site *site, uint32_t index, struct kernels_string *out)
{
	return index < site->attribute_count && kernels_attr_string(site->attributes[index], out);
}

bool kernels_site_array(const struct kernels_site *site, uint32_t index, enum kernels_dtype element,
	struct kernels_array *out)
{
	return index < site->attribute_count && kernels_attr_array(site->attributes[index], element, out);
}

bool kernels_call_scalar(struct kernels_call *call, uint32_t index, enum kernels_dtype dtype, void *out)
{
	if (kernels_site_scalar(call->site, index, dtype, out))
		return true;
	kernels_call_fail(call, "attribute %u is not a value of type %s", (unsigned)index, DTYPE_NAME(dtype));
	return false;
}

bool kernels_call_string(struct kernels_call *call, uint32_t index, struct kernels_string *out)
{
	if (kernels_site_string(call->site, index, out))
		return true;
	kernels_call_fail(call, "attribute %u is not a string", (unsigned)index);
	return false;
}

bool kernels_call_array(
	struct kernels_call *call, uint32_t index, enum kernels_dtype element, struct kernels_array *out)
{
	if (kernels_site_array(call->site, index, element, out))
		return true;
	kernels_call_fail(call, "attribute %u is not an array of %s", (unsigned)index, DTYPE_NAME(element));
	return false;
}

bool kernels_frame_scalar(struct kernels_frame *frame, uint32_t index, enum kernels_dtype dtype, void *out)
{
	if (kernels_site_scalar(frame->site, index, dtype, out))
		return true;
	kernels_frame_fail(frame, "attribute %u is not a value of type %s", (unsigned)index, DTYPE_NAME(dtype));
	return false;
}

bool kernels_frame_string(struct kernels_frame *frame, uint32_t index, struct kernels_string *out)
{
	if (kernels_site_string(frame->site, index, out))
		return true;
	kernels_frame_fail(frame, "attribute %u is not a string", (unsigned)index);
	return false;
}
