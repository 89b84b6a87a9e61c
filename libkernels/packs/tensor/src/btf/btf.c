/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* btf.*: tensors from files in the Binary Tensor Format (layout: README.md).
 *
 * The file is read: in a mapped one, elements would change with the file, and indices of sparse tensors after they were checked. */
#include "btf/btf.h"
#include "common/arguments.h"
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool find_tensor(struct btf_reader *r, int32_t index)
{
	uint64_t count;
	if (!kernels_tensor__btf_take_count(r, &count))
		return false;
	if (index < 0 || (uint64_t)index >= count)
		return kernels_tensor__btf_fail_plainly(r, KERNELS_E_NOT_FOUND, "invalid tensor index %" PRId32
			" to read tensor from path %.4096s which contains %" PRIu64 " tensors", index, r->path, count);
	return kernels_tensor__btf_find(r, count);
}

static bool open_file(struct btf_reader *r, const struct kernels_text *path)
{
	struct stat about;
	r->path = path->data;
	/* Non-blocking: opening a named pipe would wait for a writer. */
	r->fd = strlen(path->data) == path->size ? open(path->data, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
	if (r->fd < 0)
		return kernels_tensor__btf_fail_plainly(
			r, KERNELS_E_NOT_FOUND, "failed to open file %.4096s for reading", r->path);
	if (fstat(r->fd, &about) != 0 || !S_ISREG(about.st_mode))
		return kernels_tensor__btf_fail_plainly(r, KERNELS_E_NOT_FOUND,
			"failed to open file %.4096s for reading: it is not a regular file", r->path);
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

/* Returns NULL and a tensor in *out, or the error. */
static struct async_error *read_tensor(const struct task *task, struct kernels_tensor *out)
{
	struct btf_reader r = { .index = (uint64_t)task->index, .fd = -1, .request = task->request };
	struct kernels_btf_record record;
	struct async_error *cancelled = async_request_cancelled(task->request);
	if (cancelled)
		return async_error_retain(cancelled);
	int layout = task->kind == KERNELS_TENSOR_COO ? BTF_COO : BTF_DENSE;
	bool done = open_file(&r, async_value_payload(task->path)) && find_tensor(&r, task->index) &&
		kernels_tensor__btf_take_record(&r, task->dtype, layout, task->rank, &record) &&
		kernels_tensor__btf_load(&r, &record, kernels_host(task->request)->allocator, out);
	if (r.fd >= 0)
		close(r.fd);
	cancelled = !done && r.status == KERNELS_E_STATE ? async_request_cancelled(task->request) : NULL;
	if (cancelled)
		return async_error_retain(cancelled);
	return done ? NULL : kernels_site_error(task->site, task->request,
		r.status == KERNELS_E_NOMEM ? ASYNC_CODE_RESOURCE_EXHAUSTED : ASYNC_CODE_INTERNAL, "%s", r.message);
}

/* Releases everything that the task holds, before the result becomes available and the host continues. */
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
	const struct kernels_site *site = task->site;
	struct kernels_tensor tensor;
	struct async_error *error = read_tensor(task, &tensor);
	task_end(task);
	if (error)
		async_value_fail(result, error);
	else
		async_value_emplace(result, &tensor);
	async_value_release(result);
	kernels_end_work(request, site);
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
		.site = frame->site, .request = kernels_begin_work(frame->request, frame->site),
		.path = async_value_retain(frame->arguments[0]), .result = async_value_retain(result),
		.index = *(const int32_t *)async_value_payload(frame->arguments[1]),
		.kind = kind, .dtype = dtype, .rank = rank
	};
	if (!async_queue_add_blocking(host->queue, run, task, true))
		run(task); /* no blocking thread is available: runs in this one */
}
