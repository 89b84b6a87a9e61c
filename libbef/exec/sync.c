/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Synchronous functions: kernels run in the order of the file, on payloads, in the caller's thread. No async values, no
 * reference counts, no streams. A payload is destroyed after its last use; the first error ends the execution.
 *
 * Decoding leaves register numbers where asynchronous functions have places in a frame (the `slot` members). */
#include "frame.h"
#include "immediate.h"

#include <string.h>

enum { SCRATCH_ON_STACK = 1024, POINTERS_ON_STACK = 32 };

/* The location of an operand: in the scratch memory, or in memory of the caller. */
struct place {
	uint32_t at; /* byte offset in the scratch memory, or index: arguments first, then results */
	uint32_t is_callers;
};

struct bef__sync_step {
	const struct bef__kernel *kernel;
	kernels_payload_fn payload;
	const struct place *places; /* arguments, then results */
	uint32_t argument_count, place_count;
	uint8_t easy; /* all operands are in the scratch memory, and the kernel needs no check for cancellation */
};

/* ---- decoding */

static enum bef_status check_type(const struct bef__function *f, uint32_t r, async_type_id type, struct bef_diag *diag)
{
	if (type == ASYNC_TYPE_NONE)
		return bef__fail(diag, BEF_E_CORRUPT, BEF_NO_OFFSET,
			"synchronous function '%.*s': register %u has a type that no kernel pack describes",
			f->base.name_size > 60 ? 60 : (int)f->base.name_size, f->base.name, r);
	return BEF_OK;
}

static void find_last_users(const struct bef__function *f, uint32_t *last_use)
{
	for (uint32_t n = 1; n < f->kernel_count; n++) {
		const struct bef__kernel *k = &f->kernels[n];
		for (uint32_t i = 0; i < k->site.result_count; i++)
			last_use[k->results[i].slot] = n;
		for (uint32_t i = 0; i < k->argument_count; i++)
			last_use[k->arguments[i].slot] = n;
	}
}

/* The location of register r at run time. */
static struct place find_place(const struct bef__function *f, uint32_t r)
{
	struct place place = { f->sync.slots[r], 0 };
	if (place.at != BEF__NONE)
		return place;
	place.is_callers = 1;
	place.at = r; /* an argument */
	for (uint32_t i = 0; r >= f->base.argument_count && i < f->base.result_count; i++) {
		if (f->sync.results[i] == r)
			place.at = f->base.argument_count + i;
	}
	return place;
}

static bool make_steps(struct bef_file *file, struct bef__function *f)
{
	struct bef__sync_step *steps = bef__arena_alloc(&file->arena, f->kernel_count, sizeof *steps);
	for (uint32_t n = 1; steps && n < f->kernel_count; n++) {
		const struct bef__kernel *k = &f->kernels[n];
		uint32_t count = k->argument_count + k->site.result_count;
		struct place *places = bef__arena_alloc(&file->arena, count, sizeof *places);
		if (!places)
			return false;
		steps[n] = (struct bef__sync_step){ k, k->payload, places, k->argument_count, count, 0 };
		steps[n].easy = (k->site.entry->kernel->flags & KERNELS_QUICK) != 0;
		for (uint32_t i = 0; i < count; i++) {
			places[i] = find_place(f, i < k->argument_count ? k->arguments[i].slot
									: k->results[i - k->argument_count].slot);
			if (places[i].is_callers)
				steps[n].easy = 0;
		}
	}
	f->sync.steps = steps;
	return steps;
}

enum bef_status bef__decode_sync(struct bef_file *file, const struct bef_body *body, struct bef__function *out,
	const async_type_id *types, struct bef_diag *diag)
{
	uint32_t count = body->register_count, result_count = out->base.result_count;
	uint32_t *slots = bef__arena_alloc(&file->arena, count, sizeof *slots);
	uint32_t *last_use = bef__arena_alloc(&file->arena, count, sizeof *last_use);
	uint32_t *results = bef__arena_alloc(&file->arena, result_count, sizeof *results);
	struct bef_numbers registers = body->result_registers;
	size_t at = 0;

	if (!slots || !last_use || !results)
		return bef__no_memory(diag);
	find_last_users(out, last_use);
	for (uint32_t i = 0; i < result_count; i++) {
		uint64_t r = 0;
		enum bef_status status = bef_numbers_next(&registers, &r, diag);
		if (status != BEF_OK)
			return status;
		results[i] = (uint32_t)r;
		last_use[r] = BEF__NONE;
	}
	for (uint32_t r = 0; r < count; r++) {
		enum bef_status status = check_type(out, r, types[r], diag);
		if (status != BEF_OK)
			return status;
		const struct async_type *type = async_type_get(types[r]);
		slots[r] = BEF__NONE;
		if (r < out->base.argument_count) {
			last_use[r] = BEF__NONE;
			continue;
		}
		if (type->destroy)
			out->sync.destroys = 1;
		if (last_use[r] != BEF__NONE) {
			at = (at + type->align - 1) & ~(type->align - 1);
			if (at > UINT32_MAX - type->size)
				return bef__fail(diag, BEF_E_LIMIT, BEF_NO_OFFSET, "synchronous function over 4 GB");
			slots[r] = (uint32_t)at;
			at += type->size;
		}
	}
	out->sync.slots = slots;
	out->sync.types = types;
	out->sync.last_use = last_use;
	out->sync.results = results;
	out->sync.scratch_size = at;
	return make_steps(file, out) ? BEF_OK : bef__no_memory(diag);
}

/* ---- running */

/* One run: the scratch memory, and the caller's memory of arguments and results. */
struct running {
	const struct bef__function *f;
	unsigned char *scratch;
	void *const *arguments, *const *results;
	uint64_t execution, parent; /* for an observer; 0: not observed */
	uint32_t parent_kernel;
};

static inline void *locate(const struct running *run, struct place place)
{
	uint32_t arguments = run->f->base.argument_count;
	if (!place.is_callers)
		return run->scratch + place.at;
	return place.at < arguments ? run->arguments[place.at] : run->results[place.at - arguments];
}

static void destroy(const struct running *run, uint32_t r)
{
	const struct async_type *type = async_type_get(run->f->sync.types[r]);
	if (type->destroy)
		type->destroy(locate(run, find_place(run->f, r)));
}

static void destroy_if_last(const struct running *run, uint32_t r, uint32_t n)
{
	if (run->f->sync.last_use[r] == n)
		destroy(run, r);
}

/* Destroys the payloads whose last user is kernel n. An argument used twice is destroyed once. */
static void destroy_used(const struct running *run, uint32_t n)
{
	const struct bef__kernel *k = &run->f->kernels[n];
	for (uint32_t i = 0; i < k->argument_count; i++) {
		uint32_t seen = 0;
		while (seen < i && k->arguments[seen].slot != k->arguments[i].slot)
			seen++;
		if (seen == i)
			destroy_if_last(run, k->arguments[i].slot, n);
	}
	for (uint32_t i = 0; i < k->site.result_count; i++)
		destroy_if_last(run, k->results[i].slot, n);
}

/* Kernel n failed: destroys all payloads constructed before it, results for the caller included. */
static void destroy_built(const struct running *run, uint32_t n)
{
	for (uint32_t before = 1; before < n; before++) {
		const struct bef__kernel *k = &run->f->kernels[before];
		for (uint32_t i = 0; i < k->site.result_count; i++) {
			uint32_t r = k->results[i].slot;
			if (run->f->sync.last_use[r] >= n) /* BEF__NONE, the caller's, too */
				destroy(run, r);
		}
	}
}

static __attribute__((noinline)) void call_watched(
	const struct running *run, const struct bef__sync_step *step, uint32_t n, struct kernels_call *call)
{
	struct bef_event event = {
		.site = call->site, .parent = run->parent, .parent_kernel = run->parent_kernel, .cause = n - 1
	};
	struct bef__watch_outer outer = bef__watch_begin(run->f, run->execution, n);
	event.ready = outer.begun;
	step->payload(call);
	bef__watch_end(run->f, outer, &event);
}

static inline void call_step(
	const struct running *run, const struct bef__sync_step *step, uint32_t n, struct kernels_call *call)
{
	if (!BEF__WATCH || BEF__LIKELY(!run->execution))
		step->payload(call);
	else
		call_watched(run, step, n, call);
}

/* Finds the operands. The error of the request when that was cancelled; borrowed. */
static struct async_error *prepare_step(
	const struct running *run, const struct bef__sync_step *step, struct async_request *request, void **pointers)
{
	for (uint32_t i = 0; i < step->place_count; i++)
		pointers[i] = locate(run, step->places[i]);
	return async_request_cancelled(request);
}

static struct async_error *run_kernels(const struct running *run, struct async_request *request, void **pointers)
{
	const struct bef__function *f = run->f;
	struct kernels_call call = { pointers, NULL, NULL, request, NULL };
	bool destroys = f->sync.destroys;
	for (uint32_t n = 1; n < f->kernel_count; n++) {
		const struct bef__sync_step *step = &f->sync.steps[n];
		call.results = pointers + step->argument_count;
		call.site = &step->kernel->site;
		if (BEF__LIKELY(step->easy)) {
			for (uint32_t i = 0; i < step->place_count; i++)
				pointers[i] = run->scratch + step->places[i].at;
			call_step(run, step, n, &call);
		} else {
			struct async_error *cancelled = prepare_step(run, step, request, pointers);
			if (BEF__LIKELY(!cancelled))
				call_step(run, step, n, &call);
			else
				call.error = async_error_retain(cancelled);
		}
		if (call.error) {
			if (destroys)
				destroy_built(run, n);
			return call.error;
		}
		if (destroys)
			destroy_used(run, n);
	}
	return NULL;
}

static struct async_error *execute_sync(const struct kernels_function *self, struct async_request *request,
	void *const *arguments, void *const *results)
{
	const struct bef__function *f = (const struct bef__function *)self;
	const struct async_allocator *allocator = async_request_host(request)->allocator;
	_Alignas(64) unsigned char small[SCRATCH_ON_STACK];
	void *few[POINTERS_ON_STACK];
	size_t pointers_at = (f->sync.scratch_size + sizeof(void *) - 1) & ~(sizeof(void *) - 1);
	size_t size = pointers_at + f->widest * sizeof(void *);
	bool on_stack = f->sync.scratch_size <= sizeof small && f->widest <= POINTERS_ON_STACK;
	unsigned char *scratch = on_stack ? small : async_alloc(allocator, size, 64);
	if (!scratch)
		return async_error_retain(async_value_error(async_value_out_of_memory()));
	struct running run = { f, scratch, arguments, results, 0, 0, 0 };
	if (BEF__WATCH && f->file->observer)
		bef__watch_start(f, &run.execution, &run.parent, &run.parent_kernel);
	struct async_error *error = run_kernels(
		&run, request, on_stack ? few : (void **)(void *)(scratch + pointers_at));
	if (!on_stack)
		async_free(allocator, scratch, size, 64);
	return error;
}

/* ---- called with async values */

static bool types_fit(const struct bef__function *f, struct async_value *const *arguments)
{
	for (uint32_t i = 0; i < f->base.argument_count; i++) {
		if (async_value_type(arguments[i]) != f->base.arguments[i].id)
			return false;
	}
	return true;
}

/* Creates values for the results, with storage for construction; false when out of memory. */
static bool make_results(const struct bef__function *f, const struct async_allocator *allocator,
	struct async_value **results, void **places)
{
	bool good = true;
	for (uint32_t i = 0; i < f->base.result_count; i++) {
		results[i] = async_value_create(allocator, f->sync.types[f->sync.results[i]]);
		places[i] = results[i] ? async_value_storage(results[i]) : NULL;
		good = good && results[i];
	}
	return good;
}

static struct async_error *run_on_payloads(const struct bef__function *f, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results, void **pointers)
{
	const struct async_host *host = async_request_host(request);
	struct async_location nowhere = { NULL, 0 };
	if (!types_fit(f, arguments))
		return async_host_error(host, ASYNC_CODE_INVALID_ARGUMENT, nowhere,
			"function '%.*s' is called with an argument of another type",
			f->base.name_size > 150 ? 150 : (int)f->base.name_size, f->base.name);
	for (uint32_t i = 0; i < f->base.argument_count; i++)
		pointers[i] = async_value_payload(arguments[i]);
	if (!make_results(f, host->allocator, results, pointers + f->base.argument_count))
		return async_error_retain(async_value_error(async_value_out_of_memory()));
	return execute_sync(&f->base, request, pointers, pointers + f->base.argument_count);
}

static void run_async(const struct bef__function *f, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	const struct async_allocator *allocator = async_request_host(request)->allocator;
	size_t count = (size_t)f->base.argument_count + f->base.result_count;
	void *small[16],
		**pointers = count <= 16 ? small : async_alloc(allocator, count * sizeof(void *), _Alignof(void *));

	memset(results, 0, f->base.result_count * sizeof *results);
	struct async_error *error = pointers ? run_on_payloads(f, request, arguments, results, pointers)
					     : async_error_retain(async_value_error(async_value_out_of_memory()));
	for (uint32_t i = 0; i < f->base.result_count; i++) {
		if (!error)
			async_value_set_available_new(results[i]);
		else
			async_value_release(results[i]);
	}
	if (error)
		bef__results_set(results, f->base.result_count, kernels_error_value(request, error));
	if (pointers != small)
		async_free(allocator, pointers, count * sizeof(void *), _Alignof(void *));
}

static void execute_on_values(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	bef__execute_immediate((const struct bef__function *)self, request, arguments, results, run_async);
}

_Alignas(8) const struct kernels_function_vtable bef__sync_vtable = { sizeof(struct kernels_function_vtable), execute_on_values,
	execute_sync, NULL, NULL };
