/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A result that the first of several events determines: values, a point in time, a cancelled request. */
#ifndef ASYNC_SRC_GATE_H
#define ASYNC_SRC_GATE_H

#include <async/future.h>

enum async__gate_kind {
	ASYNC__GATE_RACE,    /* the first value; without values: only the deadline or the request end it */
	ASYNC__GATE_ANY,     /* the first value without an error */
	ASYNC__GATE_ALL,     /* a chain: all values, or the first error */
	ASYNC__GATE_SETTLED, /* a chain: all values */
	ASYNC__GATE_SLEEP    /* a chain: the point in time */
};

/* `options` are valid and complete. */
struct async_value *async__gate_create(enum async__gate_kind kind, struct async_value *const *values, size_t count,
	const struct async_future_options *options);

/* Sets *out_options to `options` or the defaults; false, and reported, when the size is not set. */
bool async__future_options(const char *function, const struct async_future_options *options,
	struct async_future_options *out_options);
/* The result of a call with wrong arguments. */
struct async_value *async__future_refused(const struct async_future_options *options, const char *message);

/* A time without timers would never come. 0 is that of options that a program sets member by member. */
#define ASYNC__NO_TIMERS "options of a future: a time without timers"
static inline bool async__future_lacks_timers(const struct async_future_options *options)
{
	return !options->timers && options->when != ASYNC_NEVER && options->when != 0;
}

static inline bool async__future_is_bounded(const struct async_future_options *options)
{
	return options->request || options->timers;
}

#endif
