/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of random programs: a function for each way of running. The table specifies what each one computes. */
#include "graph.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KINDS = 64 };

int graph_boxes, graph_bad_boxes, graph_waiters;
struct graph_pool *graph_pool;
struct async_timers *graph_timers;

/* ---- payloads */

/* Larger and more aligned than the payloads that executors keep in frames, and with a destructor. */
struct box {
	_Alignas(32) uint32_t bits;
	uint32_t complement;
};

static void box_destroy(void *payload)
{
	struct box *box = payload;
	if (box->complement != ~box->bits)
		__atomic_add_fetch(&graph_bad_boxes, 1, __ATOMIC_RELAXED);
	box->complement = box->bits;
	__atomic_sub_fetch(&graph_boxes, 1, __ATOMIC_RELAXED);
}

async_type_id graph_type_id(enum graph_type type)
{
	static const struct async_type box = { "!g.box", sizeof(struct box), _Alignof(struct box), box_destroy, NULL,
		NULL };
	return type == GRAPH_BOX ? async_type_register(&box) : kernels_types()->i32;
}

void graph_build(enum graph_type type, void *storage, uint32_t bits)
{
	if (type == GRAPH_BOX) {
		struct box *box = storage;
		box->bits = bits;
		box->complement = ~bits;
		__atomic_add_fetch(&graph_boxes, 1, __ATOMIC_RELAXED);
	} else {
		memcpy(storage, &bits, sizeof bits);
	}
}

uint32_t graph_look(enum graph_type type, const void *payload)
{
	uint32_t bits;
	if (type == GRAPH_BOX && ((const struct box *)payload)->complement != ~((const struct box *)payload)->bits)
		__atomic_add_fetch(&graph_bad_boxes, 1, __ATOMIC_RELAXED);
	memcpy(&bits, payload, sizeof bits);
	return bits;
}

/* ---- shared helpers */

static const struct graph_kind *kind_of(const struct kernels_site *site);

static uint32_t attribute(const struct kernels_site *site)
{
	uint32_t bits = 0;
	(void)kernels_site_scalar(site, 0, KERNELS_I32, &bits);
	return bits;
}

/* `scoped`: the work belongs to the request, so it must not begin after a cancellation. */
static void begin(struct async_request *request, bool scoped)
{
	struct graph_run *run = (struct graph_run *)(uintptr_t)kernels_host(request);
	if (scoped && __atomic_load_n(&run->cancelled, __ATOMIC_ACQUIRE))
		__atomic_add_fetch(&run->late, 1, __ATOMIC_RELAXED);
	if (__atomic_add_fetch(&run->ran, 1, __ATOMIC_RELAXED) == run->cancel_at) {
		async_request_cancel(request);
		__atomic_store_n(&run->cancelled, true, __ATOMIC_RELEASE);
	}
}

bool graph_compute(const struct graph_kind *kind, uint32_t attribute, const uint32_t *operands, uint32_t count,
	uint32_t *results, uint32_t result_count)
{
	uint32_t hash = attribute;
	for (uint32_t i = 0; i < count; i++)
		hash = hash * 31 + operands[i] + 1;
	for (uint32_t i = 0; i < result_count; i++)
		results[i] = kind->compute == GRAPH_BUMP    ? operands[0] + 1
			     : kind->compute == GRAPH_CONST ? attribute
			     : kind->compute == GRAPH_PASS  ? operands[count - 1 - i]
							    : hash + i;
	return kind->compute != GRAPH_FAIL && (kind->compute != GRAPH_CHECK || (hash * 2654435761u) >> 29);
}

/* Generated programs always match; programs damaged by tests may not. */
static bool fits(const struct kernels_site *site)
{
	return site->argument_count <= GRAPH_OPERANDS && site->result_count <= GRAPH_OPERANDS &&
	       (kind_of(site)->compute != GRAPH_PASS || site->argument_count == site->result_count);
}

static bool frame_fits(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	if (!fits(site)) {
		kernels_frame_fail(frame, "numbers of arguments and results do not fit");
		return false;
	}
	return kind_of(site)->compute != GRAPH_CALL ||
	       kernels_frame_accepts(frame, site->functions[0], site->argument_count, site->result_count);
}

/* ---- payload kernels */

static void payload(struct kernels_call *call)
{
	const struct graph_kind *kind = kind_of(call->site);
	uint32_t in[GRAPH_OPERANDS] = { 0 }, out[GRAPH_OPERANDS];
	begin(call->request, true);
	if (!fits(call->site)) {
		kernels_call_fail(call, "numbers of arguments and results do not fit");
		return;
	}
	for (uint32_t i = 0; i < call->site->argument_count; i++)
		in[i] = graph_look(kind->in, call->arguments[i]);
	if (!graph_compute(
		    kind, attribute(call->site), in, call->site->argument_count, out, call->site->result_count)) {
		kernels_call_fail(call, "failure %u", attribute(call->site));
		return;
	}
	for (uint32_t i = 0; i < call->site->result_count; i++)
		graph_build(kind->out, call->results[i], out[i]);
}

static void call_sync(struct kernels_call *call)
{
	const struct kernels_function *f = call->site->functions[0];
	async_type_id i32 = kernels_types()->i32;
	begin(call->request, true);
	if (!f->vtable->execute_sync || f->argument_count != 2 || f->result_count != 1 || f->arguments[0].id != i32 ||
		f->arguments[1].id != i32 || f->results[0].id != i32) {
		kernels_call_fail(call, "the function does not fit");
		return;
	}
	struct async_error *error = f->vtable->execute_sync(f, call->request, call->arguments, call->results);
	if (error)
		kernels_call_fail_with(call, error);
}

/* ---- frame kernels that set their results before they return, and late parts */

static void return_bits(struct kernels_frame *frame, uint32_t index, enum graph_type type, uint32_t bits)
{
	struct box room;
	graph_build(type, &room, bits);
	kernels_frame_return(frame, index, graph_type_id(type), &room);
}

static void bump(struct kernels_frame *frame)
{
	struct async_value *value = frame->arguments[0];
	uint32_t bits = graph_look(GRAPH_I32, async_value_payload(value)) + 1;
	if (async_value_is_unique(value)) {
		memcpy(async_value_payload(value), &bits, sizeof bits);
		frame->results[0] = kernels_frame_take(frame, 0);
	} else {
		return_bits(frame, 0, GRAPH_I32, bits);
	}
}

static void frame_now(struct kernels_frame *frame)
{
	const struct graph_kind *kind = kind_of(frame->site);
	const struct kernels_site *site = frame->site;
	uint32_t in[GRAPH_OPERANDS] = { 0 }, out[GRAPH_OPERANDS];
	begin(frame->request, true);
	if (!frame_fits(frame))
		return;
	if (kind->compute == GRAPH_CALL) {
		kernels_function_execute(site->functions[0], frame->request, frame->arguments, frame->results);
		return;
	}
	if (kind->compute == GRAPH_PASS) {
		for (uint32_t i = 0; i < site->argument_count; i++)
			frame->results[site->argument_count - 1 - i] = kernels_frame_take(frame, i);
		return;
	}
	if (kind->compute == GRAPH_BUMP) {
		bump(frame);
		return;
	}
	for (uint32_t i = 0; kind->compute != GRAPH_CONST && i < site->argument_count; i++)
		in[i] = graph_look(kind->in, async_value_payload(frame->arguments[i]));
	bool good = graph_compute(kind, attribute(site), in, kind->compute == GRAPH_CONST ? 0 : site->argument_count,
		out, site->result_count);
	for (uint32_t i = 0; good && i < (kind->compute == GRAPH_HALF ? 1 : site->result_count); i++)
		return_bits(frame, i, kind->out, out[i]);
	if (!good || kind->compute == GRAPH_HALF)
		kernels_frame_fail(frame, "failure %u", attribute(site));
}

static void frame_late(struct kernels_frame *frame)
{
	kernels_frame_later(frame, frame_now, kind_of(frame->site)->way == GRAPH_LATE_BLOCKING);
}

/* ---- kernels that complete in a task or in another thread */

struct pending {
	const struct kernels_site *site;
	struct async_request *request;
	struct async_value *operands[GRAPH_OPERANDS], *results[GRAPH_OPERANDS];
	uint32_t users; /* atomic: threads that use this value */
	struct async_timer timer;
	uint32_t in[GRAPH_OPERANDS]; /* payloads of the operands, for GRAPH_GROUP */
};

static void pending_release(struct pending *p)
{
	if (__atomic_sub_fetch(&p->users, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	const struct kernels_site *site = p->site;
	struct async_request *request = p->request;
	for (uint32_t i = 0; i < site->argument_count; i++)
		async_value_release(p->operands[i]);
	for (uint32_t i = 0; i < site->result_count; i++)
		async_value_release(p->results[i]);
	free(p);
	kernels_end_work(request, site);
}

static void complete(struct pending *p, uint32_t index, enum graph_type type, uint32_t bits)
{
	struct async_value *value = p->results[index];
	if (bits % 2) {
		struct box room;
		graph_build(type, &room, bits);
		async_value_emplace(value, &room);
		return;
	}
	graph_build(type, async_value_storage(value), bits);
	if (bits % 4)
		async_value_set_constructed(value);
	async_value_set_available(value);
}

static void finish_call(struct pending *p)
{
	struct async_value *results[GRAPH_OPERANDS];
	kernels_function_execute(p->site->functions[0], p->request, p->operands, results);
	for (uint32_t i = 0; i < p->site->result_count; i++)
		async_value_forward(p->results[i], results[i]);
}

/* Takes over the reference to `error`. */
static void fail_results(struct pending *p, struct async_error *error)
{
	for (uint32_t i = 0; i < p->site->result_count; i++)
		async_value_fail(p->results[i], async_error_retain(error));
	async_error_release(error);
}

static void finish(void *ctx)
{
	struct pending *p = ctx;
	const struct kernels_site *site = p->site;
	const struct graph_kind *kind = kind_of(site);
	uint32_t in[GRAPH_OPERANDS] = { 0 }, out[GRAPH_OPERANDS];
	begin(p->request, false);
	if (kind->compute == GRAPH_CALL) {
		finish_call(p);
	} else if (kind->compute == GRAPH_PASS) {
		for (uint32_t i = 0; i < site->argument_count; i++)
			async_value_forward(
				p->results[site->argument_count - 1 - i], async_value_retain(p->operands[i]));
	} else {
		for (uint32_t i = 0; i < site->argument_count; i++)
			in[i] = graph_look(kind->in, async_value_payload(p->operands[i]));
		if (graph_compute(kind, attribute(site), in, site->argument_count, out, site->result_count)) {
			for (uint32_t i = 0; i < site->result_count; i++)
				complete(p, i, kind->out, out[i]);
		} else {
			fail_results(p, kernels_site_error(site, p->request, ASYNC_CODE_ABORTED, "failure %u",
						attribute(site)));
		}
	}
	pending_release(p);
}

static void run_timer(struct async_timer *timer)
{
	finish((char *)timer - offsetof(struct pending, timer));
}

struct reader {
	struct pending *pending;
	uint32_t index;
};

static struct async_error *read_operand(void *ctx, struct async_error *cancelled)
{
	struct reader *reader = ctx;
	struct pending *p = reader->pending;
	if (!cancelled)
		p->in[reader->index] =
			graph_look(kind_of(p->site)->in, async_value_payload(p->operands[reader->index]));
	return NULL;
}

static void finish_group(void *ctx)
{
	struct pending *p = ctx;
	uint32_t count = p->site->argument_count, out[GRAPH_OPERANDS];
	struct reader readers[GRAPH_OPERANDS];
	begin(p->request, false);
	struct async_group *group = async_group_create_for(p->request);
	for (uint32_t i = 0; group && i < count; i++) {
		readers[i] = (struct reader){ p, i };
		async_group_add(group, read_operand, &readers[i]);
	}
	struct async_error *error =
		group ? async_group_wait(group) : async_error_retain(async_value_error(async_value_out_of_memory()));
	async_group_destroy(group);
	if (error) {
		fail_results(p, error);
	} else {
		(void)graph_compute(kind_of(p->site), attribute(p->site), p->in, count, out, p->site->result_count);
		for (uint32_t i = 0; i < p->site->result_count; i++)
			complete(p, i, kind_of(p->site)->out, out[i]);
	}
	pending_release(p);
}

/* Creates the results, with one reference for the frame and one for *p. Returns false after failing the frame if
 * memory is short. */
static bool make_results(struct kernels_frame *frame, const struct graph_kind *kind, struct pending *p)
{
	bool indirect = kind->compute == GRAPH_CALL || kind->compute == GRAPH_PASS;
	for (uint32_t i = 0; i < frame->site->result_count; i++) {
		if (indirect)
			frame->results[i] = async_value_create_indirect(
				kernels_host(frame->request)->allocator, ASYNC_TYPE_NONE);
		else
			(void)kernels_frame_result(frame, i, graph_type_id(kind->out));
		if (!frame->results[i] || async_value_is_error(frame->results[i])) {
			for (uint32_t k = 0; k < i; k++) /* these will never be completed */
				async_value_fail(p->results[k],
					async_error_retain(async_value_error(async_value_out_of_memory())));
			kernels_frame_fail_with(
				frame, async_error_retain(async_value_error(async_value_out_of_memory())));
			return false;
		}
		p->results[i] = async_value_retain(frame->results[i]);
	}
	return true;
}

static struct pending *prepare(struct kernels_frame *frame, const struct graph_kind *kind)
{
	struct pending *p = calloc(1, sizeof *p);
	if (!p)
		abort();
	p->site = frame->site;
	p->request = kernels_begin_work(frame->request, frame->site);
	p->users = 1;
	if (!make_results(frame, kind, p)) {
		pending_release(p);
		return NULL;
	}
	for (uint32_t i = 0; i < frame->site->argument_count; i++)
		p->operands[i] = kernels_frame_take(frame, i);
	return p;
}

static void waited(void *ctx)
{
	__atomic_sub_fetch(&graph_waiters, 1, __ATOMIC_RELAXED);
	pending_release(ctx);
}

/* Waits for each result through the reference that the completing thread uses concurrently. */
static void wait_for_results(void *ctx)
{
	struct pending *p = ctx;
	for (uint32_t i = 0; i < p->site->result_count; i++) {
		__atomic_add_fetch(&p->users, 1, __ATOMIC_RELAXED);
		__atomic_add_fetch(&graph_waiters, 1, __ATOMIC_RELAXED);
		if (async_value_and_then_call(p->results[i], waited, p) != ASYNC_OK)
			waited(p);
	}
	pending_release(p);
}

static void frame_apart(struct kernels_frame *frame)
{
	const struct graph_kind *kind = kind_of(frame->site);
	struct async_queue *queue = kernels_host(frame->request)->queue;
	struct pending *p = frame_fits(frame) ? prepare(frame, kind) : NULL;
	if (!p)
		return;
	switch (kind->way) {
	case GRAPH_TASK: async_queue_add(queue, finish, p); break;
	case GRAPH_BLOCKING: (void)async_queue_add_blocking(queue, finish, p, true); break;
	case GRAPH_GROUP: async_queue_add(queue, finish_group, p); break;
	case GRAPH_TIMER:
		p->timer = (struct async_timer){ .run = run_timer };
		if (async_timer_start(graph_timers, &p->timer, async_now_ns() + attribute(p->site) * 8) != ASYNC_OK)
			abort();
		break;
	case GRAPH_LENT:
		p->users = 2;
		graph_pool_add(graph_pool, wait_for_results, p);
		/* fall through */
	default: graph_pool_add(graph_pool, finish, p);
	}
}

/* ---- the registry */

static struct kernels_kernel kernels[MOST_KINDS];

static const struct graph_kind *kind_of(const struct kernels_site *site)
{
	return &graph_kinds[site->entry->kernel - kernels];
}

struct kernels_registry *graph_registry_create(void)
{
	static struct kernels_pack pack = KERNELS_PACK_INIT("g", kernels, NULL, 0, NULL);
	struct kernels_registry *registry = kernels_registry_create(NULL);
	pack.kernel_count = graph_kind_count;
	for (size_t i = 0; i < graph_kind_count; i++) {
		const struct graph_kind *kind = &graph_kinds[i];
		bool late = kind->way == GRAPH_LATE || kind->way == GRAPH_LATE_BLOCKING;
		kernels[i] = (struct kernels_kernel){
			.name = kind->name, .signature = kind->signature, .flags = kind->flags
		};
		if (kind->way == GRAPH_PAYLOAD)
			kernels[i].payload = kind->compute == GRAPH_CALL_SYNC ? call_sync : payload;
		else
			kernels[i].frame = late ? frame_late
				: kind->way == GRAPH_KNOWN ? kernels_frame_call : kind->way == GRAPH_NOW ? frame_now : frame_apart;
	}
	(void)graph_type_id(GRAPH_BOX);
	if (!registry || kernels_registry_add(registry, &pack, NULL) != KERNELS_OK)
		abort();
	return registry;
}
