/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The host device: its contexts, programs and functions. */
#include "host.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define MOST_TABLES 16

static struct {
	const struct kernels_device_host_function *functions;
	size_t count;
} tables[MOST_TABLES];
static size_t table_count;
static pthread_mutex_t tables_lock = PTHREAD_MUTEX_INITIALIZER;

/* Calls until one fails; 0: none does. */
static atomic_uint calls_left;

void kernels_device_host_fail_call(unsigned n)
{
	atomic_store(&calls_left, n);
}

bool kernels_device__host_enter(const char *call, struct kernels_device_error *error)
{
	unsigned left = atomic_load(&calls_left);
	while (left > 0 && !atomic_compare_exchange_weak(&calls_left, &left, left - 1)) {
	}
	return left != 1 || kernels_device_fail(error, ASYNC_CODE_UNAVAILABLE, HOST_INJECTED,
				    "%s on the host device: failed on request (%d)", call, HOST_INJECTED);
}

bool kernels_device__host_no_memory(struct kernels_device_error *error)
{
	return kernels_device_fail(error, ASYNC_CODE_RESOURCE_EXHAUSTED, HOST_NO_MEMORY, "out of memory");
}

bool kernels_device_host_add(const struct kernels_device_host_function *functions, size_t count)
{
	pthread_mutex_lock(&tables_lock);
	const bool fits = table_count < MOST_TABLES;
	if (fits) {
		tables[table_count].functions = functions;
		tables[table_count++].count = count;
	}
	pthread_mutex_unlock(&tables_lock);
	return fits;
}

static const struct kernels_device_host_function *find(const char *name)
{
	const struct kernels_device_host_function *found = NULL;
	pthread_mutex_lock(&tables_lock);
	for (size_t t = table_count; t-- > 0 && !found;) {
		for (size_t i = 0; i < tables[t].count && !found; i++) {
			if (strcmp(tables[t].functions[i].name, name) == 0)
				found = &tables[t].functions[i];
		}
	}
	pthread_mutex_unlock(&tables_lock);
	return found;
}

/* ---- devices */

bool kernels_device__host_open(uint32_t *out_count, struct kernels_device_error *error)
{
	(void)error;
	*out_count = HOST_DEVICES;
	return true;
}

bool kernels_device__host_describe(uint32_t device, struct kernels_device_info *out_info, struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("describe", error))
		return false;
	*out_info = (struct kernels_device_info){ .kind = KERNELS_DEVICE_CPU,
		.units = 1,
		.buffer_align = 1,
		.largest_group = SIZE_MAX,
		.largest_groups = { SIZE_MAX, SIZE_MAX, SIZE_MAX },
		.fp64 = true,
		.atomic64 = true,
		.available = true };
	snprintf(out_info->platform, sizeof out_info->platform, "host");
	snprintf(out_info->name, sizeof out_info->name, "%s",
		device == HOST_IN_CALLER ? "functions of the program, in the caller" :
					   "functions of the program, in tasks of the queue");
	return true;
}

static void free_context(struct kernels_device_object *object)
{
	struct kernels_device_context *context = (struct kernels_device_context *)object;
	async_free(context->allocator, context, sizeof *context, _Alignof(struct kernels_device_context));
}

struct kernels_device_context *kernels_device__host_context_create(
	uint32_t device, bool primary, const struct async_allocator *allocator, struct kernels_device_error *error)
{
	(void)primary;
	if (!kernels_device__host_enter("context_create", error))
		return NULL;
	struct kernels_device_context *context =
		async_alloc(allocator, sizeof *context, _Alignof(struct kernels_device_context));
	if (!context) {
		kernels_device__host_no_memory(error);
		return NULL;
	}
	kernels_device_object_init(&context->base, &kernels_device__host, NULL, free_context);
	context->allocator = allocator;
	context->device = device;
	snprintf(context->label, sizeof context->label, "host:%u", (unsigned)device);
	return context;
}

/* ---- programs and functions */

static void free_program(struct kernels_device_object *object)
{
	struct kernels_device_program *program = (struct kernels_device_program *)object;
	async_free(program->context->allocator, program, sizeof *program, _Alignof(struct kernels_device_program));
}

struct kernels_device_program *kernels_device__host_program_create(struct kernels_device_context *context,
	const struct kernels_device_code *code, struct kernels_device_error *error)
{
	/* the bytes may be any */
	if (!kernels_device_code_has_size(code, error) || !kernels_device__host_enter("program_create", error))
		return NULL;
	struct kernels_device_program *program =
		async_alloc(context->allocator, sizeof *program, _Alignof(struct kernels_device_program));
	if (!program) {
		kernels_device__host_no_memory(error);
		return NULL;
	}
	kernels_device_object_init(&program->base, &kernels_device__host, &context->base, free_program);
	program->context = context;
	return program;
}

static void free_function(struct kernels_device_object *object)
{
	struct kernels_device__host_function *function = (struct kernels_device__host_function *)object;
	async_free(function->base.context->allocator, function, sizeof *function,
		_Alignof(struct kernels_device__host_function));
}

struct kernels_device_function *kernels_device__host_function_create(
	struct kernels_device_program *program, const char *name, struct kernels_device_error *error)
{
	struct kernels_device_context *context = program->context;
	if (!kernels_device__host_enter("function_create", error))
		return NULL;
	const struct kernels_device_host_function *code = find(name);
	if (!code) {
		kernels_device_fail(error, ASYNC_CODE_NOT_FOUND, 0, "%s has no function '%.200s'", context->label, name);
		return NULL;
	}
	struct kernels_device__host_function *function = async_alloc(
		context->allocator, sizeof *function, _Alignof(struct kernels_device__host_function));
	if (!function) {
		kernels_device__host_no_memory(error);
		return NULL;
	}
	*function = (struct kernels_device__host_function){ .code = code };
	kernels_device_object_init(&function->base.base, &kernels_device__host, &program->base, free_function);
	function->base.program = program;
	function->base.context = context;
	function->base.name = code->name;
	function->base.parameters = code->parameters;
	function->base.parameter_count = code->parameter_count;
	memcpy(function->base.group, code->group, sizeof code->group);
	return &function->base;
}

void kernels_device__host_explain(
	const struct kernels_device_context *context, int32_t number, struct kernels_device_error *out_error)
{
	if (number == HOST_NO_MEMORY)
		kernels_device_fail(out_error, ASYNC_CODE_RESOURCE_EXHAUSTED, number, "%s: out of memory", context->label);
	else
		kernels_device_fail(out_error, ASYNC_CODE_INTERNAL, number,
			"a function of an earlier command on %s failed with %d", context->label, (int)number);
}

const struct kernels_device_driver kernels_device__host = { .size = sizeof kernels_device__host,
	.name = "host",
	.platform = 4,
	DRIVER_FUNCTIONS(DRIVER_MEMBER, kernels_device__host_)
	.structs = KERNELS_DEVICE_STRUCTS };
