/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of numeric codes, and diagnostics. */
#include "internal.h"

#include <bytecursor/diag.h>
#include <syclbin/verify.h>

#include <stdarg.h>
#include <stdio.h>

BYTECURSOR_DIAG_MATCHES(struct syclbin_diag);

const char *syclbin_status_name(enum syclbin_status status)
{
	switch (status) {
		BYTECURSOR_STATUS_CASES(SYCLBIN)
	}
	return "?";
}

const char *syclbin_code_name(enum syclbin_code code)
{
	switch (code) {
	case SYCLBIN_C_NONE: return "none";
#define NAME_CASE(code, number, name) case SYCLBIN_C_##code: return name;
		SYCLBIN_CODES(NAME_CASE)
#undef NAME_CASE
	}
	return "?";
}

enum syclbin_status syclbin__fail(struct syclbin_diag *diag, enum syclbin_status status, enum syclbin_code code,
	uint64_t offset, const char *format, ...)
{
	if (BYTECURSOR_DIAG_IS_OPEN(diag)) {
		struct syclbin_diag full = { sizeof full, status,
			code == SYCLBIN_C_NONE ? syclbin_status_name(status) : syclbin_code_name(code), offset, 0, 0,
			{ 0 }, code };
		va_list arguments;
		va_start(arguments, format);
		vsnprintf(full.message, sizeof full.message, format, arguments);
		va_end(arguments);
		BYTECURSOR_DIAG_STORE(diag, &full);
	}
	return status;
}

enum syclbin_status syclbin__no_memory(struct syclbin_diag *diag)
{
	return syclbin__fail(diag, SYCLBIN_E_NOMEM, SYCLBIN_C_NONE, SYCLBIN_NO_OFFSET, "out of memory");
}

enum syclbin_status syclbin__size_is_wrong(struct syclbin_diag *diag, size_t size, const char *name)
{
	char text[120];
	return syclbin__fail(diag, SYCLBIN_E_ARG, SYCLBIN_C_NONE, SYCLBIN_NO_OFFSET, "%s",
		bytecursor_size_text(text, sizeof text, size, name));
}

static const char *name_at(const char *const *names, size_t count, unsigned number)
{
	return number < count ? names[number] : "?";
}

const char *syclbin_image_kind_name(unsigned kind)
{
	static const char *const names[] = { "none", "object", "bitcode", "cubin", "fatbinary", "ptx", "spirv",
		"syclbin" };
	return name_at(names, sizeof names / sizeof *names, kind);
}

const char *syclbin_image_kind_suffix(unsigned kind)
{
	static const char *const names[] = { "bin", "o", "bc", "cubin", "fatbin", "s", "spv", "syclbin" };
	return kind < sizeof names / sizeof *names ? names[kind] : "bin";
}

const char *syclbin_offload_kind_name(unsigned kind)
{
	switch (kind) {
	case SYCLBIN_OFFLOAD_NONE: return "none";
	case SYCLBIN_OFFLOAD_OPENMP: return "openmp";
	case SYCLBIN_OFFLOAD_CUDA: return "cuda";
	case SYCLBIN_OFFLOAD_HIP: return "hip";
	case SYCLBIN_OFFLOAD_SYCL: return "sycl";
	default: return "?";
	}
}

const char *syclbin_state_name(unsigned state)
{
	static const char *const names[] = { "input", "object", "executable" };
	return name_at(names, sizeof names / sizeof *names, state);
}

const char *syclbin_ir_type_name(unsigned type)
{
	static const char *const names[] = { "spirv", "ptx", "amdgcn" };
	return name_at(names, sizeof names / sizeof *names, type);
}
