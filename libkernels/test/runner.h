/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs one kernel at a time like an executor: arguments are async values, errors are propagated, payload kernels get
 * payloads, frame kernels get values. Allocations are counted and can fail; output and reports are recorded. */
#ifndef RUNNER_H
#define RUNNER_H

#include "check.h"
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_test.h>
#include <pthread.h>
#include <stdlib.h>

#define RUNNER_MOST 8 /* attributes, functions, arguments, results of an op */

struct runner_site;
struct runner {
	const struct async_allocator *counting, *failing;
	struct async_host host;
	struct async_request *request;
	struct kernels_registry *registry;
	struct runner_site *sites; /* kept: tasks may use them */
	struct async_location location; /* of the ops to come */
	struct async_value *results[RUNNER_MOST]; /* of the last op; released by the next one unless taken */
	uint32_t result_count;
	pthread_mutex_t lock; /* guards the following members: errors and output come from any thread */
	char printed[1 << 14], reported[512];
	size_t printed_size;
	int reports;
};

/* @param threads  0: the single-threaded queue */
void runner_open(struct runner *r, unsigned threads);
/* Waits for all tasks, and checks that every block was freed. */
void runner_close(struct runner *r);
/* The next ops run for a new request (which is not cancelled). */
void runner_new_request(struct runner *r);

struct op {
	struct kernels_attr attributes[RUNNER_MOST]; /* up to the first without data */
	const struct kernels_function *functions[RUNNER_MOST]; /* up to the first NULL */
	struct async_value *arguments[RUNNER_MOST]; /* up to the first NULL; taken over */
	uint32_t result_count; /* 0: the number in the signature */
};
/* Runs a kernel; its results are r->results. Exits if the name is unknown or the arguments do not match the
 * signature. */
void runner_run(struct runner *r, const char *name, const struct op *op);
#define RUN(r, name, ...) runner_run(r, name, &(const struct op){ __VA_ARGS__ })

/* ---- values, one reference each */
struct async_value *i1(struct runner *r, bool v);
struct async_value *i32(struct runner *r, int32_t v);
struct async_value *i64(struct runner *r, int64_t v);
struct async_value *f32(struct runner *r, float v);
struct async_value *f64(struct runner *r, double v);
struct async_value *text(struct runner *r, const char *v);
struct async_value *error(struct runner *r, const char *message);

/* ---- results: these wait for result `index`. A value that is not of this type fails the test */
int i1_at(struct runner *r, uint32_t index);
int32_t i32_at(struct runner *r, uint32_t index);
int64_t i64_at(struct runner *r, uint32_t index);
double f32_at(struct runner *r, uint32_t index);
double f64_at(struct runner *r, uint32_t index);
const char *text_at(struct runner *r, uint32_t index);
bool is_chain(struct runner *r, uint32_t index);
/* The message of an error result; "" for other values. */
const char *error_at(struct runner *r, uint32_t index);
/* Moves the reference to the caller. */
struct async_value *take(struct runner *r, uint32_t index);
struct async_value *await(struct runner *r, struct async_value *value);

/* The output since the last call. */
const char *printed(struct runner *r);
/* Message of the last error reported since the last call; "" if there was none. */
const char *reported(struct runner *r);

/* ---- attributes in the encoding of BEF. Valid until the end of the enclosing block */
#define ATTR(type, ...) { (const uint8_t *)&(const type){ __VA_ARGS__ }, sizeof(type) }
#define ATTR_TEXT(literal) { (const uint8_t *)&(const struct { uint32_t size; char data[sizeof(literal)]; }) \
	{ sizeof(literal) - 1, literal }, 4 + sizeof(literal) - 1 }
#define ATTR_ARRAY(type, number, ...) \
	{ (const uint8_t *)&(const struct __attribute__((packed)) { uint32_t count; type e[number]; }) \
	{ number, { __VA_ARGS__ } }, 4 + (number) * sizeof(type) }

/* ---- a function written in C */
struct fake {
	struct kernels_function base; /* first */
	/* Gives every result one reference. */
	void (*run)(struct fake *self, struct async_request *request, struct async_value *const *arguments,
		struct async_value **results);
	struct async_error *(*run_sync)(struct fake *self, void *const *arguments, void *const *results);
	struct kernels_type types[RUNNER_MOST]; /* number of arguments and of results */
	int calls;                              /* atomic */
	void *data;
};
struct fake fake_function(const char *name, uint32_t argument_count, uint32_t result_count,
	void (*run)(struct fake *self, struct async_request *request, struct async_value *const *arguments,
		struct async_value **results));
/* The vtable is a part of the fake: call this after copying one. */
const struct kernels_function *as_function(struct fake *fake);

#endif
