/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A hash of a file, without locations: the same source under another path is the same program. */
#include "program.h"

#include <bef/reader.h>
#include <kernels/attr.h>

static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/* FNV-1a over words instead of bytes, with a shift that lets high bits reach low ones. */
static uint64_t hash_bytes(uint64_t hash, const uint8_t *bytes, size_t size)
{
	size_t at = 0;
	hash = mix(hash, size);
	for (; size - at >= 8; at += 8)
		hash = mix(hash, (uint64_t)kernels_load_i64(bytes + at));
	for (; at < size; at++)
		hash = mix(hash, bytes[at]);
	return hash;
}

static uint64_t hash_numbers(uint64_t hash, struct bef_numbers numbers)
{
	uint64_t number;
	while (bef_numbers_next(&numbers, &number, NULL) == BEF_OK)
		hash = mix(hash, number);
	return hash;
}

/* A record: its second word is the location. */
static uint64_t hash_kernel(uint64_t hash, const struct bef_kernel *kernel, const struct bef_kernel_row *row)
{
	enum { HEAD = 6 }; /* words before the lists */
	hash = mix(mix(hash, row->operands), row->stream);
	hash = mix(mix(hash, kernel->code), kernel->argument_count);
	hash = mix(mix(mix(hash, kernel->attribute_count), kernel->function_count), kernel->result_count);
	return hash_bytes(hash, kernel->user_counts, kernel->size - 4 * HEAD);
}

static uint64_t hash_body(uint64_t hash, const struct bef_reader *reader, const struct bef_function *function)
{
	struct bef_body body;
	struct bef_kernel kernel;
	struct bef_kernel_row row;
	if (bef_reader_body(reader, function, &body, NULL) != BEF_OK)
		return hash;
	hash = hash_numbers(hash_numbers(mix(hash, body.register_count), body.use_counts), body.result_registers);
	for (struct bef_kernels kernels = bef_body_kernels(reader, &body); bef_kernels_next(&kernels, &kernel, &row, NULL) == BEF_OK;)
		hash = hash_kernel(hash, &kernel, &row);
	return hash;
}

/* The tables of names, and of types and names of attributes, have no locations. */
static uint64_t hash_sections(uint64_t hash, const struct bef_reader *reader)
{
	static const unsigned char ids[] = { BEF_SECTION_STRINGS, BEF_SECTION_ATTRIBUTES, BEF_SECTION_KERNELS, BEF_SECTION_TYPES,
		BEF_SECTION_ATTRIBUTE_TYPES, BEF_SECTION_ATTRIBUTE_NAMES, BEF_SECTION_REGISTER_TYPES };
	for (size_t i = 0; i < sizeof ids; i++)
		hash = hash_bytes(hash, reader->sections[ids[i]].data, reader->sections[ids[i]].size);
	return hash;
}

/* Not 0. The file was verified, so nothing fails. */
static uint64_t hash_of(const uint8_t *bytes, size_t size)
{
	struct bef_reader reader;
	struct bef_function function;
	uint64_t hash = 0xcbf29ce484222325u;
	if (bef_reader_open(bytes, size, &reader, NULL) != BEF_OK)
		return 1;
	hash = hash_sections(hash, &reader);
	for (struct bef_functions functions = bef_reader_functions(&reader);
		bef_functions_next(&functions, &function, NULL) == BEF_OK;) {
		hash = hash_bytes(mix(hash, function.kind), (const uint8_t *)function.name.data, function.name.size);
		hash = hash_numbers(hash_numbers(mix(hash, function.argument_count), function.arguments), function.results);
		if (function.kind != BEF_FUNCTION_NATIVE)
			hash = hash_body(hash, &reader, &function);
	}
	return hash ? hash : 1;
}

uint64_t bef__fingerprint(const struct kernels_program *self)
{
	struct bef_file *file = bef__file_of(self);
	uint64_t hash = __atomic_load_n(&file->fingerprint, __ATOMIC_RELAXED); /* relaxed: a number, the same from each thread */
	if (hash == 0) {
		hash = hash_of(file->memory->bytes.data, file->memory->bytes.size);
		__atomic_store_n(&file->fingerprint, hash, __ATOMIC_RELAXED);
	}
	return hash;
}
