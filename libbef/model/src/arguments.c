/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Results that the library owns, and the calls that have them as arguments: any number may read one, or a single call is given its
 * contents. A call keeps what it has, so that the caller may release the tensor at any time. */
#include "internal.h"

#include <string.h>

/* `counts` has references, of the tensor and of calls that have it as an argument, in the low half. The high half counts the calls that
 * read it; a mark says that its contents were given away. */
#define READER ((uint64_t)1 << 32)
#define GIVEN ((uint64_t)UINT32_MAX << 32)
#define REFERENCES(counts) ((uint32_t)(counts))

struct bef_model__memory *bef_model__memory_create(const struct async_host *host, size_t limit)
{
	struct bef_model__memory *memory = async_alloc(host->allocator, sizeof *memory, _Alignof(struct bef_model__memory));
	if (!memory)
		return NULL;
	*memory = (struct bef_model__memory){ .refs = 1, .base = host->allocator, .host = *host };
	memory->host.run_at_once = async_queue_parallelism(host->queue) == 1;
	if (limit) {
		memory->budget = async_allocator_create_budget(host->allocator, limit);
		memory->host.allocator = memory->budget;
		if (!memory->budget) {
			async_free(host->allocator, memory, sizeof *memory, _Alignof(struct bef_model__memory));
			return NULL;
		}
	}
	return memory;
}

void bef_model__memory_release(struct bef_model__memory *memory)
{
	/* acq_rel: pairs with itself; the last one sees what the others did */
	if (!memory || __atomic_sub_fetch(&memory->refs, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	async_allocator_destroy(memory->budget);
	async_free(memory->base, memory, sizeof *memory, _Alignof(struct bef_model__memory));
}

/* Ends a reference, and a reader if `less` has one. */
static void release_held(struct bef_model__held *held, uint64_t less)
{
	struct bef_model__memory *memory = held->memory;
	/* acq_rel: pairs with itself, and release with claim(): a call that is given the contents writes after all others have read. The
	 * only holder needs no exchange: nobody else can get a reference */
	if (__atomic_load_n(&held->counts, __ATOMIC_ACQUIRE) != less &&
		REFERENCES(__atomic_sub_fetch(&held->counts, less, __ATOMIC_ACQ_REL)) != 0)
		return;
	async_value_release(held->value);
	if (held->copy)
		async_free(memory ? memory->budget : held->base, held->copy, held->size, BEF_MODEL__ALIGN);
	async_free(held->base, held, sizeof *held, _Alignof(struct bef_model__held));
	bef_model__memory_release(memory);
}

void bef_model_tensor_release(struct bef_model_tensor *tensor)
{
	if (!tensor->owner)
		return;
	release_held(tensor->owner, 1);
	*tensor = (struct bef_model_tensor){ .data = NULL };
}

/* ---- rules */

static bool overlap(const struct bef_model_tensor *a, const struct bef_model_tensor *b)
{
	const uintptr_t one = (uintptr_t)a->data, other = (uintptr_t)b->data;
	return one < other + b->size && other < one + a->size;
}

/* An argument that is given away is nowhere else in the call. Results of an earlier call that are one tensor of the program have owners of
 * their own: these are told apart, and only read (is_apart()). */
static enum bef_status check_given(const struct bef_model_call *call, uint32_t index, struct bef_diag *diag)
{
	const struct bef_model_tensor *given = &call->arguments[index];
	const struct bef_stablehlo_value *values = call->signature->arguments;
	for (uint32_t i = 0; i < call->signature->argument_count; i++) {
		const struct bef_model_tensor *other = &call->arguments[i];
		if (i != index && values[i].dtype && (other->owner == given->owner || (!other->owner && overlap(given, other))))
			return bef_model__fail(diag, BEF_E_ARG,
				"argument %u (%.*s) has data of argument %u (%.*s), which is given away (`donated`): it may be used once",
				(unsigned)i, (int)values[i].name.size, values[i].name.data, (unsigned)index,
				(int)values[index].name.size, values[index].name.data);
	}
	for (uint32_t i = 0; call->results && i < call->signature->result_count; i++) {
		if (call->signature->results[i].dtype && call->results[i].data && overlap(given, &call->results[i]))
			return bef_model__fail(diag, BEF_E_ARG,
				"the buffer for result %u is data of argument %u (%.*s), which is given away (`donated`)", (unsigned)i,
				(unsigned)index, (int)values[index].name.size, values[index].name.data);
	}
	return BEF_OK;
}

/* Enters the call as a reader of the result, or as the one that is given it. */
static enum bef_status claim(struct bef_model_call *call, uint32_t index, bool given, struct bef_diag *diag)
{
	struct bef_model__held *held = call->arguments[index].owner;
	const struct bef_string name = call->signature->arguments[index].name;
	/* acquire, here and below: pairs with the release in release_held() */
	uint64_t counts = __atomic_load_n(&held->counts, __ATOMIC_ACQUIRE);
	do {
		if (counts >= GIVEN)
			return bef_model__fail(diag, BEF_E_ARG,
				"argument %u (%.*s) was given away to an earlier call (`donated`): its contents do not exist any more",
				(unsigned)index, (int)name.size, name.data);
		if (given && counts >= READER)
			return bef_model__fail(diag, BEF_E_ARG,
				"argument %u (%.*s) cannot be given away (`donated`) before the calls that read it have ended",
				(unsigned)index, (int)name.size, name.data);
	} while (!__atomic_compare_exchange_n(&held->counts, &counts, counts + 1 + (given ? GIVEN : READER), false, __ATOMIC_ACQUIRE,
		__ATOMIC_ACQUIRE));
	call->inputs[index].held = held;
	call->inputs[index].given = given;
	return BEF_OK;
}

enum bef_status bef_model__enter_arguments(struct bef_model_call *call, const bool *donated, struct bef_diag *diag)
{
	enum bef_status status = BEF_OK;
	for (uint32_t i = 0; i < call->signature->argument_count && status == BEF_OK; i++) {
		const struct bef_model_tensor *argument = &call->arguments[i];
		if (!call->signature->arguments[i].dtype)
			continue;
		call->inputs[i].data = argument->data;
		call->inputs[i].size = argument->size;
		if (!argument->owner)
			continue;
		if (donated && donated[i])
			status = check_given(call, i, diag);
		if (status == BEF_OK)
			status = claim(call, i, donated && donated[i], diag);
	}
	return status;
}

void bef_model__leave_arguments(struct bef_model_call *call, bool begun)
{
	for (uint32_t i = 0; i < call->input_count; i++) {
		struct bef_model__held *held = call->inputs[i].held;
		call->inputs[i].held = NULL;
		if (!held)
			continue;
		release_held(held, 1 + (!call->inputs[i].given ? READER : begun ? 0 : GIVEN));
	}
}

/* ---- values */

/* No other argument has a part of its data. */
static bool is_apart(const struct bef_model_call *call, uint32_t index)
{
	for (uint32_t i = 0; i < call->signature->argument_count; i++) {
		if (i != index && call->signature->arguments[i].dtype && overlap(&call->arguments[index], &call->arguments[i]))
			return false;
	}
	return true;
}

struct async_value *bef_model__own_value(const struct bef_model_call *call, uint32_t index)
{
	const struct bef_model__held *held = call->inputs[index].held;
	const struct bef_model_tensor *tensor = &call->arguments[index];
	if (!held || !held->value || held->base != call->memory->base || held->memory || call->memory->budget)
		return NULL;
	const struct kernels_tensor *own = async_value_payload(held->value);
	const bool same = kernels_tensor_bytes(own) == tensor->data && own->dtype == tensor->dtype && own->shape.rank == tensor->rank &&
			  memcmp(own->shape.dims, tensor->dims, tensor->rank * sizeof *tensor->dims) == 0;
	return same ? held->value : NULL;
}

bool bef_model__may_take(const struct bef_model_call *call, uint32_t index)
{
	return call->inputs[index].given && is_apart(call, index);
}

void bef_model__give_up(struct bef_model__input *input)
{
	struct async_value *value = input->held->value;
	input->held->value = NULL;
	async_value_release(value);
}

/* ---- memory of the host */

static enum bef_status check_adopted(const struct bef_model_tensor *tensor, struct bef_diag *diag)
{
	size_t bytes;
	if (tensor->owner)
		return bef_model__fail(diag, BEF_E_ARG, "the tensor has an owner");
	if (kernels_dtype_size(tensor->dtype) == 0)
		return bef_model__fail(diag, BEF_E_ARG, "the tensor has no element type");
	if (tensor->rank > KERNELS_MAX_RANK)
		return bef_model__fail(diag, BEF_E_ARG, "the tensor has rank %u, expected at most %u", tensor->rank, KERNELS_MAX_RANK);
	if (!bef_model__bytes_of(tensor->dtype, tensor->rank, tensor->dims, &bytes))
		return bef_model__fail(diag, BEF_E_ARG, "the size of the tensor does not fit in memory");
	if (tensor->size != bytes || (bytes && !tensor->data))
		return bef_model__fail(diag, BEF_E_ARG, "the tensor has %zu bytes of data, expected %zu", tensor->data ? tensor->size : 0,
			bytes);
	if (!bef_model__is_aligned(tensor->data, tensor->dtype))
		return bef_model__fail(diag, BEF_E_ARG, "the data of the tensor are not aligned to their elements");
	return BEF_OK;
}

static void keep(void *ctx) { (void)ctx; }

enum bef_status bef_model_tensor_adopt(struct bef_model_tensor *tensor, const struct async_host *host, void (*release)(void *ctx),
	void *ctx, struct bef_diag *diag)
{
	const struct async_allocator *base = host && host->allocator ? host->allocator : async_allocator_pooled();
	enum bef_status status = check_adopted(tensor, diag);
	if (status != BEF_OK)
		return status;
	struct bef_model__held *held = async_alloc(base, sizeof *held, _Alignof(struct bef_model__held));
	if (!held)
		return bef_model__no_memory(diag);
	*held = (struct bef_model__held){ .counts = 1, .base = base, .value = bef_model__wrap(base, tensor, release ? release : keep, ctx) };
	if (!held->value) {
		async_free(base, held, sizeof *held, _Alignof(struct bef_model__held));
		return bef_model__no_memory(diag);
	}
	tensor->owner = held;
	return BEF_OK;
}
