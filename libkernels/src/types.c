/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The payload types of MLIR's scalars, and strings. */
#include <kernels/kernel.h>
#include <pthread.h>
#include <string.h>

bool kernels_text_init(struct kernels_text *out, const struct async_allocator *allocator, const char *data, size_t size)
{
	*out = (struct kernels_text){ NULL, 0, allocator };
	if (size == SIZE_MAX)
		return false;
	out->data = async_alloc(allocator, size + 1, 1);
	if (!out->data)
		return false;
	if (size > 0)
		memcpy(out->data, data, size);
	out->data[size] = '\0';
	out->size = size;
	return true;
}

static void text_destroy(void *payload)
{
	struct kernels_text *text = payload;
	if (text->data)
		async_free(text->allocator, text->data, text->size + 1, 1);
}

static int text_copy(void *to, const void *from)
{
	const struct kernels_text *text = from;
	return kernels_text_init(to, text->allocator, text->data, text->size) ? 0 : -1;
}

#define SCALAR(type_name, type) { .name = type_name, .size = sizeof(type), .align = _Alignof(type) }

static const struct {
	size_t offset; /* offset of its number in struct kernels_type_ids */
	struct async_type type;
} table[] = {
	{ offsetof(struct kernels_type_ids, i1), SCALAR("i1", uint8_t) },
	{ offsetof(struct kernels_type_ids, i8), SCALAR("i8", int8_t) },
	{ offsetof(struct kernels_type_ids, i16), SCALAR("i16", int16_t) },
	{ offsetof(struct kernels_type_ids, i32), SCALAR("i32", int32_t) },
	{ offsetof(struct kernels_type_ids, i64), SCALAR("i64", int64_t) },
	{ offsetof(struct kernels_type_ids, ui8), SCALAR("ui8", uint8_t) },
	{ offsetof(struct kernels_type_ids, ui16), SCALAR("ui16", uint16_t) },
	{ offsetof(struct kernels_type_ids, ui32), SCALAR("ui32", uint32_t) },
	{ offsetof(struct kernels_type_ids, ui64), SCALAR("ui64", uint64_t) },
	{ offsetof(struct kernels_type_ids, f16), SCALAR("f16", uint16_t) },
	{ offsetof(struct kernels_type_ids, bf16), SCALAR("bf16", uint16_t) },
	{ offsetof(struct kernels_type_ids, f32), SCALAR("f32", float) },
	{ offsetof(struct kernels_type_ids, f64), SCALAR("f64", double) },
	{ offsetof(struct kernels_type_ids, complex64), SCALAR("complex<f32>", float[2]) },
	{ offsetof(struct kernels_type_ids, complex128), SCALAR("complex<f64>", double[2]) },
	{ offsetof(struct kernels_type_ids, string),
		{ "!tfrt.string", sizeof(struct kernels_text), _Alignof(struct kernels_text), text_destroy, NULL,
			text_copy } },
};

static struct kernels_type_ids ids;

static void register_all(void)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		*(async_type_id *)(void *)((char *)&ids + table[i].offset) = async_type_register(&table[i].type);
}

const struct kernels_type_ids *kernels_types(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, register_all);
	return &ids;
}
