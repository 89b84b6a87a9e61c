/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See pick.h. */
#include "layout/pick.h"
#include <string.h>

/* memcpy() with a constant size becomes one load and store. */
#define SIZES(X) X(1) X(2) X(4) X(8) X(16)

#define PICK(width) \
	case width: \
		for (size_t i = 0; i < n; i++) \
			memcpy((char *)to + i * (width), (const char *)from + (offsets[i] + shift) * (width), width); \
		break;
#define PLACE(width) \
	case width: \
		for (size_t i = 0; i < n; i++) \
			memcpy((char *)to + (offsets[i] + shift) * (width), (const char *)from + i * (width), width); \
		break;

#define COPY_TO(width, to_step) \
	for (size_t i = 0; i < n; i++) \
		memcpy((char *)to + (int64_t)i * (to_step) * (width), (const char *)from + (int64_t)i * from_step * (width), width)
#define COPY(width) \
	case width: \
		if (to_step == 1) \
			COPY_TO(width, 1); \
		else \
			COPY_TO(width, to_step); \
		break;

void kernels_hlo__pick(void *to, const void *from, const int64_t *offsets, int64_t shift, size_t size, size_t n)
{
	switch (size) {
		SIZES(PICK)
	}
}

void kernels_hlo__place(void *to, const void *from, const int64_t *offsets, int64_t shift, size_t size, size_t n)
{
	switch (size) {
		SIZES(PLACE)
	}
}

void kernels_hlo__copy_elements(void *to, int64_t to_step, const void *from, int64_t from_step, size_t size, size_t n)
{
	if (to_step == 1 && from_step == 1) {
		memcpy(to, from, n * size);
		return;
	}
	switch (size) {
		SIZES(COPY)
	}
}
