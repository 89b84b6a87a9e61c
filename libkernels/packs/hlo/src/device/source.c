/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See source.h: the string, types, positions. */
#include "device/source.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LEAST_ROOM 8192u

/* Makes room for `more` bytes behind the text. */
static bool grow(struct hlo_source *source, size_t more)
{
	size_t room = source->room ? source->room : LEAST_ROOM;
	while (room - source->size < more)
		room *= 2;
	if (room == source->room)
		return true;
	char *text = async_alloc(source->allocator, room, 1);
	if (!text)
		return false;
	if (source->text) {
		memcpy(text, source->text, source->size + 1);
		async_free(source->allocator, source->text, source->room, 1);
	}
	source->text = text;
	source->room = room;
	return true;
}

void kernels_hlo__source_put(struct hlo_source *source, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	const int length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	if (source->failed || length < 0 || !grow(source, (size_t)length + 1)) {
		source->failed = true;
		return;
	}
	va_start(arguments, format);
	vsnprintf(source->text + source->size, (size_t)length + 1, format, arguments);
	va_end(arguments);
	source->size += (size_t)length;
}

void kernels_hlo__source_finish(struct hlo_source *source)
{
	if (source->text)
		async_free(source->allocator, source->text, source->room, 1);
	source->text = NULL;
}

/* ---- types */

static const struct {
	const char *memory, *work;
} types[KERNELS_DTYPE_LIMIT] = {
	[KERNELS_I1] = { "uchar", "uchar" },
	[KERNELS_I8] = { "char", "char" },
	[KERNELS_I16] = { "short", "short" },
	[KERNELS_I32] = { "int", "int" },
	[KERNELS_I64] = { "long", "long" },
	[KERNELS_UI8] = { "uchar", "uchar" },
	[KERNELS_UI16] = { "ushort", "ushort" },
	[KERNELS_UI32] = { "uint", "uint" },
	[KERNELS_UI64] = { "ulong", "ulong" },
	[KERNELS_F16] = { "ushort", "float" },
	[KERNELS_BF16] = { "ushort", "float" },
	[KERNELS_F32] = { "float", "float" },
	[KERNELS_F64] = { "double", "double" },
};

const char *kernels_hlo__source_type(enum kernels_dtype dtype) { return types[dtype].memory; }
const char *kernels_hlo__source_work(enum kernels_dtype dtype) { return types[dtype].work; }

/* ---- positions */

const char *kernels_hlo__source_widen(enum kernels_dtype dtype)
{
	return dtype == KERNELS_BF16 ? "of_bf16" : dtype == KERNELS_F16 ? "of_f16" : "";
}

const char *kernels_hlo__source_narrow(enum kernels_dtype dtype)
{
	return dtype == KERNELS_BF16 ? "bf16_of" : dtype == KERNELS_F16 ? "f16_of" : "";
}

const char *kernels_hlo__source_lanes(const struct hlo_source *source)
{
	static const char *const texts[] = { "", "2", "4", "8", "16" };
	uint32_t power = 0;
	while (power < 4 && (2u << power) <= source->lanes)
		power++;
	return texts[power];
}

void kernels_hlo__source_position(struct hlo_source *source, int64_t start, uint32_t rank, const int64_t *dims,
	const int64_t *steps, const char *index)
{
	int64_t below = 1;
	kernels_hlo__source_put(source, "(");
	if (start != 0 || rank == 0)
		kernels_hlo__source_put(source, "%" PRId64 "%s", start, rank > 0 ? " + " : "");
	for (uint32_t i = rank; i-- > 0;) {
		kernels_hlo__source_put(source, "(");
		if (below > 1)
			kernels_hlo__source_put(source, "%s / %" PRId64, index, below);
		else
			kernels_hlo__source_put(source, "%s", index);
		kernels_hlo__source_put(source, ")");
		if (i > 0)
			kernels_hlo__source_put(source, " %% %" PRId64, dims[i]);
		if (steps[i] != 1)
			kernels_hlo__source_put(source, " * (%" PRId64 ")", steps[i]);
		if (i > 0)
			kernels_hlo__source_put(source, " + ");
		below *= dims[i];
	}
	kernels_hlo__source_put(source, ")");
}
