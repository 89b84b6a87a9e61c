/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices of all platforms, what they are, and contexts. */
#include "opencl.h"
#include <stdio.h>
#include <string.h>

#define MOST_PLATFORMS 16u
#define MOST_DEVICES 64u

static struct kernels_opencl__device devices[MOST_DEVICES];
static uint32_t device_count; /* valid once `opened` is set */
static bool opened;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static void read_text(void *device, uint32_t name, char *out, size_t size)
{
	size_t found = 0;
	out[0] = '\0';
	/* a buffer that is too small is an error, so ask for the size first */
	if (CL.clGetDeviceInfo(device, name, 0, NULL, &found) == CL_SUCCESS && found > 0 && found <= size &&
		CL.clGetDeviceInfo(device, name, found, out, NULL) == CL_SUCCESS)
		out[found - 1] = '\0';
	else
		out[0] = '\0';
}

static uint64_t read_number(void *device, uint32_t name, size_t size)
{
	uint32_t narrow = 0;
	uint64_t wide = 0;
	if (CL.clGetDeviceInfo(device, name, size, size == 4 ? (void *)&narrow : &wide, NULL) != CL_SUCCESS)
		return 0;
	return size == 4 ? narrow : wide;
}

static void add_devices(void *platform)
{
	void *ids[MOST_DEVICES];
	uint32_t count = 0;
	if (CL.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST_DEVICES, ids, &count) != CL_SUCCESS)
		return; /* CL_DEVICE_NOT_FOUND: a platform without devices */
	for (uint32_t i = 0; i < count && i < MOST_DEVICES && device_count < MOST_DEVICES; i++) {
		struct kernels_opencl__device *device = &devices[device_count];
		char name[128];
		*device = (struct kernels_opencl__device){ .platform = platform, .id = ids[i] };
		read_text(ids[i], CL_DEVICE_NAME, name, sizeof name);
		snprintf(device->label, sizeof device->label, "opencl:%u (%.60s)", (unsigned)device_count, name);
		device->align = (size_t)read_number(ids[i], CL_DEVICE_MEM_BASE_ADDR_ALIGN, 4) / 8;
		if (device->align == 0)
			device->align = 1;
		device->is_cpu = (read_number(ids[i], CL_DEVICE_TYPE, 8) & CL_DEVICE_TYPE_CPU) != 0;
		device_count++;
	}
}

static bool find_devices(struct kernels_device_error *error)
{
	void *platforms[MOST_PLATFORMS];
	uint32_t count = 0;
	if (!kernels_opencl__load(error))
		return false;
	const int32_t code = CL.clGetPlatformIDs(MOST_PLATFORMS, platforms, &count);
	if (code == CL_PLATFORM_NOT_FOUND_KHR)
		return kernels_device_fail(error, ASYNC_CODE_NOT_FOUND, code,
			"OpenCL has no platform: install a driver, for example pocl-opencl-icd");
	if (!kernels_opencl__check(code, "clGetPlatformIDs", "opencl", error))
		return false;
	device_count = 0;
	for (uint32_t i = 0; i < count && i < MOST_PLATFORMS; i++)
		add_devices(platforms[i]);
	return true;
}

bool kernels_opencl__open(uint32_t *out_count, struct kernels_device_error *error)
{
	pthread_mutex_lock(&opening);
	opened = opened || find_devices(error);
	const bool found = opened;
	*out_count = found ? device_count : 0;
	pthread_mutex_unlock(&opening);
	return found;
}

/* True if a list that is separated by blanks has the word. */
static bool has_word(const char *list, const char *word)
{
	const size_t size = strlen(word);
	for (const char *at = list; (at = strstr(at, word)) != NULL; at += size) {
		if ((at == list || at[-1] == ' ') && (at[size] == ' ' || at[size] == '\0'))
			return true;
	}
	return false;
}

static uint32_t read_class(void *device)
{
	const uint64_t type = read_number(device, CL_DEVICE_TYPE, 8);
	if (type & CL_DEVICE_TYPE_CPU)
		return KERNELS_DEVICE_CPU;
	if (type & CL_DEVICE_TYPE_GPU)
		return KERNELS_DEVICE_GPU;
	return type & CL_DEVICE_TYPE_ACCELERATOR ? KERNELS_DEVICE_ACCELERATOR : KERNELS_DEVICE_CUSTOM;
}

static void read_platform(void *platform, char *out, size_t size)
{
	out[0] = '\0';
	if (CL.clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, out, NULL) != CL_SUCCESS)
		out[0] = '\0';
	out[size - 1] = '\0';
}

bool kernels_opencl__describe(uint32_t index, struct kernels_device_info *out, struct kernels_device_error *error)
{
	const struct kernels_opencl__device *device = &devices[index];
	void *id = device->id;
	(void)error;
	*out = (struct kernels_device_info){ .kind = read_class(id) };
	read_platform(device->platform, out->platform, sizeof out->platform);
	read_text(id, CL_DEVICE_NAME, out->name, sizeof out->name);
	read_text(id, CL_DEVICE_VENDOR, out->vendor, sizeof out->vendor);
	read_text(id, CL_DEVICE_VERSION, out->version, sizeof out->version);
	read_text(id, CL_DRIVER_VERSION, out->driver_version, sizeof out->driver_version);
	read_text(id, CL_DEVICE_IL_VERSION, out->il, sizeof out->il);
	read_text(id, CL_DEVICE_EXTENSIONS, out->extensions, sizeof out->extensions);
	out->units = (uint32_t)read_number(id, CL_DEVICE_MAX_COMPUTE_UNITS, 4);
	out->clock = (uint32_t)read_number(id, CL_DEVICE_MAX_CLOCK_FREQUENCY, 4);
	out->buffer_align = (uint32_t)device->align;
	out->memory = read_number(id, CL_DEVICE_GLOBAL_MEM_SIZE, 8);
	out->largest_buffer = read_number(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, 8);
	out->local_memory = read_number(id, CL_DEVICE_LOCAL_MEM_SIZE, 8);
	out->largest_group = (size_t)read_number(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t));
	if (CL.clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof out->largest_groups, out->largest_groups, NULL) !=
		CL_SUCCESS)
		memset(out->largest_groups, 0, sizeof out->largest_groups);
	out->fp16 = has_word(out->extensions, "cl_khr_fp16");
	out->fp64 = has_word(out->extensions, "cl_khr_fp64");
	out->atomic64 = has_word(out->extensions, "cl_khr_int64_base_atomics") &&
			has_word(out->extensions, "cl_khr_int64_extended_atomics");
	out->images = read_number(id, CL_DEVICE_IMAGE_SUPPORT, 4) != 0;
	out->compiler = read_number(id, CL_DEVICE_COMPILER_AVAILABLE, 4) != 0;
	out->vector_bytes = 4 * (uint32_t)read_number(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 4);
	out->available = read_number(id, CL_DEVICE_AVAILABLE, 4) != 0;
	return true;
}

/* ---- contexts */

static void free_context(struct kernels_device_object *object)
{
	struct kernels_opencl__context *context = (struct kernels_opencl__context *)object;
	kernels_opencl__forget_launches(context);
	CL.clReleaseContext(context->context);
	pthread_mutex_destroy(&context->lock);
	pthread_mutex_destroy(&context->launched_lock);
	async_free(context->base.allocator, context, sizeof *context, _Alignof(struct kernels_opencl__context));
}

struct kernels_device_context *kernels_opencl__context_create(
	uint32_t index, bool primary, const struct async_allocator *allocator, struct kernels_device_error *error)
{
	const struct kernels_opencl__device *device = &devices[index];
	const intptr_t properties[] = { CL_CONTEXT_PLATFORM, (intptr_t)device->platform, 0 };
	struct kernels_opencl__context *context =
		async_alloc(allocator, sizeof *context, _Alignof(struct kernels_opencl__context));
	int32_t code = CL_SUCCESS;
	(void)primary;
	if (!context) {
		kernels_opencl__no_memory(device->label, error);
		return NULL;
	}
	*context = (struct kernels_opencl__context){ .device = device };
	context->context = CL.clCreateContext(properties, 1, &device->id, NULL, NULL, &code);
	if (!kernels_opencl__check(code, "clCreateContext", device->label, error)) {
		async_free(allocator, context, sizeof *context, _Alignof(struct kernels_opencl__context));
		return NULL;
	}
	pthread_mutex_init(&context->lock, NULL);
	pthread_mutex_init(&context->launched_lock, NULL);
	kernels_device_object_init(&context->base.base, &kernels_opencl__driver, NULL, free_context);
	context->base.allocator = allocator;
	context->base.device = index;
	memcpy(context->base.label, device->label, sizeof context->base.label);
	return &context->base;
}

uint64_t kernels_opencl__number(void)
{
	static uint64_t last;
	return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED); /* relaxed: only differs from other numbers */
}

/* Recursive: a callback that comes inside of a command may run a task in place, if the host's queue refuses it. */
void kernels_opencl__lock_init(pthread_mutex_t *lock)
{
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
}
