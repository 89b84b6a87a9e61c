/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* btf.*: tensors from files in the Binary Tensor Format (layout: README.md).
 *
 * The tensor asked for is read into memory of the host, rather than mapped: it is aligned for any vector, kernels may
 * write into it, and whoever cuts the file short while it is in use does not end the process. Nothing is allocated
 * before the file is known to be long enough. */
#include "private.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum btf_layout { BTF_DENSE = 0, BTF_COO = 1 };
enum { WORD = 8, HEADER_SIZE = 16 };

static const enum kernels_dtype btf_dtypes[] = {
	KERNELS_I8, KERNELS_I16, KERNELS_I32, KERNELS_I64, KERNELS_F32,
	KERNELS_F64, KERNELS_UI8, KERNELS_UI16, KERNELS_UI32, KERNELS_UI64,
};

/* One tensor being read. */
struct reader {
	const struct kernels_site *site;
	struct async_request *request;
	const char *path;
	int32_t index;
	int fd;
	uint64_t at, end;          /* where in the file; its size */
	struct async_error *error; /* set when something failed */
};

#define FAIL_WITH(r, code, ...) ((r)->error = kernels_site_error((r)->site, (r)->request, (code), __VA_ARGS__), false)
#define FAIL(r, ...) FAIL_WITH(r, ASYNC_CODE_INTERNAL, __VA_ARGS__)
/* What is wrong with the file, rather than with what was expected of it. */
#define DAMAGED(r, format, ...) FAIL(r, "%s: tensor %" PRId32 ": " format, (r)->path, (r)->index, __VA_ARGS__)

/* ---- bytes */

static bool fits(struct reader *r, uint64_t size, const char *what)
{
	if (r->at <= r->end && size <= r->end - r->at)
		return true;
	return DAMAGED(r, "%s: %" PRIu64 " bytes at offset %" PRIu64 " are beyond the end of the file at %" PRIu64,
		what, size, r->at, r->end);
}

static bool take(struct reader *r, void *out, size_t size, const char *what)
{
	if (!fits(r, size, what))
		return false;
	for (size_t done = 0; done < size;) {
		ssize_t n = pread(r->fd, (char *)out + done, size - done, (off_t)(r->at + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return DAMAGED(r, "failed to read %s: %s", what,
				n < 0 ? strerror(errno) : "the file has become shorter");
		done += (size_t)n;
	}
	r->at += size;
	return true;
}

static bool take_word(struct reader *r, uint64_t *out, const char *what)
{
	uint8_t raw[WORD];
	if (!take(r, raw, sizeof raw, what))
		return false;
	*out = (uint64_t)kernels_load_i64(raw);
	return true;
}

static void to_host_order(void *data, size_t count, size_t width)
{
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		return;
	for (uint8_t *p = data; count > 0; count--, p += width) {
		for (size_t i = 0; i < width / 2; i++) {
			uint8_t byte = p[i];
			p[i] = p[width - 1 - i];
			p[width - 1 - i] = byte;
		}
	}
}

/* ---- records */

static bool take_shape(struct reader *r, uint32_t rank, struct kernels_shape *out)
{
	*out = (struct kernels_shape){ .rank = rank };
	for (uint32_t i = 0; i < rank; i++) {
		uint64_t size;
		if (!take_word(r, &size, "dimensions"))
			return false;
		if (size > INT64_MAX)
			return DAMAGED(r, "dimension %" PRIu32 " is too large: %" PRIu64, i, size);
		out->dims[i] = (int64_t)size;
	}
	return true;
}

/* Header and dimensions, which must be as expected. */
static bool take_header(struct reader *r, enum btf_layout layout, enum kernels_dtype dtype, uint32_t rank,
	struct kernels_shape *out)
{
	uint8_t raw[HEADER_SIZE];
	if (!take(r, raw, sizeof raw, "header"))
		return false;
	uint64_t found_rank = (uint64_t)kernels_load_i64(raw);
	uint8_t found_dtype = raw[8], found_layout = raw[9];
	if (found_dtype >= sizeof btf_dtypes / sizeof *btf_dtypes)
		return FAIL(r, "unexpected tensor dtype number %u. Expected dtype is %s", found_dtype,
			kernels_dtype_name(dtype));
	if (btf_dtypes[found_dtype] != dtype)
		return FAIL(r, "unexpected tensor dtype %s. Expected dtype is %s",
			kernels_dtype_name(btf_dtypes[found_dtype]), kernels_dtype_name(dtype));
	if (found_layout != layout)
		return FAIL(r, "unexpected tensor layout %u. Expected layout is %u", found_layout, layout);
	if (found_rank != rank)
		return FAIL(r, "unexpected tensor rank %" PRIu64 ". Expected rank is %" PRIu32, found_rank, rank);
	return take_shape(r, rank, out);
}

static bool take_dense(struct reader *r, enum kernels_dtype dtype, uint32_t rank, struct kernels_tensor *out)
{
	struct kernels_shape shape;
	int64_t count;
	uint64_t size;
	if (!take_header(r, BTF_DENSE, dtype, rank, &shape))
		return false;
	if (!kernels_shape_elements(&shape, &count) || __builtin_mul_overflow(count, kernels_dtype_size(dtype), &size))
		size = UINT64_MAX;
	if (!fits(r, size, "elements"))
		return false;
	if (!kernels_tensor_init(out, kernels_host(r->request)->allocator, dtype, &shape))
		return FAIL_WITH(r, ASYNC_CODE_RESOURCE_EXHAUSTED, "Cannot allocate tensor");
	if (!take(r, kernels_tensor_data(out), (size_t)size, "elements")) {
		kernels_tensor_finish(out);
		return false;
	}
	to_host_order(kernels_tensor_data(out), (size_t)count, kernels_dtype_size(dtype));
	return true;
}

/* Every row of `indices` is a place within the shape, and there are as many as values. */
static bool check_coordinates(struct reader *r, const struct kernels_shape *shape, const struct kernels_tensor *indices,
	const struct kernels_tensor *values)
{
	int64_t count = values->shape.dims[0];
	const int64_t *at = kernels_tensor_bytes(indices);
	if (indices->shape.dims[0] != count || indices->shape.dims[1] != shape->rank)
		return DAMAGED(r, "%" PRId64 " values of rank %" PRIu32 ", but indices of %" PRId64 " x %" PRId64,
			count, shape->rank, indices->shape.dims[0], indices->shape.dims[1]);
	for (int64_t i = 0; shape->rank > 0 && i < count; i++) {
		for (uint32_t k = 0; k < shape->rank; k++, at++) {
			if (*at < 0 || *at >= shape->dims[k])
				return DAMAGED(r, "value %" PRId64 " has index %" PRId64 " in dimension %" PRIu32
					" of size %" PRId64, i, *at, k, shape->dims[k]);
		}
	}
	return true;
}

static bool take_coo(struct reader *r, enum kernels_dtype dtype, uint32_t rank, struct kernels_tensor *out)
{
	struct kernels_shape shape;
	struct kernels_tensor indices = { .kind = KERNELS_TENSOR_DENSE }, values = indices;
	int64_t elements;
	if (!take_header(r, BTF_COO, dtype, rank, &shape))
		return false;
	if (!kernels_shape_elements(&shape, &elements))
		return DAMAGED(r, "the number of elements of %s does not fit i64",
			kernels_tensor__shape_text(&shape).text);
	if (!take_dense(r, KERNELS_I64, 2, &indices) || !take_dense(r, dtype, 1, &values) ||
		!check_coordinates(r, &shape, &indices, &values)) {
		kernels_tensor_finish(&indices);
		kernels_tensor_finish(&values);
		return false;
	}
	*out = (struct kernels_tensor){
		.kind = KERNELS_TENSOR_COO, .dtype = dtype, .shape = shape,
		.buffer = values.buffer, .indices = indices.buffer
	};
	return true;
}

/* ---- files */

static bool find_tensor(struct reader *r)
{
	uint64_t count, offset;
	r->at = 0;
	if (!take_word(r, &count, "number of tensors"))
		return false;
	if (count > (r->end - WORD) / WORD)
		return FAIL(r, "%s: the table of %" PRIu64 " tensors is beyond the end of the file at %" PRIu64,
			r->path, count, r->end);
	if (r->index < 0 || (uint64_t)r->index >= count)
		return FAIL(r, "invalid tensor index %" PRId32 " to read tensor from path %s which contains %" PRIu64
			" tensors", r->index, r->path, count);
	r->at = WORD + WORD * (uint64_t)r->index;
	if (!take_word(r, &offset, "offset"))
		return false;
	if (offset < WORD + WORD * count)
		return DAMAGED(r, "offset %" PRIu64 " is within the table of offsets", offset);
	r->at = offset;
	return true;
}

static bool open_file(struct reader *r, const struct kernels_text *path)
{
	struct stat about;
	r->path = path->data;
	/* Not blocking: a named pipe would wait for somebody to write. */
	r->fd = strlen(path->data) == path->size ? open(path->data, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
	if (r->fd < 0)
		return FAIL(r, "failed to open file %s for reading", r->path);
	if (fstat(r->fd, &about) != 0 || !S_ISREG(about.st_mode))
		return FAIL(r, "failed to open file %s for reading: it is not a regular file", r->path);
	r->end = (uint64_t)about.st_size;
	return true;
}

/* ---- kernels */

struct task {
	const struct kernels_site *site;
	struct async_request *request;
	struct async_value *path; /* keeps the string alive */
	struct async_value *result;
	int32_t index;
	enum kernels_tensor_kind kind;
	enum kernels_dtype dtype;
	uint32_t rank;
};

/* NULL when *out is the tensor. */
static struct async_error *read_tensor(const struct task *task, struct kernels_tensor *out)
{
	struct reader r = { .site = task->site, .request = task->request, .index = task->index, .fd = -1 };
	struct async_error *cancelled = async_request_cancelled(task->request);
	if (cancelled)
		return async_error_retain(cancelled);
	if (open_file(&r, async_value_payload(task->path)) && find_tensor(&r)) {
		if (task->kind == KERNELS_TENSOR_COO)
			take_coo(&r, task->dtype, task->rank, out);
		else
			take_dense(&r, task->dtype, task->rank, out);
	}
	if (r.fd >= 0)
		close(r.fd);
	return r.error;
}

/* Drops what the task holds; nothing of it may be left when the result becomes available and the host goes on. */
static void task_end(struct task *task)
{
	const struct async_allocator *allocator = kernels_host(task->request)->allocator;
	async_value_release(task->path);
	async_free(allocator, task, sizeof *task, _Alignof(struct task));
}

static void run(void *ctx)
{
	struct task *task = ctx;
	struct async_value *result = task->result;
	struct async_request *request = task->request;
	struct kernels_tensor tensor;
	struct async_error *error = read_tensor(task, &tensor);
	task_end(task);
	if (error)
		async_value_fail(result, error);
	else
		async_value_emplace(result, &tensor);
	async_value_release(result);
	async_request_release(request);
}

void kernels_tensor__read_btf(struct kernels_frame *frame, enum kernels_tensor_kind kind, enum kernels_dtype dtype,
	uint32_t rank)
{
	const struct async_host *host = kernels_host(frame->request);
	struct task *task = async_alloc(host->allocator, sizeof *task, _Alignof(struct task));
	if (!task) {
		kernels_frame_fail_with(frame, kernels_site_error(frame->site, frame->request,
			ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
		return;
	}
	struct async_value *result = kernels_frame_result(frame, 0, kernels_tensor_types()->tensor);
	if (!result) {
		async_free(host->allocator, task, sizeof *task, _Alignof(struct task));
		return;
	}
	*task = (struct task){
		.site = frame->site, .request = async_request_retain(frame->request),
		.path = async_value_retain(frame->arguments[0]), .result = async_value_retain(result),
		.index = *(const int32_t *)async_value_payload(frame->arguments[1]),
		.kind = kind, .dtype = dtype, .rank = rank
	};
	if (!async_queue_add_blocking(host->queue, run, task, true))
		run(task); /* better late than never */
}
