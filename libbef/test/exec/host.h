/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A host for executor tests: a queue, a counting allocator, a pack of small kernels, and a record of reported
 * errors. */
#ifndef BEF_TEST_HOST_H
#define BEF_TEST_HOST_H

#include "build.h"

#include <bef/exec.h>

enum host_queue { HOST_SINGLE, HOST_THREADS };

struct test_host {
	struct async_host host;
	const struct async_allocator *counting;
	struct kernels_registry *registry;
	struct bef_file *file;
	uint8_t *bytes;
	const struct bef_observer *observer; /* for the next host_open() */
	char reports[4096]; /* "LINE: MESSAGE\n" of each error, in order */
	char order[256];    /* a letter per t.mark kernel, in execution order */
};

extern const struct kernels_pack test_pack;
extern struct test_host *test_host; /* where t.mark writes its letters */
extern int test_tracked;            /* live payloads of type "!t.tracked" */
extern int test_counted;            /* atomic: tasks of t.count_task */
/* t.const and t.call cancel their request after this many runs; < 0: never */
extern long test_budget;

void host_init(struct test_host *h, enum host_queue queue);
/* Frees everything; returns false and prints a line if memory was leaked. */
bool host_finish(struct test_host *h);
/* Opens a program; on failure h->file is NULL and *diag is filled. */
void host_open(struct test_host *h, const struct fn *functions, size_t count, struct bef_diag *diag);
/* Runs a function to completion: waits for its results and for the queue. Returns one reference per result. */
void host_run(
	struct test_host *h, const char *name, struct async_value *const *arguments, struct async_value **results);
/* Returns the payload of an i32 result, or INT32_MIN for an error; drops the reference. */
int32_t take_i32(struct async_value *value);
struct async_value *make_i32(struct test_host *h, int32_t payload);

#endif
