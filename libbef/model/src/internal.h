/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of libbef-model share. */
#ifndef BEF_MODEL_INTERNAL_H
#define BEF_MODEL_INTERNAL_H

#include "bound.h"

#include <bef/exec.h>
#include <bef/model.h>
#include <bef/source.h>
#include <bytecursor/memory.h>
#include <bytecursor/options.h>
#include <mlirbc/ir.h>
#include <pthread.h>
#include <shared/from_mlirbc.h>
#include <stdio.h>
#include <sys/stat.h>

/* Stores a complete failure in the caller's diagnostic, within its size, unless that has one already. */
void bef_model__store(struct bef_diag *to, const struct bef_diag *failure);
/* Stores a failure, and returns the status. */
__attribute__((format(printf, 3, 4))) enum bef_status bef_model__fail(
	struct bef_diag *diag, enum bef_status status, const char *format, ...);
enum bef_status bef_model__no_memory(struct bef_diag *diag);
/* After BYTECURSOR_SIZE_IS_WRONG(): the caller has not set the first member of struct `name`. */
enum bef_status bef_model__size_is_wrong(struct bef_diag *diag, size_t size, const char *name);
/* The bytes are valid, but they are not a model. */
enum bef_status bef_model__fail_other(struct bef_diag *diag, const char *name, const char *why);

/* ---- file.c: bytes, freed according to their origin */

struct bef_model__bytes {
	const void *data;
	size_t size, block; /* block: bytes allocated */
	enum { BEF_MODEL__NO_BYTES, BEF_MODEL__MAPPED, BEF_MODEL__ALLOCATED, BEF_MODEL__ASSEMBLED } origin;
};
enum { BEF_MODEL__ALIGN = 64 };
/* A file while it is opened: to detect changes, it stays open longer than its mapping. */
struct bef_model__watch {
	FILE *from; /* NULL: its bytes are copied */
	struct stat before;
};
/* `watch`: not NULL: a regular BEF file is mapped; end it with bef_model__watch_end() unless this fails. */
enum bef_status bef_model__read(const struct async_allocator *allocator, const char *path, struct bef_model__watch *watch,
	struct bef_model__bytes *out, struct bef_diag *diag);
/* False: the file has changed since it was read. */
bool bef_model__watch_end(struct bef_model__watch *watch);
#define BEF_MODEL__CHANGED                                                                                                         \
	"the file of the model was truncated or written while it was mapped; replace files in use by renaming a new file"
/* Checks mapped bytes. False: they may be wrong. */
bool bef_model__is_intact(const void *mapped);
enum bef_status bef_model__fail_changed(struct bef_diag *diag);
enum bef_status bef_model__copy(const struct async_allocator *allocator, const void *data, size_t size,
	struct bef_model__bytes *out, struct bef_diag *diag);
void bef_model__free(const struct async_allocator *allocator, struct bef_model__bytes *bytes); /* leaves it zeroed */

/* ---- program.c: an open BEF file with its signatures */

struct bef_model__program {
	uint32_t refs; /* atomic */
	const struct async_allocator *allocator;
	struct bef_file *file;
	struct bef_stablehlo_signatures *signatures; /* names point into the bytes of the file */
	struct bef_model__bytes bytes;               /* without `file`, or until `file` takes them over */
	const void *data; /* of the open file */
	size_t data_size;
	bool mapped;
	const struct kernels_function **functions; /* of the file, in the order of the signatures; NULL: not open */
	struct bef_model__known_need {
		bool is_known;
		struct bef_model__need need;
	} *needs; /* per function of the signatures, under the lock of the model; NULL: none is known */
	/* For specialised programs: function and shapes. */
	size_t function;
	int64_t *key;
	size_t key_count;
	uint64_t used;
};
/* Takes over `bytes`, also after a failure. Without `open` the program has only signatures. */
enum bef_status bef_model__program_create(struct bef_model *model, struct bef_model__bytes *bytes, bool open,
	struct bef_model__program **out, struct bef_diag *diag);
/* Lowers a module and opens the program. `quiet`: operations that cannot run are not reported to the host. */
enum bef_status bef_model__compile(struct bef_model *model, struct mlirbc_module *module, bool signatures_only, bool quiet,
	struct bef_model__program **out, struct bef_diag *diag);
struct bef_model__program *bef_model__program_retain(struct bef_model__program *program);
void bef_model__program_release(struct bef_model__program *program); /* NULL is ignored */

/* ---- exchanges.c: operations between processes */

bool bef_model__module_exchanges(const struct mlirbc_module *module);
bool bef_model__file_exchanges(const void *data, size_t size); /* of an open BEF file */
/* A hash of the model, which its programs for all shapes share. Not 0. */
enum bef_status bef_model__identify(
	struct mlirbc_module *module, const struct bef_model__bytes *source, uint64_t *out, struct bef_diag *diag);

/* ---- need.c */

/* The function of the file; SIZE_MAX: there is none. */
size_t bef_model__index_in_file(const struct bef_model__program *program, struct bef_string name);
/* Compares what a function of the program needs with the limit; 0: none. */
enum bef_status bef_model__check_need(struct bef_model *model, struct bef_model__program *program, size_t function,
	size_t limit, struct bef_diag *diag);

/* ---- open.c */

/* Calls that run and wait: see turns.c. */
struct bef_model__turns {
	size_t most_running, most_waiting; /* of the options; 0: no limit, and nothing else is used */
	pthread_mutex_t lock;
	/* guarded by lock: */
	size_t running, waiting;
	struct bef_model_call *first, *last; /* those of `waiting` that are ready to run */
};

struct bef_model {
	const struct async_allocator *allocator;
	struct bef_allocator memory; /* the same allocator, for libbef-stablehlo */
	struct async_host host;
	struct async_queue *own_queue; /* NULL: the host has one */
	struct async_timers *timers;
	struct bef_model__memory *unlimited; /* of all calls without a limit; one reference */
	struct async_resources *resources;   /* of all calls for which the host gives none */
	const struct kernels_registry *registry;
	struct bef_stablehlo_options lowering;
	char device[64]; /* the requested device; `lowering` points to it unless it is the host. Empty: none */
	size_t max_open_memory;
	char platform[32]; /* of an export of JAX; empty: cpu */
	bool (*stop)(void *ctx); /* NULL: none */
	void *stop_ctx;
	size_t max_memory; /* of calls without a limit of their own; 0: none */
	const struct bef_observer *observer;
	void (*opened)(void *ctx, struct bef_file *file, const void *data, size_t size);
	void *opened_ctx;
	struct bef_model__program *program; /* the whole model, or a listing of its functions */
	struct bef_model_call *spare;       /* atomic: see waited.c; NULL: none */
	struct bef_model__turns turns;
	bool exchanges; /* it has operations between processes */
	uint32_t partitions; /* of the options */
	bool whole_results;
	struct bef_model__divisions *divisions; /* NULL: main is not divided */
	uint64_t identity; /* of models with dynamic shapes and such operations: the hash that their programs share; else 0 */
	/* Models with dynamic shapes only. */
	bool dynamic;
	struct bef_model__bytes source;
	char *name;
	pthread_mutex_t lock; /* protects the members below */
	bool has_fingerprint;
	uint8_t fingerprint[BEF_MODEL_FINGERPRINT_SIZE];
	struct bef_model__program **kept;
	size_t kept_count, max_kept;
	uint64_t clock;
};
/* Conditions that end the work on a source. It must exist as long as the source. */
struct bef_model__stop {
	const struct bef_model *model;
	uint64_t deadline; /* 0: none */
};
/* Reads a source with the memory and the limits of the model. */
enum bef_status bef_model__read_source(const struct bef_model__stop *stop, const struct bef_model__bytes *bytes, const char *name,
	struct bef_source **out_source, struct bef_diag *diag);
/* Upgrades an artifact, and replaces operations of other dialects, so that types of arguments are tensors. */
enum bef_status bef_model__to_stablehlo(struct mlirbc_module *module, struct bef_diag *diag);
/* The type of a function. NULL: the operation is not a function. */
const struct mlirbc_type *bef_model__function_type(const struct mlirbc_op *op);

/* ---- device.c */

/* Lowers the programs of the model for this device. NULL: for the host. */
enum bef_status bef_model__choose_device(struct bef_model *model, const char *name, struct bef_diag *diag);
/* Checks whether a program that was lowered for this device (empty: the host) can run: the device exists, and is the requested one. */
enum bef_status bef_model__check_device(const struct bef_model *model, struct bef_string name, struct bef_diag *diag);

/* ---- divide.c: models of several partitions */

/* How the values of main are divided; one block of memory. */
struct bef_model__divisions {
	size_t size; /* of the block */
	char *computed_whole; /* NULL: none */
	size_t argument_count, value_count;
	/* of arguments, then of results */
	struct bef_model__division {
		uint32_t rank, terms, reduction;
		uint32_t parts[KERNELS_MAX_RANK];
		uint32_t *at;   /* [partition * rank + dimension] */
		uint32_t *term; /* [partition]; NULL: the value is not a sum of terms */
	} values[];
};
/* Divides main if the options of the model ask for it, and the module has shardings over as many devices. */
enum bef_status bef_model__divide(struct bef_model *model, struct mlirbc_module *module, struct bef_diag *diag);
void bef_model__divisions_free(struct bef_model *model);

/* ---- specialise.c */

/* Finds or compiles the program for a call with these arguments, until the deadline (0: none). One reference. */
enum bef_status bef_model__specialise(struct bef_model *model, size_t function,
	const struct bef_model_tensor *arguments, uint64_t deadline, struct bef_model__program **out, struct bef_diag *diag);
void bef_model__forget(struct bef_model *model); /* releases all kept programs */

/* ---- call.c */

/* The allocator of a call. Calls without a limit share that of the model; with a limit, owned results hold references. */
struct bef_model__memory {
	uint32_t refs; /* atomic */
	const struct async_allocator *base;
	const struct async_allocator *budget; /* NULL: base */
	struct async_host host;
};
/* What the library owns (`owner` of a tensor): a value of the program, a copy, or memory that the host has given. */
struct bef_model__held {
	uint64_t counts; /* atomic: references and readers; see arguments.c */
	const struct async_allocator *base; /* of this structure */
	struct bef_model__memory *memory;   /* of a call with a limit, else NULL */
	struct async_value *value; /* NULL: a copy, or taken over */
	void *copy;
	size_t size;
};
/* An argument of a call, recorded at the start. */
struct bef_model__input {
	struct bef_model__held *held; /* one reference; NULL: not a result of the library, or released */
	const void *data;
	size_t size;
	bool given; /* the caller donated it */
	bool taken; /* its value was taken over, so operations may write to it */
	bool own;   /* the call has the value itself, which results may share */
	struct bef_model__awaited *awaited; /* a value that is not there yet; see values.c */
};
/* A result that the host gets as a value. */
struct bef_model__promise {
	struct async_waiter waiter; /* first */
	struct bef_model_call *call;
	struct async_value *value; /* indirect; one reference until it is delivered */
	uint32_t index;
};
struct bef_model_call {
	const struct async_allocator *allocator;
	struct bef_model__memory *memory;
	struct bef_model__program *program;
	const struct bef_stablehlo_function *signature;
	const struct bef_model_tensor *arguments; /* borrowed until the call has ended */
	struct bef_model_tensor *results;         /* as `arguments` */
	struct async_request *request;
	struct async_value **values; /* result_count, and one for the chain of side effects */
	struct bef_model__input *inputs; /* per argument of the function */
	struct async_value *const *argument_values; /* of the caller, until the call has begun; NULL: none. Then `arguments` is the call's */
	struct bef_model_tensor *own; /* with `argument_values`: call->arguments */
	struct bef_model__promise *promises; /* per result; with `promised` */
	uint32_t input_count, value_count;
	bool promised; /* results are values */
	bool any_taken;
	bool helping; /* the thread that finishes the call runs tasks */
	bool changed; /* the error is that the file was changed */
	bool waits;   /* the thread that started the call waits for it, so the call may run in this thread */
	bool over;    /* it has ended in this thread, with a request that is as before; see waited.c */
	/* With a limit of calls; see turns.c. */
	struct bef_model *model; /* while the call is counted; NULL: it is not */
	struct bef_model_call *next;
	struct async_cancel_hook hook;
	bool has_turn, in_list;
	/* Until the function has started. */
	uint32_t made_count;
	const struct kernels_function *function;
	struct async_value **made; /* its arguments */
	struct async_waiter waiter;
	struct async_value *idle, *done;
	struct async_error *error;
	void (*on_done)(void *ctx, struct bef_model_call *call);
	void *on_done_ctx;
	void (*on_begun)(void *ctx, struct bef_model_call *call);
	void *on_begun_ctx;
	size_t size; /* of the block */
};
/* ---- turns.c */

/* BEF_E_LIMIT: as many calls run and wait as the model permits. */
enum bef_status bef_model__admit(struct bef_model *model, struct bef_model_call *call, struct bef_diag *diag);
/* The call is ready to run. @return false: it waits, will run later, and may be gone already. */
bool bef_model__takes_turn(struct bef_model_call *call);
/* Ends the turn of a call that has ended, or the place of one that has not begun. */
void bef_model__end_turn(struct bef_model_call *call);
void bef_model__withdraw(struct bef_model_call *call);

/* ---- arguments.c */

/* `limit` 0: none. NULL: out of memory. */
struct bef_model__memory *bef_model__memory_create(const struct async_host *host, size_t limit);
void bef_model__memory_release(struct bef_model__memory *memory); /* NULL is ignored */
/* Fills call->inputs. Refuses arguments that were donated before, and donations of results that another call, or another argument or
 * result of this call, uses. After a failure, and when the call has ended, bef_model__leave_arguments() undoes it. */
enum bef_status bef_model__enter_arguments(struct bef_model_call *call, const bool *donated, struct bef_diag *diag);
/* `begun`: donated arguments stay donated. */
void bef_model__leave_arguments(struct bef_model_call *call, bool begun);
/* The value of an argument that the library owns, which the call may use and keep: the tensor is unchanged, and its memory comes from the
 * host, or from the allocator of the call's host without a limit. NULL: it is a view for the call. Borrowed. */
struct async_value *bef_model__own_value(const struct bef_model_call *call, uint32_t index);
/* Whether operations may write to that value: it is donated, and no other argument has a part of its data. */
bool bef_model__may_take(const struct bef_model_call *call, uint32_t index);
/* A value over the data of a tensor. `release`: called when its last user ends, unless this fails, and operations may write to the
 * data. NULL: they only read. */
struct async_value *bef_model__wrap(const struct async_allocator *allocator, const struct bef_model_tensor *from,
	void (*release)(void *ctx), void *ctx);
/* Releases the value of an owned result that the function takes over. */
void bef_model__give_up(struct bef_model__input *input);

/* ---- values.c: arguments and results that are async values */

/* Sets call->arguments to `own`, with types and shapes where the caller gives values; the other tensors are copies. */
enum bef_status bef_model__take_values(struct bef_model_call *call, const struct bef_stablehlo_function *function,
	const struct bef_model_tensor *arguments, struct async_value *const *values, struct bef_model_tensor *own, struct bef_diag *diag);
/* Lets call->own have the data of values that may be sizes of a function with dynamic shapes; fails if they are not available. */
enum bef_status bef_model__read_sizes(const struct bef_model_call *call, struct bef_diag *diag);
/* The error of an available value as an argument: its own, or another type or shape than expected. NULL: none. */
struct async_error *bef_model__check_value(const struct bef_model_call *call, uint32_t index, struct async_value *value);
/* One reference to the value for an argument: an error if it has another type or shape, and once the call is cancelled. NULL: out of
 * memory. */
struct async_value *bef_model__argument_value(struct bef_model_call *call, uint32_t index);
/* When nothing can fail any more: waits for values that are not there, each as a unit of work. Or else: */
void bef_model__await_values(struct bef_model_call *call);
void bef_model__forget_values(struct bef_model_call *call);
/* Makes the values for results, which the host gets before the function runs. */
enum bef_status bef_model__promise_results(struct bef_model_call *call, struct async_value **out, struct bef_diag *diag);
/* Undoes it for the first `count`, before the call has begun. */
void bef_model__break_promises(struct bef_model_call *call, uint32_t count, struct async_value **out);
/* Completes them as call->values become available; those of a mapped file when the call ends, since only its end checks them. */
void bef_model__deliver_results(struct bef_model_call *call);
void bef_model__deliver_rest(struct bef_model_call *call); /* call->error is known */

/* ---- the course of a call */

/* A result of the function as a tensor with the data of *out_tensor, without an owner. Returns an error if it has another type. */
struct async_error *bef_model__check_result(
	const struct bef_model_call *call, size_t index, struct bef_model_tensor *out, const struct kernels_tensor **out_tensor);
/* Whether these data end with buffers of the caller or with the mapping of a file. */
bool bef_model__is_borrowed(const struct bef_model_call *call, const void *data);
/* "f32[6, 144]"; '?' for any size, if there may be one. */
const char *bef_model__type_text(unsigned dtype, uint32_t rank, const int64_t *dims, bool any, char *text, size_t room);

/* Starts the function with call->made; cannot fail. See call.c for this and what follows. */
void bef_model__begin(struct bef_model_call *call);
void bef_model__run_function(void *ctx); /* a task: the call */
/* Releases call->made. */
void bef_model__release_made(struct bef_model_call *call);
/* wait.c: calls `done` of the host. */
void bef_model__tell(struct bef_model_call *call);
/* True in a thread that is in `done` of a call. */
bool bef_model__is_in_done(void);
/* Waits until the call has ended. @return false, without having waited: this is in `done` of a call. */
bool bef_model__wait(struct bef_model_call *call);
/* ---- waited.c: calls that end in the thread of a caller that waits */

/* Whether the function has ended, and nothing keeps the request. */
bool bef_model__is_over(const struct bef_model_call *call);
/* Takes results and keeps the call for the next one, or frees it. */
enum bef_status bef_model__end_waited(struct bef_model *model, struct bef_model_call *call, struct bef_diag *diag);
/* An earlier call of the function with its request, ready to be started. NULL: there is none. */
struct bef_model_call *bef_model__take_spare(
	struct bef_model *model, const struct bef_stablehlo_function *function, const struct bef_model_call_options *options);
void bef_model__free_spare(struct bef_model_call *spare); /* NULL is ignored */
/* call.c: takes the results of a call that is over, and ends the use of its arguments. */
void bef_model__collect(struct bef_model_call *call);
enum bef_status bef_model__outcome(const struct bef_model_call *call, struct bef_diag *diag);
/* Frees a call that has ended, or was not begun. */
void bef_model__free_call(struct bef_model_call *call);
/* Whether tensors with these data may be arguments. */
bool bef_model__is_aligned(const void *data, enum kernels_dtype dtype);
/* Compares a tensor with its description; *out_bytes: the size of its data, where all dimensions are known. */
bool bef_model__bytes_of(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims, size_t *out_bytes);

#endif
