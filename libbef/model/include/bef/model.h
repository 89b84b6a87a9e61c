/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs StableHLO models on buffers of the host program.
 *
 *	bef_model_open_path("digits.mlirbc", registry, NULL, &model, &diag);      registry: packs basic and hlo
 *	struct bef_model_tensor x = {
 *		.dtype = KERNELS_F32, .rank = 2, .dims = { 6, 144 }, .data = pixels, .size = sizeof pixels };
 *	struct bef_model_tensor y = { .data = digits, .size = sizeof digits };
 *	bef_model_run(model, bef_model_find(model, "main"), &x, 1, &y, 1, NULL, &diag);
 *	bef_model_close(model);
 *
 * Tensors are row-major and contiguous, elements as in kernels/dtype.h in the byte order of the host: i1 is a byte of 0
 * or 1, integers of 2 and 4 bits have a byte each, complex numbers are pairs. An argument or result that is a token of
 * StableHLO has the element type 0 and no data.
 *
 * Functions that return a status fill in `diag` after a failure, unless it is NULL or has a failure already
 * (BEF_DIAG_INIT). Its texts are copies, `rule` is static. If the `size` of a struct, or of a struct to which it
 * points, is not set, the result is BEF_E_ARG. Sizes are in bytes, times in nanoseconds of async_now_ns(). */
#ifndef BEF_MODEL_H
#define BEF_MODEL_H

#include <async/async.h>
#include <bef/exec.h>
#include <bef/export.h>
#include <bef/lowering.h>
#include <bef/status.h>
#include <kernels/process.h>
#include <kernels/registry.h>
#include <kernels/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- models */

/* An open model. Thread class: safe; bef_model_close() is called when no other thread uses the model. */
struct bef_model;
struct bef_source; /* bef/source.h */

struct bef_model_options {
	size_t size; /* sizeof(struct bef_model_options) */
	/* Allocator, queue and reports of executions. The struct is copied; the objects to which it points must
	 * outlive the model, its calls, and owned results. NULL, or without a queue: the model has a queue with a
	 * thread for each CPU. NULL, or without an allocator: calls use async_allocator_pooled(), which keeps their
	 * pages for later calls, and the model uses malloc. */
	const struct async_host *host;
	/* Which custom calls models may contain, and how models are lowered; see bef/lowering.h. NULL: custom calls
	 * for which the registry has a kernel "hlo.custom_call.NAME". The objects to which it points must outlive
	 * the model. */
	const struct bef_stablehlo_options *lowering;
	/* Number of programs that are kept for functions with dynamic shapes, one for each function and shapes of
	 * its arguments. Each has a copy of the constants. Beyond this number, the least recently used program is
	 * removed, and freed when its last call ends. Threads that call a new shape at the same time may compile it
	 * several times; one program is kept. 0: 16; at most 65536 */
	size_t max_programs;
	/* Optional. Observes the operations of all calls, which makes them slower; see bef/exec.h. Must outlive the
	 * model, its calls and errors. */
	const struct bef_observer *observer;
	/* Optional. Called for each program that the model opens: the whole model, or a function with dynamic shapes
	 * for some shapes. The thread that opens the model or starts the call calls it; several threads may call it
	 * at once. `file` may be retained; its bytes are valid during the call. */
	void (*opened)(void *ctx, struct bef_file *file, const void *data, size_t size);
	void *opened_ctx;
	/* Limit in bytes for calls without a limit (`memory` of struct bef_model_call_options). A model with a
	 * function that needs more is refused when it is opened (BEF_E_NOMEM), or, with dynamic shapes, when it is
	 * compiled. 0: none */
	size_t max_memory;
	/* Optional. The device on which supported operations run: "opencl:0" (kernels/device.h; the registry has its
	 * pack). All other operations run on the host, with copies in between. "host:0": all operations run on the
	 * host. A source is lowered for this device. A BEF file runs only on the device for which it was lowered;
	 * another device is refused (BEF_E_UNSUPPORTED), and so are devices that are not OpenCL devices.
	 * BEF_E_NOT_FOUND: there is no such device. Copied. */
	const char *device;
	/* For models from a source: replaces `semantics` of `lowering`, unless it is BEF_SEMANTICS_XLA, the default.
	 * A BEF file keeps the semantics with which it was lowered. Other values: BEF_E_ARG */
	enum bef_semantics semantics;
	/* Limit in bytes of the memory in which the source of a model is read, simplified and lowered, when it is
	 * opened and when a function with dynamic shapes is compiled. Beyond it, opening or starting the call fails
	 * with BEF_E_LIMIT. 0: BEF_STABLEHLO_MEMORY_TIMES the size of the source and BEF_STABLEHLO_MEMORY_SMALL
	 * (bef/lowering.h) */
	size_t max_open_memory;
	/* Optional, for time limits and interruptions. Called every few milliseconds while a source is read,
	 * simplified and lowered, in the same thread. Once it returns true, opening or starting the call fails with
	 * BEF_E_LIMIT. */
	bool (*stop)(void *ctx);
	void *stop_ctx;
	/* For bef_model_open_path(): a regular BEF file is mapped instead of read, so opening does not take time and
	 * memory for its constants; those of at least 64 bytes are used in place. The host must ensure that the file
	 * is not truncated or written until the model is closed, for example by replacing files only by renaming new
	 * ones. After a change, opening, starting and finishing calls fail with BEF_E_IO; but an access to missing
	 * pages ends the process (SIGBUS) unless bef_model_mapping_guard() was called. */
	bool mapped;
	/* For an export of JAX: the platform for which its functions are called, as in struct bef_source_options; NULL:
	 * "cpu". At most 31 bytes. Copied. */
	const char *platform;
	/* For a source with shardings of Shardy over a mesh of this number of devices, as jax.jit with NamedSharding
	 * and jax.shard_map write them: main has local shapes, and each of so many processes calls it with its parts
	 * (bef_model_sharding()). Other models, and those with dynamic shapes, are opened as without it; so is a BEF
	 * file. 0: main has global shapes */
	uint32_t partitions;
	/* With `partitions`: results are gathered, so each process gets the whole value of each. */
	bool whole_results;
	/* Limits of calls, for hosts that answer more requests than they can compute. At most `max_calls` calls run at
	 * one time, and `max_waiting` more, which have started, wait for their turn, first in, first out; a call that
	 * is cancelled, or whose deadline passes, ends without a turn. Beyond both, bef_model_start() and
	 * bef_model_run() fail with BEF_E_LIMIT at once. A call whose argument values come from a later call of the
	 * same model would wait for ever. max_calls 0: no limit */
	size_t max_calls, max_waiting;
};

/* Sets `device` and `device_without_f64` of `lowering`, with which bef_stablehlo_lower() lowers a model for a device of
 * this machine. The BEF files run on the device of this name.
 * @param device    as in struct bef_model_options; its pack has been registered. "host:0" sets NULL
 * @param out_name  receives the full name, "opencl:0" for "opencl"; must stay during bef_stablehlo_lower(); 64 bytes
 *                  suffice
 * @return BEF_OK · BEF_E_NOT_FOUND there is no such device · BEF_E_UNSUPPORTED it cannot compile OpenCL C ·
 *         BEF_E_ARG `room` is too small. Thread class: safe */
BEF_API BEF_NODISCARD enum bef_status bef_model_lowering_device(const char *device,
	struct bef_stablehlo_options *lowering, char *out_name, size_t room, struct bef_diag *diag);

#define BEF_MODEL_RULE_OTHER "not-a-model"

/* Opens a model from bytes. The content decides the form: a BEF file made from a model, MLIR bytecode (StableHLO, or a
 * portable artifact), an export of JAX (its functions are those of mlirbc_jax_export_load()), or MLIR text.
 * bef_stablehlo_assemble() and "bef assemble" make BEF files.
 * @param data       copied where needed: the caller may free it afterwards
 * @param name       of the file, for locations of text; NULL: "model"
 * @param registry   of kernels, with the packs basic and hlo; retained
 * @param options    NULL: defaults
 * @param out_model  closed with bef_model_close(); NULL after a failure
 * @return BEF_OK · BEF_E_ARG an option is not valid · BEF_E_UNSUPPORTED an operation cannot run, or the file is a
 *         program that was not made from a model · BEF_E_SYNTAX the text is not valid MLIR · BEF_E_CORRUPT the model
 *         violates the rules of StableHLO · BEF_E_NOT_FOUND the registry does not have a kernel that the model needs ·
 *         BEF_E_LIMIT · BEF_E_NOMEM · what mlirbc_stablehlo_global_to_local(), bef_file_open() and
 *         bef_stablehlo_lower() return. Line and column of the diag are those of the operation. The rule of the diag is
 *         BEF_MODEL_RULE_OTHER if the file is valid, but not a model: a host program as BEF or MLIR.
 * Thread class: safe. */
BEF_API BEF_NODISCARD enum bef_status bef_model_open(const void *data, size_t size, const char *name,
	const struct kernels_registry *registry, const struct bef_model_options *options, struct bef_model **out_model,
	struct bef_diag *diag);

/* As bef_model_open(), for bytes that bef_source_open() has read; they are not parsed again. Changes the module of the
 * source, which the caller still owns. Opening has the limits of the source; max_open_memory and stop apply to later
 * compilation.
 * @param source  of `data` (bef/source.h); NULL: as bef_model_open() */
BEF_API BEF_NODISCARD enum bef_status bef_model_open_source(const void *data, size_t size, struct bef_source *source,
	const char *name, const struct kernels_registry *registry, const struct bef_model_options *options,
	struct bef_model **out_model, struct bef_diag *diag);

/* As bef_model_open(), for a file on disk. It is read before this function returns, and may be changed afterwards,
 * unless the options have `mapped`.
 * @return also BEF_E_IO: the file cannot be read, or shrank meanwhile; diag has the reason */
BEF_API BEF_NODISCARD enum bef_status bef_model_open_path(const char *path, const struct kernels_registry *registry,
	const struct bef_model_options *options, struct bef_model **out_model, struct bef_diag *diag);

/* For hosts that open models with `mapped`: installs a handler of SIGBUS for the whole process. Missing pages of mapped
 * files become zeros, and the call during which this happens fails with BEF_E_IO, like all later calls. All other
 * faults go to the handler that was installed before, or have the default effect. The libraries never install it by
 * themselves. A host that sets its own handler of SIGBUS later must call the handler that it replaces. Call this once,
 * before other threads exist. Same as mlirbc_mapping_guard() (mlirbc/mapping.h).
 * @param lost  NULL, or called in the handler before a page is replaced: calls only functions that are safe in
 *              signal handlers, and may end the process */
BEF_API void bef_model_mapping_guard(void (*lost)(void));

/* Frees the model. All calls must have been finished with bef_model_call_finish(). Owned results, and errors that
 * the host has retained, may outlive the model; the allocator of the host must outlive them. NULL is ignored. Must
 * not be called in a thread of the model's queue, or in a waiter. */
BEF_API void bef_model_close(struct bef_model *model);

/* Functions that are not private, in the order of the model, with names, element types and shapes of arguments and
 * results. A dimension of -1 has any size. Borrowed from the model. */
BEF_API size_t bef_model_function_count(const struct bef_model *model);
BEF_API const struct bef_stablehlo_function *bef_model_function(const struct bef_model *model, size_t index);
/* Finds a function by its name; NULL if there is none. */
BEF_API const struct bef_stablehlo_function *bef_model_find(const struct bef_model *model, const char *name);
/* What the model says about an argument or result besides name and type: which arguments the caller may donate
 * (`donated` of struct bef_model_call_options), in which memory a value is, how it is divided among devices. Calls do
 * not depend on it.
 * @param value  &function->arguments[i] or &function->results[i], of a function of this model
 * @param out    `size` is set by the caller; texts are borrowed from the model
 * @return as bef_stablehlo_value_traits() */
BEF_API BEF_NODISCARD bool bef_model_traits(const struct bef_model *model, const struct bef_stablehlo_value *value,
	struct bef_stablehlo_traits *out);
/* The numbers of replicas and partitions for which the model was exported (mhlo.num_replicas, mhlo.num_partitions).
 * A number that the model does not have is 1, also in BEF files of older versions. A call may use other numbers
 * (`process` of struct bef_model_call_options). */
BEF_API void bef_model_processes(const struct bef_model *model, uint32_t *out_replicas, uint32_t *out_partitions);
/* The attributes of a model that concern processes. */
struct bef_model_parallel {
	size_t size; /* sizeof(struct bef_model_parallel), set by the caller */
	uint32_t replicas, partitions; /* as of bef_model_processes(), but 0 if the model does not have the number */
	/* The model has collectives, send or recv. In a call without `process`, those over more than one process
	 * fail. */
	bool exchanges;
	/* main is divided among `partitions` processes (`partitions` of struct bef_model_options). */
	bool divided;
	/* Operations of a divided main that each process computes whole although an operand is divided: their names and
	 * numbers, "stablehlo.sort 2, stablehlo.fft 1". NULL: none. Borrowed from the model */
	const char *computed_whole;
};
/* Fills the members of *out that it has. If its `size` is not set, stores nothing and reports
 * ASYNC_MISUSE_BAD_ARGUMENT. */
BEF_API void bef_model_parallel(const struct bef_model *model, struct bef_model_parallel *out);
/* What a process has of an argument or result. */
struct bef_model_part {
	size_t size; /* sizeof(struct bef_model_part), set by the caller */
	uint32_t rank;
	int64_t global[KERNELS_MAX_RANK]; /* shape of the whole value */
	int64_t start[KERNELS_MAX_RANK];  /* where the part begins */
	int64_t local[KERNELS_MAX_RANK];  /* shape of the part, which is that of the function */
	/* More than one: the value is the sum (`reduction` 0), maximum (1) or minimum (2) of so many terms of its shape
	 * (unreduced axes of Shardy), and the process has number `term` of them. */
	uint32_t terms, term, reduction;
};
/* Describes what a process has of an argument, or of a result with `of_result`. If the function is not divided, the
 * part is the whole value; sizes of its dynamic dimensions are -1.
 * @param partition  number of the process, from 0
 * @return BEF_OK · BEF_E_ARG there is no such value or partition, or the size is not set. Thread class: safe */
BEF_API BEF_NODISCARD enum bef_status bef_model_sharding(const struct bef_model *model,
	const struct bef_stablehlo_function *function, bool of_result, uint32_t index, uint32_t partition,
	struct bef_model_part *out, struct bef_diag *diag);
#define BEF_MODEL_FINGERPRINT_SIZE 32
/* Computes a number for what the model computes, as the key of a cache: a SHA-256 of its functions with names,
 * types, operations and constants, of the names and traits of arguments and results, and of the semantics and the
 * device for which it was lowered. Not included: names of files, places of operations, and the form of the file. So
 * it is equal for text, bytecode and the BEF file of a model, on every machine of one byte order and in every
 * process. A release of this library may lower a model otherwise, so it is part of what a cache compares. For a
 * model with dynamic shapes from a source, it is that of the source (mlirbc_hash()), semantics and device; its BEF
 * file has another one. The first call takes time linear in the size of the model; the result is kept.
 * @param out zeros after a failure
 * @return BEF_OK · BEF_E_NOMEM · BEF_E_IO a mapped file was changed · for a dynamic source what bef_model_open()
 *         returns. Thread class: safe */
BEF_API BEF_NODISCARD enum bef_status bef_model_fingerprint(
	struct bef_model *model, uint8_t out[BEF_MODEL_FINGERPRINT_SIZE], struct bef_diag *diag);
/* The queue on which calls run. Borrowed from the model. */
BEF_API struct async_queue *bef_model_queue(const struct bef_model *model);

/* The least memory with which a call can succeed. */
struct bef_model_memory {
	uint64_t bytes;
	/* kernel of the operation that needs most; NULL: no operation, or the sum of the results. Borrowed from the
	 * model */
	const char *operation;
	uint32_t line, column; /* of the operation; 0: unknown */
};
/* Computes a lower bound of the memory of a call of the function, for any contents of its arguments and any order of
 * its operations. Arguments, constants of the file, and memory for bookkeeping do not count. A loop counts if it
 * certainly runs once; of branches, the smallest counts. 0 bytes for functions of models with dynamic shapes.
 * @return BEF_OK · BEF_E_ARG the function is not one of the model · BEF_E_NOMEM. Thread class: safe */
BEF_API BEF_NODISCARD enum bef_status bef_model_memory(struct bef_model *model,
	const struct bef_stablehlo_function *function, struct bef_model_memory *out_memory, struct bef_diag *diag);

/* The work of a call, from the types of values. */
struct bef_model_cost {
	size_t size; /* sizeof(struct bef_model_cost), set by the caller */
	uint64_t operations; /* arithmetic on elements: a multiplication with an addition counts 2, each function 1 */
	uint64_t bytes_read, bytes_written; /* of arguments and results of operations, each once */
	/* The sums are those of each call. False if the work of an operation is unknown, or if there are loops or
	 * branches: a loop counts as one iteration, and every branch counts. */
	bool exact;
};
/* Adds up the work of the operations that run, which are those of the model after it was simplified and fused. 0, not
 * exact, for functions of models with dynamic shapes.
 * @return BEF_OK · BEF_E_ARG the function is not one of the model, or the size is not set · BEF_E_NOMEM. Thread class:
 *         safe */
BEF_API BEF_NODISCARD enum bef_status bef_model_cost(struct bef_model *model,
	const struct bef_stablehlo_function *function, struct bef_model_cost *out_cost, struct bef_diag *diag);

/* ---- tensors */

/* A view of elements. Initialize it with { .data = NULL }, or with all known members. Thread class: owner. */
struct bef_model_tensor {
	enum kernels_dtype dtype;
	uint32_t rank;
	int64_t dims[KERNELS_MAX_RANK];
	/* Arguments are only read. Data of arguments must be, and owned results are, aligned to the size of an
	 * element, at most as int64_t. A buffer for a result may have any alignment. May be NULL if there are no
	 * elements. */
	void *data;
	size_t size; /* of `data` in bytes: exactly the elements of an argument; at least the elements of a result */
	void *owner; /* not NULL if the library owns the data. Private */
};
/* Releases a result that the library owns and clears the structure. Does nothing for other tensors. Copies of the
 * structure share the owner: release only one of them. The allocator of the call must still exist. Thread class:
 * safe for different tensors. */
BEF_API void bef_model_tensor_release(struct bef_model_tensor *tensor);
/* Gives memory of the caller to the library, so that the tensor is like a result that the library owns: it may be
 * released while calls use it, it may be donated (`donated` of struct bef_model_call_options), and calls whose results
 * are this argument, or a view of it, return its memory without a copy. The data must not change until `release`.
 * @param tensor   all members are set, without an owner; it receives one. Released with bef_model_tensor_release()
 * @param host     as of the models (struct bef_model_options): calls of models with another allocator only read the
 *                 data, and copy what they return. Must outlive the owner. NULL: the default allocator
 * @param release  called once, in any thread, when tensor, calls and results that share its memory have ended. NULL:
 *                 the memory outlives them all
 * @return BEF_OK · BEF_E_ARG as for an argument of a call, or there is an owner · BEF_E_NOMEM. After a failure the
 *         tensor is unchanged, and `release` is not called. Thread class: safe */
BEF_API BEF_NODISCARD enum bef_status bef_model_tensor_adopt(struct bef_model_tensor *tensor,
	const struct async_host *host, void (*release)(void *ctx), void *ctx, struct bef_diag *diag);

/* ---- calls */

/* A call in flight. Several calls, of several threads, may run at once. */
struct bef_model_call;

struct bef_model_call_options {
	size_t size; /* sizeof(struct bef_model_call_options) */
	/* The time of async_now_ns() at which the call is cancelled. If the call is still being compiled for dynamic
	 * shapes, bef_model_start() fails with BEF_E_LIMIT. 0: none */
	uint64_t deadline;
	/* Limit in bytes of the memory that the call has allocated at one time for values, including results owned
	 * by the library. Arguments, buffers of the caller, constants, and the compilation for dynamic shapes do not
	 * count. A call that certainly needs more (bef_model_memory()) is not started; diag has the operation and
	 * its place. A running call that exceeds the limit fails with BEF_E_NOMEM; other calls continue. 0: the
	 * limit of the model */
	size_t memory;
	/* Optional. Called once when the call has ended and results are filled in, in the thread that ended it: a
	 * thread of the queue, a thread that starts, cancels or awaits a call, or the thread of deadlines. This may
	 * happen before bef_model_start() returns, and happens before the value of bef_model_call_done() is
	 * available. It must not wait for or finish the call. Not called if bef_model_start() fails. */
	void (*done)(void *ctx, struct bef_model_call *call);
	void *done_ctx;
	/* For models with collectives, send, recv, infeed, outfeed: the number of this process, the number of
	 * processes, and the engine that connects them and the host. Copied; the engine must exist until the call
	 * has ended. NULL: the call is the only running process of those that the model declares
	 * (bef_model_processes()), without engine. Then operations over more than one process fail, and, if the
	 * model does not declare the number of processes, operations over all of them (empty replica_groups). A
	 * process of one replica and one partition without engine declares that there is one process. */
	const struct kernels_process *process;
	/* Optional. Called once before the first operation of the call, in the thread of bef_model_start(), which
	 * may run operations before it returns. From this call on, other threads may cancel the call, until it is
	 * finished. Not called if bef_model_start() fails. */
	void (*begun)(void *ctx, struct bef_model_call *call);
	void *begun_ctx;
	/* Optional. Objects of the host for kernels of the call, for example probes (kernels/pack_hlo.h). Several
	 * calls may share them. Retained until the call has ended. NULL: none */
	struct async_resources *resources;
	/* Optional. One for each argument: true donates its contents, so operations may write to its memory, for
	 * example to weights that a training step replaces. Only results that the library owns, and tensors of
	 * bef_model_tensor_adopt(), can be donated; other arguments are only read. The memory of a donated result is
	 * written only if it comes from the allocator of the model's host without a limit, or was adopted for this
	 * host, if shape and data are unchanged, and if no other argument shares it. A
	 * result is donated when the call has started. Then it and copies of its structure are refused as arguments
	 * of all later calls, even if it was not written, and the caller must not read its data. A result cannot be
	 * donated while another call reads it, or if it, a view of its data, or a buffer in its data is another
	 * argument or a result of this call. All these are BEF_E_ARG. The tensor is released as usual, at any time.
	 * The array is read before bef_model_start() returns. */
	const bool *donated;
	/* The thread that finishes the call runs tasks of the queue, also of other calls, while it waits; small
	 * models take less time. It must not hold a lock that a task takes (async_queue_await_helping()). */
	bool helping;
	/* Optional. One for each argument: NULL, or an async value with a dense tensor (kernels/tensor.h; of a
	 * token: any value), as `result_values` gives. It need not be available: operations that need it run when
	 * it is. Then its type and shape are compared; if they are others than the function's, or the value is an
	 * error, the call fails. In `arguments`, such an argument is ignored, except that for dimensions that the
	 * function leaves open the caller sets rank and dims. Scalar integers of a function with dynamic shapes
	 * must be available (BEF_E_ARG). The call retains the values; `donated` of such an argument: if it starts,
	 * it takes over the caller's reference instead. Operations may write to the memory of a value to which
	 * nobody else has a reference. The allocators of values must outlive the call and its results. A cancelled
	 * call does not wait for values. The array is read before bef_model_start() returns. */
	struct async_value *const *argument_values;
	/* Optional. One for each result: receives an async value, one reference, owned by the caller, before any
	 * operation runs; `results` is ignored then. A value becomes available with its result, before the call
	 * ends, so dependent calls need not wait for this one, which may still fail; or it has the error for which
	 * there is no result. Its waiters run in the thread that completes it, and must not finish this call.
	 * Results that are in borrowed arguments, and those of calls with a limit of memory, are copied; those of
	 * mapped files come when the call ends. The allocator of the host must outlive the values. NULL in each
	 * place if bef_model_start() fails. */
	struct async_value **result_values;
};

/* Starts a call and does not wait for it. Short operations run in this thread before the function returns, long ones on
 * the queue. With a queue of one thread, all operations run on the queue. A function with dynamic shapes is first
 * compiled for the shapes of the arguments, in this thread, unless a program for them is kept. The options are copied.
 * @param function   of this model
 * @param arguments  as many as the function has, with its element types and shapes. Borrowed: array and data must
 *                   exist, and must not change, until the call has ended; data also until the calls of all processes
 *                   that an engine of this address space connects (kernels/world.h). Several calls may share them.
 *                   No operation writes to them, except donated ones. Results that the library owns may be released
 *                   earlier: the call keeps their data.
 * @param results    as many as the function has. If `data` is not NULL, the result is copied to these `size` bytes,
 *                   which must suffice; dtype and dims are filled in. If it is NULL, the library provides the data,
 *                   which are read-only. Release them with bef_model_tensor_release() before the structure is used for
 *                   another result; a structure with an owner is BEF_E_ARG. Buffers overlap neither arguments nor each
 *                   other. The array is borrowed until the call has ended, and filled in only if the call succeeds.
 *                   After a failure, also of this function, data and owner are unchanged, nothing has to be released,
 *                   and buffers of the caller may have been written.
 * @param options    NULL: defaults
 * @param out_call   ended with bef_model_call_finish(); NULL after a failure, which leaves nothing running
 * @return BEF_OK · BEF_E_ARG count, element type, shape, size or alignment of an argument or result, or an argument
 *         that was donated (`donated`); diag names it · BEF_E_ARG the size of the options, of `process` or of its
 *         engine is not set · BEF_E_NOMEM · BEF_E_LIMIT as many calls run and wait as `max_calls` and `max_waiting` of
 *         the model permit · with dynamic shapes also what bef_model_open() returns, and BEF_E_ARG for
 *         shapes that contradict each other
 * Thread class: safe. */
BEF_API BEF_NODISCARD enum bef_status bef_model_start(struct bef_model *model,
	const struct bef_stablehlo_function *function, const struct bef_model_tensor *arguments, size_t argument_count,
	struct bef_model_tensor *results, size_t result_count, const struct bef_model_call_options *options,
	struct bef_model_call **out_call, struct bef_diag *diag);

/* Cancels the call, which then fails with CANCELLED. Operations that have not started do not run, loops end before
 * their next iteration, and the call does not wait for values that an engine has promised (kernels/process.h). Long
 * running operations end within milliseconds. Custom calls of the host that take long check for cancellation
 * (kernels/stop.h), and those that wait observe their request (async_request_on_cancel()). Does not wait; the call
 * must still be finished. A call that has ended is not changed. Waiters of the call may run in this thread. Thread
 * class: safe, but it must return before bef_model_call_finish() is called. A thread whose call others may cancel
 * awaits bef_model_call_done(), tells the others, and then finishes. */
BEF_API void bef_model_call_cancel(struct bef_model_call *call);
/* A chain that is available when the call has ended, also when it failed. Borrowed from the call. A waiter of it may
 * finish the call. */
BEF_API struct async_value *bef_model_call_done(const struct bef_model_call *call);
/* The error of a call that has ended, with code, location and message; NULL if it succeeded. Borrowed from the call.
 * Thread class of both: safe. */
BEF_API struct async_error *bef_model_call_error(const struct bef_model_call *call);
/* Waits until the call has ended and frees it, also after a failure. While it waits, this thread may run tasks of the
 * queue. After it returns, the library does not use arguments and results. Each call is finished once, by any thread,
 * not by its `done` or by a kernel. If the caller is a task of the call's queue, it runs other tasks of the queue,
 * nested on its stack, until the call has ended.
 * @return BEF_OK · BEF_E_STATE cancelled, or past the deadline; or called inside `done` of a call before this call
 *         has ended: then nothing happens, and the call must be finished later · BEF_E_NOMEM out of memory, or
 *         beyond the limit of the call · BEF_E_ARG the program failed with these arguments: a check, or a value that
 *         an operation does not accept. diag has the message and the place, and in `rule` the name of the error's
 *         code (async_code_name()). */
BEF_API BEF_NODISCARD enum bef_status bef_model_call_finish(struct bef_model_call *call, struct bef_diag *diag);

/* bef_model_start() and bef_model_call_finish() in one, with the results of both. BEF_E_STATE inside `done` of a
 * call, where nothing may wait: start a call there. Thread class: safe, on queues that several threads may await;
 * other queues (async_queue_create_single()) have one thread that runs and finishes calls. */
BEF_API BEF_NODISCARD enum bef_status bef_model_run(struct bef_model *model,
	const struct bef_stablehlo_function *function, const struct bef_model_tensor *arguments, size_t argument_count,
	struct bef_model_tensor *results, size_t result_count, const struct bef_model_call_options *options,
	struct bef_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
