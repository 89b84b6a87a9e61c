/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Specs, managers of chains, and what prints them. */
#include "remote.h"
#include <pthread.h>
#include <stdio.h>

enum { DEVICE_TEXT = 48 };

static void device_text(uint32_t task, char out[DEVICE_TEXT])
{
	snprintf(out, DEVICE_TEXT, "/job:worker/task:%u/device:CPU:0", task);
}

/* ---- specs */

void kernels_collective__spec_finish(void *payload)
{
	struct kernels_collective__spec *spec = payload;
	if (spec->tasks)
		async_free(spec->allocator, spec->tasks, spec->count * sizeof *spec->tasks, _Alignof(uint32_t));
}

/* Device `index` of the attribute. Returns false after the call has failed. */
static bool find_device(struct kernels_call *call, const struct kernels_aggregate *devices, uint32_t index, uint32_t *out)
{
	struct kernels_attr element;
	struct kernels_string name;
	uint8_t type;
	if (!kernels_aggregate_element(devices, index, &element, &type) || !kernels_attr_string(element, &name)) {
		kernels_call_fail(call, "output_devices: element %u is not a string", index);
		return false;
	}
	if (kernels_collective__device_task(ARGUMENT(struct kernels_collective__context *, 0), name, out))
		return true;
	kernels_call_fail(call, "Can't find device: %.*s", (int)(name.size < 200 ? name.size : 200), name.data);
	return false;
}

void kernels_collective__create_spec(struct kernels_call *call)
{
	struct kernels_aggregate devices;
	struct kernels_collective__spec spec = { NULL, 0, kernels_host(call->request)->allocator };
	if (!kernels_attr_aggregate(call->site->attributes[0], &devices)) {
		kernels_call_fail(call, "output_devices is not an array of strings");
		return;
	}
	spec.count = devices.count;
	if (spec.count > 0)
		spec.tasks = async_alloc(spec.allocator, spec.count * sizeof *spec.tasks, _Alignof(uint32_t));
	if (spec.count > 0 && !spec.tasks) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	for (uint32_t i = 0; i < devices.count; i++)
		if (!find_device(call, &devices, i, &spec.tasks[i])) {
			kernels_collective__spec_finish(&spec);
			return;
		}
	RESULT(struct kernels_collective__spec, 0) = spec;
}

/* ---- managers of chains */

struct kernels_collective__manager {
	const struct async_allocator *allocator;
	pthread_mutex_t lock; /* for the chains */
	uint32_t count;
	struct kernels_collective__object chains[]; /* of each task */
};

static size_t size_of(uint32_t count)
{
	return sizeof(struct kernels_collective__manager) + count * sizeof(struct kernels_collective__object);
}

void kernels_collective__manager_destroy(void *payload)
{
	struct kernels_collective__manager *manager = *(struct kernels_collective__manager **)payload;
	pthread_mutex_destroy(&manager->lock);
	async_free(manager->allocator, manager, size_of(manager->count), _Alignof(struct kernels_collective__manager));
}

void kernels_collective__create_manager(struct kernels_call *call)
{
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	const uint32_t count = kernels_collective__tasks(ARGUMENT(struct kernels_collective__context *, 0));
	struct kernels_collective__manager *manager =
		async_alloc(allocator, size_of(count), _Alignof(struct kernels_collective__manager));
	if (!manager) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	manager->allocator = allocator;
	manager->count = count;
	pthread_mutex_init(&manager->lock, NULL);
	for (uint32_t i = 0; i < count; i++)
		manager->chains[i] = (struct kernels_collective__object){ i, i, 0 };
	RESULT(struct kernels_collective__manager *, 0) = manager;
}

/* Arguments 1 and 2: the manager, and a task that it has. NULL after the call has failed. */
static struct kernels_collective__manager *manager_of(struct kernels_call *call, uint32_t *out_task)
{
	struct kernels_collective__manager *manager = ARGUMENT(struct kernels_collective__manager *, 1);
	*out_task = ARGUMENT(uint32_t, 2);
	if (*out_task < manager->count)
		return manager;
	kernels_call_fail(call, "argument 2: task %u of %u tasks", *out_task, manager->count);
	return NULL;
}

void kernels_collective__get_chain(struct kernels_call *call)
{
	uint32_t task;
	struct kernels_collective__manager *manager = manager_of(call, &task);
	if (!manager)
		return;
	pthread_mutex_lock(&manager->lock);
	RESULT(struct kernels_collective__object, 0) = manager->chains[task];
	pthread_mutex_unlock(&manager->lock);
}

void kernels_collective__set_chain(struct kernels_call *call)
{
	uint32_t task;
	struct kernels_collective__manager *manager = manager_of(call, &task);
	const struct kernels_collective__object object = ARGUMENT(struct kernels_collective__object, 3);
	if (manager && object.task != task) {
		kernels_call_fail(call, "argument 3 is an object on task %u; expected one on task %u", object.task, task);
	} else if (manager) {
		pthread_mutex_lock(&manager->lock);
		manager->chains[task] = object;
		pthread_mutex_unlock(&manager->lock);
	}
}

/* ---- prints, for tests */

void kernels_collective__print_object(struct kernels_call *call)
{
	const struct kernels_collective__object object = ARGUMENT(struct kernels_collective__object, 0);
	char device[DEVICE_TEXT];
	device_text(object.task, device);
	async_host_print(kernels_host(call->request), "RemoteObjectId{prefix_id: %u local_id: %llu device: %s}\n", object.maker,
		(unsigned long long)object.number, device);
}

void kernels_collective__print_spec(struct kernels_call *call)
{
	const struct kernels_collective__spec spec = ARGUMENT(struct kernels_collective__spec, 0);
	const size_t size = 32 + spec.count * DEVICE_TEXT;
	char *text = async_alloc(spec.allocator, size, 1);
	if (!text) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	size_t used = (size_t)snprintf(text, size, "RemoteExecuteSpec:[ ");
	for (size_t i = 0; i < spec.count; i++) {
		char device[DEVICE_TEXT];
		device_text(spec.tasks[i], device);
		used += (size_t)snprintf(text + used, size - used, "%s ", device);
	}
	async_host_print(kernels_host(call->request), "%s]\n", text);
	async_free(spec.allocator, text, size, 1);
}
