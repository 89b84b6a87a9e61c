/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A driver that takes SPIR-V, for the one module constants.spv: its code is known here as OpenCL C, in which constants 7 and 9
 * are macros. The values are options of the build, so they count only if they are set before. */
#include "shim_il.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const char source[] = "kernel void fill(global int *x) { int i = (int)get_global_id(0); x[i] = FACTOR * i + OFFSET; }";
static void *built_from_il; /* the tests build one program at a time */
static int32_t factor, offset;

static void *system_function(const char *name)
{
	void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
	return library ? dlsym(library, name) : NULL;
}

#define SYSTEM(name, type, parameters) \
	type(*function) parameters; \
	void *symbol = system_function(#name); \
	memcpy(&function, &symbol, sizeof symbol)

static int32_t device_info(void *device, uint32_t name, size_t size, void *out, size_t *out_size)
{
	static const char version[] = "SPIR-V_1.2";
	SYSTEM(clGetDeviceInfo, int32_t, (void *, uint32_t, size_t, void *, size_t *));
	if (name != CL_DEVICE_IL_VERSION)
		return function(device, name, size, out, out_size);
	if (out_size)
		*out_size = sizeof version;
	if (out && size < sizeof version)
		return -30;
	if (out)
		memcpy(out, version, sizeof version);
	return CL_SUCCESS;
}

static void *create(void *context, const void *il, size_t size, int32_t *out_code)
{
	static const unsigned char magic[4] = { 3, 2, 0x23, 7 };
	const char *text = source;
	const size_t length = sizeof source - 1;
	SYSTEM(clCreateProgramWithSource, void *, (void *, uint32_t, const char **, const size_t *, int32_t *));
	if (size < 20 || memcmp(il, magic, 4) != 0) {
		*out_code = -30;
		return NULL;
	}
	factor = 2; /* the defaults of the module */
	offset = 1;
	return built_from_il = function(context, 1, &text, &length, out_code);
}

int32_t shim_il_clSetProgramSpecializationConstant(void *program, uint32_t id, size_t size, const void *value)
{
	if (program != built_from_il)
		return -44;
	if (id != 7 && id != 9)
		return -71;
	if (size != 4)
		return -30;
	memcpy(id == 7 ? &factor : &offset, value, size);
	return CL_SUCCESS;
}

static int32_t build(void *program, uint32_t count, void *const *devices, const char *options,
	void (*notify)(void *, void *), void *ctx)
{
	char all[512];
	SYSTEM(clBuildProgram, int32_t,
		(void *, uint32_t, void *const *, const char *, void (*)(void *, void *), void *));
	if (program != built_from_il)
		return function(program, count, devices, options, notify, ctx);
	snprintf(all, sizeof all, "%s -DFACTOR=(%d) -DOFFSET=(%d)", options ? options : "", (int)factor, (int)offset);
	return function(program, count, devices, all, notify, ctx);
}

#define FUNCTION(name, own) \
	if (strcmp(wanted, name) == 0) { \
		__typeof__(&own) function = own; \
		memcpy(&found, &function, sizeof found); \
	}

void *shim_il_function(const char *wanted)
{
	void *found = NULL;
	FUNCTION("clGetDeviceInfo", device_info)
	FUNCTION("clCreateProgramWithIL", create)
	FUNCTION("clBuildProgram", build)
	return found;
}
