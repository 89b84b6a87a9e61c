/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A host with a registry, which calls kernels by name like an executor: site and attributes are synthetic, allocations
 * are counted and can fail, output and reports are recorded. */
#ifndef WORLD_H
#define WORLD_H

#include "check.h"
#include <kernels/kernels.h>
#include <kernels/pack_tensor.h>
#include <stdlib.h>

struct world {
	const struct async_allocator *counting, *failing;
	struct async_host host;
	struct async_request *request;
	struct kernels_registry *registry;
	char printed[4096], reported[1024];
	size_t printed_size;
	int reports;
	uint8_t attributes[8192]; /* bytes of the attributes in use */
	size_t attributes_size;
};

static void world_print(void *ctx, const char *text, size_t size)
{
	struct world *w = ctx;
	if (size >= sizeof w->printed - w->printed_size)
		size = sizeof w->printed - w->printed_size - 1;
	memcpy(w->printed + w->printed_size, text, size);
	w->printed_size += size;
	w->printed[w->printed_size] = '\0';
}

static void world_report(void *ctx, const struct async_error *error)
{
	struct world *w = ctx;
	snprintf(w->reported, sizeof w->reported, "%s", async_error_message(error));
	w->reports++;
}

static inline void world_open(struct world *w)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	memset(w, 0, sizeof *w);
	w->failing = async_allocator_create_failing(NULL, 0);
	w->counting = async_allocator_create_counting(w->failing);
	w->host = (struct async_host){ .size = sizeof w->host, .allocator = w->counting,
		.queue = async_queue_create_single(NULL), .report = world_report, .report_ctx = w, .print = world_print, .print_ctx = w };
	w->request = async_request_create(&w->host, NULL);
	w->registry = kernels_registry_create(NULL);
	if (kernels_registry_add(w->registry, kernels_pack_tensor(), &diag) != KERNELS_OK) {
		printf("Bail out! %s\n", diag.message);
		exit(1);
	}
}

static inline uint64_t world_live(const struct world *w)
{
	return async_allocator_stats(w->counting).live_blocks;
}

/* Also checks that every block was freed. */
static inline void world_close(struct world *w)
{
	kernels_registry_destroy(w->registry);
	async_request_release(w->request);
	async_queue_destroy(w->host.queue);
	CHECK_INT(world_live(w), 0);
	async_allocator_destroy(w->counting);
	async_allocator_destroy(w->failing);
}

/* The output since the last call. */
static inline const char *world_printed(struct world *w)
{
	static char text[sizeof w->printed];
	memcpy(text, w->printed, w->printed_size + 1);
	w->printed_size = 0;
	w->printed[0] = '\0';
	return text;
}

/* ---- attributes, in the layout of BEF; valid until the next call of a kernel ends */

static inline struct kernels_attr world_attribute(struct world *w, size_t align, const void *head, size_t head_size,
	const void *body, size_t body_size)
{
	size_t at = (w->attributes_size + align - 1) / align * align;
	if (at + head_size + body_size > sizeof w->attributes)
		abort();
	memcpy(w->attributes + at, head, head_size);
	memcpy(w->attributes + at + head_size, body, body_size);
	w->attributes_size = at + head_size + body_size;
	return (struct kernels_attr){ w->attributes + at, head_size + body_size };
}

static inline struct kernels_attr world_array(struct world *w, const void *elements, uint32_t count, size_t width)
{
	return world_attribute(w, 4, &count, sizeof count, elements, count * width);
}

/* A shape or any other array of i64: I64S(w, 2, 3) */
#define I64S(w, ...) WORLD_ARRAY(w, int64_t, __VA_ARGS__)
#define WORLD_ARRAY(w, type, ...) \
	world_array(w, ((type[]){ __VA_ARGS__ }), sizeof((type[]){ __VA_ARGS__ }) / sizeof(type), sizeof(type))
#define WORLD_SCALAR(w, type, value) world_attribute(w, sizeof(type), "", 0, &(type){ value }, sizeof(type))

/* ["a", "b"] */
static inline struct kernels_attr world_strings(struct world *w, const char *const *strings, uint32_t count)
{
	uint8_t bytes[2048] = { 4, 0 };
	size_t at = 12 + 4 * (size_t)count;
	bytes[2] = (uint8_t)at;
	memcpy(bytes + 8, &count, 4);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t size = (uint32_t)strlen(strings[i]);
		bytes[at++] = KERNELS_STRING;
		at = (at + 3) & ~(size_t)3;
		bytes[at - 1] = KERNELS_STRING;
		memcpy(bytes + 12 + 4 * (size_t)i, &(uint32_t){ (uint32_t)at }, 4);
		memcpy(bytes + at, &size, 4);
		memcpy(bytes + at + 4, strings[i], size);
		at += 4 + size;
	}
	memcpy(bytes + 4, &(uint32_t){ (uint32_t)at }, 4);
	return world_attribute(w, 4, "", 0, bytes, at);
}

/* ---- calls */

struct world_op {
	struct kernels_attr attributes[4];
	uint32_t attribute_count;
	void *arguments[16]; /* payloads, up to the first NULL; any pointer for a chain */
	void *results[3];    /* storage of payloads, up to the first NULL; any pointer for a chain */
};

static char world_chain; /* stands for the payload of a chain, which has none */
#define CHAIN ((void *)&world_chain)

static inline uint32_t world_count(void *const *list, uint32_t most)
{
	uint32_t count = 0;
	while (count < most && list[count])
		count++;
	return count;
}

/* A value with a copy of this payload. */
static inline struct async_value *world_value(async_type_id id, const void *payload)
{
	_Alignas(64) char copy[256];
	const struct async_type *type = async_type_get(id);
	if (id == ASYNC_TYPE_CHAIN || !type)
		return async_chain();
	if (type->size > sizeof copy)
		abort();
	if (!type->copy)
		memcpy(copy, payload, type->size);
	else if (type->copy(copy, payload) != 0)
		abort();
	return async_value_create_available(async_allocator_system(), id, copy);
}

/* Runs a frame kernel whose results are chains, and waits for them. */
static inline const char *world_call_frame(struct world *w, const struct kernels_site *site, const struct world_op *op)
{
	const struct kernels_entry *entry = site->entry;
	struct async_value *arguments[16], *results[3] = { NULL };
	struct kernels_frame frame = {
		.arguments = arguments, .results = results, .site = site, .request = w->request
	};
	bool failed = false;
	for (uint32_t i = 0; i < site->argument_count; i++) {
		async_type_id id = i < entry->argument_count ? entry->arguments[i] : entry->rest_type;
		arguments[i] = world_value(id, op->arguments[i]);
	}
	entry->kernel->frame(&frame);
	async_queue_await(w->host.queue, results, site->result_count);
	for (uint32_t i = 0; i < site->result_count; i++) {
		if (async_value_is_error(results[i])) {
			failed = true;
			CHECK_STR(async_error_message(async_value_error(results[i])), w->reported);
		}
		async_value_release(results[i]);
	}
	for (uint32_t i = 0; i < site->argument_count; i++)
		async_value_release(arguments[i]);
	return failed ? w->reported : NULL;
}

/* Runs a kernel. @return NULL, or the message of the error */
static inline const char *world_call(struct world *w, const char *name, struct world_op op)
{
	const struct kernels_entry *entry = kernels_registry_find(w->registry, name, strlen(name));
	w->attributes_size = 0;
	if (!entry)
		return "no such kernel";
	struct kernels_site site = { .entry = entry, .attributes = op.attributes, .attribute_count = op.attribute_count,
		.argument_count = world_count(op.arguments, 16), .result_count = world_count(op.results, 3) };
	if (site.result_count != entry->result_count || site.argument_count < entry->argument_count ||
		(site.argument_count > entry->argument_count && !entry->more_arguments) ||
		site.attribute_count < entry->attribute_count)
		return "the test does not call the kernel as its signature says";
	struct kernels_call call = { .arguments = op.arguments, .results = op.results, .site = &site,
		.request = w->request };
	int reports = w->reports;
	if (!entry->kernel->payload)
		return world_call_frame(w, &site, &op);
	entry->kernel->payload(&call);
	CHECK_INT(w->reports - reports, call.error != NULL);
	if (!call.error)
		return NULL;
	CHECK_STR(async_error_message(call.error), w->reported);
	async_error_release(call.error);
	return w->reported;
}

#define ARGS(...) .arguments = { __VA_ARGS__ }
#define RESULTS(...) .results = { __VA_ARGS__ }
#define ATTR(...) .attributes = { __VA_ARGS__ }, .attribute_count = WORLD_ATTRIBUTES(__VA_ARGS__)
#define WORLD_ATTRIBUTES(...) sizeof((struct kernels_attr[]){ __VA_ARGS__ }) / sizeof(struct kernels_attr)
/* CALL(w, "ts.build_shape", ATTR(I64S(w, 2)), RESULTS(&shape)) */
#define CALL(w, name, ...) world_call(w, name, (struct world_op){ __VA_ARGS__ })
#define CHECK_CALL(w, name, ...) check_error_free(__FILE__, __LINE__, CALL(w, name, __VA_ARGS__))

static inline bool check_error_free(const char *file, int line, const char *error)
{
	return !error || check_report(file, line, "unexpected error: %s", error);
}

/* A dense tensor with these elements. */
static inline struct kernels_tensor world_tensor(struct world *w, enum kernels_dtype dtype, struct kernels_shape shape,
	const void *elements)
{
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, w->host.allocator, dtype, &shape))
		abort();
	if (kernels_buffer_size(tensor.buffer) > 0)
		memcpy(kernels_tensor_data(&tensor), elements, kernels_buffer_size(tensor.buffer));
	return tensor;
}
#define DIMS(...) ((struct kernels_shape){ .rank = sizeof((int64_t[]){ __VA_ARGS__ }) / 8, .dims = { __VA_ARGS__ } })
/* As above, as a value of type "!ts.shape" with up to KERNELS_INLINE_RANK dimensions. */
#define SHAPE_VALUE(...) \
	((struct kernels_dims){ .rank = sizeof((int64_t[]){ __VA_ARGS__ }) / 8, .at.small = { __VA_ARGS__ } })
#define F32_TENSOR(w, dims, ...) world_tensor(w, KERNELS_F32, dims, ((float[]){ __VA_ARGS__ }))
#define I32_TENSOR(w, dims, ...) world_tensor(w, KERNELS_I32, dims, ((int32_t[]){ __VA_ARGS__ }))

/* The output of print_tensor. */
static inline const char *world_show(struct world *w, struct kernels_tensor *tensor)
{
	const char *error = CALL(w, "tfrt_dht.print_tensor", ARGS(tensor, CHAIN), RESULTS(CHAIN));
	return error ? error : world_printed(w);
}

#endif
