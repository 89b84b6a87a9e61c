/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs BEF programs: functions whose kernels start as soon as their arguments are available.
 *
 * Corresponds to BEFFile and BEFExecutor of TFRT ("BEFExecutor" in the host runtime design); FORMAT.md lists what
 * the bytes mean. */
#ifndef BEF_EXEC_H
#define BEF_EXEC_H

#include <async/async.h>
#include <bef/export.h>
#include <bef/format.h>
#include <bef/status.h>
#include <kernels/function.h>
#include <kernels/registry.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A program, bound to kernels and decoded. Thread class: immutable, share freely; any number of executions at once. The
 * reference count is safe. */
struct bef_file;

/* One kernel has run. Times are those of async_now_ns(). */
struct bef_event {
	const struct kernels_function *function; /* borrowed from the file, as site */
	const struct kernels_site *site;         /* names the kernel and its place in the source */
	uint64_t execution;     /* of the function; numbers of one file are different, from 1 */
	uint64_t parent;        /* the execution that called the function; 0: the host did */
	uint32_t parent_kernel; /* and the kernel in it */
	uint32_t kernel;        /* number in the function, from 1 */
	/* the kernel whose result came last, so that this one was ready; 0: arguments or none */
	uint32_t cause;
	uint32_t stream;        /* as the file has it */
	uint64_t ready, begun, ended;
	uint64_t inside;        /* what kernels that ran in between in the same thread took of the time */
	bool late;              /* the result of `cause` came at `ready`, after that kernel had returned */
};

/* Watches executions of a file, which are slower for it. */
struct bef_observer {
	size_t size; /* sizeof(struct bef_observer) */
	/* Called in the thread that ran the kernel, also by several at once. Must not use the file. */
	void (*ran)(void *ctx, const struct bef_event *event);
	void *ctx;
};

struct bef_open_options {
	size_t size; /* sizeof(struct bef_open_options) */
	const struct async_allocator *allocator; /* for the decoded program; NULL: system */
	/* Called with each reason why the program cannot be opened, up to 20, and its place in the source (NULL if that
	 * is not known). Messages that TFRT has too are those of its driver. May be NULL. */
	void (*report)(void *ctx, const struct async_place *place, const char *message);
	void *report_ctx;
	uint32_t max_call_depth; /* nested calls before a call gives an error; 0: 262144 */
	const struct bef_observer *observer; /* NULL: nobody watches, and it costs nothing. Outlives the file */
	/* NULL: bef_file_open() copies the bytes. Else it uses them in place: they must stay unchanged until this is
	 * called, once, when the last reference to the file is gone; if opening fails, before bef_file_open() returns. */
	void (*release)(void *ctx, const void *data, size_t size);
	void *release_ctx;
	/* Reports word for word what TFRT's driver does: of several unknown kernels only the first, without the name that
	 * was probably meant. Does not compare the attributes of an op if one has a dialect prefix: it may sort before
	 * those of the kernel, which then reads the wrong ones, as in TFRT. */
	bool tfrt_compatible;
};

/* Opens a program: verifies all of it, finds its kernels, checks that every op uses its kernel as the kernel's signature
 * says (kernels/check.h), and decodes it. Types of values and attributes, and names of attributes, are those of the
 * optional sections; a file without them is checked by what kernels and functions declare and by its bytes.
 * @param data      any alignment. Copied, unless the options have `release`
 * @param registry  retained: it may be destroyed before the file is closed
 * @param options   NULL: defaults
 * @return BEF_OK · what bef_reader_open() and bef_reader_verify() return · BEF_E_NOT_FOUND a kernel or native
 *         function that the registry does not have · BEF_E_CORRUPT a kernel used with arguments, results, attributes
 *         or functions that do not fit its signature, or a function that returns another type than it declares; diag
 *         has the first fault, options->report gets all of them · BEF_E_NOMEM. On failure *out_file is NULL. */
BEF_API enum bef_status bef_file_open(const void *data, size_t size, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag);

/* The same for a file on disk, which is read whole to memory of the options' allocator. `release` is not called.
 * @return also BEF_E_IO: it cannot be read; diag->message says why */
BEF_API enum bef_status bef_file_open_path(const char *path, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag);

/* ---- lifetime
 *
 * A file is reference-counted. The opener has one reference. Executions that other threads are still leaving, errors
 * (their text and place come from the file), and kernels that go on by themselves hold references of their own. So
 * results, request, file and registry may be given back in any order. With the last reference the bytes are given back
 * and the memory is freed, in the thread that gives it back. The allocator and the observer must outlive the last
 * reference: await async_request_idle() of each request, and release the errors, before you destroy them.
 *
 * Functions of a file are borrowed from it: hold a reference while you execute one. */

/* Returns `file`. Thread class: safe. */
BEF_API struct bef_file *bef_file_retain(struct bef_file *file);
/* NULL is ignored. Thread class: safe. */
BEF_API void bef_file_release(struct bef_file *file);
/* Gives back the opener's reference: another name for bef_file_release(). */
BEF_API void bef_file_close(struct bef_file *file);

/* Functions in the order of the file; regions of ops are functions without a name. Borrowed from the file. */
BEF_API size_t bef_file_function_count(const struct bef_file *file);
BEF_API const struct kernels_function *bef_file_function(const struct bef_file *file, size_t index);
BEF_API enum bef_function_kind bef_file_function_kind(const struct bef_file *file, size_t index);
/* NULL when there is none of that name. */
BEF_API const struct kernels_function *bef_file_find(const struct bef_file *file, const char *name, size_t name_size);

/* Running is kernels_function_execute() (kernels/function.h): it never blocks; to wait for the results ask the queue
 * (async_queue_await()). An execution has ended when async_request_idle() says so. */

#ifdef __cplusplus
}
#endif

#endif
