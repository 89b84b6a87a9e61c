/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Element types. */
#include <sigmangle/raw.h>

#include <string.h>

static const struct {
	char name[9], format[2];
	unsigned char size;
} types[SIGMANGLE_TYPE_COUNT] = {
	[SIGMANGLE_FLOAT32] = { "float32", "f", 4 },
	[SIGMANGLE_FLOAT16] = { "float16", "e", 2 },
	[SIGMANGLE_FLOAT64] = { "float64", "d", 8 },
	[SIGMANGLE_BFLOAT16] = { "bfloat16", "", 2 },
	[SIGMANGLE_SINT8] = { "sint8", "b", 1 },
	[SIGMANGLE_SINT16] = { "sint16", "h", 2 },
	[SIGMANGLE_SINT32] = { "sint32", "i", 4 },
	[SIGMANGLE_SINT64] = { "sint64", "q", 8 },
	[SIGMANGLE_UINT8] = { "uint8", "B", 1 },
	[SIGMANGLE_UINT16] = { "uint16", "H", 2 },
	[SIGMANGLE_UINT32] = { "uint32", "I", 4 },
	[SIGMANGLE_UINT64] = { "uint64", "Q", 8 },
};

const char *sigmangle_type_name(int32_t type)
{
	return (uint32_t)type < SIGMANGLE_TYPE_COUNT ? types[type].name : NULL;
}

size_t sigmangle_type_size(int32_t type) { return (uint32_t)type < SIGMANGLE_TYPE_COUNT ? types[type].size : 0; }

const char *sigmangle_type_format(int32_t type)
{
	return (uint32_t)type < SIGMANGLE_TYPE_COUNT && types[type].format[0] ? types[type].format : NULL;
}

int32_t sigmangle_type_find(const char *name, size_t size)
{
	for (int32_t i = 0; i < SIGMANGLE_TYPE_COUNT; i++) {
		if (strlen(types[i].name) == size && size && memcmp(types[i].name, name, size) == 0)
			return i;
	}
	return -1;
}
