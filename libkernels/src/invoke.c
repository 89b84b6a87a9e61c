/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eager calls. A payload kernel with available arguments runs on the caller's stack. A frame kernel may keep its site.
 * It therefore gets an invocation on the heap, which is a location source that work and errors of the kernel retain.
 * The invocation also holds the arguments and promised results of a call that waits for an argument. */
#include "attributes.h"
#include <string.h>

enum { POINTERS_ON_STACK = 32, MOST_NESTED = 100 };

/* A call, on the stack or in an invocation. */
struct call {
	struct kernels_site site;
	struct async_request *request;
	struct async_value *const *arguments; /* including chains that the site does not count */
	uint32_t argument_count;
	/* of a kernel without results: the site has one, the chain of kernels__invoke_effect(). NULL after the kernel: it has succeeded */
	bool effect;
};

/* References are held by its creator, and by errors and work that use its site. */
struct invocation {
	struct async_location_source source; /* first */
	uint32_t refs;                       /* atomic */
	size_t size;
	const struct async_allocator *allocator;
	struct kernels_attributes *attributes; /* NULL: none */
	struct call call;
	struct async_waiter waiter;
	uint32_t next; /* the first argument that may be unavailable */
	/* for a waiting call: a reference to each argument, one to each promised result, and room for the results */
	struct async_value *values[];
};

/* ---- the site of a frame kernel */

static void invocation_retain(const struct async_location_source *source)
{
	/* relaxed: the caller holds a reference already */
	__atomic_fetch_add(&((struct invocation *)(uintptr_t)source)->refs, 1, __ATOMIC_RELAXED);
}

static void invocation_release(const struct async_location_source *source)
{
	struct invocation *invocation = (struct invocation *)(uintptr_t)source;
	/* acq_rel: the last one acquires what the others released with theirs */
	if (__atomic_fetch_sub(&invocation->refs, 1, __ATOMIC_ACQ_REL) != 1)
		return;
	kernels_attributes_release(invocation->attributes);
	async_free(invocation->allocator, invocation, invocation->size, _Alignof(struct invocation));
}

/* The location is that of the attributes. */
static void invocation_decode(const struct async_location_source *source, uint64_t handle,
	void (*visit)(void *ctx, const struct async_place *place), void *ctx)
{
	const struct kernels_attributes *attributes = ((const struct invocation *)source)->attributes;
	struct async_place nowhere;
	if (attributes && attributes->location.source) {
		attributes->location.source->decode(attributes->location.source, handle, visit, ctx);
		return;
	}
	memset(&nowhere, 0, sizeof nowhere);
	visit(ctx, &nowhere);
}

/* Creates an invocation with room for `values`; NULL when out of memory. */
static struct invocation *invocation_create(
	const struct call *call, struct kernels_attributes *attributes, size_t values)
{
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	size_t size = sizeof(struct invocation) + values * sizeof(struct async_value *);
	struct invocation *invocation = async_alloc(allocator, size, _Alignof(struct invocation));
	if (!invocation)
		return NULL;
	memset(invocation, 0, sizeof *invocation);
	invocation->source.decode = invocation_decode;
	invocation->source.retain = invocation_retain;
	invocation->source.release = invocation_release;
	invocation->refs = 1;
	invocation->size = size;
	invocation->allocator = allocator;
	invocation->attributes = attributes ? kernels_attributes_retain(attributes) : NULL;
	invocation->call = *call;
	invocation->call.site.location.source = &invocation->source;
	return invocation;
}

/* ---- results that are errors */

/* Takes over the reference. */
static void set_all(struct async_value **results, uint32_t count, struct async_value *value)
{
	for (uint32_t i = 0; i < count; i++)
		results[i] = async_value_retain(value);
	async_value_release(value);
}

static void fail_all(
	struct async_request *request, struct async_value **results, uint32_t count, struct async_error *error)
{
	set_all(results, count, kernels_error_value(request, error));
}

static struct async_error *no_memory(const struct call *call)
{
	return kernels_site_error(&call->site, call->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
}

/* The last error of the arguments, else that of a cancelled request, with one reference; NULL: none. */
static struct async_value *find_failure(const struct call *call)
{
	struct async_error *cancelled = async_request_cancelled(call->request);
	for (uint32_t i = call->argument_count; i-- > 0;) {
		if (async_value_is_error(call->arguments[i]))
			return async_value_retain(call->arguments[i]);
	}
	return cancelled ? kernels_error_value(call->request, async_error_retain(cancelled)) : NULL;
}

/* ---- running */

static async_type_id wanted_type(const struct kernels_entry *entry, uint32_t index)
{
	return index < entry->argument_count ? entry->arguments[index]
	       : entry->more_arguments       ? entry->rest_type
					     : ASYNC_TYPE_CHAIN;
}

/* Returns an error if the type of an argument differs from the signature, else NULL. All arguments are available. */
static struct async_error *check_types(const struct call *call)
{
	const struct kernels_entry *entry = call->site.entry;
	for (uint32_t i = 0; i < call->argument_count; i++) {
		async_type_id want = wanted_type(entry, i), type = async_value_type(call->arguments[i]);
		if (want != ASYNC_TYPE_NONE && type != want)
			return kernels_site_error(&call->site, call->request, ASYNC_CODE_INVALID_ARGUMENT,
				"%s: argument %u is of type %s, expected %s", entry->kernel->name, (unsigned)i,
				async_type_get(type)->name, async_type_get(want)->name);
	}
	return NULL;
}

/* Allocates storage for the results; returns false when out of memory. Chains have no storage. */
static bool make_results(const struct call *call, struct async_value **results, void **places)
{
	static char nothing;
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	bool made = true;
	for (uint32_t i = 0; i < call->site.result_count; i++) {
		async_type_id type = call->effect ? ASYNC_TYPE_CHAIN : call->site.entry->results[i];
		if (type == ASYNC_TYPE_CHAIN) {
			results[i] = async_chain();
			places[i] = &nothing;
			continue;
		}
		results[i] = async_value_create(allocator, type);
		places[i] = results[i] ? async_value_storage(results[i]) : NULL;
		made = made && results[i];
	}
	return made;
}

/* Collects the payloads of the arguments. Returns false if one is unavailable or has another type. */
static bool gather(const struct call *call, void **pointers)
{
	const struct kernels_entry *entry = call->site.entry;
	for (uint32_t i = 0; i < call->argument_count; i++) {
		struct async_value *value = call->arguments[i];
		async_type_id want = wanted_type(entry, i);
		if (async_value_state(value) != ASYNC_AVAILABLE)
			return false;
		value = async_value_target(value);
		if (want != ASYNC_TYPE_NONE && async_value_type(value) != want)
			return false;
		pointers[i] = async_value_payload(value);
	}
	return true;
}

/* Runs the kernel with the collected arguments. */
static void run_payload(const struct call *call, struct async_value **results, void **pointers)
{
	uint32_t count = call->site.result_count;
	void **places = pointers + call->argument_count;
	struct async_error *error = NULL;
	if (make_results(call, results, places)) {
		struct kernels_call kernel_call = { pointers, places, &call->site, call->request, NULL };
		call->site.entry->kernel->payload(&kernel_call);
		error = kernel_call.error;
	} else {
		error = no_memory(call);
	}
	for (uint32_t i = 0; i < count; i++) {
		if (error)
			async_value_release(results[i]);
		else if (results[i] != async_chain())
			async_value_set_available(results[i]);
	}
	if (error)
		fail_all(call->request, results, count, error);
}

static void run_frame(const struct call *call, struct async_value **results)
{
	struct kernels_frame frame = { .arguments = call->arguments, .results = results, .site = &call->site,
		.request = call->request };
	memset(results, 0, call->site.result_count * sizeof *results);
	call->site.entry->kernel->frame(&frame);
	kernels_frame_finish(&frame);
}

static bool is_nonstrict(const struct kernels_entry *entry)
{
	return entry->kernel->flags & KERNELS_NONSTRICT;
}

/* Runs the kernel; all required arguments are available. A frame kernel has the site of an invocation. */
static void run(const struct call *call, struct async_value **results)
{
	const struct kernels_entry *entry = call->site.entry;
	uint32_t count = call->site.result_count;
	size_t size = (call->argument_count + (size_t)count) * sizeof(void *);
	void *small[POINTERS_ON_STACK], **pointers = small;
	bool nonstrict = is_nonstrict(entry);
	struct async_error *cancelled = nonstrict ? async_request_cancelled(call->request) : NULL;
	struct async_value *failure = cancelled ? kernels_error_value(call->request, async_error_retain(cancelled))
				      : nonstrict ? NULL
						  : find_failure(call);
	struct async_error *wrong = failure || nonstrict ? NULL : check_types(call);
	if (failure) {
		set_all(results, count, failure);
	} else if (wrong) {
		fail_all(call->request, results, count, wrong);
	} else if (entry->kernel->frame) {
		run_frame(call, results);
	} else {
		if (size > sizeof small)
			pointers = async_alloc(kernels_host(call->request)->allocator, size, _Alignof(void *));
		if (pointers && gather(call, pointers))
			run_payload(call, results, pointers);
		else
			fail_all(call->request, results, count, no_memory(call));
		if (pointers && pointers != small)
			async_free(kernels_host(call->request)->allocator, pointers, size, _Alignof(void *));
	}
}

/* ---- waiting */

static struct async_value **promised(struct invocation *invocation)
{
	return invocation->values + invocation->call.argument_count;
}

static void run_waited(struct invocation *invocation)
{
	const struct call *call = &invocation->call;
	struct async_request *request = call->request;
	struct async_value **results = promised(invocation), **made = results + call->site.result_count;
	run(call, made);
	for (uint32_t i = 0; i < call->site.result_count; i++)
		async_request_forward(request, results[i], made[i]);
	kernels_values_release(results, call->site.result_count);
	kernels_values_release(invocation->values, call->argument_count);
	invocation_release(&invocation->source);
	async_request_end_work(request);
}

static void await_next(struct invocation *invocation);

/* Calls that wait for one another nest on the stack of the thread that completes the first value. */
static __thread uint32_t nested;

static void continue_task(void *ctx)
{
	await_next(ctx);
}

static void argument_came(struct async_waiter *waiter)
{
	struct invocation *invocation = (struct invocation *)(void *)((char *)waiter - offsetof(struct invocation, waiter));
	if (nested == MOST_NESTED) {
		async_queue_add(kernels_host(invocation->call.request)->queue, continue_task, invocation);
		return;
	}
	nested++;
	await_next(invocation);
	nested--;
}

/* Waits for each argument, then runs the kernel. */
static void await_next(struct invocation *invocation)
{
	const struct call *call = &invocation->call;
	uint32_t count = is_nonstrict(call->site.entry) && call->argument_count > 1 ? 1 : call->argument_count;
	while (invocation->next < count) {
		struct async_value *value = call->arguments[invocation->next++];
		if (!async_value_is_available(value)) {
			invocation->waiter.run = argument_came;
			async_value_and_then(value, &invocation->waiter);
			return;
		}
	}
	run_waited(invocation);
}

static bool is_ready(const struct call *call)
{
	uint32_t count = is_nonstrict(call->site.entry) && call->argument_count > 1 ? 1 : call->argument_count;
	for (uint32_t i = 0; i < count; i++) {
		if (!async_value_is_available(call->arguments[i]))
			return false;
	}
	return true;
}

static void run_later(const struct call *call, struct kernels_attributes *attributes, struct async_value **results)
{
	uint32_t count = call->site.result_count, made = 0;
	struct invocation *invocation = invocation_create(call, attributes, call->argument_count + 2 * (size_t)count);
	for (; invocation && made < count; made++) {
		async_type_id type = made < call->site.entry->result_count ? call->site.entry->results[made] : ASYNC_TYPE_NONE;
		if (!(results[made] = async_value_create_indirect(invocation->allocator, type)))
			break;
	}
	if (!invocation || made < count) {
		kernels_values_release(results, made);
		if (invocation)
			invocation_release(&invocation->source);
		fail_all(call->request, results, count, no_memory(call));
		return;
	}
	async_request_begin_work(call->request);
	for (uint32_t i = 0; i < call->argument_count; i++)
		invocation->values[i] = async_value_retain(call->arguments[i]);
	invocation->call.arguments = invocation->values;
	for (uint32_t i = 0; i < count; i++)
		promised(invocation)[i] = async_value_retain(results[i]);
	await_next(invocation);
}

/* ---- the call */

/* The types of the arguments are compared when they are available. */
static struct async_error *check_call(const struct call *call, const struct kernels_attributes *attributes)
{
	static const struct kernels_type unknown;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const struct kernels_entry *entry = call->site.entry;
	size_t count = call->argument_count + (size_t)call->site.result_count;
	const struct async_allocator *allocator = kernels_host(call->request)->allocator;
	struct kernels_type *types = async_alloc(allocator, (count + 1) * sizeof *types, _Alignof(struct kernels_type));
	if (!types)
		return no_memory(call);
	struct kernels_op op = { types, types + call->argument_count, attributes ? attributes->ops : NULL,
		call->site.functions, call->argument_count, call->site.result_count, call->site.attribute_count,
		call->site.function_count };
	for (size_t i = 0; i < count; i++)
		types[i] = unknown;
	enum kernels_status status = kernels_check_op(entry, &op, &diag);
	async_free(allocator, types, (count + 1) * sizeof *types, _Alignof(struct kernels_type));
	if (status == KERNELS_OK)
		return NULL;
	return kernels_site_error(&call->site, call->request, ASYNC_CODE_INVALID_ARGUMENT, "%s", diag.message);
}

static struct kernels__prepared *find_prepared(const struct call *call, struct kernels__prepared *list)
{
	while (list && (list->entry != call->site.entry || list->argument_count != call->site.argument_count ||
			       list->result_count != call->site.result_count))
		list = list->next;
	return list;
}

/* Adds to the list, unless another thread has added an equal one: returns the one in the list. */
static struct kernels__prepared *add_prepared(
	const struct call *call, struct kernels_attributes *attributes, struct kernels__prepared *made)
{
	struct kernels__prepared *head = __atomic_load_n(&attributes->prepared, __ATOMIC_ACQUIRE);
	for (;;) {
		struct kernels__prepared *other = find_prepared(call, head);
		if (other) {
			kernels_unprepare_op(made->entry, made->state, attributes->allocator);
			async_free(attributes->allocator, made, sizeof *made, _Alignof(struct kernels__prepared));
			return other;
		}
		made->next = head;
		/* release: publishes the contents; acquire: of what another thread has added */
		if (__atomic_compare_exchange_n(
			    &attributes->prepared, &head, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return made;
	}
}

/* Sets the state of the site: the first call with these attributes makes it. Returns an error, or NULL. */
static struct async_error *prepare_call(struct call *call, struct kernels_attributes *attributes)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const struct kernels_entry *entry = call->site.entry;
	/* acquire: pairs with the release of the thread that added it */
	struct kernels__prepared *found = find_prepared(call, __atomic_load_n(&attributes->prepared, __ATOMIC_ACQUIRE));
	if (!found) {
		struct kernels__prepared *made =
			async_alloc(attributes->allocator, sizeof *made, _Alignof(struct kernels__prepared));
		if (!made)
			return no_memory(call);
		*made = (struct kernels__prepared){ NULL, entry, call->site.argument_count, call->site.result_count,
			NULL };
		enum kernels_status status =
			kernels_prepare_op(&call->site, attributes->allocator, &made->state, &diag);
		if (status != KERNELS_OK) {
			async_free(attributes->allocator, made, sizeof *made, _Alignof(struct kernels__prepared));
			return status == KERNELS_E_NOMEM ? no_memory(call)
							 : kernels_site_error(&call->site, call->request,
								   ASYNC_CODE_INVALID_ARGUMENT, "%s", diag.message);
		}
		found = add_prepared(call, attributes, made);
	}
	call->site.state = found->state;
	return NULL;
}

/* Returns true if no check is needed: the numbers are those of the signature, and the attributes were checked
 * before. */
static bool is_checked(const struct kernels_entry *entry, uint32_t argument_count, uint32_t result_count,
	const struct kernels_attributes *attributes)
{
	bool checked = attributes ? __atomic_load_n(&attributes->fits, __ATOMIC_RELAXED) == entry /* only a hint */
				  : !entry->attribute_count && !entry->function_count;
	return checked && !entry->results_are_arguments && result_count == entry->result_count &&
	       argument_count == entry->argument_count && !(attributes && attributes->function_count);
}

static void begin(struct call *call, struct kernels_attributes *attributes, struct async_value **results)
{
	const struct kernels_entry *entry = call->site.entry;
	struct async_error *wrong = is_checked(entry, call->argument_count, call->site.result_count, attributes)
					    ? NULL
					    : check_call(call, attributes);
	if (!wrong && attributes && kernels_entry_prepares(entry))
		wrong = prepare_call(call, attributes);
	call->site.result_count += call->effect;
	if (wrong) {
		fail_all(call->request, results, call->site.result_count, wrong);
		return;
	}
	if (attributes)
		__atomic_store_n(&attributes->fits, entry, __ATOMIC_RELAXED); /* only a hint */
	/* the common case; the slower paths report errors */
	void *pointers[POINTERS_ON_STACK];
	if (entry->kernel->payload && call->argument_count + (size_t)call->site.result_count <= POINTERS_ON_STACK &&
		!async_request_cancelled(call->request) && gather(call, pointers)) {
		run_payload(call, results, pointers);
		return;
	}
	if (!is_ready(call)) {
		run_later(call, attributes, results);
	} else if (entry->kernel->payload) {
		run(call, results);
	} else {
		struct invocation *invocation = invocation_create(call, attributes, 0);
		if (!invocation) {
			fail_all(call->request, results, call->site.result_count, no_memory(call));
			return;
		}
		/* The caller may read its arguments afterwards: with two references, no kernel takes one as its own. */
		for (uint32_t i = 0; i < call->argument_count; i++)
			async_value_retain(call->arguments[i]);
		run(&invocation->call, results);
		for (uint32_t i = 0; i < call->argument_count; i++)
			async_value_release(call->arguments[i]);
		invocation_release(&invocation->source);
	}
}

static void invoke(const struct kernels_entry *entry, struct async_request *request, struct async_value *const *arguments,
	uint32_t argument_count, struct kernels_attributes *attributes, struct async_value **results, uint32_t result_count,
	bool effect)
{
	struct call call;
	call.site.entry = entry;
	call.site.attributes = attributes ? attributes->attrs : NULL;
	call.site.functions = attributes ? attributes->functions : NULL;
	call.site.argument_count = kernels_entry_argument_count(entry, argument_count);
	call.site.result_count = result_count;
	call.site.attribute_count = attributes ? attributes->count : 0;
	call.site.function_count = attributes ? attributes->function_count : 0;
	call.site.location = attributes ? attributes->location : (struct async_location){ NULL, 0 };
	call.site.state = NULL;
	call.site.memory = NULL; /* the state must not hold the attributes, which own it */
	call.site.watch = NULL;
	call.site.program = NULL;
	call.request = request;
	call.arguments = arguments;
	call.argument_count = argument_count;
	call.effect = effect;
	begin(&call, attributes, results);
}

void kernels_invoke_entry(const struct kernels_entry *entry, struct async_request *request,
	struct async_value *const *arguments, uint32_t argument_count, struct kernels_attributes *attributes,
	struct async_value **results, uint32_t result_count)
{
	invoke(entry, request, arguments, argument_count, attributes, results, result_count, false);
}

void kernels__invoke_effect(const struct kernels_entry *entry, struct async_request *request,
	struct async_value *const *arguments, uint32_t argument_count, struct kernels_attributes *attributes,
	struct async_value **chain)
{
	invoke(entry, request, arguments, argument_count, attributes, chain, 0, true);
}

void kernels_invoke(const struct kernels_registry *registry, const char *name, struct async_request *request,
	struct async_value *const *arguments, uint32_t argument_count, struct kernels_attributes *attributes,
	struct async_value **results, uint32_t result_count)
{
	size_t size = strlen(name);
	const struct kernels_entry *entry = kernels_registry_find(registry, name, size);
	if (entry) {
		kernels_invoke_entry(
			entry, request, arguments, argument_count, attributes, results, result_count);
		return;
	}
	const struct kernels_entry *nearest = kernels_registry_nearest(registry, name, size);
	struct async_location location = { NULL, 0 };
	fail_all(request, results, result_count,
		async_host_error(kernels_host(request), ASYNC_CODE_NOT_FOUND, attributes ? attributes->location : location,
			"unknown kernel name '%.100s'%s%.100s%s", name, nearest ? "; did you mean '" : "",
			nearest ? nearest->kernel->name : "", nearest ? "'?" : ""));
}
