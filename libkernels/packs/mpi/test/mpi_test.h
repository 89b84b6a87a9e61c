/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of mpi_test share: requests, values, and checks. */
#ifndef KERNELS_MPI_TEST_H
#define KERNELS_MPI_TEST_H

#include <async/async.h>
#include <kernels/kernels.h>
#include <kernels/process.h>
#include <kernels/tensor.h>
#include <stdbool.h>
#include <time.h>

extern struct async_queue *queue;
extern struct async_host host;
extern const struct kernels_job *job;
extern uint32_t rank, count;
extern int failures;

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition, ""))

/* A request, and its process. */
struct scope {
	struct async_request *request;
	const struct kernels_process *process;
};

void fail(int line, const char *what, const char *found);
double seconds(clockid_t id);
/* Less than `most` seconds since `started`, which is of CLOCK_MONOTONIC; more on a busy machine and under a sanitizer. */
bool in_time(double started, double most);
void pause_ms(long ms);
struct scope begin(void);
void end(struct scope scope);
struct async_value *tensor(enum kernels_dtype dtype, int64_t elements, int64_t seed);
bool equal(struct async_value *value, enum kernels_dtype dtype, int64_t elements, int64_t seed);
struct kernels_exchange of_all(int64_t channel, struct async_value **inputs, uint32_t input_count);
void exchange(struct scope scope, const struct kernels_exchange *exchange, struct async_value **results);
void await(struct async_value **values, size_t number);
void release(struct async_value **values, size_t number);
void check_error(struct async_value *value, enum async_code code, const char *text, int line);
void transfer(struct scope scope, bool send, int64_t peer, int64_t elements, int64_t seed, struct async_value **result);

/* parts.c */
/* The context of a reduction. `released`: calls of released(). */
struct combination {
	int released;
	bool fails;
};
void released(void *ctx);
void values_for_each_member(void);
void reductions_by_parts(void);
void reductions_that_fail(void);
void cancelled_reductions(void);

/* fast.c */
void sums_of_two_at_a_time(void);
void sums_by_nodes(void);
void sums_that_fail(void);
void sums_of_other_sizes(void);
void cancelled_sums(void);
struct async_error *sums_until_lost(struct scope scope, uint32_t victim, double at);

/* small.c */
void small_and_large_in_order(void);
void small_ones_that_are_awaited(void);
void small_values_of_many_channels(void);
void small_operations_that_differ(void);
void small_values_of_all_shapes(void);

/* lost.c */
void die(int point, uint32_t victim);

/* bench.c */
void bench(void);

#endif
