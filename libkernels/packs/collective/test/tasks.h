/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tasks in one program, for tests of the kernels: tensors, operations, and what they report. */
#ifndef COLLECTIVE_TEST_TASKS_H
#define COLLECTIVE_TEST_TASKS_H

#include "check.h"
#include <kernels/kernels.h>
#include <kernels/pack_collective.h>
#include <kernels/invoke.h>
#include <stdlib.h>

enum { MOST_TASKS = 8 };

extern struct async_request *tasks_request;
extern uint32_t tasks_count;
extern struct async_value *tasks_contexts[MOST_TASKS];

/* Starts tasks. `threads` 0: the single-threaded queue. */
void tasks_open(uint32_t tasks, unsigned threads);
/* Ends them; checks that no block is left. */
void tasks_close(void);
/* Waits until the values are available or errors. */
void tasks_await(struct async_value *const *values, uint32_t count);

struct async_value *tasks_string(const char *text);
struct async_value *tasks_number(enum kernels_dtype dtype, const void *number);
/* The handle of a task. */
struct async_value *tasks_task(uint32_t number);
/* A tensor; `bytes` NULL: zeros. */
struct async_value *tasks_tensor(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims, const void *bytes);
struct async_value *tasks_error(const char *message);
const void *tasks_bytes(struct async_value *tensor);
/* The message of an error; "" for other values. */
const char *tasks_message(struct async_value *value);

/* Calls a kernel. `name` of an attribute that is a string; NULL: none. Takes over the references to the arguments, and
 * gives one to each result. */
void tasks_call(const char *kernel, uint32_t argument_count, struct async_value *const *arguments, const char *name,
	const char *text, uint32_t result_count, struct async_value **results);
/* As above, with any attributes, NULL or one reference, which it takes over. */
void tasks_call_with(const char *kernel, uint32_t argument_count, struct async_value *const *arguments,
	struct kernels_attributes *attributes, uint32_t result_count, struct async_value **results);

#endif
