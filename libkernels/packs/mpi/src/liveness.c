/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Connections that end when a rank does: the system closes them within milliseconds, whatever ended the program. Up to
 * MPI_PACK_MESH ranks, each one watches all others; beyond, those at distances of powers of two on both sides, to which it passes on
 * what is new to it. So all learn of a loss in a few messages, also of several at a time.
 *
 * A rank that leaves writes a byte before it closes. */
#include "engine.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { CONNECT_MILLISECONDS = 10000 };

struct address {
	uint32_t ip; /* network order, as the port */
	uint16_t port;
	uint16_t reserved;
	uint64_t secret; /* of the job, from rank 0: nobody else is accepted */
	uint64_t node;   /* equal for ranks of one machine */
};
struct greeting {
	uint64_t secret;
	uint32_t rank, reserved;
};

static struct pollfd *sockets;
static uint32_t *ranks; /* of sockets[] */
static nfds_t count;

bool kernels_mpi__is_chord(int one, int other)
{
	const int behind = (other - one + S.count) % S.count, before = S.count - behind;
	return behind > 0 && ((behind & (behind - 1)) == 0 || (before & (before - 1)) == 0);
}

bool kernels_mpi__is_watched(int from, int to)
{
	return S.count <= S.mesh ? from != to : kernels_mpi__is_chord(from, to);
}

/* The address under which other machines reach this one: the first of an interface that is up. */
static uint32_t outer_address(void)
{
	struct ifaddrs *all = NULL;
	uint32_t ip = htonl(INADDR_LOOPBACK);
	if (getifaddrs(&all) != 0)
		return ip;
	for (const struct ifaddrs *at = all; at; at = at->ifa_next)
		if (at->ifa_addr && at->ifa_addr->sa_family == AF_INET && (at->ifa_flags & IFF_UP) &&
			!(at->ifa_flags & IFF_LOOPBACK)) {
			struct sockaddr_in in;
			memcpy(&in, at->ifa_addr, sizeof in);
			ip = in.sin_addr.s_addr;
			break;
		}
	freeifaddrs(all);
	return ip;
}

/* Whether all agree. The result is the same on all ranks. */
static bool all_agree(bool good)
{
	int all = good;
	MPI_Request request;
	return MPI_Iallreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, S.comm, &request) == MPI_SUCCESS &&
	       kernels_mpi__await(&request) && all;
}

/* A number of the system and its loopback interface: MPI's test for shared memory cannot be interrupted. False if it is not known. */
static bool find_machine(uint64_t *out)
{
	char boot[64] = { 0 };
	struct stat net = { 0 };
	uint64_t hash = UINT64_C(14695981039346656037);
	const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	const bool known = file >= 0 && read(file, boot, sizeof boot) > 0 && stat("/proc/self/ns/net", &net) == 0;
	if (file >= 0)
		close(file);
	for (size_t i = 0; i < sizeof boot; i++)
		hash = (hash ^ (unsigned char)boot[i]) * UINT64_C(1099511628211);
	*out = (hash ^ (uint64_t)net.st_ino) * UINT64_C(1099511628211);
	return known;
}

static bool on_one_machine(uint64_t machine, bool known)
{
	uint64_t values[2] = { machine, ~machine };
	MPI_Request request;
	return MPI_Iallreduce(MPI_IN_PLACE, values, 2, MPI_UINT64_T, MPI_MAX, S.comm, &request) == MPI_SUCCESS &&
	       kernels_mpi__await(&request) && all_agree(known) && values[0] == ~values[1];
}

static int listen_at(struct address *out)
{
	const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct sockaddr_in in = { .sin_family = AF_INET };
	socklen_t size = sizeof in;
	const bool known = find_machine(&out->node), local = on_one_machine(out->node, known);
	if (!known)
		out->node = (uint64_t)S.rank;
	in.sin_addr.s_addr = htonl(local ? INADDR_LOOPBACK : INADDR_ANY);
	if (listener < 0 || bind(listener, (const struct sockaddr *)&in, sizeof in) != 0 || listen(listener, S.count) != 0 ||
		getsockname(listener, (struct sockaddr *)&in, &size) != 0) {
		if (listener >= 0)
			close(listener);
		return -1;
	}
	out->ip = local ? htonl(INADDR_LOOPBACK) : outer_address();
	out->port = in.sin_port;
	return listener;
}

/* A machine that vanishes closes nothing: its connections end after some five seconds. */
static void watch(int fd, uint32_t rank)
{
	const int on = 1, idle = 2, interval = 1, probes = 3;
	setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
	ranks[count] = rank;
	sockets[count++] = (struct pollfd){ .fd = fd, .events = POLLIN };
}

static bool connect_to(uint32_t rank, const struct address *address)
{
	const struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = address->port, .sin_addr.s_addr = address->ip };
	const struct greeting greeting = { .secret = address->secret, .rank = (uint32_t)S.rank };
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	const struct timeval limit = { CONNECT_MILLISECONDS / 1000, 0 }; /* a machine that vanishes refuses nothing */
	if (fd >= 0)
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
	if (fd >= 0 && connect(fd, (const struct sockaddr *)&in, sizeof in) == 0 &&
		send(fd, &greeting, sizeof greeting, MSG_NOSIGNAL) == (ssize_t)sizeof greeting) {
		watch(fd, rank);
		return true;
	}
	if (fd >= 0)
		close(fd);
	return false;
}

/* Waits for a connection. False after the time is up, or if a rank was lost. */
static bool await_connection(int listener)
{
	struct pollfd ready = { .fd = listener, .events = POLLIN };
	const uint64_t until = async_now_ns() + CONNECT_MILLISECONDS * UINT64_C(1000000);
	while (async_now_ns() < until && !kernels_mpi__start_lost()) {
		const int found = poll(&ready, 1, 10);
		if (found > 0 || (found < 0 && errno != EINTR))
			return found > 0;
	}
	return false;
}

/* Takes one connection of a rank that connects to this one; others are closed. False after the time is up. */
static bool accept_one(int listener, uint64_t secret, bool *out_taken)
{
	struct greeting greeting;
	*out_taken = false;
	if (!await_connection(listener))
		return false;
	const int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	const struct timeval limit = { 2, 0 };
	if (fd < 0)
		return true;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
	if (recv(fd, &greeting, sizeof greeting, MSG_WAITALL) == (ssize_t)sizeof greeting && greeting.secret == secret &&
		greeting.rank < (uint32_t)S.count && kernels_mpi__is_watched((int)greeting.rank, S.rank)) {
		watch(fd, greeting.rank);
		*out_taken = true;
	} else {
		close(fd);
	}
	return true;
}

/* Of two ranks that watch each other the lower one connects. */
static bool connects(int from, int to) { return from < to && kernels_mpi__is_watched(from, to); }

static bool connect_all(int listener, const struct address *addresses)
{
	int expected = 0;
	bool good = true, taken;
	for (int rank = 0; rank < S.count && good; rank++) {
		if (connects(S.rank, rank))
			good = connect_to((uint32_t)rank, &addresses[rank]);
		expected += connects(rank, S.rank);
	}
	while (good && expected > 0) {
		good = accept_one(listener, addresses[0].secret, &taken);
		expected -= taken;
	}
	return good;
}

/* The machines of all ranks, or those of KERNELS_MPI_NODE. */
static void take_nodes(const struct address *addresses)
{
	for (int rank = 0; rank < S.count; rank++)
		S.node[rank] = S.local > 0 ? (uint64_t)(rank / S.local) : addresses[rank].node;
}

bool kernels_mpi__liveness_start(char *message, size_t size)
{
	struct address own = { .ip = 0 }, *all = calloc((size_t)S.count, sizeof *all);
	sockets = calloc(2 * (size_t)S.count, sizeof *sockets);
	ranks = calloc(2 * (size_t)S.count, sizeof *ranks);
	S.node = calloc((size_t)S.count, sizeof *S.node);
	const int listener = S.count > 1 ? listen_at(&own) : -1;
	if (getrandom(&own.secret, sizeof own.secret, 0) < 0)
		own.secret = (uint64_t)clock();
	MPI_Request request;
	bool good = all_agree(all && sockets && ranks && S.node && (listener >= 0 || S.count == 1));
	good = good && MPI_Iallgather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, S.comm, &request) == MPI_SUCCESS &&
	       kernels_mpi__await(&request);
	for (int rank = 0; good && rank < S.count; rank++)
		all[rank].secret = all[0].secret;
	if (good)
		take_nodes(all);
	good = all_agree(good && (S.count == 1 || connect_all(listener, all)));
	if (listener >= 0)
		close(listener);
	free(all);
	if (!good)
		snprintf(message, size, "the ranks cannot connect to each other over TCP to notice when one is lost");
	return good;
}

void kernels_mpi__liveness_check(void)
{
	const bool any = count > 0 && poll(sockets, count, 0) > 0;
	for (nfds_t i = 0; any && i < count; i++) {
		char byte;
		if (!sockets[i].revents)
			continue;
		const ssize_t got = recv(sockets[i].fd, &byte, 1, MSG_DONTWAIT);
		if (got < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		const uint32_t rank = ranks[i];
		close(sockets[i].fd);
		sockets[i].fd = -1; /* poll() leaves it out */
		sockets[i].revents = 0;
		if (got <= 0)
			kernels_mpi__lost(rank);
		else
			kernels_mpi__left(rank);
	}
	kernels_mpi__tell_news(false);
}

static void close_all(bool in_order)
{
	for (nfds_t i = 0; i < count; i++)
		if (sockets[i].fd >= 0) {
			if (in_order)
				(void)!send(sockets[i].fd, "b", 1, MSG_NOSIGNAL);
			close(sockets[i].fd);
		}
	count = 0;
	free(sockets);
	free(ranks);
	sockets = NULL;
	ranks = NULL;
}

/* Sockets stay: the thread that holds the lock may use them. */
void kernels_mpi__liveness_excuse(void)
{
	for (nfds_t i = 0; i < count; i++)
		if (sockets[i].fd >= 0)
			(void)!send(sockets[i].fd, "b", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void kernels_mpi__liveness_stop(void) { close_all(true); }
void kernels_mpi__liveness_break(void) { close_all(false); }
