/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A hash of the bytes of a file. */
#include "program.h"

#include <kernels/attr.h>

static uint64_t mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

/* FNV-1a over words instead of bytes, with a shift that lets high bits reach low ones. Not 0. */
static uint64_t hash_of(const uint8_t *bytes, size_t size)
{
	uint64_t hash = mix(0xcbf29ce484222325u, size);
	size_t at = 0;
	for (; size - at >= 8; at += 8)
		hash = mix(hash, (uint64_t)kernels_load_i64(bytes + at));
	for (; at < size; at++)
		hash = mix(hash, bytes[at]);
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
