/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libkernels: a device of the host for eager operations. The device squares numbers in a thread of its own; operations
 * that it does not know go to a table of kernels and to a composite operation. write_a_device.md describes the steps. */
#include <kernels/handler.h>
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the device: one command at a time, in its thread */

struct command {
	struct command *next;
	struct async_external end; /* posts the end of the command to the queue of the host */
	struct async_request *request; /* a unit of work, so that the host waits for the command */
	struct async_value *result;
	int32_t operand;
};

struct device {
	struct kernels_handler handler; /* first */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct command *first, **last;
	bool stop;
};

/* A task of the queue, so no waiter runs in the thread of the device. */
static void command_ended(void *ctx)
{
	struct command *command = ctx;
	struct async_request *request = command->request;
	int32_t squared = command->operand;
	async_value_emplace(command->result, &squared);
	async_value_release(command->result);
	free(command);
	async_request_end_work(request);
}

static void *device_main(void *ctx)
{
	struct device *device = ctx;
	pthread_mutex_lock(&device->lock);
	for (;;) {
		while (!device->first && !device->stop)
			pthread_cond_wait(&device->changed, &device->lock);
		struct command *command = device->first;
		if (!command)
			break;
		device->first = command->next;
		if (!device->first)
			device->last = &device->first;
		pthread_mutex_unlock(&device->lock);
		command->operand *= command->operand; /* what the device does */
		async_external_complete(&command->end);
		pthread_mutex_lock(&device->lock);
	}
	pthread_mutex_unlock(&device->lock);
	return NULL;
}

static bool device_execute(const struct kernels_handler *self, const struct kernels_handler_call *call)
{
	struct device *device = (struct device *)(uintptr_t)self;
	const struct async_host *host = async_request_host(call->request);
	const async_type_id i32 = kernels_types()->i32;
	if (strcmp(call->name, "square") != 0 || call->argument_count != 1 || call->result_count != 1 ||
		async_value_type(call->arguments[0]) != i32)
		return false; /* the fallback is asked */
	struct command *command = calloc(1, sizeof *command);
	struct async_value *result = async_value_create(host->allocator, i32);
	if (!command || !result) {
		async_value_release(result);
		free(command);
		call->results[0] = async_value_out_of_memory();
		return true;
	}
	command->operand = *(const int32_t *)async_value_payload(call->arguments[0]);
	command->request = async_request_begin_work(call->request);
	command->result = async_value_retain(result);
	call->results[0] = result;
	async_external_begin(&command->end, host->queue, "square", command_ended, command);
	pthread_mutex_lock(&device->lock);
	*device->last = command;
	device->last = &command->next;
	pthread_cond_signal(&device->changed);
	pthread_mutex_unlock(&device->lock);
	return true;
}

static bool device_open(struct device *device, const struct kernels_handler *fallback)
{
	*device = (struct device){ .handler = { sizeof device->handler, "squarer:0", device_execute, fallback } };
	device->last = &device->first;
	pthread_mutex_init(&device->lock, NULL);
	pthread_cond_init(&device->changed, NULL);
	return pthread_create(&device->thread, NULL, device_main, device) == 0;
}

static void device_close(struct device *device)
{
	pthread_mutex_lock(&device->lock);
	device->stop = true;
	pthread_cond_signal(&device->changed);
	pthread_mutex_unlock(&device->lock);
	pthread_join(device->thread, NULL);
	pthread_cond_destroy(&device->changed);
	pthread_mutex_destroy(&device->lock);
}

/* ---- a composite operation: a C function here; functions of BEF files are used in the same way */

static struct device squarer;

static void sum_of_squares(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	struct async_value *squares[2];
	(void)self;
	for (int i = 0; i < 2; i++)
		kernels_handler_execute(&squarer.handler, "square", request, &arguments[i], 1, NULL, &squares[i], 1);
	kernels_handler_execute(&squarer.handler, "add", request, squares, 2, NULL, results, 1);
	async_value_release(squares[0]);
	async_value_release(squares[1]);
}

/* ---- the host */

int main(void)
{
	const struct kernels_function_vtable vtable = { .size = sizeof vtable, .execute = sum_of_squares };
	const struct kernels_type i32[2] = { { "i32", 3, kernels_types()->i32 }, { "i32", 3, kernels_types()->i32 } };
	const struct kernels_function graph = { &vtable, "sum_of_squares", 14, i32, i32, 2, 1 };
	const struct kernels_choice choices[] = {
		{ sizeof *choices, "add", "i32, i32", "tfrt.add.i32", NULL },
		{ sizeof *choices, "add", "f32, f32", "tfrt.add.f32", NULL },
		{ sizeof *choices, "sum_of_squares", NULL, NULL, &graph },
	};
	struct async_host host = ASYNC_HOST_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct kernels_choices *cpu;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct async_resources *resources = async_resources_create(NULL);
	host.allocator = async_allocator_system();
	host.queue = async_queue_create_threads(NULL, NULL);
	host.resources = resources; /* of all requests */
	struct async_request *request = host.queue ? async_request_create(&host, NULL) : NULL;
	if (!registry || !resources || !request || kernels_registry_add(registry, kernels_pack_basic(), &diag) != KERNELS_OK ||
		kernels_choices_create(registry, NULL, "cpu", choices, 3, NULL, &cpu, &diag) != KERNELS_OK ||
		!device_open(&squarer, kernels_choices_handler(cpu)) ||
		kernels_handler_register(resources, NULL, "squarer", strlen("squarer"), &squarer.handler) != KERNELS_OK) {
		fprintf(stderr, "%s\n", diag.message);
		return 3;
	}
	int32_t three = 3, four = 4;
	struct async_value *sides[2] = { async_value_create_available(NULL, kernels_types()->i32, &three),
		async_value_create_available(NULL, kernels_types()->i32, &four) }, *sum;
	kernels_handler_execute(&squarer.handler, "sum_of_squares", request, sides, 2, NULL, &sum, 1);
	async_queue_await(host.queue, &sum, 1);
	int failed = async_value_is_error(sum);
	if (!failed)
		printf("3 * 3 + 4 * 4 = %d\n", *(const int32_t *)async_value_payload(sum));
	struct async_value *idle = async_request_idle(request); /* then nothing uses device, choices and registry */
	async_queue_await(host.queue, &idle, 1);
	async_value_release(idle);
	async_value_release(sum);
	async_value_release(sides[0]);
	async_value_release(sides[1]);
	async_request_release(request);
	async_resources_release(resources);
	device_close(&squarer);
	kernels_choices_destroy(cpu);
	async_queue_destroy(host.queue);
	kernels_registry_destroy(registry);
	return failed;
}
