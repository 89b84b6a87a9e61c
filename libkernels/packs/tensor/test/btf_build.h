/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds BTF files in memory: btf_begin(), btf_tensor() and its parts for each tensor, btf_end(). */
#ifndef BTF_BUILD_H
#define BTF_BUILD_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BTF_I8 = 0, BTF_I16, BTF_I32, BTF_I64, BTF_F32, BTF_F64, BTF_UI8, BTF_UI16, BTF_UI32, BTF_UI64 };
enum { BTF_DENSE = 0, BTF_COO = 1 };

struct btf {
	uint8_t bytes[4096];
	size_t size, count;
};

static inline void btf_raw(struct btf *f, const void *bytes, size_t size)
{
	if (size > sizeof f->bytes - f->size)
		abort();
	if (size > 0)
		memcpy(f->bytes + f->size, bytes, size);
	f->size += size;
}

static inline void btf_word(struct btf *f, uint64_t word)
{
	uint8_t raw[8];
	for (int i = 0; i < 8; i++)
		raw[i] = (uint8_t)(word >> 8 * i);
	btf_raw(f, raw, sizeof raw);
}

static inline void btf_patch(struct btf *f, size_t at, uint64_t word)
{
	size_t size = f->size;
	f->size = at;
	btf_word(f, word);
	f->size = size;
}

/* The table of offsets, for `tensors` tensors. */
static inline void btf_begin(struct btf *f, size_t tensors)
{
	f->size = f->count = 0;
	for (size_t i = 0; i <= tensors; i++)
		btf_word(f, i == 0 ? tensors : 0);
}

/* Appends header, dimensions and elements of one record at the next multiple of 8. */
static inline void btf_record(struct btf *f, uint8_t dtype, uint8_t layout, uint64_t rank, const uint64_t *dims,
	const void *elements, size_t size)
{
	while (f->size % 8 != 0)
		btf_raw(f, "", 1);
	btf_word(f, rank);
	btf_raw(f, (uint8_t[8]){ dtype, layout }, 8);
	for (uint64_t i = 0; i < rank; i++)
		btf_word(f, dims[i]);
	btf_raw(f, elements, size);
}

/* As above, as the next tensor of the file. */
static inline void btf_tensor(struct btf *f, uint8_t dtype, uint8_t layout, uint64_t rank, const uint64_t *dims,
	const void *elements, size_t size)
{
	size_t at = (f->size + 7) / 8 * 8;
	btf_record(f, dtype, layout, rank, dims, elements, size);
	btf_patch(f, 8 + 8 * f->count++, at);
}

#define BTF_DIMS(...) sizeof((uint64_t[]){ __VA_ARGS__ }) / 8, (uint64_t[]){ __VA_ARGS__ }
#define BTF_ELEMENTS(type, ...) (type[]){ __VA_ARGS__ }, sizeof((type[]){ __VA_ARGS__ })

/* Six tensors: f32 [2, 3], i32 [4], an i8, ui8 [0, 2], i64 [1, 1, 1, 2], and a sparse i32 [3, 4] with three values. The
 * elements are in host order: for little-endian hosts only, like the tests that use them. */
static inline void btf_sample(struct btf *f)
{
	btf_begin(f, 6);
	btf_tensor(f, BTF_F32, BTF_DENSE, BTF_DIMS(2, 3), BTF_ELEMENTS(float, 1, 2, 3, 4, 5, 6.5f));
	btf_tensor(f, BTF_I32, BTF_DENSE, BTF_DIMS(4), BTF_ELEMENTS(int32_t, 9, -8, 7, -6));
	btf_tensor(f, BTF_I8, BTF_DENSE, 0, NULL, BTF_ELEMENTS(int8_t, -5));
	btf_tensor(f, BTF_UI8, BTF_DENSE, BTF_DIMS(0, 2), NULL, 0);
	btf_tensor(f, BTF_I64, BTF_DENSE, BTF_DIMS(1, 1, 1, 2), BTF_ELEMENTS(int64_t, INT64_MIN, 3));
	btf_tensor(f, BTF_I32, BTF_COO, BTF_DIMS(3, 4), NULL, 0);
	btf_record(f, BTF_I64, BTF_DENSE, BTF_DIMS(3, 2), BTF_ELEMENTS(int64_t, 0, 0, 1, 3, 2, 1));
	btf_record(f, BTF_I32, BTF_DENSE, BTF_DIMS(3), BTF_ELEMENTS(int32_t, 10, 20, 30));
}

#endif
