/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef-model behind HTTP, with libmicrohttpd:
 *
 *	http_server [-l ADDRESS] [-p PORT] [-b ROWS] [-w MS] [-q REQUESTS] [-c CALLS] [-d MS] MODEL
 *
 * POST /v1/infer takes one .npy file, the argument of main: an array of one or a few rows, with the element type and shape of the
 * model. The answer is the .npy file of the result, with as many rows. Requests of several clients are joined into batches of
 * at most ROWS rows (8), for which the first one waits at most MS milliseconds (2). The header X-Deadline-Ms limits the time of a request;
 * -d is the default and the maximum (10000). At most CALLS calls (1) run and REQUESTS requests (64) wait; further ones get 503.
 * GET /metrics has counters for Prometheus, GET /healthz says whether the server takes requests. SIGTERM and SIGINT end
 * it when the requests that it has taken are answered. serving.md describes the design. */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include "http_server.h"
#include <arpa/inet.h>
#include <inttypes.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <microhttpd.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tensorfile/npy.h>
#include <time.h>
#include <unistd.h>

#define MS UINT64_C(1000000)

static const struct bef_stablehlo_function *function;
static struct batches *batches;
static struct async_fds *sockets; /* of requests that wait: to learn that a client has left */
static uint64_t most_time = 10000;
static size_t most_bytes; /* of a body */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool stopping;
	size_t active; /* requests for the model that were taken and not answered */
} server = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

struct request {
	struct batch_request batch; /* first: its functions receive this one */
	struct MHD_Connection *connection;
	bool added, too_long, counted;
	uint64_t arrived;
	char *body;
	size_t size, room;
	struct async_value *hangup; /* the socket is readable: the client has left, or sends its next request */
	struct async_waiter waiter;
	int socket;
};

/* ---- answers */

static enum MHD_Result answer(
	struct MHD_Connection *connection, unsigned code, const char *type, void *data, size_t size)
{
	struct MHD_Response *response = MHD_create_response_from_buffer(size, data, MHD_RESPMEM_MUST_FREE);
	if (!response) {
		free(data);
		return MHD_NO; /* closes the connection */
	}
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
	if (code == MHD_HTTP_SERVICE_UNAVAILABLE)
		MHD_add_response_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
	pthread_mutex_lock(&server.lock);
	const bool close_it = server.stopping;
	pthread_mutex_unlock(&server.lock);
	if (close_it)
		MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
	const enum MHD_Result queued = MHD_queue_response(connection, code, response);
	MHD_destroy_response(response);
	return queued;
}

static enum MHD_Result answer_text(struct MHD_Connection *connection, unsigned code, const char *text)
{
	char *copy = strdup(text);
	return copy ? answer(connection, code, "text/plain; charset=utf-8", copy, strlen(copy)) : MHD_NO;
}

static enum MHD_Result refuse_method(struct MHD_Connection *connection, const char *allowed)
{
	struct MHD_Response *response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
	if (!response)
		return MHD_NO;
	MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, allowed);
	const enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_METHOD_NOT_ALLOWED, response);
	MHD_destroy_response(response);
	return queued;
}

static enum MHD_Result answer_metrics(struct MHD_Connection *connection)
{
	size_t size;
	char *text = metrics_text(batches, &size);
	return text ? answer(connection, MHD_HTTP_OK, "text/plain; version=0.0.4", text, size) : MHD_NO;
}

static void count(struct request *request, enum outcome outcome)
{
	metrics_add(outcome, async_now_ns() - request->arrived);
	request->counted = true;
}

/* ---- arrays */

static const char *npy_type(enum kernels_dtype dtype)
{
	static const struct {
		enum kernels_dtype dtype;
		const char *name;
	} types[] = { { KERNELS_F32, "<f4" }, { KERNELS_F64, "<f8" }, { KERNELS_F16, "<f2" }, { KERNELS_BF16, "|V2" },
		{ KERNELS_I1, "|b1" }, { KERNELS_I8, "|i1" }, { KERNELS_I16, "<i2" }, { KERNELS_I32, "<i4" },
		{ KERNELS_I64, "<i8" }, { KERNELS_UI8, "|u1" }, { KERNELS_UI16, "<u2" }, { KERNELS_UI32, "<u4" },
		{ KERNELS_UI64, "<u8" } };
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (types[i].dtype == dtype)
			return types[i].name;
	}
	return NULL;
}

/* "[4, 3]"; the first dimension as `rows`, or, if that is negative, "1 to 8" */
static void print_shape(char *out, size_t size, const int64_t *dims, uint32_t rank, int64_t rows)
{
	size_t used = (size_t)(rows < 0 ? snprintf(out, size, "[1 to %" PRId64, batches_most_rows(batches))
					: snprintf(out, size, rank ? "[%" PRId64 : "[", rows));
	for (uint32_t i = 1; i < rank && used < size; i++)
		used += (size_t)snprintf(out + used, size - used, ", %" PRId64, dims[i]);
	if (used < size)
		snprintf(out + used, size - used, "]");
}

/* Reads the array in the body to the argument of the request. @return false: `message` has place, found, expected */
static bool read_body(struct request *request)
{
	const struct bef_stablehlo_value *argument = &function->arguments[0];
	const char *type = npy_type(argument->dtype);
	char *message = request->batch.message, found[160], expected[160];
	const size_t room = sizeof request->batch.message;
	struct tensorfile_npy array;
	const char *wrong = request->too_long ? "is too long"
					      : tensorfile_npy_read(request->body, request->size, &array);
	if (wrong) {
		snprintf(message, room, "body: %s; found %zu bytes, expected a .npy file of at most %zu\n", wrong,
			request->size, most_bytes);
		return false;
	}
	if (strcmp(array.dtype + 1, type + 1) != 0) {
		snprintf(message, room, "body, header: found element type '%s', expected '%s'\n", array.dtype, type);
		return false;
	}
	if (array.rank != argument->rank || array.dims[0] < 1 || array.dims[0] > batches_most_rows(batches) ||
		memcmp(array.dims + 1, argument->dims + 1, (array.rank - 1) * sizeof *array.dims) != 0) {
		print_shape(found, sizeof found, array.dims, array.rank, array.rank ? array.dims[0] : 0);
		print_shape(expected, sizeof expected, argument->dims, argument->rank, -1);
		snprintf(message, room, "body, header: found shape %.90s, expected %.90s\n", found, expected);
		return false;
	}
	request->batch.rows = array.dims[0];
	request->batch.argument = malloc((size_t)array.dims[0] * batches_row_size(batches, false));
	request->batch.result = malloc((size_t)array.dims[0] * batches_row_size(batches, true));
	if (!request->batch.argument || !request->batch.result) {
		snprintf(message, room, "body: out of memory for %zu bytes\n", request->size);
		return false;
	}
	tensorfile_npy_copy(&array, request->body, request->batch.argument);
	return true;
}

static enum MHD_Result answer_array(struct request *request)
{
	const struct bef_stablehlo_value *value = &function->results[0];
	char *data = NULL;
	size_t size = 0;
	int64_t dims[KERNELS_MAX_RANK];
	FILE *out = open_memstream(&data, &size);
	if (!out)
		return MHD_NO;
	memcpy(dims, value->dims, value->rank * sizeof *dims);
	dims[0] = request->batch.rows;
	tensorfile_npy_write_header(out, npy_type(value->dtype), dims, value->rank);
	fwrite(request->batch.result, batches_row_size(batches, true), (size_t)request->batch.rows, out);
	return fclose(out) == 0 ? answer(request->connection, MHD_HTTP_OK, "application/x-npy", data, size) : MHD_NO;
}

/* ---- requests */

/* In any thread: the daemon calls handle() once more. */
static void settled(struct batch_request *batch) { MHD_resume_connection(((struct request *)batch)->connection); }

static void destroy(struct batch_request *batch)
{
	struct request *request = (struct request *)batch;
	free(batch->argument);
	free(batch->result);
	free(request->body);
	free(request);
}

/* In the thread of the sockets, or in the one that forgets the socket. */
static void has_hung_up(struct async_waiter *waiter)
{
	struct request *request = (struct request *)(void *)((char *)waiter - offsetof(struct request, waiter));
	struct async_value *events = request->hangup;
	if (!async_value_is_error(events) && (*(const int32_t *)async_value_payload(events) & ASYNC_FD_HANGUP))
		(void)batches_settle(&request->batch, OUTCOME_GONE);
	async_value_release(events);
	batches_release(&request->batch);
}

/* X-Deadline-Ms: whole milliseconds. @return false: not a number */
static bool read_deadline(struct request *request)
{
	const char *text = MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, "X-Deadline-Ms");
	char *end = NULL;
	const unsigned long long given = text ? strtoull(text, &end, 10) : most_time;
	if (text && (*text < '0' || *text > '9' || *end || given == 0)) {
		snprintf(request->batch.message, sizeof request->batch.message,
			"header X-Deadline-Ms: found '%.60s', expected whole milliseconds, at least 1\n", text);
		return false;
	}
	request->batch.deadline = request->arrived + (given < most_time ? given : most_time) * MS;
	return true;
}

/* The body is complete. */
static enum MHD_Result add(struct request *request)
{
	struct MHD_Connection *connection = request->connection;
	if (!read_deadline(request) || !read_body(request)) {
		count(request, OUTCOME_INVALID);
		return answer_text(connection, request->too_long ? MHD_HTTP_CONTENT_TOO_LARGE : MHD_HTTP_BAD_REQUEST,
			request->batch.message);
	}
	request->socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	request->batch.settled = settled;
	request->batch.destroy = destroy;
	request->added = true;
	MHD_suspend_connection(connection); /* before: it may be resumed at once */
	if (!batches_add(batches, &request->batch)) {
		MHD_resume_connection(connection); /* the outcome is set */
		return MHD_YES;
	}
	/* The daemon does not watch the sockets of suspended connections. */
	batches_retain(&request->batch);
	request->hangup = async_fds_ready(sockets, NULL, request->socket, ASYNC_FD_READ);
	request->waiter.run = has_hung_up;
	async_value_and_then(request->hangup, &request->waiter);
	return MHD_YES;
}

static enum MHD_Result answer_outcome(struct request *request)
{
	struct MHD_Connection *connection = request->connection;
	const enum outcome outcome = request->batch.outcome;
	count(request, outcome);
	switch (outcome) {
	case OUTCOME_OK: return answer_array(request);
	case OUTCOME_OVERLOADED:
		return answer_text(
			connection, MHD_HTTP_SERVICE_UNAVAILABLE, "the queue is full; try again after a second\n");
	case OUTCOME_DEADLINE: return answer_text(connection, MHD_HTTP_GATEWAY_TIMEOUT, "the deadline has passed\n");
	case OUTCOME_GONE: return MHD_NO;
	default: return answer_text(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, request->batch.message);
	}
}

static void end_active(void)
{
	pthread_mutex_lock(&server.lock);
	server.active--;
	pthread_cond_signal(&server.changed);
	pthread_mutex_unlock(&server.lock);
}

static enum MHD_Result begin(struct MHD_Connection *connection, const char *url, const char *method, void **state)
{
	const bool infers = strcmp(url, "/v1/infer") == 0;
	if (!infers && strcmp(url, "/metrics") != 0 && strcmp(url, "/healthz") != 0)
		return answer_text(connection, MHD_HTTP_NOT_FOUND,
			"found no such path; expected /v1/infer, /metrics or /healthz\n");
	if (strcmp(method, infers ? "POST" : "GET") != 0)
		return refuse_method(connection, infers ? "POST" : "GET");
	if (strcmp(url, "/metrics") == 0)
		return answer_metrics(connection);
	pthread_mutex_lock(&server.lock);
	const bool stopping = server.stopping;
	server.active += infers && !stopping;
	pthread_mutex_unlock(&server.lock);
	if (stopping)
		return answer_text(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "the server stops\n");
	if (!infers)
		return answer_text(connection, MHD_HTTP_OK, "ok\n");
	struct request *request = calloc(1, sizeof *request);
	if (!request) {
		end_active();
		return MHD_NO;
	}
	request->connection = connection;
	request->arrived = async_now_ns();
	*state = request;
	return MHD_YES;
}

/* A part of the body. Beyond the limit, and without memory, the rest is read and dropped. */
static void receive(struct request *request, const char *data, size_t size)
{
	if (!request->too_long && size > request->room - request->size) {
		size_t room = request->room ? request->room : 4096;
		while (room - request->size < size && room < most_bytes)
			room *= 2;
		room = room < most_bytes ? room : most_bytes;
		char *body = room - request->size < size ? NULL : realloc(request->body, room);
		request->too_long = !body;
		request->body = body ? body : request->body;
		request->room = body ? room : request->room;
	}
	if (!request->too_long)
		memcpy(request->body + request->size, data, size);
	request->size += size;
}

/* Called by the daemon: when the header of a request is there, for each part of its body, at the end of it, and when a suspended
 * connection is resumed. */
static enum MHD_Result handle(void *ctx, struct MHD_Connection *connection, const char *url, const char *method,
	const char *version, const char *data, size_t *size, void **state)
{
	struct request *request = *state;
	(void)ctx;
	(void)version;
	if (!request)
		return begin(connection, url, method, state);
	if (*size > 0) {
		receive(request, data, *size);
		*size = 0;
		return MHD_YES;
	}
	return request->added ? answer_outcome(request) : add(request);
}

/* Called by the daemon: the answer was sent, or the connection is lost. */
static void completed(void *ctx, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code)
{
	struct request *request = *state;
	(void)ctx;
	(void)connection;
	(void)code;
	if (!request)
		return;
	*state = NULL;
	if (!request->counted)
		count(request, OUTCOME_GONE);
	if (request->added) {
		async_fds_forget(sockets, request->socket);
		batches_release(&request->batch);
	} else {
		destroy(&request->batch);
	}
	end_active();
}

/* ---- the program */

static struct bef_model *open_model(const char *path, const struct kernels_registry *registry)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = NULL;
	if (bef_model_open_path(path, registry, NULL, &model, &diag) != BEF_OK) {
		fprintf(stderr, "%s:%u:%u: %s\n", path, (unsigned)diag.line, (unsigned)diag.column, diag.message);
		return NULL;
	}
	function = bef_model_find(model, "main");
	if (!function || function->argument_count == 0 || function->result_count == 0 ||
		!npy_type(function->arguments[0].dtype) || !npy_type(function->results[0].dtype)) {
		fprintf(stderr,
			"%s: expected a function main from an array to an array, of element types that NumPy has\n",
			path);
		bef_model_close(model);
		return NULL;
	}
	return model;
}

/* Serves until SIGTERM or SIGINT, which all threads block. */
static int serve(struct sockaddr_in *address, const sigset_t *signals)
{
	int signal_number;
	struct MHD_Daemon *daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL,
		NULL, handle, NULL, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)address, MHD_OPTION_NOTIFY_COMPLETED,
		completed, NULL, MHD_OPTION_CONNECTION_LIMIT, 1000u, MHD_OPTION_CONNECTION_TIMEOUT, 30u,
		MHD_OPTION_END);
	if (!daemon)
		return perror("cannot listen"), 1;
	printf("listening on port %u\n", (unsigned)MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
	fflush(stdout);
	sigwait(signals, &signal_number);
	/* From now on requests for the model get 503. Those that were taken end by their deadlines; a slow body does not delay the end. */
	struct timespec latest;
	clock_gettime(CLOCK_REALTIME, &latest);
	latest.tv_sec += (time_t)(most_time / 1000 + 1);
	batches_hurry(batches);
	pthread_mutex_lock(&server.lock);
	server.stopping = true;
	while (server.active > 0 && pthread_cond_timedwait(&server.changed, &server.lock, &latest) == 0)
		;
	pthread_mutex_unlock(&server.lock);
	MHD_stop_daemon(daemon);
	return 0;
}

static int usage(void)
{
	fprintf(stderr,
		"usage: http_server [-l ADDRESS] [-p PORT] [-b ROWS] [-w MS] [-q REQUESTS] [-c CALLS] [-d MS] MODEL\n");
	return 2;
}

int main(int argc, char **argv)
{
	unsigned long number[128] = { ['p'] = 8080, ['b'] = 8, ['w'] = 2, ['q'] = 64, ['c'] = 1, ['d'] = 10000 };
	struct sockaddr_in address = { .sin_family = AF_INET };
	int option, code = 1;
	char *end;
	inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
	while ((option = getopt(argc, argv, "l:p:b:w:q:c:d:")) != -1) {
		if (option == '?' || (option == 'l' && inet_pton(AF_INET, optarg, &address.sin_addr) != 1))
			return usage();
		if (option == 'l')
			continue;
		number[option] = strtoul(optarg, &end, 10);
		if (*optarg < '0' || *optarg > '9' || *end || number[option] > (option == 'p' ? 65535 : 100000) ||
			(number[option] == 0 && option != 'p' && option != 'w'))
			return usage();
	}
	if (optind + 1 != argc)
		return usage();
	address.sin_port = htons((uint16_t)number['p']);
	most_time = number['d'];
	const struct batches_options options = {
		.rows = (int64_t)number['b'], .delay = number['w'] * MS, .queue = number['q'], .calls = number['c']
	};
	sigset_t signals;
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	pthread_sigmask(SIG_BLOCK, &signals, NULL); /* before there are other threads */
	signal(SIGPIPE, SIG_IGN);
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 3;
	struct bef_model *model = open_model(argv[optind], registry);
	sockets = async_fds_create(NULL);
	if (model && sockets && (batches = batches_create(model, function, &options))) {
		most_bytes = TENSORFILE_NPY_HEADER +
			     (size_t)batches_most_rows(batches) * batches_row_size(batches, false);
		code = serve(&address, &signals);
		batches_destroy(batches);
	}
	async_fds_destroy(sockets);
	bef_model_close(model);
	kernels_registry_destroy(registry);
	return code;
}
