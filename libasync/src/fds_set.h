/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of <async/loop.h> that depends on the system: a set of descriptors, by epoll. Without epoll init() fails. */
#ifndef ASYNC_SRC_FDS_SET_H
#define ASYNC_SRC_FDS_SET_H

#include <stdbool.h>
#include <stddef.h>

#define ASYNC__FDS_AT_ONCE 64u

struct async__fds_set {
	int epoll;
	int wake; /* eventfd in the set: ends a blocking wait */
};

struct async__fds_event {
	int fd;
	unsigned events; /* enum async_fd_events */
};

bool async__fds_set_init(struct async__fds_set *set);
void async__fds_set_finish(struct async__fds_set *set);
bool async__fds_set_is_open(int fd);

/* Reports the next one of `events`, once. @return 0 or an error number; EPERM: the descriptor is always ready. */
int async__fds_set_arm(struct async__fds_set *set, int fd, unsigned events);
void async__fds_set_remove(struct async__fds_set *set, int fd);

/* @return the number of ready descriptors, at most ASYNC__FDS_AT_ONCE. */
size_t async__fds_set_wait(struct async__fds_set *set, struct async__fds_event *out_events, bool blocking);
/* Ends a blocking wait, now or the next one. */
void async__fds_set_wake(struct async__fds_set *set);

#endif
