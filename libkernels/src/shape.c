/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dimensions: element counts, comparison, text. */
#include <inttypes.h>
#include <kernels/tensor.h>
#include <stdio.h>
#include <string.h>

/* ---- arrays of dimensions */

static bool count_elements(const int64_t *dims, uint32_t rank, int64_t *out_count)
{
	int64_t count = 1;
	bool fits = true, empty = false;
	for (uint32_t i = 0; i < rank; i++) {
		if (dims[i] < 0)
			return false;
		empty |= dims[i] == 0;
		fits &= !__builtin_mul_overflow(count, dims[i], &count);
	}
	*out_count = empty ? 0 : count; /* a product of huge dimensions and a zero is zero */
	return fits || empty;
}

static bool same(const int64_t *a, uint32_t a_rank, const int64_t *b, uint32_t b_rank)
{
	return a_rank == b_rank && memcmp(a, b, a_rank * sizeof *a) == 0;
}

/* A text that is truncated to `size` - 1 bytes. */
struct text {
	char *buffer;
	size_t size, used;
};

static void add_text(struct text *text, const char *bytes, size_t size)
{
	if (text->used < text->size) {
		size_t room = text->size - text->used;
		memcpy(text->buffer + text->used, bytes, size < room ? size : room);
	}
	text->used += size;
}

static size_t write_text(const int64_t *dims, uint32_t rank, char *buffer, size_t size)
{
	struct text text = { buffer, size, 0 };
	char number[24];
	add_text(&text, "[", 1);
	for (uint32_t i = 0; i < rank; i++)
		add_text(&text, number, (size_t)snprintf(number, sizeof number, "%s%" PRId64, i ? ", " : "", dims[i]));
	add_text(&text, "]", 1);
	if (size > 0)
		buffer[text.used < size ? text.used : size - 1] = '\0';
	return text.used;
}

/* ---- shapes of tensors */

bool kernels_shape_elements(const struct kernels_shape *shape, int64_t *out_count)
{
	return shape->rank <= KERNELS_MAX_RANK && count_elements(shape->dims, shape->rank, out_count);
}

bool kernels_shape_equal(const struct kernels_shape *a, const struct kernels_shape *b)
{
	return same(a->dims, a->rank, b->dims, b->rank);
}

size_t kernels_shape_text(const struct kernels_shape *shape, char *buffer, size_t size)
{
	return write_text(shape->dims, shape->rank < KERNELS_MAX_RANK ? shape->rank : KERNELS_MAX_RANK, buffer, size);
}

bool kernels_shape_from_dims(struct kernels_shape *out, const struct kernels_dims *dims)
{
	*out = (struct kernels_shape){ .rank = 0 };
	if (dims->rank > KERNELS_MAX_RANK)
		return false;
	out->rank = dims->rank;
	memcpy(out->dims, kernels_dims_data(dims), dims->rank * sizeof *out->dims);
	return true;
}

/* ---- shapes of any rank */

static int64_t *init_large(struct kernels_dims *out, const struct async_allocator *allocator, size_t rank)
{
	size_t size;
	if (rank > UINT32_MAX || __builtin_mul_overflow(rank, sizeof(int64_t), &size))
		return NULL;
	out->at.large.allocator = allocator ? allocator : async_allocator_system();
	out->at.large.data = async_alloc(out->at.large.allocator, size, _Alignof(int64_t));
	return out->at.large.data;
}

int64_t *kernels_dims_init(
	struct kernels_dims *out, const struct async_allocator *allocator, const int64_t *values, size_t rank)
{
	int64_t *data = out->at.small;
	if (rank > KERNELS_INLINE_RANK) {
		data = init_large(out, allocator, rank);
		if (!data) {
			*out = (struct kernels_dims){ .rank = 0 };
			return NULL;
		}
	}
	out->rank = (uint32_t)rank;
	for (size_t i = 0; values && i < rank; i++)
		data[i] = values[i];
	return data;
}

void kernels_dims_finish(struct kernels_dims *dims)
{
	if (dims->rank > KERNELS_INLINE_RANK)
		async_free(
			dims->at.large.allocator, dims->at.large.data, dims->rank * sizeof(int64_t), _Alignof(int64_t));
	*dims = (struct kernels_dims){ .rank = 0 };
}

bool kernels_dims_elements(const struct kernels_dims *dims, int64_t *out_count)
{
	return count_elements(kernels_dims_data(dims), dims->rank, out_count);
}

bool kernels_dims_equal(const struct kernels_dims *a, const struct kernels_dims *b)
{
	return same(kernels_dims_data(a), a->rank, kernels_dims_data(b), b->rank);
}

size_t kernels_dims_text(const struct kernels_dims *dims, char *buffer, size_t size)
{
	return write_text(kernels_dims_data(dims), dims->rank, buffer, size);
}
