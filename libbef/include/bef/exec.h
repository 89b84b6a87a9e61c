/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs BEF programs: functions whose kernels start as soon as their arguments are available.
 *
 * Corresponds to BEFFile and BEFExecutor of TFRT ("BEFExecutor" in the host runtime design); FORMAT.md specifies the
 * format. */
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
	uint64_t execution;     /* of the function; unique within a file, from 1 */
	uint64_t parent;        /* the execution that called the function; 0: called by the host */
	uint32_t parent_kernel; /* the calling kernel in `parent` */
	uint32_t kernel;        /* number in the function, from 1 */
	/* the kernel whose result arrived last and made this kernel ready; 0: an argument, or no operands */
	uint32_t cause;
	uint32_t stream;        /* as in the file */
	uint64_t ready, begun, ended;
	uint64_t inside;        /* part of the time spent in kernels nested in this one, in the same thread */
	bool late;              /* the result of `cause` came at `ready`, after that kernel had returned */
};

/* A result became available, or an error, after its kernel had returned. */
struct bef_late_result {
	uint64_t execution;
	uint32_t kernel, result; /* numbers in the function and of the kernel's results, from 1 and 0 */
	uint64_t time;
};

/* Work of a kernel outside of its function: in a task that continues it, or in a part that another thread computed. */
struct bef_work {
	const struct kernels_site *site; /* as in struct bef_event */
	uint64_t begun, ended;
	uint64_t inside; /* part of the time spent in kernels and other work nested in this one, in the same thread */
};

/* Observes executions of a file, which makes them slower. Callbacks may be called by several threads concurrently, and
 * must not use the file. */
struct bef_observer {
	size_t size; /* sizeof(struct bef_observer) */
	/* Called in the thread that ran the kernel. */
	void (*ran)(void *ctx, const struct bef_event *event);
	void *ctx;
	/* Optional. Called in the thread that completes the result, before the kernels that wait for it, possibly
	 * before the call for its kernel. Counts as work of the request. */
	void (*came)(void *ctx, const struct bef_late_result *result);
	/* Optional. Called in the thread that did the work, before the results that need it are complete. */
	void (*worked)(void *ctx, const struct bef_work *work);
};

/* Converts the text of a host program to BEF. Thread class: safe. */
struct bef_compiler {
	size_t size; /* sizeof(struct bef_compiler) */
	/* *out_data: one block, which release() frees; NULL on failure. With libbef-mlir: bef_assemble_text(). */
	enum bef_status (*compile)(void *ctx, const char *text, size_t text_size, const char *file_name,
		uint8_t **out_data, size_t *out_size, struct bef_diag *diag);
	void (*release)(void *ctx, uint8_t *data, size_t size);
	void *ctx;
};

struct bef_open_options {
	size_t size; /* sizeof(struct bef_open_options) */
	/* For the decoded program, and for memory that is needed while it is opened; NULL: system. */
	const struct async_allocator *allocator;
	/* Called for each reason why the program cannot be opened, up to 20, with its location in the source (NULL if
	 * unknown). Where TFRT's driver has a message, the text is the same. May be NULL. */
	void (*report)(void *ctx, const struct async_place *place, const char *message);
	void *report_ctx;
	uint32_t max_call_depth; /* limit of nested calls; deeper calls return an error; 0: 262144 */
	const struct bef_observer *observer; /* NULL: none, at no cost. Must outlive the file */
	/* NULL: bef_file_open() copies the bytes. Else it uses them in place: they must stay unchanged until this is
	 * called, once, after the last reference to the file is released (see also `writable`); if opening fails,
	 * before bef_file_open() returns. */
	void (*release)(void *ctx, const void *data, size_t size);
	void *release_ctx;
	/* Makes reports identical to those of TFRT's driver: only the first of several unknown kernels, without a
	 * suggested name. Does not check the attributes of an op if one of them has a dialect prefix: that attribute
	 * may sort before those of the kernel, which then reads the wrong ones, as in TFRT. Results of a function
	 * are available as soon as their kernels have run, while kernels of other streams may not have begun.
	 * Without this, a result is available only when every kernel of the function was run, or waits for a value
	 * that comes later. */
	bool tfrt_compatible;
	/* With `release`: the bytes may be written. Then constant tensors of the program are views of the bytes, where
	 * these are aligned to 64, instead of copies; `release` is called after the last of these tensors is released,
	 * too. A program that writes a constant in place changes it for all its executions. */
	bool writable;
	/* A thread runs the ready kernel that is first in the function, if all kernels of the function are in one
	 * stream or KERNELS_QUICK. So values that are used late are computed late. Otherwise the order is that of
	 * TFRT. */
	bool in_order;
	/* For kernels that get programs as text (kernels/program.h), such as tfrt_dist.register_tfrt_function. NULL:
	 * these kernels fail. Must outlive the file. */
	const struct bef_compiler *compiler;
	/* A hash of the model from which the program was lowered. Kernels of several processes (kernels/program.h)
	 * take programs with equal hashes, for example for different shapes of one model, for the same program. 0: a
	 * hash of the bytes without locations. */
	uint64_t identity;
};

/* Opens a program: verifies the whole file, finds its kernels, checks every op against the signature of its kernel
 * (kernels/check.h), and decodes it. Types of values and attributes, and names of attributes, come from the optional
 * sections; without them, from the declarations of kernels and functions and from the encoded bytes.
 * @param data      any alignment. Copied, unless the options have `release`
 * @param registry  retained: it may be destroyed before the file is closed
 * @param options   NULL: defaults
 * @return BEF_OK · what bef_reader_open() and bef_reader_verify() return · BEF_E_NOT_FOUND a kernel or native
 *         function that the registry does not have · BEF_E_CORRUPT a kernel used with arguments, results, attributes
 *         or functions that do not match its signature, or a function that returns a type other than declared; diag
 *         has the first fault, options->report gets all of them · BEF_E_NOMEM. On failure *out_file is NULL. */
BEF_API BEF_NODISCARD enum bef_status bef_file_open(const void *data, size_t size,
	const struct kernels_registry *registry, const struct bef_open_options *options, struct bef_file **out_file,
	struct bef_diag *diag);

/* As bef_file_open(), for a file on disk, or a pipe, which is read completely into memory of the options' allocator.
 * The file may be changed afterwards. A host whose files do not change can map them and use bef_file_open() with
 * `release` and `writable`; then the pages of large constants are read on first use. This function does not call
 * `release` of the options.
 * @return also BEF_E_IO: the file cannot be read, or shrank meanwhile; diag->message has the reason */
BEF_API BEF_NODISCARD enum bef_status bef_file_open_path(const char *path, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag);

/* ---- lifetime
 *
 * A file is reference-counted. The opener has one reference. Executions that have not ended, errors (their text and
 * location refer to the file), and kernels that continue asynchronously hold further references. So results, request,
 * file and registry may be released in any order. Releasing the last reference frees the memory, in the calling thread.
 * Tensors that are constants of the program keep its bytes. The allocator and the observer must outlive the last
 * reference, the allocator also these tensors: before destroying them, await async_request_idle() of each request and
 * release errors and results.
 *
 * Functions of a file are borrowed from it: hold a reference while you execute one. */

/* Returns `file`. Thread class: safe. */
BEF_API struct bef_file *bef_file_retain(struct bef_file *file);
/* NULL is ignored. Thread class: safe. */
BEF_API void bef_file_release(struct bef_file *file);
/* Releases the opener's reference: another name for bef_file_release(). */
BEF_API void bef_file_close(struct bef_file *file);

/* Functions in the order of the file; regions of ops are functions without a name. Borrowed from the file. */
BEF_API size_t bef_file_function_count(const struct bef_file *file);
BEF_API const struct kernels_function *bef_file_function(const struct bef_file *file, size_t index);
BEF_API enum bef_function_kind bef_file_function_kind(const struct bef_file *file, size_t index);
/* Returns the function of that name; NULL if there is none. Borrowed from the file. */
BEF_API const struct kernels_function *bef_file_find(const struct bef_file *file, const char *name, size_t name_size);

/* The operation `kernel` of a function of the file, counted from 1 in its order, as in struct bef_event and for
 * bef_body_kernels() of the same bytes: its kernel, attributes, called functions, location, and the state that the
 * kernel prepared. NULL: there is none; only asynchronous functions have operations here. Borrowed from the file. */
BEF_API const struct kernels_site *bef_file_site(const struct bef_file *file, size_t function, uint32_t kernel);

/* To run a function, call kernels_function_execute() (kernels/function.h), which never blocks; async_queue_await()
 * waits for the results. All executions of a request have ended when the chain of async_request_idle() is available. */

#ifdef __cplusplus
}
#endif

#endif
