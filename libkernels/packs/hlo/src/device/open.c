/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The device of an op, and its code: compiled when the program is opened. Ops with the same attributes share a plan, and so the code. */
#include "device/device.h"
#include <hlo/device.h>
#include <string.h>

static bool refuse(struct hlo_op *op, const struct kernels_device_error *error)
{
	return kernels_hlo__refuse(op, "%s", error->text);
}

/* The attribute lists numbers of operands. */
static bool read_by_value(struct hlo_op *op, struct hlo_device *device)
{
	int64_t numbers[64];
	uint32_t count;
	if (!kernels_hlo__has_attribute(op, "by_value"))
		return true;
	if (!kernels_hlo__ints(op, "by_value", sizeof numbers / sizeof *numbers, numbers, &count))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const int64_t n = numbers[i];
		if (n < 1 || n >= 64 || n >= (int64_t)op->operand_count || op->operands[n].elements != 1)
			return kernels_hlo__refuse(
				op, "attribute by_value has %lld, expected the number of an operand with one element", (long long)n);
		device->by_value |= UINT64_C(1) << n;
	}
	return true;
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
	return (device->context || refuse(op, &error)) && read_by_value(op, device);
}

/* The name of the operation behind "hlo.", which errors of the driver and traces show. */
static const char *name_of(const struct hlo_op *op) { return op->site->entry->kernel->name + sizeof "hlo." - 1; }

struct kernels_device_program *kernels_hlo__device_build(struct hlo_op *op, const struct hlo_device *device, struct hlo_source *source)
{
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
	const struct kernels_device_driver *driver = device->context->base.driver;
	if (source->failed) {
		kernels_hlo__source_finish(source);
		kernels_hlo__refuse(op, "out of memory");
		return NULL;
	}
	const struct kernels_device_code code = { .size = sizeof code, .kind = KERNELS_DEVICE_SOURCE_OPENCL_C, .bytes = source->text,
		.byte_count = source->size, .name = op->site->entry->kernel->name };
	struct kernels_device_program *program = driver->program_create(device->context, &code, &error);
	kernels_hlo__source_finish(source);
	if (!program)
		refuse(op, &error);
	return program;
}

bool kernels_hlo__device_function(
	struct hlo_op *op, struct kernels_device_program *program, const char *name, struct kernels_device_launch *launch)
{
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
	launch->size = sizeof *launch;
	launch->function = program->base.driver->function_create(program, name, &error);
	return launch->function || refuse(op, &error);
}

bool kernels_hlo__device_compile(struct hlo_op *op, struct hlo_device *device, struct hlo_source *source)
{
	struct kernels_device_program *program = kernels_hlo__device_build(op, device, source);
	const bool good = program && kernels_hlo__device_function(op, program, name_of(op), &device->launch);
	if (program)
		kernels_device_release(&program->base);
	return good;
}

void kernels_hlo__device_parameters(const struct hlo_op *op, const struct hlo_device *device, struct hlo_source *source)
{
	for (uint32_t i = 1; i < op->operand_count; i++) {
		const bool by_value = i < 64 && (device->by_value >> i & 1);
		kernels_hlo__source_put(source, by_value ? "const %s s%u, " : "global const %s *a%u, ",
			kernels_hlo__source_type(op->operands[i].dtype), i);
	}
}

void kernels_hlo__device_values(const struct hlo_op *op, const struct hlo_device *device, struct hlo_source *source)
{
	for (uint32_t i = 1; i < op->operand_count && i < 64; i++) {
		if (device->by_value >> i & 1)
			kernels_hlo__source_put(source, "const %s a%u[1] = { s%u };\n", kernels_hlo__source_type(op->operands[i].dtype), i, i);
	}
}

void kernels_hlo__device_begin_kernel(const struct hlo_op *op, const struct hlo_device *device, struct hlo_source *source)
{
	kernels_hlo__source_put(source, "kernel void %s(", name_of(op));
	kernels_hlo__device_parameters(op, device, source);
	for (uint32_t i = 0; i < op->result_count; i++)
		kernels_hlo__source_put(source, "global %s *restrict r%u%s", kernels_hlo__source_type(op->results[i].dtype), i,
			i + 1 < op->result_count ? ", " : ")\n{\n");
	kernels_hlo__device_values(op, device, source);
}

struct hlo_op kernels_hlo__device_host_op(const struct hlo_op *op)
{
	struct hlo_op host = *op;
	host.operands = op->operands + 1;
	host.operand_count = op->operand_count - 1;
	return host;
}

/* The plan of the host is made and dropped. */
static bool plan_as_host(struct hlo_op *op, const struct hlo_kernel *host)
{
	const size_t size = (host->plan_size + 15) / 16 * 16 + op->result_count * (sizeof(uint64_t) + sizeof(int32_t));
	char *block = async_alloc(op->allocator, size, 64);
	if (!block)
		return kernels_hlo__refuse(op, "out of memory");
	memset(block, 0, size);
	struct hlo_op planned = kernels_hlo__device_host_op(op);
	const size_t spare = (host->plan_size + 15) / 16 * 16;
	planned.spare = (uint64_t *)(void *)(block + spare);
	planned.reuse = (int32_t *)(void *)(planned.spare + op->result_count);
	const bool good = host->plan(&planned, block);
	if (host->finish)
		host->finish(op->allocator, block);
	async_free(op->allocator, block, size, 64);
	return good;
}

bool kernels_hlo__device_check(struct hlo_op *op, const struct hlo_device *device, const struct hlo_kernel *host)
{
	char text[HLO_TYPE_TEXT];
	if (op->operand_count < 2 || !hlo_is_token(&op->operands[0]))
		return kernels_hlo__refuse(op, "expected a token for the stream, and arrays");
	for (uint32_t i = 1; i < op->operand_count + op->result_count; i++) {
		const struct hlo_type *type = i < op->operand_count ? &op->operands[i] : &op->results[i - op->operand_count];
		if (type->elements < 0 || !hlo_device_has_type(type->dtype, device->f64))
			return kernels_hlo__refuse(op, "%s has no arrays of the type %s", device->context->label,
				kernels_hlo__type_text(type, text));
	}
	return plan_as_host(op, host);
}

bool kernels_hlo__device_open_as(struct hlo_op *op, struct hlo_device *device, const struct hlo_kernel *host)
{
	return kernels_hlo__device_open(op, device) && kernels_hlo__device_check(op, device, host);
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
