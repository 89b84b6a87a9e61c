/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Op handlers that programs create, and handlers by name.
 *
 * The calls of a handler may outlast its value, so handlers are objects of the store of resources. Handlers of the same kind
 * and fallback are one object, so a loop that creates handlers needs no further memory. */
#include "eager/eager.h"
#include "common/arguments.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum kind { CPU, LOGGING };
enum { MOST_DEVICES = 256 }; /* of the CPU; each number has its own handler */

struct handler {
	struct kernels_handler base;
	const struct async_allocator *allocator;
	char device[24];
};

static struct async_resources *resources_of(struct async_request *request)
{
	struct async_resources *resources = async_host_resources(kernels_host(request));
	return resources ? resources : async_request_resources(request);
}

/* ---- what handlers do */

static bool fail_all(const struct kernels_handler *self, const struct kernels_handler_call *call)
{
	(void)self;
	struct async_value *error = kernels_error_value(call->request,
		async_host_error(kernels_host(call->request), ASYNC_CODE_NOT_FOUND, call->location,
			"%.100s was not supported by NullOpHandler.", call->name));
	for (uint32_t i = 0; i < call->result_count; i++)
		call->results[i] = async_value_retain(error);
	if (call->chain)
		*call->chain = async_value_retain(error);
	async_value_release(error);
	return true;
}

static bool run_on_cpu(const struct kernels_handler *self, const struct kernels_handler_call *call)
{
	(void)self;
	return kernels_tensor__run_op(call);
}

static bool log_call(const struct kernels_handler *self, const struct kernels_handler_call *call)
{
	(void)self;
	async_host_print(kernels_host(call->request), "[logging] %.100s: %" PRIu32 " arguments, %" PRIu32 " results\n", call->name,
		call->argument_count, call->result_count);
	return false; /* the fallback executes it */
}

static const struct kernels_handler null_handler = { sizeof null_handler, "null", fail_all, NULL };

/* ---- kernels */

/* What a handler is made of. */
struct order {
	const struct async_allocator *allocator;
	const struct kernels_handler *fallback;
	enum kind kind;
	int32_t number; /* of the CPU */
};

static void *create(void *ctx)
{
	const struct order *order = ctx;
	struct handler *handler = async_alloc(order->allocator, sizeof *handler, _Alignof(struct handler));
	if (!handler)
		return NULL;
	handler->allocator = order->allocator;
	snprintf(handler->device, sizeof handler->device, order->kind == CPU ? "CPU:%" PRId32 : "logging", order->number);
	handler->base = (struct kernels_handler){ sizeof handler->base, handler->device,
		order->kind == CPU ? run_on_cpu : log_call, order->fallback };
	return handler;
}

static void destroy(void *object)
{
	struct handler *handler = object;
	async_free(handler->allocator, handler, sizeof *handler, _Alignof(struct handler));
}

static void return_handler(struct kernels_call *call, enum kind kind, int32_t number)
{
	struct order order = { kernels_tensor__allocator(call), *(const struct kernels_handler *const *)call->arguments[0], kind, number };
	char name[80];
	snprintf(name, sizeof name, "befkit.created_handler.%d.%" PRId32 ".%p", (int)kind, number, (const void *)order.fallback);
	struct handler *handler = async_resources_get(resources_of(call->request), name, create, &order, destroy);
	if (handler)
		*(const struct kernels_handler **)call->results[0] = &handler->base;
	else
		kernels_call_fail(call, "out of memory");
}

void kernels_tensor__create_null_handler(struct kernels_call *call)
{
	*(const struct kernels_handler **)call->results[0] = &null_handler;
}

void kernels_tensor__create_cpu_handler(struct kernels_call *call) { return_handler(call, CPU, 0); }

void kernels_tensor__create_cpu_handler_at(struct kernels_call *call)
{
	const int32_t device = *(const int32_t *)call->arguments[1];
	if (device >= 0 && device < MOST_DEVICES)
		return_handler(call, CPU, device);
	else
		kernels_call_fail(call, "argument 1: expected a device from 0 to %d, got %" PRId32, MOST_DEVICES - 1, device);
}

/* The attribute of TFRT, whether it waits for results to log them, is not read: a call is logged when it runs. */
void kernels_tensor__create_logging_handler(struct kernels_call *call) { return_handler(call, LOGGING, 0); }

void kernels_tensor__register_handler(struct kernels_call *call)
{
	struct kernels_string name;
	if (!kernels_call_string(call, 0, &name))
		return;
	switch (kernels_handler_register(resources_of(call->request), kernels_tensor__allocator(call), name.data, name.size,
		*(const struct kernels_handler *const *)call->arguments[0])) {
	case KERNELS_OK:
		return;
	case KERNELS_E_EXISTS:
		kernels_call_fail(call, "op_handler exists: %.*s", (int)(name.size < 100 ? name.size : 100), name.data);
		return;
	case KERNELS_E_ARG:
		kernels_call_fail(call, "attribute 0: a name has no NUL byte");
		return;
	default:
		kernels_call_fail(call, "out of memory");
	}
}

void kernels_tensor__get_handler(struct kernels_call *call)
{
	struct kernels_string name;
	if (!kernels_call_string(call, 0, &name))
		return;
	const struct kernels_handler *handler = kernels_handler_find(resources_of(call->request), name.data, name.size);
	if (handler)
		*(const struct kernels_handler **)call->results[0] = handler;
	else
		kernels_call_fail(call, "op_handler not found: %.*s", (int)(name.size < 100 ? name.size : 100), name.data);
}
