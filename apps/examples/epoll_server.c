/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A server with one epoll loop, whose long work runs in other threads: it answers each number N, 4 bytes, with the number of primes below
 * N. Workers compute, and hand each answer to the thread of the loop: a donated queue has a descriptor that the loop watches beside its
 * sockets. So all sockets and connections are used by one thread, without locks. A blocking task is the client. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* accept4(), with -std=c11 as well */
#endif
#include <arpa/inet.h>
#include <async/async.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static struct async_queue *workers, *in_loop; /* in_loop: its tasks run in the thread of the loop */
static int epoll, listener;
static struct sockaddr_in address = { .sin_family = AF_INET };

struct request {
	int connection;
	uint32_t number, primes;
};

/* ---- in the thread of the loop */

static void send_answer(void *ctx)
{
	struct request *request = ctx;
	if (send(request->connection, &request->primes, sizeof request->primes, MSG_NOSIGNAL) < 0)
		perror("send");
	free(request);
}

static void compute(void *ctx);

static bool watch(int descriptor)
{
	struct epoll_event event = { .events = EPOLLIN, .data = { .fd = descriptor } };
	return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

/* Clients send one number at a time and wait for its answer. Returns false when the client has closed the connection. */
static bool serve(int connection)
{
	uint32_t number;
	if (recv(connection, &number, sizeof number, MSG_WAITALL) != sizeof number) {
		close(connection);
		return false;
	}
	struct request *request = malloc(sizeof *request);
	if (!request)
		abort();
	*request = (struct request){ connection, number, 0 };
	async_queue_add(workers, compute, request);
	return true;
}

static int loop(int tasks)
{
	for (;;) {
		struct epoll_event event;
		if (epoll_wait(epoll, &event, 1, -1) != 1)
			continue; /* a signal */
		if (event.data.fd == tasks)
			(void)async_queue_donated_drain(in_loop, 0);
		else if (event.data.fd == listener)
			(void)watch(accept4(listener, NULL, NULL, SOCK_CLOEXEC));
		else if (!serve(event.data.fd))
			return 0; /* a real server goes on */
	}
}

/* ---- in other threads */

static void compute(void *ctx)
{
	struct request *request = ctx;
	for (uint32_t number = 2; number < request->number; number++) {
		uint32_t divisor = 2;
		while ((uint64_t)divisor * divisor <= number && number % divisor)
			divisor++;
		request->primes += (uint64_t)divisor * divisor > number;
	}
	async_queue_add(in_loop, send_answer, request); /* wakes the loop */
}

static void be_client(void *ctx)
{
	int *right = ctx, server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(server, (struct sockaddr *)&address, sizeof address) == 0) {
		for (uint32_t number = 10; number <= 10000; number *= 10) {
			uint32_t primes = 0;
			*right += send(server, &number, sizeof number, 0) == sizeof number &&
				  recv(server, &primes, sizeof primes, MSG_WAITALL) == sizeof primes;
			printf("%u primes below %u\n", (unsigned)primes, (unsigned)number); /* 4, 25, 168, 1229 */
		}
	}
	close(server);
}

int main(void)
{
	socklen_t size = sizeof address;
	int right = 0;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK); /* port 0: the system chooses one */
	listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	epoll = epoll_create1(EPOLL_CLOEXEC);
	workers = async_queue_create_threads(NULL, NULL);
	in_loop = async_queue_create_donated(NULL, 1);
	if (!workers || !in_loop || bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 16) != 0 ||
		getsockname(listener, (struct sockaddr *)&address, &size) != 0)
		return 1;
	int tasks = async_queue_donated_fd(in_loop); /* belongs to the queue */
	if (!watch(listener) || !watch(tasks) || !async_queue_add_blocking(workers, be_client, &right, true))
		return 1;
	loop(tasks);
	async_queue_destroy(workers); /* first: its tasks add to the other queue */
	async_queue_destroy(in_loop);
	close(listener);
	close(epoll);
	return right == 4 ? 0 : 1;
}
