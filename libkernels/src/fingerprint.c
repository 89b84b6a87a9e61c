/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fingerprints of operations between processes: 24 bits of a hash of all parts, and above them 8 bits of each part, by which members that
 * meet with different operations tell what differs. Engines compare 64 bits and send nothing more. */
#include <kernels/process.h>
#include <stdio.h>

enum { PARTS = 5, WHOLE_BITS = 24, PART_BITS = 8 };

static const char *const names[PARTS] = { "element type", "shape", "group", "attribute", "program" };

/* The finalizer of splitmix64: each bit depends on all. */
static uint64_t mix(uint64_t value)
{
	value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
	value = (value ^ value >> 27) * 0x94d049bb133111ebu;
	return value ^ value >> 31;
}

uint64_t kernels_fingerprint_make(const struct kernels_fingerprint *parts)
{
	const uint64_t values[PARTS] = { parts->type, parts->shape, parts->group, parts->attributes, parts->program };
	uint64_t whole = 0, tags = 0;
	for (int i = 0; i < PARTS; i++) {
		whole = mix(whole + 0x9e3779b97f4a7c15u + values[i]);
		tags |= (mix(values[i] + 0x9e3779b97f4a7c15u) >> 56) << (WHOLE_BITS + PART_BITS * i);
	}
	return tags | whole >> (64 - WHOLE_BITS);
}

const char *kernels_fingerprint_difference(uint64_t one, uint64_t other, char *text, size_t size)
{
	int differ[PARTS], count = 0;
	size_t used = 0;
	for (int i = 0; i < PARTS; i++)
		if ((one ^ other) >> (WHOLE_BITS + PART_BITS * i) & 0xff)
			differ[count++] = i;
	if (count == 0)
		snprintf(text, size, "type, shape, group, attribute or program");
	for (int i = 0; i < count && used < size; i++) {
		const char *before = i == 0 ? "" : i + 1 < count ? ", " : " and ";
		used += (size_t)snprintf(text + used, size - used, "%s%s", before, names[differ[i]]);
	}
	return text;
}
