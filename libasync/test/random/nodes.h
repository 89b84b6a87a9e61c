/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the files that start nodes. */
#ifndef ASYNC_TEST_RANDOM_NODES_H
#define ASYNC_TEST_RANDOM_NODES_H

#include "random.h"

#include <stddef.h>

async_type_id rnd_type(void);
void *rnd_room(size_t size); /* from malloc, zeroed; never NULL */
struct async_value *rnd_value(const struct rnd_run *run, uint32_t number);
struct async_error *rnd_error(const struct rnd_run *run, uint32_t failure);
/* Runs the function in a foreign thread if there is room, else in the caller. */
void rnd_elsewhere(const struct rnd_run *run, void (*fn)(void *ctx), void *ctx);

/* Return one reference to the result. */
struct async_value *rnd_start_work(struct rnd_run *run, const struct rnd_node *node);
struct async_value *rnd_start_future(struct rnd_run *run, const struct rnd_node *node);

#endif
