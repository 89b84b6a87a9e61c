/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that one task runs on another, and the values that they leave there.
 *
 * The caller sends a message, which names the function and the objects, and waits for a reply on a channel of the call. The called task
 * listens to each other one (collective.serve). Messages of one task arrive in order, so an object exists when a later call of
 * the same task uses it. */
#ifndef KERNELS_COLLECTIVE_REMOTE_H
#define KERNELS_COLLECTIVE_REMOTE_H

#include "common.h"
#include <kernels/program.h>

/* Payload of OBJECT: a value on task `task`, with a number that task `maker` has given. Number 0: the available chain of the task. */
struct kernels_collective__object {
	uint32_t maker, task;
	uint64_t number;
};

/* Payload of SPEC: the task of each result. */
struct kernels_collective__spec {
	uint32_t *tasks;
	size_t count;
	const struct async_allocator *allocator;
};
void kernels_collective__spec_finish(void *payload);

/* The payload of MANAGER is a pointer: the newest chain of each task. */
struct kernels_collective__manager;
void kernels_collective__manager_destroy(void *payload);

/* The shape of an object that is a dense tensor, as it is sent. */
struct kernels_collective__metadata {
	uint64_t dtype; /* 0: the object is something else */
	uint64_t rank;
	int64_t dims[KERNELS_MAX_RANK];
};
struct kernels_collective__metadata kernels_collective__metadata_of(struct async_value *value);
bool kernels_collective__metadata_is_valid(const struct kernels_collective__metadata *metadata);

/* A handle (kernels/tensor.h) of a dense tensor on another task, whose shape is known here. Returns false when out of memory. */
bool kernels_collective__handle_init(struct kernels_tensor_handle *out, const struct async_allocator *allocator,
	struct kernels_collective__context *context, const struct kernels_collective__object *object,
	const struct kernels_collective__metadata *metadata);

/* The task of a device, whose name is that of a task with "/device:CPU:0" behind it. Returns false: there is none. */
bool kernels_collective__device_task(const struct kernels_collective__context *context, struct kernels_string name,
	uint32_t *out);

/* ---- remote_store.c: the objects of a task. Reference-counted. Threads: safe. */

struct kernels_collective__store;
struct kernels_collective__store *kernels_collective__store_create(const struct async_allocator *allocator);
void kernels_collective__store_release(struct kernels_collective__store *store);
/* The store of the request's process, one reference; NULL: out of memory. */
struct kernels_collective__store *kernels_collective__store_of(struct async_request *request);
/* Numbers for a new object and for a call, each from 1. */
uint64_t kernels_collective__store_number(struct kernels_collective__store *store);
uint64_t kernels_collective__store_call(struct kernels_collective__store *store);
/* Adds an object and takes over the reference. Returns NULL, or the reason of a failure; then the caller keeps the reference. */
const char *kernels_collective__store_put(
	struct kernels_collective__store *store, const struct kernels_collective__object *object, struct async_value *value);
/* One reference; NULL: there is no such object. */
struct async_value *kernels_collective__store_get(
	struct kernels_collective__store *store, const struct kernels_collective__object *object);
/* Returns false: there is no such object. */
bool kernels_collective__store_remove(
	struct kernels_collective__store *store, const struct kernels_collective__object *object);
/* Removes all objects: they may refer to what owns the store. */
void kernels_collective__store_clear(struct kernels_collective__store *store);
/* Adds a function that the task got as text, unless it has it already. Takes over the reference to the program. Returns NULL, or the
 * reason of a failure; then the caller keeps the reference. */
const char *kernels_collective__store_add_function(struct kernels_collective__store *store,
	const struct kernels_program *program, const struct kernels_function *function);
/* Borrowed from the store, as its program; NULL: there is none. */
const struct kernels_function *kernels_collective__store_function(
	struct kernels_collective__store *store, struct kernels_string name, const struct kernels_program **out_program);
/* The task begins or stops to listen. begin() returns false if it does so already. */
bool kernels_collective__store_begin_serving(struct kernels_collective__store *store);
void kernels_collective__store_end_serving(struct kernels_collective__store *store);

/* ---- remote_message.c */

enum kernels_collective__message_kind {
	KERNELS_COLLECTIVE__EXECUTE = 1, /* a function, by name */
	KERNELS_COLLECTIVE__FETCH,       /* the value of an object */
	KERNELS_COLLECTIVE__DELETE,      /* objects */
	KERNELS_COLLECTIVE__REGISTER,    /* a function, by name, from text */
	KERNELS_COLLECTIVE__FINISHED     /* the task asks for nothing more */
};
struct kernels_collective__message {
	uint64_t kind, call, fingerprint;
	struct kernels_string name;
	struct kernels_string text; /* of REGISTER: a program; of replies: struct kernels_collective__metadata of each wanted output */
	const void *objects; /* struct kernels_collective__object, at any alignment: inputs, then outputs */
	size_t input_count, output_count;
	uint64_t wanted; /* the last outputs, of which the reply has the shapes */
};
static inline struct kernels_collective__object kernels_collective__object_at(
	const struct kernels_collective__message *message, size_t index)
{
	struct kernels_collective__object object;
	memcpy(&object, (const char *)message->objects + index * sizeof object, sizeof object);
	return object;
}
/* The message as a value that engines can send; NULL: out of memory. */
struct async_value *kernels_collective__message_pack(
	const struct async_allocator *allocator, const struct kernels_collective__message *message);
/* The message in a value, which it refers to. Returns false: it is none. */
bool kernels_collective__message_unpack(struct async_value *value, struct kernels_collective__message *out);
/* Sends a value to a task: a message, or the reply to a call. Returns false when out of memory. */
bool kernels_collective__message_send(const struct kernels_collective__context *context, struct async_request *request,
	uint32_t task, int64_t channel, struct async_value *value);
/* The value that a task will send; NULL: out of memory. A cancelled request makes it an error. */
struct async_value *kernels_collective__message_expect(const struct kernels_collective__context *context,
	struct async_request *request, const struct kernels_site *site, uint32_t task, int64_t channel);
/* Channels beside those of keys, which are odd numbers. */
#define KERNELS_COLLECTIVE__CALLS ((int64_t)1 << 60)
static inline int64_t kernels_collective__reply_channel(uint64_t call)
{
	return (int64_t)((uint64_t)3 << 60 | call << 1);
}

/* ---- remote_call.c */

/* The op for which a function runs, and what its end needs. */
struct kernels_collective__runner {
	struct kernels_collective__context *context;
	struct async_request *request;
	const struct kernels_site *site;
	/* Called once when all results are there. `outputs`: borrowed, of the message; NULL after an error. `error`: borrowed; NULL: none
	 * of them is an error. */
	void (*done)(void *ctx, struct async_value *const *outputs, struct async_error *error);
	void *ctx;
};
/* Runs the function of a message on this task. The message is needed for the call only. */
void kernels_collective__call(
	const struct kernels_collective__runner *runner, const struct kernels_collective__message *message);
/* Registers the function of a message on this task. Returns NULL, or an error, one reference. */
struct async_error *kernels_collective__register(struct kernels_collective__context *context, struct async_request *request,
	const struct kernels_site *site, const struct kernels_collective__message *message);
/* The error of an object that the task has not. */
struct async_error *kernels_collective__no_object(struct async_request *request, const struct kernels_site *site,
	const struct kernels_collective__object *object);
/* A copy of an object that is a dense tensor. Else an error value; never NULL. */
struct async_value *kernels_collective__copy_of(
	struct async_request *request, const struct kernels_site *site, struct async_value *value);

#endif
