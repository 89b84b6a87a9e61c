/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads tensors in the Binary Tensor Format (btf.h). Memory is allocated only after the size of the file was
 * checked. */
#include "btf/btf.h"
#include "common/arguments.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const enum kernels_dtype dtypes[] = {
	KERNELS_I8, KERNELS_I16, KERNELS_I32, KERNELS_I64, KERNELS_F32,
	KERNELS_F64, KERNELS_UI8, KERNELS_UI16, KERNELS_UI32, KERNELS_UI64,
};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

int kernels_tensor__btf_dtype(enum kernels_dtype dtype)
{
	for (int i = 0; i < DTYPES; i++) {
		if (dtypes[i] == dtype)
			return i;
	}
	return -1;
}

/* ---- errors */

static bool fail(struct btf_reader *r, enum kernels_status status, bool where, const char *format, va_list arguments)
	KERNELS_PRINTF(4, 0);

static bool fail(struct btf_reader *r, enum kernels_status status, bool where, const char *format, va_list arguments)
{
	int used = 0;
	if (r->status != KERNELS_OK)
		return false;
	r->status = status;
	if (where)
		used = snprintf(r->message, sizeof r->message, "%.4096s%stensor %" PRIu64 ": ", r->path ? r->path : "",
			r->path ? ": " : "", r->index);
	vsnprintf(r->message + used, sizeof r->message - (size_t)used, format, arguments);
	return false;
}

bool kernels_tensor__btf_fail(struct btf_reader *r, enum kernels_status status, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fail(r, status, true, format, arguments);
	va_end(arguments);
	return false;
}

bool kernels_tensor__btf_fail_plainly(struct btf_reader *r, enum kernels_status status, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fail(r, status, false, format, arguments);
	va_end(arguments);
	return false;
}

#define DAMAGED(r, ...) kernels_tensor__btf_fail((r), KERNELS_E_CORRUPT, __VA_ARGS__)
/* Errors of valid files that differ from the expected tensor, with TFRT's texts. */
#define UNEXPECTED(r, ...) kernels_tensor__btf_fail_plainly((r), KERNELS_E_CORRUPT, __VA_ARGS__)

/* ---- bytes */

static bool fits(struct btf_reader *r, uint64_t size, const char *what)
{
	if (r->at <= r->end && size <= r->end - r->at)
		return true;
	return DAMAGED(r, "%s: %" PRIu64 " bytes at offset %" PRIu64 " are beyond the end of the file at %" PRIu64,
		what, size, r->at, r->end);
}

#define READ_BYTES ((size_t)4 << 20) /* at a time: takes about a millisecond */

static bool read_bytes(struct btf_reader *r, uint64_t at, void *out, uint64_t size, const char *what)
{
	if (r->fd < 0) {
		memcpy(out, r->bytes + at, (size_t)size);
		return true;
	}
	for (uint64_t done = 0; done < size;) {
		const uint64_t left = size - done;
		if (r->request && async_request_cancelled(r->request))
			return kernels_tensor__btf_fail_plainly(r, KERNELS_E_STATE, "cancelled");
		ssize_t n = pread(r->fd, (char *)out + done, left < READ_BYTES ? (size_t)left : READ_BYTES, (off_t)(at + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return DAMAGED(r, "failed to read %s: %s", what,
				n < 0 ? strerror(errno) : "the file has become shorter");
		done += (uint64_t)n;
	}
	return true;
}

static bool take_bytes(struct btf_reader *r, void *out, size_t size, const char *what)
{
	if (!fits(r, size, what) || !read_bytes(r, r->at, out, size, what))
		return false;
	r->at += size;
	return true;
}

static bool take_word(struct btf_reader *r, uint64_t *out, const char *what)
{
	uint8_t raw[BTF_WORD];
	if (!take_bytes(r, raw, sizeof raw, what))
		return false;
	*out = (uint64_t)kernels_load_i64(raw);
	return true;
}

void kernels_tensor__btf_swap(void *data, uint64_t size, size_t width)
{
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		return;
	for (uint8_t *p = data, *end = p + size; p < end; p += width) {
		for (size_t i = 0; i < width / 2; i++) {
			uint8_t byte = p[i];
			p[i] = p[width - 1 - i];
			p[width - 1 - i] = byte;
		}
	}
}

/* Copies `size` bytes from `at` on, in host byte order for elements of `width` bytes. */
static bool btf_copy(struct btf_reader *r, uint64_t at, void *out, uint64_t size, size_t width)
{
	if (size > 0 && !read_bytes(r, at, out, size, "elements"))
		return false;
	kernels_tensor__btf_swap(out, size, width);
	return true;
}

/* ---- the table */

bool kernels_tensor__btf_take_count(struct btf_reader *r, uint64_t *out_count)
{
	r->at = 0;
	if (!take_word(r, out_count, "number of tensors"))
		return false;
	if (*out_count <= (r->end - BTF_WORD) / BTF_WORD)
		return true;
	return UNEXPECTED(r, "%.4096s%sthe table of %" PRIu64 " tensors is beyond the end of the file at %" PRIu64,
		r->path ? r->path : "", r->path ? ": " : "", *out_count, r->end);
}

bool kernels_tensor__btf_find(struct btf_reader *r, uint64_t count)
{
	uint64_t offset;
	r->at = BTF_WORD + BTF_WORD * r->index;
	if (!take_word(r, &offset, "offset"))
		return false;
	if (offset < BTF_WORD + BTF_WORD * count)
		return DAMAGED(r, "offset %" PRIu64 " is within the table of offsets", offset);
	r->at = offset;
	return true;
}

/* ---- records */

static bool expect(
	struct btf_reader *r, const struct btf_header *h, enum kernels_dtype dtype, int layout, uint32_t rank)
{
	if (dtype != KERNELS_DTYPE_INVALID && h->dtype != dtype)
		return UNEXPECTED(r, "unexpected tensor dtype %s. Expected dtype is %s", kernels_dtype_name(h->dtype),
			kernels_dtype_name(dtype));
	if (layout != BTF_ANY ? (int)h->layout != layout : h->layout > BTF_COO) {
		if (layout == BTF_ANY)
			return DAMAGED(r, "unknown layout %u", (unsigned)h->layout);
		return UNEXPECTED(r, "unexpected tensor layout %u. Expected layout is %d", (unsigned)h->layout, layout);
	}
	if (rank != BTF_ANY && h->rank != rank)
		return UNEXPECTED(r, "unexpected tensor rank %" PRIu64 ". Expected rank is %" PRIu32, h->rank, rank);
	if (h->rank > KERNELS_MAX_RANK)
		return kernels_tensor__btf_fail(r, KERNELS_E_UNSUPPORTED,
			"%" PRIu64 " dimensions; a tensor has at most %u", h->rank, KERNELS_MAX_RANK);
	return true;
}

static bool take_shape(struct btf_reader *r, uint32_t rank, struct kernels_shape *out)
{
	uint8_t raw[KERNELS_MAX_RANK * BTF_WORD];
	*out = (struct kernels_shape){ .rank = rank };
	if (!take_bytes(r, raw, rank * (size_t)BTF_WORD, "dimensions"))
		return false;
	for (uint32_t i = 0; i < rank; i++) {
		out->dims[i] = kernels_load_i64(raw + i * (size_t)BTF_WORD);
		if (out->dims[i] < 0)
			return DAMAGED(r, "dimension %" PRIu32 " is too large: %" PRIu64, i, (uint64_t)out->dims[i]);
	}
	return true;
}

static bool btf_take_header(struct btf_reader *r, enum kernels_dtype dtype, int layout, uint32_t rank,
	struct btf_header *out, struct kernels_shape *out_shape)
{
	uint8_t raw[BTF_HEADER];
	if (!take_bytes(r, raw, sizeof raw, "header"))
		return false;
	if (raw[8] >= DTYPES) {
		if (dtype == KERNELS_DTYPE_INVALID)
			return DAMAGED(r, "unknown dtype number %u", raw[8]);
		return UNEXPECTED(r, "unexpected tensor dtype number %u. Expected dtype is %s", raw[8],
			kernels_dtype_name(dtype));
	}
	*out = (struct btf_header){ dtypes[raw[8]], raw[9], (uint64_t)kernels_load_i64(raw) };
	return expect(r, out, dtype, layout, rank) && take_shape(r, (uint32_t)out->rank, out_shape);
}

/* Skips elements and checks that they are within the file. */
static bool btf_take_elements(struct btf_reader *r, enum kernels_dtype dtype,
	const struct kernels_shape *shape, uint64_t *out_at, uint64_t *out_count)
{
	int64_t count;
	uint64_t size;
	if (!kernels_shape_elements(shape, &count) || __builtin_mul_overflow(count, kernels_dtype_size(dtype), &size))
		size = UINT64_MAX;
	if (!fits(r, size, "elements"))
		return false;
	*out_at = r->at;
	*out_count = (uint64_t)count;
	r->at += size;
	return true;
}

/* Indices and values, each a dense tensor with a header. */
static bool take_sparse(struct btf_reader *r, struct kernels_btf_record *record)
{
	struct btf_header header;
	struct kernels_shape indices, values;
	int64_t elements;
	uint64_t index_count;
	if (!kernels_shape_elements(&record->shape, &elements))
		return DAMAGED(r, "the number of elements of %s does not fit i64",
			kernels_tensor__shape_text(&record->shape).text);
	if (!btf_take_header(r, KERNELS_I64, BTF_DENSE, 2, &header, &indices) ||
		!btf_take_elements(r, KERNELS_I64, &indices, &record->indices, &index_count) ||
		!btf_take_header(r, record->dtype, BTF_DENSE, 1, &header, &values) ||
		!btf_take_elements(r, record->dtype, &values, &record->elements, &record->count))
		return false;
	if (indices.dims[0] != values.dims[0] || indices.dims[1] != record->shape.rank)
		return DAMAGED(r, "%" PRId64 " values of rank %" PRIu32 ", but indices of %" PRId64 " x %" PRId64,
			values.dims[0], record->shape.rank, indices.dims[0], indices.dims[1]);
	return true;
}

bool kernels_tensor__btf_take_record(struct btf_reader *r, enum kernels_dtype dtype, int layout, uint32_t rank,
	struct kernels_btf_record *out)
{
	struct btf_header header;
	*out = (struct kernels_btf_record){ .offset = r->at };
	if (!btf_take_header(r, dtype, layout, rank, &header, &out->shape))
		return false;
	out->dtype = header.dtype;
	out->kind = header.layout == BTF_COO ? KERNELS_TENSOR_COO : KERNELS_TENSOR_DENSE;
	if (out->kind == KERNELS_TENSOR_COO ? !take_sparse(r, out) :
		!btf_take_elements(r, out->dtype, &out->shape, &out->elements, &out->count))
		return false;
	out->size = r->at - out->offset;
	return true;
}

/* Checks that every row of indices is within the shape. */
static bool check_coordinates(struct btf_reader *r, const struct kernels_btf_record *record, const int64_t *at)
{
	for (uint64_t i = 0; record->shape.rank > 0 && i < record->count; i++) {
		for (uint32_t k = 0; k < record->shape.rank; k++, at++) {
			if (*at < 0 || *at >= record->shape.dims[k])
				return DAMAGED(r,
					"value %" PRIu64 " has index %" PRId64 " in dimension %" PRIu32
					" of size %" PRId64,
					i, *at, k, record->shape.dims[k]);
		}
	}
	return true;
}

bool kernels_tensor__btf_load(struct btf_reader *r, const struct kernels_btf_record *record,
	const struct async_allocator *allocator, struct kernels_tensor *out)
{
	const size_t width = kernels_dtype_size(record->dtype);
	const uint64_t size = record->count * width, index_size = record->count * record->shape.rank * sizeof(int64_t);
	const bool addressable = (size_t)size == size && (size_t)index_size == index_size;
	const bool sparse = record->kind == KERNELS_TENSOR_COO;
	*out = (struct kernels_tensor){ .kind = record->kind, .dtype = record->dtype, .shape = record->shape };
	out->indices = sparse && addressable ? kernels_buffer_create(allocator, (size_t)index_size, 64) : NULL;
	out->buffer = addressable && (!sparse || out->indices) ? kernels_buffer_create(allocator, (size_t)size, 64) : NULL;
	if (!out->buffer)
		kernels_tensor__btf_fail_plainly(r, KERNELS_E_NOMEM, "Cannot allocate tensor");
	if (out->buffer && btf_copy(r, record->elements, kernels_tensor_data(out), size, width) &&
		(!sparse || (btf_copy(r, record->indices, kernels_buffer_data(out->indices), index_size,
				     sizeof(int64_t)) &&
				    check_coordinates(r, record, kernels_buffer_bytes(out->indices)))))
		return true;
	kernels_tensor_finish(out);
	return false;
}
