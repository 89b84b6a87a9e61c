/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The device of an op, and its code: compiled when the program is opened. Ops with the same attributes share a plan, and so the code. */
#include "device/device.h"
#include <string.h>

static bool refuse(struct hlo_op *op, const struct kernels_device_error *error)
{
	return kernels_hlo__refuse(op, "%s", error->text);
}

bool kernels_hlo__device_open(struct hlo_op *op, struct hlo_device *device)
{
	struct kernels_string name;
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
	struct kernels_device found;
	struct kernels_device_info info;
	if (!kernels_hlo__text(op, "device", &name))
		return false;
	if (!kernels_device_find(name.data, name.size, &found, &error) || !found.driver->describe(found.index, &info, &error))
		return refuse(op, &error);
	device->context = kernels_device_context_open(found, true, NULL, &error);
	device->largest_group = info.largest_group ? info.largest_group : 64;
	device->vector_bytes = info.vector_bytes > 16 ? info.vector_bytes : 16;
	device->f64 = info.fp64;
	device->cpu = info.kind == KERNELS_DEVICE_CPU;
	return device->context || refuse(op, &error);
}

/* The name of the operation behind "hlo.", which errors of the driver and traces show. */
static const char *name_of(const struct hlo_op *op) { return op->site->entry->kernel->name + sizeof "hlo." - 1; }

bool kernels_hlo__device_compile(struct hlo_op *op, struct hlo_device *device, struct hlo_source *source)
{
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
	const struct kernels_device_driver *driver = device->context->base.driver;
	if (source->failed) {
		kernels_hlo__source_finish(source);
		return kernels_hlo__refuse(op, "out of memory");
	}
	const struct kernels_device_code code = { .size = sizeof code, .kind = KERNELS_DEVICE_SOURCE_OPENCL_C, .bytes = source->text,
		.byte_count = source->size, .name = op->site->entry->kernel->name };
	struct kernels_device_program *program = driver->program_create(device->context, &code, &error);
	kernels_hlo__source_finish(source);
	if (!program)
		return refuse(op, &error);
	device->launch.size = sizeof device->launch;
	device->launch.function = driver->function_create(program, name_of(op), &error);
	kernels_device_release(&program->base);
	return device->launch.function || refuse(op, &error);
}

void kernels_hlo__device_begin_kernel(const struct hlo_op *op, struct hlo_source *source)
{
	kernels_hlo__source_put(source, "kernel void %s(", name_of(op));
	for (uint32_t i = 1; i < op->operand_count; i++)
		kernels_hlo__source_put(source, "global const %s *a%u, ", kernels_hlo__source_type(op->operands[i].dtype), i);
	for (uint32_t i = 0; i < op->result_count; i++)
		kernels_hlo__source_put(source, "global %s *restrict r%u%s", kernels_hlo__source_type(op->results[i].dtype), i,
			i + 1 < op->result_count ? ", " : ")\n{\n");
}

void kernels_hlo__device_finish(const struct async_allocator *allocator, void *plan)
{
	struct hlo_device *device = plan;
	(void)allocator;
	if (device->launch.function)
		kernels_device_release(&device->launch.function->base);
	if (device->context)
		kernels_device_release(&device->context->base);
}
