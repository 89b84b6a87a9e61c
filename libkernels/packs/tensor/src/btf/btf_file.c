/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernels/btf.h: reads and creates files in the Binary Tensor Format in memory. */
#include "btf/btf.h"
#include <bytecursor/diag.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static enum kernels_status report(struct kernels_diag *diag, enum kernels_status status, const char *message)
{
	if (status == KERNELS_OK)
		return status;
	return BYTECURSOR_DIAG_FAIL(diag, status, kernels_status_name(status), KERNELS_NO_OFFSET, "%s", message);
}

static struct btf_reader reader_of(const void *data, size_t size, uint64_t index)
{
	return (struct btf_reader){ .fd = -1, .bytes = data, .end = size, .index = index };
}

/* ---- reading */

enum kernels_status kernels_btf_open(const void *data, size_t size, struct kernels_btf *out, struct kernels_diag *diag)
{
	struct btf_reader r = reader_of(data, size, 0);
	*out = (struct kernels_btf){ .data = data, .size = size };
	if (size < BTF_WORD)
		kernels_tensor__btf_fail_plainly(
			&r, KERNELS_E_CORRUPT, "%zu bytes, but a file of tensors begins with a count of 8 bytes", size);
	else
		kernels_tensor__btf_take_count(&r, &out->count);
	if (r.status != KERNELS_OK)
		*out = (struct kernels_btf){ .data = NULL };
	return report(diag, r.status, r.message);
}

static bool take_record(struct btf_reader *r, const struct kernels_btf *file, struct kernels_btf_record *out)
{
	if (r->index >= file->count)
		return kernels_tensor__btf_fail_plainly(
			r, KERNELS_E_NOT_FOUND, "no tensor %" PRIu64 " among %" PRIu64, r->index, file->count);
	return kernels_tensor__btf_find(r, file->count) &&
	       kernels_tensor__btf_take_record(r, KERNELS_DTYPE_INVALID, BTF_ANY, BTF_ANY, out);
}

enum kernels_status kernels_btf_record(const struct kernels_btf *file, uint64_t index, struct kernels_btf_record *out,
	struct kernels_diag *diag)
{
	struct btf_reader r = reader_of(file->data, file->size, index);
	if (!take_record(&r, file, out))
		*out = (struct kernels_btf_record){ .offset = 0 };
	return report(diag, r.status, r.message);
}

enum kernels_status kernels_btf_tensor(const struct kernels_btf *file, uint64_t index,
	const struct async_allocator *allocator, struct kernels_tensor *out, struct kernels_diag *diag)
{
	struct btf_reader r = reader_of(file->data, file->size, index);
	struct kernels_btf_record record;
	if (!take_record(&r, file, &record) ||
		!kernels_tensor__btf_load(&r, &record, allocator ? allocator : async_allocator_system(), out))
		*out = (struct kernels_tensor){ .kind = KERNELS_TENSOR_DENSE };
	return report(diag, r.status, r.message);
}

/* ---- checking */

struct span {
	uint64_t offset, size, index;
};

static int by_offset(const void *left, const void *right)
{
	const struct span *a = left, *b = right;
	return a->offset != b->offset ? (a->offset > b->offset) - (a->offset < b->offset)
				      : (a->index > b->index) - (a->index < b->index);
}

static bool check_one(struct btf_reader *r, const struct kernels_btf *file, struct span *out)
{
	struct kernels_btf_record record;
	struct kernels_tensor tensor;
	if (!take_record(r, file, &record))
		return false;
	*out = (struct span){ record.offset, record.size, r->index };
	if (record.offset % BTF_WORD != 0)
		return kernels_tensor__btf_fail(
			r, KERNELS_E_CORRUPT, "offset %" PRIu64 " is not a multiple of 8", record.offset);
	if (record.kind != KERNELS_TENSOR_COO)
		return true;
	if (!kernels_tensor__btf_load(r, &record, async_allocator_system(), &tensor)) /* checks each index */
		return false;
	kernels_tensor_finish(&tensor);
	return true;
}

enum kernels_status kernels_btf_check(const struct kernels_btf *file, struct kernels_diag *diag)
{
	struct btf_reader r = reader_of(file->data, file->size, 0);
	/* the table of offsets is in the file, so this is at most three times its size */
	struct span *spans = malloc(file->count > 0 ? (size_t)file->count * sizeof *spans : 1);
	if (!spans)
		return report(diag, KERNELS_E_NOMEM, "out of memory");
	while (r.index < file->count && check_one(&r, file, &spans[r.index]))
		r.index++;
	if (r.status == KERNELS_OK)
		qsort(spans, (size_t)file->count, sizeof *spans, by_offset);
	for (uint64_t i = 1; i < file->count && r.status == KERNELS_OK; i++) {
		const struct span *before = &spans[i - 1];
		r.index = spans[i].index;
		if (spans[i].offset - before->offset < before->size)
			kernels_tensor__btf_fail(&r, KERNELS_E_CORRUPT,
				"offset %" PRIu64 " is within tensor %" PRIu64 ", which ends at %" PRIu64,
				spans[i].offset, before->index, before->offset + before->size);
	}
	free(spans);
	return report(diag, r.status, r.message);
}

/* ---- making */

/* The output. It is written twice, first with data NULL to compute the size. */
struct sink {
	uint8_t *data;
	uint64_t at;
	size_t align;
};

static void put(struct sink *s, const void *bytes, uint64_t size)
{
	if (s->data && size > 0)
		memcpy(s->data + s->at, bytes, (size_t)size);
	s->at += size;
}

static void put_word(struct sink *s, uint64_t word)
{
	uint8_t raw[BTF_WORD];
	for (int i = 0; i < BTF_WORD; i++)
		raw[i] = (uint8_t)(word >> 8 * i);
	put(s, raw, sizeof raw);
}

/* Moves to the start of a record whose elements follow after `lead` bytes, and stores it in the table. */
static void put_start(struct sink *s, uint64_t index, uint64_t lead)
{
	static const uint8_t zeros[4096];
	const uint64_t aligned = (s->at + lead + s->align - 1) & ~(uint64_t)(s->align - 1), start = aligned - lead;
	put(s, zeros, start - s->at);
	s->at = BTF_WORD + BTF_WORD * index;
	put_word(s, start);
	s->at = start;
}

static void put_header(struct sink *s, uint8_t dtype, enum btf_layout layout, const struct kernels_shape *shape)
{
	put_word(s, shape->rank);
	put_word(s, dtype | (uint64_t)layout << 8);
	for (uint32_t i = 0; i < shape->rank; i++)
		put_word(s, (uint64_t)shape->dims[i]);
}

static void put_elements(struct sink *s, const struct kernels_buffer *buffer, uint64_t size, size_t width)
{
	uint8_t *to = s->data ? s->data + s->at : NULL;
	put(s, kernels_buffer_bytes(buffer), size);
	if (to)
		kernels_tensor__btf_swap(to, size, width);
}

static uint64_t header_size(uint64_t rank) { return BTF_HEADER + BTF_WORD * rank; }

static void put_tensor(struct sink *s, uint64_t index, const struct kernels_tensor *t)
{
	const size_t width = kernels_dtype_size(t->dtype);
	const uint8_t dtype = (uint8_t)kernels_tensor__btf_dtype(t->dtype);
	if (t->kind == KERNELS_TENSOR_DENSE) {
		put_start(s, index, header_size(t->shape.rank));
		put_header(s, dtype, BTF_DENSE, &t->shape);
		put_elements(s, t->buffer, (uint64_t)kernels_tensor_elements(t) * width, width);
		return;
	}
	const uint64_t count = kernels_buffer_size(t->buffer) / width, index_size = count * t->shape.rank * BTF_WORD;
	const struct kernels_shape indices = { .rank = 2, .dims = { (int64_t)count, t->shape.rank } };
	const struct kernels_shape values = { .rank = 1, .dims = { (int64_t)count } };
	put_start(s, index, header_size(t->shape.rank) + header_size(2) + index_size + header_size(1));
	put_header(s, dtype, BTF_COO, &t->shape);
	put_header(s, (uint8_t)kernels_tensor__btf_dtype(KERNELS_I64), BTF_DENSE, &indices);
	put_elements(s, t->indices, index_size, BTF_WORD);
	put_header(s, dtype, BTF_DENSE, &values);
	put_elements(s, t->buffer, count * width, width);
}

/* Checks that the format can represent the tensor, and that its buffers fit its shape. */
static bool can_write(struct btf_reader *r, const struct kernels_tensor *t)
{
	const size_t width = kernels_dtype_size(t->dtype);
	int64_t elements;
	uint64_t size;
	if (t->kind == KERNELS_TENSOR_STRING || kernels_tensor__btf_dtype(t->dtype) < 0)
		return kernels_tensor__btf_fail(
			r, KERNELS_E_UNSUPPORTED, "the format has no tensors of %s", kernels_dtype_name(t->dtype));
	if (t->shape.rank > KERNELS_MAX_RANK || !t->buffer || !kernels_shape_elements(&t->shape, &elements))
		return kernels_tensor__btf_fail(r, KERNELS_E_CORRUPT, "it has no elements, or an invalid shape");
	if (t->kind == KERNELS_TENSOR_COO) {
		const uint64_t count = kernels_buffer_size(t->buffer) / width;
		if (!t->indices || kernels_buffer_size(t->buffer) % width != 0 ||
			kernels_buffer_size(t->indices) / BTF_WORD < count * t->shape.rank)
			return kernels_tensor__btf_fail(
				r, KERNELS_E_CORRUPT, "%" PRIu64 " values have fewer indices", count);
		return true;
	}
	if (__builtin_mul_overflow((uint64_t)elements, width, &size) || kernels_buffer_size(t->buffer) < size)
		return kernels_tensor__btf_fail(r, KERNELS_E_CORRUPT, "%zu bytes do not hold %" PRId64 " elements",
			kernels_buffer_size(t->buffer), elements);
	return true;
}

/* Runs `write` for the size and again for the bytes. */
static enum kernels_status make(void (*write)(struct sink *s, const void *ctx), const void *ctx, size_t align,
	const struct async_allocator *allocator, uint8_t **out_data, size_t *out_size, struct kernels_diag *diag)
{
	struct sink s = { .align = align };
	write(&s, ctx);
	s.data = async_alloc(allocator ? allocator : async_allocator_system(), (size_t)s.at, BTF_WORD);
	if (!s.data)
		return report(diag, KERNELS_E_NOMEM, "out of memory");
	*out_data = s.data;
	*out_size = (size_t)s.at;
	s.at = 0;
	write(&s, ctx);
	return KERNELS_OK;
}

static bool good_align(size_t align) { return align >= BTF_WORD && align <= 4096 && (align & (align - 1)) == 0; }

static enum kernels_status bad_align(struct kernels_diag *diag)
{
	return report(diag, KERNELS_E_ARG, "expected an alignment that is a power of two from 8 to 4096");
}

struct tensors {
	const struct kernels_tensor *tensors;
	size_t count;
};

static void write_tensors(struct sink *s, const void *ctx)
{
	const struct tensors *t = ctx;
	put_word(s, t->count);
	s->at += BTF_WORD * t->count;
	for (size_t i = 0; i < t->count; i++)
		put_tensor(s, i, &t->tensors[i]);
}

enum kernels_status kernels_btf_write(const struct kernels_tensor *tensors, size_t count, size_t align,
	const struct async_allocator *allocator, uint8_t **out_data, size_t *out_size, struct kernels_diag *diag)
{
	struct btf_reader r = reader_of(NULL, 0, 0);
	*out_data = NULL;
	*out_size = 0;
	if (!good_align(align))
		return bad_align(diag);
	while (r.index < count && can_write(&r, &tensors[r.index]))
		r.index++;
	if (r.status != KERNELS_OK)
		return report(diag, r.status, r.message);
	return make(write_tensors, &(struct tensors){ tensors, count }, align, allocator, out_data, out_size, diag);
}

static void write_records(struct sink *s, const void *ctx)
{
	const struct kernels_btf *file = ctx;
	put_word(s, file->count);
	s->at += BTF_WORD * file->count;
	for (uint64_t i = 0; i < file->count; i++) {
		struct kernels_btf_record record;
		if (kernels_btf_record(file, i, &record, NULL) != KERNELS_OK)
			return; /* was checked before */
		put_start(s, i, record.elements - record.offset);
		put(s, file->data + record.offset, record.size);
	}
}

enum kernels_status kernels_btf_align(const struct kernels_btf *file, size_t align,
	const struct async_allocator *allocator, uint8_t **out_data, size_t *out_size, struct kernels_diag *diag)
{
	struct btf_reader r = reader_of(file->data, file->size, 0);
	uint64_t total = 0;
	*out_data = NULL;
	*out_size = 0;
	if (!good_align(align))
		return bad_align(diag);
	for (; r.status == KERNELS_OK && r.index < file->count; r.index++) {
		struct kernels_btf_record record;
		if (!take_record(&r, file, &record))
			break;
		total += record.size; /* the maximum size times the number: below 2^64 */
		if (total > file->size) /* a small file could request any amount of memory */
			kernels_tensor__btf_fail(&r, KERNELS_E_UNSUPPORTED, "tensors before this offset overlap");
	}
	if (r.status != KERNELS_OK)
		return report(diag, r.status, r.message);
	return make(write_records, file, align, allocator, out_data, out_size, diag);
}

void kernels_btf_free(const struct async_allocator *allocator, uint8_t *data, size_t size)
{
	if (data)
		async_free(allocator ? allocator : async_allocator_system(), data, size, BTF_WORD);
}
