/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* collective.serve: does what other tasks ask for, until each of them has said that it asks for nothing more, or has ended. */
#include "remote.h"

struct server;

/* The messages of one other task. */
struct link {
	struct server *server;
	uint32_t task;
	struct async_value *promised; /* the next one; one reference */
};

struct server {
	struct async_request *request; /* a unit of work */
	const struct kernels_site *site;
	const struct async_allocator *allocator;
	struct kernels_collective__context *context; /* one reference */
	struct async_value *result, *finished;       /* one reference each */
	struct kernels_caller caller;
	uint32_t left;             /* atomic: links that listen, and the own end */
	struct async_error *error; /* atomic; the first one, one reference */
	uint32_t link_count;
	struct link links[];
};

static size_t size_of(uint32_t links) { return sizeof(struct server) + links * sizeof(struct link); }

/* ---- the end */

/* Takes over the reference. */
static void note(struct server *server, struct async_error *error)
{
	struct async_error *none = NULL;
	/* acq_rel: finish() reads what the first one wrote */
	if (!__atomic_compare_exchange_n(&server->error, &none, error, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		async_error_release(error);
}

/* One link or the own end less. */
static void drop(struct server *server)
{
	/* acq_rel: the last one uses what the others wrote */
	if (__atomic_sub_fetch(&server->left, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	struct async_request *request = server->request;
	const struct kernels_site *site = server->site;
	kernels_collective__store_end_serving(server->context->store);
	if (!server->error && async_request_cancelled(request))
		server->error = async_error_retain(async_request_cancelled(request));
	if (server->error)
		async_value_fail(server->result, server->error);
	else
		async_value_forward(server->result, async_value_retain(async_chain()));
	async_value_release(server->result);
	async_value_release(server->finished);
	kernels_collective__context_release(server->context);
	async_free(server->allocator, server, size_of(server->link_count), _Alignof(struct server));
	kernels_end_work(request, site);
}

/* ---- replies */

struct reply {
	struct kernels_collective__context *context; /* one reference */
	struct async_request *request;               /* a unit of work */
	const struct kernels_site *site;
	struct async_value *object; /* of FETCH, one reference */
	uint64_t call;
	uint32_t task;
	uint64_t outputs, wanted; /* of EXECUTE, as in its message */
};

/* NULL: out of memory. */
static struct reply *reply_create(struct server *server, uint32_t task, const struct kernels_collective__message *message)
{
	struct reply *reply = async_alloc(server->allocator, sizeof *reply, _Alignof(struct reply));
	if (reply)
		*reply = (struct reply){ kernels_collective__context_retain(server->context),
			kernels_begin_work(server->request, server->site), server->site, NULL, message->call, task,
			message->output_count, message->wanted };
	return reply;
}

/* Takes over the reference to the value. */
static void reply_with(struct reply *reply, struct async_value *value)
{
	struct async_request *request = reply->request;
	const struct kernels_site *site = reply->site;
	if (!kernels_collective__message_send(
		    reply->context, request, reply->task, kernels_collective__reply_channel(reply->call), value))
		kernels_collective__give_up(request, site);
	async_value_release(value);
	if (reply->object)
		async_value_release(reply->object);
	kernels_collective__context_release(reply->context);
	async_free(kernels_host(request)->allocator, reply, sizeof *reply, _Alignof(struct reply));
	kernels_end_work(request, site);
}

/* A message without content, or the error. */
static void reply_done(struct reply *reply, struct async_error *error)
{
	const struct kernels_collective__message nothing = { .call = reply->call };
	struct async_value *value = error ? kernels_error_value(reply->request, async_error_retain(error))
					  : kernels_collective__message_pack(kernels_host(reply->request)->allocator, &nothing);
	reply_with(reply, value ? value : async_value_out_of_memory());
}

/* The shapes of wanted outputs, or the error. */
static void executed(void *ctx, struct async_value *const *outputs, struct async_error *error)
{
	struct reply *reply = ctx;
	const struct async_allocator *allocator = kernels_host(reply->request)->allocator;
	struct kernels_collective__metadata *metadata = NULL;
	struct async_value *value = NULL;
	const size_t size = (size_t)reply->wanted * sizeof *metadata;
	if (error || size == 0) {
		reply_done(reply, error);
		return;
	}
	metadata = async_alloc(allocator, size, _Alignof(struct kernels_collective__metadata));
	if (metadata) {
		for (size_t i = 0; i < reply->wanted; i++)
			metadata[i] = kernels_collective__metadata_of(outputs[reply->outputs - reply->wanted + i]);
		const struct kernels_collective__message shapes = { .call = reply->call, .text = { (const char *)metadata, size } };
		value = kernels_collective__message_pack(allocator, &shapes);
		async_free(allocator, metadata, size, _Alignof(struct kernels_collective__metadata));
	}
	reply_with(reply, value ? value : async_value_out_of_memory());
}

static void fetched(void *ctx)
{
	struct reply *reply = ctx;
	reply_with(reply, kernels_collective__copy_of(reply->request, reply->site, reply->object));
}

static struct async_error *no_object(struct reply *reply, const struct kernels_collective__object *object)
{
	return kernels_collective__no_object(reply->request, reply->site, object);
}

static void fetch(struct reply *reply, const struct kernels_collective__message *message)
{
	const struct kernels_collective__object object = kernels_collective__object_at(message, 0);
	reply->object = kernels_collective__store_get(reply->context->store, &object);
	if (!reply->object)
		reply_with(reply, kernels_error_value(reply->request, no_object(reply, &object)));
	else if (async_value_and_then_call(reply->object, fetched, reply) != ASYNC_OK)
		reply_with(reply, async_value_retain(async_value_out_of_memory()));
}

static void delete_objects(struct reply *reply, const struct kernels_collective__message *message)
{
	struct async_error *error = NULL;
	for (size_t i = 0; i < message->input_count; i++) {
		const struct kernels_collective__object object = kernels_collective__object_at(message, i);
		if (!kernels_collective__store_remove(reply->context->store, &object) && !error)
			error = no_object(reply, &object);
	}
	reply_done(reply, error);
	async_error_release(error);
}

static void add_function(struct reply *reply, const struct kernels_collective__message *message)
{
	struct async_error *error = kernels_collective__register(reply->context, reply->request, reply->site, message);
	reply_done(reply, error);
	async_error_release(error);
}

/* ---- messages */

static void listen(struct link *link);

/* Begins what the message asks for. Returns false if it is the last one. */
static bool handle(struct server *server, uint32_t task, const struct kernels_collective__message *message)
{
	if (message->kind == KERNELS_COLLECTIVE__FINISHED)
		return false;
	struct reply *reply = reply_create(server, task, message);
	if (!reply) {
		kernels_collective__give_up(server->request, server->site);
		return false;
	}
	const struct kernels_collective__runner runner = { server->context, server->request, server->site, executed, reply };
	if (message->kind == KERNELS_COLLECTIVE__EXECUTE)
		kernels_collective__call(&runner, message);
	else if (message->kind == KERNELS_COLLECTIVE__FETCH && message->input_count == 1)
		fetch(reply, message);
	else if (message->kind == KERNELS_COLLECTIVE__REGISTER)
		add_function(reply, message);
	else
		delete_objects(reply, message);
	return true;
}

/* A task has sent something, or never will. */
static void work(void *ctx)
{
	struct link *link = ctx;
	struct server *server = link->server;
	struct async_value *value = link->promised;
	struct kernels_collective__message message;
	bool goes_on = false;
	if (async_value_is_error(value)) {
		/* that a task ends without a word is how tasks end that serve nothing */
		if (async_error_code(async_value_error(value)) != ASYNC_CODE_ABORTED)
			note(server, async_error_retain(async_value_error(value)));
	} else if (kernels_collective__message_unpack(value, &message)) {
		struct kernels_caller caller = server->caller;
		kernels_caller_swap(&caller);
		goes_on = handle(server, link->task, &message);
		kernels_caller_swap(&caller);
	} else {
		note(server, kernels_site_error(server->site, server->request, ASYNC_CODE_DATA_LOSS,
				     "task %u has sent something other than a call", link->task));
	}
	async_value_release(value);
	if (goes_on)
		listen(link);
	else
		drop(server);
}

/* In a task of the queue: the sender's thread does not run the function. */
static void arrived(void *ctx)
{
	struct link *link = ctx;
	async_queue_add_named(kernels_host(link->server->request)->queue, "remote call", work, link);
}

static void listen(struct link *link)
{
	struct server *server = link->server;
	link->promised = kernels_collective__message_expect(
		server->context, server->request, server->site, link->task, KERNELS_COLLECTIVE__CALLS);
	if (link->promised && async_value_and_then_call(link->promised, arrived, link) == ASYNC_OK)
		return;
	if (link->promised)
		async_value_release(link->promised);
	kernels_collective__give_up(server->request, server->site);
	drop(server);
}

/* This task asks for nothing more. */
static void finished(void *ctx)
{
	struct server *server = ctx;
	const struct kernels_collective__message message = { .kind = KERNELS_COLLECTIVE__FINISHED };
	struct async_value *value = kernels_collective__message_pack(server->allocator, &message);
	bool good = value != NULL;
	for (uint32_t i = 0; i < server->link_count; i++)
		good = value && kernels_collective__message_send(server->context, server->request, server->links[i].task,
					 KERNELS_COLLECTIVE__CALLS, value) && good;
	if (value)
		async_value_release(value);
	if (!good)
		kernels_collective__give_up(server->request, server->site);
	if (async_value_is_error(server->finished))
		note(server, async_error_retain(async_value_error(server->finished)));
	drop(server);
}

/* ---- the kernel */

/* A kernel whose context may not be there yet: it starts with any of its arguments. */
struct start {
	struct async_request *request; /* a unit of work */
	const struct kernels_site *site;
	struct async_value *context, *finished, *result; /* one reference each */
	struct kernels_caller caller;
};

static void start_end(struct start *start)
{
	struct async_request *request = start->request;
	const struct kernels_site *site = start->site;
	async_value_release(start->context);
	async_value_release(start->finished);
	async_value_release(start->result);
	async_free(kernels_host(request)->allocator, start, sizeof *start, _Alignof(struct start));
	kernels_end_work(request, site);
}

static void refuse(struct start *start, enum async_code code, const char *reason)
{
	async_value_fail(start->result, kernels_site_error(start->site, start->request, code, "%s", reason));
}

/* The context, whose task serves from now on; NULL: the result is set. */
static struct kernels_collective__context *context_of(struct start *start)
{
	if (async_value_is_error(start->context)) {
		async_value_fail(start->result, async_error_retain(async_value_error(start->context)));
		return NULL;
	}
	if (async_value_type(start->context) != kernels_collective__types().context) {
		refuse(start, ASYNC_CODE_INVALID_ARGUMENT, "argument 0 is not a context");
		return NULL;
	}
	struct kernels_collective__context *context =
		*(struct kernels_collective__context **)async_value_payload(start->context);
	if (kernels_collective__tasks(context) == 1 || !context->process.engine)
		async_value_forward(start->result, async_value_retain(start->finished));
	else if (__atomic_load_n(&context->closed, __ATOMIC_RELAXED)) /* see operation.c */
		refuse(start, ASYNC_CODE_INVALID_ARGUMENT, "the context is closed");
	else if (!kernels_collective__store_begin_serving(context->store))
		refuse(start, ASYNC_CODE_FAILED_PRECONDITION, "the task serves already");
	else
		return context;
	return NULL;
}

static struct server *server_create(const struct start *start, struct kernels_collective__context *context)
{
	const struct async_allocator *allocator = kernels_host(start->request)->allocator;
	const uint32_t tasks = kernels_collective__tasks(context), self = kernels_process_number(&context->process);
	struct server *server = async_alloc(allocator, size_of(tasks - 1), _Alignof(struct server));
	if (!server)
		return NULL;
	*server = (struct server){ .request = kernels_begin_work(start->request, start->site), .site = start->site,
		.allocator = allocator, .context = kernels_collective__context_retain(context),
		.result = async_value_retain(start->result), .finished = async_value_retain(start->finished), .caller = start->caller,
		.left = tasks, .link_count = tasks - 1 };
	for (uint32_t i = 0; i < server->link_count; i++)
		server->links[i] = (struct link){ server, i < self ? i : i + 1, NULL };
	return server;
}

static void begin(void *ctx)
{
	struct start *start = ctx;
	struct kernels_collective__context *context = context_of(start);
	struct server *server = context ? server_create(start, context) : NULL;
	if (context && !server) {
		kernels_collective__store_end_serving(context->store);
		refuse(start, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
	}
	start_end(start);
	const uint32_t count = server ? server->link_count : 0;
	for (uint32_t i = 0; i < count; i++)
		listen(&server->links[i]);
	if (server && async_value_and_then_call(server->finished, finished, server) != ASYNC_OK) {
		kernels_collective__give_up(server->request, server->site);
		drop(server);
	}
}

void kernels_collective__serve(struct kernels_frame *frame)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	struct start *start = async_alloc(allocator, sizeof *start, _Alignof(struct start));
	struct async_value *result = start ? async_value_create_indirect(allocator, ASYNC_TYPE_CHAIN) : NULL;
	if (!result) {
		if (start)
			async_free(allocator, start, sizeof *start, _Alignof(struct start));
		kernels_frame_fail(frame, "out of memory");
		return;
	}
	frame->results[0] = result;
	*start = (struct start){ kernels_begin_work(frame->request, frame->site), frame->site,
		async_value_retain(frame->arguments[0]), async_value_retain(frame->arguments[1]), async_value_retain(result),
		kernels_caller() };
	if (async_value_and_then_call(start->context, begin, start) != ASYNC_OK) {
		refuse(start, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
		start_end(start);
	}
}
