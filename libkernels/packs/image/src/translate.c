/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <image/translate.h>

#include "fail.h"
#include "process.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VALUE_TEXT = 48 }; /* "4294967295:i64:18446744073709551615 ", or a double */

enum kernels_status kernels_image__check_values(const struct image_spirv *spirv, const struct image_value *values, size_t count,
	struct kernels_diag *diag)
{
	for (size_t i = 0; i < count; i++) {
		const struct image_constant *c = kernels_image__spirv_constant(spirv, values[i].id);
		if (!c)
			return kernels_image__fail(diag, KERNELS_E_NOT_FOUND, KERNELS_NO_OFFSET,
				"the module has no specialization constant %u", (unsigned)values[i].id);
		if (c->size != values[i].size)
			return kernels_image__fail(diag, KERNELS_E_ARG, KERNELS_NO_OFFSET,
				"the value of specialization constant %u has %u bytes, expected %u", (unsigned)c->id, values[i].size, c->size);
	}
	return KERNELS_OK;
}

static uint64_t integer_value(const struct image_value *value)
{
	uint16_t two;
	uint32_t four;
	uint64_t eight;
	switch (value->size) {
	case 1: return *(const uint8_t *)value->bytes;
	case 2: memcpy(&two, value->bytes, 2); return two;
	case 4: memcpy(&four, value->bytes, 4); return four;
	default: memcpy(&eight, value->bytes, 8); return eight;
	}
}

/* Digits from which the translator gets the same bits. */
static int write_float(char *text, const struct image_value *value)
{
	float single;
	double number;
	if (value->size == 4) {
		memcpy(&single, value->bytes, 4);
		return snprintf(text, VALUE_TEXT, "f32:%.9g", (double)single);
	}
	memcpy(&number, value->bytes, 8);
	return snprintf(text, VALUE_TEXT, "f64:%.17g", number);
}

/* "--spec-const=7:i32:99 8:f32:0.5", of malloc; NULL when out of memory. f16 is passed as its bits would be for i16: the
 * translator has no exact text for it, so it is refused before. */
static char *constants_option(const struct image_spirv *spirv, const struct image_value *values, size_t count)
{
	char *text = malloc(16 + count * VALUE_TEXT);
	if (!text)
		return NULL;
	char *p = text + sprintf(text, "--spec-const=");
	for (size_t i = 0; i < count; i++) {
		const struct image_constant *c = kernels_image__spirv_constant(spirv, values[i].id);
		p += sprintf(p, "%s%" PRIu32 ":", i ? " " : "", values[i].id);
		if (c->kind == IMAGE_CONSTANT_FLOAT)
			p += write_float(p, values + i);
		else if (c->kind == IMAGE_CONSTANT_BOOL)
			p += sprintf(p, "i1:%d", integer_value(values + i) != 0);
		else
			p += sprintf(p, "i%d:%" PRIu64, 8 * c->size, integer_value(values + i));
	}
	return text;
}

static bool has_half(const struct image_spirv *spirv, const struct image_value *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct image_constant *c = kernels_image__spirv_constant(spirv, values[i].id);
		if (c && c->kind == IMAGE_CONSTANT_FLOAT && c->size == 2)
			return true;
	}
	return false;
}

/* Bitcode begins with "BC" 0xC0 0xDE, or with its wrapper's magic number. */
static bool is_bitcode(const uint8_t *bytes, size_t size)
{
	return size >= 4 && (memcmp(bytes, "BC\xC0\xDE", 4) == 0 || memcmp(bytes, "\xDE\xC0\x17\x0B", 4) == 0);
}

static enum kernels_status read_output(int file, const struct async_allocator *allocator, struct image_translation *out,
	struct kernels_diag *diag)
{
	struct stat info;
	if (fstat(file, &info) || info.st_size < 0 || (uint64_t)info.st_size > IMAGE_BITCODE_MOST)
		return kernels_image__fail(diag, KERNELS_E_LIMIT, KERNELS_NO_OFFSET, "the translation is larger than %zu bytes",
			IMAGE_BITCODE_MOST);
	const size_t size = (size_t)info.st_size;
	uint8_t *bytes = async_alloc(allocator, size, 16);
	size_t used = 0;
	if (!bytes)
		return kernels_image__no_memory(diag);
	for (ssize_t count = 1; used < size && count > 0; used += count > 0 ? (size_t)count : 0)
		count = pread(file, bytes + used, size - used, (off_t)used);
	if (used == size && is_bitcode(bytes, size)) {
		*out = (struct image_translation){ bytes, size };
		return KERNELS_OK;
	}
	async_free(allocator, bytes, size, 16);
	return kernels_image__fail(diag, KERNELS_E_CORRUPT, KERNELS_NO_OFFSET, "the translator of SPIR-V did not write bitcode");
}

/* Why a translator has refused the module, if it has. */
static enum kernels_status judge(const struct image_process *process, struct kernels_diag *diag)
{
	if (process->exit_code <= 0)
		return KERNELS_OK;
	return kernels_image__fail(diag, KERNELS_E_CORRUPT, KERNELS_NO_OFFSET, "%.60s: %s", process->arguments[0],
		process->error[0] ? process->error : "the module is refused");
}

/* Exit status of a shell, and of a child of posix_spawnp() that found no program after it had begun. */
enum { NO_PROGRAM = 127 };

/* Runs the first of the names that is a program. The names, and arguments[0], are valid until this returns. */
static enum kernels_status run_first(struct image_process *process, char **arguments, unsigned llvm_version,
	struct kernels_diag *diag)
{
	char versioned[32];
	char plain[] = "llvm-spirv";
	char *wanted = secure_getenv("KERNELS_LLVM_SPIRV");
	char *names[] = { wanted, versioned, plain };
	snprintf(versioned, sizeof versioned, "llvm-spirv-%u", llvm_version);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct kernels_diag inner = KERNELS_DIAG_INIT;
		if (!names[i] || (wanted && i > 0) || (i == 1 && llvm_version == 0))
			continue;
		arguments[0] = names[i];
		const enum kernels_status status = kernels_image__process_run(process, &inner);
		if (status == KERNELS_OK && process->exit_code == NO_PROGRAM) {
			close(process->output);
			process->output = -1;
			continue;
		}
		if (status == KERNELS_E_NOT_FOUND)
			continue;
		return status == KERNELS_OK ? judge(process, diag) :
					      kernels_image__fail(diag, status, inner.offset, "%s", inner.message);
	}
	return kernels_image__fail(diag, KERNELS_E_UNSUPPORTED, KERNELS_NO_OFFSET,
		"the driver does not take SPIR-V, and %s to translate it: install it, or set KERNELS_LLVM_SPIRV",
		wanted ? "the program in KERNELS_LLVM_SPIRV is not there" : llvm_version ? "there is no llvm-spirv of its LLVM" :
											   "there is no llvm-spirv");
}

enum kernels_status kernels_image__translate(const void *data, size_t size, const struct image_spirv *spirv,
	const struct image_value *values, size_t count, unsigned llvm_version, unsigned milliseconds,
	const struct async_allocator *allocator, struct image_translation *out, struct kernels_diag *diag)
{
	/* it refuses "-" as its input */
	char reverse[] = "-r", from[] = "/dev/stdin", to_flag[] = "-o", to[] = "-";
	*out = (struct image_translation){ NULL, 0 };
	if (has_half(spirv, values, count))
		return kernels_image__fail(diag, KERNELS_E_UNSUPPORTED, KERNELS_NO_OFFSET,
			"specialization constants of type f16 cannot be set by the translator");
	char *constants = count > 0 ? constants_option(spirv, values, count) : NULL;
	if (count > 0 && !constants)
		return kernels_image__no_memory(diag);
	char *arguments[] = { NULL, reverse, from, to_flag, to, constants, NULL };
	struct image_process process = { .arguments = arguments, .input = data, .input_size = size, .milliseconds = milliseconds };
	enum kernels_status status = run_first(&process, arguments, llvm_version, diag);
	if (status == KERNELS_OK)
		status = read_output(process.output, allocator, out, diag);
	if (process.output >= 0)
		close(process.output);
	free(constants);
	return status;
}
