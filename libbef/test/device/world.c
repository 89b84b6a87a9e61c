/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "world.h"
#include <bef/translate.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_device.h>
#include <kernels/pack_tensor.h>
#if HAVE_OPENCL
#include <kernels/pack_opencl.h>
#endif
#if HAVE_CUDA
#include <kernels/pack_cuda.h>
#endif
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

const char *const world_source =
	"kernel void add_index(global int *p, int k) { size_t i = get_global_id(0); p[i] += (int)i * k; }\\n"
	"kernel void add_wide(global int *p, char a, short b, int c, long d, float e, double f)"
	" { p[get_global_id(0)] = a + b + c + (int)d + (int)e + (int)f; }\\n"
	"kernel void place(global int *p) { size_t i = get_global_id(0) + 4 * get_global_id(1); p[i] = (int)i; }\\n"
	"kernel void sum_group(global int *p, local int *t) { size_t i = get_local_id(0); t[i] = p[get_global_id(0)];"
	" barrier(CLK_LOCAL_MEM_FENCE); int sum = 0; for (size_t j = 0; j < get_local_size(0); j++) sum += t[j];"
	" p[get_global_id(0)] = sum; }\\n"
	"typedef struct { int a; int b; } pair;\\n"
	"kernel void take_pair(global int *p, pair v) { p[get_global_id(0)] = v.a * 10 + v.b; }\\n"
	"kernel void is_null(global int *p, global int *q) { p[get_global_id(0)] = q == 0; }\\n"
	"kernel void slow(global int *p, int rounds) { for (int r = 0; r < rounds; r++) p[get_global_id(0)] += r & 1; }\\n";

/* ---- the same functions for the host device */

static int32_t number(const struct kernels_device_host_launch *l, uint32_t index)
{
	int32_t value;
	memcpy(&value, l->arguments[index], sizeof value);
	return value;
}

static int32_t add_index(const struct kernels_device_host_launch *l)
{
	int32_t *p = l->arguments[0];
	for (size_t i = l->offset[0]; i < l->offset[0] + l->global[0]; i++)
		p[i] += (int32_t)i * number(l, 1);
	return 0;
}

static int32_t add_wide(const struct kernels_device_host_launch *l)
{
	int32_t *p = l->arguments[0];
	int8_t a;
	int16_t b;
	int64_t d;
	float e;
	double f;
	memcpy(&a, l->arguments[1], sizeof a);
	memcpy(&b, l->arguments[2], sizeof b);
	memcpy(&d, l->arguments[4], sizeof d);
	memcpy(&e, l->arguments[5], sizeof e);
	memcpy(&f, l->arguments[6], sizeof f);
	for (size_t i = 0; i < l->global[0]; i++)
		p[i] = a + b + number(l, 3) + (int32_t)d + (int32_t)e + (int32_t)f;
	return 0;
}

static int32_t place(const struct kernels_device_host_launch *l)
{
	int32_t *p = l->arguments[0];
	for (size_t y = l->offset[1]; y < l->offset[1] + l->global[1]; y++) {
		for (size_t x = l->offset[0]; x < l->offset[0] + l->global[0]; x++)
			p[x + 4 * y] = (int32_t)(x + 4 * y);
	}
	return 0;
}

static int32_t sum_group(const struct kernels_device_host_launch *l)
{
	int32_t *p = l->arguments[0], *t = l->arguments[1];
	if (l->sizes[1] < l->group[0] * sizeof *t)
		return 77;
	for (size_t group = 0; group < l->global[0]; group += l->group[0]) {
		int32_t sum = 0;
		memcpy(t, p + group, l->group[0] * sizeof *t);
		for (size_t i = 0; i < l->group[0]; i++)
			sum += t[i];
		for (size_t i = 0; i < l->group[0]; i++)
			p[group + i] = sum;
	}
	return 0;
}

static int32_t take_pair(const struct kernels_device_host_launch *l)
{
	int32_t *p = l->arguments[0], pair[2];
	memcpy(pair, l->arguments[1], sizeof pair);
	for (size_t i = 0; i < l->global[0]; i++)
		p[i] = pair[0] * 10 + pair[1];
	return 0;
}

static int32_t is_null(const struct kernels_device_host_launch *l)
{
	for (size_t i = 0; i < l->global[0]; i++)
		((int32_t *)l->arguments[0])[i] = l->arguments[1] == NULL;
	return 0;
}

static int32_t slow(const struct kernels_device_host_launch *l)
{
	int32_t *p = l->arguments[0];
	for (size_t i = 0; i < l->global[0]; i++) {
		for (int32_t r = 0; r < number(l, 1); r++)
			p[i] += r & 1;
	}
	return 0;
}

static int32_t fail(const struct kernels_device_host_launch *l)
{
	(void)l;
	return 42;
}

#define P(...) (const struct kernels_device_parameter[]){ __VA_ARGS__ }, \
	sizeof(const struct kernels_device_parameter[]){ __VA_ARGS__ } / sizeof(struct kernels_device_parameter)
#define BUFFER { .kind = KERNELS_DEVICE_BUFFER, .name = "p" }
#define BYTES(bytes, text) { .kind = KERNELS_DEVICE_BYTES, .size = bytes, .name = text }
#define NUMBER(type, bytes, text) { .kind = KERNELS_DEVICE_BYTES, .size = bytes, .name = text, .number = KERNELS_DEVICE_##type }
static const struct kernels_device_host_function functions[] = {
	{ "add_index", add_index, P(BUFFER, NUMBER(INTEGER, 4, "k")), { 0 } },
	{ "add_wide", add_wide,
		P(BUFFER, BYTES(1, "a"), BYTES(2, "b"), NUMBER(INTEGER, 4, "c"), NUMBER(INTEGER, 8, "d"), NUMBER(FLOAT, 4, "e"),
			NUMBER(FLOAT, 8, "f")), { 0 } },
	{ "place", place, P(BUFFER), { 0 } },
	{ "sum_group", sum_group, P(BUFFER, { .kind = KERNELS_DEVICE_LOCAL, .name = "t" }), { 0 } },
	{ "take_pair", take_pair, P(BUFFER, BYTES(0, "v")), { 0 } },
	{ "is_null", is_null, P(BUFFER, BUFFER), { 0 } },
	{ "slow", slow, P(BUFFER, BYTES(4, "rounds")), { 0 } },
	{ "fail", fail, NULL, 0, { 0 } },
	{ "eight", place, NULL, 0, { 8, 1, 1 } },
};

/* ---- running */

static pthread_mutex_t report_lock = PTHREAD_MUTEX_INITIALIZER;

static void report(void *ctx, const struct async_error *error)
{
	struct world *w = ctx;
	pthread_mutex_lock(&report_lock);
	const size_t used = strlen(w->reports);
	snprintf(w->reports + used, sizeof w->reports - used, "%s\n", async_error_message(error));
	w->report_count++;
	pthread_mutex_unlock(&report_lock);
}

static struct kernels_registry *make_registry(const struct async_allocator *allocator)
{
	struct kernels_registry *registry = kernels_registry_create(allocator);
	const struct kernels_pack *const packs[] = { kernels_pack_basic(), kernels_pack_tensor(), kernels_pack_device(),
#if HAVE_OPENCL
		kernels_pack_opencl(),
#endif
#if HAVE_CUDA
		kernels_pack_cuda(),
#endif
	};
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	for (size_t i = 0; i < sizeof packs / sizeof *packs; i++) {
		if (kernels_registry_add(registry, packs[i], &diag) != KERNELS_OK)
			printf("# %s\n", diag.message);
	}
	return registry;
}

static struct kernels_registry *lasting; /* keeps shared contexts: opening a device takes long */

bool world_find(const char *name)
{
	struct kernels_device device;
	struct kernels_device_error error;
	kernels_device_host_add(functions, sizeof functions / sizeof *functions);
	lasting = make_registry(NULL);
	if (kernels_device_find(name, strlen(name), &device, &error))
		return true;
	printf("1..0 # SKIP %s\n", error.text);
	kernels_registry_destroy(lasting);
	return false;
}

/* Replaces words of the text. */
static char *expand(const char *text, const char *device, const char *result)
{
	const char *const words[] = { "DEVICE", device, "SOURCE", world_source, "RESULT", result };
	const size_t room = strlen(text) + 4096 + 2 * strlen(world_source) + 4096;
	char *out = malloc(room);
	size_t used = 0;
	while (*text) {
		size_t i = 0;
		while (i < 6 && strncmp(text, words[i], strlen(words[i])) != 0)
			i += 2;
		if (i == 6) {
			out[used++] = *text++;
		} else {
			used += (size_t)snprintf(out + used, room - used, "%s", words[i + 1]);
			text += strlen(words[i]);
		}
	}
	out[used] = '\0';
	return out;
}

bool world_open(struct world *w, const char *device, unsigned threads, const char *text)
{
	*w = (struct world){ .device = device, .threads = threads };
	struct async_threads_options options = { .size = sizeof options, .threads = threads };
	struct bef_diag diag = BEF_DIAG_INIT;
	const char *last = strrchr(text, ':');
	char result[256];
	/* one type, or several in parentheses */
	const int size = (int)strcspn(last + 2, "\n");
	snprintf(result, sizeof result, memchr(last, ',', (size_t)size) ? "(%.*s)" : "%.*s", size, last + 2);
	char *expanded = expand(text, device, result);
	if (bef_assemble_text(expanded, strlen(expanded), "t.mlir", NULL, NULL, &w->bytes, &w->size, &diag) != BEF_OK)
		printf("# %u:%u: %s\n%s", (unsigned)diag.line, (unsigned)diag.column, diag.message, expanded);
	free(expanded);
	w->counting = async_allocator_create_counting(NULL);
	w->failing = async_allocator_create_failing(w->counting, 0);
	w->host = (struct async_host)ASYNC_HOST_INIT;
	w->host.allocator = w->failing;
	w->host.queue = threads > 0 ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL);
	w->host.report = report;
	w->host.report_ctx = w;
	w->registry = make_registry(NULL);
	diag = (struct bef_diag)BEF_DIAG_INIT;
	if (w->bytes && bef_file_open(w->bytes, w->size, w->registry, NULL, &w->file, &diag) != BEF_OK)
		printf("# %s\n", diag.message);
	return w->file != NULL;
}

static struct async_value *run(struct world *w, bool cancel)
{
	struct async_value *result = NULL, *idle;
	struct async_request *request = async_request_create(&w->host, NULL);
	if (!request)
		return NULL;
	kernels_function_execute(bef_file_find(w->file, "main", 4), request, NULL, &result);
	if (cancel)
		async_request_cancel(request);
	async_queue_await(w->host.queue, &result, 1);
	idle = async_request_idle(request);
	async_queue_await(w->host.queue, &idle, 1);
	async_value_release(idle);
	async_request_release(request);
	return result;
}

struct async_value *world_run(struct world *w) { return run(w, false); }
struct async_value *world_run_cancelled(struct world *w) { return run(w, true); }

bool world_close(struct world *w)
{
	async_queue_quiesce(w->host.queue);
	bef_file_close(w->file);
	kernels_registry_destroy(w->registry);
	async_queue_destroy(w->host.queue);
	bef_assemble_free(NULL, w->bytes, w->size);
	const uint64_t left = async_allocator_stats(w->counting).live_blocks - 1; /* without the failing allocator */
	if (left > 0)
		printf("# %llu blocks were not freed\n", (unsigned long long)left);
	async_allocator_destroy(w->failing);
	async_allocator_destroy(w->counting);
	return left == 0;
}

void world_end(void)
{
	kernels_registry_destroy(lasting);
}

int world_main(int argc, char **argv, const char **out_device, const struct check_case *cases, size_t count)
{
	*out_device = argc > 1 ? argv[1] : "host:0";
	if (!world_find(*out_device))
		return 0;
	const int code = check_main(argc - (argc > 1), argv + (argc > 1), cases, count);
	world_end();
	return code;
}
