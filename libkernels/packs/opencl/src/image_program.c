/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From one module of SPIR-V or native code to a program of the driver. */
#include "built.h"
#include "image_program.h"

#include <image/cache.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRANSLATION_MS = 60000 };

bool kernels_opencl__module_fail(
	const struct kernels_opencl__module *m, const struct kernels_diag *diag, struct kernels_device_error *error)
{
	const enum async_code code = diag->status == KERNELS_E_NOMEM       ? ASYNC_CODE_RESOURCE_EXHAUSTED :
				     diag->status == KERNELS_E_NOT_FOUND   ? ASYNC_CODE_NOT_FOUND :
				     diag->status == KERNELS_E_UNSUPPORTED ? ASYNC_CODE_UNIMPLEMENTED :
				     diag->status == KERNELS_E_LIMIT       ? ASYNC_CODE_RESOURCE_EXHAUSTED :
									     ASYNC_CODE_INVALID_ARGUMENT;
	return kernels_device_fail(error, code, 0, "%.200s for %s: %s", m->code->name ? m->code->name : "the program",
		m->images->context->base.label, diag->message);
}

static bool no_memory(const struct kernels_opencl__module *m, struct kernels_device_error *error)
{
	return kernels_opencl__no_memory(m->images->context->base.label, error);
}

static void key_of(const struct kernels_opencl__module *m, uint8_t out[32])
{
	struct image_key key;
	kernels_opencl__built_key(&key, &m->images->info, "opencl 1", m->options);
	kernels_image__key_add(&key, m->bytes, m->size);
	for (size_t i = 0; i < m->value_count; i++) {
		kernels_image__key_add(&key, &m->values[i].id, sizeof m->values[i].id);
		kernels_image__key_add(&key, m->values[i].bytes, m->values[i].size);
	}
	kernels_image__key_finish(&key, out);
}

/* Builds the program, or releases it. */
static void *built(const struct kernels_opencl__module *m, void *program, const char *options, struct kernels_device_error *error)
{
	if (program && kernels_opencl__build(m->images->context, program, options, m->code->name, error))
		return program;
	if (program)
		CL.clReleaseProgram(program);
	return NULL;
}

/* ---- one module */

/* 15 of "OpenCL 3.0 PoCL 3.1+debian  Linux, ..., LLVM 15.0.6, ..."; 0: not known. */
static unsigned llvm_version(const struct kernels_opencl__context *context)
{
	char text[512] = "";
	if (CL.clGetPlatformInfo(context->device->platform, CL_PLATFORM_VERSION, sizeof text - 1, text, NULL) != CL_SUCCESS)
		return 0;
	const char *llvm = strstr(text, "LLVM ");
	const unsigned long version = llvm ? strtoul(llvm + 5, NULL, 10) : 0;
	return version < 1000 ? (unsigned)version : 0;
}

static void *from_il(const struct kernels_opencl__module *m, struct kernels_device_error *error)
{
	const struct kernels_opencl__context *context = m->images->context;
	int32_t code = CL_SUCCESS;
	void *program = CL.clCreateProgramWithIL(context->context, m->bytes, m->size, &code);
	if (!kernels_opencl__check(code, "clCreateProgramWithIL", context->base.label, error))
		return NULL;
	if (m->value_count > 0 && !CL.clSetProgramSpecializationConstant) {
		kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "%s sets no specialization constants", context->base.label);
		CL.clReleaseProgram(program);
		return NULL;
	}
	for (size_t i = 0; i < m->value_count; i++) {
		char call[80];
		snprintf(call, sizeof call, "clSetProgramSpecializationConstant of id %u", (unsigned)m->values[i].id);
		if (!kernels_opencl__check(CL.clSetProgramSpecializationConstant(program, m->values[i].id, m->values[i].size,
			    m->values[i].bytes), call, context->base.label, error)) {
			CL.clReleaseProgram(program);
			return NULL;
		}
	}
	return built(m, program, m->options, error);
}

static void *from_bitcode(const struct kernels_opencl__module *m, struct kernels_device_error *error)
{
	static const char flags[] = "-x spir -spir-std=1.2 ";
	const struct kernels_opencl__context *context = m->images->context;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct image_translation translation;
	char *options = malloc(sizeof flags + strlen(m->options));
	void *program = NULL;
	if (!options) {
		no_memory(m, error);
	} else if (kernels_image__translate(m->bytes, m->size, m->spirv, m->values, m->value_count, llvm_version(context),
			   TRANSLATION_MS, context->base.allocator, &translation, &diag) != KERNELS_OK) {
		kernels_opencl__module_fail(m, &diag, error);
	} else {
		strcpy(stpcpy(options, flags), m->options);
		program = built(m, kernels_opencl__from_binary(m->images->context, translation.bitcode, translation.size, error), options, error);
		async_free(context->base.allocator, translation.bitcode, translation.size, 16);
	}
	free(options);
	return program;
}

static void *build_spirv(const struct kernels_opencl__module *m, struct kernels_device_error *error)
{
	uint8_t key[32];
	void *program;
	key_of(m, key);
	if ((program = kernels_opencl__built_load(m->images->context, key, m->options)) != NULL)
		return program;
	if (m->images->info.il[0] && CL.clCreateProgramWithIL)
		program = from_il(m, error);
	else if (strstr(m->images->info.extensions, "cl_khr_spir"))
		program = from_bitcode(m, error);
	else
		kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "%s takes neither SPIR-V nor LLVM bitcode",
			m->images->context->base.label);
	if (program)
		kernels_opencl__built_store(m->images->context, key, program);
	return program;
}

void *kernels_opencl__module_build(
	struct kernels_opencl__module *m, const char *file_options, struct kernels_device_error *error)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const char *given = m->code->options ? m->code->options : "";
	void *program = NULL;
	if (m->spirv && kernels_image__check_values(m->spirv, m->values, m->value_count, &diag) != KERNELS_OK) {
		kernels_opencl__module_fail(m, &diag, error);
		return NULL;
	}
	m->options = malloc(strlen(given) + strlen(file_options) + 2);
	if (m->options) {
		sprintf(m->options, "%s%s%s", file_options, file_options[0] && given[0] ? " " : "", given);
		program = m->spirv ? build_spirv(m, error) :
				     built(m, kernels_opencl__from_binary(m->images->context, m->bytes, m->size, error),
					     m->options, error);
		free(m->options);
	} else {
		no_memory(m, error);
	}
	return program;
}
