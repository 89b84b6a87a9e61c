/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fds_set.h"
#include <async/loop.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool async__fds_set_is_open(int fd) { return fd >= 0 && fcntl(fd, F_GETFD) != -1; }

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>

bool async__fds_set_init(struct async__fds_set *set)
{
	struct epoll_event event = { .events = EPOLLIN };
	set->epoll = epoll_create1(EPOLL_CLOEXEC);
	set->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	event.data.fd = set->wake;
	if (set->epoll >= 0 && set->wake >= 0 && epoll_ctl(set->epoll, EPOLL_CTL_ADD, set->wake, &event) == 0)
		return true;
	async__fds_set_finish(set);
	return false;
}

void async__fds_set_finish(struct async__fds_set *set)
{
	if (set->epoll >= 0)
		close(set->epoll);
	if (set->wake >= 0)
		close(set->wake);
}

int async__fds_set_arm(struct async__fds_set *set, int fd, unsigned events)
{
	struct epoll_event event = { .events = EPOLLONESHOT | (events & ASYNC_FD_READ ? EPOLLIN | EPOLLRDHUP : 0u) |
						   (events & ASYNC_FD_WRITE ? EPOLLOUT : 0u) };
	event.data.fd = fd;
	if (epoll_ctl(set->epoll, EPOLL_CTL_MOD, fd, &event) == 0)
		return 0;
	if (errno != ENOENT) /* it is not in the set, or not any more */
		return errno;
	return epoll_ctl(set->epoll, EPOLL_CTL_ADD, fd, &event) == 0 ? 0 : errno;
}

void async__fds_set_remove(struct async__fds_set *set, int fd)
{
	struct epoll_event unused = { 0 }; /* for Linux before 2.6.9 */
	(void)epoll_ctl(set->epoll, EPOLL_CTL_DEL, fd, &unused);
}

static unsigned events_of(uint32_t events)
{
	return (events & (EPOLLIN | EPOLLRDHUP) ? ASYNC_FD_READ : 0u) | (events & EPOLLOUT ? ASYNC_FD_WRITE : 0u) |
	       (events & (EPOLLHUP | EPOLLERR | EPOLLRDHUP) ? ASYNC_FD_HANGUP : 0u);
}

size_t async__fds_set_wait(struct async__fds_set *set, struct async__fds_event *out_events, bool blocking)
{
	struct epoll_event events[ASYNC__FDS_AT_ONCE];
	size_t count = 0;
	int ready = epoll_wait(set->epoll, events, (int)ASYNC__FDS_AT_ONCE, blocking ? -1 : 0);
	for (int i = 0; i < ready; i++) {
		if (events[i].data.fd != set->wake)
			out_events[count++] =
				(struct async__fds_event){ events[i].data.fd, events_of(events[i].events) };
	}
	return count;
}

void async__fds_set_wake(struct async__fds_set *set)
{
	const uint64_t one = 1;
	ssize_t written = write(set->wake, &one, sizeof one);
	(void)written; /* a full counter wakes as well */
}

#else

bool async__fds_set_init(struct async__fds_set *set)
{
	(void)set;
	return false;
}

void async__fds_set_finish(struct async__fds_set *set) { (void)set; }

int async__fds_set_arm(struct async__fds_set *set, int fd, unsigned events)
{
	(void)set;
	(void)fd;
	(void)events;
	return ENOSYS;
}

void async__fds_set_remove(struct async__fds_set *set, int fd)
{
	(void)set;
	(void)fd;
}

size_t async__fds_set_wait(struct async__fds_set *set, struct async__fds_event *out_events, bool blocking)
{
	(void)set;
	(void)out_events;
	(void)blocking;
	return 0;
}

void async__fds_set_wake(struct async__fds_set *set) { (void)set; }

#endif
