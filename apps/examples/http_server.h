/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of http_server.c that do not know HTTP. */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include <async/async.h>
#include <bef/model.h>

/* ---- http_batches.c: requests of one or a few rows are joined along dimension 0 into one call of a model, and its result is split
 * again. All functions but the first two may be called by any thread at any time. */

enum outcome {
	OUTCOME_WAITING, /* in the queue or in a call */
	OUTCOME_OK,
	OUTCOME_OVERLOADED, /* the queue was full */
	OUTCOME_DEADLINE,
	OUTCOME_GONE,    /* the client has left */
	OUTCOME_FAILED,  /* the call failed; `message` has the reason */
	OUTCOME_INVALID, /* set by http_server.c, before batches_add() */
	OUTCOMES
};

/* The caller sets the first members, and all others to zero. References are counted from batches_add() on. */
struct batch_request {
	int64_t rows;
	void *argument;    /* batches_row_size(b, false) bytes for each row */
	void *result;      /* likewise, for the result */
	uint64_t deadline; /* a time of async_now_ns() */
	/* Called once, in any thread, when `outcome` has been set. Not called if batches_add() fails. */
	void (*settled)(struct batch_request *request);
	/* Called when nobody has a reference any more. */
	void (*destroy)(struct batch_request *request);
	enum outcome outcome; /* read by the caller after settled() */
	char message[232];
	/* private: */
	struct batches *batches;
	struct batch_request *next;
	struct batch *batch; /* in which it runs; NULL: it waits in the queue, or is settled */
	struct async_timer timer;
	uint64_t arrived;
	unsigned users;
};

struct batches_options {
	int64_t rows;   /* of a batch, at most */
	uint64_t delay; /* nanoseconds for which an incomplete batch waits for further requests */
	size_t queue;   /* requests that wait, at most */
	size_t calls;   /* that run at one time, at most */
};

#define BATCH_SIZES 16 /* of the histogram: 1, 2, 4 ... rows */
struct batches_counts {
	size_t waiting, running;     /* requests that wait, calls that run, now */
	uint64_t calls, rows;        /* since the start */
	uint64_t sizes[BATCH_SIZES]; /* calls of at most 1, 2, 4 ... rows; each call counts in one of them */
	uint64_t cancelled;          /* calls that no request waited for any more */
};

/* @param function  one argument and one result, whose first dimension has the rows; either of any size (?), or both of one
 *                  size, which is that of each call: missing rows are zeros
 * @return NULL, after a message on stderr */
struct batches *batches_create(
	struct bef_model *model, const struct bef_stablehlo_function *function, const struct batches_options *options);
/* Waits for the calls that run. All requests have been released. */
void batches_destroy(struct batches *b);
int64_t batches_most_rows(const struct batches *b);
size_t batches_row_size(const struct batches *b, bool of_result);

/* Takes the request, and a reference for as long as it needs one; the caller has another one, also after a failure.
 * @return false: the queue is full, and `outcome` is set */
bool batches_add(struct batches *b, struct batch_request *request);
/* Settles a request that waits or runs, without a result. The caller has a reference.
 * @return false: it was settled already */
bool batches_settle(struct batch_request *request, enum outcome outcome);
void batches_retain(struct batch_request *request);
void batches_release(struct batch_request *request);
/* From now on batches do not wait for further requests. */
void batches_hurry(struct batches *b);
struct batches_counts batches_count(struct batches *b);

/* ---- http_metrics.c */

/* Counts a request with this outcome; it took `took` nanoseconds. Any thread. */
void metrics_add(enum outcome outcome, uint64_t took);
/* Everything in the text format of Prometheus. @return a block for free(); NULL when out of memory */
char *metrics_text(struct batches *b, size_t *out_size);

#endif
